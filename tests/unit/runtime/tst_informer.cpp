// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/node.h"
#include "core/api/pod.h"
#include "core/runtime/informer.h"
#include "tests/unit/dice.h"
#include "tests/unit/printing.h"
#include "tests/unit/runtime/scriptedtransport.h"

#include <array>
#include <functional>
#include <map>

using namespace core;
using namespace std::chrono_literals;
using api::Json;
using api::JsonArray;
using api::JsonObject;
using api::WatchEvent;
using runtime::InformerBase;
using State = runtime::InformerBase::State;

namespace {

constexpr base::Time start {std::chrono::sys_days {std::chrono::year {2026} / 11 / 20}};

Json node(const std::string &name, int revision, const std::string &providerId = {})
{
    return JsonObject {{"kind", "Node"}, {"apiVersion", "v1"},
        {"metadata", JsonObject {{"name", name}, {"resourceVersion", std::to_string(revision)}}},
        {"spec", JsonObject {{"providerID", providerId}}}};
}

Json list(int revision, JsonArray items, const std::string &more = {})
{
    return JsonObject {{"kind", "NodeList"},
        {"metadata", JsonObject {{"resourceVersion", std::to_string(revision)}, {"continue", more}}},
        {"items", std::move(items)}};
}

WatchEvent event(WatchEvent::Type type, Json object)
{
    const std::uint64_t revision = runtime::revisionOf(object);
    return {type, api::share(std::move(object)), revision};
}
WatchEvent added(Json object)
{
    return event(WatchEvent::Type::Added, std::move(object));
}
WatchEvent modified(Json object)
{
    return event(WatchEvent::Type::Modified, std::move(object));
}
WatchEvent deleted(Json object)
{
    return event(WatchEvent::Type::Deleted, std::move(object));
}
WatchEvent bookmark(int revision)
{
    return event(WatchEvent::Type::Bookmark,
        JsonObject {
            {"kind", "Node"}, {"metadata", JsonObject {{"resourceVersion", std::to_string(revision)}}}});
}
WatchEvent failure(int code, const char *reason)
{
    return event(WatchEvent::Type::Error, api::failureStatus(code, reason, "told in the stream"));
}

base::Error error(base::ErrorKind kind)
{
    return {kind, "told so", {}};
}

/// An informer of nodes before a server that says what the test lets it say.
struct Bench {
    base::Clock clock {start};
    ScriptedTransport transport;
    client::Client client {transport};
    base::Chance chance {1};
    runtime::Informer<api::Node> informer;
    std::string changes; ///< "+a a -a"
    std::string states;
    base::Subscriptions subscriptions;

    explicit Bench(runtime::InformerOptions options = {})
        : informer(client, clock, chance, std::move(options))
    {
        subscriptions.push_back(informer.onChange([this](const auto &before, const auto &after) {
            changes += changes.empty() ? "" : " ";
            changes += before ? after ? "" : "-" : "+";
            changes += (after ? after : before)->metadata.name;
        }));
        subscriptions.push_back(
            informer.onState([this] { states += "SLWR"[static_cast<std::size_t>(informer.state())]; }));
    }

    /// Listed and watching, with the nodes a at 3 and b at 5, the list at 10.
    void goLive()
    {
        informer.start();
        transport.answer(list(10, {node("a", 3), node("b", 5)}));
        changes.clear();
        states.clear();
    }

    /// What the store holds: "a@3 b@5".
    std::string held() const
    {
        std::string text;
        for (const auto &object : informer.store().list())
            text +=
                (text.empty() ? "" : " ") + object->metadata.name + "@" + object->metadata.resourceVersion;
        return text;
    }
    std::string query(const api::Request &request, std::string_view name) const
    {
        return std::string(request.parameter(name));
    }
    /// The revision after which the last watch was opened.
    std::string watchedFrom() { return query(transport.lastWatch().request, "resourceVersion"); }
    /// Lets time pass until something is asked of the server again; how long that took.
    base::Duration untilNextRequest()
    {
        const base::Time before = clock.now();
        const std::size_t asked = transport.sent.size() + transport.watches.size();
        while (transport.sent.size() + transport.watches.size() == asked && clock.runNext(before + 1h)) { }
        return clock.now() - before;
    }
};

} // namespace

class TestInformer : public QObject
{
    Q_OBJECT

private slots:
    void itListsInPagesThenWatchesFromTheListsRevision()
    {
        Bench bench;
        bench.informer.start();
        QVERIFY(bench.informer.state() == State::Listing);
        QCOMPARE(bench.transport.sent.size(), 1U);
        const api::Request first = bench.transport.sent.front().request;
        QCOMPARE(first.path, std::string("/api/v1/nodes"));
        QCOMPARE(bench.query(first, "limit"), std::string("500"));
        QCOMPARE(bench.query(first, "continue"), std::string());
        bench.transport.answer(list(10, {node("a", 3)}, "page-2"));
        QCOMPARE(bench.held(), std::string()); // half a list is not shown
        QVERIFY(!bench.informer.hasSynced());
        QCOMPARE(bench.query(bench.transport.sent.front().request, "continue"), std::string("page-2"));
        QVERIFY(bench.transport.watches.empty());
        bench.transport.answer(list(10, {node("b", 5)}));
        QCOMPARE(bench.held(), std::string("a@3 b@5"));
        QCOMPARE(bench.changes, std::string("+a +b"));
        QVERIFY(bench.informer.hasSynced());
        QVERIFY(bench.informer.state() == State::Watching);
        const api::Request watch = bench.transport.lastWatch().request;
        QCOMPARE(bench.query(watch, "watch"), std::string("1"));
        QCOMPARE(bench.query(watch, "allowWatchBookmarks"), std::string("true"));
        QCOMPARE(bench.query(watch, "timeoutSeconds"), std::string());
        QCOMPARE(bench.watchedFrom(), std::string("10"));
        QCOMPARE(bench.states, std::string("LW"));
    }

