// SPDX-License-Identifier: GPL-3.0-or-later
// The numbered pods of a StatefulSet (docs/machines.md §3.12).
#include "core/controlplane/statefulset.h"
#include "tests/support/objects.h"
#include "tests/support/plantext.h"

#include <QTest>

#include <set>

using namespace core;
using namespace std::chrono_literals;
using api::Pod;
using api::StatefulSet;
using controlplane::PodPointer;
using runtime::Plan;
using support::fromYaml;
using support::with;
using Pods = std::vector<PodPointer>;

namespace {

const base::Time now = support::timeOf("2026-11-20T10:10:00Z");

const StatefulSet set = fromYaml<StatefulSet>(R"(
metadata: {name: db, namespace: default, uid: uid-db, resourceVersion: '7', generation: 2}
spec: {replicas: 3, serviceName: db, selector: {matchLabels: {app: db}},
       template: {metadata: {labels: {app: db}}, spec: {containers: [{name: c, image: i}]}}}
)");

Plan planOf(const StatefulSet &of, const Pods &pods, const std::set<std::string> &claims = {})
{
    return controlplane::planStatefulSet(
        of, {pods, [&](const std::string &name) { return claims.contains(name); }}, now);
}

/// What the pods of the set's present template are labelled with.
std::string revisionOf(const StatefulSet &of)
{
    return support::after(of, planOf(of, {}).effects).status.updateRevision;
}

/// "new" is not ready; "going" is being deleted; "failed" has ended; "old" is of an earlier template.
PodPointer pod(int number, const QByteArray &how = {})
{
    const QByteArray name = "db-" + QByteArray::number(number);
    const QByteArray revision = how == "old" ? "db-before" : QByteArray::fromStdString(revisionOf(set));
    return std::make_shared<const Pod>(fromYaml<Pod>("metadata: {name: " + name
        + ", namespace: default, uid: uid-" + name + ", labels: {controller-revision-hash: " + revision + "}"
        + (how == "going" ? ", deletionTimestamp: 2026-11-20T10:09:00Z" : "")
        + "}\nstatus: {phase: " + (how == "failed" ? "Failed" : "Running")
        + ", conditions: [{type: Ready, status: '" + (how == "new" || how == "failed" ? "False" : "True")
        + "', lastTransitionTime: 2026-11-20T10:00:00Z}]}"));
}

} // namespace

class TestStatefulSet : public QObject
{
    Q_OBJECT

private slots:
    void whatHappensNext_data();
    void whatHappensNext();
    void aPodKnowsItsNumber();
    void claimsAreMadeOnce();
    void theStatusFollowsTheRollout();
    void nothingIsWrittenTwice();
};

void TestStatefulSet::whatHappensNext_data()
{
    QTest::addColumn<QByteArray>("more");
    QTest::addColumn<Pods>("pods");
    QTest::addColumn<QByteArray>("deeds");
    const auto row = [](const char *name, const char *more, const Pods &pods, const char *deeds) {
        QTest::newRow(name) << QByteArray(more) << pods << QByteArray(deeds);
    };
    const char *parallel = "spec: {podManagementPolicy: Parallel}";
    row("the first", "", {}, "+db-0 CreatingPods");
    row("the next when the one before is ready", "", {pod(0)}, "+db-1 CreatingPods");
    row("not before", "", {pod(0, "new")}, "WaitingForPod");
    row("nor while it goes", "", {pod(0, "going")}, "WaitingForPod");
    row("a gap is filled first", "", {pod(0), pod(2)}, "+db-1 CreatingPods");
    row("all are there", "", {pod(0), pod(1), pod(2)}, "Complete");
    row("all at once", parallel, {}, "+db-0 +db-1 +db-2 CreatingPods");
    row("whatever the others do", parallel, {pod(0, "new"), pod(2, "going")}, "+db-1 CreatingPods");
    row("or are not ready yet", parallel, {pod(0), pod(1), pod(2, "new")}, "WaitingForPods");
    row("one that has failed is made anew", "", {pod(0, "failed")}, "-db-0 WaitingForPod");
    row("too many: the last goes", "spec: {replicas: 1}", {pod(0), pod(1), pod(2)}, "-db-2 WaitingForPod");
    row("one after another", "spec: {replicas: 1}", {pod(0), pod(1), pod(2, "going")}, "WaitingForPod");
    row("all at once go", "spec: {replicas: 1, podManagementPolicy: Parallel}", {pod(0), pod(1), pod(2)},
        "-db-2 -db-1 WaitingForPods");
    row("none while one that stays is not ready", "spec: {replicas: 1}", {pod(0, "new"), pod(1)},
        "WaitingForPod");
    row("none at all", "spec: {replicas: 0}", {pod(0)}, "-db-0 WaitingForPod");
    row("an update begins with the last", "", {pod(0, "old"), pod(1, "old"), pod(2, "old")},
        "-db-2 WaitingForPod");
    row("and goes on when that is ready", "", {pod(0, "old"), pod(1, "old"), pod(2)}, "-db-1 WaitingForPod");
    row("not before that", "", {pod(0, "old"), pod(1, "old"), pod(2, "new")}, "WaitingForPod");
    row("down to the partition", "spec: {updateStrategy: {rollingUpdate: {partition: 2}}}",
        {pod(0, "old"), pod(1, "old"), pod(2)}, "OldPodsStay");
    row("by hand only", "spec: {updateStrategy: {type: OnDelete}}", {pod(0, "old"), pod(1), pod(2)},
        "OldPodsStay");
    row("being deleted", "metadata: {deletionTimestamp: 2026-11-20T10:09:00Z}", {pod(0)}, "Deleting");
    row("ready is not yet available", "spec: {minReadySeconds: 900}", {pod(0)}, "WaitingForPod");
}

