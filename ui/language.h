// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The language of the window (docs/window.md W32, docs/translations.md). Its texts come from the
// catalogues in translations/, which the program carries inside.

#include <QString>

#include <array>

namespace ui {

struct Language {
    const char *code; ///< as in the names of catalogues
    const char *name; ///< in that language itself, UTF-8
};

inline constexpr std::array spokenLanguages {
    Language {"en", "English"}, Language {"de", "Deutsch"}, Language {"zh_CN", "简体中文"}};

/// Texts, numbers and dates are in that language from now on; of one without a catalogue the texts are
/// English; empty: as the system says. Windows that are there keep their texts, so it comes before the first
/// one.
void speak(const QString &code);

} // namespace ui
