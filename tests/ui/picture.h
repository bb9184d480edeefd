// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What tells two pictures of a page apart: means of the colours over small cells. How a rasteriser rounds the
// edges of letters changes none of them much; a word that is gone or has moved, or another colour, does.

#include <QImage>
#include <QStringList>

#include <map>
#include <vector>

namespace picture {

/// A difference is one between the means of a picture's cells and those that are expected, in levels of 255.
struct Difference {
    /// What rounding may make of a cell, and of a few.
    struct Tolerance {
        int often = 0;
        int seldom = 0;
    };

    QSize grid;
    Tolerance tolerance;
    std::vector<QPoint> cells; ///< beyond what may be often
    int most = 0;
    bool isSeen() const { return cells.size() > fewCells || most > tolerance.seldom; }

    static constexpr std::size_t fewCells = 3;
};

/// Colours are compared over cells of 8 px. Pictures of two sizes differ everywhere.
Difference compared(const QImage &actual, const QImage &expected);

/// A picture as 64x40 shades of grey, in letters that a diff of texts shows.
struct Fingerprint {
    QSize size; ///< of the picture, px
    QStringList rows; ///< 40 of 64 letters: '0' is black, 'o' is white
    bool operator==(const Fingerprint &) const = default;
};

Fingerprint fingerprintOf(const QImage &picture);
Difference compared(const QImage &actual, const Fingerprint &expected);
/// The image is as large as the picture was.
QImage imageOf(const Fingerprint &fingerprint);

/// Maps names of pages to their fingerprints; empty when the file is not there or is damaged.
std::map<QString, Fingerprint> readFingerprints(const QString &path);
bool writeFingerprints(const QString &path, const std::map<QString, Fingerprint> &fingerprints);

/// The picture has the 256 colours that are seen most: a small file.
QImage inFewColors(const QImage &picture);
/// The picture, with all that differs in red.
QImage marked(const QImage &picture, const Difference &difference);

} // namespace picture
