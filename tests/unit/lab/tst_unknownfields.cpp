// SPDX-License-Identifier: GPL-3.0-or-later
// Fields that a built-in kind does not know (docs/api-semantics.md P2).
#include "labfixture.h"

using namespace labtest;

class TestUnknownFields : public QObject
{
    Q_OBJECT

private slots:
    void unknownFieldsAreDropped_data();
    void unknownFieldsAreDropped();
    void unknownFieldsAreTold_data();
    void unknownFieldsAreTold();
    void fieldsOfNewerKubernetesAreKept();
    void objectsWithinObjectsSayWhatTheyAre();
    void duplicatesAreTold();
    void whatIsNotStoredIsValidated_data();
    void whatIsNotStoredIsValidated();
    void patchOperationsAreValidated();
    void warningsAreUsualOutside();
};

namespace {

struct Verb {
    const char *name;
    Method method;
    std::string body;
    std::string_view contentType;
};

std::vector<Verb> verbs()
{
    const std::string object = "{metadata: {name: x, colour: blue}, datum: {k: v}, data: {a: w}}";
    return {{"POST", Method::Post, object, {}}, {"PUT", Method::Put, object, {}},
        {"merge patch", Method::Patch, "{metadata: {colour: blue}, datum: {k: v}, data: {a: w}}",
            api::contentTypes::mergePatch},
        {"strategic patch", Method::Patch, "{metadata: {colour: blue}, datum: {k: v}, data: {a: w}}",
            api::contentTypes::strategicMergePatch},
        {"JSON patch", Method::Patch,
            "[{op: add, path: /metadata/colour, value: blue}, {op: add, path: /datum, value: {k: v}}, "
            "{op: add, path: /data, value: {a: w}}]",
            api::contentTypes::jsonPatch}};
}

Response sendVerb(Lab &lab, const Verb &verb, const std::string &query)
{
    if (verb.method == Method::Post)
        return lab.send(Method::Post, std::string(configMaps) + query, yaml(verb.body));
    lab.post(configMaps, "{metadata: {name: x}}");
    return lab.send(verb.method, (configMaps / "x") + query, yaml(verb.body), verb.contentType);
}

} // namespace

void TestUnknownFields::unknownFieldsAreDropped_data()
{
    QTest::addColumn<int>("verb");
    for (std::size_t i = 0; i < verbs().size(); ++i)
        QTest::newRow(verbs()[i].name) << static_cast<int>(i);
}

void TestUnknownFields::unknownFieldsAreDropped()
{
    QFETCH(const int, verb);
    Lab lab;
    const Response written = sendVerb(lab, verbs()[static_cast<std::size_t>(verb)], {});
    QVERIFY2(written.code < 300, message(written).c_str());
    COMPARE_TEXT(at(written, {"datum"}), "(none)");
    COMPARE_TEXT(at(written, {"metadata", "colour"}), "(none)");
    COMPARE_TEXT(at(lab.get(configMaps / "x"), {"data", "a"}), "w");
}

void TestUnknownFields::unknownFieldsAreTold_data()
{
    unknownFieldsAreDropped_data();
}

void TestUnknownFields::unknownFieldsAreTold()
{
    QFETCH(const int, verb);
    const Verb sent = verbs()[static_cast<std::size_t>(verb)];
    Lab lab;
    const Response refused = sendVerb(lab, sent, "?fieldValidation=Strict");
    COMPARE_TEXT(verdict(refused), "400 BadRequest");
    const std::string said = message(refused);
    QVERIFY2(said.find("strict decoding error") != std::string::npos, said.c_str());
    for (const char *field : {"unknown field \"metadata.colour\"", "unknown field \"datum\""})
        QVERIFY2(said.find(field) != std::string::npos, said.c_str());
    const Response warned = sendVerb(lab, sent, "?fieldValidation=Warn");
    QVERIFY2(warned.code < 300, message(warned).c_str());
    QCOMPARE(warned.headers.size(), std::size_t(2));
}

void TestUnknownFields::fieldsOfNewerKubernetesAreKept()
{
    Lab lab;
    const Response made = lab.post(std::string(pods) + "?fieldValidation=Strict",
        "{metadata: {name: p}, spec: {schedulingGates: [{name: a.b/c}], hostUsers: false, "
        "topologySpreadConstraints: [{maxSkew: 1, topologyKey: z, whenUnsatisfiable: DoNotSchedule, "
        "matchLabelKeys: [k]}], containers: [{name: c, image: i, resizePolicy: [{resourceName: cpu, "
        "restartPolicy: NotRequired}]}]}}");
    QVERIFY2(made.code == 201, message(made).c_str());
    COMPARE_TEXT(at(made, {"spec", "hostUsers"}), "false");
    QVERIFY(at(made, {"spec", "topologySpreadConstraints"}).find("matchLabelKeys") != std::string::npos);
}

