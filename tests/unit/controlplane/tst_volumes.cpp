// SPDX-License-Identifier: GPL-3.0-or-later
// Claims, their volumes, and pods that wait for these (docs/machines.md §3.16): each step is applied to the
// lab's API server.
#include "core/controlplane/scheduler.h"
#include "core/controlplane/volumes.h"
#include "tests/support/objects.h"
#include "tests/support/planlab.h"
#include "tests/support/plantext.h"

#include <QTest>

using namespace core;
using api::Node;
using api::PersistentVolume;
using api::PersistentVolumeClaim;
using api::Pod;
using api::StorageClass;
using runtime::Plan;

namespace {

const char *const classes = R"(
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: later, annotations: {storageclass.kubernetes.io/is-default-class: 'true'}}
provisioner: hollowlab.io/volumes
volumeBindingMode: WaitForFirstConsumer
---
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: now}
provisioner: hollowlab.io/volumes
---
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: kept}
provisioner: hollowlab.io/volumes
reclaimPolicy: Retain
---
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: foreign}
provisioner: example.org/disks
---
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: byhand}
provisioner: kubernetes.io/no-provisioner
volumeBindingMode: WaitForFirstConsumer
)";

/// more: further members of the spec; size in Gi.
QByteArray claim(const QByteArray &name, const QByteArray &more, int size = 1)
{
    return "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: " + name
        + ", namespace: default}\nspec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: "
        + QByteArray::number(size) + "Gi}}" + (more.isEmpty() ? QByteArray() : ", " + more) + "}\n";
}

QByteArray volume(const QByteArray &name, int size, const QByteArray &more = {})
{
    return "apiVersion: v1\nkind: PersistentVolume\nmetadata: {name: " + name
        + "}\nspec: {accessModes: [ReadWriteOnce, ReadOnlyMany], hostPath: {path: /x}, capacity: {storage: "
        + QByteArray::number(size) + "Gi}" + (more.isEmpty() ? QByteArray() : ", " + more) + "}\n";
}

struct Fixture {
    Fixture()
    {
        controlplane::addSchedulingIndexes(lab.informers.of<Pod>());
        controlplane::addVolumeIndexes(lab.informers.of<PersistentVolume>());
        controlplane::addClaimIndexes(lab.informers.of<Pod>());
        lab.of<PersistentVolumeClaim>();
        lab.of<StorageClass>();
        lab.of<Node>();
        lab.start();
        lab.create(classes);
    }

    Plan ofClaim(const std::string &name = "data")
    {
        return controlplane::planClaim(*lab.of<PersistentVolumeClaim>().find({"default", name}),
            {lab.of<PersistentVolume>(), lab.of<StorageClass>(), lab.of<Node>(), lab.of<Pod>()});
    }
    Plan ofVolume(const std::string &name)
    {
        const auto volume = lab.of<PersistentVolume>().find({{}, name});
        const auto &reference = volume->spec.claimRef;
        const auto claim =
            reference ? lab.of<PersistentVolumeClaim>().find({reference->ns, reference->name}) : nullptr;
        return controlplane::planVolume(*volume, claim.get());
    }
    /// Applies what is planned for the claim until that changes nothing; the reasons on the way.
    QByteArray follow(const std::string &name = "data")
    {
        QByteArray reasons;
        for (int i = 0; i < 5; ++i) {
            const Plan plan = ofClaim(name);
            reasons += (reasons.isEmpty() ? "" : " ") + support::codesOf(plan.reasons);
            const int before = lab.writes;
            lab.apply(plan);
            if (lab.writes == before)
                return reasons;
        }
        return reasons + " and so on";
    }
    bool isThere(const std::string &name = "data")
    {
        return lab.of<PersistentVolumeClaim>().find({"default", name}) != nullptr;
    }
    /// Deletes the claim, which nobody uses.
    void removeClaim()
    {
        lab.remove<PersistentVolumeClaim>({"default", "data"});
        lab.apply(ofClaim());
    }
    Plan ofPod() { return scheduler.reconcile({"default", "p"}); }
    void makeNodes()
    {
        for (const char *name : {"n1", "n2"}) {
            Node node;
            node.metadata.name = name;
            node.metadata.labels = {{"kubernetes.io/hostname", name}};
            node.status.allocatable = {{"cpu", {"2"}}, {"memory", {"4Gi"}}, {"pods", {"3"}}};
            node.status.conditions = {{"Ready", "True", {}, {}, {}, {}}};
            lab.put(node);
        }
    }
    void makePod(const QByteArray &node = {})
    {
        const QByteArray given = node.isEmpty() ? QByteArray() : "nodeName: " + node + ", ";
        lab.create(("{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: default}, spec: {" + given
            + "containers: [{name: c, image: i}], volumes: [{name: v, persistentVolumeClaim: {claimName: "
              "data}}]}}")
                       .constData());
    }
    std::string nodeOfPod() { return lab.of<Pod>().find({"default", "p"})->spec.nodeName; }
    std::string messageOfPod()
    {
        const auto pod = lab.of<Pod>().find({"default", "p"});
        const api::PodCondition *held = api::podCondition(*pod, "PodScheduled");
        return held ? held->message : std::string();
    }