    void aNamespaceAndATimeoutAreAskedFor()
    {
        base::Clock clock(start);
        ScriptedTransport transport;
        client::Client client(transport);
        const base::Chance chance(1);
        runtime::Informer<api::Pod> informer(client, clock, chance, {"team", 300s});
        informer.start();
        QCOMPARE(transport.sent.front().request.path, std::string("/api/v1/namespaces/team/pods"));
        transport.answer(list(1, {}));
        const int seconds = std::stoi(std::string(transport.lastWatch().request.parameter("timeoutSeconds")));
        QVERIFY(seconds >= 300 && seconds < 600);
    }

    void eventsChangeTheStore()
    {
        Bench bench;
        bench.goLive();
        bench.transport.deliver({added(node("c", 11)), modified(node("a", 12, "x")), deleted(node("b", 13))});
        QCOMPARE(bench.held(), std::string("a@12 c@11"));
        QCOMPARE(bench.changes, std::string("+c a -b"));
        QCOMPARE(bench.informer.store().find({"", "a"})->spec.providerID, std::string("x"));
        bench.transport.deliver({added(node("b", 14))}); // deleted, then created again
        QCOMPARE(bench.held(), std::string("a@12 b@14 c@11"));
        QCOMPARE(bench.changes, std::string("+c a -b +b"));
    }

    void heartbeatsChangeWhatNobodyHolds()
    {
        Bench bench;
        int heartbeats = 0;
        const auto subscription = bench.informer.onHeartbeat([&](const api::Node &) { ++heartbeats; });
        const auto reported = [](int revision, const std::string &providerId = {}) {
            const std::string time = api::formatTime(start + std::chrono::seconds(revision));
            Json object = node("a", revision, providerId);
            object.as_object()["status"] = JsonObject {{"conditions",
                JsonArray {JsonObject {{"type", "Ready"}, {"status", "True"}, {"lastHeartbeatTime", time}}}}};
            return object;
        };
        const auto beatAt = [](const auto &held) {
            return *held->condition("Ready")->lastHeartbeatTime - start;
        };
        bench.informer.start();
        bench.transport.answer(list(10, {reported(3)}));
        const auto find = [&] { return bench.informer.store().find({{}, "a"}); };
        auto held = find();
        bench.transport.deliver({modified(reported(11))});
        QVERIFY(beatAt(held) == 3s);
        QVERIFY(beatAt(find()) == 11s);
        QCOMPARE(heartbeats, 0);
        held.reset();
        bench.transport.deliver({modified(reported(12)), modified(reported(13))});
        QVERIFY(beatAt(find()) == 13s);
        QCOMPARE(bench.held(), std::string("a@13"));
        QCOMPARE(heartbeats, 2);
        bench.transport.deliver({modified(reported(14, "p")), modified(reported(15, "p"))});
        QCOMPARE(bench.held(), std::string("a@15"));
        QCOMPARE(find()->spec.providerID, std::string("p"));
        QCOMPARE(heartbeats, 3);
        QCOMPARE(bench.changes, std::string("+a a a"));
        // What the server says of a version counts for what is held only if that is no older.
        const api::ObjectKey key {{}, "a"};
        const auto since = [&](WatchEvent event, std::uint64_t revision) {
            event.heartbeat = {revision, &key, api::find(*event.object, {"status"})};
            return event;
        };
        bench.transport.deliver({since(modified(reported(17, "q")), 16)});
        QCOMPARE(find()->spec.providerID, std::string("q"));
        QCOMPARE(heartbeats, 3);
        bench.transport.deliver({since(modified(reported(18, "not looked at")), 17)});
        QCOMPARE(find()->spec.providerID, std::string("q"));
        QVERIFY(beatAt(find()) == 18s);
        QCOMPARE(bench.held(), std::string("a@18"));
        QCOMPARE(heartbeats, 4);
        QCOMPARE(bench.changes, std::string("+a a a a"));
    }

