// SPDX-License-Identifier: GPL-3.0-or-later
// MachineDeployments of machine.sapcloud.io (docs/machines.md §6.2, §6.6, §6.7): what is refused, what makes
// a revision, rollouts to their fixed point with their limits held after every plan, updates in place step by
// step.
#include "core/api/conditions.h"
#include "core/controllers/mcm/machinedeployment/inplacerollout.h"
#include "core/controllers/mcm/machinedeployment/rolloutnodes.h"
#include "core/hollow/nodeupdater.h"
#include "tests/unit/controllers/mcmsetobjects.h"

#include <set>

using namespace mcmtests;
using namespace std::chrono_literals;
using support::codesOf;
using support::textOf;
namespace keys = core::api::mcm::keys;

namespace {

const api::ObjectKey fleetKey {"default", "fleet"};

runtime::Plan planOf(const MachineDeployment &of, std::vector<MachineSetPointer> sets = {})
{
    return controllers::mcm::planMachineDeployment(
        of, {std::move(sets), [](const MachineSet &) { return std::vector<SetMember>(); }}, now);
}

/// The deployment with that many machines of class "small", all of them running.
struct Rollouts {
    McmSetLab world;
    int most = 0;
    int fewest = 1000;
    bool mixed = false; ///< machines of both classes were seen at once

    explicit Rollouts(const QByteArray &patch = {})
    {
        world.put(with(with(fleet, patch), asNew));
        QVERIFY(world.settle());
        world.onPlan = [this] { look(); };
    }

    void look()
    {
        const int running = world.machinesIn("Running");
        most = std::max(most, static_cast<int>(world.of<Machine>().size()));
        fewest = std::min(fewest, running);
        mixed = mixed || (world.machinesOfClass("small") > 0 && world.machinesOfClass("large") > 0);
    }
    void change(const QByteArray &patch)
    {
        world.edit<MachineDeployment>(
            fleetKey, [&](MachineDeployment &deployment) { deployment = with(deployment, patch); });
    }
    void setClass(const char *name)
    {
        change(QByteArray("spec: {template: {spec: {class: {name: ") + name + "}}}}");
    }
    MachineDeployment deployment() { return *world.of<MachineDeployment>().find(fleetKey); }
    QByteArray condition(std::string_view type)
    {
        const MachineDeployment held = deployment();
        const auto *found = api::findCondition(held.status.conditions, type);
        return found ? QByteArray::fromStdString(found->status + "/" + found->reason) : QByteArray();
    }
    MachineSet setOfClass(std::string_view name)
    {
        for (const auto &set : world.of<MachineSet>().list()) {
            if (set->spec.template_.spec.class_.name == name)
                return *set;
        }
        return {};
    }
    void verifyRolledOut(int replicas, const char *className)
    {
        QCOMPARE(world.machinesIn("Running"), replicas);
        QCOMPARE(world.of<Machine>().size(), std::size_t(replicas));
        QCOMPARE(world.machinesOfClass(className), replicas);
        QCOMPARE(condition("Progressing"), QByteArray("True/NewMachineSetAvailable"));
        QCOMPARE(condition("Available"), QByteArray("True/MinimumReplicasAvailable"));
        for (const auto &node : world.of<api::Node>().list()) {
            QVERIFY(node->metadata.annotation(keys::scaleDownDisabled).empty());
            QVERIFY(node->spec.taints.empty());
            QVERIFY(!node->spec.unschedulable.value_or(false));
            QVERIFY(controllers::mcm::updateStageOf(*node) == controllers::mcm::UpdateStage::None);
        }
    }
};

const QByteArray inPlace = "spec: {strategy: {type: InPlaceUpdate, rollingUpdate: null, inPlaceUpdate: "
                           "{maxSurge: 0, maxUnavailable: 1, orchestrationType: Auto}}}";

} // namespace

class TestMcmRollouts : public QObject
{
    Q_OBJECT

private slots:
    void validation_data();
    void validation();
    void finalizerAndDeletion();
    void limits_data();
    void limits();
    void whatMakesARevision_data();
    void whatMakesARevision();
    void newSet();
    void rollsOut_data();
    void rollsOut();
    void recreates();
    void scalesInTheMiddle();
    void pauses();
    void rollsBack();
    void settingsGoWithoutARollout();
    void historyLimit();
    void deadline();
    void deletionTriggers_data();
    void deletionTriggers();
    void chosenMachinesGoFirst();
    void autoPreservationIsShared();
    void nodesAreMarked();
    void nodeMarks_data();
    void nodeMarks();
    void updateSteps_data();
    void updateSteps();
    void hollowUpdater();
    void updatesInPlace_data();
    void updatesInPlace();
    void failedUpdateHoldsUp();
    void takeoverIsCrashSafe();
};

