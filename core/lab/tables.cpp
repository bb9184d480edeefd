// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/tables.h"

#include "core/api/time.h"

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

std::string both(std::int64_t first, char firstUnit, std::int64_t second, char secondUnit)
{
    std::string text = std::to_string(first) + firstUnit;
    if (second > 0)
        text += std::to_string(second) + secondUnit;
    return text;
}

JsonArray definitions(const Columns &columns)
{
    JsonArray list;
    for (const Column &column : columns)
        list.push_back(JsonObject {{"name", column.name}, {"type", column.type}, {"format", column.format},
            {"description", column.description}, {"priority", column.priority}});
    return list;
}

Json row(const api::JsonPtr &object, const Columns &columns, RowObject rowObject, base::Time now)
{
    JsonArray cells;
    cells.reserve(columns.size());
    for (const Column &column : columns)
        cells.push_back(column.cell(*object, now));
    JsonObject row {{"cells", std::move(cells)}};
    if (rowObject == RowObject::Metadata)
        row.emplace("object", partialMetadata(*object));
    else if (rowObject == RowObject::Full)
        row.emplace("object", *object);
    return row;
}

} // namespace

std::string humanDuration(base::Duration duration)
{
    const auto seconds = std::chrono::floor<std::chrono::seconds>(duration).count();
    if (seconds < -1)
        return "<invalid>";
    if (seconds < 0)
        return "0s";
    if (seconds < 120)
        return std::to_string(seconds) + "s";
    const auto minutes = seconds / 60;
    if (minutes < 10)
        return both(minutes, 'm', seconds % 60, 's');
    if (minutes < 180)
        return std::to_string(minutes) + "m";
    const auto hours = minutes / 60;
    if (hours < 8)
        return both(hours, 'h', minutes % 60, 'm');
    if (hours < 48)
        return std::to_string(hours) + "h";
    const auto days = hours / 24;
    if (days < 8)
        return both(days, 'd', hours % 24, 'h');
    if (days < 730)
        return std::to_string(days) + "d";
    if (days < 2920)
        return both(days / 365, 'y', days % 365, 'd');
    return std::to_string(days / 365) + "y";
}

Json partialMetadata(const Json &object)
{
    return JsonObject {{"kind", "PartialObjectMetadata"}, {"apiVersion", "meta.k8s.io/v1"},
        {"metadata", object.at("metadata")}};
}

Json tableOf(const std::vector<api::JsonPtr> &objects, const Columns &columns, RowObject rowObject,
    base::Time now, const api::ListBody *list, bool withDefinitions)
{
    JsonObject metadata;
    if (list) {
        metadata.emplace("resourceVersion", list->resourceVersion);
        if (!list->continueToken.empty())
            metadata.emplace("continue", list->continueToken);
        if (list->remainingItemCount)
            metadata.emplace("remainingItemCount", *list->remainingItemCount);
    } else if (objects.size() == 1) {
        metadata.emplace("resourceVersion", api::textAt(*objects.front(), {"metadata", "resourceVersion"}));
    }
    JsonArray rows;
    rows.reserve(objects.size());
    for (const api::JsonPtr &object : objects)
        rows.push_back(row(object, columns, rowObject, now));
    JsonObject table {{"kind", "Table"}, {"apiVersion", "meta.k8s.io/v1"}, {"metadata", std::move(metadata)}};
    table.emplace("columnDefinitions", withDefinitions ? definitions(columns) : JsonArray());
    table.emplace("rows", std::move(rows));
    return table;
}

} // namespace core::lab
