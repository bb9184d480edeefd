// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/api/codec.h"
#include "core/api/meta.h"
#include "core/api/node.h"

namespace core::api {

struct ResourceRequirements {
    ResourceList requests;
    ResourceList limits;

    bool operator==(const ResourceRequirements &) const = default;
};
BOOST_DESCRIBE_STRUCT(ResourceRequirements, (), (requests, limits))

struct Container {
    std::string name;
    std::string image;
    std::vector<std::string> command;
    std::vector<std::string> args;
    std::vector<SharedJson> ports;
    std::vector<SharedJson> env;
    ResourceRequirements resources;
    SharedJson securityContext;

    bool operator==(const Container &) const = default;
};
BOOST_DESCRIBE_STRUCT(Container, (), (name, image, command, args, ports, env, resources, securityContext))

struct Toleration {
    std::string key;
    std::string operator_; ///< Exists or Equal (empty)
    std::string value;
    std::string effect; ///< empty tolerates all
    std::optional<std::int64_t> tolerationSeconds;

    bool tolerates(const Taint &taint) const;
    bool operator==(const Toleration &) const = default;
};
BOOST_DESCRIBE_STRUCT(Toleration, (), (key, operator_, value, effect, tolerationSeconds))

/// A term without any is fulfilled by no node.
struct NodeSelectorTerm {
    std::vector<LabelSelectorRequirement> matchExpressions; ///< of labels; also Gt and Lt
    std::vector<LabelSelectorRequirement> matchFields; ///< of metadata.name; In and NotIn, with one value

    bool operator==(const NodeSelectorTerm &) const = default;
};
BOOST_DESCRIBE_STRUCT(NodeSelectorTerm, (), (matchExpressions, matchFields))

struct NodeSelector {
    std::vector<NodeSelectorTerm> nodeSelectorTerms; ///< one of them has to be fulfilled

    bool operator==(const NodeSelector &) const = default;
};
BOOST_DESCRIBE_STRUCT(NodeSelector, (), (nodeSelectorTerms))

struct NodeAffinity {
    std::optional<NodeSelector> requiredDuringSchedulingIgnoredDuringExecution;

    bool operator==(const NodeAffinity &) const = default;
};
BOOST_DESCRIBE_STRUCT(NodeAffinity, (), (requiredDuringSchedulingIgnoredDuringExecution))

struct Affinity {
    std::optional<NodeAffinity> nodeAffinity;

    bool operator==(const Affinity &) const = default;
};
BOOST_DESCRIBE_STRUCT(Affinity, (), (nodeAffinity))

struct PodSchedulingGate {
    std::string name;

    bool operator==(const PodSchedulingGate &) const = default;
};
BOOST_DESCRIBE_STRUCT(PodSchedulingGate, (), (name))

struct PodSpec {
    std::string nodeName;
    Labels nodeSelector;
    std::string schedulerName;
    std::string serviceAccountName;
    std::string restartPolicy;
    std::optional<std::int64_t> terminationGracePeriodSeconds;
    std::vector<SharedJson> volumes;
    std::vector<Container> initContainers;
    std::vector<Container> containers;
    std::vector<Toleration> tolerations;
    std::optional<Affinity> affinity;
    std::vector<PodSchedulingGate> schedulingGates; ///< as long as there are any it is not scheduled

    bool operator==(const PodSpec &) const = default;
};
BOOST_DESCRIBE_STRUCT(PodSpec, (),
    (nodeName, nodeSelector, schedulerName, serviceAccountName, restartPolicy, terminationGracePeriodSeconds,
        volumes, initContainers, containers, tolerations, affinity, schedulingGates))

struct PodCondition {
    std::string type;
    std::string status;
    std::optional<Time> lastTransitionTime;
    std::string reason;
    std::string message;

    bool operator==(const PodCondition &) const = default;
};
BOOST_DESCRIBE_STRUCT(PodCondition, (), (type, status, lastTransitionTime, reason, message))

struct PodStatus {
    std::string phase; ///< Pending, Running, Succeeded, Failed, Unknown
    std::string reason;
    std::string message;
    std::string hostIP;
    std::string podIP;
    std::optional<Time> startTime;
    std::vector<PodCondition> conditions;
    std::vector<SharedJson> initContainerStatuses;
    std::vector<SharedJson> containerStatuses;

    bool operator==(const PodStatus &) const = default;
};
BOOST_DESCRIBE_STRUCT(PodStatus, (),
    (phase, reason, message, hostIP, podIP, startTime, conditions, initContainerStatuses, containerStatuses))

struct Pod {
    ObjectMeta metadata;
    PodSpec spec;
    PodStatus status;

    ObjectKey key() const { return metadata.key(); }
    bool operator==(const Pod &) const = default;
};
BOOST_DESCRIBE_STRUCT(Pod, (), (metadata, spec, status))

/// The container that runs a hollow kubelet ("--morph=kubelet" in its command or arguments), or nullptr: what
/// makes a pod a hollow node (docs/machines.md §2.2).
const Container *hollowKubeletContainer(const Pod &pod);

} // namespace core::api
