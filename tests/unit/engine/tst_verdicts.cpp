// SPDX-License-Identifier: GPL-3.0-or-later
// The dry run of a health check (docs/machines.md §7.7), as it reaches the window: part of the ChangeSets, of
// the one check that is asked for, and only when something about it is new.
#include "core/api/healthcheckv1alpha1.h"
#include "core/engine/sayings.h"
#include "tests/unit/engine/defaultlab.h"

#include <QFile>
#include <QTest>

#include <algorithm>

using namespace core;
using namespace std::chrono_literals;
using engine::HealthCheckVerdicts;

namespace {

/// The default lab, all its nodes Ready, and a window that takes in every ChangeSet.
class Stage : public DefaultLab
{
public:
    Stage()
    {
        QObject::connect(
            m_engine.get(), &engine::Engine::changed, [this](const engine::ChangeSetPtr &changes) {
                if (changes->status)
                    m_shown = changes->status->now;
                if (changes->inspection)
                    inspection = *changes->inspection;
                if (changes->verdicts) {
                    ++told;
                    last = *changes->verdicts;
                }
                m_engine->acknowledge();
            });
        start();
    }

    void submit(const engine::Command &command)
    {
        m_engine->submit(++m_commands, command);
        advance(1s);
    }
    void watch(const api::Resource &resource, const std::string &ns, const std::string &name)
    {
        submit(engine::Inspect {api::ResourceRef {&resource, {ns, name}}});
    }
    /// "Healthy 2, Pending 1"
    std::string summary() const
    {
        std::map<std::string, int> counts;
        for (const engine::MachineVerdict &verdict : last.machines)
            ++counts[verdict.verdict];
        std::string text;
        for (const auto &[verdict, count] : counts)
            text += (text.empty() ? "" : ", ") + verdict + " " + std::to_string(count);
        return text;
    }
    std::string victim() const
    {
        for (const auto &node : m_engine->scenarioView().nodes.list()) {
            if (!node->metadata.labels.contains(api::keys::hollowHost))
                return node->metadata.name;
        }
        return {};
    }
    /// A node of a machine whose name begins so.
    std::string victimOf(const std::string &machines) const
    {
        for (const auto &machine : m_engine->scenarioView().machines.list()) {
            if (machine->status.nodeRef && machine->metadata.name.starts_with(machines))
                return machine->status.nodeRef->name;
        }
        return {};
    }
    api::ObjectKey machineOf(const std::string &node) const
    {
        for (const auto &machine : m_engine->scenarioView().machines.list()) {
            if (machine->status.nodeRef && machine->status.nodeRef->name == node)
                return machine->key();
        }
        return {};
    }
    base::Time now() const { return m_clock.now(); }
    /// A ChangeSet of the present second has come, and with it all that is new.
    bool isUpToDate() const { return m_shown == api::truncatedToSeconds(m_clock.now()); }

    int told = 0;
    HealthCheckVerdicts last;
    engine::Inspection inspection;

private:
    std::uint64_t m_commands = 0;
    api::Time m_shown;
};

const api::Resource &checks()
{
    return api::resourceOf<api::MachineHealthCheck>();
}

} // namespace

class TestVerdicts : public QObject
{
    Q_OBJECT

private slots:
    void countsAreGrouped();
    void nobodyAsksNobodyIsTold();
    void theCheckAskedForIsTold();
    void aCheckThatIsSwitchedOffIsToldAllTheSame();
    void aCheckOfTheFirstGeneration();
    void aCheckThatIsNotThere();
    void aMachineAndItsNodeSayWhoReplacesThem_data();
    void aMachineAndItsNodeSayWhoReplacesThem();
    void aSetHasTheCountsOfItsChecks();
    void aDeploymentHasTheCountsOfItsSetsChecks();
};

void TestVerdicts::nobodyAsksNobodyIsTold()
{
    Stage stage;
    stage.submit(engine::BreakNodes {{stage.victim()}, "not-ready"});
    stage.advance(20s);
    QTRY_VERIFY(stage.isUpToDate());
    QCOMPARE(stage.told, 0);
}

