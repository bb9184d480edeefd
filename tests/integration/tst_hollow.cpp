// SPDX-License-Identifier: GPL-3.0-or-later
// Hollow host and control plane on a real lab, without machine controllers: a pod becomes a node, fails, and
// goes.
#include "core/api/machine.h"
#include "core/client/localtransport.h"
#include "core/controlplane/garbagecollector.h"
#include "core/controlplane/namespaces.h"
#include "core/controlplane/nodeeviction.h"
#include "core/controlplane/nodelifecycle.h"
#include "core/controlplane/podgc.h"
#include "core/controlplane/scheduler.h"
#include "core/controlplane/tainteviction.h"
#include "core/hollow/hollowhost.h"
#include "core/lab/apiserver.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace core;
using namespace std::chrono_literals;
using api::Lease;
using api::Method;
using api::Node;
using api::Pod;

namespace {

const std::string actuatorNamespace = "kubemark-actuator";

/// Everything that acts on the cluster; the lab itself stays when this is made anew.
struct Actors {
    Actors(base::Clock &clock, lab::ApiServer &server)
        : transport(clock, server.localServer())
        , client(transport)
        , informers(client, clock, chance, {})
        , events(client, clock)
        , runner(client, informers, events)
        , host({}, informers, client, clock, runner, chance)
        , namespaces(informers.of<api::Namespace>(), client, clock)
    {
        const runtime::ControllerContext context {informers, clock, runner, chance};
        add(controlplane::makeNodeLifecycle(context));
        add(controlplane::makeNodeEviction(context));
        add(controlplane::makeTaintEviction(context));
        garbage.emplace(context, client);
        add(controlplane::makeScheduler(context));
        add(controlplane::makePodGc(context));
        informers.start();
        while (!informers.allSynced())
            clock.advance(1ms);
        host.start();
        namespaces.start();
        controlplane::startAll(controllers);
        garbage->start();
    }
    void add(controlplane::Controllers made) { std::ranges::move(made, std::back_inserter(controllers)); }

    base::Chance chance {5};
    client::LocalTransport transport;
    client::Client client;
    runtime::InformerSet informers;
    runtime::EventRecorder events;
    runtime::EffectRunner runner;
    hollow::HollowHost host;
    controlplane::Namespaces namespaces;
    controlplane::Controllers controllers;
    std::optional<controlplane::GarbageCollection> garbage;
};

/// "<type>=<status> <reason>: <message>"
std::vector<std::string> conditionsIn(const api::Json &object)
{
    std::vector<std::string> all;
    for (const api::Json &condition : api::find(object, {"status", "conditions"})->get_array()) {
        const auto text = [&](std::string_view member) {
            return std::string(api::textAt(condition, {member}));
        };
        all.push_back(text("type") + "=" + text("status") + " " + text("reason") + ": " + text("message"));
    }
    return all;
}

struct HollowCluster {
    HollowCluster()
    {
        server = std::move(*lab::ApiServer::create({clock, 3, ":memory:"}));
        actors = std::make_unique<Actors>(clock, *server);
    }

    api::Response request(Method method, const std::string &path, const std::string &body = {},
        std::string_view contentType = api::contentTypes::json)
    {
        api::Request request;
        request.method = method;
        request.path = path;
        request.contentType = contentType;
        if (!body.empty())
            request.body = api::share(*api::parseJson(body));
        return server->answer(request);
    }
    template<typename T>
    std::vector<T> list()
    {
        std::vector<T> all;
        const api::Response response = request(Method::Get, api::collectionPath(api::resourceOf<T>(), ""));
        for (const auto &item : response.list->items)
            all.push_back(*api::decode<T>(*item));
        return all;
    }
    template<typename T>
    std::optional<T> get(const api::ObjectKey &key)
    {
        const api::Response response = request(Method::Get, api::objectPath({&api::resourceOf<T>(), key}));
        return response.code == 200 ? std::optional(*api::decode<T>(*response.body)) : std::nullopt;
    }
    std::optional<Node> node(const std::string &name) { return get<Node>({{}, name}); }
    std::string ready(const std::string &name)
    {
        const auto held = node(name);
        return held ? std::string(held->readyStatus()) : "gone";
    }

