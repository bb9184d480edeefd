// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/leaderelection.h"
#include "tests/unit/dice.h"
#include "tests/unit/printing.h"
#include "tests/unit/runtime/miniserver.h"

using namespace core;
using namespace std::chrono_literals;
using api::Json;
using api::JsonObject;
using runtime::LeaderElection;

namespace {

constexpr base::Time start {std::chrono::sys_days {std::chrono::year {2026} / 11 / 20}};
const std::string leasePath = "/apis/coordination.k8s.io/v1/namespaces/ns/leases/lock";

struct Candidate {
    base::Clock &clock;
    client::Client client;
    base::Chance chance;
    LeaderElection election;
    int gained = 0;
    int lost = 0;

    Candidate(base::Clock &itsClock, MiniServer &server, const std::string &name)
        : clock(itsClock)
        , client(server)
        , chance(std::hash<std::string> {}(name))
        , election(client, itsClock, chance, {{"ns", "lock"}, name})
    {
    }
    void run()
    {
        election.start([this] { ++gained; }, [this] { ++lost; });
        clock.advance(0s);
    }
};

struct Bench {
    base::Clock clock {start};
    MiniServer server {clock};
    Candidate a {clock, server, "host-a_1"};

    /// A lease that somebody else holds, whatever times are written in it.
    Json foreign(
        const std::string &holder = "host-b_2", const std::string &renewed = "2020-01-01T00:00:00.000000Z")
    {
        return JsonObject {{"kind", "Lease"},
            {"metadata", JsonObject {{"name", "lock"}, {"namespace", "ns"}}},
            {"spec",
                JsonObject {{"holderIdentity", holder}, {"leaseDurationSeconds", 15},
                    {"acquireTime", renewed}, {"renewTime", renewed}, {"leaseTransitions", 4}}}};
    }
    api::LeaseSpec spec() const { return api::decode<api::Lease>(*server.find(leasePath))->spec; }
    void breakServer()
    {
        server.intercept = [](const api::Request &) {
            return MiniServer::failure(503, "ServiceUnavailable");
        };
    }
    void mendServer() { server.intercept = {}; }
    std::size_t writes() const
    {
        return static_cast<std::size_t>(std::ranges::count_if(
            server.log, [](const std::string &line) { return !line.starts_with("GET"); }));
    }
    /// How long until the condition holds, in steps of a tenth of a second.
    base::Duration until(const std::function<bool()> &condition)
    {
        const base::Time before = clock.now();
        while (!condition() && clock.now() < before + 10min)
            clock.advance(100ms);
        return clock.now() - before;
    }
};

} // namespace

/// docs/machines.md §10.1
class TestLeaderElection : public QObject
{
    Q_OBJECT

private slots:
    void aLeaseThatIsAbsentIsTaken()
    {
        Bench bench;
        bench.a.run();
        QVERIFY(bench.a.election.isLeader());
        QCOMPARE(bench.a.gained, 1);
        QCOMPARE(bench.a.election.holder(), std::string("host-a_1"));
        const api::LeaseSpec spec = bench.spec();
        QCOMPARE(spec.holderIdentity, std::string("host-a_1"));
        QCOMPARE(spec.leaseDurationSeconds.value(), 15);
        QCOMPARE(spec.leaseTransitions.value(), 0);
        QVERIFY(spec.acquireTime->value == start && spec.renewTime->value == start);
    }

    void aLeaseThatNobodyHoldsIsTaken()
    {
        Bench bench;
        bench.server.put(leasePath, bench.foreign(""));
        bench.a.run();
        QVERIFY(bench.a.election.isLeader());
        QCOMPARE(bench.spec().leaseTransitions.value(), 5);
    }

    void itsOwnLeaseIsTakenUpAgain()
    {
        Bench bench;
        bench.server.put(leasePath, bench.foreign("host-a_1"));
        bench.a.run();
        QVERIFY(bench.a.election.isLeader());
        QCOMPARE(bench.spec().leaseTransitions.value(), 4); // the holder did not change
        QVERIFY(bench.spec().acquireTime->value < start);
        QVERIFY(bench.spec().renewTime->value == start);
    }

