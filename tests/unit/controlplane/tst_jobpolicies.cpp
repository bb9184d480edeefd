// SPDX-License-Identifier: GPL-3.0-or-later
// Limits of single indexes, and policies of failure and success (docs/machines.md §3.14).
#include "core/base/chance.h"
#include "core/controlplane/job.h"
#include "core/controlplane/podgc.h"
#include "core/controlplane/tainteviction.h"
#include "tests/support/objects.h"
#include "tests/support/plantext.h"

#include <QTest>

using namespace core;
using api::Job;
using api::Pod;
using controlplane::PodPointer;
using runtime::Plan;
using support::fromYaml;
using support::with;
using Pods = std::vector<PodPointer>;

namespace {

const base::Time now = support::timeOf("2026-11-20T10:10:00Z");

const Job job = fromYaml<Job>(R"(
metadata: {name: j, namespace: default, uid: uid-j, resourceVersion: '7'}
spec: {parallelism: 3, completions: 3, completionMode: Indexed, backoffLimit: 100,
       template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}
status: {startTime: 2026-11-20T10:00:00Z}
)");

/// The pod "p<index>" of that index, whose finalizer holds it; failures: of its index, before it.
PodPointer pod(int index, const QByteArray &status, int failures = 0, const QByteArray &meta = {})
{
    const QByteArray number = QByteArray::number(index);
    return std::make_shared<const Pod>(fromYaml<Pod>("metadata: {name: p" + number
        + ", namespace: default, uid: uid-" + number + "-" + QByteArray::number(failures)
        + ", finalizers: [batch.kubernetes.io/job-tracking], annotations: "
          "{batch.kubernetes.io/job-completion-index: '"
        + number + "', batch.kubernetes.io/job-index-failure-count: '" + QByteArray::number(failures) + "'}"
        + meta + "}\nstatus: {" + status + "}"));
}

PodPointer active(int index, int failures = 0)
{
    return pod(index, "phase: Running", failures);
}

PodPointer failed(int index, int failures = 0, int exitCode = 1, const char *condition = "Ready")
{
    return pod(index,
        QByteArray("phase: Failed, conditions: [{type: ") + condition
            + ", status: 'True', lastTransitionTime: 2026-11-20T10:00:00Z}], containerStatuses: [{name: c, "
              "state: {terminated: {exitCode: "
            + QByteArray::number(exitCode) + "}}}]",
        failures);
}

Plan planOf(const Job &of, const Pods &pods)
{
    static const base::Chance chance {7};
    return controlplane::planJob(of, {pods, [](const std::string &) { return false; }}, chance, now);
}

/// "+0:1 ~p0 -p1": indexes of new pods with the failures before them, pods that are let go, or deleted; then
/// the reasons.
QByteArray deeds(const Plan &plan)
{
    QByteArrayList deeds;
    for (const api::Effect &effect : plan.effects) {
        const auto annotation = [&](const api::CreateObject &create, std::string_view name) {
            const auto value = api::textAt(create.object, {"metadata", "annotations", name});
            return QByteArray::fromStdString(std::string(value));
        };
        if (const auto *create = std::get_if<api::CreateObject>(&effect))
            deeds += "+" + annotation(*create, "batch.kubernetes.io/job-completion-index") + ":"
                + annotation(*create, "batch.kubernetes.io/job-index-failure-count");
        else if (const auto *gone = std::get_if<api::DeleteObject>(&effect))
            deeds += "-" + QByteArray::fromStdString(gone->target.key.name);
        else if (const auto *patch = std::get_if<api::PatchObject>(&effect);
                 patch && patch->target.resource->kind == "Pod")
            deeds += "~" + QByteArray::fromStdString(patch->target.key.name);
    }
    return (deeds << support::codesOf(plan.reasons)).join(' ');
}

QByteArray conditionsOf(const api::JobStatus &status)
{
    QByteArrayList all;
    for (const api::JobCondition &condition : status.conditions)
        all += QByteArray::fromStdString(condition.type + "/" + condition.reason);
    return all.join(' ');
}

} // namespace

