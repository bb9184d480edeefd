// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/client.h"

#include "core/api/pod.h"
#include "core/base/headtext.h"
#include "core/base/number.h"

#include <algorithm>
#include <limits>

namespace core::client {

using api::Method;

namespace {

constexpr std::chrono::minutes longestWait {5}; // that a server may ask for
constexpr std::size_t longestMessage = 500; // of an answer in plain text; longer ones are pages for browsers

api::Request requestFor(
    Method method, std::string path, api::JsonPtr body = {}, std::string_view contentType = {})
{
    api::Request request;
    request.method = method;
    request.path = std::move(path);
    request.contentType = contentType;
    request.body = std::move(body);
    return request;
}

constexpr const char *metadataForm = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
constexpr const char *metadataListForm = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

api::Request createRequest(const api::Resource &resource, api::Json object)
{
    const std::string ns(api::textAt(object, {"metadata", "namespace"}));
    return requestFor(Method::Post, api::collectionPath(resource, ns), api::share(std::move(object)));
}

api::Request patchRequest(api::PatchObject patch)
{
    api::Request request = requestFor(Method::Patch, api::objectPath(patch.target, patch.subresource),
        api::share(std::move(patch.patch)), api::contentTypes::mergePatch);
    if (patch.wantsMetadata)
        request.accept = metadataForm;
    return request;
}

void addSelectors(api::Request &request, const ListOptions &options)
{
    if (!options.labelSelector.empty())
        request.query.emplace_back("labelSelector", options.labelSelector);
    if (!options.fieldSelector.empty())
        request.query.emplace_back("fieldSelector", options.fieldSelector);
}

std::string_view text(api::Propagation propagation)
{
    switch (propagation) {
    case api::Propagation::Background:
        return "Background";
    case api::Propagation::Foreground:
        return "Foreground";
    case api::Propagation::Orphan:
        return "Orphan";
    case api::Propagation::Default:
        break;
    }
    return {};
}

api::JsonObject deleteOptions(
    std::string_view uid, std::optional<std::int64_t> grace, api::Propagation propagation)
{
    api::JsonObject options {{"apiVersion", "v1"}, {"kind", "DeleteOptions"}};
    if (!uid.empty())
        options.emplace("preconditions", api::JsonObject {{"uid", uid}});
    if (grace)
        options.emplace("gracePeriodSeconds", *grace);
    if (propagation != api::Propagation::Default)
        options.emplace("propagationPolicy", text(propagation));
    return options;
}

ListPage pageOf(const api::Response &response)
{
    ListPage page;
    if (response.list) {
        page.items = response.list->items;
        page.resourceVersion = response.list->resourceVersion;
        page.continueToken = response.list->continueToken;
        return page;
    }
    if (!response.body)
        return page;
    page.resourceVersion = api::textAt(*response.body, {"metadata", "resourceVersion"});
    page.continueToken = api::textAt(*response.body, {"metadata", "continue"});
    if (const api::Json *items = api::find(*response.body, {"items"}); items && items->is_array()) {
        for (const api::Json &item : items->get_array())
            page.items.push_back(api::share(item)); // none may keep the whole page alive
    }
    return page;
}

/// Whole seconds; the form with a date is left aside, as client-go does.
std::optional<std::chrono::milliseconds> retryAfterIn(
    const std::vector<std::pair<std::string, std::string>> &headers)
{
    for (const auto &[key, value] : headers) {
        const auto seconds = base::equalIgnoringCase(key, "Retry-After")
            ? base::parseNumber<std::int64_t>(value)
            : std::nullopt;
        if (seconds && *seconds >= 0)
            return std::chrono::seconds(std::min<std::int64_t>(*seconds, std::numeric_limits<int>::max()));
    }
    return std::nullopt;
}

/// Adds the texts of a field such as: 299 - "first", 299 - "a \"second\" one"
void addWarningTexts(std::string_view field, std::vector<std::string> &texts)
{
    constexpr auto none = std::string_view::npos;
    for (std::size_t open = field.find('"'); open != none;) {
        std::string text;
        std::size_t at = open + 1;
        for (; at < field.size() && field[at] != '"'; ++at) {
            if (field[at] == '\\' && at + 1 < field.size())
                ++at;
            text += field[at];
        }
        texts.push_back(std::move(text));
        const std::size_t next = field.find(',', at);
        open = next == none ? none : field.find('"', next);
    }
}

std::vector<std::string> warningsIn(const std::vector<std::pair<std::string, std::string>> &headers)
{
    std::vector<std::string> texts;
    for (const auto &[key, value] : headers) {
        if (base::equalIgnoringCase(key, "Warning"))
            addWarningTexts(value, texts);
    }
    return texts;
}

base::Result<api::Answered> answeredIn(base::Result<api::Response> &&response)
{
    if (!response)
        return tl::unexpected(std::move(response.error()));
    if (!response->body)
        return base::fail(base::ErrorKind::Transient, "the server sent no object");
    return api::Answered {std::move(response->body), warningsIn(response->headers)};
}

/// Such a refusal is none of what was to be written.
bool isNoDryRun(const base::Error &error)
{
    return error.kind == base::ErrorKind::Invalid
        && error.message.find("does not support dry run") != std::string::npos;
}

} // namespace

base::Result<api::Response> checked(base::Result<api::Response> &&response)
{
    if (!response || response->code < 300)
        return std::move(response);
    base::Error error = api::errorOf(response->code, response->body.get());
    error.detail = response->saying;
    if (!error.retryAfter)
        error.retryAfter = retryAfterIn(response->headers);
    if (error.retryAfter > longestWait) {
        error.message += " (the server asks to wait longer than the 5 minutes that are waited)";
        error.retryAfter = longestWait;
    }
    if (!response->body && !response->text.empty() && response->text.size() <= longestMessage)
        error.message = response->text;
    return tl::unexpected(std::move(error));
}

Client::Client(Transport &transport, std::string userAgent)
    : m_transport(transport)
    , m_userAgent(std::move(userAgent))
{
}

void Client::send(api::Request request, Callback<api::Response> callback)
{
    request.userAgent = m_userAgent;
    send(std::make_shared<api::Request>(std::move(request)), std::move(callback));
}

void Client::send(api::RequestPtr request, Callback<api::Response> callback)
{
    m_transport.send(
        std::move(request), [callback = std::move(callback)](base::Result<api::Response> &&response) {
            callback(checked(std::move(response)));
        });
}

void Client::sendForObject(api::Request request, Callback<api::JsonPtr> callback)
{
    send(std::move(request), [callback = std::move(callback)](base::Result<api::Response> &&response) {
        callback(answeredIn(std::move(response)).map([](api::Answered &&answered) {
            return std::move(answered.object);
        }));
    });
}

void Client::sendOnTrial(api::Request request, Callback<api::Answered> callback)
{
    request.query.emplace_back("dryRun", "All");
    send(std::move(request), [callback = std::move(callback)](base::Result<api::Response> &&response) {
        if (!response && isNoDryRun(response.error()))
            response.error().kind = base::ErrorKind::Unsupported;
        callback(answeredIn(std::move(response)));
    });
}

void Client::get(const api::ResourceRef &ref, Callback<api::JsonPtr> callback)
{
    sendForObject(requestFor(Method::Get, api::objectPath(ref)), std::move(callback));
}

void Client::list(const api::Resource &resource, const ListOptions &options, Callback<ListPage> callback)
{
    api::Request request = requestFor(Method::Get, api::collectionPath(resource, options.ns));
    addSelectors(request, options);
    if (options.metadataOnly)
        request.accept = metadataListForm;
    request.query.emplace_back("limit", std::to_string(options.limit));
    if (!options.continueToken.empty())
        request.query.emplace_back("continue", options.continueToken);
    send(std::move(request), [callback = std::move(callback)](base::Result<api::Response> &&response) {
        if (!response)
            return callback(tl::unexpected(response.error()));
        if (!response->list && !(response->body && api::find(*response->body, {"items"})))
            return callback(base::fail(base::ErrorKind::Transient, "the server sent no list"));
        callback(pageOf(*response));
    });
}

void Client::create(const api::Resource &resource, api::Json object, Callback<api::JsonPtr> callback)
{
    sendForObject(createRequest(resource, std::move(object)), std::move(callback));
}

void Client::tryCreate(const api::Resource &resource, api::Json object, Callback<api::Answered> callback)
{
    sendOnTrial(createRequest(resource, std::move(object)), std::move(callback));
}

void Client::update(const api::ResourceRef &ref, api::Json object, Callback<api::JsonPtr> callback)
{
    sendForObject(
        requestFor(Method::Put, api::objectPath(ref), api::share(std::move(object))), std::move(callback));
}

void Client::patch(api::PatchObject patch, Callback<api::JsonPtr> callback)
{
    sendForObject(patchRequest(std::move(patch)), std::move(callback));
}

void Client::tryPatch(api::PatchObject patch, Callback<api::Answered> callback)
{
    sendOnTrial(patchRequest(std::move(patch)), std::move(callback));
}

void Client::remove(const api::DeleteObject &what, Callback<api::JsonPtr> callback)
{
    sendForObject(requestFor(Method::Delete, api::objectPath(what.target),
                      api::share(deleteOptions(what.uid, what.gracePeriodSeconds, what.propagation))),
        std::move(callback));
}

void Client::evict(const api::EvictPod &what, Callback<api::JsonPtr> callback)
{
    const api::ResourceRef pod {&api::resourceOf<api::Pod>(), what.pod};
    api::Json eviction = api::JsonObject {{"apiVersion", "policy/v1beta1"}, {"kind", "Eviction"},
        {"metadata", api::JsonObject {{"name", what.pod.name}, {"namespace", what.pod.ns}}},
        {"deleteOptions", deleteOptions(what.uid, what.gracePeriodSeconds, api::Propagation::Default)}};
    sendForObject(requestFor(Method::Post, api::objectPath(pod, "eviction"), api::share(std::move(eviction))),
        std::move(callback));
}

void Client::bind(const api::BindPod &what, Callback<api::JsonPtr> callback)
{
    const api::ResourceRef pod {&api::resourceOf<api::Pod>(), what.pod};
    api::Json binding = api::JsonObject {{"apiVersion", "v1"}, {"kind", "Binding"},
        {"metadata",
            api::JsonObject {{"name", what.pod.name}, {"namespace", what.pod.ns}, {"uid", what.uid}}},
        {"target", api::JsonObject {{"apiVersion", "v1"}, {"kind", "Node"}, {"name", what.nodeName}}}};
    sendForObject(requestFor(Method::Post, api::objectPath(pod, "binding"), api::share(std::move(binding))),
        std::move(callback));
}

std::unique_ptr<api::Watch> Client::watch(const api::Resource &resource, const ListOptions &options,
    const std::string &resourceVersion, api::WatchSink sink)
{
    api::Request request = requestFor(Method::Get, api::collectionPath(resource, options.ns));
    request.userAgent = m_userAgent;
    addSelectors(request, options);
    if (options.metadataOnly)
        request.accept = metadataForm;
    request.query.emplace_back("watch", "1");
    request.query.emplace_back("allowWatchBookmarks", "true");
    request.query.emplace_back("resourceVersion", resourceVersion);
    if (options.timeout.count() > 0)
        request.query.emplace_back("timeoutSeconds", std::to_string(options.timeout.count()));
    return m_transport.watch(std::move(request), std::move(sink));
}

} // namespace core::client