    support::PlanLab lab;
    controlplane::Scheduler scheduler {lab.informers,
        std::make_shared<const controlplane::Neighbourhood>(lab.informers), lab.chance, lab.clock};
};

} // namespace

class TestVolumes : public QObject
{
    Q_OBJECT

private slots:
    void whatAClaimGets_data();
    void whatAClaimGets();
    void bothSidesAreBound();
    void aVolumeGoesWithItsClaim_data();
    void aVolumeGoesWithItsClaim();
    void aClaimThatLosesItsVolume();
    void whatIsGoingIsLeftAlone();
    void aClaimStaysWhileItIsUsed_data();
    void aClaimStaysWhileItIsUsed();
    void aVolumeStaysWhileItIsBound();
    void whatLostItsFinalizerGetsItBack();
    void aPodChoosesTheNodeFirst_data();
    void aPodChoosesTheNodeFirst();
    void aPodWaitsForItsClaim_data();
    void aPodWaitsForItsClaim();
    void aPodGoesWhereItsVolumeIs();
};

void TestVolumes::whatAClaimGets_data()
{
    QTest::addColumn<QByteArray>("spec");
    QTest::addColumn<QByteArray>("volumes");
    QTest::addColumn<QByteArray>("reasons");
    QTest::addColumn<QByteArray>("bound"); ///< the volume; empty: none
    const auto row = [](const char *name, const char *spec, const QByteArray &volumes, const char *reasons,
                         const char *bound = "") {
        QTest::newRow(name) << QByteArray(spec) << volumes << QByteArray(reasons) << QByteArray(bound);
    };
    const char *none = "storageClassName: ''";
    row("a new one", "storageClassName: now", "", "Provisioning Binding Bound", "pvc-");
    row("the default class", "", "", "ChoosingClass WaitingForConsumer");
    row("nothing of no class", none, "", "NoVolume");
    row("a class that is not there", "storageClassName: gone", "", "NoClass");
    row("a class of somebody else", "storageClassName: foreign", "", "ForeignProvisioner ForeignProvisioner");
    row("one that is there", none, volume("v", 1), "Binding Bound", "v");
    row("not one that is too small", none, volume("v", 1).replace("1Gi", "1Mi"), "NoVolume");
    row("the smallest", none, volume("a", 3) + "---\n" + volume("b", 2), "Binding Bound", "b");
    row("not one of a class", none, volume("v", 1, "storageClassName: now"), "NoVolume");
    row("one of its class", "storageClassName: now", volume("v", 1, "storageClassName: now"), "Binding Bound",
        "v");
    row("not one of another mode", none, volume("v", 1, "volumeMode: Block"), "NoVolume");
    row("not one that is wanted by another", none,
        volume("v", 1, "claimRef: {namespace: default, name: other}"), "NoVolume");
    row("one that waits for it", none,
        volume("v", 1, "claimRef: {namespace: default, name: data}") + "---\n" + volume("a", 1),
        "Binding Bound", "v");
    row("not without its labels", "storageClassName: '', selector: {matchLabels: {a: b}}", volume("v", 1),
        "NoVolume");
    row("the one that it names", "storageClassName: '', volumeName: v", volume("v", 1), "Binding Bound", "v");
    row("the one that it names, later", "storageClassName: '', volumeName: v", "", "WaitingForVolume", "v");
}

