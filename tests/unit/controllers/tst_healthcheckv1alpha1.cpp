// SPDX-License-Identifier: GPL-3.0-or-later
// Health checks of the first generation (docs/machines.md §7.1), and how the one engine takes them (§7.7).
#include "core/controllers/healthcheck/healthcheckv1alpha1.h"
#include "tests/support/objects.h"
#include "tests/support/plantext.h"
#include "tests/support/typedstores.h"

#include <QTest>

#include <algorithm>

using namespace core;
using namespace std::chrono_literals;
using controllers::HealthCheckTarget;
using support::codesOf;
using support::fromYaml;
using support::kept;
using support::textOf;
using support::TypedStores;
using support::with;

namespace {

const base::Time now = support::timeOf("2026-11-20T10:10:00Z");

const api::HealthCheckV1alpha1 check = fromYaml<api::HealthCheckV1alpha1>(R"(
metadata: {name: old, namespace: openshift-machine-api, uid: old-uid}
spec: {selector: {matchLabels: {set: workers}}}
)");
const api::Machine machine = fromYaml<api::Machine>(R"(
metadata:
  {name: m, namespace: default, uid: m-uid, creationTimestamp: 2026-11-20T09:00:00Z, labels: {set: workers},
   ownerReferences: [{apiVersion: machine.openshift.io/v1beta1, kind: MachineSet, name: s, uid: u,
   controller: true}]}
status: {phase: Running, nodeRef: {kind: Node, name: n, uid: node-uid}, lastUpdated: 2026-11-20T09:01:00Z}
)");

api::ConfigMap configMap(const std::string &conditions)
{
    api::ConfigMap map;
    map.metadata.ns = "openshift-machine-api";
    map.metadata.name = "node-unhealthy-conditions";
    map.data.emplace("conditions", conditions);
    return map;
}

HealthCheckTarget target(const char *readyStatus, const char *since, const api::Machine &of = machine)
{
    return {kept(of),
        kept(fromYaml<api::Node>(
            "{metadata: {name: n, uid: node-uid}, status: {conditions: [{type: Ready, status: '"
            + QByteArray(readyStatus) + "', lastTransitionTime: " + QByteArray(since) + "}]}}"))};
}

const char *const longAgo = "2026-11-20T10:00:00Z";

runtime::Plan planOf(const api::HealthCheckV1alpha1 &of, const api::ConfigMap *map,
    const std::vector<HealthCheckTarget> &targets, base::Time at = now)
{
    return controllers::planHealthCheck(controllers::rulesOf(of, map), targets, nullptr, at);
}

/// "Ready=False 5m0s, …", or what is wrong.
QByteArray read(const api::ConfigMap *map)
{
    const auto conditions = controllers::unhealthyConditionsOf(map);
    if (!conditions)
        return QByteArray::fromStdString(conditions.error().message);
    std::string text;
    for (const api::UnhealthyCondition &condition : *conditions)
        text += (text.empty() ? "" : ", ") + condition.type + "=" + condition.status + " "
            + api::formatDuration(condition.timeout.value);
    return QByteArray::fromStdString(text);
}

template<typename T>
void put(runtime::Store<T> &store, const T &object)
{
    store.put(object.key(), std::make_shared<const T>(object));
}

} // namespace

class TestHealthCheckV1alpha1 : public QObject
{
    Q_OBJECT

private slots:
    void configMap_data();
    void configMap();
    void configMapMayBeAbsent();
    void configMapWithoutTheKeyIsRefused();
    void isJudgedAsOneOfV1beta1();
    void badConfigMapIsToldOnceAndNothingIsReplaced();
    void badStrategyIsTold();
    void reboot_data();
    void reboot();
    void targets_data();
    void targets();
    void theFirstCheckTakesTheMachine();
    void bothGenerationsOnOneMachine();
    void convergedPlanIsEmpty();
    void budgetsCount_data();
    void budgetsCount();
    void budgetsHoldBack_data();
    void budgetsHoldBack();
    void aBudgetWithoutANumberLetsNoneGo();
    void changesOfABudgetThatMayLetMachinesGo();
    void budgetsAreTakenFromOnce();
};

