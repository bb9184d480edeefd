// SPDX-License-Identifier: GPL-3.0-or-later
// The program as its users start it: command line, exit codes, one lab in one process, files that only the
// user reads.

#include "core/api/json.h"
#include "tests/support/home.h"
#include "tests/support/program.h"
#include "tests/support/promtext.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QTcpSocket>
#include <QTest>
#include <QUrl>

#include <csignal>
#include <pwd.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace std::chrono_literals;
using tests::Finished;
using tests::Headless;
using tests::words;

namespace {

const QString inMemory = QStringLiteral(":memory:");

/// Addresses on which the kernel says somebody listens on the port, as in /proc/net/tcp.
QStringList listeningAddresses(const char *table, int port)
{
    QFile file(QString::fromUtf8(table));
    QStringList addresses;
    if (!file.open(QIODevice::ReadOnly))
        return addresses;
    const QString wanted = QStringLiteral(":%1").arg(port, 4, 16, QLatin1Char('0')).toUpper();
    for (const QString &line : QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'))) {
        const QStringList fields = line.split(QLatin1Char(' '), Qt::SkipEmptyParts);
        if (fields.size() > 3 && fields[1].endsWith(wanted) && fields[3] == QStringLiteral("0A"))
            addresses += fields[1].left(fields[1].size() - wanted.size());
    }
    return addresses;
}

} // namespace

class TestProgram : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void wrongCommandLines_data();
    void wrongCommandLines();
    void answersOnStandardOutput_data();
    void answersOnStandardOutput();
    void takesNoLibraryFromWhereItIsStarted();
    void cannotStart_data();
    void cannotStart();
    void secondStartOnTheSameLabIsRefused();
    void endsInOrder_data();
    void endsInOrder();
    void endedWhileItStarts_data();
    void endedWhileItStarts();
    void endsDespiteAnOpenWatch();
    void leavesAfterTheTimeGiven();
    void scenariosThatComeToNothing_data();
    void scenariosThatComeToNothing();
    void placesThatAreMissing();
    void aWorkingDirectoryIsGone();
    void filesArePrivate();
    void othersDirectoriesAreRefusedAsTheyAre();
    void withoutARuntimeDirectory();
    void listensOnLoopbackOnly();
    void mayOpenAsManyFilesAsTheSystemAllows();
    void memoryLabLeavesNothing();
    void explainTellsWhy();
    void explainCannot_data();
    void explainCannot();
    void allButOne();
    void definitionsWithRulesInCel();
    void verboseTellsDecisions();
    void metricsOnAPortOfTheirOwn();

private:
    QByteArray explained(const QStringList &arguments) const;
    Finished hollowlab(const QStringList &arguments) const;
    QString path(const char *name) const { return m_home->path(name); }

    std::unique_ptr<tests::Home> m_home;
    QMap<QString, QString> m_variables;
};

void TestProgram::init()
{
    m_home = std::make_unique<tests::Home>();
    m_variables = m_home->variables();
}

Finished TestProgram::hollowlab(const QStringList &arguments) const
{
    return tests::run(QStringLiteral(HOLLOWLAB_BINARY), arguments, {}, m_variables);
}

void TestProgram::wrongCommandLines_data()
{
    QTest::addColumn<QStringList>("arguments");
    for (const char *line : {"--no-such-option", "stray", "--listen", "--listen 65536", "--listen -1",
             "--listen x", "--pace -1", "--pace 1001", "--pace fast", "--seed x", "--seed -1",
             "--seed 99999999999999999999", "--namespace Bad!", "--report /tmp/r", "--exit-after 5",
             "--exit-after -1s", "--controllers nosuch", "--controllers machine,nosuch",
             "--scenario /no/such/file.yaml", "--lab x --kubeconfig /tmp/y", "--lab x --context y",
             "--pace 2 --kubeconfig /tmp/y", "--pace 0 --context y", "--authorization rbac --context y",
             "--viewer-kubeconfig-out /tmp/v --kubeconfig /tmp/y", "--controllers all,-nosuch",
             "--concurrent-syncs machine", "--concurrent-syncs machine=0", "--concurrent-syncs machine=x",
             "--concurrent-syncs nosuch=3", "--metrics-listen 65536", "--unknown-cel evaluate",
             "--authorization none", "explain", "explain machine", "explain machine/", "explain /m",
             "explain machine/m -o yaml", "explain machine/m --lab x --kubeconfig /tmp/y"})
        QTest::newRow(line) << words(line);
    QTest::newRow("no lab's name") << QStringList {QStringLiteral("--lab"), QString()};
}

