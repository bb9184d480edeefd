// SPDX-License-Identifier: GPL-3.0-or-later
// Another cluster answers at the address of the one that was entered: controllers, hollow kubelets, scenarios
// and commands write nothing to it until somebody says so, and then nothing is left of the first one. What
// was recorded of a cluster is shown with that one alone.
#include "core/api/machine.h"
#include "core/api/node.h"
#include "core/engine/commander.h"
#include "core/engine/engine.h"
#include "core/lab/apiserver.h"
#include "core/scenario/parse.h"
#include "tests/unit/printing.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

using namespace core;
using namespace core::engine;
using namespace std::chrono_literals;

namespace {

const std::string sets = "/apis/machine.openshift.io/v1beta1/namespaces/default/machinesets";
const std::set<std::string, std::less<>> controllers {
    "hollow-host", "machine", "machineset", "nodelink", "healthcheck", "orphansweep"};

base::Error reset()
{
    return {base::ErrorKind::Transient, "the connection was reset", {}};
}

api::Response forbidden()
{
    return api::refusal(403, "Forbidden", "nobody may do this");
}

struct Cluster {
    std::unique_ptr<lab::ApiServer> server;
    std::vector<std::string> writes; ///< paths, as they arrived

    Cluster(base::Clock &clock, std::uint64_t seed, int replicas)
        : server(std::move(*lab::ApiServer::create({clock, seed, ":memory:"})))
    {
        api::Request request;
        request.method = api::Method::Post;
        request.path = sets;
        request.body = api::share(
            api::encodeObject(newMachineSet({"default", "workers"}, replicas, defaultProviderConfig())));
        if (server->answer(request).code != 201)
            qFatal("no MachineSet");
    }
    void scale(int replicas) const
    {
        api::Request request;
        request.method = api::Method::Patch;
        request.path = sets + "/workers";
        request.contentType = api::contentTypes::mergePatch;
        request.body = api::share(api::JsonObject {{"spec", api::JsonObject {{"replicas", replicas}}}});
        if (server->answer(request).code != 200)
            qFatal("not scaled");
    }
    std::set<std::string> namesOf(const api::Resource &kind) const
    {
        api::Request request;
        request.path = api::collectionPath(kind, "");
        std::set<std::string> names;
        const api::Response response = server->answer(request);
        for (const auto &item : response.list->items)
            names.emplace(api::textAt(*item, {"metadata", "name"}));
        return names;
    }
    std::set<std::string> machines() const { return namesOf(api::resourceOf<api::Machine>()); }
    std::set<std::string> nodes() const { return namesOf(api::resourceOf<api::Node>()); }
};

/// An address at which one cluster answers, or nobody.
class Address : public client::Transport
{
public:
    explicit Address(base::Clock &clock) : m_clock(clock) { }

    /// Breaks whatever was open.
    void lead(Cluster *cluster)
    {
        m_cluster = cluster;
        ++m_generation;
        for (Line *line : m_lines) {
            line->way.reset();
            m_clock.post(line->scope.bind([closed = line->closed] { closed(reset()); }));
        }
    }
    /// Nobody may know which cluster it is.
    void hideIdentity() { m_hidesIdentity = true; }
    /// The cluster refuses all from now on.
    void forbid()
    {
        m_forbids = true;
        lead(m_cluster);
    }
    void send(api::RequestPtr request, client::ResponseCallback callback) override
    {
        m_clock.post([this, request, callback = std::move(callback), generation = m_generation] {
            if (!m_cluster || generation != m_generation)
                return callback(tl::unexpected(reset()));
            if (m_forbids || (m_hidesIdentity && request->path == "/api/v1/namespaces/kube-system"))
                return callback(forbidden());
            if (!client::onlyReads(request->method))
                m_cluster->writes.push_back(request->path);
            callback(m_cluster->server->answer(*request));
        });
    }
    std::unique_ptr<api::Watch> watch(api::Request request, api::WatchSink sink) override
    {
        auto line = std::make_unique<Line>(*this, sink.closed);
        auto way = m_cluster && !m_forbids
            ? m_cluster->server->watch(request, std::move(sink))
            : tl::make_unexpected(m_cluster ? forbidden() : api::Response {.code = 0});
        if (way)
            line->way = std::move(*way);
        else
            m_clock.post(line->scope.bind([closed = line->closed, response = way.error()] {
                closed(response.code == 0 ? reset() : api::errorOf(response.code, response.body.get()));
            }));
        return line;
    }

private:
    struct Line : api::Watch {
        Line(Address &address, std::function<void(std::optional<base::Error>)> ended)
            : owner(address)
            , closed(std::move(ended))
        {
            owner.m_lines.insert(this);
        }
        ~Line() override { owner.m_lines.erase(this); }

