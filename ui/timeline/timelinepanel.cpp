// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinepanel.h"

#include "core/timeline/csv.h"
#include "core/timeline/episodes.h"
#include "ui/commandsender.h"
#include "ui/format.h"
#include "ui/models/columns.h"
#include "ui/widgets/objecttable.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSaveFile>
#include <QShortcut>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::timeline::Episode;

namespace {

constexpr int pngScale = 2;
constexpr int leastBeside = 500; // px
constexpr int manyEpisodes = 1000; // from here on their statistics are made once a second

QVBoxLayout *makeColumn(QWidget *side, QHBoxLayout *&head)
{
    auto *layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    head = new QHBoxLayout;
    head->setContentsMargins(8, 2, 6, 2);
    layout->addLayout(head);
    return layout;
}

} // namespace

TimelinePanel::TimelinePanel(const ClusterView &cluster, const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_cluster(cluster)
    , m_theme(theme)
    , m_model(columnsOf<core::timeline::Episode>(cluster), [&cluster] { return cluster.now(); })
    , m_chart(new HealthChart(cluster, theme, this))
    , m_table(new ObjectTable(m_model, theme, this))
    , m_sides(new QSplitter(this))
    , m_legend(new QLabel(this))
    , m_statistics(new QLabel(this))
    , m_live(makeButton(u"live"_s, tr("LIVE"), tr("Follow what happens now (End)")))
{
    m_sides->addWidget(makeChartSide());
    m_sides->addWidget(makeEpisodeSide());
    m_sides->setStretchFactor(0, 3);
    m_sides->setStretchFactor(1, 2);
    m_sides->setSizes({600, 400});
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_sides);
    for (QLabel *label : {m_legend, m_statistics})
        label->setMinimumWidth(1); // its end may be cut off

    const auto addKey = [this](const QKeySequence &key, auto action) {
        auto *shortcut = new QShortcut(key, this, nullptr, nullptr, Qt::WindowShortcut);
        connect(shortcut, &QShortcut::activated, m_chart, action);
    };
    addKey(Qt::Key_0, &HealthChart::fit);
    addKey(Qt::CTRL | Qt::Key_End, &HealthChart::goLive);
    addKey(Qt::CTRL | Qt::Key_Plus, [this] { m_chart->zoom(0.5, 1); });
    addKey(Qt::CTRL | Qt::Key_Minus, [this] { m_chart->zoom(2, 1); });
    connect(m_chart, &HealthChart::liveChanged, m_live, &QToolButton::setChecked);
    m_statisticsTimer.setSingleShot(true);
    connect(&m_statisticsTimer, &QTimer::timeout, this, &TimelinePanel::showStatistics);
    connect(&theme, &Theme::changed, this, &TimelinePanel::showLegend);
    showLegend();
    showStatistics();
}

/// One below the other where there is no room beside each other.
void TimelinePanel::resizeEvent(QResizeEvent *event)
{
    m_sides->setOrientation(width() < leastBeside ? Qt::Vertical : Qt::Horizontal);
    QWidget::resizeEvent(event);
}

QToolButton *TimelinePanel::makeButton(const QString &name, const QString &text, const QString &tip)
{
    auto *button = new QToolButton(this);
    button->setObjectName(name);
    button->setText(text);
    button->setToolTip(tip);
    button->setAutoRaise(true);
    return button;
}

QWidget *TimelinePanel::makeChartSide()
{
    auto *side = new QWidget(this);
    QHBoxLayout *head = nullptr;
    QVBoxLayout *layout = makeColumn(side, head);
    m_live->setCheckable(true);
    m_live->setChecked(true);
    QToolButton *fit =
        makeButton(u"fit"_s, tr("Fit"), tr("Show everything (0); the wheel zooms, dragging moves"));
    QToolButton *save = makeButton(u"saveChart"_s, tr("Save…"), tr("Save the chart as PNG or SVG"));
    head->addWidget(m_legend, 1);
    head->addWidget(m_live);
    head->addWidget(fit);
    head->addWidget(save);
    layout->addWidget(m_chart, 1);
    connect(m_live, &QToolButton::clicked, m_chart, &HealthChart::goLive);
    connect(fit, &QToolButton::clicked, m_chart, &HealthChart::fit);
    connect(save, &QToolButton::clicked, this,
        [this] { askWhere(tr("Save the chart"), u"health.svg"_s, tr("Pictures (*.svg *.png)")); });
    return side;
}

