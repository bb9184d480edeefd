// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens of ServiceAccounts, from TokenRequest to their end (docs/api-semantics.md S).
#include "tests/unit/lab/labfixture.h"

#include <QTest>

using namespace labtest;
using namespace std::chrono_literals;
using access::Authenticator;
using access::Login;

namespace {

constexpr std::string_view accounts = "/api/v1/namespaces/default/serviceaccounts";
constexpr std::string_view secrets = "/api/v1/namespaces/default/secrets";
constexpr std::string_view tokenReviews = "/apis/authentication.k8s.io/v1/tokenreviews";

/// A lab that signs tokens, and evaluates no roles.
class Issuing
{
public:
    Issuing()
    {
        lab.server->trust(authenticator);
        lab.post(accounts, "{metadata: {name: bot}}");
    }

    Response request(std::string_view body = "{}") { return lab.post(accounts / "bot/token", body); }
    std::string token(std::string_view body = "{}")
    {
        const Response made = request(body);
        if (made.code != 201)
            qFatal("%d %s", made.code, message(made).c_str());
        return at(made, {"status", "token"});
    }
    /// What whoever shows the token gets, as a front would pass it on.
    int code(const std::string &token)
    {
        const auto login = authenticator->login(token);
        return login ? lab.server->frontServer().answer(Lab::request(Method::Get, pods), *login).code : 401;
    }
    Response review(const std::string &token, const std::string &audiences = "[]")
    {
        return lab.post(tokenReviews, "{spec: {token: '" + token + "', audiences: " + audiences + "}}");
    }

    std::shared_ptr<const Authenticator> authenticator = std::make_shared<const Authenticator>(
        Authenticator::Secrets {"owner", {}, *access::TokenKey::read(access::TokenKey::make())});
    Lab lab;
};

} // namespace

class TestServiceAccounts : public QObject
{
    Q_OBJECT

private slots:
    void policiesSeeWhatATokenWillHave()
    {
        Issuing issuing;
        const std::string group = "/apis/admissionregistration.k8s.io/v1/";
        issuing.lab.post(group + "validatingadmissionpolicies",
            "{metadata: {name: p}, spec: {matchConstraints: {resourceRules: [{apiGroups: [''], apiVersions: "
            "[v1], operations: [CREATE], resources: [serviceaccounts/token]}]}, validations: [{expression: "
            "'object.spec.expirationSeconds <= 3600 && size(object.spec.audiences) == 1 && "
            "!has(object.spec.boundObjectRef)'}]}}");
        issuing.lab.post(group + "validatingadmissionpolicybindings",
            "{metadata: {name: b}, spec: {policyName: p, validationActions: [Deny]}}");
        COMPARE_TEXT(verdict(issuing.request()), "201");
        COMPARE_TEXT(verdict(issuing.request(
                         "{spec: {audiences: null, expirationSeconds: null, boundObjectRef: null}}")),
            "201");
        COMPARE_TEXT(verdict(issuing.request("{spec: {expirationSeconds: 7200}}")), "422 Invalid");
    }
    void aRequestIsAnswered()
    {
        Issuing issuing;
        const Response made = issuing.request("{spec: {expirationSeconds: 7200}}");
        QCOMPARE(made.code, 201); // S1
        COMPARE_TEXT(at(made, {"kind"}), "TokenRequest");
        COMPARE_TEXT(at(made, {"metadata", "name"}), "bot");
        COMPARE_TEXT(at(made, {"spec", "expirationSeconds"}), "7200");
        COMPARE_TEXT(at(made, {"spec", "audiences"}), "[\"https://kubernetes.default.svc.cluster.local\"]");
        COMPARE_TEXT(at(made, {"status", "expirationTimestamp"}), "2025-11-20T12:00:00Z");
        QCOMPARE(issuing.code(at(made, {"status", "token"})), 200);
        QVERIFY(issuing.token() != issuing.token());
    }

