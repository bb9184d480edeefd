// SPDX-License-Identifier: GPL-3.0-or-later
// The whole machine system while things go wrong. First every fault at every write of three short scripts,
// after "Automatic Reliability Testing for Cluster Management Controllers" (Sieve, OSDI 2022); then hours of
// random commands and faults. Whatever happened, the system must arrive where it arrives undisturbed
// (reliability.md X4, X5, X10, X12, X20).

#include "tests/integration/auditor.h"
#include "tests/integration/labharness.h"
#include "tests/unit/dice.h"

#include <QElapsedTimer>

#include <numeric>

using namespace std::chrono_literals;
using core::api::Machine;
using core::api::Method;
using core::api::Node;
using core::api::Pod;
using core::base::Duration;
using tests::Auditor;
using tests::Fault;
using tests::LabHarness;

namespace {

constexpr const char *setPath = "/apis/machine.openshift.io/v1beta1/namespaces/default/machinesets/workers";
constexpr const char *machinesPath = "/apis/machine.openshift.io/v1beta1/namespaces/default/machines/";
constexpr const char *nodesPath = "/api/v1/nodes/";
constexpr const char *podsPath = "/api/v1/namespaces/kubemark-actuator/pods/";

/// A lab that is watched while its engine suffers.
struct World {
    explicit World(std::uint64_t seed = 7)
        : lab(":memory:", seed)
        , auditor(lab.clock(), lab.lab(), [this] { return lab.transport().isPastTold(); })
    {
    }

    bool isWell() const { return auditor.complaint().empty() && problem.empty(); }
    void advance(Duration step)
    {
        lab.advance(step);
        if (lab.transport().crashed())
            lab.crash();
    }
    /// Notes a problem when the machines are not all as wanted in time.
    void settle(int machines, Duration limit, Duration step = 200ms)
    {
        reach([&] { return unsettled(machines); }, limit, step);
    }
    template<typename What>
    void reach(What missing, Duration limit, Duration step = 200ms)
    {
        const core::base::Time end = lab.clock().now() + limit;
        while (isWell() && !missing().empty()) {
            if (lab.clock().now() >= end)
                problem = missing();
            advance(step);
        }
    }
    /// What keeps the world from being as wanted, empty when nothing does.
    std::string unsettled(int machines)
    {
        const auto leases = static_cast<int>(lab.list<core::api::Lease>().size());
        if (lab.settled(machines) && leases == machines + 1) // and the hollow host's
            return {};
        std::string text = std::to_string(machines) + " wanted; " + std::to_string(leases) + " leases;";
        for (const Machine &machine : lab.machines())
            text += " machine " + machine.metadata.name + " " + machine.status.phase
                + (machine.isDeleting() ? " deleting" : "") + ",";
        for (const Pod &pod : lab.list<Pod>())
            text += " pod " + pod.metadata.name + " " + pod.status.phase
                + (pod.metadata.isDeleting() ? " deleting" : "") + ",";
        for (const Node &node : lab.hollowNodes())
            text += " node " + node.metadata.name + " " + std::string(node.readyStatus()) + ",";
        return text;
    }
    std::string complaint() const { return auditor.complaint().empty() ? problem : auditor.complaint(); }

