// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/policies/policycheck.h"

#include "core/cel/jsonvalue.h"
#include "core/lab/objects.h"
#include "core/lab/policies/lazyvariables.h"
#include "core/lab/selection.h"

#include <algorithm>

namespace core::lab {

using api::Json;

namespace {

struct PolicyDenial {
    std::string message;
    std::string reason = "Invalid";
};

/// The objects that a policy is evaluated with, one after the other; null: with none.
using PolicyParams = tl::expected<std::vector<std::shared_ptr<const Json>>, std::string>;

int codeOf(std::string_view reason)
{
    return reason == "Forbidden"            ? 403
        : reason == "Unauthorized"          ? 401
        : reason == "RequestEntityTooLarge" ? 413
                                            : 422;
}

/// A policy with one object of its parameters.
class PolicyEvaluation
{
public:
    PolicyEvaluation(const Policy &policy, cel::Bindings bindings)
        : m_policy(policy)
        , m_bindings(std::move(bindings))
        , m_variables(std::make_shared<LazyVariables>(policy, m_bindings, m_budget))
    {
    }
    ~PolicyEvaluation() { m_variables->forget(); }
    PolicyEvaluation(const PolicyEvaluation &) = delete;
    PolicyEvaluation &operator=(const PolicyEvaluation &) = delete;

    /// Conditions see no namespaceObject.
    std::vector<PolicyDenial> run(const cel::Value &namespaceObject);

private:
    std::vector<PolicyDenial> validate();
    std::optional<PolicyDenial> judge(const Policy::Validation &validation);
    PolicyDenial denialOf(const Policy::Validation &validation);
    /// What can't be told counts by the failure policy.
    std::optional<PolicyDenial> failed(std::string message) const;

