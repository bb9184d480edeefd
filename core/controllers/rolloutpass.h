// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The steps of a pass over one machine deployment that both families take (docs/machines.md §6.3 to §6.7):
// which of them, and in which order, is up to the family's planner, which derives from this. Names of new
// sets follow from the template, so that a repeated creation meets the first one.

#include "core/controllers/rollout.h"

namespace core::controllers {

template<typename Set>
class RolloutPass
{
protected:
    using Family = RolloutFamily<Set>;
    using Deployment = typename Family::Deployment;
    using Status = decltype(Deployment::status);
    using SetPointer = std::shared_ptr<const Set>;
    using Resizes = std::vector<ResizeOf<Set>>;
    using Facts = std::map<std::string, std::string>;
    /// Whether the pass has done what it can: the change that it made brings the next one.
    enum class Done { No, Yes };

    /// Of a valid deployment and all sets of its namespace.
    RolloutPass(const Deployment &deployment, const std::vector<SetPointer> &sets, base::Time now)
        : m_deployment(deployment)
        , m_sets(sets)
        , m_now(now)
        , m_limits(Family::limits(deployment))
        , m_rollout(rolloutAmong<Set>(deployment, ownSets()))
    {
    }
    ~RolloutPass() = default;

    bool isMine(const Set &set) const
    {
        const api::OwnerReference *owner = set.metadata.controller();
        return owner && owner->uid == m_deployment.metadata.uid;
    }
    bool isSelected(const Set &set) const
    {
        return !set.metadata.isDeleting() && api::matches(m_deployment.spec.selector, set.metadata.labels);
    }
    std::vector<SetPointer> ownSets() const
    {
        std::vector<SetPointer> own = m_sets;
        std::erase_if(own, [this](const SetPointer &set) { return !isMine(*set) || !isSelected(*set); });
        return own;
    }
    static std::string text(std::int64_t number) { return std::to_string(number); }
    static std::int64_t revisionIn(const api::ObjectMeta &meta) { return revisionOf(meta, Family::keys); }
    void explain(std::string code, std::string sentence, Facts facts = {})
    {
        m_plan.reasons.push_back({std::move(code), std::move(sentence), std::move(facts)});
    }
    Facts boundsAnd(Facts facts) const
    {
        facts.insert({{"desired", text(m_limits.desired)}, {"maxTotal", text(m_limits.maxTotal())},
            {"minAvailable", text(m_limits.minAvailable())}});
        return facts;
    }

    Done adopt();
    Done bringUpToDate();
    void followRevision();
    void rollBack(std::int64_t revision);
    /// Follows a changed number of machines, without going on with the rollout (§6.5).
    Done sizeInProportion();
    /// A step of a rolling update (§6.4).
    Done roll();
    /// The set for the template is there; made with that size when it is not.
    Done haveCurrentSet(std::int64_t size);
    Done shrinkOldSetsToNothing();
    Done resize(const Resizes &sizes, const std::string &code);
    /// Nothing to size: says what is waited for, or lets old revisions go when all is done.
    Done settle();

    RolloutProgress progress() const;
    /// The status that the sets give the deployment, with its conditions (§6.7).
    Status statusNow() const;
    void writeStatus(const Status &status);

    const Deployment &m_deployment;
    const std::vector<SetPointer> &m_sets; ///< all of the namespace
    const base::Time m_now;
    const RolloutLimits m_limits;
    const RolloutOf<Set> m_rollout;
    runtime::Plan m_plan;

private:
    void clearRollback(const api::EmitEvent &told, const std::string &code);
    bool planResize(const ResizeOf<Set> &resize);

