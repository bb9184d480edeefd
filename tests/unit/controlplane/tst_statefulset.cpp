// SPDX-License-Identifier: GPL-3.0-or-later
// The numbered pods of a StatefulSet (docs/machines.md §3.12).
#include "core/controlplane/statefulset.h"
#include "core/rollout/setrules.h"
#include "tests/support/objects.h"
#include "tests/support/plantext.h"

#include <QTest>

#include <set>

using namespace core;
using namespace std::chrono_literals;
using api::ControllerRevision;
using api::Pod;
using api::StatefulSet;
using controlplane::PodPointer;
using runtime::Plan;
using support::fromYaml;
using support::with;
using Pods = std::vector<PodPointer>;
using Revisions = std::vector<controlplane::RevisionPointer>;

namespace {

const base::Time now = support::timeOf("2026-11-20T10:10:00Z");

const StatefulSet set = fromYaml<StatefulSet>(R"(
metadata: {name: db, namespace: default, uid: uid-db, resourceVersion: '7', generation: 2}
spec: {replicas: 3, serviceName: db, selector: {matchLabels: {app: db}},
       template: {metadata: {labels: {app: db}}, spec: {containers: [{name: c, image: i}]}}}
)");

const ControllerRevision before = fromYaml<ControllerRevision>(R"(
metadata: {name: db-before, namespace: default, uid: uid-before}
data: {spec: {template: {$patch: replace, metadata: {labels: {app: db, was: there}},
                         spec: {containers: [{name: c, image: earlier}]}}}}
revision: 0
)");

Plan planWith(const Revisions &revisions, const StatefulSet &of, const Pods &pods,
    const std::set<std::string> &claims = {})
{
    const auto isTaken = [&](const std::string &name) {
        return std::ranges::any_of(revisions, [&](const auto &each) { return each->metadata.name == name; });
    };
    const auto claim = [&](const std::string &name) -> std::shared_ptr<const api::PersistentVolumeClaim> {
        if (!claims.contains(name))
            return nullptr;
        api::PersistentVolumeClaim there;
        there.metadata.name = name;
        there.metadata.ns = "default";
        return std::make_shared<const api::PersistentVolumeClaim>(there);
    };
    return controlplane::planStatefulSet(of, {pods, {}, {revisions, isTaken, {}}, claim}, now);
}

/// The revision is that of the present template, as its first plan makes it; none when it makes none.
Revisions revisionsOf(const StatefulSet &of)
{
    const Plan plan = planWith({}, of, {});
    if (plan.effects.empty())
        return {};
    const auto &create = std::get<api::CreateObject>(plan.effects.front());
    return {
        std::make_shared<const ControllerRevision>(api::decode<ControllerRevision>(create.object).value())};
}

Plan planOf(const StatefulSet &of, const Pods &pods, const std::set<std::string> &claims = {})
{
    return planWith(revisionsOf(of), of, pods, claims);
}

controlplane::RevisionPointer numbered(ControllerRevision revision, int number, const char *name = nullptr)
{
    revision.revision = number;
    if (name)
        revision.metadata.name = name;
    return std::make_shared<const ControllerRevision>(revision);
}

/// What the pods of the set's present template are labelled with.
std::string revisionOf(const StatefulSet &of)
{
    return support::after(of, planOf(of, {}).effects).status.updateRevision;
}

/// "down" is not ready; "going" is being deleted; "failed" has ended; "old" is of an earlier template, also
/// "old down" and "old going".
PodPointer pod(int number, const QByteArray &how = {})
{
    const QByteArray name = "db-" + QByteArray::number(number);
    const QByteArray revision =
        how.startsWith("old") ? "db-before" : QByteArray::fromStdString(revisionOf(set));
    return std::make_shared<const Pod>(fromYaml<Pod>("metadata: {name: " + name
        + ", namespace: default, uid: uid-" + name
        + ", labels: {app: db, controller-revision-hash: " + revision + "}"
        + (how.endsWith("going") ? ", deletionTimestamp: 2026-11-20T10:09:00Z" : "") + "}\nstatus: {phase: "
        + (how == "failed"         ? "Failed"
                : how == "pending" ? "Pending"
                                   : "Running")
        + ", conditions: [{type: Ready, status: '"
        + (how.endsWith("down") || how == "failed" ? "False" : "True")
        + "', lastTransitionTime: 2026-11-20T10:00:00Z}]}"));
}

/// What the plan makes, in turn.
std::vector<api::Json> madeBy(const Plan &plan)
{
    std::vector<api::Json> made;
    for (const api::Effect &effect : plan.effects) {
        if (const auto *create = std::get_if<api::CreateObject>(&effect))
            made.push_back(create->object);
    }
    return made;
}

} // namespace

