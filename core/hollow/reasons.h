// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the hollow host and its kubelets say.

#include "core/api/reason.h"

namespace core::hollow {

inline constexpr api::ReasonKind hollowHostReasons[] {
    {"Registered", "The hollow host registers its Node."},
    {"Reported", "The hollow host reports its status."},
    {"ReportingReady", "The hollow host is ready."},
};
inline constexpr api::Reasons<hollowHostReasons> hollowHostReason;

inline constexpr api::ReasonKind kubeletReasons[] {
    // Pods
    {"NotBound", "The pod is bound to no node yet."},
    {"NotOurNode", "No hollow kubelet of this host runs the pod's node."},
    {"KubeletStarting", "The kubelet of the pod's node has not started yet."},
    {"KubeletSilent", "The kubelet of the pod's node is silent."},
    {"Started", "All containers were started."},
    {"Running", "The containers run."},
    {"ReadyAgain", "{reporter} reports the pod as ready again."},
    {"Completed", "A pod of a Job completes, this one after {runTime}."},
    {"Finished", "The pod has finished: {phase}."},
    {"ShuttingDown", "The containers are being stopped."},
    {"HeldByFinalizers", "The pod has ended; finalizers hold its object."},
    {"Ended", "The containers have stopped; the pod goes."},

    // Hollow nodes
    {"NeverJoins", "The machine never joins: its recipe asks for it."},
    {"Booting", "The machine boots until {until}."},
    {"Started", "The kubelet of node {node} starts."},
    {"CommandLine", "About the command line: {note}."},
    {"Crashed", "The container exits at once: {problem}."},
    {"Crashed", "The hollow kubelet exited when it started."},
    {"NodeGone", "The Node was deleted; a kubelet registers once, when it starts."},
    {"ReportingReady", "The kubelet reports that it is ready."},
    {"ReportingNotReady", "The kubelet reports that it is not ready: {problem}."},
    {"ReportingFault", "The kubelet is ready; the node has {fault}, {problem}."},
    {"Silent", "The kubelet sends neither status nor heartbeat: a fault asks for it."},
    {"FaultSeen", "The fault was seen: {fault}."},
    {"FaultOver", "The time of the fault is over."},
    {"ReportingUpdate", "The update in place of the node is over."},
};
inline constexpr api::Reasons<kubeletReasons> kubeletReason;

} // namespace core::hollow
