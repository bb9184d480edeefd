// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/scaleforecast.h"

#include "core/api/ownership.h"
#include "core/controllers/drain.h"
#include "core/controllers/healthcheck/healthcheckv1alpha1.h"
#include "core/controllers/machinedeployment/machinedeploymentrules.h"
#include "core/controllers/machinedisruption/machinedisruption.h"
#include "core/controllers/machineset/machinesetpolicy.h"
#include "core/controllers/mcm/driver.h"
#include "core/controllers/mcm/machineset/machinesetpolicy.h"
#include "core/controllers/setup.h"

#include <algorithm>
#include <map>
#include <ranges>
#include <set>

namespace core::engine {

namespace {

constexpr std::size_t mostNamed = 3;

ScaleForecast::Why whyFirst(const api::Machine &machine, std::string_view policy, base::Time now)
{
    using Why = ScaleForecast::Why;
    const bool hasFailed = !machine.status.errorReason.empty() || !machine.status.errorMessage.empty();
    if (hasFailed)
        return Why::Failed;
    api::Machine unmarked = machine;
    unmarked.metadata.annotations = {};
    if (controllers::deletePriority(machine, policy, now)
        > controllers::deletePriority(unmarked, policy, now))
        return Why::Marked;
    if (policy == "Oldest")
        return Why::Oldest;
    if (policy == "Newest")
        return Why::Newest;
    return machine.status.nodeRef ? Why::Chance : Why::NoNode;
}

/// The usual priority is 3, the lowest goes first, and then the oldest (docs/machines.md §9.4).
ScaleForecast::Why whyFirst(const api::mcm::Machine &machine)
{
    using Why = ScaleForecast::Why;
    constexpr std::int64_t usualPriority = 3;
    if (machine.phase() == api::mcm::phases::failed)
        return Why::Failed;
    if (controllers::mcm::priorityOf(machine) < usualPriority)
        return Why::Marked;
    return controllers::mcm::nodeNameOf(machine).empty() ? Why::NoNode : Why::Oldest;
}

rollout::SpecProblem problemOf(const api::MachineDeployment &deployment)
{
    return controllers::validationProblem(deployment);
}

rollout::SpecProblem problemOf(const api::mcm::MachineDeployment &deployment)
{
    return controllers::mcm::validationProblem(deployment);
}

bool recreates(const api::MachineDeployment &deployment)
{
    return controllers::isRecreate(deployment);
}

bool recreates(const api::mcm::MachineDeployment &deployment)
{
    return controllers::mcm::strategyOf(deployment) == controllers::mcm::Strategy::Recreate;
}

ScaleForecast::Check checkThen(const api::MachineHealthCheck &check, std::int64_t expected)
{
    controllers::VerdictCounts then;
    then.expected = then.healthy = expected;
    return {.name = check.metadata.name,
        .maxUnhealthyText = check.spec.maxUnhealthy ? check.spec.maxUnhealthy->text() : "100%",
        .expected = expected,
        .maxUnhealthy = controllers::budgetOf(check, then).maxUnhealthy.value_or(0)};
}

/// A machine with its node, which is drained before the machine goes; empty when none is.
struct Drained {
    std::string machine;
    std::string node;
};

Drained drainedOf(const api::Machine &machine)
{
    return {machine.metadata.name,
        controllers::whyNotDrained(machine).empty() ? machine.status.nodeRef->name : std::string()};
}

Drained drainedOf(const api::mcm::Machine &machine)
{
    return {machine.metadata.name,
        controllers::mcm::isStatic(machine) ? std::string()
                                            : std::string(controllers::mcm::nodeNameOf(machine))};
}

/// The machines of a set in the order in which they go.
struct Members {
    std::vector<Drained> all;
    std::vector<ScaleForecast::Leaver> first; ///< at most three of them

    std::int64_t count() const { return std::ssize(all); }
    std::int64_t above(std::int64_t size) const { return std::max<std::int64_t>(count() - size, 0); }
};

/// Adds what the drains of machines that go meet, one after the other.
class DrainForeseer
{
public:
    DrainForeseer(const controllers::Stores &stores, ScaleForecast &forecast)
        : m_stores(stores)
        , m_evictions(stores.podBudgets.list())
        , m_forecast(forecast)
    {
    }

