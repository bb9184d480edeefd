// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which priority a pod has says its PriorityClass, as the admission plugin Priority has it
// (docs/api-semantics.md M13).

#include "core/lab/target.h"

namespace core::lab {

/// One that every cluster has, and that nobody changes or deletes (docs/api-semantics.md M13).
struct SystemPriorityClass {
    std::string_view name;
    std::int64_t value = 0;
    std::string_view description;
};
inline constexpr SystemPriorityClass systemPriorityClasses[] = {
    {"system-node-critical", 2'000'001'000,
        "Used for system critical pods that must not be moved from their current node."},
    {"system-cluster-critical", 2'000'000'000,
        "Used for system critical pods that must run in the cluster, but can be moved to another node if "
        "necessary."}};
/// Null: it is none of the system's.
const SystemPriorityClass *systemPriorityClass(std::string_view name);

/// Gives a new pod the priority of the class that it names, or of the default. Forbidden when that is not
/// there, or the pod says otherwise.
Answer<> fillInPriority(const Cluster &cluster, const Target &target, api::Json &object);

} // namespace core::lab
