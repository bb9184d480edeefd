// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/registry.h"

#include <algorithm>

namespace core::lab {

std::string ResourceType::apiVersion(const ServedVersion &version) const
{
    return group.empty() ? version.name : group + "/" + version.name;
}

const ServedVersion *ResourceType::find(std::string_view version) const
{
    const auto found = std::ranges::find(versions, version, &ServedVersion::name);
    return found == versions.end() ? nullptr : &*found;
}

void ServedVersion::serveStatus()
{
    hasStatus = true;
    subresources.push_back(statusSubresource());
}

void ServedVersion::serveScale(ScalePaths paths)
{
    scale = std::move(paths);
    subresources.push_back(scaleSubresource());
}

const Subresource *ServedVersion::subresource(std::string_view wanted) const
{
    const auto found = std::ranges::find(subresources, wanted, &Subresource::name);
    return found == subresources.end() ? nullptr : &*found;
}

void ServedVersion::setForms(std::function<void(api::Json &)> served, std::function<void(api::Json &)> stored)
{
    shown = [served](const api::JsonPtr &object) {
        api::Json copy = *object;
        served(copy);
        return anotherForm(std::move(copy), object);
    };
    toServed = std::move(served);
    toStored = std::move(stored);
}

About ResourceType::aboutKind(std::string_view name) const
{
    const std::size_t slash = storedApiVersion.find('/');
    return {std::string(name), slash == std::string::npos ? "" : storedApiVersion.substr(0, slash), kind, {}};
}

ResourceType &Registry::add(ResourceType type)
{
    ++m_changes;
    auto &place = m_groups[type.group][type.plural];
    if (place)
        *place = std::move(type);
    else
        place = std::make_unique<ResourceType>(std::move(type));
    return *place;
}

void Registry::remove(const ResourceType &type)
{
    ++m_changes;
    const auto group = m_groups.find(type.group);
    group->second.erase(std::string(type.plural));
    if (group->second.empty())
        m_groups.erase(group);
}

ResourceType *Registry::find(std::string_view group, std::string_view plural) const
{
    const auto types = m_groups.find(group);
    if (types == m_groups.end())
        return nullptr;
    const auto found = types->second.find(plural);
    return found == types->second.end() ? nullptr : found->second.get();
}

bool Registry::hasGroup(std::string_view group) const
{
    return m_groups.contains(group);
}

std::vector<const ResourceType *> Registry::all() const
{
    std::vector<const ResourceType *> types;
    for (const auto &[group, byPlural] : m_groups) {
        for (const auto &[plural, type] : byPlural)
            types.push_back(type.get());
    }
    return types;
}

} // namespace core::lab
