// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/access/rules.h"

#include <algorithm>

namespace core::access {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

constexpr std::string_view any = "*";

bool holds(const std::vector<std::string> &texts, std::string_view text)
{
    return std::ranges::any_of(texts, [&](const std::string &one) { return one == any || one == text; });
}

bool holdsResource(const std::vector<std::string> &resources, const Attributes &attributes)
{
    const std::string wanted = attributes.qualifiedResource();
    return std::ranges::any_of(resources, [&](std::string_view one) {
        return one == any || one == wanted
            || (!attributes.subresource.empty() && one.starts_with("*/")
                && one.substr(2) == attributes.subresource);
    });
}

bool holdsPath(const std::vector<std::string> &paths, std::string_view path)
{
    return std::ranges::any_of(paths, [&](std::string_view one) {
        return one == path || (one.ends_with('*') && path.starts_with(one.substr(0, one.size() - 1)));
    });
}

void addList(std::string &text, std::string_view name, const std::vector<std::string> &list)
{
    if (list.empty())
        return;
    text += (text == "{" ? "" : ", ") + std::string(name) + ":[";
    for (std::size_t i = 0; i < list.size(); ++i)
        text += (i == 0 ? "" : " ") + inQuotes(list[i]);
    text += "]";
}

void addList(JsonObject &object, std::string_view name, const std::vector<std::string> &list)
{
    if (!list.empty() || name == "verbs")
        object.emplace(name, JsonArray(list.begin(), list.end()));
}

} // namespace

bool allows(const Rule &rule, const Attributes &attributes)
{
    if (!holds(rule.verbs, attributes.verb))
        return false;
    if (!attributes.isResource())
        return holdsPath(rule.paths, attributes.path);
    return holds(rule.groups, attributes.group) && holdsResource(rule.resources, attributes)
        && (rule.names.empty() || std::ranges::find(rule.names, attributes.name) != rule.names.end());
}

std::vector<std::string> textsAt(const Json &json, std::string_view member)
{
    std::vector<std::string> texts;
    const Json *list = json.is_object() ? api::member(json.get_object(), member) : nullptr;
    if (!list || !list->is_array())
        return texts;
    for (const Json &item : list->get_array()) {
        if (item.is_string())
            texts.push_back(api::text(item.get_string()));
    }
    return texts;
}

Rules readRules(const Json &role)
{
    Rules rules;
    const Json *list = api::find(role, {"rules"});
    if (!list || !list->is_array())
        return rules;
    for (const Json &rule : list->get_array())
        rules.push_back({textsAt(rule, "verbs"), textsAt(rule, "apiGroups"), textsAt(rule, "resources"),
            textsAt(rule, "resourceNames"), textsAt(rule, "nonResourceURLs")});
    return rules;
}

JsonObject toJson(const Rule &rule)
{
    JsonObject json;
    addList(json, "verbs", rule.verbs);
    addList(json, "apiGroups", rule.groups);
    addList(json, "resources", rule.resources);
    addList(json, "resourceNames", rule.names);
    addList(json, "nonResourceURLs", rule.paths);
    return json;
}

std::string toText(const Rule &rule)
{
    std::string text = "{";
    addList(text, "APIGroups", rule.groups);
    addList(text, "Resources", rule.resources);
    addList(text, "NonResourceURLs", rule.paths);
    addList(text, "ResourceNames", rule.names);
    addList(text, "Verbs", rule.verbs);
    return text + "}";
}

} // namespace core::access
