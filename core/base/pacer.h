// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Throttles a Clock to the wall: virtual time passes pace times as fast as real time. Lives on the thread of its Qt
// event loop. When the loop can't keep up, virtual time slows down and nothing is skipped; reachedPace() tells.

#include "core/base/clock.h"

#include <QBasicTimer>
#include <QObject>

namespace core::base {

class Pacer : public QObject
{
    Q_OBJECT

public:
    explicit Pacer(Clock &clock, QObject *parent = nullptr);

    /// 0 pauses; 1 is the wall clock; at most 1000.
    void setPace(double pace);
    double pace() const { return m_pace; }
    /// Virtual seconds per real second over about the last second.
    double reachedPace() const { return m_reachedPace; }

    /// Runs input from outside the loop (a socket, the window) at the present virtual time, then what it caused.
    void enter(const Task &task);
    /// Single step while paused: runs the tasks of the next due time.
    void step();

protected:
    void timerEvent(QTimerEvent *event) override;

private:
    using Wall = std::chrono::steady_clock;

    void wake();
    void turn();
    void arm();
    void measure(Wall::time_point wallNow);
    Time allowedTime(Wall::time_point wallNow) const;
    void anchor();

    Clock &m_clock;
    double m_pace = 1;
    double m_reachedPace = 1;
    Wall::time_point m_anchorWall;
    Time m_anchorTime;
    Wall::time_point m_measuredWall;
    Time m_measuredTime;
    QBasicTimer m_timer;
    bool m_inTurn = false;
};

} // namespace core::base
