// SPDX-License-Identifier: GPL-3.0-or-later
// docs/window.md W43: the program in a real window changes from one cluster to another, by keyboard, on two
// days; and a kubeconfig that wants to run a command gets leave on a page, once (T4).

#include "tests/support/home.h"
#include "tests/support/recordedcluster.h"
#include "tests/support/screen.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace std::chrono_literals;
using tests::Program;
using tests::RecordedCluster;
using tests::titled;

class TestSwitching : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void thereAndBack();
    void aFileThatComesLater();
    void aCommandIsAskedAboutOnce();
    void aLoginThatTakesLong();
    void aCommandThatIsNotAllowed();

private:
    QString path(const char *name) const { return m_home->path(name); }
    void write(const QString &file, const QByteArray &content) const;
    QByteArray configOf(const RecordedCluster &cluster, const QByteArray &name) const;
    QByteArray whatIsSeen(Program &window) const;
    QString waitFor(Program &window, const char *title) const;
    bool openByName(const QString &window, const char *name) const;
    static QByteArray commandLine(const Program &program);
    void makeProgram(const QString &program, const QByteArray &script) const;
    void makeLogin(const QString &program) const;
    int logins() const;
    QByteArray withLogin(const RecordedCluster &cluster) const;

    std::unique_ptr<tests::Home> m_home;
    std::unique_ptr<tests::Screen> m_screen;
    QMap<QString, QString> m_variables;
};

