// SPDX-License-Identifier: GPL-3.0-or-later
// Two programs on one cluster, each of which is stopped and goes on at any moment, as if by SIGSTOP: by
// Leases only one acts, and who slept through its own does nothing that is late (docs/faults-and-threats.md
// T17, X27). Both run on clocks of their own: that of a program that is stopped stands still, and is then
// moved to the present as a Pacer does it.
#include "core/api/yaml.h"
#include "core/client/localtransport.h"
#include "tests/integration/auditor.h"
#include "tests/integration/labharness.h"

#include <QRandomGenerator>

using namespace std::chrono_literals;
using core::api::Json;
using core::api::Machine;
using core::api::Method;

namespace {

const std::string setPath = "/apis/machine.openshift.io/v1beta1/namespaces/default/machinesets";

struct Cluster {
    core::base::Clock clock {core::api::parseTime("2026-11-20T00:00:00Z").value()};
    std::unique_ptr<core::lab::ApiServer> server = *core::lab::ApiServer::create({clock, 7, ":memory:"});
    tests::Auditor auditor {clock, [] { return false; }};

    Cluster() { auditor.follow(*server); }

    core::api::Response ask(Method method, const std::string &path, const Json &body = {}) const
    {
        return tests::ask(*server, method, path, body);
    }
    template<typename T>
    std::vector<T> list() const
    {
        return tests::listOf<T>(*server);
    }
};

/// One program, on a clock of its own.
struct Program {
    core::base::Clock clock;
    core::client::LocalTransport transport;
    std::unique_ptr<core::engine::Engine> engine;
    core::base::Time stoppedUntil;
    std::set<std::string> running; ///< units, as the window is told

    Program(Cluster &cluster, std::uint64_t seed)
        : clock(cluster.clock.now())
        , transport(clock, cluster.server->localServer())
    {
        core::engine::EngineOptions options {.clock = clock, .transport = transport};
        options.mode = core::engine::Mode::External;
        options.controllers = {
            "hollow-host", "machine", "machineset", "nodelink", "healthcheck", "orphansweep"};
        options.seed = seed;
        engine = std::make_unique<core::engine::Engine>(std::move(options));
        QObject::connect(
            engine.get(), &core::engine::Engine::changed, engine.get(), [this](const auto &changes) {
                if (changes->status) {
                    running.clear();
                    for (const core::engine::ControllerState &state : changes->status->controllers) {
                        if (state.running)
                            running.insert(state.name);
                    }
                }
                engine->acknowledge();
            });
        engine->start();
    }

    /// A Pacer that catches up does it in the same steps.
    void goOnTo(core::base::Time now)
    {
        if (now < stoppedUntil)
            return;
        clock.moveTo(now);
        clock.runGuards();
        clock.runUntil(now);
    }
};

int readyMachines(const Cluster &cluster)
{
    const auto nodes = cluster.list<core::api::Node>();
    int ready = 0;
    for (const Machine &machine : cluster.list<Machine>()) {
        ready += machine.status.nodeRef && std::ranges::any_of(nodes, [&](const core::api::Node &node) {
            return node.metadata.uid == machine.status.nodeRef->uid && node.isReady();
        });
    }
    return ready;
}

} // namespace

class TestTwoPrograms : public QObject
{
    Q_OBJECT

private slots:
    void stoppedAtAnyMoment();
};

// T17, X27
void TestTwoPrograms::stoppedAtAnyMoment()
{
    const QString given = qEnvironmentVariable("HOLLOWLAB_SEED");
    const quint32 seed = given.isEmpty() ? QRandomGenerator::global()->generate() : given.toUInt();
    qInfo("HOLLOWLAB_SEED=%u", seed);
    QRandomGenerator dice(seed);
    Cluster cluster;
    Program first(cluster, 1);
    Program second(cluster, 2);
    const auto step = [&] {
        cluster.clock.advance(100ms);
        for (Program *program : {&first, &second})
            program->goOnTo(cluster.clock.now());
    };
    const auto documents = core::api::parseYamlDocuments(tests::workersYaml(5));
    for (const Json &document : *documents) {
        const std::string kind(core::api::textAt(document, {"kind"}));
        const std::string path = kind == "MachineSet"
            ? setPath
            : "/apis/machine.openshift.io/v1beta1/namespaces/default/machinehealthchecks";
        QCOMPARE(cluster.ask(Method::Post, path, document).code, 201);
    }
    int wanted = 5;
    int handOvers = 0;
    std::string leader;
    const auto end = cluster.clock.now() + 20min;
    while (cluster.clock.now() < end && cluster.auditor.complaint().empty()) {
        step();
        const auto lease = cluster.ask(Method::Get,
            "/apis/coordination.k8s.io/v1/namespaces/kubemark-actuator/leases/hollowlab-machineset");
        const std::string holder(lease.code == 200
                ? core::api::textAt(*lease.body, {"spec", "holderIdentity"})
                : std::string_view());
        handOvers += holder != leader;
        leader = holder;
        if (dice.bounded(100) == 0) {
            Program &program = dice.bounded(2) == 0 ? first : second;
            program.stoppedUntil = cluster.clock.now() + std::chrono::milliseconds(dice.bounded(45'000));
        }
        if (dice.bounded(150) == 0) {
            wanted = dice.bounded(1, 12);
            cluster.ask(Method::Patch, setPath + "/workers",
                core::api::JsonObject {{"spec", core::api::JsonObject {{"replicas", wanted}}}});
        }
        if (dice.bounded(300) == 0) {
            const auto nodes = cluster.list<core::api::Node>();
            if (nodes.empty())
                continue;
            const auto &node = nodes[std::size_t(dice.bounded(int(nodes.size())))];
            cluster.ask(Method::Patch, "/api/v1/nodes/" + node.metadata.name,
                *core::api::parseJson(R"({"metadata":{"annotations":{"hollowlab.io/fault":"not-ready"}}})"));
        }
    }
    QVERIFY2(cluster.auditor.complaint().empty(), cluster.auditor.complaint().c_str());
    QVERIFY2(handOvers >= 4, std::to_string(handOvers).c_str());
    first.stoppedUntil = second.stoppedUntil = {};
    // Too many broken at once, such as the only one, are left alone by the health check.
    for (const core::api::Node &node : cluster.list<core::api::Node>())
        cluster.ask(Method::Patch, "/api/v1/nodes/" + node.metadata.name,
            *core::api::parseJson(R"({"metadata":{"annotations":{"hollowlab.io/fault":null}}})"));
    for (int i = 0; i < 3000
         && (readyMachines(cluster) != wanted || cluster.list<Machine>().size() != std::size_t(wanted));
         ++i)
        step();
    QCOMPARE(readyMachines(cluster), wanted);
    QCOMPARE(cluster.list<Machine>().size(), std::size_t(wanted));
    QVERIFY2(cluster.auditor.complaint().empty(), cluster.auditor.complaint().c_str());
}

QTEST_GUILESS_MAIN(TestTwoPrograms)
#include "tst_twoprograms.moc"
