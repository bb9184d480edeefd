// SPDX-License-Identifier: GPL-3.0-or-later
// What the window's commands do to a lab, and which of them are refused.
#include "core/api/providerconfig.h"
#include "core/engine/commander.h"
#include "tests/unit/engine/defaultlab.h"

#include <QTest>

using namespace core;
using namespace std::chrono_literals;

namespace {

const std::string deploymentYaml = R"(
apiVersion: machine.openshift.io/v1beta1
kind: MachineDeployment
metadata: {name: edge, namespace: default}
spec:
  replicas: 2
  selector: {matchLabels: {deployment: edge}}
  template:
    metadata: {labels: {deployment: edge}}
    spec:
      providerSpec:
        value:
          apiVersion: kubemarkproviderconfig.k8s.io/v1alpha1
          kind: KubemarkMachineProviderConfig
          image: kubemark:test
          numCores: 2
)";

/// The default lab, all its nodes Ready.
class Stage : public DefaultLab
{
public:
    Stage()
    {
        QObject::connect(m_engine.get(), &engine::Engine::changed,
            [this](const engine::ChangeSetPtr &changes) { take(*changes); });
        start();
    }

    base::Result<std::string> carryOut(const engine::Command &command)
    {
        base::Result<std::string> result;
        const auto listening = QObject::connect(
            m_engine.get(), &engine::Engine::commandDone, [&](const engine::CommandOutcome &outcome) {
                result = outcome.result.map([](const api::Saying &said) { return said.text; });
            });
        m_engine->submit(1, command);
        m_clock.advance(1s);
        QObject::disconnect(listening);
        return result;
    }
    /// The result is null when it went wrong.
    api::JsonPtr bring(const engine::Command &command)
    {
        api::JsonPtr object;
        const auto listening = QObject::connect(m_engine.get(), &engine::Engine::commandDone,
            [&](const engine::CommandOutcome &outcome) { object = outcome.object; });
        m_engine->submit(1, command);
        m_clock.advance(1s);
        QObject::disconnect(listening);
        return object;
    }
    std::vector<api::TriedObject> tryWrite(const engine::TryWrite &write)
    {
        std::vector<api::TriedObject> tried;
        const auto listening = QObject::connect(m_engine.get(), &engine::Engine::commandDone,
            [&](const engine::CommandOutcome &outcome) { tried = outcome.tried; });
        m_engine->submit(1, write);
        m_clock.advance(1s);
        QObject::disconnect(listening);
        return tried;
    }
    template<typename T>
    api::ResourceRef refTo(const std::string &name) const
    {
        return {&api::resourceOf<T>(), {"default", name}};
    }
    /// The object is as the window would be shown it; null when it is gone.
    template<typename T>
    std::shared_ptr<const T> shown(const std::string &name)
    {
        return m_shown.of<T>()[name];
    }
    engine::Engine &engine() const { return *m_engine; }
    const engine::Inspection &inspection() const { return m_inspection; }
    const engine::ScenarioProgress &scenario() const { return m_scenario; }
    void wait(base::Duration duration) { m_clock.advance(duration); }
    /// The first node that is, or is not, the host of the hollow ones.
    std::string nodeName(bool host) const
    {
        for (const auto &node : m_engine->scenarioView().nodes.list()) {
            if (node->metadata.labels.contains(api::keys::hollowHost) == host)
                return node->metadata.name;
        }
        return {};
    }
    std::string faultOf(const std::string &node) const
    {
        return std::string(
            m_engine->scenarioView().nodes.find({"", node})->metadata.annotation(api::keys::fault));
    }

private:
    template<typename T>
    using ByName = std::map<std::string, std::shared_ptr<const T>>;

    void take(const engine::ChangeSet &changes)
    {
        m_shown.each([&]<typename T>(ByName<T> &objects) {
            for (const auto &key : changes.of<T>().removed)
                objects.erase(key.name);
            for (const auto &object : changes.of<T>().upserts)
                objects[object->metadata.name] = object;
        });
        if (changes.inspection)
            m_inspection = *changes.inspection;
        if (changes.scenario)
            m_scenario = *changes.scenario;
        m_engine->acknowledge();
    }

    engine::Inspection m_inspection;
    engine::ScenarioProgress m_scenario;
    engine::PerKind<ByName> m_shown;
};

} // namespace

