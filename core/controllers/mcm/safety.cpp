// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/mcm/safety.h"

#include "core/api/selector.h"
#include "core/controllers/conditions.h"

namespace core::controllers::mcm {

namespace {

using runtime::Plan;
namespace keys = api::mcm::keys;
namespace phases = api::mcm::phases;

constexpr std::string_view overshooting = "OverShootingReplicaCount";

template<typename T>
bool asksToUnfreeze(const T &object)
{
    return object.metadata.annotations.contains(keys::unfreeze);
}

void takeMarks(api::ObjectMeta &meta)
{
    meta.labels.erase(std::string(keys::freeze));
    meta.annotations.erase(std::string(keys::unfreeze));
}

/// Label and condition of a set or deployment, both at once.
template<typename T>
void writeFreeze(Plan &plan, const T &before, const T &after)
{
    append(plan.effects, api::patchEffect(before, after));
    append(plan.effects, api::patchEffect(before, after, "status", api::Precondition::Uid));
}

/// One look at all sets and deployments.
class SafetyPlanner
{
public:
    SafetyPlanner(const SafetyView &seen, const SafetySettings &settings, base::Time now)
        : m_seen(seen)
        , m_settings(settings)
        , m_now(now)
    {
        for (const MachinePointer &machine : seen.machines) {
            for (const api::OwnerReference &owner : machine->metadata.ownerReferences)
                m_machines[{machine->metadata.ns, owner.name}].push_back(machine.get());
        }
        for (const MachineDeploymentPointer &deployment : seen.deployments)
            m_deployments.emplace(deployment->metadata.uid, deployment.get());
    }

    Plan plan()
    {
        for (const MachineSetPointer &set : m_seen.sets)
            judge(*set);
        for (const MachineDeploymentPointer &deployment : m_seen.deployments)
            sync(*deployment);
        const std::string frozen = std::to_string(m_frozen);
        const std::string sets = std::to_string(m_seen.sets.size());
        m_plan.reasons.push_back({"Checked", frozen + " of " + sets + " machine sets are frozen.",
            {{"frozen", frozen}, {"sets", sets}}});
        m_plan.checkAgainAfter = m_settings.period;
        return std::move(m_plan);
    }

private:
    std::int64_t backing(const MachineSet &set) const;
    const MachineDeployment *deploymentOf(const MachineSet &set) const;
    void judge(const MachineSet &set);
    void freeze(const MachineSet &set, std::int64_t count, const FreezeLimits &limits);
    void unfreeze(const MachineSet &set, const std::string &why, std::map<std::string, std::string> facts);
    void sync(const MachineDeployment &deployment);
    void explain(std::string code, std::string sentence, std::map<std::string, std::string> facts)
    {
        m_plan.reasons.push_back({std::move(code), std::move(sentence), std::move(facts)});
    }

    /// A deployment's sets after this pass.
    struct Sets {
        std::string newlyFrozen; ///< the first one
        std::string frozen; ///< the first one
    };

