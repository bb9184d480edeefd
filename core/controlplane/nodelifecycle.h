// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Finds out that a kubelet fell silent, and puts on its node what follows: conditions Unknown, taints, pods
// not ready (docs/machines.md §3.5, §3.6). NoExecute taints are nodeeviction.h's, what they do to pods
// tainteviction.h's.
//
// Reads nodes by name and pods by runtime::podsByNode. The probe clock is the only thing remembered: when
// this program last saw a sign of life, so that wrong clocks elsewhere do no harm; after a start everybody
// gets a full grace period.

#include "core/api/pod.h"
#include "core/api/reason.h"
#include "core/controlplane/controllers.h"

#include <boost/unordered/unordered_flat_map.hpp>

namespace core::controlplane {

inline constexpr api::ReasonKind nodeLifecycleReasons[] {
    {"Ready", "The node is ready."},
    {"NotReady", "The node's kubelet reports that it is not ready."},
    {"Unreachable", "The node's kubelet gives no sign of life."},
    {"NeverReported", "The node's kubelet has not reported yet."},
    {"FellSilent", "No sign of life for the whole grace period."},
};
inline constexpr api::Reasons<nodeLifecycleReasons> nodeLifecycleReason;

struct NodeLifecycleOptions {
    base::Duration monitorPeriod = std::chrono::seconds(5);
    base::Duration gracePeriod = std::chrono::seconds(40);
    base::Duration startupGrace = std::chrono::seconds(60); ///< for a node that never reported
};

/// The local time of the last sign of life of each node.
class NodeProbes
{
public:
    explicit NodeProbes(const base::Clock &clock) : m_clock(clock) { }

    void nodeChanged(const api::Node *before, const api::Node *after);
    /// A renewal that is no newer than the last one is no sign of life.
    void leaseRenewed(const api::ObjectKeyView &lease, base::Time renewTime);
    /// A node never heard of counts as seen now. After all nodes were dead at once, the first to return gives
    /// all of them a new grace period: the fault was elsewhere.
    base::Time lastSeen(const std::string &node) const;
    /// Nothing when the node is not there, or not ready.
    std::optional<base::Time> lastSeenReady(const std::string &node) const;
    /// The nodes that are ready and were last seen before that time, ordered by name.
    std::vector<std::string> readyButUnseenSince(base::Time time) const;
    std::size_t size() const { return m_probes.size(); }

private:
    static constexpr base::Time never = base::Time::min();
    struct Probe {
        base::Time seen;
        base::Time heartbeat = never; ///< Ready's lastHeartbeatTime
        base::Time renewal = never; ///< the lease's renewTime
        bool isReady = false;
    };

    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view name) const { return boost::hash<std::string_view> {}(name); }
    };

    const base::Clock &m_clock;
    boost::unordered_flat_map<std::string, Probe, Hash, std::equal_to<>> m_probes;
    int m_ready = 0; ///< nodes that are ready
    base::Time m_floor {}; ///< no node was last seen before
};

/// What is known of the kubelet of a node that is ready.
struct SignOfLife {
    base::Time seen; ///< the last one
    base::Time unknownAt; ///< then the node becomes Unknown, unless there is another one before
};

struct NodeView {
    const api::Node &node;
    std::vector<std::shared_ptr<const api::Pod>> pods; ///< on the node; needed when it is not ready
    base::Time lastSeen;
    base::Time now;
};

runtime::Plan planNode(const NodeView &view, const NodeLifecycleOptions &options);

class NodeLifecycle : public runtime::Reconciler
{
public:
    NodeLifecycle(const runtime::Store<api::Node> &nodes, const runtime::Store<api::Pod> &pods,
        const base::Clock &clock, NodeLifecycleOptions options);

    std::string_view name() const override { return "nodelifecycle"; }
    runtime::Plan reconcile(const api::ObjectKey &key) const override;
    /// A node that was to be looked at again by now needs it at that time, if nothing else happens: once it
    /// may have fallen silent. Now for one that is not ready, whose pods may have changed.
    base::Time nextLook(const api::ObjectKey &key) const;
    /// Nothing when the node is not there, or not ready.
    std::optional<SignOfLife> signOfLife(const std::string &node) const;
    /// They are told every change of a node or lease.
    NodeProbes &probes() { return m_probes; }
    const NodeProbes &probes() const { return m_probes; }

private:
    const runtime::Store<api::Node> &m_nodes;
    const runtime::Store<api::Pod> &m_pods;
    const base::Clock &m_clock;
    NodeLifecycleOptions m_options;
    NodeProbes m_probes;
};

/// The event comes once, when a node appears.
api::EmitEvent registered(const api::Node &node);

/// The controller "nodelifecycle": keys are nodes.
Controllers makeNodeLifecycle(const runtime::ControllerContext &context, NodeLifecycleOptions options = {});

} // namespace core::controlplane
