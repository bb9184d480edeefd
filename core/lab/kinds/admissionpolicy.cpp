// SPDX-License-Identifier: GPL-3.0-or-later
// Policies of admission and what binds them (docs/api-semantics.md U8).
#include "core/api/codec.h"
#include "core/api/names.h"
#include "core/api/selector.h"
#include "core/lab/kinds/admissionrules.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"
#include "core/lab/policies/policy.h"
#include "core/lab/target.h"
#include "core/lab/validation.h"

#include <algorithm>
#include <set>

namespace core::lab::kinds {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

SchemaPtr namedRuleSchema()
{
    auto rule = std::make_shared<Schema>(*matchRuleSchema());
    rule->properties.emplace("resourceNames", texts);
    return rule;
}

SchemaPtr matchedResources()
{
    const SchemaPtr selector = withDefault(labelSelector, JsonObject());
    const SchemaPtr rules = listOf(namedRuleSchema());
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
    const SchemaPtr validation =
        object({{"expression", text}, {"message", text}, {"messageExpression", text}, {"reason", reason}},
            {"expression"});
    const SchemaPtr annotation =
        object({{"key", text}, {"valueExpression", text}}, {"key", "valueExpression"});
    const SchemaPtr spec = object(
        {{"matchConstraints", matchResources()}, {"matchConditions", namedExpressions()},
            {"paramKind", object({{"apiVersion", text}, {"kind", text}})}, {"variables", namedExpressions()},
            {"validations", listOf(validation)}, {"auditAnnotations", listOf(annotation)},
            {"failurePolicy", withDefault(oneOf({"Fail", "Ignore"}), "Fail")}},
        {"matchConstraints"});
    return object(
        {{"spec", spec}, {"status", withDefault(object({{"conditions", conditions}}), JsonObject())}},
        {"spec"});
}

SchemaPtr policyBindingSchema()
{
    const SchemaPtr parameters = object({{"name", text}, {"namespace", text}, {"selector", labelSelector},
        {"parameterNotFoundAction", oneOf({"Allow", "Deny"})}});
    const SchemaPtr spec =
        object({{"policyName", text}, {"paramRef", parameters}, {"matchResources", matchResources()},
                   {"validationActions", listOf(oneOf({"Audit", "Deny", "Warn"}))}},
            {"policyName", "validationActions"});
    return object({{"spec", spec}}, {"spec"});
}

void checkResourceNames(const JsonArray &names, const std::string &path, FieldErrors &errors)
{
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (std::find(names.begin(), names.begin() + i, names[i]) != names.begin() + i)
            errors.push_back(duplicate(path + "[" + std::to_string(i) + "]", names[i]));
    }
}

void checkMatchResources(const Json &resources, const std::string &path, FieldErrors &errors)
{
    checkMatchSelectors(resources, path, errors);
    for (const std::string_view field : {"resourceRules", "excludeResourceRules"}) {
        checkMatchRules(resources, field, path, errors);
        const JsonArray &rules = listAt(resources, {field});
        for (std::size_t i = 0; i < rules.size(); ++i)
            checkResourceNames(listAt(rules[i], {"resourceNames"}),
                path + "." + std::string(field) + "[" + std::to_string(i) + "].resourceNames", errors);
    }
}

void checkParamKind(const Json &policy, FieldErrors &errors)
{
    const Json *kind = api::find(policy, {"spec", "paramKind"});
    if (!kind)
        return;
    const std::string_view version = api::textAt(*kind, {"apiVersion"});
    if (version.empty())
        errors.push_back(required("spec.paramKind.apiVersion"));
    else if (std::ranges::count(version, '/') > 1)
        errors.push_back(invalid("spec.paramKind.apiVersion", version,
            "unexpected GroupVersion string: " + clipped(std::string(version))));
    if (api::textAt(*kind, {"kind"}).empty())
        errors.push_back(required("spec.paramKind.kind"));
}

