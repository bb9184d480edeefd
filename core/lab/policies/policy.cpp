// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/policies/policy.h"

#include "core/lab/objects.h"

#include <algorithm>

namespace core::lab {

using api::Json;
using cel::Kind;

namespace {

/// A type that has itself would never be let go.
bool mentions(const cel::Type &type, const cel::Type &other)
{
    return &type == &other || std::ranges::any_of(type.parameters, [&](const cel::TypePtr &parameter) {
        return mentions(*parameter, other);
    });
}

/// Compiles what follows the match conditions, in the order in which it may refer to each other.
class PolicyReader
{
public:
    explicit PolicyReader(Policy &policy) : m_policy(policy)
    {
        m_scope.hasParams = !policy.paramKind.empty();
    }

    void readVariables(const Json &spec);
    void readValidations(const Json &spec);
    void readAuditAnnotations(const Json &spec);

private:
    Policy &m_policy;
    ExpressionScope m_scope;
};

void PolicyReader::readVariables(const Json &spec)
{
    const api::JsonArray &variables = listAt(spec, {"variables"});
    if (variables.empty())
        return;
    const auto known = std::make_shared<cel::Type>(); // grows: each variable sees those before it
    known->kind = Kind::Object;
    known->name = "kubernetes.variables";
    m_scope.variables = known;
    for (const Json &variable : variables) {
        const std::string name(api::textAt(variable, {"name"}));
        auto expression = compileAdmissionExpression(api::textAt(variable, {"expression"}), m_scope, {});
        const bool isTyped = expression.program && !mentions(*expression.program->sharedType(), *known);
        const cel::TypePtr type = isTyped ? expression.program->sharedType() : cel::simpleType(Kind::Dyn);
        known->fields.insert_or_assign(name, cel::Field {name, type});
        m_policy.variablePlaces.insert_or_assign(name, m_policy.variables.size());
        m_policy.variables.push_back({name, std::move(expression)});
    }
}

void PolicyReader::readValidations(const Json &spec)
{
    ExpressionScope messageScope = m_scope;
    messageScope.hasAuthorizer = false;
    for (const Json &from : listAt(spec, {"validations"})) {
        const std::string_view reason = api::textAt(from, {"reason"});
        Policy::Validation validation {
            compileAdmissionExpression(api::textAt(from, {"expression"}), m_scope, {Kind::Bool}),
            withoutBlanks(api::textAt(from, {"message"})), std::string(reason.empty() ? "Invalid" : reason),
            {}};
        if (const auto text = api::textAt(from, {"messageExpression"}); !withoutBlanks(text).empty())
            validation.messageExpression = compileAdmissionExpression(text, messageScope, {Kind::String});
        m_policy.validations.push_back(std::move(validation));
    }
}

void PolicyReader::readAuditAnnotations(const Json &spec)
{
    for (const Json &annotation : listAt(spec, {"auditAnnotations"}))
        m_policy.auditValues.push_back(
            compileAdmissionExpression(withoutBlanks(api::textAt(annotation, {"valueExpression"})), m_scope,
                {Kind::String, Kind::Null}));
}

template<typename Item>
const AdmissionExpression *ownExpression(const Item &item)
{
    return &item.expression;
}

const AdmissionExpression *messageExpressionOf(const Policy::Validation &validation)
{
    return validation.messageExpression ? &*validation.messageExpression : nullptr;
}

template<typename Item, typename ExpressionOf, typename Visit>
void visitExpressions(std::string_view list, std::string_view field, const std::vector<Item> &items,
    ExpressionOf expressionOf, Visit visit)
{
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (const AdmissionExpression *expression = expressionOf(items[i]))
            visit("spec." + std::string(list) + "[" + std::to_string(i) + "]." + std::string(field),
                *expression);
    }
}

/// Visits every expression but the conditions, with its path.
template<typename Visit>
void forEachExpression(const Policy &policy, Visit visit)
{
    visitExpressions("variables", "expression", policy.variables, ownExpression<Policy::Variable>, visit);
    visitExpressions(
        "validations", "expression", policy.validations, ownExpression<Policy::Validation>, visit);
    visitExpressions("validations", "messageExpression", policy.validations, messageExpressionOf, visit);
    visitExpressions(
        "auditAnnotations", "valueExpression", policy.auditValues,
        [](const AdmissionExpression &expression) { return &expression; }, visit);
}

} // namespace

bool Policy::isUnknown() const
{
    return std::ranges::any_of(
        conditions, [](const MatchCondition &condition) { return condition.expression.isUnknown(); });
}

Policy readPolicy(const Json &object)
{
    Policy policy;
    policy.name = api::textAt(object, {"metadata", "name"});
    const Json *spec = api::find(object, {"spec"});
    if (!spec)
        return policy;
    if (const Json *constraints = api::find(*spec, {"matchConstraints"}))
        policy.match = readMatchResources(*constraints);
    policy.paramVersion = api::textAt(*spec, {"paramKind", "apiVersion"});
    policy.paramKind = api::textAt(*spec, {"paramKind", "kind"});
    policy.conditions = readMatchConditions(*spec, !policy.paramKind.empty());
    policy.ignoresFailure = api::textAt(*spec, {"failurePolicy"}) == "Ignore";
    PolicyReader reader(policy);
    reader.readVariables(*spec);
    reader.readValidations(*spec);
    reader.readAuditAnnotations(*spec);
    return policy;
}

PolicyBinding readPolicyBinding(const Json &object)
{
    const Json none = api::JsonObject();
    PolicyBinding binding;
    binding.name = api::textAt(object, {"metadata", "name"});
    binding.policy = api::textAt(object, {"spec", "policyName"});
    const Json *resources = api::find(object, {"spec", "matchResources"});
    binding.match = readMatchResources(resources ? *resources : none);
    if (const Json *reference = api::find(object, {"spec", "paramRef"}))
        binding.params = {std::string(api::textAt(*reference, {"name"})),
            std::string(api::textAt(*reference, {"namespace"})), selectorAt(*reference, "selector"),
            api::textAt(*reference, {"parameterNotFoundAction"}) == "Deny"};
    const api::JsonArray &actions = listAt(object, {"spec", "validationActions"});
    binding.denies = contains(actions, Json("Deny"));
    binding.warns = contains(actions, Json("Warn"));
    return binding;
}

void checkExpressions(const Policy &policy, FieldErrors &errors)
{
    forEachExpression(policy, [&](const std::string &path, const AdmissionExpression &expression) {
        if (withoutBlanks(expression.text).empty())
            errors.push_back(required(path, path.substr(path.rfind('.') + 1) + " is not specified"));
        else if (!expression.program && !expression.isUnknown())
            errors.push_back(invalid(path, expression.text, expression.program.error().message));
    });
}

std::vector<UnevaluatedRule> unevaluatedRules(const Policy &policy)
{
    std::vector<UnevaluatedRule> rules;
    const auto add = [&](const std::string &path, const AdmissionExpression &expression) {
        if (expression.isUnknown())
            rules.push_back({path, expression.text,
                "undeclared reference to '" + expression.program.error().unknownFunctions.front() + "'"});
    };
    visitExpressions("matchConditions", "expression", policy.conditions, ownExpression<MatchCondition>, add);
    forEachExpression(policy, add);
    return rules;
}

} // namespace core::lab
