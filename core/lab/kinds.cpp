// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds.h"

#include "core/api/rolloutsizes.h"
#include "core/api/time.h"
#include "core/lab/builtinschemas.h"
#include "core/lab/crd.h"
#include "core/lab/names.h"
#include "core/lab/objects.h"

#include <QByteArray>

#include <algorithm>
#include <map>
#include <set>

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

constexpr std::size_t mostDataBytes = 1024U * 1024;

// Pods

std::string qualityOfService(const Json &pod)
{
    bool guaranteed = true;
    bool anything = false;
    for (const Json &container : listAt(pod, {"spec", "containers"})) {
        for (const std::string_view resource : {"cpu", "memory"}) {
            const Json *limit = api::find(container, {"resources", "limits", resource});
            const Json *request = api::find(container, {"resources", "requests", resource});
            anything = anything || limit || request;
            guaranteed = guaranteed && limit && (!request || api::equal(*request, *limit));
        }
    }
    return !anything ? "BestEffort" : guaranteed ? "Guaranteed" : "Burstable";
}

/// As the admission plugin of that name: pods leave an unready or unreachable node after five minutes.
void addDefaultTolerations(Json &pod)
{
    JsonArray &tolerations = arrayIn(objectIn(pod, "spec"), "tolerations");
    for (const std::string_view key : {"node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"}) {
        const bool tolerated = std::ranges::any_of(tolerations, [&](const Json &toleration) {
            const std::string_view wanted = api::textAt(toleration, {"key"});
            const std::string_view effect = api::textAt(toleration, {"effect"});
            return (wanted == key || wanted.empty()) && (effect == "NoExecute" || effect.empty());
        });
        if (!tolerated)
            tolerations.push_back(JsonObject {
                {"key", key}, {"operator", "Exists"}, {"effect", "NoExecute"}, {"tolerationSeconds", 300}});
    }
}

std::string_view pullPolicyFor(std::string_view image)
{
    const std::string_view name = image.substr(image.rfind('/') + 1);
    const bool mayChange = name.find_first_of(":@") == std::string_view::npos || name.ends_with(":latest");
    return mayChange ? "Always" : "IfNotPresent";
}

/// Defaults that a pod has and the template of a workload has not, or that depend on another field. A kubelet
/// from elsewhere starts nothing without them.
void fillInPod(Json &pod)
{
    Json *spec = pod.get_object().if_contains("spec");
    if (!spec || !spec->is_object())
        return; // the schema will refuse it
    if (!spec->get_object().contains("enableServiceLinks"))
        spec->get_object().emplace("enableServiceLinks", true);
    for (const std::string_view list : {"containers", "initContainers"}) {
        Json *containers = spec->get_object().if_contains(list);
        if (!containers || !containers->is_array())
            continue;
        for (Json &container : containers->get_array()) {
            if (container.is_object() && !container.get_object().contains("imagePullPolicy"))
                container.get_object().emplace(
                    "imagePullPolicy", pullPolicyFor(api::textAt(container, {"image"})));
        }
    }
}

void preparePod(Json &pod, base::Time)
{
    if (!api::find(pod, {"spec"}) || !pod.at("spec").is_object())
        return; // the schema will refuse it
    addDefaultTolerations(pod);
    pod.get_object()["status"] = JsonObject {{"phase", "Pending"}, {"qosClass", qualityOfService(pod)}};
}

void checkPod(const Json &pod, Faults &faults)
{
    for (const std::string_view list : {"containers", "initContainers"}) {
        const JsonArray &containers = listAt(pod, {"spec", list});
        for (std::size_t i = 0; i < containers.size(); ++i) {
            if (api::textAt(containers[i], {"image"}).empty())
                faults.push_back(required("spec." + std::string(list) + "[" + std::to_string(i) + "].image"));
        }
    }
}

/// As it would be stored today: an older version of this program filled in less.
Json filledIn(const Json &pod)
{
    static const SchemaPtr schema = builtInSchema("Pod");
    Json filled = pod;
    fillInPod(filled);
    (void)normalize(filled, *schema);
    return filled;
}

