// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The machine.sapcloud.io/v1alpha1 family of the machine-controller-manager (docs/machines.md §6.6, §9) with
// the keys, words and numbers that its objects carry; the second of two (docs/design.md D13), in a namespace
// of its own, since three of its kinds have the names of kinds of machine.openshift.io.

#include "core/api/machinedeployment.h"

namespace core::api::mcm {

namespace keys {
/// The finalizer stands on machines, and on classes and secrets as long as something refers to them (§9.1).
inline constexpr std::string_view finalizer = "machine.sapcloud.io/machine-controller-manager";
inline constexpr std::string_view nodeFinalizer = "node.machine.sapcloud.io/machine-controller";

/// Labels of a Machine: its node, and its MachineDeployment (whom permits are counted by).
inline constexpr std::string_view nodeLabel = "node";
inline constexpr std::string_view nameLabel = "name";
/// Label "True": deleted without waiting for the drain.
inline constexpr std::string_view forceDeletion = "force-deletion";
/// Label "True" of a MachineSet or MachineDeployment: makes no machines (§9.9).
inline constexpr std::string_view freeze = "freeze";
inline constexpr std::string_view templateHash = "machine-template-hash";
/// Label of a Node: the name of its Machine.
inline constexpr std::string_view nodeMachineName = "node.gardener.cloud/machine-name";

/// Annotations of a Machine; whose priority is lower goes first.
inline constexpr std::string_view priority = "machinepriority.machine.sapcloud.io";
inline constexpr std::string_view markedForDeletionTime = "machine.sapcloud.io/marked-for-deletion-time";
inline constexpr std::string_view effectiveCreationTimeout =
    "node.machine.sapcloud.io/effective-creation-timeout";
/// Annotations of a MachineDeployment; the trigger reads "<machine>~<time>,…".
inline constexpr std::string_view lastScaledByAutoscaler =
    "machine.sapcloud.io/last-deployment-replica-change-by-scaler-time";
inline constexpr std::string_view triggerDeletion = "node.machine.sapcloud.io/trigger-deletion-by-mcm";
/// Annotation of a MachineSet or MachineDeployment that frees it (§9.9).
inline constexpr std::string_view unfreeze = "safety.machine.sapcloud.io/unfreeze";
/// Annotation of a Node or Machine; its value is one of preservations.
inline constexpr std::string_view preserve = "node.machine.sapcloud.io/preserve";
/// Annotations of a Node.
inline constexpr std::string_view notManaged = "node.machine.sapcloud.io/not-managed-by-mcm";
inline constexpr std::string_view joinDuration = "node.machine.sapcloud.io/machine-join-duration";
inline constexpr std::string_view lastApplied = "node.machine.sapcloud.io/last-applied-anno-labels-taints";
inline constexpr std::string_view scaleDownDisabled = "cluster-autoscaler.kubernetes.io/scale-down-disabled";
inline constexpr std::string_view scaleDownDisabledByMcm =
    "cluster-autoscaler.kubernetes.io/scale-down-disabled-by-mcm";
/// Labels of a Node and of a MachineSet during an update in place (§6.7).
inline constexpr std::string_view candidateForUpdate = "node.machine.sapcloud.io/candidate-for-update";
inline constexpr std::string_view selectedForUpdate = "node.machine.sapcloud.io/selected-for-update";
inline constexpr std::string_view updateResult = "node.machine.sapcloud.io/update-result";
inline constexpr std::string_view scaleUpDisabled = "node.machine.sapcloud.io/scale-up-disabled";

/// Taint of a Node that has joined but must not count as running yet (§9.4).
inline constexpr std::string_view criticalComponentsTaint =
    "node.gardener.cloud/critical-components-not-ready";
} // namespace keys

/// Values of Machine.status.currentStatus.phase, which is empty while nothing was done yet (§9.2).
namespace phases {
inline constexpr std::string_view pending = "Pending";
inline constexpr std::string_view available = "Available";
inline constexpr std::string_view running = "Running";
inline constexpr std::string_view unknown = "Unknown";
inline constexpr std::string_view failed = "Failed";
inline constexpr std::string_view crashLoopBackOff = "CrashLoopBackOff";
inline constexpr std::string_view terminating = "Terminating";
inline constexpr std::string_view inPlaceUpdating = "InPlaceUpdating";
inline constexpr std::string_view inPlaceUpdateSuccessful = "InPlaceUpdateSuccessful";
inline constexpr std::string_view inPlaceUpdateFailed = "InPlaceUpdateFailed";
} // namespace phases

/// Values of lastOperation.type.
namespace operations {
inline constexpr std::string_view create = "Create";
inline constexpr std::string_view update = "Update";
inline constexpr std::string_view inPlaceUpdate = "InPlaceUpdate";
inline constexpr std::string_view drainNode = "DrainNode";
inline constexpr std::string_view healthCheck = "HealthCheck";
inline constexpr std::string_view remove = "Delete";
} // namespace operations

/// Values of lastOperation.state.
namespace states {
inline constexpr std::string_view processing = "Processing";
inline constexpr std::string_view successful = "Successful";
inline constexpr std::string_view failed = "Failed";
} // namespace states

/// Values of keys::preserve (§9.8).
namespace preservations {
inline constexpr std::string_view now = "now";
inline constexpr std::string_view whenFailed = "when-failed";
inline constexpr std::string_view autoPreserved = "auto-preserved";
inline constexpr std::string_view off = "false";
} // namespace preservations

/// Types and reasons of conditions that are written to Nodes (§6.7, §9.7, §9.8).
namespace conditions {
inline constexpr std::string_view terminating = "Terminating";
inline constexpr std::string_view unhealthy = "Unhealthy";
inline constexpr std::string_view scaleDown = "ScaleDown";
inline constexpr std::string_view inPlaceUpdate = "InPlaceUpdate";
} // namespace conditions

/// Reasons of the condition InPlaceUpdate, in this order.
namespace updateSteps {
inline constexpr std::string_view candidate = "CandidateForUpdate";
inline constexpr std::string_view selected = "SelectedForUpdate";
inline constexpr std::string_view drained = "DrainSuccessful";
inline constexpr std::string_view ready = "ReadyForUpdate";
inline constexpr std::string_view successful = "UpdateSuccessful";
inline constexpr std::string_view failed = "UpdateFailed";
} // namespace updateSteps

inline constexpr std::int64_t defaultPriority = 3; ///< of a machine without the annotation; 1 goes first

/// How an operation of the driver ended (§9.11).
enum class ErrorCode {
    Ok = 0,
    Canceled = 1,
    Unknown = 2,
    InvalidArgument = 3,
    DeadlineExceeded = 4,
    NotFound = 5,
    AlreadyExists = 6,
    PermissionDenied = 7,
    ResourceExhausted = 8,
    FailedPrecondition = 9,
    Aborted = 10,
    OutOfRange = 11,
    Unimplemented = 12,
    Internal = 13,
    Unavailable = 14,
    DataLoss = 15,
    Unauthenticated = 16,
    Uninitialized = 17,
};
/// The name is as lastOperation.errorCode spells it: "ResourceExhausted".
std::string_view nameOf(ErrorCode code);
/// Unknown for a text that names no code.
ErrorCode errorCodeNamed(std::string_view name);

/// What the deletion of a machine does next: lastOperation.step (§9.7). One that is none of these starts
/// from the beginning.
enum class DeletionStep : std::int64_t {
    GetStatus = 1,
    Drain = 2,
    DetachVolumes = 3,
    DeleteInstance = 4,
    DeleteNode = 5,
    RemoveFinalizer = 6,
};

struct ClassSpec {
    std::string apiGroup;
    std::string kind;
    std::string name;

