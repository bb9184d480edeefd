// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/healthcheck/healthcheck.h"
#include "tests/support/objects.h"
#include "tests/support/plantext.h"

#include <QTest>

using namespace core;
using namespace std::chrono_literals;
using controllers::HealthCheckTarget;
using controllers::TargetVerdict;
using controllers::Verdict;
using support::codesOf;
using support::fromYaml;
using support::kept;
using support::textOf;
using support::with;

namespace {

const base::Time now = support::timeOf("2026-11-20T10:10:00Z");

const api::MachineHealthCheck check = fromYaml<api::MachineHealthCheck>(R"(
metadata: {name: mhc, namespace: default, uid: mhc-uid}
spec:
  selector: {matchLabels: {set: workers}}
  unhealthyConditions:
    - {type: Ready, status: 'False', timeout: 300s}
    - {type: Ready, status: Unknown, timeout: 300s}
    - {type: DiskPressure, status: 'True', timeout: 60s}
)");

const api::Machine running = fromYaml<api::Machine>(R"(
metadata:
  {name: m, namespace: default, uid: m-uid, resourceVersion: "5", creationTimestamp: 2026-11-20T09:00:00Z,
   ownerReferences: [{apiVersion: machine.openshift.io/v1beta1, kind: MachineSet, name: s, uid: u,
   controller: true}]}
status: {phase: Running, nodeRef: {kind: Node, name: n, uid: node-uid}, lastUpdated: 2026-11-20T09:01:00Z}
)");
const api::Machine starting = with(running, "status: {phase: Provisioned, nodeRef: null}");

const api::Node *nodeWith(const QByteArray &conditions)
{
    return kept(fromYaml<api::Node>(
        "{metadata: {name: n, uid: node-uid}, status: {conditions: [" + conditions + "]}}"));
}

QByteArray condition(const char *type, const char *status, const char *since)
{
    return "{type: " + QByteArray(type) + ", status: '" + status + "', lastTransitionTime: " + since + "}";
}

const QByteArray ready = condition("Ready", "True", "2026-11-20T09:00:00Z");
const QByteArray broken = condition("Ready", "False", "2026-11-20T10:00:00Z");
const QByteArray breaking = condition("Ready", "False", "2026-11-20T10:08:00Z");

HealthCheckTarget target(const api::Machine &machine, const QByteArray &conditions = {})
{
    return {kept(machine), conditions.isEmpty() ? nullptr : nodeWith(conditions)};
}

HealthCheckTarget named(
    const QByteArray &name, const QByteArray &conditions, const api::Machine &machine = running)
{
    return target(with(machine, "metadata: {name: " + name + ", uid: " + name + "-uid}"), conditions);
}

runtime::Plan planOf(
    const api::MachineHealthCheck &of, const std::vector<HealthCheckTarget> &targets, base::Time at = now)
{
    return controllers::planHealthCheck(controllers::rulesOf(of), targets, nullptr, at);
}

qint64 secondsOf(const std::optional<base::Duration> &duration)
{
    return duration ? qint64(std::chrono::floor<std::chrono::seconds>(*duration).count()) : -1;
}

QByteArray wordFor(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Healthy:
        return "healthy";
    case Verdict::Starting:
        return "starting";
    case Verdict::Pending:
        return "pending";
    case Verdict::Unhealthy:
        return "remediate";
    case Verdict::Deleting:
        return "deleting";
    }
    return {};
}

/// Creations, deletions and patches of objects other than the check, without events.
QByteArray deedsOf(const api::MachineHealthCheck &of, const runtime::Plan &plan)
{
    auto effects = support::deeds(of, plan.effects);
    std::erase_if(effects, [](const api::Effect &e) { return std::holds_alternative<api::EmitEvent>(e); });
    return textOf(effects);
}

class FakeObjects : public controllers::ExternalObjects
{
public:
    const api::Resource templates {"infra.example", "v1", "RebootTemplate", "reboottemplates", true};
    const api::Resource requests {"infra.example", "v1", "Reboot", "reboots", true};
    std::map<std::string, api::JsonPtr> objects; ///< by kind/namespace/name

