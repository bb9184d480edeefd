// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// An object in the store.

#include "core/api/json.h"
#include "core/api/keyedmap.h"

#include <cstdint>

namespace core::lab {

using Revision = std::uint64_t;

/// An object that is there, in its newest version.
struct Entry {
    api::JsonPtr object;
    Revision revision = 0;
    Revision created = 0; ///< unique for ever: names the object on disk
    std::size_t bytes = 0;
    Revision lastNonHeartbeatRevision = 0; ///< 0: not known
    std::uint64_t heartbeat = 0; ///< names the heartbeat that made the newest version in the log; 0: none did
    bool terminating = false; ///< has a deletionTimestamp
    /// Hash of the manager that owns the times which heartbeats write in the newest version; 0: not known.
    std::size_t heartbeatManager = 0;
    /// Where heartbeats write in the newest version; null until one did: the member that has the times, and
    /// the resourceVersion.
    api::Json *heartbeatPart = nullptr;
    api::Json *versionField = nullptr;
};
using Entries = api::KeyedMap<Entry>;
using KeyedEntry = Entries::Entry; ///< stays where it is as long as the object is there

} // namespace core::lab
