// SPDX-License-Identifier: GPL-3.0-or-later
// The live table under random changes: what it shows is what filtering and sorting everything anew would
// show, it never resets, and a view on it keeps the user's place.
#include "tests/ui/fakecluster.h"
#include "ui/models/columntools.h"
#include "ui/models/objecttablemodel.h"
#include "ui/widgets/objecttable.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <map>
#include <random>

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using core::api::MachineSet;
using core::api::ObjectKey;
using ui::Filter;

namespace {

using Model = ui::ObjectTableModel<MachineSet>;
using Changes = core::engine::Changes<MachineSet>;

std::vector<ui::Column<MachineSet>> columns()
{
    return {
        ui::nameColumn<MachineSet>(),
        {.id = u"desired"_s,
            .title = u"Desired"_s,
            .cell = [](const MachineSet &set) { return ui::plain(QString::number(set.wantedReplicas())); },
            .sortKey = [](const MachineSet &set) { return ui::sortBy(set.wantedReplicas()); },
            .numeric = true,
            .editable = true},
    };
}

std::shared_ptr<const MachineSet> setOf(int number, std::int64_t replicas)
{
    return fake::machineSet("set-" + std::to_string(10000 + number), replicas, 0);
}

Changes upsert(std::vector<std::shared_ptr<const MachineSet>> sets)
{
    return {std::move(sets), {}};
}

/// What the model should show, found the slow way.
QStringList naive(const std::map<ObjectKey, std::shared_ptr<const MachineSet>> &sets, const QString &word,
    int column, Qt::SortOrder order)
{
    std::vector<std::shared_ptr<const MachineSet>> shown;
    for (const auto &[key, set] : sets) {
        const QString all = ui::text(key.name) + u'\n' + QString::number(set->wantedReplicas());
        if (all.contains(word))
            shown.push_back(set);
    }
    std::sort(shown.begin(), shown.end(), [&](const auto &a, const auto &b) {
        const auto first = column == 0 ? std::pair(std::int64_t(0), a->metadata.name)
                                       : std::pair(a->wantedReplicas(), std::string());
        const auto second = column == 0 ? std::pair(std::int64_t(0), b->metadata.name)
                                        : std::pair(b->wantedReplicas(), std::string());
        if (first == second)
            return a->metadata.name < b->metadata.name;
        return order == Qt::AscendingOrder ? first < second : first > second;
    });
    QStringList lines;
    for (const auto &set : shown)
        lines.append(ui::text(set->metadata.name) + u'=' + QString::number(set->wantedReplicas()));
    return lines;
}

QStringList shown(const Model &model)
{
    QStringList lines;
    for (int row = 0; row < model.rowCount(); ++row)
        lines.append(model.index(row, 0).data().toString() + u'=' + model.index(row, 1).data().toString());
    return lines;
}

} // namespace

class TableModelTest : public QObject
{
    Q_OBJECT

private slots:
    void randomChanges_data()
    {
        QTest::addColumn<unsigned>("seed");
        QTest::addColumn<int>("sortColumn");
        QTest::addColumn<Qt::SortOrder>("order");
        QTest::newRow("by name") << 1U << 0 << Qt::AscendingOrder;
        QTest::newRow("by name, downwards") << 2U << 0 << Qt::DescendingOrder;
        QTest::newRow("by a number that changes") << 3U << 1 << Qt::AscendingOrder;
        QTest::newRow("by a number that changes, downwards") << 4U << 1 << Qt::DescendingOrder;
    }

