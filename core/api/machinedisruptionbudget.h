// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// MachineDisruptionBudget of healthchecking.openshift.io/v1alpha1: how many machines the health checks of
// that generation may disrupt at a time (docs/machines.md §7.8).

#include "core/api/machine.h"

namespace core::api {

struct MachineDisruptionBudgetSpec {
    std::optional<std::int64_t> minAvailable;
    std::optional<std::int64_t> maxUnavailable; ///< goes before minAvailable
    LabelSelector selector; ///< over the machines of the namespace; empty matches nothing

    bool operator==(const MachineDisruptionBudgetSpec &) const = default;
};
BOOST_DESCRIBE_STRUCT(MachineDisruptionBudgetSpec, (), (minAvailable, maxUnavailable, selector))

struct MachineDisruptionBudgetStatus {
    std::optional<std::int64_t> observedGeneration;
    /// Machines whose remediation was granted, and when; they may still be there.
    std::map<std::string, Time, std::less<>> disruptedMachines;
    std::int64_t disruptionsAllowed = 0;
    std::int64_t currentHealthy = 0;
    std::int64_t desiredHealthy = 0;
    std::int64_t expectedMachines = 0;

    bool operator==(const MachineDisruptionBudgetStatus &) const = default;
};
BOOST_DESCRIBE_STRUCT(MachineDisruptionBudgetStatus, (),
    (observedGeneration, disruptedMachines, disruptionsAllowed, currentHealthy, desiredHealthy,
        expectedMachines))

struct MachineDisruptionBudget {
    ObjectMeta metadata;
    MachineDisruptionBudgetSpec spec;
    MachineDisruptionBudgetStatus status;

    ObjectKey key() const { return metadata.key(); }
    bool operator==(const MachineDisruptionBudget &) const = default;
};
BOOST_DESCRIBE_STRUCT(MachineDisruptionBudget, (), (metadata, spec, status))

} // namespace core::api
