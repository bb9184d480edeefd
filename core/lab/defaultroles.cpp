// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/defaultroles.h"

#include "core/access/coverage.h"
#include "core/api/codec.h"
#include "core/api/selector.h"
#include "core/lab/names.h"
#include "core/lab/objects.h"
#include "resources/resources.h"

#include <algorithm>
#include <array>

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

constexpr const char *keptUp = "rbac.authorization.kubernetes.io/autoupdate";
constexpr const char *isDefault = "kubernetes.io/bootstrapping";

api::Labels labelMapOf(const Json &object)
{
    api::Labels labels;
    const Json *found = api::find(object, {"metadata", "labels"});
    if (!found || !found->is_object())
        return labels;
    for (const auto &label : found->get_object()) {
        if (label.value().is_string())
            labels.emplace(std::string(label.key()), api::text(label.value().get_string()));
    }
    return labels;
}

void addMissingRules(Json &role, const Json &wanted)
{
    JsonArray &rules = arrayIn(role.get_object(), "rules");
    for (const access::Rule &rule : access::missingFrom(access::readRules(role), access::readRules(wanted)))
        rules.emplace_back(access::toJson(rule));
}

void addMissingSubjects(Json &binding, const Json &wanted)
{
    JsonArray &subjects = arrayIn(binding.get_object(), "subjects");
    for (const Json &subject : listAt(wanted, {"subjects"})) {
        const bool isThere = std::ranges::any_of(subjects, [&](const Json &held) {
            return std::ranges::all_of(std::array {"kind", "name", "namespace"}, [&](const char *member) {
                return api::textAt(held, {member}) == api::textAt(subject, {member});
            });
        });
        if (!isThere)
            subjects.push_back(subject);
    }
}

std::vector<api::LabelSelector> selectorsOf(const Json &role)
{
    std::vector<api::LabelSelector> selectors;
    for (const Json &selector : listAt(role, {"aggregationRule", "clusterRoleSelectors"})) {
        if (auto read = api::decode<api::LabelSelector>(selector))
            selectors.push_back(std::move(*read));
    }
    return selectors;
}

} // namespace

Target DefaultRoles::targetOf(const Json &object) const
{
    const std::string plural = lowerCase(std::string(api::textAt(object, {"kind"}))) + "s";
    ResourceType *type = m_cluster.registry.find(rolesGroup, plural);
    return {type, &type->versions.front(), keyOf(object)};
}

base::Result<> DefaultRoles::make()
{
    m_clusterRoles = m_cluster.registry.find(rolesGroup, "clusterroles")->collection;
    auto roles = api::parseJson(resources::text("roles.json"));
    if (!roles)
        return tl::unexpected(roles.error());
    for (Json &role : roles->as_array()) {
        if (auto made = make(std::move(role)); !made)
            return made;
    }
    gather();
    return {};
}

base::Result<> DefaultRoles::make(Json wanted)
{
    JsonObject &metadata = metadataOf(wanted);
    objectIn(metadata, "labels")[isDefault] = "rbac-defaults";
    objectIn(metadata, "annotations")[keptUp] = "true";
    const Target target = targetOf(wanted);
    const Entry *entry = target.type->collection->find(target.key);
    const auto written = entry ? complete(target, *entry, wanted)
                               : m_writer.create(target, wanted, {.author = {"hollowlab", {}}});
    if (!written)
        return tl::unexpected(api::errorOf(written.error().code, written.error().body.get()));
    return {};
}

Answer<Written> DefaultRoles::complete(const Target &target, const Entry &entry, const Json &wanted)
{
    if (api::textAt(*entry.object, {"metadata", "annotations", keptUp}) != "true"
        || api::find(wanted, {"aggregationRule"}))
        return Written {entry.object};
    Scratch scratch;
    Json draft(*entry.object, scratch.storage());
    if (api::find(wanted, {"roleRef"}))
        addMissingSubjects(draft, wanted);
    else
        addMissingRules(draft, wanted);
    return m_writer.update(target, draft, {.part = UpdateOptions::Part::Trusted});
}

void DefaultRoles::notice(const Collection &collection)
{
    if (&collection != m_clusterRoles || m_willGather)
        return;
    m_willGather = true;
    m_cluster.clock.post(m_scope.bind([this] { gather(); }));
}

/// Each rule once, by the names of the roles.
JsonArray DefaultRoles::gatheredBy(const Json &role) const
{
    const auto selectors = selectorsOf(role);
    JsonArray rules;
    for (const auto &[key, entry] : m_clusterRoles->objects()) {
        const api::Labels labels = labelMapOf(*entry.object);
        const bool isSelected = entry.object.get() != &role
            && std::ranges::any_of(
                selectors, [&](const auto &selector) { return matches(selector, labels); });
        if (!isSelected)
            continue;
        for (const Json &rule : listAt(*entry.object, {"rules"})) {
            if (!contains(rules, rule))
                rules.push_back(rule);
        }
    }
    return rules;
}

/// One that gathers may gather from another that does: its change brings us here again.
void DefaultRoles::gather()
{
    m_willGather = false;
    std::vector<api::JsonPtr> gathering;
    for (const auto &[key, entry] : m_clusterRoles->objects()) {
        if (api::find(*entry.object, {"aggregationRule"}))
            gathering.push_back(entry.object);
    }
    for (const api::JsonPtr &role : gathering) {
        Scratch scratch;
        Json draft(*role, scratch.storage());
        draft.get_object()["rules"] = gatheredBy(*role);
        (void)m_writer.update(targetOf(*role), draft,
            {.part = UpdateOptions::Part::Trusted, .author = {"clusterrole-aggregation-controller", {}}});
    }
}

} // namespace core::lab
