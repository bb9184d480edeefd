// SPDX-License-Identifier: GPL-3.0-or-later
// What kubelets and schedulers read and write about storage drivers.
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"

namespace core::lab::kinds {

using api::Json;

namespace {

std::string modesCell(const Json &driver)
{
    std::vector<std::string> modes;
    for (const Json &mode : listAt(driver, {"spec", "volumeLifecycleModes"}))
        modes.emplace_back(api::textAt(mode, {}));
    return joined(modes, "Persistent");
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
        .rules = {.needsVersion = true}};
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
