// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/clock.h"

#include <QTest>

#include <vector>

using namespace core::base;
using namespace std::chrono_literals;

namespace {
constexpr Time start {std::chrono::sys_days {std::chrono::year {2026} / 11 / 20}};
}

class TestClock : public QObject
{
    Q_OBJECT

private slots:
    void tasksRunInTheOrderOfDueTimeThenOfPosting()
    {
        Clock clock(start);
        std::vector<int> order;
        const auto log = [&](int n) { return [&order, n] { order.push_back(n); }; };
        const Timer late = clock.callAfter(2s, log(5));
        const Timer early = clock.callAfter(1s, log(3));
        clock.post(log(1));
        const Timer atOnce = clock.callAfter(0s, log(2));
        const Timer equal = clock.callAfter(1s, log(4));
        clock.advance(2s);
        QCOMPARE(order, (std::vector {1, 2, 3, 4, 5}));
        QCOMPARE(clock.now(), start + 2s);
    }

    void aTaskSeesItsDueTime()
    {
        Clock clock(start);
        Time seen {};
        const Timer timer = clock.callAfter(1500ms, [&] { seen = clock.now(); });
        clock.advance(10s);
        QCOMPARE(seen, start + 1500ms);
        QCOMPARE(clock.now(), start + 10s);
    }

    void nothingRunsBeforeItsTime()
    {
        Clock clock(start);
        int runs = 0;
        const Timer timer = clock.callAfter(1s, [&] { ++runs; });
        clock.advance(1s - 1ns);
        QCOMPARE(runs, 0);
        QVERIFY(timer.isActive());
        clock.advance(1ns);
        QCOMPARE(runs, 1);
        QVERIFY(!timer.isActive());
        clock.advance(1h);
        QCOMPARE(runs, 1);
    }

    void aDroppedTimerNeverRuns()
    {
        Clock clock(start);
        int runs = 0;
        Timer cancelled = clock.callAfter(1s, [&] { ++runs; });
        Timer replaced = clock.callAfter(1s, [&] { runs += 10; });
        {
            const Timer destroyed = clock.callAfter(1s, [&] { ++runs; });
        }
        cancelled.cancel();
        replaced = clock.callAfter(2s, [&] { runs += 100; });
        clock.advance(1min);
        QCOMPARE(runs, 100);
        QVERIFY(!cancelled.isActive());
    }

    void aDroppedTimerLetsGoOfItsTask()
    {
        Clock clock(start);
        const auto held = std::make_shared<int>(1);
        Timer timer = clock.callAfter(1h, [held] {});
        QCOMPARE(held.use_count(), 2L);
        timer.cancel();
        QCOMPARE(held.use_count(), 1L);
    }

    void aTimeInThePastCountsAsNow()
    {
        Clock clock(start);
        std::vector<int> order;
        clock.post([&] { order.push_back(1); });
        const Timer past = clock.callAt(start - 1h, [&] { order.push_back(2); });
        const Timer negative = clock.callAfter(-5s, [&] { order.push_back(3); });
        QCOMPARE(clock.nextDue(), std::optional(start));
        clock.advance(0s);
        QCOMPARE(order, (std::vector {1, 2, 3}));
        QCOMPARE(clock.now(), start);
    }

    void whatATaskPostsRunsAtTheSameTimeAfterAllThatWaits()
    {
        Clock clock(start);
        std::vector<int> order;
        clock.post([&] {
            order.push_back(1);
            clock.post([&] {
                order.push_back(3);
                clock.post([&] { order.push_back(4); });
            });
        });
        clock.post([&] { order.push_back(2); });
        clock.runUntil(start);
        QCOMPARE(order, (std::vector {1, 2, 3, 4}));
    }

    void aTaskMayCancelAnotherAndItself()
    {
        Clock clock(start);
        int runs = 0;
        Timer other = clock.callAfter(2s, [&] { runs += 100; });
        Timer self;
        self = clock.callAfter(1s, [&, held = std::make_shared<int>(7)] {
            self.cancel();
            other.cancel();
            runs += *held; // the task lives until it has returned
        });
        clock.advance(1min);
        QCOMPARE(runs, 7);
    }

    void aTaskMayRearmItsOwnTimer()
    {
        Clock clock(start);
        int runs = 0;
        Timer timer;
        std::function<void()> tick = [&] {
            ++runs;
            timer = clock.callAfter(10s, tick);
        };
        timer = clock.callAfter(10s, tick);
        clock.advance(60s);
        QCOMPARE(runs, 6);
        QVERIFY(timer.isActive());
    }

    void timeNeverRunsBackwards()
    {
        Clock clock(start);
        clock.advance(1min);
        clock.runUntil(start);
        QCOMPARE(clock.now(), start + 1min);
        clock.moveTo(start);
        QCOMPARE(clock.now(), start + 1min);
        clock.advance(-1s);
        QCOMPARE(clock.now(), start + 1min);
    }

