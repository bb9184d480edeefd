// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Objects that some API server has stored although they are not what their kind should be: a text where a
// number belongs, a duration without a unit. They are left alone, and told of as any other invalid object is.

#include "core/base/clock.h"
#include "core/runtime/informer.h"
#include "core/runtime/plan.h"

namespace core::controllers {

/// What can be read of such an object: its metadata and, when it can, its status.
template<typename T>
T readablePartOf(const api::Json &object)
{
    T part;
    if (const api::Json *metadata = api::find(object, {"metadata"}))
        part.metadata = api::decode<api::ObjectMeta>(*metadata).value_or(api::ObjectMeta());
    if constexpr (requires { part.status; }) {
        if (const api::Json *status = api::find(object, {"status"}))
            part.status = api::decode<decltype(part.status)>(*status).value_or(decltype(part.status)());
    }
    return part;
}

/// What a kind does about an object that makes no sense.
template<typename T>
using Refusal = runtime::Plan (*)(const T &object, const std::string &problem, base::Time now);

/// Refuses objects whose newest version can't be read, and leaves all others to the reconciler.
template<typename T>
class UnreadableRefuser : public runtime::Reconciler
{
public:
    UnreadableRefuser(std::unique_ptr<runtime::Reconciler> reconciler, Refusal<T> refusal,
        const runtime::InformerBase &informer, const base::Clock &clock)
        : m_reconciler(std::move(reconciler))
        , m_refusal(refusal)
        , m_informer(informer)
        , m_clock(clock)
    {
    }

    std::string_view name() const override { return m_reconciler->name(); }

    runtime::Plan reconcile(const api::ObjectKey &key) const override
    {
        if (const runtime::Unreadable *unreadable = m_informer.unreadable(key))
            return m_refusal(readablePartOf<T>(*unreadable->object), unreadable->problem, m_clock.now());
        return m_reconciler->reconcile(key);
    }

    std::vector<api::Effect> recordFailure(
        const api::ObjectKey &key, const base::Error &error, const api::Effect &failed) const override
    {
        return m_informer.unreadable(key) ? std::vector<api::Effect>()
                                          : m_reconciler->recordFailure(key, error, failed);
    }

private:
    const std::unique_ptr<runtime::Reconciler> m_reconciler;
    const Refusal<T> m_refusal;
    const runtime::InformerBase &m_informer;
    const base::Clock &m_clock;
};

} // namespace core::controllers
