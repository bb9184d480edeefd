// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/machine.h"
#include "core/hollow/hollowhost.h"
#include "core/runtime/indexes.h"
#include "tests/support/planlab.h"
#include "tests/support/plantext.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace core;
using namespace std::chrono_literals;
using api::Node;
using api::Pod;
using hollow::VirtualKubelet;
using runtime::Plan;
using support::restsBecause;

namespace {

const base::Time start = support::PlanLab::usualStart;
const std::string host = "hollow-host-lab";
const api::ObjectKey podKey {"kubemark-actuator", "w1"};
const api::ObjectKey nodeKey {{}, "w1"};
const std::string faultKey(api::keys::fault);
const std::string recipeKey(api::keys::recipe);
const std::string bootKey(api::keys::boot);

Pod hollowPod(const std::string &flags = {}, const std::string &name = "w1")
{
    Pod pod;
    pod.metadata.name = name;
    pod.metadata.ns = "kubemark-actuator";
    pod.spec.nodeName = host;
    api::Container container;
    container.name = "hollow-kubelet";
    container.image = "kubemark";
    container.command = {"/bin/sh", "-c",
        "/kubemark --morph=kubelet --name=" + name + " --node-status-update-frequency=2s --no-schedule=true "
            + flags};
    pod.spec.initContainers.push_back({.name = "init", .image = "busybox"});
    pod.spec.containers.push_back(container);
    pod.spec.containers.push_back({.name = "hollow-proxy", .image = "kubemark"});
    pod.status.phase = "Pending";
    return pod;
}

Pod workload(const std::string &name, const std::string &node)
{
    Pod pod;
    pod.metadata.name = name;
    pod.metadata.ns = "default";
    pod.spec.nodeName = node;
    pod.spec.containers.push_back({.name = "main", .image = "nginx"});
    pod.status.phase = "Pending";
    return pod;
}

std::string_view condition(const Pod &pod, std::string_view type)
{
    for (const auto &held : pod.status.conditions) {
        if (held.type == type)
            return held.status;
    }
    return {};
}

struct Fixture {
    explicit Fixture(base::Duration bootDelay = {})
    {
        auto &pods = lab.informers.of<Pod>();
        runtime::addPodsByNode(pods);
        pods.addIndex(std::string(hollow::kubeletsByNode), hollow::kubeletsByNodeIndex(host, commandLines));
        startKubelet(clock, bootDelay);
        lab.start();
    }
    void startKubelet(base::Clock &itsClock, base::Duration bootDelay = {})
    {
        kubelet.emplace(hollow::VirtualKubeletOptions {lab.of<Pod>(), lab.of<Node>(), host, addresses,
            commandLines, chance, itsClock, {bootDelay, bootDelay}});
    }

    Plan plan(const api::ObjectKey &key) const { return kubelet->reconcile(key); }
    /// Applies plans until one asks for nothing; returns that one.
    Plan settle(const api::ObjectKey &key)
    {
        for (int i = 0; i < 10; ++i) {
            const Plan next = plan(key);
            if (next.effects.empty())
                return next;
            lab.apply(next);
        }
        QTest::qFail("does not settle", __FILE__, __LINE__);
        return {};
    }
    std::shared_ptr<const Pod> pod() { return lab.of<Pod>().find(podKey); }
    std::shared_ptr<const Node> node() { return lab.of<Node>().find(nodeKey); }
    void putFault(const std::string &text)
    {
        lab.edit<Node>(nodeKey, [&](Node &edited) { edited.metadata.annotations[faultKey] = text; });
    }

    /// The pod has no grace in which a kubelet would have its say.
    void removePod() { lab.remove<Pod>(podKey, 0); }

    support::PlanLab lab;
    base::Clock &clock = lab.clock;
    base::Chance chance {1};
    hollow::AddressPool addresses {chance};
    std::shared_ptr<hollow::CommandLines> commandLines = std::make_shared<hollow::CommandLines>();
    std::optional<VirtualKubelet> kubelet;
};

} // namespace

class TestHollowKubelet : public QObject
{
    Q_OBJECT

private slots:
    void registersInOnePlan();
    void tellsOfFlagsThatItDoesNotKnow();
    void reusesANodeThatIsThere();
    void doesNotRegisterTwice();
    void crashesOnABadCommandLine();
    void waitsForTheBootDelay();
    void startsAtOnceThoughTheServersClockIsAhead();
    void leavesANameThatIsTaken();
    void reportsAtLeastEveryFiveMinutes();
    void flipsOnTime();
    void obeysAFault();
    void fallsSilentOnCommand();
    void warnsOnceOfAnUnreadableFault();
    void warnsOfAnUnreadableRecipe();
    void reportsConditions_data();
    void reportsConditions();
    void leavesConditionsOfOthersAlone();
    void reportsAnUpdateInPlace();
    void rebootsOnCommand();
    void aNewProcessHasABootIdOfItsOwn();
    void aFaultOnCommandDoesNotUndoAReboot();
    void bootsAsThePodSays_data();
    void bootsAsThePodSays();
    void isHeardOfOnceInAWhile();
    void goesOnInTheMiddleOfARecipe_data();
    void goesOnInTheMiddleOfARecipe();
    void takesReadyBackFromTheNodeController();
    void goesOnAfterItsHostWasAway();
    void stopsWithinASecond_data();
    void stopsWithinASecond();
    void runsWorkloads();
    void completesJobs();
    void jobsRunAsLongAsTheySay_data();
    void jobsRunAsLongAsTheySay();
    void leavesWorkloadsOfASilentNode();
    void isNotWokenByItsOwnReports();
    void touchesNothingElse();
    void handsOutUniqueAddresses();
    void registersItself();
};

