// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/machine.h"
#include "core/controlplane/nodeeviction.h"
#include "core/controlplane/tainteviction.h"
#include "core/controlplane/taints.h"
#include "core/runtime/indexes.h"
#include "tests/support/objects.h"
#include "tests/support/planlab.h"
#include "tests/support/plantext.h"

#include <QTest>

using namespace core;
using namespace std::chrono_literals;
using api::Node;
using api::Pod;
using api::Taint;
using api::Toleration;
using controlplane::NodeEviction;
using controlplane::ZoneState;
using runtime::Plan;
using support::restsBecause;

Q_DECLARE_METATYPE(std::vector<core::api::Taint>)
Q_DECLARE_METATYPE(std::vector<core::api::Toleration>)
Q_DECLARE_METATYPE(core::controlplane::ZoneState)

namespace {

const base::Time start = support::PlanLab::usualStart;
const std::string unreachable(controlplane::taints::unreachable);

Node node(int number, const std::string &ready, const std::string &zone = {})
{
    Node node;
    node.metadata.name = "w" + std::to_string(100 + number);
    if (!zone.empty())
        node.metadata.labels["topology.kubernetes.io/zone"] = zone;
    node.status.conditions.push_back({"Ready", ready, start, start - std::chrono::seconds(number), {}, {}});
    return node;
}

struct Fixture {
    Fixture()
    {
        controlplane::addZoneIndexes(lab.informers.of<Node>());
        lab.start();
    }

    void put(int ready, int unready, const std::string &zone = {})
    {
        for (int i = 0; i < ready; ++i)
            lab.put(node(++nodes, "True", zone));
        for (int i = 0; i < unready; ++i)
            lab.put(node(++nodes, "Unknown", zone));
    }
    Plan look() { return eviction.reconcile(NodeEviction::key()); }
    /// Names with the NoExecute taint, in order.
    std::string evicted()
    {
        std::string text;
        for (const auto &held : lab.of<Node>().list()) {
            if (controlplane::healthTaint(*held, "NoExecute"))
                text += held->metadata.name + " ";
        }
        return text;
    }

    support::PlanLab lab;
    base::Clock &clock = lab.clock;
    NodeEviction eviction {lab.of<Node>(), clock, {}};
    int nodes = 0;
};

} // namespace

class TestEviction : public QObject
{
    Q_OBJECT

private slots:
    void judgesZones_data();
    void judgesZones();
    void tellsZonesApart();
    void taintsOneNodeIn10Seconds();
    void pacesEachZoneAlone();
    void stopsInAPartialDisruption();
    void slowsDownInALargeZone();
    void stopsWhenAllZonesAreDead();
    void ignoresTheHollowHost();
    void evictsPods_data();
    void evictsPods();
};

void TestEviction::judgesZones_data()
{
    QTest::addColumn<int>("ready");
    QTest::addColumn<int>("notReady");
    QTest::addColumn<ZoneState>("state");

    QTest::newRow("all ready") << 10 << 0 << ZoneState::Normal;
    QTest::newRow("no node") << 0 << 0 << ZoneState::Normal;
    QTest::newRow("none ready, one not: full") << 0 << 1 << ZoneState::FullDisruption;
    QTest::newRow("two not ready are never partial") << 1 << 2 << ZoneState::Normal;
    QTest::newRow("three of five: 0.6 is partial") << 2 << 3 << ZoneState::PartialDisruption;
    QTest::newRow("half is below 0.55") << 10 << 10 << ZoneState::Normal;
    QTest::newRow("exactly 0.55 is partial") << 9 << 11 << ZoneState::PartialDisruption;
}

void TestEviction::judgesZones()
{
    QFETCH(int, ready);
    QFETCH(int, notReady);
    QFETCH(ZoneState, state);
    QVERIFY(controlplane::zoneState(static_cast<std::size_t>(ready), static_cast<std::size_t>(notReady), {})
        == state);
}