void TestProgram::wrongCommandLines()
{
    QFETCH(QStringList, arguments);
    const Finished finished = hollowlab(QStringList {QStringLiteral("--headless")} + arguments);
    QCOMPARE(finished.code, 2);
    QVERIFY2(finished.errors.startsWith("hollowlab: "), finished.errors.constData());
    QCOMPARE(finished.errors.count('\n'), 1);
    QCOMPARE(finished.output, QByteArray());
}

void TestProgram::answersOnStandardOutput_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("version") << words("--version") << QByteArray("hollowlab 0.1.0\n");
    QTest::newRow("help names the options") << words("--help") << QByteArray("--kubeconfig-out FILE");
    QTest::newRow("paths of the default lab")
        << words("--print-paths") << QByteArray("/data/hollowlab/labs/default/lab.db\n");
    QTest::newRow("the window's settings")
        << words("--print-paths") << QByteArray("/config/hollowlab/window.ini\n");
    QTest::newRow("scenarios of one's own")
        << words("--print-paths") << QByteArray("/data/hollowlab/scenarios\n");
    for (const char *folder : {"experiments", "reports", "drafts"})
        QTest::newRow(folder) << words("--print-paths")
                              << QByteArray("/data/hollowlab/").append(folder).append('\n');
    QTest::newRow("paths of a lab by name")
        << words("--print-paths --lab demo") << QByteArray("/data/hollowlab/labs/demo/kubeconfig\n");
    QTest::newRow("paths of a lab by directory")
        << words("--print-paths --lab /srv/labs/one") << QByteArray("lab directory: /srv/labs/one\n");
    QTest::newRow("a directory with a slash behind it")
        << words("--print-paths --lab /srv/labs/one/") << QByteArray("lab directory: /srv/labs/one\n");
}

void TestProgram::answersOnStandardOutput()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, expected);
    const Finished finished = hollowlab(arguments);
    QCOMPARE(finished.code, 0);
    QVERIFY2(finished.output.contains(expected), finished.output.constData());
    QCOMPARE(finished.errors, QByteArray());
}

void TestProgram::takesNoLibraryFromWhereItIsStarted()
{
    const QString here = path("here");
    QVERIFY(QDir().mkpath(here));
    QFile library(here + QStringLiteral("/libz.so.1"));
    QVERIFY(library.open(QIODevice::WriteOnly));
    library.write("no library");
    library.close();
    const Finished finished = tests::run(QStringLiteral("sh"),
        {QStringLiteral("-c"), QStringLiteral("cd \"$0\" && exec \"$1\" --version"), here,
            QStringLiteral(HOLLOWLAB_BINARY)});
    QVERIFY2(finished.code == 0, everything(finished));
}

void TestProgram::cannotStart_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("named");
    QTest::newRow("kubeconfig that is not there (KC1)")
        << words("--kubeconfig /no/such/config") << QByteArray("/no/such/config");
    QTest::newRow("context without any kubeconfig") << words("--context nobody") << QByteArray("config");
    QTest::newRow("lab in a directory that can't be made")
        << words("--lab /proc/nowhere/lab") << QByteArray("/proc/nowhere");
    QTest::newRow("lab to look at in a directory that can't be looked into")
        << QStringList {QStringLiteral("--read-only"), QStringLiteral("--lab"), u'/' + QString(300, u'a')}
        << QByteArray("cannot open");
}

void TestProgram::cannotStart()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, named);
    const Finished finished = hollowlab(QStringList {QStringLiteral("--headless")} + arguments);
    QCOMPARE(finished.code, 1);
    QVERIFY2(finished.errors.startsWith("hollowlab: "), finished.errors.constData());
    QVERIFY2(finished.errors.contains(named), finished.errors.constData());
    QCOMPARE(finished.errors.count('\n'), 1);
}