/// A claim in a StatefulSet is a whole object, a template is none.
void TestUnknownFields::objectsWithinObjectsSayWhatTheyAre()
{
    Lab lab;
    const std::string sets = "/apis/apps/v1/namespaces/default/statefulsets?fieldValidation=Strict";
    const auto setWith = [](const std::string &inTemplate) {
        return "{metadata: {name: s}, spec: {serviceName: s, selector: {matchLabels: {a: b}}, template: {"
            + inTemplate
            + "metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: i}]}}, volumeClaimTemplates: "
              "[{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: d}, spec: {}}]}}";
    };
    const Response odd = lab.post(sets, setWith("kind: Pod, "));
    QVERIFY2(
        message(odd).find("unknown field \"spec.template.kind\"") != std::string::npos, message(odd).c_str());
    const Response made = lab.post(sets, setWith(""));
    QVERIFY2(made.code == 201, message(made).c_str());
}

void TestUnknownFields::duplicatesAreTold()
{
    Lab lab;
    const auto send = [&](const char *validation) {
        api::Request request =
            Lab::request(Method::Post, std::string(configMaps) + "?dryRun=All&fieldValidation=" + validation,
                yaml("{metadata: {name: a}}"));
        request.duplicates = {"duplicate field \"data.k\""};
        return lab.server->answer(request);
    };
    COMPARE_TEXT(verdict(send("Strict")), "400 BadRequest");
    QVERIFY(message(send("Strict")).find("duplicate field \"data.k\"") != std::string::npos);
    COMPARE_TEXT(send("Warn").headers.at(0).second, "299 - \"duplicate field \\\"data.k\\\"\"");
    QVERIFY(send("Ignore").headers.empty());
}

void TestUnknownFields::whatIsNotStoredIsValidated_data() // P2
{
    QTest::addColumn<std::string>("method");
    QTest::addColumn<std::string>("path");
    QTest::addColumn<std::string>("body");
    QTest::addColumn<std::string>("expected"); ///< of the message; empty: taken
    const auto row = [](const char *name, const char *method, const std::string &path, const char *body,
                         const char *expected) {
        QTest::newRow(name) << std::string(method) << path << std::string(body) << std::string(expected);
    };
    const std::string pod = "/api/v1/namespaces/default/pods/p/";
    const std::string scale = "/apis/apps/v1/namespaces/default/deployments/d/scale";
    const std::string reviews = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
    row("P2 a Scale", "PUT", scale, "{metadata: {name: d}, spec: {replica: 2}}",
        R"(Scale in version "v1" cannot be handled as a Scale: strict decoding error: )"
        R"(unknown field "spec.replica")");
    row("P2 a Scale of the wrong type", "PUT", scale, "{metadata: {name: d}, spec: {replicas: many}}",
        R"(Scale in version "v1" cannot be handled as a Scale: Invalid value: "string": )"
        R"(spec.replicas in body must be of type integer: "string")");
    row("P2 a patched Scale", "PATCH", scale, "{spec: {replicas: 2}, specs: {}}", R"(unknown field "specs")");
    row("P2 a Scale as it is", "PATCH", scale, "{spec: {replicas: 2}}", "");
    row("P2 a status", "PATCH", "/apis/apps/v1/namespaces/default/deployments/d/status",
        "{status: {replica: 2}}", R"(unknown field "status.replica")");
    row("P2 an eviction", "POST", pod + "eviction", "{deleteOptions: {grace: 2}}",
        R"(Eviction in version "v1" cannot be handled as a Eviction: strict decoding error: unknown field )"
        R"("deleteOptions.grace")");
    row("P2 an eviction as it is", "POST", pod + "eviction",
        "{metadata: {name: p, creationTimestamp: null}, deleteOptions: {kind: DeleteOptions, apiVersion: "
        "policy/v1, gracePeriodSeconds: 0, dryRun: [All], preconditions: {}}}",
        "");
    row("P2 a binding", "POST", pod + "binding", "{target: {nodeName: n}}",
        R"(unknown field "target.nodeName")");
    row("P2 what finalizes a namespace", "PUT", "/api/v1/namespaces/default/finalize",
        "{metadata: {name: default}, spec: {finalizer: [kubernetes]}}", R"(unknown field "spec.finalizer")");
    row("P2 what is said of a deletion", "DELETE", "/apis/apps/v1/namespaces/default/deployments/d",
        "{gracePeriod: 2}", R"(unknown field "gracePeriod")");
    row("P2 what is said of many deletions", "DELETE", "/apis/apps/v1/namespaces/default/deployments",
        "{gracePeriod: 2}", R"(unknown field "gracePeriod")");
    row("P2 a token", "POST", "/api/v1/namespaces/default/serviceaccounts/a/token", "{spec: {audience: [a]}}",
        R"(unknown field "spec.audience")");
    row("P2 a review", "POST", reviews, "{spec: {resourceAttributes: {verb: get, kind: Pod}}}",
        R"(unknown field "spec.resourceAttributes.kind")");
    row("P2 a review of the wrong type", "POST", reviews, "{spec: {resourceAttributes: [get]}}",
        "spec.resourceAttributes in body must be of type object");
    row("P2 a review as it is", "POST", reviews,
        "{metadata: {creationTimestamp: null}, spec: {resourceAttributes: {verb: get, resource: pods}}, "
        "status: {allowed: false}}",
        "");
}

