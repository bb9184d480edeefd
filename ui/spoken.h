// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the core says, in the language of the window. A reason and a saying bring the sentence and the values
// that stand in it (core/api/saying.h); nothing is looked for in a text. Translations of the sentences stand
// in the catalogues' context "Core" (docs/translations.md).

#include "core/api/saying.h"

#include <QString>

#include <vector>

namespace ui {

/// The sentence translated, with its names, numbers and times as they are; a plain one stays as it is. Made
/// safe to show as by text().
QString spoken(const core::api::Saying &saying);
/// The same where it may have several lines, made safe as by lines().
QString spokenLines(const core::api::Saying &saying);
/// What was spoken of the saying, with the fault that it names as the window writes it (faultText()).
QString withFaultText(QString words, const core::api::Saying &saying, core::api::Time now);
/// One after the other.
QString spoken(const std::vector<core::api::Saying> &sayings);
/// A text of the core that has no values: what a controller does, a step of a shipped scenario. Any other
/// stays as it is.
QString spoken(const std::string &english);

} // namespace ui
