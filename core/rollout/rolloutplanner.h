// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The steps of a pass over one deployment that every family takes (docs/machines.md §6.3 to §6.7): which of
// them, and in which order, is up to the family's planner, which derives from this. Names of new sets follow
// from the template, so that a repeated creation meets the first one.

#include "core/api/conditions.h"
#include "core/api/emit.h"
#include "core/api/selector.h"
#include "core/rollout/rollout.h"
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
    using Facts = std::map<std::string, std::string>;
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
    void explain(std::string_view code, std::string sentence, Facts facts = {})
    {
        m_plan.reasons.push_back({std::string(code), std::move(sentence), std::move(facts)});
    }
    Facts aboutSet(std::string name, Facts facts = {}) const
    {
        facts.insert({word(words.setFact), std::move(name)});
        return facts;
    }
    bool isRollingBack() const
    {
        if constexpr (canRollBack)
            return m_deployment.spec.rollbackTo.has_value();
        else
            return false;
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
    /// While the deployment is paused, its size alone is followed.
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
    Done resize(const Resizes &sizes, std::string_view code);
    /// Nothing to size: says what is waited for, or lets old revisions go when all is done.
    Done settle();

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
    void clearRollback(const api::EmitEvent &told, const std::string &code) requires canRollBack;
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
        explain("Adopting", "Takes over " + set->metadata.name + ", which nobody controls.",
            aboutSet(set->metadata.name));
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
    const std::string revision = text(revisionIn(after.metadata));
    explain(words.codes.updating,
        set.metadata.name + " is revision " + revision + " and takes over the deployment's annotations.",
        aboutSet(set.metadata.name, {{"revision", revision}}));
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
    explain("Paused", "The deployment is paused: sizes are followed, changes of the template wait.");
    sizeInProportion();
    return Done::Yes;
}

template<typename Set>
void RolloutPlanner<Set>::rollBack() requires canRollBack
{
    const std::int64_t revision = m_deployment.spec.rollbackTo->revision;
    const SetPointer target = rollbackTarget(m_rollout, revision);
    if (!target)
        return clearRollback(
            api::warningEvent(m_deployment, "DeploymentRollbackRevisionNotFound",
                revision == 0 ? "There is no earlier revision to roll back to"
                              : "There is no revision " + text(revision) + " to roll back to"),
            "RollbackRevisionNotFound");
    const std::string found = text(revisionIn(target->metadata));
    if (hasTemplate(*target, m_deployment.spec.template_))
        return clearRollback(api::warningEvent(m_deployment, "DeploymentRollbackTemplateUnchanged",
                                 "The template of revision " + found + " is the present one"),
            "RollbackTemplateUnchanged");
    Deployment after = rolledBackTo(m_deployment, *target);
    after.spec.rollbackTo.reset();
    append(m_plan.effects, api::patchEffect(m_deployment, after));
    m_plan.effects.emplace_back(
        api::normalEvent(m_deployment, "DeploymentRollback", "Rolled back to revision " + found));
    explain("RollingBack", "Takes the template of revision " + found + " back.",
        aboutSet(target->metadata.name, {{"revision", found}}));
}

template<typename Set>
void RolloutPlanner<Set>::clearRollback(
    const api::EmitEvent &told, const std::string &code) requires canRollBack
{
    Deployment after = m_deployment;
    after.spec.rollbackTo.reset();
    append(m_plan.effects, api::patchEffect(m_deployment, after));
    m_plan.effects.emplace_back(told);
    explain(code, told.message + ".");
}

template<typename Set>
auto RolloutPlanner<Set>::sizeInProportion() -> Done
{
    const auto sizes = api::proportionalSizes(m_limits, m_deployment.status.replicas, sizesIn(m_rollout));
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
        const std::string count = std::to_string(old);
        explain(words.codes.waitingForOldMembers,
            count + " " + word(words.members) + " of earlier revisions have to go before new ones are made.",
            {{word(words.members), count}});
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
        m_plan.effects.emplace_back(scalingEvent(name, 0, size));
        m_createdSet = name;
        explain(words.codes.creating,
            "Creates " + name + " for the template, with " + text(size) + " of " + text(m_limits.desired)
                + " " + word(words.members) + ".",
            aboutSet(name, {{"replicas", text(size)}, {"desired", text(m_limits.desired)}}));
    } else if ((*taken)->metadata.isDeleting() && isMine(**taken)) {
        explain("WaitingForDeletion", name + " is being deleted and has to go before it is made again.",
            aboutSet(name));
    } else {
        m_collisions = m_deployment.status.collisionCount.value_or(0) + 1;
        explain("HashCollision",
            name + " is the name of another " + word(words.set) + "; looks for another name.",
            aboutSet(name, {{"collisions", text(*m_collisions)}}));
    }
    return Done::Yes;
}

template<typename Set>
auto RolloutPlanner<Set>::resize(const Resizes &sizes, std::string_view code) -> Done
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
                + (same ? " keeps " + before + " " + word(words.members)
                            + " and learns the deployment's new bounds."
                        : " gets " + text(each.size) + " " + word(words.members) + " instead of " + before
                            + "."),
            boundsAnd(
                aboutSet(each.set->metadata.name, {{"before", before}, {"replicas", text(each.size)}})));
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
auto RolloutPlanner<Set>::settle() -> Done
{
    const RolloutCounts now = progress().now;
    const Facts facts = boundsAnd(
        {{"updated", text(now.updated)}, {"total", text(now.total)}, {"available", text(now.available)}});
    if (!now.isComplete(m_limits.desired)) {
        explain(words.codes.waitingForSets,
            text(now.updated) + " of " + text(m_limits.desired) + " " + word(words.members)
                + " are of the present revision, " + text(now.total - now.updated) + " of earlier ones, and "
                + text(now.available) + " are available.",
            facts);
        return Done::No;
    }
    for (const SetPointer &set : setsBeyondHistory(m_rollout, Family::historyLimit(m_deployment))) {
        m_plan.effects.emplace_back(api::deleteEffect(*set));
        const std::string revision = text(revisionIn(set->metadata));
        explain("ForgettingRevision",
            "Deletes " + set->metadata.name + ", revision " + revision + ": beyond revisionHistoryLimit.",
            aboutSet(set->metadata.name, {{"revision", revision}}));
    }
    explain("Complete",
        "All " + text(m_limits.desired) + " " + word(words.members)
            + " are of the present revision and available.",
        facts);
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
        const api::RolloutCondition *known = findCondition(deployment.status.conditions, "Progressing");
        plan.effects.emplace_back(std::move(*patch));
        if (!known || known->message != problem)
            plan.effects.emplace_back(api::warningEvent(deployment, code, problem));
    }
    plan.reasons = {{"InvalidSpec", "Nothing is done: " + problem + ".", {{"problem", problem}}}};
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