class TestCommands : public QObject
{
    Q_OBJECT

private slots:
    void aScenarioIsRun()
    {
        Stage stage;
        QVERIFY(stage.carryOut(engine::RunScenario {"name: Up\nsteps:\n"
                                                    "  - say: Five are wanted.\n"
                                                    "    scale: {machineSet: workers, replicas: 5}\n"
                                                    "  - waitUntil: {complete: workers, within: 60s}\n"}));
        stage.wait(60s);
        QTRY_VERIFY(stage.scenario().ok);
        QCOMPARE(*stage.scenario().ok, true);
        QCOMPARE(stage.scenario().name, std::string("Up"));
        QCOMPARE(stage.scenario().steps.size(), std::size_t(2));
        QCOMPARE(stage.scenario().steps[1].state, scenario::StepReport::State::Ok);
        QCOMPARE(stage.shown<api::MachineSet>("workers")->wantedReplicas(), 5);
    }

    void aScenarioIsStopped()
    {
        Stage stage;
        QVERIFY(!stage.carryOut(engine::StopScenario {}));
        QVERIFY(stage.carryOut(engine::RunScenario {"name: Long\nsteps:\n  - wait: 1h\n"}));
        QTRY_VERIFY(stage.scenario().isRunning());
        QVERIFY(stage.carryOut(engine::StopScenario {}));
        QTRY_VERIFY(stage.scenario().ok);
        QCOMPARE(*stage.scenario().ok, false);
    }

    void aScenarioIsPausedAndStepped()
    {
        Stage stage;
        QVERIFY(!stage.carryOut(engine::PauseScenario {}));
        QVERIFY(stage.carryOut(engine::RunScenario {"name: Up\nsteps:\n"
                                                    "  - wait: 5s\n"
                                                    "  - scale: {machineSet: workers, replicas: 5}\n"
                                                    "  - wait: 5s\n"
                                                    "  - scale: {machineSet: workers, replicas: 6}\n"}));
        QTRY_VERIFY(stage.scenario().isRunning());
        QVERIFY(stage.carryOut(engine::PauseScenario {}));
        stage.wait(60s);
        QTRY_VERIFY(stage.scenario().paused);
        QTRY_COMPARE(stage.scenario().steps[0].state, scenario::StepReport::State::Ok);
        QCOMPARE(stage.scenario().steps[1].state, scenario::StepReport::State::NotRun);
        QVERIFY(stage.carryOut(engine::StepScenario {}));
        stage.wait(60s);
        QTRY_COMPARE(stage.scenario().steps[1].state, scenario::StepReport::State::Ok);
        QCOMPARE(stage.scenario().steps[2].state, scenario::StepReport::State::NotRun);
        QVERIFY(stage.scenario().isRunning());
        QVERIFY(stage.carryOut(engine::ContinueScenario {}));
        stage.wait(60s);
        QTRY_VERIFY(stage.scenario().ok);
        QVERIFY(!stage.scenario().paused);
        QTRY_COMPARE(stage.shown<api::MachineSet>("workers")->wantedReplicas(), 6);
    }

    void aPausedScenarioIsStopped()
    {
        Stage stage;
        QVERIFY(stage.carryOut(engine::RunScenario {"name: Long\nsteps:\n  - wait: 1s\n  - wait: 1h\n"}));
        QVERIFY(stage.carryOut(engine::PauseScenario {}));
        stage.wait(5s);
        QVERIFY(stage.carryOut(engine::StopScenario {}));
        QTRY_VERIFY(stage.scenario().ok);
        QCOMPARE(*stage.scenario().ok, false);
    }

    void whatIsNoScenarioIsRefused()
    {
        Stage stage;
        const auto result = stage.carryOut(engine::RunScenario {"name: No\nsteps:\n  - dance: now\n"});
        QVERIFY(!result);
        QVERIFY(QString::fromStdString(result.error().message).contains(QStringLiteral("steps[0]")));
        QVERIFY(stage.scenario().name.empty());
    }

