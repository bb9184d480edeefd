// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/apiserver.h"

#include "core/api/mergepatch.h"
#include "core/lab/writer.h"

#include <algorithm>
#include <charconv>

namespace core::lab {

using api::Json;
using api::JsonObject;
using api::Method;
using api::Request;
using api::Response;

struct ApiServer::Parts {
    explicit Parts(const LabOptions &options) : cluster(options.clock, options.seed) { }

    Response list(const Request &request, const Route &route);
    Response get(const Target &target);
    Response create(const Request &request, Target target);
    Response replace(const Request &request, const Route &route, const Target &target);
    Response patch(const Request &request, const Route &route, const Target &target);
    Response remove(const Request &request, const Target &target);
    Response bind(const Request &request, const Target &target);
    void makeFirstObjects();

    Cluster cluster;
    Writer writer {cluster};
};

namespace {

Response ok(const Written &written, int code = 200)
{
    Response response;
    response.code = code;
    response.body = written.object;
    response.revision = written.revision;
    return response;
}

std::optional<std::int64_t> integer(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

bool isDryRun(const Request &request)
{
    return request.parameter("dryRun") == "All";
}

Answer<> checkBody(const Request &request, const Target &target)
{
    if (!request.body || !request.body->is_object())
        return refuse(badRequest("the body of the request is no object"));
    const Json *metadata = request.body->get_object().if_contains("metadata");
    if (metadata && !metadata->is_object())
        return refuse(badRequest("metadata is no object"));
    const auto name = api::textAt(*request.body, {"metadata", "name"});
    if (!target.key.name.empty() && name != target.key.name)
        return refuse(badRequest("the name of the object (" + std::string(name)
            + ") does not match the name on the URL (" + target.key.name + ")"));
    const auto ns = api::textAt(*request.body, {"metadata", "namespace"});
    if (!ns.empty() && !target.key.ns.empty() && ns != target.key.ns)
        return refuse(badRequest(
            "the namespace of the provided object does not match the namespace sent on the request"));
    return {};
}

Json draftOf(const Request &request, const Target &target, Scratch &scratch)
{
    Json draft(JsonObject(scratch.storage()), scratch.storage());
    JsonObject &object = draft.get_object();
    object["apiVersion"] = target.type->apiVersion(*target.version);
    object["kind"] = target.type->kind;
    object["metadata"] = JsonObject();
    for (const auto &member : request.body->get_object()) {
        if (member.key() != "apiVersion" && member.key() != "kind" && !member.value().is_null())
            object[member.key()] = member.value();
    }
    return draft;
}

} // namespace

Response ApiServer::Parts::list(const Request &request, const Route &route)
{
    auto selection = Selection::parse(
        route.ns, request.parameter("labelSelector"), request.parameter("fieldSelector"), route.type->fields);
    if (!selection)
        return selection.error();
    auto body = std::make_shared<api::ListBody>();
    body->apiVersion = route.type->apiVersion(*route.version);
    body->kind = route.type->listKind;
    body->resourceVersion = std::to_string(cluster.store.revision());
    body->items = route.type->collection->listAt(cluster.store.revision(), route.ns);
    std::erase_if(body->items, [&](const api::JsonPtr &object) { return !selection->matches(*object); });
    Response response;
    response.list = std::move(body);
    return response;
}

Response ApiServer::Parts::get(const Target &target)
{
    const auto *entry = target.type->collection->find(target.key);
    if (!entry)
        return notFound(target.about());
    return ok({entry->object, 0, false});
}

Response ApiServer::Parts::create(const Request &request, Target target)
{
    if (const auto checked = checkBody(request, target); !checked)
        return checked.error();
    const bool isNamespaceThere = !target.type->namespaced
        || cluster.registry.find("", "namespaces")->collection->find({{}, target.key.ns});
    if (!isNamespaceThere)
        return notFound(cluster.registry.find("", "namespaces")->about(target.key.ns));
    Scratch scratch;
    Json draft = draftOf(request, target, scratch);
    auto written = writer.create(std::move(target), draft, isDryRun(request));
    return written ? ok(*written, 201) : written.error();
}

Response ApiServer::Parts::replace(const Request &request, const Route &route, const Target &target)
{
    if (const auto checked = checkBody(request, target); !checked)
        return checked.error();
    Scratch scratch;
    Json draft = draftOf(request, target, scratch);
    auto written = writer.update(
        target, draft, route.subresource == "status" ? Part::Status : Part::Main, isDryRun(request));
    return written ? ok(*written) : written.error();
}

Response ApiServer::Parts::patch(const Request &request, const Route &route, const Target &target)
{
    const auto *entry = target.type->collection->find(target.key);
    if (!entry)
        return notFound(target.about());
    if (!request.body || request.contentType != api::contentTypes::mergePatch)
        return unsupportedMediaType(api::contentTypes::mergePatch);
    Scratch scratch;
    Json draft(*entry->object, scratch.storage());
    api::applyMergePatch(draft, *request.body);
    if (!draft.is_object() || !api::find(draft, {"metadata"}) || !draft.at("metadata").is_object())
        return failure(422, "Invalid", "the patch leaves no object");
    auto written = writer.update(
        target, draft, route.subresource == "status" ? Part::Status : Part::Main, isDryRun(request));
    return written ? ok(*written) : written.error();
}

Response ApiServer::Parts::remove(const Request &request, const Target &target)
{
    DeleteOptions options;
    options.dryRun = isDryRun(request);
    options.gracePeriodSeconds = integer(request.parameter("gracePeriodSeconds"));
    if (request.body) {
        options.uid = api::textAt(*request.body, {"preconditions", "uid"});
        if (const auto grace = api::integerAt(*request.body, {"gracePeriodSeconds"}))
            options.gracePeriodSeconds = grace;
    }
    auto written = writer.remove(target, options);
    if (!written)
        return written.error();
    if (!written->gone || target.type->kind == "Pod")
        return ok(*written);
    About about = target.about();
    about.uid = api::textAt(*written->object, {"metadata", "uid"});
    Response response = success(200, about);
    response.revision = written->revision;
    return response;
}

Response ApiServer::Parts::bind(const Request &request, const Target &target)
{
    const auto *entry = target.type->collection->find(target.key);
    if (!entry)
        return notFound(target.about());
    if (!request.body)
        return badRequest("the body of the request is no object");
    if (!api::textAt(*entry->object, {"spec", "nodeName"}).empty())
        return conflict(target.about(), "pod " + target.key.name + " is already assigned to node");
    Scratch scratch;
    Json draft(*entry->object, scratch.storage());
    draft.get_object()["spec"].get_object()["nodeName"] =
        std::string(api::textAt(*request.body, {"target", "name"}));
    auto written = writer.update(target, draft, Part::Main, isDryRun(request));
    if (!written)
        return written.error();
    Response response = success(201);
    response.revision = written->revision;
    return response;
}

void ApiServer::Parts::makeFirstObjects()
{
    for (const std::string_view name :
        {"default", "kube-system", "kube-public", "kube-node-lease", "kubemark-actuator"}) {
        Target target {cluster.registry.find("", "namespaces"), nullptr, {}};
        target.version = &target.type->versions.front();
        Json draft = JsonObject {{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", {{"name", name}}},
            {"spec", {{"finalizers", {"kubernetes"}}}}};
        (void)writer.create(target, draft, false);
    }
}

base::Result<std::unique_ptr<ApiServer>> ApiServer::create(const LabOptions &options)
{
    auto parts = std::make_unique<Parts>(options);
    Cluster &cluster = parts->cluster;
    addBuiltInTypes(cluster.registry, cluster.store);
    cluster.store.observe([&cluster](const Collection &collection, const api::ObjectKey &key, Revision,
                              const Change &change) { cluster.watches.notify(collection, key, change); });
    parts->makeFirstObjects();
    return std::unique_ptr<ApiServer>(new ApiServer(std::move(parts)));
}

ApiServer::ApiServer(std::unique_ptr<Parts> parts) : m_parts(std::move(parts)) { }
ApiServer::~ApiServer() = default;

Response ApiServer::answer(const Request &request)
{
    auto route = parseRoute(request.path, m_parts->cluster.registry);
    if (!route)
        return route.error();
    if (!route->type)
        return pathNotFound();
    const Target target {route->type, route->version, {route->ns, route->name}};
    const bool isCollection = route->name.empty();
    if (route->subresource == "binding" && request.method == Method::Post)
        return m_parts->bind(request, target);
    if (request.method == Method::Get)
        return isCollection ? m_parts->list(request, *route) : m_parts->get(target);
    if (request.method == Method::Post && isCollection)
        return m_parts->create(request, target);
    if (request.method == Method::Put && !isCollection)
        return m_parts->replace(request, *route, target);
    if (request.method == Method::Patch && !isCollection)
        return m_parts->patch(request, *route, target);
    if (request.method == Method::Delete && !isCollection)
        return m_parts->remove(request, target);
    return methodNotAllowed();
}

bool ApiServer::isWatch(const Request &request) const
{
    const std::string_view value = request.parameter("watch");
    if (request.method != Method::Get || (value != "1" && value != "true"))
        return false;
    const auto route = parseRoute(request.path, m_parts->cluster.registry);
    return route && route->type && route->name.empty();
}

tl::expected<std::unique_ptr<api::Watch>, Response> ApiServer::watch(
    const Request &request, api::WatchSink sink)
{
    auto route = parseRoute(request.path, m_parts->cluster.registry);
    if (!route)
        return tl::unexpected(route.error());
    if (!route->type || !route->name.empty())
        return refuse(pathNotFound());
    auto selection = Selection::parse(route->ns, request.parameter("labelSelector"),
        request.parameter("fieldSelector"), route->type->fields);
    if (!selection)
        return tl::unexpected(selection.error());
    WatchOptions options;
    options.selection = std::move(*selection);
    options.bookmark =
        JsonObject {{"kind", route->type->kind}, {"apiVersion", route->type->apiVersion(*route->version)}};
    options.bookmarks =
        request.parameter("allowWatchBookmarks") == "true" || request.parameter("allowWatchBookmarks") == "1";
    options.timeout = std::chrono::seconds(integer(request.parameter("timeoutSeconds")).value_or(1800));
    if (const auto after = integer(request.parameter("resourceVersion")); after && *after > 0)
        options.after = static_cast<Revision>(*after);
    return m_parts->cluster.watches.open(*route->type->collection, std::move(options), std::move(sink));
}

api::LocalServer ApiServer::localServer()
{
    return {[this](const Request &request) { return answer(request); },
        [this](const Request &request, api::WatchSink sink) { return watch(request, std::move(sink)); }};
}

std::uint64_t ApiServer::revision() const
{
    return m_parts->cluster.store.revision();
}

std::uint64_t ApiServer::committedRevision() const
{
    return revision();
}

void ApiServer::onCommitted(std::function<void(std::uint64_t)>) { }

base::Result<> ApiServer::close()
{
    return {};
}

} // namespace core::lab
