// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/rolloutsizes.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/schemas.h"

namespace core::lab::kinds {

using api::Json;
using api::JsonObject;

namespace {

SchemaPtr budgetSchema()
{
    return object({{"spec",
                       object({{"minAvailable", intOrString}, {"maxUnavailable", intOrString},
                           {"selector", labelSelector},
                           {"unhealthyPodEvictionPolicy", oneOf({"IfHealthyBudget", "AlwaysAllow"})}})},
        {"status",
            withDefault(object({{"disruptionsAllowed", zero}, {"currentHealthy", zero},
                            {"desiredHealthy", zero}, {"expectedPods", zero}, {"observedGeneration", integer},
                            {"disruptedPods", textMap}, {"conditions", conditions}}),
                JsonObject())}});
}

/// A number of pods, or a share of them.
void checkPortion(const Json &budget, const std::string &member, FieldErrors &errors)
{
    const Json *value = api::find(budget, {"spec", member});
    const std::string field = "spec." + member;
    if (value && value->is_int64() && value->get_int64() < 0)
        errors.push_back(invalid(field, *value, "must be greater than or equal to 0"));
    if (!value || !value->is_string())
        return;
    const auto percent = api::portionOf({api::text(value->get_string())}, 100, api::Rounding::Up);
    if (!percent)
        errors.push_back(invalid(field, *value, "must be a number, or a percentage such as '50%'"));
    else if (*percent > 100)
        errors.push_back(invalid(field, *value, "must not be greater than 100%"));
}

void checkBudget(const Json &budget, FieldErrors &errors)
{
    checkPortion(budget, "minAvailable", errors);
    checkPortion(budget, "maxUnavailable", errors);
    if (api::find(budget, {"spec", "minAvailable"}) && api::find(budget, {"spec", "maxUnavailable"}))
        errors.push_back(
            invalid("spec", budget.at("spec"), "minAvailable and maxUnavailable cannot be both set"));
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
