// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/webhooks/matching.h"

#include "core/cel/authorizer.h"
#include "core/cel/jsonvalue.h"
#include "core/lab/objects.h"
#include "core/lab/selection.h"
#include "core/lab/webhooks/expressions.h"

#include <algorithm>

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

bool names(const std::vector<std::string> &items, std::string_view wanted)
{
    return std::ranges::any_of(items, [&](const std::string &item) { return item == "*" || item == wanted; });
}

bool isNamespace(const HookForm &form)
{
    return form.group.empty() && form.resource == "namespaces";
}

bool isInScope(const HookRule &rule, const AdmittedWrite &write, const HookForm &form)
{
    const bool isNamespaced = !isNamespace(form) && !write.ns.empty();
    return rule.scope.empty() || rule.scope == "*" || (rule.scope == "Namespaced") == isNamespaced;
}

/// "pods/status" into "pods" and "status".
std::pair<std::string_view, std::string_view> splitResource(std::string_view text)
{
    const std::size_t slash = text.find('/');
    return slash == std::string_view::npos ? std::pair(text, std::string_view())
                                           : std::pair(text.substr(0, slash), text.substr(slash + 1));
}

bool namesResource(const HookRule &rule, std::string_view resource, std::string_view subresource)
{
    return std::ranges::any_of(rule.resources, [&](const std::string &text) {
        const auto [name, below] = splitResource(text);
        return (name == "*" || name == resource) && (below == "*" || below == subresource);
    });
}

bool ruleMatches(const HookRule &rule, const AdmittedWrite &write, const HookForm &form)
{
    const bool isNamed =
        rule.names.empty() || std::ranges::find(rule.names, nameTold(write)) != rule.names.end();
    return isNamed && isInScope(rule, write, form) && names(rule.operations, operationName(write.operation))
        && names(rule.groups, form.group) && names(rule.versions, form.version)
        && namesResource(rule, form.resource, write.subresource);
}

const HookForm *formByRules(
    const std::vector<HookRule> &rules, bool matchesEquivalent, const AdmittedWrite &write)
{
    const auto matches = [&](const HookForm &form) {
        return std::ranges::any_of(
            rules, [&](const HookRule &rule) { return ruleMatches(rule, write, form); });
    };
    if (matches(write.asked()))
        return &write.asked();
    if (!matchesEquivalent)
        return nullptr;
    for (const HookRule &rule : rules) { // earlier rules go first
        for (const HookForm &form : write.forms) {
            if (ruleMatches(rule, write, form))
                return &form;
        }
    }
    return nullptr;
}

/// Refused: the namespace is gone.
Answer<bool> isInNamespaces(
    const WriteMatch &match, const AdmittedWrite &write, const Json *object, const Registry &registry)
{
    const bool isAboutNamespace = isNamespace(write.asked());
    if ((write.ns.empty() && !isAboutNamespace) || match.namespaces.isEmpty())
        return true;
    if (isAboutNamespace && write.subresource.empty() && object)
        return labelsMatch(match.namespaces, *object);
    const ResourceType &namespaces = *registry.find("", "namespaces");
    const Entry *entry = namespaces.collection->find({{}, write.ns});
    if (!entry)
        return refuse(notFound(namespaces.about(write.ns)));
    return labelsMatch(match.namespaces, *entry->object);
}

bool isSelected(const WriteMatch &match, const Json *object, const Json *old)
{
    return match.objects.isEmpty() || (object && labelsMatch(match.objects, *object))
        || (old && labelsMatch(match.objects, *old));
}

JsonObject kindNamed(const GroupKind &kind)
{
    return {{"group", kind.group}, {"version", kind.version}, {"kind", kind.kind}};
}

JsonObject resourceNamed(const HookForm &form)
{
    return {{"group", form.group}, {"version", form.version}, {"resource", form.resource}};
}

JsonObject userInfo(const access::User &user)
{
    JsonObject info {{"username", user.name}};
    if (!user.uid.empty())
        info["uid"] = user.uid;
    if (!user.groups.empty())
        info["groups"] = textArray(user.groups);
    JsonObject extra;
    for (const auto &[key, values] : user.extra)
        extra[key] = textArray(values);
    if (!extra.empty())
        info["extra"] = std::move(extra);
    return info;
}

access::User accountsUser(const access::ServiceAccountName &account)
{
    return {.name = access::userName(account), .groups = access::serviceAccountGroups(account.ns)};
}

/// The user and the rules outlive what comes of it.
cel::AskAccess whoDecides(const access::User &user, const Access &access)
{
    return [&user, &access](const cel::AccessQuestion &asked) -> cel::AccessAnswer {
        const access::Attributes attributes {.verb = asked.verb,
            .group = asked.group,
            .version = "*",
            .resource = asked.resource,
            .subresource = asked.subresource,
            .ns = asked.ns,
            .name = asked.name,
            .path = asked.path};
        const access::Decision decision = asked.account
            ? access.decide(accountsUser({asked.account->ns, asked.account->name}), attributes)
            : access.decide(user, attributes);
        return {decision.allowed, decision.reason};
    };
}