void TestEviction::tellsZonesApart()
{
    QCOMPARE(controlplane::zoneOf(node(1, "True")), "/");
    QCOMPARE(controlplane::zoneOf(node(1, "True", "a")), "/a");
    Node old;
    old.metadata.labels = {
        {"failure-domain.beta.kubernetes.io/region", "r"}, {"failure-domain.beta.kubernetes.io/zone", "z"}};
    QCOMPARE(controlplane::zoneOf(old), "r/z");
}

void TestEviction::taintsOneNodeIn10Seconds()
{
    Fixture f;
    f.put(10, 3); // the highest number has been unready for the longest time
    Plan plan = f.look();
    f.lab.apply(plan);
    QCOMPARE(f.evicted(), "w113 ");
    QVERIFY(plan.checkAgainAfter == 10s);
    QVERIFY(f.look().effects.empty());
    f.clock.advance(9s);
    plan = f.look();
    QVERIFY(plan.effects.empty() && plan.checkAgainAfter == 1s);
    QCOMPARE(plan.reasons.at(0).code, "WaitingForPace");
    f.clock.advance(1s);
    f.lab.apply(f.look());
    QCOMPARE(f.evicted(), "w112 w113 ");
    f.clock.advance(10s);
    plan = f.look();
    QVERIFY(!plan.checkAgainAfter); // nobody is left
    f.lab.apply(plan);
    QCOMPARE(f.evicted(), "w111 w112 w113 ");
    QCOMPARE(restsBecause(f.look()), "NothingToEvict");
    QVERIFY(f.eviction.reconcile({{}, "w111"}) == Plan());
}

void TestEviction::pacesEachZoneAlone()
{
    Fixture f;
    f.put(5, 2, "a");
    f.put(0, 2, "b"); // dead, but not the only zone: normal pace
    f.lab.apply(f.look());
    QCOMPARE(f.evicted(), "w107 w109 ");
}

void TestEviction::stopsInAPartialDisruption()
{
    Fixture f;
    f.put(20, 30);
    const Plan plan = f.look();
    QVERIFY(plan.effects.empty() && !plan.checkAgainAfter);
    QCOMPARE(plan.reasons.at(0).code, "PartialDisruption");
}

void TestEviction::slowsDownInALargeZone()
{
    Fixture f;
    f.put(20, 31); // 51 nodes
    const Plan plan = f.look();
    QCOMPARE(plan.effects.size(), 1U);
    QVERIFY(plan.checkAgainAfter == 100s);
}

void TestEviction::stopsWhenAllZonesAreDead()
{
    Fixture f;
    f.put(1, 2);
    f.lab.apply(f.look());
    QCOMPARE(f.evicted(), "w103 ");
    f.lab.edit<Node>({{}, "w101"}, [](Node &ready) { ready.status.conditions[0].status = "Unknown"; });
    f.lab.apply(f.look());
    QCOMPARE(f.evicted(), "");
    const Plan plan = f.look();
    QVERIFY(plan.effects.empty() && !plan.checkAgainAfter);
    QCOMPARE(plan.reasons.at(0).code, "AllZonesDead");
}

void TestEviction::ignoresTheHollowHost()
{
    Fixture f;
    f.put(0, 2);
    Node host = node(99, "True");
    host.metadata.labels[std::string(api::keys::hollowHost)] = "true";
    f.lab.put(host);
    QVERIFY(f.look().effects.empty());
}

