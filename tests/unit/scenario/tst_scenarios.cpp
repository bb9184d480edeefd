// SPDX-License-Identifier: GPL-3.0-or-later
// Every scenario that comes with the program, carried out by the real engine against the real lab, in virtual
// time.

#include "core/client/localtransport.h"
#include "core/engine/engine.h"
#include "core/engine/timing.h"
#include "core/lab/apiserver.h"
#include "core/scenario/parse.h"
#include "core/scenario/report.h"
#include "core/scenario/terminaltable.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace core;
using namespace std::chrono_literals;

namespace {

/// A lab of its own, from the start of the day until the scenario is over.
class Stage
{
public:
    explicit Stage(std::uint64_t seed, std::string timelinePath = {},
        const engine::Timing &timing = engine::usualTiming())
        : m_seed(seed)
        , m_timelinePath(std::move(timelinePath))
        , m_timing(timing)
    {
        auto opened = lab::ApiServer::create({m_clock, seed, ":memory:"});
        m_lab = std::move(*opened);
        m_transport = std::make_unique<client::LocalTransport>(m_clock, m_lab->localServer());
        startEngine(true);
    }

    /// The engine dies and a new one comes, for the same lab and timeline.
    void restartEngine()
    {
        m_engine.reset();
        startEngine(false);
    }
    void pass(base::Duration duration) { m_clock.advance(duration); }
    const timeline::Timeline &timeline() const { return m_engine->scenarioView().timeline; }
    void breakNode()
    {
        const auto nodes = m_engine->scenarioView().nodes.list();
        m_engine->submit(1, engine::BreakNodes {{nodes.back()->metadata.name}, "not-ready"});
    }

    scenario::ScenarioReport play(const std::string &path)
    {
        std::optional<scenario::ScenarioReport> report;
        m_engine->runScenario(
            *scenario::loadScenario(path), [](std::size_t, const scenario::StepReport &) {},
            [&](const scenario::ScenarioReport &done) { report = done; });
        for (int second = 0; second < 3600 && !report; ++second)
            m_clock.advance(1s);
        return report.value_or(scenario::ScenarioReport());
    }

private:
    void startEngine(bool isNewLab)
    {
        m_engine = std::make_unique<engine::Engine>(engine::EngineOptions {.clock = m_clock,
            .transport = *m_transport,
            .timing = &m_timing,
            .seed = m_seed,
            .controllers = engine::Engine::allControllers(),
            .timelinePath = m_timelinePath,
            .createDefaultLab = isNewLab});
        m_engine->start();
    }

    std::uint64_t m_seed;
    std::string m_timelinePath;
    const engine::Timing &m_timing;
    base::Clock m_clock {api::parseTime("2026-11-20T10:00:00Z").value()};
    std::unique_ptr<lab::ApiServer> m_lab;
    std::unique_ptr<client::LocalTransport> m_transport;
    std::unique_ptr<engine::Engine> m_engine;
};

} // namespace

class TestScenarios : public QObject
{
    Q_OBJECT

private slots:
    void eachOneHolds_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<std::string>("timing");
        const QDir directory(QStringLiteral(HOLLOWLAB_SOURCE_DIR "/resources/scenarios"));
        for (const QFileInfo &file : directory.entryInfoList({QStringLiteral("*.yaml")}, QDir::Files))
            for (const char *timing : {"fast", "demo"}) // of labs without a window, and with one
                QTest::addRow("%s, %s", qPrintable(file.fileName()), timing)
                    << file.filePath() << std::string(timing);
    }
    void eachOneHolds()
    {
        QFETCH(QString, path);
        QFETCH(std::string, timing);
        const engine::Timing *known = engine::findTiming(timing);
        QVERIFY(known);
        const scenario::ScenarioReport report = Stage(1, {}, *known).play(path.toStdString());
        QVERIFY2(!report.steps.empty(), "the scenario did not end within an hour");
        QVERIFY2(report.isOk(), report.failure().text.c_str());
        QVERIFY(!report.facts.empty());
    }

    void anEpisodeGoesOnOverARestart()
    {
        QTemporaryDir directory;
        Stage stage(3, directory.filePath(QStringLiteral("timeline.db")).toStdString());
        stage.pass(5s);
        stage.breakNode();
        stage.pass(5s);
        const std::deque<timeline::Fact> before = stage.timeline().facts();
        QCOMPARE(stage.timeline().episodes().size(), 1U);

        stage.restartEngine();
        stage.pass(5s);
        QVERIFY(stage.timeline().facts() == before); // the relist tells nothing new
        stage.pass(30s);
        const auto episodes = stage.timeline().episodes();
        QCOMPARE(episodes.size(), 1U);
        QCOMPARE(episodes[0].id, 1U);
        QCOMPARE(episodes[0].outcome, timeline::Outcome::Replaced);
        QVERIFY(*episodes[0].recovery() > 15s && *episodes[0].recovery() < 20s);
        QVERIFY(stage.timeline().countsNow().ready == 3 && stage.timeline().countsNow().total() == 3);
        QVERIFY(std::ranges::is_sorted(stage.timeline().facts(), {}, &timeline::Fact::index));
    }

    void equalSeedsGiveEqualReports()
    {
        const std::string path = HOLLOWLAB_SOURCE_DIR "/resources/scenarios/self-healing-101.yaml";
        const auto first = htmlOf(Stage(7).play(path), {}, {});
        QCOMPARE(htmlOf(Stage(7).play(path), {}, {}), first);
    }
};

QTEST_GUILESS_MAIN(TestScenarios)
#include "tst_scenarios.moc"
