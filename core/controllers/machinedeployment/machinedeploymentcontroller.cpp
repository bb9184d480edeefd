// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/machinedeployment/machinedeploymentcontroller.h"

#include "core/controllers/machinedeployment/machinedeployment.h"
#include "core/controllers/wiring.h"
#include "core/rollout/setownership.h"

namespace core::controllers {

using namespace std::chrono_literals;

std::unique_ptr<runtime::Controller> makeMachineDeploymentController(const MachineControllerContext &context)
{
    const auto &deployments = context.informers.of<api::MachineDeployment>().store();
    const Stores stores = storesOf(context.informers);
    auto controller = controllerOf<api::MachineDeployment>(context,
        makeMachineDeploymentReconciler({deployments, stores.machineSets, stores.machines}, context.clock),
        planRefusal);
    watchOwn<api::MachineDeployment>(*controller, context);
    controller->watches<api::MachineSet>(
        context.informers.of<api::MachineSet>(), [&deployments](const api::MachineSet &set) {
            return rollout::controllersOf(deployments, set.metadata);
        });
    controller->watchesChanges<api::Machine>(context.informers.of<api::Machine>(),
        [&deployments](const api::Machine *before, const api::Machine *after) {
            return before && !after ? machineDeploymentsOfMachine(deployments, *before) : Keys();
        });
    controller->debounce([] { return 1ms; });
    return controller;
}

} // namespace core::controllers
