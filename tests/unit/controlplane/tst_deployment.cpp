// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/deployment.h"
#include "core/controlplane/replicaset.h"
#include "core/controlplane/workloadpods.h"
#include "tests/support/objects.h"
#include "tests/support/plantext.h"

#include <QTest>

#include <random>

using namespace core;
using namespace std::chrono_literals;
using api::Deployment;
using api::Pod;
using api::ReplicaSet;
using api::ReplicationController;
using controlplane::PodPointer;
using runtime::Plan;
using support::codesOf;
using support::fromYaml;
using support::with;

namespace {

const base::Time now = support::timeOf("2026-11-20T10:10:00Z");
const base::Chance chance(7);

const ReplicaSet set = fromYaml<ReplicaSet>(R"(
metadata: {name: web, namespace: default, uid: uid-web, resourceVersion: '7', generation: 2}
spec: {replicas: 3, selector: {matchLabels: {app: web}},
       template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: i}]}}}
)");

const ReplicationController replicationController = fromYaml<ReplicationController>(R"(
metadata: {name: web, namespace: default, uid: uid-web, resourceVersion: '7', generation: 2}
spec: {replicas: 3, selector: {app: web},
       template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: i}]}}}
)");

const Deployment deployment = fromYaml<Deployment>(R"(
metadata: {name: web, namespace: default, uid: uid-web, resourceVersion: '7', generation: 2}
spec: {replicas: 4, selector: {matchLabels: {app: web}},
       template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: i}]}}}
)");

PodPointer podOf(const QByteArray &name, const QByteArray &more = {})
{
    return std::make_shared<const Pod>(
        with(fromYaml<Pod>("metadata: {name: " + name + ", namespace: default, uid: uid-" + name
                 + ", creationTimestamp: 2026-11-20T10:00:00Z, labels: {app: web}}\nspec: {nodeName: n}\n"
                   "status: {phase: Running, conditions: [{type: Ready, status: 'True', lastTransitionTime: "
                   "2026-11-20T10:00:00Z}]}"),
            more));
}

template<typename Set>
Plan planOf(const Set &of, const std::vector<PodPointer> &pods, const std::vector<PodPointer> &orphans = {})
{
    return controlplane::planReplicaSet(
        of, {pods, [](const std::string &) { return false; }, orphans}, chance, now);
}

QByteArray countOf(const Plan &plan, const char *what)
{
    return QByteArray::number(support::textOf(plan.effects).count(what));
}

using Sets = std::vector<controlplane::ReplicaSetPointer>;

Plan planOf(const Deployment &of, const Sets &sets, std::size_t oldPods = 0)
{
    return controlplane::planDeployment(
        of, {sets, [oldPods](const controlplane::ReplicaSetPointer &) { return oldPods; }}, now);
}

/// A set of the deployment, of a revision that was made in that minute.
controlplane::ReplicaSetPointer setOf(
    const QByteArray &image, int minute, int wants, int has, int available, const QByteArray &patch = {})
{
    const auto number = [](int value) { return QByteArray::number(value); };
    const QByteArray name = "web-" + image;
    return std::make_shared<const ReplicaSet>(
        with(fromYaml<ReplicaSet>("metadata: {name: " + name + ", namespace: default, uid: uid-" + name
                 + ", resourceVersion: '5', generation: 1, creationTimestamp: '2026-11-20T10:0"
                 + number(minute) + ":00Z', labels: {app: web, pod-template-hash: " + image
                 + "}, annotations: {deployment.kubernetes.io/revision: '" + number(minute)
                 + "', deployment.kubernetes.io/desired-replicas: '4', "
                   "deployment.kubernetes.io/max-replicas: '5'}, ownerReferences: [{apiVersion: apps/v1, "
                   "kind: Deployment, name: web, uid: uid-web, controller: true}]}\n"
                   "spec: {replicas: "
                 + number(wants) + ", selector: {matchLabels: {app: web, pod-template-hash: " + image
                 + "}}, template: {metadata: {labels: {app: web, pod-template-hash: " + image
                 + "}}, spec: {containers: [{name: c, image: " + image
                 + "}]}}}\nstatus: {observedGeneration: 1, replicas: " + number(has) + ", readyReplicas: "
                 + number(available) + ", availableReplicas: " + number(available) + "}"),
            patch));
}

controlplane::ReplicaSetPointer current(int wants, int has, int available, const QByteArray &patch = {})
{
    return setOf("i", 2, wants, has, available, patch);
}

