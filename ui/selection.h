// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/kind.h"

#include <vector>

namespace ui {

/// What the user has chosen in the table in front; empty keys when nothing is.
struct Selection {
    Kind kind = Kind::Machine;
    std::vector<core::api::ObjectKey> keys;
};

} // namespace ui
