// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/mcm/machine/machineflows.h"

#include <algorithm>
#include <array>

namespace core::controllers::mcm {

namespace {

namespace keys = api::mcm::keys;
namespace operations = api::mcm::operations;
namespace phases = api::mcm::phases;
namespace states = api::mcm::states;
using api::mcm::DeletionStep;
using api::mcm::ErrorCode;

constexpr std::array<std::pair<DeletionStep, std::string_view>, 6> stepPhrases {{
    {DeletionStep::GetStatus, "Asks for the state of the instance"},
    {DeletionStep::Drain, "Drains the node"},
    {DeletionStep::DetachVolumes, "Detaches volumes"},
    {DeletionStep::DeleteInstance, "Deletes the instance"},
    {DeletionStep::DeleteNode, "Deletes the node object"},
    {DeletionStep::RemoveFinalizer, "Removes the finalizer"},
}};

/// Of an operation that has lost its step: the original's own definition of Machines keeps none.
std::optional<DeletionStep> stepToldBy(const api::mcm::LastOperation &last)
{
    if (last.type == operations::drainNode)
        return DeletionStep::Drain;
    if (last.type != operations::remove)
        return std::nullopt;
    if (last.state == states::failed)
        return DeletionStep::DeleteInstance;
    const auto told = std::ranges::find(
        stepPhrases, std::string_view(last.description), &std::pair<DeletionStep, std::string_view>::second);
    return told == stepPhrases.end() ? std::nullopt : std::optional(told->first);
}

void begin(MachinePlanner &planner)
{
    planner.setPhase(phases::terminating, false);
    proceedTo(planner, DeletionStep::GetStatus);
    planner.because(machineReason("Terminating"));
}

/// Whatever the answer, the drain is next; an instance tells the name of the node.
void getStatus(MachinePlanner &planner, const MachineContext &at)
{
    const bool found = at.driver.find(at.machine, at.seen.instance).has_value();
    if (found || at.node())
        planner.after.metadata.labels.emplace(
            keys::nodeLabel, at.driver.nodeName(at.machine, at.seen.instance));
    proceedTo(planner, DeletionStep::Drain);
    planner.because(found ? machineReason("InstanceFound") : machineReason("InstanceNotFound"));
}

void detachVolumes(MachinePlanner &planner)
{
    proceedTo(planner, DeletionStep::DeleteInstance);
    planner.because(machineReason("VolumesSkipped"));
}

void deleteInstance(MachinePlanner &planner, const MachineContext &at)
{
    const auto due = retryTime(at.lastOperation(), operations::remove, Operation::Delete);
    if (due && at.now < *due) {
        planner.checkAgainAt(*due);
        planner.because(machineReason("WaitingToRetry", "Deleting the instance", at.lastOperation().errorCode,
            at.lastOperation().description, *due));
        return;
    }
    DriverPlan removal = at.driver.remove(at.machine, at.seen.machineClass.get(), at.seen.instance, at.now);
    if (removal.code != ErrorCode::Ok) {
        if (at.lastOperation().description == removal.problem)
            removal.events.clear();
        return planner.takeRefusal(Operation::Delete, std::move(removal));
    }
    if (removal.done)
        proceedTo(planner, DeletionStep::DeleteNode);
    planner.take(std::move(removal));
}

/// A node of that name with another identity is somebody else's.
bool isOwnNode(const api::Node &node, const api::mcm::Machine &machine)
{
    return node.spec.providerID.empty() || machine.spec.providerID.empty()
        || node.spec.providerID == machine.spec.providerID;
}

void deleteNode(MachinePlanner &planner, const MachineContext &at)
{
    const NodePointer &node = at.node();
    proceedTo(planner, DeletionStep::RemoveFinalizer);
    if (!node) {
        planner.because(machineReason("NodeGone"));
        return;
    }
    api::Node after = *node;
    std::erase(after.metadata.finalizers, keys::nodeFinalizer);
    append(planner.effects, api::patchEffect(*node, after));
    const std::string &name = node->metadata.name;
    if (isStatic(at.machine) || !isOwnNode(*node, at.machine)) {
        planner.because(machineReason("NodeStays", name));
        return;
    }
    planner.effects.emplace_back(api::deleteEffect(*node));
    planner.because(machineReason("DeletingNode", name));
}

void removeFinalizer(MachinePlanner &planner)
{
    std::erase(planner.after.metadata.finalizers, keys::finalizer);
    planner.because(machineReason("Deleted"));
}

} // namespace

void proceedTo(MachinePlanner &planner, DeletionStep step)
{
    const std::string_view phrase =
        std::ranges::find(stepPhrases, step, &std::pair<DeletionStep, std::string_view>::first)->second;
    planner.record({operations::remove, states::processing, std::string(phrase), ErrorCode::Ok, step});
}

std::optional<DeletionStep> deletionStep(const api::mcm::Machine &machine)
{
    if (!machine.isDeleting() || machine.phase() != phases::terminating)
        return std::nullopt;
    const api::mcm::LastOperation &last = machine.status.lastOperation;
    if (!last.step)
        return stepToldBy(last);
    const bool isKnown = *last.step >= static_cast<std::int64_t>(DeletionStep::GetStatus)
        && *last.step <= static_cast<std::int64_t>(DeletionStep::RemoveFinalizer);
    return isKnown ? std::optional(static_cast<DeletionStep>(*last.step)) : std::nullopt;
}

runtime::Plan planDeletion(const MachineContext &at)
{
    MachinePlanner planner(at.machine, at.now);
    if (!at.machine.metadata.hasFinalizer(keys::finalizer)) {
        planner.checkAgainIn(retries::late);
        planner.because(machineReason("NotHeldByUs"));
        return planner.plan();
    }
    const auto step = deletionStep(at.machine);
    if (!step) {
        begin(planner);
        return planner.plan();
    }
    switch (*step) {
    case DeletionStep::GetStatus:
        getStatus(planner, at);
        break;
    case DeletionStep::Drain:
        drain(planner, at);
        break;
    case DeletionStep::DetachVolumes:
        detachVolumes(planner);
        break;
    case DeletionStep::DeleteInstance:
        deleteInstance(planner, at);
        break;
    case DeletionStep::DeleteNode:
        deleteNode(planner, at);
        break;
    case DeletionStep::RemoveFinalizer:
        removeFinalizer(planner);
        break;
    }
    return planner.plan();
}

} // namespace core::controllers::mcm
