// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the core says, in the language of the window. The core writes English: reasons by its catalogue
// (core/engine/reasons.h), and some more phrases with names and numbers in them. Here a sentence is known by
// its phrase, whose translation stands in the catalogues' context "Core" (docs/translations.md).

#include "core/api/reason.h"

#include <QString>

#include <vector>

namespace ui {

/// The sentence translated, with its names, numbers and times as they are; one that is of no phrase stays
/// English. Made safe to show as by text().
QString spoken(std::string_view english);
QString spoken(const core::api::Reason &reason);

/// All phrases that are translated, without code where they are no reasons; what is in braces stands for a
/// value, which may be of a phrase itself.
const std::vector<core::api::ReasonKind> &corePhrases();

} // namespace ui
