// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/fakecluster.h"

#include "core/api/providerconfig.h"
#include "core/controllers/healthcheck/healthcheckreasons.h"
#include "core/controllers/machine/machinereasons.h"
#include "tests/support/reason.h"

#include <algorithm>
#include <random>

namespace fake {

using namespace std::chrono_literals;
using namespace core::engine;
using namespace core::timeline;

Time now()
{
    return parseTime("2026-11-20T10:00:00Z").value();
}

namespace {

ObjectMeta meta(const std::string &ns, const std::string &name, std::chrono::seconds age)
{
    ObjectMeta meta;
    meta.ns = ns;
    meta.name = name;
    meta.uid = "uid-" + name;
    meta.resourceVersion = "4711";
    meta.generation = 1;
    meta.creationTimestamp = now() - age;
    return meta;
}

Json providerConfig()
{
    KubemarkProviderConfig config;
    config.image = "registry.example/kubemark:v1.29.0";
    config.turnUnhealthyPeriodically = true;
    config.unhealthyDuration.value = 5s;
    config.healthyDuration.value = 40s;
    config.numCores = 2;
    config.memoryCapacity = std::int64_t(4) << 30;
    return writeProviderConfig(config);
}

} // namespace

std::shared_ptr<const MachineSet> machineSet(
    const std::string &name, std::int64_t replicas, std::int64_t ready)
{
    MachineSet set;
    set.metadata = meta("default", name, 42min);
    set.spec.replicas = replicas;
    set.spec.selector.matchLabels = {{"set", name}};
    set.spec.template_.metadata.labels = {{"set", name}};
    set.spec.template_.spec.providerSpec.value = providerConfig();
    set.status.replicas = replicas;
    set.status.readyReplicas = ready;
    set.status.availableReplicas = ready;
    return std::make_shared<const MachineSet>(std::move(set));
}

std::shared_ptr<const MachineSet> revision(const std::string &deployment, int number, const std::string &set,
    std::int64_t replicas, std::int64_t ready)
{
    MachineSet made = *machineSet(set, replicas, ready);
    made.metadata.annotations.emplace(core::api::keys::revision, std::to_string(number));
    made.metadata.ownerReferences = {
        {"machine.openshift.io/v1beta1", "MachineDeployment", deployment, "uid-" + deployment, true, true}};
    return std::make_shared<const MachineSet>(std::move(made));
}

std::shared_ptr<const MachineDeployment> machineDeployment(const std::string &name, std::int64_t replicas,
    std::int64_t updated, const std::string &progressing, const std::string &reason)
{
    MachineDeployment deployment;
    deployment.metadata = meta("default", name, 42min);
    deployment.metadata.annotations.emplace(core::api::keys::revision, "3");
    deployment.spec.replicas = replicas;
    deployment.spec.selector.matchLabels = {{"deployment", name}};
    deployment.spec.template_.metadata.labels = {{"deployment", name}};
    deployment.spec.template_.spec.providerSpec.value = providerConfig();
    deployment.spec.strategy.rollingUpdate = {IntOrString {std::int64_t(0)}, IntOrString {std::int64_t(1)}};
    deployment.status.replicas = replicas;
    deployment.status.updatedReplicas = updated;
    deployment.status.readyReplicas = replicas;
    deployment.status.availableReplicas = replicas;
    deployment.status.conditions = {{"Available", "True", "MinimumReplicasAvailable",
                                        "Enough machines are available.", now() - 5min, now() - 5min},
        {"Progressing", progressing, reason, "Machine set " + name + "-c is making progress.", now() - 5s,
            now() - 1min}};
    return std::make_shared<const MachineDeployment>(std::move(deployment));
}

std::shared_ptr<const Machine> machine(const std::string &name, const std::string &set,
    std::string_view phase, const std::string &node, std::chrono::seconds age)
{
    Machine machine;
    machine.metadata = meta("default", name, age);
    machine.metadata.labels = {{"set", set}};
    machine.metadata.finalizers = {std::string(core::api::keys::machineFinalizer)};
    machine.metadata.ownerReferences = {
        {"machine.openshift.io/v1beta1", "MachineSet", set, "uid-" + set, true, true}};
    machine.spec.providerSpec.value = providerConfig();
    machine.status.phase = phase;
    machine.status.lastUpdated = now() - age;
    machine.status.conditions = {
        {"InstanceExists", phase == phases::provisioning ? "False" : "True", "", "", "", now() - age}};
    if (!node.empty()) {
        machine.spec.providerID = "kubemark://" + node;
        machine.status.nodeRef = ObjectReference {"v1", "Node", node, "", "uid-" + node, "", ""};
    }
    if (phase == phases::deleting)
        machine.metadata.deletionTimestamp = now() - 2s;
    return std::make_shared<const Machine>(std::move(machine));
}

namespace {

OwnerReference mcmOwner(const std::string &kind, const std::string &name)
{
    return {"machine.sapcloud.io/v1alpha1", kind, name, "uid-" + name, true, true};
}

mcm::MachineTemplate mcmTemplate()
{
    mcm::MachineTemplate made;
    made.metadata.labels = {{"pool", "shoot"}};
    made.spec.class_ = {"machine.sapcloud.io", "MachineClass", "small"};
    return made;
}

std::shared_ptr<const mcm::Machine> mcmMachine(const std::string &name, std::string_view phase)
{
    mcm::Machine machine;
    machine.metadata = meta("shoot", name, 5min);
    machine.metadata.ownerReferences = {mcmOwner("MachineSet", "shoot-b")};
    machine.spec = mcmTemplate().spec;
    machine.status.currentStatus = {std::string(phase), phase == mcm::phases::pending, now() - 40s, {}};
    machine.status.lastOperation = {
        "Machine shoot-4 was created", "", now() - 40s, "Successful", "Create", {}};
    if (phase == mcm::phases::crashLoopBackOff)
        machine.status.lastOperation = {
            "Cloud quota of 3 machines is used up", "ResourceExhausted", now() - 9s, "Failed", "Create", {}};
    if (phase == mcm::phases::running)
        machine.metadata.labels.emplace(mcm::keys::nodeLabel, name + "-node");
    return std::make_shared<const mcm::Machine>(std::move(machine));
}

} // namespace

void addMcm(ChangeSet &changes)
{
    namespace phases = mcm::phases;
    changes.of<mcm::Machine>().upserts = {mcmMachine("shoot-b-1", phases::running),
        mcmMachine("shoot-b-2", phases::pending), mcmMachine("shoot-b-3", phases::crashLoopBackOff)};
    changes.of<Node>().upserts.push_back(node("shoot-b-1-node", "True"));

    mcm::MachineSet set;
    set.metadata = meta("shoot", "shoot-b", 42min);
    set.metadata.ownerReferences = {mcmOwner("MachineDeployment", "shoot")};
    set.metadata.annotations = {{"deployment.kubernetes.io/revision", "1"}};
    set.spec = {3, {}, {}, mcmTemplate()};
    set.status.replicas = 3;
    set.status.readyReplicas = 1;
    changes.of<mcm::MachineSet>().upserts = {std::make_shared<const mcm::MachineSet>(std::move(set))};

    mcm::MachineDeployment deployment;
    deployment.metadata = meta("shoot", "shoot", 42min);
    deployment.metadata.annotations = {{"deployment.kubernetes.io/revision", "1"}};
    deployment.spec.replicas = 3;
    deployment.spec.template_ = mcmTemplate();
    deployment.spec.strategy = {"RollingUpdate",
        RollingUpdateSpec {IntOrString {std::int64_t(1)}, IntOrString {std::int64_t(1)}}, {}};
    deployment.status.replicas = 3;
    deployment.status.updatedReplicas = 3;
    deployment.status.readyReplicas = 1;
    deployment.status.availableReplicas = 1;
    changes.of<mcm::MachineDeployment>().upserts = {
        std::make_shared<const mcm::MachineDeployment>(std::move(deployment))};

    mcm::MachineClass machineClass;
    machineClass.metadata = meta("shoot", "small", 50min);
    machineClass.provider = "kubemark";
    machineClass.providerSpec = providerConfig();
    machineClass.secretRef = {"cloud", "shoot"};
    changes.of<mcm::MachineClass>().upserts = {
        std::make_shared<const mcm::MachineClass>(std::move(machineClass))};
}

std::shared_ptr<const Node> node(const std::string &name, std::string_view ready, std::string_view fault)
{
    Node node;
    node.metadata = meta("", name, 5min);
    node.metadata.labels = {{"kubernetes.io/hostname", name}};
    node.spec.providerID = "kubemark://" + name;
    if (!fault.empty())
        node.metadata.annotations[std::string(core::api::keys::fault)] = fault;
    const bool isReady = ready == "True";
    node.status.conditions = {{"MemoryPressure", "False", now(), now() - 5min, "KubeletHasSufficientMemory",
                                  "kubelet has sufficient memory available"},
        {"DiskPressure", "False", now(), now() - 5min, "KubeletHasNoDiskPressure",
            "kubelet has no disk pressure"},
        {"Ready", std::string(ready), now(), isReady ? now() - 5min : now() - 9s,
            isReady ? "KubeletReady" : "KubeletNotReady",
            isReady ? "kubelet is posting ready status" : "container runtime is down"}};
    node.status.capacity = {{"cpu", {"2"}}, {"memory", {"4194304Ki"}}, {"pods", {"110"}}};
    node.status.nodeInfo.kubeletVersion = "v1.29.0";
    node.status.addresses = {{"InternalIP", "10.1.0.7"}};
    return std::make_shared<const Node>(std::move(node));
}

std::shared_ptr<const MachineHealthCheck> healthCheck(const std::string &name, const std::string &set)
{
    MachineHealthCheck check;
    check.metadata = meta("default", name, 42min);
    check.spec.selector.matchLabels = {{"set", set}};
    check.spec.unhealthyConditions = {{"Ready", "False", {15s}}, {"Ready", "Unknown", {15s}}};
    check.spec.maxUnhealthy = IntOrString {std::string("40%")};
    check.status.expectedMachines = 50;
    check.status.currentHealthy = 47;
    check.status.remediationsAllowed = 17;
    return std::make_shared<const MachineHealthCheck>(std::move(check));
}

std::shared_ptr<const Event> event(const std::string &name, const ObjectReference &about,
    const std::string &type, const std::string &reason, const std::string &message, std::chrono::seconds ago)
{
    Event event;
    event.metadata = meta("default", name, ago);
    event.involvedObject = about;
    event.type = type;
    event.reason = reason;
    event.message = message;
    event.source.component = "machine-healthcheck";
    event.lastTimestamp = now() - ago;
    event.count = 1;
    return std::make_shared<const Event>(std::move(event));
}

Status status(Mode mode)
{
    Status status;
    status.mode = mode;
    status.contextName = mode == Mode::Lab ? "demo" : "prod-eu";
    status.server = mode == Mode::Lab ? "https://127.0.0.1:42117" : "https://api.prod-eu.example:6443";
    status.kubeconfigPath = "/home/ada/.local/state/hollowlab/demo/kubeconfig";
    status.defaultNamespace = "default";
    status.locked = mode == Mode::External;
    status.relockAfter = std::chrono::minutes(15);
    status.connection = Connection::Live;
    status.controllers = {
        {"nodelifecycle", "Turns nodes without heartbeats Unknown", true, true, "",
            ControllerGroup::ControlPlane},
        {"garbagecollector", "Deletes what has lost its owner", true, true, "",
            ControllerGroup::ControlPlane},
        {"scheduler", "Binds pods that name no node", true, true, "", ControllerGroup::ControlPlane},
        {"hollow-host", "Runs hollow-node pods: each becomes a node", true, true, "",
            ControllerGroup::HollowNodes},
        {"machine", "Gives every Machine its hollow node, and takes it away again", true, true, ""},
        {"machineset", "Keeps as many machines as each MachineSet wants", true, true, ""},
        {"healthcheck", "Deletes machines whose nodes stay unhealthy", true, true, ""},
        {"nodelink", "Joins Nodes and Machines", true, true, ""},
        {"mcm-machine", "Makes the instance of each Machine of machine.sapcloud.io", true, false,
            "another controller holds the lease kube-system/machine-controller-manager: "
            "machine-controller-manager-7d9f8b6c5-x2x4p_1b2c",
            ControllerGroup::Mcm},
        {"mcm-safety", "Freezes sets that overshoot", false, false, "", ControllerGroup::Mcm},
    };
    if (mode == Mode::External) {
        for (ControllerState &controller : status.controllers)
            controller.wanted = controller.running = false;
        status.missingCrds = {"machines.machine.openshift.io", "machinesets.machine.openshift.io"};
    }
    status.now = now();
    status.watchesLive = status.watchesWanted = 7;
    return status;
}

ChangeSet whatIsSaidOf(const ResourceRef &check)
{
    core::runtime::Explanation said {"machinehealthcheck", check.resource, check.key};
    said.reasons = {support::reason("WaitingForTimeout", "1 machine is unhealthy, but not for long enough.",
                        {{"pending", "1"}, {"unhealthy", "1"}}),
        support::reason("Remediating", "Deletes workers-7v5g4, whose node is NotReady.", {{"budget", "2"}})};
    said.decidedAt = now() - 4s;
    said.nextCheck = now() + 6s;
    said.lastError = "machines.machine.openshift.io \"workers-7v5g4\" is forbidden";
    said.failures = 2;
    HealthCheckVerdicts verdicts {check, true, true};
    verdicts.expected = 5;
    verdicts.healthy = 3;
    verdicts.maxUnhealthy = 2;
    verdicts.allowed = true;
    verdicts.inFlight = 1;
    verdicts.available = 1;
    const auto add = [&](const std::string &name, const std::string &verdict, const std::string &why,
                         std::optional<Time> nextCheck) {
        verdicts.machines.push_back({{"default", name}, name + "-node", verdict, verdict == "Healthy",
            support::reason(verdict, why), "Replace", nextCheck});
    };
    add("workers-2chj9", "Healthy", "every condition is as it should be", {});
    add("workers-7v5g4", "Unhealthy", "Ready is False for 16s, longer than 15s", {});
    add("workers-8ssbq", "Pending", "Ready is Unknown for 9s of 15s", now() + 6s);
    ChangeSet changes;
    changes.inspection = Inspection {check, {said}};
    changes.verdicts = verdicts;
    return changes;
}

ChangeSet whatAwaits(const ResourceRef &machine)
{
    core::runtime::Explanation said {"machine", machine.resource, machine.key};
    const std::string node = machine.key.name + "-node";
    said.reasons = {core::controllers::machineReason("Running", node)};
    said.decidedAt = now() - 9s;
    HealthCheckVerdicts check {{&resourceOf<MachineHealthCheck>(), {"default", "workers"}}, true, true};
    check.expected = 50;
    check.healthy = 49;
    check.maxUnhealthy = 20;
    check.maxUnhealthyText = "40%";
    check.allowed = true;
    check.available = 19;
    check.machines = {{machine.key, node, "Pending", false,
        core::controllers::finding("UnhealthyNode", node, "Ready=False", "2026-11-20T09:59:51Z", "15s"),
        "Replace", now() + 7s}};
    ChangeSet changes;
    changes.inspection = Inspection {machine, {said}, {check}};
    return changes;
}

namespace {

/// Collects the objects and the past of one cluster.
class Story
{
public:
    explicit Story(ChangeSet &changes) : m_changes(changes), m_dice(7) { }

