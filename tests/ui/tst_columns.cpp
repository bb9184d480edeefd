// SPDX-License-Identifier: GPL-3.0-or-later
// Columns fit their content, with the real widths of the fonts: in every table of every kind, in both themes.
#include "tests/ui/stage.h"
#include "ui/format.h"
#include "ui/models/tablemodel.h"
#include "ui/pages/tables.h"
#include "ui/state.h"
#include "ui/textsize.h"

#include <QFontDatabase>
#include <QHeaderView>
#include <QMenu>
#include <QPaintEvent>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QToolButton>
#include <QWindow>

#include <cstring>
#include <random>

using namespace Qt::Literals::StringLiterals;
using namespace core::engine;
using ui::Kind;

namespace {

/// px that the text of a cell needs, counted apart from the window's own way.
int needed(const ui::ObjectTable &table, const QModelIndex &index)
{
    const QFontMetrics metrics = table.fontMetrics();
    const bool shape = index.data(ui::TableModel::StateRole).toInt() != int(ui::State::None);
    return metrics.horizontalAdvance(index.data().toString()) + (shape ? metrics.ascent() * 4 / 5 + 5 : 0)
        + 12;
}

bool isElided(const ui::ObjectTable &table, const QModelIndex &index)
{
    return needed(table, index) > table.columnWidth(index.column());
}

/// Whether letters of the title reach an edge of its part of the header, as those that are cut off do.
bool reachesAnEdge(const ui::ObjectTable &table, int column)
{
    constexpr int edge = 4; // px, none of which is between two letters alone
    const QHeaderView *header = table.horizontalHeader();
    const QImage part = header->viewport()
                            ->grab({header->sectionViewportPosition(column), 0, header->sectionSize(column),
                                header->height() - 1})
                            .toImage();
    const auto hasInk = [&part](int x) {
        for (int y = 0; y < part.height(); ++y) {
            if (part.pixel(x, y) != part.pixel(0, 0))
                return true;
        }
        return false;
    };
    for (int x = 0; x < edge; ++x) {
        if (hasInk(x) || hasInk(part.width() - 1 - x))
            return true;
    }
    return false;
}

int lastShown(const ui::ObjectTable &table)
{
    int last = 0;
    for (int column = 0; column < table.model()->columnCount(); ++column) {
        const bool further =
            table.horizontalHeader()->visualIndex(column) > table.horizontalHeader()->visualIndex(last);
        if (!table.isColumnHidden(column) && further)
            last = column;
    }
    return last;
}

void verifyFits(const ui::ObjectTable &table, const QString &where)
{
    const auto &model = table.tableModel();
    QVERIFY2(table.horizontalScrollBar()->maximum() == 0,
        qPrintable(u"%1 needs %2 px more"_s.arg(where).arg(table.horizontalScrollBar()->maximum())));
    const int last = lastShown(table);
    int lastNeeds = 0;
    for (int row = 0; row < model.rowCount(); ++row)
        lastNeeds = std::max(lastNeeds, needed(table, model.index(row, last)));
    const bool lastIsWide = table.columnWidth(last) > lastNeeds + 60;
    for (int column = 0; column < model.columnCount(); ++column) {
        const auto &shown = model.column(column);
        if (table.isColumnHidden(column) || shown.ribbon)
            continue;
        const bool key = shown.numeric || !shown.longest.isEmpty();
        for (int row = 0; row < std::min(model.rowCount(), 200); ++row) {
            const QModelIndex index = model.index(row, column);
            const QString what = u"%1, %2: \"%3\" in %4 px"_s.arg(
                where, shown.id, index.data().toString(), QString::number(table.columnWidth(column)));
            QVERIFY2(!key || !isElided(table, index), qPrintable(what));
            QVERIFY2(!lastIsWide || column == last || !isElided(table, index),
                qPrintable(what + u" beside an empty column"_s));
        }
    }
}

/// Whether a cell glowed when it was painted last.
class SeenCell : public QObject
{
public:
    SeenCell(ui::ObjectTable &table, const QModelIndex &cell) : m_table(table), m_cell(cell)
    {
        table.viewport()->installEventFilter(this);
    }
    bool glows() const { return m_glows; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        const QPoint middle = m_table.visualRect(m_cell).center();
        if (event->type() == QEvent::Paint && static_cast<QPaintEvent *>(event)->region().contains(middle))
            m_glows = m_table.tableModel().flashAt(m_cell) > 0;
        return QObject::eventFilter(watched, event);
    }

private:
    ui::ObjectTable &m_table;
    const QPersistentModelIndex m_cell;
    bool m_glows = true;
};

} // namespace

