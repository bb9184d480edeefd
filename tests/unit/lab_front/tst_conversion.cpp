// SPDX-License-Identifier: GPL-3.0-or-later
// Several versions of a custom kind, converted by a webhook over HTTPS or in name alone
// (docs/api-semantics.md L10, L11, L12).

#include "tests/unit/lab_front/hookserver.h"

#include "core/lab/apply/ownership.h"
#include "core/lab/names.h"
#include "core/lab/webhooks/convertedwatch.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <stdexcept>

using namespace labtest;

namespace {

constexpr std::string_view definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const std::string thingDefinition = std::string(definitions) + "/things.example.com";
constexpr std::string_view v1 = "/apis/example.com/v1/namespaces/default/things";
constexpr std::string_view v2 = "/apis/example.com/v2/namespaces/default/things";

/// An address is one text in v1, and host and port in v2.
Json converted(Json object, const std::string &apiVersion)
{
    api::JsonObject &whole = object.get_object();
    api::JsonObject &spec =
        whole["spec"].is_object() ? whole["spec"].get_object() : whole["spec"].emplace_object();
    if (apiVersion == "example.com/v2") {
        const std::string address(api::textAt(object, {"spec", "address"}));
        const std::size_t colon = address.find(':');
        spec.erase("address");
        spec["host"] = address.substr(0, colon);
        spec["port"] = colon == std::string::npos ? "" : address.substr(colon + 1);
    } else {
        const std::string host(api::textAt(object, {"spec", "host"}));
        const std::string port(api::textAt(object, {"spec", "port"}));
        spec.erase("host");
        spec.erase("port");
        spec["address"] = host + ":" + port;
    }
    whole["apiVersion"] = apiVersion;
    return object;
}

/// A webhook that converts.
struct Converter : HookServer {
    std::function<void(api::JsonObject &response)> spoil; ///< changes the answer

    Converter()
    {
        reply = [this](const Json &review) {
            api::JsonArray objects;
            const std::string wanted(api::textAt(review, {"request", "desiredAPIVersion"}));
            for (const Json &object : api::find(review, {"request", "objects"})->get_array())
                objects.push_back(converted(object, wanted));
            api::JsonObject response {{"uid", api::textAt(review, {"request", "uid"})},
                {"result", api::JsonObject {{"status", "Success"}}},
                {"convertedObjects", std::move(objects)}};
            if (spoil)
                spoil(response);
            const Json answer = api::JsonObject {{"apiVersion", api::textAt(review, {"apiVersion"})},
                {"kind", "ConversionReview"}, {"response", std::move(response)}};
            return ScriptedReply {
                ScriptedServer::jsonReply(QByteArray::fromStdString(api::writeJson(answer)))};
        };
    }
};

std::string versionText(const char *name, bool isStored, const char *column, const char *fields)
{
    return std::string("{name: ") + name + ", served: true, storage: " + (isStored ? "true" : "false")
        + ", subresources: {status: {}, scale: {specReplicasPath: .spec.n, statusReplicasPath: .status.n}}, "
          "additionalPrinterColumns: [{name: "
        + column + ", type: string, jsonPath: .spec." + column
        + "}], schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {n: "
          "{type: integer}, "
        + fields + "}}, status: {type: object, properties: {phase: {type: string}, n: {type: integer}}}}}}}";
}

std::string definition(const std::string &conversion, bool storesV2 = false)
{
    return "{metadata: {name: things.example.com}, spec: {group: example.com, scope: Namespaced, names: "
           "{plural: things, kind: Thing}, conversion: "
        + conversion + ", versions: ["
        + versionText("v1", !storesV2, "address", "address: {type: string, maxLength: 20}") + ", "
        + versionText("v2", storesV2, "host", "host: {type: string, maxLength: 9}, port: {type: string}")
        + "]}}";
}

std::string byWebhook(const Converter &converter)
{
    return "{strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: "
        + converter.client("/convert") + "}}";
}

std::string thing(const std::string &version, const std::string &name, const std::string &spec)
{
    return "{apiVersion: example.com/" + version + ", kind: Thing, metadata: {name: " + name
        + "}, spec: " + spec + "}";
}

std::string specOf(const Response &response)
{
    const Json *spec = response.body ? api::find(*response.body, {"spec"}) : nullptr;
    return spec ? api::writeCanonicalJson(*spec) : message(response);
}

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

/// A lab with the kind, converted by the webhook.
struct ThingLab : HookLab {
    explicit ThingLab(const Converter &converter)
    {
        const Response made = post(definitions, definition(byWebhook(converter)));
        if (made.code != 201)
            qFatal("%s", message(made).c_str());
    }
    Response read(std::string_view target) { return ask(Method::Get, target); }
    Response redefine(const std::string &definition) { return redefined(*this, definition); }

