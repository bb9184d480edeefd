// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// HorizontalPodAutoscaler of autoscaling/v2 (docs/machines.md §3.11): as many pods as their use of CPU and
// memory asks for. Metrics of other types are kept, and not read.

#include "core/api/workload.h"

namespace core::api {

struct ScaleTargetReference {
    std::string apiVersion;
    std::string kind;
    std::string name;

    bool operator==(const ScaleTargetReference &) const = default;
};
BOOST_DESCRIBE_STRUCT(ScaleTargetReference, (), (apiVersion, kind, name))

/// One of the two is set.
struct MetricTarget {
    std::string type; ///< Utilization, AverageValue
    std::optional<std::int64_t> averageUtilization; ///< percent of what the pods request
    std::optional<Quantity> averageValue; ///< a pod

    bool operator==(const MetricTarget &) const = default;
};
BOOST_DESCRIBE_STRUCT(MetricTarget, (), (type, averageUtilization, averageValue))

struct ResourceMetric {
    std::string name; ///< cpu, memory
    MetricTarget target;

    bool operator==(const ResourceMetric &) const = default;
};
BOOST_DESCRIBE_STRUCT(ResourceMetric, (), (name, target))

struct MetricSpec {
    std::string type; ///< Resource, and others
    std::optional<ResourceMetric> resource;

    bool operator==(const MetricSpec &) const = default;
};
BOOST_DESCRIBE_STRUCT(MetricSpec, (), (type, resource))

/// So many pods may come, or go, in each period.
struct ScalingPolicy {
    std::string type; ///< Pods, Percent
    std::int64_t value = 0;
    std::int64_t periodSeconds = 0;

    bool operator==(const ScalingPolicy &) const = default;
};
BOOST_DESCRIBE_STRUCT(ScalingPolicy, (), (type, value, periodSeconds))

struct ScalingRules {
    std::optional<std::int64_t> stabilizationWindowSeconds; ///< unset: none for more pods, 300 for fewer
    std::string selectPolicy; ///< of several policies: Max (empty), Min; Disabled: never in this direction
    std::vector<ScalingPolicy> policies; ///< empty: the usual ones
    std::optional<Quantity> tolerance; ///< unset: a tenth

    bool operator==(const ScalingRules &) const = default;
};
BOOST_DESCRIBE_STRUCT(ScalingRules, (), (stabilizationWindowSeconds, selectPolicy, policies, tolerance))

struct ScalingBehavior {
    ScalingRules scaleUp;
    ScalingRules scaleDown;

    bool operator==(const ScalingBehavior &) const = default;
};
BOOST_DESCRIBE_STRUCT(ScalingBehavior, (), (scaleUp, scaleDown))

struct HorizontalPodAutoscalerSpec {
    ScaleTargetReference scaleTargetRef;
    std::optional<std::int64_t> minReplicas; ///< unset counts as 1
    std::int64_t maxReplicas = 0;
    std::vector<MetricSpec> metrics; ///< empty: 80 % of the CPU
    std::optional<ScalingBehavior> behavior;

    bool operator==(const HorizontalPodAutoscalerSpec &) const = default;
};
BOOST_DESCRIBE_STRUCT(
    HorizontalPodAutoscalerSpec, (), (scaleTargetRef, minReplicas, maxReplicas, metrics, behavior))

struct MetricValue {
    std::optional<std::int64_t> averageUtilization;
    std::optional<Quantity> averageValue;

    bool operator==(const MetricValue &) const = default;
};
BOOST_DESCRIBE_STRUCT(MetricValue, (), (averageUtilization, averageValue))

struct ResourceMetricStatus {
    std::string name;
    MetricValue current;

    bool operator==(const ResourceMetricStatus &) const = default;
};
BOOST_DESCRIBE_STRUCT(ResourceMetricStatus, (), (name, current))

struct MetricStatus {
    std::string type;
    std::optional<ResourceMetricStatus> resource;

    bool operator==(const MetricStatus &) const = default;
};
BOOST_DESCRIBE_STRUCT(MetricStatus, (), (type, resource))

struct AutoscalerCondition {
    std::string type;
    std::string status;
    std::optional<Time> lastTransitionTime;
    std::string reason;
    std::string message;

    bool operator==(const AutoscalerCondition &) const = default;
};
BOOST_DESCRIBE_STRUCT(AutoscalerCondition, (), (type, status, lastTransitionTime, reason, message))

struct HorizontalPodAutoscalerStatus {
    std::optional<std::int64_t> observedGeneration;
    std::optional<Time> lastScaleTime;
    std::optional<std::int64_t> currentReplicas;
    std::int64_t desiredReplicas = 0;
    std::vector<MetricStatus> currentMetrics;
    std::vector<AutoscalerCondition> conditions;

    bool operator==(const HorizontalPodAutoscalerStatus &) const = default;
};
BOOST_DESCRIBE_STRUCT(HorizontalPodAutoscalerStatus, (),
    (observedGeneration, lastScaleTime, currentReplicas, desiredReplicas, currentMetrics, conditions))

struct HorizontalPodAutoscaler {
    ObjectMeta metadata;
    HorizontalPodAutoscalerSpec spec;
    HorizontalPodAutoscalerStatus status;

    ObjectKey key() const { return metadata.key(); }
    std::int64_t leastReplicas() const { return spec.minReplicas.value_or(1); }
    bool operator==(const HorizontalPodAutoscaler &) const = default;
};
BOOST_DESCRIBE_STRUCT(HorizontalPodAutoscaler, (), (metadata, spec, status))

} // namespace core::api
