// SPDX-License-Identifier: GPL-3.0-or-later
// The program in a real window, on the days after the first: what was left is there again, and lives.

#include "core/api/machine.h"
#include "core/api/node.h"
#include "tests/support/cluster.h"
#include "tests/support/home.h"
#include "tests/support/screen.h"

#include <QDir>
#include <QFile>
#include <QSettings>
#include <QTest>
#include <QUrl>

#include <sys/stat.h>

#include <algorithm>
#include <set>

using namespace std::chrono_literals;
using tests::Cluster;
using tests::Headless;
using tests::Program;
using tests::titled;

class TestSecondDay : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void everyStartIsLive();
    void whereTheUserWasIsThereAgain_data();
    void whereTheUserWasIsThereAgain();
    void anotherLanguageIsSpokenAtOnce();
    void commandsAreTyped();
    void aScenarioIsRunFromTheKeyboard();
    void liveAfterAKill();
    void liveWithTheStateOfAnotherVersion();
    void theFirstWindowFits_data();
    void theFirstWindowFits();
    void liveOnALabThatGrewMeanwhile();
    void liveOnAnExternalClusterEachTime();
    void anotherClusterIsOpenedWhenTheUserWantsIt();
    void liveInTwoWindowsOnTwoClusters();
    void whatKeepsItFromStartingIsShown_data();
    void whatKeepsItFromStartingIsShown();
    void aRemedyStartsIt_data();
    void aRemedyStartsIt();
    void aFullDiskIsTriedAgain();
    void aRightThatIsGivenIsEnough_data();
    void aRightThatIsGivenIsEnough();
    void aLabThatCantBeWrittenToIsLookedAt();
    void aTornKubeconfigIsTriedAgain();
    void theSecondStartShowsTheFirstWindow();
    void killedDuringTheFirstStart_data();
    void killedDuringTheFirstStart();

private:
    void open(Program &window, const QStringList &arguments) const;
    QString kubeconfigOf(const char *lab) const;
    QByteArray whatIsSeen(Program &window) const;
    bool scaleByKeyboard(const QString &window, const char *replicas) const;
    QByteArray whatIsWrongAtTheEnd(const QString &kubeconfig, int machines, const QString &picture) const;
    QString path(const char *name) const { return m_home->path(name); }

    std::unique_ptr<tests::Home> m_home;
    std::unique_ptr<tests::Screen> m_screen;
    QMap<QString, QString> m_variables;
};

void TestSecondDay::init()
{
    m_home = std::make_unique<tests::Home>();
    m_screen = std::make_unique<tests::Screen>();
    QVERIFY2(m_screen->start(), "Xvfb is needed: packaging/deps.sh --test");
    m_variables = m_home->variables();
    m_variables.insert(m_screen->variables());
}

void TestSecondDay::open(Program &window, const QStringList &arguments) const
{
    window.start(QStringLiteral(HOLLOWLAB_BINARY), arguments, m_variables);
}

QString TestSecondDay::kubeconfigOf(const char *lab) const
{
    return path("data/hollowlab/labs/") + QString::fromUtf8(lab) + QStringLiteral("/kubeconfig");
}

/// Tells why a title was waited for in vain.
QByteArray TestSecondDay::whatIsSeen(Program &window) const
{
    return m_screen->titles().join(u'\n').toUtf8() + "\n" + window.errors();
}

/// The keys are those that the status bar tells: to the sets, to the first row, a number.
bool TestSecondDay::scaleByKeyboard(const QString &window, const char *replicas) const
{
    QStringList keys {QStringLiteral("alt+3"), QStringLiteral("Home"), QStringLiteral("s")};
    for (const char digit : QByteArray(replicas))
        keys += QString(QLatin1Char(digit));
    return m_screen->press(window, keys << QStringLiteral("Return"));
}

/// Keeps a picture of the screen, and asks kubectl; empty when it sees that many machines, all of them well.
QByteArray TestSecondDay::whatIsWrongAtTheEnd(
    const QString &kubeconfig, int machines, const QString &picture) const
{
    const tests::Kubectl kubectl(kubeconfig, m_home->path());
    QString seen;
    const bool isWell = tests::eventually([&] {
        seen = tests::fleetSeenBy(kubectl);
        return seen == tests::wellFleet(machines);
    });
    if (!m_screen->keep(picture))
        return "the picture cannot be written";
    return isWell ? QByteArray() : seen.toUtf8();
}

