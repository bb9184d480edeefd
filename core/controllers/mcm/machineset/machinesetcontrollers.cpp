// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/mcm/machineset/machinesetcontrollers.h"

#include "core/controllers/mcm/machineset/machinesetreconciler.h"
#include "core/controllers/mcm/setup.h"
#include "core/controllers/wiring.h"
#include "core/rollout/setownership.h"

namespace core::controllers::mcm {

std::vector<std::unique_ptr<runtime::Controller>> makeMachineSetControllers(
    const MachineControllerContext &context)
{
    const SetStores stores = setStoresOf(context.informers);
    auto controller = controllerOf<MachineSet>(
        context, makeMachineSetReconciler(stores, context.clock, context.chance), planRefusal);
    watchOwn<MachineSet>(*controller, context);
    controller->watches<Machine>(
        context.informers.of<Machine>(), [&sets = stores.sets](const Machine &machine) {
            return rollout::controllersOf(sets, machine.metadata);
        });
    controller->debounce(debounceDelay(stores));
    std::vector<std::unique_ptr<runtime::Controller>> controllers;
    controllers.push_back(std::move(controller));
    return controllers;
}

} // namespace core::controllers::mcm
