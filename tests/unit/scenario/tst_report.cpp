// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/timeline/builders.h"

#include "core/scenario/report.h"
#include "core/timeline/episodetracker.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace core::scenario;
using namespace test;

namespace {

ScenarioReport selfHealing()
{
    Story story;
    story.at(0).replicas("", "5").ready("", "0");
    for (const char *name : {"m1", "m2", "m3", "m4", "m5"})
        story.healthyMachine(name);
    story.at(7000)
        .fault("nm1", "", "not-ready")
        .at(9100)
        .node("nm1", "Ready", "NotReady", "m1")
        .ready("0", "4");
    story.facts[story.facts.size() - 2].detail = "<script>alert('1') & \"2\"</script>";
    story.at(24'100).deleting("m1").at(24'200).created("m6").at(25'300).gone("m1");
    story.at(28'400)
        .node("nm6", "", "Ready", "m6")
        .at(28'900)
        .ready("4", "5")
        .at(29'000)
        .node("nm1", "NotReady", "");

    ScenarioReport report;
    report.name = "Self-healing <101>";
    report.description = "A demo";
    report.begin = at(0);
    report.end = at(30'000);
    report.steps = {{"One breaks & heals.", "fault: first Ready node of workers not-ready",
                        StepReport::State::Ok, at(7000), at(7001), "nm1"},
        {"", "assert 1 episode", StepReport::State::Ok, at(30'000), at(30'000), "holds"}};
    report.facts = story.facts;
    report.episodes = timeline::episodesOf(story.facts);
    report.counts = timeline::countsOf(story.facts);
    return report;
}

ReportContext context()
{
    return {.cluster = "lab :memory:", .pace = 10, .versions = {{"Hollow Lab", "0.1.0"}}, .images = {}};
}

QString htmlText()
{
    return QString::fromStdString(htmlOf(selfHealing(), context(), {}));
}

/// Brackets all that it says.
class Loud : public ReportVoice
{
public:
    std::string language() const override { return "xx"; }
    std::string words(const api::Saying &saying) const override { return "<" + saying.text + ">"; }
};

} // namespace

class TestReport : public QObject
{
    Q_OBJECT

    static QByteArray read(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private slots:
    void theHtmlTells_data()
    {
        QTest::addColumn<QString>("part");
        const auto row = [](const char *name, const char *part) {
            QTest::newRow(name) << QString::fromUtf8(part);
        };
        row("the name, escaped", "<h1>Self-healing &lt;101&gt;</h1>");
        row("that all went well", "All steps went well.");
        row("the caption, escaped", "One breaks &amp; heals.");
        row("the step in words", "fault: first Ready node of workers not-ready");
        row("the pace", "Taken at pace 10 (virtual seconds per real second)");
        row("which lab", "lab :memory:");
        row("the version", "Hollow Lab</td><td>0.1.0");
        row("who was replaced by whom", "m1 replaced by m6");
        row("the cause", "cause: NotReady (fault: not-ready)");
        row("how long recovery took", "Replaced in 19.3 s.");
        row("how long noticing took", "noticed 2.1 s");
        row("how long the rule waited", "waited 15.0 s");
        row("how long replacing took", "replaced 0.1 s");
        row("how long booting took", "booted 4.2 s");
        row("the shares", "noticed 10 % · waited 70 % · replaced 0 % · booted 20 % of 21.4 s in all");
        row("when the old machine was gone", "Old machine gone 1.2 s after");
        row("when the set was complete", "NotReady → set complete again: 19.8 s");
        row("the statistics", "Set workers, 1 recovery: median 19.3 s · p95 19.3 s · worst 19.3 s.");
        row("the statistics of all, large",
            "<p class=\"headline\">1 recovery: median 19.3 s · p95 19.3 s · worst 19.3 s.</p>");
        row("its heading is the window's word", "<h2>Recoveries</h2>");
        row("its number", "Recovery 1 · ");
        row("when, readable and with the zone", "2026-11-20 12:00:00 UTC to 2026-11-20 12:00:30 UTC");
        row("that the facts are folded", "<details>\n<summary><h2>All that happened:");
        row("a fact's detail, escaped",
            "&lt;script&gt;alert(&#39;1&#39;) &amp; &quot;2&quot;&lt;/script&gt;");
        row("both times of a fact", "<time>12:00:09.100</time></td><td><time>12:00:09.000</time>");
    }
    void theHtmlTells()
    {
        QFETCH(QString, part);
        QVERIFY2(htmlText().contains(part), qPrintable(part));
    }

    void theHtmlNeedsNoOtherFile()
    {
        const QString html = htmlText();
        QVERIFY(!html.contains(QStringLiteral("<script")));
        QVERIFY(!html.contains(QStringLiteral("<link")));
        static const QRegularExpression reference(QStringLiteral("(src|href)=\"(?!data:)"));
        QVERIFY(!reference.match(html).hasMatch());
        QVERIFY(html.size() < 2'000'000);
    }

    void theChartIsSvgWithStepsOnly()
    {
        const QString html = htmlText();
        const qsizetype begin = html.indexOf(QStringLiteral("<svg"));
        const QString svg = html.mid(begin, html.indexOf(QStringLiteral("</svg>")) + 6 - begin);
        QXmlStreamReader reader(svg);
        QStringList paths;
        while (!reader.atEnd()) {
            if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1String("path"))
                paths << reader.attributes().value(QLatin1String("d")).toString();
        }
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QCOMPARE(paths.size(), 3);
        static const QRegularExpression steps(QStringLiteral("^M[0-9.]+ [0-9.]+(H[0-9.]+V[0-9.]+)+$"));
        for (const QString &path : std::as_const(paths))
            QVERIFY2(steps.match(path).hasMatch(), qPrintable(path));
        QVERIFY(svg.contains(QStringLiteral("▲")));
    }

    void theChartsTimesAreRound()
    {
        ScenarioReport report = selfHealing();
        report.begin = at(3200);
        const QString html = QString::fromStdString(htmlOf(report, context(), {}));
        for (const char *time : {"12:00:05", "12:00:10", "12:00:30"})
            QVERIFY2(html.contains(QStringLiteral(">%1</text>").arg(QLatin1String(time))), time);
        QVERIFY(!html.contains(QStringLiteral(">12:00:03</text>")));
    }

    void theChartsCountsAreRound()
    {
        ScenarioReport report = selfHealing();
        for (timeline::HealthCounts &counts : report.counts)
            counts.ready = 41;
        const QString html = QString::fromStdString(htmlOf(report, context(), {}));
        for (const char *count : {"0", "10", "20", "30", "40"})
            QVERIFY2(html.contains(QStringLiteral("text-anchor=\"end\">%1</text>").arg(QLatin1String(count))),
                count);
        QVERIFY(!html.contains(QStringLiteral("text-anchor=\"end\">9</text>")));
    }

    void marksOfOneMomentHaveOneGlyph()
    {
        ScenarioReport report = selfHealing();
        timeline::Episode &first = report.episodes.front();
        first.faultAt = first.unhealthyAt;
        const timeline::Episode other = first;
        report.episodes.push_back(other);
        const QString html = QString::fromStdString(htmlOf(report, context(), {}));
        QCOMPARE(html.count(QStringLiteral(">F</text>")), 1);
        QCOMPARE(html.count(QStringLiteral(">▲</text>")), 0);
    }

    void aStageTooShortForWordsHasATipAlone()
    {
        const QString html = htmlText();
        QVERIFY(html.contains(QStringLiteral("title=\"replaced 0.1 s\" style=\"flex-grow:5\"></div>")));
        QVERIFY(html.contains(QStringLiteral(">waited 15.0 s</div>")));
    }

    void aFailureIsTold()
    {
        ScenarioReport report = selfHealing();
        report.steps[1].state = StepReport::State::Failed;
        report.steps[1].message = "expected 1; found 0";
        const std::string html = htmlOf(report, context(), {});
        QVERIFY(html.find("Failed.</b> assert 1 episode: expected 1; found 0") != std::string::npos);
    }

    void aPausedLabHasNoPace()
    {
        ReportContext with = context();
        with.pace = 0;
        const std::string html = htmlOf(selfHealing(), with, {});
        QVERIFY(html.find("Taken while time was paused.") != std::string::npos);
    }

    void anotherVoiceTellsAll()
    {
        const QString html = QString::fromStdString(htmlOf(selfHealing(), context(), {}, Loud()));
        QVERIFY(html.startsWith(QStringLiteral("<!DOCTYPE html>\n<html lang=\"xx\">")));
        for (const char *part : {"<h2>&lt;Recoveries&gt;</h2>", "<h2>&lt;Nodes by health&gt;</h2>",
                 "<th>&lt;Server time&gt;</th>", "&lt;delete asked&gt;", "&lt;waited&gt;",
                 "&lt;Recovery 1&gt;", "<h2>&lt;Steps&gt;</h2>", "<th>&lt;Took&gt;</th>", "&lt;ok&gt;",
                 "&lt;All steps went well.&gt;", "&lt;One breaks &amp; heals.&gt;"})
            QVERIFY2(html.contains(QString::fromUtf8(part)), part);
    }

    void nothingHappened()
    {
        ScenarioReport report;
        report.begin = report.end = at(0);
        const QString html = QString::fromStdString(htmlOf(report, {}, {}));
        QVERIFY(html.contains(QStringLiteral("No node failed.")));
        QVERIFY(!html.contains(QStringLiteral("nan")));
    }

    void writesItsFiles()
    {
        QTemporaryDir directory;
        const QString where = directory.filePath(QStringLiteral("new/report"));
        QVERIFY(QDir().mkpath(where));
        QFile image(where + QStringLiteral("/window.png"));
        QVERIFY(image.open(QIODevice::WriteOnly));
        image.write("PNG bytes");
        image.close();
        ReportContext with = context();
        with.images = {"window.png"};
        const auto written = writeReport(where.toStdString(), selfHealing(), with);
        QVERIFY2(written.has_value(), written ? "" : written.error().message.c_str());
        const QByteArray html = read(where + QStringLiteral("/report.html"));
        QVERIFY(html.contains("src=\"data:image/png;base64," + QByteArray("PNG bytes").toBase64()));
        QVERIFY(read(where + QStringLiteral("/facts.csv")).startsWith("index,kind,"));
        QVERIFY(read(where + QStringLiteral("/episodes.csv"))
                    .contains(",2.100,15.000,0.100,4.200,19.300,machine.openshift.io\r\n"));
        const auto json = api::parseJson(read(where + QStringLiteral("/report.json")).toStdString());
        QVERIFY(json.has_value());
        QVERIFY(json->at("ok").as_bool());
        QCOMPARE(json->at("episodes").at(0).at("seconds").at("recovery").as_double(), 19.3);
        QCOMPARE(
            api::textAt(json->at("episodes").at(0), {"family"}), std::string_view("machine.openshift.io"));
        QCOMPARE(api::textAt(*json, {"end"}), std::string_view("2026-11-20T12:00:30.000Z"));

        QVERIFY(writeReport(where.toStdString(), selfHealing(), with).has_value());
        QCOMPARE(read(where + QStringLiteral("/report.html")), html);
    }

    void errorsNameTheFile()
    {
        QTemporaryDir directory;
        ReportContext with = context();
        with.images = {"missing.png"};
        const auto missing = writeReport(directory.path().toStdString(), selfHealing(), with);
        QVERIFY(!missing.has_value());
        QVERIFY(missing.error().message.find("missing.png") != std::string::npos);
        QFile file(directory.filePath(QStringLiteral("file")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(!writeReport(
            directory.filePath(QStringLiteral("file/report")).toStdString(), selfHealing(), context())
                     .has_value());
    }
};

QTEST_GUILESS_MAIN(TestReport)
#include "tst_report.moc"