    bool operator==(const ClassSpec &) const = default;
};
BOOST_DESCRIBE_STRUCT(ClassSpec, (), (apiGroup, kind, name))

/// Labels, annotations and taints that the node is to have.
struct NodeTemplate {
    TemplateMeta metadata;
    NodeSpec spec;

    bool operator==(const NodeTemplate &) const = default;
};
BOOST_DESCRIBE_STRUCT(NodeTemplate, (), (metadata, spec))

/// What is unset follows the settings of the controller (§9.3).
struct MachineSpec {
    ClassSpec class_;
    std::string providerID;
    NodeTemplate nodeTemplate;
    std::optional<GoDuration> drainTimeout;
    std::optional<GoDuration> healthTimeout;
    std::optional<GoDuration> creationTimeout;
    std::optional<GoDuration> inPlaceUpdateTimeout;
    std::optional<GoDuration> machinePreserveTimeout;
    std::optional<bool> disableHealthTimeout;
    std::optional<std::int64_t> maxEvictRetries;
    std::optional<std::string> nodeConditions; ///< types, separated by commas

    bool operator==(const MachineSpec &) const = default;
};
BOOST_DESCRIBE_STRUCT(MachineSpec, (),
    (class_, providerID, nodeTemplate, drainTimeout, healthTimeout, creationTimeout, inPlaceUpdateTimeout,
        machinePreserveTimeout, disableHealthTimeout, maxEvictRetries, nodeConditions))

struct LastOperation {
    std::string description;
    std::string errorCode; ///< nameOf(ErrorCode); empty when all went well
    std::optional<Time> lastUpdateTime;
    std::string state;
    std::string type;
    std::optional<std::int64_t> step; ///< a DeletionStep

