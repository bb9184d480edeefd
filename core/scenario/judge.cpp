// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/scenarioview.h"

#include "core/timeline/observer.h"
#include "core/timeline/text.h"

#include <algorithm>

namespace core::scenario {

namespace {

using Counts = std::map<std::string, std::int64_t>;

Counts countStates(const ScenarioView &view, const StateCount &count)
{
    Counts counts;
    if (count.kind == Target::Kind::Node) {
        for (const NodePtr &node : nodesOf(view, count.set))
            ++counts[std::string(timeline::healthOf(*node))];
    } else {
        for (const auto &[machine, node] : machinesOf(view, count.set))
            ++counts[machine->status.phase.empty() ? "no phase" : machine->status.phase];
    }
    return counts;
}

std::string textOf(const Counts &counts)
{
    std::string text;
    for (const auto &[state, number] : counts)
        text += (text.empty() ? "" : ", ") + state + " " + std::to_string(number);
    return text.empty() ? "none" : text;
}

class Judge
{
public:
    Judge(const ScenarioView &view, api::Time since, api::Time now) : m_view(view), m_since(since), m_now(now)
    {
    }

    Verdict operator()(const StateCount &count) const
    {
        const Counts counts = countStates(m_view, count);
        std::int64_t number = 0;
        for (const auto &[state, found] : counts) {
            if (state == count.state || count.state == "total")
                number += found;
        }
        return {count.bound.holds(number), {}, textOf(counts)};
    }

    Verdict operator()(const SetComplete &complete) const
    {
        const ObjectKey key = m_view.resolved(complete.set);
        if (const auto deployment = m_view.machineDeployments.find(key))
            return isRolledOut(*deployment);
        const auto set = m_view.machineSets.find(key);
        if (!set)
            return {false, {}, "no such MachineSet or MachineDeployment"};
        const std::int64_t wanted = set->wantedReplicas();
        const std::int64_t ready = set->status.readyReplicas.value_or(0);
        const bool isSeen =
            set->status.observedGeneration.value_or(0) >= set->metadata.generation.value_or(0);
        const bool holds = isSeen && set->status.replicas == wanted && ready == wanted;
        std::string found = std::to_string(ready) + " Ready of " + std::to_string(wanted) + " wanted, "
            + std::to_string(set->status.replicas) + " there";
        return {holds, {}, std::move(found)};
    }

    Verdict operator()(const Existence &existence) const
    {
        const bool isThere = exists(existence);
        return {isThere == existence.isThere, {}, isThere ? "that it is there" : "that it is not there"};
    }

    Verdict operator()(const EpisodeCount &wanted) const
    {
        std::int64_t number = 0;
        std::string others;
        for (const timeline::Episode &episode : m_view.timeline.episodes()) {
            const bool isOfSet = !wanted.set || episode.machineSet == m_view.resolved(*wanted.set);
            if (episode.unhealthyAt < m_since || !isOfSet)
                continue;
            const auto recovery = episode.recovery();
            const bool matches = (!wanted.outcome || episode.outcome == *wanted.outcome)
                && (!wanted.recoveredWithin || (recovery && *recovery <= *wanted.recoveredWithin));
            number += matches ? 1 : 0;
            others += (others.empty() ? "" : ", ") + describeEpisode(episode);
        }
        return {wanted.bound.holds(number), {},
            others.empty() ? "no episode" : std::to_string(number) + ": " + others};
    }

    Verdict operator()(const HealthCheckStatus &wanted) const
    {
        const auto check = m_view.healthChecks.find(m_view.resolved(wanted.check));
        if (!check)
            return {false, {}, "no such MachineHealthCheck"};
        bool holds = true;
        std::string found;
        const auto compare = [&](std::string_view name, const std::optional<Bound> &bound,
                                 std::optional<std::int64_t> value) {
            holds = holds && (!bound || (value && bound->holds(*value)));
            found += (found.empty() ? "" : ", ") + std::string(name) + " "
                + (value ? std::to_string(*value) : "not told yet");
        };
        compare("expected", wanted.expected, check->status.expectedMachines);
        compare("healthy", wanted.healthy, check->status.currentHealthy);
        compare("remediations allowed", wanted.remediationsAllowed, check->status.remediationsAllowed);
        return {holds, {}, std::move(found)};
    }

    Verdict operator()(const PodCount &wanted) const
    {
        Counts counts;
        std::int64_t number = 0;
        for (const auto &pod : m_view.pods.list()) {
            const bool isMeant = wanted.controller ? belongsTo(*pod, m_view.resolved(*wanted.controller))
                                                   : !api::hollowKubeletContainer(*pod);
            if (!isMeant)
                continue;
            const std::string &phase = pod->status.phase;
            ++counts[phase.empty() ? "no phase" : phase];
            number += phase == wanted.phase || wanted.phase == "total" ? 1 : 0;
        }
        return {wanted.bound.holds(number), {}, textOf(counts)};
    }

