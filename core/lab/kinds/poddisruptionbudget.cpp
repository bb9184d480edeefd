// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/workload.h"

namespace core::lab::kinds {

using api::Json;
using api::JsonObject;

namespace {

SchemaPtr budgetSchema()
{
    const SchemaPtr spec =
        object({{"minAvailable", intOrString}, {"maxUnavailable", intOrString}, {"selector", labelSelector},
            {"unhealthyPodEvictionPolicy", oneOf({"IfHealthyBudget", "AlwaysAllow"})}});
    return object({{"spec", withDefault(spec, JsonObject())},
        {"status",
            withDefault(object({{"disruptionsAllowed", zero}, {"currentHealthy", zero},
                            {"desiredHealthy", zero}, {"expectedPods", zero}, {"observedGeneration", integer},
                            {"disruptedPods", mapOf(text)}, {"conditions", conditions}}),
                JsonObject())}});
}

void checkBudget(const Json &budget, FieldErrors &errors)
{
    const Json *spec = api::find(budget, {"spec"});
    for (const std::string_view member : {"minAvailable", "maxUnavailable"})
        checkPortion(spec ? *spec : Json(), member, "spec", false, errors);
    if (api::find(budget, {"spec", "minAvailable"}) && api::find(budget, {"spec", "maxUnavailable"}))
        errors.push_back(
            invalid("spec", budget.at("spec"), "minAvailable and maxUnavailable cannot be both set"));
    if (const Json *selector = api::find(budget, {"spec", "selector"}))
        checkLabelSelector(*selector, "spec.selector", errors);
}

} // namespace

KindDefinition podDisruptionBudget()
{
    return {.group = "policy",
        .kind = "PodDisruptionBudget",
        .plural = "poddisruptionbudgets",
        .shortNames = {"pdb"},
        .hasStatus = true,
        .schema = budgetSchema(),
        .columns = {nameColumn(), textColumn("Min Available", {"spec", "minAvailable"}, 0, "N/A"),
            textColumn("Max Unavailable", {"spec", "maxUnavailable"}, 0, "N/A"),
            countColumn("Allowed Disruptions", {"status", "disruptionsAllowed"}), ageColumn()},
        .otherForms = {sameFieldsIn("policy", "v1beta1")},
        .rules = {.hasGeneration = true, .needsVersion = true, .check = checkBudget}};
}

} // namespace core::lab::kinds
