// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a table says while it has no row.

#include "ui/clusterview.h"

namespace ui {

class Actions;

/// Tells why there is none at this moment, and what would bring some if the user may do it, with its key.
QString whenEmpty(Kind kind, const ClusterView &cluster, const Actions &actions);

} // namespace ui
