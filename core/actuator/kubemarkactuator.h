// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Machines are hollow nodes: each is one pod in the namespace kubemark-actuator (docs/machines.md §2).
// A machine with the annotation machine.openshift.io/static-machine stands for a Node that
// exists already; that Node is never made and never deleted here.

#include "core/actuator/actuator.h"
#include "core/actuator/kubemarkreasons.h"
#include "core/base/chance.h"

namespace core::actuator {

/// A machine with the value "cluster" leaves its pod to the cluster's own scheduler and kubelets, which run
/// the configured image.
inline constexpr std::string_view kubeletsAnnotation = "hollowlab.io/kubelets";

struct KubemarkOptions {
    std::string hollowHost; ///< the Node to bind hollow pods to
    bool hasKubelets = false; ///< the cluster has kubelets of its own, so that kubeletsAnnotation counts
    base::Chance chance {0}; ///< of provider errors
};

class KubemarkActuator : public Actuator
{
public:
    explicit KubemarkActuator(KubemarkOptions options) : m_options(std::move(options)) { }

    api::ObjectKey newPodKey(const api::Machine &machine) const override;
    std::string nodeName(const api::Machine &machine, const ObservedInstance &seen) const override;
    std::optional<std::size_t> quota(const api::Machine &machine) const override;
    std::optional<Instance> find(const api::Machine &machine, const ObservedInstance &seen) const override;
    ActuatorPlan planCreate(
        const api::Machine &machine, const ObservedInstance &seen, base::Time now) const override;
    ActuatorPlan planUpdate(
        const api::Machine &machine, const ObservedInstance &seen, base::Time now) const override;
    ActuatorPlan planDelete(
        const api::Machine &machine, const ObservedInstance &seen, base::Time now) const override;
    InstanceFacts lostFacts(const api::Machine &machine) const override;
    ActuatorPlan planCreateFailed(
        const api::Machine &machine, const base::Error &error, base::Time now) const override;
    bool recreatesLost(const api::Machine &machine) const override;

private:
    std::string hostFor(const api::Machine &machine) const;

    KubemarkOptions m_options;
};

} // namespace core::actuator
