// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/podspec.h"
#include "core/lab/kinds/workload.h"
#include "core/lab/objects.h"

#include <algorithm>

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

/// A controller without a selector selects what its template makes; one without labels has those of its pods.
void fillInReplicationController(Json &controller)
{
    fillInTemplate(controller);
    const Json *labels = api::find(controller, {"spec", "template", "metadata", "labels"});
    const Json *held = api::find(controller, {"spec", "selector"});
    if (!labels || !labels->is_object())
        return;
    const Json ofPods = *labels;
    const auto isFree = [](const Json *map) {
        return !map || map->is_null() || (map->is_object() && map->get_object().empty());
    };
    if (isFree(held))
        objectIn(controller, "spec")["selector"] = ofPods;
    if (isFree(api::find(controller, {"metadata", "labels"})))
        metadataOf(controller)["labels"] = ofPods;
}

void checkReplicationController(const Json &controller, FieldErrors &errors)
{
    checkTemplate(controller, errors);
    const Json *pods = api::find(controller, {"spec", "template"});
    if (!pods)
        errors.push_back(required("spec.template"));
    const Json *selector = api::find(controller, {"spec", "selector"});
    const JsonObject *wanted = selector ? selector->if_object() : nullptr;
    if (!wanted || wanted->empty()) {
        errors.push_back(required("spec.selector"));
        return;
    }
    const Json *labels = pods ? api::find(*pods, {"metadata", "labels"}) : nullptr;
    const bool isChosen = std::ranges::all_of(*wanted, [&](const auto &each) {
        const Json *label = labels ? api::find(*labels, {each.key()}) : nullptr;
        return label && api::equal(*label, each.value());
    });
    if (pods && !isChosen)
        errors.push_back(invalid("spec.template.metadata.labels", labels ? *labels : Json(),
            "`selector` does not match template `labels`"));
}

} // namespace

KindDefinition replicationController()
{
    return {.kind = "ReplicationController",
        .plural = "replicationcontrollers",
        .shortNames = {"rc"},
        .categories = {"all"},
        .hasStatus = true,
        .scale = replicasScale("autoscaling"),
        .schema = replicationControllerSchema(),
        .columns = {nameColumn(), countColumn("Desired", {"spec", "replicas"}),
            countColumn("Current", {"status", "replicas"}), countColumn("Ready", {"status", "readyReplicas"}),
            ageColumn(), containersColumn(), imagesColumn(), selectorColumn()},
        .fields = {{"status.replicas", {"status", "replicas"}, "0"}},
        .rules = {.hasGeneration = true,
            .orphansUnlessTold = true,
            .prepare = fillInReplicationController,
            .check = checkReplicationController,
            .checkUpdate = checkNewCounts}};
}

} // namespace core::lab::kinds
