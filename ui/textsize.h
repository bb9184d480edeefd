// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How large the letters of all windows are, and with them what is measured for letters (docs/window.md W37).

#include <QFont>
#include <QFontMetrics>

namespace ui {

/// The size is in per cent of the one that the system has.
void setTextSize(int percent);
/// A length, or a size in points, that is meant for the size of the system.
double textScaled(double size);
/// The letters of titles beside those of other words.
inline constexpr double titleTimes = 12.0 / 9;
/// The letters that a room can read.
inline constexpr double captionTimes = 15.0 / 9;
/// A letter of a name, px: names are Latin, also where the font has characters that are wider.
int letterWidth(const QFontMetrics &metrics);
/// The same letters, so many times as large.
QFont enlarged(QFont font, double times, bool bold = false);
/// Letters so many times as large as those of other words.
QFont enlarged(double times, bool bold = false);

} // namespace ui
