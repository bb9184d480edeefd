// SPDX-License-Identifier: GPL-3.0-or-later
// What the health checks would do if nodes failed: by their own judgement, and as it then happens.
#include "tests/unit/engine/defaultlab.h"

#include <QTest>

#include <algorithm>

using namespace core;
using namespace std::chrono_literals;
using engine::FaultForecast;

namespace {

/// The default lab: three machines, and a check that allows 40 %.
class Stage : public DefaultLab
{
public:
    Stage()
    {
        QObject::connect(
            m_engine.get(), &engine::Engine::commandDone, [this](const engine::CommandOutcome &outcome) {
                if (outcome.scaling)
                    scaling = outcome.scaling;
                if (outcome.forecast) {
                    forecast = *outcome.forecast;
                    text = outcome.result.value_or(api::Saying()).text;
                }
            });
        start();
    }

    void submit(const engine::Command &command)
    {
        m_engine->submit(++m_commands, command);
        m_clock.advance(1s);
    }
    std::vector<std::string> nodes(std::size_t count) const
    {
        std::vector<std::string> names;
        for (const auto &node : m_engine->scenarioView().nodes.list()) {
            if (!node->metadata.labels.contains(api::keys::hollowHost) && names.size() < count)
                names.push_back(node->metadata.name);
        }
        return names;
    }
    std::set<std::string> machines() const
    {
        std::set<std::string> names;
        for (const auto &machine : m_engine->scenarioView().machines.list())
            names.insert(machine->metadata.name);
        return names;
    }

    FaultForecast forecast;
    std::optional<engine::ScaleForecast> scaling;
    std::string text;

private:
    std::uint64_t m_commands = 0;
};

} // namespace

