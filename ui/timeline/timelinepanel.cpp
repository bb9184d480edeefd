// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinepanel.h"

#include "ui/actions.h"
#include "ui/clusterview.h"
#include "ui/commandsender.h"
#include "ui/format.h"
#include "ui/place.h"
#include "ui/timeline/recoverystory.h"
#include "ui/widgets/buttonlook.h"
#include "ui/widgets/crowdedline.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/objecttable.h"

#include <QApplication>
#include <QButtonGroup>
#include <QDesktopServices>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QSaveFile>
#include <QStackedWidget>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

using namespace std::chrono_literals;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int pngScale = 2;
constexpr std::size_t manyEpisodes = 1000; // from here on their statistics are made once a second
constexpr core::base::Duration shortSpan = 5min;

/// The problem is empty when it went well.
QString writeFile(const QString &path, const std::string &content)
{
    QSaveFile file(path);
    const auto size = static_cast<qint64>(content.size());
    if (file.open(QIODevice::WriteOnly) && file.write(content.data(), size) == size && file.commit())
        return {};
    return file.errorString();
}

} // namespace

TimelinePanel::TimelinePanel(const ClusterView &cluster, const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_cluster(cluster)
    , m_theme(theme)
    , m_chart(new HealthChart(cluster, theme, this))
    , m_recoveries(new Recoveries(cluster, theme, this))
    , m_head(new CrowdedLine(this))
    , m_pages(new QStackedWidget(this))
    , m_switch(new QButtonGroup(this))
    , m_span(new ElidedLabel(this))
    , m_legend(new QLabel(this))
    , m_statistics(new QLabel(this))
    , m_live(makeButton(u"live", tr("● LIVE"), tr("Follow what happens now")))
{
    m_pages->addWidget(m_chart);
    m_pages->addWidget(m_recoveries);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_head);
    layout->addWidget(m_pages, 1);
    makeSwitch();
    makeHead();
    connect(m_chart, &HealthChart::liveChanged, m_live, &QToolButton::setChecked);
    connect(m_chart, &HealthChart::liveChanged, this, &TimelinePanel::showLegend);
    connect(m_chart, &HealthChart::shownChanged, this, &TimelinePanel::showSpan);
    connect(m_chart, &HealthChart::momentAsked, this, &TimelinePanel::momentAsked);
    connect(m_chart, &HealthChart::machineChosen, this, &TimelinePanel::machineChosen);
    connect(m_recoveries, &Recoveries::machineChosen, this, &TimelinePanel::machineChosen);
    connect(&episodes(), &ObjectTable::selectionMoved, this, &TimelinePanel::placeChanged);
    connect(m_pages, &QStackedWidget::currentChanged, this, &TimelinePanel::placeChanged);
    connect(m_recoveries, &Recoveries::left, this, [this] {
        showPage(Page::Timeline);
        emit left();
    });
    connect(&m_recoveries->card(), &RecoveryCard::jumpAsked, this, [this] {
        if (const auto span = m_recoveries->card().span())
            showRange(*span);
    });
    connect(
        &m_recoveries->card(), &RecoveryCard::exportAsked, this, [this](std::uint64_t episode, QPoint where) {
            if (const auto span = m_recoveries->card().span())
                offerExports(false, {*span, episode}, where);
        });
    connect(&m_recoveries->card(), &RecoveryCard::replayAsked, this, &TimelinePanel::replayAsked);
    m_statisticsTimer.setSingleShot(true);
    connect(&m_statisticsTimer, &QTimer::timeout, this, &TimelinePanel::showStatistics);
    connect(&theme, &Theme::changed, this, &TimelinePanel::showLegend);
    showLegend();
    showStatistics();
}

QToolButton *TimelinePanel::makeButton(const char16_t *name, const QString &text, const QString &tip)
{
    auto *button = new QToolButton(this);
    button->setObjectName(QString::fromUtf16(name));
    button->setText(text);
    button->setToolTip(tip);
    button->setAutoRaise(true);
    return button;
}

void TimelinePanel::makeSwitch()
{
    const std::pair<Page, QToolButton *> pages[] = {
        {Page::Timeline, makeButton(u"showTimeline", tr("Timeline"), tr("Counts and machines over time"))},
        {Page::Recoveries,
            makeButton(u"showRecoveries", tr("Recoveries"), tr("The failures, and the story of each"))}};
    for (const auto &[page, button] : pages) {
        button->setCheckable(true);
        m_switch->addButton(button, static_cast<int>(page));
        m_head->widgets()->addWidget(button);
    }
    m_switch->button(static_cast<int>(Page::Timeline))->setChecked(true);
    connect(m_switch, &QButtonGroup::idClicked, this, [this](int page) { showPage(Page(page)); });
}

