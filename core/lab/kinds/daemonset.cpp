// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/workload.h"

namespace core::lab::kinds {

using api::Json;
using api::JsonObject;

namespace {

SchemaPtr daemonSetSchema()
{
    const SchemaPtr rolling =
        object({{"maxSurge", withDefault(intOrString, 0)}, {"maxUnavailable", withDefault(intOrString, 1)}});
    const SchemaPtr strategy =
        object({{"type", withDefault(oneOf({"RollingUpdate", "OnDelete"}), "RollingUpdate")},
            {"rollingUpdate", rolling}});
    const JsonObject usual {{"type", "RollingUpdate"}, {"rollingUpdate", JsonObject()}};
    return workload({{"updateStrategy", withDefault(strategy, usual)}, {"minReadySeconds", atLeast(0)},
                        {"revisionHistoryLimit", withDefault(atLeast(0), 10)}},
        {"selector", "template"},
        {{"currentNumberScheduled", zero}, {"numberMisscheduled", zero}, {"desiredNumberScheduled", zero},
            {"numberReady", zero}});
}

void checkDaemonSet(const Json &set, FieldErrors &errors)
{
    checkWorkload(set, errors);
    const std::string path = "spec.updateStrategy.rollingUpdate";
    const Json *rolling = api::find(set, {"spec", "updateStrategy", "rollingUpdate"});
    if (!rolling || api::textAt(set, {"spec", "updateStrategy", "type"}) != "RollingUpdate")
        return;
    checkPortion(*rolling, "maxUnavailable", path, false, errors);
    checkPortion(*rolling, "maxSurge", path, false, errors);
    const bool isLess = portionAt(*rolling, "maxUnavailable") != 0;
    const bool isMore = portionAt(*rolling, "maxSurge") != 0;
    if (isLess && isMore)
        errors.push_back(invalid(
            path + ".maxSurge", rolling->at("maxSurge"), "may not be set when maxUnavailable is non-zero"));
    else if (!isLess && !isMore)
        errors.push_back(required(path + ".maxUnavailable", "cannot be 0 when maxSurge is 0"));
}

} // namespace

KindDefinition daemonSet()
{
    return {.group = "apps",
        .kind = "DaemonSet",
        .plural = "daemonsets",
        .shortNames = {"ds"},
        .categories = {"all"},
        .hasStatus = true,
        .schema = daemonSetSchema(),
        .columns = {nameColumn(), countColumn("Desired", {"status", "desiredNumberScheduled"}),
            countColumn("Current", {"status", "currentNumberScheduled"}),
            countColumn("Ready", {"status", "numberReady"}),
            countColumn("Up-to-date", {"status", "updatedNumberScheduled"}),
            countColumn("Available", {"status", "numberAvailable"}),
            labelsColumn("Node Selector", {"spec", "template", "spec", "nodeSelector"}), ageColumn(),
            containersColumn(), imagesColumn(), selectorColumn()},
        .rules = {.hasGeneration = true,
            .prepare = fillInTemplate,
            .check = checkDaemonSet,
            .checkUpdate = checkWorkloadUpdate}};
}

} // namespace core::lab::kinds
