// SPDX-License-Identifier: GPL-3.0-or-later
// The life of a MachineDeployment on engine and lab together: rolling out, undoing, pausing, scaling, with
// the program restarted in the middle of it.

#include "core/api/machinedeployment.h"
#include "core/engine/rolloutforecast.h"
#include "tests/integration/labharness.h"

#include <random>
#include <set>

using namespace std::chrono_literals;
using core::api::Machine;
using core::api::MachineDeployment;
using core::api::MachineSet;
using tests::LabHarness;

namespace {

const std::string path = "/apis/machine.openshift.io/v1beta1/namespaces/default/machinedeployments";

std::string deploymentYaml(const std::string &more = {})
{
    return R"(apiVersion: machine.openshift.io/v1beta1
kind: MachineDeployment
metadata:
  name: workers
spec:
  replicas: 3
  selector:
    matchLabels: {app: workers}
  template:
    metadata:
      labels: {app: workers, machine.openshift.io/cluster-api-cluster: lab}
    spec:
      providerSpec:
        value:
          apiVersion: kubemarkproviderconfig.k8s.io/v1alpha1
          kind: KubemarkMachineProviderConfig
          image: docker.io/gofed/kubemark:v1.14.3-beta.0-2
          numCores: 1
)" + more;
}

void change(LabHarness &lab, const std::string &spec)
{
    QCOMPARE(lab.patch(path + "/workers", R"({"spec":{)" + spec + "}}").code, 200);
}

void setCores(LabHarness &lab, int cores)
{
    change(
        lab, R"("template":{"spec":{"providerSpec":{"value":{"numCores":)" + std::to_string(cores) + "}}}}");
}

std::int64_t coresOf(const Machine &machine)
{
    return core::api::integerAt(machine.spec.providerSpec.value, {"numCores"}).value_or(0);
}

MachineDeployment workers(LabHarness &lab)
{
    return lab.list<MachineDeployment>().front();
}

/// So many machines run, all with so many cores, and the deployment says that it is done.
bool rolledOut(LabHarness &lab, int replicas, int cores)
{
    const auto machines = lab.machines();
    const core::api::MachineDeploymentStatus status = workers(lab).status;
    return lab.settled(replicas)
        && std::ranges::all_of(machines, [&](const Machine &machine) { return coresOf(machine) == cores; })
        && status.replicas == replicas && status.updatedReplicas.value_or(0) == replicas
        && status.availableReplicas.value_or(0) == replicas
        && std::ranges::any_of(
            status.conditions, [](const auto &each) { return each.reason == "NewMachineSetAvailable"; });
}

/// What was seen while waiting, in small steps.
struct Seen {
    std::size_t mostLiving = 0;
    std::size_t fewestReady = 1000;
    std::size_t mostTemplates = 0;
};

Seen look(LabHarness &lab, Seen seen)
{
    std::size_t living = 0;
    std::size_t ready = 0;
    std::set<std::int64_t> templates;
    const auto nodes = lab.hollowNodes();
    for (const Machine &machine : lab.machines()) {
        templates.insert(coresOf(machine));
        if (machine.isDeleting())
            continue;
        ++living;
        ready += machine.status.nodeRef && std::ranges::any_of(nodes, [&](const auto &node) {
            return node.metadata.name == machine.status.nodeRef->name && node.isReady();
        });
    }
    return {std::max(seen.mostLiving, living), std::min(seen.fewestReady, ready),
        std::max(seen.mostTemplates, templates.size())};
}

Seen watchUntilRolledOut(LabHarness &lab, int replicas, int cores)
{
    Seen seen = look(lab, {});
    for (int step = 0; step < 6000 && !rolledOut(lab, replicas, cores); ++step) {
        lab.advance(5ms);
        seen = look(lab, seen);
    }
    return seen;
}

} // namespace

class TestDeployments : public QObject
{
    Q_OBJECT

private slots:
    void rollsOutAndBack_data() { tests::withAndWithoutRestart(); }
    void rollsOutAndBack();
    void recreates_data() { tests::withAndWithoutRestart(); }
    void recreates();
    void endsWhenForetold_data();
    void endsWhenForetold();
    void pauses();
    void scales_data() { tests::withAndWithoutRestart(); }
    void scales();
    void deletingLeavesNothing();
    void databaseOlderThanTheKind();
    void wrongSpecsAreRefused_data();
    void wrongSpecsAreRefused();

private:
    static void prepare(LabHarness &lab, const std::string &more = {})
    {
        lab.create(deploymentYaml(more));
        QVERIFY(lab.until([&] { return rolledOut(lab, 3, 1); }, 60s));
    }
    /// Lets a change begin, and leaves it to the next program when one is wanted.
    static void begin(LabHarness &lab, bool restart)
    {
        lab.advance(10ms);
        QVERIFY(lab.list<MachineSet>().size() > 1);
        if (restart)
            lab.restart();
    }