        Address &owner;
        std::function<void(std::optional<base::Error>)> closed;
        std::unique_ptr<api::Watch> way;
        base::Scope scope;
    };

    base::Clock &m_clock;
    Cluster *m_cluster = nullptr;
    bool m_forbids = false;
    bool m_hidesIdentity = false;
    int m_generation = 0;
    std::set<Line *> m_lines;
};

struct Bench {
    base::Clock clock {api::parseTime("2026-11-20T00:00:00Z").value()};
    Cluster first {clock, 7, 3};
    Cluster second {clock, 8, 5};
    Address address {clock};
    std::unique_ptr<Engine> engine;
    std::optional<Status> status;
    std::set<std::string> shown; ///< machines, as the window is told
    std::set<std::string> recorded; ///< machines that the timeline of the window tells of
    std::set<std::string> ended; ///< those whose end it tells
    int resets = 0;

    explicit Bench(bool isReadOnly = false, const QString &timelineFile = {})
    {
        address.lead(&first);
        enter(isReadOnly, timelineFile);
    }
    /// A program starts that keeps its timelines there.
    void enter(bool isReadOnly, const QString &timelineFile)
    {
        engine.reset();
        status.reset();
        EngineOptions options {.clock = clock, .transport = address};
        options.mode = Mode::External;
        options.contextName = "prod";
        options.server = "https://prod:6443";
        options.readOnly = isReadOnly;
        options.timelinePath = timelineFile.toStdString();
        options.controllers = controllers;
        engine = std::make_unique<Engine>(std::move(options));
        QObject::connect(engine.get(), &Engine::changed, engine.get(), [this](const auto &changes) {
            if (changes->reset) {
                ++resets;
                shown.clear();
                recorded.clear();
                ended.clear();
            }
            for (const timeline::Fact &fact : changes->facts) {
                if (fact.kind == timeline::FactKind::MachinePhase)
                    (fact.to.empty() ? ended : recorded).insert(fact.object.name);
            }
            for (const auto &machine : changes->template of<api::Machine>().upserts)
                shown.insert(machine->metadata.name);
            for (const auto &key : changes->template of<api::Machine>().removed)
                shown.erase(key.name);
            if (changes->status)
                status = changes->status;
            engine->acknowledge();
        });
        engine->start();
        clock.advance(1min);
        if (!QTest::qWaitFor([this] { return status.has_value(); }))
            qFatal("nothing is told");
    }
    ~Bench() { engine.reset(); }
    Bench(const Bench &) = delete;
    Bench &operator=(const Bench &) = delete;

    std::vector<std::string> running() const
    {
        std::vector<std::string> names;
        for (const ControllerState &state : status->controllers) {
            if (state.running)
                names.push_back(state.name);
        }
        return names;
    }
    base::Result<std::string> carryOut(const Command &command)
    {
        base::Result<std::string> result = base::fail(base::ErrorKind::Transient, "no outcome");
        const auto listening =
            QObject::connect(engine.get(), &Engine::commandDone, [&](const CommandOutcome &outcome) {
                result = outcome.result.map([](const api::Saying &said) { return said.text; });
            });
        engine->submit(1, command);
        clock.advance(10s);
        QObject::disconnect(listening);
        return result;
    }
};

} // namespace

class TestIdentity : public QObject
{
    Q_OBJECT

private slots:
    /// X14, X1: the same cluster comes back.
    void theSameClusterIsWrittenToByItself()
    {
        Bench bench;
        QCOMPARE(bench.first.machines().size(), 3U);
        QCOMPARE(bench.first.nodes().size(), 4U); // and the host
        for (int round = 0; round < 5; ++round) {
            bench.address.lead(nullptr);
            bench.first.scale(4 + round);
            bench.clock.advance(round * 7s);
            const auto before = bench.first.writes.size();
            bench.address.lead(&bench.first);
            QCOMPARE(bench.first.writes.size(), before);
            bench.clock.advance(20s); // longer than the lease that may have been lost
            QCOMPARE(bench.first.machines().size(), static_cast<std::size_t>(4 + round));
        }
        QTRY_VERIFY(!bench.status->otherCluster);
        QCOMPARE(bench.resets, 1);
    }

