// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is done in the window, as it would be done with kubectl.

#include "core/engine/values.h"

#include <QString>

namespace ui {

/// The line for a shell, which begins with the given call of kubectl (ClusterView::kubectl); several lines
/// for what is read from standard input. Empty for what kubectl can't do.
QString kubectlLine(const QString &kubectl, const core::engine::Command &command);
/// The merge patch that gives a set or deployment that provider config, or changes it so.
core::api::Json configPatch(const core::api::Json &config);

} // namespace ui