    void anObjectIsReadAndEdited()
    {
        Stage stage;
        const auto workers = stage.refTo<api::MachineSet>("workers");
        const auto replicas = [](const api::JsonPtr &object) {
            return object ? api::integerAt(*object, {"spec", "replicas"}) : std::nullopt;
        };
        const api::JsonPtr before = stage.bring(engine::ReadObject {workers});
        QVERIFY(before);
        QVERIFY(!api::find(*before, {"metadata", "managedFields"}));
        const auto patch = [&](std::int64_t wanted) {
            return api::JsonObject {{"metadata",
                                        api::JsonObject {{"resourceVersion",
                                            *api::find(*before, {"metadata", "resourceVersion"})}}},
                {"spec", api::JsonObject {{"replicas", wanted}}}};
        };
        QVERIFY(replicas(stage.bring(engine::EditObject {workers, patch(5), true})) == 5);
        QVERIFY(replicas(stage.bring(engine::ReadObject {workers})) == 3);
        QVERIFY(replicas(stage.bring(engine::EditObject {workers, patch(4)})) == 4);
        const auto late = stage.carryOut(engine::EditObject {workers, patch(6)});
        QCOMPARE(late.error().kind, base::ErrorKind::Conflict);
        const auto wrong = stage.carryOut(
            engine::EditObject {workers, *api::parseJson(R"({"spec":{"replicas":-1}})"), true});
        QVERIFY(wrong.error().message.find("spec.replicas") != std::string::npos);
        QCOMPARE(stage.carryOut(engine::ReadObject {stage.refTo<api::MachineSet>("nobody")}).error().kind,
            base::ErrorKind::NotFound);
    }

    void whatIsThereMayBeWrittenInPart()
    {
        Stage stage;
        const auto workers = stage.refTo<api::MachineSet>("workers");
        QVERIFY(stage.carryOut(engine::ApplyYaml {"apiVersion: machine.openshift.io/v1beta1\n"
                                                  "kind: MachineSet\nmetadata: {name: workers}\n"
                                                  "spec: {replicas: 5}\n"}));
        QVERIFY(api::integerAt(*stage.bring(engine::ReadObject {workers}), {"spec", "replicas"}) == 5);
    }

    /// docs/window.md W73
    void whatIsWrittenIsTriedObjectByObject()
    {
        Stage stage;
        const auto tried = stage.tryWrite({engine::ApplyYaml {R"(
apiVersion: v1
kind: Namespace
metadata: {name: edge}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: inside, namespace: edge}
---
apiVersion: machine.openshift.io/v1beta1
kind: MachineSet
metadata: {name: workers}
spec: {replicas: 5}
---
apiVersion: machine.openshift.io/v1beta1
kind: MachineSet
metadata: {name: workers}
spec: {replicas: -1}
---
apiVersion: v1
kind: Unheard
metadata: {name: of}
---
apiVersion: v1
kind: Service
metadata: {name: filled}
spec: {ports: [{port: 80}]}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: wombats.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: wombats, singular: wombat, kind: Wombat, listKind: WombatList}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
---
apiVersion: example.com/v1
kind: Wombat
metadata: {name: w}
)"}});
        QCOMPARE(tried.size(), 8U);
        QVERIFY(tried[0].made && !tried[0].before);
        QVERIFY(!tried[1].made);
        QCOMPARE(tried[1].waitsFor, std::string("Namespace edge"));
        QVERIFY(tried[2].made && tried[2].before);
        QCOMPARE(tried[2].ns, std::string("default"));
        QVERIFY(api::integerAt(*tried[2].before, {"spec", "replicas"}) == 3);
        QVERIFY(api::integerAt(*tried[2].made->object, {"spec", "replicas"}) == 5);
        QCOMPARE(tried[3].made.error().kind, base::ErrorKind::Invalid);
        QVERIFY(tried[3].made.error().message.find("spec.replicas") != std::string::npos);
        QCOMPARE(tried[4].made.error().kind, base::ErrorKind::NotFound);
        QCOMPARE(tried[4].waitsFor, std::string());
        QCOMPARE(api::textAt(*tried[5].made->object, {"spec", "type"}), std::string_view("ClusterIP"));
        QVERIFY(tried[6].made.has_value());
        QCOMPARE(tried[7].waitsFor, std::string("CustomResourceDefinition wombats.example.com"));
        QVERIFY(api::integerAt(*stage.bring(engine::ReadObject {stage.refTo<api::MachineSet>("workers")}),
                    {"spec", "replicas"})
            == 3); // nothing was kept
    }

