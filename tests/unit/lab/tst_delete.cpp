// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md G: delete, finalizers, grace.
#include "labfixture.h"

using namespace labtest;

class TestDelete : public QObject
{
    Q_OBJECT

private slots:
    void plainDelete();
    void finalizersHoldAnObject();
    void preconditions();
    void dryRun();
    void propagation();
    void propagationUnlessTold_data();
    void propagationUnlessTold();
    void badOptions_data();
    void badOptions();
    void podsHaveTime();
    void namespacesAreFinalized();
    void protectedNamespaces();
    void collections();
};

void TestDelete::plainDelete()
{
    Lab lab;
    const Response made = lab.post(configMaps, "{metadata: {name: a}}");
    const Response removed = lab.remove(configMaps / "a");
    QCOMPARE(removed.code, 200); // G1
    COMPARE_TEXT(at(removed, {"kind"}), "Status");
    COMPARE_TEXT(at(removed, {"status"}), "Success");
    COMPARE_TEXT(at(removed, {"details", "name"}), "a");
    COMPARE_TEXT(at(removed, {"details", "kind"}), "configmaps");
    COMPARE_TEXT(at(removed, {"details", "uid"}), at(made, {"metadata", "uid"}));
    QCOMPARE(removed.revision, made.revision + 1);
    COMPARE_TEXT(verdict(lab.remove(configMaps / "a")), "404 NotFound");
}

void TestDelete::finalizersHoldAnObject()
{
    Lab lab;
    lab.post(machines,
        "{apiVersion: machine.openshift.io/v1beta1, kind: Machine, metadata: {name: m, finalizers: "
        "[x.y/z]}}");
    const Response removed = lab.remove(machines / "m");
    COMPARE_TEXT(at(removed, {"kind"}), "Machine"); // G2
    COMPARE_TEXT(at(removed, {"metadata", "deletionTimestamp"}), "2025-11-20T10:00:00Z");
    COMPARE_TEXT(at(removed, {"metadata", "deletionGracePeriodSeconds"}), "0");
    lab.clock.advance(std::chrono::seconds(5));
    const Response again = lab.remove(machines / "m");
    COMPARE_TEXT(version(again), version(removed));
    COMPARE_TEXT(at(again, {"metadata", "deletionTimestamp"}), "2025-11-20T10:00:00Z");
    QCOMPARE(lab.patch(machines / "m", "{metadata: {labels: {a: b}}}").code, 200); // G3
    const Response added = lab.patch(machines / "m", "{metadata: {finalizers: [x.y/z, u.v/w]}}");
    COMPARE_TEXT(cause(added), "FieldValueForbidden metadata.finalizers");
    const Response last = lab.patch(machines / "m", "{metadata: {finalizers: null}}");
    QCOMPARE(last.code, 200); // G4
    COMPARE_TEXT(at(last, {"metadata", "name"}), "m");
    COMPARE_TEXT(verdict(lab.get(machines / "m")), "404 NotFound");
}

void TestDelete::preconditions()
{
    Lab lab;
    const Response made = lab.post(machines, machine("m"));
    const Response other = lab.remove(machines / "m", yaml("{preconditions: {uid: other}}"));
    COMPARE_TEXT(verdict(other), "409 Conflict"); // G5
    COMPARE_TEXT(at(other, {"details", "kind"}), "Machine");
    COMPARE_TEXT(
        verdict(lab.remove(machines / "m", yaml("{preconditions: {resourceVersion: '1'}}"))), "409 Conflict");
    const std::string uid = at(made, {"metadata", "uid"});
    const std::string revision = version(made);
    QCOMPARE(lab.remove(machines / "m",
                    yaml("{preconditions: {uid: " + uid + ", resourceVersion: '" + revision + "'}}"))
                 .code,
        200);
}

void TestDelete::dryRun()
{
    Lab lab;
    lab.post(configMaps, "{metadata: {name: a}}");
    QCOMPARE(lab.remove(configMaps / "a?dryRun=All").code, 200); // G6
    QCOMPARE(lab.remove(configMaps / "a", yaml("{dryRun: [All]}")).code, 200);
    QCOMPARE(lab.get(configMaps / "a").code, 200);
}

void TestDelete::propagation()
{
    Lab lab;
    const auto finalizersAfter = [&](std::string_view name, std::string_view query,
                                     std::optional<Json> body = {}) {
        lab.post(configMaps, "{metadata: {name: " + std::string(name) + "}}");
        lab.remove(std::string(configMaps) + "/" + std::string(name) + std::string(query), std::move(body));
        return at(lab.get(configMaps / name), {"metadata", "finalizers"});
    };
    COMPARE_TEXT(
        finalizersAfter("f", "?propagationPolicy=Foreground"), "[\"foregroundDeletion\"]"); // G10, G8
    COMPARE_TEXT(finalizersAfter("o", "", yaml("{kind: DeleteOptions, propagationPolicy: Orphan}")),
        "[\"orphan\"]"); // G11
    COMPARE_TEXT(finalizersAfter("d", "?orphanDependents=true"), "[\"orphan\"]");
    COMPARE_TEXT(finalizersAfter("b", "?propagationPolicy=Background"), "(none)"); // G9: gone
    COMPARE_TEXT(verdict(lab.get(configMaps / "b")), "404 NotFound");
    lab.patch(configMaps / "f", "{metadata: {finalizers: null}}"); // the collector is done
    COMPARE_TEXT(verdict(lab.get(configMaps / "f")), "404 NotFound");
}

