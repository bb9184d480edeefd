// SPDX-License-Identifier: GPL-3.0-or-later
// What waits, what passes and what is refused while it is not sure that the server is still the same cluster.
#include "core/client/client.h"
#include "core/client/identitygate.h"
#include "tests/unit/runtime/scriptedtransport.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace core;
using namespace std::chrono_literals;
using api::JsonObject;

namespace {

constexpr base::Time start {std::chrono::sys_days {std::chrono::year {2026} / 11 / 20}};

class Network : public ScriptedTransport, public client::GuardedConnections
{
public:
    void setGuard(client::ConnectionGuard *asked) override { guard = asked; }
    client::ConnectionGuard *guard = nullptr;
};

base::Error refused()
{
    return {base::ErrorKind::Transient, "connection refused", {}};
}

struct Bench {
    base::Clock clock {start};
    Network network;
    std::vector<client::IdentityGate::Change> changes;
    std::vector<std::size_t> refusedBefore; ///< answers that were there when a change was told
    std::vector<std::string> trusted; ///< uids, each time that writes could pass
    client::IdentityGate gate {network, &network, clock,
        {[this](const auto &change) {
             changes.push_back(change);
             refusedBefore.push_back(answers.size());
         },
            [this](const auto &uid) { trusted.push_back(uid); }}};
    std::vector<base::Result<api::Response>> answers; ///< to our requests
    std::unique_ptr<api::Watch> watch;

    void send(api::Method method, std::vector<std::pair<std::string, std::string>> query = {})
    {
        auto request = std::make_shared<api::Request>();
        request->method = method;
        request->path = "/api/v1/nodes";
        request->query = std::move(query);
        gate.send(request, [this](auto answer) { answers.push_back(std::move(answer)); });
    }
    void write() { send(api::Method::Patch); }
    int writesUnderway() const
    {
        return static_cast<int>(std::ranges::count_if(
            network.sent, [](const auto &sent) { return !client::onlyReads(sent.request.method); }));
    }
    int questions() const
    {
        return static_cast<int>(std::ranges::count_if(network.sent,
            [](const auto &sent) { return sent.request.path == "/api/v1/namespaces/kube-system"; }));
    }
    /// Answers the question, which is the oldest request.
    void identify(const char *uid)
    {
        network.answer(JsonObject {{"kind", "Namespace"}, {"metadata", JsonObject {{"uid", uid}}}});
    }
    void refuse(int code, const char *reason)
    {
        network.answer(api::failureStatus(code, reason, reason), code);
    }
    /// The cluster is known as "first", nothing waits, nothing is under way.
    void trust()
    {
        write();
        identify("first");
        network.answer(JsonObject());
        answers.clear();
    }
    /// The loss comes in one of the ways in which it can be noticed.
    void lose(const QByteArray &how)
    {
        if (how == "a request without an answer") {
            send(api::Method::Get);
            network.answer(tl::unexpected(refused()));
        } else if (how == "a write without an answer") {
            write();
            network.answer(tl::unexpected(refused()));
        } else if (how == "a broken watch") {
            watch = gate.watch({}, {[](const auto &) {}, [](const auto &) {}});
            network.close(refused());
        } else {
            clock.advance(1min);
            QVERIFY(!network.guard->admitsConnection());
        }
        answers.clear();
    }
};

void addLosses()
{
    QTest::addColumn<QByteArray>("how");
    for (const char *how : {"a request without an answer", "a write without an answer", "a broken watch",
             "a new connection after a while"})
        QTest::addRow("X14: %s", how) << QByteArray(how);
}

} // namespace

class TestIdentityGate : public QObject
{
    Q_OBJECT

private slots:
    void nothingIsWrittenToWhomIsNotKnown()
    {
        Bench bench;
        bench.write();
        bench.write();
        QCOMPARE(bench.writesUnderway(), 0);
        QCOMPARE(bench.questions(), 1);
        bench.identify("first");
        QCOMPARE(bench.writesUnderway(), 2);
        QVERIFY(bench.changes.empty());
        QVERIFY(bench.gate.isTrusted());
        QVERIFY(bench.trusted == std::vector<std::string> {"first"});
    }