    const SafetyView &m_seen;
    const SafetySettings &m_settings;
    const base::Time m_now;
    std::map<api::ObjectKey, std::vector<const Machine *>> m_machines; ///< by the names of their owners
    std::map<std::string, const MachineDeployment *> m_deployments; ///< by uid
    std::map<std::string, Sets> m_sets; ///< by the uid of their deployment
    std::size_t m_frozen = 0;
    Plan m_plan;
};

/// Also machines that are on their way out: they exist.
std::int64_t SafetyPlanner::backing(const MachineSet &set) const
{
    const auto found = m_machines.find(set.key());
    if (found == m_machines.end())
        return 0;
    const api::LabelSelector labels {set.spec.template_.metadata.labels, {}};
    return std::ranges::count_if(found->second,
        [&](const Machine *machine) { return api::matches(labels, machine->metadata.labels); });
}

const MachineDeployment *SafetyPlanner::deploymentOf(const MachineSet &set) const
{
    const api::OwnerReference *owner = set.metadata.controller();
    const auto found = owner ? m_deployments.find(owner->uid) : m_deployments.end();
    return found == m_deployments.end() ? nullptr : found->second;
}

void SafetyPlanner::judge(const MachineSet &set)
{
    if (set.isDeleting())
        return;
    const MachineDeployment *deployment = deploymentOf(set);
    const FreezeLimits limits = freezeLimits(set, deployment, m_settings);
    const std::int64_t count = backing(set);
    const std::map<std::string, std::string> facts {{"machineSet", set.metadata.name},
        {"machines", std::to_string(count)}, {"higher", std::to_string(limits.higher)},
        {"lower", std::to_string(limits.lower)}};
    bool frozen = isFrozen(set);
    bool newly = false;
    if (asksToUnfreeze(set)) {
        unfreeze(set, "it was asked for", facts);
        frozen = false;
    } else if (!frozen && count >= limits.higher) {
        freeze(set, count, limits);
        frozen = newly = true;
    } else if (frozen && count <= limits.lower) {
        unfreeze(set, "it has " + std::to_string(count) + " machines again", facts);
        frozen = false;
    } else if (frozen) {
        explain("StaysFrozen",
            set.metadata.name + " stays frozen: it has " + std::to_string(count)
                + " machines, and is freed at " + std::to_string(limits.lower) + ".",
            facts);
    }
    if (!frozen)
        return;
    ++m_frozen;
    if (deployment) {
        Sets &sets = m_sets[deployment->metadata.uid];
        std::string &first = newly ? sets.newlyFrozen : sets.frozen;
        if (first.empty())
            first = set.metadata.name;
    }
}

void SafetyPlanner::freeze(const MachineSet &set, std::int64_t count, const FreezeLimits &limits)
{
    const std::string message = "The number of machines backing MachineSet " + set.metadata.name + ", "
        + std::to_string(count) + ", is not below its max-scale-up limit, " + std::to_string(limits.higher);
    MachineSet after = set;
    put(after.metadata.labels, keys::freeze, "True");
    setCondition(after.status.machineSetCondition,
        {std::string(frozenCondition), "True", {}, std::string(overshooting), message, {}}, m_now);
    writeFreeze(m_plan, set, after);
    m_plan.effects.emplace_back(warningEvent(set, "FrozeMachineSet", message));
    explain("Freezing", message + ": it makes no more.",
        {{"machineSet", set.metadata.name}, {"machines", std::to_string(count)},
            {"higher", std::to_string(limits.higher)}, {"lower", std::to_string(limits.lower)}});
}

void SafetyPlanner::unfreeze(
    const MachineSet &set, const std::string &why, std::map<std::string, std::string> facts)
{
    MachineSet after = set;
    takeMarks(after.metadata);
    std::erase_if(after.status.machineSetCondition,
        [](const api::Condition &condition) { return condition.type == frozenCondition; });
    writeFreeze(m_plan, set, after);
    const std::string message = "Unfroze MachineSet " + set.metadata.name + ": " + why;
    m_plan.effects.emplace_back(normalEvent(set, "UnfrozeMachineSet", message));
    explain("Unfreezing", message + ".", std::move(facts));
}

/// The deployment is marked as long as one of its sets is; asked to be freed, it asks its sets in turn.
void SafetyPlanner::sync(const MachineDeployment &deployment)
{
    if (deployment.isDeleting())
        return;
    const auto found = m_sets.find(deployment.metadata.uid);
    const Sets sets = found == m_sets.end() ? Sets() : found->second;
    const std::string frozenSet = sets.newlyFrozen.empty() ? sets.frozen : sets.newlyFrozen;
    const std::string &name = deployment.metadata.name;
    MachineDeployment after = deployment;
    if (asksToUnfreeze(deployment) || (isFrozen(deployment) && frozenSet.empty())) {
        takeMarks(after.metadata);
        api::removeCondition(after.status.conditions, frozenCondition);
        explain("UnfreezingDeployment",
            name
                + (asksToUnfreeze(deployment) ? " is freed with its sets: it was asked for."
                                              : " is freed: none of its sets is frozen."),
            {{"machineDeployment", name}});
    } else if (!isFrozen(deployment) && !frozenSet.empty()) {
        put(after.metadata.labels, keys::freeze, "True");
        setCondition(after.status.conditions,
            {std::string(frozenCondition), "True",
                sets.newlyFrozen.empty() ? "MachineDeploymentStateSync" : std::string(overshooting),
                "Machine set " + frozenSet + " is frozen.", {}, {}},
            m_now);
        explain("FreezingDeployment", name + " is frozen with its set " + frozenSet + ".",
            {{"machineDeployment", name}, {"machineSet", frozenSet}});
    }
    if (asksToUnfreeze(deployment)) {
        for (const MachineSetPointer &set : m_seen.sets) {
            if (deploymentOf(*set) != &deployment || asksToUnfreeze(*set) || !isFrozen(*set))
                continue;
            MachineSet asked = *set;
            put(asked.metadata.annotations, keys::unfreeze, "True");
            append(m_plan.effects, api::patchEffect(*set, asked));
        }
    }
    writeFreeze(m_plan, deployment, after);
}

/// Of the time before that, in which nobody could act or be heard, none is held against the machine (§9.9).
Machine withNewTimer(Machine machine, base::Time since, base::Time now)
{
    api::mcm::MachineStatus &status = machine.status;
    api::mcm::CurrentStatus &current = status.currentStatus;
    const base::Time second = api::truncatedToSeconds(now);
    if (current.phase == phases::unknown) {
        current = {std::string(phases::running), false, second, current.preserveExpiryTime};
        status.lastOperation = {"The health timeout starts anew: the API server was away", {}, second,
            std::string(api::mcm::states::successful), std::string(api::mcm::operations::healthCheck), {}};
    } else if (current.timeoutActive && current.lastUpdateTime < api::truncatedToSeconds(since)) {
        current.lastUpdateTime = second;
    }
    return machine;
}

/// What the sets count, the view does not show.
bool missesMachines(const SafetyView &seen)
{
    return seen.machines.empty() && std::ranges::any_of(seen.sets, [](const MachineSetPointer &set) {
        return set->status.replicas > 0;
    });
}

class SafetyReconciler : public runtime::Reconciler
{
public:
    SafetyReconciler(const SetStores &stores, const Outage &outage, const base::Clock &clock,
        const SafetySettings &settings)
        : m_stores(stores)
        , m_outage(outage)
        , m_clock(clock)
        , m_settings(settings)
    {
    }

