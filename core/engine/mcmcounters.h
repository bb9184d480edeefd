// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What machines of the machine-controller-manager went through, and what its driver asked for, counted as it
// happens (docs/machines.md §9.12): the objects of a moment no longer tell it.

#include "core/api/mcm.h"
#include "core/engine/explain.h"
#include "core/engine/metricstext.h"
#include "core/runtime/informerset.h"

namespace core::engine {

class McmCounters
{
public:
    /// Listens to the machines and their controller from now on; all outlive the counters.
    McmCounters(const ControllerList &controllers, runtime::InformerSet &informers, const base::Clock &clock);
    McmCounters(const McmCounters &) = delete;
    McmCounters &operator=(const McmCounters &) = delete;

    void write(MetricsText &text) const;

private:
    /// What the driver does for a machine, as the metrics name it.
    struct Operation {
        std::string name;
        runtime::Histogram took; ///< from the decision to the answer
        std::map<std::string, std::uint64_t> failures; ///< by error code

        explicit Operation(std::string operation);
        void end(base::Duration duration, std::string_view errorCode);
    };

    void notePlan(const std::vector<api::Reason> &reasons, base::Duration took, const base::Result<> &result);
    void noteChange(const api::mcm::Machine &before, const api::mcm::Machine &after);
    void noteEnd(const api::mcm::Machine &last);

    const base::Clock &m_clock;
    Operation m_create;
    Operation m_delete;
    runtime::Histogram m_requests; ///< to the provider's API: how long each took
    std::uint64_t m_failedRequests = 0;
    runtime::Histogram m_created; ///< from the machine's creation to its instance
    runtime::Histogram m_joined; ///< from the machine's creation to Running
    runtime::Histogram m_drained; ///< from the step to the next one
    runtime::Histogram m_deleted; ///< from the request to the end
    std::map<std::string, base::Time> m_draining; ///< since when, by uid
    std::uint64_t m_failedJoins = 0;
    std::uint64_t m_stale = 0;
    base::Subscriptions m_subscriptions;
};

} // namespace core::engine
