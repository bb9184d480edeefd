// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/nodelifecycle.h"
#include "core/controlplane/taints.h"
#include "core/runtime/indexes.h"
#include "tests/support/objects.h"
#include "tests/support/planlab.h"
#include "tests/support/plantext.h"

#include <QTest>

using namespace core;
using namespace std::chrono_literals;
using api::Lease;
using api::Node;
using api::Pod;
using api::Taint;
using controlplane::NodeLifecycle;
using runtime::Plan;

Q_DECLARE_METATYPE(std::vector<core::api::Taint>)

namespace {

// A monitor pass falls on it.
const base::Time start = support::PlanLab::usualStart;

Node node(const std::string &ready, const std::string &name = "w1")
{
    Node node;
    node.metadata.name = name;
    node.metadata.creationTimestamp = start;
    for (const char *type : {"MemoryPressure", "DiskPressure", "PIDPressure"})
        node.status.conditions.push_back({type, "False", start, start, "Fine", ""});
    if (!ready.empty())
        node.status.conditions.push_back({"Ready", ready, start, start, "KubeletReady", ""});
    return node;
}

/// The controller, whose probes are told of every change and heartbeat.
struct Fixture {
    Fixture()
    {
        runtime::addPodsByNode(lab.informers.of<Pod>());
        auto &nodes = lab.informers.of<Node>();
        auto &leases = lab.informers.of<Lease>();
        controlplane::NodeProbes &probes = lifecycle.probes();
        told.push_back(nodes.onChange([&probes](const auto &before, const auto &after) {
            probes.nodeChanged(before.get(), after.get());
        }));
        told.push_back(nodes.onHeartbeat([&probes](const Node &node) { probes.nodeChanged(&node, &node); }));
        told.push_back(leases.onChange([&probes](const auto &, const auto &after) {
            probes.leaseRenewed(after->key(), after->spec.renewTime->value);
        }));
        told.push_back(leases.onHeartbeat(
            [&probes](const api::LeaseRenewal &beat) { probes.leaseRenewed(beat.key, beat.renewTime); }));
        lab.start();
    }

    void put(const Node &changed) { lab.put(changed); }
    void renew(const std::string &name, base::Time time)
    {
        Lease lease;
        lease.metadata.name = name;
        lease.metadata.ns = "kube-node-lease";
        lease.spec.renewTime = api::MicroTime {time};
        lab.put(lease);
    }
    void renew(const std::string &name) { renew(name, clock.now()); }
    std::shared_ptr<const Node> get(const std::string &name = "w1")
    {
        return lab.of<Node>().find({{}, name});
    }
    Plan settle(const std::string &name = "w1")
    {
        for (int i = 0; i < 10; ++i) {
            const Plan plan = lifecycle.reconcile({{}, name});
            if (plan.effects.empty())
                return plan;
            lab.apply(plan);
        }
        QTest::qFail("does not settle", __FILE__, __LINE__);
        return {};
    }
    std::string taints(const std::string &name = "w1")
    {
        std::string text;
        for (const Taint &taint : get(name)->spec.taints)
            text += taint.key.substr(taint.key.find('/') + 1) + ":" + taint.effect + " ";
        return text;
    }

    support::PlanLab lab;
    base::Clock &clock = lab.clock;
    NodeLifecycle lifecycle {lab.of<Node>(), lab.of<Pod>(), clock, {}};
    base::Subscriptions told;
};

} // namespace

class TestNodeLifecycle : public QObject
{
    Q_OBJECT

private slots:
    void wantsTaints_data();
    void wantsTaints();
    void keepsTheTimeOfASwappedTaint();
    void becomesUnknownAfterTheGracePeriod_data();
    void becomesUnknownAfterTheGracePeriod();
    void leavesOtherConditions();
    void countsLeaseRenewals();
    void looksNoEarlierThanItNeeds();
    void countsReports();
    void givesAFullGraceAfterARestart();
    void setsWhatWasNeverReported();
    void announcesANewNode();
    void marksPods();
    void comesBack();
    void forgivesAllAfterATotalFailure();
    void forgetsNodes();
};

