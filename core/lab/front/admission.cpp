// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/front/admission.h"

#include "core/api/messageforms.h"
#include "core/base/headtext.h"
#include "core/lab/front/protobuf.h"

#include <algorithm>
#include <array>

namespace core::lab::front {

namespace {

constexpr std::array<std::pair<std::string_view, api::Method>, 7> methodNames {{{"GET", api::Method::Get},
    {"POST", api::Method::Post}, {"PUT", api::Method::Put}, {"PATCH", api::Method::Patch},
    {"DELETE", api::Method::Delete}, {"HEAD", api::Method::Head}, {"OPTIONS", api::Method::Options}}};

using Query = std::vector<std::pair<std::string, std::string>>;

/// A part of a query as it is meant: a plus stands for a space.
std::optional<std::string> decoded(std::string_view text)
{
    std::string spaced(text);
    std::ranges::replace(spaced, '+', ' ');
    return base::percentDecoded(spaced);
}

std::optional<Query> parseQuery(std::string_view text)
{
    Query query;
    while (!text.empty()) {
        std::string_view pair = base::takeUntil(text, '&');
        if (pair.empty())
            continue;
        auto name = decoded(base::takeUntil(pair, '='));
        auto value = decoded(pair);
        if (!name || !value)
            return std::nullopt;
        query.emplace_back(std::move(*name), std::move(*value));
    }
    return query;
}

bool isOpenToAll(std::string_view path)
{
    return path == "/healthz" || path == "/livez" || path == "/readyz" || path == "/version";
}

/// Nothing when what is shown is worth nothing; without anything shown it is a stranger.
std::optional<access::Login> loginOf(const Head &head, const access::Authenticator &authenticator)
{
    if (head.authorizations == 0)
        return head.hasCertificate && !head.certified
            ? std::nullopt
            : std::optional(access::Login {head.certified ? head.certified : access::anonymous()});
    std::string_view value = head.authorization;
    const bool bearer = base::equalIgnoringCase(base::takeUntil(value, ' '), "bearer");
    return head.authorizations == 1 && bearer ? authenticator.login(base::trimmed(value)) : std::nullopt;
}

/// Who asks, as whom. Who acts as somebody else is no stranger, on open paths either
/// (docs/api-semantics.md N1, N2, R8).
tl::expected<void, api::Response> identify(Admitted &admitted, const Head &head, const Gate &gate, bool open)
{
    auto login = loginOf(head, *gate.authenticator);
    if (!login)
        return tl::unexpected(refusal(401, "Unauthorized", "Unauthorized"));
    admitted.known = login->user != access::anonymous();
    if (!admitted.known && !gate.letsStrangersAsk && (!open || !head.impersonation.empty()))
        return tl::unexpected(refusal(401, "Unauthorized", "Unauthorized"));
    auto as = access::readImpersonation(head.impersonation);
    if (!as)
        return tl::unexpected(refusal(400, "BadRequest", as.error().message));
    admitted.login = std::move(*login);
    admitted.login.as = std::move(*as);
    return {};
}

/// "/api/v1/pods", "/apis/g/v/namespaces/n/things"; not "/api/v1/namespaces/n" nor its status.
bool isCollection(std::string_view path)
{
    std::vector<std::string_view> segments;
    while (!path.empty()) {
        if (const std::string_view segment = base::takeUntil(path, '/'); !segment.empty())
            segments.push_back(segment);
    }
    if (segments.empty())
        return false;
    const bool core = segments.front() == "api";
    const std::size_t prefix = core ? 2 : 3; // api/v1, apis/group/version
    if (segments.size() == prefix + 1)
        return true;
    return segments.size() == prefix + 3 && segments[prefix] == "namespaces"
        && !(core && (segments[prefix + 2] == "status" || segments[prefix + 2] == "finalize"));
}

bool asksForWatch(const Query &query)
{
    const auto found = std::ranges::find(query, "watch", &std::pair<std::string, std::string>::first);
    return found != query.end() && api::isTrueFlag(found->second);
}

/// Older clients watch below /watch instead of asking for it: /api/v1/watch/namespaces/n/pods/p.
void replaceWatchPrefix(Admitted &admitted)
{
    static constexpr std::string_view part = "/watch/";
    const std::size_t prefix = admitted.path.find(part);
    const auto depth =
        std::ranges::count(admitted.path.substr(0, std::min(prefix, admitted.path.size())), '/');
    const bool core = admitted.path.starts_with("/api/");
    if (prefix == std::string::npos || depth != (core ? 2 : 3)
        || (!core && !admitted.path.starts_with("/apis/")))
        return;
    admitted.path.erase(prefix, part.size() - 1);
    const auto segments = std::ranges::count(admitted.path.substr(prefix), '/');
    if (segments % 2 == 0) { // its last one is a name
        const std::size_t name = admitted.path.rfind('/');
        admitted.query.emplace_back("fieldSelector", "metadata.name=" + admitted.path.substr(name + 1));
        admitted.path.erase(name);
    }
    std::erase_if(admitted.query, [](const auto &parameter) { return parameter.first == "watch"; });
    admitted.query.emplace_back("watch", "true");
}

/// Who reads the answer with their own eyes, as a kube-apiserver guesses it.
bool wantsPretty(const Query &query, std::string_view userAgent)
{
    const auto asked = std::ranges::find(query, "pretty", &std::pair<std::string, std::string>::first);
    if (asked != query.end())
        return api::isTrueFlag(asked->second);
    static constexpr std::array<std::string_view, 3> people {"curl", "Wget", "Mozilla/5.0"};
    return std::ranges::any_of(people, [&](std::string_view start) { return userAgent.starts_with(start); });
}

/// The header counts only as it is usually written: who weighs it gets the answer as it is, as with a
/// kube-apiserver.
bool takesGzip(std::string_view acceptEncoding)
{
    while (!acceptEncoding.empty()) {
        if (base::trimmed(base::takeUntil(acceptEncoding, ',')) == "gzip")
            return true;
    }
    return false;
}

std::string_view mediaType(std::string_view value)
{
    return base::trimmed(base::takeUntil(value, ';'));
}

std::optional<Format> formatOfBody(std::string_view contentType)
{
    static constexpr std::array<std::string_view, 4> json {api::contentTypes::json,
        api::contentTypes::mergePatch, api::contentTypes::jsonPatch, api::contentTypes::strategicMergePatch};
    static constexpr std::array<std::string_view, 2> yaml {"application/yaml", api::contentTypes::applyPatch};
    const std::string_view type = mediaType(contentType);
    const auto is = [type](std::string_view known) { return base::equalIgnoringCase(type, known); };
    if (type.empty() || std::ranges::any_of(json, is))
        return Format::Json;
    if (std::ranges::any_of(yaml, is))
        return Format::Yaml;
    if (is(protobufType))
        return Format::Protobuf;
    return std::nullopt;
}

/// "apps/v1" of /apis/apps/v1/namespaces/…, "v1" of /api/v1/…; empty for paths that lead to no kind.
std::string apiVersionIn(std::string_view path)
{
    path.remove_prefix(std::min<std::size_t>(path.size(), 1));
    const std::string_view root = base::takeUntil(path, '/');
    const std::string first(base::takeUntil(path, '/'));
    const std::string_view second = base::takeUntil(path, '/');
    if (root == "api")
        return second.empty() ? std::string() : first;
    return root != "apis" || path.empty() ? std::string() : first + "/" + std::string(second);
}

/// Which form of the object ("as=Table") is the lab's to choose; there are none in protobuf.
std::optional<Format> formatOfAnswer(std::string_view accept, std::string_view path, bool watch)
{
    if (base::trimmed(accept).empty())
        return Format::Json;
    for (std::string_view offer : base::offersIn(accept)) {
        const std::string_view type = mediaType(base::takeUntil(offer, ';'));
        if (base::equalIgnoringCase(type, protobufType) && offer.find("as=") == std::string_view::npos
            && api::hasForms(apiVersionIn(path)))
            return Format::Protobuf;
        if (base::equalIgnoringCase(type, "application/yaml") && !watch)
            return Format::Yaml;
        if (base::equalIgnoringCase(type, api::contentTypes::json) || type == "*/*"
            || type == "application/*")
            return Format::Json;
    }
    return std::nullopt;
}

api::Response unsupportedBody(const Head &head)
{
    const bool patch = head.method == api::Method::Patch;
    return refusal(415, "UnsupportedMediaType",
        std::string("the body of the request was in an unknown format - accepted media types include: ")
            + (patch ? "application/json-patch+json, application/merge-patch+json, "
                       "application/strategic-merge-patch+json, application/apply-patch+yaml"
                     : "application/json, application/yaml, application/vnd.kubernetes.protobuf"));
}

} // namespace

bool isOurHost(std::string_view host, std::uint16_t port)
{
    static constexpr std::array<std::string_view, 3> names {"127.0.0.1", "[::1]", "localhost"};
    const std::string suffix = ":" + std::to_string(port);
    return host.ends_with(suffix)
        && std::ranges::any_of(
            names, [name = host.substr(0, host.size() - suffix.size())](std::string_view ours) {
                return base::equalIgnoringCase(name, ours);
            });
}

/// Programs that open a WebSocket name the server itself as their origin; the lab serves no pages.
bool comesFromAPage(const Head &head)
{
    static constexpr std::array<std::string_view, 2> schemes {"https://", "http://"};
    if (head.origins == 0)
        return false;
    return head.origins > 1 || std::ranges::none_of(schemes, [&head](std::string_view scheme) {
        return head.origin.starts_with(scheme) && head.origin.substr(scheme.size()) == head.host;
    });
}

api::Response refusal(int code, std::string_view reason, std::string_view message)
{
    api::Response response;
    response.code = code;
    response.body = api::share(api::failureStatus(code, reason, message));
    return response;
}

api::Response tooManyRequests()
{
    api::JsonObject status =
        api::failureStatus(429, "TooManyRequests", "too many requests in flight, please try again")
            .as_object();
    status.emplace("details", api::JsonObject {{"retryAfterSeconds", 1}});
    api::Response response;
    response.code = 429;
    response.body = api::share(std::move(status));
    return response;
}

std::optional<api::Method> methodNamed(std::string_view name)
{
    const auto *found =
        std::ranges::find(methodNames, name, &std::pair<std::string_view, api::Method>::first);
    return found == methodNames.end() ? std::nullopt : std::optional(found->second);
}

std::string_view nameOf(api::Method method)
{
    return std::ranges::find(methodNames, method, &std::pair<std::string_view, api::Method>::second)->first;
}

tl::expected<Admitted, api::Response> admit(const Head &head, const Gate &gate)
{
    const auto no = [](int code, std::string_view reason, std::string_view message) {
        return tl::unexpected(refusal(code, reason, message));
    };
    if (head.hosts != 1 || head.host.empty())
        return no(400, "BadRequest", "exactly one Host header is required");
    if (!isOurHost(head.host, gate.port))
        return no(403, "Forbidden", "this server answers only under its own loopback address");
    if (comesFromAPage(head))
        return no(403, "Forbidden", "requests from web pages are refused");

    std::string_view rest = head.target;
    Admitted admitted;
    admitted.path = base::takeUntil(rest, '?');
    auto query = parseQuery(rest);
    if (!admitted.path.starts_with('/') || admitted.path.find('#') != std::string::npos || !query)
        return no(400, "BadRequest", "the request target is malformed");
    admitted.query = std::move(*query);
    admitted.pretty = wantsPretty(admitted.query, head.userAgent);
    admitted.gzip = takesGzip(head.acceptEncoding);
    if (head.method == api::Method::Get)
        replaceWatchPrefix(admitted);

    const bool isRead = head.method == api::Method::Get || head.method == api::Method::Head;
    const bool open = isRead && isOpenToAll(admitted.path);
    if (auto identified = identify(admitted, head, gate, open); !identified)
        return tl::unexpected(std::move(identified.error()));
    if (!head.method)
        return no(405, "MethodNotAllowed", "the server does not allow this method on the requested resource");

    admitted.watch =
        head.method == api::Method::Get && isCollection(admitted.path) && asksForWatch(admitted.query);
    // Where there is none, the lab says whether the path is served at all.
    admitted.answerFormat = formatOfAnswer(head.accept, admitted.path, admitted.watch).value_or(Format::Json);
    if (const auto format = formatOfBody(head.contentType))
        admitted.bodyFormat = *format;
    else if (head.hasBody && head.method != api::Method::Get)
        return tl::unexpected(unsupportedBody(head));
    return admitted;
}

} // namespace core::lab::front
