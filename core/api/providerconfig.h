// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// KubemarkMachineProviderConfig and …Status (docs/machines.md §1).

#include "core/api/codec.h"
#include "core/api/meta.h"

namespace core::api {

namespace keys {
/// These annotations of a provider config are the topology labels that the node registers with; others are
/// in recipe.h and providererrors.h.
inline constexpr std::string_view zone = "hollowlab.io/zone";
inline constexpr std::string_view region = "hollowlab.io/region";
/// The label stands on a Node.
inline constexpr std::string_view topologyZone = "topology.kubernetes.io/zone";
inline constexpr std::string_view topologyRegion = "topology.kubernetes.io/region";
} // namespace keys

/// What a hollow node advertises when its config does not say.
inline constexpr std::int64_t defaultCores = 1;
inline constexpr std::int64_t defaultMemory = 4'026'531'840; ///< bytes

/// Its fields are described one by one in providerfields.h.
struct KubemarkProviderConfig {
    std::string apiVersion;
    std::string kind;
    ObjectMeta metadata; ///< only the annotations named above mean something
    std::string image;
    bool turnUnhealthyAfter = false;
    bool turnUnhealthyPeriodically = false;
    GoDuration healthyDuration;
    GoDuration unhealthyDuration;
    std::optional<GoDuration> deletionTimeout;
    std::optional<std::int64_t> numCores;
    std::optional<std::int64_t> memoryCapacity; ///< bytes

    /// When turnUnhealthyAfter strikes, counted from the start: §1.4 row 1.
    base::Duration unhealthyAfterDelay() const;
    bool operator==(const KubemarkProviderConfig &) const = default;
};
BOOST_DESCRIBE_STRUCT(KubemarkProviderConfig, (),
    (apiVersion, kind, metadata, image, turnUnhealthyAfter, turnUnhealthyPeriodically, healthyDuration,
        unhealthyDuration, deletionTimeout, numCores, memoryCapacity))

struct ConfigProblem {
    enum class Severity { Error, Warning };
    Severity severity = Severity::Error;
    std::string field; ///< JSON name, "image"
    std::string message;

    bool operator==(const ConfigProblem &) const = default;
};

/// Reads spec.providerSpec.value. Invalid when it is missing, of a foreign kind or a field has the wrong
/// type.
base::Result<KubemarkProviderConfig> parseProviderConfig(const Json &value);
/// All that §1.2–1.4 say against the config, in the order of the fields. Errors forbid creation.
std::vector<ConfigProblem> validate(const KubemarkProviderConfig &config);
/// The errors of validate() in one sentence, empty when there are none.
std::string errorText(const std::vector<ConfigProblem> &problems);
/// The document to store: apiVersion v1alpha1, every field written (§1.2), metadata only when there is some.
Json writeProviderConfig(const KubemarkProviderConfig &config);

struct ProviderCondition {
    std::string type;
    std::string status;
    std::optional<Time> lastProbeTime;
    std::optional<Time> lastTransitionTime;
    std::string reason;
    std::string message;

    bool operator==(const ProviderCondition &) const = default;
};
BOOST_DESCRIBE_STRUCT(
    ProviderCondition, (), (type, status, lastProbeTime, lastTransitionTime, reason, message))

/// The latest attempt at the instance that the provider refused (annotation hollowlab.io/provider-errors).
struct ProviderFailure {
    std::string operation; ///< "create" or "delete"
    std::string kind; ///< see ProviderErrorKind
    std::int64_t attempts = 0; ///< of the operation, all refused
    std::optional<Time> lastAttempt;

    bool operator==(const ProviderFailure &) const = default;
};
BOOST_DESCRIBE_STRUCT(ProviderFailure, (), (operation, kind, attempts, lastAttempt))

struct KubemarkProviderStatus {
    std::string apiVersion;
    std::string kind;
    std::optional<std::string> instanceId; ///< "<pod namespace>/<pod name>"
    std::optional<std::string> instanceState; ///< the pod's phase
    std::vector<ProviderCondition> conditions;
    std::optional<ProviderFailure> failure; ///< unset: nothing was refused, or it succeeded since

    bool operator==(const KubemarkProviderStatus &) const = default;
};
BOOST_DESCRIBE_STRUCT(
    KubemarkProviderStatus, (), (apiVersion, kind, instanceId, instanceState, conditions, failure))

} // namespace core::api