    void addMachine(const std::string &set, int number)
    {
        static constexpr const char *letters = "bcdfghjklmnpqrstvwxz2456789";
        std::string name = set + "-";
        for (int i = 0; i < 5; ++i)
            name += letters[m_dice() % 27];
        const std::string nodeName = name + "-0a1b2c" + std::to_string(10 + number % 90);
        const auto born = now() - 9min - std::chrono::seconds(number / 3);
        if (set == "workers" && number < 3)
            return addYoung(name, number);
        std::string_view ready = "True";
        std::string_view fault;
        if (set == "workers" && number == 15)
            replaced(name, nodeName);
        else
            begin(name, nodeName, born);
        if (number % 11 == 3)
            flap(nodeName, name, 60 + number * 4);
        if (number == 7 || number == 8) {
            ready = "False";
            fault = "not-ready";
            fact(FactKind::Fault, nodeName, "not-ready", now() - 11s);
            fact(nodeName, "Ready", "NotReady", now() - 9s);
        }
        if (number == 12) {
            ready = "Unknown";
            fault = "silent";
            fact(nodeName, "Ready", "Unknown", now() - 31s);
        }
        m_changes.of<Node>().upserts.push_back(node(nodeName, ready, fault));
        m_changes.of<Machine>().upserts.push_back(
            machine(name, set, number == 20 ? phases::deleting : phases::running, nodeName, 540s));
        if (ready != "True")
            addEpisode(name, nodeName, number);
    }

