// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/mcm/machineclass/machineclasscontrollers.h"

#include "core/controllers/mcm/machineclass/machineclass.h"
#include "core/controllers/wiring.h"

namespace core::controllers::mcm {

namespace {

Keys classOf(const api::mcm::Machine &machine)
{
    return {{machine.metadata.ns, machine.spec.class_.name}};
}

template<typename Owner>
Keys classOfTemplate(const Owner &owner)
{
    return {{owner.metadata.ns, owner.spec.template_.spec.class_.name}};
}

} // namespace

std::unique_ptr<runtime::Controller> makeMachineClassController(
    const MachineControllerContext &context, const Stores &stores)
{
    auto controller =
        controllerOf<api::mcm::MachineClass>(context, makeMachineClassReconciler(stores), planRefusal);
    watchOwn<api::mcm::MachineClass>(*controller, context);
    controller->watchesChanges<api::mcm::Machine>(context.informers.of<api::mcm::Machine>(),
        [](const api::mcm::Machine *before, const api::mcm::Machine *after) {
            if (before && after)
                return before->spec.class_ == after->spec.class_
                    ? Keys()
                    : Keys {classOf(*before).front(), classOf(*after).front()};
            return classOf(after ? *after : *before);
        });
    controller->watches<api::mcm::MachineSet>(
        context.informers.of<api::mcm::MachineSet>(), classOfTemplate<api::mcm::MachineSet>);
    controller->watches<api::mcm::MachineDeployment>(
        context.informers.of<api::mcm::MachineDeployment>(), classOfTemplate<api::mcm::MachineDeployment>);
    return controller;
}

std::unique_ptr<runtime::Controller> makeSecretController(
    const MachineControllerContext &context, const Stores &stores)
{
    auto controller = controllerOf(context, makeSecretReconciler(stores));
    watchOwn<api::Secret>(*controller, context);
    controller->watches<api::mcm::MachineClass>(context.informers.of<api::mcm::MachineClass>(),
        [](const api::mcm::MachineClass &machineClass) { return secretsOf(machineClass); });
    return controller;
}

} // namespace core::controllers::mcm
