// SPDX-License-Identifier: GPL-3.0-or-later
// What is done in the window becomes a scenario that does it again (docs/window.md W28): recorded by keyboard
// on a real lab, carried out by the built program on another one, with the same outcome.
#include "core/scenario/parse.h"
#include "tests/support/program.h"
#include "tests/ui/livecore.h"
#include "tests/ui/stage.h"
#include "ui/language.h"
#include "ui/scenariorecorder.h"
#include "ui/widgets/yamledit.h"

#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>

using namespace Qt::Literals::StringLiterals;
using namespace core::engine;
using namespace std::chrono_literals;
using ui::Kind;

namespace {

/// A recording, as it is read again.
struct Recorded {
    explicit Recorded(const QString &written) : yaml(written)
    {
        const auto parsed = core::scenario::parseScenario(yaml.toStdString());
        if (!parsed)
            return;
        description = QString::fromStdString(parsed->description);
        for (const core::scenario::Step &step : parsed->steps)
            steps.append(QString::fromStdString(describe(step.verb).text));
    }

    QString yaml;
    QString description;
    QStringList steps;
};

void pressRecord(ui::MainWindow &window)
{
    QTest::keyClick(&window, Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
}

} // namespace

class RecordingTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { ui::speak(u"en"_s); }
    void whatIsDoneIsDoneAgain();
    void everyDeedIsAStepOrNamed();
};

