// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline shows what the facts say: every count, every short failure, and nothing else.
#include "tests/ui/spoken.h"
#include "tests/ui/timelinebench.h"
#include "ui/commandsender.h"
#include "ui/format.h"

#include <QAreaSeries>
#include <QChart>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineSeries>
#include <QMouseEvent>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <algorithm>
#include <random>

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using namespace timelinetest;
using ui::State;

namespace {

Fact about(FactKind kind, const std::string &machine, const std::string &to, core::api::Time at)
{
    Fact fact;
    fact.kind = kind;
    fact.object = {"default", machine};
    fact.to = to;
    fact.serverTime = fact.arrivalTime = at;
    return fact;
}

/// The machines of a record of so many lanes: each was created, got Ready, and some failed.
std::vector<Fact> livesOf(int machines)
{
    std::vector<Fact> facts;
    for (int i = 0; i < machines; ++i) {
        const std::string name = "m-" + std::to_string(10'000 + i);
        const auto born = fake::now() - 50s + std::chrono::milliseconds(i);
        facts.push_back(about(FactKind::MachineCreated, name, "", born));
        facts.push_back(health("node-" + name, "", "Ready", born + 3s));
        facts.back().owner = {"default", name};
        if (i % 10 == 3) {
            facts.push_back(health("node-" + name, "Ready", "NotReady", born + 20s));
            facts.back().owner = {"default", name};
        }
    }
    std::ranges::stable_sort(facts, {}, &Fact::arrivalTime);
    return facts;
}

/// Random lives of some nodes, further apart than the columns of a chart of a minute.
std::vector<Fact> randomFacts(unsigned seed, int count, core::api::Time begin)
{
    static const std::string states[] = {"", "Ready", "NotReady", "Unknown"};
    std::mt19937 dice(seed);
    std::map<std::string, std::string> now;
    std::vector<Fact> facts;
    core::api::Time at = begin;
    while (static_cast<int>(facts.size()) < count) {
        const std::string node = "node-" + std::to_string(dice() % 40);
        const std::string to = states[dice() % 4];
        if (to == now[node])
            continue;
        at += std::chrono::milliseconds(300 + dice() % 200);
        facts.push_back(health(node, now[node], to, at));
        facts.back().index = facts.size();
        now[node] = to;
    }
    return facts;
}

/// The count of a state at a moment, from nothing but the facts.
int countAt(const std::vector<Fact> &facts, const std::string &state, core::api::Time at)
{
    std::map<std::string, std::string> now;
    for (const Fact &fact : facts) {
        if (fact.arrivalTime <= at)
            now[fact.object.name] = fact.to;
    }
    return static_cast<int>(
        std::count_if(now.begin(), now.end(), [&](const auto &node) { return node.second == state; }));
}

/// The value that a step line has just after a moment.
double valueAfter(const ui::HealthChart::Points &line, core::api::Time at)
{
    const auto x = static_cast<double>(ui::milliseconds(at));
    double value = line.isEmpty() ? -1 : line.first().y();
    for (const QPointF &point : line) {
        if (point.x() <= x)
            value = point.y();
    }
    return value;
}

} // namespace

class TimelineTest : public QObject
{
    Q_OBJECT

private slots:
    void linesAreTheCountsOfTheFacts_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 5; ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }

    void linesAreTheCountsOfTheFacts()
    {
        QFETCH(unsigned, seed);
        const auto facts = randomFacts(seed, 80, fake::now() - 45s);
        Bench bench(facts);
        const std::pair<std::string, QString> lines[] = {
            {"Ready", u"Ready"_s}, {"NotReady", u"NotReady"_s}, {"Unknown", u"Unknown"_s}};
        for (const auto &[state, name] : lines) {
            const auto line = bench.panel.chart().line(name);
            for (const Fact &fact : facts)
                QCOMPARE(valueAfter(line, fact.arrivalTime), countAt(facts, state, fact.arrivalTime));
            QCOMPARE(line.last().x(), static_cast<double>(ui::milliseconds(fake::now())));
            for (qsizetype i = 1; i < line.size(); ++i) // steps: never a slope
                QVERIFY(line[i].x() == line[i - 1].x() || line[i].y() == line[i - 1].y());
        }
    }

    void shortFailureNeverVanishes()
    {
        std::vector<Fact> facts {health("a", "", "Ready", fake::now() - 24h)};
        for (int i = 0; i < 20'000; ++i) { // busy elsewhere
            const auto at = fake::now() - 23h + i * 4s;
            facts.push_back(health("b", i % 2 ? "Ready" : "", i % 2 ? "" : "Ready", at));
        }
        const auto failed = fake::now() - 12h;
        facts.push_back(health("a", "Ready", "NotReady", failed));
        facts.push_back(health("a", "NotReady", "Ready", failed + 1ms));
        std::stable_sort(
            facts.begin(), facts.end(), [](auto &a, auto &b) { return a.arrivalTime < b.arrivalTime; });
        Bench bench(facts);
        const auto line = bench.panel.chart().line(u"NotReady"_s);
        QVERIFY(std::any_of(line.begin(), line.end(), [](const QPointF &point) { return point.y() == 1; }));
        QVERIFY2(bench.panel.chart().line(u"Ready"_s).size() < 5000, "few enough points to draw in no time");
    }

    void pastOfANodeGrowsAndEnds()
    {
        ui::HealthRecord record;
        record.add(health("a", "", "Ready", fake::now() - 30s));
        record.add(health("a", "Ready", "Unknown", fake::now() - 20s));
        record.add(health("a", "Unknown", "Ready", fake::now() - 10s));
        QCOMPARE(record.past("a").size(), std::size_t(3));
        QVERIFY(record.past("a")[1].state == State::Unknown);
        QCOMPARE(record.interruptions("a", fake::now() - 25s), 1);
        QCOMPARE(record.interruptions("a", fake::now() - 15s), 0);
        record.add(health("a", "Ready", "", fake::now()));
        QVERIFY(record.past("a").empty());
    }

