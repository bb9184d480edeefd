// SPDX-License-Identifier: GPL-3.0-or-later
// An informer whose watches break, whose revisions expire, and whose server refuses or answers nonsense.
#include "tests/unit/runtime/informerfixture.h"

using namespace informertest;

class TestInformerFailures : public QObject
{
    Q_OBJECT

private slots:
    void aBrokenWatchResumesAfterTheLastEvent()
    {
        Bench bench;
        bench.goLive();
        bench.transport.deliver({modified(node("a", 17))});
        bench.clock.advance(1min);
        bench.transport.close(error(base::ErrorKind::Transient));
        QVERIFY(bench.informer.state() == State::Waiting);
        QCOMPARE(bench.informer.problem().text, std::string("told so"));
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

    /// docs/faults-and-threats.md X1: a server that was started anew knows nothing of the versions before.
    void aWatchThatHasExpiredMeanwhileListsAtOnce()
    {
        Bench bench;
        bench.goLive();
        for (int i = 0; i < 5; ++i) {
            bench.transport.close(error(base::ErrorKind::Transient));
            bench.untilNextRequest();
        }
        bench.transport.close(error(base::ErrorKind::Gone));
        QVERIFY(bench.untilNextRequest() == 0s);
        QCOMPARE(bench.transport.sent.size(), 1U);
        bench.transport.answer(list(50, {node("a", 3)}));
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
        QVERIFY(bench.informer.problem().text == "told so");
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
        QVERIFY(bench.informer.problem().text == "told so");
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

    /// docs/machines.md §10.3
    void nobodyWaitsForAnOptionalKind_data()
    {
        QTest::addColumn<base::ErrorKind>("kind");
        QTest::newRow("not served") << base::ErrorKind::NotFound;
        QTest::newRow("forbidden") << base::ErrorKind::Forbidden;
    }

    void nobodyWaitsForAnOptionalKind()
    {
        QFETCH(const base::ErrorKind, kind);
        const auto told = QRegularExpression(QStringLiteral("nodes\"? can't be read .*told so"));
        QTest::ignoreMessage(QtWarningMsg, told);
        QTest::failOnWarning(told); // it is said once
        Bench bench({.isOptional = true});
        const auto isAbsent = [&] {
            return bench.informer.state() == State::Absent && bench.informer.hasSynced()
                && bench.informer.problem().empty() && !bench.informer.isRefused();
        };
        bench.informer.start();
        QVERIFY(!bench.informer.hasSynced());
        bench.transport.answer(tl::unexpected(error(kind)));
        QVERIFY(isAbsent());
        QCOMPARE(bench.states, std::string("LA"));

        QVERIFY(bench.untilNextRequest() == 5min);
        QVERIFY(isAbsent()); // who looks at it sees nothing of the question
        bench.transport.answer(tl::unexpected(error(kind)));
        QVERIFY(isAbsent());
        QCOMPARE(bench.states, std::string("LA"));

        bench.informer.reconnect();
        bench.transport.answer(list(10, {node("a", 3)}));
        QVERIFY(bench.informer.state() == State::Watching);
        QCOMPARE(bench.held(), std::string("a@3"));

        bench.transport.close(error(kind));
        QVERIFY(isAbsent());
        QCOMPARE(bench.states, std::string("LAWA"));
        QCOMPARE(bench.changes, std::string("+a -a"));
        bench.informer.stop();
        QVERIFY(!bench.clock.runNext(bench.clock.now() + 1h));
    }

    void aServerThatFailsIsWaitedForByOptionalKindsToo()
    {
        Bench bench({.isOptional = true});
        bench.informer.start();
        bench.transport.answer(tl::unexpected(error(base::ErrorKind::Transient)));
        QVERIFY(bench.informer.state() == State::Waiting);
        QVERIFY(!bench.informer.hasSynced());
    }

    void anOlderVersionServesWhereTheKindsOwnIsMissing()
    {
        static const api::Resource older {"", "v1beta1", "Node", "nodes", false};
        const auto renewed = [](const api::JsonPtr &object) {
            Json copy = *object;
            copy.at("spec").as_object().insert_or_assign("providerID", "renewed");
            return api::share(std::move(copy));
        };
        const base::Error missing = error(base::ErrorKind::NotFound);
        const std::string oldPath = "/api/v1beta1/nodes";
        Bench bench({.isOptional = true, .older = runtime::OlderForm {&older, renewed}});
        const auto asked = [&] { return bench.transport.sent.front().request.path; };
        bench.informer.start();
        QCOMPARE(asked(), std::string("/api/v1/nodes"));
        bench.transport.answer(tl::unexpected(missing));
        QVERIFY(!bench.informer.hasSynced());
        QCOMPARE(asked(), oldPath);
        bench.transport.answer(list(10, {node("a", 3)}));
        QCOMPARE(bench.transport.lastWatch().request.path, oldPath);
        bench.transport.deliver({added(node("b", 11))});
        QCOMPARE(bench.held(), std::string("a@3 b@11"));
        for (const auto &object : bench.informer.store().list())
            QCOMPARE(object->spec.providerID, std::string("renewed"));

        bench.clock.advance(2s);
        bench.transport.close(missing); // the server was updated
        QCOMPARE(asked(), std::string("/api/v1/nodes"));
        QVERIFY(bench.informer.hasSynced());
        bench.transport.answer(list(12, {node("a", 3)}));
        QCOMPARE(bench.held(), std::string("a@3"));
        QCOMPARE(bench.transport.lastWatch().request.path, std::string("/api/v1/nodes"));

        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("nodes\"? can't be read ")));
        bench.transport.close(missing);
        QVERIFY(bench.informer.state() == State::Absent); // both were tried, and no watch has lived
        QVERIFY(bench.untilNextRequest() == 5min);
        QCOMPARE(asked(), std::string("/api/v1/nodes"));
    }

    /// docs/faults-and-threats.md X1: a server that is back may refuse until it has started.
    void aServerThatIsBackIsNotLeftWaiting()
    {
        Bench bench;
        bench.informer.start();
        for (int i = 0; i < 6; ++i) {
            bench.transport.answer(tl::unexpected(error(base::ErrorKind::Transient)));
            bench.untilNextRequest();
        }
        bench.transport.answer(tl::unexpected(error(base::ErrorKind::Transient)));
        bench.informer.reconnect();
        bench.transport.answer(tl::unexpected(error(base::ErrorKind::Transient)));
        QVERIFY(bench.untilNextRequest() < 1600ms);
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
        QCOMPARE(bench.informer.problem().text, std::string("told so"));
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
        QVERIFY(bench.informer.problem().text.find("list") != std::string::npos);
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
};

QTEST_GUILESS_MAIN(TestInformerFailures)
#include "tst_informerfailures.moc"
