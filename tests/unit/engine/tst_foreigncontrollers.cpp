// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/foreigncontrollers.h"
#include "tests/unit/engine/externalcluster.h"
#include "tests/unit/printing.h"

using namespace core;
using namespace std::chrono_literals;
using engine::ForeignControllers;
using engine::HeldLock;

namespace {

constexpr base::Time start {std::chrono::sys_days {std::chrono::year {2026} / 11 / 20}};
const std::string leases = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";
const std::string infrastructures = "/apis/config.openshift.io/v1/infrastructures";

api::Lease lease(const std::string &name, const std::string &holder, const std::string &version, int seconds)
{
    api::Lease made;
    made.metadata.ns = "kube-system";
    made.metadata.name = name;
    made.metadata.resourceVersion = version;
    made.spec.holderIdentity = holder;
    made.spec.leaseDurationSeconds = seconds;
    return made;
}

struct Cluster : ExternalCluster {
    Cluster() : ExternalCluster({"machine", "machineset", "nodelink"}) { }

    /// Another program holds the lock and renews it for a while.
    void hold(const std::string &name, base::Duration during)
    {
        const std::string path = leases + "/" + name;
        if (ask(api::Method::Get, path).code == 404)
            ask(api::Method::Post, leases,
                ("{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: " + name
                    + "}, spec: {holderIdentity: original_1, leaseDurationSeconds: 15}}")
                    .c_str());
        for (const base::Time end = clock.now() + during; clock.now() < end; clock.advance(2s)) {
            const std::string now = api::formatMicroTime(clock.now());
            ask(api::Method::Patch, path, ("{spec: {renewTime: \"" + now + "\"}}").c_str());
        }
    }
    void setPlatform(const char *platform)
    {
        ask(api::Method::Post, "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", R"(
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: infrastructures.config.openshift.io}
spec:
  group: config.openshift.io
  names: {kind: Infrastructure, listKind: InfrastructureList, plural: infrastructures,
  singular: infrastructure}
  scope: Cluster
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
)");
        const auto made = ask(api::Method::Post, infrastructures,
            (std::string(
                 "{apiVersion: config.openshift.io/v1, kind: Infrastructure, metadata: {name: cluster}, "
                 "status: {platform: ")
                + platform + "}}")
                .c_str());
        QCOMPARE(made.code, 201);
    }
};

} // namespace

class TestForeignControllers : public QObject
{
    Q_OBJECT

private slots:
    /// docs/machines.md §10.1
    void heldLeasesBlock_data()
    {
        QTest::addColumn<std::string>("lock");
        QTest::addColumn<std::string>("kept");
        QTest::newRow("machine sets, and the provider beside them")
            << std::string("cluster-api-provider-machineset-leader")
            << std::string("machine machineset machinedeployment orphansweep");
        QTest::newRow("a provider") << std::string("cluster-api-provider-aws-leader")
                                    << std::string("machine orphansweep");
        QTest::newRow("health checks")
            << std::string("cluster-api-provider-healthcheck-leader") << std::string("healthcheck");
        QTest::newRow("node links") << std::string("cluster-api-provider-nodelink-leader")
                                    << std::string("nodelink");
        QTest::newRow("MCM's machines")
            << std::string("machine-controller") << std::string("mcm-machine mcm-safety");
        QTest::newRow("MCM's sets and deployments") << std::string(
            "machine-controller-manager") << std::string("mcm-machineset mcm-machinedeployment mcm-safety");
        QTest::newRow("somebody else's") << std::string("kube-controller-manager") << std::string();
        QTest::newRow("our own") << std::string("hollowlab-machine") << std::string();
    }
    void heldLeasesBlock()
    {
        QFETCH(std::string, lock);
        QFETCH(std::string, kept);
        const ForeignControllers foreign {{{{"kube-system", lock}, "original_1"}}, {}};
        std::string found;
        for (const char *unit :
            {"hollow-host", "machine", "machineset", "machinedeployment", "nodelink", "healthcheck",
                "orphansweep", "mcm-machine", "mcm-machineset", "mcm-machinedeployment", "mcm-safety"}) {
            const std::string why = engine::blockedReason(unit, foreign).text;
            if (!why.empty())
                found += (found.empty() ? "" : " ") + std::string(unit);
            QVERIFY(why.empty()
                || why == "another controller does this: original_1 holds the lease kube-system/" + lock);
        }
        QCOMPARE(found, kept);
    }

