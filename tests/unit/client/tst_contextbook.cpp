// SPDX-License-Identifier: GPL-3.0-or-later
// All contexts of all kubeconfigs, for somebody who chooses one.
#include "core/client/contextbook.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace core;
using client::KnownContext;
using client::KubeconfigSource;

namespace {

/// One cluster, user and context of that name.
QByteArray config(const QByteArray &name, const QByteArray &user = "token: t")
{
    return "clusters: [{name: " + name + ", cluster: {server: 'https://" + name
        + ".example:6443'}}]\nusers: [{name: " + name + ", user: {" + user + "}}]\ncontexts: [{name: " + name
        + ", context: {cluster: " + name + ", user: " + name + "}}]\n";
}

} // namespace

class TestContextBook : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_home = std::make_unique<QTemporaryDir>(); }

    void allFilesInTheirOrder()
    {
        const std::string named = write("named", config("n"));
        const std::string first = write("first", config("b") + "current-context: c\n");
        const std::string second = write("second", config("c"));
        const auto book = read({{.explicitPath = named}, {.environment = first + ":" + second}});
        QCOMPARE(names(book), QStringList({QStringLiteral("n"), QStringLiteral("c"), QStringLiteral("b")}));
        const KnownContext &c = book.contexts[1];
        QCOMPARE(c.summary.server, std::string("https://c.example:6443"));
        QCOMPARE(c.summary.file, second);
        QCOMPARE(c.kubeconfig, std::string()); // found without being named
        QCOMPARE(book.contexts[0].kubeconfig, named);
        QVERIFY(book.contexts[0].isUsable() && c.isUsable());
        QCOMPARE(book.files, std::vector<std::string>({named, first, second}));
        QVERIFY(book.unreadable.empty());
    }

    /// One that was added and is found without is there once.
    void onceEach()
    {
        const std::string file = write("config", config("a"));
        const auto book = read({{.environment = file}, {.explicitPath = file}});
        QCOMPARE(names(book), QStringList({QStringLiteral("a")}));
        QCOMPARE(book.contexts[0].kubeconfig, std::string());
    }

    // KC2, KC8
    void whatCantBeReadSaysWhy_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("no YAML") << QByteArray("{a: [") << QByteArray("");
        QTest::newRow("a list") << QByteArray("[1]") << QByteArray("not a kubeconfig");
        QTest::newRow("NUL bytes") << QByteArray("a\0b", 3) << QByteArray("NUL");
    }
    void whatCantBeReadSaysWhy()
    {
        QFETCH(QByteArray, content);
        QFETCH(QByteArray, said);
        const std::string broken = write("broken", content);
        const std::string good = write("good", config("a"));
        for (const auto &sources : {std::vector<KubeconfigSource> {{.environment = broken + ":" + good}},
                 std::vector<KubeconfigSource> {{.explicitPath = broken}, {.explicitPath = good}}}) {
            const auto book = read(sources);
            QCOMPARE(names(book), QStringList({QStringLiteral("a")}));
            QCOMPARE(book.unreadable.size(), 1U);
            QVERIFY2(book.unreadable[0].text.starts_with(broken + ": "), book.unreadable[0].text.c_str());
            QVERIFY2(book.unreadable[0].text.find(said.toStdString()) != std::string::npos,
                book.unreadable[0].text.c_str());
        }
    }

    // KC1
    void missingFiles()
    {
        const std::string missing = (*m_home).filePath(QStringLiteral("none")).toStdString();
        const auto unnamed = read({{.environment = missing}});
        QVERIFY(unnamed.unreadable.empty() && unnamed.contexts.empty());
        QCOMPARE(unnamed.files, std::vector<std::string>({missing}));
        const auto named = read({{.explicitPath = missing}});
        QCOMPARE(named.unreadable.size(), 1U);
        QVERIFY(named.unreadable[0].text.find(missing) != std::string::npos);
    }

    void aContextThatCantBeOpened()
    {
        const auto book = read({{.explicitPath = write("config",
                                     "clusters: [{name: a, cluster: {server: 'ftp://a'}}]\n"
                                     "contexts: [{name: a, context: {cluster: a}}]\n")}});
        QVERIFY(!book.contexts[0].isUsable());
        QVERIFY(book.contexts[0].problem.text.find("not an https:// address") != std::string::npos);
    }

    // T4: it is asked about when it is opened, and only then.
    void aCommandIsNamedUntilItIsAllowed()
    {
        const std::string program = write("login", "#!/bin/sh\n");
        QVERIFY(QFile::setPermissions(
            QString::fromStdString(program), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        const std::string file = write("config",
            config("a",
                "exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, command: "
                "./login, args: [--cluster, a]}"));
        const auto book = read({{.explicitPath = file}});
        QVERIFY2(book.contexts[0].isUsable(), book.contexts[0].problem.text.c_str());
        QVERIFY2(book.contexts[0].command.find("login") != std::string::npos
                && book.contexts[0].command.find("--cluster") != std::string::npos,
            book.contexts[0].command.c_str());

        const auto kubeconfig = client::Kubeconfig::load({.explicitPath = file});
        const auto request = kubeconfig->commandToAllow("a");
        QVERIFY(request && request->file == file);
        client::ApprovedFiles approved(m_home->filePath(QStringLiteral("approved.json")).toStdString());
        QVERIFY(approved.addCommand(request->file, client::identityOf(request->plugin)));
        QVERIFY(client::readContexts({{.explicitPath = file}}, approved).contexts[0].command.empty());
        write("login", "#!/bin/sh\necho other\n"); // another program under the same name
        QVERIFY(!client::readContexts({{.explicitPath = file}}, approved).contexts[0].command.empty());
    }

    /// What can't be opened all the same is no question of a command.
    void aCommandBesideAnotherProblem()
    {
        const std::string program = write("login", "#!/bin/sh\n");
        QVERIFY(QFile::setPermissions(
            QString::fromStdString(program), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        const auto book = read({{.explicitPath = write("config",
                                     config("a",
                                         "username: u, token: t, exec: {apiVersion: "
                                         "client.authentication.k8s.io/v1, interactiveMode: Never, "
                                         "command: ./login}"))}});
        QVERIFY(book.contexts[0].command.empty());
        QVERIFY(book.contexts[0].problem.text.find("more than one") != std::string::npos);
        QVERIFY(book.contexts[0].problem.text.find("--allow-exec") != std::string::npos);
    }

private:
    std::string write(const char *name, const QByteArray &content) const
    {
        QFile file(m_home->filePath(QString::fromUtf8(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("cannot write %s", name);
        return file.fileName().toStdString();
    }
    static client::ContextBook read(const std::vector<KubeconfigSource> &sources)
    {
        return client::readContexts(sources, {});
    }
    static QStringList names(const client::ContextBook &book)
    {
        QStringList names;
        for (const KnownContext &known : book.contexts)
            names << QString::fromStdString(known.summary.name);
        return names;
    }

    std::unique_ptr<QTemporaryDir> m_home;
};

QTEST_GUILESS_MAIN(TestContextBook)
#include "tst_contextbook.moc"