    void createHollowPod(
        const std::string &name, const std::string &flags = {}, const std::string &boundTo = {})
    {
        const std::string nodeName = boundTo.empty() ? "" : R"("nodeName":")" + boundTo + R"(",)";
        const auto response = request(Method::Post, "/api/v1/namespaces/kubemark-actuator/pods",
            R"({"metadata":{"name":")" + name + R"("},"spec":{)" + nodeName
                + R"("containers":[{"name":"hollow-kubelet","image":"kubemark",
                "env":[{"name":"NODE_NAME","valueFrom":{"fieldRef":{"fieldPath":"metadata.name"}}}],
                "command":["/bin/sh","-c","/kubemark --morph=kubelet --name=$(NODE_NAME) )"
                + flags + R"( --node-status-update-frequency=2s --no-schedule=true"]}]}})");
        if (response.code != 201)
            qFatal("%s", api::writeJson(*response.body).c_str());
    }
    void createWebPod(const std::string &name)
    {
        const auto response = request(Method::Post, "/api/v1/namespaces/default/pods",
            R"({"metadata":{"name":")" + name
                + R"("},"spec":{"tolerations":[{"key":"kubemark","operator":"Exists"}],
                "containers":[{"name":"main","image":"nginx","resources":{"requests":{"cpu":"100m"}}}]}})");
        if (response.code != 201)
            qFatal("%s", api::writeJson(*response.body).c_str());
    }
    void putFault(const std::string &nodeName, const std::string &fault)
    {
        const std::string value = fault.empty() ? "null" : '"' + fault + '"';
        QCOMPARE(request(Method::Patch, "/api/v1/nodes/" + nodeName,
                     R"({"metadata":{"annotations":{"hollowlab.io/fault":)" + value + "}}}",
                     api::contentTypes::mergePatch)
                     .code,
            200);
    }
    /// The virtual time that it took; fails the test when it takes longer than the limit.
    base::Duration until(const std::function<bool()> &condition, base::Duration limit)
    {
        const base::Time begin = clock.now();
        while (!condition()) {
            if (clock.now() - begin >= limit) {
                QTest::qFail("takes too long", __FILE__, __LINE__);
                break;
            }
            clock.advance(50ms);
        }
        return clock.now() - begin;
    }
    std::string taints(const std::string &name)
    {
        std::string text;
        const auto held = node(name);
        for (const auto &taint : held->spec.taints)
            text += taint.key.substr(taint.key.find('/') + 1) + ":" + taint.effect + " ";
        return text;
    }
    std::set<std::string> eventReasons(const std::string &object)
    {
        std::set<std::string> reasons;
        for (const auto &event : list<api::Event>()) {
            if (event.involvedObject.name == object)
                reasons.insert(event.reason);
        }
        return reasons;
    }

    base::Clock clock {*api::parseTime("2026-11-20T10:00:00Z")};
    std::unique_ptr<lab::ApiServer> server;
    std::unique_ptr<Actors> actors;
};

} // namespace

class TestHollow : public QObject
{
    Q_OBJECT

private slots:
    void aPodBecomesANode();
    void aPodOfTheOriginalActuatorComesAlive();
    void aFaultComesAndGoes();
    void aRecipeRuns();
    void aSilentNodeBecomesUnknown();
    void aDeletedPodTakesItsKubeletAlong();
    void aLostNodeLosesItsPods();
    void workloadsRunAndAreEvicted();
    void aNamespaceIsEmptiedFirst();
    void aRestartGoesOn();
    void anIdleClusterIsQuiet();
    void thousandNodesAppear();
};

void TestHollow::aPodBecomesANode()
{
    HollowCluster w;
    w.clock.advance(1s);
    QCOMPARE(w.ready("hollow-host-lab"), "True");
    w.createHollowPod("w1", "--num-cores=2 --memory-capacity=4294967296", "hollow-host-lab");
    QVERIFY(w.until([&] { return w.ready("w1") == "True"; }, 1s) <= 50ms);
    QCOMPARE(w.node("w1")->status.capacity.at("cpu").text, "2");
    QCOMPARE(w.taints("w1"), "kubemark:NoSchedule ");
    w.clock.advance(1s);
    QCOMPARE(w.get<Pod>({actuatorNamespace, "w1"})->status.phase, "Running");
    const auto lease = w.get<Lease>({"kube-node-lease", "w1"});
    QVERIFY(lease);
    QCOMPARE(lease->metadata.ownerReferences.at(0).uid, w.node("w1")->metadata.uid);
    const auto reasons = w.eventReasons("w1");
    for (const char *reason : {"Starting", "NodeReady", "RegisteredNode"})
        QVERIFY2(reasons.contains(reason), reason);
}

