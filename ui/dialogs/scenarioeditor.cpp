// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/scenarioeditor.h"

#include "core/api/yaml.h"
#include "core/experiment/parse.h"
#include "core/scenario/parse.h"
#include "ui/format.h"
#include "ui/spoken.h"
#include "ui/widgets/yamledit.h"

#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSaveFile>
#include <QVBoxLayout>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr QSize scenarioSize {720, 560};

/// "recorded-14-03-20.yaml"
QString fileNameFor(const QString &name)
{
    static const QRegularExpression others(u"[^\\w]+"_s, QRegularExpression::UseUnicodePropertiesOption);
    QString words = name.toLower().replace(others, u"-"_s);
    while (words.startsWith(u'-') || words.endsWith(u'-'))
        words = words.startsWith(u'-') ? words.mid(1) : words.chopped(1);
    return (words.isEmpty() ? u"scenario"_s : words) + u".yaml"_s;
}

} // namespace

ScenarioEditor::ScenarioEditor(const QString &yaml, const QString &folder, const Theme &theme,
    const Drafts &drafts, QWidget *parent, Of of)
    : EditorDialog(drafts, of == Of::Scenario ? u"scenario"_s : u"experiment"_s, parent)
    , m_theme(theme)
    , m_of(of)
    , m_folder(folder)
    , m_yaml(new YamlEdit(theme, this))
    , m_state(new QLabel(this))
    , m_save(new QPushButton(tr("&Save…"), this))
{
    setObjectName(u"scenarioEditor"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Recorded scenario"));
    m_yaml->setObjectName(u"scenarioYaml"_s);
    m_yaml->setAccessibleName(of == Of::Scenario ? tr("The scenario as YAML") : tr("The experiment as YAML"));
    m_yaml->setFrameShape(QFrame::StyledPanel);
    m_state->setObjectName(u"scenarioState"_s);
    m_state->setWordWrap(true);
    m_state->setTextFormat(Qt::PlainText);
    m_save->setObjectName(u"saveScenario"_s);
    m_save->setDefault(true);
    auto *close = new QPushButton(tr("Close"), this);
    close->setAutoDefault(false);
    auto *line = new QHBoxLayout;
    line->addWidget(m_state, 1);
    line->addWidget(close);
    line->addWidget(m_save);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_yaml, 1);
    layout->addLayout(line);
    resize(scenarioSize);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_yaml, &QPlainTextEdit::textChanged, this, &ScenarioEditor::check);
    connect(m_save, &QPushButton::clicked, this, &ScenarioEditor::askWhere);
    m_yaml->setPlainText(yaml.isEmpty() ? foundDraft()[u"yaml"_s].toString() : yaml);
    check();
    m_save->setFocus();
}

void ScenarioEditor::setKept(const QString &path)
{
    m_path = path;
    m_kept = m_yaml->written();
    check(); // what lies beside the file is known now
    setWindowTitle(m_of == Of::Scenario ? tr("Scenario %1").arg(m_name) : tr("Experiment %1").arg(m_name));
}

/// The line is looked for in the English words, which name it.
ScenarioEditor::Checked ScenarioEditor::wrong(const core::scenario::Problem &problem)
{
    return {{}, spoken(problem.saying()), false, core::api::lineNamedIn(problem.text())};
}

ScenarioEditor::Checked ScenarioEditor::checkedScenario() const
{
    const auto parsed = core::scenario::parseScenario(utf8(m_yaml->written()));
    if (!parsed)
        return wrong(parsed.error().front());
    return {text(parsed->name), tr("%n steps", nullptr, static_cast<int>(parsed->steps.size())), true};
}

ScenarioEditor::Checked ScenarioEditor::checkedExperiment() const
{
    const auto parsed = core::experiment::parseExperiment(
        utf8(m_yaml->written()), core::experiment::filesBeside(utf8(m_path)));
    if (!parsed)
        return wrong(parsed.error().front());
    return {text(parsed->name), tr("%n runs", nullptr, static_cast<int>(parsed->runs())), true};
}

bool ScenarioEditor::isWritten() const
{
    const QString written = m_yaml->written();
    return !written.trimmed().isEmpty() && written != m_kept;
}

QJsonObject ScenarioEditor::draft() const
{
    return {{u"yaml"_s, m_yaml->written()}};
}

/// What is wrong stands at its place in the text where that is known.
void ScenarioEditor::check()
{
    const Checked checked = m_of == Of::Scenario ? checkedScenario() : checkedExperiment();
    const QString problem = checked.isRight ? QString() : checked.words;
    m_yaml->setProblems({{checked.line, problem}});
    m_save->setEnabled(checked.isRight);
    m_name = checked.name;
    say(checked.words, !checked.isRight);
    keepDraft();
}

void ScenarioEditor::say(const QString &words, bool problem)
{
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, m_theme.color(problem ? Tone::Problem : Tone::Quiet));
    m_state->setPalette(colors);
    m_state->setText(words);
}

void ScenarioEditor::askWhere()
{
    auto *dialog = m_of == Of::Scenario
        ? new QFileDialog(this, tr("Keep the scenario"), {}, tr("Scenarios (*.yaml *.yml)"))
        : new QFileDialog(this, tr("Keep the experiment"), {}, tr("Experiments (*.yaml *.yml)"));
    dialog->setObjectName(u"scenarioFile"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"yaml"_s);
    if (!m_folder.isEmpty() && QDir().mkpath(m_folder))
        dialog->setDirectory(m_folder);
    dialog->selectFile(m_path.isEmpty() ? fileNameFor(m_name) : m_path);
    connect(dialog, &QFileDialog::fileSelected, this, &ScenarioEditor::save);
    dialog->open();
}

void ScenarioEditor::save(const QString &path)
{
    QSaveFile file(path);
    const QByteArray yaml = m_yaml->written().toUtf8();
    if (!file.open(QIODevice::WriteOnly) || file.write(yaml) != yaml.size() || !file.commit())
        return say(tr("%1: %2").arg(path, file.errorString()), true);
    emit saved(path);
    leave(Accepted);
}

} // namespace ui
