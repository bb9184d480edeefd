// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/explain.h"

#include <algorithm>
#include <array>
#include <set>

namespace core::engine {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 7> shortNames {{
    {"po", "pods"},
    {"no", "nodes"},
    {"mhc", "machinehealthchecks"},
    {"mhcs", "machinehealthchecks"},
    {"ms", "machinesets"},
    {"md", "machinedeployments"},
    {"ma", "machines"},
}};

std::string lowered(std::string_view text)
{
    std::string lower(text);
    std::ranges::transform(
        lower, lower.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    return lower;
}

std::vector<const api::Resource *> knownKinds(const ControllerList &controllers)
{
    std::vector<const api::Resource *> kinds;
    for (const runtime::Controller *controller : controllers) {
        const api::Resource *kind = controller->resource();
        if (kind && std::ranges::find(kinds, kind) == kinds.end())
            kinds.push_back(kind);
    }
    return kinds;
}

std::string namesOf(const std::vector<const api::Resource *> &kinds)
{
    std::set<std::string> plurals;
    for (const api::Resource *kind : kinds)
        plurals.insert(kind->plural);
    std::string names;
    for (const std::string &plural : plurals)
        names += (names.empty() ? "" : ", ") + plural;
    return names;
}

bool isThere(const ControllerList &controllers, const api::ResourceRef &object)
{
    return std::ranges::any_of(controllers, [&](const runtime::Controller *controller) {
        return controller->resource() == object.resource && controller->knows(object.key);
    });
}

api::Json jsonOf(const runtime::Explanation &said)
{
    api::JsonArray reasons;
    for (const api::Reason &reason : said.reasons) {
        api::JsonObject facts;
        for (const auto &[name, value] : reason.facts())
            facts.emplace(name, value);
        reasons.push_back(
            api::JsonObject {{"code", reason.code}, {"text", reason.text}, {"facts", std::move(facts)}});
    }
    api::JsonObject json {{"controller", said.controller}, {"kind", said.resource->kind},
        {"name", said.key.name}, {"reasons", std::move(reasons)},
        {"decidedAt", api::formatMicroTime(said.decidedAt)}, {"failures", said.failures}};
    if (said.nextCheck)
        json.emplace("nextCheck", api::formatMicroTime(*said.nextCheck));
    if (!said.lastError.empty())
        json.emplace("lastError", said.lastError);
    return json;
}

api::Json jsonOf(const HealthCheckVerdicts &check, api::Time now)
{
    const MachineVerdict &verdict = check.machines.front();
    api::JsonObject json {{"name", check.check.key.name}, {"outlook", outlookOf(check, verdict, now).text},
        {"budget", budgetOf(check).text}, {"verdict", verdict.verdict}, {"reason", verdict.reason.text},
        {"unhealthy", check.unhealthy()}, {"expected", check.expected}};
    if (check.maxUnhealthy)
        json.emplace("maxUnhealthy", *check.maxUnhealthy);
    if (verdict.nextCheck)
        json.emplace("nextCheck", api::formatMicroTime(*verdict.nextCheck));
    return json;
}

api::Response refusal(int code, std::string_view reason, const std::string &message)
{
    api::Response response;
    response.code = code;
    response.body = api::share(api::failureStatus(code, reason, message));
    return response;
}

api::Response explain(const ExplainParts &parts, const api::ResourceRef &object, api::Time now)
{
    const auto machine = parts.machineBehind(object);
    api::JsonArray checks;
    for (const HealthCheckVerdicts &check :
        machine ? parts.checksOn(*machine) : std::vector<HealthCheckVerdicts>())
        checks.push_back(jsonOf(check, now));
    api::JsonArray explanations;
    for (const runtime::Explanation &said : explanationsOf(parts.controllers, object, machine))
        explanations.push_back(jsonOf(said));
    api::JsonArray off;
    for (const runtime::Controller *controller : parts.controllers) {
        if (controller->resource() == object.resource && !controller->isRunning())
            off.push_back(api::Json(controller->name()));
    }
    api::Response response;
    response.body = api::share(api::JsonObject {{"apiVersion", object.resource->apiVersion()},
        {"kind", object.resource->kind}, {"namespace", object.key.ns}, {"name", object.key.name},
        {"now", api::formatMicroTime(now)}, {"healthChecks", std::move(checks)},
        {"explanations", std::move(explanations)}, {"off", std::move(off)}});
    return response;
}

} // namespace

std::vector<runtime::Explanation> explanationsOf(const ControllerList &controllers,
    const api::ResourceRef &object, const std::optional<api::ResourceRef> &machine)
{
    std::vector<api::ResourceRef> objects {object};
    if (machine && *machine != object)
        objects.push_back(*machine);
    std::vector<runtime::Explanation> explanations;
    for (const api::ResourceRef &about : objects) {
        for (const runtime::Controller *controller : controllers) {
            if (controller->resource() != about.resource)
                continue;
            if (auto said = controller->explain(about.key))
                explanations.push_back(std::move(*said));
        }
    }
    return explanations;
}

std::vector<const api::Resource *> kindsNamed(const ControllerList &controllers, std::string_view name)
{
    const std::size_t dot = name.find('.');
    const std::string group = dot == std::string_view::npos ? "" : lowered(name.substr(dot + 1));
    std::string wanted = lowered(name.substr(0, dot));
    const auto abbreviated =
        std::ranges::find(shortNames, wanted, [](const auto &pair) { return pair.first; });
    if (abbreviated != shortNames.end())
        wanted = abbreviated->second;
    std::vector<const api::Resource *> kinds = knownKinds(controllers);
    std::erase_if(kinds, [&](const api::Resource *kind) {
        const bool isNamed = wanted == kind->plural || wanted == lowered(kind->kind);
        return !isNamed || (!group.empty() && group != kind->group);
    });
    return kinds;
}

api::Response answerExplain(const ExplainParts &parts, const api::Request &request, api::Time now)
{
    const ControllerList &controllers = parts.controllers;
    const std::string kind(request.parameter("kind"));
    const std::string name(request.parameter("name"));
    if (kind.empty() || name.empty())
        return refusal(400, "BadRequest", "kind and name are needed: /debug/explain?kind=machine&name=m");
    const auto kinds = kindsNamed(controllers, kind);
    if (kinds.empty())
        return refusal(404, "NotFound",
            "no controller decides about \"" + kind + "\"; known are " + namesOf(knownKinds(controllers)));
    const std::string_view given = request.parameter("namespace");
    const std::string ns(given.empty() ? "default" : given);
    for (const api::Resource *resource : kinds) {
        const api::ResourceRef object {resource, {resource->namespaced ? ns : std::string(), name}};
        if (isThere(controllers, object))
            return explain(parts, object, now);
    }
    const api::ObjectKey missing {kinds.front()->namespaced ? ns : std::string(), name};
    return refusal(404, "NotFound", "there is no " + kinds.front()->kind + " " + missing.text());
}

} // namespace core::engine