void TestDelete::propagationUnlessTold_data()
{
    QTest::addColumn<std::string>("path");
    QTest::addColumn<std::string>("query");
    QTest::addColumn<std::string>("finalizers");
    const std::string jobs = "/apis/batch/v1/namespaces/default/jobs";
    const auto row = [](const char *name, const std::string &path, const std::string &query,
                         const std::string &finalizers) {
        QTest::newRow(name) << path << query << finalizers;
    };
    row("G9 a Job", jobs, "", "[\"x.y/z\",\"orphan\"]");
    row("G9 a ReplicationController", "/api/v1/namespaces/default/replicationcontrollers", "",
        "[\"x.y/z\",\"orphan\"]");
    row("G9 a Job, told", jobs, "?propagationPolicy=Background", "[\"x.y/z\"]");
    row("G9 a Job, told otherwise", jobs, "?orphanDependents=false", "[\"x.y/z\"]");
    row("G9 any other kind", "/apis/apps/v1/namespaces/default/replicasets", "", "[\"x.y/z\"]");
}

void TestDelete::propagationUnlessTold()
{
    QFETCH(const std::string, path);
    QFETCH(const std::string, query);
    QFETCH(const std::string, finalizers);
    Lab lab;
    const bool isJob = path.ends_with("jobs");
    const std::string selector = path.ends_with("replicasets") ? "selector: {matchLabels: {a: b}}, " : "";
    const Response made = lab.post(path,
        "{metadata: {name: w, finalizers: [x.y/z]}, spec: {" + selector
            + "template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: i}]"
            + (isJob ? ", restartPolicy: Never" : "") + "}}}}");
    QVERIFY2(made.code == 201, message(made).c_str());
    COMPARE_TEXT(at(lab.remove(path + "/w" + query), {"metadata", "finalizers"}), finalizers);
}

void TestDelete::badOptions_data()
{
    QTest::addColumn<std::string>("query");
    QTest::addColumn<std::string>("body");
    QTest::addColumn<std::string>("expected");
    QTest::newRow("G7 an unknown policy")
        << std::string("?propagationPolicy=Wild") << std::string() << std::string("422 Invalid");
    QTest::newRow("G7 two ways to say it") << std::string("?propagationPolicy=Orphan&orphanDependents=true")
                                           << std::string() << std::string("422 Invalid");
    QTest::newRow("G8 a body of another kind")
        << std::string() << std::string("{kind: ConfigMap}") << std::string("400 BadRequest");
    QTest::newRow("G8 a body that is a list")
        << std::string() << std::string("[]") << std::string("400 BadRequest");
    const auto badBody = [](const char *name, const char *body, const char *expected) {
        QTest::newRow(name) << std::string() << std::string(body) << std::string(expected);
    };
    badBody("G8 a grace that is a text", "{gracePeriodSeconds: soon}", "400 BadRequest");
    badBody("G8 preconditions that are none", "{preconditions: 5}", "400 BadRequest");
    badBody("G8 a uid that is a number", "{preconditions: {uid: 5}}", "400 BadRequest");
    badBody("G8 a policy that is a number", "{propagationPolicy: 5}", "400 BadRequest");
    badBody("G8 a dryRun that is no list", "{dryRun: All}", "400 BadRequest");
    badBody("G8 an odd dryRun in the body", "{dryRun: [maybe]}", "422 Invalid");
    QTest::newRow("a grace that is no number")
        << std::string("?gracePeriodSeconds=soon") << std::string() << std::string("400 BadRequest");
    QTest::newRow("A13 an empty grace")
        << std::string("?gracePeriodSeconds=") << std::string() << std::string("400 BadRequest");
    QTest::newRow("A13 an empty flag is true")
        << std::string("?propagationPolicy=Background&orphanDependents=") << std::string()
        << std::string("422 Invalid");
    QTest::newRow("A13 an empty dryRun")
        << std::string("?dryRun=") << std::string() << std::string("422 Invalid");
    QTest::newRow("an odd dryRun") << std::string("?dryRun=maybe") << std::string()
                                   << std::string("422 Invalid");
}

void TestDelete::badOptions()
{
    QFETCH(const std::string, query);
    QFETCH(const std::string, body);
    QFETCH(const std::string, expected);
    Lab lab;
    lab.post(configMaps, "{metadata: {name: a}}");
    const auto options = body.empty() ? std::nullopt : std::optional(yaml(body));
    QCOMPARE(verdict(lab.remove(configMaps / ("a" + query), options)), expected);
    QCOMPARE(lab.get(configMaps / "a").code, 200);
}

