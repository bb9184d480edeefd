// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/nodelink/nodelink.h"

#include "core/actuator/hollowpod.h"
#include "core/api/mcm.h"
#include "core/controllers/conditions.h"
#include "core/controllers/nodedecoration.h"
#include "core/controllers/nodelink/nodelinkreasons.h"

#include <algorithm>

namespace core::controllers {

namespace {

std::optional<api::PatchObject> decorationOf(const api::Node &node, const api::Machine &machine)
{
    api::Node after = node;
    decorate(after, {machine.spec.metadata.annotations, machine.spec.metadata.labels, machine.spec.taints},
        api::keys::lastAppliedLabelsTaints);
    after.metadata.annotations.insert_or_assign(std::string(api::keys::nodeMachine), machine.key().text());
    const bool sameTaints = after.spec.taints == node.spec.taints;
    return api::patchEffect(
        node, after, {}, sameTaints ? api::Precondition::Uid : api::Precondition::Version);
}

/// nodeRef, and lastUpdated when the link or the node's readiness changed since (§8.3 row 3).
std::optional<api::PatchObject> link(const api::Machine &machine, const api::Node &node, base::Time now)
{
    api::Machine after = machine;
    api::ObjectReference &reference =
        after.status.nodeRef ? *after.status.nodeRef : after.status.nodeRef.emplace();
    reference.kind = "Node";
    reference.name = node.metadata.name;
    reference.uid = node.metadata.uid;
    const api::NodeCondition *ready = node.condition("Ready");
    const base::Time changed = ready ? ready->lastTransitionTime.value_or(base::Time()) : base::Time();
    if (after.status != machine.status || changed > machine.status.lastUpdated.value_or(base::Time()))
        after.status.lastUpdated = std::max(api::truncatedToSeconds(now), changed);
    return api::patchEffect(machine, after, "status", api::Precondition::Uid);
}

std::string namesOf(const std::vector<MachinePointer> &machines)
{
    std::string names;
    for (const MachinePointer &machine : machines)
        names += (names.empty() ? "" : ", ") + machine->key().text();
    return names;
}

/// A hollow node is the machine's whose uid its pod bears, and nobody else's.
bool mayHave(const PodPointer &pod, const MachinePointer &machine)
{
    return !pod || actuator::isPodOf(*pod, machine->metadata);
}

/// The answer is what its provider id tells.
bool mayBe(const api::Node &node, const api::Machine &machine)
{
    return machine.spec.providerID.empty() || machine.spec.providerID == node.spec.providerID;
}

bool hasAddress(const api::Machine &machine, std::string_view address)
{
    return !address.empty()
        && std::ranges::any_of(machine.status.addresses,
            [&](const api::NodeAddress &own) { return own.type == "InternalIP" && own.address == address; });
}

/// The claims rank from what can't be forged to what anybody may write; 0: none. A link that is there
/// outweighs an id.
int claimOf(const api::Node &node, const api::Machine &machine)
{
    int claim = actuator::isNamedAfter(node.metadata.name, machine) ? 16 : 0;
    if (node.metadata.annotation(api::keys::nodeMachine) == machine.key().text() && mayBe(node, machine))
        claim += 8;
    if (!node.spec.providerID.empty() && node.spec.providerID == machine.spec.providerID)
        claim += 2;
    else if ((mayBe(node, machine) || node.spec.providerID.empty())
        && hasAddress(machine, node.address("InternalIP")))
        claim += 1;
    const bool isLinked = machine.status.nodeRef && machine.status.nodeRef->uid == node.metadata.uid;
    return claim > 0 && isLinked ? claim + 4 : claim;
}

std::string namesOf(const std::vector<NodePointer> &nodes)
{
    std::string names;
    for (const NodePointer &node : nodes)
        names += (names.empty() ? "" : ", ") + node->metadata.name;
    return names;
}

/// The machine is no other node's, or this one has the better claim; else the plan says whose it is.
std::optional<runtime::Plan> planContested(
    const api::Node &node, const api::Machine &machine, const NodeLinkView &seen)
{
    std::vector<NodePointer> nodes = seen.others;
    std::erase_if(nodes, [&](const NodePointer &other) { return claimOf(*other, machine) == 0; });
    if (nodes.empty())
        return std::nullopt;
    const std::string others = namesOf(nodes);
    nodes.push_back(std::make_shared<const api::Node>(node));
    const NodePointer best = nodeWithBestClaim(nodes, machine);
    if (best == nodes.back())
        return std::nullopt;
    const std::string name = machine.key().text();
    const std::string text = best ? "machine " + name + " has another node, " + best->metadata.name
                                  : "machine " + name + " could as well have these nodes: " + others;
    runtime::Plan plan;
    plan.effects.emplace_back(warningEvent(node, "AmbiguousMachineMatch", "Is not linked: " + text));
    plan.reasons = {nodeLinkReason("AmbiguousMachineMatch", text, name, others)};
    return plan;
}

runtime::Plan planAmbiguous(const api::Node &node, const NodeMatch &match)
{
    const std::string names = namesOf(match.candidates);
    runtime::Plan plan;
    plan.effects.emplace_back(warningEvent(
        node, "AmbiguousMachineMatch", "Several machines have this node's " + match.by + ": " + names));
    plan.reasons = {nodeLinkReason("AmbiguousMachineMatch", match.by, names)};
    return plan;
}

} // namespace

NodeMatch machineOf(const api::Node &node, const NodeLinkView &seen)
{
    const std::string &providerID = node.spec.providerID;
    if (seen.annotated && mayHave(seen.pod, seen.annotated) && mayBe(node, *seen.annotated))
        return {seen.annotated, "annotation", {}};
    NodeMatch match {nullptr, "provider id", seen.byProviderId};
    if (match.candidates.empty()) {
        match.by = "address";
        std::ranges::copy_if(
            seen.byAddress, std::back_inserter(match.candidates), [&](const MachinePointer &m) {
                return m->spec.providerID.empty()
                    || providerID.empty(); // else it is known to have another node
            });
    }
    std::erase_if(match.candidates, [&](const MachinePointer &m) { return !mayHave(seen.pod, m); });
    if (match.candidates.size() > 1)
        std::erase_if(match.candidates, [](const MachinePointer &m) { return m->isDeleting(); });
    if (match.candidates.size() == 1)
        match.machine = match.candidates.front();
    return match;
}

NodePointer nodeWithBestClaim(const std::vector<NodePointer> &nodes, const api::Machine &machine)
{
    NodePointer best;
    int most = 0;
    for (const NodePointer &node : nodes) {
        const int claim = claimOf(*node, machine);
        if (claim == most)
            best.reset();
        else if (claim > most)
            best = node;
        most = std::max(most, claim);
    }
    return best;
}

runtime::Plan planNodeLink(const api::Node &node, const NodeLinkView &seen, base::Time now)
{
    if (node.metadata.isDeleting())
        return {{}, {nodeLinkReason("NodeDeleting")}, {}};
    if (node.metadata.hasFinalizer(api::mcm::keys::nodeFinalizer))
        return {{}, {nodeLinkReason("HeldByOthers")}, {}};
    const NodeMatch match = machineOf(node, seen);
    if (!match.machine && match.candidates.size() > 1)
        return planAmbiguous(node, match);
    if (!match.machine)
        return {{}, {nodeLinkReason("NoMachine")}, {}};
    if (auto contested = planContested(node, *match.machine, seen))
        return *std::move(contested);
    runtime::Plan plan;
    append(plan.effects, link(*match.machine, node, now));
    append(plan.effects, decorationOf(node, *match.machine));
    plan.reasons = {nodeLinkReason("Linked", match.machine->key().text(), match.by)};
    return plan;
}

} // namespace core::controllers
