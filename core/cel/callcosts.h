// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a call of a function may cost, and how large its result may be.

#include "core/cel/costestimate.h"
#include "core/cel/library.h"

#include <limits>

namespace core::cel {

inline constexpr Bounds noCost {0, 0};
inline constexpr Bounds oneUnit {1, 1};
inline constexpr Bounds unknownSize {0, std::numeric_limits<std::uint64_t>::max()};

Bounds operator+(const Bounds &a, const Bounds &b);
Bounds operator*(const Bounds &a, const Bounds &b);
Bounds operator*(const Bounds &bounds, double factor); ///< rounded up
/// The bounds go from the smaller one's least to the larger one's most.
Bounds either(const Bounds &a, const Bounds &b);

/// An argument of a call.
struct Measured {
    const Node *node = nullptr;
    std::optional<SizeEstimate> size;
    std::optional<SizeEstimate> itemSize; ///< of a list's items, as its schema tells

    SizeEstimate sizeOrUnknown() const { return size.value_or(unknownSize); }
};

struct CallEstimate {
    CostEstimate cost;
    std::optional<SizeEstimate> size;
};

/// The estimate leaves out what the arguments cost; the first one is a member's target.
CallEstimate estimateCall(const Node &call, const Overload &overload, std::span<const Measured> arguments);

/// Estimates what sorting items costs; areTexts: they, or the keys to sort by, are texts.
CallEstimate sortedList(const SizeEstimate &items, bool areTexts);

} // namespace core::cel
