// SPDX-License-Identifier: GPL-3.0-or-later
// The second start: where the user was is there again, of each cluster its own, and whatever became of the
// file in which it was kept.
#include "tests/ui/ownplaces.h"
#include "tests/ui/stage.h"
#include "ui/experiments/experimentspage.h"
#include "ui/pages/scenariospage.h"
#include "ui/pages/tables.h"
#include "ui/settings.h"
#include "ui/timeline/timelinepanel.h"

#include <QDockWidget>
#include <QHeaderView>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QSettings>
#include <QSpinBox>
#include <QTemporaryDir>

#include <random>

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using namespace core::engine;
using core::api::Machine;
using core::api::MachineSet;
using core::api::ObjectKey;
using Keys = std::vector<ObjectKey>;
using ui::Kind;

namespace {

const ObjectKey b {"default", "workers-b"};

/// A window that keeps its settings.
struct Day : fake::Stage {
    explicit Day(ChangeSet cluster = fake::threeMachines())
        : fake::Stage(std::move(cluster), {1280, 800}, ui::Scheme::Light, false)
    {
    }

    ui::Tables *tables() const { return window.findChild<ui::Tables *>(); }
    ui::ObjectPage &page(Kind kind) const { return tables()->page(kind); }
    Kind inFront() const { return tables()->currentPage().kind(); }
    Keys chosen(Kind kind) const { return page(kind).table().selectedKeys(); }
    bool letsTheLettersAct() const { return QApplication::focusWidget() == &tables()->currentPage().table(); }
};

ChangeSet emptyCluster()
{
    ChangeSet changes;
    changes.reset = true;
    changes.status = fake::status();
    return changes;
}

ChangeSet without(const ObjectKey &machine)
{
    ChangeSet changes = fake::threeMachines();
    std::erase_if(changes.of<Machine>().upserts, [&](const auto &each) { return each->key() == machine; });
    return changes;
}

/// Two failures, the first one at that time.
ChangeSet withFailures(core::api::Time first)
{
    ChangeSet changes = fake::threeMachines();
    for (const std::uint64_t id : {1, 2}) {
        core::timeline::Episode episode;
        episode.id = id;
        episode.machine = b;
        episode.node = "node-b";
        episode.cause = "NotReady";
        episode.unhealthyAt = first + std::chrono::seconds(id);
        changes.episodes.push_back(episode);
    }
    return changes;
}

QByteArray keptSettings()
{
    QFile file(ui::settingsPath());
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void keepSettings(const QByteArray &bytes)
{
    QFile file(ui::settingsPath());
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

/// All that a window without settings shows, and lets do.
void verifyUsable(Day &day)
{
    QVERIFY(day.letsTheLettersAct());
    for (int kind = 0; kind < ui::kindCount; ++kind) {
        const QHeaderView *header = day.page(Kind(kind)).table().horizontalHeader();
        QVERIFY2(!header->isSectionHidden(0) && header->sectionSize(0) > 0,
            qPrintable(ui::kubectlName(Kind(kind))));
    }
    for (const QString &name : {u"navigation"_s, u"inspector"_s, u"timeline"_s})
        QVERIFY2(!day.window.findChild<QDockWidget *>(name)->isHidden(), qPrintable(name));
    QVERIFY(QRect(QPoint(), day.window.size()).contains(day.tables()->geometry()));
}

} // namespace

class PlaceTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_places = std::make_unique<tests::OwnPlaces>(); }

    // W14
    void theStoryThatWasReadIsThereAgain_data()
    {
        QTest::addColumn<bool>("isSame"); // failure of that number
        QTest::newRow("the failure is there") << true;
        QTest::newRow("another one has its number") << false;
    }

    void theStoryThatWasReadIsThereAgain()
    {
        QFETCH(bool, isSame);
        const auto panel = [](const Day &day) { return day.window.findChild<ui::TimelinePanel *>(); };
        {
            Day first(withFailures(fake::now() - 60s));
            panel(first)->showStory(1);
            first.window.close();
        }
        Day second(withFailures(isSame ? fake::now() - 60s : fake::now() - 50s));
        QVERIFY(panel(second)->recoveries().isVisible());
        QCOMPARE(panel(second)->recoveries().card().shown(), isSame ? 1U : 2U); // else the newest
        QVERIFY(second.letsTheLettersAct());
    }

