// SPDX-License-Identifier: GPL-3.0-or-later
// What a kubelet reads and writes about storage drivers.
#include "core/lab/kinds/builtinkinds.h"

namespace core::lab::kinds {

KindDefinition csiDriver()
{
    return {.group = "storage.k8s.io", .kind = "CSIDriver", .plural = "csidrivers", .namespaced = false};
}

KindDefinition csiNode()
{
    return {.group = "storage.k8s.io", .kind = "CSINode", .plural = "csinodes", .namespaced = false};
}

} // namespace core::lab::kinds
