// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/untypedstore.h"

#include <QtGlobal>

#include <utility>

namespace core::runtime {

const UntypedStore::Pointer &UntypedStore::find(const api::ObjectKeyView &key) const
{
    static const Pointer none;
    const Entry *entry = m_objects.find(key);
    return entry ? entry->second : none;
}

std::vector<api::ObjectKey> UntypedStore::keys() const
{
    std::vector<api::ObjectKey> all;
    all.reserve(m_objects.size());
    for (const auto &[key, object] : m_objects.ordered())
        all.push_back(key);
    return all;
}

const UntypedStore::Entries &UntypedStore::by(std::string_view index, const std::string &value) const
{
    static const Entries none;
    const auto named = m_indexes.find(index);
    Q_ASSERT(named != m_indexes.end());
    const auto found = named->second.entries.find(value);
    return found == named->second.entries.end() ? none : found->second;
}

void UntypedStore::addIndex(std::string name, IndexFunction function)
{
    Q_ASSERT(m_objects.size() == 0);
    m_indexes[std::move(name)].function = std::move(function);
}

UntypedStore::Pointer UntypedStore::put(const api::ObjectKey &key, Pointer object)
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

void UntypedStore::reindex(Index &index, const Entry &entry, const Pointer &after)
{
    const IndexValues old = entry.second ? index.function(entry.second.get()) : IndexValues();
    const IndexValues now = after ? index.function(after.get()) : IndexValues();
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

} // namespace core::runtime
