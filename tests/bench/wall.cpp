// SPDX-License-Identifier: GPL-3.0-or-later
// The wall of machines under load: some of them changed in every tick; then the look at the cluster, and one
// frame, each measured by itself.

#include "ui/fleet/wall.h"
#include "tests/bench/bench.h"
#include "ui/models/columns.h"
#include "ui/models/objecttablemodel.h"
#include "ui/widgets/objecttable.h"

#include <QElapsedTimer>
#include <QPixmap>

#include <algorithm>

namespace bench {

namespace {

namespace api = core::api;

constexpr int wallTicks = 100;
constexpr int wallChanges = 500;

std::shared_ptr<const api::Machine> machineOf(int number)
{
    api::Machine machine;
    machine.metadata.name = "workers-" + std::to_string(100'000 + number);
    machine.metadata.ns = "default";
    machine.metadata.uid = "uid-" + std::to_string(number);
    const std::string set = "set-" + std::to_string(number % 7);
    machine.metadata.ownerReferences = {
        {"machine.openshift.io/v1beta1", "MachineSet", set, "uid-" + set, true, true}};
    machine.status.phase = api::phases::running;
    machine.status.nodeRef.emplace();
    machine.status.nodeRef->name = "node-" + std::to_string(number);
    return std::make_shared<const api::Machine>(std::move(machine));
}

std::shared_ptr<const api::Node> nodeOf(int number, int version)
{
    api::Node node;
    node.metadata.name = "node-" + std::to_string(number);
    node.metadata.labels["topology.kubernetes.io/zone"] = std::string(1, char('a' + number % 3));
    const bool ready = (version + number) % 7 != 0;
    node.status.conditions = {{"Ready", ready ? "True" : "False", api::Time(), api::Time(), "", ""}};
    return std::make_shared<const api::Node>(std::move(node));
}

core::engine::ChangeSet wallTick(int machines, int tick)
{
    core::engine::ChangeSet changes;
    for (int i = 0; i < wallChanges; ++i)
        changes.of<api::Node>().upserts.push_back(nodeOf((tick * 7919 + i * 19) % machines, tick + 1));
    return changes;
}

double millisecondsOf(const std::function<void()> &work)
{
    QElapsedTimer timer;
    timer.start();
    work();
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

} // namespace

core::base::Result<api::JsonObject> runWall(int machines)
{
    ui::ClusterView cluster;
    ui::Theme theme(ui::Scheme::Light);
    ui::ObjectTableModel<api::Machine> model(
        ui::columnsOf<api::Machine>(cluster), [&cluster] { return cluster.now(); });
    ui::ObjectTable table(model, theme);
    ui::Wall wall(ui::Kind::Machine, cluster, table, theme);
    wall.resize(1200, 700);
    wall.show();
    const auto take = [&](const core::engine::ChangeSet &changes) {
        const ui::Touched touched = cluster.apply(changes);
        model.apply(changes.of<api::Machine>(), touched.of<api::Machine>());
    };
    core::engine::ChangeSet first;
    for (int i = 0; i < machines; ++i) {
        first.of<api::Machine>().upserts.push_back(machineOf(i));
        first.of<api::Node>().upserts.push_back(nodeOf(i, 0));
    }
    take(first);
    QPixmap frame(wall.viewport()->size());
    std::vector<double> looks;
    std::vector<double> frames;
    for (int tick = 0; tick < wallTicks; ++tick) {
        take(wallTick(machines, tick));
        looks.push_back(millisecondsOf([&] { wall.refresh(); }));
        frames.push_back(millisecondsOf([&] { wall.viewport()->render(&frame); }));
    }
    std::ranges::sort(looks);
    std::ranges::sort(frames);
    return api::JsonObject {{"frame_median_ms", frames[wallTicks / 2]},
        {"frame_p95_ms", frames[wallTicks * 95 / 100]}, {"look_median_ms", looks[wallTicks / 2]},
        {"look_p95_ms", looks[wallTicks * 95 / 100]}, {"tile_px", wall.tileSide()}, {"machines", machines}};
}

} // namespace bench
