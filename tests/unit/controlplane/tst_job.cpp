// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/job.h"
#include "core/controlplane/jobindexes.h"
#include "tests/support/objects.h"
#include "tests/support/planlab.h"
#include "tests/support/plantext.h"

#include <QTest>

using namespace core;
using namespace std::chrono_literals;
using api::Job;
using api::Pod;
using runtime::Plan;
using support::codesOf;

namespace {

const base::Time start = support::PlanLab::usualStart;
const api::ObjectKey jobKey {"default", "crunch"};
constexpr std::string_view completionIndex = "batch.kubernetes.io/job-completion-index";

/// A job and its pods, with a kubelet that a test plays.
class JobWorld
{
public:
    explicit JobWorld(const QByteArray &spec)
    {
        m_lab.of<Pod>();
        m_lab.of<Job>();
        m_lab.start();
        m_lab.put(support::with(support::fromYaml<Job>(R"(
metadata: {name: crunch, namespace: default}
spec:
  template:
    metadata: {labels: {app: crunch}}
    spec: {restartPolicy: Never, containers: [{name: c, image: i}]}
)"),
            "spec: " + spec));
    }

    Plan plan() { return controlplane::planJob(job(), view(), m_lab.chance, now()); }

    /// Plans and applies until nothing changes; the codes of the reasons of each pass that wrote something.
    QByteArray settle()
    {
        QByteArray codes;
        for (int pass = 0; pass < 20; ++pass) {
            const Plan next = plan();
            if (next.reasons.empty())
                QTest::qFail("an outcome without a reason", __FILE__, __LINE__);
            codes += (codes.isEmpty() ? "" : " ") + codesOf(next.reasons);
            if (next.effects.empty())
                return codes;
            m_lab.apply(next);
        }
        QTest::qFail("no fixed point", __FILE__, __LINE__);
        return codes;
    }
    /// The first so many effects of the plan only, as when the program dies in the middle.
    void apply(Plan plan, std::size_t effects)
    {
        plan.effects.resize(std::min(effects, plan.effects.size()));
        m_lab.apply(plan);
    }

    std::size_t pods() { return m_lab.of<Pod>().size(); }
    void end(const std::string &phase, std::size_t count)
    {
        for (const auto &pod : m_lab.of<Pod>().list()) {
            if (count > 0 && pod->status.phase == "Pending") {
                --count;
                m_lab.edit<Pod>(pod->key(), [&](Pod &each) {
                    each.status.phase = phase;
                    each.status.conditions = {{"Ready", "False", now(), {}, {}}};
                });
            }
        }
    }
    void endIndex(const std::string &phase, std::string_view index)
    {
        for (const auto &pod : m_lab.of<Pod>().list()) {
            if (pod->status.phase == "Pending" && pod->metadata.annotation(completionIndex) == index)
                m_lab.edit<Pod>(pod->key(), [&](Pod &each) {
                    each.status.phase = phase;
                    each.status.conditions = {{"Ready", "False", now(), {}, {}}};
                });
        }
    }
    /// Gives each pod that status.
    void restart(const QByteArray &status)
    {
        for (const auto &pod : m_lab.of<Pod>().list())
            m_lab.patch<Pod>(pod->key(), ("status: " + status).constData(), "status");
    }
    /// Gives the pod of that index another one.
    void renumber(std::string_view index, const std::string &another)
    {
        for (const auto &pod : m_lab.of<Pod>().list()) {
            if (pod->metadata.annotation(completionIndex) == index)
                m_lab.edit<Pod>(pod->key(),
                    [&](Pod &each) { each.metadata.annotations[std::string(completionIndex)] = another; });
        }
    }
    /// "0 2 3", in order
    QByteArray activeIndexes()
    {
        QByteArrayList indexes;
        for (const auto &pod : m_lab.of<Pod>().list()) {
            if (pod->status.phase == "Pending" && !pod->metadata.isDeleting())
                indexes += QByteArray::fromStdString(std::string(pod->metadata.annotation(completionIndex)));
        }
        std::ranges::sort(indexes);
        return indexes.join(' ');
    }
    /// The pods go as with podgc when a node is gone.
    void lose(std::size_t count)
    {
        for (const auto &pod : m_lab.of<Pod>().list()) {
            if (count > 0 && !pod->metadata.isDeleting()) {
                --count;
                m_lab.remove<Pod>(pod->key(), 0);
            }
        }
    }
    /// Those that are neither held nor wanted vanish.
    void sweep()
    {
        for (const auto &pod : m_lab.of<Pod>().list()) {
            if (pod->metadata.finalizers.empty() && pod->status.phase != "Pending")
                m_lab.remove<Pod>(pod->key(), 0);
        }
    }

