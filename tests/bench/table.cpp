// SPDX-License-Identifier: GPL-3.0-or-later
// The window's live table under load: many rows, some of them changed in every tick, one repaint included.

#include "tests/bench/bench.h"
#include "ui/clusterview.h"
#include "ui/models/columns.h"
#include "ui/models/objecttablemodel.h"
#include "ui/theme.h"
#include "ui/widgets/objecttable.h"

#include <QElapsedTimer>

#include <algorithm>

namespace bench {

namespace {

namespace api = core::api;

constexpr int ticks = 200;
constexpr int changesPerTick = 500;

std::shared_ptr<const api::Node> makeNode(int number, int version)
{
    api::Node node;
    node.metadata.name = "workers-" + std::to_string(number);
    node.metadata.uid = "uid-" + std::to_string(number);
    node.metadata.resourceVersion = std::to_string(version * 10'000 + number);
    node.metadata.creationTimestamp = api::Time();
    node.spec.providerID = "kubemark://" + node.metadata.name;
    const bool ready = (version + number) % 7 != 0;
    node.status.conditions = {{"Ready", ready ? "True" : "False", api::Time(),
        api::Time() + std::chrono::seconds(version), ready ? "KubeletReady" : "KubeletNotReady", "bench"}};
    node.status.addresses = {
        {"InternalIP", "10.0." + std::to_string(number / 250) + "." + std::to_string(number % 250)}};
    return std::make_shared<const api::Node>(std::move(node));
}

core::engine::ChangeSet changed(int rows, int tick)
{
    core::engine::ChangeSet changes;
    for (int i = 0; i < changesPerTick; ++i)
        changes.of<api::Node>().upserts.push_back(makeNode((tick * 7919 + i * 19) % rows, tick + 1));
    return changes;
}

} // namespace

core::base::Result<api::JsonObject> runTable(int rows)
{
    ui::ClusterView cluster;
    ui::Theme theme(ui::Scheme::Light);
    ui::ObjectTableModel<api::Node> model(
        ui::columnsOf<api::Node>(cluster), [&cluster] { return cluster.now(); });
    ui::ObjectTable table(model, theme);
    table.resize(1200, 700);
    table.show();
    core::engine::ChangeSet first;
    for (int i = 0; i < rows; ++i)
        first.of<api::Node>().upserts.push_back(makeNode(i, 0));
    const auto take = [&](const core::engine::ChangeSet &changes) {
        const ui::Touched touched = cluster.apply(changes);
        model.apply(changes.of<api::Node>(), touched.of<api::Node>());
        table.viewport()->repaint();
    };
    take(first);
    std::vector<double> milliseconds;
    for (int tick = 0; tick < ticks; ++tick) {
        const core::engine::ChangeSet changes = changed(rows, tick);
        QElapsedTimer timer;
        timer.start();
        take(changes);
        milliseconds.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    std::ranges::sort(milliseconds);
    return api::JsonObject {{"p95_ms", milliseconds[ticks * 95 / 100]},
        {"median_ms", milliseconds[ticks / 2]}, {"worst_ms", milliseconds.back()}, {"resets", model.resets()},
        {"rows", model.rowCount()}, {"changes_per_tick", changesPerTick}};
}

} // namespace bench
