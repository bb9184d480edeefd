// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/yaml.h"
#include "core/base/privatefile.h"
#include "core/lab/front/credentials.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <sys/stat.h>

#include <memory>

using namespace core;
using namespace core::lab::front;

namespace {

struct FreeCertificate {
    void operator()(X509 *certificate) const { X509_free(certificate); }
};
using Certificate = std::unique_ptr<X509, FreeCertificate>;

Certificate read(const std::string &pem)
{
    BIO *bio = BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()));
    Certificate certificate(PEM_read_bio_X509(bio, nullptr, nullptr, nullptr));
    BIO_free(bio);
    return certificate;
}

int modeOf(const QString &path)
{
    struct stat info {
    };
    return ::stat(path.toUtf8().constData(), &info) == 0 ? static_cast<int>(info.st_mode & 07777U) : -1;
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestCredentials : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        m_lab = m_dir->filePath(QStringLiteral("lab"));
    }

    void theCertificateIsForLoopbackOnlyAndSignedByTheAuthority()
    {
        const auto made = loadOrMakeCredentials(m_lab.toStdString());
        QVERIFY(made);
        const Certificate authority = read(made->caPem);
        const Certificate server = read(made->certificatePem);
        QVERIFY(authority && server);
        QCOMPARE(X509_verify(server.get(), X509_get0_pubkey(authority.get())), 1);
        QCOMPARE(X509_check_ca(server.get()), 0);
        QVERIFY(X509_check_ca(authority.get()) != 0);
        QCOMPARE(X509_check_ip_asc(server.get(), "127.0.0.1", 0), 1);
        QCOMPARE(X509_check_ip_asc(server.get(), "::1", 0), 1);
        QCOMPARE(X509_check_host(server.get(), "localhost", 0, 0, nullptr), 1);
        QCOMPARE(X509_check_ip_asc(server.get(), "127.0.0.2", 0), 0);
        QCOMPARE(X509_check_host(server.get(), "example.org", 0, 0, nullptr), 0);
    }

    void t3OnlyTheUserCanReadThem()
    {
        const mode_t before = ::umask(0); // T15: modes are right whatever the umask
        const auto made = loadOrMakeCredentials(m_lab.toStdString());
        ::umask(before);
        QVERIFY(made);
        QCOMPARE(modeOf(m_lab), 0700);
        QCOMPARE(modeOf(m_lab + QStringLiteral("/credentials.json")), 0600);
    }

    void theyAreKept()
    {
        const auto first = loadOrMakeCredentials(m_lab.toStdString());
        const auto second = loadOrMakeCredentials(m_lab.toStdString());
        QCOMPARE(second->token, first->token);
        QCOMPARE(second->certificatePem, first->certificatePem);
        QCOMPARE(second->keyPem, first->keyPem);
    }

    void twoLabsHaveNothingInCommon()
    {
        const auto first = loadOrMakeCredentials(m_lab.toStdString());
        const auto second = loadOrMakeCredentials(m_dir->filePath(QStringLiteral("other")).toStdString());
        QCOMPARE(first->token.size(), std::size_t(64));
        QVERIFY(first->token != second->token);
        QVERIFY(first->caPem != second->caPem);
        QVERIFY(first->keyPem != second->keyPem);
    }

    void damagedOrReadableOnesAreReplaced_data() // X26
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<int>("mode");
        QTest::addColumn<QByteArray>("why");
        QTest::newRow("not JSON") << QByteArray("{") << 0600 << QByteArray("are damaged");
        QTest::newRow("a list") << QByteArray("[1]") << 0600 << QByteArray("are damaged");
        QTest::newRow("empty") << QByteArray() << 0600 << QByteArray("are damaged");
        for (const char *part : {"ca", "certificate", "key", "token", "clientCaKey", "tokenKey"})
            QTest::addRow("%s", part) << QByteArray(part) << 0600 << QByteArray("are damaged");
        QTest::newRow("readable by others") << QByteArray() << 0644 << QByteArray("could be read by others");
        QTest::newRow("expired") << QByteArray("expired") << 0600 << QByteArray("have ended");
    }

    void damagedOrReadableOnesAreReplaced()
    {
        QFETCH(QByteArray, content);
        QFETCH(int, mode);
        QFETCH(QByteArray, why);
        const auto first = loadOrMakeCredentials(m_lab.toStdString());
        const QString path = m_lab + QStringLiteral("/credentials.json");
        if (content == "expired")
            content = withExpiredCertificate(*first);
        else if (mode != 0600)
            content = contentOf(path);
        else if (!content.isEmpty() && !content.contains('{') && !content.contains('['))
            content = withAnothers(content.constData(), path);
        QVERIFY(base::writePrivateFile(path.toStdString(), content.toStdString()));
        QCOMPARE(::chmod(path.toUtf8().constData(), static_cast<mode_t>(mode)), 0);
        const auto second = loadOrMakeCredentials(m_lab.toStdString());
        QVERIFY(second);
        QVERIFY(second->token != first->token);
        QCOMPARE(modeOf(path), 0600);
        QVERIFY2(second->loss.text.find(path.toStdString() + ' ' + why.toStdString()) != std::string::npos,
            second->loss.text.c_str());
        const QString aside = path + QStringLiteral(".damaged");
        QVERIFY(second->loss.text.find("credentials.json.damaged") != std::string::npos);
        QCOMPARE(contentOf(aside), content);
        QCOMPARE(modeOf(aside), 0600);
        QVERIFY(loadOrMakeCredentials(m_lab.toStdString())->loss.empty());
    }

    void missingOnesWereLostWhereThereIsAKubeconfig()
    {
        const std::string lab = m_lab.toStdString();
        const auto first = loadOrMakeCredentials(lab);
        QVERIFY(first->loss.empty());
        QVERIFY(QFile::remove(m_lab + QStringLiteral("/credentials.json")));
        const auto second = loadOrMakeCredentials(lab);
        QVERIFY(second->loss.empty());
        QVERIFY(writeKubeconfig(lab + "/kubeconfig", "demo", 6443, *second));
        QVERIFY(QFile::remove(m_lab + QStringLiteral("/credentials.json")));
        const auto third = loadOrMakeCredentials(lab);
        QVERIFY2(third->loss.text.find("are missing") != std::string::npos, third->loss.text.c_str());
        QCOMPARE(third->loss.values.back().code, std::string("AreMissing"));
    }

    void whatAnOlderProgramDidNotKnowIsAdded()
    {
        const std::string lab = m_lab.toStdString();
        const auto first = loadOrMakeCredentials(lab);
        const api::Json old = api::JsonObject {{"ca", first->caPem}, {"certificate", first->certificatePem},
            {"key", first->keyPem}, {"token", first->token}};
        QVERIFY(base::writePrivateFile(lab + "/credentials.json", api::writeJson(old)));
        const auto second = loadOrMakeCredentials(lab);
        QVERIFY(second && second->loss.empty());
        QCOMPARE(second->token, first->token);
        QCOMPARE(second->keyPem, first->keyPem);
        QVERIFY(!second->tokenKeyPem.empty() && second->viewerToken.size() == 64);
    }

    void theKubeconfig()
    {
        const auto made = loadOrMakeCredentials(m_lab.toStdString());
        const QString path = m_dir->filePath(QStringLiteral("kube/demo.yaml"));
        QVERIFY(writeKubeconfig(path.toStdString(), "demo", 6443, *made));
        QCOMPARE(modeOf(path), 0600);
        QCOMPARE(modeOf(QFileInfo(path).path()), 0700);
        const auto config = api::parseYaml(contentOf(path).toStdString());
        QVERIFY(config);
        QCOMPARE(api::textAt(*config, {"current-context"}), std::string_view("hollowlab-demo"));
        const api::Json &cluster = config->at("clusters").at(0);
        QCOMPARE(api::textAt(cluster, {"cluster", "server"}), std::string_view("https://127.0.0.1:6443"));
        const auto ca = api::textAt(cluster, {"cluster", "certificate-authority-data"});
        QCOMPARE(
            QByteArray::fromBase64(QByteArray(ca.data(), qsizetype(ca.size()))).toStdString(), made->caPem);
        QCOMPARE(api::textAt(config->at("users").at(0), {"user", "token"}), std::string_view(made->token));
        const api::Json &context = config->at("contexts").at(0);
        QCOMPARE(api::textAt(context, {"name"}), std::string_view("hollowlab-demo"));
        QCOMPARE(api::textAt(context, {"context", "namespace"}), std::string_view("default"));
    }

    void t15ADirectoryThatOthersCanWriteToIsRefused()
    {
        QVERIFY(QDir().mkpath(m_lab));
        QCOMPARE(::chmod(m_lab.toUtf8().constData(), 0777), 0);
        const auto made = loadOrMakeCredentials(m_lab.toStdString());
        QVERIFY(!made);
        QCOMPARE(made.error().kind, base::ErrorKind::Forbidden);
        QVERIFY(QString::fromStdString(made.error().message).contains(m_lab));
    }