    /// The duration is counted by our own clock since we first saw it, never by the times written in the
    /// lease.
    void aForeignLeaseIsTakenAfterItsFullDuration_data()
    {
        QTest::addColumn<std::string>("renewed");
        QTest::newRow("although it says that it expired long ago")
            << std::string("2020-01-01T00:00:00.000000Z");
        QTest::newRow("although it says that it is from the future")
            << std::string("2030-01-01T00:00:00.000000Z");
    }
    void aForeignLeaseIsTakenAfterItsFullDuration()
    {
        QFETCH(std::string, renewed);
        Bench bench;
        bench.server.put(leasePath, bench.foreign("host-b_2", renewed));
        bench.a.run();
        QCOMPARE(bench.a.election.holder(), std::string("host-b_2"));
        bench.clock.advance(15s - 1ns);
        QVERIFY(!bench.a.election.isLeader());
        QCOMPARE(bench.writes(), 0U);
        const auto took = bench.until([&] { return bench.a.election.isLeader(); });
        QVERIFY(took <= 4400ms); // at the next look
        QCOMPARE(bench.spec().leaseTransitions.value(), 5);
        QVERIFY(bench.spec().acquireTime == bench.spec().renewTime);
    }

    void aRenewalStartsTheDurationAnew()
    {
        Bench bench;
        bench.server.put(leasePath, bench.foreign());
        bench.a.run();
        for (int i = 0; i < 10; ++i) {
            bench.clock.advance(10s);
            bench.server.put(leasePath, bench.foreign());
        }
        bench.clock.advance(14s);
        QVERIFY(!bench.a.election.isLeader());
        QVERIFY(bench.until([&] { return bench.a.election.isLeader(); }) <= 6s);
    }

    void aLeaseWithoutADurationCountsAsOneOfOurs()
    {
        Bench bench;
        Json lease = bench.foreign();
        lease.at("spec").get_object().erase("leaseDurationSeconds");
        bench.server.put(leasePath, lease);
        bench.a.run();
        bench.clock.advance(14s);
        QVERIFY(!bench.a.election.isLeader());
        bench.clock.advance(6s);
        QVERIFY(bench.a.election.isLeader());
    }

    void waitingCandidatesLookAtUnevenTimes()
    {
        Bench bench;
        bench.server.put(leasePath, bench.foreign());
        std::vector<base::Time> looks;
        bench.server.intercept = [&](const api::Request &) -> std::optional<api::Response> {
            looks.push_back(bench.clock.now());
            return std::nullopt;
        };
        bench.a.run();
        bench.clock.advance(14s);
        for (std::size_t i = 1; i < looks.size(); ++i)
            QVERIFY(looks[i] - looks[i - 1] >= 2s && looks[i] - looks[i - 1] <= 4400ms);
        QVERIFY(looks.size() >= 4);
    }

    void aLeaderRenewsEveryTwoSeconds()
    {
        Bench bench;
        bench.a.run();
        const std::size_t before = bench.writes();
        bench.clock.advance(60s);
        QCOMPARE(bench.writes() - before, 30U);
        QVERIFY(bench.spec().renewTime->value == start + 60s);
        QVERIFY(bench.spec().acquireTime->value == start);
        QCOMPARE(bench.spec().leaseTransitions.value(), 0);
        QVERIFY(bench.a.gained == 1 && bench.a.lost == 0);
    }

    void aLeaderThatCanNotRenewStepsDown()
    {
        Bench bench;
        bench.a.run();
        bench.clock.advance(20s);
        bench.breakServer();
        const base::Time renewed = bench.spec().renewTime->value;
        bench.until([&] { return !bench.a.election.isLeader(); });
        QVERIFY(bench.clock.now() - renewed <= 10s + 100ms);
        QVERIFY(bench.clock.now() - renewed >= 10s);
        QCOMPARE(bench.a.lost, 1);
        bench.clock.advance(1min);
        QCOMPARE(bench.a.lost, 1);
        bench.mendServer();
        QVERIFY(bench.until([&] { return bench.a.election.isLeader(); }) <= 4500ms);
        QCOMPARE(bench.a.gained, 2);
    }

    /// docs/faults-and-threats.md X19: as a Pacer does it in real time.
    void whoSleptThroughItsLeaseIsStoppedBeforeItsLateWork()
    {
        Bench bench;
        bench.a.run();
        std::optional<int> lostWhenItWorked;
        const auto work = bench.clock.callAfter(1s, [&] { lostWhenItWorked = bench.a.lost; });
        bench.clock.moveTo(start + 1min);
        bench.clock.runGuards();
        QVERIFY(!bench.a.election.isLeader());
        bench.clock.advance(0s);
        QCOMPARE(lostWhenItWorked, std::optional(1));
    }