void TestHollowKubelet::registersInOnePlan()
{
    Fixture f;
    f.lab.put(hollowPod("--num-cores=2 --memory-capacity=4294967296 --node-labels=a=b"));
    f.lab.apply(f.plan(podKey));
    QCOMPARE(f.lab.writes, 2); // the Node with its first status, and the pod's status
    QCOMPARE(f.lab.eventReasons(), "Starting NodeReady");

    const auto node = f.node();
    QVERIFY(node && node->isReady());
    QCOMPARE(node->metadata.label("kubernetes.io/hostname"), "w1");
    QCOMPARE(node->metadata.label("beta.kubernetes.io/os"), "linux");
    QCOMPARE(node->metadata.label("a"), "b");
    QCOMPARE(node->spec.providerID, "kubemark://w1");
    QVERIFY(node->spec.taints == (std::vector<api::Taint> {{"kubemark", "true", "NoSchedule", {}}}));
    QCOMPARE(node->status.capacity.at("cpu").text, "2");
    QCOMPARE(node->status.capacity.at("memory").text, "4294967296");
    QCOMPARE(node->status.capacity.at("pods").text, "110");
    QVERIFY(node->status.allocatable == node->status.capacity);
    std::string conditions;
    for (const auto &held : node->status.conditions)
        conditions += held.type + "=" + held.status + "/" + held.reason + " ";
    QCOMPARE(conditions,
        "MemoryPressure=False/KubeletHasSufficientMemory DiskPressure=False/KubeletHasNoDiskPressure "
        "PIDPressure=False/KubeletHasSufficientPID Ready=True/KubeletReady ");

    const auto pod = f.pod();
    QCOMPARE(pod->status.phase, "Running");
    QCOMPARE(std::string(node->address("InternalIP")), pod->status.podIP);
    QVERIFY(pod->status.podIP.starts_with("10."));
    QCOMPARE(std::string(condition(*pod, "Ready")), "True");
    QCOMPARE(
        std::string(api::textAt(pod->status.initContainerStatuses.at(0), {"state", "terminated", "reason"})),
        "Completed");

    const Plan next = f.plan(podKey);
    QVERIFY(next.effects.empty());
    QVERIFY(next.checkAgainAfter == 5min);
}

void TestHollowKubelet::tellsOfFlagsThatItDoesNotKnow()
{
    Fixture f;
    f.lab.put(hollowPod("--warp=9"));
    const Plan plan = f.plan(podKey);
    QCOMPARE(support::codesOf(plan.reasons), "Started,CommandLine");
    const auto told = std::ranges::find(plan.reasons, "CommandLine", &api::Reason::code);
    QVERIFY2(told->text.find("--warp") != std::string::npos, told->text.c_str());
    f.lab.apply(plan);
    QVERIFY(f.node());
}

void TestHollowKubelet::reusesANodeThatIsThere()
{
    Fixture f;
    Node old;
    old.metadata.name = "w1";
    old.metadata.labels = {{"mine", "kept"}, {"kubernetes.io/os", "plan9"}};
    old.spec.taints = {{"mine", "", "NoSchedule", {}}};
    old.status.conditions = {{"Ready", "Unknown", start - 1h, start - 1h, "NodeStatusUnknown", ""}};
    const auto taints = f.lab.put(old)->spec.taints;
    f.lab.put(hollowPod());
    f.settle(podKey);
    const auto node = f.node();
    QCOMPARE(node->metadata.label("mine"), "kept");
    QCOMPARE(node->metadata.label("kubernetes.io/os"), "linux");
    QVERIFY(node->spec.taints == taints); // §3.2 row 2: taints of the existing object stay
    QVERIFY(node->isReady());
    QVERIFY(node->condition("Ready")->lastTransitionTime == start);
}

void TestHollowKubelet::doesNotRegisterTwice()
{
    Fixture f;
    f.lab.put(hollowPod());
    f.settle(podKey);
    f.lab.remove<Node>(nodeKey);
    const Plan plan = f.settle(podKey); // §3.2 row 1
    QVERIFY(!f.node());
    QCOMPARE(plan.reasons.at(0).code, "NodeGone");
    f.removePod();
    f.lab.put(hollowPod()); // a new pod of that name is a new process
    f.settle(podKey);
    QVERIFY(f.node());
}

