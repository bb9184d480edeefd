// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a running lab, and what may happen to them and to their disk: a second program, deletion and
// replacement, no room, no rights, no descriptors, SIGTERM (docs/faults-and-threats.md X23, X24, X25, X40).

#include "core/api/machine.h"
#include "tests/support/cluster.h"
#include "tests/support/program.h"

#include <QDate>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <fstream>

using namespace std::chrono_literals;
using core::api::Json;
using core::api::Method;
using core::api::textAt;
using tests::Cluster;
using tests::eventually;
using tests::Finished;
using tests::Headless;
using tests::Program;
namespace fs = std::filesystem;

#define COMPARE_TEXT(actual, expected) QCOMPARE(std::string(actual), std::string(expected))

namespace {

const std::string configMaps = "/api/v1/namespaces/default/configmaps";

/// One request and its answer: "201", or why it was refused.
std::string outcome(Cluster &cluster, Method method, const std::string &path, Json body = {},
    std::string_view type = core::api::contentTypes::json)
{
    const auto answer = cluster.request(method, path, std::move(body), type);
    if (!answer)
        return answer.error().message;
    const std::string_view message = answer->body ? textAt(*answer->body, {"message"}) : std::string_view();
    return std::to_string(answer->code) + (answer->code < 400 ? "" : " " + std::string(message));
}

Json configMap(const std::string &name, std::size_t bytes = 10)
{
    return {{"apiVersion", "v1"}, {"kind", "ConfigMap"}, {"metadata", {{"name", name}}},
        {"data", {{"k", std::string(bytes, 'x')}}}};
}

std::string create(Cluster &cluster, const std::string &name, std::size_t bytes = 10)
{
    return outcome(cluster, Method::Post, configMaps, configMap(name, bytes));
}

/// Takes all the room that there is on its disk.
void fill(const std::string &path)
{
    std::ofstream file(path, std::ios::app);
    const std::string some(4096, 'x');
    while (file.write(some.data(), static_cast<std::streamsize>(some.size())).flush()) { }
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(none)");
}

/// The program behind a line of shell, which may take rights and room from it.
class Confined
{
public:
    bool start(const QString &shell, const QStringList &wrapper = {})
    {
        QStringList words = wrapper;
        words << QStringLiteral("/bin/sh") << QStringLiteral("-c") << shell;
        m_program.start(words.takeFirst(), words);
        const auto ready = m_program.waitForLine(
            QRegularExpression(QStringLiteral("^ready: (\\S+) kubeconfig=(\\S+)")), 30s);
        m_kubeconfig = ready.captured(2);
        return ready.hasMatch();
    }
    Program &program() { return m_program; }
    const QString &kubeconfig() const { return m_kubeconfig; }
    /// A path as the program sees it.
    std::string inside(const std::string &path) const
    {
        return "/proc/" + std::to_string(m_program.processId()) + "/root" + path;
    }

private:
    Program m_program;
    QString m_kubeconfig;
};

} // namespace

class TestLabFiles : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void freshBesideARunningLabIsRefused();
    void whatKeepsADamagedLabAsideIsTold();
    void whatFreshReplacesIsKept();
    void theLockEndsWithItsProcess();
    void filesThatAreTakenAwayStopWrites_data();
    void filesThatAreTakenAwayStopWrites();
    void aFullDisk();
    void aSmallDiskThatIsFull();
    void aStartOnAFullDiskAfterAKill();
    void aFileThatMayNotGrow();
    void aDiskThatCannotBeWritten();
    void aRightThatIsMissingIsNoDamage_data();
    void aRightThatIsMissingIsNoDamage();
    void fewDescriptors();
    void terminatedInOrder();
    void terminatedControllersLeaveTheirLeases();

