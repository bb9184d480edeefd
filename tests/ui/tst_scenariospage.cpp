// SPDX-License-Identifier: GPL-3.0-or-later
// The page of scenarios: they are run, captioned, and read from files.
#include "core/scenario/parse.h"
#include "resources/resources.h"
#include "tests/ui/spoken.h"
#include "tests/ui/stage.h"
#include "ui/pages/scenariospage.h"
#include "ui/widgets/elidedlabel.h"

#include <QDialog>
#include <QFileDialog>
#include <QFileInfo>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPointer>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <QToolButton>
#include <QTranslator>

using namespace Qt::Literals::StringLiterals;
using namespace core::engine;

namespace {

/// What the core says is in brackets.
class Brackets : public QTranslator
{
public:
    bool isEmpty() const override { return false; }
    QString translate(const char *context, const char *source, const char *, int) const override
    {
        const bool isOfCore = QLatin1StringView(context) == "Core"_L1;
        return isOfCore ? u"⟦%1⟧"_s.arg(QString::fromUtf8(source)) : QString();
    }
};

} // namespace

class ScenariosPageTest : public QObject
{
    Q_OBJECT

private slots:
    void scenariosAreRunAndCaptioned();
    void aScenarioThatFailsSaysWhere();
    void aFileThatIsNoScenarioIsRefused();
    void whatIsWrongIsToldInTheLanguage();
    void thePageKeepsTheVerdict();
    void whatHasRunLeavesAReport();
    void oneOfOnesOwnIsEdited();
    void theNameIsReadInASmallWindow();
};

void ScenariosPageTest::scenariosAreRunAndCaptioned()
{
    fake::Stage stage;
    QTest::keyClick(&stage.window, Qt::Key_8, Qt::AltModifier); // Scenarios
    auto *list = stage.window.findChild<QListWidget *>(u"scenarioList"_s);
    QVERIFY(list->isVisible());
    QVERIFY(list->count() >= 6);
    list->setCurrentItem(list->findItems(u"Self-healing 101"_s, Qt::MatchExactly).front());
    stage.window.findChild<QToolButton *>(u"runScenario"_s)->click();
    const auto *run = stage.session.last<RunScenario>();
    QVERIFY(run);
    QVERIFY(run->yaml.find("Self-healing 101") != std::string::npos);
    QVERIFY(stage.tabs()->isVisible()); // where it is seen
    ChangeSet changes;
    changes.scenario = {
        "Self-healing 101", "Heals.", {{.say = "One node breaks.", .text = "fault"}, {.text = "wait"}}, {}};
    changes.scenario->steps[0].state = core::scenario::StepReport::State::Running;
    stage.session.send(changes);
    const auto *caption = stage.window.findChild<QLabel *>(u"caption"_s);
    QVERIFY(caption->isVisible());
    QCOMPARE(caption->text(), u"One node breaks."_s);
    auto *pause = stage.window.findChild<QToolButton *>(u"pauseScenario"_s);
    auto *next = stage.window.findChild<QToolButton *>(u"stepScenario"_s);
    QVERIFY(pause->isVisible() && !next->isVisible());
    pause->click();
    QVERIFY(stage.session.last<PauseScenario>());
    changes.scenario->paused = true;
    stage.session.send(changes);
    QVERIFY(next->isVisible());
    next->click();
    QVERIFY(stage.session.last<StepScenario>());
    pause->click();
    QVERIFY(stage.session.last<ContinueScenario>());
    stage.window.findChild<QToolButton *>(u"stopScenario"_s)->click();
    QVERIFY(stage.session.last<StopScenario>());
    for (auto &step : changes.scenario->steps)
        step.state = core::scenario::StepReport::State::Ok;
    changes.scenario->ok = true;
    stage.session.send(changes);
    QCOMPARE(caption->text(), u"All that it claims holds."_s);
}

void ScenariosPageTest::aScenarioThatFailsSaysWhere()
{
    fake::Stage stage;
    ChangeSet changes;
    changes.scenario = {
        "Mine", "", {{.text = "wait until 3 nodes are Ready", .message = "there are 2"}}, false};
    changes.scenario->steps[0].state = core::scenario::StepReport::State::Failed;
    stage.session.send(changes);
    QCOMPARE(stage.label("caption"), u"wait until 3 nodes are Ready: there are 2"_s);
}

