// SPDX-License-Identifier: GPL-3.0-or-later
// T16: a write is asked about right before it leaves, whatever it has waited for; what came by no entry does
// not leave.
#include "core/api/saying.h"
#include "core/client/applier.h"
#include "core/client/client.h"
#include "core/client/identitygate.h"
#include "core/client/writegate.h"
#include "tests/unit/runtime/scriptedtransport.h"

#include <QTest>

using namespace core;
using api::Method;

namespace {

constexpr base::Time start {std::chrono::sys_days {std::chrono::year {2026} / 11 / 20}};

struct Bench {
    base::Clock clock {start};
    ScriptedTransport network;
    client::WriteGate gate {network, clock, "prod"};
    std::optional<std::string> locked;
    client::WriteGate::Entry entry {gate, gate, [this](const auto &) { return locked; }};
    std::vector<base::Result<api::Response>> answers;

    api::RequestPtr send(client::Transport &way, Method method)
    {
        auto request = std::make_shared<api::Request>();
        request->method = method;
        request->path = "/api/v1/nodes/n";
        send(way, request);
        return request;
    }
    void send(client::Transport &way, const api::RequestPtr &request)
    {
        way.send(request, [this](auto answer) { answers.push_back(std::move(answer)); });
        clock.advance(std::chrono::milliseconds(1));
    }
    std::string refusal() const
    {
        if (answers.empty() || !answers.back() || answers.back()->code != 403)
            return {};
        return std::string(api::textAt(*answers.back()->body, {"message"}));
    }
};

} // namespace

Q_DECLARE_METATYPE(core::api::Method)

class TestWriteGate : public QObject
{
    Q_OBJECT

private slots:
    void methods_data()
    {
        QTest::addColumn<Method>("method");
        QTest::addColumn<bool>("writes");
        QTest::newRow("GET") << Method::Get << false;
        QTest::newRow("HEAD") << Method::Head << false;
        QTest::newRow("OPTIONS") << Method::Options << false;
        QTest::newRow("POST") << Method::Post << true;
        QTest::newRow("PUT") << Method::Put << true;
        QTest::newRow("PATCH") << Method::Patch << true;
        QTest::newRow("DELETE") << Method::Delete << true;
    }
    void methods()
    {
        QFETCH(Method, method);
        QFETCH(bool, writes);
        Bench bench;
        bench.send(bench.gate, method); // by no entry
        QCOMPARE(bench.network.sent.size(), writes ? 0U : 1U);
        if (writes)
            QCOMPARE(bench.refusal(), std::string("nobody who may write to prod has asked for this"));

        bench.network.sent.clear();
        bench.locked = "prod is locked";
        bench.send(bench.entry, method);
        QCOMPARE(bench.network.sent.size(), writes ? 0U : 1U);
        if (writes)
            QCOMPARE(bench.refusal(), std::string("prod is locked"));

        bench.network.sent.clear();
        bench.locked.reset();
        bench.send(bench.entry, method);
        QCOMPARE(bench.network.sent.size(), 1U);
    }

    /// A request that the sender keeps, as heartbeats are.
    void theSameRequestAgain()
    {
        Bench bench;
        const api::RequestPtr request = bench.send(bench.entry, Method::Put);
        bench.send(bench.entry, request);
        QCOMPARE(bench.network.sent.size(), 2U);
        bench.network.answer(api::JsonObject());
        bench.send(bench.gate, request); // its second sending is under way: it is known
        QCOMPARE(bench.network.sent.size(), 2U);
        bench.network.answer(api::JsonObject());
        bench.network.answer(api::JsonObject());
        QCOMPARE(request.use_count(), 1);
        bench.send(bench.gate, request);
        QCOMPARE(bench.network.sent.size(), 0U);
        QVERIFY(!bench.refusal().empty());
    }

