// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Job (batch/v1), ReplicaSet and Deployment (apps/v1), ReplicationController (v1): what makes ordinary pods.
// The pod of a template stays as it was written, since nobody here looks inside it, and none of it may be
// lost in the pods made of it.

#include "core/api/machine.h"
#include "core/api/rolloutcondition.h"

namespace core::api {

namespace keys {
inline constexpr std::string_view jobFinalizer = "batch.kubernetes.io/job-tracking";
inline constexpr std::string_view podTemplateHash = "pod-template-hash"; ///< a label
inline constexpr std::string_view deploymentRevision = "deployment.kubernetes.io/revision";
/// Earlier revisions of the same template, separated by commas.
inline constexpr std::string_view deploymentRevisionHistory = "deployment.kubernetes.io/revision-history";
/// Each set notes the size of its deployment when the set was last sized, without and with the surge.
inline constexpr std::string_view deploymentReplicas = "deployment.kubernetes.io/desired-replicas";
inline constexpr std::string_view deploymentMaxReplicas = "deployment.kubernetes.io/max-replicas";
} // namespace keys

struct PodTemplate {
    TemplateMeta metadata;
    SharedJson spec;

    bool operator==(const PodTemplate &) const = default;
};
BOOST_DESCRIBE_STRUCT(PodTemplate, (), (metadata, spec))

struct PodFailureOnExitCodes {
    std::string containerName; ///< any when empty
    std::string operator_; ///< In, NotIn; 0 is never meant
    std::vector<std::int64_t> values;

    bool operator==(const PodFailureOnExitCodes &) const = default;
};
BOOST_DESCRIBE_STRUCT(PodFailureOnExitCodes, (), (containerName, operator_, values))

struct PodFailureOnCondition {
    std::string type;
    std::string status; ///< True when empty

    bool operator==(const PodFailureOnCondition &) const = default;
};
BOOST_DESCRIBE_STRUCT(PodFailureOnCondition, (), (type, status))

struct PodFailureRule {
    std::string action; ///< FailJob, FailIndex, Ignore, Count
    std::optional<PodFailureOnExitCodes> onExitCodes;
    std::vector<PodFailureOnCondition> onPodConditions;

    bool operator==(const PodFailureRule &) const = default;
};
BOOST_DESCRIBE_STRUCT(PodFailureRule, (), (action, onExitCodes, onPodConditions))

struct PodFailurePolicy {
    std::vector<PodFailureRule> rules; ///< the first that fits counts

    bool operator==(const PodFailurePolicy &) const = default;
};
BOOST_DESCRIBE_STRUCT(PodFailurePolicy, (), (rules))

struct JobSuccessRule {
    std::string succeededIndexes; ///< "1,3-5"; any when empty
    std::optional<std::int64_t> succeededCount; ///< of them; all when unset

    bool operator==(const JobSuccessRule &) const = default;
};
BOOST_DESCRIBE_STRUCT(JobSuccessRule, (), (succeededIndexes, succeededCount))

struct JobSuccessPolicy {
    std::vector<JobSuccessRule> rules;

    bool operator==(const JobSuccessPolicy &) const = default;
};
BOOST_DESCRIBE_STRUCT(JobSuccessPolicy, (), (rules))

struct JobSpec {
    std::optional<std::int64_t> parallelism; ///< unset is 1
    std::optional<std::int64_t> completions; ///< unset: until one pod succeeds and no other is left
    std::optional<std::int64_t> backoffLimit; ///< unset is 6
    std::optional<std::int64_t> activeDeadlineSeconds;
    std::optional<std::int64_t> ttlSecondsAfterFinished;
    std::string completionMode; ///< NonIndexed (empty), Indexed
    std::optional<bool> suspend;
    std::optional<std::int64_t> backoffLimitPerIndex; ///< of an indexed job
    std::optional<std::int64_t> maxFailedIndexes;
    std::optional<PodFailurePolicy> podFailurePolicy;
    std::optional<JobSuccessPolicy> successPolicy; ///< of an indexed job
    std::string podReplacementPolicy; ///< TerminatingOrFailed, Failed (empty with a podFailurePolicy)
    std::string managedBy; ///< who sees to it; empty: the usual controller
    LabelSelector selector; ///< made by the API server
    PodTemplate template_;

    bool operator==(const JobSpec &) const = default;
};
BOOST_DESCRIBE_STRUCT(JobSpec, (),
    (parallelism, completions, backoffLimit, activeDeadlineSeconds, ttlSecondsAfterFinished, completionMode,
        suspend, backoffLimitPerIndex, maxFailedIndexes, podFailurePolicy, successPolicy,
        podReplacementPolicy, managedBy, selector, template_))

struct JobCondition {
    std::string type;
    std::string status;
    std::optional<Time> lastProbeTime;
    std::optional<Time> lastTransitionTime;
    std::string reason;
    std::string message;

