// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A rollout that replaces members, all at once or a few at a time: the whole pass of a family that knows no
// other strategy. At most one kind of step is taken in a pass; the change that it makes brings the next.

#include "core/rollout/rolloutplanner.h"

#include <functional>

namespace core::rollout {

template<typename Set>
struct RolloutView {
    std::vector<std::shared_ptr<const Set>> sets; ///< all of the namespace
    /// Members of the deployment that are there, also those being deleted, but for those of the set.
    std::function<std::size_t(const std::shared_ptr<const Set> &exceptOf)> membersOutside;
};

template<typename Set>
class ReplacingRollout : RolloutPlanner<Set>
{
    using Base = RolloutPlanner<Set>;
    using typename Base::Done;

public:
    /// The spec is valid.
    ReplacingRollout(
        const typename Base::Deployment &deployment, const RolloutView<Set> &seen, base::Time now)
        : Base(deployment, seen.sets, now)
        , m_seen(seen)
    {
    }

    runtime::Plan plan()
    {
        act();
        this->writeStatus(this->statusNow());
        return std::move(this->m_plan);
    }

private:
    void act();
    Done rollOut();

    const RolloutView<Set> &m_seen;
};

template<typename Set>
void ReplacingRollout<Set>::act()
{
    if (this->adopt() == Done::Yes || this->bringUpToDate() == Done::Yes)
        return;
    this->followRevision();
    if (this->pause() == Done::Yes)
        return;
    if constexpr (Base::canRollBack) {
        if (this->isRollingBack())
            return this->rollBack();
    }
    if (rollOut() == Done::No)
        this->finishOrWait();
}

template<typename Set>
auto ReplacingRollout<Set>::rollOut() -> Done
{
    if (RolloutFamily<Set>::isRecreate(this->m_deployment))
        return this->recreate([this] { return m_seen.membersOutside(this->m_rollout.current); });
    if (api::isScaling(this->m_limits.desired, sizesIn(this->m_rollout)))
        return this->sizeInProportion();
    return this->roll();
}

/// The plan of a pass; the problem is that of the spec.
template<typename Set>
runtime::Plan planReplacingRollout(const typename RolloutFamily<Set>::Deployment &deployment,
    const RolloutView<Set> &seen, const SpecProblem &problem, base::Time now)
{
    if (deployment.metadata.isDeleting())
        return {
            {}, {replacingRolloutReason("Deleting", std::string(RolloutFamily<Set>::words.set) + "s")}, {}};
    if (!problem.empty())
        return refuseDeployment<Set>(deployment, problem, now);
    return ReplacingRollout<Set>(deployment, seen, now).plan();
}

} // namespace core::rollout
