// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md A and N: who may ask, and in which form.
#include "core/lab/front/admission.h"

#include <QTest>

using namespace core::lab::front;
using core::api::Method;

namespace {

const std::string token(64, 'a');
using core::access::Authenticator;
const Gate gate {6443, std::make_shared<const Authenticator>(Authenticator::Secrets {token})};

Head goodHead()
{
    return {.method = Method::Get,
        .target = "/api/v1/pods",
        .host = "127.0.0.1:6443",
        .hosts = 1,
        .authorizations = 1,
        .authorization = "Bearer " + token};
}

Head anonymous(std::string target)
{
    Head head = goodHead();
    head.target = std::move(target);
    head.authorizations = 0;
    head.authorization.clear();
    return head;
}

template<typename Value>
Head with(Value Head::*member, Value value)
{
    Head head = goodHead();
    head.*member = std::move(value);
    return head;
}

Head withOrigin(std::string origin, int origins = 1)
{
    Head head = with(&Head::origins, origins);
    head.origin = std::move(origin);
    return head;
}

Head withBody(Method method, std::string contentType)
{
    Head head = with(&Head::contentType, std::move(contentType));
    head.method = method;
    head.hasBody = true;
    return head;
}

} // namespace

class TestAdmission : public QObject
{
    Q_OBJECT

private slots:
    void codeByHead_data()
    {
        QTest::addColumn<Head>("head");
        QTest::addColumn<int>("code");
        QTest::newRow("a good request passes") << goodHead() << 200;

        QTest::newRow("T2: a foreign host name is refused")
            << with<std::string>(&Head::host, "evil.example") << 403;
        QTest::newRow("T2: a foreign host name with our port is refused")
            << with<std::string>(&Head::host, "evil.example:6443") << 403;
        QTest::newRow("T2: a host that only ends like ours is refused")
            << with<std::string>(&Head::host, "x127.0.0.1:6443") << 403;
        QTest::newRow("T2: our host with another port is refused")
            << with<std::string>(&Head::host, "127.0.0.1:6444") << 403;
        QTest::newRow("T2: our host without a port is refused")
            << with<std::string>(&Head::host, "127.0.0.1") << 403;
        QTest::newRow("T2: a port alone is refused") << with<std::string>(&Head::host, ":6443") << 403;
        QTest::newRow("T2: no Host is malformed") << with(&Head::hosts, 0) << 400;
        QTest::newRow("T2: two Hosts are malformed") << with(&Head::hosts, 2) << 400;
        QTest::newRow("T2: an empty Host is malformed") << with<std::string>(&Head::host, "") << 400;
        QTest::newRow("T2: localhost is ours") << with<std::string>(&Head::host, "LocalHost:6443") << 200;
        QTest::newRow("T2: the IPv6 loopback is ours") << with<std::string>(&Head::host, "[::1]:6443") << 200;

        for (const char *origin : {"https://evil.example", "null", "", "https://127.0.0.1", "127.0.0.1:6443",
                 "https://127.0.0.1:6444", "https://127.0.0.1:6443.evil.example"})
            QTest::addRow("T1: the origin \"%s\" is refused even with the token", origin)
                << withOrigin(origin) << 403;
        for (const char *origin : {"https://127.0.0.1:6443", "http://127.0.0.1:6443"})
            QTest::addRow("T1: the origin %s is the server itself", origin) << withOrigin(origin) << 200;
        QTest::newRow("T1: two origins are refused") << withOrigin("https://127.0.0.1:6443", 2) << 403;
        QTest::newRow("T1, N1: no token, no entry") << anonymous("/api/v1/pods") << 401;
        QTest::newRow("T1: the list of paths needs a token") << anonymous("/") << 401;
        QTest::newRow("T1: metrics need a token") << anonymous("/metrics") << 401;
        for (const char *path : {"/healthz", "/livez", "/readyz?verbose", "/version"})
            QTest::addRow("T1: %s is open to all", path) << anonymous(path) << 200;
        QTest::newRow("T1: a deeper health path needs a token") << anonymous("/healthz/ping") << 401;
        Head postHealth = anonymous("/healthz");
        postHealth.method = Method::Post;
        QTest::newRow("T1: only GET is open") << postHealth << 401;

        QTest::newRow("N2: a wrong token")
            << with(&Head::authorization, "Bearer " + std::string(64, 'b')) << 401;
        QTest::newRow("N2: a token cut short")
            << with(&Head::authorization, "Bearer " + std::string(63, 'a')) << 401;
        QTest::newRow("N2: a token with a tail")
            << with(&Head::authorization, "Bearer " + token + "a") << 401;
        QTest::newRow("N2: an empty token") << with<std::string>(&Head::authorization, "Bearer ") << 401;
        QTest::newRow("N2: another scheme") << with(&Head::authorization, "Basic " + token) << 401;
        QTest::newRow("N2: the scheme's case does not matter")
            << with(&Head::authorization, "bEARER " + token) << 200;
        QTest::newRow("N2: two Authorization fields") << with(&Head::authorizations, 2) << 401;

        QTest::newRow("A2: a method nobody knows") << with(&Head::method, std::optional<Method>()) << 405;
        QTest::newRow("a target without a slash")
            << with<std::string>(&Head::target, "https://127.0.0.1/api") << 400;
        QTest::newRow("a target with a fragment") << with<std::string>(&Head::target, "/api#x") << 400;
        QTest::newRow("a query with half an escape") << with<std::string>(&Head::target, "/api?a=%4") << 400;

        QTest::newRow("A8: no content type is JSON") << withBody(Method::Post, "") << 200;
        QTest::newRow("A8: JSON with a charset")
            << withBody(Method::Post, "application/json; charset=utf-8") << 200;
        QTest::newRow("A8: YAML") << withBody(Method::Put, "application/yaml") << 200;
        QTest::newRow("A8: text/plain") << withBody(Method::Post, "text/plain") << 415;
        QTest::newRow("T1: a form post")
            << withBody(Method::Post, "application/x-www-form-urlencoded") << 415;
        QTest::newRow("P1: protobuf") << withBody(Method::Post, "application/vnd.kubernetes.protobuf") << 200;
        for (const char *type : {"application/json-patch+json", "application/merge-patch+json",
                 "application/strategic-merge-patch+json", "application/apply-patch+yaml"})
            QTest::addRow("E1: %s", type) << withBody(Method::Patch, type) << 200;

        QTest::newRow("A9: only HTML is accepted, of what may be no kind")
            << with<std::string>(&Head::accept, "text/html") << 200;
        QTest::newRow("A9: anything is accepted") << with<std::string>(&Head::accept, "*/*") << 200;
        QTest::newRow("A9: protobuf or JSON")
            << with<std::string>(&Head::accept, "application/vnd.kubernetes.protobuf,application/json")
            << 200;
        QTest::newRow("A9: weights that are none")
            << with<std::string>(&Head::accept, "text/html;q=x, application/json;q=, */*;q=9") << 200;
        const auto protobufAt = [](const char *target) {
            Head head = with<std::string>(&Head::accept, "application/vnd.kubernetes.protobuf");
            head.target = target;
            return head;
        };
        QTest::newRow("A9: protobuf alone, of a built-in kind")
            << protobufAt("/apis/apps/v1/namespaces/default/deployments?watch=1") << 200;
        QTest::newRow("A9: protobuf alone, of what may be no kind: the lab says")
            << protobufAt("/apis/nothing.io/v1/foos") << 200;
        QTest::newRow("A9: protobuf alone, of no kind: the lab says") << protobufAt("/apis/apps/v1") << 200;
        QTest::newRow("J2: an unknown form with a way back") << with<std::string>(&Head::accept,
            "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json")
                                                             << 200;
        QTest::newRow("K1: a table") << with<std::string>(
            &Head::accept, "application/json;as=Table;v=v1;g=meta.k8s.io")
                                     << 200;
        Head document =
            with<std::string>(&Head::accept, "application/com.github.proto-openapi.spec.v2@v1.0+protobuf");
        document.target = "/openapi/v2";
        QTest::newRow("J5: the lab chooses the form of its OpenAPI") << document << 200;
        Head health = anonymous("/healthz");
        health.accept = "text/html";
        QTest::newRow("J8: a browser may look at the health") << health << 200;
    }

