// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/scalenews.h"

#include "ui/format.h"
#include "ui/timeline/foreseen.h"

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::api::Time;
using core::base::Duration;

namespace {

constexpr int scaleNewsSeconds = 30; // as long as the scaling can be taken back
constexpr std::chrono::seconds aroundScaling {1};

/// Nothing for what is not scaled in the window.
std::optional<ObjectRef> scaledThing(const core::api::ResourceRef &target)
{
    for (const Kind kind :
        {Kind::MachineSet, Kind::MachineDeployment, Kind::McmMachineSet, Kind::McmMachineDeployment}) {
        if (target.resource == &resourceOf(kind))
            return ObjectRef {kind, target.key};
    }
    return std::nullopt;
}

struct Boot {
    Duration took; ///< from being made to being Ready
    std::string machine;
};

std::optional<Boot> bootOf(const MachinePast &past)
{
    const auto ready = std::ranges::find(past.states, State::Ready, &HealthChange::state);
    if (!past.createdAt || past.goneAt || ready == past.states.end())
        return std::nullopt;
    return Boot {ready->at - *past.createdAt, past.machine.key.name};
}

/// Of the machines that these sets have made since then, the quickest first.
std::vector<Boot> bootsSince(const ClusterView &cluster, const std::vector<ObjectRef> &sets, Time since)
{
    std::vector<Boot> boots;
    const MachinePasts &pasts = cluster.health().machines();
    for (const std::uint64_t id : pasts.order()) {
        const MachinePast *past = pasts.find(id);
        const auto boot = past && past->createdAt >= since ? bootOf(*past) : std::nullopt;
        const auto set = boot ? cluster.ownerOf(past->machine) : std::nullopt;
        if (set && std::ranges::find(sets, *set) != sets.end())
            boots.push_back(*boot);
    }
    std::ranges::sort(boots, {}, &Boot::took);
    return boots;
}

} // namespace

ScaleNews::ScaleNews(const ClusterView &cluster, CommandSender &commands, QObject *parent)
    : QObject(parent)
    , m_cluster(cluster)
{
    connect(&commands, &CommandSender::sent, this, [this](quint64, const core::engine::Command &command) {
        if (const auto *scale = std::get_if<core::engine::Scale>(&command))
            scaled(*scale);
    });
}

void ScaleNews::scaled(const core::engine::Scale &scale)
{
    const auto target = scaledThing(scale.target);
    if (!target)
        return;
    std::erase_if(m_awaited, [&](const Awaited &awaited) { return awaited.target == *target; });
    const std::int64_t more = scale.replicas - tallyOf(m_cluster, *target).total();
    if (more > 0)
        m_awaited.push_back(
            {*target, scale.replicas, m_cluster.present(), readyWithin(m_cluster, *target, more)});
}

void ScaleNews::clusterChanged()
{
    std::erase_if(m_awaited, [this](const Awaited &awaited) { return tellIfComplete(awaited); });
}

bool ScaleNews::tellIfComplete(const Awaited &awaited)
{
    const SetTally tally = tallyOf(m_cluster, awaited.target);
    if (tally.total() != awaited.wanted || tally.of(State::Ready) != awaited.wanted)
        return false;
    const TimeWindow::Range range {awaited.since - aroundScaling, m_cluster.present() + aroundScaling};
    const QStringList words {wordsOf(awaited), bootWordsOf(awaited)};
    emit noticed({.text = words.join(u'\n').trimmed(),
        .actionText = tr("Show in the chart"),
        .action = [this, range] { emit rangeAsked(range); },
        .seconds = scaleNewsSeconds,
        .topic = u"scaled "_s + nameOf(awaited.target),
        .keyKeptBy = scalingTopic(awaited.target)}); // it goes on scaling back
    return true;
}

QString ScaleNews::wordsOf(const Awaited &awaited) const
{
    const QString took = tr("%1: %L2 of %L2 Ready after %3")
                             .arg(text(awaited.target.key.name))
                             .arg(awaited.wanted)
                             .arg(tenthsText(m_cluster.present() - awaited.since));
    return awaited.foreseen ? tr("%1 (foreseen: within about %2)").arg(took, tenthsText(*awaited.foreseen))
                            : took;
}

QString ScaleNews::bootWordsOf(const Awaited &awaited) const
{
    const auto boots = bootsSince(m_cluster, setsBehind(m_cluster, awaited.target), awaited.since);
    if (boots.empty())
        return {};
    const Boot &slowest = boots.back();
    if (boots.size() == 1)
        return tr("%1 booted in %2").arg(text(slowest.machine), tenthsText(slowest.took));
    return tr("Median boot %1, slowest %2 in %3")
        .arg(tenthsText(boots[boots.size() / 2].took), text(slowest.machine), tenthsText(slowest.took));
}

} // namespace ui
