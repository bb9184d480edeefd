// SPDX-License-Identifier: GPL-3.0-or-later
// The machine-controller-manager while the API server is away and when it is back (docs/machines.md §9.9,
// docs/faults-and-threats.md T18, X1, X35): of an outage alone no machine is given up, and what has to be
// done goes on afterwards.

#include "core/api/event.h"
#include "tests/integration/mcmfleet.h"

#include <QLoggingCategory>

using namespace std::chrono_literals;
using core::api::Method;
using core::api::mcm::Machine;
using tests::LabHarness;
using namespace tests::mcm;
namespace phases = core::api::mcm::phases;

namespace {

/// Shorter than each outage here.
const std::string shortTimeouts = "healthTimeout: 2m, creationTimeout: 3m";
constexpr auto outage = 15min;

void prepare(LabHarness &lab, int replicas)
{
    lab.create(fleetYaml(replicas, oneMore, shortTimeouts));
    QVERIFY(lab.until([&] { return rolledOut(lab, replicas, "small"); }, 2min));
}

std::size_t count(LabHarness &lab, const std::function<bool(const Machine &)> &condition)
{
    return static_cast<std::size_t>(std::ranges::count_if(lab.list<Machine>(), condition));
}

/// Counts the machines that are given up, or on their way out.
std::size_t lost(LabHarness &lab)
{
    return count(lab,
        [](const Machine &machine) { return machine.phase() == phases::failed || machine.isDeleting(); });
}

/// What the controller of machines has said last about that one.
std::string said(LabHarness &lab, const std::string &name)
{
    for (const auto &one :
        lab.engine().explain({&core::api::resourceOf<Machine>(), core::api::ObjectKey {"default", name}})) {
        if (one.controller == "mcm-machine")
            return one.reasons.front().code;
    }
    return {};
}

/// Everybody says that it is left alone.
bool allHeld(LabHarness &lab)
{
    return std::ranges::all_of(names(lab), [&](const auto &name) { return said(lab, name) == "Frozen"; });
}

/// The most machines lost at a moment of that time, looked at every second.
std::size_t mostLost(LabHarness &lab, core::base::Duration duration)
{
    std::size_t most = 0;
    const auto end = lab.clock().now() + duration;
    while (lab.clock().now() < end) {
        lab.advance(1s);
        most = std::max(most, lost(lab));
    }
    return most;
}

} // namespace

class TestMcmOutages : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QLoggingCategory::setFilterRules(QStringLiteral("hollowlab.*=false")); }
    void nobodyIsGivenUpForAnOutage();
    void whatWasUnderwayGoesOn();
    void silentNodesGetTheirTimeAnew();
    void startsWhileTheServerIsAway();
    void shortOutagesHoldNothing();
};

void TestMcmOutages::nobodyIsGivenUpForAnOutage()
{
    LabHarness lab;
    prepare(lab, 5);
    const auto before = names(lab);
    lab.transport().beginOutage(outage);
    lab.advance(29s);
    QVERIFY(!allHeld(lab));
    lab.advance(outage - 30s);
    QVERIFY(allHeld(lab));
    QVERIFY(lab.transport().complaint().empty());
    QCOMPARE(mostLost(lab, 20min), std::size_t(0));
    QVERIFY(names(lab) == before);
    QVERIFY(rolledOut(lab, 5, "small"));
    QVERIFY2(lab.transport().complaint().empty(), lab.transport().complaint().c_str());
}

/// Machines that were being made, that were unhealthy, and that were being deleted when the server went.
void TestMcmOutages::whatWasUnderwayGoesOn()
{
    LabHarness lab;
    prepare(lab, 4);
    const auto before = names(lab);
    const std::string leaving = lab.list<Machine>().front().metadata.name;
    const Machine broken = lab.list<Machine>().back();
    lab.breakNode(nodeOf(lab, broken)->metadata.name, "not-ready for 2m");
    QVERIFY(lab.until(
        [&] { return count(lab, [](const Machine &one) { return one.phase() == phases::unknown; }) == 1; },
        30s));
    change(lab, R"("replicas":6)");
    lab.request(Method::Delete, root + "machines/" + leaving);
    QVERIFY(lab.until([&] { return lab.list<Machine>().size() > 4; }, 5s));
    lab.transport().beginOutage(outage);
    lab.advance(outage);
    QVERIFY(lab.until([&] { return rolledOut(lab, 6, "small"); }, 2min));
    const auto after = names(lab);
    QVERIFY(!after.contains(leaving));
    for (const std::string &name : before)
        QVERIFY2(name == leaving || after.contains(name), name.c_str());
    QVERIFY(after.contains(broken.metadata.name));
    lab.advance(10min);
    QVERIFY(names(lab) == after);
}

/// Nodes that really have fallen silent while nobody could tell: their machines' time begins with the end of
/// the outage, and then one machine goes at a time (§9.6).
void TestMcmOutages::silentNodesGetTheirTimeAnew()
{
    LabHarness lab;
    prepare(lab, 4);
    const auto before = names(lab);
    for (const auto &node : lab.hollowNodes())
        lab.breakNode(node.metadata.name, "silent");
    lab.advance(1s);
    lab.transport().beginOutage(outage);
    lab.advance(outage);
    QCOMPARE(mostLost(lab, 2min), std::size_t(0)); // their healthTimeout
    QCOMPARE(mostLost(lab, 20min), std::size_t(1));
    QVERIFY(lab.until([&] { return rolledOut(lab, 4, "small"); }, 5min));
    for (const std::string &name : names(lab))
        QVERIFY2(!before.contains(name), name.c_str());
}

/// T18: a program that starts while the server is away has seen nothing yet, and takes nothing for gone.
void TestMcmOutages::startsWhileTheServerIsAway()
{
    LabHarness lab;
    prepare(lab, 3);
    const auto before = names(lab);
    lab.transport().beginOutage(outage);
    lab.crash();
    lab.advance(outage);
    QCOMPARE(mostLost(lab, 10min), std::size_t(0));
    QVERIFY(names(lab) == before);
    QVERIFY(rolledOut(lab, 3, "small"));
}

/// An outage of less than 30 s brings nothing but a new watch.
void TestMcmOutages::shortOutagesHoldNothing()
{
    LabHarness lab;
    prepare(lab, 2);
    lab.transport().beginOutage(10s);
    change(lab, R"("replicas":3)");
    lab.advance(11s);
    QVERIFY(lab.until([&] { return lab.list<Machine>().size() == 3; }, 20s));
    QVERIFY(lab.until([&] { return rolledOut(lab, 3, "small"); }, 20s));
}

QTEST_GUILESS_MAIN(TestMcmOutages)
#include "tst_mcmoutages.moc"
