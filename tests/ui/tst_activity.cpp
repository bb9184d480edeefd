// SPDX-License-Identifier: GPL-3.0-or-later
// The list of what was done in the window (docs/window.md W39): how each went, what takes it back, and the
// line for kubectl; on fakes, and on a real lab where the server has a say.
#include "core/engine/sayings.h"
#include "tests/ui/livecore.h"
#include "tests/ui/stage.h"
#include "ui/activity.h"
#include "ui/kubectlline.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QListWidget>
#include <QToolButton>
#include <QTreeView>

Q_DECLARE_METATYPE(core::engine::Command)

using namespace Qt::Literals::StringLiterals;
using namespace core::engine;
using ui::Activity;
using ui::Kind;

namespace {

QString cell(const ui::MainWindow &window, int row, Activity::Column column)
{
    const auto *list = window.findChild<QTreeView *>(u"activityList"_s);
    return list->model()->index(row, column).data().toString();
}

QAbstractItemModel *modelIn(const ui::MainWindow &window)
{
    return window.findChild<QTreeView *>(u"activityList"_s)->model();
}

int rows(const ui::MainWindow &window)
{
    return modelIn(window)->rowCount();
}

constexpr auto reporting = QAbstractItemModelTester::FailureReportingMode::QtTest;

QToolButton *undoButton(const ui::MainWindow &window)
{
    return window.findChild<QToolButton *>(u"undoActivity"_s);
}

ChangeSet workersWant(std::int64_t replicas)
{
    ChangeSet changes;
    changes.of<core::api::MachineSet>().upserts = {fake::machineSet("workers", replicas, 3)};
    return changes;
}

core::api::ResourceRef ref(Kind kind, const std::string &name, const std::string &ns = "default")
{
    return ui::resourceRef({kind, {ns, name}});
}

} // namespace

class ActivityTest : public QObject
{
    Q_OBJECT

private slots:
    void theNewestComesFirstWithItsOutcome()
    {
        fake::Stage stage;
        const QAbstractItemModelTester tester(modelIn(stage.window), reporting);
        auto &commands = *stage.window.findChild<ui::CommandSender *>();
        QCOMPARE(rows(stage.window), 0);
        commands.scale({Kind::MachineSet, {"default", "workers"}}, 5);
        QCOMPARE(cell(stage.window, 0, Activity::WhatColumn), u"Scale workers to 5"_s);
        QCOMPARE(cell(stage.window, 0, Activity::OutcomeColumn), u"under way"_s);
        QVERIFY(!undoButton(stage.window)->isEnabled());
        stage.session.answer(std::string("Scaled MachineSet workers to 5"));
        QCOMPARE(cell(stage.window, 0, Activity::OutcomeColumn), u"Scaled MachineSet workers to 5"_s);
        commands.remove({Kind::Machine, {"default", "workers-a"}});
        stage.session.answer(core::base::fail(core::base::ErrorKind::Conflict, "changed meanwhile"));
        QCOMPARE(rows(stage.window), 2);
        QCOMPARE(cell(stage.window, 0, Activity::WhatColumn), u"Delete Machine workers-a"_s);
        QCOMPARE(cell(stage.window, 0, Activity::OutcomeColumn), u"changed meanwhile"_s);
        QVERIFY(!undoButton(stage.window)->isEnabled());
    }

    void aFaultReadsAsEveryLengthOfTime()
    {
        fake::Stage stage;
        auto &commands = *stage.window.findChild<ui::CommandSender *>();
        commands.breakNodes({"node-a"}, "not-ready for 1m");
        QCOMPARE(stage.session.last<BreakNodes>()->fault, std::string("not-ready for 1m"));
        QCOMPARE(cell(stage.window, 0, Activity::WhatColumn), u"Make node-a not-ready for 60\u00a0s"_s);
        emit stage.session.commandDone({stage.session.commands.size(),
            CommandResult<>(outcomeSaying("NodesTold", "node-a", "not-ready for 1m"))});
        QCOMPARE(
            cell(stage.window, 0, Activity::OutcomeColumn), u"Told node-a to be not-ready for 60\u00a0s"_s);
        QVERIFY2(stage.notice().startsWith(u"Told node-a to be not-ready for 60\u00a0s"_s),
            qPrintable(stage.notice()));
        auto *copy = stage.window.findChild<QToolButton *>(u"copyActivity"_s);
        copy->click();
        QVERIFY2(QApplication::clipboard()->text().contains(u"hollowlab.io/fault=not-ready for 1m"_s),
            qPrintable(QApplication::clipboard()->text()));
    }

