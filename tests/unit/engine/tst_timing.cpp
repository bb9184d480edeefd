// SPDX-License-Identifier: GPL-3.0-or-later
// The machines of a lab live as quickly as its timing says (docs/machines.md §3.9).
#include "core/client/localtransport.h"
#include "core/engine/commander.h"
#include "core/engine/engine.h"
#include "core/lab/apiserver.h"

#include <QTest>

using namespace core;
using namespace std::chrono_literals;

namespace {

class Lab
{
public:
    explicit Lab(const engine::Timing &timing)
    {
        engine::EngineOptions options {.clock = m_clock, .transport = m_transport, .timing = &timing};
        options.controllers = engine::Engine::allControllers();
        options.createDefaultLab = true;
        m_engine.emplace(std::move(options));
        m_engine->start();
    }

    void advance(base::Duration by) { m_clock.advance(by); }
    api::JsonPtr get(const std::string &path) { return m_server->answer({api::Method::Get, path}).body; }
    /// Counts the hollow nodes that have this status.
    int nodesThat(std::string_view status)
    {
        int count = 0;
        for (const auto &view : m_engine->scenarioView().nodes.list()) {
            if (engine::canFail(*view) && view->readyStatus() == status)
                ++count;
        }
        return count;
    }
    /// How long it takes until so many nodes, or more, are so, to the tenth; ten minutes when they never are.
    base::Duration until(int count, std::string_view status)
    {
        base::Duration passed {};
        while (nodesThat(status) < count && passed < 10min) {
            advance(100ms);
            passed += 100ms;
        }
        return passed;
    }
    std::string node()
    {
        for (const auto &view : m_engine->scenarioView().nodes.list()) {
            if (engine::canFail(*view))
                return view->metadata.name;
        }
        return {};
    }
    void silence(const std::string &node)
    {
        m_engine->submit(1, engine::BreakNodes {{node}, "silent"});
        advance(1ms);
    }

private:
    base::Clock m_clock {api::parseTime("2026-11-20T10:00:00Z").value()};
    std::unique_ptr<lab::ApiServer> m_server = std::move(*lab::ApiServer::create({m_clock, 1, ":memory:"}));
    client::LocalTransport m_transport {m_clock, m_server->localServer()};
    std::optional<engine::Engine> m_engine;
};

} // namespace

class TimingTest : public QObject
{
    Q_OBJECT

private slots:
    void machinesLiveSoQuickly_data();
    void machinesLiveSoQuickly();
    void namesAreKnown();
};

void TimingTest::machinesLiveSoQuickly_data()
{
    using Duration = base::Duration;
    QTest::addColumn<Duration>("bootLeast");
    QTest::addColumn<Duration>("bootMost");
    QTest::addColumn<Duration>("silentLeast");
    QTest::addColumn<Duration>("silentMost");
    QTest::addColumn<QString>("patience");
    QTest::addColumn<QString>("startup");
    QTest::newRow("demo") << Duration(1500ms) << Duration(4s) << Duration(6s) << Duration(9s)
                          << QStringLiteral("15s") << QStringLiteral("60s");
    QTest::newRow("realistic") << Duration(44s) << Duration(90s) << Duration(30s) << Duration(45s)
                               << QStringLiteral("5m0s") << QStringLiteral("10m");
    QTest::newRow("fast") << Duration(0s) << Duration(1s) << Duration(30s) << Duration(45s)
                          << QStringLiteral("15s") << QStringLiteral("10m");
}

// §3.9
void TimingTest::machinesLiveSoQuickly()
{
    QFETCH(base::Duration, bootLeast);
    QFETCH(base::Duration, bootMost);
    QFETCH(base::Duration, silentLeast);
    QFETCH(base::Duration, silentMost);
    QFETCH(QString, patience);
    QFETCH(QString, startup);
    const engine::Timing *timing = engine::findTiming(QTest::currentDataTag());
    QVERIFY(timing);
    Lab lab(*timing);
    const base::Duration first = lab.until(1, "True");
    const base::Duration all = first + lab.until(3, "True");
    QVERIFY2(first >= bootLeast && all <= bootMost,
        qPrintable(QStringLiteral("%1 ms, %2 ms").arg(first / 1ms).arg(all / 1ms)));
    const auto check =
        lab.get("/apis/machine.openshift.io/v1beta1/namespaces/default/machinehealthchecks/workers");
    const auto &spec = check->at("spec").as_object();
    QCOMPARE(QString::fromUtf8(spec.at("nodeStartupTimeout").as_string().c_str()), startup);
    const auto &rule = spec.at("unhealthyConditions").as_array().at(0).as_object();
    QCOMPARE(QString::fromUtf8(rule.at("timeout").as_string().c_str()), patience);
    lab.advance(1min);
    lab.silence(lab.node());
    const base::Duration noticed = lab.until(1, "Unknown");
    QVERIFY2(noticed >= silentLeast && noticed <= silentMost, qPrintable(QString::number(noticed / 1ms)));
}

void TimingTest::namesAreKnown()
{
    QCOMPARE(engine::timings().size(), 3U);
    QVERIFY(engine::findTiming("demo"));
    QVERIFY(!engine::findTiming("quick"));
    QCOMPARE(engine::usualTiming().name, std::string_view("fast"));
}

QTEST_GUILESS_MAIN(TimingTest)
#include "tst_timing.moc"
