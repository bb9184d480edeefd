// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// AdmissionReviews: what a webhook is asked, and what its reply says (docs/api-semantics.md U3, U4).

#include "core/lab/webhooks/admittedwrite.h"
#include "core/lab/webhooks/webhook.h"

namespace core::lab {

/// The AdmissionReview in the first of the webhook's versions that is known; nothing when none is.
std::optional<api::Json> reviewFor(const Webhook &hook, api::JsonObject request, std::string_view uid);

/// What came of asking.
struct HookVerdict {
    std::string failure = {}; ///< why it could not be asked, or understood; the failure policy decides
    std::optional<api::Response> refusal = {}; ///< it does not want that
    std::optional<api::Json> patch = {}; ///< a JSON patch
    std::vector<std::string> warnings = {};
};

HookVerdict readReview(
    const Webhook &hook, bool isMutating, std::string_view uid, const api::HookResult &result);
/// A dry run that the webhook does not take part in becomes this without asking.
std::optional<api::Response> dryRunRefusal(const Webhook &hook);

/// 500, worded as a kube-apiserver does.
api::Response internalError(const std::string &why);
/// "failed calling webhook "x": why".
std::string failedCalling(const Webhook &hook, const std::string &why);
/// The reply's JSON object; or why there is none: another code, no JSON.
tl::expected<api::Json, std::string> replyObject(const api::HookResult &result);

} // namespace core::lab
