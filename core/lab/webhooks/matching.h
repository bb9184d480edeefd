// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which webhooks are asked about a write (docs/api-semantics.md U2).

#include "core/lab/cluster.h"
#include "core/lab/webhooks/admittedwrite.h"
#include "core/lab/webhooks/webhook.h"

namespace core::lab {

/// Whether anything at or below these objects may be meant: names alone count.
bool mayConcern(const WriteMatch &match, const HookForm &form);
/// The result is the form of the write that is meant; nullptr when none is. The object is as it is written,
/// null for a deletion. Refused: a namespace that is not there.
Answer<const HookForm *> matchingForm(
    const WriteMatch &match, const AdmittedWrite &write, const api::Json *object, const Registry &registry);

/// The request as matchConditions and webhooks see it, without the objects.
api::JsonObject requestOf(const AdmittedWrite &write, const HookForm &form, const access::User &user);

/// The same form for a webhook, where its matchConditions hold too, which count where it needs no conversion.
/// Refused too: those that can't be evaluated.
Answer<const HookForm *> formFor(const Webhook &hook, const AdmittedWrite &write, const api::Json *object,
    const access::User &user, const Cluster &cluster);

/// The object and the old one in the form that a webhook is asked about; null where there is none.
struct ShownObjects {
    api::Json object;
    api::Json old;
};
/// What expressions see of the write; params and namespaceObject are null, and there are no variables. It
/// borrows from all of these.
cel::Bindings admissionBindings(const AdmittedWrite &write, const HookForm &form, const ShownObjects &shown,
    const api::Json &request, const access::User &user, const Access &access);

/// What matchConditions say together: one that is not met decides, else what can't be evaluated does, by the
/// failure policy.
struct ConditionsVerdict {
    bool areMet = true;
    std::string trouble = {}; ///< why that can't be told
};
ConditionsVerdict judgeConditions(
    const std::vector<MatchCondition> &conditions, bool ignoresFailure, const cel::Bindings &bindings);
/// Whether all matchConditions of the webhook hold.
Answer<bool> meetsConditions(const Webhook &hook, const AdmittedWrite &write, const HookForm &form,
    const ShownObjects &shown, const access::User &user, const Access &access);

} // namespace core::lab
