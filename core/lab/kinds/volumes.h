// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What volumes and the claims to them have in common.

#include "core/lab/tables.h"

namespace core::lab::kinds {

/// The access modes at the path in kubectl's short form: "RWO,ROX".
Column accessModesColumn(std::vector<std::string> path);

} // namespace core::lab::kinds
