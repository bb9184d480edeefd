// SPDX-License-Identifier: GPL-3.0-or-later
// What happens next to each machine, as it reaches the window: said of those that are not well, of nobody
// else; and what is said comes true, at the time that is said.
#include "core/engine/pastoutlook.h"
#include "tests/unit/engine/defaultlab.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <set>

using namespace core;
using namespace std::chrono_literals;
using engine::Outlook;

namespace {

/// The default lab with that many machines, and a window that takes in every ChangeSet.
class Stage : public DefaultLab
{
public:
    explicit Stage(std::int64_t machines = 3, const std::set<std::string> &off = {}) : DefaultLab(off)
    {
        QObject::connect(
            m_engine.get(), &engine::Engine::changed, [this](const engine::ChangeSetPtr &changes) {
                if (changes->outlooks)
                    outlooks = *changes->outlooks;
                if (changes->inspection) {
                    silence = changes->inspection->silence;
                    ++inspections;
                }
                m_engine->acknowledge();
            });
        start();
        if (machines != 3)
            submit(engine::Scale {{&api::resourceOf<api::MachineSet>(), {"default", "workers"}}, machines});
        m_clock.advance(30s);
    }

    void submit(const engine::Command &command) { m_engine->submit(++m_commands, command); }
    void breakNode(const std::string &node, const std::string &fault = "not-ready")
    {
        submit(engine::BreakNodes {{node}, fault});
        m_clock.advance(1s);
    }
    api::Time now() const { return m_clock.now(); }

    const scenario::ScenarioView &view() const { return m_engine->scenarioView(); }
    std::vector<std::shared_ptr<const api::Machine>> machines() const { return view().machines.list(); }
    std::shared_ptr<const api::Machine> machine(const std::string &name) const
    {
        return m_engine->scenarioView().machines.find({"default", name});
    }
    const Outlook *outlook(const std::string &machine) const
    {
        const auto found = std::ranges::find(
            outlooks, machine, [](const Outlook &outlook) { return outlook.machine.key.name; });
        return found == outlooks.end() ? nullptr : &*found;
    }
    std::string text(const std::string &machine) const
    {
        const Outlook *found = outlook(machine);
        return found ? found->says.text : std::string();
    }

    std::vector<Outlook> outlooks;
    std::optional<engine::Silence> silence; ///< of what is inspected
    int inspections = 0; ///< told so far

private:
    std::uint64_t m_commands = 0;
};

const std::string replaced = "replaced {when} by health check workers";
const std::string replacedLater = "replaced once others have come up";
const std::string replacedNow = "replaced now by health check workers";

} // namespace

class TestOutlooks : public QObject
{
    Q_OBJECT

private slots:
    void whatIsWellHasNone();
    void aFailedMachineIsReplaced();
    void aShortFaultIsOverBeforeTheCheckActs();
    void aFaultThatIsYetToComeEndsNothing();
    void ofSeveralChecksTheFirstToActCounts();
    void withoutTheControllerItStays();
    void tooManyStay();
    void whatBootsSaysUntilWhen();
    void whatIsDeletedSaysWhatItWaitsFor();
    void aSilentNodeBecomesUnknownWhenItIsSaid();
    void whatWasSaidIsFoundAgainInThePast();
    void whatIsSaidComesTrue_data();
    void whatIsSaidComesTrue();
};

void TestOutlooks::whatIsWellHasNone()
{
    Stage stage;
    stage.breakNode(stage.machines().front()->status.nodeRef->name, "not-ready for 3s");
    QTRY_COMPARE(stage.outlooks.size(), std::size_t(1));
    stage.advance(10s);
    QTRY_COMPARE(stage.outlooks.size(), std::size_t(0));
}

void TestOutlooks::aFailedMachineIsReplaced()
{
    Stage stage;
    const auto victim = stage.machines().front();
    stage.breakNode(victim->status.nodeRef->name);
    QTRY_COMPARE(QString::fromStdString(stage.text(victim->metadata.name)), QString::fromStdString(replaced));
    QVERIFY(stage.outlook(victim->metadata.name)->due);
    QCOMPARE(stage.outlook(victim->metadata.name)->course, Outlook::Course::Replaced);
}

