// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/workload.h"

namespace core::lab::kinds {

using api::Json;
using api::JsonObject;

namespace {

SchemaPtr schema()
{
    const SchemaPtr replicas = withDefault(atLeast(0), 1);
    const SchemaPtr strategy = object({{"type", withDefault(text, "RollingUpdate")},
        {"rollingUpdate", object({{"maxSurge", intOrString}, {"maxUnavailable", intOrString}})}});
    return workload({{"replicas", replicas}, {"strategy", withDefault(strategy, JsonObject())},
                        {"revisionHistoryLimit", withDefault(integer, 10)},
                        {"progressDeadlineSeconds", withDefault(integer, 600)}},
        {"selector", "template"});
}

std::string readyCell(const Json &object)
{
    return std::to_string(api::integerAt(object, {"status", "readyReplicas"}).value_or(0)) + "/"
        + std::to_string(api::integerAt(object, {"spec", "replicas"}).value_or(0));
}

} // namespace

KindDefinition deployment()
{
    return {.group = "apps",
        .kind = "Deployment",
        .plural = "deployments",
        .shortNames = {"deploy"},
        .categories = {"all"},
        .hasStatus = true,
        .scale = replicasScale(),
        .schema = schema(),
        .columns = {nameColumn(), computedColumn("Ready", readyCell),
            countColumn("Up-to-date", {"status", "updatedReplicas"}),
            countColumn("Available", {"status", "availableReplicas"}), ageColumn()},
        .rules = {.hasGeneration = true}};
}

} // namespace core::lab::kinds
