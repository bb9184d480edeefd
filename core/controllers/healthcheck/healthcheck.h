// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Replaces machines whose node is broken (docs/machines.md §7.2 to §7.5, §7.7). Judging a machine and
// acting on the verdicts are two things: the verdicts alone are the dry run that the window shows. One engine
// serves both generations of the API: what a check of v1alpha1 asks for is put in the terms of v1beta1
// (healthcheckv1alpha1.h).

#include "core/base/clock.h"
#include "core/controllers/healthcheck/healthcheckreasons.h"
#include "core/controllers/steadymachines.h"
#include "core/runtime/plan.h"

namespace core::controllers {

/// Condition of a Machine that a health check found unhealthy. Its message begins with "<health check>: ".
inline constexpr std::string_view healthCheckCondition = "HealthCheckSucceeded";
/// The annotation of a health check says who remediates; "external-baremetal" is told by an annotation on the
/// machine (§7.2).
inline constexpr std::string_view remediationStrategy = "machine.openshift.io/remediation-strategy";
inline constexpr std::string_view externalBaremetal = "external-baremetal";
/// Hands a machine to who repairs bare metal.
inline constexpr std::string_view externalRemediation = "host.metal3.io/external-remediation";

class MachineDisruptions;

enum class Verdict {
    Healthy,
    Starting, ///< has no node yet, within its time
    Pending, ///< unhealthy, not yet for long enough
    Unhealthy, ///< to be remediated
    Deleting, ///< on its way out already
};

std::string_view nameOf(Verdict verdict);

/// What one look sees of a machine; good until the stores change.
struct HealthCheckTarget {
    const api::Machine *machine = nullptr; ///< never null
    const api::Node *node = nullptr; ///< of status.nodeRef, null when there is none
    bool isBlind = false; ///< not a single node is seen: more likely an error than the truth (T18)
};

struct TargetVerdict {
    HealthCheckTarget target;
    Verdict verdict = Verdict::Healthy;
    bool countsHealthy = false; ///< in currentHealthy
    api::Reason reason; ///< one of the findings; its text stays the same while the cause does
    std::optional<base::Duration> nextCheck; ///< when the verdict may change by time alone
};

/// A health check of either generation in the terms of v1beta1, and how to speak in its name.
struct HealthCheckRules {
    api::MachineHealthCheck check;
    const api::Resource *resource = nullptr; ///< the kind that the object is of
    std::string statusEndpoint; ///< subresource to write the status to; empty: the object itself
    std::string title; ///< begins its notes on machines; no other check has the same
    std::string problem; ///< what can't be read, and why: then nothing is judged; empty when all can
    bool asksForReboot = false; ///< of a node instead of replacing its machine (§7.1)

    api::ObjectReference reference() const;
    bool operator==(const HealthCheckRules &) const = default;
};

/// What a health check does about a machine that was unhealthy for long enough (§7.5).
enum class Remedy {
    Replace,
    RequestExternally, ///< through an object of the remediation template
    AnnotateExternally, ///< through an annotation on the machine
    Reboot, ///< of the node; the machine stays
    None, ///< nobody controls the machine, so nobody would replace it
};

std::string_view nameOf(Remedy remedy);
Remedy remedyFor(const HealthCheckRules &rules, const HealthCheckTarget &target);

/// The numbers that decide what a health check may do.
struct VerdictCounts {
    std::int64_t expected = 0;
    std::int64_t healthy = 0; ///< in currentHealthy
    std::int64_t terminating = 0; ///< being deleted, within their time
    std::int64_t starting = 0; ///< without a node yet, within their time

    void add(const TargetVerdict &verdict);
    /// Once what starts has come up, and what is being deleted is gone.
    VerdictCounts settled() const;
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
/// What is wrong with the spec (§7.2), naming the field; empty when nothing is.
std::string validationProblem(const api::MachineHealthCheck &check);
HealthCheckRules rulesOf(const api::MachineHealthCheck &check);

RemediationBudget budgetOf(const api::MachineHealthCheck &check, const VerdictCounts &counts);
RemediationBudget budgetOf(const api::MachineHealthCheck &check, const std::vector<TargetVerdict> &verdicts);
/// Whether there is nothing to do or to say about the machine but that it is healthy. That stays so until the
/// rules, the machine or its node change. The title is HealthCheckRules::title.
bool isPlainlyHealthy(
    const api::MachineHealthCheck &check, std::string_view title, const TargetVerdict &verdict);
/// external may be null: then no template is found. plainlyHealthy: so many machines more than the targets.
/// disruptions counts the machines that are disrupted against their budgets (§7.8); null where none are.
runtime::Plan planHealthCheck(const HealthCheckRules &rules, const std::vector<HealthCheckTarget> &targets,
    const ExternalObjects *external, base::Time now, std::size_t plainlyHealthy = 0,
    MachineDisruptions *disruptions = nullptr);
/// What to write and to tell about a check that can't be carried out (validationProblem(), an unreadable
/// object).
runtime::Plan planRefusal(const HealthCheckRules &rules, const std::string &problem, base::Time now);
runtime::Plan planRefusal(const api::MachineHealthCheck &check, const std::string &problem, base::Time now);

/// After a plan failed for good: tells of the remediation that could not be carried out or asked for (§7.5).
/// machine is the one that failed was about, null when it was about none.
std::vector<api::Effect> recordHealthCheckFailure(const HealthCheckRules &rules, const api::Machine *machine,
    const base::Error &error, const api::Effect &failed, base::Time now);
/// This one looks the machine up in the store.
std::vector<api::Effect> recordHealthCheckFailure(const HealthCheckRules &rules,
    const runtime::Store<api::Machine> &machines, const base::Error &error, const api::Effect &failed,
    base::Time now);

/// The machines of the check's namespace that it selects.
std::vector<HealthCheckTarget> targetsOf(const api::MachineHealthCheck &check, const Stores &stores);
/// The dry run: what the check thinks of each of its machines right now. Empty when it has a problem.
std::vector<TargetVerdict> verdictsOf(
    const HealthCheckRules &rules, const std::vector<HealthCheckTarget> &targets, base::Time now);

/// Whether a check of either generation may judge or do something else after the change (null: not there).
bool nodeConcernsHealthChecks(const api::Node *before, const api::Node *after);
std::vector<api::ObjectKey> healthChecksOfMachine(
    const runtime::Store<api::MachineHealthCheck> &checks, const api::Machine &machine);
/// The checks are found through the machines that claim the node (§7.3).
std::vector<api::ObjectKey> healthChecksOfNode(const Stores &stores, const api::Node &node);

/// The rule is isPlainlyHealthy(), of the machines that a check selects.
SteadyMachinesOfHealthChecks::Rules steadyRulesOfHealthChecks(const Stores &stores, const base::Clock &clock);
/// The view follows the stores.
std::unique_ptr<runtime::Reconciler> makeHealthCheckReconciler(const Stores &stores,
    std::shared_ptr<const SteadyMachinesOfHealthChecks> steady, const base::Clock &clock,
    const ExternalObjects *external = nullptr);

} // namespace core::controllers
