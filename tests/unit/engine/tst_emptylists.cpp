// SPDX-License-Identifier: GPL-3.0-or-later
// A server that suddenly has nothing of a kind to tell, without an error: nothing is deleted for it
// (docs/faults-and-threats.md T18).
#include "tests/unit/engine/externalcluster.h"

#include <QTest>

using namespace core;
using namespace std::chrono_literals;

namespace {

constexpr const char *sets = "/apis/machine.openshift.io/v1beta1/namespaces/default/machinesets";
constexpr const char *checks = "/apis/machine.openshift.io/v1beta1/namespaces/default/machinehealthchecks";

api::Response empty(const std::string &apiVersion, const std::string &kind)
{
    api::Response response;
    response.body = api::share(api::JsonObject {{"apiVersion", apiVersion}, {"kind", kind + "List"},
        {"metadata", api::JsonObject {{"resourceVersion", "1000000"}}}, {"items", api::JsonArray()}});
    return response;
}

std::size_t countOf(const ExternalCluster &cluster, const std::string &path)
{
    return cluster.ask(api::Method::Get, path).list->items.size();
}

} // namespace

class TestEmptyLists : public QObject
{
    Q_OBJECT

private slots:
    void nothingIsDeleted_data();
    void nothingIsDeleted();
};

void TestEmptyLists::nothingIsDeleted_data()
{
    QTest::addColumn<std::string>("path");
    QTest::addColumn<std::string>("apiVersion");
    QTest::addColumn<std::string>("kind");
    const std::string machineApi = "machine.openshift.io/v1beta1";
    QTest::newRow("T18 machines") << std::string("/apis/machine.openshift.io/v1beta1/machines") << machineApi
                                  << std::string("Machine");
    QTest::newRow("T18 sets") << std::string("/apis/machine.openshift.io/v1beta1/machinesets") << machineApi
                              << std::string("MachineSet");
    QTest::newRow("T18 nodes") << std::string("/api/v1/nodes") << std::string("v1") << std::string("Node");
}

void TestEmptyLists::nothingIsDeleted()
{
    QFETCH(std::string, path);
    QFETCH(std::string, apiVersion);
    QFETCH(std::string, kind);
    ExternalCluster cluster(
        {"hollow-host", "machine", "machineset", "nodelink", "healthcheck", "orphansweep"});
    cluster.ask(api::Method::Post, sets, R"(
apiVersion: machine.openshift.io/v1beta1
kind: MachineSet
metadata: {name: workers}
spec:
  replicas: 3
  selector: {matchLabels: {set: workers}}
  template:
    metadata: {labels: {set: workers}}
    spec: {providerSpec: {value: {apiVersion: kubemarkproviderconfig.k8s.io/v1alpha1,
      kind: KubemarkMachineProviderConfig, image: i}}}
)");
    cluster.ask(api::Method::Post, checks, R"(
apiVersion: machine.openshift.io/v1beta1
kind: MachineHealthCheck
metadata: {name: workers}
spec:
  selector: {matchLabels: {set: workers}}
  unhealthyConditions: [{type: Ready, status: Unknown, timeout: 15s}]
)");
    cluster.enter();
    const std::string pods = "/api/v1/namespaces/kubemark-actuator/pods";
    const std::string machines = "/apis/machine.openshift.io/v1beta1/machines";
    cluster.clock.advance(2min);
    QCOMPARE(countOf(cluster, pods), std::size_t(3));
    QCOMPARE(countOf(cluster, machines), std::size_t(3));
    const std::size_t nodes = countOf(cluster, "/api/v1/nodes");

    cluster.engine.reset();
    cluster.instead.emplace(path + "?", empty(apiVersion, kind));
    cluster.instead.emplace(path, empty(apiVersion, kind));
    cluster.enter();
    cluster.clock.advance(2h);
    cluster.instead.clear();
    QVERIFY(countOf(cluster, pods) >= 3);
    QVERIFY(countOf(cluster, machines) >= 3);
    QVERIFY(countOf(cluster, "/api/v1/nodes") >= nodes);
}

QTEST_GUILESS_MAIN(TestEmptyLists)
#include "tst_emptylists.moc"