private:
    QString path(const char *name) const { return m_home->filePath(QString::fromUtf8(name)); }
    QStringList onLab(const QStringList &more = {}) const
    {
        return QStringList {QStringLiteral("--lab"), path("lab")} + more;
    }
    QStringList startLine(const QStringList &more) const
    {
        return QStringList {QStringLiteral(HOLLOWLAB_BINARY)} + onLab(more)
            << QStringLiteral("--headless") << QStringLiteral("--exit-after") << QStringLiteral("0s");
    }
    Finished secondStart(const QStringList &more = {}) const
    {
        const QStringList line = startLine(more);
        return tests::run(line.first(), line.mid(1));
    }
    QString line(const QString &before, const QString &lab) const
    {
        return before
            + QStringLiteral(" exec %1 --headless --controllers=none --lab %2 --kubeconfig-out %3")
                  .arg(QStringLiteral(HOLLOWLAB_BINARY), lab, path("kubeconfig"));
    }

    std::unique_ptr<QTemporaryDir> m_home;
};

void TestLabFiles::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    QVERIFY(m_home->isValid());
}

void TestLabFiles::freshBesideARunningLabIsRefused() // X25
{
    Headless lab;
    QVERIFY(lab.start(onLab()));
    Cluster cluster(lab.kubeconfig());
    COMPARE_TEXT(create(cluster, "a"), "201");
    const QStringList before = QDir(path("lab")).entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
    for (const char *option : {"--fresh", "--controllers=all"}) {
        const Finished second = secondStart({QString::fromUtf8(option)});
        QCOMPARE(second.code, 1);
        QVERIFY2(second.errors.contains("another program has this lab open"), second.errors.constData());
        QCOMPARE(QDir(path("lab")).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), before);
    }
    COMPARE_TEXT(create(cluster, "b"), "201");
    lab.program().kill();
    QVERIFY(lab.program().waitForEnd(5s).has_value());
    QVERIFY(lab.start(onLab()));
    Cluster again(lab.kubeconfig());
    COMPARE_TEXT(outcome(again, Method::Get, configMaps + "/b"), "200");
}

void TestLabFiles::whatFreshReplacesIsKept()
{
    QByteArray kept;
    for (int start = 0; start <= 3; ++start) { // several within one second
        const Finished done =
            secondStart(start == 0 ? QStringList() : QStringList {QStringLiteral("--fresh")});
        QVERIFY2(done.code == 0, done.errors.constData());
        const QStringList places = QDir(path("lab")).entryList({QStringLiteral("before-*")}, QDir::Dirs);
        QCOMPARE(places.size(), start);
        for (const QString &place : places) {
            const QString pattern = QStringLiteral("^before-%1T\\d\\d\\.\\d\\d\\.\\d\\d(-\\d)?$")
                                        .arg(QDate::currentDate().toString(Qt::ISODate));
            QVERIFY2(QRegularExpression(pattern).match(place).hasMatch(), qPrintable(place));
            QVERIFY(QFile::exists(path("lab") + u'/' + place + QStringLiteral("/lab.db")));
        }
        if (start == 1)
            kept = contentOf(path("lab") + u'/' + places.first() + QStringLiteral("/lab.db"));
        if (start > 1)
            QCOMPARE(contentOf(path("lab") + u'/' + places.first() + QStringLiteral("/lab.db")), kept);
    }
}

/// Where it is allowed: a lab that is only looked at can't begin anew.
void TestLabFiles::whatKeepsADamagedLabAsideIsTold() // X26
{
    QVERIFY(QDir().mkpath(path("lab")));
    QFile damaged(path("lab/lab.db"));
    const QByteArray nonsense(8192, 'x');
    QVERIFY(damaged.open(QIODevice::WriteOnly) && damaged.write(nonsense) == nonsense.size());
    damaged.close();
    const Finished refused = secondStart();
    QCOMPARE(refused.code, 1);
    QVERIFY2(
        refused.errors.contains("It stays as it is. --fresh keeps it aside"), refused.errors.constData());
    const Finished looking = secondStart({QStringLiteral("--read-only")});
    QCOMPARE(looking.code, 1);
    QVERIFY2(!looking.errors.contains("--fresh"), looking.errors.constData());
    QCOMPARE(contentOf(path("lab/lab.db")), nonsense);
}

void TestLabFiles::theLockEndsWithItsProcess() // X25
{
    for (int round = 0; round < 3; ++round) {
        Headless lab;
        QVERIFY2(lab.start(onLab()), lab.program().errors().constData());
        QCOMPARE(secondStart().code, 1);
        lab.program().kill();
        QVERIFY(lab.program().waitForEnd(5s).has_value());
    }
    QCOMPARE(secondStart().code, 0);
}

