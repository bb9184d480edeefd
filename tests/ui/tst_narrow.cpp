// SPDX-License-Identifier: GPL-3.0-or-later
// Where there is little room: the window fits small screens, and what must be readable is.
#include "tests/ui/looked.h"
#include "tests/ui/stage.h"
#include "ui/format.h"
#include "ui/pages/navigation.h"
#include "ui/pages/tables.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/healthsentence.h"

#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QScreen>
#include <QScrollBar>
#include <QToolButton>

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using namespace core::engine;
using ui::Kind;

namespace {

/// 1280x800 at a scale of 2, less what a window manager takes of it.
constexpr QSize small {632, 360};

ChangeSet lost(Mode mode)
{
    ChangeSet changes;
    changes.status = fake::status(mode);
    changes.status->connection = Connection::Reconnecting;
    changes.status->connectionNote = "nodes: connection refused";
    changes.status->liveUntil = fake::now() - 30s;
    changes.status->retryAt = fake::now() + 100s;
    return changes;
}

} // namespace

class NarrowTest : public QObject
{
    Q_OBJECT

private slots:
    void theFirstWindowFitsTheScreen()
    {
        fake::Session session;
        const ui::MainWindow window(session, {.fresh = true});
        const QSize room = window.screen()->availableSize();
        QVERIFY(window.size().boundedTo(room) == window.size());
    }

    void theWindowFitsASmallScreen_data()
    {
        QTest::addColumn<Mode>("mode");
        QTest::addColumn<bool>("lost");
        QTest::newRow("lab") << Mode::Lab << false;
        QTest::newRow("external") << Mode::External << false;
        QTest::newRow("external, lost") << Mode::External << true;
    }

    void theWindowFitsASmallScreen()
    {
        QFETCH(Mode, mode);
        QFETCH(bool, lost);
        fake::Stage stage(fake::demoCluster(mode), small);
        if (lost)
            stage.session.send(::lost(mode));
        stage.window.resize(small); // it was arranged for a larger one before
        QCoreApplication::processEvents();
        const QSize least = stage.window.minimumSizeHint();
        QVERIFY2(
            least.boundedTo(small) == least, qPrintable(u"%1x%2"_s.arg(least.width()).arg(least.height())));
        QCOMPARE(stage.window.size(), small);
        for (const QString &name : {u"inspector"_s, u"controllers"_s, u"timeline"_s}) {
            auto *dock = stage.window.findChild<QDockWidget *>(name);
            dock->show();
            dock->raise();
            QCoreApplication::processEvents();
            QCOMPARE(stage.window.size(), small);
            QVERIFY2(dock->isVisible(), qPrintable(name));
        }
        const ui::ObjectTable *machines = stage.table(Kind::Machine);
        QVERIFY2(machines->viewport()->height() >= 6 * machines->rowHeight(0),
            qPrintable(QString::number(machines->viewport()->height())));
    }

    void theServerLeavesBeforeAnythingIsShortened()
    {
        fake::Stage stage;
        const auto *server = stage.window.findChild<QLabel *>(u"server"_s);
        bool wasWithout = false;
        for (int width = 950; width <= 1500; width += 4) {
            stage.window.resize(width, 700);
            QCoreApplication::processEvents();
            wasWithout = wasWithout || server->isHidden();
            for (const QString &name : {u"contextName"_s, u"server"_s, u"connection"_s}) {
                const auto *label = static_cast<ui::ElidedLabel *>(stage.window.findChild<QLabel *>(name));
                if (!label->isHidden())
                    QCOMPARE(label->shownText(), label->text());
            }
        }
        QVERIFY(wasWithout && !server->isHidden());
    }

    /// A window that was wide before can be made small as well.
    void theWindowCanBeMadeSmall()
    {
        fake::Stage stage(fake::demoCluster(), {1920, 1080});
        const int least = stage.window.minimumSizeHint().width();
        QVERIFY2(least <= small.width(), qPrintable(QString::number(least)));
    }

