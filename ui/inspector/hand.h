// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Who does what a set or a deployment of machines asks for: our controller, nobody while that is off, or
// another program of the cluster.

#include "ui/clusterview.h"

namespace ui {

/// The name of our controller for that kind, as docs/machines.md has it.
std::string_view controllerOf(Kind setOrDeployment);
/// Whether ours does it now.
bool isInOurHand(const ClusterView &cluster, Kind setOrDeployment);
/// The deed ("2 machines are created") with what it waits for.
QString byHand(const QString &deed, const ClusterView &cluster, Kind setOrDeployment);

} // namespace ui
