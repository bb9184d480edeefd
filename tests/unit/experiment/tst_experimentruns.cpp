// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of experiments in real labs: the same seed gives the same, and what is measured is what was
// (docs/window.md W64).
#include "app/experimentrun.h"
#include "core/experiment/parse.h"

#include <QTest>

using namespace core::experiment;
using namespace std::chrono_literals;

namespace {

std::string setWith(const std::string &recipe, int replicas)
{
    return R"({apiVersion: machine.openshift.io/v1beta1, kind: MachineSet,
  metadata: {name: workers, labels: {machine.openshift.io/cluster-api-cluster: lab}},
  spec: {replicas: )"
        + std::to_string(replicas)
        + R"(, selector: {matchLabels: {machine.openshift.io/cluster-api-machineset: workers}},
    template: {metadata: {labels: {machine.openshift.io/cluster-api-machineset: workers,
        machine.openshift.io/cluster-api-cluster: lab}},
      spec: {providerSpec: {value: {apiVersion: kubemarkproviderconfig.k8s.io/v1alpha1,
        kind: KubemarkMachineProviderConfig, image: hollow, metadata: {annotations: {)"
        + recipe + R"(}}}}}}}})";
}

std::string checkWith(const std::string &timeout)
{
    return R"({apiVersion: machine.openshift.io/v1beta1, kind: MachineHealthCheck, metadata: {name: workers},
  spec: {selector: {matchLabels: {machine.openshift.io/cluster-api-machineset: workers}}, maxUnhealthy: 100%,
    unhealthyConditions: [{type: Ready, status: "False", timeout: )"
        + timeout + "}]}}";
}

Experiment experimentOf(const std::string &steps, const std::string &lines = {})
{
    auto experiment = parseExperiment(
        "name: Mine\nseeds: 1..9\ntiming: fast\n" + lines + "\nscenario:\n  steps:\n" + steps);
    if (!experiment)
        qFatal("%s", experiment.error().front().text().c_str());
    return *experiment;
}

/// Three machines, of which the first one gets that fault; then two minutes pass.
Experiment oneFault(const std::string &fault)
{
    return experimentOf("  - apply: [" + setWith("", 3) + ", " + checkWith("20s")
        + "]\n  - waitUntil: {complete: workers, within: 60s}\n"
          "  - fault: {node: first Ready node of workers, "
        + fault + "}\n  - wait: 2m\n");
}

} // namespace

class ExperimentRunsTest : public QObject
{
    Q_OBJECT

private slots:
    void theSameSeedGivesTheSame();
    void whatPassesByItselfIsReplacedNeedlessly();
    void whatLastsIsReplacedForGoodReason();
    void whatIsOpenAtTheEndIsCounted();
    void whatPassesInTimeIsNotReplaced();
    void readyTimeIsThatOfWantedMachines();
    void machinesThatNeverWereReadyAreMissing();
    void aRolloutEndsWhenItIsDone();
    void aVariantThatIsNoScenarioFails();
    void aClaimThatDoesNotHoldIsTold();
};

void ExperimentRunsTest::theSameSeedGivesTheSame()
{
    const Experiment experiment =
        experimentOf("  - apply: [" + setWith("hollowlab.io/recipe: flapping 20s..60s up 5s..60s down", 5)
            + ", " + checkWith("20s") + "]\n  - wait: 20m\n");
    const Run first = app::runOnce(experiment, 0, 7).run;
    QVERIFY(first.recoveries.size() > 10);
    QVERIFY(first.failure.empty());
    QVERIFY(first.replaced > 0);
    QCOMPARE(app::runOnce(experiment, 0, 7).run, first);
    QVERIFY(app::runOnce(experiment, 0, 8).run.recoveries != first.recoveries);
}

void ExperimentRunsTest::whatPassesByItselfIsReplacedNeedlessly()
{
    const Run run = app::runOnce(oneFault("kind: not-ready, for: 60s"), 0, 1).run;
    QCOMPARE(run.replaced, 1);
    QCOMPARE(run.replacedNeedlessly, 1);
}

void ExperimentRunsTest::whatLastsIsReplacedForGoodReason()
{
    const Run run = app::runOnce(oneFault("kind: not-ready"), 0, 1).run;
    QCOMPARE(run.replaced, 1);
    QCOMPARE(run.replacedNeedlessly, 0);
    QCOMPARE(run.recoveries.size(), 1U);
    QVERIFY(run.recoveries.front() >= 20s && run.recoveries.front() < 30s);
    QVERIFY(run.slowest);
    QCOMPARE(run.slowest->length, run.recoveries.front());
    QCOMPARE(run.slowest->stage, core::timeline::Stage::Kind::Waiting);
}

/// It fails 10 s before the scenario is over; nobody has acted yet.
void ExperimentRunsTest::whatIsOpenAtTheEndIsCounted()
{
    const Run run = app::runOnce(experimentOf("  - apply: [" + setWith("", 3) + ", " + checkWith("20s")
                                     + "]\n  - waitUntil: {complete: workers, within: 60s}\n"
                                       "  - fault: {node: first Ready node of workers, kind: not-ready}\n"
                                       "  - wait: 10s\n"),
        0, 1)
                        .run;
    QVERIFY(run.recoveries.empty());
    QCOMPARE(run.open.size(), 1U);
    QVERIFY(run.open.front() > 8s && run.open.front() <= 10s);
}

void ExperimentRunsTest::whatPassesInTimeIsNotReplaced()
{
    const Run run = app::runOnce(oneFault("kind: not-ready, for: 10s"), 0, 1).run;
    QCOMPARE(run.replaced, 0);
    QCOMPARE(run.recoveries.size(), 1U);
}

void ExperimentRunsTest::readyTimeIsThatOfWantedMachines()
{
    const Run run = app::runOnce(oneFault("kind: not-ready, for: 10s"), 0, 1).run;
    // One of three machines was missing for 10 of 120 s.
    QVERIFY(run.ready);
    QVERIFY2(std::abs(*run.ready - (1 - 10.0 / 360)) < 0.005, qPrintable(QString::number(*run.ready)));
}

void ExperimentRunsTest::machinesThatNeverWereReadyAreMissing()
{
    const std::string set = setWith("hollowlab.io/boot: never", 2);
    const Run none = app::runOnce(experimentOf("  - apply: " + set + "\n  - wait: 2m\n"), 0, 1).run;
    QCOMPARE(none.ready, std::optional(0.0));
    const Run empty = app::runOnce(experimentOf("  - wait: 2m\n"), 0, 1).run;
    QVERIFY(!empty.ready); // nothing was wanted
}

/// Nothing but the deployment itself changes last.
void ExperimentRunsTest::aRolloutEndsWhenItIsDone()
{
    auto experiment = loadExperiment(HOLLOWLAB_SOURCE_DIR "/resources/experiments/rollout-pace.yaml");
    QVERIFY(experiment.has_value());
    for (std::size_t i = 0; i < experiment->variants(); ++i) {
        const Run run = app::runOnce(*experiment, i, 1).run;
        QVERIFY2(run.failure.empty(), run.failure.text.c_str());
        QVERIFY2(run.length < 40min, experiment->labelOf(i).c_str());
        const bool mayMiss = experiment->labelOf(i).ends_with("25%");
        QVERIFY2(mayMiss ? run.ready < 1 : run.ready > 0.999, experiment->labelOf(i).c_str());
    }
}

void ExperimentRunsTest::aVariantThatIsNoScenarioFails()
{
    const Experiment experiment = experimentOf("  - apply: " + setWith("", 1) + "\n  - wait: 1m\n",
        "vary: {MachineSet.metadata.name: [workers, {a: b}]}");
    QVERIFY(app::runOnce(experiment, 0, 1).run.failure.empty());
    QVERIFY(!app::runOnce(experiment, 1, 1).run.failure.empty());
}

void ExperimentRunsTest::aClaimThatDoesNotHoldIsTold()
{
    const Experiment experiment =
        experimentOf("  - apply: " + setWith("", 2) + "\n  - assert: {nodes: {of: workers, Ready: 7}}\n");
    const Run run = app::runOnce(experiment, 0, 1).run;
    QVERIFY(QByteArray::fromStdString(run.failure.text).contains("7"));
    QVERIFY(run.failure.kind);
}

QTEST_GUILESS_MAIN(ExperimentRunsTest)
#include "tst_experimentruns.moc"
