// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/icons.h"

#include <QFile>
#include <QPainter>
#include <QSvgRenderer>

namespace ui {

using namespace Qt::Literals::StringLiterals;

QIcon symbolicIcon(const QString &name, const QColor &color)
{
    QFile file(u":/icons/"_s + name + u".svg"_s);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QSvgRenderer drawing(file.readAll().replace("currentColor", color.name().toUtf8()));
    QIcon icon;
    for (const int side : {16, 24, 32, 48}) {
        QPixmap pixmap(side, side);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        drawing.render(&painter);
        icon.addPixmap(pixmap);
    }
    return icon;
}

} // namespace ui