void TestMcmRollouts::validation_data()
{
    QTest::addColumn<QByteArray>("patch");
    QTest::addColumn<QByteArray>("problem");
    const auto row = [](const char *name, const char *patch, const char *problem) {
        QTest::newRow(name) << QByteArray(patch) << QByteArray(problem);
    };
    row("§6.6 all is well", "", "");
    row("§6.6 replicas ≥ 0", "spec: {replicas: -1}", "spec.replicas must not be negative");
    row("§6.6 a strategy is required", "spec: {strategy: {type: ''}}",
        "spec.strategy.type \"\" is none of Recreate, RollingUpdate, InPlaceUpdate");
    row("§6.6 its block is required", "spec: {strategy: {rollingUpdate: null}}",
        "spec.strategy.rollingUpdate is missing");
    row("§6.6 also that of an update in place", "spec: {strategy: {type: InPlaceUpdate}}",
        "spec.strategy.inPlaceUpdate is missing");
    row("§6.6 Recreate needs none", "spec: {strategy: {type: Recreate, rollingUpdate: null}}", "");
    row("§6.6 both amounts must be valid", "spec: {strategy: {rollingUpdate: {maxSurge: few}}}",
        "spec.strategy.rollingUpdate.maxSurge \"few\" is neither a number nor a percentage");
    row("§6.6 who selects the nodes",
        "spec: {strategy: {type: InPlaceUpdate, inPlaceUpdate: {orchestrationType: Magic}}}",
        "spec.strategy.inPlaceUpdate.orchestrationType \"Magic\" is none of Auto, Manual");
    row("§9.2 a class has a kind", "spec: {template: {spec: {class: {kind: ''}}}}",
        "spec.template.spec.class needs a kind and a name");
}

void TestMcmRollouts::validation()
{
    QFETCH(QByteArray, patch);
    QTEST(QByteArray::fromStdString(controllers::mcm::validationProblem(with(fleet, patch)).message),
        "problem");
}

void TestMcmRollouts::finalizerAndDeletion()
{
    const MachineDeployment fresh = with(fleet, "metadata: {finalizers: null}");
    const runtime::Plan first = planOf(fresh);
    QCOMPARE(codesOf(first.reasons), QByteArray("TakingFinalizer"));
    QCOMPARE(countOf<api::CreateObject>(first), 0);

    const MachineDeployment going = with(fleet, "metadata: {deletionTimestamp: '2026-11-20T10:09:00Z'}");
    const auto set = std::make_shared<const MachineSet>(rollout::newSetFor<MachineSet>(fleet, 3, 1));
    QCOMPARE(deletedIn(planOf(going, {set})), QByteArray::fromStdString(set->metadata.name));
    QCOMPARE(codesOf(planOf(going, {set}).reasons), QByteArray("DeletingMachineSets"));
    QCOMPARE(codesOf(planOf(going).reasons), QByteArray("MachineSetsGone"));
    const MachineDeployment notOurs = with(going, "metadata: {finalizers: [a.b/c]}");
    QCOMPARE(codesOf(planOf(notOurs, {set}).reasons), QByteArray("Deleting"));
    const MachineDeployment orphaning =
        with(going, "metadata: {finalizers: [machine.sapcloud.io/machine-controller-manager, orphan]}");
    QCOMPARE(codesOf(planOf(orphaning, {set}).reasons), QByteArray("Orphaning"));

    Rollouts rollouts;
    rollouts.world.remove<MachineDeployment>(fleetKey);
    QVERIFY(rollouts.world.settle());
    QCOMPARE(rollouts.world.of<MachineDeployment>().size(), std::size_t(0));
    QCOMPARE(rollouts.world.of<MachineSet>().size(), std::size_t(0));
    QCOMPARE(rollouts.world.of<Machine>().size(), std::size_t(0));
}

void TestMcmRollouts::limits_data()
{
    QTest::addColumn<QByteArray>("spec");
    QTest::addColumn<int>("surge");
    QTest::addColumn<int>("unavailable");
    const auto row = [](const char *name, const char *strategy, int surge, int unavailable) {
        QTest::newRow(name) << "spec: {replicas: 10, strategy: " + QByteArray(strategy) + "}" << surge
                            << unavailable;
    };
    row("§6.4 percentages", "{rollingUpdate: {maxSurge: 25%, maxUnavailable: 25%}}", 3, 2);
    row("§6.4 both zero", "{rollingUpdate: {maxSurge: 0, maxUnavailable: 0}}", 0, 1);
    row("§6.7 Recreate has neither", "{type: Recreate}", 0, 0);
    row("§6.7 an update in place", "{type: InPlaceUpdate, inPlaceUpdate: {maxSurge: 1, maxUnavailable: 30%}}",
        1, 3);
}