class TestStatefulSet : public QObject
{
    Q_OBJECT

private slots:
    void whatHappensNext_data();
    void whatHappensNext();
    void oldPodsGoInTurn_data();
    void oldPodsGoInTurn();
    void aSetMayWantMorePodsThanCanBeCounted();
    void aPodKnowsItsNumber();
    void claimsAreMadeOnce();
    void claimsBelongToWhatTheyGoWith_data();
    void claimsBelongToWhatTheyGoWith();
    void theStatusFollowsTheRollout();
    void templatesAreKept();
    void aTemplateThatComesBackIsTheNewest();
    void oldTemplatesAreForgotten();
    void aNameThatIsTakenIsPassedBy();
    void podsBelowThePartitionAreMadeAsTheyWere();
    void nothingIsWrittenTwice();
    void podsAndRevisionsLeftBehindAreTakenOver();
    void theStatusIsToldBeforePodsAreRefused();
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
    row("not before", "", {pod(0, "down")}, "WaitingForPod");
    row("nor while it goes", "", {pod(0, "going")}, "WaitingForPod");
    row("a gap is filled first", "", {pod(0), pod(2)}, "+db-1 CreatingPods");
    row("all are there", "", {pod(0), pod(1), pod(2)}, "Complete");
    row("all at once", parallel, {}, "+db-0 +db-1 +db-2 CreatingPods");
    row("whatever the others do", parallel, {pod(0, "down"), pod(2, "going")},
        "+db-1 CreatingPods,WaitingForPods");
    row("one that runs not is not ready", "", {pod(0, "pending")}, "WaitingForPod");
    row("or are not ready yet", parallel, {pod(0), pod(1), pod(2, "down")}, "WaitingForPods");
    row("one that has failed is made anew", "", {pod(0, "failed")}, "-db-0 WaitingForPod");
    row("too many: the last goes", "spec: {replicas: 1}", {pod(0), pod(1), pod(2)}, "-db-2 WaitingForPod");
    row("one after another", "spec: {replicas: 1}", {pod(0), pod(1), pod(2, "going")}, "WaitingForPod");
    row("all at once go", "spec: {replicas: 1, podManagementPolicy: Parallel}", {pod(0), pod(1), pod(2)},
        "-db-2 -db-1 WaitingForPods");
    row("none while one that stays is not ready", "spec: {replicas: 1}", {pod(0, "down"), pod(1)},
        "WaitingForPod");
    row("the last goes though one before it is not ready", "spec: {replicas: 1}",
        {pod(0), pod(1, "down"), pod(2)}, "-db-2 WaitingForPod");
    row("or it is not itself", "spec: {replicas: 1}", {pod(0), pod(1), pod(2, "down")},
        "-db-2 WaitingForPod");
    row("but not both", "spec: {replicas: 1}", {pod(0), pod(1, "down"), pod(2, "down")}, "WaitingForPod");
    row("none at all", "spec: {replicas: 0}", {pod(0)}, "-db-0 WaitingForPod");
    row("an update begins with the last", "", {pod(0, "old"), pod(1, "old"), pod(2, "old")},
        "-db-2 WaitingForPod");
    row("and goes on when that is ready", "", {pod(0, "old"), pod(1, "old"), pod(2)}, "-db-1 WaitingForPod");
    row("not before that", "", {pod(0, "old"), pod(1, "old"), pod(2, "down")}, "WaitingForPod");
    row("down to the partition", "spec: {updateStrategy: {rollingUpdate: {partition: 2}}}",
        {pod(0, "old"), pod(1, "old"), pod(2)}, "OldPodsStay");
    const char *two = "spec: {updateStrategy: {rollingUpdate: {maxUnavailable: 2}}}";
    row("two at a time", two, {pod(0, "old"), pod(1, "old"), pod(2, "old")}, "-db-2 -db-1 WaitingForPod");
    row("a percentage is rounded down", "spec: {updateStrategy: {rollingUpdate: {maxUnavailable: 90%}}}",
        {pod(0, "old"), pod(1, "old"), pod(2, "old")}, "-db-2 -db-1 WaitingForPod");
    row("but to one at least", "spec: {updateStrategy: {rollingUpdate: {maxUnavailable: 1%}}}",
        {pod(0, "old"), pod(1, "old"), pod(2, "old")}, "-db-2 WaitingForPod");
    row("what is missing counts",
        "spec: {podManagementPolicy: Parallel, updateStrategy: {rollingUpdate: {"
        "maxUnavailable: 2}}}",
        {pod(0, "down"), pod(1, "old"), pod(2, "old")}, "-db-2 WaitingForPods");
    row("an old one that is missing goes all the same",
        "spec: {podManagementPolicy: Parallel, updateStrategy: {"
        "rollingUpdate: {maxUnavailable: 1}}}",
        {pod(0, "old down"), pod(1, "old"), pod(2, "down")}, "-db-0 WaitingForPods");
    row("numbers begin where they are told to", "spec: {ordinals: {start: 5}}", {}, "+db-5 CreatingPods");
    row("and end as many later", "spec: {ordinals: {start: 1}}", {pod(1), pod(2), pod(3)}, "Complete");
    row("smaller ones go last", "spec: {ordinals: {start: 1}, replicas: 1}", {pod(0), pod(1), pod(2)},
        "-db-2 WaitingForPod");
    row("but go", "spec: {ordinals: {start: 1}, replicas: 1}", {pod(0), pod(1)}, "-db-0 WaitingForPod");
    row("the partition counts from there",
        "spec: {ordinals: {start: 5}, updateStrategy: {rollingUpdate: {partition: 1}}}",
        {pod(5, "old"), pod(6, "old"), pod(7)}, "-db-6 WaitingForPod,OldPodsStay");
    row("by hand only", "spec: {updateStrategy: {type: OnDelete}}", {pod(0, "old"), pod(1), pod(2)},
        "OldPodsStay");
    row("being deleted", "metadata: {deletionTimestamp: 2026-11-20T10:09:00Z}", {pod(0)}, "Deleting");
    row("ready is not yet available", "spec: {minReadySeconds: 900}", {pod(0)}, "WaitingForPod");
}

