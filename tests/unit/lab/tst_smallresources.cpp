// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md M: bindings, evictions, leases, events, access reviews.
#include "core/api/time.h"
#include "core/lab/apply/ownership.h"
#include "core/lab/patching.h"

#include "labfixture.h"

using namespace labtest;
using namespace std::chrono_literals;

class TestSmallResources : public QObject
{
    Q_OBJECT

private slots:
    void binding();
    void gatedPodsAreNotBound();
    void connections_data();
    void connections();
    void successfulJobsAreSelectable();
    void autoscalersHaveTwoVersions();
    void evictionsWaitForTheStatus();
    void portionsOfBudgetsAreChecked_data();
    void portionsOfBudgetsAreChecked();
    void evictionsCountDown();
    void evictionsOfUnreadyPods_data();
    void evictionsOfUnreadyPods();
    void evictionRefusals();
    void leases();
    void heartbeats();
    void nodeHeartbeats_data();
    void nodeHeartbeats();
    void wholeRenewals_data();
    void wholeRenewals();
    void heartbeatsLeaveNoHistory();
    void eventsHaveTwoViews();
    void newerEventsAreWhole_data();
    void newerEventsAreWhole();
    void eventsBelongToTheirNamespace_data();
    void eventsBelongToTheirNamespace();
    void eventsExpire();
    void reviews_data();
    void reviews();
};

namespace {

constexpr std::string_view events = "/api/v1/namespaces/default/events";

constexpr std::string_view budgets = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";

void makeReadyPods(Lab &lab, int count)
{
    for (int i = 0; i < count; ++i) {
        const std::string name = "p" + std::to_string(i);
        lab.post(pods, pod(name, ", labels: {app: web}", ", nodeName: n"));
        lab.patch(pods / (name + "/status"),
            "{status: {phase: Running, conditions: [{type: Ready, status: 'True'}]}}");
    }
}

void makeBudget(Lab &lab, std::string_view rule)
{
    lab.post(budgets,
        "{metadata: {name: b}, spec: {selector: {matchLabels: {app: web}}, " + std::string(rule) + "}}");
}

/// What a disruption controller would write.
void observe(Lab &lab, int healthy, int needed, int allowed)
{
    const auto number = [](int value) { return std::to_string(value); };
    const Response observed = lab.patch(budgets / "b/status",
        "{status: {observedGeneration: " + at(lab.get(budgets / "b"), {"metadata", "generation"})
            + ", currentHealthy: " + number(healthy) + ", desiredHealthy: " + number(needed)
            + ", disruptionsAllowed: " + number(allowed)
            + ", conditions: [{type: DisruptionAllowed, status: 'True', reason: SufficientPods, "
              "lastTransitionTime: '2025-11-20T09:00:00Z'}]}}");
    QCOMPARE(observed.code, 200);
}

std::string causeText(const Response &response)
{
    const Json *causes = response.body ? api::find(*response.body, {"details", "causes"}) : nullptr;
    return causes ? std::string(api::textAt(causes->get_array().front(), {"message"})) : std::string();
}

Response evict(Lab &lab, std::string_view name, std::string_view apiVersion = "policy/v1")
{
    return lab.post(pods / (std::string(name) + "/eviction"),
        "{apiVersion: " + std::string(apiVersion) + ", kind: Eviction, metadata: {name: " + std::string(name)
            + "}}");
}

} // namespace

void TestSmallResources::binding()
{
    Lab lab;
    lab.post(pods, pod("p"));
    const Response bound = lab.post(pods / "p/binding",
        "{kind: Binding, apiVersion: v1, metadata: {name: p, annotations: {k: v}}, target: {kind: Node, "
        "name: n}}");
    COMPARE_TEXT(verdict(bound), "201"); // M1
    COMPARE_TEXT(at(bound, {"status"}), "Success");
    COMPARE_TEXT(at(bound, {"code"}), "201");
    const Response pod = lab.get(pods / "p");
    COMPARE_TEXT(at(pod, {"spec", "nodeName"}), "n");
    COMPARE_TEXT(at(pod, {"metadata", "annotations", "k"}), "v");
    COMPARE_TEXT(api::writeJson(pod.body->at_pointer("/status/conditions/0/type")), "\"PodScheduled\"");
    COMPARE_TEXT(verdict(lab.post(pods / "p/binding", "{target: {name: other}}")), "409 Conflict");
    COMPARE_TEXT(verdict(lab.post(pods / "x/binding", "{target: {name: n}}")), "404 NotFound");
    COMPARE_TEXT(verdict(lab.post(pods / "p/binding", "{target: {}}")), "422 Invalid");
    COMPARE_TEXT(
        verdict(lab.post(pods / "p/binding", "{metadata: {name: q}, target: {name: n}}")), "400 BadRequest");
}

