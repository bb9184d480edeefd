// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/kubeconfig.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace core;
using namespace core::client;

namespace {

const QByteArray caPem = "-----BEGIN CERTIFICATE-----\nCA\n-----END CERTIFICATE-----\n";
const QByteArray certPem = "-----BEGIN CERTIFICATE-----\nME\n-----END CERTIFICATE-----\n";
const QByteArray keyPem = "-----BEGIN EC PRIVATE KEY-----\nKEY\n-----END EC PRIVATE KEY-----\n";

/// One cluster, one user, one context, all named "it", with these members.
QByteArray config(const QByteArray &cluster, const QByteArray &user, const QByteArray &context = {})
{
    return "apiVersion: v1\nkind: Config\ncurrent-context: it\n"
           "clusters: [{name: it, cluster: {"
        + cluster + "}}]\nusers: [{name: it, user: {" + user
        + "}}]\ncontexts: [{name: it, context: {cluster: it, user: it" + context + "}}]\n";
}

QByteArray data(const char *member, const QByteArray &pem)
{
    return QByteArray(member) + "-data: " + pem.toBase64();
}

const QByteArray server = "server: 'https://h:6443'";

} // namespace

class TestKubeconfig : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }

    void kc1TheExplicitFileIsTheOnlyOne()
    {
        const auto one = write("one", config("server: 'https://one'", "token: a"));
        const auto two = write("two", config("server: 'https://two'", "token: b"));
        QCOMPARE(Kubeconfig::load({.explicitPath = one, .environment = two})->access()->server,
            std::string("https://one"));
        const auto missing = Kubeconfig::load({.explicitPath = path("none"), .environment = two});
        QCOMPARE(missing.error().kind, base::ErrorKind::NotFound);
        QVERIFY(missing.error().message.find(path("none")) != std::string::npos);
    }

    void kc1TheEnvironmentBeforeTheHome()
    {
        QVERIFY(QDir(m_dir->path()).mkpath(QStringLiteral(".kube")));
        write(".kube/config", config("server: 'https://home'", "token: a"));
        const auto named = write("env", config("server: 'https://env'", "token: a"));
        const std::string home = m_dir->path().toStdString();
        QCOMPARE(Kubeconfig::load({.home = home})->access()->server, std::string("https://home"));
        const std::string twice = named + "::" + named;
        QCOMPARE(Kubeconfig::load({.environment = twice, .home = home})->access()->server,
            std::string("https://env"));
    }

    void kc2MissingFilesAreSkippedUnlessAllAre()
    {
        const auto one = write("one", config(server, "token: a"));
        const auto some = Kubeconfig::load({.environment = path("none") + ":" + one});
        QVERIFY(some);
        QVERIFY(some->brokenFiles().empty());
        const auto none = Kubeconfig::load({.environment = path("none") + ":" + path("nil")});
        QCOMPARE(none.error().kind, base::ErrorKind::NotFound);
    }

    void kc2ABrokenFileDoesNotHideTheOthers()
    {
        const auto broken = write("broken", "clusters: [");
        const auto good = write("good", config(server, "token: a"));
        const auto loaded = Kubeconfig::load({.environment = broken + ":" + good});
        QVERIFY(loaded);
        QVERIFY(loaded->access());
        QCOMPARE(loaded->brokenFiles().size(), std::size_t(1));
        QCOMPARE(loaded->brokenFiles().front().file, broken);
        QVERIFY(loaded->brokenFiles().front().problem.text.starts_with(broken + ": not valid YAML at line "));
        const auto alone = Kubeconfig::load({.environment = broken});
        QCOMPARE(alone.error().kind, base::ErrorKind::Invalid);
        QVERIFY(alone.error().message.starts_with(broken));
    }

    void kc3TheFirstFileWinsAndNothingIsMixed()
    {
        const auto first = write("first", config("server: 'https://first'", "token: first"));
        const auto second = write("second",
            config("server: 'https://second', tls-server-name: second", "token: second, as: somebody")
                .replace("current-context: it", "current-context: other"));
        const auto access = Kubeconfig::load({.environment = first + ":" + second})->access();
        QVERIFY(access);
        QCOMPARE(access->server, std::string("https://first"));
        QCOMPARE(access->tlsServerName, std::string());
        QCOMPARE(access->token, std::string("first"));
        QCOMPARE(access->impersonation, Impersonation());
        const auto other = Kubeconfig::load({.environment = second + ":" + first});
        QCOMPARE(other->currentContext(), std::string("other"));
        QCOMPARE(other->access("it")->server, std::string("https://second"));
    }

    void kc3EntriesFromSeveralFilesWorkTogether()
    {
        const auto cluster = write("cluster", "clusters: [{name: c, cluster: {server: 'https://c'}}]\n");
        const auto user = write("user", "users: [{name: u, user: {token: t}}]\n");
        const auto context =
            write("context", "contexts: [{name: x, context: {cluster: c, user: u}}]\ncurrent-context: x\n");
        const auto access = Kubeconfig::load({.environment = cluster + ":" + user + ":" + context})->access();
        QVERIFY(access);
        QCOMPARE(access->server, std::string("https://c"));
        QCOMPARE(access->token, std::string("t"));
    }

    void kc4PathsAreRelativeToTheirFile()
    {
        QVERIFY(QDir(m_dir->path()).mkpath(QStringLiteral("deep")));
        write("deep/ca.pem", caPem);
        write("deep/me.pem", certPem);
        write("deep/me.key", keyPem);
        write("deep/token", " secret\n");
        const auto file = write("deep/config",
            config(server + ", certificate-authority: ca.pem",
                "client-certificate: ./me.pem, client-key: me.key, tokenFile: token"));
        const auto access = Kubeconfig::load({.explicitPath = file})->access();
        QVERIFY(access);
        QCOMPARE(access->caPem, caPem.toStdString());
        QCOMPARE(access->certificatePem, certPem.toStdString());
        QCOMPARE(access->keyPem, keyPem.toStdString());
        QCOMPARE(access->tokenFile, path("deep/token"));
        QCOMPARE(*readTokenFile(access->tokenFile), std::string("secret"));
        QVERIFY(access->warnings.empty());
    }

    void kc5InlineDataWinsWithAWord()
    {
        const auto file = write("config",
            config(
                server + ", certificate-authority: none.pem, " + data("certificate-authority", caPem), ""));
        const auto access = Kubeconfig::load({.explicitPath = file})->access();
        QVERIFY(access);
        QCOMPARE(access->caPem, caPem.toStdString());
        QCOMPARE(access->warnings.size(), std::size_t(1));
        QVERIFY(access->warnings.front().starts_with("cluster \"it\" in " + file));
    }

    void kc6AllProblemsOfTheChosenContextAndOnlyThose()
    {
        const auto file = write("config",
            "contexts: [{name: bad, context: {cluster: c, user: u, namespace: 'Not A Label'}},"
            " {name: good, context: {cluster: d}}]\n"
            "clusters: [{name: c, cluster: {server: 'ftp://x', certificate-authority: none}}, {name: d, "
            "cluster: {server: 'https://d'}}]\n"
            "users: [{name: u, user: {client-key: none.key, as-uid: '7'}}]\n");
        const auto loaded = Kubeconfig::load({.explicitPath = file});
        const auto access = loaded->access("bad");
        QVERIFY(!access);
        const std::string &message = access.error().message;
        for (const char *part : {"Not A Label", "ftp://x", "none: there is no such file",
                 "none.key: there is no such file", "as-uid"})
            QVERIFY2(message.find(part) != std::string::npos, message.c_str());
        QCOMPARE(std::ranges::count(message, '\n'), 4);
        const auto told = core::api::sayingOf(access.error()).values; // for the window's language
        QCOMPARE(told.size(), 5U);
        for (const auto &one : told)
            QVERIFY2(one.kind && one.values.size() == 3 && one.values.back().kind, one.text.c_str());
        QVERIFY(loaded->access("good"));

        const auto contexts = loaded->contexts();
        QCOMPARE(contexts.size(), std::size_t(2));
        QCOMPARE(contexts[0].name, std::string("bad"));
        QCOMPARE(contexts[0].problems.size(), std::size_t(5));
        QCOMPARE(contexts[1].name, std::string("good"));
        QVERIFY(contexts[1].problems.empty());
        QCOMPARE(contexts[1].server, std::string("https://d"));
        QCOMPARE(contexts[1].file, file);
    }

    void kc8StrangeFiles_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("why");
        QTest::newRow("NUL bytes") << QByteArray("a: b\0c", 6) << QByteArray("NUL");
        QTest::newRow("not UTF-8") << QByteArray("a: \xff\xfe") << QByteArray("UTF-8");
        QTest::newRow("larger than 4 MiB") << QByteArray(4 * 1024 * 1024 + 1, ' ') << QByteArray("larger");
        QTest::newRow("a key twice") << QByteArray("users: []\nusers: []\n") << QByteArray("twice");
        QTest::newRow("anchors") << QByteArray("a: &a [*a]\n") << QByteArray("anchors");
        QTest::newRow("a list") << QByteArray("- a\n") << QByteArray("not a kubeconfig");
        QTest::newRow("two documents") << QByteArray("a: b\n---\nc: d\n") << QByteArray("2");
        QTest::newRow("clusters is a text") << QByteArray("clusters: x\n") << QByteArray("not a list");
        QTest::newRow("an entry without a name")
            << QByteArray("users: [{user: {}}]\n") << QByteArray("no name");
        QTest::newRow("a name twice")
            << QByteArray("users: [{name: a}, {name: a}]\n") << QByteArray("two entries named \"a\"");
    }

    void kc8StrangeFiles()
    {
        QFETCH(QByteArray, content);
        QFETCH(QByteArray, why);
        const auto file = write("config", content);
        const auto loaded = Kubeconfig::load({.explicitPath = file});
        QVERIFY(!loaded);
        QVERIFY(loaded.error().message.starts_with(file + ": "));
        QVERIFY2(loaded.error().message.find(why.toStdString()) != std::string::npos,
            loaded.error().message.c_str());
    }

    void kc8StrangeKindsOfFiles()
    {
        const auto directory = Kubeconfig::load({.explicitPath = m_dir->path().toStdString()});
        QCOMPARE(directory.error().kind, base::ErrorKind::Invalid);
        const std::string pipe = path("pipe");
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        QCOMPARE(Kubeconfig::load({.explicitPath = pipe}).error().kind,
            base::ErrorKind::Invalid); // and does not hang
        const auto file = write("config", config(server, ""));
        QVERIFY(QFile::link(QString::fromStdString(file), QString::fromStdString(path("link"))));
        QVERIFY(Kubeconfig::load({.explicitPath = path("link")})->access());
        QVERIFY(Kubeconfig::load({.explicitPath = write("empty", "")}));
    }

    /// KC10
    void servers_data()
    {
        QTest::addColumn<QByteArray>("given");
        QTest::addColumn<QByteArray>("kept");
        QTest::newRow("plain") << QByteArray("https://h:6443") << QByteArray("https://h:6443");
        QTest::newRow("a slash at the end") << QByteArray("https://h/") << QByteArray("https://h");
        QTest::newRow("a path prefix")
            << QByteArray("https://h:6443/k8s/clusters/x") << QByteArray("https://h:6443/k8s/clusters/x");
        QTest::newRow("query and fragment go")
            << QByteArray("https://h/p?a=b#c") << QByteArray("https://h/p");
        QTest::newRow("IPv6") << QByteArray("https://[::1]:6443") << QByteArray("https://[::1]:6443");
        QTest::newRow("another scheme") << QByteArray("ftp://h") << QByteArray();
        QTest::newRow("no scheme") << QByteArray("h:6443") << QByteArray();
        QTest::newRow("no host") << QByteArray("https://") << QByteArray();
        QTest::newRow("a password inside") << QByteArray("https://me:secret@h") << QByteArray();
        QTest::newRow("none") << QByteArray() << QByteArray();
    }

    void servers()
    {
        QFETCH(QByteArray, given);
        QFETCH(QByteArray, kept);
        const auto file = write("config", config("server: '" + given + "'", ""));
        const auto access = Kubeconfig::load({.explicitPath = file})->access();
        QCOMPARE(access.has_value(), !kept.isEmpty());
        if (access)
            QCOMPARE(access->server, kept.toStdString());
        else
            QVERIFY(access.error().message.starts_with("cluster \"it\" in " + file + ": "));
    }

    void unencryptedIsSaid()
    {
        const auto access =
            Kubeconfig::load({.explicitPath = write("config", config("server: 'http://h'", ""))})->access();
        QVERIFY(access);
        QVERIFY(access->warnings.front().find("not encrypted") != std::string::npos);
    }

    /// KC12, KC13, KC14, KC16, KC17, KC18
    void refusedFields_data()
    {
        QTest::addColumn<QByteArray>("cluster");
        QTest::addColumn<QByteArray>("user");
        QTest::addColumn<QByteArray>("context");
        QTest::addColumn<QByteArray>("why");
        QTest::newRow("insecure") << server + ", insecure-skip-tls-verify: true" << QByteArray()
                                  << QByteArray() << QByteArray("is not followed");
        QTest::newRow("insecure with a CA")
            << server + ", insecure-skip-tls-verify: true, " + data("certificate-authority", caPem)
            << QByteArray() << QByteArray() << QByteArray("contradicts");
        QTest::newRow("insecure as a text") << server + ", insecure-skip-tls-verify: 'yes'" << QByteArray()
                                            << QByteArray() << QByteArray("neither true nor false");
        QTest::newRow("CA not base64") << server + ", certificate-authority-data: '%%'" << QByteArray()
                                       << QByteArray() << QByteArray("not base64");
        QTest::newRow("CA not PEM") << server + ", certificate-authority-data: AAAA" << QByteArray()
                                    << QByteArray() << QByteArray("PEM");
        QTest::newRow("proxy of another kind")
            << server + ", proxy-url: 'ftp://p'" << QByteArray() << QByteArray() << QByteArray("proxy-url");
        QTest::newRow("a certificate without key")
            << server << data("client-certificate", certPem) << QByteArray() << QByteArray("together");
        QTest::newRow("a key without certificate")
            << server << data("client-key", keyPem) << QByteArray() << QByteArray("together");
        QTest::newRow("a token that is a number")
            << server << QByteArray("token: 12345") << QByteArray() << QByteArray("\"token\" is not a text");
        QTest::newRow("token and password") << server << QByteArray("token: a, username: b, password: c")
                                            << QByteArray() << QByteArray("more than one");
        QTest::newRow("T4: exec") << server
                                  << QByteArray(
                                         "exec: {command: aws, apiVersion: client.authentication.k8s.io/v1}")
                                  << QByteArray() << QByteArray("interactiveMode must be");
        QTest::newRow("auth-provider") << server << QByteArray("auth-provider: {name: gcp}") << QByteArray()
                                       << QByteArray("auth provider \"gcp\"");
        QTest::newRow("groups without user")
            << server << QByteArray("as-groups: [g]") << QByteArray() << QByteArray("need \"as\"");
        QTest::newRow("groups that are numbers")
            << server << QByteArray("as: u, as-groups: [1]") << QByteArray() << QByteArray("list of texts");
        QTest::newRow("a namespace with a dot")
            << server << QByteArray() << QByteArray(", namespace: a.b") << QByteArray("namespace");
        QTest::newRow("a namespace too long")
            << server << QByteArray() << ", namespace: " + QByteArray(64, 'a') << QByteArray("namespace");
    }

    void refusedFields()
    {
        QFETCH(QByteArray, cluster);
        QFETCH(QByteArray, user);
        QFETCH(QByteArray, context);
        QFETCH(QByteArray, why);
        const auto file = write("config", config(cluster, user, context));
        const auto loaded = Kubeconfig::load({.explicitPath = file});
        const std::string message = loaded ? loaded->access().error().message : loaded.error().message;
        QVERIFY2(message.find(why.toStdString()) != std::string::npos, message.c_str());
        QVERIFY(message.find(file) != std::string::npos);
    }

    /// KC11, KC13, KC14, KC17, KC18
    void acceptedFields()
    {
        const auto file = write("config",
            config(server
                    + ", tls-server-name: other, proxy-url: 'socks5://p:1080', disable-compression: true, "
                      "unknown: 1, extensions: []",
                data("client-certificate", certPem) + ", " + data("client-key", keyPem)
                    + ", username: u, password: p, as: boss, as-uid: '7', as-groups: [g, h], as-user-extra: "
                      "{reason: [a, b]}",
                ", namespace: demo"));
        const auto access = Kubeconfig::load({.explicitPath = file})->access();
        QVERIFY(access);
        const ClusterAccess expected {
            .context = "it",
            .ns = "demo",
            .server = "https://h:6443",
            .tlsServerName = "other",
            .proxyUrl = "socks5://p:1080",
            .disableCompression = true,
            .certificatePem = certPem.toStdString(),
            .keyPem = keyPem.toStdString(),
            .username = "u",
            .password = "p",
            .impersonation = {.user = "boss",
                .uid = "7",
                .groups = {"g", "h"},
                .extra = {{"reason", {"a", "b"}}}},
        };
        QCOMPARE(*access, expected);
    }

    void insecureIsPossibleWhenAllowed()
    {
        const auto loaded = Kubeconfig::load(
            {.explicitPath = write("config", config(server + ", insecure-skip-tls-verify: true", ""))});
        QVERIFY(!loaded->access());
        QVERIFY(loaded->access("it", true)->insecureSkipTlsVerify);
        QVERIFY(loaded->contexts().front().insecure);
        QVERIFY(loaded->contexts().front().problems.empty());
    }

    void contextsThatAreNotThere()
    {
        const auto loaded = Kubeconfig::load(
            {.explicitPath = write("config", "contexts: [{name: x, context: {cluster: c, user: u}}]\n")});
        QCOMPARE(loaded->access().error().kind, base::ErrorKind::NotFound); // no current context
        QCOMPARE(loaded->access("nil").error().kind, base::ErrorKind::NotFound);
        const std::string file = loaded->files().front();
        QCOMPARE(loaded->access().error().message, file + ": no context is the current one; there are \"x\"");
        QCOMPARE(
            loaded->access("nil").error().message, file + ": there is no context \"nil\"; there are \"x\"");
        const std::string message = loaded->access("x").error().message;
        QVERIFY(message.find("there is no cluster \"c\"") != std::string::npos);
        QVERIFY(message.find("there is no user \"u\"") != std::string::npos);
        QVERIFY(!loaded->contexts().front().isCurrent);
    }

    void t4NothingIsEverRun()
    {
        const std::string witness = path("pwned");
        const auto file = write("config",
            config(server,
                "exec: {command: touch, args: ['" + QByteArray::fromStdString(witness)
                    + "'], apiVersion: v1}"));
        const auto loaded = Kubeconfig::load({.explicitPath = file});
        QVERIFY(!loaded->contexts().front().problems.empty());
        QVERIFY(!loaded->access("it", true));
        QVERIFY(!QFile::exists(QString::fromStdString(witness)));
    }

    void t5WhatIsNoTokenIsNotSent_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("a private key") << keyPem;
        QTest::newRow("a shadow file") << QByteArray("root:*:19000:0:99999:7:::\nbin:*:19000:0:99999:7:::\n");
        QTest::newRow("binary") << QByteArray("\x01\x02\x03");
        QTest::newRow("empty") << QByteArray(" \n");
        QTest::newRow("huge") << QByteArray(64 * 1024, 'a');
    }

    void t5WhatIsNoTokenIsNotSent()
    {
        QFETCH(QByteArray, content);
        write("secret", content);
        const auto loaded =
            Kubeconfig::load({.explicitPath = write("config", config(server, "tokenFile: secret"))});
        const auto access = loaded->access();
        QVERIFY(!access);
        QVERIFY(access.error().message.find(path("secret")) != std::string::npos);
    }

    // T5
    void tokensFromElsewhereAreRefusedUntilApproved()
    {
        QTemporaryDir other;
        const std::string token = fileIn(other, "abc");
        const QByteArray user = "tokenFile: '" + QByteArray::fromStdString(token) + "'";
        const auto file = write("config", config(server, user));
        auto kubeconfig = Kubeconfig::load({.explicitPath = file});
        const auto refused = kubeconfig->access();
        QVERIFY(!refused);
        const std::string &message = refused.error().message;
        QVERIFY2(message.find("--allow-file " + token) != std::string::npos, message.c_str());

        const std::string state = path("state.json");
        QVERIFY(ApprovedFiles(state).add(file, token));
        kubeconfig->approve(ApprovedFiles(state)); // as the next start reads it
        QVERIFY(kubeconfig->access());
        const auto copy = Kubeconfig::load({.explicitPath = write("copy", config(server, user))});
        auto another = *copy;
        another.approve(ApprovedFiles(state));
        QVERIFY2(!another.access(), "what one kubeconfig may, another may not");
        QVERIFY(QFile::setPermissions(
            QString::fromStdString(state), QFile::ReadOwner | QFile::WriteOwner | QFile::WriteOther));
        kubeconfig->approve(ApprovedFiles(state));
        QVERIFY2(!kubeconfig->access(), "anybody may have written that");
    }

    /// minikube keeps them in a folder of its own.
    void certificatesAndKeysMayLieElsewhere()
    {
        QTemporaryDir other;
        const auto named = [&](const char *member, const QByteArray &pem) {
            return QByteArray(member) + ": '" + QByteArray::fromStdString(fileIn(other, pem)) + "'";
        };
        const auto loaded = Kubeconfig::load(
            {.explicitPath = write("config",
                 config(server + ", " + named("certificate-authority", caPem),
                     named("client-certificate", certPem) + ", " + named("client-key", keyPem)))});
        const auto access = loaded->access();
        QVERIFY2(access, access ? "" : access.error().message.c_str());
        QCOMPARE(access->caPem, caPem.toStdString());
        QCOMPARE(access->certificatePem, certPem.toStdString());
        QCOMPARE(access->keyPem, keyPem.toStdString());
    }

    // T5
    void linksAndHiddenFilesAreElsewhere()
    {
        QTemporaryDir other;
        const QString outside = other.filePath(QStringLiteral("secret"));
        for (const QString &name : {outside, QString::fromStdString(path(".vault-token"))}) {
            QFile secret(name);
            QVERIFY(secret.open(QIODevice::WriteOnly) && secret.write("abc") == 3);
        }
        QVERIFY(QFile::link(outside, QString::fromStdString(path("link"))));
        for (const char *named : {"link", ".vault-token", "../nowhere/../link"}) {
            const auto file = write("config", config(server, QByteArray("tokenFile: '") + named + "'"));
            QVERIFY2(!Kubeconfig::load({.explicitPath = file})->access(), named);
        }
    }

private:
    static std::string fileIn(const QTemporaryDir &dir, const QByteArray &content)
    {
        const QString name = dir.filePath(QString::number(qHash(content)));
        QFile file(name);
        return file.open(QIODevice::WriteOnly) && file.write(content) == content.size() ? name.toStdString()
                                                                                        : std::string();
    }
    std::string path(const char *name) const
    {
        return m_dir->filePath(QString::fromUtf8(name)).toStdString();
    }

    std::string write(const char *name, const QByteArray &content) const
    {
        QFile file(QString::fromStdString(path(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("cannot write %s", name);
        return path(name);
    }

    std::unique_ptr<QTemporaryDir> m_dir;
};

QTEST_GUILESS_MAIN(TestKubeconfig)
#include "tst_kubeconfig.moc"
