// SPDX-License-Identifier: GPL-3.0-or-later
// What a health check thinks of its machines (docs/machines.md §7.4) and how many it may replace (§7.3).
#include "core/api/selector.h"
#include "core/base/number.h"
#include "core/controllers/conditions.h"
#include "core/controllers/healthcheck/healthcheck.h"
#include "core/controllers/machine/machine.h"

#include <algorithm>

namespace core::controllers {

namespace {

using namespace std::chrono_literals;

constexpr base::Duration defaultStartupTimeout = 10min;
/// A machine that fails at birth is left alone for so long; else a bad configuration would be replaced for
/// ever, as fast as the loop turns.
constexpr base::Duration infancy = 30s;
/// A deletion that hangs for longer (a hook, a disruption budget) no longer holds up the replacement of
/// others.
constexpr base::Duration deletionPatience = 10min;

TargetVerdict verdict(Verdict kind, api::Reason reason, std::optional<base::Duration> nextCheck = {})
{
    return {{}, kind, false, std::move(reason), nextCheck};
}

/// The later of creation and the first sight of the instance, never lastUpdated.
std::optional<base::Time> startOf(const api::Machine &machine)
{
    const api::Condition *exists = findCondition(machine.status.conditions, instanceExistsCondition);
    const auto seen = exists && exists->status == "True" ? exists->lastTransitionTime : std::nullopt;
    return std::max(machine.metadata.creationTimestamp, seen);
}

TargetVerdict judgeFailed(const api::Machine &machine, base::Time now)
{
    const base::Time grown = machine.metadata.creationTimestamp.value_or(base::Time()) + infancy;
    const std::string &problem = machine.status.errorMessage;
    api::Reason reason = problem.empty() ? finding("MachineFailed") : finding("MachineFailed", problem);
    if (now >= grown)
        return verdict(Verdict::Unhealthy, std::move(reason));
    return verdict(Verdict::Pending, std::move(reason), grown - now);
}

TargetVerdict judgeDeleting(const api::Machine &machine, base::Time now)
{
    const base::Duration left = *machine.metadata.deletionTimestamp + deletionPatience - now;
    return verdict(
        Verdict::Deleting, finding("MachineDeleting"), left > 0s ? std::optional(left) : std::nullopt);
}

TargetVerdict judgeStartup(const api::MachineHealthCheck &check, const api::Machine &machine, base::Time now)
{
    const base::Duration timeout = startupTimeoutOf(check);
    if (timeout == 0s)
        return verdict(Verdict::Starting, finding("NoStartupTimeout"));
    const auto start = startOf(machine);
    if (!start)
        return verdict(Verdict::Starting, finding("NodeStarting"), timeout);
    if (*start + timeout < now)
        return verdict(Verdict::Unhealthy, finding("NodeStartupTimeout", *start, timeout));
    return verdict(
        Verdict::Starting, finding("NodeStarting", *start, timeout), timeout - (now - *start) + 1s);
}

TargetVerdict judgeMissingNode(const api::Machine &machine, base::Time now)
{
    api::Reason gone = finding("NodeNotFound", machine.status.nodeRef->name);
    const base::Duration doubt = untilNodeIsCertainlyGone(machine, now);
    if (doubt > base::Duration::zero())
        return verdict(Verdict::Pending, std::move(gone), doubt);
    return verdict(Verdict::Unhealthy, std::move(gone));
}

TargetVerdict judgeNode(const api::MachineHealthCheck &check, const api::Node &node, base::Time now)
{
    std::optional<TargetVerdict> pending;
    for (const api::UnhealthyCondition &rule : check.spec.unhealthyConditions) {
        const api::NodeCondition *found = node.condition(rule.type);
        if (!found || found->status != rule.status)
            continue;
        const base::Time since =
            found->lastTransitionTime.value_or(node.metadata.creationTimestamp.value_or(base::Time()));
        const base::Duration timeout = rule.timeout.value;
        api::Reason reason =
            finding("UnhealthyNode", node.metadata.name, rule.type + "=" + rule.status, since, timeout);
        if (since + timeout < now)
            return verdict(Verdict::Unhealthy, std::move(reason));
        const base::Duration left = timeout - (now - since) + 1s;
        if (!pending || left < *pending->nextCheck)
            pending = verdict(Verdict::Pending, std::move(reason), left);
    }
    if (pending)
        return *std::move(pending);
    return verdict(Verdict::Healthy, finding("Healthy")); // most are: text so short costs no memory
}

TargetVerdict judgeMachine(
    const api::MachineHealthCheck &check, const HealthCheckTarget &target, base::Time now)
{
    const api::Machine &machine = *target.machine;
    if (machine.isDeleting())
        return judgeDeleting(machine, now);
    if (machine.status.phase == api::phases::failed)
        return judgeFailed(machine, now);
    if (!machine.status.nodeRef)
        return judgeStartup(check, machine, now);
    if (!target.node && target.isBlind)
        return verdict(Verdict::Pending, finding("NoNodesSeen"), 30s);
    if (!target.node)
        return judgeMissingNode(machine, now);
    return judgeNode(check, *target.node, now);
}

} // namespace

std::string_view nameOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Healthy:
        return "Healthy";
    case Verdict::Starting:
        return "Starting";
    case Verdict::Pending:
        return "Pending";
    case Verdict::Unhealthy:
        return "Unhealthy";
    case Verdict::Deleting:
        return "Deleting";
    }
    return {};
}