/// Each with the window settings that the one before left.
void TestSecondDay::everyStartIsLive()
{
    int start = 0;
    for (const char *replicas : {"4", "5", "3"}) {
        Program window;
        open(window, {QStringLiteral("--lab"), QStringLiteral("a")});
        const QString id = m_screen->waitForTitle(titled("[LAB a] Hollow Lab"));
        QVERIFY2(!id.isEmpty(), whatIsSeen(window).constData());
        QVERIFY(scaleByKeyboard(id, replicas));
        Cluster lab(kubeconfigOf("a"));
        const int wanted = QByteArray(replicas).toInt();
        QVERIFY2(tests::eventually([&] { return tests::unsettled(lab, wanted).empty(); }),
            tests::unsettled(lab, wanted).c_str());
        QCOMPARE(whatIsWrongAtTheEnd(kubeconfigOf("a"), wanted, QStringLiteral("start-%1").arg(++start)),
            QByteArray());
        QVERIFY(m_screen->press(id, {QStringLiteral("ctrl+q")}));
        QCOMPARE(window.waitForEnd(5s), 0);
        QCOMPARE(window.errors(), QByteArray());
    }
}

void TestSecondDay::whereTheUserWasIsThereAgain_data()
{
    QTest::addColumn<bool>("terminated");
    QTest::newRow("the window was closed") << false;
    QTest::newRow("SIGTERM (X40)") << true;
}

/// The last node of a machine, above the host of them all: letters act on it at the second start.
void TestSecondDay::whereTheUserWasIsThereAgain()
{
    QFETCH(bool, terminated);
    const QStringList arguments {QStringLiteral("--lab"), QStringLiteral("a")};
    const auto nodesThat = [](Cluster &lab, const auto &fits) {
        std::set<std::string> names;
        for (const auto &node : lab.list<core::api::Node>()) {
            if (fits(node))
                names.insert(node.metadata.name);
        }
        return names;
    };
    {
        Program first;
        open(first, arguments);
        const QString id = m_screen->waitForTitle(titled("[LAB a] Hollow Lab"));
        QVERIFY2(!id.isEmpty(), whatIsSeen(first).constData());
        Cluster lab(kubeconfigOf("a"));
        QVERIFY(tests::eventually([&] { return tests::unsettled(lab, 3).empty(); }));
        QVERIFY(
            m_screen->press(id, {QStringLiteral("alt+5"), QStringLiteral("shift+g"), QStringLiteral("k")}));
        if (terminated)
            first.terminate();
        else
            QVERIFY(m_screen->press(id, {QStringLiteral("ctrl+q")}));
        QCOMPARE(first.waitForEnd(5s), 0);
    }
    Program second;
    open(second, arguments);
    const QString id = m_screen->waitForTitle(titled("[LAB a] Hollow Lab"));
    QVERIFY2(!id.isEmpty(), whatIsSeen(second).constData());
    Cluster lab(kubeconfigOf("a"));
    QVERIFY(tests::eventually([&] { return tests::unsettled(lab, 3).empty(); }));
    const auto all = nodesThat(lab, [](const auto &node) {
        return !node.metadata.labels.contains(std::string(core::api::keys::hollowHost));
    });
    const auto broken = [&] {
        return nodesThat(
            lab, [](const auto &node) { return !node.metadata.annotation(core::api::keys::fault).empty(); });
    };
    QVERIFY(m_screen->press(id, {QStringLiteral("u"), QStringLiteral("Return")}));
    QVERIFY(tests::eventually([&] { return !broken().empty(); }));
    QCOMPARE(broken(), std::set<std::string> {*all.rbegin()});
}

/// W32: by keyboard alone, in a lab that has more machines than a new one.
void TestSecondDay::anotherLanguageIsSpokenAtOnce()
{
    const auto uidsIn = [](Cluster &lab) {
        std::set<std::string> uids;
        for (const auto &machine : lab.list<core::api::Machine>())
            uids.insert(machine.metadata.uid);
        return uids;
    };
    const auto settingsAreTitled = [this](const QString &window, const char *title) {
        if (!m_screen->press(window, {QStringLiteral("ctrl+comma")}))
            return false;
        const QString settings = m_screen->waitForTitle(titled(title), 3s);
        return !settings.isEmpty() && m_screen->press(settings, {QStringLiteral("Escape")});
    };
    m_variables[QStringLiteral("LC_ALL")] = QStringLiteral("C.UTF-8");
    Program program;
    open(program, {QStringLiteral("--lab"), QStringLiteral("a")});
    const QString english = m_screen->waitForTitle(titled("[LAB a] Hollow Lab"));
    QVERIFY2(!english.isEmpty(), whatIsSeen(program).constData());
    const qint64 process = program.processId();
    QVERIFY(scaleByKeyboard(english, "4"));
    std::set<std::string> before;
    {
        Cluster lab(kubeconfigOf("a"));
        QVERIFY2(tests::eventually([&] { return tests::unsettled(lab, 4).empty(); }),
            tests::unsettled(lab, 4).c_str());
        before = uidsIn(lab);
    }
    QVERIFY2(settingsAreTitled(english, "Settings"), whatIsSeen(program).constData());
    QVERIFY(m_screen->press(english,
        {QStringLiteral("alt+v"), QStringLiteral("l"), QStringLiteral("Down"), QStringLiteral("Down"),
            QStringLiteral("Return"), QStringLiteral("ctrl+Return")}));
    const QString german = m_screen->waitForTitle(titled("[LABOR a] Hollow Lab"));
    QVERIFY2(!german.isEmpty(), whatIsSeen(program).constData());
    QVERIFY2(settingsAreTitled(german, "Einstellungen"), whatIsSeen(program).constData());
    QCOMPARE(program.processId(), process);
    QVERIFY(program.isRunning());
    Cluster lab(kubeconfigOf("a"));
    QVERIFY2(tests::eventually([&] { return tests::unsettled(lab, 4).empty(); }),
        tests::unsettled(lab, 4).c_str());
    QVERIFY(uidsIn(lab) == before);
    QVERIFY(m_screen->press(german, {QStringLiteral("ctrl+q")}));
    QCOMPARE(program.waitForEnd(5s), 0);
    QCOMPARE(program.errors(), QByteArray());
}