void TestHollow::aPodOfTheOriginalActuatorComesAlive()
{
    HollowCluster w;
    w.createHollowPod("w1"); // not bound, no toleration: the scheduler brings it to the host
    w.until([&] { return w.ready("w1") == "True"; }, 5s);
}

void TestHollow::aFaultComesAndGoes()
{
    HollowCluster w;
    w.createHollowPod("w1", {}, "hollow-host-lab");
    w.until([&] { return w.ready("w1") == "True"; }, 1s);
    w.putFault("w1", "not-ready for 30s");
    QVERIFY(w.until([&] { return w.ready("w1") == "False"; }, 2s) <= 50ms);
    w.until([&] { return w.taints("w1") == "kubemark:NoSchedule not-ready:NoSchedule "; }, 1s);
    QVERIFY(w.eventReasons("w1").contains("NodeNotReady"));
    const auto healed = w.until([&] { return w.ready("w1") == "True"; }, 32s);
    QVERIFY(healed >= 28s && healed <= 31s);
    w.clock.advance(1s);
    QCOMPARE(w.taints("w1"), "kubemark:NoSchedule ");
    QVERIFY(w.node("w1")->metadata.annotations.empty());
}

void TestHollow::aRecipeRuns()
{
    HollowCluster w;
    w.createHollowPod("w1",
        "--turn-unhealthy-periodically=true --unhealthy-duration=5s --healthy-duration=40s",
        "hollow-host-lab");
    w.until([&] { return w.ready("w1") == "True"; }, 1s);
    QVERIFY(w.until([&] { return w.ready("w1") == "False"; }, 41s) >= 39s);
    QVERIFY(w.until([&] { return w.ready("w1") == "True"; }, 7s) >= 5s);
    QVERIFY(w.until([&] { return w.ready("w1") == "False"; }, 41s) >= 39s);
    const auto lease = w.get<Lease>({"kube-node-lease", "w1"});
    QVERIFY(w.clock.now() - lease->spec.renewTime->value <= 10s); // leases go on
}

void TestHollow::aSilentNodeBecomesUnknown()
{
    HollowCluster w;
    w.createHollowPod("w1", {}, "hollow-host-lab");
    w.until([&] { return w.ready("w1") == "True"; }, 1s);
    w.clock.advance(1min);
    w.putFault("w1", "silent");
    const auto silence = w.until([&] { return w.ready("w1") == "Unknown"; }, 46s);
    QVERIFY(silence >= 30s && silence <= 45s);
    QCOMPARE(w.node("w1")->condition("Ready")->reason, "NodeStatusUnknown");
    w.clock.advance(10min);
    QCOMPARE(w.ready("w1"), "Unknown");
    QVERIFY(w.clock.now() - w.get<Lease>({"kube-node-lease", "w1"})->spec.renewTime->value > 10min);
    w.putFault("w1", "");
    w.until([&] { return w.ready("w1") == "True"; }, 1s);
    w.clock.advance(1s);
    QCOMPARE(w.taints("w1"), "kubemark:NoSchedule ");
    w.clock.advance(5min);
    QCOMPARE(w.ready("w1"), "True");
}

void TestHollow::aDeletedPodTakesItsKubeletAlong()
{
    HollowCluster w;
    w.createHollowPod("w1", {}, "hollow-host-lab");
    w.until([&] { return w.ready("w1") == "True"; }, 1s);
    const std::string path = "/api/v1/namespaces/kubemark-actuator/pods/w1";
    QCOMPARE(w.request(Method::Delete, path).code, 200);
    QVERIFY(w.until([&] { return !w.get<Pod>({actuatorNamespace, "w1"}); }, 3s) <= 2s); // §3.7
    QCOMPARE(w.actors->host.heartbeats(), 1U); // the host's own
    QCOMPARE(w.ready("w1"), "True"); // a dead kubelet can't say that it is
    w.until([&] { return w.ready("w1") == "Unknown"; }, 46s);
    // Somebody removes the Node: its lease follows.
    QCOMPARE(w.request(Method::Delete, "/api/v1/nodes/w1").code, 200);
    w.until([&] { return !w.get<Lease>({"kube-node-lease", "w1"}); }, 1s);
}

