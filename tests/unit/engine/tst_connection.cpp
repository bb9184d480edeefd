// SPDX-License-Identifier: GPL-3.0-or-later
// When the connection counts as lost, since when, and when it is tried again.
#include "core/api/node.h"
#include "core/engine/connectionmonitor.h"
#include "tests/unit/runtime/scriptedtransport.h"

#include <QTest>

using namespace core;
using namespace std::chrono_literals;
using api::JsonArray;
using api::JsonObject;

namespace {

constexpr base::Time start {std::chrono::sys_days {std::chrono::year {2026} / 11 / 20}};

base::Error refused()
{
    return {base::ErrorKind::Transient, "connection refused", {}};
}

struct Bench {
    base::Clock clock {start};
    ScriptedTransport transport;
    client::Client client {transport};
    base::Chance chance {1};
    runtime::InformerSet informers {client, clock, chance, {}};
    engine::ConnectionMonitor monitor {client, clock, informers};
    base::Subscription subscription;
    int changes = 0;

    /// One live informer, and a server that has just given a sign of life.
    Bench()
    {
        informers.of<api::Node>();
        subscription = informers.onState([this] { monitor.look(); });
        informers.start();
        transport.answer(JsonObject {{"kind", "NodeList"},
            {"metadata", JsonObject {{"resourceVersion", "7"}}}, {"items", JsonArray()}});
        monitor.start([this] { ++changes; });
        answer();
    }
    bool isAsked() const
    {
        return std::ranges::any_of(
            transport.sent, [](const auto &sent) { return sent.request.path == "/version"; });
    }
    void answer() { transport.answer(JsonObject {{"major", "1"}}); }
    void fail() { transport.answer(tl::unexpected(refused())); }
    std::optional<base::Duration> lostFor() const
    {
        const auto loss = monitor.loss();
        return loss ? std::optional(clock.now() - loss->liveUntil) : std::nullopt;
    }
};

} // namespace

class TestConnection : public QObject
{
    Q_OBJECT

private slots:
    void aLiveConnectionIsNotLost()
    {
        Bench bench;
        QVERIFY(!bench.monitor.loss());
        QVERIFY(bench.monitor.problem().empty());
        for (int i = 0; i < 10; ++i) {
            bench.clock.advance(10s);
            QVERIFY(bench.isAsked());
            bench.answer();
            QVERIFY(!bench.monitor.loss());
        }
    }

    // X1
    void aBrokenWatchMakesItAskAtOnce()
    {
        Bench bench;
        bench.clock.advance(3s);
        bench.transport.close(refused());
        QVERIFY(bench.isAsked());
        QVERIFY(bench.lostFor() == 0s);
        bench.clock.advance(10ms);
        bench.fail();
        QVERIFY(bench.lostFor() == 10ms); // since it broke, not since it was last asked
        QCOMPARE(bench.monitor.problem().text, std::string("connection refused"));
        const auto retryAt = bench.monitor.loss()->retryAt;
        QVERIFY(retryAt && *retryAt > bench.clock.now() && *retryAt <= bench.clock.now() + 1s);
        int asked = 0;
        for (int second = 0; second < 60; ++second) {
            bench.clock.advance(1s);
            while (!bench.transport.sent.empty()) {
                ++asked;
                bench.fail();
            }
            bench.transport.close(refused());
            QVERIFY(bench.lostFor().has_value());
        }
        QVERIFY2(asked <= 30, qPrintable(QString::number(asked))); // X1: at most one in two seconds
    }

    // X1
    void theFirstSignOfLifeReconnectsEverybody()
    {
        Bench bench;
        bench.transport.close(refused());
        bench.fail();
        for (int i = 0; i < 20; ++i) { // the informer's own back-off grows to half a minute and more
            bench.clock.advance(4s);
            while (!bench.transport.sent.empty())
                bench.fail();
            bench.transport.close(refused());
        }
        const auto watches = bench.transport.watches.size();
        bench.clock.advance(4s);
        QVERIFY(bench.isAsked());
        bench.answer();
        QVERIFY(bench.transport.watches.size() > watches);
        bench.clock.advance(1s); // the watch stays open
        QVERIFY(!bench.monitor.loss());
    }

    /// Somebody does not want to wait for the next attempt.
    void itIsTriedAtOnceWhenTold()
    {
        Bench bench;
        bench.monitor.retryNow(); // nothing is lost
        QVERIFY(!bench.isAsked());
        bench.transport.close(refused());
        bench.fail();
        for (int i = 0; i < 20; ++i) {
            bench.clock.advance(4s);
            while (!bench.transport.sent.empty())
                bench.fail();
            bench.transport.close(refused());
        }
        QVERIFY(!bench.isAsked());
        const auto watches = bench.transport.watches.size();
        bench.monitor.retryNow();
        QVERIFY(bench.isAsked());
        QVERIFY(bench.transport.watches.size() > watches);
        bench.answer();
        bench.clock.advance(1s);
        QVERIFY(!bench.monitor.loss());
    }

    // X2
    void aSilentServerIsNoticedAndItsLateAnswerBelieved()
    {
        Bench bench;
        bench.clock.advance(19s);
        QVERIFY(bench.isAsked());
        QVERIFY(!bench.monitor.loss());
        bench.clock.advance(1s);
        QVERIFY(bench.lostFor() == 20s); // since the last answer
        QVERIFY(!bench.monitor.loss()->retryAt); // the question is still open
        QVERIFY(bench.monitor.problem().text.find("does not answer") != std::string::npos);
        const auto watches = bench.transport.watches.size();
        bench.clock.advance(2min);
        bench.answer();
        QVERIFY(!bench.monitor.loss());
        QCOMPARE(bench.transport.watches.size(), watches + 1); // what seemed open may be dead
    }

    void aKindThatIsRefusedIsNoLostConnection()
    {
        Bench bench;
        bench.clock.advance(1s);
        bench.transport.close(base::Error {base::ErrorKind::Forbidden, "nodes is forbidden", {}});
        QVERIFY(!bench.monitor.loss());
        QCOMPARE(bench.monitor.problem().text, std::string("nodes: nodes is forbidden"));
        QCOMPARE(bench.monitor.unread(),
            (std::vector<engine::UnreadKind> {{"nodes", "nodes is forbidden", true}}));
    }
};

QTEST_GUILESS_MAIN(TestConnection)
#include "tst_connection.moc"