    void requests_data()
    {
        QTest::addColumn<std::string>("spec");
        QTest::addColumn<std::string>("expected");
        const auto row = [](const char *name, const char *spec, const char *expected) {
            QTest::addRow("S2 %s", name) << std::string(spec) << std::string(expected);
        };
        row("ten minutes", "{expirationSeconds: 600}", "201");
        row("less", "{expirationSeconds: 599}", "422 Invalid");
        row("nothing", "{expirationSeconds: 0}", "422 Invalid");
        row("before", "{expirationSeconds: -1}", "422 Invalid");
        row("too long", "{expirationSeconds: 4294967297}", "422 Invalid");
        row("no number", "{expirationSeconds: x}", "400 BadRequest");
        row("a pod of the account", "{boundObjectRef: {kind: Pod, apiVersion: v1, name: ours}}", "201");
        row("a pod of another", "{boundObjectRef: {kind: Pod, apiVersion: v1, name: other}}",
            "400 BadRequest");
        row("a pod that is not there", "{boundObjectRef: {kind: Pod, name: none}}", "404 NotFound");
        row("a secret", "{boundObjectRef: {kind: Secret, name: s}}", "201");
        row("another uid", "{boundObjectRef: {kind: Secret, name: s, uid: x}}", "409 Conflict");
        row("another kind", "{boundObjectRef: {kind: ConfigMap, name: s}}", "400 BadRequest");
    }

    void requests()
    {
        QFETCH(std::string, spec);
        QFETCH(std::string, expected);
        Issuing issuing;
        issuing.lab.post(pods, pod("ours", "", ", serviceAccountName: bot"));
        issuing.lab.post(pods, pod("other"));
        issuing.lab.post(secrets, "{metadata: {name: s}}");
        COMPARE_TEXT(verdict(issuing.request("{spec: " + spec + "}")), expected);
    }

    void podsHaveAccounts_data()
    {
        QTest::addColumn<std::string>("object");
        QTest::addColumn<std::string>("expected"); // the account, or what is wrong
        const auto row = [](const char *name, const std::string &object, const std::string &expected) {
            QTest::addRow("S8 %s", name) << object << expected;
        };
        row("none", pod("p"), "default default");
        row("one", pod("p", "", ", serviceAccountName: bot"), "bot bot");
        row("by the older name", pod("p", "", ", serviceAccount: bot"), "bot bot");
        row("the newer name counts", pod("p", "", ", serviceAccountName: bot, serviceAccount: x"), "bot bot");
        row("one that is missing", pod("p", "", ", serviceAccountName: x"),
            "pods \"p\" is forbidden: error looking up service account default/x: serviceaccount \"x\" not "
            "found");
        row("a hollow pod's",
            pod("p", ", labels: {machine.k8s.io/machine-name: m}", ", serviceAccountName: x"), "x x");
        row("a mirror pod", pod("p", ", annotations: {kubernetes.io/config.mirror: h}"), "(none) (none)");
    }

    void podsHaveAccounts()
    {
        QFETCH(std::string, object);
        QFETCH(std::string, expected);
        Issuing issuing;
        const Response made = issuing.lab.post(pods, object);
        COMPARE_TEXT(made.code == 201
                ? at(made, {"spec", "serviceAccountName"}) + " " + at(made, {"spec", "serviceAccount"})
                : message(made),
            expected);
        if (made.code != 201)
            return;
        Json newer = *made.body;
        newer.at("spec").get_object().erase("serviceAccount");
        const Response again = issuing.lab.put(pods / "p", newer); // E6: it stays
        QVERIFY2(again.code == 200, message(again).c_str());
    }

    void podsHaveTheirAccountsSecrets() // S8
    {
        Issuing issuing;
        issuing.lab.post(accounts, "{metadata: {name: puller}, imagePullSecrets: [{name: s}]}");
        const auto secretsOf = [&](const char *name, const std::string &spec) {
            return at(issuing.lab.post(pods, pod(name, "", ", serviceAccountName: puller" + spec)),
                {"spec", "imagePullSecrets"});
        };
        COMPARE_TEXT(secretsOf("a", ""), R"([{"name":"s"}])");
        COMPARE_TEXT(secretsOf("b", ", imagePullSecrets: [{name: own}]"), R"([{"name":"own"}])");
    }