class ColumnsTest : public QObject
{
    Q_OBJECT

private slots:
    void roomIsShared_data()
    {
        QTest::addColumn<QList<int>>("natural");
        QTest::addColumn<QList<int>>("least");
        QTest::addColumn<int>("room");
        QTest::addColumn<QList<int>>("widths");
        using L = QList<int>;
        QTest::newRow("there is enough") << L {50, 90} << L {20, 20} << 200 << L {50, 90};
        QTest::newRow("just enough") << L {50, 90} << L {20, 20} << 140 << L {50, 90};
        QTest::newRow("the widest gives way") << L {50, 90} << L {20, 20} << 120 << L {50, 70};
        QTest::newRow("then all to one width") << L {50, 90} << L {20, 20} << 80 << L {40, 40};
        QTest::newRow("a key value does not") << L {50, 90} << L {50, 20} << 80 << L {50, 30};
        QTest::newRow("none below its least") << L {50, 90} << L {30, 40} << 10 << L {30, 40};
        QTest::newRow("none at all") << L {} << L {} << 10 << L {};
    }

    void roomIsShared()
    {
        QFETCH(QList<int>, natural);
        QFETCH(QList<int>, least);
        QFETCH(int, room);
        std::vector<ui::ColumnWish> wishes;
        for (qsizetype i = 0; i < natural.size(); ++i)
            wishes.push_back({natural[i], least[i]});
        const auto widths = ui::fittedWidths(wishes, room);
        QTEST(QList<int>(widths.begin(), widths.end()), "widths");
    }

    void whoYieldsGivesWayFirst_data()
    {
        QTest::addColumn<int>("room");
        QTest::addColumn<QList<int>>("widths");
        using L = QList<int>;
        QTest::newRow("there is enough") << 200 << L {90, 60};
        QTest::newRow("it alone") << 120 << L {90, 30};
        QTest::newRow("down to its least") << 110 << L {90, 20};
        QTest::newRow("then the other") << 100 << L {80, 20};
        QTest::newRow("none below its least") << 10 << L {30, 20};
    }

    void whoYieldsGivesWayFirst()
    {
        QFETCH(int, room);
        const ui::ColumnWish wishes[] = {{90, 30}, {60, 20, true}};
        const auto widths = ui::fittedWidths(wishes, room);
        QTEST(QList<int>(widths.begin(), widths.end()), "widths");
    }

    // W2
    void noLineIsTooLongWhileSomeCanForgo_data()
    {
        QTest::addColumn<int>("room");
        QTest::addColumn<QList<int>>("widths");
        using L = QList<int>;
        QTest::newRow("each has its least") << 150 << L {70, 50, 30};
        QTest::newRow("the widest forgoes first") << 140 << L {60, 50, 30};
        QTest::newRow("then both") << 110 << L {40, 40, 30};
        QTest::newRow("one has no more to forgo") << 95 << L {25, 40, 30};
        QTest::newRow("nor has the other") << 10 << L {20, 40, 30};
    }

    void noLineIsTooLongWhileSomeCanForgo()
    {
        QFETCH(int, room);
        const ui::ColumnWish wishes[] = {{90, 70, false, 50}, {60, 50, false, 10}, {30, 30}};
        const auto widths = ui::fittedWidths(wishes, room);
        QTEST(QList<int>(widths.begin(), widths.end()), "widths");
    }

    // W2
    void whatTellsRowsApartForgoesLast_data()
    {
        QTest::addColumn<int>("room");
        QTest::addColumn<QList<int>>("widths");
        using L = QList<int>;
        QTest::newRow("each has its least") << 150 << L {90, 60};
        QTest::newRow("the other forgoes") << 130 << L {90, 40};
        QTest::newRow("all that it can") << 100 << L {90, 10};
        QTest::newRow("then what tells them apart") << 80 << L {70, 10};
        QTest::newRow("as far as it can") << 50 << L {40, 10};
        QTest::newRow("not for a line that is too long anyway") << 49 << L {90, 10};
    }