void TestUnknownFields::whatIsNotStoredIsValidated()
{
    QFETCH(const std::string, method);
    QFETCH(const std::string, path);
    QFETCH(const std::string, body);
    QFETCH(const std::string, expected);
    Lab lab;
    lab.post("/api/v1/namespaces/default/pods",
        "{metadata: {name: p}, spec: {containers: [{name: c, image: i}]}}");
    lab.post("/apis/apps/v1/namespaces/default/deployments",
        "{metadata: {name: d}, spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: "
        "b}}, "
        "spec: {containers: [{name: c, image: i}]}}}}");
    const auto send = [&](const char *query) {
        api::Request request = Lab::request(method == "PUT" ? Method::Put
                : method == "PATCH"                         ? Method::Patch
                : method == "DELETE"                        ? Method::Delete
                                                            : Method::Post,
            path + query, yaml(body));
        if (request.method == Method::Patch)
            request.contentType = api::contentTypes::mergePatch;
        return lab.server->answer(request, access::owner());
    };
    const Response strict = send("?fieldValidation=Strict");
    if (expected.empty()) {
        QVERIFY2(strict.code < 300, message(strict).c_str());
        return;
    }
    COMPARE_TEXT(verdict(strict), "400 BadRequest");
    QVERIFY2(message(strict).find(expected) != std::string::npos, message(strict).c_str());
    const std::size_t field = expected.find("unknown field ");
    if (field == std::string::npos)
        return;
    std::vector<std::string> warnings;
    for (const auto &[name, value] : send("").headers) {
        if (name == "Warning")
            warnings.push_back(value);
    }
    QCOMPARE(warnings.size(), std::size_t(1));
    COMPARE_TEXT(
        warnings.front(), "299 - " + api::writeJson(Json(boost::json::string(expected.substr(field)))));
    for (const auto &[name, value] : send("?fieldValidation=Ignore").headers)
        QVERIFY(name != "Warning");
}

void TestUnknownFields::patchOperationsAreValidated() // P2
{
    Lab lab;
    lab.post(configMaps, "{metadata: {name: a}}");
    const auto send = [&](const char *validation) {
        return lab.patch(std::string(configMaps) + "/a?fieldValidation=" + validation,
            "[{op: add, path: /data, value: {k: v}, comment: x}]", api::contentTypes::jsonPatch);
    };
    COMPARE_TEXT(verdict(send("Strict")), "400 BadRequest");
    QVERIFY(message(send("Strict")).ends_with(R"(json patch unknown field "[0].comment")"));
    COMPARE_TEXT(send("Warn").headers.at(0).second, R"(299 - "json patch unknown field \"[0].comment\"")");
}

void TestUnknownFields::warningsAreUsualOutside()
{
    Lab lab;
    const auto warnings = [&](const access::UserPtr &user, const std::string &query,
                              const std::string &more) {
        const api::Request request = Lab::request(Method::Post,
            std::string(configMaps) + "?dryRun=All" + query, yaml("{metadata: {name: a}" + more + "}"));
        return lab.server->answer(request, user).headers.size();
    };
    std::string many;
    for (int i = 0; i < 25; ++i)
        many += ", field" + std::to_string(i) + ": x";
    QCOMPARE(warnings(access::owner(), "", ", datum: {k: v}"), std::size_t(1)); // P2
    QCOMPARE(warnings(access::owner(), "", many), std::size_t(20));
    QCOMPARE(warnings(access::owner(), "", ", data: {k: v}"), std::size_t(0));
    QCOMPARE(warnings(access::owner(), "&fieldValidation=Ignore", ", datum: {k: v}"), std::size_t(0));
    QCOMPARE(warnings({}, "", ", datum: {k: v}"), std::size_t(0));
}

QTEST_GUILESS_MAIN(TestUnknownFields)
#include "tst_unknownfields.moc"