void TestOutlooks::aShortFaultIsOverBeforeTheCheckActs()
{
    Stage stage;
    const std::string victim = stage.machines().front()->metadata.name;
    stage.breakNode(stage.machines().front()->status.nodeRef->name, "not-ready for 5s");
    QTRY_COMPARE(QString::fromStdString(stage.text(victim)),
        QStringLiteral("comes back {when}, before health check workers acts"));
    const Outlook said = *stage.outlook(victim);
    QCOMPARE(said.course, Outlook::Course::Unforeseen);
    QVERIFY(said.due && *said.due > stage.now() && *said.due <= stage.now() + 5s);
    stage.advance(6s);
    QTRY_COMPARE(stage.outlooks.size(), std::size_t(0));
    QVERIFY(stage.machine(victim));
}

void TestOutlooks::aFaultThatIsYetToComeEndsNothing()
{
    Stage stage;
    const auto victim = stage.machines().front();
    stage.breakNode(victim->status.nodeRef->name);
    QTRY_COMPARE(QString::fromStdString(stage.text(victim->metadata.name)), QString::fromStdString(replaced));
    const auto foretoldWith = [&](const std::string &fault) {
        engine::Moment moment {.at = stage.now()};
        moment.objects.of<api::Machine>() = stage.machines();
        moment.objects.of<api::MachineHealthCheck>() = stage.view().healthChecks.list();
        for (const auto &node : stage.view().nodes.list()) {
            auto told = std::make_shared<api::Node>(*node);
            if (node->metadata.name == victim->status.nodeRef->name)
                told->metadata.annotations.insert_or_assign(std::string(api::keys::fault), fault);
            moment.objects.of<api::Node>().push_back(std::move(told));
        }
        return engine::outlookAt(moment, true);
    };
    const api::Time end = api::truncatedToSeconds(stage.now()) + 2s;
    const std::string until = " until " + api::formatTime(end);
    const auto now = foretoldWith("not-ready" + until);
    QCOMPARE(now->outlooks().size(), std::size_t(1));
    QCOMPARE(QString::fromStdString(now->outlooks().front().says.text),
        QStringLiteral("comes back {when}, before health check workers acts"));
    const api::ResourceRef machine = now->outlooks().front().machine;
    QVERIFY(now->judgementOn(machine)->nextCheck == end);
    const auto later = foretoldWith("not-ready from " + api::formatTime(end - 1s) + until);
    QCOMPARE(later->outlooks().size(), std::size_t(1));
    QCOMPARE(later->outlooks().front().says.text, replaced);
}

void TestOutlooks::ofSeveralChecksTheFirstToActCounts()
{
    Stage stage;
    const auto victim = stage.machines().front();
    stage.breakNode(victim->status.nodeRef->name);
    QTRY_COMPARE(stage.outlooks.size(), std::size_t(1));
    engine::Moment moment {.at = stage.now()};
    moment.objects.of<api::Machine>() = stage.machines();
    const api::Time end = api::truncatedToSeconds(stage.now()) + 30s;
    for (const auto &node : stage.view().nodes.list()) {
        auto told = std::make_shared<api::Node>(*node);
        if (node->metadata.name == victim->status.nodeRef->name)
            told->metadata.annotations.insert_or_assign(
                std::string(api::keys::fault), "not-ready until " + api::formatTime(end));
        moment.objects.of<api::Node>().push_back(std::move(told));
    }
    const auto usual = stage.view().healthChecks.list().front();
    auto patient = std::make_shared<api::MachineHealthCheck>(*usual);
    patient->metadata.name = "a-patient-one"; // the first by its name
    for (auto &condition : patient->spec.unhealthyConditions)
        condition.timeout = api::GoDuration {300s};
    moment.objects.of<api::MachineHealthCheck>() = {patient, usual};
    const auto both = engine::outlookAt(moment, true);
    QCOMPARE(both->outlooks().size(), std::size_t(1));
    QCOMPARE(QString::fromStdString(both->outlooks().front().says.text), QString::fromStdString(replaced));
    moment.objects.of<api::MachineHealthCheck>() = {patient};
    const auto alone = engine::outlookAt(moment, true);
    QCOMPARE(QString::fromStdString(alone->outlooks().front().says.text),
        QStringLiteral("comes back {when}, before health check a-patient-one acts"));
}

