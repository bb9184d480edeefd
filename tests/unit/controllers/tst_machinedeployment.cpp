// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/controllers/deploymentobjects.h"

#include <QTest>

using namespace core;
using namespace deployments;
using namespace std::chrono_literals;
using support::codesOf;
using support::textOf;

namespace {

QByteArray conditionsOf(const api::MachineDeployment &of)
{
    QByteArray text;
    for (const api::RolloutCondition &condition : of.status.conditions)
        text += (text.isEmpty() ? "" : " ")
            + QByteArray::fromStdString(condition.type + "=" + condition.status + "/" + condition.reason);
    return text;
}

std::string hashOf(const api::MachineTemplate &of, std::optional<std::int64_t> collisions)
{
    return rollout::hashOf(api::encode(rollout::RolloutFamily<api::MachineSet>::comparable(of)), collisions);
}

QByteArray deedsOf(const api::MachineDeployment &of, const runtime::Plan &plan)
{
    return textOf(support::deeds(of, plan.effects));
}

} // namespace

class TestMachineDeployment : public QObject
{
    Q_OBJECT

private slots:
    void validation_data();
    void validation();
    void validationIsToldOncePerMessage();
    void hash();
    void newSet();
    void collision();
    void nameOfASetThatGoes();
    void pausedStartsNothing();
    void revisionsFollow();
    void rollback_data();
    void rollback();
    void rolledBackTemplate();
    void historyLimit_data();
    void historyLimit();
    void ownership();
    void counts();
    void conditions_data();
    void conditions();
    void deadline();
    void failedCreation();
    void deletingDoesNothing();
};

void TestMachineDeployment::validation_data()
{
    QTest::addColumn<QByteArray>("patch");
    QTest::addColumn<QByteArray>("problem");
    const auto row = [](const char *name, const char *patch, const char *problem) {
        QTest::newRow(name) << QByteArray(patch) << QByteArray(problem);
    };
    row("§6.1 all is well", "", "");
    row("§6.7 Recreate is a strategy", "spec: {strategy: {type: Recreate}}", "");
    row("§6.1 percentages", "spec: {strategy: {rollingUpdate: {maxSurge: 150%, maxUnavailable: 25%}}}", "");
    row("§6.1 replicas ≥ 0", "spec: {replicas: -1}", "spec.replicas must not be negative");
    row("§6.1 minReadySeconds ≥ 0", "spec: {minReadySeconds: -1}",
        "spec.minReadySeconds must not be negative");
    row("§6.1 revisionHistoryLimit ≥ 0", "spec: {revisionHistoryLimit: -1}",
        "spec.revisionHistoryLimit must not be negative");
    row("§6.1 progressDeadlineSeconds ≥ 0", "spec: {progressDeadlineSeconds: -1}",
        "spec.progressDeadlineSeconds must not be negative");
    row("§6.1 another strategy is named", "spec: {strategy: {type: Canary}}",
        "spec.strategy.type \"Canary\" is none of RollingUpdate, Recreate");
    row("§6.1 no number", "spec: {strategy: {rollingUpdate: {maxSurge: few}}}",
        "spec.strategy.rollingUpdate.maxSurge \"few\" is neither a number nor a percentage");
    row("§6.1 a negative number", "spec: {strategy: {rollingUpdate: {maxUnavailable: -1}}}",
        "spec.strategy.rollingUpdate.maxUnavailable \"-1\" is neither a number nor a percentage");
    row("§6.3 an empty selector matches nothing", "spec: {selector: {matchLabels: null}}",
        "spec.selector is empty and would match every machine set");
    row("§6.3 the selector must match the template", "spec: {selector: {matchLabels: {other: x}}}",
        "spec.selector does not match the labels of spec.template");
}

void TestMachineDeployment::validation()
{
    QFETCH(QByteArray, patch);
    QTEST(QByteArray::fromStdString(controllers::validationProblem(with(workers, patch)).message), "problem");
}

void TestMachineDeployment::validationIsToldOncePerMessage()
{
    const api::MachineDeployment broken = with(workers, "spec: {replicas: -1}");
    const runtime::Plan first = planOf(broken, {old(3, 3, 3)});
    QCOMPARE(deedsOf(broken, first),
        QByteArray("event Warning ReconcileError on default/workers: spec.replicas must not be negative"));
    QCOMPARE(codesOf(first.reasons), QByteArray("InvalidSpec"));
    QCOMPARE(planOf(after(broken, first), {old(3, 3, 3)}).effects.size(), std::size_t(0));
    const api::MachineDeployment all = with(workers, "spec: {selector: {matchLabels: null}}");
    QVERIFY(deedsOf(all, planOf(all, {})).startsWith("event Warning SelectingAll on default/workers"));
}

