// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/mcm/machinedeployment/machinedeployment.h"

#include "core/controllers/mcm/machinedeployment/inplacerollout.h"
#include "core/controllers/mcm/machinedeployment/machinedeploymentreasons.h"
#include "core/controllers/mcm/machinedeployment/rolloutnodes.h"
#include "core/controllers/mcm/machineset/machinesetreconciler.h"
#include "core/rollout/rolloutreconciler.h"

namespace core::controllers::mcm {

namespace {

using runtime::Plan;
namespace keys = api::mcm::keys;
using Members = std::vector<SetMember>;

/// One look at one deployment, whose spec is valid.
class MachineDeploymentPlanner : rollout::RolloutPlanner<MachineSet>
{
public:
    MachineDeploymentPlanner(const MachineDeployment &deployment, const DeploymentView &seen, base::Time now)
        : RolloutPlanner(deployment, seen.sets, now)
    {
        for (const MachineSetPointer &set : m_rollout.all())
            m_members.emplace(set->metadata.uid, seen.membersOf(*set));
    }

    Plan plan()
    {
        act();
        writeStatus(statusNow());
        return std::move(m_plan);
    }

private:
    void act();
    void chooseForRemoval();
    Done pushToSets();
    std::int64_t autoPreserveFor(const MachineSet &set) const;
    void proceed();
    std::size_t oldMachines() const;
    Done updateInPlace();
    Done labelOldSets();
    Done takeOver(const InPlaceRollout &update);
    void select(const InPlaceRollout &update);
    bool isRolling() const;
    void markNodes();

    const Members &membersOf(const MachineSet &set) const { return m_members.at(set.metadata.uid); }

