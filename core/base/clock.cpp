// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/clock.h"

#include <algorithm>
#include <utility>

namespace core::base {

Clock::Clock(Time start) : m_now(start) { }

void Clock::add(Time due, Slot slot)
{
    const auto next = nextDue();
    const bool earlier = !next || due < *next;
    m_tasks.emplace(Position {due, m_sequence++}, std::move(slot));
    if (earlier && m_wake)
        m_wake();
}

void Clock::post(Task task)
{
    add(m_now, Slot {{}, std::move(task)});
}

Timer Clock::callAt(Time due, Task task)
{
    auto shared = std::make_shared<Task>(std::move(task));
    add(std::max(due, m_now), Slot {shared, {}});
    return Timer(std::move(shared));
}

Timer Clock::callAfter(Duration delay, Task task)
{
    return callAt(addSaturated(m_now, delay), std::move(task));
}

std::optional<Time> Clock::nextDue()
{
    while (!m_tasks.empty()) {
        const auto &[position, slot] = *m_tasks.begin();
        if (slot.posted || !slot.timed.expired())
            return std::max(position.first, m_now);
        m_tasks.erase(m_tasks.begin());
    }
    return std::nullopt;
}

bool Clock::runNext(Time until)
{
    const auto due = nextDue();
    if (!due || *due > until)
        return false;
    auto node = m_tasks.extract(m_tasks.begin());
    m_now = *due;
    if (node.mapped().posted) {
        node.mapped().posted();
        return true;
    }
    if (const auto timed = node.mapped().timed.lock()) {
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