    void drain(const Drained &drained);

private:
    void hold(const std::string &machine, const api::PodDisruptionBudget &budget);

    const controllers::Stores &m_stores;
    controllers::ForeseenEvictions m_evictions;
    ScaleForecast &m_forecast;
};

void DrainForeseer::drain(const Drained &drained)
{
    if (drained.node.empty())
        return;
    std::map<api::ObjectKey, controllers::PodBudgetPointer> holders;
    for (const api::Pod &pod : m_stores.pods.by(controllers::indexNames::podsByNode, drained.node)) {
        if (!controllers::mustLeave(pod) || pod.metadata.isDeleting())
            continue;
        ++m_forecast.evicted;
        if (const auto holder = m_evictions.holderOf(pod))
            holders.emplace(holder->key(), holder);
    }
    for (const auto &[key, budget] : holders)
        hold(drained.machine, *budget);
}

void DrainForeseer::hold(const std::string &machine, const api::PodDisruptionBudget &budget)
{
    auto &budgets = m_forecast.podBudgets;
    const std::string name = budget.key().text();
    auto known = std::ranges::find(budgets, name, &ScaleForecast::PodBudget::name);
    if (known == budgets.end()) {
        const api::PodDisruptionBudgetStatus &status = budget.status;
        budgets.push_back({.name = name,
            .first = machine,
            .allowed = std::max<std::int64_t>(status.disruptionsAllowed, 0),
            .desired = status.desiredHealthy,
            .healthy = status.currentHealthy});
        known = budgets.end() - 1;
    }
    ++known->waiting;
}

class ScaleForeseer
{
public:
    ScaleForeseer(runtime::InformerSet &informers, const base::Chance &chance, base::Time now)
        : m_informers(informers)
        , m_chance(chance)
        , m_now(now)
    {
    }

    template<typename Set>
    base::Result<ScaleForecast> ofSet(const api::ObjectKey &key, std::int64_t replicas) const;
    template<typename Set>
    base::Result<ScaleForecast> ofDeployment(const api::ObjectKey &key, std::int64_t replicas) const;

private:
    template<typename T>
    base::Result<std::shared_ptr<const T>> find(const api::ObjectKey &key) const;
    Members membersOf(const api::MachineSet &set) const;
    Members membersOf(const api::mcm::MachineSet &set) const;
    template<typename Machine>
    std::vector<std::shared_ptr<const Machine>> controlledBy(const std::string &uid) const;
    /// What health checks would think of the machines of the sets with these uids.
    std::vector<ScaleForecast::Check> checksThen(
        const std::set<std::string> &sets, std::int64_t replicas) const;
    /// Of machines made by the set or deployment, of which there are so many now.
    template<typename Scalable>
    std::vector<ScaleForecast::MachineBudget> machineBudgetsThen(
        const Scalable &target, std::int64_t present, std::int64_t replicas) const;