void TestProgram::secondStartOnTheSameLabIsRefused()
{
    const QStringList arguments {QStringLiteral("--lab"), path("lab")};
    Headless first;
    QVERIFY2(first.start(arguments, m_variables), first.program().errors().constData());
    const Finished second = hollowlab(QStringList {QStringLiteral("--headless")} + arguments);
    QCOMPARE(second.code, 1);
    QVERIFY2(second.errors.startsWith("hollowlab: "), second.errors.constData());
    QVERIFY2(second.errors.contains(path("lab").toUtf8()), second.errors.constData());
    QCOMPARE(second.errors.count('\n'), 1);
    QVERIFY(first.program().isRunning());

    first.program().kill();
    QCOMPARE(first.program().waitForEnd(5s), -1);
    Headless third;
    QVERIFY2(third.start(arguments, m_variables), "the lock of a killed lab must not stay");
}

void TestProgram::endsInOrder_data()
{
    QTest::addColumn<int>("number");
    QTest::addColumn<QStringList>("arguments");
    const QString lab = QStringLiteral("--lab");
    QTest::newRow("SIGTERM, lab in memory") << SIGTERM << QStringList {lab, inMemory};
    QTest::newRow("SIGTERM, lab on disk") << SIGTERM << QStringList {lab, QStringLiteral("one")};
    QTest::newRow("SIGINT") << SIGINT << QStringList {lab, inMemory};
    QTest::newRow("SIGHUP") << SIGHUP << QStringList {lab, inMemory};
    QTest::newRow("SIGTERM while paused")
        << SIGTERM << QStringList {lab, inMemory, QStringLiteral("--pace"), QStringLiteral("0")};
    QTest::newRow("SIGTERM at pace 1000")
        << SIGTERM << QStringList {lab, inMemory, QStringLiteral("--pace"), QStringLiteral("1000")};
}

void TestProgram::endsInOrder()
{
    QFETCH(int, number);
    QFETCH(QStringList, arguments);
    std::signal(SIGHUP, SIG_DFL); // who runs the test may have it ignored
    Headless lab;
    QVERIFY2(lab.start(arguments, m_variables), lab.program().errors().constData());
    lab.program().signal(number);
    QCOMPARE(lab.program().waitForEnd(3s), 0);
}

void TestProgram::endedWhileItStarts_data()
{
    QTest::addColumn<int>("milliseconds");
    for (const int milliseconds : {1, 10, 20, 30, 40, 50, 70, 100, 150, 250})
        QTest::addRow("X40 after %d ms", milliseconds) << milliseconds;
}

/// Of a lab in memory nothing stays, of a new one on disk all or nothing.
void TestProgram::endedWhileItStarts()
{
    QFETCH(int, milliseconds);
    const QString onDisk = m_home->path("data/hollowlab/labs/new");
    for (const QString &lab : {inMemory, QStringLiteral("new")}) {
        tests::Program program;
        program.start(QStringLiteral(HOLLOWLAB_BINARY),
            {QStringLiteral("--headless"), QStringLiteral("--lab"), lab}, m_variables);
        program.waitForEnd(std::chrono::milliseconds(milliseconds));
        program.terminate();
        const std::optional<int> code = program.waitForEnd(30s); // the lab is opened first
        QVERIFY(code == 0 || code == -1); // by the signal, as long as nothing is made
        QVERIFY(QDir(m_home->path("run")).isEmpty());
        QCOMPARE(QFile::exists(onDisk), QFile::exists(onDisk + QStringLiteral("/kubeconfig")));
    }
}

void TestProgram::endsDespiteAnOpenWatch()
{
    Headless lab;
    QVERIFY(lab.start({QStringLiteral("--lab"), inMemory}, m_variables));
    tests::Program watcher;
    const tests::Kubectl kubectl(lab.kubeconfig(), m_home->path());
    kubectl.start(watcher, words("get nodes --watch"));
    QVERIFY(watcher.waitForLine(QRegularExpression(QStringLiteral("hollow-host-")), 20s).hasMatch());
    lab.program().terminate();
    QCOMPARE(lab.program().waitForEnd(3s), 0);
    QVERIFY(watcher.waitForEnd(5s).has_value());
}

