// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/comparison.h"

#include "core/api/codec.h"

#include <algorithm>
#include <set>

namespace core::engine {

namespace {

void addDifferences(const std::string &field, const api::Json *before, const api::Json *after,
    std::vector<FieldDifference> &found);

void addMembers(const std::string &field, const api::JsonObject &before, const api::JsonObject &after,
    std::vector<FieldDifference> &found)
{
    std::set<std::string_view> names;
    for (const auto *object : {&before, &after}) {
        for (const auto &member : *object)
            names.emplace(member.key().data(), member.key().size());
    }
    for (const std::string_view name : names)
        addDifferences(field.empty() ? std::string(name) : field + "." + std::string(name),
            api::member(before, name), api::member(after, name), found);
}

void addDifferences(const std::string &field, const api::Json *before, const api::Json *after,
    std::vector<FieldDifference> &found)
{
    const bool areObjects = before && after && before->is_object() && after->is_object();
    if (areObjects)
        return addMembers(field, before->get_object(), after->get_object(), found);
    if (before && after && api::equal(*before, *after))
        return;
    found.push_back({field, before ? api::writeJson(*before) : std::string(),
        after ? api::writeJson(*after) : std::string()});
}

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
    std::vector<FieldDifference> found;
    addDifferences({}, &before, &after, found);
    return found;
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
