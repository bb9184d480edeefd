// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a table says while it has no row.

#include "ui/clusterview.h"

namespace ui {

/// Tells why there is none at this moment, and what would bring some if the user may do it.
QString whenEmpty(Kind kind, const ClusterView &cluster);

} // namespace ui
