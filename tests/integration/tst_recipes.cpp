// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that can go wrong with a hollow node or its provider (core/api/recipe.h, providererrors.h), as
// the API server tells it over virtual time: asked for by the provider config of a MachineSet, and by the
// annotation on a Node, which every command ends in.

#include "core/api/event.h"
#include "core/api/providerconfig.h"
#include "core/api/recipe.h"
#include "tests/integration/labharness.h"

#include <algorithm>
#include <map>

using namespace std::chrono_literals;
using core::api::Lease;
using core::api::Machine;
using core::api::Node;
using core::api::Pod;
using core::base::Duration;
using tests::LabHarness;

namespace {

/// A MachineSet without a health check, so that nobody replaces what fails.
std::string setYaml(const std::string &name, int replicas, const std::string &annotations)
{
    return "apiVersion: machine.openshift.io/v1beta1\nkind: MachineSet\nmetadata: {name: " + name
        + "}\nspec:\n  replicas: " + std::to_string(replicas) + "\n  selector: {matchLabels: {set: " + name
        + "}}\n  template:\n    metadata:\n      labels: {set: " + name
        + ", machine.openshift.io/cluster-api-cluster: lab}\n    spec:\n      providerSpec:\n        value:\n"
          "          apiVersion: kubemarkproviderconfig.k8s.io/v1alpha1\n"
          "          kind: KubemarkMachineProviderConfig\n          image: i\n"
          "          metadata: {annotations: {"
        + annotations + "}}\n";
}

std::string recipe(const std::string &text)
{
    return "hollowlab.io/recipe: '" + text + "'";
}

std::string providerErrors(const std::string &text)
{
    return "hollowlab.io/provider-errors: '" + text + "'";
}

/// "Ready", "NotReady not-ready", "Ready DiskPressure disk-pressure boot2": the Ready condition, other
/// conditions that are True, NoSchedule taints, and which boot this is.
std::string stateOf(const Node &node, std::vector<std::string> &boots)
{
    const std::string_view ready = node.readyStatus();
    std::string text = ready == "True" ? "Ready" : ready == "False" ? "NotReady" : "Unknown";
    for (const auto &condition : node.status.conditions) {
        if (condition.type != "Ready" && condition.status == "True")
            text += " " + condition.type;
    }
    for (const auto &taint : node.spec.taints) {
        if (taint.effect == "NoSchedule" && taint.key.starts_with("node.kubernetes.io/"))
            text += " " + taint.key.substr(taint.key.find('/') + 1);
    }
    if (boots.empty() || boots.back() != node.status.nodeInfo.bootID)
        boots.push_back(node.status.nodeInfo.bootID);
    return boots.size() == 1 ? text : text + " boot" + std::to_string(boots.size());
}

struct Change {
    std::int64_t second = 0;
    std::string state;
};

/// How every hollow node looks over a time, by its name: the seconds at which one looks otherwise than
/// before.
using Histories = std::map<std::string, std::vector<Change>>;

Histories watched(LabHarness &lab, Duration length, const std::function<void(Duration)> &meanwhile = {})
{
    Histories histories;
    std::map<std::string, std::vector<std::string>> boots;
    for (Duration age = 0s; age <= length; age += 1s) {
        for (const Node &node : lab.hollowNodes()) {
            const std::string state = stateOf(node, boots[node.metadata.name]);
            auto &history = histories[node.metadata.name];
            if (history.empty() || history.back().state != state)
                history.push_back({age / 1s, state});
        }
        if (meanwhile)
            meanwhile(age);
        lab.advance(1s);
    }
    return histories;
}

std::string textOf(const std::vector<Change> &changes)
{
    std::string text;
    for (const Change &change : changes)
        text += (text.empty() ? "" : ", ") + change.state + "@" + std::to_string(change.second);
    return text;
}

std::string textOf(const Histories &histories)
{
    std::string text;
    for (const auto &[node, changes] : histories)
        text += node + ": " + textOf(changes) + "\n";
    return text;
}

/// "Ready@0, Unknown unreachable@50-66": whether the changes are these; each may come a second early or late.
bool isAs(const std::vector<Change> &changes, const QString &expected)
{
    const QStringList wanted = expected.split(QStringLiteral(", "));
    if (wanted.size() != static_cast<qsizetype>(changes.size()))
        return false;
    for (qsizetype i = 0; i < wanted.size(); ++i) {
        const QStringList parts = wanted[i].split(QLatin1Char('@'));
        const QStringList range = parts[1].split(QLatin1Char('-'));
        const Change &change = changes[static_cast<std::size_t>(i)];
        if (change.state != parts[0].toStdString() || change.second < range.first().toInt() - 1
            || change.second > range.last().toInt() + 1)
            return false;
    }
    return true;
}

std::set<std::string> eventReasons(LabHarness &lab, const std::string &object)
{
    std::set<std::string> reasons;
    for (const auto &event : lab.list<core::api::Event>()) {
        if (event.involvedObject.name == object)
            reasons.insert(event.reason);
    }
    return reasons;
}

int running(LabHarness &lab)
{
    const auto machines = lab.machines();
    return static_cast<int>(std::ranges::count_if(
        machines, [](const Machine &machine) { return machine.status.phase == core::api::phases::running; }));
}

std::string nodePath(const std::string &name)
{
    return "/api/v1/nodes/" + name;
}

} // namespace

