// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/saying.h"
#include "core/client/clusteraccess.h"
#include "core/client/execplugin.h"
#include "core/client/kubeconfig.h"
#include "tests/unit/dice.h"
#include "tests/unit/printing.h"

#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace core;
using namespace core::client;
using namespace std::chrono_literals;

namespace {

constexpr const char *good = "{'apiVersion':'client.authentication.k8s.io/v1','kind':'ExecCredential',"
                             "'status':{'token':'t-1','expirationTimestamp':'2026-11-20T12:00:00Z'}}";

std::string inQuotes(const char *text)
{
    return jsonText(text);
}

bool contains(const std::string &text, const char *part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

class TestExecPlugin : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }

    // EX1, EX2
    void entries_data()
    {
        QTest::addColumn<QByteArray>("exec");
        QTest::addColumn<QByteArray>("problem");
        const auto row = [](const char *name, const char *exec, const char *problem) {
            QTest::newRow(name) << QByteArray(exec) << QByteArray(problem);
        };
        row("v1", "'apiVersion':'client.authentication.k8s.io/v1','command':'sh','interactiveMode':'Never'",
            "");
        row("v1beta1", "'apiVersion':'client.authentication.k8s.io/v1beta1','command':'sh'", "");
        row("v1alpha1 is gone", "'apiVersion':'client.authentication.k8s.io/v1alpha1','command':'sh'",
            "apiVersion");
        row("v1 needs a mode", "'apiVersion':'client.authentication.k8s.io/v1','command':'sh'",
            "interactiveMode");
        row("Always needs a terminal",
            "'apiVersion':'client.authentication.k8s.io/v1','command':'sh','interactiveMode':'Always'",
            "terminal");
        row("no command", "'apiVersion':'client.authentication.k8s.io/v1','interactiveMode':'Never'",
            "command");
        row("arguments that are numbers",
            "'apiVersion':'client.authentication.k8s.io/v1beta1','command':'sh','args':[1]", "args");
    }
    void entries()
    {
        QFETCH(QByteArray, exec);
        QFETCH(QByteArray, problem);
        const auto plugin = readExecPlugin(json("{" + exec.toStdString() + "}"), "/");
        QCOMPARE(plugin.has_value(), problem.isEmpty());
        if (!plugin)
            QVERIFY2(contains(plugin.error().message, problem), plugin.error().message.c_str());
    }

    // EX1, EX4
    void answers_data()
    {
        QTest::addColumn<QByteArray>("output");
        QTest::addColumn<bool>("isGood");
        const auto row = [](const char *name, const char *output, bool isGood) {
            QTest::newRow(name) << QByteArray(output) << isGood;
        };
        row("a token", good, true);
        row("a certificate",
            "{'apiVersion':'client.authentication.k8s.io/v1','kind':'ExecCredential',"
            "'status':{'clientCertificateData':'c','clientKeyData':'k'}}",
            true);
        row("another version",
            "{'apiVersion':'client.authentication.k8s.io/"
            "v1beta1','kind':'ExecCredential','status':{'token':'t'}}",
            false);
        row("another kind",
            "{'apiVersion':'client.authentication.k8s.io/v1','kind':'Status','status':{'token':'t'}}", false);
        row("half a certificate",
            "{'apiVersion':'client.authentication.k8s.io/v1','kind':'ExecCredential',"
            "'status':{'clientCertificateData':'c'}}",
            false);
        row("nothing in it",
            "{'apiVersion':'client.authentication.k8s.io/v1','kind':'ExecCredential','status':{}}", false);
        row("a token of two lines",
            "{'apiVersion':'client.authentication.k8s.io/v1','kind':'ExecCredential',"
            "'status':{'token':'a\\nb'}}",
            false);
        row("no time",
            "{'apiVersion':'client.authentication.k8s.io/v1','kind':'ExecCredential',"
            "'status':{'token':'t','expirationTimestamp':'soon'}}",
            false);
        row("nothing", "", false);
    }
    void answers()
    {
        QFETCH(QByteArray, output);
        QFETCH(bool, isGood);
        const auto credential = readExecCredential(inQuotes(output), plugin("true"));
        QCOMPARE(credential.has_value(), isGood);
        QCOMPARE(readExecCredential(inQuotes(good), plugin("true"))->expiresAt.has_value(), true);
    }

