// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/podspec.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/names.h"
#include "core/lab/objects.h"

namespace core::lab::kinds {

using api::Json;
using api::JsonArray;

namespace {

constexpr std::size_t mostEndpoints = 3; // as many as kubectl shows

/// "10.0.0.1:80,10.0.0.2:80 + 5 more..."
std::string addressesCell(const Json &endpoints)
{
    std::vector<std::string> shown;
    std::size_t count = 0;
    for (const Json &subset : listAt(endpoints, {"subsets"})) {
        for (const Json &port : listAt(subset, {"ports"})) {
            for (const Json &address : listAt(subset, {"addresses"})) {
                if (++count <= mostEndpoints)
                    shown.push_back(std::string(api::textAt(address, {"ip"})) + ':'
                        + std::to_string(api::integerAt(port, {"port"}).value_or(0)));
            }
        }
    }
    const std::string all = joined(shown, noValue);
    return count > mostEndpoints ? all + " + " + std::to_string(count - mostEndpoints) + " more..." : all;
}

void checkEndpoints(const Json &endpoints, FieldErrors &errors)
{
    const JsonArray &subsets = listAt(endpoints, {"subsets"});
    for (std::size_t i = 0; i < subsets.size(); ++i) {
        const std::string path = "subsets[" + std::to_string(i) + "]";
        bool hasAny = false;
        for (const std::string list : {"addresses", "notReadyAddresses"}) {
            const JsonArray &addresses = listAt(subsets[i], {list});
            hasAny = hasAny || !addresses.empty();
            for (std::size_t j = 0; j < addresses.size(); ++j) {
                if (const auto ip = api::textAt(addresses[j], {"ip"}); !isIpAddress(ip))
                    errors.push_back(invalid(path + "." + list + "[" + std::to_string(j) + "].ip", ip,
                        "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"));
            }
        }
        if (!hasAny)
            errors.push_back(required(path, "must specify `addresses` or `notReadyAddresses`"));
        const JsonArray &ports = listAt(subsets[i], {"ports"});
        for (std::size_t j = 0; j < ports.size(); ++j) {
            const std::string place = path + ".ports[" + std::to_string(j) + "]";
            if (ports.size() > 1 && api::textAt(ports[j], {"name"}).empty())
                errors.push_back(required(place + ".name"));
            checkPort(api::find(ports[j], {"port"}), place + ".port", errors);
        }
    }
}

} // namespace

KindDefinition endpoints()
{
    const SchemaPtr port = object({{"port", integer}, {"protocol", withDefault(text, "TCP")}});
    return {.kind = "Endpoints",
        .plural = "endpoints",
        .shortNames = {"ep"},
        .schema = object({{"subsets", listOf(object({{"ports", listOf(port)}}))}}),
        .columns = {nameColumn(), computedColumn("Endpoints", addressesCell), ageColumn()},
        .rules = {.createsOnUpdate = true, .check = checkEndpoints}};
}

} // namespace core::lab::kinds