class TestRecipes : public QObject
{
    Q_OBJECT

private slots:
    void byProviderConfig_data() { addRecipes(); }
    void byProviderConfig();
    void byProviderConfigOverACrash_data();
    void byProviderConfigOverACrash();
    void byCommand_data() { addRecipes(); }
    void byCommand();
    void healingEndsEveryFault_data();
    void healingEndsEveryFault();
    void lateHeartbeatsAreLate_data();
    void lateHeartbeatsAreLate();
    void aRebootIsTold();
    void bootTakesTime();
    void neverJoins();
    void anUnreadableFaultIsTold();
    void anUnreadableRecipeStopsNobodyElse();
    void sameSeedSameHistory();
    void oneRecipeDoesNotShiftAnother();
    void creationFailsAFewTimes_data();
    void creationFailsAFewTimes();
    void creationFailsByTheDice();
    void deletionFailsAFewTimes();
    void anInvalidCreationIsFinal();
    void theQuotaHolds();
    void aZoneAtOnce();
    void aZoneBySelector();

private:
    static void addRecipes();
};

void TestRecipes::addRecipes()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("seconds");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *text, int seconds, const char *expected) {
        QTest::newRow(text) << QString::fromUtf8(text) << seconds << QString::fromUtf8(expected);
    };
    row("not-ready after 20s for 15s", 60, "Ready@0, NotReady not-ready@20, Ready@35");
    row("silent after 20s for 2m", 160, "Ready@0, Unknown unreachable@50-66, Ready@140");
    row("not-ready,silent in turn every 1m after 10s for 130s", 160,
        "Ready@0, NotReady not-ready@10, Unknown unreachable@100-116, NotReady not-ready@130, Ready@140");
    row("flapping 20s up 10s down", 75,
        "Ready@0, NotReady not-ready@20, Ready@30, NotReady not-ready@50, Ready@60");
    row("flapping every 20s 25% down for 35s", 60, "Ready@0, NotReady not-ready@15, Ready@20");
    row("silent flapping 20s up 1m down", 170,
        "Ready@0, Unknown unreachable@50-66, Ready@80, Unknown unreachable@130-146, Ready@160");
    row("late-heartbeats 1m", 150,
        "Ready@0, Unknown unreachable@41-47, Ready@60, Unknown unreachable@101-107, Ready@120");
    row("memory-pressure after 15s for 20s", 50,
        "Ready@0, Ready MemoryPressure memory-pressure@15, Ready@35");
    row("disk-pressure flapping 20s up 20s down", 50,
        "Ready@0, Ready DiskPressure disk-pressure@20, Ready@40");
    row("pid-pressure after 15s", 50, "Ready@0, Ready PIDPressure pid-pressure@15");
    row("network-unavailable after 15s for 20s", 50,
        "Ready@0, Ready NetworkUnavailable network-unavailable@15, Ready@35");
    row("kernel-deadlock after 15s for 20s", 50, "Ready@0, Ready KernelDeadlock@15, Ready@35");
    row("readonly-filesystem after 15s", 50, "Ready@0, Ready ReadonlyFilesystem@15");
    row("reboot after 20s", 60, "Ready@0, NotReady not-ready@20, Ready boot2@40");
    row("reboot after 20s for 90s", 140,
        "Ready@0, NotReady not-ready@20, Unknown unreachable@60-67, Ready boot2@110");
}

