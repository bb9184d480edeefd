// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/nodelink/nodelinkcontroller.h"

#include "core/controllers/nodelink/nodelinkreconciler.h"
#include "core/controllers/wiring.h"

namespace core::controllers {

std::unique_ptr<runtime::Controller> makeNodeLinkController(const MachineControllerContext &context)
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

} // namespace core::controllers
