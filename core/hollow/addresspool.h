// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Hands out pod addresses in 10.0.0.0/8: the same pod always gets the same one, two living pods never share
// one.

#include "core/base/chance.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace core::hollow {

class AddressPool
{
public:
    explicit AddressPool(const base::Chance &chance) : m_chance(chance) { }

    /// The address of the pod with that uid, taken out of the pool when it has none yet.
    std::string addressOf(const std::string &uid);
    /// A pod that runs already keeps its address; one that is not 10.x.y.z is nobody's concern.
    void occupy(const std::string &uid, std::string_view address);
    void release(const std::string &uid);
    std::size_t size() const { return m_addressOf.size(); }

private:
    const base::Chance &m_chance;
    std::unordered_map<std::string, std::uint32_t> m_addressOf; ///< the lower 24 bits, by uid
    std::unordered_map<std::uint32_t, int>
        m_taken; ///< how many pods say they have it; one, but for what we found
};

} // namespace core::hollow