    std::string_view name() const override { return "mcm-safety"; }

    Plan reconcile(const api::ObjectKey &key) const override
    {
        if (key == recoveryKey())
            return planRecovery(m_stores.machines.list(), m_outage.state(), m_outage.since(), m_clock.now());
        return planOvershoot(
            {m_outage.isLive(), m_stores.sets.list(), m_stores.deployments.list(), m_stores.machines.list()},
            m_settings, m_clock.now());
    }

private:
    const SetStores m_stores;
    const Outage &m_outage;
    const base::Clock &m_clock;
    const SafetySettings m_settings;
};

} // namespace

FreezeLimits freezeLimits(
    const MachineSet &set, const MachineDeployment *deployment, const SafetySettings &settings)
{
    const std::int64_t most =
        deployment ? deployment->spec.replicas + limitsOf(*deployment).surge : 2 * set.spec.replicas;
    const std::int64_t higher = most + settings.safetyUp;
    return {higher, higher - settings.safetyDown};
}

Plan planOvershoot(const SafetyView &seen, const SafetySettings &settings, base::Time now)
{
    if (!seen.live)
        return {{}, {{"ViewNotLive", "Does nothing: what is seen may be old.", {}}}, settings.period};
    if (missesMachines(seen))
        return {{}, {{"NoMachinesSeen", "Does nothing: no machine is seen, although sets count some.", {}}},
            settings.period};
    return SafetyPlanner(seen, settings, now).plan();
}

Plan planRecovery(
    const std::vector<MachinePointer> &machines, OutageState outage, base::Time since, base::Time now)
{
    Plan plan;
    if (outage == OutageState::Away || outage == OutageState::Frozen) {
        plan.reasons = {{"ApiServerAway",
            outage == OutageState::Away ? "The API server does not answer; machines go on for now."
                                        : "The API server is away: machines are left alone.",
            {}}};
        return plan;
    }
    if (outage == OutageState::Up) {
        plan.reasons = {{"ApiServerUp", "The API server answers.", {}}};
        return plan;
    }
    for (const MachinePointer &machine : machines) {
        if (!machine->isDeleting())
            append(plan.effects,
                api::patchEffect(
                    *machine, withNewTimer(*machine, since, now), "status", api::Precondition::Version));
    }
    const std::string count = std::to_string(plan.effects.size());
    plan.reasons = {{"Recovering",
        "The API server is back: the timers of " + count
            + " machines start anew, those that were Unknown count as Running, and all are looked at anew in "
            + api::formatDuration(Outage::recovery) + ".",
        {{"machines", count}}}};
    return plan;
}

api::ObjectKey overshootKey()
{
    return {{}, "overshoot"};
}

api::ObjectKey recoveryKey()
{
    return {{}, "recovery"};
}

std::unique_ptr<runtime::Reconciler> makeSafetyReconciler(
    const SetStores &stores, const Outage &outage, const base::Clock &clock, const SafetySettings &settings)
{
    return std::make_unique<SafetyReconciler>(stores, outage, clock, settings);
}

} // namespace core::controllers::mcm