void TestSmallResources::gatedPodsAreNotBound() // M1
{
    Lab lab;
    const Response made = lab.post(pods, pod("p", "", ", schedulingGates: [{name: a.b/c}, {name: a.b/d}]"));
    COMPARE_TEXT(api::writeCanonicalJson(made.body->at_pointer("/status/conditions/0")),
        R"({"message":"Scheduling is blocked due to non-empty scheduling gates",)"
        R"("reason":"SchedulingGated","status":"False","type":"PodScheduled"})");
    const Response refused = lab.post(pods / "p/binding", "{target: {name: n}}");
    COMPARE_TEXT(verdict(refused), "409 Conflict");
    QVERIFY(message(refused).ends_with("pod p has non-empty .spec.schedulingGates"));
    const auto setGates = [&](std::string_view gates) {
        return lab.patch(pods / "p", "{spec: {schedulingGates: " + std::string(gates) + "}}");
    };
    COMPARE_TEXT(verdict(setGates("[{name: a.b/e}]")), "422 Invalid");
    COMPARE_TEXT(verdict(setGates("[{name: a.b/d}]")), "200");
    COMPARE_TEXT(verdict(lab.post(pods / "p/binding", "{target: {name: n}}")), "409 Conflict");
    COMPARE_TEXT(verdict(setGates("null")), "200");
    COMPARE_TEXT(verdict(lab.post(pods / "p/binding", "{target: {name: n}}")), "201");
    COMPARE_TEXT(
        api::writeJson(lab.get(pods / "p").body->at_pointer("/status/conditions/0/status")), "\"True\"");
}

void TestSmallResources::connections_data()
{
    QTest::addColumn<std::string>("path");
    QTest::addColumn<bool>("isPost");
    QTest::addColumn<int>("code");
    QTest::addColumn<std::string>("words");
    const auto row = [](const char *path, bool isPost, int code, const char *words) {
        QTest::addRow("M7 %s", path) << std::string(path) << isPost << code << std::string(words);
    };
    row("bound/log", false, 200, "no container runs");
    row("bound/log?container=x", false, 400, "container x is not valid for pod bound");
    row("unbound/log", false, 400, "pod unbound does not have a host assigned");
    row("nobody/log", false, 404, "not found");
    row("bound/exec?command=ls", true, 400, "no container runs");
    row("bound/exec?command=ls&container=c", false, 400, "no container runs");
    row("bound/attach", true, 400, "no container runs");
    row("bound/portforward", true, 400, "no container runs");
    row("unbound/exec", true, 400, "does not have a host assigned");
}

void TestSmallResources::connections()
{
    QFETCH(const std::string, path);
    QFETCH(const bool, isPost);
    QFETCH(const int, code);
    QFETCH(const std::string, words);
    Lab lab;
    lab.post(pods, pod("unbound"));
    lab.post(pods, pod("bound", "", ", nodeName: n"));
    const Response answer = lab.send(isPost ? Method::Post : Method::Get, pods / path);
    QCOMPARE(answer.code, code);
    const std::string said = answer.body ? message(answer) : answer.text;
    QVERIFY2(said.find(words) != std::string::npos, said.c_str());
}

void TestSmallResources::successfulJobsAreSelectable()
{
    Lab lab;
    const std::string jobs = "/apis/batch/v1/namespaces/default/jobs";
    for (const char *name : {"a", "b"})
        lab.post(jobs,
            "{metadata: {name: " + std::string(name)
                + "}, spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}}");
    lab.patch(jobs + "/b/status", "{status: {succeeded: 1}}");
    COMPARE_TEXT(names(lab.get(jobs + "?fieldSelector=status.successful=0")), "a"); // C13
    COMPARE_TEXT(names(lab.get(jobs + "?fieldSelector=status.successful=1")), "b");
}

void TestSmallResources::autoscalersHaveTwoVersions() // M6
{
    Lab lab;
    const std::string kind = "/namespaces/default/horizontalpodautoscalers";
    const std::string first = "/apis/autoscaling/v1" + kind;
    const std::string second = "/apis/autoscaling/v2" + kind;
    lab.post(first,
        "{metadata: {name: x}, spec: {scaleTargetRef: {kind: Deployment, name: d}, maxReplicas: 3, "
        "targetCPUUtilizationPercentage: 50}}");
    const Response newer = lab.get(second + "/x");
    COMPARE_TEXT(
        api::writeJson(newer.body->at_pointer("/spec/metrics/0/resource/target/averageUtilization")), "50");
    QVERIFY(!api::find(*newer.body, {"spec", "targetCPUUtilizationPercentage"}));
    const Response older = lab.get(first + "/x");
    COMPARE_TEXT(api::writeJson(older.body->at_pointer("/spec/targetCPUUtilizationPercentage")), "50");
    QVERIFY(!api::find(*older.body, {"spec", "metrics"}));
    QCOMPARE(version(lab.put(first + "/x", *older.body)), version(newer)); // nothing is lost on the way

    const std::string use =
        R"({"resource":{"current":{"averageUtilization":50},"name":"cpu"},"type":"Resource"})";
    lab.patch(first + "/x/status", "{status: {currentReplicas: 1, currentCPUUtilizationPercentage: 50}}");
    COMPARE_TEXT(
        api::writeCanonicalJson(lab.get(second + "/x").body->at_pointer("/status/currentMetrics/0")), use);
    lab.patch(second + "/x/status",
        "{status: {currentMetrics: [{type: Resource, resource: {name: cpu, current: {averageUtilization: 70, "
        "averageValue: 7m}}}]}}");
    COMPARE_TEXT(at(lab.get(first + "/x"), {"status", "currentCPUUtilizationPercentage"}), "70");
    lab.patch(first + "/x/status",
        "{metadata: {annotations: {autoscaling.alpha.kubernetes.io/conditions: '[{\"type\": \"AbleToScale\", "
        "\"status\": \"True\"}]'}}, status: {currentReplicas: 2}}");
    const Response told = lab.get(second + "/x");
    COMPARE_TEXT(api::writeJson(told.body->at_pointer("/status/conditions/0/type")), "\"AbleToScale\"");
    COMPARE_TEXT(
        api::writeJson(told.body->at_pointer("/status/currentMetrics/0/resource/current/averageValue")),
        "\"7m\"");
}

