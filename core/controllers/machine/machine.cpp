// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/machine/machine.h"

#include "core/actuator/hollowpod.h"
#include "core/controllers/machine/machinedeletion.h"
#include "core/controllers/machine/machinewriter.h"

namespace core::controllers {

namespace {

using namespace std::chrono_literals;
using actuator::Actuator;
using actuator::ActuatorPlan;

/// Failed is final, so a vanished instance must stay vanished for this long: a store that was read behind
/// another's back, or an empty answer, must not end a machine.
constexpr base::Duration lossConfirmation = 2s;
/// A node that is gone has as long to come back as a new one has to come (docs/machines.md §7.2).
constexpr base::Duration nodePatience = 10min;
constexpr base::Duration watchLag = 5s;
constexpr base::Duration clusterRetry = 30s; // docs/machines.md §4.9
constexpr std::string_view lostMessage = "can't find created instance";

bool hadInstance(const api::Machine &machine)
{
    return !machine.spec.providerID.empty() || !machine.status.addresses.empty();
}

api::Condition notCreated(const std::string &problem)
{
    return falseCondition(instanceExistsCondition, "Warning", "InstanceNotCreated",
        "Instance has not been created" + (problem.empty() ? "" : ": " + problem));
}

/// What is wrong with the Cluster that the machine belongs to (docs/machines.md §4.9); empty when nothing is.
std::string clusterProblem(const api::Machine &machine, const api::Cluster *cluster)
{
    const std::string_view name = machine.metadata.label(api::keys::clusterName);
    if (name.empty())
        return {};
    const std::string which = "Cluster " + machine.metadata.ns + "/" + std::string(name);
    if (!cluster)
        return "label " + std::string(api::keys::clusterName) + ": " + which + " does not exist";
    const api::ClusterNetwork &network = cluster->spec.clusterNetwork;
    if (network.serviceDomain.empty())
        return which + ": spec.clusterNetwork.serviceDomain is empty";
    if (network.pods.cidrBlocks.empty())
        return which + ": spec.clusterNetwork.pods.cidrBlocks is empty";
    return network.services.cidrBlocks.empty() ? which + ": spec.clusterNetwork.services.cidrBlocks is empty"
                                               : "";
}

runtime::Plan planInvalidCluster(const api::Machine &machine, const std::string &problem, base::Time now)
{
    runtime::Plan plan = planRefusal(machine, problem, now);
    plan.checkAgainAfter = clusterRetry;
    plan.reasons = {machineReason("WaitingForCluster", clusterRetry, problem, now + clusterRetry)};
    return plan;
}

runtime::Plan planFailed(const api::Machine &machine, base::Time now)
{
    MachineWriter writer(machine, now);
    writer.setError(machine.status.errorReason, machine.status.errorMessage);
    writer.because(machineReason("Failed", machine.status.errorMessage));
    return writer.plan();
}

void fail(MachineWriter &writer, std::string reason, const std::string &message)
{
    writer.setPhase(api::phases::failed);
    writer.setError(std::move(reason), message);
}

std::string errorReasonOf(api::ProviderErrorKind kind)
{
    return kind == api::ProviderErrorKind::Quota ? "InsufficientResources" : "CreateError";
}

/// The instance runs and will not make its node again by itself (docs/machines.md §3.2): a health check
/// replaces the machine at once; where there is none, it is told, waited for, and given up, or made anew if
/// that is the policy.
bool isToldGone(const api::Machine &machine)
{
    const api::Condition *told = findCondition(machine.status.conditions, nodeExistsCondition);
    return told && told->status == "False";
}

void judgeLostNode(MachineWriter &writer, const api::Machine &machine, const MachineView &seen,
    const Actuator &actuator, base::Time now)
{
    const std::string &node = machine.status.nodeRef->name;
    const std::string gone = "node " + node + " is gone";
    const base::Duration doubt = untilNodeIsCertainlyGone(machine, now);
    if (doubt > base::Duration::zero()) {
        writer.because(machineReason("NodeMissing", node));
        return checkAgain(writer.checkAgainAfter, doubt);
    }
    if (!isToldGone(machine))
        writer.events.push_back(warningEvent(machine, "NodeMissing", gone));
    writer.set(falseCondition(nodeExistsCondition, "Warning", "NodeMissing", gone));
    const base::Time end =
        *findCondition(writer.after.status.conditions, nodeExistsCondition)->lastTransitionTime
        + nodePatience;
    const bool recreates = actuator.recreatesLost(machine);
    if (now < end) {
        checkAgain(writer.checkAgainAfter, end - now);
        writer.because(
            machineReason("NodeMissing", node, recreates ? "the instance is made anew" : "fails", end));
    } else if (recreates) {
        writer.take(actuator.planDelete(machine, seen.instance, now));
    } else {
        fail(writer, {}, gone);
        writer.because(machineReason("NodeLost", node));
    }
}

void welcomeNode(MachineWriter &writer)
{
    if (findCondition(writer.after.status.conditions, nodeExistsCondition))
        writer.set(trueCondition(nodeExistsCondition));
}

runtime::Plan planWithInstance(
    const api::Machine &machine, const MachineView &seen, const Actuator &actuator, base::Time now)
{
    MachineWriter writer(machine, now);
    writer.take(actuator.planUpdate(machine, seen.instance, now));
    writer.set(trueCondition(instanceExistsCondition));
    writer.setHookConditions();
    const api::Machine &after = writer.after;
    const bool isStatic = !machine.metadata.annotation(api::keys::staticMachine).empty();
    if (after.spec.providerID.empty() && after.status.addresses.empty()) {
        writer.setPhase(after.status.phase.empty() ? api::phases::provisioning : after.status.phase);
    } else if (!after.status.nodeRef) {
        writer.setPhase(api::phases::provisioned);
        writer.because(machineReason("WaitingForNode", after.spec.providerID));
    } else if (seen.lostNode && !isStatic) {
        writer.setPhase(api::phases::running);
        judgeLostNode(writer, machine, seen, actuator, now);
    } else {
        writer.setPhase(api::phases::running);
        welcomeNode(writer);
        writer.because(machineReason("Running", after.status.nodeRef->name));
    }
    return writer.plan();
}

runtime::Plan planCreation(
    const api::Machine &machine, const MachineView &seen, const Actuator &actuator, base::Time now)
{
    MachineWriter writer(machine, now);
    const bool lost = hadInstance(machine);
    ActuatorPlan acting = actuator.planCreate(machine, seen.instance, now);
    const std::string invalid = acting.invalid;
    const std::optional<actuator::ProviderError> refused = acting.refused;
    if (lost)
        writer.because(machineReason("RecreatingLostInstance"));
    writer.take(std::move(acting));
    writer.set(lost
            ? falseCondition(instanceExistsCondition, "Warning", "InstanceMissing", "Instance has vanished")
            : notCreated(invalid));
    writer.setHookConditions();
    if (invalid.empty())
        writer.setPhase(api::phases::provisioning);
    else
        fail(writer, "InvalidConfiguration", invalid);
    if (refused)
        writer.setError(errorReasonOf(refused->kind), refused->message);
    return writer.plan();
}

runtime::Plan planLoss(
    const api::Machine &machine, const MachineView &, const Actuator &actuator, base::Time now)
{
    MachineWriter writer(machine, now);
    writer.take(actuator.lostFacts(machine));
    writer.set(falseCondition(
        instanceExistsCondition, "Warning", "InstanceMissing", "Instance not found on provider"));
    writer.setHookConditions();
    const api::Condition *missing = findCondition(writer.after.status.conditions, instanceExistsCondition);
    const base::Time certain = *missing->lastTransitionTime + lossConfirmation;
    if (now < certain) {
        writer.checkAgainAfter = certain - now;
        writer.because(machineReason("ConfirmingLoss", certain));
        return writer.plan();
    }
    writer.after.metadata.annotations.insert_or_assign(std::string(api::keys::instanceState), "Unknown");
    fail(writer, {}, std::string(lostMessage));
    writer.because(machineReason("InstanceLost", "Fail"));
    return writer.plan();
}

void addFinalizer(api::ObjectMeta &metadata, std::string_view finalizer)
{
    if (!metadata.hasFinalizer(finalizer))
        metadata.finalizers.emplace_back(finalizer);
}

/// What a machine has to carry before anything is made for it: finalizers, and the label that names its
/// cluster.
api::ObjectMeta preparedMetadata(const api::Machine &machine, const MachineView &seen)
{
    api::ObjectMeta metadata = machine.metadata;
    addFinalizer(metadata, api::keys::machineFinalizer);
    if (seen.cluster)
        addFinalizer(metadata, api::keys::foregroundDeletion);
    if (metadata.label(api::keys::clusterLabel).empty())
        metadata.labels.insert_or_assign(std::string(api::keys::clusterLabel),
            seen.cluster ? seen.cluster->metadata.name : std::string(usualCluster));
    return metadata;
}

runtime::Plan planPreparation(const api::Machine &machine, api::ObjectMeta prepared, base::Time now)
{
    MachineWriter writer(machine, now);
    if (prepared.finalizers != machine.metadata.finalizers)
        writer.because(machineReason("AddingFinalizer"));
    if (prepared.labels != machine.metadata.labels)
        writer.because(machineReason("DefaultingCluster", prepared.label(api::keys::clusterLabel)));
    writer.after.metadata = std::move(prepared);
    return writer.plan();
}

} // namespace

bool isNodeOf(const api::Node &node, const api::Machine &machine)
{
    const std::string_view noted = node.metadata.annotation(api::keys::nodeMachine);
    return (!noted.empty() && noted == machine.key().text())
        || actuator::isNamedAfter(node.metadata.name, machine);
}

base::Duration untilNodeIsCertainlyGone(const api::Machine &machine, base::Time now)
{
    const base::Time certain = machine.status.lastUpdated.value_or(base::Time()) + watchLag;
    return isToldGone(machine) || now >= certain ? base::Duration::zero() : certain - now;
}

runtime::Plan planMachine(
    const api::Machine &machine, const MachineView &seen, const Actuator &actuator, base::Time now)
{
    if (machine.isDeleting())
        return planMachineDeletion(machine, seen, actuator, now);
    if (machine.status.phase == api::phases::failed)
        return planFailed(machine, now);
    if (machine.spec.providerSpec.value.is_null())
        return planRefusal(machine, "spec.providerSpec.value is missing", now);
    if (const std::string problem = clusterProblem(machine, seen.cluster.get()); !problem.empty())
        return planInvalidCluster(machine, problem, now);
    if (api::ObjectMeta prepared = preparedMetadata(machine, seen); prepared != machine.metadata)
        return planPreparation(machine, std::move(prepared), now);
    if (actuator.find(machine, seen.instance))
        return planWithInstance(machine, seen, actuator, now);
    if (hadInstance(machine) && !actuator.recreatesLost(machine))
        return planLoss(machine, seen, actuator, now);
    return planCreation(machine, seen, actuator, now);
}

runtime::Plan planRefusal(const api::Machine &machine, const std::string &problem, base::Time now)
{
    MachineWriter writer(machine, now);
    if (machine.status.errorMessage != problem)
        writer.events = {warningEvent(machine, "FailedValidate", problem)};
    writer.setError("InvalidConfiguration", problem);
    writer.set(hadInstance(machine)
            ? unknownCondition(instanceExistsCondition, "Warning", "ErrorCheckingProvider", problem)
            : notCreated(problem));
    writer.because(machineReason("FailedValidate", problem));
    return writer.plan();
}

std::vector<api::Effect> recordMachineFailure(const api::Machine &machine, const MachineView &seen,
    const Actuator &actuator, const base::Error &error, base::Time now)
{
    const bool creating = !machine.isDeleting() && machine.status.phase == api::phases::provisioning
        && !actuator.find(machine, seen.instance);
    if (!creating)
        return {};
    MachineWriter writer(machine, now);
    writer.take(actuator.planCreateFailed(machine, error, now));
    return writer.plan().effects;
}

} // namespace core::controllers
