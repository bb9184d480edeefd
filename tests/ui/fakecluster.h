// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Objects as a cluster would send them, and a whole cluster with a past, for tests and pictures of the
// window.

#include "core/engine/values.h"

namespace fake {

using namespace core::api;

/// 2026-11-20T10:00:00Z: now, in these clusters.
Time now();

std::shared_ptr<const MachineSet> machineSet(
    const std::string &name, std::int64_t replicas, std::int64_t ready);
/// One of the revisions of a deployment.
std::shared_ptr<const MachineSet> revision(const std::string &deployment, int number, const std::string &set,
    std::int64_t replicas, std::int64_t ready);
/// Its Progressing condition has that status and reason.
std::shared_ptr<const MachineDeployment> machineDeployment(const std::string &name, std::int64_t replicas,
    std::int64_t updated, const std::string &progressing = "True",
    const std::string &reason = "MachineSetUpdated");
/// The machine has no node when none is named.
std::shared_ptr<const Machine> machine(const std::string &name, const std::string &set,
    std::string_view phase, const std::string &node = {}, std::chrono::seconds age = std::chrono::minutes(5));
/// One machine of each phase, their set, deployment and class, of the machine-controller-manager.
void addMcm(core::engine::ChangeSet &changes);
/// ready is "True", "False" or "Unknown".
std::shared_ptr<const Node> node(
    const std::string &name, std::string_view ready, std::string_view fault = {});
std::shared_ptr<const MachineHealthCheck> healthCheck(const std::string &name, const std::string &set);
std::shared_ptr<const Event> event(const std::string &name, const ObjectReference &about,
    const std::string &type, const std::string &reason, const std::string &message, std::chrono::seconds ago);

core::engine::Status status(core::engine::Mode mode = core::engine::Mode::Lab);

/// The health check is in the middle of its work.
core::engine::ChangeSet whatIsSaidOf(const ResourceRef &check);

/// The machine's node has failed some seconds ago, and the health check will replace it.
core::engine::ChangeSet whatAwaits(const ResourceRef &machine);

/// 60 machines in two sets, a few of them failed, with the facts and episodes of the last ten minutes, 6 of a
/// deployment in the middle of a rollout, and what addMcm adds. A reset.
core::engine::ChangeSet demoCluster(core::engine::Mode mode = core::engine::Mode::Lab);

} // namespace fake
