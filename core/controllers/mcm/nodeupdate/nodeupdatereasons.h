// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the controller of updates in place says about a node.

#include "core/api/reason.h"

namespace core::controllers::mcm {

inline constexpr api::ReasonKind nodeUpdateReasons[] {
    {"Gone", "The node does not exist."},
    {"NodeDeleting", "The node is on its way out."},
    {"NotUpdated", "The node is not to be updated in place."},
    {"CandidateForUpdate", "The node waits to be selected for an update in place."},
    {"SelectedForUpdate", "The node is selected for an update: it is cordoned, then drained."},
    {"Draining", "{pods} pods have to leave before the update; next try in {retry}."},
    {"Drained", "The node is drained: no pod is left that had to leave."},
    {"ReadyForUpdate", "The node is drained and may be updated."},
    {"WaitingForUpdate", "The node is drained; waits for the result of its update."},
    {"UpdateSuccessful", "The node was updated in place."},
    {"UpdateFailed", "The node could not be updated in place."},
};
inline constexpr api::Reasons<nodeUpdateReasons> nodeUpdateReason;

} // namespace core::controllers::mcm
