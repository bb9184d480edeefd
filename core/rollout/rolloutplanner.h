// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The steps of a pass over one deployment that every family takes (docs/machines.md §6.3 to §6.7): which of
// them, and in which order, is up to the family's planner, which derives from this. Names of new sets follow
// from the template, so that a repeated creation meets the first one.

#include "core/api/conditions.h"
#include "core/api/emit.h"
#include "core/api/selector.h"
#include "core/rollout/rollout.h"
#include "core/rollout/setrules.h"
#include "core/runtime/plan.h"

namespace core::rollout {

template<typename Set>
class RolloutPlanner
{
protected:
    using Family = RolloutFamily<Set>;
    using Deployment = typename Family::Deployment;
    using Status = decltype(Deployment::status);
    using SetPointer = std::shared_ptr<const Set>;
    using Resizes = std::vector<ResizeOf<Set>>;
    /// Why a set gets another size.
    using ResizeReason = typename decltype(Family::reason)::template Entry<6>;
    static constexpr bool canRollBack = requires(Deployment of) { of.spec.rollbackTo; };
    static constexpr const RolloutWords &words = Family::words;
    /// Whether the pass has done what it can: the change that it made brings the next one.
    enum class Done { No, Yes };

    /// The deployment is valid; the sets are all of its namespace.
    RolloutPlanner(const Deployment &deployment, const std::vector<SetPointer> &sets, base::Time now)
        : m_deployment(deployment)
        , m_sets(sets)
        , m_now(now)
        , m_limits(Family::limits(deployment))
        , m_rollout(rolloutAmong<Set>(deployment, ownSets()))
    {
    }
    ~RolloutPlanner() = default;

    bool isMine(const Set &set) const { return api::isControlledBy(set.metadata, m_deployment.metadata.uid); }
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
    static std::string word(std::string_view word) { return std::string(word); }
    void explain(api::Reason reason) { m_plan.reasons.push_back(std::move(reason)); }
    bool isRollingBack() const
    {
        if constexpr (canRollBack)
            return m_deployment.spec.rollbackTo.has_value();
        else
            return false;
    }

    Done adopt();
    Done bringUpToDate();
    void followRevision();
    /// The deployment's size alone is followed while it is paused.
    Done pause();
    void rollBack() requires canRollBack;
    /// Follows a changed number of members, without going on with the rollout (§6.5).
    Done sizeInProportion();
    /// A step of a rolling update (§6.4).
    Done roll();
    /// The set for the template is there; made with that size when it is not.
    Done haveCurrentSet(std::int64_t size);
    /// Old members go before new ones are made. left tells how many are still there, the going ones too.
    template<typename Left>
    Done recreate(Left left);
    Done resize(const Resizes &sizes, ResizeReason reason);
    /// Nothing to size: says what is waited for, or lets old revisions go when all is done.
    Done finishOrWait();

    RolloutProgress progress() const;
    /// The status that the sets give the deployment, with its conditions (§6.7).
    Status statusNow() const;
    void writeStatus(const Status &status);

    const Deployment &m_deployment;
    const std::vector<SetPointer> &m_sets; ///< all of the namespace
    const base::Time m_now;
    const api::RolloutLimits m_limits;
    const RolloutOf<Set> m_rollout;
    runtime::Plan m_plan;

private:
    void clearRollback(const api::EmitEvent &told, api::Reason reason) requires canRollBack;
    api::EmitEvent scalingEvent(const std::string &set, std::int64_t from, std::int64_t to) const;
    bool planResize(const ResizeOf<Set> &resize);

