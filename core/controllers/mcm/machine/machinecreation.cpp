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

void refuse(MachinePlanner &pass, const MachineContext &at, const std::string &problem)
{
    if (at.lastOperation().description != problem)
        pass.events = {warningEvent(at.machine, "FailedValidate", problem)};
    setFailedCreationPhase(pass, at);
    pass.record({operations::create, states::failed, problem, ErrorCode::FailedPrecondition});
    pass.checkAgainIn(retries::late);
    pass.because(machineReason("FailedValidate", problem, retries::late));
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

void giveUpStale(MachinePlanner &pass, const MachineContext &at)
{
    DriverPlan removal = at.driver.remove(at.machine, at.seen.machineClass.get(), at.seen.instance, at.now);
    removal.reasons.clear();
    const std::string node = at.node()->metadata.name;
    pass.take(std::move(removal));
    pass.setPhase(phases::failed, false);
    pass.record(
        {operations::create, states::failed, "VM using old node obj: node " + node, ErrorCode::Internal});
    pass.events.push_back(
        warningEvent(at.machine, "StaleNode", "Node " + node + " is older than the instance of that name"));
    pass.because(machineReason(staleNodeReason, node));
}

void adopt(MachinePlanner &pass, const MachineContext &at)
{
    const std::string node = at.driver.nodeName(at.machine, at.seen.instance);
    pass.take(at.driver.record(at.machine, at.seen.machineClass.get(), at.seen.instance, at.now));
    pass.after.metadata.labels.insert_or_assign(std::string(keys::nodeLabel), node);
    pass.after.metadata.annotations.emplace(keys::priority, std::to_string(api::mcm::defaultPriority));
    pass.setPhase(phases::pending, true);
    pass.record({operations::create, states::processing, "Created the instance; waits for node " + node});
    pass.because(machineReason("Created", node));
}

void waitToRetry(MachinePlanner &pass, const MachineContext &at, base::Time due)
{
    const api::mcm::LastOperation &last = at.lastOperation();
    setFailedCreationPhase(pass, at);
    pass.checkAgainAt(due);
    pass.because(machineReason("WaitingToRetry", "The last creation", last.errorCode, last.description, due));
}

void request(MachinePlanner &pass, const MachineContext &at)
{
    const bool wasTried = at.lastOperation().errorCode != nameOf(ErrorCode::FailedPrecondition);
    const auto due = retryTime(at.lastOperation(), operations::create, Operation::Create);
    if (wasTried && due && at.now < *due)
        return waitToRetry(pass, at, *due);
    DriverPlan creation = at.driver.create(at.machine, *at.seen.machineClass, at.seen.instance, at.now);
    if (creation.code == ErrorCode::Ok)
        return pass.take(std::move(creation));
    setFailedCreationPhase(pass, at);
    pass.takeRefusal(Operation::Create, std::move(creation));
}

void waitForNode(MachinePlanner &pass, const MachineContext &at)
{
    pass.setPhase(phases::pending, true);
    pass.because(
        machineReason("InstanceMissing", at.machine.spec.providerID, "its node is waited for all the same"));
}

} // namespace

bool isBeingCreated(const api::mcm::Machine &machine)
{
    return machine.phase().empty() || machine.phase() == phases::crashLoopBackOff;
}

void setFailedCreationPhase(MachinePlanner &pass, const MachineContext &at)
{
    const base::Time deadline =
        at.machine.metadata.creationTimestamp.value_or(at.now) + at.settings.creationTimeout;
    const bool isOver = deadline < at.now;
    pass.setPhase(isOver ? phases::failed : phases::crashLoopBackOff, false);
    if (!isOver)
        pass.checkAgainAt(deadline + std::chrono::seconds(1));
}

runtime::Plan planCreation(const MachineContext &at)
{
    MachinePlanner pass(at.machine, at.now);
    if (at.driver.find(at.machine, at.seen.instance)) {
        if (isStale(at))
            giveUpStale(pass, at);
        else
            adopt(pass, at);
        return pass.plan();
    }
    if (!at.machine.spec.providerID.empty() && !at.driver.recreatesLost(at.machine)) {
        waitForNode(pass, at);
    } else if (const std::string problem = validationProblem(at); !problem.empty()) {
        refuse(pass, at, problem);
    } else if (const std::string what = unheld(at); !what.empty()) {
        pass.because(machineReason("WaitingForFinalizer", what));
    } else {
        request(pass, at);
    }
    return pass.plan();
}

} // namespace core::controllers::mcm
