// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The language of the window (docs/window.md W32, docs/translations.md). Its texts come from the
// catalogues in translations/, which the program carries inside.

#include <QString>

#include <vector>

namespace ui {

struct Language {
    QString code; ///< as in the names of catalogues: "de", "zh_CN"; empty: as the system says
    QString name; ///< in that language itself
};

/// What the user may choose from, the system's language first.
std::vector<Language> languages();

/// Texts, numbers and dates are in that language from now on; of one without a catalogue the texts are
/// English. Windows that are there keep their texts, so it comes before the first one.
void speak(const QString &code);

} // namespace ui