    void heartbeatsOfLeasesPassBy()
    {
        base::Clock clock {start};
        ScriptedTransport transport;
        client::Client client {transport};
        base::Chance chance {1};
        runtime::Informer<api::Lease> informer {client, clock, chance, {}};
        std::string told; ///< "3 ~12": a change, a heartbeat, by the seconds of their renewTimes
        const auto tell = [&](const char *mark, base::Time renewTime) {
            const auto seconds = std::chrono::floor<std::chrono::seconds>(renewTime - start).count();
            told += (told.empty() ? "" : " ") + std::string(mark) + std::to_string(seconds);
        };
        const auto changes = informer.onChange(
            [&](const auto &, const auto &after) { tell("", after->spec.renewTime->value); });
        const auto heartbeats = informer.onHeartbeat([&](const api::LeaseRenewal &beat) {
            QCOMPARE(beat.key, (api::ObjectKeyView {"kube-node-lease", "a"}));
            tell("~", beat.renewTime);
        });
        const auto lease = [](int revision, Json renewTime) {
            return JsonObject {{"kind", "Lease"}, {"apiVersion", "coordination.k8s.io/v1"},
                {"metadata",
                    JsonObject {{"name", "a"}, {"namespace", "kube-node-lease"},
                        {"resourceVersion", std::to_string(revision)}}},
                {"spec", JsonObject {{"renewTime", std::move(renewTime)}}}};
        };
        const api::ObjectKey key {"kube-node-lease", "a"};
        const auto since = [&](WatchEvent event, std::uint64_t revision) {
            if (revision > 0)
                event.heartbeat = {revision, &key, api::find(*event.object, {"spec"})};
            return event;
        };
        const auto renewed = [&](int revision, std::uint64_t lastNonHeartbeatRevision) {
            const std::string time = api::formatMicroTime(start + std::chrono::seconds(revision));
            return since(modified(lease(revision, Json(time))), lastNonHeartbeatRevision);
        };
        const auto held = [&] {
            return informer.store().find({"kube-node-lease", "a"})->metadata.resourceVersion;
        };
        informer.start();
        transport.answer(list(10, {*renewed(3, 0).object}));
        transport.deliver({renewed(11, 3), renewed(12, 10)});
        QCOMPARE(told, std::string("3 ~11 ~12"));
        QCOMPARE(held(), std::string("3"));
        // What the server does not say, or says of a version that was not shown, counts as a change.
        transport.deliver({renewed(13, 0), renewed(15, 14), renewed(16, 15)});
        QCOMPARE(told, std::string("3 ~11 ~12 13 15 ~16"));
        QCOMPARE(held(), std::string("15"));
        transport.deliver({since(modified(lease(17, "now")), 15)});
        QVERIFY(informer.unreadable({"kube-node-lease", "a"}));
        transport.deliver({renewed(18, 17)});
        QVERIFY(!informer.unreadable({"kube-node-lease", "a"}));
        QCOMPARE(told, std::string("3 ~11 ~12 13 15 ~16 18"));
    }

    /// docs/faults-and-threats.md X12, X13
    void whatIsNoNewsChangesNothing_data()
    {
        QTest::addColumn<std::vector<WatchEvent>>("events");
        using Events = std::vector<WatchEvent>;
        QTest::newRow("an event of a revision that the list had") << Events {modified(node("a", 9))};
        QTest::newRow("an event of the list's own revision") << Events {added(node("c", 10))};
        QTest::newRow("an old deletion") << Events {deleted(node("a", 4))};
        QTest::newRow("an object that was deleted before the list") << Events {added(node("z", 2))};
        QTest::newRow("a bookmark") << Events {bookmark(20)};
        QTest::newRow("an old bookmark") << Events {bookmark(5)};
        QTest::newRow("an object without a revision")
            << Events {added(JsonObject {{"metadata", JsonObject {{"name", "q"}}}})};
        QTest::newRow("an object without a name")
            << Events {added(JsonObject {{"metadata", JsonObject {{"resourceVersion", "20"}}}})};
        QTest::newRow("a table") << Events {added(JsonObject {{"kind", "Table"}, {"rows", JsonArray {}}})};
        QTest::newRow("an event without an object") << Events {{WatchEvent::Type::Modified, nullptr, 0}};
        QTest::newRow("the deletion of what is not there") << Events {deleted(node("q", 20))};
    }
    void whatIsNoNewsChangesNothing()
    {
        QFETCH(std::vector<WatchEvent>, events);
        Bench bench;
        bench.goLive();
        bench.transport.deliver(events);
        QCOMPARE(bench.held(), std::string("a@3 b@5"));
        QCOMPARE(bench.changes, std::string());
        QVERIFY(bench.informer.state() == State::Watching);
    }

    void repetitionsAreToldOnce()
    {
        Bench bench;
        bench.goLive();
        const WatchEvent update = modified(node("a", 11));
        const WatchEvent removal = deleted(node("b", 12));
        bench.transport.deliver({update, update, removal, update, removal});
        bench.transport.deliver({added(node("b", 5)), removal});
        QCOMPARE(bench.held(), std::string("a@11"));
        QCOMPARE(bench.changes, std::string("a -b"));
    }

    void aBrokenWatchResumesAfterTheLastEvent()
    {
        Bench bench;
        bench.goLive();
        bench.transport.deliver({modified(node("a", 17))});
        bench.clock.advance(1min);
        bench.transport.close(error(base::ErrorKind::Transient));
        QVERIFY(bench.informer.state() == State::Waiting);
        QCOMPARE(bench.informer.problem(), std::string("told so"));
        QVERIFY(bench.informer.hasSynced());
        bench.untilNextRequest();
        QCOMPARE(bench.watchedFrom(), std::string("17"));
        QVERIFY(bench.transport.sent.empty()); // no new list
    }

    void aBookmarkMovesTheResumePosition()
    {
        Bench bench;
        bench.goLive();
        bench.transport.deliver({bookmark(99)});
        bench.transport.close();
        bench.untilNextRequest();
        QCOMPARE(bench.watchedFrom(), std::string("99"));
    }

    void aWatchThatEndsInGoodOrderIsReopenedAtOnce()
    {
        Bench bench;
        bench.goLive();
        bench.clock.advance(5min);
        bench.transport.close();
        QVERIFY(bench.informer.state() == State::Watching);
        QVERIFY(bench.untilNextRequest() <= 100ms);
        QCOMPARE(bench.transport.watches.size(), 2U);
        QVERIFY(!bench.transport.watches.front()->open);
        QVERIFY(bench.transport.lastWatch().open);
        QCOMPARE(bench.states, std::string());
    }

    void aServerThatEndsEveryWatchAtOnceIsNotHammered()
    {
        Bench bench;
        bench.goLive();
        bench.transport.close();
        QVERIFY(bench.informer.state() == State::Waiting);
        int opened = 0;
        const base::Time end = bench.clock.now() + 10min;
        while (bench.clock.now() < end) {
            bench.untilNextRequest();
            bench.transport.close();
            ++opened;
        }
        QVERIFY2(opened < 30, qPrintable(QString::number(opened)));
    }

