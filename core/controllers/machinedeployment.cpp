// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/machinedeployment.h"

#include "core/controllers/rolloutpass.h"

namespace core::controllers {

namespace {

using runtime::Plan;

/// One look at one deployment, whose spec is valid.
class Pass : RolloutPass<api::MachineSet>
{
public:
    Pass(const api::MachineDeployment &deployment, const MachineDeploymentView &seen, base::Time now)
        : RolloutPass(deployment, seen.sets, now)
        , m_seen(seen)
    {
    }

    Plan plan()
    {
        act();
        writeStatus(statusNow());
        return std::move(m_plan);
    }

private:
    void act();
    void recreate();

    const MachineDeploymentView &m_seen;
};

void Pass::act()
{
    if (adopt() == Done::Yes || bringUpToDate() == Done::Yes)
        return;
    followRevision();
    if (m_deployment.spec.paused) {
        explain("Paused", "The deployment is paused: sizes are followed, changes of the template wait.");
        sizeInProportion();
    } else if (m_deployment.spec.rollbackTo) {
        rollBack(m_deployment.spec.rollbackTo->revision);
    } else if (isRecreate(m_deployment)) {
        recreate();
    } else if (isScaling(m_limits.desired, sizesIn(m_rollout))) {
        if (sizeInProportion() == Done::No)
            settle();
    } else if (roll() == Done::No) {
        settle();
    }
}

void Pass::recreate()
{
    if (shrinkOldSetsToNothing() == Done::Yes)
        return;
    if (const std::size_t left = m_seen.machinesOutside(m_rollout.current); left > 0)
        return explain("WaitingForOldMachines",
            std::to_string(left) + " machines of earlier revisions have to go before new ones are made.",
            {{"machines", std::to_string(left)}});
    if (haveCurrentSet(m_limits.desired) == Done::No
        && resize({{m_rollout.current, m_limits.desired}}, "GrowingNewMachineSet") == Done::No)
        settle();
}

} // namespace

Plan planMachineDeployment(
    const api::MachineDeployment &deployment, const MachineDeploymentView &seen, base::Time now)
{
    if (deployment.metadata.isDeleting())
        return {
            {}, {{"Deleting", "Is being deleted; its machine sets follow by garbage collection.", {}}}, {}};
    if (const std::string problem = validationProblem(deployment); !problem.empty())
        return planRefusal(deployment, problem, now);
    return Pass(deployment, seen, now).plan();
}

Plan planRefusal(const api::MachineDeployment &deployment, const std::string &problem, base::Time now)
{
    return refuseDeployment(deployment, problem, now);
}

std::vector<api::Effect> recordMachineDeploymentFailure(const api::MachineDeployment &deployment,
    const MachineDeploymentView &seen, const base::Error &error, base::Time now)
{
    return effectsOfFailedCreation(deployment, planMachineDeployment(deployment, seen, now), error, now);
}

} // namespace core::controllers