    void put(const Pod &pod) { m_lab.put(pod); }
    /// Gives all pods that label.
    void relabel(const std::string &key, const std::string &value)
    {
        for (const auto &pod : m_lab.of<Pod>().list())
            m_lab.edit<Pod>(pod->key(), [&](Pod &each) { each.metadata.labels[key] = value; });
    }
    /// "NAME owner finalizers" of each pod, in order.
    QByteArrayList owners()
    {
        QByteArrayList owners;
        for (const auto &pod : m_lab.of<Pod>().list()) {
            const api::OwnerReference *owner = pod->metadata.controller();
            owners += QByteArray::fromStdString(pod->metadata.name + ' ' + (owner ? owner->name : "nobody")
                + ' ' + std::to_string(pod->metadata.finalizers.size()));
        }
        return owners;
    }

    const Job &job() { return *m_lab.of<Job>().find(jobKey); }
    void change(const QByteArray &yaml) { m_lab.patch<Job>(jobKey, yaml.constData()); }
    void complete()
    {
        m_lab.edit<Job>(jobKey, [&](Job &each) {
            each.status.conditions = {{"Complete", "True", now(), now(), "CompletionsReached", {}}};
        });
    }
    QByteArray condition()
    {
        for (const auto &each : job().status.conditions) {
            if (each.status == "True")
                return QByteArray::fromStdString(each.type + "/" + each.reason);
        }
        return {};
    }
    QByteArray counts()
    {
        const api::JobStatus &status = job().status;
        const auto number = [](const auto &value) {
            return QByteArray::number(qlonglong(value.value_or(0)));
        };
        return number(status.active) + "/" + number(status.succeeded) + "/" + number(status.failed);
    }

    base::Time now() const { return m_lab.clock.now(); }
    void advance(base::Duration duration) { m_lab.clock.advance(duration); }
    const std::vector<api::EmitEvent> &events() const { return m_lab.events; }

private:
    controlplane::JobView view()
    {
        const auto &pods = m_lab.of<Pod>();
        std::vector<controlplane::PodPointer> own;
        std::vector<controlplane::PodPointer> orphans;
        for (controlplane::PodPointer &pod : pods.list())
            (pod->metadata.controller() ? own : orphans).push_back(std::move(pod));
        return {std::move(own),
            [&pods](const std::string &name) {
                return pods.find({"default", name}) != nullptr;
            },
            std::move(orphans)};
    }

    support::PlanLab m_lab;
};

/// The first object that the plan makes, which makes one.
const api::Json &firstMadeBy(const Plan &plan)
{
    const auto made = std::ranges::find_if(plan.effects,
        [](const api::Effect &effect) { return std::holds_alternative<api::CreateObject>(effect); });
    return std::get<api::CreateObject>(*made).object;
}

} // namespace

