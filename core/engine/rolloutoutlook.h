// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a rollout that is under way does to machines that fail.

#include "core/api/machinedeployment.h"
#include "core/api/mcm.h"
#include "core/engine/outlook.h"
#include "core/runtime/store.h"

namespace core::engine {

/// Who carries out the rollouts of machine.openshift.io; the name is as in --controllers.
inline constexpr std::string_view rolloutUnit = "machinedeployment";

/// Of machines of that family that are foretold and neither boot nor leave: that a rollout, which somebody
/// carries out, deletes the machines of their set.
void tellRollouts(std::vector<Outlook> &outlooks, const runtime::Store<api::Machine> &machines,
    const runtime::Store<api::MachineSet> &sets, const runtime::Store<api::MachineDeployment> &deployments);
void tellRollouts(std::vector<Outlook> &outlooks, const runtime::Store<api::mcm::Machine> &machines,
    const runtime::Store<api::mcm::MachineSet> &sets,
    const runtime::Store<api::mcm::MachineDeployment> &deployments);

} // namespace core::engine