    Verdict operator()(const JobStatus &wanted) const
    {
        const auto job = m_view.jobs ? m_view.jobs->find(m_view.resolved(wanted.job)) : nullptr;
        if (!job)
            return {false, {}, m_view.jobs ? "no such Job" : "that Jobs are looked at in labs only"};
        const api::JobStatus &status = job->status;
        const auto &uncounted = status.uncountedTerminatedPods;
        bool holds = true;
        std::string found;
        const auto compare = [&](std::string_view name, const std::optional<Bound> &bound,
                                 std::optional<std::int64_t> value, std::size_t more) {
            const std::int64_t number = value.value_or(0) + static_cast<std::int64_t>(more);
            holds = holds && (!bound || bound->holds(number));
            found += (found.empty() ? "" : ", ") + std::string(name) + " " + std::to_string(number);
        };
        compare("active", wanted.active, status.active, 0);
        compare("succeeded", wanted.succeeded, status.succeeded, uncounted.succeeded.size());
        compare("failed", wanted.failed, status.failed, uncounted.failed.size());
        const auto end = std::ranges::find_if(status.conditions, [](const auto &condition) {
            return condition.status == "True" && (condition.type == "Complete" || condition.type == "Failed");
        });
        const std::string ended = end == status.conditions.end() ? std::string() : end->type;
        found += ended.empty() ? ", not ended" : ", ended as " + ended;
        return {holds && (wanted.ended.empty() || wanted.ended == ended), {}, std::move(found)};
    }

private:
    static Verdict isRolledOut(const api::MachineDeployment &deployment)
    {
        const api::MachineDeploymentStatus &status = deployment.status;
        const std::int64_t wanted = deployment.spec.replicas.value_or(1);
        const std::int64_t updated = status.updatedReplicas.value_or(0);
        const std::int64_t available = status.availableReplicas.value_or(0);
        const bool isSeen =
            status.observedGeneration.value_or(0) >= deployment.metadata.generation.value_or(0);
        const bool holds = isSeen && status.replicas == wanted && updated == wanted && available == wanted;
        return {holds, {},
            std::to_string(updated) + " up to date and " + std::to_string(available) + " available of "
                + std::to_string(wanted) + " wanted, " + std::to_string(status.replicas) + " there"};
    }

    static bool belongsTo(const api::Pod &pod, const ObjectKey &controller)
    {
        const api::OwnerReference *owner = pod.metadata.controller();
        return owner && owner->name == controller.name && pod.metadata.ns == controller.ns;
    }

    bool exists(const Existence &existence) const
    {
        const ObjectKey key = m_view.resolved(existence.key);
        if (existence.resource == &api::resourceOf<api::Node>())
            return m_view.nodes.find({"", key.name}) != nullptr;
        if (existence.resource == &api::resourceOf<api::Machine>())
            return m_view.machines.find(key) != nullptr;
        if (existence.resource == &api::resourceOf<api::MachineSet>())
            return m_view.machineSets.find(key) != nullptr;
        return m_view.healthChecks.find(key) != nullptr;
    }

    std::string describeEpisode(const timeline::Episode &episode) const
    {
        const std::string &who = episode.machine.name.empty() ? episode.node : episode.machine.name;
        const auto recovery = episode.recovery();
        const bool isOpen = episode.outcome == timeline::Outcome::Open;
        std::string length = recovery ? " in " + timeline::formatSeconds(*recovery) : std::string();
        if (isOpen)
            length = " for " + timeline::formatSeconds(m_now - episode.unhealthyAt);
        return who + " " + std::string(timeline::nameOf(episode.outcome)) + length;
    }

    const ScenarioView &m_view;
    api::Time m_since;
    api::Time m_now;
};

} // namespace

Verdict judge(const ScenarioView &view, const Condition &condition, api::Time since, api::Time now)
{
    Verdict verdict = std::visit(Judge(view, since, now), condition);
    verdict.expected = describe(condition);
    return verdict;
}

std::optional<Verdict> firstFailing(
    const ScenarioView &view, const std::vector<Condition> &conditions, api::Time since, api::Time now)
{
    for (const Condition &condition : conditions) {
        Verdict verdict = judge(view, condition, since, now);
        if (!verdict.holds)
            return verdict;
    }
    return std::nullopt;
}

} // namespace core::scenario