    const api::Resource *resource(const std::string &apiVersion, const std::string &kind) const override
    {
        if (apiVersion != "infra.example/v1")
            return nullptr;
        return kind == templates.kind ? &templates : kind == requests.kind ? &requests : nullptr;
    }
    api::JsonPtr find(const api::Resource &resource, const api::ObjectKey &key) const override
    {
        const auto found = objects.find(resource.kind + "/" + key.text());
        return found == objects.end() ? nullptr : found->second;
    }
};

} // namespace

Q_DECLARE_METATYPE(api::Machine)
Q_DECLARE_METATYPE(api::MachineHealthCheck)

class TestHealthCheck : public QObject
{
    Q_OBJECT

private slots:
    void verdict_data();
    void verdict();
    void maxUnhealthy_data();
    void maxUnhealthy();
    void budget_data();
    void budget();
    void remediationDeletesTheMachine();
    void shortCircuitIsToldOncePerChange();
    void invalidSpec_data();
    void invalidSpec();
    void unhealthyIsToldOncePerCause();
    void anotherChecksNoteStays();
    void noControllerNoRemediation();
    void partitionIsReplacedOneByOne();
    void pausedDoesNothing();
    void externalAnnotation();
    void externalTemplate();
    void remediationThatFailsIsTold();
    void convergedPlanIsEmpty();
    void nextCheckIsCappedAtAnHour();
};

