// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/node.h"
#include "core/api/pod.h"
#include "core/client/applier.h"
#include "tests/unit/printing.h"
#include "tests/unit/runtime/scriptedtransport.h"

#include <algorithm>
#include <set>

using namespace core;
using namespace std::chrono_literals;
using api::Method;
using api::Response;

namespace {

const api::Resource &pods = api::resourceOf<api::Pod>();
const api::ResourceRef pod {&pods, {"ns", "p"}};

struct Bench {
    ScriptedTransport transport;
    client::Client client {transport, "hollowlab/1.0"};

    const api::Request &asked() const { return transport.sent.back().request; }
    static std::string query(const api::Request &request)
    {
        std::string text;
        for (const auto &[name, value] : request.query)
            text += (text.empty() ? "" : "&") + name + "=" + value;
        return text;
    }
};

/// What a call with a JSON answer came to: the name of the object, or "error: message".
template<typename T>
client::Callback<T> into(std::string &outcome)
{
    return [&outcome](const base::Result<T> &result) {
        if constexpr (std::is_same_v<T, api::JsonPtr>)
            outcome = result ? std::string(api::textAt(**result, {"metadata", "name"}))
                             : "error: " + result.error().message;
        else
            outcome = result ? "ok" : "error: " + result.error().message;
    };
}

Response plain(int code, std::string text)
{
    Response response;
    response.code = code;
    response.text = std::move(text);
    return response;
}

/// A server that has some objects, and what it was asked when objects were applied to it.
struct Served {
    explicit Served(std::set<std::string> there) : present(std::move(there)) { }

    /// "ok" or what went wrong.
    std::string run(std::vector<api::Json> objects, bool isTrial)
    {
        std::string outcome;
        client::Applier applier(bench.client);
        const auto keep = [&](base::Result<std::vector<api::TriedObject>> &&result) {
            outcome = result ? "ok" : "error: " + result.error().message;
            trials = std::move(result).value_or(std::vector<api::TriedObject>());
        };
        if (isTrial)
            applier.tryApply(std::move(objects), "default", {}, keep);
        else
            applier.apply(std::move(objects), "default", into<std::vector<std::string>>(outcome));
        while (!bench.transport.sent.empty())
            answer();
        return outcome;
    }

    Bench bench;
    std::set<std::string> present; ///< paths
    api::Json laterKinds; ///< of v1, from the second time on that it is asked
    std::vector<std::string> asked;
    std::vector<api::TriedObject> trials;

private:
    void answer()
    {
        const api::Request request = bench.transport.sent.front().request;
        const bool isRead = request.method == Method::Get;
        const bool isNew = request.method == Method::Post;
        asked.push_back((isRead ? "GET " : isNew ? "POST " : "PATCH ") + request.path);
        if (request.path == "/api/v1")
            return bench.transport.answer(std::ranges::count(asked, asked.back()) == 1 || laterKinds.is_null()
                    ? json("{'resources':[{'name':'configmaps','kind':'ConfigMap','namespaced':true}]}")
                    : laterKinds);
        if (isRead && !present.contains(request.path))
            return bench.transport.answer(api::failureStatus(404, "NotFound", "not there"), 404);
        bench.transport.answer(json("{'metadata':{'name':'o','namespace':'default'}}"));
    }
};

} // namespace

