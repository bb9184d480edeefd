// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/silence.h"

#include "core/api/machine.h"
#include "core/api/mcm.h"
#include "core/api/node.h"
#include "core/controlplane/nodelifecycle.h"
#include "core/runtime/informerset.h"

namespace core::engine {

namespace {

/// Null when it does not run.
const controlplane::NodeLifecycle *lifecycleAmong(const std::vector<runtime::Controller *> &controllers)
{
    for (const runtime::Controller *controller : controllers) {
        const auto *found = dynamic_cast<const controlplane::NodeLifecycle *>(&controller->reconciler());
        if (found && controller->isRunning())
            return found;
    }
    return nullptr;
}

/// Whoever was last seen before is silent.
base::Time latestSign(base::Duration heartbeat, base::Time now)
{
    return now - (heartbeat + heartbeat / 2);
}

} // namespace

std::string nodeBehind(const api::ResourceRef &object, runtime::InformerSet &informers)
{
    if (object.resource == &api::resourceOf<api::Node>())
        return object.key.name;
    if (object.resource == &api::resourceOf<api::Machine>()) {
        const auto machine = informers.of<api::Machine>().store().find(object.key);
        return machine && machine->status.nodeRef ? machine->status.nodeRef->name : std::string();
    }
    if (object.resource != &api::resourceOf<api::mcm::Machine>())
        return {};
    const auto machine = informers.of<api::mcm::Machine>().store().find(object.key);
    return machine ? std::string(machine->metadata.label(api::mcm::keys::nodeLabel)) : std::string();
}

std::vector<std::string> silentNodes(
    const std::vector<runtime::Controller *> &controllers, base::Duration heartbeat, base::Time now)
{
    const controlplane::NodeLifecycle *lifecycle = lifecycleAmong(controllers);
    return lifecycle ? lifecycle->probes().readyButUnseenSince(latestSign(heartbeat, now))
                     : std::vector<std::string>();
}

std::optional<Silence> silenceOf(const std::string &node,
    const std::vector<runtime::Controller *> &controllers, base::Duration heartbeat, base::Time now)
{
    const controlplane::NodeLifecycle *lifecycle = node.empty() ? nullptr : lifecycleAmong(controllers);
    const auto sign = lifecycle ? lifecycle->signOfLife(node) : std::nullopt;
    if (!sign || sign->seen >= latestSign(heartbeat, now))
        return std::nullopt;
    return Silence {node, sign->seen, sign->unknownAt, {}};
}

} // namespace core::engine
