// SPDX-License-Identifier: GPL-3.0-or-later
// The program in a real window, showing what was: before a failure, and on the second day what was on the
// first. What is seen is copied from the table and read from the draft of an editor that it is pasted into.

#include "core/api/machine.h"
#include "core/api/node.h"
#include "tests/support/cluster.h"
#include "tests/support/home.h"
#include "tests/support/screen.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace std::chrono_literals;
using tests::Cluster;
using tests::Program;

namespace {

const QRegularExpression nowTitle(QStringLiteral("^\\[LAB a\\] Hollow Lab$"));
const QRegularExpression pastTitle(QStringLiteral("^\\[LAB a at (\\d\\d:\\d\\d:\\d\\d)\\] Hollow Lab$"));

bool isAnyFailing(Cluster &lab)
{
    const auto nodes = lab.list<core::api::Node>();
    return std::ranges::any_of(nodes, [](const auto &node) { return !node.isReady(); });
}

/// The second after the last node has changed its mind, in the lab's time.
QDateTime settledAt(Cluster &lab)
{
    qint64 latest = 0;
    for (const auto &node : lab.list<core::api::Node>()) {
        if (const auto *ready = node.condition("Ready"))
            latest = std::max<qint64>(latest, ready->lastTransitionTime.value().time_since_epoch() / 1s);
    }
    return QDateTime::fromSecsSinceEpoch(latest + 1);
}

} // namespace

class TestPastDay : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void whatWasIsShownAndCantBeChanged();
    void aDamagedPastStopsNoStart_data();
    void aDamagedPastStopsNoStart();
    void killedItLosesLittle();
    void whatIsOnlyLookedAtHasItsPast();

private:
    QString open(Program &window, const QStringList &more = {});
    QString path(const char *name) const { return m_home->path(name); }
    Cluster lab() const { return Cluster(path("data/hollowlab/labs/a/kubeconfig")); }
    bool press(const QString &window, const char *keys) const;
    QString machinesSeen(const QString &window) const;
    QString pasted() const;
    bool showMoment(const QString &window, const QDateTime &moment) const;

    std::unique_ptr<tests::Home> m_home;
    std::unique_ptr<tests::Screen> m_screen;
    QMap<QString, QString> m_variables;
};

void TestPastDay::init()
{
    m_home = std::make_unique<tests::Home>();
    m_screen = std::make_unique<tests::Screen>();
    QVERIFY2(m_screen->start(), "Xvfb is needed: packaging/deps.sh --test");
    m_variables = m_home->variables();
    m_variables.insert(m_screen->variables());
}

/// The id of the window once it is live; empty when it does not come.
QString TestPastDay::open(Program &window, const QStringList &more)
{
    window.start(QStringLiteral(HOLLOWLAB_BINARY),
        QStringList {QStringLiteral("--lab"), QStringLiteral("a")} + more, m_variables);
    return m_screen->waitForTitle(nowTitle);
}

bool TestPastDay::press(const QString &window, const char *keys) const
{
    return m_screen->press(window, QString::fromUtf8(keys).split(u' '));
}

/// The table of machines as text: copied as it is, and pasted into an editor of the present.
QString TestPastDay::machinesSeen(const QString &window) const
{
    QDir(path("data/hollowlab/drafts")).removeRecursively();
    press(window, "alt+2 Home ctrl+a ctrl+c End ctrl+shift+a");
    const QString editor = m_screen->waitForTitle(QRegularExpression(QStringLiteral("^Apply YAML$")));
    press(editor, "ctrl+a ctrl+v");
    QString seen;
    (void)tests::eventually([&] { return !(seen = pasted()).isEmpty(); });
    press(editor, "ctrl+a BackSpace Escape");
    return seen;
}

QString TestPastDay::pasted() const
{
    const QDir folder(path("data/hollowlab/drafts"));
    for (const QFileInfo &file : folder.entryInfoList({QStringLiteral("*.json")})) {
        QFile draft(file.filePath());
        if (!draft.open(QIODevice::ReadOnly))
            continue;
        for (const auto value : QJsonDocument::fromJson(draft.readAll()).object()) {
            if (value.toString().contains(u"workers-"))
                return value.toString();
        }
    }
    return {};
}

/// The moment is typed into the palette.
bool TestPastDay::showMoment(const QString &window, const QDateTime &moment) const
{
    const QString time = moment.toString(QStringLiteral("HH:mm:ss"));
    QStringList keys {
        QStringLiteral("ctrl+k"), QStringLiteral("a"), QStringLiteral("t"), QStringLiteral("space")};
    for (const QChar letter : time)
        keys += letter == u':' ? QStringLiteral("colon") : QString(letter);
    m_screen->press(window, keys << QStringLiteral("Return"));
    const QString title = QStringLiteral("[LAB a at %1] Hollow Lab").arg(time);
    return tests::eventually([&] { return m_screen->titles().contains(title); });
}

