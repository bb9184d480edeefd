// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hollow/disruption.h"

namespace core::hollow {

using base::Duration;
using base::Time;

namespace {

std::string_view takeWord(std::string_view &text)
{
    const auto begin = std::min(text.find_first_not_of(' '), text.size());
    const auto end = std::min(text.find(' ', begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    text.remove_prefix(end);
    return word;
}

base::Failure invalidFault(std::string_view text, const std::string &why)
{
    return base::fail(base::ErrorKind::Invalid, "fault \"" + std::string(text) + "\" is ignored: " + why);
}

Duration roundedUp(Duration duration, Duration step)
{
    return (duration + step - Duration(1)) / step * step;
}

Disruption turnUnhealthyAfter(const HollowKubeletConfig &config, Time start, Duration elapsed)
{
    const Duration delay =
        config.healthyDuration > Duration::zero() ? config.healthyDuration : config.unhealthyDuration;
    if (elapsed < delay)
        return {Health::Healthy, {}, start + roundedUp(delay, config.statusUpdateFrequency)};
    return {Health::NotReady, // the spelling is the original's
        "reporting unhealty indefinitely on request (" + api::formatDuration(delay) + " after start up)", {}};
}

Disruption turnUnhealthyPeriodically(const HollowKubeletConfig &config, Time start, Duration elapsed)
{
    const Duration cycle = config.healthyDuration + config.unhealthyDuration;
    if (cycle <= Duration::zero())
        return {};
    const Duration position = elapsed % cycle;
    const bool healthy = position < config.healthyDuration;
    const Duration flip = elapsed - position + (healthy ? config.healthyDuration : cycle);
    const Time next = start + roundedUp(flip, config.statusUpdateFrequency);
    if (healthy)
        return {Health::Healthy, {}, next};
    return {Health::NotReady,
        "reporting unhealty periodically on request (every " + api::formatDuration(config.unhealthyDuration)
            + ")",
        next};
}

} // namespace

base::Result<Fault> parseFault(std::string_view text)
{
    std::string_view rest = text;
    const std::string_view health = takeWord(rest);
    const std::string_view how = takeWord(rest);
    const std::string_view limit = takeWord(rest);
    if (health != "not-ready" && health != "silent")
        return invalidFault(text, "it has to begin with not-ready or silent");
    if (!takeWord(rest).empty())
        return invalidFault(text, "there is more than a time limit");
    Fault fault;
    fault.health = health == "silent" ? Health::Silent : Health::NotReady;
    if (how == "for") {
        const auto lasts = api::parseDuration(limit);
        if (!lasts || *lasts <= Duration::zero())
            return invalidFault(text, "\"" + std::string(limit) + "\" is no duration such as 30s");
        fault.lasts = *lasts;
    } else if (how == "until") {
        const auto until = api::parseTime(limit);
        if (!until)
            return invalidFault(
                text, "\"" + std::string(limit) + "\" is no time such as 2026-11-20T10:00:00Z");
        fault.until = *until;
    } else if (!how.empty()) {
        return invalidFault(text, "only \"for <duration>\" or \"until <time>\" may follow");
    }
    return fault;
}

std::string faultText(const Fault &fault)
{
    std::string text = fault.health == Health::Silent ? "silent" : "not-ready";
    if (fault.until)
        text += " until " + api::formatTime(*fault.until);
    else if (fault.lasts)
        text += " for " + api::formatDuration(*fault.lasts);
    return text;
}

Disruption recipeAt(const HollowKubeletConfig &config, Time start, Time now)
{
    const Duration age = std::max(now - start, Duration::zero());
    const Duration elapsed = age - age % config.statusUpdateFrequency;
    if (config.turnUnhealthyAfter)
        return turnUnhealthyAfter(config, start, elapsed);
    if (config.turnUnhealthyPeriodically)
        return turnUnhealthyPeriodically(config, start, elapsed);
    return {};
}

Disruption disruptionAt(
    const HollowKubeletConfig &config, Time start, const std::optional<Fault> &fault, Time now)
{
    if (!fault || (fault->until && *fault->until <= now))
        return recipeAt(config, start, now);
    return {fault->health, "reporting not ready on request (" + std::string(faultText(*fault)) + ")",
        fault->until};
}

} // namespace core::hollow
