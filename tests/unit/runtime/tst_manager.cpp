// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/node.h"
#include "core/api/pod.h"
#include "core/runtime/manager.h"
#include "tests/unit/printing.h"
#include "tests/unit/runtime/miniserver.h"

using namespace core;
using namespace std::chrono_literals;
using api::Json;
using api::JsonObject;
using runtime::Leadership;

namespace {

constexpr base::Time start {std::chrono::sys_days {std::chrono::year {2026} / 11 / 20}};
const std::string leases = "/apis/coordination.k8s.io/v1/namespaces/ns/leases/";

Json leaseOf(const std::string &name, const std::string &holder)
{
    return JsonObject {{"kind", "Lease"}, {"metadata", JsonObject {{"name", name}, {"namespace", "ns"}}},
        {"spec", JsonObject {{"holderIdentity", holder}, {"leaseDurationSeconds", 15}}}};
}

struct Bench {
    base::Clock clock {start};
    MiniServer server {clock};
    client::Client client {server};
    base::Chance chance {1};
    runtime::InformerSet informers {client, clock, chance, {}};
    std::string log; ///< "+first -first"
    std::unique_ptr<runtime::Manager> manager;

    explicit Bench(std::optional<Leadership> leadership = {})
    {
        informers.of<api::Node>();
        informers.of<api::Pod>();
        manager = std::make_unique<runtime::Manager>(client, informers, clock, chance, std::move(leadership));
        for (const char *name : {"first", "second", "third"})
            manager->add({name, "", [this, name] { note("+", name); }, [this, name] { note("-", name); }},
                std::string_view(name) != "third");
    }
    void note(const char *sign, const char *name)
    {
        log += (log.empty() ? "" : " ") + std::string(sign) + name;
    }
    std::string notes() const
    {
        std::string text;
        for (const runtime::UnitState &state : manager->states())
            text += state.name + (state.running ? " runs" : "")
                + (state.note.empty() ? "" : " " + state.note.text) + "\n";
        return text;
    }
};

const Leadership usual {"ns", "lab-", "host-a_1"};

} // namespace

class TestManager : public QObject
{
    Q_OBJECT

private slots:
    void unitsStartInOrderOnceEveryStoreIsFilled()
    {
        Bench bench;
        int nodeLists = 0;
        bench.server.intercept = [&](const api::Request &request) -> std::optional<api::Response> {
            if (request.path == "/api/v1/nodes" && ++nodeLists < 3)
                return MiniServer::failure(500, "InternalError");
            return std::nullopt;
        };
        bench.manager->start();
        bench.clock.advance(0s);
        QCOMPARE(bench.log, std::string());
        QCOMPARE(bench.notes(),
            std::string("first waiting for the first lists\nsecond waiting for the first lists\nthird\n"));
        bench.clock.advance(1min);
        QCOMPARE(bench.log, std::string("+first +second"));
        QCOMPARE(bench.notes(), std::string("first runs\nsecond runs\nthird\n"));
        QVERIFY(bench.server.log.empty()); // nobody else can act: no leases
    }

    void anInformerThatIsStoppedIsNotWaitedFor()
    {
        Bench bench;
        bench.server.intercept = [&](const api::Request &request) -> std::optional<api::Response> {
            if (request.path == "/api/v1/pods")
                return MiniServer::failure(404, "NotFound");
            return std::nullopt;
        };
        QVERIFY(!bench.manager->isFilled());
        bench.manager->start();
        bench.clock.advance(1min);
        QCOMPARE(bench.log, std::string());
        bench.informers.of<api::Pod>().stop();
        QVERIFY(bench.manager->isFilled());
        QCOMPARE(bench.log, std::string("+first +second"));
    }

    void unitsStopBackwardsAndTheInformersAfterThem()
    {
        Bench bench;
        bench.manager->start();
        bench.clock.advance(0s);
        bench.log.clear();
        int done = 0;
        bench.manager->stop([&] {
            ++done;
            bench.note("", "done");
        });
        bench.clock.advance(1min);
        QCOMPARE(bench.log, std::string("-second -first done"));
        QCOMPARE(done, 1);
        for (const runtime::InformerBase *informer : bench.informers.list())
            QVERIFY(informer->state() == runtime::InformerBase::State::Stopped);
    }

