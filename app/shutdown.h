// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Every way to leave ends the same: leases released, journal closed, event loop left with the exit code.

#include "app/options.h"
#include "app/signalwatcher.h"
#include "core/base/worker.h"

#include <QTimer>

namespace app {

class Core;

class Shutdown
{
public:
    /// Leaves on SIGTERM, SIGINT, SIGHUP, and after --exit-after.
    Shutdown(const Options &options, Core &core, core::base::Worker &worker);

    void begin(int exitCode);

private:
    Core &m_core;
    core::base::Worker &m_worker;
    bool m_begun = false;
    QTimer m_exitAfter;
    QTimer m_patience; ///< leaves even if something does not stop
    SignalWatcher m_signals;
};

} // namespace app
