// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings.h"

#include "ui/widgets/objecttable.h"
#include "ui/widgets/tablecolumns.h"

#include <QCryptographicHash>
#include <QDir>
#include <QHeaderView>
#include <QMainWindow>
#include <QSaveFile>
#include <QScopedValueRollback>
#include <QSettings>
#include <QStandardPaths>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

QByteArray checksum(const QByteArray &bytes)
{
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).left(8);
}

/// Qt takes back unseen what it once gave away, so that has to be whole, and of the same parts.
QByteArray sealed(const QByteArray &bytes, const QByteArray &parts)
{
    return checksum(bytes + parts) + bytes;
}

QByteArray unsealed(const QByteArray &sealed, const QByteArray &parts)
{
    const QByteArray bytes = sealed.mid(checksum({}).size());
    return sealed.startsWith(checksum(bytes + parts)) ? bytes : QByteArray();
}

/// What a place of the window is made of.
const QByteArray partsOfWindow = "1";

const QString kindsOfLayout[] = {u"explore"_s, u"demo"_s, u"debug"_s};

QString layoutsGroup()
{
    return u"layouts"_s;
}

/// A name may hold what has a meaning in a file of settings.
QString layoutKey(const QString &name)
{
    return layoutsGroup() + u'/' + QString::fromLatin1(name.toUtf8().toHex());
}

SavedLayout layoutIn(const QSettings &saved, const QString &key)
{
    const auto kind =
        std::ranges::find(kindsOfLayout, saved.value(key + u"-kind"_s).toString()) - kindsOfLayout;
    const bool isKnown = kind < std::ssize(kindsOfLayout);
    return {
        unsealed(saved.value(key).toByteArray(), partsOfWindow), isKnown ? Layout(kind) : Layout::Explore};
}

void keepLayout(QSettings &saved, const QString &key, const SavedLayout &layout)
{
    saved.setValue(key, sealed(layout.places, partsOfWindow));
    saved.setValue(key + u"-kind"_s, kindsOfLayout[static_cast<int>(layout.kind)]);
}

QString keysGroup(const QString &set)
{
    return u"keys/"_s + set;
}

QByteArray partsOf(const ObjectTable &table)
{
    QByteArray ids;
    for (int i = 0; i < table.tableModel().columnCount(); ++i)
        ids += table.tableModel().column(i).id.toUtf8() + ' ';
    return ids;
}

QString columnsKey(const QString &table)
{
    return u"tables/"_s + table;
}

QString filesKey(Front page)
{
    return page == Front::Scenarios ? u"scenarios/files"_s : u"experiments/files"_s;
}

/// A server's address would read as groups of settings.
QString placeKey(const QString &cluster)
{
    return u"places/"_s + QString::fromLatin1(checksum(cluster.toUtf8()).toHex());
}

/// The system's words, which QSettings keeps to itself; empty: it can be written.
QString whyNotWritten(const QString &path)
{
    constexpr qsizetype moreThanAChange = 64 * 1024;
    if (!QDir().mkpath(QFileInfo(path).absolutePath()))
        return QString::fromLocal8Bit(std::strerror(errno));
    QSaveFile trial(path); // is not committed
    const bool isWritten = trial.open(QIODevice::WriteOnly)
        && trial.write(QByteArray(QFileInfo(path).size() + moreThanAChange, ' ')) >= 0 && trial.flush();
    return isWritten ? QString() : trial.errorString();
}

/// Whether the last change was kept, and who wants to know.
struct SettingsKeeping {
    bool isRefused = false;
    core::base::Listeners<const QString &> listeners;
};

SettingsKeeping &settingsKeeping()
{
    static SettingsKeeping keeping;
    return keeping;
}

void tellSettings(const QString &problem)
{
    const bool isRefused = !problem.isEmpty();
    if (std::exchange(settingsKeeping().isRefused, isRefused) != isRefused)
        settingsKeeping().listeners(problem);
}

} // namespace

void keepSettings(const std::function<void(QSettings &)> &change)
{
    static QSettings *open = nullptr; // while it is being changed
    if (open) {
        const QString group = open->group();
        change(*open);
        while (open->group() != group) // which a change need not leave
            open->endGroup();
        return;
    }
    QSettings saved(settingsPath(), QSettings::IniFormat);
    {
        const QScopedValueRollback<QSettings *> opening(open, &saved);
        change(saved);
    }
    saved.sync();
    tellSettings(saved.status() == QSettings::AccessError ? whyNotWritten(settingsPath()) : QString());
}

void trySettings()
{
    tellSettings(whyNotWritten(settingsPath()));
}

core::base::Subscription onSettingsProblem(std::function<void(const QString &problem)> listener)
{
    return settingsKeeping().listeners.add(std::move(listener));
}

QString settingsPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation)
        + u"/hollowlab/window.ini"_s;
}

QString scenariosPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + u"/hollowlab/scenarios"_s;
}

QString experimentsPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)
        + u"/hollowlab/experiments"_s;
}

QString reportsPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + u"/hollowlab/reports"_s;
}

