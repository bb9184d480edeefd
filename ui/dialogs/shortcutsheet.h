// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The sheet of all keys (?), made from the actions themselves.

class QWidget;

namespace ui {

class Actions;

void showShortcuts(QWidget *window, const Actions &actions);

} // namespace ui
