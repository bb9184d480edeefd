// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/mcm/machinedeployment/inplacerollout.h"

#include "core/api/ownership.h"
#include "core/controllers/mcm/machinedeployment/rolloutnodes.h"

namespace core::controllers::mcm {

namespace keys = api::mcm::keys;

namespace {

UpdateStage stageOf(const SetMember &member)
{
    return member.node ? updateStageOf(*member.node) : UpdateStage::None;
}

/// Its node takes pods: one that was updated does so only once it is uncordoned.
bool takesPods(const SetMember &member)
{
    return isAvailable(*member.machine) && !(member.node && member.node->spec.unschedulable.value_or(false));
}

} // namespace

InPlaceRollout::InPlaceRollout(const api::RolloutLimits &limits, const Rollout &rollout,
    const std::map<std::string, std::vector<SetMember>> &members)
    : m_limits(limits)
    , m_rollout(rollout)
    , m_members(members)
{
    for (const MachineSetPointer &set : rollout.old) {
        m_present.push_back(0);
        for (const SetMember &member : m_members.at(set->metadata.uid))
            takeOld(member);
    }
    for (const SetMember &member : m_members.at(rollout.current->metadata.uid)) {
        if (isTerminating(*member.machine))
            continue;
        ++m_inCurrent;
        m_availableInCurrent += takesPods(member) && stageOf(member) == UpdateStage::None ? 1 : 0;
        if (!member.machine->metadata.label(keys::updateResult).empty())
            m_arrived.push_back(member.machine);
    }
    m_available += m_availableInCurrent;
}

void InPlaceRollout::takeOld(const SetMember &member)
{
    if (isTerminating(*member.machine))
        return;
    ++m_present.back();
    const UpdateStage stage = stageOf(member);
    if (stage == UpdateStage::Succeeded && updateStepOf(*member.node) == updateSteps::successful)
        m_updated.push_back(member.machine);
    if (stage == UpdateStage::Candidate)
        m_candidates.push_back(member.node);
    const bool waits = stage == UpdateStage::None || stage == UpdateStage::Candidate;
    m_available += waits && takesPods(member) ? 1 : 0;
    m_underway += waits ? 0 : 1;
    m_failed += member.machine->phase() == api::mcm::phases::inPlaceUpdateFailed ? 1 : 0;
}

std::vector<MachinePointer> InPlaceRollout::counted() const
{
    const bool counts = m_rollout.current->spec.replicas >= std::min(m_inCurrent, m_limits.desired);
    return counts ? m_arrived : std::vector<MachinePointer>();
}

std::vector<api::SizeOfSet> InPlaceRollout::sizes() const
{
    std::vector<api::SizeOfSet> sizes;
    std::int64_t current = m_rollout.current->spec.replicas;
    if (!m_arrived.empty())
        current = std::max(current, m_inCurrent);
    const bool enough = current >= m_limits.desired && m_availableInCurrent >= m_limits.minAvailable();
    std::int64_t left = 0;
    for (std::size_t place = 0; place < m_rollout.old.size(); ++place) {
        const std::int64_t wanted = m_rollout.old[place]->spec.replicas;
        const std::int64_t size = enough ? 0 : std::min(wanted, m_present[place]);
        left += size;
        sizes.push_back({place, size});
    }
    sizes.push_back(
        {m_rollout.old.size(), left == 0 ? m_limits.desired : std::min(current, m_limits.desired)});
    return sizes;
}

std::vector<NodePointer> InPlaceRollout::selectable() const
{
    const std::int64_t spare = m_available - m_limits.minAvailable();
    const std::int64_t toUpdate = m_limits.desired - m_rollout.current->spec.replicas - m_underway;
    const auto most = std::clamp<std::int64_t>(std::min(spare, toUpdate), 0, std::ssize(m_candidates));
    return {m_candidates.begin(), m_candidates.begin() + most};
}

Machine takenOver(Machine machine, const MachineSet &set)
{
    std::erase_if(machine.metadata.ownerReferences,
        [](const api::OwnerReference &owner) { return owner.controller.value_or(false); });
    machine.metadata.ownerReferences.push_back(api::controllerReference(set));
    for (const auto &[key, value] : set.spec.template_.metadata.labels)
        put(machine.metadata.labels, key, value);
    for (const auto &[key, value] : set.spec.template_.metadata.annotations)
        put(machine.metadata.annotations, key, value);
    put(machine.metadata.labels, keys::updateResult, "successful");
    machine.spec.class_ = set.spec.template_.spec.class_;
    takePartsInPlace(machine.spec, set.spec.template_.spec);
    return machine;
}

} // namespace core::controllers::mcm
