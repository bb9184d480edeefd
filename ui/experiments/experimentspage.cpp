// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/experimentspage.h"

#include "core/api/yaml.h"
#include "core/experiment/parse.h"
#include "core/experiment/size.h"
#include "resources/resources.h"
#include "ui/experiments/dotchart.h"
#include "ui/experiments/variantdetail.h"
#include "ui/experiments/varianttable.h"
#include "ui/experiments/words.h"
#include "ui/format.h"
#include "ui/settings.h"
#include "ui/spoken.h"
#include "ui/textsize.h"
#include "ui/widgets/buttonlook.h"
#include "ui/widgets/downscroll.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/notices.h"
#include "ui/widgets/pagehead.h"

#include <QCryptographicHash>
#include <QDesktopServices>
#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QProgressBar>
#include <QSaveFile>
#include <QSortFilterProxyModel>
#include <QToolButton>
#include <QUrl>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::experiment::Experiment;
using core::experiment::Run;

namespace {

constexpr int besidePage = 14; // px
constexpr int findingBar = 3; // px
constexpr std::chrono::milliseconds findingEvery {200};
constexpr int restBetween = 10; // times as long as showing takes: the window stays quick
constexpr double findingTint = 0.07;
constexpr double leastMeasured = 1; // s, before it is told how quickly runs come

/// What was found stands on a tint, behind a bar.
class Finding : public QWidget
{
public:
    Finding(const Theme &theme, QWidget *parent) : QWidget(parent), m_theme(theme) { }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const QColor accent = m_theme.color(Tone::Accent);
        painter.fillRect(rect(), mixed(accent, palette().color(QPalette::Base), findingTint));
        const QRect bar(0, 0, findingBar, height());
        painter.fillRect(QStyle::visualRect(layoutDirection(), rect(), bar), accent);
    }

private:
    const Theme &m_theme;
};

QToolButton *buttonOf(const QString &name, const QString &text, const QString &tip, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setObjectName(name);
    button->setText(text);
    button->setToolTip(tip);
    return button;
}

} // namespace

