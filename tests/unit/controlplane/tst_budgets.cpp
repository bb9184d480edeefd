// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md M2: the status of disruption budgets.
#include "core/controlplane/disruption.h"
#include "tests/support/objects.h"
#include "tests/support/plantext.h"

#include <QTest>

using namespace core;
using namespace std::chrono_literals;
using api::Pod;
using api::PodDisruptionBudget;
using controlplane::PodPointer;
using runtime::Plan;
using support::fromYaml;
using support::restsBecause;

namespace {

const base::Time now = support::timeOf("2026-11-20T10:10:00Z");

const QByteArray owner = ", ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: r, uid: u, "
                         "controller: true}]";

PodPointer podOf(int number, bool isReady = true, const QByteArray &metadata = {})
{
    return std::make_shared<const Pod>(fromYaml<Pod>("metadata: {name: p" + QByteArray::number(number)
        + ", namespace: default, labels: {app: web}" + metadata
        + "}\nstatus: {phase: Running, conditions: [{type: Ready, status: '" + (isReady ? "True" : "False")
        + "'}]}"));
}

std::vector<PodPointer> podsOf(int ready, int unready, const QByteArray &metadata = {})
{
    std::vector<PodPointer> pods;
    for (int i = 0; i < ready + unready; ++i)
        pods.push_back(podOf(i, i < ready, metadata));
    return pods;
}

PodDisruptionBudget budgetOf(const QByteArray &rule, const QByteArray &status = "{}")
{
    return fromYaml<PodDisruptionBudget>(
        "metadata: {name: b, namespace: default, uid: ub, resourceVersion: '7', generation: 2}\nspec: {"
        + rule + ", selector: {matchLabels: {app: web}}}\nstatus: " + status);
}

Plan planOf(const PodDisruptionBudget &budget, const std::vector<PodPointer> &pods,
    std::optional<std::int64_t> replicas = {})
{
    return controlplane::planDisruption(budget,
        {pods,
            [replicas](const Pod &) {
                return replicas ? std::optional(controlplane::WantedScale {"u", *replicas}) : std::nullopt;
            }},
        now);
}

PodDisruptionBudget after(const PodDisruptionBudget &budget, const Plan &plan)
{
    return support::after(budget, plan.effects);
}

QByteArray countsOf(const api::PodDisruptionBudgetStatus &status)
{
    const auto number = [](std::int64_t value) { return QByteArray::number(qlonglong(value)); };
    return number(status.currentHealthy) + "/" + number(status.expectedPods) + ", "
        + number(status.desiredHealthy) + " needed, " + number(status.disruptionsAllowed) + " allowed";
}

QByteArray conditionOf(const api::PodDisruptionBudgetStatus &status)
{
    if (status.conditions.size() != 1)
        return "not one condition";
    const api::BudgetCondition &condition = status.conditions.front();
    return QByteArray::fromStdString(condition.type + " " + condition.status + " " + condition.reason);
}

} // namespace

