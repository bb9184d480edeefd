// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/serverservice.h"

namespace app {

namespace api = core::api;
using api::JsonArray;
using api::JsonObject;

namespace {

constexpr const char *serverName = "kubernetes";
constexpr const char *serverAddress = "127.0.0.1";
constexpr int httpsPort = 443;

JsonObject named(const char *apiVersion, const char *kind, JsonObject labels)
{
    return {{"apiVersion", apiVersion}, {"kind", kind},
        {"metadata", JsonObject {{"name", serverName}, {"labels", std::move(labels)}}}};
}

/// Numbers are as the lab reads them from a text.
JsonObject portOf(std::int64_t port)
{
    return {{"name", "https"}, {"port", port}, {"protocol", "TCP"}};
}

JsonObject serviceOn(std::int64_t port)
{
    JsonObject service = named("v1", "Service", {{"component", "apiserver"}, {"provider", serverName}});
    JsonObject entrance = portOf(httpsPort);
    entrance["targetPort"] = port;
    service["spec"] = JsonObject {{"ports", JsonArray {std::move(entrance)}}};
    return service;
}

JsonObject endpointsOn(std::int64_t port)
{
    JsonObject endpoints = named("v1", "Endpoints", {{"endpointslice.kubernetes.io/skip-mirror", "true"}});
    endpoints["subsets"] = JsonArray {JsonObject {
        {"addresses", JsonArray {JsonObject {{"ip", serverAddress}}}}, {"ports", JsonArray {portOf(port)}}}};
    return endpoints;
}

JsonObject sliceOn(std::int64_t port)
{
    JsonObject slice =
        named("discovery.k8s.io/v1", "EndpointSlice", {{"kubernetes.io/service-name", serverName}});
    slice["addressType"] = "IPv4";
    slice["endpoints"] = JsonArray {
        JsonObject {{"addresses", JsonArray {serverAddress}}, {"conditions", JsonObject {{"ready", true}}}}};
    slice["ports"] = JsonArray {portOf(port)};
    return slice;
}

/// What is there already is changed where it differs.
core::base::Result<> put(const api::LocalServer &server, const std::string &collection, JsonObject object)
{
    api::Request request;
    request.method = api::Method::Post;
    request.path = collection;
    request.body = api::share(std::move(object));
    api::Response response = server.answer(request);
    if (response.code == 409) { // NOLINT(*-magic-numbers): it exists
        request.method = api::Method::Patch;
        request.path = collection + "/" + serverName;
        request.contentType = api::contentTypes::mergePatch;
        response = server.answer(request);
    }
    if (response.code < 300) // NOLINT(*-magic-numbers): HTTP
        return {};
    return tl::unexpected(api::errorOf(response.code, response.body.get()));
}

} // namespace

core::base::Result<> publishServer(const api::LocalServer &server, std::uint16_t port)
{
    const std::string ns = "/namespaces/default/";
    if (auto done = put(server, "/api/v1" + ns + "services", serviceOn(port)); !done)
        return done;
    if (auto done = put(server, "/api/v1" + ns + "endpoints", endpointsOn(port)); !done)
        return done;
    return put(server, "/apis/discovery.k8s.io/v1" + ns + "endpointslices", sliceOn(port));
}

} // namespace app
