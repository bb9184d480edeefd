// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/stores.h"

#include "core/actuator/hollowpod.h"
#include "core/api/podfit.h"

#include <algorithm>
#include <tuple>

namespace core::controllers {

namespace {

using Values = runtime::IndexValues;
using runtime::indexValue;

Values internalAddresses(const api::Machine &machine)
{
    Values found;
    for (const api::NodeAddress &address : machine.status.addresses) {
        if (address.type == "InternalIP" && !address.address.empty())
            found.push_back(address.address);
    }
    return found;
}

/// The scheduler found no node for it.
bool isUnschedulable(const api::Pod &pod)
{
    const api::PodCondition *scheduled = api::podCondition(pod, "PodScheduled");
    return pod.spec.nodeName.empty() && !pod.metadata.isDeleting() && scheduled
        && scheduled->status == "False" && scheduled->reason == "Unschedulable"
        && !hollowKubeletContainer(pod);
}

/// Everything that can change between two versions of one object.
auto changeable(const api::ObjectMeta &meta)
{
    return std::tie(meta.uid, meta.generation, meta.deletionTimestamp, meta.deletionGracePeriodSeconds,
        meta.labels, meta.annotations, meta.finalizers, meta.ownerReferences);
}

} // namespace

const api::Node *nodeOf(const runtime::Store<api::Node> &nodes, const api::Machine &machine)
{
    const auto &nodeRef = machine.status.nodeRef;
    return nodeRef ? nodes.peek({{}, nodeRef->name}) : nullptr;
}

bool isBlind(const Stores &stores)
{
    return stores.nodes.size() == 0;
}

MachinePointer annotatedMachine(const runtime::Store<api::Machine> &machines, const api::Node &node)
{
    const std::string_view text = node.metadata.annotation(api::keys::nodeMachine);
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos)
        return nullptr;
    return machines.find({std::string(text.substr(0, slash)), std::string(text.substr(slash + 1))});
}

std::vector<Index<api::Machine>> machineIndexes()
{
    using namespace indexNames;
    const auto uncontrolled = [](const api::Machine &m) {
        return m.metadata.controller() ? Values() : indexValue(m.metadata.ns);
    };
    return {
        {machinesByNamespace, [](const api::Machine &m) { return indexValue(m.metadata.ns); }},
        {machinesByOwner,
            [](const api::Machine &m) {
                const api::OwnerReference *owner = m.metadata.controller();
                return owner ? indexValue(owner->uid) : Values();
            }},
        {machinesWithoutOwner, uncontrolled},
        {machinesByNode,
            [](const api::Machine &m) {
                return m.status.nodeRef ? indexValue(m.status.nodeRef->name) : Values();
            }},
        {machinesByStaticNode,
            [](const api::Machine &m) {
                return indexValue(m.metadata.annotation(api::keys::staticMachine));
            }},
        {machinesByProviderId, [](const api::Machine &m) { return indexValue(m.spec.providerID); }},
        {machinesByAddress, internalAddresses},
    };
}

std::vector<Index<api::Node>> nodeIndexes()
{
    using namespace indexNames;
    return {
        {nodesByProviderId, [](const api::Node &n) { return indexValue(n.spec.providerID); }},
        {nodesByAddress, [](const api::Node &n) { return indexValue(n.address("InternalIP")); }},
        {nodesByMachine,
            [](const api::Node &n) { return indexValue(n.metadata.annotation(api::keys::nodeMachine)); }},
    };
}

std::vector<Index<api::Pod>> podIndexes()
{
    using namespace indexNames;
    return {
        {podsByMachine,
            [](const api::Pod &p) {
                return actuator::isHollowPod(p) ? indexValue(actuator::machineOfPod(p).text()) : Values();
            }},
        {podsByNode, runtime::nodeNameOfPod},
        {podsUnschedulable,
            [](const api::Pod &p) { return isUnschedulable(p) ? Values {std::string()} : Values(); }},
    };
}

bool isHeartbeat(const api::Node &before, const api::Node &after)
{
    const api::NodeStatus &was = before.status;
    const api::NodeStatus &is = after.status;
    return changeable(before.metadata) == changeable(after.metadata) && before.spec == after.spec
        && was.addresses == is.addresses && was.capacity == is.capacity && was.allocatable == is.allocatable
        && sameButHeartbeats(was.conditions, is.conditions);
}

} // namespace core::controllers
