// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/columns.h"

#include "core/api/time.h"
#include "core/lab/objects.h"

#include <algorithm>

namespace core::lab {

using api::Json;

namespace kinds {

Json since(std::string_view time, base::Time now)
{
    const auto parsed = api::parseTime(time);
    return boost::json::string(parsed ? api::humanDuration(now - *parsed) : "<unknown>");
}

Column textColumn(std::string name, std::vector<std::string> path, int priority, std::string_view otherwise)
{
    return {std::move(name), "string", {}, priority, {},
        [path = std::move(path), otherwise](const Json &object, base::Time) -> Json {
            const Json *value = valueAt(object, path);
            if (!value || value->is_null())
                return Json(otherwise);
            return value->is_string() ? *value : Json(api::writeJson(*value));
        }};
}

Column createdAtColumn()
{
    Column column = textColumn("Created At", {"metadata", "creationTimestamp"});
    column.type = "date";
    return column;
}

Column countColumn(std::string name, std::vector<std::string> path)
{
    return {std::move(name), "integer", {}, 0, {},
        [path = std::move(path)](const Json &object, base::Time) -> Json {
            const Json *value = valueAt(object, path);
            return value && value->is_number() ? *value : Json(0);
        }};
}

Column computedCountColumn(std::string name, std::int64_t (*cell)(const Json &))
{
    return {std::move(name), "integer", {}, 0, {},
        [cell](const Json &object, base::Time) { return Json(cell(object)); }};
}

Column saidToBeText(Column column)
{
    column.type = "string";
    return column;
}

Column computedColumn(std::string name, std::string (*cell)(const Json &), int priority)
{
    return {std::move(name), "string", {}, priority, {},
        [cell](const Json &object, base::Time) { return boost::json::string(cell(object)); }};
}

std::vector<std::string> loadBalancerAddresses(const Json &object)
{
    std::vector<std::string> addresses;
    for (const Json &entry : listAt(object, {"status", "loadBalancer", "ingress"})) {
        const std::string_view ip = api::textAt(entry, {"ip"});
        addresses.emplace_back(ip.empty() ? api::textAt(entry, {"hostname"}) : ip);
    }
    std::ranges::sort(addresses);
    return addresses;
}

std::string joined(const std::vector<std::string> &parts, std::string_view otherwise)
{
    std::string list;
    for (const std::string &part : parts)
        list += (list.empty() ? "" : ",") + part;
    return list.empty() ? std::string(otherwise) : list;
}

namespace {

Column ofContainers(
    std::string name, std::string field, const std::vector<std::string> &templatePath, int priority)
{
    std::vector<std::string> path = templatePath;
    path.insert(path.end(), {"spec", "containers"});
    return {std::move(name), "string", {}, priority, {},
        [path = std::move(path), field = std::move(field)](const Json &object, base::Time) -> Json {
            std::vector<std::string> parts;
            const Json *containers = valueAt(object, path);
            if (containers && containers->is_array()) {
                for (const Json &container : containers->get_array())
                    parts.emplace_back(api::textAt(container, {field}));
            }
            return boost::json::string(joined(parts, {}));
        }};
}

} // namespace

Column containersColumn(const std::vector<std::string> &templatePath, int priority)
{
    return ofContainers("Containers", "name", templatePath, priority);
}

Column imagesColumn(const std::vector<std::string> &templatePath, int priority)
{
    return ofContainers("Images", "image", templatePath, priority);
}

Column labelsColumn(std::string name, std::vector<std::string> path, int priority)
{
    return {std::move(name), "string", {}, priority, {},
        [path = std::move(path)](const Json &object, base::Time) -> Json {
            const Json *selector = valueAt(object, path);
            const std::string chosen = selector ? selectorText(*selector) : std::string();
            return boost::json::string(chosen.empty() ? std::string(noValue) : chosen);
        }};
}

Column selectorColumn(std::vector<std::string> path)
{
    return labelsColumn("Selector", std::move(path), 1);
}

} // namespace kinds

Column nameColumn()
{
    return {"Name", "string", "Name must be unique within a namespace.", 0, "name",
        [](const Json &object, base::Time) {
            return Json(api::textAt(object, {"metadata", "name"}));
        }};
}

Column ageColumn()
{
    return {"Age", "string", "How long ago the object was created.", 0, {},
        [](const Json &object, base::Time now) {
            return kinds::since(api::textAt(object, {"metadata", "creationTimestamp"}), now);
        }};
}

} // namespace core::lab