void TestMachineDeployment::hash()
{
    const api::MachineTemplate one = workers.spec.template_;
    const std::string hash = hashOf(one, {});
    QCOMPARE(hash, std::string("495204717")); // must stay: names of sets are made of it
    api::MachineTemplate labelled = one;
    labelled.metadata.labels[std::string(api::keys::templateHash)] = "7";
    QCOMPARE(hashOf(labelled, {}), hash);
    QVERIFY(hashOf(one, 1) != hash);
    const auto ordered =
        fromYaml<api::MachineTemplate>("{spec: {providerSpec: {value: {numCores: 2, image: i}}}, metadata: "
                                       "{labels: {app: workers}}}");
    QCOMPARE(hashOf(ordered, {}), hash);
    // §6.2: the digits 0 … 9 are the letters 4 5 6 7 8 9 b c d f
    QCOMPARE(rollout::lettersOf("0123456789", 10), std::string("456789bcdf"));
}

void TestMachineDeployment::newSet()
{
    const runtime::Plan plan = planOf(workers, {});
    QCOMPARE(codesOf(plan.reasons), QByteArray("CreatingMachineSet"));
    const auto made = api::decode<api::MachineSet>(creation(plan)->object).value();
    const std::string hash = hashOf(workers.spec.template_, {});
    QCOMPARE(made.metadata.name, "workers-" + rollout::lettersOf(hash, 10));
    QCOMPARE(made.wantedReplicas(), 3);
    QCOMPARE(made.spec.minReadySeconds, 5);
    const api::Labels labels {{"app", "workers"}, {"machine-template-hash", hash}};
    QVERIFY(made.metadata.labels == labels && made.spec.template_.metadata.labels == labels
        && made.spec.selector.matchLabels == labels);
    const std::string prefix = "machinedeployment.clusters.k8s.io/";
    const api::Labels annotations {{"note", "hello"}, {prefix + "revision", "1"},
        {prefix + "desired-replicas", "3"}, {prefix + "max-replicas", "4"}};
    QVERIFY(made.metadata.annotations == annotations); // not the last-applied one
    const api::OwnerReference *owner = made.metadata.controller();
    QVERIFY(owner && owner->uid == "deployment-uid" && owner->kind == "MachineDeployment"
        && owner->blockOwnerDeletion == true);
    QVERIFY(rollout::hasTemplate(made, workers.spec.template_));
    QCOMPARE(textOf(plan.effects)
                 .count("Scaled up machine set " + QByteArray::fromStdString(made.metadata.name) + " to 3"),
        1);
    QCOMPARE(planOf(workers, {}), plan); // a creation tried again meets the first one
}

void TestMachineDeployment::collision()
{
    const std::string taken = rollout::newSetFor<api::MachineSet>(workers, 0, 1).metadata.name;
    const auto foreign =
        set(QByteArray::fromStdString(taken), 7, 1, 1, 1, 1, "metadata: {labels: {app: other}}");
    const runtime::Plan plan = planOf(workers, {foreign});
    QCOMPARE(codesOf(plan.reasons), QByteArray("HashCollision"));
    QVERIFY(!creation(plan));
    const api::MachineDeployment next = after(workers, plan);
    QCOMPARE(next.status.collisionCount.value_or(-1), 1);
    const runtime::Plan again = planOf(next, {foreign});
    QVERIFY(creation(again) && api::textAt(creation(again)->object, {"metadata", "name"}) != taken);
}

void TestMachineDeployment::nameOfASetThatGoes()
{
    const std::string name = rollout::newSetFor<api::MachineSet>(workers, 0, 1).metadata.name;
    const auto going = set(QByteArray::fromStdString(name), 2, 1, 3, 3, 3,
        "metadata: {deletionTimestamp: '2026-11-20T10:09:00Z', finalizers: [foregroundDeletion]}");
    const runtime::Plan plan = planOf(workers, {going});
    QCOMPARE(codesOf(plan.reasons), QByteArray("WaitingForDeletion"));
    QVERIFY(!creation(plan));
}

