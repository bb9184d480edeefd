// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Replaces machines whose node is broken (machine-api.md §7.2–7.5, as adopted in §7.7). Judging a machine and
// acting on the verdicts are two things: the verdicts alone are the dry run that the window shows.

#include "core/base/clock.h"
#include "core/controllers/stores.h"
#include "core/runtime/plan.h"

namespace core::controllers {

/// Condition of a Machine that a health check found unhealthy. Its message begins with "<health check>: ".
inline constexpr std::string_view healthCheckCondition = "HealthCheckSucceeded";
inline constexpr std::string_view remediationAllowedCondition = "RemediationAllowed";
/// Code of the reason why a machine is deleted; what metrics count as a remediation.
inline constexpr std::string_view remediatingReason = "Remediating";

enum class Verdict {
    Healthy,
    Starting, ///< has no node yet, within its time
    Pending, ///< unhealthy, not yet for long enough
    Unhealthy, ///< to be remediated
    Deleting, ///< on its way out already
};

struct TargetVerdict {
    MachinePointer machine;
    std::string node; ///< empty while it has none
    Verdict verdict = Verdict::Healthy;
    bool countsHealthy = false; ///< in currentHealthy
    api::Reason reason; ///< code, sentence, facts; the sentence stays the same while the cause does
    std::optional<base::Duration> nextCheck; ///< when the verdict may change by time alone
};

struct HealthCheckTarget {
    MachinePointer machine;
    NodePointer node; ///< of status.nodeRef, null when there is none
};

/// What a health check may do, by the counts (§7.2, §7.3).
struct RemediationBudget {
    std::int64_t expected = 0;
    std::int64_t healthy = 0;
    std::optional<std::int64_t> maxUnhealthy; ///< unset: the field can't be read, nothing is allowed
    std::int64_t inFlight = 0; ///< replacements under way

    std::int64_t unhealthy() const { return expected - healthy; }
    bool isAllowed() const { return maxUnhealthy && unhealthy() <= *maxUnhealthy; }
    /// status.remediationsAllowed
    std::int64_t remediationsAllowed() const;
    /// How many may begin now.
    std::int64_t available() const;
};

/// The objects of external remediation (§7.5 row 1), whose kinds are known only at run time.
class ExternalObjects
{
public:
    virtual ~ExternalObjects() = default;
    /// The served resource of that kind, or nullptr.
    virtual const api::Resource *resource(const std::string &apiVersion, const std::string &kind) const = 0;
    /// The object, or null.
    virtual api::JsonPtr find(const api::Resource &resource, const api::ObjectKey &key) const = 0;
};

/// §7.4, one machine.
TargetVerdict judge(const api::MachineHealthCheck &check, const HealthCheckTarget &target, base::Time now);
/// "40%" of expected rounded down, or a number; negative is 0. Nothing when the value can't be read. Unset is
/// 100 %.
std::optional<std::int64_t> maxUnhealthyOf(
    const std::optional<api::IntOrString> &value, std::int64_t expected);
/// Unset is 10 minutes; 0 switches the rule off; what can't be read counts as unset.
base::Duration startupTimeoutOf(const api::MachineHealthCheck &check);
bool isPaused(const api::MachineHealthCheck &check);

RemediationBudget budgetOf(const api::MachineHealthCheck &check, const std::vector<TargetVerdict> &verdicts);
/// external may be null: then no template is found.
runtime::Plan planHealthCheck(const api::MachineHealthCheck &check,
    const std::vector<HealthCheckTarget> &targets, const ExternalObjects *external, base::Time now);

/// After a plan failed for good: an external remediation that could not be asked for is noted (§7.5 row 1).
std::vector<api::Effect> recordHealthCheckFailure(
    const api::MachineHealthCheck &check, const base::Error &error, base::Time now);

/// The machines of the check's namespace that it selects.
std::vector<HealthCheckTarget> targetsOf(const api::MachineHealthCheck &check, const Stores &stores);
/// The dry run: what the check thinks of each of its machines right now. Empty when there is no such check.
std::vector<TargetVerdict> verdictsOf(const Stores &stores, const api::ObjectKey &check, base::Time now);

std::vector<api::ObjectKey> healthChecksOfMachine(
    const runtime::Store<api::MachineHealthCheck> &checks, const api::Machine &machine);
/// Through the machine that has the node, if it is exactly one.
std::vector<api::ObjectKey> healthChecksOfNode(const Stores &stores, const api::Node &node);

std::unique_ptr<runtime::Reconciler> makeHealthCheckReconciler(
    const Stores &stores, const base::Clock &clock, const ExternalObjects *external = nullptr);

} // namespace core::controllers
