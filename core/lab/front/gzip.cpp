// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/front/gzip.h"

#define ZLIB_CONST // what is compressed is only read
#include <zlib.h>

#include <array>
#include <limits>

namespace core::lab::front {

namespace {

constexpr int quickest = 1; // of zlib's levels, as a newer kube-apiserver has it
constexpr int asGzip = MAX_WBITS + 16;
constexpr int usualMemory = 8;

} // namespace

std::optional<std::string> gzipped(std::string_view text)
{
    z_stream stream {};
    if (text.size() > std::numeric_limits<uInt>::max()
        || deflateInit2(&stream, quickest, Z_DEFLATED, asGzip, usualMemory, Z_DEFAULT_STRATEGY) != Z_OK)
        return std::nullopt;
    stream.next_in = reinterpret_cast<const Bytef *>(text.data());
    stream.avail_in = static_cast<uInt>(text.size());
    std::string out;
    std::array<Bytef, std::size_t(32) * 1024> piece {};
    int state = Z_OK;
    while (state == Z_OK) {
        stream.next_out = piece.data();
        stream.avail_out = static_cast<uInt>(piece.size());
        state = deflate(&stream, Z_FINISH);
        out.append(piece.data(), piece.data() + (piece.size() - stream.avail_out));
    }
    deflateEnd(&stream);
    return state == Z_STREAM_END ? std::optional(std::move(out)) : std::nullopt;
}

} // namespace core::lab::front
