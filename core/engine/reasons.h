// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The catalogue of all reasons: whatever a controller may answer to "Why?". The documentation
// (docs/reasons.md), tests and translations read it.

#include "core/api/reason.h"

#include <span>
#include <vector>

namespace core::engine {

/// A part of the catalogue: an array that stands beside the controllers that give its reasons.
struct ReasonFamily {
    std::vector<std::string_view> controllers; ///< as in metrics and events; none: every controller
    std::span<const api::ReasonKind> kinds;
    /// What the kinds, which are clauses, stand in: one sentence; none for kinds that are sentences.
    std::span<const api::ReasonKind> frames = {};
};

const std::vector<ReasonFamily> &reasonCatalogue();

/// The entry of a saying that may have been kept on disk, or come from another process: of a reason, or of
/// sayingTables(). Null for a plain one, and for one that no entry of today renders so.
const api::ReasonKind *entryOf(const api::Saying &saying);

} // namespace core::engine
