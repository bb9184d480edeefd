// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/workload.h"

namespace core::lab::kinds {

namespace {

/// A set without a template would try for ever to make pods.
void checkReplicaSet(const api::Json &set, FieldErrors &errors)
{
    checkWorkload(set, errors);
    if (!api::find(set, {"spec", "template"}))
        errors.push_back(required("spec.template"));
}

} // namespace

KindDefinition replicaSet()
{
    return {.group = "apps",
        .kind = "ReplicaSet",
        .plural = "replicasets",
        .shortNames = {"rs"},
        .categories = {"all"},
        .hasStatus = true,
        .scale = replicasScale("apps"),
        .schema = workload({{"replicas", withDefault(atLeast(0), 1)}, {"minReadySeconds", atLeast(0)}},
            {"selector"}, {{"replicas", zero}}),
        .columns = {nameColumn(), countColumn("Desired", {"spec", "replicas"}),
            countColumn("Current", {"status", "replicas"}), countColumn("Ready", {"status", "readyReplicas"}),
            ageColumn(), containersColumn(), imagesColumn(), selectorColumn()},
        .rules = {.hasGeneration = true,
            .prepare = fillInTemplate,
            .check = checkReplicaSet,
            .checkUpdate = checkWorkloadUpdate}};
}

} // namespace core::lab::kinds
