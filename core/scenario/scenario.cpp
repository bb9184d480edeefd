// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/scenario.h"

#include "core/base/overloaded.h"
#include "core/timeline/text.h"

namespace core::scenario {

namespace {

std::string ofSet(const std::optional<ObjectKey> &set)
{
    return set ? " of " + set->text() : std::string();
}

std::string describeAll(const std::vector<Condition> &conditions)
{
    std::string text;
    for (const Condition &condition : conditions)
        text += (text.empty() ? "" : "; ") + describe(condition);
    return text;
}

std::string describeCounts(const HealthCheckStatus &status)
{
    std::string text = "health check " + status.check.text() + ":";
    const auto add = [&](std::string_view name, const std::optional<Bound> &bound) {
        if (bound)
            text += (text.back() == ':' ? " " : ", ") + std::string(name) + " " + bound->text();
    };
    add("expected", status.expected);
    add("healthy", status.healthy);
    add("remediations allowed", status.remediationsAllowed);
    return text;
}

std::string describeJob(const JobStatus &status)
{
    std::string text = "job " + status.job.text() + ":";
    const auto add = [&](const std::string &part) { text += (text.back() == ':' ? " " : ", ") + part; };
    for (const auto &[name, bound] : {std::pair("active", status.active),
             std::pair("succeeded", status.succeeded), std::pair("failed", status.failed)}) {
        if (bound)
            add(std::string(name) + " " + bound->text());
    }
    if (!status.ended.empty())
        add("ended as " + status.ended);
    return text;
}

std::string describeEpisodes(const EpisodeCount &episodes)
{
    std::string text =
        episodes.bound.text() + " episode" + (episodes.bound.number == 1 ? "" : "s") + ofSet(episodes.set);
    if (episodes.outcome)
        text += " " + std::string(nameOf(*episodes.outcome));
    if (episodes.recoveredWithin)
        text += " within " + api::formatDuration(*episodes.recoveredWithin);
    return text;
}

} // namespace

bool Bound::holds(std::int64_t found) const
{
    switch (kind) {
    case Kind::AtLeast:
        return found >= number;
    case Kind::AtMost:
        return found <= number;
    case Kind::Exactly:
        break;
    }
    return found == number;
}

std::string Bound::text() const
{
    const std::string_view word = kind == Kind::AtLeast ? "at least "
        : kind == Kind::AtMost                          ? "at most "
                                                        : "";
    return std::string(word) + std::to_string(number);
}

std::string describe(const Condition &condition)
{
    return std::visit(
        base::Overloaded {
            [](const StateCount &count) {
                const std::string what = count.kind == Target::Kind::Node ? "nodes" : "machines";
                const std::string state = count.state == "total" ? "" : count.state + " ";
                return state + what + ofSet(count.set) + ": " + count.bound.text();
            },
            [](const SetComplete &complete) { return complete.set.text() + " complete, all Ready"; },
            [](const Existence &existence) {
                return existence.resource->kind + " " + existence.key.text()
                    + (existence.isThere ? " exists" : " is gone");
            },
            [](const EpisodeCount &episodes) { return describeEpisodes(episodes); },
            [](const HealthCheckStatus &status) { return describeCounts(status); },
            [](const PodCount &count) {
                const std::string phase = count.phase == "total" ? "" : count.phase + " ";
                return phase + "pods" + ofSet(count.controller) + ": " + count.bound.text();
            },
            [](const JobStatus &status) { return describeJob(status); },
        },
        condition);
}

std::string describe(const Verb &verb)
{
    return std::visit(
        base::Overloaded {
            [](const Apply &apply) {
                std::string text = "apply";
                for (const api::Json &object : apply.objects) {
                    text += (text == "apply" ? " " : ", ") + std::string(api::textAt(object, {"kind"})) + " "
                        + std::string(api::textAt(object, {"metadata", "name"}));
                }
                return text;
            },
            [](const Scale &scale) {
                return "scale " + scale.machineSet.text() + " to " + std::to_string(scale.replicas);
            },
            [](const Fault &fault) { return "fault: " + fault.target.text + " " + fault.recipe; },
            [](const Heal &heal) { return "heal " + heal.target.text; },
            [](const Delete &deletion) {
                if (const auto *target = std::get_if<Target>(&deletion.what))
                    return "delete " + target->text;
                const auto &one = std::get<Existence>(deletion.what);
                return "delete " + one.resource->kind + " " + one.key.text();
            },
            [](const WaitUntil &wait) {
                return "wait until " + describeAll(wait.all) + " (within " + api::formatDuration(wait.within)
                    + ")";
            },
            [](const Assert &assertion) { return "assert " + describeAll(assertion.all); },
            [](const Wait &wait) { return "wait " + api::formatDuration(wait.length); },
        },
        verb);
}

} // namespace core::scenario
