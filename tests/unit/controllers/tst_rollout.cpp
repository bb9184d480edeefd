// SPDX-License-Identifier: GPL-3.0-or-later
// A MachineDeployment among all the other reconcilers, run to the fixed point: the bounds hold after every
// single write, and in the end no plan wants anything any more.
#include "tests/support/world.h"

#include <QTest>

#include <algorithm>

using namespace core;
using namespace std::chrono_literals;
using support::World;

namespace {

constexpr const char *workers = R"(
apiVersion: machine.openshift.io/v1beta1
kind: MachineDeployment
metadata: {name: workers, namespace: default}
spec:
  replicas: 3
  selector: {matchLabels: {app: workers}}
  template:
    metadata: {labels: {app: workers}}
    spec:
      providerSpec:
        value:
          apiVersion: kubemarkproviderconfig.k8s.io/v1alpha1
          kind: KubemarkMachineProviderConfig
          image: docker.io/gofed/kubemark:v1.14.3-beta.0-2
          numCores: 1
)";
const api::ObjectKey key {"default", "workers"};

void change(World &world, const std::string &spec)
{
    world.patch<api::MachineDeployment>(key, ("spec: {" + spec + "}").c_str());
}

void setCores(World &world, int cores)
{
    change(world, "template: {spec: {providerSpec: {value: {numCores: " + std::to_string(cores) + "}}}}");
}

std::int64_t coresOf(const api::Machine &machine)
{
    return api::integerAt(machine.spec.providerSpec.value, {"numCores"}).value_or(0);
}

std::size_t available(const World &world)
{
    const auto living = world.livingMachines();
    return std::size_t(std::ranges::count_if(living, [&](const auto &machine) {
        const auto node =
            machine->status.nodeRef ? world.nodes.find({{}, machine->status.nodeRef->name}) : nullptr;
        return node && node->isReady();
    }));
}

void verifyRolledOut(const World &world, std::size_t replicas, int cores)
{
    QCOMPARE(world.problems, std::vector<QByteArray>());
    QCOMPARE(world.wantedEffects(), QByteArray());
    QCOMPARE(world.machines.size(), replicas);
    QCOMPARE(world.pods.size(), replicas);
    QCOMPARE(available(world), replicas);
    for (const auto &machine : world.machines.list())
        QCOMPARE(coresOf(*machine), cores);
    const api::MachineDeploymentStatus status = world.deployments.find(key)->status;
    QCOMPARE(std::size_t(status.updatedReplicas.value_or(0)), replicas);
    QCOMPARE(std::size_t(status.availableReplicas.value_or(0)), replicas);
    const auto *progress = api::findCondition(status.conditions, "Progressing");
    QCOMPARE(progress ? progress->reason : std::string(), std::string("NewMachineSetAvailable"));
}

std::string revision(const World &world)
{
    return std::string(world.deployments.find(key)->metadata.annotation(api::keys::revision));
}

int eventsOf(const World &world, std::string_view reason)
{
    return int(std::ranges::count(world.events, reason, &api::EmitEvent::reason));
}

/// The numbers of living and of available machines are watched after every write from now on.
struct Bounds {
    explicit Bounds(World &watched) : world(watched)
    {
        world.onWrite = [this] {
            most = std::max(most, world.livingMachines().size());
            least = std::min(least, available(world));
        };
    }
    ~Bounds() { world.onWrite = nullptr; }

    World &world;
    std::size_t most = 0;
    std::size_t least = 1000;
};

} // namespace

class TestRollout : public QObject
{
    Q_OBJECT

private slots:
    void staysWithinItsBounds_data();
    void staysWithinItsBounds();
    void rollsBack();
    void recreates();
    void pauses();
    void scalesInTheMiddle();
    void brokenTemplateStopsTheRollout();
    void deletingLeavesNothing();
    void takenNameIsAvoided();
    void laggingStoresCreateNothingTwice();
    void lostResponseCreatesNothingTwice();
    void everyPlanMayBeCutOffAnywhere();
};

