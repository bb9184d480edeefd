// SPDX-License-Identifier: GPL-3.0-or-later
// The kubectl that people have, on a headless lab: what they type, and what they see.

#include "core/api/yaml.h"
#include "tests/support/program.h"
#include "tests/support/promtext.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace std::chrono_literals;
using core::api::Json;
using core::api::textAt;
using tests::eventually;
using tests::everything;
using tests::Finished;
using tests::Headless;
using tests::Kubectl;
using tests::words;

#define SUCCEEDS(finished, ...)                                                                              \
    const Finished finished = (*m_kubectl)(__VA_ARGS__);                                                     \
    QVERIFY2(finished.code == 0, everything(finished).constData())

class TestKubectl : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void tables_data();
    void tables();
    void works_data();
    void works();
    void structuredOutput();
    void watchShowsWhatComes();
    void scale();
    void scaleOnlyFromTheExpectedSize();
    void examplesApply_data();
    void examplesApply();
    void applyChangesAndPrunesFields();
    void serverSideApply();
    void fromClientSideToServerSide();
    void edit();
    void deletedMachineIsReplaced();
    void labelsAndAnnotations();
    void patches_data();
    void patches();
    void cordonAndDrain();
    void taint();
    void newNodeIsTainted();
    void rollouts();
    void rolloutsOfOtherSets_data();
    void rolloutsOfOtherSets();
    void namespacesHaveTheirContent();
    void budgetsHoldDrains();
    void events();
    void waits();
    void brokenNodeShows();
    void brokenZoneShows();
    void rawPages();
    void errors_data();
    void errors();

private:
    QByteArray answer(const char *line) const { return (*m_kubectl)(words(line)).output; }
    QByteArray firstName(const char *kind) const;
    bool settled(int machines) const;
    QByteArray write(const char *name, const QByteArray &text) const;

    QTemporaryDir m_home;
    Headless m_lab;
    std::unique_ptr<Kubectl> m_kubectl;
    int m_minor = 0; ///< of kubectl's version 1.x
};

void TestKubectl::initTestCase()
{
    QVERIFY2(m_lab.start({QStringLiteral("--lab"), QStringLiteral(":memory:")}),
        m_lab.program().errors().constData());
    m_kubectl = std::make_unique<Kubectl>(m_lab.kubeconfig(), m_home.path());
    SUCCEEDS(version, words("version -o json"));
    qInfo("%s", version.output.simplified().constData());
    static const QRegularExpression minor(QStringLiteral("\"clientVersion\".*?\"minor\": \"(\\d+)"),
        QRegularExpression::DotMatchesEverythingOption);
    m_minor = minor.match(QString::fromUtf8(version.output)).captured(1).toInt();
    QVERIFY(m_minor > 0);
}

/// Every test begins with three machines that run.
void TestKubectl::init()
{
    SUCCEEDS(scaled, words("scale machineset workers --replicas=3"));
    // The example with a deletion timeout takes 30 s to go.
    QVERIFY2(eventually([this] { return settled(3); }, 60s), answer("get machines,nodes").constData());
}

QByteArray TestKubectl::firstName(const char *kind) const
{
    const Finished found = (*m_kubectl)(
        {QStringLiteral("get"), QString::fromUtf8(kind), QStringLiteral("-o"), QStringLiteral("name")});
    for (const QByteArray &line : found.output.split('\n')) {
        if (!line.isEmpty() && !line.contains("hollow-host-"))
            return line.mid(line.indexOf('/') + 1);
    }
    return {};
}

/// There are so many machines, each with a ready node, and no node besides.
bool TestKubectl::settled(int machines) const
{
    const QByteArray phases = answer("get machines -o jsonpath={.items[*].status.phase}");
    const QByteArray nodes = answer("get nodes -l !hollowlab.io/hollow-host --no-headers");
    return phases.simplified().split(' ').count("Running") == machines && nodes.count('\n') == machines
        && nodes.count(" Ready ") == machines;
}

QByteArray TestKubectl::write(const char *name, const QByteArray &text) const
{
    QFile file(m_home.filePath(QString::fromUtf8(name)));
    if (!file.open(QIODevice::WriteOnly))
        return {};
    file.write(text);
    return file.fileName().toUtf8();
}

