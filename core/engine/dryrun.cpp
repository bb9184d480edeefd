// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/dryrun.h"

#include "core/api/ownership.h"
#include "core/api/recipe.h"
#include "core/controllers/conditions.h"
#include "core/controllers/healthcheck/healthcheckv1alpha1.h"
#include "core/controllers/mcm/stores.h"
#include "core/controllers/setup.h"

#include <algorithm>
#include <map>
#include <set>

namespace core::engine {

namespace {

using controllers::HealthCheckRules;
using controllers::HealthCheckTarget;
using controllers::TargetVerdict;

/// The check in the terms of the one engine, with its machines; nothing when it is not there.
std::optional<std::pair<HealthCheckRules, std::vector<HealthCheckTarget>>> checkAt(
    const api::ResourceRef &ref, const controllers::Stores &stores)
{
    using Found = std::pair<HealthCheckRules, std::vector<HealthCheckTarget>>;
    if (ref.resource == &api::resourceOf<api::MachineHealthCheck>()) {
        if (const auto check = stores.healthChecks.find(ref.key))
            return Found(controllers::rulesOf(*check), controllers::targetsOf(*check, stores));
    } else if (ref.resource == &api::resourceOf<api::HealthCheckV1alpha1>()) {
        const auto configMap = stores.configMaps.find(controllers::unhealthyConditionsKey());
        if (const auto check = stores.healthChecksV1alpha1.find(ref.key))
            return Found(
                controllers::rulesOf(*check, configMap.get()), controllers::targetsOf(*check, stores));
    }
    return std::nullopt;
}

/// When the fault that the node has now is over; nothing where that is not known, or it comes and goes.
std::optional<base::Time> faultEndOf(const api::Node *node, base::Time now)
{
    const std::string_view text = node ? node->metadata.annotation(api::keys::fault) : std::string_view();
    if (text.empty())
        return std::nullopt;
    const auto fault = api::parseRecipe(text);
    const bool lasts = fault && fault->cycle.size() == 1 && fault->from.value_or(now) <= now;
    return lasts ? fault->until : std::nullopt;
}

MachineVerdict valueOf(const HealthCheckRules &rules, const TargetVerdict &verdict, base::Time now)
{
    const api::Machine &machine = *verdict.target.machine;
    MachineVerdict value;
    value.machine = machine.key();
    if (machine.status.nodeRef)
        value.node = machine.status.nodeRef->name;
    value.verdict = controllers::nameOf(verdict.verdict);
    value.countsHealthy = verdict.countsHealthy;
    value.reason = verdict.reason;
    value.remedy = controllers::nameOf(controllers::remedyFor(rules, verdict.target));
    if (verdict.nextCheck)
        value.nextCheck = now + *verdict.nextCheck;
    if (verdict.verdict == controllers::Verdict::Pending && verdict.reason.code == "UnhealthyNode") {
        const auto end = faultEndOf(verdict.target.node, now);
        if (end && *end > now && value.nextCheck && *end < *value.nextCheck)
            value.comesBack = end;
    }
    return value;
}

/// Waits for a place in the budget, or will.
bool takesPlace(const MachineVerdict &value)
{
    const bool comes = value.verdict == "Unhealthy" || value.verdict == "Pending"
        || (value.verdict == "Starting" && value.nextCheck);
    return comes && !value.comesBack && value.remedy != "None";
}

/// While so many more machines are being deleted, and their replacements are not up yet.
controllers::VerdictCounts whileReplacing(controllers::VerdictCounts counts, std::int64_t machines)
{
    counts.expected += machines;
    counts.terminating += machines;
    counts.starting += machines;
    return counts;
}

/// Those that wait for a place, in the order of their turns.
std::vector<MachineVerdict *> turnsOf(std::vector<MachineVerdict> &values)
{
    std::vector<MachineVerdict *> turns;
    for (MachineVerdict &value : values) {
        if (takesPlace(value))
            turns.push_back(&value);
    }
    std::ranges::stable_sort(
        turns, {}, [](const MachineVerdict *value) { return value->nextCheck.value_or(api::Time()); });
    return turns;
}

/// Those wait whose time may come before the budget lets them: when those before them have not left yet.
void findWhoWaits(const HealthCheckRules &rules, const controllers::VerdictCounts &counts,
    std::vector<MachineVerdict> &values)
{
    const std::vector<MachineVerdict *> turns = turnsOf(values);
    for (auto turn = turns.begin(); turn != turns.end();) {
        const std::int64_t ahead = turn - turns.begin();
        std::int64_t places = controllers::budgetOf(rules.check, whileReplacing(counts, ahead)).available();
        for (const auto time = (*turn)->nextCheck; turn != turns.end() && (*turn)->nextCheck == time; ++turn)
            (*turn)->waits = places-- <= 0 && (*turn)->verdict != "Starting";
    }
}

bool disrupts(const MachineVerdict &value, const controllers::Stores &stores)
{
    if (value.remedy != "Reboot")
        return value.remedy == "Replace";
    const api::Node *node = stores.nodes.peek({{}, value.node});
    return !node || !node->metadata.annotations.contains(api::keys::rebootRequest);
}

/// The machines that no budget counts as healthy yet, and that will be.
class ComingUp
{
public:
    ComingUp(const controllers::Stores &stores, const std::vector<MachineVerdict> &values)
    {
        for (const MachineVerdict &value : values) {
            if (value.verdict != "Starting" && !value.comesBack)
                continue;
            const api::Machine *machine = stores.machines.peek(value.machine);
            const api::Node *node = machine ? controllers::nodeOf(stores.nodes, *machine) : nullptr;
            if (machine && !(node && node->isReady()))
                m_machines.push_back(machine);
        }
    }