    void nothingIsAskedWhileNothingIsLost()
    {
        Bench bench;
        bench.trust();
        for (int i = 0; i < 100; ++i) {
            bench.clock.advance(10s);
            bench.send(i % 2 == 0 ? api::Method::Get : api::Method::Put);
            QCOMPARE(bench.questions(), 0);
            QCOMPARE(bench.network.sent.size(), 1U);
            bench.refuse(i % 3 == 0 ? 503 : 409, "Busy"); // an answer all the same
        }
        QCOMPARE(bench.answers.size(), 100U);
    }

    void afterALossWritesWaitForTheSameCluster_data() { addLosses(); }
    void afterALossWritesWaitForTheSameCluster()
    {
        QFETCH(QByteArray, how);
        Bench bench;
        bench.trust();
        bench.lose(how);
        QVERIFY(!bench.gate.isTrusted());
        bench.write();
        QCOMPARE(bench.writesUnderway(), 0);
        QCOMPARE(bench.questions(), 1);
        bench.identify("first");
        QVERIFY(bench.gate.isTrusted());
        QVERIFY((bench.trusted == std::vector<std::string> {"first", "first"}));
        QCOMPARE(bench.writesUnderway(), 1);
        bench.network.answer(JsonObject());
        QVERIFY(bench.answers.size() == 1 && bench.answers.front()->code == 200);
        QVERIFY(bench.changes.empty());
    }

    void nothingIsWrittenToAnotherCluster_data() { addLosses(); }
    void nothingIsWrittenToAnotherCluster()
    {
        QFETCH(QByteArray, how);
        Bench bench;
        bench.trust();
        bench.lose(how);
        bench.write();
        bench.identify("second");
        bench.write();
        bench.clock.advance(1h);
        QCOMPARE(bench.writesUnderway(), 0);
        QCOMPARE(bench.questions(), 0);
        QVERIFY(bench.changes == std::vector({client::IdentityGate::Change {"first", "second"}}));
        QVERIFY(bench.gate.change() == bench.changes.front());
        QVERIFY(!bench.gate.isTrusted() && bench.trusted.size() == 1);
        QCOMPARE(bench.refusedBefore, std::vector<std::size_t> {0}); // who writes is told first
        QCOMPARE(bench.answers.size(), 2U);
        for (const auto &answer : bench.answers)
            QCOMPARE(answer->code, 403);
        bench.send(api::Method::Get);
        QCOMPARE(bench.network.sent.size(), 1U); // who looks may look
    }

    void aNamespaceThatIsGoneIsAnotherCluster()
    {
        Bench bench;
        bench.trust();
        bench.lose("a broken watch");
        bench.write();
        bench.refuse(404, "NotFound");
        QVERIFY(bench.changes == std::vector({client::IdentityGate::Change {"first", ""}}));
        QCOMPARE(bench.writesUnderway(), 0);
    }

    void whatCantBeReadHoldsNothingBack_data()
    {
        QTest::addColumn<int>("code");
        QTest::newRow("forbidden") << 403;
        QTest::newRow("missing") << 404;
    }
    void whatCantBeReadHoldsNothingBack()
    {
        QFETCH(int, code);
        Bench bench;
        QTest::ignoreMessage(QtInfoMsg, QRegularExpression(QStringLiteral("kube-system can't be read")));
        for (int i = 0; i < 3; ++i) {
            bench.write();
            bench.refuse(code, "No");
            QCOMPARE(bench.writesUnderway(), 1);
            QVERIFY(bench.gate.isTrusted() && bench.trusted.back().empty());
            bench.network.answer(JsonObject());
            bench.lose("a broken watch");
        }
    }

