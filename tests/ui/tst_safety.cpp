// SPDX-License-Identifier: GPL-3.0-or-later
// T16: on every way that leads from a hand to somebody's cluster nothing is written without a live unlock.
// The window is told that it may, so that nothing but the core keeps it; the requests are counted where they
// arrive, at a server behind HTTPS. The same ways do write once it is unlocked, and a core that only says
// that it is locked is found out by each of them.
#include "core/base/pacer.h"
#include "core/client/httptransport.h"
#include "core/client/kubeconfig.h"
#include "core/engine/engine.h"
#include "tests/support/recordedcluster.h"
#include "tests/unit/engine/everycommand.h"
#include "ui/deletions.h"
#include "ui/enginesession.h"
#include "ui/language.h"
#include "ui/mainwindow.h"
#include "ui/pages/navigation.h"
#include "ui/pages/tables.h"
#include "ui/shownmoment.h"

#include <QApplication>
#include <QCheckBox>
#include <QElapsedTimer>
#include <QInputDialog>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <set>

using namespace core;
using namespace core::engine;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

enum class Lock { Lab, ReadOnly, Locked, Expired, Unlocked };

constexpr std::pair<const char *, Lock> locks[] = {{"lab", Lock::Lab}, {"read-only", Lock::ReadOnly},
    {"locked", Lock::Locked}, {"expired", Lock::Expired}, {"unlocked", Lock::Unlocked}};

constexpr std::chrono::milliseconds unlockedBriefly {100};

bool mayWrite(Lock lock)
{
    return lock == Lock::Lab || lock == Lock::Unlocked;
}

/// Tells the window that it may change everything.
class OpenSession : public ui::Session
{
public:
    explicit OpenSession(Engine &engine) : m_inner(engine)
    {
        connect(&m_inner, &ui::Session::changed, this, [this](const ChangeSetPtr &changes) {
            auto told = std::make_shared<ChangeSet>(*changes);
            if (told->status) {
                status = *told->status;
                status.locked = status.locked || saysLocked;
                told->status->locked = false;
                told->status->readOnly = false;
            }
            emit changed(told);
        });
        connect(&m_inner, &ui::Session::commandDone, this, [this](const CommandOutcome &outcome) {
            ended.insert(outcome.id);
            if (!outcome.result)
                failed.insert(outcome.id);
            emit commandDone(outcome);
        });
    }
    quint64 submit(Command command) override
    {
        const bool changes = changesCluster(command);
        last = m_inner.submit(std::move(command));
        if (changes)
            changing.insert(last);
        return last;
    }
    void acknowledge() override { m_inner.acknowledge(); }
    std::vector<std::string> prerequisiteNames() const override { return m_inner.prerequisiteNames(); }

    Status status; ///< as the core told it
    bool saysLocked = false; ///< whatever the core is
    quint64 last = 0;
    std::set<quint64> changing; ///< those that may change the cluster
    std::set<quint64> ended;
    std::set<quint64> failed; ///< of these

private:
    ui::EngineSession m_inner;
};

/// The window on a cluster that writes down what it is asked.
class Bench
{
public:
    explicit Bench(Lock lock, std::chrono::milliseconds unlockedFor = 15min)
    {
        if (!makeObjectsOfCommands([this](const api::Request &request) { return server.answer(request); }))
            qFatal("no objects");
        const auto config = client::Kubeconfig::load({server.kubeconfig.toStdString(), {}, {}});
        transport = std::move(*client::HttpTransport::open(
            *config->access(), [this](const base::Task &task) { pacer.enter(task); }));
        EngineOptions options {.clock = clock, .pacer = &pacer, .transport = *transport};
        options.connections = transport.get();
        options.mode = lock == Lock::Lab ? Mode::Lab : Mode::External;
        options.contextName = "prod";
        options.server = "https://prod.example:6443";
        options.readOnly = lock == Lock::ReadOnly;
        options.relockAfter = unlockedFor;
        options.pastPath = ":memory:";
        engine = std::make_unique<Engine>(std::move(options));
        session = std::make_unique<OpenSession>(*engine);
        window = std::make_unique<ui::MainWindow>(*session, ui::WindowOptions {.fresh = true});
        pacer.enter([this] { engine->start(); });
        window->show();
    }