    void randomChanges()
    {
        QFETCH(unsigned, seed);
        QFETCH(int, sortColumn);
        QFETCH(Qt::SortOrder, order);
        Model model(columns(), fake::now);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        std::map<ObjectKey, std::shared_ptr<const MachineSet>> truth;
        std::mt19937 dice(seed);
        model.sort(sortColumn, order);
        const QStringList words {u""_s, u"1"_s, u"set-100"_s, u"7"_s, u"nothing"_s, u"set"_s};
        QString word;
        for (int round = 0; round < 120; ++round) {
            Changes changes;
            const int count = static_cast<int>(dice() % (round % 10 == 0 ? 200 : 12));
            for (int i = 0; i < count; ++i) {
                const auto set =
                    setOf(static_cast<int>(dice() % 300), static_cast<std::int64_t>(dice() % 30));
                const bool goes = dice() % 3 == 0;
                if (goes && truth.erase(set->key()) > 0)
                    changes.removed.push_back(set->key());
                if (goes)
                    continue;
                std::erase_if(changes.upserts, [&](const auto &other) { return other->key() == set->key(); });
                changes.upserts.push_back(set);
                truth[set->key()] = set;
            }
            std::erase_if(changes.upserts, [&](const auto &set) { return !truth.contains(set->key()); });
            model.apply(changes);
            if (round % 7 == 0) {
                word = words[static_cast<qsizetype>(dice() % static_cast<unsigned>(words.size()))];
                model.setFilter(Filter(word));
            }
            model.refreshOrder();
            QCOMPARE(shown(model), naive(truth, word, sortColumn, order));
            QCOMPARE(model.total(), static_cast<int>(truth.size()));
        }
        QCOMPARE(resets.count(), 0);
        QCOMPARE(model.resets(), 0);
    }