void TestVerdicts::theCheckAskedForIsTold()
{
    Stage stage;
    stage.watch(checks(), "default", "workers");
    QTRY_COMPARE(stage.told, 1);
    QVERIFY(stage.last.exists && stage.last.allowed);
    QCOMPARE(stage.summary(), std::string("Healthy 3"));
    QCOMPARE(stage.last.expected, 3);
    QCOMPARE(stage.last.healthy, 3);
    QCOMPARE(stage.last.maxUnhealthy.value_or(-1), 1); // 40 % of three

    const std::string victim = stage.victim();
    stage.submit(engine::BreakNodes {{victim}, "not-ready"});
    stage.advance(12s);
    QTRY_COMPARE(stage.summary(), std::string("Healthy 2, Pending 1"));
    const auto pending =
        std::ranges::find(stage.last.machines, std::string("Pending"), &engine::MachineVerdict::verdict);
    QCOMPARE(pending->node, victim);
    QCOMPARE(pending->reason.code, std::string("UnhealthyNode"));
    QVERIFY(pending->reason.text.find("Ready=False") != std::string::npos);
    QVERIFY(
        pending->nextCheck && *pending->nextCheck > stage.now() && *pending->nextCheck <= stage.now() + 16s);

    stage.advance(30s); // it is replaced
    QTRY_COMPARE(stage.summary(), std::string("Healthy 3"));

    stage.submit(engine::Inspect {});
    const int told = stage.told;
    stage.submit(engine::BreakNodes {{stage.victim()}, "not-ready"});
    stage.advance(12s);
    QTRY_VERIFY(stage.isUpToDate());
    QCOMPARE(stage.told, told);
}

void TestVerdicts::aCheckThatIsSwitchedOffIsToldAllTheSame()
{
    Stage stage;
    stage.submit(engine::SwitchController {"healthcheck", false});
    stage.watch(checks(), "default", "workers");
    stage.submit(engine::BreakNodes {{stage.victim()}, "not-ready"});
    stage.advance(60s);
    QTRY_COMPARE(stage.summary(), std::string("Healthy 2, Unhealthy 1"));
    QCOMPARE(stage.last.available, 1);
    QVERIFY(stage.last.allowed);
}

