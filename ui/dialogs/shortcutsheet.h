// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The sheet of all keys (?), made from the actions themselves; behind them the guide.

#include <functional>

class QString;
class QWidget;

namespace ui {

class Actions;
class Theme;

/// changeKeys: leads to where they are changed; topic: of the guide, which is then in front.
void showShortcuts(QWidget *window, const Theme &theme, const Actions &actions,
    const std::function<void()> &changeKeys, const QString &topic);

} // namespace ui
