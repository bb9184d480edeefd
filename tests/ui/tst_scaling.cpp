// SPDX-License-Identifier: GPL-3.0-or-later
// Sets and deployments are scaled where they stand, from what belongs to them, and several at once.
#include "tests/ui/fakecluster.h"
#include "tests/ui/ownplaces.h"
#include "tests/ui/stage.h"
#include "tests/ui/windowfixture.h"
#include "ui/widgets/objecttable.h"

#include <QAbstractButton>
#include <QApplication>
#include <QClipboard>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace Qt::Literals::StringLiterals;
using namespace core::engine;
using core::api::ObjectKey;
using namespace windowtest;
using ui::Kind;

namespace {

QAbstractButton *chipOf(const QWidget &widget, const QString &text)
{
    for (QAbstractButton *chip : widget.findChildren<QAbstractButton *>(u"scaleChip"_s)) {
        if (chip->text() == text)
            return chip;
    }
    return nullptr;
}

std::shared_ptr<const core::api::Machine> loneMachine(const std::string &name)
{
    auto machine = std::make_shared<core::api::Machine>(
        *fake::machine(name, "workers", core::api::phases::running, "node-b"));
    machine->metadata.ownerReferences.clear();
    return machine;
}

/// The window on somebody's cluster, unlocked.
struct Elsewhere : Stage {
    Elsewhere() : Stage(Mode::External) { unlock(); }

    void type(const QString &number)
    {
        if (auto *box = typedReplicas(table(Sets), number))
            QTest::keyClick(box, Qt::Key_Return);
    }
    void command(const QString &line)
    {
        window.findChild<QAction *>(u"palette"_s)->trigger();
        auto *edit = window.findChild<QLineEdit *>(u"command"_s);
        QTest::keyClicks(edit, line);
        QTest::keyClick(edit, Qt::Key_Return);
    }
    /// The server says what the last trial would make of it.
    void answerTrial(std::int64_t replicas)
    {
        const core::api::JsonObject spec {{"replicas", replicas}};
        emit session.commandDone({session.commands.size(), std::string(), {}, nullptr,
            std::make_shared<const core::api::Json>(core::api::JsonObject {{"spec", spec}})});
    }
    QString details() const { return question() ? question()->informativeText() : QString(); }
    void accept() const { question()->findChild<QPushButton *>(u"accept"_s)->click(); }
    bool hasScaled() const
    {
        return std::ranges::any_of(
            session.commands, [](const Command &command) { return std::holds_alternative<Scale>(command); });
    }
    void confirm(std::int64_t replicas)
    {
        ChangeSet changes;
        changes.of<core::api::MachineSet>().upserts = {fake::machineSet("workers", replicas, 2)};
        session.send(changes);
    }
};

} // namespace

class ScalingTest : public QObject
{
    Q_OBJECT

private slots:
    void scaleByKeyboard()
    {
        Stage stage;
        ui::ObjectTable *sets = stage.table(Sets);
        auto *box = typedReplicas(sets, u"50"_s);
        QVERIFY(box);
        QTest::keyClick(box, Qt::Key_Return);
        QTRY_VERIFY(stage.session.last<Scale>());
        QCOMPARE(stage.session.last<Scale>()->replicas, 50);
        QCOMPARE(stage.session.last<Scale>()->target.key, (ObjectKey {"default", "workers"}));
        QCOMPARE(stage.cell(Sets, 0, u"desired"_s), u"2, 50"_s); // observed, and asked for

        stage.session.answer(std::string("Scaled workers from 2 to 50."));
        QCOMPARE(stage.notice(), u"Scaled workers from 2 to 50."_s);
        QCOMPARE(stage.cell(Sets, 0, u"desired"_s), u"2, 50"_s); // the watch has not confirmed it
        ChangeSet confirmed;
        confirmed.of<core::api::MachineSet>().upserts = {fake::machineSet("workers", 50, 2)};
        stage.session.send(confirmed);
        QCOMPARE(stage.cell(Sets, 0, u"desired"_s), u"50"_s);
        stage.window.findChild<QToolButton *>(u"noticeAction"_s)->click();
        QCOMPARE(stage.session.last<Scale>()->replicas, 2);
    }