    void aShortFailureIsSurvived()
    {
        Bench bench;
        bench.a.run();
        bench.clock.advance(20s);
        bench.breakServer();
        bench.clock.advance(7s);
        bench.mendServer();
        bench.clock.advance(1min);
        QVERIFY(bench.a.election.isLeader());
        QCOMPARE(bench.a.lost, 0);
    }

    void aServerThatDoesNotAnswerIsAskedAgain()
    {
        Bench bench;
        bench.a.run();
        bench.server.losesAnswer = [](const api::Request &) { return true; };
        bench.until([&] { return !bench.a.election.isLeader(); });
        QVERIFY(bench.clock.now() <= start + 12s);
        bench.server.losesAnswer = {};
        QVERIFY(bench.until([&] { return bench.a.election.isLeader(); }) <= 15s);
    }

    /// Others count from when the server took the renewal, so we must not count from when we heard of it.
    void aSlowAnswerDoesNotLengthenTheHold()
    {
        Bench bench;
        bench.a.run();
        bench.clock.advance(2s); // the last quick renewal
        const base::Time asked = bench.clock.now();
        bench.server.delay = [] { return 4s; }; // 16 s for a look and a write
        bench.until([&] { return !bench.a.election.isLeader(); });
        QVERIFY(bench.clock.now() <= asked + 10s + 100ms);
        QCOMPARE(bench.a.lost, 1);
    }

    void anAnswerThatComesTooLateIsNoLeadership()
    {
        Bench bench;
        bench.server.delay = [&] {
            return bench.writes() == 0 ? 1s : 11s;
        }; // the write is taken, the answer crawls
        bench.a.run();
        bench.clock.advance(1min);
        QCOMPARE(bench.a.gained, 0);
        bench.server.delay = {};
        bench.clock.advance(1min);
        QVERIFY(bench.a.election.isLeader());
    }

    void aLeaseThatSomebodyTookIsGivenUpAtTheNextLook()
    {
        Bench bench;
        bench.a.run();
        bench.clock.advance(5s);
        bench.server.put(leasePath, bench.foreign());
        QVERIFY(bench.until([&] { return !bench.a.election.isLeader(); }) <= 2100ms);
        QCOMPARE(bench.a.lost, 1);
        QCOMPARE(bench.a.election.holder(), std::string("host-b_2"));
    }

    void aLostRaceIsNoticedAtOnce()
    {
        Bench bench;
        bench.a.run();
        bool stolen = false;
        bench.server.intercept = [&](const api::Request &request) -> std::optional<api::Response> {
            if (request.method == api::Method::Put && !std::exchange(stolen, true))
                bench.server.put(leasePath, bench.foreign()); // between our look and our write
            return std::nullopt;
        };
        bench.clock.advance(2s);
        QVERIFY(!bench.a.election.isLeader());
        QCOMPARE(bench.spec().holderIdentity, std::string("host-b_2"));
    }

    void aLeaseThatCanNotBeReadIsLeftAlone()
    {
        Bench bench;
        Json lease = bench.foreign();
        lease.at("spec").get_object()["renewTime"] = 5;
        bench.server.put(leasePath, lease);
        bench.a.run();
        bench.clock.advance(1min);
        QVERIFY(!bench.a.election.isLeader());
        QCOMPARE(bench.writes(), 0U);
    }

    void stoppingGivesTheLeaseBack()
    {
        Bench bench;
        bench.a.run();
        bench.clock.advance(7s);
        int done = 0;
        bench.a.election.stop([&] { ++done; });
        QVERIFY(!bench.a.election.isLeader());
        bench.clock.advance(0s);
        QCOMPARE(done, 1);
        QCOMPARE(bench.a.lost, 0);
        QCOMPARE(std::string(api::textAt(*bench.server.find(leasePath), {"spec", "holderIdentity"})),
            std::string());
        QVERIFY(bench.server.find(leasePath)->at("spec").as_object().contains("holderIdentity"));
        QCOMPARE(bench.spec().leaseDurationSeconds.value(), 1);
        const std::size_t asked = bench.server.log.size();
        bench.clock.advance(1h);
        QCOMPARE(bench.server.log.size(), asked);
    }

    void aSuccessorActsSoonAfterTheLeaseIsGivenBack()
    {
        Bench bench;
        Candidate b(bench.clock, bench.server, "host-b_2");
        bench.a.run();
        b.run();
        bench.clock.advance(1min);
        QVERIFY(bench.a.election.isLeader() && !b.election.isLeader());
        bench.a.election.stop([] {});
        QVERIFY(bench.until([&] { return b.election.isLeader(); }) <= 4400ms);
    }

