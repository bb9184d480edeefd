// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The sheet of all keys (?), made from the actions themselves.

#include <functional>

class QWidget;

namespace ui {

class Actions;

/// changeKeys: leads to where they are changed.
void showShortcuts(QWidget *window, const Actions &actions, const std::function<void()> &changeKeys);

} // namespace ui
