// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/recoveries.h"

#include "ui/clusterview.h"
#include "ui/models/columns.h"
#include "ui/widgets/downscroll.h"
#include "ui/widgets/objecttable.h"
#include "ui/widgets/ticker.h"

#include <QKeyEvent>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ui {

using namespace std::chrono_literals;
using namespace Qt::Literals::StringLiterals;
using core::api::Time;
using core::timeline::Episode;

namespace {

constexpr int leastBeside = 860; // px
constexpr int listWidth = 430;

Time lastChangeOf(const Episode &episode)
{
    Time last = episode.unhealthyAt;
    for (const auto &at : {episode.deleteAskedAt, episode.oldGoneAt, episode.replacementCreatedAt,
             episode.recoveredAt, episode.completeAt})
        last = std::max(last, at.value_or(last));
    return last;
}

} // namespace

Recoveries::Recoveries(const ClusterView &cluster, const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_cluster(cluster)
    , m_model(columnsOf<Episode>(cluster), [&cluster] { return cluster.now(); })
    , m_table(new ObjectTable(m_model, theme, this))
    , m_card(new RecoveryCard(cluster, theme, this))
    , m_sides(new QSplitter(this))
{
    m_sides->addWidget(m_table);
    m_sides->addWidget(new DownScroll(m_card, this));
    m_sides->setStretchFactor(1, 1);
    m_sides->setSizes({listWidth, 2 * listWidth});
    m_sides->setChildrenCollapsible(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_sides);

    m_table->setObjectName(u"episodes"_s);
    m_table->setAccessibleName(tr("Failures and recoveries"));
    m_table->sortByColumn(0, Qt::DescendingOrder);
    m_table->setMinimumHeight(48);
    connect(m_table, &ObjectTable::selectionMoved, this, &Recoveries::showChosen);
    connect(m_table, &ObjectTable::inspectAsked, this, [this] {
        const auto key = m_table->currentKey();
        if (!key)
            return;
        const Episode &episode = m_model.at(m_model.rowOf(*key));
        emit machineChosen(
            episode.replacement.name.empty() ? failedObjectOf(episode) : replacementOf(episode));
    });
    connect(m_card, &RecoveryCard::machineChosen, this, &Recoveries::machineChosen);
    new Ticker(m_card, 1s, [this] {
        if (m_card->goesOn())
            m_card->refresh();
        tellHindrances();
    });
}

void Recoveries::offerFailure(QAction *makeUnhealthy)
{
    m_table->setEmptyText(tr("No failure yet.\nSelect a machine and let it fail."), makeUnhealthy);
}

void Recoveries::apply(const core::engine::ChangeSet &changes)
{
    if (changes.reset) {
        m_model.clear();
        m_oldest = 0;
        m_moment = m_cluster.moment();
    }
    const auto &kept = m_cluster.health().episodes();
    Episodes episodes;
    for (const Episode &episode : changes.episodes) {
        if (kept.contains(episode.id))
            takeIn(episodes, episode);
    }
    const std::uint64_t oldest = kept.empty() ? 0 : kept.begin()->first;
    for (std::uint64_t gone = m_oldest; m_oldest > 0 && gone < oldest; ++gone)
        episodes.removed.push_back({{}, std::to_string(gone)});
    m_oldest = oldest;
    m_model.apply(episodes);
    if (m_card->isVisible() && (!changes.episodes.empty() || changes.reset))
        showChosen();
}

void Recoveries::takeIn(Episodes &changes, const Episode &episode) const
{
    changes.upserts.push_back(std::make_shared<const Episode>(m_cluster.asKnown(episode)));
}

/// What hinders a recovery changes with other objects than its episode.
void Recoveries::tellHindrances()
{
    std::vector<TableModel::Key> open;
    for (const auto &[id, episode] : m_cluster.health().episodes()) {
        if (episode.outcome == core::timeline::Outcome::Open)
            open.push_back({{}, std::to_string(id)});
    }
    m_model.apply({}, std::move(open));
}

void Recoveries::showMoment()
{
    const auto before = std::exchange(m_moment, m_cluster.moment());
    const auto earlier = !before ? m_moment : !m_moment ? before : std::min(before, m_moment);
    Episodes episodes;
    for (const auto &[id, episode] : m_cluster.health().episodes()) {
        if (earlier && lastChangeOf(episode) > *earlier)
            takeIn(episodes, episode);
    }
    m_model.apply(episodes);
    if (isVisible())
        showChosen();
}

void Recoveries::showChosen()
{
    const auto key = m_table->currentKey();
    m_card->showEpisode(key ? m_model.at(m_model.rowOf(*key)).id : 0);
}

/// One below the other where there is no room beside each other.
void Recoveries::resizeEvent(QResizeEvent *event)
{
    m_sides->setOrientation(width() < leastBeside ? Qt::Vertical : Qt::Horizontal);
    QWidget::resizeEvent(event);
}

/// What list and card leave over.
void Recoveries::keyPressEvent(QKeyEvent *event)
{
    if (event->key() != Qt::Key_Escape)
        return QWidget::keyPressEvent(event);
    emit left();
}

} // namespace ui