/// Seen of kube-controller-manager 1.20.2, pod by pod.
void TestStatefulSet::oldPodsGoInTurn_data()
{
    QTest::addColumn<QByteArray>("more");
    QTest::addColumn<Pods>("pods");
    QTest::addColumn<QByteArray>("gone");
    const auto row = [](const char *name, const char *more, const Pods &pods, const char *gone) {
        QTest::newRow(name) << QByteArray("spec: {podManagementPolicy: " + QByteArray(more) + "}") << pods
                            << QByteArray(gone);
    };
    const char *ordered = "OrderedReady";
    const char *parallel = "Parallel";
    row("in order: one that is down holds up the last", ordered, {pod(0), pod(1, "old down"), pod(2, "old")},
        "");
    row("and the first", ordered, {pod(0, "old down"), pod(1, "old"), pod(2, "old")}, "");
    row("and itself", ordered, {pod(0, "old"), pod(1, "old"), pod(2, "old down")}, "");
    row("the last", parallel, {pod(0, "old"), pod(1, "old"), pod(2, "old")}, "-db-2");
    row("be it down", parallel, {pod(0, "old"), pod(1, "old"), pod(2, "old down")}, "-db-2");
    row("another that is down waits", parallel, {pod(0, "old"), pod(1, "old down"), pod(2, "old")}, "-db-2");
    row("none while the new one is down", parallel, {pod(0, "old"), pod(1, "old"), pod(2, "down")}, "");
    row("nor one that is down", parallel, {pod(0, "old"), pod(1, "old down"), pod(2, "down")}, "");
    row("the next, down", parallel, {pod(0, "old"), pod(1, "old down"), pod(2)}, "-db-1");
    row("the next, whatever is below", parallel, {pod(0, "old down"), pod(1, "old"), pod(2)}, "-db-1");
    row("the next, though a new one is down below", parallel, {pod(0, "down"), pod(1, "old"), pod(2)},
        "-db-1");
    row("or goes", parallel, {pod(0, "going"), pod(1, "old"), pod(2)}, "-db-1");
    row("none while one goes", parallel, {pod(0, "old"), pod(1, "old"), pod(2, "old going")}, "");
    row("nor the next", parallel, {pod(0, "old"), pod(1, "old going"), pod(2)}, "");
    row("down to the partition", "Parallel, updateStrategy: {rollingUpdate: {partition: 2}}",
        {pod(0, "old"), pod(1, "old"), pod(2)}, "");
    row("though one is down below", "Parallel, updateStrategy: {rollingUpdate: {partition: 1}}",
        {pod(0, "old down"), pod(1, "old"), pod(2, "old")}, "-db-2");
    row("beside those that are too many", parallel,
        {pod(0, "old"), pod(1, "old"), pod(2, "old"), pod(3, "old")}, "-db-3 -db-2");
    row("beside one too many that goes", parallel,
        {pod(0, "old"), pod(1, "old"), pod(2, "old"), pod(3, "old going")}, "-db-2");
    row("not below one that is missing", parallel, {pod(0, "old"), pod(1, "old")}, "+db-2");
}