    void whereTheUserWasIsThereAgain()
    {
        {
            Day first;
            QVERIFY(first.table(Kind::Machine)->selectKey(b));
            first.table(Kind::Machine)->sortByColumn(2, Qt::DescendingOrder);
            first.filter()->setText(u"workers"_s);
            QVERIFY(first.page(Kind::Machine).table().selectKey(b));
            first.action("showYaml")->trigger();
            first.table(Kind::Node)->selectKey({"", "node-c"});
            first.table(Kind::MachineSet)->selectFirst();
            first.table(Kind::Machine);
            first.window.close();
        }
        Day second;
        QCOMPARE(second.inFront(), Kind::Machine);
        QCOMPARE(second.chosen(Kind::Machine), Keys {b});
        QCOMPARE(second.page(Kind::Machine).filterText(), u"workers"_s);
        QCOMPARE(second.page(Kind::Machine).table().tableModel().sortColumn(), 2);
        QCOMPARE(second.page(Kind::Machine).table().tableModel().sortOrder(), Qt::DescendingOrder);
        QCOMPARE(second.page(Kind::Machine).table().horizontalHeader()->sortIndicatorSection(), 2);
        QCOMPARE(second.chosen(Kind::Node), (Keys {{"", "node-c"}}));
        QVERIFY(second.label("inspectedName").contains(u"workers-b</b>"_s));
        QVERIFY(second.window.findChild<QPlainTextEdit *>(u"yaml"_s)->isVisible());
    }

    void thePageInFrontIsThereAgain_data()
    {
        QTest::addColumn<int>("key"); // of its row in the navigation, with Alt
        QTest::addColumn<QString>("list");
        QTest::newRow("scenarios") << int(Qt::Key_8) << u"scenarioList"_s;
        QTest::newRow("experiments") << int(Qt::Key_9) << u"experiments"_s;
    }

    void thePageInFrontIsThereAgain()
    {
        QFETCH(const int, key);
        QFETCH(const QString, list);
        {
            Day first;
            QVERIFY(first.table(Kind::Machine)->selectKey(b));
            QTest::keyClick(&first.window, Qt::Key(key), Qt::AltModifier);
            QVERIFY(first.window.findChild<QWidget *>(list)->isVisible());
            first.window.close();
        }
        Day second;
        QVERIFY(second.window.findChild<QWidget *>(list)->isVisible());
        QCOMPARE(second.chosen(Kind::Machine), Keys {b});
        QTest::keyClick(&second.window, Qt::Key_1, Qt::AltModifier);
        QVERIFY(!second.window.findChild<QWidget *>(list)->isVisible());
    }

    void theChosenScenarioAndExperimentAreThereAgain()
    {
        const QTemporaryDir elsewhere;
        const QString path = elsewhere.filePath(u"mine.yaml"_s);
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("name: Mine\nsteps:\n- wait: 5s\n");
        file.close();
        const auto scenarios = [](const Day &day) { return day.window.findChild<ui::ScenariosPage *>(); };
        const auto experiments = [](const Day &day) { return day.window.findChild<ui::ExperimentsPage *>(); };
        QString experiment;
        {
            Day first;
            scenarios(first)->open(path);
            experiment = experiments(first)->names().back();
            experiments(first)->bringUp(experiment);
            first.window.close();
        }
        {
            Day unlooked; // what nobody has looked at stays chosen
            QTest::keyClick(&unlooked.window, Qt::Key_1);
            unlooked.window.close();
        }
        Day second;
        QTest::keyClick(&second.window, Qt::Key_8);
        QCOMPARE(second.window.findChild<QListWidget *>(u"scenarioList"_s)->currentItem()->text(), u"Mine"_s);
        QTest::keyClick(&second.window, Qt::Key_9);
        QCOMPARE(second.label("experimentName"), experiment);
        second.window.close();
        QVERIFY(QFile::remove(path)); // which nobody is told of
        Day third;
        QTest::keyClick(&third.window, Qt::Key_8);
        QVERIFY(!scenarios(third)->names().contains(u"Mine"_s));
        QVERIFY2(!third.notice().contains(u"mine.yaml"_s), qPrintable(third.notice()));
    }

    /// docs/window.md W14: whoever is killed loses two seconds.
    void whereTheUserWasOutlivesAKill()
    {
        const Day first; // is never closed while the second one opens
        first.table(Kind::MachineSet)->selectFirst();
        const QByteArray before = keptSettings();
        QTRY_VERIFY(keptSettings() != before);
        const Day second;
        QCOMPARE(second.inFront(), Kind::MachineSet);
    }