class TestBudgets : public QObject
{
    Q_OBJECT

private slots:
    void counts_data()
    {
        QTest::addColumn<QByteArray>("rule");
        QTest::addColumn<int>("ready");
        QTest::addColumn<int>("unready");
        QTest::addColumn<QByteArray>("metadata");
        QTest::addColumn<int>("replicas");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char *rule, int ready, int unready, const QByteArray &metadata,
                             int replicas, const char *expected) {
            QTest::addRow("%s, %d ready of %d, %d wanted", rule, ready, ready + unready, replicas)
                << QByteArray(rule) << ready << unready << metadata << replicas << QByteArray(expected);
        };
        row("minAvailable: 2", 3, 0, {}, 0, "3/3, 2 needed, 1 allowed");
        row("minAvailable: 3", 3, 0, {}, 0, "3/3, 3 needed, 0 allowed");
        row("minAvailable: 4", 3, 0, {}, 0, "3/3, 4 needed, 0 allowed");
        row("minAvailable: 1", 1, 2, {}, 0, "1/3, 1 needed, 0 allowed");
        row("minAvailable: 0", 3, 0, {}, 0, "3/3, 0 needed, 3 allowed");
        row("minAvailable: 50%", 3, 0, owner, 3, "3/3, 2 needed, 1 allowed");
        row("minAvailable: 50%", 3, 0, owner, 5, "3/5, 3 needed, 0 allowed");
        row("maxUnavailable: 1", 3, 0, owner, 4, "3/4, 3 needed, 0 allowed");
        row("maxUnavailable: 2", 3, 1, owner, 4, "3/4, 2 needed, 1 allowed");
        row("maxUnavailable: 25%", 4, 0, owner, 4, "4/4, 3 needed, 1 allowed");
        row("maxUnavailable: 100%", 2, 0, owner, 2, "2/2, 0 needed, 2 allowed");
        row("maxUnavailable: 9", 2, 0, owner, 2, "2/2, 0 needed, 2 allowed");
        row("maxUnavailable: 1", 2, 0, {}, 0, "2/0, 0 needed, 0 allowed"); // nobody wants them
        row("minAvailable: 1", 0, 0, {}, 0, "0/0, 1 needed, 0 allowed");
    }
    void counts()
    {
        QFETCH(const QByteArray, rule);
        QFETCH(const int, ready);
        QFETCH(const int, unready);
        QFETCH(const QByteArray, metadata);
        QFETCH(const int, replicas);
        QFETCH(const QByteArray, expected);
        const auto pods = podsOf(ready, unready, metadata);
        const PodDisruptionBudget before = budgetOf(rule);
        const PodDisruptionBudget counted = after(before, planOf(before, pods, replicas));
        QCOMPARE(countsOf(counted.status), expected);
        const bool allows = counted.status.disruptionsAllowed > 0;
        QCOMPARE(conditionOf(counted.status),
            QByteArray(allows ? "DisruptionAllowed True SufficientPods"
                              : "DisruptionAllowed False InsufficientPods"));
        QCOMPARE(counted.status.observedGeneration.value_or(0), std::int64_t(2));
        const std::string rests = restsBecause(planOf(counted, pods, replicas));
        QCOMPARE(rests, std::string(pods.empty() ? "NoPods" : allows ? "Allowed" : "Refused"));
    }

    /// What is going is not healthy, and neither is what was evicted a moment ago.
    void leavingPodsAreNotHealthy()
    {
        auto pods = podsOf(4, 0);
        pods[0] = podOf(0, true, ", deletionTimestamp: '2026-11-20T10:09:00Z'");
        const PodDisruptionBudget before = budgetOf("minAvailable: 1",
            "{disruptedPods: {p0: '2026-11-20T10:09:00Z', p1: '2026-11-20T10:09:30Z', gone: "
            "'2026-11-20T10:09:30Z'}}");
        const Plan plan = planOf(before, pods);
        const auto status = after(before, plan).status;
        QCOMPARE(countsOf(status), QByteArray("2/4, 1 needed, 1 allowed"));
        QCOMPARE(status.disruptedPods.size(), 1U);
        QVERIFY(status.disruptedPods.contains("p1"));
        QVERIFY(plan.checkAgainAfter == 90s);
    }

    void evictedPodThatStaysCountsAgain()
    {
        const PodDisruptionBudget before =
            budgetOf("minAvailable: 1", "{disruptedPods: {p1: '2026-11-20T10:08:00Z'}}");
        const Plan plan = planOf(before, podsOf(2, 0));
        const auto status = after(before, plan).status;
        QCOMPARE(countsOf(status), QByteArray("2/2, 1 needed, 1 allowed"));
        QVERIFY(status.disruptedPods.empty());
        QVERIFY(support::textOf(plan.effects).contains("NotDeleted"));
    }

    void unknownControllerRefusesAll()
    {
        const auto pods = podsOf(3, 0, owner);
        const PodDisruptionBudget before =
            budgetOf("maxUnavailable: 2", "{disruptionsAllowed: 2, observedGeneration: 1}");
        const PodDisruptionBudget refused = after(before, planOf(before, pods));
        QCOMPARE(refused.status.disruptionsAllowed, std::int64_t(0));
        QCOMPARE(refused.status.observedGeneration.value_or(0), std::int64_t(1));
        QCOMPARE(conditionOf(refused.status), QByteArray("DisruptionAllowed False SyncFailed"));
        QCOMPARE(restsBecause(planOf(refused, pods)), std::string("SyncFailed"));
    }

    /// The condition bears the time of its last turn.
    void conditionKeepsItsTime()
    {
        const PodDisruptionBudget before = budgetOf("minAvailable: 2",
            "{conditions: [{type: DisruptionAllowed, status: 'True', lastTransitionTime: "
            "'2026-11-20T09:00:00Z', reason: SufficientPods}]}");
        const auto same = after(before, planOf(before, podsOf(3, 0))).status.conditions.front();
        QVERIFY(same.lastTransitionTime == support::timeOf("2026-11-20T09:00:00Z"));
        const auto turned = after(before, planOf(before, podsOf(2, 0))).status.conditions.front();
        QVERIFY(turned.lastTransitionTime == now);
    }
};

QTEST_GUILESS_MAIN(TestBudgets)
#include "tst_budgets.moc"
