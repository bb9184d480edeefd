// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The English words and numbers for facts and episodes, as files and terminals show them. The window
// translates.

#include "core/timeline/fact.h"

namespace core::timeline {

/// "NodeHealth": stable, stored in files.
std::string_view nameOf(FactKind kind);
std::optional<FactKind> factKindOf(std::string_view name);

/// "open", "replaced", "healed", "gone": stable, stored in files and written in scenarios.
std::string_view nameOf(Outcome outcome);
std::optional<Outcome> outcomeOf(std::string_view name);

/// How the episode ended, in one sentence (docs/window.md W10): "Replaced in 19.3 s."
std::string sentenceOf(const Episode &episode);

/// "2026-11-20T10:00:00.123Z": UTC, finer digits cut.
std::string formatMillis(api::Time time);
/// Tenths of a second, rounded: "19.3 s".
std::string formatSeconds(base::Duration duration);

} // namespace core::timeline