void TestVolumes::whatAClaimGets()
{
    QFETCH(const QByteArray, spec);
    QFETCH(const QByteArray, volumes);
    QFETCH(const QByteArray, bound);
    Fixture f;
    if (!volumes.isEmpty())
        f.lab.create(volumes.constData());
    f.lab.create(claim("data", spec).constData());
    QTEST(f.follow(), "reasons");
    const auto there = f.lab.of<PersistentVolumeClaim>().find({"default", "data"});
    QVERIFY(QByteArray::fromStdString(there->spec.volumeName).startsWith(bound));
    QCOMPARE(there->spec.volumeName.empty(), bound.isEmpty());
}

void TestVolumes::bothSidesAreBound()
{
    Fixture f;
    f.lab.create(claim("data", "storageClassName: now", 3).constData());
    f.follow();
    const auto there = f.lab.of<PersistentVolumeClaim>().find({"default", "data"});
    QCOMPARE(there->status.phase, std::string("Bound"));
    QCOMPARE(there->status.capacity.at("storage").text, std::string("3Gi"));
    QCOMPARE(there->spec.volumeName, "pvc-" + there->metadata.uid);
    const auto volume = f.lab.of<PersistentVolume>().find({{}, there->spec.volumeName});
    QCOMPARE(volume->status.phase, std::string("Bound"));
    QCOMPARE(volume->spec.claimRef->uid, there->metadata.uid);
    QCOMPARE(volume->spec.persistentVolumeReclaimPolicy, std::string("Delete"));
    QCOMPARE(support::restsBecause(f.ofVolume(volume->metadata.name)), std::string("InUse"));
    QCOMPARE(f.lab.eventReasons(), std::string("ProvisioningSucceeded"));
}

void TestVolumes::aVolumeGoesWithItsClaim_data()
{
    QTest::addColumn<QByteArray>("className");
    QTest::addColumn<QByteArray>("reason");
    QTest::addColumn<bool>("stays");
    QTest::newRow("deleted") << QByteArray("now") << QByteArray("Removing") << false;
    QTest::newRow("kept") << QByteArray("kept") << QByteArray("Released") << true;
}

void TestVolumes::aVolumeGoesWithItsClaim()
{
    QFETCH(const QByteArray, className);
    Fixture f;
    f.lab.create(claim("data", "storageClassName: " + className).constData());
    f.follow();
    const std::string name = f.lab.of<PersistentVolumeClaim>().find({"default", "data"})->spec.volumeName;
    f.removeClaim();
    const Plan plan = f.ofVolume(name);
    QTEST(support::codesOf(plan.reasons), "reason");
    f.lab.apply(plan);
    if (support::codesOf(plan.reasons) == "Removing")
        f.lab.apply(f.ofVolume(name)); // nobody is bound to it
    const auto volume = f.lab.of<PersistentVolume>().find({{}, name});
    QTEST(volume != nullptr, "stays");
    QVERIFY(!volume || volume->status.phase == "Released");
}