void TestNodeLifecycle::wantsTaints_data()
{
    QTest::addColumn<QString>("ready");
    QTest::addColumn<QString>("pressure");
    QTest::addColumn<bool>("cordoned");
    QTest::addColumn<std::vector<Taint>>("has");
    QTest::addColumn<std::vector<Taint>>("wants");

    using Taints = std::vector<Taint>;
    const std::string notReady(controlplane::taints::notReady);
    const std::string unreachable(controlplane::taints::unreachable);
    const std::string unschedulable(controlplane::taints::unschedulable);
    const Taint mine {"kubemark", "true", "NoSchedule", {}};

    QTest::newRow("a ready node keeps its own taints only") << "True"
                                                            << "" << false << Taints {mine} << Taints {mine};
    QTest::newRow("Ready False: not-ready, NoSchedule at once")
        << "False"
        << "" << false << Taints {mine} << Taints {mine, {notReady, {}, "NoSchedule", start}};
    QTest::newRow("Ready Unknown: unreachable")
        << "Unknown"
        << "" << false << Taints {} << Taints {{unreachable, {}, "NoSchedule", start}};
    QTest::newRow("never reported: none") << ""
                                          << "" << false << Taints {} << Taints {};
    QTest::newRow("the two keys exclude each other and are swapped, NoExecute too")
        << "Unknown"
        << "" << false
        << Taints {{notReady, {}, "NoSchedule", start - 1h}, {notReady, {}, "NoExecute", start - 1h}}
        << Taints {{unreachable, {}, "NoExecute", start - 1h}, {unreachable, {}, "NoSchedule", start}};
    QTest::newRow("ready again: all go")
        << "True"
        << "" << false << Taints {{notReady, {}, "NoSchedule", start}, {notReady, {}, "NoExecute", start}}
        << Taints {};
    QTest::newRow("MemoryPressure True")
        << "True"
        << "MemoryPressure" << false << Taints {}
        << Taints {{"node.kubernetes.io/memory-pressure", {}, "NoSchedule", start}};
    QTest::newRow("PIDPressure True")
        << "True"
        << "PIDPressure" << false << Taints {}
        << Taints {{"node.kubernetes.io/pid-pressure", {}, "NoSchedule", start}};
    QTest::newRow("DiskPressure over: the taint goes")
        << "True"
        << "" << false << Taints {{"node.kubernetes.io/disk-pressure", {}, "NoSchedule", start}} << Taints {};
    QTest::newRow("cordoned") << "True"
                              << "" << true << Taints {} << Taints {{unschedulable, {}, "NoSchedule", start}};
    QTest::newRow("a foreign NoExecute taint stays, and gets a time")
        << "True"
        << "" << false << Taints {{"mine", {}, "NoExecute", {}}} << Taints {{"mine", {}, "NoExecute", start}};
}

void TestNodeLifecycle::wantsTaints()
{
    QFETCH(QString, ready);
    QFETCH(QString, pressure);
    QFETCH(bool, cordoned);
    QFETCH(std::vector<Taint>, has);
    QFETCH(std::vector<Taint>, wants);
    Node subject = node(ready.toStdString());
    for (auto &condition : subject.status.conditions) {
        if (condition.type == pressure.toStdString())
            condition.status = "True";
    }
    if (cordoned)
        subject.spec.unschedulable = true;
    subject.spec.taints = has;
    QVERIFY(controlplane::wantedTaints(subject, start) == wants);
    subject.spec.taints = wants;
    QVERIFY(controlplane::wantedTaints(subject, start + 1h) == wants);
}

void TestNodeLifecycle::keepsTheTimeOfASwappedTaint()
{
    Fixture f;
    Node subject = node("False");
    subject.spec.taints = {{std::string(controlplane::taints::notReady), {}, "NoExecute", start - 100s}};
    f.put(subject);
    f.clock.advance(45s);
    f.settle();
    QCOMPARE(f.taints(), "unreachable:NoExecute unreachable:NoSchedule ");
    QVERIFY(f.get()->spec.taints[0].timeAdded == start - 100s);
}

