// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/builtinschemas.h"

#include <functional>

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

using Type = Schema::Type;
using Members = std::initializer_list<std::pair<const std::string, SchemaPtr>>;

SchemaPtr scalar(Type type)
{
    auto schema = std::make_shared<Schema>();
    schema->type = type;
    return schema;
}

const SchemaPtr text = scalar(Type::String);
const SchemaPtr integer = scalar(Type::Integer);
const SchemaPtr boolean = scalar(Type::Boolean);
const SchemaPtr intOrString = scalar(Type::IntOrString);

SchemaPtr object(Members members, std::vector<std::string> required = {})
{
    auto schema = std::make_shared<Schema>();
    schema->type = Type::Object;
    schema->preserveUnknown = true;
    schema->properties = members;
    schema->required = std::move(required);
    return schema;
}

SchemaPtr mapOf(SchemaPtr values)
{
    auto schema = std::make_shared<Schema>();
    schema->type = Type::Object;
    schema->additional = std::move(values);
    return schema;
}

SchemaPtr listOf(SchemaPtr items)
{
    auto schema = std::make_shared<Schema>();
    schema->type = Type::Array;
    schema->items = std::move(items);
    return schema;
}

/// A list that strategic patches merge by the key of its items.
SchemaPtr mergedBy(std::string key, SchemaPtr items, bool unique = true)
{
    auto schema = std::make_shared<Schema>();
    schema->type = Type::Array;
    schema->items = std::move(items);
    schema->listType = unique ? Schema::ListType::Map : Schema::ListType::Atomic;
    schema->mapKeys = {std::move(key)};
    schema->mergesInPatches = true;
    return schema;
}

SchemaPtr mergedSet()
{
    auto schema = std::make_shared<Schema>();
    schema->type = Type::Array;
    schema->items = text;
    schema->mergesInPatches = true;
    return schema;
}

SchemaPtr withDefault(const SchemaPtr &schema, Json value)
{
    auto copy = std::make_shared<Schema>(*schema);
    copy->defaultValue = std::move(value);
    return copy;
}

SchemaPtr oneOf(std::vector<std::string> values)
{
    auto schema = std::make_shared<Schema>();
    schema->type = Type::String;
    for (const std::string &value : values)
        schema->enumeration.emplace_back(boost::json::string(value));
    return schema;
}

SchemaPtr atLeast(double minimum)
{
    auto schema = std::make_shared<Schema>();
    schema->type = Type::Integer;
    schema->minimum = minimum;
    return schema;
}

SchemaPtr notEmpty(const SchemaPtr &list)
{
    auto copy = std::make_shared<Schema>(*list);
    copy->minItems = 1;
    return copy;
}

const SchemaPtr texts = listOf(text);
const SchemaPtr textMap = mapOf(text);
const SchemaPtr conditions = mergedBy("type",
    object({{"type", text}, {"status", text}, {"reason", text}, {"message", text},
               {"lastTransitionTime", text}, {"lastHeartbeatTime", text}},
        {"type", "status"}));
const SchemaPtr labelSelector = object({{"matchLabels", textMap},
    {"matchExpressions",
        listOf(object({{"key", text}, {"operator", oneOf({"In", "NotIn", "Exists", "DoesNotExist"})},
                          {"values", texts}},
            {"key", "operator"}))}});
const SchemaPtr quantities = mapOf(intOrString);
const SchemaPtr objectReference = object({{"apiVersion", text}, {"kind", text}, {"name", text},
    {"namespace", text}, {"uid", text}, {"resourceVersion", text}, {"fieldPath", text}});

/// In environment variables and files.
const SchemaPtr fieldReference =
    object({{"apiVersion", withDefault(text, "v1")}, {"fieldPath", text}}, {"fieldPath"});

SchemaPtr httpGet()
{
    return object({{"path", withDefault(text, "/")}, {"port", intOrString}, {"host", text},
                      {"scheme", withDefault(text, "HTTP")}},
        {"port"});
}

