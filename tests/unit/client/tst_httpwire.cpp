// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/httpwire.h"

#include <QFile>
#include <QTest>

using namespace core::client;

class TestHttpWire : public QObject
{
    Q_OBJECT

private slots:
    void init() { qputenv("https_proxy", "http://environment:3128"); }
    void cleanup()
    {
        qunsetenv("https_proxy");
        qunsetenv("no_proxy");
    }

    /// KC13
    void proxies_data()
    {
        QTest::addColumn<QByteArray>("server");
        QTest::addColumn<QByteArray>("proxyUrl");
        QTest::addColumn<int>("type");
        QTest::addColumn<QString>("address");
        const int none = QNetworkProxy::NoProxy;
        const int http = QNetworkProxy::HttpProxy;
        const int socks = QNetworkProxy::Socks5Proxy;
        QTest::newRow("loopback never goes through one")
            << QByteArray("https://127.0.0.1:6443") << QByteArray() << none << QString();
        QTest::newRow("not even through its own")
            << QByteArray("https://localhost:6443") << QByteArray("http://p:1") << none << QString();
        QTest::newRow("nor on IPv6") << QByteArray("https://[::1]:6443") << QByteArray("http://p:1") << none
                                     << QString();
        QTest::newRow("proxy-url before the environment")
            << QByteArray("https://h") << QByteArray("http://me:x@p:8080") << http
            << QStringLiteral("me@p:8080");
        QTest::newRow("the usual port")
            << QByteArray("https://h") << QByteArray("http://p") << http << QStringLiteral("@p:80");
        QTest::newRow("SOCKS") << QByteArray("https://h") << QByteArray("socks5://p") << socks
                               << QStringLiteral("@p:1080");
        QTest::newRow("the environment")
            << QByteArray("https://h") << QByteArray() << http << QStringLiteral("@environment:3128");
        QTest::newRow("what the environment leaves out")
            << QByteArray("https://direct.example") << QByteArray() << none << QString();
    }

    void proxies()
    {
        QFETCH(QByteArray, server);
        QFETCH(QByteArray, proxyUrl);
        QFETCH(int, type);
        QFETCH(QString, address);
        qputenv("no_proxy", "direct.example");
        const auto proxy = proxyFor({.server = server.toStdString(), .proxyUrl = proxyUrl.toStdString()});
        QVERIFY(proxy);
        QCOMPARE(int(proxy->type()), type);
        if (type != QNetworkProxy::NoProxy)
            QCOMPARE(
                QStringLiteral("%1@%2:%3").arg(proxy->user(), proxy->hostName()).arg(proxy->port()), address);
    }

    void trustIsExactlyWhatIsConfigured()
    {
        QFile file(QStringLiteral(HOLLOWLAB_SOURCE_DIR "/tests/data/tls/ca.pem"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray ca = file.readAll();
        const auto own = tlsFor({.caPem = ca.toStdString()});
        QCOMPARE(own->caCertificates(), QSslCertificate::fromData(ca));
        QCOMPARE(own->protocol(), QSsl::TlsV1_2OrLater);
        QCOMPARE(own->peerVerifyMode(), QSslSocket::VerifyPeer);
        QCOMPARE(tlsFor({})->caCertificates(), QSslConfiguration::systemCaCertificates());
        QCOMPARE(tlsFor({.insecureSkipTlsVerify = true})->peerVerifyMode(), QSslSocket::VerifyNone);
    }

    void http2OnlyTowardsServersThatAreChecked()
    {
        const auto allowed = [](const ClusterAccess &access) {
            return networkRequest(access, {}, {}, {})
                .attribute(QNetworkRequest::Http2AllowedAttribute)
                .toBool();
        };
        QVERIFY(allowed({.server = "https://h"}));
        QVERIFY(!allowed({.server = "https://h", .insecureSkipTlsVerify = true}));
    }
};

QTEST_GUILESS_MAIN(TestHttpWire)
#include "tst_httpwire.moc"
