// SPDX-License-Identifier: GPL-3.0-or-later
// What they do: limitranges.h.
#include "core/api/limitrange.h"
#include "core/api/names.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"

#include <set>

namespace core::lab::kinds {

using api::Json;
using api::JsonObject;
using api::LimitRangeItem;
using api::ResourceList;

namespace {

/// The member's quantities go where another has none.
void complete(JsonObject &item, std::string_view member, std::string_view from)
{
    const auto given = item.find(from);
    const auto present = item.find(member);
    const bool isWrong =
        present != item.end() && !present->value().is_object() && !present->value().is_null();
    if (isWrong || given == item.end() || !given->value().is_object())
        return;
    const JsonObject values = given->value().get_object();
    JsonObject &filled = objectIn(item, member);
    for (const auto &[resource, quantity] : values)
        filled.insert({{resource, quantity}});
}

/// docs/api-semantics.md M12
void completeContainers(Json &range)
{
    if (listAt(range, {"spec", "limits"}).empty())
        return;
    for (Json &item : arrayIn(objectIn(range, "spec"), "limits")) {
        if (!item.is_object() || api::textAt(item, {"type"}) != "Container")
            continue;
        complete(item.get_object(), "default", "max");
        complete(item.get_object(), "defaultRequest", "default");
        complete(item.get_object(), "defaultRequest", "min");
    }
}

struct Bound {
    const char *name;
    const ResourceList &values;
};

/// The lower of the two comes first; field names where the fault is told.
void checkOrder(
    const std::string &field, const Bound &low, const Bound &high, const Bound &told, FieldErrors &errors)
{
    for (const auto &[resource, quantity] : low.values) {
        const auto other = high.values.find(resource);
        if (other != high.values.end() && quantity.milli() > other->second.milli())
            errors.push_back(invalid(field + "[" + resource + "]", told.values.at(resource).text,
                std::string(low.name) + " value " + quantity.text + " is greater than " + high.name
                    + " value " + other->second.text));
    }
}

void checkItem(const LimitRangeItem &item, const std::string &path, FieldErrors &errors)
{
    if (item.type == "Pod" && !item.default_.empty())
        errors.push_back(forbidden(path + ".default", "may not be specified when `type` is 'Pod'"));
    if (item.type == "Pod" && !item.defaultRequest.empty())
        errors.push_back(forbidden(path + ".defaultRequest", "may not be specified when `type` is 'Pod'"));
    const bool isBounded = item.min.contains("storage") || item.max.contains("storage");
    if (item.type == "PersistentVolumeClaim" && !isBounded)
        errors.push_back(required(path + ".limits",
            "either minimum or maximum storage value is required, but neither was provided"));
    const Bound least {"min", item.min};
    const Bound most {"max", item.max};
    const Bound request {"default request", item.defaultRequest};
    const Bound limit {"default", item.default_};
    checkOrder(path + ".min", least, most, least, errors);
    checkOrder(path + ".defaultRequest", least, request, request, errors);
    checkOrder(path + ".defaultRequest", request, most, request, errors);
    checkOrder(path + ".defaultRequest", request, {"default limit", item.default_}, request, errors);
    checkOrder(path + ".default", least, limit, limit, errors);
    checkOrder(path + ".default", limit, most, limit, errors);
    constexpr std::int64_t one = 1000;
    for (const auto &[resource, ratio] : item.maxLimitRequestRatio) {
        if (ratio.milli() < one)
            errors.push_back(invalid(path + ".maxLimitRequestRatio[" + resource + "]", ratio.text,
                "ratio " + ratio.text + " is less than 1"));
    }
}

void checkLimitRange(const Json &range, FieldErrors &errors)
{
    std::set<std::string_view> types;
    const auto &limits = listAt(range, {"spec", "limits"});
    for (std::size_t i = 0; i < limits.size(); ++i) {
        const std::string path = "spec.limits[" + std::to_string(i) + "]";
        const std::string_view type = api::textAt(limits[i], {"type"});
        const bool isKnown = type == "Pod" || type == "Container" || type == "PersistentVolumeClaim"
            || (type.find('/') != std::string_view::npos && api::isQualifiedName(type));
        if (!isKnown)
            errors.push_back(
                invalid(path + ".type", type, "must be a standard limit type or fully qualified"));
        if (!types.insert(type).second)
            errors.push_back(duplicate(path + ".type", Json(std::string(type))));
        if (const auto item = api::decode<LimitRangeItem>(limits[i]))
            checkItem(*item, path, errors);
        else
            errors.push_back(invalid(path, limits[i], item.error().message));
    }
}

} // namespace

KindDefinition limitRange()
{
    const SchemaPtr limit =
        object({{"type", text}, {"max", quantities}, {"min", quantities}, {"default", quantities},
                   {"defaultRequest", quantities}, {"maxLimitRequestRatio", quantities}},
            {"type"});
    return {.kind = "LimitRange",
        .plural = "limitranges",
        .shortNames = {"limits"},
        .schema = object({{"spec", object({{"limits", listOf(limit)}}, {"limits"})}}),
        .columns = {nameColumn(), createdAtColumn()},
        .rules = {.createsOnUpdate = true, .prepare = completeContainers, .check = checkLimitRange}};
}

} // namespace core::lab::kinds
