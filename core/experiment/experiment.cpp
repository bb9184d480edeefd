// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/experiment.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>

namespace core::experiment {

namespace {

struct MeasureName {
    Measure measure;
    std::string_view name;
};

constexpr std::array measureNames {
    MeasureName {Measure::Recovery, "recovery"},
    MeasureName {Measure::ReadyMachineHours, "ready-machine-hours"},
    MeasureName {Measure::Replaced, "replaced"},
    MeasureName {Measure::ReplacedNeedlessly, "replaced-needlessly"},
    MeasureName {Measure::Length, "length"},
};

bool sameKind(std::string_view a, std::string_view b)
{
    return std::ranges::equal(
        a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

/// Puts the value at the path and makes what is missing on the way; false where the path leads nowhere.
bool putAt(api::Json &json, std::span<const std::string> path, const api::Json &value)
{
    if (path.empty()) {
        json = value;
        return true;
    }
    if (path.front() == "*") {
        bool any = false;
        if (api::JsonArray *array = json.if_array()) {
            for (api::Json &item : *array)
                any = putAt(item, path.subspan(1), value) || any;
        }
        return any;
    }
    if (json.is_null())
        json.emplace_object();
    return json.is_object() && putAt(json.get_object()[path.front()], path.subspan(1), value);
}

api::JsonArray namesOf(const std::vector<Measure> &measures)
{
    api::JsonArray names;
    for (const Measure measure : measures)
        names.emplace_back(nameOf(measure));
    return names;
}

/// "1..20"
std::string seedsOf(const Experiment &experiment)
{
    return std::to_string(experiment.firstSeed) + ".."
        + std::to_string(experiment.firstSeed + experiment.seeds - 1);
}

} // namespace

std::string_view nameOf(Measure measure)
{
    return std::ranges::find(measureNames, measure, &MeasureName::measure)->name;
}

std::optional<Measure> measureOf(std::string_view name)
{
    const auto found = std::ranges::find(measureNames, name, &MeasureName::name);
    return found == measureNames.end() ? std::nullopt : std::optional(found->measure);
}

bool isBetterWhenLess(Measure measure)
{
    return measure != Measure::ReadyMachineHours;
}

std::string_view Variation::shortName() const
{
    return std::string_view(name).substr(name.rfind('.') + 1);
}

std::size_t Experiment::variants() const
{
    std::size_t count = 1;
    for (const Variation &variation : variations)
        count *= variation.values.size();
    return count;
}

std::vector<api::Json> Experiment::valuesOf(std::size_t variant) const
{
    std::vector<api::Json> values(variations.size());
    for (std::size_t i = variations.size(); i-- > 0;) {
        const std::vector<api::Json> &all = variations[i].values;
        values[i] = all[variant % all.size()];
        variant /= all.size();
    }
    return values;
}

std::string Experiment::labelOf(std::size_t variant) const
{
    std::string label;
    for (const api::Json &value : valuesOf(variant))
        label += (label.empty() ? "" : " · ") + valueText(value);
    return label;
}

api::Json Experiment::scenarioOf(std::size_t variant) const
{
    api::Json varied = scenario;
    const std::vector<api::Json> values = valuesOf(variant);
    for (std::size_t i = 0; i < variations.size(); ++i)
        vary(varied, variations[i], values[i]);
    varied.as_object()["name"] = variations.empty() ? name : name + " (" + labelOf(variant) + ")";
    return varied;
}

api::Json Experiment::definitionOf(std::size_t variant) const
{
    api::JsonObject definition {{"seeds", seedsOf(*this)}, {"timing", std::string(timing->name)}};
    const std::vector<api::Json> values = valuesOf(variant);
    api::JsonObject with;
    for (std::size_t i = 0; i < variations.size(); ++i)
        with[variations[i].name] = values[i];
    if (!with.empty())
        definition["with"] = std::move(with);
    definition["measure"] = namesOf(measures);
    return definition;
}

api::Json Experiment::document() const
{
    api::JsonObject varied;
    for (const Variation &variation : variations)
        varied[variation.name] = api::JsonArray(variation.values.begin(), variation.values.end());
    return api::JsonObject {{"name", name}, {"description", description},
        {"timing", std::string(timing->name)}, {"seeds", seedsOf(*this)}, {"vary", std::move(varied)},
        {"measure", namesOf(measures)}, {"scenario", scenario}};
}

std::size_t vary(api::Json &scenario, const Variation &variation, const api::Json &value)
{
    std::size_t count = 0;
    const auto take = [&](api::Json &object) {
        if (sameKind(api::textAt(object, {"kind"}), variation.kind) && putAt(object, variation.path, value))
            ++count;
    };
    for (api::Json &step : scenario.as_object()["steps"].as_array()) {
        api::Json *apply = step.is_object() ? api::member(step.get_object(), "apply") : nullptr;
        if (apply && apply->is_array())
            std::ranges::for_each(apply->get_array(), take);
        else if (apply)
            take(*apply);
    }
    return count;
}

std::string valueText(const api::Json &value)
{
    return value.is_string() ? api::text(value.get_string()) : api::writeJson(value);
}

} // namespace core::experiment