    void stoppingWithoutTheLeaseWritesNothing()
    {
        Bench bench;
        bench.server.put(leasePath, bench.foreign());
        bench.a.run();
        int done = 0;
        bench.a.election.stop([&] { ++done; });
        QCOMPARE(done, 1);
        bench.clock.advance(1h);
        QCOMPARE(bench.writes(), 0U);
    }

    void stoppingDuringARenewalGivesTheLeaseBack()
    {
        Bench bench;
        bench.a.run();
        bench.server.delay = [] { return 100ms; };
        bench.clock.advance(2250ms); // looked at 2.0, renews between 2.2 and 2.4
        int done = 0;
        bench.a.election.stop([&] { ++done; });
        bench.clock.advance(2s);
        QCOMPARE(done, 1);
        QCOMPARE(bench.spec().holderIdentity, std::string());
    }

    void stoppingDoesNotGiveAwayWhatSomebodyElseHolds()
    {
        Bench bench;
        bench.a.run();
        bench.clock.advance(1s);
        bench.server.put(leasePath, bench.foreign());
        int done = 0;
        bench.a.election.stop([&] { ++done; });
        bench.clock.advance(1min);
        QCOMPARE(done, 1);
        QCOMPARE(bench.spec().holderIdentity, std::string("host-b_2"));
    }

    void whoHasLostMayStop()
    {
        Bench bench;
        int lost = 0;
        bench.a.election.start([] {},
            [&] {
                ++lost;
                bench.a.election.stop([] {});
            });
        bench.clock.advance(5s);
        bench.server.put(leasePath, bench.foreign());
        bench.clock.advance(1min);
        QCOMPARE(lost, 1);
        const std::size_t asked = bench.server.log.size();
        bench.clock.advance(1h);
        QCOMPARE(bench.server.log.size(), asked);
    }

    void whoHasGainedMayStop()
    {
        Bench bench;
        bench.a.election.start([&] { bench.a.election.stop([] {}); }, [] {});
        bench.clock.advance(1min);
        QVERIFY(!bench.a.election.isLeader());
        QCOMPARE(bench.spec().holderIdentity, std::string());
    }

    /// Requests that crawl, answers that are lost, a server that fails: whatever happens, never two leaders.
    /// And once the weather is fair, there is one.
    void thereAreNeverTwoLeaders()
    {
        Dice dice;
        for (int round = 0; round < 60; ++round) {
            base::Clock clock(start);
            MiniServer server(clock);
            std::vector<std::unique_ptr<Candidate>> candidates;
            for (const char *name : {"a", "b", "c"})
                candidates.push_back(std::make_unique<Candidate>(clock, server, name));
            std::size_t slowness = 0;
            bool breaks = false;
            server.delay = [&] { return base::Duration(dice.below(slowness + 1) * 1ms); };
            server.intercept = [&](const api::Request &) -> std::optional<api::Response> {
                if (breaks && dice.oneIn(2))
                    return MiniServer::failure(500, "InternalError");
                return std::nullopt;
            };
            server.losesAnswer = [&](const api::Request &) { return breaks && dice.oneIn(4); };
            std::size_t most = 0;
            const auto count = [&] {
                std::size_t leaders = 0;
                for (const auto &candidate : candidates)
                    leaders += candidate->election.isLeader() ? 1U : 0U;
                most = std::max(most, leaders);
                return leaders;
            };
            for (const auto &candidate : candidates)
                candidate->election.start([&] { count(); }, [&] { count(); });
            for (int step = 0; step < 60; ++step) {
                slowness = std::array<std::size_t, 4> {0, 500, 5'000, 20'000}.at(dice.below(4));
                breaks = dice.oneIn(3);
                const base::Time end = clock.now() + dice.below(20) * 1s;
                while (clock.runNext(end))
                    count();
                clock.runUntil(end);
                if (dice.oneIn(10)) {
                    Candidate &one = *candidates.at(dice.below(3));
                    one.election.stop([] {});
                    one.election.start([&] { count(); }, [&] { count(); });
                }
            }
            QVERIFY2(most == 1, dice.seedText() + " leaders: " + QByteArray::number(most));
            slowness = 0;
            breaks = false;
            clock.advance(2min);
            QVERIFY2(count() == 1, dice.seedText());
        }
    }
};

QTEST_GUILESS_MAIN(TestLeaderElection)
#include "tst_leaderelection.moc"
