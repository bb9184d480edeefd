// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The English words and numbers for facts and episodes, as files and terminals show them, and what is stored
// of sayings. The window translates.

#include "core/api/saying.h"
#include "core/timeline/fact.h"

namespace core::timeline {

/// "NodeHealth": stable, stored in files.
std::string_view nameOf(FactKind kind);
std::optional<FactKind> factKindOf(std::string_view name);

/// "open", "replaced", "healed", "gone": stable, stored in files and written in scenarios.
std::string_view nameOf(Outcome outcome);
std::optional<Outcome> outcomeOf(std::string_view name);

/// The API group of the episode's machine and set: "machine.openshift.io"; empty for a node without a
/// machine. Stable, written in files.
std::string_view familyOf(const Episode &episode);

/// How the episode ended, in one sentence (docs/window.md W10): "Replaced in 19.3 s."
std::string sentenceOf(const Episode &episode);

/// The code of a saying's entry and its values, as JSON: stable, stored in files. Empty for a plain one.
std::string saidText(const api::Saying &saying);
/// The saying that had that text and that saidText(), without its entry (core/engine/reasons.h finds it).
api::Saying sayingOf(std::string_view text, std::string_view said);
/// What a Decision says, without its entry (core/engine/reasons.h finds it); plain where a fact has its text
/// alone, as those of older files.
api::Saying sayingOf(const Fact &fact);

/// "2026-11-20T10:00:00.123Z": UTC, finer digits cut.
std::string formatMillis(api::Time time);
/// Tenths of a second, rounded: "19.3 s".
std::string formatSeconds(base::Duration duration);

} // namespace core::timeline