void TestHollowKubelet::crashesOnABadCommandLine()
{
    Fixture f;
    f.lab.put(hollowPod("--num-cores=none"));
    f.settle(podKey);
    QCOMPARE(f.pod()->status.phase, "Running"); // §2.8: no phase change
    QCOMPARE(std::string(condition(*f.pod(), "Ready")), "False");
    QCOMPARE(
        std::string(api::textAt(f.pod()->status.containerStatuses.at(0), {"state", "waiting", "reason"})),
        "CrashLoopBackOff");
    QCOMPARE(f.lab.eventReasons(), "BackOff");
    QVERIFY(!f.node());
}

void TestHollowKubelet::waitsForTheBootDelay()
{
    Fixture f(30s);
    f.lab.put(hollowPod());
    f.clock.advance(10s);
    const Plan plan = f.plan(podKey);
    QVERIFY(plan.effects.empty());
    QVERIFY(plan.checkAgainAfter == 20s);
    f.clock.advance(20s);
    f.settle(podKey);
    QVERIFY(f.node());
}

void TestHollowKubelet::startsAtOnceThoughTheServersClockIsAhead()
{
    Fixture f;
    base::Clock behind(start - 5s);
    f.startKubelet(behind);
    f.lab.put(hollowPod());
    f.settle(podKey);
    QVERIFY(f.node());
}

void TestHollowKubelet::leavesANameThatIsTaken()
{
    Fixture f;
    f.lab.put(hollowPod());
    f.settle(podKey);
    const auto before = f.node();
    for (const std::string name : {"another", "zebra"}) {
        Pod second = hollowPod();
        second.metadata.name = name;
        f.lab.put(second);
        QCOMPARE(f.settle(second.key()).reasons.at(0).code, "Crashed");
        QCOMPARE(f.lab.events.back().message,
            "the hollow kubelet does not start: --name: the pod kubemark-actuator/w1 has taken it");
    }
    f.clock.advance(1min);
    QVERIFY(f.settle(podKey).effects.empty());
    QVERIFY(*f.node() == *before);
}

void TestHollowKubelet::reportsAtLeastEveryFiveMinutes()
{
    Fixture f;
    f.lab.put(hollowPod());
    f.settle(podKey);
    f.clock.advance(5min - 1s);
    QVERIFY(f.plan(podKey).effects.empty());
    f.clock.advance(1s);
    const Plan report = f.plan(podKey);
    QCOMPARE(report.effects.size(), 1U);
    QVERIFY(std::get<api::PatchObject>(report.effects.front()).isHeartbeat);
    f.settle(podKey);
    const api::NodeCondition *ready = f.node()->condition("Ready");
    QVERIFY(ready->lastHeartbeatTime == start + 5min);
    QVERIFY(ready->lastTransitionTime == start);
    f.putFault("not-ready");
    const Plan news = f.plan(podKey);
    const auto *patch = std::get_if<api::PatchObject>(&news.effects.at(0));
    QVERIFY(patch && !patch->isHeartbeat);
}

void TestHollowKubelet::flipsOnTime()
{
    Fixture f;
    f.lab.put(hollowPod("--turn-unhealthy-periodically=true --unhealthy-duration=5s --healthy-duration=40s"));
    std::string flips;
    while (f.clock.now() < start + 140s) {
        const bool before = f.node() && f.node()->isReady();
        const Plan plan = f.settle(podKey);
        if (f.node()->isReady() != before)
            flips += std::to_string((f.clock.now() - start) / 1s) + (before ? "- " : "+ ");
        f.clock.advance(*plan.checkAgainAfter);
    }
    QCOMPARE(flips, "0+ 40- 46+ 86- 90+ 130- 136+ ");
    QCOMPARE(f.lab.eventReasons(),
        "Starting NodeReady NodeNotReady NodeReady NodeNotReady NodeReady NodeNotReady NodeReady");
    QCOMPARE(f.lab.writes, 2 + 6);
}

void TestHollowKubelet::obeysAFault()
{
    Fixture f;
    f.lab.put(hollowPod());
    f.settle(podKey);
    f.clock.advance(100s + 300ms);
    f.putFault("not-ready for 30s");
    Plan plan = f.settle(podKey);
    QCOMPARE(f.node()->metadata.annotations.at(faultKey), "not-ready until 2026-11-20T10:02:11Z");
    QCOMPARE(f.node()->condition("Ready")->status, "False");
    QCOMPARE(f.node()->condition("Ready")->reason, "KubeletNotReady");
    QCOMPARE(f.node()->condition("Ready")->message,
        "RuntimeDisrupter is not healthy: reporting not ready on request (not-ready until "
        "2026-11-20T10:02:11Z)");
    QVERIFY(f.clock.now() + *plan.checkAgainAfter == start + 131s);
    f.clock.advance(*plan.checkAgainAfter);
    f.settle(podKey);
    QVERIFY(!f.node()->metadata.annotations.contains(faultKey));
    QVERIFY(f.node()->isReady());
    QCOMPARE(f.lab.eventReasons(), "Starting NodeReady NodeNotReady NodeReady");
}

