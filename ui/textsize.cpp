// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/textsize.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <QWidget>

namespace ui {

namespace {

/// The points are also those of a font whose size is told in pixels.
double pointsOf(const QFont &font)
{
    return font.pointSizeF() > 0 ? font.pointSizeF() : QFontInfo(font).pointSizeF();
}

double systemPoints()
{
    return pointsOf(QFontDatabase::systemFont(QFontDatabase::GeneralFont));
}

/// What has a style sheet keeps the letters that it had when it got that.
void wearSheetsAnew()
{
    for (QWidget *widget : QApplication::allWidgets()) {
        const QString sheet = widget->styleSheet();
        if (sheet.isEmpty())
            continue;
        widget->setStyleSheet({});
        widget->setStyleSheet(sheet);
    }
}

} // namespace

void setTextSize(int percent)
{
    QFont font = QApplication::font();
    const double wanted = systemPoints() * percent / 100;
    if (qFuzzyCompare(pointsOf(font), wanted))
        return;
    for (QWidget *window : QApplication::topLevelWidgets())
        window->ensurePolished(); // else what is below a style sheet keeps the letters it was made with
    font.setPointSizeF(wanted);
    QApplication::setFont(font);
    QEvent changed(QEvent::ApplicationFontChange); // else only what is made from now on has it
    for (QWidget *window : QApplication::topLevelWidgets())
        QCoreApplication::sendEvent(window, &changed);
    wearSheetsAnew();
}

double textScaled(double size)
{
    return size * pointsOf(QApplication::font()) / systemPoints();
}

int letterWidth(const QFontMetrics &metrics)
{
    const int digit = metrics.horizontalAdvance(u'0');
    const int average = metrics.averageCharWidth();
    return average > digit ? digit * 4 / 5 : average;
}

QFont enlarged(QFont font, double times, bool bold)
{
    font.setPointSizeF(pointsOf(font) * times);
    font.setBold(bold);
    return font;
}

QFont enlarged(double times, bool bold)
{
    return enlarged(QApplication::font(), times, bold);
}

} // namespace ui
