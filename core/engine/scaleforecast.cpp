// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/scaleforecast.h"

#include "core/api/ownership.h"
#include "core/controllers/healthcheck/healthcheckv1alpha1.h"
#include "core/controllers/machineset/machinesetpolicy.h"
#include "core/controllers/setup.h"

#include <algorithm>

namespace core::engine {

namespace {

constexpr std::size_t mostNamed = 3;

ScaleForecast::Why whyFirst(const api::Machine &machine, std::string_view policy, base::Time now)
{
    using Why = ScaleForecast::Why;
    const bool hasFailed = !machine.status.errorReason.empty() || !machine.status.errorMessage.empty();
    if (hasFailed)
        return Why::Failed;
    api::Machine unmarked = machine;
    unmarked.metadata.annotations = {};
    if (controllers::deletePriority(machine, policy, now)
        > controllers::deletePriority(unmarked, policy, now))
        return Why::Marked;
    if (policy == "Oldest")
        return Why::Oldest;
    if (policy == "Newest")
        return Why::Newest;
    return machine.status.nodeRef ? Why::Chance : Why::NoNode;
}

ScaleForecast::Check checkThen(const api::MachineHealthCheck &check, std::int64_t expected)
{
    controllers::VerdictCounts then;
    then.expected = then.healthy = expected;
    return {.name = check.metadata.name,
        .maxUnhealthyText = check.spec.maxUnhealthy ? check.spec.maxUnhealthy->text() : "100%",
        .expected = expected,
        .maxUnhealthy = controllers::budgetOf(check, then).maxUnhealthy.value_or(0)};
}

} // namespace

base::Result<ScaleForecast> forecastOfScaling(const api::ResourceRef &which, std::int64_t replicas,
    runtime::InformerSet &informers, const base::Chance &chance, base::Time now)
{
    const controllers::Stores stores = controllers::storesOf(informers);
    if (which.resource != &api::resourceOf<api::MachineSet>())
        return base::fail(
            base::ErrorKind::Invalid, which.resource->kind + ": its order of deletion is not known");
    const auto set = informers.of<api::MachineSet>().store().find(which.key);
    if (!set)
        return base::fail(base::ErrorKind::NotFound, "there is no MachineSet " + which.key.text());
    ScaleForecast forecast {.present = 0, .wanted = replicas};
    std::vector<const api::Machine *> machines;
    const auto all = informers.of<api::Machine>().store().list();
    for (const auto &machine : all) {
        if (api::isControlledBy(machine->metadata, set->metadata.uid) && !machine->isDeleting())
            machines.push_back(machine.get());
    }
    forecast.present = static_cast<std::int64_t>(machines.size());
    machines = controllers::inDeletionOrder(std::move(machines), set->spec.deletePolicy, chance, now);
    machines.resize(std::min(mostNamed, static_cast<std::size_t>(forecast.deleted())));
    for (const api::Machine *machine : machines)
        forecast.first.push_back({machine->metadata.name, whyFirst(*machine, set->spec.deletePolicy, now)});
    for (const auto &check : stores.healthChecks.list()) {
        const auto targets = controllers::targetsOf(*check, stores);
        const bool concerns = std::ranges::any_of(targets, [&](const controllers::HealthCheckTarget &target) {
            return api::isControlledBy(target.machine->metadata, set->metadata.uid);
        });
        const auto others = std::ranges::count_if(targets, [&](const controllers::HealthCheckTarget &target) {
            return !api::isControlledBy(target.machine->metadata, set->metadata.uid);
        });
        if (concerns)
            forecast.checks.push_back(checkThen(*check, others + replicas));
    }
    return forecast;
}

} // namespace core::engine