void TimelinePanel::makeHead()
{
    auto *line = m_head->widgets();
    line->setContentsMargins(6, 2, 6, 2);
    line->setSpacing(6);
    m_span->setObjectName(u"span"_s);
    m_span->setForegroundRole(QPalette::PlaceholderText);
    m_statistics->setObjectName(u"statistics"_s);
    m_legend->setObjectName(u"legend"_s);
    m_live->setCheckable(true);
    m_live->setChecked(true);
    QToolButton *last = makeButton(u"lastMinutes", tr("5 min"), tr("Show the last five minutes"));
    QToolButton *fit = makeButton(u"fit", tr("Fit"),
        tr("Show everything. The wheel zooms, dragging chooses a stretch, with Shift it moves; "
           "Alt+Left goes back."));
    m_export = makeButton(u"export", tr("Export…"), tr("Keep what is shown as a file"));
    line->addWidget(m_span);
    line->addWidget(m_legend);
    line->addStretch(1);
    for (QWidget *widget : std::initializer_list<QWidget *> {m_statistics, m_live, last, fit, m_export})
        line->addWidget(widget);
    m_head->setDispensable({m_legend, m_statistics, last, fit});
    wearButtonLook(m_head, m_theme);
    const auto onChart = [this](QToolButton *button, auto action) {
        connect(button, &QToolButton::clicked, this, [this, action] {
            action();
            showPage(Page::Timeline);
        });
    };
    onChart(m_live, [this] {
        emit presentAsked();
        m_chart->goLive();
        m_live->setChecked(true);
    });
    onChart(last, [this] { m_chart->showLast(shortSpan); });
    onChart(fit, [this] { m_chart->fit(); });
    connect(m_export, &QToolButton::clicked, this, qOverload<>(&TimelinePanel::offerExports));
}

void TimelinePanel::setActions(const Actions &actions)
{
    connect(actions.recoveries, &QAction::triggered, this, &TimelinePanel::enterRecoveries);
    m_recoveries->offerFailure(actions.makeUnhealthy);
    addActions({actions.fitChart, actions.closer, actions.wider, actions.followNow});
    // Below the button, which the action may have to bring into sight first.
    connect(actions.exportTimeline, &QAction::triggered, this, qOverload<>(&TimelinePanel::offerExports),
        Qt::QueuedConnection);
    connect(actions.fitChart, &QAction::triggered, m_chart, &HealthChart::fit);
    connect(actions.followNow, &QAction::triggered, m_chart, &HealthChart::goLive);
    connect(actions.closer, &QAction::triggered, m_chart, [this] { m_chart->zoom(0.5, 1); });
    connect(actions.wider, &QAction::triggered, m_chart, [this] { m_chart->zoom(2, 1); });
}

void TimelinePanel::showPage(Page page)
{
    m_pages->setCurrentIndex(static_cast<int>(page));
    m_switch->button(static_cast<int>(page))->setChecked(true);
    if (page == Page::Recoveries)
        m_recoveries->showChosen();
}

void TimelinePanel::addTo(Place &place) const
{
    place.showsRecoveries = m_pages->currentWidget() == m_recoveries;
    place.story = episodes().userChoice();
}

void TimelinePanel::restore(const Place &place)
{
    if (place.story)
        episodes().awaitChoice(*place.story);
    showPage(place.showsRecoveries ? Page::Recoveries : Page::Timeline);
}

void TimelinePanel::enterRecoveries()
{
    showPage(Page::Recoveries);
    episodes().setFocus();
}

void TimelinePanel::showStory(std::uint64_t episode)
{
    enterRecoveries();
    episodes().selectKey({{}, std::to_string(episode)});
}

void TimelinePanel::showRange(const TimeWindow::Range &range)
{
    m_chart->showRange(range);
    showPage(Page::Timeline);
}

bool TimelinePanel::hasKeys() const
{
    return m_recoveries->isAncestorOf(QApplication::focusWidget());
}

std::uint64_t TimelinePanel::replayable() const
{
    if (m_pages->currentWidget() == m_recoveries && m_recoveries->card().shown() > 0)
        return m_recoveries->card().shown();
    const auto &episodes = m_cluster.health().episodes();
    const auto latest = std::ranges::find_if(episodes.rbegin(), episodes.rend(),
        [](const auto &entry) { return entry.second.recoveredAt.has_value(); });
    return latest == episodes.rend() ? 0 : latest->first;
}

