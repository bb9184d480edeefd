// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Events are forgotten an hour after they were last written (api-server.md M4).

#include "core/lab/writer.h"

namespace core::lab {

class EventExpiry
{
public:
    EventExpiry(Cluster &cluster, Writer &writer) : m_cluster(cluster), m_writer(writer) { }

    /// Told of every change in the store.
    void notice(const Collection &collection, const api::ObjectKey &key, const Change &change);
    /// Counts from now for what was there before the start.
    void noticeAll();

private:
    struct Due {
        base::Time time;
        api::ObjectKey key;
        Revision revision; ///< a newer one has an entry of its own
    };

    void expect(const api::ObjectKey &key, Revision revision);
    void arm();
    void expire();

    Cluster &m_cluster;
    Writer &m_writer;
    std::deque<Due> m_due; ///< earliest first
    base::Timer m_timer;
};

} // namespace core::lab