cel::AccessQuestion questionAbout(const AdmittedWrite &write, const HookForm &form)
{
    return {.group = form.group,
        .resource = form.resource,
        .subresource = write.subresource,
        .ns = write.ns,
        .name = nameTold(write)};
}

} // namespace

bool mayConcern(const WriteMatch &match, const HookForm &form)
{
    return std::ranges::any_of(match.rules, [&](const HookRule &rule) {
        return names(rule.groups, form.group)
            && std::ranges::any_of(rule.resources, [&](const std::string &text) {
                   const std::string_view resource = splitResource(text).first;
                   return resource == "*" || resource == form.resource;
               });
    });
}

JsonObject requestOf(const AdmittedWrite &write, const HookForm &form, const access::User &user)
{
    JsonObject request {{"kind", kindNamed(form.kind)}, {"resource", resourceNamed(form)}};
    if (!write.subresource.empty())
        request["subResource"] = write.subresource;
    request["requestKind"] = kindNamed(write.asked().kind);
    request["requestResource"] = resourceNamed(write.asked());
    if (!write.subresource.empty())
        request["requestSubResource"] = write.subresource;
    if (const std::string name = nameTold(write); !name.empty())
        request["name"] = name;
    if (!write.ns.empty())
        request["namespace"] = write.ns;
    request["operation"] = operationName(write.operation);
    request["userInfo"] = userInfo(user);
    request["dryRun"] = write.dryRun;
    request["options"] = write.options.empty() ? Json() : Json(write.options);
    return request;
}

Answer<const HookForm *> matchingForm(
    const WriteMatch &match, const AdmittedWrite &write, const Json *object, const Registry &registry)
{
    const HookForm *form = formByRules(match.rules, match.matchesEquivalent, write);
    if (!form || formByRules(match.excluded, match.matchesEquivalent, write)
        || !isSelected(match, object, write.old.get()))
        return nullptr;
    const auto isThere = isInNamespaces(match, write, object, registry);
    if (!isThere)
        return tl::unexpected(isThere.error());
    return *isThere ? form : nullptr;
}

Answer<const HookForm *> formFor(const Webhook &hook, const AdmittedWrite &write, const Json *object,
    const access::User &user, const Cluster &cluster)
{
    const auto matching = matchingForm(hook, write, object, cluster.registry);
    if (!matching || !*matching)
        return matching;
    const HookForm *form = *matching;
    if (hook.conditions.empty() || (object && needsConversion(*object, *form))
        || (write.old && needsConversion(*write.old, *form)))
        return form;
    const auto meets = meetsConditions(hook, write, *form,
        {object ? inForm(*object, *form) : Json(), write.old ? inForm(*write.old, *form) : Json()}, user,
        cluster.access);
    if (!meets)
        return tl::unexpected(meets.error());
    return *meets ? form : nullptr;
}

cel::Bindings admissionBindings(const AdmittedWrite &write, const HookForm &form, const ShownObjects &shown,
    const Json &request, const access::User &user, const Access &access)
{
    const cel::TypePtr any = cel::simpleType(cel::Kind::Dyn);
    const cel::AskAccess ask = whoDecides(user, access);
    return {{"object", cel::valueOf(shown.object, any)}, {"oldObject", cel::valueOf(shown.old, any)},
        {"namespaceObject", cel::Null()}, {"params", cel::Null()},
        {"request", cel::valueOf(request, admissionRequestType())}, {"authorizer", cel::authorizer(ask)},
        {"authorizer.requestResource", cel::resourceCheck(ask, questionAbout(write, form))}};
}

ConditionsVerdict judgeConditions(
    const std::vector<MatchCondition> &conditions, bool ignoresFailure, const cel::Bindings &bindings)
{
    constexpr std::uint64_t budget = cel::costPerObject / 4;
    std::uint64_t spent = 0;
    std::vector<std::string> troubles;
    for (const auto &[name, expression] : conditions) {
        cel::Meter meter;
        const cel::Value result = expression.program ? expression.program->evaluate(bindings, meter)
                                                     : cel::failure(expression.program.error().message);
        spent += meter.cost();
        if (spent > budget)
            return {!ignoresFailure, std::string(cel::outOfBudget)};
        if (result.isFalse())
            return {false};
        if (!result.isTrue())
            troubles.push_back("expression '" + expression.text + "' resulted in error: "
                + (result.isFailure() ? cel::inQuotes(result) : std::string("no such overload")));
    }
    if (troubles.empty())
        return {};
    std::string all;
    for (const std::string &trouble : troubles)
        all += (all.empty() ? "" : ", ") + trouble;
    return {!ignoresFailure, troubles.size() == 1 ? all : "[" + all + "]"};
}

Answer<bool> meetsConditions(const Webhook &hook, const AdmittedWrite &write, const HookForm &form,
    const ShownObjects &shown, const access::User &user, const Access &access)
{
    if (hook.conditions.empty())
        return true;
    const Json request = requestOf(write, form, user);
    const ConditionsVerdict verdict = judgeConditions(
        hook.conditions, hook.ignoresFailure, admissionBindings(write, form, shown, request, user, access));
    if (verdict.areMet && !verdict.trouble.empty())
        return refuse(
            forbidden({write.name, write.asked().group, write.asked().resource, {}}, verdict.trouble));
    return verdict.areMet;
}

} // namespace core::lab
