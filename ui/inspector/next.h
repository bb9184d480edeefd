// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What happens next to a machine, or to a node's machine: who does what and when, within which budget; what
// led to it; and how it goes on from there, as far as the past allows to say (docs/window.md W21).

#include "ui/clusterview.h"
#include "ui/theme.h"

namespace ui {

/// Empty for an object that is no machine and no machine's node.
QString nextHtml(const ClusterView &cluster, const Theme &theme, const ObjectRef &object);

} // namespace ui