    void finish()
    {
        std::stable_sort(m_changes.facts.begin(), m_changes.facts.end(),
            [](const Fact &a, const Fact &b) { return a.arrivalTime < b.arrivalTime; });
        for (std::size_t i = 0; i < m_changes.facts.size(); ++i)
            m_changes.facts[i].index = i + 1;
    }

    void wanted(const std::string &set, int from, int to, Time at)
    {
        m_changes.facts.push_back({0, FactKind::SetReplicas, {"default", set}, "uid-" + set,
            std::to_string(from), std::to_string(to), at, at, 0, ""});
    }

private:
    void addYoung(const std::string &name, int number)
    {
        const auto phase = number == 0 ? phases::provisioned : phases::provisioning;
        m_changes.of<Machine>().upserts.push_back(machine(name, "workers", phase, {}, 3s));
    }

    void fact(const std::string &node, const std::string &from, const std::string &to, Time at)
    {
        m_changes.facts.push_back(
            {0, FactKind::NodeHealth, {"", node}, "uid-" + node, from, to, at, at, 0, ""});
    }

    void fact(FactKind kind, const std::string &object, const std::string &to, Time at)
    {
        const bool isNode = kind == FactKind::Fault;
        Fact made {0, kind, {isNode ? "" : "default", object}, "uid-" + object, "", to, at, at, 0, ""};
        if (!isNode)
            made.owner = {"default", object.substr(0, object.rfind('-'))};
        m_changes.facts.push_back(std::move(made));
    }

