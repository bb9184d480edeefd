// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/hand.h"

#include "ui/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace ui {

namespace {

struct HandWords {
    Q_DECLARE_TR_FUNCTIONS(ui::Next)
};

} // namespace

std::string_view controllerOf(Kind setOrDeployment)
{
    switch (setOrDeployment) {
    case Kind::MachineSet:
        return "machineset";
    case Kind::McmMachineSet:
        return "mcm-machineset";
    case Kind::MachineDeployment:
        return "machinedeployment";
    default:
        return "mcm-machinedeployment";
    }
}

bool isInOurHand(const ClusterView &cluster, Kind setOrDeployment)
{
    const auto &all = cluster.status().controllers;
    const auto found =
        std::ranges::find(all, controllerOf(setOrDeployment), &core::engine::ControllerState::name);
    return found != all.end() && found->running;
}

QString byHand(const QString &deed, const ClusterView &cluster, Kind setOrDeployment)
{
    if (isInOurHand(cluster, setOrDeployment))
        return HandWords::tr("%1 next.").arg(deed);
    if (cluster.status().mode == core::engine::Mode::Lab)
        return HandWords::tr("%1 once the controller %2 is on.")
            .arg(deed, text(controllerOf(setOrDeployment)));
    return HandWords::tr("%1 when its controller, which does not run here, says so.").arg(deed);
}

} // namespace ui
