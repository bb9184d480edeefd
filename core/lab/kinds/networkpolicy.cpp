// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"

namespace core::lab::kinds {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

SchemaPtr networkPolicySchema()
{
    const SchemaPtr port =
        object({{"protocol", withDefault(text, "TCP")}, {"port", intOrString}, {"endPort", integer}});
    const SchemaPtr rules = listOf(object({{"ports", listOf(port)}}));
    return object({{"spec",
        object({{"podSelector", withDefault(labelSelector, JsonObject())}, {"ingress", rules},
            {"egress", rules}, {"policyTypes", texts}})}});
}

/// A policy is about what comes in, and where it has rules for that, about what goes out.
void fillInPolicyTypes(Json &policy)
{
    const Json *spec = api::find(policy, {"spec"});
    if (!spec || !spec->is_object() || !listAt(*spec, {"policyTypes"}).empty())
        return;
    JsonArray types {"Ingress"};
    if (!listAt(*spec, {"egress"}).empty())
        types.emplace_back("Egress");
    objectIn(policy, "spec")["policyTypes"] = std::move(types);
}

} // namespace

KindDefinition networkPolicy()
{
    return {.group = "networking.k8s.io",
        .kind = "NetworkPolicy",
        .plural = "networkpolicies",
        .shortNames = {"netpol"},
        .schema = networkPolicySchema(),
        .rules = {.hasGeneration = true, .prepare = fillInPolicyTypes}};
}

} // namespace core::lab::kinds