    void unitsAreSwitchedOnAndOff()
    {
        Bench bench;
        bench.manager->start();
        bench.clock.advance(0s);
        bench.log.clear();
        int told = 0;
        const auto subscription = bench.manager->onChange([&] { ++told; });
        QVERIFY(bench.manager->setWanted("third", true));
        QVERIFY(bench.manager->setWanted("third", true)); // twice is once
        QVERIFY(bench.manager->setWanted("first", false));
        QVERIFY(bench.manager->setWanted("first", false));
        QCOMPARE(bench.log, std::string("+third -first"));
        QVERIFY(told >= 2);
        const auto unknown = bench.manager->setWanted("fourth", true);
        QVERIFY(!unknown);
        QVERIFY(unknown.error().kind == base::ErrorKind::NotFound);
        QCOMPARE(unknown.error().message,
            std::string("there is no controller \"fourth\"; known are first, second, third"));
    }

    void whatIsSwitchedOffBeforeTheStartStaysOff()
    {
        Bench bench;
        QVERIFY(bench.manager->setWanted("first", false));
        QVERIFY(bench.manager->setWanted("third", true));
        QCOMPARE(bench.log, std::string());
        bench.manager->start();
        bench.clock.advance(0s);
        QCOMPARE(bench.log, std::string("+second +third"));
    }

    void eachUnitWaitsForItsOwnLease()
    {
        Bench bench(usual);
        bench.server.put(leases + "lab-second", leaseOf("lab-second", "host-b_2"));
        bench.manager->start();
        bench.clock.advance(1s);
        QCOMPARE(bench.log, std::string("+first"));
        QCOMPARE(bench.notes(),
            std::string(
                "first runs\nsecond waits: host-b_2 holds its Lease, and it begins here when that one gives "
                "it back or stops renewing it\nthird\n"));
        QVERIFY(!bench.server.find(leases + "lab-third")); // nobody wants it
        bench.clock.advance(20s);
        QCOMPARE(bench.log, std::string("+first +second"));
    }

    void aUnitThatLosesItsLeaseStopsAndWaits()
    {
        Bench bench(usual);
        bench.manager->start();
        bench.clock.advance(1s);
        bench.log.clear();
        bench.server.put(leases + "lab-first", leaseOf("lab-first", "host-b_2"));
        bench.clock.advance(3s);
        QCOMPARE(bench.log, std::string("-first"));
        bench.clock.advance(20s);
        QCOMPARE(bench.log, std::string("-first +first"));
    }

    /// docs/faults-and-threats.md X19: nothing is decided by what was seen before a sleep.
    void whoSleptThroughItsLeaseStartsWithStoresFilledAnew()
    {
        Bench bench(usual);
        bench.manager->start();
        bench.clock.advance(0s);
        QCOMPARE(bench.log, std::string("+first +second"));
        bench.log.clear();
        bool listsAreBroken = true;
        int listed = 0;
        bench.server.intercept = [&](const api::Request &request) -> std::optional<api::Response> {
            if (request.path != "/api/v1/nodes")
                return std::nullopt;
            ++listed;
            return listsAreBroken ? std::optional(MiniServer::failure(500, "InternalError")) : std::nullopt;
        };
        bench.clock.moveTo(start + 1h);
        bench.clock.runGuards();
        QCOMPARE(bench.log, std::string("-first -second"));
        QVERIFY(!bench.manager->isFilled());
        const auto isOld = [&] { // nobody is kept from leading by who can't act
            const auto lease = api::decode<api::Lease>(*bench.server.find(leases + "lab-first"));
            return lease->spec.renewTime->value == start;
        };
        bench.clock.advance(3s);
        QVERIFY(isOld());
        QCOMPARE(bench.manager->states().front().leads, std::optional(false));
        QCOMPARE(bench.notes(),
            std::string("first waiting for the first lists\nsecond waiting for the first lists\nthird\n"));
        QVERIFY(listed > 0);
        listsAreBroken = false;
        bench.clock.advance(1min);
        QCOMPARE(bench.log, std::string("-first -second +first +second"));
        QVERIFY(!isOld());
    }