void TestHealthCheck::verdict_data()
{
    QTest::addColumn<api::Machine>("machine");
    QTest::addColumn<QByteArray>("conditions");
    QTest::addColumn<QByteArray>("startupTimeout");
    QTest::addColumn<QByteArray>("verdict");
    QTest::addColumn<qint64>("nextCheck");
    const QByteArray standard;
    const QByteArray noNode;
    const qint64 none = -1;
    const api::Machine young = with(starting, "metadata: {creationTimestamp: 2026-11-20T10:04:00Z}");

    QTest::newRow("§7.4 row 1: a failed machine is remediated")
        << with(running, "status: {phase: Failed}") << ready << standard
        << QByteArray("remediate MachineFailed") << none;
    QTest::newRow("a machine that failed at birth is left for 30 s, or it would be replaced for ever")
        << with(running, "{metadata: {creationTimestamp: 2026-11-20T10:09:50Z}, status: {phase: Failed}}")
        << noNode << standard << QByteArray("pending MachineFailed") << qint64(20);
    QTest::newRow("§7.4 row 2: without startup timeout it waits for ever, and does not count as healthy")
        << starting << noNode << QByteArray("0") << QByteArray("starting NoStartupTimeout") << none;
    QTest::newRow("§7.4 row 3: without any base the whole timeout")
        << with(starting, "metadata: {creationTimestamp: null}") << noNode << standard
        << QByteArray("starting NodeStarting") << qint64(600);
    QTest::newRow("§7.4 row 4: no node after the timeout is remediated")
        << starting << noNode << standard << QByteArray("remediate NodeStartupTimeout") << none;
    QTest::newRow("§7.4 row 4: exactly at the timeout not yet")
        << with(starting, "metadata: {creationTimestamp: 2026-11-20T10:00:00Z}") << noNode << standard
        << QByteArray("starting NodeStarting") << qint64(1);
    QTest::newRow("§7.4 row 5: no node within the timeout")
        << young << noNode << standard << QByteArray("starting NodeStarting") << qint64(4 * 60 + 1);
    QTest::newRow("§7.4 row 5: the timeout can be set")
        << young << noNode << QByteArray("6m30s") << QByteArray("starting NodeStarting") << qint64(31);
    QTest::newRow("§7.4: lastUpdated does not restart the clock")
        << with(starting, "status: {lastUpdated: 2026-11-20T10:09:59Z}") << noNode << standard
        << QByteArray("remediate NodeStartupTimeout") << none;
    QTest::newRow("§7.4: the first sight of the instance does") << with(starting,
        "status: {conditions: [{type: InstanceExists, status: 'True', lastTransitionTime: "
        "2026-11-20T10:05:00Z}]}") << noNode << standard << QByteArray("starting NodeStarting")
                                                                << qint64(5 * 60 + 1);
    QTest::newRow("§7.4 row 6: nodeRef set but node gone is remediated")
        << running << noNode << standard << QByteArray("remediate NodeNotFound") << none;
    QTest::newRow("§7.4 row 6: just linked, the node may not be seen yet")
        << with(running, "status: {lastUpdated: 2026-11-20T10:09:58Z}") << noNode << standard
        << QByteArray("pending NodeNotFound") << qint64(3);
    QTest::newRow("§7.4 row 7: another status is healthy")
        << running << ready << standard << QByteArray("healthy Healthy") << none;
    QTest::newRow("§7.4 row 7: an absent condition is healthy")
        << running << condition("Other", "True", "2026-11-20T10:00:00Z") << standard
        << QByteArray("healthy Healthy") << none;
    QTest::newRow("§7.4 row 8: unhealthy for longer than the timeout")
        << running << broken << standard << QByteArray("remediate UnhealthyNode") << none;
    QTest::newRow("§7.4 row 8: Unknown too")
        << running << condition("Ready", "Unknown", "2026-11-20T10:00:00Z") << standard
        << QByteArray("remediate UnhealthyNode") << none;
    QTest::newRow("§7.4 row 8: exactly the timeout is not longer")
        << running << condition("Ready", "False", "2026-11-20T10:05:00Z") << standard
        << QByteArray("pending UnhealthyNode") << qint64(1);
    QTest::newRow("§7.4 row 9: the rest of the timeout +1 s")
        << running << breaking << standard << QByteArray("pending UnhealthyNode") << qint64(181);
    QTest::newRow("§7.4 the smallest next check wins")
        << running << breaking + ", " + condition("DiskPressure", "True", "2026-11-20T10:09:30Z") << standard
        << QByteArray("pending UnhealthyNode") << qint64(31);
    QTest::newRow("§7.4 the first remediation wins over a pending one")
        << running << breaking + ", " + condition("DiskPressure", "True", "2026-11-20T10:00:00Z") << standard
        << QByteArray("remediate UnhealthyNode") << none;
    QTest::newRow("§7.3 a machine being deleted is not judged")
        << with(running, "metadata: {deletionTimestamp: 2026-11-20T10:09:00Z}") << broken << standard
        << QByteArray("deleting MachineDeleting") << qint64(9 * 60);
    QTest::newRow("a deletion that hangs is no longer counted as under way")
        << with(running, "metadata: {deletionTimestamp: 2026-11-20T10:00:00Z}") << broken << standard
        << QByteArray("deleting MachineDeleting") << none;
}

void TestHealthCheck::verdict()
{
    QFETCH(api::Machine, machine);
    QFETCH(QByteArray, conditions);
    QFETCH(QByteArray, startupTimeout);
    api::MachineHealthCheck judging = check;
    if (!startupTimeout.isEmpty())
        judging.spec.nodeStartupTimeout = startupTimeout.toStdString();
    const TargetVerdict result = controllers::judge(judging, target(machine, conditions), now);
    QTEST(wordFor(result.verdict) + " " + QByteArray::fromStdString(result.reason.code), "verdict");
    QTEST(secondsOf(result.nextCheck), "nextCheck");
    QCOMPARE(result.countsHealthy, result.verdict == Verdict::Healthy);
    HealthCheckTarget unseen = target(machine, QByteArray());
    unseen.isBlind = true;
    const bool livesOnANode = machine.status.nodeRef && machine.status.phase == api::phases::running;
    QCOMPARE(controllers::judge(judging, unseen, now).reason.code == "NoNodesSeen",
        livesOnANode && !machine.isDeleting());
}

