// SPDX-License-Identifier: GPL-3.0-or-later
// Requests for certificates are kept and can be approved; nothing in the lab signs them.
#include "core/lab/handlers.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"

namespace core::lab::kinds {

using api::Json;
using api::JsonObject;
using api::Method;
using api::Response;

namespace {

SchemaPtr schema()
{
    const SchemaPtr status = object({{"conditions", conditions}, {"certificate", text}});
    return object({{"spec",
                       object({{"request", text}, {"signerName", text}, {"expirationSeconds", integer},
                                  {"usages", texts}, {"username", text}, {"uid", text}, {"groups", texts}},
                           {"request", "signerName"})},
                      {"status", withDefault(status, JsonObject())}},
        {"spec"});
}

/// The asker is the lab's one user, whatever the request says.
void nameAsker(Json &request, base::Time)
{
    JsonObject &spec = objectIn(request, "spec");
    spec["username"] = "hollowlab";
    spec["groups"] = api::JsonArray {"system:masters", "system:authenticated"};
}

std::string conditionCell(const Json &request)
{
    std::vector<std::string> states;
    for (const Json &condition : listAt(request, {"status", "conditions"}))
        states.emplace_back(api::textAt(condition, {"type"}));
    if (!api::textAt(request, {"status", "certificate"}).empty())
        states.emplace_back("Issued");
    return joined(states, "Pending");
}

Response getApproval(Handlers &handlers, const Call &call)
{
    return handlers.get(call);
}

Response patchApproval(Handlers &handlers, const Call &call)
{
    return handlers.patch(call, UpdateOptions::Part::Status);
}

Response putApproval(Handlers &handlers, const Call &call)
{
    return handlers.replace(call, UpdateOptions::Part::Status);
}

} // namespace

KindDefinition certificateSigningRequest()
{
    return {.group = "certificates.k8s.io",
        .kind = "CertificateSigningRequest",
        .plural = "certificatesigningrequests",
        .shortNames = {"csr"},
        .namespaced = false,
        .hasStatus = true,
        .subresources = {{.name = "approval",
            .verbs = {{Method::Get, getApproval}, {Method::Patch, patchApproval},
                {Method::Put, putApproval}}}},
        .schema = schema(),
        .columns = {nameColumn(), ageColumn(), textColumn("SignerName", {"spec", "signerName"}),
            textColumn("Requestor", {"spec", "username"}),
            textColumn("RequestedDuration", {"spec", "expirationSeconds"}),
            computedColumn("Condition", conditionCell)},
        .fields = {{"spec.signerName", {"spec", "signerName"}}},
        .rules = {.prepareCreate = nameAsker}};
}

} // namespace core::lab::kinds