    bool operator==(const JobCondition &) const = default;
};
BOOST_DESCRIBE_STRUCT(JobCondition, (), (type, status, lastProbeTime, lastTransitionTime, reason, message))

/// Pods that have ended but are not yet in the counts: their finalizers keep them until they are.
struct UncountedPods {
    std::vector<std::string> succeeded; ///< uids
    std::vector<std::string> failed;

    bool operator==(const UncountedPods &) const = default;
};
BOOST_DESCRIBE_STRUCT(UncountedPods, (), (succeeded, failed))

struct JobStatus {
    std::optional<Time> startTime;
    std::optional<Time> completionTime;
    std::optional<std::int64_t> active;
    std::optional<std::int64_t> ready;
    std::optional<std::int64_t> succeeded;
    std::optional<std::int64_t> failed;
    std::string completedIndexes; ///< "1,3-5"; of an indexed job
    std::string failedIndexes; ///< written alike, with a backoffLimitPerIndex
    UncountedPods uncountedTerminatedPods;
    std::vector<JobCondition> conditions;

    bool operator==(const JobStatus &) const = default;
};
BOOST_DESCRIBE_STRUCT(JobStatus, (),
    (startTime, completionTime, active, ready, succeeded, failed, completedIndexes, failedIndexes,
        uncountedTerminatedPods, conditions))

struct Job {
    ObjectMeta metadata;
    JobSpec spec;
    JobStatus status;

    ObjectKey key() const { return metadata.key(); }
    bool operator==(const Job &) const = default;
};
BOOST_DESCRIBE_STRUCT(Job, (), (metadata, spec, status))

struct ReplicaSetSpec {
    std::optional<std::int64_t> replicas; ///< unset counts as 1
    std::int64_t minReadySeconds = 0;
    LabelSelector selector;
    PodTemplate template_;

    bool operator==(const ReplicaSetSpec &) const = default;
};
BOOST_DESCRIBE_STRUCT(ReplicaSetSpec, (), (replicas, minReadySeconds, selector, template_))

struct ReplicaSetStatus {
    std::int64_t replicas = 0;
    std::optional<std::int64_t> fullyLabeledReplicas;
    std::optional<std::int64_t> readyReplicas;
    std::optional<std::int64_t> availableReplicas;
    std::optional<std::int64_t> observedGeneration;
    std::vector<Condition> conditions;

    bool operator==(const ReplicaSetStatus &) const = default;
};
BOOST_DESCRIBE_STRUCT(ReplicaSetStatus, (),
    (replicas, fullyLabeledReplicas, readyReplicas, availableReplicas, observedGeneration, conditions))

struct ReplicaSet {
    ObjectMeta metadata;
    ReplicaSetSpec spec;
    ReplicaSetStatus status;

    ObjectKey key() const { return metadata.key(); }
    std::int64_t wantedReplicas() const { return spec.replicas.value_or(1); }
    bool operator==(const ReplicaSet &) const = default;
};
BOOST_DESCRIBE_STRUCT(ReplicaSet, (), (metadata, spec, status))

struct DeploymentRollingUpdate {
    std::optional<IntOrString> maxUnavailable; ///< unset is 25%, rounded down
    std::optional<IntOrString> maxSurge; ///< unset is 25%, rounded up

    bool operator==(const DeploymentRollingUpdate &) const = default;
};
BOOST_DESCRIBE_STRUCT(DeploymentRollingUpdate, (), (maxUnavailable, maxSurge))

struct DeploymentStrategy {
    std::string type; ///< RollingUpdate (empty), Recreate
    DeploymentRollingUpdate rollingUpdate;

    bool operator==(const DeploymentStrategy &) const = default;
};
BOOST_DESCRIBE_STRUCT(DeploymentStrategy, (), (type, rollingUpdate))

struct DeploymentSpec {
    std::optional<std::int64_t> replicas; ///< unset counts as 1
    LabelSelector selector;
    PodTemplate template_;
    DeploymentStrategy strategy;
    std::int64_t minReadySeconds = 0;
    std::optional<std::int64_t> revisionHistoryLimit; ///< unset is 10
    bool paused = false;
    std::optional<std::int64_t> progressDeadlineSeconds; ///< unset is 600

