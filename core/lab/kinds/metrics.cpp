// SPDX-License-Identifier: GPL-3.0-or-later
// What a metrics server would have measured: what hollow containers are said to use (docs/api-semantics.md
// M9).
#include "core/api/time.h"
#include "core/api/usage.h"
#include "core/lab/cluster.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/schemas.h"

namespace core::lab::kinds {

using api::Amounts;
using api::Json;
using api::JsonArray;
using api::JsonObject;
using api::JsonPtr;

namespace {

constexpr std::int64_t kubeletCpu = 20; // thousandths of a core
constexpr std::int64_t kubeletMemory = 128LL * 1024 * 1024 * 1000;

JsonObject usageIn(const Amounts &amounts)
{
    constexpr std::int64_t kibibyte = 1024LL * 1000;
    return {{"cpu", std::to_string(api::amountOf(amounts, "cpu")) + "m"},
        {"memory", std::to_string(api::amountOf(amounts, "memory") / kibibyte) + "Ki"}};
}

/// Everything but the usage.
JsonObject measured(std::string_view kind, const api::ObjectMeta &metadata, base::Time now)
{
    JsonObject labels;
    for (const auto &[name, value] : metadata.labels)
        labels.emplace(name, value);
    JsonObject about {{"name", metadata.name}, {"creationTimestamp", api::formatTime(now)}};
    if (!metadata.ns.empty())
        about.emplace("namespace", metadata.ns);
    if (!labels.empty())
        about.emplace("labels", std::move(labels));
    return {{"apiVersion", "metrics.k8s.io/v1beta1"}, {"kind", kind}, {"metadata", std::move(about)},
        {"timestamp", api::formatTime(now)}, {"window", "10s"}};
}

template<typename T>
std::vector<T> all(const Cluster &cluster, std::string_view plural, std::string_view ns = {})
{
    std::vector<T> objects;
    const Collection &collection = *cluster.registry.find("", plural)->collection;
    for (const JsonPtr &json : collection.listAt(cluster.store.revision(), ns)) {
        if (auto object = api::decode<T>(*json))
            objects.push_back(std::move(*object));
    }
    return objects;
}

bool isRunning(const api::Pod &pod)
{
    return pod.status.phase == "Running" && !pod.metadata.deletionTimestamp;
}

std::vector<JsonPtr> measuredPods(const Cluster &cluster, std::string_view ns)
{
    std::vector<JsonPtr> metrics;
    for (const api::Pod &pod : all<api::Pod>(cluster, "pods", ns)) {
        if (!isRunning(pod))
            continue;
        JsonArray containers;
        const std::vector<Amounts> usage = api::usageOf(pod);
        for (std::size_t i = 0; i < usage.size(); ++i)
            containers.push_back(
                JsonObject {{"name", pod.spec.containers[i].name}, {"usage", usageIn(usage[i])}});
        JsonObject one = measured("PodMetrics", pod.metadata, cluster.clock.now());
        one.emplace("containers", std::move(containers));
        metrics.push_back(api::share(std::move(one)));
    }
    return metrics;
}

/// A kubelet that is not heard measures nothing.
std::vector<JsonPtr> measuredNodes(const Cluster &cluster, std::string_view)
{
    std::map<std::string, Amounts, std::less<>> used;
    for (const api::Pod &pod : all<api::Pod>(cluster, "pods")) {
        if (isRunning(pod) && !pod.spec.nodeName.empty())
            api::add(used[pod.spec.nodeName], api::totalUsageOf(pod));
    }
    std::vector<JsonPtr> metrics;
    for (const api::Node &node : all<api::Node>(cluster, "nodes")) {
        if (!node.isReady())
            continue;
        Amounts &amounts = used[node.metadata.name];
        api::add(amounts, {{"cpu", kubeletCpu}, {"memory", kubeletMemory}});
        JsonObject one = measured("NodeMetrics", node.metadata, cluster.clock.now());
        one.emplace("usage", usageIn(amounts));
        metrics.push_back(api::share(std::move(one)));
    }
    return metrics;
}

KindDefinition metricsKind(std::string kind, std::string plural, bool namespaced,
    std::pair<const std::string, SchemaPtr> measurements,
    std::vector<JsonPtr> (*compute)(const Cluster &, std::string_view))
{
    return {.group = "metrics.k8s.io",
        .version = "v1beta1",
        .kind = std::move(kind),
        .plural = std::move(plural),
        .namespaced = namespaced,
        .schema = exact(object({{"timestamp", text}, {"window", text}, std::move(measurements)})),
        .compute = compute};
}

} // namespace

KindDefinition nodeMetrics()
{
    return metricsKind("NodeMetrics", "nodes", false, {"usage", quantities}, measuredNodes);
}

KindDefinition podMetrics()
{
    const SchemaPtr containers = listOf(exact(object({{"name", text}, {"usage", quantities}})));
    return metricsKind("PodMetrics", "pods", true, {"containers", containers}, measuredPods);
}

} // namespace core::lab::kinds