class TestJobPolicies : public QObject
{
    Q_OBJECT

private slots:
    void whatHappens_data();
    void whatHappens();
    void aFailedIndexWaitsAlone();
    void whatEndedTheJobIsTold();
    void podsThatGoWithTheirNodeSaySo();
};

void TestJobPolicies::whatHappens_data()
{
    QTest::addColumn<QByteArray>("more");
    QTest::addColumn<Pods>("pods");
    QTest::addColumn<QByteArray>("expected");
    QTest::addColumn<QByteArray>("failedIndexes");
    QTest::addColumn<QByteArray>("conditions");
    const auto row = [](const char *name, const QByteArray &more, const Pods &pods, const char *expected,
                         const char *failedIndexes = "", const char *conditions = "") {
        QTest::newRow(name) << more << pods << QByteArray(expected) << QByteArray(failedIndexes)
                            << QByteArray(conditions);
    };
    const char *once = "spec: {backoffLimitPerIndex: 1}";
    row("an index fails, and is tried again", once, {failed(0), active(1), active(2)}, "+0:1 CreatingPods");
    row("its first pod goes when the next is there", once, {failed(0), active(0, 1), active(1), active(2)},
        "~p0 WaitingForPods");
    row("it fails for good", once, {failed(0, 1), active(1), active(2)}, "~p0 WaitingForPods", "0");
    row("others go on", QByteArray(once) + "\nstatus: {failedIndexes: '0'}", {active(1)}, "+2:0 CreatingPods",
        "0");
    row("some have failed", QByteArray(once) + "\nstatus: {failedIndexes: '0', completedIndexes: '1,2'}", {},
        "IndexesFailed", "0", "Failed/FailedIndexes");
    row("too many have failed",
        "spec: {backoffLimitPerIndex: 0, maxFailedIndexes: 1}\nstatus: {failedIndexes: '0,2'}", {},
        "IndexesFailed", "0,2", "Failed/MaxFailedIndexesExceeded");
    row("others stop then", "spec: {backoffLimitPerIndex: 0, maxFailedIndexes: 0}", {failed(0), active(1)},
        "-p1 ~p0 Ending", "0");

    const auto on42 = [](const char *action, const char *more = "") {
        return QByteArray("spec: {") + more + "podFailurePolicy: {rules: [{action: " + action
            + ", onExitCodes: {operator: In, values: [42]}}]}}";
    };
    row("the job fails at once", on42("FailJob"), {failed(0, 0, 42), active(1), active(2)},
        "-p1 -p2 ~p0 Ending", "", "FailureTarget/PodFailurePolicy");
    row("not by another code", on42("FailJob"), {failed(0, 0, 41), active(1), active(2)},
        "~p0 +0: CreatingPods");
    row("the index fails at once", on42("FailIndex", "backoffLimitPerIndex: 5, "),
        {failed(0, 0, 42), active(1), active(2)}, "~p0 WaitingForPods", "0");
    row("by all codes but one", on42("FailJob").replace("In, values: [42]", "NotIn, values: [1]"),
        {failed(0, 0, 42)}, "~p0 Ending", "", "FailureTarget/PodFailurePolicy");
    row("what was decided stays so",
        "status: {conditions: [{type: FailureTarget, status: 'True', reason: PodFailurePolicy, message: m}]}",
        {}, "PodFailurePolicy", "", "FailureTarget/PodFailurePolicy Failed/PodFailurePolicy");
    row("a failure that is nobody's fault counts for nothing",
        "spec: {backoffLimitPerIndex: 0, podFailurePolicy: {rules: [{action: Ignore, onPodConditions: "
        "[{type: DisruptionTarget}]}]}}",
        {failed(0, 0, 1, "DisruptionTarget"), active(1), active(2)}, "+0:0 CreatingPods");

    const QByteArray two = "spec: {successPolicy: {rules: [{succeededIndexes: '0,2'}]}}\nstatus: ";
    row("enough have succeeded", two + "{completedIndexes: '0,2'}", {active(1)}, "-p1 Ending", "",
        "SuccessCriteriaMet/SuccessPolicy");
    row("not yet", two + "{completedIndexes: '0'}", {active(1), active(2)}, "WaitingForPods");
    row("any of them",
        "spec: {successPolicy: {rules: [{succeededCount: 1}]}}\nstatus: {completedIndexes: '1'}", {},
        "Completed", "", "SuccessCriteriaMet/SuccessPolicy Complete/SuccessPolicy");

    const char *later = ", deletionTimestamp: 2026-11-20T10:10:20Z";
    row("one on its way out has failed", "", {pod(0, "phase: Running", 0, later), active(1), active(2)},
        "~p0 BackingOff");
    row("or once it has ended", "spec: {podReplacementPolicy: Failed}",
        {pod(0, "phase: Running", 0, later), active(1), active(2)}, "WaitingForPods");
}

