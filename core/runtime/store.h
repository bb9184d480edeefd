// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The objects of one kind as the watch last showed them. The informer alone writes; everybody else reads.
// What is handed out never changes, so it may be kept and sent to other threads without a copy.

#include "core/api/keyedmap.h"

#include <QtGlobal>

#include <boost/container/flat_set.hpp>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace core::runtime {

template<typename T>
class Store
{
public:
    using Pointer = std::shared_ptr<const T>;
    /// The values under which an object is found; none leaves it out.
    using IndexFunction = std::function<std::vector<std::string>(const T &)>;

    Store() = default;
    Store(const Store &) = delete;
    Store &operator=(const Store &) = delete;

    /// The object, or null.
    Pointer find(const api::ObjectKey &key) const
    {
        const Entry *entry = m_objects.find(key);
        return entry ? entry->second : nullptr;
    }

    /// The object where it lies, or nullptr; good until the store changes: for a look that keeps nothing.
    const T *peek(const api::ObjectKeyView &key) const
    {
        const Entry *entry = m_objects.find(key);
        return entry ? entry->second.get() : nullptr;
    }

    /// All objects, ordered by namespace and name.
    std::vector<Pointer> list() const
    {
        std::vector<Pointer> all;
        all.reserve(m_objects.size());
        for (const auto &[key, object] : m_objects.ordered())
            all.push_back(object);
        return all;
    }

    /// Objects with the value in the named index, which must exist, ordered by namespace and name: a range of
    /// Pointers where they lie, which knows its size; good until the store changes.
    auto by(std::string_view index, const std::string &value) const
    {
        static const Entries none;
        const auto named = m_indexes.find(index);
        Q_ASSERT(named != m_indexes.end());
        const auto found = named->second.entries.find(value);
        const Entries &some = found == named->second.entries.end() ? none : found->second;
        return some
            | std::views::transform([](const Entry *entry) -> const Pointer & { return entry->second; });
    }

    /// The same, to be kept.
    std::vector<Pointer> listBy(std::string_view index, const std::string &value) const
    {
        const auto here = by(index, value);
        std::vector<Pointer> some;
        some.reserve(here.size());
        std::ranges::copy(here, std::back_inserter(some));
        return some;
    }

    std::size_t size() const { return m_objects.size(); }

    /// Adds an index; only before the first object is there.
    void addIndex(std::string name, IndexFunction function)
    {
        Q_ASSERT(m_objects.size() == 0);
        m_indexes[std::move(name)].function = std::move(function);
    }

    /// For the informer: puts, replaces (object set) or removes (object null); returns what was there before.
    Pointer put(const api::ObjectKey &key, Pointer object)
    {
        if (!object && !m_objects.find(key))
            return nullptr;
        Entry &entry = m_objects.ensure(key);
        for (auto &[name, index] : m_indexes)
            reindex(index, entry, object);
        Pointer before = std::exchange(entry.second, std::move(object));
        if (!entry.second)
            m_objects.erase(entry);
        return before;
    }

    /// For the informer: where the object is held, to change it there as long as nobody else holds it
    /// (base::uniqueMutable) and its place in every index stays; else nullptr.
    const Pointer *held(const api::ObjectKeyView &key) const
    {
        const Entry *entry = m_objects.find(key);
        return entry ? &entry->second : nullptr;
    }

private:
    using Objects = api::KeyedMap<Pointer>;
    /// Stays where it is from an object's first appearance to its end, so that indexes may point to it.
    using Entry = typename Objects::Entry;

    struct Before {
        bool operator()(const Entry *a, const Entry *b) const { return a->first < b->first; }
    };

    using Entries = boost::container::flat_set<const Entry *, Before>;

    struct Index {
        IndexFunction function;
        std::unordered_map<std::string, Entries> entries;
    };

    static void reindex(Index &index, const Entry &entry, const Pointer &after)
    {
        const auto old = entry.second ? index.function(*entry.second) : std::vector<std::string>();
        const auto now = after ? index.function(*after) : std::vector<std::string>();
        if (old == now)
            return;
        for (const std::string &value : old) {
            auto &entries = index.entries[value];
            entries.erase(&entry);
            if (entries.empty())
                index.entries.erase(value);
        }
        for (const std::string &value : now)
            index.entries[value].insert(&entry);
    }

    Objects m_objects;
    std::map<std::string, Index, std::less<>> m_indexes;
};

} // namespace core::runtime