void TestProgram::leavesAfterTheTimeGiven()
{
    QElapsedTimer timer;
    timer.start();
    const Finished finished = hollowlab(words("--headless --lab :memory: --exit-after 700ms"));
    QCOMPARE(finished.code, 0);
    QVERIFY(finished.output.startsWith("ready: https://127.0.0.1:"));
    QVERIFY(timer.elapsed() >= 700);
    QVERIFY2(timer.elapsed() < 5'000, qPrintable(QString::number(timer.elapsed())));
}

void TestProgram::scenariosThatComeToNothing_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("more");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("named");
    const QByteArray anHour = "name: long\nsteps:\n- wait: 1h\n";
    QTest::newRow("empty") << QByteArray() << QString() << 2 << QByteArray("scenario.yaml");
    QTest::newRow("a report that can't be written")
        << anHour << QStringLiteral("--report /proc/nowhere") << 1 << QByteArray("/proc/nowhere");
    QTest::newRow("left before its end")
        << anHour << QStringLiteral("--exit-after 500ms") << 1 << QByteArray("before its end");
}

void TestProgram::scenariosThatComeToNothing()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QString, more);
    QFETCH(const int, code);
    QFETCH(const QByteArray, named);
    QFile file(path("scenario.yaml"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    file.close();
    const Finished finished = hollowlab(words("--headless --lab :memory: --scenario")
        << file.fileName() << more.split(QLatin1Char(' '), Qt::SkipEmptyParts));
    QCOMPARE(finished.code, code);
    QVERIFY2(finished.errors.startsWith("hollowlab: "), finished.errors.constData());
    QVERIFY2(finished.errors.contains(named), finished.errors.constData());
}

void TestProgram::placesThatAreMissing()
{
    m_variables.insert(QStringLiteral("TMPDIR"), QStringLiteral("/no/such"));
    m_variables.insert(QStringLiteral("XDG_RUNTIME_DIR"), QString());
    const Finished temporary = hollowlab(words("--headless --lab :memory:"));
    QCOMPARE(temporary.code, 1);
    QVERIFY2(temporary.errors.startsWith("hollowlab: /no/such"), temporary.errors.constData());

    m_variables.insert(QStringLiteral("HOME"), QString());
    m_variables.insert(QStringLiteral("XDG_DATA_HOME"), QString());
    const Finished homeless = hollowlab(words("--print-paths"));
    QCOMPARE(homeless.code, 0);
    QVERIFY2(
        homeless.output.contains(getpwuid(getuid())->pw_dir + QByteArray("/.local/share/hollowlab/labs")),
        homeless.output.constData());
}

void TestProgram::aWorkingDirectoryIsGone()
{
    QVERIFY(QDir().mkpath(path("gone")));
    const QStringList arguments {QStringLiteral("-c"),
        QStringLiteral("cd \"$1\" && rmdir \"$1\" && exec \"$0\" --headless --lab ./lab"),
        QStringLiteral(HOLLOWLAB_BINARY), path("gone")};
    const Finished finished = tests::run(QStringLiteral("/bin/sh"), arguments, {}, m_variables);
    QCOMPARE(finished.code, 1);
    QVERIFY2(finished.errors.contains("hollowlab: lab: the directory cannot be made"),
        finished.errors.constData());
}

// T15
void TestProgram::filesArePrivate()
{
    const mode_t usual = ::umask(0); // inherited
    Headless lab;
    const bool started =
        lab.start({QStringLiteral("--lab"), path("lab"), QStringLiteral("--kubeconfig-out"), path("copy")},
            m_variables);
    ::umask(usual);
    QVERIFY(started);
    constexpr auto forOthers = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther
        | QFile::WriteOther | QFile::ExeOther;
    QDirIterator files(path("lab"), QDir::Files | QDir::Hidden);
    QStringList seen {path("lab"), path("copy")};
    while (files.hasNext())
        seen += files.next();
    QVERIFY(seen.contains(path("lab") + QStringLiteral("/kubeconfig")));
    for (const QString &file : seen)
        QVERIFY2(!(QFileInfo(file).permissions() & forOthers), qPrintable(file));
    QVERIFY(!(QFileInfo(path("lab")).permissions() & forOthers));
}

// T15
void TestProgram::othersDirectoriesAreRefusedAsTheyAre()
{
    constexpr QFile::Permissions shared = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner
        | QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup;
    QVERIFY(QDir().mkdir(path("shared")));
    QVERIFY(QFile::setPermissions(path("shared"), shared));
    const Finished finished =
        hollowlab({QStringLiteral("--headless"), QStringLiteral("--lab"), path("shared")});
    QCOMPARE(finished.code, 1);
    QVERIFY2(finished.errors.contains("other users can write to the directory"), finished.errors.constData());
    QVERIFY(QDir(path("shared")).isEmpty());
    QVERIFY((QFileInfo(path("shared")).permissions() & shared) == shared);
}

// T15
void TestProgram::withoutARuntimeDirectory()
{
    QVERIFY(QDir().mkdir(path("tmp")));
    m_variables[QStringLiteral("XDG_RUNTIME_DIR")] = QString();
    m_variables[QStringLiteral("TMPDIR")] = path("tmp");
    Headless lab;
    QVERIFY(lab.start({QStringLiteral("--lab"), inMemory}, m_variables));
    QVERIFY2(lab.kubeconfig().startsWith(path("tmp/hollowlab-")), qPrintable(lab.kubeconfig()));
    const QFileInfo directory(QFileInfo(lab.kubeconfig()).path());
    QVERIFY(directory.fileName() != QStringLiteral("hollowlab-%1").arg(lab.program().processId()));
    constexpr QFile::Permissions forOthers = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup
        | QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
    QVERIFY(!(directory.permissions() & forOthers));
    lab.program().terminate();
    QCOMPARE(lab.program().waitForEnd(5s), 0);
    QVERIFY(QDir(path("tmp")).isEmpty());
}

void TestProgram::listensOnLoopbackOnly()
{
    Headless lab;
    QVERIFY(lab.start({QStringLiteral("--lab"), inMemory}, m_variables));
    const int port = QUrl(lab.server()).port();
    QCOMPARE(listeningAddresses("/proc/net/tcp", port), QStringList {QStringLiteral("0100007F")});
    QCOMPARE(listeningAddresses("/proc/net/tcp6", port), QStringList());
}

void TestProgram::mayOpenAsManyFilesAsTheSystemAllows()
{
    struct rlimit usual {
    };
    QCOMPARE(getrlimit(RLIMIT_NOFILE, &usual), 0);
    struct rlimit low = usual;
    low.rlim_cur = 200;
    QCOMPARE(setrlimit(RLIMIT_NOFILE, &low), 0); // inherited
    Headless lab;
    const bool started = lab.start({QStringLiteral("--lab"), inMemory}, m_variables);
    QCOMPARE(setrlimit(RLIMIT_NOFILE, &usual), 0);
    QVERIFY(started);
    struct rlimit raised {
    };
    const auto id = static_cast<pid_t>(lab.program().processId());
    QCOMPARE(prlimit(id, RLIMIT_NOFILE, nullptr, &raised), 0);
    QCOMPARE(raised.rlim_cur, usual.rlim_max);
}

void TestProgram::memoryLabLeavesNothing()
{
    Headless lab;
    QVERIFY(lab.start({QStringLiteral("--lab"), inMemory}, m_variables));
    QVERIFY(QFile::exists(lab.kubeconfig()));
    lab.program().terminate();
    QCOMPARE(lab.program().waitForEnd(3s), 0);
    QVERIFY(!QFileInfo::exists(QFileInfo(lab.kubeconfig()).path()));
}

/// What explain prints once that object is there.
QByteArray TestProgram::explained(const QStringList &arguments) const
{
    Finished finished;
    tests::eventually([&] {
        finished = hollowlab(QStringList {QStringLiteral("explain")} + arguments);
        return finished.code == 0;
    });
    return finished.code == 0 ? finished.output : finished.errors;
}

void TestProgram::explainTellsWhy()
{
    Headless lab;
    const QString directory = path("lab");
    QVERIFY(lab.start({QStringLiteral("--lab"), directory}, m_variables));
    const QStringList workers {QStringLiteral("mhc/workers"), QStringLiteral("--lab"), directory};
    const QByteArray text = explained(workers);
    QVERIFY2(text.startsWith("MachineHealthCheck default/workers at "), text.constData());
    QVERIFY2(text.contains("\nhealthcheck: decided "), text.constData());
    QVERIFY2(text.contains(", looks again "), text.constData());

    const Finished json = hollowlab(QStringList {QStringLiteral("explain"), QStringLiteral("-o"),
        QStringLiteral("json"), QStringLiteral("machinesets/workers"), QStringLiteral("-n"),
        QStringLiteral("default"), QStringLiteral("--kubeconfig"), lab.kubeconfig()});
    QCOMPARE(json.code, 0);
    const auto answer = core::api::parseJson(json.output.toStdString());
    QVERIFY2(answer.has_value(), json.output.constData());
    QCOMPARE(QByteArray::fromStdString(std::string(core::api::textAt(*answer, {"kind"}))), "MachineSet");
    QVERIFY(!answer->at("explanations").get_array().empty());

    m_variables[QStringLiteral("KUBECONFIG")] = lab.kubeconfig();
    QCOMPARE(hollowlab(words("explain machinesets.machine.openshift.io/workers")).code, 0);
}

void TestProgram::explainCannot_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("object that is not there")
        << words("machine/nobody") << QByteArray("there is no Machine default/nobody");
    QTest::newRow("in another namespace") << words("mhc/workers -n elsewhere")
                                          << QByteArray("there is no MachineHealthCheck elsewhere/workers");
    QTest::newRow("unknown kind") << words("wombat/w")
                                  << QByteArray("no controller decides about \"wombat\"; known are ");
    QTest::newRow("unknown lab") << words("machine/m --lab nowhere")
                                 << QByteArray("there is no lab \"nowhere\"");
    QTest::newRow("no kubeconfig") << words("machine/m --kubeconfig /no/such/file")
                                   << QByteArray("/no/such/file");
}

