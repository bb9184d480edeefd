// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/names.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/fixed.h"
#include "core/lab/kinds/podspec.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/names.h"
#include "core/lab/objects.h"
#include "core/lab/validation.h"

#include <algorithm>
#include <cctype>

namespace core::lab::kinds {

using api::Json;
using api::JsonArray;
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

void checkBackend(const Json &backend, const std::string &path, FieldErrors &errors)
{
    const Json *resource = api::find(backend, {"resource"});
    const Json *target = api::find(backend, {"service"});
    if (resource && target)
        errors.push_back(invalid(path, std::string_view(), "cannot set both resource and service backends"));
    if (!target || resource)
        return;
    const std::string_view name = api::textAt(*target, {"port", "name"});
    const std::int64_t number = api::integerAt(*target, {"port", "number"}).value_or(0);
    if (!name.empty() && number != 0)
        errors.push_back(invalid(path, std::string_view(), "cannot set both port name & port number"));
    else if (name.empty() && number == 0)
        errors.push_back(required(path, "port name or number is required"));
    else if (name.empty())
        checkPort(api::find(*target, {"port", "number"}), path + ".service.port.number", errors);
    else
        checkPortName(name, path + ".service.port.name", errors);
}

void checkIngressPath(const Json &one, const std::string &path, FieldErrors &errors)
{
    const std::string_view type = api::textAt(one, {"pathType"});
    const std::string_view value = api::textAt(one, {"path"});
    const bool isExact = type == "Exact" || type == "Prefix";
    if (!type.empty() && (isExact || !value.empty()) && !value.starts_with('/'))
        errors.push_back(invalid(path + ".path", value, "must be an absolute path"));
    if (const Json *backend = api::find(one, {"backend"}))
        checkBackend(*backend, path + ".backend", errors);
}

/// One host, or with "*." all those below it.
void checkHostName(std::string_view host, const std::string &path, FieldErrors &errors)
{
    constexpr std::string_view anyHost = "*.";
    if (host.find('*') == std::string_view::npos)
        return complain("dns1123Subdomain", path, host, errors);
    if (!host.starts_with(anyHost) || !api::isDnsSubdomain(host.substr(anyHost.size())))
        errors.push_back(invalid(path, host,
            "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which "
            "must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric "
            "character (e.g. '*.example.com', regex used for validation is "
            "'\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"));
}

void checkHost(std::string_view host, const std::string &path, FieldErrors &errors)
{
    if (isIpAddress(host))
        errors.push_back(invalid(path, host, "must be a DNS name, not an IP address"));
    else if (!host.empty())
        checkHostName(host, path, errors);
}

void checkCertificates(const Json &ingress, FieldErrors &errors)
{
    const JsonArray &certificates = listAt(ingress, {"spec", "tls"});
    for (std::size_t i = 0; i < certificates.size(); ++i) {
        const std::string path = "spec.tls[" + std::to_string(i) + "].";
        const JsonArray &hosts = listAt(certificates[i], {"hosts"});
        for (std::size_t j = 0; j < hosts.size(); ++j)
            checkHostName(api::textAt(hosts[j], {}), path + "hosts[" + std::to_string(j) + "]", errors);
        if (const auto secret = api::textAt(certificates[i], {"secretName"}); !secret.empty())
            complain("dns1123Subdomain", path + "secretName", secret, errors);
    }
}

void checkIngress(const Json &ingress, FieldErrors &errors)
{
    const JsonArray &rules = listAt(ingress, {"spec", "rules"});
    const Json *otherwise = api::find(ingress, {"spec", "defaultBackend"});
    if (rules.empty() && !otherwise)
        errors.push_back(
            invalid("spec", JsonArray(), "either `defaultBackend` or `rules` must be specified"));
    if (otherwise)
        checkBackend(*otherwise, "spec.defaultBackend", errors);
    checkCertificates(ingress, errors);
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const std::string path = "spec.rules[" + std::to_string(i) + "]";
        checkHost(api::textAt(rules[i], {"host"}), path + ".host", errors);
        const JsonArray &ways = listAt(rules[i], {"http", "paths"});
        if (api::find(rules[i], {"http"}) && ways.empty())
            errors.push_back(required(path + ".http.paths"));
        for (std::size_t j = 0; j < ways.size(); ++j)
            checkIngressPath(ways[j], path + ".http.paths[" + std::to_string(j) + "]", errors);
    }
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
    return joined(loadBalancerAddresses(ingress), "");
}

