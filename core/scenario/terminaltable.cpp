// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/terminaltable.h"

#include "core/base/displaytext.h"
#include "core/timeline/observer.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace core::scenario {

namespace {

constexpr std::size_t phaseWidth = 12;
constexpr std::size_t healthWidth = 8;
constexpr std::size_t ageWidth = 6;

struct Row {
    std::string machine;
    std::string phase;
    std::string node;
    std::string health;
    std::string age;
};

/// The next place at or before this one that does not cut a character in two.
std::size_t characterAt(std::string_view text, std::size_t place)
{
    while (place > 0 && place < text.size() && (static_cast<unsigned char>(text[place]) & 0xC0U) == 0x80U)
        --place;
    return place;
}

/// Keeps both ends of a name, since generated names differ at the end.
std::string fitted(std::string text, std::size_t width)
{
    if (text.size() > width) {
        const std::size_t tail = width / 2;
        text = text.substr(0, characterAt(text, width - tail - 1)) + "~"
            + text.substr(characterAt(text, text.size() - tail));
    }
    text.resize(width, ' ');
    return text;
}

std::string_view colourOf(std::string_view state)
{
    if (state == "Ready" || state == "Running" || state == "ok")
        return "\x1b[32m";
    if (state == "NotReady" || state == "Unknown" || state == "Failed" || state == "failed")
        return "\x1b[31m";
    return "\x1b[33m";
}

std::string coloured(const std::string &cell, std::string_view state, Colour colour)
{
    if (colour == Colour::No || state == "-")
        return cell;
    return std::string(colourOf(state)) + cell + "\x1b[0m";
}

Row rowOf(const MachineAndNode &entry, api::Time now)
{
    const auto &[machine, node] = entry;
    const api::ObjectMeta &meta = machine->metadata;
    const std::string nodeName = machine->status.nodeRef ? machine->status.nodeRef->name : "-";
    return {base::printableLine(meta.name),
        base::printableLine(machine->status.phase.empty() ? "-" : machine->status.phase),
        base::printableLine(nodeName), node ? std::string(timeline::healthOf(*node)) : "-",
        api::ageText(now - meta.creationTimestamp.value_or(now))};
}

std::string summaryOf(const api::MachineSet &set)
{
    return base::printableLine(set.metadata.name) + ": "
        + std::to_string(set.status.readyReplicas.value_or(0)) + " of " + std::to_string(set.wantedReplicas())
        + " Ready";
}

std::vector<std::string> wrapped(const std::string &text, std::size_t width)
{
    std::vector<std::string> lines;
    std::string rest = text;
    while (rest.size() > width) {
        std::size_t cut = rest.rfind(' ', width);
        if (cut == std::string::npos || cut == 0)
            cut = std::max<std::size_t>(characterAt(rest, width), 1);
        lines.push_back(rest.substr(0, cut));
        rest = rest.substr(rest[cut] == ' ' ? cut + 1 : cut);
    }
    lines.push_back(rest);
    return lines;
}

std::string clockText(api::Time time)
{
    return api::formatTime(time).substr(11, 8);
}

} // namespace

std::vector<std::string> TerminalTable::update(const ScenarioView &view, api::Time now)
{
    std::string state;
    std::vector<std::string> lines;
    std::string summary;
    for (const auto &set : view.machineSets.list())
        summary += (summary.empty() ? "" : "   ") + summaryOf(*set);
    state = summary;
    for (std::string &line : wrapped(clockText(now) + "  " + summary, m_options.width))
        lines.push_back(std::move(line));

    const std::vector<MachineAndNode> all = machinesOf(view, std::nullopt);
    std::vector<Row> rows;
    std::size_t machineWidest = 7;
    std::size_t nodeWidest = 4;
    for (std::size_t i = 0; i < std::min(all.size(), m_options.mostRows); ++i) {
        rows.push_back(rowOf(all[i], now));
        machineWidest = std::max(machineWidest, rows.back().machine.size());
        nodeWidest = std::max(nodeWidest, rows.back().node.size());
    }
    const std::size_t forNames =
        m_options.width - phaseWidth - healthWidth - ageWidth - 8; // four gaps of two
    const std::size_t left = forNames > nodeWidest ? forNames - nodeWidest : 0;
    const std::size_t machineWidth = std::min(machineWidest, std::max(left, forNames * 2 / 5));
    const std::size_t nodeWidth = std::min(nodeWidest, forNames - machineWidth);
    const auto gap = std::string(2, ' ');
    if (!rows.empty()) {
        lines.push_back(fitted("MACHINE", machineWidth) + gap + fitted("PHASE", phaseWidth) + gap
            + fitted("NODE", nodeWidth) + gap + fitted("HEALTH", healthWidth) + gap + "AGE");
    }
    for (const Row &row : rows) {
        lines.push_back(fitted(row.machine, machineWidth) + gap
            + coloured(fitted(row.phase, phaseWidth), row.phase, m_options.colour) + gap
            + fitted(row.node, nodeWidth) + gap
            + coloured(fitted(row.health, healthWidth), row.health, m_options.colour) + gap + row.age);
        state += "\n" + row.machine + "\t" + row.phase + "\t" + row.node + "\t" + row.health;
    }
    if (all.size() > rows.size()) {
        lines.push_back("and " + std::to_string(all.size() - rows.size()) + " more machines");
        state += "\n" + lines.back();
    }
    if (state == m_shown)
        return {};
    m_shown = std::move(state);
    return lines;
}

std::vector<std::string> TerminalTable::caption(
    std::size_t index, std::size_t steps, const StepReport &step) const
{
    const bool begins = step.state == StepReport::State::Running;
    const bool isOk = step.state == StepReport::State::Ok;
    const std::string state = begins ? "step " + std::to_string(index + 1) + " of " + std::to_string(steps)
        : isOk                       ? "ok"
                                     : "failed";
    const std::string head =
        clockText(begins ? step.begin.value_or(api::Time()) : step.end.value_or(api::Time())) + "  ";
    std::string body = step.say.empty() ? step.text.text : step.say;
    if (!begins)
        body = isOk ? step.message.text : step.text.text + ": " + step.message.text;
    const std::size_t indent = head.size() + state.size() + 2;
    std::vector<std::string> lines = wrapped(base::printableLine(body), m_options.width - indent);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string start = head + (begins ? state : coloured(state, state, m_options.colour)) + "  ";
        lines[i] = (i == 0 ? start : std::string(indent, ' ')) + lines[i];
    }
    return lines;
}

} // namespace core::scenario
