// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/mcm/settings.h"

#include <algorithm>

namespace core::controllers::mcm {

namespace {

void overlay(base::Duration &setting, const std::optional<api::GoDuration> &own)
{
    if (own)
        setting = own->value;
}

base::Result<base::Duration> annotatedTimeout(const api::mcm::Machine &machine)
{
    return api::parseDuration(machine.metadata.annotation(api::mcm::keys::effectiveCreationTimeout));
}

std::vector<std::string> splitAtCommas(std::string_view text)
{
    std::vector<std::string> parts;
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        std::string_view part = text.substr(0, comma);
        part.remove_prefix(std::min(part.find_first_not_of(' '), part.size()));
        part = part.substr(0, part.find_last_not_of(' ') + 1);
        if (!part.empty())
            parts.emplace_back(part);
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return parts;
}

} // namespace

Settings effectiveFor(const api::mcm::Machine &machine, const Settings &settings)
{
    const api::mcm::MachineSpec &spec = machine.spec;
    Settings own = settings;
    overlay(own.creationTimeout, spec.creationTimeout);
    if (const auto annotated = annotatedTimeout(machine))
        own.creationTimeout = *annotated;
    overlay(own.healthTimeout, spec.healthTimeout);
    overlay(own.drainTimeout, spec.drainTimeout);
    overlay(own.inPlaceUpdateTimeout, spec.inPlaceUpdateTimeout);
    overlay(own.preserveTimeout, spec.machinePreserveTimeout);
    own.maxEvictRetries = std::min<std::int64_t>(
        spec.maxEvictRetries.value_or(own.maxEvictRetries), own.drainTimeout / evictionInterval);
    if (spec.nodeConditions)
        own.nodeConditions = splitAtCommas(*spec.nodeConditions);
    return own;
}

std::string timeoutProblem(const api::mcm::Machine &machine)
{
    if (machine.metadata.annotation(api::mcm::keys::effectiveCreationTimeout).empty())
        return {};
    const auto parsed = annotatedTimeout(machine);
    return parsed ? std::string()
                  : "annotation " + std::string(api::mcm::keys::effectiveCreationTimeout) + ": "
            + parsed.error().message;
}

} // namespace core::controllers::mcm