    void aNameKeepsItsLettersWhereItComesFirst()
    {
        fake::Stage stage;
        auto &commands = *stage.window.findChild<ui::CommandSender *>();
        commands.scale({Kind::MachineSet, {"default", "workers"}}, 5);
        const QLocale before;
        QLocale::setDefault(QLocale(QLocale::German));
        const QString shown = cell(stage.window, 0, Activity::WhatColumn);
        QLocale::setDefault(before);
        QCOMPARE(shown, u"scale workers to 5"_s); // the words of the catalogue, as they are
        QCOMPARE(cell(stage.window, 0, Activity::WhatColumn), u"Scale workers to 5"_s);
    }

    void timesStandBelowEachOther()
    {
        fake::Stage stage;
        auto &commands = *stage.window.findChild<ui::CommandSender *>();
        commands.scale({Kind::MachineSet, {"default", "workers"}}, 5);
        const auto *list = stage.window.findChild<QTreeView *>(u"activityList"_s);
        const QVariant alignment = list->model()->index(0, Activity::WhenColumn).data(Qt::TextAlignmentRole);
        QVERIFY(alignment.value<Qt::Alignment>().testFlag(Qt::AlignRight));
    }

    void thousandsAreBrokenInNoTime()
    {
        fake::Session session;
        ui::ClusterView view;
        view.apply(fake::threeMachines());
        ui::CommandSender commands(session, view);
        std::vector<std::string> nodes;
        for (int i = 0; i < 5000; ++i)
            nodes.push_back("node-" + std::to_string(i));
        QElapsedTimer timer;
        timer.start();
        commands.breakNodes(nodes, "not-ready");
        QVERIFY(session.last<BreakNodes>());
        QVERIFY2(timer.elapsed() < 2000, qPrintable(QString::number(timer.elapsed()) + u" ms"_s));
    }

    void questionsAreNoDeeds()
    {
        fake::Stage stage;
        auto &commands = *stage.window.findChild<ui::CommandSender *>();
        commands.foresee({"node-a"}, "not-ready", nullptr);
        commands.setPace(10);
        commands.read({Kind::Machine, {"default", "workers-a"}}, [](const auto &) {});
        commands.edit(
            {Kind::Machine, {"default", "workers-a"}}, core::api::JsonObject(), true, [](const auto &) {},
            core::api::JsonObject());
        QCOMPARE(rows(stage.window), 0);
    }

    void whatHoldsIsTakenBackAndNothingElse()
    {
        fake::Stage stage;
        auto &commands = *stage.window.findChild<ui::CommandSender *>();
        commands.scale({Kind::MachineSet, {"default", "workers"}}, 5);
        stage.session.answer(std::string("Scaled"));
        stage.session.send(workersWant(5));
        QCOMPARE(cell(stage.window, 0, Activity::UndoColumn), u"Scale back to 3"_s);
        QCOMPARE(undoButton(stage.window)->text(), u"Scale back to 3"_s);
        stage.session.send(workersWant(7)); // by somebody else
        QCOMPARE(cell(stage.window, 0, Activity::UndoColumn), QString());
        QVERIFY(!undoButton(stage.window)->isEnabled());
        stage.session.send(workersWant(5));
        stage.action("showActivity")->trigger();
        QVERIFY(stage.window.findChild<QDockWidget *>(u"activity"_s)->isVisible());
        auto *list = stage.window.findChild<QTreeView *>(u"activityList"_s);
        QVERIFY(list->hasFocus());
        QVERIFY2(stage.label("keys").endsWith(u"Esc back to the table"_s), qPrintable(stage.label("keys")));
        QTRY_VERIFY(list->columnWidth(Activity::WhatColumn)
            > list->fontMetrics().horizontalAdvance(cell(stage.window, 0, Activity::WhatColumn)));
        QTest::keyClick(list, Qt::Key_Escape);
        QVERIFY(stage.tabs()->currentPage().isAncestorOf(QApplication::focusWidget()));
        undoButton(stage.window)->click();
        QVERIFY(stage.session.last<Scale>());
        QCOMPARE(stage.session.last<Scale>()->replicas, 3);
        QCOMPARE(rows(stage.window), 2);
    }

