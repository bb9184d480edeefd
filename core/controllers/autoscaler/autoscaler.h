// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A small cluster autoscaler, for demonstrations: what cluster-autoscaler does with its clusterapi provider
// (docs/machines.md §11), without expanders, balancing, priorities and GPUs of its own. One look covers all
// groups; it is repeated every 10 s.
//
// A node group is a MachineSet, or a MachineDeployment, with both size annotations; a MachineSet of a
// MachineDeployment is none. Pods that fit nowhere make the group grow that wastes least. Nodes that nobody
// needs for a while are marked (machine, then taint), and one write lowers the size; the MachineSet deletes
// exactly the marked machines (§5.5).
//
// Nothing is remembered: since when a node is not needed says the taint DeletionCandidateOfClusterAutoscaler,
// that it is going ToBeDeletedByClusterAutoscaler, when a group grew the age of its youngest machine, and how
// long a group is left alone after a failure an annotation on it. So whoever takes over goes on.

#include "core/api/podfit.h"
#include "core/api/rolloutsizes.h"
#include "core/api/workload.h"
#include "core/controllers/machinedeployment/machinedeployment.h"

namespace core::controllers {

using MachineDeploymentPointer = std::shared_ptr<const api::MachineDeployment>;

namespace autoscaling {
inline constexpr std::string_view minSize = "machine.openshift.io/cluster-api-autoscaler-node-group-min-size";
inline constexpr std::string_view maxSize = "machine.openshift.io/cluster-api-autoscaler-node-group-max-size";
/// The prefix of the settings that a group may have of its own: scaledownutilizationthreshold,
/// scaledownunneededtime, scaledownunreadytime, maxnodeprovisiontime (§11), and of this program
/// scaledowndelayafteradd.
inline constexpr std::string_view optionPrefix = "machine.openshift.io/autoscaling-options-";
/// The prefix of cpu, memory, ephemeral-disk, gpu-type, gpu-count, maxPods, labels, taints: what a node will
/// have.
inline constexpr std::string_view capacityPrefix = "capacity.cluster-autoscaler.kubernetes.io/";
/// The annotation of a group says until when it does not grow after a failure.
inline constexpr std::string_view backoffUntil = "hollowlab.io/autoscaler-backoff-until";
/// Taints of nodes; their values are seconds since 1970.
inline constexpr std::string_view candidateTaint =
    "DeletionCandidateOfClusterAutoscaler"; ///< PreferNoSchedule
inline constexpr std::string_view goingTaint = "ToBeDeletedByClusterAutoscaler"; ///< NoSchedule
/// The annotation stands on nodes and pods.
inline constexpr std::string_view scaleDownDisabled = "cluster-autoscaler.kubernetes.io/scale-down-disabled";
inline constexpr std::string_view safeToEvict = "cluster-autoscaler.kubernetes.io/safe-to-evict";
} // namespace autoscaling

/// The defaults are cluster-autoscaler's.
struct AutoscalerOptions {
    base::Duration scan = std::chrono::seconds(10);
    base::Duration delayAfterAdd = std::chrono::minutes(10); ///< no node goes so soon after one came
    base::Duration unneededTime = std::chrono::minutes(10); ///< before a node goes
    base::Duration unreadyTime = std::chrono::minutes(20); ///< before a node goes that is not ready
    base::Duration maxNodeProvisionTime = std::chrono::minutes(15); ///< for a machine to get its node
    base::Duration failureBackoff = std::chrono::minutes(5); ///< a group that failed does not grow
    double utilizationThreshold = 0.5; ///< of cpu or memory, whichever is used more
    std::size_t mostEmptyAtOnce = 10; ///< empty nodes that go in one look
    std::size_t mostCandidates = 30; ///< nodes with pods that are looked at closely in one look

    bool operator==(const AutoscalerOptions &) const = default;
};

struct GroupMember {
    MachinePointer machine; ///< not being deleted
    NodePointer node; ///< of status.nodeRef, null when there is none
};

struct NodeGroup {
    std::variant<MachineSetPointer, MachineDeploymentPointer> scaled;
    std::int64_t size = 0; ///< spec.replicas
    std::int64_t min = 0;
    std::int64_t max = 0;
    AutoscalerOptions options; ///< with the group's own settings
    std::vector<GroupMember> members; ///< ordered by name
    bool isRollingOut = false; ///< several sets of its deployment have machines
    std::vector<api::Reason> problems; ///< annotations that are not understood

