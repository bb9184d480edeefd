// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/names.h"
#include "core/api/nodeconditions.h"
#include "core/cel/formats.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"

#include <algorithm>
#include <set>

namespace core::lab::kinds {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

SchemaPtr nodeSchema()
{
    const SchemaPtr taints = listOf(
        object({{"key", text}, {"value", text},
                   {"effect", oneOf({"NoSchedule", "PreferNoSchedule", "NoExecute"})}, {"timeAdded", text}},
            {"key", "effect"}));
    const SchemaPtr addresses =
        mergedBy("type", object({{"type", text}, {"address", text}}, {"type", "address"}), false);
    return object({{"spec",
                       object({{"providerID", text}, {"unschedulable", boolean}, {"taints", taints},
                           {"podCIDR", text}})},
        {"status",
            object({{"capacity", quantities}, {"allocatable", quantities}, {"conditions", conditions},
                {"addresses", addresses}, {"nodeInfo", object({})}, {"phase", text}})}});
}

std::string nodeStatusCell(const Json &node)
{
    std::string text = "Unknown";
    for (const Json &condition : listAt(node, {"status", "conditions"})) {
        if (api::textAt(condition, {"type"}) == "Ready")
            text = api::textAt(condition, {"status"}) == "True" ? "Ready" : "NotReady";
    }
    return flagAt(node, {"spec", "unschedulable"}) ? text + ",SchedulingDisabled" : text;
}

std::string rolesCell(const Json &node)
{
    constexpr std::string_view prefix = "node-role.kubernetes.io/";
    std::vector<std::string> roles;
    const Json *labels = api::find(node, {"metadata", "labels"});
    for (const auto &label : labels && labels->is_object() ? labels->get_object() : JsonObject()) {
        if (std::string_view(label.key()).starts_with(prefix))
            roles.emplace_back(std::string_view(label.key()).substr(prefix.size()));
    }
    return joined(roles, noValue);
}

template<int external>
std::string nodeAddressCell(const Json &node)
{
    for (const Json &address : listAt(node, {"status", "addresses"})) {
        if (api::textAt(address, {"type"}) == (external ? "ExternalIP" : "InternalIP"))
            return std::string(api::textAt(address, {"address"}));
    }
    return std::string(noValue);
}

Columns nodeColumns()
{
    return {nameColumn(), computedColumn("Status", nodeStatusCell), computedColumn("Roles", rolesCell),
        ageColumn(), textColumn("Version", {"status", "nodeInfo", "kubeletVersion"}, 0, ""),
        computedColumn("Internal-IP", nodeAddressCell<0>, 1),
        computedColumn("External-IP", nodeAddressCell<1>, 1),
        textColumn("OS-Image", {"status", "nodeInfo", "osImage"}, 1, "<unknown>"),
        textColumn("Kernel-Version", {"status", "nodeInfo", "kernelVersion"}, 1, "<unknown>"),
        textColumn("Container-Runtime", {"status", "nodeInfo", "containerRuntimeVersion"}, 1, "<unknown>")};
}

/// Where nothing is said of it, pods may have all that the node has.
void fillInAllocatable(Json &node)
{
    const Json *capacity = api::find(node, {"status", "capacity"});
    if (!capacity || api::find(node, {"status", "allocatable"}))
        return;
    Json all = *capacity;
    objectIn(node, "status")["allocatable"] = std::move(all);
}

/// Nothing is to be scheduled onto a node before its kubelet says that it is ready.
void prepareNode(Json &node, base::Time)
{
    using namespace api::taints;
    const auto isReady = [](const Json &condition) {
        return api::textAt(condition, {"type"}) == "Ready" && api::textAt(condition, {"status"}) == "True";
    };
    const auto isNotReadyTaint = [](const Json &taint) {
        return api::textAt(taint, {"key"}) == notReady && api::textAt(taint, {"effect"}) == noSchedule;
    };
    if (std::ranges::none_of(listAt(node, {"status", "conditions"}), isReady)
        && std::ranges::none_of(listAt(node, {"spec", "taints"}), isNotReadyTaint))
        arrayIn(objectIn(node, "spec"), "taints")
            .push_back(JsonObject {{"key", notReady}, {"effect", noSchedule}});
}

/// The first of them is also told alone; where both are, that one counts.
JsonArray podNetworks(const Json &node)
{
    const JsonArray &networks = listAt(node, {"spec", "podCIDRs"});
    const std::string_view alone = api::textAt(node, {"spec", "podCIDR"});
    const bool isFirst = !networks.empty() && api::textAt(networks.front(), {}) == alone;
    return alone.empty() || isFirst ? networks : JsonArray {boost::json::string(alone)};
}

/// Leaves alone what the schema will refuse.
void fillInPodNetworks(Json &node)
{
    const Json *told = api::find(node, {"spec", "podCIDRs"});
    JsonArray networks = podNetworks(node);
    if ((told && !told->is_array() && !told->is_null()) || networks.empty() || !networks.front().is_string())
        return;
    JsonObject &spec = objectIn(node, "spec");
    spec["podCIDR"] = networks.front();
    spec["podCIDRs"] = std::move(networks);
}

void checkPodNetworks(const Json &node, FieldErrors &errors)
{
    const JsonArray networks = podNetworks(node);
    for (std::size_t i = 0; i < networks.size(); ++i) {
        if (!cel::isOfFormat("cidr", api::textAt(networks[i], {})))
            errors.push_back(
                invalid("spec.podCIDRs[" + std::to_string(i) + "]", Json(networks), "must be valid CIDR"));
    }
}

void fillInNode(Json &node)
{
    fillInAllocatable(node);
    fillInPodNetworks(node);
}

void checkNode(const Json &node, FieldErrors &errors)
{
    std::set<std::pair<std::string_view, std::string_view>> seen;
    const JsonArray &taints = listAt(node, {"spec", "taints"});
    for (std::size_t i = 0; i < taints.size(); ++i) {
        const std::string path = "metadata.taints[" + std::to_string(i) + "]";
        if (!seen.emplace(api::textAt(taints[i], {"key"}), api::textAt(taints[i], {"effect"})).second)
            errors.push_back(duplicate(path, taints[i]));
        if (const auto key = api::textAt(taints[i], {"key"}); !api::isQualifiedName(key))
            complain("qualifiedName", path + ".key", key, errors);
        if (const auto value = api::textAt(taints[i], {"value"}); !api::isLabelValue(value))
            complain("labelValue", path + ".value", value, errors);
    }
    checkPodNetworks(node, errors);
}

void checkNodeUpdate(const Json &node, const Json &old, FieldErrors &errors)
{
    const std::string_view before = api::textAt(old, {"spec", "providerID"});
    if (!before.empty() && before != api::textAt(node, {"spec", "providerID"}))
        errors.push_back(
            forbidden("spec.providerID", "node updates may not change providerID except from \"\" to valid"));
    if (const JsonArray networks = podNetworks(old); !networks.empty() && networks != podNetworks(node))
        errors.push_back(
            forbidden("spec.podCIDRs", "node updates may not change podCIDR except from \"\" to valid"));
}

} // namespace

KindDefinition node()
{
    return {.kind = "Node",
        .plural = "nodes",
        .shortNames = {"no"},
        .namespaced = false,
        .hasStatus = true,
        .schema = nodeSchema(),
        .columns = nodeColumns(),
        .fields = {{"spec.unschedulable", {"spec", "unschedulable"}, "false"}},
        .rules = {.keepsStatusOnCreate = true,
            .heartbeat = {"status", "lastHeartbeatTime"},
            .prepareCreate = prepareNode,
            .prepare = fillInNode,
            .check = checkNode,
            .checkUpdate = checkNodeUpdate}};
}

} // namespace core::lab::kinds