    void theRecordBeginsWhereEveryFactIsKept()
    {
        ui::HealthRecord record;
        const auto add = [&](std::uint64_t index, const std::string &node, auto ago) {
            Fact fact = health(node, "", "Ready", fake::now() - ago);
            fact.index = index;
            record.add(fact);
        };
        add(7, "a", 30s);
        QVERIFY(record.begin() == fake::now() - 30s);
        add(20, "b", 20s); // those between are kept no more
        QVERIFY(record.begin() == fake::now() - 20s);
        add(21, "c", 10s);
        QVERIFY(record.begin() == fake::now() - 20s);
    }

    void wantedMachinesAddUpOverSets()
    {
        ui::HealthRecord record;
        const auto wanted = [&](const std::string &set, const std::string &to, auto ago) {
            Fact fact;
            fact.kind = FactKind::SetReplicas;
            fact.object = {"default", set};
            fact.to = to;
            fact.arrivalTime = fake::now() - ago;
            record.add(fact);
        };
        wanted("a", "3", 30s);
        wanted("b", "10", 20s);
        wanted("a", "1", 10s);
        QCOMPARE(record.wanted().size(), std::size_t(3));
        QCOMPARE(record.wanted()[1].machines, 13);
        QCOMPARE(record.wanted()[2].machines, 11);
    }

    void nothingGrowsWhileTheConnectionIsLost()
    {
        Bench bench({health("a", "", "Ready", fake::now() - 50s)});
        const auto lastX = [&](const char16_t *line) {
            return bench.panel.chart().line(QString::fromUtf16(line)).last().x();
        };
        ChangeSet lost;
        lost.status = fake::status();
        lost.status->pace = 0;
        lost.status->connection = core::engine::Connection::Reconnecting;
        lost.status->liveUntil = fake::now() - 5s;
        bench.send(lost);
        lost.status->now = fake::now() + 20s;
        bench.send(lost);
        const auto end = static_cast<double>(ui::milliseconds(fake::now() - 5s));
        for (const char16_t *line : {u"Ready", u"NotReady", u"Unknown", u"Desired"})
            QCOMPARE(lastX(line), end);
        QVERIFY(bench.cluster.now() == fake::now() - 5s);
        QCOMPARE(bench.panel.chart().gaps().size(), std::size_t(1));
        QVERIFY(bench.panel.chart().gaps().front().begin == fake::now() - 5s);
        QVERIFY(bench.panel.chart().gaps().front().end == fake::now() + 20s);
        QVERIFY(bench.panel.chart().summary().startsWith(u"Connection lost at "_s));

        ChangeSet back;
        back.status = fake::status();
        back.status->pace = 0;
        back.status->now = fake::now() + 30s;
        bench.send(back);
        back.status->now = fake::now() + 60s;
        bench.send(back);
        QCOMPARE(lastX(u"Ready"), static_cast<double>(ui::milliseconds(fake::now() + 60s)));
        QVERIFY2(bench.panel.chart().gaps().front().end == fake::now() + 30s, "the gap stays hatched");
    }

    void bothFamiliesAndSingleMachinesAreWanted()
    {
        ui::HealthRecord record;
        const auto add = [&](FactKind kind, const std::string &name, const std::string &to,
                             const std::string &owner, auto ago) {
            Fact fact;
            fact.kind = kind;
            fact.object = {"default", name};
            fact.to = to;
            fact.owner = {owner.empty() ? "" : "default", owner};
            fact.arrivalTime = fake::now() - ago;
            record.add(fact);
        };
        add(FactKind::SetReplicas, "a", "22", "", 60s);
        add(FactKind::McmSetReplicas, "a", "3", "", 50s); // the same name in the other family
        QCOMPARE(record.wanted().back().machines, 25);
        add(FactKind::MachineCreated, "m", "", "", 40s);
        add(FactKind::MachineCreated, "a-1", "", "a", 40s);
        add(FactKind::MachinePhase, "m", "Running", "", 30s);
        QCOMPARE(record.wanted().back().machines, 26);
        add(FactKind::MachinePhase, "m", "Running", "a", 20s); // a set has adopted it
        QCOMPARE(record.wanted().back().machines, 25);
        add(FactKind::McmSetReplicas, "a", "", "", 10s);
        QCOMPARE(record.wanted().back().machines, 22);
    }

    void thereIsNoAxisBeforeThereIsATime()
    {
        ui::ClusterView cluster;
        ui::Theme theme {ui::Scheme::Light};
        ui::TimelinePanel panel {cluster, theme};
        panel.resize(1600, 200);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        panel.grab();
        QCoreApplication::processEvents(); // the chart's layout settles
        const QImage empty = panel.grab().toImage();
        QVERIFY(!panel.chart().summary().contains(u':'));
        ChangeSet changes;
        changes.reset = true;
        changes.status = fake::status();
        cluster.apply(changes);
        panel.apply(changes);
        panel.chart().redraw();
        QVERIFY(panel.grab().toImage() != empty);
        QVERIFY(!panel.chart().counts().ticks().empty());
    }

