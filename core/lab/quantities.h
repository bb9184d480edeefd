// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Quantities in objects as they are stored: texts, or numbers.

#include "core/api/json.h"
#include "core/api/podfit.h"

namespace core::lab {

std::string quantityText(const api::Json &quantity);
/// The amount is in thousandths; nothing when it is no quantity.
std::optional<std::int64_t> quantityMilli(const api::Json &quantity);
/// Those of a map, none when it is missing; what is no quantity is 0.
api::Amounts amountsIn(const api::Json *quantities);

/// "250m" and "2" of CPU, "4Gi" of bytes, "3" of all else.
std::string amountText(std::string_view resource, std::int64_t milli);

} // namespace core::lab
