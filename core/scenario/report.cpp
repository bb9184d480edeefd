// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/report.h"

#include "core/base/privatefile.h"
#include "core/scenario/html.h"
#include "core/timeline/csv.h"
#include "core/timeline/text.h"

#include <QByteArray>

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

namespace core::scenario {

using timeline::formatMillis;

namespace {

namespace fs = std::filesystem;

constexpr std::string_view style = R"(
:root {
  color-scheme: light dark;
  --line: #8884;
  --good: #1a7f37;
  --bad: #b3261e;
  --unknown: #8250df;
  --soft: #8882;
}
@media (prefers-color-scheme: dark) { :root { --good: #4ac26b; --bad: #ff7b72; --unknown: #bc8cff; } }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { margin-bottom: 0; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
.headline { font-size: 1.6rem; margin: .5rem 0 1rem; }
summary h2 { display: inline-block; border: 0; }
article { break-inside: avoid; }
table { border-collapse: collapse; width: 100%; }
td, th {
  text-align: left;
  vertical-align: top;
  padding: .25rem .6rem .25rem 0;
  border-bottom: 1px solid var(--line);
}
.facts { font-size: 12px; }
.note { background: var(--soft); padding: .5rem .8rem; border-left: 4px solid var(--line); }
.ok { color: var(--good); }
.failed { color: var(--bad); }
.say { font-weight: 600; }
time, .number { font-variant-numeric: tabular-nums; }
.episode { border: 1px solid var(--line); border-radius: 6px; padding: 0 1rem .4rem; margin: 1rem 0; }
.marks {
  display: flex;
  justify-content: space-between;
  gap: 1rem;
  list-style: none;
  padding: 0;
  margin: .5rem 0;
}
.stages { display: flex; gap: 2px; font-size: 1.1rem; }
.stages div {
  background: #b3261e;
  color: #fff;
  flex-basis: 0;
  min-width: 3px;
  overflow: hidden;
  padding: .35rem 0;
  text-align: center;
  print-color-adjust: exact;
  white-space: nowrap;
}
.stages .waited { background: #8a5a00; }
.stages .replaced { background: #6e40c9; }
.stages .booted { background: #0b62b8; }
.chart { width: 100%; height: auto; }
.chart text { font-size: 11px; fill: currentColor; }
.chart .grid { stroke: var(--line); }
.chart path { fill: none; stroke-width: 2; }
.chart path.ready { stroke: var(--good); }
.chart polygon { fill: var(--good); opacity: .2; }
.chart path.notready { stroke: var(--bad); stroke-dasharray: 7 3; }
.chart path.unknown { stroke: var(--unknown); stroke-dasharray: 2 3; }
.chart .mark { stroke: currentColor; stroke-dasharray: 1 4; }
figure { margin: 1rem 0; }
img { max-width: 100%; border: 1px solid var(--line); }
)";

std::string_view wordOf(StepReport::State state)
{
    switch (state) {
    case StepReport::State::Ok:
        return "ok";
    case StepReport::State::Failed:
        return "failed";
    case StepReport::State::Running:
        return "running";
    case StepReport::State::NotRun:
        break;
    }
    return "not run";
}

std::string numberText(double number)
{
    std::ostringstream text;
    text << number;
    return text.str();
}

api::Saying paceSaying(double pace)
{
    if (pace == 0)
        return reportSaying("WhilePaused");
    return pace == 1 ? reportSaying("AtRealTime") : reportSaying("AtPace", numberText(pace));
}

/// Which cluster it was, when, and that a lab's times are no production's.
std::string note(const ScenarioReport &report, const ReportContext &context, const ReportVoice &voice)
{
    const api::Saying span = reportSaying("FromTo", voice.moment(report.begin), voice.moment(report.end));
    return "<p class=\"note\">" + base::htmlText(context.cluster) + (context.cluster.empty() ? "" : " · ")
        + htmlWords(voice, span) + " · " + htmlWords(voice, paceSaying(context.pace)) + " "
        + htmlWords(voice, reportSaying("NoPromise")) + "</p>\n";
}

/// Nothing where no scenario was played.
std::string verdict(const ScenarioReport &report, const ReportVoice &voice)
{
    if (report.steps.empty())
        return {};
    return report.isOk() ? "<p><b class=\"ok\">" + htmlWords(voice, reportSaying("AllWell")) + "</b></p>\n"
                         : "<p><b class=\"failed\">" + htmlWords(voice, reportSaying("NotAllWell")) + "</b> "
            + htmlWords(voice, report.failure()) + "</p>\n";
}

api::Saying resultOf(StepReport::State state)
{
    switch (state) {
    case StepReport::State::Ok:
        return reportSaying("StepOk");
    case StepReport::State::Failed:
        return reportSaying("StepFailed");
    case StepReport::State::Running:
        return reportSaying("StepRuns");
    case StepReport::State::NotRun:
        break;
    }
    return reportSaying("StepNotRun");
}

std::string headRow(const std::vector<api::Saying> &titles, const ReportVoice &voice)
{
    std::string row = "<tr>";
    for (const api::Saying &title : titles)
        row += "<th>" + htmlWords(voice, title) + "</th>";
    return row + "</tr>\n";
}

std::string stepsTable(const ScenarioReport &report, const ReportVoice &voice)
{
    std::string table = "<table>\n"
        + headRow(
            {"#", reportSaying("Step"), reportSaying("Begin"), reportSaying("Took"), reportSaying("Result")},
            voice);
    for (std::size_t i = 0; i < report.steps.size(); ++i) {
        const StepReport &step = report.steps[i];
        const bool isOver = step.begin && step.end;
        const std::string word(wordOf(step.state));
        table += "<tr><td>" + std::to_string(i + 1) + "</td><td>";
        if (!step.say.empty())
            table += "<span class=\"say\">" + htmlWords(voice, step.say) + "</span><br>";
        table += "<code>" + htmlWords(voice, step.text) + "</code></td><td><time>"
            + (step.begin ? voice.clock(*step.begin) : std::string()) + "</time></td><td class=\"number\">"
            + (isOver ? voice.length(*step.end - *step.begin) : std::string()) + "</td><td><b class=\""
            + (word == "not run" ? "" : word) + "\">" + htmlWords(voice, resultOf(step.state)) + "</b><br>"
            + htmlWords(voice, step.message) + "</td></tr>\n";
    }
    return table + "</table>\n";
}

std::string factRow(const timeline::Fact &fact, const ReportVoice &voice)
{
    const std::string_view kind = nameOf(fact.kind);
    const api::Saying what =
        fact.controller.empty() ? api::Saying(kind) : reportSaying("OfController", kind, fact.controller);
    return "<tr><td>" + std::to_string(fact.index) + "</td><td><time>" + voice.clock(fact.arrivalTime)
        + "</time></td><td><time>" + voice.clock(fact.serverTime) + "</time></td><td>"
        + htmlWords(voice, what) + "</td><td>" + base::htmlText(fact.object.text()) + "</td><td>"
        + base::htmlText(fact.from) + "</td><td>" + base::htmlText(fact.to) + "</td><td>"
        + base::htmlText(fact.owner.text()) + "</td><td>" + htmlWords(voice, sayingOf(fact)) + "</td></tr>\n";
}

/// Folded: it is long, and nobody reads it to the end.
std::string factsTable(const std::vector<timeline::Fact> &facts, const ReportVoice &voice)
{
    std::string table = "<details>\n<summary><h2>"
        + htmlWords(voice, reportSaying("FactsTitle", facts.size()))
        + "</h2></summary>\n<table class=\"facts\">\n"
        + headRow({"#", reportSaying("Arrived"), reportSaying("ServerTime"), reportSaying("Fact"),
                      reportSaying("Object"), reportSaying("From"), reportSaying("To"),
                      reportSaying("BelongsTo"), reportSaying("Detail")},
            voice);
    for (const timeline::Fact &fact : facts)
        table += factRow(fact, voice);
    return table + "</table>\n</details>\n";
}

std::string figure(const std::string &name, const std::string &content)
{
    const bool isSvg = name.ends_with(".svg");
    const QByteArray bytes = QByteArray::fromRawData(content.data(), static_cast<qsizetype>(content.size()));
    return "<figure><img alt=\"" + base::htmlText(name) + "\" src=\"data:image/" + (isSvg ? "svg+xml" : "png")
        + ";base64," + bytes.toBase64().toStdString() + "\"><figcaption>" + base::htmlText(name)
        + "</figcaption></figure>\n";
}

std::string versionsTable(const ReportContext &context)
{
    std::string table = "<table>\n";
    for (const auto &[name, version] : context.versions)
        table += "<tr><td>" + base::htmlText(name) + "</td><td>" + base::htmlText(version) + "</td></tr>\n";
    return table + "</table>\n";
}

api::Json jsonTime(const std::optional<api::Time> &time)
{
    return time ? api::Json(formatMillis(*time)) : api::Json();
}

api::Json jsonSeconds(base::Duration duration)
{
    return static_cast<double>(std::chrono::round<std::chrono::milliseconds>(duration).count()) / 1000;
}

api::Json jsonEpisode(const timeline::Episode &episode)
{
    api::JsonObject lengths;
    for (const timeline::Stage &stage : stagesOf(episode))
        lengths.emplace(std::string(nameOf(stage.kind)), jsonSeconds(stage.length()));
    if (const auto recovery = episode.recovery())
        lengths.emplace("recovery", jsonSeconds(*recovery));
    return api::JsonObject {{"id", episode.id}, {"outcome", std::string(nameOf(episode.outcome))},
        {"cause", episode.cause}, {"family", std::string(familyOf(episode))},
        {"machine", episode.machine.text()}, {"node", episode.node},
        {"machineSet", episode.machineSet.text()}, {"replacement", episode.replacement.text()},
        {"faultAt", jsonTime(episode.faultAt)}, {"unhealthyAt", jsonTime(episode.unhealthyAt)},
        {"deleteAskedAt", jsonTime(episode.deleteAskedAt)}, {"oldGoneAt", jsonTime(episode.oldGoneAt)},
        {"replacementCreatedAt", jsonTime(episode.replacementCreatedAt)},
        {"recoveredAt", jsonTime(episode.recoveredAt)}, {"completeAt", jsonTime(episode.completeAt)},
        {"seconds", std::move(lengths)}};
}

base::Result<std::string> readFile(const fs::path &path)
{
    std::ifstream stream(path, std::ios::binary);
    std::ostringstream content;
    if (!stream || !(content << stream.rdbuf()))
        return base::fail(base::ErrorKind::NotFound, path.string() + " can't be read");
    return content.str();
}

} // namespace

std::string htmlOf(const ScenarioReport &report, const ReportContext &context,
    const std::vector<std::pair<std::string, std::string>> &images, const ReportVoice &voice)
{
    std::string html = "<!DOCTYPE html>\n<html lang=\"" + voice.language()
        + "\"><head><meta charset=\"utf-8\">\n<meta name=\"viewport\" "
          "content=\"width=device-width\">\n<title>"
        + base::htmlText(report.name) + " · Hollow Lab</title>\n<style>" + std::string(style)
        + "</style></head>\n<body>\n";
    const auto addTitle = [&](const std::string &title) { html += "<h2>" + title + "</h2>\n"; };
    html += "<h1>" + base::htmlText(report.name) + "</h1>\n";
    if (!report.description.empty())
        html += "<p>" + base::htmlText(report.description) + "</p>\n";
    html += verdict(report, voice);
    const std::string inAll = statisticsLine(timeline::statisticsOf(report.episodes), {}, voice);
    if (!inAll.empty())
        html += "<p class=\"headline\">" + inAll + "</p>\n";
    html += note(report, context, voice);

    addTitle(htmlWords(voice, reportSaying("HealthTitle")));
    html += countsChart(report.counts, report.episodes, report.begin, report.end, voice);
    addTitle(htmlWords(voice, reportSaying("RecoveriesTitle")));
    if (report.episodes.empty())
        html += "<p>" + htmlWords(voice, reportSaying("NobodyFailed")) + "</p>\n";
    std::map<std::pair<bool, api::ObjectKey>, timeline::RecoveryStatistics> ofSets;
    for (const timeline::Episode &episode : report.episodes) {
        const auto [set, isFirst] = ofSets.try_emplace({episode.isOfMcm, episode.machineSet});
        if (isFirst)
            set->second = timeline::statisticsOf(report.episodes, &episode);
        html += episodeCard(episode, set->second, voice);
    }
    if (!report.steps.empty()) {
        addTitle(htmlWords(voice, reportSaying("StepsTitle")));
        html += stepsTable(report, voice);
    }
    if (!images.empty())
        html += "<h2>Pictures</h2>\n";
    for (const auto &[name, content] : images)
        html += figure(name, content);
    html += factsTable(report.facts, voice);
    addTitle(htmlWords(voice, reportSaying("VersionsTitle")));
    html += versionsTable(context);
    return html + "</body></html>\n";
}

std::string jsonOf(const ScenarioReport &report, const ReportContext &context)
{
    api::JsonArray steps;
    for (const StepReport &step : report.steps) {
        steps.push_back(api::JsonObject {{"say", step.say}, {"step", step.text.text},
            {"state", std::string(wordOf(step.state))}, {"begin", jsonTime(step.begin)},
            {"end", jsonTime(step.end)}, {"message", step.message.text}});
    }
    api::JsonArray episodes;
    for (const timeline::Episode &episode : report.episodes)
        episodes.push_back(jsonEpisode(episode));
    api::JsonArray counts;
    for (const timeline::HealthCounts &step : report.counts) {
        counts.push_back(api::JsonObject {{"at", formatMillis(step.at)}, {"ready", step.ready},
            {"notReady", step.notReady}, {"unknown", step.unknown}});
    }
    api::JsonObject versions;
    for (const auto &[name, version] : context.versions)
        versions.emplace(name, version);
    return api::writeJson(api::JsonObject {{"name", report.name}, {"description", report.description},
               {"ok", report.isOk()}, {"failure", report.failure().text}, {"cluster", context.cluster},
               {"pace", context.pace}, {"begin", formatMillis(report.begin)},
               {"end", formatMillis(report.end)}, {"steps", std::move(steps)},
               {"episodes", std::move(episodes)}, {"counts", std::move(counts)},
               {"facts", report.facts.size()}, {"versions", std::move(versions)}})
        + "\n";
}

base::Result<> prepareReport(const std::string &directory)
{
    std::error_code error;
    fs::create_directories(directory, error);
    if (!error && ::access(directory.c_str(), W_OK | X_OK) != 0)
        error.assign(errno, std::generic_category());
    if (error)
        return base::fail(base::ErrorKind::Forbidden, directory + ": " + error.message());
    return {};
}

base::Result<> writeReport(
    const std::string &directory, const ScenarioReport &report, const ReportContext &context)
{
    if (auto prepared = prepareReport(directory); !prepared)
        return prepared;
    std::vector<std::pair<std::string, std::string>> images;
    for (const std::string &name : context.images) {
        auto content = readFile(fs::path(directory) / fs::path(name).filename());
        if (!content)
            return tl::unexpected(content.error());
        images.emplace_back(name, std::move(*content));
    }
    const std::pair<std::string_view, std::string> files[] {
        {"facts.csv", timeline::csvOf(std::span<const timeline::Fact>(report.facts))},
        {"episodes.csv", timeline::csvOf(std::span<const timeline::Episode>(report.episodes))},
        {"report.json", jsonOf(report, context)},
        {"report.html", htmlOf(report, context, images)},
    };
    for (const auto &[name, content] : files) {
        if (auto written = base::replaceFile(fs::path(directory) / name, content); !written)
            return written;
    }
    return {};
}

} // namespace core::scenario
