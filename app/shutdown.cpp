// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shutdown.h"

#include "app/core.h"

#include <QCoreApplication>

namespace app {

namespace {
constexpr std::chrono::milliseconds longestStop {2700}; // SIGTERM to exit within 3 s
}

Shutdown::Shutdown(const Options &options, Core &core, core::base::Worker &worker)
    : m_core(core)
    , m_worker(worker)
    , m_signals([this] { begin(0); })
{
    m_exitAfter.setSingleShot(true);
    QObject::connect(&m_exitAfter, &QTimer::timeout, [this] { begin(0); });
    if (options.exitAfter)
        m_exitAfter.start(std::chrono::ceil<std::chrono::milliseconds>(*options.exitAfter));
}

void Shutdown::begin(int exitCode)
{
    if (std::exchange(m_begun, true))
        return;
    QObject::connect(
        &m_core, &Core::stopped, QCoreApplication::instance(),
        [exitCode] { QCoreApplication::exit(exitCode); }, Qt::QueuedConnection);
    QObject::connect(&m_patience, &QTimer::timeout, [exitCode] { QCoreApplication::exit(exitCode); });
    m_patience.start(longestStop);
    m_worker.post([core = &m_core] { core->stop(); });
}

} // namespace app
