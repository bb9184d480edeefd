// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What programs may ask the engine about itself over HTTP (docs/machines.md §10.5): /metrics, /healthz,
// /livez, /readyz, /debug/queues, /debug/explain. Whoever serves them decides who may ask.

#include "core/engine/metrics.h"

namespace core::engine {

class StatusPages
{
public:
    explicit StatusPages(const MetricsParts &parts) : m_parts(parts), m_metrics(parts) { }

    /// Nothing for a path that is none of these pages. Only GET.
    std::optional<api::Response> answer(const api::Request &request);

private:
    ExplainParts explainParts() const;

    MetricsParts m_parts;
    Metrics m_metrics;
};

} // namespace core::engine