    // W14
    void whatWasChosenOutlivesAKill()
    {
        Day first;
        first.table(Kind::Machine);
        first.window.close(); // its size and page are kept
        first.window.show();
        const QByteArray before = keptSettings();
        QVERIFY(first.page(Kind::Machine).table().selectKey(b));
        first.filter()->setText(u"workers"_s);
        QVERIFY(first.page(Kind::Machine).table().selectKey(b));
        QTRY_VERIFY(keptSettings() != before);
        const Day second;
        QCOMPARE(second.chosen(Kind::Machine), Keys {b});
        QCOMPARE(second.page(Kind::Machine).filterText(), u"workers"_s);
    }

    /// Whoever has chosen nothing yet sees the whole line above the table on one level.
    void theLineAboveTheTableIsLevelFromTheFirstShowOn()
    {
        {
            Day first;
            QVERIFY(first.table(Kind::Machine)->selectKey(b));
            first.window.close();
        }
        const Day second(without(b)); // in which nothing is chosen
        QCOMPARE(second.chosen(Kind::Machine), Keys {});
        const auto *scale = second.page(Kind::Machine).findChild<QWidget *>(u"action-scale"_s);
        QVERIFY(scale && scale->isVisible());
        const auto middleOf = [&second](const QWidget *widget) {
            return widget->mapTo(&second.window, widget->rect().center()).y();
        };
        QVERIFY(std::abs(middleOf(second.filter()) - middleOf(scale)) <= 1);
    }

    void whatNobodyLookedAtIsKept()
    {
        {
            Day first;
            QVERIFY(first.table(Kind::Node)->selectKey({"", "node-c"}));
            first.table(Kind::Node)->sortByColumn(1, Qt::DescendingOrder);
            first.filter()->setText(u"node"_s);
            QVERIFY(first.page(Kind::Node).table().selectKey({"", "node-c"}));
            first.page(Kind::Node).table().setColumnHidden(2, true);
            first.table(Kind::Machine);
            first.window.close();
        }
        {
            Day second;
            QCOMPARE(second.tables()->madePages().size(), std::size_t(1));
            second.window.close();
        }
        Day third;
        QCOMPARE(third.tables()->madePages().size(), std::size_t(1));
        QCOMPARE(third.page(Kind::Node).filterText(), u"node"_s);
        QCOMPARE(third.page(Kind::Node).table().tableModel().sortColumn(), 1);
        QCOMPARE(third.page(Kind::Node).table().tableModel().sortOrder(), Qt::DescendingOrder);
        QVERIFY(third.page(Kind::Node).table().isColumnHidden(2));
        QCOMPARE(third.chosen(Kind::Node), (Keys {{"", "node-c"}}));
    }

    void lettersActInTheTableThatIsThereAgain_data()
    {
        QTest::addColumn<bool>("shownFirst");
        QTest::newRow("the cluster is known when the window is shown") << false;
        QTest::newRow("the window is shown when the cluster is known") << true;
    }