void TestKubectl::tables_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<QByteArray>("row");
    const auto row = [](const char *name, const char *line, const char *header, const char *pattern) {
        QTest::newRow(name) << QByteArray(line) << QByteArray(header) << QByteArray(pattern);
    };
    row("machines of all namespaces", "get machines -A", "NAMESPACE NAME PHASE TYPE REGION ZONE AGE",
        R"(default workers-\S+ Running \d+s)");
    row("machines, wide", "get machines -o wide", "NAME PHASE TYPE REGION ZONE AGE NODE PROVIDERID STATE",
        R"(workers-\S+ Running \S+ workers-\S+ kubemark://workers-\S+ Running)");
    row("machinesets", "get machinesets", "NAME DESIRED CURRENT READY AVAILABLE AGE",
        R"(workers 3 3 3 3 \S+)");
    row("nodes", "get nodes", "NAME STATUS ROLES AGE VERSION", R"(workers-\S+ Ready worker \S+ v1\.\S+)");
    row("nodes, wide", "get nodes -o wide",
        "NAME STATUS ROLES AGE VERSION INTERNAL-IP EXTERNAL-IP OS-IMAGE KERNEL-VERSION CONTAINER-RUNTIME",
        R"(workers-\S+ Ready worker \S+ v1\.\S+ 10\.\d+\.\d+\.\d+ <none> .+)");
    row("pods of all namespaces", "get pods -A", "NAMESPACE NAME READY STATUS RESTARTS AGE",
        R"(kubemark-actuator workers-\S+ 2/2 Running 0 \S+)");
    row("pods, wide", "get pods -A -o wide",
        "NAMESPACE NAME READY STATUS RESTARTS AGE IP NODE NOMINATED NODE READINESS GATES",
        R"(kubemark-actuator workers-\S+ 2/2 Running 0 \S+ 10\.\S+ hollow-host-\S+ <none> <none>)");
    // docs/api-semantics.md L7
    row("health checks by their short name", "get mhc", "NAME MAXUNHEALTHY EXPECTEDMACHINES CURRENTHEALTHY",
        R"(workers\S* 40% 3 3)");
    row("leases", "get leases -n kube-node-lease", "NAME HOLDER AGE", R"(workers-\S+ workers-\S+ \S+)");
    row("namespaces", "get namespaces", "NAME STATUS AGE", R"(kubemark-actuator Active \S+)");
    row("CRDs", "get crds", "NAME CREATED AT", R"(machines\.machine\.openshift\.io 20\S+Z)");
    row("events", "get events -A", "NAMESPACE LAST SEEN TYPE REASON OBJECT MESSAGE",
        R"(default \S+ Normal Created machine/workers-\S+ .+)");
    row("labels", "get nodes --show-labels", "NAME STATUS ROLES AGE VERSION LABELS",
        R"(workers-\S+ Ready .*kubernetes\.io/hostname=workers-\S+)");
    row("own columns", "get machines -o custom-columns=N:.metadata.name,P:.status.phase", "N P",
        R"(workers-\S+ Running)");
    row("API resources", "api-resources --sort-by=name", "NAME SHORTNAMES APIVERSION NAMESPACED KIND",
        R"(machinesets machine\.openshift\.io/v1beta1 true MachineSet)");
}

void TestKubectl::tables()
{
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, header);
    QFETCH(QByteArray, row);
    SUCCEEDS(finished, words(line.constData()));
    const QList<QByteArray> lines = finished.output.split('\n');
    QCOMPARE(lines.first().simplified(), header);
    const QRegularExpression pattern(QStringLiteral("^") + QString::fromUtf8(row) + QStringLiteral("$"));
    const bool found = std::any_of(lines.begin() + 1, lines.end(), [&](const QByteArray &text) {
        return pattern.match(QString::fromUtf8(text.simplified())).hasMatch();
    });
    QVERIFY2(found, finished.output.constData());
}

void TestKubectl::works_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("expected");
    QTest::addColumn<int>("since");
    const auto row = [](const char *line, const char *expected, int since = 0) {
        QTest::newRow(line) << QByteArray(line) << QByteArray(expected) << since;
    };
    row("version", "Server Version: v");
    row("cluster-info", "https://127.0.0.1:");
    row("api-versions", "machine.openshift.io/v1beta1\n");
    row("get --raw /readyz", "ok");
    row("get --raw /livez", "ok");
    row("get --raw /healthz", "ok");
    row("get --raw /version", "\"gitVersion\"");
    row("get --raw /api/v1/namespaces/default", "\"Namespace\"");
    row("auth can-i create pods", "yes");
    row("auth can-i --list", "*.*");
    row("get all -A", "pod/workers-");
    row("get machines,machinesets,nodes,pods -A", "machineset.machine.openshift.io/workers");
    row("get machines -l machine.openshift.io/cluster-api-machineset=workers -o name",
        "machine.machine.openshift.io/");
    row("get pods -n kubemark-actuator --field-selector=status.phase=Running -o name", "pod/workers-");
    row("get pods -A --sort-by=.metadata.creationTimestamp", "workers-");
    row("get machines --chunk-size=1 -o name", "machine.machine.openshift.io/");
    row("get machineset workers -o jsonpath={.spec.replicas}", "3");
    row("get machineset workers -o go-template={{.spec.replicas}}", "3");
    row("get machineset/workers -o name", "machineset.machine.openshift.io/workers\n");
    row("get machineset workers --subresource=status -o name", "machineset.machine.openshift.io/workers\n",
        24);
    row("get machineset workers --subresource=scale", "DESIRED   AVAILABLE", 24);
    row("describe machineset workers", "Replicas:  3");
    row("describe machines", "Provider ID:");
    row("describe nodes", "MemoryPressure");
    row("describe pods -n kubemark-actuator", "hollow-kubelet");
    row("describe machinehealthcheck", "Max Unhealthy:");
    row("describe namespace default", "Active");
    row("create namespace team --dry-run=server -o name", "namespace/team");
}