ExperimentsPage::ExperimentsPage(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_variants(new Variants(this))
    , m_content(new QWidget(this))
    , m_chart(new DotChart(*m_variants, theme, m_content))
    , m_detail(new VariantDetail(theme, this))
    , m_order(new QSortFilterProxyModel(this))
    , m_table(new VariantTable(*m_order, theme, m_content))
{
    setObjectName(u"experiments"_s);
    m_order->setSourceModel(m_variants);
    m_order->setSortRole(Variants::sortRole);
    m_table->setObjectName(u"experimentVariants"_s);
    m_table->setAccessibleName(tr("Variants"));
    auto *page = new QVBoxLayout(this);
    page->setContentsMargins({});
    page->addWidget(new DownScroll(m_content, this));
    auto *layout = new QVBoxLayout(m_content);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHead());
    layout->addWidget(makeProgress());
    layout->addWidget(m_chart, 3);
    auto *rows = new QHBoxLayout;
    rows->setContentsMargins(besidePage, 0, besidePage, 6);
    rows->addWidget(m_table);
    layout->addLayout(rows, 2);
    layout->addWidget(makeFinding());
    m_content->setMinimumWidth(1); // too little room for it is shared
    setMinimumSize(1, 1); // it does not keep the window from being small
    setFocusProxy(m_table);
    m_soon.setSingleShot(true);
    m_soon.setInterval(findingEvery);
    connect(&m_soon, &QTimer::timeout, this, [this] {
        QElapsedTimer spent;
        spent.start();
        showArrived();
        showProgress();
        showFinding();
        m_soon.setInterval(std::max(findingEvery, restBetween * std::chrono::milliseconds(spent.elapsed())));
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &ExperimentsPage::showFinding);
    connect(&theme, &Theme::changed, this, &ExperimentsPage::showFinding);
    connect(m_chart, &DotChart::chosenByUser, this, &ExperimentsPage::chooseVariant);
    showChosen();
}

ExperimentsPage::~ExperimentsPage() = default;

QWidget &ExperimentsPage::detail() const
{
    return *m_detail;
}

QWidget *ExperimentsPage::makeHead()
{
    m_name = new ElidedLabel(this);
    auto *head = new PageHead(m_name, this);
    m_name->setObjectName(u"experimentName"_s);
    m_name->setFont(enlarged(font(), titleTimes, true));
    m_choice = buttonOf(u"experimentChoice"_s, tr("Others"), tr("Choose another experiment"), head);
    m_choice->setPopupMode(QToolButton::InstantPopup);
    m_choice->setMenu(new QMenu(m_choice));
    m_run = buttonOf(u"runExperiment"_s, tr("▶ Run"),
        tr("Carry all runs out, in labs of their own beside the window"), head);
    m_stop = buttonOf(u"stopExperiment"_s, tr("Stop"), tr("Give up the runs that are left"), head);
    auto *file = buttonOf(u"openExperiment"_s, tr("Open…"), tr("Add an experiment from a file"), head);
    m_edit = buttonOf(
        u"editExperiment"_s, tr("Edit…"), tr("Change its YAML, or keep it under another name"), head);
    m_export = buttonOf(u"exportExperiment"_s, tr("Export…"), tr("Keep what was measured as CSV"), head);
    head->layout()->setContentsMargins(besidePage, 10, besidePage, 6);
    QWidget *before = m_table; // which has the keys at first
    for (QToolButton *button : {m_run, m_stop, m_choice, m_edit, file, m_export}) {
        head->addButton(button);
        setTabOrder(std::exchange(before, button), button);
    }
    wearButtonLook(head, m_theme);
    connect(m_run, &QToolButton::clicked, this, &ExperimentsPage::run);
    connect(m_stop, &QToolButton::clicked, this, &ExperimentsPage::stop);
    connect(m_edit, &QToolButton::clicked, this, &ExperimentsPage::edit);
    connect(file, &QToolButton::clicked, this, &ExperimentsPage::askForFile);
    connect(m_export, &QToolButton::clicked, this, &ExperimentsPage::exportRuns);
    return head;
}

QWidget *ExperimentsPage::makeProgress()
{
    auto *lines = new QWidget(this);
    m_description = new QLabel(lines);
    m_description->setObjectName(u"experimentDescription"_s);
    m_description->setTextFormat(Qt::PlainText);
    m_description->setWordWrap(true);
    m_facts = new ElidedLabel(lines);
    m_facts->setObjectName(u"experimentFacts"_s);
    m_facts->setElideMode(Qt::ElideRight);
    m_bar = new QProgressBar(lines);
    m_bar->setObjectName(u"experimentProgress"_s);
    m_bar->setTextVisible(false);
    m_bar->setMaximumHeight(6);
    m_told = new ElidedLabel(lines);
    m_told->setObjectName(u"experimentTold"_s);
    m_told->setElideMode(Qt::ElideRight);
    auto *line = new QHBoxLayout;
    line->addWidget(m_bar, 1);
    line->addWidget(m_told);
    auto *layout = new QVBoxLayout(lines);
    layout->setContentsMargins(besidePage, 0, besidePage, 6);
    layout->addWidget(m_description);
    layout->addWidget(m_facts);
    layout->addLayout(line);
    return lines;
}

QWidget *ExperimentsPage::makeFinding()
{
    auto *box = new Finding(m_theme, this);
    m_finding = new QLabel(box);
    m_finding->setObjectName(u"experimentFinding"_s);
    m_finding->setTextFormat(Qt::RichText);
    m_finding->setWordWrap(true);
    m_finding->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_play = buttonOf(u"playVariant"_s, tr("Play it here"),
        tr("Carry this variant's scenario out on the cluster that is shown"), box);
    m_report = buttonOf(u"reportRun"_s, tr("Report of the slowest"),
        tr("Carry the run with the slowest recovery out once more, and show its report"), box);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_play);
    buttons->addWidget(m_report);
    buttons->addStretch(1);
    auto *lines = new QVBoxLayout(box);
    lines->setContentsMargins(besidePage, 8, besidePage, 8);
    lines->addWidget(m_finding);
    lines->addLayout(buttons);
    wearButtonLook(box, m_theme);
    connect(m_play, &QToolButton::clicked, this, &ExperimentsPage::playVariant);
    connect(m_report, &QToolButton::clicked, this, &ExperimentsPage::reportSlowest);
    return box;
}

