// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The machine.openshift.io/v1beta1 family (docs/machines.md §4, §5, §7.2) with the keys that its objects
// carry.

#include "core/api/codec.h"
#include "core/api/meta.h"
#include "core/api/node.h"

namespace core::api {

namespace keys {
inline constexpr std::string_view machineFinalizer = "machine.machine.openshift.io";
inline constexpr std::string_view clusterLabel = "machine.openshift.io/cluster-api-cluster";
inline constexpr std::string_view machineSetLabel = "machine.openshift.io/cluster-api-machineset";
inline constexpr std::string_view excludeDraining = "machine.openshift.io/exclude-node-draining";
inline constexpr std::string_view instanceState = "machine.openshift.io/instance-state";
/// The annotation of a Node names its Machine: "<namespace>/<name>".
inline constexpr std::string_view nodeMachine = "machine.openshift.io/machine";
inline constexpr std::string_view lastAppliedLabelsTaints = "machine.openshift.io/last-applied-labels-taints";
inline constexpr std::string_view deleteMachine = "machine.openshift.io/delete-machine";
inline constexpr std::string_view oldDeleteMachine = "machine.openshift.io/cluster-api-delete-machine";
inline constexpr std::string_view staticMachine = "machine.openshift.io/static-machine";
inline constexpr std::string_view deletionTimeout = "machine.openshift.io/deletion-timeout";
inline constexpr std::string_view lostPodPolicy = "machine.openshift.io/kubemark-lost-pod";
inline constexpr std::string_view paused = "cluster.x-k8s.io/paused";
/// The label stands on pods.
inline constexpr std::string_view podMachineName = "machine.k8s.io/machine-name";
inline constexpr std::string_view podMachineNamespace = "machine.k8s.io/machine-namespace";
inline constexpr std::string_view podMachineUid = "machine.k8s.io/machine-uid";
/// The annotation of a Node is a failure on command, read by the hollow host ("not-ready", "not-ready for
/// 30s", "not-ready until <RFC 3339>", "silent …"); removed when its time is over.
inline constexpr std::string_view fault = "hollowlab.io/fault";
/// Label (value "true") and NoSchedule taint of the Node that is the hollow host itself.
inline constexpr std::string_view hollowHost = "hollowlab.io/hollow-host";
} // namespace keys

namespace phases {
inline constexpr std::string_view provisioning = "Provisioning";
inline constexpr std::string_view provisioned = "Provisioned";
inline constexpr std::string_view running = "Running";
inline constexpr std::string_view deleting = "Deleting";
inline constexpr std::string_view failed = "Failed";
} // namespace phases

struct ProviderSpec {
    SharedJson value;

    bool operator==(const ProviderSpec &) const = default;
};
BOOST_DESCRIBE_STRUCT(ProviderSpec, (), (value))

/// The members of ObjectMeta that a template or a machine's spec.metadata may carry.
struct TemplateMeta {
    std::string name;
    std::string generateName;
    std::string ns;
    Labels labels;
    Labels annotations;

    bool operator==(const TemplateMeta &) const = default;
};
BOOST_DESCRIBE_STRUCT(TemplateMeta, (), (name, generateName, ns, labels, annotations))

struct LifecycleHook {
    std::string name;
    std::string owner;

    bool operator==(const LifecycleHook &) const = default;
};
BOOST_DESCRIBE_STRUCT(LifecycleHook, (), (name, owner))

struct LifecycleHooks {
    std::vector<LifecycleHook> preDrain;
    std::vector<LifecycleHook> preTerminate;

    bool operator==(const LifecycleHooks &) const = default;
};
BOOST_DESCRIBE_STRUCT(LifecycleHooks, (), (preDrain, preTerminate))

struct MachineSpec {
    TemplateMeta metadata; ///< labels and annotations to copy to the node
    std::vector<Taint> taints;
    ProviderSpec providerSpec;
    std::string providerID;
    LifecycleHooks lifecycleHooks;

    bool operator==(const MachineSpec &) const = default;
};
BOOST_DESCRIBE_STRUCT(MachineSpec, (), (metadata, taints, providerSpec, providerID, lifecycleHooks))

struct MachineStatus {
    std::optional<ObjectReference> nodeRef;
    std::optional<Time> lastUpdated;
    std::string errorReason;
    std::string errorMessage;
    std::string failureMessage; ///< mirrors errorMessage for the cluster autoscaler (docs/machines.md §11)
    SharedJson providerStatus; ///< see providerconfig.h
    std::vector<NodeAddress> addresses;
    std::string phase;
    std::vector<Condition> conditions;

