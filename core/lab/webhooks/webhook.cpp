// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/webhooks/webhook.h"

#include "core/lab/objects.h"

namespace core::lab {

using api::Json;

namespace {

Webhook readWebhook(const Json &from)
{
    Webhook hook;
    static_cast<WriteMatch &>(hook) = readHookMatch(from);
    hook.name = api::textAt(from, {"name"});
    if (const Json *client = api::find(from, {"clientConfig"}))
        hook.target = readHookTarget(*client);
    hook.conditions = readMatchConditions(from);
    hook.reviewVersions = textsAt(from, "admissionReviewVersions");
    hook.sideEffects = api::textAt(from, {"sideEffects"});
    hook.timeout = std::chrono::seconds(api::integerAt(from, {"timeoutSeconds"}).value_or(10));
    hook.ignoresFailure = api::textAt(from, {"failurePolicy"}) == "Ignore";
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

std::vector<MatchCondition> readMatchConditions(const Json &from, bool hasParams)
{
    std::vector<MatchCondition> conditions;
    for (const Json &condition : listAt(from, {"matchConditions"})) {
        conditions.push_back({std::string(api::textAt(condition, {"name"})),
            compileAdmissionExpression(
                api::textAt(condition, {"expression"}), {.hasParams = hasParams}, {cel::Kind::Bool})});
    }
    return conditions;
}

} // namespace core::lab