    // W39
    void whatIsInFrontHasTheKeysOfTheListThatIsLeft()
    {
        fake::Stage stage;
        QTest::keyClick(&stage.window, Qt::Key_8, Qt::AltModifier);
        stage.action("showActivity")->trigger();
        auto *list = stage.window.findChild<QTreeView *>(u"activityList"_s);
        QVERIFY(list->hasFocus());
        QTest::keyClick(list, Qt::Key_Escape);
        QVERIFY(stage.window.findChild<QListWidget *>(u"scenarioList"_s)->hasFocus());
    }

    void aHealedNodeFailsAgainAsItDid()
    {
        fake::Stage stage;
        auto &commands = *stage.window.findChild<ui::CommandSender *>();
        ChangeSet failing;
        failing.of<core::api::Node>().upserts = {fake::node("node-a", "False", "not-ready for 5m")};
        stage.session.send(failing);
        commands.healNodes({"node-a"});
        stage.session.answer(std::string("Healed"));
        QVERIFY(cell(stage.window, 0, Activity::UndoColumn).isEmpty()); // the watch is behind
        ChangeSet healed;
        healed.of<core::api::Node>().upserts = {fake::node("node-a", "True")};
        stage.session.send(healed);
        QCOMPARE(cell(stage.window, 0, Activity::UndoColumn), u"Fail again"_s);
        undoButton(stage.window)->click();
        QVERIFY(stage.session.last<BreakNodes>());
        QCOMPARE(stage.session.last<BreakNodes>()->fault, std::string("not-ready for 5m"));
    }

    void anotherClusterTakesNothingBack()
    {
        fake::Stage stage;
        auto &commands = *stage.window.findChild<ui::CommandSender *>();
        commands.scale({Kind::MachineSet, {"default", "workers"}}, 5);
        stage.session.send(fake::threeMachines());
        QCOMPARE(cell(stage.window, 0, Activity::OutcomeColumn),
            u"The cluster was exchanged before it answered."_s);
        QVERIFY(!undoButton(stage.window)->isEnabled());
    }

    void itIsForgottenSomeDay()
    {
        fake::Stage stage;
        auto &commands = *stage.window.findChild<ui::CommandSender *>();
        const QAbstractItemModelTester tester(modelIn(stage.window), reporting);
        for (int i = 0; i < Activity::mostEntries + 50; ++i)
            commands.remove({Kind::Machine, {"default", "m-" + std::to_string(i)}});
        QCOMPARE(rows(stage.window), Activity::mostEntries);
        QVERIFY(cell(stage.window, 0, Activity::WhatColumn).endsWith(u"m-249"_s));
        stage.session.answer(std::string("Deleted"));
        QCOMPARE(cell(stage.window, 0, Activity::OutcomeColumn), u"Deleted"_s);
    }

