// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/informerset.h"

#include <algorithm>

namespace core::runtime {

void InformerSet::start()
{
    for (const auto &[resource, informer] : m_informers)
        informer->start();
}

void InformerSet::stop()
{
    for (const auto &[resource, informer] : m_informers)
        informer->stop();
}

bool InformerSet::allSynced() const
{
    return std::ranges::all_of(m_informers, [](const auto &entry) { return entry.second->hasSynced(); });
}

void InformerSet::offer(const api::Resource &resource, const api::JsonPtr &object)
{
    const auto found = m_informers.find(&resource);
    if (found != m_informers.end() && api::textAt(*object, {"kind"}) == resource.kind)
        found->second->offer(object);
}

std::vector<const InformerBase *> InformerSet::list() const
{
    std::vector<const InformerBase *> all;
    for (const auto &[resource, informer] : m_informers)
        all.push_back(informer.get());
    return all;
}

void InformerSet::stateChanged()
{
    for (const auto &listener : m_listeners)
        listener();
}

} // namespace core::runtime
