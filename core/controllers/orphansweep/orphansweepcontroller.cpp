// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/orphansweep/orphansweepcontroller.h"

#include "core/controllers/orphansweep/orphansweep.h"
#include "core/controllers/wiring.h"

namespace core::controllers {

std::unique_ptr<runtime::Controller> makeOrphanSweepController(const MachineControllerContext &context)
{
    auto controller = controllerOf(context,
        makeOrphanSweep(
            storesOf(context.informers), context.informers.of<api::mcm::Machine>().store(), context.clock));
    controller->enqueueOnStart(orphanSweepKey());
    return controller;
}

} // namespace core::controllers