/// The palette, on the first day and on the second.
void TestSecondDay::commandsAreTyped()
{
    for (const int wanted : {5, 2}) {
        Program window;
        open(window, {QStringLiteral("--lab"), QStringLiteral("a")});
        const QString id = m_screen->waitForTitle(titled("[LAB a] Hollow Lab"));
        QVERIFY2(!id.isEmpty(), whatIsSeen(window).constData());
        Cluster lab(kubeconfigOf("a"));
        QVERIFY(tests::eventually([&] { return !lab.list<core::api::MachineSet>().empty(); }));
        QStringList keys {QStringLiteral("ctrl+k")};
        for (const QChar letter : QStringLiteral("scale wor %1").arg(wanted))
            keys += letter == u' ' ? QStringLiteral("space") : QString(letter);
        QVERIFY(m_screen->press(id, keys << QStringLiteral("Return")));
        QVERIFY2(tests::eventually([&] { return tests::unsettled(lab, wanted).empty(); }),
            tests::unsettled(lab, wanted).c_str());
        QVERIFY(m_screen->press(id, {QStringLiteral("ctrl+q")}));
        QCOMPARE(window.waitForEnd(5s), 0);
        QCOMPARE(window.errors(), QByteArray());
    }
}

/// "Self-healing 101", the one before the last.
void TestSecondDay::aScenarioIsRunFromTheKeyboard()
{
    Program window;
    open(window, {QStringLiteral("--lab"), QStringLiteral("a")});
    const QString id = m_screen->waitForTitle(titled("[LAB a] Hollow Lab"));
    QVERIFY2(!id.isEmpty(), whatIsSeen(window).constData());
    Cluster lab(kubeconfigOf("a"));
    QVERIFY(tests::eventually([&] { return tests::unsettled(lab, 3).empty(); }));
    QVERIFY(m_screen->press(id,
        {QStringLiteral("alt+8"), QStringLiteral("End"), QStringLiteral("Up"), QStringLiteral("Return")}));
    const auto broken = [&] {
        const auto nodes = lab.list<core::api::Node>();
        return std::ranges::any_of(nodes,
            [](const auto &node) { return !node.metadata.annotation(core::api::keys::fault).empty(); });
    };
    QVERIFY(tests::eventually(broken, 2min));
    QVERIFY(m_screen->press(id, {QStringLiteral("ctrl+q")}));
    QCOMPARE(window.waitForEnd(5s), 0);
    QCOMPARE(window.errors(), QByteArray());
}

void TestSecondDay::liveAfterAKill()
{
    for (int round = 0; round < 3; ++round) {
        Program window;
        open(window, {QStringLiteral("--lab"), QStringLiteral("a")});
        QVERIFY2(
            !m_screen->waitForTitle(titled("[LAB a] Hollow Lab")).isEmpty(), whatIsSeen(window).constData());
        Cluster lab(kubeconfigOf("a"));
        QVERIFY(tests::eventually([&] { return tests::unsettled(lab, 3).empty(); }));
        QCOMPARE(whatIsWrongAtTheEnd(kubeconfigOf("a"), 3, QStringLiteral("after-%1-kills").arg(round)),
            QByteArray());
        window.kill();
        QCOMPARE(window.waitForEnd(5s), -1);
    }
}

