// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/metricstext.h"

#include "core/base/displaytext.h"

#include <array>
#include <charconv>
#include <cmath>

namespace core::engine {

namespace {

std::string numberText(double value)
{
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value > 0 ? "+Inf" : "-Inf";
    std::array<char, 32> buffer {};
    return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr};
}

std::string escaped(std::string_view text, bool quotes)
{
    std::string out;
    for (const char c : base::printableText(text)) {
        if (c == '\n')
            out += "\\n";
        else if (c == '\\' || (c == '"' && quotes))
            out.append({'\\', c});
        else
            out += c;
    }
    return out;
}

constexpr std::string_view nameOf(MetricsText::Type type)
{
    switch (type) {
    case MetricsText::Type::Counter:
        return "counter";
    case MetricsText::Type::Gauge:
        return "gauge";
    case MetricsText::Type::Histogram:
        break;
    }
    return "histogram";
}

} // namespace

void MetricsText::family(std::string_view name, Type type, std::string_view help)
{
    m_name = name;
    m_text.append("# HELP ").append(name).append(" ").append(escaped(help, false)).append("\n");
    m_text.append("# TYPE ").append(name).append(" ").append(nameOf(type)).append("\n");
}

void MetricsText::line(std::string_view suffix, const Labels &labels, const std::string &value)
{
    m_text.append(m_name).append(suffix);
    std::string_view separator = "{";
    for (const auto &[name, text] : labels) {
        m_text.append(separator).append(name).append("=\"").append(escaped(text, true)).append("\"");
        separator = ",";
    }
    m_text.append(labels.empty() ? " " : "} ").append(value).append("\n");
}

void MetricsText::sample(const Labels &labels, double value)
{
    line({}, labels, numberText(value));
}

void MetricsText::sample(const Labels &labels, std::uint64_t value)
{
    line({}, labels, std::to_string(value));
}

void MetricsText::histogram(
    const Labels &labels, const runtime::Histogram &histogram, std::span<const double> bounds)
{
    Labels bucket = labels;
    bucket.emplace_back("le", std::string());
    for (const double bound : bounds) {
        bucket.back().second = numberText(bound);
        line("_bucket", bucket, std::to_string(histogram.countUpTo(bound)));
    }
    bucket.back().second = "+Inf";
    line("_bucket", bucket, std::to_string(histogram.count()));
    line("_sum", labels, numberText(histogram.sum()));
    line("_count", labels, std::to_string(histogram.count()));
}

} // namespace core::engine