    /// Created, linked to its node, which is Ready after three seconds.
    void begin(const std::string &machine, const std::string &node, Time born)
    {
        fact(FactKind::MachineCreated, machine, "", born);
        fact(FactKind::MachinePhase, machine, "Provisioned", born + 1s);
        m_changes.facts.back().node = node;
        fact(node, "", "Ready", born + 3s);
        fact(FactKind::MachinePhase, machine, "Running", born + 3s);
    }

    /// The node was replaced by this machine, two minutes ago.
    void replaced(const std::string &name, const std::string &node)
    {
        const std::string old = "workers-btvhp";
        begin(old, old + "-node", now() - 9min);
        Episode episode = blank(old, old + "-node", now() - 130s);
        episode.cause = "NotReady (fault: not-ready)";
        episode.faultAt = episode.unhealthyAt - 2100ms;
        episode.deleteAskedAt = episode.unhealthyAt + 15s;
        episode.replacementCreatedAt = *episode.deleteAskedAt + 100ms;
        episode.oldGoneAt = *episode.deleteAskedAt + 1200ms;
        episode.recoveredAt = *episode.replacementCreatedAt + 3s;
        episode.completeAt = *episode.recoveredAt + 100ms;
        episode.replacement = {"default", name};
        episode.outcome = Outcome::Replaced;
        fact(FactKind::Fault, old + "-node", "not-ready", *episode.faultAt);
        fact(old + "-node", "Ready", "NotReady", episode.unhealthyAt);
        fact(FactKind::MachineDeleting, old, "", *episode.deleteAskedAt);
        begin(name, node, *episode.replacementCreatedAt);
        fact(old + "-node", "NotReady", "", *episode.oldGoneAt);
        fact(FactKind::MachinePhase, old, "", *episode.oldGoneAt);
        add(episode);
    }

