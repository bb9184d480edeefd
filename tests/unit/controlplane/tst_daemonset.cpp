// SPDX-License-Identifier: GPL-3.0-or-later
// One pod of a DaemonSet on every node that it is for (docs/machines.md §3.10).
#include "core/controlplane/daemonset.h"
#include "tests/support/objects.h"
#include "tests/support/plantext.h"

#include <QTest>

using namespace core;
using namespace std::chrono_literals;
using api::ControllerRevision;
using api::DaemonSet;
using api::Node;
using api::Pod;
using controlplane::PodPointer;
using runtime::Plan;
using support::fromYaml;
using support::with;

namespace {

const base::Time now = support::timeOf("2026-11-20T10:10:00Z");
const base::Chance chance(7);

const DaemonSet set = fromYaml<DaemonSet>(R"(
metadata: {name: agent, namespace: default, uid: uid-agent, resourceVersion: '7', generation: 2}
spec: {selector: {matchLabels: {app: agent}},
       template: {metadata: {labels: {app: agent}},
                  spec: {nodeSelector: {role: worker}, containers: [{name: c, image: i}]}}}
)");

std::shared_ptr<const Node> nodeOf(const QByteArray &name, const QByteArray &more = {})
{
    return std::make_shared<const Node>(
        with(fromYaml<Node>("metadata: {name: " + name + ", uid: uid-" + name + ", labels: {role: worker}}"),
            more));
}

QByteArray tainted(const char *key, const char *effect)
{
    return QByteArray("spec: {taints: [{key: ") + key + ", effect: " + effect + "}]}";
}

using Nodes = std::vector<std::shared_ptr<const Node>>;
using Pods = std::vector<PodPointer>;
using Revisions = std::vector<controlplane::RevisionPointer>;

Plan planWith(const Revisions &revisions, const Nodes &nodes, const Pods &pods, const DaemonSet &of)
{
    const auto isTaken = [&](const std::string &name) {
        return std::ranges::any_of(revisions, [&](const auto &each) { return each->metadata.name == name; });
    };
    return controlplane::planDaemonSet(of,
        {nodes, pods, {}, {revisions, isTaken, {}}, [](const std::string &) { return false; }}, chance, now);
}

/// The revision is that of the present template, as its first plan makes it; none when it makes none.
Revisions revisionsOf(const DaemonSet &of)
{
    const Plan plan = planWith({}, {}, {}, of);
    if (plan.effects.empty())
        return {};
    const auto &create = std::get<api::CreateObject>(plan.effects.front());
    return {
        std::make_shared<const ControllerRevision>(api::decode<ControllerRevision>(create.object).value())};
}

/// The label that the pods of the set's present template carry.
std::string revisionOf(const DaemonSet &of)
{
    return std::string(revisionsOf(of).front()->metadata.label("controller-revision-hash"));
}

PodPointer podOn(const QByteArray &node, const QByteArray &more = {}, const QByteArray &suffix = {})
{
    const QByteArray name = "agent-" + node + suffix;
    return std::make_shared<const Pod>(with(
        fromYaml<Pod>("metadata: {name: " + name + ", namespace: default, uid: uid-" + name
            + ", creationTimestamp: 2026-11-20T10:00:00Z, labels: {app: agent, controller-revision-hash: "
            + QByteArray::fromStdString(revisionOf(set)) + "}}\nspec: {nodeName: " + node
            + "}\nstatus: {phase: Running, conditions: [{type: Ready, status: 'True', lastTransitionTime: "
              "2026-11-20T10:00:00Z}]}"),
        more));
}

Plan planOf(const Nodes &nodes, const Pods &pods = {}, const DaemonSet &of = set)
{
    return planWith(revisionsOf(of), nodes, pods, of);
}

/// "n1,n2" of the nodes that pods are made for, then the pods that are deleted.
QByteArray deedsOf(const Plan &plan)
{
    QByteArrayList deeds;
    for (const api::Effect &effect : plan.effects) {
        if (const auto *create = std::get_if<api::CreateObject>(&effect))
            deeds += "+"
                + QByteArray::fromStdString(std::string(api::textAt(create->object, {"spec", "nodeName"})));
        else if (const auto *gone = std::get_if<api::DeleteObject>(&effect))
            deeds += "-" + QByteArray::fromStdString(gone->target.key.name);
    }
    return deeds.join(' ');
}

api::DaemonSetStatus statusOf(const Plan &plan, const DaemonSet &of = set)
{
    return support::after(of, plan.effects).status;
}

} // namespace

