// SPDX-License-Identifier: GPL-3.0-or-later
// Deployments, sets and the safety controller of machine.sapcloud.io on engine and lab together: rolling out,
// undoing, scaling, updating in place, machines that nobody asked for.

#include "core/api/event.h"
#include "tests/integration/mcmfleet.h"

using namespace std::chrono_literals;
using core::api::Method;
using core::api::Node;
using core::api::mcm::Machine;
using core::api::mcm::MachineDeployment;
using core::api::mcm::MachineSet;
using tests::LabHarness;
using namespace tests::mcm;
namespace keys = core::api::mcm::keys;
namespace phases = core::api::mcm::phases;

namespace {

/// Nodes that are ready for their update are updated at once.
void drive(LabHarness &lab)
{
    for (const Node &node : lab.list<Node>()) {
        const auto *update = node.condition("InPlaceUpdate");
        if (update && update->reason == "ReadyForUpdate" && node.metadata.label(keys::updateResult).empty())
            lab.patch("/api/v1/nodes/" + node.metadata.name,
                R"({"metadata":{"labels":{"node.machine.sapcloud.io/update-result":"successful"}}})");
    }
}

bool until(LabHarness &lab, const std::function<bool()> &condition, core::base::Duration limit)
{
    return lab.until(
        [&] {
            drive(lab);
            return condition();
        },
        limit);
}

/// What was seen while waiting, in small steps.
struct Seen {
    std::size_t mostLiving = 0;
    std::size_t fewestRunning = 1000;
    std::size_t fewestSchedulable = 1000;
    std::size_t mostClasses = 0;
};

Seen look(LabHarness &lab, Seen seen)
{
    std::size_t living = 0;
    std::size_t runs = 0;
    std::size_t schedulable = 0;
    std::set<std::string> classes;
    for (const Machine &machine : lab.list<Machine>()) {
        classes.insert(machine.spec.class_.name);
        if (machine.isDeleting())
            continue;
        ++living;
        runs += machine.phase() == phases::running;
        const auto node = nodeOf(lab, machine);
        schedulable += node && !node->spec.unschedulable.value_or(false);
    }
    return {std::max(seen.mostLiving, living), std::min(seen.fewestRunning, runs),
        std::min(seen.fewestSchedulable, schedulable), std::max(seen.mostClasses, classes.size())};
}

Seen watchUntilRolledOut(LabHarness &lab, int replicas, const std::string &className,
    core::base::Duration step = 1ms, int steps = 30000)
{
    Seen seen = look(lab, {});
    for (int count = 0; count < steps && !rolledOut(lab, replicas, className); ++count) {
        drive(lab);
        lab.advance(step);
        seen = look(lab, seen);
    }
    return seen;
}

} // namespace

class TestMcmDeployments : public QObject
{
    Q_OBJECT

private slots:
    void rollsOutAndBack();
    void recreates();
    void scalesInTheMiddle();
    void failedMachinesAreReplaced();
    void updatesInPlace();
    void failedUpdateHoldsUpAndIsTriedAgain();
    void failedUpdateIsRolledBack();
    void overshootFreezesAndUnfreezes();
    void deletingLeavesNothing();

private:
    static void prepare(LabHarness &lab, const std::string &strategy, int replicas = 3)
    {
        lab.create(fleetYaml(replicas, strategy));
        QVERIFY(until(
            lab, [&] { return rolledOut(lab, replicas, "small"); }, 120s));
    }
    static Machine failOneUpdate(LabHarness &lab);
};

void TestMcmDeployments::rollsOutAndBack()
{
    LabHarness lab;
    prepare(lab, oneMore);
    setClass(lab, "large");
    const Seen out = watchUntilRolledOut(lab, 3, "large");
    QVERIFY(rolledOut(lab, 3, "large"));
    QCOMPARE(out.mostLiving, std::size_t(4));
    QCOMPARE(out.fewestRunning, std::size_t(3));

    change(lab, R"("rollbackTo":{"revision":0})");
    const Seen back = watchUntilRolledOut(lab, 3, "small");
    QVERIFY(rolledOut(lab, 3, "small"));
    QCOMPARE(back.mostLiving, std::size_t(4));
    QCOMPARE(back.fewestRunning, std::size_t(3));
    QVERIFY(!fleet(lab).spec.rollbackTo);
    QCOMPARE(lab.list<MachineSet>().size(), std::size_t(2)); // the first one served again
}

void TestMcmDeployments::recreates()
{
    LabHarness lab;
    prepare(lab, "{type: Recreate}");
    setClass(lab, "large");
    const Seen seen = watchUntilRolledOut(lab, 3, "large");
    QVERIFY(rolledOut(lab, 3, "large"));
    QCOMPARE(seen.mostClasses, std::size_t(1)); // never machines of both
    QCOMPARE(seen.fewestRunning, std::size_t(0));
}

