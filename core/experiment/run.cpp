// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/run.h"

#include "core/api/providerconfig.h"
#include "core/timeline/text.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>

namespace core::experiment {

using timeline::Episode;
using timeline::Outcome;
using timeline::Stage;

namespace {

double secondsOf(base::Duration duration)
{
    return std::chrono::duration<double>(duration).count();
}

std::vector<double> inSeconds(const std::vector<base::Duration> &durations)
{
    std::vector<double> all;
    std::ranges::transform(durations, std::back_inserter(all), secondsOf);
    return all;
}

api::JsonArray nanoseconds(const std::vector<base::Duration> &durations)
{
    api::JsonArray all;
    for (const base::Duration duration : durations)
        all.emplace_back(duration.count());
    return all;
}

std::vector<base::Duration> durationsIn(const api::JsonArray &nanoseconds)
{
    std::vector<base::Duration> all;
    for (const api::Json &each : nanoseconds)
        all.emplace_back(each.is_int64() ? each.get_int64() : 0);
    return all;
}

/// Whether what the machines of its set go through by their provider config passes by itself.
bool configPasses(const scenario::ScenarioView &view, const Episode &episode)
{
    const auto set = view.machineSets.find(episode.machineSet);
    if (!set || episode.isOfMcm)
        return false;
    const auto config = api::parseProviderConfig(set->spec.template_.spec.providerSpec.value);
    if (!config)
        return false;
    const auto recipe = config->metadata.annotations.find(api::keys::recipe);
    if (recipe == config->metadata.annotations.end())
        return config->turnUnhealthyPeriodically && !config->turnUnhealthyAfter;
    const auto parsed = api::parseRecipe(recipe->second);
    return parsed && passesByItself(*parsed);
}

bool isNeedless(const scenario::ScenarioView &view, const Episode &episode)
{
    if (episode.fault().empty())
        return configPasses(view, episode);
    const auto recipe = api::parseRecipe(episode.fault());
    return recipe && passesByItself(*recipe);
}

std::optional<SlowestRecovery> slowestOf(const std::vector<Episode> &episodes)
{
    const Episode *slowest = nullptr;
    for (const Episode &episode : episodes) {
        if (episode.recovery() && (!slowest || *episode.recovery() > *slowest->recovery()))
            slowest = &episode;
    }
    if (!slowest)
        return std::nullopt;
    SlowestRecovery found {*slowest->recovery(), {}, {}};
    for (const Stage &stage : timeline::stagesOf(*slowest)) {
        if (stage.length() > found.stageLength) {
            found.stage = stage.kind;
            found.stageLength = stage.length();
        }
    }
    return found;
}

/// Machines at one moment; more than wanted don't count.
struct Presence {
    std::int64_t wanted = 0;
    std::int64_t ready = 0;
};

Presence presenceIn(const scenario::ScenarioView &view)
{
    std::map<api::ObjectKey, Presence> owners; // deployments
    Presence all;
    const auto count = [&all](const Presence &owner) {
        all.wanted += owner.wanted;
        all.ready += std::min(owner.ready, owner.wanted);
    };
    for (const auto &deployment : view.machineDeployments.list())
        owners[deployment->key()].wanted = deployment->wantedReplicas();
    for (const auto &set : view.machineSets.list()) {
        const std::int64_t ready = set->status.readyReplicas.value_or(0);
        const api::OwnerReference *owner = set->metadata.controller();
        const auto deployment = owner && owner->kind == "MachineDeployment"
            ? owners.find({set->metadata.ns, owner->name})
            : owners.end();
        if (deployment == owners.end())
            count({set->wantedReplicas(), ready});
        else
            deployment->second.ready += ready;
    }
    for (const auto &[key, owner] : owners)
        count(owner);
    return all;
}

constexpr std::array stageKinds {Stage::Kind::Noticing, Stage::Kind::Waiting, Stage::Kind::Replacing,
    Stage::Kind::Booting, Stage::Kind::Unhealthy};

} // namespace

void ReadyTime::begin(const scenario::ScenarioView &view)
{
    if (m_allWere)
        return;
    const Presence seen = presenceIn(view);
    if (seen.wanted == 0 || seen.ready < seen.wanted)
        return;
    m_wanted = 0;
    m_ready = 0;
    m_allWere = true;
}

void ReadyTime::look(const scenario::ScenarioView &view)
{
    begin(view);
    const Presence seen = presenceIn(view);
    m_wanted += seen.wanted;
    m_ready += seen.ready;
}

std::optional<double> ReadyTime::share() const
{
    return m_wanted == 0 ? std::nullopt
                         : std::optional(static_cast<double>(m_ready) / static_cast<double>(m_wanted));
}

bool passesByItself(const api::Recipe &recipe)
{
    const auto heals = [](const api::Recipe::Phase &phase) {
        return !phase.kind || *phase.kind == api::FaultKind::Reboot;
    };
    return recipe.lasts || recipe.until || std::ranges::any_of(recipe.cycle, heals);
}

Run measured(
    const scenario::ScenarioReport &report, const scenario::ScenarioView &view, const ReadyTime &ready)
{
    Run run;
    for (const Episode &episode : report.episodes) {
        if (const auto recovery = episode.recovery())
            run.recoveries.push_back(*recovery);
        else if (episode.outcome == Outcome::Open)
            run.open.push_back(report.end - episode.unhealthyAt);
        const bool isReplaced = episode.outcome == Outcome::Replaced
            || (episode.outcome == Outcome::Open && episode.deleteAskedAt);
        run.replaced += isReplaced ? 1 : 0;
        run.replacedNeedlessly += isReplaced && isNeedless(view, episode) ? 1 : 0;
    }
    run.slowest = slowestOf(report.episodes);
    run.ready = ready.share();
    run.length = report.end - report.begin;
    run.failure = report.failure();
    return run;
}

std::vector<double> valuesOf(const Run &run, Measure measure)
{
    switch (measure) {
    case Measure::Recovery:
        return inSeconds(run.recoveries);
    case Measure::ReadyMachineHours:
        return run.ready ? std::vector {*run.ready} : std::vector<double>();
    case Measure::Replaced:
        return {static_cast<double>(run.replaced)};
    case Measure::ReplacedNeedlessly:
        return {static_cast<double>(run.replacedNeedlessly)};
    case Measure::Length:
        return {secondsOf(run.length)};
    }
    return {};
}

std::vector<double> openOf(const Run &run)
{
    return inSeconds(run.open);
}

api::Json toJson(const Run &run)
{
    api::JsonObject json {{"variant", run.variant + 1}, {"seed", run.seed},
        {"recoveries", nanoseconds(run.recoveries)}, {"open", nanoseconds(run.open)},
        {"replaced", run.replaced}, {"replacedNeedlessly", run.replacedNeedlessly},
        {"length", run.length.count()}, {"failure", run.failure.text}};
    if (run.failure.kind)
        json["failureSaid"] = timeline::saidText(run.failure);
    if (run.ready)
        json["ready"] = *run.ready;
    if (run.slowest)
        json["slowest"] = api::JsonObject {{"length", run.slowest->length.count()},
            {"stage", std::string(timeline::nameOf(run.slowest->stage))},
            {"stageLength", run.slowest->stageLength.count()}};
    return json;
}

base::Result<Run> runOf(const api::Json &json)
{
    const auto number = [&](std::string_view name) { return api::integerAt(json, {name}); };
    const auto variant = number("variant");
    const api::Json *seed = api::find(json, {"seed"});
    const api::Json *ready = api::find(json, {"ready"});
    const api::Json *recoveries = api::find(json, {"recoveries"});
    const api::Json *open = api::find(json, {"open"});
    if (!variant || *variant < 1 || !seed || !seed->is_number() || seed->is_double()
        || (ready && !ready->is_number()) || !recoveries || !recoveries->is_array() || !open
        || !open->is_array())
        return base::fail(base::ErrorKind::Invalid, "no run of an experiment");
    Run run;
    run.variant = static_cast<std::size_t>(*variant) - 1;
    run.seed = seed->is_uint64() ? seed->get_uint64() : static_cast<std::uint64_t>(seed->get_int64());
    run.recoveries = durationsIn(recoveries->get_array());
    run.open = durationsIn(open->get_array());
    if (ready)
        run.ready = ready->to_number<double>();
    run.replaced = number("replaced").value_or(0);
    run.replacedNeedlessly = number("replacedNeedlessly").value_or(0);
    run.length = base::Duration(number("length").value_or(0));
    run.failure = timeline::sayingOf(api::textAt(json, {"failure"}), api::textAt(json, {"failureSaid"}));
    if (const auto slowest = api::integerAt(json, {"slowest", "length"})) {
        run.slowest = SlowestRecovery {base::Duration(*slowest), {},
            base::Duration(api::integerAt(json, {"slowest", "stageLength"}).value_or(0))};
        const auto stage = std::ranges::find(stageKinds, api::textAt(json, {"slowest", "stage"}),
            [](Stage::Kind kind) { return timeline::nameOf(kind); });
        if (stage != stageKinds.end())
            run.slowest->stage = *stage;
    }
    return run;
}

} // namespace core::experiment
