// SPDX-License-Identifier: GPL-3.0-or-later
// Every fault at every write of short scripts, after "Automatic Reliability Testing for Cluster Management
// Controllers" (Sieve, OSDI 2022). Whatever happened, the system must arrive where it arrives undisturbed
// (docs/faults-and-threats.md X3, X4, X5, X10, X12, X20).

#include "tests/integration/auditedlab.h"
#include "tests/integration/faults.h"
#include "tests/integration/mcmfleet.h"

#include <QLoggingCategory>

using namespace std::chrono_literals;
using core::api::Machine;
using core::api::Method;
using tests::AuditedLab;
using tests::Family;
using tests::Fault;
using tests::machineApi;

namespace {

using Begin = std::function<void()>; ///< called when the world is prepared: counting begins

void prepare(AuditedLab &world, const std::string &yaml, const Begin &begin)
{
    world.lab.create(yaml);
    world.settle();
    world.advance(10s);
    world.lab.transport().countFromHere();
    begin();
}

void waitUntilGone(AuditedLab &world, const std::string &path)
{
    world.reach([&] {
        const bool isGone = world.lab.request(Method::Get, path).code == 404;
        return isGone ? std::string() : path + " is still there";
    });
}

void scaleUpAndDown(AuditedLab &world, const Begin &begin)
{
    prepare(world, tests::workersYaml(0), begin);
    for (const int replicas : {5, 2, 0}) {
        world.lab.scale("workers", replicas);
        world.settle();
    }
}

void remediate(AuditedLab &world, const Begin &begin)
{
    prepare(world, tests::workersYaml(3), begin);
    const std::string victim = world.lab.hollowNodes().front().metadata.name;
    world.lab.breakNode(victim, "not-ready");
    waitUntilGone(world, tests::nodesPath + victim);
    world.settle();
}

void deleteWithDrain(AuditedLab &world, const Begin &begin)
{
    prepare(world, tests::workersYaml(2), [] {});
    const Machine victim = world.lab.machines().front();
    world.lab.create(R"(apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  nodeName: )"
        + victim.status.nodeRef->name + R"(
  terminationGracePeriodSeconds: 2
  containers: [{name: web, image: web}]
)");
    world.advance(2s);
    world.lab.transport().countFromHere();
    begin();
    const std::string path = machineApi + "machines/" + victim.metadata.name;
    world.lab.request(Method::Delete, path);
    waitUntilGone(world, path);
    world.settle();
}

void rollOut(AuditedLab &world, const Begin &begin)
{
    prepare(world, tests::rollersYaml(3), begin);
    world.lab.patch(machineApi + "machinedeployments/rollers",
        R"({"spec":{"template":{"spec":{"providerSpec":{"value":{"numCores":4}}}}}})");
    world.settle();
}

void rollOutOfMcm(AuditedLab &world, const Begin &begin)
{
    prepare(world, tests::mcm::fleetYaml(2, tests::mcm::oneMore), begin);
    tests::mcm::setClass(world.lab, "large");
    world.settle();
}

struct Script {
    const char *name;
    void (*play)(AuditedLab &, const Begin &begin);
    Family family = Family::OpenShift;
};

constexpr std::array<Script, 5> scripts {{
    {"scale 0, 5, 2, 0", scaleUpAndDown},
    {"replace a broken node", remediate},
    {"delete a machine, drained", deleteWithDrain},
    {"roll a new template out", rollOut},
    {"roll a new class out, MCM", rollOutOfMcm, Family::Mcm},
}};

constexpr int enoughFailures = 5;
constexpr std::uint64_t seed = 7;

/// The first place where they differ.
std::string difference(const std::vector<std::string> &found, const std::vector<std::string> &wanted)
{
    constexpr std::size_t around = 200; // characters
    const auto [one, other] = std::ranges::mismatch(found, wanted);
    const std::string is = one == found.end() ? "nothing" : *one;
    const std::string was = other == wanted.end() ? "nothing" : *other;
    const auto at = static_cast<std::size_t>(std::ranges::mismatch(is, was).in1 - is.begin());
    const std::size_t from = at - std::min(at, around);
    return "found  … " + is.substr(from, 2 * around) + "\nwanted … " + was.substr(from, 2 * around);
}

} // namespace

class TestFaults : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QLoggingCategory::setFilterRules(QStringLiteral("hollowlab.*=false")); }
    void everyFaultAtEveryWrite_data();
    void everyFaultAtEveryWrite();
};

void TestFaults::everyFaultAtEveryWrite_data()
{
    QTest::addColumn<std::size_t>("script");
    QTest::addColumn<std::size_t>("fault");
    for (std::size_t script = 0; script < scripts.size(); ++script) {
        for (std::size_t fault = 0; fault < tests::faultNames.size(); ++fault)
            QTest::addRow("%s: %s", scripts.at(script).name, tests::faultNames.at(fault).data())
                << script << fault;
    }
}

void TestFaults::everyFaultAtEveryWrite()
{
    QFETCH(const std::size_t, script);
    QFETCH(const std::size_t, fault);
    const Script &played = scripts.at(script);
    AuditedLab undisturbed(seed, ":memory:", played.family);
    played.play(undisturbed, [] {});
    QVERIFY2(undisturbed.isWell(), undisturbed.complaint().c_str());
    const std::uint64_t writes = undisturbed.lab.transport().writes();
    QVERIFY(writes > 10);
    undisturbed.advance(3min);
    const std::vector<std::string> wanted = tests::endState(undisturbed.lab);
    int failures = 0;
    const std::uint64_t step = fault < tests::triedAtEveryWrite ? 1 : 5;
    for (std::uint64_t write = 1 + fault % step; write <= writes && failures < enoughFailures;
         write += step) {
        AuditedLab world(seed, ":memory:", played.family);
        played.play(world, [&] {
            for (const Fault &one : tests::faultsFor(fault, write))
                world.lab.transport().strikeAt(write, one);
        });
        QVERIFY(!world.isWell() || !world.lab.transport().history().empty()); // it was met
        if (world.isWell())
            world.advance(3min); // who was refused for two minutes comes back this late
        if (world.isWell())
            world.complain(world.unsettled());
        if (const auto found = tests::endState(world.lab); world.isWell() && found != wanted)
            world.complain("it did not end as undisturbed:\n" + difference(found, wanted));
        if (world.isWell())
            continue;
        ++failures;
        qWarning("of %d writes:\n%s%s", static_cast<int>(writes), world.lab.transport().history().c_str(),
            world.complaint().c_str());
    }
    qInfo("%d writes", static_cast<int>(writes));
    QCOMPARE(failures, 0);
}

QTEST_GUILESS_MAIN(TestFaults)
#include "tst_faults.moc"