void TestHealthCheckV1alpha1::configMap_data()
{
    QTest::addColumn<QByteArray>("conditions");
    QTest::addColumn<QByteArray>("read");
    const QByteArray key("ConfigMap openshift-machine-api/node-unhealthy-conditions, key conditions: ");
    QTest::newRow("§7.1 as the original has it")
        << QByteArray("items: [{name: Ready, timeout: 300s, status: \"False\"}, "
                      "{name: Ready, timeout: 300s, status: \"Unknown\"}]")
        << QByteArray("Ready=False 5m0s, Ready=Unknown 5m0s");
    QTest::newRow("§7.1 replaced, not merged")
        << QByteArray("items: [{name: DiskPressure, timeout: 1h30m, status: 'True'}]")
        << QByteArray("DiskPressure=True 1h30m0s");
    QTest::newRow("§7.1 no condition at all") << QByteArray("items: []") << QByteArray();
    QTest::newRow("§7.1 unquoted True")
        << QByteArray("items: [{name: A, timeout: 1s, status: True}]") << QByteArray("A=True 1s");
    QTest::newRow("§7.1 unquoted false")
        << QByteArray("items: [{name: A, timeout: 1s, status: false}]") << QByteArray("A=False 1s");
    QTest::newRow("§7.1 the text true, which the original stores for True")
        << QByteArray("items: [{name: A, timeout: 1s, status: 'true'}]") << QByteArray("A=True 1s");
    QTest::newRow("§7.1 any case") << QByteArray("items: [{name: A, timeout: 1s, status: uNKNOWN}]")
                                   << QByteArray("A=Unknown 1s");
    QTest::newRow("§7.1 other status") << QByteArray("items: [{name: A, timeout: 1s, status: Maybe}]")
                                       << key + "items[0].status \"Maybe\" is none of True, False, Unknown";
    QTest::newRow("§7.1 no status") << QByteArray("items: [{name: A, timeout: 1s}]")
                                    << key + "items[0].status (missing) is none of True, False, Unknown";
    QTest::newRow("§7.1 no name") << QByteArray("items: [{timeout: 1s, status: 'True'}]")
                                  << key + "items[0].name is missing";
    QTest::newRow("§7.1 timeout without a unit, the second item")
        << QByteArray("items: [{name: A, timeout: 1s, status: 'True'}, {name: B, timeout: '300', status: "
                      "'True'}]")
        << key
            + "items[1].timeout: \"300\" is not a duration: the unit is missing (write 40s, "
              "1h30m, 250ms)";
    QTest::newRow("§7.1 timeout that is a number")
        << QByteArray("items: [{name: A, timeout: 300, status: 'True'}]")
        << key + "items[0].timeout 300 is no duration, such as \"300s\"";
    QTest::newRow("§7.1 negative timeout") << QByteArray("items: [{name: A, timeout: -1s, status: 'True'}]")
                                           << key + "items[0].timeout must not be negative";
    QTest::newRow("§7.1 an item that is a text")
        << QByteArray("items: [Ready]") << key + "items[0]: expected an object with name, status and timeout";
    QTest::newRow("§7.1 no items") << QByteArray("conditions: []") << key + "has no list \"items\"";
    QTest::newRow("§7.1 empty") << QByteArray() << key + "is no YAML: expected one YAML document, found 0";
}

void TestHealthCheckV1alpha1::configMap()
{
    QFETCH(QByteArray, conditions);
    const api::ConfigMap map = ::configMap(conditions.toStdString());
    QTEST(read(&map), "read");
}

void TestHealthCheckV1alpha1::configMapMayBeAbsent()
{
    QCOMPARE(read(nullptr), QByteArray("Ready=False 5m0s, Ready=Unknown 5m0s"));
}

void TestHealthCheckV1alpha1::configMapWithoutTheKeyIsRefused()
{
    api::ConfigMap map = ::configMap({});
    map.data.clear();
    QCOMPARE(read(&map),
        QByteArray("ConfigMap openshift-machine-api/node-unhealthy-conditions, key conditions: is missing"));
    const api::ConfigMap noYaml = ::configMap("items: [");
    QVERIFY(read(&noYaml).contains("key conditions: is no YAML: "));
}

