// SPDX-License-Identifier: GPL-3.0-or-later
// The printer columns of the built-in kinds, as kubectl's users know them.
#include "core/api/time.h"
#include "core/lab/objects.h"
#include "core/lab/tables.h"

#include <map>

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

constexpr std::string_view nothing = "<none>";

Json since(std::string_view time, base::Time now)
{
    const auto parsed = api::parseTime(time);
    return boost::json::string(parsed ? api::humanDuration(now - *parsed) : "<unknown>");
}

/// The value at the path as a text.
Column field(
    std::string name, std::vector<std::string> path, int priority = 0, std::string_view otherwise = nothing)
{
    return {std::move(name), "string", {}, priority, {},
        [path, otherwise](const Json &object, base::Time) -> Json {
            const Json *value = valueAt(object, path);
            if (!value || value->is_null())
                return Json(otherwise);
            return value->is_string() ? *value : Json(api::writeJson(*value));
        }};
}

Column count(std::string name, std::vector<std::string> path)
{
    return {std::move(name), "integer", {}, 0, {}, [path](const Json &object, base::Time) -> Json {
                const Json *value = valueAt(object, path);
                return value && value->is_number() ? *value : Json(0);
            }};
}

Column computed(std::string name, std::string (*cell)(const Json &), int priority = 0)
{
    return {std::move(name), "string", {}, priority, {},
        [cell](const Json &object, base::Time) { return boost::json::string(cell(object)); }};
}

std::string joined(const std::vector<std::string> &parts, std::string_view otherwise)
{
    std::string text;
    for (const std::string &part : parts)
        text += (text.empty() ? "" : ",") + part;
    return text.empty() ? std::string(otherwise) : text;
}

// Pods

std::string containerTrouble(const Json &status)
{
    if (const auto reason = api::textAt(status, {"state", "waiting", "reason"}); !reason.empty())
        return std::string(reason);
    if (!api::find(status, {"state", "terminated"}))
        return {};
    if (const auto reason = api::textAt(status, {"state", "terminated", "reason"}); !reason.empty())
        return std::string(reason);
    return "ExitCode:"
        + std::to_string(api::integerAt(status, {"state", "terminated", "exitCode"}).value_or(0));
}

std::string podStatus(const Json &pod)
{
    std::string text(api::textAt(pod, {"status", "phase"}));
    if (const auto reason = api::textAt(pod, {"status", "reason"}); !reason.empty())
        text = reason;
    const JsonArray &statuses = listAt(pod, {"status", "containerStatuses"});
    for (auto at = statuses.rbegin(); at != statuses.rend(); ++at) {
        if (std::string trouble = containerTrouble(*at); !trouble.empty())
            text = std::move(trouble);
    }
    if (!isDeleting(pod))
        return text;
    return text == "NodeLost" ? "Unknown" : "Terminating";
}

std::string podReady(const Json &pod)
{
    int ready = 0;
    for (const Json &status : listAt(pod, {"status", "containerStatuses"}))
        ready += flagAt(status, {"ready"}) ? 1 : 0;
    return std::to_string(ready) + "/" + std::to_string(listAt(pod, {"spec", "containers"}).size());
}

std::string podRestarts(const Json &pod)
{
    std::int64_t restarts = 0;
    for (const Json &status : listAt(pod, {"status", "containerStatuses"}))
        restarts += api::integerAt(status, {"restartCount"}).value_or(0);
    return std::to_string(restarts);
}

Columns podColumns()
{
    return {nameColumn(), computed("Ready", podReady), computed("Status", podStatus),
        computed("Restarts", podRestarts), ageColumn(), field("IP", {"status", "podIP"}, 1),
        field("Node", {"spec", "nodeName"}, 1), field("Nominated Node", {"status", "nominatedNodeName"}, 1),
        computed(
            "Readiness Gates", [](const Json &) { return std::string(nothing); }, 1)};
}

// Nodes

std::string nodeStatus(const Json &node)
{
    std::string text = "Unknown";
    for (const Json &condition : listAt(node, {"status", "conditions"})) {
        if (api::textAt(condition, {"type"}) == "Ready")
            text = api::textAt(condition, {"status"}) == "True" ? "Ready" : "NotReady";
    }
    return flagAt(node, {"spec", "unschedulable"}) ? text + ",SchedulingDisabled" : text;
}

