// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelineexport.h"

#include "core/scenario/report.h"
#include "core/timeline/csv.h"
#include "ui/clusterview.h"

#include <QCoreApplication>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::scenario::ScenarioReport;
using core::timeline::Episode;
using core::timeline::Fact;

namespace {

struct ExportWords {
    Q_DECLARE_TR_FUNCTIONS(ui::TimelineExport)
};

/// Of one that nobody wanted replaced the last that is known of it.
core::api::Time endOf(const Episode &episode, core::api::Time now)
{
    if (episode.recoveredAt || episode.outcome == core::timeline::Outcome::Open)
        return episode.recoveredAt.value_or(now);
    return episode.oldGoneAt.value_or(episode.deleteAskedAt.value_or(episode.unhealthyAt));
}

bool wasGoingOn(const Episode &episode, const TimeWindow::Range &range)
{
    return episode.unhealthyAt <= range.end && endOf(episode, range.end) >= range.begin;
}

/// What a scenario leaves, of a stretch of time in which none was played.
ScenarioReport reportOf(const ClusterView &cluster, const ExportScope &scope)
{
    const HealthRecord &record = cluster.health();
    ScenarioReport report;
    report.name = "Timeline";
    report.begin = scope.range.begin;
    report.end = scope.range.end;
    for (const auto &[id, episode] : record.episodes()) {
        if (scope.episode == id || (scope.episode == 0 && wasGoingOn(episode, scope.range)))
            report.episodes.push_back(episode);
    }
    for (const Fact &fact : record.facts()) {
        if (scope.range.begin <= fact.arrivalTime && fact.arrivalTime <= scope.range.end)
            report.facts.push_back(fact);
    }
    const auto &counts = record.counts();
    auto first = std::ranges::upper_bound(counts, scope.range.begin, {}, &HealthRecord::Counts::at);
    if (first != counts.begin())
        --first; // in force at the beginning
    const auto last = std::ranges::upper_bound(counts, scope.range.end, {}, &HealthRecord::Counts::at);
    report.counts.assign(first, std::max(first, last));
    return report;
}

core::scenario::ReportContext contextOf(const ClusterView &cluster)
{
    const auto &status = cluster.status();
    const bool isLab = status.mode == core::engine::Mode::Lab;
    return {(isLab ? "lab " : "cluster ") + status.contextName, isLab ? status.pace : 1,
        {{"Hollow Lab", QCoreApplication::applicationVersion().toStdString()}}, {}};
}

} // namespace

std::string exportedText(ExportFormat format, const ClusterView &cluster, const ExportScope &scope)
{
    const ScenarioReport report = reportOf(cluster, scope);
    switch (format) {
    case ExportFormat::EpisodesCsv:
        return core::timeline::csvOf(std::span<const Episode>(report.episodes));
    case ExportFormat::FactsCsv:
        return core::timeline::csvOf(std::span<const Fact>(report.facts));
    case ExportFormat::FactsJson:
        return core::scenario::jsonOf(report, contextOf(cluster));
    default:
        return core::scenario::htmlOf(report, contextOf(cluster), {});
    }
}

QString fileNameOf(ExportFormat format)
{
    switch (format) {
    case ExportFormat::Png:
        return u"timeline.png"_s;
    case ExportFormat::Svg:
        return u"timeline.svg"_s;
    case ExportFormat::EpisodesCsv:
        return u"recoveries.csv"_s;
    case ExportFormat::FactsCsv:
        return u"facts.csv"_s;
    case ExportFormat::FactsJson:
        return u"recoveries.json"_s;
    case ExportFormat::Html:
        break;
    }
    return u"report.html"_s;
}

QString titleOf(ExportFormat format)
{
    switch (format) {
    case ExportFormat::Png:
        return ExportWords::tr("Picture (PNG)…");
    case ExportFormat::Svg:
        return ExportWords::tr("Drawing (SVG)…");
    case ExportFormat::EpisodesCsv:
        return ExportWords::tr("Recoveries as a table (CSV)…");
    case ExportFormat::FactsCsv:
        return ExportWords::tr("All that happened, as a table (CSV)…");
    case ExportFormat::FactsJson:
        return ExportWords::tr("Recoveries as values (JSON)…");
    case ExportFormat::Html:
        break;
    }
    return ExportWords::tr("Report, one page (HTML)…");
}

} // namespace ui