class TestClient : public QObject
{
    Q_OBJECT

private slots:
    void verbsBecomeRequests_data()
    {
        QTest::addColumn<std::function<void(client::Client &, client::Callback<api::JsonPtr>)>>("call");
        QTest::addColumn<Method>("method");
        QTest::addColumn<std::string>("path");
        QTest::addColumn<std::string>("contentType");
        QTest::addColumn<std::string>("body");
        using Call = std::function<void(client::Client &, client::Callback<api::JsonPtr>)>;
        using Callback = client::Callback<api::JsonPtr>;
        const auto row = [](const char *name, const Call &call, Method method, const std::string &path,
                             const std::string &contentType, std::string body) {
            QTest::newRow(name) << call << method << path << contentType << jsonText(std::move(body));
        };
        const std::string path = "/api/v1/namespaces/ns/pods/p";
        row(
            "get", [](client::Client &client, Callback callback) { client.get(pod, std::move(callback)); },
            Method::Get, path, "", "");
        row(
            "create, in the namespace of the object",
            [](client::Client &client, Callback callback) {
                client.create(pods, json("{'metadata':{'name':'p','namespace':'ns'}}"), std::move(callback));
            },
            Method::Post, "/api/v1/namespaces/ns/pods", "", "{'metadata':{'name':'p','namespace':'ns'}}");
        row(
            "update",
            [](client::Client &client, Callback callback) {
                client.update(pod, json("{'metadata':{'resourceVersion':'3'}}"), std::move(callback));
            },
            Method::Put, path, "", "{'metadata':{'resourceVersion':'3'}}");
        row(
            "patch of a subresource",
            [](client::Client &client, Callback callback) {
                client.patch({pod, "status", json("{'status':{}}")}, std::move(callback));
            },
            Method::Patch, path + "/status", "application/merge-patch+json", "{'status':{}}");
        row(
            "remove without a uid",
            [](client::Client &client, Callback callback) {
                client.remove({pod, "", {}, api::Propagation::Background}, std::move(callback));
            },
            Method::Delete, path, "",
            "{'apiVersion':'v1','kind':'DeleteOptions','propagationPolicy':'Background'}");
        row(
            "remove and orphan",
            [](client::Client &client, Callback callback) {
                client.remove({pod, "u", 5, api::Propagation::Orphan}, std::move(callback));
            },
            Method::Delete, path, "",
            "{'apiVersion':'v1','kind':'DeleteOptions','preconditions':{'uid':'u'},'gracePeriodSeconds':5,"
            "'propagationPolicy':'Orphan'}");
    }
    void verbsBecomeRequests()
    {
        QFETCH(std::function<void(client::Client &, client::Callback<api::JsonPtr>)>, call);
        QFETCH(Method, method);
        Bench bench;
        std::string outcome;
        call(bench.client, into<api::JsonPtr>(outcome));
        QVERIFY(bench.asked().method == method);
        QTEST(bench.asked().path, "path");
        QTEST(bench.asked().contentType, "contentType");
        QTEST(bench.asked().body ? api::writeJson(*bench.asked().body) : std::string(), "body");
        QCOMPARE(bench.asked().userAgent, std::string("hollowlab/1.0"));
        bench.transport.answer(json("{'metadata':{'name':'answer'}}"));
        QCOMPARE(outcome, std::string("answer"));
    }

    /// More than a stack has room for, if one were tried within the answer to the one before.
    void whatIsNoObjectIsToldWithoutTheServer()
    {
        constexpr std::size_t many = 200'000;
        Bench bench;
        client::Applier applier(bench.client);
        base::Result<std::vector<api::TriedObject>> tried;
        applier.tryApply(std::vector<api::Json>(many, json("{'kind':'Pod'}")), "default", {},
            [&](base::Result<std::vector<api::TriedObject>> result) { tried = std::move(result); });
        QVERIFY(tried);
        QCOMPARE(tried->size(), many);
        QCOMPARE(tried->back().made.error().kind, base::ErrorKind::Invalid);
        QVERIFY(bench.transport.sent.empty());
    }

    void theServerIsAskedOnceForItsKindsAndForWhatIsThere_data()
    {
        QTest::addColumn<bool>("isTrial");
        QTest::newRow("applied") << false;
        QTest::newRow("tried") << true;
    }
    void theServerIsAskedOnceForItsKindsAndForWhatIsThere()
    {
        QFETCH(bool, isTrial);
        const auto configMap = [](const std::string &name) {
            return json("{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'" + name + "'}}");
        };
        const std::string maps = "/api/v1/namespaces/default/configmaps";
        Served served({maps + "/a", maps + "/b"});
        QCOMPARE(served.run({configMap("a"), configMap("b"), configMap("new")}, isTrial), std::string("ok"));
        QVERIFY((served.asked
            == std::vector<std::string> {"GET /api/v1", "GET " + maps + "/a", "PATCH " + maps + "/a",
                "GET " + maps + "/b", "PATCH " + maps + "/b", "GET " + maps + "/new", "POST " + maps}));
    }