void TestNodeLifecycle::becomesUnknownAfterTheGracePeriod_data()
{
    QTest::addColumn<int>("lastSign");
    QTest::addColumn<int>("unknownAt");

    QTest::newRow("§3.6: 40 s of silence, seen by the next pass of 5 s") << 0 << 45'000;
    QTest::newRow("silence ends right after a pass: almost no wait") << 4'900 << 45'000;
    QTest::newRow("silence ends right before a pass: another one") << 5'100 << 50'000;
}

void TestNodeLifecycle::becomesUnknownAfterTheGracePeriod()
{
    QFETCH(int, lastSign);
    QFETCH(int, unknownAt);
    Fixture f;
    f.clock.advance(std::chrono::milliseconds(lastSign));
    f.put(node("True"));
    const Plan waiting = f.settle();
    QCOMPARE((f.clock.now() - start + *waiting.checkAgainAfter) / 1ms, unknownAt);
    f.clock.advance(*waiting.checkAgainAfter - 1ms);
    QVERIFY(f.settle().checkAgainAfter == 1ms);
    QVERIFY(f.get()->isReady());
    f.clock.advance(1ms);
    const Plan settled = f.settle();
    QVERIFY(!settled.checkAgainAfter);
    const api::NodeCondition *ready = f.get()->condition("Ready");
    QCOMPARE(ready->status, "Unknown");
    QCOMPARE(ready->reason, "NodeStatusUnknown");
    QCOMPARE(ready->message, "Kubelet stopped posting node status.");
    QVERIFY(ready->lastHeartbeatTime == start); // frozen
    QVERIFY(ready->lastTransitionTime == start + std::chrono::milliseconds(unknownAt));
    QCOMPARE(f.get()->condition("DiskPressure")->status, "Unknown");
    QCOMPARE(f.taints(), "unreachable:NoSchedule ");
    QCOMPARE(f.lab.eventReasons(), "NodeNotReady");
    QCOMPARE(f.lab.events[0].message, "Node w1 status is now: NodeNotReady");
}

void TestNodeLifecycle::leavesOtherConditions()
{
    Fixture f;
    Node subject = node("True");
    subject.status.conditions.push_back({"NetworkUnavailable", "False", start, start, "RouteCreated", ""});
    f.put(subject);
    f.clock.advance(45s);
    f.settle();
    QCOMPARE(f.get()->condition("NetworkUnavailable")->status, "False");
}

void TestNodeLifecycle::countsLeaseRenewals()
{
    Fixture f;
    f.put(node("True"));
    for (int i = 0; i < 30; ++i) {
        f.clock.advance(10s);
        f.renew("w1");
        QVERIFY(f.settle().checkAgainAfter == 45s);
    }
    f.clock.advance(44s);
    f.settle();
    QVERIFY(f.get()->isReady());
    f.clock.advance(1s);
    f.settle();
    QVERIFY(!f.get()->isReady());
    f.renew("w1", f.clock.now() - 1h); // an older renewal is no sign of life
    QVERIFY(f.lifecycle.probes().lastSeen("w1") == f.clock.now() - 45s);
}

void TestNodeLifecycle::looksNoEarlierThanItNeeds()
{
    Fixture f;
    const auto nextLook = [&] { return f.lifecycle.nextLook({{}, "w1"}); };
    QVERIFY(nextLook() == f.clock.now()); // it is not there
    f.put(node("True"));
    f.clock.advance(10s);
    f.renew("w1");
    QVERIFY(nextLook() == f.clock.now() + *f.settle().checkAgainAfter);
    f.clock.advance(45s);
    QVERIFY(nextLook() == f.clock.now());
    f.put(node("False"));
    QVERIFY(nextLook() == f.clock.now()); // its pods may have changed
}

void TestNodeLifecycle::countsReports()
{
    Fixture f;
    f.put(node("True"));
    f.clock.advance(39s);
    Node reported = *f.get();
    reported.status.conditions.back().lastHeartbeatTime = start + 39s;
    f.put(reported);
    f.clock.advance(40s);
    f.settle();
    QVERIFY(f.get()->isReady());
    Node labelled = *f.get(); // a change that is no report
    labelled.metadata.labels["a"] = "b";
    f.put(labelled);
    f.clock.advance(6s);
    f.settle();
    QVERIFY(!f.get()->isReady());
}