void TestHealthCheckV1alpha1::isJudgedAsOneOfV1beta1()
{
    const auto plan = planOf(check, nullptr, {target("False", longAgo)});
    QCOMPARE(textOf(support::deeds(check, plan.effects)),
        QByteArray("delete Machine default/m m-uid\n"
                   "event Normal MachineDeleted on default/m: Machine default/m has been remediated: node n "
                   "reports Ready=False since 2026-11-20T10:00:00Z, allowed for 5m0s "
                   "(openshift-machine-api/old (v1alpha1))"));
    // No status subresource: the status is written to the object itself.
    const auto *patch = std::get_if<api::PatchObject>(&plan.effects.front());
    QVERIFY(patch && patch->subresource.empty());
    QVERIFY(patch->target.resource == &api::resourceOf<api::HealthCheckV1alpha1>());
    const api::HealthCheckV1alpha1 after = support::after(check, plan.effects);
    QCOMPARE(after.status.expectedMachines.value_or(-1), 1);
    QCOMPARE(after.status.currentHealthy.value_or(-1), 0);
    QCOMPARE(textOf(after.status.conditions), QByteArray("RemediationAllowed=True")); // §7.7: 100 %

    const api::Machine starting = with(machine, "status: {phase: Provisioned, nodeRef: null}");
    const HealthCheckTarget nodeless {kept(starting), nullptr};
    const auto waiting = planOf(check, nullptr, {nodeless}, now + 24h);
    QCOMPARE(codesOf(waiting.reasons), QByteArray("RemediationAllowed,NoStartupTimeout")); // §7.7
    QVERIFY(!textOf(waiting.effects).contains("delete"));
}

void TestHealthCheckV1alpha1::badConfigMapIsToldOnceAndNothingIsReplaced()
{
    const api::ConfigMap bad = ::configMap("items: [{name: Ready, timeout: soon, status: 'False'}]");
    const auto plan = planOf(check, &bad, {target("False", longAgo)});
    const QByteArray deeds = textOf(support::deeds(check, plan.effects));
    QVERIFY2(deeds.startsWith("event Warning ReconcileError on openshift-machine-api/old: ConfigMap "
                              "openshift-machine-api/node-unhealthy-conditions, key conditions: "
                              "items[0].timeout: "),
        deeds);
    QVERIFY(!deeds.contains("delete"));
    const auto told = support::after(check, plan.effects);
    QCOMPARE(textOf(told.status.conditions), QByteArray("RemediationAllowed=False/InvalidConfiguration"));
    QCOMPARE(textOf(planOf(told, &bad, {target("False", longAgo)}, now + 1min).effects), QByteArray());
    const api::ConfigMap good = ::configMap("items: [{name: Ready, timeout: 10s, status: 'False'}]");
    QVERIFY(textOf(planOf(told, &good, {target("False", longAgo)}).effects).contains("delete Machine"));
}

void TestHealthCheckV1alpha1::badStrategyIsTold()
{
    const auto praying = with(check, "metadata: {annotations: {healthchecking.openshift.io/strategy: pray}}");
    const auto plan = planOf(praying, nullptr, {target("False", longAgo)});
    QCOMPARE(textOf(support::deeds(praying, plan.effects)),
        QByteArray("event Warning ReconcileError on openshift-machine-api/old: annotation "
                   "healthchecking.openshift.io/strategy \"pray\" is not reboot"));
}

void TestHealthCheckV1alpha1::reboot_data()
{
    QTest::addColumn<QByteArray>("machinePatch");
    QTest::addColumn<bool>("hasNode");
    QTest::addColumn<QByteArray>("deed");
    QTest::newRow("§7.1 the node is asked to be rebooted")
        << QByteArray() << true
        << QByteArray(
               "patch Node n {\"metadata\":{\"annotations\":{"
               "\"healthchecking.openshift.io/machine-remediation-reboot\":\"\"},\"uid\":\"node-uid\"}}");
    QTest::newRow("a node that is gone can't be rebooted")
        << QByteArray() << false << QByteArray("delete Machine default/m m-uid");
    QTest::newRow("nor can a machine that failed")
        << QByteArray("status: {phase: Failed}") << true << QByteArray("delete Machine default/m m-uid");
}

void TestHealthCheckV1alpha1::reboot()
{
    QFETCH(QByteArray, machinePatch);
    QFETCH(bool, hasNode);
    QFETCH(QByteArray, deed);
    const auto rebooting =
        with(check, "metadata: {annotations: {healthchecking.openshift.io/strategy: reboot}}");
    HealthCheckTarget broken = target("False", longAgo, with(machine, machinePatch));
    if (!hasNode)
        broken.node = nullptr;
    const auto plan = planOf(rebooting, nullptr, {broken});
    QVERIFY2(textOf(plan.effects).contains(deed), textOf(plan.effects));
    QCOMPARE(textOf(plan.effects).contains("delete Machine"), !deed.startsWith("patch Node"));
    QCOMPARE(codesOf(plan.reasons).contains("RebootRequested"), deed.startsWith("patch Node"));
    if (!deed.startsWith("patch Node"))
        return;
    broken.node = kept(support::after(*broken.node, plan.effects));
    const auto again = planOf(rebooting, nullptr, {broken}, now + 1min);
    QVERIFY(!textOf(again.effects).contains("patch Node")); // it is asked once
}

