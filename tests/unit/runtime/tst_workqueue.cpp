// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/workqueue.h"
#include "tests/unit/dice.h"
#include "tests/unit/printing.h"

#include <set>

using namespace core;
using namespace std::chrono_literals;
using api::ObjectKey;
using runtime::WorkQueue;

namespace {

constexpr base::Time start {std::chrono::sys_days {std::chrono::year {2026} / 11 / 20}};
const ObjectKey a {"ns", "a"};
const ObjectKey b {"ns", "b"};
const ObjectKey c {"ns", "c"};

struct Bench {
    base::Clock clock {start};
    int calls = 0;
    WorkQueue queue {clock, [this] { ++calls; }};

    /// Takes all that waits: "a b".
    std::string takeAll()
    {
        std::string names;
        while (const auto key = queue.take())
            names += (names.empty() ? "" : " ") + key->name;
        return names;
    }
    void takeAndFinish()
    {
        while (const auto key = queue.take())
            queue.done(*key);
    }
};

} // namespace

class TestWorkQueue : public QObject
{
    Q_OBJECT

private slots:
    /// docs/faults-and-threats.md X1: what failed while the server was away.
    void whatFailedComesNow()
    {
        Bench bench;
        for (int failure = 0; failure < 12; ++failure)
            bench.queue.addRateLimited(b);
        bench.queue.addRateLimited(a);
        bench.queue.holdFor(c, 1min);
        bench.queue.addRateLimited(c);
        bench.queue.addAfter({"ns", "later"}, 1min); // has not failed
        bench.queue.retryNow();
        bench.clock.advance(0ms);
        QCOMPARE(bench.takeAll(), std::string("b a"));
        QCOMPARE(bench.queue.failuresOf(b), 0);
        QVERIFY(bench.queue.dueOf(c) == start + 1min);
    }

    void keysComeInOrderAndOnce()
    {
        Bench bench;
        bench.queue.add(b);
        bench.queue.add(a);
        bench.queue.add(b);
        QCOMPARE(bench.queue.depth(), 2U);
        QCOMPARE(bench.calls, 2);
        QCOMPARE(bench.takeAll(), std::string("b a"));
        QVERIFY(!bench.queue.take());
    }

    void aKeyBeingWorkedOnComesAgainAfterwards()
    {
        Bench bench;
        bench.queue.add(a);
        QVERIFY(bench.queue.take() == a);
        bench.queue.add(a);
        bench.queue.add(a);
        QVERIFY(!bench.queue.take()); // not while it is worked on
        QCOMPARE(bench.calls, 1);
        QVERIFY(!bench.queue.isEmpty());
        bench.queue.done(a);
        QCOMPARE(bench.calls, 2);
        QVERIFY(bench.queue.take() == a);
        QVERIFY(!bench.queue.take());
        bench.queue.done(a);
        QVERIFY(bench.queue.isEmpty());
        QVERIFY(!bench.queue.take());
    }

    void doneTwiceChangesNothing()
    {
        Bench bench;
        bench.queue.add(a);
        bench.queue.done(a); // was not even taken
        QCOMPARE(bench.queue.depth(), 1U);
        bench.queue.take();
        bench.queue.done(a);
        bench.queue.add(a);
        bench.queue.done(a);
        QCOMPARE(bench.queue.depth(), 1U);
        QCOMPARE(bench.takeAll(), std::string("a"));
    }

    void delayedKeysComeAtTheirTime()
    {
        Bench bench;
        bench.queue.addAfter(a, 10s);
        bench.queue.addAfter(b, 5s);
        QVERIFY(bench.queue.isEmpty());
        bench.clock.advance(5s - 1ns);
        QCOMPARE(bench.takeAll(), std::string());
        bench.clock.advance(1ns);
        QCOMPARE(bench.takeAll(), std::string("b"));
        bench.clock.advance(5s);
        QCOMPARE(bench.takeAll(), std::string("a"));
        bench.clock.advance(1h);
        QCOMPARE(bench.takeAll(), std::string());
    }

    void requeuesMayBeDeferred()
    {
        Bench bench;
        base::Time until = start + 25s;
        bench.queue.deferRequeues([&](const ObjectKey &key) { return key == a ? until : start; });
        bench.queue.requeueAfter(a, 10s);
        bench.queue.requeueAfter(b, 10s);
        bench.clock.advance(10s);
        QCOMPARE(bench.takeAll(), std::string("b"));
        QVERIFY(bench.queue.dueOf(a) == start + 25s);
        until = start + 40s; // as a sign of life does
        bench.clock.advance(30s - 1ns);
        QCOMPARE(bench.takeAll(), std::string());
        bench.clock.advance(1ns);
        QCOMPARE(bench.takeAll(), std::string("a"));
    }

    void aChangeIsNotDeferred()
    {
        Bench bench;
        bench.queue.deferRequeues([](const ObjectKey &) { return start + 1h; });
        bench.queue.requeueAfter(a, 10s);
        bench.queue.addAfter(a, 20s);
        bench.queue.addRateLimited(b);
        bench.queue.requeueAfter(b, 1ms);
        bench.queue.requeueAfter(c, 10s);
        bench.queue.add(c);
        QCOMPARE(bench.takeAll(), std::string("c"));
        bench.clock.advance(10s);
        QCOMPARE(bench.takeAll(), std::string("b a"));
    }

