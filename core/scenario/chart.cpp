// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/html.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

namespace core::scenario {

namespace {

constexpr double chartWidth = 960;
constexpr double chartHeight = 260;
constexpr double left = 48;
constexpr double right = 90; // room for the names at the ends of the lines
constexpr double top = 28;
constexpr double bottom = 36;
constexpr double glyphWidth = 12;
constexpr int columns = 400; // one per 2 px: docs/window.md W6

struct Series {
    std::string_view name;
    std::string_view style; ///< CSS class
    int timeline::HealthCounts::*member;
};

constexpr std::array<Series, 3> series {{
    {"Ready", "ready", &timeline::HealthCounts::ready},
    {"NotReady", "notready", &timeline::HealthCounts::notReady},
    {"Unknown", "unknown", &timeline::HealthCounts::unknown},
}};

/// Two digits after the point, so that equal reports are equal bytes.
std::string pixels(double value)
{
    std::ostringstream text;
    text.precision(2);
    text << std::fixed << value;
    return text.str();
}

std::string line(double x1, double y1, double x2, double y2, std::string_view style)
{
    return "<line class=\"" + std::string(style) + "\" x1=\"" + pixels(x1) + "\" y1=\"" + pixels(y1)
        + "\" x2=\"" + pixels(x2) + "\" y2=\"" + pixels(y2) + "\"/>\n";
}

std::string label(
    double x, double y, std::string_view anchor, std::string_view text, std::string_view style = "axis")
{
    return "<text class=\"" + std::string(style) + "\" x=\"" + pixels(x) + "\" y=\"" + pixels(y)
        + "\" text-anchor=\"" + std::string(anchor) + "\">" + base::htmlText(text) + "</text>\n";
}

/// A round length, of which the span has eight at most.
base::Duration timeStep(base::Duration span)
{
    using namespace std::chrono_literals;
    for (const base::Duration step : std::initializer_list<base::Duration> {
             1s, 2s, 5s, 10s, 15s, 30s, 1min, 2min, 5min, 10min, 15min, 30min, 1h, 2h, 3h, 6h, 12h}) {
        if (span <= step * 8)
            return step;
    }
    return std::chrono::ceil<std::chrono::days>(span / 8);
}

/// A round number, of which the most have five at most.
int countStep(int most)
{
    for (int ten = 1;; ten *= 10) {
        for (const int step : {1, 2, 5}) {
            if (step * ten * 5 >= most)
                return step * ten;
        }
    }
}

class Chart
{
public:
    Chart(std::vector<timeline::HealthCounts> shown, api::Time begin, api::Time end)
        : m_shown(std::move(shown))
        , m_begin(begin)
        , m_end(std::max(end, begin + std::chrono::seconds(1)))
    {
        for (const timeline::HealthCounts &counts : m_shown) {
            for (const Series &one : series)
                m_most = std::max(m_most, counts.*one.member);
        }
    }

    std::string grid(const ReportVoice &voice) const
    {
        std::string out;
        const int step = countStep(m_most);
        for (int count = 0; count <= m_most; count += step) {
            out += line(left, y(count), chartWidth - right, y(count), "grid");
            out += label(left - 8, y(count) + 4, "end", std::to_string(count));
        }
        const base::Duration apart = timeStep(m_end - m_begin);
        const base::Duration before = m_begin.time_since_epoch() % apart;
        for (api::Time at = m_begin + (before.count() ? apart - before : before); at <= m_end; at += apart)
            out += label(x(at), chartHeight - bottom + 18, "middle", voice.clock(at).substr(0, 8));
        return out;
    }

    /// What lies below the line of the Ready ones, up to the end.
    std::string readyArea() const
    {
        if (m_shown.empty())
            return {};
        std::string points = pixels(x(m_shown.front().at)) + "," + pixels(y(0));
        int before = m_shown.front().ready;
        for (const timeline::HealthCounts &counts : m_shown) {
            const std::string at = " " + pixels(x(counts.at)) + ",";
            points += at + pixels(y(before)) + at + pixels(y(counts.ready));
            before = counts.ready;
        }
        return "<polygon points=\"" + points + " " + pixels(x(m_shown.back().at)) + "," + pixels(y(0))
            + "\"/>\n";
    }

