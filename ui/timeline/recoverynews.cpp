// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/recoverynews.h"

#include "ui/format.h"
#include "ui/timeline/recoverystory.h"

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::timeline::Episode;

namespace {

constexpr std::ptrdiff_t mostAwaited = 200; // not every fault makes a node fail
constexpr int newsSeconds = 30; // as long as what was done can be taken back

} // namespace

RecoveryNews::RecoveryNews(const ClusterView &cluster, CommandSender &commands, QObject *parent)
    : QObject(parent)
    , m_cluster(cluster)
{
    connect(&commands, &CommandSender::ordered, this, [this](quint64, const Deed &deed) {
        if (const auto *failure = std::get_if<core::engine::BreakNodes>(&deed.command))
            await(*failure);
    });
}

void RecoveryNews::await(const core::engine::BreakNodes &failure)
{
    const auto &episodes = m_cluster.health().episodes();
    Awaited awaited {{}, episodes.empty() ? 0 : episodes.rbegin()->first};
    for (const std::string &name : failure.nodes) {
        const auto *node = m_cluster.node(name);
        if (node && node->isReady())
            awaited.nodes.insert(name);
    }
    if (!awaited.nodes.empty())
        appendNewest(m_awaited, std::move(awaited), mostAwaited);
}

void RecoveryNews::clusterChanged()
{
    std::erase_if(m_awaited, [this](const Awaited &awaited) { return tellIfOver(awaited); });
}

/// A node that fails again and again counts with its first failure.
bool RecoveryNews::tellIfOver(const Awaited &awaited)
{
    const auto &all = m_cluster.health().episodes();
    std::set<std::string> failed;
    std::vector<Episode> recovered;
    for (auto each = all.upper_bound(awaited.after); each != all.end(); ++each) {
        const Episode &episode = each->second;
        if (!awaited.nodes.contains(episode.node) || !failed.insert(episode.node).second)
            continue;
        if (episode.outcome == core::timeline::Outcome::Open)
            return false;
        if (episode.recoveredAt)
            recovered.push_back(episode);
    }
    if (failed.size() < awaited.nodes.size())
        return false;
    if (!recovered.empty())
        tell(recovered);
    return true;
}

void RecoveryNews::tell(std::span<const Episode> recovered)
{
    const Episode &slowest = *std::ranges::max_element(recovered, {}, &Episode::recovery);
    const RecoveryStory story = storyOf(slowest, m_cluster);
    QString words = tr("%1: %2").arg(failedNameOf(slowest), story.outcome);
    if (recovered.size() > 1) {
        const auto statistics = core::timeline::statisticsOf(recovered);
        words =
            tr("%n recovered: median %1, the slowest took %2", nullptr, static_cast<int>(recovered.size()))
                .arg(tenthsText(statistics.median), tenthsText(statistics.worst));
    }
    // Several came back: the budget may have held every replacement back.
    if (!story.forecast.isEmpty()
        && (recovered.size() == 1 || slowest.outcome == core::timeline::Outcome::Replaced))
        words += u'\n' + story.forecast;
    emit noticed({.text = words,
        .actionText = recovered.size() == 1 ? tr("Show its story") : tr("Show the slowest"),
        .action = [this, id = slowest.id] { emit storyAsked(id); },
        .seconds = newsSeconds,
        .topic = topic()});
}

} // namespace ui
