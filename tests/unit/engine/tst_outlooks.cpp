// SPDX-License-Identifier: GPL-3.0-or-later
// What happens next to each machine, as it reaches the window: said of those that are not well, of nobody
// else; and what is said comes true, at the time that is said.
#include "core/api/machinedisruptionbudget.h"
#include "core/engine/pastoutlook.h"
#include "tests/unit/engine/defaultlab.h"

#include <QCoreApplication>
#include <QTest>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <span>

using namespace core;
using namespace std::chrono_literals;
using engine::Outlook;

namespace {

/// Our controllers do all that is foretold.
constexpr engine::CarriedOut ours {.healthChecks = true, .rollouts = true};

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
                for (const auto &machine : changes->of<api::mcm::Machine>().upserts)
                    mcmMachines[machine->key()] = machine;
                for (const api::ObjectKey &key : changes->of<api::mcm::Machine>().removed)
                    mcmMachines.erase(key);
                if (changes->inspection) {
                    silence = changes->inspection->silence;
                    ++inspections;
                }
                m_engine->acknowledge();
            });
        start();
        if (machines != 3)
            scale(machines);
        m_clock.advance(30s);
    }

    void submit(const engine::Command &command) { m_engine->submit(++m_commands, command); }
    void breakNode(const std::string &node, const std::string &fault = "not-ready")
    {
        submit(engine::BreakNodes {{node}, fault});
        m_clock.advance(1s);
    }
    void breakNodes(const std::vector<std::string> &nodes, const std::string &fault)
    {
        submit(engine::BreakNodes {nodes, fault});
        m_clock.advance(1s);
    }
    void setMaxUnhealthy(const api::Json &value)
    {
        const api::JsonObject spec {{"maxUnhealthy", value}};
        submit(engine::EditObject {{&api::resourceOf<api::MachineHealthCheck>(), {"default", "workers"}},
            api::JsonObject {{"spec", spec}}});
        m_clock.advance(1s);
    }
    /// Of the machines that are made from now on.
    void setBoot(const std::string &boot)
    {
        api::Json patch = api::JsonObject {{std::string(api::keys::boot), boot}};
        for (const char *field :
            {"annotations", "metadata", "value", "providerSpec", "spec", "template", "spec"})
            patch = api::JsonObject {{field, std::move(patch)}};
        submit(engine::EditObject {m_workers, std::move(patch)});
        m_clock.advance(1s);
    }
    /// The health check is one of the first generation, which keeps to a MachineDisruptionBudget.
    void guardBy(int maxUnavailable)
    {
        submit(engine::DeleteThing {{&api::resourceOf<api::MachineHealthCheck>(), {"default", "workers"}}});
        submit(engine::ApplyYaml {firstGenerationYaml(maxUnavailable)});
        m_clock.advance(1s);
    }
    /// What is foretold now has been told, whatever was on its way before.
    void takeNews()
    {
        for (int look = 0; look < 3; ++look) {
            m_clock.advance(600ms);
            QCoreApplication::processEvents();
        }
    }
    void scale(std::int64_t machines) { submit(engine::Scale {m_workers, machines}); }
    api::Time now() const { return m_clock.now(); }

    const scenario::ScenarioView &view() const { return m_engine->scenarioView(); }
    std::vector<std::shared_ptr<const api::Machine>> machines() const { return view().machines.list(); }
    std::shared_ptr<const api::Machine> machine(const std::string &name) const
    {
        return m_engine->scenarioView().machines.find({"default", name});
    }
    engine::Moment moment() const
    {
        engine::Moment moment {.at = now()};
        moment.objects.of<api::Machine>() = machines();
        moment.objects.of<api::Node>() = view().nodes.list();
        moment.objects.of<api::MachineSet>() = view().machineSets.list();
        moment.objects.of<api::MachineHealthCheck>() = view().healthChecks.list();
        moment.objects.of<api::MachineDeployment>() = view().machineDeployments.list();
        return moment;
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

    /// What was told of these machines is what follows from the objects as they are now. Of one that leaves
    /// its controller says more than they do.
    bool isUpToDate(const std::vector<std::string> &machines) const
    {
        const auto foretold = engine::outlookAt(moment(), ours);
        return std::ranges::all_of(machines, [&](const std::string &name) {
            const auto found = std::ranges::find(
                foretold->outlooks(), name, [](const Outlook &each) { return each.machine.key.name; });
            const Outlook *told = outlook(name);
            if (found == foretold->outlooks().end() || !told)
                return found == foretold->outlooks().end() && !told;
            const bool leaves = told->course == Outlook::Course::Leaves;
            return leaves ? found->course == Outlook::Course::Leaves : *told == *found;
        });
    }

    std::vector<Outlook> outlooks;
    std::map<api::ObjectKey, std::shared_ptr<const api::mcm::Machine>> mcmMachines;
    std::optional<engine::Silence> silence; ///< of what is inspected
    int inspections = 0; ///< told so far

private:
    const api::ResourceRef m_workers {&api::resourceOf<api::MachineSet>(), {"default", "workers"}};
    std::uint64_t m_commands = 0;
};

