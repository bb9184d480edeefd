// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/machine/machinereconciler.h"

#include "core/actuator/hollowpod.h"
#include "core/api/mcm.h"
#include "core/controllers/machine/machinereasons.h"

#include <algorithm>
#include <tuple>

namespace core::controllers {

namespace {

class MachineReconciler : public runtime::Reconciler
{
public:
    MachineReconciler(const Stores &stores, const base::Clock &clock, const actuator::Actuator &actuator)
        : m_stores(stores)
        , m_clock(clock)
        , m_actuator(actuator)
    {
    }

    std::string_view name() const override { return "machine"; }

    runtime::Plan reconcile(const api::ObjectKey &key) const override
    {
        const MachinePointer machine = m_stores.machines.find(key);
        if (!machine)
            return {{}, {machineReason("Gone")}, {}};
        return planMachine(*machine, viewOf(*machine, m_stores, m_actuator), m_actuator, m_clock.now());
    }

    std::vector<api::Effect> recordFailure(
        const api::ObjectKey &key, const base::Error &error, const api::Effect &) const override
    {
        const MachinePointer machine = m_stores.machines.find(key);
        if (!machine)
            return {};
        return recordMachineFailure(
            *machine, viewOf(*machine, m_stores, m_actuator), m_actuator, error, m_clock.now());
    }

private:
    const Stores m_stores;
    const base::Clock &m_clock;
    const actuator::Actuator &m_actuator;
};

bool otherControlPlaneCordoned(const runtime::Store<api::Node> &nodes, const api::Node &own)
{
    return std::ranges::any_of(nodes.list(), [&](const NodePointer &node) {
        return node->metadata.name != own.metadata.name && isControlPlane(*node)
            && node->spec.unschedulable.value_or(false);
    });
}

DrainView drainViewOf(const api::Machine &machine, const Stores &stores)
{
    DrainView view;
    if (!machine.status.nodeRef)
        return view;
    const std::string &name = machine.status.nodeRef->name;
    view.node = stores.nodes.find({{}, name});
    view.isAnothers = view.node && !isNodeOf(*view.node, machine);
    if (view.isAnothers) {
        view.node.reset();
        return view;
    }
    view.pods = stores.pods.listBy(indexNames::podsByNode, name);
    view.podBudgets = stores.podBudgets.list();
    view.otherControlPlaneDraining =
        view.node && isControlPlane(*view.node) && otherControlPlaneCordoned(stores.nodes, *view.node);
    return view;
}

/// A machine may stand for any node that is there, unless that is somebody else's.
std::string otherOwnerOf(const api::Node &node, const api::Machine &machine, const Stores &stores)
{
    if (node.metadata.hasFinalizer(api::mcm::keys::nodeFinalizer))
        return "the machine-controller-manager";
    const MachinePointer owner = annotatedMachine(stores.machines, node);
    return owner && owner->metadata.uid != machine.metadata.uid ? "machine " + owner->key().text() : "";
}

/// The node that the instance should have, if it is the machine's.
void lookForNode(MachineView &view, const api::Machine &machine, const Stores &stores, std::string_view name)
{
    NodePointer node = stores.nodes.find({{}, std::string(name)});
    if (node && machine.metadata.annotations.contains(api::keys::staticMachine))
        view.instance.nodeOwner = otherOwnerOf(*node, machine, stores);
    else if (node && !isNodeOf(*node, machine))
        node.reset();
    view.lostNode = machine.status.nodeRef && !node && !isBlind(stores);
    view.instance.node = std::move(node);
}

std::vector<MachinePointer> siblingsOf(
    const api::Machine &machine, const runtime::Store<api::Machine> &machines)
{
    const api::OwnerReference *owner = machine.metadata.controller();
    return owner ? machines.listBy(indexNames::machinesByOwner, owner->uid)
                 : machines.listBy(indexNames::machinesByNamespace, machine.metadata.ns);
}

/// Older machines count also while they have no instance yet: so many may ask at the same moment, each
/// knowing nothing of the others, and no more than the quota get one.
std::size_t siblingsAhead(const api::Machine &machine, const Stores &stores)
{
    const auto age = [](const api::Machine &one) {
        return std::tie(one.metadata.creationTimestamp, one.metadata.name);
    };
    const auto isRival = [&](const MachinePointer &other) {
        if (other->metadata.uid == machine.metadata.uid)
            return false;
        if (!stores.pods.listBy(indexNames::podsByMachine, other->key().text()).empty())
            return true;
        return !other->isDeleting() && other->status.phase != api::phases::failed
            && age(*other) < age(machine);
    };
    return static_cast<std::size_t>(std::ranges::count_if(siblingsOf(machine, stores.machines), isRival));
}

} // namespace

MachineView viewOf(const api::Machine &machine, const Stores &stores, const actuator::Actuator &actuator)
{
    MachineView view;
    std::vector<PodPointer> &pods = view.instance.pods;
    pods = stores.pods.listBy(indexNames::podsByMachine, machine.key().text());
    const PodPointer namesake = stores.pods.find(actuator.newPodKey(machine));
    if (namesake && std::ranges::find(pods, namesake) == pods.end())
        pods.push_back(namesake);
    if (const std::string_view cluster = machine.metadata.label(api::keys::clusterName); !cluster.empty())
        view.cluster = stores.clusters.find({machine.metadata.ns, std::string(cluster)});
    lookForNode(view, machine, stores, actuator.nodeName(machine, view.instance));
    if (machine.isDeleting())
        view.drain = drainViewOf(machine, stores);
    else if (pods.empty() && actuator.quota(machine))
        view.instance.siblingsAhead = siblingsAhead(machine, stores);
    return view;
}

std::vector<api::ObjectKey> machinesOfPod(const runtime::Store<api::Machine> &machines, const api::Pod &pod)
{
    std::vector<api::ObjectKey> keys;
    if (actuator::isHollowPod(pod))
        keys.push_back(actuator::machineOfPod(pod));
    for (const MachinePointer &machine : machines.listBy(indexNames::machinesByNode, pod.spec.nodeName)) {
        if (machine->isDeleting())
            keys.push_back(machine->key());
    }
    return keys;
}

std::vector<api::ObjectKey> machinesLinkedTo(
    const runtime::Store<api::Machine> &machines, const api::Node &node)
{
    std::vector<api::ObjectKey> keys;
    for (const MachinePointer &machine : machines.listBy(indexNames::machinesByNode, node.metadata.name))
        keys.push_back(machine->key());
    return keys;
}

std::vector<api::ObjectKey> machinesOfNode(
    const runtime::Store<api::Machine> &machines, const api::Node &node)
{
    std::vector<api::ObjectKey> keys;
    for (const MachinePointer &machine :
        machines.listBy(indexNames::machinesByStaticNode, node.metadata.name))
        keys.push_back(machine->key());
    for (const MachinePointer &machine : machines.listBy(indexNames::machinesByNode, node.metadata.name)) {
        if (machine->isDeleting())
            keys.push_back(machine->key());
    }
    return keys;
}

std::vector<api::ObjectKey> machinesOfCluster(
    const runtime::Store<api::Machine> &machines, const api::Cluster &cluster)
{
    std::vector<api::ObjectKey> keys;
    for (const MachinePointer &machine :
        machines.listBy(indexNames::machinesByNamespace, cluster.metadata.ns)) {
        if (machine->metadata.label(api::keys::clusterName) == cluster.metadata.name)
            keys.push_back(machine->key());
    }
    return keys;
}

std::unique_ptr<runtime::Reconciler> makeMachineReconciler(
    const Stores &stores, const base::Clock &clock, const actuator::Actuator &actuator)
{
    return std::make_unique<MachineReconciler>(stores, clock, actuator);
}

} // namespace core::controllers
