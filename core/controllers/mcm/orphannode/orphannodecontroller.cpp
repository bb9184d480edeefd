// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/mcm/orphannode/orphannodecontroller.h"

#include "core/controllers/mcm/orphannode/orphannode.h"
#include "core/controllers/wiring.h"

namespace core::controllers::mcm {

namespace {

Keys nodeOf(const api::mcm::Machine &machine)
{
    const std::string_view node = machine.metadata.label(api::mcm::keys::nodeLabel);
    return node.empty() ? Keys() : Keys {{{}, std::string(node)}};
}

} // namespace

std::unique_ptr<runtime::Controller> makeOrphanNodeController(
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

} // namespace core::controllers::mcm
