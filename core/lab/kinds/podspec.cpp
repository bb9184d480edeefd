// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/podspec.h"

#include "core/lab/kinds/completion.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/kinds/volumes.h"
#include "core/lab/objects.h"

#include <algorithm>

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
    return object({{"containers", containers()}, {"initContainers", containers()},
                      {"ephemeralContainers", containers()}, {"volumes", volumes()},
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
                          withDefault(oneOf({"ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"}),
                              "ClusterFirst")},
                      {"schedulerName", withDefault(text, "default-scheduler")},
                      {"securityContext", withDefault(object({}), JsonObject())},
                      {"serviceAccountName", text}, {"hostNetwork", boolean}, {"enableServiceLinks", boolean},
                      {"priority", integer}, {"activeDeadlineSeconds", integer}},
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

namespace {

bool isNothing(const Json *value)
{
    return !value || value->is_null() || (value->is_string() && value->get_string().empty());
}

bool isOfNoKind(const Json &volume)
{
    return volume.is_object() && volume.get_object().contains("name")
        && std::ranges::all_of(volume.get_object(),
            [](const auto &member) { return member.key() == "name" || member.value().is_null(); });
}

} // namespace

void fillInPodSpec(JsonObject &podSpec)
{
    for (Json &volume : itemsIn(podSpec, "volumes")) {
        if (isOfNoKind(volume))
            volume.get_object().insert_or_assign("emptyDir", JsonObject());
    }
    for (const std::string_view list : {"containers", "initContainers", "ephemeralContainers"}) {
        for (Json &container : itemsIn(podSpec, list)) {
            if (container.is_object() && isNothing(api::find(container, {"imagePullPolicy"})))
                container.get_object().insert_or_assign(
                    "imagePullPolicy", pullPolicyFor(api::textAt(container, {"image"})));
        }
    }
}

void fillInPodSpecAt(Json &object, std::initializer_list<std::string_view> path)
{
    JsonObject *at = object.if_object();
    for (const std::string_view member : path) {
        Json *inner = at ? at->if_contains(member) : nullptr;
        at = inner ? inner->if_object() : nullptr;
    }
    if (at)
        fillInPodSpec(*at);
}

} // namespace core::lab::kinds
