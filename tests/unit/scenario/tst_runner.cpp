// SPDX-License-Identifier: GPL-3.0-or-later
#include "fakecluster.h"

#include "core/scenario/parse.h"

#include <QTest>

using namespace core::scenario;
using namespace test;

namespace {

/// Plays a scenario of the given steps in a fake view.
class Play
{
public:
    FakeCluster fake;
    std::unique_ptr<Runner> runner;
    base::Subscription told;
    std::optional<ScenarioReport> report;
    std::vector<std::string> progress;

    void start(const char *steps)
    {
        auto parsed = parseScenario(std::string("name: play\nsteps:\n") + steps);
        QVERIFY2(parsed.has_value(), parsed ? "" : parsed.error().front().text().c_str());
        runner = std::make_unique<Runner>(fake.clock, fake.client(), fake.view(), *parsed);
        fake.runner = runner.get();
        told = runner->onStep([this](std::size_t index, const StepReport &step) {
            constexpr std::array words {"not run", "begins", "ok", "failed"};
            progress.push_back(std::to_string(index) + " " + words[static_cast<std::size_t>(step.state)]);
        });
        runner->start([this](const ScenarioReport &done) { report = done; });
    }
    /// Lets so much virtual time pass.
    Play &pass(base::Duration duration)
    {
        fake.clock.advance(duration);
        return *this;
    }
    std::string message(std::size_t step) const { return report->steps.at(step).message.text; }
};

/// The job "crunch" with three pods, and a pod that belongs to nobody.
void putJob(FakeCluster &fake)
{
    using Named = std::pair<const char *, const char *>;
    for (const auto &[name, phase] :
        {Named("a", "Running"), Named("b", "Pending"), Named("c", "Pending"), Named("d", "")}) {
        api::Pod pod;
        pod.metadata.ns = "default";
        pod.metadata.name = name;
        pod.status.phase = phase;
        if (pod.metadata.name != "d")
            pod.metadata.ownerReferences = {{"batch/v1", "Job", "crunch", "uid-job", true, true}};
        fake.put(pod);
    }
    api::Job job;
    job.metadata.ns = "default";
    job.metadata.name = "crunch";
    job.status.active = 3;
    job.status.succeeded = 5;
    job.status.failed = 1;
    job.status.uncountedTerminatedPods.succeeded = {"x", "y"};
    job.status.conditions = {{"Complete", "True", {}, {}, {}, {}}};
    fake.put(job);
}

} // namespace

class TestRunner : public QObject
{
    Q_OBJECT

private slots:
    void requests_data()
    {
        QTest::addColumn<QString>("step");
        QTest::addColumn<QStringList>("requests");
        const auto row = [](const char *name, const char *step, const QStringList &requests) {
            QTest::newRow(name) << QString::fromUtf8(step) << requests;
        };
        row("apply creates in the default namespace",
            "apply: {apiVersion: machine.openshift.io/v1beta1, kind: MachineSet, metadata: {name: a}}",
            {QStringLiteral(
                "POST /apis/machine.openshift.io/v1beta1/namespaces/default/machinesets "
                "{\"apiVersion\":\"machine.openshift.io/v1beta1\",\"kind\":\"MachineSet\",\"metadata\":"
                "{\"name\":\"a\",\"namespace\":\"default\"}}")});
        row("scale goes through the subresource", "scale: {machineSet: workers, replicas: 5}",
            {QStringLiteral(
                "PATCH /apis/machine.openshift.io/v1beta1/namespaces/default/machinesets/workers/scale "
                "{\"spec\":{\"replicas\":5}}")});
        row("a fault is an annotation on the oldest Ready node",
            "fault: {node: first Ready node of workers, kind: not-ready, for: 30s}",
            {QStringLiteral("PATCH /api/v1/nodes/nm2 {\"metadata\":{\"uid\":\"uid-nm2\",\"annotations\":"
                            "{\"hollowlab.io/fault\":\"not-ready for 30s\"}}}")});
        row("a fault of a machine is put on its node", "fault: {machine: m1, kind: silent}",
            {QStringLiteral("PATCH /api/v1/nodes/nm1 {\"metadata\":{\"uid\":\"uid-nm1\",\"annotations\":"
                            "{\"hollowlab.io/fault\":\"silent\"}}}")});
        row("every one of them", "fault: {node: every Ready node of workers, kind: silent}",
            {QStringLiteral("PATCH /api/v1/nodes/nm2 {\"metadata\":{\"uid\":\"uid-nm2\",\"annotations\":"
                            "{\"hollowlab.io/fault\":\"silent\"}}}"),
                QStringLiteral("PATCH /api/v1/nodes/nm3 {\"metadata\":{\"uid\":\"uid-nm3\",\"annotations\":"
                               "{\"hollowlab.io/fault\":\"silent\"}}}")});
        row("healing takes the annotation away", "heal: {machine: m1}",
            {QStringLiteral("PATCH /api/v1/nodes/nm1 {\"metadata\":{\"uid\":\"uid-nm1\",\"annotations\":"
                            "{\"hollowlab.io/fault\":null}}}")});
        row("deleting names the uid", "delete: {machine: first 2 Running machines of workers}",
            {QStringLiteral("DELETE /apis/machine.openshift.io/v1beta1/namespaces/default/machines/m1 "
                            "{\"apiVersion\":\"v1\","
                            "\"kind\":\"DeleteOptions\",\"preconditions\":{\"uid\":\"uid-m1\"}}"),
                QStringLiteral("DELETE /apis/machine.openshift.io/v1beta1/namespaces/default/machines/m2 "
                               "{\"apiVersion\":\"v1\","
                               "\"kind\":\"DeleteOptions\",\"preconditions\":{\"uid\":\"uid-m2\"}}")});
        row("deleting a set", "delete: {machineSet: other/workers}",
            {QStringLiteral(
                "DELETE /apis/machine.openshift.io/v1beta1/namespaces/other/machinesets/workers "
                "{\"apiVersion\":\"v1\",\"kind\":\"DeleteOptions\",\"propagationPolicy\":\"Background\"}")});
    }
    void requests()
    {
        QFETCH(QString, step);
        QFETCH(QStringList, requests);
        Play play;
        play.fake.putSet(3, 2);
        play.fake.putWorker("m1", "False");
        play.fake.putWorker("m2", "True");
        play.fake.putWorker("m3", "True");
        play.start(("- " + step.toStdString()).c_str());
        play.pass(1ms);
        QVERIFY(play.report.has_value());
        QVERIFY2(play.report->isOk(), play.report->failure().text.c_str());
        QStringList sent;
        for (const std::string &request : play.fake.requests)
            sent << QString::fromStdString(request);
        QCOMPARE(sent, requests);
    }