void TestRecipes::byProviderConfig()
{
    QFETCH(QString, text);
    QFETCH(int, seconds);
    QFETCH(QString, expected);
    LabHarness lab;
    lab.advance(1s);
    lab.create(setYaml("s", 1, recipe(text.toStdString())));
    lab.advance(500ms);
    const Histories histories = watched(lab, std::chrono::seconds(seconds));
    QCOMPARE(histories.size(), 1U);
    QVERIFY2(isAs(histories.begin()->second, expected), textOf(histories).c_str());
}

void TestRecipes::byProviderConfigOverACrash_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("seconds");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *text, int seconds, const char *expected) {
        QTest::newRow(text) << QString::fromUtf8(text) << seconds << QString::fromUtf8(expected);
    };
    // Who looks after silent nodes waits its full 40 s anew, from the second crash on.
    row("not-ready after 20s for 15s", 60, "Ready@0, NotReady not-ready@20, Ready@35");
    row("silent after 20s for 2m", 160, "Ready@0, Unknown unreachable@67-73, Ready@140");
    row("flapping 20s up 10s down", 75,
        "Ready@0, NotReady not-ready@20, Ready@30, NotReady not-ready@50, Ready@60");
    row("late-heartbeats 1m", 150, "Ready@0, Unknown unreachable@101-107, Ready@120");
    row("disk-pressure flapping 20s up 20s down", 50,
        "Ready@0, Ready DiskPressure disk-pressure@20, Ready@40");
    row("kernel-deadlock after 15s for 20s", 50, "Ready@0, Ready KernelDeadlock@15, Ready@35");
    row("reboot after 20s", 60, "Ready@0, NotReady not-ready@20, Ready boot2@40");
    row("reboot after 10s for 3s", 40, "Ready@0, NotReady not-ready@10, Ready boot2@13");
}

/// The program dies twice in the middle, and another one goes on.
void TestRecipes::byProviderConfigOverACrash()
{
    QFETCH(QString, text);
    QFETCH(int, seconds);
    QFETCH(QString, expected);
    LabHarness lab;
    lab.advance(1s);
    lab.create(setYaml("s", 1, recipe(text.toStdString())));
    lab.advance(500ms);
    const Histories histories = watched(lab, std::chrono::seconds(seconds), [&](Duration age) {
        if (age == 12s || age == 27s)
            lab.crash();
    });
    QCOMPARE(histories.size(), 1U);
    QVERIFY2(isAs(histories.begin()->second, expected), textOf(histories).c_str());
}

void TestRecipes::byCommand()
{
    QFETCH(QString, text);
    QFETCH(int, seconds);
    QFETCH(QString, expected);
    LabHarness lab;
    lab.create(setYaml("s", 2, {}));
    QVERIFY(lab.until([&] { return lab.settled(2); }, 10s));
    const std::string name = lab.hollowNodes().front().metadata.name;
    lab.breakNode(name, text.toStdString());
    lab.advance(200ms);
    const Histories histories = watched(lab, std::chrono::seconds(seconds));
    QVERIFY2(isAs(histories.at(name), expected), textOf(histories).c_str());
    for (const auto &[node, changes] : histories) {
        if (node != name)
            QCOMPARE(textOf(changes), "Ready@0");
    }
}

