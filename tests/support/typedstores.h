// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Stores that a test fills itself: for what only reads them.

#include "core/api/machinedeployment.h"
#include "core/controllers/machinedeployment/machinedeployment.h"
#include "core/controllers/stores.h"

namespace support {

namespace api = core::api;
namespace runtime = core::runtime;

struct TypedStores : core::controllers::OwnStores {
    TypedStores()
    {
        using namespace core::controllers;
        addIndexes(machineSets, machineSetIndexes());
        addIndexes(machines, machineIndexes());
        addIndexes(nodes, nodeIndexes());
        addIndexes(pods, podIndexes());
    }

    runtime::Store<api::MachineDeployment> deployments;
};

} // namespace support
