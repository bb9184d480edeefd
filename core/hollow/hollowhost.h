// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The hollow host: a kubelet without a machine (docs/design.md D15). Registers a tainted Node of its own,
// runs every pod bound to it, and lets its hollow-node pods be kubelets of nodes. The same on the lab and on
// an external cluster. After a restart of the program it goes on where it stopped: all that matters is in the
// API objects.

#include "core/hollow/heartbeats.h"
#include "core/hollow/virtualkubelet.h"
#include "core/runtime/controller.h"

namespace core::hollow {

struct HollowHostOptions {
    std::string hostName = "lab"; ///< its Node is "hollow-host-<hostName>"
    api::Span boot {}; ///< from the creation of a hollow-node pod to its Node
    base::Duration heartbeat = renewPeriod;
};

std::string hostNodeName(std::string_view hostName);

/// Keeps the host's own Node registered and reported.
class HostNode : public runtime::Reconciler
{
public:
    HostNode(const runtime::Store<api::Node> &nodes, std::string node, AddressPool &addresses,
        const base::Chance &chance, const base::Clock &clock);

    std::string_view name() const override { return "hollow-host"; }
    /// Any other key than that of the host's Node asks for nothing.
    runtime::Plan reconcile(const api::ObjectKey &key) const override;

private:
    const runtime::Store<api::Node> &m_nodes;
    std::string m_node;
    AddressPool &m_addresses;
    const base::Chance &m_chance;
    const base::Clock &m_clock;
};

class HollowHost
{
public:
    /// Adds its indexes to the informers of pods and nodes: make it before they start. Informers, client,
    /// clock, runner and chance outlive it.
    HollowHost(HollowHostOptions options, runtime::InformerSet &informers, client::Client &client,
        base::Clock &clock, runtime::EffectRunner &runner, const base::Chance &chance);
    HollowHost(const HollowHost &) = delete;
    HollowHost &operator=(const HollowHost &) = delete;

    /// The host starts once the informers have synced. All leases are renewed at once, in bounded turns.
    void start();
    /// All hollow nodes fall silent.
    void stop();

    const std::string &nodeName() const { return m_nodeName; }
    /// What the kubelet of a hollow node does now and when that may change; nothing when none of ours runs.
    std::optional<Disruption> stateOf(const std::string &node) const { return m_kubelet->stateOf(node); }
    const runtime::Controller &pods() const { return m_podController; }
    std::vector<runtime::Controller *> controllers() { return {&m_podController, &m_nodeController}; }
    std::size_t heartbeats() const { return m_heartbeats.size(); }

private:
    void podChanged(const api::Pod *before, const api::Pod *after);
    void refreshHeartbeat(const std::string &node);
    void lookAgainAt(const std::string &node, std::optional<base::Time> time);

    HollowHostOptions m_options;
    std::string m_nodeName;
    base::Clock &m_clock;
    const runtime::Store<api::Pod> &m_pods;
    const runtime::Store<api::Node> &m_nodes;
    AddressPool m_addresses;
    std::shared_ptr<CommandLines> m_commandLines = std::make_shared<CommandLines>();
    Heartbeats m_heartbeats;
    std::unordered_map<std::string, base::Timer>
        m_turns; ///< by node: when its recipe may silence it or end that
    VirtualKubelet *m_kubelet; ///< owned by m_podController
    runtime::Controller m_podController;
    runtime::Controller m_nodeController;
    bool m_running = false;
    base::Subscriptions m_subscriptions;
    base::Scope m_scope;
};

} // namespace core::hollow
