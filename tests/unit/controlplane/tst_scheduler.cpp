// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/machine.h"
#include "core/controlplane/scheduler.h"
#include "tests/support/objects.h"
#include "tests/support/planlab.h"
#include "tests/support/plantext.h"

#include <QTest>

#include <functional>
#include <set>

using namespace core;
using namespace std::chrono_literals;
using api::Node;
using api::Pod;
using controlplane::Scheduler;
using runtime::Plan;
using support::restsBecause;

using ChangePod = std::function<void(Pod &)>;
using ChangeNode = std::function<void(Node &)>;
Q_DECLARE_METATYPE(ChangePod)
Q_DECLARE_METATYPE(ChangeNode)

namespace {

const base::Time start = support::PlanLab::usualStart;

Node node(const std::string &name)
{
    Node node;
    node.metadata.name = name;
    node.status.allocatable = {{"cpu", {"2"}}, {"memory", {"4Gi"}}, {"pods", {"3"}}};
    node.status.conditions = {{"Ready", "True", {}, {}, {}, {}}};
    return node;
}

Pod pod(const std::string &name, const std::string &cpu = "500m", const std::string &memory = "1Gi")
{
    Pod pod;
    pod.metadata.name = name;
    pod.metadata.ns = "default";
    pod.metadata.creationTimestamp = start;
    api::Container container {.name = "main", .image = "nginx"};
    container.resources.requests = {{"cpu", {cpu}}, {"memory", {memory}}};
    pod.spec.containers.push_back(container);
    pod.status.phase = "Pending";
    return pod;
}

struct Fixture {
    Fixture()
    {
        controlplane::addSchedulingIndexes(lab.informers.of<Pod>());
        lab.start();
    }

    Plan plan(const std::string &name) { return scheduler.reconcile({"default", name}); }
    /// Schedules one pod; the node it went to, empty when none.
    std::string schedule(const std::string &name)
    {
        lab.apply(plan(name));
        return lab.of<Pod>().find({"default", name})->spec.nodeName;
    }
    std::string message(const std::string &name)
    {
        for (const auto &condition : lab.of<Pod>().find({"default", name})->status.conditions) {
            if (condition.type == "PodScheduled")
                return condition.status + " " + condition.message;
        }
        return {};
    }