// W14
void TestSecondDay::liveWithTheStateOfAnotherVersion()
{
    const QStringList arguments {QStringLiteral("--lab"), QStringLiteral("a")};
    {
        Program first;
        open(first, arguments);
        const QString id = m_screen->waitForTitle(titled("[LAB a] Hollow Lab"));
        QVERIFY2(!id.isEmpty(), whatIsSeen(first).constData());
        QVERIFY(m_screen->press(id, {QStringLiteral("ctrl+q")}));
        QCOMPARE(first.waitForEnd(5s), 0);
    }
    {
        QSettings saved(path("config/hollowlab/window.ini"), QSettings::IniFormat);
        int changed = 0;
        for (const QString &key : saved.allKeys()) {
            const QVariant value = saved.value(key);
            if (value.typeId() != QMetaType::QByteArray)
                continue;
            saved.setValue(key, "other sum" + value.toByteArray());
            ++changed;
        }
        QVERIFY(changed > 0);
        saved.setValue(QStringLiteral("window/of-another-version"), 7);
    }
    Program second;
    open(second, arguments);
    const QString id = m_screen->waitForTitle(titled("[LAB a] Hollow Lab"));
    QVERIFY2(!id.isEmpty(), whatIsSeen(second).constData());
    QVERIFY(scaleByKeyboard(id, "4"));
    QCOMPARE(
        whatIsWrongAtTheEnd(kubeconfigOf("a"), 4, QStringLiteral("state-of-another-version")), QByteArray());
    QVERIFY(m_screen->press(id, {QStringLiteral("ctrl+q")}));
    QCOMPARE(second.waitForEnd(5s), 0);
    QCOMPARE(second.errors(), QByteArray());
}

void TestSecondDay::theFirstWindowFits_data()
{
    QTest::addColumn<QSize>("screen");
    QTest::addColumn<QStringList>("scales"); // of one start after the other
    const QString plain = QStringLiteral("1");
    const QString twice = QStringLiteral("2");
    QTest::newRow("1280x800") << QSize(1280, 800) << QStringList {plain, plain};
    QTest::newRow("1000x640") << QSize(1000, 640) << QStringList {plain, plain};
    QTest::newRow("all twice as large") << QSize(1280, 800) << QStringList {twice, twice};
    QTest::newRow("all twice as large as before") << QSize(1280, 800) << QStringList {plain, twice};
}

void TestSecondDay::theFirstWindowFits()
{
    QFETCH(QSize, screen);
    QFETCH(QStringList, scales);
    m_screen = std::make_unique<tests::Screen>();
    QVERIFY(m_screen->start(screen));
    m_variables.insert(m_screen->variables());
    int replicas = 3;
    for (const QString &scale : scales) {
        m_variables[QStringLiteral("QT_SCALE_FACTOR")] = scale;
        Program window;
        open(window, {QStringLiteral("--lab"), QStringLiteral("a")});
        const QString id = m_screen->waitForTitle(titled("[LAB a] Hollow Lab"));
        QVERIFY2(!id.isEmpty(), whatIsSeen(window).constData());
        const QRect place = m_screen->geometry(id);
        QVERIFY2(QRect(QPoint(), screen).contains(place),
            qPrintable(QStringLiteral("%1x%2").arg(place.width()).arg(place.height())));
        QVERIFY(scaleByKeyboard(id, QByteArray::number(++replicas).constData()));
        Cluster lab(kubeconfigOf("a"));
        QVERIFY2(tests::eventually([&] { return tests::unsettled(lab, replicas).empty(); }),
            tests::unsettled(lab, replicas).c_str());
        QVERIFY(m_screen->press(id, {QStringLiteral("ctrl+q")}));
        QCOMPARE(window.waitForEnd(5s), 0);
    }
}

void TestSecondDay::liveOnALabThatGrewMeanwhile()
{
    const QStringList arguments {QStringLiteral("--lab"), QStringLiteral("a")};
    {
        Headless first;
        QVERIFY(first.start(arguments, m_variables));
        const tests::Kubectl kubectl(first.kubeconfig(), m_home->path());
        QVERIFY(tests::eventually([&] {
            return kubectl({QStringLiteral("scale"), QStringLiteral("machineset"), QStringLiteral("workers"),
                               QStringLiteral("--replicas=60")})
                       .code
                == 0;
        }));
        Cluster lab(first.kubeconfig());
        QVERIFY(tests::eventually([&] { return tests::unsettled(lab, 60).empty(); }));
    }
    Program window;
    open(window, arguments);
    const QString id = m_screen->waitForTitle(titled("[LAB a] Hollow Lab"));
    QVERIFY2(!id.isEmpty(), whatIsSeen(window).constData());
    QVERIFY(scaleByKeyboard(id, "7"));
    Cluster lab(kubeconfigOf("a"));
    QVERIFY(tests::eventually([&] { return tests::unsettled(lab, 7).empty(); }));
}

void TestSecondDay::liveOnAnExternalClusterEachTime()
{
    Headless cluster;
    QVERIFY(cluster.start({QStringLiteral("--lab"), QStringLiteral("served")}, m_variables));
    Cluster lab(cluster.kubeconfig());
    QVERIFY(tests::eventually([&] { return tests::unsettled(lab, 3).empty(); }));
    for (int day = 0; day < 2; ++day) {
        Program window;
        open(window, {QStringLiteral("--kubeconfig"), cluster.kubeconfig()});
        const QString id = m_screen->waitForTitle(titled("[EXTERNAL hollowlab-served] Hollow Lab"));
        QVERIFY2(!id.isEmpty(), whatIsSeen(window).constData());
        QVERIFY(scaleByKeyboard(id, "9")); // it is locked
        QVERIFY(m_screen->press(id, {QStringLiteral("alt+1"), QStringLiteral("Home"), QStringLiteral("x")}));
        QCOMPARE(whatIsWrongAtTheEnd(cluster.kubeconfig(), 3, QStringLiteral("external-%1").arg(day + 1)),
            QByteArray());
        QVERIFY(m_screen->press(id, {QStringLiteral("ctrl+q")}));
        QCOMPARE(window.waitForEnd(5s), 0);
        QVERIFY2(tests::unsettled(lab, 3).empty(), tests::unsettled(lab, 3).c_str());
    }
}

