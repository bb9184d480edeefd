// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/machinedisruption/machinedisruptioncontroller.h"

#include "core/controllers/machinedisruption/machinedisruption.h"
#include "core/controllers/wiring.h"

namespace core::controllers {

using namespace std::chrono_literals;

namespace {

/// Every budget of the namespace, when an owner of machines comes, goes or wants another number.
template<typename Owner>
void watchScale(
    runtime::Controller &controller, const MachineControllerContext &context, const MachineBudgets &budgets)
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

std::unique_ptr<runtime::Controller> makeMachineDisruptionController(const MachineControllerContext &context)
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
        for (const api::Machine &machine : stores.machines.by(indexNames::machinesByNode, node.metadata.name))
            std::ranges::move(machineBudgetsOf(budgets, machine), std::back_inserter(keys));
        return keys;
    });
    watchScale<api::MachineSet>(*controller, context, budgets);
    watchScale<api::MachineDeployment>(*controller, context, budgets);
    controller->debounce([] { return 1ms; });
    return controller;
}

} // namespace core::controllers