    void advancingInsideATaskKeepsTimeMonotonous()
    {
        Clock clock(start);
        std::vector<Time> seen;
        const Timer outer = clock.callAfter(1s, [&] {
            clock.advance(5s);
            seen.push_back(clock.now());
        });
        const Timer inner = clock.callAfter(2s, [&] { seen.push_back(clock.now()); });
        const Timer later = clock.callAfter(7s, [&] { seen.push_back(clock.now()); });
        clock.advance(10s);
        QCOMPARE(seen, (std::vector {start + 2s, start + 6s, start + 7s}));
    }

    void movedTimeRunsOverdueTasksLaterAndAtTheLaterTime()
    {
        Clock clock(start);
        Time seen {};
        const Timer timer = clock.callAfter(1s, [&] { seen = clock.now(); });
        clock.moveTo(start + 5s);
        QCOMPARE(seen, Time {});
        QCOMPARE(clock.nextDue(), std::optional(start + 5s));
        QVERIFY(clock.runNext(clock.now()));
        QCOMPARE(seen, start + 5s);
    }

    void guardsThatAreLateComeFirst()
    {
        Clock clock(start);
        std::vector<int> ran;
        const Timer task = clock.callAt(start + 1s, [&] { ran.push_back(1); });
        const Timer guard = clock.guardAt(start + 2s, [&] { ran.push_back(2); });
        const Timer second = clock.guardAt(start + 3s, [&] { ran.push_back(3); });
        const Timer early = clock.guardAt(start + 9s, [&] { ran.push_back(9); });
        Timer cancelled = clock.guardAt(start + 2s, [&] { ran.push_back(0); });
        cancelled.cancel();
        clock.moveTo(start + 5s);
        clock.runGuards();
        QCOMPARE(ran, (std::vector {2, 3}));
        QVERIFY(!guard.isActive() && early.isActive());
        clock.runUntil(start + 10s);
        QCOMPARE(ran, (std::vector {2, 3, 1, 9}));
    }

    void guardsInTimeRunInTheirTurn()
    {
        Clock clock(start);
        std::vector<Time> ran;
        const Timer guard = clock.guardAt(start + 2s, [&] { ran.push_back(clock.now()); });
        const Timer before = clock.callAt(start + 1s, [&] { ran.push_back(clock.now()); });
        const Timer after = clock.callAt(start + 3s, [&] { ran.push_back(clock.now()); });
        clock.runUntil(start + 4s);
        QCOMPARE(ran, (std::vector {start + 1s, start + 2s, start + 3s}));
    }

    void nextDueSkipsCancelledTasks()
    {
        Clock clock(start);
        QCOMPARE(clock.nextDue(), std::nullopt);
        Timer first = clock.callAfter(1s, [] {});
        const Timer second = clock.callAfter(2s, [] {});
        QCOMPARE(clock.nextDue(), std::optional(start + 1s));
        first.cancel();
        QCOMPARE(clock.nextDue(), std::optional(start + 2s));
    }

    void runNextRunsOneTaskAtATime()
    {
        Clock clock(start);
        int runs = 0;
        const Timer first = clock.callAfter(1s, [&] { ++runs; });
        const Timer second = clock.callAfter(3s, [&] { ++runs; });
        QVERIFY(clock.runNext(start + 2s));
        QCOMPARE(runs, 1);
        QVERIFY(!clock.runNext(start + 2s));
        QCOMPARE(clock.now(), start + 1s);
        QCOMPARE(runs, 1);
    }

    void theDriverIsWokenForEarlierTasksOnly()
    {
        Clock clock(start);
        int wakes = 0;
        auto subscription = clock.onEarlierTask([&] { ++wakes; });
        const Timer first = clock.callAfter(10s, [] {});
        QCOMPARE(wakes, 1);
        const Timer later = clock.callAfter(20s, [] {});
        const Timer equal = clock.callAfter(10s, [] {});
        QCOMPARE(wakes, 1);
        Timer earlier = clock.callAfter(5s, [] {});
        QCOMPARE(wakes, 2);
        earlier.cancel();
        const Timer between = clock.callAfter(7s, [] {});
        QCOMPARE(wakes, 3); // the cancelled one no longer counts
        clock.post([] {});
        QCOMPARE(wakes, 4);
        subscription.reset();
        const Timer unheard = clock.callAt(start - 1s, [] {});
    }

    void endlessDelaysAreHeldAtTheEndOfTime()
    {
        Clock clock(start);
        int runs = 0;
        const Timer never = clock.callAfter(Duration::max(), [&] { ++runs; });
        QCOMPARE(clock.nextDue(), std::optional(Time::max()));
        clock.advance(24h * 365);
        QCOMPARE(runs, 0);
        QCOMPARE(addSaturated(start, Duration::min()), Time::min() + (start - Time {}));
        QCOMPARE(addSaturated(Time {} - 1h, Duration::min()), Time::min());
        QCOMPARE(addSaturated(start, -1s), start - 1s);
    }
};

QTEST_GUILESS_MAIN(TestClock)
#include "tst_clock.moc"