void TestHollowKubelet::fallsSilentOnCommand()
{
    Fixture f;
    f.lab.put(hollowPod());
    f.settle(podKey);
    f.putFault("silent");
    f.clock.advance(1h);
    const auto before = f.node();
    const Plan plan = f.settle(podKey);
    QVERIFY(!plan.checkAgainAfter);
    QVERIFY(*f.node() == *before);
    QVERIFY(f.kubelet->stateOf("w1")->health == hollow::Health::Silent);
    f.lab.edit<Node>(nodeKey, [](Node &node) { node.metadata.annotations.clear(); });
    f.settle(podKey);
    QVERIFY(f.node()->condition("Ready")->lastHeartbeatTime == start + 1h);
}

void TestHollowKubelet::warnsOnceOfAnUnreadableFault()
{
    Fixture f;
    f.lab.put(hollowPod());
    f.settle(podKey);
    f.lab.events.clear();
    f.putFault("on-fire");
    f.settle(podKey);
    f.clock.advance(6min);
    f.settle(podKey);
    QCOMPARE(f.lab.eventReasons(), "InvalidFault");
    QVERIFY(f.lab.events.at(0).message.find("\"on-fire\"") != std::string::npos);
    QVERIFY(f.node()->isReady());
}

void TestHollowKubelet::warnsOfAnUnreadableRecipe()
{
    Fixture f;
    Pod pod = hollowPod();
    pod.metadata.annotations = {{recipeKey, "on-fire"}, {bootKey, "soon"}};
    f.lab.put(pod);
    f.settle(podKey);
    f.clock.advance(6min);
    f.settle(podKey);
    QVERIFY(f.node()->isReady());
    QCOMPARE(f.lab.eventReasons(), "Starting NodeReady InvalidFault");
    const std::string &message = f.lab.events.back().message;
    QVERIFY(message.find("hollowlab.io/recipe is ignored: \"on-fire\"") != std::string::npos);
    QVERIFY(message.find("hollowlab.io/boot is ignored: \"soon\"") != std::string::npos);
}

void TestHollowKubelet::reportsConditions_data()
{
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("faulty");
    QTest::addColumn<QString>("sound");
    QTest::addColumn<QString>("events");
    const auto row = [](const char *fault, const char *type, const char *faulty, const char *sound,
                         const char *events) {
        QTest::newRow(fault) << fault << type << faulty << sound << events;
    };
    row("memory-pressure", "MemoryPressure",
        "True KubeletHasInsufficientMemory kubelet has insufficient memory available",
        "False KubeletHasSufficientMemory kubelet has sufficient memory available",
        "NodeHasInsufficientMemory NodeHasSufficientMemory");
    row("disk-pressure", "DiskPressure", "True KubeletHasDiskPressure kubelet has disk pressure",
        "False KubeletHasNoDiskPressure kubelet has no disk pressure",
        "NodeHasDiskPressure NodeHasNoDiskPressure");
    row("pid-pressure", "PIDPressure",
        "True KubeletHasInsufficientPID kubelet has insufficient PID available",
        "False KubeletHasSufficientPID kubelet has sufficient PID available",
        "NodeHasInsufficientPID NodeHasSufficientPID");
    row("network-unavailable", "NetworkUnavailable",
        "True NoRouteCreated RouteController failed to create a route, on request (network-unavailable)",
        "False RouteCreated RouteController created a route", "NoRouteCreated RouteCreated");
    row("kernel-deadlock", "KernelDeadlock",
        "True DockerHung task docker blocked for more than 120 seconds, on request (kernel-deadlock)",
        "False KernelHasNoDeadlock kernel has no deadlock", "DockerHung KernelHasNoDeadlock");
    row("readonly-filesystem", "ReadonlyFilesystem",
        "True FilesystemIsReadOnly Remounting filesystem read-only, on request (readonly-filesystem)",
        "False FilesystemIsNotReadOnly Filesystem is not read-only",
        "FilesystemIsReadOnly FilesystemIsNotReadOnly");
}

void TestHollowKubelet::reportsConditions()
{
    QFETCH(QString, fault);
    QFETCH(QString, type);
    Fixture f;
    f.lab.put(hollowPod());
    f.settle(podKey);
    f.lab.events.clear();
    const auto told = [&] {
        const api::NodeCondition *held = f.node()->condition(type.toStdString());
        return QString::fromStdString(held->status + " " + held->reason + " " + held->message);
    };
    f.clock.advance(10s);
    f.putFault(fault.toStdString());
    QCOMPARE(f.settle(podKey).reasons.at(0).code, "ReportingFault");
    QTEST(told(), "faulty");
    QVERIFY(f.node()->condition(type.toStdString())->lastTransitionTime == start + 10s);
    QVERIFY(f.node()->isReady());
    f.clock.advance(10s);
    f.lab.edit<Node>(nodeKey, [](Node &node) { node.metadata.annotations.clear(); });
    f.settle(podKey);
    QTEST(told(), "sound");
    QVERIFY(f.node()->condition(type.toStdString())->lastTransitionTime == start + 20s);
    QTEST(QString::fromStdString(f.lab.eventReasons()), "events");
}

