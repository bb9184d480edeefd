// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How the buttons and fields of a bar look: a hairline around, what holds tinted.

#include "ui/theme.h"

class QAbstractButton;

namespace ui {

/// What the buttons stand on.
enum class Ground { Window, Card };

/// The bar's buttons and line edits look so from now on, whatever the theme becomes.
void wearButtonLook(QWidget *bar, const Theme &theme, Ground ground = Ground::Window);

/// Those that stand side by side look as one that is divided; to be told before they wear the look.
void joinButtons(const QList<QAbstractButton *> &buttons);

/// What is chosen in the list is tinted, and its words keep their colours.
void wearSelectionTint(QWidget *list, const Theme &theme);

} // namespace ui
