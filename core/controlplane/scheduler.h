// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Binds pods to nodes (docs/machines.md §3.15): those that fit (podfit.h) where its neighbours are as it
// needs them (podneighbours.h) and where its volumes are, or will be made (podvolumes.h), the least allocated
// first, ties by chance. No preemption. A hollow-node pod
// that nobody bound goes to a hollow host: nowhere else could it run. A pod that fits nowhere says so as one
// does on a real cluster, which is what autoscalers look at, and is tried again when a node offers more, or a
// pod leaves one. Keys are pods; one plan is under way at a time, so that each sees the last one's result.
// Reads pods by key, by runtime::podsByNode, by pendingPods and by repellingPods, and all nodes; all pods for
// the first of those that mind their neighbours alike; claims, volumes, classes and namespaces.

#include "core/api/podfit.h"
#include "core/api/podneighbours.h"
#include "core/api/reason.h"
#include "core/controlplane/neighbourhood.h"
#include "core/controlplane/podvolumes.h"

namespace core::controlplane {

inline constexpr api::ReasonKind schedulerReasons[] {
    {"NotPending", "The pod is bound, has ended, is going, or has another scheduler."},
    {"SchedulingGated", "Scheduling is blocked due to non-empty scheduling gates."},
    {"Unschedulable", "0/{nodes} nodes are available{obstacles}."},
    {"WaitingForVolumes", "Waits for the pod's volumes, which are made for node {node}."},
    {"Bound", "Successfully assigned {pod} to {node}."},
};
inline constexpr api::Reasons<schedulerReasons> schedulerReason;

inline constexpr std::string_view defaultScheduler = "default-scheduler";

/// How much of cpu and memory stays free, 0 to 100.
int score(const api::Amounts &requests, const api::Node &node, const api::Amounts &used);

/// The pod has this scheduler and no node.
bool isUnbound(const api::Pod &pod);
/// It is waiting for the scheduler, and nothing holds it back.
bool isPending(const api::Pod &pod);
/// Pods that are, under the empty text.
inline constexpr std::string_view pendingPods = "pending";
/// Pods that keep others away, under the empty text.
inline constexpr std::string_view repellingPods = "repelling";
/// Pods that wait for the scheduler, by "<namespace>/<name>" of each of their claims.
inline constexpr std::string_view pendingPodsByClaim = "claim";
/// Those that the scheduler reads by; before the first pod is there.
void addSchedulingIndexes(runtime::Informer<api::Pod> &pods);
/// Pods that did not fit may fit after this change of a node: it is new, or now ready, or offers more, or
/// something else than its heartbeats, its conditions and its annotations changed.
bool mayTakeMore(const api::Node *before, const api::Node *after);
/// The pod left its node, by ending or by going.
bool madeRoom(const api::Pod *before, const api::Pod *after);
/// The pod is tried again after a tenth of its age, at least 1 s, at most 10 s.
base::Duration retryDelay(const api::Pod &pod, base::Time now);

class Scheduler : public runtime::Reconciler
{
public:
    Scheduler(runtime::InformerSet &informers, std::shared_ptr<const Neighbourhood> neighbourhood,
        const base::Chance &chance, const base::Clock &clock);

    std::string_view name() const override { return "scheduler"; }
    runtime::Plan reconcile(const api::ObjectKey &key) const override;
    std::vector<api::Effect> recordFailure(
        const api::ObjectKey &key, const base::Error &error, const api::Effect &failed) const override;

private:
    api::Amounts usedOn(const api::Node &node) const;

    const runtime::Store<api::Pod> &m_pods;
    const runtime::Store<api::Node> &m_nodes;
    VolumeStores m_volumes;
    const std::shared_ptr<const Neighbourhood> m_neighbourhood;
    const base::Chance &m_chance;
    const base::Clock &m_clock;
};

/// The controller "scheduler".
Controllers makeScheduler(const runtime::ControllerContext &context);

} // namespace core::controlplane
