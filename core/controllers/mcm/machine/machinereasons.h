// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the machine controller of the machine-controller-manager says, beside the actuator.

#include "core/api/mcm.h"
#include "core/api/reason.h"

namespace core::controllers::mcm {

/// Code of the reason that an operation of the driver was refused.
inline constexpr std::string_view refusedReason = "DriverRefused";
/// Code of the reason that a machine is given up because its node was there before it (§9.5).
inline constexpr std::string_view staleNodeReason = "StaleNode";

inline constexpr api::ReasonKind machineReasons[] {
    {"Gone", "The machine does not exist."},
    {"FailedValidate", "Nothing is done: {problem}."},
    {"Frozen",
        "Waits: an API server was not to be reached, so that nothing but deletions goes on; looks again in "
        "{retry}."},
    {"AddingFinalizer", "Takes its finalizer before anything is created."},
    {"NodeDeleted", "Is deleted, because its node {node} is being deleted."},

    // Creation
    {"FailedValidate",
        "Nothing is created: {problem}; looks again when that changes, at the latest in {retry}."},
    {"WaitingForFinalizer", "Waits until the finalizer keeps {object}."},
    {refusedReason, "{doing} the instance ended with {errorCode}: {problem}.", "operation"},
    {refusedReason, "{doing} the instance ended with {errorCode}: {problem}; tries again in {retry}.",
        "operation"},
    {"WaitingToRetry", "{attempt} ended with {errorCode}: {problem}. Tries again at {nextCheck}."},
    {"InstanceMissing", "The instance {providerID} is gone; {outcome}."},
    {"Created", "Has an instance and waits for node {node} to join."},
    {staleNodeReason, "Fails: node {node} is older than the instance, so it is somebody else's."},

    // An instance and its node
    {"RecreatingLostInstance", "The instance has vanished and is made anew."},
    {"WaitingForCriticalComponents",
        "Waits until the taint {taint} is taken from its node, at most until {until}.", "since"},
    {"WaitingForNode", "Waits for a healthy node ({problem}), at most until {until}.", "since"},
    {"CreationTimeout", "Fails: did not join in {timeout}.", "since until"},
    {"Joined", "Runs: node {node} has joined and is healthy."},
    {"Running", "Runs as node {node}."},
    {"Unhealthy", "Is unhealthy ({problem}); fails if that lasts {timeout}."},
    {"WaitingForHealth", "Is unhealthy ({problem}); fails at {until} if that lasts.", "since"},
    {"WaitingForTurn",
        "Is unhealthy ({problem}); fails at {until} at the earliest if that lasts: others of its deployment "
        "come first.",
        "since"},
    {"HealthTimeoutDisabled", "Is unhealthy ({problem}) and stays so: spec.disableHealthTimeout is set."},
    {"WaitingForPermit", "Was unhealthy for {timeout}, but is kept: {why}; looks again in {retry}."},
    {"HealthTimeout", "Fails: was unhealthy for {timeout}.", "since until"},
    {"HealthyAgain", "Runs: node {node} is healthy again."},
    {"Failed", "Failed: {problem}. Waits to be replaced."},
    {api::mcm::phases::inPlaceUpdating, "Is updated in place: the node says {phase}."},
    {api::mcm::phases::inPlaceUpdateSuccessful, "Is updated in place: the node says {phase}."},
    {api::mcm::phases::inPlaceUpdateFailed, "Is updated in place: the node says {phase}."},
    {"UpdateTimeout", "The update in place failed: it took longer than {timeout}.", "since until"},
    {"UpdateFailed", "The update in place took too long."},
    {"Preserved", "Is kept until {until}, even if it fails ({annotation}={asked})."},
    {"PreservationEnded", "Is no longer preserved: nobody asks for it any more."},
    {"PreservationOver", "The time of its preservation is over."},

    // Deletion
    {"NotHeldByUs", "Is being deleted and does not carry this controller's finalizer."},
    {"Terminating", "Is being deleted: begins with the state of its instance."},
    {"InstanceFound", "Has an instance; drains its node next."},
    {"InstanceNotFound", "Has no instance any more; drains its node next."},
    {"DrainSkipped", "The node is not drained: {why}."},
    {"Cordoning", "Cordons node {node}."},
    {"EvictingPods", "Evicts {names} of node {node}; looks again at {nextCheck}.", "pods try"},
    {"EvictingPods", "Evicts {names} of node {node}, forced because {why}; looks again at {nextCheck}.",
        "pods try"},
    {"DeletingPods", "Deletes {names} of node {node}, forced because {why}; looks again at {nextCheck}.",
        "pods try"},
    {"HeldByPodBudget",
        "Waits for pod {pod} of node {node}: PodDisruptionBudget {budget} needs {desired} healthy pods and "
        "has {healthy}; asks again, at most until {until}, when the drain is forced."},
    {"WaitingForPods", "Waits for {pods} pods to leave node {node}: {names}."},
    {"Drained", "Node {node} is drained."},
    {"DrainForced", "Node {node} is left as it is with {pods} pods, because {why}."},
    {"VolumesSkipped", "Nothing to detach: no volume is ever attached to a hollow node."},
    {"DeletingNode", "Deletes node {node}."},
    {"NodeStays", "Node {node} is not the machine's and stays."},
    {"NodeGone", "Its node object is gone."},
    {"Deleted", "Instance and node are gone; takes its finalizer away."},
};
inline constexpr api::Reasons<machineReasons> machineReason;

} // namespace core::controllers::mcm