class TestJob : public QObject
{
    Q_OBJECT

private slots:
    void runsToCompletion()
    {
        JobWorld world("{parallelism: 3, completions: 5}");
        QCOMPARE(world.settle(), "CreatingPods WaitingForPods WaitingForPods");
        QCOMPARE(world.counts(), "3/0/0");
        QVERIFY(world.job().status.startTime == start);
        world.advance(1s);
        world.end("Succeeded", 2);
        world.settle();
        QCOMPARE(world.counts(), "3/2/0"); // three more are wanted, and no more
        world.end("Succeeded", 3);
        QCOMPARE(world.settle().split(' ').last(), "Finished");
        QCOMPARE(world.counts(), "0/5/0");
        QCOMPARE(world.condition(), "Complete/CompletionsReached");
        QVERIFY(world.job().status.completionTime == world.now());
        QCOMPARE(std::ranges::count(world.events(), "SuccessfulCreate", &api::EmitEvent::reason), 5);
        QCOMPARE(world.events().back().reason, "Completed");
        QVERIFY(world.plan().effects.empty());
    }

    void takesOverWhatNobodyControls_data()
    {
        QTest::addColumn<QByteArray>("more"); // of the job
        QTest::addColumn<bool>("isChosen");
        QTest::addColumn<QByteArray>("codes"); // of the first pass
        QTest::newRow("chosen") << QByteArray("{}") << true << QByteArray("Adopting");
        QTest::newRow("of other labels") << QByteArray("{}") << false << QByteArray("CreatingPods");
        QTest::newRow("somebody else keeps the job")
            << QByteArray("{managedBy: example.com/other}") << true << QByteArray("NotOurs");
    }
    void takesOverWhatNobodyControls()
    {
        QFETCH(QByteArray, more);
        QFETCH(bool, isChosen);
        QFETCH(QByteArray, codes);
        JobWorld world(more);
        Pod nobodys = support::fromYaml<Pod>(
            "metadata: {name: nobodys, namespace: default}\nspec: {containers: [{name: c, image: i}]}");
        if (isChosen)
            nobodys.metadata.labels = world.job().spec.selector.matchLabels;
        world.put(nobodys);
        const Plan plan = world.plan();
        QCOMPARE(codesOf(plan.reasons), codes);
        world.apply(plan, plan.effects.size());
        const bool isTaken = codes == "Adopting";
        QCOMPARE(world.owners().contains(isTaken ? "nobodys crunch 1" : "nobodys nobody 0"), true);
        if (!isTaken)
            return;
        world.settle(); // it is the one that is wanted
        QCOMPARE(world.pods(), 1U);
        world.end("Succeeded", 1);
        world.settle();
        QCOMPARE(world.counts(), "0/1/0");
    }

    void letsGoOfWhatItNoLongerChooses()
    {
        JobWorld world("{}");
        world.settle();
        const std::string key = world.job().spec.selector.matchLabels.begin()->first;
        world.relabel(key, "other");
        const Plan plan = world.plan();
        QCOMPARE(codesOf(plan.reasons), "Releasing");
        world.apply(plan, plan.effects.size());
        QCOMPARE(world.owners().size(), 1);
        QVERIFY2(world.owners().front().endsWith(" nobody 0"), world.owners().front());
        QCOMPARE(world.settle().split(' ').first(), "CreatingPods");
        world.complete();
        world.relabel(key, "other");
        QVERIFY(!world.settle().contains("Releasing")); // it has ended, and they are its own
    }