    void linesForKubectl_data()
    {
        QTest::addColumn<Command>("command");
        QTest::addColumn<QString>("line");
        const auto set = ref(Kind::MachineSet, "workers");
        QTest::newRow("scale") << Command(Scale {set, 5})
                               << u"kubectl scale -n default machinesets.machine.openshift.io/workers "
                                  "--replicas=5"_s;
        QTest::newRow("fault") << Command(BreakNodes {{"a", "b"}, "not-ready for 30s"})
                               << u"kubectl annotate node a b 'hollowlab.io/fault=not-ready for 30s' "
                                  "--overwrite"_s;
        QTest::newRow("heal") << Command(HealNodes {{"a"}})
                              << u"kubectl annotate node a hollowlab.io/fault-"_s;
        QTest::newRow("zone") << Command(BreakZone {"zone a", "silent"})
                              << u"kubectl annotate node -l 'topology.kubernetes.io/zone=zone a' "
                                 "hollowlab.io/fault=silent --overwrite"_s;
        QTest::newRow("pause")
            << Command(SetPaused {ref(Kind::MachineDeployment, "edge"), true})
            << u"kubectl patch -n default machinedeployments.machine.openshift.io/edge --type=merge -p "
               "'{\"spec\":{\"paused\":true}}'"_s;
        QTest::newRow("delete") << Command(DeleteThing {ref(Kind::Node, "a", {})})
                                << u"kubectl delete nodes/a"_s;
        QTest::newRow("a name that a shell would run")
            << Command(DeleteThing {ref(Kind::Node, "a;rm -rf '", {})})
            << u"kubectl delete 'nodes/a;rm -rf '\\'''"_s;
        QTest::newRow("apply") << Command(ApplyYaml {"a: 1\nEND\nb: 2"})
                               << u"kubectl apply -f - <<'END_'\na: 1\nEND\nb: 2\nEND_"_s;
        QTest::newRow("none") << Command(SetPace {3}) << QString();
    }

    void linesForKubectl()
    {
        QFETCH(Command, command);
        QFETCH(QString, line);
        QCOMPARE(ui::kubectlLine(u"kubectl"_s, command), line);
    }

    void theLineIsCopied()
    {
        fake::Stage stage;
        auto &commands = *stage.window.findChild<ui::CommandSender *>();
        commands.remove({Kind::Machine, {"default", "workers-a"}});
        stage.window.findChild<QToolButton *>(u"copyActivity"_s)->click();
        const QString copied = QApplication::clipboard()->text();
        QVERIFY2(copied.startsWith(u"kubectl --kubeconfig "_s), qPrintable(copied));
        QVERIFY2(copied.endsWith(u"machines.machine.openshift.io/workers-a"_s), qPrintable(copied));
    }

    /// On a real server a label is given and taken back, unless somebody has changed it since; what else was
    /// changed stays.
    void anEditIsTakenBack_data()
    {
        QTest::addColumn<QString>("theirs");
        QTest::addColumn<bool>("comesBack");
        QTest::newRow("nobody came between") << QString() << true;
        QTest::newRow("another field") << uR"({"metadata":{"labels":{"other":"theirs"}}})"_s << true;
        QTest::newRow("the same field") << uR"({"metadata":{"labels":{"mine":"theirs"}}})"_s << false;
    }

