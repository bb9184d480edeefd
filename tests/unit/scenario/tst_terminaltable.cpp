// SPDX-License-Identifier: GPL-3.0-or-later
#include "fakecluster.h"

#include "core/scenario/terminaltable.h"

#include <QTest>

#include <algorithm>

using namespace core::scenario;
using namespace test;

namespace {

std::string joined(const std::vector<std::string> &lines)
{
    std::string text;
    for (const std::string &line : lines)
        text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    return text;
}

} // namespace

class TestTerminalTable : public QObject
{
    Q_OBJECT

private slots:
    void theTable()
    {
        FakeCluster fake;
        fake.putSet(3, 1);
        fake.putWorker("workers-b7k2p", "True");
        fake.putWorker("workers-c9d4m", "False");
        api::Machine young = machine("workers-d1f2g", "");
        young.metadata.creationTimestamp = at(60'000);
        fake.put(young);
        TerminalTable table;
        QCOMPARE(QString::fromStdString(joined(table.update(fake.view(), at(65'000)))),
            QStringLiteral("12:01:05  workers: 1 of 3 Ready\n"
                           "MACHINE        PHASE         NODE            HEALTH    AGE\n"
                           "workers-b7k2p  Running       nworkers-b7k2p  Ready     64s\n"
                           "workers-c9d4m  Running       nworkers-c9d4m  NotReady  64s\n"
                           "workers-d1f2g  -             -               -         5s\n"));
    }

    void anAgeAloneIsNoChange()
    {
        FakeCluster fake;
        fake.putSet(1, 1);
        fake.putWorker("m1", "True");
        TerminalTable table;
        QVERIFY(!table.update(fake.view(), at(1000)).empty());
        QVERIFY(table.update(fake.view(), at(9000)).empty());
        fake.put(node("nm1", "Unknown", "m1"));
        QVERIFY(!table.update(fake.view(), at(9000)).empty());
        fake.putSet(2, 1);
        QVERIFY(!table.update(fake.view(), at(9000)).empty());
    }

    void longNamesFitEightyColumns()
    {
        FakeCluster fake;
        fake.putSet(2, 2);
        fake.putWorker("a-very-long-machine-set-name-of-fifty-four-letters-x-b7k2p", "True");
        TerminalTable table;
        for (const std::string &line : table.update(fake.view(), at(1000)))
            QVERIFY2(line.size() <= 80, line.c_str());
    }

    void namesKeepBothEnds()
    {
        FakeCluster fake;
        fake.putWorker("a-very-long-machine-set-name-of-fifty-four-letters-x-b7k2p", "True");
        const auto lines = TerminalTable().update(fake.view(), at(1000));
        QVERIFY2(
            lines.back().starts_with("a-very-l") && lines.back().find("-b7k2p  Running") != std::string::npos,
            lines.back().c_str());
    }

    void manyMachinesAreCounted()
    {
        FakeCluster fake;
        for (int i = 0; i < 50; ++i)
            fake.putWorker("m" + std::to_string(i), "True");
        const auto lines = TerminalTable().update(fake.view(), at(1000));
        QCOMPARE(lines.size(), 2 + 20 + 1U);
        QCOMPARE(lines.back(), std::string("and 30 more machines"));
    }

    void coloursOnlyWhenAskedFor()
    {
        FakeCluster fake;
        fake.putSet(1, 0);
        fake.putWorker("m1", "False");
        const auto hasEscape = [](const std::vector<std::string> &lines) {
            return joined(lines).find('\x1b') != std::string::npos;
        };
        QVERIFY(!hasEscape(TerminalTable().update(fake.view(), at(0))));
        QVERIFY(hasEscape(TerminalTable({.colour = Colour::Ansi}).update(fake.view(), at(0))));
    }

    // T12
    void namesDoNotSteerTheTerminal()
    {
        FakeCluster fake;
        api::Machine hostile = machine("m1", "Run\x1b[2Jning\n");
        fake.put(hostile);
        const std::string text = joined(TerminalTable().update(fake.view(), at(0)));
        QVERIFY(text.find('\x1b') == std::string::npos);
        QVERIFY(text.find("Run\\u~ning\\n") != std::string::npos);
    }

    void captions()
    {
        StepReport step;
        step.say = "One node breaks. Its kubelet reports that it is not Ready, until somebody replaces it.";
        step.text = "fault: first Ready node of workers not-ready";
        step.state = StepReport::State::Running;
        step.begin = at(3000);
        const TerminalTable table;
        QCOMPARE(QString::fromStdString(joined(table.caption(4, 9, step))),
            QStringLiteral("12:00:03  step 5 of 9  One node breaks. Its kubelet reports that it is not\n"
                           "                       Ready, until somebody replaces it.\n"));
        step.state = StepReport::State::Ok;
        step.end = at(4000);
        step.message = "on n1";
        QCOMPARE(joined(table.caption(4, 9, step)), std::string("12:00:04  ok  on n1\n"));
        step.state = StepReport::State::Failed;
        QCOMPARE(joined(table.caption(4, 9, step)),
            std::string("12:00:04  failed  fault: first Ready node of workers not-ready: on n1\n"));
        step.say.clear();
        step.state = StepReport::State::Running;
        QVERIFY(joined(table.caption(0, 9, step)).find("step 1 of 9  fault: first") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestTerminalTable)
#include "tst_terminaltable.moc"
