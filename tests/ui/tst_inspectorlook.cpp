// SPDX-License-Identifier: GPL-3.0-or-later
// How the inspector says what it knows of an object.
#include "tests/ui/stage.h"
#include "ui/format.h"
#include "ui/inspector/inspector.h"
#include "ui/state.h"
#include "ui/textsize.h"

#include <QTabWidget>
#include <QTextBrowser>
#include <QToolBar>
#include <QToolButton>

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using ui::Kind;

namespace {

core::engine::ChangeSet connectionLost()
{
    core::engine::ChangeSet changes;
    changes.status = fake::status();
    changes.status->connection = core::engine::Connection::Reconnecting;
    changes.status->liveUntil = fake::now() - 30s;
    return changes;
}

/// Three machines, the first one's node told to fail.
core::engine::ChangeSet failing(bool fails)
{
    core::engine::ChangeSet changes = fake::threeMachines();
    if (fails)
        changes.of<core::api::Node>().upserts.front() = fake::node("node-a", "False", "not-ready");
    return changes;
}

core::engine::ChangeSet gone()
{
    core::engine::ChangeSet changes;
    for (const std::string name : {"a", "b", "c"}) {
        changes.of<core::api::Machine>().removed.push_back({"default", "workers-" + name});
        changes.of<core::api::Node>().removed.push_back({{}, "node-" + name});
    }
    changes.of<core::api::MachineSet>().removed = {{"default", "workers"}};
    changes.of<core::api::MachineHealthCheck>().removed = {{"default", "workers"}};
    return changes;
}

/// The words of the buttons below what is said of an object.
QStringList offeredIn(const fake::Stage &stage)
{
    const auto *bar = stage.window.findChild<QToolBar *>(u"inspectorActions"_s);
    QStringList words;
    for (const QAction *action : bar->isVisible() ? bar->actions() : QList<QAction *>())
        words.append(action->text());
    return words;
}

QString conditionsOf(const fake::Stage &stage)
{
    return stage.window.findChild<QTextBrowser *>(u"conditions"_s)->toHtml();
}

} // namespace

class InspectorLookTest : public QObject
{
    Q_OBJECT

private slots:
    void nodeOfAMachineStandsBesideItsState()
    {
        fake::Stage stage;
        stage.table(Kind::Machine);
        QVERIFY2(
            stage.label("headline").startsWith(u"Ready · node <a "_s), qPrintable(stage.label("headline")));
        QVERIFY(stage.label("headline").endsWith(u">node-a</a>"_s));
        stage.session.send(connectionLost());
        QVERIFY2(!stage.label("headline").contains(u"node-a"_s), qPrintable(stage.label("headline")));
        stage.table(Kind::Node);
        QVERIFY2(!stage.label("headline").contains(u"<a "_s), qPrintable(stage.label("headline")));
    }

    /// The end tells machines of one deployment apart.
    void longNamesAreElidedInTheMiddle()
    {
        core::engine::ChangeSet changes = fake::threeMachines();
        const std::string name = "machinedeployment-84f9cd7d4-544m5";
        changes.of<core::api::Machine>().upserts = {
            fake::machine(name, "workers", fake::phases::running, "node-" + name)};
        changes.of<core::api::Node>().upserts = {fake::node("node-" + name, "True", "")};
        fake::Stage stage(std::move(changes));
        stage.table(Kind::Machine);
        auto *inspector = stage.window.findChild<ui::Inspector *>();
        const auto *label = stage.window.findChild<QLabel *>(u"inspectedName"_s);
        for (const int width : {600, 200, 400}) {
            inspector->resize(width, 500);
            const QString shown = label->text().section(u"</b>"_s, 0, 0).section(u'>', 1);
            QVERIFY2(shown.startsWith(u"mach"_s) && shown.endsWith(u"544m5"_s), qPrintable(shown));
            QCOMPARE(shown.contains(u'…'), width < 400);
            QVERIFY(
                QFontMetrics(ui::enlarged(ui::titleTimes, true)).horizontalAdvance(shown) <= label->width());
            QVERIFY(stage.label("headline").endsWith(u"544m5</a>"_s));
            QCOMPARE(stage.label("headline").contains(u'…'), width < 400);
        }
        QCOMPARE(label->toolTip(), ui::text(name));
    }

