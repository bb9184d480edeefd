// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/ownership.h"
#include "core/controllers/autoscaler/autoscaler.h"
#include "core/controllers/setup.h"
#include "tests/support/objects.h"
#include "tests/support/planlab.h"
#include "tests/support/plantext.h"

#include <QTest>

using namespace core;
using namespace std::chrono_literals;
using namespace controllers::autoscaling;
using api::Machine;
using api::MachineSet;
using api::Node;
using api::Pod;
using controllers::NodeGroup;
using runtime::Plan;
using support::codesOf;
using support::fromYaml;
using support::with;

namespace {

/// A MachineSet of nodes with two cores and 4 GiB.
MachineSet setOf(const QByteArray &name, int size, int min, int max, const QByteArray &more = {})
{
    const auto set = fromYaml<MachineSet>("metadata: {name: " + name
        + ", namespace: default, annotations: "
          "{machine.openshift.io/cluster-api-autoscaler-node-group-min-size: '"
        + QByteArray::number(min) + "', machine.openshift.io/cluster-api-autoscaler-node-group-max-size: '"
        + QByteArray::number(max) + "'}}\nspec: {replicas: " + QByteArray::number(size)
        + ", selector: {matchLabels: {set: " + name + "}}, template: {metadata: {labels: {set: " + name
        + "}}, spec: {providerSpec: {value: {apiVersion: kubemarkproviderconfig.k8s.io/v1alpha1,"
          " kind: KubemarkMachineProviderConfig, image: i, numCores: 2, memoryCapacity: 4294967296}}}}}");
    return with(set, more);
}

QByteArray annotated(std::string_view key, const QByteArray &value)
{
    return "metadata: {annotations: {'" + QByteArray(key.data(), qsizetype(key.size())) + "': '" + value
        + "'}}";
}

NodeGroup groupOf(const MachineSet &set)
{
    NodeGroup group;
    group.scaled = std::make_shared<const MachineSet>(set);
    group.size = set.wantedReplicas();
    return group;
}

Pod podWith(const QByteArray &name, const QByteArray &cpu, const QByteArray &more = {})
{
    const auto pod = fromYaml<Pod>("metadata: {name: " + name
        + ", namespace: default, ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web, uid: u,"
          " controller: true}]}\nspec: {tolerations: [{key: kubemark, operator: Exists}],"
          " containers: [{name: c, image: i, resources: {requests: {cpu: "
        + cpu + "}}}]}\nstatus: {phase: Pending}");
    return with(pod, more);
}

controllers::AutoscalerStores storesIn(support::PlanLab &cluster)
{
    controllers::addIndexes(cluster.informers);
    return {controllers::storesOf(cluster.informers), cluster.of<api::MachineDeployment>(),
        cluster.of<api::PodDisruptionBudget>()};
}

/// The lab has a machine set controller that a test plays.
class Lab
{
public:
    Lab() { cluster.start(); }

    Plan look() const
    {
        const controllers::AutoscalerOptions options;
        return controllers::planAutoscaling(controllers::viewOf(stores, options), options, now());
    }
    /// Looks and applies; the codes of the reasons.
    QByteArray act()
    {
        const Plan plan = look();
        if (plan.reasons.empty() || plan.checkAgainAfter != 10s)
            QTest::qFail("every look has a reason, and is followed by another", __FILE__, __LINE__);
        cluster.apply(plan);
        return codesOf(plan.reasons);
    }
    /// The first effects of the plan only.
    void actPartly(std::size_t effects)
    {
        Plan plan = look();
        plan.effects.resize(std::min(effects, plan.effects.size()));
        cluster.apply(plan);
    }

