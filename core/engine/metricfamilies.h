// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Families about every object of a store, for the metrics of both machine families.

#include "core/api/meta.h"
#include "core/engine/metricstext.h"
#include "core/runtime/informerset.h"

namespace core::engine {

inline double secondsOf(base::Duration duration)
{
    return std::chrono::duration<double>(duration).count();
}

inline double creationTimestamp(const api::ObjectMeta &meta)
{
    return secondsOf(meta.creationTimestamp.value_or(api::Time()).time_since_epoch());
}

inline MetricsText::Labels nameLabels(const api::ObjectMeta &meta)
{
    return {{"name", meta.name}, {"namespace", meta.ns}};
}

/// A gauge with one number for each object; nothing for those that have none.
template<typename T, typename ValueOf>
void perObject(MetricsText &text, const runtime::Store<T> &store, std::string_view name,
    std::string_view help, ValueOf valueOf)
{
    text.family(name, MetricsText::Type::Gauge, help);
    for (const auto &object : store.list()) {
        if (const std::optional<std::int64_t> value = valueOf(*object))
            text.sample(nameLabels(object->metadata), static_cast<double>(*value));
    }
}

/// The objects of a kind that is followed already; null when nobody follows it.
template<typename T>
const runtime::Store<T> *storeIn(const runtime::InformerSet &informers)
{
    for (const runtime::InformerBase *informer : informers.list()) {
        if (&informer->resource() == &api::resourceOf<T>())
            return &static_cast<const runtime::Informer<T> *>(informer)->store();
    }
    return nullptr;
}

} // namespace core::engine