    support::PlanLab lab;
    Scheduler scheduler {lab.informers, std::make_shared<const controlplane::Neighbourhood>(lab.informers),
        lab.chance, lab.clock};
};

using Terms = std::vector<api::NodeSelectorTerm>;

ChangePod requiring(const Terms &terms)
{
    return [terms](Pod &p) {
        p.spec.affinity.emplace().nodeAffinity.emplace().requiredDuringSchedulingIgnoredDuringExecution = {
            terms};
    };
}

/// Rows for fits(): what a node with the labels disk=ssd and cores=16 fulfils.
void addAffinities()
{
    const ChangeNode labelled = [](Node &n) { n.metadata.labels = {{"disk", "ssd"}, {"cores", "16"}}; };
    const auto row = [&](const char *name, const Terms &terms, bool fits) {
        QTest::newRow(name) << requiring(terms) << labelled
                            << (fits ? "" : "node(s) didn't match Pod's node affinity/selector");
    };
    const auto label = [](const char *key, const char *how, std::vector<std::string> values) {
        return api::NodeSelectorTerm {{{key, how, std::move(values)}}, {}};
    };
    const auto name = [](const char *how, std::vector<std::string> values) {
        return api::NodeSelectorTerm {{}, {{"metadata.name", how, std::move(values)}}};
    };
    row("In", {label("disk", "In", {"hdd", "ssd"})}, true);
    row("In, another", {label("disk", "In", {"hdd"})}, false);
    row("In, without the label", {label("gpu", "In", {"a100"})}, false);
    row("NotIn", {label("disk", "NotIn", {"hdd"})}, true);
    row("NotIn, it is", {label("disk", "NotIn", {"ssd"})}, false);
    row("NotIn, without the label", {label("gpu", "NotIn", {"a100"})}, true);
    row("Exists", {label("disk", "Exists", {})}, true);
    row("Exists, no", {label("gpu", "Exists", {})}, false);
    row("DoesNotExist", {label("gpu", "DoesNotExist", {})}, true);
    row("DoesNotExist, it does", {label("disk", "DoesNotExist", {})}, false);
    row("Gt", {label("cores", "Gt", {"15"})}, true);
    row("Gt, as many", {label("cores", "Gt", {"16"})}, false);
    row("Lt", {label("cores", "Lt", {"17"})}, true);
    row("Lt, as many", {label("cores", "Lt", {"16"})}, false);
    row("Lt, no number", {label("disk", "Lt", {"16"})}, false);
    row("Lt, without the label", {label("gpus", "Lt", {"16"})}, false);
    row("its name", {name("In", {"n"})}, true);
    row("another name", {name("In", {"m"})}, false);
    row("any name but its own", {name("NotIn", {"n"})}, false);
    row("any name but another", {name("NotIn", {"m"})}, true);
    row("one of two terms", {label("gpu", "Exists", {}), label("disk", "Exists", {})}, true);
    row("half a term", {{{{"disk", "Exists", {}}}, {{"metadata.name", "In", {"m"}}}}}, false);
    row("a term without anything", {{}}, false);
}

/// A pod's required affinity with those of an app, or anti-affinity.
QByteArray required(const QByteArray &kind, const QByteArray &topologyKey, const QByteArray &more = {},
    const QByteArray &app = "web")
{
    return "spec: {affinity: {" + kind
        + ": {requiredDuringSchedulingIgnoredDuringExecution: [{labelSelector: {matchLabels: {app: " + app
        + "}}, topologyKey: " + topologyKey + more + "}]}}}";
}

/// The pod is spread over those of its app.
QByteArray spread(
    const QByteArray &topologyKey, const QByteArray &how = "maxSkew: 1", const QByteArray &more = {})
{
    const QByteArray otherwise =
        how.contains("whenUnsatisfiable") ? "" : ", whenUnsatisfiable: DoNotSchedule";
    return "spec: {topologySpreadConstraints: [{labelSelector: {matchLabels: {app: web}}, topologyKey: "
        + topologyKey + ", " + how + otherwise + "}]" + more + "}";
}

} // namespace

class TestScheduler : public QObject
{
    Q_OBJECT

private slots:
    void fits_data();
    void fits();
    void leavesOthersPods_data();
    void leavesOthersPods();
    void leavesWhatIsHeldBack();
    void mindsNeighbours_data();
    void mindsNeighbours();
    void choosesNamespacesByTheirLabels();
    void keepsCountOfNeighbours();
    void spreadsByWhatIsFree();
    void fillsUpAndThenRefuses();
    void saysOncePerChange();
    void tellsOfARefusedBinding();
    void breaksTiesByChance();
    void bringsHollowNodesToTheHost();
    void triesLessAndLessOften();
    void sumsRequests();
    void aLimitCountsAsARequest();
    void looksAgainWhenThereIsMoreRoom_data();
    void looksAgainWhenThereIsMoreRoom();
    void looksAgainWhenAPodLeaves();
};

