// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/apply/structuredmerge.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

enum class Relation { Whole, Members, Items };

/// Built-in kinds have these even when they are empty: they are never added or removed themselves.
constexpr std::array<std::string_view, 13> alwaysThere {"metadata", "spec", "status", "template", "strategy",
    "updateStrategy", "jobTemplate", "involvedObject", "source", "loadBalancer", "nodeInfo",
    "daemonEndpoints", "kubeletEndpoint"};

constexpr std::string_view listAlwaysThere = "containers";

const Json emptyObject = JsonObject();
const Json emptyList = JsonArray();

/// The keys by which an apply tells the items of a list apart; none: their values do. nullptr for a list that
/// is one field.
const std::vector<std::string> *keysOf(const Schema *list)
{
    static const std::vector<std::string> none;
    if (!list || (list->listType == Schema::ListType::Atomic && !list->mergesInPatches))
        return nullptr;
    if (!list->applyKeys.empty())
        return &list->applyKeys;
    return list->listType == Schema::ListType::Set ? &none : &list->mapKeys;
}

const Json *keyValue(const Json &item, const std::string &key, const Schema *items)
{
    if (const Json *value = item.get_object().if_contains(key))
        return value;
    const Schema *known = items ? items->member(key) : nullptr;
    return known && known->defaultValue ? &*known->defaultValue : nullptr;
}

/// "k:{"name":"a"}", "v:"x""; nothing for an item that has none of the keys, or is no scalar in a set.
std::optional<std::string> elementOf(
    const Json &item, const Schema &list, const std::vector<std::string> &keys)
{
    if (keys.empty())
        return item.is_structured() || item.is_null() ? std::nullopt
                                                      : std::optional("v:" + api::writeJson(item));
    if (!item.is_object())
        return std::nullopt;
    JsonObject identity;
    for (const std::string &key : keys) {
        if (const Json *value = keyValue(item, key, list.items.get()); value && !value->is_structured())
            identity.emplace(key, *value);
    }
    if (identity.empty())
        return std::nullopt;
    return "k:" + api::writeCanonicalJson(identity);
}

/// The items of a list by their elements, in order.
struct Items {
    std::vector<std::pair<std::string, const Json *>> ordered;
    std::map<std::string_view, std::vector<const Json *>> byElement;

    bool has(const std::string &element) const { return byElement.contains(element); }
    const Json *single(const std::string &element) const
    {
        const auto found = byElement.find(element);
        return found != byElement.end() && found->second.size() == 1 ? found->second.front() : nullptr;
    }
};

/// Nothing when one can't be told from the others.
std::optional<Items> itemsOf(const JsonArray &list, const Schema &schema)
{
    const std::vector<std::string> *keys = keysOf(&schema);
    Items items;
    items.ordered.reserve(list.size());
    for (const Json &item : list) {
        auto element = elementOf(item, schema, *keys);
        if (!element)
            return std::nullopt;
        items.ordered.emplace_back(std::move(*element), &item);
    }
    for (const auto &[element, item] : items.ordered)
        items.byElement[element].push_back(item);
    return items;
}

/// An element of a path; spelled out only where a field is found.
struct FieldStep {
    const FieldStep *parent = nullptr;
    std::string_view field; ///< a member of that name, unless
    std::string_view element = {}; ///< it is an item

    FieldSet &placeIn(FieldSet &set) const
    {
        if (!parent)
            return set;
        FieldSet &above = parent->placeIn(set);
        return above.children[element.empty() ? fieldElement(field) : std::string(element)];
    }
};

class Walk
{
public:
    explicit Walk(bool custom) : m_custom(custom) { }

    enum class Rule {
        Written, ///< what holds fields is one itself
        Applied ///< only where the holder may be there without them
    };
    void collect(const Json &value, const Schema *schema, FieldSet &place, Rule rule);
    void compare(const Json *before, const Json *after, const Schema *schema, const FieldStep &step);
    void merge(Json &object, const Json &config, const Schema *schema);
    /// The result is false when nothing is left of what was there.
    bool prune(Json &value, const FieldSet &fields, const FieldSet *kept, const Schema *schema);

    FieldChanges comparison;

private:
    void collectItems(const JsonArray &list, const Schema *schema, FieldSet &place, Rule rule);
    void compareMembers(
        const JsonObject &before, const JsonObject &after, const Schema *schema, const FieldStep &step);
    void compareItems(const Json &before, const Json &after, const Schema &schema, const FieldStep &step);
    void mergeItems(JsonArray &list, const JsonArray &config, const Schema &schema);
    Relation relationOf(const Json &value, const Schema *schema) const;
    bool isField(const Schema *schema, std::string_view name) const;
    bool isOwned(const FieldSet *set, bool field) const;

