// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/actuator/hollowpod.h"
#include "core/api/yaml.h"

#include <QFile>
#include <QTest>

using namespace core;

class TestHollowPod : public QObject
{
    Q_OBJECT

private slots:
    void name_data();
    void name();
    void kubeletLine_data();
    void kubeletLine();
    void specification_data();
    void specification();
    void ownership_data();
    void ownership();
};

namespace {

api::Machine machineNamed(const std::string &name, const std::string &uid)
{
    api::Machine machine;
    machine.metadata.name = name;
    machine.metadata.ns = "default";
    machine.metadata.uid = uid;
    machine.metadata.creationTimestamp = api::parseTime("2026-11-20T10:00:00Z").value();
    return machine;
}

api::KubemarkProviderConfig configOf(const std::string &yaml)
{
    return api::parseProviderConfig(api::parseYaml(yaml).value()).value();
}

api::Json golden(const QString &file)
{
    QFile in(QStringLiteral(HOLLOWLAB_SOURCE_DIR "/tests/data/actuator/") + file);
    if (!in.open(QIODevice::ReadOnly))
        return {};
    return api::parseYaml(in.readAll().toStdString()).value_or(api::Json());
}

} // namespace

void TestHollowPod::name_data()
{
    QTest::addColumn<QByteArray>("machine");
    QTest::addColumn<QByteArray>("uid");
    QTest::addColumn<QByteArray>("pod");
    // The digits are those of: printf %s <uid> | sha256sum | cut -c1-8
    QTest::newRow("the name and 8 digits of the uid's SHA-256")
        << QByteArray("workers-x2v9k") << QByteArray("uid-1") << QByteArray("workers-x2v9k-4a49acf8");
    QTest::newRow("another generation of the same name has another pod")
        << QByteArray("workers-x2v9k") << QByteArray("uid-2") << QByteArray("workers-x2v9k-afaec2d5");
    QTest::newRow("a long name is cut to 54 characters")
        << QByteArray(60, 'm') << QByteArray("uid-1") << QByteArray(54, 'm') + "-4a49acf8";
    QTest::newRow("no label ends in a dash or a dot")
        << QByteArray(52, 'm') + "-." + QByteArray(6, 'x') << QByteArray("uid-1")
        << QByteArray(52, 'm') + "-4a49acf8";
}

void TestHollowPod::name()
{
    QFETCH(QByteArray, machine);
    QFETCH(QByteArray, uid);
    QFETCH(QByteArray, pod);
    const std::string name = actuator::hollowPodName(machineNamed(machine.toStdString(), uid.toStdString()));
    QCOMPARE(QByteArray::fromStdString(name), pod);
    QVERIFY(name.size() <= 63);
}

void TestHollowPod::kubeletLine_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QByteArray>("flags");
    QTest::newRow("§2.2 no options, no flags") << QByteArray("image: i") << QByteArray("");
    QTest::newRow("§1.4 row 1: turnUnhealthyAfter takes healthyDuration")
        << QByteArray("{image: i, turnUnhealthyAfter: true, healthyDuration: 90s, unhealthyDuration: 40s}")
        << QByteArray(" --turn-unhealthy-after=true --healthy-duration=1m30s");
    QTest::newRow("§1.4 row 1: turnUnhealthyAfter falls back to unhealthyDuration")
        << QByteArray("{image: i, turnUnhealthyAfter: true, unhealthyDuration: 40s}")
        << QByteArray(" --turn-unhealthy-after=true --healthy-duration=40s");
    QTest::newRow("§2.2 turnUnhealthyPeriodically names both durations")
        << QByteArray(
               "{image: i, turnUnhealthyPeriodically: true, healthyDuration: 40s, unhealthyDuration: 5s}")
        << QByteArray(" --turn-unhealthy-periodically=true --healthy-duration=40s --unhealthy-duration=5s");
    QTest::newRow("§1.4 row 3: both of a legacy object behave as After") << QByteArray(
        "{image: i, turnUnhealthyAfter: true, turnUnhealthyPeriodically: true, healthyDuration: 1s,"
        " unhealthyDuration: 5s}") << QByteArray(" --turn-unhealthy-after=true --healthy-duration=1s");
    QTest::newRow("§1.4 row 1: turnUnhealthyAfter at once")
        << QByteArray("{image: i, turnUnhealthyAfter: true}")
        << QByteArray(" --turn-unhealthy-after=true --healthy-duration=0s");
    QTest::newRow("§2.2 durations of nothing have no flag")
        << QByteArray("{image: i, healthyDuration: 40s, unhealthyDuration: 5s}") << QByteArray();
    QTest::newRow("§2.2 capacity flags") << QByteArray("{image: i, numCores: 2, memoryCapacity: 4294967296}")
                                         << QByteArray(" --num-cores=2 --memory-capacity=4294967296");
}

