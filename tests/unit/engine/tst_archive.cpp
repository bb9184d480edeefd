// SPDX-License-Identifier: GPL-3.0-or-later
// Every second of a lab's past is given back as it was, across restarts of the engine: against what the
// stores held then. And what two seconds differ in is told.
#include "core/client/localtransport.h"
#include "core/engine/comparison.h"
#include "core/engine/engine.h"
#include "core/lab/apiserver.h"
#include "tests/unit/dice.h"

#include <QTemporaryDir>
#include <QTest>

using namespace core;
using namespace std::chrono_literals;
using engine::Moment;
using engine::MomentPtr;
using engine::ObjectDifference;

namespace {

/// A lab on a clock that is moved by hand, and the engine that runs on it.
class Lab
{
public:
    explicit Lab(std::string pastPath, bool readOnly = false)
        : m_pastPath(std::move(pastPath))
        , m_readOnly(readOnly)
    {
        m_server = *lab::ApiServer::create({m_clock, 1, ":memory:"});
        m_transport = std::make_unique<client::LocalTransport>(m_clock, m_server->localServer());
    }

    void start()
    {
        engine::EngineOptions options {.clock = m_clock, .transport = *m_transport};
        options.controllers = engine::Engine::allControllers();
        options.createDefaultLab = !m_readOnly;
        options.readOnly = m_readOnly;
        options.pastPath = m_pastPath;
        m_engine = std::make_unique<engine::Engine>(std::move(options));
        QObject::connect(
            m_engine.get(), &engine::Engine::changed, [this](const engine::ChangeSetPtr &changes) {
                if (changes->status)
                    status = *changes->status;
                m_engine->acknowledge();
            });
        QObject::connect(m_engine.get(), &engine::Engine::commandDone,
            [this](const engine::CommandOutcome &outcome) { m_last = outcome; });
        m_engine->start();
    }
    /// The program is killed, or says goodbye.
    void stop(bool inOrder)
    {
        bool done = !inOrder;
        if (inOrder)
            m_engine->stop([&] { done = true; });
        m_clock.advance(3s);
        QVERIFY(done);
        m_engine.reset();
    }

    void submit(const engine::Command &command) { m_engine->submit(++m_commands, command); }
    void advance(base::Duration duration) { m_clock.advance(duration); }
    api::Time now() const { return m_clock.now(); }
    const scenario::ScenarioView &view() const { return m_engine->scenarioView(); }

    base::Result<MomentPtr> seek(api::Time at)
    {
        m_last.reset();
        submit(engine::SeekMoment {at});
        if (!QTest::qWaitFor([this] { return m_last && m_last->id == m_commands; }))
            return base::fail(base::ErrorKind::Transient, "no answer");
        return m_last->result ? base::Result<MomentPtr>(m_last->moment)
                              : tl::unexpected(m_last->result.error());
    }

    /// What the stores hold.
    Moment present() const
    {
        Moment moment;
        moment.at = now();
        moment.objects.of<api::Machine>() = view().machines.list();
        moment.objects.of<api::Node>() = view().nodes.list();
        moment.objects.of<api::MachineSet>() = view().machineSets.list();
        moment.objects.of<api::MachineHealthCheck>() = view().healthChecks.list();
        return moment;
    }

    engine::Status status;

private:
    std::string m_pastPath;
    bool m_readOnly;
    base::Clock m_clock {api::parseTime("2026-11-20T10:00:00Z").value()};
    std::unique_ptr<lab::ApiServer> m_server;
    std::unique_ptr<client::LocalTransport> m_transport;
    std::unique_ptr<engine::Engine> m_engine;
    std::uint64_t m_commands = 0;
    std::optional<engine::CommandOutcome> m_last;
};

/// Events are no part of the stores that are looked at.
std::string differences(const Moment &one, const Moment &other)
{
    std::string words;
    for (const ObjectDifference &difference : engine::differencesBetween(one, other)) {
        if (difference.object.resource->kind == "Event")
            continue;
        words += difference.object.resource->kind + " " + difference.object.key.text();
        for (const auto &field : difference.fields)
            words += " " + field.field + ": " + field.before + " -> " + field.after;
        words += "\n";
    }
    return words;
}

void disturb(Lab &lab, Dice &dice)
{
    const auto nodes = lab.view().nodes.list();
    if (dice.oneIn(5) && !nodes.empty())
        lab.submit(engine::BreakNodes {{nodes[dice.below(nodes.size())]->metadata.name}, "not-ready for 7s"});
    if (dice.oneIn(15))
        lab.submit(engine::Scale {
            {&api::resourceOf<api::MachineSet>(), {"default", "workers"}}, static_cast<int>(dice.below(8))});
}

} // namespace

class TestArchive : public QObject
{
    Q_OBJECT

private slots:
    void everySecondIsGivenBack();
    void eventsAreGivenBack();
    void aNodesHeartbeatsAreNoVersion();
    void nothingIsKeptWhereNobodyAsks();
    void aSetThatIsScaledDiffers();
};