    void addMember(const std::string &set, const std::string &name, bool withNode = true)
    {
        auto machine = fromYaml<Machine>("metadata: {namespace: default}\nstatus: {phase: Running}");
        machine.metadata.name = name;
        machine.metadata.ownerReferences = {api::controllerReference(*find(set))};
        if (withNode) {
            auto node = fromYaml<Node>(R"(
spec: {taints: [{key: kubemark, value: 'true', effect: NoSchedule}]}
status: {allocatable: {cpu: '2', memory: 4Gi, pods: '110'}, conditions: [{type: Ready, status: 'True'}]}
)");
            node.metadata.name = "n-" + name;
            cluster.put(node);
            machine.status.nodeRef = api::ObjectReference {.kind = "Node", .name = "n-" + name};
        }
        cluster.put(machine);
    }
    void addMembers(const std::string &set, int count)
    {
        for (int i = 0; i < count; ++i)
            addMember(set, set + "-" + std::to_string(i));
    }
    void addPending(int count, const QByteArray &cpu, const QByteArray &more = {})
    {
        for (int i = 0; i < count; ++i) {
            Pod pod = podWith("pending-" + QByteArray::number(i) + "-" + cpu, cpu, more);
            pod.status.conditions = {{"PodScheduled", "False", now(), "Unschedulable", "0/0"}};
            cluster.put(pod);
        }
    }
    void addRunning(const QByteArray &name, const std::string &machine, const QByteArray &cpu,
        const QByteArray &more = {})
    {
        Pod pod = podWith(name, cpu, "status: {phase: Running}");
        pod = with(pod, more);
        pod.spec.nodeName = "n-" + machine;
        pod.status.conditions = {{"Ready", "True", {}, {}, {}}};
        cluster.put(pod);
    }
    /// Does what a machine set does: the marked ones go, until there are as many as wanted.
    void settle(const std::string &set)
    {
        const auto wanted = find(set)->wantedReplicas();
        auto members =
            stores.stores.machines.listBy(controllers::indexNames::machinesByOwner, find(set)->metadata.uid);
        std::ranges::stable_partition(members, [](const auto &machine) {
            return !machine->metadata.annotation(api::keys::deleteMachine).empty();
        });
        for (std::size_t i = 0; i + std::size_t(wanted) < members.size(); ++i) {
            if (members[i]->status.nodeRef)
                cluster.remove<Node>({{}, members[i]->status.nodeRef->name});
            cluster.remove<Machine>(members[i]->key());
        }
        for (auto count = std::ssize(members); count < wanted; ++count)
            addMember(set, set + "-new-" + std::to_string(count));
    }
    std::shared_ptr<const MachineSet> find(const std::string &set)
    {
        return cluster.of<MachineSet>().find({"default", set});
    }
    int size(const std::string &set) { return int(find(set)->wantedReplicas()); }
    QByteArray taintsOf(const std::string &machine)
    {
        QByteArray text;
        for (const api::Taint &taint : cluster.of<Node>().find({{}, "n-" + machine})->spec.taints) {
            if (taint.key != "kubemark")
                text +=
                    (text.isEmpty() ? "" : " ") + QByteArray::fromStdString(taint.key + ":" + taint.effect);
        }
        return text;
    }
    bool isMarked(const std::string &machine)
    {
        const auto held = cluster.of<Machine>().find({"default", machine});
        return held && !held->metadata.annotation(api::keys::deleteMachine).empty();
    }
    QByteArray events() const { return QByteArray::fromStdString(cluster.eventReasons()); }

    base::Time now() const { return cluster.clock.now(); }
    void advance(base::Duration duration) { cluster.clock.advance(duration); }

    support::PlanLab cluster;
    const controllers::AutoscalerStores stores {storesIn(cluster)};
};

} // namespace

class TestAutoscaler : public QObject
{
    Q_OBJECT

private slots:
    // §11, size bounds
    void bounds_data()
    {
        QTest::addColumn<QByteArray>("min");
        QTest::addColumn<QByteArray>("max");
        QTest::addColumn<QByteArray>("found");
        QTest::newRow("both") << QByteArray("1") << QByteArray("5") << QByteArray("1 5");
        QTest::newRow("from zero") << QByteArray("0") << QByteArray("5") << QByteArray("0 5");
        QTest::newRow("fixed") << QByteArray("3") << QByteArray("3") << QByteArray("3 3");
        QTest::newRow("max 0 is no group") << QByteArray("0") << QByteArray("0") << QByteArray("no group");
        QTest::newRow("min missing") << QByteArray() << QByteArray("5") << QByteArray("no group");
        QTest::newRow("max missing") << QByteArray("1") << QByteArray() << QByteArray("no group");
        QTest::newRow("max below min")
            << QByteArray("6") << QByteArray("5") << QByteArray("smaller than its min-size");
        QTest::newRow("negative") << QByteArray("-1") << QByteArray("5") << QByteArray("is no whole number");
        QTest::newRow("no number") << QByteArray("1") << QByteArray("many")
                                   << QByteArray("is no whole number");
        QTest::newRow("trailing") << QByteArray("1") << QByteArray("5 ") << QByteArray("is no whole number");
    }
    void bounds()
    {
        QFETCH(QByteArray, min);
        QFETCH(QByteArray, max);
        QFETCH(QByteArray, found);
        api::ObjectMeta meta;
        if (!min.isEmpty())
            meta.annotations[std::string(minSize)] = min.toStdString();
        if (!max.isEmpty())
            meta.annotations[std::string(maxSize)] = max.toStdString();
        const auto read = controllers::sizeBounds(meta);
        QByteArray text = "no group";
        if (!read)
            text = QByteArray::fromStdString(read.error().message);
        else if (*read)
            text = QByteArray::number(qlonglong((*read)->first)) + " "
                + QByteArray::number(qlonglong((*read)->second));
        QVERIFY2(text.contains(found), text);
    }

