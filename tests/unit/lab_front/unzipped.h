// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <zlib.h>

/// What a whole gzip file holds; empty when it is none.
inline QByteArray unzipped(QByteArray file)
{
    constexpr int onlyGzip = MAX_WBITS + 16;
    QByteArray out;
    z_stream stream {};
    if (inflateInit2(&stream, onlyGzip) != Z_OK)
        return out;
    stream.next_in = reinterpret_cast<Bytef *>(file.data());
    stream.avail_in = static_cast<uInt>(file.size());
    int state = Z_OK;
    while (state == Z_OK) {
        QByteArray piece(100'000, '\0');
        stream.next_out = reinterpret_cast<Bytef *>(piece.data());
        stream.avail_out = static_cast<uInt>(piece.size());
        state = inflate(&stream, Z_NO_FLUSH);
        out += piece.left(piece.size() - qsizetype(stream.avail_out));
    }
    const bool isWhole = state == Z_STREAM_END && stream.avail_in == 0;
    inflateEnd(&stream);
    return isWhole ? out : QByteArray();
}