void TestSmallResources::evictionsWaitForTheStatus() // M2
{
    Lab lab;
    makeReadyPods(lab, 3);
    makeBudget(lab, "minAvailable: 0");
    const Response unobserved = evict(lab, "p0");
    COMPARE_TEXT(verdict(unobserved), "429 TooManyRequests");
    COMPARE_TEXT(cause(unobserved), "DisruptionBudget");
    QVERIFY(!unobserved.headers.empty() && unobserved.headers.front().first == "Retry-After"); // I5
    COMPARE_TEXT(causeText(unobserved), "The disruption budget b is still being processed by the server.");
    observe(lab, 3, 0, 3);
    QCOMPARE(evict(lab, "p0").code, 201);
    lab.patch(budgets / "b", "{spec: {minAvailable: 3}}"); // what was observed counts no longer
    COMPARE_TEXT(verdict(evict(lab, "p1")), "429 TooManyRequests");
    observe(lab, 2, 3, 0);
    const Response held = evict(lab, "p1");
    COMPARE_TEXT(causeText(held), "The disruption budget b needs 3 healthy pods and has 2 currently");
    QVERIFY(held.headers.empty()); // whoever is told for how long waits in silence
}

void TestSmallResources::portionsOfBudgetsAreChecked_data()
{
    QTest::addColumn<std::string>("rule");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *rule, const char *expected) {
        QTest::newRow(rule) << std::string(rule) << std::string(expected);
    };
    row("minAvailable: 2", "201");
    row("maxUnavailable: 100%", "201");
    row("minAvailable: '50'", "422 Invalid");
    row("minAvailable: 5x%", "422 Invalid");
    row("maxUnavailable: 101%", "422 Invalid");
    row("maxUnavailable: -1", "422 Invalid");
    row("maxUnavailable: -1%", "422 Invalid");
}

void TestSmallResources::portionsOfBudgetsAreChecked()
{
    QFETCH(const std::string, rule);
    QFETCH(const std::string, expected);
    Lab lab;
    COMPARE_TEXT(verdict(lab.post(budgets, "{metadata: {name: b}, spec: {" + rule + "}}")), expected);
}

void TestSmallResources::evictionsCountDown()
{
    Lab lab;
    makeReadyPods(lab, 3);
    makeBudget(lab, "minAvailable: 1");
    observe(lab, 3, 1, 2);
    COMPARE_TEXT(verdict(lab.post(pods / "p0/eviction", "{deleteOptions: {dryRun: [All]}}")), "201");
    COMPARE_TEXT(at(lab.get(budgets / "b"), {"status", "disruptionsAllowed"}), "2");
    const Response first = evict(lab, "p0", "policy/v1beta1");
    QCOMPARE(first.code, 201);
    COMPARE_TEXT(at(first, {"status"}), "Success");
    QVERIFY(at(lab.get(pods / "p0"), {"metadata", "deletionTimestamp"}) != "(none)");
    COMPARE_TEXT(at(lab.get(budgets / "b"), {"status", "disruptionsAllowed"}), "1");
    COMPARE_TEXT(at(lab.get(budgets / "b"), {"status", "disruptedPods"}), R"({"p0":"2025-11-20T10:00:00Z"})");
    const auto condition = [&] {
        const Response budget = lab.get(budgets / "b");
        const Json &held = budget.body->at_pointer("/status/conditions/0");
        return std::string(api::textAt(held, {"status"})) + " " + std::string(api::textAt(held, {"reason"}));
    };
    COMPARE_TEXT(condition(), "True SufficientPods");
    QCOMPARE(evict(lab, "p1").code, 201);
    COMPARE_TEXT(condition(), "False InsufficientPods");
    const Response third = evict(lab, "p2");
    COMPARE_TEXT(verdict(third), "429 TooManyRequests");
    COMPARE_TEXT(cause(third), "DisruptionBudget");
    QCOMPARE(evict(lab, "p0").code, 201); // on its way already
    lab.patch(pods / "p2/status", "{status: {phase: Failed}}");
    QCOMPARE(evict(lab, "p2").code, 201); // what has ended disrupts nobody
}

void TestSmallResources::evictionsOfUnreadyPods_data()
{
    QTest::addColumn<std::string>("policy");
    QTest::addColumn<int>("healthy");
    QTest::addColumn<int>("needed");
    QTest::addColumn<int>("code");
    const auto row = [](const char *name, const char *policy, int healthy, int needed, int code) {
        QTest::addRow("M2 %s", name) << std::string(policy) << healthy << needed << code;
    };
    row("enough others are ready", "IfHealthyBudget", 2, 2, 201);
    row("too few others are", "IfHealthyBudget", 1, 2, 429);
    row("none is needed, and none observed", "IfHealthyBudget", 1, 0, 429);
    row("they may always go", "AlwaysAllow", 1, 2, 201);
}

