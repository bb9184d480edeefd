// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/mcm/safety/safety.h"

#include "core/api/selector.h"
#include "core/controllers/conditions.h"
#include "core/controllers/mcm/safety/safetyreasons.h"

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
        explain(safetyReason("Checked", m_frozen, m_seen.sets.size()));
        m_plan.checkAgainAfter = m_settings.period;
        return std::move(m_plan);
    }

private:
    std::int64_t backing(const MachineSet &set) const;
    const MachineDeployment *deploymentOf(const MachineSet &set) const;
    void judge(const MachineSet &set);
    void freeze(const MachineSet &set, std::int64_t count, const FreezeLimits &limits);
    void unfreeze(
        const MachineSet &set, const std::string &why, std::int64_t count, const FreezeLimits &limits);
    void sync(const MachineDeployment &deployment);
    void explain(api::Reason reason) { m_plan.reasons.push_back(std::move(reason)); }

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

/// Machines that are on their way out count too: they exist.
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
    bool frozen = isFrozen(set);
    bool newly = false;
    if (asksToUnfreeze(set)) {
        unfreeze(set, "it was asked for", count, limits);
        frozen = false;
    } else if (!frozen && count >= limits.higher) {
        freeze(set, count, limits);
        frozen = newly = true;
    } else if (frozen && count <= limits.lower) {
        unfreeze(set, "it has " + std::to_string(count) + " machines again", count, limits);
        frozen = false;
    } else if (frozen) {
        explain(safetyReason("StaysFrozen", set.metadata.name, count, limits.lower, limits.higher));
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
    explain(safetyReason("Freezing", message, set.metadata.name, count, limits.higher, limits.lower));
}

void SafetyPlanner::unfreeze(
    const MachineSet &set, const std::string &why, std::int64_t count, const FreezeLimits &limits)
{
    MachineSet after = set;
    takeMarks(after.metadata);
    std::erase_if(after.status.machineSetCondition,
        [](const api::Condition &each) { return each.type == frozenCondition; });
    writeFreeze(m_plan, set, after);
    m_plan.effects.emplace_back(
        normalEvent(set, "UnfrozeMachineSet", "Unfroze MachineSet " + set.metadata.name + ": " + why));
    explain(safetyReason("Unfreezing", set.metadata.name, why, count, limits.higher, limits.lower));
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
        explain(safetyReason("UnfreezingDeployment", name,
            asksToUnfreeze(deployment) ? "freed with its sets: it was asked for"
                                       : "freed: none of its sets is frozen"));
    } else if (!isFrozen(deployment) && !frozenSet.empty()) {
        put(after.metadata.labels, keys::freeze, "True");
        setCondition(after.status.conditions,
            {std::string(frozenCondition), "True",
                sets.newlyFrozen.empty() ? "MachineDeploymentStateSync" : std::string(overshooting),
                "Machine set " + frozenSet + " is frozen.", {}, {}},
            m_now);
        explain(safetyReason("FreezingDeployment", name, frozenSet));
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

/// The time before that, in which nobody could act or be heard, is not held against the machine (§9.9).
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
        return {{}, {safetyReason("ViewNotLive")}, settings.period};
    if (missesMachines(seen))
        return {{}, {safetyReason("NoMachinesSeen")}, settings.period};
    return SafetyPlanner(seen, settings, now).plan();
}

Plan planRecovery(
    const std::vector<MachinePointer> &machines, OutageState outage, base::Time since, base::Time now)
{
    Plan plan;
    if (outage == OutageState::Away || outage == OutageState::Frozen) {
        plan.reasons = {safetyReason("ApiServerAway",
            outage == OutageState::Away ? "does not answer; machines go on for now"
                                        : "is away: machines are left alone")};
        return plan;
    }
    if (outage == OutageState::Up) {
        plan.reasons = {safetyReason("ApiServerUp")};
        return plan;
    }
    for (const MachinePointer &machine : machines) {
        if (!machine->isDeleting())
            append(plan.effects,
                api::patchEffect(
                    *machine, withNewTimer(*machine, since, now), "status", api::Precondition::Version));
    }
    plan.reasons = {safetyReason("Recovering", plan.effects.size(), Outage::recovery)};
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
