// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The rules of MachineDeployment that need no view of the cluster (machine-api.md §6): how many machines each
// set may have, names and revisions of sets, the status.

#include "core/api/effect.h"
#include "core/api/machinedeployment.h"

#include <memory>

namespace core::controllers {

using MachineSetPointer = std::shared_ptr<const api::MachineSet>;

/// What is wrong with the spec (§6.1); empty when nothing is.
std::string validationProblem(const api::MachineDeployment &deployment);

// Sizes

/// The bounds of a rollout in machines (§6.4). Recreate has neither surge nor unavailable ones.
struct RolloutLimits {
    std::int64_t desired = 0;
    std::int64_t surge = 0;
    std::int64_t unavailable = 0; ///< at most desired; at least 1 where nothing could move otherwise

    std::int64_t minAvailable() const { return desired - unavailable; }
    std::int64_t maxTotal() const { return desired + surge; }
    bool operator==(const RolloutLimits &) const = default;
};

/// Of a valid spec.
RolloutLimits limitsOf(const api::MachineDeployment &deployment);
bool isRecreate(const api::MachineDeployment &deployment);

/// The sets of a deployment.
struct Rollout {
    MachineSetPointer current; ///< has the deployment's template; null before it is made
    std::vector<MachineSetPointer> old; ///< the oldest first

    std::vector<MachineSetPointer> all() const;
    std::vector<MachineSetPointer> active() const; ///< those that want machines
    bool operator==(const Rollout &) const = default;
};

/// Of the deployment's sets that are not being deleted. The current one is the oldest with its template.
Rollout rolloutOf(const api::MachineDeployment &deployment, std::vector<MachineSetPointer> sets);

struct Resize {
    MachineSetPointer set;
    std::int64_t size = 0;

    bool operator==(const Resize &) const = default;
};

/// Step 2 of a rolling update: how large the current set should be now. A set takes the room of all it wants
/// or still has, whichever is more, so that the surge also holds while sets follow their sizes.
std::int64_t currentSetSize(const RolloutLimits &limits, const Rollout &rollout);
/// Step 3: how large the old sets may be now; those that stay as they are left out.
std::vector<Resize> oldSetSizes(const RolloutLimits &limits, const Rollout &rollout);
/// Whether the number of replicas was changed since the sets were sized (§6.7).
bool isScaling(const api::MachineDeployment &deployment, const Rollout &rollout);
/// Sizes for the deployment's number of replicas, without going on with a rollout (§6.5): growth goes to the
/// newest set, shrinking is shared in proportion. Every set that wants machines is listed, also unchanged.
std::vector<Resize> proportionalSizes(const api::MachineDeployment &deployment, const Rollout &rollout);

// Templates and revisions

/// Equal but for the label that tells them apart.
bool isSameTemplate(const api::MachineTemplate &left, const api::MachineTemplate &right);
/// 32-bit FNV-1a in decimal, of the canonical JSON without that label, and of the collision count (§6.2).
std::string templateHash(
    const api::MachineTemplate &machineTemplate, const std::optional<std::int64_t> &collisionCount);
/// "<deployment>-<the hash in letters>".
std::string machineSetName(const api::MachineDeployment &deployment, const std::string &hash);
/// 0 when the annotation is missing or no number.
std::int64_t revisionOf(const api::ObjectMeta &meta);
/// One more than any old set has.
std::int64_t nextRevision(const Rollout &rollout);
/// The set for the deployment's template, with its revision and the annotations of its size.
api::MachineSet newMachineSet(
    const api::MachineDeployment &deployment, std::int64_t size, std::int64_t revision);
void annotateSize(api::MachineSet &set, const RolloutLimits &limits);
/// The current set as it should be: the deployment's annotations and minReadySeconds, the newest revision.
api::MachineSet broughtUpToDate(const api::MachineDeployment &deployment, const Rollout &rollout);
/// The set of the revision that is asked for; 0 asks for the newest old one. Null when there is none.
MachineSetPointer rollbackTarget(const Rollout &rollout, std::int64_t revision);
/// The deployment with the template and annotations of the set.
api::MachineDeployment rolledBack(const api::MachineDeployment &deployment, const api::MachineSet &to);
/// Old sets beyond revisionHistoryLimit that have nothing left, the oldest first.
std::vector<MachineSetPointer> expiredSets(const api::MachineDeployment &deployment, const Rollout &rollout);

// Status

/// What a pass did about the current set.
struct Step {
    std::string reason; ///< NewMachineSetCreated, FoundNewMachineSet; empty: nothing
    std::string message;
};

/// The status that the sets give the deployment, with its conditions (§6.7).
api::MachineDeploymentStatus statusOf(
    const api::MachineDeployment &deployment, const Rollout &rollout, const Step &step, base::Time now);
/// Every machine is of the current template, available, and no other is left.
bool isComplete(const api::MachineDeployment &deployment, const api::MachineDeploymentStatus &status);
const api::MachineDeploymentCondition *findCondition(
    const api::MachineDeploymentStatus &status, std::string_view type);
/// Puts the condition in its place, sorted by type. The time of the last update becomes now (whole seconds)
/// when status, reason or message change, that of the transition when the status does.
void setCondition(
    api::MachineDeploymentStatus &status, api::MachineDeploymentCondition wanted, base::Time now);
/// How long until the progress deadline has to be looked at again; nothing when none is running.
std::optional<base::Duration> untilDeadline(
    const api::MachineDeployment &deployment, const api::MachineDeploymentStatus &status, base::Time now);

} // namespace core::controllers