    void whatTellsRowsApartForgoesLast()
    {
        QFETCH(int, room);
        const ui::ColumnWish wishes[] = {{90, 90, false, 50, true}, {60, 60, false, 50}};
        const auto widths = ui::fittedWidths(wishes, room);
        QTEST(QList<int>(widths.begin(), widths.end()), "widths");
    }

    void howASetFaresHasMoreRoomThanHowItsNodesFail()
    {
        fake::Stage stage(fake::demoCluster(), {1440, 900});
        const ui::ObjectTable *sets = stage.table(Kind::MachineSet);
        QCoreApplication::processEvents();
        const ui::TableModel &model = sets->tableModel();
        for (const QString &id : {u"name"_s, u"desired"_s, u"current"_s, u"ready"_s, u"available"_s}) {
            for (int row = 0; row < model.rowCount(); ++row) {
                const QModelIndex index = model.index(row, model.columnIndex(id));
                QVERIFY2(!isElided(*sets, index), qPrintable(index.data().toString()));
            }
        }
        QVERIFY(sets->columnWidth(model.columnIndex(u"progress"_s))
            > sets->columnWidth(model.columnIndex(u"recipe"_s)));
    }

    void everyTableFits_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<QSize>("size");
        for (const bool dark : {false, true}) {
            for (const QSize size : {QSize(1280, 800), QSize(1920, 1080)})
                QTest::addRow("%s %dx%d", dark ? "dark" : "light", size.width(), size.height())
                    << dark << size;
        }
    }

    void everyTableFits()
    {
        QFETCH(bool, dark);
        QFETCH(QSize, size);
        fake::Stage stage(fake::demoCluster(), size, dark ? ui::Scheme::Dark : ui::Scheme::Light);
        auto *tables = stage.window.findChild<ui::Tables *>();
        int seen = 0;
        for (const ui::Family family : {ui::Family::MachineApi, ui::Family::Mcm}) {
            tables->setFamily(family);
            for (int kind = 0; kind < ui::kindCount; ++kind) {
                if (!tables->isShown(ui::Kind(kind)))
                    continue;
                const ui::ObjectTable *table = stage.table(Kind(kind));
                QCoreApplication::processEvents(); // the layout settles
                verifyFits(*table, ui::apiName(Kind(kind)));
                ++seen;
            }
        }
        QVERIFY(seen >= 11);
        stage.window.findChild<QToolButton *>(u"showRecoveries"_s)->click();
        QCoreApplication::processEvents();
        verifyFits(*stage.window.findChild<ui::ObjectTable *>(u"episodes"_s), u"episodes"_s);
        stage.table(Kind::Machine)->selectFirst();
        stage.action("showEvents")->trigger();
        QCoreApplication::processEvents();
        verifyFits(*stage.window.findChild<ui::ObjectTable *>(u"events"_s), u"events of one object"_s);
    }

    void theLongestHealthFitsBeforeItIsThere()
    {
        fake::Stage stage;
        const ui::ObjectTable *machines = stage.table(Kind::Machine);
        const int column = machines->tableModel().columnIndex(u"health"_s);
        const QFontMetrics metrics = machines->fontMetrics();
        QVERIFY(machines->columnWidth(column)
            >= metrics.horizontalAdvance(u"NotReady 99 min"_s) + metrics.ascent() * 4 / 5 + 5 + 12);
    }

    void whatWasAskedForIsReadWhole_data()
    {
        QTest::addColumn<Kind>("kind");
        QTest::addColumn<QByteArray>("action");
        QTest::addColumn<QString>("column");
        QTest::newRow("a machine is told to fail")
            << Kind::Machine << QByteArray("makeUnhealthy") << u"health"_s;
        QTest::newRow("a node is told to fail") << Kind::Node << QByteArray("makeUnhealthy") << u"health"_s;
    }

    void whatWasAskedForIsReadWhole()
    {
        QFETCH(Kind, kind);
        QFETCH(QByteArray, action);
        QFETCH(QString, column);
        for (const QSize size : {QSize(1000, 640), QSize(1280, 800)}) {
            fake::Stage stage(fake::demoCluster(), size);
            ui::ObjectTable *table = stage.table(kind);
            table->selectFirst();
            QModelIndex index = table->currentIndex();
            index = index.siblingAtColumn(table->tableModel().columnIndex(column));
            stage.action(action.constData())->trigger();
            if (auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget()))
                QTest::keyClick(menu, Qt::Key_Return);
            QTRY_VERIFY(!table->tableModel().pendingAt(index).isEmpty());
            const QString shown = table->cells().shownText(index);
            QVERIFY2(shown.contains(u" → "_s), qPrintable(shown));
            const int words = table->fontMetrics().horizontalAdvance(shown);
            const int shape = table->fontMetrics().ascent() * 4 / 5 + 5;
            QVERIFY(table->columnWidth(index.column()) >= words + shape + 12);
        }
    }

    void whatHappensNextTellsAtLeastWhen_data()
    {
        QTest::addColumn<QString>("said");
        QTest::addColumn<QString>("room"); // so many pixels are there as this has
        QTest::addColumn<QString>("shown");
        const QString said = u"replaced {when} by health check workers"_s;
        const QString all = u"replaced in 6\u00a0s by health check workers"_s;
        QTest::newRow("all") << said << all << all;
        QTest::newRow("what, and when")
            << said << u"replaced in 6\u00a0s by…"_s << u"replaced in 6\u00a0s by…"_s;
        QTest::newRow("when") << said << u"replaced in…"_s << u"in 6\u00a0s"_s;
        QTest::newRow("not even that") << said << u"in…"_s << u"in…"_s;
        QTest::newRow("what has no time") << u"stays unless another program acts"_s << u"stays unless…"_s
                                          << u"stays unless…"_s; // although it is looked at then
    }

    void whatHappensNextTellsAtLeastWhen()
    {
        QFETCH(QString, said);
        QFETCH(QString, room);
        QFETCH(QString, shown);
        fake::Stage stage(fake::threeMachines(), {1000, 640});
        ChangeSet changes;
        changes.outlooks = {
            {{&core::api::resourceOf<core::api::Machine>(), {"default", "workers-a"}}, said.toStdString(),
                fake::now() + std::chrono::seconds(6), core::engine::Outlook::Course::Replaced}};
        stage.session.send(changes);
        ui::ObjectTable *machines = stage.table(Kind::Machine);
        const ui::TableModel &model = machines->tableModel();
        const QModelIndex index =
            model.index(model.rowOf({"default", "workers-a"}), model.columnIndex(u"next"_s));
        const QFontMetrics metrics = machines->fontMetrics();
        QCOMPARE(machines->cells().fittingText(
                     metrics, index, Qt::ElideRight, metrics.horizontalAdvance(room) + 1),
            shown);
    }

    // W2
    void howFarASetIsIsToldBriefly_data()
    {
        QTest::addColumn<QString>("room"); // so many pixels are there as this has
        QTest::addColumn<QString>("shown");
        const QString all = u"2/3 Ready · 1 NotReady"_s;
        QTest::newRow("all") << all << all;
        QTest::newRow("the first part") << u"2/3 Ready · 1 N…"_s << u"2/3 Ready · 1 N…"_s;
        QTest::newRow("not all of that") << u"2/3 Re…"_s << u"2/3"_s;
        QTest::newRow("no more than that") << u"2/3"_s << u"2/3"_s;
    }

    void howFarASetIsIsToldBriefly()
    {
        QFETCH(QString, room);
        QFETCH(QString, shown);
        fake::Stage stage;
        ChangeSet changes;
        changes.of<core::api::MachineSet>().upserts = {fake::machineSet("workers", 3, 2)};
        changes.of<core::api::Node>().upserts = {fake::node("node-a", "False")};
        stage.session.send(changes);
        ui::ObjectTable *sets = stage.table(Kind::MachineSet);
        const ui::TableModel &model = sets->tableModel();
        const QModelIndex index = model.index(0, model.columnIndex(u"progress"_s));
        const QFontMetrics metrics = sets->fontMetrics();
        QCOMPARE(
            sets->cells().fittingText(metrics, index, Qt::ElideRight, metrics.horizontalAdvance(room) + 1),
            shown);
        QVERIFY(index.data(Qt::ToolTipRole).toString().contains(u"2/3 Ready · 1 NotReady"_s));
    }

    // docs/window.md W2
    void aColumnWithoutAWordGivesWay()
    {
        ChangeSet changes = fake::threeMachines();
        changes.of<core::api::MachineSet>().upserts.push_back(
            fake::machineSet("a-set-with-quite-a-long-name", 3, 3));
        fake::Stage stage(changes, {1000, 640});
        const ui::ObjectTable *table = stage.table(Kind::MachineSet);
        QCoreApplication::processEvents();
        QCOMPARE(table->horizontalScrollBar()->maximum(), 0);
        const int deployment = table->tableModel().columnIndex(u"deployment"_s);
        QVERIFY(table->columnWidth(deployment) < table->columnWidth(0));
        QVERIFY(table->columnWidth(deployment) < table->fontMetrics().horizontalAdvance(u"Deployment"_s));
        QVERIFY(!reachesAnEdge(*table, deployment));
        QVERIFY(!reachesAnEdge(*table, table->tableModel().columnIndex(u"revision"_s)));
    }

    void aLongNameThatComesLaterGetsItsRoom()
    {
        fake::Stage stage(fake::threeMachines(), {1920, 1080});
        const ui::ObjectTable *machines = stage.table(Kind::Machine);
        const std::string name = "workers-with-quite-a-long-name-x7k2p";
        ChangeSet changes;
        changes.of<core::api::Machine>().upserts = {
            fake::machine(name, "workers", core::api::phases::running, "node-a")};
        stage.session.send(changes);
        const QModelIndex index =
            machines->tableModel().index(machines->tableModel().rowOf({"default", name}), 0);
        QTRY_VERIFY(!isElided(*machines, index));
    }

    /// Nor does what happened earlier: names are whole again when it is over.
    void whatIsGoneTakesNoRoom()
    {
        ChangeSet changes = fake::threeMachines();
        const std::string name = "md-7459f4bbc8-mlw8k";
        changes.of<core::api::Machine>().upserts.push_back(
            fake::machine(name, "workers", core::api::phases::running, "node-a"));
        const std::string large = "workers-with-quite-a-long-name-that-has-no-room-at-all-x7k2p";
        changes.of<core::api::Machine>().upserts.push_back(
            fake::machine(large, large, core::api::phases::running, "node-a"));
        fake::Stage stage(changes, {1000, 640});
        const ui::ObjectTable *machines = stage.table(Kind::Machine);
        const auto isWhole = [&] {
            const ui::TableModel &model = machines->tableModel();
            return !isElided(*machines, model.index(model.rowOf({"default", name}), 0))
                && !isElided(
                    *machines, model.index(model.rowOf({"default", name}), model.columnIndex(u"set"_s)));
        };
        QTRY_VERIFY(!isWhole());
        ChangeSet gone;
        gone.of<core::api::Machine>().removed = {{"default", large}};
        stage.session.send(gone);
        QTRY_VERIFY(isWhole());
    }

    void ofANameItsBeginningStaysWhereItsEndHasNoRoom()
    {
        fake::Stage stage;
        const ui::ObjectTable *machines = stage.table(Kind::Machine);
        const ui::TableModel &model = machines->tableModel();
        const QModelIndex set =
            model.index(model.rowOf({"default", "workers-a"}), model.columnIndex(u"set"_s));
        const QFontMetrics metrics = machines->fontMetrics();
        const auto shown = [&](const QString &room) {
            const int width = metrics.horizontalAdvance(room) + 1;
            return machines->cells().fittingText(metrics, set, Qt::ElideMiddle, width);
        };
        QCOMPARE(shown(u"wo…rs"_s), u"wo…rs"_s);
        QCOMPARE(shown(u"w…"_s), u"w…"_s);
    }

    void namesAreElidedInTheMiddle()
    {
        fake::Stage stage;
        ui::ObjectTable *machines = stage.table(Kind::Machine);
        for (const char16_t *id : {u"name", u"set", u"node"})
            QVERIFY(machines->tableModel()
                        .column(machines->tableModel().columnIndex(QString::fromUtf16(id)))
                        .name);
        // Two names that differ at their ends alone are painted differently even when they are elided.
        const auto painted = [](const std::string &name) {
            ChangeSet cluster;
            cluster.reset = true;
            cluster.status = fake::status();
            cluster.of<core::api::Machine>().upserts = {
                fake::machine(name, "workers", core::api::phases::running)};
            fake::Stage one(cluster, {1000, 640});
            ui::ObjectTable *table = one.table(Kind::Machine);
            const QRect cell = table->visualRect(table->tableModel().index(0, 0));
            return table->viewport()->grab(cell).toImage();
        };
        const std::string stem(150, 'n');
        QVERIFY(painted(stem + "-aaaaa") != painted(stem + "-zzzzz"));
    }

    void whatTheUserMadeAsWideStays()
    {
        QTemporaryDir config;
        QVERIFY(config.isValid());
        qputenv("XDG_CONFIG_HOME", config.path().toUtf8());
        int chosen = 0;
        {
            fake::Stage stage(fake::threeMachines(), {1280, 800}, ui::Scheme::Light, false);
            ui::ObjectTable *machines = stage.table(Kind::Machine);
            QHeaderView *header = machines->horizontalHeader();
            const QPoint handle(header->sectionViewportPosition(0) + header->sectionSize(0) - 1, 8);
            QTest::mousePress(header->viewport(), Qt::LeftButton, {}, handle);
            QTest::mouseMove(header->viewport(), handle - QPoint(30, 0));
            QMouseEvent move(QEvent::MouseMove, handle - QPoint(30, 0),
                header->viewport()->mapToGlobal(handle - QPoint(30, 0)), Qt::NoButton, Qt::LeftButton, {});
            QApplication::sendEvent(header->viewport(), &move);
            QTest::mouseRelease(header->viewport(), Qt::LeftButton, {}, handle - QPoint(30, 0));
            chosen = machines->columnWidth(0);
            stage.window.resize(1500, 800);
            stage.window.resize(1280, 800);
            QCOMPARE(machines->columnWidth(0), chosen);
            stage.window.close();
        }
        fake::Stage again(fake::threeMachines(), {1280, 800}, ui::Scheme::Light, false);
        const ui::ObjectTable *machines = again.table(Kind::Machine);
        QCOMPARE(machines->columnWidth(0), chosen);
        QVERIFY(isElided(*machines, machines->tableModel().index(0, 0))); // narrower than what it holds
    }

    // W1
    void aRowThatTheFilterLetsInStopsGlowing()
    {
        fake::Stage stage;
        ui::ObjectTable *machines = stage.table(Kind::Machine);
        const ui::TableModel &model = machines->tableModel();
        const core::api::ObjectKey key {"default", "workers-a"};
        const auto tell = [&stage](std::string_view phase) {
            ChangeSet changes;
            changes.of<core::api::Machine>().upserts = {
                fake::machine("workers-a", "workers", phase, "node-a")};
            stage.session.send(changes);
        };
        stage.filter()->setText(u"phase=running"_s);
        tell(core::api::phases::provisioned);
        QTRY_COMPARE(model.rowOf(key), -1);
        tell(core::api::phases::running);
        QTRY_VERIFY(model.rowOf(key) >= 0);
        const QModelIndex phase = model.index(model.rowOf(key), model.columnIndex(u"phase"_s));
        const SeenCell seen(*machines, phase);
        QTRY_VERIFY_WITH_TIMEOUT(!seen.glows(), 3000);
    }

    /// A font of wide characters has an average that no name has.
    void lettersOfNamesAreMeasuredInEveryFont()
    {
        QStringList families {QFont().family()};
        families += QFontDatabase::families(QFontDatabase::SimplifiedChinese);
        for (const QString &family : families) {
            const QFontMetrics metrics {QFont(family)};
            const QString name = u"workers-x7k2p"_s;
            const int measured = ui::letterWidth(metrics) * int(name.size());
            QVERIFY2(measured > 0 && measured <= metrics.horizontalAdvance(name) * 5 / 4, qPrintable(family));
        }
    }
};

QTEST_MAIN(ColumnsTest)
#include "tst_columns.moc"