    void leasesAreGivenBack()
    {
        Bench bench(usual);
        bench.manager->start();
        bench.clock.advance(1s);
        QVERIFY(bench.manager->setWanted("first", false));
        bench.clock.advance(0s);
        const auto holder = [&](const char *name) {
            return std::string(api::textAt(*bench.server.find(leases + name), {"spec", "holderIdentity"}));
        };
        QCOMPARE(holder("lab-first"), std::string());
        QCOMPARE(holder("lab-second"), std::string("host-a_1"));
        bool done = false;
        bench.manager->stop([&] { done = true; });
        QVERIFY(!done);
        bench.clock.advance(0s);
        QVERIFY(done);
        QCOMPARE(holder("lab-second"), std::string());
    }

    void aUnitSwitchedOffAndOnAgainLeadsAgain()
    {
        Bench bench(usual);
        bench.server.delay = [] { return 100ms; };
        bench.manager->start();
        bench.clock.advance(5s);
        bench.log.clear();
        QVERIFY(bench.manager->setWanted("first", false));
        QVERIFY(bench.manager->setWanted("first", true)); // before the lease was given back
        bench.clock.advance(30s);
        QCOMPARE(bench.log, std::string("-first +first"));
        QCOMPARE(bench.notes(), std::string("first runs\nsecond runs\nthird\n"));
    }

    void aBlockedUnitDoesNotRun()
    {
        Bench bench(usual);
        bench.manager->setBlockedReason("first", "somebody else does it");
        bench.manager->setBlockedReason("nobody", "is not there");
        QVERIFY(!bench.manager->isRunningSoon("first"));
        QVERIFY(bench.manager->isRunningSoon("second")); // which waits for the first lists alone
        QVERIFY(!bench.manager->isRunning("second"));
        QVERIFY(!bench.manager->isRunningSoon("third")); // not wanted
        bench.manager->start();
        bench.clock.advance(5s);
        QVERIFY(bench.manager->isRunningSoon("second"));
        QCOMPARE(bench.log, std::string("+second"));
        QCOMPARE(bench.notes(), std::string("first somebody else does it\nsecond runs\nthird\n"));
        QVERIFY(!bench.server.find(leases + "lab-first"));
        bench.manager->setBlockedReason("first", {});
        bench.manager->setBlockedReason("second", "now this one too");
        bench.clock.advance(5s);
        QCOMPARE(bench.log, std::string("+second -second +first"));
        QCOMPARE(bench.notes(), std::string("first runs\nsecond now this one too\nthird\n"));
        QCOMPARE(
            std::string(api::textAt(*bench.server.find(leases + "lab-second"), {"spec", "holderIdentity"})),
            std::string()); // given back
        QVERIFY(bench.manager->states().at(0).leads == true && bench.manager->states().at(1).leads == false);
    }

    void whereNobodyElseCanActNobodyLeads()
    {
        Bench bench;
        bench.manager->start();
        bench.clock.advance(1s);
        QVERIFY(!bench.manager->states().at(0).leads);
    }

    void aServerThatIsGoneDoesNotKeepUsFromLeaving()
    {
        Bench bench(usual);
        bench.manager->start();
        bench.clock.advance(1s);
        bench.server.losesAnswer = [](const api::Request &) { return true; };
        bool done = false;
        bench.manager->stop([&] { done = true; });
        bench.clock.advance(2s - 1ns);
        QVERIFY(!done);
        bench.clock.advance(1ns);
        QVERIFY(done);
    }

    void destroyingItStopsTheUnits()
    {
        Bench bench;
        bench.manager->start();
        bench.clock.advance(0s);
        bench.log.clear();
        bench.manager.reset();
        QCOMPARE(bench.log, std::string("-second -first"));
        bench.informers.stop(); // tells nobody who is gone
    }
};

QTEST_GUILESS_MAIN(TestManager)
#include "tst_manager.moc"
