// SPDX-License-Identifier: GPL-3.0-or-later
// As many pods as their use of CPU and memory asks for (docs/machines.md §3.11).
#include "core/controlplane/podautoscaler.h"
#include "tests/support/objects.h"
#include "tests/support/plantext.h"

#include <QTest>

using namespace core;
using namespace std::chrono_literals;
using api::HorizontalPodAutoscaler;
using controlplane::PodPointer;
using controlplane::ScaledWorkload;
using controlplane::ScalingEntry;
using controlplane::ScalingPast;
using runtime::Plan;
using support::fromYaml;
using support::with;

namespace {

const base::Time now = support::timeOf("2026-11-20T10:10:00Z");

const HorizontalPodAutoscaler autoscaler = fromYaml<HorizontalPodAutoscaler>(R"(
metadata: {name: web, namespace: default, uid: u, generation: 3, creationTimestamp: 2026-11-20T10:00:00Z}
spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, minReplicas: 2, maxReplicas: 10,
       metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization,
       averageUtilization: 50}}}]}
)");

/// Each text is a pod: "80%" of the CPU that it requests, one that is "new" not ready yet.
std::vector<PodPointer> podsUsing(std::initializer_list<const char *> uses)
{
    std::vector<PodPointer> pods;
    for (const QByteArray use : uses) {
        const bool isReady = use != "new";
        const QByteArray name = "web-" + QByteArray::number(qint64(pods.size()));
        pods.push_back(std::make_shared<const api::Pod>(fromYaml<api::Pod>("metadata: {name: " + name
            + ", namespace: default, annotations: {hollowlab.io/cpu-usage: '" + use
            + "'}}\nspec: {containers: [{name: c, resources: {requests: {cpu: 200m}}}]}\nstatus: {phase: "
              "Running, conditions: [{type: Ready, status: '"
            + (isReady ? "True" : "False") + "'}]}")));
    }
    return pods;
}

ScaledWorkload workload(std::int64_t replicas, std::vector<PodPointer> pods)
{
    return {replicas, std::move(pods), [](std::int64_t wanted) {
                return std::vector<api::Effect> {
                    api::EvictPod {{"default", "to-" + std::to_string(wanted)}, {}, {}}};
            }};
}

/// The number it scales to, or stays at; then the reason.
QByteArray decided(const Plan &plan)
{
    QByteArray to = "stays";
    for (const api::Effect &effect : plan.effects) {
        if (const auto *scaled = std::get_if<api::EvictPod>(&effect))
            to = QByteArray::fromStdString(scaled->pod.name);
    }
    return to + ' ' + support::codesOf(plan.reasons);
}

/// Ten minutes after a look: nothing is held back.
Plan planOf(const HorizontalPodAutoscaler &of, const std::optional<ScaledWorkload> &scaled)
{
    ScalingPast past {{{now - 10min, 2}}, {}};
    return controlplane::planPodAutoscaler(of, scaled, past, now);
}

/// "300:10 20:-2": so many seconds ago, how many.
std::vector<ScalingEntry> entries(const QByteArray &text)
{
    std::vector<ScalingEntry> all;
    for (const QByteArray &each : text.split(' ')) {
        if (!each.isEmpty())
            all.push_back({now - std::chrono::seconds(each.split(':').front().toInt()),
                each.split(':').back().toInt()});
    }
    return all;
}

constexpr int present = 10;

/// Ten pods, whose use asks for so many.
ScaledWorkload tenAskingFor(int wanted)
{
    std::vector<PodPointer> pods;
    const QByteArray use = QByteArray::number(wanted * 50 / present) + '%';
    for (int i = 0; i < present; ++i)
        pods.push_back(podsUsing({use.constData()}).front());
    return workload(present, std::move(pods));
}

HorizontalPodAutoscaler behaving(const QByteArray &behavior)
{
    return with(autoscaler,
        "spec: {minReplicas: 1, maxReplicas: 100" + (behavior.isEmpty() ? "" : ", behavior: " + behavior)
            + "}");
}

std::string conditionOf(const HorizontalPodAutoscaler &of, std::string_view type)
{
    for (const api::AutoscalerCondition &condition : of.status.conditions) {
        if (condition.type == type)
            return condition.status + ' ' + condition.reason;
    }
    return {};
}

} // namespace

class TestPodAutoscaler : public QObject
{
    Q_OBJECT

private slots:
    void howMany_data();
    void howMany();
    void howQuickly_data();
    void howQuickly();
    void fewerPodsWaitForTheWindow();
    void whatChangedIsSeenOfTheStatus();
    void theStatusSaysWhy();
    void nothingIsWrittenWhileNothingChanges();
    void withoutATarget();
};

