// SPDX-License-Identifier: GPL-3.0-or-later
// How webhooks are reached over HTTPS, what fails on the way, and what the lab does while it waits
// (docs/api-semantics.md U).

#include "tests/unit/lab_front/hookserver.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QTest>

#include <stdexcept>

using namespace labtest;

namespace {

std::string quotedUrl(const HookServer &hook, int seconds = 10)
{
    return "\"" + hook.server.url() + "/hook?timeout=" + std::to_string(seconds) + "s\"";
}

/// Allows it, and leaves the connection open.
ScriptedReply allowedAndKept(const Json &review)
{
    const Json answer = api::JsonObject {{"apiVersion", "admission.k8s.io/v1"}, {"kind", "AdmissionReview"},
        {"response", api::JsonObject {{"allowed", true}, {"uid", api::textAt(review, {"request", "uid"})}}}};
    ScriptedReply kept {ScriptedServer::jsonReply(QByteArray::fromStdString(api::writeJson(answer)))};
    kept.bytes.replace("Connection: close\r\n", "");
    kept.close = false;
    return kept;
}

} // namespace

class TestWebhookCalls : public QObject
{
    Q_OBJECT

private slots:
    void failuresCountByThePolicy_data() // U5
    {
        QTest::addColumn<QByteArray>("reply");
        QTest::addColumn<QByteArray>("why");
        const auto json = [](const char *text, const char *status = "200 OK") {
            return ScriptedServer::jsonReply(text, status);
        };
        const QByteArray call = "failed to call webhook: ";
        const QByteArray invalid = "received invalid webhook response: ";
        QTest::newRow("404") << json("{}", "404 Not Found")
                             << call + "the server could not find the requested resource";
        QTest::newRow("500") << QByteArray("HTTP/1.1 500 Oops\r\nContent-Type: text/plain\r\nContent-Length: "
                                           "5\r\n\r\nboom\n")
                             << call
                + R"(an error on the server ("boom") has prevented the request from succeeding)";
        QTest::newRow("a Status") << json(R"({"kind":"Status","message":"too busy"})", "503 Busy")
                                  << call + "too busy";
        QTest::newRow("no review") << json("{}") << invalid + "webhook response was absent";
        QTest::newRow("another one's")
            << json(R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":{"uid":"x"}})")
            << invalid + R"(expected response.uid="U", got "x")";
        QTest::newRow("another kind") << json(R"({"apiVersion":"v1","kind":"Pod","response":{"uid":"U"}})")
                                      << call
                + R"(no kind "Pod" is registered for version "v1" in scheme )"
                  R"("k8s.io/apiserver/pkg/util/webhook/client.go:71")";
        QTest::newRow("another version")
            << json(R"({"apiVersion":"admission.k8s.io/v1beta1","kind":"AdmissionReview"})")
            << call + "converting (v1beta1.AdmissionReview) to (v1.AdmissionReview): unknown conversion";
        QTest::newRow("no version") << json(R"({"apiVersion":"a/b/c","kind":"AdmissionReview"})")
                                    << call + "unexpected GroupVersion string: a/b/c";
        QTest::newRow("no kind") << json(R"({"response":{"uid":"U","allowed":true}})")
                                 << invalid
                + "expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got /, Kind=";
        QTest::newRow("a kind that is none") << json(R"({"kind":5})")
                                             << call
                + "couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct "
                  "field .kind of type string";
        QTest::newRow("a list") << json("[]")
                                << call
                + "couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value "
                  "of "
                  "type struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; "
                  "Kind string \"json:\\\"kind,omitempty\\\"\" }";
        QTest::newRow("null") << json("null") << invalid + "webhook response was absent";
        QTest::newRow("empty") << json(
            "") << call + "0-length response with status code: 200 and content type: application/json";
        QTest::newRow("no response at all") << json(R"({"response":5})")
                                            << call
                + "json: cannot unmarshal number into Go struct field AdmissionReview.response of type "
                  "v1.AdmissionResponse";
        QTest::newRow("a text for a verdict") // which is no denial
            << json(R"({"response":{"uid":"U","allowed":"yes"}})")
            << call
                + "json: cannot unmarshal string into Go struct field AdmissionResponse.response.allowed of "
                  "type bool";
        QTest::newRow("a text for a code")
            << json(R"({"response":{"uid":"U","allowed":false,"status":{"code":"x"}}})")
            << call
                + "json: cannot unmarshal string into Go struct field Status.response.status.code of type "
                  "int32";
        QTest::newRow("a number for a warning")
            << json(R"({"response":{"uid":"U","allowed":true,"warnings":[5]}})")
            << call
                + "json: cannot unmarshal number into Go struct field AdmissionResponse.response.warnings of "
                  "type string";
        QTest::newRow("415") << QByteArray("HTTP/1.1 415 No\r\nContent-Type: text/plain\r\nContent-Length: "
                                           "5\r\n\r\nJSON?")
                             << call + "JSON?";
        QTest::newRow("a patch of a judge")
            << json(R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":{"uid":"U",)"
                    R"("allowed":true,"patch":"W10="}})")
            << invalid + "validating webhook may not return response.patch";
        QTest::newRow("the end") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{")
                                 << call + "Post URL: unexpected EOF";
        QTest::newRow("nothing") << QByteArray() << call + "Post URL: EOF";
    }

    void failuresCountByThePolicy()
    {
        QFETCH(const QByteArray, reply);
        QFETCH(QByteArray, why);
        HookLab lab;
        HookServer hook;
        std::string uid;
        hook.reply = [&](const Json &review) {
            uid = api::textAt(review, {"request", "uid"});
            return ScriptedReply {QByteArray(reply)
                                      .replace("\"U\"", QByteArray::fromStdString('"' + uid + '"'))
                                      .replace("Content-Length: 1", "Content-Length: 1")};
        };
        // What was put in changes the length.
        if (reply.contains("\"U\""))
            hook.reply = [&](const Json &review) {
                uid = api::textAt(review, {"request", "uid"});
                QByteArray body = reply.mid(reply.indexOf("\r\n\r\n") + 4);
                body.replace("\"U\"", QByteArray::fromStdString('"' + uid + '"'));
                return ScriptedReply {ScriptedServer::jsonReply(body)};
            };
        lab.configure(false, "c", {aboutConfigMaps("x.hooks.test", hook)});
        const Response failed = lab.make(configMaps, "{metadata: {name: a}}");
        why.replace("\"U\"", QByteArray::fromStdString('"' + uid + '"'));
        why.replace("URL", QByteArray::fromStdString(quotedUrl(hook)));
        COMPARE_TEXT(verdict(failed), "500 InternalError");
        COMPARE_TEXT(message(failed),
            "Internal error occurred: failed calling webhook \"x.hooks.test\": " + why.toStdString());
        lab.remove(std::string(validating / "c"));
        lab.configure(false, "c", {aboutConfigMaps("x.hooks.test", hook, "failurePolicy: Ignore")});
        QCOMPARE(lab.make(configMaps, "{metadata: {name: a}}").code, 201);
    }

    void patchesThatMakeNoSense_data() // U5
    {
        QTest::addColumn<QByteArray>("response");
        QTest::addColumn<QByteArray>("why");
        QTest::newRow("without a type") << QByteArray("{allowed: true, patch: W10=}")
                                        << QByteArray("received invalid webhook response: webhook returned "
                                                      "response.patch but not response.patchType");
        QTest::newRow("without a patch") << QByteArray("{allowed: true, patchType: JSONPatch}")
                                         << QByteArray("received invalid webhook response: webhook returned "
                                                       "response.patchType but not response.patch");
        QTest::newRow("another type") << QByteArray("{allowed: true, patch: W3t9XQ==, patchType: Merge}")
                                      << QByteArray("unsupported patch type \"Merge\"");
        QTest::newRow("no base64") << QByteArray("{allowed: true, patch: '%%', patchType: JSONPatch}")
                                   << QByteArray(
                                          "failed to call webhook: illegal base64 data at input byte 0");
        QTest::newRow("no list") << QByteArray("{allowed: true, patch: e30=, patchType: JSONPatch}")
                                 << QByteArray("received undecodable patch in webhook response: json: cannot "
                                               "unmarshal object into Go value of type jsonpatch.Patch");
        QTest::newRow("no operation")
            << QByteArray("{allowed: true, patch: WzVd, patchType: JSONPatch}")
            << QByteArray(
                   "received undecodable patch in webhook response: json: cannot unmarshal number into "
                   "Go value of type jsonpatch.Operation");
    }

    void patchesThatMakeNoSense()
    {
        QFETCH(const QByteArray, response);
        QFETCH(const QByteArray, why);
        HookLab lab;
        HookServer hook;
        hook.decide = [&](const Json &) { return yaml(response.toStdString()); };
        lab.configure(true, "c", {aboutConfigMaps("x.hooks.test", hook)});
        const Response failed = lab.make(configMaps, "{metadata: {name: a}}");
        COMPARE_TEXT(message(failed),
            "Internal error occurred: failed calling webhook \"x.hooks.test\": " + why.toStdString());
    }

    void whoDoesNotAnswerInTimeFails() // U5
    {
        HookLab lab;
        HookServer hook;
        hook.reply = [](const Json &) { return ScriptedReply {{}, false}; };
        lab.configure(false, "c", {aboutConfigMaps("x.hooks.test", hook, "timeoutSeconds: 1")});
        QElapsedTimer time;
        time.start();
        const Response failed = lab.make(configMaps, "{metadata: {name: a}}");
        QVERIFY(time.elapsed() >= 900);
        COMPARE_TEXT(message(failed),
            "Internal error occurred: failed calling webhook \"x.hooks.test\": failed to call webhook: Post "
                + quotedUrl(hook, 1) + ": context deadline exceeded");
    }

    void hostileAnswersEnd_data() // U6
    {
        QTest::addColumn<QByteArray>("slowly");
        QTest::addColumn<QByteArray>("endlessly");
        QTest::addColumn<QByteArray>("why");
        QTest::newRow("a byte at a time")
            << QByteArray(100'000, ' ') << QByteArray() << QByteArray("context deadline exceeded");
        QTest::newRow("for ever") << QByteArray() << QByteArray(65'536, ' ')
                                  << QByteArray("the response is larger than 8388608 bytes");
    }

    void hostileAnswersEnd()
    {
        QFETCH(const QByteArray, slowly);
        QFETCH(const QByteArray, endlessly);
        QFETCH(const QByteArray, why);
        HookLab lab;
        HookServer hook;
        hook.reply = [&](const Json &) {
            return ScriptedReply {
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n", false, endlessly, slowly};
        };
        lab.configure(false, "c", {aboutConfigMaps("x.hooks.test", hook, "timeoutSeconds: 3")});
        const Response failed = lab.make(configMaps, "{metadata: {name: a}}");
        QVERIFY2(message(failed).ends_with(why.toStdString()), message(failed).c_str());
    }

    void answersMayEndWithTheConnection_data() // U6
    {
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<bool>("isRude");
        QTest::addColumn<qsizetype>("missing");
        QTest::addColumn<QByteArray>("why");
        const QByteArray old = "HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n";
        const QByteArray plain = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n";
        const QByteArray said =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: LENGTH\r\n\r\n";
        QTest::newRow("in good order") << plain << false << qsizetype(0) << QByteArray();
        QTest::newRow("without a word") << plain << true << qsizetype(0) << QByteArray();
        QTest::newRow("HTTP/1.0") << old << true << qsizetype(0) << QByteArray();
        QTest::newRow("all that was said") << said << true << qsizetype(0) << QByteArray();
        QTest::newRow("less than was said") << said << true << qsizetype(1) << QByteArray("unexpected EOF");
        QTest::newRow("half a head") << QByteArray("HTTP/1.1 200") << true << qsizetype(500)
                                     << QByteArray("unexpected EOF");
        QTest::newRow("nothing") << QByteArray() << true << qsizetype(500) << QByteArray("EOF");
    }

    void answersMayEndWithTheConnection()
    {
        QFETCH(const QByteArray, head);
        QFETCH(const bool, isRude);
        QFETCH(const qsizetype, missing);
        QFETCH(const QByteArray, why);
        HookLab lab;
        HookServer hook;
        hook.reply = [&](const Json &review) {
            const QByteArray usual = allowedAndKept(review).bytes;
            const QByteArray body = usual.mid(usual.indexOf("\r\n\r\n") + 4);
            ScriptedReply answer {QByteArray(head).replace("LENGTH", QByteArray::number(body.size()))
                + body.chopped(std::min(missing, body.size()))};
            answer.isRude = isRude;
            return answer;
        };
        lab.configure(false, "w", {aboutConfigMaps("a.example.com", hook)});
        const Response made = lab.make(configMaps, "{metadata: {name: a}}");
        QCOMPARE(made.code, why.isEmpty() ? 201 : 500);
        QVERIFY2(why.isEmpty() || message(made).ends_with(": " + why.toStdString()), message(made).c_str());
    }

    void connectionsAreUsedAgain() // U6
    {
        HookLab lab;
        HookServer hook;
        bool isEnded = false;
        hook.reply = [&](const Json &review) {
            if (std::exchange(isEnded, false))
                return ScriptedReply {}; // ends just when it is used again
            return allowedAndKept(review);
        };
        QCOMPARE(lab.configure(false, "w", {aboutConfigMaps("a.example.com", hook)}).code, 201);
        const auto make = [&](const std::string &name) {
            return lab.make(configMaps, "{metadata: {name: " + name + "}}").code;
        };
        for (const char *name : {"a", "b", "c", "d"})
            QCOMPARE(make(name), 201);
        QCOMPARE(hook.server.connections, 1);

        hook.server.endAll();
        QCOMPARE(make("e"), 201);
        QCOMPARE(hook.server.connections, 2);
        isEnded = true;
        QCOMPARE(make("f"), 201);
        QCOMPARE(hook.server.connections, 3);
        QCOMPARE(hook.requests.size(), std::size_t(7)); // one of them twice

        hook.server.endAll();
        isEnded = true; // of a new connection: that is the webhook's fault
        QCOMPARE(make("g"), 500);
        QCOMPARE(hook.server.connections, 4);
    }

    void whatPrecedesAnAnswerIsPassedOver_data() // U6
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("why");
        const QByteArray interim = "HTTP/1.1 100 Continue\r\n\r\n";
        QTest::newRow("go on") << interim << QByteArray();
        QTest::newRow("hints") << QByteArray("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n")
                               << QByteArray();
        QTest::newRow("five") << interim.repeated(5) << QByteArray();
        QTest::newRow("six") << interim.repeated(6) << QByteArray("too many 1xx informational responses");
    }

    void whatPrecedesAnAnswerIsPassedOver()
    {
        QFETCH(const QByteArray, before);
        QFETCH(const QByteArray, why);
        HookLab lab;
        HookServer hook;
        hook.reply = [&](const Json &review) {
            ScriptedReply answer = allowedAndKept(review);
            answer.bytes.prepend(before);
            return answer;
        };
        lab.configure(false, "w", {aboutConfigMaps("a.example.com", hook)});
        for (const char *name : {"a", "b"}) {
            const Response made = lab.make(configMaps, "{metadata: {name: " + std::string(name) + "}}");
            QCOMPARE(made.code, why.isEmpty() ? 201 : 500);
            QVERIFY2(message(made).ends_with(why.toStdString()), message(made).c_str());
        }
        QCOMPARE(hook.requests.size(), std::size_t(2));
    }

    /// The first answer fills what TLS sends at a time, so that the second comes behind it, unread.
    void whatNobodyAskedForAnswersNothing() // U6
    {
        constexpr qsizetype tlsRecord = 16'384;
        HookLab lab;
        HookServer hook;
        hook.reply = [&](const Json &review) {
            ScriptedReply answer = allowedAndKept(review);
            const QByteArray once = answer.bytes;
            const qsizetype bodyAt = once.indexOf("\r\n\r\n") + 4;
            const QByteArray head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ";
            constexpr qsizetype digits = 5;
            const qsizetype length = tlsRecord - head.size() - digits - 4;
            answer.bytes = head + QByteArray::number(length) + "\r\n\r\n"
                + once.mid(bodyAt).leftJustified(length, ' ') + once;
            return answer;
        };
        lab.configure(false, "w", {aboutConfigMaps("a.example.com", hook)});
        for (const char *name : {"a", "b", "c"})
            QCOMPARE(lab.make(configMaps, "{metadata: {name: " + std::string(name) + "}}").code, 201);
        QCOMPARE(hook.server.connections, 3);
    }

    void connectionsOfOthersAreNotUsed() // U6
    {
        HookLab lab;
        HookServer hook;
        hook.reply = allowedAndKept;
        QCOMPARE(lab.configure(false, "w", {aboutConfigMaps("a.example.com", hook)}).code, 201);
        QCOMPARE(lab.make(configMaps, "{metadata: {name: a}}").code, 201);
        hook.certificate = tlsFile("server-service.pem"); // whom the server is not certified by
        QCOMPARE(
            lab.remove("/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/w").code, 200);
        QCOMPARE(lab.configure(false, "w", {aboutConfigMaps("a.example.com", hook)}).code, 201);
        QCOMPARE(lab.make(configMaps, "{metadata: {name: b}}").code, 500);
        QCOMPARE(hook.requests.size(), std::size_t(1));
    }

    void whatBreaksOffIsOneRequest() // I8
    {
        HookLab lab;
        HookServer hook;
        lab.configure(false, "c", {aboutConfigMaps("x.hooks.test", hook)});
        lab.server->askWebhooks([](const api::HookCall &, const std::function<void(api::HookResult)> &) {
            throw std::runtime_error("nobody foresaw this");
        });
        QTest::ignoreMessage(QtCriticalMsg,
            QRegularExpression(
                QStringLiteral("create /api/v1/namespaces/default/configmaps: nobody foresaw this")));
        const Response failed = lab.make(configMaps, "{metadata: {name: a}}");
        COMPARE_TEXT(verdict(failed), "500 InternalError");
        COMPARE_TEXT(message(failed), "Internal error occurred: nobody foresaw this");
        lab.connect();
        QCOMPARE(lab.make(configMaps, "{metadata: {name: a}}").code, 201);
    }

    void noWebhookIsPassedOver() // I8
    {
        HookLab lab;
        HookServer hook;
        lab.configure(true, "c",
            {aboutConfigMaps("x.hooks.test", hook, "failurePolicy: Ignore"),
                aboutConfigMaps("y.hooks.test", hook)});
        int calls = 0;
        lab.server->askWebhooks(
            [&calls](const api::HookCall &, const std::function<void(api::HookResult)> &then) {
                if (++calls == 2)
                    throw std::runtime_error("nobody foresaw this");
                then(tl::unexpected(std::string("nobody listens")));
            });
        QTest::ignoreMessage(QtCriticalMsg,
            QRegularExpression(QStringLiteral("the answer of a webhook: nobody foresaw this")));
        const Response failed = lab.make(configMaps, "{metadata: {name: a}}");
        COMPARE_TEXT(verdict(failed), "500 InternalError");
        COMPARE_TEXT(message(failed), "Internal error occurred: failed to call webhook: nobody foresaw this");
        QCOMPARE(lab.get(configMaps / "a").code, 404);
    }

    void nobodyListens() // U5
    {
        HookLab lab;
        std::string url;
        std::string hookText;
        {
            HookServer gone;
            url = quotedUrl(gone);
            hookText = aboutConfigMaps("x.hooks.test", gone);
        }
        lab.configure(false, "c", {hookText});
        const Response failed = lab.make(configMaps, "{metadata: {name: a}}");
        const std::string place = url.substr(9, url.find("/hook") - 9);
        COMPARE_TEXT(message(failed),
            "Internal error occurred: failed calling webhook \"x.hooks.test\": failed to call webhook: Post "
                + url + ": dial tcp " + place + ": connect: connection refused");
    }

    void certificatesAreChecked_data() // U6
    {
        QTest::addColumn<QByteArray>("certificate");
        QTest::addColumn<QByteArray>("why");
        QTest::newRow("expired") << QByteArray("server-expired.pem")
                                 << QByteArray("certificate has expired or is not yet valid");
        QTest::newRow("another host") << QByteArray("server-otherhost.pem")
                                      << QByteArray("cannot validate certificate for 127.0.0.1 because it "
                                                    "doesn't contain any IP SANs");
        QTest::newRow("signed by itself")
            << QByteArray("server-selfsigned.pem") << QByteArray("certificate signed by unknown authority");
    }

    void certificatesAreChecked()
    {
        QFETCH(const QByteArray, certificate);
        QFETCH(const QByteArray, why);
        HookLab lab;
        HookServer hook(certificate.constData());
        hook.certificate = tlsFile("ca.pem");
        lab.configure(false, "c", {aboutConfigMaps("x.hooks.test", hook)});
        const Response failed = lab.make(configMaps, "{metadata: {name: a}}");
        COMPARE_TEXT(message(failed),
            "Internal error occurred: failed calling webhook \"x.hooks.test\": failed to call webhook: Post "
                + quotedUrl(hook) + ": tls: failed to verify certificate: x509: " + why.toStdString());
        QVERIFY(hook.requests.empty());
    }

    void aServiceLeadsToAPortHere() // U6
    {
        HookLab lab;
        HookServer hook("server-service.pem");
        const std::string text =
            "name: x.hooks.test, sideEffects: None, admissionReviewVersions: [v1], "
            "clientConfig: {service: {name: hook, namespace: default, path: /h}, caBundle: "
            + base64Of(hook.certificate)
            + "}, rules: [{operations: ['*'], apiGroups: [''], apiVersions: [v1], "
            + "resources: [configmaps]}]";
        QCOMPARE(lab.configure(false, "c", {text}).code, 201);
        const auto failure = [&lab] {
            const std::string start =
                "Internal error occurred: failed calling webhook \"x.hooks.test\": failed to "
                "call webhook: Post \"https://hook.default.svc:443/h?timeout=10s\": ";
            const std::string said = message(lab.make(configMaps, "{metadata: {name: a}}"));
            return said.starts_with(start) ? said.substr(start.size()) : said;
        };
        const std::string services = "/api/v1/namespaces/default/services";
        COMPARE_TEXT(failure(), "service \"hook\" not found");
        lab.post(services, "{metadata: {name: hook}, spec: {ports: [{name: https, port: 443}]}}");
        QVERIFY(failure().starts_with("no endpoints available for service \"hook\""));
        const std::string port = std::to_string(hook.server.port());
        lab.patch(services + "/hook", "{metadata: {annotations: {hollowlab.io/host-port: x}}}");
        COMPARE_TEXT(failure(), "the annotation hollowlab.io/host-port of service \"hook\" is no port: x");
        lab.patch(services + "/hook", "{metadata: {annotations: {hollowlab.io/host-port: '" + port + "'}}}");
        QCOMPARE(lab.make(configMaps, "{metadata: {name: a}}").code, 201);
        lab.patch(services + "/hook", "{metadata: {annotations: null}}");
        lab.post("/api/v1/namespaces/default/endpoints",
            "{metadata: {name: hook}, subsets: [{addresses: [{ip: 10.1.2.3}, {ip: 127.0.0.1}], ports: "
            "[{name: "
            "https, port: "
                + port + "}]}]}");
        QCOMPARE(lab.make(configMaps, "{metadata: {name: b}}").code, 201);
        lab.remove("/api/v1/namespaces/default/endpoints/hook");
        lab.post("/apis/discovery.k8s.io/v1/namespaces/default/endpointslices",
            "{metadata: {name: hook-1, labels: {kubernetes.io/service-name: hook}}, addressType: IPv4, "
            "endpoints: [{addresses: [127.0.0.1]}], ports: [{name: other, port: 1}, {name: https, port: "
                + port + "}]}");
        QCOMPARE(lab.make(configMaps, "{metadata: {name: c}}").code, 201);
        QCOMPARE(hook.requests.size(), std::size_t(3));
    }

    void meanwhileTheLabGoesOn() // U1
    {
        HookLab lab;
        HookServer hook;
        lab.post(configMaps, "{metadata: {name: a}, data: {k: '0'}}");
        hook.decide = [&lab](const Json &request) {
            const bool isFirst = textIn(request, {"oldObject", "data", "k"}) == "\"0\"";
            if (isFirst) // somebody whom nobody is asked about
                lab.patch("/api/v1/namespaces/default", "{metadata: {annotations: {seen: 'yes'}}}");
            return yaml("{allowed: true}");
        };
        lab.configure(false, "c", {aboutConfigMaps("x.hooks.test", hook)});
        const Response waiting = lab.patch(configMaps / "a", "{data: {k: '1'}}");
        QVERIFY(waiting.later);
        COMPARE_TEXT(at(lab.get(configMaps / "a"), {"data", "k"}), "0");
        QCOMPARE(lab.settled(waiting).code, 200);
        COMPARE_TEXT(at(lab.get(configMaps / "a"), {"data", "k"}), "1");
        COMPARE_TEXT(at(lab.get("/api/v1/namespaces/default"), {"metadata", "annotations", "seen"}), "yes");
    }

    void writesToOneObjectKeepTheirOrder() // U1
    {
        HookLab lab;
        HookServer hook;
        lab.post(configMaps, "{metadata: {name: a}, data: {k: ''}}");
        lab.configure(false, "c", {aboutConfigMaps("x.hooks.test", hook)});
        std::vector<Response> waiting;
        std::string order;
        for (int i = 0; i < 10; ++i) {
            api::Request request = Lab::request(
                Method::Patch, configMaps / "a", yaml("{data: {k: '" + std::to_string(i) + "'}}"));
            request.contentType = api::contentTypes::mergePatch;
            waiting.push_back(lab.server->answer(request));
            QVERIFY(waiting.back().later);
            waiting.back().later->told = [&order, i](const Response &response) {
                order += std::to_string(i) + (response.code == 200 ? " " : "! ");
            };
        }
        QTRY_COMPARE(QByteArray::fromStdString(order), QByteArray("0 1 2 3 4 5 6 7 8 9 "));
        QCOMPARE(hook.requests.size(), std::size_t(10)); // nobody is asked twice
        for (std::size_t i = 1; i < 10; ++i)
            COMPARE_TEXT(
                textIn(hook.requests[i], {"oldObject", "data", "k"}), "\"" + std::to_string(i - 1) + "\"");
    }

    void whatHasChangedMeanwhileIsAskedAboutAgain() // U1
    {
        HookLab lab;
        HookServer hook;
        lab.post(configMaps, "{metadata: {name: a}, data: {k: '0'}}");
        bool isFirst = true;
        hook.decide = [&](const Json &) {
            if (std::exchange(isFirst, false)) { // a write that asks nobody, behind its back
                lab.server->askWebhooks({});
                lab.patch(
                    configMaps / "a", "{data: {other: '" + std::to_string(hook.requests.size()) + "'}}");
                lab.connect();
            }
            return yaml("{allowed: true}");
        };
        lab.configure(false, "c", {aboutConfigMaps("x.hooks.test", hook)});
        QCOMPARE(lab.change(configMaps / "a", "{data: {k: '1'}}").code, 200);
        QCOMPARE(hook.requests.size(), std::size_t(2));
        COMPARE_TEXT(textIn(hook.requests[1], {"oldObject", "data"}), R"({"k":"0","other":"1"})");
        COMPARE_TEXT(textIn(*lab.get(configMaps / "a").body, {"data"}), R"({"k":"1","other":"1"})");

        isFirst = true;
        Json stale = *lab.get(configMaps / "a").body;
        stale.at_pointer("/data/k") = "2";
        QCOMPARE(lab.ask(Method::Put, configMaps / "a", stale).code, 409); // it named the version it knew
    }

    void tooManyThatWaitAreRefused() // U1
    {
        HookLab lab;
        HookServer hook;
        hook.reply = [](const Json &) { return ScriptedReply {{}, false}; };
        lab.configure(false, "c", {aboutConfigMaps("x.hooks.test", hook, "timeoutSeconds: 1")});
        int refused = 0;
        for (int i = 0; i < 1'003; ++i) {
            const Response response = lab.post(configMaps, "{metadata: {name: a" + std::to_string(i) + "}}");
            refused += response.later ? 0 : 1;
            QVERIFY(response.later || response.code == 429);
        }
        QCOMPARE(refused, 3);
    }

    void aLabThatClosesTellsWhoWaits() // U1
    {
        HookLab lab;
        HookServer hook;
        hook.reply = [](const Json &) { return ScriptedReply {{}, false}; };
        lab.configure(false, "c", {aboutConfigMaps("x.hooks.test", hook)});
        const Response waiting = lab.post(configMaps, "{metadata: {name: a}}");
        QVERIFY(waiting.later);
        int code = 0;
        waiting.later->told = [&code](const Response &response) { code = response.code; };
        QVERIFY(lab.server->close());
        QCOMPARE(code, 503);
    }

    void nobodyWaitsForALabThatIsGone()
    {
        HookServer hook;
        {
            HookLab lab;
            lab.configure(false, "c", {aboutConfigMaps("x.hooks.test", hook)});
            QVERIFY(lab.post(configMaps, "{metadata: {name: a}}").later);
            QTRY_VERIFY(hook.server.connections > 0);
        }
        QCoreApplication::processEvents(); // whatever was posted meanwhile
    }
};

QTEST_GUILESS_MAIN(TestWebhookCalls)
#include "tst_webhookcalls.moc"