    // docs/window.md W71
    void somebodysClusterIsShownWhatChanges_data()
    {
        QTest::addColumn<bool>("byPalette");
        QTest::newRow("in the cell") << false;
        QTest::newRow("in the palette") << true;
    }

    void somebodysClusterIsShownWhatChanges()
    {
        QFETCH(bool, byPalette);
        Elsewhere stage;
        stage.session.foreseeScaling = [](const ForeseeScale &scale) {
            ScaleForecast forecast;
            forecast.present = 2;
            forecast.wanted = scale.replicas;
            return forecast;
        };
        const auto scale = [&] { byPalette ? stage.command(u"scale workers 50"_s) : stage.type(u"50"_s); };
        scale();
        QTRY_VERIFY(stage.question());
        QVERIFY(stage.question()->text().contains(u"MachineSet workers"_s));
        QVERIFY(stage.question()->text().contains(u"prod-eu"_s));
        QVERIFY(stage.question()->text().contains(u"https://api.prod-eu.example:6443"_s));
        QVERIFY(stage.details().contains(u"namespace default, spec.replicas: 2 → 50"_s));
        QVERIFY(stage.details().contains(
            u"--context prod-eu scale -n default machinesets.machine.openshift.io/workers --replicas=50"_s));
        QTRY_VERIFY2(stage.details().contains(u"48 machines more"_s), qPrintable(stage.details()));
        QTRY_VERIFY(stage.session.last<EditObject>());
        QVERIFY(stage.session.last<EditObject>()->onTrial);
        QCOMPARE(stage.session.last<EditObject>()->subresource, std::string("scale"));
        stage.answerTrial(50);
        QVERIFY2(stage.details().contains(u"would accept this"_s), qPrintable(stage.details()));
        QTest::keyClick(stage.question(), Qt::Key_Return); // Cancel is the default
        QTRY_VERIFY(!stage.question());
        QVERIFY(!stage.hasScaled());

        scale();
        QTRY_VERIFY(stage.question());
        stage.accept();
        QVERIFY(stage.session.last<Scale>());
        QCOMPARE(stage.session.last<Scale>()->replicas, 50);
        QTRY_VERIFY(!stage.question());
    }

    // docs/window.md W71
    void somebodysClusterIsShownWhatUndoChanges()
    {
        Elsewhere stage;
        stage.type(u"50"_s);
        QTRY_VERIFY(stage.question());
        stage.accept();
        QTRY_VERIFY(!stage.question());
        QVERIFY(stage.session.last<Scale>());
        stage.session.answer(std::string("Scaled workers from 2 to 50."));
        stage.window.findChild<QToolButton *>(u"noticeAction"_s)->click();
        QTRY_VERIFY(stage.question());
        QVERIFY2(stage.details().contains(u"spec.replicas: 50 → 2"_s), qPrintable(stage.details()));
        stage.confirm(50); // the watch was behind
        stage.accept();
        QVERIFY(stage.session.last<Scale>());
        QCOMPARE(stage.session.last<Scale>()->replicas, 2);
    }

    // docs/window.md W71
    void whatTheServerSaysOfAScalingIsShown()
    {
        Elsewhere stage;
        stage.type(u"50"_s);
        QTRY_VERIFY(stage.session.last<EditObject>());
        QVERIFY(stage.details().contains(u"is being asked"_s));
        stage.answerTrial(40);
        QVERIFY2(stage.details().contains(u"would make it 40 for workers"_s), qPrintable(stage.details()));
        QTest::keyClick(stage.question(), Qt::Key_Escape);
        QTRY_VERIFY(!stage.question());
        stage.type(u"60"_s);
        QTRY_VERIFY(stage.question() && stage.session.commands.size() == 2);
        stage.session.answer(core::base::fail(core::base::ErrorKind::Forbidden, "quota exceeded"));
        QVERIFY2(stage.details().contains(u"refuses this for workers: quota exceeded"_s),
            qPrintable(stage.details()));
    }

