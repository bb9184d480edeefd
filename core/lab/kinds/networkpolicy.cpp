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
    const SchemaPtr spec = object({{"podSelector", withDefault(labelSelector, JsonObject())},
        {"ingress", rules}, {"egress", rules}, {"policyTypes", listOf(oneOf({"Ingress", "Egress"}))}});
    return object({{"spec", withDefault(spec, JsonObject())}});
}

/// A policy is about what comes in, and where it has rules for that, about what goes out.
void fillInPolicyTypes(Json &policy)
{
    const Json *spec = api::find(policy, {"spec"});
    if ((spec && !spec->is_object()) || !listAt(policy, {"spec", "policyTypes"}).empty())
        return;
    JsonArray types {"Ingress"};
    if (!listAt(policy, {"spec", "egress"}).empty())
        types.emplace_back("Egress");
    objectIn(policy, "spec")["policyTypes"] = std::move(types);
}

void checkPeer(const Json &peer, const std::string &path, FieldErrors &errors)
{
    const Json *block = api::find(peer, {"ipBlock"});
    const bool isSelected = api::find(peer, {"podSelector"}) || api::find(peer, {"namespaceSelector"});
    if (!block && !isSelected)
        errors.push_back(required(path, "must specify a peer"));
    for (const std::string_view field : {"podSelector", "namespaceSelector"}) {
        if (const Json *selector = api::find(peer, {field}))
            checkLabelSelector(*selector, path + "." + std::string(field), errors);
    }
    if (block && isSelected)
        errors.push_back(forbidden(path, "may not specify both ipBlock and another peer"));
    if (!block)
        return;
    const std::string_view network = api::textAt(*block, {"cidr"});
    if (network.empty())
        return errors.push_back(required(path + ".ipBlock.cidr"));
    if (!cel::isOfFormat("cidr", network))
        return errors.push_back(invalid(path + ".ipBlock.cidr", network, "not a valid CIDR"));
    const JsonArray &exceptions = listAt(*block, {"except"});
    for (std::size_t i = 0; i < exceptions.size(); ++i) {
        const std::string place = path + ".ipBlock.except[" + std::to_string(i) + "]";
        const std::string_view exception = api::textAt(exceptions[i], {});
        if (!cel::isOfFormat("cidr", exception))
            return errors.push_back(invalid(place, exception, "not a valid CIDR"));
        if (!cel::isPartOfNetwork(exception, network))
            errors.push_back(invalid(place, exception, "must be a strict subset of `cidr`"));
    }
}

/// A port, or those from it to the last one.
void checkPortsOfTraffic(const Json &ports, const std::string &path, FieldErrors &errors)
{
    const Json *first = api::find(ports, {"port"});
    const Json *last = api::find(ports, {"endPort"});
    const auto refuseLast = [&](const Json &value, std::string_view why) {
        errors.push_back(invalid(path + ".endPort", value, why));
    };
    checkPort(first, path + ".port", errors);
    if (!first && last)
        refuseLast(*last, "may not be specified when `port` is not specified");
    if (!first)
        return;
    if (first->is_string() && last)
        refuseLast(*last, "may not be specified when `port` is non-numeric");
    if (first->is_string())
        return checkPortName(api::textAt(*first, {}), path + ".port", errors);
    if (last && api::integerAt(*last, {}) < api::integerAt(*first, {}))
        refuseLast(*first, "must be greater than or equal to `port`"); // the original tells that one
    checkPort(last, path + ".endPort", errors);
}

void checkTraffic(const Json &policy, std::string_view direction, std::string_view peers, FieldErrors &errors)
{
    const JsonArray &rules = listAt(policy, {"spec", direction});
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const std::string path = "spec." + std::string(direction) + "[" + std::to_string(i) + "].";
        const JsonArray &ports = listAt(rules[i], {"ports"});
        for (std::size_t j = 0; j < ports.size(); ++j)
            checkPortsOfTraffic(ports[j], path + "ports[" + std::to_string(j) + "]", errors);
        const JsonArray &others = listAt(rules[i], {peers});
        for (std::size_t j = 0; j < others.size(); ++j)
            checkPeer(others[j], path + std::string(peers) + "[" + std::to_string(j) + "]", errors);
    }
}

void checkPolicy(const Json &policy, FieldErrors &errors)
{
    if (const Json *selector = api::find(policy, {"spec", "podSelector"}))
        checkLabelSelector(*selector, "spec.podSelector", errors);
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
