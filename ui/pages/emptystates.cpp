// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/emptystates.h"

#include "ui/actions.h"
#include "ui/format.h"
#include "ui/spoken.h"

#include <QCoreApplication>

#include <algorithm>

namespace ui {

using core::engine::Connection;
using core::engine::ControllerState;

namespace {

struct EmptyStates {
    Q_DECLARE_TR_FUNCTIONS(EmptyStates)

public:
    const ClusterView &cluster;
    const Actions &actions;

    std::optional<EmptyState> past() const;
    std::optional<EmptyState> connection() const;
    std::optional<EmptyState> trouble() const;
    std::optional<EmptyState> unreadable(Kind kind) const;
    std::optional<EmptyState> notServed(Kind kind) const;
    EmptyState stopped(const QString &state, std::string_view controller) const;
    QString notRunning(std::string_view controller) const;
    EmptyState state(const QString &why, QAction *help) const;
    template<typename Set>
    EmptyState machines(std::string_view controller, const EmptyState &withoutSets) const;
    EmptyState nodes() const;
    EmptyState ofKind(Kind kind) const;
};

/// What keeps rows away now says nothing about that moment.
std::optional<EmptyState> EmptyStates::past() const
{
    if (!cluster.isPast())
        return std::nullopt;
    return EmptyState {tr("None at %1.").arg(momentText(cluster.now(), cluster.present())), actions.present};
}

/// Nothing once something has been read.
std::optional<EmptyState> EmptyStates::connection() const
{
    const auto &status = cluster.status();
    if (!status.mode || status.connection == Connection::Starting)
        return EmptyState {tr("Starting: nothing has been read yet.")};
    if (status.connection != Connection::Failed)
        return std::nullopt;
    const QString why = tr("Nothing could be read: %1").arg(spoken(status.connectionNote));
    if (status.mode == core::engine::Mode::Lab)
        return EmptyState {why};
    return EmptyState {why + u'\n' + tr("It is tried again by itself."), actions.clusters};
}

/// A lab that can't write makes nothing, whatever is asked of it: no button that makes something helps.
std::optional<EmptyState> EmptyStates::trouble() const
{
    const auto &status = cluster.status();
    if (status.mode != core::engine::Mode::Lab || status.connection != Connection::Live
        || status.connectionNote.empty())
        return std::nullopt;
    const QString why = tr("The lab has trouble: %1").arg(spoken(status.connectionNote));
    return EmptyState {why + u'\n' + tr("It is tried again by itself."), actions.clusters};
}

/// The server answers, but not about these.
std::optional<EmptyState> EmptyStates::unreadable(Kind kind) const
{
    const QString name = kubectlName(kind);
    const auto &unread = cluster.status().unread;
    const auto found = std::ranges::find(unread, utf8(name), &core::engine::UnreadKind::resource);
    if (found == unread.end())
        return std::nullopt;
    const QString why = tr("Nothing could be read: %1").arg(spoken(found->why));
    const QString need = tr("Your user needs a role that allows get, list and watch of %1.").arg(name);
    return EmptyState {found->isRefused ? why + u'\n' + need : why};
}

std::optional<EmptyState> EmptyStates::notServed(Kind kind) const
{
    const auto &missing = cluster.status().missingCrds;
    if (std::ranges::find(missing, utf8(kubectlName(kind))) == missing.end())
        return std::nullopt;
    return state(tr("This cluster does not serve %1.").arg(kubectlName(kind)), actions.install);
}

/// The text is empty when the controller runs.
QString EmptyStates::notRunning(std::string_view controller) const
{
    const auto &all = cluster.status().controllers;
    const auto state = std::ranges::find(all, controller, &ControllerState::name);
    if (state == all.end() || state->running)
        return {};
    return state->wanted ? tr("the controller %1 does not run yet").arg(text(controller))
                         : tr("the controller %1 is off").arg(text(controller));
}

/// Only one that is off can be turned on.
EmptyState EmptyStates::stopped(const QString &why, std::string_view controller) const
{
    const auto &all = cluster.status().controllers;
    const auto found = std::ranges::find(all, controller, &ControllerState::name);
    const bool isOff = found != all.end() && !found->wanted;
    return state(why, isOff ? actions.startControllers : nullptr);
}

/// While the window is locked unlocking helps first, if anything does.
EmptyState EmptyStates::state(const QString &why, QAction *help) const
{
    const auto &status = cluster.status();
    if (!help || !status.locked)
        return {why, help};
    if (status.readOnly)
        return {why};
    return {why + u'\n' + tr("Once it is unlocked: %1").arg(help->iconText()), actions.changeLock};
}

template<typename Set>
EmptyState EmptyStates::machines(std::string_view controller, const EmptyState &withoutSets) const
{
    std::int64_t wanted = 0;
    for (const auto &[key, set] : cluster.all<Set>())
        wanted += set->wantedReplicas();
    if (cluster.all<Set>().empty())
        return withoutSets;
    if (wanted == 0)
        return state(tr("No machines: no set wants any. Scale one."), actions.showSets);
    const QString why = notRunning(controller);
    return why.isEmpty()
        ? EmptyState {tr("No machines yet; the sets want %1.").arg(countText(wanted))}
        : stopped(tr("No machines: the sets want %1, but %2.").arg(countText(wanted), why), controller);
}

EmptyState EmptyStates::nodes() const
{
    const bool hasNone =
        cluster.all<core::api::Machine>().empty() && cluster.all<core::api::mcm::Machine>().empty();
    if (hasNone)
        return {tr("No nodes: there is no machine."), ofKind(Kind::Machine).help};
    const std::string_view controller = cluster.all<core::api::Machine>().empty() ? "mcm-machine" : "machine";
    const QString why = notRunning(controller);
    return why.isEmpty() ? EmptyState {tr("No nodes. They appear as soon as machines boot.")}
                         : stopped(tr("No nodes: there are machines, but %1.").arg(why), controller);
}

EmptyState EmptyStates::ofKind(Kind kind) const
{
    switch (kind) {
    case Kind::Machine:
        return machines<core::api::MachineSet>(
            "machineset", state(tr("No machines, and no MachineSet that makes some."), actions.newSet));
    case Kind::MachineSet:
        return state(tr("No MachineSet yet."), actions.newSet);
    case Kind::MachineDeployment:
        return state(
            tr("No MachineDeployment: changes of a set reach new machines only."), actions.applyYaml);
    case Kind::McmMachine:
        return machines<core::api::mcm::MachineSet>("mcm-machineset",
            state(tr("No machines of machine.sapcloud.io, and no set that makes some."), actions.applyYaml));
    case Kind::McmMachineSet:
        return state(tr("No sets of machine.sapcloud.io."), actions.applyYaml);
    case Kind::McmMachineDeployment:
        return state(tr("No deployments of machine.sapcloud.io."), actions.applyYaml);
    case Kind::McmMachineClass:
        return state(tr("No classes: machines can't be made without one."), actions.applyYaml);
    case Kind::Node:
        return nodes();
    case Kind::HealthCheck:
        return state(tr("No health checks: failed machines are not replaced."), actions.newCheck);
    case Kind::HealthCheckV1alpha1:
        return {}; // shown when there are some
    case Kind::Event:
        return {tr("No events in the last hour.")};
    }
    return {};
}

} // namespace

EmptyState whenEmpty(Kind kind, const ClusterView &cluster, const Actions &actions)
{
    const EmptyStates states {cluster, actions};
    for (const auto &found : {states.past(), states.connection(), states.trouble(), states.notServed(kind),
             states.unreadable(kind)}) {
        if (found)
            return *found;
    }
    return states.ofKind(kind);
}

} // namespace ui