void TestMachineDeployment::pausedStartsNothing()
{
    const auto paused = with(workers, "spec: {paused: true, replicas: 5}");
    const runtime::Plan sized = planOf(paused, {old(3, 3, 3)});
    QCOMPARE(codesOf(sized.reasons), QByteArray("Paused,Scaling"));
    QVERIFY(!creation(sized) && textOf(sized.effects).contains("Scaled up machine set old to 5"));
    QVERIFY(conditionsOf(after(paused, sized)).contains("Progressing=Unknown/DeploymentPaused"));
    const auto rollback = with(paused, "spec: {replicas: 3, rollbackTo: {revision: 1}}");
    QCOMPARE(codesOf(planOf(rollback, {old(3, 3, 3)}).reasons), QByteArray("Paused"));
    QVERIFY(!planOf(paused, {}).checkAgainAfter); // no deadline while paused
    const Sets midway {current(1, 1, 0), old(3, 3, 3)};
    const auto halted = with(workers, "spec: {paused: true}");
    const auto goesOn = with(after(halted, planOf(halted, midway)), "spec: {paused: false}");
    QVERIFY(conditionsOf(after(goesOn, planOf(goesOn, midway))).contains("Unknown/DeploymentResumed"));
}

void TestMachineDeployment::revisionsFollow()
{
    const std::string prefix = "machinedeployment.clusters.k8s.io/";
    // The old template is back: its set becomes the newest revision, and remembers the earlier one.
    const auto back = set("back", 2, 1, 0, 0, 0);
    const auto newer = set("newer", 1, 2, 3, 3, 3);
    const runtime::Plan plan = planOf(workers, {back, newer});
    QCOMPARE(codesOf(plan.reasons), QByteArray("UpdatingMachineSet"));
    const api::MachineSet updated = support::after(*back, plan.effects);
    QCOMPARE(updated.metadata.annotations.at(prefix + "revision"), std::string("3"));
    QCOMPARE(updated.metadata.annotations.at(prefix + "revision-history"), std::string("1"));
    const auto thirdTime = with(updated, "metadata: {resourceVersion: '6'}");
    const runtime::Plan next = planOf(workers, {std::make_shared<const api::MachineSet>(thirdTime), newer});
    QCOMPARE(after(workers, next).metadata.annotations.at(prefix + "revision"), std::string("3"));
    // Annotations and minReadySeconds of the deployment are the set's too.
    const auto noted = with(workers, "{metadata: {annotations: {note: bye}}, spec: {minReadySeconds: 7}}");
    const api::MachineSet copied =
        support::after(*current(3, 3, 3), planOf(noted, {current(3, 3, 3)}).effects);
    QCOMPARE(copied.metadata.annotations.at("note"), std::string("bye"));
    QCOMPARE(copied.spec.minReadySeconds, 7);
}

void TestMachineDeployment::rollback_data()
{
    QTest::addColumn<int>("revision");
    QTest::addColumn<QByteArray>("told");
    QTest::newRow("§6.7 to a revision") << 1
                                        << QByteArray("Normal DeploymentRollback on default/workers: "
                                                      "Rolled back to revision 1");
    QTest::newRow("§6.7 to the one before")
        << 0 << QByteArray("Normal DeploymentRollback on default/workers: Rolled back to revision 1");
    QTest::newRow("§6.7 to one that is not there")
        << 9
        << QByteArray("Warning DeploymentRollbackRevisionNotFound on default/workers: There is no revision "
                      "9 to roll back to");
    QTest::newRow("§6.7 to the present one")
        << 2
        << QByteArray("Warning DeploymentRollbackTemplateUnchanged on default/workers: The template of "
                      "revision 2 is the present one");
}

void TestMachineDeployment::rollback()
{
    QFETCH(int, revision);
    const auto asked = with(workers, "spec: {rollbackTo: {revision: " + QByteArray::number(revision) + "}}");
    const runtime::Plan plan = planOf(asked, {current(3, 3, 3), old(0, 0, 0)});
    QVERIFY(!after(asked, plan).spec.rollbackTo);
    QTEST(deedsOf(asked, plan).mid(int(qstrlen("event "))), "told");
}

void TestMachineDeployment::rolledBackTemplate()
{
    const auto asked = with(workers, "spec: {rollbackTo: {}}");
    const auto earlier = old(0, 0, 0, "metadata: {annotations: {note: earlier, extra: x}}");
    const api::MachineDeployment back = after(asked, planOf(asked, {current(3, 3, 3), earlier}));
    QVERIFY(rollout::hasTemplate(*earlier, back.spec.template_));
    QVERIFY(!back.spec.template_.metadata.labels.contains(api::keys::templateHash));
    QCOMPARE(back.metadata.annotations.at("note"), std::string("earlier"));
    QCOMPARE(back.metadata.annotations.at("extra"), std::string("x"));
    QCOMPARE(back.metadata.annotations.at(std::string(api::keys::lastApplied)), std::string("long"));
    QVERIFY(!back.metadata.annotations.contains(api::keys::desiredReplicas));
}

