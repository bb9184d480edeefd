// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/pacer.h"

#include <QElapsedTimer>
#include <QTest>

#include <vector>

using namespace core::base;
using namespace std::chrono_literals;

namespace {
constexpr Time start {std::chrono::sys_days {std::chrono::year {2026} / 11 / 20}};
}

class TestPacer : public QObject
{
    Q_OBJECT

private slots:
    void atPaceOneATimerWaitsForTheWall()
    {
        Clock clock(start);
        Pacer pacer(clock);
        QElapsedTimer wall;
        wall.start();
        qint64 ranAfter = 0;
        const Timer timer = clock.callAfter(60ms, [&] { ranAfter = wall.elapsed(); });
        QTRY_VERIFY_WITH_TIMEOUT(ranAfter > 0, 10'000);
        QVERIFY2(ranAfter >= 59, qPrintable(QString::number(ranAfter)));
    }

    void aFastPacePassesHoursInSeconds()
    {
        Clock clock(start);
        Pacer pacer(clock);
        pacer.setPace(1000);
        std::vector<Time> seen;
        const Timer minute = clock.callAt(start + 1min, [&] { seen.push_back(clock.now()); });
        const Timer two = clock.callAt(start + 2min, [&] { seen.push_back(clock.now()); });
        QTRY_COMPARE_WITH_TIMEOUT(seen.size(), 2U, 20'000);
        QCOMPARE(seen, (std::vector {start + 1min, start + 2min})); // each at its very due time
    }

    void thePaceIsBounded()
    {
        Clock clock(start);
        Pacer pacer(clock);
        pacer.setPace(1e9);
        QCOMPARE(pacer.pace(), 1000.0);
        pacer.setPace(-1);
        QCOMPARE(pacer.pace(), 0.0);
    }

    void pausedTimeStandsStillButPostedWorkRuns()
    {
        Clock clock(start);
        Pacer pacer(clock);
        pacer.setPace(0);
        const Time paused = clock.now();
        int timed = 0;
        int posted = 0;
        const Timer timer = clock.callAfter(1ms, [&] { ++timed; });
        clock.post([&] { ++posted; });
        QTRY_COMPARE(posted, 1);
        QElapsedTimer wall;
        wall.start();
        QTRY_VERIFY(wall.elapsed() > 30);
        QCOMPARE(timed, 0);
        QCOMPARE(clock.now(), paused);
        QCOMPARE(pacer.reachedPace(), 0.0);
    }

    void leavingThePauseDoesNotCatchUp()
    {
        Clock clock(start);
        Pacer pacer(clock);
        pacer.setPace(0);
        const Time paused = clock.now();
        QElapsedTimer wall;
        wall.start();
        QTRY_VERIFY(wall.elapsed() > 50);
        pacer.setPace(1);
        QCOMPARE(clock.now(), paused);
    }

    void aStepRunsTheTasksOfTheNextDueTime()
    {
        Clock clock(start);
        Pacer pacer(clock);
        pacer.setPace(0);
        const Time paused = clock.now();
        std::vector<int> order;
        const Timer first = clock.callAfter(1h, [&] {
            order.push_back(1);
            clock.post([&] { order.push_back(3); });
        });
        const Timer second = clock.callAfter(1h, [&] { order.push_back(2); });
        const Timer later = clock.callAfter(2h, [&] { order.push_back(4); });
        pacer.step();
        QTRY_COMPARE(order, (std::vector {1, 2, 3}));
        QCOMPARE(clock.now(), paused + 1h);
        pacer.step();
        QTRY_COMPARE(order, (std::vector {1, 2, 3, 4}));
        pacer.step(); // nothing waits: nothing happens
        QCOMPARE(clock.now(), paused + 2h);
    }

    void aStepThatNeverEndsDoesNotBlockTheLoop()
    {
        Clock clock(start);
        Pacer pacer(clock);
        pacer.setPace(0);
        int runs = 0;
        std::function<void()> again = [&] {
            ++runs;
            clock.post(again);
        };
        const Timer timer = clock.callAfter(1h, again);
        pacer.step();
        const int before = runs;
        QVERIFY(before > 0);
        QTRY_VERIFY(runs > before);
    }

    void aStepAskedForByInputRunsAfterIt()
    {
        Clock clock(start);
        Pacer pacer(clock);
        pacer.setPace(0);
        std::vector<int> order;
        const Timer timer = clock.callAfter(1min, [&] { order.push_back(2); });
        pacer.enter([&] {
            pacer.step();
            order.push_back(1);
        });
        QTRY_COMPARE(order, (std::vector {1, 2}));
    }

    void inputEntersAtThePresentTime()
    {
        Clock clock(start);
        Pacer pacer(clock);
        QElapsedTimer wall;
        wall.start();
        QTRY_VERIFY(wall.elapsed() > 20); // nothing is due, so no turn moves the clock
        Time entered {};
        pacer.enter([&] { entered = clock.now(); });
        QVERIFY(entered >= start + 20ms);
    }

    void inputNeverOvertakesATaskThatIsDue()
    {
        Clock clock(start);
        Pacer pacer(clock);
        const Timer due = clock.callAfter(1ms, [] {});
        QTest::qSleep(20); // the loop is held up, the task could not run yet
        Time entered {};
        pacer.enter([&] { entered = clock.now(); });
        QCOMPARE(entered, start + 1ms);
    }

    void inputFromInsideATaskIsPosted()
    {
        Clock clock(start);
        Pacer pacer(clock);
        std::vector<int> order;
        clock.post([&] {
            pacer.enter([&] { order.push_back(2); });
            order.push_back(1);
        });
        QTRY_COMPARE(order, (std::vector {1, 2}));
        pacer.enter([&] {
            pacer.enter([&] { order.push_back(4); });
            order.push_back(3);
        });
        QTRY_COMPARE(order, (std::vector {1, 2, 3, 4}));
    }

    void aPauseFromInsideATaskCountsAtOnce()
    {
        Clock clock(start);
        Pacer pacer(clock);
        pacer.setPace(1000);
        int later = 0;
        bool paused = false;
        const Timer pause = clock.callAt(start + 1s, [&] {
            QTest::qSleep(2); // two more virtual seconds have become due
            pacer.setPace(0);
            paused = true;
        });
        const Timer next = clock.callAt(start + 1500ms, [&] { ++later; });
        QTRY_VERIFY(paused);
        QElapsedTimer wall;
        wall.start();
        QTRY_VERIFY(wall.elapsed() > 20);
        QCOMPARE(later, 0);
        QCOMPARE(clock.now(), start + 1s);
    }

    void whenTheLoopCanNotKeepUpTimeSlowsDownAndNothingIsSkipped()
    {
        Clock clock(start);
        Pacer pacer(clock);
        pacer.setPace(1000);
        int ticks = 0;
        Timer timer;
        std::function<void()> tick = [&] {
            ++ticks;
            QTest::qSleep(1);
            timer = clock.callAfter(10ms, tick); // 100 s of work for one second at this pace
        };
        timer = clock.callAfter(10ms, tick);
        QTRY_VERIFY_WITH_TIMEOUT(pacer.reachedPace() < 500, 20'000);
        QCOMPARE(clock.now() < start + 10ms * (ticks + 2), true);
    }

    void inRealTimeNowIsThePresentAndWhatIsLateRunsLate()
    {
        Clock clock(start);
        Pacer pacer(clock, nullptr, Pacer::Lag::CaughtUp);
        QElapsedTimer wall;
        wall.start();
        int slow = 0;
        for (int i = 0; i < 20; ++i)
            clock.post([&] {
                QTest::qSleep(10); // a turn ends after 5 ms, so this takes many of them
                ++slow;
            });
        Time late {};
        Time inTime {};
        const Timer first = clock.callAt(start + 50ms, [&] { late = clock.now(); });
        const Timer second = clock.callAt(start + 2s, [&] { inTime = clock.now(); });
        QTRY_COMPARE(slow, 20);
        QTRY_VERIFY(late != Time {});
        QVERIFY(late >= start + 199ms);
        Time heard {};
        pacer.enter([&] { heard = clock.now(); });
        QVERIFY(heard >= start + std::chrono::milliseconds(wall.elapsed() - 1));
        QTRY_VERIFY(inTime != Time {});
        QVERIFY(inTime >= start + 2s);
    }

    /// docs/faults-and-threats.md X19, X27: what a lease allowed has ended before the late work and the old
    /// news of a process that was stopped.
    void afterAStopComeTheGuardsThenTheRest()
    {
        Clock clock(start);
        Pacer pacer(clock, nullptr, Pacer::Lag::CaughtUp);
        std::vector<QByteArray> ran;
        const Timer late = clock.callAt(start + 50ms, [&] { ran.emplace_back("late"); });
        const Timer guard = clock.guardAt(start + 100ms, [&] { ran.emplace_back("guard"); });
        QTest::qSleep(200);
        Time heard {};
        pacer.enter([&] {
            ran.emplace_back("heard");
            heard = clock.now();
        });
        QVERIFY(heard >= start + 200ms);
        QTRY_COMPARE(ran, (std::vector<QByteArray> {"guard", "heard", "late"}));
    }

    void thePaceAskedForIsShownUntilItHasBeenMeasured()
    {
        Clock clock(start);
        Pacer pacer(clock);
        QCOMPARE(pacer.reachedPace(), 1.0);
        pacer.setPace(50);
        QCOMPARE(pacer.reachedPace(), 50.0);
    }

    void aDestroyedPacerLeavesTheClockAlone()
    {
        Clock clock(start);
        {
            Pacer pacer(clock);
        }
        int runs = 0;
        clock.post([&] { ++runs; });
        clock.advance(0s);
        QCOMPARE(runs, 1);
    }
};

QTEST_GUILESS_MAIN(TestPacer)
#include "tst_pacer.moc"
