// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/nodelink.h"

#include "core/controllers/conditions.h"

#include <algorithm>
#include <array>

namespace core::controllers {

namespace {

constexpr std::array protectedLabels {std::string_view("kubernetes.io/hostname"),
    std::string_view("kubernetes.io/os"), std::string_view("kubernetes.io/arch")};

/// What a machine wants its node to carry, and what was put there the last time.
struct Decoration {
    api::Labels annotations;
    api::Labels labels;
    std::vector<api::Taint> taints;

    bool isEmpty() const { return annotations.empty() && labels.empty() && taints.empty(); }
};

Decoration wantedOf(const api::Machine &machine)
{
    Decoration wanted {machine.spec.metadata.annotations, machine.spec.metadata.labels, machine.spec.taints};
    for (const std::string_view key : protectedLabels)
        wanted.labels.erase(std::string(key));
    return wanted;
}

api::Labels textsIn(const api::Json &json, std::string_view member)
{
    api::Labels texts;
    const api::Json *found = api::find(json, {member});
    if (!found || !found->is_object())
        return texts;
    for (const auto &entry : found->get_object()) {
        if (entry.value().is_string())
            texts.emplace(entry.key(), api::text(entry.value().get_string()));
    }
    return texts;
}

Decoration noted(const api::Node &node)
{
    const auto json = api::parseJson(node.metadata.annotation(api::keys::lastAppliedLabelsTaints));
    if (!json)
        return {};
    Decoration last {textsIn(*json, "annotations"), textsIn(*json, "labels"), {}};
    const api::Json *taints = api::find(*json, {"taints"});
    if (!taints || !taints->is_array())
        return last;
    for (const api::Json &taint : taints->get_array()) {
        if (auto decoded = api::decode<api::Taint>(taint))
            last.taints.push_back(std::move(*decoded));
    }
    return last;
}

std::string noteOf(const Decoration &wanted)
{
    const auto objectOf = [](const api::Labels &labels) {
        api::JsonObject object;
        for (const auto &[key, value] : labels)
            object.emplace(key, value);
        return object;
    };
    api::JsonArray taints;
    for (const api::Taint &taint : wanted.taints)
        taints.push_back(api::encode(taint));
    api::JsonObject note;
    if (!wanted.annotations.empty())
        note.emplace("annotations", objectOf(wanted.annotations));
    if (!wanted.labels.empty())
        note.emplace("labels", objectOf(wanted.labels));
    if (!taints.empty())
        note.emplace("taints", std::move(taints));
    return api::writeCanonicalJson(note);
}

/// Takes away what was put there and is no longer wanted, unless somebody changed it since; then puts what is
/// wanted.
void apply(api::Labels &texts, const api::Labels &last, const api::Labels &wanted)
{
    for (const auto &[key, value] : last) {
        const auto there = texts.find(key);
        if (!wanted.contains(key) && there != texts.end() && there->second == value)
            texts.erase(there);
    }
    for (const auto &[key, value] : wanted)
        texts.insert_or_assign(key, value);
}

bool sameTaint(const api::Taint &a, const api::Taint &b)
{
    return a.key == b.key && a.effect == b.effect && a.value == b.value;
}

/// Additive: a taint that is there with key and effect stays as it is (§8.1 row 4).
void apply(std::vector<api::Taint> &taints, const std::vector<api::Taint> &last,
    const std::vector<api::Taint> &wanted)
{
    const auto isIn = [](const std::vector<api::Taint> &list, const api::Taint &taint) {
        return std::ranges::any_of(list, [&](const api::Taint &other) { return sameTaint(other, taint); });
    };
    std::erase_if(taints, [&](const api::Taint &taint) { return isIn(last, taint) && !isIn(wanted, taint); });
    for (const api::Taint &taint : wanted) {
        const bool there = std::ranges::any_of(taints,
            [&](const api::Taint &other) { return other.key == taint.key && other.effect == taint.effect; });
        if (!there)
            taints.push_back(taint);
    }
}

std::optional<api::PatchObject> decorate(const api::Node &node, const api::Machine &machine)
{
    const Decoration wanted = wantedOf(machine);
    const Decoration last = noted(node);
    api::Node after = node;
    apply(after.metadata.annotations, last.annotations, wanted.annotations);
    apply(after.metadata.labels, last.labels, wanted.labels);
    apply(after.spec.taints, last.taints, wanted.taints);
    api::Labels &annotations = after.metadata.annotations;
    annotations.insert_or_assign(std::string(api::keys::nodeMachine), machine.key().text());
    if (wanted.isEmpty())
        annotations.erase(std::string(api::keys::lastAppliedLabelsTaints));
    else
        annotations.insert_or_assign(std::string(api::keys::lastAppliedLabelsTaints), noteOf(wanted));
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
    append(plan.effects, decorate(node, *match.machine));
    plan.reasons = {
        {"Linked", "Belongs to machine " + match.machine->key().text() + ", found by " + match.by + ".",
            {{"machine", match.machine->key().text()}, {"by", match.by}}}};
    return plan;
}

} // namespace core::controllers