void TestHollowKubelet::leavesConditionsOfOthersAlone()
{
    Fixture f;
    f.lab.put(hollowPod());
    f.settle(podKey);
    f.lab.edit<Node>(nodeKey, [](Node &node) {
        node.status.conditions.push_back({"KernelDeadlock", "True", {}, {}, "DockerHung", "really"});
    });
    f.clock.advance(10min);
    f.settle(podKey);
    QCOMPARE(f.node()->condition("KernelDeadlock")->message, "really");
}

void TestHollowKubelet::reportsAnUpdateInPlace()
{
    Fixture f;
    f.lab.put(hollowPod());
    f.settle(podKey);
    const base::Time ready = f.clock.now();
    f.lab.edit<Node>(nodeKey, [ready](Node &node) {
        node.metadata.labels["node.machine.sapcloud.io/selected-for-update"] = "true";
        node.status.conditions.push_back({"InPlaceUpdate", "True", {}, ready, "ReadyForUpdate", {}});
    });
    QCOMPARE(f.settle(podKey).checkAgainAfter.value(), base::Duration(10s));
    f.clock.advance(10s);
    QCOMPARE(f.plan(podKey).reasons.front().code, std::string("ReportingUpdate"));
    f.settle(podKey);
    QCOMPARE(
        f.node()->metadata.label("node.machine.sapcloud.io/update-result"), std::string_view("successful"));
}

void TestHollowKubelet::rebootsOnCommand()
{
    Fixture f;
    f.lab.put(hollowPod());
    f.settle(podKey);
    const std::string before = f.node()->status.nodeInfo.bootID;
    f.lab.events.clear();
    f.clock.advance(100s);
    f.putFault("reboot");
    Plan plan = f.settle(podKey);
    QCOMPARE(f.node()->readyStatus(), "False");
    QVERIFY(f.node()->condition("Ready")->message.ends_with("node is shutting down"));
    f.clock.advance(*plan.checkAgainAfter);
    plan = f.settle(podKey);
    QVERIFY(f.kubelet->stateOf("w1")->health == hollow::Health::Silent);
    QVERIFY(f.clock.now() + *plan.checkAgainAfter == start + 120s);
    QCOMPARE(f.node()->status.nodeInfo.bootID, before);
    f.clock.advance(*plan.checkAgainAfter);
    f.settle(podKey);
    const std::string after = f.node()->status.nodeInfo.bootID;
    QVERIFY(f.node()->isReady() && after != before && after.size() == before.size());
    QVERIFY(!f.node()->metadata.annotations.contains(faultKey));
    QCOMPARE(f.lab.eventReasons(), "NodeNotReady Rebooted NodeReady");
    QCOMPARE(f.lab.events.at(1).type, "Warning");
    QCOMPARE(f.lab.events.at(1).message, "Node w1 has been rebooted, boot id: " + after);
    f.clock.advance(6min);
    f.settle(podKey);
    QCOMPARE(f.node()->status.nodeInfo.bootID, after); // nothing but the Node remembers it
}

void TestHollowKubelet::aNewProcessHasABootIdOfItsOwn()
{
    Fixture f;
    f.lab.put(hollowPod());
    f.settle(podKey);
    const std::string before = f.node()->status.nodeInfo.bootID;
    f.removePod();
    f.lab.put(hollowPod());
    f.lab.events.clear();
    f.settle(podKey);
    QVERIFY(f.node()->status.nodeInfo.bootID != before);
    QCOMPARE(f.lab.eventReasons(), "Starting Rebooted"); // as real kubelets tell it
}

void TestHollowKubelet::aFaultOnCommandDoesNotUndoAReboot()
{
    Fixture f;
    Pod pod = hollowPod();
    pod.metadata.annotations.emplace(recipeKey, "reboot after 1m for 10s");
    f.lab.put(pod);
    std::vector<std::string> ids;
    const auto pass = [&](base::Duration duration) {
        const base::Time end = f.clock.now() + duration;
        while (f.clock.now() < end) {
            const Plan plan = f.settle(podKey);
            const std::string &id = f.node()->status.nodeInfo.bootID;
            if (ids.empty() || ids.back() != id)
                ids.push_back(id);
            f.clock.advance(std::min(end - f.clock.now(), plan.checkAgainAfter.value_or(1h)));
        }
    };
    pass(5min);
    QCOMPARE(ids.size(), 2U);
    f.putFault("reboot for 10s");
    pass(20min);
    QCOMPARE(ids.size(), 3U);
    QCOMPARE(std::set(ids.begin(), ids.end()).size(), 3U);
}

void TestHollowKubelet::bootsAsThePodSays_data()
{
    QTest::addColumn<QString>("boot");
    QTest::addColumn<int>("least");
    QTest::addColumn<int>("most");
    QTest::newRow("exact") << "40s" << 40 << 40;
    QTest::newRow("drawn") << "20s..50s" << 20 << 50;
    QTest::newRow("unreadable: as the host says") << "soon" << 30 << 30;
}

