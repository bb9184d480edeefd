// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/buttonlook.h"

#include <QGuiApplication>
#include <QTabBar>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

QString sheetOf(const Theme &theme)
{
    const auto name = [](const QColor &color) { return color.name(); };
    return uR"(
QToolButton, QPushButton { border: 1px solid %1; border-radius: 5px; padding: 3px 4px; background: transparent; }
QPushButton { padding: 3px 10px; }
QToolButton:hover, QToolButton:focus, QPushButton:hover, QPushButton:focus { border-color: %2; }
QToolButton:checked { background: %3; color: %2; font-weight: bold; }
QToolButton:disabled, QPushButton:disabled { color: %4; }
QToolButton[popupMode="1"] { padding-%6: 18px; }
QToolButton::menu-button { border: none; width: 16px; }
QToolButton::menu-indicator { image: none; }
QToolButton#qt_toolbar_ext_button { padding: 0; border: none; }
QLineEdit { border: 1px solid %1; border-radius: 5px; padding: 3px 4px; background: %5; }
QLineEdit:focus { border-color: %2; }
)"_s.arg(name(theme.color(Tone::Hairline)), name(theme.color(Tone::Accent)),
        name(theme.color(Tone::Selection)), name(theme.color(Tone::Quiet)), name(theme.color(Tone::Field)),
        QGuiApplication::isRightToLeft() ? u"left"_s : u"right"_s);
}

QString tabSheetOf(const Theme &theme)
{
    return uR"(
QTabBar::tab { border: none; border-bottom: 2px solid transparent; padding: 5px 8px 3px; color: %1; }
QTabBar::tab:hover { color: palette(text); }
QTabBar::tab:selected { color: palette(text); border-bottom-color: %2; }
QTabBar::tab:focus { background: %3; }
)"_s.arg(theme.color(Tone::Quiet).name(), theme.color(Tone::Accent).name(),
        theme.color(Tone::Selection).name());
}

/// Of the theme, whatever it becomes.
void wearSheet(QWidget *widget, const Theme &theme, QString (*sheetOf)(const Theme &))
{
    const auto wear = [widget, &theme, sheetOf] {
        if (const QString sheet = sheetOf(theme); sheet != widget->styleSheet())
            widget->setStyleSheet(sheet);
    };
    QObject::connect(&theme, &Theme::changed, widget, wear);
    wear();
}

} // namespace

void wearButtonLook(QWidget *bar, const Theme &theme)
{
    wearSheet(bar, theme, sheetOf);
}

void wearTabLook(QTabBar *tabs, const Theme &theme)
{
    tabs->setDrawBase(false);
    wearSheet(tabs, theme, tabSheetOf);
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
