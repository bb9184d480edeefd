// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The panel with the timeline alone, and what it shows of a cluster that never was.

#include "tests/ui/fakecluster.h"
#include "ui/clusterview.h"
#include "ui/timeline/timelinepanel.h"

namespace timelinetest {

using namespace std::chrono_literals;
using core::engine::ChangeSet;
using core::timeline::Fact;
using core::timeline::FactKind;

/// What a node that belongs to a machine of its own went through at that time.
inline Fact health(
    const std::string &node, const std::string &from, const std::string &to, core::api::Time at)
{
    Fact fact;
    fact.kind = FactKind::NodeHealth;
    fact.object = {"", node};
    fact.from = from;
    fact.to = to;
    fact.serverTime = fact.arrivalTime = at;
    fact.owner = {"default", "machine-of-" + node};
    return fact;
}

/// A machine that failed 2.1 s after its fault was set, and whose replacement was Ready after that time.
inline core::timeline::Episode replaced(std::uint64_t id, core::api::Time began, core::base::Duration took)
{
    core::timeline::Episode episode;
    episode.id = id;
    episode.machine = {"default", "workers-" + std::to_string(id)};
    episode.node = "node-" + std::to_string(id);
    episode.machineSet = {"default", "workers"};
    episode.cause = "NotReady (fault: not-ready)";
    episode.faultAt = began - 2100ms;
    episode.unhealthyAt = began;
    episode.deleteAskedAt = began + took - 4300ms;
    episode.replacementCreatedAt = began + took - 4200ms;
    episode.oldGoneAt = *episode.deleteAskedAt + 1200ms;
    episode.recoveredAt = began + took;
    episode.replacement = {"default", "workers-new-" + std::to_string(id)};
    episode.outcome = core::timeline::Outcome::Replaced;
    return episode;
}

struct Bench {
    explicit Bench(std::vector<Fact> facts)
    {
        panel.resize(1600, 300);
        panel.show(); // lines have as many columns as there are pixels
        panel.chart().fit();
        ChangeSet changes;
        changes.reset = true;
        changes.status = fake::status();
        changes.status->pace = 0; // the live edge stands still
        changes.facts = std::move(facts);
        send(changes);
    }
    void send(const ChangeSet &changes)
    {
        cluster.apply(changes);
        panel.apply(changes);
        panel.chart().redraw();
    }

    ui::ClusterView cluster;
    ui::Theme theme {ui::Scheme::Light};
    ui::TimelinePanel panel {cluster, theme};
};

} // namespace timelinetest