void TestJobPolicies::whatHappens()
{
    QFETCH(const QByteArray, more);
    QFETCH(const Pods, pods);
    const Job of = with(job, more);
    const Plan plan = planOf(of, pods);
    QTEST(deeds(plan), "expected");
    const api::JobStatus status = support::after(of, plan.effects).status;
    QTEST(QByteArray::fromStdString(status.failedIndexes), "failedIndexes");
    QTEST(conditionsOf(status), "conditions");
}

void TestJobPolicies::aFailedIndexWaitsAlone()
{
    const Job limited = with(job, "spec: {backoffLimitPerIndex: 5}");
    const auto just = [](int index) {
        return pod(index,
            "phase: Failed, conditions: [{type: Ready, status: 'False', lastTransitionTime: "
            "2026-11-20T10:09:55Z}]");
    };
    QCOMPARE(deeds(planOf(limited, {just(0), active(1)})), QByteArray("+2:0 CreatingPods"));
    const Plan waits = planOf(limited, {just(0), active(1), active(2)});
    QCOMPARE(deeds(waits), QByteArray("BackingOff"));
    QCOMPARE(waits.checkAgainAfter, std::optional<base::Duration>(std::chrono::seconds(5)));
}

void TestJobPolicies::whatEndedTheJobIsTold()
{
    const Job of = with(job,
        "spec: {podFailurePolicy: {rules: [{action: Count, onPodConditions: [{type: Other}]}, {action: "
        "FailJob, onExitCodes: {containerName: c, operator: In, values: [42]}}]}}");
    const auto conditions = support::after(of, planOf(of, {failed(0, 0, 42)}).effects).status.conditions;
    QCOMPARE(conditions.size(), 1U);
    QCOMPARE(conditions.front().message,
        std::string(
            "Container c for pod default/p0 failed with exit code 42 matching FailJob rule at index 1"));
}

void TestJobPolicies::podsThatGoWithTheirNodeSaySo()
{
    const Pod held = with(*active(0), "spec: {nodeName: n}");
    const Pod free = with(held, "metadata: {finalizers: null}");
    const auto node =
        fromYaml<api::Node>("metadata: {name: n}\nspec: {taints: [{key: k, effect: NoExecute}]}");
    const auto reasonAfter = [](const Pod &pod, const Plan &plan) {
        const Pod after = support::after(pod, plan.effects);
        const api::PodCondition *told = api::podCondition(after, "DisruptionTarget");
        return QByteArray::fromStdString(told ? told->reason + " " + after.status.phase : std::string());
    };
    const auto tainted = [&](const Pod &pod) { return controlplane::planTaintEviction(pod, node, now); };
    QCOMPARE(reasonAfter(held, tainted(held)), QByteArray("DeletionByTaintManager Running"));
    QCOMPARE(reasonAfter(free, tainted(free)), QByteArray());
    const auto orphaned = [&](const Pod &pod) {
        return controlplane::planOrphanedPod(pod, now - std::chrono::hours(1), {}, now);
    };
    QCOMPARE(reasonAfter(held, orphaned(held)), QByteArray("DeletionByPodGC Failed"));
    QCOMPARE(reasonAfter(free, orphaned(free)), QByteArray());
}

QTEST_APPLESS_MAIN(TestJobPolicies)
#include "tst_jobpolicies.moc"