void TestHealthCheck::maxUnhealthy_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<int>("expected");
    QTest::addColumn<int>("limit");
    QTest::newRow("unset is 100 %") << QByteArray() << 7 << 7;
    QTest::newRow("an integer") << QByteArray("2") << 7 << 2;
    QTest::newRow("an integer as text") << QByteArray("'2'") << 7 << 2;
    QTest::newRow("a negative integer is 0") << QByteArray("-3") << 7 << 0;
    QTest::newRow("a percentage rounds down") << QByteArray("40%") << 7 << 2;
    QTest::newRow("0 %") << QByteArray("0%") << 7 << 0;
    QTest::newRow("100 %") << QByteArray("100%") << 7 << 7;
    QTest::newRow("more than 100 % can't be read") << QByteArray("101%") << 7 << -1;
    QTest::newRow("a negative percentage can't be read") << QByteArray("-1%") << 7 << -1;
    QTest::newRow("words can't be read") << QByteArray("some") << 7 << -1;
    QTest::newRow("a percent sign alone can't be read") << QByteArray("'%'") << 7 << -1;
    QTest::newRow("a fraction can't be read") << QByteArray("1.5%") << 7 << -1;
}

void TestHealthCheck::maxUnhealthy()
{
    QFETCH(QByteArray, value);
    QFETCH(int, expected);
    QFETCH(int, limit);
    const auto mhc = value.isEmpty() ? check : with(check, "spec: {maxUnhealthy: " + value + "}");
    QCOMPARE(controllers::maxUnhealthyOf(mhc.spec.maxUnhealthy, expected).value_or(-1), limit);
}

void TestHealthCheck::budget_data()
{
    QTest::addColumn<int>("healthy");
    QTest::addColumn<int>("unhealthy");
    QTest::addColumn<int>("deleting");
    QTest::addColumn<int>("starting");
    QTest::addColumn<QByteArray>("maxUnhealthy");
    QTest::addColumn<bool>("allowed");
    QTest::addColumn<int>("remediationsAllowed");
    QTest::addColumn<int>("available");
    QTest::newRow("all well") << 3 << 0 << 0 << 0 << QByteArray("100%") << true << 3 << 3;
    QTest::newRow("one of three") << 2 << 1 << 0 << 0 << QByteArray("100%") << true << 2 << 2;
    QTest::newRow("the limit reached: one at a time")
        << 2 << 1 << 0 << 0 << QByteArray("1") << true << 0 << 1;
    QTest::newRow("beyond the limit: none") << 1 << 2 << 0 << 0 << QByteArray("1") << false << 0 << 0;
    QTest::newRow("maxUnhealthy 0 allows nothing") << 2 << 1 << 0 << 0 << QByteArray("0") << false << 0 << 0;
    QTest::newRow("what is under way uses the budget up")
        << 6 << 2 << 2 << 0 << QByteArray("60%") << true << 2 << 0;
    QTest::newRow("at the limit a replacement must come up first")
        << 0 << 3 << 0 << 1 << QByteArray("100%") << true << 0 << 0;
    QTest::newRow("all broken: one") << 0 << 10 << 0 << 0 << QByteArray("100%") << true << 0 << 1;
}

void TestHealthCheck::budget()
{
    std::vector<TargetVerdict> verdicts;
    const auto add = [&](const char *column, Verdict kind) {
        for (int i = 0; i < *static_cast<const int *>(QTest::qData(column, qMetaTypeId<int>())); ++i) {
            TargetVerdict verdict;
            verdict.verdict = kind;
            verdict.countsHealthy = kind == Verdict::Healthy;
            verdict.nextCheck = 1s;
            verdicts.push_back(verdict);
        }
    };
    add("healthy", Verdict::Healthy);
    add("unhealthy", Verdict::Unhealthy);
    add("deleting", Verdict::Deleting);
    add("starting", Verdict::Starting);
    QFETCH(QByteArray, maxUnhealthy);
    const auto budget =
        controllers::budgetOf(with(check, "spec: {maxUnhealthy: " + maxUnhealthy + "}"), verdicts);
    QTEST(budget.isAllowed(), "allowed");
    QTEST(int(budget.remediationsAllowed()), "remediationsAllowed");
    QTEST(int(budget.available()), "available");
}

