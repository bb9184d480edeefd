// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/ownership.h"
#include "core/controllers/machineset/machineset.h"
#include "core/controllers/machineset/machinesetpolicy.h"
#include "tests/support/objects.h"
#include "tests/support/plantext.h"

#include <QTest>

#include <algorithm>

using namespace core;
using namespace std::chrono_literals;
using controllers::MachinePointer;
using controllers::MachineSetView;
using support::codesOf;
using support::fromYaml;
using support::kept;
using support::textOf;
using support::with;

namespace {

const base::Time now = support::timeOf("2026-11-20T10:10:00Z");
const base::Chance chance(7);

const api::MachineSet set = fromYaml<api::MachineSet>(R"(
metadata: {name: workers, namespace: default, uid: set-uid, generation: 3}
spec:
  replicas: 3
  selector: {matchLabels: {set: workers}}
  template:
    metadata: {labels: {set: workers, extra: x}, annotations: {note: hello}}
    spec: {providerSpec: {value: {image: i}}, taints: [{key: k, effect: NoSchedule}]}
)");

api::Machine machine(const QByteArray &name, const QByteArray &patch = {})
{
    return with(
        fromYaml<api::Machine>("metadata: {name: " + name + ", namespace: default, uid: uid-" + name
            + R"(, resourceVersion: "5", creationTimestamp: 2026-11-20T10:00:00Z, labels: {set: workers,
                 extra: x},
    ownerReferences: [{apiVersion: machine.openshift.io/v1beta1, kind: MachineSet, name: workers,
    uid: set-uid,
                       controller: true, blockOwnerDeletion: true}]})"),
        patch);
}

MachinePointer shared(const api::Machine &machine)
{
    return std::make_shared<const api::Machine>(machine);
}

MachineSetView owning(const std::vector<api::Machine> &machines)
{
    MachineSetView view;
    std::vector<std::string> names;
    for (const api::Machine &each : machines) {
        view.owned.push_back({kept(each), nullptr});
        names.push_back(each.metadata.name);
    }
    view.nameTaken = [names](
                         const std::string &name) { return std::ranges::find(names, name) != names.end(); };
    return view;
}

const api::Node *readyNode(const char *since)
{
    return kept(fromYaml<api::Node>("status: {conditions: [{type: Ready, status: 'True', lastTransitionTime: "
        + QByteArray(since) + "}]}"));
}

runtime::Plan planOf(const api::MachineSet &of, const MachineSetView &seen)
{
    return controllers::planMachineSet(of, seen, chance, now);
}

} // namespace

Q_DECLARE_METATYPE(api::MachineSet)
Q_DECLARE_METATYPE(api::Machine)

class TestMachineSet : public QObject
{
    Q_OBJECT

private slots:
    void validation_data();
    void validation();
    void validationIsToldOncePerMessage();
    void newMachineFollowsTheTemplate();
    void namesRepeatUntilTheyAreSeen();
    void takenNamesAreSkipped();
    void creationsStartSlowly();
    void adoptsOrphansAndReleasesStrays();
    void machinesThatDoNotCount();
    void priority_data();
    void priority();
    void deletionOrder_data();
    void deletionOrder();
    void theMarkedMachineGoesFirst();
    void deletionsAreCapped();
    void status();
    void minReadySeconds_data();
    void minReadySeconds();
    void replicasUnsetIsOne();
    void deletingSetDoesNothing();
    void creationThatIsRefusedIsTold();
};

void TestMachineSet::validation_data()
{
    QTest::addColumn<QByteArray>("patch");
    QTest::addColumn<QByteArray>("problem");
    QTest::newRow("§5.1 all is well") << QByteArray() << QByteArray();
    QTest::newRow("§5.1 replicas ≥ 0")
        << QByteArray("spec: {replicas: -1}") << QByteArray("spec.replicas must not be negative");
    QTest::newRow("§5.1 minReadySeconds ≥ 0") << QByteArray("spec: {minReadySeconds: -1}")
                                              << QByteArray("spec.minReadySeconds must not be negative");
    QTest::newRow("§5.1 an unknown delete policy")
        << QByteArray("spec: {deletePolicy: Best}")
        << QByteArray("spec.deletePolicy \"Best\" is none of Random, Newest, Oldest");
    QTest::newRow("§5.1 an empty selector")
        << QByteArray("spec: {selector: {matchLabels: null}}")
        << QByteArray("spec.selector is empty and would match every machine");
    QTest::newRow("§5.1 the selector must match the template")
        << QByteArray("spec: {selector: {matchLabels: {other: x}}}")
        << QByteArray("spec.selector does not match the labels of spec.template");
    QTest::newRow("§5.1 a selector with an unknown operator")
        << QByteArray("spec: {selector: {matchExpressions: [{key: set, operator: Near}]}}")
        << QByteArray("spec.selector: matchExpressions for \"set\": \"Near\" is not a valid label selector "
                      "operator");
}