void TestRecipes::healingEndsEveryFault_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("broken");
    const auto row = [](const char *text, const char *broken) {
        QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(broken);
    };
    row("not-ready", "NotReady not-ready");
    row("silent", "Unknown unreachable");
    row("not-ready,silent in turn every 1h", "NotReady not-ready");
    row("not-ready flapping 10s up 1h down", "NotReady not-ready");
    row("late-heartbeats 10m", "Unknown unreachable");
    row("memory-pressure", "Ready MemoryPressure memory-pressure");
    row("disk-pressure", "Ready DiskPressure disk-pressure");
    row("pid-pressure", "Ready PIDPressure pid-pressure");
    row("network-unavailable", "Ready NetworkUnavailable network-unavailable");
    row("kernel-deadlock", "Ready KernelDeadlock");
    row("readonly-filesystem", "Ready ReadonlyFilesystem");
    row("reboot for 1h", "Unknown unreachable");
}

void TestRecipes::healingEndsEveryFault()
{
    QFETCH(QString, text);
    QFETCH(QString, broken);
    LabHarness lab;
    lab.create(setYaml("s", 2, {}));
    QVERIFY(lab.until([&] { return lab.settled(2); }, 10s));
    const std::string name = lab.hollowNodes().front().metadata.name;
    std::vector<std::string> boots;
    const auto state = [&] {
        for (const Node &node : lab.hollowNodes()) {
            if (node.metadata.name == name)
                return stateOf(node, boots);
        }
        return std::string();
    };
    lab.breakNode(name, text.toStdString());
    QVERIFY2(lab.until([&] { return state() == broken.toStdString(); }, 60s), state().c_str());
    lab.advance(1min);
    QCOMPARE(state(), broken.toStdString());
    QCOMPARE(
        lab.patch(nodePath(name), R"({"metadata":{"annotations":{"hollowlab.io/fault":null}}})").code, 200);
    QVERIFY2(lab.until([&] { return state() == "Ready"; }, 2s), state().c_str());
    lab.advance(5min);
    QCOMPARE(state(), "Ready");
}

void TestRecipes::lateHeartbeatsAreLate_data()
{
    QTest::addColumn<QString>("annotations");
    QTest::addColumn<int>("least");
    QTest::addColumn<int>("most");
    QTest::newRow("in time: every 10 s") << QString() << 8 << 10;
    QTest::newRow("every 25 s") << QString::fromStdString(recipe("late-heartbeats 25s")) << 22 << 25;
    QTest::newRow("drawn") << QString::fromStdString(recipe("late-heartbeats 15s..35s")) << 12 << 35;
}

void TestRecipes::lateHeartbeatsAreLate()
{
    QFETCH(QString, annotations);
    QFETCH(int, least);
    QFETCH(int, most);
    LabHarness lab;
    lab.create(setYaml("s", 1, annotations.toStdString()));
    QVERIFY(lab.until([&] { return lab.settled(1); }, 10s));
    const std::string name = lab.hollowNodes().front().metadata.name;
    lab.advance(1min);
    Duration longest = 0s;
    for (int i = 0; i < 200; ++i, lab.advance(1s)) {
        for (const Lease &lease : lab.list<Lease>()) {
            if (lease.metadata.name == name)
                longest = std::max(longest, lab.clock().now() - lease.spec.renewTime->value);
        }
        QCOMPARE(lab.readyNodes(), 1);
    }
    QVERIFY2(longest >= std::chrono::seconds(least) && longest <= std::chrono::seconds(most),
        qPrintable(QString::number(longest / 1ms)));
}