void TestMachineDeployment::historyLimit_data()
{
    QTest::addColumn<QByteArray>("limit");
    QTest::addColumn<QByteArray>("patch");
    QTest::addColumn<QByteArray>("deleted");
    const auto row = [](const char *name, const char *limit, const char *patch, const char *deleted) {
        QTest::newRow(name) << QByteArray(limit) << QByteArray(patch) << QByteArray(deleted);
    };
    row("§6.1 one is kept", "null", "", "delete MachineSet default/a uid-a");
    row("§6.4 row 5: the oldest first", "0", "",
        "delete MachineSet default/a uid-a\ndelete MachineSet default/b uid-b");
    row("§6.4 row 5: within the limit", "2", "", "");
    row("§6.4 row 5: machines are left", "null", "status: {replicas: 1}", "");
    row("§6.4 row 5: the status is behind", "null", "metadata: {generation: 2}", "");
    row("§6.4 row 5: being deleted already", "null", "metadata: {deletionTimestamp: '2026-11-20T10:00:00Z'}",
        "");
}

void TestMachineDeployment::historyLimit()
{
    QFETCH(QByteArray, limit);
    QFETCH(QByteArray, patch);
    const auto deployment = with(workers,
        "{metadata: {annotations: {machinedeployment.clusters.k8s.io/revision: '2'}},"
        " spec: {revisionHistoryLimit: "
            + limit + "}}");
    const Sets sets {current(3, 3, 3), set("a", 5, 0, 0, 0, 0, patch), set("b", 6, 1, 0, 0, 0)};
    QByteArray deletions;
    for (const api::Effect &effect : planOf(deployment, sets).effects) {
        if (std::holds_alternative<api::DeleteObject>(effect))
            deletions += (deletions.isEmpty() ? "" : "\n") + QByteArray::fromStdString(textOf(effect));
    }
    // A set with machines left keeps the deployment incomplete as well.
    QTEST(deletions, "deleted");
}

void TestMachineDeployment::ownership()
{
    const auto orphan = old(3, 3, 3, "metadata: {ownerReferences: null}");
    const runtime::Plan plan = planOf(workers, {orphan});
    QCOMPARE(codesOf(plan.reasons), QByteArray("Adopting"));
    QVERIFY(support::after(*orphan, plan.effects).metadata.controller()->uid == "deployment-uid");
    QVERIFY(!creation(plan));
    const auto stray = old(3, 3, 3, "metadata: {labels: {app: other}}");
    const auto foreign = old(3, 3, 3,
        "metadata: {ownerReferences: [{apiVersion: v1, kind: X, name: x, uid: x, controller: true}]}");
    for (const MachineSetPointer &other : {stray, foreign})
        QCOMPARE(codesOf(planOf(workers, {other}).reasons), QByteArray("CreatingMachineSet"));
}

void TestMachineDeployment::counts()
{
    const Sets sets {current(2, 2, 1), old(2, 3, 2)};
    const api::MachineDeploymentStatus status = after(workers, planOf(workers, sets)).status;
    QCOMPARE(status.replicas, 5);
    QCOMPARE(status.updatedReplicas.value_or(-1), 2);
    QCOMPARE(status.readyReplicas.value_or(-1), 3);
    QCOMPARE(status.availableReplicas.value_or(-1), 3);
    QCOMPARE(status.unavailableReplicas.value_or(-1), 1); // 2 + 2 wanted
    QCOMPARE(status.observedGeneration.value_or(-1), 2);
    QCOMPARE(status.labelSelector, std::string("app=workers"));
}