    Step m_step;
    std::optional<std::int64_t> m_collisions;
};

template<typename Set>
auto RolloutPass<Set>::adopt() -> Done
{
    Done done = Done::No;
    for (const SetPointer &set : m_sets) {
        if (set->metadata.controller() || !isSelected(*set))
            continue;
        Set after = *set;
        after.metadata.ownerReferences.push_back(controllerReference(m_deployment));
        append(m_plan.effects, api::patchEffect(*set, after));
        explain("Adopting", "Takes over " + set->metadata.name + ", which nobody controls.",
            {{"machineSet", set->metadata.name}});
        done = Done::Yes;
    }
    return done;
}

template<typename Set>
auto RolloutPass<Set>::bringUpToDate() -> Done
{
    if (!m_rollout.current)
        return Done::No;
    const Set &set = *m_rollout.current;
    const Set after = currentBroughtUpToDate(m_deployment, m_rollout);
    if (after == set)
        return Done::No;
    append(m_plan.effects, api::patchEffect(set, after));
    const std::string revision = text(revisionIn(after.metadata));
    explain("UpdatingMachineSet",
        set.metadata.name + " is revision " + revision + " and takes over the deployment's annotations.",
        {{"machineSet", set.metadata.name}, {"revision", revision}});
    return Done::Yes;
}

template<typename Set>
void RolloutPass<Set>::followRevision()
{
    if (!m_rollout.current || m_deployment.spec.rollbackTo)
        return;
    const std::int64_t revision = revisionIn(m_rollout.current->metadata);
    if (revision == revisionIn(m_deployment.metadata))
        return;
    Deployment after = m_deployment;
    put(after.metadata.annotations, Family::keys.revision, text(revision));
    append(m_plan.effects, api::patchEffect(m_deployment, after));
}

template<typename Set>
void RolloutPass<Set>::rollBack(std::int64_t revision)
{
    const SetPointer target = rollbackTarget(m_rollout, revision);
    if (!target)
        return clearRollback(
            warningEvent(m_deployment, "DeploymentRollbackRevisionNotFound",
                revision == 0 ? "There is no earlier revision to roll back to"
                              : "There is no revision " + text(revision) + " to roll back to"),
            "RollbackRevisionNotFound");
    const std::string found = text(revisionIn(target->metadata));
    if (hasTemplate(*target, m_deployment.spec.template_))
        return clearRollback(warningEvent(m_deployment, "DeploymentRollbackTemplateUnchanged",
                                 "The template of revision " + found + " is the present one"),
            "RollbackTemplateUnchanged");
    Deployment after = rolledBackTo(m_deployment, *target);
    after.spec.rollbackTo.reset();
    append(m_plan.effects, api::patchEffect(m_deployment, after));
    m_plan.effects.emplace_back(
        normalEvent(m_deployment, "DeploymentRollback", "Rolled back to revision " + found));
    explain("RollingBack", "Takes the template of revision " + found + " back.",
        {{"revision", found}, {"machineSet", target->metadata.name}});
}

template<typename Set>
void RolloutPass<Set>::clearRollback(const api::EmitEvent &told, const std::string &code)
{
    Deployment after = m_deployment;
    after.spec.rollbackTo.reset();
    append(m_plan.effects, api::patchEffect(m_deployment, after));
    m_plan.effects.emplace_back(told);
    explain(code, told.message + ".");
}

template<typename Set>
auto RolloutPass<Set>::sizeInProportion() -> Done
{
    const auto sizes = proportionalSizes(m_limits, m_deployment.status.replicas, sizesIn(m_rollout));
    return resize(resizesOf(m_rollout, sizes), "Scaling");
}

template<typename Set>
auto RolloutPass<Set>::roll() -> Done
{
    const RolloutSizes sizes = sizesIn(m_rollout);
    const std::int64_t size = currentSetSize(m_limits, sizes);
    if (haveCurrentSet(size) == Done::Yes
        || resize({{m_rollout.current, size}}, "GrowingNewMachineSet") == Done::Yes)
        return Done::Yes;
    return resize(resizesOf(m_rollout, oldSetSizes(m_limits, sizes)), "ShrinkingOldMachineSets");
}

template<typename Set>
auto RolloutPass<Set>::shrinkOldSetsToNothing() -> Done
{
    Resizes sizes;
    for (const SetPointer &set : m_rollout.old)
        sizes.push_back({set, 0});
    return resize(sizes, "ShrinkingOldMachineSets");
}

template<typename Set>
auto RolloutPass<Set>::haveCurrentSet(std::int64_t size) -> Done
{
    if (m_rollout.current)
        return Done::No;
    const Set set = newSetFor<Set>(m_deployment, size, nextRevision(m_rollout));
    const std::string &name = set.metadata.name;
    const auto taken =
        std::ranges::find_if(m_sets, [&](const SetPointer &other) { return other->metadata.name == name; });
    if (taken == m_sets.end()) {
        m_plan.effects.emplace_back(api::createEffect(set));
        m_plan.effects.emplace_back(normalEvent(
            m_deployment, "ScalingMachineSet", "Scaled up machine set " + name + " to " + text(size)));
        m_step = {"NewMachineSetCreated", "Created machine set " + name + "."};
        explain("CreatingMachineSet",
            "Creates " + name + " for the template, with " + text(size) + " of " + text(m_limits.desired)
                + " machines.",
            {{"machineSet", name}, {"replicas", text(size)}, {"desired", text(m_limits.desired)}});
    } else if ((*taken)->metadata.isDeleting() && isMine(**taken)) {
        explain("WaitingForDeletion", name + " is being deleted and has to go before it is made again.",
            {{"machineSet", name}});
    } else {
        m_collisions = m_deployment.status.collisionCount.value_or(0) + 1;
        explain("HashCollision", name + " is the name of another machine set; looks for another name.",
            {{"machineSet", name}, {"collisions", text(*m_collisions)}});
    }
    return Done::Yes;
}

template<typename Set>
auto RolloutPass<Set>::resize(const Resizes &sizes, const std::string &code) -> Done
{
    Done done = Done::No;
    for (const ResizeOf<Set> &each : sizes) {
        if (!planResize(each))
            continue;
        done = Done::Yes;
        const std::string before = text(Family::wanted(*each.set));
        const bool same = each.size == Family::wanted(*each.set);
        explain(same ? "NotingBounds" : code,
            each.set->metadata.name
                + (same ? " keeps " + before + " machines and learns the deployment's new bounds."
                        : " gets " + text(each.size) + " machines instead of " + before + "."),
            boundsAnd({{"machineSet", each.set->metadata.name}, {"before", before},
                {"replicas", text(each.size)}}));
    }
    return done;
}

template<typename Set>
bool RolloutPass<Set>::planResize(const ResizeOf<Set> &resize)
{
    const Set &set = *resize.set;
    const std::int64_t before = Family::wanted(set);
    Set after = set;
    after.spec.replicas = resize.size;
    if (resize.size > 0 || before > 0)
        annotateSize(after, m_limits);
    auto patch = api::patchEffect(set, after);
    if (!patch)
        return false;
    m_plan.effects.emplace_back(std::move(*patch));
    if (resize.size != before)
        m_plan.effects.emplace_back(normalEvent(m_deployment, "ScalingMachineSet",
            std::string("Scaled ") + (resize.size > before ? "up" : "down") + " machine set "
                + set.metadata.name + " to " + text(resize.size)));
    return true;
}

template<typename Set>
auto RolloutPass<Set>::settle() -> Done
{
    const RolloutCounts now = progress().now;
    const Facts facts = boundsAnd(
        {{"updated", text(now.updated)}, {"total", text(now.total)}, {"available", text(now.available)}});
    if (!now.isComplete(m_limits.desired)) {
        explain("WaitingForMachineSets",
            text(now.updated) + " of " + text(m_limits.desired) + " machines are of the present revision, "
                + text(now.total - now.updated) + " of earlier ones, and " + text(now.available)
                + " are available.",
            facts);
        return Done::No;
    }
    for (const SetPointer &set : setsBeyondHistory(m_rollout, Family::historyLimit(m_deployment))) {
        m_plan.effects.emplace_back(api::deleteEffect(*set));
        const std::string revision = text(revisionIn(set->metadata));
        explain("ForgettingRevision",
            "Deletes " + set->metadata.name + ", revision " + revision + ": beyond revisionHistoryLimit.",
            {{"machineSet", set->metadata.name}, {"revision", revision}});
    }
    explain("Complete",
        "All " + text(m_limits.desired) + " machines are of the present revision and available.", facts);
    return Done::Yes;
}

template<typename Set>
RolloutProgress RolloutPass<Set>::progress() const
{
    Status now;
    count(now, m_rollout);
    return {m_limits.desired, countsIn(m_deployment.status), countsIn(now),
        m_rollout.current ? m_rollout.current->metadata.name : std::string(), m_step,
        m_deployment.spec.paused, Family::deadline(m_deployment)};
}

template<typename Set>
auto RolloutPass<Set>::statusNow() const -> Status
{
    Status status = m_deployment.status;
    status.observedGeneration = m_deployment.metadata.generation;
    status.labelSelector = api::toText(m_deployment.spec.selector);
    if (m_collisions)
        status.collisionCount = m_collisions;
    count(status, m_rollout);
    judgeAvailability(
        status.conditions, status.availableReplicas.value_or(0), m_limits.minAvailable(), m_now);
    Family::judgeFailures(status, m_rollout, m_now);
    judgeProgress(status.conditions, progress(), m_now);
    return status;
}

template<typename Set>
void RolloutPass<Set>::writeStatus(const Status &status)
{
    Deployment after = m_deployment;
    after.status = status;
    append(m_plan.effects, api::patchEffect(m_deployment, after, "status", api::Precondition::Uid));
    checkAgain(m_plan.checkAgainAfter, untilDeadline(status.conditions, progress(), m_now));
    const RolloutCondition *condition = findCondition(status.conditions, "Progressing");
    if (condition && condition->reason == "ProgressDeadlineExceeded")
        explain(condition->reason, condition->message);
}

/// What goes for an invalid deployment: it says so once per message, which the condition remembers.
template<typename Deployment>
runtime::Plan refuseDeployment(const Deployment &deployment, const std::string &problem, base::Time now)
{
    const std::string code =
        problem.starts_with("spec.selector is empty") ? "SelectingAll" : "ReconcileError";
    runtime::Plan plan;
    Deployment after = deployment;
    after.status.observedGeneration = deployment.metadata.generation;
    setCondition(after.status.conditions, {"Progressing", "False", code, problem, {}, {}}, now);
    if (auto patch = api::patchEffect(deployment, after, "status", api::Precondition::Uid)) {
        const RolloutCondition *known = findCondition(deployment.status.conditions, "Progressing");
        plan.effects.emplace_back(std::move(*patch));
        if (!known || known->message != problem)
            plan.effects.emplace_back(warningEvent(deployment, code, problem));
    }
    plan.reasons = {{"InvalidSpec", "Nothing is done: " + problem + ".", {{"problem", problem}}}};
    return plan;
}

/// After a plan failed for good: tells when it was the new set that could not be made.
template<typename Deployment>
std::vector<api::Effect> effectsOfFailedCreation(
    const Deployment &deployment, const runtime::Plan &failed, const base::Error &error, base::Time now)
{
    const bool creates = std::ranges::any_of(failed.effects,
        [](const api::Effect &effect) { return std::holds_alternative<api::CreateObject>(effect); });
    Deployment after = deployment;
    if (creates)
        setCondition(after.status.conditions,
            {"Progressing", "False", "MachineSetCreateError", error.message, {}, {}}, now);
    std::vector<api::Effect> effects;
    append(effects, api::patchEffect(deployment, after, "status", api::Precondition::Uid));
    if (!effects.empty())
        effects.emplace_back(warningEvent(deployment, "MachineSetCreateError", error.message));
    return effects;
}

} // namespace core::controllers
