// SPDX-License-Identifier: GPL-3.0-or-later
// The lives of machines that lanes are made of, and the marks above them (docs/window.md W16, W17).
#include "tests/ui/fakecluster.h"
#include "ui/timeline/healthrecord.h"

#include <QTest>

using namespace std::chrono_literals;
using core::timeline::Fact;
using core::timeline::FactKind;
using ui::Kind;
using ui::State;

namespace {

constexpr char machineName[] = "workers-a";

Fact factOf(FactKind kind, const std::string &to, core::api::Time at)
{
    Fact fact;
    fact.kind = kind;
    fact.object = {"default", machineName};
    fact.to = to;
    fact.serverTime = fact.arrivalTime = at;
    return fact;
}

Fact healthOf(const std::string &from, const std::string &to, core::api::Time at)
{
    Fact fact = factOf(FactKind::NodeHealth, to, at);
    fact.object = {"", "node-a"};
    fact.from = from;
    fact.owner = {"default", machineName};
    return fact;
}

std::vector<State> statesOf(const ui::MachinePasts &pasts)
{
    std::vector<State> states;
    for (const ui::HealthChange &change : pasts.find(pasts.order().front())->states)
        states.push_back(change.state);
    return states;
}

} // namespace

class LanesTest : public QObject
{
    Q_OBJECT

private slots:
    // W17
    void whatIsListedFirstDoesNotMatter()
    {
        const auto now = fake::now();
        const auto addHealth = [&](ui::MachinePasts &pasts) {
            const Fact ready = healthOf("", "Ready", now);
            pasts.add(ready, {Kind::Machine, ready.owner});
        };
        const auto addMachine = [&](ui::MachinePasts &pasts) {
            pasts.add(factOf(FactKind::MachineCreated, "", now));
            pasts.add(factOf(FactKind::MachinePhase, "Running", now));
        };
        ui::MachinePasts nodesFirst;
        addHealth(nodesFirst);
        addMachine(nodesFirst);
        QCOMPARE(statesOf(nodesFirst), std::vector {State::Ready});
        ui::MachinePasts machinesFirst;
        addMachine(machinesFirst);
        addHealth(machinesFirst);
        QCOMPARE(statesOf(machinesFirst), (std::vector {State::Provisioning, State::Ready}));
        nodesFirst.add(healthOf("Ready", "NotReady", now + 5s), {Kind::Machine, {"default", machineName}});
        QCOMPARE(statesOf(nodesFirst), (std::vector {State::Ready, State::NotReady}));
        QCOMPARE(nodesFirst.order().size(), std::size_t(1));
    }

    // W17
    void machinesOfTheOtherFamilyHaveLanesToo()
    {
        namespace phases = core::api::mcm::phases;
        const auto now = fake::now();
        ui::MachinePasts pasts;
        const auto becomes = [&](std::string_view phase, core::api::Time at) {
            pasts.add(factOf(FactKind::McmMachinePhase, std::string(phase), at));
        };
        pasts.add(factOf(FactKind::McmMachineCreated, "", now - 60s));
        becomes(phases::pending, now - 59s);
        becomes(phases::available, now - 58s);
        pasts.add(healthOf("", "Ready", now - 57s), {Kind::McmMachine, {"default", machineName}});
        becomes(phases::running, now - 56s);
        pasts.add(healthOf("Ready", "NotReady", now - 30s), {Kind::McmMachine, {"default", machineName}});
        becomes(phases::unknown, now - 29s);
        becomes(phases::failed, now - 10s);
        pasts.add(factOf(FactKind::McmMachineDeleting, "", now - 9s));
        becomes(phases::terminating, now - 9s);
        QCOMPARE(statesOf(pasts),
            (std::vector {State::Provisioning, State::Provisioned, State::Ready, State::NotReady,
                State::Failed, State::Deleting}));
        pasts.add(factOf(FactKind::McmMachinePhase, "", now));
        QCOMPARE(pasts.goneKept(), std::size_t(1));
    }

