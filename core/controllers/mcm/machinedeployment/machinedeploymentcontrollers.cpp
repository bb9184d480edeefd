// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/mcm/machinedeployment/machinedeploymentcontrollers.h"

#include "core/controllers/mcm/machinedeployment/machinedeployment.h"
#include "core/controllers/mcm/nodeupdate/nodeupdatecontroller.h"
#include "core/controllers/mcm/setup.h"
#include "core/controllers/wiring.h"
#include "core/rollout/setownership.h"

namespace core::controllers::mcm {

namespace {

/// Machines that a deployment sees: those that came, went, or changed in what it reads of them.
bool concernsDeployment(const Machine *before, const Machine *after)
{
    return !before || !after || before->metadata.labels != after->metadata.labels
        || before->isDeleting() != after->isDeleting() || before->phase() != after->phase();
}

std::unique_ptr<runtime::Controller> makeDeployments(
    const MachineControllerContext &context, const SetStores &stores)
{
    auto controller = controllerOf<MachineDeployment>(
        context, makeMachineDeploymentReconciler(stores, context.clock), planRefusal);
    watchOwn<MachineDeployment>(*controller, context);
    controller->watches<MachineSet>(
        context.informers.of<MachineSet>(), [&deployments = stores.deployments](const MachineSet &set) {
            return rollout::controllersOf(deployments, set.metadata);
        });
    controller->watchesChanges<Machine>(
        context.informers.of<Machine>(), [&sets = stores.sets](const Machine *before, const Machine *after) {
            if (!concernsDeployment(before, after))
                return Keys();
            return deploymentsOfMachine(sets, after ? *after : *before);
        });
    watchNodes(
        *controller, context, [stores](const api::Node &node) { return deploymentsOfNode(stores, node); });
    controller->debounce(debounceDelay(stores));
    return controller;
}

} // namespace

std::vector<std::unique_ptr<runtime::Controller>> makeMachineDeploymentControllers(
    const MachineControllerContext &context)
{
    const SetStores stores = setStoresOf(context.informers);
    std::vector<std::unique_ptr<runtime::Controller>> controllers;
    controllers.push_back(makeDeployments(context, stores));
    controllers.push_back(makeNodeUpdateController(context, stores));
    return controllers;
}

} // namespace core::controllers::mcm
