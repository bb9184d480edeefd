// SPDX-License-Identifier: GPL-3.0-or-later
// status, scale, binding, eviction, finalize (docs/api-semantics.md D10, D11, M1, M2).
#include "core/api/codec.h"
#include "core/api/mergepatch.h"
#include "core/api/rolloutsizes.h"
#include "core/api/time.h"
#include "core/lab/handlers.h"
#include "core/lab/objects.h"
#include "core/lab/patching.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;
using api::JsonPtr;
using api::Method;
using api::Response;
using Part = UpdateOptions::Part;
using Origin = UpdateOptions::Origin;

Response Handlers::onSubresource(const Call &call)
{
    const std::string &name = call.subresource;
    const ResourceType &type = *call.target.type;
    const Method method = call.request.method;
    const bool isPod = type.group.empty() && type.kind == "Pod";
    if (name == "status" && call.target.version->hasStatus) {
        if (method == Method::Get)
            return get(call);
        if (method == Method::Put)
            return replace(call, Part::Status);
        return method == Method::Patch ? patch(call, Part::Status) : methodNotAllowed();
    }
    if (name == "scale" && call.target.version->scale)
        return scale(call);
    if (name == "binding" && isPod)
        return method == Method::Post ? bind(call) : methodNotAllowed();
    if (name == "eviction" && isPod)
        return method == Method::Post ? evict(call) : methodNotAllowed();
    if (name == "finalize" && type.group.empty() && type.kind == "Namespace")
        return method == Method::Put ? finalize(call) : methodNotAllowed();
    return pathNotFound();
}

// scale

namespace {

void setAt(Json &object, const std::vector<std::string> &path, Json value)
{
    Json *at = &object;
    for (const std::string &member : path) {
        if (!at->is_object())
            *at = JsonObject();
        at = &at->get_object()[member];
    }
    *at = std::move(value);
}

Json scaleOf(const Json &object, const ScalePaths &paths)
{
    const auto number = [&](const std::vector<std::string> &path) {
        const Json *value = valueAt(object, path);
        return value && value->is_int64() ? *value : Json(0);
    };
    JsonObject metadata;
    for (const std::string_view field :
        {"name", "namespace", "uid", "resourceVersion", "creationTimestamp"}) {
        if (const Json *value = api::find(object, {"metadata", field}))
            metadata.emplace(field, *value);
    }
    JsonObject status {{"replicas", number(paths.statusReplicas)}};
    const Json *selector = paths.labelSelector.empty() ? nullptr : valueAt(object, paths.labelSelector);
    if (selector && selector->is_string()) {
        status.emplace("selector", *selector);
    } else if (selector && selector->is_object()) { // the workloads of apps/v1 have theirs in the spec
        if (const auto read = api::decode<api::LabelSelector>(*selector))
            status.emplace("selector", api::toText(*read));
    }
    return JsonObject {{"kind", "Scale"}, {"apiVersion", "autoscaling/v1"}, {"metadata", std::move(metadata)},
        {"spec", JsonObject {{"replicas", number(paths.specReplicas)}}}, {"status", std::move(status)}};
}

Response scaleResponse(const Target &target, const Written &written)
{
    Response response;
    response.body = api::share(scaleOf(*written.object, *target.version->scale));
    response.revision = written.revision;
    return response;
}

} // namespace

Response Handlers::scale(const Call &call)
{
    const auto *entry = call.target.type->collection->find(call.target.key);
    if (!entry)
        return notFound(call.target.about());
    if (call.request.method == Method::Get)
        return scaleResponse(call.target, {entry->object});
    if (!call.request.body)
        return badRequest("the body of the request must be a Scale");
    if (call.request.method == Method::Put)
        return putScale(call, *entry, *call.request.body);
    if (call.request.method != Method::Patch)
        return methodNotAllowed();
    const auto format = patchFormat(call.request.contentType, false);
    if (!format)
        return format.error();
    Json wanted = scaleOf(*entry->object, *call.target.version->scale);
    if (auto applied = applyPatch(wanted, *format, *call.request.body, nullptr); !applied)
        return std::move(applied.error());
    return putScale(call, *entry, wanted);
}

Response Handlers::putScale(const Call &call, const Entry &entry, const Json &wanted)
{
    const About about {call.target.key.name, "autoscaling", "Scale", {}};
    const Json *value = api::find(wanted, {"spec", "replicas"});
    const auto replicas =
        value ? api::integerAt(wanted, {"spec", "replicas"}) : std::optional<std::int64_t>(0);
    if (!replicas)
        return invalidObject(about, {invalid("spec.replicas", *value, "must be an integer")});
    if (*replicas < 0 || *replicas > 2147483647)
        return invalidObject(about, {invalid("spec.replicas", *value, "must be greater than or equal to 0")});
    auto dryRun = isDryRun(call.request);
    if (!dryRun)
        return std::move(dryRun.error());
    Scratch scratch;
    Json draft(*entry.object, scratch.storage());
    setAt(draft, call.target.version->scale->specReplicas, *replicas);
    for (const std::string_view field : {"resourceVersion", "uid"}) {
        if (const auto given = api::textAt(wanted, {"metadata", field}); !given.empty())
            metadataOf(draft)[field] = given;
    }
    auto written = m_writer.update(call.target, draft, {Part::Main, Origin::Patch, *dryRun});
    return written ? scaleResponse(call.target, *written) : std::move(written.error());
}

