// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Removes pods whose node is gone (docs/machines.md §3.6): found by a pass every 20 s, 40 s in quarantine,
// then deleted without grace. Keys are pods. Reads pods by runtime::podsByNode and nodes by name; what is
// remembered is when a node was last seen to vanish, and nothing depends on it but the pace.

#include "core/api/node.h"
#include "core/api/pod.h"
#include "core/api/reason.h"
#include "core/controlplane/controllers.h"

#include <unordered_map>

namespace core::controlplane {

inline constexpr api::ReasonKind podGcReasons[] {
    {"NotBound", "The pod is bound to no node."},
    {"NodeIsThere", "The pod's node is there."},
    {"Quarantined", "The pod's node {node} is gone; the pod follows at {until}."},
    {"HeldByFinalizers", "The pod's node is gone; finalizers hold its object."},
    {"Orphaned", "The pod's node {node} is gone for good."},
};
inline constexpr api::Reasons<podGcReasons> podGcReason;

struct PodGcOptions {
    base::Duration period = std::chrono::seconds(20);
    base::Duration quarantine = std::chrono::seconds(40);
};

/// Remembers since when nodes are missing.
class MissingNodes
{
public:
    explicit MissingNodes(const base::Clock &clock) : m_clock(clock), m_start(clock.now()) { }

    void nodeChanged(const api::Node *before, const api::Node *after);
    /// The time of a node that is not there is when it vanished, or when we started to look.
    base::Time missingSince(const std::string &node) const;
    std::size_t size() const { return m_since.size(); }

private:
    const base::Clock &m_clock;
    base::Time m_start;
    std::unordered_map<std::string, base::Time> m_since; ///< forgotten when it can't matter any more
};

/// The pod's node is not there since then.
runtime::Plan planOrphanedPod(
    const api::Pod &pod, base::Time missingSince, const PodGcOptions &options, base::Time now);

class PodGc : public runtime::Reconciler
{
public:
    PodGc(const runtime::Store<api::Pod> &pods, const runtime::Store<api::Node> &nodes,
        const base::Clock &clock, PodGcOptions options);

    std::string_view name() const override { return "podgc"; }
    runtime::Plan reconcile(const api::ObjectKey &key) const override;
    /// A node vanished: the pods that were bound to it.
    std::vector<api::ObjectKey> podsOfVanished(const api::Node *before, const api::Node *after) const;
    /// It is told every change of a node.
    MissingNodes &missingNodes() { return m_missing; }

private:
    const runtime::Store<api::Pod> &m_pods;
    const runtime::Store<api::Node> &m_nodes;
    const base::Clock &m_clock;
    PodGcOptions m_options;
    MissingNodes m_missing;
};

/// The controller "podgc".
Controllers makePodGc(const runtime::ControllerContext &context, PodGcOptions options = {});

} // namespace core::controlplane