    void flap(const std::string &node, const std::string &name, int secondsAgo)
    {
        const Time began = now() - std::chrono::seconds(secondsAgo);
        const auto took = 4s + std::chrono::milliseconds(m_dice() % 9000);
        fact(node, "Ready", "NotReady", began);
        fact(node, "NotReady", "Ready", began + took);
        Episode episode = blank(name, node, began);
        episode.recoveredAt = began + took;
        episode.outcome = Outcome::HealedByItself;
        add(episode);
    }

    void addEpisode(const std::string &name, const std::string &node, int number)
    {
        Episode open = blank(name, node, now() - (number == 12 ? 31s : 9s));
        open.cause = number == 12 ? "Unknown, silent" : "NotReady, not-ready";
        add(open);
        Episode past = blank(
            "workers-" + std::to_string(number) + "gone", node, now() - std::chrono::seconds(90 * number));
        past.deleteAskedAt = past.unhealthyAt + 15s;
        past.oldGoneAt = *past.deleteAskedAt + 1200ms;
        past.replacementCreatedAt = *past.deleteAskedAt + 100ms;
        past.recoveredAt = *past.replacementCreatedAt + 3s + std::chrono::milliseconds(m_dice() % 2500);
        past.replacement = {"default", name};
        past.outcome = Outcome::Replaced;
        add(past);
    }