    void ticksAreRound_data()
    {
        QTest::addColumn<qint64>("seconds");
        QTest::addColumn<qint64>("step");
        QTest::newRow("a minute") << qint64(60) << qint64(10);
        QTest::newRow("five minutes") << qint64(300) << qint64(60);
        QTest::newRow("a day") << qint64(86'400) << qint64(6 * 3600);
    }

    void ticksAreRound()
    {
        QFETCH(qint64, seconds);
        QFETCH(qint64, step);
        const ui::TimeWindow::Range range {fake::now() - std::chrono::seconds(seconds) + 1234ms, fake::now()};
        const auto ticks = ui::timeTicks(range, 7);
        QVERIFY(ticks.size() >= 3 && ticks.size() <= 8);
        for (const auto &tick : ticks) {
            QVERIFY(tick.at >= range.begin && tick.at <= range.end);
            const auto local = QDateTime::fromMSecsSinceEpoch(ui::milliseconds(tick.at)).time();
            QCOMPARE(local.msecsSinceStartOfDay() % (step * 1000), 0);
            QVERIFY(tick.label.startsWith(local.toString(u"HH:mm"_s)));
        }
    }

    void countsHaveRoundTicksUpToTheirTop_data()
    {
        QTest::addColumn<double>("most");
        QTest::addColumn<qint64>("step");
        QTest::addColumn<qint64>("top");
        const std::tuple<double, qint64, qint64> rows[] = {{0, 1, 1}, {3, 1, 3}, {4, 2, 4}, {5, 2, 6},
            {8, 5, 10}, {11, 5, 10}, {12, 5, 15}, {50, 25, 50}, {53, 25, 50}, {120, 50, 150},
            {5000, 2500, 5000}, {2'147'483'647, 1'000'000'000, 2'000'000'000},
            {6e9, 2'000'000'000, 6'000'000'000}};
        for (const auto &[most, step, top] : rows)
            QTest::addRow("%.0f", most) << most << step << top;
    }

    void countsHaveRoundTicksUpToTheirTop()
    {
        QFETCH(double, most);
        const ui::CountScale scale = ui::countScale(most);
        QTEST(qint64(scale.step), "step");
        QTEST(qint64(scale.top()), "top");
    }

    // W7
    void theNumberThatIsWantedStandsBesideItsLine()
    {
        std::vector<Fact> facts;
        for (int i = 0; i < 12; ++i)
            facts.push_back(health("n" + std::to_string(i), "", "Ready", fake::now() - 50s));
        facts.push_back(about(FactKind::SetReplicas, "workers", "12", fake::now() - 50s));
        Bench bench(facts);
        const ui::CountChart &counts = bench.panel.chart().counts();
        QStringList labels;
        for (const ui::CountTick &tick : counts.countTicks()) {
            if (!tick.label.isEmpty())
                labels.append(tick.label);
        }
        QCOMPARE(counts.countTicks().back().isDesired, true);
        QVERIFY2(labels.startsWith(u"0"_s) && labels.contains(u"15"_s) && labels.endsWith(u"12"_s),
            qPrintable(labels.join(u' ')));
    }

    /// After most machines were scaled away.
    // W7
    void zeroKeepsItsNameBesideAFewThatAreWanted()
    {
        std::vector<Fact> facts;
        for (int i = 0; i < 300; ++i)
            facts.push_back(health("n" + std::to_string(i), "", "Ready", fake::now() - 50s));
        facts.push_back(about(FactKind::SetReplicas, "workers", "300", fake::now() - 50s));
        facts.push_back(about(FactKind::SetReplicas, "workers", "3", fake::now() - 5s));
        Bench bench(facts);
        const std::vector<ui::CountTick> ticks = bench.panel.chart().counts().countTicks();
        QCOMPARE(ticks.front().label, u"0"_s);
        QVERIFY(std::ranges::none_of(ticks, &ui::CountTick::isDesired));
    }

    void daysBeginAtMidnightAlsoWhenClocksArePutBackOrForward()
    {
        const QByteArray before = qgetenv("TZ");
        const auto restore = qScopeGuard([&] { qputenv("TZ", before); });
        qputenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3");
        for (const char *day : {"2026-10-25T00:00:00Z", "2026-03-29T00:00:00Z"}) {
            const core::api::Time change = core::api::parseTime(day).value();
            const auto ticks = ui::timeTicks({change - 72h, change + 72h}, 7);
            QCOMPARE(ticks.size(), std::size_t(6));
            for (const auto &tick : ticks)
                QCOMPARE(QDateTime::fromMSecsSinceEpoch(ui::milliseconds(tick.at)).time(), QTime(0, 0));
        }
    }

    void zoomKeepsThePointInPlace()
    {
        ui::TimeWindow window;
        const auto begin = fake::now() - 1000s;
        QVERIFY(window.isLive());
        window.zoom(0.5, 0.25, begin, fake::now());
        const auto range = window.range(begin, fake::now());
        QCOMPARE((range.end - range.begin).count(), core::base::Duration(500s).count());
        QCOMPARE((range.begin - begin).count(), core::base::Duration(125s).count());
        QVERIFY(!window.isLive());
        window.pan(10, begin, fake::now());
        QVERIFY(window.isLive());
        const auto later = window.range(begin, fake::now() + 60s);
        QVERIFY(later.end == fake::now() + 60s);
        window.zoom(100, 0.5, begin, fake::now());
        QVERIFY(window.range(begin, fake::now()).begin == begin);
        window.fit();
        QVERIFY(window.isLive());
    }

    void historyOfZoomsGoesBackAndForward()
    {
        Bench bench(randomFacts(1, 80, fake::now() - 45s));
        ui::HealthChart &chart = bench.panel.chart();
        const auto whole = chart.shown();
        chart.showRange({fake::now() - 30s, fake::now() - 20s});
        const auto first = chart.shown();
        QVERIFY(first.begin == fake::now() - 30s && first.end == fake::now() - 20s);
        QVERIFY(!chart.isLive());
        chart.showRange({fake::now() - 28s, fake::now() - 25s});
        const auto second = chart.shown();
        QTest::keyClick(&chart, Qt::Key_Left, Qt::AltModifier);
        QVERIFY(chart.shown() == first);
        QTest::keyClick(&chart, Qt::Key_Left, Qt::AltModifier);
        QVERIFY(chart.shown() == whole);
        QVERIFY(chart.isLive());
        for (int i = 0; i < 5; ++i) // there is not so much
            QTest::keyClick(&chart, Qt::Key_Left, Qt::AltModifier);
        for (int i = 0; i < 8; ++i)
            QTest::keyClick(&chart, Qt::Key_Right, Qt::AltModifier);
        QVERIFY(chart.shown() == second);
        QTest::keyClick(&chart, Qt::Key_End);
        QVERIFY(chart.isLive() && chart.shown().end == fake::now());
    }

    void aYoungRecordFillsTheLastFiveMinutes()
    {
        ui::TimeWindow window;
        window.showLast(5min);
        QVERIFY(window.range(fake::now() - 100s, fake::now()).begin == fake::now() - 100s);
        QVERIFY(window.range(fake::now() - 10s, fake::now()).begin == fake::now() - 60s);
        QVERIFY(window.range(fake::now() - 1h, fake::now()).begin == fake::now() - 5min);
        QVERIFY(window.isLive());
    }

    void theMouseChoosesAStretchAndMovesIt()
    {
        Bench bench(randomFacts(1, 80, fake::now() - 45s));
        ui::HealthChart &chart = bench.panel.chart();
        ui::CountChart &counts = chart.counts();
        const QRectF plot = counts.plot();
        const int y = static_cast<int>(plot.center().y());
        const auto at = [&](double share) { return QPoint(int(plot.left() + share * plot.width()), y); };
        const auto whole = chart.shown();
        QTest::mousePress(counts.viewport(), Qt::LeftButton, {}, at(0.5));
        QTest::mouseMove(counts.viewport(), at(0.6));
        QTest::mouseRelease(counts.viewport(), Qt::LeftButton, {}, at(0.75));
        const auto chosen = chart.shown();
        const std::chrono::duration<double> span = chosen.end - chosen.begin;
        const std::chrono::duration<double> all = whole.end - whole.begin;
        QVERIFY(std::abs(span / all - 0.25) < 0.01);
        QTest::mousePress(counts.viewport(), Qt::LeftButton, Qt::ShiftModifier, at(0.5));
        QMouseEvent move(QEvent::MouseMove, at(0.7), counts.viewport()->mapToGlobal(at(0.7)), Qt::NoButton,
            Qt::LeftButton, Qt::ShiftModifier);
        QCoreApplication::sendEvent(counts.viewport(), &move);
        QTest::mouseRelease(counts.viewport(), Qt::LeftButton, Qt::ShiftModifier, at(0.7));
        const std::chrono::duration<double> moved = chosen.begin - chart.shown().begin;
        QVERIFY(std::abs(moved / span - 0.2) < 0.01);
        QTest::mouseClick(counts.viewport(), Qt::LeftButton, {}, at(0.3)); // a click chooses nothing
        QVERIFY(chart.shown().end - chart.shown().begin == chosen.end - chosen.begin);
    }

    void theReadoutSaysWhatWasThen()
    {
        Bench bench({health("a", "", "Ready", fake::now() - 50s), health("b", "", "Ready", fake::now() - 50s),
            health("b", "Ready", "Unknown", fake::now() - 20s)});
        const QStringList then = bench.panel.chart().readoutAt(fake::now() - 30s);
        QCOMPARE(then.first(), ui::clockText(fake::now() - 30s));
        QVERIFY(then.contains(u"● 2 Ready"_s) && then.contains(u"? 0 Unknown"_s));
        const QStringList now = bench.panel.chart().readoutAt(fake::now());
        QVERIFY(now.contains(u"● 1 Ready"_s) && now.contains(u"? 1 Unknown"_s));
        QVERIFY(bench.panel.chart().readoutAt(fake::now() - 55s).contains(u"● 0 Ready"_s));
    }

    void whatWasBeforeSomebodyLookedIsNotCalledNone()
    {
        Bench bench({});
        ChangeSet changes;
        changes.reset = true;
        changes.status = fake::status(core::engine::Mode::External);
        changes.facts = {health("a", "", "Ready", fake::now()), health("b", "", "Ready", fake::now())};
        bench.send(changes);
        ui::HealthChart &chart = bench.panel.chart();
        QVERIFY(!chart.readoutAt(fake::now() - 30s).contains(u"● 0 Ready"_s));
        QVERIFY(chart.readoutAt(fake::now()).contains(u"● 2 Ready"_s));
        QVERIFY(
            std::ranges::none_of(chart.line(u"Ready"_s), [](const QPointF &point) { return point.y() < 2; }));
        QCOMPARE(chart.counts().content().gaps.size(), 1U);
        const auto all = chart.counts().chart()->series();
        const auto area =
            std::ranges::find_if(all, [](auto *series) { return qobject_cast<QAreaSeries *>(series); });
        QVERIFY(area != all.end());
        const auto *filled = qobject_cast<QAreaSeries *>(*area);
        QCOMPARE(filled->lowerSeries()->at(0).x(), filled->upperSeries()->at(0).x()); // no slanting edge
    }

    void oneFailingNodeAmongHundredsIsSeen()
    {
        std::vector<Fact> facts;
        for (int i = 0; i < 600; ++i)
            facts.push_back(health("n" + std::to_string(i), "", "Ready", fake::now() - 50s));
        facts.push_back(health("n7", "Ready", "NotReady", fake::now() - 30s));
        facts.push_back(health("n7", "NotReady", "Ready", fake::now() - 30s + 5ms));
        Bench bench(facts);
        ui::CountChart &counts = bench.panel.chart().counts();
        QVERIFY(counts.depthOf(1) >= 6);
        QCOMPARE(counts.depthOf(0), 0.0);
        QVERIFY(counts.depthOf(600) <= counts.plot().height());
        QVERIFY(counts.depthOf(600) > counts.depthOf(1));
        const QImage picture = counts.grab().toImage();
        const QRgb failing = bench.theme.color(State::NotReady).rgb();
        int column = 0;
        for (int x = 0; x < picture.width(); ++x) {
            int height = 0;
            for (int y = 0; y < picture.height(); ++y)
                height += picture.pixel(x, y) == failing ? 1 : 0;
            column = std::max(column, height);
        }
        QVERIFY2(column >= 5, qPrintable(QString::number(column)));
    }

    void onlyTheNodesOfMachinesAreCounted()
    {
        ui::HealthRecord record;
        Fact host = health("control-plane", "", "Ready", fake::now() - 40s);
        host.owner = {};
        record.add(host);
        record.add(health("a", "", "Ready", fake::now() - 30s));
        QCOMPARE(record.countsNow().ready, 1);
        QCOMPARE(record.past("control-plane").size(), std::size_t(1)); // its ribbon it has
        Fact early = health("b", "", "Ready", fake::now() - 20s);
        early.owner = {};
        record.add(early);
        QCOMPARE(record.countsNow().ready, 1);
        Fact linked = about(FactKind::MachinePhase, "mb", "Running", fake::now() - 10s);
        linked.node = "b";
        record.add(linked);
        QCOMPARE(record.countsNow().ready, 2);
        Fact gone = health("b", "Ready", "", fake::now() - 5s);
        gone.owner = {};
        record.add(gone);
        QCOMPARE(record.countsNow().ready, 1);
        QCOMPARE(record.countsNow().total(), 1);
    }

    void marksSayWhatSomebodyDid()
    {
        Bench bench({health("a", "", "Ready", fake::now() - 55s)});
        ChangeSet changes;
        Fact scaled = about(FactKind::SetReplicas, "workers", "3", fake::now() - 50s); // its beginning
        changes.facts.push_back(scaled);
        scaled.from = "3";
        scaled.to = "50";
        scaled.arrivalTime = fake::now() - 40s;
        changes.facts.push_back(scaled);
        for (int i = 0; i < 16; ++i) {
            Fact fault = about(FactKind::Fault, "node", "silent until 2026-11-20T10:00:00Z",
                fake::now() - 20s + std::chrono::milliseconds(i));
            fault.object = {"", "node-" + std::to_string(i)};
            changes.facts.push_back(fault);
            fault.from = "silent for 30s"; // only its end is written in another way
            changes.facts.push_back(fault);
        }
        Fact last = about(FactKind::Fault, "x", "not-ready", fake::now() - 100ms);
        changes.facts.push_back(last);
        changes.episodes = {replaced(1, fake::now() - 30s, 20s)};
        bench.send(changes);
        QStringList labels;
        std::vector<QRectF> rects;
        for (const ui::PlacedMark &mark : bench.panel.chart().counts().placedMarks()) {
            QVERIFY(!mark.told.isEmpty());
            if (mark.label.isEmpty())
                continue;
            labels.append(mark.label);
            for (const QRectF &other : rects)
                QVERIFY2(!other.intersects(mark.labelRect), qPrintable(mark.label));
            rects.push_back(mark.labelRect);
            QVERIFY(mark.labelRect.right() <= bench.panel.chart().counts().width());
        }
        QVERIFY2(labels.contains(u"scaled 3 → 50"_s), qPrintable(labels.join(u'|')));
        QVERIFY2(labels.contains(u"16 faults"_s), qPrintable(labels.join(u'|')));
        QVERIFY2(labels.contains(u"fault not-ready"_s), qPrintable(labels.join(u'|')));
        QVERIFY2(labels.contains(u"↧ delete asked"_s), qPrintable(labels.join(u'|')));
    }

    // W16
    void aDeploymentIsScaledByPeopleAndItsSetsByItself()
    {
        ui::HealthRecord record;
        const auto sized = [&](const std::string &set, const std::string &from, const std::string &to,
                               const std::string &wanted) {
            Fact fact = about(FactKind::SetReplicas, set, to, fake::now());
            fact.from = from;
            fact.owner = {"default", "edge"};
            fact.detail = wanted;
            record.add(fact);
        };
        sized("edge-1", "", "3", "3");
        sized("edge-0", "", "0", "9"); // empty for long
        sized("edge-2", "", "1", "3"); // a rollout
        sized("edge-1", "3", "2", "3");
        sized("edge-2", "1", "2", "3");
        QVERIFY(record.marks().empty());
        sized("edge-2", "2", "4", "6"); // scaled meanwhile
        sized("edge-1", "2", "3", "6");
        sized("edge-1", "3", "0", "6");
        sized("edge-0", "0", "1", "6"); // rolled back
        QCOMPARE(record.marks().size(), std::size_t(1));
        const ui::Mark &mark = record.marks().front();
        QVERIFY(mark.kind == ui::Mark::Kind::Scaled && mark.subject == "edge");
        QCOMPARE(mark.from + " " + mark.to, std::string("3 6"));
    }

    void largeNumbersAreGrouped()
    {
        Bench bench({health("a", "", "Ready", fake::now() - 55s)});
        Fact scaled = about(FactKind::SetReplicas, "workers", "48", fake::now() - 50s);
        ChangeSet changes;
        changes.facts.push_back(scaled);
        scaled.from = "48";
        scaled.to = "5000";
        scaled.arrivalTime = fake::now() - 40s;
        changes.facts.push_back(scaled);
        bench.send(changes);
        const QString wanted = u"%L1"_s.arg(5000);
        QStringList labels;
        for (const ui::PlacedMark &mark : bench.panel.chart().counts().placedMarks())
            labels.append(mark.label);
        QVERIFY2(labels.contains(u"scaled 48 → "_s + wanted), qPrintable(labels.join(u'|')));
        const QString legend = bench.panel.findChild<QLabel *>(u"legend"_s)->text();
        QVERIFY2(legend.contains(u"desired "_s + wanted), qPrintable(legend));
    }

    /// kubectl lets a set want as many.
    void anyNumberOfMachinesMayBeWanted()
    {
        Fact wanted = about(FactKind::SetReplicas, "workers", "2147483647", fake::now() - 60s);
        Bench bench({wanted});
        const auto isDrawn = [&] { return !bench.panel.grab().isNull(); };
        QVERIFY(isDrawn());
        ChangeSet more;
        for (const std::string name : {"edge", "infra"}) {
            wanted.object.name = name;
            more.facts.push_back(wanted);
        }
        bench.send(more);
        QVERIFY(isDrawn());
        QCOMPARE(bench.panel.chart().wantedAt(fake::now()), 3 * std::int64_t(2'147'483'647));
    }

    void crowdedMarksKeepTheNewestLabel()
    {
        std::vector<ui::Mark> marks;
        for (int i = 0; i < 40; ++i)
            marks.push_back(
                {ui::Mark::Kind::Scaled, fake::now() - 60s + i * 1500ms, "s" + std::to_string(i), "1", "2"});
        const ui::TimeAxis axis {{fake::now() - 60s, fake::now()}, 50, 800};
        const auto placed = ui::placeMarks(marks, axis, QFontMetrics(QFont()), 0);
        QCOMPARE(placed.size(), marks.size());
        QVERIFY(!placed.front().label.isEmpty());
        QCOMPARE(placed.front().x, axis.x(marks.back().at));
        QVERIFY(std::ranges::count_if(placed, [](const auto &mark) { return mark.label.isEmpty(); }) > 10);
    }

    void lanesTellTheLifeOfAMachine()
    {
        ui::MachinePasts pasts;
        pasts.add(about(FactKind::MachineCreated, "a", "", fake::now() - 60s));
        pasts.add(about(FactKind::MachinePhase, "a", "Provisioned", fake::now() - 59s));
        Fact ready = health("node-a", "", "Ready", fake::now() - 57s);
        pasts.add(ready, {ui::Kind::Machine, {"default", "a"}});
        pasts.add(about(FactKind::MachinePhase, "a", "Running", fake::now() - 56s));
        pasts.add(
            health("node-a", "Ready", "NotReady", fake::now() - 30s), {ui::Kind::Machine, {"default", "a"}});
        pasts.add(about(FactKind::MachineDeleting, "a", "", fake::now() - 15s));
        pasts.add(health("node-a", "NotReady", "", fake::now() - 14s), {ui::Kind::Machine, {"default", "a"}});
        pasts.add(about(FactKind::MachineCreated, "b", "", fake::now() - 14s));
        core::timeline::Episode episode;
        episode.machine = {"default", "a"};
        episode.replacement = {"default", "b"};
        episode.replacementCreatedAt = fake::now() - 14s;
        pasts.add(episode);
        pasts.add(about(FactKind::MachinePhase, "a", "", fake::now() - 13s));
        pasts.add(about(FactKind::MachineCreated, "0-untroubled", "", fake::now() - 60s));

        QCOMPARE(pasts.order().size(), std::size_t(3));
        const ui::MachinePast *b = pasts.find(pasts.order()[0]);
        const ui::MachinePast *a = pasts.find(pasts.order()[1]);
        QCOMPARE(b->machine.key.name, std::string("b")); // its coming is the latest incident
        QCOMPARE(a->machine.key.name, std::string("a"));
        QCOMPARE(a->replacement, pasts.order()[0]);
        const State states[] {
            State::Provisioning, State::Provisioned, State::Ready, State::NotReady, State::Deleting};
        QCOMPARE(a->states.size(), std::size(states));
        for (std::size_t i = 0; i < a->states.size(); ++i)
            QVERIFY(a->states[i].state == states[i]);
        QVERIFY(a->failedAt == fake::now() - 30s && a->deleteAskedAt == fake::now() - 15s
            && a->goneAt == fake::now() - 13s);
        QCOMPARE(pasts.goneKept(), std::size_t(1));
        pasts.add(about(FactKind::MachineCreated, "a", "", fake::now())); // another one of that name
        QCOMPARE(pasts.order().size(), std::size_t(4));
        QVERIFY(pasts.find(pasts.order()[1])->goneAt);
    }

    void whatWasReplacedStandsByItsReplacement()
    {
        ui::MachinePasts pasts;
        for (const std::string name : {"a", "b", "c"}) {
            pasts.add(about(FactKind::MachineCreated, name, "", fake::now() - 60s));
            pasts.add(health("node-" + name, "", "Ready", fake::now() - 50s),
                {ui::Kind::Machine, {"default", name}});
            pasts.add(health("node-" + name, "Ready", "Unknown", fake::now() - 40s),
                {ui::Kind::Machine, {"default", name}});
        }
        for (const std::string name : {"a", "b", "c"}) { // all in one moment
            pasts.add(about(FactKind::MachineCreated, "new-" + name, "", fake::now() - 20s));
            core::timeline::Episode episode;
            episode.machine = {"default", name};
            episode.replacement = {"default", "new-" + name};
            episode.replacementCreatedAt = fake::now() - 20s;
            pasts.add(episode);
        }
        QCOMPARE(pasts.order().size(), std::size_t(6));
        for (std::size_t i = 0; i < 6; i += 2) {
            const std::string after = pasts.find(pasts.order()[i])->machine.key.name;
            QCOMPARE("new-" + pasts.find(pasts.order()[i + 1])->machine.key.name, after);
        }
    }

    void goneMachinesAreKeptUpToABound()
    {
        ui::MachinePasts pasts(10);
        for (int i = 0; i < 25; ++i) {
            const std::string name = "m" + std::to_string(i);
            pasts.add(about(FactKind::MachineCreated, name, "", fake::now() - 60s));
            pasts.add(about(FactKind::MachinePhase, name, "", fake::now() - 30s));
        }
        QCOMPARE(pasts.goneKept(), std::size_t(10));
        QCOMPARE(pasts.forgotten(), std::size_t(15));
        QCOMPARE(pasts.order().size(), std::size_t(10));
    }

    void onlyLanesInSightArePainted()
    {
        Bench bench(livesOf(10'000));
        ui::Lanes &lanes = bench.panel.chart().lanes();
        QCOMPARE(lanes.laneCount(), 10'000);
        lanes.grab();
        const int fit = lanes.viewport()->height() / lanes.laneHeight() + 2;
        QVERIFY2(lanes.lanesPainted() > 0 && lanes.lanesPainted() <= fit,
            qPrintable(QString::number(lanes.lanesPainted())));
        const ui::MachinePast *top = lanes.pastAt(2);
        QVERIFY(top && top->state() == State::NotReady); // it failed last
        lanes.verticalScrollBar()->setValue(lanes.verticalScrollBar()->maximum());
        lanes.grab();
        QVERIFY(lanes.lanesPainted() <= fit);
        const ui::MachinePast *bottom = lanes.pastAt(lanes.viewport()->height() - 2);
        QVERIFY(bottom && bottom->state() == State::Ready);
    }

    // W17
    void whoseLifeIsNotInSightHasNoLane()
    {
        ui::MachinePasts pasts;
        for (const std::string name : {"early", "stays"})
            pasts.add(about(FactKind::MachineCreated, name, "", fake::now() - 60min));
        pasts.add(about(FactKind::MachinePhase, "early", "", fake::now() - 50min));
        pasts.add(about(FactKind::MachineCreated, "late", "", fake::now() - 10min));
        const ui::Theme theme(ui::Scheme::Light);
        ui::Lanes lanes(theme, nullptr);
        const auto namesIn = [&](std::chrono::minutes begin, std::chrono::minutes end) {
            const ui::TimeAxis axis {{fake::now() - begin, fake::now() - end}, 100, 400};
            lanes.setContent({&pasts, axis, fake::now(), {}});
            QStringList names;
            for (int lane = 0; lane < lanes.laneCount(); ++lane)
                names += ui::text(lanes.pastAt(lane * lanes.laneHeight())->machine.key.name);
            return names.join(u' ');
        };
        QCOMPARE(namesIn(70min, 0min), u"late stays early"_s);
        QCOMPARE(namesIn(40min, 0min), u"late stays"_s);
        QCOMPARE(namesIn(55min, 40min), u"stays early"_s);
        QCOMPARE(namesIn(40min, 20min), u"stays"_s);
    }

    void whoHasScrolledKeepsTheLane()
    {
        Bench bench(livesOf(500));
        ui::Lanes &lanes = bench.panel.chart().lanes();
        lanes.verticalScrollBar()->setValue(200 * lanes.laneHeight() + 3);
        const std::string name = lanes.pastAt(0)->machine.key.name;
        ChangeSet failed;
        failed.facts = {health("node-m-10499", "Ready", "NotReady", fake::now() - 1s)};
        failed.facts.front().owner = {"default", "m-10499"};
        bench.send(failed);
        QCOMPARE(lanes.pastAt(0)->machine.key.name, name);
        lanes.verticalScrollBar()->setValue(0);
        QCOMPARE(lanes.pastAt(0)->machine.key.name, std::string("m-10499"));
    }

    void aLaneHasTheColoursOfItsStatesAndChoosesItsMachine()
    {
        Bench bench(livesOf(4));
        ui::Lanes &lanes = bench.panel.chart().lanes();
        const ui::MachinePast &failed = *lanes.pastAt(2);
        QCOMPARE(failed.states.size(), std::size_t(3));
        const QImage picture = lanes.grab().toImage();
        const QRectF broken = lanes.barOf(failed, 2, 0);
        QCOMPARE(picture.pixelColor(broken.center().toPoint()), bench.theme.color(State::NotReady));
        const ui::TimeAxis &axis = bench.panel.chart().counts().content().axis;
        QCOMPARE(broken.left(), axis.x(failed.states[2].at)); // on the chart's line of time
        QSignalSpy chosen(&bench.panel, &ui::TimelinePanel::machineChosen);
        QTest::mouseClick(lanes.viewport(), Qt::LeftButton, {}, {300, 3});
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.first().first().value<ui::ObjectRef>(), failed.machine);
    }

    void exports()
    {
        Bench bench(fake::demoCluster().facts);
        ChangeSet changes;
        changes.episodes = fake::demoCluster().episodes;
        bench.send(changes);
        QTemporaryDir folder;
        QSignalSpy noticed(&bench.panel, &ui::TimelinePanel::noticed);
        const auto path = [&](const QString &name) { return folder.filePath(name); };
        using enum ui::ExportFormat;
        bench.panel.save(Svg, path(u"health.svg"_s));
        bench.panel.save(Png, path(u"health.png"_s));
        bench.panel.save(EpisodesCsv, path(u"episodes.csv"_s));
        bench.panel.save(Png, path(u"no/such/folder.png"_s));
        QCOMPARE(noticed.count(), 4);
        QVERIFY(noticed.first().first().value<ui::Notice>().action); // shows what was saved
        QVERIFY(noticed.last().first().value<ui::Notice>().level == ui::Notice::Level::Problem);

        QFile svg(path(u"health.svg"_s));
        QVERIFY(svg.open(QIODevice::ReadOnly));
        QXmlStreamReader reader(&svg);
        int paths = 0;
        bool hasRaster = false;
        QString texts;
        while (!reader.atEnd()) {
            if (reader.readNext() != QXmlStreamReader::StartElement)
                continue;
            const auto family = reader.attributes().value("font-family"_L1);
            QVERIFY2(family.isEmpty() || family.endsWith(u", sans-serif"_s), qPrintable(family.toString()));
            paths += reader.name() == "path"_L1 || reader.name() == "polyline"_L1;
            hasRaster |= reader.name() == "image"_L1;
            if (reader.name() == "text"_L1)
                texts += reader.readElementText();
        }
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QVERIFY(paths >= 4);
        QVERIFY(!hasRaster);
        for (const auto *told : {u"lab timing", u"┅ desired"})
            QVERIFY2(texts.contains(QStringView(told)), qPrintable(texts));
        const QImage png(path(u"health.png"_s));
        QCOMPARE(png.width(), bench.panel.chart().width() * 2);
        QFile csv(path(u"episodes.csv"_s));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        const auto begin = bench.panel.chart().shown().begin;
        const auto shown = std::ranges::count_if(changes.episodes,
            [&](const auto &episode) { return episode.recoveredAt.value_or(begin) >= begin; });
        QCOMPARE(csv.readAll().count("\r\n"), shown + 1);
    }

    // W18, W23
    void theScenariosReportTellsItsStepsAndItsSpan()
    {
        Bench bench({});
        ChangeSet changes;
        changes.episodes = {replaced(1, fake::now() - 90s, 10s), replaced(2, fake::now() - 25s, 10s)};
        core::scenario::StepReport step {.say = "One breaks.", .text = "fault", .message = "on n1"};
        step.state = core::scenario::StepReport::State::Ok;
        step.begin = fake::now() - 30s;
        step.end = fake::now() - 5s;
        changes.scenario = {"Mine", "It heals.", {step}, true};
        bench.send(changes);
        const QString html =
            QString::fromStdString(ui::exportedText(ui::ExportFormat::ScenarioHtml, bench.cluster, {}));
        for (const char *part : {"<h1>Mine</h1>", "It heals.", "All steps went well.", "<h2>Steps</h2>",
                 "One breaks.", "on n1", "workers-new-2"})
            QVERIFY2(html.contains(QString::fromUtf8(part)), part);
        QVERIFY(!html.contains(u"workers-new-1"_s)); // was over before
    }

    void exportsTellOfTheShownSpanAlone()
    {
        Bench bench(randomFacts(1, 80, fake::now() - 45s));
        ChangeSet changes;
        auto unreplaced = replaced(3, fake::now() - 50s, 10s);
        unreplaced.outcome = core::timeline::Outcome::Gone;
        unreplaced.recoveredAt.reset();
        changes.episodes = {
            replaced(1, fake::now() - 50s, 10s), replaced(2, fake::now() - 20s, 10s), unreplaced};
        bench.send(changes);
        const ui::TimeWindow::Range late {fake::now() - 30s, fake::now()};
        using enum ui::ExportFormat;
        const auto exported = [&](ui::ExportFormat format, std::uint64_t episode = 0) {
            return QString::fromStdString(ui::exportedText(format, bench.cluster, {late, episode}));
        };
        QVERIFY(!exported(EpisodesCsv).contains(u"workers-1,"_s));
        QVERIFY(exported(EpisodesCsv).contains(u"workers-2,"_s));
        QVERIFY(!exported(EpisodesCsv).contains(u"workers-3,"_s));
        QVERIFY(exported(EpisodesCsv, 1).contains(u"workers-1,"_s)); // that one was asked for
        const auto facts = randomFacts(1, 80, fake::now() - 45s);
        const auto inSpan =
            std::ranges::count_if(facts, [&](const Fact &fact) { return fact.arrivalTime >= late.begin; });
        QVERIFY(inSpan > 0 && inSpan < std::ssize(facts));
        QCOMPARE(exported(FactsCsv).count(u"\r\n"_s), inSpan + 1);
        const auto json = QJsonDocument::fromJson(exported(FactsJson).toUtf8()).object();
        QCOMPARE(json[u"episodes"_s].toArray().size(), 1);
        QCOMPARE(json[u"cluster"_s].toString(), u"lab demo"_s);
        const QString html = exported(Html);
        QVERIFY(html.contains(u"workers-new-2"_s) && html.contains(u"<svg"_s));
        QVERIFY(html.contains(u"promise nothing about production"_s));
        QVERIFY(!html.contains(u"All steps"_s) && !html.contains(u"Steps</h2>"_s));
        QVERIFY(!html.contains(u"src=\"http"_s));
    }

    // W18
    void theReportSpeaksAsTheWindow()
    {
        Bench bench({});
        ChangeSet changes;
        changes.episodes = {replaced(2, fake::now() - 25s, 19300ms)};
        bench.send(changes);
        const ui::ExportScope scope {{fake::now() - 30s, fake::now()}};
        const auto report = [&] {
            return QString::fromStdString(ui::exportedText(ui::ExportFormat::Html, bench.cluster, scope));
        };
        const QString begin = ui::dateTimeText(scope.range.begin).left(19);
        const QString english = report();
        QVERIFY2(english.contains(begin + u' '), qPrintable(english)); // local, the zone follows
        QVERIFY(!english.contains(u"Z to "_s) && english.contains(u"<h2>Recoveries</h2>"_s));
        QVERIFY(english.contains(u"1 recovery: median 19.3\u00a0s"_s));
        const tests::Spoken spoken(u"de"_s);
        const QString german = report();
        for (const QString &part : {u"<html lang=\"de\">"_s, u"<h1>Zeitverlauf</h1>"_s, u"Labor demo"_s,
                 begin, u"<h2>Erholungen</h2>"_s, u"19,3\u00a0s"_s})
            QVERIFY2(german.contains(part), qPrintable(part));
        const QString json =
            QString::fromStdString(ui::exportedText(ui::ExportFormat::FactsJson, bench.cluster, scope));
        QVERIFY(json.contains(u"lab demo"_s)); // for programs
    }

    void chartFollowsTheTheme()
    {
        Bench bench(fake::demoCluster().facts);
        bench.panel.show();
        const QImage light = bench.panel.grab().toImage();
        bench.theme.setScheme(ui::Scheme::Dark);
        const QImage dark = bench.panel.grab().toImage();
        QPoint corner(2, bench.panel.height() - 3);
        QVERIFY(light.pixelColor(corner).lightness() > 200);
        QVERIFY(dark.pixelColor(corner).lightness() < 60);
    }

    void thePlotFollowsTheSize()
    {
        Bench bench(fake::demoCluster().facts);
        QVERIFY(QTest::qWaitForWindowExposed(&bench.panel));
        for (const QSize size : {QSize(900, 200), QSize(1800, 500), QSize(400, 150)}) {
            bench.panel.resize(size);
            bench.panel.grab();
            const ui::CountChart &counts = bench.panel.chart().counts();
            QCOMPARE(counts.chart()->plotArea(), counts.plot());
            QVERIFY(counts.plot().right() <= size.width());
            QVERIFY(counts.height() >= 60 && counts.height() <= 160);
            const ui::Lanes &lanes = bench.panel.chart().lanes();
            QCOMPARE(lanes.height() % lanes.laneHeight(), 0); // none is cut off
        }
    }
};

QTEST_MAIN(TimelineTest)
#include "tst_timeline.moc"
