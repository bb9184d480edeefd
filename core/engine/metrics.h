// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What /metrics tells, with the names of the field: controller-runtime and client-go (docs/machines.md
// §10.5), machine-api-operator (§5.6), machine-controller-manager (§9.12). Read from stores, counters and
// timeline when asked; kept here is only what none of these remember. Seconds are those of the core's
// clock: real on a cluster, virtual in a lab.

#include "core/client/countingtransport.h"
#include "core/engine/explain.h"
#include "core/engine/mcmcounters.h"
#include "core/runtime/eventrecorder.h"
#include "core/runtime/manager.h"
#include "core/timeline/timeline.h"

namespace core::engine {

/// All outlive the metrics.
struct MetricsParts {
    const base::Clock &clock;
    const ControllerList &controllers;
    const runtime::Manager &manager;
    runtime::InformerSet &informers;
    runtime::EventRecorder &events;
    const client::CountingTransport &requests;
    const timeline::Timeline &timeline;
    std::string server; ///< URL
    std::function<bool()> mcmFrozen; ///< the machines of machine.sapcloud.io are left alone (§9.9)
};

class Metrics
{
public:
    /// Listens to the events and to the controllers from now on.
    explicit Metrics(MetricsParts parts);

    /// The text has Prometheus' format.
    std::string text();

private:
    struct Failure {
        std::string_view metric;
        std::string reason;

        auto operator<=>(const Failure &) const = default;
    };
    using Failures = std::map<Failure, std::uint64_t>;

    void countFailure(const api::EmitEvent &event);
    void writeFailures(MetricsText &text) const;
    void followTimeline();
    void writeMcm(MetricsText &text);

    MetricsParts m_parts;
    std::map<api::ObjectKey, Failures> m_failures; ///< by machine, of those that are there
    std::map<api::ObjectKey, std::uint64_t> m_remediations; ///< by health check, of those that are there
    std::map<std::string, runtime::Histogram, std::less<>> m_phases; ///< seconds from creation to the phase
    std::map<std::string, api::Time, std::less<>> m_created; ///< by uid, of machines that are there
    McmCounters m_mcm;
    std::map<std::string, std::uint64_t> m_failedScrapes; ///< of objects of machine.sapcloud.io, by kind
    std::uint64_t m_lastFact = 0; ///< index of the last one that is counted
    base::Subscriptions m_subscriptions;
};

/// What tells a controller from others of its name: "garbagecollector-pod".
std::vector<std::string> controllerLabels(const ControllerList &controllers);

/// GET /debug/queues: what waits and what is under way, by controller.
api::Json queuesSnapshot(const ControllerList &controllers, api::Time now);

} // namespace core::engine
