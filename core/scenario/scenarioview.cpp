// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/scenarioview.h"

#include "core/api/providerconfig.h"
#include "core/scenario/sayings.h"
#include "core/timeline/observer.h"

#include <algorithm>

namespace core::scenario {

namespace {

bool isControlledBy(const api::ObjectMeta &object, std::string_view kind, const std::string &name)
{
    const api::OwnerReference *owner = object.controller();
    return owner && owner->kind == kind && owner->name == name;
}

bool belongsTo(const ScenarioView &view, const api::Machine &machine, const ObjectKey &key)
{
    if (machine.metadata.ns != key.ns)
        return false;
    if (isControlledBy(machine.metadata, "MachineSet", key.name))
        return true;
    const api::OwnerReference *owner = machine.metadata.controller();
    const auto set = owner ? view.machineSets.find({key.ns, owner->name}) : nullptr;
    return set && isControlledBy(set->metadata, "MachineDeployment", key.name);
}

NodePtr nodeOf(const ScenarioView &view, const api::Machine &machine)
{
    return machine.status.nodeRef ? view.nodes.find({"", machine.status.nodeRef->name}) : nullptr;
}

auto ageOrder(const api::ObjectMeta &meta)
{
    return std::pair(meta.creationTimestamp.value_or(api::Time::max()), meta.name);
}

std::vector<NodePtr> nodesInZone(const ScenarioView &view, std::string_view zone)
{
    std::vector<NodePtr> nodes = nodesOf(view, std::nullopt);
    std::erase_if(
        nodes, [&](const NodePtr &node) { return node->metadata.label(api::keys::topologyZone) != zone; });
    std::ranges::sort(nodes, {}, [](const NodePtr &node) { return ageOrder(node->metadata); });
    return nodes;
}

/// The first of them, as many as the target asks for.
template<typename T>
base::Result<std::vector<T>> chosen(std::vector<T> found, const Target &target)
{
    const std::size_t wanted = target.count.value_or(1);
    if (found.size() < wanted) {
        return api::failWith(base::ErrorKind::NotFound,
            found.empty() ? stepSaying("FoundNone", target.text)
                          : stepSaying("FoundOnly", target.text, found.size()));
    }
    if (target.count)
        found.resize(wanted);
    return found;
}

} // namespace

ObjectKey ScenarioView::resolved(const ObjectKey &key) const
{
    return {key.ns.empty() ? defaultNamespace : key.ns, key.name};
}

std::vector<MachineAndNode> machinesOf(const ScenarioView &view, const std::optional<ObjectKey> &set)
{
    std::vector<MachineAndNode> all;
    for (const MachinePtr &machine : view.machines.list()) {
        if (!set || belongsTo(view, *machine, view.resolved(*set)))
            all.push_back({machine, nodeOf(view, *machine)});
    }
    std::ranges::sort(all, {}, [](const MachineAndNode &entry) { return ageOrder(entry.machine->metadata); });
    return all;
}

std::vector<NodePtr> nodesOf(const ScenarioView &view, const std::optional<ObjectKey> &set)
{
    std::vector<NodePtr> nodes;
    if (!set) {
        nodes = view.nodes.list();
        std::erase_if(
            nodes, [](const NodePtr &node) { return node->metadata.labels.contains(api::keys::hollowHost); });
        return nodes;
    }
    for (const auto &[machine, node] : machinesOf(view, set)) {
        if (node)
            nodes.push_back(node);
    }
    return nodes;
}

base::Result<std::vector<MachinePtr>> findMachines(const ScenarioView &view, const Target &target)
{
    if (!target.name.name.empty()) {
        const MachinePtr machine = view.machines.find(view.resolved(target.name));
        if (!machine)
            return api::failWith(base::ErrorKind::NotFound, stepSaying("NoTarget", target.text));
        return std::vector {machine};
    }
    std::vector<MachinePtr> found;
    for (const auto &[machine, node] : machinesOf(view, target.set)) {
        if (target.state.empty() || machine->status.phase == target.state)
            found.push_back(machine);
    }
    return chosen(std::move(found), target);
}

base::Result<std::vector<NodePtr>> findNodes(const ScenarioView &view, const Target &target)
{
    if (target.kind == Target::Kind::Machine) {
        const auto machines = findMachines(view, target);
        if (!machines)
            return tl::unexpected(machines.error());
        std::vector<NodePtr> nodes;
        for (const MachinePtr &machine : *machines) {
            const NodePtr node = nodeOf(view, *machine);
            if (!node)
                return api::failWith(base::ErrorKind::NotFound, stepSaying("NoNode", machine->metadata.name));
            nodes.push_back(node);
        }
        return nodes;
    }
    if (!target.name.name.empty()) {
        const NodePtr node = view.nodes.find({"", target.name.name});
        if (!node)
            return api::failWith(base::ErrorKind::NotFound, stepSaying("NoTarget", target.text));
        return std::vector {node};
    }
    std::vector<NodePtr> found;
    for (const NodePtr &node :
        target.zone.empty() ? nodesOf(view, target.set) : nodesInZone(view, target.zone)) {
        if (target.state.empty() || timeline::healthOf(*node) == target.state)
            found.push_back(node);
    }
    return chosen(std::move(found), target);
}

} // namespace core::scenario