    /// What was applied may have brought it; a trial brings nothing.
    void aKindThatWasNotThereIsAskedForAgain()
    {
        const api::Json first = json("{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'a'}}");
        const api::Json second = json("{'apiVersion':'v1','kind':'Late','metadata':{'name':'b'}}");
        Served applied({});
        applied.laterKinds = json("{'resources':[{'name':'lates','kind':'Late','namespaced':true}]}");
        QCOMPARE(applied.run({first, second}, false), std::string("ok"));
        QCOMPARE(std::ranges::count(applied.asked, "GET /api/v1"), 2);

        constexpr std::size_t many = 50'000; // more than a stack has room for
        std::vector<api::Json> objects(many, second);
        objects.insert(objects.begin(), first);
        Served tried({});
        QCOMPARE(tried.run(objects, true), std::string("ok"));
        QCOMPARE(std::ranges::count(tried.asked, "GET /api/v1"), 1);
        QCOMPARE(tried.trials.size(), many + 1);
        QCOMPARE(
            tried.trials.back().made.error().message, std::string("the server has no kind \"Late\" in v1"));
    }

    void aGroupThatIsNotServedIsAskedForOnceByATrial()
    {
        const api::Json stranger =
            json("{'apiVersion':'no.such/v1','kind':'Stranger','metadata':{'name':'a'}}");
        Served served({});
        QCOMPARE(served.run({stranger, stranger, stranger}, true), std::string("ok"));
        QVERIFY((served.asked == std::vector<std::string> {"GET /apis/no.such/v1"}));
        QCOMPARE(served.trials.size(), std::size_t(3));
        QCOMPARE(served.trials.back().made.error().kind, base::ErrorKind::NotFound);
    }

    void aTrialIsTheSameRequestOfWhichNothingIsKept_data()
    {
        QTest::addColumn<bool>("creates");
        QTest::newRow("create") << true;
        QTest::newRow("patch") << false;
    }
    void aTrialIsTheSameRequestOfWhichNothingIsKept()
    {
        QFETCH(bool, creates);
        const api::Json object = json("{'metadata':{'name':'p','namespace':'ns'}}");
        Bench bench;
        base::Result<api::Answered> answered;
        const auto keep = [&](base::Result<api::Answered> result) { answered = std::move(result); };
        std::string outcome;
        if (creates) {
            bench.client.create(pods, object, into<api::JsonPtr>(outcome));
            bench.client.tryCreate(pods, object, keep);
        } else {
            bench.client.patch({pod, {}, object}, into<api::JsonPtr>(outcome));
            bench.client.tryPatch({pod, {}, object}, keep);
        }
        const api::Request real = bench.transport.sent.front().request;
        QVERIFY(bench.asked().method == real.method);
        QCOMPARE(bench.asked().path, real.path);
        QCOMPARE(bench.asked().contentType, real.contentType);
        QCOMPARE(bench.asked().userAgent, real.userAgent); // which names the field manager
        QCOMPARE(*bench.asked().body, *real.body);
        QCOMPARE(Bench::query(real), std::string());
        QCOMPARE(Bench::query(bench.asked()), std::string("dryRun=All"));

        bench.transport.answer(json("{}")); // the write
        Response response;
        response.body = api::share(object);
        response.headers = {{"warning", "299 - \"first\", 299 - \"a \\\"second\\\" one, with a comma\""},
            {"Content-Length", "9"}, {"Warning", "299 - \"third\""}};
        bench.transport.answer(response);
        QVERIFY(answered.has_value());
        QCOMPARE(*answered->object, object);
        QVERIFY((answered->warnings
            == std::vector<std::string> {"first", "a \"second\" one, with a comma", "third"}));
    }

