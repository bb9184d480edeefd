// SPDX-License-Identifier: GPL-3.0-or-later
// Policies of admission and what binds them: kept for those who bring them along, and not evaluated, which
// everybody who writes one is told (docs/api-semantics.md U8).
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"
#include "core/lab/validation.h"

namespace core::lab::kinds {

using api::Json;
using api::JsonObject;

namespace {

SchemaPtr matchedResources()
{
    const SchemaPtr selector = withDefault(labelSelector, JsonObject());
    const SchemaPtr rules =
        listOf(object({{"scope", withDefault(oneOf({"*", "Cluster", "Namespaced"}), "*")}}));
    return object({{"resourceRules", rules}, {"excludeResourceRules", rules},
        {"matchPolicy", withDefault(oneOf({"Equivalent", "Exact"}), "Equivalent")},
        {"namespaceSelector", selector}, {"objectSelector", selector}});
}

const SchemaPtr &matchResources()
{
    static const SchemaPtr schema = matchedResources();
    return schema;
}

SchemaPtr policySchema()
{
    const SchemaPtr reason = oneOf({"Forbidden", "Invalid", "RequestEntityTooLarge", "Unauthorized"});
    const SchemaPtr named =
        mergedBy("name", object({{"name", text}, {"expression", text}}, {"name", "expression"}));
    const SchemaPtr spec = object(
        {{"matchConstraints", matchResources()}, {"matchConditions", named}, {"variables", named},
            {"validations", listOf(object({{"expression", text}, {"reason", reason}}, {"expression"}))},
            {"failurePolicy", withDefault(oneOf({"Fail", "Ignore"}), "Fail")}},
        {"matchConstraints"});
    return object(
        {{"spec", spec}, {"status", withDefault(object({{"conditions", conditions}}), JsonObject())}},
        {"spec"});
}

SchemaPtr policyBindingSchema()
{
    const SchemaPtr parameters = object({{"parameterNotFoundAction", oneOf({"Allow", "Deny"})}});
    const SchemaPtr spec =
        object({{"policyName", text}, {"paramRef", parameters}, {"matchResources", matchResources()},
                   {"validationActions", listOf(oneOf({"Audit", "Deny", "Warn"}))}},
            {"policyName", "validationActions"});
    return object({{"spec", spec}}, {"spec"});
}

void checkAdmissionPolicy(const Json &policy, FieldErrors &errors)
{
    if (listAt(policy, {"spec", "validations"}).empty()
        && listAt(policy, {"spec", "auditAnnotations"}).empty())
        errors.push_back(
            required("spec.validations", "validations or auditAnnotations must contain at least one item"));
}

void refusePolicy(const Json &, FieldErrors &errors)
{
    errors.push_back(forbidden("spec", "policies of admission are not evaluated here"));
}

std::vector<std::string> notEvaluated(const Json &)
{
    return {"policies of admission are kept and not evaluated: nothing is refused because of this one"};
}

std::int64_t validationsOf(const Json &policy)
{
    return std::ssize(listAt(policy, {"spec", "validations"}));
}

std::string paramKindCell(const Json &policy)
{
    const std::string kind(api::textAt(policy, {"spec", "paramKind", "kind"}));
    return kind.empty() ? "<unset>"
                        : std::string(api::textAt(policy, {"spec", "paramKind", "apiVersion"})) + "/" + kind;
}

std::string paramRefCell(const Json &binding)
{
    const Json *reference = api::find(binding, {"spec", "paramRef"});
    if (!reference)
        return "<unset>";
    const std::string ns(api::textAt(*reference, {"namespace"}));
    const std::string name(api::textAt(*reference, {"name"}));
    return (ns.empty() ? "" : ns + "/") + (name.empty() ? "*" : name);
}

} // namespace

KindDefinition validatingAdmissionPolicy()
{
    return {.group = "admissionregistration.k8s.io",
        .kind = "ValidatingAdmissionPolicy",
        .plural = "validatingadmissionpolicies",
        .categories = {"api-extensions"},
        .namespaced = false,
        .hasStatus = true,
        .schema = policySchema(),
        .columns = {nameColumn(), computedCountColumn("Validations", validationsOf),
            computedColumn("ParamKind", paramKindCell), ageColumn()},
        .rules = {.hasGeneration = true,
            .needsVersion = true,
            .check = checkAdmissionPolicy,
            .warnings = notEvaluated}};
}

KindDefinition validatingAdmissionPolicyBinding()
{
    return {.group = "admissionregistration.k8s.io",
        .kind = "ValidatingAdmissionPolicyBinding",
        .plural = "validatingadmissionpolicybindings",
        .categories = {"api-extensions"},
        .namespaced = false,
        .schema = policyBindingSchema(),
        .columns = {nameColumn(), textColumn("PolicyName", {"spec", "policyName"}),
            computedColumn("ParamRef", paramRefCell), ageColumn()},
        .rules = {.hasGeneration = true, .needsVersion = true, .warnings = notEvaluated}};
}

} // namespace core::lab::kinds

namespace core::lab {

void refuseAdmissionPolicies(Registry &registry)
{
    registry.find("admissionregistration.k8s.io", "validatingadmissionpolicies")->rules.check =
        kinds::refusePolicy;
}

} // namespace core::lab
