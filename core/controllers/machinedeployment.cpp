// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/machinedeployment.h"

#include "core/api/selector.h"
#include "core/controllers/conditions.h"

#include <algorithm>

namespace core::controllers {

namespace {

using runtime::Plan;

std::string text(std::int64_t number)
{
    return std::to_string(number);
}

/// One look at one deployment, whose spec is valid.
class Pass
{
public:
    Pass(const api::MachineDeployment &deployment, const MachineDeploymentView &seen, base::Time now)
        : m_deployment(deployment)
        , m_seen(seen)
        , m_now(now)
        , m_limits(limitsOf(deployment))
        , m_rollout(rolloutOf(deployment, ownSets()))
    {
    }

    Plan plan()
    {
        act();
        writeStatus();
        return std::move(m_plan);
    }

private:
    /// Whether the pass has done what it can: the change that it made brings the next one.
    enum class Done { No, Yes };

    std::vector<MachineSetPointer> ownSets() const;
    void act();
    Done adopt();
    Done bringUpToDate();
    void followRevision();
    void rollBack(std::int64_t revision);
    void rollBackTo(const MachineSetPointer &target);
    void clearRollback(const api::EmitEvent &told, const std::string &code);
    void sizeInProportion();
    void roll();
    void recreate();
    Done haveCurrentSet(std::int64_t size);
    Done resize(const std::vector<Resize> &sizes, const std::string &code);
    bool planResize(const Resize &resize);
    void settle();
    void writeStatus();
    api::MachineDeploymentStatus status() const { return statusOf(m_deployment, m_rollout, m_step, m_now); }
    void explain(std::string code, std::string sentence, std::map<std::string, std::string> facts = {})
    {
        m_plan.reasons.push_back({std::move(code), std::move(sentence), std::move(facts)});
    }