std::string nodeRoles(const Json &node)
{
    constexpr std::string_view prefix = "node-role.kubernetes.io/";
    std::vector<std::string> roles;
    const Json *labels = api::find(node, {"metadata", "labels"});
    for (const auto &label : labels && labels->is_object() ? labels->get_object() : JsonObject()) {
        if (std::string_view(label.key()).starts_with(prefix))
            roles.emplace_back(std::string_view(label.key()).substr(prefix.size()));
    }
    return joined(roles, nothing);
}

template<int external>
std::string nodeAddress(const Json &node)
{
    for (const Json &address : listAt(node, {"status", "addresses"})) {
        if (api::textAt(address, {"type"}) == (external ? "ExternalIP" : "InternalIP"))
            return std::string(api::textAt(address, {"address"}));
    }
    return std::string(nothing);
}

Columns nodeColumns()
{
    return {nameColumn(), computed("Status", nodeStatus), computed("Roles", nodeRoles), ageColumn(),
        field("Version", {"status", "nodeInfo", "kubeletVersion"}, 0, ""),
        computed("Internal-IP", nodeAddress<0>, 1), computed("External-IP", nodeAddress<1>, 1),
        field("OS-Image", {"status", "nodeInfo", "osImage"}, 1, "<unknown>"),
        field("Kernel-Version", {"status", "nodeInfo", "kernelVersion"}, 1, "<unknown>"),
        field("Container-Runtime", {"status", "nodeInfo", "containerRuntimeVersion"}, 1, "<unknown>")};
}

// Events

std::string eventObject(const Json &event)
{
    std::string kind(api::textAt(event, {"involvedObject", "kind"}));
    for (char &c : kind)
        c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return kind + "/" + std::string(api::textAt(event, {"involvedObject", "name"}));
}

std::string eventSource(const Json &event)
{
    const std::string component(api::textAt(event, {"source", "component"}));
    const std::string host(api::textAt(event, {"source", "host"}));
    if (component.empty())
        return std::string(api::textAt(event, {"reportingComponent"}));
    return host.empty() ? component : component + ", " + host;
}

Column eventTime(std::string name, std::string field, int priority)
{
    return {std::move(name), "string", {}, priority, {}, [field](const Json &event, base::Time now) {
                std::string_view time = api::textAt(event, {field});
                if (time.empty())
                    time = api::textAt(event, {"eventTime"});
                return since(time, now);
            }};
}

Columns eventColumns()
{
    Column name = nameColumn();
    name.priority = 1;
    return {eventTime("Last Seen", "lastTimestamp", 0), field("Type", {"type"}, 0, ""),
        field("Reason", {"reason"}, 0, ""), computed("Object", eventObject),
        field("Subobject", {"involvedObject", "fieldPath"}, 1, ""), computed("Source", eventSource, 1),
        field("Message", {"message"}, 0, ""), eventTime("First Seen", "firstTimestamp", 1),
        field("Count", {"count"}, 1, "1"), name};
}

// The others

std::string dataCount(const Json &object)
{
    std::size_t entries = 0;
    for (const std::string_view member : {"data", "binaryData"}) {
        if (const Json *data = api::find(object, {member}); data && data->is_object())
            entries += data->get_object().size();
    }
    return std::to_string(entries);
}

std::string deploymentReady(const Json &object)
{
    return std::to_string(api::integerAt(object, {"status", "readyReplicas"}).value_or(0)) + "/"
        + std::to_string(api::integerAt(object, {"spec", "replicas"}).value_or(0));
}

std::string jobCompletions(const Json &object)
{
    const std::string succeeded =
        std::to_string(api::integerAt(object, {"status", "succeeded"}).value_or(0)) + "/";
    if (const auto wanted = api::integerAt(object, {"spec", "completions"}))
        return succeeded + std::to_string(*wanted);
    const auto parallelism = api::integerAt(object, {"spec", "parallelism"}).value_or(1);
    return succeeded + "1" + (parallelism > 1 ? " of " + std::to_string(parallelism) : "");
}