void TestNodeLifecycle::givesAFullGraceAfterARestart()
{
    Fixture f;
    f.clock.advance(24h);
    f.put(node("True")); // last heartbeat a day ago, but we have only just begun to look
    QVERIFY(f.settle().checkAgainAfter == 45s);
    QVERIFY(f.get()->isReady());
}

void TestNodeLifecycle::setsWhatWasNeverReported()
{
    Fixture f;
    Node mute = node({});
    mute.status.conditions.clear();
    f.put(mute);
    QVERIFY(f.settle().checkAgainAfter == 65s);
    f.clock.advance(65s);
    f.settle();
    QCOMPARE(f.get()->status.conditions.size(), 4U);
    for (const auto &condition : f.get()->status.conditions) {
        QCOMPARE(condition.status, "Unknown");
        QCOMPARE(condition.reason, "NodeStatusNeverUpdated");
        QVERIFY(condition.lastHeartbeatTime == start);
    }
}

void TestNodeLifecycle::announcesANewNode()
{
    const api::EmitEvent event = controlplane::registered(node("True"));
    QCOMPARE(event.reason, "RegisteredNode");
    QCOMPARE(event.message, "Node w1 event: Registered Node w1 in Controller");
}

void TestNodeLifecycle::marksPods()
{
    Fixture f;
    f.put(node("True"));
    auto pod = support::fromYaml<Pod>("metadata: {name: web, namespace: default}\n"
                                      "spec: {nodeName: w1, containers: [{name: c, image: i}]}\n"
                                      "status: {phase: Running}");
    pod.status.conditions = {{"Ready", "True", start, {}, {}}, {"ContainersReady", "True", start, {}, {}}};
    f.lab.put(pod);
    f.settle();
    QCOMPARE(f.lab.writes, 0);
    Node unready = *f.get();
    unready.status.conditions.back().status = "False";
    f.put(unready);
    f.clock.advance(3s);
    f.settle();
    const auto marked = f.lab.of<Pod>().find(pod.key());
    QCOMPARE(marked->status.conditions[0].status, "False");
    QVERIFY(marked->status.conditions[0].lastTransitionTime == start + 3s);
    QCOMPARE(marked->status.conditions[1].status, "True");
    QCOMPARE(f.taints(), "not-ready:NoSchedule ");
    QCOMPARE(f.lab.eventReasons(), "NodeNotReady");
}

void TestNodeLifecycle::comesBack()
{
    Fixture f;
    f.put(node("True"));
    f.clock.advance(45s);
    f.settle();
    Node back = *f.get();
    for (auto &condition : back.status.conditions) {
        condition.status = condition.type == "Ready" ? "True" : "False";
        condition.lastHeartbeatTime = f.clock.now();
    }
    f.put(back);
    const Plan plan = f.settle();
    QCOMPARE(f.taints(), "");
    QVERIFY(plan.checkAgainAfter == 45s);
    QCOMPARE(plan.reasons.at(0).code, "Ready");
}

void TestNodeLifecycle::forgivesAllAfterATotalFailure()
{
    Fixture f;
    for (const char *name : {"w1", "w2", "w3"})
        f.put(node("True", name));
    f.clock.advance(45s);
    f.settle("w1");
    f.settle("w2"); // w3 is about to follow
    Node dead = *f.get("w3");
    dead.status.conditions.back().status = "False";
    f.put(dead);
    f.put(node("True", "w1"));
    QVERIFY(f.lifecycle.probes().lastSeen("w3") == f.clock.now());
    QVERIFY(f.lifecycle.probes().lastSeen("w2") == f.clock.now());
}

void TestNodeLifecycle::forgetsNodes()
{
    Fixture f;
    f.put(node("True"));
    f.lab.remove<Node>({{}, "w1"});
    QCOMPARE(f.lifecycle.probes().size(), 0U);
    f.renew("w1");
    QCOMPARE(f.lifecycle.probes().size(), 0U);
    QVERIFY(f.lifecycle.reconcile({{}, "nobody"}) == Plan());
}

QTEST_GUILESS_MAIN(TestNodeLifecycle)
#include "tst_nodelifecycle.moc"
