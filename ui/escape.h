// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QEvent;
class QObject;
class QWidget;

namespace ui {

/// Escape was pressed in that window where it would do nothing else: menus, dialogs and what is being written
/// come first. For an event filter of the application.
bool isFreeEscape(const QObject *object, const QEvent *event, const QWidget *window);

} // namespace ui
