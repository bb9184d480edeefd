// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/conditions.h"
#include "core/controllers/mcm/machine/machineflows.h"

namespace core::controllers::mcm {

namespace {

namespace keys = api::mcm::keys;
namespace operations = api::mcm::operations;
namespace phases = api::mcm::phases;
namespace states = api::mcm::states;
using api::mcm::DeletionStep;
using api::mcm::ErrorCode;

void begin(MachinePlanner &pass)
{
    pass.setPhase(phases::terminating, false);
    proceedTo(pass, DeletionStep::GetStatus, "Asks for the state of the instance");
    pass.because(machineReason("Terminating"));
}

/// Whatever the answer, the drain is next; an instance tells the name of the node.
void getStatus(MachinePlanner &pass, const MachineContext &at)
{
    const bool found = at.driver.find(at.machine, at.seen.instance).has_value();
    if (found || at.node())
        pass.after.metadata.labels.emplace(keys::nodeLabel, at.driver.nodeName(at.machine, at.seen.instance));
    proceedTo(pass, DeletionStep::Drain, "Drains the node");
    pass.because(found ? machineReason("InstanceFound") : machineReason("InstanceNotFound"));
}

void detachVolumes(MachinePlanner &pass)
{
    proceedTo(pass, DeletionStep::DeleteInstance, "Deletes the instance");
    pass.because(machineReason("VolumesSkipped"));
}

void deleteInstance(MachinePlanner &pass, const MachineContext &at)
{
    const auto due = retryTime(at.lastOperation(), operations::remove, Operation::Delete);
    if (due && at.now < *due) {
        pass.checkAgainAt(*due);
        pass.because(machineReason("WaitingToRetry", "Deleting the instance", at.lastOperation().errorCode,
            at.lastOperation().description, *due));
        return;
    }
    DriverPlan removal = at.driver.remove(at.machine, at.seen.machineClass.get(), at.seen.instance, at.now);
    if (removal.code != ErrorCode::Ok) {
        if (at.lastOperation().description == removal.problem)
            removal.events.clear();
        return pass.takeRefusal(Operation::Delete, std::move(removal));
    }
    if (removal.done)
        proceedTo(pass, DeletionStep::DeleteNode, "Deletes the node object");
    pass.take(std::move(removal));
}

/// A node of that name with another identity is somebody else's.
bool isOwnNode(const api::Node &node, const api::mcm::Machine &machine)
{
    return node.spec.providerID.empty() || machine.spec.providerID.empty()
        || node.spec.providerID == machine.spec.providerID;
}

void deleteNode(MachinePlanner &pass, const MachineContext &at)
{
    const NodePointer &node = at.node();
    proceedTo(pass, DeletionStep::RemoveFinalizer, "Removes the finalizer");
    if (!node) {
        pass.because(machineReason("NodeGone"));
        return;
    }
    api::Node after = *node;
    std::erase(after.metadata.finalizers, keys::nodeFinalizer);
    append(pass.effects, api::patchEffect(*node, after));
    const std::string &name = node->metadata.name;
    if (isStatic(at.machine) || !isOwnNode(*node, at.machine)) {
        pass.because(machineReason("NodeStays", name));
        return;
    }
    pass.effects.emplace_back(api::deleteEffect(*node));
    pass.because(machineReason("DeletingNode", name));
}

void removeFinalizer(MachinePlanner &pass)
{
    std::erase(pass.after.metadata.finalizers, keys::finalizer);
    pass.because(machineReason("Deleted"));
}

} // namespace

void proceedTo(MachinePlanner &pass, DeletionStep step, std::string description)
{
    pass.record({operations::remove, states::processing, std::move(description), ErrorCode::Ok, step});
}

std::optional<DeletionStep> deletionStep(const api::mcm::Machine &machine)
{
    const std::int64_t step = machine.status.lastOperation.step.value_or(0);
    const bool isKnown = step >= static_cast<std::int64_t>(DeletionStep::GetStatus)
        && step <= static_cast<std::int64_t>(DeletionStep::RemoveFinalizer);
    if (!machine.isDeleting() || machine.phase() != phases::terminating || !isKnown)
        return std::nullopt;
    return static_cast<DeletionStep>(step);
}

runtime::Plan planDeletion(const MachineContext &at)
{
    MachinePlanner pass(at.machine, at.now);
    if (!at.machine.metadata.hasFinalizer(keys::finalizer)) {
        pass.checkAgainIn(retries::late);
        pass.because(machineReason("NotHeldByUs"));
        return pass.plan();
    }
    const auto step = deletionStep(at.machine);
    if (!step) {
        begin(pass);
        return pass.plan();
    }
    switch (*step) {
    case DeletionStep::GetStatus:
        getStatus(pass, at);
        break;
    case DeletionStep::Drain:
        drain(pass, at);
        break;
    case DeletionStep::DetachVolumes:
        detachVolumes(pass);
        break;
    case DeletionStep::DeleteInstance:
        deleteInstance(pass, at);
        break;
    case DeletionStep::DeleteNode:
        deleteNode(pass, at);
        break;
    case DeletionStep::RemoveFinalizer:
        removeFinalizer(pass);
        break;
    }
    return pass.plan();
}

} // namespace core::controllers::mcm