controlplane::ReplicaSetPointer old(int wants, int has, int available, const QByteArray &patch = {})
{
    return setOf("j", 1, wants, has, available, patch);
}

std::optional<ReplicaSet> madeBy(const Plan &plan)
{
    for (const api::Effect &effect : plan.effects) {
        if (const auto *create = std::get_if<api::CreateObject>(&effect))
            return api::decode<ReplicaSet>(create->object).value();
    }
    return std::nullopt;
}

/// The deployment after its plan, with the version of the one before.
Deployment next(const Deployment &of, const Plan &plan)
{
    Deployment after = support::after(of, plan.effects);
    after.metadata.resourceVersion = of.metadata.resourceVersion;
    return after;
}

QByteArray conditionsOf(const Deployment &of)
{
    QByteArray text;
    for (const auto &condition : of.status.conditions)
        text += (text.isEmpty() ? "" : " ")
            + QByteArray::fromStdString(condition.type + "=" + condition.status + "/" + condition.reason);
    return text;
}

/// What deployment and sets become, with pods that are there and available at once or a while later.
class Rollout
{
public:
    explicit Rollout(const QByteArray &spec) : m_deployment(with(deployment, spec)) { }

    QByteArray pass()
    {
        const Plan plan = planOf(m_deployment, m_sets);
        if (plan.reasons.empty())
            QTest::qFail("an outcome without a reason", __FILE__, __LINE__);
        isIdle = plan.effects.empty();
        m_deployment = support::after(m_deployment, plan.effects);
        for (auto &each : m_sets)
            each = std::make_shared<const ReplicaSet>(support::after(*each, plan.effects));
        for (const api::Effect &effect : plan.effects) {
            if (const auto *create = std::get_if<api::CreateObject>(&effect)) {
                ReplicaSet made = api::decode<ReplicaSet>(create->object).value();
                made.metadata.uid = "uid-" + made.metadata.name;
                m_sets.push_back(std::make_shared<const ReplicaSet>(std::move(made)));
            }
            if (const auto *gone = std::get_if<api::DeleteObject>(&effect))
                std::erase_if(m_sets, [&](const auto &each) { return each->metadata.uid == gone->uid; });
        }
        return codesOf(plan.reasons);
    }
    /// The sets follow one pod at a time; then that many of their pods are available.
    void follow(std::mt19937 &dice)
    {
        for (auto &each : m_sets) {
            ReplicaSet after = *each;
            const std::int64_t wanted = after.wantedReplicas();
            std::int64_t &existing = after.status.replicas;
            existing += existing < wanted ? 1 : existing > wanted ? -1 : 0;
            const std::int64_t available = after.status.availableReplicas.value_or(0);
            after.status.availableReplicas = std::min(existing, available + std::int64_t(dice() % 2));
            each = std::make_shared<const ReplicaSet>(after);
        }
    }
    std::int64_t sum(std::int64_t (*of)(const ReplicaSet &)) const
    {
        std::int64_t total = 0;
        for (const auto &each : m_sets)
            total += of(*each);
        return total;
    }
    void change(const QByteArray &spec) { m_deployment = with(m_deployment, spec); }
    const Deployment &object() const { return m_deployment; }
    const std::vector<controlplane::ReplicaSetPointer> &sets() const { return m_sets; }
    bool isIdle = false;

private:
    Deployment m_deployment;
    std::vector<controlplane::ReplicaSetPointer> m_sets;
};

std::int64_t existingIn(const ReplicaSet &each)
{
    return each.status.replicas;
}
std::int64_t availableIn(const ReplicaSet &each)
{
    return each.status.availableReplicas.value_or(0);
}

} // namespace

Q_DECLARE_METATYPE(Sets)