/// They are not healthy, so that nothing is counted when they go.
void TestSmallResources::evictionsOfUnreadyPods()
{
    QFETCH(const std::string, policy);
    QFETCH(const int, healthy);
    QFETCH(const int, needed);
    QFETCH(const int, code);
    Lab lab;
    makeReadyPods(lab, 1);
    lab.patch(pods / "p0/status", "{status: {conditions: [{type: Ready, status: 'False'}]}}");
    makeBudget(lab, "unhealthyPodEvictionPolicy: " + policy);
    observe(lab, healthy, needed, 0);
    QCOMPARE(evict(lab, "p0").code, code);
    COMPARE_TEXT(at(lab.get(budgets / "b"), {"status", "disruptedPods"}), "(none)");
}

void TestSmallResources::evictionRefusals()
{
    Lab lab;
    COMPARE_TEXT(verdict(evict(lab, "x")), "404 NotFound");
    lab.post(pods, pod("p"));
    COMPARE_TEXT(
        verdict(lab.post(pods / "p/eviction", "{kind: Wombat, apiVersion: policy/v1}")), "400 BadRequest");
    COMPARE_TEXT(verdict(lab.post(pods / "p/eviction", "{deleteOptions: {preconditions: {uid: other}}}")),
        "409 Conflict");
    COMPARE_TEXT(verdict(lab.post(pods / "p/eviction", "{deleteOptions: {dryRun: [All]}}")), "201");
    QCOMPARE(lab.get(pods / "p").code, 200);
    COMPARE_TEXT(verdict(lab.send(Method::Get, pods / "p/eviction")), "405 MethodNotAllowed");
}

void TestSmallResources::leases()
{
    Lab lab;
    const Response made = lab.post(labtest::leases,
        "{metadata: {name: n}, spec: {holderIdentity: n, leaseDurationSeconds: 40, renewTime: "
        "'2025-11-20T10:00:00.5Z'}}");
    COMPARE_TEXT(at(made, {"spec", "renewTime"}), "2025-11-20T10:00:00.500000Z"); // M3
    COMPARE_TEXT(cause(lab.post(labtest::leases, "{metadata: {name: o}, spec: {leaseDurationSeconds: 0}}")),
        "FieldValueInvalid spec.leaseDurationSeconds");
    COMPARE_TEXT(verdict(lab.post(labtest::leases, "{metadata: {name: o}, spec: {renewTime: now}}")),
        "400 BadRequest");
}

void TestSmallResources::heartbeats()
{
    Lab lab;
    lab.post(labtest::leases,
        "{metadata: {name: n}, spec: {holderIdentity: n, leaseDurationSeconds: 40, renewTime: "
        "'2025-11-20T10:00:00Z'}}");
    const std::string lease = labtest::leases / "n";
    const std::string renewal = "{spec: {holderIdentity: n, renewTime: '2025-11-20T10:00:10.5Z'}}";
    const auto seen = lab.watch(std::string(labtest::leases) + "?watch=1");
    const Response renewed = lab.patch(lease, renewal);
    COMPARE_TEXT(at(renewed, {"spec", "renewTime"}), "2025-11-20T10:00:10.500000Z");
    COMPARE_TEXT(at(renewed, {"spec", "holderIdentity"}), "n");
    COMPARE_TEXT(at(renewed, {"metadata", "name"}), "n");
    QCOMPARE(
        api::integerAt(*renewed.body, {"spec", "leaseDurationSeconds"}), std::optional<std::int64_t>(40));
    COMPARE_TEXT(version(lab.get(lease)), version(renewed));
    COMPARE_TEXT(version(lab.patch(lease, renewal)), version(renewed)); // nothing changed
    lab.settle();
    COMPARE_TEXT(seen->text(), "ADDED n, MODIFIED n");

    COMPARE_TEXT(verdict(lab.patch(labtest::leases / "o", renewal)), "404 NotFound");
    COMPARE_TEXT(cause(lab.patch(lease, "{spec: {holderIdentity: n, renewTime: now}}")),
        "FieldValueTypeInvalid spec.renewTime");
    COMPARE_TEXT(at(lab.patch(lease,
                        "{metadata: {labels: {a: b}}, spec: {holderIdentity: n, renewTime: "
                        "'2025-11-20T10:00:20Z'}}"),
                     {"metadata", "labels", "a"}),
        "b");
    const Response taken = lab.patch(lease, "{spec: {holderIdentity: m, renewTime: '2025-11-20T10:00:30Z'}}");
    COMPARE_TEXT(at(taken, {"spec", "holderIdentity"}), "m");
    COMPARE_TEXT(at(taken, {"metadata", "labels", "a"}), "b");
    COMPARE_TEXT(
        at(lab.patch(lease + "?dryRun=All", "{spec: {holderIdentity: m, renewTime: '2025-11-20T10:00:40Z'}}"),
            {"spec", "renewTime"}),
        "2025-11-20T10:00:40.000000Z");
    COMPARE_TEXT(version(lab.get(lease)), version(taken));
}