void TestPodAutoscaler::howMany_data()
{
    QTest::addColumn<QByteArray>("more");
    QTest::addColumn<std::int64_t>("replicas");
    QTest::addColumn<std::vector<PodPointer>>("pods");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char *name, const char *more, std::int64_t replicas,
                         const std::vector<PodPointer> &pods, const char *expected) {
        QTest::newRow(name) << QByteArray(more) << replicas << pods << QByteArray(expected);
    };
    row("on target", "", 2, podsUsing({"50%", "50%"}), "stays Steady");
    row("a tenth off is near enough", "", 2, podsUsing({"54%", "54%"}), "stays Steady");
    row("more are needed", "", 2, podsUsing({"80%", "80%"}), "to-4 Scales");
    row("a share is rounded up", "", 3, podsUsing({"60%", "60%", "60%"}), "to-4 Scales");
    row("twice as many at a time", "", 3, podsUsing({"500%", "500%", "500%"}), "to-6 Scales");
    row("four at least", "", 2, podsUsing({"500%", "500%"}), "to-4 Scales");
    row("more than numbers can tell", "", 2, podsUsing({"9E", "9E"}), "to-4 Scales");
    row("not more than the most", "", 8, podsUsing({"90%", "90%", "90%", "90%", "90%", "90%", "90%", "90%"}),
        "to-10 Scales");
    row("fewer are enough", "", 4, podsUsing({"10%", "10%", "10%", "10%"}), "to-2 Scales");
    row("not fewer than the least", "", 3, podsUsing({"0%", "0%", "0%"}), "to-2 Scales");
    row("more after a quarter of a minute", "status: {lastScaleTime: 2026-11-20T10:09:50Z}", 2,
        podsUsing({"80%", "80%"}), "stays Waits");
    row("a new one adds pods at once", "metadata: {creationTimestamp: 2026-11-20T10:10:00Z}", 2,
        podsUsing({"80%", "80%"}), "to-4 Scales");
    row("never fewer", "spec: {behavior: {scaleDown: {selectPolicy: Disabled}}}", 4,
        podsUsing({"10%", "10%", "10%", "10%"}), "stays Steady");
    row("pods that come will share the load", "", 4, podsUsing({"80%", "80%", "new", "new"}), "stays Steady");
    row("and yet there are too few", "", 4, podsUsing({"200%", "200%", "new", "new"}), "to-8 Scales");
    row("above the most", "", 12, podsUsing({"50%"}), "to-10 Scales");
    row("below the least", "", 1, podsUsing({"50%"}), "to-2 Scales");
    row("no pods are wanted", "", 0, {}, "stays Disabled");
    row("none is ready", "", 2, podsUsing({"new", "new"}), "stays NoMetrics");
    row("an amount for each",
        "spec: {metrics: [{type: Resource, resource: {name: cpu, target: {type: AverageValue, averageValue: "
        "100m, averageUtilization: null}}}]}",
        2, podsUsing({"100%", "100%"}), "to-4 Scales");
    row("a metric of another type", "spec: {metrics: [{type: External}]}", 2, podsUsing({"50%", "50%"}),
        "stays NoMetrics");
    row("of memory nothing is requested",
        "spec: {metrics: [{type: Resource, resource: {name: memory, target: {type: Utilization, "
        "averageUtilization: 50}}}]}",
        2, podsUsing({"50%", "50%"}), "stays NoMetrics");
    row("no metric is named: 80 % of the CPU", "spec: {metrics: []}", 2, podsUsing({"120%", "120%"}),
        "to-3 Scales");
    row("a target of nothing",
        "spec: {metrics: [{type: Resource, resource: {name: cpu, target: {type: "
        "Utilization, averageUtilization: 0}}}]}",
        2, podsUsing({"80%", "80%"}), "stays Steady");
}

void TestPodAutoscaler::howMany()
{
    QFETCH(const QByteArray, more);
    QFETCH(const std::int64_t, replicas);
    QFETCH(const std::vector<PodPointer>, pods);
    QFETCH(const QByteArray, expected);
    const Plan plan = planOf(with(autoscaler, more), workload(replicas, pods));
    QCOMPARE(decided(plan), expected);
    QVERIFY(plan.checkAgainAfter && *plan.checkAgainAfter <= 15s);
}