    void stepsFollowEachOtherInVirtualTime()
    {
        Play play;
        play.start("- {say: First, wait: 5s}\n- wait: 2s\n");
        play.pass(6s);
        QVERIFY(!play.report);
        play.pass(1s);
        QVERIFY(play.report.has_value());
        QVERIFY(play.report->isOk());
        QCOMPARE(play.report->steps[0].say, std::string("First"));
        QVERIFY(play.report->steps[0].begin == at(0));
        QVERIFY(play.report->steps[0].end == at(5000));
        QVERIFY(play.report->steps[1].end == at(7000));
        QVERIFY(play.report->end == at(7000));
        QVERIFY(play.progress == (std::vector<std::string> {"0 begins", "0 ok", "1 begins", "1 ok"}));
    }

    void aConditionIsSeenWhenItComesTrue()
    {
        Play play;
        play.fake.putSet(1, 0);
        play.fake.putWorker("m1", "False");
        play.start("- waitUntil: {nodes: {of: workers, Ready: 1}, complete: workers, within: 60s}\n");
        play.pass(10s);
        play.fake.put(node("nm1", "True", "m1"));
        play.pass(1s);
        QVERIFY(!play.report); // the set does not say so yet
        play.fake.putSet(1, 1);
        play.pass(1ms);
        QVERIFY(play.report && play.report->isOk());
        QVERIFY(play.report->steps[0].end == at(11'000));
        QCOMPARE(play.message(0), std::string("after 11.0 s"));
    }

    void aConditionThatHoldsAlreadyIsNotWaitedFor()
    {
        Play play;
        play.fake.putSet(0, 0);
        play.start("- waitUntil: {complete: workers, within: 60s}\n");
        play.pass(1ms);
        QVERIFY(play.report && play.report->isOk());
        QVERIFY(play.report->end == at(0));
    }

    void aWaitThatIsTooLongSaysExpectedAndFound()
    {
        Play play;
        play.fake.putSet(2, 1);
        play.fake.putWorker("m1", "True");
        play.fake.putWorker("m2", "Unknown");
        play.start("- waitUntil: {nodes: {of: workers, Ready: 2}, within: 60s}\n- wait: 1s\n");
        play.pass(61s);
        QVERIFY(play.report && !play.report->isOk());
        QCOMPARE(play.message(0),
            std::string("expected Ready nodes of workers: 2 within 1m0s; found Ready 1, Unknown 1"));
        QVERIFY(play.report->steps[0].end == at(60'000));
        QCOMPARE(play.report->steps[1].state, StepReport::State::NotRun);
        QCOMPARE(play.report->failure().text,
            std::string("wait until Ready nodes of workers: 2 (within 1m0s): expected Ready nodes of "
                        "workers: 2 within 1m0s; "
                        "found Ready 1, Unknown 1"));
    }

    void assertions_data()
    {
        QTest::addColumn<QString>("assertion");
        QTest::addColumn<QString>("message");
        const auto row = [](const char *name, const char *assertion, const char *message) {
            QTest::newRow(name) << QString::fromUtf8(assertion) << QString::fromUtf8(message);
        };
        row("counts hold", "nodes: {of: workers, Ready: 2, NotReady: 1, total: 3}", "holds");
        row("at least, at most", "nodes: {Ready: at least 2, NotReady: at most 1}", "holds");
        row("a count does not hold", "nodes: {of: workers, Ready: at least 3}",
            "expected Ready nodes of workers: at least 3; found NotReady 1, Ready 2");
        row("another set has none", "machines: {of: others, Running: 1}",
            "expected Running machines of others: 1; found none");
        row("phases hold", "machines: {of: default/workers, Running: 3}", "holds");
        row("not complete", "complete: workers",
            "expected workers complete, all Ready; found 2 Ready of 3 wanted, 3 there");
        row("no such set", "complete: others",
            "expected others complete, all Ready; found no such MachineSet or MachineDeployment");
        row("existence", "{exists: {machine: m1}, gone: {machine: m9}}", "holds");
        row("it is there", "gone: {node: nm1}", "expected Node nm1 is gone; found that it is there");
        row("it is not there", "exists: {healthCheck: others}",
            "expected MachineHealthCheck others exists; found that it is not there");
        row("the health check says so",
            "healthCheck: {name: workers, expected: 3, healthy: 2, remediationsAllowed: 0}", "holds");
        row("the health check says otherwise", "healthCheck: {name: workers, healthy: 3}",
            "expected health check workers: healthy 3; found expected 3, healthy 2, remediations allowed 0");
        row("pods of a controller", "pods: {of: crunch, Running: 1, Pending: 2, total: 3}", "holds");
        row("all pods but hollow nodes", "pods: {total: 4}", "holds");
        row("too few pods", "pods: {of: crunch, Running: at least 2}",
            "expected Running pods of crunch: at least 2; found Pending 2, Running 1");
        row("the job says so", "job: {name: crunch, active: 3, succeeded: 7, failed: 1, ended: Complete}",
            "holds");
        row("the job says otherwise", "job: {name: crunch, succeeded: 9, ended: Failed}",
            "expected job crunch: succeeded 9, ended as Failed; found active 3, succeeded 7, failed 1, "
            "ended as Complete");
        row("no such job", "job: {name: rest, active: 0}", "expected job rest: active 0; found no such Job");
        row("an episode that is open", "episodes: {of: workers, outcome: open, count: 1}", "holds");
        row("no episode recovered", "episodes: {of: workers, recoveredWithin: 1m}",
            "expected at least 1 episode of workers within 1m0s; found 0: m3 open for 4.0 s");
        row("no episode in another set", "episodes: {of: others}",
            "expected at least 1 episode of others; found no episode");
    }
    void assertions()
    {
        QFETCH(QString, assertion);
        QFETCH(QString, message);
        Play play;
        play.fake.putSet(3, 2);
        for (const char *name : {"m1", "m2", "m3"})
            play.fake.putWorker(name, "True");
        play.fake.put(node("nm1", "False", "m1")); // fails and heals before the scenario begins: not counted
        play.fake.put(node("nm1", "True", "m1"));
        api::MachineHealthCheck check;
        check.metadata.ns = "default";
        check.metadata.name = "workers";
        check.status = {3, 2, 0, {}};
        play.fake.put(check);
        putJob(play.fake);
        play.pass(1s);
        const bool isFlow = assertion.startsWith(QLatin1Char('{'));
        play.start(("- wait: 5s\n- assert: "
            + (isFlow ? assertion : QStringLiteral("{%1}").arg(assertion)).toStdString() + "\n")
                       .c_str());
        play.pass(1s);
        play.fake.put(node("nm3", "False", "m3"));
        play.pass(5s);
        QVERIFY(play.report.has_value());
        QCOMPARE(QString::fromStdString(play.message(1)), message);
        QCOMPARE(play.report->isOk(), message == QLatin1String("holds"));
        const api::Saying &said = play.report->steps[1].message;
        QVERIFY(said.kind);
        if (!play.report->isOk())
            QVERIFY(said.values.at(1).kind); // what was found can be said in another language
    }

    void ofManyEpisodesTheFirstAreTold()
    {
        Play play;
        constexpr int machines = 12;
        play.fake.putSet(machines, machines);
        for (int i = 0; i < machines; ++i)
            play.fake.putWorker("m" + std::to_string(i), "True");
        play.pass(1s);
        play.start("- wait: 5s\n- assert: {episodes: {of: workers, count: 0}}\n");
        play.pass(1s);
        for (int i = 0; i < machines; ++i)
            play.fake.put(node("nm" + std::to_string(i), "False", "m" + std::to_string(i)));
        play.pass(5s);
        QVERIFY(play.report.has_value());
        QVERIFY2(play.message(1).ends_with("open for 4.0 s and 2 more"), play.message(1).c_str());
    }

    void theReportHoldsWhatHappenedSince()
    {
        Play play;
        play.fake.putSet(2, 2);
        play.fake.putWorker("m1", "True");
        play.fake.putWorker("m2", "True");
        play.pass(1s);
        play.start("- fault: {node: nm1, kind: not-ready}\n- waitUntil: {episodes: {of: workers, outcome: "
                   "replaced}, within: 60s}\n");
        play.pass(2s);
        play.fake.put(node("nm1", "False", "m1"));
        play.pass(15s);
        api::Machine old = *play.fake.machines.find(inDefault("m1"));
        old.metadata.deletionTimestamp = at(18'000);
        play.fake.put(old);
        api::Machine young = machine("m3", "Running", "nm3");
        young.metadata.creationTimestamp = at(18'000);
        play.fake.put(young);
        play.pass(4s);
        play.fake.put(node("nm3", "True", "m3"));
        play.pass(1s);

        QVERIFY(play.report && play.report->isOk());
        QVERIFY(play.report->begin == at(1000));
        QVERIFY(play.report->end == at(22'000));
        QCOMPARE(play.report->episodes.size(), 1U);
        QVERIFY(play.report->episodes[0].replacement == inDefault("m3"));
        QVERIFY(play.report->episodes[0].recovery() == 19s);
        QCOMPARE(play.report->facts.size(), 5U); // NotReady; deleting; created, Running; Ready
        const std::vector<timeline::HealthCounts> counts {
            {at(1000), 2, 0, 0}, {at(3000), 1, 1, 0}, {at(22'000), 2, 1, 0}};
        QVERIFY(play.report->counts == counts);
    }

    void aRefusalFailsTheStep()
    {
        Play play;
        play.fake.putSet(1, 1);
        play.fake
            .refusals["/apis/machine.openshift.io/v1beta1/namespaces/default/machinesets/workers/scale"] = {
            403, api::share(api::failureStatus(403, "Forbidden", "you may not"))};
        play.start("- scale: {machineSet: workers, replicas: 2}\n");
        play.pass(1ms);
        QVERIFY(play.report && !play.report->isOk());
        QVERIFY2(play.message(0).find("you may not") != std::string::npos, play.message(0).c_str());
    }

    void aTargetThatIsNotThereFailsTheStep_data()
    {
        QTest::addColumn<QString>("step");
        QTest::addColumn<QString>("message");
        QTest::newRow("no such node")
            << QStringLiteral("fault: {node: nx, kind: silent}") << QStringLiteral("there is no node nx");
        QTest::newRow("none in that state")
            << QStringLiteral("fault: {node: first Unknown node of workers, kind: silent}")
            << QStringLiteral("expected first Unknown node of workers; found none");
        QTest::newRow("too few") << QStringLiteral(
            "fault: {node: first 3 Ready nodes of workers, kind: silent}")
                                 << QStringLiteral("expected first 3 Ready nodes of workers; found only 1");
        QTest::newRow("a machine without a node") << QStringLiteral("fault: {machine: young, kind: silent}")
                                                  << QStringLiteral("machine young has no node");
        QTest::newRow("every one of none")
            << QStringLiteral("delete: {machine: every Failed machine of workers}")
            << QStringLiteral("expected every Failed machine of workers; found none");
    }
    void aTargetThatIsNotThereFailsTheStep()
    {
        QFETCH(QString, step);
        QFETCH(QString, message);
        Play play;
        play.fake.putSet(2, 1);
        play.fake.putWorker("m1", "True");
        play.fake.put(machine("young", "Provisioning"));
        play.start(("- " + step.toStdString()).c_str());
        play.pass(1ms);
        QVERIFY(play.report.has_value());
        QCOMPARE(QString::fromStdString(play.message(0)), message);
        QVERIFY(play.fake.requests.empty());
    }

    void aRunnerThatIsDestroyedIsCancelled()
    {
        Play play;
        play.start("- wait: 1s\n- scale: {machineSet: workers, replicas: 2}\n");
        play.pass(500ms);
        play.runner.reset();
        play.pass(10s);
        QVERIFY(!play.report);
        QVERIFY(play.fake.requests.empty());
    }
};

QTEST_GUILESS_MAIN(TestRunner)
#include "tst_runner.moc"
