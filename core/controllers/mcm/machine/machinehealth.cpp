// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/conditions.h"
#include "core/controllers/mcm/family.h"
#include "core/controllers/mcm/machine/machineflows.h"
#include "core/controllers/nodedecoration.h"

#include <algorithm>

namespace core::controllers::mcm {

namespace {

namespace keys = api::mcm::keys;
namespace operations = api::mcm::operations;
namespace phases = api::mcm::phases;
namespace states = api::mcm::states;
namespace updateSteps = api::mcm::updateSteps;
using namespace std::chrono_literals;
using api::mcm::ErrorCode;

/// How often a machine whose timeout runs is looked at (§9.6).
constexpr base::Duration timeoutCheck = 1min;

std::string seconds(base::Duration duration)
{
    return api::formatDuration(std::chrono::floor<std::chrono::seconds>(duration));
}

base::Time since(const MachineContext &at)
{
    return at.current().lastUpdateTime.value_or(at.now);
}

bool hasCriticalTaint(const api::Node &node)
{
    return std::ranges::any_of(node.spec.taints, [](const api::Taint &taint) {
        return taint.key == keys::criticalComponentsTaint && taint.effect == "NoSchedule";
    });
}

/// The condition types that keep the node from counting as healthy, with their status.
std::string complaintsOf(const api::Node *node, const std::vector<std::string> &nodeConditions)
{
    if (!node)
        return "the node object is missing";
    if (node->status.conditions.empty())
        return "the node has no conditions";
    std::string text;
    const auto complain = [&](std::string_view type, std::string_view status) {
        text += (text.empty() ? "" : ", ") + std::string(type) + " is "
            + (status.empty() ? "missing" : std::string(status));
    };
    if (!node->isReady())
        complain("Ready", node->readyStatus());
    for (const std::string &type : nodeConditions) {
        const api::NodeCondition *condition = node->condition(type);
        if (condition && condition->status != "False")
            complain(type, condition->status);
    }
    return text;
}

std::string complaints(const MachineContext &at)
{
    return complaintsOf(at.node().get(), at.settings.nodeConditions);
}

/// Looks again within a minute, and when the timeout is over.
void awaitTimeout(MachinePlanner &planner, base::Time end)
{
    planner.checkAgainIn(timeoutCheck);
    planner.checkAgainAt(end);
}

void join(MachinePlanner &planner, const MachineContext &at)
{
    const bool isNew = at.lastOperation().type == operations::create;
    const std::string node = at.node()->metadata.name;
    planner.setPhase(phases::running, false);
    planner.record({isNew ? operations::create : operations::healthCheck, states::successful,
        "Node " + node + (isNew ? " joined" : " is healthy again")});
    planner.because(isNew ? machineReason("Joined", node) : machineReason("HealthyAgain", node));
}

void judgePending(MachinePlanner &planner, const MachineContext &at)
{
    const std::string problem = complaints(at);
    const bool isWaitedFor = problem.empty() && hasCriticalTaint(*at.node());
    if (problem.empty() && !isWaitedFor)
        return join(planner, at);
    const base::Time end = since(at) + at.settings.creationTimeout;
    if (end <= at.now) {
        planner.setPhase(phases::failed, false);
        planner.record({operations::create, states::failed,
            "The machine did not join in " + seconds(at.settings.creationTimeout),
            ErrorCode::DeadlineExceeded});
        planner.because(
            machineReason("CreationTimeout", seconds(at.settings.creationTimeout), since(at), end));
        return;
    }
    awaitTimeout(planner, end);
    if (isWaitedFor)
        planner.because(
            machineReason("WaitingForCriticalComponents", keys::criticalComponentsTaint, end, since(at)));
    else
        planner.because(machineReason("WaitingForNode", problem, end, since(at)));
}

void judgeRunning(MachinePlanner &planner, const MachineContext &at)
{
    const std::string problem = complaints(at);
    if (problem.empty()) {
        planner.because(machineReason("Running", at.node()->metadata.name));
        return;
    }
    planner.setPhase(phases::unknown, true);
    planner.record({operations::healthCheck, states::processing, "The machine is unhealthy: " + problem});
    awaitTimeout(planner, at.now + at.settings.healthTimeout);
    planner.because(machineReason("Unhealthy", problem, seconds(at.settings.healthTimeout)));
}

std::size_t replacementsUnderway(const MachineContext &at)
{
    std::size_t count = 0;
    for (const MachinePointer &fellow : at.seen.fellows) {
        if (fellow->key() == at.machine.key() || isPreserved(*fellow, at.now))
            continue;
        const std::string_view phase = fellow->phase();
        count += phase != phases::running && phase != phases::unknown;
        count += phase == phases::terminating;
    }
    return count;
}

/// When the machine fails if its node stays as it is; nothing where it does not.
std::optional<base::Time> endOfHealthTimeout(const api::mcm::Machine &machine, const MachineContext &at)
{
    const api::mcm::CurrentStatus &current = machine.status.currentStatus;
    const bool runs = !machine.isDeleting() && current.phase == phases::unknown && current.lastUpdateTime
        && !machine.spec.disableHealthTimeout.value_or(false);
    return runs ? std::optional(*current.lastUpdateTime + effectiveFor(machine, at.common).healthTimeout)
                : std::nullopt;
}

/// Who waits longest comes first.
auto turnOf(const api::mcm::Machine &machine)
{
    return std::pair(machine.status.currentStatus.lastUpdateTime, machine.key());
}

/// One machine alone, the one that waits longest, may fail of those whose time is over: whoever looks, and
/// however late its writes show.
const api::mcm::Machine *nextToFail(const MachineContext &at)
{
    const api::mcm::Machine *next = nullptr;
    for (const MachinePointer &fellow : at.seen.fellows) {
        const auto end = endOfHealthTimeout(*fellow, at);
        if (end && *end <= at.now && (!next || turnOf(*fellow) < turnOf(*next)))
            next = fellow.get();
    }
    return next;
}

/// Whether others of its deployment may keep the machine from failing at that time.
bool comeOthersFirst(const MachineContext &at, base::Time end)
{
    if (at.seen.fellows.empty())
        return false;
    std::size_t ahead = replacementsUnderway(at);
    for (const MachinePointer &fellow : at.seen.fellows) {
        const auto theirs = endOfHealthTimeout(*fellow, at);
        ahead += theirs && *theirs <= end && turnOf(*fellow) < turnOf(at.machine);
    }
    return ahead >= at.settings.maxReplacements;
}

/// What keeps the machine from being given up (§9.6, permit rule); empty when nothing does.
std::string withheldPermit(const MachineContext &at)
{
    if (at.seen.fellows.empty())
        return {};
    const std::size_t underway = replacementsUnderway(at);
    if (underway >= at.settings.maxReplacements)
        return std::to_string(underway) + " of its deployment are being replaced, "
            + std::to_string(at.settings.maxReplacements) + " may be";
    const api::mcm::Machine *next = nextToFail(at);
    if (next && next->key() != at.machine.key())
        return "machine " + next->key().text() + " of its deployment comes first";
    return {};
}

void judgeExpired(MachinePlanner &planner, const MachineContext &at, base::Time end)
{
    if (const std::string why = withheldPermit(at); !why.empty()) {
        planner.checkAgainIn(retries::shortly);
        planner.because(machineReason(
            "WaitingForPermit", seconds(at.settings.healthTimeout), why, seconds(retries::shortly)));
        return;
    }
    planner.setPhase(phases::failed, false);
    planner.record({operations::healthCheck, states::failed,
        "The machine was unhealthy for " + seconds(at.settings.healthTimeout), ErrorCode::DeadlineExceeded});
    planner.because(machineReason("HealthTimeout", seconds(at.settings.healthTimeout), since(at), end));
}

void judgeUnknown(MachinePlanner &planner, const MachineContext &at)
{
    const std::string problem = complaints(at);
    if (problem.empty())
        return join(planner, at);
    if (at.machine.spec.disableHealthTimeout.value_or(false)) {
        planner.because(machineReason("HealthTimeoutDisabled", problem));
        return;
    }
    const base::Time end = since(at) + at.settings.healthTimeout;
    if (end <= at.now)
        return judgeExpired(planner, at, end);
    awaitTimeout(planner, end);
    using Code = decltype(machineReason)::Entry<3>;
    planner.because(
        machineReason(comeOthersFirst(at, end) ? Code("WaitingForTurn") : Code("WaitingForHealth"), problem,
            end, since(at)));
}

/// The phase that the node's condition InPlaceUpdate stands for (§6.7); empty when it stands for none.
std::string_view updatePhaseOf(const api::Node *node)
{
    const api::NodeCondition *update = node ? node->condition(api::mcm::conditions::inPlaceUpdate) : nullptr;
    if (!update || update->status != "True")
        return {};
    if (update->reason == updateSteps::ready)
        return phases::inPlaceUpdating;
    if (update->reason == updateSteps::successful)
        return phases::inPlaceUpdateSuccessful;
    return update->reason == updateSteps::failed ? phases::inPlaceUpdateFailed : std::string_view();
}

bool isUpdatePhase(std::string_view phase)
{
    return phase == phases::inPlaceUpdating || phase == phases::inPlaceUpdateSuccessful
        || phase == phases::inPlaceUpdateFailed;
}

void judgeUpdate(MachinePlanner &planner, const MachineContext &at, std::string_view phase)
{
    const bool isUpdating = phase == phases::inPlaceUpdating;
    const base::Time end =
        (at.machine.phase() == phase ? since(at) : at.now) + at.settings.inPlaceUpdateTimeout;
    if (isUpdating && at.machine.phase() == phases::inPlaceUpdateFailed) {
        planner.because(machineReason("UpdateFailed"));
        return;
    }
    if (isUpdating && end <= at.now) {
        planner.setPhase(phases::inPlaceUpdateFailed, false);
        planner.record({operations::inPlaceUpdate, states::failed,
            "The update in place took longer than " + seconds(at.settings.inPlaceUpdateTimeout),
            ErrorCode::DeadlineExceeded});
        planner.because(
            machineReason("UpdateTimeout", seconds(at.settings.inPlaceUpdateTimeout), since(at), end));
        return;
    }
    if (phase == phases::inPlaceUpdateFailed && at.machine.phase() != phase)
        planner.events.push_back(warningEvent(at.machine, std::string(phase),
            "The update of node " + at.node()->metadata.name
                + " failed; its label update-result has to go before it is tried again"));
    planner.setPhase(phase, isUpdating);
    const std::string_view state = isUpdating  ? states::processing
        : phase == phases::inPlaceUpdateFailed ? states::failed
                                               : states::successful;
    planner.record({operations::inPlaceUpdate, state, "The node says " + std::string(phase)});
    if (isUpdating)
        awaitTimeout(planner, end);
    using Code = decltype(machineReason)::Entry<1>;
    planner.because(machineReason(isUpdating       ? Code(phases::inPlaceUpdating)
            : phase == phases::inPlaceUpdateFailed ? Code(phases::inPlaceUpdateFailed)
                                                   : Code(phases::inPlaceUpdateSuccessful),
        phase));
}

void endUpdate(MachinePlanner &planner, const MachineContext &at)
{
    if (complaints(at).empty())
        return join(planner, at);
    judgeRunning(planner, at);
}

void judge(MachinePlanner &planner, const MachineContext &at)
{
    const std::string_view phase = at.machine.phase();
    if (phase == phases::failed)
        planner.because(machineReason("Failed", at.lastOperation().description));
    else if (phase == phases::pending || phase == phases::available)
        judgePending(planner, at);
    else if (const std::string_view update = updatePhaseOf(at.node().get()); !update.empty())
        judgeUpdate(planner, at, update);
    else if (isUpdatePhase(phase))
        endUpdate(planner, at);
    else if (phase == phases::unknown)
        judgeUnknown(planner, at);
    else
        judgeRunning(planner, at);
}

/// What the template asks for, but for the marks that rollouts put and take away.
NodeDecoration decorationFor(const api::mcm::NodeTemplate &wanted)
{
    NodeDecoration decoration {wanted.metadata.annotations, wanted.metadata.labels, wanted.spec.taints};
    decoration.annotations.erase(std::string(keys::scaleDownDisabledByMcm));
    for (const std::string_view label :
        {keys::candidateForUpdate, keys::selectedForUpdate, keys::updateResult})
        decoration.labels.erase(std::string(label));
    std::erase_if(decoration.taints, [](const api::Taint &taint) { return taint.key == preferNoSchedule; });
    return decoration;
}

/// What the template asks for, whose node it is, that it is held, and how long it took to join.
void tend(MachinePlanner &planner, const MachineContext &at)
{
    const api::Node &node = *at.node();
    api::Node after = node;
    decorate(after, decorationFor(at.machine.spec.nodeTemplate), keys::lastApplied);
    after.metadata.labels.insert_or_assign(std::string(keys::nodeMachineName), at.name());
    after.metadata.annotations.erase(std::string(keys::notManaged));
    if (!node.metadata.hasFinalizer(keys::nodeFinalizer))
        after.metadata.finalizers.emplace_back(keys::nodeFinalizer);
    if (planner.after.phase() == phases::running && at.machine.phase() == phases::pending)
        after.metadata.annotations.emplace(
            keys::joinDuration, seconds(at.now - at.machine.metadata.creationTimestamp.value_or(at.now)));
    append(planner.effects, api::patchEffect(node, after));
    if (!sameButHeartbeats(at.machine.status.conditions, node.status.conditions))
        planner.after.status.conditions = node.status.conditions;
}

void lookAfterInstance(MachinePlanner &planner, const MachineContext &at)
{
    if (at.driver.find(at.machine, at.seen.instance)) {
        planner.take(at.driver.record(at.machine, at.seen.machineClass.get(), at.seen.instance, at.now));
        planner.after.metadata.labels.insert_or_assign(
            std::string(keys::nodeLabel), at.driver.nodeName(at.machine, at.seen.instance));
    } else if (at.seen.machineClass && at.driver.recreatesLost(at.machine)
        && at.machine.phase() != phases::failed) {
        planner.because(machineReason("RecreatingLostInstance"));
        planner.take(at.driver.create(at.machine, *at.seen.machineClass, at.seen.instance, at.now));
    } else {
        planner.because(machineReason("InstanceMissing", at.machine.spec.providerID,
            "what happens is decided by the health of its node"));
    }
}

} // namespace

bool isHealthy(const api::Node &node, const std::vector<std::string> &nodeConditions)
{
    return complaintsOf(&node, nodeConditions).empty();
}

runtime::Plan planHealth(const MachineContext &at)
{
    MachinePlanner planner(at.machine, at.now);
    if (at.lastOperation().type == operations::update && at.lastOperation().state == states::failed)
        planner.record({operations::update, states::successful, "The machine makes sense again"});
    lookAfterInstance(planner, at);
    judge(planner, at);
    if (at.node())
        tend(planner, at);
    preserve(planner, at);
    return planner.plan();
}

} // namespace core::controllers::mcm
