// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/policies/policies.h"

#include "core/lab/webhooks/matching.h"

#include <algorithm>

namespace core::lab {

namespace {

constexpr std::string_view policyGroup = "admissionregistration.k8s.io";
constexpr std::string_view policyPlural = "validatingadmissionpolicies";
constexpr std::string_view bindingPlural = "validatingadmissionpolicybindings";

} // namespace

void Policies::load()
{
    m_policyCollection = m_cluster.registry.find(policyGroup, policyPlural)->collection;
    m_bindingCollection = m_cluster.registry.find(policyGroup, bindingPlural)->collection;
    for (const auto &[key, entry] : m_policyCollection->objects())
        setPolicy(key.name, entry.object.get());
    for (const auto &[key, entry] : m_bindingCollection->objects())
        setBinding(key.name, entry.object.get());
}

void Policies::notice(const Collection &collection, const api::ObjectKey &key, const Change &change)
{
    const api::Json *object = change.type == Change::Type::Deleted ? nullptr : change.object.get();
    if (&collection == m_policyCollection)
        setPolicy(key.name, object);
    else if (&collection == m_bindingCollection)
        setBinding(key.name, object);
}

void Policies::setPolicy(const std::string &name, const api::Json *policy)
{
    ++m_changes;
    if (policy)
        m_policies.insert_or_assign(name, std::make_shared<const Policy>(readPolicy(*policy)));
    else
        m_policies.erase(name);
}

void Policies::setBinding(const std::string &name, const api::Json *binding)
{
    ++m_changes;
    for (auto &[policy, bindings] : m_bindings)
        bindings.erase(name);
    std::erase_if(m_bindings, [](const auto &ofPolicy) { return ofPolicy.second.empty(); });
    if (!binding)
        return;
    auto read = std::make_shared<const PolicyBinding>(readPolicyBinding(*binding));
    m_bindings[read->policy].insert_or_assign(name, read);
}

bool Policies::mayBeAbout(const HookForm &form) const
{
    return std::ranges::any_of(m_bindings, [&](const auto &ofPolicy) {
        const auto policy = m_policies.find(ofPolicy.first);
        return policy != m_policies.end() && mayConcern(policy->second->match, form);
    });
}

/// Policies say nothing of policies: else a bad one could never be taken back.
bool Policies::concern(const ResourceType &type)
{
    if (m_policies.empty() || m_bindings.empty()
        || (type.group == policyGroup && (type.plural == policyPlural || type.plural == bindingPlural)))
        return false;
    return m_concerns.of(type.collection, m_changes + m_cluster.registry.changes(), [&] {
        return std::ranges::any_of(formsOf(type, type.versions.front(), {}, m_cluster.registry),
            [&](const HookForm &form) { return mayBeAbout(form); });
    });
}

Answer<std::vector<MatchedPolicy>> Policies::matching(
    const AdmittedWrite &write, const api::Json *object) const
{
    std::vector<MatchedPolicy> matched;
    for (const auto &[name, bindings] : m_bindings) {
        const auto found = m_policies.find(name);
        if (found == m_policies.end() || found->second->isUnknown())
            continue;
        const auto form = matchingForm(found->second->match, write, object, m_cluster.registry);
        if (!form)
            return tl::unexpected(form.error());
        if (!*form)
            continue;
        MatchedPolicy policy {found->second, *form, {}};
        for (const auto &[bindingName, binding] : bindings) {
            const auto meant = matchingForm(binding->match, write, object, m_cluster.registry);
            if (!meant)
                return tl::unexpected(meant.error());
            if (*meant)
                policy.bindings.push_back(binding);
        }
        if (!policy.bindings.empty())
            matched.push_back(std::move(policy));
    }
    return matched;
}

} // namespace core::lab
