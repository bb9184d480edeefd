// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What was to happen next at a moment of the past, by the rules of the health checks and the rollouts over
// the objects as they were then. What else controllers said is not kept.

#include "core/api/rolloutsizes.h"
#include "core/engine/dryrun.h"
#include "core/engine/moment.h"
#include "core/engine/outlook.h"

namespace core::engine {

/// Which of that our controllers do.
struct CarriedOut {
    bool healthChecks = false;
    bool rollouts = false; ///< of machine.openshift.io
};

class PastOutlook
{
public:
    PastOutlook(const Moment &moment, CarriedOut carriedOut);

    /// Of the machines of machine.openshift.io that were not well.
    const std::vector<Outlook> &outlooks() const { return m_outlooks; }
    /// What the health checks thought of the object; nothing of the machine-controller-manager's family,
    /// whose own controllers foretell it.
    std::optional<Judgement> judgementOn(const api::ResourceRef &object) const;
    /// What bounds the rollouts of the deployment; nothing of another object, nor of one that can't be
    /// carried out.
    std::optional<api::RolloutLimits> limitsOf(const api::ResourceRef &deployment) const;

private:
    struct Check {
        HealthCheckVerdicts counts; ///< without its machines, to be copied often
        std::vector<MachineVerdict> machines;
    };

    HealthCheckVerdicts verdictsOf(const api::ResourceRef &check, const api::ObjectKey *only) const;

    controllers::OwnStores m_objects;
    runtime::Store<api::MachineDeployment> m_deployments;
    runtime::Store<api::mcm::Machine> m_mcmMachines;
    std::vector<Check> m_checks;
    std::vector<Outlook> m_outlooks;
};

/// Null where it can't be told: in a gap, which shows objects of another time, and where health checks are
/// that read their conditions from a ConfigMap, which is not kept. Costs some ten milliseconds for ten
/// thousand machines, on whatever thread.
std::shared_ptr<const PastOutlook> outlookAt(const Moment &moment, CarriedOut carriedOut);

} // namespace core::engine