QWidget *TimelinePanel::makeEpisodeSide()
{
    auto *side = new QWidget(this);
    QHBoxLayout *head = nullptr;
    QVBoxLayout *layout = makeColumn(side, head);
    QToolButton *csv =
        makeButton(u"saveEpisodes"_s, tr("CSV…"), tr("Save the failures and recoveries as CSV"));
    m_statistics->setObjectName(u"statistics"_s);
    head->addWidget(m_statistics, 1);
    head->addWidget(csv);
    layout->addWidget(m_table, 1);
    m_table->setObjectName(u"episodes"_s);
    m_table->setAccessibleName(tr("Failures and recoveries"));
    m_table->setEmptyText(tr("No failure yet.\nSelect a machine and press u to make one."));
    m_table->setChoosesFirst(false);
    m_table->sortByColumn(0, Qt::DescendingOrder);
    connect(csv, &QToolButton::clicked, this,
        [this] { askWhere(tr("Save the failures"), u"episodes.csv"_s, tr("Tables (*.csv)")); });
    connect(m_table, &ObjectTable::inspectAsked, this, &TimelinePanel::choose);
    return side;
}

void TimelinePanel::choose()
{
    const auto key = m_table->currentKey();
    if (!key)
        return;
    const Episode &episode = m_model.at(m_model.rowOf(*key));
    const bool replaced = !episode.replacement.name.empty();
    emit machineChosen(replaced ? episode.replacement : episode.machine);
}

void TimelinePanel::apply(const core::engine::ChangeSet &changes)
{
    if (changes.reset)
        m_model.clear();
    core::engine::Changes<Episode> episodes;
    for (const Episode &episode : changes.episodes)
        episodes.upserts.push_back(std::make_shared<const Episode>(episode));
    m_model.apply(episodes);
    if ((!changes.episodes.empty() || changes.reset) && !m_statisticsTimer.isActive())
        m_statisticsTimer.start(m_model.total() < manyEpisodes ? 0 : 1000);
    if (!changes.facts.empty() || changes.reset) {
        showLegend();
        m_chart->clusterChanged();
    }
    if (changes.status) {
        m_live->setVisible(!m_cluster.isLost());
        showLegend();
        m_chart->clusterChanged();
    }
}

void TimelinePanel::showLegend()
{
    const auto now = m_cluster.health().countsNow();
    const auto item = [this](State state, int count) {
        return u"<span style=\"color:%1\">%2</span> %3 <b>%4</b>"_s.arg(
            m_theme.color(m_cluster.isLost() ? State::Paused : state).name(), glyphOf(state), wordOf(state),
            QString::number(count));
    };
    const auto &wanted = m_cluster.health().wanted();
    const QString desired = tr("desired %1").arg(wanted.empty() ? 0 : wanted.back().machines);
    QStringList items {item(State::Ready, now.ready), u"┅ "_s + desired, item(State::NotReady, now.notReady),
        u"┈ "_s + item(State::Unknown, now.unknown)};
    if (m_cluster.isLost())
        items.append(tr("at %1").arg(momentText(m_cluster.now(), m_cluster.present())));
    m_legend->setText(items.join(u" &nbsp; "_s));
}

void TimelinePanel::showStatistics()
{
    std::vector<Episode> all;
    for (const auto &[id, episode] : m_cluster.health().episodes())
        all.push_back(episode);
    const auto statistics = core::timeline::statisticsOf(all);
    if (statistics.count == 0) {
        m_statistics->setText(
            all.empty() ? tr("Recoveries") : tr("Failures: %1, none recovered yet").arg(all.size()));
        return;
    }
    m_statistics->setText(tr("Recoveries: %1 · median <b>%2</b> · worst <b>%3</b>")
                              .arg(statistics.count)
                              .arg(durationText(statistics.median), durationText(statistics.worst)));
}

void TimelinePanel::askWhere(const QString &title, const QString &proposal, const QString &pattern)
{
    auto *dialog = new QFileDialog(this, title, {}, pattern);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(proposal);
    connect(dialog, &QFileDialog::fileSelected, this, &TimelinePanel::save);
    dialog->open();
}

void TimelinePanel::save(const QString &path)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    QString problem;
    if (suffix == "csv"_L1)
        problem = saveEpisodes(path);
    else if (suffix == "png"_L1)
        problem = m_chart->savePng(path, pngScale);
    else
        problem = m_chart->saveSvg(path);
    if (problem.isEmpty())
        emit noticed({.text = tr("Saved %1").arg(path)});
    else
        emit noticed({.level = Notice::Level::Problem,
            .text = tr("Could not save %1: %2").arg(path, problem),
            .seconds = 0});
}

QString TimelinePanel::saveEpisodes(const QString &path) const
{
    std::vector<Episode> all;
    for (const auto &[id, episode] : m_cluster.health().episodes())
        all.push_back(episode);
    const std::string csv = core::timeline::csvOf(std::span<const Episode>(all));
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(csv.data(), static_cast<qint64>(csv.size())) >= 0
        && file.commit())
        return {};
    return file.errorString();
}

} // namespace ui
