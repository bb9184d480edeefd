// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/kinds/volumes.h"

namespace core::lab::kinds {

using api::JsonObject;

namespace {

SchemaPtr schema()
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

} // namespace

KindDefinition persistentVolumeClaim()
{
    return {.kind = "PersistentVolumeClaim",
        .plural = "persistentvolumeclaims",
        .shortNames = {"pvc"},
        .hasStatus = true,
        .schema = schema(),
        .columns = {nameColumn(), textColumn("Status", {"status", "phase"}, 0, ""),
            textColumn("Volume", {"spec", "volumeName"}, 0, ""),
            textColumn("Capacity", {"status", "capacity", "storage"}, 0, ""),
            accessModesColumn({"status", "accessModes"}),
            textColumn("StorageClass", {"spec", "storageClassName"}, 0, ""), ageColumn(),
            textColumn("VolumeMode", {"spec", "volumeMode"}, 1, "<unset>")}};
}

} // namespace core::lab::kinds