void TestHealthCheckV1alpha1::targets_data()
{
    QTest::addColumn<QByteArray>("selector");
    QTest::addColumn<QByteArray>("machinePatch");
    QTest::addColumn<QByteArray>("nodeLabels");
    QTest::addColumn<bool>("isTarget");
    const QByteArray workers("matchLabels: {set: workers}");
    const auto labelled = [](const QByteArray &label) { return "metadata: {labels: {" + label + "}}"; };
    QTest::newRow("§7.1 a machine of another namespace") << workers << QByteArray() << QByteArray() << true;
    QTest::newRow("§7.1 other labels") << workers << labelled("set: others") << QByteArray() << false;
    QTest::newRow("§7.1 an empty selector matches nothing")
        << QByteArray() << QByteArray() << QByteArray() << false;
    QTest::newRow("§7.1 role master")
        << workers << labelled("machine.openshift.io/cluster-api-machine-role: master") << QByteArray()
        << false;
    QTest::newRow("§7.1 role worker")
        << workers << labelled("machine.openshift.io/cluster-api-machine-role: worker") << QByteArray()
        << true;
    QTest::newRow("§7.1 type master")
        << workers << labelled("machine.openshift.io/cluster-api-machine-type: master") << QByteArray()
        << false;
    QTest::newRow("§7.1 role master, the older label")
        << workers << labelled("sigs.k8s.io/cluster-api-machine-role: master") << QByteArray() << false;
    QTest::newRow("§7.1 type master, the older label")
        << workers << labelled("sigs.k8s.io/cluster-api-machine-type: master") << QByteArray() << false;
    QTest::newRow("§7.1 a master's node")
        << workers << QByteArray() << QByteArray("node-role.kubernetes.io/master: ''") << false;
    QTest::newRow("§7.1 no owner") << workers << QByteArray("metadata: {ownerReferences: null}")
                                   << QByteArray() << false;
    QTest::newRow("§7.1 an owner of another kind")
        << workers
        << QByteArray("metadata: {ownerReferences: [{apiVersion: v1, kind: Other, name: o, uid: o, "
                      "controller: true}]}")
        << QByteArray() << false;
}

void TestHealthCheckV1alpha1::targets()
{
    QFETCH(QByteArray, selector);
    QFETCH(QByteArray, machinePatch);
    QFETCH(QByteArray, nodeLabels);
    TypedStores stores;
    api::HealthCheckV1alpha1 of = with(check, "spec: {selector: null}");
    of = with(of, "spec: {selector: {" + selector + "}}");
    put(stores.healthChecksV1alpha1, of);
    put(stores.machines, with(machine, machinePatch));
    put(stores.nodes, fromYaml<api::Node>("metadata: {name: n, labels: {" + nodeLabels + "}}"));
    QTEST(!controllers::targetsOf(of, stores.stores).empty(), "isTarget");
}

void TestHealthCheckV1alpha1::theFirstCheckTakesTheMachine()
{
    TypedStores stores;
    const auto other = with(check, "metadata: {name: a-first, uid: first-uid}");
    put(stores.healthChecksV1alpha1, check);
    put(stores.healthChecksV1alpha1, other);
    put(stores.machines, machine);
    QVERIFY(controllers::targetsOf(check, stores.stores).empty());
    QCOMPARE(controllers::targetsOf(other, stores.stores).size(), 1U);
    const auto keys = controllers::healthChecksV1alpha1OfMachine(stores.healthChecksV1alpha1, machine);
    QCOMPARE(keys.size(), 1U);
    QCOMPARE(keys.front().text(), std::string("openshift-machine-api/a-first"));
    QVERIFY(controllers::healthChecksV1alpha1OfNode(stores.stores, *target("False", longAgo).node) == keys);
}