    // W17
    void machinesOfBothFamiliesAreTwoAlthoughTheyHaveOneName()
    {
        const auto now = fake::now();
        const core::api::ObjectKey key {"default", machineName};
        ui::HealthRecord record;
        record.add(factOf(FactKind::MachineCreated, "", now - 60s));
        record.add(healthOf("", "Ready", now - 57s));
        record.add(factOf(FactKind::McmMachineCreated, "", now - 50s));
        QCOMPARE(record.wanted().back().machines, 2);
        Fact linked = factOf(FactKind::McmMachinePhase, "Running", now - 49s);
        linked.node = "mcm-node";
        record.add(linked);
        Fact broken = healthOf("Ready", "NotReady", now - 40s);
        broken.object = {"", "mcm-node"};
        broken.owner = {};
        record.add(broken);
        record.add(factOf(FactKind::McmMachineDeleting, "", now - 20s));
        Fact next = factOf(FactKind::McmMachineCreated, "", now - 19s);
        next.object.name = "workers-b";
        record.add(next);
        next.kind = FactKind::MachineCreated;
        record.add(next);
        core::timeline::Episode episode;
        episode.id = 1;
        episode.isOfMcm = true;
        episode.machine = key;
        episode.machineSet = {"default", "workers"};
        episode.replacement = next.object;
        episode.unhealthyAt = now - 40s;
        episode.replacementCreatedAt = now - 19s;
        episode.recoveredAt = now - 16s;
        episode.outcome = core::timeline::Outcome::Replaced;
        record.add(episode);

        const ui::MachinePasts &pasts = record.machines();
        const auto pastOf = [&](const ui::ObjectRef &machine) -> const ui::MachinePast * {
            for (const std::uint64_t id : pasts.order()) {
                if (pasts.find(id)->machine == machine)
                    return pasts.find(id);
            }
            return nullptr;
        };
        QCOMPARE(pasts.order().size(), std::size_t(4));
        QVERIFY(pastOf({Kind::Machine, key}) && pastOf({Kind::McmMachine, key}));
        QCOMPARE(pastOf({Kind::Machine, key})->state(), State::Ready);
        QVERIFY(!pastOf({Kind::Machine, key})->deleteAskedAt);
        QCOMPARE(pastOf({Kind::McmMachine, key})->state(), State::Deleting);
        const ui::MachinePast *replacement = pasts.find(pastOf({Kind::McmMachine, key})->replacement);
        QVERIFY(replacement && replacement->machine.kind == Kind::McmMachine);
        QCOMPARE(record.boots({Kind::McmMachineSet, episode.machineSet}).size(), std::size_t(1));
        QVERIFY(record.boots({Kind::MachineSet, episode.machineSet}).empty());
    }

    // W17
    void aNodeThatOutlivesItsMachineMakesNoLane()
    {
        const auto now = fake::now();
        const ui::ObjectRef machine {Kind::Machine, {"default", machineName}};
        ui::MachinePasts pasts;
        pasts.add(factOf(FactKind::MachineCreated, "", now - 60s));
        pasts.add(healthOf("", "Ready", now - 57s), machine);
        pasts.add(factOf(FactKind::MachinePhase, "", now - 50s));
        pasts.add(healthOf("Ready", "Unknown", now - 10s), machine);
        pasts.add(healthOf("Unknown", "", now - 5s), machine);
        QCOMPARE(statesOf(pasts), (std::vector {State::Provisioning, State::Ready}));
        QCOMPARE(pasts.order().size(), std::size_t(1));
    }

    // W16
    void allFaultsOfALargeFleetAreMarked()
    {
        ui::HealthRecord record;
        constexpr int machines = 10'000;
        for (int i = 0; i < 11 + machines; ++i) {
            Fact fault = factOf(FactKind::Fault, "not-ready", fake::now());
            fault.object = {"", "node-" + std::to_string(i)};
            fault.index = static_cast<std::uint64_t>(i) + 1;
            record.add(fault);
        }
        QCOMPARE(record.marks().size(), std::size_t(11 + machines));
    }
};

QTEST_GUILESS_MAIN(LanesTest)
#include "tst_lanes.moc"
