// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/text.h"

#include "core/api/json.h"

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

/// The code, then the values: plain ones as text, others as an object of one member, named as they are said.
api::Json listOf(const api::Saying &saying)
{
    api::JsonArray list {saying.kind->code};
    for (const api::Saying &value : saying.values) {
        if (value.kind)
            list.push_back(api::JsonObject {{value.text, listOf(value)}});
        else
            list.emplace_back(value.text);
    }
    return list;
}

api::Saying sayingIn(std::string_view text, const api::Json &said)
{
    api::Saying saying(text);
    const auto *list = said.if_array();
    if (!list || list->empty() || !list->front().is_string())
        return saying;
    saying.code = api::text(list->front().get_string());
    for (auto part = list->begin() + 1; part != list->end(); ++part) {
        if (const auto *plain = part->if_string())
            saying.values.emplace_back(api::text(*plain));
        else if (const auto *nested = part->if_object(); nested && nested->size() == 1)
            saying.values.push_back(sayingIn(nested->begin()->key(), nested->begin()->value()));
    }
    return saying;
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

std::string saidText(const api::Saying &saying)
{
    return saying.kind ? api::writeJson(listOf(saying)) : std::string();
}

api::Saying sayingOf(const Fact &fact)
{
    return sayingIn(fact.detail, api::parseJson(fact.said).value_or(api::Json()));
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
