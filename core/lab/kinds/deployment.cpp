// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/workload.h"
#include "core/lab/objects.h"

namespace core::lab::kinds {

using api::Json;
using api::JsonObject;

namespace {

SchemaPtr deploymentSchema()
{
    const SchemaPtr replicas = withDefault(atLeast(0), 1);
    const SchemaPtr strategy = retainingKeys(object({{"type", withDefault(text, "RollingUpdate")},
        {"rollingUpdate", object({{"maxSurge", intOrString}, {"maxUnavailable", intOrString}})}}));
    return workload(
        {{"replicas", replicas}, {"strategy", withDefault(strategy, JsonObject())},
            {"minReadySeconds", atLeast(0)}, {"revisionHistoryLimit", withDefault(atLeast(0), 10)},
            {"progressDeadlineSeconds", withDefault(atLeast(0), 600)}},
        {"selector", "template"});
}

/// Rolls at most a quarter at a time, unless the strategy says otherwise.
void fillInDeployment(Json &deployment)
{
    fillInTemplate(deployment);
    Json *spec = deployment.get_object().if_contains("spec");
    if (!spec || !spec->is_object())
        return; // the schema will refuse it
    const std::string_view type = api::textAt(*spec, {"strategy", "type"});
    const bool isOther = !type.empty() && type != "RollingUpdate";
    const auto mayBeFilled = [&](std::initializer_list<std::string_view> path) {
        const Json *held = api::find(*spec, path);
        return !held || held->is_null() || held->is_object(); // the schema will refuse anything else
    };
    if (isOther || !mayBeFilled({"strategy"}) || !mayBeFilled({"strategy", "rollingUpdate"}))
        return;
    JsonObject &rolling = objectIn(objectIn(*spec, "strategy"), "rollingUpdate");
    for (const std::string_view portion : {"maxSurge", "maxUnavailable"}) {
        if (Json &held = rolling[portion]; held.is_null())
            held = "25%";
    }
}

void checkStrategy(const Json &strategy, FieldErrors &errors)
{
    const std::string path = "spec.strategy.rollingUpdate";
    const std::string_view type = api::textAt(strategy, {"type"});
    const Json *rolling = api::find(strategy, {"rollingUpdate"});
    if (type != "Recreate" && type != "RollingUpdate")
        errors.push_back(notSupported("spec.strategy", strategy, {"Recreate", "RollingUpdate"}));
    else if (rolling && type == "Recreate")
        errors.push_back(forbidden(path, "may not be specified when strategy `type` is 'Recreate'"));
    else if (rolling) {
        checkPortion(*rolling, "maxUnavailable", path, false, errors);
        checkPortion(*rolling, "maxSurge", path, true, errors);
        const Json *unavailable = api::find(*rolling, {"maxUnavailable"});
        if (unavailable && portionAt(*rolling, "maxUnavailable") == 0 && portionAt(*rolling, "maxSurge") == 0)
            errors.push_back(
                invalid(path + ".maxUnavailable", *unavailable, "may not be 0 when `maxSurge` is 0"));
    }
}

void checkDeployment(const Json &deployment, FieldErrors &errors)
{
    checkWorkload(deployment, errors);
    const auto patience = api::integerAt(deployment, {"spec", "progressDeadlineSeconds"});
    if (patience && *patience <= api::integerAt(deployment, {"spec", "minReadySeconds"}).value_or(0))
        errors.push_back(
            invalid("spec.progressDeadlineSeconds", Json(*patience), "must be greater than minReadySeconds"));
    if (const Json *strategy = api::find(deployment, {"spec", "strategy"}); strategy && strategy->is_object())
        checkStrategy(*strategy, errors);
}

std::string deploymentReadyCell(const Json &object)
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
        .scale = replicasScale("apps"),
        .schema = deploymentSchema(),
        .columns = {nameColumn(), computedColumn("Ready", deploymentReadyCell),
            saidToBeText(countColumn("Up-to-date", {"status", "updatedReplicas"})),
            saidToBeText(countColumn("Available", {"status", "availableReplicas"})), ageColumn(),
            containersColumn(), imagesColumn(), selectorColumn()},
        .rules = {.hasGeneration = true,
            .prepare = fillInDeployment,
            .check = checkDeployment,
            .checkUpdate = checkWorkloadUpdate}};
}

} // namespace core::lab::kinds
