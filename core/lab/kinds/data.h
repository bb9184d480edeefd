// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What config maps and secrets have in common: named pieces of data.

#include "core/lab/kinds/columns.h"
#include "core/lab/status.h"

namespace core::lab::kinds {

void checkData(const api::Json &object, FieldErrors &errors);
/// What says that it never changes keeps its data, and keeps saying so.
void checkImmutable(const api::Json &object, const api::Json &old, FieldErrors &errors);
/// How many pieces there are.
Column dataColumn();

} // namespace core::lab::kinds