class TestDeployment : public QObject
{
    Q_OBJECT

private slots:
    void setsKeepTheirSize_data()
    {
        QTest::addColumn<int>("pods");
        QTest::addColumn<QByteArray>("first"); // laid over the first pod
        QTest::addColumn<QByteArray>("made");
        QTest::addColumn<QByteArray>("deleted");
        QTest::addColumn<QByteArray>("codes");
        QTest::newRow("complete") << 3 << QByteArray() << QByteArray("0") << QByteArray("0")
                                  << QByteArray("Complete");
        QTest::newRow("too few") << 1 << QByteArray() << QByteArray("2") << QByteArray("0")
                                 << QByteArray("CreatingPods");
        QTest::newRow("too many") << 5 << QByteArray() << QByteArray("0") << QByteArray("2")
                                  << QByteArray("DeletingPods");
        QTest::newRow("a finished one counts no more")
            << 3 << QByteArray("status: {phase: Failed}") << QByteArray("1") << QByteArray("0")
            << QByteArray("CreatingPods");
        QTest::newRow("one that goes counts no more")
            << 3 << QByteArray("metadata: {deletionTimestamp: 2026-11-20T10:10:00Z}") << QByteArray("1")
            << QByteArray("0") << QByteArray("CreatingPods");
        QTest::newRow("one that is not ready is waited for")
            << 3 << QByteArray("status: {conditions: []}") << QByteArray("0") << QByteArray("0")
            << QByteArray("WaitingForPods");
    }
    void setsKeepTheirSize()
    {
        QFETCH(int, pods);
        QFETCH(QByteArray, first);
        QFETCH(QByteArray, made);
        QFETCH(QByteArray, deleted);
        QFETCH(QByteArray, codes);
        std::vector<PodPointer> all;
        for (int i = 0; i < pods; ++i)
            all.push_back(podOf("p" + QByteArray::number(i), i == 0 ? first : QByteArray()));
        const Plan plan = planOf(set, all);
        QCOMPARE(countOf(plan, "create Pod"), made);
        QCOMPARE(countOf(plan, "delete Pod"), deleted);
        QCOMPARE(codesOf(plan.reasons), codes);
        QVERIFY(planOf(support::after(set, plan.effects), all).effects.size() <= plan.effects.size());
        if (codes == "Complete")
            QVERIFY(planOf(support::after(set, plan.effects), all).effects.empty());
    }
    void podsAreLetGoAndTakenOver_data()
    {
        QTest::addColumn<QByteArray>("owned"); // laid over a pod of the set
        QTest::addColumn<QByteArray>("orphan"); // laid over one that nobody controls
        QTest::addColumn<QByteArray>("codes");
        QTest::addColumn<QByteArray>("owners"); // of both, afterwards
        const QByteArray other = "metadata: {labels: {app: other}}";
        const auto row = [](const char *name, const QByteArray &owned, const QByteArray &orphan,
                             const char *codes, const char *owners) {
            QTest::newRow(name) << owned << orphan << QByteArray(codes) << QByteArray(owners);
        };
        row("another label: let go", other, other, "Releasing,CreatingPods", " ");
        row("a matching orphan: taken over", {}, {}, "Adopting", "uid-web uid-web");
        row("one for the other", other, {}, "Releasing,Adopting,CreatingPods", " uid-web");
        row("no orphan that goes", {}, "metadata: {deletionTimestamp: 2026-11-20T10:10:00Z}", "CreatingPods",
            "uid-web ");
        row("none that has ended", {}, "status: {phase: Succeeded}", "CreatingPods", "uid-web ");
        row("what has ended is not let go", other + "\nstatus: {phase: Failed}", other, "CreatingPods",
            "uid-web ");
    }
    void podsAreLetGoAndTakenOver()
    {
        QFETCH(QByteArray, owned);
        QFETCH(QByteArray, orphan);
        const ReplicaSet two = with(set, "spec: {replicas: 2}");
        const PodPointer ours = podOf("ours",
            "metadata: {resourceVersion: '5', ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, "
            "name: web, uid: uid-web, controller: true, blockOwnerDeletion: true}]}");
        const auto mine = std::make_shared<const Pod>(owned.isEmpty() ? *ours : with(*ours, owned));
        const PodPointer nobodys = podOf("nobodys", orphan);
        const Plan plan = planOf(two, {mine}, {nobodys});
        QTEST(codesOf(plan.reasons), "codes");
        const auto ownerOf = [&](const Pod &pod) {
            const Pod after = support::after(pod, plan.effects);
            const api::OwnerReference *owner = after.metadata.controller();
            return QByteArray::fromStdString(owner ? owner->uid : std::string());
        };
        QTEST(ownerOf(*mine) + ' ' + ownerOf(*nobodys), "owners");
    }
    void replicationControllersAreKeptAlike()
    {
        const PodPointer ours = podOf("ours",
            "metadata: {resourceVersion: '5', labels: {app: other}, ownerReferences: [{apiVersion: v1, kind: "
            "ReplicationController, name: web, uid: uid-web, controller: true, blockOwnerDeletion: true}]}");
        const PodPointer nobodys = podOf("nobodys");
        const Plan plan = planOf(replicationController, {ours, podOf("a")}, {nobodys});
        QCOMPARE(codesOf(plan.reasons), "Releasing,Adopting,CreatingPods");
        QCOMPARE(countOf(plan, "create Pod"), "1");
        QVERIFY(!support::after(*ours, plan.effects).metadata.controller());
        const Pod adopted = support::after(*nobodys, plan.effects);
        QCOMPARE(adopted.metadata.controller()->apiVersion, "v1");
        QCOMPARE(adopted.metadata.controller()->kind, "ReplicationController");
        const api::ReplicaSetStatus status = support::after(replicationController, plan.effects).status;
        QCOMPARE(status.replicas, 2);
        QCOMPARE(status.fullyLabeledReplicas.value_or(0), 2);
        QCOMPARE(status.readyReplicas.value_or(0), 2);
        QCOMPARE(status.availableReplicas.value_or(0), 2);
        QCOMPARE(status.observedGeneration.value_or(0), 2);
        const base::Error refused {base::ErrorKind::Forbidden, "exceeded quota", {}};
        QCOMPARE(
            support::textOf(controlplane::withFailure(replicationController, "FailedCreate", refused, now)
                                .status.conditions),
            "ReplicaFailure=True/FailedCreate");
    }
    void theLeastUsefulPodGoesFirst()
    {
        const Plan plan = planOf(with(set, "spec: {replicas: 1}"),
            {podOf("old"), podOf("young", "metadata: {creationTimestamp: 2026-11-20T10:09:00Z}"),
                podOf("unready", "status: {conditions: []}"), podOf("unbound", "spec: {nodeName: null}")});
        const QByteArray text = support::textOf(plan.effects);
        QVERIFY2(text.contains("delete Pod default/unbound") && text.contains("delete Pod default/unready")
                && text.contains("delete Pod default/young") && !text.contains("delete Pod default/old"),
            text);
    }
    void waitsForMinReady()
    {
        const ReplicaSet patient = with(set, "spec: {minReadySeconds: 900}");
        const Plan plan = planOf(patient, {podOf("a"), podOf("b"), podOf("c")});
        QVERIFY(plan.checkAgainAfter == 5min);
        QVERIFY(!support::after(patient, plan.effects).status.availableReplicas); // it would say 0
    }

