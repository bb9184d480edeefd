// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// MachineDeployment of machine.openshift.io/v1beta1 (docs/machines.md §6.1), with what §6.7 adds: Recreate,
// rollbackTo, conditions and the collision count. Beside machine.h, so that who does not care is not rebuilt.

#include "core/api/machine.h"
#include "core/api/rolloutcondition.h"

namespace core::api {

namespace keys {
inline constexpr std::string_view revision = "machinedeployment.clusters.k8s.io/revision";
/// Earlier revisions of the same template, separated by commas.
inline constexpr std::string_view revisionHistory = "machinedeployment.clusters.k8s.io/revision-history";
/// Each set notes the size of its deployment when the set was last sized, without and with the surge.
inline constexpr std::string_view desiredReplicas = "machinedeployment.clusters.k8s.io/desired-replicas";
inline constexpr std::string_view maxReplicas = "machinedeployment.clusters.k8s.io/max-replicas";
inline constexpr std::string_view templateHash = "machine-template-hash"; ///< a label
inline constexpr std::string_view lastApplied = "kubectl.kubernetes.io/last-applied-configuration";
} // namespace keys

struct RollingUpdateSpec {
    std::optional<IntOrString> maxUnavailable; ///< unset is 0; percent of the replicas, rounded down
    std::optional<IntOrString> maxSurge; ///< unset is 1; percent of the replicas, rounded up

    bool operator==(const RollingUpdateSpec &) const = default;
};
BOOST_DESCRIBE_STRUCT(RollingUpdateSpec, (), (maxUnavailable, maxSurge))

struct MachineDeploymentStrategy {
    std::string type; ///< RollingUpdate (empty), Recreate
    RollingUpdateSpec rollingUpdate;

    bool operator==(const MachineDeploymentStrategy &) const = default;
};
BOOST_DESCRIBE_STRUCT(MachineDeploymentStrategy, (), (type, rollingUpdate))

struct RollbackTo {
    std::int64_t revision = 0; ///< 0: the one before the present one

    bool operator==(const RollbackTo &) const = default;
};
BOOST_DESCRIBE_STRUCT(RollbackTo, (), (revision))

struct MachineDeploymentSpec {
    std::optional<std::int64_t> replicas; ///< unset counts as 1
    LabelSelector selector;
    MachineTemplate template_;
    MachineDeploymentStrategy strategy;
    std::int64_t minReadySeconds = 0;
    std::optional<std::int64_t> revisionHistoryLimit; ///< unset is 1
    bool paused = false;
    std::optional<std::int64_t> progressDeadlineSeconds; ///< unset is 600
    std::optional<RollbackTo> rollbackTo; ///< removed when it has been handled

    bool operator==(const MachineDeploymentSpec &) const = default;
};
BOOST_DESCRIBE_STRUCT(MachineDeploymentSpec, (),
    (replicas, selector, template_, strategy, minReadySeconds, revisionHistoryLimit, paused,
        progressDeadlineSeconds, rollbackTo))

struct MachineDeploymentStatus {
    std::optional<std::int64_t> observedGeneration;
    std::int64_t replicas = 0;
    std::optional<std::int64_t> updatedReplicas;
    std::optional<std::int64_t> readyReplicas;
    std::optional<std::int64_t> availableReplicas;
    std::optional<std::int64_t> unavailableReplicas;
    std::optional<std::int64_t> collisionCount;
    std::string labelSelector;
    std::vector<RolloutCondition> conditions;

    bool operator==(const MachineDeploymentStatus &) const = default;
};
BOOST_DESCRIBE_STRUCT(MachineDeploymentStatus, (),
    (observedGeneration, replicas, updatedReplicas, readyReplicas, availableReplicas, unavailableReplicas,
        collisionCount, labelSelector, conditions))

struct MachineDeployment {
    ObjectMeta metadata;
    MachineDeploymentSpec spec;
    MachineDeploymentStatus status;

    ObjectKey key() const { return metadata.key(); }
    std::int64_t wantedReplicas() const { return spec.replicas.value_or(1); }
    bool operator==(const MachineDeployment &) const = default;
};
BOOST_DESCRIBE_STRUCT(MachineDeployment, (), (metadata, spec, status))

} // namespace core::api