class TestDaemonSet : public QObject
{
    Q_OBJECT

private slots:
    void whereItsPodsAre_data();
    void whereItsPodsAre();
    void requiredAffinityChoosesNodes();
    void whatIsWrongWithANodeIsTolerated();
    void theStatusCountsNodes();
    void anotherTemplateIsRolledOut();
    void newPodsComeFirst_data();
    void newPodsComeFirst();
    void templatesAreKept();
    void manyNodesComeInBatches();
    void onlySomeChangesOfNodesConcernIt();
    void oneThatIsGoingDoesNothing();
    void podsAndRevisionsLeftBehindAreTakenOver();
};

void TestDaemonSet::whereItsPodsAre_data()
{
    QTest::addColumn<Nodes>("nodes");
    QTest::addColumn<Pods>("pods");
    QTest::addColumn<QByteArray>("deeds");
    const auto row = [](const char *name, const Nodes &nodes, const Pods &pods, const char *deeds) {
        QTest::newRow(name) << nodes << pods << QByteArray(deeds);
    };
    row("each node gets one", {nodeOf("a"), nodeOf("b")}, {podOn("a")}, "+b");
    row("not one with other labels", {nodeOf("a", "metadata: {labels: {role: control}}")}, {}, "");
    row("it goes when the labels change", {nodeOf("a", "metadata: {labels: {role: control}}")}, {podOn("a")},
        "-agent-a");
    row("not one with a taint", {nodeOf("a", tainted("dedicated", "NoSchedule"))}, {}, "");
    row("a NoSchedule taint lets it stay", {nodeOf("a", tainted("dedicated", "NoSchedule"))}, {podOn("a")},
        "");
    row("a NoExecute taint does not", {nodeOf("a", tainted("dedicated", "NoExecute"))}, {podOn("a")},
        "-agent-a");
    row("PreferNoSchedule means nothing", {nodeOf("a", tainted("dedicated", "PreferNoSchedule"))}, {}, "+a");
    row("cordoned", {nodeOf("a", tainted("node.kubernetes.io/unschedulable", "NoSchedule"))}, {}, "+a");
    row("unreachable", {nodeOf("a", tainted("node.kubernetes.io/unreachable", "NoExecute"))}, {podOn("a")},
        "");
    row("not the hollow host", {nodeOf("a", "metadata: {labels: {hollowlab.io/hollow-host: ''}}")}, {}, "");
    row("the oldest of two stays", {nodeOf("a")},
        {podOn("a", "metadata: {creationTimestamp: 2026-11-20T10:05:00Z}", "-2"), podOn("a")}, "-agent-a-2");
    row("the next comes when the last has gone", {nodeOf("a")},
        {podOn("a", "metadata: {deletionTimestamp: 2026-11-20T10:09:00Z}")}, "");
    row("a failed one goes first", {nodeOf("a")}, {podOn("a", "status: {phase: Failed}")}, "-agent-a");
    row("but not at once", {nodeOf("a")},
        {podOn("a", "metadata: {creationTimestamp: 2026-11-20T10:09:55Z}\nstatus: {phase: Failed}")}, "");
    row("one that succeeded does", {nodeOf("a")},
        {podOn("a", "metadata: {creationTimestamp: 2026-11-20T10:09:55Z}\nstatus: {phase: Succeeded}")},
        "-agent-a");
    row("pods of nodes that are gone are others' business", {nodeOf("a")}, {podOn("a"), podOn("gone")}, "");
}

void TestDaemonSet::whereItsPodsAre()
{
    QFETCH(Nodes, nodes);
    QFETCH(Pods, pods);
    QTEST(deedsOf(planOf(nodes, pods)), "deeds");
}

void TestDaemonSet::requiredAffinityChoosesNodes()
{
    const DaemonSet choosing = with(set,
        "spec: {template: {spec: {affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
        "{nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [b]}]}]}}}}}}");
    QCOMPARE(deedsOf(planOf({nodeOf("a"), nodeOf("b")}, {}, choosing)), "+b");
}

