// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A lab in this process, with its core thread and an in-memory store, as the window has it; the benchmarks
// see it only through change sets and commands.

#include "app/core.h"
#include "core/base/worker.h"

#include <QObject>

#include <unordered_map>

namespace bench {

class InProcessLab : public QObject
{
    Q_OBJECT

public:
    InProcessLab();
    ~InProcessLab() override;

    core::base::Result<> open();
    void scale(int machines);
    /// Runs the event loop until so many hollow nodes are Ready, and no other number; the seconds it took, or
    /// an error after the time limit.
    core::base::Result<double> waitForReady(int nodes, std::chrono::seconds limit);

private:
    void take(const core::engine::ChangeSetPtr &changes);

    core::base::Worker m_worker;
    app::Core *m_core = nullptr;
    bool m_hasSet = false;
    std::unordered_map<std::string, bool> m_nodes; ///< Ready by name
    int m_ready = 0;
};

} // namespace bench
