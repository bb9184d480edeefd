// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Deletes pods from nodes with NoExecute taints that they do not tolerate, or no longer (docs/machines.md
// §3.6). Keys are pods. Reads nodes by name and pods by runtime::podsByNode; the time on the taint says since
// when.

#include "core/api/pod.h"
#include "core/api/reason.h"
#include "core/controlplane/controllers.h"

namespace core::controlplane {

inline constexpr api::ReasonKind taintEvictionReasons[] {
    {"NoNode", "The pod has no node, or one that is gone."},
    {"NoTaints", "The pod's node has no taint that evicts."},
    {"Deleting", "The pod is being deleted already."},
    {"TaintWithoutTime", "A taint does not say yet since when it is there."},
    {"Tolerated", "The pod tolerates the taints of its node without limit."},
    {"ToleratedForNow", "The pod tolerates the taints of its node until {until}."},
    {"Evicted", "The pod does not tolerate the taints of its node, or no longer."},
};
inline constexpr api::Reasons<taintEvictionReasons> taintEvictionReason;

/// node: the one that the pod is bound to.
runtime::Plan planTaintEviction(const api::Pod &pod, const api::Node &node, base::Time now);

class TaintEviction : public runtime::Reconciler
{
public:
    TaintEviction(const runtime::Store<api::Pod> &pods, const runtime::Store<api::Node> &nodes,
        const base::Clock &clock);

    std::string_view name() const override { return "tainteviction"; }
    runtime::Plan reconcile(const api::ObjectKey &key) const override;
    /// The pods on a node with NoExecute taints.
    std::vector<api::ObjectKey> podsOfNode(const api::Node &node) const;

private:
    const runtime::Store<api::Pod> &m_pods;
    const runtime::Store<api::Node> &m_nodes;
    const base::Clock &m_clock;
};

/// The controller "tainteviction".
Controllers makeTaintEviction(const runtime::ControllerContext &context);

} // namespace core::controlplane
