// SPDX-License-Identifier: GPL-3.0-or-later
// An external cluster is written to by commands while its user has unlocked it, and when it was opened
// read-only by nothing at all.
#include "core/scenario/parse.h"
#include "tests/unit/engine/everycommand.h"
#include "tests/unit/engine/externalcluster.h"
#include "tests/unit/printing.h"

using namespace core;
using namespace core::engine;
using namespace std::chrono_literals;

namespace {

struct Cluster : ExternalCluster {
    explicit Cluster(std::vector<std::string> units = {}) : ExternalCluster(std::move(units))
    {
        if (!makeObjectsOfCommands([this](const api::Request &request) { return server->answer(request); }))
            qFatal("no objects");
    }
};

} // namespace

class TestLock : public QObject
{
    Q_OBJECT

private slots:
    void everyCommandIsKnown()
    {
        std::set<std::size_t> kinds;
        for (const auto &[name, command] : everyCommand())
            kinds.insert(command.index());
        QCOMPARE(kinds.size(), std::variant_size_v<Command>);
    }

    void commands_data()
    {
        QTest::addColumn<std::size_t>("index");
        const auto commands = everyCommand();
        for (std::size_t index = 0; index < commands.size(); ++index)
            QTest::newRow(commands[index].first) << index;
    }

    // T16
    void lockedWritesNothing_data() { commands_data(); }
    void lockedWritesNothing()
    {
        QFETCH(std::size_t, index);
        const Command command = everyCommand()[index].second;
        Cluster cluster;
        cluster.enter();
        const auto refused = cluster.carryOut(command);
        QVERIFY2(cluster.writes.empty(), cluster.writes.empty() ? "" : cluster.writes.front().c_str());
        QTRY_VERIFY(cluster.status && cluster.status->locked);
        if (!changesCluster(command))
            return;
        QCOMPARE(refused.error().kind, base::ErrorKind::Forbidden);
        QCOMPARE(refused.error().message, std::string("prod is locked: unlock it first"));

        QCOMPARE(cluster.carryOut(SetLocked {false}).value(), std::string("Unlocked prod"));
        const auto done = cluster.carryOut(command);
        QVERIFY2(done.has_value(), done ? "" : done.error().message.c_str());
        QVERIFY(!cluster.writes.empty()); // so that the table above can fail
    }

    /// T16: editors ask by themselves what the server would make of what is written, while they are open.
    void aTrialDoesNotPutTheLockOff_data()
    {
        QTest::addColumn<std::size_t>("index");
        QTest::addColumn<bool>("isLocked");
        const auto commands = everyCommand();
        for (std::size_t index = 0; index < commands.size(); ++index) {
            const std::string_view name = commands[index].first;
            if (name == "Scale" || name == "TryWrite")
                QTest::newRow(commands[index].first) << index << (name == "TryWrite");
        }
    }
    void aTrialDoesNotPutTheLockOff()
    {
        QFETCH(std::size_t, index);
        Cluster cluster;
        cluster.enter();
        QVERIFY(cluster.carryOut(SetLocked {false}));
        cluster.clock.advance(10min);
        QVERIFY(cluster.carryOut(everyCommand()[index].second));
        cluster.clock.advance(6min);
        const auto late = cluster.carryOut(Scale {refTo<api::MachineSet>("workers"), 4});
        QTEST(!late.has_value(), "isLocked");
    }

    void readOnlyWritesNothing_data() { commands_data(); }
    void readOnlyWritesNothing()
    {
        QFETCH(std::size_t, index);
        const Command command = everyCommand()[index].second;
        Cluster cluster;
        cluster.readOnly = true;
        cluster.enter();
        const auto refused = cluster.carryOut(command);
        QVERIFY(!cluster.carryOut(SetLocked {false}));
        const auto again = cluster.carryOut(command);
        QVERIFY2(cluster.writes.empty(), cluster.writes.empty() ? "" : cluster.writes.front().c_str());
        if (changesCluster(command)) {
            QCOMPARE(refused.error().message, std::string("opened read-only: nothing is changed on prod"));
            QCOMPARE(again.error().message, refused.error().message);
        }
        QTRY_VERIFY(cluster.status && cluster.status->locked && cluster.status->readOnly);
    }

    void readOnlyControllersWriteNothing()
    {
        Cluster cluster({"machine", "machineset", "healthcheck", "mcm-safety"});
        cluster.readOnly = true;
        cluster.enter();
        cluster.clock.advance(10s);
        QVERIFY2(cluster.writes.empty(), cluster.writes.empty() ? "" : cluster.writes.front().c_str());
    }

    /// A scenario's steps are no commands, and go the same way.
    void readOnlyRefusesAScenario()
    {
        Cluster cluster;
        cluster.readOnly = true;
        cluster.enter();
        const auto script =
            scenario::parseScenario("name: n\nsteps:\n- scale: {machineSet: workers, replicas: 4}\n");
        QVERIFY(script.has_value());
        std::optional<scenario::ScenarioReport> report;
        cluster.engine->runScenario(
            *script, {}, [&](const scenario::ScenarioReport &ended) { report = ended; });
        cluster.clock.advance(1min);
        QVERIFY(report && !report->isOk());
        QVERIFY2(
            report->failure().text.find("read-only") != std::string::npos, report->failure().text.c_str());
        QVERIFY(cluster.writes.empty());
    }