void TestHollowKubelet::bootsAsThePodSays()
{
    QFETCH(QString, boot);
    QFETCH(int, least);
    QFETCH(int, most);
    Fixture f(30s);
    Pod pod = hollowPod();
    pod.metadata.annotations.emplace(bootKey, boot.toStdString());
    f.lab.put(pod);
    const Plan plan = f.plan(podKey);
    QCOMPARE(plan.reasons.at(0).code, "Booting");
    QVERIFY(*plan.checkAgainAfter >= std::chrono::seconds(least));
    QVERIFY(*plan.checkAgainAfter <= std::chrono::seconds(most));
    f.clock.advance(*plan.checkAgainAfter);
    f.settle(podKey);
    QVERIFY(f.node());

    Fixture never;
    pod.metadata.annotations[bootKey] = "never";
    never.lab.put(pod);
    never.clock.advance(24h);
    const Plan waiting = never.plan(podKey);
    QVERIFY(waiting.effects.empty() && !waiting.checkAgainAfter);
    QCOMPARE(waiting.reasons.at(0).code, "NeverJoins");
}

void TestHollowKubelet::isHeardOfOnceInAWhile()
{
    Fixture f;
    f.lab.put(hollowPod());
    f.settle(podKey);
    f.putFault("late-heartbeats 60s");
    f.settle(podKey);
    f.clock.advance(45s);
    f.lab.edit<Node>(nodeKey, [](Node &node) { // the node controller's patience has ended
        for (auto &held : node.status.conditions)
            held.status = "Unknown";
    });
    const Plan plan = f.settle(podKey);
    QCOMPARE(f.node()->readyStatus(), "Unknown");
    QVERIFY(*plan.checkAgainAfter == 15s);
    f.clock.advance(15s);
    f.settle(podKey);
    QVERIFY(f.node()->isReady());
}

void TestHollowKubelet::goesOnInTheMiddleOfARecipe_data()
{
    QTest::addColumn<QString>("recipe");
    for (const char *recipe :
        {"flapping 30s up 20s down", "reboot after 50s for 20s", "not-ready,silent in turn every 35s",
            "disk-pressure flapping 20s..40s up 10s..30s down", "late-heartbeats 60s"})
        QTest::newRow(recipe) << QString::fromUtf8(recipe);
}

/// A program that was away, and one that was not, come to the same Node.
void TestHollowKubelet::goesOnInTheMiddleOfARecipe()
{
    QFETCH(QString, recipe);
    const auto run = [&](base::Duration awayFrom, base::Duration awayTo) {
        Fixture f;
        Pod pod = hollowPod();
        pod.metadata.annotations.emplace(recipeKey, recipe.toStdString());
        f.lab.put(pod);
        while (f.clock.now() < start + 200s) {
            const base::Duration age = f.clock.now() - start;
            if (age < awayFrom || age >= awayTo)
                f.settle(podKey);
            f.clock.advance(1s);
        }
        api::NodeStatus status = f.node()->status;
        for (auto &held : status.conditions) {
            held.lastHeartbeatTime.reset();
            held.lastTransitionTime.reset(); // a flip that nobody saw is not dated
        }
        return api::writeJson(api::encode(status));
    };
    const std::string undisturbed = run(0s, 0s);
    for (const int away : {40, 55, 65, 90})
        QCOMPARE(run(std::chrono::seconds(away), 110s), undisturbed);
}

void TestHollowKubelet::takesReadyBackFromTheNodeController()
{
    Fixture f;
    f.lab.put(hollowPod());
    f.settle(podKey);
    f.lab.edit<Node>(nodeKey, [](Node &node) {
        for (auto &held : node.status.conditions)
            held.status = "Unknown";
        node.status.conditions.push_back({"NetworkUnavailable", "False", {}, {}, "Theirs", ""});
    });
    f.settle(podKey);
    QVERIFY(f.node()->isReady());
    QCOMPARE(f.node()->condition("MemoryPressure")->status, "False");
    QCOMPARE(f.node()->condition("NetworkUnavailable")->reason, "Theirs");
}

void TestHollowKubelet::goesOnAfterItsHostWasAway()
{
    Fixture f;
    f.lab.put(hollowPod());
    f.settle(podKey);
    f.clock.advance(1h);
    f.lab.edit<Pod>(podKey, [](Pod &pod) { // as a cluster's own node controller does to pods of a silent node
        for (auto &held : pod.status.conditions) {
            if (held.type == "Ready")
                held.status = "False";
        }
    });
    f.settle(podKey);
    QCOMPARE(std::string(condition(*f.pod(), "Ready")), "True");
    QVERIFY(f.node()->condition("Ready")->lastHeartbeatTime == start + 1h);
}

void TestHollowKubelet::stopsWithinASecond_data()
{
    QTest::addColumn<int>("grace");
    QTest::addColumn<int>("ahead"); ///< of our clock is the server's
    QTest::addColumn<int>("expected");
    QTest::newRow("§3.7: default grace: after one second") << 30 << 0 << 1000;
    QTest::newRow("grace of one second") << 1 << 0 << 1000;
    QTest::newRow("no grace: held by finalizers only") << 0 << 0 << 0;
    QTest::newRow("the server's clock is ahead: at once") << 30 << 3600 << 0;
}

