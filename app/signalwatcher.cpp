// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/signalwatcher.h"

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

#include <utility>

namespace app {

namespace {

int pipeEnds[2] = {-1, -1}; // a handler may only write to a descriptor that is set up before it

void handle(int)
{
    const char byte = 1;
    [[maybe_unused]] const auto written = ::write(pipeEnds[1], &byte, 1);
}

} // namespace

void keepSignals()
{
    if (pipeEnds[0] >= 0 || ::pipe2(pipeEnds, O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    struct sigaction action {
    };
    action.sa_handler = handle;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    sigaction(SIGTERM, &action, nullptr);
    sigaction(SIGINT, &action, nullptr);
    struct sigaction ofTerminal {
    };
    if (sigaction(SIGHUP, nullptr, &ofTerminal) == 0 && ofTerminal.sa_handler != SIG_IGN) // nohup
        sigaction(SIGHUP, &action, nullptr);
}

SignalWatcher::SignalWatcher(std::function<void()> leave) : m_leave(std::move(leave))
{
    keepSignals();
    if (pipeEnds[0] < 0)
        return;
    m_notifier = std::make_unique<QSocketNotifier>(pipeEnds[0], QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, [this] {
        char byte = 0;
        while (::read(pipeEnds[0], &byte, 1) > 0) { }
        m_leave();
    });
}

SignalWatcher::~SignalWatcher()
{
    for (const int number : {SIGTERM, SIGINT, SIGHUP}) {
        struct sigaction present {
        };
        if (sigaction(number, nullptr, &present) == 0 && present.sa_handler == handle)
            std::signal(number, SIG_DFL);
    }
    m_notifier.reset();
    for (int &end : pipeEnds)
        ::close(std::exchange(end, -1));
}

} // namespace app

#include "moc_signalwatcher.cpp"
