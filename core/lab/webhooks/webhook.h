// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Admission webhooks as their configurations describe them (docs/api-semantics.md U).

#include "core/lab/webhooks/expressions.h"
#include "core/lab/webhooks/hooktarget.h"
#include "core/lab/webhooks/writematch.h"

namespace core::lab {

struct MatchCondition {
    std::string name;
    AdmissionExpression expression; ///< gives a bool
};

struct Webhook : WriteMatch {
    std::string name;
    HookTarget target;
    std::vector<MatchCondition> conditions;
    std::vector<std::string> reviewVersions;
    std::string sideEffects;
    std::chrono::seconds timeout {10};
    bool ignoresFailure = false; ///< failurePolicy Ignore
    bool isReinvoked = false; ///< reinvocationPolicy IfNeeded
};
using WebhookPtr = std::shared_ptr<const Webhook>;
using WebhookList = std::vector<WebhookPtr>;

/// Those of a Validating- or MutatingWebhookConfiguration, in its order.
WebhookList readWebhooks(const api::Json &configuration);

/// The matchConditions of a webhook or a policy.
std::vector<MatchCondition> readMatchConditions(const api::Json &from, bool hasParams = false);

} // namespace core::lab