void TestSmallResources::nodeHeartbeats_data()
{
    QTest::addColumn<std::string>("patch");
    QTest::addColumn<bool>("written");
    const auto row = [](const char *name, const std::string &patch, bool written) {
        QTest::newRow(name) << patch << written;
    };
    const std::string disk = "{type: Disk, status: 'False', lastHeartbeatTime: '2025-11-20T10:00:00Z'}";
    const std::string ready = "{type: Ready, status: 'True', reason: R, lastHeartbeatTime: ";
    const auto conditions = [](const std::string &all, const std::string &more = "") {
        return "{status: {conditions: [" + all + "]" + more + "}}";
    };
    row("the same", conditions(disk + ", " + ready + "'2025-11-20T10:00:00Z'}"), false);
    row("a heartbeat", conditions(disk + ", " + ready + "'2025-11-20T10:05:00Z'}"), true);
    row("in another form", conditions(disk + ", " + ready + "'2025-11-20T12:05:00+02:00'}"), true);
    row("of one condition", conditions(ready + "'2025-11-20T10:05:00Z'}"), true);
    row("a member less",
        conditions(disk + ", {type: Ready, status: 'True', lastHeartbeatTime: '2025-11-20T10:05:00Z'}"),
        true);
    row("another status",
        conditions(disk
            + ", {type: Ready, status: 'False', reason: R, lastHeartbeatTime: "
              "'2025-11-20T10:05:00Z'}"),
        true);
    row("more of the status", conditions(disk + ", " + ready + "'2025-11-20T10:05:00Z'}", ", phase: Running"),
        true);
    row("less of the status",
        conditions(disk + ", " + ready + "'2025-11-20T10:05:00Z'}", ", addresses: null"), true);
}

/// The short way of heartbeats leads where any patch leads: a dry run goes the long one.
void TestSmallResources::nodeHeartbeats()
{
    QFETCH(std::string, patch);
    QFETCH(bool, written);
    Lab lab;
    const std::string nodes = "/api/v1/nodes";
    const Response made = lab.post(nodes,
        "{metadata: {name: n}, status: {addresses: [{type: Hostname, address: n}], conditions: ["
        "{type: Disk, status: 'False', lastHeartbeatTime: '2025-11-20T10:00:00Z'}, "
        "{type: Ready, status: 'True', reason: R, lastHeartbeatTime: '2025-11-20T10:00:00Z'}]}}");
    QCOMPARE(made.code, 201);
    const auto seen = lab.watch(nodes + "?watch=1&resourceVersion=" + version(made));
    const Response dry = lab.patch(nodes + "/n/status?dryRun=All", patch);
    const Response real = lab.patch(nodes + "/n/status", patch);
    QCOMPARE(real.code, 200);
    COMPARE_TEXT(at(real, {"status"}), at(dry, {"status"}));
    QCOMPARE(version(real) != version(made), written);
    COMPARE_TEXT(at(lab.get(nodes + "/n"), {"status"}), at(real, {"status"}));
    lab.settle();
    COMPARE_TEXT(seen->text(), written ? "MODIFIED n" : "");
    COMPARE_TEXT(at(made, {"status", "conditions"}), // who holds a version keeps it
        R"([{"type":"Disk","status":"False","lastHeartbeatTime":"2025-11-20T10:00:00Z"},)"
        R"({"type":"Ready","status":"True","reason":"R","lastHeartbeatTime":"2025-11-20T10:00:00Z"}])");
}

void TestSmallResources::wholeRenewals_data()
{
    QTest::addColumn<std::string>("change"); // of the lease as it was read
    QTest::addColumn<std::string>("query");
    QTest::addColumn<bool>("isHeartbeat");
    const std::string renewed = "spec: {renewTime: '2025-11-20T10:00:20.000000Z'}";
    const auto row = [&](const char *name, const std::string &change, bool isHeartbeat,
                         const std::string &query = "") {
        QTest::newRow(name) << "{" + renewed + (change.empty() ? "" : ", ") + change + "}" << query
                            << isHeartbeat;
    };
    const auto metadata = [](const std::string &members) { return "metadata: {" + members + "}"; };
    row("as client-go", "", true);
    row("without its owners", metadata("managedFields: null"), true);
    row("what the server sets", metadata("creationTimestamp: null, generation: 7, selfLink: /x"), true);
    row("without a uid", metadata("uid: null"), true);
    row("of no version", metadata("resourceVersion: null"), false); // D2: refused
    row("of an older version", metadata("resourceVersion: '1'"), false); // D1: refused
    row("of another uid", metadata("uid: 7d3c"), false);
    row("given to nobody", metadata("managedFields: []"), false); // F8
    row("by another", "", false, "fieldManager=thief");
    row("a label more", metadata("labels: {a: b, c: d}"), false);
    row("a label less", metadata("labels: null"), false);
    row("another label", metadata("labels: {a: c}"), false);
    row("an annotation", metadata("annotations: {a: b}"), false);
    row("an empty list", metadata("finalizers: []"), false);
    row("unknown", "extra: 1", false);
    row("unknown, strictly", "extra: 1", false, "fieldManager=kubelet&fieldValidation=Strict");
    row("strictly", "", true, "fieldManager=kubelet&fieldValidation=Strict");
    QTest::newRow("the same") << std::string("{}") << std::string() << false;
    QTest::newRow("in another form") << std::string("{spec: {renewTime: '2025-11-20T11:00:20+01:00'}}")
                                     << std::string() << false;
    QTest::newRow("another holder") << std::string(
        "{spec: {holderIdentity: m, renewTime: '2025-11-20T10:00:20.000000Z'}}")
                                    << std::string() << false;
    QTest::newRow("a member less") << std::string(
        "{spec: {leaseDurationSeconds: null, renewTime: '2025-11-20T10:00:20.000000Z'}}")
                                   << std::string() << false;
    QTest::newRow("no time") << std::string("{spec: {renewTime: null}}") << std::string() << false;
    QTest::newRow("no such time") << std::string("{spec: {renewTime: '2025-11-20T10:00:61.000000Z'}}")
                                  << std::string() << false;
}