void TestMachineSet::validation()
{
    QFETCH(QByteArray, patch);
    QTEST(QByteArray::fromStdString(controllers::validationProblem(with(set, patch))), "problem");
}

void TestMachineSet::validationIsToldOncePerMessage()
{
    const api::MachineSet broken = with(set, "spec: {replicas: -1}");
    const auto first = planOf(broken, owning({}));
    QCOMPARE(textOf(support::deeds(broken, first.effects)),
        QByteArray("event Warning ReconcileError on default/workers: spec.replicas must not be negative"));
    const api::MachineSet told = support::after(broken, first.effects);
    QCOMPARE(textOf(planOf(told, owning({})).effects), QByteArray());
    const api::MachineSet mended = with(told, "spec: {replicas: 0}");
    QCOMPARE(support::after(mended, planOf(mended, owning({})).effects).status.errorMessage, std::string());
}

void TestMachineSet::newMachineFollowsTheTemplate()
{
    const api::Machine made = controllers::newMachine(set, "workers-abcde");
    QCOMPARE(QByteArray::fromStdString(api::writeCanonicalJson(api::encodeObject(made))),
        QByteArray(
            R"({"apiVersion":"machine.openshift.io/v1beta1","kind":"Machine","metadata":{)"
            R"("annotations":{"note":"hello"},"labels":{"extra":"x","set":"workers"},"name":"workers-abcde",)"
            R"("namespace":"default","ownerReferences":[{"apiVersion":"machine.openshift.io/v1beta1",)"
            R"("blockOwnerDeletion":true,"controller":true,"kind":"MachineSet","name":"workers",)"
            R"("uid":"set-uid"}]},)"
            R"("spec":{"providerSpec":{"value":{"image":"i"}},"taints":[{"effect":"NoSchedule",)"
            R"("key":"k"}]}})"));
}

void TestMachineSet::namesRepeatUntilTheyAreSeen()
{
    const auto first = planOf(set, owning({}));
    const auto again = planOf(set, owning({})); // the first creation was not seen yet
    QCOMPARE(textOf(support::deeds(set, first.effects)), textOf(support::deeds(set, again.effects)));
    QVERIFY(textOf(support::deeds(set, first.effects)).startsWith("create Machine default/workers-"));
}

void TestMachineSet::takenNamesAreSkipped()
{
    const auto names =
        api::newNames(set.metadata, "machine name", 3, chance, [](const std::string &) { return false; });
    const auto free = api::newNames(set.metadata, "machine name", 2, chance,
        [&](const std::string &name) { return name == names.at(0) || name == names.at(2); });
    QCOMPARE(free.at(0), names.at(1));
    QVERIFY(free.at(1) != names.at(0) && free.at(1) != names.at(2));
    QCOMPARE(names.at(0).size(), std::string("workers-abcde").size());
    QVERIFY(std::ranges::none_of(
        names.at(0).substr(8), [](char c) { return std::string("aeiou013").find(c) != std::string::npos; }));
}

void TestMachineSet::creationsStartSlowly()
{
    std::vector<std::size_t> batches;
    std::size_t existing = 0;
    while (existing < 400) {
        batches.push_back(rollout::creationBatch(existing, 400 - existing));
        existing += batches.back();
    }
    const std::vector<std::size_t> wanted {1, 2, 4, 8, 16, 32, 64, 100, 100, 73};
    QVERIFY(batches == wanted);
}

