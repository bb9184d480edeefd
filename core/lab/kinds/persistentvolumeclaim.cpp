// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/kinds/volumes.h"
#include "core/lab/objects.h"

namespace core::lab::kinds {

using api::Json;
using api::JsonObject;

namespace {

SchemaPtr claimSchema()
{
    const SchemaPtr status = object({{"phase", withDefault(text, "Pending")}, {"accessModes", texts},
        {"capacity", quantities}, {"conditions", conditions}});
    return object({{"spec",
                       object({{"accessModes", texts}, {"selector", labelSelector},
                           {"resources", object({{"requests", quantities}, {"limits", quantities}})},
                           {"volumeName", text}, {"storageClassName", text},
                           {"volumeMode", withDefault(oneOf({"Filesystem", "Block"}), "Filesystem")}})},
        {"status", withDefault(status, JsonObject())}});
}

void checkClaim(const Json &claim, FieldErrors &errors)
{
    if (listAt(claim, {"spec", "accessModes"}).empty())
        errors.push_back(required("spec.accessModes", "at least 1 access mode is required"));
    if (!api::find(claim, {"spec", "resources", "requests", "storage"}))
        errors.push_back(required("spec.resources[storage]"));
}

} // namespace

KindDefinition persistentVolumeClaim()
{
    return {.kind = "PersistentVolumeClaim",
        .plural = "persistentvolumeclaims",
        .shortNames = {"pvc"},
        .hasStatus = true,
        .schema = claimSchema(),
        .columns = {nameColumn(), textColumn("Status", {"status", "phase"}, 0, ""),
            textColumn("Volume", {"spec", "volumeName"}, 0, ""),
            textColumn("Capacity", {"status", "capacity", "storage"}, 0, ""),
            accessModesColumn({"status", "accessModes"}),
            textColumn("StorageClass", {"spec", "storageClassName"}, 0, ""), ageColumn(),
            textColumn("VolumeMode", {"spec", "volumeMode"}, 1, "<unset>")},
        .rules = {.check = checkClaim}};
}

} // namespace core::lab::kinds
