// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Puts the reconcilers of this folder to work: which stores and indexes they read, which changes wake them.

#include "core/actuator/actuator.h"
#include "core/base/chance.h"
#include "core/controllers/healthcheck/remediationobjects.h"
#include "core/runtime/controller.h"

namespace core::controllers {

/// What controllers of both machine systems are made from besides; it outlives them.
struct MachineControllerContext : runtime::ControllerContext {
    const actuator::Actuator &actuator;
    RemediationObjects *external = nullptr;
};

/// Makes the informers and registers the indexes; once, before the informers start.
void addIndexes(runtime::InformerSet &informers);
Stores storesOf(runtime::InformerSet &informers);

std::unique_ptr<runtime::Controller> makeMachineController(const MachineControllerContext &context);
std::unique_ptr<runtime::Controller> makeMachineSetController(const MachineControllerContext &context);
std::unique_ptr<runtime::Controller> makeMachineDeploymentController(const MachineControllerContext &context);
std::unique_ptr<runtime::Controller> makeNodeLinkController(const MachineControllerContext &context);
std::unique_ptr<runtime::Controller> makeHealthCheckController(const MachineControllerContext &context);
std::unique_ptr<runtime::Controller> makeHealthCheckV1alpha1Controller(
    const MachineControllerContext &context);
std::unique_ptr<runtime::Controller> makeMachineDisruptionController(const MachineControllerContext &context);
std::unique_ptr<runtime::Controller> makeOrphanSweepController(const MachineControllerContext &context);
/// For labs: on a real cluster the autoscaler of that cluster does this, and our prerequisites don't let us
/// read what it reads.
std::unique_ptr<runtime::Controller> makeAutoscalerController(const MachineControllerContext &context);

} // namespace core::controllers
