// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the window remembers between two starts: an INI file in the user's configuration folder (ux.md 3.8).

#include "ui/theme.h"

class QMainWindow;
class QHeaderView;

namespace ui {

/// The path of the file.
QString settingsPath();
/// Geometry and docks. False when there is nothing, or what is there does not fit this version.
bool restoreLayout(QMainWindow &window);
void saveLayout(const QMainWindow &window);
std::optional<Scheme> savedScheme();
void saveScheme(Scheme scheme);
void restoreHeader(const QString &table, QHeaderView &header);
void saveHeader(const QString &table, const QHeaderView &header);

} // namespace ui
