// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/machineset/machinesetpolicy.h"

#include "core/rollout/setownership.h"
#include "core/rollout/setrules.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace core::controllers {

namespace {

enum class Policy { Random, Newest, Oldest };

Policy policyOf(std::string_view name)
{
    if (name == "Newest")
        return Policy::Newest;
    return name == "Oldest" ? Policy::Oldest : Policy::Random;
}

bool isMarkedForDeletion(const api::Machine &machine)
{
    static constexpr std::array<std::string_view, 4> marks {api::keys::deleteMachine,
        api::keys::oldDeleteMachine, "cluster.x-k8s.io/delete-machine", "cluster.k8s.io/delete-machine"};
    return std::ranges::any_of(
        marks, [&](std::string_view mark) { return !machine.metadata.annotation(mark).empty(); });
}

bool isErrored(const api::Machine &machine)
{
    return !machine.status.errorReason.empty() || !machine.status.errorMessage.empty();
}

/// The priority is 0 … 50, rising with age; 0 for a machine without a creation time, or from the future.
double agePriority(const api::Machine &machine, base::Time now)
{
    constexpr double scale = 8640000;
    if (!machine.metadata.creationTimestamp || *machine.metadata.creationTimestamp > now)
        return 0;
    const std::chrono::duration<double> age = now - *machine.metadata.creationTimestamp;
    return 50 * (1 - std::exp(-age.count() / scale));
}

struct Ranked {
    double priority = 0;
    bool isMarked =
        false; ///< goes before others of the same priority: who marks wants exactly this one (§11)
    std::int64_t tie = 0; ///< the lower goes first
    const api::Machine *machine = nullptr;
};

std::int64_t tieOf(const api::Machine &machine, Policy policy, const base::Chance &chance)
{
    if (policy == Policy::Random)
        return static_cast<std::int64_t>(chance.draw(machine.metadata.uid, "deletion order") >> 1U);
    const std::int64_t created =
        machine.metadata.creationTimestamp.value_or(base::Time()).time_since_epoch().count();
    return policy == Policy::Newest ? -created : created;
}

} // namespace

std::string validationProblem(const api::MachineSet &set)
{
    const api::MachineSetSpec &spec = set.spec;
    if (set.wantedReplicas() < 0)
        return "spec.replicas must not be negative";
    if (spec.minReadySeconds < 0)
        return "spec.minReadySeconds must not be negative";
    const std::string &policy = spec.deletePolicy;
    if (!policy.empty() && policy != "Random" && policy != "Newest" && policy != "Oldest")
        return "spec.deletePolicy \"" + policy + "\" is none of Random, Newest, Oldest";
    return rollout::selectorProblem(spec.selector, spec.template_.metadata.labels, "machine").message;
}

double deletePriority(const api::Machine &machine, std::string_view deletePolicy, base::Time now)
{
    const Policy policy = policyOf(deletePolicy);
    if (machine.isDeleting())
        return 100;
    if (isMarkedForDeletion(machine) || isErrored(machine))
        return policy == Policy::Random ? 50 : 100;
    if (policy == Policy::Oldest)
        return agePriority(machine, now);
    if (policy == Policy::Newest)
        return 100 - agePriority(machine, now);
    return machine.status.nodeRef ? 20 : 40;
}

std::vector<const api::Machine *> inDeletionOrder(std::vector<const api::Machine *> machines,
    std::string_view deletePolicy, const base::Chance &chance, base::Time now)
{
    std::vector<Ranked> ranked;
    ranked.reserve(machines.size());
    for (const api::Machine *machine : machines) {
        const double priority = deletePriority(*machine, deletePolicy, now);
        const std::int64_t tie = tieOf(*machine, policyOf(deletePolicy), chance);
        const bool marked = isMarkedForDeletion(*machine);
        ranked.push_back({priority, marked, tie, machine});
    }
    std::ranges::sort(ranked, [](const Ranked &a, const Ranked &b) {
        if (a.priority != b.priority)
            return a.priority > b.priority;
        if (a.isMarked != b.isMarked)
            return a.isMarked;
        return a.tie != b.tie ? a.tie < b.tie : a.machine->metadata.name < b.machine->metadata.name;
    });
    std::ranges::transform(ranked, machines.begin(), &Ranked::machine);
    return machines;
}

api::Machine newMachine(const api::MachineSet &set, const std::string &name)
{
    api::Machine machine;
    machine.metadata.name = name;
    machine.metadata.ns = set.metadata.ns;
    machine.metadata.labels = set.spec.template_.metadata.labels;
    machine.metadata.annotations = set.spec.template_.metadata.annotations;
    machine.metadata.ownerReferences = {api::controllerReference(set)};
    machine.spec = set.spec.template_.spec;
    return machine;
}

} // namespace core::controllers
