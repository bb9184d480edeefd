// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The menu View: which panels are seen, where they are, and how all of it looks.

class QMenu;

namespace ui {

class Actions;
class Layouts;
class Panels;
class Preferences;

void fillViewMenu(
    QMenu &view, const Actions &actions, const Panels &panels, Layouts &layouts, Preferences &preferences);

} // namespace ui