/// §7.7: each is a health check of its own; the machine goes once, and neither writes over the other's note.
void TestHealthCheckV1alpha1::bothGenerationsOnOneMachine()
{
    const auto next = fromYaml<api::MachineHealthCheck>(R"(
metadata: {name: new, namespace: default, uid: new-uid}
spec:
  selector: {matchLabels: {set: workers}}
  unhealthyConditions: [{type: Ready, status: 'False', timeout: 300s}])");
    const auto planNext = [&](const HealthCheckTarget &of) {
        return controllers::planHealthCheck(controllers::rulesOf(next), {of}, nullptr, now);
    };
    const HealthCheckTarget breaking = target("False", "2026-11-20T10:08:00Z");
    const auto first = planOf(check, nullptr, {breaking});
    QCOMPARE(textOf(first.effects).count("DetectedUnhealthy"), 1);
    const api::Machine noted = support::after(machine, first.effects);
    QVERIFY(!textOf(planNext(target("False", "2026-11-20T10:08:00Z", noted)).effects)
                 .contains("Machine default/m"));
    QVERIFY(!textOf(planNext(target("True", longAgo, noted)).effects).contains("Machine default/m"));
    QCOMPARE(textOf(support::after(noted, planOf(check, nullptr, {target("True", longAgo, noted)}).effects)
                        .status.conditions),
        QByteArray("HealthCheckSucceeded=True"));

    const api::Machine going = with(machine, "metadata: {deletionTimestamp: 2026-11-20T10:09:59Z}");
    QVERIFY(textOf(planOf(check, nullptr, {target("False", longAgo)}).effects).contains("delete Machine"));
    QVERIFY(!textOf(planNext(target("False", longAgo, going)).effects).contains("delete Machine"));
}

void TestHealthCheckV1alpha1::convergedPlanIsEmpty()
{
    const HealthCheckTarget well = target("True", longAgo);
    const auto after = support::after(check, planOf(check, nullptr, {well}).effects);
    const auto plan = planOf(after, nullptr, {well}, now + 1min);
    QCOMPARE(textOf(plan.effects), QByteArray());
    QVERIFY(!plan.checkAgainAfter);
}

namespace {

api::MachineDisruptionBudget budgetOf(const QByteArray &rule, const QByteArray &status = "{}")
{
    return fromYaml<api::MachineDisruptionBudget>(
        "metadata: {name: b, namespace: default, uid: ub, resourceVersion: '7', generation: 2}\nspec: {"
        + rule + ", selector: {matchLabels: {set: workers}}}\nstatus: " + status);
}

/// More machines than a budget waits for.
QByteArray tooManyGranted()
{
    QByteArray granted;
    for (int i = 0; i <= 50; ++i)
        granted += "m" + QByteArray::number(i) + ": 2026-11-20T10:00:00Z, ";
    return granted;
}

controllers::MachineDisruptionView viewOf(int ready, int broken, int wanted)
{
    controllers::MachineDisruptionView view;
    for (int i = 0; i < ready + broken; ++i) {
        const HealthCheckTarget one = target(i < ready ? "True" : "False", longAgo,
            with(machine, "metadata: {name: m" + QByteArray::number(i) + "}"));
        view.machines.push_back({one.machine, one.node});
    }
    view.wanted = wanted;
    return view;
}

QByteArray countsOf(const api::MachineDisruptionBudgetStatus &status)
{
    const auto number = [](std::int64_t value) { return QByteArray::number(qlonglong(value)); };
    return number(status.currentHealthy) + "/" + number(status.expectedMachines) + ", "
        + number(status.desiredHealthy) + " needed, " + number(status.disruptionsAllowed) + " allowed";
}

} // namespace

void TestHealthCheckV1alpha1::budgetsCount_data()
{
    QTest::addColumn<QByteArray>("rule");
    QTest::addColumn<QByteArray>("noted");
    QTest::addColumn<QByteArray>("counts");
    const auto row = [](const char *name, const char *rule, const char *noted, const char *counts) {
        QTest::addRow("§7.8 %s", name) << QByteArray(rule) << QByteArray(noted) << QByteArray(counts);
    };
    row("minAvailable", "minAvailable: 1", "", "3/4, 1 needed, 2 allowed");
    row("maxUnavailable of what is wanted", "maxUnavailable: 2", "", "3/5, 3 needed, 0 allowed");
    row("maxUnavailable goes first", "maxUnavailable: 3, minAvailable: 4", "", "3/5, 2 needed, 1 allowed");
    row("more than there are", "maxUnavailable: 9", "", "3/5, 0 needed, 3 allowed");
    row("neither", "{}", "", "3/0, 0 needed, 0 allowed");
    row("one on its way", "minAvailable: 1", "m0: '2026-11-20T10:09:00Z'", "2/4, 1 needed, 1 allowed");
    row("one that stayed", "minAvailable: 1", "m0: '2026-11-20T10:07:00Z'", "3/4, 1 needed, 2 allowed");
}

