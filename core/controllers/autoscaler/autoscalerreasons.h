// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the autoscaler says.

#include "core/api/reason.h"

namespace core::controllers {

inline constexpr api::ReasonKind autoscalerReasons[] {
    {"NoNodeGroups", "No MachineSet or MachineDeployment has the annotations of a node group."},
    {"InvalidBounds", "{group} is no node group: {problem}."},
    {"InvalidOption", "Ignores {problem}.", "group option"},
    {"FailedMachinesStay", "{machines} machines of {group} failed or have no node in time; {why}."},
    {"ScaleUpTimedOut", "{problem}. Removes {machines} machines and does not try again before {until}.",
        "group"},
    {"FailedToScaleUpGroup", "{problem}. Removes {machines} machines and does not try again before {until}.",
        "group"},
    {"NoPendingPods", "Every pod has a node, or the scheduler has not tried it yet."},
    {"WaitingForScheduler", "{pods} pending pods fit on nodes that are there."},
    {"WaitingForNodes", "{pods} pending pods fit on the {nodes} nodes that are under way."},
    {"CannotGrow", "{group} does not grow from {size}: {why}.", "max"},
    {"UnknownCapacity", "{group} does not grow: what its next node would offer is not known, {problem}."},
    {"TriggeredScaleUp",
        "{group} grows from {from} to {to} for {pods} pending pods; it wastes least, {waste}."},
    {"NotTriggerScaleUp", "{pods} pending pods make no group grow, such as {pod}: {why}."},
    {"Paused", "{group} is paused and keeps its size."},
    {"Resizing", "{group} has {machines} machines and is to have {size}; until then nothing is taken away."},
    {"RollingOut", "{group} is being rolled out; nothing is taken away."},
    {"AtMinSize", "{group} has its smallest size, {size}."},
    {"NotRemovable", "Node {node} of {group} stays: {why}."},
    {"Utilized", "{nodes} nodes of {group} are used to at least {threshold}, or pending pods fit there."},
    {"Unneeded", "Node {node} of {group} is not needed since {since} and may go at {due}."},
    {"CoolingDown", "Node {node} of {group} is not needed since {since} and may go at {due}."},
    {"NotAllAtOnce", "Node {node} of {group} goes after others."},
    {"NeededAgain", "Node {node} is needed again."},
    {"ScaleDown", "{group} shrinks from {from} to {to}: nobody needs {nodes}."},
};
inline constexpr api::Reasons<autoscalerReasons> autoscalerReason;

} // namespace core::controllers
