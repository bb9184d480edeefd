// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/machine.h"
#include "core/api/nodeconditions.h"
#include "core/lab/cluster.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/podruntime.h"
#include "core/lab/kinds/podspec.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"
#include "core/lab/target.h"

#include <algorithm>
#include <ranges>
#include <set>

namespace core::lab::kinds {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

constexpr std::string_view schedulingGated = "SchedulingGated";

SchemaPtr statusSchema()
{
    return object({{"phase", text}, {"reason", text}, {"message", text}, {"hostIP", text}, {"podIP", text},
        {"podIPs", mergedBy("ip", object({{"ip", text}}))}, {"startTime", text}, {"conditions", conditions},
        {"containerStatuses",
            listOf(object({{"name", text}, {"ready", boolean}, {"restartCount", integer}}))},
        {"initContainerStatuses", listOf(object({}))}});
}

SchemaPtr podSchema()
{
    return object({{"spec", podSpec()}, {"status", statusSchema()}}, {"spec"});
}

// Columns

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

std::string podStatusCell(const Json &pod)
{
    std::string text(api::textAt(pod, {"status", "phase"}));
    if (const auto reason = api::textAt(pod, {"status", "reason"}); !reason.empty())
        text = reason;
    for (const Json &condition : listAt(pod, {"status", "conditions"})) {
        if (api::textAt(condition, {"type"}) == "PodScheduled"
            && api::textAt(condition, {"reason"}) == schedulingGated)
            text = schedulingGated;
    }
    const JsonArray &statuses = listAt(pod, {"status", "containerStatuses"});
    for (const Json &status : std::views::reverse(statuses)) {
        if (std::string trouble = containerTrouble(status); !trouble.empty())
            text = std::move(trouble);
    }
    if (!isDeleting(pod))
        return text;
    return text == "NodeLost" ? "Unknown" : "Terminating";
}

std::string podReadyCell(const Json &pod)
{
    int ready = 0;
    for (const Json &status : listAt(pod, {"status", "containerStatuses"}))
        ready += flagAt(status, {"ready"}) ? 1 : 0;
    return std::to_string(ready) + "/" + std::to_string(listAt(pod, {"spec", "containers"}).size());
}

std::int64_t restartsCell(const Json &pod)
{
    std::int64_t restarts = 0;
    for (const Json &status : listAt(pod, {"status", "containerStatuses"}))
        restarts += api::integerAt(status, {"restartCount"}).value_or(0);
    return restarts;
}

Columns podColumns()
{
    return {nameColumn(), computedColumn("Ready", podReadyCell), computedColumn("Status", podStatusCell),
        computedCountColumn("Restarts", restartsCell), ageColumn(), textColumn("IP", {"status", "podIP"}, 1),
        textColumn("Node", {"spec", "nodeName"}, 1),
        textColumn("Nominated Node", {"status", "nominatedNodeName"}, 1),
        computedColumn(
            "Readiness Gates", [](const Json &) { return std::string(noValue); }, 1)};
}

std::vector<FieldLabel> podFields()
{
    return {{"spec.nodeName", {"spec", "nodeName"}}, {"spec.restartPolicy", {"spec", "restartPolicy"}},
        {"spec.schedulerName", {"spec", "schedulerName"}},
        {"spec.serviceAccountName", {"spec", "serviceAccountName"}}, {"status.phase", {"status", "phase"}},
        {"status.podIP", {"status", "podIP"}}, {"status.nominatedNodeName", {"status", "nominatedNodeName"}}};
}

std::vector<Subresource> subresources()
{
    std::vector<Subresource> all = podConnections();
    all.push_back(bindingSubresource());
    all.push_back(evictionSubresource());
    all.push_back(ephemeralContainersSubresource());
    return all;
}

// Defaults and validation

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

/// Pods leave an unready or unreachable node after five minutes, as the admission plugin of that name has it.
void addDefaultTolerations(Json &pod)
{
    JsonArray &tolerations = arrayIn(objectIn(pod, "spec"), "tolerations");
    for (const std::string_view key : {api::taints::notReady, api::taints::unreachable}) {
        const bool tolerated = std::ranges::any_of(tolerations, [&](const Json &toleration) {
            const std::string_view wanted = api::textAt(toleration, {"key"});
            const std::string_view effect = api::textAt(toleration, {"effect"});
            return (wanted == key || wanted.empty()) && (effect == api::taints::noExecute || effect.empty());
        });
        if (!tolerated)
            tolerations.push_back(JsonObject {{"key", key}, {"operator", "Exists"},
                {"effect", api::taints::noExecute}, {"tolerationSeconds", 300}});
    }
}

/// The older name of the field counts where the newer one says nothing.
void nameAccountTwice(JsonObject &spec)
{
    for (const std::string_view field : {"serviceAccountName", "serviceAccount"}) {
        const Json *name = spec.if_contains(field);
        if (!name || !name->is_string() || name->get_string().empty())
            continue;
        const Json copy = *name;
        spec["serviceAccountName"] = copy;
        spec["serviceAccount"] = copy;
        return;
    }
}

/// A container on its node's network has that node's ports; what it may use at most it also asks for.
void fillInContainer(JsonObject &container, bool isOnHostNetwork)
{
    for (Json &port : itemsIn(container, "ports")) {
        const auto number = api::integerAt(port, {"containerPort"});
        if (isOnHostNetwork && number && api::integerAt(port, {"hostPort"}).value_or(0) == 0)
            port.get_object()["hostPort"] = *number;
    }
    Json *resources = container.if_contains("resources");
    const Json *limits = resources ? api::find(*resources, {"limits"}) : nullptr;
    if (!limits || !limits->is_object() || limits->get_object().empty())
        return;
    const JsonObject most = limits->get_object();
    JsonObject &requests = objectIn(resources->get_object(), "requests");
    for (const auto &amount : most)
        requests.emplace(amount.key(), amount.value());
}

/// Fills in what a pod has and the template of a workload has not, or what depends on another field. A
/// kubelet from elsewhere starts nothing without it.
void fillInPod(Json &pod)
{
    Json *spec = pod.get_object().if_contains("spec");
    if (!spec || !spec->is_object())
        return; // the schema will refuse it
    if (!spec->get_object().contains("enableServiceLinks"))
        spec->get_object().emplace("enableServiceLinks", true);
    nameAccountTwice(spec->get_object());
    fillInPodSpec(spec->get_object());
    for (const std::string_view list : {"containers", "initContainers"}) {
        for (Json &container : itemsIn(spec->get_object(), list)) {
            if (container.is_object())
                fillInContainer(container.get_object(), flagAt(*spec, {"hostNetwork"}));
        }
    }
    const std::string ip(api::textAt(pod, {"status", "podIP"}));
    const JsonArray &ips = listAt(pod, {"status", "podIPs"});
    if (!ip.empty() && (ips.empty() || api::textAt(ips.front(), {"ip"}) != ip))
        objectIn(pod, "status")["podIPs"] = JsonArray {JsonObject {{"ip", ip}}};
}

void carryOverPod(Json &pod, const Json &old)
{
    Json *spec = pod.get_object().if_contains("spec");
    for (const std::string_view field : {"priority", "preemptionPolicy", "serviceAccount"}) {
        const Json *value = api::find(old, {"spec", field});
        if (value && spec && spec->is_object() && !spec->get_object().contains(field))
            spec->get_object().emplace(field, *value);
    }
    const Json *tolerations = api::find(pod, {"spec", "tolerations"});
    if (spec && spec->is_object() && (!tolerations || tolerations->is_array()))
        addDefaultTolerations(pod);
}

bool isMirrorPod(const Json &pod)
{
    return api::find(pod, {"metadata", "annotations", "kubernetes.io/config.mirror"}) != nullptr;
}

bool isHollowPod(const Json &pod)
{
    return api::find(pod, {"metadata", "labels", api::keys::podMachineName}) != nullptr;
}

/// The account is given as by the admission plugin ServiceAccount, without its token (docs/api-semantics.md
/// S8).
Answer<> giveAccount(Cluster &cluster, const Target &target, Json &pod, const Json *old)
{
    if (!old && !listAt(pod, {"spec", "ephemeralContainers"}).empty())
        return refuse(invalidObject(
            target.aboutKind(), {forbidden("spec.ephemeralContainers", "cannot be set on create")}));
    if (old || isMirrorPod(pod))
        return {};
    const std::string name(api::textAt(pod, {"spec", "serviceAccountName"}));
    const Collection &accounts = *cluster.registry.find("", "serviceaccounts")->collection;
    const Entry *account = accounts.find({target.key.ns, name});
    if (!account && name != "default" && !isHollowPod(pod))
        return refuse(forbidden(target.about(),
            "error looking up service account " + target.key.ns + "/" + name + ": serviceaccount \"" + name
                + "\" not found"));
    if (!account || !listAt(pod, {"spec", "imagePullSecrets"}).empty())
        return {};
    const JsonArray &secrets = listAt(*account->object, {"imagePullSecrets"});
    if (!secrets.empty())
        objectIn(pod, "spec")["imagePullSecrets"] = secrets;
    return {};
}

Answer<> fitPodIn(Cluster &cluster, const Target &target, Json &pod, const Json *old)
{
    const auto given = giveAccount(cluster, target, pod, old);
    return !given || old ? given : fitToRuntime(cluster, target, pod);
}

void preparePod(Json &pod, base::Time)
{
    if (!api::find(pod, {"spec"}) || !pod.at("spec").is_object())
        return; // the schema will refuse it
    addDefaultTolerations(pod);
    if (!isMirrorPod(pod) && api::textAt(pod, {"spec", "serviceAccountName"}).empty()) {
        objectIn(pod, "spec")["serviceAccountName"] = "default";
        objectIn(pod, "spec")["serviceAccount"] = "default";
    }
    JsonObject status {{"phase", "Pending"}, {"qosClass", qualityOfService(pod)}};
    if (!listAt(pod, {"spec", "schedulingGates"}).empty())
        status["conditions"] =
            JsonArray {JsonObject {{"type", "PodScheduled"}, {"status", "False"}, {"reason", schedulingGated},
                {"message", "Scheduling is blocked due to non-empty scheduling gates"}}};
    pod.get_object()["status"] = std::move(status);
}

void checkPod(const Json &pod, FieldErrors &errors)
{
    if (const Json *spec = api::find(pod, {"spec"}))
        checkPodSpec(*spec, "spec", errors);
}

/// The spec without what may change.
Json fixedPart(const Json &pod, bool mayGoAtOnce)
{
    JsonObject spec = pod.at("spec").get_object();
    for (const std::string_view field : {"activeDeadlineSeconds", "tolerations", "schedulingGates"})
        spec.erase(field);
    if (mayGoAtOnce)
        spec.erase("terminationGracePeriodSeconds");
    for (const std::string_view list : {"containers", "initContainers"}) {
        if (Json *containers = spec.if_contains(list)) {
            for (Json &container : containers->get_array())
                container.get_object().erase("image");
        }
    }
    return spec;
}

void checkGatesUpdate(const Json &pod, const Json &old, FieldErrors &errors)
{
    const JsonArray &gates = listAt(pod, {"spec", "schedulingGates"});
    std::set<std::string_view> before;
    for (const Json &gate : listAt(old, {"spec", "schedulingGates"}))
        before.insert(api::textAt(gate, {"name"}));
    for (std::size_t i = 0; i < gates.size(); ++i) {
        const std::string_view name = api::textAt(gates[i], {"name"});
        if (!before.contains(name))
            errors.push_back(forbidden("spec.schedulingGates[" + std::to_string(i) + "].name",
                "only deletion is allowed, but found new scheduling gate '" + std::string(name) + "'"));
    }
}

/// A toleration apart from how long it holds.
std::string withoutItsTime(const Json &toleration)
{
    JsonObject rest = toleration.get_object();
    rest.erase("tolerationSeconds");
    return api::writeCanonicalJson(rest);
}

void checkTolerationsUpdate(const Json &pod, const Json &old, FieldErrors &errors)
{
    std::set<std::string> held;
    for (const Json &toleration : listAt(pod, {"spec", "tolerations"}))
        held.insert(withoutItsTime(toleration));
    const JsonArray &before = listAt(old, {"spec", "tolerations"});
    if (!std::ranges::all_of(
            before, [&](const Json &toleration) { return held.contains(withoutItsTime(toleration)); }))
        errors.push_back(forbidden(
            "spec.tolerations", "existing toleration can not be modified except its tolerationSeconds"));
}

/// The time that a pod has may be set, and become shorter.
void checkDeadlineUpdate(const Json &pod, const Json &old, FieldErrors &errors)
{
    const auto now = api::integerAt(pod, {"spec", "activeDeadlineSeconds"});
    const auto before = api::integerAt(old, {"spec", "activeDeadlineSeconds"});
    if (before && !now)
        errors.push_back(invalid(
            "spec.activeDeadlineSeconds", Json(), "must not update from a positive integer to nil value"));
    else if (before && now && *now > *before)
        errors.push_back(invalid(
            "spec.activeDeadlineSeconds", Json(*now), "must be less than or equal to previous value"));
}

void checkPodUpdate(const Json &pod, const Json &old, FieldErrors &errors)
{
    if (api::equal(pod.at("spec"), old.at("spec")))
        return;
    for (const std::string_view list : {"containers", "initContainers"}) {
        if (listAt(pod, {"spec", list}).size() != listAt(old, {"spec", list}).size())
            return errors.push_back(
                forbidden("spec." + std::string(list), "pod updates may not add or remove containers"));
    }
    checkDeadlineUpdate(pod, old, errors);
    const auto grace = [](const Json &of) {
        return api::integerAt(of, {"spec", "terminationGracePeriodSeconds"}).value_or(0);
    };
    const bool mayGoAtOnce = grace(old) < 0 && grace(pod) == 1;
    if (!api::equal(fixedPart(pod, mayGoAtOnce), fixedPart(old, mayGoAtOnce)))
        errors.push_back(forbidden("spec",
            "pod updates may not change fields other than `spec.containers[*].image`, "
            "`spec.initContainers[*].image`, "
            "`spec.activeDeadlineSeconds`, `spec.tolerations` (only additions to existing tolerations) or "
            "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)"));
    checkGatesUpdate(pod, old, errors);
    checkTolerationsUpdate(pod, old, errors);
}

std::int64_t gracePeriod(const Json &pod, std::optional<std::int64_t> asked)
{
    const std::string_view phase = api::textAt(pod, {"status", "phase"});
    if (api::textAt(pod, {"spec", "nodeName"}).empty() || phase == "Succeeded" || phase == "Failed")
        return 0;
    const auto own = api::integerAt(pod, {"spec", "terminationGracePeriodSeconds"});
    const std::int64_t grace = asked.value_or(own.value_or(30));
    return grace < 0 ? 1 : grace;
}

} // namespace

KindDefinition pod()
{
    return {.kind = "Pod",
        .plural = "pods",
        .shortNames = {"po"},
        .categories = {"all"},
        .hasStatus = true,
        .subresources = subresources(),
        .schema = podSchema(),
        .columns = podColumns(),
        .fields = podFields(),
        .rules = {.returnsDeleted = true,
            .prepareCreate = preparePod,
            .carryOver = carryOverPod,
            .fitIn = fitPodIn,
            .prepare = fillInPod,
            .prepareStatus = tellOfEphemeralContainers,
            .check = checkPod,
            .checkUpdate = checkPodUpdate,
            .grace = gracePeriod}};
}

} // namespace core::lab::kinds
