// SPDX-License-Identifier: GPL-3.0-or-later
// Who is known at the lab's front, with real tokens and certificates over TLS, and what becomes of those who
// would like to be somebody else. Labels are those of docs/api-semantics.md.
#include "core/base/pacer.h"
#include "core/base/worker.h"
#include "core/lab/apiserver.h"
#include "core/lab/front/httpsfront.h"

#include "tests/unit/lab_front/tlsclient.h"
#include "tests/unit/printing.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <openssl/ecdsa.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

using namespace core;
using namespace std::chrono_literals;
using lab::front::Credentials;

namespace {

struct Lab {
    Lab(const std::string &path, bool evaluatesRoles)
        : server(std::move(*lab::ApiServer::create({clock, 7, path, nullptr, false, false, evaluatesRoles})))
    {
    }

    base::Clock clock {base::Time(1'795'000'000s)};
    base::Pacer pacer {clock};
    std::unique_ptr<lab::ApiServer> server;
    std::unique_ptr<lab::front::HttpsFront> front;
};

QByteArray pemOf(const std::function<void(BIO *)> &write)
{
    BIO *memory = BIO_new(BIO_s_mem());
    write(memory);
    char *data = nullptr;
    const long size = BIO_get_mem_data(memory, &data);
    QByteArray pem(data, size);
    BIO_free(memory);
    return pem;
}

/// As a program does that has the public key alone.
bool isSignedBy(const QByteArray &token, const api::Json &key)
{
    const auto bytes = [](const QByteArray &text) {
        return QByteArray::fromBase64(text, QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals);
    };
    const auto coordinate = [&](std::string_view name) {
        return bytes(QByteArray::fromStdString(std::string(api::textAt(key, {name}))));
    };
    const QByteArray der = QByteArray::fromHex("3059301306072a8648ce3d020106082a8648ce3d03010703420004")
        + coordinate("x") + coordinate("y");
    const qsizetype dot = token.lastIndexOf('.');
    const QByteArray raw = bytes(token.mid(dot + 1));
    const auto *at = reinterpret_cast<const unsigned char *>(der.constData());
    EVP_PKEY *known = d2i_PUBKEY(nullptr, &at, long(der.size()));
    const auto *half = reinterpret_cast<const unsigned char *>(raw.constData());
    ECDSA_SIG *signature = ECDSA_SIG_new();
    ECDSA_SIG_set0(signature, BN_bin2bn(half, 32, nullptr), BN_bin2bn(half + 32, 32, nullptr));
    unsigned char *asn1 = nullptr;
    const int size = i2d_ECDSA_SIG(signature, &asn1);
    EVP_MD_CTX *digest = EVP_MD_CTX_new();
    const bool isGood = known && EVP_DigestVerifyInit(digest, nullptr, EVP_sha256(), nullptr, known) == 1
        && EVP_DigestVerify(digest, asn1, size_t(size),
               reinterpret_cast<const unsigned char *>(token.constData()), size_t(dot))
            == 1;
    EVP_MD_CTX_free(digest);
    OPENSSL_free(asn1);
    ECDSA_SIG_free(signature);
    EVP_PKEY_free(known);
    return isGood;
}

/// A key, and a request for a certificate of that user and groups.
struct Applicant {
    explicit Applicant(const char *user, const std::vector<const char *> &groups = {})
    {
        EVP_PKEY *key = EVP_EC_gen("P-256");
        X509_REQ *made = X509_REQ_new();
        X509_NAME *name = X509_REQ_get_subject_name(made);
        const auto add = [&](const char *field, const char *value) {
            X509_NAME_add_entry_by_txt(
                name, field, MBSTRING_UTF8, reinterpret_cast<const unsigned char *>(value), -1, -1, 0);
        };
        for (const char *group : groups)
            add("O", group);
        add("CN", user);
        X509_REQ_set_pubkey(made, key);
        X509_REQ_sign(made, key, EVP_sha256());
        request = pemOf([&](BIO *out) { PEM_write_bio_X509_REQ(out, made); });
        keyPem = pemOf(
            [&](BIO *out) { PEM_write_bio_PrivateKey(out, key, nullptr, nullptr, 0, nullptr, nullptr); });
        X509_REQ_free(made);
        EVP_PKEY_free(key);
    }

    QByteArray request;
    QByteArray keyPem;
};

/// JSON written with single quotes.
QByteArray json(const char *text)
{
    return QByteArray::fromStdString(jsonText(text));
}

QByteArray bearer(const std::string &token)
{
    return "Authorization: Bearer " + QByteArray::fromStdString(token) + "\r\n";
}

std::string textIn(const HttpAnswer &answer, std::initializer_list<std::string_view> path)
{
    const auto parsed = api::parseJson(answer.body.toStdString());
    return parsed ? std::string(api::textAt(*parsed, path)) : std::string();
}

const QByteArray pods = "/api/v1/namespaces/default/pods";
const QByteArray accounts = "/api/v1/namespaces/default/serviceaccounts";
const QByteArray requests = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
const QByteArray whoAmI = "/apis/authentication.k8s.io/v1/selfsubjectreviews";

} // namespace

class TestIdentities : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        m_database = ":memory:";
    }
    void cleanup() { close(); }