    void codeByHead()
    {
        QFETCH(Head, head);
        QFETCH(int, code);
        const auto admitted = admit(head, gate);
        QCOMPARE(admitted ? 200 : admitted.error().code, code);
        if (!admitted) {
            const auto status = admitted.error().body;
            QCOMPARE(core::api::textAt(*status, {"kind"}), std::string_view("Status")); // I1
            QCOMPARE(core::api::textAt(*status, {"status"}), std::string_view("Failure"));
            QCOMPARE(core::api::integerAt(*status, {"code"}), std::optional<std::int64_t>(code));
            QVERIFY(!core::api::textAt(*status, {"message"}).empty());
        }
    }

    void unsupportedTypesAreListed()
    {
        const auto post = admit(withBody(Method::Post, "text/plain"), gate);
        QVERIFY(core::api::textAt(*post.error().body, {"message"})
                    .ends_with("application/json, application/yaml, application/vnd.kubernetes.protobuf"));
        const auto patch = admit(withBody(Method::Patch, "text/plain"), gate);
        QVERIFY(core::api::textAt(*patch.error().body, {"message"})
                    .ends_with("application/strategic-merge-patch+json, application/apply-patch+yaml"));
    }

    void formats_data()
    {
        QTest::addColumn<QString>("accept");
        QTest::addColumn<bool>("yaml");
        QTest::newRow("JSON unless asked") << "" << false;
        QTest::newRow("YAML when asked") << "application/yaml" << true;
        QTest::newRow("the first that we speak counts")
            << "text/html, application/yaml, application/json" << true;
        QTest::newRow("A9: what weighs most counts") << "application/yaml;q=0.9, application/json" << false;
        QTest::newRow("A9: what weighs most counts, behind")
            << "application/json;q=0.5, application/yaml" << true;
        QTest::newRow("A9: what stands for any comes last") << "*/*, application/yaml" << true;
        QTest::newRow("JSON first") << "application/json, application/yaml" << false;
        QTest::newRow("JSON for the error when there is nothing else") << "text/html" << false;
    }