void TestMachineSet::adoptsOrphansAndReleasesStrays()
{
    MachineSetView seen = owning({machine("a"), machine("stray", "metadata: {labels: {set: other}}")});
    const QByteArray alone("metadata: {ownerReferences: null}");
    seen.orphans = {shared(machine("orphan", alone)), shared(machine("foreign", alone + "\n")),
        shared(
            machine("going", "metadata: {ownerReferences: null, deletionTimestamp: 2026-11-20T10:00:00Z}"))};
    seen.orphans.at(1) = shared(with(*seen.orphans.at(1), "metadata: {labels: {set: other}}"));
    const auto plan = planOf(with(set, "spec: {replicas: 2}"), seen);
    const QByteArray deeds = textOf(support::deeds(set, plan.effects));
    QCOMPARE(deeds,
        QByteArray("patch Machine default/stray "
                   "{\"metadata\":{\"ownerReferences\":null,\"resourceVersion\":\"5\"}}\n"
                   "patch Machine default/orphan {\"metadata\":{\"ownerReferences\":[{\"apiVersion\":"
                   "\"machine.openshift.io/"
                   "v1beta1\",\"blockOwnerDeletion\":true,\"controller\":true,\"kind\":\"MachineSet\","
                   "\"name\":\"workers\",\"uid\":\"set-uid\"}],\"resourceVersion\":\"5\"}}"));
    QCOMPARE(codesOf(plan.reasons), QByteArray("Releasing,Adopting,WaitingForNodes"));
    QCOMPARE(support::after(set, plan.effects).status.replicas, 2);
}

void TestMachineSet::machinesThatDoNotCount()
{
    const auto plan = planOf(set,
        owning({machine("a"), machine("b"),
            machine("going", "metadata: {deletionTimestamp: 2026-11-20T10:00:00Z}")}));
    QCOMPARE(textOf(support::deeds(set, plan.effects)).count("create Machine"), 1); // §5.4 the consequence
    QCOMPARE(support::after(set, plan.effects).status.replicas, 2);
}

void TestMachineSet::priority_data()
{
    QTest::addColumn<QByteArray>("patch");
    QTest::addColumn<double>("random");
    QTest::addColumn<double>("oldest");
    QTest::addColumn<double>("newest");
    // 100 days old: 50 × (1 − e^−1) = 31.6060279
    const QByteArray old("metadata: {creationTimestamp: 2026-08-12T10:10:00Z}");
    const QByteArray nodeRef("\nstatus: {nodeRef: {kind: Node, name: n}}");
    QTest::newRow("§5.5 already deleting")
        << QByteArray("metadata: {deletionTimestamp: 2026-11-20T10:00:00Z}") << 100. << 100. << 100.;
    QTest::newRow("§5.5 marked") << QByteArray(
        "metadata: {annotations: {machine.openshift.io/delete-machine: x}}")
                                 << 50. << 100. << 100.;
    for (const char *key : {"machine.openshift.io/cluster-api-delete-machine",
             "cluster.x-k8s.io/delete-machine", "cluster.k8s.io/delete-machine"})
        QTest::addRow("§5.5 marked with %s", key)
            << QByteArray("metadata: {annotations: {") + key + ": x}}" << 50. << 100. << 100.;
    QTest::newRow("§5.5 an empty mark is none") << QByteArray(
        "metadata: {annotations: {machine.openshift.io/delete-machine: ''}, creationTimestamp: null}")
                                                << 40. << 0. << 100.;
    QTest::newRow("§5.5 errorReason")
        << QByteArray("status: {errorReason: CreateError}") << 50. << 100. << 100.;
    QTest::newRow("§5.5 errorMessage") << QByteArray("status: {errorMessage: broken}") << 50. << 100. << 100.;
    QTest::newRow("§5.5 no node") << old << 40. << 31.6060279 << 68.3939721;
    QTest::newRow("§5.5 other") << old + nodeRef << 20. << 31.6060279 << 68.3939721;
    QTest::newRow("§5.5 from the future")
        << "metadata: {creationTimestamp: 2027-01-01T00:00:00Z}" + nodeRef << 20. << 0. << 100.;
}

void TestMachineSet::priority()
{
    QFETCH(QByteArray, patch);
    QFETCH(double, random);
    QFETCH(double, oldest);
    QFETCH(double, newest);
    const api::Machine scored = machine("m", patch);
    const auto near = [&](std::string_view policy, double wanted) {
        return std::abs(controllers::deletePriority(scored, policy, now) - wanted) < 1e-6;
    };
    QVERIFY(near("Random", random));
    QVERIFY(near({}, random));
    QVERIFY(near("Oldest", oldest));
    QVERIFY(near("Newest", newest));
}

