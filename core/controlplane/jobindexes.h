// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Numbers of pods as an indexed Job keeps them in its status: "1,3-5,7".

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace core::controlplane {

class JobIndexes
{
public:
    JobIndexes() = default;
    /// Those from 0 up to, and without, the end. What is no number or range is left out.
    JobIndexes(std::string_view text, std::int64_t end);

    void add(std::int64_t first, std::int64_t last);
    bool contains(std::int64_t index) const;
    std::int64_t count() const;
    /// How many of them are among the others.
    std::int64_t countIn(const JobIndexes &others) const;
    /// The indexes are in order; from three on in a row they are a range.
    std::string text() const;

private:
    std::map<std::int64_t, std::int64_t> m_lastOf; ///< by the first; ranges with gaps between them
};

} // namespace core::controlplane