const std::string replaced = "replaced {when} by health check workers";
const std::string replacedLater = "replaced once others have come up";
const std::string replacedNow = "replaced now by health check workers";
const std::string replacedInTurn = "replaced {when} at the earliest, others come first";

/// What was said of machines at one moment, and whether it comes true.
class Claims
{
public:
    Claims(const Stage &stage, const std::vector<std::string> &victims) : m_stage(stage)
    {
        for (const std::string &name : victims) {
            if (!isActedOn(name))
                take(name, stage.outlook(name));
        }
    }

    bool areUnderstood() const { return m_unknown.empty(); }
    const std::string &unknown() const { return m_unknown; }
    std::size_t count() const { return m_count; }

    /// Looks at the machines as they are now; tells of each that is not as it was said.
    void look()
    {
        std::erase_if(m_due, [this](const auto &claim) {
            const bool acted = isActedOn(claim.first);
            const auto off = m_stage.now() - claim.second;
            if (acted && (off < -1s || off > 1500ms))
                m_broken += claim.first + " was replaced "
                    + std::to_string(std::chrono::duration<double>(off).count()) + " s from what was said; ";
            return acted;
        });
        std::erase_if(m_notBefore, [this](const auto &claim) {
            const bool acted = isActedOn(claim.first);
            if (acted && m_stage.now() < claim.second - 1s)
                m_broken += claim.first + " was replaced before the earliest time; ";
            return acted;
        });
        std::erase_if(m_stays, [this](const std::string &name) {
            const bool acted = isActedOn(name);
            if (acted)
                m_broken += name + " was said to stay; ";
            return acted;
        });
    }
    /// Empty when all came true.
    std::string broken() const
    {
        std::string broken = m_broken;
        for (const auto &[name, due] : m_due)
            broken += name + " was not replaced; ";
        for (const auto &[name, earliest] : m_notBefore)
            broken += name + " waited for others in vain; ";
        return broken;
    }

private:
    void take(const std::string &name, const Outlook *outlook)
    {
        const std::string text = m_stage.text(name);
        const api::Time due = outlook && outlook->due ? *outlook->due : m_stage.now();
        ++m_count;
        if (text == replaced || text == replacedNow)
            m_due[name] = due;
        else if (text == replacedLater || text == replacedInTurn)
            m_notBefore[name] = due;
        else if (text.starts_with("stays"))
            m_stays.insert(name);
        else
            m_unknown += name + ": " + text + "; ";
    }
    bool isActedOn(const std::string &name) const
    {
        const auto held = m_stage.machine(name);
        return !held || held->isDeleting();
    }

    const Stage &m_stage;
    std::map<std::string, api::Time> m_due;
    std::map<std::string, api::Time> m_notBefore;
    std::set<std::string> m_stays;
    std::string m_unknown;
    std::string m_broken;
    std::size_t m_count = 0;
};

/// So many of 20 machines, as a number or as a percentage that is rounded down to it.
api::Json budgetOf20(std::int64_t machines, std::minstd_rand &dice)
{
    if (dice() % 2 == 0)
        return machines;
    return api::Json(std::to_string(5 * machines + dice() % 5) + "%");
}

