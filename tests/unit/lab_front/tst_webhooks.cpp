// SPDX-License-Identifier: GPL-3.0-or-later
// Admission webhooks, asked over HTTPS by a lab (docs/api-semantics.md U).

#include "core/lab/apply/ownership.h"
#include "core/lab/objects.h"
#include "tests/unit/lab_front/hookserver.h"

#include <QTest>

using namespace labtest;

namespace {

/// "CREATE a, UPDATE b/status": what a webhook was asked about.
std::string askedOf(const HookServer &hook)
{
    std::string all;
    for (const Json &request : hook.requests) {
        const std::string_view below = api::textAt(request, {"subResource"});
        all += (all.empty() ? "" : ", ") + std::string(api::textAt(request, {"operation"})) + " "
            + std::string(api::textAt(request, {"name"})) + (below.empty() ? "" : "/") + std::string(below);
    }
    return all;
}

/// A webhook about anything, with rules of the test's own.
std::string about(const HookServer &hook, const std::string &rule, const std::string &more = "")
{
    return "name: all.hooks.test, sideEffects: None, admissionReviewVersions: [v1], clientConfig: "
        + hook.client() + ", rules: [{" + rule + "}]" + (more.empty() ? "" : ", " + more);
}

const std::string anything = "operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*']";

/// "her Update, him Apply": of the object under that name in a request, or of the object itself.
std::string managersIn(const Json &json, std::string_view member)
{
    const Json *object = member.empty() ? &json : api::find(json, {member});
    std::string all;
    for (const Json &entry : core::lab::listAt(*object, {"metadata", "managedFields"})) {
        all += (all.empty() ? "" : ", ") + std::string(api::textAt(entry, {"manager"})) + " "
            + std::string(api::textAt(entry, {"operation"}));
    }
    return all;
}

} // namespace

class TestWebhooks : public QObject
{
    Q_OBJECT

private slots:
    void aValidatingWebhookDenies() // U1
    {
        HookLab lab;
        HookServer hook;
        hook.decide = [](const Json &) { return HookServer::denial("{message: 'not today', code: 403}"); };
        QCOMPARE(lab.configure(false, "c", {aboutConfigMaps("deny.hooks.test", hook)}).code, 201);
        const Response denied = lab.make(configMaps, "{metadata: {name: a}}");
        QCOMPARE(denied.code, 403);
        COMPARE_TEXT(message(denied), "admission webhook \"deny.hooks.test\" denied the request: not today");
        QCOMPARE(lab.get(configMaps / "a").code, 404);
        hook.decide = [](const Json &) { return yaml("{allowed: true}"); };
        QCOMPARE(lab.make(configMaps, "{metadata: {name: a}}").code, 201);
        QCOMPARE(lab.get(configMaps / "a").code, 200);
    }

    void denialsAreWorded_data() // U5
    {
        QTest::addColumn<QByteArray>("status");
        QTest::addColumn<QByteArray>("expected");
        QTest::newRow("nothing said") << QByteArray("{}") << QByteArray("400  without explanation");
        QTest::newRow("a reason") << QByteArray("{reason: Forbidden, code: 403}")
                                  << QByteArray("403 Forbidden: Forbidden");
        QTest::newRow("a code below 400") << QByteArray("{code: 200, message: no}") << QByteArray("400 : no");
        QTest::newRow("a code that is none")
            << QByteArray("{code: 4000, message: no}") << QByteArray("599 : no");
        QTest::newRow("teapot") << QByteArray("{code: 418, message: short, reason: Stout}")
                                << QByteArray("418 Stout: short");
    }

    void denialsAreWorded()
    {
        QFETCH(const QByteArray, status);
        QFETCH(const QByteArray, expected);
        HookLab lab;
        HookServer hook;
        hook.decide = [&](const Json &) { return HookServer::denial(status.toStdString()); };
        lab.configure(false, "c", {aboutConfigMaps("x.hooks.test", hook)});
        const Response denied = lab.make(configMaps, "{metadata: {name: a}}");
        const std::string start = "admission webhook \"x.hooks.test\" denied the request";
        QVERIFY(message(denied).starts_with(start));
        COMPARE_TEXT(std::to_string(denied.code) + " "
                + (at(denied, {"reason"}) == "(none)" ? "" : at(denied, {"reason"}))
                + message(denied).substr(start.size()),
            expected.toStdString());
    }

    void theReviewTellsAll() // U3
    {
        HookLab lab;
        HookServer hook;
        lab.configure(false, "c", {aboutConfigMaps("x.hooks.test", hook)});
        const auto user = std::make_shared<const access::User>(
            access::User {"jane", "u1", {"dev", "system:authenticated"}, {{"team", {"a", "b"}}}});
        const Response made = lab.ask(Method::Post, std::string(configMaps) + "?fieldManager=me&dryRun=All",
            yaml("{metadata: {name: a, labels: {l: '1'}}, data: {k: v}}"), {}, user);
        QCOMPARE(made.code, 201);
        QCOMPARE(hook.requests.size(), std::size_t(1));
        const Json &asked = hook.requests.front();
        COMPARE_TEXT(textIn(asked, {"kind"}), R"({"group":"","kind":"ConfigMap","version":"v1"})");
        COMPARE_TEXT(textIn(asked, {"resource"}), R"({"group":"","resource":"configmaps","version":"v1"})");
        COMPARE_TEXT(textIn(asked, {"requestKind"}), textIn(asked, {"kind"}));
        COMPARE_TEXT(textIn(asked, {"requestResource"}), textIn(asked, {"resource"}));
        COMPARE_TEXT(textIn(asked, {"subResource"}), "(none)");
        COMPARE_TEXT(textIn(asked, {"name"}), "\"a\"");
        COMPARE_TEXT(textIn(asked, {"namespace"}), "\"default\"");
        COMPARE_TEXT(textIn(asked, {"operation"}), "\"CREATE\"");
        COMPARE_TEXT(textIn(asked, {"userInfo"}),
            R"({"extra":{"team":["a","b"]},"groups":["dev","system:authenticated"],"uid":"u1",)"
            R"("username":"jane"})");
        COMPARE_TEXT(textIn(asked, {"dryRun"}), "true");
        COMPARE_TEXT(textIn(asked, {"oldObject"}), "null");
        COMPARE_TEXT(textIn(asked, {"options"}),
            R"({"apiVersion":"meta.k8s.io/v1","dryRun":["All"],"fieldManager":"me","kind":"CreateOptions"})");
        COMPARE_TEXT(textIn(asked, {"object", "data"}), R"({"k":"v"})");
        COMPARE_TEXT(textIn(asked, {"object", "metadata", "uid"}), textIn(*made.body, {"metadata", "uid"}));
        QVERIFY(!api::textAt(asked, {"uid"}).empty());
        QCOMPARE(lab.get(configMaps / "a").code, 404);
    }

