// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/screen.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QImage>
#include <QRect>
#include <QRegularExpression>
#include <QTest>
#include <QtEndian>

namespace tests {

using namespace std::chrono_literals;

namespace {

/// The head of a picture in the format XWD is numbers of 32 bits, at these places.
enum HeadField { HeadSize = 0, Width = 4, Height = 5, BitsPerPixel = 11, BytesPerLine = 12, Colours = 19 };
constexpr int bytesPerColour = 12;
constexpr std::chrono::milliseconds stillFor {100};

} // namespace

QRegularExpression titled(const char *title)
{
    return QRegularExpression(
        QRegularExpression::anchoredPattern(QRegularExpression::escape(QString::fromUtf8(title))));
}

/// A number of its own: a server that ends takes the socket of its number away, also when another one that
/// chose the same a moment before waits there.
bool Screen::start(QSize size)
{
    static qint64 next = 1000 + 10 * (QCoreApplication::applicationPid() % 5000);
    m_display = QStringLiteral(":%1").arg(next++);
    m_server.start(QStringLiteral("Xvfb"),
        {m_display, QStringLiteral("-screen"), QStringLiteral("0"),
            QStringLiteral("%1x%2x24").arg(size.width()).arg(size.height()), QStringLiteral("-nolisten"),
            QStringLiteral("tcp"), QStringLiteral("-noreset"), // nor busy when the last client has gone
            QStringLiteral("-fbdir"), m_frames.path()});
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

/// They are found from the lowest to the highest.
QString Screen::topWindow() const
{
    const QStringList found = xdotool({QStringLiteral("search"), QStringLiteral("--onlyvisible"),
                                          QStringLiteral("--name"), QStringLiteral(".")})
                                  .split(u'\n', Qt::SkipEmptyParts);
    return found.isEmpty() ? QString() : found.last();
}

QImage Screen::picture() const
{
    QFile file(m_frames.filePath(QStringLiteral("Xvfb_screen0")));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray frame = file.readAll();
    const auto field = [&frame](HeadField number) {
        return qFromBigEndian<qint32>(frame.constData() + number * sizeof(qint32));
    };
    if (frame.size() <= Colours * int(sizeof(qint32)) || field(BitsPerPixel) != 32)
        return {};
    const qint64 pixels = field(HeadSize) + qint64(field(Colours)) * bytesPerColour;
    if (frame.size() < pixels + qint64(field(BytesPerLine)) * field(Height))
        return {};
    return QImage(reinterpret_cast<const uchar *>(frame.constData()) + pixels, field(Width), field(Height),
        field(BytesPerLine), QImage::Format_RGB32)
        .copy();
}

QImage Screen::still(std::chrono::milliseconds limit) const
{
    QImage seen = picture();
    QElapsedTimer since;
    since.start();
    const auto holdsStill = [&] {
        QImage now = picture();
        if (now != seen)
            since.start();
        seen = std::move(now);
        return since.hasExpired(stillFor.count());
    };
    (void)eventually(holdsStill, limit);
    return seen;
}

bool Screen::keep(const QString &name) const
{
    const QImage seen = still(2s);
    const QString folder =
        qEnvironmentVariable("HOLLOWLAB_PICTURES", QDir::currentPath() + QStringLiteral("/pictures"));
    return QDir().mkpath(folder) && seen.save(QStringLiteral("%1/%2.png").arg(folder, name));
}

} // namespace tests