void TestKubectl::works()
{
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, expected);
    QFETCH(int, since);
    if (m_minor < since)
        QSKIP("this kubectl is too old");
    SUCCEEDS(finished, words(line.constData()));
    QVERIFY2(finished.output.contains(expected), finished.output.constData());
}

void TestKubectl::structuredOutput()
{
    SUCCEEDS(yaml, words("get machineset workers -o yaml"));
    const auto fromYaml = core::api::parseYaml(yaml.output.toStdString());
    QVERIFY(fromYaml.has_value());
    SUCCEEDS(json, words("get machineset workers -o json"));
    const auto fromJson = core::api::parseJson(json.output.toStdString());
    QVERIFY(fromJson.has_value());
    QCOMPARE(core::api::writeCanonicalJson(*fromYaml), core::api::writeCanonicalJson(*fromJson));
    QCOMPARE(textAt(*fromJson, {"kind"}), std::string_view("MachineSet"));
    QCOMPARE(textAt(*fromJson, {"metadata", "name"}), std::string_view("workers"));
    SUCCEEDS(list, words("get nodes,machines -A -o json"));
    const auto items = core::api::parseJson(list.output.toStdString());
    QVERIFY(items.has_value());
    QCOMPARE(items->at("items").as_array().size(), std::size_t(7));
}

void TestKubectl::watchShowsWhatComes()
{
    tests::Program watcher;
    m_kubectl->start(watcher, words("get machinesets -w"));
    QVERIFY(
        watcher.waitForLine(QRegularExpression(QStringLiteral(R"(workers +3 +3 +3 +3 )")), 20s).hasMatch());
    SUCCEEDS(scaled, words("scale machineset workers --replicas=5"));
    QVERIFY(
        watcher.waitForLine(QRegularExpression(QStringLiteral(R"(workers +5 +5 +5 +5 )")), 30s).hasMatch());
    watcher.terminate();

    tests::Program eventsOfNodes;
    m_kubectl->start(eventsOfNodes, words("get nodes -w --output-watch-events"));
    QVERIFY(eventsOfNodes.waitForLine(QRegularExpression(QStringLiteral("ADDED +workers-")), 20s).hasMatch());
    SUCCEEDS(back, words("scale machineset workers --replicas=4"));
    QVERIFY(
        eventsOfNodes.waitForLine(QRegularExpression(QStringLiteral("DELETED +workers-")), 30s).hasMatch());
}

void TestKubectl::scale()
{
    SUCCEEDS(scaled, words("scale machineset workers --replicas=20"));
    QCOMPARE(scaled.output, QByteArray("machineset.machine.openshift.io/workers scaled\n"));
    QVERIFY2(eventually([this] { return settled(20); }), answer("get machines,nodes").constData());
    QCOMPARE(answer("get machineset workers -o jsonpath={.status.readyReplicas}"), QByteArray("20"));
}

void TestKubectl::scaleOnlyFromTheExpectedSize()
{
    const Finished refused =
        (*m_kubectl)(words("scale machineset workers --current-replicas=7 --replicas=9"));
    QVERIFY(refused.code != 0);
    SUCCEEDS(scaled, words("scale machineset workers --current-replicas=3 --replicas=4"));
    QCOMPARE(answer("get machineset workers -o jsonpath={.spec.replicas}"), QByteArray("4"));
}

void TestKubectl::examplesApply_data()
{
    QTest::addColumn<QString>("file");
    const QDir examples(QStringLiteral(HOLLOWLAB_SOURCE_DIR "/resources/examples"));
    for (const QFileInfo &file : examples.entryInfoList({QStringLiteral("*.yaml")}, QDir::Files))
        QTest::newRow(qPrintable(file.fileName())) << file.filePath();
}

