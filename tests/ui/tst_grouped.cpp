// SPDX-License-Identifier: GPL-3.0-or-later
// How many of something there are is written in one way, that of the language (docs/window.md W61), and typed
// in digits alone.
#include "tests/ui/stage.h"
#include "ui/language.h"

#include <QSpinBox>

using namespace Qt::Literals::StringLiterals;
using ui::Kind;

class GroupedTest : public QObject
{
    Q_OBJECT

private slots:
    // W61
    void eachLanguageWritesCountsInItsWay_data()
    {
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("number");
        QTest::newRow("English") << u"en"_s << u"5,000"_s;
        QTest::newRow("German") << u"de"_s << u"5.000"_s;
    }
    void eachLanguageWritesCountsInItsWay()
    {
        QFETCH(QString, code);
        QFETCH(QString, number);
        ui::speak(code);
        QCOMPARE(ui::countText(5000), number);
        const QString nodes = QCoreApplication::translate("ui::CommandSender", "%n nodes", nullptr, 5000);
        QVERIFY2(nodes.startsWith(number), qPrintable(nodes));
    }

    // W61
    void tablesShowWhatIsTypedWithoutSeparators()
    {
        ui::speak(u"en"_s);
        core::engine::ChangeSet cluster = fake::threeMachines();
        cluster.of<core::api::MachineSet>().upserts.push_back(fake::machineSet("many", 5000, 4990));
        fake::Stage stage(cluster);
        ui::ObjectTable *sets = stage.table(Kind::MachineSet);
        const ui::TableModel &model = sets->tableModel();
        sets->selectKey({"default", "many"});
        const auto shown = [&](const QString &column) {
            return model.textAt(model.index(model.rowOf({"default", "many"}), model.columnIndex(column)));
        };
        QCOMPARE(shown(u"desired"_s), u"5,000"_s);
        QVERIFY2(shown(u"progress"_s).startsWith(u"4,990/5,000 Ready"_s), qPrintable(shown(u"progress"_s)));
        QTRY_VERIFY(stage.action("scale")->isEnabled());
        QTest::keyClick(sets, Qt::Key_S);
        auto *box = sets->findChild<QSpinBox *>(u"replicas"_s);
        QVERIFY(box);
        QCOMPARE(box->value(), 5000);
        QTest::keyClick(box, Qt::Key_Escape);
        for (const QString &filter : {u"desired=5000"_s, u"desired=5,000"_s, u"5000"_s, u"5,000"_s}) {
            stage.filter()->setText(u"nothing"_s);
            QTRY_COMPARE(model.rowCount(), 0);
            stage.filter()->setText(filter);
            QTRY_COMPARE(model.rowCount(), 1);
        }
    }
};

QTEST_MAIN(GroupedTest)
#include "tst_grouped.moc"
