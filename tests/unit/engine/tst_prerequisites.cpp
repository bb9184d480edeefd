// SPDX-License-Identifier: GPL-3.0-or-later
// An external cluster may have only one of the machine systems: each controller runs where its kinds are
// served, and says so where they are not.
#include "tests/unit/engine/externalcluster.h"
#include "tests/unit/printing.h"

using namespace core;
using namespace std::chrono_literals;

namespace {

const std::string ofMachineApi = "/apis/machine.openshift.io/v1beta1";
const std::string ofMcm = "/apis/machine.sapcloud.io/v1alpha1";
const std::string sets = ofMachineApi + "/namespaces/default/machinesets";

struct Cluster : ExternalCluster {
    Cluster()
        : ExternalCluster(
            {"machine", "machineset", "healthcheck", "nodelink", "orphansweep", "mcm-machine", "mcm-safety"})
    {
    }
    void hide(const std::string &family)
    {
        api::Response unknown;
        unknown.code = 404;
        unknown.text = "404 page not found";
        instead[family] = unknown;
    }
    void hideAllButMachineApi()
    {
        for (const std::string &family :
            {ofMcm, std::string("/apis/cluster.k8s.io"), std::string("/apis/healthchecking.openshift.io")})
            hide(family);
    }
};

const std::string allOfMachineApi = "machine machineset healthcheck nodelink";
const std::string all = allOfMachineApi + " orphansweep mcm-machine mcm-safety";

} // namespace

class TestPrerequisites : public QObject
{
    Q_OBJECT

private slots:
    void whereEverythingIsServedEverythingRuns()
    {
        Cluster cluster;
        cluster.enter();
        cluster.clock.advance(30s);
        QCOMPARE(cluster.acting(), all);
        QTRY_VERIFY(cluster.controllers["mcm-safety"].running);
        QVERIFY(cluster.missing.empty());
    }

    void whereOnlyTheFirstSystemIsServedItRuns()
    {
        Cluster cluster;
        cluster.hideAllButMachineApi();
        cluster.enter();
        cluster.clock.advance(30s);
        QCOMPARE(cluster.acting(), allOfMachineApi);
        QTRY_COMPARE(cluster.controllers["mcm-machine"].note.text,
            std::string("the cluster does not serve machines.machine.sapcloud.io, "
                        "machineclasses.machine.sapcloud.io"));
        QCOMPARE(cluster.controllers["orphansweep"].note.text,
            std::string("the cluster does not serve machines.machine.sapcloud.io"));
        QVERIFY(cluster.controllers["machineset"].note.empty());
        QCOMPARE(cluster.missing.size(), 7U);
        const auto made = cluster.ask(api::Method::Post, sets,
            "{apiVersion: machine.openshift.io/v1beta1, kind: MachineSet, metadata: {name: a}, "
            "spec: {replicas: 2, selector: {matchLabels: {set: a}}, "
            "template: {metadata: {labels: {set: a}}}}}");
        QCOMPARE(made.code, 201);
        cluster.clock.advance(5s);
        const auto machines = cluster.ask(api::Method::Get, ofMachineApi + "/machines");
        QCOMPARE(machines.list->items.size(), 2U);
    }

    void whereOnlyTheSecondSystemIsServedItRuns()
    {
        Cluster cluster;
        cluster.hide(ofMachineApi);
        cluster.enter();
        cluster.clock.advance(30s);
        QCOMPARE(cluster.acting(), std::string("mcm-machine mcm-safety"));
        QTRY_COMPARE(cluster.controllers["nodelink"].note.text,
            std::string("the cluster does not serve machines.machine.openshift.io"));
    }

    void whatIsInstalledLaterRunsThen()
    {
        Cluster cluster;
        cluster.hideAllButMachineApi();
        cluster.hide(ofMachineApi);
        cluster.enter();
        cluster.clock.advance(1min);
        QCOMPARE(cluster.acting(), std::string());
        cluster.instead.erase(ofMachineApi);
        cluster.clock.advance(5s);
        QCOMPARE(cluster.acting(), allOfMachineApi);
        cluster.instead.clear();
        cluster.clock.advance(15s);
        QCOMPARE(cluster.acting(), all);
    }

    /// An API server that has just been started may not know all its CRDs yet.
    void whatWasServedOnceCounts()
    {
        Cluster cluster;
        cluster.hide(ofMcm);
        cluster.enter();
        cluster.clock.advance(30s);
        QCOMPARE(cluster.acting(), allOfMachineApi);
        cluster.hide(ofMachineApi);
        cluster.clock.advance(12s);
        cluster.instead.clear();
        cluster.clock.advance(12s);
        QCOMPARE(cluster.acting(), all);
    }

    /// docs/machines.md §10.3: Kubernetes 1.20 serves policy/v1beta1 alone.
    void budgetsOfPodsAreWaitedForByNobody_data()
    {
        QTest::addColumn<QString>("family");
        QTest::addColumn<int>("code");
        QTest::addColumn<int>("watches"); // of budgets
        QTest::newRow("the older version alone") << QStringLiteral("/apis/policy/v1/") << 404 << 1;
        QTest::newRow("not served") << QStringLiteral("/apis/policy/") << 404 << 0;
        QTest::newRow("forbidden") << QStringLiteral("/apis/policy/") << 403 << 0;
    }

    void budgetsOfPodsAreWaitedForByNobody()
    {
        QFETCH(const QString, family);
        QFETCH(const int, code);
        QFETCH(const int, watches);
        Cluster cluster;
        cluster.hide(family.toStdString());
        cluster.instead.begin()->second.code = code;
        cluster.enter();
        cluster.clock.advance(30s);
        QCOMPARE(cluster.acting(), all);
        QTRY_VERIFY(cluster.controllers["mcm-safety"].running);
        QVERIFY(cluster.status->unread.empty());
        QVERIFY(cluster.status->connection == engine::Connection::Live);
        const int wanted = cluster.status->watchesWanted;
        QCOMPARE(cluster.status->watchesLive, wanted);
        cluster.instead.clear();
        cluster.clock.advance(6min);
        QTRY_COMPARE(cluster.status->watchesWanted, wanted + 1 - watches);
        QCOMPARE(cluster.status->watchesLive, cluster.status->watchesWanted);
    }

    void whileNobodyAnswersNobodyRuns()
    {
        Cluster cluster;
        api::Response failure;
        failure.code = 503;
        failure.text = "later";
        cluster.instead[ofMcm] = failure;
        cluster.enter();
        cluster.clock.advance(30s);
        QCOMPARE(cluster.acting(), std::string());
        cluster.instead.clear();
        cluster.clock.advance(10s);
        QCOMPARE(cluster.acting(), all);
    }
};

QTEST_GUILESS_MAIN(TestPrerequisites)
#include "tst_prerequisites.moc"
