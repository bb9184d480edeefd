// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/experimenttable.h"

#include "core/api/time.h"
#include "core/base/displaytext.h"

#include <algorithm>
#include <cstdio>

namespace app {

using core::experiment::Estimate;
using core::experiment::Experiment;
using core::experiment::Measure;
using core::experiment::Standing;
using core::experiment::Summary;
using Row = std::vector<std::string>;

namespace {

std::string fixed(double value, int digits)
{
    std::string text(32, '\0'); // NOLINT(*-magic-numbers): room for any of these numbers
    text.resize(static_cast<std::size_t>(std::snprintf(text.data(), text.size(), "%.*f", digits, value)));
    return text;
}

std::string figure(const std::optional<Estimate> &estimate, Measure measure)
{
    if (!estimate)
        return "-";
    if (measure == Measure::ReadyMachineHours)
        return fixed(estimate->value * 100, 2) + "%"; // NOLINT(*-magic-numbers): per cent
    return (estimate->isAtLeast ? "≥" : "") + fixed(estimate->value, 1)
        + (measure == Measure::Recovery || measure == Measure::Length ? "s" : "");
}

Row headOf(const Experiment &experiment)
{
    Row head;
    for (const auto &variation : experiment.variations)
        head.push_back(core::base::printableLine(variation.shortName()));
    for (const Measure measure : experiment.measures) {
        head.emplace_back(nameOf(measure));
        if (measure == Measure::Recovery)
            head.insert(head.end(), {"p95", "not-recovered"});
    }
    head.emplace_back("runs");
    head.emplace_back("failed");
    return head;
}

Row rowOf(const Experiment &experiment, std::size_t variant, const Summary &summary)
{
    Row row;
    for (const auto &value : experiment.valuesOf(variant))
        row.push_back(core::base::printableLine(core::experiment::valueText(value)));
    for (const Measure measure : experiment.measures) {
        row.push_back(figure(summary.typical(measure), measure));
        if (measure != Measure::Recovery)
            continue;
        row.push_back(figure(summary.p95(measure), measure));
        row.push_back(std::to_string(summary.open().size()));
    }
    row.push_back(std::to_string(summary.runs()));
    row.push_back(std::to_string(summary.failed()));
    return row;
}

/// In characters: a terminal shows no bytes.
std::size_t widthOf(const std::string &cell)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        cell, [](unsigned char byte) { return (byte & 0xC0U) != 0x80U; })); // NOLINT(*-magic-numbers): UTF-8
}

std::string aligned(const std::vector<Row> &rows)
{
    std::vector<std::size_t> widths(rows.front().size());
    for (const Row &row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], widthOf(row[i]));
    }
    std::string text;
    for (const Row &row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i)
            text += row[i] + (i + 1 < row.size() ? std::string(widths[i] - widthOf(row[i]) + 3, ' ') : "\n");
    }
    return text;
}

std::string frontOf(const Experiment &experiment, const std::vector<Summary> &summaries)
{
    const Measure first = experiment.measures.front();
    const Measure last = experiment.measures.back();
    std::string front;
    for (std::size_t i = 0; i < summaries.size(); ++i) {
        if (standingOf(summaries, i, first, last).kind == Standing::Kind::OnFront)
            front += (front.empty() ? "" : "; ") + core::base::printableLine(experiment.labelOf(i));
    }
    if (front.empty())
        return front;
    const std::string measures = first == last
        ? std::string(nameOf(first))
        : "both " + std::string(nameOf(first)) + " and " + std::string(nameOf(last));
    return "\nNo variant is better in " + measures + " than: " + front + "\n";
}

} // namespace

std::string tableOf(const Experiment &experiment, const std::vector<Summary> &summaries)
{
    std::vector<Row> rows {headOf(experiment)};
    for (std::size_t i = 0; i < summaries.size(); ++i)
        rows.push_back(rowOf(experiment, i, summaries[i]));
    std::string text = aligned(rows) + frontOf(experiment, summaries);
    for (std::size_t i = 0; i < summaries.size(); ++i) {
        if (const auto *failed = summaries[i].firstFailed())
            text += core::base::printableLine(experiment.labelOf(i) + ", seed " + std::to_string(failed->seed)
                        + ": " + failed->failure.text)
                + "\n";
    }
    return text;
}

} // namespace app
