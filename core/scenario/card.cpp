// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/html.h"

#include "core/timeline/text.h"

#include <cmath>

namespace core::scenario {

using timeline::Episode;
using timeline::formatSeconds;
using timeline::Stage;

namespace {

std::string titleOf(const Episode &episode)
{
    std::string title = "Episode " + std::to_string(episode.id) + " · ";
    title += base::htmlText(episode.machine.name.empty() ? episode.node : episode.machine.name);
    if (!episode.replacement.name.empty())
        title += (episode.outcome == timeline::Outcome::Replaced ? " replaced by " : " to be replaced by ")
            + base::htmlText(episode.replacement.name);
    return title + " · cause: " + base::htmlText(episode.cause);
}

std::string markCell(std::string_view glyph, std::string_view name, const std::optional<api::Time> &at)
{
    if (!at)
        return {};
    return "<li><b>" + std::string(glyph) + "</b> " + base::htmlText(name) + "<br><time>"
        + timeline::formatMillis(*at).substr(11, 12) + "</time></li>\n";
}

std::string marksOf(const Episode &episode)
{
    const std::string_view last =
        episode.outcome == timeline::Outcome::HealedByItself ? "Ready again" : "replacement Ready";
    return "<ol class=\"marks\">\n" + markCell("F", "fault", episode.faultAt)
        + markCell("▲", episode.condition(), episode.unhealthyAt)
        + markCell("↧", "delete asked", episode.deleteAskedAt)
        + markCell("+", "replacement created", episode.replacementCreatedAt)
        + markCell("●", last, episode.recoveredAt) + "</ol>\n";
}

std::string stagesBar(const std::vector<Stage> &stages)
{
    if (stages.empty())
        return {};
    base::Duration whole {};
    for (const Stage &stage : stages)
        whole += stage.length();
    std::string bar = "<div class=\"stages\">\n";
    std::string shares;
    const Stage *longest = &stages.front();
    for (const Stage &stage : stages) {
        const double share = whole.count() > 0
            ? static_cast<double>(stage.length().count()) / static_cast<double>(whole.count())
            : 0;
        const std::string percent = std::to_string(std::lround(share * 100)) + " %";
        const std::string name(nameOf(stage.kind));
        bar += "<div class=\"" + name + "\" style=\"flex-grow:" + std::to_string(std::lround(share * 1000))
            + "\"><span>" + name + " " + formatSeconds(stage.length()) + "</span></div>\n";
        shares += (shares.empty() ? "" : " · ") + name + " " + percent;
        if (stage.length() > longest->length())
            longest = &stage;
    }
    return bar + "</div>\n<p>" + shares + " of " + formatSeconds(whole) + " in all; the longest stretch is \""
        + std::string(nameOf(longest->kind)) + "\".</p>\n";
}

std::string besides(const Episode &episode)
{
    std::string text;
    if (episode.oldGoneAt && episode.deleteAskedAt)
        text += "<li>Old machine gone " + formatSeconds(*episode.oldGoneAt - *episode.deleteAskedAt)
            + " after its deletion was asked for (not on the critical path).</li>\n";
    if (episode.completeAt)
        text += "<li>NotReady → set complete again: "
            + formatSeconds(*episode.completeAt - episode.unhealthyAt) + ".</li>\n";
    return text.empty() ? text : "<ul>\n" + text + "</ul>\n";
}

std::string comparison(const Episode &episode, const timeline::RecoveryStatistics &statistics)
{
    if (statistics.count == 0)
        return {};
    const std::string who =
        episode.machineSet.name.empty() ? "In all" : "Set " + base::htmlText(episode.machineSet.name);
    return "<p>" + who + ", " + std::to_string(statistics.count)
        + (statistics.count == 1 ? " episode" : " episodes") + " recovered in this run: median "
        + formatSeconds(statistics.median) + " · p95 " + formatSeconds(statistics.p95) + " · worst "
        + formatSeconds(statistics.worst) + ".</p>\n";
}

} // namespace

std::string episodeCard(const Episode &episode, const timeline::RecoveryStatistics &statistics)
{
    return "<article class=\"episode " + std::string(nameOf(episode.outcome)) + "\">\n<h3>" + titleOf(episode)
        + "</h3>\n<p class=\"outcome\">" + base::htmlText(sentenceOf(episode)) + "</p>\n" + marksOf(episode)
        + stagesBar(stagesOf(episode)) + besides(episode) + comparison(episode, statistics) + "</article>\n";
}

} // namespace core::scenario