void TestDaemonSet::whatIsWrongWithANodeIsTolerated()
{
    const auto tolerationsOf = [](const DaemonSet &of) {
        for (const api::Effect &effect : planOf({nodeOf("a")}, {}, of).effects) {
            if (const auto *create = std::get_if<api::CreateObject>(&effect))
                return core::api::find(create->object, {"spec", "tolerations"})->get_array();
        }
        return api::JsonArray();
    };
    const auto own = tolerationsOf(set);
    QCOMPARE(own.size(), 6U);
    const DaemonSet twice = with(set,
        "spec: {template: {spec: {tolerations: [{key: node.kubernetes.io/unschedulable, operator: Exists, "
        "effect: NoSchedule}, {key: mine}]}}}");
    QCOMPARE(tolerationsOf(twice).size(), 7U);
    QCOMPARE(tolerationsOf(with(set, "spec: {template: {spec: {hostNetwork: true}}}")).size(), 7U);
}

void TestDaemonSet::theStatusCountsNodes()
{
    const Plan plan = planOf({nodeOf("a"), nodeOf("b"), nodeOf("c", tainted("dedicated", "NoSchedule")),
                                 nodeOf("d", "metadata: {labels: {role: other}}")},
        {podOn("a"), podOn("b", "status: {conditions: [{type: Ready, status: 'False'}]}"), podOn("c")});
    const api::DaemonSetStatus status = statusOf(plan);
    QCOMPARE(status.desiredNumberScheduled, 2);
    QCOMPARE(status.currentNumberScheduled, 2);
    QCOMPARE(status.numberMisscheduled, 1);
    QCOMPARE(status.numberReady, 1);
    QCOMPARE(status.numberAvailable.value(), 1);
    QCOMPARE(status.numberUnavailable.value(), 1);
    QCOMPARE(status.updatedNumberScheduled.value(), 2);
    QCOMPARE(status.observedGeneration.value(), 2);
    QCOMPARE(support::codesOf(plan.reasons), QByteArray("WaitingForPods"));

    QCOMPARE(support::codesOf(planOf({nodeOf("a")}, {podOn("a")}).reasons), QByteArray("Complete"));
    const Plan going =
        planOf({nodeOf("a")}, {podOn("a", "metadata: {deletionTimestamp: 2026-11-20T10:09:00Z}")});
    QCOMPARE(statusOf(going).currentNumberScheduled, 1);
    QCOMPARE(statusOf(going).numberAvailable.value(), 1);
    QCOMPARE(support::codesOf(going.reasons), QByteArray("WaitingForPods"));
    QVERIFY(support::textOf(planOf({nodeOf("a")}, {podOn("a", "status: {phase: Succeeded}")}).effects)
                .contains("event Normal SucceededDaemonPod on default/agent: Found succeeded daemon pod "
                          "default/agent-a on node a, will try to delete it"));
    const Plan early = planOf({nodeOf("a")}, {podOn("a")}, with(set, "spec: {minReadySeconds: 660}"));
    QVERIFY(!statusOf(early).numberAvailable); // as with the original, no count says 0
    QVERIFY(early.checkAgainAfter == 60s);
}

void TestDaemonSet::anotherTemplateIsRolledOut()
{
    const QByteArray before = "metadata: {labels: {controller-revision-hash: earlier}}";
    const Nodes nodes {nodeOf("a"), nodeOf("b"), nodeOf("c"), nodeOf("d")};
    const Pods old {podOn("a", before), podOn("b", before), podOn("c", before), podOn("d")};
    QCOMPARE(deedsOf(planOf(nodes, old)), QByteArray("-agent-a"));
    QCOMPARE(support::codesOf(planOf(nodes, old).reasons), QByteArray("Updating,DeletingPods"));
    const auto atMost = [](const char *amount) {
        return with(
            set, QByteArray("spec: {updateStrategy: {rollingUpdate: {maxUnavailable: ") + amount + "}}}");
    };
    QCOMPARE(deedsOf(planOf(nodes, old, atMost("2"))), QByteArray("-agent-a -agent-b"));
    QCOMPARE(deedsOf(planOf(nodes, old, atMost("30%"))), QByteArray("-agent-a -agent-b"));
    QCOMPARE(deedsOf(planOf(nodes, old, atMost("0"))), QByteArray("-agent-a"));
    const Plan patient = planOf(nodes, old, with(set, "spec: {updateStrategy: {type: OnDelete}}"));
    QCOMPARE(deedsOf(patient), QByteArray());
    QCOMPARE(support::codesOf(patient.reasons), QByteArray("OldPodsStay"));
    const Pods oneDown {podOn("a", before), podOn("b", before + "\nstatus: {conditions: []}"), podOn("c")};
    QCOMPARE(deedsOf(planOf({nodes[0], nodes[1], nodes[2]}, oneDown)), QByteArray("-agent-b"));
    QVERIFY(revisionOf(set) != revisionOf(with(set, "spec: {template: {metadata: {labels: {x: y}}}}")));
}

