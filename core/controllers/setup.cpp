// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/setup.h"

#include "core/controllers/autoscaler/autoscaler.h"
#include "core/controllers/healthcheck/healthcheckv1alpha1.h"
#include "core/controllers/machine/machinereconciler.h"
#include "core/controllers/machinedeployment/machinedeployment.h"
#include "core/controllers/machinedisruption/machinedisruption.h"
#include "core/controllers/machineset/machinesetreconciler.h"
#include "core/controllers/nodelink/nodelinkreconciler.h"
#include "core/controllers/orphansweep/orphansweep.h"
#include "core/controllers/unreadable.h"
#include "core/controllers/wiring.h"
#include "core/rollout/setownership.h"

namespace core::controllers {

namespace {

using namespace std::chrono_literals;
using Keys = std::vector<api::ObjectKey>;
using runtime::Controller;

/// Reconcilers that look at all machines at once look when all that is due now has happened, and the more
/// seldom the longer a look takes: of ten thousand machines it takes some milliseconds.
std::function<base::Duration()> debounceDelay(const Stores &stores, base::Duration perMachine)
{
    return [&machines = stores.machines, perMachine] {
        return 1ms + perMachine * static_cast<std::int64_t>(machines.size());
    };
}

/// Shows the view every change; the controller keeps it.
template<typename Owner>
void show(SteadyMachinesView<Owner> &view, Controller &controller, const MachineControllerContext &context)
{
    for (base::Subscription &listener : showChanges(view, context.informers))
        controller.keep(std::move(listener));
}

} // namespace

void addIndexes(runtime::InformerSet &informers)
{
    addIndexes(informers.of<api::MachineSet>(), machineSetIndexes());
    informers.of<api::MachineHealthCheck>();
    informers.of<api::HealthCheckV1alpha1>();
    informers.ofNamespace<api::ConfigMap>(std::string(unhealthyConditionsNamespace));
    informers.of<api::Cluster>();
    addIndexes(informers.of<api::Machine>(), machineIndexes());
    addIndexes(informers.of<api::Node>(), nodeIndexes());
    addIndexes(informers.of<api::Pod>(), podIndexes());
}

Stores storesOf(runtime::InformerSet &informers)
{
    return {informers.of<api::MachineSet>().store(), informers.of<api::Machine>().store(),
        informers.of<api::MachineHealthCheck>().store(), informers.of<api::Node>().store(),
        informers.of<api::Pod>().store(), informers.of<api::HealthCheckV1alpha1>().store(),
        informers.of<api::ConfigMap>().store(), informers.of<api::Cluster>().store()};
}

std::unique_ptr<Controller> makeMachineController(const MachineControllerContext &context)
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

std::unique_ptr<Controller> makeMachineSetController(const MachineControllerContext &context)
{
    const Stores stores = storesOf(context.informers);
    const auto steady = std::make_shared<SteadyMachinesOfSets>(stores, steadyRulesOfSets(context.clock));
    auto controller = controllerOf<api::MachineSet>(
        context, makeMachineSetReconciler(stores, steady, context.clock, context.chance), planRefusal);
    show(*steady, *controller, context);
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

std::unique_ptr<Controller> makeMachineDeploymentController(const MachineControllerContext &context)
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

std::unique_ptr<Controller> makeNodeLinkController(const MachineControllerContext &context)
{
    const Stores stores = storesOf(context.informers);
    auto controller = controllerOf(context, makeNodeLinkReconciler(stores, context.clock));
    controller->forKind(context.informers.of<api::Node>());
    watchNodes(*controller, context, [](const api::Node &node) { return Keys {node.key()}; });
    controller->watches<api::Machine>(context.informers.of<api::Machine>(),
        [&nodes = stores.nodes](const api::Machine &machine) { return nodesOfMachine(nodes, machine); });
    // Who was one of several may leave the link to the others.
    controller->watchesChanges<api::Machine>(context.informers.of<api::Machine>(),
        [&nodes = stores.nodes](const api::Machine *before, const api::Machine *after) {
            return after ? Keys() : nodesMatching(nodes, *before);
        });
    controller->watchesChanges<api::Node>(context.informers.of<api::Node>(),
        [&nodes = stores.nodes](const api::Node *before, const api::Node *after) {
            Keys keys;
            if (!before || (after && matchesSame(*before, *after)))
                return keys;
            for (const NodePointer &other : nodesLike(nodes, *before))
                keys.push_back(other->key());
            return keys;
        });
    return controller;
}

std::unique_ptr<Controller> makeHealthCheckController(const MachineControllerContext &context)
{
    const Stores stores = storesOf(context.informers);
    const auto steady = std::make_shared<SteadyMachinesOfHealthChecks>(
        stores, steadyRulesOfHealthChecks(stores, context.clock));
    auto controller = controllerOf<api::MachineHealthCheck>(
        context, makeHealthCheckReconciler(stores, steady, context.clock, context.external), planRefusal);
    show(*steady, *controller, context);
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

std::unique_ptr<Controller> makeHealthCheckV1alpha1Controller(const MachineControllerContext &context)
{
    const Stores stores = storesOf(context.informers);
    const auto all = [&checks = stores.healthChecksV1alpha1] {
        Keys keys;
        for (const auto &check : checks.list())
            keys.push_back(check->key());
        return keys;
    };
    auto controller = controllerOf<api::HealthCheckV1alpha1>(context,
        makeHealthCheckV1alpha1Reconciler(
            stores, context.informers.of<api::MachineDisruptionBudget>().store(), context.clock),
        planRefusal);
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
    controller->debounce(debounceDelay(stores, 50us));
    return controller;
}

namespace {

/// Every budget of the namespace, when an owner of machines comes, goes or wants another number.
template<typename Owner>
void watchScale(
    Controller &controller, const MachineControllerContext &context, const MachineBudgets &budgets)
{
    controller.watchesChanges<Owner>(
        context.informers.of<Owner>(), [&budgets](const Owner *before, const Owner *after) {
            Keys keys;
            if (before && after && before->wantedReplicas() == after->wantedReplicas())
                return keys;
            for (const auto &budget : budgets.list()) {
                if (budget->metadata.ns == (after ? after : before)->metadata.ns)
                    keys.push_back(budget->key());
            }
            return keys;
        });
}

} // namespace

std::unique_ptr<Controller> makeMachineDisruptionController(const MachineControllerContext &context)
{
    const Stores stores = storesOf(context.informers);
    const MachineBudgets &budgets = context.informers.of<api::MachineDisruptionBudget>().store();
    auto controller = controllerOf<api::MachineDisruptionBudget>(context,
        makeMachineDisruptionReconciler(
            budgets, stores, context.informers.of<api::MachineDeployment>().store(), context.clock),
        planRefusal);
    watchOwn<api::MachineDisruptionBudget>(*controller, context);
    controller->watches<api::Machine>(context.informers.of<api::Machine>(),
        [&budgets](const api::Machine &machine) { return machineBudgetsOf(budgets, machine); });
    watchNodes(*controller, context, [stores, &budgets](const api::Node &node) {
        Keys keys;
        for (const api::Machine &machine :
            stores.machines.by(indexNames::machinesByNode, node.metadata.name))
            std::ranges::move(machineBudgetsOf(budgets, machine), std::back_inserter(keys));
        return keys;
    });
    watchScale<api::MachineSet>(*controller, context, budgets);
    watchScale<api::MachineDeployment>(*controller, context, budgets);
    controller->debounce([] { return 1ms; });
    return controller;
}

std::unique_ptr<Controller> makeOrphanSweepController(const MachineControllerContext &context)
{
    auto controller = controllerOf(context,
        makeOrphanSweep(
            storesOf(context.informers), context.informers.of<api::mcm::Machine>().store(), context.clock));
    controller->enqueueOnStart(orphanSweepKey());
    return controller;
}

std::unique_ptr<Controller> makeAutoscalerController(const MachineControllerContext &context)
{
    const AutoscalerStores stores {storesOf(context.informers),
        context.informers.of<api::MachineDeployment>().store(),
        context.informers.of<api::PodDisruptionBudget>().store()};
    auto controller = controllerOf(context, makeAutoscaler(stores, context.clock));
    controller->enqueueOnStart(autoscalerKey());
    return controller;
}

} // namespace core::controllers