void TestScheduler::fits_data()
{
    QTest::addColumn<ChangePod>("changePod");
    QTest::addColumn<ChangeNode>("changeNode");
    QTest::addColumn<QString>("blockedReason");

    const ChangePod samePod = [](Pod &) {};
    const ChangeNode sameNode = [](Node &) {};
    const ChangeNode tainted = [](Node &n) { n.spec.taints = {{"kubemark", "true", "NoSchedule", {}}}; };
    const ChangeNode cordoned = [](Node &n) { n.spec.unschedulable = true; };

    QTest::newRow("room enough") << samePod << sameNode << "";
    QTest::newRow("exactly enough") << ChangePod([](Pod &p) {
        p.spec.containers[0].resources.requests["cpu"] = {"2"};
    }) << sameNode << "";
    QTest::newRow("too much cpu") << ChangePod([](Pod &p) {
        p.spec.containers[0].resources.requests["cpu"] = {"2001m"};
    }) << sameNode << "Insufficient cpu";
    QTest::newRow("too much memory") << ChangePod([](Pod &p) {
        p.spec.containers[0].resources.requests["memory"] = {"5Gi"};
    }) << sameNode << "Insufficient memory";
    QTest::newRow("an extended resource that is not there")
        << ChangePod([](Pod &p) {
               p.spec.containers[0].resources.requests["nvidia.com/gpu"] = {"1"};
               p.spec.containers[0].resources.limits["nvidia.com/gpu"] = {"1"};
           })
        << sameNode << "Insufficient nvidia.com/gpu";
    QTest::newRow("no room for another pod")
        << samePod << ChangeNode([](Node &n) { n.status.allocatable["pods"] = {"0"}; }) << "Too many pods";
    QTest::newRow("taint not tolerated")
        << samePod << tainted << "node(s) had taint {kubemark: true}, that the pod didn't tolerate";
    QTest::newRow("taint tolerated") << ChangePod([](Pod &p) {
        p.spec.tolerations = {{"kubemark", "Exists", {}, {}, {}}};
    }) << tainted << "";
    QTest::newRow("a preference blocks nothing") << samePod << ChangeNode([](Node &n) {
        n.spec.taints = {{"a", {}, "PreferNoSchedule", {}}};
    }) << "";
    QTest::newRow("cordoned") << samePod << cordoned << "node(s) were unschedulable";
    QTest::newRow("cordoned, tolerated") << ChangePod([](Pod &p) {
        p.spec.tolerations = {{"node.kubernetes.io/unschedulable", "Exists", {}, {}, {}}};
    }) << cordoned << "";
    QTest::newRow("selector without match") << ChangePod([](Pod &p) {
        p.spec.nodeSelector = {{"disk", "ssd"}};
    }) << sameNode << "node(s) didn't match Pod's node affinity/selector";
    QTest::newRow("selector with match") << ChangePod([](Pod &p) {
        p.spec.nodeSelector = {{"disk", "ssd"}};
    }) << ChangeNode([](Node &n) {
        n.metadata.labels = {{"disk", "ssd"}};
    }) << "";
    addAffinities();
    QTest::newRow("not ready") << samePod
                               << ChangeNode([](Node &n) { n.status.conditions[0].status = "False"; })
                               << "node(s) were not ready";
}

void TestScheduler::fits()
{
    QFETCH(ChangePod, changePod);
    QFETCH(ChangeNode, changeNode);
    QFETCH(QString, blockedReason);
    Fixture f;
    Pod subject = pod("p");
    changePod(subject);
    f.lab.put(subject);
    f.lab.put(node("n"));
    f.lab.edit<Node>({{}, "n"}, changeNode);
    const std::string wanted = blockedReason.isEmpty() ? "n" : "";
    QCOMPARE(f.schedule("p"), wanted);
    if (!blockedReason.isEmpty())
        QCOMPARE(f.message("p"), "False 0/1 nodes are available: 1 " + blockedReason.toStdString() + ".");
    QCOMPARE(f.lab.eventReasons(), blockedReason.isEmpty() ? "Scheduled" : "FailedScheduling");
    QVERIFY(f.plan("p").effects.empty());
}

void TestScheduler::leavesOthersPods_data()
{
    QTest::addColumn<ChangePod>("change");
    QTest::addColumn<bool>("isGoing");
    QTest::newRow("bound already") << ChangePod([](Pod &p) { p.spec.nodeName = "x"; }) << false;
    QTest::newRow("another scheduler's") << ChangePod([](Pod &p) { p.spec.schedulerName = "mine"; }) << false;
    QTest::newRow("going") << ChangePod([](Pod &p) { p.metadata.finalizers = {"example.com/mine"}; }) << true;
    QTest::newRow("finished") << ChangePod([](Pod &p) { p.status.phase = "Failed"; }) << false;
}