    /// docs/machines.md §2.9
    void anotherPlatformBlocks_data()
    {
        QTest::addColumn<std::string>("platform");
        QTest::addColumn<bool>("ours");
        QTest::newRow("ours") << std::string("kubemark") << true;
        QTest::newRow("ours in another spelling") << std::string("KubeMark") << true;
        QTest::newRow("no such object") << std::string() << true;
        QTest::newRow("a cloud") << std::string("AWS") << false;
        QTest::newRow("none") << std::string("None") << false;
    }
    void anotherPlatformBlocks()
    {
        QFETCH(std::string, platform);
        QFETCH(bool, ours);
        const std::string why = engine::blockedReason("machineset", {{}, platform}).text;
        QCOMPARE(why.empty(), ours);
        QVERIFY(ours || why.find("platform " + platform) != std::string::npos);
        QCOMPARE(engine::blockedReason("mcm-machine", {{}, platform}).empty(), ours);
        QVERIFY(engine::blockedReason("hollow-host", {{}, platform}).empty());
    }

    void aLeaseThatDoesNotChangeIsNotHeld()
    {
        engine::LeaseJudge judge;
        judge.see({lease("a", "x", "1", 20), lease("b", "", "2", 20)}, "kube-system", start);
        judge.see({}, "elsewhere", start);
        QVERIFY(judge.held(start + 19s) == (std::vector {HeldLock {{"kube-system", "a"}, "x"}}));
        judge.see({lease("a", "x", "1", 20)}, "kube-system", start + 10s);
        QVERIFY(judge.held(start + 20s).empty());
        judge.see({lease("a", "x", "3", 20)}, "kube-system", start + 30s);
        QCOMPARE(judge.held(start + 49s).size(), 1U);
        judge.see({}, "kube-system", start + 40s);
        QVERIFY(judge.held(start + 41s).empty());
        judge.see({lease("c", "x", "4", 0)}, "kube-system", start); // no duration is the usual one
        QCOMPARE(judge.held(start + 14s).size(), 1U);
        QVERIFY(judge.held(start + 15s).empty());
    }

    void oursWaitUntilTheOriginalsHaveGone()
    {
        Cluster cluster;
        cluster.hold("cluster-api-provider-machineset-leader", 2s);
        cluster.enter();
        cluster.hold("cluster-api-provider-machineset-leader", 2min);
        QCOMPARE(cluster.acting(), std::string("nodelink"));
        QTRY_COMPARE(cluster.controllers["machine"].note.text,
            std::string("another controller does this: original_1 holds the lease "
                        "kube-system/cluster-api-provider-machineset-leader"));
        QVERIFY(!cluster.controllers["machine"].running && cluster.controllers["nodelink"].running);
        cluster.clock.advance(40s);
        QCOMPARE(cluster.acting(), std::string("machine machineset nodelink"));
    }

    void oursGiveWayWhenOriginalsCome()
    {
        Cluster cluster;
        cluster.enter();
        cluster.clock.advance(30s);
        QCOMPARE(cluster.acting(), std::string("machine machineset nodelink"));
        cluster.hold("cluster-api-provider-nodelink-leader", 30s);
        QCOMPARE(cluster.acting(), std::string("machine machineset"));
    }

    void oursStayAwayFromAnotherPlatform()
    {
        Cluster cluster;
        cluster.setPlatform("AWS");
        cluster.enter();
        cluster.clock.advance(1min);
        QCOMPARE(cluster.acting(), std::string());
        QTRY_VERIFY(cluster.controllers["machineset"].note.text.find("platform AWS") != std::string::npos);
        QCOMPARE(cluster.ask(api::Method::Delete, infrastructures + "/cluster").code, 200);
        cluster.clock.advance(30s);
        QCOMPARE(cluster.acting(), std::string("machine machineset nodelink"));
    }

    void whoCannotLookDoesNotAct()
    {
        Cluster cluster;
        api::Response refusal;
        refusal.code = 403;
        refusal.body = api::share(api::failureStatus(403, "Forbidden", "not you"));
        cluster.instead["/apis/config.openshift.io"] = refusal;
        cluster.enter();
        cluster.clock.advance(1min);
        QCOMPARE(cluster.acting(), std::string());
        QTRY_COMPARE(cluster.controllers["machine"].note.text,
            std::string("can't find out whether another program does this already: not you"));
        cluster.instead.clear();
        cluster.clock.advance(30s);
        QCOMPARE(cluster.acting(), std::string("machine machineset nodelink"));
        cluster.instead["/apis/config.openshift.io"] = refusal; // what was seen last counts
        cluster.clock.advance(1min);
        QCOMPARE(cluster.acting(), std::string("machine machineset nodelink"));
    }
};

QTEST_GUILESS_MAIN(TestForeignControllers)
#include "tst_foreigncontrollers.moc"
