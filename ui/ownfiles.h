// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The user's own scenarios and experiments as files: in which folders they are, which from elsewhere are
// known, the editors that write them, and what is recorded, which becomes one.

#include <QObject>

namespace ui {

class ExperimentsPage;
class ScenarioEditor;
class ScenarioRecorder;
class ScenariosPage;
class Theme;
struct Notice;

class OwnFiles : public QObject
{
    Q_OBJECT

public:
    struct Context {
        ScenariosPage &scenarios;
        ExperimentsPage &experiments;
        ScenarioRecorder &recorder;
        const Theme &theme;
    };

    /// fresh: the pages offer no files of one's own. window: of the editors, which it outlives.
    OwnFiles(const Context &context, bool fresh, QWidget *window);

    /// Begins to record a scenario, or ends that and shows what was recorded in an editor.
    void recordOrStop();

signals:
    void noticed(const ui::Notice &notice);
    /// The scenarios have one that was written, which they have chosen.
    void scenarioSaved();

private:
    void offerFiles();
    void joinScenarios();
    void joinExperiments();
    ScenarioEditor &editScenario(const QString &yaml);

    const Context m_context;
    QWidget *m_window;
};

} // namespace ui
