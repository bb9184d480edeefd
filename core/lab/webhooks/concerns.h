// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Whose writes somebody wants to hear of, found out once for each kind, so that all other writes cost
// nothing.

#include "core/lab/store.h"

#include <map>

namespace core::lab {

class Concerns
{
public:
    /// What finding out gave for that collection since the generation changed.
    template<typename FindOut>
    bool of(const Collection *collection, std::uint64_t generation, FindOut findOut)
    {
        if (m_generation != generation)
            m_known.clear();
        m_generation = generation;
        const auto [known, isNew] = m_known.try_emplace(collection, false);
        if (isNew)
            known->second = findOut();
        return known->second;
    }

private:
    std::map<const Collection *, bool> m_known;
    std::uint64_t m_generation = 0;
};

} // namespace core::lab