    // §11, per-group options
    void groupOptions()
    {
        const MachineSet set = with(setOf("a", 1, 0, 5), R"(
metadata:
  annotations:
    machine.openshift.io/autoscaling-options-scaledownutilizationthreshold: '0.7'
    machine.openshift.io/autoscaling-options-scaledownunneededtime: 1m
    machine.openshift.io/autoscaling-options-scaledownunreadytime: 2m
    machine.openshift.io/autoscaling-options-maxnodeprovisiontime: 3m
    machine.openshift.io/autoscaling-options-scaledowndelayafteradd: 4m
)");
        std::vector<api::Reason> problems;
        const auto options = controllers::optionsOf(set.metadata, {}, problems);
        QVERIFY(problems.empty());
        QCOMPARE(options.utilizationThreshold, 0.7);
        QVERIFY(options.unneededTime == 1min && options.unreadyTime == 2min);
        QVERIFY(options.maxNodeProvisionTime == 3min && options.delayAfterAdd == 4min);
        QVERIFY(controllers::optionsOf({}, {}, problems) == controllers::AutoscalerOptions());
    }
    void optionsThatAreNotUnderstood_data()
    {
        QTest::addColumn<QByteArray>("option");
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("no duration") << QByteArray("scaledownunneededtime") << QByteArray("soon");
        QTest::newRow("a negative one") << QByteArray("maxnodeprovisiontime") << QByteArray("-1m");
        QTest::newRow("no number") << QByteArray("scaledownutilizationthreshold") << QByteArray("half");
        QTest::newRow("too large") << QByteArray("scaledownutilizationthreshold") << QByteArray("50");
    }
    void optionsThatAreNotUnderstood()
    {
        QFETCH(QByteArray, option);
        QFETCH(QByteArray, value);
        const MachineSet set =
            with(setOf("a", 1, 0, 5), annotated(std::string(optionPrefix) + option.toStdString(), value));
        std::vector<api::Reason> problems;
        QVERIFY(controllers::optionsOf(set.metadata, {}, problems) == controllers::AutoscalerOptions());
        QCOMPARE(codesOf(problems), "InvalidOption");
        QVERIFY2(problems.front().text.find(value.toStdString()) != std::string::npos,
            problems.front().text.c_str());
    }

