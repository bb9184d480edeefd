// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/csv.h"

#include "core/base/displaytext.h"
#include "core/timeline/episodetracker.h"
#include "core/timeline/text.h"

#include <array>
#include <cstdio>
#include <initializer_list>

namespace core::timeline {

namespace {

void appendLine(std::string &out, std::initializer_list<std::string_view> fields)
{
    bool first = true;
    for (const std::string_view field : fields) {
        if (!first)
            out += ',';
        out += base::csvCell(field);
        first = false;
    }
    out += "\r\n";
}

std::string timeOrEmpty(const std::optional<api::Time> &time)
{
    return time ? formatMillis(*time) : std::string();
}

std::string seconds(base::Duration duration)
{
    std::array<char, 32> buffer {};
    std::snprintf(buffer.data(), buffer.size(), "%.3f", std::chrono::duration<double>(duration).count());
    return buffer.data();
}

std::string lengthOf(const std::vector<Stage> &stages, Stage::Kind kind)
{
    for (const Stage &stage : stages) {
        if (stage.kind == kind)
            return seconds(stage.length());
    }
    return {};
}

} // namespace

std::string csvOf(std::span<const Fact> facts)
{
    std::string out;
    appendLine(out,
        {"index", "kind", "namespace", "name", "uid", "from", "to", "serverTime", "arrivalTime", "revision",
            "ownerNamespace", "ownerName", "node", "detail", "controller"});
    for (const Fact &fact : facts) {
        appendLine(out,
            {std::to_string(fact.index), nameOf(fact.kind), fact.object.ns, fact.object.name, fact.uid,
                fact.from, fact.to, formatMillis(fact.serverTime), formatMillis(fact.arrivalTime),
                std::to_string(fact.revision), fact.owner.ns, fact.owner.name, fact.node, fact.detail,
                fact.controller});
    }
    return out;
}

std::string csvOf(std::span<const Episode> episodes)
{
    std::string out;
    appendLine(out,
        {"id", "outcome", "cause", "namespace", "machine", "node", "machineSet", "replacement", "faultAt",
            "unhealthyAt", "deleteAskedAt", "oldGoneAt", "replacementCreatedAt", "recoveredAt", "completeAt",
            "noticed", "waited", "replaced", "booted", "recovery", "family"});
    for (const Episode &episode : episodes) {
        const std::vector<Stage> stages = stagesOf(episode);
        const auto recovery = episode.recovery();
        appendLine(out,
            {std::to_string(episode.id), nameOf(episode.outcome), episode.cause, episode.machine.ns,
                episode.machine.name, episode.node, episode.machineSet.name, episode.replacement.name,
                timeOrEmpty(episode.faultAt), formatMillis(episode.unhealthyAt),
                timeOrEmpty(episode.deleteAskedAt), timeOrEmpty(episode.oldGoneAt),
                timeOrEmpty(episode.replacementCreatedAt), timeOrEmpty(episode.recoveredAt),
                timeOrEmpty(episode.completeAt), lengthOf(stages, Stage::Kind::Noticing),
                lengthOf(stages, Stage::Kind::Waiting), lengthOf(stages, Stage::Kind::Replacing),
                lengthOf(stages, Stage::Kind::Booting), recovery ? seconds(*recovery) : std::string(),
                familyOf(episode)});
    }
    return out;
}

} // namespace core::timeline
