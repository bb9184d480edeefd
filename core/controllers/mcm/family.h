// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The sets and deployments of machine.sapcloud.io: words that their controllers share, what a new revision is
// (docs/machines.md §6.6), and what is this family's own of a rollout.

#include "core/api/mcm.h"
#include "core/controllers/stores.h"
#include "core/rollout/rollout.h"
#include "core/rollout/setrules.h"

namespace core::controllers::mcm {

using api::mcm::Machine;
using api::mcm::MachineDeployment;
using api::mcm::MachineSet;
using MachinePointer = std::shared_ptr<const Machine>;
using MachineSetPointer = std::shared_ptr<const MachineSet>;
using MachineDeploymentPointer = std::shared_ptr<const MachineDeployment>;
using Rollout = rollout::RolloutOf<MachineSet>;
using rollout::put;

/// The deployment's own annotation names (§6.2).
inline constexpr rollout::RolloutKeys rolloutKeys {"deployment.kubernetes.io/revision",
    "deployment.kubernetes.io/revision-history", "deployment.kubernetes.io/desired-replicas",
    "deployment.kubernetes.io/max-replicas", api::keys::templateHash};
/// The taint stands on the nodes of old sets during a rollout, "True" and PreferNoSchedule (§6.2).
inline constexpr std::string_view preferNoSchedule = "deployment.machine.sapcloud.io/prefer-no-schedule";

inline constexpr std::string_view frozenCondition = "Frozen";
inline constexpr std::string_view replicaFailureCondition = "ReplicaFailure";

/// Label or condition (§9.9).
bool isFrozen(const MachineSet &set);
bool isFrozen(const MachineDeployment &deployment);
/// A machine on its way out is deleted, or in phase Terminating.
bool isTerminating(const Machine &machine);
/// Phase Available or Running (§9.8).
bool isAvailable(const Machine &machine);
/// The name of its node; empty before it is known.
std::string_view nodeNameOf(const Machine &machine);
/// The number in the annotation, 3 when there is none (§9.4); 1 goes first.
std::int64_t priorityOf(const Machine &machine);

/// Takes over what makes no new revision: the node template, the settings of the machine, the kind of the
/// class.
void takePartsInPlace(api::mcm::MachineSpec &to, const api::mcm::MachineSpec &from);

enum class Strategy { Recreate, RollingUpdate, InPlaceUpdate };
/// What a valid spec asks for.
Strategy strategyOf(const MachineDeployment &deployment);
api::RolloutLimits limitsOf(const MachineDeployment &deployment);
/// What is wrong with the spec (§6.6).
rollout::SpecProblem validationProblem(const MachineDeployment &deployment);
rollout::SpecProblem validationProblem(const MachineSet &set);

/// Somebody else takes the owner references away first: what is owned stays.
inline constexpr std::string_view orphanFinalizer = "orphan";

struct SetStores {
    const runtime::Store<MachineDeployment> &deployments;
    const runtime::Store<MachineSet> &sets; ///< with setIndexes()
    const runtime::Store<Machine> &machines; ///< with setMachineIndexes()
    const runtime::Store<api::Node> &nodes;
};

namespace indexNames {
inline constexpr std::string_view setsByNamespace = "rolloutSetsByNamespace";
inline constexpr std::string_view machinesByController = "setControllerUid";
inline constexpr std::string_view machinesWithoutController = "namespaceWithoutSet";
inline constexpr std::string_view machinesByNodeLabel = "setNodeLabel";
} // namespace indexNames
std::vector<Index<MachineSet>> setIndexes();
std::vector<Index<Machine>> setMachineIndexes();

} // namespace core::controllers::mcm

namespace core::rollout {

template<>
struct RolloutFamily<api::mcm::MachineSet> {
    using Deployment = api::mcm::MachineDeployment;
    using Template = api::mcm::MachineTemplate;

    static constexpr RolloutKeys keys = controllers::mcm::rolloutKeys;
    static constexpr HashStyle hash {.lettersInName = 5};
    static constexpr auto growth = api::Growth::OfNewest;
    static constexpr const RolloutWords &words = machineWords;
    static constexpr auto reason = machineRolloutReason;

    static std::int64_t wanted(const api::mcm::MachineSet &set) { return set.spec.replicas; }
    static api::RolloutLimits limits(const Deployment &deployment)
    {
        return controllers::mcm::limitsOf(deployment);
    }
    static Template comparable(Template machineTemplate);
    static void follow(api::mcm::MachineSet &set, const Deployment &deployment);
    static std::optional<std::int64_t> historyLimit(const Deployment &deployment)
    {
        return deployment.spec.revisionHistoryLimit;
    }
    static std::optional<std::chrono::seconds> deadline(const Deployment &deployment);
    /// ReplicaFailure, and the list of failed machines; Frozen is the safety controller's.
    static void judgeFailures(api::mcm::MachineDeploymentStatus &status,
        const RolloutOf<api::mcm::MachineSet> &rollout, base::Time now);
};

} // namespace core::rollout
