// SPDX-License-Identifier: GPL-3.0-or-later
// An informer lists, watches and holds what a server has, tells of changes, and stops.
#include "core/api/pod.h"
#include "tests/unit/runtime/informerfixture.h"

using namespace informertest;

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
        bench.informer.addIndex(
            "provider", [](const api::Node &node) { return runtime::IndexValues {node.spec.providerID}; });
        bench.goLive();
        bench.transport.deliver({modified(node("a", 11, "x"))});
        QCOMPARE(bench.informer.store().listBy("provider", "x").size(), 1U);
        bench.transport.deliver({deleted(node("a", 12, "x"))});
        QCOMPARE(bench.informer.store().listBy("provider", "x").size(), 0U);
    }
};

QTEST_GUILESS_MAIN(TestInformer)
#include "tst_informer.moc"