/// The spec without what may change.
Json fixedPart(const Json &pod)
{
    JsonObject spec = pod.at("spec").get_object();
    for (const std::string_view field :
        {"activeDeadlineSeconds", "tolerations", "terminationGracePeriodSeconds"})
        spec.erase(field);
    for (const std::string_view list : {"containers", "initContainers"}) {
        if (Json *containers = spec.if_contains(list)) {
            for (Json &container : containers->get_array())
                container.get_object().erase("image");
        }
    }
    return spec;
}

void checkPodUpdate(const Json &pod, const Json &old, Faults &faults)
{
    if (api::equal(pod.at("spec"), old.at("spec")))
        return;
    if (!api::equal(fixedPart(pod), fixedPart(filledIn(old))))
        faults.push_back(forbidden("spec",
            "pod updates may not change fields other than `spec.containers[*].image`, "
            "`spec.initContainers[*].image`, "
            "`spec.activeDeadlineSeconds`, `spec.tolerations` (only additions to existing tolerations) or "
            "`spec.terminationGracePeriodSeconds`"));
    const JsonArray &tolerations = listAt(pod, {"spec", "tolerations"});
    for (const Json &toleration : listAt(old, {"spec", "tolerations"})) {
        const auto isSame = [&](const Json &other) {
            JsonObject a = toleration.get_object();
            JsonObject b = other.get_object();
            a.erase("tolerationSeconds");
            b.erase("tolerationSeconds");
            return api::equal(a, b);
        };
        if (std::ranges::none_of(tolerations, isSame))
            return faults.push_back(forbidden(
                "spec.tolerations", "existing toleration can not be modified except its tolerationSeconds"));
    }
}

std::int64_t podGrace(const Json &pod, std::optional<std::int64_t> asked)
{
    const std::string_view phase = api::textAt(pod, {"status", "phase"});
    if (api::textAt(pod, {"spec", "nodeName"}).empty() || phase == "Succeeded" || phase == "Failed")
        return 0;
    const auto own = api::integerAt(pod, {"spec", "terminationGracePeriodSeconds"});
    const std::int64_t grace = asked.value_or(own.value_or(30));
    return grace < 0 ? 1 : grace;
}

// Nodes

void checkNode(const Json &node, Faults &faults)
{
    std::set<std::pair<std::string_view, std::string_view>> seen;
    const JsonArray &taints = listAt(node, {"spec", "taints"});
    for (std::size_t i = 0; i < taints.size(); ++i) {
        if (!seen.emplace(api::textAt(taints[i], {"key"}), api::textAt(taints[i], {"effect"})).second)
            faults.push_back(duplicate("metadata.taints[" + std::to_string(i) + "]", taints[i]));
    }
}

void checkNodeUpdate(const Json &node, const Json &old, Faults &faults)
{
    const std::string_view before = api::textAt(old, {"spec", "providerID"});
    if (!before.empty() && before != api::textAt(node, {"spec", "providerID"}))
        faults.push_back(
            forbidden("spec.providerID", "node updates may not change providerID except from \"\" to valid"));
}

// Namespaces

void prepareNamespace(Json &object, base::Time)
{
    const std::string name(api::textAt(object, {"metadata", "name"}));
    objectIn(metadataOf(object), "labels")["kubernetes.io/metadata.name"] = name;
    objectIn(object, "spec")["finalizers"] = JsonArray {"kubernetes"};
    object.get_object()["status"] = JsonObject {{"phase", "Active"}};
}

std::string refuseNamespaceDeletion(const Json &object)
{
    static const std::set<std::string_view> needed {"default", "kube-system", "kube-public"};
    return needed.contains(api::textAt(object, {"metadata", "name"})) ? "this namespace may not be deleted"
                                                                      : "";
}

void prepareNamespaceDeletion(Json &object)
{
    objectIn(object, "status")["phase"] = "Terminating";
}

bool isNamespaceHeld(const Json &object)
{
    return !listAt(object, {"spec", "finalizers"}).empty();
}

// Secrets and config maps

