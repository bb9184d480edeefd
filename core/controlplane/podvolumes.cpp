// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/podvolumes.h"

#include <algorithm>

namespace core::controlplane {

using api::Node;
using api::PersistentVolumeClaim;

PodVolumes::PodVolumes(const api::Pod &pod, const VolumeStores &seen) : m_seen(seen)
{
    for (const std::string &name : api::claimsOf(pod.spec)) {
        const auto claim = seen.claims.find({pod.metadata.ns, name});
        if (claim && !claim->metadata.isDeleting())
            see(claim);
        else
            m_problem =
                "persistentvolumeclaim \"" + name + "\" " + (claim ? "is being deleted" : "not found");
        if (!m_problem.empty())
            return;
    }
}

void PodVolumes::see(const ClaimPointer &claim)
{
    if (claim->isBound()) {
        if (const auto volume = m_seen.volumes.find({{}, claim->spec.volumeName}))
            m_bound.push_back(volume);
        else
            m_problem = "persistentvolume \"" + claim->spec.volumeName + "\" not found";
        return;
    }
    const api::StorageClass *ofClass = classOf(*claim, m_seen.classes);
    if (claim->spec.volumeName.empty() && ofClass && ofClass->waitsForConsumer())
        m_waiting.push_back(claim);
    else
        m_problem = "pod has unbound immediate PersistentVolumeClaims";
}

std::string PodVolumes::blockedReason(const Node &node) const
{
    const auto isReached = [&](const VolumePointer &volume) { return api::reaches(*volume, node); };
    if (!std::ranges::all_of(m_bound, isReached))
        return "node(s) had volume node affinity conflict";
    const auto mayBeBound = [&](const ClaimPointer &claim) {
        return classOf(*claim, m_seen.classes)->provisioner != api::noProvisioner
            || std::ranges::any_of(m_seen.volumes.list(), [&](const VolumePointer &volume) {
                   return api::suits(*volume, *claim) && api::reaches(*volume, node);
               });
    };
    return std::ranges::all_of(m_waiting, mayBeBound)
        ? ""
        : "node(s) didn't find available persistent volumes to bind";
}

std::string_view PodVolumes::selectedNode() const
{
    const auto nodeOf = [](const ClaimPointer &claim) {
        return claim->metadata.annotation(api::keys::selectedNode);
    };
    const auto same = [&](const ClaimPointer &claim) { return nodeOf(claim) == nodeOf(m_waiting.front()); };
    return !m_waiting.empty() && std::ranges::all_of(m_waiting, same) ? nodeOf(m_waiting.front())
                                                                      : std::string_view();
}

} // namespace core::controlplane
