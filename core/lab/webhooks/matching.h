// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which webhooks are asked about a write (docs/api-semantics.md U2).

#include "core/lab/cluster.h"
#include "core/lab/webhooks/admittedwrite.h"
#include "core/lab/webhooks/webhook.h"

namespace core::lab {

/// Whether a webhook may be asked about anything at or below these objects: names alone count.
bool mayConcern(const Webhook &hook, const HookForm &form);

/// The request as matchConditions and webhooks see it, without the objects.
api::JsonObject requestOf(const AdmittedWrite &write, const HookForm &form, const access::User &user);

/// The result is the form in which the webhook is to be asked about the write; nullptr when it isn't. The
/// object is as it is written, null for a deletion. matchConditions count where the form needs no conversion.
/// Refused: those that can't be evaluated, a namespace that is not there.
Answer<const HookForm *> formFor(const Webhook &hook, const AdmittedWrite &write, const api::Json *object,
    const access::User &user, const Cluster &cluster);

/// The object and the old one in the form that a webhook is asked about; null where there is none.
struct ShownObjects {
    api::Json object;
    api::Json old;
};
/// Whether all matchConditions of the webhook hold.
Answer<bool> meetsConditions(const Webhook &hook, const AdmittedWrite &write, const HookForm &form,
    const ShownObjects &shown, const access::User &user, const Access &access);

} // namespace core::lab