    // §11, scale from zero and template taints
    void foreseenNode_data()
    {
        QTest::addColumn<QByteArray>("set");
        QTest::addColumn<QByteArray>("found"); // cpu memory pods others
        QTest::newRow("by the provider config") << QByteArray() << QByteArray("2 4294967296 110");
        QTest::newRow("by default") << QByteArray(
            "spec: {template: {spec: {providerSpec: {value: {numCores: null, memoryCapacity: null}}}}}")
                                    << QByteArray("1 4026531840 110");
        QTest::newRow("by the older annotations") << QByteArray(
            "metadata: {annotations: {machine.openshift.io/vCPU: '8', machine.openshift.io/memoryMb: "
            "'16384', machine.openshift.io/maxPods: '30'}}")
                                                  << QByteArray("8 16384Mi 30");
        QTest::newRow("by the capacity annotations")
            << QByteArray("metadata: {annotations: {machine.openshift.io/vCPU: '8', "
                          "capacity.cluster-autoscaler.kubernetes.io/cpu: '16', "
                          "capacity.cluster-autoscaler.kubernetes.io/memory: 128G, "
                          "capacity.cluster-autoscaler.kubernetes.io/maxPods: '200', "
                          "capacity.cluster-autoscaler.kubernetes.io/gpu-type: amd.com/gpu, "
                          "capacity.cluster-autoscaler.kubernetes.io/gpu-count: '2'}}")
            << QByteArray("16 128G 200 amd.com/gpu=2");
        QTest::newRow("not understood")
            << annotated("capacity.cluster-autoscaler.kubernetes.io/cpu", "lots")
            << QByteArray(
                   "the annotation capacity.cluster-autoscaler.kubernetes.io/cpu \"lots\" is no quantity");
    }
    void foreseenNode()
    {
        QFETCH(QByteArray, set);
        QFETCH(QByteArray, found);
        const auto node = controllers::templateNode(groupOf(with(setOf("a", 0, 0, 5), set)));
        if (!node) {
            QCOMPARE(QByteArray::fromStdString(node.error().message), found);
            return;
        }
        auto amounts = node->status.allocatable;
        std::string text = amounts["cpu"].text + " " + amounts["memory"].text + " " + amounts["pods"].text;
        for (const auto &[name, quantity] : amounts) {
            if (name != "cpu" && name != "memory" && name != "pods")
                text += " " + name + "=" + quantity.text;
        }
        QCOMPARE(QByteArray::fromStdString(text), found);
        QVERIFY(node->isReady());
    }
    void foreseenLabelsAndTaints()
    {
        const auto node = controllers::templateNode(groupOf(with(setOf("a", 0, 0, 5), R"(
metadata:
  annotations:
    capacity.cluster-autoscaler.kubernetes.io/labels: 'zone=b,kind=fast'
    capacity.cluster-autoscaler.kubernetes.io/taints: 'kubemark=true:NoSchedule,only=batch:NoExecute'
spec:
  template: {spec: {metadata: {labels: {zone: a, own: x}}, taints: [{key: dedicated, effect: NoSchedule}]}}
)")));
        QCOMPARE(node->metadata.label("zone"), "b");
        QCOMPARE(node->metadata.label("kind"), "fast");
        QCOMPARE(node->metadata.label("own"), "x");
        QByteArray taints;
        for (const api::Taint &taint : node->spec.taints)
            taints += QByteArray::fromStdString(taint.key + "=" + taint.value + ":" + taint.effect + " ");
        QCOMPARE(taints, "kubemark=true:NoSchedule dedicated=:NoSchedule only=batch:NoExecute ");
    }
    void aNodeThatIsThereIsTheBestForesight()
    {
        auto real = fromYaml<Node>(R"(
metadata: {name: n, labels: {zone: c, kubernetes.io/hostname: n}}
spec: {unschedulable: true, taints: [{key: own, effect: NoSchedule},
    {key: node.kubernetes.io/unschedulable, effect: NoSchedule},
    {key: ToBeDeletedByClusterAutoscaler, value: '1', effect: NoSchedule}]}
status: {allocatable: {cpu: '7'}, conditions: [{type: Ready, status: 'True'}]}
)");
        NodeGroup group = groupOf(setOf("a", 1, 0, 5));
        group.members.push_back({std::make_shared<const Machine>(), std::make_shared<const Node>(real)});
        const auto node = controllers::templateNode(group);
        QCOMPARE(node->status.allocatable.at("cpu").text, "7");
        QCOMPARE(node->metadata.label("zone"), "c");
        QVERIFY(node->metadata.label("kubernetes.io/hostname") != "n");
        QCOMPARE(node->spec.taints.size(), 1U);
        QVERIFY(!node->spec.unschedulable);
    }

    void packsPods_data()
    {
        QTest::addColumn<QByteArray>("cpus"); // of the pods
        QTest::addColumn<int>("most");
        QTest::addColumn<int>("nodes");
        QTest::addColumn<int>("pods");
        QTest::newRow("four halves fill two cores") << QByteArray("500m 500m 500m 500m") << 9 << 1 << 4;
        QTest::newRow("a fifth needs another") << QByteArray("500m 500m 500m 500m 500m") << 9 << 2 << 5;
        QTest::newRow("small ones fill gaps") << QByteArray("500m 1500m 500m 1500m") << 9 << 2 << 4;
        QTest::newRow("never more than the group may have") << QByteArray("2 2 2 2") << 3 << 3 << 3;
        QTest::newRow("too large for any") << QByteArray("3 1") << 9 << 1 << 1;
        QTest::newRow("nothing asked for") << QByteArray("0 0 0") << 9 << 1 << 3;
        QTest::newRow("nothing") << QByteArray() << 9 << 0 << 0;
    }
    void packsPods()
    {
        QFETCH(QByteArray, cpus);
        QFETCH(int, most);
        QFETCH(int, nodes);
        QFETCH(int, pods);
        const Node like = *controllers::templateNode(groupOf(setOf("a", 0, 0, 5)));
        std::vector<controllers::PodPointer> all;
        for (const QByteArray &cpu : cpus.split(' ')) {
            if (!cpu.isEmpty())
                all.push_back(
                    std::make_shared<const Pod>(podWith("p" + QByteArray::number(all.size()), cpu)));
        }
        const controllers::Growth growth = controllers::grow(like, all, most);
        QCOMPARE(int(growth.nodes), nodes);
        QCOMPARE(int(growth.pods.size()), pods);
        QVERIFY(growth.waste >= 0 && growth.waste <= 2);
    }

    void podsThatAvoidOneAnother()
    {
        const auto avoiding = [](const QByteArray &name, const QByteArray &topologyKey) {
            return std::make_shared<const Pod>(podWith(name, "100m",
                "metadata: {labels: {app: web}}\nspec: {affinity: {podAntiAffinity: "
                "{requiredDuringSchedulingIgnoredDuringExecution: [{labelSelector: {matchLabels: {app: "
                "web}}, topologyKey: "
                    + topologyKey + "}]}}}"));
        };
        Node like = *controllers::templateNode(groupOf(setOf("a", 0, 0, 5)));
        like.metadata.labels["zone"] = "b";
        const QByteArray host = "kubernetes.io/hostname";
        QCOMPARE(int(controllers::grow(like, {avoiding("w1", host), avoiding("w2", host)}, 5).nodes), 2);
        QCOMPARE(int(controllers::grow(like, {avoiding("w1", "zone"), avoiding("w2", "zone")}, 5).nodes), 1);

        controllers::Rooms there {controllers::newRoom(like, 7)};
        QVERIFY(controllers::place(avoiding("w1", host), there));
        QVERIFY(!controllers::place(avoiding("w2", host), there));
        QCOMPARE(controllers::whyNotOn(like, *avoiding("w2", host), there), "");
        QCOMPARE(controllers::whyNotOn(like, *avoiding("w2", "zone"), there),
            "node(s) didn't match pod anti-affinity rules");
        const auto plain =
            std::make_shared<const Pod>(podWith("w3", "100m", "metadata: {labels: {app: web}}"));
        QVERIFY(!controllers::place(plain, there)); // the other one does not want it

        Lab lab;
        lab.cluster.put(setOf("a", 0, 0, 12));
        for (int i = 0; i < 4; ++i) {
            Pod pending = *avoiding("p" + QByteArray::number(i), host);
            pending.status.conditions = {{"PodScheduled", "False", lab.now(), "Unschedulable", "0/0"}};
            lab.cluster.put(pending);
        }
        QCOMPARE(lab.act(), "TriggeredScaleUp");
        QCOMPARE(lab.size("a"), 4);
    }

    void boundsOfOtherGroups_data()
    {
        QTest::addColumn<QByteArray>("group");
        for (const char *group : {"machine.openshift.io/", "cluster.x-k8s.io/", "cluster.k8s.io/"})
            QTest::newRow(group) << QByteArray(group);
    }
    void boundsOfOtherGroups()
    {
        QFETCH(QByteArray, group);
        api::ObjectMeta meta;
        const std::string prefix = group.toStdString() + "cluster-api-autoscaler-node-group-";
        meta.annotations = {{prefix + "min-size", "1"}, {prefix + "max-size", "5"}};
        const auto read = controllers::sizeBounds(meta);
        QVERIFY(read && *read);
        QCOMPARE((**read), std::pair(std::int64_t(1), std::int64_t(5)));
        meta.annotations.insert_or_assign(std::string(maxSize), "3"); // ours counts
        QCOMPARE((*controllers::sizeBounds(meta))->second, std::int64_t(3));
    }

    void doesNothingWithoutGroups()
    {
        Lab lab;
        lab.addPending(3, "1");
        QCOMPARE(lab.act(), "NoNodeGroups");
        MachineSet plain = setOf("a", 1, 0, 5);
        plain.metadata.annotations.erase(std::string(minSize));
        lab.cluster.put(plain);
        MachineSet wrong = setOf("b", 1, 6, 5);
        lab.cluster.put(wrong);
        MachineSet owned = setOf("c", 1, 0, 5);
        owned.metadata.ownerReferences = {
            {"machine.openshift.io/v1beta1", "MachineDeployment", "d", "u", true, {}}};
        lab.cluster.put(owned);
        QCOMPARE(lab.act(), "InvalidBounds,NoNodeGroups");
        QCOMPARE(lab.cluster.writes, 0);
    }

    void growsFromZero()
    {
        Lab lab;
        lab.cluster.put(setOf("a", 0, 0, 12));
        lab.addPending(40, "500m");
        QCOMPARE(lab.act(), "TriggeredScaleUp");
        QCOMPARE(lab.size("a"), 10);
        QCOMPARE(lab.events().count("TriggeredScaleUp"), 40);
        QVERIFY(lab.events().startsWith("ScaledUpGroup"));
    }

    void growth_data()
    {
        QTest::addColumn<QByteArray>("set"); // laid over a set of size 1 with bounds 0 to 5
        QTest::addColumn<QByteArray>("pod"); // laid over one with half a core
        QTest::addColumn<QByteArray>("codes");
        QTest::addColumn<int>("size");
        QTest::addColumn<QByteArray>("event");
        const QByteArray gpu =
            "spec: {containers: [{name: c, image: i, resources: {limits: {nvidia.com/gpu: '1'}}}]}";
        QTest::newRow("for pods that wait") << QByteArray() << QByteArray() << QByteArray("TriggeredScaleUp")
                                            << 3 << QByteArray("TriggeredScaleUp");
        QTest::newRow("not above its maximum")
            << annotated(maxSize, "2") << QByteArray() << QByteArray("TriggeredScaleUp,NotTriggerScaleUp")
            << 2 << QByteArray("NotTriggerScaleUp");
        QTest::newRow("not when paused")
            << annotated(api::keys::paused, "") << QByteArray()
            << QByteArray("CannotGrow,NotTriggerScaleUp,Paused") << 1 << QByteArray("NotTriggerScaleUp");
        QTest::newRow("not while it backs off")
            << annotated(backoffUntil, "2026-11-20T10:04:00Z") << QByteArray()
            << QByteArray("CannotGrow,NotTriggerScaleUp,Utilized") << 1 << QByteArray("NotTriggerScaleUp");
        QTest::newRow("after its backoff")
            << annotated(backoffUntil, "2026-11-20T09:59:00Z") << QByteArray()
            << QByteArray("TriggeredScaleUp") << 3 << QByteArray("TriggeredScaleUp");
        QTest::newRow("not for what its nodes don't offer")
            << QByteArray() << gpu << QByteArray("NotTriggerScaleUp,Utilized") << 1
            << QByteArray("NotTriggerScaleUp");
        QTest::newRow("not for pods that its taint keeps away")
            << QByteArray() << QByteArray("spec: {tolerations: null}")
            << QByteArray("NotTriggerScaleUp,Utilized") << 1 << QByteArray("NotTriggerScaleUp");
        QTest::newRow("not for pods that select other nodes")
            << QByteArray() << QByteArray("spec: {nodeSelector: {disk: ssd}}")
            << QByteArray("NotTriggerScaleUp,Utilized") << 1 << QByteArray("NotTriggerScaleUp");
    }
    void growth()
    {
        QFETCH(QByteArray, set);
        QFETCH(QByteArray, pod);
        QFETCH(QByteArray, codes);
        QFETCH(int, size);
        QFETCH(QByteArray, event);
        Lab lab;
        lab.cluster.put(with(setOf("a", 1, 0, 5), set));
        lab.addMembers("a", 1);
        lab.addRunning("full", "a-0", "2");
        lab.addPending(8, "500m", pod);
        QCOMPARE(lab.act(), codes);
        QCOMPARE(lab.size("a"), size);
        QVERIFY2(lab.events().contains(event), lab.events());
        if (lab.size("a") == 1) { // told once, and nothing is written
            lab.advance(20s);
            QVERIFY(lab.look().effects.empty());
        }
    }

    void doesNotGrowByWhatItCannotForesee()
    {
        Lab lab;
        lab.cluster.put(
            with(setOf("a", 0, 0, 5), annotated("capacity.cluster-autoscaler.kubernetes.io/cpu", "lots")));
        lab.addPending(1, "500m");
        QVERIFY(lab.act().contains("UnknownCapacity"));
        QCOMPARE(lab.size("a"), 0);
    }

    void nodesUnderWayCount()
    {
        Lab lab;
        lab.cluster.put(setOf("a", 0, 0, 5));
        lab.addPending(8, "500m");
        lab.act();
        QCOMPARE(lab.size("a"), 2);
        lab.advance(10s); // no machine has been made yet
        QCOMPARE(lab.act(), "WaitingForNodes,Resizing");
        lab.addMember("a", "a-0", false); // one is there, without a node
        lab.addMember("a", "a-1"); // the other one has its node, and the scheduler has not seen it yet
        lab.advance(10s);
        QCOMPARE(lab.act(), "WaitingForScheduler,WaitingForNodes,Utilized");
        QCOMPARE(lab.size("a"), 2);
        lab.addPending(1, "2");
        lab.advance(10s);
        lab.act();
        QCOMPARE(lab.size("a"), 3);
    }

    void choosesTheLeastWaste()
    {
        Lab lab;
        lab.cluster.put(with(setOf("large", 0, 0, 5),
            "spec: {template: {spec: {providerSpec: {value: {numCores: 16, memoryCapacity: "
            "34359738368}}}}}"));
        lab.cluster.put(setOf("small", 0, 0, 5));
        lab.addPending(2, "900m");
        lab.act();
        QCOMPARE(lab.size("small"), 1);
        QCOMPARE(lab.size("large"), 0);
        lab.addPending(4, "3500m"); // these fit only the large ones
        lab.advance(10s);
        lab.act();
        QCOMPARE(lab.size("small"), 1);
        QCOMPARE(lab.size("large"), 1);
    }

    /// Idle for ten minutes, then gone: noticed, marked, the size lowered once.
    void idleNodesGo()
    {
        Lab lab;
        lab.cluster.put(setOf("a", 3, 1, 5));
        lab.addMembers("a", 3);
        lab.addRunning("busy", "a-1", "1500m");
        QCOMPARE(lab.act(), "NoPendingPods,Unneeded,Unneeded");
        QCOMPARE(lab.taintsOf("a-0"), "DeletionCandidateOfClusterAutoscaler:PreferNoSchedule");
        QCOMPARE(lab.taintsOf("a-1"), "");
        QVERIFY(lab.look().effects.empty());
        lab.advance(10min - 1s);
        QVERIFY(lab.look().effects.empty());
        lab.advance(1s);
        QCOMPARE(lab.act(), "NoPendingPods,ScaleDown");
        QCOMPARE(lab.size("a"), 1);
        QVERIFY(lab.isMarked("a-0") && lab.isMarked("a-2") && !lab.isMarked("a-1"));
        QCOMPARE(lab.taintsOf("a-0"), "ToBeDeletedByClusterAutoscaler:NoSchedule");
        QCOMPARE(lab.events(), "ScaleDown ScaleDown ScaleDown");
        QCOMPARE(lab.act(), "NoPendingPods,Resizing"); // the machine set has not followed yet
        lab.settle("a");
        QCOMPARE(lab.act(), "NoPendingPods,AtMinSize");
        QVERIFY(lab.look().effects.empty());
        QCOMPARE(lab.size("a"), 1);
    }

    void neverBelowTheMinimum()
    {
        Lab lab;
        lab.cluster.put(setOf("a", 3, 2, 5));
        lab.addMembers("a", 3);
        for (int look = 0; look < 300; ++look) {
            lab.act();
            lab.settle("a");
            QVERIFY(lab.size("a") >= 2);
            lab.advance(10s);
        }
        QCOMPARE(lab.size("a"), 2);
        for (int i = 0; i < 3; ++i) {
            if (lab.cluster.of<Machine>().find({"default", "a-" + std::to_string(i)}))
                QCOMPARE(lab.taintsOf("a-" + std::to_string(i)), ""); // they are not waiting to go
        }
    }

    void nodesThatAreNeededAgainStay()
    {
        Lab lab;
        lab.cluster.put(setOf("a", 2, 0, 5));
        lab.addMembers("a", 2);
        lab.act();
        lab.advance(9min);
        lab.addRunning("back", "a-0", "1500m");
        QVERIFY(lab.act().contains("NeededAgain"));
        QCOMPARE(lab.taintsOf("a-0"), "");
        lab.advance(1min);
        lab.act();
        QCOMPARE(lab.size("a"), 1);
        QVERIFY(!lab.isMarked("a-0"));
    }

    /// A pod that fits on an idle node keeps it, before the scheduler has brought it there.
    void aPendingPodKeepsItsRoom()
    {
        Lab lab;
        lab.cluster.put(setOf("a", 1, 0, 5));
        lab.addMembers("a", 1);
        lab.act();
        lab.advance(10min);
        lab.addPending(1, "100m");
        lab.act();
        QCOMPARE(lab.size("a"), 1);
        QVERIFY(!lab.isMarked("a-0"));
    }

    void coolsDownAfterGrowing()
    {
        Lab lab;
        lab.cluster.put(with(setOf("a", 2, 0, 5),
            annotated("machine.openshift.io/autoscaling-options-scaledownunneededtime", "1m")));
        lab.addMembers("a", 1);
        lab.advance(8min);
        lab.addMember("a", "a-young");
        lab.addRunning("busy", "a-young", "2");
        lab.act();
        lab.advance(5min);
        QVERIFY(lab.act().contains("CoolingDown"));
        QCOMPARE(lab.size("a"), 2);
        lab.advance(5min);
        lab.act();
        QCOMPARE(lab.size("a"), 1);
    }

    void whatKeepsANode_data()
    {
        QTest::addColumn<QByteArray>("pod"); // laid over one with 100m on the node
        QTest::addColumn<QByteArray>("node");
        QTest::addColumn<QByteArray>("why"); // empty: it goes
        QTest::newRow("a pod that may move") << QByteArray() << QByteArray() << QByteArray();
        QTest::newRow("no controller")
            << QByteArray("metadata: {ownerReferences: null}") << QByteArray() << QByteArray("no controller");
        QTest::newRow("not safe to evict")
            << annotated(safeToEvict, "false") << QByteArray() << QByteArray("not safe to evict");
        QTest::newRow("safe to evict, though without controller")
            << QByteArray("metadata: {ownerReferences: null, annotations: "
                          "{cluster-autoscaler.kubernetes.io/safe-to-evict: 'true'}}")
            << QByteArray() << QByteArray();
        QTest::newRow("local storage") << QByteArray("spec: {volumes: [{name: v, emptyDir: {}}]}")
                                       << QByteArray() << QByteArray("local storage");
        QTest::newRow("of the system") << QByteArray("metadata: {namespace: kube-system}") << QByteArray()
                                       << QByteArray("belongs to the system");
        QTest::newRow("of a daemon set") << QByteArray(
            "metadata: {ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, name: d, uid: u, "
            "controller: true}]}") << QByteArray()
                                         << QByteArray();
        QTest::newRow("finished") << QByteArray(
            "metadata: {ownerReferences: null}\nstatus: {phase: Succeeded}")
                                  << QByteArray() << QByteArray();
        QTest::newRow("no other room") << QByteArray("spec: {nodeSelector: {only: here}}") << QByteArray()
                                       << QByteArray("no other room");
        QTest::newRow("used enough") << QByteArray(
            "spec: {containers: [{name: c, image: i, resources: {requests: {cpu: '1'}}}]}")
                                     << QByteArray() << QByteArray("used");
        QTest::newRow("budget") << QByteArray("metadata: {labels: {app: guarded}}") << QByteArray()
                                << QByteArray("disruption budget");
        QTest::newRow("annotated to stay")
            << QByteArray() << annotated(scaleDownDisabled, "true") << QByteArray("annotated to stay");
    }
    void whatKeepsANode()
    {
        QFETCH(QByteArray, pod);
        QFETCH(QByteArray, node);
        QFETCH(QByteArray, why);
        Lab lab;
        lab.cluster.put(setOf("a", 2, 1, 5));
        lab.addMembers("a", 2);
        lab.addRunning("elsewhere", "a-1", "1500m");
        lab.addRunning("subject", "a-0", "100m", pod);
        lab.cluster.edit<Node>({{}, "n-a-0"}, [&](Node &each) { each = with(each, node); });
        const auto budget =
            fromYaml<api::PodDisruptionBudget>("metadata: {name: guard, namespace: default}\nspec: "
                                               "{minAvailable: 1, selector: {matchLabels: {app: guarded}}}");
        lab.cluster.put(budget);
        lab.act();
        lab.advance(10min);
        const Plan plan = lab.look();
        lab.cluster.apply(plan);
        QCOMPARE(lab.size("a"), why.isEmpty() ? 1 : 2);
        if (why.isEmpty())
            return;
        QByteArray texts;
        for (const api::Reason &reason : plan.reasons)
            texts += QByteArray::fromStdString(reason.text) + "\n";
        QVERIFY2(texts.contains(why), texts);
        QCOMPARE(codesOf(plan.reasons).contains("NotRemovable"), why != "used");
    }

    void staysWhileItsDeploymentIsRolledOut()
    {
        Lab lab;
        lab.cluster.put(fromYaml<api::MachineDeployment>(R"(
metadata:
  name: fleet
  namespace: default
  annotations: {machine.openshift.io/cluster-api-autoscaler-node-group-min-size: '0',
    machine.openshift.io/cluster-api-autoscaler-node-group-max-size: '5'}
spec:
  replicas: 2
  selector: {matchLabels: {set: old}}
  template: {metadata: {labels: {set: old}}, spec: {}}
)"));
        const auto fleet = lab.cluster.of<api::MachineDeployment>().find({"default", "fleet"});
        for (const char *name : {"old", "new"}) {
            MachineSet set = setOf(name, 1, 0, 5);
            set.metadata.annotations.clear();
            set.metadata.ownerReferences = {api::controllerReference(*fleet)};
            lab.cluster.put(set);
            lab.addMembers(name, 1);
        }
        QCOMPARE(lab.act(), "NoPendingPods,RollingOut");
        QCOMPARE(lab.taintsOf("old-0"), "");
    }

    void nodesWithPodsGoOneByOne()
    {
        Lab lab;
        lab.cluster.put(setOf("a", 4, 0, 5));
        lab.addMembers("a", 4);
        lab.addRunning("p0", "a-0", "400m");
        lab.addRunning("p1", "a-1", "400m");
        lab.addRunning("p3", "a-3", "1500m");
        lab.act();
        lab.advance(10min);
        QVERIFY(lab.act().contains("NotAllAtOnce") || lab.size("a") == 2);
        QCOMPARE(lab.size("a"), 2); // the empty one, and one of the others
        QVERIFY(lab.isMarked("a-2"));
    }

    void unreadyNodesGoLater()
    {
        Lab lab;
        lab.cluster.put(setOf("a", 1, 0, 5));
        lab.addMembers("a", 1);
        lab.addRunning("p", "a-0", "2", annotated(safeToEvict, "true"));
        lab.cluster.put(setOf("b", 1, 1, 1));
        lab.addMembers("b", 1);
        lab.cluster.edit<Node>(
            {{}, "n-a-0"}, [](Node &each) { each.status.conditions[0].status = "Unknown"; });
        lab.act();
        lab.advance(10min);
        lab.act();
        QCOMPARE(lab.size("a"), 1);
        lab.advance(10min);
        lab.act();
        QCOMPARE(lab.size("a"), 0);
    }

    /// Dies after every number of writes of a scale-down, and goes on: as many go as should, and no other.
    void aCrashInTheMiddleChangesNothing()
    {
        for (std::size_t cut = 0; cut < 8; ++cut) {
            Lab lab;
            lab.cluster.put(setOf("a", 3, 1, 5));
            lab.addMembers("a", 3);
            lab.addRunning("busy", "a-1", "1500m");
            lab.actPartly(cut);
            lab.act();
            lab.advance(10min);
            lab.actPartly(cut);
            lab.advance(10s);
            lab.act();
            lab.act();
            QCOMPARE(lab.size("a"), 1);
            lab.settle("a");
            QVERIFY(lab.cluster.of<Machine>().find({"default", "a-1"}));
            QCOMPARE(lab.cluster.of<Machine>().size(), 1U);
            QVERIFY(lab.look().effects.empty());
        }
    }

    /// Dies after marking; then the node is needed: everything is taken back.
    void takesBackWhatWasNotFinished()
    {
        Lab lab;
        lab.cluster.put(setOf("a", 1, 0, 5));
        lab.addMembers("a", 1);
        lab.act();
        lab.advance(10min);
        lab.actPartly(2);
        QVERIFY(lab.isMarked("a-0"));
        lab.addRunning("back", "a-0", "2");
        QVERIFY(lab.act().contains("NeededAgain"));
        QVERIFY(!lab.isMarked("a-0"));
        QCOMPARE(lab.taintsOf("a-0"), "");
        QCOMPARE(lab.size("a"), 1);
    }

    void leavesForeignMarksAlone()
    {
        Lab lab;
        lab.cluster.put(setOf("a", 1, 0, 5));
        lab.addMembers("a", 1);
        lab.addRunning("busy", "a-0", "2");
        lab.cluster.edit<Machine>({"default", "a-0"}, [](Machine &machine) {
            machine.metadata.annotations[std::string(api::keys::deleteMachine)] = "mine";
        });
        lab.act();
        QVERIFY(lab.isMarked("a-0"));
    }

    void machinesThatGetNoNodeGo()
    {
        Lab lab;
        lab.cluster.put(setOf("a", 2, 0, 5));
        lab.addMember("a", "a-0", false);
        lab.addMember("a", "a-1", false);
        lab.addPending(2, "1500m");
        lab.advance(15min - 1s);
        QVERIFY(lab.act().contains("WaitingForNodes"));
        lab.advance(1s);
        QVERIFY(lab.act().contains("ScaleUpTimedOut"));
        QCOMPARE(lab.size("a"), 0);
        QVERIFY(lab.isMarked("a-0") && lab.isMarked("a-1"));
        QVERIFY(lab.events().contains("ScaleUpTimedOut"));
        lab.settle("a");
        lab.advance(10s);
        QVERIFY(lab.act().contains("CannotGrow")); // not at once again
        QCOMPARE(lab.size("a"), 0);
        lab.advance(5min);
        lab.act();
        QCOMPARE(lab.size("a"), 2);
    }

    void machinesThatFailedGo()
    {
        Lab lab;
        lab.cluster.put(setOf("a", 2, 1, 5));
        for (const char *name : {"a-0", "a-1"}) {
            lab.addMember("a", name, false);
            lab.cluster.edit<Machine>({"default", name}, [](Machine &machine) {
                machine.status.phase = "Failed";
                machine.status.failureMessage = "no more quota";
            });
        }
        QVERIFY(lab.act().contains("FailedToScaleUpGroup"));
        QCOMPARE(lab.size("a"), 1); // not below the minimum
        lab.settle("a");
        QVERIFY(lab.act().contains("FailedMachinesStay"));
        QVERIFY(lab.look().effects.empty());
    }
};

QTEST_GUILESS_MAIN(TestAutoscaler)
#include "tst_autoscaler.moc"
