// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/nodelink/nodelink.h"
#include "tests/support/objects.h"
#include "tests/support/plantext.h"

#include <QTest>

using namespace core;
using namespace std::chrono_literals;
using controllers::MachinePointer;
using controllers::NodeLinkView;
using support::codesOf;
using support::fromYaml;
using support::textOf;
using support::with;

namespace {

const base::Time now = support::timeOf("2026-11-20T10:10:00Z");

const api::Node node = fromYaml<api::Node>(
    "{metadata: {name: n, uid: node-uid, resourceVersion: '9', labels: {kubernetes.io/hostname: n}},"
    " spec: {providerID: 'kubemark://n'}, status: {addresses: [{type: InternalIP, address: 10.0.0.1}]}}");

MachinePointer machine(const QByteArray &name, const QByteArray &patch = {})
{
    return std::make_shared<const api::Machine>(with(
        fromYaml<api::Machine>("metadata: {name: " + name + ", namespace: default, uid: uid-" + name + "}"),
        patch));
}

const QByteArray ownProvider("spec: {providerID: 'kubemark://n'}");

/// The machine and the node after passes until nothing is wanted, at most three.
struct Pair {
    api::Node node;
    MachinePointer machine;

    void converge(base::Time at = now)
    {
        for (int pass = 0; pass < 3; ++pass) {
            const auto plan = controllers::planNodeLink(node, {nullptr, {machine}, {}}, at);
            const api::Machine after = support::after(*machine, plan.effects);
            node = support::after(node, plan.effects);
            machine = std::make_shared<const api::Machine>(after);
        }
        const auto plan = controllers::planNodeLink(node, {nullptr, {machine}, {}}, at + 1min);
        QCOMPARE(textOf(plan.effects), QByteArray());
    }
};

QByteArray labelsOf(const api::Node &of)
{
    QByteArray text;
    for (const auto &[key, value] : of.metadata.labels)
        text += QByteArray::fromStdString(key + "=" + value + " ");
    return text;
}

QByteArray taintsOf(const api::Node &of)
{
    QByteArray text;
    for (const api::Taint &taint : of.spec.taints)
        text += QByteArray::fromStdString(taint.key + "=" + taint.value + ":" + taint.effect + " ");
    return text;
}

} // namespace

Q_DECLARE_METATYPE(NodeLinkView)

class TestNodeLink : public QObject
{
    Q_OBJECT

private slots:
    void match_data();
    void match();
    void ambiguityIsToldAndNothingLinked();
    void bestClaim_data();
    void bestClaim();
    void hollowNodeIsItsPodsMachines();
    void nodeOfTheOtherFamilyIsLeftAlone();
    void linkWritesReferenceAndAnnotation();
    void recreatedNodeRenewsTheUid();
    void lastUpdatedFollowsReadiness();
    void decorationComesAndGoes();
    void protectedLabelsStay();
    void foreignChangesStay();
    void taintsAreConditionalOnTheVersion();
    void deletingNodeIsLeftAlone();
};

void TestNodeLink::match_data()
{
    QTest::addColumn<NodeLinkView>("seen");
    QTest::addColumn<QByteArray>("found");
    const auto a = machine("a");
    const auto other = machine("a", "spec: {providerID: 'kubemark://other'}");
    const auto own = machine("b", ownProvider);
    const auto address = machine("c");
    QTest::newRow("§8.4 the annotation, if that machine has no provider id yet")
        << NodeLinkView {a, {own}, {}} << QByteArray("a by annotation");
    QTest::newRow("§8.4 the annotation, if that machine has the node's provider id")
        << NodeLinkView {machine("a", ownProvider), {own}, {}} << QByteArray("a by annotation");
    QTest::newRow("§8.4 the annotation names a machine with another node: the provider id counts")
        << NodeLinkView {other, {own}, {address}} << QByteArray("b by provider id");
    QTest::newRow("§8.4 the provider id before the address")
        << NodeLinkView {nullptr, {own}, {address}} << QByteArray("b by provider id");
    QTest::newRow("§8.4 the address last")
        << NodeLinkView {nullptr, {}, {address}} << QByteArray("c by address");
    QTest::newRow("an address whose machine is known to have another node does not count")
        << NodeLinkView {nullptr, {}, {other}} << QByteArray("none");
    QTest::newRow("§8.4 two with the provider id are ambiguous") << NodeLinkView {
        nullptr, {own, machine("d", ownProvider)}, {address}} << QByteArray("ambiguous provider id");
    QTest::newRow("§8.4 two with the address are ambiguous")
        << NodeLinkView {nullptr, {}, {address, machine("d")}} << QByteArray("ambiguous address");
    QTest::newRow("nobody") << NodeLinkView {} << QByteArray("none");
}