    bool operator==(const LastOperation &) const = default;
};
BOOST_DESCRIBE_STRUCT(LastOperation, (), (description, errorCode, lastUpdateTime, state, type, step))

struct CurrentStatus {
    std::string phase;
    bool timeoutActive = false; ///< whether the phase ends after its timeout
    std::optional<Time> lastUpdateTime; ///< when the timeout began
    std::optional<Time> preserveExpiryTime;

    bool operator==(const CurrentStatus &) const = default;
};
BOOST_DESCRIBE_STRUCT(CurrentStatus, (), (phase, timeoutActive, lastUpdateTime, preserveExpiryTime))

struct MachineStatus {
    std::vector<NodeAddress> addresses;
    std::vector<NodeCondition> conditions; ///< those of the node
    LastOperation lastOperation;
    CurrentStatus currentStatus;
    std::string lastKnownState; ///< a text of the driver

    bool operator==(const MachineStatus &) const = default;
};
BOOST_DESCRIBE_STRUCT(
    MachineStatus, (), (addresses, conditions, lastOperation, currentStatus, lastKnownState))

struct Machine {
    ObjectMeta metadata;
    MachineSpec spec;
    MachineStatus status;

    ObjectKey key() const { return metadata.key(); }
    bool isDeleting() const { return metadata.isDeleting(); }
    std::string_view phase() const { return status.currentStatus.phase; }
    bool operator==(const Machine &) const = default;
};
BOOST_DESCRIBE_STRUCT(Machine, (), (metadata, spec, status))

struct MachineTemplate {
    TemplateMeta metadata;
    MachineSpec spec;

    bool operator==(const MachineTemplate &) const = default;
};
BOOST_DESCRIBE_STRUCT(MachineTemplate, (), (metadata, spec))

/// A machine whose last operation failed, as its set and deployment list it.
struct MachineSummary {
    std::string name;
    std::string providerID;
    std::string ownerRef;
    LastOperation lastOperation;

    bool operator==(const MachineSummary &) const = default;
};
BOOST_DESCRIBE_STRUCT(MachineSummary, (), (name, providerID, ownerRef, lastOperation))

struct MachineSetSpec {
    std::int64_t replicas = 0;
    LabelSelector selector;
    ClassSpec machineClass;
    MachineTemplate template_;
    std::int64_t minReadySeconds = 0; ///< accepted; availability ignores it (§9.8)
    std::optional<std::int64_t> autoPreserveFailedMachineMax;

    bool operator==(const MachineSetSpec &) const = default;
};
BOOST_DESCRIBE_STRUCT(MachineSetSpec, (),
    (replicas, selector, machineClass, template_, minReadySeconds, autoPreserveFailedMachineMax))

struct MachineSetStatus {
    std::int64_t replicas = 0;
    std::optional<std::int64_t> fullyLabeledReplicas;
    std::optional<std::int64_t> readyReplicas;
    std::optional<std::int64_t> availableReplicas;
    std::optional<std::int64_t> observedGeneration;
    std::vector<Condition> machineSetCondition; ///< named so on the wire
    LastOperation lastOperation;
    std::vector<MachineSummary> failedMachines;
    std::optional<std::int64_t> autoPreserveFailedMachineCount;
    std::string labelSelector;

    bool operator==(const MachineSetStatus &) const = default;
};
BOOST_DESCRIBE_STRUCT(MachineSetStatus, (),
    (replicas, fullyLabeledReplicas, readyReplicas, availableReplicas, observedGeneration,
        machineSetCondition, lastOperation, failedMachines, autoPreserveFailedMachineCount, labelSelector))

struct MachineSet {
    ObjectMeta metadata;
    MachineSetSpec spec;
    MachineSetStatus status;

    ObjectKey key() const { return metadata.key(); }
    bool isDeleting() const { return metadata.isDeleting(); }
    std::int64_t wantedReplicas() const { return spec.replicas; }
    bool operator==(const MachineSet &) const = default;
};
BOOST_DESCRIBE_STRUCT(MachineSet, (), (metadata, spec, status))

/// Like RollingUpdateSpec, but for machines that stay.
struct InPlaceUpdateSpec {
    std::optional<IntOrString> maxUnavailable;
    std::optional<IntOrString> maxSurge;
    std::string orchestrationType; ///< Auto, Manual

