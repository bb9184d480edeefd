// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a Store does whatever the type of its objects is: compiled once instead of once for each kind. Only
// Store uses it, and knows the type.

#include "core/api/keyedmap.h"

#include <boost/container/flat_set.hpp>
#include <boost/container/small_vector.hpp>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace core::runtime {

/// The values under which an index finds an object: mostly none or one, which takes no memory of its own.
using IndexValues = boost::container::small_vector<std::string, 1>;

class UntypedStore
{
public:
    using Pointer = std::shared_ptr<const void>;
    using IndexFunction = std::function<IndexValues(const void *)>;
    using Objects = api::KeyedMap<Pointer>;
    /// Stays where it is from an object's first appearance to its end, so that indexes may point to it.
    using Entry = Objects::Entry;

    struct Before {
        bool operator()(const Entry *a, const Entry *b) const { return a->first < b->first; }
    };
    using Entries = boost::container::flat_set<const Entry *, Before>;

    /// The result is null when it is not there.
    const Pointer &find(const api::ObjectKeyView &key) const;
    const Objects &objects() const { return m_objects; }
    /// The keys are ordered by namespace and name.
    std::vector<api::ObjectKey> keys() const;
    /// Those with the value in the named index, which must exist.
    const Entries &by(std::string_view index, const std::string &value) const;
    void addIndex(std::string name, IndexFunction function);
    /// Puts, replaces or (null) removes; returns what was there before.
    Pointer put(const api::ObjectKey &key, Pointer object);

private:
    struct Index {
        IndexFunction function;
        std::unordered_map<std::string, Entries> entries;
    };

    static void reindex(Index &index, const Entry &entry, const Pointer &after);

    Objects m_objects;
    std::map<std::string, Index, std::less<>> m_indexes;
};

} // namespace core::runtime
