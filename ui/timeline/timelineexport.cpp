// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelineexport.h"

#include "core/scenario/report.h"
#include "core/timeline/csv.h"
#include "ui/clusterview.h"
#include "ui/format.h"
#include "ui/spoken.h"
#include "ui/timeline/recoverystory.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <ranges>

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

/// From its first step to the end of its last.
TimeWindow::Range rangeOf(const core::engine::ScenarioProgress &progress, core::api::Time now)
{
    TimeWindow::Range range {now, now};
    if (!progress.steps.empty() && progress.steps.front().begin)
        range.begin = *progress.steps.front().begin;
    const auto ended = std::ranges::find_if(progress.steps | std::views::reverse,
        [](const core::scenario::StepReport &step) { return step.end.has_value(); });
    if (ended != progress.steps.rend())
        range.end = *ended->end;
    return range;
}

ScenarioReport scenarioReportOf(const ClusterView &cluster)
{
    const core::engine::ScenarioProgress &progress = cluster.scenario();
    ScenarioReport report = reportOf(cluster, {rangeOf(progress, cluster.present())});
    report.name = utf8(spoken(progress.name));
    report.description = utf8(spoken(progress.description));
    report.steps = progress.steps;
    for (core::scenario::StepReport &step : report.steps)
        step.say = utf8(spoken(step.say));
    return report;
}

core::scenario::ReportContext contextOf(const ClusterView &cluster)
{
    const auto &status = cluster.status();
    const bool isLab = status.mode == core::engine::Mode::Lab;
    return {(isLab ? "lab " : "cluster ") + status.contextName, isLab ? status.pace : 1,
        {{"Hollow Lab", QCoreApplication::applicationVersion().toStdString()}}, {}};
}

/// Speaks as the window does, and tells local times.
class WindowVoice : public core::scenario::ReportVoice
{
public:
    explicit WindowVoice(const ClusterView &cluster) : m_cluster(cluster) { }

    std::string language() const override
    {
        const bool isPlain = QLocale().language() == QLocale::C;
        return isPlain ? ReportVoice::language() : utf8(QLocale().bcp47Name());
    }
    std::string words(const core::api::Saying &saying) const override { return utf8(spoken(saying)); }
    std::string length(core::base::Duration length) const override { return utf8(tenthsText(length)); }
    std::string clock(core::api::Time at) const override { return utf8(dateTimeText(at).mid(11)); }
    std::string moment(core::api::Time at) const override
    {
        const QDateTime local = QDateTime::fromMSecsSinceEpoch(milliseconds(at));
        return utf8(dateTimeText(at).left(19) + u' ' + local.timeZoneAbbreviation());
    }
    std::string condition(const Episode &episode) const override { return utf8(conditionText(episode)); }
    std::string cause(const Episode &episode) const override { return utf8(causeText(episode)); }
    std::string outcome(const Episode &episode) const override
    {
        return utf8(storyOf(episode, m_cluster).outcome);
    }

private:
    const ClusterView &m_cluster;
};

/// What people read names the cluster in their language; what programs read stays English.
std::string htmlInLanguage(const ScenarioReport &report, const ClusterView &cluster)
{
    const auto &status = cluster.status();
    const bool isLab = status.mode == core::engine::Mode::Lab;
    const QString where = isLab ? QCoreApplication::translate("ui::Actions", "lab %1")
                                : QCoreApplication::translate("ui::Actions", "cluster %1");
    auto context = contextOf(cluster);
    context.cluster = utf8(where.arg(text(status.contextName)));
    return core::scenario::htmlOf(report, context, {}, WindowVoice(cluster));
}

} // namespace

std::string exportedText(ExportFormat format, const ClusterView &cluster, const ExportScope &scope)
{
    if (format == ExportFormat::ScenarioHtml)
        return htmlInLanguage(scenarioReportOf(cluster), cluster);
    ScenarioReport report = reportOf(cluster, scope);
    switch (format) {
    case ExportFormat::EpisodesCsv:
        return core::timeline::csvOf(std::span<const Episode>(report.episodes));
    case ExportFormat::FactsCsv:
        return core::timeline::csvOf(std::span<const Fact>(report.facts));
    case ExportFormat::FactsJson:
        return core::scenario::jsonOf(report, contextOf(cluster));
    default:
        report.name = utf8(QCoreApplication::translate("ui::TimelinePanel", "Timeline"));
        return htmlInLanguage(report, cluster);
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
    case ExportFormat::ScenarioHtml:
        return u"scenario.html"_s;
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
    case ExportFormat::ScenarioHtml:
        return ExportWords::tr("Report of the scenario, one page (HTML)");
    case ExportFormat::Html:
        break;
    }
    return ExportWords::tr("Report, one page (HTML)…");
}

} // namespace ui
