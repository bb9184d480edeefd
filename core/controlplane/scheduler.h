// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Binds pods to nodes: those that fit by requests, taints, node selector and readiness, the least allocated
// first, ties by chance. No affinity, no spreading, no preemption, no volumes. A hollow-node pod that nobody
// bound goes to a hollow host: nowhere else could it run. Keys are pods; one plan is under way at a time, so
// that each sees the last one's result. Reads pods by key and by runtime::podsByNode, and all nodes.

#include "core/api/node.h"
#include "core/api/pod.h"
#include "core/controlplane/controllers.h"

namespace core::controlplane {

inline constexpr std::string_view defaultScheduler = "default-scheduler";

/// In thousandths, by resource name.
using Amounts = std::map<std::string, std::int64_t, std::less<>>;

/// What a pod asks for: its containers together, or its largest init container if that is more. With "pods":
/// 1.
Amounts requestsOf(const api::Pod &pod);
void add(Amounts &total, const Amounts &amounts);

/// Why the pod can't run on the node ("Insufficient cpu"); empty when it can. used: by the pods that are
/// there.
std::string obstacle(
    const api::Pod &pod, const Amounts &requests, const api::Node &node, const Amounts &used);
/// How much of cpu and memory stays free, 0 to 100.
int score(const Amounts &requests, const api::Node &node, const Amounts &used);

/// The pod is waiting for this scheduler.
bool isPending(const api::Pod &pod);
/// When to try again: a tenth of the pod's age, at least 1 s, at most 10 s.
base::Duration retryDelay(const api::Pod &pod, base::Time now);

class Scheduler : public runtime::Reconciler
{
public:
    Scheduler(const runtime::Store<api::Pod> &pods, const runtime::Store<api::Node> &nodes,
        const base::Chance &chance, const base::Clock &clock);

    std::string_view name() const override { return "scheduler"; }
    runtime::Plan reconcile(const api::ObjectKey &key) const override;

private:
    Amounts usedOn(const api::Node &node) const;

    const runtime::Store<api::Pod> &m_pods;
    const runtime::Store<api::Node> &m_nodes;
    const base::Chance &m_chance;
    const base::Clock &m_clock;
};

/// The controller "scheduler".
Controllers makeScheduler(const Surroundings &surroundings);

} // namespace core::controlplane