    void formats()
    {
        QFETCH(QString, accept);
        QFETCH(bool, yaml);
        const auto admitted = admit(with(&Head::accept, accept.toStdString()), gate);
        QVERIFY(admitted);
        QCOMPARE(admitted->answerFormat == Format::Yaml, yaml);
    }

    void watches_data()
    {
        QTest::addColumn<QString>("target");
        QTest::addColumn<bool>("watch");
        QTest::newRow("watch=1 on a cluster collection") << "/api/v1/nodes?watch=1" << true;
        QTest::newRow("watch=true with a trailing slash") << "/api/v1/nodes/?watch=true" << true;
        QTest::newRow("watch among others") << "/api/v1/pods?limit=5&watch=true&x=y" << true;
        QTest::newRow("a namespaced collection") << "/api/v1/namespaces/n/pods?watch=1" << true;
        QTest::newRow("a collection of a group") << "/apis/g.io/v1/things?watch=1" << true;
        QTest::newRow("a namespaced collection of a group")
            << "/apis/g.io/v1/namespaces/n/things?watch=1" << true;
        QTest::newRow("all namespaces") << "/api/v1/namespaces?watch=1" << true;
        QTest::newRow("no parameter") << "/api/v1/nodes" << false;
        QTest::newRow("watch=0") << "/api/v1/nodes?watch=0" << false;
        QTest::newRow("watch=false") << "/api/v1/nodes?watch=false" << false;
        QTest::newRow("C14: a named object") << "/api/v1/nodes/n?watch=1" << false;
        QTest::newRow("C14: a named object in a namespace") << "/api/v1/namespaces/n/pods/p?watch=1" << false;
        QTest::newRow("C14: a namespace") << "/api/v1/namespaces/n?watch=1" << false;
        QTest::newRow("C14: a namespace's status") << "/api/v1/namespaces/n/status?watch=1" << false;
        QTest::newRow("discovery") << "/apis/g.io/v1?watch=1" << false;
    }

    void watches()
    {
        QFETCH(QString, target);
        QFETCH(bool, watch);
        const auto admitted = admit(with(&Head::target, target.toStdString()), gate);
        QVERIFY(admitted);
        QCOMPARE(admitted->watch, watch);
    }

