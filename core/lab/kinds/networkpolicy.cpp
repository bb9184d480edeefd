// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cel/formats.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/podspec.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"

namespace core::lab::kinds {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

SchemaPtr networkPolicySchema()
{
    const SchemaPtr port = object({{"protocol", withDefault(oneOf({"SCTP", "TCP", "UDP"}), "TCP")},
        {"port", intOrString}, {"endPort", integer}});
    const SchemaPtr rules = listOf(object({{"ports", listOf(port)}}));
    return object({{"spec",
        object({{"podSelector", withDefault(labelSelector, JsonObject())}, {"ingress", rules},
            {"egress", rules}, {"policyTypes", listOf(oneOf({"Ingress", "Egress"}))}})}});
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

void checkPeer(const Json &peer, const std::string &path, FieldErrors &errors)
{
    const Json *block = api::find(peer, {"ipBlock"});
    const bool isSelected = api::find(peer, {"podSelector"}) || api::find(peer, {"namespaceSelector"});
    if (!block && !isSelected)
        errors.push_back(required(path, "must specify a peer"));
    if (block && isSelected)
        errors.push_back(forbidden(path, "may not specify both ipBlock and another peer"));
    if (!block)
        return;
    const std::string_view network = api::textAt(*block, {"cidr"});
    if (network.empty())
        errors.push_back(required(path + ".ipBlock.cidr"));
    else if (!cel::isOfFormat("cidr", network))
        errors.push_back(invalid(path + ".ipBlock.cidr", network, "not a valid CIDR"));
    const JsonArray &exceptions = listAt(*block, {"except"});
    for (std::size_t i = 0; i < exceptions.size(); ++i) {
        if (!cel::isOfFormat("cidr", api::textAt(exceptions[i], {})))
            errors.push_back(invalid(
                path + ".ipBlock.except[" + std::to_string(i) + "]", exceptions[i], "not a valid CIDR"));
    }
}

void checkTraffic(const Json &policy, std::string_view direction, std::string_view peers, FieldErrors &errors)
{
    const JsonArray &rules = listAt(policy, {"spec", direction});
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const std::string path = "spec." + std::string(direction) + "[" + std::to_string(i) + "].";
        const JsonArray &ports = listAt(rules[i], {"ports"});
        for (std::size_t j = 0; j < ports.size(); ++j)
            checkPort(api::find(ports[j], {"port"}), path + "ports[" + std::to_string(j) + "].port", errors);
        const JsonArray &others = listAt(rules[i], {peers});
        for (std::size_t j = 0; j < others.size(); ++j)
            checkPeer(others[j], path + std::string(peers) + "[" + std::to_string(j) + "]", errors);
    }
}

void checkPolicy(const Json &policy, FieldErrors &errors)
{
    checkTraffic(policy, "ingress", "from", errors);
    checkTraffic(policy, "egress", "to", errors);
}

} // namespace

KindDefinition networkPolicy()
{
    return {.group = "networking.k8s.io",
        .kind = "NetworkPolicy",
        .plural = "networkpolicies",
        .shortNames = {"netpol"},
        .schema = networkPolicySchema(),
        .rules = {.hasGeneration = true, .prepare = fillInPolicyTypes, .check = checkPolicy}};
}

} // namespace core::lab::kinds
