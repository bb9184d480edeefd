// SPDX-License-Identifier: GPL-3.0-or-later
#include "builders.h"

#include "core/timeline/recorder.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace core::timeline;
using namespace test;

namespace {

Episode wholeEpisode()
{
    Episode episode;
    episode.id = 1;
    episode.machine = inDefault("m1");
    episode.node = "nm1";
    episode.machineSet = inDefault("workers");
    episode.cause = "NotReady (fault: silent)";
    episode.faultAt = at(1);
    episode.unhealthyAt = at(2);
    episode.deleteAskedAt = at(3);
    episode.oldGoneAt = at(4);
    episode.replacementCreatedAt = at(5);
    episode.recoveredAt = at(6);
    episode.completeAt = at(7);
    episode.replacement = inDefault("m2");
    episode.outcome = Outcome::Replaced;
    episode.isOfMcm = true;
    return episode;
}

History oneOfEachKind()
{
    Story story;
    story.at(1)
        .replicas("", "3")
        .ready("", "0")
        .created("m1")
        .node("nm1", "", "Ready", "m1")
        .running("m1", "nm1");
    story.at(2).fault("nm1", "", "silent").deleting("m1").gone("m1");
    story.facts[3].detail = "quote ' and \" and ünï";
    return {story.facts, {wholeEpisode()}};
}

} // namespace

class TestRecorder : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_directory;
    std::string m_path;

    std::unique_ptr<Recorder> open()
    {
        auto opened = Recorder::open(m_path);
        if (!opened) {
            QTest::qFail(opened.error().message.c_str(), __FILE__, __LINE__);
            return nullptr;
        }
        return std::move(*opened);
    }
    SQLite::Database raw() { return {m_path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE}; }

