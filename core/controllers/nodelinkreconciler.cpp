// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/nodelink.h"

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
            return {{}, {{"Gone", "The node does not exist.", {}}}, {}};
        return planNodeLink(*node, viewOf(*node, m_stores), m_clock.now());
    }

private:
    const Stores m_stores;
    const base::Clock &m_clock;
};

MachinePointer annotatedMachine(const api::Node &node, const runtime::Store<api::Machine> &machines)
{
    const std::string_view text = node.metadata.annotation(api::keys::nodeMachine);
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos)
        return nullptr;
    return machines.find({std::string(text.substr(0, slash)), std::string(text.substr(slash + 1))});
}

} // namespace

NodeLinkView viewOf(const api::Node &node, const Stores &stores)
{
    using namespace indexNames;
    const std::string address(node.address("InternalIP"));
    NodeLinkView view;
    view.annotated = annotatedMachine(node, stores.machines);
    if (!node.spec.providerID.empty())
        view.byProviderId = stores.machines.listBy(machinesByProviderId, node.spec.providerID);
    if (!address.empty())
        view.byAddress = stores.machines.listBy(machinesByAddress, address);
    return view;
}

std::vector<api::ObjectKey> nodesOfMachine(
    const runtime::Store<api::Node> &nodes, const api::Machine &machine)
{
    using namespace indexNames;
    std::vector<api::ObjectKey> keys;
    if (machine.isDeleting())
        return keys;
    const auto add = [&](std::string_view index, const std::string &value) {
        if (value.empty())
            return;
        for (const NodePointer &node : nodes.listBy(index, value))
            keys.push_back(node->key());
    };
    if (machine.status.nodeRef)
        keys.push_back({{}, machine.status.nodeRef->name});
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
