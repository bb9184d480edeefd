// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/names.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/fixed.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/names.h"
#include "core/lab/validation.h"

namespace core::lab::kinds {

using api::Json;

namespace {

Column nameOrDefaultColumn()
{
    Column column = nameColumn();
    column.cell = [](const Json &storageClass, base::Time) -> Json {
        const bool isDefault = api::textAt(storageClass,
                                   {"metadata", "annotations", "storageclass.kubernetes.io/is-default-class"})
            == "true";
        return boost::json::string(
            std::string(api::textAt(storageClass, {"metadata", "name"})) + (isDefault ? " (default)" : ""));
    };
    return column;
}

void checkStorageClass(const Json &storageClass, FieldErrors &errors)
{
    const std::string provisioner = lowerCase(std::string(api::textAt(storageClass, {"provisioner"})));
    if (provisioner.empty())
        errors.push_back(required("provisioner"));
    else if (!api::isQualifiedName(provisioner))
        complain("qualifiedName", "provisioner", provisioner, errors);
}

void checkStorageClassUpdate(const Json &storageClass, const Json &old, FieldErrors &errors)
{
    for (const std::string_view field : {"parameters", "provisioner", "reclaimPolicy"})
        checkFixed(
            storageClass, old, {field}, "updates to " + std::string(field) + " are forbidden.", errors);
    checkFixed(storageClass, old, {"volumeBindingMode"}, errors);
}

} // namespace

KindDefinition storageClass()
{
    return {.group = "storage.k8s.io",
        .kind = "StorageClass",
        .plural = "storageclasses",
        .shortNames = {"sc"},
        .namespaced = false,
        .schema = object(
            {{"provisioner", text}, {"parameters", textMap}, {"mountOptions", texts},
                {"reclaimPolicy", withDefault(oneOf({"Delete", "Retain", "Recycle"}), "Delete")},
                {"allowVolumeExpansion", boolean},
                {"volumeBindingMode", withDefault(oneOf({"Immediate", "WaitForFirstConsumer"}), "Immediate")},
                {"allowedTopologies", listOf(object({}))}},
            {"provisioner"}),
        .columns = {nameOrDefaultColumn(), textColumn("Provisioner", {"provisioner"}),
            textColumn("ReclaimPolicy", {"reclaimPolicy"}),
            textColumn("VolumeBindingMode", {"volumeBindingMode"}),
            textColumn("AllowVolumeExpansion", {"allowVolumeExpansion"}, 0, "false"), ageColumn()},
        .rules = {.check = checkStorageClass, .checkUpdate = checkStorageClassUpdate}};
}

} // namespace core::lab::kinds
