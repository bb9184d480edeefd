// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/pacer.h"

#include <QThread>
#include <QTimerEvent>

#include <algorithm>
#include <cmath>
#include <ctime>

namespace core::base {

namespace {
constexpr std::chrono::milliseconds longestTurn {5}; // core/README.md, invariant 6
constexpr std::chrono::milliseconds lagForgiven {20}; // beyond this, virtual time slows down
constexpr std::chrono::seconds longestSleep {60};
} // namespace

Pacer::Pacer(Clock &clock, QObject *parent, Lag lag) : QObject(parent), m_clock(clock), m_lag(lag)
{
    anchor();
    restartMeasuring();
    m_earlierTasks = m_clock.onEarlierTask([this] { wake(); });
    arm();
}

Pacer::Wall::time_point Pacer::wallNow() const
{
#ifdef CLOCK_BOOTTIME
    if (timespec time {}; m_lag == Lag::CaughtUp && clock_gettime(CLOCK_BOOTTIME, &time) == 0)
        return Wall::time_point(std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec));
#endif
    return Wall::now(); // stands still while the computer sleeps
}

void Pacer::anchor()
{
    m_anchorWall = wallNow();
    m_anchorTime = m_clock.now();
}

void Pacer::setPace(double pace)
{
    if (!m_inTurn) // a task keeps the time at which it was due
        moveToPresent();
    m_pace = std::isnan(pace) ? 0 : std::clamp(pace, 0.0, 1000.0);
    anchor();
    restartMeasuring();
    arm();
}

void Pacer::moveToPresent()
{
    const Time present = allowedTime(wallNow());
    if (m_lag == Lag::Forgiven) // not past the next task: what is due runs first
        return m_clock.moveTo(std::min(present, m_clock.nextDue().value_or(Time::max())));
    m_clock.moveTo(present);
    m_clock.runGuards();
}

Time Pacer::allowedTime(Wall::time_point wall) const
{
    constexpr std::chrono::duration<double, std::nano> most = std::chrono::hours(24 * 365 * 200);
    const std::chrono::duration<double, std::nano> elapsed = (wall - m_anchorWall) * m_pace;
    return addSaturated(m_anchorTime, std::chrono::duration_cast<Duration>(std::min(elapsed, most)));
}

void Pacer::wake()
{
    if (!m_inTurn)
        arm();
}

void Pacer::arm()
{
    const auto due = m_clock.nextDue();
    if (!due || (m_pace == 0 && *due > m_clock.now()))
        return m_timer.stop();
    std::chrono::duration<double, std::milli> wait {0};
    if (*due > m_clock.now())
        wait = (*due - allowedTime(wallNow())) / m_pace;
    const auto bounded =
        std::clamp<double>(std::ceil(wait.count()), 0, std::chrono::milliseconds(longestSleep).count());
    m_timer.start(static_cast<int>(bounded), Qt::PreciseTimer, this);
}

void Pacer::timerEvent(QTimerEvent *)
{
    turn();
}

void Pacer::turn()
{
    if (m_inTurn)
        return;
    m_inTurn = true;
    if (m_lag == Lag::CaughtUp)
        moveToPresent();
    auto wall = wallNow();
    const auto end = wall + longestTurn;
    bool more = true;
    while (wall < end && (more = m_clock.runNext(allowedTime(wall))))
        wall = wallNow();
    if (!more)
        m_clock.moveTo(allowedTime(wall));
    else if (m_lag == Lag::Forgiven
        && allowedTime(wall) - m_clock.now() > lagForgiven * std::max(m_pace, 1.0))
        anchor();
    m_inTurn = false;
    measure(wall);
    arm();
}

void Pacer::restartMeasuring()
{
    m_reachedPace = m_pace;
    m_measuredWall = wallNow();
    m_measuredTime = m_clock.now();
}

void Pacer::measure(Wall::time_point wall)
{
    const std::chrono::duration<double> elapsed = wall - m_measuredWall;
    if (elapsed.count() < 1)
        return;
    const std::chrono::duration<double> passed = m_clock.now() - m_measuredTime;
    m_reachedPace = passed.count() / elapsed.count();
    m_measuredWall = wall;
    m_measuredTime = m_clock.now();
    m_toldOfMeasure();
}

void Pacer::enter(const Task &task)
{
    Q_ASSERT(thread() == QThread::currentThread());
    if (m_inTurn)
        return m_clock.post(task);
    m_inTurn = true;
    moveToPresent();
    task();
    m_inTurn = false;
    arm();
}

void Pacer::step()
{
    const auto due = m_clock.nextDue();
    if (!due)
        return;
    m_clock.moveTo(*due);
    anchor();
    turn();
}

} // namespace core::base

#include "moc_pacer.cpp"
