// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Binds claims to volumes, makes hollow ones for them, and lets these go with their claims (docs/machines.md
// §3.16). A hollow volume holds nothing and can be reached from every node. Finalizers keep a claim while a
// pod that was given a node uses it, and a volume while a claim is bound to it.
//
// Keys are claims ("volumeclaim") and volumes ("volume"). Reads both, classes and nodes; volumes by
// volumesByClaim, pods by podsByClaim.

#include "core/api/reason.h"
#include "core/api/volume.h"
#include "core/controlplane/controllers.h"

namespace core::controlplane {

inline constexpr api::ReasonKind volumeReasons[] {
    {"Bound", "The claim is bound to volume {volume}."},
    {"Binding", "Binds the claim to volume {volume}."},
    {"Lost", "The volume {volume} of the claim is gone, or another claim's."},
    {"WaitingForVolume", "The claim names the volume {volume}, which is not there, or another claim's."},
    {"ChoosingClass", "The claim names no class, and gets the default one, {class}."},
    {"WaitingForConsumer", "Waits for a pod that needs it: its node is chosen first."},
    {"NoVolume", "No volume is as the claim asks for, and no class makes one."},
    {"NoClass", "There is no class {class}."},
    {"ForeignProvisioner", "Waits for {provisioner} to make a volume."},
    {"Provisioning", "Makes the hollow volume {volume}."},
    {"InUse", "The volume is bound to claim {claim}."},
    {"Available", "The volume waits for a claim."},
    {"Released", "The claim {claim} is gone; the volume is kept."},
    {"Removing", "The claim {claim} is gone, and the hollow volume goes too."},
    {"Deleting", "It is being deleted."},
    {"Protecting", "It gets the finalizer that keeps it while it is used."},
    {"HeldByPod", "It goes once the pod {pod} is gone, which uses it."},
    {"HeldByClaim", "It goes once the claim {claim} is gone, to which it is bound."},
};
inline constexpr api::Reasons<volumeReasons> volumeReason;

using ClaimPointer = std::shared_ptr<const api::PersistentVolumeClaim>;
using VolumePointer = std::shared_ptr<const api::PersistentVolume>;
using ClassPointer = std::shared_ptr<const api::StorageClass>;

/// The class that the claim names, or nullptr; the default one where it does not say.
const api::StorageClass *classOf(
    const api::PersistentVolumeClaim &claim, const runtime::Store<api::StorageClass> &classes);

/// What there is beside a claim.
struct ClaimView {
    const runtime::Store<api::PersistentVolume> &volumes;
    const runtime::Store<api::StorageClass> &classes;
    const runtime::Store<api::Node> &nodes;
    const runtime::Store<api::Pod> &pods;
};

runtime::Plan planClaim(const api::PersistentVolumeClaim &claim, const ClaimView &seen);
/// The claim is the one that the volume's reference names, or nullptr.
runtime::Plan planVolume(const api::PersistentVolume &volume, const api::PersistentVolumeClaim *claim);

/// Volumes by "<namespace>/<name>" of the claim that they refer to.
inline constexpr std::string_view volumesByClaim = "claim";
void addVolumeIndexes(runtime::Informer<api::PersistentVolume> &volumes);

/// Pods that were given a node, also those that have ended, by "<namespace>/<name>" of each claim they use.
inline constexpr std::string_view podsByClaim = "claimInUse";
/// "<namespace>/<name>" of each claim that the pod names.
runtime::IndexValues claimKeysOf(const api::Pod &pod);
void addClaimIndexes(runtime::Informer<api::Pod> &pods);

/// The controller "volumes".
Controllers makeVolumes(const runtime::ControllerContext &context);

} // namespace core::controlplane
