// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/node.h"
#include "core/client/localtransport.h"
#include "core/hollow/heartbeats.h"

#include <QTest>

#include <map>

using namespace core;
using namespace std::chrono_literals;
using api::Method;

namespace {

/// Leases as values behind a real LocalTransport: what an API server does with them, and a switch to break
/// it.
class Leases
{
public:
    explicit Leases(base::Clock &serverClock)
        : clock(serverClock)
        , transport(serverClock,
              api::LocalServer {[this](const api::Request &request) { return answer(request); }, {}})
        , client(transport)
    {
    }

    api::Response answer(const api::Request &request)
    {
        ++requests;
        ++requestsAt[clock.now()];
        if (broken)
            return failure(503, "ServiceUnavailable");
        if (busy) {
            api::Response response = failure(429, "TooManyRequests");
            response.headers = {{"Retry-After", "3"}};
            return response;
        }
        if (request.method == Method::Post)
            return create(*request.body);
        const std::string name = request.path.substr(request.path.rfind('/') + 1);
        const auto held = leases.find(name);
        if (held == leases.end())
            return failure(404, "NotFound");
        api::applyMergePatch(held->second, *request.body);
        renewals[name].push_back(clock.now());
        return {200, api::share(held->second), {}, {}, {}, 0};
    }