    /// What waits until it is known who answers is asked about when that is known.
    void lockedWhileItWaits_data()
    {
        QTest::addColumn<bool>("locks");
        QTest::newRow("locked meanwhile") << true;
        QTest::newRow("still unlocked") << false;
    }
    void lockedWhileItWaits()
    {
        QFETCH(bool, locks);
        Bench bench;
        client::IdentityGate identity(bench.gate, nullptr, bench.clock, {[](const auto &) {}});
        client::WriteGate::Entry entry(bench.gate, identity, [&bench](const auto &) { return bench.locked; });
        bench.send(entry, Method::Patch);
        QCOMPARE(bench.network.sent.size(), 1U);
        QCOMPARE(bench.network.sent.front().request.method, Method::Get); // who it is
        if (locks)
            bench.locked = "prod is locked";
        bench.network.answer(
            api::JsonObject {{"kind", "Namespace"}, {"metadata", api::JsonObject {{"uid", "first"}}}});
        bench.clock.advance(std::chrono::milliseconds(1));
        QCOMPARE(bench.network.sent.size(), locks ? 0U : 1U);
        QCOMPARE(bench.refusal(), std::string(locks ? "prod is locked" : ""));
    }

    /// What refuses is said in the window's language.
    void whyNotIsKeptAsCodeAndValues()
    {
        Bench bench;
        bench.locked = "prod is locked";
        bench.send(bench.entry, Method::Patch);
        QCOMPARE(bench.answers.back()->saying->text, std::string("prod is locked"));
        bench.send(bench.gate, Method::Patch);
        QCOMPARE(bench.answers.back()->saying->code, std::string("NobodyAsked"));
        const auto error = client::checked(std::move(bench.answers.back())).error();
        QCOMPARE(error.message, std::string("nobody who may write to prod has asked for this"));
        QCOMPARE(api::sayingOf(error).values.front().text, std::string("prod"));
    }

    /// Of several objects the one is named that was refused, and why in the window's language.
    void whyNotKeepsTheNameOfTheObject()
    {
        Bench bench;
        client::Client client(bench.gate);
        client::Applier applier(client);
        std::optional<base::Error> refused;
        applier.apply({api::JsonObject {{"apiVersion", "v1"}, {"kind", "Node"},
                          {"metadata", api::JsonObject {{"name", "n"}}}}},
            "default", [&](const auto &lines) { refused = lines.error(); });
        bench.network.answer(api::JsonObject {
            {"resources", api::JsonArray {api::JsonObject {{"name", "nodes"}, {"kind", "Node"}}}}});
        bench.network.answer(api::failureStatus(404, "NotFound", "nodes \"n\" not found"), 404);
        bench.clock.advance(std::chrono::milliseconds(1));
        QVERIFY(refused);
        QCOMPARE(refused->message,
            std::string("object 1 (Node \"n\"): nobody who may write to prod has asked for this"));
        QCOMPARE(api::sayingOf(*refused).text, refused->message);
        QCOMPARE(api::sayingOf(*refused).code, std::string("OfObject"));
        QCOMPARE(api::sayingOf(*refused).values.back().code, std::string("NobodyAsked"));
    }

    /// No write of one who is gone leaves any more.
    void anEntryThatIsGone()
    {
        Bench bench;
        client::IdentityGate identity(bench.gate, nullptr, bench.clock, {[](const auto &) {}});
        auto entry = std::make_unique<client::WriteGate::Entry>(
            bench.gate, identity, [](const auto &) { return std::nullopt; });
        bench.send(*entry, Method::Patch);
        entry.reset();
        bench.network.answer(
            api::JsonObject {{"kind", "Namespace"}, {"metadata", api::JsonObject {{"uid", "first"}}}});
        bench.clock.advance(std::chrono::milliseconds(1));
        QVERIFY(bench.network.sent.empty());
        QVERIFY(bench.answers.empty());
    }
};

QTEST_GUILESS_MAIN(TestWriteGate)
#include "tst_writegate.moc"