std::string jobStatus(const Json &object)
{
    std::string_view status = "Running";
    for (const Json &condition : listAt(object, {"status", "conditions"})) {
        const std::string_view type = api::textAt(condition, {"type"});
        if (api::textAt(condition, {"status"}) != "True")
            continue;
        if (type == "Complete" || type == "Failed" || type == "Suspended")
            status = type;
    }
    return std::string(isDeleting(object) && status == "Running" ? "Terminating" : status);
}

Column jobDuration()
{
    return {"Duration", "string", {}, 0, {}, [](const Json &object, base::Time now) -> Json {
                const auto start = api::parseTime(api::textAt(object, {"status", "startTime"}));
                if (!start)
                    return "";
                const auto end = api::parseTime(api::textAt(object, {"status", "completionTime"}));
                return boost::json::string(api::humanDuration(end.value_or(now) - *start));
            }};
}

std::string servicePorts(const Json &service)
{
    std::vector<std::string> ports;
    for (const Json &port : listAt(service, {"spec", "ports"}))
        ports.push_back(std::to_string(api::integerAt(port, {"port"}).value_or(0)) + "/"
            + std::string(api::textAt(port, {"protocol"})));
    return joined(ports, nothing);
}

Columns replicaSetColumns()
{
    return {nameColumn(), count("Desired", {"spec", "replicas"}), count("Current", {"status", "replicas"}),
        count("Ready", {"status", "readyReplicas"}), ageColumn()};
}

Columns daemonSetColumns()
{
    return {nameColumn(), count("Desired", {"status", "desiredNumberScheduled"}),
        count("Current", {"status", "currentNumberScheduled"}), count("Ready", {"status", "numberReady"}),
        count("Up-to-date", {"status", "updatedNumberScheduled"}),
        count("Available", {"status", "numberAvailable"}),
        field("Node Selector", {"spec", "template", "spec", "nodeSelector"}), ageColumn()};
}

using Builder = Columns (*)();

const std::map<std::string_view, Builder> &builders()
{
    static const std::map<std::string_view, Builder> table {
        {"ConfigMap",
            [] {
                return Columns {nameColumn(), computed("Data", dataCount), ageColumn()};
            }},
        {"CustomResourceDefinition",
            [] {
                return Columns {nameColumn(), field("Created At", {"metadata", "creationTimestamp"})};
            }},
        {"DaemonSet", daemonSetColumns},
        {"Deployment",
            [] {
                return Columns {nameColumn(), computed("Ready", deploymentReady),
                    count("Up-to-date", {"status", "updatedReplicas"}),
                    count("Available", {"status", "availableReplicas"}), ageColumn()};
            }},
        {"Event", eventColumns},
        {"Job",
            [] {
                return Columns {nameColumn(), computed("Status", jobStatus),
                    computed("Completions", jobCompletions), jobDuration(), ageColumn()};
            }},
        {"Lease",
            [] {
                return Columns {
                    nameColumn(), field("Holder", {"spec", "holderIdentity"}, 0, ""), ageColumn()};
            }},
        {"Namespace",
            [] {
                return Columns {nameColumn(), field("Status", {"status", "phase"}, 0, ""), ageColumn()};
            }},
        {"Node", nodeColumns},
        {"Pod", podColumns},
        {"PodDisruptionBudget",
            [] {
                return Columns {nameColumn(), field("Min Available", {"spec", "minAvailable"}, 0, "N/A"),
                    field("Max Unavailable", {"spec", "maxUnavailable"}, 0, "N/A"),
                    count("Allowed Disruptions", {"status", "disruptionsAllowed"}), ageColumn()};
            }},
        {"ReplicaSet", replicaSetColumns},
        {"Secret",
            [] {
                return Columns {
                    nameColumn(), field("Type", {"type"}, 0, ""), computed("Data", dataCount), ageColumn()};
            }},
        {"Service",
            [] {
                return Columns {nameColumn(), field("Type", {"spec", "type"}),
                    field("Cluster-IP", {"spec", "clusterIP"}),
                    field("External-IP", {"spec", "externalName"}), computed("Port(s)", servicePorts),
                    ageColumn()};
            }},
    };
    return table;
}

} // namespace

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
            return since(api::textAt(object, {"metadata", "creationTimestamp"}), now);
        }};
}

Columns builtInColumns(std::string_view kind)
{
    const auto found = builders().find(kind);
    return found == builders().end() ? Columns {nameColumn(), ageColumn()} : found->second();
}

} // namespace core::lab
