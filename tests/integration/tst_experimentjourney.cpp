// SPDX-License-Identifier: GPL-3.0-or-later
// An experiment in the window of the built program, by keyboard alone, with real processes (docs/window.md
// W64): what it finds is what the command line finds, and its processes end with it, however that ends.

#include "tests/integration/experimentfile.h"
#include "tests/support/home.h"
#include "tests/support/screen.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <set>

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using tests::Program;
using tests::titled;

namespace {

/// Those that the window carries runs out with.
std::set<qint64> runnersOf(const Program &window)
{
    std::set<qint64> found;
    for (const QString &entry : QDir(u"/proc"_s).entryList(QDir::Dirs)) {
        QFile stat(u"/proc/%1/stat"_s.arg(entry));
        QFile line(u"/proc/%1/cmdline"_s.arg(entry));
        if (!stat.open(QIODevice::ReadOnly) || !line.open(QIODevice::ReadOnly))
            continue;
        const QByteArray all = stat.readAll();
        const QList<QByteArray> fields = all.mid(all.lastIndexOf(')') + 2).split(' '); // state, parent
        if (fields.size() > 1 && fields[1].toLongLong() == window.processId()
            && line.readAll().split('\0').contains("experiment"))
            found.insert(entry.toLongLong());
    }
    return found;
}

bool areGone(const std::set<qint64> &processes)
{
    return tests::eventually([&] {
        return std::ranges::none_of(
            processes, [](qint64 process) { return QFile::exists(u"/proc/%1"_s.arg(process)); });
    });
}

} // namespace

class ExperimentJourneyTest : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void itFindsWhatTheCommandLineFinds();
    void itsProcessesEndWithIt_data();
    void itsProcessesEndWithIt();

private:
    void write(const QByteArray &yaml) const;
    QString open(Program &window) const;
    std::set<qint64> run(Program &window, const QString &id) const;
    QString file() const { return m_home->path("data/hollowlab/experiments/zebrafish.yaml"); }

    std::unique_ptr<tests::Home> m_home;
    std::unique_ptr<tests::Screen> m_screen;
    QMap<QString, QString> m_variables;
};

void ExperimentJourneyTest::init()
{
    m_home = std::make_unique<tests::Home>();
    m_screen = std::make_unique<tests::Screen>();
    QVERIFY2(m_screen->start(), "Xvfb is needed: packaging/deps.sh --test");
    m_variables = m_home->variables();
    m_variables.insert(m_screen->variables());
}

void ExperimentJourneyTest::write(const QByteArray &yaml) const
{
    QVERIFY(QDir().mkpath(QFileInfo(file()).path()));
    QFile out(file());
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write(yaml);
}

/// The id of the window, with the experiment in front; empty when it does not come.
QString ExperimentJourneyTest::open(Program &window) const
{
    window.start(QStringLiteral(HOLLOWLAB_BINARY), {u"--lab"_s, u"a"_s}, m_variables);
    const QString id = m_screen->waitForTitle(titled("[LAB a] Hollow Lab"));
    QStringList keys {u"alt+9"_s, u"ctrl+k"_s};
    for (const QChar letter : u"zebrafish"_s)
        keys += QString(letter);
    return !id.isEmpty() && m_screen->press(id, keys << u"Return"_s) ? id : QString();
}

/// From the table the next one is Run.
std::set<qint64> ExperimentJourneyTest::run(Program &window, const QString &id) const
{
    std::set<qint64> found;
    if (m_screen->press(id, {u"alt+9"_s, u"Tab"_s, u"space"_s}))
        (void)tests::eventually([&] {
            found = runnersOf(window);
            return !found.empty();
        });
    return found;
}