void TestSwitching::init()
{
    m_home = std::make_unique<tests::Home>();
    m_screen = std::make_unique<tests::Screen>();
    QVERIFY2(m_screen->start(), "Xvfb is needed: packaging/deps.sh --test");
    m_variables = m_home->variables();
    m_variables.insert(m_screen->variables());
    for (const char *folder : {".kube", "one", "two"}) {
        QVERIFY(QDir().mkpath(path(folder)));
        QVERIFY(QFile::setPermissions(path(folder), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }
}

void TestSwitching::write(const QString &file, const QByteArray &content) const
{
    QFile written(file);
    if (!written.open(QIODevice::WriteOnly) || written.write(content) != content.size())
        qFatal("cannot write %s", qPrintable(file));
}

/// Its kubeconfig, with every name in it changed.
QByteArray TestSwitching::configOf(const RecordedCluster &cluster, const QByteArray &name) const
{
    QFile file(cluster.kubeconfig);
    return file.open(QIODevice::ReadOnly) ? file.readAll().replace("hollowlab-recorded", name) : QByteArray();
}

QByteArray TestSwitching::whatIsSeen(Program &window) const
{
    return m_screen->titles().join(u'\n').toUtf8() + "\n" + window.errors() + "\n" + commandLine(window);
}

QString TestSwitching::waitFor(Program &window, const char *title) const
{
    const QString id = m_screen->waitForTitle(titled(title));
    if (id.isEmpty())
        qWarning("%s", whatIsSeen(window).constData());
    return id;
}

QByteArray TestSwitching::commandLine(const Program &program)
{
    QFile file(QStringLiteral("/proc/%1/cmdline").arg(program.processId()));
    return file.open(QIODevice::ReadOnly) ? file.readAll().replace('\0', ' ').trimmed() : QByteArray();
}

/// Ctrl+O, the name, Enter; then the question, whose default is Cancel.
bool TestSwitching::openByName(const QString &window, const char *name) const
{
    if (!m_screen->press(window, {QStringLiteral("ctrl+o")}))
        return false;
    const QString list = m_screen->waitForTitle(titled("Open another cluster"));
    QStringList keys;
    for (const char letter : QByteArray(name))
        keys << QString(QLatin1Char(letter));
    QString asked;
    const bool isAsked = tests::eventually([&] { // once the files were read
        m_screen->press(list, {QStringLiteral("ctrl+a")});
        m_screen->press(list, QStringList(keys) << QStringLiteral("Return"));
        asked = m_screen->waitForTitle(titled("Leave this cluster"), 2s);
        return !asked.isEmpty();
    });
    return isAsked && m_screen->press(asked, {QStringLiteral("Tab"), QStringLiteral("space")});
}

/// Two days: from the lab to a cluster of ~/.kube/config, to another one of it, and back to the lab.
void TestSwitching::thereAndBack()
{
    RecordedCluster one(path("one"));
    RecordedCluster two(path("two"));
    write(path(".kube/config"), configOf(one, "one"));
    m_variables[QStringLiteral("KUBECONFIG")] = path(".kube/config") + QLatin1Char(':') + path(".kube/two");
    write(path(".kube/two"), configOf(two, "two"));
    for (int day = 0; day < 2; ++day) {
        Program window;
        window.start(QStringLiteral(HOLLOWLAB_BINARY), {QStringLiteral("--controllers=all")}, m_variables);
        QString id = waitFor(window, "[LAB default] Hollow Lab");
        QVERIFY(!id.isEmpty());
        QVERIFY2(openByName(id, "one"), whatIsSeen(window).constData());
        id = waitFor(window, "[EXTERNAL one] Hollow Lab");
        QVERIFY(!id.isEmpty());
        QCOMPARE(commandLine(window), QByteArray("hollowlab --context=one")); // no controller came along
        QTRY_VERIFY_WITH_TIMEOUT(one.requests > 10, 10'000);
        QVERIFY2(openByName(id, "two"), whatIsSeen(window).constData());
        id = waitFor(window, "[EXTERNAL two] Hollow Lab");
        QVERIFY(!id.isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(two.requests > 10, 10'000);
        QVERIFY2(openByName(id, "default"), whatIsSeen(window).constData());
        id = waitFor(window, "[LAB default] Hollow Lab");
        QVERIFY(!id.isEmpty());
        QCOMPARE(one.writes + two.writes, QStringList());
        QVERIFY(m_screen->press(id, {QStringLiteral("ctrl+q")}));
        QCOMPARE(window.waitForEnd(5s), 0);
        QCOMPARE(window.errors(), QByteArray());
    }
}

/// The list is open when the file is written.
void TestSwitching::aFileThatComesLater()
{
    RecordedCluster one(path("one"));
    Program window;
    window.start(QStringLiteral(HOLLOWLAB_BINARY), {}, m_variables);
    QString id = waitFor(window, "[LAB default] Hollow Lab");
    QVERIFY(!id.isEmpty());
    QVERIFY(m_screen->press(id, {QStringLiteral("ctrl+o")}));
    const QString list = m_screen->waitForTitle(titled("Open another cluster"));
    QVERIFY(!list.isEmpty());
    QVERIFY(m_screen->press(list, {QStringLiteral("l"), QStringLiteral("a"), QStringLiteral("t")}));
    write(path(".kube/config.new"), configOf(one, "later"));
    QVERIFY(QFile::rename(path(".kube/config.new"), path(".kube/config")));
    const auto question = titled("Leave this cluster");
    QVERIFY(tests::eventually([&] {
        m_screen->press(list, {QStringLiteral("Return")});
        return !m_screen->waitForTitle(question, 500ms).isEmpty();
    }));
    QVERIFY(
        m_screen->press(m_screen->waitForTitle(question), {QStringLiteral("Tab"), QStringLiteral("space")}));
    QVERIFY(!waitFor(window, "[EXTERNAL later] Hollow Lab").isEmpty());
}

void TestSwitching::makeProgram(const QString &program, const QByteArray &script) const
{
    write(program, "#!/bin/sh\n" + script);
    QVERIFY(QFile::setPermissions(program, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
}

/// A program that counts its runs and gives the token of the cluster.
void TestSwitching::makeLogin(const QString &program) const
{
    makeProgram(program,
        "echo \"$@\" >> " + path("runs").toUtf8()
            + "\nprintf '{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"kind\":\"ExecCredential\","
              "\"status\":{\"token\":\"'$(cat "
            + path("token").toUtf8() + ")'\"}}'\n");
}

int TestSwitching::logins() const
{
    QFile file(path("runs"));
    return file.open(QIODevice::ReadOnly) ? static_cast<int>(file.readAll().count('\n')) : 0;
}

/// The cluster, whose user has to run the command.
QByteArray TestSwitching::withLogin(const RecordedCluster &cluster) const
{
    const QByteArray config = configOf(cluster, "asked");
    static const QRegularExpression user(
        QStringLiteral("\\nusers:.*?(?=\\n[a-z])"), QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression token(QStringLiteral("token: *\"?([^\"\\s]+)"));
    const QString text = QString::fromUtf8(config);
    write(path("token"), token.match(text).captured(1).toUtf8());
    return QString(text)
        .replace(user,
            QStringLiteral("\nusers: [{name: asked, user: {exec: {apiVersion: "
                           "client.authentication.k8s.io/v1, interactiveMode: Never, command: ../login, "
                           "args: [--cluster, blue]}}}]"))
        .toUtf8();
}

// T4, W34
void TestSwitching::aCommandIsAskedAboutOnce()
{
    RecordedCluster one(path("one"));
    write(path(".kube/config"), withLogin(one));
    makeLogin(path("login"));
    for (int day = 0; day < 2; ++day) {
        Program window;
        window.start(QStringLiteral(HOLLOWLAB_BINARY), {QStringLiteral("--context=asked")}, m_variables);
        if (day == 0) {
            const QString page = waitFor(window, "Hollow Lab cannot start");
            QVERIFY(!page.isEmpty());
            QCOMPARE(logins(), 0);
            QVERIFY(m_screen->press(page, {QStringLiteral("Tab"), QStringLiteral("Return")}));
        }
        const QString id = waitFor(window, "[EXTERNAL asked] Hollow Lab");
        QVERIFY(!id.isEmpty());
        QTRY_COMPARE_WITH_TIMEOUT(logins(), day + 1, 10'000);
        QCOMPARE(commandLine(window).endsWith("--context=asked"), true); // no leave for whatever comes
        QVERIFY(m_screen->press(id, {QStringLiteral("ctrl+q")}));
        QCOMPARE(window.waitForEnd(5s), 0);
    }
    makeLogin(path("login"));
    QFile other(path("login"));
    QVERIFY(other.open(QIODevice::Append) && other.write("# another program\n") > 0);
    other.close();
    Program window;
    window.start(QStringLiteral(HOLLOWLAB_BINARY), {QStringLiteral("--context=asked")}, m_variables);
    QVERIFY(!waitFor(window, "Hollow Lab cannot start").isEmpty());
    QCOMPARE(logins(), 2);
}

// W74: the second time with a change of mind
void TestSwitching::aLoginThatTakesLong()
{
    RecordedCluster one(path("one"));
    write(path(".kube/config"), withLogin(one));
    makeLogin(path("quicklogin"));
    makeProgram(path("login"),
        "while [ ! -e " + path("go").toUtf8() + " ]; do sleep 0.1; done\nexec " + path("quicklogin").toUtf8()
            + "\n");
    const QStringList arguments {QStringLiteral("--context=asked"), QStringLiteral("--allow-exec")};
    {
        Program window;
        window.start(QStringLiteral(HOLLOWLAB_BINARY), arguments, m_variables);
        QVERIFY(!waitFor(window, "Opening").isEmpty());
        write(path("go"), "");
        QVERIFY(!waitFor(window, "[EXTERNAL asked] Hollow Lab").isEmpty());
        QVERIFY2(!m_screen->titles().contains(QStringLiteral("Opening")), whatIsSeen(window).constData());
    }
    QVERIFY(QFile::remove(path("go")));
    Program window;
    window.start(QStringLiteral(HOLLOWLAB_BINARY), arguments, m_variables);
    const QString sign = waitFor(window, "Opening");
    QVERIFY(m_screen->press(sign, {QStringLiteral("Escape")}));
    QVERIFY(window.waitForEnd(5s).has_value());
}

void TestSwitching::aCommandThatIsNotAllowed()
{
    RecordedCluster one(path("one"));
    write(path(".kube/config"), withLogin(one));
    makeLogin(path("login"));
    for (const char *key : {"Escape", "Return"}) { // as whoever reads nothing presses
        Program window;
        window.start(QStringLiteral(HOLLOWLAB_BINARY), {QStringLiteral("--context=asked")}, m_variables);
        const QString page = waitFor(window, "Hollow Lab cannot start");
        QVERIFY(!page.isEmpty());
        QVERIFY(m_screen->press(page, {QString::fromLatin1(key)}));
        QCOMPARE(window.waitForEnd(5s), 1);
        QVERIFY2(window.errors().contains("--allow-exec"), window.errors().constData());
        QCOMPARE(logins(), 0);
        QCOMPARE(one.requests, 0);
    }
}

QTEST_GUILESS_MAIN(TestSwitching)
#include "tst_switching.moc"