    void tellsOfRefusedPods()
    {
        const base::Error refused {base::ErrorKind::Forbidden, "pods \"web-x2x4y\" is forbidden", {}};
        const ReplicaSet failed = controlplane::withFailure(set, "FailedCreate", refused, now);
        QCOMPARE(support::textOf(failed.status.conditions), "ReplicaFailure=True/FailedCreate");
        QCOMPARE(failed.status.conditions.front().message, "pods \"web-…\" is forbidden"); // as the next one
        const Plan plan = planOf(failed, {podOf("a"), podOf("b"), podOf("c")});
        QVERIFY(support::after(failed, plan.effects).status.conditions.empty());
        const Plan trying = planOf(failed, {podOf("a")});
        const ReplicaSet partly = support::after(failed, trying.effects);
        QCOMPARE(partly.status.replicas, 1); // told before the next one may be refused
        QVERIFY(std::holds_alternative<api::PatchObject>(trying.effects.front()));
        QCOMPARE(partly.status.conditions.size(), 1U); // until all are there
        const ReplicaSet keeping = controlplane::withFailure(set, "FailedDelete", refused, now);
        QCOMPARE(support::textOf(keeping.status.conditions), "ReplicaFailure=True/FailedDelete");
        const Plan removing = planOf(keeping, {podOf("a"), podOf("b"), podOf("c"), podOf("d")});
        QCOMPARE(
            support::after(keeping, removing.effects).status.conditions.size(), 1U); // until none is left
    }
    void tellsWhatWasRefused()
    {
        const PodPointer pod = podOf("a");
        QCOMPARE(
            std::string(controlplane::failureReason(api::createEffect(*pod))), std::string("FailedCreate"));
        QCOMPARE(
            std::string(controlplane::failureReason(api::deleteEffect(*pod))), std::string("FailedDelete"));
        QCOMPARE(std::string(controlplane::failureReason(api::BindPod {})), std::string());
    }

