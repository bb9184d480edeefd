// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/lostowners.h"

#include "core/lab/objects.h"

#include <map>
#include <set>

namespace core::lab {

using api::Json;

namespace {

using Uids = std::set<std::string, std::less<>>;
/// How many objects name an owner that is not there, by the collection of its kind and by its uid.
using Dangling = std::map<std::string, std::map<std::string, std::size_t, std::less<>>, std::less<>>;

const Collection *collectionOfOwner(const Registry &registry, const Json &reference)
{
    const std::string_view group = api::groupIn(api::textAt(reference, {"apiVersion"}));
    const std::string_view kind = api::textAt(reference, {"kind"});
    for (const ResourceType *type : registry.all()) {
        if (type->group == group && type->kind == kind)
            return type->collection;
    }
    return nullptr;
}

Dangling danglingReferences(const Store &store, const Registry &registry)
{
    Uids present;
    store.forEach([&](const Entry &entry) {
        present.emplace(api::textAt(*entry.object, {"metadata", "uid"}));
    });
    Dangling dangling;
    store.forEach([&](const Entry &entry) {
        for (const Json &reference : listAt(*entry.object, {"metadata", "ownerReferences"})) {
            const std::string_view uid = api::textAt(reference, {"uid"});
            const Collection *collection =
                present.contains(uid) ? nullptr : collectionOfOwner(registry, reference);
            if (collection)
                ++dangling[collection->name()][std::string(uid)];
        }
    });
    return dangling;
}

} // namespace

LostOwners lostOwners(const Store &store, const Registry &registry, const std::vector<LostObject> &lost)
{
    LostOwners owners;
    if (lost.empty())
        return owners;
    Dangling dangling = danglingReferences(store, registry);
    std::map<std::string, std::size_t, std::less<>> kept;
    for (const LostObject &object : lost) {
        const auto &named = dangling[object.collection];
        if (const auto found = named.find(object.uid); found != named.end())
            kept.insert(*found);
        else
            kept.insert(named.begin(), named.end());
    }
    for (const auto &[uid, dependents] : kept) {
        owners.uids.push_back(uid);
        owners.dependents += dependents;
    }
    return owners;
}

} // namespace core::lab