    bool operator==(const InPlaceUpdateSpec &) const = default;
};
BOOST_DESCRIBE_STRUCT(InPlaceUpdateSpec, (), (maxUnavailable, maxSurge, orchestrationType))

struct MachineDeploymentStrategy {
    std::string type; ///< Recreate, RollingUpdate, InPlaceUpdate; the last two need their block
    std::optional<RollingUpdateSpec> rollingUpdate;
    std::optional<InPlaceUpdateSpec> inPlaceUpdate;

    bool operator==(const MachineDeploymentStrategy &) const = default;
};
BOOST_DESCRIBE_STRUCT(MachineDeploymentStrategy, (), (type, rollingUpdate, inPlaceUpdate))

struct MachineDeploymentSpec {
    std::int64_t replicas = 0;
    LabelSelector selector;
    MachineTemplate template_;
    MachineDeploymentStrategy strategy;
    std::int64_t minReadySeconds = 0; ///< accepted; availability ignores it (§9.8)
    std::optional<std::int64_t> revisionHistoryLimit; ///< unset keeps all
    bool paused = false;
    std::optional<RollbackTo> rollbackTo; ///< removed when it has been handled
    std::optional<std::int64_t> progressDeadlineSeconds; ///< unset is none
    std::optional<std::int64_t> autoPreserveFailedMachineMax;

    bool operator==(const MachineDeploymentSpec &) const = default;
};
BOOST_DESCRIBE_STRUCT(MachineDeploymentSpec, (),
    (replicas, selector, template_, strategy, minReadySeconds, revisionHistoryLimit, paused, rollbackTo,
        progressDeadlineSeconds, autoPreserveFailedMachineMax))

struct MachineDeploymentStatus {
    std::optional<std::int64_t> observedGeneration;
    std::int64_t replicas = 0;
    std::optional<std::int64_t> updatedReplicas;
    std::optional<std::int64_t> readyReplicas;
    std::optional<std::int64_t> availableReplicas;
    std::optional<std::int64_t> unavailableReplicas;
    std::vector<RolloutCondition> conditions;
    std::optional<std::int64_t> collisionCount;
    std::vector<MachineSummary> failedMachines;
    std::string labelSelector;

    bool operator==(const MachineDeploymentStatus &) const = default;
};
BOOST_DESCRIBE_STRUCT(MachineDeploymentStatus, (),
    (observedGeneration, replicas, updatedReplicas, readyReplicas, availableReplicas, unavailableReplicas,
        conditions, collisionCount, failedMachines, labelSelector))

struct MachineDeployment {
    ObjectMeta metadata;
    MachineDeploymentSpec spec;
    MachineDeploymentStatus status;

    ObjectKey key() const { return metadata.key(); }
    bool isDeleting() const { return metadata.isDeleting(); }
    std::int64_t wantedReplicas() const { return spec.replicas; }
    bool operator==(const MachineDeployment &) const = default;
};
BOOST_DESCRIBE_STRUCT(MachineDeployment, (), (metadata, spec, status))

struct SecretReference {
    std::string name;
    std::string ns;

    ObjectKey key() const { return {ns, name}; }
    bool operator==(const SecretReference &) const = default;
};
BOOST_DESCRIBE_STRUCT(SecretReference, (), (name, ns))

/// What the nodes of a class will look like: for an autoscaler that starts from zero (§9.1).
struct ClassNodeTemplate {
    ResourceList capacity;
    ResourceList virtualCapacity;
    std::string instanceType;
    std::string region;
    std::string zone;
    std::optional<std::string> architecture;

    bool operator==(const ClassNodeTemplate &) const = default;
};
BOOST_DESCRIBE_STRUCT(
    ClassNodeTemplate, (), (capacity, virtualCapacity, instanceType, region, zone, architecture))

/// A class has no spec: its fields stand at the top.
struct MachineClass {
    ObjectMeta metadata;
    std::string provider;
    SharedJson providerSpec; ///< here a KubemarkMachineProviderConfig
    std::optional<SecretReference> secretRef;
    std::optional<SecretReference> credentialsSecretRef;
    std::optional<ClassNodeTemplate> nodeTemplate;

    ObjectKey key() const { return metadata.key(); }
    bool operator==(const MachineClass &) const = default;
};
BOOST_DESCRIBE_STRUCT(
    MachineClass, (), (metadata, provider, providerSpec, secretRef, credentialsSecretRef, nodeTemplate))

} // namespace core::api::mcm