    // docs/window.md W71
    void whatWasScaledMeanwhileIsNotScaled()
    {
        Elsewhere stage;
        stage.type(u"50"_s);
        QTRY_VERIFY(stage.question());
        stage.confirm(9);
        stage.accept();
        QVERIFY(!stage.hasScaled());
        QVERIFY2(stage.notice().contains(u"Not scaled: MachineSet workers"_s), qPrintable(stage.notice()));
    }

    // docs/window.md W71
    void theDialogOfAScalingShowsWhatChangesItself()
    {
        Elsewhere stage;
        QTest::keyClick(stage.table(Machines), Qt::Key_S);
        auto *dialog = stage.window.findChild<QInputDialog *>(u"scaleDialog"_s);
        QVERIFY(dialog);
        QVERIFY(dialog->labelText().contains(u"https://api.prod-eu.example:6443"_s));
        dialog->setIntValue(7);
        QTRY_VERIFY(stage.session.last<EditObject>()); // when nothing more is typed
        stage.answerTrial(7);
        QVERIFY2(dialog->labelText().contains(u"spec.replicas: 2 → 7"_s), qPrintable(dialog->labelText()));
        dialog->accept();
        QVERIFY(!stage.question());
        QVERIFY(stage.session.last<Scale>());
        QCOMPARE(stage.session.last<Scale>()->replicas, 7);
    }

    void escapeLeavesTheNumber()
    {
        Stage stage;
        ui::ObjectTable *sets = stage.table(Sets);
        auto *box = typedReplicas(sets, u"50"_s);
        QTest::keyClick(box, Qt::Key_Escape);
        QTRY_VERIFY(!sets->findChild<QSpinBox *>(u"replicas"_s));
        QVERIFY(stage.session.commands.empty());
    }

    void lookingElsewhereScalesNothing()
    {
        Stage stage;
        ui::ObjectTable *sets = stage.table(Sets);
        typedReplicas(sets, u"50"_s);
        sets->parentWidget()->findChild<QLineEdit *>(u"filter"_s)->setFocus();
        QTRY_VERIFY(!sets->findChild<QSpinBox *>(u"replicas"_s));
        QVERIFY(stage.session.commands.empty());
    }

    void typedNumberSurvivesChangesOfTheRow()
    {
        Stage stage;
        ui::ObjectTable *sets = stage.table(Sets);
        auto *box = typedReplicas(sets, u"7"_s);
        ChangeSet changes;
        changes.of<core::api::MachineSet>().upserts = {fake::machineSet("workers", 2, 1)};
        stage.session.send(changes);
        QVERIFY(sets->findChild<QSpinBox *>(u"replicas"_s) == box);
        QTest::keyClick(box, Qt::Key_Return);
        QTRY_VERIFY(stage.session.last<Scale>());
        QCOMPARE(stage.session.last<Scale>()->replicas, 7);
    }

    void failedCommandIsShownWhereItHappened()
    {
        Stage stage;
        ui::ObjectTable *sets = stage.table(Sets);
        auto *box = typedReplicas(sets, u"50"_s);
        QTest::keyClick(box, Qt::Key_Return);
        QTRY_VERIFY(stage.session.last<Scale>());
        stage.session.answer(core::base::fail(core::base::ErrorKind::Forbidden, "quota exceeded"));
        QCOMPARE(stage.notice(), u"Could not scale workers to 50: quota exceeded"_s);
        QCOMPARE(stage.cell(Sets, 0, u"desired"_s), u"2"_s);
        const auto &model = sets->tableModel();
        QVERIFY(model.index(0, 0).data(ui::TableModel::ProblemRole).toString().contains(u"quota exceeded"_s));
        QVERIFY(model.index(0, 0).data(Qt::ToolTipRole).toString().contains(u"quota exceeded"_s));
        const QFontMetrics metrics = sets->fontMetrics();
        const int mark = metrics.ascent() * 2 / 3 + 5; // the name is read whole beside it
        QTRY_VERIFY(sets->columnWidth(0) >= metrics.horizontalAdvance(u"workers"_s) + mark + 12);
    }

