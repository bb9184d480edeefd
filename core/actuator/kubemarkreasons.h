// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the kubemark actuator gives as reasons, to the machine controllers of both families.

#include "core/api/reason.h"

namespace core::actuator {

/// Codes of the reasons that the pod is asked for, or asked to go.
inline constexpr std::string_view creatingPodReason = "CreatingPod";
inline constexpr std::string_view deletingPodsReason = "DeletingPods";

inline constexpr api::ReasonKind kubemarkReasons[] {
    {creatingPodReason, "Creates the pod {pod}."},
    {"CreateFailed", "The last attempt to create the pod failed: {error}."},
    {"PodNameTaken", "Waits: the pod {pod} exists already and does not carry this machine's uid."},
    {"InvalidConfiguration", "Can't be {operation}: {problem}."},
    {"ProviderRefused", "The provider refused: {problem}; next attempt at {nextCheck}.",
        "operation kind attempts"},
    {"InstanceFound", "The pod {pod} is {phase}."},
    {"InvalidDeletionTimeout", "Can't be deleted: {problem}.", "annotation"},
    {"WaitingForDeletionTimeout",
        "Keeps the pod until {until}, {timeout} after the deletion was first seen."},
    {deletingPodsReason, "Deletes the pod: {pods}.", "count"},
    {"WaitingForPods", "Waits until the pod is gone: {pods}.", "count"},
    {"InstanceGone", "The pod is gone; node {node} {outcome}."},
    {"StaticNode", "Stands for the existing node {node}."},
    {"StaticNodeMissing",
        "Waits for node {node}, which the annotation names, to exist and to have an address."},
    {"StaticNodeTaken", "Has no node: {node}, which the annotation names, belongs to {owner}."},
    {"StaticNodeStays", "The node existed before the machine and stays."},
};
inline constexpr api::Reasons<kubemarkReasons> kubemarkReason;

} // namespace core::actuator
