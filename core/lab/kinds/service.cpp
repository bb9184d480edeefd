// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"

namespace core::lab::kinds {

using api::Json;

namespace {

SchemaPtr schema()
{
    const SchemaPtr ports = mergedBy("port",
        object({{"port", integer}, {"name", text}, {"protocol", withDefault(text, "TCP")},
                   {"targetPort", intOrString}},
            {"port"}),
        false);
    return object(
        {{"spec",
            object({{"type", withDefault(text, "ClusterIP")}, {"selector", textMap}, {"ports", ports},
                {"clusterIP", text}, {"sessionAffinity", withDefault(text, "None")}})}},
        {"spec"});
}

std::string portsCell(const Json &service)
{
    std::vector<std::string> ports;
    for (const Json &port : listAt(service, {"spec", "ports"}))
        ports.push_back(std::to_string(api::integerAt(port, {"port"}).value_or(0)) + "/"
            + std::string(api::textAt(port, {"protocol"})));
    return joined(ports, noValue);
}

} // namespace

KindDefinition service()
{
    return {.kind = "Service",
        .plural = "services",
        .shortNames = {"svc"},
        .categories = {"all"},
        .hasStatus = true,
        .schema = schema(),
        .columns = {nameColumn(), textColumn("Type", {"spec", "type"}),
            textColumn("Cluster-IP", {"spec", "clusterIP"}),
            textColumn("External-IP", {"spec", "externalName"}), computedColumn("Port(s)", portsCell),
            ageColumn()}};
}

} // namespace core::lab::kinds
