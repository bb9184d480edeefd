// SPDX-License-Identifier: GPL-3.0-or-later
// --read-only: no request that may change something leaves, whatever else the command line says, and a lab
// that is opened so takes none and stays as it is on the disk.

#include "core/api/machine.h"
#include "tests/support/cluster.h"
#include "tests/support/home.h"
#include "tests/support/program.h"
#include "tests/support/recordedcluster.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace core;
using namespace std::chrono_literals;
using tests::Cluster;
using tests::Finished;
using tests::Headless;
using tests::RecordedCluster;
using tests::words;

namespace {

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

constexpr const char *scenarioText = R"(
name: writes
steps:
- scale: {machineSet: workers, replicas: 5}
)";

/// HOME stands for the test's own folder.
constexpr const char *commandLines[] = {"", "--headless", "--headless --namespace other",
    "--headless --listen 0", "--headless --kubeconfig-out HOME/out", "--headless --controllers none",
    "--headless --concurrent-syncs machine=7", "--headless --metrics-listen 0",
    "--headless --scenario HOME/scenario.yaml", "--scenario HOME/scenario.yaml",
    "--headless --scenario HOME/scenario.yaml --report HOME/report", "--headless --seed 3",
    "--headless --screenshot HOME/picture.png", "--fresh", "--headless --verbose",
    "--headless --max-machines 9", "--headless --allow-exec", "--headless --allow-file HOME/scenario.yaml",
    "--headless --context hollowlab-recorded", "--controllers all", "--headless --controllers all",
    "--headless --controllers machineset"};

} // namespace

class TestReadOnly : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void nothingLeaves_data();
    void nothingLeaves();
    void everyOptionIsTried();
    void contradictionsAreRefused_data();
    void contradictionsAreRefused();
    void theLabTakesNoWrites();
    void theLabStaysAsItIs();
    void aLabOnADiskThatIsOnlyRead();
    void aLabThatIsNotThere();

private:
    QString path(const char *name) const { return m_home->path(name); }

    std::unique_ptr<tests::Home> m_home;
    QMap<QString, QString> m_variables;
};

void TestReadOnly::init()
{
    m_home = std::make_unique<tests::Home>();
    m_variables = m_home->variables();
    m_variables[QStringLiteral("QT_QPA_PLATFORM")] = QStringLiteral("offscreen");
    QFile scenario(path("scenario.yaml"));
    QVERIFY(scenario.open(QIODevice::WriteOnly) && scenario.write(scenarioText) > 0);
}

void TestReadOnly::nothingLeaves_data()
{
    QTest::addColumn<QStringList>("arguments");
    for (const char *line : commandLines)
        QTest::newRow(line) << words(line);
}

void TestReadOnly::nothingLeaves()
{
    QFETCH(QStringList, arguments);
    arguments.replaceInStrings(QStringLiteral("HOME"), m_home->path());
    RecordedCluster cluster(m_home->path());
    tests::Program program;
    program.start(QStringLiteral(HOLLOWLAB_BINARY),
        QStringList {QStringLiteral("--kubeconfig"), cluster.kubeconfig, QStringLiteral("--read-only"),
            QStringLiteral("--exit-after"), QStringLiteral("1500ms")}
            + arguments,
        m_variables);
    QVERIFY(program.waitForEnd(30s).has_value());
    QCOMPARE(cluster.writes, QStringList());
    if (arguments.contains(QStringLiteral("--controllers")) && !arguments.contains(QStringLiteral("none")))
        QVERIFY(program.errors().contains("--read-only"));
    else
        QVERIFY2(cluster.requests > 10, "it did not even look");
}

/// Those of another kind of start are named here.
void TestReadOnly::everyOptionIsTried()
{
    QSet<QString> tried {QStringLiteral("--help"), QStringLiteral("--version"), QStringLiteral("--lab"),
        QStringLiteral("--pace"), QStringLiteral("--print-paths"), QStringLiteral("--kubeconfig"),
        QStringLiteral("--read-only"), QStringLiteral("--exit-after"), QStringLiteral("--unknown-cel"),
        QStringLiteral("--timing"), QStringLiteral("--authorization"),
        QStringLiteral("--viewer-kubeconfig-out")};
    for (const char *line : commandLines) {
        for (const QString &word : words(line))
            tried.insert(word);
    }
    const Finished help =
        tests::run(QStringLiteral(HOLLOWLAB_BINARY), {QStringLiteral("--help")}, {}, m_variables);
    static const QRegularExpression option(QStringLiteral("--[a-z][a-z-]+"));
    auto offered = option.globalMatch(QString::fromUtf8(help.output));
    while (offered.hasNext()) {
        const QString name = offered.next().captured();
        QVERIFY2(tried.contains(name), qPrintable(name));
    }
}

void TestReadOnly::contradictionsAreRefused_data()
{
    QTest::addColumn<QStringList>("arguments");
    for (const char *line : {"--controllers all", "--controllers machine", "--fresh"})
        QTest::newRow(line) << words(line);
}