void TestHollowPod::kubeletLine()
{
    QFETCH(QByteArray, config);
    QFETCH(QByteArray, flags);
    QCOMPARE(QByteArray::fromStdString(actuator::hollowKubeletLine(configOf(config.toStdString()))),
        "/kubemark --morph=kubelet --name=$(NODE_NAME)" + flags
            + " --node-status-update-frequency=2s --no-schedule=true"
              " --kube-api-content-type=application/vnd.kubernetes.protobuf --alsologtostderr");
}

void TestHollowPod::specification_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<QString>("file");
    QTest::newRow("for the cluster's own kubelets") << QByteArray() << QStringLiteral("pod.yaml");
    QTest::newRow("for a hollow host")
        << QByteArray("hollow-host-1") << QStringLiteral("pod-on-hollow-host.yaml");
}

void TestHollowPod::specification()
{
    QFETCH(QByteArray, host);
    QFETCH(QString, file);
    const auto config =
        configOf("{image: docker.io/gofed/kubemark:v1.14.3-beta.0-2, turnUnhealthyPeriodically: true,"
                 " unhealthyDuration: 5s, healthyDuration: 40s, numCores: 2,"
                 " memoryCapacity: 4294967296}");
    const api::Pod pod =
        actuator::hollowPod(machineNamed("workers-x2v9k", "uid-1"), config, host.toStdString());
    QCOMPARE(QByteArray::fromStdString(api::writeCanonicalJson(api::encodeObject(pod))),
        QByteArray::fromStdString(api::writeCanonicalJson(golden(file))));
}

void TestHollowPod::ownership_data()
{
    QTest::addColumn<QByteArray>("uidLabel");
    QTest::addColumn<QByteArray>("created");
    QTest::addColumn<bool>("own");
    const QByteArray later("2026-11-20T10:00:01Z");
    QTest::newRow("§2.8 a pod with the machine's uid is its own") << QByteArray("uid-1") << later << true;
    QTest::newRow("§2.8 a pod with another uid is a left-over") << QByteArray("uid-0") << later << false;
    QTest::newRow("a pod of the original actuator has no uid and is adopted")
        << QByteArray() << later << true;
    QTest::newRow("a pod without uid that is older than the machine is a left-over")
        << QByteArray() << QByteArray("2026-11-20T09:59:59Z") << false;
}

void TestHollowPod::ownership()
{
    QFETCH(QByteArray, uidLabel);
    QFETCH(QByteArray, created);
    QFETCH(bool, own);
    const api::Machine machine = machineNamed("m", "uid-1");
    api::Pod pod = actuator::hollowPod(machine, {}, {});
    pod.metadata.creationTimestamp = api::parseTime(created.toStdString()).value();
    pod.metadata.labels[std::string(api::keys::podMachineUid)] = uidLabel.toStdString();
    QVERIFY(actuator::isHollowPod(pod));
    QCOMPARE(actuator::isPodOf(pod, machine.metadata), own);
    pod.metadata.labels[std::string(api::keys::podMachineNamespace)] = "elsewhere";
    QVERIFY(!actuator::isPodOf(pod, machine.metadata));
}

QTEST_GUILESS_MAIN(TestHollowPod)
#include "tst_hollowpod.moc"