    void lettersActInTheTableThatIsThereAgain()
    {
        QFETCH(bool, shownFirst);
        {
            Day first;
            first.table(Kind::MachineSet)->selectFirst();
            first.window.close();
        }
        fake::Session session;
        ui::MainWindow window(session, {.fresh = false, .theme = ui::Scheme::Light});
        if (!shownFirst)
            session.send(fake::threeMachines());
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        if (shownFirst)
            session.send(fake::threeMachines());
        const auto *tables = window.findChild<ui::Tables *>();
        QCOMPARE(tables->currentPage().kind(), Kind::MachineSet);
        QCOMPARE(QApplication::focusWidget(), &tables->currentPage().table());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_S);
        auto *box = tables->currentPage().findChild<QSpinBox *>(u"replicas"_s);
        QVERIFY(box);
        QTest::keyClicks(box, u"7"_s);
        QTest::keyClick(box, Qt::Key_Return);
        QTRY_VERIFY(session.last<Scale>());
        QCOMPARE(session.last<Scale>()->replicas, 7);
    }

    void eachClusterHasItsOwn()
    {
        {
            Day lab;
            lab.table(Kind::Machine)->sortByColumn(3, Qt::DescendingOrder);
            lab.filter()->setText(u"workers-b"_s);
            lab.table(Kind::Node)->selectKey({"", "node-c"});
            lab.window.close();
        }
        {
            Day external(fake::threeMachines(Mode::External));
            QCOMPARE(external.inFront(), Kind::Machine);
            QCOMPARE(external.filter()->text(), QString());
            QCOMPARE(external.table(Kind::Machine)->tableModel().sortColumn(), 0);
            QCOMPARE(external.chosen(Kind::Node), (Keys {{"", "node-a"}}));
            external.table(Kind::HealthCheck);
            external.window.close();
        }
        Day again;
        QCOMPARE(again.inFront(), Kind::Node);
        QCOMPARE(again.page(Kind::Machine).filterText(), u"workers-b"_s);
        QCOMPARE(again.page(Kind::Machine).table().tableModel().sortColumn(), 3);
    }

    void whatIsGoneIsNotExchanged_data()
    {
        QTest::addColumn<bool>("anew");
        QTest::newRow("gone") << false;
        QTest::newRow("another one has its name") << true;
    }

    void whatIsGoneIsNotExchanged()
    {
        QFETCH(bool, anew);
        {
            Day first;
            QVERIFY(first.table(Kind::Machine)->selectKey(b));
            first.window.close();
        }
        ChangeSet cluster = without(b);
        if (anew) {
            auto another = std::make_shared<Machine>(*fake::machine(b.name, "workers", "Running"));
            another->metadata.uid = "another";
            cluster.of<Machine>().upserts.push_back(another);
        }
        Day second(cluster);
        QCOMPARE(second.chosen(Kind::Machine), Keys {});
        QVERIFY(second.label("inspectedName").startsWith(u"Select a row"_s));
        QVERIFY(!second.action("remove")->isEnabled());
        QVERIFY(second.letsTheLettersAct());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_J);
        QCOMPARE(second.chosen(Kind::Machine), (Keys {{"default", "workers-a"}}));
    }

    void whoNeverChoseFollowsTheFirstRow()
    {
        {
            Day first;
            QTest::keyClick(first.table(Kind::Machine), Qt::Key_Alt); // on the way to another table
            QTest::keyClick(first.table(Kind::Machine), Qt::Key_3, Qt::AltModifier);
            first.table(Kind::Machine);
            first.window.close();
        }
        Day second(without({"default", "workers-a"}));
        QCOMPARE(second.chosen(Kind::Machine), Keys {b});
    }

    void whatComesLaterIsChosenWhenItIsThere_data()
    {
        QTest::addColumn<bool>("choosesAnother");
        QTest::newRow("the user waits") << false;
        QTest::newRow("the user has chosen another one") << true;
    }

    void whatComesLaterIsChosenWhenItIsThere()
    {
        QFETCH(bool, choosesAnother);
        {
            Day first;
            QVERIFY(first.table(Kind::Machine)->selectKey(b));
            first.window.close();
        }
        Day slow(emptyCluster());
        ChangeSet some = without(b);
        some.reset = false;
        slow.session.send(some);
        QCOMPARE(slow.chosen(Kind::Machine), Keys {});
        if (choosesAnother)
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_J);
        const Keys meanwhile = slow.chosen(Kind::Machine);
        ChangeSet rest = fake::threeMachines();
        rest.reset = false;
        slow.session.send(rest);
        QCOMPARE(slow.chosen(Kind::Machine), choosesAnother ? meanwhile : Keys {b});
    }

    void aTableThatIsSeldomThereComesBackWithItsFirstObject()
    {
        core::api::HealthCheckV1alpha1 check;
        check.metadata.ns = "default";
        check.metadata.name = "old";
        ChangeSet old;
        old.of<core::api::HealthCheckV1alpha1>().upserts = {
            std::make_shared<const core::api::HealthCheckV1alpha1>(check)};
        {
            Day first;
            first.session.send(old);
            first.table(Kind::HealthCheckV1alpha1);
            first.window.close();
        }
        Day second;
        QCOMPARE(second.inFront(), Kind::Machine);
        second.session.send(old);
        QCOMPARE(second.inFront(), Kind::HealthCheckV1alpha1);
        QVERIFY(second.letsTheLettersAct());
    }

    void theSecondMachineSystemIsThereAgain()
    {
        {
            Day first(fake::demoCluster());
            first.tables()->setFamily(ui::Family::Mcm);
            first.table(Kind::McmMachineSet);
            first.window.close();
        }
        Day second(fake::demoCluster());
        QCOMPARE(second.inFront(), Kind::McmMachineSet);
        QVERIFY(second.letsTheLettersAct());
    }

    void aFreshWindowNeitherReadsNorWrites()
    {
        {
            Day first;
            first.table(Kind::Node);
            first.window.close();
        }
        const QByteArray kept = keptSettings();
        {
            fake::Stage fresh;
            QCOMPARE(fresh.tabs()->currentIndex(), int(Kind::Machine));
            fresh.table(Kind::HealthCheck);
            fresh.window.close();
        }
        QCOMPARE(keptSettings(), kept);
    }

    void placesThatMakeNoSense_data()
    {
        QTest::addColumn<QByteArray>("written");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("no JSON") << QByteArray("\x00\xff{[", 4);
        QTest::newRow("a list") << QByteArray("[1]");
        QTest::newRow("of another version") << QByteArray(R"({"version":2,"table":"nodes","mcm":true})");
        QTest::newRow("of other types")
            << QByteArray(R"({"version":1,"table":[],"mcm":"yes","tables":[{}],"inspectorPage":{}})");
        QTest::newRow("a table that is not known") << QByteArray(R"({"version":1,"table":"cows"})");
        QTest::newRow("a negative page") << QByteArray(R"({"version":1,"inspectorPage":-3})");
        QTest::newRow("of a table other types")
            << QByteArray(R"({"version":1,"tables":{"nodes":{"filter":1,"sort":2,"chosen":"node-a"}}})");
        QTest::newRow("chosen without a name")
            << QByteArray(R"({"version":1,"tables":{"nodes":{"chosen":{"namespace":"a"}}}})");
    }

    void placesThatMakeNoSense()
    {
        QFETCH(QByteArray, written);
        QCOMPARE(ui::placeFrom(written), ui::Place());
        ui::savePlace(u"lab/demo"_s, {});
        QSettings(ui::settingsPath(), QSettings::IniFormat)
            .setValue(QSettings(ui::settingsPath(), QSettings::IniFormat).allKeys().value(0), written);
        Day day;
        verifyUsable(day);
        QCOMPARE(day.inFront(), Kind::Machine);
    }

    void whatFitsNoTableAnyMore()
    {
        ui::Place place;
        place.inspectorPage = 99;
        place.tables[0].sortColumn = u"cows"_s;
        place.tables[0].filter = QString(100'000, u'x');
        ui::savePlace(u"lab/demo"_s, place);
        Day day;
        verifyUsable(day);
        QCOMPARE(day.page(Kind::Machine).table().tableModel().sortColumn(), 0);
        QCOMPARE(day.page(Kind::Machine).filterText().size(), 1000);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape); // the card that welcomes
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QCOMPARE(day.page(Kind::Machine).table().tableModel().rowCount(), 3);
    }

    void placesSurviveBeingWritten()
    {
        ui::Place place {ui::Family::Mcm, Kind::McmMachineSet, 3, {}};
        place.tables[int(Kind::Node)] = {
            u"a=\"b\" ;%,\n ä"_s, u"age"_s, Qt::DescendingOrder, ui::ChosenObject {{"", "node-a"}, "uid"}};
        ui::savePlace(u"https://a:6443/b"_s, place);
        QCOMPARE(ui::savedPlace(u"https://a:6443/b"_s), place);
        QCOMPARE(ui::savedPlace(u"https://a:6443/c"_s), ui::Place());
    }

    /// Every value has some bytes changed, or ends too early.
    void damagedSettingsDoNoHarm()
    {
        {
            Day first(fake::demoCluster());
            first.table(Kind::Machine)->setColumnHidden(2, true);
            first.window.close();
        }
        const QByteArray whole = keptSettings();
        QVERIFY(whole.size() > 1000);
        std::mt19937 dice(7);
        const auto somewhere = [&](const QByteArray &bytes) { return qsizetype(dice()) % bytes.size(); };
        for (int round = 0; round < 40; ++round) {
            QByteArray damaged = whole;
            if (round % 4 == 0)
                damaged.truncate(somewhere(damaged));
            for (int i = 0; i < 30 && round % 4 > 0; ++i)
                damaged[somewhere(damaged)] = static_cast<char>(dice());
            keepSettings(damaged);
            Day day(fake::demoCluster());
            verifyUsable(day);
            if (QTest::currentTestFailed())
                return;
        }
    }

    void columnsOfAnotherVersionAreForgotten()
    {
        {
            Day first;
            first.table(Kind::Machine)->setColumnHidden(2, true);
            first.window.close();
        }
        {
            Day second;
            QVERIFY(second.table(Kind::Machine)->isColumnHidden(2));
        }
        QSettings kept(ui::settingsPath(), QSettings::IniFormat);
        const QString machines = u"tables/"_s + ui::kubectlName(Kind::Machine);
        kept.setValue(machines, kept.value(u"tables/"_s + ui::kubectlName(Kind::Node))); // other columns
        kept.sync();
        Day third;
        QVERIFY(!third.table(Kind::Machine)->isColumnHidden(2));
        verifyUsable(third);
    }

    void settingsThatCanNotBeKeptDoNoHarm()
    {
        QVERIFY(QDir().mkpath(ui::settingsPath()));
        Day day;
        verifyUsable(day);
        day.window.close();
    }

private:
    std::unique_ptr<tests::OwnPlaces> m_places;
};

QTEST_MAIN(PlaceTest)
#include "tst_place.moc"
