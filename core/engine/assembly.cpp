// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/assembly.h"

#include "core/controllers/machine.h"
#include "core/controllers/machineset.h"
#include "core/controllers/nodelink.h"

#include <QString>
#include <QSysInfo>

#include <algorithm>

namespace core::engine {

namespace {

struct Description {
    std::string_view name;
    std::string_view text;
};

constexpr std::array<Description, 10> descriptions {{
    {"nodelifecycle", "Turns silent nodes Unknown, taints unhealthy ones and evicts their pods"},
    {"garbagecollector", "Deletes what has lost its owner"},
    {"scheduler", "Binds pods that name no node"},
    {"podgc", "Removes pods whose node is gone"},
    {"hollow-host", "Runs hollow-node pods: each becomes a node that heartbeats and fails on command"},
    {"machine", "Makes, watches and removes the instance of each Machine"},
    {"machineset", "Keeps as many Machines as each MachineSet wants"},
    {"nodelink", "Links Machines and Nodes, and copies labels and taints"},
    {"healthcheck", "Replaces Machines whose nodes are unhealthy for too long"},
    {"orphansweep", "Removes hollow-node pods whose Machine is gone"},
}};
constexpr std::size_t standIns = 4; ///< the first ones: an external cluster brings its own

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

/// A set is looked at once for all of its machines that change at the same moment.
constexpr std::chrono::milliseconds gatherTime {1};

template<typename T>
std::vector<api::ObjectKey> itself(const T &object)
{
    return {object.key()};
}

/// Node changes, but for heartbeats: those wake nobody.
void watchNodes(runtime::Controller &controller, runtime::Informer<api::Node> &nodes,
    std::function<std::vector<api::ObjectKey>(const api::Node &)> keysOf)
{
    controller.watchesChanges<api::Node>(nodes, [keysOf](const api::Node *before, const api::Node *after) {
        if (before && after && controllers::isHeartbeat(*before, *after))
            return std::vector<api::ObjectKey>();
        std::vector<api::ObjectKey> keys = keysOf(after ? *after : *before);
        if (before && after) {
            for (api::ObjectKey &key : keysOf(*before))
                keys.push_back(std::move(key));
        }
        return keys;
    });
}

} // namespace

std::vector<std::pair<std::string, std::string>> Assembly::known()
{
    std::vector<std::pair<std::string, std::string>> names;
    for (const Description &description : descriptions)
        names.emplace_back(description.name, description.text);
    return names;
}

Assembly::Assembly(const AssemblyParts &parts)
{
    if (parts.mode == Mode::Lab)
        addControlPlane(parts);
    addHollowHost(parts);
    addMachineControllers(parts);
}

runtime::Controller &Assembly::make(
    const AssemblyParts &parts, std::unique_ptr<runtime::Reconciler> reconciler)
{
    m_controllers.push_back(
        std::make_unique<runtime::Controller>(std::move(reconciler), parts.clock, parts.runner));
    return *m_controllers.back();
}

void Assembly::add(const AssemblyParts &parts, runtime::Controller &controller)
{
    addUnit(
        parts, controller.name(), [&controller] { controller.start(); },
        [&controller] { controller.stop(); });
}

void Assembly::addUnit(const AssemblyParts &parts, std::string_view name, std::function<void()> start,
    std::function<void()> stop)
{
    const auto description = std::ranges::find(descriptions, name, &Description::name);
    parts.manager.add({std::string(name), std::string(description->text), std::move(start), std::move(stop)},
        parts.wanted.contains(name));
}

void Assembly::addHollowHost(const AssemblyParts &parts)
{
    hollow::HollowHostOptions options;
    options.hostName = parts.mode == Mode::Lab ? "lab" : hostLabel();
    m_hollowHost = std::make_unique<hollow::HollowHost>(
        options, parts.informers, parts.client, parts.clock, parts.runner, parts.chance);
    addUnit(
        parts, "hollow-host", [this] { m_hollowHost->start(); }, [this] { m_hollowHost->stop(); });
    m_actuator =
        std::make_unique<actuator::KubemarkActuator>(actuator::KubemarkOptions {m_hollowHost->nodeName()});
}

void Assembly::addControlPlane(const AssemblyParts &) { }
void Assembly::addMachineControllers(const AssemblyParts &parts)
{
    auto &machineSets = parts.informers.of<api::MachineSet>();
    auto &machines = parts.informers.of<api::Machine>();
    auto &healthChecks = parts.informers.of<api::MachineHealthCheck>();
    auto &nodes = parts.informers.of<api::Node>();
    auto &pods = parts.informers.of<api::Pod>();
    const controllers::Stores stores {
        machineSets.store(), machines.store(), healthChecks.store(), nodes.store(), pods.store()};
    controllers::addIndexes(machines, controllers::machineIndexes());
    controllers::addIndexes(nodes, controllers::nodeIndexes());
    controllers::addIndexes(pods, controllers::podIndexes());

    auto &machine = make(parts, controllers::makeMachineReconciler(stores, parts.clock, *m_actuator));
    machine.watches<api::Machine>(machines, itself<api::Machine>);
    machine.watches<api::Pod>(pods,
        [&store = stores.machines](const api::Pod &pod) { return controllers::machinesOfPod(store, pod); });
    watchNodes(machine, nodes, [&store = stores.machines](const api::Node &node) {
        return controllers::machinesOfNode(store, node);
    });
    add(parts, machine);

    auto &machineSet = make(parts, controllers::makeMachineSetReconciler(stores, parts.clock, parts.chance));
    machineSet.watches<api::MachineSet>(machineSets, itself<api::MachineSet>);
    machineSet.watches<api::Machine>(machines, [&store = stores.machineSets](const api::Machine &changed) {
        return controllers::machineSetsOfMachine(store, changed);
    });
    watchNodes(machineSet, nodes,
        [stores](const api::Node &node) { return controllers::machineSetsOfNode(stores, node); });
    machineSet.gatherFor(gatherTime);
    add(parts, machineSet);

    auto &nodeLink = make(parts, controllers::makeNodeLinkReconciler(stores, parts.clock));
    watchNodes(nodeLink, nodes, itself<api::Node>);
    nodeLink.watches<api::Machine>(machines, [&store = stores.nodes](const api::Machine &changed) {
        return controllers::nodesOfMachine(store, changed);
    });
    add(parts, nodeLink);
}

} // namespace core::engine