private slots:
    void init()
    {
        m_directory = std::make_unique<QTemporaryDir>();
        m_path = m_directory->filePath(QStringLiteral("timeline.sqlite")).toStdString();
    }

    void everyFieldSurvivesARestart()
    {
        const History told = oneOfEachKind();
        {
            const auto recorder = open();
            QVERIFY(recorder->takeKept().isEmpty());
            recorder->record(told);
            recorder->close();
        }
        const History kept = open()->takeKept();
        QVERIFY(kept.facts == told.facts);
        QVERIFY(kept.episodes == told.episodes);
    }

    void theNewestGapsAreKept()
    {
        std::vector<Gap> gaps;
        for (int i = 0; i < 120; ++i)
            gaps.push_back({at(10 * i), at(10 * i + 5)});
        open()->record({{}, {}, gaps, at(2000)});
        open()->record({{}, {}, {}, at(2010)});
        gaps.erase(gaps.begin(), gaps.begin() + 20);
        const History kept = open()->takeKept();
        QVERIFY(kept.gaps == gaps);
        QVERIFY(kept.seenUntil == at(2010));
    }

    void theIndexGoesOnAfterARestart()
    {
        {
            const auto recorder = open();
            Timeline timeline(recorder->takeKept());
            timeline.changed<api::Node>(nullptr, shared(node("n1", "True")), at(0));
            recorder->record(timeline.takeNews());
        }
        const auto recorder = open();
        Timeline timeline(recorder->takeKept());
        timeline.changed<api::Node>(nullptr, shared(node("n1", "False")), at(5));
        recorder->record(timeline.takeNews());
        recorder->close();
        const History kept = open()->takeKept();
        QCOMPARE(kept.facts.size(), 2U);
        QCOMPARE(kept.facts[1].index, 2U);
        QCOMPARE(kept.facts[1].from, std::string("Ready"));
        QCOMPARE(kept.episodes.size(), 1U);
    }

    void anEpisodeIsReplacedByItsLaterState()
    {
        Episode episode = wholeEpisode();
        episode.outcome = Outcome::Open;
        const auto recorder = open();
        recorder->record({{}, {episode}});
        recorder->record({{}, {wholeEpisode()}});
        recorder->close();
        QVERIFY(open()->takeKept().episodes == std::vector<Episode> {wholeEpisode()});
    }

    void aBatchIsWrittenWithoutClosing()
    {
        const auto recorder = open();
        for (const Fact &fact : oneOfEachKind().facts)
            recorder->record({{fact}, {}});
        SQLite::Database reader(m_path, SQLite::OPEN_READONLY);
        QTRY_COMPARE_WITH_TIMEOUT(reader.execAndGet("SELECT COUNT(*) FROM facts").getInt(), 8, 2000);
        QCOMPARE(QString::fromStdString(reader.execAndGet("PRAGMA journal_mode").getString()),
            QStringLiteral("wal"));
    }

    void theFileIsForItsOwnerAlone()
    {
        const auto recorder = open();
        recorder->record(oneOfEachKind());
        const auto others = QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ReadOther
            | QFileDevice::WriteOther;
        QCOMPARE(QFile::permissions(QString::fromStdString(m_path)) & others, QFileDevice::Permissions());
    }

    void nothingIsKeptInMemory_data()
    {
        QTest::addColumn<QString>("path");
        QTest::newRow("an empty path") << QString();
        QTest::newRow("the name :memory:") << QStringLiteral(":memory:");
    }
    void nothingIsKeptInMemory()
    {
        QFETCH(QString, path);
        const auto recorder = Recorder::open(path.toStdString());
        QVERIFY(recorder.has_value());
        (*recorder)->record(oneOfEachKind());
        (*recorder)->close();
        QVERIFY((*recorder)->takeKept().isEmpty());
        QVERIFY(!QFile::exists(QStringLiteral(":memory:")));
    }

    void whatWasDecidedAboutWhatIsGoneIsNotKept()
    {
        Story story;
        story.add(FactKind::Decision, {"", "n1"}, "", "Linked").controller = "nodelink";
        story.add(FactKind::NodeHealth, {"", "n1"}, "Ready", "");
        story.add(FactKind::Decision, inDefault("others"), "", "ScalingUp").controller = "mcm-machineset";
        story.add(FactKind::McmSetReplicas, inDefault("others"), "3", "");
        story.add(FactKind::McmMachineCreated, inDefault("mcm-1"), "", "");
        story.add(FactKind::McmMachinePhase, inDefault("mcm-1"), "Terminating", "");
        story.decision("machine", "m1", "Running").created("m2");
        story.facts.back().index = 50'000; // the others are old
        open()->record({story.facts, {}});
        const History kept = open()->takeKept();
        QCOMPARE(kept.facts.size(), 2U);
        QCOMPARE(kept.facts.front().object, inDefault("m1"));
    }

    void aNewerSchemaIsRefusedUntouched() // docs/api-semantics.md Q7
    {
        open()->record(oneOfEachKind());
        raw().exec("PRAGMA user_version = 99");
        const auto sizeBefore = QFile(QString::fromStdString(m_path)).size();
        const auto refused = Recorder::open(m_path);
        QVERIFY(!refused.has_value());
        QCOMPARE(refused.error().kind, core::base::ErrorKind::Unsupported);
        QVERIFY2(
            refused.error().message.find("schema 99") != std::string::npos, refused.error().message.c_str());
        QCOMPARE(QFile(QString::fromStdString(m_path)).size(), sizeBefore);
        QCOMPARE(raw().execAndGet("SELECT COUNT(*) FROM facts").getInt(), 8);
    }

    void anOlderSchemaIsBroughtUpToDate_data()
    {
        QTest::addColumn<QByteArray>("back");
        const QByteArray fourth = "DROP TABLE gaps; DROP TABLE seen; PRAGMA user_version = 4;";
        const QByteArray third = fourth + "ALTER TABLE episodes DROP COLUMN of_mcm; PRAGMA user_version = 3;";
        const QByteArray second = third + "ALTER TABLE facts DROP COLUMN said; PRAGMA user_version = 2;";
        QTest::newRow("version 1") << second
                + "ALTER TABLE facts DROP COLUMN controller; PRAGMA user_version = 1";
        QTest::newRow("version 2") << second;
        QTest::newRow("version 3") << third;
        QTest::newRow("version 4") << fourth;
    }
    void anOlderSchemaIsBroughtUpToDate()
    {
        QFETCH(const QByteArray, back);
        History before = oneOfEachKind();
        Story ofBoth;
        ofBoth.facts = before.facts; // of the one family, and one of the other
        ofBoth.add(FactKind::McmMachinePhase, inDefault("mcm-1"), "Pending", "Running");
        before.facts = ofBoth.facts;
        before.episodes.front().isOfMcm = false;
        Episode &second = before.episodes.emplace_back(wholeEpisode());
        second.id = 2;
        second.machine = inDefault("mcm-1");
        open()->record(before);
        raw().exec(back.constData());
        History kept = open()->takeKept();
        QVERIFY(kept.facts == before.facts);
        QVERIFY(kept.episodes == before.episodes); // the facts tell the family
        Story story;
        story.at(9).decision("machine", "m1", "Running");
        story.facts[0].index = 100;
        story.facts[0].said = R"(["Running","nm1"])";
        open()->record({story.facts, {}, {{at(10), at(11)}}});
        kept = open()->takeKept();
        QCOMPARE(kept.gaps.size(), 1U);
        QCOMPARE(kept.facts.back().controller, std::string("machine"));
        QCOMPARE(kept.facts.back().said, story.facts[0].said);
    }

    void aForeignDatabaseIsRefused()
    {
        raw().exec("CREATE TABLE other (x)");
        const auto refused = Recorder::open(m_path);
        QVERIFY(!refused.has_value());
        QCOMPARE(refused.error().kind, core::base::ErrorKind::Invalid);
    }

    void aFileThatIsNoDatabaseIsRefused()
    {
        QFile file(QString::fromStdString(m_path));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(4096, 'x'));
        file.close();
        const auto refused = Recorder::open(m_path);
        QVERIFY(!refused.has_value());
        QCOMPARE(refused.error().kind, core::base::ErrorKind::Invalid);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray(4096, 'x'));
    }

    void aMissingDirectoryIsAnError()
    {
        const auto refused =
            Recorder::open(m_directory->filePath(QStringLiteral("no/such/dir/t.sqlite")).toStdString());
        QVERIFY(!refused.has_value());
    }

    void oldFactsGoUnlessTheyAreTheLatestWord()
    {
        Story story;
        story.at(0).replicas("", "2").created("m1").node("nm1", "", "Ready").running("m1", "nm1");
        story.created("m2")
            .node("nm2", "", "Ready")
            .running("m2", "nm2")
            .at(1)
            .deleting("m2")
            .gone("m2")
            .node("nm2", "Ready", "");
        for (int i = 0; i < 60'000; ++i)
            story.at(10 + i).ready(std::to_string(i), std::to_string(i + 1));
        {
            const auto recorder = open();
            recorder->record({story.facts, {}});
        }
        const History kept = open()->takeKept();
        QCOMPARE(kept.facts.size(), 5 + 20'000U); // how many were Ready, too
        Timeline timeline(kept);
        QVERIFY(timeline.countsNow() == (HealthCounts {at(0), 1, 0, 0}));
        QCOMPARE(timeline.lastIndex(), 60'010U);
    }

    /// A machine whose deletion had been asked for by the oldest kept fact, and that went later.
    void aLifeIsNotCutInTwo()
    {
        Story story;
        story.at(0).replicas("", "2").healthyMachine("m1").healthyMachine("m2").at(1).deleting("m1");
        const std::size_t before = story.facts.size();
        story.at(10).node("nm1", "Ready", "", "m1").gone("m1").healthyMachine("m3");
        while (story.facts.size() < 20'000 + before)
            story.at(20).ready(std::to_string(story.facts.size() % 2), "2");
        {
            const auto recorder = open();
            recorder->record({story.facts, {}});
        }
        const History kept = open()->takeKept();
        QVERIFY(kept.facts == story.facts);
        QVERIFY(Timeline(kept).episodes().empty());
    }

    void whatWasDecidedAboutANodeGoesWithIt()
    {
        Story story;
        story.at(0).node("n1", "", "Ready");
        story.add(FactKind::Decision, {"", "n1"}, "", "NoMachine").controller = "nodelink";
        story.node("n1", "Ready", "");
        const std::size_t before = story.facts.size();
        while (story.facts.size() < 20'000 + before)
            story.at(20).ready(std::to_string(story.facts.size() % 2), "2");
        {
            const auto recorder = open();
            recorder->record({story.facts, {}});
        }
        QCOMPARE(open()->takeKept().facts.front().index, before + 1);
    }
};

QTEST_GUILESS_MAIN(TestRecorder)
#include "tst_recorder.moc"
