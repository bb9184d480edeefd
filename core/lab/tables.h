// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Objects as rows of a table, the form in which kubectl get asks for them (docs/api-semantics.md K1 to K5).

#include "core/api/exchange.h"
#include "core/base/clock.h"

namespace core::lab {

struct Column {
    std::string name;
    std::string type = "string";
    std::string description;
    int priority = 0; ///< above 0: only with -o wide
    std::string format;
    std::function<api::Json(const api::Json &object, base::Time now)> cell;
};
using Columns = std::vector<Column>;

Column nameColumn();
Column ageColumn();

/// How much of each object a row carries.
enum class RowObject { Metadata, Full, None };

/// The rows with their column definitions; list tells the metadata of a list. Without definitions for all but
/// the first event of a watch.
api::Json tableOf(const std::vector<api::JsonPtr> &objects, const Columns &columns, RowObject rowObject,
    base::Time now, const api::ListBody *list, bool withDefinitions = true);
/// Kind PartialObjectMetadata with the object's metadata.
api::Json partialMetadata(const api::Json &object);

} // namespace core::lab
