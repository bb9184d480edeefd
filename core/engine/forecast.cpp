// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/forecast.h"

#include "core/api/nodeconditions.h"
#include "core/api/time.h"
#include "core/controllers/healthcheck/healthcheckv1alpha1.h"
#include "core/controllers/mcm/stores.h"
#include "core/controllers/setup.h"
#include "core/engine/commander.h"
#include "core/engine/sayings.h"

#include <algorithm>
#include <map>
#include <set>

namespace core::engine {

namespace {

using controllers::HealthCheckRules;
using controllers::HealthCheckTarget;
using controllers::Verdict;
using namespace std::chrono_literals;

constexpr base::Duration forGood = std::chrono::hours(24 * 365); // longer than any rule waits
constexpr base::Duration rebootTime = 20s; // recipe.h

using Names = std::set<std::string, std::less<>>;

struct FailingNodes {
    Names asked; ///< it is asked about them
    Names all; ///< with those that fail alongside

    static bool has(const Names &names, const HealthCheckTarget &target)
    {
        return target.node && names.contains(target.node->metadata.name);
    }
};

/// An imagined node has been so since that time, also where it is so already.
void setCondition(api::Node &node, std::string_view type, std::string_view status, base::Time since)
{
    const auto held = std::ranges::find(node.status.conditions, type, &api::NodeCondition::type);
    api::NodeCondition &condition =
        held == node.status.conditions.end() ? node.status.conditions.emplace_back() : *held;
    condition.type = type;
    condition.status = status;
    condition.lastTransitionTime = since;
}

/// What health checks look at of a node, copied: there may be thousands.
api::Node failing(const api::Node &real, api::FaultKind fault, base::Time since)
{
    api::Node node;
    node.metadata.name = real.metadata.name;
    node.metadata.creationTimestamp = real.metadata.creationTimestamp;
    node.status.conditions = real.status.conditions;
    if (fault == api::FaultKind::Silent)
        setCondition(node, "Ready", "Unknown", since);
    else if (const api::NodeConditionKind *kind = api::conditionKindOf(fault))
        setCondition(node, kind->type, kind->good == "True" ? "False" : "True", since);
    else
        setCondition(node, "Ready", "False", since);
    return node;
}

/// How long a phase of the fault lasts without a break.
base::Duration lengthOf(const api::Recipe &fault, const api::Recipe::Phase &phase)
{
    base::Duration length = fault.cycle.size() > 1 ? phase.length.most : forGood;
    if (phase.kind == api::FaultKind::Reboot)
        length = rebootTime;
    return fault.lasts ? std::min(length, fault.lasts->most) : length;
}

/// The shortest timeout of the check's rules that concern the node.
base::Duration timeoutOf(const api::MachineHealthCheck &check, const api::Node &node)
{
    std::optional<base::Duration> shortest;
    for (const api::UnhealthyCondition &rule : check.spec.unhealthyConditions) {
        const api::NodeCondition *found = node.condition(rule.type);
        if (found && found->status == rule.status)
            shortest = std::min<base::Duration>(shortest.value_or(rule.timeout.value), rule.timeout.value);
    }
    return shortest.value_or(0s);
}

/// How long the check waits until it acts on the fault; nothing: it never does.
std::optional<base::Duration> waitOf(
    const HealthCheckRules &rules, const HealthCheckTarget &target, const api::Recipe &fault, base::Time now)
{
    std::optional<base::Duration> wait;
    for (const api::Recipe::Phase &phase : fault.cycle) {
        if (!phase.kind)
            continue;
        const api::Node node = failing(*target.node, *phase.kind, now);
        const base::Time end = now + lengthOf(fault, phase);
        const base::Duration timeout = timeoutOf(rules.check, node);
        if (controllers::judge(rules.check, {target.machine, &node}, end).verdict == Verdict::Unhealthy)
            wait = std::min(wait.value_or(timeout), timeout);
    }
    return wait;
}

api::Saying blockedReasonOf(const HealthCheckRules &rules, bool isCarriedOut)
{
    if (!rules.problem.empty())
        return forecastSaying("NothingJudged", rules.problem);
    if (controllers::isPaused(rules.check))
        return forecastSaying("Paused");
    return isCarriedOut ? api::Saying() : forecastSaying("NotCarriedOut");
}

bool isToBeReplaced(const HealthCheckRules &rules, const controllers::TargetVerdict &verdict)
{
    const bool isUnhealthy = verdict.verdict == Verdict::Unhealthy || verdict.verdict == Verdict::Pending;
    return isUnhealthy && controllers::remedyFor(rules, verdict.target) == controllers::Remedy::Replace;
}

/// How many of those to be replaced wait for others, of whom so many are to be replaced before them, and so
/// many in turn with them.
std::int64_t waitingOf(const controllers::RemediationBudget &budget, std::int64_t replaced,
    std::int64_t ahead, std::int64_t alongside)
{
    if (ahead > 0 || replaced == 0)
        return replaced;
    return std::clamp<std::int64_t>(replaced + alongside - budget.available(), 0, replaced);
}

/// What the MachineDisruptionBudgets leave of the replacements once the nodes have failed (docs/machines.md
/// §7.8).
class MachineBudgetsThen
{
public:
    MachineBudgetsThen(
        const controllers::Stores &stores, const Names &nodes, const api::Recipe &fault, base::Time now)
        : m_stores(stores)
        , m_nodes(nodes)
        , m_fault(fault)
        , m_now(now)
    {
    }

