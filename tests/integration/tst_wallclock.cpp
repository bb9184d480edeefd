// SPDX-License-Identifier: GPL-3.0-or-later
// The computer's clock was set while nobody looked (docs/faults-and-threats.md X18): a lab is opened an hour
// earlier, an hour later, in the year 2106, than it was closed. Within a run the wall clock does not count at
// all: a Pacer goes by the steady one, which nobody sets.
#include "core/api/yaml.h"
#include "core/client/localtransport.h"
#include "tests/integration/labharness.h"

#include <QTemporaryDir>

using namespace std::chrono_literals;
using core::api::Machine;
using core::api::Method;

namespace {

/// One run of the lab.
struct Run {
    core::base::Clock clock;
    std::unique_ptr<core::lab::ApiServer> lab;
    std::unique_ptr<core::client::LocalTransport> transport;
    std::unique_ptr<core::engine::Engine> engine;

    Run(core::base::Time now, const std::string &database)
        : clock(now)
        , lab(*core::lab::ApiServer::create({clock, 7, database}))
        , transport(std::make_unique<core::client::LocalTransport>(clock, lab->localServer()))
    {
        core::engine::EngineOptions options {.clock = clock, .transport = *transport};
        options.controllers = core::engine::Engine::allControllers();
        engine = std::make_unique<core::engine::Engine>(std::move(options));
        engine->start();
    }
    ~Run()
    {
        bool stopped = false;
        engine->stop([&] { stopped = true; });
        for (int i = 0; i < 100 && !stopped; ++i)
            clock.advance(50ms);
        engine.reset();
        clock.advance(1ms);
        transport.reset();
        lab->close();
    }
    Run(const Run &) = delete;
    Run &operator=(const Run &) = delete;

    core::api::Response ask(Method method, const std::string &path, const core::api::Json &body = {}) const
    {
        return tests::ask(*lab, method, path, body);
    }
    template<typename T>
    std::vector<T> list() const
    {
        return tests::listOf<T>(*lab);
    }
    /// The machines' uids, of those that run with a ready node.
    std::set<std::string> wellMachines() const
    {
        const auto nodes = list<core::api::Node>();
        std::set<std::string> well;
        for (const Machine &machine : list<Machine>()) {
            const bool isWell = machine.status.phase == "Running" && machine.status.nodeRef
                && std::ranges::any_of(nodes, [&](const core::api::Node &node) {
                       return node.metadata.uid == machine.status.nodeRef->uid && node.isReady();
                   });
            if (isWell)
                well.insert(machine.metadata.uid);
        }
        return well;
    }
    bool until(const std::function<bool()> &condition, core::base::Duration limit)
    {
        for (const auto end = clock.now() + limit; !condition(); clock.advance(50ms)) {
            if (clock.now() >= end)
                return false;
        }
        return true;
    }
};

void fill(const Run &run)
{
    const auto documents = core::api::parseYamlDocuments(tests::workersYaml(4));
    for (const auto &document : *documents) {
        const bool isSet = core::api::textAt(document, {"kind"}) == "MachineSet";
        const std::string path = std::string("/apis/machine.openshift.io/v1beta1/namespaces/default/")
            + (isSet ? "machinesets" : "machinehealthchecks");
        QCOMPARE(run.ask(Method::Post, path, document).code, 201);
    }
}

} // namespace

class TestWallClock : public QObject
{
    Q_OBJECT

private slots:
    void clockWasSet_data();
    void clockWasSet();
};

void TestWallClock::clockWasSet_data()
{
    QTest::addColumn<QByteArray>("opened");
    QTest::newRow("X18 an hour later") << QByteArray("2026-11-20T11:10:00Z");
    QTest::newRow("X18 an hour earlier") << QByteArray("2026-11-20T09:10:00Z");
    QTest::newRow("X18 the year 2106") << QByteArray("2106-02-07T06:28:17Z");
    QTest::newRow("X18 years ago") << QByteArray("2001-09-09T01:46:40Z");
}

void TestWallClock::clockWasSet()
{
    QFETCH(QByteArray, opened);
    QTemporaryDir folder;
    const std::string database = folder.filePath(QStringLiteral("lab.db")).toStdString();
    std::set<std::string> before;
    {
        Run run(*core::api::parseTime("2026-11-20T10:00:00Z"), database);
        fill(run);
        QVERIFY(run.until([&] { return run.wellMachines().size() == 4; }, 1min));
        run.clock.advance(10min);
        before = run.wellMachines();
        QCOMPARE(before.size(), std::size_t(4));
    }
    Run run(*core::api::parseTime(opened.toStdString()), database);
    for (int second = 0; second < 600; ++second) {
        run.clock.advance(1s);
        std::set<std::string> there;
        for (const Machine &machine : run.list<Machine>()) {
            QVERIFY2(!machine.isDeleting(), std::to_string(second).c_str());
            there.insert(machine.metadata.uid);
        }
        QCOMPARE(there, before); // nobody was replaced
    }
    QCOMPARE(run.wellMachines(), before);

    // And who fails from now on is replaced as ever.
    const std::string node = run.list<Machine>().front().status.nodeRef->name;
    core::api::Request request;
    request.method = Method::Patch;
    request.path = "/api/v1/nodes/" + node;
    request.contentType = core::api::contentTypes::mergePatch;
    request.body = core::api::share(
        *core::api::parseJson(R"({"metadata":{"annotations":{"hollowlab.io/fault":"not-ready"}}})"));
    QCOMPARE(run.lab->answer(request).code, 200);
    QVERIFY(run.until([&] { return run.wellMachines().size() == 3; }, 1min));
    QVERIFY(run.until([&] { return run.wellMachines().size() == 4 && run.wellMachines() != before; }, 5min));
}

QTEST_GUILESS_MAIN(TestWallClock)
#include "tst_wallclock.moc"