    void whatIsStoredIsWhatWasSeen() // U1
    {
        HookLab lab;
        HookServer hook;
        lab.configure(false, "c", {aboutConfigMaps("x.hooks.test", hook)});
        for (int i = 0; i < 3; ++i) {
            const Response made = lab.make(configMaps, "{metadata: {generateName: cm-}}");
            QCOMPARE(made.code, 201);
            const Json &seen = hook.requests.back();
            COMPARE_TEXT(textIn(seen, {"name"}), textIn(*made.body, {"metadata", "name"}));
            COMPARE_TEXT(
                textIn(seen, {"object", "metadata", "uid"}), textIn(*made.body, {"metadata", "uid"}));
        }
        int made = 0;
        for (int i = 0; i < 20; ++i) {
            const Response waiting = lab.post(configMaps, "{metadata: {generateName: many-}}");
            waiting.later->told = [&made](const Response &response) { made += response.code == 201 ? 1 : 0; };
        }
        QTRY_COMPARE(made, 20);
        QCOMPARE(lab.get(configMaps).list->items.size(), std::size_t(23));
    }

    void updatesAndDeletionsShowTheOldObject() // U3
    {
        HookLab lab;
        HookServer hook;
        lab.post(configMaps, "{metadata: {name: a}, data: {k: old}}");
        lab.configure(false, "c", {aboutConfigMaps("x.hooks.test", hook)});
        QCOMPARE(lab.change(configMaps / "a", "{data: {k: new}}").code, 200);
        COMPARE_TEXT(textIn(hook.requests[0], {"operation"}), "\"UPDATE\"");
        COMPARE_TEXT(textIn(hook.requests[0], {"oldObject", "data", "k"}), "\"old\"");
        COMPARE_TEXT(textIn(hook.requests[0], {"object", "data", "k"}), "\"new\"");
        COMPARE_TEXT(textIn(hook.requests[0], {"options", "kind"}), "\"UpdateOptions\"");
        hook.decide = [](const Json &request) {
            return textIn(request, {"operation"}) == "\"DELETE\"" ? HookServer::denial("{message: keep it}")
                                                                  : yaml("{allowed: true}");
        };
        QCOMPARE(lab.ask(Method::Delete, configMaps / "a", yaml("{propagationPolicy: Orphan}")).code, 400);
        COMPARE_TEXT(textIn(hook.requests[1], {"object"}), "null");
        COMPARE_TEXT(textIn(hook.requests[1], {"oldObject", "data", "k"}), "\"new\"");
        COMPARE_TEXT(textIn(hook.requests[1], {"options"}),
            R"({"apiVersion":"meta.k8s.io/v1","kind":"DeleteOptions","propagationPolicy":"Orphan"})");
        QCOMPARE(lab.get(configMaps / "a").code, 200);
    }

    void theOwnersAreTold() // U3
    {
        HookLab lab;
        HookServer hook;
        const auto write = [&lab](Method method, const std::string &path, std::string_view body) {
            const bool applies = method == Method::Patch;
            return lab.ask(method, path, yaml(body), applies ? api::contentTypes::applyPatch : "");
        };
        lab.configure(true, "c", {aboutConfigMaps("x.hooks.test", hook)});
        hook.decide = [](const Json &) {
            return HookServer::patching("[{op: remove, path: /metadata/managedFields}]");
        };
        const std::string one = configMaps / "a";
        QCOMPARE(write(Method::Post, std::string(configMaps) + "?fieldManager=her",
                     "{metadata: {name: a}, data: {k: v}}")
                     .code,
            201);
        COMPARE_TEXT(managersIn(hook.requests[0], "object"), "her Update");
        COMPARE_TEXT(managersIn(hook.requests[0], "oldObject"), "");
        QCOMPARE(write(Method::Patch, one + "?fieldManager=him",
                     "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {n: v}}")
                     .code,
            200);
        COMPARE_TEXT(managersIn(hook.requests[1], "object"), "him Apply, her Update");
        COMPARE_TEXT(managersIn(hook.requests[1], "oldObject"), "her Update");
        QVERIFY(!api::find(*lab.get(one).body, {"metadata", "managedFields"}));
        const api::JsonPtr stored = core::lab::withManagedFields(lab.get(one).body);
        COMPARE_TEXT(managersIn(*stored, {}), "him Apply, her Update");
        QCOMPARE(lab.ask(Method::Delete, one).code, 500); // there is nothing to patch
        COMPARE_TEXT(managersIn(hook.requests[2], "oldObject"), "him Apply, her Update");
    }