void prepareSecret(Json &secret)
{
    const Json *plain = api::find(secret, {"stringData"});
    if (!plain || !plain->is_object())
        return;
    JsonObject &data = objectIn(secret, "data");
    for (const auto &member : secret.at("stringData").get_object()) {
        if (!member.value().is_string())
            return; // the schema will refuse it
        const auto &text = member.value().get_string();
        const QByteArray encoded = QByteArray(text.data(), static_cast<qsizetype>(text.size())).toBase64();
        data[member.key()] = std::string_view(encoded.constData(), static_cast<std::size_t>(encoded.size()));
    }
    secret.get_object().erase("stringData");
}

void checkData(const Json &object, Faults &faults)
{
    std::size_t bytes = 0;
    for (const std::string_view field : {"data", "binaryData"}) {
        const Json *data = api::find(object, {field});
        if (!data || !data->is_object())
            continue;
        for (const auto &member : data->get_object()) {
            if (!isPathSegment(std::string_view(member.key())))
                faults.push_back(
                    invalid("data[" + std::string(member.key()) + "]", std::string_view(member.key()),
                        "a valid config key must consist of alphanumeric characters, '-', '_' or '.'"));
            bytes += member.value().is_string() ? member.value().get_string().size() : 0;
        }
    }
    if (bytes > mostDataBytes)
        faults.push_back(tooLong("data", mostDataBytes));
}

// Leases

void prepareLease(Json &lease)
{
    Json *spec = lease.get_object().if_contains("spec");
    for (const std::string_view field : {"acquireTime", "renewTime"}) {
        Json *value = spec && spec->is_object() ? spec->get_object().if_contains(field) : nullptr;
        if (!value || !value->is_string())
            continue;
        if (const auto time = api::parseTime(std::string_view(value->get_string())))
            *value = api::formatMicroTime(*time);
    }
}

void checkLease(const Json &lease, Faults &faults)
{
    for (const std::string_view field : {"acquireTime", "renewTime"}) {
        const Json *value = api::find(lease, {"spec", field});
        if (value && value->is_string() && !api::parseTime(std::string_view(value->get_string())))
            faults.push_back(invalid("spec." + std::string(field), *value, "must be an RFC 3339 time"));
    }
}

// Events and disruption budgets

void checkEvent(const Json &event, Faults &faults)
{
    const std::string_view ns = api::textAt(event, {"metadata", "namespace"});
    const std::string_view about = api::textAt(event, {"involvedObject", "namespace"});
    if (about.empty() ? ns != "default" && ns != "kube-system" : ns != about)
        faults.push_back(invalid("involvedObject.namespace", about, "does not match event.namespace"));
}

/// A number of pods, or a share of them.
void checkPortion(const Json &budget, const std::string &member, Faults &faults)
{
    const Json *value = api::find(budget, {"spec", member});
    const std::string field = "spec." + member;
    if (value && value->is_int64() && value->get_int64() < 0)
        faults.push_back(invalid(field, *value, "must be greater than or equal to 0"));
    if (!value || !value->is_string())
        return;
    const auto percent = api::portionOf({api::text(value->get_string())}, 100, api::Rounding::Up);
    if (!percent)
        faults.push_back(invalid(field, *value, "must be a number, or a percentage such as '50%'"));
    else if (*percent > 100)
        faults.push_back(invalid(field, *value, "must not be greater than 100%"));
}

void checkBudget(const Json &budget, Faults &faults)
{
    checkPortion(budget, "minAvailable", faults);
    checkPortion(budget, "maxUnavailable", faults);
    if (api::find(budget, {"spec", "minAvailable"}) && api::find(budget, {"spec", "maxUnavailable"}))
        faults.push_back(
            invalid("spec", budget.at("spec"), "minAvailable and maxUnavailable cannot be both set"));
}

// Machines

/// docs/machines.md §4.1: once the machine is being deleted, hooks can only be taken away.
void checkMachineUpdate(const Json &machine, const Json &old, Faults &faults)
{
    if (!isDeleting(old))
        return;
    for (const std::string_view list : {"preDrain", "preTerminate"}) {
        const JsonArray &before = listAt(old, {"spec", "lifecycleHooks", list});
        const JsonArray &after = listAt(machine, {"spec", "lifecycleHooks", list});
        if (!std::ranges::all_of(after, [&](const Json &hook) { return contains(before, hook); }))
            faults.push_back(forbidden("spec.lifecycleHooks." + std::string(list),
                "hooks can only be removed once the machine is being deleted"));
    }
}