// KC9
void TestSecondDay::anotherClusterIsOpenedWhenTheUserWantsIt()
{
    Headless one;
    Headless two;
    QVERIFY(one.start({QStringLiteral("--lab"), QStringLiteral("one")}, m_variables));
    QVERIFY(two.start({QStringLiteral("--lab"), QStringLiteral("two")}, m_variables));
    const auto writeConfig = [this](const QString &from) {
        QFile source(from);
        QFile target(path("config.yaml"));
        QVERIFY(source.open(QIODevice::ReadOnly) && target.open(QIODevice::WriteOnly));
        target.write(source.readAll().replace("hollowlab-two", "it").replace("hollowlab-one", "it"));
    };
    writeConfig(one.kubeconfig());
    Program window;
    open(window, {QStringLiteral("--kubeconfig"), path("config.yaml"), QStringLiteral("--controllers=none")});
    const auto title = titled("[EXTERNAL it] Hollow Lab");
    const QString id = m_screen->waitForTitle(title);
    QVERIFY2(!id.isEmpty(), whatIsSeen(window).constData());
    writeConfig(two.kubeconfig());
    QVERIFY(tests::eventually([&] { return window.errors().contains("names another server"); }));
    const QRect place = m_screen->geometry(id);
    const auto question = titled("Use the changed kubeconfig");
    QString asked;
    QVERIFY(tests::eventually([&] { // the button of the notice, in the lower right corner
        m_screen->click(place.bottomRight() - QPoint(70, 75));
        asked = m_screen->waitForTitle(question, 500ms);
        return !asked.isEmpty();
    }));
    QVERIFY(m_screen->press(asked, {QStringLiteral("Tab"), QStringLiteral("space")}));
    const auto commandLine = [&] {
        QFile file(QStringLiteral("/proc/%1/cmdline").arg(window.processId()));
        return file.open(QIODevice::ReadOnly) ? file.readAll().replace('\0', ' ') : QByteArray();
    };
    QVERIFY2(tests::eventually([&] { return commandLine().startsWith("hollowlab --context it"); }),
        commandLine().constData());
    QVERIFY(!commandLine().contains("--controllers"));
    QVERIFY2(!m_screen->waitForTitle(title).isEmpty(), whatIsSeen(window).constData());
    QVERIFY(window.isRunning());
}

void TestSecondDay::liveInTwoWindowsOnTwoClusters()
{
    for (int day = 0; day < 2; ++day) {
        Program one;
        Program two;
        open(one, {QStringLiteral("--lab"), QStringLiteral("one")});
        open(two, {QStringLiteral("--lab"), QStringLiteral("two")});
        const QString idOfOne = m_screen->waitForTitle(titled("[LAB one] Hollow Lab"));
        const QString idOfTwo = m_screen->waitForTitle(titled("[LAB two] Hollow Lab"));
        QVERIFY2(!idOfOne.isEmpty(), whatIsSeen(one).constData());
        QVERIFY2(!idOfTwo.isEmpty(), whatIsSeen(two).constData());
        QVERIFY(m_screen->press(idOfOne, {QStringLiteral("ctrl+q")}));
        QVERIFY(m_screen->press(idOfTwo, {QStringLiteral("ctrl+q")}));
        QCOMPARE(one.waitForEnd(5s), 0);
        QCOMPARE(two.waitForEnd(5s), 0);
    }
}

void TestSecondDay::whatKeepsItFromStartingIsShown_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("said");
    const QString lab = QStringLiteral("--lab");
    QTest::newRow("the lab is open elsewhere (X25)")
        << QStringList {lab, QStringLiteral("open")} << QByteArray("another program has this lab open");
    QTest::newRow("the lab is damaged (X26)")
        << QStringList {lab, QStringLiteral("damaged/")} << QByteArray("lab.db");
    QTest::newRow("the port is taken")
        << QStringList {lab, QStringLiteral("other"), QStringLiteral("--listen"), QStringLiteral("PORT")}
        << QByteArray("PORT");
    QTest::newRow("a folder that can't be made (X24)")
        << QStringList {lab, QStringLiteral("/proc/none/lab")} << QByteArray("the directory cannot be made");
    QTest::newRow("a folder that can't be looked into (X24)")
        << QStringList {lab, u'/' + QString(300, u'a')} << QByteArray("the directory cannot be made");
    QTest::newRow("a kubeconfig that is a folder (KC8)") << QStringList {QStringLiteral("--kubeconfig"),
        QStringLiteral("/proc")} << QByteArray("this is not a regular file");
    QTest::newRow("no such kubeconfig (KC1)") << QStringList {QStringLiteral("--kubeconfig"),
        QStringLiteral("/no/such/file")} << QByteArray("/no/such/file");
}

