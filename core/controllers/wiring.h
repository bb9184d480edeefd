// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How controllers are put together: for the setup of this folder and of those beneath it.

#include "core/controllers/setup.h"
#include "core/controllers/stores.h"
#include "core/controllers/unreadablerefuser.h"

#include <algorithm>

namespace core::controllers {

using Keys = std::vector<api::ObjectKey>;

inline std::unique_ptr<runtime::Controller> controllerOf(
    const MachineControllerContext &context, std::unique_ptr<runtime::Reconciler> reconciler)
{
    return std::make_unique<runtime::Controller>(std::move(reconciler), context.clock, context.runner);
}

/// Makes the controller of a reconciler of objects of that kind; for one that can't be read the refusal tells
/// why.
template<typename T>
std::unique_ptr<runtime::Controller> controllerOf(const MachineControllerContext &context,
    std::unique_ptr<runtime::Reconciler> reconciler, Refusal<T> refusal)
{
    runtime::Informer<T> &informer = context.informers.of<T>();
    auto controller = controllerOf(context,
        std::make_unique<UnreadableRefuser<T>>(std::move(reconciler), refusal, informer, context.clock));
    controller->watchesUnreadable(informer);
    return controller;
}

template<typename T>
void watchOwn(runtime::Controller &controller, const MachineControllerContext &context)
{
    controller.watchesOwn(context.informers.of<T>());
}

/// Enqueues keys, of what was and of what is, only for changes of that kind that concern the controller
/// (null: not there).
template<typename T>
void watchWhatConcerns(runtime::Controller &controller, const MachineControllerContext &context,
    bool (*concerns)(const T *before, const T *after), const std::function<Keys(const T &)> &keysOf)
{
    controller.watchesChanges<T>(
        context.informers.of<T>(), [concerns, keysOf](const T *before, const T *after) {
            Keys keys;
            if (!concerns(before, after))
                return keys;
            for (const T *one : {before, after}) {
                if (one)
                    std::ranges::move(keysOf(*one), std::back_inserter(keys));
            }
            return keys;
        });
}

/// Nodes change all the time, but mostly their heartbeats, which concern nobody here.
inline void watchNodes(runtime::Controller &controller, const MachineControllerContext &context,
    const std::function<Keys(const api::Node &)> &keysOf)
{
    controller.watchesChanges<api::Node>(
        context.informers.of<api::Node>(), [keysOf](const api::Node *before, const api::Node *after) {
            if (before && after && isHeartbeat(*before, *after))
                return Keys();
            const api::Node *node = after ? after : before;
            return node ? keysOf(*node) : Keys();
        });
}

/// Shows the view every change of what it is made from, as long as the subscriptions live.
template<typename Owner>
base::Subscriptions showChanges(SteadyMachinesView<Owner> &view, runtime::InformerSet &informers)
{
    base::Subscriptions listeners;
    listeners.push_back(informers.of<Owner>().onChange([&view](const auto &before, const auto &after) {
        view.ownerChanged((after ? after : before)->key(), after);
    }));
    listeners.push_back(informers.of<api::Machine>().onChange(
        [&view](const auto &before, const auto &after) { view.machineChanged(before.get(), after.get()); }));
    listeners.push_back(informers.of<api::Node>().onChange([&view](const auto &before, const auto &after) {
        view.nodeChanged((after ? after : before)->metadata.name);
    }));
    return listeners;
}

/// Shows the changes to a view that the controller's reconciler reads; the controller keeps the
/// subscriptions.
template<typename Owner>
void showChanges(
    SteadyMachinesView<Owner> &view, runtime::Controller &controller, const MachineControllerContext &context)
{
    for (base::Subscription &listener : showChanges(view, context.informers))
        controller.keep(std::move(listener));
}

/// Reconcilers that look at all machines at once look when all that is due now has happened, and the more
/// seldom the longer a look takes: of ten thousand machines it takes some milliseconds.
inline std::function<base::Duration()> debounceDelay(const Stores &stores, base::Duration perMachine)
{
    return [&machines = stores.machines, perMachine] {
        return std::chrono::milliseconds(1) + perMachine * static_cast<std::int64_t>(machines.size());
    };
}

} // namespace core::controllers
