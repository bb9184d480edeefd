// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Empties the node of a machine that is being deleted (docs/machines.md §4.8): cordon, evict, wait.
// Disruption budgets are honoured: a refused eviction is asked for again 5 s later, and the condition Drained
// says what is in the way.

#include "core/controllers/stores.h"
#include "core/runtime/plan.h"

#include <map>

namespace core::controllers {

inline constexpr std::string_view drainedCondition = "Drained";
inline constexpr std::string_view drainableCondition = "Drainable";
inline constexpr base::Duration evictionRetry = std::chrono::seconds(5);

struct DrainView {
    NodePointer node; ///< the one of status.nodeRef; null when it is gone, or not the machine's
    bool isAnothers = false; ///< it is there and not the machine's
    std::vector<PodPointer> pods; ///< bound to that node
    std::vector<PodBudgetPointer> podBudgets; ///< of all namespaces
    bool otherControlPlaneDraining = false; ///< another control-plane node is cordoned
};

struct DrainPlan {
    std::vector<api::Condition> conditions; ///< to set on the machine
    std::vector<api::Effect> effects;
    std::vector<api::EmitEvent> events;
    std::vector<api::Reason> reasons;
    std::optional<base::Duration> checkAgainAfter;
    bool done = false; ///< drained, or nothing to drain: the instance may go
};

/// "a, b"
std::string hookNames(const std::vector<api::LifecycleHook> &hooks);
/// Whether the pod has to leave before its node may go: all but mirror pods and those of DaemonSets.
bool mustLeave(const api::Pod &pod);
/// The names of a few of the pods, for people.
std::string someNames(const std::vector<PodPointer> &pods);
/// A pod that a budget does not let go now.
struct HeldPod {
    PodPointer pod;
    PodBudgetPointer budget;
};
/// The first of the pods whose eviction will be refused (docs/api-semantics.md M2); none where none will.
std::optional<HeldPod> firstHeldPod(
    const std::vector<PodPointer> &pods, const std::vector<PodBudgetPointer> &budgets);
/// What budgets let go of pods that are evicted one after the other, while nothing else changes.
class ForeseenEvictions
{
public:
    explicit ForeseenEvictions(const std::vector<PodBudgetPointer> &budgets);

    /// The budget that does not let this pod go after those before it; null when it may go.
    PodBudgetPointer holderOf(const api::Pod &pod);

private:
    std::map<std::string, std::vector<PodBudgetPointer>> m_budgets; ///< by namespace
    std::map<api::ObjectKey, std::int64_t> m_taken; ///< by budget
};
/// Why the node of the machine, whatever becomes of it, is not drained; empty when it is.
std::string_view whyNotDrained(const api::Machine &machine);
/// Whether the node runs the control plane.
bool isControlPlane(const api::Node &node);

/// The machine is being deleted and not yet Drained.
DrainPlan planDrain(const api::Machine &machine, const DrainView &seen, base::Time now);

} // namespace core::controllers