    void everyObjectOfACollectionIsAskedAbout() // U1
    {
        HookLab lab;
        HookServer hook;
        for (const char *name : {"a", "b", "c"})
            lab.post(configMaps, std::string("{metadata: {name: ") + name + "}}");
        lab.configure(false, "c", {aboutConfigMaps("x.hooks.test", hook)});
        hook.decide = [](const Json &request) {
            return textIn(request, {"oldObject", "metadata", "name"}) == "\"b\""
                ? HookServer::denial("{message: keep b}")
                : yaml("{allowed: true}");
        };
        QCOMPARE(lab.ask(Method::Delete, configMaps).code, 400);
        QCOMPARE(hook.requests.size(), std::size_t(3));
        for (const Json &asked : hook.requests) { // U3
            COMPARE_TEXT(textIn(asked, {"name"}), "(none)");
            COMPARE_TEXT(textIn(asked, {"object"}), "null");
            QVERIFY(textIn(asked, {"oldObject", "metadata", "name"}) != "(none)");
        }
        COMPARE_TEXT(names(lab.get(configMaps)), "b c");
        hook.decide = [](const Json &) { return yaml("{allowed: true}"); };
        QCOMPARE(lab.ask(Method::Delete, configMaps).code, 200);
        COMPARE_TEXT(names(lab.get(configMaps)), "");
    }

    void rulesChoose_data() // U2
    {
        QTest::addColumn<QByteArray>("rule");
        QTest::addColumn<QByteArray>("more");
        QTest::addColumn<QByteArray>("asked");
        const QByteArray all = "operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], ";
        const QByteArray both = "CREATE a, UPDATE a";
        QTest::newRow("by name") << all + "resources: [configmaps]" << QByteArray() << both;
        QTest::newRow("any") << all + "resources: ['*']" << QByteArray() << both;
        QTest::newRow("any, with what lies below") << all + "resources: ['*/*']" << QByteArray() << both;
        QTest::newRow("with what lies below") << all + "resources: ['configmaps/*']" << QByteArray() << both;
        QTest::newRow("below only") << all + "resources: ['*/status']" << QByteArray() << QByteArray();
        QTest::newRow("another") << all + "resources: [secrets]" << QByteArray() << QByteArray();
        QTest::newRow("operations") << QByteArray(
            "operations: [UPDATE], apiGroups: [''], apiVersions: [v1], resources: ['*']")
                                    << QByteArray() << QByteArray("UPDATE a");
        QTest::newRow("another group")
            << QByteArray("operations: ['*'], apiGroups: [apps], apiVersions: [v1], resources: ['*']")
            << QByteArray() << QByteArray();
        QTest::newRow("another version")
            << QByteArray("operations: ['*'], apiGroups: [''], apiVersions: [v2], resources: ['*']")
            << QByteArray() << QByteArray();
        QTest::newRow("in namespaces") << all + "resources: ['*'], scope: Namespaced" << QByteArray() << both;
        QTest::newRow("in none") << all + "resources: ['*'], scope: Cluster" << QByteArray() << QByteArray();
        const QByteArray any = all + "resources: ['*']";
        QTest::newRow("its namespace")
            << any << QByteArray("namespaceSelector: {matchLabels: {kept: 'yes'}}") << both;
        QTest::newRow("other namespaces")
            << any
            << QByteArray("namespaceSelector: {matchExpressions: [{key: kept, operator: DoesNotExist}]}")
            << QByteArray();
        QTest::newRow("its labels, then or now")
            << any << QByteArray("objectSelector: {matchLabels: {l: '1'}}") << both;
        QTest::newRow("other labels")
            << any << QByteArray("objectSelector: {matchLabels: {l: '2'}}") << QByteArray("UPDATE a");
        QTest::newRow("a condition")
            << any
            << QByteArray("matchConditions: [{name: c, expression: \"request.operation == 'CREATE' && "
                          "object.metadata.name == 'a' && !has(request.subResource)\"}]")
            << QByteArray("CREATE a");
        QTest::newRow("of several conditions one")
            << any
            << QByteArray("matchConditions: [{name: broken, expression: 'object.spec.x == 1'}, "
                          "{name: never, expression: 'oldObject == null && object == null'}]")
            << QByteArray();
        QTest::newRow("a condition that can't be told, ignored")
            << any
            << QByteArray("failurePolicy: Ignore, matchConditions: [{name: c, expression: "
                          "'object.spec.x == 1'}]")
            << QByteArray();
    }

    void rulesChoose()
    {
        QFETCH(const QByteArray, rule);
        QFETCH(const QByteArray, more);
        QFETCH(const QByteArray, asked);
        HookLab lab;
        HookServer hook;
        lab.patch("/api/v1/namespaces/default", "{metadata: {labels: {kept: 'yes'}}}");
        const Response configured =
            lab.configure(false, "c", {about(hook, rule.toStdString(), more.toStdString())});
        QVERIFY2(configured.code == 201, message(configured).c_str());
        QCOMPARE(lab.make(configMaps, "{metadata: {name: a, labels: {l: '1'}}}").code, 201);
        QCOMPARE(lab.change(configMaps / "a", "{metadata: {labels: {l: '2'}}}").code, 200);
        COMPARE_TEXT(askedOf(hook), asked.toStdString());
    }

    void aConditionThatCanNotBeToldForbids() // U2
    {
        HookLab lab;
        HookServer hook;
        lab.configure(false, "c",
            {about(hook, anything, "matchConditions: [{name: c, expression: 'object.spec.x == 1'}]")});
        const Response refused = lab.make(configMaps, "{metadata: {name: a}}");
        QCOMPARE(refused.code, 403);
        COMPARE_TEXT(message(refused),
            "configmaps \"a\" is forbidden: expression 'object.spec.x == 1' resulted in error: no such key: "
            "spec");
        QVERIFY(hook.requests.empty());
    }