    /// Whether the machine may be replaced, at once or in its turn.
    bool lets(const api::Machine &machine);
    /// So many of those wait until others of their budget have left.
    std::int64_t waiting() const { return m_waiting; }
    /// Why the first was held that was; empty while none was.
    const api::Saying &refusal() const { return m_refusal; }
    /// Whether one of those that hold machines lets them go until the nodes fail.
    bool isBroken() const { return m_isBroken; }

private:
    struct Room {
        std::int64_t healthy = 0; ///< machines of the budget, once the nodes have failed
        std::int64_t left = 0; ///< so many may go at once
    };
    Room &roomOf(const api::MachineDisruptionBudget &budget);
    std::int64_t healthyThen(const api::MachineDisruptionBudget &budget) const;
    bool isReadyThen(const api::Node &node) const;
    bool refuse(api::Saying why)
    {
        if (m_refusal.empty())
            m_refusal = std::move(why);
        return false;
    }

    const controllers::Stores &m_stores;
    const Names &m_nodes;
    const api::Recipe &m_fault;
    const base::Time m_now;
    std::map<api::ObjectKey, Room> m_rooms; ///< by budget
    std::int64_t m_waiting = 0;
    api::Saying m_refusal;
    bool m_isBroken = false;
};

bool MachineBudgetsThen::lets(const api::Machine &machine)
{
    const auto keys = controllers::machineBudgetsOf(m_stores.machineBudgets, machine);
    if (keys.empty())
        return true;
    const api::Reason now = controllers::MachineDisruptions(m_stores.machineBudgets, m_now).whyNot(machine);
    if (!now.empty() && now.code != controllers::machineBudgetUsedUp)
        return refuse(now);
    const auto budget = m_stores.machineBudgets.find(keys.front());
    const std::int64_t desired = budget->status.desiredHealthy;
    Room &room = roomOf(*budget);
    if (room.healthy <= desired) {
        m_isBroken = m_isBroken || now.empty();
        return refuse(forecastSaying(
            "MachineBudgetUsedUp", keys.front().text(), grouped(desired), grouped(room.healthy)));
    }
    if (room.left > 0)
        --room.left;
    else
        ++m_waiting;
    return true;
}

/// All machines of the namespace are counted: once for each budget.
MachineBudgetsThen::Room &MachineBudgetsThen::roomOf(const api::MachineDisruptionBudget &budget)
{
    const auto [known, isNew] = m_rooms.try_emplace(budget.key());
    Room &room = known->second;
    if (isNew) {
        room.healthy = healthyThen(budget);
        room.left = room.healthy - budget.status.desiredHealthy;
    }
    return room;
}

bool MachineBudgetsThen::isReadyThen(const api::Node &node) const
{
    const auto leavesReady = [&](const api::Recipe::Phase &phase) {
        return !phase.kind || failing(node, *phase.kind, m_now).isReady();
    };
    return node.isReady()
        && (!m_nodes.contains(node.metadata.name) || std::ranges::all_of(m_fault.cycle, leavesReady));
}

/// With those that start, which are up by then.
std::int64_t MachineBudgetsThen::healthyThen(const api::MachineDisruptionBudget &budget) const
{
    std::int64_t healthy = 0;
    for (const api::Machine &machine :
        m_stores.machines.by(controllers::indexNames::machinesByNamespace, budget.metadata.ns)) {
        if (!controllers::coversMachine(budget, machine) || machine.isDeleting()
            || budget.status.disruptedMachines.contains(machine.metadata.name))
            continue;
        const api::Node *node = controllers::nodeOf(m_stores.nodes, machine);
        const bool starts = !machine.status.nodeRef && machine.status.phase != api::phases::failed;
        healthy += starts || (node && isReadyThen(*node));
    }
    return healthy;
}

/// budgets: null where none hold the check back.
FaultForecast::Check forecastOf(const HealthCheckRules &rules, const std::vector<HealthCheckTarget> &targets,
    const FailingNodes &nodes, const api::Recipe &fault, base::Time now, MachineBudgetsThen *budgets)
{
    FaultForecast::Check result;
    result.name = rules.check.metadata.name;
    controllers::VerdictCounts before;
    controllers::VerdictCounts then;
    std::int64_t replaceable = 0;
    std::int64_t ahead = 0;
    std::int64_t alongside = 0;
    std::optional<base::Duration> shortest;
    for (const HealthCheckTarget &target : targets) {
        controllers::TargetVerdict verdict = controllers::judge(rules.check, target, now);
        before.add(verdict);
        if (!FailingNodes::has(nodes.all, target)) {
            ahead += isToBeReplaced(rules, verdict);
            then.add(verdict);
            continue;
        }
        const auto wait = waitOf(rules, target, fault, now);
        const bool noticed = wait.has_value();
        const bool goes = noticed && controllers::remedyFor(rules, target) == controllers::Remedy::Replace;
        const bool isHeld = goes && budgets && !budgets->lets(*target.machine);
        verdict.countsHealthy = verdict.countsHealthy && !noticed;
        then.add(verdict);
        if (!FailingNodes::has(nodes.asked, target)) {
            alongside += goes && !isHeld;
            continue;
        }
        ++result.failing;
        if (noticed)
            shortest = std::min(shortest.value_or(*wait), *wait);
        replaceable += goes && !isHeld;
        result.held += isHeld;
    }
    const auto budget = controllers::budgetOf(rules.check, then.settled());
    result.unhealthy = budget.unhealthy();
    result.expected = budget.expected;
    result.maxUnhealthy = budget.maxUnhealthy.value_or(0);
    result.maxUnhealthyText = rules.check.spec.maxUnhealthy ? rules.check.spec.maxUnhealthy->text() : "100%";
    result.isOverBudget =
        !budget.isAllowed() && controllers::budgetOf(rules.check, before.settled()).isAllowed();
    result.replaced = budget.isAllowed() ? replaceable : 0;
    result.waiting = waitingOf(budget, result.replaced, ahead, alongside);
    result.isInTurn = ahead == 0 && alongside > 0;
    if (budgets) {
        result.heldReason = budgets->refusal();
        result.isOverBudget = result.isOverBudget || budgets->isBroken();
        result.waiting = std::max(result.waiting, std::min(budgets->waiting(), result.replaced));
    }
    result.isAtLimit = budget.remediationsAllowed() == 0;
    result.wait = shortest.value_or(0s);
    if (!shortest && result.failing > 0)
        result.blockedReason = forecastSaying("NotConcerned");
    else if (result.held > 0 && result.replaced == 0)
        result.blockedReason = result.heldReason;
    return result;
}

template<std::size_t facts>
using ForecastEntry = api::Sayings<forecastSayings>::Entry<facts>;

/// The arithmetic, and what comes of it; ofPercent for a maxUnhealthy that is a share.
template<typename... Outcome>
api::Saying arithmetic(const FaultForecast::Check &check, ForecastEntry<3 + sizeof...(Outcome)> plain,
    ForecastEntry<5 + sizeof...(Outcome)> ofPercent, const Outcome &...outcome)
{
    const std::string allowed = grouped(check.maxUnhealthy);
    const std::string unhealthy = grouped(check.unhealthy);
    if (!check.maxUnhealthyText.ends_with('%'))
        return forecastSaying(plain, check.name, allowed, unhealthy, outcome...);
    return forecastSaying(ofPercent, check.name, check.maxUnhealthyText, grouped(check.expected), allowed,
        unhealthy, outcome...);
}

/// When those are replaced that are.
api::Saying whenSaying(const FaultForecast::Check &check)
{
    api::Saying first =
        check.wait > 0s ? forecastSaying("AfterNoticed", check.wait) : forecastSaying("OnceNoticed");
    if (check.waiting == 0)
        return first;
    const std::int64_t atOnce = check.replaced - check.waiting;
    if (atOnce == 0)
        return check.isInTurn ? forecastSaying("InTurn", std::move(first))
                              : forecastSaying("AfterOthers", std::move(first));
    if (check.isAtLimit)
        return forecastSaying("OnceTheFirstIsUp", std::move(first));
    return atOnce == 1 ? forecastSaying("OneByOne", std::move(first))
                       : forecastSaying("SeveralAtATime", grouped(atOnce), std::move(first));
}

api::Saying sayingOf(const FaultForecast::Check &check)
{
    if (!check.blockedReason.empty())
        return forecastSaying("Blocked", check.name, check.blockedReason);
    if (check.replaced == 0)
        return arithmetic(check, "NoneReplaced", "NoneReplacedOfPercent");
    const api::Saying when = whenSaying(check);
    if (check.failing == 1)
        return arithmetic(check, "ItIsReplaced", "ItIsReplacedOfPercent", when);
    if (check.replaced == 1)
        return arithmetic(check, "OneReplaced", "OneReplacedOfPercent", when);
    if (check.replaced == 2 && check.failing == 2)
        return arithmetic(check, "BothReplaced", "BothReplacedOfPercent", when);
    const std::string replaced = grouped(check.replaced);
    return check.replaced == check.failing
        ? arithmetic(check, "AllReplaced", "AllReplacedOfPercent", replaced, when)
        : arithmetic(check, "SomeReplaced", "SomeReplacedOfPercent", replaced, when);
}

} // namespace

FaultForecast forecastOf(const std::vector<std::string> &nodes, const api::Recipe &fault,
    runtime::InformerSet &informers, base::Time now, bool areCarriedOut,
    const std::vector<std::string> &alongside)
{
    const controllers::Stores stores = controllers::storesOf(informers);
    const auto &mcmMachines = informers.of<api::mcm::Machine>().store();
    const Names names(nodes.begin(), nodes.end());
    FailingNodes failing {names, names};
    failing.all.insert(alongside.begin(), alongside.end());
    FaultForecast forecast;
    forecast.nodes = static_cast<std::int64_t>(names.size());
    for (const auto &node : stores.nodes.list())
        forecast.others += canFail(*node) && !names.contains(node->metadata.name);
    Names checked;
    const auto add = [&](const HealthCheckRules &rules, const std::vector<HealthCheckTarget> &targets,
                         MachineBudgetsThen *budgets) {
        FaultForecast::Check check = forecastOf(rules, targets, failing, fault, now, budgets);
        if (check.failing == 0)
            return;
        if (const api::Saying blockedReason = blockedReasonOf(rules, areCarriedOut); !blockedReason.empty())
            check.blockedReason = blockedReason;
        if (!check.blockedReason.empty())
            check.replaced = 0;
        for (const HealthCheckTarget &target : targets) {
            if (target.node)
                checked.insert(target.node->metadata.name);
        }
        forecast.checks.push_back(std::move(check));
    };
    for (const auto &check : stores.healthChecks.list())
        add(controllers::rulesOf(*check), controllers::targetsOf(*check, stores), nullptr);
    const auto configMap = stores.configMaps.find(controllers::unhealthyConditionsKey());
    for (const auto &check : stores.healthChecksV1alpha1.list()) {
        MachineBudgetsThen budgets(stores, failing.all, fault, now);
        add(controllers::rulesOf(*check, configMap.get()), controllers::targetsOf(*check, stores), &budgets);
    }
    for (const std::string &node : names) {
        const bool isTimed = !mcmMachines.listBy(controllers::mcm::indexNames::machinesByNode, node).empty();
        forecast.timed += isTimed;
        forecast.unchecked += !isTimed && !checked.contains(node);
    }
    return forecast;
}

std::vector<api::Saying> sayingsOf(const FaultForecast &forecast)
{
    std::vector<api::Saying> sayings;
    for (const FaultForecast::Check &check : forecast.checks) {
        sayings.push_back(sayingOf(check));
        if (check.replaced == 0 || check.held == 0)
            continue;
        sayings.push_back(check.held == 1
                ? forecastSaying("OneHeld", check.heldReason)
                : forecastSaying("SeveralHeld", grouped(check.held), check.heldReason));
    }
    if (forecast.timed == 1)
        sayings.push_back(forecastSaying("OneTimed"));
    else if (forecast.timed > 0)
        sayings.push_back(forecastSaying("SeveralTimed", grouped(forecast.timed)));
    if (forecast.unchecked == 1)
        sayings.push_back(forecastSaying("OneUnchecked"));
    else if (forecast.unchecked > 0)
        sayings.push_back(forecastSaying("SeveralUnchecked", grouped(forecast.unchecked)));
    return sayings;
}

} // namespace core::engine