void TestStatefulSet::whatHappensNext()
{
    QFETCH(const QByteArray, more);
    QFETCH(const Pods, pods);
    QFETCH(const QByteArray, deeds);
    QCOMPARE(support::deedsOf(planOf(with(set, more), pods)), deeds);
}

void TestStatefulSet::aPodKnowsItsNumber()
{
    const Plan plan = planOf(set, {pod(0)});
    const api::Json &made = std::get<api::CreateObject>(plan.effects.front()).object;
    const auto label = [&](std::string_view name) {
        return std::string(api::textAt(made, {"metadata", "labels", name}));
    };
    QCOMPARE(label("statefulset.kubernetes.io/pod-name"), std::string("db-1"));
    QCOMPARE(label("apps.kubernetes.io/pod-index"), std::string("1"));
    QCOMPARE(label("app"), std::string("db"));
    QCOMPARE(std::string(api::textAt(made, {"spec", "hostname"})), std::string("db-1"));
    QCOMPARE(std::string(api::textAt(made, {"spec", "subdomain"})), std::string("db"));
    QVERIFY(support::textOf(plan.effects)
                .contains("event Normal SuccessfulCreate on default/db: create Pod db-1 in StatefulSet db "
                          "successful"));
}

void TestStatefulSet::claimsAreMadeOnce()
{
    const StatefulSet claiming = with(set,
        "spec: {volumeClaimTemplates: [{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce]}}]}");
    const Plan first = planOf(claiming, {});
    QCOMPARE(support::deedsOf(first), QByteArray("+data-db-0 +db-0 CreatingPods"));
    const api::Json &claim = std::get<api::CreateObject>(first.effects[0]).object;
    QCOMPARE(std::string(api::textAt(claim, {"kind"})), std::string("PersistentVolumeClaim"));
    QCOMPARE(std::string(api::textAt(claim, {"metadata", "labels", "app"})), std::string("db"));
    const api::Json &made = std::get<api::CreateObject>(first.effects[1]).object;
    QVERIFY(api::writeJson(made).find(R"("persistentVolumeClaim":{"claimName":"data-db-0"})")
        != std::string::npos);
    QCOMPARE(support::deedsOf(planOf(claiming, {}, {"data-db-0"})), QByteArray("+db-0 CreatingPods"));
}

void TestStatefulSet::theStatusFollowsTheRollout()
{
    const auto status = [](const StatefulSet &of, const Pods &pods) {
        return support::after(of, planOf(of, pods).effects).status;
    };
    const api::StatefulSetStatus half =
        status(with(set, "status: {currentRevision: db-before}"), {pod(0, "old"), pod(1, "old"), pod(2)});
    QCOMPARE(half.replicas, std::int64_t(3));
    QCOMPARE(half.readyReplicas.value_or(0), std::int64_t(3));
    QCOMPARE(half.updatedReplicas.value_or(0), std::int64_t(1));
    QCOMPARE(half.currentReplicas.value_or(0), std::int64_t(2));
    QCOMPARE(half.currentRevision, std::string("db-before"));
    QCOMPARE(half.observedGeneration.value_or(0), std::int64_t(2));
    const api::StatefulSetStatus done =
        status(with(set, "status: {currentRevision: db-before}"), {pod(0), pod(1), pod(2)});
    QCOMPARE(done.currentRevision, done.updateRevision);
    QCOMPARE(done.currentReplicas.value_or(0), std::int64_t(3));
}

void TestStatefulSet::nothingIsWrittenTwice()
{
    const Pods pods {pod(0), pod(1), pod(2)};
    const StatefulSet settled = support::after(set, planOf(set, pods).effects);
    QCOMPARE(support::restsBecause(planOf(settled, pods)), std::string("Complete"));
}

QTEST_APPLESS_MAIN(TestStatefulSet)
#include "tst_statefulset.moc"
