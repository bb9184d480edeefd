// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/sayings.h"
#include "core/scenario/scenarioview.h"

#include "core/timeline/observer.h"
#include "core/timeline/text.h"

#include <algorithm>

namespace core::scenario {

namespace {

using Counts = std::map<std::string, std::int64_t>;

constexpr std::size_t mostEpisodesTold = 10;

Counts countStates(const ScenarioView &view, const StateCount &count)
{
    Counts counts;
    if (count.kind == Target::Kind::Node) {
        for (const NodePtr &node : nodesOf(view, count.set))
            ++counts[std::string(timeline::healthOf(*node))];
    } else {
        for (const auto &[machine, node] : machinesOf(view, count.set))
            ++counts[machine->status.phase];
    }
    return counts;
}

api::Saying sayingOfCounts(const Counts &counts)
{
    std::vector<api::Saying> all;
    for (const auto &[state, number] : counts)
        all.push_back(
            stepSaying("InStates", state.empty() ? stepSaying("NoPhase") : api::Saying(state), number));
    return all.empty() ? stepSaying("None") : asOne("And", all);
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
        return {count.bound.holds(number), {}, sayingOfCounts(counts)};
    }

    Verdict operator()(const SetComplete &complete) const
    {
        const ObjectKey key = m_view.resolved(complete.set);
        if (const auto deployment = m_view.machineDeployments.find(key))
            return isRolledOut(*deployment);
        const auto set = m_view.machineSets.find(key);
        if (!set)
            return {false, {}, stepSaying("NoSet")};
        const std::int64_t wanted = set->wantedReplicas();
        const std::int64_t ready = set->status.readyReplicas.value_or(0);
        const bool isSeen =
            set->status.observedGeneration.value_or(0) >= set->metadata.generation.value_or(0);
        const bool holds = isSeen && set->status.replicas == wanted && ready == wanted;
        return {holds, {}, stepSaying("ReadyOf", ready, wanted, set->status.replicas)};
    }

    Verdict operator()(const Existence &existence) const
    {
        const bool isThere = exists(existence);
        return {isThere == existence.isThere, {}, isThere ? stepSaying("IsThere") : stepSaying("IsNotThere")};
    }

    Verdict operator()(const EpisodeCount &wanted) const
    {
        std::int64_t number = 0;
        std::vector<timeline::Episode> ofSet;
        for (timeline::Episode &episode : m_view.timeline.episodes()) {
            const bool isOfSet = !wanted.set || episode.machineSet == m_view.resolved(*wanted.set);
            if (episode.unhealthyAt < m_since || !isOfSet)
                continue;
            const auto recovery = episode.recovery();
            const bool matches = (!wanted.outcome || episode.outcome == *wanted.outcome)
                && (!wanted.recoveredWithin || (recovery && *recovery <= *wanted.recoveredWithin));
            number += matches ? 1 : 0;
            ofSet.push_back(std::move(episode));
        }
        return {wanted.bound.holds(number), {},
            ofSet.empty() ? stepSaying("NoEpisode")
                          : stepSaying("TheseEpisodes", number, sayingOfEpisodes(ofSet))};
    }

    Verdict operator()(const HealthCheckStatus &wanted) const
    {
        const auto check = m_view.healthChecks.find(m_view.resolved(wanted.check));
        if (!check)
            return {false, {}, stepSaying("NoHealthCheck")};
        bool holds = true;
        std::vector<api::Saying> found;
        const auto compare = [&](CountName name, const std::optional<Bound> &bound,
                                 std::optional<std::int64_t> value) {
            holds = holds && (!bound || (value && bound->holds(*value)));
            found.push_back(stepSaying(name, value ? api::Saying(*value) : stepSaying("NotToldYet")));
        };
        compare("Expected", wanted.expected, check->status.expectedMachines);
        compare("Healthy", wanted.healthy, check->status.currentHealthy);
        compare("Allowed", wanted.remediationsAllowed, check->status.remediationsAllowed);
        return {holds, {}, asOne("And", found)};
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
            ++counts[phase];
            number += phase == wanted.phase || wanted.phase == "total" ? 1 : 0;
        }
        return {wanted.bound.holds(number), {}, sayingOfCounts(counts)};
    }

    Verdict operator()(const JobStatus &wanted) const
    {
        const auto job = m_view.jobs ? m_view.jobs->find(m_view.resolved(wanted.job)) : nullptr;
        if (!job)
            return {false, {}, m_view.jobs ? stepSaying("NoJob") : stepSaying("JobsInLabs")};
        const api::JobStatus &status = job->status;
        const auto &uncounted = status.uncountedTerminatedPods;
        bool holds = true;
        std::vector<api::Saying> found;
        const auto compare = [&](CountName name, const std::optional<Bound> &bound,
                                 std::optional<std::int64_t> value, std::size_t more) {
            const std::int64_t number = value.value_or(0) + static_cast<std::int64_t>(more);
            holds = holds && (!bound || bound->holds(number));
            found.push_back(stepSaying(name, number));
        };
        compare("Active", wanted.active, status.active, 0);
        compare("Succeeded", wanted.succeeded, status.succeeded, uncounted.succeeded.size());
        compare("Failed", wanted.failed, status.failed, uncounted.failed.size());
        const auto end = std::ranges::find_if(status.conditions, [](const auto &condition) {
            return condition.status == "True" && (condition.type == "Complete" || condition.type == "Failed");
        });
        const std::string ended = end == status.conditions.end() ? std::string() : end->type;
        found.push_back(ended.empty() ? stepSaying("NotEnded") : stepSaying("JobEnded", ended));
        return {holds && (wanted.ended.empty() || wanted.ended == ended), {}, asOne("And", found)};
    }

private:
    using CountName = decltype(stepSaying)::Entry<1>;

    static Verdict isRolledOut(const api::MachineDeployment &deployment)
    {
        const api::MachineDeploymentStatus &status = deployment.status;
        const std::int64_t wanted = deployment.spec.replicas.value_or(1);
        const std::int64_t updated = status.updatedReplicas.value_or(0);
        const std::int64_t available = status.availableReplicas.value_or(0);
        const bool isSeen =
            status.observedGeneration.value_or(0) >= deployment.metadata.generation.value_or(0);
        const bool holds = isSeen && status.replicas == wanted && updated == wanted && available == wanted;
        return {holds, {}, stepSaying("UpToDate", updated, available, wanted, status.replicas)};
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

    /// The first ones; how many more there are is told.
    api::Saying sayingOfEpisodes(const std::vector<timeline::Episode> &episodes) const
    {
        const std::size_t told = std::min(episodes.size(), mostEpisodesTold);
        std::vector<api::Saying> all;
        for (std::size_t i = 0; i < told; ++i)
            all.push_back(sayingOfEpisode(episodes[i]));
        const api::Saying list = asOne("And", all);
        return told == episodes.size() ? list : stepSaying("AndMore", list, episodes.size() - told);
    }

    api::Saying sayingOfEpisode(const timeline::Episode &episode) const
    {
        const std::string &who = episode.machine.name.empty() ? episode.node : episode.machine.name;
        const std::string_view outcome = timeline::nameOf(episode.outcome);
        if (episode.outcome == timeline::Outcome::Open)
            return stepSaying("OpenFor", who, outcome, timeline::formatSeconds(m_now - episode.unhealthyAt));
        const auto recovery = episode.recovery();
        return recovery ? stepSaying("EndedIn", who, outcome, timeline::formatSeconds(*recovery))
                        : stepSaying("Ended", who, outcome);
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