void TestArchive::everySecondIsGivenBack()
{
    Dice dice;
    const QTemporaryDir directory;
    Lab lab(directory.filePath(QStringLiteral("history.db")).toStdString());
    std::map<api::Time, Moment> states;
    std::optional<api::Time> gap;
    for (int run = 0; run < 3; ++run) {
        lab.start();
        lab.advance(run == 0 ? 1s : 0s);
        for (int second = 0; second < 60; ++second) {
            lab.advance(500ms);
            disturb(lab, dice);
            lab.advance(500ms); // all that is due by the second has happened
            states[lab.now()] = lab.present();
            if (dice.oneIn(10)) {
                const auto known =
                    std::next(states.begin(), static_cast<std::ptrdiff_t>(dice.below(states.size())));
                const auto moment = lab.seek(known->first + 400ms);
                QVERIFY2(moment.has_value(), moment ? "" : moment.error().message.c_str());
                const std::string words = differences(known->second, **moment);
                QVERIFY2(words.empty(),
                    (dice.seedText().toStdString() + " at " + api::formatTime(known->first) + "\n" + words)
                        .c_str());
            }
            if (second % 20 == 0)
                QTest::qWait(1); // timers of real time have their turn
        }
        const bool isLast = run == 2;
        if (!isLast) {
            lab.stop(true);
            gap = lab.now();
            lab.advance(100s);
        }
    }
    for (const auto &[at, state] : states) {
        const auto moment = lab.seek(at);
        QVERIFY2(moment.has_value(), moment ? "" : moment.error().message.c_str());
        QCOMPARE((*moment)->at, at);
        const std::string words = differences(state, **moment);
        QVERIFY2(words.empty(),
            (dice.seedText().toStdString() + " at " + api::formatTime(at) + "\n" + words).c_str());
        QVERIFY(!(*moment)->gap);
    }
    const auto inGap = lab.seek(*gap + 50s);
    QVERIFY(inGap && (*inGap)->gap);
    QTRY_VERIFY(lab.status.pastSince);
    const auto before = lab.seek(*lab.status.pastSince - 1h);
    QVERIFY(before && (*before)->at == *lab.status.pastSince);
}

void TestArchive::eventsAreGivenBack()
{
    Lab lab(":memory:");
    lab.start();
    lab.advance(20s);
    const api::Time before = lab.now();
    lab.submit(engine::BreakNodes {{lab.view().nodes.list().back()->metadata.name}, "not-ready"});
    lab.advance(60s);
    const auto then = lab.seek(before).value();
    const auto now = lab.seek(lab.now()).value();
    QVERIFY(!then->of<api::Event>().empty());
    QVERIFY(now->of<api::Event>().size() > then->of<api::Event>().size());
}

/// A quiet lab grows by nothing.
void TestArchive::aNodesHeartbeatsAreNoVersion()
{
    Lab lab(":memory:");
    lab.start();
    lab.advance(60s);
    const auto held = lab.view().nodes.list(); // as a window does: what is held is not changed where it lies
    const auto before = lab.seek(lab.now()).value();
    lab.advance(10min);
    const auto after = lab.seek(lab.now()).value();
    for (std::size_t i = 0; i < held.size(); ++i) {
        QCOMPARE(after->of<api::Node>().at(i), before->of<api::Node>().at(i)); // the same version
        QVERIFY(lab.view().nodes.list().at(i)->metadata.resourceVersion != held[i]->metadata.resourceVersion);
    }
}

void TestArchive::nothingIsKeptWhereNobodyAsks()
{
    Lab lab("");
    lab.start();
    lab.advance(5s);
    QCOMPARE(lab.seek(lab.now()).error().kind, base::ErrorKind::NotFound);
    QTRY_VERIFY(lab.status.mode);
    QVERIFY(!lab.status.pastSince);
}

void TestArchive::aSetThatIsScaledDiffers()
{
    Lab lab(":memory:");
    lab.start();
    lab.advance(60s);
    const auto before = lab.seek(lab.now()).value();
    lab.submit(engine::Scale {{&api::resourceOf<api::MachineSet>(), {"default", "workers"}}, 4});
    lab.advance(60s);
    const auto after = lab.seek(lab.now()).value();
    std::map<std::string, int> created;
    bool isScaled = false;
    for (const ObjectDifference &difference : engine::differencesBetween(*before, *after)) {
        if (difference.what == ObjectDifference::What::Created)
            ++created[difference.object.resource->kind];
        QVERIFY(difference.what != ObjectDifference::What::Deleted);
        for (const auto &field : difference.fields)
            isScaled = isScaled || field == engine::FieldDifference {"spec.replicas", "3", "4"};
    }
    QCOMPARE(created["Machine"], 1);
    QCOMPARE(created["Node"], 1);
    QVERIFY(isScaled);
    QVERIFY(engine::differencesBetween(*after, *after).empty());
}

QTEST_GUILESS_MAIN(TestArchive)
#include "tst_archive.moc"