    void tokensOfAccounts()
    {
        open(true);
        bindEdit(json("{'kind': 'ServiceAccount', 'name': 'bot', 'namespace': 'default'}"));
        asOwner("POST", accounts, json("{'metadata': {'name': 'bot'}}"));
        const HttpAnswer made = asOwner("POST", accounts + "/bot/token", json("{'spec': {}}"));
        QCOMPARE(made.code, 201);
        const QByteArray shown = bearer(textIn(made, {"status", "token"}));
        QCOMPARE(ask("GET", pods, shown).code, 200);
        QCOMPARE(ask("GET", "/api/v1/nodes", shown).code, 403); // R1
        QCOMPARE(ask("POST", "/api/v1/nodes", shown, "{").code, 403); // R2: the body comes last
        QCOMPARE(ask("POST", pods, shown, "{").code, 400);
        QCOMPARE(textIn(ask("POST", whoAmI, shown, "{}"), {"status", "userInfo", "username"}),
            std::string("system:serviceaccount:default:bot"));
        asOwner("DELETE", accounts + "/bot");
        QCOMPARE(ask("GET", pods, shown).code, 401); // S3
        QCOMPARE(ask("POST", pods, shown, "{").code, 401);
    }

    void tokensCanBeVerifiedWithoutTheLab()
    {
        open(true);
        const std::string address = "https://127.0.0.1:" + std::to_string(m_port);
        m_core->run([&] { m_lab->server->serveAt(address); });
        asOwner("POST", accounts, json("{'metadata': {'name': 'bot'}}"));
        const std::string token =
            textIn(asOwner("POST", accounts + "/bot/token", json("{'spec': {}}")), {"status", "token"});
        const HttpAnswer issuer = ask("GET", "/.well-known/openid-configuration", bearer(token));
        QCOMPARE(issuer.code, 200); // S9
        QCOMPARE(textIn(issuer, {"issuer"}), std::string(access::tokenIssuer));
        QCOMPARE(textIn(issuer, {"jwks_uri"}), address + "/openid/v1/jwks");
        const HttpAnswer keys = ask("GET", "/openid/v1/jwks", bearer(token));
        QVERIFY2(keys.head.contains("Content-Type: application/jwk-set+json"), keys.head.constData());
        const api::Json key = api::parseJson(keys.body.toStdString())->at("keys").at(0);
        QByteArray shown = QByteArray::fromStdString(token);
        QVERIFY(isSignedBy(shown, key));
        shown[shown.indexOf('.') + 5] = shown.at(shown.indexOf('.') + 5) == 'x' ? 'y' : 'x';
        QVERIFY(!isSignedBy(shown, key));
        QCOMPARE(ask("GET", "/openid/v1/jwks").code, 403); // R1
    }