    void everyActionCanStillBeReached()
    {
        fake::Stage stage(fake::demoCluster(), small);
        stage.window.resize(small);
        stage.table(Kind::MachineDeployment); // it has the most
        QCoreApplication::processEvents();
        const auto *page = &stage.window.findChild<ui::Tables *>()->currentPage();
        int out = 0;
        for (const auto *button : page->findChildren<QToolButton *>()) {
            if (button->objectName().startsWith(u"action-"_s))
                out += button->visibleRegion().isEmpty() ? 1 : 0;
        }
        QVERIFY(out > 0);
        const auto *more = page->findChild<QToolButton *>(u"qt_toolbar_ext_button"_s);
        QVERIFY(more && more->isVisible());
    }

    // W2
    void whatHappensNextHasRoomForItsBeginning_data()
    {
        QTest::addColumn<QString>("language");
        for (const char *language : {"en", "de", "zh_CN"})
            QTest::newRow(language) << QString::fromLatin1(language);
    }

    void whatHappensNextHasRoomForItsBeginning()
    {
        QFETCH(const QString, language);
        const tests::Looked looked(language);
        fake::Stage stage(fake::demoCluster(), {1000, 640});
        stage.window.findChild<QDockWidget *>(u"inspector"_s)->show();
        const ui::ObjectTable *machines = stage.table(Kind::Machine);
        QCoreApplication::processEvents();
        QCOMPARE(machines->horizontalScrollBar()->maximum(), 0);
        const int next = machines->tableModel().columnIndex(u"next"_s);
        const QString title = machines->tableModel().column(next).title;
        const auto *header = machines->horizontalHeader();
        QVERIFY(language == u"zh_CN"_s || machines->shownTitle(next) != title);
        QVERIFY(
            header->fontMetrics().horizontalAdvance(machines->shownTitle(next)) <= machines->titleRoom(next));
        QVERIFY(
            machines->columnWidth(next) > machines->fontMetrics().horizontalAdvance(u"replaced in 9 s"_s));
        const int set = machines->tableModel().columnIndex(u"set"_s);
        QVERIFY(machines->columnWidth(set)
            > machines->fontMetrics().horizontalAdvance(u"workers"_s) + 2 * ui::CellDelegate::margin);
        QCOMPARE(machines->model()->headerData(next, Qt::Horizontal, Qt::ToolTipRole).toString(), title);
        stage.window.resize(1920, 640);
        QTRY_COMPARE(machines->shownTitle(next), title);
    }

    // W2
    /// Icons have no scroll bar beside them that would tell of those below.
    void everyRowOfTheNavigationIsInSight()
    {
        fake::Stage stage(fake::demoCluster(), {1000, 640});
        auto *rows = stage.window.findChild<ui::Navigation *>();
        QTRY_VERIFY(rows->width() < ui::Navigation::comfortableWidth / 2);
        const auto last = [rows] { return rows->visualItemRect(rows->item(rows->count() - 1)); };
        QTRY_VERIFY(rows->viewport()->rect().contains(last()));
        QVERIFY(last().height() >= 16); // the icon
    }

    void longNamesNeedNoScrollBar()
    {
        const std::string name = "workers-7cff78d964";
        ChangeSet cluster = fake::demoCluster();
        cluster.of<core::api::Machine>().upserts.push_back(
            fake::machine(name + "-w9p9t", name, core::api::phases::provisioning));
        cluster.of<core::api::MachineDeployment>().upserts.push_back(fake::machineDeployment(name, 5, 4));
        fake::Stage stage(cluster, {1000, 640});
        stage.window.findChild<QDockWidget *>(u"inspector"_s)->show();
        for (const Kind kind : {Kind::Machine, Kind::MachineDeployment}) {
            const ui::ObjectTable *table = stage.table(kind);
            QTRY_COMPARE(table->horizontalScrollBar()->maximum(), 0);
        }
    }