    void parallelAndCompletions_data()
    {
        QTest::addColumn<QByteArray>("spec");
        QTest::addColumn<int>("succeeded");
        QTest::addColumn<int>("pods"); // active ones after that
        QTest::addColumn<QByteArray>("condition");
        QTest::newRow("one, by default") << QByteArray("{}") << 0 << 1 << QByteArray();
        QTest::newRow("no completions: the first success ends it")
            << QByteArray("{parallelism: 1}") << 1 << 0 << QByteArray("Complete/CompletionsReached");
        QTest::newRow("no completions: the others may go on, no new ones")
            << QByteArray("{parallelism: 3}") << 1 << 2 << QByteArray();
        QTest::newRow("never more than are still needed")
            << QByteArray("{parallelism: 9, completions: 4}") << 0 << 4 << QByteArray();
        QTest::newRow("the last ones")
            << QByteArray("{parallelism: 3, completions: 4}") << 3 << 1 << QByteArray();
        QTest::newRow("none at all") << QByteArray("{completions: 0}") << 0 << 0
                                     << QByteArray("Complete/CompletionsReached");
        QTest::newRow("no parallelism") << QByteArray("{parallelism: 0}") << 0 << 0 << QByteArray();
        QTest::newRow("suspended") << QByteArray("{parallelism: 2, suspend: true}") << 0 << 0
                                   << QByteArray("Suspended/JobSuspended");
    }
    void parallelAndCompletions()
    {
        QFETCH(QByteArray, spec);
        QFETCH(int, succeeded);
        QFETCH(int, pods);
        QFETCH(QByteArray, condition);
        JobWorld world(spec);
        world.settle();
        world.end("Succeeded", std::size_t(succeeded));
        world.settle();
        QCOMPARE(int(world.job().status.active.value_or(0)), pods);
        QCOMPARE(world.condition(), condition);
    }

    void aPodThatGoesWithItsNodeStillCounts()
    {
        JobWorld world("{parallelism: 2, completions: 2}");
        world.settle();
        world.end("Succeeded", 1);
        world.lose(2); // the finished one, and one that runs
        world.settle();
        QCOMPARE(world.counts(), "1/1/1"); // the second one failed, and has a successor
        QCOMPARE(codesOf(world.plan().reasons), "WaitingForPods");
        QCOMPARE(world.pods(), 1U);
    }

    /// Dies after every number of writes; no pod is ever counted twice, and none is forgotten.
    void countsOnceWhereverItDies()
    {
        for (std::size_t cut = 0; cut < 8; ++cut) {
            JobWorld world("{parallelism: 2, completions: 4}");
            for (int round = 0; round < 12 && world.condition().isEmpty(); ++round) {
                world.apply(world.plan(), cut);
                world.settle();
                world.end("Succeeded", 2);
                world.apply(world.plan(), cut);
                world.sweep();
            }
            world.settle();
            QCOMPARE(world.condition(), "Complete/CompletionsReached");
            QCOMPARE(world.counts(), "0/4/0");
        }
    }

    /// What comes after an effect that fails is not carried out: a quota may be waiting for a pod to go.
    void endedPodsAreLetGoBeforeOthersAreRefused()
    {
        JobWorld world("{completions: 3, parallelism: 1}");
        world.settle();
        world.end("Succeeded", 1);
        world.apply(world.plan(), 2);
        world.sweep();
        QCOMPARE(world.pods(), 0U);
        QVERIFY(std::holds_alternative<api::PatchObject>(world.plan().effects.front()));
        world.apply(world.plan(), 1);
        QCOMPARE(world.counts(), "0/1/0");
    }

    void backsOff_data()
    {
        QTest::addColumn<int>("failures");
        QTest::addColumn<int>("seconds");
        QTest::newRow("first") << 1 << 10;
        QTest::newRow("second") << 2 << 20;
        QTest::newRow("sixth") << 6 << 320;
        QTest::newRow("seventh") << 7 << 360;
        QTest::newRow("many") << 70 << 360;
    }
    void backsOff()
    {
        QFETCH(int, failures);
        QFETCH(int, seconds);
        QVERIFY(controlplane::jobBackoff(failures) == std::chrono::seconds(seconds));
    }

    void failsAfterTheBackoffLimit()
    {
        JobWorld world("{backoffLimit: 1}");
        world.settle();
        world.end("Failed", 1);
        world.settle();
        QCOMPARE(codesOf(world.plan().reasons), "BackingOff");
        QVERIFY(world.plan().checkAgainAfter == 10s);
        world.advance(10s);
        world.settle();
        QCOMPARE(world.counts(), "1/0/1");
        world.end("Failed", 1);
        world.settle();
        QCOMPARE(world.counts(), "0/0/2");
        QCOMPARE(world.condition(), "Failed/BackoffLimitExceeded");
        QVERIFY(!world.job().status.completionTime);
        QCOMPARE(world.events().back().reason, "BackoffLimitExceeded");
    }