    void anEditIsTakenBack()
    {
        QFETCH(QString, theirs);
        QFETCH(bool, comesBack);
        live::Window lab;
        QVERIFY2(lab.opened, lab.opened ? "" : lab.opened.error().message.c_str());
        auto &commands = *lab.window->findChild<ui::CommandSender *>();
        const ui::ObjectRef workers {Kind::MachineSet, {"default", "workers"}};
        QTRY_VERIFY_WITH_TIMEOUT(lab.window->isLive() && !commands.isLocked(), 10'000);
        core::api::JsonPtr object;
        const auto read = [&] {
            object = nullptr;
            commands.read(workers, [&](const auto &result) {
                if (result)
                    object = result->object;
            });
            return QTest::qWaitFor([&] { return object != nullptr; });
        };
        const auto label = [&](const char *name) {
            return std::string(core::api::textAt(*object, {"metadata", "labels", name}));
        };
        QTRY_VERIFY_WITH_TIMEOUT(read(), 10'000);
        std::function<void()> undo;
        const auto hears = connect(&commands, &ui::CommandSender::ordered, this,
            [&](quint64, const ui::Deed &deed) { undo = deed.undo; });
        bool changed = false;
        commands.edit(
            workers, *core::api::parseJson(R"({"metadata":{"labels":{"mine":"1"}}})"), false,
            [&](const auto &result) { changed = result.has_value(); }, *object);
        QTRY_VERIFY(changed);
        QTRY_COMPARE(undoButton(*lab.window)->text(), u"Undo"_s);
        disconnect(hears);
        if (!theirs.isEmpty()) {
            bool done = false;
            commands.edit(workers, *core::api::parseJson(theirs.toStdString()), false,
                [&](const auto &result) { done = result.has_value(); });
            QTRY_VERIFY(done);
        }
        auto *model = lab.window->findChild<Activity *>();
        const int row = theirs.isEmpty() ? 0 : 1;
        QTRY_COMPARE(model->undoText(row), comesBack ? u"Undo"_s : QString());
        undo(); // also where the watch was behind
        const auto notice = [&] {
            const auto labels = lab.window->findChildren<QLabel *>(u"noticeText"_s);
            return labels.isEmpty() ? QString() : labels.last()->text();
        };
        const QString expected =
            comesBack ? u"as it was before"_s : u"metadata.labels.mine was changed since"_s;
        QTRY_VERIFY2(notice().contains(expected), qPrintable(notice()));
        QVERIFY(read());
        QCOMPARE(label("mine"), std::string(comesBack ? "" : "theirs"));
        if (theirs.contains(u"other"_s))
            QCOMPARE(label("other"), std::string("theirs"));
    }

    // W39
    void whatIsUndoneIsNotOfferedToBeUndone()
    {
        fake::Stage stage;
        auto &commands = *stage.window.findChild<ui::CommandSender *>();
        const auto object = [](int replicas) {
            return core::api::share(core::api::encodeObject(*fake::machineSet("workers", replicas, 3)));
        };
        const auto patch = core::api::parseJson(R"({"spec":{"replicas":5},"metadata":{"uid":"x"}})");
        commands.edit(
            {Kind::MachineSet, {"default", "workers"}}, *patch, false, [](const auto &) {}, *object(3));
        core::engine::CommandOutcome outcome {stage.session.commands.size(), CommandResult<>()};
        outcome.object = object(5);
        emit stage.session.commandDone(outcome);
        QCOMPARE(stage.notice(), u"Changed MachineSet workers"_s);
        QCOMPARE(stage.window.findChild<QToolButton *>(u"noticeAction"_s)->text(), u"Undo"_s);
        stage.session.send(workersWant(5));
        QCOMPARE(cell(stage.window, 0, Activity::UndoColumn), u"Undo"_s);
        ChangeSet progress = workersWant(5);
        auto other =
            std::make_shared<core::api::MachineSet>(*progress.of<core::api::MachineSet>().upserts[0]);
        other->status.readyReplicas = 4;
        other->metadata.resourceVersion = "later";
        progress.of<core::api::MachineSet>().upserts = {other};
        stage.session.send(progress);
        QCOMPARE(cell(stage.window, 0, Activity::UndoColumn), u"Undo"_s);
        stage.session.send(workersWant(3));
        QCOMPARE(cell(stage.window, 0, Activity::UndoColumn), QString());
        QVERIFY(!undoButton(stage.window)->isEnabled());
        QTRY_VERIFY(!stage.window.findChild<QToolButton *>(u"noticeAction"_s));
    }

    // W39
    void keysOfAButtonThatIsOffReachNoOther()
    {
        fake::Stage stage;
        auto &commands = *stage.window.findChild<ui::CommandSender *>();
        commands.scale({Kind::MachineSet, {"default", "workers"}}, 5);
        stage.session.answer(std::string("Scaled"));
        stage.session.send(workersWant(5));
        stage.action("showActivity")->trigger();
        undoButton(stage.window)->setFocus();
        QVERIFY(undoButton(stage.window)->hasFocus());
        stage.session.send(workersWant(7));
        QVERIFY(!undoButton(stage.window)->isEnabled());
        QVERIFY(stage.window.findChild<QTreeView *>(u"activityList"_s)->hasFocus());
    }
};

QTEST_MAIN(ActivityTest)
#include "tst_activity.moc"
