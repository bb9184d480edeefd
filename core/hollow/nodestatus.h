// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The Node that a kubelet registers and the status that it reports (docs/machines.md §3.3, §3.4): pure
// functions, shared by hollow kubelets and the hollow host.

#include "core/api/effect.h"
#include "core/hollow/disruption.h"

namespace core::hollow {

/// How often an unchanged status is reported nevertheless (§3.4).
inline constexpr std::chrono::minutes statusReportFrequency {5};
/// The version stands in every Node's status.nodeInfo.
inline constexpr std::string_view kubeletVersion = "v1.20.2";

/// What a kubelet knows about itself.
struct KubeletIdentity {
    std::string nodeName;
    std::string address; ///< InternalIP
    std::string instance; ///< tells one start from another: the uid of the pod
};

/// The Node as it is created, without its status.
api::Node registeredNode(const KubeletIdentity &identity, const HollowKubeletConfig &config);
/// An existing Node with the labels of a kubelet that registers again; everything else stays (§3.2).
api::Node withDefaultLabels(api::Node node);

/// Events about the Node use it: kubelets put its name where the uid belongs, and clients look for it there.
api::ObjectReference kubeletReferenceTo(const api::Node &node);

/// The status that the kubelet reports now, made from what the Node has: conditions of others stay, and
/// lastTransitionTime moves only when a status flips; an empty boot id is filled, another one stays until the
/// kubelet has rebooted. remark is appended to the message of a healthy Ready condition.
api::NodeStatus reportedStatus(const api::NodeStatus &before, const KubeletIdentity &identity,
    const HollowKubeletConfig &config, const base::Chance &chance, const Disruption &disruption,
    std::string_view remark, base::Time now);
/// What a kubelet tells about what differs in the status that the Node gets: a reboot, conditions, Ready.
std::vector<api::EmitEvent> statusEvents(const api::Node &node, const api::NodeStatus &after);
/// The status would have to be reported again at that time without any change; now or earlier: it has to be
/// reported.
base::Time nextReport(const api::NodeStatus &status);
/// Equal but for lastHeartbeatTime.
bool saysTheSame(const api::NodeStatus &left, const api::NodeStatus &right);

} // namespace core::hollow