void TestSecondDay::whatKeepsItFromStartingIsShown()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, said);
    Headless other;
    QVERIFY(other.start({QStringLiteral("--lab"), QStringLiteral("open")}, m_variables));
    const QString port = QString::number(QUrl(other.server()).port());
    arguments.replaceInStrings(QStringLiteral("PORT"), port);
    if (arguments.last().endsWith(QStringLiteral("damaged/"))) {
        arguments.last() = path("damaged/");
        QVERIFY(QDir().mkpath(path("damaged")));
        QFile damaged(path("damaged/lab.db"));
        QVERIFY(damaged.open(QIODevice::WriteOnly) && damaged.write(QByteArray(8192, 'x')) > 0);
    }
    Program window;
    open(window, arguments);
    const QString id = m_screen->waitForTitle(titled("Hollow Lab cannot start"));
    QVERIFY2(!id.isEmpty(), whatIsSeen(window).constData());
    QVERIFY(m_screen->press(id, {QStringLiteral("Escape")}));
    QCOMPARE(window.waitForEnd(5s), 1);
    QVERIFY2(window.errors().contains(said.replace("PORT", port.toUtf8())), window.errors().constData());
    QCOMPARE(window.errors().count('\n'), 1);
}

// W30
void TestSecondDay::aRemedyStartsIt_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("title");
    const QString lab = QStringLiteral("--lab");
    QTest::newRow("a lab that runs without a window is looked at (X25)") << QStringList {lab,
        QStringLiteral("open"), QStringLiteral("--pace"), QStringLiteral("10"),
        QStringLiteral("--controllers=all")} << QStringLiteral("[EXTERNAL hollowlab-open] Hollow Lab");
    QTest::newRow("a damaged lab is kept aside (X26)")
        << QStringList {lab, QStringLiteral("damaged")} << QStringLiteral("[LAB damaged] Hollow Lab");
    QTest::newRow("what is left of a lab is kept aside (X26)")
        << QStringList {lab, QStringLiteral("left")} << QStringLiteral("[LAB left] Hollow Lab");
    QTest::newRow("another port is taken")
        << QStringList {lab, QStringLiteral("other"), QStringLiteral("--listen"), QStringLiteral("PORT")}
        << QStringLiteral("[LAB other] Hollow Lab");
}

void TestSecondDay::aRemedyStartsIt()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, title);
    Headless other;
    QVERIFY(other.start({QStringLiteral("--lab"), QStringLiteral("open")}, m_variables));
    arguments.replaceInStrings(QStringLiteral("PORT"), QString::number(QUrl(other.server()).port()));
    const QString folder = path("data/hollowlab/labs/damaged");
    QVERIFY(QDir().mkpath(folder));
    QFile damaged(folder + QStringLiteral("/lab.db"));
    const QByteArray nonsense(8192, 'x');
    QVERIFY(damaged.open(QIODevice::WriteOnly) && damaged.write(nonsense) == nonsense.size());
    damaged.close();
    QVERIFY(QDir().mkpath(path("data/hollowlab/labs/left")));
    QFile log(path("data/hollowlab/labs/left/lab.db-wal"));
    QVERIFY(log.open(QIODevice::WriteOnly) && log.write(nonsense) == nonsense.size());
    log.close();
    Program window;
    open(window, arguments);
    const QString page = m_screen->waitForTitle(titled("Hollow Lab cannot start"));
    QVERIFY2(!page.isEmpty(), whatIsSeen(window).constData());
    QVERIFY(m_screen->press(page, {QStringLiteral("Return")})); // what helps most has the focus
    const QString id = m_screen->waitForTitle(titled(title.toUtf8().constData()));
    QVERIFY2(!id.isEmpty(), whatIsSeen(window).constData());
    QFile commandLine(QStringLiteral("/proc/%1/cmdline").arg(window.processId()));
    QVERIFY(commandLine.open(QIODevice::ReadOnly));
    QVERIFY(!commandLine.readAll().contains("--controllers")); // they were meant for a lab of our own
    if (title.contains(QStringLiteral("damaged"))) {
        QDir kept(folder);
        kept.setNameFilters({QStringLiteral("before-*")});
        QCOMPARE(kept.entryList().size(), 1);
        QFile was(kept.filePath(kept.entryList().constFirst() + QStringLiteral("/lab.db")));
        QVERIFY(was.open(QIODevice::ReadOnly));
        QCOMPARE(was.readAll(), nonsense);
    }
    QVERIFY(m_screen->press(id, {QStringLiteral("ctrl+q")}));
    QCOMPARE(window.waitForEnd(5s), 0);
}

