// SPDX-License-Identifier: GPL-3.0-or-later
// Objects of a custom kind in several versions, converted by a webhook over HTTPS (docs/api-semantics.md
// L11, L12).

#include "tests/unit/lab_front/convertedthings.h"

#include "core/lab/apply/ownership.h"

#include <QTemporaryDir>

using namespace labtest;

namespace {

/// Who owns which fields below spec: "manager version fields; …".
std::string owners(const Response &response)
{
    const api::JsonPtr whole = lab::withManagedFields(response.body);
    std::string all;
    for (const Json &entry : api::find(*whole, {"metadata", "managedFields"})->get_array()) {
        all += (all.empty() ? "" : "; ") + std::string(api::textAt(entry, {"manager"})) + " "
            + std::string(api::textAt(entry, {"apiVersion"})).substr(std::strlen("example.com/"));
        const Json *spec = api::find(entry, {"fieldsV1", "f:spec"});
        for (const auto &field : spec ? spec->get_object() : api::JsonObject()) {
            if (field.key() != ".")
                all += " .spec." + api::text(field.key()).substr(2);
        }
    }
    return all;
}

/// A webhook about Things of that version, in flow style.
std::string aboutThings(
    const char *name, const HookServer &hook, const char *version, const std::string &more = "")
{
    return std::string("name: ") + name
        + ".hooks.test, sideEffects: None, admissionReviewVersions: [v1], clientConfig: " + hook.client()
        + ", rules: [{operations: ['*'], apiGroups: [example.com], apiVersions: [" + version
        + "], resources: [things]}]" + more;
}

} // namespace

class TestConversion : public QObject
{
    Q_OBJECT

private slots:
    void whatIsWrittenInOneVersionIsReadInTheOther()
    {
        Converter converter;
        ThingLab lab(converter);
        const Response made = lab.make(v2, thing("v2", "a", "{host: h, port: '80'}"));
        QVERIFY2(made.code == 201, message(made).c_str());
        COMPARE_TEXT(specOf(made), R"({"host":"h","port":"80"})");
        COMPARE_TEXT(at(made, {"apiVersion"}), "example.com/v2");
        const std::size_t asked = converter.requests.size();
        const Response stored = lab.read(v1 / "a");
        COMPARE_TEXT(specOf(stored), R"({"address":"h:80"})");
        QCOMPARE(converter.requests.size(), asked); // it is the stored version
        const Response other = lab.read(v2 / "a");
        COMPARE_TEXT(specOf(other), R"({"host":"h","port":"80"})");
        COMPARE_TEXT(version(other), version(stored));
        COMPARE_TEXT(at(other, {"metadata", "uid"}), at(stored, {"metadata", "uid"}));
    }

    void changesAreMadeInEitherVersion()
    {
        Converter converter;
        ThingLab lab(converter);
        lab.make(v1, thing("v1", "a", "{address: 'h:80'}"));
        const Response patched = lab.change(v2 / "a", "{spec: {port: '81'}}");
        QVERIFY2(patched.code == 200, message(patched).c_str());
        COMPARE_TEXT(specOf(patched), R"({"host":"h","port":"81"})");
        COMPARE_TEXT(specOf(lab.read(v1 / "a")), R"({"address":"h:81"})");
        Json whole = *lab.read(v2 / "a").body;
        whole.at_pointer("/spec/host") = "other";
        const Response put = lab.ask(Method::Put, v2 / "a", whole);
        QVERIFY2(put.code == 200, message(put).c_str());
        COMPARE_TEXT(specOf(lab.read(v1 / "a")), R"({"address":"other:81"})");
        QCOMPARE(lab.ask(Method::Put, v2 / "a", whole).code, 409);
        const Response status = lab.change(std::string(v2 / "a") + "/status", "{status: {phase: Up}}");
        COMPARE_TEXT(at(status, {"status", "phase"}), "Up");
        COMPARE_TEXT(at(lab.read(v1 / "a"), {"status", "phase"}), "Up");
        const Response same = lab.change(v2 / "a", "{spec: {host: other}}");
        COMPARE_TEXT(version(same), version(lab.read(v1 / "a")));
        QCOMPARE(lab.change(v2 / "missing", "{spec: {host: x}}").code, 404);
        const Response removed = lab.ask(Method::Delete, v2 / "a");
        QCOMPARE(removed.code, 200);
        QCOMPARE(lab.read(v1 / "a").code, 404);
    }

