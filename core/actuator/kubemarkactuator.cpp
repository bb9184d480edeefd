// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/actuator/kubemarkactuator.h"

#include "core/actuator/hollowpod.h"
#include "core/actuator/kubemarkstatus.h"
#include "core/actuator/providerfaults.h"
#include "core/api/timerange.h"
#include "core/base/number.h"

#include <algorithm>

namespace core::actuator {

namespace {

using namespace std::chrono_literals;
using PodPointer = std::shared_ptr<const api::Pod>;

constexpr base::Duration pendingCheck = 20s;
constexpr std::string_view staticPodNamespace = "static-machine-for-node";

bool isStatic(const api::Machine &machine)
{
    return !machine.metadata.annotation(api::keys::staticMachine).empty();
}

std::vector<PodPointer> podsOf(const api::Machine &machine, const ObservedInstance &seen)
{
    std::vector<PodPointer> own;
    std::ranges::copy_if(seen.pods, std::back_inserter(own),
        [&](const PodPointer &pod) { return isPodOf(*pod, machine.metadata); });
    return own;
}

/// The newest; of equally old ones the first by name.
PodPointer chosenPod(const std::vector<PodPointer> &pods)
{
    const auto newer = [](const PodPointer &a, const PodPointer &b) {
        return a->metadata.creationTimestamp != b->metadata.creationTimestamp
            ? a->metadata.creationTimestamp > b->metadata.creationTimestamp
            : a->metadata.name < b->metadata.name;
    };
    const auto best = std::ranges::min_element(pods, newer);
    return best == pods.end() ? nullptr : *best;
}

std::optional<std::string> textOrNothing(const std::string &text)
{
    return text.empty() ? std::nullopt : std::optional(text);
}

void addAddress(std::vector<api::NodeAddress> &addresses, std::string type, std::string_view address)
{
    if (!address.empty())
        addresses.push_back({std::move(type), std::string(address)});
}

/// docs/machines.md §2.7
api::EmitEvent event(const api::Machine &machine, std::string type, std::string reason, std::string message)
{
    return {api::referenceTo(machine), std::move(type), std::move(reason), std::move(message)};
}

/// Facts of an instance that is there; tells Created when the machine did not know of it before.
ActuatorPlan recordInstance(const api::Machine &machine, InstanceFacts facts, std::string id,
    const std::string &state, base::Time now)
{
    ActuatorPlan plan;
    api::KubemarkProviderStatus status = providerStatusOf(machine);
    if (status.instanceId != id)
        plan.events = {event(machine, "Normal", "Created", "Created Machine " + machine.metadata.name)};
    status.instanceId = std::move(id);
    status.instanceState = textOrNothing(state);
    status.failure.reset();
    setCreationCondition(status, true, "the machine was created", now);
    facts.providerStatus = writeProviderStatus(machine, std::move(status));
    plan.facts = std::move(facts);
    return plan;
}

ActuatorPlan recordFailure(const api::Machine &machine, const std::string &message, base::Time now,
    const std::optional<api::ProviderFailure> &failure = {})
{
    ActuatorPlan plan;
    api::KubemarkProviderStatus status = providerStatusOf(machine);
    if (failure)
        status.failure = failure;
    const api::ProviderCondition *told = creationCondition(status);
    if (!told || told->status != "False" || told->message != message)
        plan.events = {event(machine, "Warning", "FailedCreate", message)};
    setCreationCondition(status, false, message, now);
    plan.facts = recordedFacts(machine);
    plan.facts->providerStatus = writeProviderStatus(machine, std::move(status));
    return plan;
}

ActuatorPlan planStatic(const api::Machine &machine, const ObservedInstance &seen, base::Time now)
{
    const std::string node(machine.metadata.annotation(api::keys::staticMachine));
    if (!seen.nodeOwner.empty()) {
        ActuatorPlan plan = recordFailure(machine, "node " + node + " belongs to " + seen.nodeOwner, now);
        plan.reasons = {kubemarkReason("StaticNodeTaken", node, seen.nodeOwner)};
        return plan;
    }
    const std::string_view address = seen.node ? seen.node->address("InternalIP") : std::string_view();
    if (address.empty()) {
        ActuatorPlan plan = recordFailure(machine,
            seen.node ? "node " + node + " has no InternalIP address" : "node " + node + " does not exist",
            now);
        plan.reasons = {kubemarkReason("StaticNodeMissing", node)};
        return plan;
    }
    InstanceFacts facts {seen.node->spec.providerID, {}, {}};
    addAddress(facts.addresses, "InternalIP", address);
    addAddress(facts.addresses, "Hostname", node);
    ActuatorPlan plan = recordInstance(
        machine, std::move(facts), std::string(staticPodNamespace) + "/" + machine.metadata.name, {}, now);
    plan.reasons = {kubemarkReason("StaticNode", node)};
    return plan;
}

ActuatorPlan refuse(const api::Machine &machine, const std::string &message, base::Time now)
{
    ActuatorPlan plan = recordFailure(machine, message, now);
    plan.invalid = message;
    plan.reasons = {kubemarkReason("InvalidConfiguration", "created", message)};
    return plan;
}

ActuatorPlan waitForName(const api::Machine &machine, const api::ObjectKey &pod, base::Time now)
{
    ActuatorPlan plan =
        recordFailure(machine, "pod " + pod.text() + " exists and belongs to somebody else", now);
    plan.reasons = {kubemarkReason("PodNameTaken", pod.text())};
    plan.checkAgainAfter = pendingCheck;
    return plan;
}

api::Reason refusalReason(const Refusal &refusal)
{
    return kubemarkReason("ProviderRefused", refusal.error.message, refusal.nextAttempt,
        refusal.record.operation, refusal.record.kind, refusal.record.attempts);
}

ActuatorPlan planRefusedCreation(const api::Machine &machine, const Refusal &refusal, base::Time now)
{
    if (refusal.error.kind == api::ProviderErrorKind::Invalid)
        return refuse(machine, refusal.error.message, now);
    ActuatorPlan plan = recordFailure(machine, refusal.error.message, now, refusal.record);
    plan.refused = refusal.error;
    plan.reasons = {refusalReason(refusal)};
    plan.checkAgainAfter = refusal.nextAttempt - now;
    return plan;
}

ActuatorPlan planRefusedDeletion(const api::Machine &machine, const Refusal &refusal, base::Time now)
{
    ActuatorPlan plan;
    api::KubemarkProviderStatus status = providerStatusOf(machine);
    status.failure = refusal.record;
    plan.facts = recordedFacts(machine);
    plan.facts->providerStatus = writeProviderStatus(machine, std::move(status));
    if (refusal.isNew)
        plan.events = {event(machine, "Warning", "FailedDelete", refusal.error.message)};
    plan.refused = refusal.error;
    plan.reasons = {refusalReason(refusal)};
    plan.checkAgainAfter = refusal.nextAttempt - now;
    return plan;
}

/// Why the pod may not be deleted yet; nothing when it may.
std::optional<ActuatorPlan> waitForTimeout(
    const api::Machine &machine, base::Duration timeout, base::Time now)
{
    using std::chrono::seconds;
    const std::string_view noted = machine.metadata.annotation(api::keys::deletionTimeout);
    const std::int64_t present = std::chrono::floor<seconds>(now).time_since_epoch().count();
    const auto since = noted.empty() ? present : base::parseNumber<std::int64_t>(noted);
    ActuatorPlan plan;
    if (noted.empty()) {
        api::Machine after = machine;
        after.metadata.annotations.insert_or_assign(
            std::string(api::keys::deletionTimeout), std::to_string(present));
        append(plan.effects, api::patchEffect(machine, after, {}, api::Precondition::Uid));
    } else if (!since) {
        plan.invalid = "annotation " + std::string(api::keys::deletionTimeout) + " is \"" + std::string(noted)
            + "\", which is no number of seconds";
        plan.events = {event(machine, "Warning", "FailedDelete", plan.invalid)};
        plan.reasons = {kubemarkReason("InvalidDeletionTimeout", plan.invalid, noted)};
        return plan;
    }
    const base::Time until = base::Time(api::heldSeconds(*since)) + timeout;
    if (until <= now && plan.effects.empty())
        return std::nullopt;
    plan.checkAgainAfter = std::max(until - now, base::Duration::zero()) + 1s;
    plan.reasons = {kubemarkReason("WaitingForDeletionTimeout", until, timeout)};
    return plan;
}

ActuatorPlan deletePods(const std::vector<PodPointer> &pods)
{
    ActuatorPlan plan;
    std::string names;
    for (const PodPointer &pod : pods) {
        names += (names.empty() ? "" : ", ") + pod->metadata.name;
        if (!pod->metadata.isDeleting())
            plan.effects.emplace_back(api::deleteEffect(*pod));
    }
    plan.reasons = {plan.effects.empty() ? kubemarkReason("WaitingForPods", names, pods.size())
                                         : kubemarkReason(deletingPodsReason, names, pods.size())};
    return plan;
}

bool isOwnNode(const api::Node &node)
{
    return node.spec.providerID.empty()
        || node.spec.providerID == std::string(providerScheme) + node.metadata.name;
}

/// Node and Lease of the machine's own name, whether or not they were ever seen: the node may have registered
/// a moment ago. Of any other name (the provider id may be anybody's) only those that were seen to be its
/// own.
ActuatorPlan cleanUp(const api::Machine &machine, const std::string &nodeName, const ObservedInstance &seen)
{
    ActuatorPlan plan;
    const bool isOwn = seen.node ? isOwnNode(*seen.node) : isNamedAfter(nodeName, machine);
    if (isOwn) {
        const api::ResourceRef node {&api::resourceOf<api::Node>(), {{}, nodeName}};
        const api::ResourceRef lease {
            &api::resourceOf<api::Lease>(), {std::string(api::nodeLeaseNamespace), nodeName}};
        plan.effects.emplace_back(
            api::DeleteObject {node, seen.node ? seen.node->metadata.uid : std::string(), {}, {}});
        plan.effects.emplace_back(api::DeleteObject {lease, {}, {}, {}});
    }
    plan.events = {event(machine, "Normal", "Deleted", "Deleted Machine " + machine.metadata.name)};
    plan.reasons = {
        kubemarkReason("InstanceGone", nodeName, isOwn ? "is removed" : "is not the machine's and stays")};
    plan.done = true;
    return plan;
}

} // namespace

api::ObjectKey KubemarkActuator::newPodKey(const api::Machine &machine) const
{
    return {std::string(podNamespace), hollowPodName(machine)};
}

std::string KubemarkActuator::nodeName(const api::Machine &machine, const ObservedInstance &seen) const
{
    if (isStatic(machine))
        return std::string(machine.metadata.annotation(api::keys::staticMachine));
    if (const PodPointer pod = chosenPod(podsOf(machine, seen)))
        return pod->metadata.name;
    if (machine.spec.providerID.starts_with(providerScheme))
        return machine.spec.providerID.substr(providerScheme.size());
    return hollowPodName(machine);
}

std::optional<std::size_t> KubemarkActuator::quota(const api::Machine &machine) const
{
    const auto config = api::parseProviderConfig(machine.spec.providerSpec.value);
    return config ? providerErrorsOf(*config).quota : std::nullopt;
}

std::optional<Instance> KubemarkActuator::find(
    const api::Machine &machine, const ObservedInstance &seen) const
{
    if (isStatic(machine))
        return Instance {std::string(staticPodNamespace) + "/" + machine.metadata.name, {}, false};
    const PodPointer pod = chosenPod(podsOf(machine, seen));
    if (!pod)
        return std::nullopt;
    return Instance {pod->key().text(), pod->status.phase, pod->metadata.isDeleting()};
}

/// The host is empty for a machine whose pod the cluster's own kubelets run.
std::string KubemarkActuator::hostFor(const api::Machine &machine) const
{
    const bool byCluster =
        m_options.hasKubelets && machine.metadata.annotation(kubeletsAnnotation) == "cluster";
    return byCluster ? std::string() : m_options.hollowHost;
}

ActuatorPlan KubemarkActuator::planCreate(
    const api::Machine &machine, const ObservedInstance &seen, base::Time now) const
{
    if (isStatic(machine))
        return planStatic(machine, seen, now);
    if (machine.metadata.name.size() > longestMachineName)
        return refuse(machine, "the machine's name is longer than 63 characters", now);
    const auto config = api::parseProviderConfig(machine.spec.providerSpec.value);
    if (!config)
        return refuse(machine, config.error().message, now);
    if (const std::string problem = api::errorText(api::validate(*config)); !problem.empty())
        return refuse(machine, problem, now);
    const api::ObjectKey key = newPodKey(machine);
    if (std::ranges::any_of(seen.pods, [&](const PodPointer &pod) { return pod->key() == key; }))
        return waitForName(machine, key, now);
    if (const auto refusal =
            refusalOf(machine, *config, ProviderOperation::Create, seen.siblingsAhead, m_options.chance, now))
        return planRefusedCreation(machine, *refusal, now);

    ActuatorPlan plan;
    plan.effects = {api::createEffect(hollowPod(machine, *config, hostFor(machine)))};
    plan.reasons = {kubemarkReason(creatingPodReason, key.text())};
    if (providerStatusOf(machine).instanceId)
        plan.facts = lostFacts(machine);
    return plan;
}

ActuatorPlan KubemarkActuator::planUpdate(
    const api::Machine &machine, const ObservedInstance &seen, base::Time now) const
{
    if (isStatic(machine))
        return planStatic(machine, seen, now);
    const PodPointer pod = chosenPod(podsOf(machine, seen));
    if (!pod)
        return planCreate(machine, seen, now);
    const std::string &name = pod->metadata.name;
    InstanceFacts facts {std::string(providerScheme) + name, {}, {}};
    addAddress(facts.addresses, "InternalIP", pod->status.podIP);
    addAddress(facts.addresses, "Hostname", name);
    const std::string &phase = pod->status.phase;
    ActuatorPlan plan = recordInstance(machine, std::move(facts), pod->key().text(), phase, now);
    plan.reasons = {kubemarkReason("InstanceFound", name, phase.empty() ? "new" : phase)};
    if (phase.empty() || phase == "Pending")
        plan.checkAgainAfter = pendingCheck;
    return plan;
}

ActuatorPlan KubemarkActuator::planDelete(
    const api::Machine &machine, const ObservedInstance &seen, base::Time now) const
{
    if (isStatic(machine)) {
        ActuatorPlan plan;
        plan.events = {event(machine, "Normal", "Deleted", "Deleted Machine " + machine.metadata.name)};
        plan.reasons = {kubemarkReason("StaticNodeStays")};
        plan.done = true;
        return plan;
    }
    const std::vector<PodPointer> pods = podsOf(machine, seen);
    if (pods.empty())
        return cleanUp(machine, nodeName(machine, seen), seen);
    const auto config = api::parseProviderConfig(machine.spec.providerSpec.value);
    // Without an address nothing ever ran, so that no timeout can be missed (docs/machines.md §4.6).
    if (!config && !machine.status.addresses.empty()) {
        ActuatorPlan plan;
        plan.invalid = config.error().message;
        plan.events = {event(machine, "Warning", "FailedDelete", plan.invalid)};
        plan.reasons = {kubemarkReason("InvalidConfiguration", "deleted", plan.invalid)};
        return plan;
    }
    const bool allGoing =
        std::ranges::all_of(pods, [](const PodPointer &pod) { return pod->metadata.isDeleting(); });
    if (config && config->deletionTimeout && config->deletionTimeout->value > 0s && !allGoing) {
        if (auto wait = waitForTimeout(machine, config->deletionTimeout->value, now))
            return std::move(*wait);
    }
    if (const auto refusal = config && !allGoing
            ? refusalOf(machine, *config, ProviderOperation::Delete, 0, m_options.chance, now)
            : std::nullopt)
        return planRefusedDeletion(machine, *refusal, now);
    return deletePods(pods);
}

InstanceFacts KubemarkActuator::lostFacts(const api::Machine &machine) const
{
    InstanceFacts facts = recordedFacts(machine);
    api::KubemarkProviderStatus status = providerStatusOf(machine);
    if (recreatesLost(machine)) {
        status.instanceId.reset();
        status.instanceState.reset();
    } else {
        status.instanceState = "Unknown";
    }
    facts.providerStatus = writeProviderStatus(machine, std::move(status));
    return facts;
}

ActuatorPlan KubemarkActuator::planCreateFailed(
    const api::Machine &machine, const base::Error &error, base::Time now) const
{
    ActuatorPlan plan = recordFailure(machine, error.message, now);
    plan.reasons = {kubemarkReason("CreateFailed", error.message)};
    return plan;
}

bool KubemarkActuator::recreatesLost(const api::Machine &machine) const
{
    return machine.metadata.annotation(api::keys::lostPodPolicy) == "recreate";
}

} // namespace core::actuator
