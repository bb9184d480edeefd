// SPDX-License-Identifier: GPL-3.0-or-later
// Deletes a pod unless a disruption budget forbids it (docs/api-semantics.md M2).
#include "core/api/codec.h"
#include "core/api/rolloutsizes.h"
#include "core/lab/handlers.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/objects.h"

#include <algorithm>
#include <set>

namespace core::lab::kinds {

using api::Json;
using api::JsonArray;
using api::JsonPtr;
using api::Method;
using api::Response;

namespace {

bool isReady(const Json &pod)
{
    return std::ranges::any_of(listAt(pod, {"status", "conditions"}), [](const Json &condition) {
        return api::textAt(condition, {"type"}) == "Ready" && api::textAt(condition, {"status"}) == "True";
    });
}

/// An int, or a percentage of the total rounded up.
std::int64_t scaled(const Json &value, std::int64_t total)
{
    if (!value.is_string())
        return value.is_int64() ? value.get_int64() : 0;
    return api::portionOf({api::text(value.get_string())}, total, api::Rounding::Up).value_or(0);
}

std::int64_t expectedPods(const Registry &registry, const std::vector<JsonPtr> &pods, const std::string &ns)
{
    std::int64_t expected = 0;
    std::set<std::string, std::less<>> counted;
    for (const JsonPtr &pod : pods) {
        const JsonArray &owners = listAt(*pod, {"metadata", "ownerReferences"});
        const auto owner = std::ranges::find_if(
            owners, [](const Json &reference) { return flagAt(reference, {"controller"}); });
        if (owner == owners.end()) {
            ++expected;
            continue;
        }
        if (!counted.emplace(api::textAt(*owner, {"uid"})).second)
            continue;
        const std::string_view apiVersion = api::textAt(*owner, {"apiVersion"});
        const std::string_view group = apiVersion.substr(0, apiVersion.find('/'));
        std::optional<std::int64_t> replicas;
        for (const ResourceType *type : registry.all()) {
            if (type->group != group || type->kind != api::textAt(*owner, {"kind"}))
                continue;
            if (const auto *entry = type->collection->find({ns, std::string(api::textAt(*owner, {"name"}))}))
                replicas = api::integerAt(*entry->object, {"spec", "replicas"});
        }
        expected += replicas.value_or(std::ranges::count_if(pods, [&](const JsonPtr &other) {
            return contains(listAt(*other, {"metadata", "ownerReferences"}), *owner);
        }));
    }
    return expected;
}

Answer<> checkBudget(const Cluster &cluster, const Call &call, const Json &pod)
{
    const std::string &ns = call.target.key.ns;
    std::vector<JsonPtr> budgets;
    const auto selectorOf = [](const Json &budget) {
        const Json *selector = api::find(budget, {"spec", "selector"});
        const auto read = selector ? api::decode<api::LabelSelector>(*selector) : api::LabelSelector();
        return read.value_or(api::LabelSelector());
    };
    const Collection &all = *cluster.registry.find("policy", "poddisruptionbudgets")->collection;
    for (const JsonPtr &budget : all.listAt(cluster.store.revision(), ns)) {
        if (api::find(*budget, {"spec", "selector"}) && labelsMatch(selectorOf(*budget), pod))
            budgets.push_back(budget);
    }
    if (budgets.empty())
        return {};
    if (budgets.size() > 1)
        return refuse(failure(500, "InternalError",
            "This pod has more than one PodDisruptionBudget, which the eviction subresource does not "
            "support.",
            {}));
    const Json &budget = *budgets.front();
    std::vector<JsonPtr> pods = call.target.type->collection->listAt(cluster.store.revision(), ns);
    std::erase_if(pods,
        [selector = selectorOf(budget)](const JsonPtr &other) { return !labelsMatch(selector, *other); });
    const std::int64_t expected = expectedPods(cluster.registry, pods, ns);
    const std::int64_t healthy = std::ranges::count_if(
        pods, [](const JsonPtr &other) { return isReady(*other) && !isDeleting(*other); });
    std::int64_t needed = 0;
    if (const Json *most = api::find(budget, {"spec", "maxUnavailable"}))
        needed = expected - scaled(*most, expected);
    else if (const Json *least = api::find(budget, {"spec", "minAvailable"}))
        needed = scaled(*least, expected);
    const bool costsNothing = !isReady(pod) && healthy >= needed && needed > 0;
    if (healthy > needed || costsNothing)
        return {};
    const std::string name(api::textAt(budget, {"metadata", "name"}));
    return refuse(failure(429, "TooManyRequests",
        "Cannot evict pod as it would violate the pod's disruption budget.", {},
        {{"DisruptionBudget", "",
            "The disruption budget " + name + " needs " + std::to_string(needed) + " healthy pods and has "
                + std::to_string(healthy) + " currently"}},
        10));
}

Response evict(Handlers &handlers, const Call &call)
{
    const Target &target = call.target;
    const auto *entry = target.type->collection->find(target.key);
    if (!entry)
        return notFound(target.about());
    if (!call.request.body || !call.request.body->is_object())
        return badRequest("the body of the request must be an Eviction");
    const Json &eviction = *call.request.body;
    const std::string_view kind = api::textAt(eviction, {"kind"});
    const std::string_view version = api::textAt(eviction, {"apiVersion"});
    if ((!kind.empty() && kind != "Eviction") || (!version.empty() && !version.starts_with("policy/")))
        return badRequest("the object provided is a " + std::string(version) + " " + std::string(kind)
            + ", expected policy/v1 Eviction");
    const Json &pod = *entry->object;
    DeleteOptions options;
    const Json *wanted = api::find(eviction, {"deleteOptions"});
    if (wanted) {
        options.gracePeriodSeconds = api::integerAt(*wanted, {"gracePeriodSeconds"});
        options.uid = api::textAt(*wanted, {"preconditions", "uid"});
        options.resourceVersion = api::textAt(*wanted, {"preconditions", "resourceVersion"});
    }
    auto dryRun = isDryRun(call.request);
    if (!dryRun)
        return std::move(dryRun.error());
    options.dryRun = *dryRun || (wanted && contains(listAt(*wanted, {"dryRun"}), Json("All")));
    const std::string_view phase = api::textAt(pod, {"status", "phase"});
    const bool runs = phase != "Pending" && phase != "Succeeded" && phase != "Failed" && !isDeleting(pod);
    if (runs) {
        if (auto allowed = checkBudget(handlers.cluster(), call, pod); !allowed)
            return std::move(allowed.error());
    }
    auto written = handlers.writer().remove(target, options);
    if (!written)
        return std::move(written.error());
    Response response = success(201);
    response.revision = written->revision;
    return response;
}

} // namespace

Subresource evictionSubresource()
{
    return {.name = "eviction",
        .kind = "Eviction",
        .group = "policy",
        .version = "v1",
        .freesRoom = true,
        .verbs = {{Method::Post, evict}}};
}

} // namespace core::lab::kinds