TargetVerdict judge(const api::MachineHealthCheck &check, const HealthCheckTarget &target, base::Time now)
{
    TargetVerdict result = judgeMachine(check, target, now);
    result.target = target;
    result.countsHealthy = result.verdict == Verdict::Healthy
        && !target.machine->metadata.annotations.contains(externalRemediation);
    return result;
}

std::vector<TargetVerdict> verdictsOf(
    const HealthCheckRules &rules, const std::vector<HealthCheckTarget> &targets, base::Time now)
{
    std::vector<TargetVerdict> verdicts;
    if (!rules.problem.empty())
        return verdicts;
    verdicts.reserve(targets.size());
    for (const HealthCheckTarget &target : targets)
        verdicts.push_back(judge(rules.check, target, now));
    return verdicts;
}

std::optional<std::int64_t> maxUnhealthyOf(
    const std::optional<api::IntOrString> &value, std::int64_t expected)
{
    if (!value)
        return expected;
    if (const auto *number = std::get_if<std::int64_t>(&value->value))
        return std::max<std::int64_t>(*number, 0);
    std::string_view digits = std::get<std::string>(value->value);
    const bool isPercent = digits.ends_with('%');
    if (isPercent)
        digits.remove_suffix(1);
    const auto number = base::parseNumber<std::int64_t>(digits);
    if (!number)
        return std::nullopt;
    if (!isPercent)
        return std::max<std::int64_t>(*number, 0);
    if (*number < 0 || *number > 100 || digits.size() > 3)
        return std::nullopt;
    return *number * expected / 100;
}

base::Duration startupTimeoutOf(const api::MachineHealthCheck &check)
{
    if (!check.spec.nodeStartupTimeout)
        return defaultStartupTimeout;
    return api::parseDuration(*check.spec.nodeStartupTimeout).value_or(defaultStartupTimeout);
}

bool isPaused(const api::MachineHealthCheck &check)
{
    return check.metadata.annotations.contains(api::keys::paused);
}

namespace {

std::string problemOf(const api::UnhealthyCondition &condition)
{
    if (condition.type.empty())
        return "type is empty";
    if (condition.status.empty())
        return "status is empty";
    return condition.timeout.value < 0s ? "timeout must not be negative" : "";
}

std::string problemOfTemplate(const api::ObjectReference &reference)
{
    if (reference.kind.empty() || reference.apiVersion.empty() || reference.name.empty())
        return "apiVersion, kind and name are required";
    if (!reference.kind.ends_with("Template"))
        return "kind \"" + reference.kind + "\" does not end in Template";
    return {};
}

std::string problemOfStartupTimeout(const std::string &text)
{
    const auto timeout = api::parseDuration(text);
    if (!timeout)
        return timeout.error().message;
    return *timeout < 0s ? "must not be negative" : "";
}

} // namespace

