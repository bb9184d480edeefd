// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// MachineHealthCheck of healthchecking.openshift.io/v1alpha1, the generation before that of machine.h
// (docs/machines.md §7.1). It says only which machines; what counts as unhealthy is in a ConfigMap.

#include "core/api/machine.h"

namespace core::api {

namespace keys {
/// The value "reboot" on a v1alpha1 health check asks for the node to be rebooted instead of replaced.
inline constexpr std::string_view healthCheckStrategy = "healthchecking.openshift.io/strategy";
/// The annotation stands on a Node, left empty: whoever can reboot it shall.
inline constexpr std::string_view rebootRequest = "healthchecking.openshift.io/machine-remediation-reboot";
} // namespace keys

struct HealthCheckV1alpha1Spec {
    LabelSelector selector; ///< over the machines of all namespaces; empty matches nothing

    bool operator==(const HealthCheckV1alpha1Spec &) const = default;
};
BOOST_DESCRIBE_STRUCT(HealthCheckV1alpha1Spec, (), (selector))

/// Kind MachineHealthCheck. The original has no status; here it is an ordinary field of the object (there is
/// no status subresource), so that a check of this generation can tell as much as one of the next.
struct HealthCheckV1alpha1 {
    ObjectMeta metadata;
    HealthCheckV1alpha1Spec spec;
    MachineHealthCheckStatus status;

    ObjectKey key() const { return metadata.key(); }
    bool operator==(const HealthCheckV1alpha1 &) const = default;
};
BOOST_DESCRIBE_STRUCT(HealthCheckV1alpha1, (), (metadata, spec, status))

} // namespace core::api
