// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings.h"

#include <QHeaderView>
#include <QMainWindow>
#include <QSettings>
#include <QStandardPaths>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

/// Raised whenever docks or tool bars change so much that an old layout would not fit.
constexpr int layoutVersion = 1;

QString headerKey(const QString &table)
{
    return u"tables/%1-%2"_s.arg(table).arg(layoutVersion);
}

} // namespace

QString settingsPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation)
        + u"/hollowlab/window.ini"_s;
}

bool restoreLayout(QMainWindow &window)
{
    const QSettings saved(settingsPath(), QSettings::IniFormat);
    window.restoreGeometry(saved.value(u"window/geometry"_s).toByteArray());
    return window.restoreState(saved.value(u"window/layout"_s).toByteArray(), layoutVersion);
}

void saveLayout(const QMainWindow &window)
{
    QSettings saved(settingsPath(), QSettings::IniFormat);
    saved.setValue(u"window/geometry"_s, window.saveGeometry());
    saved.setValue(u"window/layout"_s, window.saveState(layoutVersion));
}

std::optional<Scheme> savedScheme()
{
    const QSettings saved(settingsPath(), QSettings::IniFormat);
    const QString name = saved.value(u"window/theme"_s).toString();
    if (name == "light"_L1)
        return Scheme::Light;
    if (name == "dark"_L1)
        return Scheme::Dark;
    return std::nullopt;
}

void saveScheme(Scheme scheme)
{
    const QString names[] = {u"system"_s, u"light"_s, u"dark"_s};
    QSettings(settingsPath(), QSettings::IniFormat)
        .setValue(u"window/theme"_s, names[static_cast<int>(scheme)]);
}

void restoreHeader(const QString &table, QHeaderView &header)
{
    const QSettings saved(settingsPath(), QSettings::IniFormat);
    header.restoreState(saved.value(headerKey(table)).toByteArray());
    header.setProperty("userWidths", saved.value(headerKey(table) + u"-widths"_s));
}

void saveHeader(const QString &table, const QHeaderView &header)
{
    QSettings saved(settingsPath(), QSettings::IniFormat);
    saved.setValue(headerKey(table), header.saveState());
    saved.setValue(headerKey(table) + u"-widths"_s, header.property("userWidths"));
}

} // namespace ui
