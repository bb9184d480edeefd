// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/mcm/nodeupdate/nodeupdatecontroller.h"

#include "core/controllers/mcm/nodeupdate/nodeupdate.h"
#include "core/controllers/wiring.h"

namespace core::controllers::mcm {

std::unique_ptr<runtime::Controller> makeNodeUpdateController(
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

} // namespace core::controllers::mcm
