// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A lab with a manual clock, and requests to it in one line each. Objects are written as JSON text.

#include "core/api/yaml.h"
#include "core/lab/apiserver.h"

#include "tests/unit/printing.h"

#include <QTest>

#include <string>

namespace labtest {

using namespace core;
using api::Json;
using api::Method;
using api::Response;

inline const base::Time start {std::chrono::seconds(1'763'632'800)}; // 2025-11-20T10:00:00Z

/// YAML in flow style, so that objects can be written without quotes.
inline Json yaml(std::string_view text)
{
    const auto parsed = api::parseYaml(text);
    if (!parsed)
        qFatal("%s: %s", parsed.error().message.c_str(), std::string(text).c_str());
    return *parsed;
}

/// What a watch has delivered so far.
struct Seen {
    std::vector<api::WatchEvent> events;
    bool closed = false;
    std::optional<base::Error> error;
    std::unique_ptr<api::Watch> watch;

    /// "ADDED a, DELETED b": types and names.
    std::string text() const
    {
        static constexpr std::string_view types[] = {"ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR"};
        std::string text;
        for (const api::WatchEvent &event : events) {
            text += (text.empty() ? "" : ", ") + std::string(types[static_cast<int>(event.type)]);
            const auto name = api::textAt(*event.object, {"metadata", "name"});
            text += (name.empty() ? "" : " ") + std::string(name);
        }
        return text;
    }
};

class Lab
{
public:
    explicit Lab(const std::string &databasePath = ":memory:") { open(databasePath); }

    void open(
        const std::string &databasePath, bool refusesValidationRules = false, bool evaluatesRoles = false)
    {
        server.reset();
        auto made = lab::ApiServer::create(
            {clock, 1, databasePath, nullptr, false, refusesValidationRules, evaluatesRoles});
        if (!made)
            qFatal("%s", made.error().message.c_str());
        server = std::move(*made);
    }

    static api::Request request(Method method, std::string_view target, std::optional<Json> body = {})
    {
        api::Request request;
        request.method = method;
        request.path = target.substr(0, target.find('?'));
        if (body)
            request.body = api::share(std::move(*body));
        std::string_view query =
            target.find('?') == std::string_view::npos ? "" : target.substr(target.find('?') + 1);
        while (!query.empty()) {
            const std::string_view pair = query.substr(0, query.find('&'));
            query.remove_prefix(std::min(query.size(), pair.size() + 1));
            const auto equals = pair.find('=');
            request.query.emplace_back(
                pair.substr(0, equals), equals == pair.npos ? "" : pair.substr(equals + 1));
        }
        return request;
    }

    Response send(Method method, std::string_view target, std::optional<Json> body = {},
        std::string_view contentType = {})
    {
        api::Request asked = request(method, target, std::move(body));
        asked.contentType = contentType;
        return server->answer(asked);
    }
    Response get(std::string_view target) { return send(Method::Get, target); }
    Response post(std::string_view target, std::string_view body)
    {
        return send(Method::Post, target, yaml(body));
    }
    Response put(std::string_view target, const Json &body) { return send(Method::Put, target, body); }
    Response patch(
        std::string_view target, std::string_view body, std::string_view type = api::contentTypes::mergePatch)
    {
        return send(Method::Patch, target, yaml(body), type);
    }
    Response remove(std::string_view target, std::optional<Json> options = {})
    {
        return send(Method::Delete, target, std::move(options));
    }

    std::unique_ptr<Seen> watch(std::string_view target)
    {
        auto seen = std::make_unique<Seen>();
        Seen *raw = seen.get();
        auto opened = server->watch(request(Method::Get, target),
            {[raw](std::vector<api::WatchEvent> events) {
                 raw->events.insert(raw->events.end(), events.begin(), events.end());
             },
                [raw](std::optional<base::Error> error) {
                    raw->closed = true;
                    raw->error = std::move(error);
                }});
        if (!opened)
            qFatal("watch refused: %d", opened.error().code);
        seen->watch = std::move(*opened);
        return seen;
    }
    void settle() { clock.advance(std::chrono::milliseconds(1)); }

    base::Clock clock {start};
    std::unique_ptr<lab::ApiServer> server;
};

/// "404 NotFound".
inline std::string verdict(const Response &response)
{
    std::string text = std::to_string(response.code);
    if (response.body && response.code >= 400)
        text += " " + std::string(api::textAt(*response.body, {"reason"}));
    return text;
}
inline std::string message(const Response &response)
{
    return std::string(response.body ? api::textAt(*response.body, {"message"}) : std::string_view());
}
inline std::string at(const Response &response, std::initializer_list<std::string_view> path)
{
    const Json *found = response.body ? api::find(*response.body, path) : nullptr;
    if (!found)
        return "(none)";
    return found->is_string() ? api::text(found->get_string()) : api::writeJson(*found);
}
inline std::string version(const Response &response)
{
    return at(response, {"metadata", "resourceVersion"});
}
/// The first cause of a failure: "FieldValueRequired metadata.name".
inline std::string cause(const Response &response)
{
    const Json *causes = response.body ? api::find(*response.body, {"details", "causes"}) : nullptr;
    if (!causes || causes->get_array().empty())
        return {};
    const Json &first = causes->get_array().front();
    const std::string field(api::textAt(first, {"field"}));
    return std::string(api::textAt(first, {"reason"})) + (field.empty() ? "" : " " + field);
}
inline std::vector<std::string> warningsOf(const Response &response)
{
    std::vector<std::string> warnings;
    for (const auto &[name, value] : response.headers) {
        if (name == "Warning")
            warnings.push_back(value);
    }
    return warnings;
}
/// "False NotSupported: <message>"; empty when there is none.
inline std::string conditionOf(const Response &response, std::string_view type)
{
    for (const Json &condition : response.body->at("status").at("conditions").get_array()) {
        if (api::textAt(condition, {"type"}) == type)
            return std::string(api::textAt(condition, {"status"})) + " "
                + std::string(api::textAt(condition, {"reason"})) + ": "
                + std::string(api::textAt(condition, {"message"}));
    }
    return {};
}
/// The names of a list's items.
inline std::string names(const Response &response)
{
    std::string text;
    if (response.list) {
        for (const api::JsonPtr &item : response.list->items)
            text += (text.empty() ? "" : " ") + std::string(api::textAt(*item, {"metadata", "name"}));
    }
    return text;
}

// Paths that many tests use.
inline constexpr std::string_view configMaps = "/api/v1/namespaces/default/configmaps";
inline constexpr std::string_view pods = "/api/v1/namespaces/default/pods";
inline constexpr std::string_view nodes = "/api/v1/nodes";
inline constexpr std::string_view machines = "/apis/machine.openshift.io/v1beta1/namespaces/default/machines";
inline constexpr std::string_view machineSets =
    "/apis/machine.openshift.io/v1beta1/namespaces/default/machinesets";
inline constexpr std::string_view leases = "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases";

inline std::string operator/(std::string_view collection, std::string_view name)
{
    return std::string(collection) + "/" + std::string(name);
}

inline std::string machine(std::string_view name, std::string_view more = "")
{
    return "{apiVersion: machine.openshift.io/v1beta1, kind: Machine, metadata: {name: " + std::string(name)
        + "}" + std::string(more) + "}";
}
inline std::string pod(std::string_view name, std::string_view metadata = "", std::string_view spec = "")
{
    return "{metadata: {name: " + std::string(name) + std::string(metadata)
        + "}, spec: {containers: [{name: c, image: i}]" + std::string(spec) + "}}";
}

} // namespace labtest

#define COMPARE_TEXT(actual, expected) QCOMPARE(std::string(actual), std::string(expected))