    void failsAtItsDeadline()
    {
        JobWorld world("{parallelism: 2, activeDeadlineSeconds: 30}");
        world.settle();
        QVERIFY(world.plan().checkAgainAfter == 30s);
        world.advance(30s);
        QCOMPARE(codesOf(world.plan().reasons), "Ending");
        world.settle();
        QCOMPARE(world.condition(), "Failed/DeadlineExceeded");
        QCOMPARE(world.pods(), 0U);
    }

    void goesWhenItsTimeIsOver()
    {
        JobWorld world("{ttlSecondsAfterFinished: 60}");
        world.settle();
        world.end("Succeeded", 1);
        world.settle();
        QCOMPARE(codesOf(world.plan().reasons), "KeptForAWhile");
        QVERIFY(world.plan().checkAgainAfter == 60s);
        world.advance(60s);
        world.apply(world.plan(), 1);
        QVERIFY(world.job().metadata.isDeleting()); // once its pods are gone, it is
        QVERIFY(world.job().metadata.hasFinalizer("foregroundDeletion"));
    }

    void lessParallelismIsNoFailure()
    {
        JobWorld world("{parallelism: 3, completions: 9}");
        world.settle();
        world.change("spec: {parallelism: 1}");
        QCOMPARE(world.settle(), "DeletingPods WaitingForPods WaitingForPods");
        QCOMPARE(world.counts(), "1/0/0");
    }

    void suspendsAndResumes()
    {
        JobWorld world("{parallelism: 2, completions: 2}");
        world.settle();
        world.change("spec: {suspend: true}");
        world.settle();
        QCOMPARE(world.counts(), "0/0/0");
        QVERIFY(!world.job().status.startTime);
        QCOMPARE(world.condition(), QByteArray("Suspended/JobSuspended"));
        world.advance(20s);
        world.change("spec: {suspend: false}");
        world.settle();
        QCOMPARE(world.counts(), "2/0/0");
        QVERIFY(world.job().status.startTime == world.now());
        const api::JobCondition &resumed = world.job().status.conditions.front();
        QCOMPARE(resumed.type + "/" + resumed.status + "/" + resumed.reason,
            std::string("Suspended/False/JobResumed"));
        QVERIFY(resumed.lastTransitionTime == world.now());
    }

    void aSuspendedJobHasNoDeadline()
    {
        JobWorld world("{activeDeadlineSeconds: 30}");
        world.settle();
        world.advance(20s);
        world.change("spec: {suspend: true}"); // not seen before its deadline is over
        world.advance(20s);
        world.settle();
        QCOMPARE(world.condition(), QByteArray("Suspended/JobSuspended"));
        world.change("spec: {suspend: false}");
        world.settle();
        QVERIFY(world.plan().checkAgainAfter == 30s);
    }

