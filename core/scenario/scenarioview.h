// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a scenario sees of a cluster: the informers' stores and the timeline. Read only, never kept over a
// turn.

#include "core/api/machine.h"
#include "core/api/machinedeployment.h"
#include "core/api/node.h"
#include "core/api/pod.h"
#include "core/api/workload.h"
#include "core/runtime/store.h"
#include "core/scenario/scenario.h"
#include "core/timeline/timeline.h"

namespace core::scenario {

struct ScenarioView {
    const runtime::Store<api::MachineDeployment> &machineDeployments;
    const runtime::Store<api::MachineSet> &machineSets;
    const runtime::Store<api::Machine> &machines;
    const runtime::Store<api::Node> &nodes;
    const runtime::Store<api::MachineHealthCheck> &healthChecks;
    const runtime::Store<api::Pod> &pods;
    const runtime::Store<api::Job> *jobs; ///< null on an external cluster: nobody here reads them there
    const timeline::Timeline &timeline;
    std::string defaultNamespace = "default";

    /// The key with the default namespace where none was written.
    ObjectKey resolved(const ObjectKey &key) const;
};

using MachinePtr = std::shared_ptr<const api::Machine>;
using NodePtr = std::shared_ptr<const api::Node>;

/// A machine and the node that it is linked to, null when there is none.
struct MachineAndNode {
    MachinePtr machine;
    NodePtr node;
};

/// Those of a MachineSet or of a MachineDeployment of that name (by the controller references), or all;
/// oldest first, then by name.
std::vector<MachineAndNode> machinesOf(const ScenarioView &view, const std::optional<ObjectKey> &set);
std::vector<NodePtr> nodesOf(const ScenarioView &view, const std::optional<ObjectKey> &set);

/// Which nodes the target means right now: for machines, those that they are linked to. NotFound says what is
/// missing.
base::Result<std::vector<NodePtr>> findNodes(const ScenarioView &view, const Target &target);
base::Result<std::vector<MachinePtr>> findMachines(const ScenarioView &view, const Target &target);

/// Whether a condition holds, and in words what was expected and what was found instead.
struct Verdict {
    bool holds = false;
    api::Saying expected;
    api::Saying found;
};

/// Episodes count from the given moment on.
Verdict judge(const ScenarioView &view, const Condition &condition, api::Time since, api::Time now);
/// The first condition that does not hold; nothing when all do.
std::optional<Verdict> firstFailing(
    const ScenarioView &view, const std::vector<Condition> &conditions, api::Time since, api::Time now);

} // namespace core::scenario