    void conditionsMayAskWhatTheUserMayDo() // U2
    {
        HookLab lab;
        HookServer hook;
        lab.configure(false, "c",
            {about(hook, anything,
                "matchConditions: [{name: secrets, expression: "
                "\"!authorizer.group('').resource('secrets').check('get').allowed()\"}, "
                "{name: itself, expression: \"!authorizer.requestResource.check('create').allowed()\"}]")});
        const auto make = [&](std::string_view name, const access::UserPtr &user) {
            return lab.ask(
                Method::Post, configMaps, yaml("{metadata: {name: " + std::string(name) + "}}"), {}, user);
        };
        QCOMPARE(make("by-owner", access::owner()).code, 201);
        QCOMPARE(make("by-viewer", access::viewer()).code, 201); // who came as far as this was let in before
        COMPARE_TEXT(askedOf(hook), "CREATE by-viewer");
    }

    void namespacesCountByTheirOwnLabels() // U2
    {
        HookLab lab;
        HookServer hook;
        lab.configure(false, "c",
            {about(hook,
                "operations: ['*'], apiGroups: [''], apiVersions: [v1], resources: [namespaces], scope: "
                "Cluster",
                "namespaceSelector: {matchLabels: {watched: 'yes'}}")});
        QCOMPARE(lab.make("/api/v1/namespaces", "{metadata: {name: n1}}").code, 201);
        QCOMPARE(
            lab.make("/api/v1/namespaces", "{metadata: {name: n2, labels: {watched: 'yes'}}}").code, 201);
        COMPARE_TEXT(askedOf(hook), "CREATE n2");
        COMPARE_TEXT(textIn(hook.requests.front(), {"namespace"}), "\"n2\"");
    }

    void connectionsAreAskedAbout() // U3
    {
        HookLab lab;
        HookServer hook;
        lab.post(pods, pod("p"));
        lab.configure(false, "c", {about(hook, anything)});
        hook.decide = [](const Json &) { return HookServer::denial("{message: not there, code: 403}"); };
        const std::string path = pods / "p";
        for (const Method method : {Method::Post, Method::Get}) { // a websocket begins with the latter
            const Response denied = lab.ask(
                method, path + "/exec?command=ls&command=-l&container=c&stdin=true&tty=false&stdout=");
            QCOMPARE(denied.code, 403);
            COMPARE_TEXT(
                message(denied), "admission webhook \"all.hooks.test\" denied the request: not there");
        }
        const Json &asked = hook.requests.front();
        COMPARE_TEXT(textIn(asked, {"operation"}), "\"CONNECT\"");
        COMPARE_TEXT(textIn(asked, {"kind"}), R"({"group":"","kind":"PodExecOptions","version":"v1"})");
        COMPARE_TEXT(textIn(asked, {"resource"}), R"({"group":"","resource":"pods","version":"v1"})");
        COMPARE_TEXT(textIn(asked, {"options"}), "null");
        COMPARE_TEXT(textIn(asked, {"object"}),
            R"({"apiVersion":"v1","command":["ls","-l"],"container":"c","kind":"PodExecOptions",)"
            R"("stdin":true,"stdout":true})");
        lab.ask(Method::Post, path + "/portforward?ports=80");
        lab.ask(Method::Post, path + "/attach");
        lab.ask(Method::Get, path + "/log"); // a read like any other
        COMPARE_TEXT(
            askedOf(hook), "CONNECT p/exec, CONNECT p/exec, CONNECT p/portforward, CONNECT p/attach");
        COMPARE_TEXT(textIn(hook.requests[2], {"object", "ports"}), "[80]");
    }

    void whatADeletionSays() // U3
    {
        HookLab lab;
        HookServer hook;
        lab.make(configMaps, "{metadata: {name: a}}");
        lab.configure(false, "c", {aboutConfigMaps("x.hooks.test", hook)});
        lab.ask(Method::Delete,
            std::string(configMaps / "a") + "?gracePeriodSeconds=3&propagationPolicy=Background");
        COMPARE_TEXT(textIn(hook.requests.front(), {"options"}),
            R"({"apiVersion":"meta.k8s.io/v1","gracePeriodSeconds":3,"kind":"DeleteOptions",)"
            R"("propagationPolicy":"Background"})");
    }

    void whatLiesBelowIsAskedAbout() // U3
    {
        HookLab lab;
        HookServer hook;
        lab.post(pods, pod("p"));
        lab.post(deployments,
            "{metadata: {name: d}, spec: {replicas: 1, selector: {matchLabels: {a: b}}, template: {metadata: "
            "{labels: {a: b}}, spec: {containers: [{name: c, image: i}]}}}}");
        lab.configure(false, "c", {about(hook, anything)});
        QCOMPARE(lab.change(std::string(pods / "p") + "/status", "{status: {phase: Running}}").code, 200);
        QCOMPARE(lab.change(std::string(deployments / "d") + "/scale", "{spec: {replicas: 3}}").code, 200);
        QCOMPARE(lab.make(std::string(pods / "p") + "/binding", "{target: {name: n}}").code, 201);
        QCOMPARE(lab.make(std::string(pods / "p") + "/eviction", "{metadata: {name: p}}").code, 201);
        COMPARE_TEXT(askedOf(hook), "UPDATE p/status, UPDATE d/scale, CREATE p/binding, CREATE p/eviction");
        COMPARE_TEXT(
            textIn(hook.requests[1], {"kind"}), R"({"group":"autoscaling","kind":"Scale","version":"v1"})");
        COMPARE_TEXT(textIn(hook.requests[1], {"oldObject", "spec", "replicas"}), "1");
        COMPARE_TEXT(textIn(hook.requests[1], {"object", "spec", "replicas"}), "3");
        COMPARE_TEXT(textIn(hook.requests[2], {"object", "kind"}), "\"Binding\"");
        COMPARE_TEXT(textIn(hook.requests[3], {"object", "apiVersion"}), "\"policy/v1\"");
    }