    /// That a webhook takes part in no trial says nothing of what was to be written.
    void aWebhookThatTakesPartInNoTrial()
    {
        Bench bench;
        std::vector<base::ErrorKind> kinds;
        const auto keep = [&](const base::Result<api::Answered> &result) {
            kinds.push_back(result.error().kind);
        };
        for (const char *why : {"admission webhook \"a\" does not support dry run", "no such field"}) {
            bench.client.tryCreate(pods, json("{'metadata':{'name':'p','namespace':'ns'}}"), keep);
            bench.transport.answer(api::failureStatus(400, "BadRequest", why), 400);
        }
        QVERIFY((kinds == std::vector {base::ErrorKind::Unsupported, base::ErrorKind::Invalid}));
    }

    void failuresArriveAsErrors_data()
    {
        QTest::addColumn<Response>("response");
        QTest::addColumn<std::string>("outcome");
        const auto status = [](int code, const char *message) {
            Response response;
            response.code = code;
            response.body = api::share(api::failureStatus(code, "Whatever", message));
            return response;
        };
        QTest::newRow("a Status") << status(404, "pods \"p\" not found")
                                  << std::string("error: pods \"p\" not found");
        QTest::newRow("plain text") << plain(429, "Too many requests, please try again later.")
                                    << std::string("error: Too many requests, please try again later.");
        QTest::newRow("a page for browsers")
            << plain(502, std::string(5'000, 'x')) << std::string("error: the server answered 502");
        QTest::newRow("nothing at all") << plain(503, "") << std::string("error: the server answered 503");
        QTest::newRow("a redirect") << plain(302, "") << std::string("error: the server answered 302");
        QTest::newRow("success without an object")
            << plain(200, "hello") << std::string("error: the server sent no object");
    }
    void failuresArriveAsErrors()
    {
        QFETCH(Response, response);
        Bench bench;
        std::string outcome;
        bench.client.get(pod, into<api::JsonPtr>(outcome));
        bench.transport.answer(response);
        QTEST(outcome, "outcome");
    }

    void noAnswerIsAnErrorToo()
    {
        Bench bench;
        std::string outcome;
        bench.client.get(pod, into<api::JsonPtr>(outcome));
        bench.transport.answer(tl::unexpected(base::Error {base::ErrorKind::Transient, "lost", {}}));
        QCOMPARE(outcome, std::string("error: lost"));
    }

    void aTimeToWaitIsTakenFromTheStatusOrElseTheHeader_data()
    {
        QTest::addColumn<std::string>("body");
        QTest::addColumn<std::string>("header");
        QTest::addColumn<std::string>("value");
        QTest::addColumn<int>("seconds"); // -1: none
        const std::string none = "{'kind':'Status'}";
        const std::string three = "{'kind':'Status','details':{'retryAfterSeconds':3}}";
        QTest::newRow("neither") << none << std::string() << std::string() << -1;
        QTest::newRow("header") << none << std::string("Retry-After") << std::string("7") << 7;
        QTest::newRow("header in small letters")
            << none << std::string("retry-after") << std::string("7") << 7;
        QTest::newRow("the Status knows better")
            << three << std::string("Retry-After") << std::string("7") << 3;
        QTest::newRow("a date is left aside")
            << none << std::string("Retry-After") << std::string("Fri, 20 Nov 2026 10:00:00 GMT") << -1;
        QTest::newRow("negative is left aside")
            << none << std::string("Retry-After") << std::string("-7") << -1;
    }
    void aTimeToWaitIsTakenFromTheStatusOrElseTheHeader()
    {
        QFETCH(std::string, body);
        QFETCH(std::string, header);
        QFETCH(std::string, value);
        QFETCH(int, seconds);
        Response response;
        response.code = 429;
        response.body = api::share(json(body));
        response.headers = {{header, value}};
        const auto result = client::checked(response);
        QVERIFY(!result);
        QCOMPARE(result.error().retryAfter.has_value(), seconds >= 0);
        if (seconds >= 0)
            QVERIFY(*result.error().retryAfter == std::chrono::seconds(seconds));
    }

    void listsAreReadFromBothForms_data()
    {
        QTest::addColumn<bool>("shared");
        QTest::newRow("one JSON document, as over HTTP") << false;
        QTest::newRow("shared objects, as in the process") << true;
    }
    void listsAreReadFromBothForms()
    {
        QFETCH(bool, shared);
        Bench bench;
        std::optional<client::ListPage> page;
        bench.client.list(pods, {"ns", "a=b", "spec.nodeName=n", "token", 50},
            [&](base::Result<client::ListPage> result) { page = result.value(); });
        QCOMPARE(bench.asked().path, std::string("/api/v1/namespaces/ns/pods"));
        QCOMPARE(Bench::query(bench.asked()),
            std::string("labelSelector=a=b&fieldSelector=spec.nodeName=n&limit=50&continue=token"));
        Response response;
        const api::Json whole = json("{'metadata':{'resourceVersion':'9','continue':'next'},"
                                     "'items':[{'metadata':{'name':'x'}},{'metadata':{'name':'y'}}]}");
        if (shared) {
            auto list = std::make_shared<api::ListBody>();
            list->resourceVersion = "9";
            list->continueToken = "next";
            for (const api::Json &item : whole.at("items").as_array())
                list->items.push_back(api::share(item));
            response.list = std::move(list);
        } else {
            response.body = api::share(whole);
        }
        const std::weak_ptr<const api::Json> document = response.body;
        bench.transport.answer(std::move(response));
        QVERIFY(document.expired()); // no item keeps the whole page
        QCOMPARE(page->resourceVersion, std::string("9"));
        QCOMPARE(page->continueToken, std::string("next"));
        QCOMPARE(page->items.size(), 2U);
        QCOMPARE(*page->items.at(1), json("{'metadata':{'name':'y'}}")); // alive although the answer is gone
    }

    void whatIsNoListIsAnError()
    {
        Bench bench;
        std::string outcome;
        bench.client.list(pods, {}, into<client::ListPage>(outcome));
        QCOMPARE(bench.asked().path, std::string("/api/v1/pods"));
        bench.transport.answer(json("{'kind':'Status','status':'Success'}"));
        QCOMPARE(outcome, std::string("error: the server sent no list"));
        bench.client.list(pods, {}, into<client::ListPage>(outcome));
        bench.transport.answer(json("{'metadata':{'resourceVersion':'1'},'items':null}"));
        QCOMPARE(outcome, std::string("ok"));
    }

    void watchesAskForBookmarks()
    {
        Bench bench;
        client::ListOptions options;
        options.labelSelector = "a=b";
        options.timeout = 300s;
        const auto watch = bench.client.watch(api::resourceOf<api::Node>(), options, "42", {});
        QCOMPARE(bench.transport.lastWatch().request.path, std::string("/api/v1/nodes"));
        QCOMPARE(Bench::query(bench.transport.lastWatch().request),
            std::string(
                "labelSelector=a=b&watch=1&allowWatchBookmarks=true&resourceVersion=42&timeoutSeconds=300"));
        QCOMPARE(bench.transport.lastWatch().request.userAgent, std::string("hollowlab/1.0"));
    }

    void anyRequestCanBeSent()
    {
        Bench bench;
        std::string text;
        api::Request request;
        request.path = "/healthz";
        bench.client.send(request, [&](const base::Result<Response> &response) { text = response->text; });
        QCOMPARE(bench.asked().userAgent, std::string("hollowlab/1.0"));
        bench.transport.answer(plain(200, "ok"));
        QCOMPARE(text, std::string("ok"));
    }
};

QTEST_GUILESS_MAIN(TestClient)
#include "tst_client.moc"