void TestRecipes::aRebootIsTold()
{
    LabHarness lab;
    lab.create(setYaml("s", 1, {}));
    QVERIFY(lab.until([&] { return lab.settled(1); }, 10s));
    const Node before = lab.hollowNodes().front();
    lab.breakNode(before.metadata.name, "reboot for 10s");
    QVERIFY(lab.until([&] { return lab.readyNodes() == 0; }, 2s));
    QVERIFY(lab.hollowNodes().front().condition("Ready")->message.ends_with("node is shutting down"));
    QVERIFY(lab.until([&] { return lab.readyNodes() == 1; }, 12s));
    lab.advance(1s);
    const Node after = lab.hollowNodes().front();
    QVERIFY(after.status.nodeInfo.bootID != before.status.nodeInfo.bootID);
    QCOMPARE(after.status.nodeInfo.machineID, before.status.nodeInfo.machineID);
    QCOMPARE(after.metadata.uid, before.metadata.uid);
    QVERIFY(after.metadata.annotation(core::api::keys::fault).empty());
    const auto reasons = eventReasons(lab, after.metadata.name);
    for (const char *reason : {"NodeNotReady", "Rebooted", "NodeReady"})
        QVERIFY2(reasons.contains(reason), reason);
    lab.restartEngine();
    lab.advance(10min);
    QCOMPARE(lab.hollowNodes().front().status.nodeInfo.bootID, after.status.nodeInfo.bootID);
}

void TestRecipes::bootTakesTime()
{
    LabHarness lab;
    lab.create(setYaml("exact", 1, "hollowlab.io/boot: 40s"));
    lab.create(setYaml("drawn", 10, "hollowlab.io/boot: 20s..60s"));
    std::set<std::int64_t> seconds;
    for (int second = 0; second < 70; ++second, lab.advance(1s)) {
        if (second == 10)
            lab.restartEngine();
        for (const Node &node : lab.hollowNodes()) {
            const auto age = (lab.clock().now() - *node.metadata.creationTimestamp) / 1s;
            if (age <= 1 && node.metadata.name.starts_with("exact"))
                QVERIFY2(second >= 39 && second <= 42, qPrintable(QString::number(second)));
            else if (age <= 1)
                seconds.insert(second);
        }
    }
    QCOMPARE(running(lab), 11);
    QVERIFY(*seconds.begin() >= 19 && *seconds.rbegin() <= 63 && seconds.size() > 6);
}

void TestRecipes::neverJoins()
{
    LabHarness lab;
    lab.create(setYaml("s", 1, "hollowlab.io/boot: never"));
    lab.create(R"(apiVersion: machine.openshift.io/v1beta1
kind: MachineHealthCheck
metadata: {name: s}
spec:
  selector: {matchLabels: {set: s}}
  nodeStartupTimeout: 5m
  unhealthyConditions: [{type: Ready, status: "False", timeout: 15s}]
)");
    lab.advance(4min);
    QVERIFY(lab.hollowNodes().empty());
    std::set<std::string> first;
    for (const Machine &machine : lab.machines()) {
        QCOMPARE(machine.status.phase, std::string(core::api::phases::provisioned));
        first.insert(machine.metadata.name);
    }
    QCOMPARE(first.size(), 1U);
    lab.advance(2min); // its start-up timeout is over
    QCOMPARE(lab.machines().size(), 1U);
    for (const Machine &machine : lab.machines())
        QVERIFY(!first.contains(machine.metadata.name));
    QVERIFY(lab.hollowNodes().empty());
}

void TestRecipes::anUnreadableFaultIsTold()
{
    LabHarness lab;
    lab.create(setYaml("s", 1, {}));
    QVERIFY(lab.until([&] { return lab.settled(1); }, 10s));
    const std::string name = lab.hollowNodes().front().metadata.name;
    lab.breakNode(name, "flapping 10s up");
    lab.advance(10min);
    QCOMPARE(lab.readyNodes(), 1);
    int told = 0;
    for (const auto &event : lab.list<core::api::Event>()) {
        if (event.reason != "InvalidFault")
            continue;
        ++told;
        QCOMPARE(event.message,
            "annotation hollowlab.io/fault is ignored: \"flapping 10s up\": \"\" is no duration such as 30s "
            "or "
            "20s..60s");
        QCOMPARE(event.count.value_or(1), 1);
    }
    QCOMPARE(told, 1);
}

