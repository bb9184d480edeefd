// SPDX-License-Identifier: GPL-3.0-or-later
// What kubelets and schedulers read and write about storage drivers.
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/fixed.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"

namespace core::lab::kinds {

using api::Json;
using api::JsonArray;

namespace {

std::string modesCell(const Json &driver)
{
    std::vector<std::string> modes;
    for (const Json &mode : listAt(driver, {"spec", "volumeLifecycleModes"}))
        modes.emplace_back(api::textAt(mode, {}));
    return joined(modes, "Persistent");
}

SchemaPtr driverSchema()
{
    const SchemaPtr no = withDefault(boolean, false);
    return object({{"spec",
        object({{"attachRequired", withDefault(boolean, true)}, {"podInfoOnMount", no},
            {"volumeLifecycleModes", withDefault(texts, JsonArray {"Persistent"})}, {"storageCapacity", no},
            {"fsGroupPolicy", withDefault(text, "ReadWriteOnceWithFSType")}, {"requiresRepublish", no},
            {"seLinuxMount", no}})}});
}

void checkDriverUpdate(const Json &driver, const Json &old, FieldErrors &errors)
{
    if (differ(driver, old, {"spec", "attachRequired"})) // the original names it so
        errors.push_back(invalid(
            "spec.attachedRequired", Json(flagAt(driver, {"spec", "attachRequired"})), "field is immutable"));
    checkFixed(driver, old, {"spec", "volumeLifecycleModes"}, errors);
}

} // namespace

KindDefinition csiDriver()
{
    return {.group = "storage.k8s.io",
        .kind = "CSIDriver",
        .plural = "csidrivers",
        .namespaced = false,
        .schema = driverSchema(),
        .columns = {nameColumn(), textColumn("AttachRequired", {"spec", "attachRequired"}, 0, "true"),
            textColumn("PodInfoOnMount", {"spec", "podInfoOnMount"}, 0, "false"),
            computedColumn("Modes", modesCell), ageColumn()},
        .rules = {.needsVersion = true, .checkUpdate = checkDriverUpdate}};
}

KindDefinition csiNode()
{
    return {.group = "storage.k8s.io",
        .kind = "CSINode",
        .plural = "csinodes",
        .namespaced = false,
        .rules = {.needsVersion = true}};
}

KindDefinition csiStorageCapacity()
{
    return {.group = "storage.k8s.io",
        .kind = "CSIStorageCapacity",
        .plural = "csistoragecapacities",
        .schema = object({{"nodeTopology", labelSelector}, {"storageClassName", text},
                             {"capacity", quantity}, {"maximumVolumeSize", quantity}},
            {"storageClassName"})};
}

} // namespace core::lab::kinds
