// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/rolloutoutlook.h"

#include "core/controllers/machinedeployment/machinedeploymentrules.h"
#include "core/controllers/mcm/family.h"
#include "core/controllers/stores.h"
#include "core/engine/sayings.h"

#include <map>

namespace core::engine {

namespace {

bool deletesEarlierMachines(const api::MachineDeployment &deployment)
{
    return controllers::validationProblem(deployment).empty();
}

bool deletesEarlierMachines(const api::mcm::MachineDeployment &deployment)
{
    return controllers::mcm::validationProblem(deployment).empty()
        && controllers::mcm::strategyOf(deployment) != controllers::mcm::Strategy::InPlaceUpdate;
}

/// Knows which machines the rollouts of one family will delete.
template<typename Set>
class RolloutsUnderWay
{
public:
    using Deployment = typename rollout::RolloutFamily<Set>::Deployment;

    RolloutsUnderWay(const runtime::Store<Set> &sets, const runtime::Store<Deployment> &deployments)
        : m_sets(sets)
        , m_deployments(deployments)
    {
    }

    /// The name of the deployment that replaces the machine's set by a newer one; empty when none does.
    const std::string &over(const api::ObjectMeta &machine)
    {
        static const std::string none;
        const Set *set = controllers::ownerIn(m_sets, machine);
        if (!set)
            return none;
        const auto [known, isNew] = m_known.try_emplace(set->metadata.uid);
        if (isNew)
            known->second = deploymentAgainst(*set);
        return known->second;
    }

private:
    std::string deploymentAgainst(const Set &set) const
    {
        const Deployment *deployment = controllers::ownerIn(m_deployments, set.metadata);
        const bool goesOn = deployment && !deployment->metadata.isDeleting() && !deployment->spec.paused
            && deletesEarlierMachines(*deployment);
        return goesOn && !rollout::hasTemplate(set, deployment->spec.template_) ? deployment->metadata.name
                                                                                : std::string();
    }

    const runtime::Store<Set> &m_sets;
    const runtime::Store<Deployment> &m_deployments;
    std::map<std::string, std::string> m_known; ///< name of the deployment by uid of the set
};

/// The rollout deletes the machine, whatever else was foretold of it, unless that comes first.
void tellRollout(Outlook &outlook, const std::string &deployment)
{
    using Course = Outlook::Course;
    const bool isReplaced = outlook.course == Course::Replaced || outlook.course == Course::Queued;
    if (outlook.machine.resource == &api::resourceOf<api::Machine>() && isReplaced) {
        outlook.says = outlookSaying("RolledOut", deployment, outlook.says);
    } else if (isReplaced && outlook.due) {
        outlook.says = outlookSaying("RolledOutOrFails", deployment, timeLeft);
    } else {
        outlook.says = outlookSaying("RolledOut", deployment);
        outlook.due.reset();
    }
    outlook.course = Course::RolledOut;
}

template<typename Machine, typename Set>
void tellRolloutsOf(
    std::vector<Outlook> &outlooks, const runtime::Store<Machine> &machines, RolloutsUnderWay<Set> rollouts)
{
    for (Outlook &outlook : outlooks) {
        if (outlook.course == Outlook::Course::Boots || outlook.course == Outlook::Course::Leaves
            || outlook.machine.resource != &api::resourceOf<Machine>())
            continue;
        const Machine *machine = machines.peek(outlook.machine.key);
        const std::string deployment = machine ? rollouts.over(machine->metadata) : std::string();
        if (!deployment.empty())
            tellRollout(outlook, deployment);
    }
}

} // namespace

void tellRollouts(std::vector<Outlook> &outlooks, const runtime::Store<api::Machine> &machines,
    const runtime::Store<api::MachineSet> &sets, const runtime::Store<api::MachineDeployment> &deployments)
{
    tellRolloutsOf(outlooks, machines, RolloutsUnderWay(sets, deployments));
}

void tellRollouts(std::vector<Outlook> &outlooks, const runtime::Store<api::mcm::Machine> &machines,
    const runtime::Store<api::mcm::MachineSet> &sets,
    const runtime::Store<api::mcm::MachineDeployment> &deployments)
{
    tellRolloutsOf(outlooks, machines, RolloutsUnderWay(sets, deployments));
}

} // namespace core::engine