void TestStatefulSet::oldPodsGoInTurn()
{
    QFETCH(const QByteArray, more);
    QFETCH(const Pods, pods);
    Plan plan = planOf(with(set, more), pods);
    plan.reasons.clear();
    QTEST(support::deedsOf(plan).trimmed(), "gone");
}

void TestStatefulSet::whatHappensNext()
{
    QFETCH(const QByteArray, more);
    QFETCH(const Pods, pods);
    QFETCH(const QByteArray, deeds);
    QCOMPARE(support::deedsOf(planOf(with(set, more), pods)), deeds);
}

/// Only pods that are there are looked at: two billion lookups would take minutes.
void TestStatefulSet::aSetMayWantMorePodsThanCanBeCounted()
{
    const Plan plan =
        planOf(with(set,
                   "spec: {replicas: 2000000000, podManagementPolicy: Parallel, updateStrategy: "
                   "{rollingUpdate: {maxUnavailable: 1}}}"),
            {pod(0, "old"), pod(1, "old down")});
    QCOMPARE(std::ranges::count_if(plan.effects,
                 [](const api::Effect &effect) { return std::holds_alternative<api::CreateObject>(effect); }),
        std::ptrdiff_t(rollout::mostPerPass));
    QVERIFY(support::textOf(plan.effects).contains("delete Pod default/db-1"));
    QVERIFY(!support::textOf(plan.effects).contains("delete Pod default/db-0"));
}

void TestStatefulSet::aPodKnowsItsNumber()
{
    const Plan plan = planOf(set, {pod(0)});
    const api::Json made = madeBy(plan).at(0);
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
    const api::Json claim = madeBy(first).at(0);
    QCOMPARE(std::string(api::textAt(claim, {"kind"})), std::string("PersistentVolumeClaim"));
    QCOMPARE(std::string(api::textAt(claim, {"metadata", "labels", "app"})), std::string("db"));
    const api::Json made = madeBy(first).at(1);
    QVERIFY(api::writeJson(made).find(R"("persistentVolumeClaim":{"claimName":"data-db-0"})")
        != std::string::npos);
    QCOMPARE(support::deedsOf(planOf(claiming, {}, {"data-db-0"})), QByteArray("+db-0 CreatingPods"));
    QCOMPARE(support::deedsOf(planOf(claiming, {pod(0, "pending")})), QByteArray("+data-db-0 WaitingForPod"));
    QCOMPARE(support::deedsOf(planOf(claiming, {pod(0, "down")})), QByteArray("WaitingForPod"));
}

void TestStatefulSet::claimsBelongToWhatTheyGoWith_data()
{
    QTest::addColumn<QByteArray>("policy");
    QTest::addColumn<QByteArray>("kept"); ///< whose the claim of a pod that stays is
    QTest::addColumn<QByteArray>("tooMany");
    const auto row = [](const char *name, const char *policy, const char *kept, const char *tooMany) {
        QTest::newRow(name) << QByteArray(policy) << QByteArray(kept) << QByteArray(tooMany);
    };
    row("unset", "{}", "", "");
    row("kept", "{whenDeleted: Retain, whenScaled: Retain}", "", "");
    row("with the set", "{whenDeleted: Delete, whenScaled: Retain}", "uid-db", "uid-db");
    row("with the pod", "{whenDeleted: Retain, whenScaled: Delete}", "", "uid-db-1");
    row("with both", "{whenDeleted: Delete, whenScaled: Delete}", "uid-db", "uid-db-1");
}

