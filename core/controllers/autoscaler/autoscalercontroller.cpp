// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/autoscaler/autoscalercontroller.h"

#include "core/controllers/autoscaler/autoscaler.h"
#include "core/controllers/wiring.h"

namespace core::controllers {

std::unique_ptr<runtime::Controller> makeAutoscalerController(const MachineControllerContext &context)
{
    const AutoscalerStores stores {storesOf(context.informers),
        context.informers.of<api::MachineDeployment>().store(),
        context.informers.of<api::PodDisruptionBudget>().store()};
    auto controller = controllerOf(context, makeAutoscaler(stores, context.clock));
    controller->enqueueOnStart(autoscalerKey());
    return controller;
}

} // namespace core::controllers