    void theLastFinalizerGoesInEitherVersion() // L11
    {
        Converter converter;
        ThingLab lab(converter);
        lab.make(v1, thing("v1", "a", "{address: 'h:80'}"));
        lab.change(v1 / "a", "{metadata: {finalizers: [example.com/x]}}");
        lab.ask(Method::Delete, v1 / "a");
        const Response tried = lab.change(v2 / "a?dryRun=All", "{metadata: {finalizers: null}}");
        COMPARE_TEXT(at(tried, {"apiVersion"}), "example.com/v2");
        const Response released = lab.change(v2 / "a", "{metadata: {finalizers: null}}");
        QVERIFY2(released.code == 200, message(released).c_str());
        COMPARE_TEXT(at(released, {"apiVersion"}), "example.com/v2");
        COMPARE_TEXT(specOf(released), R"({"host":"h","port":"80"})");
        QCOMPARE(lab.read(v1 / "a").code, 404);
    }

    void eachVersionChecksItsOwn()
    {
        Converter converter;
        ThingLab lab(converter);
        const Response wrong = lab.make(v2, thing("v2", "a", "{host: muchtoolong, port: '80'}"));
        QCOMPARE(wrong.code, 422);
        COMPARE_TEXT(cause(wrong), "FieldValueTooLong spec.host");
        QVERIFY(converter.requests.empty());
        const Response made = lab.make(v2, thing("v2", "a", "{host: h, port: '1234567890123456789'}"));
        QVERIFY2(made.code == 201, message(made).c_str());
        QCOMPARE(lab.change(v2 / "a", "{metadata: {labels: {x: y}}}").code, 200);
        QCOMPARE(lab.change(v1 / "a", "{metadata: {labels: {x: z}}}").code, 200); // too long there, and stays
        const Response stored = lab.change(v1 / "a", "{spec: {address: 'i:1234567890123456789'}}");
        QCOMPARE(stored.code, 422);
        COMPARE_TEXT(cause(stored), "FieldValueTooLong spec.address");
    }

    void listsAreConvertedAtOnce()
    {
        Converter converter;
        ThingLab lab(converter);
        for (int i = 0; i < 5; ++i)
            lab.make(v1, thing("v1", "a" + std::to_string(i), "{address: 'h:" + std::to_string(i) + "'}"));
        const Response all = lab.read(v2);
        QCOMPARE(all.list->items.size(), std::size_t(5));
        for (int i = 0; i < 5; ++i)
            COMPARE_TEXT(api::textAt(*all.list->items[static_cast<std::size_t>(i)], {"spec", "port"}),
                std::to_string(i));
        COMPARE_TEXT(all.list->apiVersion, "example.com/v2");
        QCOMPARE(converter.requests.size(), std::size_t(1));
        api::Request asked = Lab::request(Method::Get, v2 / "a3");
        asked.accept = "application/json;as=Table;g=meta.k8s.io;v=v1";
        const Response table = lab.settled(lab.server->answer(asked));
        const Json *cells = &table.body->at_pointer("/rows/0/cells");
        COMPARE_TEXT(api::writeJson(*cells), R"(["a3","h"])");
    }

    void watchesAreConvertedInOrder()
    {
        Converter converter;
        ThingLab lab(converter);
        lab.make(v1, thing("v1", "a", "{address: 'h:1'}"));
        const auto seen = lab.watch(std::string(v2) + "?watch=1");
        lab.settle();
        QTRY_COMPARE(QByteArray::fromStdString(seen->text()), QByteArray("ADDED a"));
        lab.change(v1 / "a", "{spec: {address: 'h:2'}}");
        lab.make(v2, thing("v2", "b", "{host: g, port: '3'}"));
        lab.ask(Method::Delete, v1 / "a");
        lab.settle();
        QTRY_COMPARE(
            QByteArray::fromStdString(seen->text()), QByteArray("ADDED a, MODIFIED a, ADDED b, DELETED a"));
        std::string ports;
        for (const api::WatchEvent &event : seen->events)
            ports += std::string(api::textAt(*event.object, {"spec", "port"}));
        COMPARE_TEXT(ports, "1232");
    }

    void theWebhookChangesNoMetadataButLabelsAndAnnotations()
    {
        Converter converter;
        ThingLab lab(converter);
        lab.make(v1, thing("v1", "a", "{address: 'h:1'}"));
        converter.spoil = [](api::JsonObject &response) {
            Json &metadata = response["convertedObjects"].at(0).at("metadata");
            metadata.get_object()["labels"] = api::JsonObject {{"was", "v1"}};
            metadata.get_object()["finalizers"] = api::JsonArray {"example.com/x"};
            metadata.get_object()["resourceVersion"] = "1";
        };
        const Response read = lab.read(v2 / "a");
        COMPARE_TEXT(at(read, {"metadata", "labels", "was"}), "v1");
        COMPARE_TEXT(at(read, {"metadata", "finalizers"}), "(none)");
        COMPARE_TEXT(version(read), version(lab.read(v1 / "a")));
    }