void TestEviction::evictsPods_data()
{
    QTest::addColumn<std::vector<Taint>>("taints");
    QTest::addColumn<std::vector<Toleration>>("tolerations");
    QTest::addColumn<int>("seconds"); ///< from the taint to the deletion; -1: never

    using Taints = std::vector<Taint>;
    using Tolerations = std::vector<Toleration>;
    const Taint noExecute {unreachable, {}, "NoExecute", start};
    const std::string maintenance = "example.com/maintenance";
    const Taint maintained {maintenance, {}, "NoExecute", start};
    const Toleration usual {unreachable, "Exists", {}, "NoExecute", 300};

    QTest::newRow("no NoExecute taint")
        << Taints {{unreachable, {}, "NoSchedule", start}} << Tolerations {} << -1;
    QTest::newRow("not tolerated: at once") << Taints {maintained} << Tolerations {} << 0;
    QTest::newRow("the default toleration: after 300 s") << Taints {noExecute} << Tolerations {} << 300;
    QTest::newRow("tolerated without limit, as DaemonSets do")
        << Taints {noExecute} << Tolerations {{unreachable, "Exists", {}, "NoExecute", {}}} << -1;
    QTest::newRow("a toleration of everything")
        << Taints {noExecute} << Tolerations {{{}, "Exists", {}, {}, {}}} << -1;
    QTest::newRow("of another effect does not help")
        << Taints {maintained} << Tolerations {{maintenance, "Exists", {}, "NoSchedule", {}}} << 0;
    QTest::newRow("two taints, the shorter time counts")
        << Taints {noExecute, {"b", {}, "NoExecute", start}}
        << Tolerations {usual, {"b", "Exists", {}, "NoExecute", 20}} << 20;
    QTest::newRow("one of two is not tolerated")
        << Taints {noExecute, {"b", {}, "NoExecute", start}} << Tolerations {usual} << 0;
    QTest::newRow("negative seconds count as none")
        << Taints {noExecute} << Tolerations {{unreachable, "Exists", {}, "NoExecute", -5}} << 0;
    QTest::newRow("TaintWithoutTime: that comes a moment later")
        << Taints {{unreachable, {}, "NoExecute", {}}} << Tolerations {usual} << -1;
    QTest::newRow("the first toleration that fits is the one that counts")
        << Taints {noExecute} << Tolerations {{unreachable, "Exists", {}, "NoExecute", 50}, usual} << 50;
}

void TestEviction::evictsPods()
{
    QFETCH(std::vector<Taint>, taints);
    QFETCH(std::vector<Toleration>, tolerations);
    QFETCH(int, seconds);
    support::PlanLab lab;
    runtime::addPodsByNode(lab.informers.of<Pod>());
    const controlplane::TaintEviction eviction(lab.of<Pod>(), lab.of<Node>(), lab.clock);
    lab.start();
    Node tainted = node(1, "Unknown");
    tainted.spec.taints = taints;
    lab.put(tainted);
    auto pod = support::fromYaml<Pod>(
        "metadata: {name: web, namespace: default}\nspec: {containers: [{name: c, image: i}]}");
    pod.spec.nodeName = tainted.metadata.name;
    pod.spec.tolerations = tolerations;
    lab.put(pod);

    const Plan first = eviction.reconcile(pod.key());
    if (seconds != 0)
        QVERIFY(first.effects.empty());
    if (seconds < 0) {
        QVERIFY(!first.checkAgainAfter);
        return;
    }
    QCOMPARE(first.checkAgainAfter.value_or(base::Duration()) / 1s, seconds);
    lab.clock.advance(std::chrono::seconds(seconds));
    QVERIFY(eviction.podsOfNode(*lab.of<Node>().find(tainted.key())) == std::vector {pod.key()});
    lab.apply(eviction.reconcile(pod.key()));
    QVERIFY(lab.of<Pod>().find(pod.key())->metadata.isDeleting()); // with the grace of its kubelet
    QCOMPARE(lab.eventReasons(), "TaintManagerEviction");
    QVERIFY(eviction.reconcile(pod.key()).effects.empty());
    lab.remove<Pod>(pod.key(), 0);
    QVERIFY(eviction.reconcile(pod.key()) == Plan());
}

QTEST_GUILESS_MAIN(TestEviction)
#include "tst_eviction.moc"
