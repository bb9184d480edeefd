// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hollow/commandlines.h"

#include <QTest>

using namespace core;
using namespace std::chrono_literals;
using hollow::HollowKubeletConfig;

Q_DECLARE_METATYPE(core::api::Container)
Q_DECLARE_METATYPE(core::hollow::HollowKubeletConfig)

namespace {

const api::Json nodeNameFromPod = api::JsonObject {{"name", "NODE_NAME"},
    {"valueFrom", api::JsonObject {{"fieldRef", api::JsonObject {{"fieldPath", "metadata.name"}}}}}};

api::Container shell(const std::string &line)
{
    api::Container container;
    container.command = {"/bin/sh", "-c", line};
    container.env = {nodeNameFromPod};
    return container;
}

api::Container direct(std::vector<std::string> args)
{
    api::Container container;
    container.command = {"/kubemark"};
    container.args = std::move(args);
    return container;
}

api::Pod pod()
{
    api::Pod pod;
    pod.metadata.name = "worker-1";
    pod.metadata.ns = "kubemark-actuator";
    return pod;
}

template<typename Change>
HollowKubeletConfig with(Change change)
{
    HollowKubeletConfig config;
    change(config);
    return config;
}

} // namespace

class TestCommandLine : public QObject
{
    Q_OBJECT

private slots:
    void reads_data();
    void reads();
    void refuses_data();
    void refuses();
    void readsEachPodOnce();
};

void TestCommandLine::reads_data()
{
    QTest::addColumn<api::Container>("container");
    QTest::addColumn<HollowKubeletConfig>("config");

    QTest::newRow("§2.2: the line of the original actuator, periodically")
        << shell("/kubemark --morph=kubelet --name=$(NODE_NAME) --turn-unhealthy-periodically=true "
                 "--unhealthy-duration=5s --healthy-duration=40s --num-cores=2 --memory-capacity=4294967296 "
                 "--node-status-update-frequency=2s --no-schedule=true "
                 "--kube-api-content-type=application/vnd.kubernetes.protobuf --alsologtostderr")
        << with([](auto &c) {
               c.nodeName = "worker-1";
               c.provided.turnUnhealthyPeriodically = true;
               c.provided.unhealthyDuration.value = 5s;
               c.provided.healthyDuration.value = 40s;
               c.provided.numCores = 2;
               c.provided.memoryCapacity = 4294967296;
               c.statusUpdateFrequency = 2s;
               c.noSchedule = true;
           });
    QTest::newRow("§2.2: turn unhealthy after")
        << shell("/kubemark --morph=kubelet --name=n --turn-unhealthy-after=true --healthy-duration=1m30s")
        << with([](auto &c) {
               c.nodeName = "n";
               c.provided.turnUnhealthyAfter = true;
               c.provided.healthyDuration.value = 90s;
           });
    QTest::newRow("§2.10: a command with arguments, labels, taints and extended resources") << direct(
        {"--v=3", "--morph=kubelet", "--name=capk", "--extended-resources=cpu=4,memory=8G,nvidia.com/gpu=1",
            "--register-with-taints=a=b:NoSchedule,c:NoExecute",
            "--node-labels=x=y,z=", "--max-pods=20"}) << with([](auto &c) {
        c.nodeName = "capk";
        c.extendedResources = {{"cpu", {"4"}}, {"memory", {"8G"}}, {"nvidia.com/gpu", {"1"}}};
        c.taints = {{"a", "b", "NoSchedule", {}}, {"c", "", "NoExecute", {}}};
        c.nodeLabels = {{"x", "y"}, {"z", ""}};
        c.maxPods = 20;
    });
    QTest::newRow("§3.1: without a name it is fake-node, with one core and 3.75 GiB")
        << shell("/kubemark --morph=kubelet") << HollowKubeletConfig {};
    QTest::newRow("a value may be the next word, a switch needs none, quotes hold together") << shell(
        "exec /kubemark --morph kubelet --name 'n 1' --no-schedule --num-cores 3 2>&1") << with([](auto &c) {
        c.nodeName = "n 1";
        c.noSchedule = true;
        c.provided.numCores = 3;
    });
    QTest::newRow("an unknown flag is ignored with a note")
        << shell("/kubemark --morph=kubelet --name=n --warp=9") << with([](auto &c) {
               c.nodeName = "n";
               c.notes = {"flag --warp is not known and was ignored"};
           });
    QTest::newRow("a variable that nobody set stays as it is") << shell(
        "/kubemark --morph=kubelet --name=$(NOBODY)-x") << with([](auto &c) { c.nodeName = "$(NOBODY)-x"; });
}