    runtime::InformerSet &m_informers;
    const base::Chance &m_chance;
    const base::Time m_now;
};

template<typename T>
base::Result<std::shared_ptr<const T>> ScaleForeseer::find(const api::ObjectKey &key) const
{
    const std::shared_ptr<const T> found = m_informers.of<T>().store().find(key);
    if (!found)
        return base::fail(
            base::ErrorKind::NotFound, "there is no " + api::resourceOf<T>().kind + " " + key.text());
    return found;
}

template<typename Machine>
std::vector<std::shared_ptr<const Machine>> ScaleForeseer::controlledBy(const std::string &uid) const
{
    std::vector<std::shared_ptr<const Machine>> machines;
    for (const auto &machine : m_informers.of<Machine>().store().list()) {
        if (api::isControlledBy(machine->metadata, uid) && !machine->isDeleting())
            machines.push_back(machine);
    }
    return machines;
}

Members ScaleForeseer::membersOf(const api::MachineSet &set) const
{
    const auto present = controlledBy<api::Machine>(set.metadata.uid);
    std::vector<const api::Machine *> machines;
    for (const auto &machine : present)
        machines.push_back(machine.get());
    machines = controllers::inDeletionOrder(std::move(machines), set.spec.deletePolicy, m_chance, m_now);
    Members members;
    for (const api::Machine *machine : machines) {
        members.all.push_back(drainedOf(*machine));
        if (members.first.size() < mostNamed)
            members.first.push_back(
                {machine->metadata.name, whyFirst(*machine, set.spec.deletePolicy, m_now)});
    }
    return members;
}

Members ScaleForeseer::membersOf(const api::mcm::MachineSet &set) const
{
    std::vector<controllers::mcm::SetMember> present;
    for (const auto &machine : controlledBy<api::mcm::Machine>(set.metadata.uid)) {
        const std::string node(controllers::mcm::nodeNameOf(*machine));
        if (!controllers::mcm::isTerminating(*machine))
            present.push_back({machine, m_informers.of<api::Node>().store().find({{}, node})});
    }
    Members members;
    for (const auto &machine : controllers::mcm::inDeletionOrder(set, present, m_now)) {
        members.all.push_back(drainedOf(*machine));
        if (members.first.size() < mostNamed)
            members.first.push_back({machine->metadata.name, whyFirst(*machine)});
    }
    return members;
}

std::vector<ScaleForecast::Check> ScaleForeseer::checksThen(
    const std::set<std::string> &sets, std::int64_t replicas) const
{
    const controllers::Stores stores = controllers::storesOf(m_informers);
    std::vector<ScaleForecast::Check> checks;
    for (const auto &check : stores.healthChecks.list()) {
        const auto targets = controllers::targetsOf(*check, stores);
        const auto own = std::ranges::count_if(targets, [&](const controllers::HealthCheckTarget &target) {
            const api::OwnerReference *owner = target.machine->metadata.controller();
            return owner && sets.contains(owner->uid);
        });
        if (own > 0)
            checks.push_back(checkThen(*check, std::ssize(targets) - own + replicas));
    }
    return checks;
}

template<typename Scalable>
std::vector<ScaleForecast::MachineBudget> ScaleForeseer::machineBudgetsThen(
    const Scalable &target, std::int64_t present, std::int64_t replicas) const
{
    std::vector<ScaleForecast::MachineBudget> budgets;
    api::Machine made;
    made.metadata.ns = target.metadata.ns;
    made.metadata.labels = target.spec.template_.metadata.labels;
    for (const auto &budget : m_informers.of<api::MachineDisruptionBudget>().store().list()) {
        const api::MachineDisruptionBudgetSpec &spec = budget->spec;
        if (!controllers::coversMachine(*budget, made) || (!spec.maxUnavailable && !spec.minAvailable))
            continue;
        const std::int64_t before = spec.maxUnavailable ? target.wantedReplicas() : present;
        const std::int64_t others = std::max<std::int64_t>(budget->status.expectedMachines - before, 0);
        budgets.push_back({.name = budget->key().text(),
            .expected = others + replicas,
            .desired = controllers::desiredHealthy(spec, others + replicas)});
    }
    return budgets;
}

template<typename Set>
base::Result<ScaleForecast> ScaleForeseer::ofSet(const api::ObjectKey &key, std::int64_t replicas) const
{
    const auto set = find<Set>(key);
    if (!set)
        return tl::unexpected(set.error());
    const Members members = membersOf(**set);
    ScaleForecast forecast {.present = members.count(), .wanted = replicas};
    forecast.first = members.first;
    forecast.first.resize(std::min(forecast.first.size(), static_cast<std::size_t>(forecast.deleted())));
    forecast.checks = checksThen({(*set)->metadata.uid}, replicas);
    const controllers::Stores stores = controllers::storesOf(m_informers);
    DrainForeseer drains(stores, forecast);
    for (const Drained &leaver : members.all | std::views::take(members.above(replicas)))
        drains.drain(leaver);
    if constexpr (std::is_same_v<Set, api::MachineSet>)
        forecast.machineBudgets = machineBudgetsThen(**set, forecast.present, replicas);
    return forecast;
}

/// The sizes that the deployment's controller gives its sets once the number is another one.
template<typename Set, typename Deployment>
std::vector<rollout::ResizeOf<Set>> sizesThen(
    const Deployment &deployment, const rollout::RolloutOf<Set> &rollout, const api::RolloutLimits &limits)
{
    std::vector<rollout::ResizeOf<Set>> sizes;
    if (!recreates(deployment) || deployment.spec.paused) {
        return rollout::resizesOf(rollout,
            api::proportionalSizes(limits, deployment.status.replicas, rollout::sizesIn(rollout),
                rollout::RolloutFamily<Set>::growth));
    }
    for (const auto &set : rollout.old)
        sizes.push_back({set, 0});
    if (rollout.current)
        sizes.push_back({rollout.current, limits.desired});
    return sizes;
}

template<typename Set>
base::Result<ScaleForecast> ScaleForeseer::ofDeployment(
    const api::ObjectKey &key, std::int64_t replicas) const
{
    using Rollouts = rollout::RolloutFamily<Set>;
    const auto found = find<typename Rollouts::Deployment>(key);
    if (!found)
        return tl::unexpected(found.error());
    typename Rollouts::Deployment deployment = **found;
    deployment.spec.replicas = replicas;
    if (!problemOf(deployment).empty())
        return base::fail(base::ErrorKind::Invalid, key.text() + " can't be rolled out");
    std::vector<std::shared_ptr<const Set>> sets;
    for (const auto &set : m_informers.of<Set>().store().list()) {
        if (api::isControlledBy(set->metadata, deployment.metadata.uid) && !set->metadata.isDeleting())
            sets.push_back(set);
    }
    const auto rollout = rollout::rolloutAmong<Set>(deployment, sets);
    const api::RolloutLimits limits = Rollouts::limits(deployment);
    ScaleForecast forecast {.present = 0, .wanted = replicas};
    const controllers::Stores stores = controllers::storesOf(m_informers);
    DrainForeseer drains(stores, forecast);
    std::set<std::string> uids;
    std::map<std::string, Members> membersBySet;
    for (const auto &set : sets) {
        const auto &uid = *uids.insert(set->metadata.uid).first;
        forecast.present += membersBySet.emplace(uid, membersOf(*set)).first->second.count();
    }
    for (const auto &[set, size] : sizesThen(deployment, rollout, limits)) {
        if (size != Rollouts::wanted(*set))
            forecast.parts.push_back({set->metadata.name, Rollouts::wanted(*set), size});
        const Members &members = membersBySet.at(set->metadata.uid);
        const std::int64_t going = members.above(size);
        const auto room = static_cast<std::int64_t>(mostNamed - forecast.first.size());
        std::ranges::copy(
            members.first | std::views::take(std::min(going, room)), std::back_inserter(forecast.first));
        for (const Drained &leaver : members.all | std::views::take(going))
            drains.drain(leaver);
    }
    const bool isRolling = std::ranges::any_of(
        rollout.old, [](const auto &set) { return Rollouts::wanted(*set) > 0 || set->status.replicas > 0; });
    if (isRolling && !recreates(deployment) && !deployment.spec.paused)
        forecast.rollout = ScaleForecast::Bounds {limits.maxTotal(), limits.minAvailable()};
    forecast.checks = checksThen(uids, replicas);
    if constexpr (std::is_same_v<Set, api::MachineSet>)
        forecast.machineBudgets = machineBudgetsThen(**found, forecast.present, replicas);
    return forecast;
}

} // namespace

base::Result<ScaleForecast> forecastOfScaling(const api::ResourceRef &target, std::int64_t replicas,
    runtime::InformerSet &informers, const base::Chance &chance, base::Time now)
{
    const ScaleForeseer foreseer(informers, chance, now);
    if (target.resource == &api::resourceOf<api::MachineSet>())
        return foreseer.ofSet<api::MachineSet>(target.key, replicas);
    if (target.resource == &api::resourceOf<api::mcm::MachineSet>())
        return foreseer.ofSet<api::mcm::MachineSet>(target.key, replicas);
    if (target.resource == &api::resourceOf<api::MachineDeployment>())
        return foreseer.ofDeployment<api::MachineSet>(target.key, replicas);
    if (target.resource == &api::resourceOf<api::mcm::MachineDeployment>())
        return foreseer.ofDeployment<api::mcm::MachineSet>(target.key, replicas);
    return base::fail(base::ErrorKind::Invalid, target.resource->kind + ": it has no number of machines");
}

} // namespace core::engine
