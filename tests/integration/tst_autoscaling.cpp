// SPDX-License-Identifier: GPL-3.0-or-later
// The built-in autoscaler, scheduler, workloads and hollow nodes together, in the lab: pods pending, nodes
// join, pods run, nodes leave; with the program dying in the middle of it.

#include "core/api/event.h"
#include "core/api/machinedeployment.h"
#include "core/api/podfit.h"
#include "core/api/workload.h"
#include "core/api/yaml.h"
#include "core/controllers/autoscaler/autoscaler.h"
#include "tests/integration/labharness.h"

using namespace std::chrono_literals;
using core::api::MachineSet;
using core::api::Pod;
using tests::LabHarness;

namespace api = core::api;

namespace {

/// Nodes of two cores; what nobody needs for a minute goes.
std::string poolYaml(const std::string &kind, const std::string &name, int size, int min, int max)
{
    return "apiVersion: machine.openshift.io/v1beta1\nkind: " + kind + "\nmetadata:\n  name: " + name + R"(
  annotations:
    machine.openshift.io/cluster-api-autoscaler-node-group-min-size: ")"
        + std::to_string(min) + R"("
    machine.openshift.io/cluster-api-autoscaler-node-group-max-size: ")"
        + std::to_string(max) + R"("
    machine.openshift.io/autoscaling-options-scaledownunneededtime: 1m
    machine.openshift.io/autoscaling-options-scaledowndelayafteradd: 1m
spec:
  replicas: )"
        + std::to_string(size) + R"(
  selector: {matchLabels: {pool: )"
        + name + R"(}}
  template:
    metadata: {labels: {pool: )"
        + name + R"(, machine.openshift.io/cluster-api-cluster: lab}}
    spec:
      metadata: {labels: {pool: )"
        + name + R"(}}
      providerSpec:
        value:
          apiVersion: kubemarkproviderconfig.k8s.io/v1alpha1
          kind: KubemarkMachineProviderConfig
          image: docker.io/gofed/kubemark:v1.14.3-beta.0-2
          numCores: 2
)";
}

std::string podSpecYaml(const std::string &indent)
{
    return indent + "tolerations: [{key: kubemark, operator: Exists}]\n" + indent
        + "containers: [{name: c, image: busybox, resources: {requests: {cpu: 500m}}}]\n";
}

std::string jobYaml(int pods, const std::string &runTime)
{
    return "apiVersion: batch/v1\nkind: Job\nmetadata: {name: crunch}\nspec:\n  parallelism: "
        + std::to_string(pods) + "\n  completions: " + std::to_string(pods)
        + "\n  template:\n    metadata: {annotations: {hollowlab.io/run-time: " + runTime
        + "}}\n    spec:\n      restartPolicy: Never\n" + podSpecYaml("      ");
}

std::string deploymentYaml(int pods)
{
    return "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: "
        + std::to_string(pods)
        + "\n  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n    "
          "spec:\n"
        + podSpecYaml("      ");
}

std::vector<Pod> podsOf(LabHarness &lab, const std::string &prefix, const std::string &phase)
{
    auto pods = lab.list<Pod>();
    std::erase_if(pods,
        [&](const Pod &pod) { return !pod.metadata.name.starts_with(prefix) || pod.status.phase != phase; });
    return pods;
}

api::Job job(LabHarness &lab)
{
    return lab.list<api::Job>().front();
}

bool isComplete(LabHarness &lab)
{
    return std::ranges::any_of(job(lab).status.conditions,
        [](const auto &each) { return each.type == "Complete" && each.status == "True"; });
}

std::int64_t sizeOf(LabHarness &lab, const std::string &name)
{
    for (const MachineSet &set : lab.list<MachineSet>()) {
        if (set.metadata.name == name)
            return set.wantedReplicas();
    }
    return -1;
}

std::size_t eventsOf(LabHarness &lab, const std::string &reason)
{
    const auto events = lab.list<api::Event>();
    return std::size_t(
        std::ranges::count_if(events, [&](const auto &event) { return event.reason == reason; }));
}

bool nothingIsLeft(LabHarness &lab)
{
    return lab.machines().empty() && lab.hollowNodes().empty()
        && lab.list<Pod>().size() == podsOf(lab, "crunch", "Succeeded").size();
}

} // namespace

class TestAutoscaling : public QObject
{
    Q_OBJECT

private slots:
    void aJobFromZeroToZero()
    {
        LabHarness lab;
        lab.create(poolYaml("MachineSet", "pool", 0, 0, 12));
        lab.create(jobYaml(40, "30s"));
        QVERIFY(lab.until([&] { return podsOf(lab, "crunch", "Pending").size() == 40; }, 5s));
        QVERIFY(lab.until([&] { return sizeOf(lab, "pool") > 0; }, 20s));
        QCOMPARE(sizeOf(lab, "pool"), 10); // four pods to a node, and not one node more than needed
        QVERIFY(lab.until([&] { return podsOf(lab, "crunch", "Running").size() == 40; }, 30s));
        QCOMPARE(sizeOf(lab, "pool"), 10);
        QVERIFY(lab.until([&] { return isComplete(lab); }, 60s));
        QCOMPARE(job(lab).status.succeeded.value_or(0), 40);
        QVERIFY(lab.until([&] { return nothingIsLeft(lab); }, 3min));
        QVERIFY(isComplete(lab));
        QCOMPARE(job(lab).status.succeeded.value_or(0), 40); // though the pods went with their nodes
        QCOMPARE(job(lab).status.failed.value_or(0), 0);
        QVERIFY(eventsOf(lab, "TriggeredScaleUp") > 0);
        QVERIFY(eventsOf(lab, "FailedScheduling") > 0);
        QVERIFY(eventsOf(lab, "ScaleDown") > 0);
    }

