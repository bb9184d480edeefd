// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Events are forgotten an hour after they were last written, give or take a minute (docs/api-semantics.md
// M4). What was there before a start counts as written then.

#include "core/lab/writer.h"

namespace core::lab {

class EventExpiry
{
public:
    EventExpiry(Cluster &cluster, Writer &writer) : m_cluster(cluster), m_writer(writer) { }

    void start();

private:
    void look();
    void removeUpTo(Revision revision);

    struct Mark {
        base::Time time;
        Revision revision; ///< the newest at that time
    };

    Cluster &m_cluster;
    Writer &m_writer;
    std::deque<Mark> m_marks; ///< one a minute, for an hour
    base::Timer m_timer;
};

} // namespace core::lab
