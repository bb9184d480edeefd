// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/webhooks/webhook.h"

#include "core/api/codec.h"
#include "core/cel/authorizer.h"
#include "core/lab/objects.h"
#include "core/lab/webhooks/matchrequest.h"

namespace core::lab {

using api::Json;

namespace {

std::vector<std::string> textsAt(const Json &json, std::string_view field)
{
    std::vector<std::string> texts;
    for (const Json &item : listAt(json, {field})) {
        if (item.is_string())
            texts.push_back(api::text(item.get_string()));
    }
    return texts;
}

api::LabelSelector selectorAt(const Json &hook, std::string_view field)
{
    const Json *selector = api::find(hook, {field});
    auto read = selector ? api::decode<api::LabelSelector>(*selector)
                         : base::Result<api::LabelSelector>(api::LabelSelector());
    return read ? std::move(*read) : api::LabelSelector();
}

Webhook readWebhook(const Json &from)
{
    Webhook hook;
    hook.name = api::textAt(from, {"name"});
    if (const Json *client = api::find(from, {"clientConfig"}))
        hook.target = readHookTarget(*client);
    for (const Json &rule : listAt(from, {"rules"}))
        hook.rules.push_back(
            {textsAt(rule, "operations"), textsAt(rule, "apiGroups"), textsAt(rule, "apiVersions"),
                textsAt(rule, "resources"), std::string(api::textAt(rule, {"scope"}))});
    hook.namespaces = selectorAt(from, "namespaceSelector");
    hook.objects = selectorAt(from, "objectSelector");
    for (const Json &condition : listAt(from, {"matchConditions"})) {
        const std::string_view text = api::textAt(condition, {"expression"});
        hook.conditions.push_back(
            {std::string(api::textAt(condition, {"name"})), std::string(text), compileMatchCondition(text)});
    }
    hook.reviewVersions = textsAt(from, "admissionReviewVersions");
    hook.sideEffects = api::textAt(from, {"sideEffects"});
    hook.timeout = std::chrono::seconds(api::integerAt(from, {"timeoutSeconds"}).value_or(10));
    hook.ignoresFailure = api::textAt(from, {"failurePolicy"}) == "Ignore";
    hook.matchesEquivalent = api::textAt(from, {"matchPolicy"}) != "Exact";
    hook.isReinvoked = api::textAt(from, {"reinvocationPolicy"}) == "IfNeeded";
    return hook;
}

} // namespace

WebhookList readWebhooks(const Json &configuration)
{
    WebhookList hooks;
    for (const Json &hook : listAt(configuration, {"webhooks"}))
        hooks.push_back(std::make_shared<const Webhook>(readWebhook(hook)));
    return hooks;
}

tl::expected<cel::Program, std::string> compileMatchCondition(std::string_view expression)
{
    const cel::TypePtr any = cel::simpleType(cel::Kind::Dyn);
    auto program = cel::Program::compile(expression,
        {{"object", any}, {"oldObject", any}, {"namespaceObject", any}, {"request", matchRequestType()},
            {"authorizer", cel::authorizerType()}, {"authorizer.requestResource", cel::resourceCheckType()}});
    if (!program)
        return tl::unexpected("compilation failed: " + program.error().message);
    if (program->type().kind != cel::Kind::Bool)
        return tl::unexpected("must evaluate to bool but got " + cel::textOf(program->type()));
    return std::move(*program);
}

} // namespace core::lab
