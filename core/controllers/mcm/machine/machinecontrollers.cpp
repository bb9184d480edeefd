// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/mcm/machine/machinecontrollers.h"

#include "core/controllers/mcm/machineclass/machineclasscontrollers.h"
#include "core/controllers/mcm/orphannode/orphannodecontroller.h"
#include "core/controllers/wiring.h"

namespace core::controllers::mcm {

namespace {

std::unique_ptr<runtime::Controller> makeMachines(
    const MachineControllerContext &context, const Stores &stores, MachineControllerOptions options)
{
    auto &classes = context.informers.of<api::mcm::MachineClass>();
    options.classProblem = [&classes](const api::ObjectKey &key) {
        const runtime::Unreadable *unreadable = classes.unreadable(key);
        return unreadable ? unreadable->problem : std::string();
    };
    auto controller = controllerOf<api::mcm::Machine>(context,
        makeMachineReconciler(stores, context.clock, context.actuator, std::move(options)), planRefusal);
    const auto &machines = stores.machines;
    watchOwn<api::mcm::Machine>(*controller, context);
    controller->watches<api::Pod>(context.informers.of<api::Pod>(),
        [&machines](const api::Pod &pod) { return machinesOfPod(machines, pod); });
    watchNodes(
        *controller, context, [&machines](const api::Node &node) { return machinesOfNode(machines, node); });
    controller->watches<api::mcm::MachineClass>(
        classes, [&machines](const api::mcm::MachineClass &machineClass) {
            return machinesOfClass(machines, machineClass.key());
        });
    controller->keep(classes.onUnreadable([&controller = *controller, &machines](const api::ObjectKey &key) {
        for (const api::ObjectKey &machine : machinesOfClass(machines, key))
            controller.enqueue(machine);
    }));
    if (stores.secrets)
        controller->watches<api::Secret>(context.informers.of<api::Secret>(),
            [&machines, &classes = stores.classes](const api::Secret &secret) {
                Keys keys;
                for (const ClassPointer &machineClass :
                    classes.listBy(indexNames::classesBySecret, secret.key().text()))
                    std::ranges::move(
                        machinesOfClass(machines, machineClass->key()), std::back_inserter(keys));
                return keys;
            });
    return controller;
}

} // namespace

std::vector<std::unique_ptr<runtime::Controller>> makeMachineControllers(
    const MachineControllerContext &context, Secrets secrets, const MachineControllerOptions &options)
{
    const Stores stores = storesOf(context.informers, secrets);
    std::vector<std::unique_ptr<runtime::Controller>> controllers;
    if (stores.secrets)
        controllers.push_back(makeSecretController(context, stores));
    controllers.push_back(makeMachineClassController(context, stores));
    controllers.push_back(makeMachines(context, stores, options));
    controllers.push_back(makeOrphanNodeController(context, stores, options.settings));
    return controllers;
}

} // namespace core::controllers::mcm