    const bool m_custom;
    int m_depth = 0;
};

/// One level down, until it ends.
class Descent
{
public:
    explicit Descent(int &depth) : m_depth(depth) { ++m_depth; }
    Descent(const Descent &) = delete;
    Descent &operator=(const Descent &) = delete;
    ~Descent() { --m_depth; }

private:
    int &m_depth;
};

/// What lies too deep for managedFields to name it is one field.
Relation Walk::relationOf(const Json &value, const Schema *schema) const
{
    constexpr int deepest = 80; // so that it can still be read within a stored object
    if (m_depth > deepest)
        return Relation::Whole;
    if (value.is_object())
        return schema && schema->atomicMap ? Relation::Whole : Relation::Members;
    return value.is_array() && keysOf(schema) ? Relation::Items : Relation::Whole;
}

const Schema *memberOf(const Schema *schema, std::string_view name)
{
    return schema ? schema->member(name) : nullptr;
}

/// A field that the type names, as opposed to a key of a map.
bool Walk::isField(const Schema *schema, std::string_view name) const
{
    if (schema && schema->properties.contains(name))
        return true;
    return !m_custom && !(schema && schema->additional);
}

void Walk::collect(const Json &value, const Schema *schema, FieldSet &place, Rule rule)
{
    const Descent descent(m_depth);
    const Relation relation = relationOf(value, schema);
    if (relation == Relation::Items)
        return collectItems(value.get_array(), schema, place, rule);
    place.member = rule == Rule::Written || relation == Relation::Whole || value.get_object().empty();
    if (relation == Relation::Whole)
        return;
    for (const auto &member : value.get_object()) {
        const auto child = place.children.try_emplace(fieldElement(member.key())).first;
        collect(member.value(), memberOf(schema, member.key()), child->second, rule);
        child->second.member = child->second.member || !isField(schema, member.key());
        if (child->second.isEmpty())
            place.children.erase(child);
    }
}

void Walk::collectItems(const JsonArray &list, const Schema *schema, FieldSet &place, Rule rule)
{
    const auto items = itemsOf(list, *schema);
    place.member = rule == Rule::Written || !items;
    if (!items)
        return;
    for (const auto &[element, same] : items->byElement) {
        FieldSet &child = place.children[std::string(element)];
        if (same.size() == 1)
            collect(*same.front(), schema->items.get(), child, rule);
        child.member = true;
    }
}

void Walk::compare(const Json *before, const Json *after, const Schema *schema, const FieldStep &step)
{
    constexpr int mostLooksAhead = 6; // each goes through all below
    if (before && after && m_depth <= mostLooksAhead && api::equal(*before, *after))
        return;
    if (!before)
        return collect(*after, schema, step.placeIn(comparison.added), Rule::Written);
    if (!after)
        return collect(*before, schema, step.placeIn(comparison.removed), Rule::Written);
    const Descent descent(m_depth);
    const Relation relation = relationOf(*before, schema);
    if (relation != relationOf(*after, schema) || relation == Relation::Whole) {
        if (!api::equal(*before, *after))
            step.placeIn(comparison.modified).member = true;
    } else if (relation == Relation::Members) {
        compareMembers(before->get_object(), after->get_object(), schema, step);
    } else {
        compareItems(*before, *after, *schema, step);
    }
}

void Walk::compareMembers(
    const JsonObject &before, const JsonObject &after, const Schema *schema, const FieldStep &step)
{
    const auto orEmpty = [&](const Json *value, const Json *other, std::string_view name) {
        const Schema *known = memberOf(schema, name);
        if (value || !other || m_custom || (known && known->atomicMap))
            return value;
        if (other->is_array() && name == listAlwaysThere)
            return &emptyList;
        const bool stays = std::ranges::find(alwaysThere, name) != alwaysThere.end();
        return stays && other->is_object() ? &emptyObject : value;
    };
    const auto compareMember = [&](std::string_view name, const Json *old, const Json *now) {
        compare(orEmpty(old, now, name), orEmpty(now, old, name), memberOf(schema, name), {&step, name});
    };
    for (const auto &member : before)
        compareMember(member.key(), &member.value(), after.if_contains(member.key()));
    for (const auto &member : after) {
        if (!before.contains(member.key()))
            compareMember(member.key(), nullptr, &member.value());
    }
}

