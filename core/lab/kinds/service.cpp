// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/podspec.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"

#include <functional>

namespace core::lab::kinds {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

SchemaPtr serviceSchema()
{
    const SchemaPtr ports = appliedBy({"port", "protocol"},
        mergedBy("port",
            object({{"port", integer}, {"name", text}, {"protocol", withDefault(text, "TCP")},
                       {"targetPort", intOrString}},
                {"port"}),
            false));
    const SchemaPtr status = object({{"loadBalancer", withDefault(object({}), JsonObject())}});
    return object(
        {{"spec",
             object({{"type",
                         withDefault(
                             oneOf({"ClusterIP", "ExternalName", "LoadBalancer", "NodePort"}), "ClusterIP")},
                 {"selector", atomic(textMap)}, {"ports", ports}, {"clusterIP", text},
                 {"sessionAffinity", withDefault(text, "None")},
                 {"internalTrafficPolicy", withDefault(text, "Cluster")}, {"clusterIPs", texts},
                 {"ipFamilies", texts}, {"ipFamilyPolicy", text}})},
            {"status", withDefault(status, JsonObject())}},
        {"spec"});
}

bool hasAddress(const Json &service)
{
    return api::textAt(service, {"spec", "type"}) != "ExternalName";
}

/// A port leads to the same port of the pods, unless it names another.
void fillInService(Json &service)
{
    Json *spec = service.get_object().if_contains("spec");
    Json *ports = spec && spec->is_object() ? spec->get_object().if_contains("ports") : nullptr;
    if (!ports || !ports->is_array())
        return;
    for (Json &port : ports->get_array()) {
        const Json *number = api::find(port, {"port"});
        if (number && !api::find(port, {"targetPort"}))
            port.get_object().emplace("targetPort", Json(*number));
    }
}

/// An address of the range that clusters usually have, drawn by the uid. Nothing listens there.
std::string addressFor(std::string_view uid)
{
    const std::size_t number = std::hash<std::string_view>()(uid);
    const auto byte = [number](unsigned shift, std::size_t most) {
        return std::to_string(1 + (number >> shift) % most);
    };
    return "10." + std::to_string(96 + number % 16) + "." + byte(8, 254) + "." + byte(16, 254);
}

void identifyService(Json &service)
{
    if (!hasAddress(service))
        return;
    JsonObject &spec = objectIn(service, "spec");
    if (api::textAt(service, {"spec", "clusterIP"}).empty())
        spec["clusterIP"] = addressFor(api::textAt(service, {"metadata", "uid"}));
    if (!spec.contains("clusterIPs"))
        spec["clusterIPs"] = JsonArray {spec["clusterIP"]};
    if (!spec.contains("ipFamilies"))
        spec["ipFamilies"] = JsonArray {"IPv4"};
    if (!spec.contains("ipFamilyPolicy"))
        spec["ipFamilyPolicy"] = "SingleStack";
}

void carryOverService(Json &service, const Json &old)
{
    const Json *held = api::find(old, {"spec"});
    Json *spec = service.get_object().if_contains("spec");
    if (!held || !held->is_object() || !spec || !spec->is_object() || !hasAddress(service))
        return;
    for (const std::string_view field : {"clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy"}) {
        const Json *value = held->get_object().if_contains(field);
        const Json *wanted = spec->get_object().if_contains(field);
        const bool isOpen = !wanted || (wanted->is_string() && wanted->get_string().empty());
        if (value && isOpen)
            spec->get_object().insert_or_assign(field, *value);
    }
}

std::string servicePortsCell(const Json &service)
{
    std::vector<std::string> ports;
    for (const Json &port : listAt(service, {"spec", "ports"}))
        ports.push_back(std::to_string(api::integerAt(port, {"port"}).value_or(0)) + "/"
            + std::string(api::textAt(port, {"protocol"})));
    return joined(ports, noValue);
}

void checkService(const Json &service, FieldErrors &errors)
{
    const JsonArray &ports = listAt(service, {"spec", "ports"});
    if (ports.empty() && hasAddress(service) && api::textAt(service, {"spec", "clusterIP"}) != "None")
        errors.push_back(required("spec.ports"));
    for (std::size_t i = 0; i < ports.size(); ++i) {
        const std::string path = "spec.ports[" + std::to_string(i) + "]";
        if (ports.size() > 1 && api::textAt(ports[i], {"name"}).empty())
            errors.push_back(required(path + ".name"));
        checkPort(api::find(ports[i], {"port"}), path + ".port", errors);
        checkPort(api::find(ports[i], {"targetPort"}), path + ".targetPort", errors);
    }
}

/// A service that stays one with an address keeps it.
void checkServiceUpdate(const Json &service, const Json &old, FieldErrors &errors)
{
    if (!hasAddress(service) || !hasAddress(old))
        return;
    const Json *address = api::find(service, {"spec", "clusterIP"});
    const Json *before = api::find(old, {"spec", "clusterIP"});
    if (address && before && !api::equal(*address, *before))
        errors.push_back(invalid("spec.clusterIPs[0]", JsonArray {*address}, "may not change once set"));
}

} // namespace

KindDefinition service()
{
    return {.kind = "Service",
        .plural = "services",
        .shortNames = {"svc"},
        .categories = {"all"},
        .hasStatus = true,
        .schema = serviceSchema(),
        .columns = {nameColumn(), textColumn("Type", {"spec", "type"}),
            textColumn("Cluster-IP", {"spec", "clusterIP"}),
            textColumn("External-IP", {"spec", "externalName"}), computedColumn("Port(s)", servicePortsCell),
            ageColumn(), selectorColumn()},
        .rules = {.names = NameRule::OldLabel,
            .carryOver = carryOverService,
            .identify = identifyService,
            .prepare = fillInService,
            .check = checkService,
            .checkUpdate = checkServiceUpdate}};
}

} // namespace core::lab::kinds