    void aDeploymentOfPodsOnADeploymentOfMachines()
    {
        LabHarness lab;
        lab.create(poolYaml("MachineDeployment", "pool", 1, 1, 5));
        lab.create(deploymentYaml(12));
        QVERIFY(lab.until([&] { return podsOf(lab, "web", "Running").size() == 12; }, 60s));
        QCOMPARE(lab.list<api::MachineDeployment>().front().wantedReplicas(), 3);
        QVERIFY(lab.until(
            [&] {
                const auto status = lab.list<api::Deployment>().front().status;
                return status.availableReplicas == 12 && status.updatedReplicas == 12
                    && status.replicas == 12;
            },
            5s));
        lab.patch("/apis/apps/v1/namespaces/default/deployments/web/scale", R"({"spec":{"replicas":2}})");
        QVERIFY(lab.until([&] { return lab.machines().size() == 1; }, 5min));
        QVERIFY(lab.until([&] { return podsOf(lab, "web", "Running").size() == 2; }, 60s));
        lab.advance(5min);
        QCOMPARE(lab.list<api::MachineDeployment>().front().wantedReplicas(), 1);
        QCOMPARE(podsOf(lab, "web", "Running").size(), 2U);
    }

    void rollsOutPods_data()
    {
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<int>("fewest");
        QTest::addColumn<int>("most");
        QTest::newRow("rolling, by default a quarter") << QString() << 6 << 10;
        QTest::newRow("surge only") << R"("strategy":{"rollingUpdate":{"maxSurge":1,"maxUnavailable":0}},)"
                                    << 8 << 9;
        QTest::newRow("recreate") << R"("strategy":{"type":"Recreate","rollingUpdate":null},)" << 0 << 8;
    }
    void rollsOutPods()
    {
        QFETCH(QString, strategy);
        QFETCH(int, fewest);
        QFETCH(int, most);
        LabHarness lab;
        lab.create(poolYaml("MachineSet", "pool", 4, 4, 4));
        lab.create(deploymentYaml(8));
        QVERIFY(lab.until([&] { return podsOf(lab, "web", "Running").size() == 8; }, 30s));
        lab.advance(5s);
        const auto changed = lab.patch("/apis/apps/v1/namespaces/default/deployments/web",
            R"({"spec":{)" + strategy.toStdString()
                + R"("template":{"metadata":{"annotations":{"version":"2"}}}}})");
        QCOMPARE(changed.code, 200);
        int least = 8;
        int largest = 0;
        const auto updated = [&] {
            int living = 0;
            int old = 0;
            for (const Pod &pod : podsOf(lab, "web", "Running")) {
                living += pod.metadata.isDeleting() ? 0 : 1;
                old += pod.metadata.annotation("version").empty() ? 1 : 0;
            }
            least = std::min(least, living);
            int existing = 0;
            for (const Pod &pod : lab.list<Pod>())
                existing += pod.metadata.name.starts_with("web") && !pod.metadata.isDeleting() ? 1 : 0;
            largest = std::max(largest, existing);
            return old == 0 && living == 8;
        };
        for (int step = 0; step < 20000 && !updated(); ++step)
            lab.advance(5ms);
        QVERIFY(updated());
        QVERIFY2(least >= fewest, qPrintable(QString::number(least)));
        QVERIFY2(largest <= most, qPrintable(QString::number(largest)));
        QVERIFY(lab.until(
            [&] {
                const auto status = lab.list<api::Deployment>().front().status;
                return status.updatedReplicas == 8 && status.replicas == 8 && status.availableReplicas == 8;
            },
            30s));
        QCOMPARE(lab.list<api::ReplicaSet>().size(), 2U);
    }

