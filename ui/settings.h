// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the window remembers by itself between two starts: an INI file in the user's configuration folder
// (docs/window.md W14). What the user chooses is in ui/preferences.h.

#include "core/base/subscription.h"
#include "ui/panels.h"
#include "ui/place.h"

#include <QFileInfo>
#include <QHash>
#include <QStringList>

#include <functional>

class QSettings;

namespace ui {

class ObjectTable;

/// The path of the file.
QString settingsPath();
/// Changes what is in the file. Changes within a change are written with it, at once: each write waits for
/// the disk.
void keepSettings(const std::function<void(QSettings &)> &change);
/// Finds out whether a change could be kept.
void trySettings();
/// The listener is told once, with the reason, when a change can't be kept; and with nothing when one is kept
/// again.
core::base::Subscription onSettingsProblem(std::function<void(const QString &problem)> listener);
/// The folder with scenarios of one's own.
QString scenariosPath();
/// The folder with experiments of one's own.
QString experimentsPath();
/// Where reports of single runs go.
QString reportsPath();
/// Where the window was, and its panels. False when there is nothing, or what is there does not fit this
/// version.
bool restoreLayout(QMainWindow &window, Panels &panels);
void saveLayout(const QMainWindow &window, const Panels &panels);
/// The names of the user's own layouts.
QStringList savedLayouts();
/// Nothing, when there is none of that name or it is damaged.
SavedLayout savedLayout(const QString &name);
void saveLayoutAs(const QString &name, const SavedLayout &layout);
void forgetLayout(const QString &name);
/// The keys that the user has given to actions, by their names, in that set of keys; as portable text, empty:
/// none.
QHash<QString, QString> savedKeys(const QString &set);
/// Nothing: as in the set.
void saveKey(const QString &set, const QString &action, const std::optional<QString> &key);
/// The tour is offered once.
bool wasTourOffered();
void setTourOffered();
/// Kubeconfigs that the user has added to those that are found without.
QStringList savedKubeconfigs();
void saveKubeconfigs(const QStringList &files);
/// The files of that folder that may be a page's, and those of the others that are still there.
QFileInfoList filesIn(const QString &folder, const QStringList &others);
/// Files that the user has opened from elsewhere than the folder of the page's own ones.
QStringList savedFiles(Front page);
void saveFiles(Front page, const QStringList &files);
/// The texts of what was used in the command palette, the last first.
QStringList savedPaletteUse();
void savePaletteUse(const QStringList &texts);
/// The settings say which columns are shown, in which order and how wide.
void restoreColumns(const QString &name, const ObjectTable &table);
void saveColumns(const QString &name, const ObjectTable &table);
/// Where the user was in that cluster.
Place savedPlace(const QString &cluster);
void savePlace(const QString &cluster, const Place &place);

} // namespace ui
