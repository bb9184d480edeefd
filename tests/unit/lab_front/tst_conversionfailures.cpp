// SPDX-License-Identifier: GPL-3.0-or-later
// A webhook that converts wrongly, late or not at all, and what changes meanwhile (docs/api-semantics.md
// L11).

#include "tests/unit/lab_front/convertedthings.h"

#include "core/lab/webhooks/convertedwatch.h"

#include <QRegularExpression>

#include <stdexcept>

using namespace labtest;

class TestConversionFailures : public QObject
{
    Q_OBJECT

private slots:
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
};

QTEST_GUILESS_MAIN(TestConversionFailures)
#include "tst_conversionfailures.moc"
