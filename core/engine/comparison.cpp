// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/comparison.h"

#include "core/api/codec.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <unordered_map>
#include <utility>

namespace core::engine {

namespace {

/// The items of a list by names that no two of them share.
struct Items {
    std::vector<std::string> names; ///< in the order of the list
    std::unordered_map<std::string, const api::Json *> byName;

    bool add(std::string name, const api::Json &item)
    {
        names.push_back(name);
        return byName.emplace(std::move(name), &item).second;
    }
    const api::Json *find(const std::string &name) const
    {
        const auto found = byName.find(name);
        return found == byName.end() ? nullptr : found->second;
    }
};

using ItemsOfBoth = std::optional<std::pair<Items, Items>>;

bool isOfObjects(const api::Json *list)
{
    return list && list->is_array()
        && std::ranges::all_of(list->get_array(), [](const api::Json &item) { return item.is_object(); });
}

/// Nothing where one has no name, or two have the same.
std::optional<Items> itemsBy(std::string_view key, const api::JsonArray &list)
{
    Items items;
    for (const api::Json &item : list) {
        const std::string_view name = api::textAt(item, {key});
        if (name.empty() || !items.add(std::string(name), item))
            return std::nullopt;
    }
    return items;
}

Items itemsByPlace(const api::JsonArray &list)
{
    Items items;
    for (const api::Json &item : list)
        items.add(std::to_string(items.names.size()), item);
    return items;
}

/// In the order of these items.
std::vector<std::string> namesShared(const Items &items, const Items &others)
{
    std::vector<std::string> names;
    std::ranges::copy_if(items.names, std::back_inserter(names),
        [&](const std::string &name) { return others.find(name) != nullptr; });
    return names;
}

/// Nothing where none is left, or those that are have another order.
ItemsOfBoth itemsInBoth(std::string_view key, const api::JsonArray &before, const api::JsonArray &after)
{
    auto olds = itemsBy(key, before);
    auto news = itemsBy(key, after);
    if (!olds || !news)
        return std::nullopt;
    const auto shared = namesShared(*olds, *news);
    if (shared.empty() || shared != namesShared(*news, *olds))
        return std::nullopt;
    return std::pair(std::move(*olds), std::move(*news));
}

ItemsOfBoth itemsInBoth(const api::JsonArray &before, const api::JsonArray &after)
{
    const bool isOfOneSize = before.size() == after.size();
    for (const std::string_view key : {"name", "type"}) {
        auto named = itemsInBoth(key, before, after);
        if (named && !(isOfOneSize && named->first.names == named->second.names))
            return named;
    }
    return isOfOneSize ? ItemsOfBoth(std::pair(itemsByPlace(before), itemsByPlace(after))) : std::nullopt;
}

class DifferenceFinder
{
public:
    explicit DifferenceFinder(bool looksIntoLists) : m_looksIntoLists(looksIntoLists) { }

    void compare(const std::string &field, const api::Json *before, const api::Json *after)
    {
        if (before && after && before->is_object() && after->is_object())
            return compareMembers(field, before->get_object(), after->get_object());
        if (before && after && api::equal(*before, *after))
            return;
        if (m_looksIntoLists && isOfObjects(before) && isOfObjects(after)) {
            if (const auto items = itemsInBoth(before->get_array(), after->get_array()))
                return compareItems(field, items->first, items->second);
        }
        m_found.push_back({field, before ? api::writeJson(*before) : std::string(),
            after ? api::writeJson(*after) : std::string()});
    }

    std::vector<FieldDifference> take() { return std::move(m_found); }

private:
    void compareMembers(const std::string &field, const api::JsonObject &before, const api::JsonObject &after)
    {
        std::set<std::string_view> names;
        for (const auto *object : {&before, &after}) {
            for (const auto &member : *object)
                names.emplace(member.key().data(), member.key().size());
        }
        for (const std::string_view name : names)
            compare(field.empty() ? std::string(name) : field + "." + std::string(name),
                api::member(before, name), api::member(after, name));
    }

    void compareItems(const std::string &field, const Items &before, const Items &after)
    {
        for (const std::string &name : before.names)
            compare(field + '[' + name + ']', before.find(name), after.find(name));
        for (const std::string &name : after.names) {
            if (!before.find(name))
                compare(field + '[' + name + ']', nullptr, after.find(name));
        }
    }

    bool m_looksIntoLists;
    std::vector<FieldDifference> m_found;
};

/// The copy leaves out what changes when nothing does.
template<typename T>
api::Json comparable(T object)
{
    object.metadata.resourceVersion.clear();
    if constexpr (std::is_same_v<T, api::Node>) {
        for (api::NodeCondition &condition : object.status.conditions)
            condition.lastHeartbeatTime.reset();
    }
    return api::encodeObject(object);
}

template<typename T>
class KindComparison
{
public:
    explicit KindComparison(std::vector<ObjectDifference> &found) : m_found(found) { }

    void compare(const ObjectList<T> &before, const ObjectList<T> &after)
    {
        auto old = before.begin();
        for (const auto &object : after) {
            for (; old != before.end() && (*old)->key() < object->key(); ++old)
                add(ObjectDifference::What::Deleted, **old);
            if (old == before.end() || object->key() < (*old)->key())
                add(ObjectDifference::What::Created, *object);
            else
                compare(**old++, *object);
        }
        for (; old != before.end(); ++old)
            add(ObjectDifference::What::Deleted, **old);
    }

private:
    void compare(const T &before, const T &after)
    {
        if (before.metadata.uid != after.metadata.uid) {
            add(ObjectDifference::What::Deleted, before);
            add(ObjectDifference::What::Created, after);
        } else if (before.metadata.resourceVersion != after.metadata.resourceVersion) {
            auto fields = fieldsThatDiffer(comparable(before), comparable(after));
            if (!fields.empty())
                add(ObjectDifference::What::Changed, after, std::move(fields));
        }
    }
    void add(ObjectDifference::What what, const T &object, std::vector<FieldDifference> fields = {})
    {
        m_found.push_back({{&api::resourceOf<T>(), object.key()}, what, std::move(fields)});
    }

    std::vector<ObjectDifference> &m_found;
};

} // namespace

std::vector<FieldDifference> fieldsThatDiffer(const api::Json &before, const api::Json &after)
{
    DifferenceFinder finder(false);
    finder.compare({}, &before, &after);
    return finder.take();
}

std::vector<FieldDifference> detailsThatDiffer(const api::Json &before, const api::Json &after)
{
    DifferenceFinder finder(true);
    finder.compare({}, &before, &after);
    return finder.take();
}

std::vector<ObjectDifference> differencesBetween(const Moment &before, const Moment &after)
{
    std::vector<ObjectDifference> found;
    before.objects.each([&]<typename T>(const ObjectList<T> &list) {
        KindComparison<T>(found).compare(list, after.of<T>());
    });
    return found;
}

} // namespace core::engine