void TestMcmRollouts::limits()
{
    QFETCH(QByteArray, spec);
    const api::RolloutLimits found = controllers::mcm::limitsOf(with(fleet, spec));
    QTEST(int(found.surge), "surge");
    QTEST(int(found.unavailable), "unavailable");
}

void TestMcmRollouts::whatMakesARevision_data()
{
    QTest::addColumn<QByteArray>("spec");
    QTest::addColumn<bool>("same");
    QTest::newRow("§6.6 the class's name does") << QByteArray("{class: {name: large}}") << false;
    QTest::newRow("§6.6 its kind does not") << QByteArray("{class: {kind: Other}}") << true;
    QTest::newRow("§6.6 the node template does not")
        << QByteArray("{nodeTemplate: {metadata: {labels: {a: b}}}}") << true;
    QTest::newRow("§6.6 timeouts do not") << QByteArray(
        "{drainTimeout: 1h, healthTimeout: 5m, creationTimeout: 5m, inPlaceUpdateTimeout: 1m, "
        "machinePreserveTimeout: 1h}") << true;
    QTest::newRow("§6.6 nor other settings of the machine")
        << QByteArray("{maxEvictRetries: 3, nodeConditions: KernelDeadlock, disableHealthTimeout: true}")
        << true;
}

void TestMcmRollouts::whatMakesARevision()
{
    QFETCH(QByteArray, spec);
    using Family = rollout::RolloutFamily<MachineSet>;
    const MachineDeployment changed = with(fleet, "spec: {template: {spec: " + spec + "}}");
    QTEST(Family::comparable(changed.spec.template_) == Family::comparable(fleet.spec.template_), "same");
    QTEST(rollout::hashOfTemplate<MachineSet>(changed) == rollout::hashOfTemplate<MachineSet>(fleet), "same");
}

void TestMcmRollouts::newSet()
{
    const auto made = rollout::newSetFor<MachineSet>(fleet, 2, 4);
    QCOMPARE(made.metadata.name.size(), std::string("fleet-").size() + 5); // §6.2
    QCOMPARE(made.metadata.annotation("deployment.kubernetes.io/revision"), std::string_view("4"));
    QCOMPARE(made.metadata.annotation("deployment.kubernetes.io/desired-replicas"), std::string_view("3"));
    QCOMPARE(made.metadata.annotation("deployment.kubernetes.io/max-replicas"), std::string_view("4"));
    QVERIFY(!made.metadata.label("machine-template-hash").empty());
    QCOMPARE(made.spec.selector.matchLabels, made.spec.template_.metadata.labels);
    QCOMPARE(made.metadata.controller()->apiVersion, std::string("machine.sapcloud.io/v1alpha1"));
    QCOMPARE(made.spec.replicas, 2);
}

void TestMcmRollouts::rollsOut_data()
{
    QTest::addColumn<QByteArray>("amounts");
    QTest::addColumn<int>("most");
    QTest::addColumn<int>("fewest");
    QTest::newRow("one more") << QByteArray("{maxSurge: 1, maxUnavailable: 0}") << 4 << 3;
    QTest::newRow("one less") << QByteArray("{maxSurge: 0, maxUnavailable: 1}") << 3 << 2;
    QTest::newRow("both") << QByteArray("{maxSurge: 1, maxUnavailable: 1}") << 4 << 2;
    QTest::newRow("all at once") << QByteArray("{maxSurge: 100%, maxUnavailable: 0}") << 6 << 3;
}

void TestMcmRollouts::rollsOut()
{
    QFETCH(QByteArray, amounts);
    QFETCH(int, most);
    QFETCH(int, fewest);
    Rollouts rollouts("spec: {strategy: {rollingUpdate: " + amounts + "}}");
    rollouts.setClass("large");
    QVERIFY(rollouts.world.settle());
    rollouts.verifyRolledOut(3, "large");
    QVERIFY2(rollouts.most <= most, qPrintable(QString::number(rollouts.most)));
    QVERIFY2(rollouts.fewest >= fewest, qPrintable(QString::number(rollouts.fewest)));
    QCOMPARE(rollouts.deployment().metadata.annotation("deployment.kubernetes.io/revision"),
        std::string_view("2"));
    QVERIFY(rollouts.world.eventReasons().find("ScalingMachineSet") != std::string::npos);
}

