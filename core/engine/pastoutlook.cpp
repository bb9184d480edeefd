// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/pastoutlook.h"

#include "core/controllers/machinedeployment/machinedeploymentrules.h"
#include "core/controllers/mcm/stores.h"
#include "core/engine/outlookboard.h"
#include "core/engine/rolloutoutlook.h"
#include "core/engine/sayings.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace core::engine {

namespace {

template<typename T>
void putAll(runtime::Store<T> &store, const Moment &moment)
{
    for (const auto &object : moment.of<T>())
        store.put(object->key(), object);
}

/// Of all indexes those that are used here: each costs a look at every object of every moment.
template<typename T>
void addUsedIndexes(runtime::Store<T> &store, std::vector<controllers::Index<T>> indexes,
    std::initializer_list<std::string_view> used)
{
    std::erase_if(
        indexes, [&](const auto &index) { return std::ranges::find(used, index.name) == used.end(); });
    controllers::addIndexes(store, indexes);
}

} // namespace

PastOutlook::PastOutlook(const Moment &moment, CarriedOut carriedOut)
{
    using namespace controllers;
    addUsedIndexes(
        m_objects.machines, machineIndexes(), {indexNames::machinesByNamespace, indexNames::machinesByNode});
    addUsedIndexes(m_mcmMachines, mcm::machineIndexes(), {mcm::indexNames::machinesByNode});
    putAll(m_objects.machines, moment);
    putAll(m_objects.machineSets, moment);
    putAll(m_objects.nodes, moment);
    putAll(m_objects.healthChecks, moment);
    putAll(m_deployments, moment);
    putAll(m_mcmMachines, moment);
    std::vector<HealthCheckVerdicts> checks =
        allVerdictsOf(m_objects.stores, moment.at, carriedOut.healthChecks);
    m_outlooks = outlooksOf(m_objects.stores, checks, [this](const api::ResourceRef &ref) {
        const api::Machine *machine = m_objects.machines.peek(ref.key);
        const bool leaves = machine && machine->isDeleting();
        return Outlook {ref, leaves ? outlookSaying("Deleting") : outlookSaying("Boots"), {}};
    });
    if (carriedOut.rollouts)
        tellRollouts(m_outlooks, m_objects.machines, m_objects.machineSets, m_deployments);
    for (HealthCheckVerdicts &check : checks) {
        std::vector<MachineVerdict> machines = std::exchange(check.machines, {});
        m_checks.push_back({std::move(check), std::move(machines)});
    }
}

HealthCheckVerdicts PastOutlook::verdictsOf(const api::ResourceRef &check, const api::ObjectKey *only) const
{
    const auto found =
        std::ranges::find(m_checks, check, [](const Check &known) { return known.counts.check; });
    if (found == m_checks.end())
        return {.check = check};
    HealthCheckVerdicts verdicts = found->counts;
    std::ranges::copy_if(found->machines, std::back_inserter(verdicts.machines),
        [only](const MachineVerdict &verdict) { return !only || verdict.machine == *only; });
    return verdicts;
}

std::optional<Judgement> PastOutlook::judgementOn(const api::ResourceRef &object) const
{
    const auto machine = machineBehind(object, m_objects.machines, m_mcmMachines);
    if (machine.value_or(object).resource->group == api::resourceOf<api::mcm::Machine>().group)
        return std::nullopt;
    return engine::judgementOn(object, machine, m_objects.stores, m_deployments,
        [this](
            const api::ResourceRef &check, const api::ObjectKey *only) { return verdictsOf(check, only); });
}

std::optional<api::RolloutLimits> PastOutlook::limitsOf(const api::ResourceRef &deployment) const
{
    const bool isOfKind = deployment.resource == &api::resourceOf<api::MachineDeployment>();
    const api::MachineDeployment *found = isOfKind ? m_deployments.peek(deployment.key) : nullptr;
    if (!found || !controllers::validationProblem(*found).empty())
        return std::nullopt;
    return controllers::limitsOf(*found);
}

std::shared_ptr<const PastOutlook> outlookAt(const Moment &moment, CarriedOut carriedOut)
{
    if (moment.gap || !moment.of<api::HealthCheckV1alpha1>().empty())
        return nullptr;
    return std::make_shared<const PastOutlook>(moment, carriedOut);
}

} // namespace core::engine
