// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/picture.h"

#include <QFile>
#include <QHash>
#include <QPainter>

#include <algorithm>

namespace picture {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int cellSize = 8; // px
constexpr Difference::Tolerance colorTolerance {12, 24};
constexpr QSize fingerprintGrid {64, 40};
constexpr int greysPerLetter = 4;
constexpr Difference::Tolerance greyTolerance {greysPerLetter, 2 * greysPerLetter};
constexpr char16_t black = u'0';
constexpr int mostColors = 256;

QImage shrunk(const QImage &picture, QSize grid)
{
    return picture.convertToFormat(QImage::Format_RGB32)
        .scaled(grid, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
}

int distance(QRgb a, QRgb b)
{
    return std::max(
        {std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)), std::abs(qBlue(a) - qBlue(b))});
}

/// Both have that many pixels.
Difference betweenCells(const QImage &actual, const QImage &expected, Difference::Tolerance tolerance)
{
    Difference difference {actual.size(), tolerance, {}};
    for (int y = 0; y < actual.height(); ++y) {
        for (int x = 0; x < actual.width(); ++x) {
            const int apart = distance(actual.pixel(x, y), expected.pixel(x, y));
            difference.most = std::max(difference.most, apart);
            if (apart > tolerance.often)
                difference.cells.emplace_back(x, y);
        }
    }
    return difference;
}

Difference everywhere()
{
    return {{1, 1}, {}, {{0, 0}}, 255};
}

/// Those in front, none of them closer to another one than it has to be.
QList<QRgb> tableFor(const QList<QRgb> &colors)
{
    QList<QRgb> table;
    for (int apart = 0; table.isEmpty(); ++apart) {
        for (const QRgb color : colors) {
            if (std::ranges::any_of(table, [&](QRgb other) { return distance(color, other) <= apart; }))
                continue;
            table.append(color);
            if (table.size() > mostColors)
                break;
        }
        if (table.size() > mostColors)
            table.clear();
    }
    return table;
}

/// A pixel for each letter.
QImage cellsOf(const Fingerprint &fingerprint)
{
    QImage cells(fingerprintGrid, QImage::Format_RGB32);
    for (int y = 0; y < cells.height(); ++y) {
        for (int x = 0; x < cells.width(); ++x) {
            const int grey = (fingerprint.rows[y][x].unicode() - black) * greysPerLetter;
            cells.setPixel(x, y, qRgb(grey, grey, grey));
        }
    }
    return cells;
}

bool isWhole(const Fingerprint &fingerprint)
{
    return fingerprint.size.isValid() && fingerprint.rows.size() == fingerprintGrid.height()
        && std::ranges::all_of(fingerprint.rows, [](const QString &row) {
               return row.size() == fingerprintGrid.width() && std::ranges::all_of(row, [](QChar letter) {
                   return letter >= black && letter.unicode() < black + 256 / greysPerLetter;
               });
           });
}

} // namespace

Difference compared(const QImage &actual, const QImage &expected)
{
    if (actual.size() != expected.size() || actual.isNull())
        return everywhere();
    const QSize grid = (actual.size() / cellSize).expandedTo({1, 1});
    return betweenCells(shrunk(actual, grid), shrunk(expected, grid), colorTolerance);
}

Fingerprint fingerprintOf(const QImage &picture)
{
    const QImage cells = shrunk(picture, fingerprintGrid);
    Fingerprint fingerprint {picture.size(), {}};
    for (int y = 0; y < cells.height(); ++y) {
        QString row;
        for (int x = 0; x < cells.width(); ++x)
            row.append(QChar(black + qGray(cells.pixel(x, y)) / greysPerLetter));
        fingerprint.rows.append(row);
    }
    return fingerprint;
}

Difference compared(const QImage &actual, const Fingerprint &expected)
{
    if (actual.size() != expected.size)
        return everywhere();
    return betweenCells(cellsOf(fingerprintOf(actual)), cellsOf(expected), greyTolerance);
}

QImage imageOf(const Fingerprint &fingerprint)
{
    return cellsOf(fingerprint).scaled(fingerprint.size);
}

std::map<QString, Fingerprint> readFingerprints(const QString &path)
{
    std::map<QString, Fingerprint> found;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Text))
        return found;
    Fingerprint *current = nullptr;
    for (QByteArray line = file.readLine(); !line.isEmpty(); line = file.readLine()) {
        const QString text = QString::fromLatin1(line).chopped(line.endsWith('\n') ? 1 : 0);
        if (text.startsWith(u' ')) {
            if (current)
                current->rows.append(text.mid(1));
            continue;
        }
        const QStringList words = text.split(u' ');
        current = &found[words.value(0)];
        current->size = {words.value(1).toInt(), words.value(2).toInt()};
    }
    std::erase_if(found, [](const auto &entry) { return !isWhole(entry.second); });
    return found;
}

bool writeFingerprints(const QString &path, const std::map<QString, Fingerprint> &fingerprints)
{
    QByteArray text;
    for (const auto &[name, fingerprint] : fingerprints) {
        text +=
            u"%1 %2 %3\n"_s.arg(name).arg(fingerprint.size.width()).arg(fingerprint.size.height()).toLatin1();
        for (const QString &row : fingerprint.rows)
            text += ' ' + row.toLatin1() + '\n';
    }
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

QImage inFewColors(const QImage &picture)
{
    const QImage source = picture.convertToFormat(QImage::Format_RGB32);
    QHash<QRgb, int> counts;
    for (int y = 0; y < source.height(); ++y)
        for (int x = 0; x < source.width(); ++x)
            ++counts[source.pixel(x, y)];
    QList<QRgb> colors = counts.keys();
    std::ranges::sort(colors, {}, [&](QRgb color) { return std::pair(-counts[color], color); });
    const QList<QRgb> table = tableFor(colors);
    QHash<QRgb, int> indexes;
    for (const QRgb color : colors) {
        const auto nearest = std::ranges::min_element(
            table, {}, [color](QRgb candidate) { return distance(color, candidate); });
        indexes.insert(color, static_cast<int>(nearest - table.begin()));
    }
    QImage few(source.size(), QImage::Format_Indexed8);
    few.setColorTable(table);
    for (int y = 0; y < source.height(); ++y)
        for (int x = 0; x < source.width(); ++x)
            few.setPixel(x, y, static_cast<uint>(indexes[source.pixel(x, y)]));
    return few;
}

QImage marked(const QImage &picture, const Difference &difference)
{
    QImage shown = picture.convertToFormat(QImage::Format_RGB32);
    shown.setDevicePixelRatio(1);
    QPainter painter(&shown);
    const double width = double(shown.width()) / difference.grid.width();
    const double height = double(shown.height()) / difference.grid.height();
    for (const QPoint &cell : difference.cells)
        painter.fillRect(QRectF(cell.x() * width, cell.y() * height, width, height), QColor(255, 0, 0, 110));
    return shown;
}

} // namespace picture