void TestRollout::staysWithinItsBounds_data()
{
    QTest::addColumn<QByteArray>("rollingUpdate");
    QTest::addColumn<int>("replicas");
    QTest::addColumn<int>("most");
    QTest::addColumn<int>("least");
    QTest::newRow("one more") << QByteArray("{maxSurge: 1, maxUnavailable: 0}") << 3 << 4 << 3;
    QTest::newRow("one less") << QByteArray("{maxSurge: 0, maxUnavailable: 1}") << 3 << 3 << 2;
    QTest::newRow("a quarter more and less")
        << QByteArray("{maxSurge: 25%, maxUnavailable: 25%}") << 10 << 13 << 8;
    QTest::newRow("all at once") << QByteArray("{maxSurge: 100%, maxUnavailable: 0}") << 10 << 20 << 10;
}

void TestRollout::staysWithinItsBounds()
{
    QFETCH(QByteArray, rollingUpdate);
    QFETCH(int, replicas);
    QFETCH(int, most);
    QFETCH(int, least);
    World world;
    world.create(workers);
    change(world,
        "replicas: " + std::to_string(replicas) + ", strategy: {rollingUpdate: " + rollingUpdate.toStdString()
            + "}");
    world.advance(1min);
    verifyRolledOut(world, std::size_t(replicas), 1);
    const Bounds bounds(world);
    setCores(world, 2);
    world.advance(1min);
    verifyRolledOut(world, std::size_t(replicas), 2);
    QCOMPARE(int(bounds.most), most);
    QCOMPARE(int(bounds.least), least);
    QCOMPARE(revision(world), std::string("2"));
    QCOMPARE(world.machineSets.size(), std::size_t(2));
}

void TestRollout::rollsBack()
{
    World world;
    world.create(workers);
    world.advance(1min);
    for (const int cores : {2, 3}) {
        setCores(world, cores);
        world.advance(1min);
    }
    QCOMPARE(world.machineSets.size(), std::size_t(2)); // revisionHistoryLimit 1
    change(world, "rollbackTo: {revision: 1}");
    world.advance(1min);
    verifyRolledOut(world, 3, 3);
    QCOMPARE(eventsOf(world, "DeploymentRollbackRevisionNotFound"), 1);
    const Bounds bounds(world);
    change(world, "rollbackTo: {revision: 2}");
    world.advance(1min);
    verifyRolledOut(world, 3, 2);
    QCOMPARE(revision(world), std::string("4"));
    QCOMPARE(eventsOf(world, "DeploymentRollback"), 1);
    QCOMPARE(bounds.most, std::size_t(4));
    QCOMPARE(bounds.least, std::size_t(3));
}

void TestRollout::recreates()
{
    World world;
    world.create(workers);
    change(world, "strategy: {type: Recreate}");
    world.advance(1min);
    setCores(world, 2);
    std::size_t kinds = 1;
    world.onWrite = [&] { // never machines of both templates
        std::set<std::int64_t> cores;
        for (const auto &machine : world.machines.list())
            cores.insert(coresOf(*machine));
        kinds = std::max(kinds, cores.size());
    };
    world.advance(1min);
    verifyRolledOut(world, 3, 2);
    QCOMPARE(kinds, std::size_t(1));
    change(world, "replicas: 5");
    world.advance(1min);
    verifyRolledOut(world, 5, 2);
}

void TestRollout::pauses()
{
    World world;
    world.create(workers);
    world.advance(1min);
    change(world, "paused: true");
    setCores(world, 2);
    change(world, "replicas: 4");
    world.advance(1h);
    QCOMPARE(world.wantedEffects(), QByteArray());
    QCOMPARE(world.machines.size(), std::size_t(4)); // sizes are followed
    QCOMPARE(world.machineSets.size(), std::size_t(1));
    change(world, "paused: false");
    world.advance(1min);
    verifyRolledOut(world, 4, 2);
}

void TestRollout::scalesInTheMiddle()
{
    World world;
    world.create(workers);
    change(world, "replicas: 10");
    world.advance(1min);
    world.hostStartsPods = false; // new machines don't come up
    setCores(world, 2);
    world.advance(1min);
    change(world, "replicas: 5");
    world.advance(1min);
    QCOMPARE(world.machines.size(), std::size_t(6)); // with the surge
    QCOMPARE(available(world), std::size_t(5));
    change(world, "replicas: 8");
    world.advance(1min);
    QCOMPARE(world.machines.size(), std::size_t(9)); // the new set alone grows
    QCOMPARE(available(world), std::size_t(5));
    QCOMPARE(world.wantedEffects(), QByteArray());
    world.hostStartsPods = true;
    world.advance(1min);
    verifyRolledOut(world, 8, 2);
}

