// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/volume.h"

#include "core/api/codec_impl.h"
#include "core/api/podfit.h"
#include "core/api/selector.h"

#include <algorithm>

using core::api::PersistentVolume;
using core::api::PersistentVolumeClaim;
using core::api::StorageClass;
HOLLOWLAB_KIND(PersistentVolumeClaim, "", "v1", "persistentvolumeclaims", true)
HOLLOWLAB_KIND(PersistentVolume, "", "v1", "persistentvolumes", false)
HOLLOWLAB_KIND(StorageClass, "storage.k8s.io", "v1", "storageclasses", false)
HOLLOWLAB_CODEC(core::api::PersistentVolumeClaimSpec)
HOLLOWLAB_CODEC(core::api::PersistentVolumeClaimStatus)
HOLLOWLAB_CODEC(core::api::PersistentVolumeSpec)
HOLLOWLAB_CODEC(core::api::PersistentVolumeStatus)

namespace core::api {

namespace {

std::int64_t storageIn(const ResourceList &list)
{
    const auto found = list.find("storage");
    return found == list.end() ? 0 : found->second.milli();
}

std::string_view modeOr(const std::string &mode)
{
    return mode.empty() ? std::string_view("Filesystem") : mode;
}

} // namespace

std::vector<std::string> claimsOf(const PodSpec &pod)
{
    std::vector<std::string> names;
    for (const SharedJson &volume : pod.volumes) {
        if (const auto name = textAt(volume.get(), {"persistentVolumeClaim", "claimName"}); !name.empty())
            names.emplace_back(name);
    }
    return names;
}

bool reaches(const PersistentVolume &volume, const Node &node)
{
    if (!volume.spec.nodeAffinity || !volume.spec.nodeAffinity->required)
        return true;
    PodSpec there;
    there.affinity.emplace().nodeAffinity.emplace().requiredDuringSchedulingIgnoredDuringExecution =
        volume.spec.nodeAffinity->required;
    return selects(there, node);
}

bool suits(const PersistentVolume &volume, const PersistentVolumeClaim &claim)
{
    const auto offers = [&](const std::string &mode) {
        return std::ranges::find(volume.spec.accessModes, mode) != volume.spec.accessModes.end();
    };
    return !volume.spec.claimRef && !volume.metadata.isDeleting()
        && volume.spec.storageClassName == claim.spec.storageClassName.value_or("")
        && modeOr(volume.spec.volumeMode) == modeOr(claim.spec.volumeMode)
        && storageIn(volume.spec.capacity) >= storageIn(claim.spec.resources.requests)
        && std::ranges::all_of(claim.spec.accessModes, offers)
        && (!claim.spec.selector || matches(*claim.spec.selector, volume.metadata.labels));
}

} // namespace core::api
