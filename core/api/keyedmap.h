// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Values by the keys of objects: in the order of namespace and name, and found by a hash, which in a large
// map takes a fraction of the time.

#include "core/api/resource.h"

#include <boost/unordered/unordered_flat_set.hpp>

#include <map>

namespace core::api {

template<typename T>
class KeyedMap
{
public:
    using Ordered = std::map<ObjectKey, T>;
    /// Stays where it is until it is erased, so that others may point to it.
    using Entry = typename Ordered::value_type;

    const Ordered &ordered() const { return m_ordered; }
    std::size_t size() const { return m_ordered.size(); }

    /// The entry, or nullptr.
    const Entry *find(const ObjectKeyView &key) const
    {
        const auto found = m_places.find(key);
        return found == m_places.end() ? nullptr : *found;
    }
    Entry *find(const ObjectKeyView &key)
    {
        const auto found = m_places.find(key);
        return found == m_places.end() ? nullptr : *found;
    }

    /// The entry, made when it is not there.
    Entry &ensure(const ObjectKey &key)
    {
        if (Entry *entry = find(key))
            return *entry;
        Entry &entry = *m_ordered.try_emplace(key).first;
        m_places.insert(&entry);
        return entry;
    }

    void erase(const Entry &entry)
    {
        m_places.erase(m_places.find(entry.first));
        m_ordered.erase(m_ordered.find(entry.first));
    }

private:
    static ObjectKeyView keyOf(const ObjectKeyView &key) { return key; }
    static ObjectKeyView keyOf(const Entry *entry) { return entry->first; }

    struct Hash {
        using is_transparent = void;
        std::size_t operator()(const auto &one) const { return std::hash<ObjectKeyView> {}(keyOf(one)); }
    };
    struct Equal {
        using is_transparent = void;
        bool operator()(const auto &a, const auto &b) const { return keyOf(a) == keyOf(b); }
    };

    Ordered m_ordered;
    boost::unordered_flat_set<Entry *, Hash, Equal> m_places; ///< every entry, found by its key
};

} // namespace core::api