    void containersThatAreStartedAgainCount_data()
    {
        QTest::addColumn<QByteArray>("spec");
        QTest::addColumn<QByteArray>("restarts"); // of the containers of each pod
        QTest::addColumn<QByteArray>("condition");
        const auto row = [](const char *name, const char *spec, const char *restarts, const char *condition) {
            QTest::newRow(name) << QByteArray(spec) << QByteArray(restarts) << QByteArray(condition);
        };
        const char *two = "{parallelism: 2, backoffLimit: 2, template: {spec: {restartPolicy: OnFailure}}}";
        row("fewer than the limit", two, "{containerStatuses: [{restartCount: 0}]}", "");
        row("those of all pods", two, "{containerStatuses: [{restartCount: 1}]}",
            "Failed/BackoffLimitExceeded");
        row("none is allowed", "{backoffLimit: 0, template: {spec: {restartPolicy: OnFailure}}}",
            "{containerStatuses: [{restartCount: 1}]}", "Failed/BackoffLimitExceeded");
        row("none is there", "{backoffLimit: 0, template: {spec: {restartPolicy: OnFailure}}}",
            "{containerStatuses: [{restartCount: 0}]}", "");
        row("those that run first count too",
            "{backoffLimit: 2, template: {spec: {restartPolicy: OnFailure}}}",
            "{initContainerStatuses: [{restartCount: 1}], containerStatuses: [{restartCount: 1}]}",
            "Failed/BackoffLimitExceeded");
        row("pods that never start again", "{backoffLimit: 2, template: {spec: {restartPolicy: Never}}}",
            "{containerStatuses: [{restartCount: 9}]}", "");
    }
    void containersThatAreStartedAgainCount()
    {
        QFETCH(const QByteArray, spec);
        QFETCH(const QByteArray, restarts);
        JobWorld world(spec);
        world.settle();
        world.restart(restarts);
        world.settle();
        const auto &conditions = world.job().status.conditions;
        const std::string end =
            conditions.empty() ? "" : conditions.back().type + '/' + conditions.back().reason;
        QTEST(QByteArray::fromStdString(end), "condition");
    }

    void anothersJobIsLeftAlone()
    {
        JobWorld world("{managedBy: example.com/queue, ttlSecondsAfterFinished: 60}");
        QCOMPARE(world.settle(), "NotOurs");
        QCOMPARE(world.pods(), 0U);
        QVERIFY(!world.job().status.startTime);
        world.complete();
        QCOMPARE(codesOf(world.plan().reasons), "KeptForAWhile");
        world.advance(60s);
        QCOMPARE(codesOf(world.plan().reasons), "Expired");
        JobWorld ours("{managedBy: kubernetes.io/job-controller}");
        ours.settle();
        QCOMPARE(ours.pods(), 1U);
    }