/// Whoever replaces a lease is answered alike on the short way of heartbeats and on the long one, which a dry
/// run goes.
void TestSmallResources::wholeRenewals()
{
    QFETCH(std::string, change);
    QFETCH(std::string, query);
    QFETCH(bool, isHeartbeat);
    Lab lab;
    const std::string lease = labtest::leases / "n";
    const std::string by = lease + "?fieldManager=kubelet";
    const Response made = lab.post(std::string(labtest::leases) + "?fieldManager=kubelet",
        "{metadata: {name: n, labels: {a: b}}, spec: {holderIdentity: n, leaseDurationSeconds: 40, "
        "renewTime: '2025-11-20T10:00:00.000000Z'}}");
    const auto managed = [](const Response &response) { return core::lab::withManagedFields(response.body); };
    Json first(*managed(made));
    first.at("spec").at("renewTime") = "2025-11-20T10:00:10.000000Z";
    const Response held = lab.put(by, first);
    QCOMPARE(held.code, 200);

    Json body(*managed(held));
    QVERIFY(core::lab::applyPatch(body, core::lab::PatchFormat::Merge, yaml(change), nullptr));
    const std::string asked = lease + "?" + (query.empty() ? "fieldManager=kubelet" : query);
    const Response dry = lab.put(asked + "&dryRun=All", body);
    const Response real = lab.put(asked, body);
    COMPARE_TEXT(verdict(real), verdict(dry));
    COMPARE_TEXT(message(real), message(dry));
    COMPARE_TEXT(cause(real), cause(dry));
    COMPARE_TEXT(at(real, {"spec"}), at(dry, {"spec"}));
    COMPARE_TEXT(at(real, {"metadata", "labels"}), at(dry, {"metadata", "labels"}));
    COMPARE_TEXT(at({.body = managed(real)}, {"metadata", "managedFields"}),
        at({.body = managed(dry)}, {"metadata", "managedFields"}));
    COMPARE_TEXT(at(held, {"spec", "renewTime"}), "2025-11-20T10:00:10.000000Z"); // who holds it keeps it
    const Response now = lab.get(lease);
    if (real.code == 200)
        COMPARE_TEXT(at(now, {"spec"}), at(real, {"spec"}));
    else
        COMPARE_TEXT(version(now), version(held));

    const bool isWritten = version(now) != version(held);
    QVERIFY(isWritten || !isHeartbeat);
    QCOMPARE(lab.patch(asked, "{spec: {renewTime: '2025-11-20T10:00:30.000000Z'}}").code, 200);
    const auto late = lab.watch(std::string(labtest::leases) + "?watch=1&resourceVersion=" + version(made));
    lab.settle();
    COMPARE_TEXT(late->text(), isWritten && !isHeartbeat ? "MODIFIED n, MODIFIED n" : "MODIFIED n");
}