    void hugeOnes()
    {
        Issuing issuing;
        const std::string audience(9'000, 'a');
        COMPARE_TEXT(
            verdict(issuing.request("{spec: {audiences: [" + audience + "]}}")), "422 Invalid"); // S2
    }

    void onlyForAccounts()
    {
        Issuing issuing;
        COMPARE_TEXT(verdict(issuing.lab.post(accounts / "none/token", "{}")), "404 NotFound"); // S1
        COMPARE_TEXT(verdict(issuing.lab.get(accounts / "bot/token")), "405 MethodNotAllowed");
        COMPARE_TEXT(
            verdict(issuing.lab.send(Method::Post, accounts / "bot/token", Json("x"))), "400 BadRequest");
        Lab lab;
        lab.post(accounts, "{metadata: {name: bot}}");
        COMPARE_TEXT(verdict(lab.post(accounts / "bot/token", "{}")), "503 ServiceUnavailable");
    }

    void aTokenEnds()
    {
        Issuing issuing;
        const std::string token = issuing.token("{spec: {expirationSeconds: 600}}");
        QCOMPARE(issuing.code(token), 200);
        issuing.lab.clock.advance(599s);
        QCOMPARE(issuing.code(token), 200);
        issuing.lab.clock.advance(1s);
        QCOMPARE(issuing.code(token), 401); // S3
    }

    void aTokenEndsWithItsAccount()
    {
        Issuing issuing;
        const std::string token = issuing.token();
        issuing.lab.remove(accounts / "bot");
        QCOMPARE(issuing.code(token), 401); // S3
        issuing.lab.post(accounts, "{metadata: {name: bot}}");
        QCOMPARE(issuing.code(token), 401);
        QCOMPARE(issuing.code(issuing.token()), 200);
    }

    void aTokenEndsWithWhatItIsBoundTo()
    {
        Issuing issuing;
        issuing.lab.post(secrets, "{metadata: {name: s}}");
        const std::string token = issuing.token("{spec: {boundObjectRef: {kind: Secret, name: s}}}");
        QCOMPARE(issuing.code(token), 200);
        issuing.lab.remove(secrets / "s");
        QCOMPARE(issuing.code(token), 401); // S3
        issuing.lab.post(secrets, "{metadata: {name: s}}");
        QCOMPARE(issuing.code(token), 401);
    }

    void audiences()
    {
        Issuing issuing;
        const std::string token = issuing.token("{spec: {audiences: [vault, bank]}}");
        QCOMPARE(issuing.code(token), 401); // S3: not for this server
        COMPARE_TEXT(at(issuing.review(token), {"status", "authenticated"}), "(none)");
        COMPARE_TEXT(at(issuing.review(token, "[vault, x]"), {"status", "audiences"}), "[\"vault\"]");
        COMPARE_TEXT(at(issuing.review(token, "[x]"), {"status", "authenticated"}), "(none)");
    }

    void reviews()
    {
        Issuing issuing;
        const std::string token = issuing.token();
        const Response known = issuing.review(token);
        QCOMPARE(known.code, 201); // S5
        COMPARE_TEXT(at(known, {"status", "authenticated"}), "true");
        COMPARE_TEXT(at(known, {"status", "user", "username"}), "system:serviceaccount:default:bot");
        COMPARE_TEXT(
            at(known, {"status", "user", "uid"}), at(issuing.lab.get(accounts / "bot"), {"metadata", "uid"}));
        COMPARE_TEXT(at(issuing.review("owner"), {"status", "user", "username"}), "hollowlab");
        COMPARE_TEXT(at(issuing.review("x.y.z"), {"status", "authenticated"}), "(none)");
        QCOMPARE(issuing.review("").code, 400);
        issuing.lab.clock.advance(2h);
        COMPARE_TEXT(
            at(issuing.review(token), {"status", "error"}), "invalid bearer token, the token has expired");
    }

    void nothingIsSignedOnTrial()
    {
        Issuing issuing;
        const Response tried = issuing.lab.post(std::string(accounts / "bot/token") + "?dryRun=All", "{}");
        COMPARE_TEXT(at(tried, {"status", "token"}), "");
    }
};

QTEST_GUILESS_MAIN(TestServiceAccounts)
#include "tst_serviceaccounts.moc"
