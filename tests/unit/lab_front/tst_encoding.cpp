// SPDX-License-Identifier: GPL-3.0-or-later
// From values to bytes: docs/api-semantics.md H10, I5, O2, O3, docs/design.md D11.
#include "core/api/yaml.h"
#include "core/lab/front/encoding.h"

#include "unzipped.h"

#include <QTest>

using namespace core;
using namespace core::lab::front;
using Type = api::WatchEvent::Type;

namespace {

api::JsonPtr object(std::string_view name)
{
    return api::share(api::JsonObject {{"metadata", api::JsonObject {{"name", name}}}});
}

SharedText text(std::string value)
{
    return std::make_shared<const std::string>(std::move(value));
}

std::string bodyOf(const std::string &message)
{
    return message.substr(message.find("\r\n\r\n") + 4);
}

api::Response listOf(std::vector<api::JsonPtr> items)
{
    auto list = std::make_shared<api::ListBody>();
    list->apiVersion = "v1";
    list->kind = "NodeList";
    list->resourceVersion = "7";
    list->continueToken = "next";
    list->remainingItemCount = 3;
    list->items = std::move(items);
    api::Response response;
    response.list = std::move(list);
    return response;
}

} // namespace

class TestEncoding : public QObject
{
    Q_OBJECT

private slots:
    void anObjectIsWrittenOnce()
    {
        EncodingCache cache(1024);
        const api::JsonPtr node = object("n");
        const SharedText first = cache.encode(node);
        QCOMPARE(*first, api::writeJson(*node));
        QCOMPARE(cache.encode(node).get(), first.get());
    }

    void prettyJson() // A15
    {
        api::Response response;
        response.body = api::share(
            api::JsonObject {{"a", api::JsonArray {1, "x:\",{", api::JsonObject {{"b", api::JsonObject()}}}},
                {"c", api::JsonArray()}, {"d", "e"}});
        std::string out;
        EncodingCache cache(1024);
        appendResponse(out, response, {.pretty = true}, cache);
        const std::string expected =
            "{\n  \"a\": [\n    1,\n    \"x:\\\",{\",\n    {\n      \"b\": {}\n    }\n  ],\n"
            "  \"c\": [],\n  \"d\": \"e\"\n}\n";
        QCOMPARE(bodyOf(out), expected);
        QVERIFY(out.find("Content-Length: " + std::to_string(expected.size())) != std::string::npos);
    }

