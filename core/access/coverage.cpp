// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/access/coverage.h"

#include <algorithm>
#include <set>

namespace core::access {

namespace {

using Texts = std::vector<std::string>;

constexpr std::size_t mostParts = 20'000; ///< into which one rule is taken apart

bool has(const Texts &texts, std::string_view text)
{
    return std::ranges::find(texts, text) != texts.end();
}

bool hasAll(const Texts &held, const Texts &wanted)
{
    return has(held, "*")
        || std::ranges::all_of(wanted, [&](const std::string &text) { return has(held, text); });
}

bool hasResources(const Texts &held, const Texts &wanted)
{
    return has(held, "*") || std::ranges::all_of(wanted, [&](const std::string &resource) {
        const std::size_t slash = resource.find('/');
        return has(held, resource) || (slash != std::string::npos && has(held, "*" + resource.substr(slash)));
    });
}

bool hasPaths(const Texts &held, const Texts &wanted)
{
    return std::ranges::all_of(wanted, [&](std::string_view path) {
        return std::ranges::any_of(held, [&](std::string_view one) {
            return one == path || (one.ends_with('*') && path.starts_with(one.substr(0, one.size() - 1)));
        });
    });
}

bool hasNames(const Texts &held, const Texts &wanted)
{
    return held.empty() || (!wanted.empty() && hasAll(held, wanted));
}

bool covers(const Rule &held, const Rule &wanted)
{
    if (!hasAll(held.verbs, wanted.verbs) || !hasPaths(held.paths, wanted.paths))
        return false;
    return wanted.resources.empty()
        || (hasAll(held.groups, wanted.groups) && hasResources(held.resources, wanted.resources)
            && hasNames(held.names, wanted.names));
}

bool isCovered(const Rules &held, const Rule &wanted)
{
    return std::ranges::any_of(held, [&](const Rule &rule) { return covers(rule, wanted); });
}

std::size_t partsOf(const Rule &rule)
{
    std::size_t parts = rule.verbs.size();
    for (const std::size_t factor :
        {rule.groups.size(), rule.resources.size(), std::max<std::size_t>(rule.names.size(), 1)}) {
        if (factor != 0 && parts > mostParts / factor)
            return mostParts + 1;
        parts *= factor;
    }
    return parts + rule.verbs.size() * std::min(rule.paths.size(), mostParts);
}

void addPaths(Rules &parts, const Rule &rule)
{
    for (const std::string &path : rule.paths) {
        for (const std::string &verb : rule.verbs)
            parts.push_back({.verbs = {verb}, .paths = {path}});
    }
}

/// Rules of one verb for one thing each.
Rules apart(const Rule &rule)
{
    Rules parts;
    const auto add = [&](const std::string &group, const std::string &resource, const Texts &names) {
        for (const std::string &verb : rule.verbs)
            parts.push_back({{verb}, {group}, {resource}, names});
    };
    for (const std::string &group : rule.groups) {
        for (const std::string &resource : rule.resources) {
            if (rule.names.empty())
                add(group, resource, {});
            for (const std::string &name : rule.names)
                add(group, resource, {name});
        }
    }
    addPaths(parts, rule);
    return parts;
}

/// Joins the verbs of rules that speak of the same.
void addJoined(Rules &rules, const Rule &rule)
{
    const auto same = std::ranges::find_if(rules, [&](const Rule &one) {
        return one.groups == rule.groups && one.resources == rule.resources && one.names == rule.names
            && one.paths == rule.paths && rule.paths.empty();
    });
    if (same == rules.end())
        return rules.push_back(rule);
    for (const std::string &verb : rule.verbs) {
        if (!has(same->verbs, verb))
            same->verbs.push_back(verb);
    }
}

} // namespace

Rules missingFrom(const Rules &held, const Rules &wanted)
{
    Rules missing;
    for (const Rule &rule : wanted) {
        if (isCovered(held, rule))
            continue;
        if (partsOf(rule) > mostParts) {
            missing.push_back(rule);
            continue;
        }
        for (const Rule &part : apart(rule)) {
            if (!isCovered(held, part))
                addJoined(missing, part);
        }
    }
    return missing;
}

std::string escalationText(const User &user, const Rules &missing)
{
    std::string text = "user " + inQuotes(user.name) + " (groups=[";
    for (std::size_t i = 0; i < user.groups.size(); ++i)
        text += (i == 0 ? "" : " ") + inQuotes(user.groups[i]);
    text += "]) is attempting to grant RBAC permissions not currently held:";
    std::set<std::string> lines;
    for (const Rule &rule : missing)
        lines.insert(toText(rule));
    for (const std::string &line : lines)
        text += "\n" + line;
    return text;
}

} // namespace core::access
