// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/clock.h"

#include <algorithm>
#include <utility>

namespace core::base {

Clock::Clock(Time start) : m_now(start) { }

void Clock::add(Time due, const std::function<void(Position)> &take)
{
    const auto next = nextDue();
    take({due, m_sequence++});
    if (m_wake && (!next || due < *next))
        m_wake();
}

void Clock::post(Task task)
{
    add(m_now, [&](Position position) { m_posted.emplace_back(position, std::move(task)); });
}

Timer Clock::callAt(Time due, Task task)
{
    auto shared = std::make_shared<Task>(std::move(task));
    add(std::max(due, m_now), [&](Position position) { m_timed.emplace(position, shared); });
    return Timer(std::move(shared));
}

Timer Clock::callAfter(Duration delay, Task task)
{
    return callAt(addSaturated(m_now, delay), std::move(task));
}

std::optional<Clock::Position> Clock::first()
{
    while (!m_timed.empty() && m_timed.begin()->second.expired())
        m_timed.erase(m_timed.begin());
    if (m_posted.empty())
        return m_timed.empty() ? std::nullopt : std::optional(m_timed.begin()->first);
    const Position &posted = m_posted.front().first;
    return m_timed.empty() ? posted : std::min(posted, m_timed.begin()->first);
}

std::optional<Time> Clock::nextDue()
{
    const auto next = first();
    return next ? std::optional(std::max(next->first, m_now)) : std::nullopt;
}

bool Clock::runNext(Time until)
{
    const auto next = first();
    if (!next || std::max(next->first, m_now) > until)
        return false;
    m_now = std::max(next->first, m_now);
    if (!m_posted.empty() && m_posted.front().first == *next) {
        const Task task = std::move(m_posted.front().second);
        m_posted.pop_front();
        task();
        return true;
    }
    const auto node = m_timed.extract(m_timed.begin());
    if (const auto timed = node.mapped().lock()) {
        const Task task = std::exchange(*timed, nullptr);
        task();
    }
    return true;
}

void Clock::runUntil(Time until)
{
    while (runNext(until)) { }
    moveTo(until);
}

void Clock::moveTo(Time time)
{
    m_now = std::max(m_now, time);
}

} // namespace core::base
