// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// StatefulSet of apps/v1 (docs/machines.md §3.12): pods with numbers, and claims that stay theirs.

#include "core/api/workload.h"

namespace core::api {

namespace keys {
inline constexpr std::string_view statefulSetPodName = "statefulset.kubernetes.io/pod-name"; ///< a label
} // namespace keys

struct StatefulSetRollingUpdate {
    std::int64_t partition = 0; ///< pods with a smaller number stay as they are
    std::optional<IntOrString> maxUnavailable; ///< unset is 1; percentages are rounded down, to at least 1

    bool operator==(const StatefulSetRollingUpdate &) const = default;
};
BOOST_DESCRIBE_STRUCT(StatefulSetRollingUpdate, (), (partition, maxUnavailable))

struct StatefulSetUpdateStrategy {
    std::string type; ///< RollingUpdate (empty), OnDelete
    StatefulSetRollingUpdate rollingUpdate;

    bool operator==(const StatefulSetUpdateStrategy &) const = default;
};
BOOST_DESCRIBE_STRUCT(StatefulSetUpdateStrategy, (), (type, rollingUpdate))

struct StatefulSetOrdinals {
    std::int64_t start = 0; ///< the number of the first pod

    bool operator==(const StatefulSetOrdinals &) const = default;
};
BOOST_DESCRIBE_STRUCT(StatefulSetOrdinals, (), (start))

/// What becomes of claims: Retain (empty), Delete.
struct ClaimRetentionPolicy {
    std::string whenDeleted; ///< with the set
    std::string whenScaled; ///< with a pod that is too many

    bool operator==(const ClaimRetentionPolicy &) const = default;
};
BOOST_DESCRIBE_STRUCT(ClaimRetentionPolicy, (), (whenDeleted, whenScaled))

struct StatefulSetSpec {
    std::optional<std::int64_t> replicas; ///< unset counts as 1
    LabelSelector selector;
    PodTemplate template_;
    std::string serviceName;
    std::string podManagementPolicy; ///< OrderedReady (empty), Parallel
    StatefulSetUpdateStrategy updateStrategy;
    std::int64_t minReadySeconds = 0;
    std::optional<std::int64_t> revisionHistoryLimit; ///< unset is 10
    std::vector<SharedJson> volumeClaimTemplates;
    std::optional<StatefulSetOrdinals> ordinals;
    ClaimRetentionPolicy persistentVolumeClaimRetentionPolicy;

    bool operator==(const StatefulSetSpec &) const = default;
};
BOOST_DESCRIBE_STRUCT(StatefulSetSpec, (),
    (replicas, selector, template_, serviceName, podManagementPolicy, updateStrategy, minReadySeconds,
        revisionHistoryLimit, volumeClaimTemplates, ordinals, persistentVolumeClaimRetentionPolicy))

struct StatefulSetStatus {
    std::optional<std::int64_t> observedGeneration;
    std::int64_t replicas = 0;
    std::optional<std::int64_t> readyReplicas;
    std::optional<std::int64_t> availableReplicas;
    std::optional<std::int64_t> currentReplicas; ///< of currentRevision
    std::optional<std::int64_t> updatedReplicas; ///< of updateRevision
    std::string currentRevision; ///< that all pods had last
    std::string updateRevision; ///< of the present template
    std::optional<std::int64_t> collisionCount; ///< of names of revisions

    bool operator==(const StatefulSetStatus &) const = default;
};
BOOST_DESCRIBE_STRUCT(StatefulSetStatus, (),
    (observedGeneration, replicas, readyReplicas, availableReplicas, currentReplicas, updatedReplicas,
        currentRevision, updateRevision, collisionCount))

struct StatefulSet {
    ObjectMeta metadata;
    StatefulSetSpec spec;
    StatefulSetStatus status;

    ObjectKey key() const { return metadata.key(); }
    std::int64_t wantedReplicas() const { return spec.replicas.value_or(1); }
    std::int64_t firstNumber() const { return spec.ordinals ? spec.ordinals->start : 0; }
    bool operator==(const StatefulSet &) const = default;
};
BOOST_DESCRIBE_STRUCT(StatefulSet, (), (metadata, spec, status))

} // namespace core::api
