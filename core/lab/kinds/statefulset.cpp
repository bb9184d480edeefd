// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/fixed.h"
#include "core/lab/kinds/workload.h"

namespace core::lab::kinds {

using api::Json;
using api::JsonObject;

namespace {

SchemaPtr statefulSetSchema()
{
    const SchemaPtr rolling =
        object({{"partition", withDefault(atLeast(0), 0)}, {"maxUnavailable", intOrString}});
    const SchemaPtr strategy =
        object({{"type", withDefault(oneOf({"RollingUpdate", "OnDelete"}), "RollingUpdate")},
            {"rollingUpdate", rolling}});
    const SchemaPtr retention = oneOf({"Retain", "Delete"});
    const SchemaPtr claim =
        object({{"apiVersion", withDefault(text, "v1")}, {"kind", withDefault(text, "PersistentVolumeClaim")},
            {"spec", object({{"volumeMode", withDefault(oneOf({"Filesystem", "Block"}), "Filesystem")}})},
            {"status", withDefault(object({{"phase", withDefault(text, "Pending")}}), JsonObject())}});
    return workload(
        {{"replicas", withDefault(atLeast(0), 1)}, {"serviceName", text}, {"minReadySeconds", atLeast(0)},
            {"podManagementPolicy", withDefault(oneOf({"OrderedReady", "Parallel"}), "OrderedReady")},
            {"revisionHistoryLimit", withDefault(atLeast(0), 10)}, {"volumeClaimTemplates", listOf(claim)},
            {"ordinals", object({{"start", atLeast(0)}})},
            {"persistentVolumeClaimRetentionPolicy",
                object({{"whenDeleted", retention}, {"whenScaled", retention}})},
            {"updateStrategy",
                withDefault(
                    strategy, JsonObject {{"rollingUpdate", JsonObject()}, {"type", "RollingUpdate"}})}},
        {"selector", "template"}, {{"replicas", zero}, {"availableReplicas", zero}});
}

void checkStatefulSet(const Json &set, FieldErrors &errors)
{
    checkWorkload(set, errors);
    const std::string path = "spec.updateStrategy.rollingUpdate";
    const Json *rolling = api::find(set, {"spec", "updateStrategy", "rollingUpdate"});
    if (!rolling)
        return;
    if (api::textAt(set, {"spec", "updateStrategy", "type"}) == "OnDelete")
        errors.push_back(invalid(path, *rolling, "only allowed for updateStrategy 'RollingUpdate'"));
    checkPortion(*rolling, "maxUnavailable", path, false, errors);
    const Json *unavailable = api::find(*rolling, {"maxUnavailable"});
    if (unavailable && portionAt(*rolling, "maxUnavailable") == 0)
        errors.push_back(invalid(path + ".maxUnavailable", *unavailable, "cannot be 0"));
}

std::string statefulSetReadyCell(const Json &set)
{
    return std::to_string(api::integerAt(set, {"status", "readyReplicas"}).value_or(0)) + "/"
        + std::to_string(api::integerAt(set, {"spec", "replicas"}).value_or(0));
}

void checkStatefulSetUpdate(const Json &set, const Json &old, FieldErrors &errors)
{
    const auto fixedPartOf = [](const Json &object) {
        return specWithout(object,
            {"replicas", "ordinals", "template", "updateStrategy", "revisionHistoryLimit",
                "persistentVolumeClaimRetentionPolicy", "minReadySeconds"});
    };
    checkNewCounts(set, old, errors);
    if (!api::equal(fixedPartOf(set), fixedPartOf(old)))
        errors.push_back(forbidden("spec",
            "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', "
            "'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and "
            "'minReadySeconds' are forbidden"));
}

} // namespace

KindDefinition statefulSet()
{
    return {.group = "apps",
        .kind = "StatefulSet",
        .plural = "statefulsets",
        .shortNames = {"sts"},
        .categories = {"all"},
        .hasStatus = true,
        .scale = replicasScale(),
        .schema = statefulSetSchema(),
        .columns = {nameColumn(), computedColumn("Ready", statefulSetReadyCell), ageColumn(),
            containersColumn(), imagesColumn()},
        .rules = {.hasGeneration = true,
            .prepare = fillInTemplate,
            .check = checkStatefulSet,
            .checkUpdate = checkStatefulSetUpdate}};
}

} // namespace core::lab::kinds
