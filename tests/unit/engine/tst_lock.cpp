// SPDX-License-Identifier: GPL-3.0-or-later
// An external cluster is written to by commands while its user has unlocked it, and when it was opened
// read-only by nothing at all.
#include "core/engine/commander.h"
#include "core/scenario/parse.h"
#include "tests/unit/engine/externalcluster.h"
#include "tests/unit/printing.h"

using namespace core;
using namespace core::engine;
using namespace std::chrono_literals;

namespace {

const std::string sets = "/apis/machine.openshift.io/v1beta1/namespaces/default/machinesets";
const std::string deployments = "/apis/machine.openshift.io/v1beta1/namespaces/default/machinedeployments";

template<typename T>
api::ResourceRef refTo(const std::string &name)
{
    return {&api::resourceOf<T>(), {"default", name}};
}

struct Cluster : ExternalCluster {
    explicit Cluster(std::vector<std::string> units = {}) : ExternalCluster(std::move(units))
    {
        const auto make = [this](const std::string &path, const api::Json &object) {
            api::Request request;
            request.method = api::Method::Post;
            request.path = path;
            request.body = api::share(object);
            QCOMPARE(server->answer(request).code, 201);
        };
        make(sets, api::encodeObject(newMachineSet({"default", "workers"}, 2, defaultProviderConfig())));
        make(sets, api::encodeObject(newMachineSet({"default", "other"}, 0, defaultProviderConfig())));
        make("/api/v1/nodes", *api::parseYaml(R"(
apiVersion: v1
kind: Node
metadata:
  name: hollow
  labels: {topology.kubernetes.io/zone: a}
  annotations: {hollowlab.io/fault: silent}
spec: {providerID: kubemark:///workers-a}
)"));
        make(deployments, *api::parseYaml(R"(
apiVersion: machine.openshift.io/v1beta1
kind: MachineDeployment
metadata: {name: edge, namespace: default}
spec:
  replicas: 1
  selector: {matchLabels: {deployment: edge}}
  template:
    metadata: {labels: {deployment: edge}}
)"));
    }
};

/// One of every command that there is.
std::vector<std::pair<const char *, Command>> everyCommand()
{
    api::Json config = defaultProviderConfig();
    config.as_object()["numCores"] = 7;
    const std::string yaml = "{apiVersion: v1, kind: ConfigMap, metadata: {name: applied}}";
    return {{"Scale", Scale {refTo<api::MachineSet>("workers"), 5}},
        {"SetPaused", SetPaused {refTo<api::MachineDeployment>("edge"), true}},
        {"RollBack", RollBack {refTo<api::MachineDeployment>("edge"), 0}},
        {"BreakNodes", BreakNodes {{"hollow"}, "not-ready"}}, {"HealNodes", HealNodes {{"hollow"}}},
        {"BreakZone", BreakZone {"a", "silent for 5s"}}, {"HealZone", HealZone {"a"}},
        {"DeleteThing", DeleteThing {refTo<api::MachineSet>("other")}},
        {"SetProviderConfig", SetProviderConfig {refTo<api::MachineSet>("workers"), config, {}}},
        {"ReadObject", ReadObject {refTo<api::MachineSet>("workers")}},
        {"EditObject",
            EditObject {refTo<api::MachineSet>("workers"), *api::parseJson(R"({"spec":{"replicas":5}})")}},
        {"ApplyYaml", ApplyYaml {yaml}},
        {"CreateMachineSet", CreateMachineSet {{"default", "more"}, 1, config, true}},
        {"ForeseeFault", ForeseeFault {{"hollow"}, "not-ready"}},
        {"Inspect", Inspect {refTo<api::MachineSet>("workers")}}, {"SetLocked", SetLocked {true}},
        {"SwitchController", SwitchController {"machineset", true}},
        {"InstallPrerequisites", InstallPrerequisites {}}, {"SetPace", SetPace {2}},
        {"StepTime", StepTime {}},
        {"RunScenario", RunScenario {"{name: Mine, steps: [{scale: {machineSet: workers, replicas: 5}}]}"}},
        {"StopScenario", StopScenario {}}, {"PauseScenario", PauseScenario {}},
        {"ContinueScenario", ContinueScenario {}}, {"StepScenario", StepScenario {}},
        {"SeekMoment", SeekMoment {}}};
}

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
        QVERIFY2(report->failure().find("read-only") != std::string::npos, report->failure().c_str());
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
