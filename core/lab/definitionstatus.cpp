// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/definitionstatus.h"

#include "core/api/time.h"
#include "core/lab/objects.h"

#include <algorithm>
#include <set>

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

using Names = std::set<std::string>;

/// Resources must be told apart, and kinds.
enum class NameSpace { Resources, Kinds };

struct NameField {
    std::string_view name;
    NameSpace space;
    std::string_view reason; ///< when somebody else has what it says
};

/// The last conflict is told.
constexpr NameField nameFields[] = {{"plural", NameSpace::Resources, "PluralConflict"},
    {"singular", NameSpace::Resources, "SingularConflict"},
    {"shortNames", NameSpace::Resources, "ShortNamesConflict"}, {"kind", NameSpace::Kinds, "KindConflict"},
    {"listKind", NameSpace::Kinds, "ListKindConflict"}};

/// One name, or a list of them.
Names namesIn(const Json &names, std::string_view field)
{
    Names all {std::string(api::textAt(names, {field}))};
    for (const Json &name : listAt(names, {field})) {
        if (name.is_string())
            all.insert(api::text(name.get_string()));
    }
    all.erase(std::string());
    return all;
}

const Json &acceptedNames(const Json &definition)
{
    static const Json none = JsonObject();
    const Json *names = api::find(definition, {"status", "acceptedNames"});
    return names && names->is_object() ? *names : none;
}

Names takenIn(std::string_view group, NameSpace space, const Collection &definitions)
{
    Names taken;
    for (const auto &[key, entry] : definitions.objects()) {
        if (api::textAt(*entry.object, {"spec", "group"}) != group)
            continue;
        for (const NameField &field : nameFields) {
            if (field.space == space)
                taken.merge(namesIn(acceptedNames(*entry.object), field.name));
        }
    }
    return taken;
}

/// What a field asks for that somebody else has: "x" is already in use.
std::string conflictIn(const NameField &field, const Json &wanted, const Json &accepted, const Names &taken)
{
    const Names own = namesIn(accepted, field.name);
    std::vector<std::string> conflicts;
    for (const std::string &name : namesIn(wanted, field.name)) {
        if (!own.contains(name) && taken.contains(name))
            conflicts.push_back(api::writeJson(Json(name)) + " is already in use");
    }
    std::string text;
    for (const std::string &conflict : conflicts)
        text += (text.empty() ? "" : ", ") + conflict;
    return conflicts.size() > 1 ? "[" + text + "]" : text;
}

/// What is wanted, and instead of what somebody else has what was accepted before.
JsonObject namesWithout(const std::set<std::string_view> &conflicts, const Json &wanted, const Json &accepted)
{
    JsonObject names;
    for (const auto &member : wanted.get_object()) {
        const std::string_view field = member.key();
        if (!conflicts.contains(field))
            names[field] = member.value();
        else if (const Json *before = api::find(accepted, {field}))
            names[field] = *before;
        else if (field == "plural" || field == "kind") // which are always told
            names[field] = "";
    }
    return names;
}

} // namespace

void setCondition(Json &definition, const DefinitionCondition &condition, base::Time now)
{
    JsonArray &conditions = arrayIn(objectIn(definition, "status"), "conditions");
    const auto held = std::ranges::find_if(
        conditions, [&](const Json &one) { return api::textAt(one, {"type"}) == condition.type; });
    const bool stays = held != conditions.end() && api::textAt(*held, {"status"}) == condition.status;
    const std::string since =
        stays ? std::string(api::textAt(*held, {"lastTransitionTime"})) : api::formatTime(now);
    Json wanted = JsonObject {{"type", condition.type}, {"status", condition.status},
        {"lastTransitionTime", since}, {"reason", condition.reason}, {"message", condition.message}};
    if (held == conditions.end())
        conditions.push_back(std::move(wanted));
    else
        *held = std::move(wanted);
}

std::string_view conditionStatus(const Json &definition, std::string_view type)
{
    for (const Json &condition : listAt(definition, {"status", "conditions"})) {
        if (api::textAt(condition, {"type"}) == type)
            return api::textAt(condition, {"status"});
    }
    return {};
}

void acceptNames(Json &definition, const Collection &definitions, base::Time now)
{
    const Json *wanted = api::find(definition, {"spec", "names"});
    const Json *status = api::find(definition, {"status"});
    if (!wanted || !wanted->is_object() || (status && !status->is_object()))
        return; // the schema will refuse it
    const Json &accepted = acceptedNames(definition);
    if (api::equal(*wanted, accepted) && conditionStatus(definition, "NamesAccepted") == "True")
        return;
    const std::string_view group = api::textAt(definition, {"spec", "group"});
    const Names resources = takenIn(group, NameSpace::Resources, definitions);
    const Names kinds = takenIn(group, NameSpace::Kinds, definitions);
    DefinitionCondition verdict {"NamesAccepted", "True", "NoConflicts", "no conflicts found"};
    std::set<std::string_view> conflicts;
    for (const NameField &field : nameFields) {
        const Names &taken = field.space == NameSpace::Kinds ? kinds : resources;
        if (std::string conflict = conflictIn(field, *wanted, accepted, taken); !conflict.empty()) {
            conflicts.insert(field.name);
            verdict = {verdict.type, "False", field.reason, std::move(conflict)};
        }
    }
    JsonObject names = namesWithout(conflicts, *wanted, accepted);
    objectIn(definition, "status")["acceptedNames"] = std::move(names);
    setCondition(definition, verdict, now);
    if (conflicts.empty())
        setCondition(definition,
            {"Established", "True", "InitialNamesAccepted", "the initial names have been accepted"}, now);
    else if (conditionStatus(definition, "Established") != "True")
        setCondition(definition, {"Established", "False", "NotAccepted", "not all names are accepted"}, now);
}

const Json &servedNames(const Json &definition)
{
    const Json *wanted = api::find(definition, {"spec", "names"});
    const bool hasAll = conditionStatus(definition, "NamesAccepted") != "False";
    return wanted && hasAll ? *wanted : acceptedNames(definition);
}

VersionPlaces::VersionPlaces(const Json &definition, std::string_view member) : m_member(member)
{
    const api::JsonArray &versions = listAt(definition, {"spec", "versions"});
    const Json *first = versions.empty() ? nullptr : api::find(versions.front(), {member});
    m_isCommon = std::ranges::all_of(versions, [&](const Json &each) {
        const Json *own = api::find(each, {member});
        return first && own ? api::equal(*first, *own) : !first && !own;
    });
}

std::string VersionPlaces::of(std::size_t version) const
{
    const bool isSchema = m_member == "schema";
    if (!m_isCommon)
        return "spec.versions[" + std::to_string(version) + "]." + m_member
            + (isSchema ? ".openAPIV3Schema" : "");
    if (version > 0)
        return {};
    return isSchema ? "spec.validation.openAPIV3Schema" : "spec." + m_member;
}

} // namespace core::lab