void TestMcmDeployments::scalesInTheMiddle()
{
    LabHarness lab;
    prepare(lab, oneMore, 4);
    setClass(lab, "large");
    QVERIFY(until(
        lab, [&] { return lab.list<MachineSet>().size() == 2; }, 10s));
    const auto scaled = lab.patch(root + "machinedeployments/fleet/scale", R"({"spec":{"replicas":7}})");
    QCOMPARE(scaled.code, 200);
    const Seen seen = watchUntilRolledOut(lab, 7, "large");
    QVERIFY(rolledOut(lab, 7, "large"));
    QVERIFY2(seen.mostLiving <= 8, qPrintable(QString::number(seen.mostLiving)));
    QVERIFY(seen.fewestRunning >= 4);
}

void TestMcmDeployments::failedMachinesAreReplaced()
{
    LabHarness lab;
    prepare(lab, oneMore);
    const std::set<std::string> before = names(lab);
    const std::string failed = *before.begin();
    const auto patched = lab.patch(root + "machines/" + failed + "/status",
        R"({"status":{"currentStatus":{"phase":"Failed","timeoutActive":false}}})");
    QCOMPARE(patched.code, 200);
    QVERIFY(until(
        lab, [&] { return !names(lab).contains(failed) && rolledOut(lab, 3, "small"); }, 120s));
}

void TestMcmDeployments::updatesInPlace()
{
    LabHarness lab;
    prepare(lab, inPlace);
    const std::set<std::string> before = names(lab);
    setClass(lab, "large");
    const Seen seen = watchUntilRolledOut(lab, 3, "large", 100ms);
    QVERIFY(rolledOut(lab, 3, "large"));
    QVERIFY(names(lab) == before); // none was made, none deleted
    QCOMPARE(seen.mostLiving, std::size_t(3));
    QCOMPARE(seen.fewestSchedulable, std::size_t(2)); // one at a time
    const auto sets = lab.list<MachineSet>();
    const auto current =
        std::ranges::find_if(sets, [](const MachineSet &set) { return set.spec.replicas == 3; });
    QVERIFY(current != sets.end());
    for (const Machine &machine : lab.list<Machine>())
        QCOMPARE(machine.metadata.controller()->uid, current->metadata.uid);
}

/// §6.7: of one machine the update fails; the others wait, as it counts as unavailable; none is replaced.
Machine TestMcmDeployments::failOneUpdate(LabHarness &lab)
{
    prepare(lab, inPlace);
    const Machine failing = lab.list<Machine>().front();
    const std::string node = nodeOf(lab, failing)->metadata.name;
    lab.patch("/api/v1/nodes/" + node, R"({"metadata":{"annotations":{"hollowlab.io/fail-update":"yes"}}})");
    change(lab, R"("progressDeadlineSeconds":600)");
    setClass(lab, "large");
    const auto seen = [&] {
        const auto all = lab.list<Machine>();
        return *std::ranges::find(all, failing.key(), &Machine::key);
    };
    lab.until([&] { return seen().phase() == phases::inPlaceUpdateFailed; }, 5min);
    return seen();
}

/// What the deployment's controller says, by its codes.
std::set<std::string> codesAboutFleet(LabHarness &lab)
{
    std::set<std::string> codes;
    for (const auto &one : lab.engine().explain(core::api::refTo(fleet(lab)))) {
        for (const auto &reason : one.reasons)
            codes.insert(reason.code);
    }
    return codes;
}

void TestMcmDeployments::failedUpdateHoldsUpAndIsTriedAgain()
{
    LabHarness lab;
    const Machine failed = failOneUpdate(lab);
    QCOMPARE(failed.phase(), phases::inPlaceUpdateFailed);
    QCOMPARE(failed.status.lastOperation.type, std::string(core::api::mcm::operations::inPlaceUpdate));
    QCOMPARE(failed.status.lastOperation.state, std::string(core::api::mcm::states::failed));
    lab.advance(1s);
    const Node node = *nodeOf(lab, failed);
    QCOMPARE(node.condition("InPlaceUpdate")->reason, std::string("UpdateFailed"));
    QVERIFY(node.spec.unschedulable.value_or(false));
    const auto before = names(lab);
    const auto updated = [&] {
        return std::ranges::count(
            lab.list<Machine>(), "large", [](const Machine &machine) { return machine.spec.class_.name; });
    };
    const auto earlier = updated(); // those that came before it
    lab.advance(1h);
    QVERIFY(names(lab) == before);
    QCOMPARE(updated(), earlier);
    QVERIFY(codesAboutFleet(lab).contains("UpdateFailed"));
    QCOMPARE(reasonOf(fleet(lab), "Progressing"), std::string("False/ProgressDeadlineExceeded"));
    const auto events = lab.list<core::api::Event>();
    QCOMPARE(std::ranges::count(events, "InPlaceUpdateFailed", &core::api::Event::reason), 1);

    lab.patch("/api/v1/nodes/" + node.metadata.name,
        R"({"metadata":{"annotations":{"hollowlab.io/fail-update":null},)"
        R"("labels":{"node.machine.sapcloud.io/update-result":null}}})");
    QVERIFY(lab.until([&] { return rolledOut(lab, 3, "large"); }, 5min));
    QVERIFY(names(lab) == before);
    QVERIFY(!codesAboutFleet(lab).contains("UpdateFailed"));
}

