// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/api/codec.h"
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
    /// All that anybody wants to know of a renewal: informers tell of it and keep none.
    struct Heartbeat {
        ObjectKeyView key; ///< lies with whoever tells
        Time renewTime;
    };
    /// Nothing when the spec has no renewTime that can be read.
    static std::optional<Heartbeat> heartbeatIn(const ObjectKey &key, const Json &spec);

    ObjectMeta metadata;
    LeaseSpec spec;

    ObjectKey key() const { return metadata.key(); }
    bool operator==(const Lease &) const = default;
};
BOOST_DESCRIBE_STRUCT(Lease, (), (metadata, spec))

/// Takes a newer version's heartbeat over, when nothing but lastHeartbeatTimes, which don't go back, and
/// resourceVersion differ from what is held. False, and nothing done, in any other case.
bool takeHeartbeat(Node &held, const Json &newer);
/// The same of versions that are known to be no more than heartbeats; false when their times can't be taken.
bool takeTimes(Node &held, const Json &newer);

/// Where kubelets keep their heartbeat leases.
inline constexpr std::string_view nodeLeaseNamespace = "kube-node-lease";

} // namespace core::api