using Taking = std::function<void(const std::string &lab)>;
Q_DECLARE_METATYPE(Taking)

void TestLabFiles::filesThatAreTakenAwayStopWrites_data()
{
    QTest::addColumn<Taking>("take");
    const auto row = [](const char *name, const Taking &take) { QTest::newRow(name) << take; };
    row("X24 the database is deleted", [](const auto &lab) { fs::remove(lab + "/lab.db"); });
    row("X24 the log is deleted", [](const auto &lab) { fs::remove(lab + "/lab.db-wal"); });
    row("X24 the database is replaced", [](const auto &lab) {
        fs::copy_file(lab + "/lab.db", lab + "/copy");
        fs::rename(lab + "/copy", lab + "/lab.db");
    });
    row("X24 the directory is moved", [](const auto &lab) { fs::rename(lab, lab + "-moved"); });
    row("X24 the directory is deleted", [](const auto &lab) { fs::remove_all(lab); });
}

void TestLabFiles::filesThatAreTakenAwayStopWrites()
{
    QFETCH(const Taking, take);
    Headless lab;
    QVERIFY(lab.start(onLab(
        {QStringLiteral("--controllers=none"), QStringLiteral("--kubeconfig-out"), path("kubeconfig")})));
    Cluster cluster(path("kubeconfig"));
    COMPARE_TEXT(create(cluster, "a"), "201");
    take(path("lab").toStdString());
    QElapsedTimer time;
    time.start();
    const std::string refused = create(cluster, "b");
    QVERIFY2(refused.find("was deleted or replaced") != std::string::npos, refused.c_str());
    QVERIFY(time.elapsed() < 3000);
    QVERIFY(create(cluster, "c") != "201");
    QVERIFY(outcome(cluster, Method::Delete, configMaps + "/a") != "200");
    COMPARE_TEXT(outcome(cluster, Method::Get, configMaps + "/a"), "200");
    COMPARE_TEXT(outcome(cluster, Method::Get, configMaps), "200");
    QVERIFY(outcome(cluster, Method::Get, "/readyz") != "200");
    lab.program().terminate();
    QVERIFY(lab.program().waitForEnd(5s).has_value());
    QVERIFY(lab.program().errors().contains("was deleted or replaced"));
}

