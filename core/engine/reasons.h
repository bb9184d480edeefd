// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The catalogue of all reasons: whatever a controller may answer to "Why?". The documentation
// (docs/reasons.md), tests and translations read it.

#include "core/api/reason.h"

#include <vector>

namespace core::engine {

/// A part of the catalogue: an array that stands beside the controllers that give its reasons.
struct ReasonFamily {
    std::vector<std::string_view> controllers; ///< as in metrics and events; none: every controller
    std::span<const api::ReasonKind> kinds;
    /// What the kinds, which are clauses, stand in; empty for kinds that are sentences themselves.
    std::string_view frame = {};
};

const std::vector<ReasonFamily> &reasonCatalogue();

} // namespace core::engine