std::string ingressPortsCell(const Json &ingress)
{
    return listAt(ingress, {"spec", "tls"}).empty() ? "80" : "80, 443";
}

/// "acme.io/foo"
void checkPathWithDomain(std::string_view value, const std::string &path, FieldErrors &errors)
{
    constexpr std::string_view alsoInPaths = "/-._~%!$&'()*+,;=:";
    const std::size_t slash = std::min(value.find('/'), value.size());
    const std::string_view domain = value.substr(0, slash);
    const std::string_view rest = value.substr(std::min(slash + 1, value.size()));
    if (value.empty())
        return errors.push_back(required(path));
    if (domain.empty() || rest.empty())
        return errors.push_back(
            invalid(path, value, "must be a domain-prefixed path (such as \"acme.io/foo\")"));
    if (!api::isDnsSubdomain(domain))
        complain("dns1123Subdomain", path, domain, errors);
    if (!std::ranges::all_of(rest, [&](char c) {
            return std::isalnum(static_cast<unsigned char>(c)) || alsoInPaths.find(c) != alsoInPaths.npos;
        }))
        errors.push_back(invalid(
            path, rest, "Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')"));
}

void checkParameters(const Json &parameters, const std::string &path, FieldErrors &errors)
{
    if (const Json *group = api::find(parameters, {"apiGroup"});
        group && !api::isDnsSubdomain(api::textAt(*group, {})))
        complain("dns1123Subdomain", path + ".apiGroup", api::textAt(*group, {}), errors);
    for (const std::string_view field : {"kind", "name"}) {
        const std::string place = path + "." + std::string(field);
        const std::string_view value = api::textAt(parameters, {field});
        if (value.empty())
            errors.push_back(required(place, std::string(field) + " is required"));
        else
            checkPathSegment(value, place, errors);
    }
    const std::string_view scope = api::textAt(parameters, {"scope"});
    const Json *ns = api::find(parameters, {"namespace"});
    if (scope == "Namespace" && !ns)
        errors.push_back(required(path + ".namespace", "`parameters.scope` is set to 'Namespace'"));
    else if (scope == "Namespace" && !api::isDnsLabel(api::textAt(*ns, {})))
        complain("dns1123Label", path + ".namespace", api::textAt(*ns, {}), errors);
    if (scope == "Cluster" && ns)
        errors.push_back(forbidden(path + ".namespace", "`parameters.scope` is set to 'Cluster'"));
}

void checkIngressClass(const Json &ingressClass, FieldErrors &errors)
{
    constexpr std::size_t longestController = 250;
    const std::string_view controller = api::textAt(ingressClass, {"spec", "controller"});
    if (controller.size() > longestController)
        errors.push_back(tooLong("spec.controller", longestController));
    checkPathWithDomain(controller, "spec.controller", errors);
    if (const Json *parameters = api::find(ingressClass, {"spec", "parameters"}))
        checkParameters(*parameters, "spec.parameters", errors);
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
        .rules = {.hasGeneration = true, .check = checkIngress}};
}

KindDefinition ingressClass()
{
    const SchemaPtr parameters = object({{"scope", withDefault(oneOf({"Cluster", "Namespace"}), "Cluster")}});
    return {.group = "networking.k8s.io",
        .kind = "IngressClass",
        .plural = "ingressclasses",
        .namespaced = false,
        .schema = object({{"spec", object({{"controller", text}, {"parameters", parameters}})}}),
        .columns = {nameColumn(), textColumn("Controller", {"spec", "controller"}, 0, ""),
            textColumn("Parameters", {"spec", "parameters", "name"}), ageColumn()},
        .rules = {.hasGeneration = true, .check = checkIngressClass, .checkUpdate = checkIngressClassUpdate}};
}

} // namespace core::lab::kinds