    void limits_data()
    {
        QTest::addColumn<QByteArray>("spec");
        QTest::addColumn<QByteArray>("limits"); // desired surge unavailable
        QTest::newRow("a quarter by default") << QByteArray("replicas: 10") << QByteArray("10 3 2");
        QTest::newRow("few") << QByteArray("replicas: 1") << QByteArray("1 1 0");
        QTest::newRow("none") << QByteArray("replicas: 0") << QByteArray("0 0 0");
        QTest::newRow("numbers") << QByteArray("strategy: {rollingUpdate: {maxSurge: 2, maxUnavailable: 1}}")
                                 << QByteArray("4 2 1");
        QTest::newRow("percent") << QByteArray(
            "strategy: {rollingUpdate: {maxSurge: 30%, maxUnavailable: 30%}}")
                                 << QByteArray("4 2 1");
        QTest::newRow("something must move")
            << QByteArray("strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 0%}}")
            << QByteArray("4 0 1");
        QTest::newRow("not more than all")
            << QByteArray("strategy: {rollingUpdate: {maxUnavailable: 9}}") << QByteArray("4 1 4");
        QTest::newRow("recreate") << QByteArray("strategy: {type: Recreate}") << QByteArray("4 0 0");
    }
    void limits()
    {
        QFETCH(QByteArray, spec);
        QFETCH(QByteArray, limits);
        const api::RolloutLimits found = controlplane::limitsOf(with(deployment, "spec: {" + spec + "}"));
        QCOMPARE(QByteArray::number(qlonglong(found.desired)) + " "
                + QByteArray::number(qlonglong(found.surge)) + " "
                + QByteArray::number(qlonglong(found.unavailable)),
            limits);
    }

    void firstRollout()
    {
        Rollout rollout("spec: {replicas: 2}");
        QCOMPARE(rollout.pass(), "CreatingReplicaSet");
        QCOMPARE(rollout.sets().front()->wantedReplicas(), 2);
        QCOMPARE(rollout.sets().front()->metadata.controller()->name, "web");
        const std::string hash = rollout.sets().front()->spec.selector.matchLabels.at("pod-template-hash");
        QCOMPARE(rollout.sets().front()->metadata.name, "web-" + hash);
        QCOMPARE(rollout.pass(), "WaitingForReplicaSets");
        QCOMPARE(rollout.pass(), "WaitingForReplicaSets");
        QVERIFY(rollout.isIdle);
    }

    /// Random delays of pods; never too many, never too few, and it ends.
    void staysWithinItsBounds_data()
    {
        QTest::addColumn<QByteArray>("strategy");
        QTest::newRow("by default") << QByteArray();
        QTest::newRow("surge only") << QByteArray(
            "strategy: {rollingUpdate: {maxSurge: 2, maxUnavailable: 0}}");
        QTest::newRow("unavailable only")
            << QByteArray("strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 2}}");
        QTest::newRow("recreate") << QByteArray("strategy: {type: Recreate}");
    }
    void staysWithinItsBounds()
    {
        QFETCH(QByteArray, strategy);
        for (unsigned seed = 1; seed <= 20; ++seed) {
            std::mt19937 dice(seed);
            Rollout rollout("spec: {replicas: 7" + (strategy.isEmpty() ? "" : ", " + strategy) + "}");
            const auto settle = [&] {
                for (int step = 0; step < 300; ++step) {
                    const QByteArray codes = rollout.pass();
                    if (codes == "Complete" && rollout.isIdle)
                        return true;
                    rollout.follow(dice);
                }
                return false;
            };
            QVERIFY(settle());
            rollout.change("spec: {template: {metadata: {annotations: {version: '2'}}}}");
            const api::RolloutLimits limits = controlplane::limitsOf(rollout.object());
            const bool recreate = strategy.contains("Recreate");
            for (int step = 0; step < 300 && !(rollout.pass() == "Complete" && rollout.isIdle); ++step) {
                rollout.follow(dice);
                QVERIFY(rollout.sum(existingIn) <= limits.desired + limits.surge);
                QVERIFY(recreate || rollout.sum(availableIn) >= limits.desired - limits.unavailable);
            }
            QCOMPARE(rollout.pass(), "Complete");
            QCOMPARE(rollout.sets().size(), 2U);
            QCOMPARE(rollout.object().status.updatedReplicas.value_or(0), 7);
        }
    }