void TestKubectl::examplesApply()
{
    QFETCH(QString, file);
    const QStringList arguments {QStringLiteral("-f"), file};
    SUCCEEDS(applied, QStringList {QStringLiteral("apply")} + arguments);
    SUCCEEDS(again, QStringList {QStringLiteral("apply")} + arguments);
    QVERIFY2(!again.output.contains(" created"), again.output.constData());
    SUCCEEDS(same, QStringList {QStringLiteral("diff"), QStringLiteral("-f"), file});
    if (applied.output.contains("machineset.machine.openshift.io/workers "))
        return;
    SUCCEEDS(removed,
        QStringList {QStringLiteral("delete"), QStringLiteral("-f"), file, QStringLiteral("--timeout=30s")});
}

void TestKubectl::applyChangesAndPrunesFields()
{
    const QStringList arguments {QStringLiteral("apply"), QStringLiteral("-f"), QStringLiteral("-")};
    const QByteArray head = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata:\n  kept: a\n";
    SUCCEEDS(created, arguments, head + "  dropped: b\n");
    QCOMPARE(created.output, QByteArray("configmap/settings created\n"));
    SUCCEEDS(changed, arguments, head + "  added: c\n");
    QCOMPARE(changed.output, QByteArray("configmap/settings configured\n"));
    QCOMPARE(answer("get cm settings -o jsonpath={.data}"), QByteArray(R"({"added":"c","kept":"a"})"));
    SUCCEEDS(same, arguments, head + "  added: c\n");
    QCOMPARE(same.output, QByteArray("configmap/settings unchanged\n"));
    SUCCEEDS(removed, words("delete configmap settings"));
    QCOMPARE(removed.output, QByteArray("configmap \"settings\" deleted\n"));
}

void TestKubectl::serverSideApply() // F10, F12
{
    const auto config = [this](const char *replicas) {
        return write("ssa.yaml",
            QByteArray("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: ssa}\nspec: {replicas: ")
                + replicas
                + ", selector: {matchLabels: {app: ssa}}, template: {metadata: {labels: {app: ssa}}, spec: "
                  "{containers: [{name: c, image: i}]}}}\n");
    };
    const QByteArray file = config("0");
    const QByteArray line = "apply --server-side -f " + file;
    SUCCEEDS(applied, words(line));
    QCOMPARE(applied.output, "deployment.apps/ssa serverside-applied\n");
    SUCCEEDS(managers, words("get deployment ssa -o jsonpath={.metadata.managedFields[*].manager}"));
    QVERIFY2(managers.output.contains("kubectl"), managers.output.constData());
    SUCCEEDS(same, words("diff --server-side -f " + file));
    QCOMPARE(same.output, QByteArray());
    config("1");
    const Finished refused = (*m_kubectl)(words(line + " --field-manager=other"));
    QVERIFY(refused.code != 0);
    QVERIFY2(
        refused.errors.contains("conflict with \"kubectl\": .spec.replicas"), refused.errors.constData());
    const Finished differs =
        (*m_kubectl)(words("diff --server-side --force-conflicts --field-manager=other -f " + file));
    QCOMPARE(differs.code, 1);
    QVERIFY2(differs.output.contains("+  replicas: 1"), everything(differs).constData());
    SUCCEEDS(forced, words(line + " --field-manager=other --force-conflicts"));
    QCOMPARE(answer("get deployment ssa -o jsonpath={.spec.replicas}"), "1");
    SUCCEEDS(gone, words("delete deployment ssa"));
}

void TestKubectl::fromClientSideToServerSide() // F14
{
    const QByteArray file =
        write("csa.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: csa}\ndata: {a: '1', b: '1'}\n");
    SUCCEEDS(before, words("apply -f " + file));
    write("csa.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: csa}\ndata: {a: '2'}\n");
    SUCCEEDS(after, words("apply --server-side -f " + file));
    QCOMPARE(answer("get configmap csa -o jsonpath={.data}"), R"({"a":"2"})");
    const QByteArray managers = answer("get configmap csa -o jsonpath={.metadata.managedFields[*].manager}");
    QVERIFY2(!managers.contains("client-side"), managers.constData());
    SUCCEEDS(gone, words("delete configmap csa"));
}

void TestKubectl::edit()
{
    m_kubectl->setEditor(QStringLiteral("sed -i 's/^  replicas: 3$/  replicas: 4/'"));
    // kubectl 1.20 validates what it edits by itself, and takes the null in a provider config for no value.
    SUCCEEDS(edited, words("edit machineset workers --validate=false"));
    QCOMPARE(edited.output, QByteArray("machineset.machine.openshift.io/workers edited\n"));
    QVERIFY2(eventually([this] { return settled(4); }), answer("get machines,nodes").constData());
    m_kubectl->setEditor(QStringLiteral("true"));
    SUCCEEDS(untouched, words("edit machineset workers --validate=false"));
    QVERIFY((untouched.output + untouched.errors).contains("no changes made"));
}

