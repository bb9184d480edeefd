// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/orphansweep/orphansweep.h"
#include "tests/support/objects.h"
#include "tests/support/plantext.h"

#include <QTest>

using namespace core;
using namespace std::chrono_literals;
using controllers::OrphanView;
using controllers::PodPointer;
using support::codesOf;
using support::fromYaml;
using support::textOf;
using support::with;

namespace {

const base::Time now = support::timeOf("2026-11-20T10:30:00Z");

PodPointer pod(const QByteArray &name, const QByteArray &since = {})
{
    const auto plain = fromYaml<api::Pod>(
        "metadata: {name: " + name + ", namespace: kubemark-actuator, uid: " + name + "-uid}");
    return std::make_shared<const api::Pod>(since.isEmpty()
            ? plain
            : with(plain, "metadata: {annotations: {hollowlab.io/orphan-since: " + since + "}}"));
}

OrphanView seeing(std::vector<PodPointer> orphans, int others)
{
    OrphanView view;
    view.machinesSeen = true;
    view.orphans = orphans;
    view.pods = std::move(orphans);
    for (int i = 0; i < others; ++i)
        view.pods.push_back(pod("owned" + QByteArray::number(i)));
    return view;
}

const QByteArray longAgo("'2026-11-20T10:15:00Z'");
const QByteArray recently("'2026-11-20T10:15:01Z'");

} // namespace

Q_DECLARE_METATYPE(OrphanView)

class TestOrphanSweep : public QObject
{
    Q_OBJECT

private slots:
    void plan_data();
    void plan();
    void nodeAndLeaseGoWithThePod_data();
    void nodeAndLeaseGoWithThePod();
    void comesAgainEveryPeriod();
};

void TestOrphanSweep::plan_data()
{
    QTest::addColumn<OrphanView>("seen");
    QTest::addColumn<int>("deleted");
    QTest::addColumn<int>("noted");
    QTest::newRow("T18 the first sight is only noted") << seeing({pod("a")}, 5) << 0 << 1;
    QTest::newRow("T18 less than a period later nothing happens")
        << seeing({pod("a", recently)}, 5) << 0 << 0;
    QTest::newRow("T18 a period later it is deleted") << seeing({pod("a", longAgo)}, 5) << 1 << 0;
    QTest::newRow("T18 at least one per cycle")
        << seeing({pod("a", longAgo), pod("b", longAgo)}, 5) << 1 << 0;
    QTest::newRow("T18 at most a tenth per cycle")
        << seeing({pod("a", longAgo), pod("b", longAgo), pod("c", longAgo)}, 17) << 2 << 0;
    OrphanView blind = seeing({pod("a", longAgo)}, 0);
    blind.machinesSeen = false;
    QTest::newRow("T18 nothing is deleted while no machine is seen") << blind << 0 << 0;
    OrphanView back = seeing({}, 0);
    back.pods = {pod("a", longAgo)};
    QTest::newRow("the note goes when the machine is back") << back << 0 << 1;
    OrphanView going = seeing({}, 0);
    going.orphans = {std::make_shared<const api::Pod>(
        with(*pod("a", longAgo), "metadata: {deletionTimestamp: 2026-11-20T10:29:00Z}"))};
    going.pods = going.orphans;
    QTest::newRow("a pod on its way out is left alone") << going << 0 << 0;
}

void TestOrphanSweep::plan()
{
    QFETCH(OrphanView, seen);
    const auto plan = controllers::planOrphanSweep(seen, now);
    QTEST(int(textOf(plan.effects).count("delete Pod")), "deleted");
    QTEST(int(textOf(plan.effects).count("patch Pod")), "noted");
}

void TestOrphanSweep::nodeAndLeaseGoWithThePod_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("annotation");
    QTest::addColumn<bool>("goes");
    QTest::newRow("named after the machine's uid") << QByteArray("m-4a49acf8") << QByteArray() << true;
    QTest::newRow("named after it, whatever it says")
        << QByteArray("m-4a49acf8") << QByteArray("lab/x") << true;
    QTest::newRow("says whose it is") << QByteArray("a") << QByteArray("lab/m") << true;
    QTest::newRow("says that it is somebody else's") << QByteArray("a") << QByteArray("lab/x") << false;
    QTest::newRow("says nothing") << QByteArray("a") << QByteArray() << false;
}

/// A pod may bear the name of anybody's node.
void TestOrphanSweep::nodeAndLeaseGoWithThePod()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, annotation);
    QFETCH(bool, goes);
    const auto orphan = std::make_shared<const api::Pod>(with(*pod(name, longAgo),
        "metadata: {labels: {machine.k8s.io/machine-name: m, machine.k8s.io/machine-namespace: lab, "
        "machine.k8s.io/machine-uid: uid-1}}"));
    OrphanView seen = seeing({orphan}, 5);
    auto node = fromYaml<api::Node>("metadata: {name: " + name + ", uid: node-uid}");
    if (!annotation.isEmpty())
        node.metadata.annotations.emplace("machine.openshift.io/machine", annotation.toStdString());
    seen.nodes[name.toStdString()] = std::make_shared<const api::Node>(node);
    const QByteArray others = "\ndelete Node " + name + " node-uid\ndelete Lease kube-node-lease/" + name;
    QCOMPARE(textOf(controllers::planOrphanSweep(seen, now).effects),
        "delete Pod kubemark-actuator/" + name + " " + name + "-uid" + (goes ? others : ""));
}

void TestOrphanSweep::comesAgainEveryPeriod()
{
    QVERIFY(controllers::planOrphanSweep(seeing({}, 3), now).checkAgainAfter == base::Duration(15min));
}

QTEST_GUILESS_MAIN(TestOrphanSweep)
#include "tst_orphansweep.moc"
