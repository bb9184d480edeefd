// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline shows what the facts say: every count, every short failure, and nothing else.
#include "tests/ui/fakecluster.h"
#include "ui/clusterview.h"
#include "ui/commandsender.h"
#include "ui/format.h"
#include "ui/timeline/timelinepanel.h"
#include "ui/widgets/objecttable.h"

#include <QChart>
#include <QFile>
#include <QGraphicsTextItem>
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <random>

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using core::engine::ChangeSet;
using core::timeline::Fact;
using core::timeline::FactKind;
using ui::State;

namespace {

Fact health(const std::string &node, const std::string &from, const std::string &to, core::api::Time at)
{
    Fact fact;
    fact.kind = FactKind::NodeHealth;
    fact.object = {"", node};
    fact.from = from;
    fact.to = to;
    fact.serverTime = fact.arrivalTime = at;
    return fact;
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
double valueAfter(const ui::Strip::Points &line, core::api::Time at)
{
    const auto x = static_cast<double>(ui::milliseconds(at));
    double value = line.isEmpty() ? -1 : line.first().y();
    for (const QPointF &point : line) {
        if (point.x() <= x)
            value = point.y();
    }
    return value;
}

struct Bench {
    explicit Bench(std::vector<Fact> facts)
    {
        panel.resize(1600, 200);
        panel.show(); // lines have as many columns as there are pixels
        ChangeSet changes;
        changes.reset = true;
        changes.status = fake::status();
        changes.status->pace = 0; // the live edge stands still
        changes.facts = std::move(facts);
        send(changes);
    }
    void send(const ChangeSet &changes)
    {
        cluster.apply(changes);
        panel.apply(changes);
        panel.chart().redraw();
    }

    ui::ClusterView cluster;
    ui::Theme theme {ui::Scheme::Light};
    ui::TimelinePanel panel {cluster, theme};
};

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
        QVERIFY2(bench.panel.chart().line(u"Ready"_s).size() < 4000, "few enough points to draw in no time");
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
        QCoreApplication::processEvents(); // the charts' layout settles
        const ui::Strip *strip = panel.findChildren<ui::Strip *>().last();
        const auto labels = [&] {
            return std::ranges::count_if(strip->scene()->items(), [](const QGraphicsItem *item) {
                const auto *label = qgraphicsitem_cast<const QGraphicsTextItem *>(item);
                return label && label->isVisible() && label->toPlainText().contains(u':');
            });
        };
        QCOMPARE(labels(), 0);
        QVERIFY(!panel.chart().summary().contains(u':'));
        ChangeSet changes;
        changes.reset = true;
        changes.status = fake::status();
        cluster.apply(changes);
        panel.apply(changes);
        panel.chart().redraw();
        QTRY_VERIFY((panel.grab(), labels() > 0));
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

    void statisticsComeFromEpisodes()
    {
        Bench bench({});
        auto *words = bench.panel.findChild<QLabel *>(u"statistics"_s);
        QCOMPARE(words->text(), u"Recoveries"_s);
        ChangeSet changes;
        for (const int seconds : {4, 9, 20}) {
            core::timeline::Episode episode;
            episode.id = changes.episodes.size() + 1;
            episode.machine = {"default", "m" + std::to_string(seconds)};
            episode.unhealthyAt = fake::now() - 60s;
            episode.recoveredAt = episode.unhealthyAt + std::chrono::seconds(seconds);
            episode.outcome = core::timeline::Outcome::Replaced;
            changes.episodes.push_back(episode);
        }
        bench.send(changes);
        QTRY_COMPARE(words->text(), u"Recoveries: 3 · median <b>9 s</b> · worst <b>20 s</b>"_s);
        QCOMPARE(bench.panel.episodes().tableModel().rowCount(), 3);
        QCOMPARE(bench.panel.episodes().tableModel().resets(), 1); // the cluster's own
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
        bench.panel.save(path(u"health.svg"_s));
        bench.panel.save(path(u"health.png"_s));
        bench.panel.save(path(u"episodes.csv"_s));
        bench.panel.save(path(u"no/such/folder.png"_s));
        QCOMPARE(noticed.count(), 4);
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
            paths += reader.name() == "path"_L1 || reader.name() == "polyline"_L1;
            hasRaster |= reader.name() == "image"_L1;
            if (reader.name() == "text"_L1)
                texts += reader.readElementText();
        }
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QVERIFY(paths >= 4);
        QVERIFY(!hasRaster);
        QVERIFY2(texts.contains(u"lab timing"_s), qPrintable(texts));
        const QImage png(path(u"health.png"_s));
        QCOMPARE(png.width(), bench.panel.chart().width() * 2);
        QFile csv(path(u"episodes.csv"_s));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QCOMPARE(csv.readAll().count("\r\n"), static_cast<int>(changes.episodes.size()) + 1);
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

    void timesStandBelowThePlotAfterResizing()
    {
        Bench bench(fake::demoCluster().facts);
        QVERIFY(QTest::qWaitForWindowExposed(&bench.panel));
        bench.panel.grab();
        for (const int width : {900, 1800}) {
            bench.panel.resize(width, 200);
            bench.panel.grab();
            const ui::Strip *strip = bench.panel.findChildren<ui::Strip *>().last();
            QCOMPARE(lastTimeLabel(*strip), strip->chart()->plotArea().right());
        }
    }

private:
    /// The middle of the label furthest to the right.
    static double lastTimeLabel(const ui::Strip &strip)
    {
        double right = 0;
        for (const QGraphicsItem *item : strip.scene()->items()) {
            if (item->type() == QGraphicsTextItem::Type)
                right = std::max(right, item->sceneBoundingRect().center().x());
        }
        return std::round(right);
    }
};

QTEST_MAIN(TimelineTest)
#include "tst_timeline.moc"