void TestVolumes::aClaimThatLosesItsVolume()
{
    Fixture f;
    f.lab.create(volume("v", 1).constData());
    QCOMPARE(support::codesOf(f.ofVolume("v").reasons), QByteArray("Available"));
    f.lab.apply(f.ofVolume("v"));
    QCOMPARE(f.lab.of<PersistentVolume>().find({{}, "v"})->status.phase, std::string("Available"));
    f.lab.create(claim("data", "storageClassName: ''").constData());
    f.follow();
    f.lab.patch<PersistentVolume>({{}, "v"}, "metadata: {finalizers: null}");
    f.lab.remove<PersistentVolume>({{}, "v"});
    QCOMPARE(f.follow(), QByteArray("Lost Lost"));
    QCOMPARE(f.lab.of<PersistentVolumeClaim>().find({"default", "data"})->status.phase, std::string("Lost"));
}

void TestVolumes::whatIsGoingIsLeftAlone()
{
    Fixture f;
    const auto going = support::fromYaml<PersistentVolumeClaim>(
        "metadata: {name: c, namespace: default, deletionTimestamp: 2026-11-20T10:00:00Z}");
    const auto goingToo =
        support::fromYaml<PersistentVolume>("metadata: {name: v, deletionTimestamp: 2026-11-20T10:00:00Z}");
    QCOMPARE(
        support::restsBecause(controlplane::planClaim(going,
            {f.lab.of<PersistentVolume>(), f.lab.of<StorageClass>(), f.lab.of<Node>(), f.lab.of<Pod>()})),
        std::string("Deleting"));
    QCOMPARE(support::restsBecause(controlplane::planVolume(goingToo, nullptr)), std::string("Deleting"));
}

void TestVolumes::aClaimStaysWhileItIsUsed_data()
{
    QTest::addColumn<QByteArray>("node");
    QTest::addColumn<QByteArray>("phase");
    QTest::addColumn<bool>("stays");
    const auto row = [](const char *name, const char *node, const char *phase, bool stays) {
        QTest::newRow(name) << QByteArray(node) << QByteArray(phase) << stays;
    };
    row("a pod that runs", "n1", "Running", true);
    row("a pod that has ended, and is there", "n1", "Succeeded", true);
    row("a pod that has no node", "", "Pending", false);
}

void TestVolumes::aClaimStaysWhileItIsUsed()
{
    QFETCH(const QByteArray, node);
    QFETCH(const QByteArray, phase);
    QFETCH(const bool, stays);
    Fixture f;
    f.lab.create(claim("data", "storageClassName: ''").constData());
    f.makePod(node);
    f.lab.patch<Pod>({"default", "p"}, ("status: {phase: " + phase + "}").constData(), "status");
    f.lab.remove<PersistentVolumeClaim>({"default", "data"});
    QVERIFY(f.isThere());
    if (stays) {
        QCOMPARE(support::restsBecause(f.ofClaim()), std::string("HeldByPod"));
        f.lab.remove<Pod>({"default", "p"}, 0);
    }
    f.lab.apply(f.ofClaim());
    QVERIFY(!f.isThere());
}

void TestVolumes::aVolumeStaysWhileItIsBound()
{
    Fixture f;
    f.lab.create(volume("v", 1).constData());
    f.lab.create(claim("data", "storageClassName: ''").constData());
    f.follow();
    f.lab.remove<PersistentVolume>({{}, "v"});
    QCOMPARE(support::restsBecause(f.ofVolume("v")), std::string("HeldByClaim"));
    QCOMPARE(support::restsBecause(f.ofClaim()), std::string("Bound"));
    f.removeClaim();
    QVERIFY(!f.isThere());
    f.lab.apply(f.ofVolume("v"));
    QVERIFY(!f.lab.of<PersistentVolume>().find({{}, "v"}));
    f.lab.create(volume("free", 1).constData());
    f.lab.remove<PersistentVolume>({{}, "free"});
    f.lab.apply(f.ofVolume("free"));
    QVERIFY(!f.lab.of<PersistentVolume>().find({{}, "free"}));
}

