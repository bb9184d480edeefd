// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/conditions.h"
#include "core/controllers/mcm/machine/machineflows.h"
#include "core/controllers/mcm/machineclass/machineclass.h"

#include <algorithm>

namespace core::controllers::mcm {

namespace {

namespace keys = api::mcm::keys;
namespace operations = api::mcm::operations;
namespace phases = api::mcm::phases;
namespace states = api::mcm::states;
using api::mcm::ErrorCode;

/// What must be put right by somebody before anything can be created (§9.1, §9.2); empty when nothing must.
std::string validationProblem(const MachineContext &at)
{
    const api::mcm::ClassSpec &reference = at.machine.spec.class_;
    if (reference.name.empty())
        return "spec.class.name is missing";
    if (reference.kind != "MachineClass")
        return "spec.class.kind is \"" + reference.kind + "\", and not MachineClass";
    if (std::string problem = timeoutProblem(at.machine); !problem.empty())
        return problem;
    if (!at.seen.classProblem.empty())
        return "MachineClass " + reference.name + ": " + at.seen.classProblem;
    if (!at.seen.machineClass)
        return "spec.class: there is no MachineClass " + classKeyText(at.machine.metadata, reference);
    if (const std::string problem = classProblem(*at.seen.machineClass); !problem.empty())
        return "MachineClass " + reference.name + ": " + problem;
    for (const ReferencedSecret &referenced : at.seen.secrets) {
        if (!referenced.secret)
            return "MachineClass " + reference.name + ": there is no Secret " + referenced.key.text();
    }
    return {};
}

/// What nobody holds yet and might thus go while the machine needs it; empty when all is held.
std::string unheld(const MachineContext &at)
{
    if (!at.seen.machineClass->metadata.hasFinalizer(keys::finalizer))
        return "MachineClass " + at.seen.machineClass->key().text();
    for (const ReferencedSecret &referenced : at.seen.secrets) {
        if (!referenced.secret->metadata.hasFinalizer(keys::finalizer))
            return "Secret " + referenced.key.text();
    }
    return {};
}

void refuse(MachinePlanner &planner, const MachineContext &at, const std::string &problem)
{
    if (at.lastOperation().description != problem)
        planner.events = {warningEvent(at.machine, "FailedValidate", problem)};
    setFailedCreationPhase(planner, at);
    planner.record({operations::create, states::failed, problem, ErrorCode::FailedPrecondition});
    planner.checkAgainIn(retries::late);
    planner.because(machineReason("FailedValidate", problem, retries::late));
}

/// The Node was there before the instance: it is what an earlier machine left behind.
bool isStale(const MachineContext &at)
{
    if (!at.node() || at.node()->metadata.name == at.name() || isStatic(at.machine))
        return false;
    return std::ranges::all_of(at.seen.instance.pods, [&](const PodPointer &pod) {
        return at.node()->metadata.creationTimestamp < pod->metadata.creationTimestamp;
    });
}

void giveUpStale(MachinePlanner &planner, const MachineContext &at)
{
    DriverPlan removal = at.driver.remove(at.machine, at.seen.machineClass.get(), at.seen.instance, at.now);
    removal.reasons.clear();
    const std::string node = at.node()->metadata.name;
    planner.take(std::move(removal));
    planner.setPhase(phases::failed, false);
    planner.record(
        {operations::create, states::failed, "VM using old node obj: node " + node, ErrorCode::Internal});
    planner.events.push_back(
        warningEvent(at.machine, "StaleNode", "Node " + node + " is older than the instance of that name"));
    planner.because(machineReason(staleNodeReason, node));
}

void adopt(MachinePlanner &planner, const MachineContext &at)
{
    const std::string node = at.driver.nodeName(at.machine, at.seen.instance);
    planner.take(at.driver.record(at.machine, at.seen.machineClass.get(), at.seen.instance, at.now));
    planner.after.metadata.labels.insert_or_assign(std::string(keys::nodeLabel), node);
    planner.after.metadata.annotations.emplace(keys::priority, std::to_string(api::mcm::defaultPriority));
    planner.setPhase(phases::pending, true);
    planner.record({operations::create, states::processing, "Created the instance; waits for node " + node});
    planner.because(machineReason("Created", node));
}

void waitToRetry(MachinePlanner &planner, const MachineContext &at, base::Time due)
{
    const api::mcm::LastOperation &last = at.lastOperation();
    setFailedCreationPhase(planner, at);
    planner.checkAgainAt(due);
    planner.because(
        machineReason("WaitingToRetry", "The last creation", last.errorCode, last.description, due));
}

void request(MachinePlanner &planner, const MachineContext &at)
{
    const bool wasTried = at.lastOperation().errorCode != nameOf(ErrorCode::FailedPrecondition);
    const auto due = retryTime(at.lastOperation(), operations::create, Operation::Create);
    if (wasTried && due && at.now < *due)
        return waitToRetry(planner, at, *due);
    DriverPlan creation = at.driver.create(at.machine, *at.seen.machineClass, at.seen.instance, at.now);
    if (creation.code == ErrorCode::Ok)
        return planner.take(std::move(creation));
    setFailedCreationPhase(planner, at);
    planner.takeRefusal(Operation::Create, std::move(creation));
}

void waitForNode(MachinePlanner &planner, const MachineContext &at)
{
    planner.setPhase(phases::pending, true);
    planner.because(
        machineReason("InstanceMissing", at.machine.spec.providerID, "its node is waited for all the same"));
}

} // namespace

bool isBeingCreated(const api::mcm::Machine &machine)
{
    return machine.phase().empty() || machine.phase() == phases::crashLoopBackOff;
}

void setFailedCreationPhase(MachinePlanner &planner, const MachineContext &at)
{
    const base::Time deadline =
        at.machine.metadata.creationTimestamp.value_or(at.now) + at.settings.creationTimeout;
    const bool isOver = deadline < at.now;
    planner.setPhase(isOver ? phases::failed : phases::crashLoopBackOff, false);
    if (!isOver)
        planner.checkAgainAt(deadline + std::chrono::seconds(1));
}

runtime::Plan planCreation(const MachineContext &at)
{
    MachinePlanner planner(at.machine, at.now);
    if (at.driver.find(at.machine, at.seen.instance)) {
        if (isStale(at))
            giveUpStale(planner, at);
        else
            adopt(planner, at);
        return planner.plan();
    }
    if (!at.machine.spec.providerID.empty() && !at.driver.recreatesLost(at.machine)) {
        waitForNode(planner, at);
    } else if (const std::string problem = validationProblem(at); !problem.empty()) {
        refuse(planner, at, problem);
    } else if (const std::string what = unheld(at); !what.empty()) {
        planner.because(machineReason("WaitingForFinalizer", what));
    } else {
        request(planner, at);
    }
    return planner.plan();
}

} // namespace core::controllers::mcm