void ScenariosPageTest::aFileThatIsNoScenarioIsRefused()
{
    fake::Stage stage;
    QTemporaryDir folder;
    auto *page = stage.window.findChild<ui::ScenariosPage *>();
    const auto *list = stage.window.findChild<QListWidget *>(u"scenarioList"_s);
    const auto open = [&](const QByteArray &yaml) {
        QFile file(folder.filePath(u"mine.yaml"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(yaml);
        file.close();
        page->open(file.fileName());
    };
    open("name: Mine\nsteps:\n  - wait: 1s\n");
    const int count = list->count();
    QCOMPARE(list->currentItem()->text(), u"Mine"_s);
    open("name: Mine\nsteps:\n  - dance: now\n");
    QVERIFY2(stage.notice().contains(u"steps[0]"_s), qPrintable(stage.notice()));
    QCOMPARE(list->count(), count);
    open("name: Mine, mended\nsteps:\n  - wait: 2s\n");
    QCOMPARE(list->count(), count);
    QCOMPARE(list->currentItem()->text(), u"Mine, mended"_s);
}

void ScenariosPageTest::whatIsWrongIsToldInTheLanguage()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(u"mine.yaml"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("name: Mine\nsteps: []\n");
    file.close();
    fake::Stage stage;
    Brackets brackets;
    QCoreApplication::installTranslator(&brackets);
    const QLocale before;
    QLocale::setDefault(QLocale(QLocale::German));
    stage.window.findChild<ui::ScenariosPage *>()->open(file.fileName());
    QLocale::setDefault(before);
    QCoreApplication::removeTranslator(&brackets);
    const QString notice = stage.notice();
    QVERIFY2(notice.endsWith(u"⟦steps: ⟦there is no step⟧⟧"_s), qPrintable(notice));
}

void ScenariosPageTest::thePageKeepsTheVerdict()
{
    fake::Stage stage;
    QTemporaryDir folder;
    QFile file(folder.filePath(u"mine.yaml"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("name: Mine\nsteps:\n- say: wait 1m30s\n  wait: 90s\n");
    file.close();
    stage.window.findChild<ui::ScenariosPage *>()->open(file.fileName());
    const auto steps = [&] {
        return stage.window.findChild<QTextBrowser *>(u"scenarioSteps"_s)->toPlainText();
    };
    QCOMPARE(steps().count(u"wait"_s), 1); // what is said is what is done
    QVERIFY2(steps().contains(u"wait 90 s"_s), qPrintable(steps()));
    ChangeSet changes;
    changes.scenario = {"Mine", "", {{.text = "wait 1m30s", .message = "90.0 s later"}}, true};
    changes.scenario->steps[0].state = core::scenario::StepReport::State::Ok;
    stage.session.send(changes);
    QVERIFY2(steps().contains(u"90.0 s later"_s), qPrintable(steps()));
    const auto *verdict = stage.window.findChild<QLabel *>(u"scenarioVerdict"_s);
    const auto *caption = stage.window.findChild<QLabel *>(u"caption"_s);
    QVERIFY2(verdict->text().endsWith(u" All that it claims holds."_s), qPrintable(verdict->text()));
    QCOMPARE(verdict->fontInfo().pointSizeF(), caption->fontInfo().pointSizeF());
}

void ScenariosPageTest::whatHasRunLeavesAReport()
{
    fake::Stage stage;
    QTest::keyClick(&stage.window, Qt::Key_8, Qt::AltModifier);
    auto *report = stage.window.findChild<QToolButton *>(u"reportScenario"_s);
    auto *list = stage.window.findChild<QListWidget *>(u"scenarioList"_s);
    const auto choose = [&](const QString &name) {
        list->setCurrentItem(list->findItems(name, Qt::MatchExactly).front());
    };
    choose(u"Self-healing 101"_s);
    QVERIFY(!report->isVisible());
    const std::string yaml = resources::text("scenarios/self-healing-101.yaml");
    const auto scenario = core::scenario::parseScenario(yaml);
    QVERIFY(scenario);
    ChangeSet changes;
    changes.scenario = {scenario->name, scenario->description, {}, {}};
    changes.scenario->steps.resize(scenario->steps.size());
    stage.session.send(changes);
    QVERIFY(!report->isVisible()); // it still runs
    changes.scenario->ok = true;
    stage.session.send(changes);
    QVERIFY(report->isVisible());
    const auto *verdict = stage.window.findChild<QLabel *>(u"scenarioVerdict"_s);
    QVERIFY(verdict->isVisible());
    choose(u"Scale storm"_s);
    QVERIFY(!report->isVisible() && !verdict->isVisible());
    choose(u"Self-healing 101"_s);
    report->click();
    const auto *dialog = stage.window.findChild<QFileDialog *>();
    QVERIFY(dialog && dialog->isVisible());
    QCOMPARE(QFileInfo(dialog->selectedFiles().value(0)).fileName(), u"scenario.html"_s);
}

void ScenariosPageTest::oneOfOnesOwnIsEdited()
{
    fake::Stage stage;
    QTest::keyClick(&stage.window, Qt::Key_8, Qt::AltModifier);
    const auto *list = stage.window.findChild<QListWidget *>(u"scenarioList"_s);
    stage.window.findChild<QToolButton *>(u"editScenario"_s)->click();
    QPointer<QDialog> editor = stage.window.findChild<QDialog *>(u"scenarioEditor"_s);
    QVERIFY(editor && editor->windowTitle().contains(list->currentItem()->text()));
    auto *yaml = editor->findChild<QPlainTextEdit *>(u"scenarioYaml"_s);
    QVERIFY(yaml->toPlainText().contains(u"steps:"_s));
    editor->close();
    QTRY_VERIFY(!editor); // nothing was written: nothing is asked
}

void ScenariosPageTest::theNameIsReadInASmallWindow()
{
    const tests::Spoken spoken(u"de"_s);
    fake::Stage stage(fake::threeMachines(), {1000, 640});
    auto *page = stage.window.findChild<ui::ScenariosPage *>();
    page->bringUp(page->names().front());
    const auto *name = static_cast<ui::ElidedLabel *>(stage.window.findChild<QLabel *>(u"scenarioName"_s));
    QVERIFY(!name->text().isEmpty());
    QTRY_COMPARE(name->shownText(), name->text());
}

QTEST_MAIN(ScenariosPageTest)
#include "tst_scenariospage.moc"
