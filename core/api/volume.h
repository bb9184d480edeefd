// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Claims, the volumes that they are bound to, and the classes of these (docs/machines.md §3.16).

#include "core/api/pod.h"

namespace core::api {

namespace keys {
inline constexpr std::string_view defaultStorageClass = "storageclass.kubernetes.io/is-default-class";
inline constexpr std::string_view selectedNode = "volume.kubernetes.io/selected-node"; ///< on a claim
inline constexpr std::string_view storageProvisioner = "volume.kubernetes.io/storage-provisioner";
inline constexpr std::string_view provisionedBy = "pv.kubernetes.io/provisioned-by"; ///< on a volume
inline constexpr std::string_view bindCompleted = "pv.kubernetes.io/bind-completed"; ///< on a claim
// Finalizers.
inline constexpr std::string_view claimProtection = "kubernetes.io/pvc-protection";
inline constexpr std::string_view volumeProtection = "kubernetes.io/pv-protection";
} // namespace keys

/// Makes volumes that hold nothing.
inline constexpr std::string_view hollowProvisioner = "hollowlab.io/volumes";
/// The volumes of a class with this provisioner are made by hand.
inline constexpr std::string_view noProvisioner = "kubernetes.io/no-provisioner";

struct ClaimResources {
    ResourceList requests;

    bool operator==(const ClaimResources &) const = default;
};
BOOST_DESCRIBE_STRUCT(ClaimResources, (), (requests))

struct PersistentVolumeClaimSpec {
    std::vector<std::string> accessModes;
    std::optional<LabelSelector> selector; ///< of volumes
    ClaimResources resources;
    std::string volumeName;
    std::optional<std::string> storageClassName; ///< unset: the default one; empty: none
    std::string volumeMode; ///< Filesystem (empty), Block

    bool operator==(const PersistentVolumeClaimSpec &) const = default;
};
BOOST_DESCRIBE_STRUCT(PersistentVolumeClaimSpec, (),
    (accessModes, selector, resources, volumeName, storageClassName, volumeMode))

struct PersistentVolumeClaimStatus {
    std::string phase; ///< Pending, Bound, Lost
    std::vector<std::string> accessModes;
    ResourceList capacity;

    bool operator==(const PersistentVolumeClaimStatus &) const = default;
};
BOOST_DESCRIBE_STRUCT(PersistentVolumeClaimStatus, (), (phase, accessModes, capacity))

struct PersistentVolumeClaim {
    ObjectMeta metadata;
    PersistentVolumeClaimSpec spec;
    PersistentVolumeClaimStatus status;

    ObjectKey key() const { return metadata.key(); }
    bool isBound() const
    {
        return !spec.volumeName.empty() && metadata.annotations.contains(keys::bindCompleted);
    }
    bool operator==(const PersistentVolumeClaim &) const = default;
};
BOOST_DESCRIBE_STRUCT(PersistentVolumeClaim, (), (metadata, spec, status))

struct VolumeNodeAffinity {
    std::optional<NodeSelector> required;

    bool operator==(const VolumeNodeAffinity &) const = default;
};
BOOST_DESCRIBE_STRUCT(VolumeNodeAffinity, (), (required))

struct PersistentVolumeSpec {
    ResourceList capacity;
    std::vector<std::string> accessModes;
    std::optional<ObjectReference> claimRef;
    std::string persistentVolumeReclaimPolicy; ///< Retain (empty), Delete, Recycle
    std::string storageClassName;
    std::string volumeMode; ///< Filesystem (empty), Block
    std::optional<VolumeNodeAffinity> nodeAffinity; ///< the nodes that it can be reached from
    SharedJson hostPath;

    bool operator==(const PersistentVolumeSpec &) const = default;
};
BOOST_DESCRIBE_STRUCT(PersistentVolumeSpec, (),
    (capacity, accessModes, claimRef, persistentVolumeReclaimPolicy, storageClassName, volumeMode,
        nodeAffinity, hostPath))

struct PersistentVolumeStatus {
    std::string phase; ///< Pending, Available, Bound, Released, Failed

    bool operator==(const PersistentVolumeStatus &) const = default;
};
BOOST_DESCRIBE_STRUCT(PersistentVolumeStatus, (), (phase))

struct PersistentVolume {
    ObjectMeta metadata;
    PersistentVolumeSpec spec;
    PersistentVolumeStatus status;

    ObjectKey key() const { return metadata.key(); }
    bool operator==(const PersistentVolume &) const = default;
};
BOOST_DESCRIBE_STRUCT(PersistentVolume, (), (metadata, spec, status))

struct StorageClass {
    ObjectMeta metadata;
    std::string provisioner;
    std::string reclaimPolicy; ///< Delete (empty), Retain
    std::string volumeBindingMode; ///< Immediate (empty), WaitForFirstConsumer

    ObjectKey key() const { return metadata.key(); }
    bool waitsForConsumer() const { return volumeBindingMode == "WaitForFirstConsumer"; }
    bool operator==(const StorageClass &) const = default;
};
BOOST_DESCRIBE_STRUCT(StorageClass, (), (metadata, provisioner, reclaimPolicy, volumeBindingMode))

/// The names of the claims that the pod's volumes lead to.
std::vector<std::string> claimsOf(const PodSpec &pod);
/// The volume can be reached from the node.
bool reaches(const PersistentVolume &volume, const Node &node);
/// The volume is nobody's, and as the claim asks for: class, mode, size, access, labels.
bool suits(const PersistentVolume &volume, const PersistentVolumeClaim &claim);

} // namespace core::api