void TestStatefulSet::claimsBelongToWhatTheyGoWith()
{
    QFETCH(const QByteArray, policy);
    const StatefulSet claiming = with(set,
        "spec: {replicas: 1, persistentVolumeClaimRetentionPolicy: " + policy
            + ", volumeClaimTemplates: [{metadata: {name: data}, spec: {}}]}");
    const Plan plan = planOf(claiming, {pod(0), pod(1)}, {"data-db-0", "data-db-1"});
    const auto ownerOf = [&](const char *name) {
        api::PersistentVolumeClaim claim;
        claim.metadata.name = name;
        claim.metadata.ns = "default";
        const auto owners = support::after(claim, plan.effects).metadata.ownerReferences;
        QByteArray uids;
        for (const api::OwnerReference &owner : owners)
            uids += QByteArray::fromStdString(owner.uid);
        return uids;
    };
    QTEST(ownerOf("data-db-0"), "kept");
    QTEST(ownerOf("data-db-1"), "tooMany");
}

void TestStatefulSet::theStatusFollowsTheRollout()
{
    const auto status = [](const StatefulSet &of, const Pods &pods) {
        const Revisions revisions {numbered(before, 0), revisionsOf(of).front()};
        return support::after(of, planWith(revisions, of, pods).effects).status;
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
    const api::StatefulSetStatus byHand =
        status(with(set, "spec: {updateStrategy: {type: OnDelete}}\nstatus: {currentRevision: db-before}"),
            {pod(0), pod(1), pod(2)});
    QCOMPARE(byHand.currentRevision, std::string("db-before"));
    QCOMPARE(byHand.currentReplicas.value_or(0), std::int64_t(0));
    QCOMPARE(byHand.collisionCount.value_or(7), std::int64_t(0));
}

void TestStatefulSet::templatesAreKept()
{
    const StatefulSet told = with(set, "metadata: {annotations: {kubernetes.io/change-cause: a try}}");
    const ControllerRevision first = *revisionsOf(told).front();
    QCOMPARE(first.metadata.name, revisionOf(told));
    QCOMPARE(first.revision, std::int64_t(1));
    QCOMPARE(std::string(first.metadata.label("app")), std::string("db"));
    QCOMPARE("db-" + std::string(first.metadata.label("controller.kubernetes.io/hash")), first.metadata.name);
    QCOMPARE(std::string(first.metadata.annotation("kubernetes.io/change-cause")), std::string("a try"));
    QCOMPARE(first.metadata.controller()->uid, std::string("uid-db"));
    const std::string patch = api::writeCanonicalJson(first.data.get());
    QVERIFY(patch.starts_with(R"({"spec":{"template":{"$patch":"replace","metadata":)"));
    const Plan second = planWith({numbered(first, 4)},
        with(set, "spec: {template: {metadata: {labels: {is: new}}}}"), {pod(0), pod(1), pod(2)});
    const api::Json &made = std::get<api::CreateObject>(second.effects.front()).object;
    QCOMPARE(api::integerAt(made, {"revision"}).value_or(0), std::int64_t(5));
    QCOMPARE(support::codesOf(second.reasons), QByteArray("WaitingForPod"));
}

void TestStatefulSet::aTemplateThatComesBackIsTheNewest()
{
    const Revisions revisions {numbered(*revisionsOf(set).front(), 3), numbered(before, 4)};
    const Plan plan = planWith(revisions, set, {pod(0), pod(1), pod(2)});
    QCOMPARE(support::after(*revisions.front(), plan.effects).revision, std::int64_t(5));
    QCOMPARE(support::deedsOf(plan), QByteArray("Complete"));
}

void TestStatefulSet::oldTemplatesAreForgotten()
{
    const Revisions revisions {numbered(before, 1, "db-b"), numbered(before, 2), numbered(before, 3, "db-c"),
        numbered(before, 4, "db-d"), numbered(*revisionsOf(set).front(), 5)};
    const StatefulSet byHand = with(set, "spec: {updateStrategy: {type: OnDelete}}");
    const auto deeds = [&](const char *limit) {
        return support::deedsOf(
            planWith(revisions, with(byHand, limit), {pod(0, "old"), pod(1), pod(2)})); // one uses db-before
    };
    QCOMPARE(deeds(""), QByteArray("OldPodsStay"));
    QCOMPARE(deeds("spec: {revisionHistoryLimit: 3}"), QByteArray("OldPodsStay"));
    QCOMPARE(deeds("spec: {revisionHistoryLimit: 2}"), QByteArray("-db-b OldPodsStay"));
    QCOMPARE(deeds("spec: {revisionHistoryLimit: 0}"), QByteArray("-db-b -db-c -db-d OldPodsStay"));
}

void TestStatefulSet::aNameThatIsTakenIsPassedBy()
{
    const std::string name = revisionOf(set);
    const Plan plan = planWith({numbered(before, 1, name.c_str())}, set, {});
    QCOMPARE(support::deedsOf(plan), QByteArray("HashCollision"));
    const StatefulSet collided = support::after(set, plan.effects);
    QCOMPARE(collided.status.collisionCount.value_or(0), std::int64_t(1));
    QVERIFY(revisionOf(collided) != name);
}

void TestStatefulSet::podsBelowThePartitionAreMadeAsTheyWere()
{
    const StatefulSet partly = with(
        set, "spec: {updateStrategy: {rollingUpdate: {partition: 1}}}\nstatus: {currentRevision: db-before}");
    const Revisions revisions {numbered(before, 0), revisionsOf(set).front()};
    const auto made = [&](const Pods &pods) {
        const Plan plan = planWith(revisions, partly, pods);
        return api::decode<Pod>(madeBy(plan).at(0)).value();
    };
    const Pod old = made({pod(1), pod(2)});
    QCOMPARE(std::string(old.metadata.label("controller-revision-hash")), std::string("db-before"));
    QCOMPARE(std::string(old.metadata.label("was")), std::string("there"));
    QCOMPARE(old.spec.containers.front().image, std::string("earlier"));
    const Pod present = made({pod(0, "old")});
    QCOMPARE(std::string(present.metadata.label("controller-revision-hash")), revisionOf(set));
    QCOMPARE(present.spec.containers.front().image, std::string("i"));
}

void TestStatefulSet::nothingIsWrittenTwice()
{
    const Pods pods {pod(0), pod(1), pod(2)};
    const StatefulSet settled = support::after(set, planOf(set, pods).effects);
    QCOMPARE(support::restsBecause(planOf(settled, pods)), std::string("Complete"));
}

/// Such as `kubectl delete --cascade=orphan` leaves.
void TestStatefulSet::podsAndRevisionsLeftBehindAreTakenOver()
{
    const auto planFor = [](const Pods &own, const Pods &orphans, const Revisions &revisions,
                             const Revisions &orphanRevisions) {
        return controlplane::planStatefulSet(set,
            {own, orphans, {revisions, [](const std::string &) { return true; }, orphanRevisions},
                [](const std::string &) { return nullptr; }},
            now);
    };
    const auto ownerOf = [](const auto &object, const Plan &plan) {
        const auto later = support::after(object, plan.effects);
        const api::OwnerReference *owner = later.metadata.controller();
        return owner ? owner->uid : std::string();
    };
    ControllerRevision left = *revisionsOf(set).front();
    left.metadata.ownerReferences.clear();
    const Plan first = planFor({}, {pod(0)}, {}, {numbered(left, 1), numbered(before, 0)});
    QCOMPARE(support::codesOf(first.reasons), QByteArray("Adopting")); // of "before" the labels are others
    QCOMPARE(first.effects.size(), std::size_t(1));
    QCOMPARE(ownerOf(left, first), std::string("uid-db"));

    const Pods others {std::make_shared<const Pod>(with(*pod(0), "metadata: {name: web-0, uid: uid-web}")),
        std::make_shared<const Pod>(with(*pod(2), "metadata: {labels: {app: web}}"))};
    const Plan second = planFor({}, {pod(0), pod(1), others[0], others[1]}, revisionsOf(set), {});
    QCOMPARE(support::deedsOf(second), QByteArray("+db-2 Adopting,Adopting,CreatingPods"));
    QCOMPARE(ownerOf(*pod(1), second), std::string("uid-db"));

    const Pod stray = with(*pod(2),
        "metadata: {labels: {app: web}, ownerReferences: [{apiVersion: apps/v1, kind: StatefulSet, name: db, "
        "uid: uid-db, controller: true}]}");
    const Plan third =
        planFor({pod(0), pod(1), std::make_shared<const Pod>(stray)}, {}, revisionsOf(set), {});
    QVERIFY(support::codesOf(third.reasons).startsWith("Releasing"));
    QCOMPARE(ownerOf(stray, third), std::string());
}

/// What comes after an effect that fails is not carried out.
void TestStatefulSet::theStatusIsToldBeforePodsAreRefused()
{
    const Plan plan = planOf(set, {pod(0)});
    const QByteArray text = support::textOf(plan.effects);
    QVERIFY(text.indexOf("patch StatefulSet default/db status") < text.indexOf("create Pod default/db-1"));
    QCOMPARE(support::after(set, plan.effects).status.readyReplicas.value_or(0), std::int64_t(1));
}

QTEST_APPLESS_MAIN(TestStatefulSet)
#include "tst_statefulset.moc"