std::vector<std::string> nodesOf(const std::vector<std::shared_ptr<const api::Machine>> &machines)
{
    std::vector<std::string> nodes;
    for (const auto &machine : machines)
        nodes.push_back(machine->status.nodeRef->name);
    return nodes;
}

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
    void atTheEdgeOfTheBudgetOthersComeFirst_data();
    void atTheEdgeOfTheBudgetOthersComeFirst();
    void whatIsOverBudgetOnlyUntilOthersAreUpIsReplaced();
    void aSetThatShrinksLeavesFewerThatMayBeUnhealthy();
    void ofTheOtherFamilyOneFailsAfterTheOther();
    void whatBootsSaysUntilWhen();
    void whatBootsWhileAsManyAsMayBeHaveFailedIsNotReplaced();
    void whatIsDeletedSaysWhatItWaitsFor();
    void aSilentNodeBecomesUnknownWhenItIsSaid();
    void whoAsksAgainIsToldAgain();
    void whatWasSaidIsFoundAgainInThePast();
    void aBudgetOfMachinesHolds_data();
    void aBudgetOfMachinesHolds();
    void whatIsHealthyToABudgetIsNotAwaited();
    void whatHoldsIsLetGoOnceTheBudgetAllowsIt();
    void aRolloutDeletesWhatFails_data();
    void aRolloutDeletesWhatFails();
    void whatIsSaidComesTrue_data();
    void whatIsSaidComesTrue();
    void whatIsSaidUnderABudgetComesTrue_data();
    void whatIsSaidUnderABudgetComesTrue();
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
        return engine::outlookAt(moment, ours);
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
    const auto both = engine::outlookAt(moment, ours);
    QCOMPARE(both->outlooks().size(), std::size_t(1));
    QCOMPARE(QString::fromStdString(both->outlooks().front().says.text), QString::fromStdString(replaced));
    moment.objects.of<api::MachineHealthCheck>() = {patient};
    const auto alone = engine::outlookAt(moment, ours);
    QCOMPARE(QString::fromStdString(alone->outlooks().front().says.text),
        QStringLiteral("comes back {when}, before health check a-patient-one acts"));
}

// docs/window.md W72
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

void TestOutlooks::whoAsksAgainIsToldAgain()
{
    Stage stage;
    const engine::Inspect question {{{&api::resourceOf<api::Machine>(), stage.machines().front()->key()}}};
    stage.submit(question);
    stage.takeNews();
    QTRY_COMPARE(stage.inspections, 1);
    stage.takeNews();
    QCOMPARE(stage.inspections, 1); // nothing is different
    stage.submit(question);
    stage.takeNews();
    QTRY_COMPARE(stage.inspections, 2);
}