bool restoreLayout(QMainWindow &window, Panels &panels)
{
    const QSettings saved(settingsPath(), QSettings::IniFormat);
    const bool isPlaced =
        window.restoreGeometry(unsealed(saved.value(u"window/geometry"_s).toByteArray(), partsOfWindow));
    const bool isArranged = panels.restore(layoutIn(saved, u"window/layout"_s));
    if (isArranged && !isPlaced) // the screen is another one
        panels.fitNavigation();
    return isArranged;
}

void saveLayout(const QMainWindow &window, const Panels &panels)
{
    keepSettings([&](QSettings &saved) {
        saved.setValue(u"window/geometry"_s, sealed(window.saveGeometry(), partsOfWindow));
        keepLayout(saved, u"window/layout"_s, panels.now());
    });
}

QStringList savedLayouts()
{
    QSettings saved(settingsPath(), QSettings::IniFormat);
    saved.beginGroup(layoutsGroup());
    QStringList names;
    for (const QString &key : saved.childKeys()) {
        if (!key.contains(u'-'))
            names.append(QString::fromUtf8(QByteArray::fromHex(key.toLatin1())));
    }
    names.sort(Qt::CaseInsensitive);
    return names;
}

SavedLayout savedLayout(const QString &name)
{
    return layoutIn(QSettings(settingsPath(), QSettings::IniFormat), layoutKey(name));
}

void saveLayoutAs(const QString &name, const SavedLayout &layout)
{
    keepSettings([&](QSettings &saved) { keepLayout(saved, layoutKey(name), layout); });
}

void forgetLayout(const QString &name)
{
    keepSettings([&](QSettings &saved) {
        saved.remove(layoutKey(name));
        saved.remove(layoutKey(name) + u"-kind"_s);
    });
}

QHash<QString, QString> savedKeys(const QString &set)
{
    QSettings saved(settingsPath(), QSettings::IniFormat);
    saved.beginGroup(keysGroup(set));
    QHash<QString, QString> keys;
    for (const QString &action : saved.childKeys()) {
        const QVariant key = saved.value(action);
        const bool isText = key.typeId() == QMetaType::QString || key.typeId() == QMetaType::QStringList;
        if (isText) // a comma that nobody has quoted makes a list
            keys.insert(action, key.toStringList().join(u','));
    }
    return keys;
}

void saveKey(const QString &set, const QString &action, const std::optional<QString> &key)
{
    keepSettings([&](QSettings &saved) {
        saved.beginGroup(keysGroup(set));
        if (key)
            saved.setValue(action, *key);
        else
            saved.remove(action);
    });
}

bool wasTourOffered()
{
    return QSettings(settingsPath(), QSettings::IniFormat).value(u"tour/offered"_s).toBool();
}

void setTourOffered()
{
    keepSettings([](QSettings &saved) { saved.setValue(u"tour/offered"_s, true); });
}

QStringList savedKubeconfigs()
{
    return QSettings(settingsPath(), QSettings::IniFormat).value(u"clusters/kubeconfigs"_s).toStringList();
}

void saveKubeconfigs(const QStringList &files)
{
    keepSettings([&](QSettings &saved) { saved.setValue(u"clusters/kubeconfigs"_s, files); });
}

QFileInfoList filesIn(const QString &folder, const QStringList &others)
{
    QFileInfoList files = folder.isEmpty()
        ? QFileInfoList()
        : QDir(folder).entryInfoList({u"*.yaml"_s, u"*.yml"_s}, QDir::Files);
    for (const QString &other : others) {
        if (const QFileInfo file(other); file.isFile())
            files.append(file);
    }
    return files;
}

QStringList savedFiles(Front page)
{
    return QSettings(settingsPath(), QSettings::IniFormat).value(filesKey(page)).toStringList();
}

void saveFiles(Front page, const QStringList &files)
{
    keepSettings([&](QSettings &saved) { saved.setValue(filesKey(page), files); });
}

QStringList savedPaletteUse()
{
    return QSettings(settingsPath(), QSettings::IniFormat).value(u"palette/used"_s).toStringList();
}

void savePaletteUse(const QStringList &texts)
{
    keepSettings([&](QSettings &saved) { saved.setValue(u"palette/used"_s, texts); });
}

void restoreColumns(const QString &name, const ObjectTable &table)
{
    const QSettings saved(settingsPath(), QSettings::IniFormat);
    const QString key = columnsKey(name);
    table.horizontalHeader()->restoreState(unsealed(saved.value(key).toByteArray(), partsOf(table)));
    table.horizontalHeader()->setProperty(userWidthsProperty, saved.value(key + u"-widths"_s));
}

void saveColumns(const QString &name, const ObjectTable &table)
{
    const QString key = columnsKey(name);
    keepSettings([&](QSettings &saved) {
        saved.setValue(key, sealed(table.horizontalHeader()->saveState(), partsOf(table)));
        saved.setValue(key + u"-widths"_s, table.horizontalHeader()->property(userWidthsProperty));
    });
}

Place savedPlace(const QString &cluster)
{
    return placeFrom(QSettings(settingsPath(), QSettings::IniFormat).value(placeKey(cluster)).toByteArray());
}

void savePlace(const QString &cluster, const Place &place)
{
    keepSettings([&](QSettings &saved) { saved.setValue(placeKey(cluster), written(place)); });
}

} // namespace ui