// W28
void RecordingTest::whatIsDoneIsDoneAgain()
{
    app::Options options = live::inMemory();
    options.pace = 10;
    live::Window lab(options);
    QVERIFY2(lab.opened, lab.opened ? "" : lab.opened.error().message.c_str());
    ui::MainWindow &window = *lab.window;
    QVERIFY(QTest::qWaitForWindowActive(&window));
    auto *tabs = window.findChild<ui::Tables *>();
    const auto table = [&](Kind kind) {
        tabs->bringToFront(kind);
        auto *found = tabs->currentWidget()->findChild<ui::ObjectTable *>(u"table"_s);
        found->setFocus();
        return found;
    };
    const auto inState = [&](const QString &word) {
        const auto &model = table(Kind::Machine)->tableModel();
        int count = 0;
        for (int row = 0; row < model.rowCount(); ++row)
            count += model.index(row, model.columnIndex(u"health"_s))
                         .data(Qt::AccessibleTextRole)
                         .toString()
                         .startsWith(word);
        return count;
    };
    QTRY_COMPARE_WITH_TIMEOUT(inState(u"Ready"_s), 3, 10'000);

    pressRecord(window);
    ui::ObjectTable *sets = table(Kind::MachineSet);
    QTest::keyClick(sets, Qt::Key_S);
    auto *box = sets->findChild<QSpinBox *>(u"replicas"_s);
    QVERIFY(box);
    QTest::keyClicks(box, u"5"_s);
    const auto *outlook = window.findChild<QLabel *>(u"scaleOutlook"_s); // W29
    QTRY_VERIFY(outlook->isVisible());
    QVERIFY2(outlook->text().startsWith(u"3 → 5. 2 machines more. "_s)
            && outlook->text().endsWith(u"Health check workers then allows 40% of 5 = 2 to be unhealthy."_s),
        qPrintable(outlook->text()));
    QTest::keyClick(box, Qt::Key_Return);
    QTRY_VERIFY(!sets->findChild<QSpinBox *>(u"replicas"_s)); // it is entered in a later turn
    QTRY_COMPARE_WITH_TIMEOUT(inState(u"Ready"_s), 5, 10'000);
    QVERIFY(!outlook->isVisible());
    const auto isTold = [&] {
        const auto notices = window.findChildren<QLabel *>(u"noticeText"_s);
        return std::any_of(notices.begin(), notices.end(),
            [](const QLabel *label) { return label->text().startsWith(u"workers: 5 of 5 Ready after "_s); });
    };
    QTRY_VERIFY(isTold()); // W29
    QTest::keyClick(table(Kind::Machine), Qt::Key_U);
    auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
    QVERIFY(menu);
    QTest::keyClick(menu, Qt::Key_Return); // NotReady until replaced
    QTRY_COMPARE_WITH_TIMEOUT(inState(u"NotReady"_s), 1, 10'000);
    QTRY_COMPARE_WITH_TIMEOUT(inState(u"Ready"_s), 5, 30'000);
    window.activateWindow();
    QTRY_COMPARE(QApplication::activeWindow(), &window);
    pressRecord(window);
    const QPointer<QDialog> editor = window.findChild<QDialog *>(u"scenarioEditor"_s);
    QVERIFY(editor);
    const Recorded recorded(editor->findChild<ui::YamlEdit *>(u"scenarioYaml"_s)->written());
    QVERIFY2(recorded.steps.contains(u"scale workers to 5"_s), qPrintable(recorded.yaml));
    QVERIFY2(recorded.steps.contains(u"fault: first Ready node of workers not-ready"_s),
        qPrintable(recorded.yaml));

    QTemporaryDir home;
    const QString file = home.filePath(u"mine.yaml"_s);
    QTest::keyClick(editor->findChild<QPushButton *>(u"saveScenario"_s), Qt::Key_Space);
    auto *where = editor->findChild<QFileDialog *>(u"scenarioFile"_s);
    QVERIFY(where);
    emit where->fileSelected(file);
    QTRY_VERIFY(!editor);
    const auto *list = window.findChild<QListWidget *>(u"scenarioList"_s);
    QVERIFY(list->isVisible());
    QVERIFY(list->currentItem()->text().startsWith(u"Recorded "_s));

    const tests::Finished again = tests::run(QStringLiteral(HOLLOWLAB_BINARY),
        {u"--lab"_s, u":memory:"_s, u"--headless"_s, u"--seed"_s, u"2"_s, u"--pace"_s, u"10"_s,
            u"--scenario"_s, file},
        {},
        {{u"HOME"_s, home.path()}, {u"XDG_DATA_HOME"_s, home.path()}, {u"XDG_RUNTIME_DIR"_s, home.path()}});
    QVERIFY2(again.code == 0, again.output + again.errors);

    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadWrite));
    QByteArray other = written.readAll().replace("kind: not-ready", "kind: disk-pressure");
    written.resize(0);
    written.write(other);
    written.close();
    const tests::Finished differs = tests::run(QStringLiteral(HOLLOWLAB_BINARY),
        {u"--lab"_s, u":memory:"_s, u"--headless"_s, u"--seed"_s, u"2"_s, u"--pace"_s, u"1000"_s,
            u"--scenario"_s, file},
        {},
        {{u"HOME"_s, home.path()}, {u"XDG_DATA_HOME"_s, home.path()}, {u"XDG_RUNTIME_DIR"_s, home.path()}});
    QVERIFY2(differs.code == 1, differs.output + differs.errors); // nothing was replaced
}

// W28
void RecordingTest::everyDeedIsAStepOrNamed()
{
    fake::Session session;
    ui::ClusterView view;
    view.apply(fake::threeMachines());
    ui::CommandSender commands(session, view);
    ui::ScenarioRecorder recorder(view, commands);
    const ui::ObjectRef set {Kind::MachineSet, {"default", "workers"}};
    recorder.start();
    commands.scale(set, 7);
    commands.breakNodes({"node-a", "node-b"}, "silent for 20s");
    commands.healNodes({"node-a"});
    commands.breakZone("a", "not-ready");
    commands.healZone("a");
    commands.remove({Kind::Machine, {"default", "workers-a"}});
    commands.remove({Kind::HealthCheck, {"default", "workers"}});
    commands.applyYaml("{apiVersion: v1, kind: ConfigMap, metadata: {name: c}}");
    commands.setProviderConfig(set, core::api::JsonObject {{"image", "other"}}, "1");
    commands.edit(set, core::api::JsonObject {{"spec", core::api::JsonObject {{"minReadySeconds", 4}}}}, true,
        [](const auto &) {});
    commands.edit(set, core::api::JsonObject {{"spec", core::api::JsonObject {{"minReadySeconds", 3}}}},
        false, [](const auto &) {});
    commands.createMachineSet({.key = {"default", "more"}, .replicas = 2, .withHealthCheck = true});
    commands.edit(set, core::api::JsonObject {{"spec", core::api::JsonObject {{"replicas", nullptr}}}}, false,
        [](const auto &) {});
    commands.switchController("machineset", false);
    commands.setPace(10);
    commands.scale(set, 9);
    session.answer(core::base::fail(core::base::ErrorKind::Forbidden, "not today"));
    const Recorded recorded(QString::fromStdString(recorder.stop()));
    const QStringList expected {u"scale workers to 3"_s, // as it was, when it is played once more
        u"wait until machines of workers: 3; Ready nodes of workers: 3 (within 10m0s)"_s,
        u"scale workers to 7"_s, u"fault: first 2 Ready nodes of workers silent for 20s"_s,
        u"heal first Ready node of workers"_s, u"fault: every node in zone a not-ready"_s,
        u"heal every node in zone a"_s, u"delete first Running machine of workers"_s,
        u"delete MachineHealthCheck workers"_s, u"apply ConfigMap c"_s, u"apply MachineSet workers"_s,
        u"apply MachineSet workers"_s, u"apply MachineSet more, MachineHealthCheck more"_s,
        u"wait until machines of workers: 3; Ready nodes of workers: 3 (within 10m0s)"_s};
    QStringList steps = recorded.steps;
    steps.erase(
        std::remove_if(steps.begin(), steps.end(),
            [](const QString &step) { return step.startsWith(u"wait 0"_s) || step.startsWith(u"wait 1"_s); }),
        steps.end());
    QCOMPARE(steps.join(u'\n'), expected.join(u'\n'));
    QVERIFY2(recorded.yaml.contains(u"image: other"_s) && recorded.yaml.contains(u"minReadySeconds: 3"_s),
        qPrintable(recorded.yaml));
    QVERIFY(!recorded.yaml.contains(u"minReadySeconds: 4"_s)); // that was a trial
    QVERIFY2(recorded.description.contains(u"changing MachineSet workers; switching machineset off"_s),
        qPrintable(recorded.description));
    QCOMPARE(recorder.leftOut().size(), 2);
    QVERIFY(!recorder.isOn());
}

QTEST_MAIN(RecordingTest)
#include "tst_recording.moc"
