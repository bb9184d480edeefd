// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ownfiles.h"

#include "ui/dialogs/scenarioeditor.h"
#include "ui/experiments/experimentspage.h"
#include "ui/format.h"
#include "ui/mainwindow.h"
#include "ui/pages/scenariospage.h"
#include "ui/scenariorecorder.h"
#include "ui/settings.h"
#include "ui/widgets/notices.h"

namespace ui {

OwnFiles::OwnFiles(const Context &context, bool fresh, QWidget *window)
    : QObject(window)
    , m_context(context)
    , m_window(window)
{
    if (!fresh)
        offerFiles();
    joinScenarios();
    joinExperiments();
}

void OwnFiles::offerFiles()
{
    ScenariosPage &scenarios = m_context.scenarios;
    scenarios.setFolder(scenariosPath());
    scenarios.setFiles(savedFiles(Front::Scenarios));
    connect(&scenarios, &ScenariosPage::filesChanged, this,
        [](const QStringList &files) { saveFiles(Front::Scenarios, files); });
    ExperimentsPage &experiments = m_context.experiments;
    experiments.setFolder(experimentsPath());
    experiments.setFiles(savedFiles(Front::Experiments));
    connect(&experiments, &ExperimentsPage::filesChanged, this,
        [](const QStringList &files) { saveFiles(Front::Experiments, files); });
}

void OwnFiles::joinScenarios()
{
    ScenariosPage *scenarios = &m_context.scenarios;
    const ScenarioRecorder *recorder = &m_context.recorder;
    connect(scenarios, &ScenariosPage::recordingAsked, this, &OwnFiles::recordOrStop);
    connect(scenarios, &ScenariosPage::editAsked, this, [this](const QString &yaml, const QString &path) {
        ScenarioEditor &editor = editScenario(yaml);
        editor.setKept(path);
        editor.show();
    });
    connect(recorder, &ScenarioRecorder::changed, scenarios, [scenarios, recorder] {
        scenarios->showRecording(recorder->isOn() ? std::optional(recorder->deeds()) : std::nullopt);
    });
}

void OwnFiles::joinExperiments()
{
    ExperimentsPage *experiments = &m_context.experiments;
    connect(experiments, &ExperimentsPage::editAsked, this,
        [this, experiments](const QString &yaml, const QString &path) {
            auto *editor = new ScenarioEditor(
                yaml, experimentsPath(), m_context.theme, Drafts(), m_window, ScenarioEditor::Of::Experiment);
            editor->setKept(path);
            connect(editor, &ScenarioEditor::saved, experiments, &ExperimentsPage::open);
            editor->show();
        });
}

void OwnFiles::recordOrStop()
{
    ScenarioRecorder &recorder = m_context.recorder;
    if (!recorder.isOn())
        return recorder.start();
    editScenario(raw(recorder.stop())).show();
    if (!recorder.leftOut().isEmpty())
        emit noticed({.level = Notice::Level::Problem,
            .text = MainWindow::tr("Not recorded: %1.").arg(recorder.leftOut().join(MainWindow::tr("; "))),
            .seconds = 0});
}

ScenarioEditor &OwnFiles::editScenario(const QString &yaml)
{
    auto *editor = new ScenarioEditor(yaml, scenariosPath(), m_context.theme, Drafts(), m_window);
    connect(editor, &ScenarioEditor::saved, this, [this](const QString &path) {
        m_context.scenarios.open(path);
        emit scenarioSaved();
    });
    return *editor;
}

} // namespace ui
