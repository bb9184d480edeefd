// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Writes metrics in Prometheus' text format 0.0.4: one family after the other, each with its HELP and TYPE.

#include "core/runtime/histogram.h"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace core::engine {

class MetricsText
{
public:
    enum class Type { Counter, Gauge, Histogram };
    using Labels = std::vector<std::pair<std::string_view, std::string>>;

    /// Begins a family; its samples follow. Each name once.
    void family(std::string_view name, Type type, std::string_view help);
    void sample(const Labels &labels, double value);
    void sample(const Labels &labels, std::uint64_t value);
    /// The buckets of a histogram at these bounds, its sum and its count.
    void histogram(const Labels &labels, const runtime::Histogram &histogram, std::span<const double> bounds);

    std::string take() { return std::move(m_text); }

private:
    void line(std::string_view suffix, const Labels &labels, const std::string &value);

    std::string m_text;
    std::string m_name; ///< of the family at hand
};

} // namespace core::engine