    /// docs/window.md W73
    void aTrialThatNobodyWaitsForEnds_data()
    {
        QTest::addColumn<std::uint64_t>("dropped");
        QTest::addColumn<bool>("ends");
        QTest::newRow("that one") << std::uint64_t(7) << true;
        QTest::newRow("another one") << std::uint64_t(8) << false;
    }
    void aTrialThatNobodyWaitsForEnds()
    {
        QFETCH(std::uint64_t, dropped);
        Stage stage;
        std::optional<engine::CommandOutcome> outcome;
        const auto listening = QObject::connect(
            &stage.engine(), &engine::Engine::commandDone, [&](const engine::CommandOutcome &told) {
                if (told.id == 7)
                    outcome = told;
            });
        const std::string map = "{apiVersion: v1, kind: ConfigMap, metadata: {name: typed}}\n";
        stage.engine().submit(7, engine::TryWrite {engine::ApplyYaml {map + "---\n" + map}});
        stage.engine().submit(9, engine::DropTrial {dropped});
        stage.wait(1s);
        QObject::disconnect(listening);
        QVERIFY(outcome);
        QTEST(!outcome->result.has_value(), "ends");
        QCOMPARE(outcome->tried.size(), outcome->result ? 2U : 0U);
    }

    void whatFormsWriteIsTriedToo()
    {
        Stage stage;
        const api::JsonPtr before = stage.bring(engine::ReadObject {stage.refTo<api::MachineSet>("workers")});
        api::Json config = *api::find(*before, {"spec", "template", "spec", "providerSpec", "value"});
        const std::string version(api::textAt(*before, {"metadata", "resourceVersion"}));
        config.as_object()["numCores"] = 9;
        const engine::SetProviderConfig change {stage.refTo<api::MachineSet>("workers"), config, version};
        const auto changed = stage.tryWrite({change});
        QCOMPARE(changed.size(), 1U);
        QVERIFY(api::integerAt(*changed[0].made->object,
                    {"spec", "template", "spec", "providerSpec", "value", "numCores"})
            == 9);
        const auto late = stage.tryWrite({engine::SetProviderConfig {change.target, config, "1"}});
        QCOMPARE(late.at(0).made.error().kind, base::ErrorKind::Conflict);

        const auto created =
            stage.tryWrite({engine::CreateMachineSet {{"default", "more"}, 1, config, true}});
        QCOMPARE(created.size(), 2U);
        QVERIFY(created[0].made && created[1].made);
        QCOMPARE(created[1].kind, std::string("MachineHealthCheck"));
        QVERIFY(!stage.bring(engine::ReadObject {stage.refTo<api::MachineSet>("more")}));
    }

    void whichNodesCanFail_data()
    {
        QTest::addColumn<std::string>("providerId");
        QTest::addColumn<bool>("host");
        QTest::addColumn<bool>("can");
        QTest::newRow("a hollow node") << std::string("kubemark://workers-a") << false << true;
        QTest::newRow("the host of the hollow nodes")
            << std::string("kubemark://hollow-host-lab") << true << false;
        QTest::newRow("a node of a cloud") << std::string("aws:///eu-1a/i-0123") << false << false;
        QTest::newRow("a node of nobody") << std::string() << false << false;
    }
    void whichNodesCanFail()
    {
        QFETCH(std::string, providerId);
        QFETCH(bool, host);
        api::Node node;
        node.spec.providerID = providerId;
        if (host)
            node.metadata.labels.emplace(api::keys::hollowHost, "true");
        QTEST(engine::canFail(node), "can");
    }

    void aHollowNodeIsBrokenAndHealed()
    {
        Stage stage;
        const std::string node = stage.nodeName(false);
        QVERIFY(stage.carryOut(engine::BreakNodes {{node}, "not-ready"}));
        QCOMPARE(stage.faultOf(node), std::string("not-ready"));
        QVERIFY(stage.carryOut(engine::HealNodes {{node}}));
        QVERIFY(stage.faultOf(node).empty());
    }

    void anUnreadableFaultIsRefused()
    {
        Stage stage;
        const std::string node = stage.nodeName(false);
        const auto refused = stage.carryOut(engine::BreakNodes {{node}, "silent for ever"});
        QVERIFY(!refused);
        QCOMPARE(
            refused.error().message, "\"silent for ever\": \"ever\" is no duration such as 30s or 20s..60s");
        QVERIFY(stage.faultOf(node).empty());
    }