    const Policy &m_policy;
    cel::Bindings m_bindings;
    cel::Budget m_budget;
    std::shared_ptr<LazyVariables> m_variables;
};

std::optional<PolicyDenial> PolicyEvaluation::failed(std::string message) const
{
    return m_policy.ignoresFailure ? std::nullopt : std::optional(PolicyDenial {std::move(message)});
}

std::vector<PolicyDenial> PolicyEvaluation::run(const cel::Value &namespaceObject)
{
    const ConditionsVerdict verdict =
        judgeConditions(m_policy.conditions, m_policy.ignoresFailure, m_bindings);
    if (!verdict.areMet)
        return {};
    if (!verdict.trouble.empty())
        return {PolicyDenial {verdict.trouble}};
    m_bindings["namespaceObject"] = namespaceObject;
    m_bindings["variables"] = cel::MapPtr(m_variables);
    return validate();
}

std::vector<PolicyDenial> PolicyEvaluation::validate()
{
    std::vector<PolicyDenial> denials;
    for (const Policy::Validation &validation : m_policy.validations) {
        auto denial = judge(validation);
        if (m_budget.isOverdrawn()) // then only that is told
            denials.clear();
        if (denial)
            denials.push_back(std::move(*denial));
        if (m_budget.isOverdrawn())
            break;
    }
    return denials;
}

std::optional<PolicyDenial> PolicyEvaluation::judge(const Policy::Validation &validation)
{
    const AdmissionExpression &expression = validation.expression;
    if (expression.isUnknown())
        return std::nullopt;
    if (!expression.program)
        return failed("compilation error: " + expression.program.error().message);
    cel::Meter meter;
    const cel::Value result = expression.program->evaluate(m_bindings, meter);
    if (!m_budget.pay(meter) || m_budget.isOverdrawn())
        return failed(std::string(cel::outOfBudget));
    if (m_variables->takeUnknown() || result.isTrue())
        return std::nullopt;
    if (result.isFailure())
        return failed("expression '" + expression.text + "' resulted in error: " + cel::inQuotes(result));
    PolicyDenial denial = denialOf(validation);
    return m_budget.isOverdrawn() ? failed("failed messageExpression: " + std::string(cel::outOfBudget))
                                  : std::optional(std::move(denial));
}

PolicyDenial PolicyEvaluation::denialOf(const Policy::Validation &validation)
{
    const std::string fallback = validation.message.empty()
        ? "failed expression: " + withoutBlanks(validation.expression.text)
        : validation.message;
    if (!validation.messageExpression || !validation.messageExpression->program)
        return {fallback, validation.reason};
    cel::Meter meter;
    const cel::Value made = validation.messageExpression->program->evaluate(m_bindings, meter);
    m_budget.pay(meter);
    m_variables->takeUnknown();
    return {messageMadeBy(made).value_or(fallback), validation.reason};
}

/// The kind of a policy's parameters, in their version.
struct ParamType {
    const ResourceType *type = nullptr; ///< null: there is no such kind
    const ServedVersion *version = nullptr;
};

ParamType paramTypeOf(const Policy &policy, const Registry &registry)
{
    for (const ResourceType *type : registry.all()) {
        if (type->kind != policy.paramKind || !type->collection || type->review || type->compute)
            continue;
        for (const ServedVersion &version : type->versions) {
            if (type->apiVersion(version) == policy.paramVersion)
                return {type, &version};
        }
    }
    return {};
}

/// "rules.example.com/v1, Kind=Limit"
std::string shownParamKind(const Policy &policy)
{
    const bool hasGroup = policy.paramVersion.find('/') != std::string::npos;
    return (hasGroup ? "" : "/") + policy.paramVersion + ", Kind=" + policy.paramKind;
}

std::vector<std::shared_ptr<const Json>> namedOrSelected(const ParamType &param,
    const PolicyBinding::Params &wanted, const std::string &ns, const Registry &registry)
{
    const HookForm form = formsOf(*param.type, *param.version, {}, registry).front();
    const auto shown = [&](const Entry &entry) {
        return std::make_shared<const Json>(inForm(*entry.object, form));
    };
    const Collection &collection = *param.type->collection;
    std::vector<std::shared_ptr<const Json>> params;
    if (!wanted.name.empty()) {
        if (const Entry *entry = collection.find({ns, wanted.name}))
            params.push_back(shown(*entry));
        return params;
    }
    for (const auto &[key, entry] : collection.objects()) {
        if (key.ns == ns && labelsMatch(wanted.selector, *entry.object))
            params.push_back(shown(entry));
    }
    return params;
}

PolicyParams paramsOf(const ParamType &param, const PolicyBinding &binding, const std::string &writesNs,
    const Registry &registry)
{
    if (!param.type || !binding.params)
        return std::vector<std::shared_ptr<const Json>> {nullptr};
    const PolicyBinding::Params &wanted = *binding.params;
    if (!param.type->namespaced && !wanted.ns.empty())
        return tl::unexpected(
            std::string("paramRef.namespace must not be provided for a cluster-scoped `paramKind`"));
    const std::string &ns = wanted.ns.empty() && param.type->namespaced ? writesNs : wanted.ns;
    if (param.type->namespaced && ns.empty())
        return tl::unexpected(std::string(
            "cannot use namespaced paramRef in policy binding that matches cluster-scoped resources"));
    auto params = namedOrSelected(param, wanted, ns, registry);
    if (params.empty() && wanted.deniesMissing)
        return tl::unexpected(
            std::string("no params found for policy binding with `Deny` parameterNotFoundAction"));
    return params;
}

/// Asks one policy after the other; the first denial is told.
class PolicyRound
{
public:
    explicit PolicyRound(const PolicyQuestion &question) : m_question(question) { }

    void ask(const MatchedPolicy &matched);
    PolicyFindings take() { return std::move(m_findings); }
    /// Something is not known yet, or went wrong: that is the answer.
    bool isBrokenOff() const { return m_isBrokenOff; }

private:
    void askFor(const MatchedPolicy &matched, const ParamType &param, const PolicyBinding &binding);
    void tell(const Policy &policy, const PolicyBinding &binding, const PolicyDenial &denial);
    void deny(const Policy &policy, const PolicyBinding *binding, const PolicyDenial &denial);
    void misconfigured(const Policy &policy, const PolicyBinding *binding, const std::string &why);
    const Json *namespaceObject() const;
    About about() const;