void TestScheduler::leavesOthersPods()
{
    QFETCH(ChangePod, change);
    QFETCH(bool, isGoing);
    Fixture f;
    Pod subject = pod("p");
    change(subject);
    f.lab.put(subject);
    if (isGoing)
        f.lab.remove<Pod>(subject.key());
    f.lab.put(node("n"));
    QCOMPARE(restsBecause(f.plan("p")), "NotPending");
}

void TestScheduler::leavesWhatIsHeldBack()
{
    Fixture f;
    Pod gated = pod("p");
    gated.spec.schedulingGates = {{"example.com/quota"}};
    QVERIFY(!controlplane::isPending(gated));
    f.lab.put(gated);
    f.lab.put(node("n"));
    QCOMPARE(restsBecause(f.plan("p")), "SchedulingGated");
    f.lab.edit<Pod>(gated.key(), [](Pod &p) { p.spec.schedulingGates.clear(); });
    QCOMPARE(f.schedule("p"), "n");
}

void TestScheduler::mindsNeighbours_data()
{
    QTest::addColumn<QByteArray>("others");
    QTest::addColumn<QByteArray>("more");
    QTest::addColumn<QByteArray>("outcome");
    const auto row = [](const char *name, const char *others, const QByteArray &more, const char *outcome) {
        QTest::newRow(name) << QByteArray(others) << more << QByteArray(outcome);
    };
    const QByteArray host = "kubernetes.io/hostname";
    const QByteArray nowhere = "False 0/3 nodes are available: 3 node(s) didn't match pod ";
    row("one a host", "web@a web@b", required("podAntiAffinity", host), "c");
    row("one a zone", "web@a", required("podAntiAffinity", "zone"), "c");
    row("a host that nobody has", "web@a web@b web@c", required("podAntiAffinity", "rack"), "anywhere");
    row("of other pods as many as there are", "db@a db@b db@c", required("podAntiAffinity", host),
        "anywhere");
    row("one a host, and no more hosts", "web@a web@b web@c", required("podAntiAffinity", host),
        nowhere + "anti-affinity rules.");
    row("pods elsewhere", "web@a web@b web@c", required("podAntiAffinity", host, ", namespaces: [elsewhere]"),
        "anywhere");
    row("pods anywhere", "web@a web@b web@c", required("podAntiAffinity", host, ", namespaceSelector: {}"),
        nowhere + "anti-affinity rules.");
    row("pods of a namespace by its name", "web@a web@b",
        required("podAntiAffinity", host,
            ", namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: default}}"),
        "c");
    row("those that are there say no", "hermit@a hermit@b", {}, "c");
    row("all say no", "hermit@a hermit@b hermit@c", {},
        "False 0/3 nodes are available: 3 node(s) didn't satisfy existing pods anti-affinity rules.");
    row("together", "db@a web@c", required("podAffinity", "zone"), "c");
    row("the first of them", "db@a", required("podAffinity", "zone"), "anywhere");
    row("the first of them, and no such label", "db@a", required("podAffinity", "rack"),
        nowhere + "affinity rules.");
    row("with whom nobody is", "web@a", required("podAffinity", "zone", {}, "db"),
        nowhere + "affinity rules.");
    row("evenly", "web@a", spread("zone"), "c");
    row("evenly over hosts", "web@a web@b", spread(host), "c");
    row("three more may be", "web@a web@a db@c db@c db@c", spread("zone", "maxSkew: 3"), "b");
    row("others do not count", "db@a db@a web@c", spread("zone"), "b");
    row("nodes that it is not for do not count", "web@a",
        spread(host, "maxSkew: 1", ", nodeSelector: {kubernetes.io/hostname: a}"), "a");
    row("evenly, but there is no room", "web@a db@c db@c db@c", spread("zone"),
        "False 0/3 nodes are available: 1 Too many pods, 2 node(s) didn't match pod topology spread "
        "constraints.");
    row("over labels that are not there", "", spread("rack"),
        nowhere + "topology spread constraints (missing required label).");
    row("more domains than there are", "web@a web@c", spread("zone", "maxSkew: 1, minDomains: 3"),
        nowhere + "topology spread constraints.");
    row("as evenly as can be", "web@a db@c db@c db@c",
        spread("zone", "maxSkew: 1, whenUnsatisfiable: ScheduleAnyway"), "b");
}