    /// docs/faults-and-threats.md X5: 410, told in the stream as an event, as an event and an end, or as the
    /// answer to the request.
    void anExpiredWatchListsAgain_data()
    {
        QTest::addColumn<bool>("inStream");
        QTest::addColumn<bool>("asEnd");
        QTest::newRow("in the stream, which then ends in good order, as over HTTP") << true << false;
        QTest::newRow("in the stream and as its end, as in the lab") << true << true;
        QTest::newRow("as the answer to the request") << false << true;
    }
    void anExpiredWatchListsAgain()
    {
        QFETCH(bool, inStream);
        QFETCH(bool, asEnd);
        Bench bench;
        bench.goLive();
        if (inStream)
            bench.transport.deliver({failure(410, "Expired")});
        bench.transport.close(asEnd ? std::optional(error(base::ErrorKind::Gone)) : std::nullopt);
        QVERIFY(bench.untilNextRequest() == 0s); // the first time at once
        QCOMPARE(bench.transport.sent.size(), 1U);
        QCOMPARE(bench.held(), std::string("a@3 b@5")); // readable all the while
        bench.transport.answer(list(50, {node("a", 3), node("c", 40), node("d", 41)}, "more"));
        QCOMPARE(bench.held(), std::string("a@3 b@5"));
        bench.transport.answer(list(50, {node("e", 42)}));
        QCOMPARE(bench.held(), std::string("a@3 c@40 d@41 e@42"));
        QCOMPARE(bench.changes, std::string("-b +c +d +e")); // the difference, each once
        QCOMPARE(bench.watchedFrom(), std::string("50"));
        QVERIFY(bench.informer.state() == State::Watching);
        QVERIFY(bench.informer.problem().empty());
    }

    void aServerThatIsAlwaysExpiredIsNotHammered()
    {
        Bench bench;
        bench.goLive();
        int lists = 0;
        const base::Time end = bench.clock.now() + 10min;
        while (bench.clock.now() < end) {
            bench.transport.close(error(base::ErrorKind::Gone));
            bench.untilNextRequest();
            bench.transport.answer(list(10, {}));
            ++lists;
        }
        QVERIFY2(lists < 30, qPrintable(QString::number(lists)));
    }

    void anErrorEventWithoutAStatusIsAFailureLikeAnyOther()
    {
        Bench bench;
        bench.goLive();
        bench.transport.deliver({{WatchEvent::Type::Error, nullptr, 0}});
        bench.transport.close();
        QVERIFY(bench.informer.state() == State::Waiting);
        QVERIFY(bench.untilNextRequest() >= 800ms);
        QCOMPARE(bench.transport.watches.size(), 2U);
    }

    /// docs/machines.md §10.3: 800 ms doubling to 30 s, each up to twice as long.
    void failuresBackOffWithJitter()
    {
        Bench bench;
        bench.informer.start();
        std::vector<base::Duration> waits;
        for (int i = 0; i < 10; ++i) {
            bench.transport.answer(tl::unexpected(error(base::ErrorKind::Transient)));
            waits.push_back(bench.untilNextRequest());
        }
        base::Duration least = 800ms;
        for (const base::Duration wait : waits) {
            QVERIFY(wait >= least && wait < 2 * least);
            least = std::min<base::Duration>(2 * least, 30s);
        }
        QVERIFY(bench.informer.problem() == "told so");
        QVERIFY(!bench.informer.hasSynced());
    }

    void twoInformersDoNotRetryInStep()
    {
        Bench one;
        Bench two;
        two.chance = base::Chance(2);
        for (Bench *bench : {&one, &two}) {
            bench->informer.start();
            bench->transport.answer(tl::unexpected(error(base::ErrorKind::Transient)));
        }
        QVERIFY(one.untilNextRequest() != two.untilNextRequest());
    }

    void aServerThatNamesATimeIsGivenIt()
    {
        Bench bench;
        bench.informer.start();
        bench.transport.answer(tl::unexpected(base::Error {base::ErrorKind::TooManyRequests, "busy", 20s}));
        const base::Duration wait = bench.untilNextRequest();
        QVERIFY(wait >= 20s && wait < 40s);
    }

    void aWatchThatLivedEndsTheCountOfFailures()
    {
        Bench bench;
        bench.goLive();
        for (int i = 0; i < 6; ++i) {
            bench.transport.close(error(base::ErrorKind::Transient));
            bench.untilNextRequest();
        }
        bench.clock.advance(1min);
        bench.transport.close(error(base::ErrorKind::Transient));
        QVERIFY(bench.untilNextRequest() < 1600ms);
    }

    void whileTheServerIsGoneItIsNotCalledLive()
    {
        Bench bench;
        bench.goLive();
        bench.clock.advance(1min);
        const base::Time broken = bench.clock.now();
        QVERIFY(bench.informer.liveUntil() == broken);
        for (int i = 0; i < 4; ++i) {
            bench.transport.close(error(base::ErrorKind::Transient)); // refused as soon as it is tried
            QVERIFY(bench.informer.state() == State::Waiting);
            bench.untilNextRequest();
            QVERIFY(bench.informer.state() == State::Waiting);
            QVERIFY(bench.informer.liveUntil() == broken);
        }
        QVERIFY(bench.informer.problem() == "told so");
        bench.clock.advance(1s); // this one stays open
        QVERIFY(bench.informer.state() == State::Watching);
        QVERIFY(bench.informer.problem().empty());
        QVERIFY(bench.informer.liveUntil() == bench.clock.now());
    }