    bool operator==(const DeploymentSpec &) const = default;
};
BOOST_DESCRIBE_STRUCT(DeploymentSpec, (),
    (replicas, selector, template_, strategy, minReadySeconds, revisionHistoryLimit, paused,
        progressDeadlineSeconds))

struct DeploymentStatus {
    std::optional<std::int64_t> observedGeneration;
    std::int64_t replicas = 0;
    std::optional<std::int64_t> updatedReplicas;
    std::optional<std::int64_t> readyReplicas;
    std::optional<std::int64_t> availableReplicas;
    std::optional<std::int64_t> unavailableReplicas;
    std::optional<std::int64_t> collisionCount;
    std::vector<RolloutCondition> conditions;

    bool operator==(const DeploymentStatus &) const = default;
};
BOOST_DESCRIBE_STRUCT(DeploymentStatus, (),
    (observedGeneration, replicas, updatedReplicas, readyReplicas, availableReplicas, unavailableReplicas,
        collisionCount, conditions))

struct Deployment {
    ObjectMeta metadata;
    DeploymentSpec spec;
    DeploymentStatus status;

    ObjectKey key() const { return metadata.key(); }
    std::int64_t wantedReplicas() const { return spec.replicas.value_or(1); }
    bool operator==(const Deployment &) const = default;
};
BOOST_DESCRIBE_STRUCT(Deployment, (), (metadata, spec, status))

struct PodDisruptionBudgetSpec {
    std::optional<IntOrString> minAvailable;
    std::optional<IntOrString> maxUnavailable;
    std::optional<LabelSelector> selector; ///< unset selects nothing, empty everything
    std::string unhealthyPodEvictionPolicy; ///< IfHealthyBudget, AlwaysAllow

    bool operator==(const PodDisruptionBudgetSpec &) const = default;
};
BOOST_DESCRIBE_STRUCT(
    PodDisruptionBudgetSpec, (), (minAvailable, maxUnavailable, selector, unhealthyPodEvictionPolicy))

struct BudgetCondition {
    std::string type;
    std::string status;
    std::optional<std::int64_t> observedGeneration;
    std::optional<Time> lastTransitionTime;
    std::string reason;
    std::string message;

    bool operator==(const BudgetCondition &) const = default;
};
BOOST_DESCRIBE_STRUCT(
    BudgetCondition, (), (type, status, observedGeneration, lastTransitionTime, reason, message))

struct PodDisruptionBudgetStatus {
    std::optional<std::int64_t> observedGeneration;
    /// Pods whose eviction was granted, and when; they may still be there.
    std::map<std::string, Time, std::less<>> disruptedPods;
    std::int64_t disruptionsAllowed = 0;
    std::int64_t currentHealthy = 0;
    std::int64_t desiredHealthy = 0;
    std::int64_t expectedPods = 0;
    std::vector<BudgetCondition> conditions;

    bool operator==(const PodDisruptionBudgetStatus &) const = default;
};
BOOST_DESCRIBE_STRUCT(PodDisruptionBudgetStatus, (),
    (observedGeneration, disruptedPods, disruptionsAllowed, currentHealthy, desiredHealthy, expectedPods,
        conditions))

struct PodDisruptionBudget {
    ObjectMeta metadata;
    PodDisruptionBudgetSpec spec;
    PodDisruptionBudgetStatus status;

    ObjectKey key() const { return metadata.key(); }
    bool operator==(const PodDisruptionBudget &) const = default;
};
BOOST_DESCRIBE_STRUCT(PodDisruptionBudget, (), (metadata, spec, status))

/// PodDisruptionBudgets as policy/v1beta1 has them, which servers of Kubernetes 1.5 to 1.24 serve.
const Resource &olderPodBudgets();
/// The object as policy/v1 has it: in v1beta1 an empty selector selects nothing.
JsonPtr renewedPodBudget(const JsonPtr &older);

struct Pod;
bool coversPod(const PodDisruptionBudget &budget, const Pod &pod);

struct ReplicationControllerSpec {
    std::optional<std::int64_t> replicas; ///< unset counts as 1
    std::int64_t minReadySeconds = 0;
    Labels selector;
    PodTemplate template_;

    bool operator==(const ReplicationControllerSpec &) const = default;
};
BOOST_DESCRIBE_STRUCT(ReplicationControllerSpec, (), (replicas, minReadySeconds, selector, template_))

struct ReplicationController {
    ObjectMeta metadata;
    ReplicationControllerSpec spec;
    ReplicaSetStatus status;

    ObjectKey key() const { return metadata.key(); }
    std::int64_t wantedReplicas() const { return spec.replicas.value_or(1); }
    bool operator==(const ReplicationController &) const = default;
};
BOOST_DESCRIBE_STRUCT(ReplicationController, (), (metadata, spec, status))

} // namespace core::api