void TestHealthCheckV1alpha1::budgetsCount()
{
    QFETCH(const QByteArray, rule);
    QFETCH(const QByteArray, noted);
    QFETCH(const QByteArray, counts);
    const auto before =
        budgetOf(rule == "{}" ? "minAvailable: null" : rule, "{disruptedMachines: {" + noted + "}}");
    const auto view = viewOf(3, 1, 5);
    const auto plan = controllers::planMachineDisruption(before, view, now);
    const auto counted = support::after(before, plan.effects);
    QCOMPARE(countsOf(counted.status), counts);
    QCOMPARE(counted.status.observedGeneration.value_or(0), std::int64_t(2));
    const bool waits = counts.startsWith("2/");
    QCOMPARE(plan.checkAgainAfter.has_value(), waits);
    const bool stayed = noted.contains("10:07");
    QCOMPARE(textOf(plan.effects).contains("NotDeleted"), stayed);
    const auto next = controllers::planMachineDisruption(counted, view, now);
    QCOMPARE(textOf(next.effects), QByteArray());
    QCOMPARE(codesOf(next.reasons), "Counted");
    const auto refused = controllers::planRefusal(before, "spec.selector: strange", now);
    QCOMPARE(codesOf(refused.reasons), "InvalidSpec");
}

void TestHealthCheckV1alpha1::budgetsHoldBack_data()
{
    QTest::addColumn<QByteArray>("status");
    QTest::addColumn<int>("budgets");
    QTest::addColumn<QByteArray>("refusal");
    const auto row = [](const char *name, const char *status, int budgets, const char *refusal) {
        QTest::addRow("§7.8 %s", name) << QByteArray(status) << budgets << QByteArray(refusal);
    };
    row("one may go", "{observedGeneration: 2, disruptionsAllowed: 1}", 1, "");
    row("none may", "{observedGeneration: 2, desiredHealthy: 2, currentHealthy: 1}", 1,
        "the MachineDisruptionBudget default/b needs 2 healthy machines and has 1");
    row("not observed", "{observedGeneration: 1, disruptionsAllowed: 1}", 1,
        "the MachineDisruptionBudget default/b was not observed since it has changed");
    row("never observed", "{}", 1,
        "the MachineDisruptionBudget default/b was not observed since it has changed");
    row("too many that were let go are there yet",
        ("{observedGeneration: 2, disruptionsAllowed: 1, disruptedMachines: {" + tooManyGranted() + "}}")
            .constData(),
        1, "the MachineDisruptionBudget default/b waits for too many machines to go");
    row("two budgets", "{observedGeneration: 2, disruptionsAllowed: 1}", 2,
        "more than one MachineDisruptionBudget covers the machine, which is not supported");
    row("no budget", "{}", 0, "");
}

void TestHealthCheckV1alpha1::budgetsHoldBack()
{
    QFETCH(const QByteArray, status);
    QFETCH(const int, budgets);
    QFETCH(const QByteArray, refusal);
    controllers::MachineBudgets store;
    const auto budget = budgetOf("minAvailable: 1", status);
    for (int i = 0; i < budgets; ++i)
        put(store, i == 0 ? budget : with(budget, "metadata: {name: other}"));
    put(store, with(budget, "metadata: {name: elsewhere, namespace: other}"));
    put(store, with(budget, "{metadata: {name: empty}, spec: {selector: null}}"));
    controllers::MachineDisruptions disruptions(store, now);
    const auto plan = controllers::planHealthCheck(
        controllers::rulesOf(check, nullptr), {target("False", longAgo)}, nullptr, now, 0, &disruptions);
    const QByteArray text = textOf(plan.effects);
    QCOMPARE(text.contains("delete Machine"), refusal.isEmpty());
    QCOMPARE(text.contains("patch MachineDisruptionBudget"), refusal.isEmpty() && budgets > 0);
    if (!refusal.isEmpty()) {
        QVERIFY(plan.checkAgainAfter == 1min);
        QVERIFY(codesOf(plan.reasons).endsWith("HeldByMachineBudget"));
        QCOMPARE(QByteArray::fromStdString(plan.reasons.back().text), "Machine m stays: " + refusal + ".");
    } else if (budgets > 0) {
        QVERIFY(text.indexOf("patch MachineDisruptionBudget") < text.indexOf("delete Machine"));
        const auto taken = support::after(budget, plan.effects).status;
        QCOMPARE(taken.disruptionsAllowed, std::int64_t(0));
        QVERIFY(taken.disruptedMachines.at("m") == now);
    }
}