    void itSaysWhenItTriesAgainAndCanBeHurried()
    {
        Bench bench;
        bench.goLive();
        QVERIFY(!bench.informer.retryAt());
        bench.informer.reconnect(); // the open watch may be dead
        QCOMPARE(bench.transport.watches.size(), 2U);
        QVERIFY(!bench.transport.watches.front()->open);
        QVERIFY(bench.informer.state() == State::Watching);
        bench.transport.close(error(base::ErrorKind::Transient));
        QVERIFY(bench.informer.retryAt() > bench.clock.now());
        bench.informer.reconnect();
        QVERIFY(!bench.informer.retryAt());
        QCOMPARE(bench.transport.watches.size(), 3U);
        bench.transport.close(error(base::ErrorKind::Forbidden));
        QVERIFY(bench.informer.isRefused());
        bench.informer.reconnect();
        bench.clock.advance(1s); // stays open
        QVERIFY(!bench.informer.isRefused());
    }

    void theFirstEventAfterABreakProvesTheWatch()
    {
        Bench bench;
        bench.goLive();
        bench.transport.close(error(base::ErrorKind::Transient));
        bench.untilNextRequest();
        QVERIFY(bench.informer.state() == State::Waiting);
        bench.transport.deliver({bookmark(11)});
        QVERIFY(bench.informer.state() == State::Watching);
        QCOMPARE(bench.states, std::string("RW"));
    }

    // X6
    void aPageThatExpiredStartsTheListAnew()
    {
        Bench bench;
        bench.informer.start();
        bench.transport.answer(list(10, {node("a", 3)}, "page-2"));
        bench.transport.answer(api::failureStatus(410, "Expired", "too old"), 410);
        bench.untilNextRequest();
        QCOMPARE(bench.query(bench.transport.sent.front().request, "continue"), std::string());
        bench.transport.answer(list(30, {node("b", 25)}));
        QCOMPARE(bench.held(), std::string("b@25")); // nothing left of the first page
    }

    // X7
    void aServerThatIsBehindIsListedAgain()
    {
        Bench bench;
        bench.goLive();
        Json status = api::failureStatus(504, "Timeout", "Too large resource version: 10, current: 4");
        bench.transport.close(api::errorOf(504, &status));
        bench.untilNextRequest();
        QCOMPARE(bench.transport.sent.size(), 1U);
        QCOMPARE(bench.query(bench.transport.sent.front().request, "resourceVersion"), std::string());
        bench.transport.answer(list(4, {node("a", 2)}));
        QCOMPARE(bench.held(), std::string("a@2"));
        QCOMPARE(bench.watchedFrom(), std::string("4"));
        QVERIFY(bench.informer.state() == State::Watching);
    }

    // X17
    void aKindThatIsForbiddenIsAskedForSlowly()
    {
        Bench bench;
        bench.goLive();
        bench.transport.close(error(base::ErrorKind::Forbidden));
        const auto refuse = [&] {
            bench.untilNextRequest();
            bench.transport.close(error(base::ErrorKind::Forbidden));
        };
        for (int i = 0; i < 8; ++i)
            refuse();
        const base::Time begin = bench.clock.now();
        for (int i = 0; i < 20; ++i)
            refuse();
        QVERIFY(bench.clock.now() - begin >= 10min); // at most two a minute
        QCOMPARE(bench.informer.problem(), std::string("told so"));
        QCOMPARE(bench.held(), std::string("a@3 b@5"));
    }

    // X5
    void aListWithoutEndIsAFailure_data()
    {
        QTest::addColumn<bool>("same");
        QTest::newRow("the same page again and again") << true;
        QTest::newRow("empty pages") << false;
    }
    void aListWithoutEndIsAFailure()
    {
        QFETCH(bool, same);
        Bench bench;
        bench.informer.start();
        int pages = 0;
        while (bench.informer.state() == State::Listing && pages < 1000)
            bench.transport.answer(list(10, {}, same ? "page" : "page-" + std::to_string(++pages)));
        QVERIFY(bench.informer.state() == State::Waiting);
        QVERIFY(pages < 200);
        QVERIFY(bench.informer.problem().find("list") != std::string::npos);
        bench.untilNextRequest();
        QCOMPARE(bench.query(bench.transport.sent.front().request, "continue"), std::string());
    }

    /// docs/faults-and-threats.md T18: an answer that is no list must not empty the store.
    void answersThatAreNoList_data()
    {
        QTest::addColumn<Json>("body");
        QTest::newRow("an empty object") << Json(JsonObject());
        QTest::newRow("a Status that says success")
            << Json(JsonObject {{"kind", "Status"}, {"status", "Success"}});
        QTest::newRow("a list without a revision") << Json(JsonObject {{"items", JsonArray {}}});
    }
    void answersThatAreNoList()
    {
        QFETCH(Json, body);
        Bench bench;
        bench.goLive();
        bench.transport.close(error(base::ErrorKind::Gone));
        bench.untilNextRequest();
        bench.transport.answer(body);
        QCOMPARE(bench.held(), std::string("a@3 b@5"));
        QVERIFY(bench.informer.state() == State::Waiting);
        QVERIFY(!bench.informer.problem().empty());
    }

    void aListThatIsNullIsEmpty()
    {
        Bench bench;
        bench.informer.start();
        bench.transport.answer(
            JsonObject {{"metadata", JsonObject {{"resourceVersion", "4"}}}, {"items", nullptr}});
        QVERIFY(bench.informer.hasSynced());
        QCOMPARE(bench.held(), std::string());
    }