void TestKubectl::deletedMachineIsReplaced()
{
    const QByteArray name = firstName("machines");
    SUCCEEDS(removed, words("delete machine " + name + " --timeout=30s"));
    QCOMPARE(removed.output, "machine.machine.openshift.io \"" + name + "\" deleted\n");
    QVERIFY2(eventually([this] { return settled(3); }), answer("get machines,nodes").constData());
    QVERIFY(!answer("get machines -o name").contains(name));
    QVERIFY(!answer("get nodes -o name").contains(name));
}

void TestKubectl::labelsAndAnnotations()
{
    const QByteArray node = firstName("nodes");
    SUCCEEDS(labelled, words("label node " + node + " tier=gold"));
    QCOMPARE(answer("get nodes -l tier=gold -o name"), "node/" + node + "\n");
    SUCCEEDS(overwritten, words("label node " + node + " tier=silver --overwrite"));
    SUCCEEDS(removed, words("label node " + node + " tier-"));
    QCOMPARE(answer("get nodes -l tier -o name"), QByteArray());
    SUCCEEDS(annotated, words("annotate machineset workers team=blue"));
    QCOMPARE(answer("get machineset workers -o jsonpath={.metadata.annotations.team}"), QByteArray("blue"));
    SUCCEEDS(bare, words("annotate machineset workers team-"));
    QCOMPARE(answer("get machineset workers -o jsonpath={.metadata.annotations.team}"), QByteArray());
}

void TestKubectl::patches_data()
{
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("patch");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char *name, const char *target, const char *type, const char *patch,
                         const char *path, const char *expected) {
        QTest::newRow(name) << QByteArray(target) << QByteArray(type) << QByteArray(patch) << QByteArray(path)
                            << QByteArray(expected);
    };
    row("merge patch on a custom resource", "machineset", "merge",
        R"({"spec":{"minReadySeconds":0,"replicas":4}})", "{.spec.replicas}", "4");
    row("JSON patch on a custom resource", "machineset", "json",
        R"([{"op":"replace","path":"/spec/replicas","value":4}])", "{.spec.replicas}", "4");
    row("strategic patch on a node adds a taint by key", "node", "strategic",
        R"({"spec":{"taints":[{"key":"a","value":"b","effect":"PreferNoSchedule"}]}})",
        "{.spec.taints[?(@.key==\"a\")].value}", "b");
    row("strategic patch on a pod", "pod", "strategic", R"({"metadata":{"labels":{"seen":"yes"}}})",
        "{.metadata.labels.seen}", "yes");
    row("merge patch on a node", "node", "merge", R"({"metadata":{"annotations":{"seen":"yes"}}})",
        "{.metadata.annotations.seen}", "yes");
}

void TestKubectl::patches()
{
    QFETCH(QByteArray, target);
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, patch);
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, expected);
    const QByteArray ns = target == "pod" ? " -n kubemark-actuator" : "";
    const QByteArray kind = target + (target == "pod" ? "s -n kubemark-actuator" : "s");
    const QByteArray listed = answer("get " + kind + " -o name");
    QByteArray name;
    for (const QByteArray &line : listed.split('\n')) {
        if (name.isEmpty() && line.contains("workers"))
            name = line;
    }
    QVERIFY2(!name.isEmpty(), listed.constData());
    SUCCEEDS(patched, words("patch " + name + ns + " --type=" + type + " -p " + patch));
    QVERIFY2(patched.output.contains(" patched"), patched.output.constData());
    QCOMPARE(answer("get " + name + ns + " -o jsonpath=" + path), expected);
}

void TestKubectl::cordonAndDrain()
{
    const QByteArray node = firstName("nodes");
    const QByteArray pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: app}\nspec:\n  nodeName: " + node
        + "\n  containers: [{name: app, image: nginx}]\n";
    SUCCEEDS(created, words("create -f -"), pod);
    QVERIFY(eventually([this] { return answer("get pod app -o jsonpath={.status.phase}") == "Running"; }));
    SUCCEEDS(cordoned, words("cordon " + node));
    QVERIFY(answer("get node " + node).contains("Ready,SchedulingDisabled"));
    SUCCEEDS(drained,
        words("drain " + node + " --force --ignore-daemonsets --delete-emptydir-data --timeout=30s"));
    QVERIFY2(drained.output.contains("pod/app evicted"), drained.output.constData());
    QVERIFY((*m_kubectl)(words("get pod app")).code != 0);
    SUCCEEDS(uncordoned, words("uncordon " + node));
    QVERIFY(!answer("get node " + node).contains("SchedulingDisabled"));
}

void TestKubectl::taint()
{
    const QByteArray node = firstName("nodes");
    SUCCEEDS(tainted, words("taint nodes " + node + " dedicated=test:NoSchedule"));
    QVERIFY(answer("get node " + node + " -o jsonpath={.spec.taints}").contains("dedicated"));
    SUCCEEDS(untainted, words("taint nodes " + node + " dedicated-"));
    QVERIFY(!answer("get node " + node + " -o jsonpath={.spec.taints}").contains("dedicated"));
}