void ExperimentsPage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        m_name->setFont(enlarged(font(), titleTimes, true));
}

void ExperimentsPage::showEvent(QShowEvent *event)
{
    fill();
    QWidget::showEvent(event);
}

void ExperimentsPage::offerRuns(std::unique_ptr<ExperimentRuns> runs)
{
    m_runs = std::move(runs);
    connect(m_runs.get(), &ExperimentRuns::ran, this, &ExperimentsPage::take);
    connect(m_runs.get(), &ExperimentRuns::ended, this, &ExperimentsPage::end);
    connect(m_runs.get(), &ExperimentRuns::reported, this, &ExperimentsPage::tellReport);
    showChosen();
}

void ExperimentsPage::setFolder(const QString &folder)
{
    m_folder = folder;
}

void ExperimentsPage::fill()
{
    if (std::exchange(m_isFilled, true))
        return;
    addShipped();
    for (const QFileInfo &file : filesIn(m_folder, m_files))
        addFile(file.filePath());
    listChoices();
    const int awaited = rowOf(m_awaited);
    choose(awaited < 0 && !m_entries.empty() ? 0 : awaited);
    emit changed();
}

int ExperimentsPage::rowOf(const QString &one) const
{
    const auto found = std::ranges::find_if(m_entries, [&](const Entry &entry) {
        return one == (entry.path.isEmpty() ? spoken(entry.experiment.name) : entry.path);
    });
    return found == m_entries.end() ? -1 : static_cast<int>(found - m_entries.begin());
}

QString ExperimentsPage::chosenOne() const
{
    if (m_chosen < 0)
        return m_awaited;
    const Entry &entry = m_entries[static_cast<std::size_t>(m_chosen)];
    return entry.path.isEmpty() ? spoken(entry.experiment.name) : entry.path;
}

void ExperimentsPage::chooseOne(const QString &one)
{
    m_awaited = one;
    if (!m_progress.isRunning)
        chooseOther(rowOf(one));
}

/// What is in the folder is found there again.
void ExperimentsPage::rememberFile(const QString &path)
{
    const bool isOwn = !m_folder.isEmpty() && QFileInfo(path).dir() == QDir(m_folder);
    if (isOwn || m_files.contains(path))
        return;
    m_files.append(path);
    emit filesChanged(m_files);
}

void ExperimentsPage::addShipped()
{
    for (const std::string &file : resources::files("experiments")) {
        auto parsed = core::experiment::parseExperiment(resources::text("experiments/" + file));
        if (parsed)
            m_entries.push_back({std::move(*parsed), {}, file});
    }
}

bool ExperimentsPage::addFile(const QString &path)
{
    const auto tell = [&](const QString &problem) {
        emit noticed({.level = Notice::Level::Problem, .text = tr("%1: %2").arg(path, problem)});
        return false;
    };
    if (const QFileInfo info(path); info.exists() && !info.isFile()) // a pipe would be waited for
        return tell(tr("it is no file"));
    auto parsed = core::experiment::loadExperiment(utf8(path));
    if (!parsed)
        return tell(spoken(parsed.error().front().saying()));
    const QString absolute = QFileInfo(path).absoluteFilePath();
    const auto before = std::ranges::find(m_entries, absolute, &Entry::path);
    if (before == m_entries.end())
        m_entries.push_back({std::move(*parsed), absolute, {}});
    else
        before->experiment = std::move(*parsed);
    return true;
}

void ExperimentsPage::open(const QString &path)
{
    fill();
    if (!addFile(path))
        return;
    listChoices();
    const QString absolute = QFileInfo(path).absoluteFilePath();
    rememberFile(absolute);
    const auto found = std::ranges::find(m_entries, absolute, &Entry::path);
    const auto entry = static_cast<int>(found - m_entries.begin());
    if (m_progress.isRunning && entry == m_chosen)
        emit noticed({.text = tr("%1 has changed. What runs is as it was; the next run is as it is then.")
                                  .arg(text(utf8(found->path))),
            .seconds = 10});
    else
        choose(entry);
    emit changed();
}

