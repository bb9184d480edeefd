// SPDX-License-Identifier: GPL-3.0-or-later
// What kubelets and schedulers read and write about storage drivers.
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/schemas.h"

namespace core::lab::kinds {

KindDefinition csiDriver()
{
    return {.group = "storage.k8s.io", .kind = "CSIDriver", .plural = "csidrivers", .namespaced = false};
}

KindDefinition csiNode()
{
    return {.group = "storage.k8s.io", .kind = "CSINode", .plural = "csinodes", .namespaced = false};
}

KindDefinition csiStorageCapacity()
{
    return {.group = "storage.k8s.io",
        .kind = "CSIStorageCapacity",
        .plural = "csistoragecapacities",
        .schema = object({{"nodeTopology", labelSelector}, {"storageClassName", text},
                             {"capacity", intOrString}, {"maximumVolumeSize", intOrString}},
            {"storageClassName"})};
}

} // namespace core::lab::kinds
