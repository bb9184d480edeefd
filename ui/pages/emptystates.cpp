// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/emptystates.h"

#include "ui/actions.h"
#include "ui/format.h"
#include "ui/keys.h"

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

    static QString way(const QAction &action);
    QString connection() const;
    QString unreadable(Kind kind) const;
    QString notServed(Kind kind) const;
    QString notRunning(std::string_view controller) const;
    QString withHint(const QString &state, const QString &hint) const;
    template<typename Set>
    QString machines(std::string_view controller, const QString &withoutSets) const;
    QString nodes() const;
    QString ofKind(Kind kind) const;
};

/// Its key, or where it is found without.
QString EmptyStates::way(const QAction &action)
{
    const QString key = keyText(action);
    return key.isEmpty() ? tr("“%1”").arg(action.iconText()) : key;
}

/// Empty once something has been read.
QString EmptyStates::connection() const
{
    const auto &status = cluster.status();
    if (!status.mode || status.connection == Connection::Starting)
        return tr("Starting: nothing has been read yet.");
    if (status.connection != Connection::Failed)
        return {};
    const QString state = tr("Nothing could be read: %1").arg(text(status.connectionNote));
    return status.mode == core::engine::Mode::Lab ? state
                                                  : state + u'\n'
            + tr("It is tried again by itself. %1 opens another cluster.").arg(way(*actions.clusters));
}

/// The server answers, but not about these.
QString EmptyStates::unreadable(Kind kind) const
{
    const QString name = kubectlName(kind);
    const auto &unread = cluster.status().unread;
    const auto found = std::ranges::find(unread, utf8(name), &core::engine::UnreadKind::resource);
    if (found == unread.end())
        return {};
    const QString state = tr("Nothing could be read: %1").arg(text(found->why));
    return found->isRefused
        ? state + u'\n' + tr("Your user needs a role that allows get, list and watch of %1.").arg(name)
        : state;
}

QString EmptyStates::notServed(Kind kind) const
{
    const auto &missing = cluster.status().missingCrds;
    if (std::ranges::find(missing, utf8(kubectlName(kind))) == missing.end())
        return {};
    return withHint(tr("This cluster does not serve %1.").arg(kubectlName(kind)),
        tr("Install prerequisites, in the menu File, brings it."));
}

/// Empty when the controller runs.
QString EmptyStates::notRunning(std::string_view controller) const
{
    const auto &all = cluster.status().controllers;
    const auto state = std::ranges::find(all, controller, &ControllerState::name);
    if (state == all.end() || state->running)
        return {};
    return state->wanted ? tr("the controller %1 does not run yet").arg(text(controller))
                         : tr("the controller %1 is off").arg(text(controller));
}

QString EmptyStates::withHint(const QString &state, const QString &hint) const
{
    return cluster.status().locked ? state : state + u'\n' + hint;
}

template<typename Set>
QString EmptyStates::machines(std::string_view controller, const QString &withoutSets) const
{
    std::int64_t wanted = 0;
    for (const auto &[key, set] : cluster.all<Set>())
        wanted += set->wantedReplicas();
    if (cluster.all<Set>().empty())
        return withoutSets;
    if (wanted == 0)
        return withHint(tr("No machines: no set wants any."),
            tr("Scale one: select it under Sets and press %1.").arg(way(*actions.scale).toLower()));
    const QString why = notRunning(controller);
    return why.isEmpty() ? tr("No machines yet; the sets want %1.").arg(wanted)
                         : tr("No machines: the sets want %1, but %2.").arg(wanted).arg(why);
}

QString EmptyStates::nodes() const
{
    const bool machines =
        !cluster.all<core::api::Machine>().empty() || !cluster.all<core::api::mcm::Machine>().empty();
    if (!machines)
        return tr("No nodes: there is no machine.");
    const QString why = notRunning(cluster.all<core::api::Machine>().empty() ? "mcm-machine" : "machine");
    return why.isEmpty() ? tr("No nodes. They appear as soon as machines boot.")
                         : tr("No nodes: there are machines, but %1.").arg(why);
}

QString EmptyStates::ofKind(Kind kind) const
{
    using core::api::MachineSet;
    const QString byYaml = tr("Create one with %1, which applies YAML.").arg(way(*actions.applyYaml));
    switch (kind) {
    case Kind::Machine:
        return machines<MachineSet>("machineset",
            withHint(tr("No machines, and no MachineSet that makes some."),
                tr("Create one with %1.").arg(way(*actions.newSet))));
    case Kind::MachineSet:
        return withHint(tr("No MachineSet yet."),
            tr("Create one with %1, or apply YAML with kubectl.").arg(way(*actions.newSet)));
    case Kind::MachineDeployment:
        return withHint(tr("No MachineDeployment: changes of a set reach new machines only."), byYaml);
    case Kind::McmMachine:
        return machines<core::api::mcm::MachineSet>(
            "mcm-machineset", tr("No machines of machine.sapcloud.io, and no set that makes some."));
    case Kind::McmMachineSet:
        return tr("No sets of machine.sapcloud.io.");
    case Kind::McmMachineDeployment:
        return withHint(tr("No deployments of machine.sapcloud.io."), byYaml);
    case Kind::McmMachineClass:
        return tr("No classes: machines can't be made without one.");
    case Kind::Node:
        return nodes();
    case Kind::HealthCheck:
        return withHint(tr("No health checks: failed machines are not replaced."),
            tr("%1 creates a MachineSet with one.").arg(way(*actions.newSet)));
    case Kind::HealthCheckV1alpha1:
        return {}; // shown when there are some
    case Kind::Event:
        return tr("No events in the last hour.");
    }
    return {};
}

} // namespace

QString whenEmpty(Kind kind, const ClusterView &cluster, const Actions &actions)
{
    const EmptyStates states {cluster, actions};
    if (const QString connection = states.connection(); !connection.isEmpty())
        return connection;
    if (const QString notServed = states.notServed(kind); !notServed.isEmpty())
        return notServed;
    const QString unreadable = states.unreadable(kind);
    return unreadable.isEmpty() ? states.ofKind(kind) : unreadable;
}

} // namespace ui
