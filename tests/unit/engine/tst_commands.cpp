// SPDX-License-Identifier: GPL-3.0-or-later
// What the window's commands do to a lab, and which of them are refused.
#include "core/client/localtransport.h"
#include "core/engine/commander.h"
#include "core/engine/engine.h"
#include "core/lab/apiserver.h"

#include <QTest>

using namespace core;
using namespace std::chrono_literals;

namespace {

std::set<std::string, std::less<>> everyController()
{
    std::set<std::string, std::less<>> names;
    for (const auto &[name, description] : engine::Engine::knownControllers())
        names.insert(name);
    return names;
}

/// The default lab, all its nodes Ready.
class Stage
{
public:
    Stage()
    {
        auto opened = lab::ApiServer::create({m_clock, 1, ":memory:"});
        m_lab = std::move(*opened);
        m_transport = std::make_unique<client::LocalTransport>(m_clock, m_lab->localServer());
        m_engine = std::make_unique<engine::Engine>(engine::EngineOptions {.clock = m_clock,
            .transport = *m_transport,
            .seed = 1,
            .controllers = everyController(),
            .createDefaultLab = true});
        m_engine->start();
        m_clock.advance(5s);
    }

    base::Result<std::string> carryOut(const engine::Command &command)
    {
        base::Result<std::string> result;
        const auto listening = QObject::connect(m_engine.get(), &engine::Engine::commandDone,
            [&](const engine::CommandOutcome &outcome) { result = outcome.result; });
        m_engine->submit(1, command);
        m_clock.advance(1s);
        QObject::disconnect(listening);
        return result;
    }
    /// The first node that is, or is not, the host of the hollow ones.
    std::string nodeName(bool host) const
    {
        for (const auto &node : m_engine->world().nodes.list()) {
            if (node->metadata.labels.contains(api::keys::hollowHost) == host)
                return node->metadata.name;
        }
        return {};
    }
    std::string faultOf(const std::string &node) const
    {
        return std::string(m_engine->world().nodes.find({"", node})->metadata.annotation(api::keys::fault));
    }

private:
    base::Clock m_clock {api::parseTime("2026-11-20T10:00:00Z").value()};
    std::unique_ptr<lab::ApiServer> m_lab;
    std::unique_ptr<client::LocalTransport> m_transport;
    std::unique_ptr<engine::Engine> m_engine;
};

} // namespace

class TestCommands : public QObject
{
    Q_OBJECT

private slots:
    void whichNodesCanFail_data()
    {
        QTest::addColumn<std::string>("providerId");
        QTest::addColumn<bool>("host");
        QTest::addColumn<bool>("can");
        QTest::newRow("a hollow node") << std::string("kubemark://workers-a") << false << true;
        QTest::newRow("the host of the hollow nodes")
            << std::string("kubemark://hollow-host-lab") << true << false;
        QTest::newRow("a node of a cloud") << std::string("aws:///eu-1a/i-0123") << false << false;
        QTest::newRow("a node of nobody") << std::string() << false << false;
    }
    void whichNodesCanFail()
    {
        QFETCH(std::string, providerId);
        QFETCH(bool, host);
        api::Node node;
        node.spec.providerID = providerId;
        if (host)
            node.metadata.labels.emplace(api::keys::hollowHost, "true");
        QTEST(engine::canFail(node), "can");
    }

    void aHollowNodeIsBrokenAndHealed()
    {
        Stage stage;
        const std::string node = stage.nodeName(false);
        QVERIFY(stage.carryOut(engine::BreakNode {node, "not-ready"}));
        QCOMPARE(stage.faultOf(node), std::string("not-ready"));
        QVERIFY(stage.carryOut(engine::HealNode {node}));
        QVERIFY(stage.faultOf(node).empty());
    }

    void anUnreadableFaultIsRefused()
    {
        Stage stage;
        const std::string node = stage.nodeName(false);
        const auto refused = stage.carryOut(engine::BreakNode {node, "silent for ever"});
        QVERIFY(!refused);
        QCOMPARE(
            refused.error().message, "\"silent for ever\": \"ever\" is no duration such as 30s or 20s..60s");
        QVERIFY(stage.faultOf(node).empty());
    }

    void theHostIsNotBroken()
    {
        Stage stage;
        const std::string host = stage.nodeName(true);
        const auto refused = stage.carryOut(engine::BreakNode {host, "silent"});
        QVERIFY(!refused);
        QCOMPARE(refused.error().message, "only hollow nodes can be told to fail, not \"" + host + "\"");
        QVERIFY(stage.faultOf(host).empty());
    }
};

QTEST_GUILESS_MAIN(TestCommands)
#include "tst_commands.moc"