void TestRecipes::anUnreadableRecipeStopsNobodyElse()
{
    LabHarness lab;
    lab.create(setYaml("bad", 1, recipe("not-ready for ever")));
    lab.create(setYaml("good", 2, recipe("not-ready after 1h")));
    lab.advance(10s);
    QCOMPARE(running(lab), 2);
    for (const Machine &machine : lab.machines()) {
        if (!machine.metadata.name.starts_with("bad"))
            continue;
        QCOMPARE(machine.status.phase, std::string(core::api::phases::failed));
        QCOMPARE(machine.status.errorReason, "InvalidConfiguration");
        QCOMPARE(machine.status.errorMessage,
            "metadata.annotations[hollowlab.io/recipe] \"not-ready for ever\": \"ever\" is no duration such "
            "as "
            "30s or 20s..60s");
        QVERIFY(eventReasons(lab, machine.metadata.name).contains("FailedCreate"));
    }
}

/// docs/design.md D20: bit for bit
void TestRecipes::sameSeedSameHistory()
{
    const auto run = [](std::uint64_t seed) {
        LabHarness lab(":memory:", seed);
        lab.create(setYaml("s", 4,
            recipe("not-ready,disk-pressure flapping 10s..40s up 5s..20s down after 5s..30s") + ", "
                + providerErrors("create 40%")));
        return textOf(watched(lab, 4min));
    };
    const std::string once = run(11);
    QCOMPARE(run(11), once);
    QVERIFY(run(12) != once);
}

void TestRecipes::oneRecipeDoesNotShiftAnother()
{
    const auto run = [](const std::string &recipeOfOther) {
        LabHarness lab;
        lab.create(setYaml("a", 3, recipe("flapping 10s..40s up 5s..20s down after 5s..30s")));
        lab.create(setYaml("b", 3, recipe(recipeOfOther)));
        Histories histories = watched(lab, 3min);
        std::string own;
        for (const auto &[node, changes] : histories) {
            if (node.starts_with("a"))
                own += textOf(changes) + "\n";
        }
        return own;
    };
    const std::string before = run("memory-pressure after 1s..100s");
    QVERIFY(before.find("NotReady") != std::string::npos);
    QCOMPARE(run("flapping 3s..9s up 2s..5s down"), before);
}

void TestRecipes::creationFailsAFewTimes_data()
{
    QTest::addColumn<QString>("errors");
    QTest::addColumn<QString>("reason");
    QTest::newRow("unavailable") << "create 3 times"
                                 << "CreateError";
    QTest::newRow("quota") << "create 3 times quota"
                           << "InsufficientResources";
}

void TestRecipes::creationFailsAFewTimes()
{
    QFETCH(QString, errors);
    QFETCH(QString, reason);
    LabHarness lab;
    lab.create(setYaml("s", 1, providerErrors(errors.toStdString())));
    QVERIFY(lab.until([&] { return lab.machines().size() == 1; }, 2s));
    lab.advance(2s);
    const Machine waiting = lab.machines().front();
    QCOMPARE(waiting.status.phase, std::string(core::api::phases::provisioning));
    QCOMPARE(waiting.status.errorReason, reason.toStdString());
    QVERIFY(waiting.status.errorMessage.starts_with("attempt 2 to create the instance failed: "));
    QCOMPARE(waiting.status.failureMessage, waiting.status.errorMessage);
    const auto status = core::api::decode<core::api::KubemarkProviderStatus>(waiting.status.providerStatus);
    QCOMPARE(status->failure->attempts, 2);
    QCOMPARE(
        status->conditions.front().status + status->conditions.front().reason, "FalseMachineCreationFailed");
    QVERIFY(lab.list<Pod>().empty());
    lab.crash(); // does not forget the attempts
    QVERIFY(lab.until([&] { return lab.settled(1); }, 8s));
    const Machine done = lab.machines().front();
    QVERIFY(done.status.errorReason.empty() && done.status.failureMessage.empty());
    const auto after = core::api::decode<core::api::KubemarkProviderStatus>(done.status.providerStatus);
    QVERIFY(!after->failure);
    const auto reasons = eventReasons(lab, done.metadata.name);
    QVERIFY(reasons.contains("FailedCreate") && reasons.contains("Created"));
}

