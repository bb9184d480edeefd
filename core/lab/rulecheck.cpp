// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/rulecheck.h"

#include "core/cel/jsonvalue.h"
#include "core/lab/objects.h"
#include "core/lab/olditems.h"

#include <algorithm>

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

/// A value, and what it was before: the same place in the old object, as far as it can be told.
struct RuleSubject {
    const Json *now;
    const Json *before = nullptr; ///< null: new, or nobody knows which it was
    const RuleSubject *parent = nullptr;
    std::string path = {};
    mutable std::optional<bool> same = {};

    bool isUnchanged() const
    {
        if (!same)
            same = before && api::equal(*now, *before);
        return *same;
    }
    /// What is wrong here was wrong before: the value or, where nobody knows what it was, what holds it.
    bool wasThere() const { return before ? isUnchanged() : parent && parent->isUnchanged(); }
};

std::string memberPathOf(const RuleSubject &subject, const std::string &name)
{
    return subject.path.empty() ? name : subject.path + "." + name;
}

class RuleChecker
{
public:
    void check(const RuleNode &node, const RuleSubject &subject);
    RuleFindings take() { return std::move(m_findings); }

private:
    void checkOwn(const RuleNode &node, const RuleSubject &subject);
    void checkRule(const ValidationRule &rule, const RuleNode &node, const RuleSubject &subject);
    void reportFailure(const ValidationRule &rule, const RuleNode &node, const RuleSubject &subject,
        const std::string &failure);
    void reportBroken(const ValidationRule &rule, const RuleNode &node, const RuleSubject &subject,
        const cel::Bindings &bindings);
    std::string messageOf(const ValidationRule &rule, const cel::Bindings &bindings);
    void checkMembers(const RuleNode &node, const RuleSubject &subject);
    void checkItems(const RuleNode &node, const RuleSubject &subject);
    void stop(const RuleNode &node, const RuleSubject &subject, std::string_view why);
    bool isDone() const { return m_isStopped || m_findings.errors.size() >= mostErrors; }

    static constexpr std::size_t mostErrors = 100; ///< nobody reads on

    RuleFindings m_findings;
    cel::Budget m_budget;
    bool m_isStopped = false;
};

FieldError ruleError(const RuleSubject &subject, std::string_view typeName, std::string_view detail)
{
    return {"FieldValueInvalid", subject.path.empty() ? "<nil>" : subject.path,
        "Invalid value: \"" + std::string(typeName) + "\": " + std::string(detail)};
}

std::string_view shownNameOf(const ValidationRule &rule)
{
    return rule.message.empty() ? rule.text : rule.message;
}

FieldError brokenRule(const ValidationRule &rule, const std::string &field, const std::string &typeName,
    const std::string &detail)
{
    if (rule.reason == "FieldValueForbidden")
        return forbidden(field, detail);
    if (rule.reason == "FieldValueRequired")
        return required(field, detail);
    if (rule.reason == "FieldValueDuplicate")
        return duplicate(field, Json(boost::json::string(typeName)));
    return {"FieldValueInvalid", field, "Invalid value: \"" + typeName + "\": " + detail};
}

void RuleChecker::stop(const RuleNode &node, const RuleSubject &subject, std::string_view why)
{
    m_findings.errors.push_back(ruleError(subject, node.typeName, why));
    m_isStopped = true;
}

void RuleChecker::check(const RuleNode &node, const RuleSubject &subject)
{
    if (isDone() || subject.now->is_null())
        return;
    checkOwn(node, subject);
    for (const auto &part : node.allOf) {
        const RuleSubject within {subject.now, subject.before, subject.parent, subject.path};
        check(*part, within);
    }
    if (subject.now->is_object())
        checkMembers(node, subject);
    else if (subject.now->is_array() && node.items)
        checkItems(node, subject);
}

void RuleChecker::checkOwn(const RuleNode &node, const RuleSubject &subject)
{
    for (const ValidationRule &rule : node.rules) {
        if (isDone())
            return;
        if (!rule.error.empty())
            m_findings.errors.push_back(
                ruleError(subject, node.typeName, "rule compile error: " + rule.error));
        else if (rule.program && (subject.before || !rule.usesOldSelf() || rule.optionalOldSelf))
            checkRule(rule, node, subject);
    }
}

