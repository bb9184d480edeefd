// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What health checks of both generations say.

#include "core/api/reason.h"

namespace core::controllers {

/// What is found out about a machine: clauses, for findingReasons, for conditions and for events.
inline constexpr api::ReasonKind findings[] {
    {"Healthy", "node is healthy"},
    {"MachineDeleting", "is being deleted"},
    {"MachineFailed", "phase is Failed"},
    {"MachineFailed", "phase is Failed: {problem}"},
    {"NoNodesSeen", "not a single node is seen, which may be an error"},
    {"NodeNotFound", "node {node} is gone"},
    {"NodeStarting", "has no node yet"},
    {"NodeStarting", "has no node since {since}, allowed for {timeout}"},
    {"NodeStartupTimeout", "has no node since {since}, allowed for {timeout}"},
    {"NoStartupTimeout", "has no node, and the startup timeout is off"},
    {"UnhealthyNode", "node {node} reports {condition} since {since}, allowed for {timeout}"},
};
inline constexpr api::Reasons<findings> finding;

/// How a finding stands in a plan's reasons, where it keeps its own code.
inline constexpr api::ReasonKind findingReasons[] {
    {"Finding", "Machine {machine}: {finding}."},
    {"Finding", "Machine {machine}: {finding}.", "nextCheck"},
};
inline constexpr api::Reasons<findingReasons> findingReason;

/// Code of the reason why a machine is deleted; what metrics count as a remediation.
inline constexpr std::string_view remediatingReason = "Remediating";

inline constexpr api::ReasonKind healthCheckReasons[] {
    {"Gone", "The health check does not exist."},
    {"Paused", "Is paused by its annotation."},
    {"InvalidSpec", "Nothing is done: {problem}."},
    {"RemediationAllowed",
        "{unhealthy} of {expected} machines are unhealthy, at most {maxUnhealthy} may be; {available} may be "
        "replaced now, {inFlight} replacements are under way.",
        "healthy"},
    {"RemediationRestricted",
        "{unhealthy} of {expected} machines are unhealthy, at most {maxUnhealthy} may be; {available} may be "
        "replaced now, {inFlight} replacements are under way.",
        "healthy"},
    {"WaitingForBudget", "Machine {machine} is replaced once others have come up."},
    {"SkippedNoController", "Machine {machine} stays: nobody controls it, so nobody would replace it."},
    {remediatingReason, "Deletes machine {machine}: {finding}."},
    {"RebootRequested", "Node {node} is asked to be rebooted; its machine stays.", "machine"},
    {"RemediationTemplateNotFound", "The remediation template {template} was not found."},
    {"RequestingRemediation", "Asks for {kind} {machine} of template {template}."},
    {"RemediationRequested", "Machine {machine} waits for its {kind}."},
    {"WithdrawingRequest", "Takes {kind} {machine} back: the machine is healthy again."},
};
inline constexpr api::Reasons<healthCheckReasons> healthCheckReason;

/// How a budget's refusal to let a machine go stands in a plan's reasons.
inline constexpr api::ReasonKind heldMachineReasons[] {
    {"HeldByMachineBudget", "Machine {machine} stays: {why}."},
};
inline constexpr api::Reasons<heldMachineReasons> heldMachineReason;

} // namespace core::controllers