    void blanksDoNotMakeItManyTimesAsLong() // A15
    {
        api::Json deep = api::JsonArray(100'000, 1);
        for (int level = 0; level < 90; ++level)
            deep = api::JsonArray {std::move(deep)};
        api::Response response;
        response.body = api::share(api::JsonObject {{"data", std::move(deep)}});
        EncodingCache cache(1024);
        std::string compact;
        appendResponse(compact, response, {}, cache);
        std::string pretty;
        appendResponse(pretty, response, {.pretty = true}, cache);
        QCOMPARE(bodyOf(pretty), bodyOf(compact));
    }

    void anotherRevisionOfAnObjectIsWrittenAnew()
    {
        EncodingCache cache(1024);
        const auto changing = std::make_shared<api::Json>(*object("n"));
        const auto setRevision = [&](std::string_view revision) {
            changing->at("metadata").get_object()["resourceVersion"] = revision;
        };
        for (const std::string_view revision : {"7", "8", "8"}) { // as a heartbeat does to what nobody holds
            setRevision(revision);
            QCOMPARE(*cache.encode(changing), api::writeJson(*changing));
        }
    }

    void anotherObjectAtTheSameAddressIsWrittenAnew()
    {
        EncodingCache cache(1024 * 1024);
        for (int i = 0; i < 1000; ++i) { // addresses are used again and again
            const std::string name = "n" + std::to_string(i);
            QCOMPARE(*cache.encode(object(name)), R"({"metadata":{"name":")" + name + R"("}})");
        }
    }

    void theCacheForgetsWhatIsOldAndKeepsWhatIsUsed()
    {
        EncodingCache cache(10'000);
        const api::JsonPtr used = object("used");
        const api::JsonPtr unused = object("unused");
        const SharedText usedText = cache.encode(used);
        const std::weak_ptr<const std::string> unusedText = cache.encode(unused);
        for (int i = 0; i < 1000; ++i) {
            cache.encode(object("x" + std::to_string(i)));
            QCOMPARE(cache.encode(used).get(), usedText.get());
        }
        QVERIFY(unusedText.expired());
    }

    void whatWasMadeForOneAnswerIsNotKept()
    {
        EncodingCache cache(1024 * 1024);
        api::Response response;
        response.body = object("table");
        QCOMPARE(outgoing(response, {}, cache).body.use_count(), 1L);
        const api::JsonPtr stored = response.body;
        QCOMPARE(outgoing(response, {}, cache).body.use_count(), 2L);
    }

    void aListJoinsItsItems()
    {
        EncodingCache cache(1024);
        std::string out;
        appendResponse(out, listOf({object("a"), object("b")}), {}, cache);
        const auto json = api::parseJson(bodyOf(out));
        QVERIFY(json);
        QCOMPARE(api::writeJson(*json),
            std::string(
                R"({"kind":"NodeList","apiVersion":"v1","metadata":{"resourceVersion":"7","continue":"next",)"
                R"("remainingItemCount":3},"items":[{"metadata":{"name":"a"}},{"metadata":{"name":"b"}}]})"));
    }

    void anEmptyListHasAnEmptyArray()
    {
        EncodingCache cache(1024);
        std::string out;
        appendResponse(out, listOf({}), {}, cache);
        QVERIFY(bodyOf(out).ends_with(R"("items":[]})"));
    }

    void whatTheClientHasStaysHere_data() // J5
    {
        QTest::addColumn<std::string>("tags");
        QTest::addColumn<int>("code");
        const auto row = [](const char *tags, int code) {
            QTest::addRow("J5 %s", tags) << std::string(tags) << code;
        };
        row("", 200);
        row("\"A\"", 304);
        row("W/\"A\"", 304);
        row("\"B\", \"A\"", 304);
        row("\"B\"", 200);
        row("A", 200);
        row("*", 304);
    }

    void whatTheClientHasStaysHere()
    {
        QFETCH(const std::string, tags);
        QFETCH(const int, code);
        EncodingCache cache(1024);
        api::Response response;
        response.body = object("n");
        response.headers = {{"Cache-Control", "public"}, {"ETag", "\"A\""}};
        const Outgoing answer = outgoing(response, {.ifNoneMatch = tags}, cache);
        QCOMPARE(answer.code, code);
        QCOMPARE(answer.body == nullptr, code == 304);
        QCOMPARE(std::ranges::count(answer.fields, std::pair<std::string, std::string>("ETag", "\"A\"")), 1);
        QCOMPARE(
            std::ranges::count(answer.fields, "Cache-Control", &std::pair<std::string, std::string>::first),
            1);
        response.code = 404;
        QCOMPARE(outgoing(response, {.ifNoneMatch = tags}, cache).code, 404);
    }

    void yamlSaysTheSame()
    {
        EncodingCache cache(1024);
        std::string json;
        std::string yaml;
        appendResponse(json, listOf({object("a")}), {}, cache);
        appendResponse(yaml, listOf({object("a")}), {.format = Format::Yaml}, cache);
        QVERIFY(yaml.find("Content-Type: application/yaml\r\n") != std::string::npos);
        QCOMPARE(api::writeJson(*api::parseYaml(bodyOf(yaml))), bodyOf(json));
    }

    void headOfAResponse()
    {
        EncodingCache cache(1024);
        api::Response response;
        response.code = 201;
        response.body = object("a");
        response.headers = {{"Warning", "299 - \"x\""}};
        std::string out;
        appendResponse(out, response, {}, cache);
        QCOMPARE(out,
            std::string("HTTP/1.1 201 Created\r\nContent-Type: application/json\r\n"
                        "Cache-Control: no-cache, private\r\nX-Content-Type-Options: nosniff\r\n" // O2
                        "Content-Length: 25\r\nWarning: 299 - \"x\"\r\n\r\n"
                        R"({"metadata":{"name":"a"}})"));
        QVERIFY(out.find("Access-Control") == std::string::npos);
    }

    void o3WhatIsLargeLeavesAsGzip_data()
    {
        QTest::addColumn<Format>("format");
        QTest::addColumn<bool>("isList");
        QTest::newRow("JSON") << Format::Json << false;
        QTest::newRow("a list in JSON") << Format::Json << true;
        QTest::newRow("YAML") << Format::Yaml << false;
        QTest::newRow("a list in YAML") << Format::Yaml << true;
        QTest::newRow("protobuf") << Format::Protobuf << false;
        QTest::newRow("a list in protobuf") << Format::Protobuf << true;
    }

    void o3WhatIsLargeLeavesAsGzip()
    {
        QFETCH(Format, format);
        QFETCH(bool, isList);
        const api::JsonPtr large = api::share(api::JsonObject {{"apiVersion", "v1"}, {"kind", "Node"},
            {"metadata",
                api::JsonObject {
                    {"name", "a"}, {"annotations", api::JsonObject {{"k", std::string(200'000, 'x')}}}}}});
        api::Response response;
        if (isList)
            response = listOf({large});
        else
            response.body = large;
        EncodingCache cache(1024, format == Format::Protobuf ? Format::Protobuf : Format::Json);
        std::string plain;
        appendResponse(plain, response, {.format = format}, cache);
        QVERIFY(plain.find("Content-Encoding") == std::string::npos);
        QVERIFY(plain.find("Vary") == std::string::npos);
        std::string zipped;
        appendResponse(zipped, response, {.format = format, .gzip = true}, cache);
        QVERIFY(zipped.find("\r\nContent-Encoding: gzip\r\n") != std::string::npos);
        QVERIFY(zipped.find("\r\nVary: Accept-Encoding\r\n") != std::string::npos);
        const std::string body = bodyOf(zipped);
        QVERIFY(body.size() < 10'000);
        QVERIFY(
            zipped.find("\r\nContent-Length: " + std::to_string(body.size()) + "\r\n") != std::string::npos);
        QVERIFY(unzipped(QByteArray::fromStdString(body)) == QByteArray::fromStdString(bodyOf(plain)));
    }

    void o3LargeIsMoreThan128KiB()
    {
        EncodingCache cache(1024);
        const auto isZipped = [&](std::size_t size) {
            api::Response response;
            response.text = std::string(size, 'x');
            std::string out;
            appendResponse(out, response, {.gzip = true}, cache);
            return out.find("Content-Encoding: gzip") != std::string::npos;
        };
        QVERIFY(!isZipped(128 * 1024));
        QVERIFY(isZipped(128 * 1024 + 1));
    }

    void i5RetryAfterStandsInTheHeadToo()
    {
        EncodingCache cache(1024);
        api::Json status = api::failureStatus(429, "TooManyRequests", "later");
        status.as_object()["details"] = api::JsonObject {{"retryAfterSeconds", 3}};
        api::Response response;
        response.code = 429;
        response.body = api::share(std::move(status));
        std::string out;
        appendResponse(out, response, {.keepAlive = false}, cache);
        QVERIFY(out.find("\r\nRetry-After: 3\r\n") != std::string::npos);
        QVERIFY(out.find("\r\nConnection: close\r\n") != std::string::npos);
    }

    void plainText()
    {
        EncodingCache cache(1024);
        api::Response response;
        response.text = "ok";
        std::string out;
        appendResponse(out, response, {}, cache);
        QVERIFY(out.find("Content-Type: text/plain") != std::string::npos);
        QCOMPARE(bodyOf(out), std::string("ok"));
        out.clear();
        appendResponse(out, response, {.withBody = false}, cache);
        QVERIFY(out.find("Content-Length: 2\r\n") != std::string::npos);
        QCOMPARE(bodyOf(out), std::string());
    }

    void h10OneLinePerEventInOneChunk()
    {
        Backlog backlog;
        backlog.add(Type::Added, text("{}"), 1);
        backlog.add(Type::Deleted, text("[]"), 2);
        const std::string lines =
            "{\"type\":\"ADDED\",\"object\":{}}\n{\"type\":\"DELETED\",\"object\":[]}\n";
        QCOMPARE(backlog.bytes(), lines.size());
        std::string out;
        QVERIFY(backlog.take(2, out));
        QCOMPARE(
            out, QByteArray::number(qulonglong(lines.size()), 16).toStdString() + "\r\n" + lines + "\r\n");
        QVERIFY(backlog.isEmpty());
        QCOMPARE(backlog.bytes(), std::size_t(0));
        QVERIFY(!backlog.take(2, out));
    }

    void d11OnlyWhatIsOnDiskLeaves()
    {
        Backlog backlog;
        backlog.add(Type::Added, text("1"), 1);
        backlog.add(Type::Added, text("2"), 2);
        std::string out;
        QVERIFY(!backlog.take(0, out));
        QVERIFY(backlog.take(1, out));
        QVERIFY(out.find("\"object\":1}") != std::string::npos);
        QVERIFY(out.find("\"object\":2}") == std::string::npos);
        QVERIFY(!backlog.take(1, out));
        QVERIFY(backlog.take(2, out));
    }

    void aChunkStaysSmall()
    {
        Backlog backlog;
        const SharedText big = text(std::string(10'000, 'x'));
        for (int i = 0; i < 100; ++i)
            backlog.add(Type::Modified, big, 1);
        int chunks = 0;
        for (std::string out; backlog.take(1, out); out.clear(), ++chunks)
            QVERIFY(out.size() < 80'000);
        QVERIFY(chunks > 10);
    }
};

QTEST_GUILESS_MAIN(TestEncoding)
#include "tst_encoding.moc"