    LabHarness lab;
    Auditor auditor;
    std::string problem;
};

constexpr Duration patience = 10min;

// The scripts; counting begins once the world is prepared.

void prepare(World &world, int replicas)
{
    world.lab.create(tests::workersYaml(replicas));
    world.settle(replicas, patience);
    world.lab.transport().countFromHere();
}

void scaleUpAndDown(World &world, const std::function<void()> &begin)
{
    prepare(world, 0);
    begin();
    for (const int replicas : {5, 2, 0}) {
        world.lab.scale("workers", replicas);
        world.settle(replicas, patience);
    }
}

void remediate(World &world, const std::function<void()> &begin)
{
    prepare(world, 3);
    begin();
    const std::string victim = world.lab.hollowNodes().front().metadata.name;
    world.lab.breakNode(victim, "not-ready");
    world.reach(
        [&] {
            const auto response = world.lab.request(Method::Get, nodesPath + victim);
            return std::string(response.code == 404 ? "" : "the broken node is still there");
        },
        patience);
    world.settle(3, patience);
}

void deleteWithDrain(World &world, const std::function<void()> &begin)
{
    prepare(world, 2);
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
    world.lab.request(Method::Delete, machinesPath + victim.metadata.name);
    world.reach(
        [&] {
            const auto response = world.lab.request(Method::Get, machinesPath + victim.metadata.name);
            return std::string(response.code == 404 ? "" : "the deleted machine is still there");
        },
        patience);
    world.settle(2, patience);
}

struct Script {
    const char *name;
    void (*play)(World &, const std::function<void()> &begin);
    int machines; ///< at the end
};

constexpr std::array<Script, 3> scripts {{
    {"scale 0, 5, 2, 0", scaleUpAndDown, 0},
    {"replace a broken node", remediate, 3},
    {"delete a machine, drained", deleteWithDrain, 2},
}};

std::vector<Fault> faultsFor(int row, std::uint64_t write)
{
    constexpr std::array<int, 4> codes {409, 429, 500, 503};
    const std::array<std::string, 5> watched {"machines", "pods", "nodes", "machinesets", ""};
    using enum Fault::Kind;
    const Fault late {DelayWatches, static_cast<int>(1 + write % 11), watched.at(write % watched.size())};
    const int age = static_cast<int>(3 + write % 20);
    const std::array<std::vector<Fault>, 9> faults {{
        {{Crash}},
        {{LoseResponse}},
        {{LoseResponse}, {DelayWatches, 3}},
        {{Refuse, codes.at(write % codes.size())}},
        {late},
        {{CutWatches}},
        {{ExpireWatches}},
        {{StaleLists, age}},
        {{CrashIntoThePast, age}},
    }};
    return faults.at(static_cast<std::size_t>(row));
}

constexpr int allWrites = 4; ///< so many of them are tried at every write, the others at every fifth
constexpr std::array<std::string_view, 9> faultNames {"crash", "lost response",
    "lost response and late watches", "refusal", "late and merged watch", "cut watches", "expired watches",
    "stale lists", "crash into the past"};

// The random histories.

constexpr unsigned histories = 100;
constexpr unsigned playedTwice = 3;
constexpr int seconds = 3600; ///< of a history
constexpr std::size_t commandEvery = 40; ///< seconds, about
constexpr std::size_t faultEvery = 20;
constexpr Duration replacementTakes = 15min; ///< 10 of them until a machine without a node is given up
/// A pod left over by a program that was told of the past is swept away after 15 minutes, one in a cycle.
constexpr Duration sweepsTake = 3h;
constexpr int mostReplicas = 6;
constexpr qint64 shrinkingTakes = 60'000; // ms at most

/// One thing that happens at a second of the history: a command of a user, or a fault.
struct Incident {
    int second = 0;
    std::string name;
    std::uint64_t draw = 0; ///< which object, how much