// W72
void TestOutlooks::aSilentNodeBecomesUnknownWhenItIsSaid()
{
    Stage stage;
    const auto victim = stage.machines().front();
    const std::string node = victim->status.nodeRef->name;
    stage.submit(engine::Inspect {{{&api::resourceOf<api::Machine>(), victim->key()}}});
    stage.advance(1s);
    QTRY_VERIFY(stage.inspections > 0);
    QVERIFY(!stage.silence); // it is heard of
    stage.breakNode(node, "silent");
    stage.advance(20s);
    QTRY_VERIFY(stage.silence);
    const engine::Silence said = *stage.silence;
    QCOMPARE(said.node, node);
    QVERIFY(said.lastSeen <= stage.now() - 15s && said.unknownAt > stage.now());
    QCOMPARE(said.then.size(), std::size_t(1));
    QVERIFY2(said.then.front().text.find("Health check workers") == 0, said.then.front().text.c_str());
    const auto ready = [&] { return std::string(stage.view().nodes.find({{}, node})->readyStatus()); };
    stage.advance(said.unknownAt - stage.now() - 1ms);
    QCOMPARE(ready(), std::string("True"));
    stage.advance(1s);
    QTRY_COMPARE(ready(), std::string("Unknown"));
    QTRY_VERIFY(!stage.silence);
}

void TestOutlooks::whatWasSaidIsFoundAgainInThePast()
{
    Stage stage;
    stage.breakNode(stage.machines().front()->status.nodeRef->name);
    QTRY_COMPARE(stage.outlooks.size(), std::size_t(1));
    engine::Moment moment {.at = stage.now()};
    moment.objects.of<api::Machine>() = stage.machines();
    moment.objects.of<api::Node>() = stage.view().nodes.list();
    moment.objects.of<api::MachineSet>() = stage.view().machineSets.list();
    moment.objects.of<api::MachineHealthCheck>() = stage.view().healthChecks.list();
    const auto past = engine::outlookAt(moment, true);
    QVERIFY(past);
    QVERIFY(past->outlooks() == stage.outlooks);
    const api::ResourceRef check {
        &api::resourceOf<api::MachineHealthCheck>(), moment.of<api::MachineHealthCheck>().front()->key()};
    const auto whole = *past->judgementOn(check);
    QCOMPARE(whole.verdicts->unhealthy(), std::int64_t(1));
    QCOMPARE(whole.verdicts->machines.size(), std::size_t(3));
    QVERIFY(whole.checks.empty());
    const api::ResourceRef machine = stage.outlooks.front().machine;
    const auto alone = *past->judgementOn(machine);
    QCOMPARE(alone.checks.size(), std::size_t(1));
    QCOMPARE(alone.checks.front().machines.size(), std::size_t(1));
    QCOMPARE(alone.checks.front().machines.front().machine, machine.key);
    const api::ResourceRef node {
        &api::resourceOf<api::Node>(), {{}, stage.machine(machine.key.name)->status.nodeRef->name}};
    const auto ofNode = *past->judgementOn(node); // is that of its machine
    QVERIFY(ofNode.checks == alone.checks);
    QVERIFY(!past->judgementOn({&api::resourceOf<api::mcm::MachineSet>(), {"default", "others"}}));
    const api::ResourceRef set {&api::resourceOf<api::MachineSet>(), {"default", "workers"}};
    const auto over = *past->judgementOn(set);
    QCOMPARE(over.checks.size(), std::size_t(1));
    QCOMPARE(over.checks.front().expected, std::int64_t(3));
    QVERIFY(over.checks.front().machines.empty());
    moment.gap = past::Gap {moment.at - 1s, moment.at + 1s};
    QVERIFY(!engine::outlookAt(moment, true));
}

void TestOutlooks::withoutTheControllerItStays()
{
    Stage stage(3, {"healthcheck"});
    const auto victim = stage.machines().front();
    stage.breakNode(victim->status.nodeRef->name);
    QTRY_COMPARE(stage.text(victim->metadata.name),
        std::string("stays unless another program carries out health check workers"));
}

void TestOutlooks::tooManyStay()
{
    Stage stage;
    for (const auto &machine : stage.machines())
        stage.breakNode(machine->status.nodeRef->name);
    stage.advance(1s);
    for (const auto &machine : stage.machines())
        QTRY_COMPARE(stage.text(machine->metadata.name), std::string("stays: 3 of 3 unhealthy, 1 may be"));
    QVERIFY(std::ranges::all_of(
        stage.outlooks, [](const Outlook &outlook) { return outlook.course == Outlook::Course::Stays; }));
}

