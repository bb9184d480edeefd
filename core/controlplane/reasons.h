// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the controllers say that a real cluster brings itself.

#include "core/api/reason.h"

namespace core::controlplane {

inline constexpr api::ReasonKind nodeLifecycleReasons[] {
    {"Ready", "The node is ready."},
    {"NotReady", "The node's kubelet reports that it is not ready."},
    {"Unreachable", "The node's kubelet gives no sign of life."},
    {"NeverReported", "The node's kubelet has not reported yet."},
    {"FellSilent", "No sign of life for the whole grace period."},
};
inline constexpr api::Reasons<nodeLifecycleReasons> nodeLifecycleReason;

inline constexpr api::ReasonKind nodeEvictionReasons[] {
    {"NothingToEvict", "No unready node waits for its eviction."},
    {"WaitingForPace", "{nodes} unready nodes wait to be evicted.", "zone"},
    {"Evicting", "Pods that do not tolerate it have to leave node {node}.", "zone"},
    {"PartialDisruption", "Too many nodes of the zone are unready at once: nothing is evicted.", "zone"},
    {"AllZonesDead", "No node of any zone is ready: the fault is elsewhere, nothing is evicted."},
};
inline constexpr api::Reasons<nodeEvictionReasons> nodeEvictionReason;

inline constexpr api::ReasonKind taintEvictionReasons[] {
    {"NoNode", "The pod has no node, or one that is gone."},
    {"NoTaints", "The pod's node has no taint that evicts."},
    {"Leaving", "The pod is being deleted already."},
    {"TaintWithoutTime", "A taint does not say yet since when it is there."},
    {"Tolerated", "The pod tolerates the taints of its node without limit."},
    {"ToleratedForNow", "The pod tolerates the taints of its node until {until}."},
    {"Evicted", "The pod does not tolerate the taints of its node, or no longer."},
};
inline constexpr api::Reasons<taintEvictionReasons> taintEvictionReason;

inline constexpr api::ReasonKind garbageCollectorReasons[] {
    {"NotRead", "The object is gone, or cannot be read."},
    {"NoOwner", "The object has no owner."},
    {"OwnersAreThere", "Every owner is there."},
    {"OwnerNotSeenYet", "The owner is not there (yet)."},
    {"OwnerLost", "One of several owners is gone; the reference to it goes."},
    {"Collected", "No owner is left; the object goes."},
    {"Leaving", "The object is being deleted already."},
    {"WaitingForDependents", "{dependents} dependents have to go first."},
    {"DependentsGone", "No dependent holds the object any more."},
    {"Orphaning", "{dependents} dependents lose their owner."},
};
inline constexpr api::Reasons<garbageCollectorReasons> garbageCollectorReason;

inline constexpr api::ReasonKind podGcReasons[] {
    {"NotBound", "The pod is bound to no node."},
    {"NodeIsThere", "The pod's node is there."},
    {"Quarantined", "The pod's node {node} is gone; the pod follows at {until}."},
    {"HeldByFinalizers", "The pod's node is gone; finalizers hold its object."},
    {"Orphaned", "The pod's node {node} is gone for good."},
};
inline constexpr api::Reasons<podGcReasons> podGcReason;

inline constexpr api::ReasonKind schedulerReasons[] {
    {"NotPending", "The pod is bound, has ended, is going, or has another scheduler."},
    {"SchedulingGated", "Scheduling is blocked due to non-empty scheduling gates."},
    {"Unschedulable", "0/{nodes} nodes are available{obstacles}."},
    {"Bound", "Successfully assigned {pod} to {node}."},
};
inline constexpr api::Reasons<schedulerReasons> schedulerReason;

inline constexpr api::ReasonKind replicaSetReasons[] {
    {"CreatingPods", "Creates {creating} of {missing} missing pods."},
    {"DeletingPods", "Deletes {deleting} of {surplus} pods too many."},
    {"WaitingForPods", "{available} of {replicas} pods are available."},
    {"Complete", "All {replicas} pods are there and available."},
    {"Deleting", "The set is being deleted; its pods follow by garbage collection."},
};
inline constexpr api::Reasons<replicaSetReasons> replicaSetReason;

inline constexpr api::ReasonKind daemonSetReasons[] {
    {"CreatingPods", "Creates {creating} pods for {missing} nodes that have none."},
    {"DeletingPods", "Deletes {deleting} pods."},
    {"Updating", "{old} pods are of an earlier template; they are replaced, {missing} at a time."},
    {"OldPodsStay", "{old} pods are of an earlier template, and stay until somebody deletes them."},
    {"WaitingForPods", "{available} of {desired} nodes have an available pod."},
    {"NoNode", "It is for no node that is there."},
    {"Complete", "All {desired} nodes have an available pod."},
    {"Deleting", "The set is being deleted; its pods follow by garbage collection."},
};
inline constexpr api::Reasons<daemonSetReasons> daemonSetReason;

inline constexpr api::ReasonKind statefulSetReasons[] {
    {"CreatingPods", "Creates {creating} pods."},
    {"WaitingForPod", "Pod {pod} has to be available, or gone, before the next one is looked at."},
    {"WaitingForPods", "Waits for pods that are not ready, or have to go, {pod} among them."},
    {"OldPodsStay", "{old} pods are of an earlier template, and stay so."},
    {"Complete", "All {replicas} pods are there and available."},
    {"Deleting", "The set is being deleted; its pods follow by garbage collection. Claims stay."},
};
inline constexpr api::Reasons<statefulSetReasons> statefulSetReason;

inline constexpr api::ReasonKind jobReasons[] {
    {"Gone", "The job is gone; {pods} of its pods are let go."},
    {"UnsupportedCompletionMode", "Nothing is done: {problem}."},
    {"CreatingPods",
        "Creates {creating} of {missing} missing pods: {active} pods are active, {succeeded} succeeded, "
        "{failed} failed."},
    {"DeletingPods",
        "Deletes {deleting} of {surplus} pods too many: {active} pods are active, {succeeded} succeeded, "
        "{failed} failed."},
    {"WaitingForPods",
        "Waits for its pods: {active} pods are active, {succeeded} succeeded, {failed} failed."},
    {"BackingOff", "After {failed} failed pods the next one is made at {until}."},
    {"Suspended", "The job is suspended: no pod is made."},
    {"Ending",
        "{outcome}; waits until every pod is counted: {active} pods are active, {succeeded} succeeded, "
        "{failed} failed."},
    {"Completed", "{outcome}: {active} pods are active, {succeeded} succeeded, {failed} failed."},
    {"BackoffLimitExceeded", "{outcome}: {active} pods are active, {succeeded} succeeded, {failed} failed."},
    {"DeadlineExceeded", "{outcome}: {active} pods are active, {succeeded} succeeded, {failed} failed."},
    {"Finished", "The job has ended: {active} pods are active, {succeeded} succeeded, {failed} failed."},
    {"KeptForAWhile", "The job has ended and is kept until {until}."},
    {"Expired", "The job ended at least {seconds}s ago, and is deleted."},
    {"Deleting", "The job is being deleted; its pods follow by garbage collection."},
};
inline constexpr api::Reasons<jobReasons> jobReason;

inline constexpr api::ReasonKind cronJobReasons[] {
    {"Starting", "Job {job} is due since {due}, and is made."},
    {"Waiting", "The next job is made at {next}."},
    {"StillRunning", "A job is due since {due}, but {job} still runs, and none may run beside it."},
    {"TooLate", "The job that was due at {due} is too late and is left out."},
    {"NeverDue", "The schedule \"{schedule}\" names no moment of the next five years."},
    {"Unreadable", "No job is made: {problem}."},
    {"Suspended", "Suspended: no job is made."},
    {"Deleting", "It is being deleted; its jobs follow by garbage collection."},
};
inline constexpr api::Reasons<cronJobReasons> cronJobReason;

inline constexpr api::ReasonKind namespaceContentReasons[] {
    {"Present", "The namespace has {object}."},
    {"Creating", "Makes {object}, which every namespace has."},
    {"Restoring", "Somebody has changed {object}: it is put right."},
    {"Terminating", "The namespace is being deleted, with what it has."},
    {"NoAuthority", "No authority is known that the API server is known by: nothing is published."},
};
inline constexpr api::Reasons<namespaceContentReasons> namespaceContentReason;

inline constexpr api::ReasonKind disruptionReasons[] {
    {"NoPods", "The budget covers no pod."},
    {"Allowed",
        "{healthy} of {expected} pods are healthy, {desired} have to be: {allowed} may be disrupted."},
    {"Refused", "{healthy} of {expected} pods are healthy, {desired} have to be: none may be disrupted."},
    {"SyncFailed", "No pod may be disrupted: {problem}."},
};
inline constexpr api::Reasons<disruptionReasons> disruptionReason;

inline constexpr api::ReasonKind endpointsReasons[] {
    {"NoSelector", "The service selects no pods: somebody else says who answers for it."},
    {"NoPods", "No pod with an address matches its selector."},
    {"Told", "{ready} of {pods} pods are ready to answer for it."},
    {"Deleting", "The service is being deleted; its endpoints follow."},
    {"ServiceGone", "The service is gone, and its endpoints with it."},
};
inline constexpr api::Reasons<endpointsReasons> endpointsReason;

inline constexpr api::ReasonKind podAutoscalerReasons[] {
    {"NoTarget", "There is no {target} that can be scaled."},
    {"Disabled", "Its target wants no pods at all: that is left so."},
    {"NoMetrics", "How many pods are needed can't be told: {problem}."},
    {"Steady", "{replicas} pods are as many as are needed: {use}."},
    {"Waits", "{wanted} pods would do instead of {replicas}: {use}. Scales at {until}."},
    {"Scales", "Scales from {replicas} to {wanted} pods: {why}."},
};
inline constexpr api::Reasons<podAutoscalerReasons> podAutoscalerReason;

} // namespace core::controlplane
