// SPDX-License-Identifier: GPL-3.0-or-later
// What a write answered is offered to the informer, and taken where it is newer than what the watch brought.
#include "core/api/pod.h"
#include "tests/unit/runtime/informerfixture.h"

using namespace informertest;

class TestInformerOffers : public QObject
{
    Q_OBJECT

private slots:
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
};

QTEST_GUILESS_MAIN(TestInformerOffers)
#include "tst_informeroffers.moc"
