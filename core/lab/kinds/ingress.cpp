// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/fixed.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"

namespace core::lab::kinds {

using api::Json;
using api::JsonObject;

namespace {

SchemaPtr ingressSchema()
{
    const SchemaPtr port = object({{"number", integer}, {"name", text}});
    const SchemaPtr backend = object(
        {{"service", object({{"name", text}, {"port", port}}, {"name"})}, {"resource", atomic(object({}))}});
    const SchemaPtr path =
        object({{"path", text}, {"pathType", oneOf({"Exact", "Prefix", "ImplementationSpecific"})},
                   {"backend", backend}},
            {"pathType", "backend"});
    const SchemaPtr rule = object({{"host", text}, {"http", object({{"paths", listOf(path)}}, {"paths"})}});
    const SchemaPtr status = object({{"loadBalancer", withDefault(object({}), JsonObject())}});
    return object({{"spec",
                       object({{"ingressClassName", text}, {"defaultBackend", backend},
                           {"tls", listOf(object({{"hosts", texts}, {"secretName", text}}))},
                           {"rules", listOf(rule)}})},
        {"status", withDefault(status, JsonObject())}});
}

std::string hostsCell(const Json &ingress)
{
    std::vector<std::string> hosts;
    for (const Json &rule : listAt(ingress, {"spec", "rules"})) {
        if (const auto host = api::textAt(rule, {"host"}); !host.empty())
            hosts.emplace_back(host);
    }
    return joined(hosts, "*");
}

std::string ingressAddressCell(const Json &ingress)
{
    std::vector<std::string> addresses;
    for (const Json &entry : listAt(ingress, {"status", "loadBalancer", "ingress"})) {
        const std::string_view ip = api::textAt(entry, {"ip"});
        addresses.emplace_back(ip.empty() ? api::textAt(entry, {"hostname"}) : ip);
    }
    return joined(addresses, "");
}

std::string ingressPortsCell(const Json &ingress)
{
    return listAt(ingress, {"spec", "tls"}).empty() ? "80" : "80, 443";
}

void checkIngressClassUpdate(const Json &ingressClass, const Json &old, FieldErrors &errors)
{
    checkFixed(ingressClass, old, {"spec", "controller"}, errors);
}

} // namespace

KindDefinition ingress()
{
    return {.group = "networking.k8s.io",
        .kind = "Ingress",
        .plural = "ingresses",
        .shortNames = {"ing"},
        .hasStatus = true,
        .schema = ingressSchema(),
        .columns = {nameColumn(), textColumn("Class", {"spec", "ingressClassName"}),
            computedColumn("Hosts", hostsCell), computedColumn("Address", ingressAddressCell),
            computedColumn("Ports", ingressPortsCell), ageColumn()},
        .rules = {.hasGeneration = true}};
}

KindDefinition ingressClass()
{
    const SchemaPtr parameters =
        object({{"scope", withDefault(oneOf({"Cluster", "Namespaced"}), "Cluster")}});
    return {.group = "networking.k8s.io",
        .kind = "IngressClass",
        .plural = "ingressclasses",
        .namespaced = false,
        .schema = object({{"spec", object({{"controller", text}, {"parameters", parameters}})}}),
        .columns = {nameColumn(), textColumn("Controller", {"spec", "controller"}, 0, ""),
            textColumn("Parameters", {"spec", "parameters", "name"}), ageColumn()},
        .rules = {.hasGeneration = true, .checkUpdate = checkIngressClassUpdate}};
}

} // namespace core::lab::kinds