void TestProgram::explainCannot()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, said);
    Headless lab;
    QVERIFY(lab.start({}, m_variables)); // the default one
    const Finished finished = hollowlab(QStringList {QStringLiteral("explain")} + arguments);
    QCOMPARE(finished.code, 1);
    QVERIFY2(finished.errors.startsWith("hollowlab: ") && finished.errors.contains(said),
        finished.errors.constData());
    QCOMPARE(finished.errors.count('\n'), 1);
    lab.program().terminate();
    QCOMPARE(lab.program().waitForEnd(3s), 0);
    const Finished late = hollowlab(words("explain machine/m"));
    QCOMPARE(late.code, 1);
    QVERIFY2(late.errors.contains("is it running?"), late.errors.constData());
}

void TestProgram::allButOne()
{
    Headless lab;
    QVERIFY(lab.start(
        words("--lab :memory: --controllers all,-healthcheck --concurrent-syncs machine=7"), m_variables));
    const QByteArray text =
        explained({QStringLiteral("mhc/workers"), QStringLiteral("--kubeconfig"), lab.kubeconfig()});
    QVERIFY2(text.contains("healthcheck: does not run"), text.constData());
    const tests::Kubectl kubectl(lab.kubeconfig(), m_home->path());
    const Finished metrics = kubectl(words("get --raw /metrics"));
    QVERIFY(
        metrics.output.contains("controller_runtime_max_concurrent_reconciles{controller=\"machine\"} 7\n"));
}