int ExperimentsPage::count() const
{
    if (m_isFilled)
        return static_cast<int>(m_entries.size());
    return static_cast<int>(std::ssize(resources::files("experiments")) + filesIn(m_folder, m_files).size());
}

QStringList ExperimentsPage::names()
{
    fill();
    QStringList names;
    for (const Entry &entry : m_entries)
        names.append(spoken(entry.experiment.name));
    return names;
}

void ExperimentsPage::bringUp(const QString &name)
{
    const auto row = static_cast<int>(names().indexOf(name));
    chooseOther(row);
    emit frontAsked();
}

void ExperimentsPage::bringUpShipped(const std::string &file)
{
    fill();
    const auto found = std::ranges::find(m_entries, file, &Entry::shipped);
    chooseOther(found == m_entries.end() ? -1 : static_cast<int>(found - m_entries.begin()));
    emit frontAsked();
}

/// The one that is chosen already goes on, and keeps what it found.
void ExperimentsPage::chooseOther(int entry)
{
    if (entry >= 0 && entry != m_chosen)
        choose(entry);
}

/// What runs is given up when another one is chosen.
void ExperimentsPage::choose(int entry)
{
    if (m_progress.isRunning)
        stop();
    m_chosen = entry;
    m_progress.done = 0;
    m_variants->show(entry < 0 ? Experiment() : m_entries[static_cast<std::size_t>(entry)].experiment);
    chooseVariant(0);
    showChosen();
    emit chosenChanged();
}

/// As its file is now; false: it is no experiment any more.
bool ExperimentsPage::takeInAgain()
{
    const Entry &entry = m_entries[static_cast<std::size_t>(m_chosen)];
    if (entry.path.isEmpty())
        return true;
    if (!addFile(entry.path))
        return false;
    const std::size_t variant = chosenVariant().value_or(0);
    m_variants->show(entry.experiment);
    chooseVariant(variant < entry.experiment.variants() ? variant : 0);
    listChoices();
    return true;
}

void ExperimentsPage::run()
{
    if (!m_runs || m_chosen < 0 || !takeInAgain())
        return;
    m_arrived.clear();
    m_variants->clear();
    m_progress.done = 0;
    m_progress.isRunning = true;
    m_progress.since.start();
    m_runs->start(core::api::writeJson(m_variants->experiment().document()));
    showArrived();
    showChosen();
    emit changed();
}

void ExperimentsPage::stop()
{
    if (m_runs)
        m_runs->stop();
    showArrived();
    m_progress.isRunning = false;
    showChosen();
    emit changed();
}

void ExperimentsPage::take(const Run &run)
{
    ++m_progress.done;
    m_arrived.push_back(run);
    if (!m_soon.isActive())
        m_soon.start();
}

void ExperimentsPage::showArrived()
{
    m_variants->add(std::exchange(m_arrived, {}));
}

void ExperimentsPage::end(const QString &trouble)
{
    showArrived();
    m_progress.isRunning = false;
    if (!trouble.isEmpty())
        emit noticed({.level = Notice::Level::Problem,
            .text = tr("The experiment ended early: %1").arg(text(utf8(trouble)))});
    showChosen();
    emit changed();
}

void ExperimentsPage::listChoices()
{
    QMenu *menu = m_choice->menu();
    menu->clear();
    for (int i = 0; i < static_cast<int>(m_entries.size()); ++i) {
        const Entry &entry = m_entries[static_cast<std::size_t>(i)];
        QString words = spoken(entry.experiment.name);
        if (!entry.path.isEmpty()) // one's own may have the name of what it was made of
            words += u" · "_s + text(utf8(QFileInfo(entry.path).fileName()));
        menu->addAction(unmarked(words), this, [this, i] { chooseOther(i); });
    }
}

