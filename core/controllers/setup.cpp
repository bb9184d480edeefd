// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/setup.h"

#include "core/controllers/healthcheck/healthcheckv1alpha1.h"
#include "core/controllers/machinedeployment/machinedeployment.h"
#include "core/controllers/stores.h"

namespace core::controllers {

void addIndexes(runtime::InformerSet &informers)
{
    addIndexes(informers.of<api::MachineSet>(), machineSetIndexes());
    informers.of<api::MachineHealthCheck>();
    informers.of<api::HealthCheckV1alpha1>();
    informers.ofNamespace<api::ConfigMap>(std::string(unhealthyConditionsNamespace));
    informers.of<api::Cluster>();
    informers.of<api::MachineDisruptionBudget>();
    informers.ofOptional<api::PodDisruptionBudget>({{&api::olderPodBudgets(), api::renewedPodBudget}});
    addIndexes(informers.of<api::Machine>(), machineIndexes());
    addIndexes(informers.of<api::Node>(), nodeIndexes());
    addIndexes(informers.of<api::Pod>(), podIndexes());
}

Stores storesOf(runtime::InformerSet &informers)
{
    return {informers.of<api::MachineSet>().store(), informers.of<api::Machine>().store(),
        informers.of<api::MachineHealthCheck>().store(), informers.of<api::Node>().store(),
        informers.of<api::Pod>().store(), informers.of<api::HealthCheckV1alpha1>().store(),
        informers.of<api::ConfigMap>().store(), informers.of<api::Cluster>().store(),
        informers.of<api::MachineDisruptionBudget>().store(),
        informers.of<api::PodDisruptionBudget>().store()};
}

} // namespace core::controllers