void TestMcmRollouts::recreates()
{
    Rollouts rollouts("spec: {strategy: {type: Recreate}}");
    rollouts.setClass("large");
    QVERIFY(rollouts.world.settle());
    rollouts.verifyRolledOut(3, "large");
    QVERIFY(!rollouts.mixed);
    QCOMPARE(rollouts.fewest, 0);
}

void TestMcmRollouts::scalesInTheMiddle()
{
    Rollouts rollouts("spec: {replicas: 6}");
    rollouts.world.machinesJoin = false; // the new one stays on its way
    rollouts.setClass("large");
    QVERIFY(rollouts.world.settle());
    QCOMPARE(rollouts.setOfClass("large").spec.replicas, 1);
    rollouts.change("spec: {replicas: 8}");
    QVERIFY(rollouts.world.settle());
    QCOMPARE(rollouts.setOfClass("small").spec.replicas, 6); // §6.7 out: only the newest grows
    QCOMPARE(rollouts.setOfClass("large").spec.replicas, 3);
    rollouts.change("spec: {replicas: 4}");
    QVERIFY(rollouts.world.settle());
    QCOMPARE(rollouts.setOfClass("small").spec.replicas + rollouts.setOfClass("large").spec.replicas, 5);
    rollouts.world.machinesJoin = true;
    QVERIFY(rollouts.world.settle());
    rollouts.verifyRolledOut(4, "large");
}

void TestMcmRollouts::pauses()
{
    Rollouts rollouts("spec: {progressDeadlineSeconds: 60}");
    rollouts.change("spec: {paused: true, template: {spec: {class: {name: large}}}}");
    QVERIFY(rollouts.world.settle());
    QCOMPARE(rollouts.world.machinesOfClass("small"), 3);
    QCOMPARE(rollouts.condition("Progressing"), QByteArray("Unknown/DeploymentPaused"));
    rollouts.change("spec: {replicas: 4}");
    QVERIFY(rollouts.world.settle());
    QCOMPARE(rollouts.world.machinesOfClass("small"), 4);
    rollouts.change("spec: {paused: false}");
    QVERIFY(rollouts.world.settle());
    rollouts.verifyRolledOut(4, "large");
}

void TestMcmRollouts::rollsBack()
{
    Rollouts rollouts;
    rollouts.change("spec: {template: {spec: {healthTimeout: 3m, class: {name: large}}}}");
    QVERIFY(rollouts.world.settle());
    QVERIFY(!rollouts.setOfClass("small").spec.template_.spec.healthTimeout);
    rollouts.change("spec: {rollbackTo: {revision: 0}}");
    QVERIFY(rollouts.world.settle());
    rollouts.verifyRolledOut(3, "small");
    QCOMPARE(rollouts.world.of<MachineSet>().size(), std::size_t(2)); // the first one served again
    QVERIFY(!rollouts.deployment().spec.rollbackTo);
    QVERIFY(!rollouts.deployment().spec.template_.spec.healthTimeout); // §6.6: as the old set had it
    rollouts.change("spec: {rollbackTo: {revision: 17}}");
    QVERIFY(rollouts.world.settle());
    QVERIFY(rollouts.world.eventReasons().find("DeploymentRollbackRevisionNotFound") != std::string::npos);
}

void TestMcmRollouts::settingsGoWithoutARollout()
{
    Rollouts rollouts;
    const auto before = namesOf(rollouts.world.of<Machine>().list());
    rollouts.change("spec: {template: {spec: {healthTimeout: 3m}}}");
    QVERIFY(rollouts.world.settle());
    QCOMPARE(namesOf(rollouts.world.of<Machine>().list()), before);
    for (const auto &machine : rollouts.world.of<Machine>().list())
        QCOMPARE(machine->spec.healthTimeout->value, base::Duration(3min));
}

void TestMcmRollouts::historyLimit()
{
    for (const int limit : {-1, 0, 1}) {
        Rollouts rollouts(
            limit < 0 ? QByteArray() : "spec: {revisionHistoryLimit: " + QByteArray::number(limit) + "}");
        for (const char *name : {"large", "huge", "vast"}) {
            rollouts.setClass(name);
            QVERIFY(rollouts.world.settle());
        }
        QCOMPARE(
            int(rollouts.world.of<MachineSet>().size()), limit < 0 ? 4 : 1 + limit); // §6.6 nil keeps all
    }
}