    void aReplicationControllerKeepsItsPods()
    {
        LabHarness lab;
        lab.create(poolYaml("MachineSet", "pool", 1, 0, 5));
        lab.create(
            "apiVersion: v1\nkind: ReplicationController\nmetadata: {name: web}\nspec:\n  replicas: 3\n"
            "  template:\n    metadata: {labels: {app: web}}\n    spec:\n"
            + podSpecYaml("      "));
        const auto has = [&](std::int64_t pods) {
            const auto web = lab.list<api::ReplicationController>().front();
            return web.status.replicas == pods && web.status.readyReplicas == pods
                && web.status.availableReplicas == pods && web.status.fullyLabeledReplicas == pods
                && web.status.observedGeneration == web.metadata.generation;
        };
        QVERIFY(lab.until([&] { return has(3); }, 60s));
        for (const Pod &pod : podsOf(lab, "web", "Running")) {
            QCOMPARE(pod.metadata.controller()->apiVersion, "v1");
            QCOMPARE(pod.metadata.controller()->kind, "ReplicationController");
        }
        const std::string path = "/api/v1/namespaces/default/replicationcontrollers/web";
        QCOMPARE(lab.patch(path + "/scale", R"({"spec":{"replicas":1}})").code, 200);
        QVERIFY(lab.until([&] { return has(1) && podsOf(lab, "web", "Running").size() == 1; }, 60s));
        lab.create("apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: web}\nspec:\n"
                   "  scaleTargetRef: {apiVersion: v1, kind: ReplicationController, name: web}\n"
                   "  minReplicas: 2\n  maxReplicas: 4\n");
        QVERIFY(lab.until([&] { return has(2); }, 60s));
    }

