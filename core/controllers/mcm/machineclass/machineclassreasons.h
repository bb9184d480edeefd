// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the controllers say that keep classes and secrets while they are referred to.

#include "core/api/reason.h"

namespace core::controllers::mcm {

inline constexpr api::ReasonKind machineClassReasons[] {
    {"Gone", "The {kind} does not exist."},
    {"FailedValidate", "Nothing is done: {problem}."},
    {"Referenced", "Is kept: {by} refer to it."},
    {"Unreferenced", "Nothing refers to it; it may go."},
    {"AddingFinalizer", "Is kept from now on: {by} refer to it."},
    {"RemovingFinalizer", "Nothing refers to it any more, so that it may go."},
};
inline constexpr api::Reasons<machineClassReasons> machineClassReason;

} // namespace core::controllers::mcm