void TestRecipes::creationFailsByTheDice()
{
    const auto firstAttempts = [](std::uint64_t seed) {
        LabHarness lab(":memory:", seed);
        lab.create(setYaml("s", 40, providerErrors("create 30%")));
        lab.advance(900ms);
        int failed = 0;
        for (const Machine &machine : lab.machines())
            failed += machine.status.errorReason == "CreateError" ? 1 : 0;
        if (!lab.until([&] { return lab.settled(40); }, 2min))
            return -1;
        return failed;
    };
    const int failed = firstAttempts(5);
    QVERIFY2(failed >= 5 && failed <= 20, qPrintable(QString::number(failed)));
    QCOMPARE(firstAttempts(5), failed);
}

void TestRecipes::deletionFailsAFewTimes()
{
    LabHarness lab;
    lab.create(setYaml("s", 1, providerErrors("delete 3 times timeout")));
    QVERIFY(lab.until([&] { return lab.settled(1); }, 10s));
    lab.scale("s", 0);
    lab.advance(2s);
    const Machine deleting = lab.machines().front();
    QCOMPARE(deleting.status.phase, std::string(core::api::phases::deleting));
    QCOMPARE(deleting.status.errorReason, "DeleteError");
    QCOMPARE(deleting.status.errorMessage,
        "attempt 2 to delete the instance failed: the provider did not answer in time");
    QVERIFY(eventReasons(lab, deleting.metadata.name).contains("FailedDelete"));
    QCOMPARE(lab.list<Pod>().size(), 1U);
    lab.restartEngine();
    QVERIFY(lab.until([&] { return lab.settled(0); }, 10s));
}

void TestRecipes::anInvalidCreationIsFinal()
{
    LabHarness lab;
    lab.create(setYaml("s", 1, providerErrors("create 1 times invalid")));
    lab.advance(5min);
    const Machine failed = lab.machines().front();
    QCOMPARE(failed.status.phase, std::string(core::api::phases::failed));
    QCOMPARE(failed.status.errorReason, "InvalidConfiguration");
    QVERIFY(lab.list<Pod>().empty());
}

void TestRecipes::theQuotaHolds()
{
    LabHarness lab;
    lab.create(setYaml("s", 6, providerErrors("quota 4")));
    lab.create(setYaml("other", 3, {}));
    std::size_t most = 0;
    const auto ofSet = [&] {
        const auto pods = lab.list<Pod>();
        return static_cast<std::size_t>(
            std::ranges::count_if(pods, [](const Pod &pod) { return pod.metadata.name.starts_with("s-"); }));
    };
    const auto waitFor = [&](const std::function<bool()> &condition, Duration limit) {
        return lab.until(
            [&] {
                most = std::max(most, ofSet());
                return condition();
            },
            limit);
    };
    QVERIFY(waitFor([&] { return running(lab) == 7; }, 10s));
    QVERIFY(!waitFor([&] { return running(lab) > 7; }, 3min));
    std::string victim;
    for (const Machine &machine : lab.machines()) {
        if (!machine.metadata.name.starts_with("s-"))
            continue;
        if (machine.status.phase == core::api::phases::running)
            victim = machine.metadata.name;
        else
            QCOMPARE(machine.status.errorReason, "InsufficientResources");
    }
    const auto running4 = [&] { return running(lab) == 7; };
    QCOMPARE(lab.request(core::api::Method::Delete,
                    "/apis/machine.openshift.io/v1beta1/namespaces/default/machines/" + victim)
                 .code,
        200);
    QVERIFY(waitFor([&] { return running(lab) == 6; }, 10s));
    QVERIFY(waitFor(running4, 90s)); // another one gets the place, at its next attempt
    QCOMPARE(most, 4U);
    QVERIFY(waitFor([&] { return lab.machines().size() == 9; }, 10s)); // 6 wanted, 4 have a place
}