void TestMcmRollouts::deadline()
{
    const MachineDeployment slow = with(fleet, R"({spec: {progressDeadlineSeconds: 60},
status: {conditions: [{type: Progressing, status: "True", reason: MachineSetUpdated, message: x,
                       lastUpdateTime: "2026-11-20T10:09:30Z"}]}})");
    auto set = rollout::newSetFor<MachineSet>(slow, 3, 1);
    set.metadata.uid = "s";
    const auto held = std::make_shared<const MachineSet>(set);
    const auto checked = [&](const MachineDeployment &of) {
        MachineDeployment followed = of;
        followed.metadata.annotations["deployment.kubernetes.io/revision"] = "1";
        return planOf(followed, {held});
    };
    QCOMPARE(checked(slow).checkAgainAfter.value(), base::Duration(31s)); // §6.7 + 1 s
    const auto late = with(slow,
        "status: {conditions: [{type: Progressing, status: 'True', reason: "
        "MachineSetUpdated, message: x, lastUpdateTime: '2026-11-20T10:08:30Z'}]}");
    QVERIFY(codesOf(checked(late).reasons).contains("ProgressDeadlineExceeded"));
    QVERIFY(!checked(with(late, "spec: {progressDeadlineSeconds: null}")).checkAgainAfter); // §6.6 none
}

void TestMcmRollouts::deletionTriggers_data()
{
    QTest::addColumn<QByteArray>("annotation");
    QTest::addColumn<QByteArray>("machines");
    QTest::newRow("§9.4 two") << QByteArray("m1~2026-11-20T10:00:00Z,m2~x") << QByteArray("m1 m2");
    QTest::newRow("§9.4 one") << QByteArray("m1~t") << QByteArray("m1");
    QTest::newRow("nothing") << QByteArray() << QByteArray();
    QTest::newRow("what can't be read is left out") << QByteArray("m1,~t,,m2~t") << QByteArray("m2");
}

void TestMcmRollouts::deletionTriggers()
{
    QFETCH(QByteArray, annotation);
    QByteArray machines;
    for (const auto &trigger : controllers::mcm::deletionTriggersIn(annotation.toStdString()))
        machines += (machines.isEmpty() ? "" : " ") + QByteArray::fromStdString(trigger.machine);
    QTEST(machines, "machines");
}

void TestMcmRollouts::chosenMachinesGoFirst()
{
    Rollouts rollouts;
    const std::string chosen = rollouts.world.of<Machine>().list().back()->metadata.name;
    const QByteArray trigger = QByteArray::fromStdString(chosen) + "~2026-11-20T10:00:00Z";
    rollouts.change("metadata: {annotations: {node.machine.sapcloud.io/trigger-deletion-by-mcm: '" + trigger
        + ",gone~2026-11-20T10:00:00Z'}}");
    QVERIFY(rollouts.world.settle());
    QCOMPARE(controllers::mcm::priorityOf(*rollouts.world.of<Machine>().find({"default", chosen})), 1);
    QCOMPARE(rollouts.deployment().metadata.annotation(keys::triggerDeletion), std::string_view(trigger));
    rollouts.change("spec: {replicas: 2}");
    QVERIFY(rollouts.world.settle());
    QVERIFY(!rollouts.world.of<Machine>().find({"default", chosen}));
    QVERIFY(rollouts.deployment().metadata.annotation(keys::triggerDeletion).empty());
}

void TestMcmRollouts::autoPreservationIsShared()
{
    Rollouts rollouts("spec: {autoPreserveFailedMachineMax: 2}");
    QCOMPARE(rollouts.setOfClass("small").spec.autoPreserveFailedMachineMax.value_or(-1), 2);
    rollouts.world.setPhase(rollouts.world.of<Machine>().list().front()->key(), "Failed");
    QVERIFY(rollouts.world.settle());
    QCOMPARE(rollouts.world.machinesIn("Failed"), 1); // kept, and not replaced
    rollouts.setClass("large");
    rollouts.world.machinesJoin = false;
    QVERIFY(rollouts.world.settle());
    QCOMPARE(rollouts.setOfClass("large").spec.autoPreserveFailedMachineMax.value_or(-1), 1);
    QCOMPARE(rollouts.setOfClass("small").spec.autoPreserveFailedMachineMax.value_or(-1), 0);
}

void TestMcmRollouts::nodesAreMarked()
{
    Rollouts rollouts;
    rollouts.world.machinesJoin = false;
    rollouts.setClass("large");
    QVERIFY(rollouts.world.settle());
    QCOMPARE(rollouts.world.of<api::Node>().size(), std::size_t(3));
    for (const auto &node : rollouts.world.of<api::Node>().list()) {
        QCOMPARE(node->metadata.annotation(keys::scaleDownDisabled), std::string_view("true"));
        QCOMPARE(node->metadata.annotation(keys::scaleDownDisabledByMcm), std::string_view("true"));
        QCOMPARE(
            node->spec.taints.front().key, std::string("deployment.machine.sapcloud.io/prefer-no-schedule"));
    }
    rollouts.world.machinesJoin = true;
    QVERIFY(rollouts.world.settle());
    rollouts.verifyRolledOut(3, "large");
}

