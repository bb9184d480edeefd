// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Stores that a test fills itself: for what only reads them.

#include "core/api/machinedeployment.h"
#include "core/controllers/machinedeployment/machinedeployment.h"
#include "core/controllers/stores.h"

namespace support {

namespace api = core::api;
namespace runtime = core::runtime;

struct TypedStores {
    TypedStores()
    {
        using namespace core::controllers;
        addIndexes(machineSets, machineSetIndexes());
        addIndexes(machines, machineIndexes());
        addIndexes(nodes, nodeIndexes());
        addIndexes(pods, podIndexes());
    }

    runtime::Store<api::MachineDeployment> deployments;
    runtime::Store<api::MachineSet> machineSets;
    runtime::Store<api::Machine> machines;
    runtime::Store<api::MachineHealthCheck> healthChecks;
    runtime::Store<api::Node> nodes;
    runtime::Store<api::Pod> pods;
    runtime::Store<api::HealthCheckV1alpha1> healthChecksV1alpha1;
    runtime::Store<api::ConfigMap> configMaps;
    runtime::Store<api::Cluster> clusters;
    const core::controllers::Stores stores {
        machineSets, machines, healthChecks, nodes, pods, healthChecksV1alpha1, configMaps, clusters};
};

} // namespace support
