// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/apiserver.h"

#include "core/api/yaml.h"
#include "core/lab/crd.h"
#include "core/lab/discovery.h"
#include "core/lab/handlers.h"
#include "resources/resources.h"

namespace core::lab {

using api::Json;
using api::JsonObject;
using api::Method;
using api::Request;
using api::Response;

namespace {

bool asksForWatch(const Request &request)
{
    const std::string_view value = request.parameter("watch");
    return request.method == Method::Get && !value.empty() && value != "0" && value != "false";
}

/// Everybody who reaches the lab may do everything (api-server.md M5).
Response allow(const Request &request)
{
    if (request.method != Method::Post)
        return methodNotAllowed();
    if (!request.body || !request.body->is_object())
        return badRequest("the body of the request must be an object");
    Json review = *request.body;
    review.get_object()["status"] = JsonObject {{"allowed", true}};
    Response response;
    response.code = 201;
    response.body = api::share(std::move(review));
    return response;
}

} // namespace

struct ApiServer::Parts {
    explicit Parts(const LabOptions &options) : cluster(options.clock, options.seed) { }

    base::Result<> start();
    base::Result<> makeFirstObjects();
    base::Result<> makeFirst(std::string_view group, std::string_view plural, Json object);

    Cluster cluster;
    Writer writer {cluster};
    CustomTypes customTypes {cluster, writer};
    Handlers handlers {cluster, writer};
};

base::Result<> ApiServer::Parts::start()
{
    addBuiltInTypes(cluster.registry, cluster.store);
    cluster.store.observe(
        [this](const Collection &collection, const api::ObjectKey &key, Revision, const Change &change) {
            cluster.watches.notify(collection, key, change);
            customTypes.notice(collection, change);
        });
    return makeFirstObjects();
}

base::Result<> ApiServer::Parts::makeFirst(std::string_view group, std::string_view plural, Json object)
{
    ResourceType *type = cluster.registry.find(group, plural);
    const auto written = writer.create({type, &type->versions.front(), {}}, object);
    if (!written)
        return tl::unexpected(api::errorOf(written.error().code, written.error().body.get()));
    return {};
}

base::Result<> ApiServer::Parts::makeFirstObjects()
{
    for (const std::string_view name :
        {"default", "kube-system", "kube-public", "kube-node-lease", "kubemark-actuator"}) {
        auto made = makeFirst("", "namespaces",
            JsonObject {
                {"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", JsonObject {{"name", name}}}});
        if (!made)
            return made;
    }
    for (const std::string &file : resources::files("crds")) {
        auto documents = api::parseYamlDocuments(resources::text("crds/" + file));
        if (!documents)
            return tl::unexpected(documents.error());
        for (Json &document : *documents) {
            auto made = makeFirst("apiextensions.k8s.io", "customresourcedefinitions", std::move(document));
            if (!made)
                return made;
        }
    }
    return {};
}

base::Result<std::unique_ptr<ApiServer>> ApiServer::create(const LabOptions &options)
{
    auto parts = std::make_unique<Parts>(options);
    if (auto started = parts->start(); !started)
        return tl::unexpected(started.error());
    return std::unique_ptr<ApiServer>(new ApiServer(std::move(parts)));
}

ApiServer::ApiServer(std::unique_ptr<Parts> parts) : m_parts(std::move(parts)) { }
ApiServer::~ApiServer() = default;

Response ApiServer::answer(const Request &request)
{
    auto route = parseRoute(request.path, m_parts->cluster.registry);
    if (!route)
        return std::move(route.error());
    if (!route->type)
        return answerDiscovery(request, *route, m_parts->cluster.registry, {});
    if (route->type->isReview)
        return allow(request);
    const auto form = requestedForm(request);
    if (!form)
        return form.error();
    return m_parts->handlers.answer(
        {request, *route, *form, {route->type, route->version, {route->ns, route->name}}});
}

bool ApiServer::isWatch(const Request &request) const
{
    if (!asksForWatch(request))
        return false;
    const auto route = parseRoute(request.path, m_parts->cluster.registry);
    return route && route->type && route->name.empty();
}

tl::expected<std::unique_ptr<api::Watch>, Response> ApiServer::watch(
    const Request &request, api::WatchSink sink)
{
    auto route = parseRoute(request.path, m_parts->cluster.registry);
    if (!route)
        return refuse(std::move(route.error()));
    if (!route->type || !route->name.empty() || route->type->isReview)
        return refuse(methodNotAllowed());
    const auto form = requestedForm(request);
    if (!form)
        return refuse(form.error());
    auto options = m_parts->handlers.watchOptions(
        {request, *route, *form, {route->type, route->version, {route->ns, {}}}});
    if (!options)
        return refuse(std::move(options.error()));
    return m_parts->cluster.watches.open(*route->type->collection, std::move(*options), std::move(sink));
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
