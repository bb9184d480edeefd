// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What an expression may cost, whatever its variables hold, in the units of Kubernetes (meter.h,
// docs/api-semantics.md L9).

#include "core/cel/checker.h"

namespace core::cel {

/// A number that lies between these; what is larger than numbers go is the largest one.
struct Bounds {
    std::uint64_t least = 0;
    std::uint64_t most = 0;

    bool operator==(const Bounds &) const = default;
};
using CostEstimate = Bounds;
using SizeEstimate = Bounds; ///< characters, bytes, items or entries

/// Estimates what a checked expression costs at worst. The types of variables tell of sizes
/// (Type::mostElements); as large as "self" is what no variable holds and nobody else knows the size of, as
/// Kubernetes has it.
CostEstimate estimateCost(const Node &root, const Variables &variables);

} // namespace core::cel
