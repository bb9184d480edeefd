// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/machine/machinecontroller.h"

#include "core/controllers/machine/machinereconciler.h"
#include "core/controllers/wiring.h"

namespace core::controllers {

std::unique_ptr<runtime::Controller> makeMachineController(const MachineControllerContext &context)
{
    const Stores stores = storesOf(context.informers);
    auto controller = controllerOf<api::Machine>(
        context, makeMachineReconciler(stores, context.clock, context.actuator), planRefusal);
    watchOwn<api::Machine>(*controller, context);
    controller->watches<api::Pod>(context.informers.of<api::Pod>(),
        [&machines = stores.machines](const api::Pod &pod) { return machinesOfPod(machines, pod); });
    watchNodes(*controller, context,
        [&machines = stores.machines](const api::Node &node) { return machinesOfNode(machines, node); });
    controller->watchesChanges<api::Node>(context.informers.of<api::Node>(),
        [&machines = stores.machines](const api::Node *before, const api::Node *after) {
            return before && after ? Keys() : machinesLinkedTo(machines, before ? *before : *after);
        });
    controller->watches<api::Cluster>(
        context.informers.of<api::Cluster>(), [&machines = stores.machines](const api::Cluster &cluster) {
            return machinesOfCluster(machines, cluster);
        });
    return controller;
}

} // namespace core::controllers
