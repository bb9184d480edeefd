// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/podspec.h"
#include "core/lab/kinds/workload.h"
#include "core/lab/objects.h"

namespace core::lab::kinds {

using api::Json;
using api::JsonObject;

namespace {

SchemaPtr replicationControllerSchema()
{
    const SchemaPtr status = object({{"replicas", withDefault(integer, 0)}, {"readyReplicas", integer},
        {"availableReplicas", integer}, {"observedGeneration", integer}, {"conditions", conditions}});
    return object({{"spec",
                       object({{"replicas", withDefault(atLeast(0), 1)}, {"minReadySeconds", atLeast(0)},
                           {"selector", textMap}, {"template", podTemplate()}})},
        {"status", withDefault(status, JsonObject())}});
}

/// Without a selector it selects what its template makes.
void fillInReplicationController(Json &controller)
{
    fillInTemplate(controller);
    const Json *labels = api::find(controller, {"spec", "template", "metadata", "labels"});
    if (!labels || !labels->is_object() || api::find(controller, {"spec", "selector"}))
        return;
    JsonObject selector = labels->get_object();
    objectIn(controller, "spec")["selector"] = std::move(selector);
}

} // namespace

KindDefinition replicationController()
{
    return {.kind = "ReplicationController",
        .plural = "replicationcontrollers",
        .shortNames = {"rc"},
        .categories = {"all"},
        .hasStatus = true,
        .scale = replicasScale(),
        .schema = replicationControllerSchema(),
        .columns = {nameColumn(), countColumn("Desired", {"spec", "replicas"}),
            countColumn("Current", {"status", "replicas"}), countColumn("Ready", {"status", "readyReplicas"}),
            ageColumn(), containersColumn(), imagesColumn(), selectorColumn()},
        .rules = {.hasGeneration = true, .orphansUnlessTold = true, .prepare = fillInReplicationController}};
}

} // namespace core::lab::kinds
