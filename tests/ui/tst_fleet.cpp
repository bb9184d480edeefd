// SPDX-License-Identifier: GPL-3.0-or-later
// The first page: the navigation and the sentence of health count the machines, and its modes.
#include "tests/ui/stage.h"
#include "tests/ui/zonedcluster.h"
#include "ui/fleet/fleetpage.h"
#include "ui/language.h"
#include "ui/pages/navigation.h"
#include "ui/pages/tables.h"
#include "ui/timeline/timelinepanel.h"
#include "ui/widgets/healthsentence.h"

#include <QAbstractButton>
#include <QListWidget>
#include <QToolButton>

using namespace Qt::Literals::StringLiterals;
using namespace core::engine;
using core::api::Machine;
using fake::zonedCluster;
using ui::Kind;

namespace {

QString rowOf(const fake::Stage &stage, const QString &title)
{
    const auto *list = stage.window.findChild<ui::Navigation *>();
    for (int i = 0; i < list->count(); ++i) {
        if (list->item(i)->text() == title)
            return list->item(i)->data(Qt::AccessibleTextRole).toString();
    }
    return {};
}

} // namespace

class FleetTest : public QObject
{
    Q_OBJECT

private slots:
    void navigationCountsAndSaysWhatIsWorst();
    void whatCouldNotBeReadIsNotCounted();
    void navigationLeadsToScenariosAndRecoveries();
    void whoMovesAlongTheNavigationIsNotDrawnBack();
    void smallTilesHaveALegend();
    void theSentenceCountsAndFilters();
    void modesAreLeftAndEnteredAgain();
    void iconsFollowTheTheme();
};

void FleetTest::navigationCountsAndSaysWhatIsWorst()
{
    fake::Stage stage(zonedCluster(60));
    QTRY_COMPARE(rowOf(stage, u"Fleet"_s), u"Fleet 60"_s);
    QCOMPARE(rowOf(stage, u"Sets"_s), u"Sets 2"_s);
    QCOMPARE(rowOf(stage, u"workers"_s), u"workers 34/60 NotReady"_s);
    const ChangeSet cluster = zonedCluster(60);
    ChangeSet healed;
    for (const auto &node : cluster.of<core::api::Node>().upserts)
        healed.of<core::api::Node>().upserts.push_back(fake::node(node->metadata.name, "True"));
    stage.session.send(healed);
    QTRY_COMPARE(rowOf(stage, u"workers"_s), u"workers 40/60 Ready"_s);
}

void FleetTest::whatCouldNotBeReadIsNotCounted()
{
    ChangeSet cluster;
    cluster.reset = true;
    cluster.status = fake::status(Mode::External);
    cluster.status->connection = Connection::Failed;
    cluster.status->connectionNote = "Unauthorized";
    fake::Stage stage(cluster);
    const auto *sentence = stage.window.findChild<ui::HealthSentence *>();
    const auto *panel = stage.window.findChild<ui::TimelinePanel *>();
    const auto *live = panel->findChild<QToolButton *>(u"live"_s);
    QTRY_COMPARE(rowOf(stage, u"Fleet"_s), u"Fleet –"_s);
    QCOMPARE(rowOf(stage, u"Nodes"_s), u"Nodes –"_s);
    QCOMPARE(sentence->words(), QString());
    QCOMPARE(stage.label("legend"), u"Nothing is known yet."_s);
    QCOMPARE(
        panel->chart().readoutAt(fake::now() - std::chrono::seconds(5)).last(), u"Nothing is known yet."_s);
    QVERIFY(panel->chart().line(u"Ready"_s).isEmpty());
    QVERIFY(!live->isVisible());

    cluster.reset = false;
    cluster.status->connection = Connection::Live;
    cluster.status->unread = {{"machines.machine.openshift.io", "machines is forbidden", true}};
    stage.session.send(cluster);
    QTRY_COMPARE(rowOf(stage, u"Nodes"_s), u"Nodes 0"_s);
    QCOMPARE(rowOf(stage, u"Fleet"_s), u"Fleet –"_s);
    QCOMPARE(sentence->words(), QString());
    QCOMPARE(stage.label("legend"), u"Nothing is known yet."_s);

    cluster.status->unread.clear();
    stage.session.send(cluster);
    QTRY_COMPARE(rowOf(stage, u"Fleet"_s), u"Fleet 0"_s);
    QCOMPARE(sentence->words(), u"0 machines, 0 Ready"_s);
    QVERIFY(stage.label("legend").contains(u"Ready"_s));
    QVERIFY(live->isVisible());
    QTRY_VERIFY(!panel->chart().line(u"Ready"_s).isEmpty());
}

void FleetTest::navigationLeadsToScenariosAndRecoveries()
{
    fake::Stage stage(fake::demoCluster());
    const ui::ObjectTable &recoveries = stage.window.findChild<ui::TimelinePanel *>()->episodes();
    QVERIFY(recoveries.tableModel().total() > 0);
    QTRY_COMPARE(rowOf(stage, u"Recoveries"_s), u"Recoveries %1"_s.arg(recoveries.tableModel().total()));
    const QString unread = rowOf(stage, u"Scenarios"_s);
    QTest::keyClick(&stage.window, Qt::Key_8, Qt::AltModifier);
    const auto *scenarios = stage.window.findChild<QListWidget *>(u"scenarioList"_s);
    QVERIFY(scenarios->isVisible());
    QCOMPARE(unread, u"Scenarios %1"_s.arg(scenarios->count()));
    auto *navigation = stage.window.findChild<ui::Navigation *>();
    navigation->setCurrentItem(navigation->findItems(u"Recoveries"_s, Qt::MatchExactly).front());
    QTest::keyClick(navigation, Qt::Key_Return);
    QVERIFY(recoveries.isVisible());
    QVERIFY(recoveries.hasFocus());
}