void TestNodeLink::match()
{
    QFETCH(NodeLinkView, seen);
    const controllers::NodeMatch match = controllers::machineOf(node, seen);
    QByteArray text("none");
    if (match.machine)
        text = QByteArray::fromStdString(match.machine->metadata.name + " by " + match.by);
    else if (match.candidates.size() > 1)
        text = "ambiguous " + QByteArray::fromStdString(match.by);
    QTEST(text, "found");
}

void TestNodeLink::bestClaim_data()
{
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<QByteArray>("second");
    QTest::addColumn<QByteArray>("has");
    const QByteArray id("spec: {providerID: 'kubemark://m'}");
    const QByteArray otherId("spec: {providerID: 'kubemark://x'}");
    const QByteArray address("status: {addresses: [{type: InternalIP, address: 10.0.0.1}]}");
    const QByteArray noted("metadata: {annotations: {machine.openshift.io/machine: default/m}}");
    const QByteArray linked("metadata: {uid: linked}");
    QTest::newRow("the one with the provider id") << id << address << QByteArray("first");
    QTest::newRow("two with the provider id") << id << id << QByteArray("none");
    QTest::newRow("two with the address") << address << address << QByteArray("none");
    QTest::newRow("one of two with the provider id is linked")
        << id << id + "\n" + linked << QByteArray("second");
    QTest::newRow("one of two with the provider id is noted")
        << id + "\n" + noted << id << QByteArray("first");
    QTest::newRow("a note against another provider id")
        << otherId + "\n" + noted << id << QByteArray("second");
    QTest::newRow("none claims it") << otherId << linked << QByteArray("none");
}

void TestNodeLink::bestClaim()
{
    QFETCH(QByteArray, first);
    QFETCH(QByteArray, second);
    const auto mine = fromYaml<api::Machine>(
        "metadata: {name: m, namespace: default, uid: machine-uid}\nspec: {providerID: 'kubemark://m'}\n"
        "status: {nodeRef: {name: second, uid: linked}, addresses: [{type: InternalIP, address: 10.0.0.1}]}");
    const auto nodeOf = [](const QByteArray &name, const QByteArray &yaml) {
        auto made = fromYaml<api::Node>(yaml);
        made.metadata.name = name.toStdString();
        if (made.metadata.uid.empty())
            made.metadata.uid = made.metadata.name;
        return std::make_shared<const api::Node>(std::move(made));
    };
    const auto best =
        controllers::nodeWithBestClaim({nodeOf("first", first), nodeOf("second", second)}, mine);
    QTEST(best ? QByteArray::fromStdString(best->metadata.name) : QByteArray("none"), "has");
}

/// Whatever else it says.
void TestNodeLink::hollowNodeIsItsPodsMachines()
{
    const auto pod = std::make_shared<const api::Pod>(fromYaml<api::Pod>(
        "metadata: {name: n, namespace: kubemark-actuator, labels: {machine.k8s.io/machine-name: other, "
        "machine.k8s.io/machine-namespace: default, machine.k8s.io/machine-uid: other-uid}}"));
    const auto thief = machine("a", ownProvider);
    const NodeLinkView seen {thief, {thief}, {thief}, pod, {}};
    QVERIFY(!controllers::machineOf(node, seen).machine);
}

void TestNodeLink::nodeOfTheOtherFamilyIsLeftAlone()
{
    api::Node held = node;
    held.metadata.finalizers = {"node.machine.sapcloud.io/machine-controller"};
    const auto plan = controllers::planNodeLink(held, {nullptr, {machine("a", ownProvider)}, {}}, now);
    QCOMPARE(textOf(plan.effects), QByteArray());
    QCOMPARE(plan.reasons.front().code, std::string("HeldByOthers"));
}

void TestNodeLink::ambiguityIsToldAndNothingLinked()
{
    const auto plan = controllers::planNodeLink(node, {nullptr, {machine("a"), machine("b")}, {}}, now);
    QCOMPARE(textOf(plan.effects),
        QByteArray("event Warning AmbiguousMachineMatch on n: Several machines have this node's provider id: "
                   "default/a, "
                   "default/b"));
    QCOMPARE(codesOf(plan.reasons), QByteArray("AmbiguousMachineMatch"));
}

void TestNodeLink::linkWritesReferenceAndAnnotation()
{
    const auto plan = controllers::planNodeLink(node, {nullptr, {machine("m", ownProvider)}, {}}, now);
    QCOMPARE(textOf(plan.effects),
        QByteArray(
            "patch Machine default/m status {\"metadata\":{\"uid\":\"uid-m\"},\"status\":{\"lastUpdated\":"
            "\"2026-11-20T10:10:00Z\",\"nodeRef\":{\"kind\":\"Node\",\"name\":\"n\",\"uid\":\"node-uid\"}}}\n"
            "patch Node n {\"metadata\":{\"annotations\":{\"machine.openshift.io/machine\":\"default/m\"},"
            "\"uid\":\"node-uid\"}}"));
    Pair pair {node, machine("m", ownProvider)};
    pair.converge();
}