    const api::MachineDeployment &m_deployment;
    const MachineDeploymentView &m_seen;
    const base::Time m_now;
    const RolloutLimits m_limits;
    const Rollout m_rollout;
    Step m_step;
    std::optional<std::int64_t> m_collisions;
    Plan m_plan;
};

bool isControlledBy(const api::MachineSet &set, const api::MachineDeployment &deployment)
{
    const api::OwnerReference *owner = set.metadata.controller();
    return owner && owner->uid == deployment.metadata.uid;
}

std::vector<MachineSetPointer> Pass::ownSets() const
{
    std::vector<MachineSetPointer> own = m_seen.sets;
    std::erase_if(own, [this](const MachineSetPointer &set) {
        return !isControlledBy(*set, m_deployment) || set->metadata.isDeleting()
            || !api::matches(m_deployment.spec.selector, set->metadata.labels);
    });
    return own;
}

void Pass::act()
{
    if (adopt() == Done::Yes || bringUpToDate() == Done::Yes)
        return;
    followRevision();
    if (m_deployment.spec.paused) {
        explain("Paused", "The deployment is paused: sizes are followed, changes of the template wait.");
        return sizeInProportion();
    }
    if (m_deployment.spec.rollbackTo)
        return rollBack(m_deployment.spec.rollbackTo->revision);
    if (isRecreate(m_deployment))
        return recreate();
    if (isScaling(m_deployment, m_rollout))
        return sizeInProportion();
    roll();
}

Pass::Done Pass::adopt()
{
    Done done = Done::No;
    for (const MachineSetPointer &set : m_seen.sets) {
        if (set->metadata.controller() || set->metadata.isDeleting()
            || !api::matches(m_deployment.spec.selector, set->metadata.labels))
            continue;
        api::MachineSet after = *set;
        after.metadata.ownerReferences.push_back(
            newMachineSet(m_deployment, 0, 0).metadata.ownerReferences.front());
        append(m_plan.effects, api::patchEffect(*set, after));
        explain("Adopting", "Takes over " + set->metadata.name + ", which nobody controls.",
            {{"machineSet", set->metadata.name}});
        done = Done::Yes;
    }
    return done;
}

Pass::Done Pass::bringUpToDate()
{
    if (!m_rollout.current)
        return Done::No;
    const api::MachineSet &set = *m_rollout.current;
    const api::MachineSet after = broughtUpToDate(m_deployment, m_rollout);
    if (after == set)
        return Done::No;
    append(m_plan.effects, api::patchEffect(set, after));
    const std::string revision = text(revisionOf(after.metadata));
    explain("UpdatingMachineSet",
        set.metadata.name + " is revision " + revision + " and takes over the deployment's annotations.",
        {{"machineSet", set.metadata.name}, {"revision", revision}});
    return Done::Yes;
}

void Pass::followRevision()
{
    if (!m_rollout.current || m_deployment.spec.rollbackTo)
        return;
    const std::int64_t revision = revisionOf(m_rollout.current->metadata);
    if (revision == revisionOf(m_deployment.metadata))
        return;
    api::MachineDeployment after = m_deployment;
    after.metadata.annotations.insert_or_assign(std::string(api::keys::revision), text(revision));
    append(m_plan.effects, api::patchEffect(m_deployment, after));
}

void Pass::rollBack(std::int64_t revision)
{
    const MachineSetPointer target = rollbackTarget(m_rollout, revision);
    if (!target)
        return clearRollback(
            warningEvent(m_deployment, "DeploymentRollbackRevisionNotFound",
                revision == 0 ? "There is no earlier revision to roll back to"
                              : "There is no revision " + text(revision) + " to roll back to"),
            "RollbackRevisionNotFound");
    if (isSameTemplate(target->spec.template_, m_deployment.spec.template_))
        return clearRollback(
            warningEvent(m_deployment, "DeploymentRollbackTemplateUnchanged",
                "The template of revision " + text(revisionOf(target->metadata)) + " is the present one"),
            "RollbackTemplateUnchanged");
    rollBackTo(target);
}

void Pass::rollBackTo(const MachineSetPointer &target)
{
    api::MachineDeployment after = rolledBack(m_deployment, *target);
    after.spec.rollbackTo.reset();
    append(m_plan.effects, api::patchEffect(m_deployment, after));
    const std::string revision = text(revisionOf(target->metadata));
    m_plan.effects.emplace_back(
        normalEvent(m_deployment, "DeploymentRollback", "Rolled back to revision " + revision));
    explain("RollingBack", "Takes the template of revision " + revision + " back.",
        {{"revision", revision}, {"machineSet", target->metadata.name}});
}

void Pass::clearRollback(const api::EmitEvent &told, const std::string &code)
{
    api::MachineDeployment after = m_deployment;
    after.spec.rollbackTo.reset();
    append(m_plan.effects, api::patchEffect(m_deployment, after));
    m_plan.effects.emplace_back(told);
    explain(code, told.message + ".");
}

void Pass::sizeInProportion()
{
    if (resize(proportionalSizes(m_deployment, m_rollout), "Scaling") == Done::No
        && !m_deployment.spec.paused)
        settle();
}

void Pass::roll()
{
    if (haveCurrentSet(currentSetSize(m_limits, m_rollout)) == Done::Yes)
        return;
    if (resize({{m_rollout.current, currentSetSize(m_limits, m_rollout)}}, "GrowingNewMachineSet")
        == Done::Yes)
        return;
    if (resize(oldSetSizes(m_limits, m_rollout), "ShrinkingOldMachineSets") == Done::Yes)
        return;
    settle();
}

void Pass::recreate()
{
    std::vector<Resize> sizes;
    for (const MachineSetPointer &set : m_rollout.old)
        sizes.push_back({set, 0});
    if (resize(sizes, "ShrinkingOldMachineSets") == Done::Yes)
        return;
    if (const std::size_t left = m_seen.machinesOutside(m_rollout.current); left > 0)
        return explain("WaitingForOldMachines",
            std::to_string(left) + " machines of earlier revisions have to go before new ones are made.",
            {{"machines", std::to_string(left)}});
    if (haveCurrentSet(m_limits.desired) == Done::Yes)
        return;
    if (resize({{m_rollout.current, m_limits.desired}}, "GrowingNewMachineSet") == Done::No)
        settle();
}

Pass::Done Pass::haveCurrentSet(std::int64_t size)
{
    if (m_rollout.current)
        return Done::No;
    const api::MachineSet set = newMachineSet(m_deployment, size, nextRevision(m_rollout));
    const std::string &name = set.metadata.name;
    const auto taken = std::ranges::find_if(
        m_seen.sets, [&](const MachineSetPointer &other) { return other->metadata.name == name; });
    if (taken == m_seen.sets.end()) {
        m_plan.effects.emplace_back(api::createEffect(set));
        m_plan.effects.emplace_back(normalEvent(
            m_deployment, "ScalingMachineSet", "Scaled up machine set " + name + " to " + text(size)));
        m_step = {"NewMachineSetCreated", "Created machine set " + name + "."};
        explain("CreatingMachineSet",
            "Creates " + name + " for the template, with " + text(size) + " of " + text(m_limits.desired)
                + " machines.",
            {{"machineSet", name}, {"replicas", text(size)}, {"desired", text(m_limits.desired)}});
    } else if ((*taken)->metadata.isDeleting() && isControlledBy(**taken, m_deployment)) {
        explain("WaitingForDeletion", name + " is being deleted and has to go before it is made again.",
            {{"machineSet", name}});
    } else {
        m_collisions = m_deployment.status.collisionCount.value_or(0) + 1;
        explain("HashCollision", name + " is the name of another machine set; looks for another name.",
            {{"machineSet", name}, {"collisions", text(*m_collisions)}});
    }
    return Done::Yes;
}

Pass::Done Pass::resize(const std::vector<Resize> &sizes, const std::string &code)
{
    Done done = Done::No;
    for (const Resize &each : sizes) {
        if (!planResize(each))
            continue;
        done = Done::Yes;
        const std::string before = text(each.set->wantedReplicas());
        const bool same = each.size == each.set->wantedReplicas();
        explain(same ? "NotingBounds" : code,
            each.set->metadata.name
                + (same ? " keeps " + before + " machines and learns the deployment's new bounds."
                        : " gets " + text(each.size) + " machines instead of " + before + "."),
            {{"machineSet", each.set->metadata.name}, {"before", before}, {"replicas", text(each.size)},
                {"desired", text(m_limits.desired)}, {"maxTotal", text(m_limits.maxTotal())},
                {"minAvailable", text(m_limits.minAvailable())}});
    }
    return done;
}

bool Pass::planResize(const Resize &resize)
{
    const api::MachineSet &set = *resize.set;
    api::MachineSet after = set;
    after.spec.replicas = resize.size;
    if (resize.size > 0 || set.wantedReplicas() > 0)
        annotateSize(after, m_limits);
    auto patch = api::patchEffect(set, after);
    if (!patch)
        return false;
    m_plan.effects.emplace_back(std::move(*patch));
    if (resize.size != set.wantedReplicas())
        m_plan.effects.emplace_back(normalEvent(m_deployment, "ScalingMachineSet",
            std::string("Scaled ") + (resize.size > set.wantedReplicas() ? "up" : "down") + " machine set "
                + set.metadata.name + " to " + text(resize.size)));
    return true;
}

/// Nothing to size: either all is done, and what is too old may go, or the sets have to follow first.
void Pass::settle()
{
    const api::MachineDeploymentStatus now = status();
    const std::int64_t updated = now.updatedReplicas.value_or(0);
    const std::int64_t available = now.availableReplicas.value_or(0);
    const std::map<std::string, std::string> facts {{"desired", text(m_limits.desired)},
        {"updated", text(updated)}, {"total", text(now.replicas)}, {"available", text(available)},
        {"maxTotal", text(m_limits.maxTotal())}, {"minAvailable", text(m_limits.minAvailable())}};
    if (!isComplete(m_deployment, now))
        return explain("WaitingForMachineSets",
            text(updated) + " of " + text(m_limits.desired) + " machines are of the present revision, "
                + text(now.replicas - updated) + " of earlier ones, and " + text(available)
                + " are available.",
            facts);
    for (const MachineSetPointer &set : expiredSets(m_deployment, m_rollout)) {
        m_plan.effects.emplace_back(api::deleteEffect(*set));
        explain("ForgettingRevision",
            "Deletes " + set->metadata.name + ", revision " + text(revisionOf(set->metadata))
                + ": beyond revisionHistoryLimit.",
            {{"machineSet", set->metadata.name}, {"revision", text(revisionOf(set->metadata))}});
    }
    explain("Complete",
        "All " + text(m_limits.desired) + " machines are of the present revision and available.", facts);
}

void Pass::writeStatus()
{
    api::MachineDeployment after = m_deployment;
    after.status = status();
    if (m_collisions)
        after.status.collisionCount = m_collisions;
    append(m_plan.effects, api::patchEffect(m_deployment, after, "status", api::Precondition::Uid));
    checkAgain(m_plan.checkAgainAfter, untilDeadline(m_deployment, after.status, m_now));
    const api::MachineDeploymentCondition *progress = findCondition(after.status, "Progressing");
    if (progress && progress->reason == "ProgressDeadlineExceeded")
        explain(progress->reason, progress->message);
}

/// Says so once per message, which the condition remembers.
Plan refuse(const api::MachineDeployment &deployment, const std::string &problem, base::Time now)
{
    const std::string code = deployment.spec.selector.isEmpty() ? "SelectingAll" : "ReconcileError";
    Plan plan;
    api::MachineDeployment after = deployment;
    after.status.observedGeneration = deployment.metadata.generation;
    setCondition(after.status, {"Progressing", "False", code, problem, {}, {}}, now);
    if (auto patch = api::patchEffect(deployment, after, "status", api::Precondition::Uid)) {
        const api::MachineDeploymentCondition *known = findCondition(deployment.status, "Progressing");
        plan.effects.emplace_back(std::move(*patch));
        if (!known || known->message != problem)
            plan.effects.emplace_back(warningEvent(deployment, code, problem));
    }
    plan.reasons = {{"InvalidSpec", "Nothing is done: " + problem + ".", {{"problem", problem}}}};
    return plan;
}

} // namespace

Plan planMachineDeployment(
    const api::MachineDeployment &deployment, const MachineDeploymentView &seen, base::Time now)
{
    if (deployment.metadata.isDeleting())
        return {
            {}, {{"Deleting", "Is being deleted; its machine sets follow by garbage collection.", {}}}, {}};
    if (const std::string problem = validationProblem(deployment); !problem.empty())
        return refuse(deployment, problem, now);
    return Pass(deployment, seen, now).plan();
}

std::vector<api::Effect> recordMachineDeploymentFailure(const api::MachineDeployment &deployment,
    const MachineDeploymentView &seen, const base::Error &error, base::Time now)
{
    const Plan wanted = planMachineDeployment(deployment, seen, now);
    const bool creates = std::ranges::any_of(wanted.effects,
        [](const api::Effect &effect) { return std::holds_alternative<api::CreateObject>(effect); });
    api::MachineDeployment after = deployment;
    if (creates)
        setCondition(
            after.status, {"Progressing", "False", "MachineSetCreateError", error.message, {}, {}}, now);
    std::vector<api::Effect> effects;
    append(effects, api::patchEffect(deployment, after, "status", api::Precondition::Uid));
    if (!effects.empty())
        effects.emplace_back(warningEvent(deployment, "MachineSetCreateError", error.message));
    return effects;
}

} // namespace core::controllers
