// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The core/v1 Node, with what its kubelet reports, and the Lease by which it says that it lives.

#include "core/api/codec.h"
#include "core/api/heartbeatfields.h"
#include "core/api/meta.h"

namespace core::api {

struct NodeCondition {
    std::string type;
    std::string status; ///< True, False, Unknown
    std::optional<Time> lastHeartbeatTime;
    std::optional<Time> lastTransitionTime;
    std::string reason;
    std::string message;

    bool operator==(const NodeCondition &) const = default;
};
BOOST_DESCRIBE_STRUCT(
    NodeCondition, (), (type, status, lastHeartbeatTime, lastTransitionTime, reason, message))

struct NodeAddress {
    std::string type;
    std::string address;

    bool operator==(const NodeAddress &) const = default;
};
BOOST_DESCRIBE_STRUCT(NodeAddress, (), (type, address))

struct NodeSystemInfo {
    std::string machineID;
    std::string systemUUID;
    std::string bootID;
    std::string kernelVersion;
    std::string osImage;
    std::string containerRuntimeVersion;
    std::string kubeletVersion;
    std::string kubeProxyVersion;
    std::string operatingSystem;
    std::string architecture;

    bool operator==(const NodeSystemInfo &) const = default;
};
BOOST_DESCRIBE_STRUCT(NodeSystemInfo, (),
    (machineID, systemUUID, bootID, kernelVersion, osImage, containerRuntimeVersion, kubeletVersion,
        kubeProxyVersion, operatingSystem, architecture))

using ResourceList = std::map<std::string, Quantity, std::less<>>;

struct NodeSpec {
    std::string providerID;
    std::vector<Taint> taints;
    std::optional<bool> unschedulable;

    bool operator==(const NodeSpec &) const = default;
};
BOOST_DESCRIBE_STRUCT(NodeSpec, (), (providerID, taints, unschedulable))

struct NodeStatus {
    ResourceList capacity;
    ResourceList allocatable;
    std::vector<NodeCondition> conditions;
    std::vector<NodeAddress> addresses;
    SharedJson daemonEndpoints;
    NodeSystemInfo nodeInfo;

    bool operator==(const NodeStatus &) const = default;
};
BOOST_DESCRIBE_STRUCT(
    NodeStatus, (), (capacity, allocatable, conditions, addresses, daemonEndpoints, nodeInfo))

struct Node {
    ObjectMeta metadata;
    NodeSpec spec;
    NodeStatus status;

    ObjectKey key() const { return metadata.key(); }
    const NodeCondition *condition(std::string_view type) const;
    /// "True", "False", "Unknown"; empty when the kubelet never reported.
    std::string_view readyStatus() const;
    bool isReady() const { return readyStatus() == "True"; }
    /// The first address of that type, empty when there is none.
    std::string_view address(std::string_view type) const;
    bool operator==(const Node &) const = default;
};
BOOST_DESCRIBE_STRUCT(Node, (), (metadata, spec, status))

struct LeaseSpec {
    std::string holderIdentity;
    std::optional<int> leaseDurationSeconds;
    std::optional<MicroTime> acquireTime;
    std::optional<MicroTime> renewTime;
    std::optional<int> leaseTransitions;

    bool operator==(const LeaseSpec &) const = default;
};
BOOST_DESCRIBE_STRUCT(
    LeaseSpec, (), (holderIdentity, leaseDurationSeconds, acquireTime, renewTime, leaseTransitions))

struct Lease {
    ObjectMeta metadata;
    LeaseSpec spec;

    ObjectKey key() const { return metadata.key(); }
    bool operator==(const Lease &) const = default;
};
BOOST_DESCRIBE_STRUCT(Lease, (), (metadata, spec))

/// All that anybody wants to know of a lease's renewal.
struct LeaseRenewal {
    ObjectKeyView key; ///< lies with whoever tells
    Time renewTime;
};

/// Nodes take their heartbeats in: what is held bears the newest times.
template<>
struct HeartbeatFields<Node> {
    static constexpr std::string_view part = "status";
    static constexpr std::string_view time = "lastHeartbeatTime";
    static constexpr auto timeMember = &NodeCondition::lastHeartbeatTime;
    static constexpr HeartbeatUse use = HeartbeatUse::TakenIn;
    using Told = Node;

    /// Takes a newer version's heartbeat over, when nothing but the times, which don't go back, and the
    /// resourceVersion differ from what is held. False, and nothing done, in any other case.
    static bool takeIn(Node &held, const Json &newer);
    /// Takes over a version that is known to be no more than a heartbeat; false when its times can't be
    /// taken.
    static bool takeTimes(Node &held, const Json &newer);
};

/// A lease's heartbeat is told and forgotten: what is held stays as its last other change made it.
template<>
struct HeartbeatFields<Lease> {
    static constexpr std::string_view part = "spec";
    static constexpr std::string_view time = "renewTime";
    static constexpr HeartbeatUse use = HeartbeatUse::PassedOn;
    using Told = LeaseRenewal;

    /// The renewal in the lease's spec; nothing when its time can't be read.
    static std::optional<LeaseRenewal> read(const ObjectKey &key, const Json &spec);
};

/// Whether the conditions differ in nothing but the times of their heartbeats.
bool sameButHeartbeats(const NodeCondition &one, const NodeCondition &other);
bool sameButHeartbeats(const std::vector<NodeCondition> &some, const std::vector<NodeCondition> &others);

/// Where kubelets keep their heartbeat leases.
inline constexpr std::string_view nodeLeaseNamespace = "kube-node-lease";

} // namespace core::api