void ExperimentsPage::showChosen()
{
    const Experiment &experiment = m_variants->experiment();
    const bool isThere = m_chosen >= 0;
    m_name->setText(isThere ? spoken(experiment.name) : tr("No experiment"));
    m_name->setToolTip(tip(spoken(experiment.description).simplified()));
    m_choice->setEnabled(m_entries.size() > 1);
    m_told->setVisible(isThere);
    m_description->setText(isThere ? spoken(experiment.description).simplified() : QString());
    m_run->setText(m_progress.done > 0 ? tr("▶ Run again") : tr("▶ Run"));
    m_run->setEnabled(isThere && m_runs);
    m_edit->setEnabled(isThere);
    m_stop->setEnabled(m_progress.isRunning);
    m_export->setEnabled(m_progress.done > 0);
    showProgress();
    showFinding();
}

void ExperimentsPage::showProgress()
{
    const auto runs = static_cast<int>(m_variants->experiment().runs());
    const auto done = static_cast<int>(m_progress.done);
    m_bar->setVisible(done > 0 || m_progress.isRunning);
    m_description->setVisible(!m_bar->isVisibleTo(this)); // then it is in the name's tool tip
    m_facts->setVisible(m_bar->isVisibleTo(this));
    m_facts->setText(factsOfChosen());
    m_bar->setRange(0, std::max(runs, 1));
    m_bar->setValue(done);
    m_export->setEnabled(done > 0);
    QString words = m_bar->isVisibleTo(this) ? tr("%1 of %Ln runs", nullptr, runs).arg(countText(done))
                                             : tr("%Ln runs", nullptr, runs) + u" · "_s + factsOfChosen();
    const auto seconds = static_cast<double>(m_progress.since.elapsed()) / 1000; // NOLINT(*-magic-numbers)
    if (m_progress.isRunning && done > 0 && seconds >= leastMeasured) {
        const double each = seconds / done;
        const auto left = std::chrono::duration_cast<core::base::Duration>(
            std::chrono::duration<double>(each * (runs - done)));
        words += u" · "_s + rateText(done / seconds) + u" · "_s + tr("%1 left").arg(roughText(left));
    }
    m_told->setText(words);
}

/// "zone.yaml · 30 machines · 9 variants × 20 seeds · at most 2h each"
QString ExperimentsPage::factsOfChosen() const
{
    if (m_chosen < 0)
        return {};
    const Experiment &experiment = m_variants->experiment();
    QStringList facts;
    if (const QString &path = m_entries[static_cast<std::size_t>(m_chosen)].path; !path.isEmpty())
        facts.append(text(utf8(QFileInfo(path).fileName())));
    const auto machines = core::experiment::heaviestLoad(experiment.scenario).machines;
    facts.append(tr("%Ln machines", nullptr, static_cast<int>(machines)));
    facts.append(tr("%Ln variants", nullptr, static_cast<int>(experiment.variants())) + u" × "_s
        + tr("%Ln seeds", nullptr, static_cast<int>(experiment.seeds)));
    facts.append(tr("at most %1 each").arg(durationText(experiment.longest)));
    return facts.join(u" · "_s);
}

void ExperimentsPage::showFinding()
{
    const auto variant = chosenVariant();
    m_chart->choose(variant);
    m_detail->show(*m_variants, variant);
    m_play->setEnabled(variant.has_value());
    const bool hasSlowest = variant && m_variants->summaries()[*variant].slowest();
    m_report->setEnabled(m_runs && hasSlowest && m_progress.hasReport);
    if (!variant) {
        m_finding->setText(m_progress.done > 0
                ? tr("Choose a variant: it is weighed against the others.")
                : tr("Run the experiment: what it finds is drawn and told here."));
        return;
    }
    QStringList parts {standingText(m_variants->experiment(), m_variants->summaries(), *variant),
        extremesText(m_variants->summaries()[*variant])};
    parts.removeAll(QString());
    m_finding->setText(parts.isEmpty() ? whyNothingIsFound(*variant) : parts.join(u"<br>"_s));
}