void TestHealthCheck::remediationDeletesTheMachine()
{
    const auto plan = planOf(check, {named("a", broken), named("b", ready), named("c", ready)});
    QCOMPARE(textOf(support::deeds(check, plan.effects)),
        QByteArray(
            "delete Machine default/a a-uid\n"
            "event Normal MachineDeleted on default/a: Machine default/a has been remediated: node n reports "
            "Ready=False since 2026-11-20T10:00:00Z, allowed for 5m0s (mhc)"));
    const api::MachineHealthCheck after = support::after(check, plan.effects);
    QCOMPARE(after.status.expectedMachines.value_or(-1), 3);
    QCOMPARE(after.status.currentHealthy.value_or(-1), 2);
    QCOMPARE(after.status.remediationsAllowed.value_or(-1), 2);
    QCOMPARE(textOf(after.status.conditions), QByteArray("RemediationAllowed=True"));
    QCOMPARE(codesOf(plan.reasons), QByteArray("RemediationAllowed,UnhealthyNode,Remediating"));
}

void TestHealthCheck::shortCircuitIsToldOncePerChange()
{
    const api::MachineHealthCheck strict = with(check, "spec: {maxUnhealthy: 1}");
    std::vector<HealthCheckTarget> targets {named("a", broken), named("b", broken), named("c", ready)};
    const auto plan = planOf(strict, targets);
    QVERIFY(plan.checkAgainAfter == base::Duration(30s)); // §7.7
    QVERIFY(!textOf(plan.effects).contains("delete Machine"));
    QCOMPARE(textOf(plan.effects).count("RemediationRestricted on default/mhc"), 1);
    const api::MachineHealthCheck told = support::after(strict, plan.effects);
    QCOMPARE(told.status.remediationsAllowed.value_or(-1), 0);
    QCOMPARE(textOf(told.status.conditions), QByteArray("RemediationAllowed=False/TooManyUnhealthy"));
    QVERIFY(!textOf(planOf(told, targets, now + 30s).effects).contains("RemediationRestricted"));
    targets.push_back(named("d", broken));
    QCOMPARE(textOf(planOf(told, targets).effects).count("RemediationRestricted on default/mhc"), 1);
}

void TestHealthCheck::invalidSpec_data()
{
    QTest::addColumn<QByteArray>("patch");
    QTest::addColumn<QByteArray>("problem");
    const auto row = [](const char *name, const QByteArray &patch, const QByteArray &problem) {
        QTest::newRow(name) << patch << problem;
    };
    row("§7.2 selector", "spec: {selector: {matchExpressions: [{key: a, operator: Like}]}}",
        "spec.selector: ");
    row("§7.2 at least one condition", "spec: {unhealthyConditions: []}",
        "spec.unhealthyConditions is empty");
    row("§7.2 condition type", "spec: {unhealthyConditions: [{type: '', status: 'True', timeout: 1s}]}",
        "spec.unhealthyConditions[0].type is empty");
    row("§7.2 condition status", "spec: {unhealthyConditions: [{type: Ready, status: '', timeout: 1s}]}",
        "spec.unhealthyConditions[0].status is empty");
    row("§7.2 condition timeout",
        "spec: {unhealthyConditions: [{type: Ready, status: 'True', timeout: -1s}]}",
        "spec.unhealthyConditions[0].timeout must not be negative");
    row("§7.2 maxUnhealthy", "spec: {maxUnhealthy: some}",
        "spec.maxUnhealthy \"some\" is neither a number nor a percentage");
    row("§7.2 nodeStartupTimeout that is none", "spec: {nodeStartupTimeout: soon}",
        "spec.nodeStartupTimeout: ");
    row("§7.2 nodeStartupTimeout below 0", "spec: {nodeStartupTimeout: -5m}",
        "spec.nodeStartupTimeout: must not be negative");
    row("§7.5 template without a name",
        "spec: {remediationTemplate: {apiVersion: infra.example/v1, kind: RebootTemplate}}",
        "spec.remediationTemplate: apiVersion, kind and name are required");
    row("§7.5 template of a kind that makes none",
        "spec: {remediationTemplate: {apiVersion: infra.example/v1, kind: Reboot, name: r}}",
        "spec.remediationTemplate: kind \"Reboot\" does not end in Template");
    row("§7.2 remediation strategy",
        "metadata: {annotations: {machine.openshift.io/remediation-strategy: prayer}}",
        "annotation machine.openshift.io/remediation-strategy \"prayer\" is not external-baremetal");
}