    // EX9
    void noAnswerDoesHarm()
    {
        Dice dice;
        const std::string whole = inQuotes(good);
        for (int round = 0; round < 3000; ++round) {
            std::string text = whole;
            for (std::size_t i = 0; i <= dice.below(6); ++i) {
                const std::size_t at = dice.below(text.size());
                if (dice.oneIn(3))
                    text.resize(at + 1);
                else
                    text[at] = static_cast<char>(dice.below(256));
            }
            const auto credential = readExecCredential(text, plugin("true"));
            QVERIFY2(!credential || !credential->token.empty() || !credential->keyPem.empty(),
                dice.seedText().constData());
        }
    }

    // EX3
    void whatItIsTold()
    {
        ClusterAccess access {.server = "https://h", .caPem = "CA", .execConfig = "{\"a\":1}"};
        ExecPlugin told = plugin("printf '%s|%s' \"$KUBERNETES_EXEC_INFO\" \"$MINE\" >&2; exit 1");
        told.environment = {{"MINE", "yes"}};
        const auto without = run(told, clusterInfoFor(access));
        QVERIFY2(contains(without.error().message, "\"interactive\":false"), without.error().message.c_str());
        QVERIFY2(contains(without.error().message, "|yes"), without.error().message.c_str());
        QVERIFY(!contains(without.error().message, "https://h"));
        told.wantsCluster = true;
        const auto with = run(told, clusterInfoFor(access));
        QVERIFY(contains(with.error().message, "\"server\":\"https://h\""));
        QVERIFY(contains(with.error().message, "\"certificate-authority-data\":\"Q0E=\""));
        QVERIFY(contains(with.error().message, "\"config\":{\"a\":1}"));
    }

    // EX7
    void aCommandThatIsNotThereIsHinted()
    {
        const auto loaded =
            Kubeconfig::load({.explicitPath = write("config",
                                  "current-context: it\nclusters: [{name: it, cluster: {server: "
                                  "'https://h'}}]\ncontexts: [{name: it, context: {cluster: it, "
                                  "user: it}}]\nusers: [{name: it, user: {exec: {apiVersion: "
                                  "client.authentication.k8s.io/v1, interactiveMode: Never, command: "
                                  "no-such-command, installHint: \"get it\\e[31m\"}}}]\n")});
        const auto access = loaded->access();
        QVERIFY(!access);
        QVERIFY2(contains(access.error().message, "get it\\u001b[31m"), access.error().message.c_str());
    }

