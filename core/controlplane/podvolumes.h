// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the claims of a pod say of where it may run, for the scheduler (docs/machines.md §3.16).

#include "core/controlplane/volumes.h"

namespace core::controlplane {

struct VolumeStores {
    const runtime::Store<api::PersistentVolumeClaim> &claims;
    const runtime::Store<api::PersistentVolume> &volumes;
    const runtime::Store<api::StorageClass> &classes;
};

class PodVolumes
{
public:
    PodVolumes(const api::Pod &pod, const VolumeStores &seen);

    /// Why it can run nowhere yet ("pod has unbound immediate PersistentVolumeClaims"); empty when it can.
    const std::string &problem() const { return m_problem; }
    /// Why it can't run on the node ("node(s) had volume node affinity conflict"); empty when it can.
    std::string blockedReason(const api::Node &node) const;
    /// Claims that are bound only once a node is chosen.
    const std::vector<ClaimPointer> &waiting() const { return m_waiting; }
    /// The node that was chosen for all of them; empty when none was.
    std::string_view selectedNode() const;

private:
    void see(const ClaimPointer &claim);

    const VolumeStores &m_seen;
    std::string m_problem;
    std::vector<VolumePointer> m_bound;
    std::vector<ClaimPointer> m_waiting;
};

} // namespace core::controlplane
