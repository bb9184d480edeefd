// SPDX-License-Identifier: GPL-3.0-or-later
// A real kubelet, Kubernetes' own kubemark, joins the embedded lab as a node; stopped, it is found silent,
// and it comes back.

#include "core/api/node.h"
#include "tests/support/cluster.h"
#include "tests/support/program.h"

#include <QDir>
#include <QRandomGenerator>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace std::chrono_literals;
using core::api::Node;
using tests::Cluster;
using tests::Headless;

namespace {

const QString scripts = QStringLiteral(HOLLOWLAB_SOURCE_DIR "/tests/realcluster/");

QString programs()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation)
        + QStringLiteral("/hollowlab/kubernetes-1.20.2/");
}

} // namespace

class TestKubemark : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void joins();
    void renewsItsLease();
    void runsAPod();
    void stoppedIsUnknownAndReturns();

private:
    std::string readiness();

    QTemporaryDir m_directory;
    Headless m_lab;
    std::unique_ptr<Cluster> m_cluster;
    tests::Program m_kubemark;
};

void TestKubemark::initTestCase()
{
    tests::Program fetch;
    fetch.start(QStringLiteral("bash"), {scripts + QStringLiteral("fetch.sh")});
    QVERIFY2(fetch.waitForEnd(25min) == 0, fetch.errors().constData());
    QVERIFY(m_lab.start({QStringLiteral("--lab"), QStringLiteral(":memory:")}));
    m_cluster = std::make_unique<Cluster>(m_lab.kubeconfig());
}

std::string TestKubemark::readiness()
{
    for (const Node &node : m_cluster->list<Node>()) {
        if (node.metadata.name == "real")
            return std::string(node.readyStatus());
    }
    return "absent";
}

void TestKubemark::joins()
{
    const int port = QRandomGenerator::global()->bounded(16'000, 19'000);
    m_kubemark.start(programs() + QStringLiteral("kubemark"),
        {QStringLiteral("--morph=kubelet"), QStringLiteral("--name=real"),
            QStringLiteral("--kubeconfig=") + m_lab.kubeconfig(),
            QStringLiteral("--kubelet-port=%1").arg(port),
            QStringLiteral("--kubelet-read-only-port=%1").arg(port + 1),
            QStringLiteral("--kube-api-content-type=application/json")});
    QTRY_VERIFY2_WITH_TIMEOUT(readiness() == "True", m_kubemark.errors().right(4000).constData(), 60'000);
    const auto node = m_cluster->get("/api/v1/nodes/real");
    QVERIFY(node.has_value());
    QCOMPARE(core::api::textAt(*node, {"status", "nodeInfo", "kubeletVersion"}), std::string_view("v1.20.2"));
}

void TestKubemark::renewsItsLease()
{
    const auto renewed = [&] {
        const auto lease =
            m_cluster->get("/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/real");
        return lease ? std::string(core::api::textAt(*lease, {"spec", "renewTime"})) : std::string();
    };
    QTRY_VERIFY_WITH_TIMEOUT(!renewed().empty(), 15'000);
    const std::string first = renewed();
    QTRY_VERIFY_WITH_TIMEOUT(renewed() != first, 15'000);
}

void TestKubemark::runsAPod()
{
    const auto created =
        m_cluster->apply({{{"apiVersion", "v1"}, {"kind", "Pod"}, {"metadata", {{"name", "app"}}},
            {"spec", {{"nodeName", "real"}, {"containers", {{{"name", "app"}, {"image", "nginx"}}}}}}}});
    QVERIFY2(created.has_value(), created ? "" : created.error().message.c_str());
    const auto phase = [&] {
        const auto pod = m_cluster->get("/api/v1/namespaces/default/pods/app");
        return pod ? std::string(core::api::textAt(*pod, {"status", "phase"})) : pod.error().message;
    };
    QTRY_COMPARE_WITH_TIMEOUT(phase(), std::string("Running"), 30'000);
    QVERIFY(m_cluster->request(core::api::Method::Delete, "/api/v1/namespaces/default/pods/app").has_value());
    QTRY_VERIFY_WITH_TIMEOUT(!m_cluster->get("/api/v1/namespaces/default/pods/app"), 60'000);
}

void TestKubemark::stoppedIsUnknownAndReturns()
{
    m_kubemark.signal(SIGSTOP);
    QElapsedTimer timer;
    timer.start();
    QTRY_COMPARE_WITH_TIMEOUT(readiness(), std::string("Unknown"), 60'000);
    const qint64 silence = timer.elapsed();
    qInfo("Unknown %lld ms after SIGSTOP", static_cast<long long>(silence));
    // 40 s since the last heartbeat, at most 10 s ago; looked for every 5 s.
    QVERIFY2(silence >= 29'000 && silence <= 47'000, qPrintable(QString::number(silence)));
    QVERIFY(!m_cluster->get("/api/v1/nodes/real")->at("spec").at("taints").as_array().empty());
    m_kubemark.signal(SIGCONT);
    QTRY_COMPARE_WITH_TIMEOUT(readiness(), std::string("True"), 30'000);
}

QTEST_GUILESS_MAIN(TestKubemark)
#include "tst_kubemark.moc"