/// Nobody speaks for the node: it is not ready until somebody does, and then as it is told.
void TestKubectl::newNodeIsTainted()
{
    const auto taints = [this] { return answer("get node fresh -o jsonpath={.spec.taints[*].key}"); };
    const QByteArray node = "apiVersion: v1\nkind: Node\nmetadata: {name: fresh}\nstatus: {conditions: "
                            "[{type: Ready, status: \"False\"}]}\n";
    SUCCEEDS(created, words("create -f -"), node);
    QVERIFY(taints().contains("node.kubernetes.io/not-ready"));
    SUCCEEDS(deleted, words("delete node fresh"));
}

void TestKubectl::rollouts()
{
    const QByteArray deployment =
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, annotations: "
        "{kubernetes.io/change-cause: first}}\nspec:\n  replicas: 1\n  selector: {matchLabels: {app: web}}\n"
        "  template:\n    metadata: {labels: {app: web}}\n    spec:\n      containers: [{name: c, image: "
        "\"nginx:1\"}]\n      tolerations: [{operator: Exists}]\n";
    const auto image = [this] {
        return answer("get deployment web -o jsonpath={.spec.template.spec.containers[0].image}");
    };
    const auto revision = [this] {
        return answer(
            "get deployment web -o jsonpath={.metadata.annotations.deployment\\.kubernetes\\.io/revision}");
    };
    SUCCEEDS(created, words("create -f -"), deployment);
    SUCCEEDS(done, words("rollout status deployment/web --timeout=30s"));
    QCOMPARE(revision(), QByteArray("1"));
    SUCCEEDS(changed, words("set image deployment/web c=nginx:2"));
    SUCCEEDS(annotated, words("annotate deployment web kubernetes.io/change-cause=second --overwrite"));
    SUCCEEDS(doneAgain, words("rollout status deployment/web --timeout=30s"));
    QCOMPARE(revision(), QByteArray("2"));
    const auto history = [this] { return answer("rollout history deployment/web").simplified(); };
    QVERIFY2(eventually([&] { return history().endsWith("1 first 2 second"); }), history().constData());
    SUCCEEDS(second, words("rollout history deployment/web --revision=2"));
    QVERIFY2(second.output.contains("nginx:2"), second.output.constData());
    SUCCEEDS(undone, words("rollout undo deployment/web"));
    QCOMPARE(image(), QByteArray("nginx:1"));
    QVERIFY(eventually([&] { return revision() == "3"; }));
    QVERIFY2(eventually([&] { return history().endsWith("2 second 3 first"); }), history().constData());
    SUCCEEDS(undoneTo, words("rollout undo deployment/web --to-revision=2"));
    QCOMPARE(image(), QByteArray("nginx:2"));
    SUCCEEDS(restarted, words("rollout restart deployment/web"));
    SUCCEEDS(deleted, words("delete deployment web"));
}

void TestKubectl::rolloutsOfOtherSets_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("more");
    QTest::newRow("statefulset") << QByteArray("StatefulSet")
                                 << QByteArray("replicas: 1\n  serviceName: sets");
    QTest::newRow("daemonset") << QByteArray("DaemonSet") << QByteArray("minReadySeconds: 0");
}

void TestKubectl::rolloutsOfOtherSets()
{
    QFETCH(const QByteArray, kind);
    QFETCH(const QByteArray, more);
    const QByteArray set = kind.toLower() + "/sets";
    const auto run = [&](const QByteArray &verb, const QByteArray &rest = {}) {
        return (*m_kubectl)(words((verb + ' ' + set + ' ' + rest).constData()));
    };
    const auto image = [&] {
        return run("get", "-o jsonpath={.spec.template.spec.containers[0].image}").output;
    };
    const auto history = [&] { return run("rollout history").output.simplified(); };
    const QByteArray object = "apiVersion: apps/v1\nkind: " + kind + "\nmetadata: {name: sets}\nspec:\n  "
        + more
        + "\n  selector: {matchLabels: {app: sets}}\n  template:\n    metadata: {labels: {app: sets}}\n"
          "    spec:\n      containers: [{name: c, image: \"nginx:1\"}]\n"
          "      tolerations: [{operator: Exists}]\n";
    SUCCEEDS(created, words("create -f -"), object);
    const Finished done = run("rollout status", "--timeout=30s");
    QVERIFY2(done.code == 0, everything(done).constData());
    QCOMPARE(run("set image", "c=nginx:2").code, 0);
    const Finished doneAgain = run("rollout status", "--timeout=30s");
    QVERIFY2(doneAgain.code == 0, everything(doneAgain).constData());
    QVERIFY2(eventually([&] { return history().endsWith("1 <none> 2 <none>"); }), history().constData());
    const Finished second = run("rollout history", "--revision=2");
    QVERIFY2(second.output.contains("nginx:2"), second.output.constData());
    QCOMPARE(run("rollout undo").code, 0);
    QCOMPARE(image(), QByteArray("nginx:1"));
    QVERIFY2(eventually([&] { return history().endsWith("2 <none> 3 <none>"); }), history().constData());
    QCOMPARE(run("rollout undo", "--to-revision=2").code, 0);
    QCOMPARE(image(), QByteArray("nginx:2"));
    const Finished nowhere = run("rollout undo", "--to-revision=7");
    QVERIFY2(nowhere.code == 1 && everything(nowhere).contains("unable to find specified revision 7"),
        everything(nowhere).constData());
    QCOMPARE(run("rollout restart").code, 0);
    QCOMPARE(run("delete").code, 0);
}