    void longListsAreConvertedInParts() // L11
    {
        Converter converter;
        ThingLab lab(converter);
        for (int i = 0; i < 501; ++i)
            lab.post(
                v1, thing("v1", "a" + std::to_string(1000 + i), "{address: 'h:" + std::to_string(i) + "'}"));
        const Response all = lab.read(v2);
        QCOMPARE(converter.requests.size(), std::size_t(2));
        QCOMPARE(all.list->items.size(), std::size_t(501));
        COMPARE_TEXT(api::textAt(*all.list->items[500], {"spec", "port"}), "500");
        QCOMPARE(lab.read(std::string(v2) + "?limit=2").list->items.size(), std::size_t(2));
        COMPARE_TEXT(names(lab.read(std::string(v2) + "?fieldSelector=metadata.name=a1003")), "a1003");
        QCOMPARE(api::find(converter.requests.back(), {"objects"})->get_array().size(), std::size_t(1));
    }

    void whatIsGeneratedStaysTheSame() // L11
    {
        Converter converter;
        ThingLab lab(converter);
        const auto answer = converter.reply;
        converter.reply = [&](const Json &review) {
            lab.post(configMaps, "{metadata: {generateName: other-}}"); // another revision, at another time
            lab.clock.advance(std::chrono::seconds(10));
            return answer(review);
        };
        const Response made = lab.make(v2,
            "{apiVersion: example.com/v2, kind: Thing, metadata: {generateName: a-}, spec: {host: h, port: "
            "'1'}}");
        QVERIFY2(made.code == 201, message(made).c_str());
        QCOMPARE(converter.requests.size(), std::size_t(1));
        const std::string name = at(made, {"metadata", "name"});
        COMPARE_TEXT(version(lab.read(v1 / name)), version(made));
        COMPARE_TEXT(at(lab.read(v1 / name), {"metadata", "uid"}), at(made, {"metadata", "uid"}));
    }

    void aScaleIsConvertedToo() // L11
    {
        Converter converter;
        ThingLab lab(converter);
        lab.make(v1, thing("v1", "a", "{address: 'h:1', n: 1}"));
        const Response scaled = lab.change(v2 / "a" + "/scale", "{spec: {replicas: 3}}");
        COMPARE_TEXT(at(scaled, {"spec", "replicas"}), "3");
        COMPARE_TEXT(specOf(lab.read(v1 / "a")), R"({"address":"h:1","n":3})");
        COMPARE_TEXT(at(lab.read(v2 / "a" + "/scale"), {"spec", "replicas"}), "3");
        COMPARE_TEXT(version(scaled), version(lab.read(v1 / "a")));
    }

    void whatAWebhookMakesIsPruned() // L11
    {
        Converter converter;
        ThingLab lab(converter);
        lab.make(v1, thing("v1", "a", "{address: 'h:1'}"));
        converter.spoil = [](api::JsonObject &response) {
            Json &object = response["convertedObjects"].at(0);
            object.at("spec").get_object()["unknown"] = true;
            object.get_object()["more"] = 1;
        };
        COMPARE_TEXT(specOf(lab.read(v2 / "a")), R"({"host":"h","port":"1"})");
        COMPARE_TEXT(at(lab.read(v2 / "a"), {"more"}), "(none)");
        lab.change(v2 / "a", "{spec: {port: '2'}}");
        COMPARE_TEXT(specOf(lab.read(v1 / "a")), R"({"address":"h:2"})");
    }

    void olderReviewsAreSpokenToo() // L11
    {
        Converter converter;
        HookLab lab;
        const std::string conversion =
            "{strategy: Webhook, webhook: {conversionReviewVersions: [v3, v1beta1, v1], clientConfig: "
            + converter.client("/convert") + "}}";
        QCOMPARE(lab.post(definitions, definition(conversion)).code, 201);
        lab.make(v1, thing("v1", "a", "{address: 'h:1'}"));
        converter.spoil = [](api::JsonObject &response) { response.erase("uid"); };
        COMPARE_TEXT(specOf(lab.ask(Method::Get, v2 / "a")), R"({"host":"h","port":"1"})");
        QVERIFY(converter.server.requests.back().contains("apiextensions.k8s.io/v1beta1"));
        QVERIFY(converter.server.requests.back().startsWith("POST /convert?timeout=30s HTTP/1.1"));
    }

