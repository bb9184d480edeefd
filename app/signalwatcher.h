// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// SIGTERM, SIGINT and, unless it was ignored at the start, SIGHUP as a call in the event loop.

#include <QObject>
#include <QSocketNotifier>

#include <functional>
#include <memory>

namespace app {

/// They end the program no longer at once, but as soon as a SignalWatcher is made, which is then called.
void keepSignals();

/// Make one, on the main thread.
class SignalWatcher : public QObject
{
    Q_OBJECT

public:
    explicit SignalWatcher(std::function<void()> leave);
    ~SignalWatcher() override;

private:
    std::function<void()> m_leave;
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace app
