// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/event.h"
#include "core/api/mcm.h"
#include "core/api/node.h"
#include "core/api/pod.h"
#include "core/api/secret.h"
#include "tests/unit/printing.h"

using namespace core::api;

class TestResource : public QObject
{
    Q_OBJECT

private slots:
    void paths_data()
    {
        QTest::addColumn<std::string>("path");
        QTest::addColumn<std::string>("expected");
        const auto row = [](const char *name, const std::string &path, const std::string &expected) {
            QTest::newRow(name) << path << expected;
        };
        const Resource &pods = resourceOf<Pod>();
        const Resource &nodes = resourceOf<Node>();
        const Resource &machines = resourceOf<Machine>();
        row("core group, one namespace", collectionPath(pods, "default"), "/api/v1/namespaces/default/pods");
        row("core group, all namespaces", collectionPath(pods, ""), "/api/v1/pods");
        row("cluster scope ignores a namespace", collectionPath(nodes, "default"), "/api/v1/nodes");
        row("named group", collectionPath(machines, "m"),
            "/apis/machine.openshift.io/v1beta1/namespaces/m/machines");
        row("object", objectPath({&pods, {"default", "p1"}}), "/api/v1/namespaces/default/pods/p1");
        row("cluster-scoped object", objectPath({&nodes, {"", "n1"}}), "/api/v1/nodes/n1");
        row("subresource", objectPath({&pods, {"default", "p1"}}, "eviction"),
            "/api/v1/namespaces/default/pods/p1/eviction");
        row("a name can't leave its place", objectPath({&nodes, {"", "../pods?x=1#y"}}),
            "/api/v1/nodes/..%2Fpods%3Fx%3D1%23y");
        row("nor can a namespace", collectionPath(pods, "a/b"), "/api/v1/namespaces/a%2Fb/pods");
        row("percent and characters beyond ASCII", objectPath({&nodes, {"", "%41 \u00e4"}}),
            "/api/v1/nodes/%2541%20%C3%A4");
        row("what names may contain stays readable", objectPath({&nodes, {"", "system:node-1.a_b~c"}}),
            "/api/v1/nodes/system:node-1.a_b~c");
    }
    void paths()
    {
        QFETCH(std::string, path);
        QTEST(path, "expected");
    }

    void everyKindNamesItsResource_data()
    {
        QTest::addColumn<Resource>("resource");
        QTest::addColumn<Resource>("expected");
        const std::string machineGroup = "machine.openshift.io";
        QTest::newRow("Machine") << resourceOf<Machine>()
                                 << Resource {machineGroup, "v1beta1", "Machine", "machines", true};
        QTest::newRow("MachineSet") << resourceOf<MachineSet>()
                                    << Resource {machineGroup, "v1beta1", "MachineSet", "machinesets", true};
        QTest::newRow("MachineDeployment")
            << resourceOf<MachineDeployment>()
            << Resource {machineGroup, "v1beta1", "MachineDeployment", "machinedeployments", true};
        QTest::newRow("MachineHealthCheck")
            << resourceOf<MachineHealthCheck>()
            << Resource {machineGroup, "v1beta1", "MachineHealthCheck", "machinehealthchecks", true};
        const auto managed = [](const char *kind, const char *plural) {
            return Resource {"machine.sapcloud.io", "v1alpha1", kind, plural, true};
        };
        QTest::newRow("mcm::Machine") << resourceOf<mcm::Machine>() << managed("Machine", "machines");
        QTest::newRow("mcm::MachineSet")
            << resourceOf<mcm::MachineSet>() << managed("MachineSet", "machinesets");
        QTest::newRow("mcm::MachineDeployment")
            << resourceOf<mcm::MachineDeployment>() << managed("MachineDeployment", "machinedeployments");
        QTest::newRow("mcm::MachineClass")
            << resourceOf<mcm::MachineClass>() << managed("MachineClass", "machineclasses");
        QTest::newRow("Secret") << resourceOf<Secret>() << Resource {"", "v1", "Secret", "secrets", true};
        QTest::newRow("Node") << resourceOf<Node>() << Resource {"", "v1", "Node", "nodes", false};
        QTest::newRow("Pod") << resourceOf<Pod>() << Resource {"", "v1", "Pod", "pods", true};
        QTest::newRow("Event") << resourceOf<Event>() << Resource {"", "v1", "Event", "events", true};
        QTest::newRow("Namespace") << resourceOf<Namespace>()
                                   << Resource {"", "v1", "Namespace", "namespaces", false};
        QTest::newRow("Lease") << resourceOf<Lease>()
                               << Resource {"coordination.k8s.io", "v1", "Lease", "leases", true};
    }
    void everyKindNamesItsResource()
    {
        QFETCH(Resource, resource);
        QFETCH(Resource, expected);
        QVERIFY(resource == expected);
        QCOMPARE(
            resource.apiVersion(), (resource.group.empty() ? "" : resource.group + "/") + resource.version);
    }

    void keysAreOrderedByNamespaceThenName()
    {
        QVERIFY((ObjectKey {"a", "z"} < ObjectKey {"b", "a"}));
        QVERIFY((ObjectKey {"a", "a"} < ObjectKey {"a", "b"}));
        QCOMPARE((ObjectKey {"a", "b"}.text()), std::string("a/b"));
        QCOMPARE((ObjectKey {"", "b"}.text()), std::string("b"));
        QVERIFY(std::hash<ObjectKey> {}({"a", "b"}) != std::hash<ObjectKey> {}({"b", "a"}));
    }
};

QTEST_GUILESS_MAIN(TestResource)
#include "tst_resource.moc"