    // T4
    void nothingRunsThatIsNotAllowed()
    {
        const std::string script =
            write("login", "#!/bin/sh\ntouch " + m_dir->filePath(QStringLiteral("pwned")).toUtf8());
        QVERIFY(QFile::setPermissions(
            QString::fromStdString(script), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        const std::string config = write("config",
            "current-context: it\nclusters: [{name: it, cluster: {server: 'https://h'}}]\ncontexts: [{name: "
            "it, "
            "context: {cluster: it, user: it}}]\nusers: [{name: it, user: {exec: {apiVersion: "
            "client.authentication.k8s.io/v1, interactiveMode: Never, command: ./login, args: [a b], env: "
            "[{name: "
            "X, value: y}]}}}]\n");
        auto loaded = Kubeconfig::load({.explicitPath = config});
        const auto refused = loaded->access();
        QVERIFY(!refused);
        for (const std::string &part :
            {std::string("--allow-exec"), script, std::string("X=… \"./login\" ("), std::string(") \"a b\"")})
            QVERIFY2(contains(refused.error().message, part.c_str()), refused.error().message.c_str());
        loaded->allowCommands();
        const auto allowed = loaded->access();
        QVERIFY(allowed && allowed->exec);
        ApprovedFiles approved(m_dir->filePath(QStringLiteral("state.json")).toStdString());
        QVERIFY(approved.addCommand(config, identityOf(*allowed->exec)));
        auto again = Kubeconfig::load({.explicitPath = config});
        again->approve(approved);
        QVERIFY(again->access());
        write("login", "#!/bin/sh\necho another program");
        QVERIFY2(!again->access(), "what is another program was not allowed");
        QVERIFY(!QFileInfo::exists(m_dir->filePath(QStringLiteral("pwned"))));
    }

    // EX8, EX9, X37
    void commandsThatMisbehave_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QByteArray>("said");
        const auto row = [](const char *name, const char *script, const char *said) {
            QTest::newRow(name) << QByteArray(script) << QByteArray(said);
        };
        row("hangs", "sleep 1000", "did not end in time");
        row("prints without end", "yes", "printed more than");
        row("complains without end", "yes >&2", "did not end in time");
        row("fails", "echo no >&2; exit 3", "failed: no");
        row("says nothing", "exit 0", "gave no credential");
        row("dies", "kill -9 $$", "failed");
        row("asks", "read answer || echo nobody >&2; exit 1", "failed: nobody");
        row("leaves somebody behind", "sleep 1000 & echo $! > child; exit 1", "failed");
    }
    void commandsThatMisbehave()
    {
        QFETCH(QByteArray, script);
        QFETCH(QByteArray, said);
        QElapsedTimer timer;
        timer.start();
        const auto answer = run(plugin("cd '" + m_dir->path().toStdString() + "'; " + script.toStdString()),
            {}, {.time = 1s, .outputBytes = 100'000});
        QVERIFY(!answer);
        QVERIFY2(contains(answer.error().message, said), answer.error().message.c_str());
        QVERIFY(!core::api::sayingOf(answer.error()).code.empty());
        QVERIFY(timer.elapsed() < 10'000);
        QFile child(m_dir->filePath(QStringLiteral("child")));
        if (child.open(QIODevice::ReadOnly)) {
            const auto id = static_cast<pid_t>(child.readAll().trimmed().toInt());
            QTRY_VERIFY(::kill(id, 0) != 0 || isZombie(id));
        }
    }

    // EX8
    void oneThatIsNoLongerWantedEnds()
    {
        const std::string script = "cd '" + m_dir->path().toStdString() + "'; echo $$ > child; sleep 1000";
        QFile child(m_dir->filePath(QStringLiteral("child")));
        bool called = false;
        {
            const ExecRun run(plugin(script), {}, [&](const auto &) { called = true; });
            QTRY_VERIFY(child.size() > 1);
        }
        QVERIFY(child.open(QIODevice::ReadOnly));
        const auto id = static_cast<pid_t>(child.readAll().trimmed().toInt());
        QVERIFY(id > 0);
        QTRY_VERIFY(::kill(id, 0) != 0);
        QVERIFY(!called);
    }

    void aGoodOne()
    {
        const auto answer = run(plugin("echo '" + inQuotes(good) + "'"), {});
        QVERIFY_RESULT(answer);
        QCOMPARE(answer->token, std::string("t-1"));
    }

private:
    static ExecPlugin plugin(const std::string &script)
    {
        return {.apiVersion = "client.authentication.k8s.io/v1",
            .command = "login",
            .path = "/bin/sh",
            .arguments = {"-c", script}};
    }

    static base::Result<ExecCredential> run(
        const ExecPlugin &plugin, const api::Json &cluster, ExecLimits limits = {})
    {
        std::optional<base::Result<ExecCredential>> answer;
        const ExecRun running(
            plugin, cluster, [&](base::Result<ExecCredential> result) { answer = std::move(result); },
            limits);
        if (!QTest::qWaitFor([&] { return answer.has_value(); }, 20'000))
            return base::fail(base::ErrorKind::Transient, "no end");
        return *answer;
    }

    static bool isZombie(pid_t id)
    {
        QFile file(QStringLiteral("/proc/%1/stat").arg(id));
        return file.open(QIODevice::ReadOnly) && file.readAll().contains(") Z ");
    }

    std::string write(const char *name, const QByteArray &content) const
    {
        QFile file(m_dir->filePath(QString::fromUtf8(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("cannot write %s", name);
        return file.fileName().toStdString();
    }

    std::unique_ptr<QTemporaryDir> m_dir;
};

QTEST_GUILESS_MAIN(TestExecPlugin)
#include "tst_execplugin.moc"
