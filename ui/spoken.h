// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the core says, in the language of the window. A reason and a saying bring the sentence and the values
// that stand in it (core/api/saying.h); of a text alone, as the timeline and errors have it, the sentence is
// looked for among those of the catalogue of reasons (core/engine/reasons.h). Translations of the sentences
// stand in the catalogues' context "Core" (docs/translations.md).

#include "core/api/saying.h"

#include <QString>

#include <vector>

namespace ui {

/// The sentence translated, with its names, numbers and times as they are; a plain text that is of no phrase
/// stays English. Made safe to show as by text().
QString spoken(const core::api::Saying &saying);
QString spoken(const core::api::Reason &reason);
/// One after the other.
QString spoken(const std::vector<core::api::Saying> &sayings);

/// All phrases by which a text is known, without code where they are no reasons; what is in braces stands for
/// a value, which may be of a phrase itself.
const std::vector<core::api::ReasonKind> &corePhrases();

} // namespace ui
