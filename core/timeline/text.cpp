// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/text.h"

#include "core/api/json.h"

#include <array>
#include <cstdio>

namespace core::timeline {

namespace {

/// The value of that name; values are numbered without a gap, and only they have a name.
template<typename Value>
std::optional<Value> valueNamed(std::string_view name)
{
    for (int number = 0; !nameOf(Value(number)).empty(); ++number) {
        if (nameOf(Value(number)) == name)
            return Value(number);
    }
    return std::nullopt;
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
    switch (kind) {
    case FactKind::NodeHealth:
        return "NodeHealth";
    case FactKind::MachineCreated:
        return "MachineCreated";
    case FactKind::MachinePhase:
        return "MachinePhase";
    case FactKind::MachineDeleting:
        return "MachineDeleting";
    case FactKind::SetReplicas:
        return "SetReplicas";
    case FactKind::SetReady:
        return "SetReady";
    case FactKind::McmMachineCreated:
        return "McmMachineCreated";
    case FactKind::McmMachinePhase:
        return "McmMachinePhase";
    case FactKind::McmMachineDeleting:
        return "McmMachineDeleting";
    case FactKind::McmSetReplicas:
        return "McmSetReplicas";
    case FactKind::McmSetReady:
        return "McmSetReady";
    case FactKind::Fault:
        return "Fault";
    case FactKind::Decision:
        return "Decision";
    }
    return {};
}

std::optional<FactKind> factKindOf(std::string_view name)
{
    return valueNamed<FactKind>(name);
}

std::string_view nameOf(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Open:
        return "open";
    case Outcome::Replaced:
        return "replaced";
    case Outcome::HealedByItself:
        return "healed";
    case Outcome::Gone:
        return "gone";
    }
    return {};
}

std::optional<Outcome> outcomeOf(std::string_view name)
{
    return valueNamed<Outcome>(name);
}

std::string_view familyOf(const Episode &episode)
{
    if (episode.machine.name.empty())
        return {};
    return episode.isOfMcm ? "machine.sapcloud.io" : "machine.openshift.io";
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

api::Saying sayingOf(std::string_view text, std::string_view said)
{
    return sayingIn(text, api::parseJson(said).value_or(api::Json()));
}

api::Saying sayingOf(const Fact &fact)
{
    return sayingOf(fact.detail, fact.said);
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