    void theSmallestFittingGroupGrows()
    {
        LabHarness lab;
        lab.create(poolYaml("MachineSet", "small", 0, 0, 5));
        lab.create(poolYaml("MachineSet", "large", 0, 0, 5));
        const std::string path = "/apis/machine.openshift.io/v1beta1/namespaces/default/machinesets/large";
        lab.patch(path,
            R"({"spec":{"template":{"spec":{"providerSpec":{"value":
                {"numCores":16,"memoryCapacity":34359738368}}}}}})");
        lab.create(jobYaml(2, "10m"));
        QVERIFY(lab.until([&] { return podsOf(lab, "crunch", "Running").size() == 2; }, 60s));
        QCOMPARE(sizeOf(lab, "small"), 1);
        QCOMPARE(sizeOf(lab, "large"), 0);
    }

    void aPausedGroupStaysAsItIs()
    {
        LabHarness lab;
        lab.create(poolYaml("MachineSet", "pool", 1, 0, 5));
        const std::string path = "/apis/machine.openshift.io/v1beta1/namespaces/default/machinesets/pool";
        lab.patch(path, R"({"metadata":{"annotations":{"cluster.x-k8s.io/paused":""}}})");
        lab.create(jobYaml(8, "1h"));
        lab.advance(10min);
        QCOMPARE(sizeOf(lab, "pool"), 1);
        QCOMPARE(podsOf(lab, "crunch", "Pending").size(), 4U);
        QVERIFY(eventsOf(lab, "NotTriggerScaleUp") > 0);
        lab.patch(path, R"({"metadata":{"annotations":{"cluster.x-k8s.io/paused":null}}})");
        QVERIFY(lab.until([&] { return podsOf(lab, "crunch", "Running").size() == 8; }, 60s));
        QCOMPARE(sizeOf(lab, "pool"), 2);
    }

    /// The program dies again and again, at moments that differ from run to run.
    void goesOnWhereverItDies_data()
    {
        QTest::addColumn<int>("every");
        for (const int seconds : {3, 7, 11, 13, 29})
            QTest::addRow("every %d seconds", seconds) << seconds;
    }
    void goesOnWhereverItDies()
    {
        QFETCH(int, every);
        LabHarness lab;
        lab.create(poolYaml("MachineSet", "pool", 0, 0, 12));
        lab.create(jobYaml(16, "20s"));
        std::int64_t largest = 0;
        for (int passed = 0; passed < 900 && !(isComplete(lab) && nothingIsLeft(lab)); passed += every) {
            lab.advance(std::chrono::seconds(every));
            largest = std::max(largest, sizeOf(lab, "pool"));
            if (passed < 400)
                lab.crash();
        }
        QVERIFY(isComplete(lab));
        QVERIFY(nothingIsLeft(lab));
        QCOMPARE(largest, 4);
        QCOMPARE(job(lab).status.succeeded.value_or(0), 16);
        QCOMPARE(job(lab).status.failed.value_or(0), 0);
    }

    /// The next node is foreseen from zero; what comes is what was foreseen.
    void theForeseenNodeIsTheOneThatComes()
    {
        LabHarness lab;
        lab.create(poolYaml("MachineSet", "pool", 0, 0, 1));
        lab.advance(1s);
        core::controllers::NodeGroup group;
        group.scaled = std::make_shared<const MachineSet>(lab.list<MachineSet>().front());
        const auto foreseen = core::controllers::templateNode(group);
        QVERIFY(foreseen.has_value());
        lab.scale("pool", 1);
        QVERIFY(lab.until([&] { return lab.readyNodes() == 1; }, 30s));
        lab.advance(1s);
        const api::Node real = lab.hollowNodes().front();
        for (const char *resource : {"cpu", "memory", "pods"})
            QCOMPARE(api::allocatable(*foreseen, resource), api::allocatable(real, resource));
        for (const auto &[key, value] : foreseen->metadata.labels) {
            if (key != "kubernetes.io/hostname")
                QCOMPARE(std::string(real.metadata.label(key)), value);
        }
        for (const api::Taint &taint : foreseen->spec.taints)
            QVERIFY(std::ranges::any_of(real.spec.taints, [&](const api::Taint &each) {
                return each.key == taint.key && each.value == taint.value && each.effect == taint.effect;
            }));
        QCOMPARE(real.spec.taints.size(), foreseen->spec.taints.size());
    }

    void jobsThatGoTakeTheirPodsAlong()
    {
        LabHarness lab;
        lab.create(poolYaml("MachineSet", "pool", 1, 1, 1));
        lab.create(jobYaml(8, "1h"));
        QVERIFY(lab.until([&] { return podsOf(lab, "crunch", "Running").size() == 4; }, 30s));
        const api::Json background = api::JsonObject {{"propagationPolicy", "Background"}};
        const auto gone =
            lab.request(api::Method::Delete, "/apis/batch/v1/namespaces/default/jobs/crunch", background);
        QCOMPARE(gone.code, 200);
        QVERIFY(lab.until(
            [&] {
                return podsOf(lab, "crunch", "Running").empty() && podsOf(lab, "crunch", "Pending").empty();
            },
            60s));
        QVERIFY(lab.list<api::Job>().empty());
    }

    void aPodOfAJobThatNeverRestartsIsNeeded()
    {
        LabHarness lab;
        std::string yaml = jobYaml(1, "1s");
        yaml.replace(yaml.find("Never"), 5, "Always");
        const auto documents = core::api::parseYamlDocuments(yaml);
        const auto refused =
            lab.request(api::Method::Post, "/apis/batch/v1/namespaces/default/jobs", documents->front());
        QCOMPARE(refused.code, 422);
        QVERIFY(api::textAt(*refused.body, {"message"}).find("restartPolicy") != std::string_view::npos);
        lab.create(jobYaml(1, "1s"));
        QCOMPARE(job(lab).spec.selector.matchLabels.at("batch.kubernetes.io/controller-uid"),
            job(lab).metadata.uid);
    }
};

QTEST_GUILESS_MAIN(TestAutoscaling)
#include "tst_autoscaling.moc"