// binding

Response Handlers::bind(const Call &call)
{
    const Target &target = call.target;
    const auto *entry = target.type->collection->find(target.key);
    if (!entry)
        return notFound(target.about());
    if (!call.request.body || !call.request.body->is_object())
        return badRequest("the body of the request must be a Binding");
    const Json &binding = *call.request.body;
    const std::string node(api::textAt(binding, {"target", "name"}));
    if (node.empty())
        return invalidObject({target.key.name, "", "Binding", {}}, {required("target.name")});
    const std::string_view uid = api::textAt(binding, {"metadata", "uid"});
    if (!uid.empty() && uid != api::textAt(*entry->object, {"metadata", "uid"}))
        return conflict(target.about(), "Precondition failed: UID in precondition: " + std::string(uid));
    if (isDeleting(*entry->object))
        return conflict(
            target.about(), "pod " + target.key.name + " is being deleted, cannot be assigned to a host");
    if (const auto bound = api::textAt(*entry->object, {"spec", "nodeName"}); !bound.empty())
        return conflict(target.about(),
            "pod " + target.key.name + " is already assigned to node \"" + std::string(bound) + "\"");
    auto dryRun = isDryRun(call.request);
    if (!dryRun)
        return std::move(dryRun.error());
    Scratch scratch;
    Json draft(*entry->object, scratch.storage());
    objectIn(draft, "spec")["nodeName"] = node;
    JsonArray &conditions = arrayIn(objectIn(draft, "status"), "conditions");
    conditions.erase(
        std::ranges::remove_if(conditions,
            [](const Json &condition) { return api::textAt(condition, {"type"}) == "PodScheduled"; })
            .begin(),
        conditions.end());
    conditions.push_back(JsonObject {{"type", "PodScheduled"}, {"status", "True"},
        {"lastTransitionTime", api::formatTime(m_cluster.clock.now())}});
    auto written = m_writer.update(target, draft, {Part::Trusted, Origin::Patch, *dryRun});
    if (!written)
        return std::move(written.error());
    Response response = success(201);
    response.revision = written->revision;
    return response;
}

// eviction

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

} // namespace

std::int64_t Handlers::expectedPods(const std::vector<JsonPtr> &pods, const std::string &ns) const
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
        for (const ResourceType *type : m_cluster.registry.all()) {
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

Answer<> Handlers::checkBudget(const Call &call, const Json &pod)
{
    const std::string &ns = call.target.key.ns;
    std::vector<JsonPtr> budgets;
    const auto selectorOf = [](const Json &budget) {
        const Json *selector = api::find(budget, {"spec", "selector"});
        const auto read = selector ? api::decode<api::LabelSelector>(*selector) : api::LabelSelector();
        return read.value_or(api::LabelSelector());
    };
    const Collection &all = *m_cluster.registry.find("policy", "poddisruptionbudgets")->collection;
    for (const JsonPtr &budget : all.listAt(m_cluster.store.revision(), ns)) {
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
    std::vector<JsonPtr> pods = call.target.type->collection->listAt(m_cluster.store.revision(), ns);
    std::erase_if(pods,
        [selector = selectorOf(budget)](const JsonPtr &other) { return !labelsMatch(selector, *other); });
    const std::int64_t expected = expectedPods(pods, ns);
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

Response Handlers::evict(const Call &call)
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
        if (auto allowed = checkBudget(call, pod); !allowed)
            return std::move(allowed.error());
    }
    auto written = m_writer.remove(target, options);
    if (!written)
        return std::move(written.error());
    Response response = success(201);
    response.revision = written->revision;
    return response;
}

// finalize

Response Handlers::finalize(const Call &call)
{
    if (auto checked = checkBody(call); !checked)
        return std::move(checked.error());
    const auto *entry = call.target.type->collection->find(call.target.key);
    if (!entry)
        return notFound(call.target.about());
    const Json &body = *call.request.body;
    Scratch scratch;
    Json draft(*entry->object, scratch.storage());
    objectIn(draft, "spec")["finalizers"] = listAt(body, {"spec", "finalizers"});
    if (const auto version = api::textAt(body, {"metadata", "resourceVersion"}); !version.empty())
        metadataOf(draft)["resourceVersion"] = version;
    auto written = m_writer.update(call.target, draft, {Part::Trusted, Origin::Patch, false});
    return written ? shown(call, *written) : std::move(written.error());
}

} // namespace core::lab