    void equivalentFormsMatch() // U2
    {
        HookLab lab;
        HookServer hook;
        const std::string rule = "operations: ['*'], apiGroups: [autoscaling], apiVersions: [v1], resources: "
                                 "[horizontalpodautoscalers]";
        lab.configure(false, "c", {about(hook, rule)});
        constexpr std::string_view v2 = "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers";
        const std::string scaler = "{metadata: {name: h}, spec: {maxReplicas: 3, scaleTargetRef: {kind: "
                                   "Deployment, name: d}, metrics: "
                                   "[{type: Resource, resource: {name: cpu, target: {type: Utilization, "
                                   "averageUtilization: 70}}}]}}";
        const Response made = lab.make(v2, scaler);
        QVERIFY2(made.code == 201, message(made).c_str());
        const Json &asked = hook.requests.at(0);
        COMPARE_TEXT(textIn(asked, {"kind", "version"}), "\"v1\"");
        COMPARE_TEXT(textIn(asked, {"requestKind", "version"}), "\"v2\"");
        COMPARE_TEXT(textIn(asked, {"object", "apiVersion"}), "\"autoscaling/v1\"");
        COMPARE_TEXT(textIn(asked, {"object", "spec", "targetCPUUtilizationPercentage"}), "70");
        lab.remove(std::string(validating / "c"));
        lab.configure(false, "c", {about(hook, rule, "matchPolicy: Exact")});
        QCOMPARE(lab.ask(Method::Delete, std::string(v2) + "/h").code, 200);
        QCOMPARE(hook.requests.size(), std::size_t(1));
    }

    void aMutatingWebhookChanges() // U4
    {
        HookLab lab;
        HookServer hook;
        HookServer judge;
        hook.decide = [](const Json &request) {
            return textIn(request, {"object", "data"}) == "(none)"
                ? HookServer::patching("[{op: add, path: /data, value: {by: hook}}]")
                : HookServer::patching("[{op: replace, path: /data/by, value: again}]");
        };
        lab.configure(true, "m", {aboutConfigMaps("m.hooks.test", hook)});
        lab.configure(false, "v", {aboutConfigMaps("v.hooks.test", judge)});
        const Response made = lab.make(configMaps, "{metadata: {name: a}}");
        QCOMPARE(made.code, 201);
        COMPARE_TEXT(at(made, {"data", "by"}), "hook");
        COMPARE_TEXT(textIn(judge.requests.at(0), {"object", "data", "by"}), "\"hook\"");
        COMPARE_TEXT(textIn(hook.requests.at(0), {"object", "metadata", "uid"}), "(none)");
        const Response changed = lab.change(configMaps / "a", "{metadata: {labels: {x: y}}}");
        COMPARE_TEXT(at(changed, {"data", "by"}), "again");
        COMPARE_TEXT(at(lab.get(configMaps / "a"), {"data", "by"}), "again");
    }

    void whatAWebhookMakesIsChecked() // U4
    {
        HookLab lab;
        HookServer hook;
        lab.configure(true, "m", {about(hook, anything)});
        hook.decide = [](const Json &) {
            return HookServer::patching("[{op: add, path: /metadata/labels, value: {'-bad-': x}}]");
        };
        QCOMPARE(lab.make(configMaps, "{metadata: {name: a}}").code, 422);
        hook.decide = [](const Json &) {
            return HookServer::patching("[{op: add, path: /status, value: {phase: Failed}}, {op: add, path: "
                                        "/metadata/uid, value: mine}]");
        };
        const Response made = lab.make(pods, pod("p"));
        QCOMPARE(made.code, 201);
        COMPARE_TEXT(at(made, {"status", "phase"}), "Pending");
        QVERIFY(at(made, {"metadata", "uid"}) != "mine");
        hook.decide = [](const Json &) {
            return HookServer::patching("[{op: remove, path: /spec/nothing}]");
        };
        const Response failed = lab.make(pods, pod("q"));
        QCOMPARE(failed.code, 500);
        COMPARE_TEXT(message(failed),
            "Internal error occurred: remove operation does not apply: doc is missing path: "
            "\"/spec/nothing\"");
        hook.decide = [](const Json &) {
            return HookServer::patching("[{op: add, path: /spec/nodeName, value: 1}]");
        };
        const Response unreadable = lab.make(pods, pod("q"));
        QCOMPARE(unreadable.code, 500);
        COMPARE_TEXT(message(unreadable),
            "Internal error occurred: Invalid value: \"integer\": spec.nodeName in body must be of type "
            "string: \"integer\"");
        hook.decide = [](const Json &) {
            return HookServer::patching("[{op: remove, path: /spec/nothing}]");
        };
        QCOMPARE(lab.ask(Method::Delete, pods / "p").code, 500); // nothing is there to be changed
        COMPARE_TEXT(message(lab.ask(Method::Delete, pods / "p")),
            "Internal error occurred: admission webhook \"all.hooks.test\" attempted to modify the object, "
            "which is not supported for this operation");
    }