    void indexesAsText_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("again");
        QTest::addColumn<int>("count");
        const auto row = [](const char *text, const char *again, int count) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(again) << count;
        };
        row("", "", 0);
        row("3", "3", 1);
        row("0,1", "0,1", 2);
        row("0-1", "0,1", 2);
        row("4,2,3", "2-4", 3);
        row("1-3,3-5,7", "1-5,7", 6);
        row("0,2,1", "0-2", 3);
        row("8-100", "8,9", 2); // there are ten
        row("10", "", 0);
        row("x,-1,5-,6-4,,2", "2", 1);
    }
    void indexesAsText()
    {
        QFETCH(QByteArray, text);
        const controlplane::JobIndexes indexes(text.toStdString(), 10);
        QTEST(QByteArray::fromStdString(indexes.text()), "again");
        QTEST(int(indexes.count()), "count");
    }

    void eachIndexSucceedsOnce()
    {
        JobWorld world("{completionMode: Indexed, completions: 5, parallelism: 3}");
        world.settle();
        QCOMPARE(world.activeIndexes(), "0 1 2");
        world.endIndex("Succeeded", "1");
        world.settle();
        QCOMPARE(world.activeIndexes(), "0 2 3");
        QCOMPARE(world.job().status.completedIndexes, "1");
        world.endIndex("Failed", "0");
        world.settle();
        world.advance(10s);
        world.settle();
        QCOMPARE(world.activeIndexes(), "0 2 3"); // once more
        QCOMPARE(world.counts(), "3/1/1");
        world.endIndex("Succeeded", "2");
        world.endIndex("Succeeded", "3");
        world.sweep();
        world.settle();
        QCOMPARE(world.activeIndexes(), "0 4");
        QCOMPARE(world.job().status.completedIndexes, "1-3");
        world.end("Succeeded", 2);
        world.settle();
        QCOMPARE(world.condition(), "Complete/CompletionsReached");
        QCOMPARE(world.job().status.completedIndexes, "0-4");
        QCOMPARE(world.counts(), "0/5/1");
    }

    void aPodKnowsItsIndex()
    {
        JobWorld world("{completionMode: Indexed, completions: 1}");
        const Plan plan = world.plan();
        QVERIFY(std::holds_alternative<api::PatchObject>(
            plan.effects.front())); // the status: pods may be refused
        const api::Json &made = firstMadeBy(plan);
        const Pod pod = api::decode<Pod>(made).value();
        QVERIFY(pod.metadata.name.starts_with("crunch-0-"));
        QCOMPARE(pod.metadata.label("batch.kubernetes.io/job-completion-index"), "0");
        QCOMPARE(pod.metadata.annotation("batch.kubernetes.io/job-completion-index"), "0");
        QCOMPARE(api::textAt(made, {"spec", "hostname"}), "crunch-0");
        const api::Json &variable = pod.spec.containers.at(0).env.at(0).get();
        QCOMPARE(api::textAt(variable, {"name"}), "JOB_COMPLETION_INDEX");
        QCOMPARE(api::textAt(variable, {"valueFrom", "fieldRef", "fieldPath"}),
            "metadata.labels['batch.kubernetes.io/job-completion-index']");
    }

    void podsWhoseIndexIsTakenGo()
    {
        JobWorld world("{completionMode: Indexed, completions: 3, parallelism: 2}");
        world.settle();
        world.renumber("1", "0");
        QCOMPARE(world.settle().split(' ').first(), "DeletingPods");
        QCOMPARE(world.activeIndexes(), "0 1");
        world.renumber("1", "nonsense");
        world.settle();
        QCOMPARE(world.activeIndexes(), "0 1");
        QCOMPARE(world.counts(), "2/0/0");
    }

    /// Dies after every number of writes, as countsOnceWhereverItDies().
    void countsIndexesOnceWhereverItDies()
    {
        for (std::size_t cut = 0; cut < 8; ++cut) {
            JobWorld world("{completionMode: Indexed, parallelism: 2, completions: 4}");
            for (int round = 0; round < 12 && world.condition().isEmpty(); ++round) {
                world.apply(world.plan(), cut);
                world.settle();
                world.end("Succeeded", 2);
                world.apply(world.plan(), cut);
                world.sweep();
            }
            world.settle();
            QCOMPARE(world.condition(), "Complete/CompletionsReached");
            QCOMPARE(world.job().status.completedIndexes, "0-3");
        }
    }

    void podsOfAJobThatIsGoneAreLetGo()
    {
        Pod held;
        held.metadata.name = "p";
        held.metadata.finalizers = {std::string(api::keys::jobFinalizer), "other"};
        const Plan plan = controlplane::planLetGo({std::make_shared<const Pod>(held)});
        QCOMPARE(support::after(held, plan.effects).metadata.finalizers, std::vector<std::string> {"other"});
        QCOMPARE(codesOf(plan.reasons), "Gone");
    }

    void podsCarryTheTemplateWhole()
    {
        JobWorld world("{template: {spec: {priorityClassName: high, affinity: {podAffinity: {}}}}}");
        const Plan plan = world.plan();
        const api::Json &made = firstMadeBy(plan);
        QCOMPARE(api::textAt(made, {"spec", "priorityClassName"}), "high");
        QVERIFY(api::find(made, {"spec", "affinity"}));
        const Pod pod = api::decode<Pod>(made).value();
        QCOMPARE(pod.metadata.label("app"), "crunch");
        QCOMPARE(pod.metadata.label("job-name"), "crunch");
        QVERIFY(pod.metadata.hasFinalizer(api::keys::jobFinalizer));
        QCOMPARE(pod.metadata.controller()->uid, world.job().metadata.uid);
    }
};

QTEST_GUILESS_MAIN(TestJob)
#include "tst_job.moc"