void TestScheduler::mindsNeighbours()
{
    QFETCH(const QByteArray, others);
    QFETCH(const QByteArray, more);
    QFETCH(const QByteArray, outcome);
    Fixture f;
    for (const std::string name : {"a", "b", "c"}) {
        Node each = node(name);
        each.metadata.labels = {{"kubernetes.io/hostname", name}, {"zone", name == "c" ? "west" : "east"}};
        f.lab.put(each);
    }
    for (const QByteArray &other : others.split(' ')) {
        if (other.isEmpty())
            continue;
        const QByteArray app = other.split('@').first();
        Pod each = pod("there-" + std::to_string(f.lab.of<Pod>().size()));
        if (app == "hermit")
            each = support::with(each, required("podAntiAffinity", "kubernetes.io/hostname"));
        each.metadata.labels = {{"app", app.toStdString()}};
        each.spec.nodeName = other.split('@').last().toStdString();
        f.lab.put(each);
    }
    Pod subject = support::with(pod("p"), more);
    subject.metadata.labels = {{"app", "web"}};
    f.lab.put(subject);
    const std::string where = f.schedule("p");
    if (outcome == "anywhere")
        QVERIFY(!where.empty());
    else
        QCOMPARE(QByteArray::fromStdString(where.empty() ? f.message("p") : where), outcome);
}

void TestScheduler::choosesNamespacesByTheirLabels()
{
    Fixture f;
    for (const std::string name : {"a", "b"}) {
        Node each = node(name);
        each.metadata.labels = {{"kubernetes.io/hostname", name}};
        f.lab.put(each);
    }
    Pod there = pod("there");
    there.metadata.labels = {{"app", "web"}};
    there.spec.nodeName = "a";
    f.lab.put(there);
    const QByteArray apart = required(
        "podAntiAffinity", "kubernetes.io/hostname", ", namespaceSelector: {matchLabels: {team: mine}}");
    const auto mayBeOnA = [&](const std::string &name) {
        Pod subject = support::with(pod(name), apart);
        subject.spec.nodeSelector = {{"kubernetes.io/hostname", "a"}};
        f.lab.put(subject);
        return f.schedule(name) == "a";
    };
    f.lab.patch<api::Namespace>({{}, "default"}, "metadata: {labels: {team: mine}}");
    QVERIFY(!mayBeOnA("p1"));
    f.lab.patch<api::Namespace>({{}, "default"}, "metadata: {labels: {team: others}}");
    QVERIFY(mayBeOnA("p2"));
}

/// One scheduler, which counts once, sees what a new one would.
void TestScheduler::keepsCountOfNeighbours()
{
    Fixture f;
    const auto addNode = [&](const std::string &name) {
        Node each = node(name);
        each.metadata.labels = {{"kubernetes.io/hostname", name}};
        f.lab.put(each);
    };
    const auto schedule = [&](const std::string &name) {
        Pod subject = support::with(pod(name), required("podAntiAffinity", "kubernetes.io/hostname"));
        subject.metadata.labels = {{"app", "web"}};
        f.lab.put(subject);
        return f.schedule(name);
    };
    addNode("a");
    addNode("b");
    const std::string first = schedule("p1");
    const std::string second = schedule("p2");
    QVERIFY(!first.empty() && !second.empty() && first != second);
    QCOMPARE(schedule("p3"), "");
    f.lab.remove<Pod>({"default", "p1"}, 0);
    QCOMPARE(f.schedule("p3"), first);
    QCOMPARE(schedule("p4"), "");
    f.lab.edit<Pod>({"default", "p2"}, [](Pod &p) { p.status.phase = "Succeeded"; });
    QCOMPARE(f.schedule("p4"), second);
    QCOMPARE(schedule("p5"), "");
    addNode("c");
    QCOMPARE(f.schedule("p5"), "c");
}