class TestForecast : public QObject
{
    Q_OBJECT

private slots:
    void whatIsForeseenHappens_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<QByteArray>("fault");
        QTest::addColumn<int>("replaced");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("within the budget")
            << 1 << QByteArray("not-ready") << 1
            << QByteArray("allowed 40% of 3 = 1, 1 would be unhealthy: it will be replaced");
        QTest::newRow("beyond it") << 3 << QByteArray("not-ready") << 0
                                   << QByteArray("3 would be unhealthy: none will be replaced");
        QTest::newRow("silence") << 1 << QByteArray("silent") << 1
                                 << QByteArray("it will be replaced 15s after that is noticed.");
        QTest::newRow("too short") << 1 << QByteArray("not-ready for 10s") << 0
                                   << QByteArray("none will be replaced");
        QTest::newRow("no concern of the check")
            << 1 << QByteArray("disk-pressure") << 0 << QByteArray("does not concern it");
        QTest::newRow("flapping too fast")
            << 1 << QByteArray("flapping 20s up 5s down") << 0 << QByteArray("none will be replaced");
    }

    void whatIsForeseenHappens()
    {
        QFETCH(int, count);
        QFETCH(QByteArray, fault);
        QFETCH(int, replaced);
        QFETCH(QByteArray, says);
        Stage stage;
        const auto before = stage.machines();
        const auto nodes = stage.nodes(static_cast<std::size_t>(count));
        stage.submit(engine::ForeseeFault {nodes, fault.toStdString()});
        QCOMPARE(stage.forecast.nodes, count);
        QCOMPARE(stage.forecast.others, 3 - count);
        QCOMPARE(stage.forecast.checks.size(), std::size_t(1));
        QCOMPARE(stage.forecast.checks.front().replaced, replaced);
        QCOMPARE(stage.forecast.checks.front().isOverBudget, count == 3);
        QVERIFY2(stage.text.find(says.constData()) != std::string::npos, stage.text.c_str());
        QCOMPARE(stage.machines(), before);

        stage.submit(engine::BreakNodes {nodes, fault.toStdString()});
        stage.advance(2min);
        int gone = 0;
        for (const std::string &name : before)
            gone += !stage.machines().contains(name);
        QCOMPARE(gone, replaced);
    }

    void theEdgeOfTheBudgetIsForeseen_data()
    {
        QTest::addColumn<QByteArray>("budget");
        QTest::addColumn<int>("waiting");
        QTest::addColumn<bool>("replaces");
        QTest::addColumn<QByteArray>("says");
        const QByteArray first = "one after the other, the first 15s after that is noticed";
        QTest::newRow("as many as fail") << QByteArray("4") << 3 << true
                                         << QByteArray("all 4 will be replaced " + first
                                                + ", the others once its replacement has come up.");
        QTest::newRow("a percentage that is rounded down")
            << QByteArray("39%") << 3 << true
            << QByteArray(
                   "allowed 39% of 12 = 4, 4 would be unhealthy: all 4 will be replaced " + first + ", ");
        QTest::newRow("one more") << QByteArray("5") << 3 << true
                                  << QByteArray("all 4 will be replaced " + first + ".");
        QTest::newRow("two more")
            << QByteArray("6") << 2 << true
            << QByteArray("all 4 will be replaced 2 at a time, the first 15s after that is noticed.");
        QTest::newRow("twice as many") << QByteArray("8") << 0 << true
                                       << QByteArray("all 4 will be replaced 15s after that is noticed.");
        QTest::newRow("one less") << QByteArray("3") << 0 << false << QByteArray("none will be replaced.");
    }

    /// Of 12 machines four fail, and then a fifth would.
    void theEdgeOfTheBudgetIsForeseen()
    {
        QFETCH(QByteArray, budget);
        QFETCH(bool, replaces);
        QFETCH(QByteArray, says);
        Stage stage;
        const api::ResourceRef workers {&api::resourceOf<api::MachineSet>(), {"default", "workers"}};
        const api::JsonObject spec {{"maxUnhealthy", api::Json(budget.toStdString())}};
        stage.submit(engine::EditObject {
            {&api::resourceOf<api::MachineHealthCheck>(), workers.key}, api::JsonObject {{"spec", spec}}});
        stage.submit(engine::Scale {workers, 12});
        stage.advance(30s);
        const auto nodes = stage.nodes(4);
        stage.submit(engine::ForeseeFault {nodes, "not-ready"});
        const FaultForecast::Check check = stage.forecast.checks.front();
        QCOMPARE(check.replaced, replaces ? 4 : 0);
        QTEST(static_cast<int>(check.waiting), "waiting");
        QVERIFY2(stage.text.find(says.constData()) != std::string::npos, stage.text.c_str());
        const auto before = stage.machines();
        stage.submit(engine::BreakNodes {nodes, "not-ready"});
        stage.submit(engine::ForeseeFault {{stage.nodes(5).back()}, "not-ready"});
        QCOMPARE(stage.forecast.checks.front().unhealthy, 5);
        QCOMPARE(
            stage.text.find("it will be replaced after others that are unhealthy already, at the earliest")
                != std::string::npos,
            check.maxUnhealthy > 4);
        stage.advance(2min);
        const auto after = stage.machines();
        QCOMPARE(std::ranges::count_if(before, [&](const auto &name) { return !after.contains(name); }),
            replaces ? 4 : 0);
    }

    void aBudgetOfMachinesIsForeseen_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("maxUnavailable");
        QTest::addColumn<int>("replaced");
        QTest::addColumn<QByteArray>("says");
        const QByteArray budget = "Health check workers: the MachineDisruptionBudget default/guard needs ";
        QTest::newRow("used up by the failure itself")
            << 1 << 1 << 0
            << QByteArray(budget
                   + "2 healthy machines and one to spare, 2 would be healthy: none will be replaced.");
        QTest::newRow("more than enough fail")
            << 2 << 1 << 0
            << QByteArray(budget
                   + "2 healthy machines and one to spare, 1 would be healthy: none will be replaced.");
        QTest::newRow("one to spare")
            << 1 << 2 << 1 << QByteArray("it will be replaced 15s after that is noticed.");
        QTest::newRow("one to spare, and two fail")
            << 2 << 3 << 2
            << QByteArray("both will be replaced one after the other, the first 15s after that is noticed.");
    }

    // docs/machines.md §7.8
    void aBudgetOfMachinesIsForeseen()
    {
        QFETCH(int, count);
        QFETCH(int, maxUnavailable);
        QFETCH(int, replaced);
        QFETCH(QByteArray, says);
        Stage stage;
        stage.submit(
            engine::DeleteThing {{&api::resourceOf<api::MachineHealthCheck>(), {"default", "workers"}}});
        stage.submit(engine::ApplyYaml {firstGenerationYaml(maxUnavailable)});
        stage.advance(1s);
        const auto before = stage.machines();
        const auto nodes = stage.nodes(static_cast<std::size_t>(count));
        stage.submit(engine::ForeseeFault {nodes, "not-ready"});
        QCOMPARE(stage.forecast.checks.size(), std::size_t(1));
        QCOMPARE(stage.forecast.checks.front().replaced, replaced);
        QCOMPARE(stage.forecast.checks.front().isOverBudget, replaced == 0);
        QVERIFY2(stage.text.find(says.constData()) != std::string::npos, stage.text.c_str());
        stage.submit(engine::BreakNodes {nodes, "not-ready"});
        stage.advance(2min);
        const auto after = stage.machines();
        QCOMPARE(
            std::ranges::count_if(before, [&](const auto &name) { return !after.contains(name); }), replaced);
    }

    void scalingIsForeseen()
    {
        Stage stage;
        const auto before = stage.machines();
        const api::ResourceRef workers {&api::resourceOf<api::MachineSet>(), {"default", "workers"}};
        stage.submit(engine::ForeseeScale {workers, 5});
        QVERIFY(stage.scaling.has_value());
        QCOMPARE(stage.scaling->created(), 2);
        QVERIFY(stage.scaling->first.empty());
        QCOMPARE(stage.scaling->checks.size(), std::size_t(1));
        QCOMPARE(stage.scaling->checks.front().expected, 5);
        QCOMPARE(stage.scaling->checks.front().maxUnhealthy, 2); // 40 % of 5
        const std::string marked = *before.rbegin();
        const api::ResourceRef machine {&api::resourceOf<api::Machine>(), {"default", marked}};
        stage.submit(engine::EditObject {machine,
            *api::parseJson(
                R"({"metadata":{"annotations":{"machine.openshift.io/delete-machine":"true"}}})")});
        stage.submit(engine::ForeseeScale {workers, 1});
        QCOMPARE(stage.machines(), before);
        QCOMPARE(stage.scaling->deleted(), 2);
        QCOMPARE(stage.scaling->first.size(), std::size_t(2));
        QCOMPARE(stage.scaling->first.front().name, marked);
        QVERIFY(stage.scaling->first.front().why == engine::ScaleForecast::Why::Marked);
        const auto first = stage.scaling->first;
        stage.submit(engine::Scale {workers, 1});
        stage.advance(1min);
        const auto left = stage.machines();
        QCOMPARE(left.size(), std::size_t(1));
        for (const auto &leaver : first)
            QVERIFY2(!left.contains(leaver.name), leaver.name.c_str());
    }

    void scalingADeploymentIsForeseen()
    {
        Stage stage;
        const auto others = stage.machines();
        stage.submit(engine::ApplyYaml {edgeYaml});
        stage.advance(1min);
        const api::ResourceRef edge {&api::resourceOf<api::MachineDeployment>(), {"default", "edge"}};
        stage.submit(engine::ForeseeScale {edge, 5});
        QVERIFY(stage.scaling.has_value());
        QCOMPARE(stage.scaling->present, 3);
        QCOMPARE(stage.scaling->parts.size(), std::size_t(1));
        QCOMPARE(stage.scaling->parts.front().before, 3);
        QCOMPARE(stage.scaling->parts.front().after, 5);
        QVERIFY(!stage.scaling->rollout);
        stage.submit(engine::ForeseeScale {edge, 1});
        QCOMPARE(stage.scaling->deleted(), 2);
        QCOMPARE(stage.scaling->parts.front().after, 1);
        const auto first = stage.scaling->first;
        QCOMPARE(first.size(), std::size_t(2));
        stage.submit(engine::Scale {edge, 1});
        stage.advance(1min);
        const auto left = stage.machines();
        QCOMPARE(left.size(), others.size() + 1);
        for (const auto &leaver : first)
            QVERIFY2(!left.contains(leaver.name), leaver.name.c_str());
    }

    void scalingDuringARolloutTellsItsBounds()
    {
        Stage stage;
        stage.submit(engine::ApplyYaml {edgeYaml});
        stage.advance(1min);
        const api::ResourceRef edge {&api::resourceOf<api::MachineDeployment>(), {"default", "edge"}};
        std::string changed = edgeYaml;
        const std::string slower = "metadata: {annotations: {hollowlab.io/boot: 40s}}\n          numCores: 2";
        changed.replace(changed.find("numCores: 1"), 11, slower);
        stage.submit(engine::ApplyYaml {changed});
        stage.submit(engine::ForeseeScale {edge, 6});
        QVERIFY(stage.scaling && stage.scaling->rollout);
        QCOMPARE(stage.scaling->rollout->most, 7); // one more, as nothing else is said
        QCOMPARE(stage.scaling->rollout->leastAvailable, 6);
        QVERIFY(!stage.scaling->parts.empty());
    }

    void scalingTheOtherFamilyIsForeseen()
    {
        Stage stage;
        stage.submit(engine::ApplyYaml {fleetYaml});
        stage.advance(2min);
        const api::ResourceRef fleet {&api::resourceOf<api::mcm::MachineDeployment>(), {"default", "fleet"}};
        stage.submit(engine::ForeseeScale {fleet, 1});
        QVERIFY(stage.scaling.has_value());
        QCOMPARE(stage.scaling->present, 3);
        QCOMPARE(stage.scaling->parts.size(), std::size_t(1));
        const auto first = stage.scaling->first;
        QCOMPARE(first.size(), std::size_t(2));
        QVERIFY(first.front().why == engine::ScaleForecast::Why::Oldest);
        const api::ResourceRef set {
            &api::resourceOf<api::mcm::MachineSet>(), {"default", stage.scaling->parts.front().set}};
        stage.scaling.reset();
        stage.submit(engine::ForeseeScale {set, 1});
        QVERIFY(stage.scaling.has_value());
        QVERIFY(stage.scaling->first == first);
        QVERIFY(stage.scaling->parts.empty() && stage.scaling->checks.empty());
    }

    void aScalingIsForeseenWithTheBudgetsOfPods_data()
    {
        QTest::addColumn<bool>("isMcm");
        QTest::addColumn<int>("minAvailable"); // of six pods
        QTest::addColumn<int>("waiting");
        for (const bool isMcm : {false, true}) {
            const QByteArray family = isMcm ? "mcm: " : "";
            QTest::newRow(family + "no budget") << isMcm << 0 << 0;
            QTest::newRow(family + "one to spare") << isMcm << 5 << 1;
            QTest::newRow(family + "none to spare") << isMcm << 6 << 2;
        }
    }

    // docs/machines.md §4.8
    void aScalingIsForeseenWithTheBudgetsOfPods()
    {
        QFETCH(bool, isMcm);
        QFETCH(int, minAvailable);
        QFETCH(int, waiting);
        Stage stage;
        stage.submit(engine::ApplyYaml {fleetYaml});
        stage.advance(2min);
        const auto nodes = stage.nodes(6);
        QCOMPARE(nodes.size(), std::size_t(6));
        std::string yaml;
        for (const std::string &node : nodes)
            yaml += "{apiVersion: v1, kind: Pod, metadata: {name: web-" + node
                + ", namespace: default, labels: {app: web}}, spec: {nodeName: " + node
                + ", containers: [{name: web, image: web}]}}\n---\n";
        yaml += "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: elsewhere, namespace: "
                "kube-system}, spec: {minAvailable: 6, selector: {matchLabels: {app: web}}}}\n---\n";
        if (minAvailable > 0)
            yaml += "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: web, namespace: "
                    "default}, spec: {minAvailable: "
                + std::to_string(minAvailable) + ", selector: {matchLabels: {app: web}}}}\n";
        stage.submit(engine::ApplyYaml {yaml});
        stage.advance(10s);
        const api::ResourceRef target = isMcm
            ? api::ResourceRef {&api::resourceOf<api::mcm::MachineDeployment>(), {"default", "fleet"}}
            : api::ResourceRef {&api::resourceOf<api::MachineSet>(), {"default", "workers"}};
        stage.submit(engine::ForeseeScale {target, 1});
        QVERIFY(stage.scaling.has_value());
        QCOMPARE(stage.scaling->evicted, 2);
        QCOMPARE(stage.scaling->podBudgets.empty(), waiting == 0);
        if (waiting > 0) {
            const engine::ScaleForecast::PodBudget &budget = stage.scaling->podBudgets.front();
            QCOMPARE(budget.name, std::string("default/web"));
            QCOMPARE(budget.waiting, waiting);
            QCOMPARE(budget.first, stage.scaling->first.at(static_cast<std::size_t>(2 - waiting)).name);
            QCOMPARE(budget.allowed, 2 - waiting);
            QCOMPARE(budget.desired, minAvailable);
            QCOMPARE(budget.healthy, 6);
        }
        stage.submit(engine::Scale {target, 1});
        stage.advance(2min);
        QCOMPARE(stage.nodes(6).size(), std::size_t(4 + waiting));
    }

    // docs/machines.md §7.8
    void aScalingIsForeseenWithTheBudgetsOfMachines()
    {
        Stage stage;
        stage.submit(
            engine::DeleteThing {{&api::resourceOf<api::MachineHealthCheck>(), {"default", "workers"}}});
        stage.submit(engine::ApplyYaml {firstGenerationYaml(1)});
        stage.advance(1s);
        const api::ResourceRef workers {&api::resourceOf<api::MachineSet>(), {"default", "workers"}};
        stage.submit(engine::ForeseeScale {workers, 5});
        QVERIFY(stage.scaling.has_value());
        QCOMPARE(stage.scaling->machineBudgets.size(), std::size_t(1));
        const engine::ScaleForecast::MachineBudget budget = stage.scaling->machineBudgets.front();
        QCOMPARE(budget.name, std::string("default/guard"));
        QCOMPARE(budget.expected, 5);
        QCOMPARE(budget.desired, 4);
        stage.submit(engine::Scale {workers, 5});
        stage.advance(30s);
        stage.submit(engine::ForeseeFault {stage.nodes(1), "not-ready"});
        QVERIFY2(stage.text.find("default/guard needs 4 healthy machines") != std::string::npos,
            stage.text.c_str());
        stage.submit(engine::ForeseeScale {workers, 1}); // which it does not hold back
        QCOMPARE(stage.scaling->machineBudgets.front().desired, 0);
        stage.submit(engine::Scale {workers, 1});
        stage.advance(30s);
        QCOMPARE(stage.machines().size(), std::size_t(1));
    }

    void whatIsNotThereIsNotForeseen()
    {
        Stage stage;
        for (const auto *resource : {&api::resourceOf<api::MachineSet>(),
                 &api::resourceOf<api::mcm::MachineDeployment>(), &api::resourceOf<api::Node>()})
            stage.submit(engine::ForeseeScale {{resource, {"default", "nobody"}}, 1});
        QVERIFY(!stage.scaling);
    }

    void whatIsSwitchedOffReplacesNothing()
    {
        Stage stage;
        stage.submit(engine::SwitchController {"healthcheck", false});
        stage.submit(engine::ForeseeFault {stage.nodes(1), "not-ready"});
        QCOMPARE(stage.text,
            std::string("Health check workers: its controller does not run here: none will be replaced."));
    }

    void oneAndManyReadRight_data()
    {
        QTest::addColumn<int>("failing");
        QTest::addColumn<int>("replaced");
        QTest::addColumn<int>("seconds");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("one") << 1 << 1 << 15 << QByteArray("it will be replaced 15s after that is noticed.");
        QTest::newRow("all") << 3 << 3 << 15
                             << QByteArray("all 3 will be replaced 15s after that is noticed.");
        QTest::newRow("one of them") << 3 << 1 << 90
                                     << QByteArray(
                                            "one of them will be replaced 1m30s after that is noticed.");
        QTest::newRow("at once") << 1 << 1 << 0 << QByteArray("it will be replaced once that is noticed.");
        QTest::newRow("none") << 1 << 0 << 15 << QByteArray("none will be replaced.");
    }
    void oneAndManyReadRight()
    {
        QFETCH(int, failing);
        QFETCH(int, replaced);
        QFETCH(int, seconds);
        FaultForecast forecast;
        forecast.checks = {
            {"workers", {}, failing, failing, 5, 5, "5", replaced, false, std::chrono::seconds(seconds)}};
        const std::string begin =
            "Health check workers: allowed 5, " + std::to_string(failing) + " would be unhealthy: ";
        QFETCH(QByteArray, says);
        QCOMPARE(api::joinedText(sayingsOf(forecast)), begin + says.toStdString());
        forecast.checks.clear();
        forecast.timed = forecast.unchecked = 1;
        QCOMPARE(api::joinedText(sayingsOf(forecast)),
            std::string("1 has a health timeout of its own: it is given up when that is over. "
                        "1 is selected by no health check and stays as it is."));
    }

    void numbersAreGrouped()
    {
        FaultForecast forecast;
        forecast.checks = {{"workers", {}, 5000, 5000, 5000, 2000, "40%", 0, true}};
        forecast.unchecked = 1234567;
        QCOMPARE(api::joinedText(sayingsOf(forecast)),
            std::string("Health check workers: allowed 40% of 5,000 = 2,000, 5,000 would be unhealthy: none "
                        "will be replaced. 1,234,567 are selected by no health check and stay as they are."));
    }
};

QTEST_GUILESS_MAIN(TestForecast)
#include "tst_forecast.moc"
