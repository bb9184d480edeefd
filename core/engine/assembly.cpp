// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/assembly.h"

#include "core/controllers/mcm/rolloutsetup.h"
#include "core/controllers/mcm/setup.h"
#include "core/controllers/setup.h"
#include "core/controlplane/deployment.h"
#include "core/controlplane/job.h"
#include "core/controlplane/nodeeviction.h"
#include "core/controlplane/nodelifecycle.h"
#include "core/controlplane/podgc.h"
#include "core/controlplane/replicaset.h"
#include "core/controlplane/scheduler.h"
#include "core/controlplane/tainteviction.h"

#include <QString>
#include <QSysInfo>

#include <algorithm>

namespace core::engine {

namespace {

struct Description {
    std::string_view name;
    ControllerGroup group;
    std::string_view text;
};
using enum ControllerGroup;

constexpr std::array<Description, 22> descriptions {{
    {"nodelifecycle", ControlPlane, "Turns silent nodes Unknown and taints unhealthy ones"},
    {"nodeeviction", ControlPlane, "Taints unhealthy nodes NoExecute, zone by zone and at a limited rate"},
    {"tainteviction", ControlPlane, "Removes pods that do not tolerate their node's taints"},
    {"garbagecollector", ControlPlane, "Deletes what has lost its owner"},
    {"scheduler", ControlPlane, "Binds pods that name no node"},
    {"podgc", ControlPlane, "Removes pods whose node is gone"},
    {"replicaset", ControlPlane, "Keeps as many pods as each ReplicaSet wants"},
    {"deployment", ControlPlane, "Rolls out changes of each Deployment through its ReplicaSets"},
    {"job", ControlPlane, "Runs the pods of each Job until enough of them succeed"},
    {"namespaces", ControlPlane, "Empties namespaces that are being deleted"},
    {"hollow-host", HollowNodes,
        "Runs hollow-node pods: each becomes a node that heartbeats and fails on command"},
    {"machine", MachineApi, "Makes, watches and removes the instance of each Machine"},
    {"machineset", MachineApi, "Keeps as many Machines as each MachineSet wants"},
    {"machinedeployment", MachineApi, "Rolls out changes of each MachineDeployment through its MachineSets"},
    {"nodelink", MachineApi, "Links Machines and Nodes, and copies labels and taints"},
    {"healthcheck", MachineApi, "Replaces Machines whose nodes are unhealthy for too long"},
    {"orphansweep", MachineApi, "Removes hollow-node pods whose Machine is gone"},
    {"autoscaler", MachineApi, "Grows and shrinks annotated MachineSets as pods need nodes"},
    {"mcm-machine", Mcm, "Makes, watches and removes the instance of each Machine of machine.sapcloud.io"},
    {"mcm-machineset", Mcm, "Keeps as many Machines as each MachineSet of machine.sapcloud.io wants"},
    {"mcm-machinedeployment", Mcm,
        "Rolls out changes of each MachineDeployment of machine.sapcloud.io, also in place"},
    {"mcm-safety", Mcm,
        "Freezes sets of machine.sapcloud.io that overshoot, and machines while the API server is away"},
}};

/// A DNS label made of the computer's name.
std::string hostLabel()
{
    std::string label;
    for (const char c : QSysInfo::machineHostName().toLower().toStdString())
        label += (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ? c : '-';
    label = label.substr(0, 40);
    while (label.ends_with('-'))
        label.pop_back();
    return label.empty() || label.starts_with('-') ? "local" + label : label;
}

} // namespace

std::vector<std::pair<std::string, std::string>> Assembly::known()
{
    std::vector<std::pair<std::string, std::string>> names;
    for (const Description &description : descriptions)
        names.emplace_back(description.name, description.text);
    return names;
}

ControllerGroup Assembly::groupOf(std::string_view name)
{
    const auto description = std::ranges::find(descriptions, name, &Description::name);
    Q_ASSERT(description != descriptions.end());
    return description->group;
}

std::vector<const api::Resource *> Assembly::needsOf(std::string_view name)
{
    using namespace api;
    using Needs = std::vector<const Resource *>;
    static const std::map<std::string_view, Needs> needs {
        {"machine", {&resourceOf<Machine>()}},
        {"machineset", {&resourceOf<Machine>(), &resourceOf<MachineSet>()}},
        {"machinedeployment", {&resourceOf<MachineSet>(), &resourceOf<MachineDeployment>()}},
        {"nodelink", {&resourceOf<Machine>()}},
        {"healthcheck", {&resourceOf<Machine>()}}, // and one of two generations of checks
        // a pod whose machine can't be seen is no orphan (reliability.md T18)
        {"orphansweep", {&resourceOf<Machine>(), &resourceOf<mcm::Machine>()}},
        {"mcm-machine", {&resourceOf<mcm::Machine>(), &resourceOf<mcm::MachineClass>()}},
        {"mcm-machineset", {&resourceOf<mcm::Machine>(), &resourceOf<mcm::MachineSet>()}},
        {"mcm-machinedeployment", {&resourceOf<mcm::MachineSet>(), &resourceOf<mcm::MachineDeployment>()}},
        {"mcm-safety",
            {&resourceOf<mcm::Machine>(), &resourceOf<mcm::MachineSet>(),
                &resourceOf<mcm::MachineDeployment>()}},
    };
    const auto found = needs.find(name);
    return found == needs.end() ? Needs() : found->second;
}

Assembly::Assembly(const AssemblyParts &parts)
{
    if (parts.mode == Mode::Lab)
        addControlPlane(parts);
    addHollowHost(parts);
    addMachineControllers(parts);
}

bool Assembly::mcmFrozen() const
{
    return m_safety->outage().holdsMachines();
}

void Assembly::addUnit(const AssemblyParts &parts, std::string_view name, std::function<void()> start,
    std::function<void()> stop)
{
    const auto description = std::ranges::find(descriptions, name, &Description::name);
    parts.manager.add({std::string(name), std::string(description->text), std::move(start), std::move(stop)},
        parts.wanted.contains(name));
}

void Assembly::add(const AssemblyParts &parts, std::string_view name, Controllers controllers)
{
    const Controllers &kept = m_controllers.emplace(name, std::move(controllers)).first->second;
    for (const auto &controller : kept)
        keep(parts, name, *controller);
    addUnit(
        parts, name,
        [&kept] {
            for (const auto &controller : kept)
                controller->start();
        },
        [&kept] {
            for (const auto &controller : kept)
                controller->stop();
        });
}

void Assembly::keep(const AssemblyParts &parts, std::string_view name, runtime::Controller &controller)
{
    m_all.push_back(&controller);
    if (const auto most = parts.concurrentSyncs.find(name); most != parts.concurrentSyncs.end())
        controller.setMostUnderway(most->second);
}

void Assembly::addControlPlane(const AssemblyParts &parts)
{
    const controlplane::Surroundings surroundings {parts.informers, parts.clock, parts.runner, parts.chance};
    add(parts, "nodelifecycle", controlplane::makeNodeLifecycle(surroundings));
    add(parts, "nodeeviction", controlplane::makeNodeEviction(surroundings));
    add(parts, "tainteviction", controlplane::makeTaintEviction(surroundings));
    m_garbageCollection = std::make_unique<controlplane::GarbageCollection>(surroundings, parts.client);
    for (const auto &controller : m_garbageCollection->controllers())
        keep(parts, "garbagecollector", *controller);
    addUnit(
        parts, "garbagecollector", [this] { m_garbageCollection->start(); },
        [this] { m_garbageCollection->stop(); });
    add(parts, "scheduler", controlplane::makeScheduler(surroundings));
    add(parts, "podgc", controlplane::makePodGc(surroundings));
    add(parts, "replicaset", controlplane::makeReplicaSets(surroundings));
    add(parts, "deployment", controlplane::makeDeployments(surroundings));
    add(parts, "job", controlplane::makeJobs(surroundings));
    m_namespaces = std::make_unique<controlplane::Namespaces>(
        parts.informers.of<api::Namespace>(), parts.client, parts.clock);
    addUnit(
        parts, "namespaces", [this] { m_namespaces->start(); }, [this] { m_namespaces->stop(); });
}

void Assembly::addHollowHost(const AssemblyParts &parts)
{
    hollow::HollowHostOptions options;
    options.hostName = parts.mode == Mode::Lab ? "lab" : hostLabel();
    m_hollowHost = std::make_unique<hollow::HollowHost>(
        options, parts.informers, parts.client, parts.clock, parts.runner, parts.chance);
    for (runtime::Controller *controller : m_hollowHost->controllers())
        keep(parts, "hollow-host", *controller);
    addUnit(
        parts, "hollow-host", [this] { m_hollowHost->start(); }, [this] { m_hollowHost->stop(); });
    m_actuator = std::make_unique<actuator::KubemarkActuator>(
        actuator::KubemarkOptions {m_hollowHost->nodeName(), parts.mode == Mode::External, parts.chance});
}

void Assembly::addMachineControllers(const AssemblyParts &parts)
{
    m_firstMachineController = m_all.size();
    // The driver needs no secret, so those of the user's own cluster are none of our business.
    const auto secrets =
        parts.mode == Mode::Lab ? controllers::mcm::Secrets::Read : controllers::mcm::Secrets::NotRead;
    controllers::addIndexes(parts.informers);
    controllers::mcm::addIndexes(parts.informers, secrets);
    controllers::mcm::addRolloutIndexes(parts.informers);
    m_remediationObjects = std::make_unique<controllers::RemediationObjects>(
        parts.client, parts.informers, parts.clock, parts.chance);
    const controllers::Parts surroundings {
        parts.informers, parts.clock, parts.runner, parts.chance, *m_actuator, m_remediationObjects.get()};
    const auto addOne = [&](std::string_view name, std::unique_ptr<runtime::Controller> controller) {
        Controllers one;
        one.push_back(std::move(controller));
        add(parts, name, std::move(one));
    };
    addOne("machine", controllers::makeMachineController(surroundings));
    addOne("machineset", controllers::makeMachineSetController(surroundings));
    addOne("machinedeployment", controllers::makeMachineDeploymentController(surroundings));
    addOne("nodelink", controllers::makeNodeLinkController(surroundings));
    Controllers healthChecks;
    healthChecks.push_back(controllers::makeHealthCheckController(surroundings));
    healthChecks.push_back(controllers::makeHealthCheckV1alpha1Controller(surroundings));
    add(parts, "healthcheck", std::move(healthChecks));
    addOne("orphansweep", controllers::makeOrphanSweepController(surroundings));
    m_safety = std::make_unique<controllers::mcm::Safety>(surroundings);
    controllers::mcm::MachineControllerOptions options;
    options.isFrozen = [this] { return mcmFrozen(); };
    add(parts, "mcm-machine", controllers::mcm::makeMachineControllers(surroundings, secrets, options));
    m_safety->onHold([this, &machines = parts.informers.of<api::mcm::Machine>().store()] {
        for (const auto &controller : m_controllers.at("mcm-machine")) {
            for (const auto &machine : machines.list()) {
                if (controller->knows(machine->key()))
                    controller->enqueue(machine->key());
            }
        }
    });
    add(parts, "mcm-machineset", controllers::mcm::makeMachineSetControllers(surroundings));
    add(parts, "mcm-machinedeployment", controllers::mcm::makeMachineDeploymentControllers(surroundings));
    keep(parts, "mcm-safety", m_safety->controller());
    addUnit(
        parts, "mcm-safety", [this] { m_safety->start(); }, [this] { m_safety->stop(); });
    if (parts.mode == Mode::Lab)
        addOne("autoscaler", controllers::makeAutoscalerController(surroundings));
}

} // namespace core::engine