void TestMcmRollouts::nodeMarks_data()
{
    QTest::addColumn<QByteArray>("node");
    QTest::addColumn<int>("role");
    QTest::addColumn<QByteArray>("annotations");
    QTest::addColumn<int>("taints");
    using enum controllers::mcm::NodeRole;
    const QByteArray ours = "metadata: {annotations: {cluster-autoscaler.kubernetes.io/scale-down-disabled: "
                            "'true', cluster-autoscaler.kubernetes.io/scale-down-disabled-by-mcm: 'true'}}";
    const QByteArray theirs =
        "metadata: {annotations: {cluster-autoscaler.kubernetes.io/scale-down-disabled: 'true'}}";
    const QByteArray both = "scale-down-disabled scale-down-disabled-by-mcm ";
    QTest::newRow("§6.7 an old node") << QByteArray() << int(Outgoing) << both << 1;
    QTest::newRow("§6.7 a new node") << QByteArray() << int(Current) << both << 0;
    QTest::newRow("§6.7 after the rollout") << ours << int(Idle) << QByteArray() << 0;
    QTest::newRow("§6.7 the user's own annotation stays")
        << theirs << int(Idle) << QByteArray("scale-down-disabled ") << 0;
    QTest::newRow("§6.7 the user's own is not taken over")
        << theirs << int(Current) << QByteArray("scale-down-disabled ") << 0;
    QTest::newRow("§6.7 an old node becomes a new one") << QByteArray(
        "spec: {taints: [{key: deployment.machine.sapcloud.io/prefer-no-schedule, value: 'True', "
        "effect: PreferNoSchedule}]}") << int(Current) << both
                                                        << 0;
}

void TestMcmRollouts::nodeMarks()
{
    QFETCH(QByteArray, node);
    QFETCH(int, role);
    const auto as = controllers::mcm::NodeRole(role);
    const api::Node after = controllers::mcm::marked(with(api::Node(), node), as);
    QByteArray annotations;
    for (const auto &[key, value] : after.metadata.annotations)
        annotations += QByteArray::fromStdString(key).split('/').last() + " ";
    QTEST(annotations, "annotations");
    QTEST(int(after.spec.taints.size()), "taints");
    QCOMPARE(controllers::mcm::marked(after, as), after);
}

void TestMcmRollouts::updateSteps_data()
{
    QTest::addColumn<QByteArray>("labels");
    QTest::addColumn<QByteArray>("step");
    QTest::addColumn<bool>("cordoned");
    QTest::addColumn<int>("pods");
    QTest::addColumn<QByteArray>("next");
    QTest::addColumn<QByteArray>("code");
    const QByteArray candidate = "node.machine.sapcloud.io/candidate-for-update: 'true'";
    const QByteArray selected = candidate + ", node.machine.sapcloud.io/selected-for-update: 'true'";
    const QByteArray done = selected + ", node.machine.sapcloud.io/update-result: ";
    const auto row = [](const char *name, const QByteArray &labels, const char *step, bool cordoned, int pods,
                         const char *next, const char *code) {
        QTest::newRow(name) << labels << QByteArray(step) << cordoned << pods << QByteArray(next)
                            << QByteArray(code);
    };
    row("§6.7 nothing is asked", "", "", false, 1, "", "NotUpdated");
    row("§6.7 a candidate", candidate, "", false, 1, "CandidateForUpdate", "CandidateForUpdate");
    row("§6.7 selected: it is cordoned", selected, "CandidateForUpdate", false, 1, "SelectedForUpdate",
        "SelectedForUpdate");
    row("§6.7 selected at once", selected, "", false, 1, "SelectedForUpdate", "SelectedForUpdate");
    row("§6.7 drained pod by pod", selected, "SelectedForUpdate", true, 1, "SelectedForUpdate", "Draining");
    row("§6.7 somebody uncordoned it", selected, "SelectedForUpdate", false, 1, "SelectedForUpdate",
        "SelectedForUpdate");
    row("§6.7 drained", selected, "SelectedForUpdate", true, 0, "DrainSuccessful", "Drained");
    row("§6.7 ready", selected, "DrainSuccessful", true, 0, "ReadyForUpdate", "ReadyForUpdate");
    row("§6.7 somebody updates it", selected, "ReadyForUpdate", true, 0, "ReadyForUpdate",
        "WaitingForUpdate");
    row("§6.7 it was updated", done + "successful", "ReadyForUpdate", true, 0, "UpdateSuccessful",
        "UpdateSuccessful");
    row("§6.7 it was not", done + "failed", "ReadyForUpdate", true, 0, "UpdateFailed", "UpdateFailed");
    row("§6.7 a candidate again", candidate, "UpdateFailed", true, 0, "CandidateForUpdate",
        "CandidateForUpdate");
    row("§6.7 all is over", "", "UpdateSuccessful", false, 1, "", "NotUpdated");
}