void TestHollowKubelet::stopsWithinASecond()
{
    QFETCH(int, grace);
    QFETCH(int, ahead);
    QFETCH(int, expected);
    for (Pod pod : {hollowPod(), workload("p", host)}) {
        if (grace == 0) // else the server asks no kubelet
            pod.metadata.finalizers = {"example.com/mine"};
        Fixture f;
        base::Clock clock(start - std::chrono::seconds(ahead));
        f.startKubelet(clock);
        f.lab.put(pod);
        f.settle(pod.key());
        f.lab.remove<Pod>(pod.key(), grace);
        const Plan waiting = f.plan(pod.key());
        QCOMPARE(waiting.checkAgainAfter.value_or(base::Duration()) / 1ms, expected);
        clock.advance(waiting.checkAgainAfter.value_or(base::Duration()));
        const Plan ended = f.settle(pod.key());
        if (grace == 0) {
            QCOMPARE(restsBecause(ended), "HeldByFinalizers");
            f.lab.edit<Pod>(pod.key(), [](Pod &held) { held.metadata.finalizers.clear(); });
        }
        QVERIFY(!f.lab.of<Pod>().find(pod.key()));
    }
}

void TestHollowKubelet::runsWorkloads()
{
    Fixture f;
    f.lab.put(hollowPod());
    const api::ObjectKey key = f.lab.put(workload("web", "w1"))->key();
    QCOMPARE(f.settle(key).reasons.at(0).code, "KubeletStarting");
    f.settle(podKey);
    QVERIFY(
        f.kubelet->podsOfPod(nullptr, f.pod().get()) == (std::vector {podKey, key})); // the start wakes it
    QVERIFY(f.kubelet->podsOfPod(f.pod().get(), f.pod().get()) == (std::vector {podKey}));
    f.settle(key);
    const auto web = f.lab.of<Pod>().find(key);
    QCOMPARE(web->status.phase, "Running");
    QCOMPARE(web->status.hostIP, f.pod()->status.podIP);
    for (const char *type : {"Initialized", "Ready", "ContainersReady", "PodScheduled"})
        QCOMPARE(std::string(condition(*web, type)), "True");

    const auto markNotReady = [&] {
        f.lab.edit<Pod>(key, [](Pod &pod) {
            for (auto &held : pod.status.conditions) {
                if (held.type == "Ready")
                    held.status = "False";
            }
        });
    };
    f.putFault("not-ready");
    f.settle(podKey);
    markNotReady();
    f.settle(key);
    QCOMPARE(std::string(condition(*f.lab.of<Pod>().find(key), "Ready")), "False");
    f.lab.edit<Node>(nodeKey, [](Node &node) { node.metadata.annotations.clear(); });
    f.settle(podKey);
    f.settle(key);
    QCOMPARE(std::string(condition(*f.lab.of<Pod>().find(key), "Ready")), "True");
}

void TestHollowKubelet::completesJobs()
{
    Fixture f;
    f.lab.put(hollowPod());
    f.settle(podKey);
    Pod job = workload("job", "w1");
    job.metadata.ownerReferences = {{"batch/v1", "Job", "job", "uid-job", true, true}};
    f.lab.put(job);
    const Plan running = f.settle(job.key());
    QVERIFY(running.checkAgainAfter == 1s);
    f.clock.advance(1s);
    f.settle(job.key());
    const auto done = f.lab.of<Pod>().find(job.key());
    QCOMPARE(done->status.phase, "Succeeded");
    QCOMPARE(std::string(condition(*done, "Ready")), "False");
    QCOMPARE(*api::integerAt(done->status.containerStatuses.at(0), {"state", "terminated", "exitCode"}), 0);
}

void TestHollowKubelet::jobsRunAsLongAsTheySay_data()
{
    QTest::addColumn<QString>("annotation");
    QTest::addColumn<int>("milliseconds");
    QTest::newRow("as asked") << "1m30s" << 90000;
    QTest::newRow("at once") << "0" << 0;
    QTest::newRow("no duration") << "soon" << 1000;
    QTest::newRow("negative") << "-5s" << 1000;
}

void TestHollowKubelet::jobsRunAsLongAsTheySay()
{
    QFETCH(QString, annotation);
    QFETCH(int, milliseconds);
    Fixture f;
    f.lab.put(hollowPod());
    f.settle(podKey);
    Pod job = workload("job", "w1");
    job.metadata.ownerReferences = {{"batch/v1", "Job", "job", "uid-job", true, true}};
    job.metadata.annotations[std::string(hollow::runTime)] = annotation.toStdString();
    f.lab.put(job);
    f.settle(job.key());
    if (milliseconds > 0) {
        f.clock.advance(std::chrono::milliseconds(milliseconds - 1));
        QCOMPARE(f.settle(job.key()).reasons.at(0).code, "Running");
        f.clock.advance(1ms);
    }
    f.settle(job.key());
    QCOMPARE(f.lab.of<Pod>().find(job.key())->status.phase, "Succeeded");
}

