// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme.h"

#include "ui/labstyle.h"

#include <QApplication>
#include <QPainter>
#include <QStyle>
#include <QToolTip>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

struct PaletteColors {
    QRgb window, base, alternate, text, button, highlight, link, middle, quiet, tip;
};

constexpr PaletteColors lightColors {0xfffefefe, 0xfffefefe, 0xfff7f8f9, 0xff1b1f23, 0xfffefefe, 0xff2f6fdb,
    0xff1f5fa8, 0xffdee3e5, 0xff68717a, 0xfff3f5f8};
constexpr PaletteColors darkColors {0xff282c30, 0xff282c30, 0xff2d3136, 0xffe6e8ea, 0xff2d3136, 0xff6aa2ff,
    0xff7ab4f0, 0xff3a4045, 0xff9aa2ab, 0xff383d41};
constexpr PaletteColors contrastColors {0xff000000, 0xff000000, 0xff101010, 0xffffffff, 0xff101010,
    0xff6aa2ff, 0xff8ecbff, 0xffb8bcc2, 0xffe0e3e7, 0xff202020};

bool isOurs()
{
    return dynamic_cast<const LabStyle *>(qApp->style()) != nullptr;
}

bool isFusion()
{
    return isOurs() || qApp->style()->name() == "fusion"_L1;
}

bool isDarkPalette(const QPalette &palette)
{
    return palette.color(QPalette::Window).lightness() < 128;
}

QPalette paletteOf(const PaletteColors &c)
{
    QPalette palette(QColor::fromRgb(c.button), QColor::fromRgb(c.window));
    const auto set = [&](QPalette::ColorRole role, QRgb color) {
        palette.setColor(role, QColor::fromRgb(color));
    };
    for (const auto role :
        {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText})
        set(role, c.text);
    set(QPalette::Window, c.window);
    set(QPalette::Base, c.base);
    set(QPalette::AlternateBase, c.alternate);
    set(QPalette::Button, c.button);
    set(QPalette::Highlight, c.highlight);
    set(QPalette::HighlightedText, c.base);
    set(QPalette::Link, c.link);
    set(QPalette::LinkVisited, c.link);
    set(QPalette::Mid, c.middle);
    set(QPalette::ToolTipBase, c.tip);
    set(QPalette::PlaceholderText, c.quiet);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, QColor::fromRgb(c.quiet));
    palette.setColor(QPalette::Disabled, QPalette::Light, QColor::fromRgb(c.base)); // no shine below the text
    return palette;
}

struct ToneColors {
    QRgb light, dark;
};

constexpr ToneColors tones[] = {
    {0xff00674c, 0xff0f8563},
    {0xffb02a1c, 0xffc63b2b},
    {0xffffffff, 0xffffffff},
    {0xffb3261e, 0xffff8a80},
    {0xff8a5a00, 0xffe8b04a},
    {0xff62676d, 0xffa3a8ae},
    {0xffdee3e5, 0xff3a4045},
    {0xffffe08a, 0xff6b5a1e},
    {0xff3f4449, 0xffd5d8db},
    {0xff9aa0a6, 0xff6f757b},
    {0xff2f6fdb, 0xff6aa2ff},
    {0xffe2ebf9, 0xff334155},
    {0xfff4f5f6, 0xff1e2225},
    {0xff9a6700, 0xffa86f00},
};

} // namespace

Theme::Theme(Scheme scheme, QObject *parent)
    : QObject(parent)
    , m_scheme(scheme)
    , m_systemPalette(qApp->palette())
{
    apply();
}

void Theme::followDesktop(const DesktopLook &look)
{
    if (look.hasHighContrast)
        m_ofDesktop = Scheme::Contrast;
    else if (look.isDark)
        m_ofDesktop = *look.isDark ? Scheme::Dark : Scheme::Light;
    else
        m_ofDesktop = Scheme::System;
    if (wantedScheme() != m_shown)
        apply();
}

void Theme::setScheme(Scheme scheme)
{
    if (scheme == m_scheme)
        return;
    m_scheme = scheme;
    apply();
}

bool Theme::isDark() const
{
    return isDarkPalette(qApp->palette());
}

QColor Theme::color(Tone tone) const
{
    if (m_shown == Scheme::Contrast && (tone == Tone::Hairline || tone == Tone::Quiet))
        return QColor::fromRgb(tone == Tone::Hairline ? contrastColors.middle : contrastColors.quiet);
    const ToneColors &colors = tones[static_cast<std::size_t>(tone)];
    return QColor::fromRgb(isDark() ? colors.dark : colors.light);
}

Scheme Theme::wantedScheme() const
{
    const bool isAsked = m_ofDesktop == Scheme::Contrast || isFusion();
    return m_scheme == Scheme::System && isAsked ? m_ofDesktop : m_scheme;
}

QPalette Theme::wantedPalette() const
{
    if (m_shown == Scheme::System && !isFusion())
        return m_systemPalette;
    if (m_shown == Scheme::Contrast)
        return paletteOf(contrastColors);
    const bool dark = m_shown == Scheme::System ? isDarkPalette(m_systemPalette) : m_shown == Scheme::Dark;
    return paletteOf(dark ? darkColors : lightColors);
}

void Theme::apply()
{
    m_shown = wantedScheme();
    if (!isOurs() && (m_shown != Scheme::System || isFusion()))
        qApp->setStyle(new LabStyle);
    const QPalette palette = wantedPalette();
    qApp->setPalette(palette);
    QToolTip::setPalette(palette);
    emit changed();
}

void Theme::followPalette()
{
    emit changed();
}

QColor mixed(const QColor &color, const QColor &into, double share)
{
    const auto part = [share](int of, int with) { return qRound(of * share + with * (1 - share)); };
    return {
        part(color.red(), into.red()), part(color.green(), into.green()), part(color.blue(), into.blue())};
}

void paintHatch(QPainter &painter, const QRectF &rect, const Theme &theme)
{
    QColor veil = QGuiApplication::palette().color(QPalette::Base);
    veil.setAlpha(200);
    painter.fillRect(rect, veil);
    painter.fillRect(rect, QBrush(theme.color(Tone::Hatch), Qt::BDiagPattern));
}

} // namespace ui