    // W2
    void namesAreReadWholeWhileOthersCanGiveWay()
    {
        const std::string name = "workers-eu-west-a-w9p9t";
        ChangeSet cluster = fake::demoCluster();
        cluster.of<core::api::Machine>().upserts.push_back(
            fake::machine(name, "workers-eu-west-a", core::api::phases::running));
        fake::Stage stage(cluster, {1000, 640});
        stage.window.findChild<QDockWidget *>(u"inspector"_s)->show();
        const ui::ObjectTable *machines = stage.table(Kind::Machine);
        const int needed = machines->fontMetrics().horizontalAdvance(ui::text(name));
        QTRY_VERIFY(machines->columnWidth(machines->tableModel().columnIndex(u"name"_s))
            > needed + 2 * ui::CellDelegate::margin);
        QCOMPARE(machines->horizontalScrollBar()->maximum(), 0);
    }

    // W50
    void whetherAllIsWellIsToldInASmallWindow_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<Mode>("mode");
        for (const char *language : {"en", "de", "zh_CN"}) {
            QTest::addRow("lab, %s", language) << QString::fromLatin1(language) << Mode::Lab;
            QTest::addRow("external, %s", language) << QString::fromLatin1(language) << Mode::External;
        }
    }

    void whetherAllIsWellIsToldInASmallWindow()
    {
        QFETCH(const QString, language);
        QFETCH(const Mode, mode);
        const tests::Looked looked(language);
        fake::Stage stage(fake::demoCluster(mode), {1000, 640});
        auto *sentence = stage.window.findChild<ui::HealthSentence *>();
        QTRY_VERIFY(sentence->isVisible());
        int told = 0;
        for (const auto *count : sentence->findChildren<QAbstractButton *>()) {
            if (!count->isVisible())
                continue;
            ++told;
            QCOMPARE(count->visibleRegion().boundingRect().size(), count->size());
            QVERIFY2(
                count->toolTip().startsWith(count->accessibleName() + u'\n'), qPrintable(count->toolTip()));
        }
        QVERIFY(told >= 2);
        const auto *name = static_cast<ui::ElidedLabel *>(stage.window.findChild<QLabel *>(u"contextName"_s));
        QCOMPARE(name->shownText(), name->text());
    }

    /// The words come back with the room, and nothing flickers on the way.
    void theSentenceIsBriefWhereItHasToBe()
    {
        fake::Stage stage(fake::demoCluster(), {1920, 640});
        auto *sentence = stage.window.findChild<ui::HealthSentence *>();
        const int whole = sentence->width();
        for (int width = 1900; width >= 700; width -= 10) {
            stage.window.resize(width, 640);
            QCoreApplication::processEvents();
            const int once = sentence->width();
            QCoreApplication::processEvents();
            QCOMPARE(sentence->width(), once);
            if (width >= 1000)
                QVERIFY2(sentence->isVisible(), qPrintable(QString::number(width)));
        }
        QVERIFY(sentence->sizeHint().width() < whole);
        stage.window.resize(1920, 640);
        QTRY_COMPARE(sentence->width(), whole);
    }

    void theLossStaysReadable_data()
    {
        QTest::addColumn<int>("width");
        for (const int width : {1280, 1000, 800, 640})
            QTest::addRow("%d px", width) << width;
    }

    void theLossStaysReadable()
    {
        QFETCH(int, width);
        fake::Stage stage(fake::demoCluster(Mode::External), {width, 640});
        QVERIFY(stage.window.findChild<QComboBox *>(u"family"_s)->isVisible());
        stage.session.send(lost(Mode::External));
        QCoreApplication::processEvents();
        QCOMPARE(stage.window.width(), width);
        const auto *words = static_cast<ui::ElidedLabel *>(stage.window.findChild<QLabel *>(u"connection"_s));
        QTRY_VERIFY2(!words->shownText().contains(u'…'), qPrintable(words->shownText())); // others make room
        const QString shown = words->shownText();
        QVERIFY2(shown.contains(ui::clockText(fake::now() - 30s)), qPrintable(shown));
        QVERIFY2(shown.contains(u"retry in"_s), qPrintable(shown));
        QVERIFY2(words->visibleRegion().boundingRect().width() >= words->width(), "it is covered");
    }
};

QTEST_MAIN(NarrowTest)
#include "tst_narrow.moc"
