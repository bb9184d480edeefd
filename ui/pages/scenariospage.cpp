// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/scenariospage.h"

#include "core/scenario/parse.h"
#include "resources/resources.h"
#include "ui/commandsender.h"
#include "ui/format.h"
#include "ui/inspector/richtext.h"
#include "ui/settings.h"
#include "ui/spoken.h"
#include "ui/textsize.h"
#include "ui/widgets/buttonlook.h"
#include "ui/widgets/captionbar.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/pagehead.h"
#include "ui/widgets/tintedrow.h"

#include <QDir>
#include <QEvent>
#include <QFile>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QTextBrowser>
#include <QToolButton>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::engine::ScenarioProgress;
using core::scenario::StepReport;

namespace {

constexpr int scenarioListWidth = 260; // px
constexpr qint64 largestScenario = 1'000'000; // bytes

State stateOfStep(StepReport::State state)
{
    switch (state) {
    case StepReport::State::NotRun:
        return State::None;
    case StepReport::State::Running:
        return State::Provisioning;
    case StepReport::State::Ok:
        return State::Ready;
    case StepReport::State::Failed:
        return State::Failed;
    }
    return State::None;
}

} // namespace

ScenariosPage::ScenariosPage(
    const ClusterView &cluster, CommandSender &commands, const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_cluster(cluster)
    , m_commands(commands)
    , m_theme(theme)
    , m_list(new QListWidget(this))
    , m_name(new ElidedLabel(this))
    , m_outcome(new QWidget(this))
    , m_verdict(new QLabel(m_outcome))
    , m_steps(new QTextBrowser(this))
    , m_run(new QToolButton(this))
    , m_stop(new QToolButton(this))
    , m_record(new QToolButton(this))
    , m_edit(new QToolButton(this))
    , m_report(new QToolButton(m_outcome))
{
    setObjectName(u"scenarios"_s);
    m_list->setObjectName(u"scenarioList"_s);
    m_list->setAccessibleName(tr("Scenarios"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setMinimumWidth(scenarioListWidth / 2);
    m_list->setMaximumWidth(scenarioListWidth);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setItemDelegate(new TintedRow(theme, m_list));
    m_name->setObjectName(u"scenarioName"_s);
    m_verdict->setObjectName(u"scenarioVerdict"_s);
    m_verdict->setTextFormat(Qt::RichText);
    m_verdict->setWordWrap(true);
    fitLetters();
    m_steps->setObjectName(u"scenarioSteps"_s);
    m_steps->setAccessibleName(tr("Steps"));
    m_steps->setFrameShape(QFrame::NoFrame);
    m_run->setObjectName(u"runScenario"_s);
    m_run->setText(tr("▶ Run"));
    m_run->setToolTip(tr("Carry the scenario out on this cluster"));
    m_stop->setObjectName(u"giveUpScenario"_s);
    m_stop->setText(tr("Stop"));
    m_stop->setToolTip(tr("Give up the scenario that runs; what it has asked for stays asked"));
    m_record->setObjectName(u"recordScenario"_s);
    m_record->setToolTip(tr("Write down as a scenario what you do in the window"));
    m_edit->setObjectName(u"editScenario"_s);
    m_edit->setText(tr("Edit…"));
    m_edit->setToolTip(tr("Change its YAML, or keep it under another name"));
    m_report->setObjectName(u"reportScenario"_s);
    m_report->setText(tr("Report…"));
    m_report->setToolTip(tr("Keep as one page what it did and how long the recoveries took"));
    auto *file = new QToolButton(this);
    file->setObjectName(u"openScenario"_s);
    file->setText(tr("Open…"));
    file->setToolTip(tr("Add a scenario from a file"));
    auto *head = new PageHead(m_name, this);
    head->layout()->setContentsMargins(14, 10, 14, 6);
    for (QToolButton *button : {m_run, m_stop, m_edit, m_record, file})
        head->addButton(button);
    auto *outcome = new QHBoxLayout(m_outcome);
    outcome->setContentsMargins(14, 10, 14, 10);
    outcome->addWidget(m_verdict, 1);
    outcome->addWidget(m_report);
    m_outcome->setAutoFillBackground(true);
    for (QWidget *part : std::initializer_list<QWidget *> {head, m_outcome})
        wearButtonLook(part, theme);
    auto *right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(head);
    right->addWidget(m_outcome);
    right->addWidget(m_steps, 1);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_list, 1);
    layout->addLayout(right, 3);
    setMinimumSize(1, 1); // it does not keep the window from being small
    setFocusProxy(m_list);
    connect(m_list, &QListWidget::currentRowChanged, this, &ScenariosPage::showChosen);
    connect(m_list, &QListWidget::currentRowChanged, this, &ScenariosPage::chosenChanged);
    connect(m_list, &QListWidget::itemActivated, this, &ScenariosPage::run);
    connect(m_run, &QToolButton::clicked, this, &ScenariosPage::run);
    connect(m_stop, &QToolButton::clicked, &commands, &CommandSender::stopScenario);
    connect(m_record, &QToolButton::clicked, this, &ScenariosPage::recordingAsked);
    connect(m_report, &QToolButton::clicked, this, &ScenariosPage::reportAsked);
    connect(m_edit, &QToolButton::clicked, this, [this] {
        if (const Entry *entry = chosen())
            emit editAsked(raw(entry->yaml), entry->path);
    });
    connect(file, &QToolButton::clicked, this, &ScenariosPage::askForFile);
    connect(&theme, &Theme::changed, this, &ScenariosPage::showChosen);
    showRecording({});
    showChosen();
}

void ScenariosPage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitLetters();
}

void ScenariosPage::fitLetters()
{
    m_name->setFont(enlarged(font(), titleTimes, true));
    m_verdict->setFont(enlarged(font(), captionTimes));
}

void ScenariosPage::showEvent(QShowEvent *event)
{
    fill();
    QWidget::showEvent(event);
}

void ScenariosPage::fill()
{
    if (std::exchange(m_isFilled, true))
        return;
    addShipped();
    for (const QFileInfo &file : ownFiles())
        addFile(file.filePath());
    m_list->setCurrentRow(0);
    choose(m_awaited);
    emit countChanged();
}

QString ScenariosPage::chosenOne() const
{
    const Entry *entry = chosen();
    return entry ? idOf(*entry) : m_awaited;
}

void ScenariosPage::choose(const QString &one)
{
    m_awaited = one;
    const auto found = std::ranges::find(m_entries, one, &ScenariosPage::idOf);
    if (found != m_entries.end())
        m_list->setCurrentRow(static_cast<int>(found - m_entries.begin()));
}

/// What is in the folder is found there again.
void ScenariosPage::rememberFile(const QString &path)
{
    const bool isOwn = !m_folder.isEmpty() && QFileInfo(path).dir() == QDir(m_folder);
    if (isOwn || m_files.contains(path))
        return;
    m_files.append(path);
    emit filesChanged(m_files);
}

QFileInfoList ScenariosPage::ownFiles() const
{
    return filesIn(m_folder, m_files);
}

int ScenariosPage::count() const
{
    const auto count =
        m_isFilled ? std::ssize(m_entries) : std::ssize(resources::files("scenarios")) + ownFiles().size();
    return static_cast<int>(count);
}

QStringList ScenariosPage::names()
{
    fill();
    QStringList names;
    for (const Entry &entry : m_entries)
        names.append(entry.name);
    return names;
}

void ScenariosPage::bringUp(const QString &name)
{
    m_list->setCurrentRow(static_cast<int>(names().indexOf(name)));
    emit frontAsked();
}

void ScenariosPage::runNamed(const QString &name)
{
    m_list->setCurrentRow(static_cast<int>(names().indexOf(name)));
    run();
}

ScenariosPage::Entry ScenariosPage::entryOf(
    const core::scenario::Scenario &scenario, const std::string &yaml, const QString &path)
{
    Entry entry {spoken(scenario.name), spoken(scenario.description), {}, yaml, path};
    for (const core::scenario::Step &step : scenario.steps)
        entry.steps.emplace_back(spoken(step.say).simplified(), spoken(describe(step.verb)));
    return entry;
}

void ScenariosPage::addShipped()
{
    for (const std::string &file : resources::files("scenarios")) {
        const std::string yaml = resources::text("scenarios/" + file);
        const auto parsed = core::scenario::parseScenario(yaml);
        if (parsed)
            put(entryOf(*parsed, yaml));
    }
}

/// The entry takes the place of what the same file held before.
void ScenariosPage::put(Entry entry)
{
    const int before = entry.path.isEmpty() ? -1 : rowOf(entry.path);
    QListWidgetItem *item = before < 0 ? new QListWidgetItem(m_list) : m_list->item(before);
    item->setText(entry.name);
    item->setToolTip(tip(entry.description.simplified()));
    if (before < 0)
        m_entries.push_back(std::move(entry));
    else
        m_entries[static_cast<std::size_t>(before)] = std::move(entry);
}

int ScenariosPage::rowOf(const QString &path) const
{
    const auto found = std::ranges::find(m_entries, path, &Entry::path);
    return found == m_entries.end() ? -1 : static_cast<int>(found - m_entries.begin());
}

void ScenariosPage::open(const QString &path)
{
    fill();
    if (!addFile(path))
        return;
    const QString absolute = QFileInfo(path).absoluteFilePath();
    rememberFile(absolute);
    m_list->setCurrentRow(rowOf(absolute));
    showChosen();
    emit countChanged();
}

bool ScenariosPage::addFile(const QString &path)
{
    const auto tell = [&](const QString &problem) {
        emit noticed({.level = Notice::Level::Problem, .text = tr("%1: %2").arg(path, problem)});
        return false;
    };
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return tell(file.errorString());
    const std::string yaml = file.read(largestScenario).toStdString();
    const auto parsed = core::scenario::parseScenario(yaml);
    if (!parsed)
        return tell(spoken(parsed.error().front().saying()));
    put(entryOf(*parsed, yaml, QFileInfo(path).absoluteFilePath()));
    return true;
}

void ScenariosPage::showRecording(std::optional<int> deeds)
{
    m_record->setText(deeds ? tr("■ Stop recording (%1)").arg(*deeds) : tr("● Record"));
}

void ScenariosPage::askForFile()
{
    auto *dialog = new QFileDialog(this, tr("Open a scenario"), {}, tr("Scenarios (*.yaml *.yml)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &ScenariosPage::open);
    dialog->open();
}

const ScenariosPage::Entry *ScenariosPage::chosen() const
{
    const int row = m_list->currentRow();
    return row < 0 ? nullptr : &m_entries[static_cast<std::size_t>(row)];
}

void ScenariosPage::run()
{
    if (const Entry *entry = chosen()) {
        m_commands.runScenario(entry->name, entry->yaml);
        if (!m_commands.isLocked())
            emit started();
    }
}

void ScenariosPage::showProgress()
{
    showChosen();
}

void ScenariosPage::showChosen()
{
    const Entry *entry = chosen();
    m_run->setEnabled(entry != nullptr);
    m_edit->setEnabled(entry != nullptr);
    m_stop->setVisible(m_cluster.scenario().isRunning());
    showVerdict(entry && isPlayed(*entry));
    m_name->setText(entry ? entry->name : tr("No scenario"));
    m_steps->setHtml(entry ? stepsHtml(*entry) : QString());
}

/// On the tint of how it ended, in letters that a room can read.
void ScenariosPage::showVerdict(bool isIt)
{
    const ScenarioProgress &progress = m_cluster.scenario();
    const bool hasEnded = isIt && progress.ok.has_value();
    m_outcome->setVisible(hasEnded);
    if (!hasEnded)
        return;
    const State state = *progress.ok ? State::Ready : State::Failed;
    const QColor color = m_theme.color(state);
    m_verdict->setText(
        colored(glyphOf(state), color) + u' ' + verdictOf(progress, m_cluster.now()).toHtmlEscaped());
    QPalette colors = palette();
    colors.setColor(QPalette::Window, mixed(color, colors.color(QPalette::Base), 1.0 / 7));
    m_outcome->setPalette(colors);
}

bool ScenariosPage::isPlayed(const Entry &entry) const
{
    const ScenarioProgress &progress = m_cluster.scenario();
    return spoken(progress.name) == entry.name && progress.steps.size() == entry.steps.size();
}

/// What was done and found stands beside the steps of the one that runs, or ran last.
QString ScenariosPage::stepsHtml(const Entry &entry) const
{
    const ScenarioProgress &progress = m_cluster.scenario();
    const bool isIt = isPlayed(entry);
    const auto peoplesTimes = [this](const QString &words) { return localTimes(words, m_cluster.now()); };
    QString html = u"<p style=\"margin:4px 10px 0 10px\">%1</p>"
                   "<table cellspacing=\"0\" cellpadding=\"5\" style=\"margin-top:10px\">"_s.arg(
                       colored(entry.description.simplified().toHtmlEscaped(), m_theme.color(Tone::Quiet)));
    for (std::size_t i = 0; i < entry.steps.size(); ++i) {
        const auto &[say, deed] = entry.steps[i];
        const State state = isIt ? stateOfStep(progress.steps[i].state) : State::None;
        const QString mark = state == State::None ? QString::number(i + 1) : glyphOf(state);
        QStringList words;
        if (!say.isEmpty() && say != deed)
            words.append(say.toHtmlEscaped());
        words.append(colored(peoplesTimes(deed).toHtmlEscaped(), m_theme.color(Tone::Quiet)));
        if (isIt && !progress.steps[i].message.empty())
            words.append(peoplesTimes(spokenLines(progress.steps[i].message)).toHtmlEscaped());
        html += u"<tr><td align=\"right\">%1</td><td>%2</td></tr>"_s.arg(
            colored(mark, m_theme.color(state == State::None ? State::Paused : state)),
            words.join(u"<br>"_s));
    }
    return html + u"</table>"_s;
}

} // namespace ui