void TestCommandLine::reads()
{
    QFETCH(api::Container, container);
    QFETCH(HollowKubeletConfig, config);
    const auto read = hollow::readCommandLine(pod(), container);
    QVERIFY(read.has_value());
    QCOMPARE(read->nodeName, config.nodeName);
    QCOMPARE(read->notes, config.notes);
    QVERIFY(*read == config);
}

void TestCommandLine::refuses_data()
{
    QTest::addColumn<QString>("flag");
    QTest::addColumn<QString>("message");

    QTest::newRow("a duration without unit") << "--healthy-duration=40"
                                             << "--healthy-duration=40: expected a duration such as 40s";
    QTest::newRow("a negative duration") << "--unhealthy-duration=-1s"
                                         << "--unhealthy-duration=-1s: expected a duration such as 40s";
    QTest::newRow("no cores") << "--num-cores=0"
                              << "--num-cores=0: expected a whole number above zero";
    QTest::newRow("memory with a unit") << "--memory-capacity=4Gi"
                                        << "--memory-capacity=4Gi: expected a whole number above zero";
    QTest::newRow("a status loop without pause")
        << "--node-status-update-frequency=0s"
        << "--node-status-update-frequency=0s: expected a duration above zero";
    QTest::newRow("a taint without effect") << "--register-with-taints=a=b"
                                            << "--register-with-taints=a=b: expected key=value:Effect,…";
    QTest::newRow("a switch that is neither on nor off") << "--no-schedule=maybe"
                                                         << "--no-schedule=maybe: expected true or false";
    QTest::newRow("a resource without quantity") << "--extended-resources=cpu=lots"
                                                 << "--extended-resources=cpu=lots: expected name=quantity,…";
}

void TestCommandLine::refuses()
{
    QFETCH(QString, flag);
    QFETCH(QString, message);
    const auto read =
        hollow::readCommandLine(pod(), shell("/kubemark --morph=kubelet " + flag.toStdString()));
    QVERIFY(!read.has_value());
    QCOMPARE(QString::fromStdString(read.error().message), message);
}

void TestCommandLine::readsEachPodOnce()
{
    hollow::CommandLines lines;
    const auto podOf = [](const std::string &uid, const std::string &cores) {
        api::Pod made = pod();
        made.metadata.uid = uid;
        made.spec.containers = {shell("/kubemark --morph=kubelet --num-cores=" + cores)};
        return made;
    };
    const auto read = [&](const api::Pod &pod) { return lines.of(pod, pod.spec.containers.front()); };
    using Cores = std::optional<std::int64_t>;
    QCOMPARE(read(podOf("first", "2"))->provided.numCores, Cores(2));
    QCOMPARE(read(podOf("first", "4"))->provided.numCores, Cores(2));
    QCOMPARE(read(podOf("second", "3"))->provided.numCores, Cores(3));
    QVERIFY(!read(podOf("broken", "no")));
    QCOMPARE(read(podOf("first", "2"))->provided.numCores, Cores(2));
    lines.forget(pod().key());
    QCOMPARE(read(podOf("first", "4"))->provided.numCores, Cores(4));
}

QTEST_GUILESS_MAIN(TestCommandLine)
#include "tst_commandline.moc"
