// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Room on the disk that is kept for the day when there is no other: deletions need some, too
// (docs/faults-and-threats.md LIB9).

#include <cstdint>
#include <string>

namespace core::lab {

/// A file that holds nothing but its place.
class Ballast
{
public:
    explicit Ballast(std::string path) : m_path(std::move(path)) { }

    /// The result is true when it is there, be it from before. Takes at most half of what is free, less than
    /// 16 MiB rather than none; once it was given back never less than that, and as soon as a mebibyte stays
    /// free beside it.
    bool take();
    /// Whether a mebibyte is free where it lies; also where that can't be told.
    bool hasRoomBeside() const;
    /// Gives the room back; false when it held none.
    bool give();
    /// Bytes that it holds.
    std::uintmax_t held() const { return m_held; }

private:
    bool take(std::uintmax_t bytes);

    std::string m_path;
    std::uintmax_t m_held = 0;
    std::uintmax_t m_given = 0;
};

} // namespace core::lab