std::string validationProblem(const api::MachineHealthCheck &check)
{
    const api::MachineHealthCheckSpec &spec = check.spec;
    if (const auto valid = api::validate(spec.selector); !valid)
        return "spec.selector: " + valid.error().message;
    if (spec.unhealthyConditions.empty())
        return "spec.unhealthyConditions is empty";
    for (std::size_t i = 0; i < spec.unhealthyConditions.size(); ++i) {
        if (const std::string problem = problemOf(spec.unhealthyConditions[i]); !problem.empty())
            return "spec.unhealthyConditions[" + std::to_string(i) + "]." + problem;
    }
    if (!maxUnhealthyOf(spec.maxUnhealthy, 0))
        return "spec.maxUnhealthy \"" + spec.maxUnhealthy->text() + "\" is neither a number nor a percentage";
    if (spec.nodeStartupTimeout) {
        if (const std::string problem = problemOfStartupTimeout(*spec.nodeStartupTimeout); !problem.empty())
            return "spec.nodeStartupTimeout: " + problem;
    }
    if (spec.remediationTemplate) {
        if (const std::string problem = problemOfTemplate(*spec.remediationTemplate); !problem.empty())
            return "spec.remediationTemplate: " + problem;
    }
    const std::string_view strategy = check.metadata.annotation(remediationStrategy);
    if (!strategy.empty() && strategy != externalBaremetal)
        return "annotation " + std::string(remediationStrategy) + " \"" + std::string(strategy) + "\" is not "
            + std::string(externalBaremetal);
    return {};
}

HealthCheckRules rulesOf(const api::MachineHealthCheck &check)
{
    return {check, &api::resourceOf<api::MachineHealthCheck>(), "status", check.metadata.name,
        validationProblem(check), false};
}

api::ObjectReference HealthCheckRules::reference() const
{
    return {resource->apiVersion(), resource->kind, check.metadata.name, check.metadata.ns,
        check.metadata.uid, {}, {}};
}

std::int64_t RemediationBudget::remediationsAllowed() const
{
    return maxUnhealthy ? std::max<std::int64_t>(*maxUnhealthy - unhealthy(), 0) : 0;
}

std::int64_t RemediationBudget::available() const
{
    if (!isAllowed())
        return 0;
    return std::max<std::int64_t>(std::max<std::int64_t>(remediationsAllowed(), 1) - inFlight, 0);
}

void VerdictCounts::add(const TargetVerdict &verdict)
{
    ++expected;
    healthy += verdict.countsHealthy ? 1 : 0;
    terminating += verdict.verdict == Verdict::Deleting && verdict.nextCheck ? 1 : 0;
    starting += verdict.verdict == Verdict::Starting && verdict.nextCheck ? 1 : 0;
}

VerdictCounts VerdictCounts::settled() const
{
    return {.expected = expected - terminating, .healthy = healthy + starting};
}

RemediationBudget budgetOf(const api::MachineHealthCheck &check, const VerdictCounts &counts)
{
    RemediationBudget budget;
    budget.expected = counts.expected;
    budget.healthy = counts.healthy;
    budget.maxUnhealthy = maxUnhealthyOf(check.spec.maxUnhealthy, counts.expected);
    budget.inFlight = counts.terminating;
    // At the limit one replacement at a time: it has to come up before the next machine goes.
    if (budget.remediationsAllowed() == 0)
        budget.inFlight += counts.starting;
    return budget;
}

RemediationBudget budgetOf(const api::MachineHealthCheck &check, const std::vector<TargetVerdict> &verdicts)
{
    VerdictCounts counts;
    for (const TargetVerdict &verdict : verdicts)
        counts.add(verdict);
    return budgetOf(check, counts);
}

} // namespace core::controllers
