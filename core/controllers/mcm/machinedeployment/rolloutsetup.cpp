// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/mcm/machinedeployment/rolloutsetup.h"

#include "core/controllers/mcm/machinedeployment/machinedeployment.h"
#include "core/controllers/mcm/machineset/machinesetreconciler.h"
#include "core/controllers/mcm/nodeupdate/nodeupdate.h"
#include "core/controllers/wiring.h"
#include "core/rollout/setownership.h"

namespace core::controllers::mcm {

namespace {

using namespace std::chrono_literals;
using Controllers = std::vector<std::unique_ptr<runtime::Controller>>;

/// One look covers all machines of a set: what is due now is gathered, the longer the more there are.
std::function<base::Duration()> debounceDelay(const SetStores &stores)
{
    return [&machines = stores.machines] { return 1ms + 20us * static_cast<std::int64_t>(machines.size()); };
}

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

std::unique_ptr<runtime::Controller> makeNodeUpdates(
    const MachineControllerContext &context, const SetStores &stores)
{
    auto &pods = context.informers.of<api::Pod>();
    auto controller =
        controllerOf(context, makeNodeUpdateReconciler(stores.nodes, pods.store(), context.clock));
    controller->forKind(context.informers.of<api::Node>());
    watchNodes(*controller, context,
        [](const api::Node &node) { return concernsUpdate(node) ? Keys {node.key()} : Keys(); });
    controller->watchesChanges<api::Pod>(
        pods, [&nodes = stores.nodes](const api::Pod *before, const api::Pod *after) {
            const NodePointer node = before && !after ? nodes.find({{}, before->spec.nodeName}) : nullptr;
            return node && concernsUpdate(*node) ? Keys {node->key()} : Keys();
        });
    return controller;
}

std::vector<const runtime::InformerBase *> informersOf(runtime::InformerSet &informers)
{
    return {&informers.of<Machine>(), &informers.of<MachineSet>(), &informers.of<MachineDeployment>(),
        &informers.of<api::Node>()};
}

} // namespace

void addRolloutIndexes(runtime::InformerSet &informers)
{
    informers.of<MachineDeployment>();
    addIndexes(informers.of<MachineSet>(), setIndexes());
    addIndexes(informers.of<Machine>(), setMachineIndexes());
}

SetStores setStoresOf(runtime::InformerSet &informers)
{
    return {informers.of<MachineDeployment>().store(), informers.of<MachineSet>().store(),
        informers.of<Machine>().store(), informers.of<api::Node>().store()};
}

Controllers makeMachineSetControllers(const MachineControllerContext &context)
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
    Controllers controllers;
    controllers.push_back(std::move(controller));
    return controllers;
}

Controllers makeMachineDeploymentControllers(const MachineControllerContext &context)
{
    const SetStores stores = setStoresOf(context.informers);
    Controllers controllers;
    controllers.push_back(makeDeployments(context, stores));
    controllers.push_back(makeNodeUpdates(context, stores));
    return controllers;
}

Safety::Safety(const MachineControllerContext &context)
    : m_outage(informersOf(context.informers), context.clock)
    , m_controller(controllerOf(
          context, makeSafetyReconciler(setStoresOf(context.informers), m_outage, context.clock)))
{
    const auto all = [](const auto &) { return Keys {overshootKey()}; };
    m_controller->enqueueOnStart(recoveryKey());
    m_controller->watches<MachineSet>(context.informers.of<MachineSet>(), all);
    m_controller->watches<MachineDeployment>(context.informers.of<MachineDeployment>(), all);
    m_controller->watchesChanges<Machine>(
        context.informers.of<Machine>(), [](const Machine *before, const Machine *after) {
            return before && after ? Keys() : Keys {overshootKey()};
        });
    m_controller->debounce(debounceDelay(setStoresOf(context.informers)));
    m_outages = m_outage.onChange([this](OutageState before) { changed(before); });
    m_informerStates = context.informers.onState([this] { m_outage.look(); });
}

void Safety::start()
{
    m_controller->start();
    m_outage.start();
}

void Safety::stop()
{
    m_outage.stop();
    m_controller->stop();
}

void Safety::changed(OutageState before)
{
    m_controller->enqueue(recoveryKey());
    const bool held = before == OutageState::Frozen || before == OutageState::Recovering;
    if (held != m_outage.holdsMachines())
        m_toldOfHold();
}

} // namespace core::controllers::mcm