    std::string m_createdSet;
    std::optional<std::int64_t> m_collisions;
};

template<typename Set>
auto RolloutPlanner<Set>::adopt() -> Done
{
    Done done = Done::No;
    for (const SetPointer &set : m_sets) {
        if (set->metadata.controller() || !isSelected(*set))
            continue;
        Set after = *set;
        after.metadata.ownerReferences.push_back(api::controllerReference(m_deployment));
        append(m_plan.effects, api::patchEffect(*set, after));
        explain(Family::reason("Adopting", set->metadata.name));
        done = Done::Yes;
    }
    return done;
}

template<typename Set>
auto RolloutPlanner<Set>::bringUpToDate() -> Done
{
    if (!m_rollout.current)
        return Done::No;
    const Set &set = *m_rollout.current;
    const Set after = currentBroughtUpToDate(m_deployment, m_rollout);
    if (after == set)
        return Done::No;
    append(m_plan.effects, api::patchEffect(set, after));
    explain(Family::reason(words.codes.updating, set.metadata.name, revisionIn(after.metadata)));
    return Done::Yes;
}

template<typename Set>
void RolloutPlanner<Set>::followRevision()
{
    if (!m_rollout.current || isRollingBack())
        return;
    const std::int64_t revision = revisionIn(m_rollout.current->metadata);
    if (revision == revisionIn(m_deployment.metadata))
        return;
    Deployment after = m_deployment;
    put(after.metadata.annotations, Family::keys.revision, text(revision));
    append(m_plan.effects, api::patchEffect(m_deployment, after));
}

template<typename Set>
auto RolloutPlanner<Set>::pause() -> Done
{
    if (!m_deployment.spec.paused)
        return Done::No;
    explain(Family::reason("Paused"));
    sizeInProportion();
    return Done::Yes;
}

template<typename Set>
void RolloutPlanner<Set>::rollBack() requires canRollBack
{
    const std::int64_t revision = m_deployment.spec.rollbackTo->revision;
    const SetPointer target = rollbackTarget(m_rollout, revision);
    if (!target) {
        const std::string problem = revision == 0
            ? "There is no earlier revision to roll back to"
            : "There is no revision " + text(revision) + " to roll back to";
        return clearRollback(api::warningEvent(m_deployment, "DeploymentRollbackRevisionNotFound", problem),
            Family::reason("RollbackRevisionNotFound", problem));
    }
    const std::string found = text(revisionIn(target->metadata));
    if (hasTemplate(*target, m_deployment.spec.template_)) {
        const std::string problem = "The template of revision " + found + " is the present one";
        return clearRollback(api::warningEvent(m_deployment, "DeploymentRollbackTemplateUnchanged", problem),
            Family::reason("RollbackTemplateUnchanged", problem));
    }
    Deployment after = rolledBackTo(m_deployment, *target);
    after.spec.rollbackTo.reset();
    append(m_plan.effects, api::patchEffect(m_deployment, after));
    m_plan.effects.emplace_back(
        api::normalEvent(m_deployment, "DeploymentRollback", "Rolled back to revision " + found));
    explain(Family::reason("RollingBack", found, target->metadata.name));
}

template<typename Set>
void RolloutPlanner<Set>::clearRollback(const api::EmitEvent &told, api::Reason reason) requires canRollBack
{
    Deployment after = m_deployment;
    after.spec.rollbackTo.reset();
    append(m_plan.effects, api::patchEffect(m_deployment, after));
    m_plan.effects.emplace_back(told);
    explain(std::move(reason));
}

template<typename Set>
auto RolloutPlanner<Set>::sizeInProportion() -> Done
{
    const auto sizes =
        api::proportionalSizes(m_limits, m_deployment.status.replicas, sizesIn(m_rollout), Family::growth);
    return resize(resizesOf(m_rollout, sizes), "Scaling");
}

template<typename Set>
auto RolloutPlanner<Set>::roll() -> Done
{
    const api::RolloutSizes sizes = sizesIn(m_rollout);
    const std::int64_t size = api::currentSetSize(m_limits, sizes);
    if (haveCurrentSet(size) == Done::Yes
        || resize({{m_rollout.current, size}}, words.codes.growing) == Done::Yes)
        return Done::Yes;
    return resize(resizesOf(m_rollout, api::oldSetSizes(m_limits, sizes)), words.codes.shrinking);
}

template<typename Set>
template<typename Left>
auto RolloutPlanner<Set>::recreate(Left left) -> Done
{
    Resizes nothing;
    for (const SetPointer &set : m_rollout.old)
        nothing.push_back({set, 0});
    if (resize(nothing, words.codes.shrinking) == Done::Yes)
        return Done::Yes;
    if (const std::size_t old = left(); old > 0) {
        explain(Family::reason(words.codes.waitingForOldMembers, old));
        return Done::Yes;
    }
    if (haveCurrentSet(m_limits.desired) == Done::Yes)
        return Done::Yes;
    return resize({{m_rollout.current, m_limits.desired}}, words.codes.growing);
}

template<typename Set>
auto RolloutPlanner<Set>::haveCurrentSet(std::int64_t size) -> Done
{
    if (m_rollout.current)
        return Done::No;
    const Set set = newSetFor<Set>(m_deployment, size, nextRevision(m_rollout));
    const std::string &name = set.metadata.name;
    const auto taken =
        std::ranges::find_if(m_sets, [&](const SetPointer &other) { return other->metadata.name == name; });
    if (taken == m_sets.end()) {
        m_plan.effects.emplace_back(api::createEffect(set));
        if (size > 0)
            m_plan.effects.emplace_back(scalingEvent(name, 0, size));
        m_createdSet = name;
        explain(Family::reason(words.codes.creating, name, size, m_limits.desired));
    } else if ((*taken)->metadata.isDeleting() && isMine(**taken)) {
        explain(Family::reason("WaitingForDeletion", name));
    } else {
        m_collisions = m_deployment.status.collisionCount.value_or(0) + 1;
        explain(Family::reason("HashCollision", name, *m_collisions));
    }
    return Done::Yes;
}

template<typename Set>
auto RolloutPlanner<Set>::resize(const Resizes &sizes, ResizeReason reason) -> Done
{
    Done done = Done::No;
    for (const ResizeOf<Set> &each : sizes) {
        if (!planResize(each))
            continue;
        done = Done::Yes;
        const std::string &name = each.set->metadata.name;
        const std::int64_t before = Family::wanted(*each.set);
        explain(each.size == before ? Family::reason("NotingBounds", name, each.size, m_limits.desired,
                    m_limits.maxTotal(), m_limits.minAvailable())
                                    : Family::reason(reason, name, each.size, before, m_limits.desired,
                                        m_limits.maxTotal(), m_limits.minAvailable()));
    }
    return done;
}

template<typename Set>
api::EmitEvent RolloutPlanner<Set>::scalingEvent(
    const std::string &set, std::int64_t from, std::int64_t to) const
{
    return api::normalEvent(m_deployment, word(words.scalingEvent),
        std::string("Scaled ") + (to > from ? "up " : "down ") + word(words.set) + " " + set
            + (words.scalingEventTellsFrom ? " from " + text(from) : "") + " to " + text(to));
}

template<typename Set>
bool RolloutPlanner<Set>::planResize(const ResizeOf<Set> &resize)
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
        m_plan.effects.emplace_back(scalingEvent(set.metadata.name, before, resize.size));
    return true;
}