    /// A reader sees its own writes.
    void aWritesResponseIsTakenBeforeItsEvent()
    {
        Bench bench;
        bench.goLive();
        bench.informer.offer(api::share(node("a", 12, "mine")));
        QCOMPARE(bench.held(), std::string("a@12 b@5"));
        QCOMPARE(bench.changes, std::string("a"));
        bench.transport.deliver({modified(node("b", 11)), modified(node("a", 12, "mine"))});
        QCOMPARE(bench.changes, std::string("a b")); // the event of our own write is no news
        bench.transport.deliver({modified(node("a", 13, "theirs"))});
        QCOMPARE(bench.held(), std::string("a@13 b@11"));
    }

    void aWritesResponseThatComesAfterItsEventIsOld()
    {
        Bench bench;
        bench.goLive();
        bench.transport.deliver({modified(node("a", 12, "mine")), modified(node("a", 13, "theirs"))});
        bench.informer.offer(api::share(node("a", 12, "mine")));
        QCOMPARE(bench.held(), std::string("a@13 b@5"));
    }

    void aWritesResponseDoesNotBringTheDeletedBack()
    {
        Bench bench;
        bench.goLive();
        bench.transport.deliver({deleted(node("a", 13))});
        bench.informer.offer(api::share(node("a", 12)));
        QCOMPARE(bench.held(), std::string("b@5"));
    }

    void aCreationIsTakenBeforeItsEventAndGoesWithItsDeletion()
    {
        Bench bench;
        bench.goLive();
        bench.informer.offer(api::share(node("c", 11)));
        QCOMPARE(bench.held(), std::string("a@3 b@5 c@11"));
        bench.transport.deliver({added(node("c", 11)), deleted(node("c", 12))});
        QCOMPARE(bench.held(), std::string("a@3 b@5"));
        QCOMPARE(bench.changes, std::string("+c -c"));
    }

    void aWriteDuringARelistSurvivesAnOlderList()
    {
        Bench bench;
        bench.goLive();
        bench.transport.close(error(base::ErrorKind::Gone));
        bench.untilNextRequest();
        bench.informer.offer(api::share(node("c", 60))); // answered before the list, but newer than it
        bench.informer.offer(api::share(node("d", 45)));
        bench.transport.answer(list(50, {node("a", 3), node("b", 5)}));
        QCOMPARE(bench.held(), std::string("a@3 b@5 c@60")); // d was deleted between 45 and 50
    }

    void offersAreIgnoredWhereTheyDoNotBelong()
    {
        Bench bench;
        bench.informer.offer(api::share(node("c", 60)));
        bench.informer.start();
        bench.informer.offer(api::share(node("c", 60))); // the list will tell
        QCOMPARE(bench.held(), std::string());
        bench.transport.answer(list(10, {}));
        bench.informer.stop();
        bench.informer.offer(api::share(node("c", 60)));
        QCOMPARE(bench.held(), std::string());
    }

    void offersOfOtherNamespacesAreIgnored()
    {
        base::Clock clock(start);
        ScriptedTransport transport;
        client::Client client(transport);
        const base::Chance chance(1);
        runtime::Informer<api::Pod> pods(client, clock, chance, {"team", 0s});
        pods.start();
        transport.answer(list(1, {}));
        const auto pod = [](const char *ns) {
            return api::share(JsonObject {
                {"metadata", JsonObject {{"name", "p"}, {"namespace", ns}, {"resourceVersion", "5"}}}});
        };
        pods.offer(pod("other"));
        QCOMPARE(pods.store().size(), 0U);
        pods.offer(pod("team"));
        QCOMPARE(pods.store().size(), 1U);
        runtime::Informer<api::Node> nodes(client, clock, chance, {"team", 0s});
        nodes.start();
        transport.answer(list(1, {}));
        nodes.offer(api::share(node("n", 5))); // has no namespace
        QCOMPARE(nodes.store().size(), 1U);
    }

    void anUnreadableObjectKeepsItsLastReadableVersion()
    {
        QTest::ignoreMessage(
            QtWarningMsg, QRegularExpression(QStringLiteral("unreadable \"?Node\"? \"?a\"?.*")));
        QTest::ignoreMessage(
            QtWarningMsg, QRegularExpression(QStringLiteral("unreadable \"?Node\"? \"?z\"?.*")));
        Bench bench;
        std::string told;
        const auto subscription =
            bench.informer.onUnreadable([&](const api::ObjectKey &key) { told += key.name; });
        bench.goLive();
        Json broken = node("a", 11);
        broken.at("spec") = "text";
        Json strange = node("z", 12);
        strange.at("spec") = JsonArray {};
        bench.transport.deliver({modified(broken), added(strange), modified(node("b", 13))});
        QCOMPARE(bench.held(), std::string("a@3 b@13"));
        QCOMPARE(told, std::string("az"));
        const runtime::Unreadable *known = bench.informer.unreadable({"", "a"});
        QVERIFY(known && known->problem.starts_with("spec: "));
        QVERIFY(!bench.informer.unreadable({"", "b"}));
        bench.transport.deliver({modified(node("a", 14)), deleted(strange)});
        QCOMPARE(bench.held(), std::string("a@14 b@13"));
        QVERIFY(!bench.informer.unreadable({"", "a"}));
        QVERIFY(bench.informer.unreadable({"", "z"})); // the deletion was an old event
        bench.transport.deliver({deleted(broken)}); // an old event
        QCOMPARE(bench.held(), std::string("a@14 b@13"));
    }

    void anUnreadableObjectCanStillBeDeleted()
    {
        Bench bench;
        bench.goLive();
        Json broken = node("a", 11);
        broken.at("spec") = "text";
        bench.transport.deliver({deleted(broken)});
        QCOMPARE(bench.held(), std::string("b@5"));
    }