SchemaPtr probe()
{
    return object({{"httpGet", httpGet()}, {"initialDelaySeconds", integer},
        {"timeoutSeconds", withDefault(integer, 1)}, {"periodSeconds", withDefault(integer, 10)},
        {"successThreshold", withDefault(integer, 1)}, {"failureThreshold", withDefault(integer, 3)}});
}

SchemaPtr volumes()
{
    const SchemaPtr mode = withDefault(integer, 0644);
    const SchemaPtr fields = listOf(object({{"path", text}, {"fieldRef", fieldReference}}));
    const SchemaPtr token = object({{"expirationSeconds", withDefault(integer, 3600)}});
    const SchemaPtr sources =
        listOf(object({{"downwardAPI", object({{"items", fields}})}, {"serviceAccountToken", token}}));
    return mergedBy("name",
        object({{"name", text}, {"configMap", object({{"defaultMode", mode}})},
                   {"secret", object({{"defaultMode", mode}})},
                   {"downwardAPI", object({{"defaultMode", mode}, {"items", fields}})},
                   {"projected", object({{"defaultMode", mode}, {"sources", sources}})},
                   {"hostPath", object({{"path", text}, {"type", withDefault(text, "")}}, {"path"})}},
            {"name"}));
}

SchemaPtr containers()
{
    const SchemaPtr ports = mergedBy("containerPort",
        object({{"containerPort", integer}, {"name", text}, {"protocol", withDefault(text, "TCP")}},
            {"containerPort"}),
        false);
    const SchemaPtr env = mergedBy("name",
        object({{"name", text}, {"value", text}, {"valueFrom", object({{"fieldRef", fieldReference}})}},
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
                {"terminationMessagePolicy", withDefault(text, "File")}},
            {"name"}));
}

SchemaPtr podSpec()
{
    const SchemaPtr tolerations = listOf(object({{"key", text}, {"operator", oneOf({"", "Exists", "Equal"})},
        {"value", text}, {"effect", oneOf({"", "NoSchedule", "PreferNoSchedule", "NoExecute"})},
        {"tolerationSeconds", integer}}));
    return object(
        {{"containers", notEmpty(containers())}, {"initContainers", containers()}, {"volumes", volumes()},
            {"imagePullSecrets", mergedBy("name", object({{"name", text}}))},
            {"hostAliases", mergedBy("ip", object({{"ip", text}}))},
            {"topologySpreadConstraints", mergedBy("topologyKey", object({{"topologyKey", text}}), false)},
            {"nodeName", text}, {"nodeSelector", textMap}, {"tolerations", tolerations},
            {"affinity", object({})},
            {"restartPolicy", withDefault(oneOf({"Always", "OnFailure", "Never"}), "Always")},
            {"terminationGracePeriodSeconds", withDefault(integer, 30)},
            {"dnsPolicy", withDefault(text, "ClusterFirst")},
            {"schedulerName", withDefault(text, "default-scheduler")},
            {"securityContext", withDefault(object({}), JsonObject())}, {"serviceAccountName", text},
            {"hostNetwork", boolean}, {"enableServiceLinks", boolean}, {"priority", integer},
            {"activeDeadlineSeconds", integer}},
        {"containers"});
}

SchemaPtr podStatus()
{
    return object({{"phase", text}, {"reason", text}, {"message", text}, {"hostIP", text}, {"podIP", text},
        {"podIPs", mergedBy("ip", object({{"ip", text}}))}, {"startTime", text}, {"conditions", conditions},
        {"containerStatuses",
            listOf(object({{"name", text}, {"ready", boolean}, {"restartCount", integer}}))},
        {"initContainerStatuses", listOf(object({}))}});
}

SchemaPtr podTemplate()
{
    return object({{"metadata", metadataSchema()}, {"spec", podSpec()}}, {"spec"});
}

SchemaPtr workload(Members specMembers, std::vector<std::string> required)
{
    auto spec = std::make_shared<Schema>(*object(specMembers, std::move(required)));
    spec->properties.emplace("selector", labelSelector);
    spec->properties.emplace("template", podTemplate());
    const SchemaPtr status = object({{"conditions", conditions}, {"replicas", integer},
        {"readyReplicas", integer}, {"availableReplicas", integer}, {"observedGeneration", integer}});
    return object({{"spec", spec}, {"status", status}}, {"spec"});
}

