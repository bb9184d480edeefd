// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/nodelink/nodelinkreconciler.h"

#include "core/actuator/hollowpod.h"
#include "core/controllers/nodelink/nodelinkreasons.h"

#include <algorithm>

namespace core::controllers {

namespace {

class NodeLinkReconciler : public runtime::Reconciler
{
public:
    NodeLinkReconciler(const Stores &stores, const base::Clock &clock) : m_stores(stores), m_clock(clock) { }

    std::string_view name() const override { return "nodelink"; }

    runtime::Plan reconcile(const api::ObjectKey &key) const override
    {
        const NodePointer node = m_stores.nodes.find(key);
        if (!node)
            return {{}, {nodeLinkReason("Gone")}, {}};
        return planNodeLink(*node, viewOf(*node, m_stores), m_clock.now());
    }

private:
    const Stores m_stores;
    const base::Clock &m_clock;
};

} // namespace

NodeLinkView viewOf(const api::Node &node, const Stores &stores)
{
    using namespace indexNames;
    const std::string address(node.address("InternalIP"));
    NodeLinkView view;
    view.annotated = annotatedMachine(stores.machines, node);
    if (!node.spec.providerID.empty())
        view.byProviderId = stores.machines.listBy(machinesByProviderId, node.spec.providerID);
    if (!address.empty())
        view.byAddress = stores.machines.listBy(machinesByAddress, address);
    const PodPointer pod = stores.pods.find({std::string(actuator::podNamespace), node.metadata.name});
    if (pod && actuator::isHollowPod(*pod))
        view.pod = pod;
    if (const MachinePointer machine = machineOf(node, view).machine) {
        for (const api::ObjectKey &key : nodesMatching(stores.nodes, *machine)) {
            const NodePointer other = key == node.key() ? nullptr : stores.nodes.find(key);
            if (other && !other->metadata.isDeleting())
                view.others.push_back(other);
        }
    }
    return view;
}

std::vector<NodePointer> nodesLike(const runtime::Store<api::Node> &nodes, const api::Node &node)
{
    using namespace indexNames;
    std::vector<NodePointer> like;
    const auto add = [&](std::string_view index, std::string_view value) {
        if (value.empty())
            return;
        for (NodePointer &other : nodes.listBy(index, std::string(value))) {
            if (other->metadata.name != node.metadata.name)
                like.push_back(std::move(other));
        }
    };
    add(nodesByProviderId, node.spec.providerID);
    add(nodesByAddress, node.address("InternalIP"));
    add(nodesByMachine, node.metadata.annotation(api::keys::nodeMachine));
    return like;
}

bool matchesSame(const api::Node &before, const api::Node &after)
{
    return before.metadata.uid == after.metadata.uid && before.spec.providerID == after.spec.providerID
        && before.address("InternalIP") == after.address("InternalIP")
        && before.metadata.annotation(api::keys::nodeMachine)
        == after.metadata.annotation(api::keys::nodeMachine);
}

std::vector<api::ObjectKey> nodesOfMachine(
    const runtime::Store<api::Node> &nodes, const api::Machine &machine)
{
    return machine.isDeleting() ? std::vector<api::ObjectKey>() : nodesMatching(nodes, machine);
}

std::vector<api::ObjectKey> nodesMatching(const runtime::Store<api::Node> &nodes, const api::Machine &machine)
{
    using namespace indexNames;
    std::vector<api::ObjectKey> keys;
    const auto addOnce = [&](api::ObjectKey key) {
        if (std::ranges::find(keys, key) == keys.end())
            keys.push_back(std::move(key));
    };
    const auto add = [&](std::string_view index, const std::string &value) {
        if (value.empty())
            return;
        for (const NodePointer &node : nodes.listBy(index, value))
            addOnce(node->key());
    };
    if (machine.status.nodeRef)
        addOnce({{}, machine.status.nodeRef->name});
    add(nodesByMachine, machine.key().text());
    add(nodesByProviderId, machine.spec.providerID);
    for (const api::NodeAddress &address : machine.status.addresses) {
        if (address.type == "InternalIP")
            add(nodesByAddress, address.address);
    }
    return keys;
}

std::unique_ptr<runtime::Reconciler> makeNodeLinkReconciler(const Stores &stores, const base::Clock &clock)
{
    return std::make_unique<NodeLinkReconciler>(stores, clock);
}

} // namespace core::controllers