/// docs/api-semantics.md L8
void TestProgram::definitionsWithRulesInCel()
{
    const QByteArray definition =
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: "
        "as.b.example}\n"
        "spec:\n  group: b.example\n  scope: Namespaced\n  names: {plural: as, kind: A}\n  versions:\n"
        "  - name: v1\n    served: true\n    storage: true\n    schema:\n      openAPIV3Schema:\n"
        "        {type: object, x-kubernetes-validations: [{rule: 'odd(1)'}]}\n";
    for (const bool refuses : {false, true}) {
        Headless lab;
        QVERIFY(lab.start(
            words(refuses ? "--lab :memory: --unknown-cel refuse" : "--lab :memory:"), m_variables));
        const tests::Kubectl kubectl(lab.kubeconfig(), m_home->path());
        const Finished made = kubectl(words("create -f -"), definition);
        QCOMPARE(made.code, refuses ? 1 : 0);
        QVERIFY2(made.errors.contains(refuses ? "the rule can't be evaluated here"
                                              : "Warning: spec.validation.openAPIV3Schema."
                                                "x-kubernetes-validations[0].rule: the rule is kept"),
            made.errors.constData());
    }
}

void TestProgram::verboseTellsDecisions()
{
    const QByteArray decision("hollowlab.core.runtime.decision: machineset default/workers ");
    Headless quiet;
    QVERIFY(quiet.start(words("--lab :memory: --timing fast"), m_variables));
    Headless verbose;
    QVERIFY(verbose.start(words("--lab :memory: --timing fast --verbose"), m_variables));
    QTRY_VERIFY2(verbose.program().errors().contains(decision), verbose.program().errors().constData());
    QVERIFY2(!quiet.program().errors().contains(decision), quiet.program().errors().constData());
}

