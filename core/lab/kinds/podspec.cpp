// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/podspec.h"

#include "core/lab/kinds/completion.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/kinds/volumes.h"
#include "core/lab/names.h"
#include "core/lab/objects.h"
#include "core/lab/quantities.h"
#include "core/lab/validation.h"

#include <limits>
#include <set>

namespace core::lab::kinds {

using api::Json;
using api::JsonObject;

namespace {

/// Environment variables and files refer to a field of their pod.
SchemaPtr fieldReference()
{
    return atomic(object({{"apiVersion", withDefault(text, "v1")}, {"fieldPath", text}}, {"fieldPath"}));
}

SchemaPtr httpGet()
{
    return object({{"path", withDefault(text, "/")}, {"port", intOrString}, {"host", text},
                      {"scheme", withDefault(text, "HTTP")}},
        {"port"});
}

SchemaPtr probe()
{
    const SchemaPtr grpc = object({{"port", integer}, {"service", withDefault(text, "")}});
    return object({{"httpGet", httpGet()}, {"grpc", grpc}, {"initialDelaySeconds", integer},
        {"timeoutSeconds", withDefault(integer, 1)}, {"periodSeconds", withDefault(integer, 10)},
        {"successThreshold", withDefault(integer, 1)}, {"failureThreshold", withDefault(integer, 3)}});
}

SchemaPtr volumes()
{
    const SchemaPtr mode = withDefault(integer, 0644);
    const SchemaPtr fields = listOf(object({{"path", text}, {"fieldRef", fieldReference()}}));
    const SchemaPtr token = object({{"expirationSeconds", withDefault(integer, 3600)}});
    const SchemaPtr sources =
        listOf(object({{"downwardAPI", object({{"items", fields}})}, {"serviceAccountToken", token}}));
    const SchemaPtr claim = object({{"spec", object({{"volumeMode", withDefault(text, "Filesystem")}})}});
    return retainingKeys(mergedBy("name",
        withSources(object({{"name", text}, {"configMap", object({{"defaultMode", mode}})},
                               {"secret", object({{"defaultMode", mode}})},
                               {"downwardAPI", object({{"defaultMode", mode}, {"items", fields}})},
                               {"projected", object({{"defaultMode", mode}, {"sources", sources}})},
                               {"ephemeral", object({{"volumeClaimTemplate", claim}})}},
            {"name"}))));
}

SchemaPtr containers()
{
    const SchemaPtr ports = appliedBy({"containerPort", "protocol"},
        mergedBy("containerPort",
            object({{"containerPort", integer}, {"name", text},
                       {"protocol", withDefault(oneOf({"SCTP", "TCP", "UDP"}), "TCP")}},
                {"containerPort"}),
            false));
    const SchemaPtr env = mergedBy("name",
        object({{"name", text}, {"value", text}, {"valueFrom", object({{"fieldRef", fieldReference()}})}},
            {"name"}),
        false);
    const SchemaPtr hook = object({{"httpGet", httpGet()}});
    const SchemaPtr mounts =
        mergedBy("mountPath", object({{"name", text}, {"mountPath", text}}, {"name", "mountPath"}));
    const SchemaPtr resources = object({{"requests", quantities}, {"limits", quantities}});
    return mergedBy("name",
        object(
            {{"name", text}, {"image", text}, {"command", texts}, {"args", texts}, {"ports", ports},
                {"env", env}, {"volumeMounts", mounts}, {"volumeDevices", mergedBy("devicePath", object({}))},
                {"resources", withDefault(resources, JsonObject())}, {"securityContext", object({})},
                {"imagePullPolicy", oneOf({"Always", "IfNotPresent", "Never"})}, {"livenessProbe", probe()},
                {"readinessProbe", probe()}, {"startupProbe", probe()},
                {"lifecycle", object({{"postStart", hook}, {"preStop", hook}})},
                {"terminationMessagePath", withDefault(text, "/dev/termination-log")},
                {"terminationMessagePolicy", withDefault(oneOf({"File", "FallbackToLogsOnError"}), "File")}},
            {"name"}));
}

std::string_view pullPolicyFor(std::string_view image)
{
    const std::string_view name = image.substr(image.rfind('/') + 1);
    const bool mayChange = name.find_first_of(":@") == std::string_view::npos || name.ends_with(":latest");
    return mayChange ? "Always" : "IfNotPresent";
}

SchemaPtr knownOfPodSpec()
{
    const SchemaPtr tolerations = listOf(object({{"key", text}, {"operator", oneOf({"", "Exists", "Equal"})},
        {"value", text}, {"effect", oneOf({"", "NoSchedule", "PreferNoSchedule", "NoExecute"})},
        {"tolerationSeconds", integer}}));
    return object(
        {{"containers", notEmpty(containers())}, {"initContainers", containers()},
            {"ephemeralContainers", mergedBy("name", object({{"name", text}}))}, {"volumes", volumes()},
            {"imagePullSecrets", mergedBy("name", object({{"name", text}}))},
            {"hostAliases", mergedBy("ip", object({{"ip", text}}))},
            {"topologySpreadConstraints",
                appliedBy({"topologyKey", "whenUnsatisfiable"},
                    mergedBy("topologyKey", object({{"topologyKey", text}}), false))},
            {"nodeName", text}, {"nodeSelector", atomic(textMap)}, {"tolerations", tolerations},
            {"affinity", object({})},
            {"schedulingGates", mergedBy("name", object({{"name", text}}, {"name"}))},
            {"restartPolicy", withDefault(oneOf({"Always", "OnFailure", "Never"}), "Always")},
            {"terminationGracePeriodSeconds", withDefault(integer, 30)},
            {"dnsPolicy",
                withDefault(
                    oneOf({"ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"}), "ClusterFirst")},
            {"schedulerName", withDefault(text, "default-scheduler")},
            {"securityContext", withDefault(object({}), JsonObject())}, {"serviceAccountName", text},
            {"hostNetwork", boolean}, {"enableServiceLinks", boolean}, {"priority", integer},
            {"activeDeadlineSeconds", integer}},
        {"containers"});
}

} // namespace

/// One for all kinds that have pods.
SchemaPtr podSpec()
{
    static const SchemaPtr schema = Completion().of(knownOfPodSpec(), "core.PodSpec");
    return schema;
}

SchemaPtr podTemplate()
{
    return object({{"metadata", metadataSchema()}, {"spec", podSpec()}}, {"spec"});
}

void fillInPodSpec(JsonObject &podSpec)
{
    for (Json &volume : itemsIn(podSpec, "volumes")) {
        if (volume.is_object() && volume.get_object().size() == 1 && volume.get_object().contains("name"))
            volume.get_object().emplace("emptyDir", JsonObject());
    }
    for (const std::string_view list : {"containers", "initContainers"}) {
        for (Json &container : itemsIn(podSpec, list)) {
            if (container.is_object() && !container.get_object().contains("imagePullPolicy"))
                container.get_object().emplace(
                    "imagePullPolicy", pullPolicyFor(api::textAt(container, {"image"})));
        }
    }
}

void checkPort(const Json *port, const std::string &path, FieldErrors &errors)
{
    constexpr std::int64_t lastPort = 65535;
    const auto number = port ? api::integerAt(*port, {}) : std::nullopt;
    if (number && (*number < 1 || *number > lastPort))
        errors.push_back(invalid(path, *port, "must be between 1 and 65535, inclusive"));
}

namespace {

std::string at(const std::string &path, std::string_view list, std::size_t index)
{
    return path + (path.empty() ? "" : ".") + std::string(list) + "[" + std::to_string(index) + "]";
}

void checkResources(const Json &container, const std::string &path, FieldErrors &errors)
{
    for (const std::string_view part : {"requests", "limits"}) {
        const Json *amounts = api::find(container, {"resources", part});
        if (!amounts || !amounts->is_object())
            continue;
        for (const auto &amount : amounts->get_object()) {
            const std::string field = path + ".resources." + std::string(part);
            const auto value = quantityMilli(amount.value());
            const Json *limit = api::find(container, {"resources", "limits", amount.key()});
            const auto most = limit ? quantityMilli(*limit) : std::nullopt;
            if (part == "requests" && value && most && *value > *most)
                errors.push_back(invalid(field, amount.value(),
                    "must be less than or equal to " + std::string(amount.key()) + " limit of "
                        + quantityText(*limit)));
        }
    }
}

void checkContainer(const Json &container, const std::set<std::string_view> &volumes, const std::string &path,
    FieldErrors &errors)
{
    if (const auto name = api::textAt(container, {"name"}); name.empty())
        errors.push_back(required(path + ".name"));
    else if (!isDnsLabel(name))
        complain("dns1123Label", path + ".name", name, errors);
    if (api::textAt(container, {"image"}).empty())
        errors.push_back(required(path + ".image"));
    const auto &ports = listAt(container, {"ports"});
    for (std::size_t i = 0; i < ports.size(); ++i)
        checkPort(api::find(ports[i], {"containerPort"}), at(path, "ports", i) + ".containerPort", errors);
    const auto &mounts = listAt(container, {"volumeMounts"});
    for (std::size_t i = 0; i < mounts.size(); ++i) {
        const std::string_view name = api::textAt(mounts[i], {"name"});
        if (!volumes.contains(name))
            errors.push_back(notFoundIn(at(path, "volumeMounts", i) + ".name", name));
    }
    checkResources(container, path, errors);
}

} // namespace

void checkPodSpec(const Json &podSpec, const std::string &path, FieldErrors &errors)
{
    std::set<std::string_view> volumes;
    const auto &held = listAt(podSpec, {"volumes"});
    for (std::size_t i = 0; i < held.size(); ++i) {
        const std::string_view name = api::textAt(held[i], {"name"});
        volumes.insert(name);
        if (!name.empty() && !isDnsLabel(name))
            complain("dns1123Label", at(path, "volumes", i) + ".name", name, errors);
    }
    const auto deadline = api::integerAt(podSpec, {"activeDeadlineSeconds"});
    if (deadline && (*deadline < 1 || *deadline > std::numeric_limits<std::int32_t>::max()))
        errors.push_back(invalid(
            path + ".activeDeadlineSeconds", Json(*deadline), "must be between 1 and 2147483647, inclusive"));
    for (const std::string_view list : {"containers", "initContainers"}) {
        const auto &containers = listAt(podSpec, {list});
        for (std::size_t i = 0; i < containers.size(); ++i)
            checkContainer(containers[i], volumes, at(path, list, i), errors);
    }
    const auto &tolerations = listAt(podSpec, {"tolerations"});
    for (std::size_t i = 0; i < tolerations.size(); ++i) {
        const Json &toleration = tolerations[i];
        if (api::textAt(toleration, {"operator"}) == "Exists" && !api::textAt(toleration, {"value"}).empty())
            errors.push_back(invalid(at(path, "tolerations", i) + ".operator", toleration,
                "value must be empty when `operator` is 'Exists'"));
    }
}

} // namespace core::lab::kinds