void TestDelete::podsHaveTime()
{
    Lab lab;
    const auto timeOf = [&](std::string_view name) {
        return at(lab.get(pods / name), {"metadata", "deletionTimestamp"});
    };
    lab.post(pods, pod("bound", "", ", nodeName: n"));
    lab.post(pods, pod("waiting"));
    lab.post(pods, pod("done", "", ", nodeName: n"));
    lab.patch(pods / "done/status", "{status: {phase: Succeeded}}");
    const Response removed = lab.remove(pods / "bound"); // G16
    COMPARE_TEXT(at(removed, {"kind"}), "Pod");
    COMPARE_TEXT(at(removed, {"metadata", "deletionGracePeriodSeconds"}), "30");
    COMPARE_TEXT(timeOf("bound"), "2025-11-20T10:00:30Z");
    const Response gone = lab.remove(pods / "waiting");
    COMPARE_TEXT(at(gone, {"kind"}), "Pod");
    COMPARE_TEXT(verdict(lab.get(pods / "waiting")), "404 NotFound");
    lab.remove(pods / "done");
    COMPARE_TEXT(verdict(lab.get(pods / "done")), "404 NotFound");
    lab.remove(pods / "bound?gracePeriodSeconds=60");
    COMPARE_TEXT(timeOf("bound"), "2025-11-20T10:00:30Z"); // longer: ignored
    lab.remove(pods / "bound?gracePeriodSeconds=5");
    COMPARE_TEXT(timeOf("bound"), "2025-11-20T10:00:05Z"); // shorter: moves back
    lab.patch(pods / "bound/status", "{status: {phase: Running}}");
    QCOMPARE(lab.get(pods / "bound").code, 200); // a change does not end the grace
    lab.remove(pods / "bound?gracePeriodSeconds=0");
    COMPARE_TEXT(verdict(lab.get(pods / "bound")), "404 NotFound");
    lab.post(pods, pod("odd", "", ", nodeName: n"));
    COMPARE_TEXT(
        at(lab.remove(pods / "odd?gracePeriodSeconds=-5"), {"metadata", "deletionGracePeriodSeconds"}),
        "1"); // G18
    lab.post(pods, pod("held", ", finalizers: [x.y/z]", ", nodeName: n"));
    lab.remove(pods / "held");
    lab.remove(pods / "held?gracePeriodSeconds=0");
    COMPARE_TEXT(at(lab.get(pods / "held"), {"metadata", "deletionGracePeriodSeconds"}), "0");
    lab.patch(pods / "held", "{metadata: {finalizers: null}}");
    COMPARE_TEXT(verdict(lab.get(pods / "held")), "404 NotFound");
}

void TestDelete::namespacesAreFinalized()
{
    Lab lab;
    lab.post("/api/v1/namespaces", "{metadata: {name: x}}");
    const Response removed = lab.remove("/api/v1/namespaces/x");
    COMPARE_TEXT(at(removed, {"status", "phase"}), "Terminating"); // G17
    COMPARE_TEXT(at(removed, {"spec", "finalizers"}), "[\"kubernetes\"]");
    Json finalized = *lab.get("/api/v1/namespaces/x").body;
    finalized.at("metadata").as_object()["labels"] = api::JsonObject {{"said", "too"}};
    QCOMPARE(lab.put("/api/v1/namespaces/x/finalize", finalized).code, 200);
    COMPARE_TEXT(at(lab.get("/api/v1/namespaces/x"), {"metadata", "labels", "said"}), "too");
    finalized = *lab.get("/api/v1/namespaces/x").body;
    finalized.as_object()["spec"] = api::JsonObject();
    QCOMPARE(lab.put("/api/v1/namespaces/x/finalize?dryRun=All", finalized).code, 200);
    QCOMPARE(lab.get("/api/v1/namespaces/x").code, 200);
    QCOMPARE(lab.put("/api/v1/namespaces/x/finalize", finalized).code, 200);
    COMPARE_TEXT(verdict(lab.get("/api/v1/namespaces/x")), "404 NotFound");
}

void TestDelete::protectedNamespaces()
{
    Lab lab;
    COMPARE_TEXT(verdict(lab.remove("/api/v1/namespaces/default")), "403 Forbidden");
    COMPARE_TEXT(verdict(lab.remove("/api/v1/namespaces/kube-system")), "403 Forbidden");
}

void TestDelete::collections()
{
    Lab lab;
    for (const char *name : {"a", "b", "c"})
        lab.post(configMaps,
            std::string("{metadata: {name: ") + name + ", labels: {keep: '" + (*name == 'b' ? "yes" : "no")
                + "'}}}");
    const Response removed = lab.remove(std::string(configMaps) + "?labelSelector=keep=no"); // G15
    COMPARE_TEXT(names(removed), "a c");
    QCOMPARE(removed.revision, lab.server->revision());
    COMPARE_TEXT(names(lab.get(configMaps)), "b");
}

QTEST_GUILESS_MAIN(TestDelete)
#include "tst_delete.moc"