void ExperimentJourneyTest::itFindsWhatTheCommandLineFinds()
{
    write(tests::experimentFile("Zebrafish", "1..2", "waitUntil: {complete: few, within: 60s}"));
    QVERIFY(QDir::setCurrent(m_home->path())); // where the window keeps what it found
    Program window;
    const QString id = open(window);
    QVERIFY2(!id.isEmpty(), window.errors());
    const std::set<qint64> runners = run(window, id);
    QVERIFY2(!runners.empty(), window.errors());
    QVERIFY(areGone(runners));
    QVERIFY(m_screen->keep(u"experiment"_s));
    // Run, then the choice, Edit, Open and Export: nothing is left to stop.
    QVERIFY(m_screen->press(id, {u"Tab"_s, u"Tab"_s, u"Tab"_s, u"Tab"_s, u"space"_s}));
    const QString dialog = m_screen->waitForTitle(titled("Keep what was measured"));
    QVERIFY2(!dialog.isEmpty(), qPrintable(m_screen->titles().join(u'\n')));
    QVERIFY(m_screen->press(dialog, {u"Return"_s}));
    const QString kept = m_home->path("experiment.csv");
    QVERIFY(tests::eventually([&] { return QFile::exists(kept); }));
    QFile csv(kept);
    QVERIFY(csv.open(QIODevice::ReadOnly));
    std::set<QByteArray> lines;
    for (const QByteArray &line : csv.readAll().trimmed().split('\n').mid(1))
        lines.insert(line);

    const tests::Finished command =
        tests::run(QStringLiteral(HOLLOWLAB_BINARY), {u"experiment"_s, file(), u"-o"_s, u"json"_s});
    QVERIFY2(command.code == 0, tests::everything(command));
    std::set<QByteArray> wanted;
    for (const QByteArray &line : command.output.trimmed().split('\n')) {
        const QJsonObject found = QJsonDocument::fromJson(line).object();
        const auto length = static_cast<double>(found[u"length"_s].toInteger()) / 1e9;
        wanted.insert(QByteArray::number(found[u"variant"_s].toInt()) + ","
            + QByteArray::number(found[u"seed"_s].toInteger()) + ",,,"
            + QByteArray::number(found[u"ready"_s].toDouble(), 'f', 6) + ",0,0,"
            + QByteArray::number(length, 'f', 3) + ",");
    }
    QCOMPARE(QByteArrayList(lines.begin(), lines.end()).join('\n'),
        QByteArrayList(wanted.begin(), wanted.end()).join('\n'));
    QVERIFY(m_screen->press(id, {u"ctrl+q"_s}));
    QCOMPARE(window.waitForEnd(5s), 0);
}

void ExperimentJourneyTest::itsProcessesEndWithIt_data()
{
    QTest::addColumn<QString>("keys");
    QTest::addColumn<int>("signal"); // 0: none
    QTest::newRow("Stop") << u"Tab space"_s << 0;
    QTest::newRow("the window is closed") << u"ctrl+q"_s << 0;
    QTest::newRow("SIGTERM") << QString() << SIGTERM;
    QTest::newRow("SIGKILL") << QString() << SIGKILL;
}

/// A window that is opened after them finds the experiment again, and runs it.
void ExperimentJourneyTest::itsProcessesEndWithIt()
{
    QFETCH(QString, keys);
    QFETCH(int, signal);
    write(tests::experimentFile("Zebrafish", "1..1000", "wait: 200h"));
    {
        Program window;
        const QString id = open(window);
        QVERIFY2(!id.isEmpty(), window.errors());
        const std::set<qint64> runners = run(window, id);
        QVERIFY2(!runners.empty(), window.errors());
        if (!keys.isEmpty())
            QVERIFY(m_screen->press(id, keys.split(u' ')));
        if (signal != 0)
            window.signal(signal);
        QVERIFY(areGone(runners));
        QCOMPARE(window.waitForEnd(keys.startsWith(u"Tab") ? 0s : 5s).has_value(), !keys.startsWith(u"Tab"));
    }
    Program again;
    const QString id = open(again);
    QVERIFY2(!id.isEmpty(), again.errors());
    const std::set<qint64> runners = run(again, id);
    QVERIFY2(!runners.empty(), again.errors());
    QVERIFY(m_screen->press(id, {u"ctrl+q"_s}));
    QCOMPARE(again.waitForEnd(5s), 0);
    QVERIFY(areGone(runners));
}

QTEST_GUILESS_MAIN(ExperimentJourneyTest)
#include "tst_experimentjourney.moc"
