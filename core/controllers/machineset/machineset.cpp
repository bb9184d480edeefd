// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/machineset/machineset.h"

#include "core/api/ownership.h"
#include "core/api/timerange.h"
#include "core/controllers/conditions.h"
#include "core/controllers/machineset/machinesetpolicy.h"
#include "core/controllers/machineset/machinesetreasons.h"
#include "core/rollout/setownership.h"

#include <QtGlobal>

#include <algorithm>

namespace core::controllers {

namespace {

using namespace std::chrono_literals;
using Members = std::vector<MachineSetMember>;

/// Takes in matching machines that nobody controls, lets go of controlled ones that no longer match, and
/// returns the machines that count: matching, and not being deleted.
Members claimMachines(const api::MachineSet &set, const MachineSetView &seen, runtime::Plan &plan)
{
    Members members;
    members.reserve(seen.owned.size());
    for (const MachineSetMember &member : seen.owned) {
        const api::Machine &machine = *member.machine;
        if (machine.isDeleting())
            continue;
        if (api::matches(set.spec.selector, machine.metadata.labels)) {
            members.push_back(member);
            continue;
        }
        rollout::planRelease(plan, set, machine);
    }
    for (const MachinePointer &adopted : rollout::planAdoptions(plan, set, seen.orphans))
        members.push_back({adopted.get(), nullptr});
    return members;
}

void planCreations(runtime::Plan &plan, const api::MachineSet &set, const MachineSetView &seen,
    std::size_t existing, std::size_t wanted, const base::Chance &chance)
{
    const std::size_t missing = wanted - existing;
    const std::size_t batch = rollout::creationBatch(existing, missing);
    for (const std::string &name : api::newNames(set.metadata, "machine name", batch, chance, seen.nameTaken))
        plan.effects.emplace_back(api::createEffect(newMachine(set, name)));
    if (batch < missing)
        plan.checkAgainAfter = runtime::atOnce;
    plan.reasons.push_back(machineSetReason("ScalingUp", batch, missing, existing, wanted));
}

void planDeletions(runtime::Plan &plan, const api::MachineSet &set, const Members &members,
    std::size_t wanted, const base::Chance &chance, base::Time now)
{
    std::vector<const api::Machine *> machines;
    std::ranges::transform(members, std::back_inserter(machines), &MachineSetMember::machine);
    machines = inDeletionOrder(std::move(machines), set.spec.deletePolicy, chance, now);
    const std::size_t excess = members.size() - wanted;
    machines.resize(std::min(excess, rollout::mostPerPass));
    for (const api::Machine *machine : machines)
        plan.effects.emplace_back(api::deleteEffect(*machine));
    if (machines.size() < excess)
        plan.checkAgainAfter = runtime::atOnce;
    const std::string policy = set.spec.deletePolicy.empty() ? "Random" : set.spec.deletePolicy;
    plan.reasons.push_back(machineSetReason("ScalingDown", machines.size(), excess, policy,
        machines.front()->metadata.name, members.size(), wanted));
}

/// Selects machines that count as fully labelled.
api::LabelSelector templateSelector(const api::MachineSet &set)
{
    return {set.spec.template_.metadata.labels, {}};
}

/// The time is when the member's node was ready long enough; nothing when it is not ready.
std::optional<base::Time> availableFrom(const MachineSetMember &member, std::int64_t minReadySeconds)
{
    const api::NodeCondition *ready = member.node ? member.node->condition("Ready") : nullptr;
    if (!ready || ready->status != "True")
        return std::nullopt;
    const base::Time since = ready->lastTransitionTime.value_or(base::Time());
    return minReadySeconds == 0 ? base::Time() : since + api::heldSeconds(minReadySeconds);
}

/// Looks again when the next of them has been ready for long enough.
void awaitAvailability(
    runtime::Plan &plan, const Members &members, std::int64_t minReadySeconds, base::Time now)
{
    for (const MachineSetMember &member : members) {
        const auto from = availableFrom(member, minReadySeconds);
        if (from && *from >= now)
            checkAgain(plan.checkAgainAfter, *from - now + 1ms);
    }
}

void explainReadiness(runtime::Plan &plan, const api::MachineSet &set, const api::MachineSetStatus &status,
    const Members &members, base::Time now)
{
    const std::int64_t ready = status.readyReplicas.value_or(0);
    const std::int64_t available = status.availableReplicas.value_or(0);
    if (available < ready)
        awaitAvailability(plan, members, set.spec.minReadySeconds, now);
    if (ready < status.replicas)
        plan.reasons.push_back(machineSetReason("WaitingForNodes", ready, status.replicas, available));
    else if (available < status.replicas)
        plan.reasons.push_back(machineSetReason(
            "WaitingForMinReady", available, status.replicas, set.spec.minReadySeconds, ready));
    else if (plan.reasons.empty())
        plan.reasons.push_back(machineSetReason("Complete", status.replicas));
}

} // namespace

bool isSteady(const api::MachineSet &set, const MachineSetMember &member, base::Time now)
{
    const api::Machine &machine = *member.machine;
    const auto from = availableFrom(member, set.spec.minReadySeconds);
    return from && *from < now && !machine.isDeleting()
        && api::matches(set.spec.selector, machine.metadata.labels)
        && api::matches(templateSelector(set), machine.metadata.labels);
}

api::MachineSetStatus statusOf(const api::MachineSet &set, const std::vector<MachineSetMember> &members,
    base::Time now, std::size_t steady)
{
    const api::LabelSelector templateLabels = templateSelector(set);
    auto labelled = static_cast<std::int64_t>(steady);
    std::int64_t ready = labelled;
    std::int64_t available = labelled;
    for (const MachineSetMember &member : members) {
        labelled += api::matches(templateLabels, member.machine->metadata.labels) ? 1 : 0;
        const auto from = availableFrom(member, set.spec.minReadySeconds);
        ready += from ? 1 : 0;
        available += from && *from < now ? 1 : 0;
    }
    api::MachineSetStatus status = set.status;
    status.replicas = static_cast<std::int64_t>(members.size() + steady);
    status.fullyLabeledReplicas = api::unlessZero(labelled);
    status.readyReplicas = api::unlessZero(ready);
    status.availableReplicas = api::unlessZero(available);
    status.observedGeneration = set.metadata.generation;
    status.errorReason.clear();
    status.errorMessage.clear();
    status.labelSelector = api::toText(set.spec.selector);
    return status;
}

runtime::Plan planRefusal(const api::MachineSet &set, const std::string &problem, base::Time)
{
    runtime::Plan plan;
    api::MachineSet after = set;
    after.status.errorReason = "InvalidConfiguration";
    after.status.errorMessage = problem;
    append(plan.effects, api::patchEffect(set, after, "status", api::Precondition::Uid));
    if (set.status.errorMessage != problem)
        plan.effects.emplace_back(warningEvent(set, "ReconcileError", problem));
    plan.reasons = {machineSetReason("InvalidSpec", problem)};
    return plan;
}

runtime::Plan planMachineSet(
    const api::MachineSet &set, const MachineSetView &seen, const base::Chance &chance, base::Time now)
{
    if (set.metadata.isDeleting())
        return {{}, {machineSetReason("SetDeleting")}, {}};
    if (const std::string problem = validationProblem(set); !problem.empty())
        return planRefusal(set, problem, now);

    runtime::Plan plan;
    const Members members = claimMachines(set, seen, plan);
    const auto wanted = static_cast<std::size_t>(set.wantedReplicas());
    const std::size_t existing = members.size() + seen.steady;
    Q_ASSERT(seen.steady == 0 || existing <= wanted);
    if (existing < wanted)
        planCreations(plan, set, seen, existing, wanted, chance);
    else if (existing > wanted)
        planDeletions(plan, set, members, wanted, chance, now);
    // Last: the status moves the set's version, and with it the names that a creation tried again must
    // repeat.
    api::MachineSet after = set;
    after.status = statusOf(set, members, now, seen.steady);
    append(plan.effects, api::patchEffect(set, after, "status", api::Precondition::Uid));
    explainReadiness(plan, set, after.status, members, now);
    return plan;
}

std::vector<api::Effect> recordMachineSetFailure(const api::MachineSet &set, const MachineSetView &seen,
    const base::Error &error, const api::Effect &failed, base::Time now)
{
    std::vector<api::Effect> effects;
    if (set.metadata.isDeleting() || !validationProblem(set).empty())
        return effects;
    runtime::Plan ownership;
    api::MachineSet after = set;
    after.status = statusOf(set, claimMachines(set, seen, ownership), now);
    const bool creating = std::holds_alternative<api::CreateObject>(failed);
    if (creating) {
        after.status.errorReason = "CreateError";
        after.status.errorMessage = rollout::withoutNewNames(error.message, set.metadata.name);
    }
    append(effects, api::patchEffect(set, after, "status", api::Precondition::Uid));
    if (creating && set.status.errorMessage != after.status.errorMessage)
        effects.emplace_back(warningEvent(set, "FailedCreate", after.status.errorMessage));
    if (std::holds_alternative<api::DeleteObject>(failed))
        effects.emplace_back(warningEvent(set, "FailedDelete", error.message));
    return effects;
}

} // namespace core::controllers