    /// §6.5: the sets of a rollout under way share a change of the size, as on the original.
    void scalesInProportion()
    {
        std::mt19937 dice(1);
        Rollout rollout("spec: {replicas: 10, strategy: {rollingUpdate: {maxSurge: 3, maxUnavailable: 2}}}");
        for (int step = 0; step < 60; ++step) {
            rollout.pass();
            rollout.follow(dice);
        }
        rollout.change("spec: {template: {metadata: {annotations: {version: '2'}}}}");
        while (rollout.sets().size() < 2 || rollout.sets().back()->wantedReplicas() < 3)
            rollout.pass();
        QCOMPARE(rollout.sets().front()->wantedReplicas(), 10);
        rollout.change("spec: {replicas: 11}");
        QCOMPARE(rollout.pass(), "Scaling,NotingBounds");
        QCOMPARE(rollout.sets().front()->wantedReplicas(), 11);
        QCOMPARE(rollout.sets().back()->wantedReplicas(), 3);
        rollout.change("spec: {replicas: 20}");
        QCOMPARE(rollout.pass(), "Scaling,Scaling");
        QCOMPARE(rollout.sets().front()->wantedReplicas(), 18); // 11 × 23 / 14
        QCOMPARE(rollout.sets().back()->wantedReplicas(), 5);
    }

    void sharesAreRounded_data()
    {
        QTest::addColumn<std::vector<api::SetSize>>("sets");
        QTest::addColumn<int>("desired");
        QTest::addColumn<QByteArray>("sizes");
        const auto set = [](std::int64_t wanted, std::optional<std::int64_t> most) {
            return api::SetSize {wanted, wanted, wanted, {}, most};
        };
        const auto row = [](const char *name, std::vector<api::SetSize> sets, int desired,
                             const char *sizes) {
            QTest::newRow(name) << std::move(sets) << desired << QByteArray(sizes);
        };
        row("§6.5 row 3: out", {set(9, 13), set(4, 13)}, 20, "16 7 ");
        row("§6.5 row 3: what is left goes to the largest", {set(3, 9), set(3, 9), set(3, 9)}, 11, "4 5 5 ");
        row("§6.5 row 3: of equal ones to the newest", {set(1, 2), set(1, 2)}, 2, "2 3 ");
        row("§6.5 row 3: in", {set(18, 26), set(8, 26)}, 10, "9 4 ");
        row("§6.5 row 3: what notes none is measured by what is there", {set(6, {}), set(4, {})}, 17,
            "12 8 ");
    }
    void sharesAreRounded()
    {
        QFETCH(const std::vector<api::SetSize>, sets);
        QFETCH(const int, desired);
        const api::RolloutLimits limits {desired, 3, 0};
        QByteArray sizes;
        std::map<std::size_t, std::int64_t> found;
        for (const api::SizeOfSet &size :
            api::proportionalSizes(limits, 10, {sets, true}, api::Growth::Shared))
            found[size.set] = size.size;
        for (const auto &[place, size] : found)
            sizes += QByteArray::number(qlonglong(size)) + ' ';
        QTEST(sizes, "sizes");
    }

    void pausedOnesFollowOnlyTheirSize()
    {
        std::mt19937 dice(1);
        Rollout rollout("spec: {replicas: 3}");
        for (int step = 0; step < 30; ++step) {
            rollout.pass();
            rollout.follow(dice);
        }
        rollout.change(
            "spec: {paused: true, replicas: 5, template: {metadata: {annotations: {version: '2'}}}}");
        for (int step = 0; step < 10; ++step)
            rollout.pass();
        QCOMPARE(rollout.sets().size(), 1U);
        QCOMPARE(rollout.sets().front()->wantedReplicas(), 5);
        QVERIFY(rollout.isIdle);
    }

    void keepsSoManyRevisions()
    {
        std::mt19937 dice(1);
        Rollout rollout("spec: {replicas: 1, revisionHistoryLimit: 2}");
        for (int version = 1; version <= 5; ++version) {
            rollout.change("spec: {template: {metadata: {annotations: {version: '"
                + QByteArray::number(version) + "'}}}}");
            for (int step = 0; step < 60; ++step) {
                rollout.pass();
                rollout.follow(dice);
            }
        }
        QCOMPARE(rollout.sets().size(), 3U); // the present one and two more
        QCOMPARE(rollout.sets().back()->metadata.annotation("deployment.kubernetes.io/revision"), "5");
    }