void TimelinePanel::apply(const core::engine::ChangeSet &changes)
{
    m_recoveries->apply(changes);
    if (!changes.episodes.empty() || changes.reset)
        showStatisticsSoon();
    if (!changes.facts.empty() || changes.reset || changes.status) {
        showLegend();
        showSpan();
        m_chart->clusterChanged();
    }
    if (changes.status)
        m_live->setVisible(!m_cluster.isLost() && !m_cluster.isUnread());
}

void TimelinePanel::showMoment()
{
    m_live->setText(m_cluster.isPast() ? tr("Back to live") : tr("● LIVE"));
    m_chart->showMoment();
    showLegend();
    showStatisticsSoon();
    m_recoveries->showMoment();
}

void TimelinePanel::showSpan()
{
    const MachinePasts &pasts = m_cluster.health().machines();
    QStringList words {m_chart->shownText()};
    if (pasts.goneKept() > 0)
        words.append(pasts.forgotten() > 0 ? tr("%1 gone machines kept, %2 forgotten")
                                                 .arg(countText(std::int64_t(pasts.goneKept())),
                                                     countText(std::int64_t(pasts.forgotten())))
                                           : tr("%1 gone").arg(countText(std::int64_t(pasts.goneKept()))));
    words.removeAll(QString());
    m_span->setText(words.join(u" · "_s));
}

void TimelinePanel::showLegend()
{
    m_legend->setText(m_chart->legend());
}

void TimelinePanel::showStatisticsSoon()
{
    const bool isMany = m_cluster.health().episodes().size() >= manyEpisodes;
    if (!m_statisticsTimer.isActive())
        m_statisticsTimer.start(isMany ? 1000 : 0);
}

void TimelinePanel::showStatistics()
{
    std::vector<core::base::Duration> recoveries;
    std::size_t failures = 0;
    for (const auto &[id, episode] : m_cluster.health().episodes()) {
        failures += m_cluster.hadBegun(episode) ? 1 : 0;
        if (const auto recovery = m_cluster.knownRecovery(episode))
            recoveries.push_back(*recovery);
    }
    m_statistics->setText(statisticsText(core::timeline::statisticsOf(std::move(recoveries)), failures));
}

void TimelinePanel::offerExports()
{
    offerExports(true, {m_chart->shown()}, m_export->mapToGlobal(m_export->rect().bottomLeft()));
}

void TimelinePanel::offerExports(bool withPictures, const ExportScope &scope, QPoint where)
{
    auto *menu = new QMenu(this);
    menu->setObjectName(u"exports"_s);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    using enum ExportFormat;
    for (const ExportFormat format : {Png, Svg, EpisodesCsv, FactsCsv, FactsJson, Html}) {
        if (withPictures || (format != Png && format != Svg))
            menu->addAction(titleOf(format), this, [=, this] { askWhere(format, scope); });
    }
    menu->popup(where);
}

void TimelinePanel::askWhere(ExportFormat format, const ExportScope &scope)
{
    auto *dialog = new QFileDialog(this, titleOf(format));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QFileInfo(fileNameOf(format)).suffix());
    dialog->selectFile(fileNameOf(format));
    connect(dialog, &QFileDialog::fileSelected, this,
        [=, this](const QString &path) { save(format, path, scope); });
    dialog->open();
}

void TimelinePanel::reportScenario()
{
    askWhere(ExportFormat::ScenarioHtml, {});
}

void TimelinePanel::save(ExportFormat format, const QString &path)
{
    save(format, path, {m_chart->shown()});
}

void TimelinePanel::save(ExportFormat format, const QString &path, const ExportScope &scope)
{
    QString problem;
    if (format == ExportFormat::Png)
        problem = m_chart->savePng(path, pngScale);
    else if (format == ExportFormat::Svg)
        problem = m_chart->saveSvg(path);
    else
        problem = writeFile(path, exportedText(format, m_cluster, scope));
    if (problem.isEmpty())
        emit noticed({.text = tr("Saved %1").arg(path),
            .actionText = tr("Show"),
            .action = [path] { QDesktopServices::openUrl(QUrl::fromLocalFile(path)); }});
    else
        emit noticed({.level = Notice::Level::Problem,
            .text = tr("Could not save %1: %2").arg(path, problem),
            .seconds = 0});
}

} // namespace ui
