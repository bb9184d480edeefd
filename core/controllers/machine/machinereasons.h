// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the machine controller says, beside the actuator.

#include "core/api/reason.h"

namespace core::controllers {

inline constexpr api::ReasonKind machineReasons[] {
    {"Gone", "The machine does not exist."},
    {"FailedValidate", "Nothing is done: {problem}."},
    {"WaitingForCluster", "Waits, next look in {retry}: {problem}.", "nextCheck"},
    {"AddingFinalizer", "Takes its finalizer before anything is created."},
    {"DefaultingCluster", "Belongs to cluster {cluster}, as its label does not say."},
    {"WaitingForNode", "Waits for a node with provider id {providerID}."},
    {"Running", "Runs as node {node}."},
    {"NodeMissing", "Looks again: node {node} is gone."},
    {"NodeMissing", "The instance runs, but node {node} is gone; {outcome} if that lasts until {until}."},
    {"NodeLost", "Fails: node {node} is gone, and did not come back."},
    {"RecreatingLostInstance", "The instance has vanished and is made anew."},
    {"ConfirmingLoss", "The instance has vanished; the machine fails if it is still missing at {nextCheck}."},
    {"InstanceLost", "Fails: the instance has vanished, and the policy is not to make it anew.", "policy"},
    {"Failed", "Failed for good: {problem}. Only deleting it helps."},
    {"NotHeldByUs", "Is being deleted and does not carry this controller's finalizer."},
    {"DrainSkipped", "The node is not drained: {why}."},
    {"WaitingForPreDrainHook", "Waits until the pre-drain hook is taken away: {hooks}."},
    {"WaitingForOtherControlPlane",
        "Waits: another control-plane node is being drained, next look in {retry}."},
    {"Cordoning", "Cordons node {node}."},
    {"EvictingPods", "Evicts {pods} of node {node}, next try at {nextCheck}: {names}."},
    {"EvictionRefused", "Asks again to evict {pods} of node {node}, next try at {nextCheck}: {names}."},
    {"HeldByPodBudget",
        "Waits for pod {pod} of node {node}: PodDisruptionBudget {budget} needs {desired} healthy pods and "
        "has {healthy}; asks again at {nextCheck}."},
    {"WaitingForPods", "Waits for {pods} pods to leave node {node}: {names}."},
    {"Drained", "Node {node} is {state}."},
    {"WaitingForPreTerminateHook", "Waits until the pre-terminate hook is taken away: {hooks}."},
};
inline constexpr api::Reasons<machineReasons> machineReason;

} // namespace core::controllers