    bool isReady() const
    {
        return window->isLive() && session->status.connection == Connection::Live
            && tables()->select({ui::Kind::MachineSet, {"default", "workers"}});
    }
    ui::Tables *tables() const { return window->findChild<ui::Tables *>(); }
    void trigger(const char *action) const
    {
        window->findChild<QAction *>(QString::fromUtf8(action))->trigger();
    }
    bool isQuiet() const { return session->ended.contains(session->last); }
    bool isAnswered() const { return std::ranges::includes(session->ended, session->changing); }
    /// Writes that change something.
    qsizetype keptWrites() const
    {
        return std::ranges::count_if(
            server.writes, [](const QString &write) { return !write.endsWith(u"?dryRun"_s); });
    }
    /// Writes that have arrived, and commands that the core has let pass, whose writes may be yet to come.
    QStringList passed() const
    {
        QStringList passed = server.writes;
        for (const quint64 id : session->changing) {
            if (session->ended.contains(id) && !session->failed.contains(id))
                passed += u"command %1"_s.arg(id);
        }
        return passed;
    }
    void lock() const { session->submit(SetLocked {true}); }
    void unlock() const { session->submit(SetLocked {false}); }
    /// Shows the second that is now, as soon as it is past.
    bool showPast() const
    {
        auto *moment = window->findChild<ui::ShownMoment *>();
        const base::Time shown = clock.now();
        return QTest::qWaitFor([&] { return moment->seek(shown), moment->isPast(); }, 10'000);
    }

    QTemporaryDir directory;
    tests::RecordedCluster server {directory.path()};
    base::Clock clock {std::chrono::time_point_cast<base::Duration>(std::chrono::system_clock::now())};
    base::Pacer pacer {clock, nullptr, base::Pacer::Lag::CaughtUp};
    std::unique_ptr<client::HttpTransport> transport;
    std::unique_ptr<Engine> engine;
    std::unique_ptr<OpenSession> session;
    std::unique_ptr<ui::MainWindow> window;
};

/// Says yes to whatever is asked, and closes what remains.
void acceptAll()
{
    for (int round = 0; round < 3; ++round) {
        for (QWidget *widget : QApplication::topLevelWidgets()) {
            auto *dialog = qobject_cast<QDialog *>(widget);
            if (!dialog || !dialog->isVisible())
                continue;
            auto *accept = dialog->findChild<QPushButton *>(u"accept"_s);
            if (auto *typed = dialog->findChild<QLineEdit *>(u"typed"_s))
                typed->setText(typed->placeholderText());
            auto *apply = dialog->findChild<QPushButton *>(u"apply"_s);
            if (accept && accept->isVisible()) // not of a question that is closed and not deleted yet
                accept->click();
            else if (apply && apply->isEnabled())
                apply->click();
            else if (apply)
                continue; // it waits for an answer
            else if (auto *input = qobject_cast<QInputDialog *>(dialog))
                input->accept();
            else
                dialog->reject();
        }
        QCoreApplication::processEvents();
    }
    if (QWidget *popup = QApplication::activePopupWidget())
        popup->close();
}

/// Those that would leave the window, or the machine.
bool isToBeLeftAlone(const QAction &action)
{
    static const QSet<QString> names {u"quit"_s, u"palette"_s, u"shortcuts"_s, u"about"_s, u"newSet"_s,
        u"newCheck"_s, u"applyYaml"_s, u"editYaml"_s, u"editConfig"_s, u"compare"_s, u"startControllers"_s,
        u"changeLock"_s};
    return names.contains(action.objectName()) || action.menu();
}

void everyAction(const Bench &bench)
{
    const std::pair<ui::Kind, api::ObjectKey> objects[] = {{ui::Kind::Node, {{}, "hollow"}},
        {ui::Kind::MachineDeployment, {"default", "edge"}}, {ui::Kind::MachineSet, {"default", "workers"}}};
    for (const auto &[kind, key] : objects) {
        const auto all = bench.window->findChildren<QAction *>();
        for (const QPointer<QAction> &action : std::vector<QPointer<QAction>>(all.begin(), all.end())) {
            bench.tables()->select({kind, key});
            if (!action || isToBeLeftAlone(*action) || !action->isEnabled())
                continue;
            action->trigger();
            QCoreApplication::processEvents();
            acceptAll();
        }
    }
}

void typeInPalette(const Bench &bench, const char *line)
{
    bench.trigger("palette");
    auto *palette = bench.window->findChild<QDialog *>(u"commandPalette"_s);
    auto *edit = palette->findChild<QLineEdit *>(u"command"_s);
    QTest::keyClicks(edit, QString::fromUtf8(line));
    QTest::keyClick(edit, Qt::Key_Return);
    acceptAll();
}

void palette(const Bench &bench)
{
    for (const char *line : {"scale workers 5", "not-ready hollow for 20s", "!silent", ">pause"})
        typeInPalette(bench, line);
}

void newSet(const Bench &bench)
{
    bench.trigger("newSet");
    bench.window->findChild<QLineEdit *>(u"setName"_s)->setText(u"typed"_s);
}

void providerConfig(const Bench &bench)
{
    bench.trigger("editConfig");
    api::Json config = defaultProviderConfig();
    config.as_object()["numCores"] = 7;
    bench.window->findChild<QPlainTextEdit *>(u"configYaml"_s)
        ->setPlainText(QString::fromStdString(api::writeYaml(config)));
}

void yaml(const Bench &bench)
{
    bench.trigger("applyYaml");
    const quint64 before = bench.session->last;
    bench.window->findChild<QPlainTextEdit *>(u"applyYamlText"_s)
        ->setPlainText(u"{apiVersion: v1, kind: ConfigMap, metadata: {name: typed}}"_s);
    QTRY_VERIFY(bench.session->last > before && bench.isQuiet()); // the server has been asked
}

void objectEditor(const Bench &bench)
{
    bench.trigger("editYaml");
    auto *editor = bench.window->findChild<QDialog *>(u"objectEditor"_s);
    auto *text = editor->findChild<QPlainTextEdit *>(u"objectYaml"_s);
    QTRY_VERIFY(text->toPlainText().contains(u"replicas: 2"_s));
    const quint64 before = bench.session->last;
    text->setPlainText(text->toPlainText().replace(u"replicas: 2"_s, u"replicas: 5"_s));
    QTRY_VERIFY(bench.session->last > before && bench.isQuiet()); // the server has been asked
}

void scenarioPage(const Bench &bench)
{
    emit bench.window->findChild<ui::Navigation *>()->scenariosAsked();
    bench.window->findChild<QListWidget *>(u"scenarioList"_s)->setCurrentRow(0);
    bench.window->findChild<QToolButton *>(u"runScenario"_s)->click();
}

void controllers(const Bench &bench)
{
    bench.window->findChild<QCheckBox *>(u"controller-machineset"_s)->click();
}

struct Way {
    const char *name;
    void (*begin)(const Bench &bench);
    bool isEditor = false; ///< what is begun waits until it is applied
};
constexpr Way ways[] = {{"every action", everyAction}, {"palette", palette}, {"YAML", yaml, true},
    {"object editor", objectEditor, true}, {"new set", newSet, true},
    {"provider config", providerConfig, true}, {"scenario", scenarioPage}, {"controller", controllers}};

void go(const Bench &bench, const Way &way)
{
    way.begin(bench);
    acceptAll();
    if (!way.isEditor)
        return;
    QTRY_VERIFY(bench.isQuiet());
    acceptAll(); // the question that shows what the server would make of it
}

/// What may happen between a deed and its undoing.
enum class Since { Nothing, Locked, Expired, Past };

} // namespace

class SafetyTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { ui::speak(u"en"_s); }

    /// Past the window: each command as it reaches the core.
    void commands_data() { locks_data(); }
    void commands()
    {
        QFETCH(int, lock);
        std::unique_ptr<Bench> bench;
        open(bench, Lock(lock));
        if (QTest::currentTestFailed())
            return;
        bool wrote = false;
        for (const auto &[name, command] : everyCommand()) {
            if (std::holds_alternative<SetLocked>(command))
                continue;
            bench->server.writes.clear();
            bench->session->submit(command);
            QTRY_VERIFY2_WITH_TIMEOUT(bench->isQuiet(), name, 10'000);
            wrote = wrote || !bench->server.writes.empty();
            if (!mayWrite(Lock(lock)))
                QVERIFY2(bench->passed().empty(), name);
        }
        QCOMPARE(wrote, mayWrite(Lock(lock)));
    }

    void everyWay_data()
    {
        QTest::addColumn<int>("lock");
        QTest::addColumn<int>("way");
        for (const auto &[lockName, lock] : locks) {
            for (int way = 0; way < int(std::size(ways)); ++way) {
                const bool ofTheLab = lock == Lock::Lab && qstrcmp(ways[way].name, "controller") == 0;
                if (!ofTheLab) // there it acts on its own
                    QTest::addRow("%s, %s", ways[way].name, lockName) << int(lock) << way;
            }
        }
    }
    void everyWay()
    {
        QFETCH(int, lock);
        QFETCH(int, way);
        std::unique_ptr<Bench> bench;
        open(bench, Lock(lock));
        if (QTest::currentTestFailed())
            return;
        QVERIFY(goes(*bench, ways[way]));
        if (mayWrite(Lock(lock))) {
            QTRY_VERIFY_WITH_TIMEOUT(!bench->server.writes.empty(), 10'000);
            return;
        }
        QTRY_VERIFY_WITH_TIMEOUT(bench->isAnswered(), 10'000);
        QVERIFY2(bench->passed().empty(), qPrintable(bench->passed().value(0)));
    }

    /// docs/window.md W73: nothing is asked, and nothing kept, that the server has not tried.
    void editorsTryFirst_data()
    {
        QTest::addColumn<int>("way");
        for (int way = 0; way < int(std::size(ways)); ++way) {
            if (ways[way].isEditor)
                QTest::newRow(ways[way].name) << way;
        }
    }
    void editorsTryFirst()
    {
        QFETCH(int, way);
        std::unique_ptr<Bench> bench;
        open(bench, Lock::Unlocked);
        if (QTest::currentTestFailed())
            return;
        QVERIFY(goes(*bench, ways[way]));
        QTRY_VERIFY_WITH_TIMEOUT(bench->keptWrites() > 0, 10'000);
        QStringList tried;
        for (const QString &write : bench->server.writes) {
            if (write.endsWith(u"?dryRun"_s))
                tried += write.chopped(7);
            else
                QVERIFY2(tried.contains(write), qPrintable(bench->server.writes.join(u' ')));
        }
    }

    /// What everyWay finds of a locked cluster is more than nothing where the guard is gone: the core says
    /// that it is locked, and lets everything pass.
    void withoutTheGuard_data()
    {
        QTest::addColumn<int>("way");
        for (int way = 0; way < int(std::size(ways)); ++way)
            QTest::newRow(ways[way].name) << way;
    }
    void withoutTheGuard()
    {
        QFETCH(int, way);
        std::unique_ptr<Bench> bench;
        open(bench, Lock::Locked);
        if (QTest::currentTestFailed())
            return;
        bench->session->saysLocked = true;
        bench->unlock();
        QTRY_VERIFY(bench->isQuiet());
        QVERIFY(bench->session->status.locked);
        QVERIFY(goes(*bench, ways[way]));
        QTRY_VERIFY_WITH_TIMEOUT(!bench->passed().empty(), 10'000);
    }

    /// What an editor was opened for while it could be sent is not sent when it can't be any more.
    void anEditorFromBefore_data()
    {
        QTest::addColumn<int>("way");
        QTest::addColumn<bool>("showsPast");
        for (int way = 0; way < int(std::size(ways)); ++way) {
            if (!ways[way].isEditor)
                continue;
            QTest::addRow("%s, locked since", ways[way].name) << way << false;
            QTest::addRow("%s, the past is shown since", ways[way].name) << way << true;
        }
    }
    void anEditorFromBefore()
    {
        QFETCH(int, way);
        QFETCH(bool, showsPast);
        std::unique_ptr<Bench> bench;
        open(bench, Lock::Unlocked);
        if (QTest::currentTestFailed())
            return;
        ways[way].begin(*bench);
        if (showsPast) {
            QVERIFY(bench->showPast());
        } else {
            bench->lock();
            QTRY_VERIFY(bench->session->status.locked);
        }
        const QStringList before = bench->passed(); // the object editor has tried what is written
        acceptAll();
        QTRY_VERIFY_WITH_TIMEOUT(bench->isAnswered(), 10'000);
        QCOMPARE(bench->passed(), before);
    }

    /// What a command has not yet sent when the cluster is locked does not leave any more.
    void aCommandUnderWay_data()
    {
        QTest::addColumn<bool>("locks");
        QTest::newRow("locked after the first write") << true;
        QTest::newRow("not locked") << false;
    }
    void aCommandUnderWay()
    {
        QFETCH(bool, locks);
        std::unique_ptr<Bench> bench;
        open(bench, Lock::Unlocked);
        if (QTest::currentTestFailed())
            return;
        const std::string yaml = "{apiVersion: v1, kind: ConfigMap, metadata: {name: one}}\n---\n"
                                 "{apiVersion: v1, kind: ConfigMap, metadata: {name: two}}\n";
        bench->server.wrote = [&] {
            if (locks && bench->server.writes.size() == 1)
                bench->session->submit(SetLocked {true});
        };
        const quint64 applying = bench->session->submit(ApplyYaml {yaml});
        QTRY_VERIFY_WITH_TIMEOUT(bench->session->ended.contains(applying), 10'000);
        QCOMPARE(bench->server.writes.size(), locks ? 1 : 2);
        QCOMPARE(bench->session->failed.contains(applying), locks);
    }

    /// What was done while it was unlocked is not undone once it is locked, nor from within the past.
    void undo_data()
    {
        QTest::addColumn<QString>("deed");
        QTest::addColumn<bool>("byList");
        QTest::addColumn<int>("since");
        const QString scaling = u"scale workers 5"_s;
        const QString pausing = u"pause edge"_s;
        const std::pair<const char *, Since> all[] = {{"at once", Since::Nothing}, {"locked", Since::Locked},
            {"expired", Since::Expired}, {"in the past", Since::Past}};
        for (const auto &[name, since] : all) {
            QTest::addRow("scaling, by the notice, %s", name) << scaling << false << int(since);
            QTest::addRow("scaling, by the list, %s", name) << scaling << true << int(since);
        }
        QTest::newRow("pausing, by the list, at once") << pausing << true << int(Since::Nothing);
        QTest::newRow("pausing, by the list, locked") << pausing << true << int(Since::Locked);
    }
    void undo()
    {
        QFETCH(QString, deed);
        QFETCH(bool, byList);
        QFETCH(int, since);
        Bench bench(Lock::Unlocked, Since(since) == Since::Expired ? 2s : 15min);
        QTRY_VERIFY_WITH_TIMEOUT(bench.isReady(), 10'000);
        bench.unlock();
        QTRY_VERIFY(!bench.session->status.locked);
        typeInPalette(bench, qPrintable(deed));
        const QString button = byList ? u"undoActivity"_s : u"noticeAction"_s;
        const auto offer = [&]() -> QAbstractButton * {
            const auto offers = bench.window->findChildren<QAbstractButton *>(button);
            return offers.isEmpty() ? nullptr : offers.last(); // the latest
        };
        QTRY_COMPARE(bench.keptWrites(), 1);
        QTRY_VERIFY(offer() && offer()->isEnabled());
        QTRY_VERIFY(bench.isAnswered());
        if (Since(since) == Since::Past)
            QVERIFY(bench.showPast());
        if (Since(since) == Since::Locked)
            bench.lock();
        if (Since(since) == Since::Locked || Since(since) == Since::Expired)
            QTRY_VERIFY_WITH_TIMEOUT(bench.session->status.locked, 10'000);
        const QStringList before = bench.passed();
        if (offer()) // the past of before the deed has nothing to undo
            offer()->click();
        acceptAll();
        if (Since(since) == Since::Nothing) {
            QTRY_COMPARE(bench.keptWrites(), 2);
            return;
        }
        QTRY_VERIFY(bench.isAnswered());
        QCOMPARE(bench.passed(), before);
    }

    /// W24: while a moment of the past is shown, as a replay does, not even to an unlocked cluster.
    void thePast_data()
    {
        QTest::addColumn<int>("way");
        for (const char *name : {"palette", "scenario", "controller"}) {
            const auto *way =
                std::ranges::find_if(ways, [name](const Way &one) { return qstrcmp(one.name, name) == 0; });
            QTest::newRow(name) << int(way - ways);
        }
    }
    void thePast()
    {
        QFETCH(int, way);
        std::unique_ptr<Bench> bench;
        open(bench, Lock::Unlocked);
        if (QTest::currentTestFailed())
            return;
        QVERIFY(bench->showPast());
        go(*bench, ways[way]);
        QVERIFY(bench->window->findChild<ui::ShownMoment *>()->isPast());
        QTRY_VERIFY_WITH_TIMEOUT(bench->isAnswered(), 10'000);
        QVERIFY2(bench->passed().empty(), qPrintable(bench->passed().value(0)));
    }

    /// W46: nothing has left before the five seconds are over.
    void aDeletionWaits_data()
    {
        QTest::addColumn<bool>("takesBack");
        QTest::newRow("and is sent") << false;
        QTest::newRow("and is taken back") << true;
    }
    void aDeletionWaits()
    {
        QFETCH(bool, takesBack);
        std::unique_ptr<Bench> bench;
        open(bench, Lock::Unlocked);
        if (QTest::currentTestFailed())
            return;
        QElapsedTimer since;
        since.start();
        bench->trigger("remove");
        acceptAll();
        const auto *deletions = bench->window->findChild<ui::Deletions *>();
        QVERIFY(deletions->isWaiting());
        if (takesBack) {
            bench->window->findChild<QAbstractButton *>(u"noticeAction"_s)->click();
            QVERIFY(!deletions->isWaiting());
            QTest::qWait(6000); // nothing is to happen
            QCOMPARE(bench->server.writes, QStringList());
            return;
        }
        QTRY_VERIFY_WITH_TIMEOUT(!bench->server.writes.empty(), 15'000);
        QVERIFY2(since.elapsed() >= 4900, qPrintable(QString::number(since.elapsed())));
        QVERIFY2(bench->server.writes.value(0).endsWith(u"/machinesets/workers"_s),
            qPrintable(bench->server.writes.join(u' ')));
    }

private:
    static void locks_data()
    {
        QTest::addColumn<int>("lock");
        for (const auto &[name, lock] : locks)
            QTest::newRow(name) << int(lock);
    }

    /// The way is one: it asks the core for changes.
    static bool goes(const Bench &bench, const Way &way)
    {
        go(bench, way);
        const auto *deletions = bench.window->findChild<ui::Deletions *>();
        return QTest::qWaitFor(
            [&] { return !deletions->isWaiting() && !bench.session->changing.empty(); }, 15'000);
    }

    /// Ready, and with the lock as it is said.
    static void open(std::unique_ptr<Bench> &bench, Lock lock)
    {
        bench = std::make_unique<Bench>(lock, lock == Lock::Expired ? unlockedBriefly : 15min);
        QTRY_VERIFY_WITH_TIMEOUT(bench->isReady(), 10'000);
        const Status &status = bench->session->status;
        if (lock == Lock::Unlocked) {
            bench->unlock();
            QTRY_VERIFY(!status.locked);
        } else if (lock == Lock::Expired) {
            bench->unlock();
            QTRY_VERIFY(bench->isQuiet());
            const base::Time unlocked = bench->clock.now();
            QTRY_VERIFY(bench->clock.now() > unlocked + unlockedBriefly && status.locked);
        }
        QTRY_COMPARE(status.locked, !mayWrite(lock));
        QCOMPARE(bench->server.writes, QStringList());
    }
};

QTEST_MAIN(SafetyTest)
#include "tst_safety.moc"