    void itIsThereAfterAStart() // L10, L11
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("lab.db")).toStdString();
        Converter converter;
        HookLab lab;
        lab.open(path);
        lab.connect();
        QCOMPARE(lab.post(definitions, definition(byWebhook(converter))).code, 201);
        lab.make(v2, thing("v2", "a", "{host: h, port: '1'}"));
        lab.make(v1, thing("v1", "b", "{address: 'h:1'}"));
        QCOMPARE(ThingLab::redefined(lab, definition(byWebhook(converter), true)).code, 200);
        lab.open(path);
        COMPARE_TEXT(specOf(lab.get(v1 / "a")), R"({"address":"h:1"})"); // nobody calls webhooks yet
        QCOMPARE(lab.get(v2 / "a").code, 500);
        lab.connect();
        const Response read = lab.ask(Method::Get, v2 / "a");
        COMPARE_TEXT(specOf(read), R"({"host":"h","port":"1"})");
        COMPARE_TEXT(owners(read), "unknown v2 .spec.host .spec.port");
        COMPARE_TEXT(owners(lab.ask(Method::Get, v2 / "b")), "unknown v1 .spec.address");
        COMPARE_TEXT(at(lab.get(thingDefinition), {"status", "storedVersions"}), R"(["v1","v2"])");
        QCOMPARE(lab.change(v2 / "b", "{spec: {port: '2'}}").code, 200);
        COMPARE_TEXT(owners(lab.ask(Method::Get, v2 / "b")), "unknown v1; unknown v2 .spec.port");
    }

    void configurationsAreAppliedInEitherVersion() // L12
    {
        Converter converter;
        ThingLab lab(converter);
        const auto apply = [&](std::string_view collection, const char *manager, const std::string &config,
                               const char *more = "") {
            return lab.change(std::string(collection / "a") + "?fieldManager=" + manager + more, config,
                api::contentTypes::applyPatch);
        };
        const Response made = apply(v2, "me", thing("v2", "a", "{host: h, port: '1'}"));
        QVERIFY2(made.code == 201, message(made).c_str());
        COMPARE_TEXT(specOf(lab.read(v1 / "a")), R"({"address":"h:1"})");
        COMPARE_TEXT(owners(lab.read(v1 / "a")), "me v2 .spec.host .spec.port");
        const Response changed = apply(v2, "me", thing("v2", "a", "{host: h, port: '2'}"));
        QVERIFY2(changed.code == 200, message(changed).c_str());
        COMPARE_TEXT(specOf(changed), R"({"host":"h","port":"2"})");
        const std::string version = labtest::version(changed);
        COMPARE_TEXT(labtest::version(apply(v2, "me", thing("v2", "a", "{host: h, port: '2'}"))), version);

        const Response conflict = apply(v1, "you", thing("v1", "a", "{address: 'h:3'}"));
        QCOMPARE(conflict.code, 409);
        COMPARE_TEXT(message(conflict), "Apply failed with 1 conflict: conflict with \"me\": .spec.port");
        const Response forced = apply(v1, "you", thing("v1", "a", "{address: 'h:3'}"), "&force=true");
        QVERIFY2(forced.code == 200, message(forced).c_str());
        COMPARE_TEXT(specOf(lab.read(v2 / "a")), R"({"host":"h","port":"3"})");
        COMPARE_TEXT(owners(lab.read(v2 / "a")), "me v2 .spec.host; you v1 .spec.address");
        QCOMPARE(lab.change(v2 / "a", "{spec: {port: '4'}}").code, 200);
        COMPARE_TEXT(owners(lab.read(v2 / "a")), "me v2 .spec.host; unknown v2 .spec.port");
    }

    void whatWasAppliedInAnotherVersionGoesToo() // L12
    {
        Converter converter;
        ThingLab lab(converter);
        const auto apply = [&](std::string_view collection, const std::string &config) {
            return lab.change(
                std::string(collection / "a") + "?fieldManager=me", config, api::contentTypes::applyPatch);
        };
        apply(v1, thing("v1", "a", "{address: 'h:1', n: 5}"));
        const Response changed = apply(v2, thing("v2", "a", "{host: g}"));
        COMPARE_TEXT(specOf(changed), R"({"host":"g","port":""})");
        COMPARE_TEXT(owners(lab.read(v1 / "a")), "me v2 .spec.host");
        lab.change(v2 / "a", "{spec: {n: 6}}");
        apply(v1, thing("v1", "a", "{address: 'g:'}"));
        COMPARE_TEXT(specOf(lab.read(v1 / "a")), R"({"address":"g:","n":6})");
    }

    void admissionAndConversionGoTogether() // U1, L11
    {
        Converter converter;
        ThingLab lab(converter);
        HookServer first;
        HookServer second;
        first.decide = [](const Json &) {
            return HookServer::patching("[{op: replace, path: /spec/address, value: 'made:81'}]");
        };
        second.decide = [](const Json &) {
            return HookServer::patching("[{op: add, path: /metadata/labels, value: {seen: 'yes'}}]");
        };
        const std::string condition = ", matchConditions: [{name: c, expression: \"object.spec.address == "
                                      "'h:80'\"}]";
        lab.configure(true, "m", {aboutThings("a", first, "v1", condition), aboutThings("b", second, "v2")});
        const Response made = lab.make(v2, thing("v2", "a", "{host: h, port: '80'}"));
        QVERIFY2(made.code == 201, message(made).c_str());
        COMPARE_TEXT(specOf(made), R"({"host":"made","port":"81"})");
        COMPARE_TEXT(at(made, {"metadata", "labels", "seen"}), "yes");
        COMPARE_TEXT(textIn(first.requests.front(), {"object", "spec"}), R"({"address":"h:80"})");
        COMPARE_TEXT(textIn(first.requests.front(), {"requestKind", "version"}), R"("v2")");
        COMPARE_TEXT(textIn(second.requests.front(), {"object", "spec"}), R"({"host":"made","port":"81"})");
        lab.make(v2, thing("v2", "b", "{host: h, port: '81'}"));
        QCOMPARE(first.requests.size(), std::size_t(1)); // its condition is about v1
        const Response changed = lab.change(v1 / "a", "{spec: {address: 'g:1'}}");
        QVERIFY2(changed.code == 200, message(changed).c_str());
        COMPARE_TEXT(textIn(second.requests.back(), {"object", "spec"}), R"({"host":"g","port":"1"})");
        COMPARE_TEXT(textIn(second.requests.back(), {"oldObject", "spec"}), R"({"host":"made","port":"81"})");
        converter.spoil = [](api::JsonObject &response) {
            response["result"] = api::JsonObject {{"status", "Failure"}, {"message", "no way"}};
        };
        COMPARE_TEXT(message(lab.change(v1 / "a", "{spec: {address: 'g:2'}}")),
            "Internal error occurred: conversion webhook for example.com/v1, Kind=Thing failed: no way");
    }

    void whatAnotherHasSpoiltIsNotTheConvertersFault() // L11
    {
        Converter converter;
        ThingLab lab(converter);
        HookServer first;
        HookServer second;
        first.decide = [](const Json &) {
            return HookServer::patching("[{op: add, path: /metadata/labels, value: {l: 'a b'}}]");
        };
        lab.configure(true, "m", {aboutThings("a", first, "v1"), aboutThings("b", second, "v2")});
        const Response refused = lab.make(v1, thing("v1", "a", "{address: 'h:80'}"));
        QCOMPARE(second.requests.size(), std::size_t(1));
        QCOMPARE(refused.code, 422);
        QVERIFY2(message(refused).starts_with("Thing.example.com \"a\" is invalid: metadata.labels: "),
            message(refused).c_str());
    }

    void policiesSeeTheVersionThatTheyAreAbout() // U9
    {
        const std::string group = "/apis/admissionregistration.k8s.io/v1/";
        Converter converter;
        ThingLab lab(converter);
        lab.make(v1, thing("v1", "a", "{address: 'h:80'}"));
        lab.post(group + "validatingadmissionpolicies",
            "{metadata: {name: p}, spec: {matchConstraints: {resourceRules: [{operations: ['*'], apiGroups: "
            "[example.com], apiVersions: [v2], resources: [things]}]}, validations: [{expression: 'object == "
            "null ? "
            "oldObject.spec.host == \"g\" : object.spec.port != \"81\"', message: wrong}]}}");
        const Response bound = lab.post(group + "validatingadmissionpolicybindings",
            "{metadata: {name: b}, spec: {policyName: p, validationActions: [Deny]}}");
        QCOMPARE(bound.code, 201);
        QVERIFY(message(lab.make(v1, thing("v1", "b", "{address: 'h:81'}"))).ends_with(": wrong"));
        QVERIFY(message(lab.change(v1 / "a", "{spec: {address: 'h:81'}}")).ends_with(": wrong"));
        QVERIFY(message(lab.ask(Method::Delete, v1 / "a")).ends_with(": wrong"));
        QCOMPARE(lab.change(v1 / "a", "{spec: {address: 'g:80'}}").code, 200);
        QCOMPARE(lab.ask(Method::Delete, v1 / "a").code, 200);
    }
};

QTEST_GUILESS_MAIN(TestConversion)
#include "tst_conversion.moc"