    base::Clock &clock;
    client::LocalTransport transport;
    client::Client client;
    std::map<std::string, api::Json> leases;
    std::map<std::string, std::vector<base::Time>> renewals;
    std::map<base::Time, int> requestsAt;
    int requests = 0; ///< all of them, failed ones too
    bool broken = false;
    bool busy = false;

private:
    static api::Response failure(int code, std::string_view reason)
    {
        return {code, api::share(api::failureStatus(code, reason, reason)), {}, {}, {}, 0};
    }
    api::Response create(const api::Json &lease)
    {
        const std::string name(api::textAt(lease, {"metadata", "name"}));
        if (!leases.emplace(name, lease).second)
            return failure(409, "AlreadyExists");
        renewals[name].push_back(clock.now());
        return {201, api::share(lease), {}, {}, {}, 0};
    }
};

struct Fixture {
    base::Clock clock {base::Time(1'800'000'000s)};
    base::Chance chance {1};
    Leases leases {clock};
    hollow::Heartbeats heartbeats {leases.client, clock, chance};

    void startMany(int count, bool isNew)
    {
        for (int i = 0; i < count; ++i)
            heartbeats.start("node-" + std::to_string(i), "uid-" + std::to_string(i), isNew);
    }
};

} // namespace

class TestHeartbeats : public QObject
{
    Q_OBJECT

private slots:
    void createsTheLeaseOfANewNode();
    void renewsEveryTenSeconds();
    void spreadsOverThePeriod();
    void fewNodesWakeSeldom();
    void resumesAtOnceInBoundedTurns();
    void createsAMissingLease();
    void takesOverAnExistingLease();
    void triesFiveTimesARound();
    void comesBackWhenTold();
    void sendsNothingBeforeTheTimeTold();
    void stops();
    void survivesAJumpOfTime();
    void costsNothingWithoutNodes();
};

void TestHeartbeats::createsTheLeaseOfANewNode()
{
    Fixture f;
    f.heartbeats.start("w1", "uid-1", true);
    f.clock.advance(0s);
    QCOMPARE(f.leases.requests, 1);
    const auto lease = api::decode<api::Lease>(f.leases.leases.at("w1"));
    QVERIFY(lease.has_value());
    QCOMPARE(lease->metadata.ns, "kube-node-lease");
    QCOMPARE(lease->spec.holderIdentity, "w1");
    QCOMPARE(*lease->spec.leaseDurationSeconds, 40);
    QVERIFY(lease->spec.renewTime->value == f.clock.now());
    QVERIFY(lease->metadata.ownerReferences
        == (std::vector<api::OwnerReference> {{"v1", "Node", "w1", "uid-1", {}, {}}}));
}

void TestHeartbeats::renewsEveryTenSeconds()
{
    Fixture f;
    f.heartbeats.start("w1", "uid-1", true);
    f.clock.advance(10min);
    const auto &times = f.leases.renewals.at("w1");
    QCOMPARE(times.size(), 61U);
    QVERIFY(times[1] - times[0] <= 10s);
    for (std::size_t i = 2; i < times.size(); ++i)
        QVERIFY(times[i] - times[i - 1] == 10s);
    QCOMPARE(f.leases.requests, 61); // never reads
}

void TestHeartbeats::spreadsOverThePeriod()
{
    Fixture f;
    f.startMany(10'000, true);
    f.clock.advance(10s);
    f.leases.requestsAt.clear();
    f.clock.advance(10s);
    QCOMPARE(f.leases.requestsAt.size(), 100U);
    for (const auto &[time, count] : f.leases.requestsAt)
        QVERIFY2(count > 50 && count < 180, qPrintable(QString::number(count)));
}

void TestHeartbeats::fewNodesWakeSeldom()
{
    Fixture f;
    f.startMany(100, true);
    f.clock.advance(10s);
    f.leases.requestsAt.clear();
    f.clock.advance(60s);
    QCOMPARE(f.leases.requestsAt.size(), 30U);
    for (const auto &[time, count] : f.leases.requestsAt) {
        QVERIFY(time.time_since_epoch() % 2s == 0s);
        QVERIFY2(count < 40, qPrintable(QString::number(count)));
    }
}

void TestHeartbeats::resumesAtOnceInBoundedTurns()
{
    Fixture f;
    f.startMany(5'000, true);
    f.clock.advance(1min);
    f.heartbeats.stopAll();
    f.clock.advance(5s);
    f.leases.requests = 0;
    f.startMany(5'000, false);
    f.clock.runNext(f.clock.now());
    int turns = 0;
    int mostInATurn = 0;
    while (f.leases.requests < 5'000 && f.clock.runNext(f.clock.now())) {
        const int before = f.leases.requests;
        ++turns;
        mostInATurn = std::max(mostInATurn, f.leases.requests - before);
    }
    QCOMPARE(f.leases.requests, 5'000);
    QVERIFY(turns >= 50); // other work gets its turn in between
    for (const auto &[node, times] : f.leases.renewals)
        QVERIFY(times.back() == f.clock.now());
}

void TestHeartbeats::createsAMissingLease()
{
    Fixture f;
    f.heartbeats.start("w1", "uid-1", false);
    f.clock.advance(0s);
    QVERIFY(f.leases.leases.contains("w1"));
    f.leases.leases.clear();
    f.clock.advance(10s);
    QVERIFY(f.leases.leases.contains("w1"));
}

void TestHeartbeats::takesOverAnExistingLease()
{
    Fixture f;
    f.leases.leases["w1"] =
        api::JsonObject {{"metadata", api::JsonObject {{"name", "w1"}}}, {"spec", api::JsonObject()}};
    f.heartbeats.start("w1", "uid-1", true);
    f.clock.advance(0s);
    QCOMPARE(std::string(api::textAt(f.leases.leases["w1"], {"spec", "holderIdentity"})), "w1");
    QCOMPARE(f.leases.requests, 2);
}

void TestHeartbeats::triesFiveTimesARound()
{
    Fixture f;
    f.heartbeats.start("w1", "uid-1", true);
    f.clock.advance(10s);
    f.leases.broken = true;
    f.leases.requests = 0;
    f.clock.advance(10s);
    QCOMPARE(f.leases.requests, 5);
    f.leases.broken = false;
    f.leases.renewals.clear();
    f.clock.advance(10s);
    QCOMPARE(f.leases.renewals.at("w1").size(), 1U);
}

// docs/faults-and-threats.md X3: nobody who was told to come back after 3 s comes earlier
void TestHeartbeats::comesBackWhenTold()
{
    Fixture f;
    f.heartbeats.start("w1", "uid-1", true);
    f.clock.advance(10s);
    f.leases.busy = true;
    f.leases.requests = 0;
    f.clock.advance(10s);
    QCOMPARE(f.leases.requests, 1);
    f.leases.busy = false;
    f.leases.renewals.clear();
    f.clock.advance(10s);
    QCOMPARE(f.leases.renewals.at("w1").size(), 1U);
}

void TestHeartbeats::sendsNothingBeforeTheTimeTold()
{
    Fixture f;
    f.heartbeats.start("w1", "uid", true);
    f.clock.advance(20s);
    const base::Time next = f.leases.renewals.at("w1").back() + 10s;
    f.clock.advance(next - 2s - f.clock.now());
    f.heartbeats.stop("w1");
    f.leases.busy = true;
    f.leases.requestsAt.clear();
    f.heartbeats.start("w1", "uid", false);
    f.clock.advance(0s);
    QCOMPARE(f.leases.requestsAt.size(), 1U);
    f.leases.busy = false;
    f.heartbeats.stop("w1");
    f.heartbeats.start("w1", "uid", false);
    f.clock.advance(3s);
    QCOMPARE(f.leases.requestsAt.size(), 1U);
    f.clock.advance(9s);
    QCOMPARE(f.leases.renewals.at("w1").back(), next + 10s);
}

void TestHeartbeats::stops()
{
    Fixture f;
    f.startMany(3, true);
    f.clock.advance(10s);
    f.heartbeats.stop("node-1");
    f.heartbeats.stop("node-1");
    QVERIFY(!f.heartbeats.beats("node-1"));
    f.leases.renewals.clear();
    f.clock.advance(1min);
    QCOMPARE(f.leases.renewals.size(), 2U);
    f.heartbeats.start("node-1", "another-uid", true);
    f.clock.advance(0s);
    QCOMPARE(f.leases.renewals.size(), 3U);
}

void TestHeartbeats::survivesAJumpOfTime()
{
    Fixture f;
    f.startMany(200, true);
    f.clock.advance(20s);
    f.leases.renewals.clear();
    f.clock.moveTo(f.clock.now() + 24h);
    f.clock.advance(10s);
    QCOMPARE(f.leases.renewals.size(), 200U);
    for (const auto &[node, times] : f.leases.renewals)
        QVERIFY(times.size() <= 2U); // no catching up
}

void TestHeartbeats::costsNothingWithoutNodes()
{
    Fixture f;
    f.startMany(3, true);
    f.clock.advance(1s);
    for (int i = 0; i < 3; ++i)
        f.heartbeats.stop("node-" + std::to_string(i));
    QVERIFY(!f.clock.nextDue());
}

QTEST_GUILESS_MAIN(TestHeartbeats)
#include "tst_heartbeats.moc"
