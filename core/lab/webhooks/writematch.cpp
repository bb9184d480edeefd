// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/webhooks/writematch.h"

#include "core/api/codec.h"
#include "core/lab/objects.h"

namespace core::lab {

using api::Json;

namespace {

std::vector<HookRule> hookRulesAt(const Json &json, std::string_view field)
{
    std::vector<HookRule> rules;
    for (const Json &rule : listAt(json, {field}))
        rules.push_back({textsAt(rule, "operations"), textsAt(rule, "apiGroups"),
            textsAt(rule, "apiVersions"), textsAt(rule, "resources"),
            std::string(api::textAt(rule, {"scope"})), textsAt(rule, "resourceNames")});
    return rules;
}

WriteMatch readMatch(const Json &json, std::string_view rules)
{
    WriteMatch match;
    match.rules = hookRulesAt(json, rules);
    match.namespaces = selectorAt(json, "namespaceSelector");
    match.objects = selectorAt(json, "objectSelector");
    match.matchesEquivalent = api::textAt(json, {"matchPolicy"}) != "Exact";
    return match;
}

} // namespace

std::vector<std::string> textsAt(const Json &json, std::string_view field)
{
    std::vector<std::string> texts;
    for (const Json &item : listAt(json, {field})) {
        if (item.is_string())
            texts.push_back(api::text(item.get_string()));
    }
    return texts;
}

api::LabelSelector selectorAt(const Json &json, std::string_view field)
{
    const Json *selector = api::find(json, {field});
    auto read = selector ? api::decode<api::LabelSelector>(*selector)
                         : base::Result<api::LabelSelector>(api::LabelSelector());
    return read ? std::move(*read) : api::LabelSelector();
}

WriteMatch readHookMatch(const Json &hook)
{
    return readMatch(hook, "rules");
}

WriteMatch readMatchResources(const Json &resources)
{
    WriteMatch match = readMatch(resources, "resourceRules");
    match.excluded = hookRulesAt(resources, "excludeResourceRules");
    if (match.rules.empty())
        match.rules.push_back({{"*"}, {"*"}, {"*"}, {"*/*"}, "*", {}});
    return match;
}

} // namespace core::lab
