// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/webhooks/hooktarget.h"

#include "core/api/names.h"
#include "core/base/number.h"
#include "core/lab/names.h"
#include "core/lab/objects.h"
#include "core/lab/registry.h"

#include <QByteArray>
#include <QUrl>

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>

namespace core::lab {

using api::HookCall;
using api::Json;

namespace {

constexpr std::string_view elsewhere =
    "the lab calls webhooks on this machine only: the host must be localhost, 127.0.0.0/8 or ::1";

constexpr std::int64_t largestPort = 65535;

/// What to connect to: the address itself, empty for localhost, nothing when it is not of the loopback.
std::optional<std::string> loopbackAddress(const std::string &host)
{
    if (lowerCase(host) == "localhost")
        return std::string();
    std::array<unsigned char, sizeof(in6_addr)> bytes {};
    constexpr unsigned char loopbackNet = 127;
    if (inet_pton(AF_INET, host.c_str(), bytes.data()) == 1)
        return bytes.front() == loopbackNet ? std::optional(host) : std::nullopt;
    if (inet_pton(AF_INET6, host.c_str(), bytes.data()) != 1)
        return std::nullopt;
    const bool isOne = bytes.back() == 1 && std::all_of(bytes.begin(), bytes.end() - 1, std::logical_not());
    return isOne ? std::optional(host) : std::nullopt;
}

std::string hostWithPort(const std::string &host, std::uint16_t port)
{
    return (host.find(':') == std::string::npos ? host : "[" + host + "]") + ":" + std::to_string(port);
}

QUrl parsedUrl(std::string_view url)
{
    return {QString::fromUtf8(url.data(), static_cast<qsizetype>(url.size())), QUrl::StrictMode};
}

void checkUrl(std::string_view text, const std::string &path, FieldErrors &errors)
{
    constexpr std::string_view form = "; desired format: https://host[/path]";
    const QUrl url = parsedUrl(text);
    if (!url.isValid())
        return errors.push_back(required(
            path, "url must be a valid URL: " + url.errorString().toStdString() + std::string(form)));
    const auto wrong = [&](const QString &value, std::string_view why) {
        errors.push_back(invalid(path, std::string_view(value.toStdString()), why));
    };
    if (url.scheme() != QLatin1String("https"))
        wrong(url.scheme(), "'https' is the only allowed URL scheme" + std::string(form));
    if (url.host().isEmpty())
        wrong(url.host(), "host must be specified" + std::string(form));
    if (!url.userInfo().isEmpty())
        wrong(url.userInfo(), "user information is not permitted in the URL");
    if (url.hasFragment())
        wrong(url.fragment(), "fragments are not permitted in the URL");
    if (url.hasQuery())
        wrong(url.query(), "query parameters are not permitted in the URL");
    if (!url.host().isEmpty() && !loopbackAddress(url.host().toStdString()))
        errors.push_back(forbidden(path, elsewhere));
}

void checkServicePath(std::string_view path, const std::string &field, FieldErrors &errors)
{
    if (path.empty() || path == "/")
        return;
    const auto wrong = [&](std::string_view why) { errors.push_back(invalid(field, path, why)); };
    if (!path.starts_with('/'))
        return wrong("must start with a '/'");
    std::string_view rest = path.substr(1);
    if (rest.ends_with('/'))
        rest.remove_suffix(1);
    for (std::size_t i = 0; true; ++i) {
        const std::string_view segment = rest.substr(0, rest.find('/'));
        if (segment.empty())
            wrong("segment[" + std::to_string(i) + "] may not be empty");
        else if (!api::isDnsSubdomain(segment))
            wrong("segment[" + std::to_string(i)
                + "]: a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' "
                  "or '.', and must start and end with an alphanumeric character");
        if (segment.size() == rest.size())
            return;
        rest.remove_prefix(segment.size() + 1);
    }
}

void checkService(const Json &service, const std::string &path, FieldErrors &errors)
{
    for (const std::string_view field : {"name", "namespace"}) {
        if (api::textAt(service, {field}).empty())
            errors.push_back(required(path + "." + std::string(field)));
    }
    const auto port = api::integerAt(service, {"port"}).value_or(443);
    if (port < 1 || port > largestPort)
        errors.push_back(
            invalid(path + ".port", Json(port), "port is not valid: must be between 1 and 65535, inclusive"));
    checkServicePath(api::textAt(service, {"path"}), path + ".path", errors);
}

std::string certificatesIn(std::string_view base64)
{
    const auto bytes =
        QByteArray::fromBase64Encoding(QByteArray(base64.data(), static_cast<qsizetype>(base64.size())),
            QByteArray::AbortOnBase64DecodingErrors);
    return bytes ? (*bytes).trimmed().toStdString() : std::string();
}

const Json *storedObject(
    const Registry &registry, std::string_view group, std::string_view plural, const api::ObjectKey &key)
{
    const ResourceType *type = registry.find(group, plural);
    const Entry *entry = type ? type->collection->find(key) : nullptr;
    return entry ? entry->object.get() : nullptr;
}

struct HookPlace {
    std::string address;
    std::uint16_t port = 0;
};

/// The port with that name, or the only one there is.
std::optional<std::uint16_t> portNamed(const Json &from, std::string_view name)
{
    const api::JsonArray &ports = listAt(from, {"ports"});
    for (const Json &port : ports) {
        const std::int64_t number = api::integerAt(port, {"port"}).value_or(0);
        if ((ports.size() == 1 || api::textAt(port, {"name"}) == name) && number > 0 && number <= largestPort)
            return static_cast<std::uint16_t>(number);
    }
    return std::nullopt;
}

std::optional<HookPlace> loopbackIn(
    const api::JsonArray &addresses, const Json &portsOf, std::string_view portName, std::string_view member)
{
    const auto port = portNamed(portsOf, portName);
    for (const Json &item : addresses) {
        const std::string_view text = member.empty() && item.is_string() ? std::string_view(item.get_string())
                                                                         : api::textAt(item, {member});
        const auto address = loopbackAddress(std::string(text));
        if (port && address)
            return HookPlace {*address, *port};
    }
    return std::nullopt;
}

/// An address of the loopback among the endpoints of a Service.
std::optional<HookPlace> endpointOf(
    const HookTarget &target, std::string_view portName, const Registry &registry)
{
    for (const auto &[key, entry] :
        registry.find("discovery.k8s.io", "endpointslices")->collection->objects()) {
        if (key.ns != target.ns
            || api::textAt(*entry.object, {"metadata", "labels", "kubernetes.io/service-name"})
                != target.service)
            continue;
        for (const Json &endpoint : listAt(*entry.object, {"endpoints"})) {
            if (auto place = loopbackIn(listAt(endpoint, {"addresses"}), *entry.object, portName, {}))
                return place;
        }
    }
    const Json *endpoints = storedObject(registry, "", "endpoints", {target.ns, target.service});
    if (!endpoints)
        return std::nullopt;
    for (const Json &subset : listAt(*endpoints, {"subsets"})) {
        if (auto place = loopbackIn(listAt(subset, {"addresses"}), subset, portName, "ip"))
            return place;
    }
    return std::nullopt;
}

tl::expected<HookPlace, std::string> placeOf(const HookTarget &target, const Registry &registry)
{
    const Json *service = storedObject(registry, "", "services", {target.ns, target.service});
    if (!service)
        return tl::unexpected("service \"" + target.service + "\" not found");
    if (const auto text = api::textAt(*service, {"metadata", "annotations", hostPortAnnotation});
        !text.empty()) {
        const auto port = base::parseNumber<std::uint16_t>(text);
        return port && *port > 0
            ? tl::expected<HookPlace, std::string>(HookPlace {"127.0.0.1", *port})
            : tl::unexpected("the annotation " + std::string(hostPortAnnotation) + " of service \""
                + target.service + "\" is no port: " + std::string(text));
    }
    const api::JsonArray &ports = listAt(*service, {"spec", "ports"});
    const auto wanted = std::ranges::find_if(
        ports, [&](const Json &port) { return api::integerAt(port, {"port"}) == std::int64_t(target.port); });
    if (wanted == ports.end())
        return tl::unexpected("no service port " + std::to_string(target.port) + " found for service \""
            + target.service + "\"");
    if (auto place = endpointOf(target, api::textAt(*wanted, {"name"}), registry))
        return std::move(*place);
    return tl::unexpected("no endpoints available for service \"" + target.service
        + "\" on this machine: neither the annotation " + std::string(hostPortAnnotation)
        + " nor an endpoint at an address of the loopback");
}

std::string wordsOf(const HookCall &call, const std::string &why)
{
    return "Post \"" + call.url() + "\": " + why;
}

} // namespace

HookTarget readHookTarget(const Json &clientConfig)
{
    constexpr std::int64_t usualPort = 443;
    HookTarget target;
    target.url = api::textAt(clientConfig, {"url"});
    target.ns = api::textAt(clientConfig, {"service", "namespace"});
    target.service = api::textAt(clientConfig, {"service", "name"});
    target.path = api::textAt(clientConfig, {"service", "path"});
    target.port =
        static_cast<std::uint16_t>(api::integerAt(clientConfig, {"service", "port"}).value_or(usualPort));
    target.authorities = certificatesIn(api::textAt(clientConfig, {"caBundle"}));
    return target;
}

void checkHookTarget(const Json &clientConfig, const std::string &path, FieldErrors &errors)
{
    const Json *url = api::find(clientConfig, {"url"});
    const Json *service = api::find(clientConfig, {"service"});
    if ((url != nullptr) == (service != nullptr))
        return errors.push_back(required(path, "exactly one of url or service is required"));
    if (service)
        return checkService(*service, path + ".service", errors);
    checkUrl(api::textAt(clientConfig, {"url"}), path + ".url", errors);
}

void checkReviewVersions(
    const api::JsonArray &versions, const std::string &path, std::string_view detail, FieldErrors &errors)
{
    if (versions.empty())
        return errors.push_back(required(path, detail));
    for (std::size_t i = 0; i < versions.size(); ++i) {
        if (std::find(versions.begin(), versions.begin() + static_cast<std::ptrdiff_t>(i), versions[i])
            != versions.begin() + static_cast<std::ptrdiff_t>(i))
            errors.push_back(invalid(path + "[" + std::to_string(i) + "]", versions[i], "duplicate version"));
    }
    if (!contains(versions, Json("v1")) && !contains(versions, Json("v1beta1")))
        errors.push_back(invalid(path, Json(versions), "must include at least one of v1, v1beta1"));
}

tl::expected<HookCall, std::string> callTo(
    const HookTarget &target, std::chrono::milliseconds timeout, const Registry &registry)
{
    constexpr std::chrono::milliseconds almostSecond {999};
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(timeout + almostSecond);
    const std::string query = "?timeout=" + std::to_string(seconds.count()) + "s";
    HookCall call;
    call.timeout = timeout;
    call.authorities = target.authorities;
    if (!target.url.empty()) {
        const QUrl url = parsedUrl(target.url);
        constexpr int usualPort = 443;
        const std::string path = url.path(QUrl::FullyEncoded).toStdString();
        call.serverName = url.host().toStdString();
        call.port = static_cast<std::uint16_t>(url.port(usualPort));
        call.host = url.authority(QUrl::FullyEncoded).toStdString();
        call.target = (path.empty() ? "/" : path) + query;
        const auto address = loopbackAddress(call.serverName);
        if (!address)
            return tl::unexpected(wordsOf(call, std::string(elsewhere)));
        call.address = *address;
        return call;
    }
    call.serverName = target.service + "." + target.ns + ".svc";
    call.host = hostWithPort(call.serverName, target.port);
    call.target = (target.path.empty() ? "/" : target.path) + query;
    auto place = placeOf(target, registry);
    if (!place)
        return tl::unexpected(wordsOf(call, place.error()));
    call.address = place->address;
    call.port = place->port;
    return call;
}

} // namespace core::lab
