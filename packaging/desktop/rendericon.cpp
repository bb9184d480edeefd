// SPDX-License-Identifier: GPL-3.0-or-later
// rendericon SVG SIZE PNG: makes the square picture of a drawing. The build runs it, without a display.

#include <QImage>
#include <QPainter>
#include <QSvgRenderer>

#include <cstdio>

int main(int argc, char *argv[])
{
    const int size = argc == 4 ? QByteArray(argv[2]).toInt() : 0;
    if (size <= 0) {
        std::fputs("usage: rendericon SVG SIZE PNG\n", stderr);
        return 2;
    }
    QSvgRenderer drawing(QString::fromLocal8Bit(argv[1]));
    QImage picture(size, size, QImage::Format_ARGB32_Premultiplied);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    drawing.render(&painter);
    painter.end();
    if (drawing.isValid() && picture.save(QString::fromLocal8Bit(argv[3])))
        return 0;
    std::fprintf(stderr, "rendericon: can't make %s of %s\n", argv[3], argv[1]);
    return 1;
}
