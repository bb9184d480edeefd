// SPDX-License-Identifier: GPL-3.0-or-later
// The table of built-in kinds.
#include "core/lab/builtinschemas.h"
#include "core/lab/registry.h"
#include "core/lab/reviews.h"

namespace core::lab {

namespace {

enum Flag : unsigned {
    none = 0,
    clusterScoped = 1,
    status = 2,
    scale = 4,
};

struct BuiltIn {
    const char *group;
    const char *version;
    const char *kind;
    const char *plural;
    std::vector<std::string> shortNames;
    unsigned flags;
    std::vector<std::string> categories = {};
};

std::vector<BuiltIn> builtIns()
{
    return {
        {"", "v1", "Namespace", "namespaces", {"ns"}, clusterScoped | status},
        {"", "v1", "Node", "nodes", {"no"}, clusterScoped | status},
        {"", "v1", "Pod", "pods", {"po"}, status, {"all"}},
        {"", "v1", "Event", "events", {"ev"}, none},
        {"", "v1", "ConfigMap", "configmaps", {"cm"}, none},
        {"", "v1", "Secret", "secrets", {}, none},
        {"", "v1", "ServiceAccount", "serviceaccounts", {"sa"}, none},
        {"", "v1", "Service", "services", {"svc"}, status, {"all"}},
        {"", "v1", "Endpoints", "endpoints", {"ep"}, none},
        {"apps", "v1", "ReplicaSet", "replicasets", {"rs"}, status | scale, {"all"}},
        {"apps", "v1", "Deployment", "deployments", {"deploy"}, status | scale, {"all"}},
        {"apps", "v1", "DaemonSet", "daemonsets", {"ds"}, status, {"all"}},
        {"batch", "v1", "Job", "jobs", {}, status, {"all"}},
        {"coordination.k8s.io", "v1", "Lease", "leases", {}, none},
        {"policy", "v1", "PodDisruptionBudget", "poddisruptionbudgets", {"pdb"}, status},
        {"rbac.authorization.k8s.io", "v1", "Role", "roles", {}, none},
        {"rbac.authorization.k8s.io", "v1", "RoleBinding", "rolebindings", {}, none},
        {"rbac.authorization.k8s.io", "v1", "ClusterRole", "clusterroles", {}, clusterScoped},
        {"rbac.authorization.k8s.io", "v1", "ClusterRoleBinding", "clusterrolebindings", {}, clusterScoped},
        // What a kubelet from elsewhere cannot do without.
        {"node.k8s.io", "v1", "RuntimeClass", "runtimeclasses", {}, clusterScoped},
        {"storage.k8s.io", "v1", "CSIDriver", "csidrivers", {}, clusterScoped},
        {"storage.k8s.io", "v1", "CSINode", "csinodes", {}, clusterScoped},
        {"apiextensions.k8s.io", "v1", "CustomResourceDefinition", "customresourcedefinitions",
            {"crd", "crds"}, clusterScoped | status, {"api-extensions"}},
    };
}

std::vector<FieldLabel> fieldsOf(std::string_view plural)
{
    if (plural == "pods")
        return {{"spec.nodeName", {"spec", "nodeName"}}, {"spec.restartPolicy", {"spec", "restartPolicy"}},
            {"spec.schedulerName", {"spec", "schedulerName"}},
            {"spec.serviceAccountName", {"spec", "serviceAccountName"}},
            {"status.phase", {"status", "phase"}}, {"status.podIP", {"status", "podIP"}},
            {"status.nominatedNodeName", {"status", "nominatedNodeName"}}};
    if (plural == "events")
        return {{"involvedObject.kind", {"involvedObject", "kind"}},
            {"involvedObject.namespace", {"involvedObject", "namespace"}},
            {"involvedObject.name", {"involvedObject", "name"}},
            {"involvedObject.uid", {"involvedObject", "uid"}},
            {"involvedObject.apiVersion", {"involvedObject", "apiVersion"}},
            {"involvedObject.resourceVersion", {"involvedObject", "resourceVersion"}},
            {"involvedObject.fieldPath", {"involvedObject", "fieldPath"}}, {"reason", {"reason"}},
            {"reportingComponent", {"reportingComponent"}}, {"source", {"source", "component"}},
            {"type", {"type"}}};
    if (plural == "nodes")
        return {{"spec.unschedulable", {"spec", "unschedulable"}, true}};
    if (plural == "namespaces")
        return {{"status.phase", {"status", "phase"}}};
    if (plural == "secrets")
        return {{"type", {"type"}}};
    return {};
}

std::string lowerCase(std::string text)
{
    for (char &c : text)
        c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return text;
}

/// events.k8s.io/v1 shows the events of the core group under newer names (docs/api-semantics.md M4).
constexpr std::pair<std::string_view, std::string_view> eventFields[] = {{"message", "note"},
    {"involvedObject", "regarding"}, {"source", "deprecatedSource"},
    {"firstTimestamp", "deprecatedFirstTimestamp"}, {"lastTimestamp", "deprecatedLastTimestamp"},
    {"count", "deprecatedCount"}, {"reportingComponent", "reportingController"}};

void rename(api::Json &object, std::string_view from, std::string_view to)
{
    api::JsonObject &members = object.get_object();
    auto *const found = members.find(from);
    if (found == members.end())
        return;
    api::Json value = std::move(found->value()); // inserting may move all members
    members.stable_erase(found);
    members.insert_or_assign(to, std::move(value));
}

ResourceType newerEvents(const ResourceType &events)
{
    ResourceType type = events;
    type.group = "events.k8s.io";
    type.versions.front().setForms(
        [](api::Json &object) {
            for (const auto &[core, newer] : eventFields)
                rename(object, core, newer);
            object.get_object()["apiVersion"] = "events.k8s.io/v1";
        },
        [](api::Json &object) {
            for (const auto &[core, newer] : eventFields)
                rename(object, newer, core);
            object.get_object()["apiVersion"] = "v1";
        });
    for (FieldLabel &field : type.fields) {
        if (field.label.starts_with("involvedObject"))
            field.label.replace(0, std::string_view("involvedObject").size(), "regarding");
    }
    return type;
}

} // namespace

void addBuiltInTypes(Registry &registry, Store &store)
{
    const ScalePaths scalePaths {{"spec", "replicas"}, {"status", "replicas"}, {}};
    for (const BuiltIn &entry : builtIns()) {
        ResourceType type;
        type.group = entry.group;
        type.kind = entry.kind;
        type.plural = entry.plural;
        type.singular = lowerCase(entry.kind);
        type.listKind = type.kind + "List";
        type.shortNames = entry.shortNames;
        type.categories = entry.categories;
        type.namespaced = !(entry.flags & clusterScoped);
        type.storedApiVersion = (type.group.empty() ? "" : type.group + "/") + entry.version;
        type.rules = &rulesOf(entry.kind);
        type.versions.push_back({entry.version, (entry.flags & status) != 0,
            entry.flags & scale ? std::optional(scalePaths) : std::nullopt, builtInSchema(entry.kind),
            builtInColumns(entry.kind)});
        type.fields = fieldsOf(entry.plural);
        type.collection = &store.collection(type.group + "/" + type.plural);
        registry.add(std::move(type));
    }
    registry.add(newerEvents(*registry.find("", "events")));
    addReviewTypes(registry, store);
}

} // namespace core::lab
