// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/informerset.h"

#include <algorithm>

namespace core::runtime {

void InformerSet::start()
{
    for (const auto &informer : m_informers)
        informer->start();
}

void InformerSet::stop()
{
    for (const auto &informer : m_informers)
        informer->stop();
}

void InformerSet::relist()
{
    for (const auto &informer : m_informers)
        informer->relist();
}

void InformerSet::reconnect()
{
    for (const auto &informer : m_informers)
        informer->reconnect();
}

bool InformerSet::allSynced() const
{
    return std::ranges::all_of(m_informers, [](const auto &informer) { return informer->hasSynced(); });
}

void InformerSet::offer(const api::Resource &resource, const api::JsonPtr &object)
{
    InformerBase *informer = find(resource);
    if (informer && api::textAt(*object, {"kind"}) == resource.kind) // else it is a Status
        informer->offer(object);
}

std::vector<const InformerBase *> InformerSet::list() const
{
    std::vector<const InformerBase *> all;
    for (const auto &informer : m_informers)
        all.push_back(informer.get());
    return all;
}

InformerBase &InformerSet::add(std::unique_ptr<InformerBase> informer)
{
    m_subscriptions.push_back(informer->onState([this] { m_toldOfState(); }));
    m_informers.push_back(std::move(informer));
    return *m_informers.back();
}

InformerBase *InformerSet::find(const api::Resource &resource) const
{
    const auto found =
        std::ranges::find(m_informers, &resource, [](const auto &informer) { return &informer->resource(); });
    return found == m_informers.end() ? nullptr : found->get();
}

} // namespace core::runtime
