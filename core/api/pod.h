// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The core/v1 Pod, as far as schedulers, kubelets and controllers of workloads read it.

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

/// Pods that have to be, or must not be, on nodes that have the same value of the topology key.
struct PodAffinityTerm {
    std::optional<LabelSelector> labelSelector; ///< unset chooses no pod
    std::vector<std::string> namespaces; ///< without these and a selector the pod's own
    std::optional<LabelSelector> namespaceSelector;
    std::string topologyKey;

    bool operator==(const PodAffinityTerm &) const = default;
};
BOOST_DESCRIBE_STRUCT(PodAffinityTerm, (), (labelSelector, namespaces, namespaceSelector, topologyKey))

struct PodAffinity {
    std::vector<PodAffinityTerm> requiredDuringSchedulingIgnoredDuringExecution;

    bool operator==(const PodAffinity &) const = default;
};
BOOST_DESCRIBE_STRUCT(PodAffinity, (), (requiredDuringSchedulingIgnoredDuringExecution))

struct Affinity {
    std::optional<NodeAffinity> nodeAffinity;
    PodAffinity podAffinity;
    PodAffinity podAntiAffinity;

    bool operator==(const Affinity &) const = default;
};
BOOST_DESCRIBE_STRUCT(Affinity, (), (nodeAffinity, podAffinity, podAntiAffinity))

struct TopologySpreadConstraint {
    std::int64_t maxSkew = 1; ///< pods more than the domain with the fewest has
    std::string topologyKey;
    std::string whenUnsatisfiable; ///< DoNotSchedule (empty), ScheduleAnyway
    std::optional<LabelSelector> labelSelector; ///< of the pods that count
    std::optional<std::int64_t> minDomains; ///< with fewer of them the fewest pods count as none
    std::vector<std::string> matchLabelKeys; ///< their values are the pod's own

    bool operator==(const TopologySpreadConstraint &) const = default;
};
BOOST_DESCRIBE_STRUCT(TopologySpreadConstraint, (),
    (maxSkew, topologyKey, whenUnsatisfiable, labelSelector, minDomains, matchLabelKeys))

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
    ResourceList overhead; ///< what it takes beside its containers
    std::optional<Affinity> affinity;
    std::vector<TopologySpreadConstraint> topologySpreadConstraints;
    std::vector<PodSchedulingGate> schedulingGates; ///< as long as there are any it is not scheduled

    bool operator==(const PodSpec &) const = default;
};
BOOST_DESCRIBE_STRUCT(PodSpec, (),
    (nodeName, nodeSelector, schedulerName, serviceAccountName, restartPolicy, terminationGracePeriodSeconds,
        volumes, initContainers, containers, tolerations, overhead, affinity, topologySpreadConstraints,
        schedulingGates))

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