/// Letters, digits and underscores that are no word of the language.
bool isIdentifier(std::string_view name)
{
    const bool isEscaped = name.find("__") == std::string_view::npos && cel::escapedName(name) != name;
    return !isEscaped && (name.front() < '0' || name.front() > '9') && std::ranges::all_of(name, [](char c) {
        return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    });
}

void checkVariableNames(const Policy &policy, FieldErrors &errors)
{
    for (std::size_t i = 0; i < policy.variables.size(); ++i) {
        const std::string &name = policy.variables[i].name;
        const std::string path = "spec.variables[" + std::to_string(i) + "].name";
        if (withoutBlanks(name).empty())
            errors.push_back(required(path, "name is not specified"));
        else if (!isIdentifier(name))
            errors.push_back(invalid(path, name, "name is not a valid CEL identifier"));
    }
}

void checkMessages(const Json &policy, FieldErrors &errors)
{
    const JsonArray &validations = listAt(policy, {"spec", "validations"});
    for (std::size_t i = 0; i < validations.size(); ++i) {
        const std::string path = "spec.validations[" + std::to_string(i) + "]";
        const std::string_view message = api::textAt(validations[i], {"message"});
        const std::string_view expression = api::textAt(validations[i], {"messageExpression"});
        if (!expression.empty() && withoutBlanks(expression).empty())
            errors.push_back(
                invalid(path + ".messageExpression", expression, "must be non-empty if specified"));
        if (!message.empty() && withoutBlanks(message).empty())
            errors.push_back(invalid(path + ".message", message, "message must be non-empty if specified"));
        else if (hasLineBreaks(withoutBlanks(message)))
            errors.push_back(invalid(path + ".message", message, "message must not contain line breaks"));
    }
}

void checkAuditAnnotations(const Json &policy, FieldErrors &errors)
{
    constexpr std::size_t most = 20;
    const JsonArray &annotations = listAt(policy, {"spec", "auditAnnotations"});
    const std::string name(api::textAt(policy, {"metadata", "name"}));
    std::set<std::string, std::less<>> keys;
    if (annotations.size() > most)
        errors.push_back(invalid("spec.auditAnnotations", Json(annotations),
            "must not have more than " + std::to_string(most) + " auditAnnotations"));
    for (std::size_t i = 0; i < annotations.size(); ++i) {
        const std::string key(api::textAt(annotations[i], {"key"}));
        const std::string path = "spec.auditAnnotations[" + std::to_string(i) + "].key";
        if (!api::isQualifiedName(name + "/" + key))
            errors.push_back(invalid(path, key,
                "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end "
                "with an alphanumeric character"));
        if (!keys.insert(key).second)
            errors.push_back(duplicate(path, Json(key)));
    }
}

void checkHasContent(const Json &spec, FieldErrors &errors)
{
    constexpr std::string_view why = "validations or auditAnnotations must contain at least one item";
    if (listAt(spec, {"matchConstraints", "resourceRules"}).empty())
        errors.push_back(required("spec.matchConstraints.resourceRules"));
    if (!listAt(spec, {"validations"}).empty() || !listAt(spec, {"auditAnnotations"}).empty())
        return;
    errors.push_back(required("spec.validations", why));
    errors.push_back(required("spec.auditAnnotations", why));
}

void checkAdmissionPolicy(const Json &object, FieldErrors &errors)
{
    const Json *spec = api::find(object, {"spec"});
    if (!spec)
        return;
    const Policy policy = readPolicy(object);
    checkParamKind(object, errors);
    if (const Json *constraints = api::find(*spec, {"matchConstraints"}))
        checkMatchResources(*constraints, "spec.matchConstraints", errors);
    checkHasContent(*spec, errors);
    checkMatchConditions(*spec, policy.conditions, UnknownFunctions::Kept, "spec.matchConditions", errors);
    checkVariableNames(policy, errors);
    checkExpressions(policy, errors);
    checkMessages(object, errors);
    checkAuditAnnotations(object, errors);
}