    // docs/faults-and-threats.md X3: no request earlier than the server said
    void heldKeysComeNotBeforeTheirTime()
    {
        Bench bench;
        bench.queue.add(a);
        bench.queue.take();
        bench.queue.add(a); // while it is worked on
        bench.queue.holdFor(a, 3s);
        bench.queue.done(a);
        bench.queue.add(a);
        bench.queue.addAfter(a, 1s);
        bench.queue.add(b);
        QCOMPARE(bench.takeAll(), std::string("b"));
        bench.clock.advance(3s - 1ns);
        bench.queue.add(a);
        QCOMPARE(bench.takeAll(), std::string());
        bench.clock.advance(1ns);
        QCOMPARE(bench.takeAll(), std::string("a"));
        bench.queue.done(a);
        bench.clock.advance(1h);
        QCOMPARE(bench.takeAll(), std::string());
        bench.queue.add(a);
        QCOMPARE(bench.takeAll(), std::string("a"));
    }

    void noDelayIsNow()
    {
        Bench bench;
        bench.queue.addAfter(a, 0s);
        bench.queue.addAfter(b, -1s);
        QCOMPARE(bench.takeAll(), std::string("a b"));
    }

    void ofSeveralDelaysTheEarliestCounts()
    {
        Bench bench;
        bench.queue.addAfter(a, 10s);
        bench.queue.addAfter(a, 3s);
        bench.queue.addAfter(a, 20s);
        bench.clock.advance(3s);
        QCOMPARE(bench.takeAll(), std::string("a"));
        bench.queue.done(a);
        bench.clock.advance(1h);
        QCOMPARE(bench.takeAll(), std::string());
    }

    void keysThatAreDueTogetherComeInTheOrderOfAsking()
    {
        Bench bench;
        bench.queue.addAfter(c, 1s);
        bench.queue.addAfter(a, 1s);
        bench.queue.addAfter(b, 1s);
        bench.clock.advance(1s);
        QCOMPARE(bench.takeAll(), std::string("c a b"));
    }

    void aDelayedKeyThatIsWorkedOnWhenDueComesAfterwards()
    {
        Bench bench;
        bench.queue.addAfter(a, 1s);
        bench.queue.add(a);
        QVERIFY(bench.queue.take() == a);
        bench.clock.advance(1s);
        QVERIFY(!bench.queue.take());
        bench.queue.done(a);
        QVERIFY(bench.queue.take() == a);
    }

    void anEndlessDelayNeverComes()
    {
        Bench bench;
        bench.queue.addAfter(a, base::Duration::max());
        bench.clock.advance(24h * 365);
        QCOMPARE(bench.takeAll(), std::string());
    }

    /// docs/machines.md §10.2
    void failuresBackOffExponentially()
    {
        Bench bench;
        std::vector<std::int64_t> delays;
        for (int i = 0; i < 20; ++i) {
            const base::Time failed = bench.clock.now();
            bench.queue.addRateLimited(a);
            bench.clock.runNext(base::Time::max());
            delays.push_back((bench.clock.now() - failed) / 10us);
            bench.takeAndFinish();
        }
        QCOMPARE(delays,
            (std::vector<std::int64_t> {500, 1'000, 2'000, 4'000, 8'000, 16'000, 32'000, 64'000, 128'000,
                256'000, 512'000, 1'024'000, 2'048'000, 4'096'000, 8'192'000, 16'384'000, 32'768'000,
                65'536'000, 100'000'000, 100'000'000}));
    }

    /// docs/machines.md §10.2: a bucket of 100, refilled with 10 a second, for all keys together.
    void retriesOfAllKeysTogetherAreLimited()
    {
        Bench bench;
        const auto failAll = [&](const char *names, int count, runtime::Limit limit) {
            for (int i = 0; i < count; ++i)
                bench.queue.addRateLimited({names, std::to_string(i)}, limit);
        };
        failAll("first", 120, runtime::Limit::KeyAndQueue);
        bench.clock.advance(99ms);
        QCOMPARE(bench.queue.depth(), 100U);
        bench.clock.advance(1s + 1ms);
        QCOMPARE(bench.queue.depth(), 111U);
        bench.clock.advance(1s);
        QCOMPARE(bench.queue.depth(), 120U);
        failAll("conflicts", 200, runtime::Limit::Key);
        bench.clock.advance(5ms);
        QCOMPARE(bench.queue.depth(), 320U);
        bench.clock.advance(10s);
        failAll("later", 101, runtime::Limit::KeyAndQueue); // full again, and no fuller
        bench.clock.advance(99ms);
        QCOMPARE(bench.queue.depth(), 420U);
    }

