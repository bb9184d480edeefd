// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/tables.h"

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

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
    table.emplace("columnDefinitions", withDefinitions ? Json(definitions(columns)) : Json(nullptr));
    table.emplace("rows", std::move(rows));
    return table;
}

} // namespace core::lab