void TestNodeLink::recreatedNodeRenewsTheUid()
{
    Pair pair {node, machine("m", ownProvider)};
    pair.converge();
    pair.node = with(node, "metadata: {uid: second-uid}");
    pair.converge(now + 1h);
    QCOMPARE(pair.machine->status.nodeRef->uid, std::string("second-uid"));
}

void TestNodeLink::lastUpdatedFollowsReadiness()
{
    Pair pair {node, machine("m", ownProvider)};
    pair.converge();
    const auto ready = [&](const char *status, const char *since) {
        pair.node = with(pair.node,
            "status: {conditions: [{type: Ready, status: " + QByteArray(status)
                + ", lastTransitionTime: " + since + "}]}");
    };
    ready("'True'", "2026-11-20T10:10:00Z");
    pair.converge(now + 1min);
    QVERIFY(pair.machine->status.lastUpdated == now); // the link was written after that
    ready("'False'", "2026-11-20T10:12:00Z");
    pair.converge(now + 3min);
    QVERIFY(pair.machine->status.lastUpdated == now + 3min);
    ready("Unknown", "2026-11-20T11:00:00Z"); // a node whose clock is ahead
    pair.converge(now + 4min);
    QVERIFY(pair.machine->status.lastUpdated == support::timeOf("2026-11-20T11:00:00Z"));
}

void TestNodeLink::decorationComesAndGoes()
{
    Pair pair {with(node, "spec: {taints: [{key: own, effect: NoExecute}]}"),
        machine("m",
            "{spec: {providerID: 'kubemark://n', metadata: {labels: {role: demo, zone: a}, annotations: "
            "{note: hello}},"
            " taints: [{key: t, value: v, effect: NoSchedule}, {key: u, effect: NoSchedule}]}}")};
    pair.converge();
    QCOMPARE(labelsOf(pair.node), QByteArray("kubernetes.io/hostname=n role=demo zone=a "));
    QCOMPARE(taintsOf(pair.node), QByteArray("own=:NoExecute t=v:NoSchedule u=:NoSchedule "));
    QCOMPARE(pair.node.metadata.annotation("note"), std::string_view("hello"));

    pair.machine = machine("m",
        "{spec: {providerID: 'kubemark://n', metadata: {labels: {zone: b}},"
        " taints: [{key: t, value: w, effect: NoSchedule}]}}");
    pair.converge();
    QCOMPARE(labelsOf(pair.node), QByteArray("kubernetes.io/hostname=n zone=b "));
    QCOMPARE(taintsOf(pair.node), QByteArray("own=:NoExecute t=w:NoSchedule "));
    QVERIFY(!pair.node.metadata.annotations.contains("note"));

    pair.machine = machine("m", ownProvider);
    pair.converge();
    QCOMPARE(labelsOf(pair.node), QByteArray("kubernetes.io/hostname=n "));
    QCOMPARE(taintsOf(pair.node), QByteArray("own=:NoExecute "));
    QVERIFY(!pair.node.metadata.annotations.contains(api::keys::lastAppliedLabelsTaints));
}

void TestNodeLink::protectedLabelsStay()
{
    Pair pair {node,
        machine("m",
            "{spec: {providerID: 'kubemark://n', metadata: {labels: {kubernetes.io/hostname: x,"
            " kubernetes.io/os: plan9, kubernetes.io/arch: vax}}}}")};
    pair.converge();
    QCOMPARE(labelsOf(pair.node), QByteArray("kubernetes.io/hostname=n "));
}

void TestNodeLink::foreignChangesStay()
{
    Pair pair {node, machine("m", "{spec: {providerID: 'kubemark://n', metadata: {labels: {role: demo}}}}")};
    pair.converge();
    pair.node = with(pair.node, "metadata: {labels: {role: changed, more: x}}");
    pair.machine = machine("m", ownProvider);
    pair.converge();
    QCOMPARE(labelsOf(pair.node), QByteArray("kubernetes.io/hostname=n more=x role=changed "));
}

void TestNodeLink::taintsAreConditionalOnTheVersion()
{
    const auto plan = controllers::planNodeLink(node,
        {nullptr,
            {machine("m", "spec: {providerID: 'kubemark://n', taints: [{key: t, effect: NoSchedule}]}")}, {}},
        now);
    QVERIFY(textOf(plan.effects).contains("\"resourceVersion\":\"9\""));
}

void TestNodeLink::deletingNodeIsLeftAlone()
{
    const auto plan =
        controllers::planNodeLink(with(node, "metadata: {deletionTimestamp: 2026-11-20T10:00:00Z}"),
            {nullptr, {machine("m", ownProvider)}, {}}, now);
    QCOMPARE(textOf(plan.effects), QByteArray());
}

QTEST_GUILESS_MAIN(TestNodeLink)
#include "tst_nodelink.moc"