void TestHollowKubelet::leavesWorkloadsOfASilentNode()
{
    Fixture f;
    f.lab.put(hollowPod());
    f.settle(podKey);
    Pod web = workload("web", "w1");
    f.lab.put(web);
    f.settle(web.key());
    f.putFault("silent");
    f.lab.remove<Pod>(web.key());
    f.clock.advance(1h);
    QCOMPARE(f.settle(web.key()).reasons.at(0).code,
        "KubeletSilent"); // §3.6: Terminating until the kubelet returns
    QVERIFY(f.lab.of<Pod>().find(web.key()));
    QVERIFY(f.kubelet->podsOfNode(nullptr, f.node().get())
        == (std::vector {podKey, web.key()})); // its return wakes it
    QVERIFY(f.kubelet->podsOfNode(f.node().get(), f.node().get()) == (std::vector {podKey}));
    f.lab.edit<Node>(nodeKey, [](Node &node) { node.metadata.annotations.clear(); });
    f.settle(web.key());
    QVERIFY(!f.lab.of<Pod>().find(web.key()));
}

void TestHollowKubelet::isNotWokenByItsOwnReports()
{
    Fixture f;
    f.lab.put(hollowPod());
    f.settle(podKey);
    const auto before = f.node();
    f.clock.advance(5min);
    f.settle(podKey);
    const auto after = f.node();
    QVERIFY(*before != *after);
    QVERIFY(f.kubelet->podsOfNode(before.get(), after.get()).empty());
    QVERIFY(f.kubelet->podsOfNode(after.get(), before.get()) == (std::vector {podKey})); // the past
    Node overwritten = *after;
    overwritten.status.conditions.back().status = "Unknown";
    QVERIFY(f.kubelet->podsOfNode(after.get(), &overwritten) == (std::vector {podKey}));
    f.putFault("silent");
    QVERIFY(f.kubelet->podsOfNode(after.get(), f.node().get()) == (std::vector {podKey}));
}

void TestHollowKubelet::touchesNothingElse()
{
    Fixture f;
    const api::ObjectKey foreign = f.lab.put(workload("foreign", "a-real-node"))->key();
    const api::ObjectKey unbound = f.lab.put(workload("unbound", ""))->key();
    Pod elsewhere = hollowPod({}, "elsewhere");
    elsewhere.spec.nodeName = "a-real-node";
    const api::ObjectKey hollowElsewhere = f.lab.put(elsewhere)->key();
    const api::ObjectKey onIt = f.lab.put(workload("on-it", "elsewhere"))->key();
    for (const auto &key : {foreign, hollowElsewhere, onIt})
        QCOMPARE(restsBecause(f.plan(key)), "NotOurNode");
    QCOMPARE(restsBecause(f.plan(unbound)), "NotBound");
    QVERIFY(f.plan({"default", "nowhere"}) == Plan());
}

void TestHollowKubelet::handsOutUniqueAddresses()
{
    const base::Chance chance(7);
    hollow::AddressPool pool(chance);
    std::set<std::string> seen;
    for (int i = 0; i < 20'000; ++i) {
        const std::string address = pool.addressOf("uid-" + std::to_string(i));
        QVERIFY(address.starts_with("10.") && std::ranges::count(address, '.') == 3);
        seen.insert(address);
    }
    QCOMPARE(seen.size(), 20'000U);
    QVERIFY(seen.contains(pool.addressOf("uid-77")));
    hollow::AddressPool afterRestart(chance);
    const std::string held = pool.addressOf("uid-1");
    afterRestart.occupy("somebody", held);
    QVERIFY(afterRestart.addressOf("uid-1") != held);
    afterRestart.release("uid-1");
    afterRestart.release("somebody");
    QCOMPARE(afterRestart.addressOf("uid-1"), held);
    QCOMPARE(afterRestart.size(), 1U);
}

void TestHollowKubelet::registersItself()
{
    Fixture f;
    const hollow::HostNode hostNode(f.lab.of<Node>(), host, f.addresses, f.chance, f.clock);
    const api::ObjectKey key {{}, host};
    f.lab.apply(hostNode.reconcile(key));
    const auto node = f.lab.of<Node>().find(key);
    QVERIFY(node->isReady());
    QCOMPARE(node->metadata.label(api::keys::hollowHost), "true");
    QVERIFY(node->spec.taints
        == (std::vector<api::Taint> {{std::string(api::keys::hollowHost), "true", "NoSchedule", {}}}));
    const Plan converged = hostNode.reconcile(key);
    QVERIFY(converged.effects.empty());
    QVERIFY(converged.checkAgainAfter == 5min);
    QVERIFY(hostNode.reconcile(nodeKey) == Plan());
}

QTEST_GUILESS_MAIN(TestHollowKubelet)
#include "tst_hollowkubelet.moc"
