// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"

namespace core::lab::kinds {

using api::Json;

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

} // namespace

KindDefinition endpoints()
{
    const SchemaPtr port = object({{"port", integer}, {"protocol", withDefault(text, "TCP")}});
    return {.kind = "Endpoints",
        .plural = "endpoints",
        .shortNames = {"ep"},
        .schema = object({{"subsets", listOf(object({{"ports", listOf(port)}}))}}),
        .columns = {nameColumn(), computedColumn("Endpoints", addressesCell), ageColumn()},
        .rules = {.createsOnUpdate = true}};
}

} // namespace core::lab::kinds