/// It says so once, replaces nothing, and goes on when the spec has been mended.
void TestHealthCheck::invalidSpec()
{
    QFETCH(QByteArray, patch);
    QFETCH(QByteArray, problem);
    const api::MachineHealthCheck invalid = with(check, patch);
    QVERIFY2(controllers::validationProblem(invalid).starts_with(problem.toStdString()),
        controllers::validationProblem(invalid).c_str());
    const std::vector<HealthCheckTarget> targets {named("a", broken), named("b", ready)};
    const auto plan = planOf(invalid, targets);
    const QByteArray deeds = textOf(support::deeds(invalid, plan.effects));
    QVERIFY2(deeds.startsWith("event Warning ReconcileError on default/mhc: " + problem), deeds);
    QCOMPARE(codesOf(plan.reasons), QByteArray("InvalidSpec"));
    const api::MachineHealthCheck told = support::after(invalid, plan.effects);
    QCOMPARE(textOf(told.status.conditions), QByteArray("RemediationAllowed=False/InvalidConfiguration"));
    QVERIFY(told.status.conditions.front().message.starts_with(problem.toStdString()));
    QCOMPARE(textOf(planOf(told, targets, now + 1min).effects), QByteArray());
    QVERIFY(controllers::verdictsOf(controllers::rulesOf(told), targets, now).empty());

    api::MachineHealthCheck mended = check;
    mended.status = told.status;
    const auto after = planOf(mended, targets);
    QVERIFY(textOf(after.effects).contains("delete Machine default/a"));
    QCOMPARE(textOf(support::after(mended, after.effects).status.conditions),
        QByteArray("RemediationAllowed=True"));
}

void TestHealthCheck::unhealthyIsToldOncePerCause()
{
    const auto first = planOf(check, {target(running, breaking), named("b", ready)});
    QCOMPARE(textOf(first.effects).count("DetectedUnhealthy"), 1);
    const api::Machine told = support::after(running, first.effects);
    QCOMPARE(textOf(told.status.conditions), QByteArray("HealthCheckSucceeded=False/UnhealthyNode"));
    QCOMPARE(textOf(planOf(check, {target(told, breaking), named("b", ready)}, now + 1min).effects)
                 .count("DetectedUnhealthy"),
        0);

    const auto later = condition("Ready", "False", "2026-11-20T10:09:00Z"); // it was well in between
    QCOMPARE(
        textOf(planOf(check, {target(told, later), named("b", ready)}).effects).count("DetectedUnhealthy"),
        1);

    const auto healed = planOf(check, {target(told, ready), named("b", ready)});
    const api::Machine well = support::after(told, healed.effects);
    QCOMPARE(textOf(well.status.conditions), QByteArray("HealthCheckSucceeded=True"));
    QCOMPARE(deedsOf(check, planOf(check, {target(well, ready), named("b", ready)})), QByteArray());
}

void TestHealthCheck::anotherChecksNoteStays()
{
    const api::Machine told = with(running,
        "status: {conditions: [{type: HealthCheckSucceeded, status: 'False', "
        "message: 'other: node n is odd'}]}");
    QCOMPARE(deedsOf(check, planOf(check, {target(told, breaking), named("b", ready)})), QByteArray());
    QCOMPARE(deedsOf(check, planOf(check, {target(told, ready), named("b", ready)})), QByteArray());
}

