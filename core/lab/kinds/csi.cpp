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
using api::JsonObject;

namespace {

std::string modesCell(const Json &driver)
{
    std::vector<std::string> modes;
    for (const Json &mode : listAt(driver, {"spec", "volumeLifecycleModes"}))
        modes.emplace_back(api::textAt(mode, {}));
    return joined(modes, "Persistent");
}

/// With what is meant where nothing is said.
Json fullySaid(const Json &driver)
{
    Json said = driver;
    JsonObject &spec = objectIn(said, "spec");
    if (!spec.contains("attachRequired"))
        spec["attachRequired"] = true;
    if (!spec.contains("volumeLifecycleModes"))
        spec["volumeLifecycleModes"] = JsonArray {"Persistent"};
    return said;
}

void checkDriverUpdate(const Json &driver, const Json &old, FieldErrors &errors)
{
    const Json now = fullySaid(driver);
    const Json before = fullySaid(old);
    if (differ(now, before, {"spec", "attachRequired"})) // the original names it so
        errors.push_back(invalid(
            "spec.attachedRequired", *api::find(now, {"spec", "attachRequired"}), "field is immutable"));
    checkFixed(now, before, {"spec", "volumeLifecycleModes"}, errors);
}

} // namespace

KindDefinition csiDriver()
{
    return {.group = "storage.k8s.io",
        .kind = "CSIDriver",
        .plural = "csidrivers",
        .namespaced = false,
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