private:
    static QByteArray withExpiredCertificate(const Credentials &credentials)
    {
        const Certificate certificate = read(credentials.certificatePem);
        ASN1_TIME *longAgo = ASN1_TIME_new();
        ASN1_TIME_set_string(longAgo, "20200101000000Z");
        X509_set1_notAfter(certificate.get(), longAgo);
        ASN1_TIME_free(longAgo);
        i2d_re_X509_tbs(certificate.get(), nullptr); // forget the cached encoding
        BIO *bio = BIO_new(BIO_s_mem());
        PEM_write_bio_X509(bio, certificate.get());
        char *data = nullptr;
        const long size = BIO_get_mem_data(bio, &data);
        const std::string pem(data, static_cast<std::size_t>(size));
        BIO_free(bio);
        const api::Json json = api::JsonObject {{"ca", credentials.caPem}, {"certificate", pem},
            {"key", credentials.keyPem}, {"token", credentials.token}};
        return QByteArray::fromStdString(api::writeJson(json));
    }

    /// One member as another lab has it; what any lab could have is cut.
    QByteArray withAnothers(const char *member, const QString &path) const
    {
        const QString other = m_dir->filePath(QStringLiteral("other"));
        if (!loadOrMakeCredentials(other.toStdString()))
            return {};
        auto json = api::parseJson(contentOf(path).toStdString()).value();
        const auto theirs =
            api::parseJson(contentOf(other + QStringLiteral("/credentials.json")).toStdString()).value();
        const std::string value(api::textAt(theirs, {member}));
        const bool isUseful = std::string_view(member) == "token" || std::string_view(member) == "tokenKey";
        json.as_object()[member] = isUseful ? value.substr(1) : value;
        return QByteArray::fromStdString(api::writeJson(json));
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    QString m_lab;
};

QTEST_GUILESS_MAIN(TestCredentials)
#include "tst_credentials.moc"