void TestKubectl::namespacesHaveTheirContent() // M8
{
    const auto isThere = [this](
                             const QByteArray &what) { return (*m_kubectl)(words("get " + what)).code == 0; };
    SUCCEEDS(created, words("create namespace filled"));
    for (const QByteArray ns : {"default", "kube-system", "filled"}) {
        QVERIFY(eventually([&] { return isThere("serviceaccount default -n " + ns); }));
        QVERIFY(eventually([&] { return isThere("configmap kube-root-ca.crt -n " + ns); }));
    }
    const auto certificate = [this] {
        return answer("get configmap kube-root-ca.crt -n filled -o jsonpath={.data.ca\\.crt}");
    };
    QVERIFY(certificate().startsWith("-----BEGIN CERTIFICATE-----"));
    SUCCEEDS(deleted, words("delete serviceaccount/default configmap/kube-root-ca.crt -n filled"));
    QVERIFY(eventually([&] { return isThere("serviceaccount default -n filled"); }));
    QVERIFY(eventually([&] { return isThere("configmap kube-root-ca.crt -n filled"); }));
    SUCCEEDS(changed,
        {QStringLiteral("patch"), QStringLiteral("configmap"), QStringLiteral("kube-root-ca.crt"),
            QStringLiteral("-n"), QStringLiteral("filled"), QStringLiteral("-p"),
            QStringLiteral("{\"data\":{\"ca.crt\":\"mine\"}}")});
    QVERIFY(eventually([&] { return certificate().startsWith("-----BEGIN CERTIFICATE-----"); }));
    SUCCEEDS(gone, words("delete namespace filled --timeout=30s")); // nobody refills it meanwhile
}

void TestKubectl::budgetsHoldDrains() // M2
{
    const QByteArray node = firstName("nodes");
    const QByteArray pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: held, labels: {app: held}}\nspec:\n"
                           "  nodeName: "
        + node + "\n  containers: [{name: app, image: nginx}]\n";
    SUCCEEDS(created, words("create -f -"), pod);
    SUCCEEDS(budgeted, words("create poddisruptionbudget held --selector=app=held --min-available=1"));
    const auto status = [this](const QByteArray &field) {
        return answer("get poddisruptionbudget held -o jsonpath={.status." + field + "}");
    };
    QVERIFY2(eventually([&] { return status("currentHealthy") == "1"; }), status("*").constData());
    QCOMPARE(status("disruptionsAllowed"), QByteArray("0"));
    const Finished refused = (*m_kubectl)(
        words("drain " + node + " --force --ignore-daemonsets --delete-emptydir-data --timeout=2s"));
    QVERIFY2(refused.errors.contains("disruption budget"), everything(refused).constData());
    SUCCEEDS(eased,
        {QStringLiteral("patch"), QStringLiteral("poddisruptionbudget"), QStringLiteral("held"),
            QStringLiteral("-p"), QStringLiteral("{\"spec\":{\"minAvailable\":0}}")});
    SUCCEEDS(drained,
        words("drain " + node + " --force --ignore-daemonsets --delete-emptydir-data --timeout=30s"));
    QVERIFY2(drained.output.contains("pod/held evicted"), drained.output.constData());
    SUCCEEDS(uncordoned, words("uncordon " + node));
    SUCCEEDS(deleted, words("delete poddisruptionbudget held"));
}

void TestKubectl::events()
{
    const QByteArray machine = firstName("machines");
    SUCCEEDS(listed,
        words("get events --field-selector involvedObject.kind=Machine,involvedObject.name=" + machine));
    QVERIFY2(listed.output.contains("Created"), listed.output.constData());
    if (m_minor >= 26) {
        SUCCEEDS(own, words("events --for machine/" + machine));
        QVERIFY2(own.output.contains("Created"), own.output.constData());
    }
    SUCCEEDS(described, words("describe machine " + machine));
    QVERIFY2(described.output.contains("Created"), described.output.constData());
}