void TestMcmRollouts::updateSteps()
{
    QFETCH(QByteArray, labels);
    QFETCH(QByteArray, step);
    QFETCH(bool, cordoned);
    QFETCH(int, pods);
    api::Node node = with(api::Node(), "metadata: {name: n, uid: u, labels: {" + labels + "}}");
    if (cordoned)
        node.spec.unschedulable = true;
    if (!step.isEmpty())
        node.status.conditions.push_back({"InPlaceUpdate", "True", {}, {}, step.toStdString(), {}});
    std::vector<controllers::PodPointer> onNode;
    if (pods > 0)
        onNode.push_back(std::make_shared<const api::Pod>(
            with(api::Pod(), "metadata: {name: p, namespace: default, uid: p}")));
    const runtime::Plan plan = controllers::mcm::planNodeUpdate(node, onNode, now);
    const api::Node after = support::after(node, plan.effects);
    QTEST(QByteArray::fromStdString(std::string(controllers::mcm::updateStepOf(after))), "next");
    QTEST(codesOf(plan.reasons), "code");
    const bool staysCordoned = codesOf(plan.reasons) == "CandidateForUpdate" ? false : cordoned;
    QVERIFY(after.spec.unschedulable.value_or(false) == staysCordoned
        || codesOf(plan.reasons) == "SelectedForUpdate");
    QCOMPARE(countOf<api::EvictPod>(plan), codesOf(plan.reasons) == "Draining" ? 1 : 0);
    if (codesOf(plan.reasons) == "Draining")
        QCOMPARE(plan.checkAgainAfter.value(), base::Duration(5s));
}

void TestMcmRollouts::hollowUpdater()
{
    const api::Node going =
        with(api::Node(), "metadata: {name: n, deletionTimestamp: '2026-11-20T10:09:00Z', finalizers: [f]}");
    QCOMPARE(codesOf(controllers::mcm::planNodeUpdate(going, {}, now).reasons), QByteArray("NodeDeleting"));
    support::PlanLab cluster;
    const auto updater = controllers::mcm::makeNodeUpdateReconciler(
        cluster.of<api::Node>(), cluster.of<api::Pod>(), cluster.clock);
    QCOMPARE(codesOf(updater->reconcile({{}, "nobody"}).reasons), QByteArray("Gone"));
    const api::Node node = with(api::Node(),
        "{metadata: {labels: {node.machine.sapcloud.io/selected-for-update: 'true'}}, status: {conditions: "
        "[{type: InPlaceUpdate, status: 'True', reason: ReadyForUpdate, lastTransitionTime: "
        "'2026-11-20T10:10:00Z'}]}}");
    QCOMPARE(hollow::updateDue(node).value(), now + 10s);
    QCOMPARE(
        hollow::withUpdateResult(node).metadata.label(keys::updateResult), std::string_view("successful"));
    QVERIFY(!hollow::updateDue(hollow::withUpdateResult(node)));
    const api::Node failing = with(node, "metadata: {annotations: {hollowlab.io/fail-update: 'true'}}");
    QCOMPARE(
        hollow::withUpdateResult(failing).metadata.label(keys::updateResult), std::string_view("failed"));
    QVERIFY(!hollow::updateDue(with(node, "metadata: {labels: null}")));
}

void TestMcmRollouts::updatesInPlace_data()
{
    QTest::addColumn<QByteArray>("amounts");
    QTest::addColumn<bool>("manual");
    QTest::addColumn<int>("fewest"); ///< nodes that take pods
    QTest::addColumn<int>("most");
    QTest::addColumn<int>("kept"); ///< machines that are still the same
    QTest::newRow("one at a time") << QByteArray("{maxSurge: 0, maxUnavailable: 1}") << false << 2 << 3 << 3;
    QTest::newRow("two at a time") << QByteArray("{maxSurge: 0, maxUnavailable: 2}") << false << 1 << 3 << 3;
    QTest::newRow("with one more") << QByteArray("{maxSurge: 1, maxUnavailable: 0}") << false << 3 << 4 << 2;
    QTest::newRow("selected by hand")
        << QByteArray("{maxSurge: 0, maxUnavailable: 1, orchestrationType: Manual}") << true << 2 << 3 << 3;
}