void TestVerdicts::aCheckOfTheFirstGeneration()
{
    Stage stage;
    stage.submit(engine::ApplyYaml {R"(
apiVersion: healthchecking.openshift.io/v1alpha1
kind: MachineHealthCheck
metadata: {name: old, namespace: default}
spec: {selector: {matchLabels: {machine.openshift.io/cluster-api-machineset: workers}}}
)"});
    const api::Resource &resource = api::resourceOf<api::HealthCheckV1alpha1>();
    stage.watch(resource, "default", "old");
    QTRY_COMPARE(stage.summary(), std::string("Healthy 3"));
    QVERIFY(stage.last.check.resource == &resource);
    stage.submit(engine::ApplyYaml {R"(
apiVersion: v1
kind: ConfigMap
metadata: {name: node-unhealthy-conditions, namespace: openshift-machine-api}
data: {conditions: "items: [{name: Ready, timeout: soon, status: True}]"}
)"});
    QTRY_VERIFY(stage.last.problem.find("items[0].timeout") != std::string::npos);
    QVERIFY(!stage.last.allowed && stage.last.machines.empty());
}

void TestVerdicts::aCheckThatIsNotThere()
{
    Stage stage;
    stage.watch(checks(), "default", "nothing");
    QTRY_COMPARE(stage.told, 1);
    QVERIFY(!stage.last.exists && stage.last.machines.empty());
}

void TestVerdicts::aMachineAndItsNodeSayWhoReplacesThem_data()
{
    QTest::addColumn<bool>("isNode");
    QTest::newRow("machine") << false;
    QTest::newRow("node") << true;
}

void TestVerdicts::aMachineAndItsNodeSayWhoReplacesThem()
{
    QFETCH(bool, isNode);
    Stage stage;
    const std::string node = stage.victim();
    const api::ObjectKey machine = stage.machineOf(node);
    if (isNode)
        stage.watch(api::resourceOf<api::Node>(), "", node);
    else
        stage.watch(api::resourceOf<api::Machine>(), machine.ns, machine.name);
    const auto outlook = [&] {
        const auto &checks = stage.inspection.checks;
        return checks.size() == 1 && checks.front().machines.size() == 1
            ? outlookOf(checks.front(), checks.front().machines.front(), stage.now()).text
            : std::string();
    };
    QTRY_COMPARE(outlook(), std::string("finds nothing wrong"));
    QCOMPARE(stage.inspection.checks.front().machines.front().machine, machine);
    stage.submit(engine::BreakNodes {{node}, "not-ready for 6s"});
    QTRY_VERIFY(outlook().starts_with("leaves it alone: its fault ends in "));
    stage.advance(6s);
    QTRY_COMPARE(outlook(), std::string("finds nothing wrong"));
    stage.submit(engine::BreakNodes {{node}, "not-ready"});
    stage.advance(12s);
    QTRY_VERIFY(outlook().starts_with("replaces it in "));
    QCOMPARE(budgetOf(stage.inspection.checks.front()).text,
        std::string("1 of 3 machines is unhealthy, 1 may be (40%)."));
    if (isNode) // and what is said of its machine
        QVERIFY(std::ranges::any_of(
            stage.inspection.explanations, [&](const auto &said) { return said.key == machine; }));
    stage.submit(engine::SwitchController {"healthcheck", false});
    QTRY_VERIFY(outlook().starts_with("does nothing, its controller does not run here; else it replaces it"));
}

void TestVerdicts::aSetHasTheCountsOfItsChecks()
{
    Stage stage;
    stage.watch(api::resourceOf<api::MachineSet>(), "default", "workers");
    const auto budget = [&] {
        const auto &checks = stage.inspection.checks;
        return checks.size() == 1 && checks.front().machines.empty() ? budgetOf(checks.front()).text
                                                                     : std::string();
    };
    QTRY_COMPARE(budget(), std::string("0 of 3 machines are unhealthy, 1 may be (40%)."));
    stage.submit(engine::BreakNodes {{stage.victim()}, "not-ready"});
    stage.advance(3s);
    QTRY_COMPARE(budget(), std::string("1 of 3 machines is unhealthy, 1 may be (40%)."));
    stage.watch(api::resourceOf<api::MachineSet>(), "default", "nothing");
    QTRY_VERIFY(stage.inspection.checks.empty());
}

void TestVerdicts::aDeploymentHasTheCountsOfItsSetsChecks()
{
    const api::Resource &deployments = api::resourceOf<api::MachineDeployment>();
    Stage stage;
    QFile example(QStringLiteral(HOLLOWLAB_SOURCE_DIR "/resources/examples/machinedeployment.yaml"));
    QVERIFY(example.open(QIODevice::ReadOnly));
    stage.submit(engine::ApplyYaml {example.readAll().toStdString()});
    stage.watch(deployments, "default", "machinedeployment");
    const auto budget = [&] {
        const auto &checks = stage.inspection.checks;
        return checks.size() == 1 && checks.front().check.key.name == "machinedeployment"
            ? budgetOf(checks.front()).text
            : std::string();
    };
    stage.advance(5s);
    QTRY_COMPARE(budget(), std::string("0 of 3 machines are unhealthy, 1 may be (40%)."));
    const std::string node = stage.victimOf("machinedeployment");
    stage.submit(engine::BreakNodes {{node}, "not-ready"});
    stage.advance(3s);
    QTRY_COMPARE(budget(), std::string("1 of 3 machines is unhealthy, 1 may be (40%)."));
    QVERIFY(stage.inspection.checks.front().machines.empty());
}

void TestVerdicts::countsAreGrouped()
{
    HealthCheckVerdicts check {.expected = 5000, .healthy = 0, .maxUnhealthy = 2000};
    check.maxUnhealthyText = "40%";
    QCOMPARE(budgetOf(check).text, std::string("5,000 of 5,000 machines are unhealthy, 2,000 may be (40%)."));
    for (const auto &[number, text] : std::initializer_list<std::pair<std::int64_t, std::string>> {
             {0, "0"}, {999, "999"}, {1000, "1,000"}, {1234567, "1,234,567"}})
        QCOMPARE(engine::grouped(number), text);
}

QTEST_GUILESS_MAIN(TestVerdicts)
#include "tst_verdicts.moc"