    /// docs/faults-and-threats.md X39, as seen by a client: what we hold is from a history that no longer
    /// exists.
    void aServerThatWentBackIsBelieved()
    {
        Bench bench;
        bench.goLive();
        bench.transport.deliver({modified(node("a", 80)), added(node("c", 90))});
        bench.transport.close(error(base::ErrorKind::Gone));
        bench.untilNextRequest();
        bench.transport.answer(list(40, {node("a", 3), node("b", 35)}));
        QCOMPARE(bench.held(), std::string("a@3 b@35"));
        bench.transport.deliver({modified(node("a", 41))});
        QCOMPARE(bench.held(), std::string("a@41 b@35"));
    }

    void stoppingEndsEverything()
    {
        Bench bench;
        bench.goLive();
        bench.informer.stop();
        QVERIFY(!bench.transport.lastWatch().open);
        QVERIFY(bench.informer.state() == State::Stopped);
        QVERIFY(bench.informer.problem().empty());
        bench.clock.advance(1h);
        QVERIFY(bench.transport.sent.empty());
        QCOMPARE(bench.transport.watches.size(), 1U);
        bench.informer.start();
        QVERIFY(!bench.informer.hasSynced()); // what it holds is old now
        bench.transport.answer(list(20, {node("b", 15)}));
        QCOMPARE(bench.changes, std::string("-a b"));
        QVERIFY(bench.informer.hasSynced());
    }

    void stoppingWhileAskingDropsTheAnswer()
    {
        Bench bench;
        bench.informer.start();
        bench.informer.stop();
        bench.transport.answer(list(10, {node("a", 3)}));
        QCOMPARE(bench.held(), std::string());
        QVERIFY(bench.transport.watches.empty());
        bench.informer.start();
        bench.transport.answer(tl::unexpected(error(base::ErrorKind::Transient)));
        bench.informer.stop();
        bench.clock.advance(1h);
        QVERIFY(bench.transport.sent.empty());
    }

    /// A listener that stops the informer must leave it stopped, whatever it was about to do.
    void whoeverHearsOfItMayStopIt_data()
    {
        QTest::addColumn<int>("atChange"); // stop at that change
        QTest::addColumn<int>("atState"); // or at that change of state
        for (int i = 1; i <= 4; ++i) {
            QTest::addRow("at change %d", i) << i << 0;
            QTest::addRow("at state %d", i) << 0 << i;
        }
    }
    void whoeverHearsOfItMayStopIt()
    {
        QFETCH(int, atChange);
        QFETCH(int, atState);
        Bench bench;
        int changes = 0;
        int states = 0;
        const auto changeStop = bench.informer.onChange([&](const auto &, const auto &) {
            if (++changes == atChange)
                bench.informer.stop();
        });
        const auto stateStop = bench.informer.onState([&] {
            if (++states == atState)
                bench.informer.stop();
        });
        bench.informer.start();
        bench.transport.answer(list(10, {node("a", 3), node("b", 5)}));
        if (!bench.transport.watches.empty()) {
            bench.transport.deliver({modified(node("a", 11)), modified(node("b", 12)), added(node("c", 13))});
            bench.transport.close(error(base::ErrorKind::Transient));
            bench.clock.advance(10s);
            bench.transport.close(error(base::ErrorKind::Gone));
        }
        bench.clock.advance(1min);
        QVERIFY(bench.informer.state() == State::Stopped);
        for (const auto &watch : bench.transport.watches)
            QVERIFY(!watch->open);
        const std::size_t asked = bench.transport.watches.size() + bench.transport.sent.size();
        bench.clock.advance(1h);
        QCOMPARE(bench.transport.watches.size() + bench.transport.sent.size(), asked);
    }

    void destroyingItEndsTheWatchAndTheWaiting()
    {
        base::Clock clock(start);
        ScriptedTransport transport;
        client::Client client(transport);
        const base::Chance chance(1);
        {
            runtime::Informer<api::Node> informer(client, clock, chance, {});
            informer.start();
            transport.answer(list(1, {}));
            QVERIFY(transport.lastWatch().open);
        }
        QVERIFY(!transport.lastWatch().open);
        {
            runtime::Informer<api::Node> informer(client, clock, chance, {});
            informer.start();
            transport.answer(tl::unexpected(error(base::ErrorKind::Transient)));
        }
        clock.advance(1h);
        QVERIFY(transport.sent.empty());
        {
            runtime::Informer<api::Node> informer(client, clock, chance, {});
            informer.start();
        }
        transport.answer(list(1, {}));
    }

    void theIndexesFollow()
    {
        Bench bench;
        bench.informer.addIndex("provider",
            [](const api::Node &node) { return std::vector<std::string> {node.spec.providerID}; });
        bench.goLive();
        bench.transport.deliver({modified(node("a", 11, "x"))});
        QCOMPARE(bench.informer.store().listBy("provider", "x").size(), 1U);
        bench.transport.deliver({deleted(node("a", 12, "x"))});
        QCOMPARE(bench.informer.store().listBy("provider", "x").size(), 0U);
    }