void TestOutlooks::whatWasSaidIsFoundAgainInThePast()
{
    Stage stage;
    stage.breakNode(stage.machines().front()->status.nodeRef->name);
    QTRY_COMPARE(stage.outlooks.size(), std::size_t(1));
    engine::Moment moment = stage.moment();
    const auto past = engine::outlookAt(moment, ours);
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
    QVERIFY(!engine::outlookAt(moment, ours));
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

void TestOutlooks::atTheEdgeOfTheBudgetOthersComeFirst_data()
{
    QTest::addColumn<QByteArray>("budget");
    QTest::addColumn<std::size_t>("definite"); // of four that fail
    QTest::newRow("as many as fail") << QByteArray("4") << std::size_t(1);
    QTest::newRow("a percentage that is rounded down to as many") << QByteArray("\"39%\"") << std::size_t(1);
    QTest::newRow("one more") << QByteArray("5") << std::size_t(1);
    QTest::newRow("two more") << QByteArray("6") << std::size_t(2);
    QTest::newRow("twice as many") << QByteArray("8") << std::size_t(4);
    QTest::newRow("one less") << QByteArray("3") << std::size_t(0);
    QTest::newRow("a percentage that is rounded down to one less") << QByteArray("\"33%\"") << std::size_t(0);
}

/// Of 12 machines; the one whose replacement has to come up is told apart from those that wait for it.
void TestOutlooks::atTheEdgeOfTheBudgetOthersComeFirst()
{
    QFETCH(QByteArray, budget);
    QFETCH(std::size_t, definite);
    Stage stage(12);
    stage.setBoot("3s");
    stage.setMaxUnhealthy(*api::parseJson(budget.toStdString()));
    auto victims = stage.machines();
    victims.resize(4);
    stage.breakNodes(nodesOf(victims), "not-ready");
    QTRY_COMPARE(stage.outlooks.size(), std::size_t(4));
    QTRY_VERIFY(stage.isUpToDate({victims.front()->metadata.name, victims.back()->metadata.name}));
    const auto said = [&](const std::string &text) {
        return static_cast<std::size_t>(std::ranges::count(
            stage.outlooks, text, [](const Outlook &outlook) { return outlook.says.text; }));
    };
    QCOMPARE(said(replaced), definite);
    QCOMPARE(said(replacedInTurn), definite == 0 ? std::size_t(0) : 4 - definite);
    QCOMPARE(said("stays: 4 of 12 unhealthy, 3 may be"), definite == 0 ? std::size_t(4) : std::size_t(0));
    stage.advance(16500ms);
    const auto isLeft = [&](const auto &victim) {
        const auto held = stage.machine(victim->metadata.name);
        return held && !held->isDeleting();
    };
    const auto left = static_cast<std::size_t>(std::ranges::count_if(victims, isLeft));
    QVERIFY2(definite == 0 ? left == 4 : left + definite <= 4, qPrintable(QString::number(left)));
    if (budget == "4" || definite == 4)
        QCOMPARE(left, 4 - definite);
    stage.advance(1min);
    QCOMPARE(std::ranges::count_if(victims, isLeft), definite == 0 ? 4 : 0);
}

void TestOutlooks::whatIsOverBudgetOnlyUntilOthersAreUpIsReplaced()
{
    Stage stage(12);
    stage.setBoot("8s");
    stage.setMaxUnhealthy(4);
    auto victims = stage.machines();
    victims.resize(3);
    stage.breakNodes(nodesOf(victims), "not-ready");
    stage.scale(14);
    stage.advance(1s);
    const std::string first = victims.front()->metadata.name;
    QTRY_COMPARE(stage.text(first), replacedInTurn); // 5 of 14 are unhealthy, and 3 soon
    QCOMPARE(stage.outlook(first)->course, Outlook::Course::Queued);
    stage.advance(1min);
    for (const auto &victim : victims)
        QVERIFY(!stage.machine(victim->metadata.name));
}

void TestOutlooks::aSetThatShrinksLeavesFewerThatMayBeUnhealthy()
{
    Stage stage(10);
    stage.setMaxUnhealthy(api::Json("40%"));
    const auto all = stage.machines();
    for (const auto &leaver : std::span(all).subspan(3)) {
        const api::ResourceRef machine {&api::resourceOf<api::Machine>(), leaver->key()};
        stage.submit(engine::EditObject {machine,
            *api::parseJson(
                R"({"metadata":{"annotations":{"machine.openshift.io/delete-machine":"true"}}})")});
    }
    auto victims = all;
    victims.resize(3);
    stage.breakNodes(nodesOf(victims), "not-ready");
    stage.scale(5);
    stage.advance(100ms); // 3 of 10 are unhealthy, and as many of 5 soon
    for (const auto &victim : victims)
        QTRY_COMPARE(stage.text(victim->metadata.name), std::string("stays: 3 of 5 unhealthy, 2 may be"));
    stage.advance(1min);
    for (const auto &victim : victims)
        QVERIFY(stage.machine(victim->metadata.name));
}

void TestOutlooks::ofTheOtherFamilyOneFailsAfterTheOther()
{
    Stage stage;
    stage.submit(engine::ApplyYaml {fleetYaml});
    stage.advance(2min);
    QTRY_COMPARE(stage.mcmMachines.size(), std::size_t(3));
    std::vector<std::string> nodes;
    for (const auto &[key, machine] : stage.mcmMachines)
        nodes.emplace_back(machine->metadata.label(api::mcm::keys::nodeLabel));
    nodes.resize(2);
    stage.breakNodes(nodes, "not-ready");
    stage.advance(2min);
    const auto ofCourse = [&](Outlook::Course course) {
        const auto found = std::ranges::find(stage.outlooks, course, &Outlook::course);
        return found == stage.outlooks.end() ? Outlook() : *found;
    };
    QTRY_COMPARE(ofCourse(Outlook::Course::Queued).says.code, std::string("WaitingForTurn"));
    const Outlook first = ofCourse(Outlook::Course::Replaced);
    const Outlook second = ofCourse(Outlook::Course::Queued);
    QCOMPARE(first.says.code, std::string("WaitingForHealth"));
    QVERIFY(first.due && *first.due > stage.now() + 7min && *first.due <= stage.now() + 8min);
    const auto phaseOf = [&](const Outlook &outlook) {
        const auto machine = stage.mcmMachines.find(outlook.machine.key);
        return machine == stage.mcmMachines.end() ? std::string() : std::string(machine->second->phase());
    };
    stage.advance(*first.due - stage.now() + 1s);
    QTRY_VERIFY(phaseOf(first) != api::mcm::phases::unknown);
    QCOMPARE(phaseOf(second), std::string(api::mcm::phases::unknown));
    stage.advance(5min);
    QTRY_VERIFY(phaseOf(second) != api::mcm::phases::unknown);
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

void TestOutlooks::whatBootsWhileAsManyAsMayBeHaveFailedIsNotReplaced()
{
    Stage stage;
    stage.setBoot("30m"); // its node is not there in time
    const auto others = stage.machines();
    stage.breakNode(others.front()->status.nodeRef->name);
    stage.scale(4);
    stage.advance(3s);
    const auto all = stage.machines();
    const auto isNew = [](const auto &machine) { return !machine->status.nodeRef; };
    const auto boots = std::ranges::find_if(all, isNew);
    QVERIFY(boots != all.end());
    QTRY_COMPARE(stage.text((*boots)->metadata.name), std::string("boots")); // 1 of 4 may be unhealthy
    QCOMPARE(stage.outlook((*boots)->metadata.name)->course, Outlook::Course::Boots);
    stage.advance(15min);
    QVERIFY(stage.machine((*boots)->metadata.name));
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

void TestOutlooks::aBudgetOfMachinesHolds_data()
{
    QTest::addColumn<int>("maxUnavailable"); // of three
    QTest::addColumn<std::size_t>("failing");
    QTest::addColumn<QByteArray>("says");
    const QByteArray guard = "the MachineDisruptionBudget default/guard needs 2 healthy machines and has ";
    QTest::newRow("none to spare") << 1 << std::size_t(1)
                                   << QByteArray("stays until one more machine is healthy: " + guard + "2");
    QTest::newRow("too few") << 1 << std::size_t(2)
                             << QByteArray("stays until 2 more machines are healthy: " + guard + "1");
    QTest::newRow("one to spare") << 2 << std::size_t(1) << QByteArray::fromStdString(replaced);
}

// docs/machines.md §7.8
void TestOutlooks::aBudgetOfMachinesHolds()
{
    QFETCH(int, maxUnavailable);
    QFETCH(std::size_t, failing);
    QFETCH(QByteArray, says);
    Stage stage;
    stage.guardBy(maxUnavailable);
    auto victims = stage.machines();
    victims.resize(failing);
    stage.breakNodes(nodesOf(victims), "not-ready");
    stage.takeNews();
    const std::string victim = victims.front()->metadata.name;
    QTRY_COMPARE(QByteArray::fromStdString(stage.text(victim)), says);
    const bool stays = says.startsWith("stays");
    QCOMPARE(stage.outlook(victim)->course, stays ? Outlook::Course::Stays : Outlook::Course::Replaced);
    stage.advance(3min);
    QCOMPARE(stage.machine(victim) != nullptr, stays);
}

/// A node that is short of disk space for a while is Ready: the budget has one machine less to hope for.
void TestOutlooks::whatIsHealthyToABudgetIsNotAwaited()
{
    Stage stage;
    stage.guardBy(1);
    stage.submit(engine::ApplyYaml {
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: node-unhealthy-conditions, namespace: "
        "openshift-machine-api}, data: {conditions: \"items: [{name: Ready, timeout: 15s, status: False}, "
        "{name: DiskPressure, timeout: 300s, status: True}]\"}}"});
    const auto all = stage.machines();
    const std::string victim = all[0]->metadata.name;
    const std::string shortOfSpace = all[1]->metadata.name;
    stage.breakNodes(nodesOf({all[0]}), "not-ready");
    stage.breakNodes(nodesOf({all[1]}), "disk-pressure for 60s");
    stage.takeNews();
    QTRY_VERIFY(stage.text(shortOfSpace).starts_with("comes back"));
    QTRY_COMPARE(QByteArray::fromStdString(stage.text(victim)),
        QByteArray("stays until one more machine is healthy: the MachineDisruptionBudget default/guard needs "
                   "2 healthy machines and has 2"));
    stage.advance(3min);
    QVERIFY(stage.machine(victim));
}

void TestOutlooks::whatHoldsIsLetGoOnceTheBudgetAllowsIt()
{
    Stage stage;
    stage.guardBy(1);
    const auto victim = stage.machines().front();
    stage.breakNode(victim->status.nodeRef->name);
    stage.advance(40s);
    QVERIFY(stage.machine(victim->metadata.name));
    stage.submit(engine::EditObject {{&api::resourceOf<api::MachineDisruptionBudget>(), {"default", "guard"}},
        *api::parseJson(R"({"spec":{"maxUnavailable":2}})")});
    stage.advance(1s); // not only when the check looks again
    const auto held = stage.machine(victim->metadata.name);
    QVERIFY(!held || held->isDeleting());
}

void TestOutlooks::aRolloutDeletesWhatFails_data()
{
    QTest::addColumn<bool>("isChecked");
    QTest::addColumn<QByteArray>("then");
    QTest::newRow("no health check selects it") << false << QByteArray();
    QTest::newRow("a health check would replace it later")
        << true << QByteArray("; else replaced {when} by health check edge");
}

void TestOutlooks::aRolloutDeletesWhatFails()
{
    QFETCH(bool, isChecked);
    QFETCH(QByteArray, then);
    Stage stage;
    stage.submit(engine::ApplyYaml {edgeYaml});
    if (isChecked)
        stage.submit(
            engine::ApplyYaml {"apiVersion: machine.openshift.io/v1beta1\n"
                               "kind: MachineHealthCheck\nmetadata: {name: edge, namespace: default}\n"
                               "spec: {selector: {matchLabels: {app: edge}}, unhealthyConditions: "
                               "[{type: Ready, status: 'False', timeout: 300s}]}\n"});
    stage.advance(1min);
    const auto all = stage.machines();
    const auto isEdge = [](const auto &machine) { return machine->metadata.label("app") == "edge"; };
    const auto victim = std::ranges::find_if(all, isEdge);
    QVERIFY(victim != all.end() && (*victim)->status.nodeRef);
    const std::string name = (*victim)->metadata.name;
    std::string changed = edgeYaml;
    const std::string slower = "metadata: {annotations: {hollowlab.io/boot: 40s}}\n          numCores: 2";
    changed.replace(changed.find("numCores: 1"), 11, slower);
    stage.submit(engine::ApplyYaml {changed});
    stage.advance(2s);
    stage.breakNode((*victim)->status.nodeRef->name);
    stage.takeNews();
    QTRY_COMPARE(QByteArray::fromStdString(stage.text(name)),
        QByteArray("deleted by the rollout of edge once new machines are Ready" + then));
    QCOMPARE(stage.outlook(name)->course, Outlook::Course::RolledOut);
    QCOMPARE(stage.outlook(name)->due.has_value(), isChecked);
    const auto past = engine::outlookAt(stage.moment(), ours);
    const auto foretold = std::ranges::find(
        past->outlooks(), stage.outlook(name)->machine, [](const Outlook &each) { return each.machine; });
    QVERIFY(foretold != past->outlooks().end() && *foretold == *stage.outlook(name));
    const api::ResourceRef edge {&api::resourceOf<api::MachineDeployment>(), {"default", "edge"}};
    QVERIFY(past->limitsOf(edge) == (api::RolloutLimits {.desired = 3, .surge = 1, .unavailable = 0}));
    QVERIFY(!past->limitsOf({&api::resourceOf<api::MachineSet>(), edge.key}));
    for (const Outlook &each : engine::outlookAt(stage.moment(), {.healthChecks = true})->outlooks())
        QVERIFY(each.course != Outlook::Course::RolledOut);
    QVERIFY(stage.machine(name));
    stage.advance(4min); // sooner than the health check
    QVERIFY(!stage.machine(name));
}

void TestOutlooks::whatIsSaidUnderABudgetComesTrue_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 30; ++seed)
        QTest::addRow("seed %u", seed) << seed;
}

/// A few of twenty fail while machines boot, leave, or neither; the budget lets as many go as fail, or a few
/// more or less.
void TestOutlooks::whatIsSaidUnderABudgetComesTrue()
{
    QFETCH(unsigned, seed);
    std::minstd_rand dice(seed);
    Stage stage(20);
    stage.setBoot("8s");
    std::vector<std::shared_ptr<const api::Machine>> victims = stage.machines();
    std::ranges::shuffle(victims, dice);
    victims.resize(3 + dice() % 6);
    std::vector<std::string> names;
    for (const auto &victim : victims)
        names.push_back(victim->metadata.name);
    stage.guardBy(static_cast<int>(victims.size() - 1 + dice() % 4));
    const std::string fault = dice() % 3 == 0 ? "silent" : "not-ready";
    stage.breakNodes(nodesOf(victims), fault);
    stage.advance(fault == "silent" ? 45s : 3s); // until they are found out
    stage.scale(19 + static_cast<std::int64_t>(dice() % 4));
    stage.takeNews(); // those that leave are there, those that come are not up
    QTRY_VERIFY(Claims(stage, names).areUnderstood()); // what was worked out aside has come
    Claims claims(stage, names);
    QVERIFY(claims.count() >= 2);
    for (int step = 0; step < 130; ++step) {
        stage.advance(500ms);
        claims.look();
    }
    QVERIFY2(claims.broken().empty(),
        qPrintable(QStringLiteral("seed %1: %2").arg(seed).arg(QString::fromStdString(claims.broken()))));
}

void TestOutlooks::whatIsSaidComesTrue_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 100; ++seed)
        QTest::addRow("seed %u", seed) << seed;
}

