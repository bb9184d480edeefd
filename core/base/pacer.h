// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Throttles a Clock to the wall: virtual time passes pace times as fast as real time. Lives on the thread of
// its Qt event loop. Nothing is ever skipped. When the loop can't keep up with a lab, virtual time slows down
// and reachedPace() tells; against a cluster that lives in real time, now is always the present, and what is
// late runs late.

#include "core/base/clock.h"

#include <QBasicTimer>
#include <QObject>

namespace core::base {

class Pacer : public QObject
{
    Q_OBJECT

public:
    enum class Lag {
        Forgiven, ///< late is late; time that the computer slept does not count
        /// Now stays real time, over a busy loop and over sleep; before anything is done late, or is heard
        /// from outside, come the clock's guards (docs/faults-and-threats.md X19, X27).
        CaughtUp,
    };

    explicit Pacer(Clock &clock, QObject *parent = nullptr, Lag lag = Lag::Forgiven);

    /// 0 pauses; 1 is the wall clock; at most 1000. Counts at once, also from inside a task.
    void setPace(double pace);
    double pace() const { return m_pace; }
    /// Virtual seconds per real second over about the last second; the pace asked for until it has been
    /// measured.
    double reachedPace() const { return m_reachedPace; }

    /// The listener is called after reachedPace() was measured, about once a second while anything is done.
    Subscription onMeasured(std::function<void()> listener)
    {
        return m_toldOfMeasure.add(std::move(listener));
    }

    /// Runs input from outside the loop (a socket, the window) at the present virtual time; what it posts
    /// follows in later turns. From inside a task: posts it.
    void enter(const Task &task);
    /// Single step while paused: goes to the next due time and runs its tasks, in later turns what takes
    /// longer.
    void step();

protected:
    void timerEvent(QTimerEvent *event) override;

private:
    using Wall = std::chrono::steady_clock;

    Wall::time_point wallNow() const;
    void wake();
    void turn();
    void arm();
    void moveToPresent();
    void measure(Wall::time_point wall);
    void restartMeasuring();
    Time allowedTime(Wall::time_point wall) const;
    void anchor();

    Clock &m_clock;
    const Lag m_lag;
    double m_pace = 1;
    double m_reachedPace = 1;
    Listeners<> m_toldOfMeasure;
    Wall::time_point m_anchorWall;
    Time m_anchorTime;
    Wall::time_point m_measuredWall;
    Time m_measuredTime;
    QBasicTimer m_timer;
    bool m_inTurn = false;
    Subscription m_earlierTasks;
};

} // namespace core::base