    void selectionFollowsTheObject()
    {
        Model model(columns(), fake::now);
        std::vector<std::shared_ptr<const MachineSet>> sets;
        for (int i = 0; i < 400; i += 2)
            sets.push_back(setOf(i, i));
        model.apply(upsert(sets));
        QItemSelectionModel selection(&model);
        const ObjectKey key = setOf(200, 0)->key();
        selection.select(
            model.index(model.rowOf(key), 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
        sets.clear();
        for (int i = 1; i < 400; i += 2) // between every two: the way through the layout change
            sets.push_back(setOf(i, i));
        model.apply(upsert(sets));
        model.sort(1, Qt::DescendingOrder);
        QCOMPARE(selection.selectedRows().size(), 1);
        QCOMPARE(model.keyAt(selection.selectedRows().first().row()), key);
        Changes removal;
        for (const auto &set : sets)
            removal.removed.push_back(set->key());
        model.apply(removal);
        QCOMPARE(model.keyAt(selection.selectedRows().value(0).row()), key);
    }

    void changedRowsAreAnnouncedAlone()
    {
        Model model(columns(), fake::now);
        std::vector<std::shared_ptr<const MachineSet>> sets;
        for (int i = 0; i < 100; ++i)
            sets.push_back(setOf(i, 1));
        model.apply(upsert(sets));
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.apply(upsert({setOf(10, 2), setOf(11, 2), setOf(50, 2)}));
        QCOMPARE(changed.count(), 2);
        QSet<int> rows;
        for (const auto &signal : changed) {
            for (int row = signal[0].toModelIndex().row(); row <= signal[1].toModelIndex().row(); ++row)
                rows.insert(row);
        }
        QCOMPARE(rows, (QSet<int> {10, 11, 50}));
    }

    void manyChangedRowsAreAnnouncedAtOnce()
    {
        Model model(columns(), fake::now);
        std::vector<std::shared_ptr<const MachineSet>> sets;
        std::vector<std::shared_ptr<const MachineSet>> everySecond;
        for (int i = 0; i < 100; ++i) {
            sets.push_back(setOf(i, 1));
            if (i % 2 == 1)
                everySecond.push_back(setOf(i, 2));
        }
        model.apply(upsert(sets));
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.apply(upsert(everySecond));
        QCOMPARE(changed.count(), 1);
        QCOMPARE(changed[0][0].toModelIndex().row(), 1);
        QCOMPARE(changed[0][1].toModelIndex().row(), 99);
    }

    void replacedObjectIsNew()
    {
        Model model(columns(), fake::now);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.apply(upsert({setOf(1, 1), setOf(2, 1)}));
        Changes again = upsert({setOf(1, 9)});
        again.removed = {setOf(1, 0)->key()};
        QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        model.apply(again);
        QCOMPARE(removed.count(), 1);
        QCOMPARE(inserted.count(), 1);
        QCOMPARE(shown(model), (QStringList {u"set-10001=9"_s, u"set-10002=1"_s}));
    }

    void orderWaitsWhileHeld()
    {
        Model model(columns(), fake::now);
        model.sort(1, Qt::AscendingOrder);
        model.apply(upsert({setOf(1, 1), setOf(2, 2), setOf(3, 3)}));
        model.setOrderHeld(true);
        model.apply(upsert({setOf(1, 9)}));
        QVERIFY(model.isOrderStale());
        QCOMPARE(shown(model).first(), u"set-10001=9"_s);
        model.setOrderHeld(false);
        QTRY_VERIFY(!model.isOrderStale());
        QCOMPARE(shown(model).last(), u"set-10001=9"_s);
    }

    void filterLanguage_data()
    {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<QStringList>("names");
        const QString a = u"alpha"_s;
        const QString b = u"beta"_s;
        QTest::newRow("nothing typed shows all") << u""_s << QStringList {a, b};
        QTest::newRow("a word is found in any column") << u"12"_s << QStringList {b};
        QTest::newRow("letters' case does not matter") << u"ALPHA"_s << QStringList {a};
        QTest::newRow("all words must occur") << u"beta 12"_s << QStringList {b};
        QTest::newRow("all words must occur, one does not") << u"alpha 12"_s << QStringList {};
        QTest::newRow("an exclamation mark excludes") << u"!alpha"_s << QStringList {b};
        QTest::newRow("a column is asked alone") << u"desired=3"_s << QStringList {a};
        QTest::newRow("a column excludes") << u"desired!=3"_s << QStringList {b};
        QTest::newRow("a label is asked alone") << u"label=pool=gpu"_s << QStringList {b};
        QTest::newRow("a label's key is enough") << u"label=POOL="_s << QStringList {b};
        QTest::newRow("a label excludes") << u"label!=pool=gpu"_s << QStringList {a};
        QTest::newRow("labels are no words of the row") << u"gpu"_s << QStringList {};
        QTest::newRow("an unknown column has nothing") << u"colour=red"_s << QStringList {};
    }

    void filterLanguage()
    {
        QFETCH(QString, filter);
        QFETCH(QStringList, names);
        Model model(columns(), fake::now);
        MachineSet beta = *fake::machineSet("beta", 12, 0);
        beta.metadata.labels = {{"pool", "gpu"}};
        model.apply(upsert({fake::machineSet("alpha", 3, 0), std::make_shared<const MachineSet>(beta)}));
        model.setFilter(Filter(filter));
        QStringList found;
        for (int row = 0; row < model.rowCount(); ++row)
            found.append(model.index(row, 0).data().toString());
        QCOMPARE(found, names);
    }

    void viewKeepsTheCurrentLine()
    {
        Model model(columns(), fake::now);
        ui::Theme theme(ui::Scheme::Light);
        ui::ObjectTable table(model, theme);
        table.resize(400, 300);
        table.show();
        std::vector<std::shared_ptr<const MachineSet>> sets;
        for (int i = 1000; i < 1500; ++i)
            sets.push_back(setOf(i, 1));
        model.apply(upsert(sets));
        QVERIFY(table.selectKey(setOf(1250, 0)->key()));
        const int line = table.rowViewportPosition(table.currentIndex().row());
        sets.clear();
        for (int i = 0; i < 50; ++i)
            sets.push_back(setOf(i, 1));
        model.apply(upsert(sets));
        QCOMPARE(table.currentKey(), setOf(1250, 0)->key());
        QCOMPARE(table.rowViewportPosition(table.currentIndex().row()), line);
        model.sort(0, Qt::DescendingOrder);
        QCOMPARE(table.currentKey(), setOf(1250, 0)->key());
        QCOMPARE(table.rowViewportPosition(table.currentIndex().row()), line);
    }

    void firstRowIsChosenUntilTheUserChooses()
    {
        Model model(columns(), fake::now);
        ui::Theme theme(ui::Scheme::Light);
        ui::ObjectTable table(model, theme);
        table.show();
        model.apply(upsert({setOf(5, 1)}));
        QCOMPARE(table.currentKey(), setOf(5, 1)->key());
        model.apply(upsert({setOf(3, 1)}));
        QCOMPARE(table.currentKey(), setOf(3, 1)->key());
        QTest::keyClick(&table, Qt::Key_Down);
        QCOMPARE(table.currentKey(), setOf(5, 1)->key());
        model.apply(upsert({setOf(1, 1)}));
        QCOMPARE(table.currentKey(), setOf(5, 1)->key());
        QCOMPARE(table.selectedKeys(), (std::vector {setOf(5, 1)->key()}));
    }

    void cellsAgeWhenTheirTextChanges()
    {
        const core::api::Time born = fake::now();
        core::api::Time present = born;
        auto withAge = columns();
        withAge.push_back({.id = u"age"_s, .title = u"Age"_s, .cell = [born](const MachineSet &) {
                               return ui::age(born);
                           }});
        Model model(withAge, [&present] { return present; });
        model.apply(upsert({setOf(1, 3)}));
        const QModelIndex age = model.index(0, 2);
        const auto agesWithinASecond = [&](std::chrono::seconds at) {
            present = born + at + std::chrono::seconds(1);
            return model.hasAgedSince(age, born + at);
        };
        QVERIFY(agesWithinASecond(30s)); // 30s, 31s
        QVERIFY(agesWithinASecond(5min)); // 5m0s, 5m1s
        QVERIFY(!agesWithinASecond(5h)); // 5h
        QVERIFY(agesWithinASecond(5h + 59s)); // 5h1m
        QVERIFY(!model.hasAgedSince(age, present)); // a clock that stands still
        QVERIFY(!model.hasAgedSince(model.index(0, 1), born));
    }

    // W1
    void whatHasBecomeEmptyDoesNotFlash()
    {
        auto withNext = columns();
        withNext.push_back({.id = u"next"_s, .title = u"Next"_s, .cell = [](const MachineSet &set) {
                                return ui::plain(set.wantedReplicas() > 0 ? u"scaled"_s : QString());
                            }});
        Model model(withNext, fake::now);
        const auto flashesAt = [&](std::int64_t replicas) {
            model.apply(upsert({setOf(1, replicas)}));
            return model.flashAt(model.index(0, 2)) > 0;
        };
        QVERIFY(!flashesAt(0));
        QVERIFY(!model.isAnyFading());
        QVERIFY(flashesAt(1));
        QVERIFY(model.isAnyFading());
        QVERIFY(!flashesAt(0));
        QVERIFY(model.flashAt(model.index(0, 1)) > 0);
        QVERIFY(!model.isFading(model.index(0, 2)));
    }

    void typedNumberIsAskedForNotTaken()
    {
        Model model(columns(), fake::now);
        model.apply(upsert({setOf(1, 3)}));
        QSignalSpy entered(&model, &ui::TableModel::numberEntered);
        model.setData(model.index(0, 1), 50, Qt::EditRole);
        QCOMPARE(entered.count(), 1);
        QCOMPARE(model.index(0, 1).data().toString(), u"3"_s);
        model.setPending(setOf(1, 0)->key(), u"desired"_s, u"50"_s);
        QCOMPARE(model.index(0, 1).data(ui::TableModel::PendingRole).toString(), u"50"_s);
        QCOMPARE(model.index(0, 1).data(Qt::AccessibleTextRole).toString(), u"3, 50"_s);
        QVERIFY(!model.setData(model.index(0, 0), 50, Qt::EditRole));
    }
};

QTEST_MAIN(TableModelTest)
#include "tst_tablemodel.moc"