// W30, X23: nothing is wrong with the lab, which is not called damaged.
void TestSecondDay::aFullDiskIsTriedAgain()
{
    const QString disk = path("disk");
    QVERIFY(QDir().mkpath(disk));
    Program window;
    window.start(QStringLiteral("unshare"),
        {QStringLiteral("--user"), QStringLiteral("--map-root-user"), QStringLiteral("--mount"),
            QStringLiteral("sh"), QStringLiteral("-c"),
            QStringLiteral("mount -t tmpfs -o size=40m none %1 && mkdir -m 700 %1/lab &&"
                           "head -c 50000000 /dev/zero > %1/filler 2> /dev/null; exec %2 --lab %1/lab")
                .arg(disk, QStringLiteral(HOLLOWLAB_BINARY))},
        m_variables);
    const QString page = m_screen->waitForTitle(titled("Hollow Lab cannot start"));
    QVERIFY2(!page.isEmpty(), whatIsSeen(window).constData());
    QVERIFY2(tests::eventually([&] { return window.errors().contains("disk is full"); }),
        window.errors().constData());
    QVERIFY2(!window.errors().contains("--fresh"), window.errors().constData());
    QVERIFY(QFile::remove(QStringLiteral("/proc/%1/root%2/filler").arg(window.processId()).arg(disk)));
    QVERIFY(m_screen->press(page, {QStringLiteral("Return")}));
    const QString id = m_screen->waitForTitle(titled("[LAB lab] Hollow Lab"));
    QVERIFY2(!id.isEmpty(), whatIsSeen(window).constData());
    QVERIFY(m_screen->press(id, {QStringLiteral("ctrl+q")}));
    QCOMPARE(window.waitForEnd(5s), 0);
}

void TestSecondDay::aRightThatIsGivenIsEnough_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("mode");
    QTest::newRow("to write into the folder") << QStringLiteral("data/hollowlab/labs/a") << 0500;
    QTest::newRow("to read the database") << QStringLiteral("data/hollowlab/labs/a/lab.db") << 0000;
}

// W30, X24: what helps most is to try again, and not to begin a new lab.
void TestSecondDay::aRightThatIsGivenIsEnough()
{
    QFETCH(QString, file);
    QFETCH(int, mode);
    const QStringList arguments {QStringLiteral("--lab"), QStringLiteral("a")};
    {
        Headless first;
        QVERIFY(first.start(arguments, m_variables));
        first.program().terminate();
        QCOMPARE(first.program().waitForEnd(5s), 0);
    }
    const QByteArray withTheRight = path(file.toUtf8().constData()).toUtf8();
    QCOMPARE(::chmod(withTheRight.constData(), static_cast<mode_t>(mode)), 0);
    const QStringList line = tests::heldToModes(QStringList {QStringLiteral(HOLLOWLAB_BINARY)} + arguments);
    Program window;
    window.start(line.first(), line.mid(1), m_variables);
    const QString page = m_screen->waitForTitle(titled("Hollow Lab cannot start"));
    QCOMPARE(::chmod(withTheRight.constData(), mode == 0500 ? 0700 : 0600), 0);
    QVERIFY2(!page.isEmpty(), whatIsSeen(window).constData());
    QVERIFY(m_screen->press(page, {QStringLiteral("Return")}));
    const QString id = m_screen->waitForTitle(titled("[LAB a] Hollow Lab"));
    QVERIFY2(!id.isEmpty(), whatIsSeen(window).constData());
    QVERIFY(!QDir(path("data/hollowlab/labs/a")).entryList().join(u' ').contains(QStringLiteral("before-")));
    QVERIFY(m_screen->press(id, {QStringLiteral("ctrl+q")}));
    QCOMPARE(window.waitForEnd(5s), 0);
}

// W30
void TestSecondDay::aLabThatCantBeWrittenToIsLookedAt()
{
    {
        Headless first;
        QVERIFY(first.start({QStringLiteral("--lab"), path("lab")}, m_variables));
        Cluster lab(first.kubeconfig());
        QVERIFY(tests::eventually([&] { return tests::unsettled(lab, 3).empty(); }));
        first.program().terminate();
        QCOMPARE(first.program().waitForEnd(5s), 0);
    }
    const QString disk = path("disk");
    QVERIFY(QDir().mkpath(disk));
    Program window;
    window.start(QStringLiteral("unshare"),
        {QStringLiteral("--user"), QStringLiteral("--map-root-user"), QStringLiteral("--mount"),
            QStringLiteral("sh"), QStringLiteral("-c"),
            QStringLiteral(
                "mount -t tmpfs -o mode=700 none %1 && cp -a %2 %1/lab && mount -o remount,ro %1 &&"
                "exec %3 --lab %1/lab")
                .arg(disk, path("lab"), QStringLiteral(HOLLOWLAB_BINARY))},
        m_variables);
    const QString page = m_screen->waitForTitle(titled("Hollow Lab cannot start"));
    QVERIFY2(!page.isEmpty(), whatIsSeen(window).constData());
    QVERIFY2(tests::eventually([&] { return window.errors().contains("Read-only file system"); }),
        window.errors().constData());
    QVERIFY(m_screen->press(page, {QStringLiteral("Tab"), QStringLiteral("Return")}));
    const QString id = m_screen->waitForTitle(titled("[LAB lab] Hollow Lab"));
    QVERIFY2(!id.isEmpty(), whatIsSeen(window).constData());
    QVERIFY(m_screen->press(id, {QStringLiteral("ctrl+q")}));
    QCOMPARE(window.waitForEnd(5s), 0);
}