// Jobs

/// A job finds its pods by labels that no other job has, unless its maker chose others.
void identifyJob(Json &job)
{
    if (flagAt(job, {"spec", "manualSelector"}) || api::find(job, {"spec", "selector"}))
        return;
    const std::string name(api::textAt(job, {"metadata", "name"}));
    const std::string uid(api::textAt(job, {"metadata", "uid"}));
    JsonObject &spec = objectIn(job, "spec");
    spec["selector"] = JsonObject {{"matchLabels", JsonObject {{"batch.kubernetes.io/controller-uid", uid}}}};
    JsonObject &labels = objectIn(objectIn(spec["template"], "metadata"), "labels");
    for (const std::string_view prefix : {"", "batch.kubernetes.io/"}) {
        labels[std::string(prefix) + "controller-uid"] = uid;
        labels[std::string(prefix) + "job-name"] = name;
    }
}

void checkJob(const Json &job, Faults &faults)
{
    const std::string_view policy = api::textAt(job, {"spec", "template", "spec", "restartPolicy"});
    if (policy != "OnFailure" && policy != "Never")
        faults.push_back(notSupported("spec.template.spec.restartPolicy", policy, {"OnFailure", "Never"}));
}

std::map<std::string_view, KindRules> makeTable()
{
    std::map<std::string_view, KindRules> table;
    table["Pod"] = {.returnsDeleted = true,
        .prepareCreate = preparePod,
        .prepare = fillInPod,
        .check = checkPod,
        .checkUpdate = checkPodUpdate,
        .grace = podGrace};
    table["Node"] = {.keepsStatusOnCreate = true,
        .heartbeat = {"status", "lastHeartbeatTime"},
        .check = checkNode,
        .checkUpdate = checkNodeUpdate};
    table["Namespace"] = {.names = NameRule::Label,
        .returnsDeleted = true,
        .prepareCreate = prepareNamespace,
        .refuseDeletion = refuseNamespaceDeletion,
        .prepareDeletion = prepareNamespaceDeletion,
        .isHeld = isNamespaceHeld};
    table["ConfigMap"] = {.check = checkData};
    table["Secret"] = {.prepare = prepareSecret, .check = checkData};
    table["ServiceAccount"] = {.returnsDeleted = true};
    table["Lease"] = {.createsOnUpdate = true,
        .heartbeat = {"spec", "renewTime"},
        .prepare = prepareLease,
        .check = checkLease};
    table["Event"] = {.createsOnUpdate = true, .check = checkEvent};
    table["PodDisruptionBudget"] = {.hasGeneration = true, .check = checkBudget};
    for (const std::string_view kind : {"ReplicaSet", "Deployment", "DaemonSet"})
        table[kind] = {.hasGeneration = true};
    table["Job"] = {.hasGeneration = true, .identify = identifyJob, .check = checkJob};
    for (const std::string_view kind : {"Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding"})
        table[kind] = {.names = NameRule::PathSegment};
    table["CustomResourceDefinition"] = {.hasGeneration = true,
        .prepareCreate = establish,
        .check = checkDefinition,
        .checkUpdate = checkDefinitionUpdate,
        .prepareDeletion = holdForCleanup};
    return table;
}

} // namespace

const KindRules &rulesOf(std::string_view kind)
{
    static const std::map<std::string_view, KindRules> table = makeTable();
    static const KindRules plain;
    const auto found = table.find(kind);
    return found == table.end() ? plain : found->second;
}

const KindRules &customRules(std::string_view group, std::string_view kind)
{
    static const KindRules rules {.hasGeneration = true};
    static const KindRules machineRules {.hasGeneration = true, .checkUpdate = checkMachineUpdate};
    return group == "machine.openshift.io" && kind == "Machine" ? machineRules : rules;
}

} // namespace core::lab
