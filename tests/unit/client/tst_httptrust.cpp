// SPDX-License-Identifier: GPL-3.0-or-later
// Whom a client over HTTPS trusts, and as whom it shows itself (docs/faults-and-threats.md).
#include "core/api/saying.h"
#include "transportpeer.h"

#include <QTemporaryDir>

using namespace transporttest;

class TestHttpTrust : public QObject
{
    Q_OBJECT

private slots:
    void t10OnlyTheRightServerIsTrusted_data()
    {
        QTest::addColumn<QByteArray>("certificate");
        QTest::addColumn<QByteArray>("trust");
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<bool>("trusted");
        const QByteArray ca = tlsFile("ca.pem");
        const QByteArray other = tlsFile("server-selfsigned.pem");
        QTest::newRow("the right one") << QByteArray("server-good.pem") << ca << QByteArray() << true;
        QTest::newRow("unknown authority") << QByteArray("server-good.pem") << other << QByteArray() << false;
        QTest::newRow("only the system's authorities")
            << QByteArray("server-good.pem") << QByteArray() << QByteArray() << false;
        QTest::newRow("expired") << QByteArray("server-expired.pem") << ca << QByteArray() << false;
        QTest::newRow("not valid yet") << QByteArray("server-notyet.pem") << ca << QByteArray() << false;
        QTest::newRow("another host") << QByteArray("server-otherhost.pem") << ca << QByteArray() << false;
        QTest::newRow("another host, and expected to be")
            << QByteArray("server-otherhost.pem") << ca << QByteArray("other.example") << true;
        QTest::newRow("not the name expected")
            << QByteArray("server-good.pem") << ca << QByteArray("other.example") << false;
        QTest::newRow("signed by itself")
            << QByteArray("server-selfsigned.pem") << ca << QByteArray() << false;
        QTest::newRow("signed by itself, and trusted")
            << QByteArray("server-selfsigned.pem") << other << QByteArray() << true;
    }

    void t10OnlyTheRightServerIsTrusted()
    {
        QFETCH(QByteArray, certificate);
        QFETCH(QByteArray, trust);
        QFETCH(QByteArray, name);
        QFETCH(bool, trusted);
        ScriptedServer server(certificate.constData());
        Peer peer({.server = server.url(),
            .caPem = trust.toStdString(),
            .tlsServerName = name.toStdString(),
            .token = "secret"});
        const auto response = peer.ask(get("/"));
        QCOMPARE(response.has_value(), trusted);
        QCOMPARE(server.requests.size(), trusted ? 1 : 0); // the token did not leave
    }

    /// KC11
    void t10TheSystemsAuthoritiesDoNotCountBesideOurOwn()
    {
        // fact 6: as if the server's authority were one of the system's
        auto defaults = QSslConfiguration::defaultConfiguration();
        const auto before = defaults;
        defaults.setCaCertificates(QSslCertificate::fromData(tlsFile("ca.pem")));
        QSslConfiguration::setDefaultConfiguration(defaults);
        ScriptedServer server;
        Peer peer({.server = server.url(), .caPem = tlsFile("server-selfsigned.pem").toStdString()});
        const auto response = peer.ask(get("/"));
        QSslConfiguration::setDefaultConfiguration(before);
        QVERIFY(!response);
    }

    void t10OldTlsIsRefused()
    {
        QT_WARNING_PUSH
        QT_WARNING_DISABLE_DEPRECATED
        ScriptedServer server("server-good.pem", 0, QSsl::TlsV1_1);
        QT_WARNING_POP
        Peer peer(accessTo(server));
        QVERIFY(!peer.ask(get("/")));
    }

    /// KC12
    void insecureTrustsAnybodyWhenToldTo()
    {
        ScriptedServer server("server-expired.pem");
        Peer peer({.server = server.url(), .insecureSkipTlsVerify = true});
        QVERIFY(peer.ask(get("/")));
    }

    /// KC14
    void clientCertificates_data()
    {
        QTest::addColumn<QByteArray>("certificate");
        QTest::addColumn<QByteArray>("key");
        QTest::newRow("RSA, PKCS#1") << QByteArray("client-rsa.crt") << QByteArray("client-rsa.pkcs1.key");
        QTest::newRow("RSA, PKCS#8") << QByteArray("client-rsa.crt") << QByteArray("client-rsa.pkcs8.key");
        QTest::newRow("EC, SEC 1") << QByteArray("client-ec.crt") << QByteArray("client-ec.sec1.key");
        QTest::newRow("EC, PKCS#8") << QByteArray("client-ec.crt") << QByteArray("client-ec.pkcs8.key");
    }

    void clientCertificates()
    {
        QFETCH(QByteArray, certificate);
        QFETCH(QByteArray, key);
        ScriptedServer server;
        ClusterAccess access = accessTo(server);
        access.certificatePem = tlsFile(certificate.constData()).toStdString();
        access.keyPem = tlsFile(key.constData()).toStdString();
        Peer peer(access);
        QVERIFY(peer.ask(get("/")));
        QCOMPARE(server.clients.first(), QSslCertificate(tlsFile(certificate.constData())));
    }

