// SPDX-License-Identifier: GPL-3.0-or-later
// The window's timeline under load: a lane for each of many machines, scrolled from top to bottom, and a tick
// in which some of them fail or come back, one repaint included.

#include "tests/bench/bench.h"
#include "ui/clusterview.h"
#include "ui/theme.h"
#include "ui/timeline/healthchart.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QScrollBar>

#include <algorithm>

namespace bench {

namespace {

namespace api = core::api;
using core::timeline::Fact;
using core::timeline::FactKind;

constexpr int rounds = 100;
constexpr int factsPerTick = 500;

Fact fact(FactKind kind, int machine, const std::string &from, const std::string &to, api::Time at)
{
    Fact made;
    made.kind = kind;
    const api::ObjectKey key {"default", "workers-" + std::to_string(machine)};
    const bool isNode = kind == FactKind::NodeHealth;
    made.object = isNode ? api::ObjectKey {"", "node-" + std::to_string(machine)} : key;
    made.owner = isNode ? key : api::ObjectKey {"default", "workers"};
    made.from = from;
    made.to = to;
    made.serverTime = made.arrivalTime = at;
    return made;
}

double elapsedMs(const std::function<void()> &work)
{
    QElapsedTimer timer;
    timer.start();
    work();
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

double p95Of(std::vector<double> times)
{
    std::ranges::sort(times);
    return times[times.size() * 95 / 100];
}

} // namespace

core::base::Result<api::JsonObject> runTimeline(int machines)
{
    ui::ClusterView cluster;
    ui::Theme theme(ui::Scheme::Light);
    ui::HealthChart chart(cluster, theme);
    chart.resize(1200, 400);
    chart.show();
    QCoreApplication::processEvents(); // what is not exposed paints nothing
    const api::Time now = api::Time() + std::chrono::hours(1000);
    core::engine::ChangeSet first;
    first.reset = true;
    first.status.emplace();
    first.status->now = now;
    first.status->pace = 0;
    for (int i = 0; i < machines; ++i) {
        const api::Time born = now - std::chrono::seconds(240);
        first.facts.push_back(fact(FactKind::MachineCreated, i, "", "", born));
        first.facts.push_back(fact(FactKind::NodeHealth, i, "", "Ready", born + std::chrono::seconds(3)));
    }
    const double filled = elapsedMs([&] {
        cluster.apply(first);
        chart.redraw();
        chart.repaint();
    });
    std::vector<double> tickTimes;
    for (int round = 0; round < rounds; ++round) {
        core::engine::ChangeSet changes;
        const bool fails = round % 2 == 0;
        for (int i = 0; i < factsPerTick; ++i)
            changes.facts.push_back(
                fact(FactKind::NodeHealth, round / 2 * 97 % machines + i, fails ? "Ready" : "NotReady",
                    fails ? "NotReady" : "Ready", now - std::chrono::seconds(rounds - round)));
        tickTimes.push_back(elapsedMs([&] {
            cluster.apply(changes);
            chart.redraw();
            chart.repaint();
        }));
    }
    std::vector<double> scrolls;
    QScrollBar *bar = chart.lanes().verticalScrollBar();
    for (int step = 0; step <= rounds; ++step) {
        scrolls.push_back(elapsedMs([&] {
            bar->setValue(bar->maximum() / rounds * step);
            chart.lanes().viewport()->repaint();
        }));
    }
    std::vector<double> hovers;
    for (int step = 0; step <= rounds; ++step) {
        hovers.push_back(elapsedMs([&] {
            chart.counts().setPointed(200 + step * 9);
            chart.counts().viewport()->repaint();
        }));
    }
    return api::JsonObject {{"lanes", chart.lanes().laneCount()},
        {"lanes_painted", chart.lanes().lanesPainted()}, {"fill_ms", filled},
        {"tick_p95_ms", p95Of(tickTimes)}, {"facts_per_tick", factsPerTick},
        {"scroll_p95_ms", p95Of(scrolls)}, {"hover_p95_ms", p95Of(hovers)}};
}

} // namespace bench
