// SPDX-License-Identifier: GPL-3.0-or-later
// Deletes a pod unless a disruption budget forbids it (docs/api-semantics.md M2).
#include "core/api/codec.h"
#include "core/api/time.h"
#include "core/lab/handlers.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"

#include <algorithm>

namespace core::lab::kinds {

using api::Json;
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

/// A budget without a selector covers nothing, one with an empty selector everything.
bool covers(const Json &budget, const Json &pod)
{
    const Json *selector = api::find(budget, {"spec", "selector"});
    if (!selector)
        return false;
    const auto read = api::decode<api::LabelSelector>(*selector);
    return read && labelsMatch(*read, pod);
}

std::vector<JsonPtr> budgetsOf(const Cluster &cluster, const std::string &ns, const Json &pod)
{
    const Collection &all = *cluster.registry.find("policy", "poddisruptionbudgets")->collection;
    std::vector<JsonPtr> budgets = all.listAt(cluster.store.revision(), ns);
    std::erase_if(budgets, [&](const JsonPtr &budget) { return !covers(*budget, pod); });
    return budgets;
}

std::int64_t numberIn(const Json &budget, std::string_view part, std::string_view field)
{
    return api::integerAt(budget, {part, field}).value_or(0);
}

/// What is not ready disrupts nobody when it goes, as long as enough others are.
bool costsNothing(const Json &budget, const Json &pod)
{
    const std::int64_t desired = numberIn(budget, "status", "desiredHealthy");
    return !isReady(pod)
        && (api::textAt(budget, {"spec", "unhealthyPodEvictionPolicy"}) == "AlwaysAllow"
            || (desired > 0 && numberIn(budget, "status", "currentHealthy") >= desired));
}

/// Clients wait of themselves where they are told for how long, and show nothing meanwhile.
Refusal tooManyRequests(std::string why, int retryAfterSeconds)
{
    return refuse(
        failure(429, "TooManyRequests", "Cannot evict pod as it would violate the pod's disruption budget.",
            {}, {{"DisruptionBudget", "", std::move(why)}}, retryAfterSeconds));
}

Answer<> checkAllowed(const Json &budget)
{
    constexpr std::size_t mostUnconfirmed = 2000;
    const std::string name(api::textAt(budget, {"metadata", "name"}));
    if (numberIn(budget, "status", "observedGeneration") < numberIn(budget, "metadata", "generation"))
        return tooManyRequests(
            "The disruption budget " + name + " is still being processed by the server.", 10);
    const Json *unconfirmed = api::find(budget, {"status", "disruptedPods"});
    if (unconfirmed && unconfirmed->is_object() && unconfirmed->get_object().size() > mostUnconfirmed)
        return refuse(forbidden({name, "policy", "poddisruptionbudgets", {}},
            "DisruptedPods map too big - too many evictions not confirmed by PDB controller"));
    if (numberIn(budget, "status", "disruptionsAllowed") <= 0)
        return tooManyRequests("The disruption budget " + name + " needs "
                + std::to_string(numberIn(budget, "status", "desiredHealthy")) + " healthy pods and has "
                + std::to_string(numberIn(budget, "status", "currentHealthy")) + " currently",
            0);
    return {};
}

/// One disruption less is allowed: no other pod of the budget may rely on this one.
Answer<> recordDisruption(Handlers &handlers, const Json &budget, const std::string &pod)
{
    ResourceType *type = handlers.cluster().registry.find("policy", "poddisruptionbudgets");
    const api::ObjectKey key {std::string(api::textAt(budget, {"metadata", "namespace"})),
        std::string(api::textAt(budget, {"metadata", "name"}))};
    const std::int64_t left = numberIn(budget, "status", "disruptionsAllowed") - 1;
    const std::string now = api::formatTime(handlers.cluster().clock.now());
    Scratch scratch;
    Json draft(budget, scratch.storage());
    api::JsonObject &status = objectIn(draft, "status");
    status["disruptionsAllowed"] = left;
    objectIn(status, "disruptedPods")[pod] = now;
    for (Json &condition : arrayIn(status, "conditions")) {
        if (left > 0 || api::textAt(condition, {"type"}) != "DisruptionAllowed")
            continue;
        api::JsonObject &fields = condition.get_object();
        fields["status"] = "False";
        fields["reason"] = "InsufficientPods";
        fields["lastTransitionTime"] = now;
    }
    auto written =
        handlers.writer().update({type, &type->versions.front(), key}, draft, {UpdateOptions::Part::Status});
    return written ? Answer<>() : refuse(std::move(written.error()));
}

/// Asks the budgets for the pod's eviction; the one that allows it counts it.
Answer<> disrupt(Handlers &handlers, const Call &call, const Json &pod, bool dryRun)
{
    const auto budgets = budgetsOf(handlers.cluster(), call.target.key.ns, pod);
    if (budgets.size() > 1)
        return refuse(failure(500, "InternalError",
            "This pod has more than one PodDisruptionBudget, which the eviction subresource does not "
            "support.",
            {}));
    if (budgets.empty() || costsNothing(*budgets.front(), pod))
        return {};
    const JsonPtr &budget = budgets.front();
    auto allowed = checkAllowed(*budget);
    return allowed && !dryRun ? recordDisruption(handlers, *budget, call.target.key.name) : allowed;
}

Response evict(Handlers &handlers, const Call &call)
{
    const Target &target = call.target;
    const auto *entry = target.type->collection->find(target.key);
    if (!entry)
        return notFound(target.about());
    if (!call.request.body || !call.request.body->is_object())
        return badRequest("the body of the request must be an Eviction");
    Json eviction = *call.request.body;
    const std::string_view kind = api::textAt(eviction, {"kind"});
    const std::string_view version = api::textAt(eviction, {"apiVersion"});
    if ((!kind.empty() && kind != "Eviction") || (!version.empty() && !version.starts_with("policy/")))
        return badRequest("the object provided is a " + std::string(version) + " " + std::string(kind)
            + ", expected policy/v1 Eviction");
    const std::string_view name = api::textAt(eviction, {"metadata", "name"});
    if (!name.empty() && name != target.key.name)
        return badRequest("name in URL does not match name in Eviction object");
    auto dryRun = isDryRun(call.request);
    if (!dryRun)
        return std::move(dryRun.error());
    const bool isDry = *dryRun || contains(listAt(eviction, {"deleteOptions", "dryRun"}), Json("All"));
    if (auto admitted = admitBody(call, nullptr, 0, isDry, eviction); !admitted)
        return std::move(admitted.error());
    const Json &pod = *entry->object;
    DeleteOptions options;
    const Json *wanted = api::find(eviction, {"deleteOptions"});
    if (wanted) {
        options.gracePeriodSeconds = api::integerAt(*wanted, {"gracePeriodSeconds"});
        options.uid = api::textAt(*wanted, {"preconditions", "uid"});
        options.resourceVersion = api::textAt(*wanted, {"preconditions", "resourceVersion"});
    }
    options.dryRun = isDry;
    const std::string_view phase = api::textAt(pod, {"status", "phase"});
    const bool runs = phase != "Pending" && phase != "Succeeded" && phase != "Failed" && !isDeleting(pod);
    if (runs) {
        if (auto allowed = disrupt(handlers, call, pod, options.dryRun); !allowed)
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
    static const SchemaPtr options = object({{"apiVersion", text}, {"kind", text}});
    static const SchemaPtr schema =
        schemaOfKind("policy/v1", "Eviction", object({{"deleteOptions", options}}));
    return {.name = "eviction",
        .kind = "Eviction",
        .group = "policy",
        .version = "v1",
        .schema = schema,
        .freesRoom = true,
        .verbs = {{Method::Post, evict}}};
}

} // namespace core::lab::kinds