template<typename Set>
auto RolloutPlanner<Set>::finishOrWait() -> Done
{
    const RolloutCounts now = progress().now;
    if (!now.isComplete(m_limits.desired)) {
        explain(Family::reason(words.codes.waitingForSets, now.updated, m_limits.desired,
            now.total - now.updated, now.available, m_limits.maxTotal(), m_limits.minAvailable()));
        return Done::No;
    }
    for (const SetPointer &set : setsBeyondHistory(m_rollout, Family::historyLimit(m_deployment))) {
        m_plan.effects.emplace_back(api::deleteEffect(*set));
        explain(Family::reason("ForgettingRevision", set->metadata.name, revisionIn(set->metadata)));
    }
    explain(Family::reason("Complete", m_limits.desired, m_limits.maxTotal(), m_limits.minAvailable()));
    return Done::Yes;
}

template<typename Set>
RolloutProgress RolloutPlanner<Set>::progress() const
{
    Status now;
    count(now, m_rollout);
    return {m_limits.desired, countsIn(m_deployment.status), countsIn(now),
        m_rollout.current ? m_rollout.current->metadata.name : std::string(), m_createdSet,
        m_deployment.spec.paused, Family::deadline(m_deployment)};
}

template<typename Set>
auto RolloutPlanner<Set>::statusNow() const -> Status
{
    Status status = m_deployment.status;
    status.observedGeneration = m_deployment.metadata.generation;
    if constexpr (requires { status.labelSelector; })
        status.labelSelector = api::toText(m_deployment.spec.selector);
    if (m_collisions)
        status.collisionCount = m_collisions;
    count(status, m_rollout);
    judgeAvailability(
        status.conditions, status.availableReplicas.value_or(0), m_limits.minAvailable(), m_now);
    Family::judgeFailures(status, m_rollout, m_now);
    judgeProgress(status.conditions, progress(), words, m_now);
    return status;
}

template<typename Set>
void RolloutPlanner<Set>::writeStatus(const Status &status)
{
    Deployment after = m_deployment;
    after.status = status;
    append(m_plan.effects, api::patchEffect(m_deployment, after, "status", api::Precondition::Uid));
    m_plan.checkAgainAfter = untilDeadline(status.conditions, progress(), words, m_now);
    const api::RolloutCondition *condition = findCondition(status.conditions, "Progressing");
    if (condition && condition->reason == "ProgressDeadlineExceeded")
        explain(Family::reason("ProgressDeadlineExceeded", progress().currentSet));
}

/// What goes for an invalid deployment: it says so once per message, which the condition remembers.
template<typename Set>
runtime::Plan refuseDeployment(
    const typename RolloutFamily<Set>::Deployment &deployment, const SpecProblem &problem, base::Time now)
{
    const std::string code(problem.code);
    runtime::Plan plan;
    auto after = deployment;
    after.status.observedGeneration = deployment.metadata.generation;
    setCondition(after.status.conditions, {"Progressing", "False", code, problem.message, {}, {}}, now);
    if (auto patch = api::patchEffect(deployment, after, "status", api::Precondition::Uid)) {
        const api::RolloutCondition *known = findCondition(deployment.status.conditions, "Progressing");
        plan.effects.emplace_back(std::move(*patch));
        if (!known || known->message != problem.message)
            plan.effects.emplace_back(api::warningEvent(deployment, code, problem.message));
    }
    plan.reasons = {RolloutFamily<Set>::reason("InvalidSpec", problem.message)};
    return plan;
}

/// After a plan failed for good: tells when it was the new set that could not be made.
template<typename Set>
std::vector<api::Effect> effectsOfFailedCreation(const typename RolloutFamily<Set>::Deployment &deployment,
    const runtime::Plan &failed, const base::Error &error, base::Time now)
{
    const std::string code(RolloutFamily<Set>::words.conditions.createError);
    const bool creates = std::ranges::any_of(failed.effects,
        [](const api::Effect &effect) { return std::holds_alternative<api::CreateObject>(effect); });
    auto after = deployment;
    if (creates)
        setCondition(after.status.conditions, {"Progressing", "False", code, error.message, {}, {}}, now);
    std::vector<api::Effect> effects;
    append(effects, api::patchEffect(deployment, after, "status", api::Precondition::Uid));
    if (!effects.empty())
        effects.emplace_back(api::warningEvent(deployment, code, error.message));
    return effects;
}

} // namespace core::rollout
