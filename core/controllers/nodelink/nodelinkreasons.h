// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the controller that links nodes and machines says.

#include "core/api/reason.h"

namespace core::controllers {

inline constexpr api::ReasonKind nodeLinkReasons[] {
    {"Gone", "The node does not exist."},
    {"NodeDeleting", "Is being deleted."},
    {"HeldByOthers", "Is held by the machine-controller-manager."},
    {"NoMachine", "No machine has this node's provider id or address."},
    {"AmbiguousMachineMatch", "Is tied to no machine, because several have its {by}: {machines}."},
    {"AmbiguousMachineMatch", "Is tied to no machine: {problem}.", "machines nodes"},
    {"Linked", "Belongs to machine {machine}, found by {by}."},
};
inline constexpr api::Reasons<nodeLinkReasons> nodeLinkReason;

} // namespace core::controllers