void TestMachineSet::deletionOrder_data()
{
    QTest::addColumn<QByteArray>("policy");
    QTest::addColumn<QByteArray>("order");
    QTest::newRow("Newest: marked, then the newest")
        << QByteArray("Newest") << QByteArray("marked young middle old");
    QTest::newRow("Oldest: marked, then the oldest")
        << QByteArray("Oldest") << QByteArray("marked old middle young");
    QTest::newRow("Random: marked, then without node, then by the dice")
        << QByteArray("Random") << QByteArray("marked middle ? ?");
}

void TestMachineSet::deletionOrder()
{
    QFETCH(QByteArray, policy);
    QFETCH(QByteArray, order);
    const QByteArray nodeRef("\nstatus: {nodeRef: {kind: Node, name: n}}");
    const std::vector<const api::Machine *> machines {
        kept(machine("middle", "metadata: {creationTimestamp: 2026-11-20T09:00:00Z}")),
        kept(machine("marked", "metadata: {annotations: {machine.openshift.io/delete-machine: x}}")),
        kept(machine("old", "metadata: {creationTimestamp: 2026-11-20T08:00:00Z}" + nodeRef)),
        kept(machine("young", "metadata: {creationTimestamp: 2026-11-20T10:00:00Z}" + nodeRef)),
    };
    const auto sorted = controllers::inDeletionOrder(machines, policy.toStdString(), chance, now);
    const auto wanted = order.split(' ');
    for (qsizetype i = 0; i < wanted.size(); ++i) {
        if (wanted.at(i) != "?")
            QCOMPARE(QByteArray::fromStdString(sorted.at(std::size_t(i))->metadata.name), wanted.at(i));
    }
    QVERIFY(controllers::inDeletionOrder({sorted.rbegin(), sorted.rend()}, policy.toStdString(), chance, now)
        == sorted);
}

/// §11: who marks a machine wants exactly that one to go, whatever else has the same priority (§5.5).
void TestMachineSet::theMarkedMachineGoesFirst()
{
    const QByteArray mark("annotations: {machine.openshift.io/delete-machine: x}");
    const std::vector<const api::Machine *> machines {
        kept(machine(
            "a-errored", "metadata: {creationTimestamp: 2026-11-20T08:00:00Z}\nstatus: {errorReason: R}")),
        kept(machine("b-newest", "metadata: {creationTimestamp: 2026-11-20T10:10:00Z}")),
        kept(machine("c-marked", "metadata: {creationTimestamp: 2026-11-20T09:00:00Z, " + mark + "}")),
        kept(machine(
            "d-errored", "metadata: {creationTimestamp: 2026-11-20T10:09:59Z}\nstatus: {errorReason: R}")),
    };
    for (const char *policy : {"Random", "Newest", "Oldest"}) {
        for (std::uint64_t seed = 0; seed < 20; ++seed)
            QCOMPARE(controllers::inDeletionOrder(machines, policy, base::Chance(seed), now)
                         .front()
                         ->metadata.name,
                "c-marked");
    }
}

void TestMachineSet::deletionsAreCapped()
{
    std::vector<api::Machine> machines;
    for (int i = 0; i < 250; ++i)
        machines.push_back(machine("m" + QByteArray::number(i)));
    const auto plan = planOf(with(set, "spec: {replicas: 0}"), owning(machines));
    QCOMPARE(textOf(support::deeds(set, plan.effects)).count("delete Machine"), 100);
    QVERIFY(codesOf(plan.reasons).contains("ScalingDown"));
}

void TestMachineSet::status()
{
    MachineSetView seen =
        owning({machine("a"), machine("b", "metadata: {labels: {extra: null}}"), machine("c")});
    seen.owned.at(0).node = readyNode("2026-11-20T10:00:00Z");
    const auto plan = planOf(set, seen);
    const api::MachineSet after = support::after(set, plan.effects);
    QCOMPARE(after.status.replicas, 3);
    QCOMPARE(after.status.fullyLabeledReplicas.value_or(-1), 2);
    QCOMPARE(after.status.readyReplicas.value_or(-1), 1);
    QCOMPARE(after.status.availableReplicas.value_or(-1), 1);
    QCOMPARE(after.status.observedGeneration.value_or(-1), 3);
    QCOMPARE(after.status.labelSelector, std::string("set=workers")); // §5.3
    QCOMPARE(textOf(planOf(after, seen).effects), QByteArray());
}