    // W21
    void whatCanBeDoneWithItStandsBelow_data()
    {
        QTest::addColumn<Kind>("kind");
        QTest::addColumn<bool>("fails");
        QTest::addColumn<QStringList>("words");
        QTest::newRow("a machine") << Kind::Machine << false
                                   << QStringList {u"Delete"_s, u"Copy as kubectl"_s};
        QTest::newRow("a machine told to fail")
            << Kind::Machine << true << QStringList {u"Heal"_s, u"Delete"_s, u"Copy as kubectl"_s};
        QTest::newRow("a node told to fail")
            << Kind::Node << true << QStringList {u"Heal"_s, u"Delete"_s, u"Copy as kubectl"_s};
        QTest::newRow("a set") << Kind::MachineSet << true
                               << QStringList {u"Scale"_s, u"Delete"_s, u"Copy as kubectl"_s};
        QTest::newRow("a health check")
            << Kind::HealthCheck << true << QStringList {u"Delete"_s, u"Copy as kubectl"_s};
    }
    void whatCanBeDoneWithItStandsBelow()
    {
        QFETCH(Kind, kind);
        QFETCH(bool, fails);
        fake::Stage stage(failing(fails));
        stage.table(kind)->selectFirst();
        QTEST(offeredIn(stage), "words");
        stage.session.send(gone());
        QTRY_COMPARE(offeredIn(stage), QStringList());
    }

    // W21
    void theButtonsActOnWhatIsShown()
    {
        fake::Stage stage(failing(true));
        ui::ObjectTable *table = stage.table(Kind::Machine);
        table->selectKeys({{"default", "workers-a"}, {"default", "workers-b"}});
        auto *heal = stage.window.findChild<QToolButton *>(u"inspected-heal"_s);
        QVERIFY(heal && heal->isVisible());
        heal->click();
        QVERIFY(stage.session.last<core::engine::HealNodes>());
        QCOMPARE(stage.session.last<core::engine::HealNodes>()->nodes, std::vector<std::string> {"node-a"});
        QCOMPARE(table->selectedKeys().size(), std::size_t(1));
    }

    // W21
    void theButtonsOfWhatWasShownAreGone()
    {
        fake::Stage stage(failing(true));
        const auto *bar = stage.window.findChild<QToolBar *>(u"inspectorActions"_s);
        const auto actions = [bar] { return bar->findChildren<QAction *>().size(); };
        stage.table(Kind::Machine)->selectFirst();
        QTRY_COMPARE(offeredIn(stage).size(), 3);
        const auto before = actions();
        stage.table(Kind::HealthCheck)->selectFirst();
        QTRY_COMPARE(offeredIn(stage).size(), 2);
        stage.table(Kind::Machine)->selectFirst();
        QTRY_COMPARE(offeredIn(stage).size(), 3);
        QTRY_COMPARE(actions(), before);
    }

    void theEndOfAFaultIsATimeOfDay()
    {
        core::engine::ChangeSet changes = fake::threeMachines();
        changes.of<core::api::Node>().upserts.front() =
            fake::node("node-a", "False", "not-ready until 2026-11-20T10:00:20Z");
        fake::Stage stage(changes);
        stage.table(Kind::Machine)->selectFirst();
        auto *summary = stage.window.findChild<QTextBrowser *>(u"summary"_s);
        stage.window.findChild<QTabWidget *>(u"inspectorTabs"_s)->setCurrentWidget(summary);
        const QString words = summary->toPlainText();
        QVERIFY2(words.contains(u"not-ready until "_s + ui::clockText(fake::now() + 20s)), qPrintable(words));
        QVERIFY2(!words.contains(u"2026-11-20T"_s), qPrintable(words));
    }

    void aLowInspectorKeepsItsRoomForWords()
    {
        fake::Stage stage(failing(true));
        stage.table(Kind::Machine)->selectFirst();
        auto *bar = stage.window.findChild<QToolBar *>(u"inspectorActions"_s);
        QVERIFY(bar && bar->isVisible());
        bar->parentWidget()->resize(300, 17 * bar->fontMetrics().height());
        QVERIFY(bar->isVisible());
        QCOMPARE(bar->height(), bar->sizeHint().height());
        bar->parentWidget()->resize(300, 8 * bar->fontMetrics().height());
        QVERIFY(bar->isHidden());
    }

    /// docs/window.md W36
    void conditionsAreGreyWhileTheConnectionIsLost()
    {
        fake::Stage stage;
        stage.table(Kind::Machine);
        stage.window.findChild<QTabWidget *>(u"inspectorTabs"_s)
            ->setCurrentWidget(stage.window.findChild<QTextBrowser *>(u"conditions"_s));
        const QString ready = ui::colorOf(ui::State::Ready, false).name();
        QVERIFY2(conditionsOf(stage).contains(ready), qPrintable(conditionsOf(stage)));
        stage.session.send(connectionLost());
        QVERIFY2(!conditionsOf(stage).contains(ready), qPrintable(conditionsOf(stage)));
        QVERIFY(conditionsOf(stage).contains(ui::colorOf(ui::State::Paused, false).name()));
    }
};

QTEST_MAIN(InspectorLookTest)
#include "tst_inspectorlook.moc"
