// SPDX-License-Identifier: GPL-3.0-or-later
#include "builders.h"

#include "core/timeline/csv.h"

#include <QTest>

using namespace core::timeline;
using namespace test;

class TestCsv : public QObject
{
    Q_OBJECT

private slots:
    void factsHaveBothTimes()
    {
        Fact fact;
        fact.index = 3;
        fact.kind = FactKind::NodeHealth;
        fact.object = {"", "n1"};
        fact.uid = "u";
        fact.from = "Ready";
        fact.to = "NotReady";
        fact.serverTime = at(5000);
        fact.arrivalTime = at(5321);
        fact.revision = 17;
        fact.owner = inDefault("m1");
        fact.detail = "KubeletNotReady";
        QCOMPARE(csvOf(std::span<const Fact>(&fact, 1)),
            std::string("index,kind,namespace,name,uid,from,to,serverTime,arrivalTime,revision,"
                        "ownerNamespace,ownerName,"
                        "node,detail,controller\r\n"
                        "3,NodeHealth,,n1,u,Ready,NotReady,2026-11-20T12:00:05.000Z,2026-11-20T12:00:05.321Z,"
                        "17,default,m1,,"
                        "KubeletNotReady,\r\n"));
    }

    void quoting_data()
    {
        QTest::addColumn<QString>("detail");
        QTest::addColumn<QString>("field");
        const auto row = [](const char *name, const char *detail, const char *field) {
            QTest::newRow(name) << QString::fromUtf8(detail) << QString::fromUtf8(field);
        };
        row("plain text stays plain", "a b", "a b");
        row("a comma needs quotes", "a,b", "\"a,b\"");
        row("a quote is doubled", "say \"no\"", "\"say \"\"no\"\"\"");
        row("a line break stays inside", "a\nb", "\"a\nb\"");
        row("a carriage return is shown", "a\rb", "a\\rb");
        row("T12: a formula is text", "=1+2", "'=1+2");
        row("T12: an escape is shown", "\x1b[2J", "\\u001b[2J");
        row("UTF-8 passes", "für ×4", "für ×4");
    }
    void quoting()
    {
        QFETCH(QString, detail);
        QFETCH(QString, field);
        Fact fact;
        fact.detail = detail.toStdString();
        const QString csv = QString::fromStdString(csvOf(std::span<const Fact>(&fact, 1)));
        QVERIFY2(csv.endsWith(QLatin1Char(',') + field + QStringLiteral(",\r\n")), qPrintable(csv));
    }

    void episodesHaveTheirLengths()
    {
        Episode episode;
        episode.id = 7;
        episode.machine = inDefault("m1");
        episode.node = "nm1";
        episode.machineSet = inDefault("workers");
        episode.cause = "NotReady (fault: not-ready)";
        episode.faultAt = at(1000);
        episode.unhealthyAt = at(3100);
        episode.deleteAskedAt = at(18'100);
        episode.replacementCreatedAt = at(18'200);
        episode.recoveredAt = at(22'400);
        episode.replacement = inDefault("m6");
        episode.outcome = Outcome::Replaced;
        const std::string csv = csvOf(std::span<const Episode>(&episode, 1));
        QCOMPARE(csv.substr(csv.find('\n') + 1),
            std::string(
                "7,replaced,NotReady (fault: not-ready),default,m1,nm1,workers,m6,2026-11-20T12:00:01.000Z,"
                "2026-11-20T12:00:03.100Z,2026-11-20T12:00:18.100Z,,2026-11-20T12:00:18.200Z,"
                "2026-11-20T12:00:22.400Z,,2.100,15.000,0.100,4.200,19.300,machine.openshift.io\r\n"));
        episode.isOfMcm = true;
        QVERIFY(csvOf(std::span<const Episode>(&episode, 1)).ends_with(",19.300,machine.sapcloud.io\r\n"));
        QVERIFY(csv.starts_with("id,outcome,cause,") && csv.substr(0, csv.find('\r')).ends_with(",family"));
    }

    void anOpenEpisodeLeavesFieldsEmpty()
    {
        Episode episode;
        episode.id = 1;
        episode.node = "plain";
        episode.cause = "Unknown";
        episode.unhealthyAt = at(0);
        const std::string csv = csvOf(std::span<const Episode>(&episode, 1));
        QCOMPARE(csv.substr(csv.find('\n') + 1),
            std::string("1,open,Unknown,,,plain,,,,2026-11-20T12:00:00.000Z,,,,,,,,,,,\r\n"));
    }
};

QTEST_GUILESS_MAIN(TestCsv)
#include "tst_csv.moc"