void TestRecipes::aZoneAtOnce()
{
    LabHarness lab;
    lab.create(setYaml("a", 3, "hollowlab.io/zone: a, hollowlab.io/region: r"));
    lab.create(setYaml("b", 2, "hollowlab.io/zone: b, hollowlab.io/region: r"));
    QVERIFY(lab.until([&] { return lab.settled(5); }, 10s));
    for (const Node &node : lab.hollowNodes()) {
        QCOMPARE(std::string(node.metadata.label(core::api::keys::topologyRegion)), "r");
        QCOMPARE(
            std::string(node.metadata.label(core::api::keys::topologyZone)), node.metadata.name.substr(0, 1));
    }
    const auto notReady = [&](char zone) {
        const auto nodes = lab.hollowNodes();
        return std::ranges::count_if(
            nodes, [&](const Node &node) { return node.metadata.name[0] == zone && !node.isReady(); });
    };
    std::vector<core::base::Result<core::api::Saying>> outcomes;
    QObject::connect(&lab.engine(), &core::engine::Engine::commandDone,
        [&](const core::engine::CommandOutcome &outcome) { outcomes.push_back(outcome.result); });
    lab.engine().submit(1, core::engine::BreakZone {"a", "silent"});
    QVERIFY(lab.until([&] { return notReady('a') == 3; }, 1min));
    QCOMPARE(notReady('b'), 0);
    lab.engine().submit(2, core::engine::HealZone {"a"});
    QVERIFY(lab.until([&] { return notReady('a') == 0; }, 2s));
    lab.engine().submit(3, core::engine::BreakZone {"c", "silent"});
    lab.engine().submit(4, core::engine::BreakZone {"b", "on fire"});
    lab.advance(1s);
    QCOMPARE(outcomes.size(), 4U);
    QCOMPARE(outcomes[0].value().text, "Told all nodes of zone a to be silent");
    QCOMPARE(outcomes[1].value().text, "Took the faults away from all nodes of zone a");
    QCOMPARE(outcomes[2].error().message, "there is no hollow node in zone \"c\"");
    QVERIFY(outcomes[3].error().message.starts_with("\"on fire\": "));
    QCOMPARE(notReady('b'), 0);
}

/// What "kubectl annotate node -l topology.kubernetes.io/zone=a hollowlab.io/fault=…" sends.
void TestRecipes::aZoneBySelector()
{
    LabHarness lab;
    lab.create(setYaml("a", 3, "hollowlab.io/zone: a"));
    lab.create(setYaml("b", 2, "hollowlab.io/zone: b"));
    QVERIFY(lab.until([&] { return lab.settled(5); }, 10s));
    core::api::Request request;
    request.path = "/api/v1/nodes";
    request.query = {{"labelSelector", "topology.kubernetes.io/zone=a"}};
    const auto found = lab.lab().answer(request);
    QCOMPARE(found.list->items.size(), 3U);
    for (const auto &item : found.list->items)
        lab.breakNode(std::string(core::api::textAt(*item, {"metadata", "name"})), "not-ready for 30s");
    QVERIFY(lab.until([&] { return lab.readyNodes() == 2; }, 2s));
    QVERIFY(lab.until([&] { return lab.settled(5); }, 35s));
}

QTEST_GUILESS_MAIN(TestRecipes)
#include "tst_recipes.moc"
