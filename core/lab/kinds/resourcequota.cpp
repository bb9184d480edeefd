// SPDX-License-Identifier: GPL-3.0-or-later
// Quotas and limit ranges are kept; nothing enforces them.
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/schemas.h"

namespace core::lab::kinds {

using api::JsonObject;

KindDefinition resourceQuota()
{
    const SchemaPtr status = object({{"hard", quantities}, {"used", quantities}});
    return {.kind = "ResourceQuota",
        .plural = "resourcequotas",
        .shortNames = {"quota"},
        .hasStatus = true,
        .schema = object({{"spec", object({{"hard", quantities}, {"scopes", texts}})},
            {"status", withDefault(status, JsonObject())}})};
}

KindDefinition limitRange()
{
    const SchemaPtr limit = object({{"type", text}, {"max", quantities}, {"min", quantities},
                                       {"default", quantities}, {"defaultRequest", quantities}},
        {"type"});
    return {.kind = "LimitRange",
        .plural = "limitranges",
        .shortNames = {"limits"},
        .schema = object({{"spec", object({{"limits", listOf(limit)}}, {"limits"})}}),
        .columns = {nameColumn(), textColumn("Created At", {"metadata", "creationTimestamp"})}};
}

} // namespace core::lab::kinds
