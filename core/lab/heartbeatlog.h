// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The heartbeats of a collection in the order of their revisions, each object's newest only: older ones, and
// those that another change of their object followed, nobody asks for.

#include "core/lab/entry.h"

#include <boost/container/devector.hpp>

#include <vector>

namespace core::lab {

class HeartbeatLog
{
public:
    /// The entry's present revision is a heartbeat's, and the newest of the collection.
    void add(KeyedEntry &place);
    /// Another change of the object follows, or its next heartbeat.
    void drop(Entry &entry);

    /// The entry whose present version a heartbeat made at exactly that revision, or nullptr.
    const KeyedEntry *at(Revision revision) const;
    /// The revisions of the heartbeats after that one, in order.
    std::vector<Revision> after(Revision revision) const;

private:
    struct Heartbeat {
        Revision revision = 0;
        KeyedEntry *place = nullptr; ///< null: dropped
    };

    void removeDropped();

    boost::container::devector<Heartbeat> m_heartbeats;
    std::size_t m_dropped = 0; ///< of these
    std::uint64_t m_passed = 0; ///< that stood before the first of these
};

} // namespace core::lab