QString ExperimentsPage::whyNothingIsFound(std::size_t variant) const
{
    const QString name = variantText(m_variants->experiment(), variant).toHtmlEscaped();
    const auto &summary = m_variants->summaries()[variant];
    if (summary.runs() == 0)
        return tr("Nothing is known of %1 yet.").arg(name);
    const auto measure = m_variants->experiment().measures.front();
    return summary.typical(measure) ? tr("There is no other variant to weigh %1 against.").arg(name)
                                    : tr("No run of %1 has a figure for %2.").arg(name, titleOf(measure));
}

std::optional<std::size_t> ExperimentsPage::chosenVariant() const
{
    const QModelIndex current = m_order->mapToSource(m_table->currentIndex());
    return current.isValid() ? std::optional(static_cast<std::size_t>(current.row())) : std::nullopt;
}

void ExperimentsPage::chooseVariant(std::size_t variant)
{
    m_table->setCurrentIndex(m_order->mapFromSource(m_variants->index(static_cast<int>(variant), 0)));
}

void ExperimentsPage::askForFile()
{
    auto *dialog = new QFileDialog(this, tr("Open an experiment"), {}, tr("Experiments (*.yaml *.yml)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &ExperimentsPage::open);
    dialog->open();
}

void ExperimentsPage::edit()
{
    const Entry &entry = m_entries[static_cast<std::size_t>(m_chosen)];
    if (entry.path.isEmpty())
        return emit editAsked(raw(resources::text("experiments/" + entry.shipped)), {});
    QFile file(entry.path);
    if (QFileInfo(file).isFile() && file.open(QIODevice::ReadOnly))
        emit editAsked(QString::fromUtf8(file.readAll()), entry.path);
    else
        emit noticed(
            {.level = Notice::Level::Problem, .text = tr("%1: %2").arg(entry.path, file.errorString())});
}

void ExperimentsPage::exportRuns()
{
    auto *dialog = new QFileDialog(this, tr("Keep what was measured"), {}, tr("CSV (*.csv)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"csv"_s);
    dialog->selectFile(u"experiment.csv"_s);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        QSaveFile file(path);
        const bool isWritten =
            file.open(QIODevice::WriteOnly) && file.write(m_variants->csv().toUtf8()) >= 0 && file.commit();
        emit noticed(isWritten ? Notice {.text = tr("Written: %1").arg(path), .seconds = 5}
                               : Notice {.level = Notice::Level::Problem,
                                   .text = tr("%1: %2").arg(path, file.errorString())});
    });
    dialog->open();
}

void ExperimentsPage::playVariant()
{
    if (const auto variant = chosenVariant()) {
        const core::api::Json scenario = m_variants->experiment().scenarioOf(*variant);
        emit scenarioAsked(text(core::api::textAt(scenario, {"name"})), core::api::writeYaml(scenario));
    }
}

void ExperimentsPage::reportSlowest()
{
    const auto variant = chosenVariant();
    const Run *run = variant ? m_variants->summaries()[*variant].slowest() : nullptr;
    if (!run || !m_runs)
        return;
    m_progress.hasReport = false;
    const std::string document = core::api::writeJson(m_variants->experiment().document());
    const QByteArray hash =
        QCryptographicHash::hash(QByteArray::fromStdString(document), QCryptographicHash::Sha256).toHex();
    m_runs->report(document, *run, // no other experiment's report is there
        reportsPath()
            + u"/experiment-%1-%2-%3"_s.arg(QString::fromLatin1(hash.left(8)),
                QString::number(run->variant + 1), QString::number(run->seed)));
    showFinding();
}

void ExperimentsPage::tellReport(const QString &directory, const QString &trouble)
{
    m_progress.hasReport = true;
    showFinding();
    const QString file = directory + u"/report.html"_s;
    if (!trouble.isEmpty()) {
        emit noticed({.level = Notice::Level::Problem,
            .text = tr("The report could not be made: %1").arg(text(utf8(trouble)))});
        return;
    }
    emit noticed({.text = tr("The report is in %1").arg(file),
        .actionText = tr("Show"),
        .action = [file] { QDesktopServices::openUrl(QUrl::fromLocalFile(file)); },
        .seconds = 20});
}

} // namespace ui