void Walk::compareItems(const Json &before, const Json &after, const Schema &schema, const FieldStep &step)
{
    const auto old = itemsOf(before.get_array(), schema);
    const auto now = itemsOf(after.get_array(), schema);
    if (!old || !now) {
        step.placeIn(comparison.modified).member = true;
        return;
    }
    const auto compareItem = [&](std::string_view element, const Json *one, const Json *other) {
        compare(one, other, schema.items.get(), {&step, {}, element});
    };
    const auto mark = [&](FieldSet &set, std::string_view element) {
        FieldStep {&step, {}, element}.placeIn(set).member = true;
    };
    for (const auto &[element, was] : old->byElement) {
        const auto found = now->byElement.find(element);
        if (found == now->byElement.end()) {
            if (was.size() == 1)
                compareItem(element, was.front(), nullptr);
            mark(comparison.removed, element);
        } else if (was.size() == 1 && found->second.size() == 1) {
            compareItem(element, was.front(), found->second.front());
        } else if (was.size() == 1) {
            compareItem(element, was.front(), nullptr);
            mark(comparison.added, element);
        } else if (found->second.size() == 1) {
            compareItem(element, nullptr, found->second.front());
            mark(comparison.removed, element);
        } else if (!std::ranges::equal(
                       was, found->second, [](const Json *a, const Json *b) { return api::equal(*a, *b); })) {
            mark(comparison.modified, element);
        }
    }
    for (const auto &[element, is] : now->byElement) {
        if (old->byElement.contains(element))
            continue;
        if (is.size() == 1)
            compareItem(element, nullptr, is.front());
        mark(comparison.added, element);
    }
}

bool isEmptyHolder(const Json &value)
{
    return value.is_array() ? value.get_array().empty() : value.is_object() && value.get_object().empty();
}

void Walk::merge(Json &object, const Json &config, const Schema *schema)
{
    const Descent descent(m_depth);
    const Relation relation = relationOf(config, schema);
    const Relation present = relationOf(object, schema);
    if (config.is_null() && present != Relation::Whole && !isEmptyHolder(object))
        return; // none is asked for, which takes nothing from others
    if (relation != present || relation == Relation::Whole) {
        object = config;
        return;
    }
    if (relation == Relation::Items)
        return mergeItems(object.get_array(), config.get_array(), *schema);
    for (const auto &member : config.get_object()) {
        if (Json *held = object.get_object().if_contains(member.key()))
            merge(*held, member.value(), memberOf(schema, member.key()));
        else
            object.get_object()[member.key()] = member.value();
    }
}

/// The configuration's items in its order; the others stay behind those that they stood behind.
void Walk::mergeItems(JsonArray &list, const JsonArray &config, const Schema &schema)
{
    const auto live = itemsOf(list, schema);
    const auto wanted = itemsOf(config, schema);
    if (!live || !wanted) {
        list = config;
        return;
    }
    JsonArray merged(list.storage());
    merged.reserve(live->ordered.size() + wanted->ordered.size());
    const auto isShared = [&](const auto &item) { return live->has(item.first); };
    auto present = live->ordered.begin();
    auto nextShared = std::find_if(wanted->ordered.begin(), wanted->ordered.end(), isShared);
    for (auto item = wanted->ordered.begin(); item != wanted->ordered.end(); ++item) {
        if (nextShared < item)
            nextShared = std::find_if(item, wanted->ordered.end(), isShared);
        for (; present != live->ordered.end(); ++present) {
            if (!wanted->has(present->first))
                merged.push_back(*present->second);
            else if (nextShared != wanted->ordered.end() && present->first == nextShared->first)
                break;
        }
        const Json *held = live->single(item->first);
        merged.push_back(held ? *held : *item->second);
        if (held)
            merge(merged.back(), *item->second, schema.items.get());
        if (present != live->ordered.end() && present->first == item->first)
            ++present;
    }
    for (; present != live->ordered.end(); ++present) {
        if (!wanted->has(present->first))
            merged.push_back(*present->second);
    }
    list = std::move(merged);
}

/// Whoever owns something of a field that the type names owns the field.
bool Walk::isOwned(const FieldSet *set, bool field) const
{
    return set && (set->member || (field && !set->children.empty()));
}