    std::string text() const { return std::to_string(second) + " s: " + name + " " + std::to_string(draw); }
};

using History = std::vector<Incident>;

template<typename T>
std::string pick(const std::vector<T> &objects, std::uint64_t draw)
{
    return objects.empty() ? "none" : objects[draw % objects.size()].metadata.name;
}

std::string annotateFault(World &world, std::uint64_t draw, const std::string &json)
{
    const std::string node = pick(world.lab.hollowNodes(), draw);
    world.lab.patch(nodesPath + node, R"({"metadata":{"annotations":{"hollowlab.io/fault":)" + json + "}}}");
    return node;
}

void reconfigure(World &world, const std::string &json)
{
    world.lab.patch(setPath, R"({"spec":{"template":{"spec":{"providerSpec":{"value":)" + json + "}}}}}");
}

using Happen = void (*)(World &, std::uint64_t draw);

const std::vector<std::pair<std::string, Happen>> &commands()
{
    static const std::vector<std::pair<std::string, Happen>> all {
        {"scale",
            [](World &world, std::uint64_t draw) {
                world.lab.scale("workers", static_cast<int>(draw % (mostReplicas + 1)));
            }},
        {"break node",
            [](World &world, std::uint64_t draw) { annotateFault(world, draw, R"("not-ready")"); }},
        {"break node for a while",
            [](World &world, std::uint64_t draw) { annotateFault(world, draw, R"("not-ready for 20s")"); }},
        {"silence node", [](World &world, std::uint64_t draw) { annotateFault(world, draw, R"("silent")"); }},
        {"heal node", [](World &world, std::uint64_t draw) { annotateFault(world, draw, "null"); }},
        {"delete machine",
            [](World &world, std::uint64_t draw) {
                world.lab.request(Method::Delete, machinesPath + pick(world.lab.machines(), draw));
            }},
        {"delete node",
            [](World &world, std::uint64_t draw) {
                world.lab.request(Method::Delete, nodesPath + pick(world.lab.hollowNodes(), draw));
            }},
        {"delete pod",
            [](World &world, std::uint64_t draw) {
                world.lab.request(Method::Delete, podsPath + pick(world.lab.list<Pod>(), draw));
            }},
        {"change cores",
            [](World &world, std::uint64_t draw) {
                reconfigure(world, R"({"numCores":)" + std::to_string(1 + draw % 8) + "}");
            }},
        {"change deletion timeout",
            [](World &world, std::uint64_t draw) {
                reconfigure(
                    world, draw % 2 == 0 ? R"({"deletionTimeout":"10s"})" : R"({"deletionTimeout":null})");
            }},
        {"restart", [](World &world, std::uint64_t) { world.lab.restartEngine(); }},
    };
    return all;
}

History historyOf(unsigned seed)
{
    Dice dice(seed);
    History history;
    for (int second = 0; second < seconds; ++second) {
        if (dice.oneIn(commandEvery))
            history.push_back({second, commands().at(dice.below(commands().size())).first, dice.below(1000)});
        if (dice.oneIn(faultEvery))
            history.push_back(
                {second, std::string(faultNames.at(dice.below(faultNames.size()))), dice.below(1000)});
    }
    return history;
}

/// Some writes later, so that not only heartbeats are met; refusals come in rows.
void strike(World &world, const Incident &incident)
{
    const auto row = std::ranges::find(faultNames, incident.name) - faultNames.begin();
    const std::vector<Fault> faults = faultsFor(static_cast<int>(row), incident.draw);
    const std::uint64_t first = world.lab.transport().writes() + 1 + incident.draw % 30;
    const std::uint64_t count = faults.front().kind == Fault::Kind::Refuse ? 1 + incident.draw % 50 : 1;
    for (std::uint64_t write = first; write < first + count; ++write) {
        for (const Fault &fault : faults)
            world.lab.transport().strikeAt(write, fault);
    }
}

void happen(World &world, const Incident &incident)
{
    for (const auto &[name, command] : commands()) {
        if (name == incident.name)
            return command(world, incident.draw);
    }
    strike(world, incident);
}

/// All nodes are healed, no more faults.
void calm(World &world)
{
    world.lab.transport().calm();
    for (const Node &node : world.lab.hollowNodes())
        world.lab.patch(
            nodesPath + node.metadata.name, R"({"metadata":{"annotations":{"hollowlab.io/fault":null}}})");
}

int wantedReplicas(World &world)
{
    return static_cast<int>(world.lab.list<core::api::MachineSet>().front().wantedReplicas());
}

struct Played {
    std::string complaint;
    std::vector<std::string> log;
    int second = 0; ///< when it ended
    std::uint64_t writes = 0;
};

Played play(unsigned seed, const History &history, int until = seconds)
{
    World world(seed);
    world.lab.create(tests::workersYaml(3));
    world.lab.patch("/apis/machine.openshift.io/v1beta1/namespaces/default/machinehealthchecks/workers",
        R"({"spec":{"maxUnhealthy":"100%"}})"); // or too many failures would stay for ever
    world.settle(3, patience);
    world.lab.transport().countFromHere();
    Played played;
    auto next = history.begin();
    for (; world.isWell() && played.second < until; ++played.second) {
        for (; next != history.end() && next->second == played.second; ++next)
            happen(world, *next);
        world.advance(1s);
    }
    calm(world);
    const int wanted = wantedReplicas(world);
    world.reach(
        [&] {
            const auto machines = world.lab.machines();
            const bool allRun = std::ranges::all_of(machines,
                [](const Machine &machine) { return machine.status.phase == core::api::phases::running; });
            return allRun && std::ssize(machines) == wanted ? std::string() : world.unsettled(wanted);
        },
        replacementTakes, 5s);
    world.settle(wanted, sweepsTake, 5s);
    if (world.isWell()) {
        world.advance(60s);
        world.auditor.markHere();
        world.advance(2min);
        for (const std::string &change : world.auditor.changes())
            world.problem += "written although all is well: " + change + "\n";
    }
    played.complaint = world.complaint();
    played.log = world.auditor.log();
    played.writes = world.lab.transport().writes();
    return played;
}

/// What is left of a failing history when all is left out without which it still fails, for a minute.
History shrunk(unsigned seed, History history, const Played &failed)
{
    QElapsedTimer timer;
    timer.start();
    std::erase_if(history, [&](const Incident &incident) { return incident.second >= failed.second; });
    for (std::size_t chunk = std::max<std::size_t>(history.size() / 2, 1); chunk > 0; chunk /= 2) {
        for (std::size_t at = 0; at < history.size() && timer.elapsed() < shrinkingTakes;) {
            History less = history;
            const auto from = less.begin() + static_cast<std::ptrdiff_t>(at);
            less.erase(from, from + static_cast<std::ptrdiff_t>(std::min(chunk, history.size() - at)));
            if (play(seed, less, failed.second).complaint.empty())
                at += chunk;
            else
                history = std::move(less);
        }
    }
    return history;
}

std::string textOf(const History &history)
{
    std::string text;
    for (const Incident &incident : history)
        text += incident.text() + "\n";
    return text;
}

std::vector<unsigned> seeds(unsigned count)
{
    if (qEnvironmentVariableIsSet("HOLLOWLAB_SEED"))
        return {qEnvironmentVariable("HOLLOWLAB_SEED").toUInt()};
    std::vector<unsigned> all(count);
    std::iota(all.begin(), all.end(), 1U);
    return all;
}

} // namespace

