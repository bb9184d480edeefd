// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The objects of one kind as the watch last showed them. The informer alone writes; everybody else reads. What is
// handed out never changes, so it may be kept and sent to other threads without a copy.

#include "core/api/resource.h"

#include <QtGlobal>

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace core::runtime {

template<typename T>
class Store
{
public:
    using Pointer = std::shared_ptr<const T>;
    /// The values under which an object is found; none leaves it out.
    using IndexFunction = std::function<std::vector<std::string>(const T &)>;

    /// The object, or null.
    Pointer find(const api::ObjectKey &key) const
    {
        const auto found = m_objects.find(key);
        return found == m_objects.end() ? nullptr : found->second;
    }

    /// All objects, ordered by namespace and name.
    std::vector<Pointer> list() const
    {
        std::vector<Pointer> all;
        all.reserve(m_objects.size());
        for (const auto &[key, object] : m_objects)
            all.push_back(object);
        return all;
    }

    /// Objects with the value in the named index, which must exist, ordered by namespace and name.
    std::vector<Pointer> listBy(std::string_view index, const std::string &value) const
    {
        std::vector<Pointer> some;
        const auto named = m_indexes.find(index);
        Q_ASSERT(named != m_indexes.end());
        const auto &keys = named->second.keys;
        const auto found = keys.find(value);
        if (found == keys.end())
            return some;
        some.reserve(found->second.size());
        for (const api::ObjectKey &key : found->second)
            some.push_back(m_objects.at(key));
        return some;
    }

    std::size_t size() const { return m_objects.size(); }

    /// Adds an index; only before the first object is there.
    void addIndex(std::string name, IndexFunction function)
    {
        Q_ASSERT(m_objects.empty());
        m_indexes[std::move(name)].function = std::move(function);
    }

    /// For the informer: puts, replaces (object set) or removes (object null); returns what was there before.
    Pointer put(const api::ObjectKey &key, Pointer object)
    {
        Pointer before = find(key);
        for (auto &[name, index] : m_indexes)
            reindex(index, key, before, object);
        if (object)
            m_objects[key] = std::move(object);
        else
            m_objects.erase(key);
        return before;
    }

private:
    struct Index {
        IndexFunction function;
        std::unordered_map<std::string, std::set<api::ObjectKey>> keys;
    };

    static void reindex(Index &index, const api::ObjectKey &key, const Pointer &before, const Pointer &after)
    {
        const auto old = before ? index.function(*before) : std::vector<std::string>();
        const auto now = after ? index.function(*after) : std::vector<std::string>();
        if (old == now)
            return;
        for (const std::string &value : old) {
            auto &keys = index.keys[value];
            keys.erase(key);
            if (keys.empty())
                index.keys.erase(value);
        }
        for (const std::string &value : now)
            index.keys[value].insert(key);
    }

    std::map<api::ObjectKey, Pointer> m_objects;
    std::map<std::string, Index, std::less<>> m_indexes;
};

} // namespace core::runtime