void RuleChecker::checkRule(const ValidationRule &rule, const RuleNode &node, const RuleSubject &subject)
{
    if (m_budget.isEmpty())
        return stop(node, subject, cel::outOfBudget);
    cel::Bindings bindings {{"self", cel::valueOf(*subject.now, node.type)}};
    if (rule.optionalOldSelf)
        bindings["oldSelf"] =
            subject.before ? cel::some(cel::valueOf(*subject.before, node.type)) : cel::none();
    else if (subject.before)
        bindings["oldSelf"] = cel::valueOf(*subject.before, node.type);
    cel::Meter meter;
    const cel::Value result = rule.program->evaluate(bindings, meter);
    if (!m_budget.pay(meter))
        return stop(node, subject, cel::outOfBudget);
    if (result.isFailure())
        reportFailure(rule, node, subject, cel::inQuotes(result));
    else if (!result.isTrue())
        reportBroken(rule, node, subject, bindings);
}

/// The rule could not be evaluated.
void RuleChecker::reportFailure(
    const ValidationRule &rule, const RuleNode &node, const RuleSubject &subject, const std::string &failure)
{
    const std::string name(shownNameOf(rule));
    if (failure.starts_with(cel::costExceeded))
        return stop(node, subject,
            "'" + failure
                + "': no further validation rules will be run due to call cost exceeds limit for rule: "
                + name);
    const std::string detail = failure.starts_with("no such overload")
        ? "'" + failure
            + "': call arguments did not match a supported operator, function or macro signature for rule: "
            + name
        : failure + " evaluating rule: " + name;
    m_findings.errors.push_back(ruleError(subject, node.typeName, detail));
}

void RuleChecker::reportBroken(const ValidationRule &rule, const RuleNode &node, const RuleSubject &subject,
    const cel::Bindings &bindings)
{
    const std::string detail = messageOf(rule, bindings);
    const std::string below = rule.fieldPath;
    const std::string field = !below.empty() ? memberPathOf(subject, below)
        : subject.path.empty()               ? "<nil>"
                                             : subject.path;
    FieldError error = brokenRule(rule, field, node.typeName, detail);
    if (!rule.usesOldSelf() && subject.wasThere())
        m_findings.warnings.push_back(error.field + ": " + error.message);
    else
        m_findings.errors.push_back(std::move(error));
}

std::string RuleChecker::messageOf(const ValidationRule &rule, const cel::Bindings &bindings)
{
    const std::string fallback = rule.message.empty() ? "failed rule: " + rule.text : rule.message;
    if (!rule.messageExpression)
        return fallback;
    cel::Meter meter;
    const cel::Value made = rule.messageExpression->evaluate(bindings, meter);
    if (!m_budget.pay(meter))
        m_isStopped = true;
    return messageMadeBy(made).value_or(fallback);
}

void RuleChecker::checkMembers(const RuleNode &node, const RuleSubject &subject)
{
    if (node.properties.empty() && !node.additional)
        return;
    for (const auto &member : subject.now->get_object()) {
        const std::string name(member.key());
        const auto property = node.properties.find(name);
        const RuleNode *inner =
            property != node.properties.end() ? property->second.get() : node.additional.get();
        if (!inner)
            continue;
        const bool isProperty = property != node.properties.end();
        const Json *before = subject.before ? api::find(*subject.before, {name}) : nullptr;
        if (before && before->is_null())
            before = nullptr;
        check(*inner,
            {&member.value(), before, subject.before ? &subject : subject.parent,
                isProperty ? memberPathOf(subject, clipped(name))
                           : subject.path + "[" + clipped(name) + "]"});
    }
}

void RuleChecker::checkItems(const RuleNode &node, const RuleSubject &subject)
{
    const OldItems old(node.listType, node.mapKeys, subject.before);
    const JsonArray &items = subject.now->get_array();
    for (std::size_t i = 0; i < items.size() && !isDone(); ++i)
        check(*node.items,
            {&items[i], old.find(items[i]), subject.before ? &subject : subject.parent,
                subject.path + "[" + std::to_string(i) + "]"});
}

} // namespace

RuleFindings checkRules(const RuleNode &rules, const Json &object, const Json *old)
{
    RuleChecker checker;
    checker.check(rules, {&object, old});
    return checker.take();
}

bool keepsRulesFromRunning(const FieldErrors &errors)
{
    constexpr std::string_view reasons[] = {"FieldValueNotSupported", "FieldValueRequired",
        "FieldValueTooLong", "FieldValueTooMany", "FieldValueTypeInvalid"};
    return std::ranges::any_of(errors, [&](const FieldError &error) {
        return std::ranges::find(reasons, error.reason) != std::end(reasons);
    });
}

FieldError rulesNotChecked()
{
    return {"FieldValueInvalid", "<nil>",
        "Invalid value: \"null\": some validation rules were not checked because the object was invalid; "
        "correct the existing errors to complete validation"};
}

} // namespace core::lab