    void whatAWebhookCanNotDoWithANewObject_data() // U4
    {
        QTest::addColumn<QByteArray>("patch");
        QTest::addColumn<QByteArray>("why");
        QTest::newRow("another namespace")
            << QByteArray("[{op: replace, path: /metadata/namespace, value: kube-system}]")
            << QByteArray(
                   "the namespace of the provided object does not match the namespace sent on the request");
        QTest::newRow("a version") << QByteArray("[{op: add, path: /metadata/resourceVersion, value: '5'}]")
                                   << QByteArray(
                                          "resourceVersion should not be set on objects to be created");
    }

    void whatAWebhookCanNotDoWithANewObject()
    {
        QFETCH(const QByteArray, patch);
        QFETCH(const QByteArray, why);
        HookLab lab;
        HookServer hook;
        lab.configure(true, "m", {about(hook, anything)});
        hook.decide = [&](const Json &) { return HookServer::patching(patch.toStdString()); };
        const Response refused = lab.make(configMaps, "{metadata: {name: a}}");
        QCOMPARE(refused.code, 400);
        COMPARE_TEXT(message(refused), why.toStdString());
        QCOMPARE(lab.get(configMaps / "a").code, 404);
    }

    void aWebhookMakesNoOtherKind() // U4
    {
        HookLab lab;
        HookServer hook;
        lab.configure(true, "m", {about(hook, anything)});
        hook.decide = [](const Json &) { return HookServer::patching("[{op: remove, path: /kind}]"); };
        const Response made = lab.make(configMaps, "{metadata: {name: a}}");
        QCOMPARE(made.code, 201);
        COMPARE_TEXT(at(made, {"kind"}), "ConfigMap");
        hook.decide = [](const Json &) {
            return HookServer::patching("[{op: replace, path: /kind, value: Secret}]");
        };
        const Response failed = lab.make(configMaps, "{metadata: {name: b}}");
        QCOMPARE(failed.code, 500);
        COMPARE_TEXT(message(failed),
            "Internal error occurred: admission webhook \"all.hooks.test\" changed the object's kind to "
            "Secret");
        QCOMPARE(lab.get(configMaps / "b").code, 404);
    }

    void mutatingWebhooksSeeEachOther() // U4
    {
        HookLab lab;
        HookServer first;
        HookServer second;
        const auto appending = [](const char *letter) {
            return [letter](const Json &request) {
                const std::string_view so = api::textAt(request, {"object", "data", "trace"});
                return HookServer::patching(
                    "[{op: add, path: /data, value: {trace: " + std::string(so) + letter + "}}]");
            };
        };
        first.decide = appending("a");
        second.decide = appending("b");
        lab.configure(true, "m",
            {aboutConfigMaps("a.hooks.test", first, "reinvocationPolicy: IfNeeded"),
                aboutConfigMaps("b.hooks.test", second)});
        COMPARE_TEXT(at(lab.make(configMaps, "{metadata: {name: x}}"), {"data", "trace"}), "aba");
        lab.remove(std::string(mutating / "m"));
        lab.configure(
            true, "m", {aboutConfigMaps("a.hooks.test", first), aboutConfigMaps("b.hooks.test", second)});
        COMPARE_TEXT(at(lab.make(configMaps, "{metadata: {name: y}}"), {"data", "trace"}), "ab");
        second.decide = [](const Json &) { return yaml("{allowed: true}"); };
        lab.remove(std::string(mutating / "m"));
        lab.configure(true, "m",
            {aboutConfigMaps("a.hooks.test", first, "reinvocationPolicy: IfNeeded"),
                aboutConfigMaps("b.hooks.test", second, "reinvocationPolicy: IfNeeded")});
        COMPARE_TEXT(at(lab.make(configMaps, "{metadata: {name: z}}"), {"data", "trace"}), "a");
    }