/// Tiles without room for a shape tell their states by colour alone.
void FleetTest::smallTilesHaveALegend()
{
    fake::Stage stage(zonedCluster(60));
    stage.tabs()->showFleet();
    const auto *legend = stage.tabs()->currentWidget()->findChild<QWidget *>(u"wallLegend"_s);
    QCOMPARE(legend->accessibleName(), u"Ready, booting, NotReady, Unknown, deleting"_s);
    stage.tabs()->currentWidget()->findChild<QToolButton *>(u"colorByAge"_s)->click();
    QVERIFY(!legend->accessibleName().contains(u"booting"_s));
}

void FleetTest::whoMovesAlongTheNavigationIsNotDrawnBack()
{
    fake::Stage stage(zonedCluster(60));
    auto *navigation = stage.window.findChild<ui::Navigation *>();
    navigation->setFocus();
    QTest::keyClick(navigation, Qt::Key_End);
    QCOMPARE(navigation->currentItem()->text(), u"Controllers"_s);
    ChangeSet more;
    more.of<Machine>().upserts = {fake::machine("workers-more", "workers", core::api::phases::running)};
    stage.session.send(more);
    QTRY_COMPARE(rowOf(stage, u"Fleet"_s), u"Fleet 61"_s);
    QCOMPARE(navigation->currentItem()->text(), u"Controllers"_s);
    QTest::keyClick(navigation, Qt::Key_Return);
    QVERIFY(stage.window.findChild<QWidget *>(u"controllers"_s)->isVisible());
    QCOMPARE(navigation->currentItem()->text(), u"Fleet"_s);
    navigation->setFocus();
    QTest::keyClick(navigation, Qt::Key_Down);
    stage.table(Kind::Machine)->setFocus();
    QCOMPARE(navigation->currentItem()->text(), u"Fleet"_s);
}

void FleetTest::theSentenceCountsAndFilters()
{
    fake::Stage stage(zonedCluster(60));
    auto *sentence = stage.window.findChild<ui::HealthSentence *>();
    QCOMPARE(sentence->words(), u"60 machines, 51 Ready, 9 NotReady"_s);
    const ui::ObjectTable *table = stage.table(Kind::Machine);
    for (QAbstractButton *count : sentence->findChildren<QAbstractButton *>()) {
        if (!count->isVisible())
            continue;
        count->click();
        QCOMPARE(QString::number(table->tableModel().rowCount()), count->text().section(u' ', 0, 0));
    }
}

void FleetTest::modesAreLeftAndEnteredAgain()
{
    fake::Stage stage(zonedCluster(60));
    ui::Tables *tables = stage.tabs();
    QVERIFY(tables->isFleet());
    stage.window.findChild<QToolButton *>(u"wallOnly"_s)->click();
    QVERIFY(!tables->page(Kind::Machine).table().isVisible());
    QTest::keyClick(&stage.window, Qt::Key_2, Qt::AltModifier); // Machines
    QVERIFY(tables->page(Kind::Machine).table().isVisible());
    QVERIFY(!tables->isFleet());
    QTest::keyClick(&stage.window, Qt::Key_1, Qt::AltModifier); // Fleet, as it was
    QVERIFY(tables->isFleet());
    QVERIFY(!tables->page(Kind::Machine).table().isVisible());
    QCOMPARE(tables->place().fleet, ui::FleetMode::Wall);
}

void FleetTest::iconsFollowTheTheme()
{
    ui::speak(u"en"_s);
    fake::Stage stage;
    auto *preferences = stage.window.findChild<ui::Preferences *>();
    const int before = preferences->value(ui::Pref::Theme);
    const auto *navigation = stage.window.findChild<ui::Navigation *>();
    const auto inkOf = [](const QIcon &icon) {
        const QImage image = icon.pixmap(48).toImage();
        QColor ink;
        for (int i = 0; i < image.width() * image.height() && !ink.isValid(); ++i) {
            const QColor pixel = image.pixelColor(i % image.width(), i / image.width());
            ink = pixel.alpha() == 255 ? pixel : QColor();
        }
        return ink;
    };
    for (const ui::Scheme scheme :
        {ui::Scheme::Dark, ui::Scheme::Light, ui::Scheme::Contrast, ui::Scheme::Light}) {
        preferences->set(ui::Pref::Theme, static_cast<int>(scheme));
        const QColor ink = inkOf(navigation->findItems(u"Fleet"_s, Qt::MatchExactly).constFirst()->icon());
        QVERIFY(ink.isValid());
        QCOMPARE(ink.rgb(), QApplication::palette().color(QPalette::Text).rgb());
    }
    preferences->set(ui::Pref::Theme, before);
}

QTEST_MAIN(FleetTest)
#include "tst_fleet.moc"