void TestDaemonSet::newPodsComeFirst_data()
{
    QTest::addColumn<QByteArray>("rolling");
    QTest::addColumn<Pods>("pods");
    QTest::addColumn<QByteArray>("deeds");
    const auto row = [](const char *name, const char *rolling, const Pods &pods, const char *deeds) {
        QTest::newRow(name) << QByteArray(rolling) << pods << QByteArray(deeds);
    };
    const QByteArray before = "metadata: {labels: {controller-revision-hash: earlier}}";
    const QByteArray notReady = "\nstatus: {conditions: [{type: Ready, status: 'False'}]}";
    const QByteArray later = "metadata: {creationTimestamp: 2026-11-20T10:05:00Z}";
    const char *one = "maxSurge: 1";
    const PodPointer a = podOn("a", before);
    const PodPointer b = podOn("b", before);
    const PodPointer waits = podOn("a", later + notReady, "-2");
    row("one node gets a second pod", one, {a, b}, "+a");
    row("as many as may be", "maxSurge: 2", {a, b}, "+a +b");
    row("a percentage is rounded up", "maxSurge: 60%", {a, b}, "+a +b");
    row("the old one stays while the new one is not ready", one, {a, waits, b}, "");
    row("and goes when it is", one, {a, podOn("a", later, "-2"), b}, "-agent-a +b");
    row("or when it is not ready itself", one, {podOn("a", before + notReady), waits, b}, "-agent-a +b");
    row("one that is not available is replaced in any case", one, {podOn("a", before + notReady), b},
        "+a +b");
    row("no third one", one, {a, waits, podOn("a", later, "-3"), b}, "-agent-a-3");
    row("nothing to do", one, {podOn("a"), podOn("b")}, "");
}

void TestDaemonSet::newPodsComeFirst()
{
    QFETCH(const QByteArray, rolling);
    QFETCH(const Pods, pods);
    const DaemonSet surging =
        with(set, "spec: {updateStrategy: {rollingUpdate: {maxUnavailable: 0, " + rolling + "}}}");
    QTEST(deedsOf(planOf({nodeOf("a"), nodeOf("b")}, pods, surging)), "deeds");
}

void TestDaemonSet::templatesAreKept()
{
    const ControllerRevision first = *revisionsOf(set).front();
    QCOMPARE(first.metadata.name, "agent-" + revisionOf(set));
    QCOMPARE(first.metadata.controller()->uid, std::string("uid-agent"));
    const DaemonSet changed = with(set, "spec: {template: {metadata: {labels: {x: y}}}}");
    const Revisions revisions {
        revisionsOf(set).front(), std::make_shared<const ControllerRevision>([&changed] {
            ControllerRevision second = *revisionsOf(changed).front();
            second.revision = 2;
            return second;
        }())};
    const auto deedsWith = [&](const char *limit, const Pods &pods) {
        return support::deedsOf(planWith(revisions, {nodeOf("a")}, pods, with(changed, limit)));
    };
    const QByteArray forgets = "-" + QByteArray::fromStdString(first.metadata.name) + " Complete";
    const PodPointer updated = podOn("a",
        "metadata: {labels: {controller-revision-hash: " + QByteArray::fromStdString(revisionOf(changed))
            + "}}");
    QCOMPARE(deedsWith("spec: {revisionHistoryLimit: 0}", {updated}), forgets);
    QCOMPARE(deedsWith("", {updated}), QByteArray("Complete"));
    QCOMPARE(deedsWith("spec: {revisionHistoryLimit: 0}", {podOn("a")}),
        QByteArray("-agent-a Updating,DeletingPods")); // a pod has it still
    const Plan back = planWith(revisions, {nodeOf("a")}, {podOn("a")}, set);
    QCOMPARE(support::after(first, back.effects).revision, std::int64_t(3));

    ControllerRevision others = *revisions.back();
    others.metadata.name = first.metadata.name;
    const Plan collided =
        planWith({std::make_shared<const ControllerRevision>(others)}, {nodeOf("a")}, {}, set);
    QCOMPARE(support::deedsOf(collided), QByteArray("HashCollision"));
    QCOMPARE(statusOf(collided).collisionCount.value_or(0), std::int64_t(1));
    QVERIFY(revisionOf(support::after(set, collided.effects)) != revisionOf(set));
}