    // docs/window.md W29
    void theNoticeOfAScalingHasItsLineForKubectl()
    {
        Stage stage;
        QTest::keyClick(typedReplicas(stage.table(Sets), u"50"_s), Qt::Key_Return);
        QTRY_VERIFY(stage.session.last<Scale>());
        stage.session.answer(std::string("Scaled workers from 2 to 50."));
        stage.window.findChild<QToolButton *>(u"noticeKubectl"_s)->click();
        const QString line = QApplication::clipboard()->text();
        QVERIFY2(
            line.endsWith(u"machinesets.machine.openshift.io/workers --replicas=50"_s), qPrintable(line));
        QVERIFY(stage.window.findChild<QToolButton *>(u"noticeAction"_s));
    }

    // docs/window.md W29
    void moreThanFitIsToldAndNotSent()
    {
        ChangeSet cluster = fake::threeMachines();
        cluster.status->mostMachines = 1200;
        fake::Stage stage(cluster);
        auto *box = typedReplicas(stage.table(Kind::MachineSet), u"999999999"_s);
        QVERIFY(box);
        QCOMPARE(box->value(), 999'999'999);
        const auto *outlook = stage.window.findChild<QLabel *>(u"scaleOutlook"_s);
        QTRY_COMPARE(outlook->text(), u"At most 1,200 machines fit into this lab (see --max-machines)."_s);
        QTest::keyClick(box, Qt::Key_Return);
        QTRY_VERIFY2(stage.notice().contains(u"At most 1,200 machines"_s), qPrintable(stage.notice()));
        QVERIFY(stage.session.commands.empty());

        QVERIFY(stage.table(Kind::Machine)->selectKey({"default", "workers-b"}));
        QTest::keyClick(stage.table(Kind::Machine), Qt::Key_S);
        const QPointer<QInputDialog> dialog = stage.window.findChild<QInputDialog *>(u"scaleDialog"_s);
        QVERIFY(dialog);
        dialog->setIntValue(1201);
        QVERIFY2(dialog->labelText().contains(u"At most 1,200 machines"_s), qPrintable(dialog->labelText()));
        dialog->accept();
        QVERIFY(dialog && dialog->isVisible());
        dialog->setIntValue(1200);
        dialog->accept();
        QTRY_VERIFY(stage.session.last<Scale>());
        QCOMPARE(stage.session.last<Scale>()->replicas, 1200);
    }