    /// T16: of a scenario that the window has begun no step is written once the cluster is locked.
    void aScenarioEndsWhenTheClusterIsLocked_data()
    {
        QTest::addColumn<bool>("byItself");
        QTest::newRow("by the user") << false;
        QTest::newRow("by itself, after a quarter of an hour") << true;
    }
    void aScenarioEndsWhenTheClusterIsLocked()
    {
        QFETCH(bool, byItself);
        Cluster cluster;
        cluster.enter();
        QVERIFY(cluster.carryOut(SetLocked {false}));
        QVERIFY(cluster.carryOut(RunScenario {"name: n\nsteps:\n- wait: 20m\n"
                                              "- scale: {machineSet: workers, replicas: 4}\n"}));
        QVERIFY(cluster.writes.empty());
        if (!byItself)
            QVERIFY(cluster.carryOut(SetLocked {true}));
        cluster.clock.advance(30min);
        QVERIFY2(cluster.writes.empty(), cluster.writes.empty() ? "" : cluster.writes.front().c_str());
    }

    /// T16: what a command has not yet written when the cluster is locked is not written any more, and its
    /// end names the server.
    void aCommandUnderWayEndsWhenTheClusterIsLocked_data()
    {
        QTest::addColumn<bool>("locks");
        QTest::newRow("locked after the first write") << true;
        QTest::newRow("not locked") << false;
    }
    void aCommandUnderWayEndsWhenTheClusterIsLocked()
    {
        QFETCH(bool, locks);
        Cluster cluster;
        cluster.url = "https://prod.example:6443";
        for (const char *name : {"second", "third"}) {
            const std::string yaml = std::string("{apiVersion: v1, kind: Node, metadata: {name: ") + name
                + "}, spec: {providerID: 'kubemark:///" + name + "'}}";
            QCOMPARE(cluster.ask(api::Method::Post, "/api/v1/nodes", yaml.c_str()).code, 201);
        }
        cluster.enter();
        QVERIFY(cluster.carryOut(SetLocked {false}));
        cluster.wrote = [&](const std::string &) {
            if (locks)
                cluster.engine->submit(2, SetLocked {true});
        };
        const auto done = cluster.carryOut(BreakNodes {{"hollow", "second", "third"}, "not-ready"});
        QCOMPARE(cluster.writes.size(), locks ? 1U : 3U);
        QCOMPARE(done.has_value(), !locks);
        if (locks)
            QCOMPARE(done.error().message,
                std::string("prod (https://prod.example:6443) is locked: unlock it first"));
    }

    /// T16: the same of a controller that is switched off: of its plan no write is left, but its lease is
    /// given back.
    void aControllerWritesNothingOnceItIsOff()
    {
        Cluster cluster({"machineset"});
        cluster.enter();
        cluster.clock.advance(30s);
        QCOMPARE(cluster.acting(), std::string("machineset"));
        QVERIFY(!cluster.writes.empty()); // although it is locked: it was switched on from the start
        cluster.writes.clear();
        QVERIFY(cluster.carryOut(SwitchController {"machineset", false}));
        cluster.clock.advance(5min);
        QCOMPARE(cluster.acting(), std::string());
        for (const std::string &path : cluster.writes)
            QVERIFY2(path.ends_with("/leases/hollowlab-machineset"), path.c_str());
    }

    void theScenarioOfTheCommandLineIsNotReplaced()
    {
        Cluster cluster;
        cluster.enter();
        const auto script = scenario::parseScenario("name: n\nsteps:\n- wait: 2m\n");
        std::optional<scenario::ScenarioReport> report;
        cluster.engine->runScenario(
            *script, {}, [&](const scenario::ScenarioReport &ended) { report = ended; });
        QVERIFY(cluster.carryOut(SetLocked {false}));
        const RunScenario run {"name: m\nsteps:\n- wait: 1s\n"};
        QVERIFY(!cluster.carryOut(run));
        cluster.clock.advance(3min);
        QVERIFY(report && report->isOk());
        QVERIFY(cluster.carryOut(run));
    }

    // W49
    void locksItselfWhenNothingIsChanged()
    {
        Cluster cluster;
        cluster.enter();
        QVERIFY(cluster.carryOut(SetLocked {false}));
        cluster.clock.advance(14min);
        const Scale scale {refTo<api::MachineSet>("workers"), 5};
        QVERIFY(cluster.carryOut(scale)); // which puts it off
        cluster.clock.advance(14min);
        QVERIFY(cluster.carryOut(Inspect {})); // which does not
        QTRY_VERIFY(!cluster.status->locked && cluster.status->unlockedUntil);
        QCOMPARE(cluster.status->relockAfter, base::Duration(15min));
        cluster.clock.advance(30s);
        QVERIFY(!cluster.carryOut(scale));
        QTRY_VERIFY(cluster.status->locked && !cluster.status->unlockedUntil);
    }

    void locksAtOnceWhenTold()
    {
        Cluster cluster;
        cluster.enter();
        QVERIFY(cluster.carryOut(SetLocked {false}));
        QVERIFY(cluster.carryOut(SetLocked {true}));
        QVERIFY(!cluster.carryOut(HealNodes {{"hollow"}}));
        QVERIFY(cluster.writes.empty());
    }

    /// A controller that acts can be stopped without unlocking.
    void lockedControllersCanBeStopped()
    {
        Cluster cluster({"machineset"});
        cluster.enter();
        cluster.clock.advance(30s);
        QCOMPARE(cluster.acting(), std::string("machineset"));
        QVERIFY(cluster.carryOut(SwitchController {"machineset", false}));
        QCOMPARE(cluster.acting(), std::string());
        QVERIFY(!cluster.carryOut(SwitchController {"machineset", true}));
    }
};

QTEST_GUILESS_MAIN(TestLock)
#include "tst_lock.moc"