    static Episode blank(const std::string &name, const std::string &node, Time began)
    {
        Episode episode;
        episode.machine = {"default", name};
        episode.node = node;
        episode.machineSet = {"default", "workers"};
        episode.cause = "NotReady";
        episode.unhealthyAt = began;
        return episode;
    }

    void add(Episode episode)
    {
        episode.id = m_changes.episodes.size() + 1;
        m_changes.episodes.push_back(std::move(episode));
    }

    ChangeSet &m_changes;
    std::mt19937 m_dice;
};

} // namespace

ChangeSet demoCluster(Mode mode)
{
    ChangeSet changes;
    changes.reset = true;
    changes.status = status(mode);
    changes.of<MachineSet>().upserts = {machineSet("workers", 50, 43), machineSet("infra", 10, 10),
        revision("edge", 2, "edge-b", 2, 2), revision("edge", 3, "edge-c", 4, 4)};
    changes.of<MachineDeployment>().upserts = {machineDeployment("edge", 5, 4)};
    changes.of<MachineHealthCheck>().upserts = {healthCheck("workers", "workers")};
    Story story(changes);
    story.wanted("infra", 0, 10, now() - 9min - 20s);
    story.wanted("workers", 0, 47, now() - 9min - 18s);
    story.wanted("workers", 47, 50, now() - 3s);
    for (int i = 0; i < 50; ++i)
        story.addMachine("workers", i);
    for (int i = 0; i < 10; ++i)
        story.addMachine("infra", 100 + i);
    for (int i = 0; i < 6; ++i)
        story.addMachine(i < 2 ? "edge-b" : "edge-c", 200 + i);
    story.finish();
    addMcm(changes);
    const std::string broken = changes.of<Machine>().upserts[7]->metadata.name;
    const ObjectReference about {
        "machine.openshift.io/v1beta1", "Machine", broken, "default", "uid-" + broken, "", ""};
    changes.of<Event>().upserts = {
        event("e1", about, "Warning", "MachineUnhealthy", "Ready is False for 9 s; deleted after 15 s", 9s),
        event("e2", about, "Normal", "Created", "Created machine " + broken, 540s),
        event("e3",
            {"machine.openshift.io/v1beta1", "MachineSet", "workers", "default", "uid-workers", "", ""},
            "Normal", "SuccessfulCreate", "Created 3 machines", 3s),
    };
    return changes;
}

} // namespace fake
