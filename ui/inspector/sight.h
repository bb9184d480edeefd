// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// An object as it was seen last: says all about itself although the cluster has forgotten it.

#include "ui/inspector/details.h"

#include <functional>

namespace ui {

struct Sight {
    std::string uid;
    std::string version; ///< resourceVersion
    Details details;
    std::function<QString()> yaml; ///< made when asked for
    std::optional<ObjectRef> set; ///< of a machine
    std::optional<core::api::Time> made;
    std::optional<core::api::Time> deletionAsked;
    std::optional<core::api::Time> goneAt; ///< as its recovery says, else when it was missed first
};

/// Nothing when the cluster has no such object.
std::optional<Sight> sightOf(const ClusterView &cluster, const ObjectRef &object);

/// The latest one of a machine, or of that of a node; null when none is kept.
const core::timeline::Episode *episodeInRecord(const ClusterView &cluster, const ObjectRef &object);
/// When a machine, or that of a node, was gone, as the recovery says; nothing when none is known.
std::optional<core::api::Time> goneInRecord(const ClusterView &cluster, const ObjectRef &object);
/// The machine that replaced it, as the recovery says.
std::optional<ObjectRef> replacementInRecord(const ClusterView &cluster, const ObjectRef &object);

/// The machine that came for a machine, or for that of a node, which is gone: as the recovery says, otherwise
/// the only one that its set has made since the deletion was asked for. Nothing when none is known.
std::optional<ObjectRef> replacementOf(
    const ClusterView &cluster, const ObjectRef &object, const Sight &sight);

} // namespace ui
