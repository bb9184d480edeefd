// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How many machines fit here. A set of two billion would grow until the memory ends, and take everything else
// with it: it gets none, and is told why. Asked before each creation of a controller; counts what the stores
// show, so that the last plan may exceed the limit by what it sends at once.

#include "core/api/machine.h"
#include "core/api/mcm.h"
#include "core/api/pod.h"
#include "core/api/workload.h"
#include "core/runtime/effectrunner.h"

namespace core::engine {

/// What one of ten thousand machines of a lab takes with all its objects, as measured (README.md, "How
/// fast").
inline constexpr std::int64_t bytesOfMachine = 67'000;
/// How long it takes on the wall clock to make it until its node is Ready, its boot aside.
inline constexpr std::chrono::microseconds makingOneMachine {1'100};

/// Half of the memory that is free at present, at what a machine takes with all its objects; a thousand at
/// least.
std::size_t machinesThatFit();

struct Capacity {
    const runtime::Store<api::Machine> &machines;
    const runtime::Store<api::mcm::Machine> &mcmMachines;
    const runtime::Store<api::Pod> &pods;
    const runtime::Store<api::MachineSet> &machineSets;
    const runtime::Store<api::mcm::MachineSet> &mcmMachineSets;
    const runtime::Store<api::ReplicaSet> *replicaSets; ///< null on an external cluster
    const runtime::Store<api::ReplicationController> *replicationControllers; ///< likewise
    const runtime::Store<api::Job> *jobs; ///< likewise
    std::size_t mostMachines;

    /// Forbidden: what is to be made is one too many, or its owner wants more than there may ever be.
    base::Result<> admit(const api::CreateObject &creation) const;

private:
    /// How many its controlling owner wants; nothing when that is none of these.
    std::optional<std::size_t> wantedByOwner(const api::CreateObject &creation) const;
};

} // namespace core::engine
