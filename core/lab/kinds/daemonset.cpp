// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/workload.h"

namespace core::lab::kinds {

KindDefinition daemonSet()
{
    return {.group = "apps",
        .kind = "DaemonSet",
        .plural = "daemonsets",
        .shortNames = {"ds"},
        .categories = {"all"},
        .hasStatus = true,
        .schema = workload({{"updateStrategy", object({})}}, {"selector", "template"}),
        .columns = {nameColumn(), countColumn("Desired", {"status", "desiredNumberScheduled"}),
            countColumn("Current", {"status", "currentNumberScheduled"}),
            countColumn("Ready", {"status", "numberReady"}),
            countColumn("Up-to-date", {"status", "updatedNumberScheduled"}),
            countColumn("Available", {"status", "numberAvailable"}),
            textColumn("Node Selector", {"spec", "template", "spec", "nodeSelector"}), ageColumn()},
        .rules = {.hasGeneration = true}};
}

} // namespace core::lab::kinds
