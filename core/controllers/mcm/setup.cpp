// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/mcm/setup.h"

#include "core/controllers/mcm/machineclass/machineclass.h"
#include "core/controllers/mcm/orphannode/orphannode.h"
#include "core/controllers/wiring.h"

#include <algorithm>

namespace core::controllers::mcm {

namespace {

using runtime::Controller;

Keys classOf(const api::mcm::Machine &machine)
{
    return {{machine.metadata.ns, machine.spec.class_.name}};
}

template<typename Owner>
Keys classOfTemplate(const Owner &owner)
{
    return {{owner.metadata.ns, owner.spec.template_.spec.class_.name}};
}

Keys nodeOf(const api::mcm::Machine &machine)
{
    const std::string_view node = machine.metadata.label(api::mcm::keys::nodeLabel);
    return node.empty() ? Keys() : Keys {{{}, std::string(node)}};
}

std::unique_ptr<Controller> makeMachines(
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

std::unique_ptr<Controller> makeClasses(const MachineControllerContext &context, const Stores &stores)
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

std::unique_ptr<Controller> makeSecrets(const MachineControllerContext &context, const Stores &stores)
{
    auto controller = controllerOf(context, makeSecretReconciler(stores));
    watchOwn<api::Secret>(*controller, context);
    controller->watches<api::mcm::MachineClass>(context.informers.of<api::mcm::MachineClass>(),
        [](const api::mcm::MachineClass &machineClass) { return secretsOf(machineClass); });
    return controller;
}

std::unique_ptr<Controller> makeOrphanNodes(
    const MachineControllerContext &context, const Stores &stores, const Settings &settings)
{
    auto controller = controllerOf(context, makeOrphanNodeReconciler(stores, context.clock, settings));
    controller->forKind(context.informers.of<api::Node>());
    watchNodes(*controller, context, [](const api::Node &node) { return Keys {node.key()}; });
    controller->watchesChanges<api::mcm::Machine>(context.informers.of<api::mcm::Machine>(),
        [](const api::mcm::Machine *before, const api::mcm::Machine *after) {
            return before && !after ? nodeOf(*before) : Keys();
        });
    return controller;
}

} // namespace

void addIndexes(runtime::InformerSet &informers, Secrets secrets)
{
    addIndexes(informers.of<api::mcm::Machine>(), machineIndexes());
    addIndexes(informers.of<api::mcm::MachineClass>(), classIndexes());
    informers.of<api::mcm::MachineSet>();
    informers.of<api::mcm::MachineDeployment>();
    if (secrets == Secrets::Read)
        informers.of<api::Secret>();
}

Stores storesOf(runtime::InformerSet &informers, Secrets secrets)
{
    return {informers.of<api::mcm::Machine>().store(), informers.of<api::mcm::MachineSet>().store(),
        informers.of<api::mcm::MachineDeployment>().store(), informers.of<api::mcm::MachineClass>().store(),
        informers.of<api::Node>().store(), informers.of<api::Pod>().store(),
        secrets == Secrets::Read ? &informers.of<api::Secret>().store() : nullptr};
}

std::vector<std::unique_ptr<Controller>> makeMachineControllers(
    const MachineControllerContext &context, Secrets secrets, const MachineControllerOptions &options)
{
    const Stores stores = storesOf(context.informers, secrets);
    std::vector<std::unique_ptr<Controller>> controllers;
    if (stores.secrets)
        controllers.push_back(makeSecrets(context, stores));
    controllers.push_back(makeClasses(context, stores));
    controllers.push_back(makeMachines(context, stores, options));
    controllers.push_back(makeOrphanNodes(context, stores, options.settings));
    return controllers;
}

} // namespace core::controllers::mcm