void TestDaemonSet::manyNodesComeInBatches()
{
    Nodes nodes;
    for (int i = 0; i < 250; ++i)
        nodes.push_back(nodeOf("n" + QByteArray::number(i)));
    const Plan plan = planOf(nodes);
    QCOMPARE(deedsOf(plan).count('+'), 100);
    QCOMPARE(support::codesOf(plan.reasons), QByteArray("CreatingPods,WaitingForPods"));
}

void TestDaemonSet::onlySomeChangesOfNodesConcernIt()
{
    const auto node = nodeOf("a");
    QVERIFY(controlplane::concernsDaemons(nullptr, node.get()));
    QVERIFY(controlplane::concernsDaemons(node.get(), nullptr));
    QVERIFY(!controlplane::concernsDaemons(node.get(), nodeOf("a", "status: {nodeInfo: {}}").get()));
    QVERIFY(controlplane::concernsDaemons(node.get(), nodeOf("a", tainted("x", "NoSchedule")).get()));
    QVERIFY(controlplane::concernsDaemons(node.get(), nodeOf("a", "metadata: {labels: {x: y}}").get()));
}

void TestDaemonSet::oneThatIsGoingDoesNothing()
{
    const Plan plan =
        planOf({nodeOf("a")}, {}, with(set, "metadata: {deletionTimestamp: 2026-11-20T10:09:00Z}"));
    QVERIFY(plan.effects.empty());
    QCOMPARE(support::codesOf(plan.reasons), QByteArray("Deleting"));
    const Plan nowhere = planOf({}, {});
    QCOMPARE(support::codesOf(nowhere.reasons), QByteArray("NoNode"));
    const Plan everywhere = planOf({nodeOf("a", "metadata: {labels: null}")}, {},
        with(set, "spec: {template: {spec: {nodeSelector: null}}}"));
    QCOMPARE(deedsOf(everywhere), QByteArray("+a"));
}

/// Such as `kubectl delete --cascade=orphan` leaves.
void TestDaemonSet::podsAndRevisionsLeftBehindAreTakenOver()
{
    const auto planFor = [](const Pods &own, const Pods &orphans, const Revisions &revisions,
                             const Revisions &orphanRevisions) {
        return controlplane::planDaemonSet(set,
            {{nodeOf("a"), nodeOf("b")}, own, orphans,
                {revisions, [](const std::string &) { return true; }, orphanRevisions},
                [](const std::string &) { return false; }},
            chance, now);
    };
    ControllerRevision left = *revisionsOf(set).front();
    left.metadata.ownerReferences.clear();
    const Plan first = planFor({}, {podOn("a")}, {}, {std::make_shared<const ControllerRevision>(left)});
    QCOMPARE(support::codesOf(first.reasons), QByteArray("Adopting"));
    QCOMPARE(support::after(left, first.effects).metadata.controller()->uid, std::string("uid-agent"));

    const PodPointer another = podOn("b", "metadata: {labels: {app: web}}");
    const Plan second = planFor({}, {podOn("a"), another}, revisionsOf(set), {});
    QCOMPARE(deedsOf(second), QByteArray("+b"));
    QCOMPARE(
        support::after(*podOn("a"), second.effects).metadata.controller()->uid, std::string("uid-agent"));
    QCOMPARE(statusOf(second).currentNumberScheduled, std::int64_t(1));
    const QByteArray effects =
        support::textOf(second.effects); // what follows a refused pod is not carried out
    QVERIFY(effects.indexOf("patch DaemonSet default/agent status") < effects.indexOf("create Pod"));

    const Plan third = planFor({podOn("a"), another}, {}, revisionsOf(set), {});
    QCOMPARE(deedsOf(third), QByteArray("+b"));
    QVERIFY(support::codesOf(third.reasons).startsWith("Releasing"));
}

QTEST_GUILESS_MAIN(TestDaemonSet)
#include "tst_daemonset.moc"