    /// KC13, KC14, KC17
    void unusableAccess_data()
    {
        QTest::addColumn<ClusterAccess>("access");
        QTest::addColumn<QByteArray>("why");
        const std::string server = "https://h";
        const std::string cert = tlsFile("client-rsa.crt").toStdString();
        QTest::newRow("an encrypted key") << ClusterAccess {.server = server,
            .certificatePem = cert,
            .keyPem = tlsFile("client-rsa.encrypted.key").toStdString()}
                                          << QByteArray("encrypted");
        QTest::newRow("no key at all")
            << ClusterAccess {.server = server, .certificatePem = cert, .keyPem = "-----BEGIN X-----"}
            << QByteArray("key cannot be read");
        QTest::newRow("no certificate at all")
            << ClusterAccess {.server = server, .certificatePem = "-----BEGIN X-----", .keyPem = "x"}
            << QByteArray("certificate cannot be read");
        QTest::newRow("no authority") << ClusterAccess {.server = server, .caPem = "-----BEGIN X-----"}
                                      << QByteArray("authority cannot be read");
        QTest::newRow("a proxy over https")
            << ClusterAccess {.server = server, .proxyUrl = "https://p"} << QByteArray("proxies");
        QTest::newRow("two groups") << ClusterAccess {.server = server,
            .impersonation = {.user = "u", .groups = {"a", "b"}}}
                                    << QByteArray("more than one group");
    }

    void unusableAccess()
    {
        QFETCH(ClusterAccess, access);
        QFETCH(QByteArray, why);
        const auto opened = HttpTransport::open(access, [](const base::Task &task) { task(); });
        QVERIFY(!opened);
        QVERIFY2(opened.error().message.find(why.toStdString()) != std::string::npos,
            opened.error().message.c_str());
        QVERIFY(!api::sayingOf(opened.error()).code.empty());
    }

    /// KC15
    void aTokenFileIsReadAgainWhenTheTokenIsRefused()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("token"));
        const auto writeToken = [&](const QByteArray &token) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(token) == token.size());
        };
        writeToken("old\n");
        ScriptedServer server;
        server.reply = [](const QByteArray &request) {
            const bool known = hasHeader(request, "Authorization: Bearer new");
            return ScriptedReply {ScriptedServer::jsonReply("{}", known ? "200 OK" : "401 Unauthorized")};
        };
        ClusterAccess access = accessTo(server);
        access.token = "unused";
        access.tokenFile = path.toStdString();
        Peer peer(access);
        QCOMPARE(peer.ask(get("/"))->code, 401);
        QVERIFY(hasHeader(server.requests.last(), "Authorization: Bearer old")); // the file wins
        writeToken("new");
        QCOMPARE(peer.ask(get("/"))->code, 200);
        QVERIFY(QFile::remove(path));
        QCOMPARE(peer.ask(get("/"))->code, 200); // keeps the token it has
    }

    // X15
    void aWatchThatIsRefusedReadsTheTokenAgain()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("token"));
        const auto writeToken = [&](const QByteArray &token) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(token) == token.size());
        };
        writeToken("old");
        ScriptedServer server;
        server.reply = [](const QByteArray &request) {
            if (!hasHeader(request, "Authorization: Bearer new"))
                return ScriptedReply {ScriptedServer::jsonReply("{}", "401 Unauthorized")};
            return ScriptedReply {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"};
        };
        ClusterAccess access = accessTo(server);
        access.tokenFile = path.toStdString();
        Peer peer(access);
        Peer::Seen seen;
        auto watch = peer.transport->watch(get("/"), peer.sinkInto(seen));
        QTRY_VERIFY(seen.closed);
        QCOMPARE(seen.error->kind, base::ErrorKind::Unauthorized);
        writeToken("new");
        Peer::Seen again;
        watch = peer.transport->watch(get("/"), peer.sinkInto(again));
        QTRY_VERIFY(again.closed);
        QVERIFY(!again.error);
    }

    // X16, EX6
    void anotherCertificateMeansOtherConnections()
    {
        ScriptedServer server;
        server.reply = [](const QByteArray &request) {
            if (request.startsWith("GET /watch"))
                return ScriptedReply {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", false};
            QByteArray kept = ScriptedServer::jsonReply("{}");
            kept.replace("Connection: close\r\n", "");
            return ScriptedReply {kept, false};
        };
        ClusterAccess access = accessTo(server);
        access.certificatePem = tlsFile("client-rsa.crt").toStdString();
        access.keyPem = tlsFile("client-rsa.pkcs8.key").toStdString();
        Peer peer(access);
        QCOMPARE(peer.ask(get("/"))->code, 200);
        Peer::Seen seen;
        const auto watch = peer.transport->watch(get("/watch"), peer.sinkInto(seen));
        QTRY_COMPARE(server.requests.size(), 2);
        QVERIFY(peer.transport->renew(access)); // nothing is new
        QCOMPARE(peer.ask(get("/"))->code, 200);
        QVERIFY(!seen.closed);
        const int before = server.connections;
        access.certificatePem = tlsFile("client-ec.crt").toStdString();
        access.keyPem = tlsFile("client-ec.sec1.key").toStdString();
        QVERIFY(peer.transport->renew(access));
        QTRY_VERIFY(seen.closed);
        QCOMPARE(peer.ask(get("/"))->code, 200);
        QCOMPARE(server.connections, before + 1);
        QCOMPARE(server.clients.last(), QSslCertificate(tlsFile("client-ec.crt")));
        access.keyPem = "nonsense";
        QVERIFY(!peer.transport->renew(access));
        QCOMPARE(peer.ask(get("/"))->code, 200); // with what was shown before
    }
};

QTEST_GUILESS_MAIN(TestHttpTrust)
#include "tst_httptrust.moc"