    /// docs/window.md W36: what leases that ran out have read anew is lost all the same.
    void whoIsAwayForLongIsLostUntilTheyAreBack()
    {
        Bench bench;
        bench.address.lead(nullptr);
        bench.clock.advance(5s);
        QTRY_VERIFY(bench.status->connection == Connection::Reconnecting);
        const auto since = bench.status->liveUntil;
        QVERIFY(since);
        for (int round = 0; round < 6; ++round) {
            bench.clock.advance(10s);
            QTest::qWait(0);
            QVERIFY(bench.status->connection == Connection::Reconnecting);
            QVERIFY(bench.status->liveUntil == since);
        }
        bench.address.lead(&bench.first);
        bench.clock.advance(20s);
        QTRY_VERIFY(bench.status->connection == Connection::Live);
        QCOMPARE(bench.resets, 1);
    }

    /// docs/window.md W24: of times that nobody watched the next run does not tell as if they were known.
    void laterRunsKnowWhenNobodyWatched()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("timeline.db"));
        Bench bench(false, file);
        QVERIFY(bench.status->gaps.empty());
        bench.address.lead(nullptr);
        bench.clock.advance(5s);
        QTRY_VERIFY(bench.status->liveUntil);
        const api::Time lost = *bench.status->liveUntil;
        bench.clock.advance(3min);
        bench.address.lead(&bench.first);
        bench.clock.advance(60s);
        QTRY_VERIFY(!bench.status->liveUntil);
        QVERIFY(bench.status->gaps.empty()); // this run tells of its own losses itself
        bench.clock.advance(5min);
        bool isStopped = false;
        bench.engine->stop([&] { isStopped = true; });
        while (!isStopped)
            bench.clock.advance(1s);
        const api::Time stopped = bench.clock.now();
        bench.engine.reset();
        bench.clock.advance(20min);

        bench.enter(false, file);
        QCOMPARE(bench.status->gaps.size(), 2U);
        const timeline::Gap outage = bench.status->gaps[0];
        const timeline::Gap absence = bench.status->gaps[1];
        QVERIFY(outage.begin == lost && outage.end > lost + 3min && outage.end < lost + 5min);
        QVERIFY(absence.begin > stopped - 10s && absence.begin <= stopped);
        QVERIFY(absence.end >= stopped + 20min && absence.end < stopped + 21min);

        bench.enter(false, file); // at once, after a kill
        QVERIFY(bench.status->gaps.size() >= 2U && bench.status->gaps[1] == absence);
    }

    void whoMayReadNothingAnyMoreIsNotLive()
    {
        Bench bench;
        QTRY_COMPARE(bench.running().size(), controllers.size());
        bench.address.forbid();
        bench.clock.advance(2min); // longer than the leases
        QTRY_VERIFY(bench.status->connection == Connection::Failed);
        QVERIFY(!bench.status->connectionNote.empty());
    }

    void nothingIsWrittenToAnotherCluster_data()
    {
        QTest::addColumn<base::Duration>("away");
        QTest::newRow("X14: at once") << base::Duration(0s);
        QTest::newRow("X14: within the leases") << base::Duration(3s);
        QTest::newRow("X14: after a minute") << base::Duration(1min);
    }
    void nothingIsWrittenToAnotherCluster()
    {
        QFETCH(base::Duration, away);
        Bench bench;
        QTRY_COMPARE(bench.running().size(), controllers.size());
        bench.address.lead(away > 0s ? nullptr : &bench.second);
        bench.clock.advance(away);
        bench.address.lead(&bench.second);
        bench.clock.advance(30min);
        QVERIFY2(bench.second.writes.empty(),
            bench.second.writes.empty() ? "" : bench.second.writes.front().c_str());
        QTRY_VERIFY(bench.status->otherCluster && bench.running().empty());
        QVERIFY(bench.status->otherCluster->first != bench.status->otherCluster->present);
        QVERIFY(bench.status->locked);
        QCOMPARE(bench.status->connectionNote.text, std::string("another cluster answers than at first"));

        for (const Command &command : {Command(SwitchController {"machine", true}),
                 Command(Scale {{&api::resourceOf<api::MachineSet>(), {"default", "workers"}}, 1}),
                 Command(InstallPrerequisites {})})
            QCOMPARE(bench.carryOut(command).error().kind, base::ErrorKind::Forbidden);
        bench.address.lead(&bench.first); // a door that swings
        bench.clock.advance(5min);
        bench.address.lead(&bench.second);
        bench.clock.advance(5min);
        bool isStopped = false;
        bench.engine->stop([&] { isStopped = true; });
        bench.clock.advance(5s);
        QVERIFY(isStopped);
        QVERIFY(bench.second.writes.empty());
    }

    /// X14
    void whoGoesOnTakesNothingAlong()
    {
        Bench bench;
        const auto old = bench.first.machines();
        const auto before = bench.first.writes.size();
        bench.address.lead(&bench.second);
        bench.clock.advance(1min);
        QCOMPARE(bench.carryOut(SetLocked {false}).value(),
            std::string("Going on with the cluster that answers at https://prod:6443 now, locked"));
        bench.clock.advance(10min);
        QVERIFY(bench.second.writes.empty());
        QTRY_COMPARE(bench.resets, 2);
        QTRY_VERIFY(!bench.status->otherCluster && bench.status->locked);
        QVERIFY(bench.shown.empty());
        QCOMPARE(
            bench.carryOut(SwitchController {"machineset", true}).error().kind, base::ErrorKind::Forbidden);

        QCOMPARE(bench.carryOut(SetLocked {false}).value(), std::string("Unlocked prod (https://prod:6443)"));
        for (const std::string &name : controllers)
            QVERIFY(bench.carryOut(SwitchController {name, true}));
        bench.clock.advance(1min);
        QCOMPARE(bench.second.machines().size(), 5U);
        QCOMPARE(bench.second.nodes().size(), 6U);
        QTRY_VERIFY(bench.shown == bench.second.machines());
        for (const std::string &name : old)
            QVERIFY(!bench.second.machines().contains(name) && !bench.second.nodes().contains(name));
        QCOMPARE(bench.first.writes.size(), before);
    }

    /// X14: a cluster was deleted, and another one made at its address; then the first one is back.
    void eachClusterHasAHistoryOfItsOwn()
    {
        const QTemporaryDir home;
        const QString file = home.filePath(QStringLiteral("timeline.db"));
        Bench bench(false, file);
        const auto old = bench.first.machines();
        QTRY_VERIFY(bench.recorded == old);

        bench.address.lead(&bench.second);
        bench.enter(false, file);
        QCOMPARE(bench.second.machines().size(), 5U);
        QTRY_VERIFY(bench.recorded == bench.second.machines());
        QVERIFY(bench.ended.empty());

        bench.first.scale(2);
        bench.address.lead(&bench.first);
        bench.enter(false, file);
        bench.clock.advance(5min);
        QTRY_VERIFY(bench.recorded == old); // what was, and what has ended since
        QTRY_COMPARE(bench.ended.size(), 1U);
        QVERIFY(std::ranges::includes(old, bench.ended));
        QVERIFY(!QFile::exists(file));
    }

    /// X14: not even what was seen before it was known that it is another one.
    void whatAnotherClusterShowsIsNotOfTheFirst()
    {
        const QTemporaryDir home;
        const QString file = home.filePath(QStringLiteral("timeline.db"));
        Bench bench(false, file);
        const auto old = bench.first.machines();
        QTRY_VERIFY(bench.recorded == old);
        bench.address.lead(&bench.second);
        bench.clock.advance(1min);
        QTRY_VERIFY(bench.status->otherCluster);
        QVERIFY(bench.recorded == old && bench.ended.empty());

        QVERIFY(bench.carryOut(SetLocked {false}));
        QTRY_COMPARE(bench.resets, 2);
        QTRY_VERIFY(!bench.status->otherCluster);
        QVERIFY(bench.recorded.empty() && bench.ended.empty());

        bench.address.lead(&bench.first);
        bench.enter(true, file);
        QTRY_VERIFY(bench.recorded == old);
        QVERIFY(bench.ended.empty());
    }

    void whoseUidCantBeReadGoesOnByTheAddress()
    {
        const QTemporaryDir home;
        const QString file = home.filePath(QStringLiteral("timeline.db"));
        Bench bench;
        bench.address.hideIdentity();
        bench.enter(false, file);
        const auto old = bench.first.machines();
        QTRY_VERIFY(bench.recorded == old);
        bench.address.lead(&bench.second);
        bench.enter(false, file);
        QTRY_VERIFY(bench.ended == old);
        QCOMPARE(QDir(home.path()).entryList({QStringLiteral("timeline*.db")}, QDir::Files),
            QStringList {QStringLiteral("timeline.db")});
    }

    /// Clusters come and go; who opens one still has its timeline, although nothing was new in it for long.
    void timelinesThatNobodyOpensAreNotKept()
    {
        const QTemporaryDir home;
        const auto write = [&](const QString &name, std::chrono::days age) {
            const std::string path = home.filePath(name).toStdString();
            std::ofstream(path).put('x');
            std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now() - age);
        };
        const auto names = [&] { return QDir(home.path()).entryList(QDir::Files); };
        write(QStringLiteral("approved-files.json"), std::chrono::days(1000));
        for (const char *suffix : {"", "-shm", "-wal"})
            write(QStringLiteral("timeline-old.db%1").arg(QLatin1String(suffix)), std::chrono::days(91));
        write(QStringLiteral("timeline-recent.db"), std::chrono::days(89));
        write(QStringLiteral("timeline-killed.db"), std::chrono::days(91));
        write(QStringLiteral("timeline-killed.db-wal"), std::chrono::days(89));
        write(QStringLiteral("timeline-old.db.damaged"), std::chrono::days(91)); // which was told

        Bench bench(false, home.filePath(QStringLiteral("timeline-a.db")));
        QTRY_VERIFY(bench.recorded == bench.first.machines());
        bench.engine.reset();
        const QStringList own =
            names().filter(QRegularExpression(QStringLiteral("^timeline-a-[0-9a-f]{16}\\.db$")));
        QCOMPARE(own.size(), 1);
        QCOMPARE(names().filter(QRegularExpression(QStringLiteral("^(?!timeline-a-)"))),
            (QStringList {QStringLiteral("approved-files.json"), QStringLiteral("timeline-killed.db"),
                QStringLiteral("timeline-killed.db-wal"), QStringLiteral("timeline-old.db.damaged"),
                QStringLiteral("timeline-recent.db")}));

        std::filesystem::last_write_time(home.filePath(own.first()).toStdString(),
            std::filesystem::file_time_type::clock::now() - std::chrono::days(91));
        bench.enter(true, home.filePath(QStringLiteral("timeline-a.db")));
        QTRY_VERIFY(bench.recorded == bench.first.machines());
        QVERIFY(names().contains(own.first()));
    }

    /// X14: whose writes were under way when it happened.
    void aScenarioEndsThere()
    {
        Bench bench;
        const auto script = scenario::parseScenario(
            "name: n\nsteps:\n- wait: 2s\n- scale: {machineSet: workers, replicas: 9}\n- wait: 1h\n");
        QVERIFY(script.has_value());
        std::optional<scenario::ScenarioReport> report;
        bench.engine->runScenario(
            *script, {}, [&](const scenario::ScenarioReport &ended) { report = ended; });
        bench.clock.advance(1s);
        bench.address.lead(&bench.second);
        bench.clock.advance(1min);
        QVERIFY(report && !report->isOk());
        QVERIFY2(report->failure().text.find("another cluster") != std::string::npos,
            report->failure().text.c_str());
        QVERIFY(bench.second.writes.empty());
    }

    void readOnlyMayGoOnToo()
    {
        Bench bench(true);
        bench.address.lead(&bench.second);
        bench.clock.advance(1min);
        QTRY_VERIFY(bench.status->otherCluster);
        QVERIFY(bench.carryOut(SetLocked {false}));
        QTRY_VERIFY(!bench.status->otherCluster && bench.status->readOnly);
        QVERIFY(!bench.carryOut(SetLocked {false}));
        QVERIFY(bench.second.writes.empty());
    }
};

QTEST_GUILESS_MAIN(TestIdentity)
#include "tst_identity.moc"