    tests::Databases m_databases;
};

void TestDeployments::rollsOutAndBack()
{
    QFETCH(const bool, restart);
    LabHarness lab(m_databases.next());
    prepare(lab);
    setCores(lab, 4);
    begin(lab, restart);
    const Seen out = watchUntilRolledOut(lab, 3, 4);
    QVERIFY(rolledOut(lab, 3, 4));
    QCOMPARE(out.mostLiving, std::size_t(4));
    QVERIFY(out.fewestReady >= 3 || restart); // the hollow nodes stop with the program
    QCOMPARE(workers(lab).metadata.annotation(core::api::keys::revision), std::string_view("2"));
    const auto nodes = lab.hollowNodes();
    for (const auto &node : nodes)
        QCOMPARE(node.status.capacity.at("cpu").text, std::string("4"));

    change(lab, R"("rollbackTo":{"revision":1})");
    begin(lab, restart);
    const Seen back = watchUntilRolledOut(lab, 3, 1);
    QVERIFY(rolledOut(lab, 3, 1));
    QCOMPARE(back.mostLiving, std::size_t(4));
    QVERIFY(back.fewestReady >= 3 || restart);
    QCOMPARE(workers(lab).metadata.annotation(core::api::keys::revision), std::string_view("3"));
    QVERIFY(!workers(lab).spec.rollbackTo);
    QCOMPARE(lab.list<MachineSet>().size(), std::size_t(2)); // the first one served again
}

void TestDeployments::recreates()
{
    QFETCH(const bool, restart);
    LabHarness lab(m_databases.next());
    prepare(lab, "  strategy: {type: Recreate}\n");
    setCores(lab, 2);
    lab.advance(10ms);
    if (restart)
        lab.restart();
    const Seen seen = watchUntilRolledOut(lab, 3, 2);
    QVERIFY(rolledOut(lab, 3, 2));
    QCOMPARE(seen.mostTemplates, std::size_t(1)); // never machines of both
    QCOMPARE(seen.fewestReady, std::size_t(0));
}

void TestDeployments::endsWhenForetold_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 50; ++seed)
        QTest::addRow("seed %u", seed) << seed;
}

/// The forecast reaches from the change of the template to the last machine available, of machines that boot
/// as quickly as each other and others that do not, within all bounds.
void TestDeployments::endsWhenForetold()
{
    QFETCH(const unsigned, seed);
    std::minstd_rand dice(seed);
    const auto roll = [&](unsigned sides) { return static_cast<int>(dice() % sides); };
    const int replicas = 1 + roll(12);
    const int surge = roll(4);
    const int unavailable = surge == 0 ? 1 + roll(3) : roll(4);
    const int minReady = roll(2) * (1 + roll(10));
    const int quickest = 2 + roll(8);
    const int slowest = quickest + roll(2) * roll(20);
    const std::string text = std::to_string(replicas) + " machines, " + std::to_string(surge) + " more, "
        + std::to_string(unavailable) + " fewer, ready for " + std::to_string(minReady) + " s, boot "
        + std::to_string(quickest) + " to " + std::to_string(slowest) + " s";

    LabHarness lab(":memory:", seed);
    lab.create(deploymentYaml("          metadata: {annotations: {hollowlab.io/boot: "
        + std::to_string(quickest) + "s.." + std::to_string(slowest) + "s}}\n  minReadySeconds: "
        + std::to_string(minReady) + "\n  strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: "
        + std::to_string(surge) + ", maxUnavailable: " + std::to_string(unavailable) + "}}\n"));
    change(lab, R"("replicas":)" + std::to_string(replicas));
    QVERIFY2(lab.until([&] { return rolledOut(lab, replicas, 1); }, 10min), text.c_str());

    const core::base::Time begin = lab.clock().now();
    setCores(lab, 4);
    QVERIFY2(lab.until([&] { return rolledOut(lab, replicas, 4); }, 60min), text.c_str());
    const core::base::Duration took = lab.clock().now() - begin;
    using std::chrono::seconds;
    const core::engine::TimeFrame said = core::engine::timeFrameOf({replicas, replicas + surge,
        replicas - std::min(unavailable, replicas), seconds(quickest), seconds(slowest), seconds(minReady)});
    const auto inSeconds = [](core::base::Duration span) {
        return std::to_string(std::chrono::duration<double>(span).count());
    };
    const std::string figures = text + ": took " + inSeconds(took) + " s, said " + inSeconds(said.least)
        + " to " + inSeconds(said.most) + " s";
    qInfo("%s", figures.c_str());
    QVERIFY2(took >= said.least - 1s, figures.c_str());
    QVERIFY2(took <= said.most + 1s, figures.c_str());
}

