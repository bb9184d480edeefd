// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/fixed.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"

namespace core::lab::kinds {

using api::Json;

namespace {

SchemaPtr sliceSchema()
{
    const SchemaPtr states = object({{"ready", boolean}, {"serving", boolean}, {"terminating", boolean}});
    const SchemaPtr endpoint =
        object({{"addresses", texts}, {"conditions", withDefault(states, api::JsonObject())},
                   {"hostname", text}, {"targetRef", objectReference}, {"nodeName", text}, {"zone", text}},
            {"addresses"});
    const SchemaPtr port = object({{"name", withDefault(text, "")}, {"protocol", withDefault(text, "TCP")},
        {"port", integer}, {"appProtocol", text}});
    return object({{"addressType", oneOf({"IPv4", "IPv6", "FQDN"})}, {"endpoints", listOf(endpoint)},
                      {"ports", listOf(port)}},
        {"addressType"});
}

std::string slicePortsCell(const Json &slice)
{
    std::vector<std::string> ports;
    for (const Json &port : listAt(slice, {"ports"}))
        ports.push_back(std::to_string(api::integerAt(port, {"port"}).value_or(0)));
    return joined(ports, "<unset>");
}

std::string endpointsCell(const Json &slice)
{
    std::vector<std::string> addresses;
    for (const Json &endpoint : listAt(slice, {"endpoints"})) {
        for (const Json &address : listAt(endpoint, {"addresses"}))
            addresses.push_back(address.is_string() ? api::text(address.get_string()) : std::string());
    }
    return joined(addresses, "<unset>");
}

void checkSliceUpdate(const Json &slice, const Json &old, FieldErrors &errors)
{
    checkFixed(slice, old, {"addressType"}, errors);
}

} // namespace

KindDefinition endpointSlice()
{
    return {.group = "discovery.k8s.io",
        .kind = "EndpointSlice",
        .plural = "endpointslices",
        .schema = sliceSchema(),
        .columns = {nameColumn(), textColumn("AddressType", {"addressType"}, 0, ""),
            computedColumn("Ports", slicePortsCell), computedColumn("Endpoints", endpointsCell), ageColumn()},
        .rules = {.hasGeneration = true, .checkUpdate = checkSliceUpdate}};
}

} // namespace core::lab::kinds
