// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/buttonlook.h"

#include <QAbstractButton>
#include <QGuiApplication>
#include <QWidget>

#include <cstdlib>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr double edgeShare = 0.25; // of the text's colour in the line around a button on a card

int shadesBetween(const QColor &one, const QColor &other)
{
    return std::abs(one.lightness() - other.lightness());
}

/// A card may have nearly the colour of a hairline.
QColor edgeOn(Ground ground, const Theme &theme)
{
    const QColor hairline = theme.color(Tone::Hairline);
    if (ground == Ground::Window)
        return hairline;
    const QPalette palette = QGuiApplication::palette();
    const QColor card = palette.color(QPalette::ToolTipBase);
    const QColor edge = mixed(palette.color(QPalette::ToolTipText), card, edgeShare);
    return shadesBetween(edge, card) > shadesBetween(hairline, card) ? edge : hairline;
}

QString sheetOf(const Theme &theme, Ground ground)
{
    const auto name = [](const QColor &color) { return color.name(); };
    return uR"(
QToolButton, QPushButton { border: 1px solid %1; border-radius: 5px; padding: 3px 4px;
    background: transparent; }
QPushButton { padding: 3px 10px; }
QToolButton:hover, QToolButton:focus, QPushButton:hover, QPushButton:focus { border-color: %2; }
QToolButton:checked { background: %3; color: %2; font-weight: bold; }
QToolButton#search { background: %5; color: %4; }
QToolButton[joined="begin"] { border-top-%6-radius: 0; border-bottom-%6-radius: 0; }
QToolButton[joined="middle"] { border-%7: none; border-radius: 0; }
QToolButton[joined="end"] { border-%7: none; border-top-%7-radius: 0; border-bottom-%7-radius: 0; }
QToolButton:disabled, QPushButton:disabled { color: %4; }
QToolButton[popupMode="1"] { padding-%6: 18px; }
QToolButton::menu-button { border: none; width: 16px; }
QToolButton::menu-indicator { image: none; }
QToolButton#qt_toolbar_ext_button { padding: 0; border: none; }
QLineEdit { border: 1px solid %1; border-radius: 5px; padding: 3px 4px; background: %5; }
QLineEdit:focus { border-color: %2; }
)"_s.arg(name(edgeOn(ground, theme)), name(theme.color(Tone::Accent)), name(theme.color(Tone::Selection)),
        name(theme.color(Tone::Quiet)), name(theme.color(Tone::Field)),
        QGuiApplication::isRightToLeft() ? u"left"_s : u"right"_s,
        QGuiApplication::isRightToLeft() ? u"right"_s : u"left"_s);
}

} // namespace

void wearButtonLook(QWidget *bar, const Theme &theme, Ground ground)
{
    const auto wear = [bar, &theme, ground] {
        if (const QString sheet = sheetOf(theme, ground); sheet != bar->styleSheet())
            bar->setStyleSheet(sheet);
    };
    QObject::connect(&theme, &Theme::changed, bar, wear);
    wear();
}

void joinButtons(const QList<QAbstractButton *> &buttons)
{
    for (QAbstractButton *button : buttons)
        button->setProperty("joined", u"middle"_s);
    buttons.first()->setProperty("joined", u"begin"_s);
    buttons.last()->setProperty("joined", u"end"_s);
}

void wearSelectionTint(QWidget *list, const Theme &theme)
{
    const auto wear = [list, &theme] {
        QPalette palette;
        palette.setColor(QPalette::Highlight, theme.color(Tone::Selection));
        palette.setColor(QPalette::HighlightedText, palette.color(QPalette::Text));
        list->setPalette(palette);
    };
    QObject::connect(&theme, &Theme::changed, list, wear);
    wear();
}

} // namespace ui