/// The disk has 40 MiB, and only the program sees it.
void TestLabFiles::aFullDisk() // X23
{
    const std::string disk = path("disk").toStdString();
    fs::create_directory(disk);
    const QStringList alone {QStringLiteral("unshare"), QStringLiteral("--user"),
        QStringLiteral("--map-root-user"), QStringLiteral("--mount")};
    Confined lab;
    QVERIFY2(
        lab.start(line(QStringLiteral("mount -t tmpfs -o size=40m none %1 && head -c 8000000 /dev/zero > "
                                      "%1/filler &&")
                           .arg(path("disk")),
                      path("disk") + QStringLiteral("/lab")),
            alone),
        lab.program().errors().constData());
    Cluster cluster(path("kubeconfig"));
    std::string last;
    int made = 0;
    QElapsedTimer time;
    for (; made < 200; ++made) {
        time.start();
        last = create(cluster, "c" + std::to_string(made), 400'000);
        if (last != "201")
            break;
    }
    QVERIFY2(last.starts_with("lab disk full"), last.c_str());
    QVERIFY(time.elapsed() < 3000);
    QVERIFY(made > 5);
    QVERIFY(!fs::exists(lab.inside(disk + "/lab/lab.db.ballast")));

    // Reads and deletions go on.
    COMPARE_TEXT(outcome(cluster, Method::Get, configMaps + "/c0"), "200");
    COMPARE_TEXT(outcome(cluster, Method::Get, configMaps), "200");
    COMPARE_TEXT(outcome(cluster, Method::Get, "/livez"), "200");
    QVERIFY(outcome(cluster, Method::Get, "/readyz") != "200");
    for (int i = 0; i < 3; ++i)
        COMPARE_TEXT(outcome(cluster, Method::Delete, configMaps + "/c" + std::to_string(i)), "200");
    QVERIFY(create(cluster, "small").starts_with("lab disk full"));

    // Without any room left reads still show what the disk has.
    int next = 3;
    const auto removeNext = [&] {
        return outcome(cluster, Method::Delete, configMaps + "/c" + std::to_string(next++));
    };
    for (last = "200"; next < made - 2 && last == "200"; last = removeNext())
        fill(lab.inside(disk + "/more"));
    QVERIFY2(last.starts_with("lab disk full"), last.c_str());
    COMPARE_TEXT(outcome(cluster, Method::Get, configMaps), "200");
    COMPARE_TEXT(outcome(cluster, Method::Get, configMaps + "/c" + std::to_string(made - 1)), "200");
    COMPARE_TEXT(outcome(cluster, Method::Get, "/livez"), "200");
    QVERIFY(create(cluster, "small").starts_with("lab disk full"));

    // With room again writes resume by themselves.
    QVERIFY(fs::remove(lab.inside(disk + "/more")));
    QVERIFY(fs::remove(lab.inside(disk + "/filler")));
    QVERIFY(eventually([&] { return !create(cluster, "small").ends_with("nothing more is written"); }, 10s));
    while (next < made)
        COMPARE_TEXT(removeNext(), "200");
    QVERIFY(eventually([&] { return create(cluster, "again") == "201"; }, 10s));
    COMPARE_TEXT(outcome(cluster, Method::Get, "/readyz"), "200");
    QVERIFY(fs::exists(lab.inside(disk + "/lab/lab.db.ballast")));
    lab.program().terminate();
    QCOMPARE(lab.program().waitForEnd(5s), std::optional(0));
}

/// Small enough that the log, as long as it would get elsewhere, is larger than the room that is kept.
void TestLabFiles::aSmallDiskThatIsFull() // X23
{
    const std::string disk = path("disk").toStdString();
    fs::create_directory(disk);
    Confined lab;
    QVERIFY2(lab.start(line(QStringLiteral("mount -t tmpfs -o size=24m none %1 &&").arg(path("disk")),
                           path("disk") + QStringLiteral("/lab")),
                 {QStringLiteral("unshare"), QStringLiteral("--user"), QStringLiteral("--map-root-user"),
                     QStringLiteral("--mount")}),
        lab.program().errors().constData());
    Cluster cluster(path("kubeconfig"));
    std::string last = "201";
    int made = 0;
    for (; made < 200 && last == "201"; ++made)
        last = create(cluster, "c" + std::to_string(made), 200'000);
    QVERIFY2(last.starts_with("lab disk full"), last.c_str());
    for (int i = 0; i < made - 1; ++i)
        COMPARE_TEXT(outcome(cluster, Method::Delete, configMaps + "/c" + std::to_string(i)), "200");
    lab.program().terminate();
    QCOMPARE(lab.program().waitForEnd(5s), std::optional(0));
}

/// The log that a killed program leaves has room, so the database alone would not notice.
void TestLabFiles::aStartOnAFullDiskAfterAKill() // X23
{
    const QString disk = path("disk");
    QVERIFY(QDir().mkpath(disk));
    const QString once = QStringLiteral("%1 --headless --controllers=none --lab %2/lab --kubeconfig-out %3")
                             .arg(QStringLiteral(HOLLOWLAB_BINARY), disk, path("kubeconfig"));
    const QString thenFull =
        QStringLiteral("mount -t tmpfs -o size=64m none %1 && { %2 & } && until [ -e %3 ]; do sleep 0.1; "
                       "done; kill -9 $!; wait $!; head -c 100000000 /dev/zero > %1/filler; exec %2")
            .arg(disk, once, path("full"));
    Confined lab;
    QVERIFY2(lab.start(thenFull,
                 {QStringLiteral("unshare"), QStringLiteral("--user"), QStringLiteral("--map-root-user"),
                     QStringLiteral("--mount")}),
        lab.program().errors().constData());
    {
        Cluster cluster(path("kubeconfig"));
        for (int i = 0; i < 16; ++i)
            COMPARE_TEXT(create(cluster, "c" + std::to_string(i), 300'000), "201");
    }
    QFile full(path("full"));
    QVERIFY(full.open(QIODevice::WriteOnly));
    const auto again = lab.program().waitForLine(
        QRegularExpression(QStringLiteral("ready: [^\\n]*\\n(.*\\n)*ready: ")), 30s);
    QVERIFY2(again.hasMatch(), lab.program().errors().constData());
    Cluster cluster(path("kubeconfig"));
    COMPARE_TEXT(outcome(cluster, Method::Get, configMaps + "/c15"), "200");
    COMPARE_TEXT(outcome(cluster, Method::Delete, configMaps + "/c15"), "200");
    QVERIFY(outcome(cluster, Method::Get, configMaps + "/c15").ends_with("not found"));
    lab.program().terminate();
    QCOMPARE(lab.program().waitForEnd(5s), std::optional(0));
}

void TestLabFiles::aFileThatMayNotGrow() // X24
{
    QCOMPARE(secondStart().code, 0);
    Confined lab;
    QVERIFY2(lab.start(line(QStringLiteral("ulimit -f 3000 &&"), path("lab"))), // of 1024 bytes, or of 512
        lab.program().errors().constData());
    Cluster cluster(path("kubeconfig"));
    std::string last;
    for (int i = 0; i < 100 && (last.empty() || last == "201"); ++i)
        last = create(cluster, "c" + std::to_string(i), 100'000);
    QVERIFY2(last.starts_with("lab disk full"), last.c_str());
    QVERIFY(lab.program().isRunning()); // SIGXFSZ is no end
    COMPARE_TEXT(outcome(cluster, Method::Get, configMaps + "/c0"), "200");
    lab.program().terminate();
    QVERIFY(lab.program().waitForEnd(5s).has_value());
    Headless again; // and nothing that was acknowledged is lost
    QVERIFY(again.start(onLab()));
    Cluster whole(again.kubeconfig());
    COMPARE_TEXT(outcome(whole, Method::Get, configMaps + "/c0"), "200");
}

void TestLabFiles::aDiskThatCannotBeWritten() // X24
{
    QCOMPARE(secondStart().code, 0);
    const QByteArray before = contentOf(path("lab/lab.db"));
    const QString shell = line(
        QStringLiteral("mount --bind %1 %1 && mount -o remount,bind,ro %1 &&").arg(path("lab")), path("lab"));
    const auto start = [](Program &program, const QString &command) {
        program.start(QStringLiteral("unshare"),
            {QStringLiteral("--user"), QStringLiteral("--map-root-user"), QStringLiteral("--mount"),
                QStringLiteral("/bin/sh"), QStringLiteral("-c"), command});
    };
    Program program;
    start(program, shell);
    QCOMPARE(program.waitForEnd(30s), std::optional(1));
    QVERIFY2(program.errors().startsWith("hollowlab: ") && program.errors().contains("Read-only file system"),
        program.errors().constData());
    Program looking;
    start(looking, shell + QStringLiteral(" --read-only --exit-after 500ms"));
    QCOMPARE(looking.waitForEnd(30s), std::optional(0));
    QCOMPARE(contentOf(path("lab/lab.db")), before);
}

void TestLabFiles::aRightThatIsMissingIsNoDamage_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("mode");
    QTest::addColumn<QStringList>("more");
    const QStringList none;
    const QStringList fresh {QStringLiteral("--fresh")};
    QTest::newRow("the folder") << QStringLiteral("lab") << 0500 << none;
    QTest::newRow("the folder, and a new lab is wanted") << QStringLiteral("lab") << 0500 << fresh;
    QTest::newRow("to write the database") << QStringLiteral("lab/lab.db") << 0400 << none;
    QTest::newRow("to read the database") << QStringLiteral("lab/lab.db") << 0000 << none;
    QTest::newRow("to read the credentials") << QStringLiteral("lab/credentials.json") << 0000 << none;
}

void TestLabFiles::aRightThatIsMissingIsNoDamage() // X24
{
    QFETCH(QString, file);
    QFETCH(int, mode);
    QFETCH(QStringList, more);
    QCOMPARE(secondStart().code, 0);
    const bool isAboutCredentials = file.endsWith(QStringLiteral("credentials.json"));
    const QString kept = path(isAboutCredentials ? "lab/credentials.json" : "lab/lab.db");
    const QByteArray before = contentOf(kept);
    const QByteArray withTheRight = path(file.toUtf8().constData()).toUtf8();
    QCOMPARE(::chmod(withTheRight.constData(), static_cast<mode_t>(mode)), 0);
    const QStringList line = tests::heldToModes(startLine(more));
    const Finished refused = tests::run(line.first(), line.mid(1));
    QCOMPARE(::chmod(withTheRight.constData(), file == QStringLiteral("lab") ? 0700 : 0600), 0);
    QCOMPARE(refused.code, 1);
    QVERIFY2(refused.errors.contains("Permission denied"), refused.errors.constData());
    QVERIFY2(!refused.errors.contains("--fresh"), refused.errors.constData()); // nothing is wrong with it
    QCOMPARE(contentOf(kept), before);
    QCOMPARE(secondStart().code, 0);
}

void TestLabFiles::fewDescriptors() // X24
{
    Confined lab;
    QVERIFY2(
        lab.start(line(QStringLiteral("ulimit -n 64 &&"), path("lab"))), lab.program().errors().constData());
    std::vector<std::unique_ptr<Cluster>> clients;
    for (int i = 0; i < 100; ++i) {
        clients.push_back(std::make_unique<Cluster>(path("kubeconfig")));
        clients.back()->client().create({"", "v1", "ConfigMap", "configmaps", true},
            configMap("c" + std::to_string(i)), [](const auto &) {});
    }
    QTest::qWait(500);
    clients.clear();
    Cluster cluster(path("kubeconfig"));
    QVERIFY(eventually([&] { return create(cluster, "after") == "201"; }, 20s));
    lab.program().terminate();
    QCOMPARE(lab.program().waitForEnd(5s), std::optional(0));
    QCOMPARE(secondStart().code, 0);
}

/// On SIGTERM under load all is written, and the log is gone.
void TestLabFiles::terminatedInOrder() // X40
{
    Headless lab;
    QVERIFY(lab.start(onLab()));
    Cluster cluster(lab.kubeconfig());
    QVERIFY(cluster.scale("workers", 60));
    for (int i = 0; i < 20; ++i)
        COMPARE_TEXT(create(cluster, "c" + std::to_string(i)), "201");
    QElapsedTimer time;
    time.start();
    lab.program().terminate();
    QCOMPARE(lab.program().waitForEnd(5s), std::optional(0));
    QVERIFY2(time.elapsed() < 3000, qPrintable(QString::number(time.elapsed())));
    QVERIFY(!QFile::exists(path("lab/lab.db-wal")));
    QVERIFY(lab.start(onLab()));
    Cluster again(lab.kubeconfig());
    for (int i = 0; i < 20; ++i)
        COMPARE_TEXT(outcome(again, Method::Get, configMaps + "/c" + std::to_string(i)), "200");
    std::string problem;
    QVERIFY2(eventually([&] { return (problem = unsettled(again, 60)).empty(); }, 60s), problem.c_str());
}

void TestLabFiles::terminatedControllersLeaveTheirLeases() // X40
{
    Headless lab;
    QVERIFY(lab.start(onLab({QStringLiteral("--controllers=none")})));
    Cluster cluster(lab.kubeconfig());
    Headless controllers;
    QVERIFY(controllers.start(
        {QStringLiteral("--kubeconfig"), lab.kubeconfig(), QStringLiteral("--controllers=machineset")}));
    const auto holder = [&] {
        const auto lease = cluster.get(
            "/apis/coordination.k8s.io/v1/namespaces/kubemark-actuator/leases/hollowlab-machineset");
        return lease ? std::string(textAt(*lease, {"spec", "holderIdentity"})) : std::string();
    };
    QVERIFY(eventually([&] { return !holder().empty(); }));
    QElapsedTimer time;
    time.start();
    controllers.program().terminate();
    QCOMPARE(controllers.program().waitForEnd(5s), std::optional(0));
    QVERIFY2(time.elapsed() < 3000, qPrintable(QString::number(time.elapsed())));
    COMPARE_TEXT(holder(), ""); // who takes over need not wait for its end
}

QTEST_GUILESS_MAIN(TestLabFiles)
#include "tst_labfiles.moc"