void TestProgram::metricsOnAPortOfTheirOwn()
{
    Headless lab;
    QVERIFY(lab.start(words("--lab :memory: --metrics-listen 0"), m_variables));
    static const QRegularExpression served(QStringLiteral("http://127.0.0.1:(\\d+)/metrics"));
    const auto match = served.match(QString::fromUtf8(lab.program().errors()));
    QVERIFY2(match.hasMatch(), lab.program().errors().constData());
    const auto port = match.captured(1).toUShort();
    QCOMPARE(listeningAddresses("/proc/net/tcp", port), QStringList {QStringLiteral("0100007F")});
    const auto ask = [port](const QByteArray &request) {
        QTcpSocket socket;
        socket.connectToHost(QStringLiteral("127.0.0.1"), port);
        socket.waitForConnected();
        for (const char c : request) { // as slowly as it gets
            socket.write(&c, 1);
            socket.flush();
        }
        while (socket.state() == QAbstractSocket::ConnectedState && socket.waitForReadyRead(5000)) { }
        return socket.readAll();
    };
    const QByteArray ours = QByteArrayLiteral("Host: 127.0.0.1:") + QByteArray::number(port) + "\r\n";
    const QByteArray metrics = ask("GET /metrics HTTP/1.1\r\n" + ours + "\r\n");
    QVERIFY2(metrics.startsWith("HTTP/1.1 200 OK\r\n"), metrics.constData());
    QVERIFY(metrics.contains("Content-Type: text/plain; version=0.0.4"));
    const auto read = tests::PromText::read(metrics.mid(metrics.indexOf("\r\n\r\n") + 4));
    QCOMPARE(read.problem, QByteArray());
    QVERIFY(read.has("mapi_machine_items"));
    const auto code = [&](const QByteArray &request) { return ask(request).mid(9, 3); };
    QCOMPARE(code("GET /healthz HTTP/1.1\r\n" + ours + "\r\n"), "200");
    QCOMPARE(code("GET /debug/explain?kind=mhc&name=nobody HTTP/1.1\r\n" + ours + "\r\n"), "404");
    QCOMPARE(code("GET /api/v1/nodes HTTP/1.1\r\n" + ours + "\r\n"), "404"); // the lab's own door
    QCOMPARE(code("GET /metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n"), "403"); // T2
    QCOMPARE(code("GET /metrics HTTP/1.1\r\nHost: localhost:1\r\n\r\n"), "403");
    QCOMPARE(code("GET /metrics HTTP/1.1\r\n" + ours + "Origin: https://evil.example\r\n\r\n"), "403");
    QCOMPARE(code("POST /metrics HTTP/1.1\r\n" + ours + "Content-Length: 0\r\n\r\n"), "405");
    QCOMPARE(code("nonsense\r\n\r\n"), "400");
}

QTEST_GUILESS_MAIN(TestProgram)
#include "tst_program.moc"