    bool operator==(const MachineStatus &) const = default;
};
BOOST_DESCRIBE_STRUCT(MachineStatus, (),
    (nodeRef, lastUpdated, errorReason, errorMessage, failureMessage, providerStatus, addresses, phase,
        conditions))

struct Machine {
    ObjectMeta metadata;
    MachineSpec spec;
    MachineStatus status;

    ObjectKey key() const { return metadata.key(); }
    bool isDeleting() const { return metadata.isDeleting(); }
    bool operator==(const Machine &) const = default;
};
BOOST_DESCRIBE_STRUCT(Machine, (), (metadata, spec, status))

struct MachineTemplate {
    TemplateMeta metadata;
    MachineSpec spec;

    bool operator==(const MachineTemplate &) const = default;
};
BOOST_DESCRIBE_STRUCT(MachineTemplate, (), (metadata, spec))

struct MachineSetSpec {
    std::optional<std::int64_t> replicas; ///< unset counts as 1
    std::int64_t minReadySeconds = 0;
    std::string deletePolicy; ///< Random (empty), Newest, Oldest
    LabelSelector selector;
    MachineTemplate template_;

    bool operator==(const MachineSetSpec &) const = default;
};
BOOST_DESCRIBE_STRUCT(MachineSetSpec, (), (replicas, minReadySeconds, deletePolicy, selector, template_))

struct MachineSetStatus {
    std::int64_t replicas = 0;
    std::optional<std::int64_t> fullyLabeledReplicas;
    std::optional<std::int64_t> readyReplicas;
    std::optional<std::int64_t> availableReplicas;
    std::optional<std::int64_t> observedGeneration;
    std::string errorReason;
    std::string errorMessage;
    std::string labelSelector;

    bool operator==(const MachineSetStatus &) const = default;
};
BOOST_DESCRIBE_STRUCT(MachineSetStatus, (),
    (replicas, fullyLabeledReplicas, readyReplicas, availableReplicas, observedGeneration, errorReason,
        errorMessage, labelSelector))

struct MachineSet {
    ObjectMeta metadata;
    MachineSetSpec spec;
    MachineSetStatus status;

    ObjectKey key() const { return metadata.key(); }
    std::int64_t wantedReplicas() const { return spec.replicas.value_or(1); }
    bool operator==(const MachineSet &) const = default;
};
BOOST_DESCRIBE_STRUCT(MachineSet, (), (metadata, spec, status))

struct UnhealthyCondition {
    std::string type;
    std::string status;
    GoDuration timeout;

    bool operator==(const UnhealthyCondition &) const = default;
};
BOOST_DESCRIBE_STRUCT(UnhealthyCondition, (), (type, status, timeout))

struct MachineHealthCheckSpec {
    LabelSelector selector; ///< empty matches every machine of the namespace
    std::vector<UnhealthyCondition> unhealthyConditions;
    std::optional<IntOrString> maxUnhealthy; ///< unset is 100%
    std::optional<std::string> nodeStartupTimeout; ///< Go duration; unset is 10m, "0" switches it off
    std::optional<ObjectReference> remediationTemplate;

    bool operator==(const MachineHealthCheckSpec &) const = default;
};
BOOST_DESCRIBE_STRUCT(MachineHealthCheckSpec, (),
    (selector, unhealthyConditions, maxUnhealthy, nodeStartupTimeout, remediationTemplate))

struct MachineHealthCheckStatus {
    std::optional<std::int64_t> expectedMachines;
    std::optional<std::int64_t> currentHealthy;
    std::optional<std::int64_t> remediationsAllowed;
    std::vector<Condition> conditions;

    bool operator==(const MachineHealthCheckStatus &) const = default;
};
BOOST_DESCRIBE_STRUCT(
    MachineHealthCheckStatus, (), (expectedMachines, currentHealthy, remediationsAllowed, conditions))

/// Of a health check's status: True while it may remediate, False while more machines are unhealthy than
/// maxUnhealthy allows, or its spec is of no use.
inline constexpr std::string_view remediationAllowedCondition = "RemediationAllowed";
/// The check says that it replaces nothing now. With just as many unhealthy machines as it allows
/// remediationsAllowed is 0 as well, and it does not hold back.
bool isHeldBack(const MachineHealthCheckStatus &status);

struct MachineHealthCheck {
    ObjectMeta metadata;
    MachineHealthCheckSpec spec;
    MachineHealthCheckStatus status;

    ObjectKey key() const { return metadata.key(); }
    bool operator==(const MachineHealthCheck &) const = default;
};
BOOST_DESCRIBE_STRUCT(MachineHealthCheck, (), (metadata, spec, status))

} // namespace core::api