// W24
void TestPastDay::whatWasIsShownAndCantBeChanged()
{
    QDateTime wellAt;
    for (int day = 1; day <= 2; ++day) {
        Program program;
        const QString window = open(program);
        QVERIFY2(!window.isEmpty(), program.errors().constData());
        Cluster cluster = lab();
        if (day == 1) {
            QVERIFY(tests::eventually([&] { return tests::unsettled(cluster, 3).empty(); }));
            wellAt = settledAt(cluster);
            QTRY_VERIFY_WITH_TIMEOUT(QDateTime::currentDateTime() > wellAt.addSecs(3), 20'000);
            QVERIFY(press(window, "alt+2 Home u Return"));
            QVERIFY(tests::eventually([&] { return isAnyFailing(cluster); }));
            QVERIFY(settledAt(cluster) > wellAt.addSecs(1));
            const QString live = machinesSeen(window);
            QVERIFY2(live.contains(u"NotReady"), qPrintable(live));
        }
        QVERIFY2(showMoment(window, wellAt), m_screen->titles().join(u'\n').toUtf8().constData());
        const auto sets = cluster.list<core::api::MachineSet>();
        QVERIFY(press(window, "alt+3 Home s 9 Return alt+2 Home x u Return h ctrl+n"));
        const QString then = machinesSeen(window); // which goes back to now
        QVERIFY2(then.count(u"\nworkers-") == 3, qPrintable(then));
        QVERIFY2(!then.contains(u"NotReady") && then.contains(u"Ready"), qPrintable(then));
        QCOMPARE(
            cluster.list<core::api::MachineSet>().front().wantedReplicas(), sets.front().wantedReplicas());
        const auto machines = cluster.list<core::api::Machine>();
        QVERIFY(day == 2 || std::ranges::none_of(machines, &core::api::Machine::isDeleting));
        QVERIFY(m_screen->titles().contains(QStringLiteral("[LAB a] Hollow Lab")));
        QVERIFY(press(window, "ctrl+q"));
        QCOMPARE(program.waitForEnd(5s), 0);
        QCOMPARE(program.errors(), QByteArray());
    }
}

void TestPastDay::aDamagedPastStopsNoStart_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("history") << QStringLiteral("history.db");
    QTest::newRow("timeline") << QStringLiteral("timeline.db");
}

/// What is damaged is set aside, as the database itself is not (X26).
void TestPastDay::aDamagedPastStopsNoStart()
{
    QFETCH(QString, name);
    const QString past = path("data/hollowlab/labs/a/") + name;
    {
        Program program;
        const QString window = open(program);
        QVERIFY2(!window.isEmpty(), program.errors().constData());
        QVERIFY(tests::eventually([&] { return QFile::exists(past); }));
        QVERIFY(press(window, "ctrl+q"));
        QCOMPARE(program.waitForEnd(5s), 0);
    }
    QFile file(past);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(QByteArray(9000, 'x')) > 0);
    file.close();
    Program program;
    const QString window = open(program);
    QVERIFY2(!window.isEmpty(), program.errors().constData());
    Cluster cluster = lab();
    QVERIFY(tests::eventually([&] { return tests::unsettled(cluster, 3).empty(); }));
    QVERIFY(QFile::exists(past + QStringLiteral(".damaged")));
    QVERIFY(tests::eventually(
        [&] { return QFile(past).size() != 9000 || QFile::exists(past + QStringLiteral("-wal")); }));
    QVERIFY(press(window, "ctrl+q"));
    QCOMPARE(program.waitForEnd(5s), 0);
}

void TestPastDay::killedItLosesLittle()
{
    QDateTime wellAt;
    {
        Program program;
        QVERIFY(!open(program).isEmpty());
        Cluster cluster = lab();
        QVERIFY(tests::eventually([&] { return tests::unsettled(cluster, 3).empty(); }));
        wellAt = settledAt(cluster);
        QTRY_VERIFY_WITH_TIMEOUT(QDateTime::currentDateTime() > wellAt.addSecs(6), 20'000);
        program.kill();
        QCOMPARE(program.waitForEnd(5s), -1);
    }
    Program program;
    const QString window = open(program);
    QVERIFY2(!window.isEmpty(), program.errors().constData());
    QVERIFY2(showMoment(window, wellAt), m_screen->titles().join(u'\n').toUtf8().constData());
    const QString then = machinesSeen(window);
    QVERIFY2(then.count(u"\nworkers-") == 3 && then.contains(u"Ready"), qPrintable(then));
    QCOMPARE(program.errors(), QByteArray());
}

void TestPastDay::whatIsOnlyLookedAtHasItsPast()
{
    const QString history = path("data/hollowlab/labs/a/history.db");
    {
        Program program;
        const QString window = open(program);
        QVERIFY2(!window.isEmpty(), program.errors().constData());
        Cluster cluster = lab();
        QVERIFY(tests::eventually([&] { return tests::unsettled(cluster, 3).empty(); }));
        QVERIFY(press(window, "ctrl+q"));
        QCOMPARE(program.waitForEnd(5s), 0);
    }
    const auto contents = [&] {
        QFile file(history);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QByteArray before = contents();
    QVERIFY(!before.isEmpty());
    Program program;
    const QString window = open(program, {QStringLiteral("--read-only")});
    QVERIFY2(!window.isEmpty(), program.errors().constData());
    const auto isPast = [&] {
        return press(window, "ctrl+Left") && !m_screen->waitForTitle(pastTitle, 500ms).isEmpty();
    };
    QVERIFY2(tests::eventually(isPast), m_screen->titles().join(u'\n').toUtf8().constData());
    QVERIFY(press(window, "End"));
    QVERIFY(!m_screen->waitForTitle(nowTitle).isEmpty());
    QVERIFY(press(window, "ctrl+q"));
    QCOMPARE(program.waitForEnd(5s), 0);
    QCOMPARE(contents(), before);
}

QTEST_GUILESS_MAIN(TestPastDay)
#include "tst_pastday.moc"
