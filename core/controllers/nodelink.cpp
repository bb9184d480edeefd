// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/nodelink.h"

#include "core/controllers/conditions.h"
#include "core/controllers/nodedecoration.h"

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

runtime::Plan planAmbiguous(const api::Node &node, const NodeMatch &match)
{
    const std::string names = namesOf(match.candidates);
    runtime::Plan plan;
    plan.effects.emplace_back(warningEvent(
        node, "AmbiguousMachineMatch", "Several machines have this node's " + match.by + ": " + names));
    plan.reasons = {{"AmbiguousMachineMatch",
        "Is tied to no machine, because several have its " + match.by + ": " + names + ".",
        {{"machines", names}}}};
    return plan;
}

} // namespace

NodeMatch machineOf(const api::Node &node, const NodeLinkView &seen)
{
    const std::string &providerID = node.spec.providerID;
    if (seen.annotated
        && (seen.annotated->spec.providerID.empty() || seen.annotated->spec.providerID == providerID))
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
    if (match.candidates.size() == 1)
        match.machine = match.candidates.front();
    return match;
}

runtime::Plan planNodeLink(const api::Node &node, const NodeLinkView &seen, base::Time now)
{
    if (node.metadata.isDeleting())
        return {{}, {{"NodeDeleting", "Is being deleted.", {}}}, {}};
    const NodeMatch match = machineOf(node, seen);
    if (!match.machine && match.candidates.size() > 1)
        return planAmbiguous(node, match);
    if (!match.machine)
        return {{}, {{"NoMachine", "No machine has this node's provider id or address.", {}}}, {}};
    runtime::Plan plan;
    append(plan.effects, link(*match.machine, node, now));
    append(plan.effects, decorationOf(node, *match.machine));
    plan.reasons = {
        {"Linked", "Belongs to machine " + match.machine->key().text() + ", found by " + match.by + ".",
            {{"machine", match.machine->key().text()}, {"by", match.by}}}};
    return plan;
}

} // namespace core::controllers