class TestHistories : public QObject
{
    Q_OBJECT

private slots:
    void everyFaultAtEveryWrite_data();
    void everyFaultAtEveryWrite();
    void randomHistories();
    void sameSeedSameHistory();
};

void TestHistories::everyFaultAtEveryWrite_data()
{
    QTest::addColumn<int>("script");
    QTest::addColumn<int>("fault");
    for (std::size_t script = 0; script < scripts.size(); ++script) {
        for (std::size_t fault = 0; fault < faultNames.size(); ++fault)
            QTest::addRow("%s: %s", scripts.at(script).name, faultNames.at(fault).data())
                << static_cast<int>(script) << static_cast<int>(fault);
    }
}

void TestHistories::everyFaultAtEveryWrite()
{
    QFETCH(const int, script);
    QFETCH(const int, fault);
    const Script &played = scripts.at(static_cast<std::size_t>(script));
    std::uint64_t writes = 0;
    {
        World world;
        played.play(world, [] {});
        QVERIFY2(world.isWell(), world.complaint().c_str());
        writes = world.lab.transport().writes();
    }
    QVERIFY(writes > 10);
    int failures = 0;
    const std::uint64_t step = fault < allWrites ? 1 : 5;
    for (std::uint64_t write = 1 + static_cast<std::uint64_t>(fault) % step; write <= writes; write += step) {
        World world;
        played.play(world, [&] {
            for (const Fault &one : faultsFor(fault, write))
                world.lab.transport().strikeAt(write, one);
        });
        QVERIFY(!world.isWell() || !world.lab.transport().history().empty()); // it was met
        if (world.isWell())
            world.advance(10s);
        if (world.isWell())
            world.problem = world.unsettled(played.machines);
        if (!world.isWell()) {
            qWarning("of %d writes:\n%s%s", static_cast<int>(writes), world.lab.transport().history().c_str(),
                world.complaint().c_str());
            if (++failures > 5)
                break;
        }
    }
    qInfo("%d writes", static_cast<int>(writes));
    QCOMPARE(failures, 0);
}

void TestHistories::randomHistories()
{
    std::uint64_t writes = 0;
    for (const unsigned seed : seeds(histories)) {
        const History history = historyOf(seed);
        const Played played = play(seed, history);
        writes += played.writes;
        if (played.complaint.empty())
            continue;
        const History least = shrunk(seed, history, played);
        const std::string message = "repeat with HOLLOWLAB_SEED=" + std::to_string(seed) + "\n"
            + played.complaint + "\nThe least that still fails: " + play(seed, least, played.second).complaint
            + "\n" + textOf(least);
        QFAIL(message.c_str());
    }
    qInfo("%llu writes", static_cast<unsigned long long>(writes));
}

void TestHistories::sameSeedSameHistory()
{
    for (const unsigned seed : seeds(playedTwice)) {
        const History history = historyOf(seed);
        const Played first = play(seed, history);
        const Played second = play(seed, history);
        QVERIFY(first.log.size() > 1000);
        const auto [one, other] = std::ranges::mismatch(first.log, second.log);
        const std::string message = "HOLLOWLAB_SEED=" + std::to_string(seed) + " differs from "
            + (one == first.log.end() ? "its end" : *one) + " on";
        QVERIFY2(first.log == second.log, message.c_str());
        Q_UNUSED(other)
    }
}

QTEST_GUILESS_MAIN(TestHistories)
#include "tst_histories.moc"
