// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hollow/addresspool.h"

#include <cstdio>

namespace core::hollow {

std::string AddressPool::addressOf(const std::string &uid)
{
    const auto [entry, isNew] = m_addressOf.try_emplace(uid, 0);
    for (std::uint64_t n = 0; isNew; ++n) {
        const auto bits = static_cast<std::uint32_t>(m_chance.draw(uid, "pod-address", n)) & 0xffffffU;
        const std::uint32_t last = bits & 0xffU;
        if (last == 0 || last == 255 || m_taken.contains(bits))
            continue;
        ++m_taken[bits];
        entry->second = bits;
        break;
    }
    const std::uint32_t bits = entry->second;
    return "10." + std::to_string(bits >> 16U) + "." + std::to_string(bits >> 8U & 0xffU) + "."
        + std::to_string(bits & 0xffU);
}

void AddressPool::occupy(const std::string &uid, std::string_view address)
{
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    if (std::sscanf(std::string(address).c_str(), "10.%3u.%3u.%3u", &a, &b, &c) != 3 || a > 255 || b > 255
        || c > 255)
        return;
    if (!m_addressOf.try_emplace(uid, a << 16U | b << 8U | c).second)
        return;
    ++m_taken[a << 16U | b << 8U | c];
}

void AddressPool::release(const std::string &uid)
{
    const auto entry = m_addressOf.find(uid);
    if (entry == m_addressOf.end())
        return;
    if (const auto taken = m_taken.find(entry->second); taken != m_taken.end() && --taken->second == 0)
        m_taken.erase(taken);
    m_addressOf.erase(entry);
}

} // namespace core::hollow
