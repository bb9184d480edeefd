// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/fixed.h"
#include "core/lab/kinds/schemas.h"

namespace core::lab::kinds {

using api::JsonObject;

namespace {

void checkAttachmentUpdate(const api::Json &attachment, const api::Json &old, FieldErrors &errors)
{
    checkFixed(attachment, old, {"spec"}, errors);
}

} // namespace

KindDefinition volumeAttachment()
{
    const SchemaPtr spec =
        object({{"attacher", text}, {"nodeName", text}, {"source", object({{"persistentVolumeName", text}})}},
            {"attacher", "nodeName", "source"});
    const SchemaPtr status =
        object({{"attached", withDefault(boolean, false)}, {"attachmentMetadata", textMap}});
    return {.group = "storage.k8s.io",
        .kind = "VolumeAttachment",
        .plural = "volumeattachments",
        .namespaced = false,
        .hasStatus = true,
        .schema = object({{"spec", spec}, {"status", withDefault(status, JsonObject())}}, {"spec"}),
        .columns = {nameColumn(), textColumn("Attacher", {"spec", "attacher"}, 0, ""),
            textColumn("PV", {"spec", "source", "persistentVolumeName"}, 0, ""),
            textColumn("Node", {"spec", "nodeName"}, 0, ""),
            textColumn("Attached", {"status", "attached"}, 0, "false"), ageColumn()},
        .rules = {.needsVersion = true, .checkUpdate = checkAttachmentUpdate}};
}

} // namespace core::lab::kinds