void TestPodAutoscaler::howQuickly_data()
{
    QTest::addColumn<QByteArray>("behavior");
    QTest::addColumn<QByteArray>("recommended"); ///< earlier
    QTest::addColumn<QByteArray>("changes");
    QTest::addColumn<int>("wanted");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char *name, const char *behavior, const char *recommended, const char *changes,
                         int wanted, const char *expected) {
        QTest::newRow(name) << QByteArray(behavior) << QByteArray(recommended) << QByteArray(changes)
                            << wanted << QByteArray(expected);
    };
    row("at first what there is counts", "", "", "", 3, "stays Waits");
    row("fewer when nothing else was wanted lately", "", "301:10", "", 3, "to-3 Scales");
    row("as many as were wanted lately", "", "301:10 200:6 100:4", "", 3, "to-6 Scales");
    row("be it more than there are", "", "200:15", "", 3, "to-15 Scales");
    row("more at once", "", "100:3", "", 15, "to-15 Scales");
    row("twice as many at most", "", "100:10", "", 30, "to-20 Scales");
    row("with a behavior: twice as many, or four", "{}", "100:10", "", 30, "to-20 Scales");
    row("in a quarter of a minute", "{}", "100:10", "10:5", 30, "stays Waits");
    row("and in the next one", "{}", "100:10", "15:5", 30, "to-20 Scales");
    row("what was wanted lately makes no more", "{}", "200:15", "", 3, "stays Waits");
    const char *two = "{scaleUp: {policies: [{type: Pods, value: 2, periodSeconds: 60}]}}";
    row("so many pods", two, "301:10", "", 30, "to-12 Scales");
    row("in a period", two, "301:10", "59:2", 30, "stays Waits");
    row("less what came in it", two, "301:10", "59:1", 30, "to-11 Scales");
    row("or went", two, "301:10", "59:2 20:-2", 30, "to-12 Scales");
    row("and after it", two, "301:10", "60:2", 30, "to-12 Scales");
    row("the policy that allows most",
        "{scaleUp: {policies: [{type: Pods, value: 2, periodSeconds: 60}, {type: Percent, value: 50, "
        "periodSeconds: 60}]}}",
        "301:10", "", 30, "to-15 Scales");
    row("or least",
        "{scaleUp: {selectPolicy: Min, policies: [{type: Pods, value: 2, periodSeconds: 60}, {type: Percent, "
        "value: 50, periodSeconds: 60}]}}",
        "301:10", "", 30, "to-12 Scales");
    row("a share is rounded up", "{scaleUp: {policies: [{type: Percent, value: 15, periodSeconds: 60}]}}",
        "301:10", "", 30, "to-12 Scales");
    row("never more", "{scaleUp: {selectPolicy: Disabled}}", "301:10", "", 30, "stays Steady");
    const char *minute = "{scaleUp: {stabilizationWindowSeconds: 60}}";
    row("no more than was wanted in the window", minute, "61:10 59:12 30:20", "", 30, "to-12 Scales");
    row("nor more at all", minute, "30:10", "", 30, "stays Waits");
    row("fewer at once", "{scaleDown: {stabilizationWindowSeconds: 0}}", "30:10", "", 3, "to-3 Scales");
    const char *twoFewer =
        "{scaleDown: {stabilizationWindowSeconds: 0, policies: [{type: Pods, value: 2, periodSeconds: 60}]}}";
    row("so many fewer", twoFewer, "30:10", "", 3, "to-8 Scales");
    row("in their period", twoFewer, "30:10", "30:-2", 3, "stays Waits");
    row("a share of those that stay is rounded down",
        "{scaleDown: {stabilizationWindowSeconds: 0, policies: [{type: Percent, value: 25, periodSeconds: "
        "60}]}}",
        "30:10", "", 3, "to-7 Scales");
    row("the policy that leaves fewest",
        "{scaleDown: {stabilizationWindowSeconds: 0, policies: [{type: Pods, value: 2, periodSeconds: 60}, "
        "{type: Percent, value: 50, periodSeconds: 60}]}}",
        "30:10", "", 3, "to-5 Scales");
    row("or most",
        "{scaleDown: {stabilizationWindowSeconds: 0, selectPolicy: Min, policies: [{type: Pods, value: 2, "
        "periodSeconds: 60}, {type: Percent, value: 50, periodSeconds: 60}]}}",
        "30:10", "", 3, "to-8 Scales");
    row("a wider tolerance", "{scaleUp: {tolerance: 300m}}", "301:10", "", 12, "stays Steady");
    row("a tenth is near enough", "{scaleDown: {stabilizationWindowSeconds: 0}}", "301:10", "", 9,
        "stays Steady");
    row("a narrower tolerance", "{scaleDown: {stabilizationWindowSeconds: 0, tolerance: '0.05'}}", "301:10",
        "", 9, "to-9 Scales");
}