    void appliedConfigurationsAreAskedAbout() // U1
    {
        HookLab lab;
        HookServer hook;
        hook.decide = [](const Json &) {
            return HookServer::patching("[{op: add, path: /metadata/labels, value: {seen: 'yes'}}]");
        };
        lab.configure(true, "m", {aboutConfigMaps("m.hooks.test", hook)});
        const std::string target = std::string(configMaps / "a") + "?fieldManager=me";
        const std::string config = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {k: v}}";
        const Response applied = lab.change(target, config, api::contentTypes::applyPatch);
        QCOMPARE(applied.code, 201);
        COMPARE_TEXT(at(applied, {"metadata", "labels", "seen"}), "yes");
        const Response again = lab.change(target, config, api::contentTypes::applyPatch);
        QCOMPARE(again.code, 200);
        COMPARE_TEXT(version(again), version(applied));
        COMPARE_TEXT(askedOf(hook), "CREATE a, UPDATE a");
    }

    void dryRunsAskOnlyWhoHasNoEffects() // U5
    {
        HookLab lab;
        HookServer hook;
        lab.configure(false, "c", {aboutConfigMaps("x.hooks.test", hook)});
        QCOMPARE(lab.make(std::string(configMaps) + "?dryRun=All", "{metadata: {name: a}}").code, 201);
        COMPARE_TEXT(textIn(hook.requests.at(0), {"dryRun"}), "true");
        QCOMPARE(lab.make(configMaps, "{metadata: {name: a}}").code, 201);
        COMPARE_TEXT(textIn(hook.requests.at(1), {"dryRun"}), "false");
        QCOMPARE(lab.ask(Method::Delete, std::string(configMaps / "a") + "?dryRun=All").code, 200);
        COMPARE_TEXT(textIn(hook.requests.at(2), {"dryRun"}), "true");
        QCOMPARE(lab.get(configMaps / "a").code, 200);
    }

    void warningsAreHeaders() // U5
    {
        HookLab lab;
        HookServer first;
        HookServer second;
        first.decide = [](const Json &) {
            return yaml("{allowed: true, warnings: [old, '', 'say \"hi\"']}");
        };
        second.decide = [](const Json &) {
            return yaml(
                "{allowed: false, warnings: [old, new], status: {message: no}, auditAnnotations: {a: b}}");
        };
        lab.configure(
            false, "c", {aboutConfigMaps("a.hooks.test", first), aboutConfigMaps("b.hooks.test", second)});
        const Response denied = lab.make(configMaps, "{metadata: {name: a}}");
        QCOMPARE(denied.code, 400);
        QCOMPARE(warningsOf(denied),
            (std::vector<std::string> {"299 - \"old\"", "299 - \"say \\\"hi\\\"\"", "299 - \"new\""}));
    }

    void manyWarningsAreCutOff() // U5
    {
        HookLab lab;
        HookServer hook;
        hook.decide = [](const Json &) {
            api::JsonArray warnings;
            for (int i = 0; i < 5'000; ++i)
                warnings.emplace_back("line\r\nX-Bad: " + std::to_string(i));
            return Json(api::JsonObject {{"allowed", true}, {"warnings", std::move(warnings)}});
        };
        lab.configure(false, "c", {aboutConfigMaps("x.hooks.test", hook)});
        const Response made = lab.make(configMaps, "{metadata: {name: a}}");
        QCOMPARE(made.headers.size(), std::size_t(20));
        COMPARE_TEXT(made.headers.front().second, "299 - \"line\\r\\nX-Bad: 0\"");
    }

    void ofSeveralDenialsTheFirstIsTold() // U1
    {
        HookLab lab;
        HookServer slow;
        HookServer quick;
        slow.decide = [](const Json &) { return HookServer::denial("{message: slow}"); };
        quick.decide = [](const Json &) { return HookServer::denial("{message: quick}"); };
        lab.configure(
            false, "c", {aboutConfigMaps("a.hooks.test", slow), aboutConfigMaps("b.hooks.test", quick)});
        COMPARE_TEXT(message(lab.make(configMaps, "{metadata: {name: a}}")),
            "admission webhook \"a.hooks.test\" denied the request: slow");
        QCOMPARE(quick.requests.size(), std::size_t(1));
    }

    void policiesJudgeBetweenThem() // U9
    {
        const std::string group = "/apis/admissionregistration.k8s.io/v1/";
        HookLab lab;
        HookServer changing;
        HookServer checking;
        changing.decide = [](const Json &) {
            return HookServer::patching("[{op: add, path: /data, value: {k: changed}}]");
        };
        lab.configure(true, "m", {aboutConfigMaps("m.hooks.test", changing)});
        lab.configure(false, "v", {aboutConfigMaps("v.hooks.test", checking)});
        lab.post(group + "validatingadmissionpolicies",
            "{metadata: {name: p}, spec: {matchConstraints: {resourceRules: [{operations: ['*'], apiGroups: "
            "[''], "
            "apiVersions: [v1], resources: [configmaps]}]}, validations: [{expression: 'object.data.k != "
            "\"changed\"', message: 'as it was'}]}}");
        const Response bound = lab.post(group + "validatingadmissionpolicybindings",
            "{metadata: {name: b}, spec: {policyName: p, validationActions: [Deny]}}");
        QCOMPARE(bound.code, 201);
        QVERIFY(
            message(lab.make(configMaps, "{metadata: {name: a}, data: {k: v}}")).ends_with(": as it was"));
        QCOMPARE(changing.requests.size(), std::size_t(1));
        QVERIFY(checking.requests.empty());
        QCOMPARE(lab.remove(group + "mutatingwebhookconfigurations/m").code, 200);
        QCOMPARE(lab.make(configMaps, "{metadata: {name: a}, data: {k: v}}").code, 201);
        QCOMPARE(checking.requests.size(), std::size_t(1));
    }

    void configurationsAreNeverAskedAbout() // U1
    {
        HookLab lab;
        HookServer hook;
        hook.decide = [](const Json &) { return HookServer::denial("{message: never}"); };
        lab.configure(false, "c", {about(hook, anything)});
        lab.configure(true, "c", {about(hook, anything)});
        QCOMPARE(lab.ask(Method::Delete, mutating / "c").code, 200);
        QCOMPARE(lab.ask(Method::Patch, validating / "c", yaml("{metadata: {labels: {a: b}}}"),
                        api::contentTypes::mergePatch)
                     .code,
            200);
        QCOMPARE(lab.ask(Method::Delete, validating / "c").code, 200);
        QVERIFY(hook.requests.empty());
        QCOMPARE(lab.make(configMaps, "{metadata: {name: a}}").code, 201);
    }

    void heartbeatsGoTheirWayWhereNobodyAsks() // U1
    {
        HookLab lab;
        HookServer hook;
        lab.post(leases,
            "{metadata: {name: n}, spec: {holderIdentity: n, renewTime: "
            "'2025-11-20T10:00:00.000000Z'}}");
        lab.configure(false, "c", {aboutConfigMaps("x.hooks.test", hook)});
        const Response renewed =
            lab.patch(leases / "n", "{spec: {renewTime: '2025-11-20T10:00:10.000000Z'}}");
        QCOMPARE(renewed.code, 200);
        QVERIFY(!renewed.later);
    }

    void configurationsAreValid_data() // U7
    {
        QTest::addColumn<QByteArray>("change");
        QTest::addColumn<QByteArray>("cause");
        const auto row = [](const char *name, const char *change, const char *cause) {
            QTest::newRow(name) << QByteArray(change) << QByteArray(cause);
        };
        row("a short name", "name: x.y", "FieldValueInvalid webhooks[0].name");
        row("a bad name", "name: X.y.z", "FieldValueInvalid webhooks[0].name");
        row("no client", "clientConfig: {}", "FieldValueRequired webhooks[0].clientConfig");
        row("two clients", "clientConfig: {url: 'https://127.0.0.1', service: {name: a, namespace: b}}",
            "FieldValueRequired webhooks[0].clientConfig");
        row("plain HTTP", "clientConfig: {url: 'http://127.0.0.1'}",
            "FieldValueInvalid webhooks[0].clientConfig.url");
        row("elsewhere", "clientConfig: {url: 'https://hooks.example:443/x'}",
            "FieldValueForbidden webhooks[0].clientConfig.url");
        row("with a user", "clientConfig: {url: 'https://me@127.0.0.1/'}",
            "FieldValueInvalid webhooks[0].clientConfig.url");
        row("with a query", "clientConfig: {url: 'https://127.0.0.1/?a=b'}",
            "FieldValueInvalid webhooks[0].clientConfig.url");
        row("no URL", "clientConfig: {url: 'https://['}", "FieldValueRequired webhooks[0].clientConfig.url");
        row("a service without a name", "clientConfig: {service: {namespace: b}}",
            "FieldValueRequired webhooks[0].clientConfig.service.name");
        row("a port that is none", "clientConfig: {service: {name: a, namespace: b, port: 70000}}",
            "FieldValueInvalid webhooks[0].clientConfig.service.port");
        row("a path that is none", "clientConfig: {service: {name: a, namespace: b, path: x}}",
            "FieldValueInvalid webhooks[0].clientConfig.service.path");
        row("no effects told", "sideEffects: null", "FieldValueRequired webhooks[0].sideEffects");
        row("effects", "sideEffects: Some", "FieldValueNotSupported webhooks[0].sideEffects");
        row("no time", "timeoutSeconds: 0", "FieldValueInvalid webhooks[0].timeoutSeconds");
        row("much time", "timeoutSeconds: 31", "FieldValueInvalid webhooks[0].timeoutSeconds");
        row("no versions", "admissionReviewVersions: []",
            "FieldValueRequired webhooks[0].admissionReviewVersions");
        row("unknown versions", "admissionReviewVersions: [v2]",
            "FieldValueInvalid webhooks[0].admissionReviewVersions");
        row("another policy", "failurePolicy: Maybe", "FieldValueNotSupported webhooks[0].failurePolicy");
        row("an operation that is none",
            "rules: [{operations: [READ], apiGroups: [''], apiVersions: [v1], resources: [pods]}]",
            "FieldValueNotSupported webhooks[0].rules[0].operations[0]");
        row("no operations", "rules: [{apiGroups: [''], apiVersions: [v1], resources: [pods]}]",
            "FieldValueRequired webhooks[0].rules[0].operations");
        row("more than all",
            "rules: [{operations: ['*'], apiGroups: ['*', a], apiVersions: [v1], resources: [pods]}]",
            "FieldValueInvalid webhooks[0].rules[0].apiGroups");
        row("more than all below",
            "rules: [{operations: ['*'], apiGroups: [''], apiVersions: [v1], resources: ['pods/*', "
            "pods/log]}]",
            "FieldValueInvalid webhooks[0].rules[0].resources[1]");
        row("a selector that is none", "objectSelector: {matchExpressions: [{key: a, operator: In}]}",
            "FieldValueInvalid webhooks[0].objectSelector");
        row("a selector by a name that is none", "namespaceSelector: {matchLabels: {a b: c}}",
            "FieldValueInvalid webhooks[0].namespaceSelector.matchLabels");
        row("a selector by a value that is none", "objectSelector: {matchLabels: {a: b c}}",
            "FieldValueInvalid webhooks[0].objectSelector.matchLabels");
        row("a condition that is no bool", "matchConditions: [{name: a, expression: '1'}]",
            "FieldValueInvalid webhooks[0].matchConditions[0].expression");
        row("a condition without a name", "matchConditions: [{name: '', expression: 'true'}]",
            "FieldValueRequired webhooks[0].matchConditions[0].name");
    }

    void configurationsAreValid()
    {
        QFETCH(const QByteArray, change);
        QFETCH(const QByteArray, cause);
        HookLab lab;
        Json hook =
            yaml("{name: x.hooks.test, sideEffects: None, admissionReviewVersions: [v1], clientConfig: "
                 "{url: 'https://127.0.0.1:1/'}}");
        const Json changes = yaml("{" + change.toStdString() + "}");
        for (const auto &member : changes.get_object())
            hook.get_object()[member.key()] = member.value();
        const Json configuration = api::JsonObject {
            {"metadata", api::JsonObject {{"name", "c"}}}, {"webhooks", api::JsonArray {hook}}};
        for (const std::string_view kind : {validating, mutating}) {
            const Response refused = lab.send(Method::Post, kind, configuration);
            QCOMPARE(refused.code, 422);
            COMPARE_TEXT(labtest::cause(refused), cause.toStdString());
        }
    }

    void olderReviewsAreSpokenToo() // U3
    {
        HookLab lab;
        HookServer hook;
        std::string spoken;
        hook.reply = [&spoken](const Json &review) {
            spoken = api::textAt(review, {"apiVersion"});
            return ScriptedReply {ScriptedServer::jsonReply(R"({"response": {"allowed": true}})")};
        };
        lab.configure(false, "c",
            {"name: x.hooks.test, sideEffects: None, admissionReviewVersions: [v9, v1beta1, v1], "
             "clientConfig: "
                + hook.client() + ", rules: [{" + anything + "}]"});
        QCOMPARE(lab.make(configMaps, "{metadata: {name: a}}").code, 201);
        COMPARE_TEXT(spoken, "admission.k8s.io/v1beta1");
    }
};

QTEST_GUILESS_MAIN(TestWebhooks)
#include "tst_webhooks.moc"