void TestScheduler::spreadsByWhatIsFree()
{
    Fixture f;
    f.lab.put(node("a"));
    f.lab.put(node("b"));
    Pod there = pod("there", "1");
    there.spec.nodeName = "a";
    f.lab.put(there);
    Pod finished = pod("finished", "2", "4Gi"); // takes no room any more
    finished.spec.nodeName = "b";
    finished.status.phase = "Succeeded";
    f.lab.put(finished);
    f.lab.put(pod("p"));
    QCOMPARE(f.schedule("p"), "b");
}

void TestScheduler::fillsUpAndThenRefuses()
{
    Fixture f;
    f.lab.put(node("a"));
    f.lab.put(node("b"));
    int bound = 0;
    for (int i = 0; i < 7; ++i) {
        const std::string name = "p" + std::to_string(i);
        f.lab.put(pod(name));
        bound += f.schedule(name).empty() ? 0 : 1;
    }
    QCOMPARE(bound, 6); // three pods each
    QCOMPARE(f.message("p6"), "False 0/2 nodes are available: 2 Too many pods.");
}

void TestScheduler::saysOncePerChange()
{
    Fixture f;
    f.lab.put(pod("p", "4"));
    f.schedule("p");
    QCOMPARE(f.message("p"), "False 0/0 nodes are available.");
    const Plan again = f.plan("p");
    QVERIFY(again.effects.empty());
    QVERIFY(again.checkAgainAfter == 1s);
    f.lab.put(node("a"));
    f.schedule("p");
    QCOMPARE(f.message("p"), "False 0/1 nodes are available: 1 Insufficient cpu.");
    QCOMPARE(f.lab.eventReasons(), "FailedScheduling FailedScheduling");
    QVERIFY(f.plan("p").effects.empty());
}

void TestScheduler::tellsOfARefusedBinding()
{
    Fixture f;
    f.lab.put(node("a"));
    f.lab.put(pod("p", "1"));
    const Plan plan = f.plan("p");
    const base::Error refused {base::ErrorKind::Forbidden, "closed", {}};
    const auto tell = [&] {
        return f.scheduler.recordFailure({"default", "p"}, refused, plan.effects.front());
    };
    f.lab.apply({tell(), {}, {}});
    QCOMPARE(f.message("p"), "False binding rejected: closed");
    QCOMPARE(f.lab.eventReasons(), "FailedScheduling");
    QVERIFY(tell().empty()); // once
    QCOMPARE(f.schedule("p"), std::string("a"));
}

void TestScheduler::breaksTiesByChance()
{
    Fixture f;
    for (const char *name : {"a", "b", "c", "d"})
        f.lab.put(node(name));
    std::set<std::string> used;
    for (int i = 0; i < 40; ++i) {
        const std::string name = "p" + std::to_string(i);
        f.lab.put(pod(name));
        const Plan plan = f.plan(name);
        used.insert(std::get<api::BindPod>(plan.effects.at(0)).nodeName);
        QVERIFY(plan == f.plan(name)); // the same question, the same answer
    }
    QCOMPARE(used.size(), 4U);
}

void TestScheduler::bringsHollowNodesToTheHost()
{
    Fixture f;
    Pod hollow = pod("h");
    hollow.spec.containers[0].command = {"/bin/sh", "-c", "/kubemark --morph=kubelet --name=$(NODE_NAME)"};
    f.lab.put(hollow);
    f.lab.put(node("ordinary"));
    f.schedule("h");
    QCOMPARE(f.message("h"), "False 0/1 nodes are available: 1 node(s) were no hollow host.");
    Node host = node("hollow-host-lab");
    host.metadata.labels[std::string(api::keys::hollowHost)] = "true";
    host.spec.taints = {{std::string(api::keys::hollowHost), "true", "NoSchedule", {}}};
    f.lab.put(host);
    QCOMPARE(f.schedule("h"), "hollow-host-lab");
}

