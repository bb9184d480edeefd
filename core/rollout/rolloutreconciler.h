// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The reconciler of deployments of any family.

#include "core/base/clock.h"
#include "core/rollout/rolloutplanner.h"
#include "core/runtime/store.h"

#include <functional>

namespace core::rollout {

/// Looks deployments up and plans them. A creation that is refused for good is told of in the condition
/// Progressing.
template<typename Set>
class RolloutReconciler : public runtime::Reconciler
{
public:
    using Deployment = typename RolloutFamily<Set>::Deployment;
    using Planner = std::function<runtime::Plan(const Deployment &, base::Time now)>;

    /// What it is given outlives it.
    RolloutReconciler(std::string_view name, const runtime::Store<Deployment> &deployments,
        const base::Clock &clock, Planner plan)
        : m_name(name)
        , m_deployments(deployments)
        , m_clock(clock)
        , m_plan(std::move(plan))
    {
    }

    std::string_view name() const override { return m_name; }

    runtime::Plan reconcile(const api::ObjectKey &key) const override
    {
        const auto deployment = m_deployments.find(key);
        if (!deployment)
            return {{}, {RolloutFamily<Set>::reason("Gone")}, {}};
        return m_plan(*deployment, m_clock.now());
    }

    std::vector<api::Effect> recordFailure(
        const api::ObjectKey &key, const base::Error &error, const api::Effect &) const override
    {
        const auto deployment = m_deployments.find(key);
        if (!deployment)
            return {};
        const base::Time now = m_clock.now();
        return effectsOfFailedCreation<Set>(*deployment, m_plan(*deployment, now), error, now);
    }

private:
    const std::string_view m_name;
    const runtime::Store<Deployment> &m_deployments;
    const base::Clock &m_clock;
    const Planner m_plan;
};

} // namespace core::rollout
