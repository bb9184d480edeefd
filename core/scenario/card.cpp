// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/html.h"

#include "core/timeline/text.h"

#include <cmath>

namespace core::scenario {

using timeline::Episode;
using timeline::Stage;

namespace {

using Clause = api::Sayings<reportSayings>::Entry<0>;

Clause clauseOf(Stage::Kind kind)
{
    switch (kind) {
    case Stage::Kind::Noticing:
        return "Noticed";
    case Stage::Kind::Waiting:
        return "Waited";
    case Stage::Kind::Replacing:
        return "Replaced";
    case Stage::Kind::Booting:
        return "Booted";
    case Stage::Kind::Unhealthy:
        break;
    }
    return "Unhealthy";
}

api::Saying whoWasReplaced(const Episode &episode)
{
    const std::string &failed = episode.machine.name.empty() ? episode.node : episode.machine.name;
    if (episode.replacement.name.empty())
        return failed;
    return episode.outcome == timeline::Outcome::Replaced
        ? reportSaying("ReplacedBy", failed, episode.replacement.name)
        : reportSaying("ToBeReplacedBy", failed, episode.replacement.name);
}

std::string titleOf(const Episode &episode, const ReportVoice &voice)
{
    const api::Saying which =
        episode.recoveredAt ? reportSaying("Recovery", episode.id) : reportSaying("Failure", episode.id);
    return htmlWords(voice, which) + " · " + htmlWords(voice, whoWasReplaced(episode)) + " · "
        + htmlWords(voice, reportSaying("Cause", voice.cause(episode)));
}

std::string markCell(std::string_view glyph, const api::Saying &name, const std::optional<api::Time> &at,
    const ReportVoice &voice)
{
    if (!at)
        return {};
    return "<li><b>" + std::string(glyph) + "</b> " + htmlWords(voice, name) + "<br><time>" + voice.clock(*at)
        + "</time></li>\n";
}

std::string marksOf(const Episode &episode, const ReportVoice &voice)
{
    const bool healed = episode.outcome == timeline::Outcome::HealedByItself;
    return "<ol class=\"marks\">\n" + markCell("F", reportSaying("Fault"), episode.faultAt, voice)
        + markCell("▲", voice.condition(episode), episode.unhealthyAt, voice)
        + markCell("↧", reportSaying("DeleteAsked"), episode.deleteAskedAt, voice)
        + markCell("+", reportSaying("ReplacementCreated"), episode.replacementCreatedAt, voice)
        + markCell("●", healed ? reportSaying("ReadyAgain") : reportSaying("ReplacementReady"),
            episode.recoveredAt, voice)
        + "</ol>\n";
}

constexpr double wordyShare = 0.13; // of the bar: there is room for words

std::string stagesBar(const std::vector<Stage> &stages, const ReportVoice &voice)
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
        const std::string word = voice.words(reportSaying(clauseOf(stage.kind)));
        const std::string words = base::htmlText(word + " " + voice.length(stage.length()));
        bar += "<div class=\"" + std::string(nameOf(stage.kind)) + "\" title=\"" + words
            + "\" style=\"flex-grow:" + std::to_string(std::lround(share * 1000)) + "\">"
            + (share < wordyShare ? std::string() : words) + "</div>\n";
        shares +=
            (shares.empty() ? "" : " · ") + word + " " + std::to_string(std::lround(share * 100)) + " %";
        if (stage.length() > longest->length())
            longest = &stage;
    }
    const api::Saying sum =
        reportSaying("Shares", shares, voice.length(whole), reportSaying(clauseOf(longest->kind)));
    return bar + "</div>\n<p>" + htmlWords(voice, sum) + "</p>\n";
}

std::string besides(const Episode &episode, const ReportVoice &voice)
{
    std::string text;
    const auto add = [&](const api::Saying &line) { text += "<li>" + htmlWords(voice, line) + "</li>\n"; };
    if (episode.oldGoneAt && episode.deleteAskedAt)
        add(reportSaying("OldGone", voice.length(*episode.oldGoneAt - *episode.deleteAskedAt)));
    if (episode.completeAt)
        add(reportSaying("Complete", voice.length(*episode.completeAt - episode.unhealthyAt)));
    return text.empty() ? text : "<ul>\n" + text + "</ul>\n";
}

std::string comparison(
    const Episode &episode, const timeline::RecoveryStatistics &statistics, const ReportVoice &voice)
{
    const std::string line = statisticsLine(statistics, episode.machineSet.name, voice);
    return line.empty() ? line : "<p>" + line + "</p>\n";
}

} // namespace

std::string statisticsLine(
    const timeline::RecoveryStatistics &statistics, const std::string &machineSet, const ReportVoice &voice)
{
    if (statistics.count == 0)
        return {};
    const api::Saying times = reportSaying("Times", voice.length(statistics.median),
        voice.length(statistics.p95), voice.length(statistics.worst));
    const bool isOne = statistics.count == 1;
    if (machineSet.empty())
        return htmlWords(voice,
            isOne ? reportSaying("OneInAll", times) : reportSaying("SomeInAll", statistics.count, times));
    return htmlWords(voice,
        isOne ? reportSaying("OneOfSet", machineSet, times)
              : reportSaying("SomeOfSet", machineSet, statistics.count, times));
}

std::string episodeCard(
    const Episode &episode, const timeline::RecoveryStatistics &statistics, const ReportVoice &voice)
{
    return "<article class=\"episode " + std::string(nameOf(episode.outcome)) + "\">\n<h3>"
        + titleOf(episode, voice) + "</h3>\n<p class=\"outcome\">" + base::htmlText(voice.outcome(episode))
        + "</p>\n" + marksOf(episode, voice) + stagesBar(stagesOf(episode), voice) + besides(episode, voice)
        + comparison(episode, statistics, voice) + "</article>\n";
}

} // namespace core::scenario