    static Response redefined(HookLab &lab, const std::string &definition)
    {
        Json changed = yaml(definition);
        changed.at_pointer("/metadata").get_object()["resourceVersion"] = version(lab.get(thingDefinition));
        return lab.put(thingDefinition, changed);
    }
};

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

    void eachVersionChecksItsOwn()
    {
        Converter converter;
        ThingLab lab(converter);
        const Response wrong = lab.make(v2, thing("v2", "a", "{host: muchtoolong, port: '80'}"));
        QCOMPARE(wrong.code, 422);
        COMPARE_TEXT(cause(wrong), "FieldValueInvalid spec.host");
        QVERIFY(converter.requests.empty());
        const Response made = lab.make(v2, thing("v2", "a", "{host: h, port: '1234567890123456789'}"));
        QVERIFY2(made.code == 201, message(made).c_str());
        QCOMPARE(lab.change(v2 / "a", "{metadata: {labels: {x: y}}}").code, 200);
        QCOMPARE(lab.change(v1 / "a", "{metadata: {labels: {x: z}}}").code, 200); // too long there, and stays
        const Response stored = lab.change(v1 / "a", "{spec: {address: 'i:1234567890123456789'}}");
        QCOMPARE(stored.code, 422);
        COMPARE_TEXT(cause(stored), "FieldValueInvalid spec.address");
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

    void objectsComeBackInTheirOrder() // L11
    {
        Converter converter;
        ThingLab lab(converter);
        lab.make(v1, thing("v1", "a", "{address: 'h:1'}"));
        lab.make(v1, thing("v1", "b", "{address: 'h:2'}"));
        converter.spoil = [](api::JsonObject &response) {
            api::JsonArray &objects = response["convertedObjects"].get_array();
            if (objects.size() == 2)
                std::swap(objects[0], objects[1]);
        };
        COMPARE_TEXT(message(lab.read(v2)),
            "conversion webhook for example.com/v1, Kind=Thing returned invalid object: must have the same "
            "name: a != b");
        COMPARE_TEXT(specOf(lab.read(v2 / "b")), R"({"host":"h","port":"2"})");
    }

    void aWatchThatCanNotBeConvertedEnds()
    {
        Converter converter;
        ThingLab lab(converter);
        lab.make(v1, thing("v1", "a", "{address: 'h:1'}"));
        converter.spoil = [](api::JsonObject &response) {
            response["result"] = api::JsonObject {{"status", "Failure"}, {"message", "no way"}};
        };
        const auto seen = lab.watch(std::string(v2) + "?watch=1");
        lab.settle();
        QTRY_VERIFY(seen->closed);
        COMPARE_TEXT(seen->text(), "ERROR");
        COMPARE_TEXT(api::textAt(*seen->events.front().object, {"message"}),
            "conversion webhook for example.com/v1, Kind=Thing failed: no way");
        QVERIFY(!seen->error);
    }

    void whatCanNotBeShownEndsTheWatch() // I8
    {
        base::Clock clock {start};
        lab::Cluster cluster {clock, 1};
        lab::Webhooks webhooks {cluster};
        api::WatchSink stored;
        Seen seen;
        const auto watch = lab::openConverted(
            webhooks, std::make_shared<const lab::ConversionHook>(), "example.com/v2",
            [](const api::JsonPtr &) -> api::JsonPtr { throw std::runtime_error("nobody foresaw this"); },
            {[&seen](const std::vector<api::WatchEvent> &events) { seen.events = events; },
                [&seen](const std::optional<base::Error> &) { seen.closed = true; }},
            [&stored](api::WatchSink sink) {
                stored = std::move(sink);
                return std::unique_ptr<api::Watch>();
            });
        QTest::ignoreMessage(
            QtCriticalMsg, QRegularExpression(QStringLiteral("watch example.com/v2: .*nobody foresaw this")));
        stored.events({{api::WatchEvent::Type::Added, api::share(yaml(thing("v2", "a", "{}"))), 1}});
        COMPARE_TEXT(seen.text(), "ERROR");
        COMPARE_TEXT(api::textAt(*seen.events.front().object, {"message"}),
            "Internal error occurred: nobody foresaw this");
        QVERIFY(seen.closed);
    }

    void failuresAreTold_data()
    {
        QTest::addColumn<QByteArray>("change");
        QTest::addColumn<QByteArray>("expected");
        const QByteArray start = "conversion webhook for example.com/v1, Kind=Thing ";
        QTest::newRow("a message") << QByteArray("{result: {status: Failure, message: no way}}")
                                   << start + "failed: no way";
        QTest::newRow("no message") << QByteArray("{result: {status: Failure}}")
                                    << start + "failed: response.result.status was 'Failure', not 'Success'";
        QTest::newRow("no result") << QByteArray("{result: null}")
                                   << start + "failed: response.result.status was '', not 'Success'";
        QTest::newRow("another answer") << QByteArray("{uid: x}") << start + "failed: expected response.uid=";
        QTest::newRow("too few") << QByteArray("{convertedObjects: []}")
                                 << start + "returned 0 objects, expected 1";
        QTest::newRow("no object") << QByteArray("{convertedObjects: [3]}")
                                   << start + "returned invalid object at index 0: it is no object";
        QTest::newRow("another version")
            << QByteArray("{convertedObjects: [{apiVersion: example.com/v3, kind: Thing}]}")
            << start
                + "returned invalid object at index 0: invalid groupVersion (expected example.com/v2, "
                  "received "
                  "example.com/v3)";
        QTest::newRow("another name") << QByteArray(
            "{convertedObjects: [{apiVersion: example.com/v2, kind: Thing, metadata: {name: b}}]}")
                                      << start + "returned invalid object: must have the same name: a != b";
    }

    void failuresAreTold()
    {
        QFETCH(const QByteArray, change);
        QFETCH(const QByteArray, expected);
        Converter converter;
        ThingLab lab(converter);
        lab.make(v1, thing("v1", "a", "{address: 'h:1'}"));
        converter.spoil = [&change](api::JsonObject &response) {
            const Json changes = yaml(change.toStdString());
            for (const auto &member : changes.get_object())
                response[member.key()] = member.value();
        };
        for (const std::string &target : {std::string(v2 / "a"), std::string(v2)}) {
            const Response failed = lab.read(target);
            QCOMPARE(failed.code, 500);
            QVERIFY2(message(failed).starts_with(expected.toStdString()), message(failed).c_str());
        }
        QCOMPARE(lab.change(v2 / "a", "{spec: {port: '2'}}").code, 500);
        COMPARE_TEXT(specOf(lab.read(v1 / "a")), R"({"address":"h:1"})");
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

    void theStoredVersionMayChange()
    {
        Converter converter;
        ThingLab lab(converter);
        lab.make(v1, thing("v1", "a", "{address: 'h:1'}"));
        const Response switched = lab.redefine(definition(byWebhook(converter), true));
        QVERIFY2(switched.code == 200, message(switched).c_str());
        COMPARE_TEXT(at(switched, {"status", "storedVersions"}), R"(["v1","v2"])");
        COMPARE_TEXT(specOf(lab.read(v2 / "a")), R"({"host":"h","port":"1"})"); // still stored in v1
        QCOMPARE(converter.requests.size(), std::size_t(1));
        COMPARE_TEXT(specOf(lab.read(v1 / "a")), R"({"address":"h:1"})");
        lab.make(v2, thing("v2", "b", "{host: g, port: '2'}"));
        const Response all = lab.read(v1);
        COMPARE_TEXT(names(all), "a b");
        COMPARE_TEXT(api::textAt(*all.list->items[1], {"spec", "address"}), "g:2");
        const Response moved = lab.change(v1 / "a", "{metadata: {labels: {x: y}}}"); // stores it anew
        QVERIFY2(moved.code == 200, message(moved).c_str());
        const std::size_t asked = converter.requests.size();
        COMPARE_TEXT(specOf(lab.read(v2 / "a")), R"({"host":"h","port":"1"})");
        QCOMPARE(converter.requests.size(), asked);
    }

    void versionsMayDifferInNameAlone() // L10
    {
        HookLab lab;
        QCOMPARE(lab.post(definitions, definition("{strategy: None}")).code, 201);
        lab.post(v1, thing("v1", "a", "{n: 1}"));
        COMPARE_TEXT(at(lab.get(v2 / "a"), {"apiVersion"}), "example.com/v2");
        const Response switched = ThingLab::redefined(lab, definition("{strategy: None}", true));
        COMPARE_TEXT(at(switched, {"status", "storedVersions"}), R"(["v1","v2"])");
        COMPARE_TEXT(at(lab.get(v1 / "a"), {"apiVersion"}), "example.com/v1");
        const Response stale = lab.get(v2 / "a");
        COMPARE_TEXT(at(stale, {"apiVersion"}), "example.com/v2"); // though it is stored in v1
        const Response moved = lab.patch(v2 / "a", "{spec: {n: 1}}"); // which is no change but of that
        QVERIFY(version(moved) != version(stale));
        COMPARE_TEXT(at(moved, {"metadata", "generation"}), "1");
        COMPARE_TEXT(version(lab.patch(v1 / "a", "{spec: {n: 1}}")), version(moved));
        QCOMPARE(lab.patch(v1 / "a", "{metadata: {labels: {x: z}}}").code, 200);
    }

    void aStoredVersionStaysUntilItIsTakenOut() // L10
    {
        HookLab lab;
        lab.post(definitions, definition("{strategy: None}"));
        ThingLab::redefined(lab, definition("{strategy: None}", true));
        const std::string alone = R"({spec: {versions: [)"
            + versionText("v2", true, "host", "host: {type: string}, port: {type: string}") + "]}}";
        const Response refused = lab.patch(thingDefinition, alone);
        QCOMPARE(refused.code, 422);
        COMPARE_TEXT(cause(refused), "FieldValueInvalid status.storedVersions[0]");
        const Response migrated = lab.patch(thingDefinition + "/status", "{status: {storedVersions: [v2]}}");
        QVERIFY2(migrated.code == 200, message(migrated).c_str());
        const Response gone = lab.patch(thingDefinition, alone);
        QVERIFY2(gone.code == 200, message(gone).c_str());
        QCOMPARE(lab.get(v1).code, 404);
        const Response emptied = lab.patch(thingDefinition + "/status", "{status: {storedVersions: []}}");
        COMPARE_TEXT(at(emptied, {"status", "storedVersions"}), R"(["v2"])");
    }

    void watchesEndWhenVersionsChange() // L10
    {
        HookLab lab;
        lab.post(definitions, definition("{strategy: None}"));
        lab.post(v1, thing("v1", "a", "{n: 1}"));
        const auto seen = lab.watch(std::string(v2) + "?watch=1");
        lab.settle();
        QCOMPARE(lab.patch(thingDefinition, "{metadata: {labels: {x: y}}}").code, 200);
        lab.settle();
        QVERIFY(!seen->closed);
        QCOMPARE(ThingLab::redefined(lab, definition("{strategy: None}", true)).code, 200);
        lab.settle();
        QVERIFY(seen->closed);
        QVERIFY(!seen->error);
        COMPARE_TEXT(seen->text(), "ADDED a");
    }

    void versionsAreRanked() // L10
    {
        std::vector<std::string> versions {"foo10", "v1", "v3beta1", "v10", "v12alpha1", "v11beta2", "v2",
            "foo1", "v10beta3", "v11alpha2", "v01", "v1gamma1", "v"};
        std::ranges::sort(versions, lab::isPreferredVersion);
        std::string all;
        for (const std::string &version : versions)
            all += version + " ";
        COMPARE_TEXT(
            all, "v10 v2 v1 v11beta2 v10beta3 v3beta1 v12alpha1 v11alpha2 foo1 foo10 v v01 v1gamma1 ");
        HookLab lab;
        lab.post(definitions, definition("{strategy: None}"));
        COMPARE_TEXT(
            at(lab.get("/apis/example.com"), {"preferredVersion", "groupVersion"}), "example.com/v2");
    }

    void whileTheWebhookIsDown() // L11
    {
        Converter converter;
        ThingLab lab(converter);
        for (const char *name : {"a", "b", "c"})
            lab.make(v1, thing("v1", name, "{address: 'h:1'}"));
        lab.change(v1 / "b", "{metadata: {finalizers: [example.com/x]}}");
        converter.reply = [](const Json &) {
            return ScriptedReply {ScriptedServer::jsonReply("{}", "503 Service Unavailable")};
        };
        const Response failed = lab.read(v2 / "a");
        QCOMPARE(failed.code, 500);
        COMPARE_TEXT(message(failed),
            "conversion webhook for example.com/v1, Kind=Thing failed: the server is currently unable to "
            "handle the request");
        QCOMPARE(lab.read(v2).code, 500);
        QCOMPARE(lab.change(v2 / "a", "{spec: {port: '2'}}").code, 500);
        QCOMPARE(lab.make(v2, thing("v2", "d", "{host: h}")).code, 500);
        COMPARE_TEXT(specOf(lab.read(v1 / "a")), R"({"address":"h:1"})");
        const std::size_t asked = converter.requests.size();
        api::Request metadata = Lab::request(Method::Get, v2);
        metadata.accept = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
        COMPARE_TEXT(names(lab.settled(lab.server->answer(metadata))), "a b c");
        COMPARE_TEXT(at(lab.ask(Method::Delete, v2 / "a"), {"status"}), "Success");
        COMPARE_TEXT(at(lab.ask(Method::Delete, v2 / "b"), {"status"}), "Success"); // from now on
        QVERIFY(at(lab.read(v1 / "b"), {"metadata", "deletionTimestamp"}) != "(none)");
        COMPARE_TEXT(at(lab.ask(Method::Delete, v2), {"status"}), "Success");
        COMPARE_TEXT(names(lab.read(v1)), "b");
        metadata = Lab::request(Method::Patch, v2 / "b", yaml("{metadata: {finalizers: null}}"));
        metadata.contentType = api::contentTypes::mergePatch;
        metadata.accept = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
        QCOMPARE(lab.settled(lab.server->answer(metadata)).code, 200);
        COMPARE_TEXT(names(lab.read(v1)), "");
        lab.make(v1, thing("v1", "e", "{address: 'h:1'}"));
        QCOMPARE(lab.ask(Method::Delete, thingDefinition).code, 200);
        lab.settle();
        QCOMPARE(lab.get(thingDefinition).code, 404);
        QCOMPARE(converter.requests.size(), asked);
    }

    void meanwhileTheLabGoesOn() // L11
    {
        Converter converter;
        ThingLab lab(converter);
        lab.make(v1, thing("v1", "a", "{address: 'h:1'}"));
        converter.reply = [](const Json &) { return ScriptedReply {{}, false}; };
        const Response waiting = lab.server->answer(Lab::request(Method::Get, v2 / "a"));
        QVERIFY(waiting.later);
        int code = 0;
        waiting.later->told = [&code](const Response &response) { code = response.code; };
        const auto seen = lab.watch(std::string(v2) + "?watch=1");
        lab.settle();
        QTRY_COMPARE(converter.requests.size(), std::size_t(2));
        COMPARE_TEXT(specOf(lab.get(v1 / "a")), R"({"address":"h:1"})");
        QCOMPARE(lab.post(configMaps, "{metadata: {name: a}}").code, 201);
        QCOMPARE(code, 0);
        QVERIFY(lab.server->close());
        QCOMPARE(code, 503);
    }

    void whoNeedsNobodyIsNotRefused() // U1, L11
    {
        Converter converter;
        ThingLab lab(converter);
        lab.make(v1, thing("v1", "a", "{address: 'h:1'}"));
        converter.reply = [](const Json &) { return ScriptedReply {{}, false}; };
        std::vector<Response> waiting;
        for (int i = 0; i < 1000; ++i) {
            waiting.push_back(lab.get(v2 / "a"));
            QVERIFY(waiting.back().later);
        }
        QCOMPARE(lab.get(v2 / "a").code, 429);
        COMPARE_TEXT(specOf(lab.get(v1 / "a")), R"({"address":"h:1"})");
        QCOMPARE(lab.remove(v2 / "a").code, 200);
    }

    void whoDoesNotAnswerDelaysNobodyElse() // U6
    {
        Converter converter;
        ThingLab lab(converter);
        lab.make(v1, thing("v1", "a", "{address: 'h:1'}"));
        converter.reply = [](const Json &) { return ScriptedReply {{}, false}; };
        std::vector<Response> waiting;
        for (int i = 0; i < 40; ++i)
            waiting.push_back(lab.get(v2 / "a"));
        HookServer hook;
        lab.configure(false, "c", {aboutConfigMaps("x.hooks.test", hook)});
        QCOMPARE(lab.make(configMaps, "{metadata: {name: a}}").code, 201);
        QVERIFY(converter.requests.size() <= 32);
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

    void whatHasChangedMeanwhileIsConvertedAgain() // L11
    {
        Converter converter;
        ThingLab lab(converter);
        lab.make(v1, thing("v1", "a", "{address: 'h:1'}"));
        const Json stale = *lab.read(v2 / "a").body;
        bool isFirst = true;
        const auto answer = converter.reply;
        converter.reply = [&](const Json &review) {
            if (std::exchange(isFirst, false))
                lab.patch(v1 / "a", "{spec: {address: 'other:1'}}");
            return answer(review);
        };
        const Response patched = lab.change(v2 / "a", "{spec: {port: '2'}}");
        COMPARE_TEXT(specOf(patched), R"({"host":"other","port":"2"})");
        COMPARE_TEXT(at(patched, {"metadata", "generation"}), "3");
        QCOMPARE(lab.ask(Method::Put, v2 / "a", stale).code, 409);
    }

    void theKindMayChangeMeanwhile() // L11
    {
        Converter converter;
        ThingLab lab(converter);
        lab.make(v1, thing("v1", "a", "{address: 'h:1'}"));
        const auto answer = converter.reply;
        bool isFirst = true;
        converter.reply = [&](const Json &review) {
            if (std::exchange(isFirst, false))
                lab.redefine(definition(byWebhook(converter), true));
            return answer(review);
        };
        COMPARE_TEXT(specOf(lab.read(v2 / "a")), R"({"host":"h","port":"1"})");
        isFirst = true;
        converter.reply = [&](const Json &review) {
            if (std::exchange(isFirst, false))
                lab.ask(Method::Delete, thingDefinition);
            lab.settle();
            return answer(review);
        };
        QCOMPARE(lab.read(v2 / "a").code, 404);
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

    void conversionsAreValid_data()
    {
        QTest::addColumn<QByteArray>("conversion");
        QTest::addColumn<QByteArray>("cause");
        const auto row = [](const char *name, const char *conversion, const char *cause) {
            QTest::newRow(name) << QByteArray(conversion) << QByteArray(cause);
        };
        const char *client = "FieldValueRequired spec.conversion.webhookClientConfig";
        row("nobody", "{strategy: Webhook}", client);
        row("neither", "{strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: {}}}",
            client);
        row("no versions", "{strategy: Webhook, webhook: {clientConfig: {url: 'https://127.0.0.1:1'}}}",
            "FieldValueRequired spec.conversion.conversionReviewVersions");
        row("unknown versions",
            "{strategy: Webhook, webhook: {conversionReviewVersions: [v9], clientConfig: {url: "
            "'https://127.0.0.1:1'}}}",
            "FieldValueInvalid spec.conversion.conversionReviewVersions");
        row("elsewhere",
            "{strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: {url: "
            "'https://example.com'}}}",
            "FieldValueForbidden spec.conversion.webhookClientConfig.url");
        row("none, with a webhook", "{strategy: None, webhook: {clientConfig: {url: 'https://127.0.0.1:1'}}}",
            "FieldValueForbidden spec.conversion.webhookClientConfig");
        row("another strategy", "{strategy: Magic}", "FieldValueNotSupported spec.conversion.strategy");
    }

    void conversionsAreValid()
    {
        QFETCH(const QByteArray, conversion);
        QFETCH(const QByteArray, cause);
        HookLab lab;
        const Response refused = lab.post(definitions, definition(conversion.toStdString()));
        QCOMPARE(refused.code, 422);
        COMPARE_TEXT(labtest::cause(refused), cause.toStdString());
    }

    void admissionAndConversionGoTogether() // U1, L11
    {
        Converter converter;
        ThingLab lab(converter);
        const auto about = [](const char *name, const HookServer &hook, const char *version,
                               const std::string &more = "") {
            return std::string("name: ") + name
                + ".hooks.test, sideEffects: None, admissionReviewVersions: [v1], clientConfig: "
                + hook.client() + ", rules: [{operations: ['*'], apiGroups: [example.com], apiVersions: ["
                + version + "], resources: [things]}]" + more;
        };
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
        lab.configure(true, "m", {about("a", first, "v1", condition), about("b", second, "v2")});
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
