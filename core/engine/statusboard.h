// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Gathers the status of the cluster from those who know a part of it, and notices changes of which nobody
// tells: who holds a lease that we wait for, what the server in our own process says, the pace reached.

#include "core/engine/archive.h"
#include "core/engine/clustersurvey.h"
#include "core/engine/connectionmonitor.h"
#include "core/engine/gates.h"
#include "core/engine/history.h"
#include "core/engine/lock.h"

#include <QTimer>

namespace core::engine {

class StatusBoard
{
public:
    struct Parts {
        const EngineOptions &options;
        std::size_t mostMachines;
        const Gates &gates;
        const runtime::InformerSet &informers;
        const ConnectionMonitor &connection;
        const runtime::Manager &manager;
        const Lock &lock;
        const History &history;
        const Archive &archive;
        const ClusterSurvey &survey;
        std::function<void()> changed; ///< what takeNews() gives may have
    };
    explicit StatusBoard(Parts parts);

    /// Notices what nobody tells from now on.
    void start();
    /// The status, when it is not what was taken last, or is wanted anyway.
    std::optional<Status> takeNews(bool anyway);

private:
    void lookAtElections();
    void lookAtTrouble();
    void lookAtPace();
    Status status() const;
    void tellPlace(Status &present) const;
    void tellLosses(Status &present) const;
    void tellWatches(Status &present) const;
    void tellConnection(Status &present) const;
    api::Saying trouble() const;

    const Parts m_parts;
    Status m_last; ///< as taken
    bool m_wasLive = false; ///< the first lists are there, and stay while they are read anew
    api::Saying m_lastTrouble;
    QTimer m_troubleTurn; ///< runs in a lab: its disk does not call
    QTimer m_electionTurn; ///< runs on an external cluster: who holds a lease that we wait for is not told
    base::Subscription m_pace;
};

} // namespace core::engine