    void aNewSetIsMadeWithItsSize()
    {
        const Deployment noted = with(deployment,
            "metadata: {annotations: {note: hello, kubectl.kubernetes.io/last-applied-configuration: long}}");
        const auto made = madeBy(planOf(noted, {}));
        QVERIFY(made);
        QCOMPARE(made->wantedReplicas(), 4);
        const api::Labels annotations {{"note", "hello"}, {"deployment.kubernetes.io/revision", "1"},
            {"deployment.kubernetes.io/desired-replicas", "4"},
            {"deployment.kubernetes.io/max-replicas", "5"}};
        QVERIFY(made->metadata.annotations == annotations);
        const std::string &hash = made->metadata.labels.at("pod-template-hash");
        QVERIFY(hash.find_first_not_of("bcdfghjklmnpqrstvwxz2456789") == std::string::npos);
    }
    void aNameThatIsTakenIsAvoided()
    {
        const std::string taken = madeBy(planOf(deployment, {}))->metadata.name;
        const auto foreign = current(1, 1, 1,
            "metadata: {ownerReferences: null, labels: {app: other}, name: "
                + QByteArray::fromStdString(taken) + "}");
        const Plan plan = planOf(deployment, {foreign});
        QCOMPARE(codesOf(plan.reasons), "HashCollision");
        QVERIFY(!madeBy(plan));
        const auto made = madeBy(planOf(next(deployment, plan), {foreign}));
        QVERIFY(made && made->metadata.name != taken);
    }
    void aSetThatGoesIsWaitedFor()
    {
        const std::string name = madeBy(planOf(deployment, {}))->metadata.name;
        const auto going = current(4, 4, 4,
            "metadata: {deletionTimestamp: '2026-11-20T10:09:00Z', finalizers: [foregroundDeletion], name: "
                + QByteArray::fromStdString(name) + "}");
        const Plan plan = planOf(deployment, {going});
        QCOMPARE(codesOf(plan.reasons), "WaitingForDeletion");
        QVERIFY(!madeBy(plan));
    }
    void takesOverWhatNobodyControls()
    {
        const auto orphan = old(4, 4, 4, "metadata: {ownerReferences: null}");
        const Plan plan = planOf(deployment, {orphan});
        QCOMPARE(codesOf(plan.reasons), "Adopting");
        QCOMPARE(support::after(*orphan, plan.effects).metadata.controller()->uid, "uid-web");
        const auto stray = old(4, 4, 4, "metadata: {labels: {app: other}}");
        QCOMPARE(codesOf(planOf(deployment, {stray}).reasons), "CreatingReplicaSet");
    }
    void revisionsFollow()
    {
        // The old template is back: its set is the newest revision now, and remembers the earlier one.
        const auto back = setOf("i", 1, 0, 0, 0);
        const auto newer = setOf("j", 2, 4, 4, 4);
        const Plan plan = planOf(deployment, {back, newer});
        QCOMPARE(codesOf(plan.reasons), "UpdatingReplicaSet");
        const ReplicaSet updated = support::after(*back, plan.effects);
        QCOMPARE(updated.metadata.annotation("deployment.kubernetes.io/revision"), "3");
        QCOMPARE(updated.metadata.annotation("deployment.kubernetes.io/revision-history"), "1");
        const Sets sets {std::make_shared<const ReplicaSet>(updated), newer};
        const Deployment told = next(deployment, planOf(deployment, sets));
        QCOMPARE(told.metadata.annotation("deployment.kubernetes.io/revision"), "3");
    }
    void setsFollowEachOther()
    {
        QCOMPARE(
            codesOf(planOf(deployment, {current(0, 0, 0), old(4, 4, 4)}).reasons), "GrowingNewReplicaSet");
        QCOMPARE(
            codesOf(planOf(deployment, {current(1, 1, 1), old(4, 4, 4)}).reasons), "ShrinkingOldReplicaSets");
    }
    void recreateWaitsForPodsThatGo()
    {
        const Deployment recreate = with(deployment, "spec: {strategy: {type: Recreate}}");
        QCOMPARE(codesOf(planOf(recreate, {old(0, 0, 0)}, 1).reasons), "WaitingForOldPods");
        QCOMPARE(codesOf(planOf(recreate, {old(0, 0, 0)}, 0).reasons), "CreatingReplicaSet");
    }
    void oldRevisionsStayUntilAllIsDone()
    {
        const Deployment deploymentOfRevision = with(deployment,
            "{metadata: {annotations: {deployment.kubernetes.io/revision: '2'}},"
            " spec: {revisionHistoryLimit: 0}}");
        const auto older = setOf("k", 0, 0, 0, 0);
        QCOMPARE(countOf(planOf(deploymentOfRevision, {current(4, 4, 3), older}), "delete ReplicaSet"), "0");
        QCOMPARE(countOf(planOf(deploymentOfRevision, {current(4, 4, 4), older}), "delete ReplicaSet"), "1");
    }
    void countsWhatIsUnavailable()
    {
        const Deployment counted = next(deployment, planOf(deployment, {current(2, 2, 1), old(3, 4, 2)}));
        QCOMPARE(counted.status.unavailableReplicas.value_or(-1), 2); // of 2 + 3 that are wanted
    }