void TestPodAutoscaler::howQuickly()
{
    QFETCH(const QByteArray, behavior);
    QFETCH(const QByteArray, recommended);
    QFETCH(const QByteArray, changes);
    QFETCH(const int, wanted);
    ScalingPast past {entries(recommended), entries(changes)};
    const Plan plan = controlplane::planPodAutoscaler(behaving(behavior), tenAskingFor(wanted), past, now);
    QTEST(decided(plan), "expected");
    QVERIFY(past.recommendations.back().at == now);
}

void TestPodAutoscaler::fewerPodsWaitForTheWindow()
{
    ScalingPast past;
    const HorizontalPodAutoscaler of = behaving("");
    (void)controlplane::planPodAutoscaler(of, tenAskingFor(present), past, now);
    base::Duration waited = 0s;
    QByteArray decision = "stays Waits";
    while (decision == "stays Waits") {
        waited += 15s;
        decision = decided(controlplane::planPodAutoscaler(of, tenAskingFor(3), past, now + waited));
    }
    QCOMPARE(decision, QByteArray("to-3 Scales"));
    QCOMPARE(std::chrono::floor<std::chrono::seconds>(waited).count(), 300);
}

void TestPodAutoscaler::whatChangedIsSeenOfTheStatus()
{
    const HorizontalPodAutoscaler scaled = with(
        autoscaler, "status: {currentReplicas: 8, desiredReplicas: 5, lastScaleTime: 2026-11-20T10:09:00Z}");
    HorizontalPodAutoscaler later = scaled;
    later.status.currentReplicas = 5;
    ScalingPast past;
    past.autoscalerChanged(&autoscaler, scaled);
    past.autoscalerChanged(&scaled, later);
    QCOMPARE(past.changes.size(), std::size_t(1));
    QCOMPARE(past.changes.front().replicas, std::int64_t(-3));
    later.status.lastScaleTime = now + 1h;
    past.autoscalerChanged(&scaled, later);
    QCOMPARE(past.changes.size(), std::size_t(1));
    QVERIFY(past.changes.front().at == now + 1h);
}

void TestPodAutoscaler::theStatusSaysWhy()
{
    const Plan plan = planOf(autoscaler, workload(2, podsUsing({"500%", "500%"})));
    const HorizontalPodAutoscaler after = support::after(autoscaler, plan.effects);
    QCOMPARE(after.status.currentReplicas.value_or(0), std::int64_t(2));
    QCOMPARE(after.status.desiredReplicas, std::int64_t(4));
    QCOMPARE(after.status.observedGeneration.value_or(0), std::int64_t(3));
    QVERIFY(after.status.lastScaleTime == now);
    const api::MetricValue &current = after.status.currentMetrics.front().resource->current;
    QCOMPARE(current.averageUtilization.value_or(0), std::int64_t(500));
    QCOMPARE(current.averageValue->text, std::string("1"));
    QCOMPARE(conditionOf(after, "AbleToScale"), std::string("True SucceededRescale"));
    QCOMPARE(conditionOf(after, "ScalingActive"), std::string("True ValidMetricFound"));
    QCOMPARE(conditionOf(after, "ScalingLimited"), std::string("True ScaleUpLimit"));
    QVERIFY(support::textOf(plan.effects)
                .contains("event Normal SuccessfulRescale on default/web: New size: 4; reason: cpu resource "
                          "utilization (percentage of request) above target"));
}

void TestPodAutoscaler::nothingIsWrittenWhileNothingChanges()
{
    const auto seen = workload(2, podsUsing({"50%", "52%"}));
    ScalingPast past;
    const HorizontalPodAutoscaler settled =
        support::after(autoscaler, controlplane::planPodAutoscaler(autoscaler, seen, past, now).effects);
    QCOMPARE(support::textOf(controlplane::planPodAutoscaler(settled, seen, past, now + 15s).effects),
        QByteArray());
}

void TestPodAutoscaler::withoutATarget()
{
    const Plan plan = planOf(autoscaler, std::nullopt);
    QCOMPARE(support::codesOf(plan.reasons), QByteArray("NoTarget"));
    QCOMPARE(conditionOf(support::after(autoscaler, plan.effects), "AbleToScale"),
        std::string("False FailedGetScale"));
}

QTEST_APPLESS_MAIN(TestPodAutoscaler)
#include "tst_podautoscaler.moc"