// W30, KC2
void TestSecondDay::aTornKubeconfigIsTriedAgain()
{
    Headless cluster;
    QVERIFY(cluster.start({QStringLiteral("--lab"), QStringLiteral("served")}, m_variables));
    QFile config(path("config.yaml"));
    QVERIFY(config.open(QIODevice::WriteOnly) && config.write("{clusters: [") > 0);
    config.close();
    Program window;
    open(window, {QStringLiteral("--kubeconfig"), config.fileName()});
    const QString page = m_screen->waitForTitle(titled("Hollow Lab cannot start"));
    QVERIFY2(!page.isEmpty(), whatIsSeen(window).constData());
    QVERIFY2(tests::eventually([&] { return window.errors().contains("config.yaml: not valid YAML"); }),
        window.errors().constData());
    QVERIFY(QFile::remove(config.fileName()) && QFile::copy(cluster.kubeconfig(), config.fileName()));
    QVERIFY(m_screen->press(
        page, {QStringLiteral("Tab"), QStringLiteral("Tab"), QStringLiteral("space")})); // Try again
    const QString id = m_screen->waitForTitle(titled("[EXTERNAL hollowlab-served] Hollow Lab"));
    QVERIFY2(!id.isEmpty(), whatIsSeen(window).constData());
    QVERIFY(m_screen->press(id, {QStringLiteral("ctrl+q")}));
    QCOMPARE(window.waitForEnd(5s), 0);
}

// W31, X25
void TestSecondDay::theSecondStartShowsTheFirstWindow()
{
    Program first;
    open(first, {QStringLiteral("--lab"), QStringLiteral("a")});
    const auto title = titled("[LAB a] Hollow Lab");
    const QString id = m_screen->waitForTitle(title);
    QVERIFY2(!id.isEmpty(), whatIsSeen(first).constData());
    Program other;
    open(other, {QStringLiteral("--lab"), QStringLiteral("b")});
    const QString idOfOther = m_screen->waitForTitle(titled("[LAB b] Hollow Lab"));
    const QPoint both = m_screen->geometry(id).intersected(m_screen->geometry(idOfOther)).center();
    QVERIFY2(tests::eventually([&] { return m_screen->windowAt(both) == idOfOther; }),
        qPrintable(m_screen->windowAt(both)));
    Program second;
    open(second, {QStringLiteral("--lab"), QStringLiteral("a")});
    QCOMPARE(second.waitForEnd(30s), 1);
    QVERIFY2(second.errors().contains("another program has this lab open"), second.errors().constData());
    QVERIFY2(tests::eventually([&] { return m_screen->windowAt(both) == id; }),
        qPrintable(m_screen->windowAt(both)));
    QVERIFY(m_screen->press(id, {QStringLiteral("ctrl+q")}));
    QCOMPARE(first.waitForEnd(5s), 0);
}

void TestSecondDay::killedDuringTheFirstStart_data()
{
    QTest::addColumn<int>("milliseconds");
    for (const int milliseconds : {10, 30, 50, 70, 90, 110, 130, 160, 200, 260, 340})
        QTest::addRow("after %d ms", milliseconds) << milliseconds;
}

// X20
void TestSecondDay::killedDuringTheFirstStart()
{
    QFETCH(int, milliseconds);
    const QStringList arguments {
        QStringLiteral("--headless"), QStringLiteral("--lab"), QStringLiteral("new")};
    Program first;
    first.start(QStringLiteral(HOLLOWLAB_BINARY), arguments, m_variables);
    first.waitForEnd(std::chrono::milliseconds(milliseconds));
    first.kill();
    QCOMPARE(first.waitForEnd(5s), -1);
    Headless second;
    QVERIFY2(second.start(arguments.mid(1), m_variables), second.program().errors().constData());
    Cluster lab(second.kubeconfig());
    QVERIFY2(tests::eventually([&] { return tests::unsettled(lab, 3).empty(); }),
        tests::unsettled(lab, 3).c_str());
    QCOMPARE(lab.list<core::api::MachineHealthCheck>().size(), 1U);
}

QTEST_GUILESS_MAIN(TestSecondDay)
#include "tst_secondday.moc"