// docs/design.md D11: heartbeats may skip the history, never the latest state
void TestSmallResources::heartbeatsLeaveNoHistory()
{
    Lab lab;
    const auto timeAt = [](int second) {
        return api::formatMicroTime(labtest::start + std::chrono::seconds(second));
    };
    const auto make = [&](const std::string &name) {
        return lab.post(labtest::leases,
            "{metadata: {name: " + name + "}, spec: {holderIdentity: " + name + ", renewTime: '" + timeAt(0)
                + "'}}");
    };
    const auto renew = [&](const std::string &name, int second) {
        return lab.patch(labtest::leases / name,
            "{spec: {holderIdentity: " + name + ", renewTime: '" + timeAt(second) + "'}}");
    };
    const auto since = [&](const Response &then) {
        auto seen = lab.watch(std::string(labtest::leases) + "?watch=1&resourceVersion=" + version(then));
        lab.settle();
        return seen;
    };
    const Response first = make("a");
    make("b");
    renew("b", 1); // and then it falls silent
    const Response renewed = renew("a", 1);
    const auto live = since(renewed);
    for (int second = 2; second < 2000; ++second)
        renew("a", second);
    COMPARE_TEXT(since(first)->text(), "ADDED b, MODIFIED b, MODIFIED a");
    const Response last = renew("b", 5);
    lab.settle();

    // Whoever holds a version keeps it as it was.
    COMPARE_TEXT(at(first, {"spec", "renewTime"}), timeAt(0));
    COMPARE_TEXT(at(renewed, {"spec", "renewTime"}), timeAt(1));
    COMPARE_TEXT(at(lab.get(labtest::leases / "a"), {"spec", "renewTime"}), timeAt(1999));
    // A watch that comes late is told of the last heartbeat of each object, in order, and of all else.
    COMPARE_TEXT(live->text(), "MODIFIED a, MODIFIED b");
    const auto late = since(first);
    COMPARE_TEXT(late->text(), "ADDED b, MODIFIED a, MODIFIED b");
    COMPARE_TEXT(std::string(api::textAt(*late->events[1].object, {"spec", "renewTime"})), timeAt(1999));
    QVERIFY(late->events[1].revision < late->events[2].revision);
    COMPARE_TEXT(std::to_string(late->events[2].revision), version(last));
    COMPARE_TEXT(
        std::string(api::textAt(*late->events[2].object, {"metadata", "resourceVersion"})), version(last));
    // One that keeps up is told of each.
    const auto prompt = since(last);
    renew("a", 2001);
    lab.settle();
    renew("a", 2002);
    lab.settle();
    COMPARE_TEXT(prompt->text(), "MODIFIED a, MODIFIED a");
    // Another change, or the end, of the object ends the matter.
    const Response changed = lab.patch(labtest::leases / "a", "{metadata: {labels: {k: v}}}");
    lab.remove(labtest::leases / "b");
    COMPARE_TEXT(since(last)->text(), "MODIFIED a, DELETED b");
    COMPARE_TEXT(names(lab.get(std::string(labtest::leases)
                     + "?resourceVersionMatch=Exact&resourceVersion=" + version(changed))),
        "a b");
}

/// As the events of client-go's newer recorder; the change overwrites members.
std::string newerEvent(std::string_view name, std::string_view change = "{}")
{
    Json event = labtest::yaml("{metadata: {name: " + std::string(name)
        + "}, regarding: {kind: Pod, name: p, namespace: default}, eventTime: "
          "'2025-11-20T10:00:00.000000Z', note: from the newer side, reason: Met, action: Meet, type: "
          "Normal, "
          "reportingController: example.org/c, reportingInstance: c-1}");
    const Json members = labtest::yaml(change);
    for (const auto &member : members.get_object())
        event.get_object()[member.key()] = member.value();
    return api::writeJson(event);
}

void TestSmallResources::eventsHaveTwoViews()
{
    Lab lab;
    lab.post(events,
        "{metadata: {name: e}, involvedObject: {kind: Pod, name: p, namespace: default}, message: hello, "
        "count: 2}");
    const std::string newer = "/apis/events.k8s.io/v1/namespaces/default/events";
    const Response shown = lab.get(newer + "/e"); // M4
    COMPARE_TEXT(at(shown, {"apiVersion"}), "events.k8s.io/v1");
    COMPARE_TEXT(at(shown, {"note"}), "hello");
    COMPARE_TEXT(at(shown, {"regarding", "name"}), "p");
    COMPARE_TEXT(at(shown, {"deprecatedCount"}), "2");
    const Response made = lab.post(newer, newerEvent("f"));
    QCOMPARE(made.code, 201);
    COMPARE_TEXT(at(made, {"note"}), "from the newer side");
    COMPARE_TEXT(at(lab.get(std::string(events) + "/f"), {"message"}), "from the newer side");
    COMPARE_TEXT(at(lab.patch(std::string(events) + "/f", "{message: changed}"), {"message"}), "changed");
    COMPARE_TEXT(at(lab.get(newer + "/f"), {"note"}), "changed");
    COMPARE_TEXT(names(lab.get(newer)), "e f");
    const auto seen = lab.watch(newer + "?watch=1");
    lab.settle();
    COMPARE_TEXT(std::string(api::textAt(*seen->events.front().object, {"note"})), "hello");
}

void TestSmallResources::newerEventsAreWhole_data()
{
    QTest::addColumn<std::string>("change");
    QTest::addColumn<std::string>("field");
    const auto row = [](const char *name, const std::string &change, const std::string &field) {
        QTest::newRow(name) << change << field;
    };
    row("M4 as it should be", "{}", "");
    row("M4 no time", "{eventTime: null}", "eventTime");
    row("M4 no type", "{type: null}", "type");
    row("M4 another type", "{type: Error}", "type");
    row("M4 nobody tells", "{reportingController: null}", "reportingController");
    row("M4 a controller that is no name", "{reportingController: a b}", "reportingController");
    row("M4 no instance", "{reportingInstance: null}", "reportingInstance");
    row("M4 nothing is done", "{action: null}", "action");
    row("M4 no reason", "{reason: null}", "reason");
    row("M4 a long reason", "{reason: " + std::string(129, 'r') + "}", "reason");
    row("M4 a long note", "{note: " + std::string(1025, 'n') + "}", "message");
    row("M4 an old time", "{deprecatedLastTimestamp: '2025-11-20T10:00:00Z'}", "lastTimestamp");
    row("M4 an old count", "{deprecatedCount: 2}", "count");
    row("M4 an old source", "{deprecatedSource: {component: c}}", "source");
}