    std::int64_t of(const api::MachineDisruptionBudget &budget)
    {
        const auto [known, isNew] = m_counted.try_emplace(budget.key());
        if (isNew)
            known->second = std::ranges::count_if(m_machines,
                [&](const api::Machine *machine) { return controllers::coversMachine(budget, *machine); });
        return known->second;
    }

private:
    std::vector<const api::Machine *> m_machines; ///< good until the store changes
    std::map<api::ObjectKey, std::int64_t> m_counted; ///< by budget
};

/// Notes on the machine that its budget does not let it go; where others will come up that suffice, that it
/// waits for them.
void hold(MachineVerdict &value, const api::Machine &machine, api::Reason refusal,
    const controllers::MachineBudgets &budgets, ComingUp &comingUp)
{
    if (refusal.code == controllers::machineBudgetUsedUp) {
        const auto budget = budgets.find(controllers::machineBudgetsOf(budgets, machine).front());
        const std::int64_t missing = budget->status.desiredHealthy + 1 - budget->status.currentHealthy;
        if (comingUp.of(*budget) >= missing) {
            value.waits = true;
            return;
        }
        value.missing = std::max<std::int64_t>(missing, 0);
    }
    value.heldBy = std::move(refusal);
}

/// Which of them the budgets of machines hold (docs/machines.md §7.8), and which wait for those before them:
/// what these take of a budget is free again once they have left, since they were not healthy.
void findWhoIsHeld(const controllers::Stores &stores, base::Time now, std::vector<MachineVerdict> &values)
{
    if (stores.machineBudgets.size() == 0)
        return;
    const controllers::MachineDisruptions untouched(stores.machineBudgets, now);
    controllers::MachineDisruptions taken = untouched;
    ComingUp comingUp(stores, values);
    for (MachineVerdict *turn : turnsOf(values)) {
        const auto machine = stores.machines.find(turn->machine);
        if (!machine || !disrupts(*turn, stores) || taken.disrupt(*machine).empty())
            continue;
        api::Reason refusal = untouched.whyNot(*machine);
        if (refusal.empty())
            turn->waits = true;
        else
            hold(*turn, *machine, std::move(refusal), stores.machineBudgets, comingUp);
    }
}

/// Nothing where that changes no number.
std::optional<HealthCheckVerdicts::Settled> settledOf(const HealthCheckRules &rules,
    const controllers::VerdictCounts &counts, const std::vector<MachineVerdict> &values)
{
    controllers::VerdictCounts then = counts.settled();
    then.healthy += std::ranges::count_if(
        values, [](const MachineVerdict &value) { return value.comesBack.has_value(); });
    if (then.expected == counts.expected && then.healthy == counts.healthy)
        return std::nullopt;
    const controllers::RemediationBudget budget = controllers::budgetOf(rules.check, then);
    return HealthCheckVerdicts::Settled {
        budget.expected, budget.unhealthy(), budget.maxUnhealthy.value_or(0), budget.isAllowed()};
}

bool isHealthCheck(const api::ResourceRef &object)
{
    return object.resource->kind == "MachineHealthCheck";
}

/// The machines of the set, or of the deployment's sets.
std::set<api::ObjectKey> membersOf(const api::ResourceRef &group, const controllers::Stores &stores,
    const runtime::Store<api::MachineDeployment> &deployments)
{
    std::set<std::string> owners; // uids of sets
    const auto &sets = stores.machineSets;
    if (const auto deployment = deployments.find(group.key);
        deployment && group.resource == &api::resourceOf<api::MachineDeployment>()) {
        for (const auto &set : sets.list()) {
            if (api::isControlledBy(set->metadata, deployment->metadata.uid))
                owners.insert(set->metadata.uid);
        }
    } else if (const auto set = sets.find(group.key);
               set && group.resource == &api::resourceOf<api::MachineSet>()) {
        owners.insert(set->metadata.uid);
    }
    std::set<api::ObjectKey> members;
    if (owners.empty())
        return members;
    for (const auto &machine : stores.machines.list()) {
        if (std::ranges::any_of(
                owners, [&](const std::string &uid) { return api::isControlledBy(machine->metadata, uid); }))
            members.insert(machine->key());
    }
    return members;
}

/// The health checks that select one of the machines, with what they think of all of theirs.
std::vector<HealthCheckVerdicts> checksOver(
    const std::set<api::ObjectKey> &members, const controllers::Stores &stores, const Judge &judge)
{
    std::vector<HealthCheckVerdicts> all;
    if (members.empty())
        return all;
    const auto add = [&](const api::Resource &kind, const api::ObjectKey &check) {
        HealthCheckVerdicts verdicts = judge({&kind, check}, nullptr);
        if (std::ranges::any_of(verdicts.machines,
                [&](const MachineVerdict &verdict) { return members.contains(verdict.machine); }))
            all.push_back(std::move(verdicts));
    };
    for (const auto &check : stores.healthChecks.list())
        add(api::resourceOf<api::MachineHealthCheck>(), check->key());
    for (const auto &check : stores.healthChecksV1alpha1.list())
        add(api::resourceOf<api::HealthCheckV1alpha1>(), check->key());
    return all;
}

void lookAgainFor(Judgement &judgement, const HealthCheckVerdicts &verdicts)
{
    for (const MachineVerdict &verdict : verdicts.machines) {
        const auto &next = verdict.comesBack ? verdict.comesBack : verdict.nextCheck;
        if (next && (!judgement.nextCheck || *next < *judgement.nextCheck))
            judgement.nextCheck = next;
    }
}

} // namespace

HealthCheckVerdicts verdictsOf(const api::ResourceRef &ref, const controllers::Stores &stores, base::Time now,
    bool isCarriedOut, const api::ObjectKey *only)
{
    HealthCheckVerdicts result;
    result.check = ref;
    const auto found = checkAt(ref, stores);
    if (!found)
        return result;
    const auto &[rules, targets] = *found;
    result.exists = true;
    result.isCarriedOut = isCarriedOut;
    result.paused = controllers::isPaused(rules.check);
    result.problem = rules.problem;
    controllers::VerdictCounts counts;
    std::vector<MachineVerdict> values;
    for (const TargetVerdict &verdict : controllers::verdictsOf(rules, targets, now)) {
        counts.add(verdict);
        values.push_back(valueOf(rules, verdict, now));
    }
    const controllers::RemediationBudget budget = controllers::budgetOf(rules.check, counts);
    result.expected = budget.expected;
    result.healthy = budget.healthy;
    result.maxUnhealthy = budget.maxUnhealthy;
    result.maxUnhealthyText = rules.check.spec.maxUnhealthy ? rules.check.spec.maxUnhealthy->text() : "";
    result.allowed = rules.problem.empty() && budget.isAllowed();
    result.inFlight = budget.inFlight;
    result.available = budget.available();
    result.settled = settledOf(rules, counts, values);
    findWhoWaits(rules, counts, values);
    if (ref.resource == &api::resourceOf<api::HealthCheckV1alpha1>())
        findWhoIsHeld(stores, now, values);
    const bool isHeld =
        std::ranges::any_of(values, [](const MachineVerdict &value) { return !value.heldBy.empty(); });
    if (isHeld) {
        result.available = std::min<std::int64_t>(result.available,
            std::ranges::count_if(values,
                [](const MachineVerdict &value) { return takesPlace(value) && value.heldBy.empty(); }));
    }
    if (only)
        std::erase_if(values, [&](const MachineVerdict &value) { return value.machine != *only; });
    result.machines = std::move(values);
    return result;
}

std::optional<api::ResourceRef> machineBehind(const api::ResourceRef &object, runtime::InformerSet &informers)
{
    return machineBehind(
        object, informers.of<api::Machine>().store(), informers.of<api::mcm::Machine>().store());
}

std::optional<api::ResourceRef> machineBehind(const api::ResourceRef &object,
    const runtime::Store<api::Machine> &machines, const runtime::Store<api::mcm::Machine> &others)
{
    const api::Resource &ours = api::resourceOf<api::Machine>();
    const api::Resource &theirs = api::resourceOf<api::mcm::Machine>();
    if (object.resource == &ours || object.resource == &theirs)
        return object;
    if (object.resource != &api::resourceOf<api::Node>())
        return std::nullopt;
    const auto ofOurs = machines.listBy(controllers::indexNames::machinesByNode, object.key.name);
    const auto ofOthers = others.listBy(controllers::mcm::indexNames::machinesByNode, object.key.name);
    if (ofOurs.size() + ofOthers.size() != 1)
        return std::nullopt;
    return ofOurs.empty() ? api::ResourceRef {&theirs, ofOthers.front()->key()}
                          : api::ResourceRef {&ours, ofOurs.front()->key()};
}

Judge judgeBy(const controllers::Stores &stores, base::Time now, bool areCarriedOut)
{
    return [stores, now, areCarriedOut](const api::ResourceRef &check, const api::ObjectKey *only) {
        return verdictsOf(check, stores, now, areCarriedOut, only);
    };
}

std::vector<HealthCheckVerdicts> checksOn(
    const api::ResourceRef &machine, const controllers::Stores &stores, const Judge &judge)
{
    if (machine.resource != &api::resourceOf<api::Machine>())
        return {}; // the other family has health timeouts of its own
    std::vector<HealthCheckVerdicts> all;
    const auto held = stores.machines.find(machine.key);
    if (!held)
        return all;
    const auto add = [&](const api::Resource &kind, const std::vector<api::ObjectKey> &checks) {
        for (const api::ObjectKey &check : checks)
            all.push_back(judge({&kind, check}, &machine.key));
    };
    add(api::resourceOf<api::MachineHealthCheck>(),
        controllers::healthChecksOfMachine(stores.healthChecks, *held));
    add(api::resourceOf<api::HealthCheckV1alpha1>(),
        controllers::healthChecksV1alpha1OfMachine(stores.healthChecksV1alpha1, *held));
    for (HealthCheckVerdicts &check : all) {
        if (check.machines.empty()) { // what can't be read judges nothing, and says so
            check.machines.emplace_back();
            check.machines.back().machine = machine.key;
        }
    }
    return all;
}

Judgement judgementOn(const api::ResourceRef &object, const std::optional<api::ResourceRef> &machine,
    const controllers::Stores &stores, const runtime::Store<api::MachineDeployment> &deployments,
    const Judge &judge)
{
    Judgement judgement;
    if (isHealthCheck(object)) {
        judgement.verdicts = judge(object, nullptr);
        lookAgainFor(judgement, *judgement.verdicts);
    } else if (machine) {
        judgement.checks = checksOn(*machine, stores, judge);
    } else {
        judgement.checks = checksOver(membersOf(object, stores, deployments), stores, judge);
    }
    for (HealthCheckVerdicts &check : judgement.checks) {
        lookAgainFor(judgement, check);
        if (!machine)
            check.machines.clear();
    }
    return judgement;
}

DryRun::DryRun(runtime::InformerSet &informers, const base::Clock &clock, std::function<bool()> runs)
    : m_informers(informers)
    , m_stores(controllers::storesOf(informers))
    , m_clock(clock)
    , m_runs(std::move(runs))
{
    follow(informers.of<api::Machine>());
    follow(informers.of<api::Node>());
    follow(informers.of<api::MachineHealthCheck>());
    follow(informers.of<api::HealthCheckV1alpha1>());
    follow(informers.of<api::ConfigMap>());
    follow(informers.of<api::MachineDisruptionBudget>());
}

template<typename T>
void DryRun::follow(runtime::Informer<T> &informer)
{
    m_subscriptions.push_back(informer.onChange([this](const auto &before, const auto &after) {
        if constexpr (std::is_same_v<T, api::Node>)
            m_stale = m_stale || !before || !after || !controllers::isHeartbeat(*before, *after);
        else
            m_stale = true;
    }));
}

void DryRun::watch(std::optional<api::ResourceRef> object)
{
    m_object = std::move(object);
    m_stale = true;
    m_last.reset();
    m_checks.clear();
    m_isNew = false;
}

void DryRun::look()
{
    m_stale = false;
    m_ran = m_runs();
    Judgement judgement = judgementOn(*m_object, machineBehind(*m_object, m_informers), m_stores,
        m_informers.of<api::MachineDeployment>().store(), judgeBy(m_stores, m_clock.now(), m_ran));
    m_nextLook = judgement.nextCheck;
    m_checks = std::move(judgement.checks);
    if (!judgement.verdicts)
        return;
    m_isNew = m_isNew || judgement.verdicts != m_last;
    m_last = std::move(judgement.verdicts);
}

bool DryRun::hasNews()
{
    if (!m_object)
        return false;
    if (m_stale || m_ran != m_runs() || (m_nextLook && *m_nextLook <= m_clock.now()))
        look();
    return m_isNew;
}

std::optional<HealthCheckVerdicts> DryRun::takeNews()
{
    return std::exchange(m_isNew, false) ? m_last : std::nullopt;
}

} // namespace core::engine
