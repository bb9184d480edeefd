// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/mcm/machineset/machineset.h"

#include "core/api/ownership.h"
#include "core/controllers/conditions.h"
#include "core/controllers/mcm/machineset/machinesetreasons.h"
#include "core/rollout/setownership.h"

namespace core::controllers::mcm {

namespace {

using runtime::Plan;
namespace keys = api::mcm::keys;

/// One look at one set, whose spec is valid.
class MachineSetPlanner
{
public:
    MachineSetPlanner(const MachineSet &set, const SetView &seen, const base::Chance &chance, base::Time now)
        : m_set(set)
        , m_seen(seen)
        , m_chance(chance)
        , m_now(now)
    {
    }

    Plan plan();

private:
    void claimMachines();
    void preserveFailed();
    void followTemplate();
    void replaceFailed();
    void scale();
    bool isTakingOver() const;
    void create(std::size_t missing);
    void remove(std::size_t excess);
    void tell(std::string_view reason, const std::string &verb, const std::vector<std::string> &names);
    void writeStatus();
    void explainPreserved();
    void explain(api::Reason reason) { m_plan.reasons.push_back(std::move(reason)); }

    const MachineSet &m_set;
    const SetView &m_seen;
    const base::Chance &m_chance;
    const base::Time m_now;
    std::vector<SetMember> m_members; ///< that count: neither leaving nor to be replaced
    std::vector<SetMember> m_failed; ///< to be deleted and replaced
    Plan m_plan;
};

Plan MachineSetPlanner::plan()
{
    claimMachines();
    preserveFailed();
    followTemplate();
    replaceFailed();
    scale();
    // Last: the status moves the set's version, and with it the names that a creation tried again must
    // repeat.
    writeStatus();
    return std::move(m_plan);
}

void MachineSetPlanner::claimMachines()
{
    for (const SetMember &member : m_seen.owned) {
        const Machine &machine = *member.machine;
        if (isTerminating(machine))
            continue;
        if (!api::matches(m_set.spec.selector, machine.metadata.labels))
            rollout::planRelease(m_plan, m_set, machine);
        else
            (mustBeReplaced(member, m_now) ? m_failed : m_members).push_back(member);
    }
    for (MachinePointer &adopted : rollout::planAdoptions(m_plan, m_set, m_seen.orphans))
        m_members.push_back({std::move(adopted), nullptr});
}

/// The first failed machines are kept, as many as may be (§9.8).
void MachineSetPlanner::preserveFailed()
{
    const auto kept = std::ranges::count_if(
        m_members, [](const SetMember &member) { return isAutoPreserved(*member.machine); });
    const std::int64_t room = m_set.spec.autoPreserveFailedMachineMax.value_or(0) - kept;
    for (std::int64_t count = 0; count < room && !m_failed.empty(); ++count) {
        const SetMember member = m_failed.front();
        m_failed.erase(m_failed.begin());
        const std::string &name = member.machine->metadata.name;
        Machine after = *member.machine;
        put(after.metadata.annotations, keys::preserve, std::string(api::mcm::preservations::autoPreserved));
        append(m_plan.effects, api::patchEffect(*member.machine, after));
        m_members.push_back({std::make_shared<const Machine>(after), member.node});
        explain(machineSetReason("AutoPreserving", name, kept + count, kept + room));
    }
}

/// What changes without a new revision is pushed to the machines (§6.6).
void MachineSetPlanner::followTemplate()
{
    std::size_t changed = 0;
    for (const SetMember &member : m_members) {
        Machine after = *member.machine;
        takePartsInPlace(after.spec, m_set.spec.template_.spec);
        if (after.spec == member.machine->spec || changed == rollout::mostPerPass)
            continue;
        ++changed;
        append(m_plan.effects, api::patchEffect(*member.machine, after));
    }
    if (changed > 0)
        explain(machineSetReason("UpdatingMachines", changed));
}

void MachineSetPlanner::replaceFailed()
{
    std::vector<std::string> names;
    for (const SetMember &member : m_failed) {
        if (names.size() == rollout::mostPerPass)
            break;
        names.push_back(member.machine->metadata.name);
        m_plan.effects.emplace_back(api::deleteEffect(*member.machine));
    }
    if (names.empty())
        return;
    tell("SuccessfulDelete", "Deleted machine ", names);
    explain(machineSetReason("ReplacingFailed", names.size(), names.front(), m_failed.size()));
}

void MachineSetPlanner::scale()
{
    const std::size_t existing = m_members.size();
    const auto wanted = static_cast<std::size_t>(m_set.spec.replicas);
    if (existing == wanted)
        return;
    if (existing > wanted && isTakingOver())
        return explain(machineSetReason("TakingOver", existing - wanted, existing, wanted));
    if (existing > wanted)
        return remove(existing - wanted);
    const std::size_t missing = wanted - existing;
    if (isFrozen(m_set))
        return explain(machineSetReason("Frozen", missing, wanted, existing));
    if (m_set.metadata.label(keys::scaleUpDisabled) == "true")
        return explain(machineSetReason("ScaleUpDisabled", missing, wanted, existing));
    create(missing);
}

/// Machines came over from another set; the deployment makes this one larger next (inplacerollout.h).
bool MachineSetPlanner::isTakingOver() const
{
    return std::ranges::any_of(m_members,
        [](const SetMember &member) { return !member.machine->metadata.label(keys::updateResult).empty(); });
}

void MachineSetPlanner::create(std::size_t missing)
{
    const std::size_t existing = m_members.size();
    const std::vector<std::string> names = api::newNames(m_set.metadata, "machine name",
        rollout::creationBatch(existing, missing), m_chance, m_seen.nameTaken);
    for (const std::string &name : names)
        m_plan.effects.emplace_back(api::createEffect(newMachine(m_set, name)));
    tell("SuccessfulCreate", "Created machine ", names);
    if (names.size() < missing)
        m_plan.checkAgainAfter = runtime::atOnce;
    explain(machineSetReason("ScalingUp", names.size(), missing, existing, existing + missing));
}

void MachineSetPlanner::remove(std::size_t excess)
{
    const std::size_t existing = m_members.size();
    std::vector<MachinePointer> machines = inDeletionOrder(m_set, m_members, m_now);
    machines.resize(std::min(excess, rollout::mostPerPass));
    std::vector<std::string> names;
    for (const MachinePointer &machine : machines) {
        m_plan.effects.emplace_back(api::deleteEffect(*machine));
        names.push_back(machine->metadata.name);
    }
    tell("SuccessfulDelete", "Deleted machine ", names);
    if (names.size() < excess)
        m_plan.checkAgainAfter = runtime::atOnce;
    explain(machineSetReason("ScalingDown", names.size(), excess, names.front(),
        priorityOf(*machines.front()), existing, existing - excess));
}

void MachineSetPlanner::tell(
    std::string_view reason, const std::string &verb, const std::vector<std::string> &names)
{
    for (const std::string &name : names)
        m_plan.effects.emplace_back(normalEvent(m_set, std::string(reason), verb + name));
}

void MachineSetPlanner::writeStatus()
{
    MachineSet after = m_set;
    after.status = statusOf(m_set, m_members, m_failed, m_now);
    append(m_plan.effects, api::patchEffect(m_set, after, "status", api::Precondition::Uid));
    explainPreserved();
    const std::int64_t available = after.status.availableReplicas.value_or(0);
    if (available != after.status.replicas)
        explain(machineSetReason("WaitingForMachines", available, m_members.size()));
    else if (m_plan.reasons.empty())
        explain(machineSetReason("Complete", m_members.size()));
}

/// Preserved machines are looked at again when their time is over.
void MachineSetPlanner::explainPreserved()
{
    for (const SetMember &member : m_members) {
        const Machine &machine = *member.machine;
        if (machine.phase() != api::mcm::phases::failed)
            continue;
        const auto &expiry = machine.status.currentStatus.preserveExpiryTime;
        if (expiry)
            checkAgain(m_plan.checkAgainAfter, *expiry - m_now);
        explain(expiry ? machineSetReason("Preserved", machine.metadata.name, *expiry)
                       : machineSetReason("Preserved", machine.metadata.name));
    }
}

Plan planDeletion(const MachineSet &set, const SetView &seen)
{
    if (!set.metadata.hasFinalizer(keys::finalizer))
        return {{}, {machineSetReason("SetDeleting")}, {}};
    if (set.metadata.hasFinalizer(orphanFinalizer))
        return {{}, {machineSetReason("Orphaning")}, {}};
    Plan plan;
    for (const SetMember &member : seen.owned) {
        if (!member.machine->isDeleting() && plan.effects.size() < rollout::mostPerPass)
            plan.effects.emplace_back(api::deleteEffect(*member.machine));
    }
    if (!seen.owned.empty()) {
        plan.reasons = {machineSetReason("DeletingMachines", seen.owned.size())};
        return plan;
    }
    MachineSet after = set;
    std::erase(after.metadata.finalizers, keys::finalizer);
    append(plan.effects, api::patchEffect(set, after));
    plan.reasons = {machineSetReason("MachinesGone")};
    return plan;
}

} // namespace

Plan planRefusal(const MachineSet &set, const std::string &problem, base::Time now)
{
    Plan plan;
    MachineSet after = set;
    setCondition(after.status.machineSetCondition,
        {std::string(replicaFailureCondition), "True", {}, "InvalidConfiguration", problem, {}}, now);
    if (auto patch = api::patchEffect(set, after, "status", api::Precondition::Uid)) {
        plan.effects.emplace_back(std::move(*patch));
        plan.effects.emplace_back(warningEvent(set, "ReconcileError", problem));
    }
    plan.reasons = {machineSetReason("InvalidSpec", problem)};
    return plan;
}

Plan planMachineSet(const MachineSet &set, const SetView &seen, const base::Chance &chance, base::Time now)
{
    if (set.isDeleting())
        return planDeletion(set, seen);
    if (const rollout::SpecProblem problem = validationProblem(set); !problem.empty())
        return planRefusal(set, problem.message, now);
    if (!set.metadata.hasFinalizer(keys::finalizer)) {
        MachineSet after = set;
        after.metadata.finalizers.emplace_back(keys::finalizer);
        Plan plan;
        append(plan.effects, api::patchEffect(set, after));
        plan.reasons = {machineSetReason("TakingFinalizer")};
        return plan;
    }
    return MachineSetPlanner(set, seen, chance, now).plan();
}

std::vector<api::Effect> recordMachineSetFailure(const MachineSet &set, const SetView &seen,
    const base::Chance &chance, const base::Error &error, base::Time now)
{
    const Plan wanted = planMachineSet(set, seen, chance, now);
    const bool creates = std::ranges::any_of(wanted.effects,
        [](const api::Effect &effect) { return std::holds_alternative<api::CreateObject>(effect); });
    const bool deletes = std::ranges::any_of(wanted.effects,
        [](const api::Effect &effect) { return std::holds_alternative<api::DeleteObject>(effect); });
    if (set.isDeleting() || (!creates && !deletes))
        return {};
    const std::string reason = creates ? "FailedCreate" : "FailedDelete";
    MachineSet after = set;
    setCondition(after.status.machineSetCondition,
        {std::string(replicaFailureCondition), "True", {}, reason, error.message, {}}, now);
    std::vector<api::Effect> effects;
    append(effects, api::patchEffect(set, after, "status", api::Precondition::Uid));
    if (!effects.empty())
        effects.emplace_back(warningEvent(set, reason, error.message));
    return effects;
}

} // namespace core::controllers::mcm