    /// X17: it is still the cluster that was known.
    void aPermissionThatIsWithdrawnHoldsNothingBack()
    {
        Bench bench;
        bench.trust();
        bench.lose("a broken watch");
        bench.write();
        bench.refuse(403, "Forbidden");
        QCOMPARE(bench.writesUnderway(), 1);
        QVERIFY(bench.changes.empty());
    }

    void aNewListAndASignOfLifeMakeItAsk()
    {
        Bench bench;
        bench.trust();
        bench.send(api::Method::Get, {{"limit", "500"}, {"continue", "page-2"}});
        bench.network.answer(JsonObject());
        QCOMPARE(bench.questions(), 0);
        bench.send(api::Method::Get, {{"limit", "500"}});
        QCOMPARE(bench.questions(), 0); // of whom nothing was heard
        bench.network.answer(JsonObject());
        QCOMPARE(bench.questions(), 1);
        bench.write();
        QCOMPARE(bench.writesUnderway(), 0);
        bench.identify("second");
        QCOMPARE(bench.changes.size(), 1U);
    }

    void whatWasAskedBeforeALossIsNotBelieved()
    {
        Bench bench;
        bench.trust();
        bench.lose("a broken watch");
        bench.write(); // asks
        bench.gate.send(std::make_shared<api::Request>(), [](const auto &) {});
        std::swap(bench.network.sent[0], bench.network.sent[1]);
        bench.network.answer(tl::unexpected(refused())); // meanwhile it was lost again
        bench.identify("first");
        QCOMPARE(bench.writesUnderway(), 0);
        QCOMPARE(bench.questions(), 1);
        bench.identify("second");
        QCOMPARE(bench.changes.size(), 1U);
        QCOMPARE(bench.writesUnderway(), 0);
    }

    void aServerThatIsAwayFailsWritesAsItWouldHave()
    {
        Bench bench;
        bench.trust();
        bench.lose("a broken watch");
        bench.write();
        bench.network.answer(tl::unexpected(refused()));
        QVERIFY(bench.answers.size() == 1 && bench.answers.front().error() == refused());
        bench.write();
        QCOMPARE(bench.questions(), 0); // at most one in a second
        bench.clock.advance(1s);
        QCOMPARE(bench.questions(), 1);
        bench.identify("first");
        QCOMPARE(bench.writesUnderway(), 1);
    }

    // X3
    void whoAsksForPatienceIsGivenIt()
    {
        Bench bench;
        bench.trust();
        bench.lose("a broken watch");
        bench.write();
        api::Response busy;
        busy.code = 429;
        busy.headers = {{"Retry-After", "30"}};
        bench.network.answer(busy);
        QCOMPARE(bench.answers.size(), 1U);
        for (int second = 0; second < 28; ++second) {
            bench.write();
            bench.clock.advance(1s);
            QVERIFY(bench.network.sent.empty());
        }
        QCOMPARE(bench.answers.size(), 29U);
        QVERIFY(bench.answers.back().error().kind == base::ErrorKind::TooManyRequests);
        bench.clock.advance(2s);
        bench.write();
        QCOMPARE(bench.questions(), 1);
    }

    void connectionsAreAdmittedRightAfterTheAnswer()
    {
        Bench bench;
        bench.trust();
        QVERIFY(bench.network.guard->admitsConnection());
        QVERIFY(bench.network.guard->admitsConnection());
        bench.clock.advance(6s);
        QVERIFY(!bench.network.guard->admitsConnection());
        bool isAnswered = false;
        auto write = std::make_shared<api::Request>();
        write->method = api::Method::Post;
        bench.network.guard->takeBack(write, [&](const auto &answer) { isAnswered = answer->code == 200; });
        QCOMPARE(bench.writesUnderway(), 0);
        bench.identify("first");
        QVERIFY(bench.network.guard->admitsConnection());
        QCOMPARE(bench.writesUnderway(), 1);
        bench.network.answer(JsonObject());
        QVERIFY(isAnswered);
    }
};

QTEST_GUILESS_MAIN(TestIdentityGate)
#include "tst_identitygate.moc"
