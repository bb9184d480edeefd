// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/providerfields.h"

#include "core/api/codec_impl.h"
#include "core/api/names.h"
#include "core/api/providererrors.h"
#include "core/api/recipe.h"
#include "core/api/timerange.h"
#include "core/base/overloaded.h"

namespace core::api {

namespace {

using Config = KubemarkProviderConfig;
using Problems = ProviderField::Problems;
using Severity = ConfigProblem::Severity;

void addError(Problems &problems, std::string_view field, std::string message)
{
    problems.push_back({Severity::Error, std::string(field), std::move(message)});
}

void checkDuration(std::string_view field, base::Duration duration, Problems &problems)
{
    if (duration < base::Duration::zero())
        addError(problems, field, "must not be negative");
    else if (duration >= longestDuration)
        addError(problems, field,
            "must be shorter than " + formatDuration(longestDuration) + " (a hundred years)");
}

bool isPeriodic(const Config &config)
{
    return config.turnUnhealthyPeriodically && !config.turnUnhealthyAfter;
}

void checkBothFlags(const Config &config, Problems &problems)
{
    if (config.turnUnhealthyAfter && config.turnUnhealthyPeriodically)
        addError(problems, "turnUnhealthyPeriodically",
            "can't be combined with turnUnhealthyAfter: choose one of the two");
}

void checkPeriod(std::string_view field, base::Duration duration, const Config &config, Problems &problems)
{
    if (isPeriodic(config) && duration == base::Duration::zero())
        addError(problems, field, "turnUnhealthyPeriodically needs a duration above 0");
}

void checkHealthyDuration(const Config &config, Problems &problems)
{
    const bool isAfter = config.turnUnhealthyAfter && !config.turnUnhealthyPeriodically;
    if (isAfter && config.unhealthyAfterDelay() == base::Duration::zero())
        problems.push_back(
            {Severity::Warning, "healthyDuration", "no duration is set: the node is unhealthy at once"});
    checkPeriod("healthyDuration", config.healthyDuration.value, config, problems);
}

void checkUnhealthyDuration(const Config &config, Problems &problems)
{
    checkPeriod("unhealthyDuration", config.unhealthyDuration.value, config, problems);
}

Json passedHealthyDuration(const Config &config)
{
    if (config.turnUnhealthyAfter)
        return Json(formatDuration(config.unhealthyAfterDelay()));
    return isPeriodic(config) ? Json(formatDuration(config.healthyDuration.value)) : Json();
}

constexpr std::string_view tooLong = "negative, or a hundred years and more";

constexpr ProviderField fields[] = {
    {.name = "image",
        .member = &Config::image,
        .whenAbsent = "–",
        .meaning = "container image with the hollow node",
        .refused = "empty",
        .label = "&Image",
        .example = "required: registry/kubemark:tag"},
    {.name = "turnUnhealthyAfter",
        .member = &Config::turnUnhealthyAfter,
        .flag = "turn-unhealthy-after",
        .whenAbsent = "false",
        .meaning = "turns unhealthy once, `healthyDuration` after the start (or, if that is 0, "
                   "`unhealthyDuration`), and stays so",
        .refused = "with the next one"},
    {.name = "turnUnhealthyPeriodically",
        .member = &Config::turnUnhealthyPeriodically,
        .checkBesideOthers = checkBothFlags,
        .flag = "turn-unhealthy-periodically",
        .passedOn = [](const Config &config) { return Json(isPeriodic(config)); },
        .told = ProviderField::Told::Failing,
        .whenAbsent = "false",
        .meaning = "healthy for `healthyDuration`, unhealthy for `unhealthyDuration`, in turn",
        .refused = "with the one before"},
    {.name = "healthyDuration",
        .member = &Config::healthyDuration,
        .checkBesideOthers = checkHealthyDuration,
        .flag = "healthy-duration",
        .passedOn = passedHealthyDuration,
        .whenAbsent = "0s",
        .meaning = "see the two flags",
        .refused = tooLong,
        .label = "&Healthy for",
        .example = "for example 40s"},
    {.name = "unhealthyDuration",
        .member = &Config::unhealthyDuration,
        .checkBesideOthers = checkUnhealthyDuration,
        .flag = "unhealthy-duration",
        .passedOn =
            [](const Config &config) {
                return isPeriodic(config) ? Json(formatDuration(config.unhealthyDuration.value)) : Json();
            },
        .whenAbsent = "0s",
        .meaning = "see the two flags",
        .refused = tooLong,
        .label = "&Unhealthy for",
        .example = "for example 5s"},
    {.name = "deletionTimeout",
        .member = &Config::deletionTimeout,
        .told = ProviderField::Told::Deletion,
        .whenAbsent = "off",
        .meaning = "least time from the first look at a deletion to the removal of the pod",
        .refused = tooLong,
        .label = "&Deletion",
        .example = "for example 30s",
        .setLabel = "waits"},
    {.name = "numCores",
        .member = &Config::numCores,
        .least = 1,
        .flag = "num-cores",
        .whenAbsent = "1",
        .meaning = "CPUs that the node advertises",
        .refused = "below 1",
        .label = "C&ores",
        .example = "1 or more",
        .setLabel = "set"},
    {.name = "memoryCapacity",
        .member = &Config::memoryCapacity,
        .unit = ProviderField::Unit::Bytes,
        .least = 1024 * 1024,
        .flag = "memory-capacity",
        .told = ProviderField::Told::Capacity,
        .whenAbsent = "4026531840",
        .meaning = "bytes of memory that it advertises",
        .refused = "below 1 MiB",
        .label = "&Memory",
        .example = "bytes, or 4Gi",
        .setLabel = "set"},
};

template<typename T>
std::string problemOf(const base::Result<T> &read)
{
    return read ? std::string() : read.error().message;
}

std::string labelProblem(const std::string &value)
{
    return !value.empty() && isLabelValue(value) ? std::string() : '"' + value + "\" is no label value";
}

constexpr ProviderAnnotation annotations[] = {
    {.key = keys::recipe,
        .problem = [](const std::string &value) { return problemOf(parseRecipe(value)); },
        .label = "&Recipe",
        .example = "for example silent after 5m for 30s",
        .shapesLife = true},
    {.key = keys::boot,
        .problem = [](const std::string &value) { return problemOf(parseBoot(value)); },
        .label = "&Boot",
        .example = "for example 40s, 20s..60s, never",
        .shapesLife = true},
    {.key = keys::zone, .problem = labelProblem, .label = "&Zone", .example = "for example zone-a"},
    {.key = keys::region, .problem = labelProblem, .label = "Re&gion", .example = "for example europe"},
    {.key = keys::providerErrors,
        .problem = [](const std::string &value) { return problemOf(parseProviderErrors(value)); },
        .label = "&Provider errors",
        .example = "for example create 30% quota; delete 2 times"},
};

} // namespace

std::span<const ProviderField> providerFields()
{
    return fields;
}

std::span<const ProviderAnnotation> providerAnnotations()
{
    return annotations;
}

std::string_view ProviderField::type() const
{
    return std::visit(base::Overloaded {
                          [](std::string Config::*) { return "text"; },
                          [](bool Config::*) { return "bool"; },
                          [](GoDuration Config::*) { return "duration"; },
                          [](std::optional<GoDuration> Config::*) { return "duration or null"; },
                          [](std::optional<std::int64_t> Config::*) { return "integer or null"; },
                      },
        member);
}

Json ProviderField::write(const Config &config) const
{
    const auto written = [](const auto &value) { return codec::write(value); };
    const auto orNull = [&](const auto &value) { return value ? written(*value) : Json(); };
    return std::visit(base::Overloaded {
                          [&](std::optional<GoDuration> Config::*value) { return orNull(config.*value); },
                          [&](std::optional<std::int64_t> Config::*value) { return orNull(config.*value); },
                          [&](auto value) { return Json(written(config.*value)); },
                      },
        member);
}

void ProviderField::check(const Config &config, Problems &problems) const
{
    std::visit(
        base::Overloaded {
            [&](std::string Config::*text) {
                if ((config.*text).empty())
                    addError(problems, name, "is required: the " + std::string(meaning));
            },
            [](bool Config::*) {},
            [&](GoDuration Config::*duration) { checkDuration(name, (config.*duration).value, problems); },
            [&](std::optional<GoDuration> Config::*duration) {
                if (config.*duration)
                    checkDuration(name, (config.*duration)->value, problems);
            },
            [&](std::optional<std::int64_t> Config::*number) {
                if (config.*number && *(config.*number) < least)
                    addError(problems, name,
                        "must be at least " + std::to_string(least)
                            + (unit == Unit::Bytes ? " bytes (1 MiB)" : ""));
            },
        },
        member);
    if (checkBesideOthers)
        checkBesideOthers(config, problems);
}

std::string ProviderField::flagFor(const Config &config) const
{
    const Json value = passedOn ? passedOn(config) : write(config);
    if (flag.empty() || value.is_null() || (value.is_bool() && !value.get_bool()))
        return {};
    return " --" + std::string(flag) + '='
        + (value.is_string() ? text(value.get_string()) : writeJson(value));
}

} // namespace core::api
