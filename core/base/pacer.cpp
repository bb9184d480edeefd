// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/pacer.h"

#include <QThread>
#include <QTimerEvent>

#include <algorithm>

namespace core::base {

namespace {
constexpr std::chrono::milliseconds longestTurn {5}; // design.md 5, invariant 6
constexpr std::chrono::milliseconds lagForgiven {20}; // beyond this, virtual time slows down
constexpr std::chrono::seconds longestSleep {60};
} // namespace

Pacer::Pacer(Clock &clock, QObject *parent) : QObject(parent), m_clock(clock)
{
    anchor();
    m_measuredWall = m_anchorWall;
    m_measuredTime = m_anchorTime;
    m_clock.onEarlierTask([this] { wake(); });
    arm();
}

void Pacer::anchor()
{
    m_anchorWall = Wall::now();
    m_anchorTime = m_clock.now();
}

void Pacer::setPace(double pace)
{
    m_clock.moveTo(std::min(allowedTime(Wall::now()), m_clock.nextDue().value_or(Time::max())));
    m_pace = std::clamp(pace, 0.0, 1000.0);
    anchor();
    arm();
}

Time Pacer::allowedTime(Wall::time_point wallNow) const
{
    const std::chrono::duration<double, std::nano> elapsed = (wallNow - m_anchorWall) * m_pace;
    return m_anchorTime + std::chrono::duration_cast<Duration>(elapsed);
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
        wait = (*due - allowedTime(Wall::now())) / m_pace;
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
    const auto begin = Wall::now();
    const Time allowed = m_pace == 0 ? m_clock.now() : allowedTime(begin);
    bool more = true;
    while ((more = m_clock.runNext(allowed)) && Wall::now() - begin < longestTurn) { }
    if (!more)
        m_clock.moveTo(allowed);
    else if (allowedTime(Wall::now()) - m_clock.now() > lagForgiven * std::max(m_pace, 1.0))
        anchor(); // we are late: what was missed is not caught up
    m_inTurn = false;
    measure(Wall::now());
    arm();
}

void Pacer::measure(Wall::time_point wallNow)
{
    const std::chrono::duration<double> wall = wallNow - m_measuredWall;
    if (wall.count() < 1)
        return;
    const std::chrono::duration<double> passed = m_clock.now() - m_measuredTime;
    m_reachedPace = passed.count() / wall.count();
    m_measuredWall = wallNow;
    m_measuredTime = m_clock.now();
}

void Pacer::enter(const Task &task)
{
    Q_ASSERT(thread() == QThread::currentThread());
    if (m_inTurn)
        return m_clock.post(task);
    m_inTurn = true;
    if (m_pace != 0) {
        const auto due = m_clock.nextDue();
        m_clock.moveTo(std::min(allowedTime(Wall::now()), due.value_or(Time::max())));
    }
    task();
    m_inTurn = false;
    arm();
}

void Pacer::step()
{
    const auto due = m_clock.nextDue();
    if (!due)
        return;
    m_inTurn = true;
    while (m_clock.runNext(*due)) { }
    m_inTurn = false;
    anchor();
    arm();
}

} // namespace core::base
