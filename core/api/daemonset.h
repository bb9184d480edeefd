// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// DaemonSet of apps/v1 (docs/machines.md §3.10): a pod on every node that it is for.

#include "core/api/controllerrevision.h"
#include "core/api/workload.h"

namespace core::api {

struct DaemonSetRollingUpdate {
    std::optional<IntOrString> maxUnavailable; ///< unset is 1; percent of the nodes, rounded up
    /// Nodes that get their new pod before the old one goes; unset is 0, of percents as above.
    std::optional<IntOrString> maxSurge;

    bool operator==(const DaemonSetRollingUpdate &) const = default;
};
BOOST_DESCRIBE_STRUCT(DaemonSetRollingUpdate, (), (maxUnavailable, maxSurge))

struct DaemonSetUpdateStrategy {
    std::string type; ///< RollingUpdate (empty), OnDelete
    DaemonSetRollingUpdate rollingUpdate;

    bool operator==(const DaemonSetUpdateStrategy &) const = default;
};
BOOST_DESCRIBE_STRUCT(DaemonSetUpdateStrategy, (), (type, rollingUpdate))

struct DaemonSetSpec {
    LabelSelector selector;
    PodTemplate template_;
    DaemonSetUpdateStrategy updateStrategy;
    std::int64_t minReadySeconds = 0;
    std::optional<std::int64_t> revisionHistoryLimit; ///< unset is 10

    bool operator==(const DaemonSetSpec &) const = default;
};
BOOST_DESCRIBE_STRUCT(
    DaemonSetSpec, (), (selector, template_, updateStrategy, minReadySeconds, revisionHistoryLimit))

/// Its numbers count nodes.
struct DaemonSetStatus {
    std::int64_t currentNumberScheduled = 0; ///< that should have its pod, and have one
    std::int64_t numberMisscheduled = 0; ///< that should not, and have one
    std::int64_t desiredNumberScheduled = 0;
    std::int64_t numberReady = 0;
    std::optional<std::int64_t> observedGeneration;
    std::optional<std::int64_t> updatedNumberScheduled;
    std::optional<std::int64_t> numberAvailable;
    std::optional<std::int64_t> numberUnavailable;
    std::optional<std::int64_t> collisionCount; ///< of names of revisions

    bool operator==(const DaemonSetStatus &) const = default;
};
BOOST_DESCRIBE_STRUCT(DaemonSetStatus, (),
    (currentNumberScheduled, numberMisscheduled, desiredNumberScheduled, numberReady, observedGeneration,
        updatedNumberScheduled, numberAvailable, numberUnavailable, collisionCount))

struct DaemonSet {
    ObjectMeta metadata;
    DaemonSetSpec spec;
    DaemonSetStatus status;

    ObjectKey key() const { return metadata.key(); }
    bool operator==(const DaemonSet &) const = default;
};
BOOST_DESCRIBE_STRUCT(DaemonSet, (), (metadata, spec, status))

} // namespace core::api
