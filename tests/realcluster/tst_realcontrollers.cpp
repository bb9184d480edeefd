// SPDX-License-Identifier: GPL-3.0-or-later
// The real kube-controller-manager and kube-scheduler work on the embedded lab, whose own stand-ins for them
// are off.

#include "core/api/pod.h"
#include "tests/realcluster/realplane.h"

#include <QTest>

using namespace std::chrono_literals;
using core::api::Json;
using tests::Cluster;
using tests::eventually;
using tests::Headless;
using tests::Program;
using tests::RealPlane;

namespace {

const QString withoutStandIns = QStringLiteral(
    "all,-cronjob,-daemonset,-deployment,-disruption,-endpoints,-garbagecollector,-job,-namespaces,"
    "-nodeeviction,-nodelifecycle,-podautoscaler,-podgc,-replicaset,-rootca,-scheduler,-serviceaccount,"
    "-statefulset,-tainteviction");

constexpr std::string_view deployments = "/apis/apps/v1/namespaces/default/deployments";
constexpr std::string_view daemonSets = "/apis/apps/v1/namespaces/default/daemonsets";
constexpr std::string_view statefulSets = "/apis/apps/v1/namespaces/default/statefulsets";

/// Its pods run on hollow nodes, and look like code to whoever escapes it.
Json workload(std::string_view kind, std::string_view name, const Json &more)
{
    const Json container {{"name", "c"}, {"image", "i"}, {"command", {"sh", "-c", "a < b && c > d"}}};
    Json spec {{"selector", {{"matchLabels", {{"app", name}}}}},
        {"template",
            {{"metadata", {{"labels", {{"app", name}}}}},
                {"spec", {{"tolerations", {{{"operator", "Exists"}}}}, {"containers", {container}}}}}}};
    for (const auto &member : more.get_object())
        spec.get_object().insert_or_assign(member.key(), member.value());
    return {
        {"apiVersion", "apps/v1"}, {"kind", kind}, {"metadata", {{"name", name}}}, {"spec", std::move(spec)}};
}

} // namespace

class TestRealControllers : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void aDeploymentOfTwentyPods();
    void setsWithOneRevisionEach();
    void whoeverGoesTakesWhatHeOwns();
    void cleanup();

private:
    std::int64_t numberAt(const std::string &path, std::initializer_list<std::string_view> member);
    void runBeside(Program &program, const char *name);

    Headless m_lab;
    Program m_manager;
    Program m_scheduler;
    std::unique_ptr<Cluster> m_cluster;
};

void TestRealControllers::runBeside(Program &program, const char *name)
{
    program.start(RealPlane::program(QStringLiteral("kubernetes-1.20.2/") + QLatin1String(name)),
        {QStringLiteral("--kubeconfig=") + m_lab.kubeconfig(), QStringLiteral("--leader-elect=false"),
            QStringLiteral("--port=0"), QStringLiteral("--secure-port=0")});
}

void TestRealControllers::initTestCase()
{
    const QByteArray trouble = RealPlane::fetch();
    QVERIFY2(trouble.isEmpty(), trouble.constData());
    QVERIFY(m_lab.start({QStringLiteral("--lab"), QStringLiteral(":memory:"), QStringLiteral("--controllers"),
        withoutStandIns}));
    m_cluster = std::make_unique<Cluster>(m_lab.kubeconfig());
    runBeside(m_manager, "kube-controller-manager");
    runBeside(m_scheduler, "kube-scheduler");
    QVERIFY2(eventually(
                 [this] {
                     return m_cluster->get("/api/v1/namespaces/default/serviceaccounts/default").has_value();
                 },
                 60s),
        m_manager.errors().right(4000).constData());
}

void TestRealControllers::cleanup()
{
    QVERIFY2(m_manager.isRunning(), m_manager.errors().right(4000).constData());
    QVERIFY2(m_scheduler.isRunning(), m_scheduler.errors().right(4000).constData());
}

std::int64_t TestRealControllers::numberAt(
    const std::string &path, std::initializer_list<std::string_view> member)
{
    const auto object = m_cluster->get(path);
    return object ? core::api::integerAt(*object, member).value_or(0) : -1;
}

void TestRealControllers::aDeploymentOfTwentyPods()
{
    const std::string path = std::string(deployments) + "/web";
    QVERIFY(m_cluster->apply({workload("Deployment", "web", {{"replicas", 20}})}).has_value());
    QVERIFY(eventually([&] { return numberAt(path, {"status", "readyReplicas"}) == 20; }, 60s));
    constexpr std::string_view smaller =
        R"({"spec":{"replicas":5,"template":{"spec":{"containers":[{"name":"c","image":"j"}]}}}})";
    QVERIFY(m_cluster->mergePatch(path, smaller).has_value());
    QVERIFY(eventually(
        [&] {
            return numberAt(path, {"status", "updatedReplicas"}) == 5
                && numberAt(path, {"status", "availableReplicas"}) == 5
                && numberAt(path, {"status", "replicas"}) == 5;
        },
        60s));
}

/// A revision that reads otherwise than it was written is made again and again.
void TestRealControllers::setsWithOneRevisionEach()
{
    const std::string daemons = std::string(daemonSets) + "/each";
    const std::string states = std::string(statefulSets) + "/kept";
    QVERIFY(m_cluster
                ->apply({workload("DaemonSet", "each", Json(core::api::JsonObject())),
                    workload("StatefulSet", "kept", {{"replicas", 2}, {"serviceName", "kept"}})})
                .has_value());
    const auto nodes = m_cluster->get("/api/v1/nodes");
    QVERIFY(nodes.has_value());
    const auto wanted = static_cast<std::int64_t>(nodes->at("items").as_array().size());
    QVERIFY(eventually(
        [&] {
            return numberAt(daemons, {"status", "numberReady"}) == wanted
                && numberAt(daemons, {"status", "updatedNumberScheduled"}) == wanted
                && numberAt(states, {"status", "readyReplicas"}) == 2
                && numberAt(states, {"status", "updatedReplicas"}) == 2;
        },
        60s));
    const auto revisions = m_cluster->get("/apis/apps/v1/namespaces/default/controllerrevisions");
    QVERIFY(revisions.has_value());
    QCOMPARE(revisions->at("items").as_array().size(), std::size_t(2));
    for (const std::string &path : {daemons, states})
        QCOMPARE(numberAt(path, {"status", "collisionCount"}), std::int64_t(0));
}

void TestRealControllers::whoeverGoesTakesWhatHeOwns()
{
    for (const std::string &path : {std::string(deployments) + "/web", std::string(daemonSets) + "/each",
             std::string(statefulSets) + "/kept"})
        QVERIFY(m_cluster->request(core::api::Method::Delete, path).has_value());
    QVERIFY(eventually(
        [&] {
            const auto pods = m_cluster->get("/api/v1/namespaces/default/pods?labelSelector=app");
            return pods && pods->at("items").as_array().empty();
        },
        60s));
}

QTEST_GUILESS_MAIN(TestRealControllers)
#include "tst_realcontrollers.moc"