    std::map<std::string, Members> m_members; ///< by uid of their set
};

void MachineDeploymentPlanner::act()
{
    if (adopt() == Done::Yes || pushToSets() == Done::Yes || bringUpToDate() == Done::Yes)
        return;
    followRevision();
    chooseForRemoval();
    if (pause() == Done::Yes)
        return;
    if (isRollingBack())
        return rollBack();
    proceed();
    markNodes();
}

/// Machines that are to go next get the priority for it; entries of machines that are gone are dropped
/// (§9.4).
void MachineDeploymentPlanner::chooseForRemoval()
{
    const std::string_view annotation = m_deployment.metadata.annotation(keys::triggerDeletion);
    if (annotation.empty())
        return;
    std::map<std::string, MachinePointer, std::less<>> machines;
    for (const auto &[uid, members] : m_members) {
        for (const SetMember &member : members)
            machines.emplace(member.machine->metadata.name, member.machine);
    }
    std::string kept;
    for (const DeletionTrigger &trigger : deletionTriggersIn(annotation)) {
        const auto found = machines.find(trigger.machine);
        if (found == machines.end() || isTerminating(*found->second))
            continue;
        kept += (kept.empty() ? "" : ",") + trigger.machine + "~" + trigger.time;
        if (priorityOf(*found->second) == 1)
            continue;
        Machine after = *found->second;
        put(after.metadata.annotations, keys::priority, "1");
        append(m_plan.effects, api::patchEffect(*found->second, after));
        explain(machineDeploymentReason("ChoosingForRemoval", trigger.machine, trigger.time));
    }
    if (kept == annotation)
        return;
    MachineDeployment after = m_deployment;
    after.metadata.annotations.erase(std::string(keys::triggerDeletion));
    if (!kept.empty())
        put(after.metadata.annotations, keys::triggerDeletion, kept);
    append(m_plan.effects, api::patchEffect(m_deployment, after, {}, api::Precondition::Uid));
}

/// Failed machines of old sets that are kept already count against the deployment's limit (§9.8).
std::int64_t MachineDeploymentPlanner::autoPreserveFor(const MachineSet &set) const
{
    std::int64_t left = m_deployment.spec.autoPreserveFailedMachineMax.value_or(0);
    if (!m_rollout.current || &set != m_rollout.current.get())
        return 0;
    for (const MachineSetPointer &old : m_rollout.old)
        left -= old->status.autoPreserveFailedMachineCount.value_or(0);
    return std::max<std::int64_t>(left, 0);
}

/// What makes no new revision reaches the current set without a rollout; an old one keeps its own, for a
/// rollback (§6.6). What a deployment preserves is shared among all.
auto MachineDeploymentPlanner::pushToSets() -> Done
{
    Done done = Done::No;
    for (const MachineSetPointer &set : m_rollout.all()) {
        MachineSet after = *set;
        if (set == m_rollout.current)
            takePartsInPlace(after.spec.template_.spec, m_deployment.spec.template_.spec);
        if (const std::int64_t most = autoPreserveFor(*set);
            most != after.spec.autoPreserveFailedMachineMax.value_or(0))
            after.spec.autoPreserveFailedMachineMax = most;
        auto patch = api::patchEffect(*set, after);
        if (!patch)
            continue;
        m_plan.effects.emplace_back(std::move(*patch));
        explain(machineDeploymentReason("PushingSettings", set->metadata.name));
        done = Done::Yes;
    }
    return done;
}

void MachineDeploymentPlanner::proceed()
{
    const Strategy strategy = strategyOf(m_deployment);
    Done done = Done::No;
    if (strategy == Strategy::Recreate)
        done = recreate([this] { return oldMachines(); });
    else if (api::isScaling(m_limits.desired, sizesIn(m_rollout)))
        done = sizeInProportion();
    else if (strategy == Strategy::InPlaceUpdate)
        done = updateInPlace();
    else
        done = roll();
    if (done == Done::No)
        finishOrWait();
}

std::size_t MachineDeploymentPlanner::oldMachines() const
{
    std::size_t count = 0;
    for (const MachineSetPointer &set : m_rollout.old)
        count += membersOf(*set).size();
    return count;
}

auto MachineDeploymentPlanner::updateInPlace() -> Done
{
    if (haveCurrentSet(api::currentSetSize(m_limits, sizesIn(m_rollout))) == Done::Yes
        || labelOldSets() == Done::Yes)
        return Done::Yes;
    const InPlaceRollout update(m_limits, m_rollout, m_members);
    if (takeOver(update) == Done::Yes)
        return Done::Yes;
    const auto sizes = resizesOf(m_rollout, update.sizes());
    if (resize(sizes, "FollowingUpdatedMachines") == Done::Yes)
        return Done::Yes;
    select(update);
    return Done::No;
}

/// Machines on their way to the current set must not be made anew in the old one.
auto MachineDeploymentPlanner::labelOldSets() -> Done
{
    Done done = Done::No;
    for (const MachineSetPointer &set : m_rollout.all()) {
        MachineSet after = *set;
        if (set == m_rollout.current)
            after.metadata.labels.erase(std::string(keys::scaleUpDisabled));
        else if (set->spec.replicas > 0)
            put(after.metadata.labels, keys::scaleUpDisabled, "true");
        auto patch = api::patchEffect(*set, after);
        if (!patch)
            continue;
        m_plan.effects.emplace_back(std::move(*patch));
        explain(machineDeploymentReason("UpdatingInPlace", set->metadata.name,
            set == m_rollout.current ? "may make machines" : "makes no machines any more"));
        done = Done::Yes;
    }
    return done;
}

auto MachineDeploymentPlanner::takeOver(const InPlaceRollout &update) -> Done
{
    Done done = Done::No;
    for (const MachinePointer &machine : update.updated()) {
        append(m_plan.effects, api::patchEffect(*machine, takenOver(*machine, *m_rollout.current)));
        explain(
            machineDeploymentReason("TakingOver", machine->metadata.name, m_rollout.current->metadata.name));
        done = Done::Yes;
    }
    if (done == Done::Yes)
        return done;
    for (const MachinePointer &machine : update.counted()) {
        Machine after = *machine;
        after.metadata.labels.erase(std::string(keys::updateResult));
        append(m_plan.effects, api::patchEffect(*machine, after));
        done = Done::Yes;
    }
    if (done == Done::Yes)
        explain(machineDeploymentReason("TakenOver"));
    return done;
}

void MachineDeploymentPlanner::select(const InPlaceRollout &update)
{
    if (update.failed() > 0)
        explain(machineDeploymentReason("UpdateFailed", update.failed()));
    const bool manual = m_deployment.spec.strategy.inPlaceUpdate->orchestrationType == "Manual";
    const std::vector<NodePointer> nodes = update.selectable();
    if (manual && !nodes.empty())
        return explain(machineDeploymentReason("WaitingForSelection", nodes.size(), m_limits.desired,
            m_limits.maxTotal(), m_limits.minAvailable()));
    for (const NodePointer &node : nodes) {
        api::Node after = *node;
        put(after.metadata.labels, keys::selectedForUpdate, "true");
        append(m_plan.effects, api::patchEffect(*node, after));
        explain(machineDeploymentReason("SelectingForUpdate", node->metadata.name, update.available(),
            m_limits.minAvailable(), m_limits.desired, m_limits.maxTotal()));
    }
}

bool MachineDeploymentPlanner::isRolling() const
{
    return std::ranges::any_of(m_rollout.old,
        [this](const MachineSetPointer &set) { return set->spec.replicas > 0 || !membersOf(*set).empty(); });
}

/// Nodes that are written in this pass already get their marks in the next one.
void MachineDeploymentPlanner::markNodes()
{
    if (!m_plan.effects.empty())
        return;
    const bool rolling = isRolling();
    const bool inPlace = strategyOf(m_deployment) == Strategy::InPlaceUpdate;
    std::int64_t changed = 0;
    for (const MachineSetPointer &set : m_rollout.all()) {
        const bool outgoing = rolling && set != m_rollout.current;
        const NodeRole role = !rolling ? NodeRole::Idle : outgoing ? NodeRole::Outgoing : NodeRole::Current;
        for (const SetMember &member : membersOf(*set)) {
            if (!member.node || isTerminating(*member.machine))
                continue;
            api::Node after = marked(*member.node, role);
            const UpdateStage stage = updateStageOf(after);
            if (inPlace && outgoing && stage == UpdateStage::None)
                put(after.metadata.labels, keys::candidateForUpdate, "true");
            else if (!outgoing && stage != UpdateStage::None)
                after = withoutUpdate(std::move(after));
            auto patch = api::patchEffect(*member.node, after);
            changed += patch ? 1 : 0;
            append(m_plan.effects, std::move(patch));
        }
    }
    if (changed > 0)
        explain(machineDeploymentReason("MarkingNodes", changed,
            rolling ? "are marked: the autoscaler leaves them alone during the rollout"
                    : "lose the marks of the rollout"));
}

template<typename T>
T withFinalizer(T object)
{
    object.metadata.finalizers.emplace_back(keys::finalizer);
    return object;
}

Plan planDeletion(const MachineDeployment &deployment, const DeploymentView &seen)
{
    if (!deployment.metadata.hasFinalizer(keys::finalizer))
        return {{}, {machineDeploymentReason("Deleting")}, {}};
    if (deployment.metadata.hasFinalizer(orphanFinalizer))
        return {{}, {machineDeploymentReason("Orphaning")}, {}};
    Plan plan;
    std::size_t left = 0;
    for (const MachineSetPointer &set : seen.sets) {
        const api::OwnerReference *owner = set->metadata.controller();
        if (!owner || owner->uid != deployment.metadata.uid)
            continue;
        ++left;
        if (!set->isDeleting())
            plan.effects.emplace_back(api::deleteEffect(*set));
    }
    if (left > 0) {
        plan.reasons = {machineDeploymentReason("DeletingMachineSets", left)};
        return plan;
    }
    MachineDeployment after = deployment;
    std::erase(after.metadata.finalizers, keys::finalizer);
    append(plan.effects, api::patchEffect(deployment, after));
    plan.reasons = {machineDeploymentReason("MachineSetsGone")};
    return plan;
}

} // namespace

std::vector<DeletionTrigger> deletionTriggersIn(std::string_view annotation)
{
    std::vector<DeletionTrigger> triggers;
    while (!annotation.empty()) {
        const std::string_view entry = annotation.substr(0, annotation.find(','));
        annotation.remove_prefix(std::min(entry.size() + 1, annotation.size()));
        const auto tilde = entry.find('~');
        if (tilde != std::string_view::npos && tilde > 0)
            triggers.push_back({std::string(entry.substr(0, tilde)), std::string(entry.substr(tilde + 1))});
    }
    return triggers;
}

Plan planMachineDeployment(const MachineDeployment &deployment, const DeploymentView &seen, base::Time now)
{
    if (deployment.isDeleting())
        return planDeletion(deployment, seen);
    if (const rollout::SpecProblem problem = validationProblem(deployment); !problem.empty())
        return rollout::refuseDeployment<MachineSet>(deployment, problem, now);
    if (!deployment.metadata.hasFinalizer(keys::finalizer)) {
        Plan plan;
        append(plan.effects, api::patchEffect(deployment, withFinalizer(deployment)));
        plan.reasons = {machineDeploymentReason("TakingFinalizer")};
        return plan;
    }
    return MachineDeploymentPlanner(deployment, seen, now).plan();
}

Plan planRefusal(const MachineDeployment &deployment, const std::string &problem, base::Time now)
{
    return rollout::refuseDeployment<MachineSet>(deployment, {problem}, now);
}

DeploymentView viewOf(const MachineDeployment &deployment, const SetStores &stores)
{
    return {stores.sets.listBy(indexNames::setsByNamespace, deployment.metadata.ns),
        [stores](const MachineSet &set) { return viewOf(set, stores).owned; }};
}

std::vector<api::ObjectKey> deploymentsOfMachine(
    const runtime::Store<MachineSet> &sets, const Machine &machine)
{
    const api::OwnerReference *owner = machine.metadata.controller();
    const auto set = owner ? sets.find({machine.metadata.ns, owner->name}) : nullptr;
    const api::OwnerReference *deployment = set ? set->metadata.controller() : nullptr;
    if (!deployment || deployment->kind != api::resourceOf<MachineDeployment>().kind)
        return {};
    return {{machine.metadata.ns, deployment->name}};
}

std::vector<api::ObjectKey> deploymentsOfNode(const SetStores &stores, const api::Node &node)
{
    std::vector<api::ObjectKey> keys;
    for (const MachinePointer &machine :
        stores.machines.listBy(indexNames::machinesByNodeLabel, node.metadata.name))
        std::ranges::move(deploymentsOfMachine(stores.sets, *machine), std::back_inserter(keys));
    return keys;
}

std::unique_ptr<runtime::Reconciler> makeMachineDeploymentReconciler(
    const SetStores &stores, const base::Clock &clock)
{
    return std::make_unique<rollout::RolloutReconciler<MachineSet>>("mcm-machinedeployment",
        stores.deployments, clock, [stores](const MachineDeployment &deployment, base::Time now) {
            return planMachineDeployment(deployment, viewOf(deployment, stores), now);
        });
}

} // namespace core::controllers::mcm