/// Where what can't be evaluated is not kept.
void checkWholePolicy(const Json &policy, FieldErrors &errors)
{
    checkAdmissionPolicy(policy, errors);
    refuseUnevaluated(unevaluatedRules(readPolicy(policy)), errors);
}

std::vector<std::string> tellUnevaluated(const Json &policy)
{
    return warningsAbout(unevaluatedRules(readPolicy(policy)));
}

/// The types that a policy's rules name are not looked at: nothing is ever wrong with them.
Answer<> tellObserved(Cluster & /*cluster*/, const Target & /*target*/, Json &policy, const Json *old)
{
    const Json *spec = api::find(policy, {"spec"});
    const Json *before = old ? api::find(*old, {"spec"}) : nullptr;
    const bool willRise = before && spec && !api::equal(*spec, *before);
    const std::int64_t generation = api::integerAt(policy, {"metadata", "generation"}).value_or(0);
    JsonObject &status = objectIn(policy, "status");
    status["observedGeneration"] = generation + (willRise ? 1 : 0);
    status["typeChecking"] = JsonObject();
    return {};
}

void checkParamRef(const Json &reference, FieldErrors &errors)
{
    const std::string path = "spec.paramRef";
    const bool hasName = !api::textAt(reference, {"name"}).empty();
    const Json *selector = api::find(reference, {"selector"});
    if (hasName && selector)
        errors.push_back(forbidden(path + ".name", "name and selector are mutually exclusive"));
    if (!hasName && !selector)
        errors.push_back(required(path, "one of name or selector must be specified"));
    if (!api::find(reference, {"parameterNotFoundAction"}))
        errors.push_back(required(path + ".parameterNotFoundAction"));
    const auto read = selector ? api::decode<api::LabelSelector>(*selector)
                               : base::Result<api::LabelSelector>(api::LabelSelector());
    const auto valid = read ? api::validate(*read) : tl::unexpected(read.error());
    if (!valid)
        errors.push_back(invalid(path + ".selector", *selector, valid.error().message));
}

void checkActions(const Json &binding, FieldErrors &errors)
{
    const std::string path = "spec.validationActions";
    const JsonArray &actions = listAt(binding, {"spec", "validationActions"});
    for (std::size_t i = 0; i < actions.size(); ++i) {
        if (std::find(actions.begin(), actions.begin() + i, actions[i]) != actions.begin() + i)
            errors.push_back(duplicate(path + "[" + std::to_string(i) + "]", actions[i]));
    }
    if (contains(actions, Json("Deny")) && contains(actions, Json("Warn")))
        errors.push_back(invalid(path, Json(actions),
            "must not contain both Deny and Warn (repeating the same validation failure information in the "
            "API response and headers serves no purpose)"));
    if (actions.empty())
        errors.push_back(required(path, "at least one validation action is required"));
}

void checkPolicyBinding(const Json &binding, FieldErrors &errors)
{
    const std::string_view policy = api::textAt(binding, {"spec", "policyName"});
    if (policy.empty())
        errors.push_back(required("spec.policyName"));
    else if (!api::isDnsSubdomain(policy))
        errors.push_back(invalid("spec.policyName", policy,
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', "
            "and must start and end with an alphanumeric character"));
    if (const Json *reference = api::find(binding, {"spec", "paramRef"}))
        checkParamRef(*reference, errors);
    if (const Json *resources = api::find(binding, {"spec", "matchResources"}))
        checkMatchResources(*resources, "spec.matchResources", errors);
    checkActions(binding, errors);
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
            .fitIn = tellObserved,
            .check = checkAdmissionPolicy,
            .warnings = tellUnevaluated}};
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
        .rules = {.hasGeneration = true, .needsVersion = true, .check = checkPolicyBinding}};
}

} // namespace core::lab::kinds

namespace core::lab {

void refuseUnknownPolicies(Registry &registry)
{
    registry.find("admissionregistration.k8s.io", "validatingadmissionpolicies")->rules.check =
        kinds::checkWholePolicy;
}

} // namespace core::lab