void TestHealthCheck::noControllerNoRemediation()
{
    const api::Machine alone = with(running, "metadata: {ownerReferences: null}");
    const auto first = planOf(check, {target(alone, broken), named("b", ready)});
    QVERIFY(!textOf(first.effects).contains("delete Machine"));
    QCOMPARE(textOf(first.effects).count("SkippedNoController"), 1); // the event; §7.5 row 3
    const api::Machine told = support::after(alone, first.effects);
    QCOMPARE(
        deedsOf(check, planOf(check, {target(told, broken), named("b", ready)}, now + 1min)), QByteArray());
}

void TestHealthCheck::partitionIsReplacedOneByOne()
{
    std::vector<HealthCheckTarget> targets;
    for (int i = 0; i < 10; ++i)
        targets.push_back(named("m" + QByteArray::number(i), broken));
    const auto plan = planOf(check, targets);
    QCOMPARE(textOf(plan.effects).count("delete Machine"), 1); // docs/faults-and-threats.md X35
    QCOMPARE(codesOf(plan.reasons).count("WaitingForBudget"), 9);
    targets.at(0) =
        target(with(*targets.at(0).machine, "metadata: {deletionTimestamp: 2026-11-20T10:10:00Z}"), broken);
    QCOMPARE(textOf(planOf(check, targets).effects).count("delete Machine"), 0);
    targets.at(0) = named("new", {}, with(starting, "metadata: {creationTimestamp: 2026-11-20T10:09:00Z}"));
    QCOMPARE(textOf(planOf(check, targets).effects).count("delete Machine"), 0);
    targets.at(0) = named("new", ready);
    QCOMPARE(textOf(planOf(check, targets).effects).count("delete Machine"), 1);
}

void TestHealthCheck::pausedDoesNothing()
{
    const auto plan =
        planOf(with(check, "metadata: {annotations: {cluster.x-k8s.io/paused: ''}}"), {named("a", broken)});
    QCOMPARE(textOf(plan.effects), QByteArray());
    QCOMPARE(codesOf(plan.reasons), QByteArray("Paused"));
}

void TestHealthCheck::externalAnnotation()
{
    const auto baremetal = with(
        check, "metadata: {annotations: {machine.openshift.io/remediation-strategy: external-baremetal}}");
    const auto plan = planOf(baremetal, {target(running, broken), named("b", ready)});
    QVERIFY(textOf(plan.effects).contains("ExternalAnnotationAdded"));
    QVERIFY(!textOf(plan.effects).contains("delete Machine"));
    const api::Machine annotated = support::after(running, plan.effects);
    QVERIFY(annotated.metadata.annotations.contains("host.metal3.io/external-remediation"));
    QCOMPARE(
        deedsOf(baremetal, planOf(baremetal, {target(annotated, broken), named("b", ready)})), QByteArray());
    QVERIFY(!controllers::judge(baremetal, target(annotated, ready), now).countsHealthy); // §7.3 row 4
    const api::Machine failed = with(running, "status: {phase: Failed}");
    QVERIFY(textOf(planOf(baremetal, {target(failed, broken), named("b", ready)}).effects)
                .contains("delete Machine"));
}

