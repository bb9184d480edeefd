// SPDX-License-Identifier: GPL-3.0-or-later
// What a health check does about its verdicts (docs/machines.md §7.3, §7.5).
#include "core/controllers/healthcheck/healthcheck.h"

#include "core/api/healthcheckv1alpha1.h"
#include "core/base/overloaded.h"
#include "core/controllers/conditions.h"
#include "core/controllers/healthcheck/remediationobjects.h"
#include "core/controllers/machinedisruption/machinedisruption.h"

#include <algorithm>

namespace core::controllers {

namespace {

using namespace std::chrono_literals;

constexpr base::Duration shortCircuitCheck = 30s;
constexpr base::Duration longestCheck = 1h;
constexpr base::Duration machineBudgetCheck = 1min;
constexpr std::string_view clonedFromName = "machine.openshift.io/cloned-from-name";
constexpr std::string_view clonedFromGroupKind = "machine.openshift.io/cloned-from-groupkind";
constexpr std::string_view templateAvailable = "ExternalRemediationTemplateAvailable";
constexpr std::string_view requestAvailable = "ExternalRemediationRequestAvailable";

std::string number(std::int64_t value)
{
    return std::to_string(value);
}

std::optional<api::PatchObject> statusPatch(
    const HealthCheckRules &rules, const api::MachineHealthCheckStatus &after)
{
    if (after == rules.check.status)
        return std::nullopt;
    const auto written = [](const api::MachineHealthCheckStatus &status) -> api::Json {
        return api::JsonObject {{"status", api::encode(status)}};
    };
    auto patch = api::patchBetween(written(rules.check.status), written(after),
        {rules.resource, rules.check.key()}, "status", api::Precondition::Uid, rules.check.metadata);
    if (patch)
        patch->subresource = rules.statusEndpoint;
    return patch;
}

std::string prefixOf(std::string_view title)
{
    return std::string(title) + ": ";
}

/// The one who told is this health check.
bool isToldUnhealthy(std::string_view title, const api::Machine &machine)
{
    const api::Condition *told = findCondition(machine.status.conditions, healthCheckCondition);
    return told && told->status == "False" && told->message.starts_with(prefixOf(title));
}

/// One pass over one health check.
class HealthCheckPlanner
{
public:
    HealthCheckPlanner(const HealthCheckRules &rules, const std::vector<HealthCheckTarget> &targets,
        const ExternalObjects *external, base::Time now, std::size_t plainlyHealthy,
        MachineDisruptions *disruptions)
        : m_rules(rules)
        , m_check(rules.check)
        , m_after(rules.check.status)
        , m_external(external)
        , m_disruptions(disruptions)
        , m_now(now)
        , m_budget(budgetOf(rules.check, judgeAll(targets, plainlyHealthy)))
    {
    }

    runtime::Plan plan();

private:
    VerdictCounts judgeAll(const std::vector<HealthCheckTarget> &targets, std::size_t plainlyHealthy);
    void explain();
    void allowOrRestrict();
    void remediateWhatTheBudgetAllows();
    bool remediate(const TargetVerdict &verdict);
    bool isHeldByMachineBudget(const TargetVerdict &verdict, Remedy remedy);
    void annotate(const api::Machine &machine);
    void requestReboot(const api::Machine &machine, const api::Node &node);
    void requestExternally(const api::Machine &machine);
    void withdrawRequests();
    const api::Resource *requestResource() const;
    void deleteMachine(const TargetVerdict &verdict);
    void tell(const TargetVerdict &verdict, bool skipped);
    void setOnMachine(
        const api::Machine &machine, api::Condition condition, std::vector<api::EmitEvent> events);

    std::string prefix() const { return prefixOf(m_rules.title); }