    void itTellsWhatAKeyWaitsForAndCountsWhatItDid()
    {
        Bench bench;
        bench.queue.addAfter(a, 10s);
        QVERIFY(bench.queue.dueOf(a) == start + 10s);
        QVERIFY(!bench.queue.dueOf(b));
        bench.queue.addRateLimited(b);
        bench.queue.addRateLimited(b);
        QCOMPARE(bench.queue.failuresOf(b), 2);
        bench.clock.advance(2s);
        QVERIFY(bench.queue.take() == b);
        bench.clock.advance(3s);
        QVERIFY(bench.queue.processing().at(b) == start + 2s);
        bench.queue.done(b);
        const runtime::QueueCounters &counters = bench.queue.counters();
        QCOMPARE(counters.adds, 1U);
        QCOMPARE(counters.retries, 2U);
        QCOMPARE(counters.waited.count(), 1U);
        QCOMPARE(counters.waited.countUpTo(1), 0U); // it was due after 5 ms and taken after 2 s
        QCOMPARE(counters.waited.countUpTo(10), 1U);
        QCOMPARE(counters.worked.sum(), 3.0);
        QCOMPARE(counters.worked.countUpTo(2.5), 0U);
        QCOMPARE(counters.worked.countUpTo(3), 1U);
        bench.queue.forget(b);
        QCOMPARE(bench.queue.failuresOf(b), 0);
    }

    void successEndsTheCountOfThatKeyAlone()
    {
        Bench bench;
        for (const ObjectKey &key : {a, a, a, b, b}) {
            bench.queue.addRateLimited(key);
            bench.clock.advance(1min);
            bench.takeAndFinish();
        }
        bench.queue.forget(a);
        bench.queue.addRateLimited(a);
        bench.queue.addRateLimited(b);
        bench.clock.advance(5ms);
        QCOMPARE(bench.takeAll(), std::string("a"));
        bench.clock.advance(15ms);
        QCOMPARE(bench.takeAll(), std::string("b"));
    }

    /// docs/faults-and-threats.md X1
    void aServerThatIsBackIsTriedAtOnce()
    {
        Bench bench;
        for (int i = 0; i < 16; ++i) {
            bench.queue.addRateLimited(a); // for over five minutes in the end
            bench.clock.advance(6min);
            bench.takeAndFinish();
        }
        bench.queue.addRateLimited(a);
        bench.queue.addRateLimited(b);
        bench.queue.holdFor(b, 3s);
        bench.queue.addAfter(c, 1min); // has not failed
        bench.queue.retryNow();
        QCOMPARE(bench.takeAll(), std::string("a"));
        bench.queue.done(a);
        QCOMPARE(bench.queue.failuresOf(a), 0);
        bench.clock.advance(3s);
        QCOMPARE(bench.takeAll(), std::string("b"));
        bench.clock.advance(1min);
        QCOMPARE(bench.takeAll(), std::string("c"));
        bench.clock.advance(1h);
        QCOMPARE(bench.takeAll(), std::string()); // once
    }

    void clearingForgetsAllButWhatIsWorkedOn()
    {
        Bench bench;
        bench.queue.add(a);
        bench.queue.take();
        bench.queue.add(a);
        bench.queue.add(b);
        bench.queue.addAfter(c, 1s);
        bench.queue.addRateLimited(c);
        bench.queue.clear();
        QVERIFY(!bench.queue.take());
        bench.clock.advance(1h);
        QVERIFY(!bench.queue.take());
        QVERIFY(!bench.queue.isEmpty());
        bench.queue.add(a);
        QVERIFY(!bench.queue.take()); // still not twice at the same time
        bench.queue.done(a);
        QVERIFY(bench.queue.take() == a);
        bench.queue.done(a);
        bench.queue.addRateLimited(c);
        bench.clock.advance(5ms);
        QCOMPARE(bench.takeAll(), std::string("c")); // the first delay again
    }

    /// Against a model: nothing asked for is lost, nothing comes twice, nothing while it is worked on.
    void whateverHappensNoKeyIsLostOrDoubled()
    {
        Dice dice;
        Bench bench;
        const std::array keys {a, b, c};
        std::set<ObjectKey> wanted;
        std::set<ObjectKey> working;
        for (int i = 0; i < 20'000; ++i) {
            const ObjectKey &key = keys.at(dice.below(3));
            switch (dice.below(4)) {
            case 0:
                bench.queue.add(key);
                wanted.insert(key);
                break;
            case 1:
                if (const auto taken = bench.queue.take()) {
                    QVERIFY2(wanted.erase(*taken) == 1, dice.seedText());
                    QVERIFY2(working.insert(*taken).second, dice.seedText());
                }
                break;
            case 2:
                bench.queue.done(key);
                working.erase(key);
                break;
            default:
                bench.queue.addAfter(key, 1ms);
                wanted.insert(key);
                bench.clock.advance(1ms);
            }
            std::size_t free = 0;
            for (const ObjectKey &each : wanted)
                free += working.contains(each) ? 0U : 1U;
            QVERIFY2(bench.queue.depth() == free, dice.seedText());
        }
    }
};

QTEST_GUILESS_MAIN(TestWorkQueue)
#include "tst_workqueue.moc"
