// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Plays whoever updates nodes in place (docs/machines.md §6.7): some time after a node was drained and is
// ready for its update, the result is on it as a label. Nothing else of the node changes: there is no system
// to update.

#include "core/api/node.h"
#include "core/base/clock.h"

namespace core::hollow {

/// The annotation on a Node, with any value, makes its update fail.
inline constexpr std::string_view failUpdate = "hollowlab.io/fail-update";
/// An update lasts so long from ReadyForUpdate to the result.
inline constexpr std::chrono::seconds updateDuration {10};

/// The result is due at that time; nothing while no update is under way.
std::optional<base::Time> updateDue(const api::Node &node);
/// The node with the result on it.
api::Node withUpdateResult(api::Node node);

} // namespace core::hollow