    const api::ObjectMeta &meta() const;
    const api::MachineTemplate &machineTemplate() const;
    std::string name() const; ///< "MachineSet/default/workers"
    bool isPaused() const;
    /// As many machines are there as are wanted: no change of the size is under way.
    bool isAtSize() const { return static_cast<std::int64_t>(members.size()) == size; }
};

/// The size bounds of §11; nothing for an object that is no group. A Failure says what is wrong with them.
base::Result<std::optional<std::pair<std::int64_t, std::int64_t>>> sizeBounds(const api::ObjectMeta &meta);
/// The settings with those that the annotations give; a problem for each that is not understood.
AutoscalerOptions optionsOf(
    const api::ObjectMeta &group, AutoscalerOptions defaults, std::vector<api::Reason> &problems);

/// What the next node of the group will offer: like one that is ready, else by the capacity annotations, the
/// older OpenShift ones, the provider config, and what a hollow node has by default (§3.1). Invalid names the
/// annotation or the field that is not understood.
base::Result<api::Node> templateNode(const NodeGroup &group);

struct AutoscalerView {
    std::vector<NodeGroup> groups; ///< ordered by name
    std::vector<api::Reason> problems; ///< objects that would be groups
    std::vector<NodePointer> nodes; ///< without hollow hosts
    std::vector<PodPointer> pending; ///< that the scheduler found no node for
    std::function<std::vector<PodPointer>(const std::string &node)> podsOn;
    std::function<std::vector<PodPointer>(const std::string &ns)> podsIn;
    std::vector<std::shared_ptr<const api::PodDisruptionBudget>> budgets;
};

runtime::Plan planAutoscaling(const AutoscalerView &seen, const AutoscalerOptions &options, base::Time now);

/// A node, real or foreseen, and what is taken of it. Without a node there is no room.
struct Room {
    NodePointer node;
    api::Amounts used;
    std::vector<PodPointer> pods = {};
    bool repels = false; ///< one of the pods keeps others away

    void take(const PodPointer &pod);
};

using Rooms = std::vector<Room>;

/// An empty room like that node, under a host name of its own.
Room newRoom(const api::Node &like, std::size_t number);
/// Puts the pod into the first room where it fits, also for the sake of its neighbours there and beside; the
/// index, or nothing. The rooms before that index are not looked at.
std::optional<std::size_t> place(
    const PodPointer &pod, Rooms &rooms, const Rooms &beside = {}, std::size_t from = 0);
/// Why the pod would not run on an empty node like that, beside those rooms; empty when it would.
std::string whyNotOn(const api::Node &like, const api::Pod &pod, const Rooms &beside);

/// How a group would grow for some pods.
struct Growth {
    std::size_t group = 0; ///< index
    std::vector<PodPointer> pods; ///< that would fit
    std::int64_t nodes = 0;
    double waste = 0; ///< of cpu and memory that the new nodes have, 0 … 2
};

/// First fit of the pods, the largest first, into at most so many new nodes like that, beside those rooms.
Growth grow(
    const api::Node &like, std::vector<PodPointer> pods, std::int64_t mostNodes, const Rooms &beside = {});

/// The larger of the parts of cpu and memory that is taken, 0 … 1.
double utilization(const Room &room);
/// Why the node must stay for the sake of a pod on it; empty when all may move.
std::string whyStays(const api::Node &node, const std::vector<PodPointer> &pods, const AutoscalerView &seen);

struct AutoscalerStores {
    Stores stores;
    const runtime::Store<api::MachineDeployment> &deployments;
    const runtime::Store<api::PodDisruptionBudget> &budgets;
};

AutoscalerView viewOf(const AutoscalerStores &stores, const AutoscalerOptions &defaults);
/// The one key there is: all groups.
api::ObjectKey autoscalerKey();
std::unique_ptr<runtime::Reconciler> makeAutoscaler(
    const AutoscalerStores &stores, const base::Clock &clock, AutoscalerOptions options = {});

} // namespace core::controllers