void TestDeployments::pauses()
{
    LabHarness lab(m_databases.next());
    prepare(lab);
    change(lab, R"("paused":true)");
    setCores(lab, 2);
    lab.advance(20min); // longer than the progress deadline
    QVERIFY(lab.settled(3));
    QCOMPARE(coresOf(lab.machines().front()), 1);
    QCOMPARE(lab.list<MachineSet>().size(), std::size_t(1));
    change(lab, R"("paused":false)");
    QVERIFY(lab.until([&] { return rolledOut(lab, 3, 2); }, 60s));
}

void TestDeployments::scales()
{
    QFETCH(const bool, restart);
    LabHarness lab(m_databases.next());
    prepare(lab);
    for (const int replicas : {5, 0, 2}) {
        const auto scaled =
            lab.patch(path + "/workers/scale", R"({"spec":{"replicas":)" + std::to_string(replicas) + "}}");
        QCOMPARE(scaled.code, 200);
        QCOMPARE(core::api::textAt(*scaled.body, {"status", "selector"}), std::string_view("app=workers"));
        if (restart) {
            lab.advance(1ms);
            lab.restart();
        }
        QVERIFY2(lab.until([&] { return rolledOut(lab, replicas, 1); }, 60s),
            qPrintable(QString::number(replicas)));
    }
    QCOMPARE(lab.list<MachineSet>().size(), std::size_t(1));
}

void TestDeployments::deletingLeavesNothing()
{
    LabHarness lab(m_databases.next());
    prepare(lab);
    QCOMPARE(lab.request(core::api::Method::Delete, path + "/workers").code, 200);
    QVERIFY(lab.until([&] { return lab.settled(0) && lab.list<MachineSet>().empty(); }, 60s));
}

void TestDeployments::databaseOlderThanTheKind()
{
    LabHarness lab(m_databases.next());
    const std::string definition = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/"
                                   "machinedeployments.machine.openshift.io";
    QCOMPARE(lab.request(core::api::Method::Delete, definition).code, 200);
    QVERIFY(lab.until([&] { return lab.request(core::api::Method::Get, path).code == 404; }, 10s));
    lab.restart();
    QCOMPARE(lab.request(core::api::Method::Get, path).code, 404); // whose user has removed it
    const auto unmarked = lab.patch(
        "/api/v1/namespaces/kube-system", R"({"metadata":{"annotations":{"hollowlab.io/kinds":null}}})");
    QCOMPARE(unmarked.code, 200);
    lab.restart();
    QCOMPARE(lab.request(core::api::Method::Get, path).code, 200);
    prepare(lab);
}

void TestDeployments::wrongSpecsAreRefused_data()
{
    QTest::addColumn<QByteArray>("spec");
    QTest::newRow("§6.1 replicas ≥ 0") << QByteArray(R"("replicas":-1)");
    QTest::newRow("§6.1 another strategy") << QByteArray(R"("strategy":{"type":"Canary"})");
    QTest::newRow("§6.1 no number") << QByteArray(R"("strategy":{"rollingUpdate":{"maxSurge":"few"}})");
    QTest::newRow("§6.1 more than all")
        << QByteArray(R"("strategy":{"rollingUpdate":{"maxUnavailable":"101%"}})");
    QTest::newRow("§6.1 no selector") << QByteArray(R"("selector":null)");
    QTest::newRow("§6.7 a revision that can't be") << QByteArray(R"("rollbackTo":{"revision":-1})");
}

void TestDeployments::wrongSpecsAreRefused()
{
    QFETCH(const QByteArray, spec);
    LabHarness lab;
    lab.create(deploymentYaml());
    QCOMPARE(lab.patch(path + "/workers", R"({"spec":{)" + spec.toStdString() + "}}").code, 422);
}

QTEST_GUILESS_MAIN(TestDeployments)
#include "tst_deployments.moc"
