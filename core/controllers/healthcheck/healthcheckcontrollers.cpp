// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/healthcheck/healthcheckcontrollers.h"

#include "core/controllers/healthcheck/healthcheckv1alpha1.h"
#include "core/controllers/wiring.h"

namespace core::controllers {

using namespace std::chrono_literals;

std::unique_ptr<runtime::Controller> makeHealthCheckController(const MachineControllerContext &context)
{
    const Stores stores = storesOf(context.informers);
    const auto steady = std::make_shared<SteadyMachinesOfHealthChecks>(
        stores, steadyRulesOfHealthChecks(stores, context.clock));
    auto controller = controllerOf<api::MachineHealthCheck>(
        context, makeHealthCheckReconciler(stores, steady, context.clock, context.external), planRefusal);
    showChanges(*steady, *controller, context);
    watchOwn<api::MachineHealthCheck>(*controller, context);
    controller->watches<api::Machine>(
        context.informers.of<api::Machine>(), [&checks = stores.healthChecks](const api::Machine &machine) {
            return healthChecksOfMachine(checks, machine);
        });
    watchWhatConcerns<api::Node>(*controller, context, nodeConcernsHealthChecks,
        [stores](const api::Node &node) { return healthChecksOfNode(stores, node); });
    if (context.external)
        controller->keep(
            context.external->onChange([&controller = *controller, &checks = stores.healthChecks] {
                for (const auto &check : checks.list()) {
                    if (check->spec.remediationTemplate)
                        controller.enqueue(check->key());
                }
            }));
    controller->debounce(debounceDelay(stores, 50us));
    return controller;
}

std::unique_ptr<runtime::Controller> makeHealthCheckV1alpha1Controller(
    const MachineControllerContext &context)
{
    const Stores stores = storesOf(context.informers);
    const auto all = [&checks = stores.healthChecksV1alpha1] {
        Keys keys;
        for (const auto &check : checks.list())
            keys.push_back(check->key());
        return keys;
    };
    auto controller = controllerOf<api::HealthCheckV1alpha1>(
        context, makeHealthCheckV1alpha1Reconciler(stores, context.clock), planRefusal);
    controller->forKind(context.informers.of<api::HealthCheckV1alpha1>());
    // A check that comes, goes or changes leaves machines to others, or takes them over.
    controller->watches<api::HealthCheckV1alpha1>(context.informers.of<api::HealthCheckV1alpha1>(),
        [all](const api::HealthCheckV1alpha1 &) { return all(); });
    controller->watches<api::ConfigMap>(
        context.informers.of<api::ConfigMap>(), [all](const api::ConfigMap &configMap) {
            return configMap.key() == unhealthyConditionsKey() ? all() : Keys();
        });
    controller->watches<api::Machine>(context.informers.of<api::Machine>(),
        [&checks = stores.healthChecksV1alpha1](
            const api::Machine &machine) { return healthChecksV1alpha1OfMachine(checks, machine); });
    watchWhatConcerns<api::Node>(*controller, context, nodeConcernsHealthChecks,
        [stores](const api::Node &node) { return healthChecksV1alpha1OfNode(stores, node); });
    watchWhatConcerns<api::MachineDisruptionBudget>(*controller, context, mayLetMachinesGo,
        [all](const api::MachineDisruptionBudget &) { return all(); });
    controller->debounce(debounceDelay(stores, 50us));
    return controller;
}

} // namespace core::controllers