void TestKubectl::waits()
{
    const QByteArray node = firstName("nodes");
    SUCCEEDS(ready, words("wait --for=condition=Ready node/" + node + " --timeout=30s"));
    QCOMPARE(ready.output, "node/" + node + " condition met\n");
    SUCCEEDS(scaled, words("scale machineset workers --replicas=6"));
    if (m_minor >= 23) {
        SUCCEEDS(
            six, words("wait --for=jsonpath={.status.readyReplicas}=6 machineset/workers --timeout=30s"));
    }
    tests::Program waiter;
    m_kubectl->start(waiter, words("wait --for=delete node/" + node + " --timeout=30s"));
    SUCCEEDS(removed,
        words("delete machine "
            + answer(
                "get node " + node + " -o jsonpath={.metadata.annotations.machine\\.openshift\\.io/machine}")
                  .split('/')
                  .last()
            + " --wait=false"));
    QCOMPARE(waiter.waitForEnd(30s), 0);
}

void TestKubectl::brokenNodeShows()
{
    const QByteArray node = firstName("nodes");
    SUCCEEDS(broken, words("annotate node " + node + " hollowlab.io/fault=not-ready"));
    SUCCEEDS(unready, words("wait --for=condition=Ready=false node/" + node + " --timeout=30s"));
    QVERIFY(answer("get node " + node).contains("NotReady"));
    SUCCEEDS(healed, words("annotate node " + node + " hollowlab.io/fault-"));
    SUCCEEDS(ready, words("wait --for=condition=Ready node/" + node + " --timeout=30s"));
}

void TestKubectl::brokenZoneShows()
{
    SUCCEEDS(labelled, words("label nodes -l !hollowlab.io/hollow-host topology.kubernetes.io/zone=a"));
    SUCCEEDS(other, words("label node " + firstName("nodes") + " topology.kubernetes.io/zone=b --overwrite"));
    SUCCEEDS(
        broken, words("annotate node -l topology.kubernetes.io/zone=a hollowlab.io/fault=disk-pressure"));
    SUCCEEDS(
        full, words("wait --for=condition=DiskPressure node -l topology.kubernetes.io/zone=a --timeout=30s"));
    QCOMPARE(full.output.count("condition met"), 2);
    QCOMPARE(answer("get nodes -o jsonpath={.items[*].spec.taints}").count("disk-pressure"), 2);
    SUCCEEDS(healed, words("annotate node -l topology.kubernetes.io/zone=a hollowlab.io/fault-"));
    SUCCEEDS(fine,
        words("wait --for=condition=DiskPressure=false node -l topology.kubernetes.io/zone=a --timeout=30s"));
}

void TestKubectl::rawPages()
{
    SUCCEEDS(metrics, words("get --raw /metrics"));
    const auto read = tests::PromText::read(metrics.output);
    QCOMPARE(read.problem, QByteArray());
    QCOMPARE(read.samples.value("mapi_machine_items"), 3.0);
    QVERIFY(
        read.samples.value("controller_runtime_reconcile_total{controller=\"machine\",result=\"success\"}")
        > 0);
    SUCCEEDS(why, words("get --raw /debug/explain?kind=machineset&name=workers"));
    QVERIFY2(why.output.contains("\"controller\":\"machineset\""), why.output.constData());
    SUCCEEDS(queues, words("get --raw /debug/queues"));
    QVERIFY2(queues.output.contains("\"unexplained\":0"), queues.output.constData());
    SUCCEEDS(ready, words("get --raw /readyz?verbose"));
    QVERIFY2(ready.output.contains("[+]journal ok"), ready.output.constData());
}

void TestKubectl::errors_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char *line, const char *message) {
        QTest::newRow(line) << QByteArray(line) << QByteArray(message);
    };
    row("get machine nobody",
        R"(Error from server (NotFound): machines.machine.openshift.io "nobody" not found)");
    row("get node nobody", R"(Error from server (NotFound): nodes "nobody" not found)");
    row("get nosuchkind", R"(the server doesn't have a resource type "nosuchkind")");
    row("scale machineset workers --replicas=-1", "replicas");
    row("patch machineset workers --type=merge -p {\"spec\":{\"replicas\":\"many\"}}", "spec.replicas");
    row("create namespace Bad_Name", "Bad_Name");
    row("label node nobody a=b", "not found");
    row("delete machine nobody", "not found");
}

void TestKubectl::errors()
{
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, message);
    const Finished finished = (*m_kubectl)(words(line.constData()));
    QVERIFY(finished.code != 0);
    QVERIFY2(finished.errors.contains(message), everything(finished).constData());
}

QTEST_GUILESS_MAIN(TestKubectl)
#include "tst_kubectl.moc"