void TestHealthCheckV1alpha1::aBudgetWithoutANumberLetsNoneGo()
{
    controllers::MachineBudgets store;
    put(store, budgetOf("minAvailable: null", "{observedGeneration: 2}"));
    controllers::MachineDisruptions disruptions(store, now);
    const api::Reason refusal = disruptions.disrupt(machine);
    QCOMPARE(refusal.code, std::string("MachineBudgetAllowsNone"));
    QCOMPARE(disruptions.whyNot(machine).text, refusal.text);
    QVERIFY(disruptions.writes().empty());
}

void TestHealthCheckV1alpha1::changesOfABudgetThatMayLetMachinesGo()
{
    const auto held = budgetOf("minAvailable: 1", "{observedGeneration: 2}");
    const auto open = budgetOf("minAvailable: 1", "{observedGeneration: 2, disruptionsAllowed: 1}");
    const auto other = budgetOf("minAvailable: 2", "{observedGeneration: 2}");
    const auto wider = budgetOf("minAvailable: 1", "{observedGeneration: 2, disruptionsAllowed: 2}");
    const auto unseen = budgetOf("minAvailable: 1", "{observedGeneration: 1, disruptionsAllowed: 1}");
    const auto waiting = budgetOf("minAvailable: 1",
        ("{observedGeneration: 2, disruptionsAllowed: 1, disruptedMachines: {" + tooManyGranted() + "}}")
            .constData());
    QVERIFY(controllers::mayLetMachinesGo(&held, &open));
    QVERIFY(controllers::mayLetMachinesGo(&unseen, &open));
    QVERIFY(controllers::mayLetMachinesGo(&waiting, &open));
    QVERIFY(!controllers::mayLetMachinesGo(&open, &held));
    QVERIFY(!controllers::mayLetMachinesGo(&open, &wider)); // nobody was held
    QVERIFY(!controllers::mayLetMachinesGo(nullptr, &open));
    QVERIFY(!controllers::mayLetMachinesGo(&held, &held));
    QVERIFY(controllers::mayLetMachinesGo(&held, &other));
    QVERIFY(controllers::mayLetMachinesGo(&held, nullptr));
}

/// One of two broken machines may go; a reboot that was asked for is not counted again.
void TestHealthCheckV1alpha1::budgetsAreTakenFromOnce()
{
    controllers::MachineBudgets store;
    put(store, budgetOf("minAvailable: 1", "{observedGeneration: 2, disruptionsAllowed: 1}"));
    const HealthCheckTarget first = target("False", longAgo);
    const HealthCheckTarget second =
        target("False", longAgo, with(machine, "metadata: {name: m2, uid: m2-uid}"));
    controllers::MachineDisruptions disruptions(store, now);
    const auto plan = controllers::planHealthCheck(
        controllers::rulesOf(check, nullptr), {first, second}, nullptr, now, 0, &disruptions);
    QCOMPARE(textOf(plan.effects).count("delete Machine"), 1);

    const auto rebooting =
        with(check, "metadata: {annotations: {healthchecking.openshift.io/strategy: reboot}}");
    const auto planReboot = [&](const HealthCheckTarget &of) {
        controllers::MachineDisruptions fresh(store, now);
        return controllers::planHealthCheck(
            controllers::rulesOf(rebooting, nullptr), {of}, nullptr, now, 0, &fresh);
    };
    QVERIFY(textOf(planReboot(first).effects).contains("patch MachineDisruptionBudget"));
    HealthCheckTarget asked = first;
    asked.node = kept(with(*first.node,
        "metadata: {annotations: {healthchecking.openshift.io/machine-remediation-reboot: ''}}"));
    QVERIFY(!textOf(planReboot(asked).effects).contains("patch MachineDisruptionBudget"));
}

QTEST_GUILESS_MAIN(TestHealthCheckV1alpha1)
#include "tst_healthcheckv1alpha1.moc"