void TestHealthCheck::externalTemplate()
{
    const auto external = with(check,
        "spec: {remediationTemplate: {apiVersion: infra.example/v1, kind: RebootTemplate, name: reboot}}");
    const std::vector<HealthCheckTarget> targets {target(running, broken), named("b", ready)};
    FakeObjects objects;
    auto plan = controllers::planHealthCheck(controllers::rulesOf(external), targets, &objects, now);
    QVERIFY(!textOf(plan.effects).contains("delete Machine"));
    QVERIFY(textOf(support::after(external, plan.effects).status.conditions)
                .contains("ExternalRemediationTemplateAvailable=False/ExternalRemediationTemplateNotFound"));
    QVERIFY(codesOf(plan.reasons).contains("RemediationTemplateNotFound"));

    objects.objects["RebootTemplate/default/reboot"] =
        api::share(api::parseYaml("spec: {template: {spec: {retries: 2}}}").value());
    plan = controllers::planHealthCheck(controllers::rulesOf(external), targets, &objects, now);
    QVERIFY(textOf(plan.effects).contains("create Reboot default/m"));
    QVERIFY(codesOf(plan.reasons).contains("RequestingRemediation"));
    for (const api::Effect &effect : plan.effects) {
        if (const auto *create = std::get_if<api::CreateObject>(&effect))
            QCOMPARE(api::integerAt(create->object, {"spec", "retries"}).value_or(0), 2);
    }

    objects.objects["Reboot/default/m"] = api::share(api::parseYaml("metadata: {uid: request-uid}").value());
    plan = controllers::planHealthCheck(controllers::rulesOf(external), targets, &objects, now);
    QVERIFY(!textOf(plan.effects).contains("create Reboot"));
    QVERIFY(codesOf(plan.reasons).contains("RemediationRequested"));
    plan = controllers::planHealthCheck(
        controllers::rulesOf(external), {target(running, ready), named("b", ready)}, &objects, now);
    QVERIFY(textOf(plan.effects).contains("delete Reboot default/m request-uid"));
    QVERIFY(codesOf(plan.reasons).contains("WithdrawingRequest"));
}

void TestHealthCheck::remediationThatFailsIsTold()
{
    const base::Error refused {base::ErrorKind::Forbidden, "reboots are forbidden", {}};
    const auto external = with(check,
        "spec: {remediationTemplate: {apiVersion: infra.example/v1, kind: RebootTemplate, name: reboot}}");
    FakeObjects objects;
    const auto record = [&](const api::Effect &effect) {
        return controllers::recordHealthCheckFailure(
            controllers::rulesOf(external), &running, refused, effect, now);
    };
    QVERIFY(record(api::PatchObject {api::refTo(running), "status", {}}).empty()); // only a note
    QCOMPARE(textOf(record(api::deleteEffect(running))), // §7.5 row 4
        QByteArray(
            "event Warning MachineDeletionFailed on default/m: Machine default/m could not be deleted: "
            "reboots are forbidden"));
    QCOMPARE(textOf(record(api::PatchObject {api::refTo(running), "", {}})), // §7.5 row 2
        QByteArray("event Warning ExternalAnnotationFailed on default/m: External remediation could not be "
                   "requested: reboots are forbidden"));
    const auto failed = support::after(external, record(api::CreateObject {&objects.requests, {}}));
    QVERIFY(
        textOf(failed.status.conditions)
            .contains("ExternalRemediationRequestAvailable=False/ExternalRemediationRequestCreationFailed"));

    objects.objects["RebootTemplate/default/reboot"] =
        api::share(api::parseYaml("spec: {template: {spec: {retries: 2}}}").value());
    objects.objects["Reboot/default/m"] = api::share(api::parseYaml("metadata: {uid: request-uid}").value());
    const auto plan = controllers::planHealthCheck(
        controllers::rulesOf(failed), {target(running, broken), named("b", ready)}, &objects, now + 1min);
    QVERIFY(textOf(support::after(failed, plan.effects).status.conditions)
                .contains("ExternalRemediationRequestAvailable=True"));
}

void TestHealthCheck::convergedPlanIsEmpty()
{
    const std::vector<HealthCheckTarget> targets {named("a", ready), named("b", ready)};
    const auto after = support::after(check, planOf(check, targets).effects);
    const auto plan = planOf(after, targets, now + 1min);
    QCOMPARE(textOf(plan.effects), QByteArray());
    QVERIFY(!plan.checkAgainAfter);
}

void TestHealthCheck::nextCheckIsCappedAtAnHour()
{
    const auto patient =
        with(check, "spec: {unhealthyConditions: [{type: Ready, status: 'False', timeout: 24h}]}");
    QVERIFY(planOf(patient, {named("a", breaking), named("b", ready)}).checkAgainAfter == base::Duration(1h));
}

QTEST_GUILESS_MAIN(TestHealthCheck)
#include "tst_healthcheck.moc"
