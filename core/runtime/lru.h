// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A map from text that holds at most so many values and forgets the one that was not touched for longest.

#include <list>
#include <string>
#include <unordered_map>
#include <utility>

namespace core::runtime {

template<typename Value>
class Lru
{
public:
    explicit Lru(std::size_t most) : m_most(most) { }

    /// The key's value, now the most recently used; an empty one when there was none.
    Value &touch(const std::string &key)
    {
        if (const auto known = m_byKey.find(key); known != m_byKey.end()) {
            m_entries.splice(m_entries.begin(), m_entries, known->second);
            return known->second->second;
        }
        m_entries.emplace_front(key, Value {});
        m_byKey.emplace(key, m_entries.begin());
        if (m_entries.size() > m_most)
            erase(std::string(m_entries.back().first));
        return m_entries.front().second;
    }

    void erase(const std::string &key)
    {
        const auto known = m_byKey.find(key);
        if (known == m_byKey.end())
            return;
        m_entries.erase(known->second);
        m_byKey.erase(known);
    }

    std::size_t size() const { return m_entries.size(); }

private:
    using Entries = std::list<std::pair<std::string, Value>>;

    std::size_t m_most;
    Entries m_entries; ///< most recently used first
    std::unordered_map<std::string, typename Entries::iterator> m_byKey;
};

} // namespace core::runtime