void TestHollow::aLostNodeLosesItsPods()
{
    HollowCluster w;
    w.createHollowPod("w1", {}, "hollow-host-lab");
    w.createWebPod("web");
    w.until(
        [&] {
            return w.list<Pod>().size() == 2 && w.get<Pod>({"default", "web"})->status.phase == "Running";
        },
        5s);
    QCOMPARE(w.request(Method::Delete, "/api/v1/nodes/w1").code, 200);
    w.clock.advance(30s);
    QCOMPARE(w.ready("w1"), "gone"); // §3.2 row 1: not registered again
    QVERIFY(w.get<Pod>({"default", "web"}));
    w.until([&] { return !w.get<Pod>({"default", "web"}); }, 31s);
    QVERIFY(w.get<Pod>({actuatorNamespace, "w1"}));
}

void TestHollow::workloadsRunAndAreEvicted()
{
    HollowCluster w;
    for (const char *name : {"w1", "w2", "w3"})
        w.createHollowPod(name, {}, "hollow-host-lab");
    w.createWebPod("web");
    w.until([&] { return w.get<Pod>({"default", "web"})->status.phase == "Running"; }, 5s);
    const std::string home = w.get<Pod>({"default", "web"})->spec.nodeName;
    w.putFault(home, "not-ready");
    w.until([&] { return w.taints(home).find("not-ready:NoExecute") != std::string::npos; }, 1s);
    const auto isReady = [&] {
        const auto pod = w.get<Pod>({"default", "web"});
        return std::ranges::any_of(pod->status.conditions,
            [](const auto &condition) { return condition.type == "Ready" && condition.status == "True"; });
    };
    w.until([&] { return !isReady(); }, 1s);
    const auto left = w.until([&] { return !w.get<Pod>({"default", "web"}); }, 305s); // default toleration
    QVERIFY2(left >= 298s, qPrintable(QString::number(left / 1s)));
    QVERIFY(w.eventReasons("web").contains("TaintManagerEviction"));
}