bool Walk::prune(Json &value, const FieldSet &fields, const FieldSet *kept, const Schema *schema)
{
    const Descent descent(m_depth);
    const Relation relation = relationOf(value, schema);
    const auto isGone = [&](std::string_view element, bool field, Json &inner, const Schema *innerSchema) {
        const FieldSet *mine = fields.find(element);
        const FieldSet *others = kept ? kept->find(element) : nullptr;
        if (isOwned(mine, field) && !isOwned(others, field))
            return true;
        return mine && !mine->children.empty() && !prune(inner, *mine, others, innerSchema);
    };
    if (relation == Relation::Members && !value.get_object().empty()) {
        JsonObject left(value.storage());
        for (auto &member : value.get_object()) {
            const std::string_view name = member.key();
            if (!isGone(fieldElement(name), isField(schema, name), member.value(), memberOf(schema, name)))
                left.emplace(name, std::move(member.value()));
        }
        value = std::move(left);
        return !value.get_object().empty();
    }
    if (relation != Relation::Items || value.get_array().empty())
        return true;
    const std::vector<std::string> *keys = keysOf(schema);
    JsonArray left(value.storage());
    for (Json &item : value.get_array()) {
        const auto element = elementOf(item, *schema, *keys);
        if (!element || !isGone(*element, false, item, schema->items.get()))
            left.push_back(std::move(item));
    }
    value = std::move(left);
    return !value.get_array().empty();
}

/// What is wrong in a configuration, in the words of the original.
class Inspection
{
public:
    std::string misfit(const Json &value, const Schema *schema, const std::string &path) const
    {
        if (!fits(value, schema))
            return path + ": expected " + expected(schema->type) + ", got "
                + api::writeJson(value).substr(0, 100);
        if (value.is_object())
            return misfitInMembers(value.get_object(), schema, path);
        return value.is_array() ? misfitInItems(value.get_array(), schema, path) : std::string();
    }

private:
    static bool fits(const Json &value, const Schema *schema)
    {
        if (!schema || value.is_null())
            return true;
        switch (schema->type) {
        case Schema::Type::Object:
            return value.is_object();
        case Schema::Type::Array:
            return value.is_array();
        case Schema::Type::String:
            return value.is_string();
        case Schema::Type::Integer:
        case Schema::Type::Number:
            return value.is_number();
        case Schema::Type::Boolean:
            return value.is_bool();
        case Schema::Type::Any:
            return true;
        default:
            return !value.is_structured();
        }
    }
    static std::string expected(Schema::Type type)
    {
        switch (type) {
        case Schema::Type::Object:
            return "map";
        case Schema::Type::Array:
            return "list";
        case Schema::Type::String:
            return "string";
        case Schema::Type::Integer:
        case Schema::Type::Number:
            return "numeric (int or float)";
        case Schema::Type::Boolean:
            return "boolean";
        default:
            return "scalar";
        }
    }
    std::string misfitInMembers(const JsonObject &object, const Schema *schema, const std::string &path) const
    {
        for (const auto &member : object) {
            const std::string name(member.key());
            if (std::string wrong = misfit(member.value(), memberOf(schema, name), path + "." + name);
                !wrong.empty())
                return wrong;
        }
        return {};
    }
    std::string misfitInItems(const JsonArray &list, const Schema *schema, const std::string &path) const
    {
        const std::vector<std::string> *keys = keysOf(schema);
        std::map<std::string, bool> seen;
        for (std::size_t i = 0; i < list.size(); ++i) {
            const auto element = keys ? elementOf(list[i], *schema, *keys) : std::nullopt;
            if (keys && !element)
                return path + ": element " + std::to_string(i) + ": "
                    + (keys->empty() ? "a list that is a set may hold scalars only"
                                     : "associative list with keys has an element that omits all key fields");
            const std::string place = element ? elementPath(*element) : "[" + std::to_string(i) + "]";
            if (element && !seen.emplace(*element, true).second)
                return path + ": duplicate entries for key " + place;
            if (std::string wrong = misfit(list[i], schema ? schema->items.get() : nullptr, path + place);
                !wrong.empty())
                return wrong;
        }
        return {};
    }
};

} // namespace

FieldSet StructuredMerge::fieldsOf(const Json &config) const
{
    FieldSet set;
    Walk(m_custom).collect(config, m_schema.get(), set, Walk::Rule::Applied);
    set.member = false;
    return set;
}

FieldChanges StructuredMerge::compare(const Json &before, const Json &after) const
{
    Walk walk(m_custom);
    walk.compare(&before, &after, m_schema.get(), {});
    return std::move(walk.comparison);
}

void StructuredMerge::merge(Json &object, const Json &config) const
{
    Walk(m_custom).merge(object, config, m_schema.get());
}

void StructuredMerge::prune(Json &object, const FieldSet &fields, const FieldSet &kept) const
{
    Walk(m_custom).prune(object, fields, &kept, m_schema.get());
}

std::string StructuredMerge::misfitIn(const Json &config) const
{
    return Inspection().misfit(config, m_schema.get(), {});
}

} // namespace core::lab
