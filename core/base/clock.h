// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The one door for time (docs/design.md D12): a queue of tasks in virtual time. Everything that decides runs
// as a task here, on one thread, in the order of due time, then of posting. The clock itself never waits:
// tests advance it by hand, a Pacer throttles it to the wall.

#include "core/base/subscription.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>

namespace core::base {

using Duration = std::chrono::nanoseconds;
using Time = std::chrono::sys_time<Duration>;
using Task = std::function<void()>;

/// The sum, held at the ends of the range: "after 290 years" is legal input and must not wrap around into the
/// past.
constexpr Time addSaturated(Time time, Duration duration)
{
    if (duration > Duration::zero() && time > Time::max() - duration)
        return Time::max();
    if (duration < Duration::zero() && time < Time::min() - duration)
        return Time::min();
    return time + duration;
}

/// Owns a scheduled task: destroying or resetting it cancels the task.
class Timer
{
public:
    Timer() = default;
    explicit Timer(std::shared_ptr<Task> task) : m_task(std::move(task)) { }
    void cancel() { m_task.reset(); }
    bool isActive() const { return m_task && *m_task; }

private:
    std::shared_ptr<Task> m_task;
};

class Clock
{
public:
    explicit Clock(Time start);
    Clock(const Clock &) = delete;
    Clock &operator=(const Clock &) = delete;

    Time now() const { return m_now; }

    /// Runs the task in a later turn, at the present time, after everything posted before. Never cancelled.
    void post(Task task);
    /// Runs the task once at the given time (a past time counts as now) unless the timer is dropped before.
    [[nodiscard]] Timer callAt(Time due, Task task);
    /// A negative delay counts as none.
    [[nodiscard]] Timer callAfter(Duration delay, Task task);
    /// Does what callAt does for what must not come after anything that is late, such as the end of what we
    /// may do: see runGuards().
    [[nodiscard]] Timer guardAt(Time due, Task task);

    /// When the next task is due that was not cancelled; nothing when none waits. A due time in the past
    /// reads as now.
    std::optional<Time> nextDue();
    /// Runs the next task that is due by the given time and moves now to its due time. False when there is
    /// none.
    bool runNext(Time until);
    /// Runs all tasks due by the given time, then sets now to it. Never moves backwards.
    void runUntil(Time until);
    void advance(Duration duration) { runUntil(addSaturated(m_now, duration)); }
    /// Moves now forward without running anything; tasks that fall due run later, at the later time.
    void moveTo(Time time);
    /// Runs the guards that are due by now, before whatever else is.
    void runGuards();

    /// The function is called when a task is added that is due before all others; the driver uses it to wake
    /// up.
    Subscription onEarlierTask(std::function<void()> wake) { return m_wake.add(std::move(wake)); }

private:
    using Position = std::pair<Time, std::uint64_t>; ///< equal times in the order of posting
    using Timed = std::map<Position, std::weak_ptr<Task>>; ///< expired: cancelled

    std::optional<Position> first();
    Timer keep(Timed &tasks, Time due, Task task);
    static const Position *firstOf(Timed &tasks);
    static void runFirst(Timed &tasks);
    /// Takes a task in with it, and wakes the driver when that is now the first.
    void add(Time due, const std::function<void(Position)> &take);

    Time m_now;
    std::uint64_t m_sequence = 0;
    Timed m_timed;
    Timed m_guards;
    std::deque<std::pair<Position, Task>> m_posted; ///< in order, because time only moves forward
    Listeners<> m_wake;
};

} // namespace core::base
