// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Admission webhooks as their configurations describe them (docs/api-semantics.md U).

#include "core/cel/program.h"
#include "core/lab/webhooks/hooktarget.h"

#include "core/api/meta.h"

namespace core::lab {

struct HookRule {
    std::vector<std::string> operations;
    std::vector<std::string> groups;
    std::vector<std::string> versions;
    std::vector<std::string> resources; ///< "pods", "pods/status", "*", "*/*"
    std::string scope; ///< Cluster, Namespaced or *
};

struct MatchCondition {
    std::string name;
    std::string text;
    tl::expected<cel::Program, std::string> program; ///< or why there is none
};

struct Webhook {
    std::string name;
    HookTarget target;
    std::vector<HookRule> rules;
    api::LabelSelector namespaces;
    api::LabelSelector objects;
    std::vector<MatchCondition> conditions;
    std::vector<std::string> reviewVersions;
    std::string sideEffects;
    std::chrono::seconds timeout {10};
    bool ignoresFailure = false; ///< failurePolicy Ignore
    bool matchesEquivalent = true; ///< matchPolicy Equivalent
    bool isReinvoked = false; ///< reinvocationPolicy IfNeeded
};
using WebhookPtr = std::shared_ptr<const Webhook>;
using WebhookList = std::vector<WebhookPtr>;

/// Those of a Validating- or MutatingWebhookConfiguration, in its order.
WebhookList readWebhooks(const api::Json &configuration);

/// An expression over object, oldObject, request and namespaceObject that gives a bool; or what is wrong with
/// it.
tl::expected<cel::Program, std::string> compileMatchCondition(std::string_view expression);

} // namespace core::lab