    void watchPrefix_data()
    {
        QTest::addColumn<std::string>("target");
        QTest::addColumn<std::string>("path");
        QTest::addColumn<std::string>("fieldSelector");
        const auto row = [](const std::string &target, const std::string &path,
                             const std::string &fieldSelector = "") {
            QTest::newRow(target.c_str()) << target << path << fieldSelector;
        };
        row("/api/v1/watch/nodes", "/api/v1/nodes");
        row("/api/v1/watch/nodes/n", "/api/v1/nodes", "metadata.name=n");
        row("/api/v1/watch/namespaces/n", "/api/v1/namespaces", "metadata.name=n");
        row("/api/v1/watch/namespaces/n/pods?labelSelector=a", "/api/v1/namespaces/n/pods");
        row("/api/v1/watch/namespaces/n/pods/p", "/api/v1/namespaces/n/pods", "metadata.name=p");
        row("/apis/apps/v1/watch/deployments", "/apis/apps/v1/deployments");
    }

    void watchPrefix() // H16
    {
        QFETCH(const std::string, target);
        QFETCH(const std::string, path);
        QFETCH(const std::string, fieldSelector);
        const auto admitted = admit(with(&Head::target, target), gate);
        QVERIFY(admitted && admitted->watch);
        QCOMPARE(admitted->path, path);
        std::string selector;
        for (const auto &[name, value] : admitted->query)
            selector += name == "fieldSelector" ? value : "";
        QCOMPARE(selector, fieldSelector);
    }

    void noWatchPrefix()
    {
        for (const char *target :
            {"/api/v1/namespaces/watch/pods", "/api/v1/nodes/watch", "/apis/watch/v1/x"}) {
            const auto admitted = admit(with<std::string>(&Head::target, target), gate);
            QVERIFY(admitted && !admitted->watch);
            QCOMPARE(admitted->path, std::string(target));
        }
    }

    void prettyAnswers() // A15
    {
        const auto isPretty = [](const char *target, const char *userAgent) {
            Head head = with<std::string>(&Head::target, target);
            head.userAgent = userAgent;
            return admit(head, gate)->pretty;
        };
        QVERIFY(!isPretty("/api", "kubectl/v1.31"));
        QVERIFY(isPretty("/api", "curl/7.88"));
        QVERIFY(!isPretty("/api?pretty=false", "curl/7.88"));
        QVERIFY(isPretty("/api?pretty=true", "kubectl/v1.31"));
    }

    void encodings_data() // O3
    {
        QTest::addColumn<QString>("accept");
        QTest::addColumn<bool>("gzip");
        QTest::newRow("none named") << "" << false;
        QTest::newRow("gzip") << "gzip" << true;
        QTest::newRow("gzip among others") << "deflate, gzip" << true;
        QTest::newRow("gzip, unwanted") << "gzip;q=0" << false;
        QTest::newRow("as it is") << "identity" << false;
        QTest::newRow("another") << "x-gzip" << false;
    }

    void encodings()
    {
        QFETCH(QString, accept);
        const auto admitted = admit(with(&Head::acceptEncoding, accept.toStdString()), gate);
        QVERIFY(admitted);
        QTEST(admitted->gzip, "gzip");
    }

    void onlyAGetWatches()
    {
        Head head = with<std::string>(&Head::target, "/api/v1/nodes?watch=1");
        head.method = Method::Delete;
        QVERIFY(!admit(head, gate)->watch);
    }

    void queriesAreDecodedAndPathsAreNot()
    {
        const auto admitted =
            admit(with<std::string>(
                      &Head::target, "/api/v1/namespaces/a%2Fb/pods?labelSelector=a%3Db%2Cc&q=x+y&&empty="),
                gate);
        QVERIFY(admitted);
        QCOMPARE(admitted->path, std::string("/api/v1/namespaces/a%2Fb/pods"));
        const std::vector<std::pair<std::string, std::string>> expected {
            {"labelSelector", "a=b,c"}, {"q", "x y"}, {"empty", ""}};
        QCOMPARE(admitted->query, expected);
    }
};

QTEST_GUILESS_MAIN(TestAdmission)
#include "tst_admission.moc"