    void wrongTokens_data()
    {
        QTest::addColumn<QByteArray>("header");
        QTest::newRow("N2 nonsense") << bearer("nonsense");
        QTest::newRow("N2 nothing") << QByteArray("Authorization: Bearer\r\n");
        QTest::newRow("N2 another scheme") << QByteArray("Authorization: Basic YTpi\r\n");
        QTest::newRow("S4 algorithm none") << bearer("eyJhbGciOiJub25lIn0.e30.");
        QTest::newRow("S4 no base64") << bearer("!.?.#");
        QTest::newRow("S4 a long one") << bearer(std::string(40'000, 'a') + ".b.c");
    }

    void wrongTokens()
    {
        QFETCH(QByteArray, header);
        open(true);
        QCOMPARE(ask("GET", pods, header).code, 401);
        QCOMPARE(ask("GET", "/healthz", header).code, 401);
    }

    void tokensOfAnotherLab()
    {
        open(false);
        asOwner("POST", accounts, json("{'metadata': {'name': 'bot'}}"));
        const std::string token =
            textIn(asOwner("POST", accounts + "/bot/token", json("{'spec': {}}")), {"status", "token"});
        const std::string owners = m_credentials.token;
        close();
        m_dir = std::make_unique<QTemporaryDir>();
        open(false);
        QCOMPARE(ask("GET", pods, bearer(token)).code, 401); // S4
        QCOMPARE(ask("GET", pods, bearer(owners)).code, 401);
    }

    void strangers()
    {
        open(true);
        const HttpAnswer refused = ask("GET", pods);
        QCOMPARE(refused.code, 403); // N1
        QCOMPARE(textIn(refused, {"message"}),
            std::string("pods is forbidden: User \"system:anonymous\" cannot list resource \"pods\" in API "
                        "group \"\" in the namespace \"default\""));
        QCOMPARE(ask("GET", "/version").code, 200);
        close();
        open(false);
        QCOMPARE(ask("GET", pods).code, 401);
        QCOMPARE(ask("GET", "/version").code, 200);
    }

    void certificates()
    {
        open(true);
        bindEdit(json("{'kind': 'Group', 'name': 'ops', 'apiGroup': 'rbac.authorization.k8s.io'}"));
        const auto ann = certified(Applicant("ann", {"ops", "staff"}));
        QVERIFY(ann); // S7
        QCOMPARE(ask("GET", pods, {}, {}, ann).code, 200); // N3
        const HttpAnswer me = ask("POST", whoAmI, {}, "{}", ann);
        QCOMPARE(textIn(me, {"status", "userInfo", "username"}), std::string("ann"));
        QVERIFY2(
            me.body.contains(json("'groups':['ops','staff','system:authenticated']")), me.body.constData());
        QCOMPARE(ask("GET", pods, {}, {}, certified(Applicant("bob"))).code, 403);
        QCOMPARE(ask("GET", pods, bearer(m_credentials.token), {}, ann).code, 200);
        QCOMPARE(ask("GET", pods, bearer("wrong"), {}, ann).code, 401);
    }

    /// T22: they are no credentials; the connection and its other requests live.
    void foreignCertificates()
    {
        open(true);
        const Applicant eve("ann", {"system:masters"});
        const auto other =
            lab::front::loadOrMakeCredentials(m_dir->filePath(QStringLiteral("other")).toStdString());
        const auto foreign = clientAuthorityOf(*other)->sign(eve.request.toStdString(), 1h);
        QVERIFY(foreign);
        const TlsClient::Identity identity {QByteArray::fromStdString(*foreign), eve.keyPem};
        QCOMPARE(ask("GET", pods, {}, {}, identity).code, 401); // N3
        QCOMPARE(ask("GET", "/healthz", {}, {}, identity).code, 401);
        QCOMPARE(ask("GET", pods, bearer(m_credentials.token), {}, identity).code, 200);
        const auto expired = clientAuthorityOf(m_credentials)->sign(eve.request.toStdString(), -1s);
        QCOMPARE(
            ask("GET", pods, {}, {}, TlsClient::Identity {QByteArray::fromStdString(*expired), eve.keyPem})
                .code,
            401);
        const auto serving = TlsClient::Identity {QByteArray::fromStdString(m_credentials.certificatePem),
            QByteArray::fromStdString(m_credentials.keyPem)};
        QCOMPARE(ask("GET", pods, {}, {}, serving).code, 401);
    }

    void requestsThatAreNotSigned()
    {
        open(true);
        const auto apply = [&](const Applicant &who, const char *signer, const QByteArray &usages) {
            return asOwner("POST", requests, applicationOf(who, signer, usages));
        };
        const char *ours = "kubernetes.io/kube-apiserver-client";
        const Applicant eve("eve", {"system:masters"});
        QCOMPARE(apply(eve, ours, json("['client auth']")).code, 422); // S6
        QCOMPARE(apply(Applicant("bob"), "nobody", json("['client auth']")).code, 422);
        QCOMPARE(apply(Applicant("bob"), ours, "[]").code, 422);
        Applicant forged("bob");
        forged.request.replace("CERTIFICATE REQUEST", "CERTIFICATE");
        QCOMPARE(apply(forged, ours, json("['client auth']")).code, 422);
        QCOMPARE(apply(Applicant("bob"), ours, json("['server auth']")).code, 201);
        approve();
        QVERIFY(asOwner("GET", requests + "/r").body.contains(json("'type':'Failed'"))); // S7
        asOwner("DELETE", requests + "/r");
        QCOMPARE(apply(Applicant("bob"), "example.com/other", json("['client auth']")).code, 201);
        approve();
        const HttpAnswer kept = asOwner("GET", requests + "/r");
        QVERIFY(!kept.body.contains("certificate\":") && !kept.body.contains("Failed"));
        QCOMPARE(textIn(kept, {"spec", "username"}), std::string("hollowlab"));
    }

    /// Who settles a request says no more of it than is theirs to say (S7).
    void eachSettlesTheirPart()
    {
        open(true);
        asOwner("POST", "/apis/rbac.authorization.k8s.io/v1/clusterroles",
            json("{'metadata': {'name': 'settlers'}, 'rules': [{'verbs': ['get', 'update'], 'apiGroups': "
                 "['certificates.k8s.io'], 'resources': ['certificatesigningrequests/status', "
                 "'certificatesigningrequests/approval']}]}"));
        asOwner("POST", "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
            json("{'metadata': {'name': 'settlers'}, 'roleRef': {'kind': 'ClusterRole', 'name': 'settlers'}, "
                 "'subjects': [{'kind': 'User', 'name': 'vic', 'apiGroup': "
                 "'rbac.authorization.k8s.io'}]}"));
        const QByteArray owner = bearer(m_credentials.token);
        const QByteArray vic = owner + "Impersonate-User: vic\r\n";
        asOwner(
            "POST", requests, applicationOf(Applicant("bob"), "example.com/other", json("['client auth']")));
        const auto certificate = [](const QByteArray &pem) {
            return "'certificate': '" + pem.toBase64() + "'";
        };
        const auto pem = QByteArray::fromStdString(m_credentials.certificatePem);
        const char *approved = "{'conditions': [{'type': 'Approved', 'status': 'True'}]}";
        const char *signedToo =
            "{'conditions': [{'type': 'Approved', 'status': 'True'}], 'certificate': 'YQ=='}";
        const char *reworded = "{'conditions': [{'type': 'Approved', 'status': 'True', 'reason': 'Other'}]}";
        QCOMPARE(settle("status", approved, owner).code, 422);
        QCOMPARE(settle("status", "{" + certificate(pem) + "}", vic).code, 403);
        QCOMPARE(settle("approval", signedToo, owner).code, 422);
        QCOMPARE(settle("approval", approved, vic).code, 403);
        QCOMPARE(
            settle("approval", "{'conditions': [{'type': 'Approved', 'status': 'False'}]}", owner).code, 422);
        const HttpAnswer settled = settle("approval", approved, owner);
        QCOMPARE(settled.code, 200);
        QVERIFY(settled.body.contains("lastUpdateTime") && settled.body.contains("lastTransitionTime"));
        QCOMPARE(settle("approval", "{'conditions': []}", owner).code, 422);
        const QByteArray failed = withCondition("{'type': 'Failed', 'status': 'True'}");
        QCOMPARE(ask("PUT", requests + "/r/status", vic, failed).code, 403);
        QCOMPARE(settle("status", reworded, owner).code, 422);
        for (const QByteArray &wrong : {QByteArray("a"), QByteArray::fromStdString(m_credentials.keyPem),
                 pem + QByteArray::fromStdString(m_credentials.keyPem),
                 QByteArray("-----BEGIN CERTIFICATE-----\nYQ==\n-----END CERTIFICATE-----\n")})
            QCOMPARE(ask("PUT", requests + "/r/status", owner, statusWith(certificate(wrong))).code, 422);
        const QByteArray kept = statusWith(certificate(pem + pem));
        QCOMPARE(ask("PUT", requests + "/r/status", vic, kept).code, 403);
        QCOMPARE(ask("PUT", requests + "/r/status", owner, kept).code, 200);
        QCOMPARE(ask("PUT", requests + "/r/status", owner, statusWith(certificate(pem))).code, 422);
    }

    void actingAsOthers()
    {
        open(true);
        const QByteArray owner = bearer(m_credentials.token);
        const QByteArray asVic = "Impersonate-User: vic\r\n";
        bindEdit(json("{'kind': 'User', 'name': 'vic', 'apiGroup': 'rbac.authorization.k8s.io'}"));
        QCOMPARE(ask("GET", pods, owner + asVic).code, 200); // R8
        QCOMPARE(ask("GET", "/api/v1/nodes", owner + asVic).code, 403);
        QCOMPARE(ask("GET", "/healthz", asVic).code, 403);
        QCOMPARE(ask("GET", pods, asVic + "Impersonate-Group: system:masters\r\n").code, 403);
        QCOMPARE(ask("GET", pods, owner + "Impersonate-Group: system:masters\r\n").code, 400);
        QCOMPARE(ask("GET", pods, owner + asVic + "Impersonate-User: ann\r\n").code, 400);
        QCOMPARE(ask("GET", pods, owner + "impersonate-shoe: 43\r\n").code, 400);
        const HttpAnswer me = ask("POST", whoAmI,
            owner + asVic
                + "Impersonate-Group: a\r\nImpersonate-Group: b\r\nImpersonate-Uid: 7\r\n"
                  "Impersonate-Extra-Scope: x\r\n",
            "{}");
        QVERIFY2(me.body.contains(json("'groups':['a','b','system:authenticated']")), me.body.constData());
        QVERIFY(me.body.contains(json("'scope':['x']")) && me.body.contains(json("'uid':'7'")));
        QByteArray many = asVic;
        for (int i = 0; i < 1'500; ++i)
            many += "Impersonate-Group: g" + QByteArray::number(i) + "\r\n";
        QCOMPARE(ask("GET", pods, owner + many).code, 200);
        QCOMPARE(ask("GET", pods, owner + many + many).code, 431); // O7
        close();
        open(false);
        QCOMPARE(ask("GET", "/healthz", asVic).code, 401); // R8
        QCOMPARE(ask("GET", pods, asVic).code, 401);
    }

    void viewers()
    {
        open(false);
        const QByteArray viewer = bearer(m_credentials.viewerToken);
        QCOMPARE(ask("GET", pods, viewer).code, 200); // R9
        QCOMPARE(ask("POST", pods, viewer, "{}").code, 403);
        QCOMPARE(ask("DELETE", pods, viewer).code, 403);
        QCOMPARE(ask("GET", "/api/v1/secrets", viewer).code, 403);
        QCOMPARE(ask("GET", pods, viewer + "Impersonate-User: hollowlab\r\n").code, 403);
    }

    /// Tokens, keys, certificates, roles: what was good is good on the next day.
    void secondDay()
    {
        m_database = m_dir->filePath(QStringLiteral("lab.db")).toStdString();
        open(true);
        bindEdit(json("{'kind': 'ServiceAccount', 'name': 'bot', 'namespace': 'default'}, {'kind': 'User', "
                      "'name': 'ann', 'apiGroup': 'rbac.authorization.k8s.io'}"));
        asOwner("POST", accounts, json("{'metadata': {'name': 'bot'}}"));
        const QByteArray shown = bearer(
            textIn(asOwner("POST", accounts + "/bot/token", json("{'spec': {}}")), {"status", "token"}));
        const auto ann = certified(Applicant("ann"));
        close();
        open(true);
        QCOMPARE(ask("GET", pods, shown).code, 200); // S1
        QCOMPARE(ask("GET", pods, {}, {}, ann).code, 200);
        QCOMPARE(ask("GET", "/api/v1/nodes", shown).code, 403);
    }

    /// The keys that it does not have are made, and what its kubeconfig says stays true.
    void credentialsOfAnOlderLab()
    {
        open(false);
        const Credentials before = m_credentials;
        close();
        QFile file(m_dir->filePath(QStringLiteral("lab/credentials.json")));
        QVERIFY(file.open(QIODevice::ReadWrite));
        auto kept = *api::parseJson(file.readAll().toStdString());
        for (const char *member : {"viewerToken", "clientCa", "clientCaKey", "tokenKey"})
            kept.get_object().erase(member);
        QVERIFY(file.resize(0) && file.seek(0)
            && file.write(QByteArray::fromStdString(api::writeJson(kept))) > 0);
        file.close();
        open(false);
        QCOMPARE(m_credentials.token, before.token);
        QCOMPARE(m_credentials.caPem, before.caPem);
        QVERIFY(!m_credentials.viewerToken.empty() && m_credentials.viewerToken != before.viewerToken);
        QCOMPARE(ask("GET", pods, bearer(m_credentials.viewerToken)).code, 200);
    }

private:
    void open(bool evaluatesRoles)
    {
        m_credentials =
            *lab::front::loadOrMakeCredentials(m_dir->filePath(QStringLiteral("lab")).toStdString());
        m_core = std::make_unique<base::Worker>(QStringLiteral("core"));
        m_lab = &m_core->make<Lab>(m_database, evaluatesRoles);
        m_core->run([&] {
            m_lab->server->trust(authenticatorOf(m_credentials), clientAuthorityOf(m_credentials));
            m_lab->front = std::move(*lab::front::HttpsFront::start(
                {.credentials = m_credentials, .letsStrangersAsk = evaluatesRoles},
                m_lab->server->frontServer(), [this](std::function<void()> task) {
                    m_core->post([this, task = std::move(task)] { m_lab->pacer.enter(task); });
                }));
            m_lab->front->setCommitted(std::numeric_limits<std::uint64_t>::max());
            m_port = m_lab->front->port();
        });
    }

    void close()
    {
        if (!m_core)
            return;
        m_core->run([this] {
            m_lab->front.reset();
            (void)m_lab->server->close();
        });
        m_core.reset();
    }

    HttpAnswer ask(const QByteArray &method, const QByteArray &target, const QByteArray &fields = {},
        const QByteArray &body = {}, const std::optional<TlsClient::Identity> &identity = {})
    {
        QByteArray text = method + ' ' + target + " HTTP/1.1\r\nHost: 127.0.0.1:" + QByteArray::number(m_port)
            + "\r\nContent-Type: application/json\r\n" + fields;
        if (!body.isEmpty())
            text += "Content-Length: " + QByteArray::number(body.size()) + "\r\n";
        return TlsClient(m_port, m_credentials.caPem, identity).ask(text + "\r\n" + body);
    }
    HttpAnswer asOwner(const QByteArray &method, const QByteArray &target, const QByteArray &body = {})
    {
        return ask(method, target, bearer(m_credentials.token), body);
    }

    void bindEdit(const QByteArray &subjects)
    {
        const HttpAnswer made =
            asOwner("POST", "/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings",
                json("{'metadata': {'name': 'editors'}, 'roleRef': {'kind': 'ClusterRole', 'name': 'edit'}, "
                     "'subjects': [")
                    + subjects + "]}");
        if (made.code != 201)
            qFatal("%s", made.body.constData());
    }

    static QByteArray applicationOf(const Applicant &who, const QByteArray &signer, const QByteArray &usages)
    {
        return json("{'metadata': {'name': 'r'}, 'spec': {'signerName': '") + signer + json("', 'usages': ")
            + usages + json(", 'request': '") + who.request.toBase64() + json("'}}");
    }

    HttpAnswer settle(const char *endpoint, const char *status, const QByteArray &fields)
    {
        api::Json settled = *api::parseJson(asOwner("GET", requests + "/r").body.toStdString());
        settled.as_object()["status"] = *api::parseJson(jsonText(status));
        return ask(
            "PUT", requests + "/r/" + endpoint, fields, QByteArray::fromStdString(api::writeJson(settled)));
    }

    /// The request as it is, with that member in its status.
    QByteArray statusWith(const char *member)
    {
        api::Json settled = *api::parseJson(asOwner("GET", requests + "/r").body.toStdString());
        const api::Json more = *api::parseJson(jsonText(std::string("{") + member + "}"));
        for (const auto &[key, value] : more.as_object())
            settled.as_object()["status"].as_object()[key] = value;
        return QByteArray::fromStdString(api::writeJson(settled));
    }

    /// The request as it is, with that condition besides.
    QByteArray withCondition(const char *condition)
    {
        api::Json settled = *api::parseJson(asOwner("GET", requests + "/r").body.toStdString());
        settled.at("status").at("conditions").as_array().push_back(*api::parseJson(jsonText(condition)));
        return QByteArray::fromStdString(api::writeJson(settled));
    }

    HttpAnswer approve()
    {
        return settle("approval",
            "{'conditions': [{'type': 'Approved', 'status': 'True', 'reason': 'Test'}]}",
            bearer(m_credentials.token));
    }

    /// What an applicant gets whom the owner approves; nothing when there is no certificate.
    std::optional<TlsClient::Identity> certified(const Applicant &who)
    {
        asOwner("DELETE", requests + "/r");
        asOwner("POST", requests,
            applicationOf(who, "kubernetes.io/kube-apiserver-client", json("['client auth']")));
        approve();
        const std::string given = textIn(asOwner("GET", requests + "/r"), {"status", "certificate"});
        if (given.empty())
            return std::nullopt;
        return TlsClient::Identity {QByteArray::fromBase64(QByteArray::fromStdString(given)), who.keyPem};
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    std::string m_database;
    Credentials m_credentials;
    std::unique_ptr<base::Worker> m_core;
    Lab *m_lab = nullptr;
    quint16 m_port = 0;
};

QTEST_GUILESS_MAIN(TestIdentities)
#include "tst_identities.moc"