    void conditions_data()
    {
        QTest::addColumn<QByteArray>("patch");
        QTest::addColumn<Sets>("sets");
        QTest::addColumn<QByteArray>("conditions");
        const QByteArray updating =
            "status: {replicas: 5, updatedReplicas: 1, readyReplicas: 4, availableReplicas: 4, conditions: "
            "[{type: Progressing, status: 'True', reason: ReplicaSetUpdated, message: m, lastUpdateTime: "
            "'2026-11-20T09:59:59Z'}]}";
        QTest::newRow("a new set") << QByteArray() << Sets {old(4, 4, 4)}
                                   << QByteArray("Available=True/MinimumReplicasAvailable "
                                                 "Progressing=True/NewReplicaSetCreated");
        QTest::newRow("a set that was there")
            << QByteArray("status: {replicas: 4, readyReplicas: 4, availableReplicas: 4}")
            << Sets {current(0, 0, 0), old(4, 4, 4)}
            << QByteArray("Available=True/MinimumReplicasAvailable Progressing=True/FoundNewReplicaSet");
        QTest::newRow("too few") << QByteArray() << Sets {current(4, 4, 2)}
                                 << QByteArray("Available=False/MinimumReplicasUnavailable "
                                               "Progressing=True/ReplicaSetUpdated");
        QTest::newRow("all done") << QByteArray() << Sets {current(4, 4, 4)}
                                  << QByteArray("Available=True/MinimumReplicasAvailable "
                                                "Progressing=True/NewReplicaSetAvailable");
        QTest::newRow("nothing for ten minutes") << updating << Sets {current(1, 1, 0), old(4, 4, 4)}
                                                 << QByteArray("Available=True/MinimumReplicasAvailable "
                                                               "Progressing=False/ProgressDeadlineExceeded");
        QTest::newRow("a set that failed")
            << QByteArray()
            << Sets {current(4, 4, 4,
                   "status: {conditions: [{type: ReplicaFailure, status: 'True', reason: FailedCreate, "
                   "message: no}]}")}
            << QByteArray("Available=True/MinimumReplicasAvailable "
                          "Progressing=True/NewReplicaSetAvailable ReplicaFailure=True/FailedCreate");
        QTest::newRow("no deadline")
            << updating + "\nspec: {progressDeadlineSeconds: 2147483647}"
            << Sets {current(1, 1, 0), old(4, 4, 4)}
            << QByteArray("Available=True/MinimumReplicasAvailable Progressing=True/ReplicaSetUpdated");
        QTest::newRow("paused") << QByteArray("spec: {paused: true}") << Sets {old(4, 4, 4)}
                                << QByteArray("Available=True/MinimumReplicasAvailable "
                                              "Progressing=Unknown/DeploymentPaused");
    }
    void conditions()
    {
        QFETCH(QByteArray, patch);
        QFETCH(Sets, sets);
        const Deployment before = with(deployment, patch);
        QTEST(conditionsOf(next(before, planOf(before, sets))), "conditions");
    }

    void wrongSpecsAreRefused_data()
    {
        QTest::addColumn<QByteArray>("spec");
        QTest::addColumn<QByteArray>("event");
        QTest::newRow("every set") << QByteArray("selector: {matchLabels: null}")
                                   << QByteArray("event Warning SelectingAll");
        QTest::newRow("not its own pods") << QByteArray("selector: {matchLabels: {app: other}}")
                                          << QByteArray("event Warning ReconcileError");
        QTest::newRow("no amount") << QByteArray("strategy: {rollingUpdate: {maxSurge: few}}")
                                   << QByteArray("event Warning ReconcileError");
    }
    void wrongSpecsAreRefused()
    {
        QFETCH(QByteArray, spec);
        const Deployment broken = with(deployment, "spec: {" + spec + "}");
        const Plan plan = planOf(broken, {});
        QCOMPARE(codesOf(plan.reasons), "InvalidSpec");
        QCOMPARE(countOf(plan, "create"), "0");
        QTEST(support::textOf(support::deeds(broken, plan.effects)).split(' ').mid(0, 3).join(' '), "event");
    }
};

QTEST_GUILESS_MAIN(TestDeployment)
#include "tst_deployment.moc"