void TestMcmDeployments::failedUpdateIsRolledBack()
{
    LabHarness lab;
    const Machine failed = failOneUpdate(lab);
    QCOMPARE(failed.phase(), phases::inPlaceUpdateFailed);
    const auto before = names(lab);
    change(lab, R"("rollbackTo":{"revision":0})");
    QVERIFY(lab.until([&] { return rolledOut(lab, 3, "small"); }, 10min));
    QVERIFY(names(lab) == before);
    const Node node = *nodeOf(lab, failed);
    QVERIFY(!node.condition("InPlaceUpdate"));
    QVERIFY(node.metadata.label(keys::updateResult).empty());
    lab.advance(10min);
    QVERIFY(rolledOut(lab, 3, "small"));
}

void TestMcmDeployments::overshootFreezesAndUnfreezes()
{
    LabHarness lab;
    prepare(lab, oneMore);
    const std::string holder = "tests.hollowlab.io/hold";
    const Machine made = lab.list<Machine>().front();
    const auto frozen = [&] {
        return lab.list<MachineSet>().front().metadata.label(keys::freeze) == "True"
            && fleet(lab).metadata.label(keys::freeze) == "True";
    };
    const auto living = [&] {
        return std::ranges::count_if(
            lab.list<Machine>(), [](const Machine &machine) { return !machine.isDeleting(); });
    };
    for (int number = 0; number < 4; ++number) { // of 3 and a surge of 1, 6 are too many
        Machine extra;
        extra.metadata.name = "extra-" + std::to_string(number);
        extra.metadata.ns = "default";
        extra.metadata.labels = {{"app", "fleet"}, {"name", "fleet"},
            {"machine-template-hash", std::string(made.metadata.label("machine-template-hash"))}};
        extra.metadata.ownerReferences = made.metadata.ownerReferences;
        extra.metadata.finalizers = {holder};
        extra.spec.class_ = made.spec.class_;
        QCOMPARE(lab.request(Method::Post, root + "machines", core::api::encodeObject(extra)).code, 201);
    }
    QVERIFY(until(lab, frozen, 10s));
    QCOMPARE(reasonOf(fleet(lab), "Frozen"), std::string("True/OverShootingReplicaCount"));

    QVERIFY(until(
        lab, [&] { return living() == 3; }, 60s)); // it still deletes
    QCOMPARE(lab.request(Method::Delete, root + "machines/" + made.metadata.name).code, 200);
    lab.advance(5min);
    QVERIFY(frozen());
    QCOMPARE(living(), 2); // but makes none

    for (const Machine &machine : lab.list<Machine>()) {
        core::api::JsonArray kept;
        for (const std::string &finalizer : machine.metadata.finalizers) {
            if (finalizer != holder)
                kept.emplace_back(core::api::Json(finalizer));
        }
        const core::api::JsonObject meta {{"finalizers", kept}};
        const core::api::JsonObject patch {{"metadata", meta}};
        lab.patch(root + "machines/" + machine.metadata.name, core::api::writeJson(core::api::Json(patch)));
    }
    QVERIFY(until(
        lab, [&] { return !frozen() && rolledOut(lab, 3, "small"); }, 300s));
    QVERIFY(fleet(lab).metadata.label(keys::freeze).empty());
    QVERIFY(reasonOf(fleet(lab), "Frozen").empty());
    std::set<std::string> told;
    for (const auto &event : lab.list<core::api::Event>())
        told.insert(event.reason);
    QVERIFY(told.contains("FrozeMachineSet") && told.contains("UnfrozeMachineSet"));
}

void TestMcmDeployments::deletingLeavesNothing()
{
    LabHarness lab;
    prepare(lab, oneMore);
    QCOMPARE(lab.request(Method::Delete, root + "machinedeployments/fleet").code, 200);
    QVERIFY(until(
        lab,
        [&] {
            return lab.list<Machine>().empty() && lab.list<MachineSet>().empty()
                && lab.list<MachineDeployment>().empty();
        },
        300s));
}

QTEST_GUILESS_MAIN(TestMcmDeployments)
#include "tst_mcmdeployments.moc"