    // docs/window.md W29
    void theSliderAndTheBoxAreOneNumber()
    {
        fake::Stage stage;
        QVERIFY(stage.table(Kind::Machine)->selectKey({"default", "workers-b"}));
        QTest::keyClick(stage.table(Kind::Machine), Qt::Key_S);
        auto *dialog = stage.window.findChild<QInputDialog *>(u"scaleDialog"_s);
        QVERIFY(dialog);
        auto *slider = dialog->findChild<QSlider *>(u"scaleSlider"_s);
        QVERIFY(slider);
        slider->setValue(slider->maximum());
        QCOMPARE(dialog->intValue(), 100'000);
        slider->setValue(slider->maximum() / 2);
        QVERIFY2(dialog->intValue() > 200 && dialog->intValue() < 500, qPrintable(dialog->labelText()));
        dialog->setIntValue(0);
        QCOMPARE(slider->value(), 0);
    }

    // docs/window.md W29
    void theBudgetsOfAScalingAreTold()
    {
        fake::Stage stage;
        stage.session.foreseeScaling = [](const ForeseeScale &scale) {
            ScaleForecast forecast {.present = 3, .wanted = scale.replicas};
            for (const char *name : {"workers-c", "workers-b"})
                forecast.first.push_back({name, ScaleForecast::Why::Newest});
            forecast.rollout = ScaleForecast::Bounds {2, 1};
            forecast.evicted = 4;
            forecast.podBudgets = {
                {"apps/web", "workers-b", 3, 1, 5, 6}, {"apps/db", "workers-a", 2, 0, 3, 3}};
            forecast.machineBudgets = {{"default/guard", 1, 4}};
            return forecast;
        };
        typedReplicas(stage.table(Kind::MachineSet), u"1"_s);
        const auto *outlook = stage.window.findChild<QLabel *>(u"scaleOutlook"_s);
        QTRY_VERIFY(outlook->isVisible());
        const QStringList all {u"workers-b (the newest go first). "
                               "Before that 4 pods leave their nodes."_s,
            u"3 machines wait for PodDisruptionBudget apps/web, first workers-b: "
            "it needs 5 healthy pods, has 6 and lets 1 go at a time."_s,
            u"2 machines wait for PodDisruptionBudget apps/db, first workers-a: "
            "it needs 3 healthy pods, has 3 and lets none go."_s,
            u"MachineDisruptionBudget default/guard, which holds no scaling back, "
            "then lets health checks take 0 of 1 machines."_s};
        for (const QString &words : all)
            QVERIFY2(outlook->text().contains(words), qPrintable(outlook->text()));
    }

    // docs/window.md W29
    void ofManyBudgetsTheFirstAreTold()
    {
        fake::Stage stage;
        stage.session.foreseeScaling = [](const ForeseeScale &scale) {
            ScaleForecast forecast {.present = 3, .wanted = scale.replicas};
            for (int i = 0; i < 5; ++i)
                forecast.podBudgets.push_back({"apps/web-" + std::to_string(i), "workers-b", 1, 0, 5, 5});
            for (int i = 0; i < 5; ++i)
                forecast.machineBudgets.push_back({"default/guard-" + std::to_string(i), 1, 4});
            return forecast;
        };
        typedReplicas(stage.table(Kind::MachineSet), u"1"_s);
        const auto *outlook = stage.window.findChild<QLabel *>(u"scaleOutlook"_s);
        QTRY_VERIFY(outlook->isVisible());
        const QString words = outlook->text();
        QVERIFY2(words.contains(u"lets none go. And 2 more budgets. MachineDisruptionBudget"_s)
                && words.endsWith(u"machines. And 2 more budgets."_s),
            qPrintable(words));
        QCOMPARE(words.count(u"PodDisruptionBudget"_s), 3);
        QCOMPARE(words.count(u"MachineDisruptionBudget"_s), 3);
    }

    // docs/window.md W29
    void manyMachinesTakeTheTimeThatMakingThemTakes()
    {
        ChangeSet cluster = fake::threeMachines();
        cluster.status->timing = "demo"; // boots take 2 s to 4 s
        fake::Stage stage(cluster);
        stage.session.foreseeScaling = [](const ForeseeScale &scale) {
            return ScaleForecast {.present = 3, .wanted = scale.replicas};
        };
        typedReplicas(stage.table(Kind::MachineSet), u"10003"_s);
        const auto *outlook = stage.window.findChild<QLabel *>(u"scaleOutlook"_s);
        QTRY_VERIFY2(outlook->text().contains(u"Ready within about 15.0\u00a0s. About "_s)
                && outlook->text().contains(u"of memory"_s),
            qPrintable(outlook->text()));
    }

    void deploymentIsScaledByKeyboard()
    {
        Stage stage;
        stage.session.send(rollout());
        ui::ObjectTable *deployments = stage.table(Deployments);
        auto *box = typedReplicas(deployments, u"9"_s);
        QVERIFY(box);
        QTest::keyClick(box, Qt::Key_Return);
        QTRY_VERIFY(stage.session.last<Scale>());
        const auto *sent = stage.session.last<Scale>();
        QCOMPARE(sent->target.resource, &core::api::resourceOf<core::api::MachineDeployment>());
        QCOMPARE(sent->target.key, (ObjectKey {"default", "edge"}));
        QCOMPARE(sent->replicas, 9);
        QCOMPARE(stage.cell(Deployments, 0, u"desired"_s), u"2, 9"_s);
    }

    void aMachineScalesItsSet_data()
    {
        QTest::addColumn<Kind>("kind");
        QTest::addColumn<QString>("name");
        QTest::newRow("a machine") << Kind::Machine << u"workers-b"_s;
        QTest::newRow("a node") << Kind::Node << u"node-b"_s;
    }

    void aMachineScalesItsSet()
    {
        QFETCH(Kind, kind);
        QFETCH(QString, name);
        fake::Stage stage;
        QVERIFY(stage.table(kind)->selectKey({kind == Kind::Node ? "" : "default", name.toStdString()}));
        QVERIFY(stage.label("keys").startsWith(u"s scale"_s));
        QTest::keyClick(stage.table(kind), Qt::Key_S);
        auto *dialog = stage.window.findChild<QInputDialog *>(u"scaleDialog"_s);
        QVERIFY(dialog);
        QVERIFY(dialog->labelText().contains(u"MachineSet workers"_s));
        QVERIFY(dialog->labelText().contains(name));
        QCOMPARE(dialog->intValue(), 3);
        QTest::keyClicks(dialog->findChild<QSpinBox *>(), u"7"_s); // the number is selected
        QTest::keyClick(dialog, Qt::Key_Return);
        QTRY_VERIFY(stage.session.last<Scale>());
        QCOMPARE(stage.session.last<Scale>()->replicas, 7);
        QCOMPARE(stage.session.last<Scale>()->target.key, (ObjectKey {"default", "workers"}));
    }

    // W29
    void severalSetsAreScaledAtOnce()
    {
        ChangeSet cluster = fake::threeMachines();
        cluster.of<core::api::MachineSet>().upserts.push_back(fake::machineSet("infra", 2, 2));
        fake::Stage stage(cluster);
        stage.session.foreseeScaling = [](const ForeseeScale &scale) {
            return ScaleForecast {
                .present = scale.target.key.name == "infra" ? 2 : 3, .wanted = scale.replicas};
        };
        ui::ObjectTable *table = stage.table(Kind::MachineSet);
        table->selectAll();
        QTest::keyClick(table, Qt::Key_S);
        auto *dialog = stage.window.findChild<QInputDialog *>(u"scaleDialog"_s);
        QVERIFY(dialog);
        QVERIFY2(dialog->labelText().contains(u"infra, workers"_s), qPrintable(dialog->labelText()));
        chipOf(*dialog, u"×2"_s)->click();
        QCOMPARE(dialog->intValue(), 4);
        QTRY_VERIFY2(dialog->labelText().endsWith(u"Together 5 → 8."_s), qPrintable(dialog->labelText()));
        QVERIFY(dialog->labelText().contains(u"infra: 2 → 4."_s));
        QTest::keyClick(dialog, Qt::Key_Return);
        QTRY_COMPARE(stage.session.commands.size(), std::size_t(2));
        for (const auto &command : stage.session.commands)
            QCOMPARE(std::get<Scale>(command).replicas, 4);
        const auto answer = [&stage](quint64 first) {
            for (const quint64 id : {first, first + 1})
                emit stage.session.commandDone({id, std::string("Scaled")});
        };
        answer(1);
        QCOMPARE(stage.notice(), u"Scaled 2 sets or deployments to 4"_s);
        stage.action("takeOffer")->trigger();
        QCOMPARE(stage.session.commands.size(), std::size_t(4));
        answer(3);
        QCOMPARE(stage.notice(), u"Scaled 2 sets or deployments back"_s);
        QTRY_COMPARE(stage.window.findChildren<QLabel *>(u"noticeText"_s).size(), 1);
    }

    // W29
    void usualNumbersStandBelowTheCell()
    {
        ChangeSet cluster = fake::threeMachines();
        cluster.of<core::api::MachineDeployment>().upserts = {fake::machineDeployment("edge", 4, 4)};
        fake::Stage stage(cluster);
        stage.session.foreseeScaling = [](const ForeseeScale &scale) {
            ScaleForecast forecast {.present = 4, .wanted = scale.replicas};
            forecast.parts = {{"edge-a", 1, 0}, {"edge-b", 3, 8}};
            forecast.rollout = ScaleForecast::Bounds {9, 7};
            return forecast;
        };
        ui::ObjectTable *table = stage.table(Kind::MachineDeployment);
        table->selectFirst();
        QTest::keyClick(table, Qt::Key_S);
        const QPointer<QSpinBox> box = table->findChild<QSpinBox *>(u"replicas"_s);
        QVERIFY(box);
        auto *chips = stage.window.findChild<QWidget *>(u"scaleChips"_s);
        QVERIFY(chips && chips->isVisible());
        QTest::mouseClick(chipOf(*chips, u"×2"_s), Qt::LeftButton);
        QVERIFY(box && box->hasFocus());
        QCOMPARE(box->value(), 8);
        const auto *outlook = stage.window.findChild<QLabel *>(u"scaleOutlook"_s);
        QTRY_VERIFY(outlook->isVisible());
        QVERIFY2(outlook->text().contains(u"Its sets: edge-a 1 → 0, edge-b 3 → 8."_s)
                && outlook->text().contains(u"at most 9 machines, of which 7 are available"_s),
            qPrintable(outlook->text()));
        QVERIFY(!outlook->geometry().intersects(chips->geometry()));
        QTest::mouseClick(chipOf(*chips, u"−1"_s), Qt::LeftButton);
        QTest::keyClick(box, Qt::Key_Return);
        QTRY_VERIFY(stage.session.last<Scale>());
        QCOMPARE(stage.session.last<Scale>()->replicas, 7);
        QTRY_VERIFY(!stage.window.findChild<QWidget *>(u"scaleChips"_s));
    }

    void theFleetHasAButtonThatScales()
    {
        fake::Stage stage;
        QVERIFY(stage.table(Kind::Machine)->selectKey({"default", "workers-b"}));
        auto *button = stage.tabs()->currentPage().findChild<QAbstractButton *>(u"action-scale"_s);
        QVERIFY(button && button->isEnabled());
        QVERIFY2(button->toolTip().endsWith(u"(s)"_s), qPrintable(button->toolTip()));
        button->click();
        const auto *dialog = stage.window.findChild<QInputDialog *>(u"scaleDialog"_s);
        QVERIFY(dialog);
        QVERIFY(dialog->labelText().contains(u"MachineSet workers"_s));
    }

    void aMachineOfADeploymentScalesTheDeployment()
    {
        fake::Stage stage;
        ChangeSet changes;
        changes.of<core::api::MachineDeployment>().upserts = {fake::machineDeployment("edge", 2, 2)};
        changes.of<core::api::MachineSet>().upserts = {fake::revision("edge", 1, "edge-a", 2, 2)};
        changes.of<core::api::Machine>().upserts = {
            fake::machine("edge-a-1", "edge-a", core::api::phases::running, "node-a")};
        stage.session.send(changes);
        QVERIFY(stage.table(Kind::Machine)->selectKey({"default", "edge-a-1"}));
        QTest::keyClick(stage.table(Kind::Machine), Qt::Key_S);
        auto *dialog = stage.window.findChild<QInputDialog *>(u"scaleDialog"_s);
        QVERIFY(dialog);
        QVERIFY(dialog->labelText().contains(u"MachineDeployment edge "_s));
    }

    void whatHasNoSetSaysSo()
    {
        fake::Stage stage;
        ChangeSet changes;
        changes.of<core::api::Machine>().upserts = {loneMachine("alone")};
        stage.session.send(changes);
        QVERIFY(stage.table(Kind::Machine)->selectKey({"default", "alone"}));
        QTest::keyClick(stage.table(Kind::Machine), Qt::Key_S);
        QCOMPARE(stage.notice(), u"Machine alone belongs to no set: there is nothing to scale."_s);
    }

private:
    tests::OwnPlaces m_places;
};

QTEST_MAIN(ScalingTest)
#include "tst_scaling.moc"