void TestReadOnly::contradictionsAreRefused()
{
    QFETCH(QStringList, arguments);
    const Finished finished = tests::run(QStringLiteral(HOLLOWLAB_BINARY),
        QStringList {QStringLiteral("--headless"), QStringLiteral("--read-only")} + arguments, {},
        m_variables);
    QCOMPARE(finished.code, 2);
    QVERIFY2(finished.errors.contains("--read-only"), finished.errors.constData());
    QCOMPARE(finished.errors.count('\n'), 1);
    QVERIFY(!QFile::exists(path("data")));
}

void TestReadOnly::theLabTakesNoWrites()
{
    const QStringList lab {QStringLiteral("--lab"), path("lab")};
    {
        Headless first;
        QVERIFY2(first.start(lab, m_variables), first.program().errors().constData());
        Cluster seen(first.kubeconfig());
        QVERIFY(tests::eventually([&] { return tests::unsettled(seen, 3).empty(); }));
    }
    Headless shown;
    QVERIFY2(shown.start(lab + words("--read-only"), m_variables), shown.program().errors().constData());
    Cluster cluster(shown.kubeconfig());
    QCOMPARE(cluster.list<api::Machine>().size(), 3U); // as it was left
    const std::string sets = "/apis/machine.openshift.io/v1beta1/namespaces/default/machinesets";
    using api::Method;
    struct Write {
        Method method;
        std::string path;
        std::string_view type = api::contentTypes::json;
    };
    for (const Write &write : {Write {Method::Post, sets}, Write {Method::Put, sets + "/workers"},
             Write {Method::Patch, sets + "/workers", api::contentTypes::mergePatch},
             Write {Method::Patch, sets + "/workers/scale", api::contentTypes::mergePatch},
             Write {Method::Delete, sets + "/workers"}, Write {Method::Delete, sets},
             Write {Method::Post, "/api/v1/namespaces/default/pods/p/eviction"}}) {
        const auto answer = cluster.request(write.method, write.path, api::JsonObject(), write.type);
        QVERIFY2(!answer, write.path.c_str());
        QCOMPARE(answer.error().kind, base::ErrorKind::Forbidden);
        QVERIFY2(answer.error().message.find("read-only") != std::string::npos, write.path.c_str());
    }
    const tests::Kubectl kubectl(shown.kubeconfig(), m_home->path());
    QCOMPARE(kubectl(words("auth can-i list machines")).code, 0); // a question, though it is a POST
    const Finished scaled = kubectl(words("scale machineset workers --replicas=7"));
    QVERIFY2(scaled.errors.contains("read-only"), scaled.errors.constData());
}

void TestReadOnly::theLabStaysAsItIs()
{
    const QStringList lab {QStringLiteral("--lab"), path("lab")};
    {
        Headless first;
        QVERIFY2(first.start(lab, m_variables), first.program().errors().constData());
        Cluster seen(first.kubeconfig());
        QVERIFY(tests::eventually([&] { return tests::unsettled(seen, 3).empty(); }));
        first.program().terminate();
        QCOMPARE(first.program().waitForEnd(5s), 0);
    }
    const QByteArray database = contents(path("lab/lab.db"));
    const QByteArray timeline = contents(path("lab/timeline.db"));
    QVERIFY(!database.isEmpty() && !timeline.isEmpty());
    const Finished shown = tests::run(
        QStringLiteral(HOLLOWLAB_BINARY), lab + words("--read-only --exit-after 2s"), {}, m_variables);
    QCOMPARE(shown.code, 0);
    QCOMPARE(contents(path("lab/lab.db")), database);
    QCOMPARE(contents(path("lab/timeline.db")), timeline);
}

/// Such a copy need not have brought its lock along.
void TestReadOnly::aLabOnADiskThatIsOnlyRead()
{
    {
        Headless first;
        QVERIFY2(first.start({QStringLiteral("--lab"), path("lab")}, m_variables),
            first.program().errors().constData());
        first.program().terminate();
        QCOMPARE(first.program().waitForEnd(5s), 0);
    }
    QVERIFY(QDir().mkpath(path("disk")));
    const QString line = QStringLiteral("mount -t tmpfs -o mode=700 none %1 && cp -a %2/. %1 && rm "
                                        "%1/lab.db.lock && mount -o remount,ro %1 &&"
                                        "exec %3 --headless --read-only --lab %1 --exit-after 1s")
                             .arg(path("disk"), path("lab"), QStringLiteral(HOLLOWLAB_BINARY));
    const Finished shown = tests::run(
        QStringLiteral("unshare"), words("--user --map-root-user --mount sh -c") << line, {}, m_variables);
    QVERIFY2(shown.code == 0 && shown.output.startsWith("ready: "), tests::everything(shown).constData());
}

void TestReadOnly::aLabThatIsNotThere()
{
    const Finished finished = tests::run(
        QStringLiteral(HOLLOWLAB_BINARY), words("--headless --read-only --lab nosuch"), {}, m_variables);
    QCOMPARE(finished.code, 1);
    QVERIFY2(finished.errors.contains("nosuch"), finished.errors.constData());
    QCOMPARE(finished.errors.count('\n'), 1);
    QVERIFY(!QFile::exists(path("data/hollowlab/labs/nosuch")));
}

QTEST_GUILESS_MAIN(TestReadOnly)
#include "tst_readonly.moc"