    void setsAndDeploymentsAreScaled()
    {
        Stage stage;
        QVERIFY(stage.carryOut(engine::ApplyYaml {deploymentYaml}));
        const auto scaled = stage.carryOut(engine::Scale {stage.refTo<api::MachineDeployment>("edge"), 4});
        QCOMPARE(scaled, std::string("Scaled edge 2 → 4"));
        QVERIFY(stage.carryOut(engine::Scale {stage.refTo<api::MachineSet>("workers"), 1}));
        const auto wants = [](const auto &object, std::int64_t replicas) {
            return object && object->wantedReplicas() == replicas;
        };
        QTRY_VERIFY(wants(stage.shown<api::MachineDeployment>("edge"), 4));
        QTRY_VERIFY(wants(stage.shown<api::MachineSet>("workers"), 1));
        const auto refused = stage.carryOut(engine::Scale {stage.refTo<api::MachineSet>("workers"), -1});
        QVERIFY(!refused);
        QCOMPARE(refused.error().message, std::string("replicas must not be negative, not -1"));
    }

    void aDeploymentIsChangedPausedAndRolledBack()
    {
        Stage stage;
        const auto edge = stage.refTo<api::MachineDeployment>("edge");
        const auto shown = [&] { return stage.shown<api::MachineDeployment>("edge"); };
        QVERIFY(stage.carryOut(engine::ApplyYaml {deploymentYaml}));
        QTRY_VERIFY(shown() && shown()->status.availableReplicas == 2);

        QVERIFY(stage.carryOut(engine::SetPaused {edge, true}));
        api::Json config = shown()->spec.template_.spec.providerSpec.value;
        config.as_object()["numCores"] = 8;
        QTRY_VERIFY(shown()->spec.paused);
        QVERIFY(stage.carryOut(engine::SetProviderConfig {edge, config, shown()->metadata.resourceVersion}));
        stage.wait(5s);
        QTRY_COMPARE(shown()->status.updatedReplicas.value_or(0), 0); // of the new template nothing is made
        QVERIFY(stage.carryOut(engine::SetPaused {edge, false}));
        stage.wait(30s);
        QTRY_COMPARE(shown()->status.updatedReplicas, 2);
        QCOMPARE(shown()->metadata.annotation(api::keys::revision), std::string_view("2"));

        const auto back = stage.carryOut(engine::RollBack {edge, 1});
        QCOMPARE(back, std::string("Rolling edge back to revision 1"));
        stage.wait(30s);
        QTRY_COMPARE(shown()->metadata.annotation(api::keys::revision), std::string_view("3"));
        QCOMPARE(*api::find(shown()->spec.template_.spec.providerSpec.value, {"numCores"}), api::Json(2));

        QVERIFY(stage.carryOut(engine::DeleteThing {edge}));
        stage.wait(30s);
        QTRY_VERIFY(!shown());
    }

    void whatControllersSayComesForTheOneThatIsInspected()
    {
        Stage stage;
        const auto workers = stage.refTo<api::MachineSet>("workers");
        QVERIFY(stage.carryOut(engine::Inspect {workers}));
        QTRY_COMPARE(stage.inspection().object, workers);
        const auto said = [&](const std::string &controller) {
            return std::ranges::find(
                       stage.inspection().explanations, controller, &runtime::Explanation::controller)
                != stage.inspection().explanations.end();
        };
        QTRY_VERIFY(said("machineset"));
        QVERIFY(!stage.inspection().explanations.front().reasons.empty());
        QVERIFY(stage.carryOut(engine::Inspect {}));
        QTRY_VERIFY(!stage.inspection().object.resource);
        QVERIFY(stage.inspection().explanations.empty());
    }

    void onlyWhatHasAProviderConfigGetsOne()
    {
        Stage stage;
        const std::string node = stage.nodeName(false);
        const auto refused = stage.carryOut(engine::SetProviderConfig {
            {&api::resourceOf<api::Node>(), {{}, node}}, engine::defaultProviderConfig(), {}});
        QVERIFY(!refused);
        QCOMPARE(refused.error().message, "there is no Node " + node + " with a provider config");
    }

    void theHostIsNotBroken()
    {
        Stage stage;
        const std::string host = stage.nodeName(true);
        const auto refused = stage.carryOut(engine::BreakNodes {{host}, "silent"});
        QVERIFY(!refused);
        QCOMPARE(refused.error().message, "only hollow nodes can be told to fail, not \"" + host + "\"");
        QVERIFY(stage.faultOf(host).empty());
    }
};

QTEST_GUILESS_MAIN(TestCommands)
#include "tst_commands.moc"