SchemaPtr deployment()
{
    const SchemaPtr replicas = withDefault(atLeast(0), 1);
    const SchemaPtr strategy = object({{"type", withDefault(text, "RollingUpdate")},
        {"rollingUpdate", object({{"maxSurge", intOrString}, {"maxUnavailable", intOrString}})}});
    return workload({{"replicas", replicas}, {"strategy", withDefault(strategy, JsonObject())},
                        {"revisionHistoryLimit", withDefault(integer, 10)},
                        {"progressDeadlineSeconds", withDefault(integer, 600)}},
        {"selector", "template"});
}

SchemaPtr node()
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

SchemaPtr service()
{
    const SchemaPtr ports = mergedBy("port",
        object({{"port", integer}, {"name", text}, {"protocol", withDefault(text, "TCP")},
                   {"targetPort", intOrString}},
            {"port"}),
        false);
    return object(
        {{"spec",
            object({{"type", withDefault(text, "ClusterIP")}, {"selector", textMap}, {"ports", ports},
                {"clusterIP", text}, {"sessionAffinity", withDefault(text, "None")}})}},
        {"spec"});
}

SchemaPtr lease()
{
    return object({{"spec",
        object({{"holderIdentity", text}, {"leaseDurationSeconds", atLeast(1)}, {"acquireTime", text},
            {"renewTime", text}, {"leaseTransitions", atLeast(0)}})}});
}

SchemaPtr event()
{
    return object(
        {{"involvedObject", objectReference}, {"related", objectReference}, {"reason", text},
            {"message", text}, {"type", text}, {"count", integer}, {"firstTimestamp", text},
            {"lastTimestamp", text}, {"eventTime", text}, {"action", text}, {"reportingComponent", text},
            {"reportingInstance", text}, {"source", object({{"component", text}, {"host", text}})},
            {"series", object({{"count", integer}, {"lastObservedTime", text}})}},
        {"involvedObject"});
}

SchemaPtr disruptionBudget()
{
    return object({{"spec",
                       object({{"minAvailable", intOrString}, {"maxUnavailable", intOrString},
                           {"selector", labelSelector}})},
        {"status",
            object({{"disruptionsAllowed", integer}, {"currentHealthy", integer}, {"desiredHealthy", integer},
                {"expectedPods", integer}, {"conditions", conditions}})}});
}

SchemaPtr job()
{
    return workload({{"parallelism", withDefault(atLeast(0), 1)}, {"completions", atLeast(0)},
                        {"backoffLimit", withDefault(atLeast(0), 6)}, {"activeDeadlineSeconds", atLeast(0)},
                        {"ttlSecondsAfterFinished", atLeast(0)},
                        {"completionMode", withDefault(oneOf({"NonIndexed", "Indexed"}), "NonIndexed")},
                        {"suspend", withDefault(boolean, false)}},
        {"template"});
}

SchemaPtr role()
{
    return object({{"rules",
        listOf(object({{"verbs", texts}, {"apiGroups", texts}, {"resources", texts}, {"resourceNames", texts},
                          {"nonResourceURLs", texts}},
            {"verbs"}))}});
}

SchemaPtr roleBinding()
{
    const SchemaPtr reference =
        object({{"apiGroup", text}, {"kind", text}, {"name", text}}, {"kind", "name"});
    return object(
        {{"roleRef", reference},
            {"subjects",
                listOf(object({{"kind", text}, {"name", text}, {"namespace", text}, {"apiGroup", text}},
                    {"kind", "name"}))}},
        {"roleRef"});
}