void TestMachineSet::minReadySeconds_data()
{
    QTest::addColumn<QByteArray>("since");
    QTest::addColumn<int>("available");
    QTest::addColumn<qint64>("againAfterMs");
    QTest::newRow("§5.2 ready for less") << QByteArray("2026-11-20T10:09:40Z") << 0 << qint64(10001);
    QTest::newRow("§5.2 ready for exactly as long") << QByteArray("2026-11-20T10:09:30Z") << 0 << qint64(1);
    QTest::newRow("§5.2 ready for longer") << QByteArray("2026-11-20T10:09:29Z") << 1 << qint64(-1);
}

void TestMachineSet::minReadySeconds()
{
    QFETCH(QByteArray, since);
    MachineSetView seen = owning({machine("a")});
    seen.owned.at(0).node = readyNode(since.constData());
    const api::MachineSet patient = with(set, "spec: {replicas: 1, minReadySeconds: 30}");
    const auto plan = planOf(patient, seen);
    const std::optional<std::int64_t> counted =
        support::after(patient, plan.effects).status.availableReplicas;
    QTEST(int(counted.value_or(0)), "available");
    QVERIFY(counted != 0); // left out instead, as the original does
    const qint64 wait = plan.checkAgainAfter
        ? qint64(std::chrono::floor<std::chrono::milliseconds>(*plan.checkAgainAfter).count())
        : -1;
    QTEST(wait, "againAfterMs");
}

void TestMachineSet::replicasUnsetIsOne()
{
    const auto plan = planOf(with(set, "spec: {replicas: null}"), owning({}));
    QCOMPARE(textOf(support::deeds(set, plan.effects)).count("create Machine"), 1);
}

void TestMachineSet::creationThatIsRefusedIsTold()
{
    const base::Error refused {base::ErrorKind::Forbidden, "exceeded quota", {}};
    const api::Effect creation = api::createEffect(controllers::newMachine(set, "m"));
    const auto view = owning({machine("a")});
    const auto record = [&](const api::MachineSet &of, const api::Effect &failed) {
        return controllers::recordMachineSetFailure(of, view, refused, failed, now);
    };
    const auto told = record(set, creation);
    QCOMPARE(textOf(support::deeds(set, told)),
        QByteArray("event Warning FailedCreate on default/workers: exceeded quota"));
    const api::MachineSet after = support::after(set, told);
    QCOMPARE(after.status.errorReason, std::string("CreateError"));
    QCOMPARE(after.status.errorMessage, std::string("exceeded quota"));
    QCOMPARE(after.status.replicas, 1); // §5.4 row 9: counted all the same
    QCOMPARE(textOf(record(after, creation)), QByteArray()); // once per message
    const base::Error invalid {base::ErrorKind::Invalid, "Machine \"workers-x7k2p\" is invalid", {}};
    const base::Error again {base::ErrorKind::Invalid, "Machine \"workers-q9b4z\" is invalid", {}};
    const api::MachineSet named =
        support::after(set, controllers::recordMachineSetFailure(set, view, invalid, creation, now));
    QCOMPARE(named.status.errorMessage, std::string("Machine \"workers-…\" is invalid"));
    QCOMPARE(textOf(controllers::recordMachineSetFailure(named, view, again, creation, now)), QByteArray());
    const auto deletion = record(set, api::deleteEffect(machine("a")));
    QCOMPARE(textOf(support::deeds(set, deletion)),
        QByteArray("event Warning FailedDelete on default/workers: exceeded quota"));
    const api::MachineSet deletionFailed = support::after(set, deletion);
    QCOMPARE(deletionFailed.status.replicas, 1);
    QCOMPARE(deletionFailed.status.errorMessage, std::string());
    QCOMPARE(support::after(after, planOf(after, owning({machine("a"), machine("b"), machine("c")})).effects)
                 .status.errorMessage,
        std::string());
}

void TestMachineSet::deletingSetDoesNothing()
{
    const auto plan = planOf(with(set, "metadata: {deletionTimestamp: 2026-11-20T10:00:00Z}"), owning({}));
    QCOMPARE(textOf(plan.effects), QByteArray());
    QCOMPARE(codesOf(plan.reasons), QByteArray("SetDeleting"));
}

QTEST_GUILESS_MAIN(TestMachineSet)
#include "tst_machineset.moc"