void TestSmallResources::newerEventsAreWhole()
{
    QFETCH(const std::string, change);
    QFETCH(const std::string, field);
    Lab lab;
    const std::string newer = "/apis/events.k8s.io/v1/namespaces/default/events";
    const Response made = lab.post(newer, newerEvent("e", change));
    COMPARE_TEXT(verdict(made), field.empty() ? "201" : "422 Invalid");
    const Json *causes = api::find(*made.body, {"details", "causes"});
    COMPARE_TEXT(causes ? api::textAt(causes->get_array().front(), {"field"}) : "", field);
    if (causes) {
        QVERIFY2(message(made).starts_with("Event \"e\" is invalid: "), message(made).c_str());
        return;
    }
    COMPARE_TEXT(verdict(lab.patch(newer + "/e", "{note: changed}")), "422 Invalid");
    COMPARE_TEXT(verdict(lab.patch(
                     newer + "/e", "{series: {count: 2, lastObservedTime: '2025-11-20T10:01:00.000000Z'}}")),
        "200");
    COMPARE_TEXT(verdict(lab.patch(std::string(events) + "/e", "{reportingInstance: ''}")), "422 Invalid");
}

void TestSmallResources::eventsBelongToTheirNamespace_data()
{
    QTest::addColumn<std::string>("ns");
    QTest::addColumn<std::string>("about");
    QTest::addColumn<std::string>("expected");
    QTest::newRow("M4 the same namespace")
        << std::string("kube-public") << std::string("kube-public") << std::string("201");
    QTest::newRow("M4 another namespace")
        << std::string("default") << std::string("kube-public") << std::string("422 Invalid");
    QTest::newRow("M4 a cluster-scoped object in default")
        << std::string("default") << std::string("''") << std::string("201");
    QTest::newRow("M4 a cluster-scoped object elsewhere")
        << std::string("kube-public") << std::string("''") << std::string("422 Invalid");
}

void TestSmallResources::eventsBelongToTheirNamespace()
{
    QFETCH(const std::string, ns);
    QFETCH(const std::string, about);
    QFETCH(const std::string, expected);
    Lab lab;
    QCOMPARE(verdict(lab.post("/api/v1/namespaces/" + ns + "/events",
                 "{metadata: {name: e}, involvedObject: {kind: X, name: x, namespace: " + about + "}}")),
        expected);
}

void TestSmallResources::eventsExpire()
{
    Lab lab;
    lab.post(events, "{metadata: {name: old}, involvedObject: {kind: Node, name: n}}");
    lab.post(events, "{metadata: {name: renewed}, involvedObject: {kind: Node, name: n}}");
    lab.clock.advance(30min);
    lab.patch(std::string(events) + "/renewed", "{count: 2}");
    lab.clock.advance(29min);
    COMPARE_TEXT(names(lab.get(events)), "old renewed");
    lab.clock.advance(2min);
    COMPARE_TEXT(names(lab.get(events)), "renewed"); // M4
    lab.clock.advance(30min);
    COMPARE_TEXT(names(lab.get(events)), "");
}

void TestSmallResources::reviews_data()
{
    QTest::addColumn<std::string>("group");
    QTest::addColumn<std::string>("kind");
    QTest::addColumn<std::string>("status");
    const auto row = [](const char *name, const char *group, const char *kind, const char *status) {
        QTest::newRow(name) << std::string(group) << std::string(kind) << std::string(status);
    };
    row("M5 may I?", "authorization.k8s.io", "SelfSubjectAccessReview", R"({"allowed":true})");
    row("M5 what may I?", "authorization.k8s.io", "SelfSubjectRulesReview",
        R"({"incomplete":false,"nonResourceRules":[{"nonResourceURLs":["*"],"verbs":["*"]}],)"
        R"("resourceRules":[{"apiGroups":["*"],"resources":["*"],"verbs":["*"]}]})");
    row("M5 who am I?", "authentication.k8s.io", "SelfSubjectReview",
        R"({"userInfo":{"groups":["system:masters","system:authenticated"],"username":"hollowlab"}})");
}

void TestSmallResources::reviews()
{
    QFETCH(std::string, group);
    QFETCH(std::string, kind);
    QFETCH(std::string, status);
    Lab lab;
    const std::string version = group + "/v1";
    const std::string path =
        "/apis/" + version + "/" + QString::fromStdString(kind).toLower().toStdString() + "s";
    const Response review =
        lab.post(path, "{spec: {namespace: default, resourceAttributes: {verb: get, resource: pods}}}");
    QCOMPARE(review.code, 201);
    COMPARE_TEXT(at(review, {"apiVersion"}), version);
    COMPARE_TEXT(at(review, {"kind"}), kind);
    COMPARE_TEXT(api::writeCanonicalJson(review.body->at("status")), status);
    COMPARE_TEXT(verdict(lab.get(path)), "405 MethodNotAllowed");
    COMPARE_TEXT(verdict(lab.send(Method::Post, path, Json("text"))), "400 BadRequest");
    COMPARE_TEXT(
        api::writeJson(lab.get("/apis/" + version).body->at_pointer("/resources/0/verbs")), "[\"create\"]");
}

QTEST_GUILESS_MAIN(TestSmallResources)
#include "tst_smallresources.moc"
