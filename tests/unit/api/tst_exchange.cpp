// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/exchange.h"
#include "tests/unit/printing.h"

using namespace core::api;
using namespace std::chrono_literals;
using core::base::ErrorKind;

class TestExchange : public QObject
{
    Q_OBJECT

private slots:
    /// docs/api-semantics.md I3
    void kindsOfErrors_data()
    {
        QTest::addColumn<int>("code");
        QTest::addColumn<std::string>("reason");
        QTest::addColumn<ErrorKind>("kind");
        const auto row = [](const char *name, int code, const std::string &reason, ErrorKind kind) {
            QTest::newRow(name) << code << reason << kind;
        };
        row("bad request", 400, "BadRequest", ErrorKind::Invalid);
        row("unauthorized", 401, "Unauthorized", ErrorKind::Unauthorized);
        row("forbidden", 403, "Forbidden", ErrorKind::Forbidden);
        row("not found", 404, "NotFound", ErrorKind::NotFound);
        row("method not allowed", 405, "MethodNotAllowed", ErrorKind::Unsupported);
        row("not acceptable", 406, "NotAcceptable", ErrorKind::Unsupported);
        row("already exists", 409, "AlreadyExists", ErrorKind::AlreadyExists);
        row("conflict", 409, "Conflict", ErrorKind::Conflict);
        row("409 without a reason", 409, "", ErrorKind::Conflict);
        row("expired", 410, "Expired", ErrorKind::Gone);
        row("gone", 410, "Gone", ErrorKind::Gone);
        row("too large", 413, "RequestEntityTooLarge", ErrorKind::Invalid);
        row("media type", 415, "UnsupportedMediaType", ErrorKind::Unsupported);
        row("invalid", 422, "Invalid", ErrorKind::Invalid);
        row("too many requests", 429, "TooManyRequests", ErrorKind::TooManyRequests);
        row("internal error", 500, "InternalError", ErrorKind::Transient);
        row("unavailable", 503, "ServiceUnavailable", ErrorKind::Transient);
        row("time-out", 504, "Timeout", ErrorKind::Transient);
        row("a redirect is never followed", 302, "", ErrorKind::Transient);
    }
    void kindsOfErrors()
    {
        QFETCH(int, code);
        QFETCH(std::string, reason);
        QFETCH(ErrorKind, kind);
        const Json status = failureStatus(code, reason, "why it failed");
        const core::base::Error error = errorOf(code, &status);
        QVERIFY(error.kind == kind);
        QCOMPARE(error.message, std::string("why it failed"));
        QVERIFY(!error.retryAfter);
    }

    void anErrorWithoutAStatusNamesTheCode()
    {
        const core::base::Error error = errorOf(404, nullptr);
        QVERIFY(error.kind == ErrorKind::NotFound);
        QCOMPARE(error.message, std::string("the server answered 404"));
        const Json strange = JsonArray {1};
        QCOMPARE(errorOf(500, &strange).message, std::string("the server answered 500"));
    }

    void retryAfter_data()
    {
        QTest::addColumn<Json>("seconds");
        QTest::addColumn<int>("expected");
        QTest::newRow("seconds") << Json(3) << 3;
        QTest::newRow("negative counts as none") << Json(-5) << 0;
        QTest::newRow("absurd is not believed") << Json(9'223'372'036'854'775'807) << 24 * 3600;
    }
    void retryAfter()
    {
        QFETCH(Json, seconds);
        QFETCH(int, expected);
        const Json status = JsonObject {{"details", JsonObject {{"retryAfterSeconds", seconds}}}};
        QVERIFY(errorOf(429, &status).retryAfter == std::chrono::seconds(expected));
    }

    void aFailureIsAStatus()
    {
        QCOMPARE(writeJson(failureStatus(404, "NotFound", "pods \"p\" not found")),
            jsonText("{'kind':'Status','apiVersion':'v1','metadata':{},'status':'Failure',"
                     "'message':'pods \\'p\\' not found','reason':'NotFound','code':404}"));
    }

    void parametersOfARequest()
    {
        Request request;
        request.query = {{"limit", "5"}, {"watch", ""}, {"limit", "6"}};
        QVERIFY(request.parameter("limit") == "5");
        QVERIFY(request.parameter("watch").empty());
        QVERIFY(request.parameter("continue").empty());
    }

    /// docs/api-semantics.md F5
    void flagsOfARequest_data()
    {
        QTest::addColumn<std::string>("value");
        QTest::addColumn<bool>("isTrue");
        for (const char *value : {"true", "True", "1", "yes", "no", "2", "00", " false"})
            QTest::newRow(value) << std::string(value) << true;
        QTest::newRow("an empty value") << std::string() << true;
        for (const char *value : {"false", "False", "FALSE", "0"})
            QTest::newRow(value) << std::string(value) << false;
    }
    void flagsOfARequest()
    {
        QFETCH(std::string, value);
        QFETCH(bool, isTrue);
        Request request;
        request.query = {{"watch", value}, {"watch", isTrue ? "false" : "true"}};
        QCOMPARE(request.flag("watch"), std::optional(isTrue));
        QCOMPARE(request.flag("force"), std::optional<bool>());
    }
};

QTEST_GUILESS_MAIN(TestExchange)
#include "tst_exchange.moc"