void TestOutlooks::whatBootsSaysUntilWhen()
{
    Stage stage(3, {"hollow-host"}); // no node ever comes
    const auto all = stage.machines();
    QCOMPARE(all.size(), std::size_t(3));
    for (const auto &machine : all) {
        QTRY_COMPARE(stage.text(machine->metadata.name),
            std::string("boots; replaced {when} if it has no node by then"));
        QVERIFY(stage.outlook(machine->metadata.name)->due > stage.now());
        QCOMPARE(stage.outlook(machine->metadata.name)->course, Outlook::Course::Boots);
    }
}

void TestOutlooks::whatIsDeletedSaysWhatItWaitsFor()
{
    Stage stage;
    const auto victim = stage.machines().front();
    stage.submit(engine::DeleteThing {{&api::resourceOf<api::Machine>(), victim->key()}});
    stage.advance(100ms);
    QVERIFY(stage.machine(victim->metadata.name)); // it takes a while
    QTRY_VERIFY(!stage.text(victim->metadata.name).empty());
    QVERIFY(stage.text(victim->metadata.name) != replaced);
    QCOMPARE(stage.outlook(victim->metadata.name)->course, Outlook::Course::Leaves);
}

void TestOutlooks::whatIsSaidComesTrue_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 100; ++seed)
        QTest::addRow("seed %u", seed) << seed;
}

/// Each seed makes some eight predictions.
void TestOutlooks::whatIsSaidComesTrue()
{
    QFETCH(unsigned, seed);
    std::minstd_rand dice(seed);
    Stage stage(20);
    int predictions = 0;
    for (int round = 0; round < 2; ++round) {
        std::vector<std::shared_ptr<const api::Machine>> victims = stage.machines();
        std::erase_if(victims, [](const auto &machine) { return !machine->status.nodeRef; });
        std::ranges::shuffle(victims, dice);
        victims.resize(std::min<std::size_t>(victims.size(), 2 + dice() % 5));
        const bool silent = dice() % 3 == 0;
        for (const auto &victim : victims) {
            stage.breakNode(victim->status.nodeRef->name, silent ? "silent" : "not-ready");
            stage.advance(std::chrono::milliseconds(dice() % 1500));
        }
        stage.advance(silent ? 45s : 3s); // until they are found out
        for (const auto &victim : victims) {
            const std::string name = victim->metadata.name;
            const auto isSaid = [&] {
                const auto held = stage.machine(name);
                return !held || held->isDeleting() || stage.text(name) == replaced
                    || stage.text(name) == replacedNow || stage.text(name) == replacedLater;
            };
            QVERIFY2(QTest::qWaitFor(isSaid), (name + ": " + stage.text(name)).c_str());
        }
        std::map<std::string, api::Time> dues;
        std::set<std::string> waiting;
        for (const auto &victim : victims) {
            const std::string name = victim->metadata.name;
            const auto held = stage.machine(name);
            if (!held || held->isDeleting())
                continue;
            if (stage.text(name) == replacedLater)
                waiting.insert(name);
            else
                dues[name] = stage.outlook(name)->due.value_or(stage.now());
        }
        for (int step = 0; step < 60 && !dues.empty(); ++step) {
            stage.advance(500ms);
            std::erase_if(dues, [&](const auto &due) {
                const auto held = stage.machine(due.first);
                const bool acted = !held || held->isDeleting();
                const auto off = stage.now() - due.second;
                if (acted && (off < -1s || off > 1500ms))
                    qWarning("%s was replaced %.1f s from what was said", due.first.c_str(),
                        std::chrono::duration<double>(off).count());
                predictions += acted && off >= -1s && off <= 1500ms ? 1 : 0;
                return acted && off >= -1s && off <= 1500ms;
            });
        }
        QVERIFY2(dues.empty(), qPrintable(QStringLiteral("%1 of them: not as said").arg(dues.size())));
        stage.advance(40s); // all are back
        for (const std::string &name : waiting)
            QVERIFY2(!stage.machine(name), (name + " waited for others, and they are up").c_str());
    }
    QVERIFY2(predictions >= 3, qPrintable(QString::number(predictions)));
}

QTEST_GUILESS_MAIN(TestOutlooks)
#include "tst_outlooks.moc"