    const PolicyQuestion &m_question;
    PolicyFindings m_findings;
    bool m_isBrokenOff = false;
    ShownObjects m_shown; ///< as the present policy sees them
    Json m_request;
};

void PolicyRound::ask(const MatchedPolicy &matched)
{
    const Policy &policy = *matched.policy;
    const ParamType param = paramTypeOf(policy, m_question.cluster.registry);
    if (!policy.paramKind.empty() && !param.type)
        return misconfigured(policy, nullptr,
            "failed to find resource referenced by paramKind: '" + shownParamKind(policy) + "'");
    auto shown = m_question.show(*matched.form);
    if (!shown) {
        m_isBrokenOff = true;
        m_findings.verdict = tl::unexpected(std::move(shown.error()));
        return;
    }
    m_shown = std::move(*shown);
    m_request = requestOf(m_question.write, *matched.form, m_question.user);
    for (const PolicyBindingPtr &binding : matched.bindings)
        askFor(matched, param, *binding);
}

void PolicyRound::askFor(const MatchedPolicy &matched, const ParamType &param, const PolicyBinding &binding)
{
    const Policy &policy = *matched.policy;
    const auto params = paramsOf(param, binding, m_question.write.ns, m_question.cluster.registry);
    if (!params)
        return misconfigured(policy, &binding, params.error());
    const Json *ns = namespaceObject();
    for (const auto &object : *params) {
        cel::Bindings bindings = admissionBindings(
            m_question.write, *matched.form, m_shown, m_request, m_question.user, m_question.cluster.access);
        if (object)
            bindings["params"] = cel::valueOf(*object, cel::simpleType(cel::Kind::Dyn));
        const auto denials = PolicyEvaluation(policy, std::move(bindings))
                                 .run(ns ? cel::valueOf(*ns, admissionNamespaceType()) : cel::Value());
        for (const PolicyDenial &denial : denials)
            tell(policy, binding, denial);
    }
}

void PolicyRound::tell(const Policy &policy, const PolicyBinding &binding, const PolicyDenial &denial)
{
    if (binding.denies)
        deny(policy, &binding, denial);
    if (binding.warns)
        m_findings.warnings.push_back(inOneLine("Validation failed for ValidatingAdmissionPolicy '"
            + policy.name + "' with binding '" + binding.name + "': " + denial.message));
}

void PolicyRound::deny(const Policy &policy, const PolicyBinding *binding, const PolicyDenial &denial)
{
    if (!m_findings.verdict)
        return;
    const std::string who = "ValidatingAdmissionPolicy '" + policy.name + "'"
        + (binding ? " with binding '" + binding->name + "'" : std::string());
    m_findings.verdict = refuse(
        denied(about(), codeOf(denial.reason), denial.reason, who + " denied request: " + denial.message));
}

/// Whatever the binding's actions.
void PolicyRound::misconfigured(const Policy &policy, const PolicyBinding *binding, const std::string &why)
{
    const std::string what = binding ? "failed to configure binding: " : "failed to configure policy: ";
    if (!policy.ignoresFailure)
        deny(policy, binding, {what + why});
}

/// Null for what is in none; a namespace is in none.
const Json *PolicyRound::namespaceObject() const
{
    const ResourceType &namespaces = *m_question.cluster.registry.find("", "namespaces");
    const AdmittedWrite &write = m_question.write;
    if (write.ns.empty() || write.collection == namespaces.collection->name())
        return nullptr;
    const Entry *entry = namespaces.collection->find({{}, write.ns});
    return entry ? entry->object.get() : nullptr;
}

About PolicyRound::about() const
{
    const HookForm &asked = m_question.write.asked();
    std::string name = nameTold(m_question.write);
    if (name.empty())
        name = api::textAt(m_shown.object, {"metadata", "name"});
    if (name.empty())
        name = api::textAt(m_shown.object, {"metadata", "generateName"});
    return {name.empty() ? "Unknown" : name, asked.group, asked.resource, {}};
}

} // namespace

PolicyFindings judgeByPolicies(const std::vector<MatchedPolicy> &policies, const PolicyQuestion &question)
{
    PolicyRound round(question);
    for (const MatchedPolicy &policy : policies) {
        round.ask(policy);
        if (round.isBrokenOff())
            break;
    }
    return round.take();
}

} // namespace core::lab
