// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Notes who owns what of the objects that requests write (docs/api-semantics.md F).

#include "core/lab/cluster.h"

namespace core::lab {

OwnedKind ownedKind(const ResourceType &type, const ServedVersion &version);
/// How objects of that kind merge, and what of them nobody owns who writes there.
StructuredMerge structuredMerge(const ResourceType &type, const ServedVersion &version);
FieldSet ignoredFields(const ResourceType &type, const ServedVersion &version, std::string_view subresource);

/// The owners of an object as its author has made it, before the server fills in what is its own.
Ownership ownershipOfNew(Cluster &cluster, const ResourceType &type, const ServedVersion &version,
    const api::Json &object, const Author &author);

struct TrackedChange {
    const Ownership &ownership; ///< before
    const api::Json &stored; ///< before, as it is stored
    const api::Json &before; ///< in the version of the write
    const api::Json &after;
    const Author &author;
    ChangesByVersion others = {}; ///< where a webhook converts: in the versions of other owners
};
Ownership ownershipAfter(
    Cluster &cluster, const ResourceType &type, const ServedVersion &version, const TrackedChange &change);

/// Whether nobody but the manager owns the times that heartbeats of that object write.
bool ownsHeartbeats(
    const ResourceType &type, const Ownership &ownership, const api::Json &object, std::string_view manager);

} // namespace core::lab
