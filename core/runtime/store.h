// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The objects of one kind as the watch last showed them. The informer alone writes; everybody else reads.
// What is handed out never changes, so it may be kept and sent to other threads without a copy.

#include "core/base/uniquemutable.h"
#include "core/runtime/untypedstore.h"

#include <ranges>

namespace core::runtime {

template<typename T>
class Store
{
public:
    using Pointer = std::shared_ptr<const T>;
    /// The values under which an object is found; none leaves it out.
    using IndexFunction = std::function<IndexValues(const T &)>;

    Store() = default;
    Store(const Store &) = delete;
    Store &operator=(const Store &) = delete;

    /// The object, or null.
    Pointer find(const api::ObjectKey &key) const { return typed(m_objects.find(key)); }

    /// The object where it lies, or nullptr; good until the store changes: for a look that keeps nothing.
    const T *peek(const api::ObjectKeyView &key) const { return get(m_objects.find(key)); }

    /// All objects, ordered by namespace and name.
    std::vector<Pointer> list() const { return kept(m_objects.objects().ordered() | std::views::values); }

    /// The keys of all objects in the same order.
    std::vector<api::ObjectKey> keys() const { return m_objects.keys(); }

    /// Objects with the value in the named index, which must exist, ordered by namespace and name: a range of
    /// references to where they lie, which knows its size; good until the store changes.
    auto by(std::string_view index, const std::string &value) const
    {
        return m_objects.by(index, value)
            | std::views::transform([](const auto *entry) -> const T & { return *get(entry->second); });
    }

    /// Finds objects by an index, to be kept.
    std::vector<Pointer> listBy(std::string_view index, const std::string &value) const
    {
        return kept(m_objects.by(index, value)
            | std::views::transform([](const auto *entry) -> auto & { return entry->second; }));
    }

    std::size_t size() const { return m_objects.objects().size(); }

    /// Adds an index; only before the first object is there.
    void addIndex(const std::string &name, IndexFunction function)
    {
        m_objects.addIndex(name, [function = std::move(function)](const void *object) {
            return function(*static_cast<const T *>(object));
        });
    }

    /// The informer puts, replaces (object set) or removes (object null); the result is what was there
    /// before.
    Pointer put(const api::ObjectKey &key, Pointer object)
    {
        return typed(m_objects.put(key, std::move(object)));
    }

    /// The informer gets the object, to change it where it lies as long as its place in every index stays, or
    /// nullptr when it is not there or somebody else holds it (base::uniqueMutable).
    T *uniqueMutable(const api::ObjectKeyView &key) const
    {
        return static_cast<T *>(base::uniqueMutable(m_objects.find(key)));
    }

private:
    static const T *get(const UntypedStore::Pointer &object) { return static_cast<const T *>(object.get()); }
    static Pointer typed(UntypedStore::Pointer object)
    {
        return std::static_pointer_cast<const T>(std::move(object));
    }
    static std::vector<Pointer> kept(auto objects)
    {
        std::vector<Pointer> all;
        all.reserve(std::ranges::size(objects));
        for (const UntypedStore::Pointer &object : objects)
            all.push_back(typed(object));
        return all;
    }

    UntypedStore m_objects;
};

} // namespace core::runtime
