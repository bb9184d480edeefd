// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/mcm/machineset/machinesetpolicy.h"

#include "core/api/conditions.h"
#include "core/api/ownership.h"
#include "core/api/selector.h"

#include <array>

namespace core::controllers::mcm {

namespace keys = api::mcm::keys;
namespace phases = api::mcm::phases;
namespace preservations = api::mcm::preservations;

namespace {

/// The least useful phases first. Those of an update in place stand where their machine stood before: between
/// Unknown and Pending, since they are down for a while but sound.
constexpr std::array<std::string_view, 9> phaseOrder {phases::terminating, phases::failed,
    phases::inPlaceUpdateFailed, phases::crashLoopBackOff, phases::unknown, phases::inPlaceUpdating,
    phases::pending, phases::available, phases::running};

/// An empty phase counts as Pending: nothing is there yet.
std::size_t rankOf(const Machine &machine)
{
    const std::string_view phase = machine.phase();
    const auto found = std::ranges::find(phaseOrder, phase);
    return static_cast<std::size_t>(
        (found == phaseOrder.end() ? std::ranges::find(phaseOrder, phases::pending) : found)
        - phaseOrder.begin());
}

/// The time is when the autoscaler marked the machine; the end of time where that does not count.
base::Time markOf(const MachineSet &set, const Machine &machine)
{
    const auto mark = api::parseTime(machine.metadata.annotation(keys::markedForDeletionTime));
    const auto scaled = api::parseTime(set.metadata.annotation(keys::lastScaledByAutoscaler));
    const bool counts = mark && scaled && *mark <= *scaled && priorityOf(machine) == 1;
    return counts ? *mark : base::Time::max();
}

std::string_view wishOf(const Machine &machine, const api::Node *node)
{
    const std::string_view ofNode = node ? node->metadata.annotation(keys::preserve) : std::string_view();
    return ofNode.empty() ? machine.metadata.annotation(keys::preserve) : ofNode;
}

std::int64_t countIf(const std::vector<SetMember> &members, const auto &counts)
{
    return std::ranges::count_if(members, [&](const SetMember &member) { return counts(*member.machine); });
}

std::vector<api::mcm::MachineSummary> failedAmong(
    const MachineSet &set, const std::vector<SetMember> &members)
{
    std::vector<api::mcm::MachineSummary> summaries;
    for (const SetMember &member : members) {
        const Machine &machine = *member.machine;
        if (machine.status.lastOperation.state == api::mcm::states::failed)
            summaries.push_back({machine.metadata.name, machine.spec.providerID, set.metadata.name,
                machine.status.lastOperation});
    }
    return summaries;
}

} // namespace

Preservation preservationOf(const Machine &machine, const api::Node *node, base::Time now)
{
    if (const auto &expiry = machine.status.currentStatus.preserveExpiryTime)
        return now < *expiry ? Preservation::Running : Preservation::None;
    const std::string_view wish = wishOf(machine, node);
    const bool failed = machine.phase() == phases::failed;
    const bool asked = wish == preservations::now
        || (failed && (wish == preservations::whenFailed || wish == preservations::autoPreserved));
    return asked ? Preservation::Asked : Preservation::None;
}

bool isAutoPreserved(const Machine &machine)
{
    return machine.metadata.annotation(keys::preserve) == preservations::autoPreserved;
}

bool mustBeReplaced(const SetMember &member, base::Time now)
{
    return member.machine->phase() == phases::failed
        && preservationOf(*member.machine, member.node.get(), now) == Preservation::None;
}

std::vector<MachinePointer> inDeletionOrder(
    const MachineSet &set, const std::vector<SetMember> &members, base::Time now)
{
    std::vector<SetMember> ordered = members;
    std::ranges::sort(ordered, {}, [&](const SetMember &member) {
        const Machine &machine = *member.machine;
        return std::tuple(preservationOf(machine, member.node.get(), now) != Preservation::None,
            priorityOf(machine), markOf(set, machine), rankOf(machine),
            machine.metadata.creationTimestamp.value_or(base::Time()),
            std::string_view(machine.metadata.name));
    });
    std::vector<MachinePointer> machines;
    std::ranges::transform(ordered, std::back_inserter(machines), &SetMember::machine);
    return machines;
}

Machine newMachine(const MachineSet &set, const std::string &name)
{
    Machine machine;
    machine.metadata.name = name;
    machine.metadata.ns = set.metadata.ns;
    machine.metadata.labels = set.spec.template_.metadata.labels;
    machine.metadata.annotations = set.spec.template_.metadata.annotations;
    machine.metadata.ownerReferences = {api::controllerReference(set)};
    const api::OwnerReference *deployment = set.metadata.controller();
    if (deployment && deployment->kind == api::resourceOf<MachineDeployment>().kind)
        machine.metadata.labels.try_emplace(std::string(keys::nameLabel), deployment->name);
    machine.spec = set.spec.template_.spec;
    return machine;
}

api::mcm::MachineSetStatus statusOf(const MachineSet &set, const std::vector<SetMember> &members,
    const std::vector<SetMember> &failed, base::Time)
{
    const api::LabelSelector templateLabels {set.spec.template_.metadata.labels, {}};
    api::mcm::MachineSetStatus status = set.status;
    status.replicas = static_cast<std::int64_t>(members.size());
    status.fullyLabeledReplicas = api::unlessZero(countIf(members,
        [&](const Machine &machine) { return api::matches(templateLabels, machine.metadata.labels); }));
    status.readyReplicas = api::unlessZero(
        countIf(members, [](const Machine &machine) { return machine.phase() == phases::running; }));
    status.availableReplicas = api::unlessZero(countIf(members, isAvailable));
    status.observedGeneration = set.metadata.generation;
    const std::int64_t kept = countIf(members, isAutoPreserved);
    status.autoPreserveFailedMachineCount =
        set.spec.autoPreserveFailedMachineMax || kept > 0 ? std::optional(kept) : std::nullopt;
    status.failedMachines = failedAmong(set, members);
    std::ranges::move(failedAmong(set, failed), std::back_inserter(status.failedMachines));
    status.labelSelector = api::toText(set.spec.selector);
    api::removeCondition(status.machineSetCondition, replicaFailureCondition);
    return status;
}

} // namespace core::controllers::mcm
