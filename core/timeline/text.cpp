// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/text.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

namespace core::timeline {

namespace {

constexpr std::array<std::pair<FactKind, std::string_view>, 9> factKinds {{
    {FactKind::NodeHealth, "NodeHealth"},
    {FactKind::MachineCreated, "MachineCreated"},
    {FactKind::MachinePhase, "MachinePhase"},
    {FactKind::MachineDeleting, "MachineDeleting"},
    {FactKind::SetReplicas, "SetReplicas"},
    {FactKind::McmSetReplicas, "McmSetReplicas"},
    {FactKind::SetReady, "SetReady"},
    {FactKind::Fault, "Fault"},
    {FactKind::Decision, "Decision"},
}};

constexpr std::array<std::pair<Outcome, std::string_view>, 4> outcomes {{
    {Outcome::Open, "open"},
    {Outcome::Replaced, "replaced"},
    {Outcome::HealedByItself, "healed"},
    {Outcome::Gone, "gone"},
}};

template<typename Table, typename Value>
std::string_view nameIn(const Table &table, Value value)
{
    return std::ranges::find(table, value, &Table::value_type::first)->second;
}

template<typename Table>
auto valueIn(const Table &table, std::string_view name)
{
    const auto found = std::ranges::find(table, name, &Table::value_type::second);
    return found == table.end() ? std::nullopt : std::optional(found->first);
}

} // namespace

std::string_view nameOf(FactKind kind)
{
    return nameIn(factKinds, kind);
}

std::optional<FactKind> factKindOf(std::string_view name)
{
    return valueIn(factKinds, name);
}

std::string_view nameOf(Outcome outcome)
{
    return nameIn(outcomes, outcome);
}

std::optional<Outcome> outcomeOf(std::string_view name)
{
    return valueIn(outcomes, name);
}

std::string sentenceOf(const Episode &episode)
{
    switch (episode.outcome) {
    case Outcome::Replaced:
        return "Replaced in " + formatSeconds(*episode.recovery()) + ".";
    case Outcome::HealedByItself:
        return "Came back after " + formatSeconds(*episode.recovery()) + ".";
    case Outcome::Gone:
        return "Gone: nobody wanted a replacement.";
    case Outcome::Open:
        break;
    }
    if (episode.replacementCreatedAt)
        return "The replacement is not Ready yet.";
    if (episode.deleteAskedAt)
        return "Deletion was asked for; there is no replacement yet.";
    return "Not healthy, and nobody has acted yet.";
}

std::string formatMillis(api::Time time)
{
    std::string text = api::formatMicroTime(time);
    text.erase(text.size() - 4, 3); // the last three digits before the Z
    return text;
}

std::string formatSeconds(base::Duration duration)
{
    const std::chrono::duration<double> seconds = duration;
    std::array<char, 32> buffer {};
    std::snprintf(buffer.data(), buffer.size(), "%.1f s", seconds.count());
    return buffer.data();
}

} // namespace core::timeline