void TestVolumes::whatLostItsFinalizerGetsItBack()
{
    Fixture f;
    f.lab.create(claim("data", "storageClassName: ''").constData());
    f.lab.create(volume("v", 1).constData());
    f.lab.patch<PersistentVolumeClaim>({"default", "data"}, "metadata: {finalizers: null}");
    f.lab.patch<PersistentVolume>({{}, "v"}, "metadata: {finalizers: null}");
    QCOMPARE(f.follow(), QByteArray("Protecting Binding Bound"));
    QCOMPARE(support::codesOf(f.ofVolume("v").reasons), QByteArray("Protecting"));
    f.lab.apply(f.ofVolume("v"));
    QVERIFY(f.lab.of<PersistentVolume>().find({{}, "v"})->metadata.hasFinalizer(api::keys::volumeProtection));
    QCOMPARE(support::restsBecause(f.ofVolume("v")), std::string("InUse"));
}

void TestVolumes::aPodChoosesTheNodeFirst_data()
{
    QTest::addColumn<QByteArray>("spec");
    QTest::addColumn<QByteArray>("firstReasons"); ///< about the claim, before the pod is looked at
    QTest::addColumn<QByteArray>("reasons");
    QTest::newRow("of the class") << QByteArray("storageClassName: later") << QByteArray("WaitingForConsumer")
                                  << QByteArray("Provisioning Binding Bound");
    QTest::newRow("of the default one, which is not chosen yet")
        << QByteArray() << QByteArray() << QByteArray("ChoosingClass Provisioning Binding Bound");
}

void TestVolumes::aPodChoosesTheNodeFirst()
{
    QFETCH(const QByteArray, spec);
    QFETCH(const QByteArray, firstReasons);
    Fixture f;
    f.makeNodes();
    f.lab.create(claim("data", spec).constData());
    f.makePod();
    if (!firstReasons.isEmpty())
        QCOMPARE(f.follow(), firstReasons);
    const Plan choice = f.ofPod();
    QCOMPARE(support::codesOf(choice.reasons), QByteArray("WaitingForVolumes"));
    f.lab.apply(choice);
    const Plan again = f.ofPod();
    QCOMPARE(support::codesOf(again.reasons), QByteArray("WaitingForVolumes"));
    QVERIFY(again.effects.empty() && again.checkAgainAfter);
    QTEST(f.follow(), "reasons");
    f.lab.apply(f.ofPod());
    QVERIFY(!f.nodeOfPod().empty());
}

void TestVolumes::aPodWaitsForItsClaim_data()
{
    QTest::addColumn<QByteArray>("objects");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char *name, const QByteArray &objects, const char *message) {
        QTest::newRow(name) << objects << QByteArray("0/2 nodes are available: ") + message + ".";
    };
    row("that is not there", "", "persistentvolumeclaim \"data\" not found");
    row("that is not bound", claim("data", "storageClassName: now"),
        "pod has unbound immediate PersistentVolumeClaims");
    row("that no volume suits", claim("data", "storageClassName: byhand"),
        "2 node(s) didn't find available persistent volumes to bind");
}

void TestVolumes::aPodWaitsForItsClaim()
{
    QFETCH(const QByteArray, objects);
    Fixture f;
    f.makeNodes();
    if (!objects.isEmpty())
        f.lab.create(objects.constData());
    f.makePod();
    f.lab.apply(f.ofPod());
    QCOMPARE(f.nodeOfPod(), std::string());
    QTEST(QByteArray::fromStdString(f.messageOfPod()), "message");
}

void TestVolumes::aPodGoesWhereItsVolumeIs()
{
    Fixture f;
    f.makeNodes();
    f.lab.create(volume("v", 1,
        "storageClassName: byhand, nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: "
        "kubernetes.io/hostname, operator: In, values: [n2]}]}]}}")
                     .constData());
    f.lab.create(claim("data", "storageClassName: byhand").constData());
    f.makePod();
    f.lab.apply(f.ofPod());
    QCOMPARE(f.follow(), QByteArray("Binding Bound"));
    f.lab.apply(f.ofPod());
    QCOMPARE(f.nodeOfPod(), std::string("n2"));
}

QTEST_GUILESS_MAIN(TestVolumes)
#include "tst_volumes.moc"