/// A few fail, at once or one after the other, silently or not, while machines boot, leave, or neither; in
/// three of four cases the budget is what fails, or one more or less.
void TestOutlooks::whatIsSaidComesTrue()
{
    QFETCH(unsigned, seed);
    std::minstd_rand dice(seed);
    Stage stage(20);
    stage.setBoot("8s");
    std::size_t predictions = 0;
    for (int round = 0; round < 2; ++round) {
        std::vector<std::shared_ptr<const api::Machine>> victims = stage.machines();
        std::ranges::shuffle(victims, dice);
        victims.resize(3 + dice() % 6);
        std::vector<std::string> names;
        for (const auto &victim : victims)
            names.push_back(victim->metadata.name);
        const auto failing = static_cast<std::int64_t>(victims.size());
        stage.setMaxUnhealthy(
            budgetOf20(dice() % 4 == 0 ? 10 : failing - 1 + static_cast<std::int64_t>(dice() % 3), dice));
        const std::string fault = dice() % 3 == 0 ? "silent" : "not-ready";
        if (dice() % 2 == 0) {
            stage.breakNodes(nodesOf(victims), fault);
        } else {
            for (const std::string &node : nodesOf(victims)) {
                stage.breakNode(node, fault);
                stage.advance(std::chrono::milliseconds(dice() % 500));
            }
        }
        stage.advance(fault == "silent" ? 45s : 3s); // until they are found out
        stage.scale(19 + static_cast<std::int64_t>(dice() % 4));
        stage.advance(300ms); // those that leave are there, those that come are not up
        QTRY_VERIFY(stage.isUpToDate(names));
        Claims claims(stage, names);
        QVERIFY2(claims.areUnderstood(), claims.unknown().c_str());
        for (int step = 0; step < 130; ++step) {
            stage.advance(500ms);
            claims.look();
        }
        QVERIFY2(claims.broken().empty(),
            qPrintable(QStringLiteral("seed %1: %2").arg(seed).arg(QString::fromStdString(claims.broken()))));
        predictions += claims.count();
        std::erase_if(victims, [&](const auto &victim) { return !stage.machine(victim->metadata.name); });
        if (!victims.empty())
            stage.submit(engine::HealNodes {nodesOf(victims)});
        stage.scale(20);
        stage.advance(1min); // all are back
    }
    QVERIFY2(predictions >= 3, qPrintable(QString::number(predictions)));
}

QTEST_GUILESS_MAIN(TestOutlooks)
#include "tst_outlooks.moc"