void TestHollow::aNamespaceIsEmptiedFirst() // docs/api-semantics.md G17
{
    HollowCluster w;
    QCOMPARE(w.request(Method::Post, "/api/v1/namespaces", R"({"metadata":{"name":"x"}})").code, 201);
    const std::string inside = "/api/v1/namespaces/x/";
    QCOMPARE(w.request(Method::Post, inside + "configmaps", R"({"metadata":{"name":"free"}})").code, 201);
    QCOMPARE(w.request(Method::Post, inside + "configmaps",
                  R"({"metadata":{"name":"held","finalizers":["my.io/mine"]}})")
                 .code,
        201);
    QCOMPARE(w.request(Method::Post, "/apis/machine.openshift.io/v1beta1/namespaces/x/machines",
                  R"({"apiVersion":"machine.openshift.io/v1beta1","kind":"Machine","metadata":{"name":"m"},)"
                  R"("spec":{}})")
                 .code,
        201);
    const auto define = [&w](const std::string &kind, const std::string &version) {
        return w
            .request(Method::Post, "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
                R"({"metadata":{"name":")" + kind + R"(s.tests.example"},"spec":{"group":"tests.example",)"
                    + R"("scope":"Namespaced","names":{"plural":")" + kind + R"(s","kind":")" + kind
                    + R"("},"versions":[{"name":")" + version + R"(","served":true,"storage":true,)"
                    + R"("schema":{"openAPIV3Schema":{"type":"object"}}}]}})")
            .code;
    };
    QCOMPARE(define("new", "v1"), 201);
    QCOMPARE(define("old", "v1alpha1"), 201); // not in the version that the group prefers
    const std::string olds = "/apis/tests.example/v1alpha1/namespaces/x/olds";
    QCOMPARE(w.request(Method::Post, olds,
                  R"({"apiVersion":"tests.example/v1alpha1","kind":"old","metadata":{"name":"o"}})")
                 .code,
        201);
    w.clock.advance(1s);
    QCOMPARE(w.request(Method::Delete, "/api/v1/namespaces/x").code, 200);
    w.clock.advance(30s);
    QCOMPARE(w.request(Method::Get, inside + "configmaps/free").code, 404);
    QVERIFY(w.list<api::Machine>().empty());
    QCOMPARE(w.request(Method::Get, olds + "/o").code, 404);
    QCOMPARE(w.request(Method::Get, inside + "configmaps/held").code, 200);
    const api::Response held = w.request(Method::Get, "/api/v1/namespaces/x");
    QCOMPARE(held.code, 200);
    QCOMPARE(conditionsIn(*held.body),
        (std::vector<std::string> {
            "NamespaceDeletionDiscoveryFailure=False ResourcesDiscovered: All resources "
            "successfully discovered",
            "NamespaceDeletionGroupVersionParsingFailure=False ParsedGroupVersions: All legacy kube types "
            "successfully parsed",
            "NamespaceDeletionContentFailure=False ContentDeleted: All content successfully deleted, may be "
            "waiting on finalization",
            "NamespaceContentRemaining=True SomeResourcesRemain: Some resources are "
            "remaining: configmaps. has 1 "
            "resource instances",
            "NamespaceFinalizersRemaining=True SomeFinalizersRemain: Some content in the namespace has "
            "finalizers remaining: my.io/mine in 1 resource instances"}));
    w.clock.advance(10s);
    const api::Response later = w.request(Method::Get, "/api/v1/namespaces/x");
    QCOMPARE(api::writeJson(*later.body), api::writeJson(*held.body)); // said once
    const std::string release = R"({"metadata":{"finalizers":null}})";
    QCOMPARE(
        w.request(Method::Patch, inside + "configmaps/held", release, api::contentTypes::mergePatch).code,
        200);
    w.until([&] { return w.request(Method::Get, "/api/v1/namespaces/x").code == 404; }, 5s);
    QCOMPARE(w.request(Method::Get, "/api/v1/namespaces/default").code, 200);
}

void TestHollow::aRestartGoesOn()
{
    HollowCluster w;
    for (int i = 0; i < 300; ++i)
        w.createHollowPod("w" + std::to_string(i), {}, "hollow-host-lab");
    w.clock.advance(1min);
    const auto before = w.list<Pod>();
    w.actors.reset();
    w.clock.advance(35s);
    const base::Time back = w.clock.now();
    w.actors = std::make_unique<Actors>(w.clock, *w.server);
    w.clock.advance(1s);
    for (const auto &lease : w.list<Lease>())
        QVERIFY(lease.spec.renewTime->value >= back);
    w.clock.advance(1min);
    for (const auto &node : w.list<Node>())
        QVERIFY(node.isReady());
    QVERIFY(w.list<Pod>() == before); // not touched
}

void TestHollow::anIdleClusterIsQuiet()
{
    HollowCluster w;
    for (int i = 0; i < 20; ++i)
        w.createHollowPod("w" + std::to_string(i), {}, "hollow-host-lab");
    w.clock.advance(1min);
    const auto revision = w.server->revision();
    w.clock.advance(4min - 1s);
    const auto renewals = w.server->revision() - revision;
    QVERIFY2(renewals <= 21 * 24, qPrintable(QString::number(renewals))); // leases and nothing else
}

void TestHollow::thousandNodesAppear()
{
    HollowCluster w;
    w.clock.advance(1s);
    for (int i = 0; i < 1000; ++i)
        w.createHollowPod("w" + std::to_string(i), {}, "hollow-host-lab");
    w.until([&] { return w.list<Lease>().size() == 1001; }, 5s);
    std::set<std::string> addresses;
    for (const auto &node : w.list<Node>()) {
        QVERIFY(node.isReady());
        addresses.insert(std::string(node.address("InternalIP")));
    }
    QCOMPARE(addresses.size(), 1001U);
}

QTEST_GUILESS_MAIN(TestHollow)
#include "tst_hollow.moc"