void TestRollout::brokenTemplateStopsTheRollout()
{
    World world;
    world.create(workers);
    world.advance(1min);
    const Bounds bounds(world);
    change(world, "template: {spec: {providerSpec: {value: {image: ''}}}}");
    world.advance(5min);
    QCOMPARE(world.wantedEffects(), QByteArray());
    world.advance(6min);
    QCOMPARE(world.wantedEffects(), QByteArray());
    const auto deployment = world.deployments.find(key);
    QCOMPARE(api::findCondition(deployment->status.conditions, "Progressing")->reason,
        std::string("ProgressDeadlineExceeded"));
    QCOMPARE(bounds.least, std::size_t(3));
    change(world, "rollbackTo: {}");
    world.advance(1min);
    verifyRolledOut(world, 3, 1);
    QCOMPARE(bounds.least, std::size_t(3));
    QCOMPARE(bounds.most, std::size_t(4));
}

void TestRollout::deletingLeavesNothing()
{
    World world;
    world.create(workers);
    world.advance(1min);
    world.remove<api::MachineDeployment>(key);
    world.advance(1min);
    QCOMPARE(world.problems, std::vector<QByteArray>());
    QCOMPARE(world.machineSets.size() + world.machines.size() + world.pods.size() + world.nodes.size(),
        std::size_t(0));
}

void TestRollout::takenNameIsAvoided()
{
    World world;
    world.create(workers);
    const std::string name =
        rollout::newSetFor<api::MachineSet>(*world.deployments.find(key), 0, 1).metadata.name;
    world.create(("{apiVersion: machine.openshift.io/v1beta1, kind: MachineSet, metadata: {name: " + name
        + ", namespace: default, labels: {app: other}}, spec: {replicas: 0, selector: {matchLabels: {app: "
          "other}}, template: {metadata: {labels: {app: other}}, spec: {}}}}")
                     .c_str());
    world.advance(1min);
    verifyRolledOut(world, 3, 1);
    QCOMPARE(world.deployments.find(key)->status.collisionCount.value_or(0), 1);
}

void TestRollout::laggingStoresCreateNothingTwice()
{
    World world;
    world.create(workers);
    const auto lag = [&] { // each time what was written is seen only after two more looks
        for (int pass = 0; pass < 20; ++pass) {
            world.storesLag = true;
            world.runOnce();
            world.runOnce();
            world.refresh();
        }
    };
    lag();
    world.advance(1min);
    setCores(world, 2);
    lag();
    world.advance(1min);
    verifyRolledOut(world, 3, 2);
    QCOMPARE(world.machineSets.size(), std::size_t(2));
    QVERIFY(!world.deployments.find(key)->status.collisionCount);
}

void TestRollout::lostResponseCreatesNothingTwice()
{
    World world;
    world.create(workers);
    world.losesResponse = "MachineSet";
    for (int pass = 0; pass < 5; ++pass)
        world.runOnce();
    world.refresh();
    world.advance(1min);
    verifyRolledOut(world, 3, 1);
    QCOMPARE(world.machineSets.size(), std::size_t(1));
}

void TestRollout::everyPlanMayBeCutOffAnywhere()
{
    const auto story = [](World &world) {
        world.create(workers);
        change(world, "replicas: 1");
        world.advance(1min);
        setCores(world, 2);
        world.advance(1min);
        change(world, "rollbackTo: {}, replicas: 2");
        world.advance(1min);
    };
    World undisturbed;
    story(undisturbed);
    verifyRolledOut(undisturbed, 2, 1);
    QVERIFY(undisturbed.effects > 50);
    for (int cut = 1; cut <= undisturbed.effects; ++cut) {
        World world;
        world.cutOffAfter = cut;
        story(world);
        verifyRolledOut(world, 2, 1);
        QVERIFY2(!QTest::currentTestFailed(), qPrintable(QStringLiteral("cut off after effect %1").arg(cut)));
    }
}

QTEST_GUILESS_MAIN(TestRollout)
#include "tst_rollout.moc"