SchemaPtr customResourceDefinition()
{
    const SchemaPtr names = object({{"plural", text}, {"singular", text}, {"kind", text}, {"listKind", text},
                                       {"shortNames", texts}, {"categories", texts}},
        {"plural", "kind"});
    const SchemaPtr column =
        object({{"name", text}, {"type", oneOf({"boolean", "date", "integer", "number", "string"})},
                   {"jsonPath", text}, {"format", text}, {"description", text}, {"priority", integer}},
            {"name", "type", "jsonPath"});
    const SchemaPtr scale =
        object({{"specReplicasPath", text}, {"statusReplicasPath", text}, {"labelSelectorPath", text}},
            {"specReplicasPath", "statusReplicasPath"});
    const SchemaPtr version =
        object({{"name", text}, {"served", boolean}, {"storage", boolean},
                   {"schema", object({{"openAPIV3Schema", object({})}}, {"openAPIV3Schema"})},
                   {"subresources", object({{"status", object({})}, {"scale", scale}})},
                   {"additionalPrinterColumns", listOf(column)}},
            {"name", "served", "storage", "schema"});
    const SchemaPtr conversion =
        withDefault(object({{"strategy", oneOf({"None"})}}, {"strategy"}), JsonObject {{"strategy", "None"}});
    return object(
        {{"spec",
             object({{"group", text}, {"names", names}, {"scope", oneOf({"Cluster", "Namespaced"})},
                        {"versions", notEmpty(listOf(version))}, {"conversion", conversion},
                        {"preserveUnknownFields", boolean}},
                 {"group", "names", "scope", "versions"})},
            {"status",
                object({{"conditions", conditions}, {"acceptedNames", names}, {"storedVersions", texts}})}},
        {"spec"});
}

using Builder = SchemaPtr (*)();

const std::map<std::string_view, Builder> &builders()
{
    static const std::map<std::string_view, Builder> table {
        {"ClusterRole", role},
        {"ClusterRoleBinding", roleBinding},
        {"ConfigMap",
            [] {
                return object({{"data", textMap}, {"binaryData", textMap}, {"immutable", boolean}});
            }},
        {"CustomResourceDefinition", customResourceDefinition},
        {"DaemonSet",
            [] {
                return workload({{"updateStrategy", object({})}}, {"selector", "template"});
            }},
        {"Deployment", deployment},
        {"Event", event},
        {"Job", job},
        {"Lease", lease},
        {"Namespace",
            [] {
                return object({{"spec", object({{"finalizers", texts}})},
                    {"status", object({{"phase", text}, {"conditions", conditions}})}});
            }},
        {"Node", node},
        {"Pod",
            [] {
                return object({{"spec", podSpec()}, {"status", podStatus()}}, {"spec"});
            }},
        {"PodDisruptionBudget", disruptionBudget},
        {"ReplicaSet",
            [] {
                return workload({{"replicas", withDefault(atLeast(0), 1)}, {"minReadySeconds", atLeast(0)}},
                    {"selector"});
            }},
        {"Role", role},
        {"RoleBinding", roleBinding},
        {"Secret",
            [] {
                return object(
                    {{"data", textMap}, {"stringData", textMap}, {"type", withDefault(text, "Opaque")}});
            }},
        {"Service", service},
        {"ServiceAccount",
            [] {
                return object({{"secrets", mergedBy("name", object({{"name", text}}))},
                    {"imagePullSecrets", listOf(object({{"name", text}}))}});
            }},
    };
    return table;
}

} // namespace

SchemaPtr metadataSchema()
{
    static const SchemaPtr schema = object({{"name", text}, {"generateName", text}, {"namespace", text},
        {"uid", text}, {"resourceVersion", text}, {"generation", integer}, {"creationTimestamp", text},
        {"deletionTimestamp", text}, {"deletionGracePeriodSeconds", integer}, {"labels", textMap},
        {"annotations", textMap}, {"finalizers", mergedSet()},
        {"ownerReferences",
            mergedBy("uid",
                object({{"apiVersion", text}, {"kind", text}, {"name", text}, {"uid", text},
                           {"controller", boolean}, {"blockOwnerDeletion", boolean}},
                    {"apiVersion", "kind", "name", "uid"}))}});
    return schema;
}

SchemaPtr builtInSchema(std::string_view kind)
{
    const auto found = builders().find(kind);
    auto schema = std::make_shared<Schema>(*(found == builders().end() ? object({}) : found->second()));
    schema->properties.emplace("apiVersion", text);
    schema->properties.emplace("kind", text);
    schema->properties.emplace("metadata", metadataSchema());
    return schema;
}

} // namespace core::lab
