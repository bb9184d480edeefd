// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/time.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/schemas.h"

namespace core::lab::kinds {

using api::Json;

namespace {

SchemaPtr leaseSchema()
{
    const SchemaPtr spec = object({{"holderIdentity", text}, {"leaseDurationSeconds", atLeast(1)},
        {"acquireTime", text}, {"renewTime", text}, {"leaseTransitions", atLeast(0)}});
    return object({{"spec", withDefault(spec, api::JsonObject())}});
}

void prepare(Json &lease)
{
    Json *spec = lease.get_object().if_contains("spec");
    for (const std::string_view field : {"acquireTime", "renewTime"}) {
        Json *value = spec && spec->is_object() ? spec->get_object().if_contains(field) : nullptr;
        if (!value || !value->is_string())
            continue;
        if (const auto time = api::parseTime(std::string_view(value->get_string())))
            *value = api::formatMicroTime(*time);
    }
}

} // namespace

KindDefinition lease()
{
    return {.group = "coordination.k8s.io",
        .kind = "Lease",
        .plural = "leases",
        .schema = leaseSchema(),
        .columns = {nameColumn(), textColumn("Holder", {"spec", "holderIdentity"}, 0, ""), ageColumn()},
        .rules = {.needsVersion = true,
            .createsOnUpdate = true,
            .heartbeat = {"spec", "renewTime"},
            .prepare = prepare}};
}

} // namespace core::lab::kinds