void TestMachineDeployment::conditions_data()
{
    QTest::addColumn<QByteArray>("status");
    QTest::addColumn<Sets>("sets");
    QTest::addColumn<QByteArray>("conditions");
    const auto row = [](const char *name, const char *status, const Sets &sets, const char *conditions) {
        QTest::newRow(name) << QByteArray(status) << sets << QByteArray(conditions);
    };
    const char *updating =
        "{replicas: 4, updatedReplicas: 1, readyReplicas: 3, availableReplicas: 3, conditions: "
        "[{type: Progressing, status: 'True', reason: MachineSetUpdated, message: m,"
        " lastUpdateTime: '2026-11-20T09:59:59Z'}]}";
    row("§6.7 a new set", "{}", {old(3, 3, 3)},
        "Available=True/MinimumReplicasAvailable Progressing=True/NewMachineSetCreated");
    row("§6.7 a set that was there", "{replicas: 3, readyReplicas: 3, availableReplicas: 3}",
        {current(0, 0, 0), old(3, 3, 3)},
        "Available=True/MinimumReplicasAvailable Progressing=True/FoundNewMachineSet");
    row("§6.7 too few", "{}", {current(3, 3, 2)},
        "Available=False/MinimumReplicasUnavailable Progressing=True/MachineSetUpdated");
    row("§6.7 all done", "{}", {current(3, 3, 3)},
        "Available=True/MinimumReplicasAvailable Progressing=True/NewMachineSetAvailable");
    row("§6.7 updated machines came", updating, {current(2, 2, 1), old(2, 2, 2)},
        "Available=True/MinimumReplicasAvailable Progressing=True/MachineSetUpdated");
    row("§6.7 nothing for ten minutes", updating, {current(1, 1, 0), old(3, 3, 3)},
        "Available=True/MinimumReplicasAvailable Progressing=False/ProgressDeadlineExceeded");
    row("§6.7 a set that failed", "{}", {current(3, 3, 3, "status: {errorReason: Bad, errorMessage: no}")},
        "Available=True/MinimumReplicasAvailable Progressing=True/NewMachineSetAvailable "
        "ReplicaFailure=True/Bad");
    row("§6.7 a machine lost after the rollout is no rollout",
        "{replicas: 3, updatedReplicas: 3, readyReplicas: 3, availableReplicas: 3, conditions: [{type: "
        "Progressing, status: 'True', reason: NewMachineSetAvailable}]}",
        {current(3, 3, 2)},
        "Available=False/MinimumReplicasUnavailable Progressing=True/NewMachineSetAvailable");
}

void TestMachineDeployment::conditions()
{
    QFETCH(QByteArray, status);
    QFETCH(Sets, sets);
    const auto deployment = with(workers, "status: " + status);
    QTEST(conditionsOf(after(deployment, planOf(deployment, sets))), "conditions");
}

void TestMachineDeployment::deadline()
{
    const Sets sets {current(1, 1, 0), old(3, 3, 3)};
    const auto deployment = with(workers, "spec: {progressDeadlineSeconds: 60}");
    const runtime::Plan first = planOf(deployment, sets);
    QVERIFY(first.checkAgainAfter == 61s);
    const auto waiting = after(deployment, first);
    QVERIFY(controllers::planMachineDeployment(waiting, seeing(sets), now + 59s).checkAgainAfter == 2s);
    const runtime::Plan late = controllers::planMachineDeployment(waiting, seeing(sets), now + 61s);
    QVERIFY(codesOf(late.reasons).endsWith("ProgressDeadlineExceeded"));
    QVERIFY(!late.checkAgainAfter);
    const auto exceeded = after(waiting, late);
    QCOMPARE(
        controllers::planMachineDeployment(exceeded, seeing(sets), now + 1h).effects.size(), std::size_t(0));
}

void TestMachineDeployment::failedCreation()
{
    const base::Error refused {base::ErrorKind::Invalid, "the template is bad", {}};
    const auto record = [&](const api::MachineDeployment &of, Sets sets) {
        return runtime::Plan {
            rollout::effectsOfFailedCreation<api::MachineSet>(of, planOf(of, std::move(sets)), refused, now),
            {}, {}};
    };
    const runtime::Plan first = record(workers, {});
    QCOMPARE(deedsOf(workers, first),
        QByteArray("event Warning MachineSetCreateError on default/workers: the template is bad"));
    const auto told = after(workers, first);
    QCOMPARE(conditionsOf(told), QByteArray("Progressing=False/MachineSetCreateError"));
    QCOMPARE(record(told, {}).effects.size(), std::size_t(0));
    QCOMPARE(record(workers, {current(1, 1, 1), old(3, 3, 3)}).effects.size(), std::size_t(0));
}

void TestMachineDeployment::deletingDoesNothing()
{
    const runtime::Plan plan =
        planOf(with(workers, "metadata: {deletionTimestamp: '2026-11-20T10:00:00Z'}"), {old(3, 3, 3)});
    QCOMPARE(codesOf(plan.reasons), QByteArray("Deleting"));
    QVERIFY(plan.effects.empty());
}

QTEST_GUILESS_MAIN(TestMachineDeployment)
#include "tst_machinedeployment.moc"
