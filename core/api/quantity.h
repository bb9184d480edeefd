// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Kubernetes resource quantities: "500m", "2", "4Gi", "1e3". The text is kept as written; value is in
// thousandths.

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace core::api {

/// Thousandths of a unit, rounded up; saturates at the ends of the range. Invalid when the text is no
/// quantity.
base::Result<std::int64_t> parseQuantityMilli(std::string_view text);

struct Quantity {
    std::string text;

    /// Thousandths; 0 for text that is no quantity.
    std::int64_t milli() const { return parseQuantityMilli(text).value_or(0); }
    bool operator==(const Quantity &) const = default;
};

} // namespace core::api
