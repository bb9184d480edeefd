// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/orphansweep/orphansweep.h"

#include "core/actuator/hollowpod.h"
#include "core/controllers/machine/machine.h"
#include "core/controllers/orphansweep/orphansweepreasons.h"

#include <algorithm>

namespace core::controllers {

namespace {

class OrphanSweep : public runtime::Reconciler
{
public:
    OrphanSweep(const Stores &stores, const ManagedMachines &managed, const base::Clock &clock)
        : m_stores(stores)
        , m_managed(managed)
        , m_clock(clock)
    {
    }

    std::string_view name() const override { return "orphansweep"; }

    runtime::Plan reconcile(const api::ObjectKey &) const override
    {
        return planOrphanSweep(orphansIn(m_stores, m_managed), m_clock.now());
    }

private:
    const Stores m_stores;
    const ManagedMachines &m_managed;
    const base::Clock &m_clock;
};

std::optional<base::Time> notedSince(const api::Pod &pod)
{
    const auto since = api::parseTime(pod.metadata.annotation(orphanSince));
    return since ? std::optional(*since) : std::nullopt;
}

void note(runtime::Plan &plan, const api::Pod &pod, std::optional<base::Time> since)
{
    api::Pod after = pod;
    if (since)
        after.metadata.annotations.insert_or_assign(std::string(orphanSince), api::formatTime(*since));
    else
        after.metadata.annotations.erase(std::string(orphanSince));
    append(plan.effects, api::patchEffect(pod, after));
}

/// The machine that the pod was made for, as far as the pod tells.
api::Machine formerMachineOf(const api::Pod &pod)
{
    api::Machine machine;
    const api::ObjectKey key = actuator::machineOfPod(pod);
    machine.metadata.ns = key.ns;
    machine.metadata.name = key.name;
    machine.metadata.uid = pod.metadata.label(api::keys::podMachineUid);
    return machine;
}

/// A pod may bear any name: that of somebody else's node too.
void removeAll(runtime::Plan &plan, const api::Pod &pod, const OrphanView &seen)
{
    const std::string &name = pod.metadata.name;
    const api::Machine machine = formerMachineOf(pod);
    plan.effects.emplace_back(api::deleteEffect(pod));
    const auto node = seen.nodes.find(name);
    const bool isOwn =
        node == seen.nodes.end() ? actuator::isNamedAfter(name, machine) : isNodeOf(*node->second, machine);
    if (!isOwn)
        return;
    if (node != seen.nodes.end())
        plan.effects.emplace_back(api::deleteEffect(*node->second));
    const api::ResourceRef lease {
        &api::resourceOf<api::Lease>(), {std::string(api::nodeLeaseNamespace), name}};
    plan.effects.emplace_back(api::DeleteObject {lease, {}, {}, {}});
}

template<typename Machine>
bool hasMachine(const api::Pod &pod, const runtime::Store<Machine> &machines)
{
    const auto machine = machines.find(actuator::machineOfPod(pod));
    return machine && actuator::isPodOf(pod, machine->metadata);
}

} // namespace

std::size_t mostOrphansPerCycle(std::size_t hollowPods)
{
    return std::max<std::size_t>(hollowPods / 10, 1);
}

runtime::Plan planOrphanSweep(const OrphanView &seen, base::Time now)
{
    runtime::Plan plan;
    plan.checkAgainAfter = orphanPeriod;
    if (!seen.machinesSeen) {
        plan.reasons = {orphanSweepReason("NoMachinesSeen")};
        return plan;
    }
    for (const PodPointer &pod : seen.pods) {
        if (notedSince(*pod) && std::ranges::find(seen.orphans, pod) == seen.orphans.end())
            note(plan, *pod, std::nullopt);
    }
    const std::size_t left = mostOrphansPerCycle(seen.pods.size());
    std::size_t removed = 0;
    for (const PodPointer &pod : seen.orphans) {
        if (pod->metadata.isDeleting())
            continue;
        const auto since = notedSince(*pod);
        if (!since) {
            note(plan, *pod, now);
        } else if (*since + orphanPeriod <= now && removed < left) {
            removeAll(plan, *pod, seen);
            ++removed;
        }
    }
    plan.reasons = {orphanSweepReason("Swept", seen.orphans.size(), seen.pods.size(), removed, orphanPeriod)};
    return plan;
}

OrphanView orphansIn(const Stores &stores, const ManagedMachines &managed)
{
    OrphanView view;
    view.machinesSeen = stores.machines.size() + managed.size() > 0;
    for (PodPointer &pod : stores.pods.list()) {
        if (pod->metadata.ns != actuator::podNamespace || !actuator::isHollowPod(*pod))
            continue;
        if (!hasMachine(*pod, stores.machines) && !hasMachine(*pod, managed)) {
            view.orphans.push_back(pod);
            if (NodePointer node = stores.nodes.find({{}, pod->metadata.name}))
                view.nodes.emplace(pod->metadata.name, std::move(node));
        }
        view.pods.push_back(std::move(pod));
    }
    return view;
}

api::ObjectKey orphanSweepKey()
{
    return {std::string(actuator::podNamespace), "orphans"};
}

std::unique_ptr<runtime::Reconciler> makeOrphanSweep(
    const Stores &stores, const ManagedMachines &managed, const base::Clock &clock)
{
    return std::make_unique<OrphanSweep>(stores, managed, clock);
}

} // namespace core::controllers