void TestScheduler::triesLessAndLessOften()
{
    const Pod subject = pod("p");
    QVERIFY(controlplane::retryDelay(subject, start) == 1s);
    QVERIFY(controlplane::retryDelay(subject, start + 50s) == 5s);
    QVERIFY(controlplane::retryDelay(subject, start + 1h) == 10s);
}

void TestScheduler::sumsRequests()
{
    Pod subject = pod("p", "250m", "1Ki");
    subject.spec.containers.push_back(subject.spec.containers[0]);
    api::Container init {.name = "init"};
    init.resources.requests = {{"cpu", {"1"}}, {"memory", {"1"}}};
    subject.spec.initContainers.push_back(init);
    subject.spec.overhead = {{"cpu", {"50m"}}};
    const api::Amounts sum = api::requestsOf(subject);
    QVERIFY(sum == (api::Amounts {{"cpu", 1050}, {"memory", 2048 * 1000}, {"pods", 1000}}));
}

void TestScheduler::aLimitCountsAsARequest()
{
    Pod subject = pod("p", "250m", "1Ki");
    subject.spec.containers[0].resources.requests.erase("memory");
    subject.spec.containers[0].resources.limits = {{"cpu", {"2"}}, {"memory", {"3"}}};
    QVERIFY(api::requestsOf(subject) == (api::Amounts {{"cpu", 250}, {"memory", 3000}, {"pods", 1000}}));
}

void TestScheduler::looksAgainWhenThereIsMoreRoom_data()
{
    QTest::addColumn<ChangeNode>("before");
    QTest::addColumn<ChangeNode>("after");
    QTest::addColumn<bool>("looks");
    const ChangeNode same = [](Node &) {};
    const ChangeNode unready = [](Node &n) { n.status.conditions[0].status = "False"; };
    QTest::newRow("nothing changed") << same << same << false;
    QTest::newRow("heartbeat") << same << ChangeNode([](Node &n) {
        n.status.conditions[0].lastHeartbeatTime = start;
    }) << false;
    QTest::newRow("ready again") << unready << same << true;
    QTest::newRow("no longer ready") << same << unready << false;
    QTest::newRow("uncordoned") << ChangeNode([](Node &n) { n.spec.unschedulable = true; }) << same << true;
    QTest::newRow("larger") << same << ChangeNode([](Node &n) { n.status.allocatable["cpu"] = {"9"}; })
                            << true;
    QTest::newRow("labelled") << same << ChangeNode([](Node &n) { n.metadata.labels["disk"] = "ssd"; })
                              << true;
}

void TestScheduler::looksAgainWhenThereIsMoreRoom()
{
    QFETCH(ChangeNode, before);
    QFETCH(ChangeNode, after);
    QFETCH(bool, looks);
    Node was = node("n");
    before(was);
    Node is = node("n");
    after(is);
    QCOMPARE(controlplane::mayTakeMore(&was, &is), looks);
    QVERIFY(controlplane::mayTakeMore(nullptr, &was) == was.isReady());
    QVERIFY(!controlplane::mayTakeMore(&was, nullptr));
}

void TestScheduler::looksAgainWhenAPodLeaves()
{
    Pod bound = pod("p");
    bound.spec.nodeName = "n";
    Pod ended = bound;
    ended.status.phase = "Succeeded";
    const Pod waiting = pod("p");
    QVERIFY(controlplane::madeRoom(&bound, &ended));
    QVERIFY(controlplane::madeRoom(&bound, nullptr));
    QVERIFY(!controlplane::madeRoom(&ended, nullptr));
    QVERIFY(!controlplane::madeRoom(&waiting, &bound));
    QVERIFY(!controlplane::madeRoom(&waiting, nullptr));
    QVERIFY(!controlplane::madeRoom(nullptr, &bound));
}

QTEST_GUILESS_MAIN(TestScheduler)
#include "tst_scheduler.moc"