void TestMcmRollouts::updatesInPlace()
{
    QFETCH(QByteArray, amounts);
    QFETCH(bool, manual);
    Rollouts rollouts(
        "spec: {strategy: {type: InPlaceUpdate, rollingUpdate: null, inPlaceUpdate: " + amounts + "}}");
    McmSetLab &world = rollouts.world;
    std::set<std::string> before;
    for (const auto &machine : world.of<Machine>().list())
        before.insert(machine->metadata.name);
    int schedulable = 3;
    world.onPlan = [&] {
        rollouts.look();
        schedulable = std::min(schedulable,
            int(std::ranges::count_if(world.of<api::Node>().list(),
                [](const auto &node) { return !node->spec.unschedulable.value_or(false); })));
    };
    rollouts.setClass("large");
    for (int step = 0; step < 20 && world.machinesOfClass("large") < 3; ++step) {
        QVERIFY(world.settle());
        const auto isUnderWay = [](const auto &node) {
            const auto stage = controllers::mcm::updateStageOf(*node);
            return stage != controllers::mcm::UpdateStage::None
                && stage != controllers::mcm::UpdateStage::Candidate;
        };
        bool chosen = !manual || std::ranges::any_of(world.of<api::Node>().list(), isUnderWay);
        for (const auto &node : world.of<api::Node>().list()) {
            const auto stage = controllers::mcm::updateStageOf(*node);
            if (hollow::updateDue(*node)) {
                world.put(hollow::withUpdateResult(*node));
            } else if (!chosen && stage == controllers::mcm::UpdateStage::Candidate) {
                QVERIFY(world.reasons.find("WaitingForSelection") != std::string::npos || step > 0);
                world.edit<api::Node>(node->key(), [](api::Node &changed) {
                    changed.metadata.labels[std::string(keys::selectedForUpdate)] = "true";
                });
                chosen = true;
            }
        }
    }
    QVERIFY(world.settle());
    rollouts.verifyRolledOut(3, "large");
    QTEST(schedulable, "fewest");
    QTEST(rollouts.most, "most");
    QTEST(int(std::ranges::count_if(world.of<Machine>().list(),
              [&](const auto &machine) { return before.contains(machine->metadata.name); })),
        "kept");
    for (const auto &machine : world.of<Machine>().list()) {
        QCOMPARE(machine->metadata.controller()->uid, rollouts.setOfClass("large").metadata.uid);
        QVERIFY(machine->metadata.label(keys::updateResult).empty());
    }
    QVERIFY(rollouts.setOfClass("large").metadata.label(keys::scaleUpDisabled).empty());
}

void TestMcmRollouts::failedUpdateHoldsUp()
{
    Rollouts rollouts(inPlace);
    McmSetLab &world = rollouts.world;
    rollouts.setClass("large");
    QVERIFY(world.settle());
    api::ObjectKey failing;
    for (const auto &node : world.of<api::Node>().list()) {
        if (!hollow::updateDue(*node))
            continue;
        failing = node->key();
        world.put(hollow::withUpdateResult(
            with(*node, "metadata: {annotations: {hollowlab.io/fail-update: 'true'}}")));
    }
    QVERIFY(!failing.name.empty());
    world.setPhase(world.of<Machine>()
                       .listBy(controllers::mcm::indexNames::machinesByNodeLabel, failing.name)
                       .front()
                       ->key(),
        "InPlaceUpdateFailed"); // the machine controller's part
    QVERIFY(world.settle());
    QVERIFY(world.reasons.find("UpdateFailed") != std::string::npos);
    QCOMPARE(world.machinesOfClass("large"), 0); // no more than maxUnavailable
    QCOMPARE(world.of<Machine>().size(), std::size_t(3));
}

/// Sets and deployment look one after the other; what is cut off after some writes is taken up again.
void TestMcmRollouts::takeoverIsCrashSafe()
{
    for (int cut = 1; cut <= 12; ++cut) {
        Rollouts rollouts(inPlace);
        McmSetLab &world = rollouts.world;
        const auto before = namesOf(world.of<Machine>().list());
        rollouts.setClass("large");
        for (int step = 0; step < 12; ++step) {
            world.cutOffAfter = cut;
            QVERIFY(world.settle());
            for (const auto &node : world.of<api::Node>().list()) {
                if (hollow::updateDue(*node))
                    world.put(hollow::withUpdateResult(*node));
            }
        }
        QCOMPARE(world.machinesOfClass("large"), 3);
        QCOMPARE(namesOf(world.of<Machine>().list()), before); // none was made, none deleted
    }
}

QTEST_GUILESS_MAIN(TestMcmRollouts)
#include "tst_mcmrollouts.moc"
