// SPDX-License-Identifier: GPL-3.0-or-later
// What happens next to each machine, as it reaches the window: said of those that are not well, of nobody
// else. That it comes true shows tst_foresight.
#include "core/api/machinedisruptionbudget.h"
#include "tests/unit/engine/outlookstage.h"

#include <QTest>

#include <span>

using namespace outlooktest;

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
    void nodesSilentTogetherAreForeseenTogether_data();
    void nodesSilentTogetherAreForeseenTogether();
    void oneMoreSilentNodeIsForeseenAnew();
    void whoAsksAgainIsToldAgain();
    void whatWasSaidIsFoundAgainInThePast();
    void aBudgetOfMachinesHolds_data();
    void aBudgetOfMachinesHolds();
    void whatIsHealthyToABudgetIsNotAwaited();
    void whatHoldsIsLetGoOnceTheBudgetAllowsIt();
    void aRolloutDeletesWhatFails_data();
    void aRolloutDeletesWhatFails();
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

void TestOutlooks::nodesSilentTogetherAreForeseenTogether_data()
{
    QTest::addColumn<int>("maxUnhealthy");
    QTest::addColumn<std::string>("says");
    const std::string counted = ", 4 would be unhealthy: ";
    QTest::newRow("too many") << 3 << counted + "none will be replaced.";
    QTest::newRow("as many as may be")
        << 4 << counted + "it will be replaced in its turn, at the earliest 15s after that is noticed.";
    QTest::newRow("with room for all") << 8 << counted + "it will be replaced 15s after that is noticed.";
}

void TestOutlooks::nodesSilentTogetherAreForeseenTogether()
{
    QFETCH(int, maxUnhealthy);
    QFETCH(std::string, says);
    Stage stage(12);
    stage.setMaxUnhealthy(maxUnhealthy);
    const auto machines = stage.machines();
    const auto silent = nodesOf({machines.begin(), machines.begin() + 4});
    stage.submit(engine::Inspect {{{&api::resourceOf<api::Machine>(), machines.front()->key()}}});
    stage.breakNodes(silent, "silent");
    stage.advance(20s);
    const auto said = [&] { return stage.silence ? stage.silence->then.front().text : std::string(); };
    QTRY_VERIFY2(said().ends_with(says), said().c_str());
}

void TestOutlooks::oneMoreSilentNodeIsForeseenAnew()
{
    Stage stage(12);
    stage.setMaxUnhealthy(1);
    const auto machines = stage.machines();
    stage.submit(engine::Inspect {{{&api::resourceOf<api::Machine>(), machines.front()->key()}}});
    stage.breakNode(machines.front()->status.nodeRef->name, "silent");
    stage.advance(17s);
    const auto says = [&](const std::string &words) {
        return stage.silence && stage.silence->then.front().text.find(words) != std::string::npos;
    };
    QTRY_VERIFY(says("1 would be unhealthy: it will be replaced"));
    stage.breakNode(machines.back()->status.nodeRef->name, "silent");
    stage.advance(17s);
    QTRY_VERIFY(says("2 would be unhealthy: none will be replaced."));
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
    const auto withoutRollouts = engine::outlookAt(stage.moment(), {.healthChecks = true});
    for (const Outlook &each : withoutRollouts->outlooks())
        QVERIFY(each.course != Outlook::Course::RolledOut);
    QVERIFY(stage.machine(name));
    stage.advance(4min); // sooner than the health check
    QVERIFY(!stage.machine(name));
}

QTEST_GUILESS_MAIN(TestOutlooks)
#include "tst_outlooks.moc"
