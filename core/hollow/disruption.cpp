// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hollow/disruption.h"

#include <numeric>

namespace core::hollow {

using base::Duration;
using base::Time;

namespace {

/// The time is that long after the start, rounded up to the step.
Time after(Time start, Duration duration, Duration step)
{
    const Duration rest = duration % step;
    const Time exact = base::addSaturated(start, duration);
    return rest == Duration::zero() ? exact : base::addSaturated(exact, step - rest);
}

Disruption turnUnhealthyAfter(const HollowKubeletConfig &config, Time start, Duration elapsed)
{
    const Duration delay = config.provided.unhealthyAfterDelay();
    if (elapsed < delay)
        return {Health::Healthy, {}, after(start, delay, config.statusUpdateFrequency)};
    return {Health::NotReady, // the spelling is the original's
        "reporting unhealty indefinitely on request (" + api::formatDuration(delay) + " after start up)", {}};
}

Disruption turnUnhealthyPeriodically(const HollowKubeletConfig &config, Time start, Duration elapsed)
{
    const Duration healthyDuration = config.provided.healthyDuration.value;
    const Duration unhealthyDuration = config.provided.unhealthyDuration.value;
    const Duration cycle = healthyDuration + unhealthyDuration;
    if (cycle <= Duration::zero())
        return {};
    const Duration position = elapsed % cycle;
    const bool healthy = position < healthyDuration;
    const Duration flip = elapsed - position + (healthy ? healthyDuration : cycle);
    const Time next = after(start, flip, config.statusUpdateFrequency);
    if (healthy)
        return {Health::Healthy, {}, next};
    return {Health::NotReady,
        "reporting unhealty periodically on request (every " + api::formatDuration(unhealthyDuration) + ")",
        next};
}

constexpr std::chrono::seconds rebootLength {20}; // when the recipe names none
constexpr std::chrono::seconds goodbye {1}; // of a kubelet that is being shut down, before it is silent

bool isReboot(const api::Recipe &recipe)
{
    return recipe.cycle.size() == 1 && recipe.cycle.front().kind == api::FaultKind::Reboot;
}

Time roundedUpToSeconds(Time time)
{
    return std::chrono::ceil<std::chrono::seconds>(time);
}

/// One turn of a phase, in time.
struct Turn {
    std::optional<api::FaultKind> kind;
    Time begin;
    std::optional<Time> end;
};

/// Where a recipe is that has begun, and when its latest reboot ended.
struct RecipePosition {
    Turn turn;
    std::optional<Time> bootedAt;
};

std::vector<Duration> lengthsOf(const api::Recipe &recipe, Time begin, const Dice &dice)
{
    std::vector<Duration> lengths;
    for (std::size_t i = 0; i < recipe.cycle.size(); ++i)
        lengths.push_back(dice.draw(recipe.cycle[i].length, "recipe-phase-" + std::to_string(i), begin));
    return lengths;
}

RecipePosition positionAt(const api::Recipe &recipe, const Dice &dice, Time now)
{
    if (recipe.cycle.size() == 1)
        return {{recipe.cycle.front().kind, recipe.from.value_or(now), {}}, {}};
    const std::vector<Duration> lengths = lengthsOf(recipe, *recipe.from, dice);
    const Duration period = std::accumulate(lengths.begin(), lengths.end(), Duration::zero());
    const Time first = std::max(*recipe.from, Time()); // or the difference to now might not fit
    const Time round = first + (now - first) / period * period;
    RecipePosition position;
    for (Time begin = round == first ? round : round - period;;) { // a reboot may be of the last round
        for (std::size_t i = 0; i < lengths.size(); ++i, begin = *position.turn.end) {
            position.turn = {recipe.cycle[i].kind, begin, begin + lengths[i]};
            if (now < *position.turn.end)
                return position;
            if (position.turn.kind == api::FaultKind::Reboot)
                position.bootedAt = position.turn.end;
        }
    }
}

std::optional<Time> earlier(const std::optional<Time> &one, const std::optional<Time> &other)
{
    return one && other ? std::min(*one, *other) : one ? one : other;
}

Disruption rebooting(const Turn &turn, Time now)
{
    if (now < turn.begin + goodbye)
        return {Health::NotReady, "node is shutting down", earlier(turn.begin + goodbye, turn.end), {}, {}};
    return {Health::Silent, {}, turn.end, {}, {}};
}

Disruption disruptionOf(const Turn &turn, const std::string &why, Time now)
{
    if (!turn.kind)
        return {Health::Healthy, {}, turn.end, {}, {}};
    switch (*turn.kind) {
    case api::FaultKind::NotReady:
        return {Health::NotReady, "reporting not ready " + why, turn.end, {}, {}};
    case api::FaultKind::Silent:
        return {Health::Silent, {}, turn.end, {}, {}};
    case api::FaultKind::Reboot:
        return rebooting(turn, now);
    default:
        return {Health::Healthy, why, turn.end, turn.kind, {}};
    }
}

/// The recipe is over: only a reboot leaves something behind, also one that was under way.
Disruption leftBy(const api::Recipe &recipe, const Dice &dice)
{
    const RecipePosition last = positionAt(recipe, dice, *recipe.until - Duration(1));
    const bool cutShort = last.turn.kind == api::FaultKind::Reboot;
    return {Health::Healthy, {}, {}, {}, cutShort ? recipe.until : last.bootedAt};
}

} // namespace

Duration Dice::draw(const api::Span &span, std::string_view purpose, Time start) const
{
    const auto seconds = std::chrono::floor<std::chrono::seconds>(start).time_since_epoch().count();
    const double share = chance.unit(node, purpose, static_cast<std::uint64_t>(seconds));
    const auto open = std::chrono::duration<double, Duration::period>(span.most - span.least) * share;
    return span.least + std::chrono::floor<std::chrono::seconds>(open);
}

Disruption flagsAt(const HollowKubeletConfig &config, Time start, Time now)
{
    const Duration age = std::max(now - start, Duration::zero());
    const Duration elapsed = age - age % config.statusUpdateFrequency;
    if (config.provided.turnUnhealthyAfter)
        return turnUnhealthyAfter(config, start, elapsed);
    if (config.provided.turnUnhealthyPeriodically)
        return turnUnhealthyPeriodically(config, start, elapsed);
    return {};
}

api::Recipe pinned(api::Recipe recipe, Time start, const Dice &dice)
{
    if (recipe.after)
        recipe.from = roundedUpToSeconds(start + dice.draw(*recipe.after, "recipe-after", start));
    else if (!recipe.from && (recipe.cycle.size() > 1 || isReboot(recipe)))
        recipe.from = api::truncatedToSeconds(start);
    recipe.after.reset();
    if (isReboot(recipe) && !recipe.until && !recipe.lasts)
        recipe.lasts = {rebootLength, rebootLength};
    if (recipe.lasts)
        recipe.until =
            roundedUpToSeconds(recipe.from.value_or(start) + dice.draw(*recipe.lasts, "recipe-for", start));
    recipe.lasts.reset();
    return recipe;
}

bool isOver(const api::Recipe &recipe, Time now)
{
    return recipe.until && *recipe.until <= now;
}

Disruption recipeAt(const api::Recipe &recipe, const Dice &dice, Time now)
{
    if (recipe.from && now < *recipe.from)
        return {Health::Healthy, {}, recipe.from, {}, {}};
    if (isOver(recipe, now))
        return recipe.from && *recipe.from < *recipe.until ? leftBy(recipe, dice) : Disruption();
    const RecipePosition position = positionAt(recipe, dice, now);
    Disruption disruption = disruptionOf(position.turn, "on request (" + api::recipeText(recipe) + ")", now);
    disruption.nextChange = earlier(disruption.nextChange, recipe.until);
    disruption.bootedAt = position.bootedAt;
    return disruption;
}

Disruption disruptionAt(const Disruptions &disruptions, const Dice &dice, Time now)
{
    const Disruption own = disruptions.recipe ? recipeAt(*disruptions.recipe, dice, now)
                                              : flagsAt(disruptions.config, disruptions.start, now);
    if (!disruptions.fault)
        return own;
    const api::Recipe &fault = *disruptions.fault;
    const Disruption onCommand = recipeAt(fault, dice, now);
    const bool before = fault.from && now < *fault.from;
    Disruption result = before || isOver(fault, now) ? own : onCommand;
    if (before)
        result.nextChange = earlier(result.nextChange, fault.from);
    result.bootedAt = std::max(own.bootedAt, onCommand.bootedAt);
    return result;
}

} // namespace core::hollow
