// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The conditions of nodes that are known by name: the one place that says when each is bad, who reports it,
// which fault of a hollow node makes it so, and how the node is tainted for it; beside them the taints that
// belong to no row.

#include "core/api/node.h"
#include "core/api/recipe.h"

namespace core::api {

namespace taints {
inline constexpr std::string_view notReady = "node.kubernetes.io/not-ready"; ///< while Ready is False
inline constexpr std::string_view unreachable = "node.kubernetes.io/unreachable"; ///< while it is Unknown
inline constexpr std::string_view unschedulable = "node.kubernetes.io/unschedulable";
inline constexpr std::string_view noSchedule = "NoSchedule";
inline constexpr std::string_view noExecute = "NoExecute";
} // namespace taints

struct NodeConditionKind {
    enum class Reporter { Kubelet, RouteController, ProblemDetector };
    /// What its reporter says of it in one of its two states.
    struct Wording {
        std::string_view reason;
        std::string_view message;
        std::string_view event; ///< that the kubelet makes when it comes to that; empty: none
    };

    std::string_view type;
    std::string_view good; ///< the status when all is well
    Reporter reporter;
    FaultKind fault; ///< makes it bad, and no other
    std::string_view taint; ///< key of the NoSchedule taint while it is True; empty when there is none
    Wording whenGood {}; ///< empty of Ready, which has more than one cause
    Wording whenBad {};

    bool isKubelets() const { return reporter == Reporter::Kubelet; }
};

/// Those of the kubelet first, in the order in which the node controller writes them.
inline constexpr std::array nodeConditionKinds {
    NodeConditionKind {"MemoryPressure", "False", NodeConditionKind::Reporter::Kubelet,
        FaultKind::MemoryPressure, "node.kubernetes.io/memory-pressure",
        {"KubeletHasSufficientMemory", "kubelet has sufficient memory available", "NodeHasSufficientMemory"},
        {"KubeletHasInsufficientMemory", "kubelet has insufficient memory available",
            "NodeHasInsufficientMemory"}},
    NodeConditionKind {"DiskPressure", "False", NodeConditionKind::Reporter::Kubelet, FaultKind::DiskPressure,
        "node.kubernetes.io/disk-pressure",
        {"KubeletHasNoDiskPressure", "kubelet has no disk pressure", "NodeHasNoDiskPressure"},
        {"KubeletHasDiskPressure", "kubelet has disk pressure", "NodeHasDiskPressure"}},
    NodeConditionKind {"PIDPressure", "False", NodeConditionKind::Reporter::Kubelet, FaultKind::PidPressure,
        "node.kubernetes.io/pid-pressure",
        {"KubeletHasSufficientPID", "kubelet has sufficient PID available", "NodeHasSufficientPID"},
        {"KubeletHasInsufficientPID", "kubelet has insufficient PID available", "NodeHasInsufficientPID"}},
    NodeConditionKind {"Ready", "True", NodeConditionKind::Reporter::Kubelet, FaultKind::NotReady, {}},
    NodeConditionKind {"NetworkUnavailable", "False", NodeConditionKind::Reporter::RouteController,
        FaultKind::NetworkUnavailable, "node.kubernetes.io/network-unavailable",
        {"RouteCreated", "RouteController created a route", {}},
        {"NoRouteCreated", "RouteController failed to create a route", {}}},
    NodeConditionKind {"KernelDeadlock", "False", NodeConditionKind::Reporter::ProblemDetector,
        FaultKind::KernelDeadlock, {}, {"KernelHasNoDeadlock", "kernel has no deadlock", {}},
        {"DockerHung", "task docker blocked for more than 120 seconds", {}}},
    NodeConditionKind {"ReadonlyFilesystem", "False", NodeConditionKind::Reporter::ProblemDetector,
        FaultKind::ReadonlyFilesystem, {}, {"FilesystemIsNotReadOnly", "Filesystem is not read-only", {}},
        {"FilesystemIsReadOnly", "Remounting filesystem read-only", {}}},
};

/// nullptr for a fault that is no condition's own.
constexpr const NodeConditionKind *conditionKindOf(FaultKind fault)
{
    for (const NodeConditionKind &kind : nodeConditionKinds) {
        if (kind.fault == fault)
            return &kind;
    }
    return nullptr;
}

/// Whether the node life cycle puts taints of that key on nodes, and takes them away, as it sees fit
/// (docs/machines.md §3.6).
bool isManagedTaint(std::string_view key);

/// All conditions but Ready tell of a problem when they are not False, those that are not known here too:
/// that is how the node-problem-detector and its plugins name theirs. In InPlaceUpdate and Terminating the
/// machine-controller-manager notes its own work: of these only an update that failed is bad.
bool isBad(const NodeCondition &condition);
/// Those that are bad, as the node lists them.
std::vector<const NodeCondition *> badConditions(const Node &node);

} // namespace core::api
