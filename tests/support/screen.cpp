// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/screen.h"

#include <QCoreApplication>
#include <QRect>

namespace tests {

/// A number of its own: a server that ends takes the socket of its number away, also when another one that
/// chose the same a moment before waits there.
QRegularExpression titled(const char *title)
{
    return QRegularExpression(
        QRegularExpression::anchoredPattern(QRegularExpression::escape(QString::fromUtf8(title))));
}

bool Screen::start(QSize size)
{
    static qint64 next = 1000 + 10 * (QCoreApplication::applicationPid() % 5000);
    m_display = QStringLiteral(":%1").arg(next++);
    m_server.start(QStringLiteral("Xvfb"),
        {m_display, QStringLiteral("-screen"), QStringLiteral("0"),
            QStringLiteral("%1x%2x24").arg(size.width()).arg(size.height()), QStringLiteral("-nolisten"),
            QStringLiteral("tcp"), QStringLiteral("-noreset")}); // nor busy when the last client has gone
    const auto answers = [this] {
        return run(QStringLiteral("xdotool"), {QStringLiteral("getdisplaygeometry")}, {}, variables()).code
            == 0;
    };
    return eventually(answers);
}

QMap<QString, QString> Screen::variables() const
{
    return {{QStringLiteral("DISPLAY"), m_display},
        {QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("xcb")},
        {QStringLiteral("WAYLAND_DISPLAY"), QString()}};
}

QString Screen::xdotool(const QStringList &arguments) const
{
    return QString::fromUtf8(run(QStringLiteral("xdotool"), arguments, {}, variables()).output).trimmed();
}

QMap<QString, QString> Screen::shown() const
{
    const QString found = xdotool({QStringLiteral("search"), QStringLiteral("--onlyvisible"),
        QStringLiteral("--name"), QStringLiteral(".")});
    QMap<QString, QString> titles;
    for (const QString &window : found.split(u'\n', Qt::SkipEmptyParts))
        titles[window] = xdotool({QStringLiteral("getwindowname"), window});
    return titles;
}

QStringList Screen::titles() const
{
    return shown().values();
}

QString Screen::waitForTitle(const QRegularExpression &title, std::chrono::milliseconds limit) const
{
    QString window;
    eventually(
        [&] {
            const auto all = shown();
            for (auto each = all.begin(); each != all.end() && window.isEmpty(); ++each) {
                if (title.match(each.value()).hasMatch())
                    window = each.key();
            }
            return !window.isEmpty();
        },
        limit);
    return window;
}

bool Screen::press(const QString &window, const QStringList &keys) const
{
    // No window manager gives the focus.
    const Finished pressed = run(QStringLiteral("xdotool"),
        QStringList {QStringLiteral("windowfocus"), QStringLiteral("--sync"), window, QStringLiteral("key"),
            QStringLiteral("--delay"), QStringLiteral("60")}
            + keys,
        {}, variables());
    return pressed.code == 0;
}

bool Screen::click(QPoint place) const
{
    const Finished clicked = run(QStringLiteral("xdotool"),
        {QStringLiteral("mousemove"), QStringLiteral("--sync"), QString::number(place.x()),
            QString::number(place.y()), QStringLiteral("click"), QStringLiteral("1")},
        {}, variables());
    return clicked.code == 0;
}

QRect Screen::geometry(const QString &window) const
{
    const QString text = xdotool({QStringLiteral("getwindowgeometry"), QStringLiteral("--shell"), window});
    const auto number = [&](const char *name) {
        const QRegularExpression line(
            QStringLiteral("^%1=(-?\\d+)$").arg(QLatin1String(name)), QRegularExpression::MultilineOption);
        return line.match(text).captured(1).toInt();
    };
    return {number("X"), number("Y"), number("WIDTH"), number("HEIGHT")};
}

void Screen::resize(const QString &window, QSize size) const
{
    xdotool({QStringLiteral("windowsize"), QStringLiteral("--sync"), window, QString::number(size.width()),
        QString::number(size.height())});
}

QString Screen::windowAt(QPoint place) const
{
    const QString seen =
        xdotool({QStringLiteral("mousemove"), QStringLiteral("--sync"), QString::number(place.x()),
            QString::number(place.y()), QStringLiteral("getmouselocation"), QStringLiteral("--shell")});
    return QRegularExpression(QStringLiteral("WINDOW=(\\d+)")).match(seen).captured(1);
}

void Screen::hide(const QString &window) const
{
    xdotool({QStringLiteral("windowunmap"), QStringLiteral("--sync"), window});
}

} // namespace tests