    const HealthCheckRules &m_rules;
    const api::MachineHealthCheck &m_check;
    api::MachineHealthCheckStatus m_after;
    const ExternalObjects *m_external;
    MachineDisruptions *const m_disruptions;
    const base::Time m_now;
    std::vector<TargetVerdict> m_verdicts; ///< about which there is something to do or to say
    const RemediationBudget m_budget;
    runtime::Plan m_plan;
    std::vector<api::Effect> m_remediations;
    std::vector<api::Effect> m_notes; ///< on machines; come last, so that a conflict delays no remediation
};

runtime::Plan HealthCheckPlanner::plan()
{
    allowOrRestrict();
    explain();
    if (m_budget.isAllowed())
        remediateWhatTheBudgetAllows();
    withdrawRequests();
    for (const TargetVerdict &verdict : m_verdicts) {
        const bool restricted = verdict.verdict == Verdict::Unhealthy && !m_budget.isAllowed();
        if (verdict.verdict == Verdict::Healthy && isToldUnhealthy(m_rules.title, *verdict.target.machine))
            setOnMachine(*verdict.target.machine, trueCondition(healthCheckCondition), {});
        else if (verdict.verdict == Verdict::Pending || restricted)
            tell(verdict, false);
        if (verdict.nextCheck)
            checkAgain(m_plan.checkAgainAfter, std::min(*verdict.nextCheck, longestCheck));
    }
    m_after.expectedMachines = m_budget.expected;
    m_after.currentHealthy = m_budget.healthy;
    m_after.remediationsAllowed = m_budget.isAllowed() ? m_budget.remediationsAllowed() : 0;
    if (auto status = statusPatch(m_rules, m_after))
        m_plan.effects.insert(m_plan.effects.begin(), std::move(*status));
    if (m_disruptions)
        std::ranges::move(m_disruptions->writes(), std::back_inserter(m_plan.effects));
    std::ranges::move(m_remediations, std::back_inserter(m_plan.effects));
    std::ranges::move(m_notes, std::back_inserter(m_plan.effects));
    return std::move(m_plan);
}

/// Most machines are well, and were so before: they are counted, and that is all.
VerdictCounts HealthCheckPlanner::judgeAll(
    const std::vector<HealthCheckTarget> &targets, std::size_t plainlyHealthy)
{
    VerdictCounts counts;
    counts.expected = counts.healthy = static_cast<std::int64_t>(plainlyHealthy);
    for (const HealthCheckTarget &target : targets) {
        TargetVerdict verdict = judge(m_check, target, m_now);
        counts.add(verdict);
        if (!isPlainlyHealthy(m_check, m_rules.title, verdict))
            m_verdicts.push_back(std::move(verdict));
    }
    return counts;
}

void HealthCheckPlanner::allowOrRestrict()
{
    if (m_budget.isAllowed()) {
        setCondition(m_after.conditions, trueCondition(api::remediationAllowedCondition), m_now);
        return;
    }
    const std::string limit = m_check.spec.maxUnhealthy ? m_check.spec.maxUnhealthy->text() : "100%";
    const std::string message = "Remediation is not allowed: " + number(m_budget.unhealthy()) + " of "
        + number(m_budget.expected) + " machines are unhealthy, more than maxUnhealthy " + limit;
    const bool changed = setCondition(m_after.conditions,
        falseCondition(api::remediationAllowedCondition, "Warning", "TooManyUnhealthy", message), m_now);
    // The message changes exactly with (expected, unhealthy): told once for each (§7.7).
    if (changed)
        m_plan.effects.emplace_back(
            api::EmitEvent {m_rules.reference(), "Warning", "RemediationRestricted", message});
    m_plan.checkAgainAfter = shortCircuitCheck;
}

void HealthCheckPlanner::explain()
{
    const std::string limit = m_budget.maxUnhealthy ? number(*m_budget.maxUnhealthy) : "an unreadable number";
    using Code = decltype(healthCheckReason)::Entry<6>;
    m_plan.reasons.push_back(
        healthCheckReason(m_budget.isAllowed() ? Code("RemediationAllowed") : Code("RemediationRestricted"),
            m_budget.unhealthy(), m_budget.expected, limit, m_budget.available(), m_budget.inFlight,
            m_budget.healthy));
    for (const TargetVerdict &verdict : m_verdicts) {
        if (verdict.verdict == Verdict::Healthy)
            continue;
        const std::string &machine = verdict.target.machine->metadata.name;
        m_plan.reasons.push_back(verdict.nextCheck
                ? findingReason("Finding", machine, verdict.reason, m_now + *verdict.nextCheck)
                : findingReason("Finding", machine, verdict.reason));
        m_plan.reasons.back().code = verdict.reason.code;
    }
}

void HealthCheckPlanner::remediateWhatTheBudgetAllows()
{
    std::int64_t left = m_budget.available();
    for (const TargetVerdict &verdict : m_verdicts) {
        if (verdict.verdict != Verdict::Unhealthy)
            continue;
        if (left > 0 && remediate(verdict)) {
            --left;
        } else if (left == 0) {
            tell(verdict, false);
            m_plan.reasons.push_back(
                healthCheckReason("WaitingForBudget", verdict.target.machine->metadata.name));
            checkAgain(m_plan.checkAgainAfter, shortCircuitCheck);
        }
    }
}

/// Returns whether a remediation has begun.
bool HealthCheckPlanner::remediate(const TargetVerdict &verdict)
{
    const api::Machine &machine = *verdict.target.machine;
    const Remedy remedy = remedyFor(m_rules, verdict.target);
    if (isHeldByMachineBudget(verdict, remedy))
        return false;
    if (remedy != Remedy::Replace)
        tell(verdict, remedy == Remedy::None);
    switch (remedy) {
    case Remedy::RequestExternally:
        requestExternally(machine);
        break;
    case Remedy::AnnotateExternally:
        annotate(machine);
        break;
    case Remedy::Reboot:
        requestReboot(machine, *verdict.target.node);
        break;
    case Remedy::None:
        m_plan.reasons.push_back(healthCheckReason("SkippedNoController", machine.metadata.name));
        break;
    case Remedy::Replace:
        deleteMachine(verdict);
        break;
    }
    return remedy != Remedy::None;
}

bool HealthCheckPlanner::isHeldByMachineBudget(const TargetVerdict &verdict, Remedy remedy)
{
    const bool isRequested = remedy == Remedy::Reboot
        && verdict.target.node->metadata.annotations.contains(api::keys::rebootRequest);
    const bool disrupts = remedy == Remedy::Replace || (remedy == Remedy::Reboot && !isRequested);
    if (!m_disruptions || !disrupts)
        return false;
    const api::Reason refusal = m_disruptions->disrupt(*verdict.target.machine);
    if (refusal.empty())
        return false;
    tell(verdict, false);
    m_plan.reasons.push_back(
        heldMachineReason("HeldByMachineBudget", verdict.target.machine->metadata.name, refusal));
    checkAgain(m_plan.checkAgainAfter, machineBudgetCheck);
    return true;
}

void HealthCheckPlanner::deleteMachine(const TargetVerdict &verdict)
{
    const api::Machine &machine = *verdict.target.machine;
    m_remediations.emplace_back(api::deleteEffect(machine));
    m_notes.emplace_back(normalEvent(machine, "MachineDeleted",
        "Machine " + machine.key().text() + " has been remediated: " + verdict.reason.text + " ("
            + m_rules.title + ")"));
    m_plan.reasons.push_back(healthCheckReason(remediatingReason, machine.metadata.name, verdict.reason));
}

void HealthCheckPlanner::annotate(const api::Machine &machine)
{
    if (machine.metadata.annotations.contains(externalRemediation))
        return;
    api::Machine after = machine;
    after.metadata.annotations.emplace(externalRemediation, "");
    append(m_remediations, api::patchEffect(machine, after, {}, api::Precondition::Uid));
    m_notes.emplace_back(normalEvent(machine, "ExternalAnnotationAdded",
        "Requesting external remediation of machine " + machine.metadata.name));
}

/// Whoever can reboot the node takes the annotation away again.
void HealthCheckPlanner::requestReboot(const api::Machine &machine, const api::Node &node)
{
    m_plan.reasons.push_back(healthCheckReason("RebootRequested", node.metadata.name, machine.metadata.name));
    if (node.metadata.annotations.contains(api::keys::rebootRequest))
        return;
    api::Node after = node;
    after.metadata.annotations.emplace(api::keys::rebootRequest, "");
    append(m_remediations, api::patchEffect(node, after, {}, api::Precondition::Uid));
    m_notes.emplace_back(
        normalEvent(machine, "ExternalAnnotationAdded", "Requesting a reboot of node " + node.metadata.name));
}

const api::Resource *HealthCheckPlanner::requestResource() const
{
    const api::ObjectReference &reference = *m_check.spec.remediationTemplate;
    return m_external ? m_external->resource(reference.apiVersion, requestKindOf(reference.kind)) : nullptr;
}

void HealthCheckPlanner::requestExternally(const api::Machine &machine)
{
    const api::ObjectReference &reference = *m_check.spec.remediationTemplate;
    const api::Resource *resource = requestResource();
    if (resource && m_external->find(*resource, machine.key())) {
        m_plan.reasons.push_back(
            healthCheckReason("RemediationRequested", machine.metadata.name, resource->kind));
        if (findCondition(m_after.conditions, requestAvailable))
            setCondition(m_after.conditions, trueCondition(requestAvailable), m_now);
        return;
    }
    const api::Resource *templates =
        m_external ? m_external->resource(reference.apiVersion, reference.kind) : nullptr;
    const api::JsonPtr found =
        templates ? m_external->find(*templates, {m_check.metadata.ns, reference.name}) : nullptr;
    const api::Json *spec = found ? api::find(*found, {"spec", "template", "spec"}) : nullptr;
    if (!resource || !spec) {
        const std::string message =
            "spec.remediationTemplate: " + reference.kind + " " + reference.name + " was not found";
        const bool changed = setCondition(m_after.conditions,
            falseCondition(templateAvailable, "Error", "ExternalRemediationTemplateNotFound", message),
            m_now);
        if (changed)
            m_plan.effects.emplace_back(
                api::EmitEvent {m_rules.reference(), "Warning", "RemediationTemplateNotFound", message});
        m_plan.reasons.push_back(healthCheckReason("RemediationTemplateNotFound", reference.name));
        checkAgain(m_plan.checkAgainAfter, shortCircuitCheck);
        return;
    }
    setCondition(m_after.conditions, trueCondition(templateAvailable), m_now);
    const api::Resource &machines = api::resourceOf<api::Machine>();
    api::ObjectMeta meta;
    meta.name = machine.metadata.name;
    meta.ns = machine.metadata.ns;
    meta.annotations.emplace(clonedFromName, reference.name);
    meta.annotations.emplace(clonedFromGroupKind, reference.kind + "." + resource->group);
    meta.ownerReferences = {{machines.apiVersion(), machines.kind, meta.name, machine.metadata.uid, {}, {}}};
    m_remediations.emplace_back(api::CreateObject {resource,
        api::JsonObject {{"apiVersion", resource->apiVersion()}, {"kind", resource->kind},
            {"metadata", api::encode(meta)}, {"spec", *spec}}});
    m_plan.reasons.push_back(
        healthCheckReason("RequestingRemediation", resource->kind, meta.name, reference.name));
}

/// Requests of machines that are healthy again (§7.5 row 1).
void HealthCheckPlanner::withdrawRequests()
{
    const api::Resource *resource = m_check.spec.remediationTemplate ? requestResource() : nullptr;
    if (!resource)
        return;
    for (const TargetVerdict &verdict : m_verdicts) {
        const bool healthy = verdict.verdict == Verdict::Healthy;
        const api::ObjectKey key = verdict.target.machine->key();
        const api::JsonPtr request = healthy ? m_external->find(*resource, key) : nullptr;
        if (!request || api::find(*request, {"metadata", "deletionTimestamp"}))
            continue;
        m_remediations.emplace_back(api::DeleteObject {
            {resource, key}, std::string(api::textAt(*request, {"metadata", "uid"})), {}, {}});
        m_plan.reasons.push_back(healthCheckReason("WithdrawingRequest", resource->kind, key.name));
    }
}

/// Notes the cause on the machine; the events go with a change of that note, so that each is told once.
void HealthCheckPlanner::tell(const TargetVerdict &verdict, bool skipped)
{
    const api::Machine &machine = *verdict.target.machine;
    const api::Condition *told = findCondition(machine.status.conditions, healthCheckCondition);
    // What another health check has noted stays, or the two would take turns for ever.
    if (told && told->status == "False" && !told->message.starts_with(prefix()))
        return;
    std::string message = prefix() + verdict.reason.text;
    std::vector<api::EmitEvent> events;
    if (!told || told->status != "False" || !told->message.starts_with(message))
        events.push_back(normalEvent(machine, "DetectedUnhealthy", message));
    if (skipped) {
        message += "; nobody controls the machine, so it is not replaced";
        events.push_back(normalEvent(machine, "SkippedNoController", message));
    }
    setOnMachine(machine, falseCondition(healthCheckCondition, "Warning", verdict.reason.code, message),
        std::move(events));
}

void HealthCheckPlanner::setOnMachine(
    const api::Machine &machine, api::Condition condition, std::vector<api::EmitEvent> events)
{
    api::Machine after = machine;
    if (!setCondition(after.status.conditions, std::move(condition), m_now))
        return;
    append(m_notes, api::patchEffect(machine, after, "status"));
    std::ranges::move(events, std::back_inserter(m_notes));
}

} // namespace

std::string_view nameOf(Remedy remedy)
{
    switch (remedy) {
    case Remedy::Replace:
        return "Replace";
    case Remedy::RequestExternally:
    case Remedy::AnnotateExternally:
        return "External";
    case Remedy::Reboot:
        return "Reboot";
    case Remedy::None:
        return "None";
    }
    return {};
}

Remedy remedyFor(const HealthCheckRules &rules, const HealthCheckTarget &target)
{
    const api::Machine &machine = *target.machine;
    if (rules.check.spec.remediationTemplate)
        return Remedy::RequestExternally;
    const bool failed = machine.status.phase == api::phases::failed;
    if (rules.check.metadata.annotation(remediationStrategy) == externalBaremetal && !failed)
        return Remedy::AnnotateExternally;
    if (rules.asksForReboot && target.node && !failed)
        return Remedy::Reboot;
    return machine.metadata.controller() ? Remedy::Replace : Remedy::None;
}

bool isPlainlyHealthy(
    const api::MachineHealthCheck &check, std::string_view title, const TargetVerdict &verdict)
{
    return verdict.countsHealthy && !check.spec.remediationTemplate
        && !isToldUnhealthy(title, *verdict.target.machine);
}

runtime::Plan planHealthCheck(const HealthCheckRules &rules, const std::vector<HealthCheckTarget> &targets,
    const ExternalObjects *external, base::Time now, std::size_t plainlyHealthy,
    MachineDisruptions *disruptions)
{
    if (isPaused(rules.check))
        return {{}, {healthCheckReason("Paused")}, {}};
    if (!rules.problem.empty())
        return planRefusal(rules, rules.problem, now);
    return HealthCheckPlanner(rules, targets, external, now, plainlyHealthy, disruptions).plan();
}

runtime::Plan planRefusal(const HealthCheckRules &rules, const std::string &problem, base::Time now)
{
    runtime::Plan plan;
    api::MachineHealthCheckStatus after = rules.check.status;
    after.remediationsAllowed = 0;
    const bool changed = setCondition(after.conditions,
        falseCondition(api::remediationAllowedCondition, "Error", "InvalidConfiguration", problem), now);
    append(plan.effects, statusPatch(rules, after));
    if (changed)
        plan.effects.emplace_back(api::EmitEvent {rules.reference(), "Warning", "ReconcileError", problem});
    plan.reasons = {healthCheckReason("InvalidSpec", problem)};
    return plan;
}

runtime::Plan planRefusal(const api::MachineHealthCheck &check, const std::string &problem, base::Time now)
{
    return planRefusal(rulesOf(check), problem, now);
}

std::vector<api::Effect> recordHealthCheckFailure(const HealthCheckRules &rules, const api::Machine *machine,
    const base::Error &error, const api::Effect &failed, base::Time now)
{
    std::vector<api::Effect> effects;
    const auto warn = [&](const char *reason, const std::string &message) {
        if (machine)
            effects.emplace_back(warningEvent(*machine, reason, message + error.message));
    };
    std::visit(base::Overloaded {[&](const api::CreateObject &) { // only requests are created
                                     api::MachineHealthCheckStatus after = rules.check.status;
                                     setCondition(after.conditions,
                                         falseCondition(requestAvailable, "Error",
                                             "ExternalRemediationRequestCreationFailed", error.message),
                                         now);
                                     append(effects, statusPatch(rules, after));
                                 },
                   [&](const api::DeleteObject &gone) {
                       warn("MachineDeletionFailed",
                           "Machine " + gone.target.key.text() + " could not be deleted: ");
                   },
                   [&](const api::PatchObject &patch) {
                       if (patch.subresource.empty())
                           warn("ExternalAnnotationFailed", "External remediation could not be requested: ");
                   },
                   [](const api::EvictPod &) {}, [](const api::BindPod &) {}, [](const api::EmitEvent &) {}},
        failed);
    return effects;
}

std::vector<api::Effect> recordHealthCheckFailure(const HealthCheckRules &rules,
    const runtime::Store<api::Machine> &machines, const base::Error &error, const api::Effect &failed,
    base::Time now)
{
    const api::ResourceRef target = std::visit(
        []<typename Write>(const Write &write) {
            if constexpr (requires { write.target; })
                return write.target;
            else
                return api::ResourceRef();
        },
        failed);
    const bool isMachine = target.resource == &api::resourceOf<api::Machine>();
    const MachinePointer machine = isMachine ? machines.find(target.key) : nullptr;
    return recordHealthCheckFailure(rules, machine.get(), error, failed, now);
}

} // namespace core::controllers
