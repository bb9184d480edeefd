// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/machineset/machinesetcontroller.h"

#include "core/controllers/machineset/machinesetreconciler.h"
#include "core/controllers/wiring.h"

namespace core::controllers {

using namespace std::chrono_literals;

std::unique_ptr<runtime::Controller> makeMachineSetController(const MachineControllerContext &context)
{
    const Stores stores = storesOf(context.informers);
    const auto steady = std::make_shared<SteadyMachinesOfSets>(stores, steadyRulesOfSets(context.clock));
    auto controller = controllerOf<api::MachineSet>(
        context, makeMachineSetReconciler(stores, steady, context.clock, context.chance), planRefusal);
    showChanges(*steady, *controller, context);
    watchOwn<api::MachineSet>(*controller, context);
    watchWhatConcerns<api::Machine>(
        *controller, context, machineConcernsSets, [&sets = stores.machineSets](const api::Machine &machine) {
            return machineSetsOfMachine(sets, machine);
        });
    watchWhatConcerns<api::Node>(*controller, context, nodeConcernsSets,
        [stores](const api::Node &node) { return machineSetsOfNode(stores, node); });
    controller->debounce(debounceDelay(stores, 20us));
    return controller;
}

} // namespace core::controllers