    std::string steps(const Series &one) const
    {
        std::string path;
        for (const timeline::HealthCounts &counts : m_shown) {
            const std::string at = pixels(x(counts.at));
            const std::string height = pixels(y(counts.*one.member));
            path += path.empty() ? "M" + at + " " + height : "H" + at + "V" + height;
        }
        return "<path class=\"" + std::string(one.style) + "\" d=\"" + path + "\"><title>"
            + std::string(one.name) + "</title></path>\n";
    }

    /// The names at the right end, apart from each other even where the lines meet.
    std::string names() const
    {
        std::array<std::size_t, series.size()> order {0, 1, 2};
        const auto height = [&](std::size_t i) {
            return m_shown.empty() ? y(0) : y(m_shown.back().*series[i].member);
        };
        std::ranges::stable_sort(order, std::greater<>(), height);
        std::string out;
        double highest = chartHeight;
        for (const std::size_t i : order) {
            highest = std::min(height(i) + 4, highest - 15);
            const int count = m_shown.empty() ? 0 : m_shown.back().*series[i].member;
            out += label(chartWidth - right + 8, highest, "start",
                std::string(series[i].name) + " " + std::to_string(count),
                std::string("name ") + std::string(series[i].style));
        }
        return out;
    }

    /// Its glyph gives way to one that stands there already.
    std::string mark(const std::optional<api::Time> &at, std::string_view glyph, const std::string &title,
        const ReportVoice &voice)
    {
        if (!at || *at < m_begin || *at > m_end)
            return {};
        const bool covers = std::ranges::any_of(
            m_glyphs, [&](double other) { return std::abs(other - x(*at)) < glyphWidth; });
        if (!covers)
            m_glyphs.push_back(x(*at));
        return "<g><title>" + base::htmlText(title) + " " + voice.clock(*at) + "</title>\n"
            + line(x(*at), top - 8, x(*at), chartHeight - bottom, "mark")
            + (covers ? std::string() : label(x(*at), top - 12, "middle", glyph, "glyph")) + "</g>\n";
    }

private:
    double x(api::Time at) const
    {
        const double share =
            std::chrono::duration<double>(at - m_begin) / std::chrono::duration<double>(m_end - m_begin);
        return left + share * (chartWidth - left - right);
    }
    double y(int count) const
    {
        return chartHeight - bottom - static_cast<double>(count) / m_most * (chartHeight - top - bottom);
    }

    std::vector<timeline::HealthCounts> m_shown;
    api::Time m_begin;
    api::Time m_end;
    int m_most = 1;
    std::vector<double> m_glyphs; // where
};

} // namespace

std::string countsChart(const std::vector<timeline::HealthCounts> &counts,
    const std::vector<timeline::Episode> &episodes, api::Time begin, api::Time end, const ReportVoice &voice)
{
    Chart chart(timeline::downsampled(counts, begin, end, columns), begin, end);
    std::string svg = "<svg class=\"chart\" viewBox=\"0 0 " + pixels(chartWidth) + " " + pixels(chartHeight)
        + "\" role=\"img\" aria-labelledby=\"chart-title chart-description\" "
          "xmlns=\"http://www.w3.org/2000/svg\">\n<title id=\"chart-title\">"
        + htmlWords(voice, reportSaying("HealthTitle")) + "</title>\n<desc id=\"chart-description\">"
        + htmlWords(voice, reportSaying("ChartFromTo", voice.moment(begin), voice.moment(end))) + "</desc>\n";
    svg += chart.grid(voice);
    const auto addMark = [&](const std::optional<api::Time> &at, std::string_view glyph,
                             const std::string &title) { svg += chart.mark(at, glyph, title, voice); };
    for (const timeline::Episode &episode : episodes) {
        addMark(episode.faultAt, "F", voice.words(reportSaying("Fault")));
        addMark(episode.unhealthyAt, "▲", voice.cause(episode));
        addMark(episode.deleteAskedAt, "↧", voice.words(reportSaying("DeleteAsked")));
        addMark(episode.recoveredAt, "●", voice.words(reportSaying("Recovered")));
    }
    svg += chart.readyArea();
    for (const Series &one : series)
        svg += chart.steps(one);
    return svg + chart.names() + "</svg>\n";
}

} // namespace core::scenario
