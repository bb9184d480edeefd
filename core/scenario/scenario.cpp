// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/scenario.h"

#include "core/base/overloaded.h"
#include "core/scenario/sayings.h"
#include "core/timeline/text.h"

namespace core::scenario {

using api::Saying;

namespace {

Saying said(const Bound &bound)
{
    switch (bound.kind) {
    case Bound::Kind::AtLeast:
        return stepSaying("AtLeast", bound.number);
    case Bound::Kind::AtMost:
        return stepSaying("AtMost", bound.number);
    case Bound::Kind::Exactly:
        break;
    }
    return bound.number;
}

Saying ofOwner(const Saying &what, const std::optional<ObjectKey> &owner)
{
    return owner ? stepSaying("Of", what, owner->text()) : what;
}

Saying describeCount(
    const Saying &what, const std::string &state, const std::optional<ObjectKey> &owner, const Bound &bound)
{
    const Saying those = state == "total" ? what : stepSaying("InState", state, what);
    return stepSaying("Counted", ofOwner(those, owner), said(bound));
}

Saying describeAll(const std::vector<Condition> &conditions)
{
    std::vector<Saying> all;
    for (const Condition &condition : conditions)
        all.push_back(describe(condition));
    return asOne("Both", all);
}

Saying describeCounts(const HealthCheckStatus &status)
{
    std::vector<Saying> counts;
    if (status.expected)
        counts.push_back(stepSaying("Expected", said(*status.expected)));
    if (status.healthy)
        counts.push_back(stepSaying("Healthy", said(*status.healthy)));
    if (status.remediationsAllowed)
        counts.push_back(stepSaying("Allowed", said(*status.remediationsAllowed)));
    return stepSaying("HealthCheck", status.check.text(), asOne("And", counts));
}

Saying describeJob(const JobStatus &status)
{
    std::vector<Saying> counts;
    if (status.active)
        counts.push_back(stepSaying("Active", said(*status.active)));
    if (status.succeeded)
        counts.push_back(stepSaying("Succeeded", said(*status.succeeded)));
    if (status.failed)
        counts.push_back(stepSaying("Failed", said(*status.failed)));
    if (!status.ended.empty())
        counts.push_back(stepSaying("JobEnded", status.ended));
    return stepSaying("Job", status.job.text(), asOne("And", counts));
}

Saying describeEpisodes(const EpisodeCount &episodes)
{
    const Saying count = said(episodes.bound);
    Saying text =
        ofOwner(episodes.bound.number == 1 ? stepSaying("OneEpisode", count) : stepSaying("Episodes", count),
            episodes.set);
    if (episodes.outcome)
        text = stepSaying("EndedAs", text, nameOf(*episodes.outcome));
    return episodes.recoveredWithin ? stepSaying("Within", text, *episodes.recoveredWithin) : text;
}

std::string appliedNames(const std::vector<api::Json> &objects)
{
    std::string names;
    for (const api::Json &object : objects) {
        names += (names.empty() ? "" : ", ") + std::string(api::textAt(object, {"kind"})) + " "
            + std::string(api::textAt(object, {"metadata", "name"}));
    }
    return names;
}

std::string objectName(const Existence &existence)
{
    return existence.resource->kind + " " + existence.key.text();
}

} // namespace

Saying asOne(Joint joint, const std::vector<Saying> &all)
{
    Saying text;
    for (const Saying &one : all)
        text = text.empty() ? one : stepSaying(joint, text, one);
    return text;
}

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
    return said(*this).text;
}

Saying describe(const Condition &condition)
{
    return std::visit(
        base::Overloaded {
            [](const StateCount &count) {
                const bool ofNodes = count.kind == Target::Kind::Node;
                return describeCount(ofNodes ? stepSaying("Nodes") : stepSaying("Machines"), count.state,
                    count.set, count.bound);
            },
            [](const SetComplete &complete) { return stepSaying("Complete", complete.set.text()); },
            [](const Existence &existence) {
                return existence.isThere ? stepSaying("Exists", objectName(existence))
                                         : stepSaying("Gone", objectName(existence));
            },
            [](const EpisodeCount &episodes) { return describeEpisodes(episodes); },
            [](const HealthCheckStatus &status) { return describeCounts(status); },
            [](const PodCount &count) {
                return describeCount(stepSaying("Pods"), count.phase, count.controller, count.bound);
            },
            [](const JobStatus &status) { return describeJob(status); },
        },
        condition);
}

Saying describe(const Verb &verb)
{
    return std::visit(
        base::Overloaded {
            [](const Apply &apply) { return stepSaying("Apply", appliedNames(apply.objects)); },
            [](const Scale &scale) { return stepSaying("Scale", scale.machineSet.text(), scale.replicas); },
            [](const Fault &fault) { return stepSaying("Fault", fault.target.text, fault.recipe); },
            [](const Heal &heal) { return stepSaying("Heal", heal.target.text); },
            [](const Delete &deletion) {
                const auto *target = std::get_if<Target>(&deletion.what);
                return stepSaying(
                    "Delete", target ? target->text : objectName(std::get<Existence>(deletion.what)));
            },
            [](const WaitUntil &wait) { return stepSaying("WaitUntil", describeAll(wait.all), wait.within); },
            [](const Assert &assertion) { return stepSaying("Assert", describeAll(assertion.all)); },
            [](const Wait &wait) { return stepSaying("Wait", wait.length); },
        },
        verb);
}

} // namespace core::scenario
