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
    row("fewer only five minutes after the last time", "status: {lastScaleTime: 2026-11-20T10:06:00Z}", 4,
        podsUsing({"10%", "10%", "10%", "10%"}), "stays Waits");
    row("or sooner, if told so",
        "status: {lastScaleTime: 2026-11-20T10:06:00Z}\nspec: {behavior: {scaleDown: "
        "{stabilizationWindowSeconds: 0}}}",
        4, podsUsing({"10%", "10%", "10%", "10%"}), "to-2 Scales");
    row("or five minutes after it was made", "metadata: {creationTimestamp: 2026-11-20T10:09:00Z}", 4,
        podsUsing({"10%", "10%", "10%", "10%"}), "stays Waits");
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
    const Plan plan = controlplane::planPodAutoscaler(with(autoscaler, more), workload(replicas, pods), now);
    QCOMPARE(decided(plan), expected);
    QVERIFY(plan.checkAgainAfter && *plan.checkAgainAfter <= 15s);
}

void TestPodAutoscaler::theStatusSaysWhy()
{
    const Plan plan =
        controlplane::planPodAutoscaler(autoscaler, workload(2, podsUsing({"500%", "500%"})), now);
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
    const HorizontalPodAutoscaler settled =
        support::after(autoscaler, controlplane::planPodAutoscaler(autoscaler, seen, now).effects);
    QCOMPARE(
        support::textOf(controlplane::planPodAutoscaler(settled, seen, now + 15s).effects), QByteArray());
}

void TestPodAutoscaler::withoutATarget()
{
    const Plan plan = controlplane::planPodAutoscaler(autoscaler, std::nullopt, now);
    QCOMPARE(support::codesOf(plan.reasons), QByteArray("NoTarget"));
    QCOMPARE(conditionOf(support::after(autoscaler, plan.effects), "AbleToScale"),
        std::string("False FailedGetScale"));
}

QTEST_APPLESS_MAIN(TestPodAutoscaler)
#include "tst_podautoscaler.moc"
