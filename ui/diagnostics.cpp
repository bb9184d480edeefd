// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diagnostics.h"

#include "ui/clusterview.h"
#include "ui/format.h"
#include "ui/logmodel.h"
#include "ui/masking.h"
#include "ui/preferences.h"
#include "ui/settings.h"
#include "ui/theme.h"

#include <QApplication>
#include <QLocale>
#include <QProxyStyle>
#include <QScreen>
#include <QSysInfo>
#include <QUrl>
#include <QWidget>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::engine::Connection;
using core::engine::Mode;

namespace {

constexpr int mostLogLines = 200;

QString sizeText(QSize size)
{
    return u"%1x%2"_s.arg(size.width()).arg(size.height());
}

QStringList programLines()
{
    return {u"Hollow Lab %1"_s.arg(QCoreApplication::applicationVersion()),
        u"Qt %1, built with %2"_s.arg(QString::fromLatin1(qVersion()), QStringLiteral(QT_VERSION_STR)),
        u"system: %1, kernel %2, %3"_s.arg(
            QSysInfo::prettyProductName(), QSysInfo::kernelVersion(), QSysInfo::currentCpuArchitecture())};
}

/// What ours draws is Fusion's but for a few things.
QString styleName()
{
    const auto *ours = qobject_cast<const QProxyStyle *>(QApplication::style());
    return ours ? ours->baseStyle()->name() : QApplication::style()->name();
}

QStringList windowLines(const QWidget &window)
{
    const QPalette palette = QApplication::palette();
    const bool isDark = palette.color(QPalette::Window).lightness() < 128;
    QStringList lines {u"platform: %1, desktop %2"_s.arg(QGuiApplication::platformName(),
                           qEnvironmentVariable("XDG_CURRENT_DESKTOP", u"unknown"_s)),
        u"style: %1, %2, font %3 %4 pt"_s.arg(styleName(), isDark ? u"dark"_s : u"light"_s,
            window.font().family(), QString::number(window.font().pointSizeF())),
        u"locale: %1"_s.arg(QLocale().name()),
        u"window: %1 at a scale of %2"_s.arg(sizeText(window.size())).arg(window.devicePixelRatioF())};
    for (const QScreen *screen : QGuiApplication::screens())
        lines.append(u"screen: %1, %2 dpi"_s.arg(sizeText(screen->size())).arg(screen->logicalDotsPerInch()));
    return lines;
}

QString connectionText(Connection connection)
{
    switch (connection) {
    case Connection::Starting:
        return u"starting"_s;
    case Connection::Live:
        return u"live"_s;
    case Connection::Reconnecting:
        return u"lost"_s;
    case Connection::Failed:
        return u"failed"_s;
    }
    return {};
}

QStringList clusterLines(const ClusterView &cluster)
{
    const auto &status = cluster.status();
    const QString mode = !status.mode ? u"not known yet"_s
        : status.mode == Mode::Lab    ? u"lab"_s
                                      : u"external"_s;
    QStringList lines {u"mode: %1%2%3"_s.arg(mode, status.readOnly ? u", read-only"_s : QString(),
                           status.locked ? u", locked"_s : u", unlocked"_s),
        u"connection: %1 %2"_s.arg(connectionText(status.connection), text(status.connectionNote.text))
            .trimmed(),
        u"watches: %1 of %2"_s.arg(status.watchesLive).arg(status.watchesWanted),
        u"pace: %1 asked, %2 reached; timing %3"_s.arg(status.pace)
            .arg(status.reachedPace)
            .arg(text(status.timing))};
    for (int kind = 0; kind < kindCount; ++kind)
        lines.append(u"%1: %2"_s.arg(kubectlName(Kind(kind))).arg(cluster.count(Kind(kind))));
    for (int state = 0; state < stateCount; ++state) {
        const int machines =
            cluster.fleet(Family::MachineApi).of(State(state)) + cluster.fleet(Family::Mcm).of(State(state));
        if (machines > 0)
            lines.append(u"machines that are %1: %2"_s.arg(wordOf(State(state))).arg(machines));
    }
    return lines;
}

QStringList controllerLines(const ClusterView &cluster)
{
    QStringList lines;
    for (const auto &controller : cluster.status().controllers) {
        const QString state = controller.running ? u"runs"_s : controller.wanted ? u"waits"_s : u"is off"_s;
        lines.append(u"%1 %2 %3"_s.arg(text(controller.name), state, text(controller.note.text)).trimmed());
    }
    return lines;
}

/// All that the user chooses, and of the rest how much there is.
QStringList settingLines(const Preferences &preferences)
{
    QStringList lines;
    for (const Preference &preference : ui::preferences()) {
        lines.append(u"%1 = %2"_s.arg(QString::fromLatin1(preference.key),
            choiceValue(preference.id, preferences.value(preference.id))));
    }
    lines.append(u"saved layouts: %1"_s.arg(savedLayouts().size()));
    lines.append(u"added kubeconfigs: %1"_s.arg(savedKubeconfigs().size()));
    return lines;
}

QStringList logLines(const LogModel &log)
{
    QStringList lines;
    for (int row = std::max(0, log.rowCount() - mostLogLines); row < log.rowCount(); ++row)
        lines.append(log.line(row));
    return lines;
}

Masking maskingOf(const ClusterView &cluster)
{
    Masking masking;
    const auto &status = cluster.status();
    if (status.mode == Mode::Lab)
        return masking;
    masking.hide(raw(status.contextName), u"CONTEXT"_s);
    masking.hide(QUrl(raw(status.server)).host(), u"SERVER"_s);
    return masking;
}

} // namespace

QString diagnosticsText(
    const QWidget &window, const ClusterView &cluster, const Preferences &preferences, const LogModel &log)
{
    const std::pair<QString, QStringList> parts[] = {{u"Program"_s, programLines()},
        {u"Window"_s, windowLines(window)}, {u"Cluster"_s, clusterLines(cluster)},
        {u"Controllers"_s, controllerLines(cluster)}, {u"Settings"_s, settingLines(preferences)},
        {u"Log"_s, logLines(log)}};
    const Masking masked = maskingOf(cluster);
    QString all;
    for (const auto &[title, lines] : parts) {
        all += u"## "_s + title + u'\n';
        for (const QString &line : lines)
            all += masked(line) + u'\n';
        all += u'\n';
    }
    return all;
}

} // namespace ui
