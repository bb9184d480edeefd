// SPDX-License-Identifier: GPL-3.0-or-later
// What kubelets and schedulers read and write about storage drivers.
#include "core/api/names.h"
#include "core/cel/formats.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/fixed.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/names.h"
#include "core/lab/objects.h"
#include "core/lab/validation.h"

#include <set>

namespace core::lab::kinds {

using api::Json;
using api::JsonArray;

namespace {

std::string modesCell(const Json &driver)
{
    std::vector<std::string> modes;
    for (const Json &mode : listAt(driver, {"spec", "volumeLifecycleModes"}))
        modes.emplace_back(api::textAt(mode, {}));
    return joined(modes, "Persistent");
}

SchemaPtr driverSchema()
{
    const SchemaPtr no = withDefault(boolean, false);
    const SchemaPtr spec = object({{"attachRequired", withDefault(boolean, true)}, {"podInfoOnMount", no},
        {"volumeLifecycleModes", withDefault(texts, JsonArray {"Persistent"})}, {"storageCapacity", no},
        {"fsGroupPolicy",
            withDefault(oneOf({"File", "None", "ReadWriteOnceWithFSType"}), "ReadWriteOnceWithFSType")},
        {"requiresRepublish", no}, {"seLinuxMount", no}});
    return object({{"spec", withDefault(spec, api::JsonObject())}});
}

void checkDriver(const Json &driver, FieldErrors &errors)
{
    for (const Json &mode : listAt(driver, {"spec", "volumeLifecycleModes"})) {
        const std::string_view name = api::textAt(mode, {});
        if (name != "Persistent" && name != "Ephemeral")
            errors.push_back(notSupported("spec.volumeLifecycleModes", mode, {"Persistent", "Ephemeral"}));
    }
}

void checkDriverUpdate(const Json &driver, const Json &old, FieldErrors &errors)
{
    if (differ(driver, old, {"spec", "attachRequired"})) // the original names it so
        errors.push_back(invalid(
            "spec.attachedRequired", Json(flagAt(driver, {"spec", "attachRequired"})), "field is immutable"));
    checkFixed(driver, old, {"spec", "volumeLifecycleModes"}, errors);
}

void checkDriverName(std::string_view name, const std::string &path, FieldErrors &errors)
{
    constexpr std::size_t longest = 63;
    if (name.empty())
        errors.push_back(required(path));
    if (name.size() > longest)
        errors.push_back(tooLong(path, longest));
    if (!api::isDnsSubdomain(lowerCase(std::string(name))))
        complain("dns1123Subdomain", path, name, errors);
}

void checkTopologyKeys(const JsonArray &keys, const std::string &path, FieldErrors &errors)
{
    std::set<std::string_view> seen;
    for (const Json &key : keys) {
        const std::string_view name = api::textAt(key, {});
        if (name.empty())
            errors.push_back(required(path));
        if (!seen.insert(name).second)
            errors.push_back(duplicate(path, key));
        for (const std::string &why : cel::formatComplaints("qualifiedName", name))
            errors.push_back(invalid(path, Json(keys), why));
    }
}

void checkDriversOfNode(const Json &node, FieldErrors &errors)
{
    constexpr std::size_t longestId = 192;
    std::set<std::string_view> names;
    const JsonArray &drivers = listAt(node, {"spec", "drivers"});
    for (std::size_t i = 0; i < drivers.size(); ++i) {
        const std::string path = "spec.drivers[" + std::to_string(i) + "]";
        const std::string_view name = api::textAt(drivers[i], {"name"});
        const std::string_view id = api::textAt(drivers[i], {"nodeID"});
        checkDriverName(name, path + ".name", errors);
        if (id.empty())
            errors.push_back(required(path + ".nodeID"));
        if (id.size() > longestId)
            errors.push_back(invalid(path + ".nodeID", id, "must be 192 characters or less"));
        const auto count = api::integerAt(drivers[i], {"allocatable", "count"});
        if (count && *count < 0)
            errors.push_back(
                invalid(path + ".allocatable.count", Json(*count), "must be greater than or equal to 0"));
        if (!names.insert(name).second)
            errors.push_back(duplicate(path + ".name", Json(name)));
        checkTopologyKeys(listAt(drivers[i], {"topologyKeys"}), path, errors);
    }
}

/// A driver may come or go, and stays as it is.
void checkDriversOfNodeUpdate(const Json &node, const Json &old, FieldErrors &errors)
{
    for (const Json &before : listAt(old, {"spec", "drivers"})) {
        for (const Json &driver : listAt(node, {"spec", "drivers"})) {
            if (api::textAt(driver, {"name"}) == api::textAt(before, {"name"}) && !api::equal(driver, before))
                errors.push_back(invalid("CSINodeDriver", driver, "field is immutable"));
        }
    }
}

} // namespace

KindDefinition csiDriver()
{
    return {.group = "storage.k8s.io",
        .kind = "CSIDriver",
        .plural = "csidrivers",
        .namespaced = false,
        .schema = driverSchema(),
        .columns = {nameColumn(), textColumn("AttachRequired", {"spec", "attachRequired"}, 0, "true"),
            textColumn("PodInfoOnMount", {"spec", "podInfoOnMount"}, 0, "false"),
            computedColumn("Modes", modesCell), ageColumn()},
        .rules = {.needsVersion = true, .check = checkDriver, .checkUpdate = checkDriverUpdate}};
}

KindDefinition csiNode()
{
    return {.group = "storage.k8s.io",
        .kind = "CSINode",
        .plural = "csinodes",
        .namespaced = false,
        .rules = {
            .needsVersion = true, .check = checkDriversOfNode, .checkUpdate = checkDriversOfNodeUpdate}};
}

KindDefinition csiStorageCapacity()
{
    return {.group = "storage.k8s.io",
        .kind = "CSIStorageCapacity",
        .plural = "csistoragecapacities",
        .schema = object({{"nodeTopology", labelSelector}, {"storageClassName", text}, {"capacity", quantity},
                             {"maximumVolumeSize", quantity}},
            {"storageClassName"})};
}

} // namespace core::lab::kinds