    /// Whatever happens, in whatever order, what it says of its state fits together; and once the server
    /// serves, it is live.
    void itsStateNeverContradictsItself()
    {
        using base::ErrorKind;
        constexpr std::array kinds {ErrorKind::Transient, ErrorKind::Gone, ErrorKind::Forbidden,
            ErrorKind::NotFound, ErrorKind::TooManyRequests};
        Dice dice;
        for (int round = 0; round < 200; ++round) {
            Bench bench;
            const InformerBase &informer = bench.informer;
            int revision = 10;
            const auto contradiction = [&]() -> const char * {
                const State state = informer.state();
                const auto open = std::ranges::count_if(
                    bench.transport.watches, [](const auto &watch) { return watch->open; });
                if (state == State::Watching
                    && (!informer.hasSynced() || informer.liveUntil() != bench.clock.now()))
                    return "live without data";
                if ((state == State::Watching || state == State::Stopped) && !informer.problem().empty())
                    return "a problem that nobody has";
                if (informer.retryAt() && (state != State::Waiting || open > 0))
                    return "tries again what is under way";
                if (state == State::Waiting && informer.problem().empty())
                    return "waits without a reason";
                if (informer.isRefused() && informer.problem().empty())
                    return "refused without a reason";
                if (open > (state == State::Watching || state == State::Waiting ? 1 : 0))
                    return "too many watches";
                return nullptr;
            };
            const char *found = nullptr;
            const auto look = [&] { found = found ? found : contradiction(); };
            const auto subscription = bench.informer.onState(look);
            const auto anyError = [&] { return error(kinds[dice.below(kinds.size())]); };
            const auto answerWell = [&] { bench.transport.answer(list(++revision, {node("a", 3)})); };
            const std::array<std::function<void()>, 9> things {
                [&] { bench.informer.start(); },
                [&] {
                    if (dice.oneIn(3))
                        bench.informer.stop();
                },
                [&] { bench.informer.relist(); },
                [&] { bench.informer.reconnect(); },
                [&] {
                    if (!bench.transport.sent.empty())
                        answerWell();
                },
                [&] {
                    if (!bench.transport.sent.empty())
                        bench.transport.answer(tl::unexpected(anyError()));
                },
                [&] {
                    if (!bench.transport.watches.empty())
                        bench.transport.close(
                            dice.oneIn(2) ? std::optional(anyError()) : std::optional<base::Error>());
                },
                [&] {
                    if (!bench.transport.watches.empty())
                        bench.transport.deliver({modified(node("a", ++revision))});
                },
                [&] { bench.clock.advance(std::chrono::milliseconds(dice.below(5000))); },
            };
            for (int step = 0; step < 80 && !found; ++step) {
                things[dice.below(things.size())]();
                look();
            }
            bench.informer.start();
            for (int turn = 0; turn < 100; ++turn) {
                while (!bench.transport.sent.empty())
                    answerWell();
                bench.clock.advance(10s);
                look();
            }
            QVERIFY2(!found, found ? found + QByteArray(" ") + dice.seedText() : QByteArray());
            QVERIFY2(informer.state() == State::Watching, dice.seedText());
        }
    }

    /// A random history, told with breaks, repetitions, offers and relists, ends in the same store, and the
    /// changes that were told add up to it.
    void anyTellingOfAHistoryEndsInItsLastState()
    {
        Dice dice;
        for (int round = 0; round < 200; ++round) {
            Bench bench;
            std::map<std::string, std::string> told; // built from the changes alone
            const auto subscription = bench.informer.onChange([&](const auto &before, const auto &after) {
                if (after)
                    told[after->metadata.name] = after->metadata.resourceVersion;
                else
                    told.erase(before->metadata.name);
            });
            std::map<std::string, Json> world;
            std::vector<WatchEvent> history; // at revision i + 1
            const auto happen = [&] {
                const std::string name(1, static_cast<char>('a' + dice.below(5)));
                const int revision = static_cast<int>(history.size()) + 1;
                const Json now = node(name, revision);
                const bool known = world.contains(name);
                if (known && dice.oneIn(3)) {
                    history.push_back(deleted(now));
                    world.erase(name);
                } else {
                    history.push_back(known ? modified(now) : added(now));
                    world[name] = now;
                }
            };
            const auto listNow = [&] {
                JsonArray items;
                for (const auto &[name, object] : world)
                    items.push_back(object);
                bench.transport.answer(list(static_cast<int>(history.size()), std::move(items)));
            };
            std::size_t shown = 0;
            const auto showUpTo = [&](std::size_t end) {
                for (; shown < end; ++shown) {
                    bench.transport.deliver({history[shown]});
                    if (dice.oneIn(4))
                        bench.transport.deliver({history[dice.below(shown + 1)]});
                }
            };
            bench.informer.start();
            listNow();
            for (int step = 0; step < 60; ++step) {
                happen();
                const WatchEvent &latest = history.back();
                if (latest.type != WatchEvent::Type::Deleted && dice.oneIn(3))
                    bench.informer.offer(latest.object);
                if (dice.oneIn(2))
                    showUpTo(history.size() - dice.below(history.size() - shown + 1));
                if (dice.oneIn(8)) {
                    const bool expired = dice.oneIn(2);
                    bench.transport.close(
                        error(expired ? base::ErrorKind::Gone : base::ErrorKind::Transient));
                    bench.untilNextRequest();
                    if (expired) {
                        listNow();
                        shown = history.size();
                    }
                }
            }
            showUpTo(history.size());
            std::map<std::string, std::string> expected;
            for (const auto &[name, object] : world)
                expected[name] = api::textAt(object, {"metadata", "resourceVersion"});
            QVERIFY2(told == expected, dice.seedText());
            std::map<std::string, std::string> held;
            for (const auto &object : bench.informer.store().list())
                held[object->metadata.name] = object->metadata.resourceVersion;
            QVERIFY2(held == expected, dice.seedText());
        }
    }
};

QTEST_GUILESS_MAIN(TestInformer)
#include "tst_informer.moc"
