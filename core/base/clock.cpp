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
    if (!next || due < *next)
        m_wake();
}

void Clock::post(Task task)
{
    const auto take = [&](Position position) { m_posted.emplace_back(position, std::move(task)); };
    if (m_posted.empty())
        add(m_now, take);
    else // the one before it is due already
        take({m_now, m_sequence++});
}

Timer Clock::keep(Timed &tasks, Time due, Task task)
{
    auto shared = std::make_shared<Task>(std::move(task));
    add(std::max(due, m_now), [&](Position position) { tasks.emplace(position, shared); });
    return Timer(std::move(shared));
}

Timer Clock::callAt(Time due, Task task)
{
    return keep(m_timed, due, std::move(task));
}

Timer Clock::callAfter(Duration delay, Task task)
{
    return callAt(addSaturated(m_now, delay), std::move(task));
}

Timer Clock::guardAt(Time due, Task task)
{
    return keep(m_guards, due, std::move(task));
}

const Clock::Position *Clock::firstOf(Timed &tasks)
{
    while (!tasks.empty() && tasks.begin()->second.expired())
        tasks.erase(tasks.begin());
    return tasks.empty() ? nullptr : &tasks.begin()->first;
}

void Clock::runFirst(Timed &tasks)
{
    const auto node = tasks.extract(tasks.begin());
    if (const auto timed = node.mapped().lock()) {
        const Task task = std::exchange(*timed, nullptr);
        task();
    }
}

std::optional<Clock::Position> Clock::first()
{
    const Position *first = m_posted.empty() ? nullptr : &m_posted.front().first;
    for (const Position *other : {firstOf(m_timed), firstOf(m_guards)}) {
        if (other && (!first || *other < *first))
            first = other;
    }
    return first ? std::optional(*first) : std::nullopt;
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
    runFirst(!m_guards.empty() && m_guards.begin()->first == *next ? m_guards : m_timed);
    return true;
}

void Clock::runGuards()
{
    for (const Position *next = nullptr; (next = firstOf(m_guards)) && next->first <= m_now;)
        runFirst(m_guards);
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
