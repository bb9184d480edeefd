// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of machines, as their definitions in resources/ say.
#include "labfixture.h"
#include "wombats.h"

using namespace labtest;
using zoo::definitions;
using zoo::wombat;

class TestMachineKinds : public QObject
{
    Q_OBJECT

private slots:
    void theMachineKinds();
    void managedMachineKinds();
    void managedMachineKindsAreChecked_data();
    void managedMachineKindsAreChecked();
    void hooksOfADeletedMachine_data();
    void hooksOfADeletedMachine();
    void machineHealthChecks_data();
    void machineHealthChecks();
};

void TestMachineKinds::theMachineKinds()
{
    Lab lab;
    for (const char *name : {"machines", "machinesets", "machinedeployments", "machinehealthchecks"})
        QCOMPARE(lab.get(std::string(definitions) + "/" + name + ".machine.openshift.io").code, 200);
    const Response made = lab.post(machines,
        machine("m",
            ", spec: {providerSpec: {value: {kind: X, any: [1]}}, wombat: 1, "
            "lifecycleHooks: {preDrain: [{name: migrate.db, owner: me.too}]}}"));
    QCOMPARE(made.code, 201);
    COMPARE_TEXT(at(made, {"spec", "providerSpec"}), R"({"value":{"kind":"X","any":[1]}})");
    COMPARE_TEXT(at(made, {"spec", "wombat"}), "(none)");
    const Response status = lab.patch(machines / "m/status",
        "{status: {providerStatus: {x: 1}, failureMessage: y, nodeRef: {kind: Node, name: n}}}");
    COMPARE_TEXT(at(status, {"status", "providerStatus", "x"}), "1");
    COMPARE_TEXT(at(status, {"status", "failureMessage"}), "y");
    const std::string set =
        "{apiVersion: machine.openshift.io/v1beta1, kind: MachineSet, metadata: {name: s}, spec: ";
    COMPARE_TEXT(
        at(lab.post(machineSets, set + "{selector: {matchLabels: {a: b}}}}"), {"spec", "replicas"}), "1");
    COMPARE_TEXT(cause(lab.post(machineSets, set + "{selector: {}, replicas: -1}}")),
        "FieldValueInvalid spec.replicas");
    COMPARE_TEXT(cause(lab.post(machineSets, set + "{replicas: 1}}")), "FieldValueRequired spec.selector");
    COMPARE_TEXT(cause(lab.post(machineSets, set + "{selector: {}, deletePolicy: Best}}")),
        "FieldValueNotSupported spec.deletePolicy");
}

void TestMachineKinds::managedMachineKinds() // docs/machines.md §6.6, §9.1, §9.2
{
    Lab lab;
    const std::string base = "/apis/machine.sapcloud.io/v1alpha1/namespaces/default/";
    const std::string head = "{apiVersion: machine.sapcloud.io/v1alpha1, kind: ";
    const Response made = lab.post(base + "machineclasses",
        head
            + "MachineClass, metadata: {name: c}, provider: kubemark, providerSpec: {any: [1]}, "
              "secretRef: {name: s, namespace: x, other: 1}, nodeTemplate: {zone: z, more: 2}}");
    QCOMPARE(made.code, 201);
    COMPARE_TEXT(at(made, {"providerSpec"}), R"({"any":[1]})");
    COMPARE_TEXT(at(made, {"secretRef"}), R"({"name":"s","namespace":"x"})");
    COMPARE_TEXT(at(made, {"nodeTemplate"}), R"({"zone":"z","more":2})");
    const Response machine = lab.post(base + "machines",
        head
            + "Machine, metadata: {name: m, labels: {node: n}}, spec: {class: {kind: MachineClass, name: c}, "
              "nodeTemplate: {metadata: {labels: {a: b}, creationTimestamp: null}}, healthTimeout: 10m, "
              "wombat: 1}, status: {lastKnownState: x}}");
    QCOMPARE(machine.code, 201);
    COMPARE_TEXT(at(machine, {"spec", "nodeTemplate", "metadata", "labels", "a"}), "b");
    COMPARE_TEXT(at(machine, {"spec", "wombat"}), "(none)");
    COMPARE_TEXT(at(machine, {"status"}), "(none)");
    const Response status = lab.patch(base + "machines/m/status",
        "{status: {lastOperation: {type: Delete, step: 4}, currentStatus: {phase: Terminating, "
        "timeoutActive: false}}}");
    COMPARE_TEXT(at(status, {"status", "lastOperation", "step"}), "4");
    for (const std::string kind : {"MachineSet", "MachineDeployment"}) {
        const std::string path = base + (kind == "MachineSet" ? "machinesets" : "machinedeployments");
        QCOMPARE(
            lab.post(path, head + kind + ", metadata: {name: s}, spec: {template: {spec: {}}}}").code, 201);
        COMPARE_TEXT(at(lab.patch(path + "/s/scale", "{spec: {replicas: 3}}"), {"spec", "replicas"}), "3");
        COMPARE_TEXT(at(lab.get(path + "/s"), {"spec", "replicas"}), "3");
    }
}

void TestMachineKinds::managedMachineKindsAreChecked_data()
{
    QTest::addColumn<std::string>("kind");
    QTest::addColumn<std::string>("fields");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, const std::string &kind, const std::string &fields,
                         const std::string &expected) { QTest::newRow(name) << kind << fields << expected; };
    row("9.1 no provider spec", "MachineClass", "provider: x", "FieldValueRequired providerSpec");
    row("9.2 a timeout in the wrong words", "Machine", "spec: {healthTimeout: soon}",
        "FieldValueInvalid spec.healthTimeout");
    row("9.2 fewer tries than none", "Machine", "spec: {maxEvictRetries: -1}",
        "FieldValueInvalid spec.maxEvictRetries");
    row("9.8 fewer machines than none", "MachineSet", "spec: {replicas: -1}",
        "FieldValueInvalid spec.replicas");
    row("6.6 no template", "MachineDeployment", "spec: {replicas: 1}", "FieldValueRequired spec.template");
    row("6.6 an unknown strategy", "MachineDeployment", "spec: {template: {}, strategy: {type: Best}}",
        "FieldValueNotSupported spec.strategy.type");
    row("6.6 a surge that is no number", "MachineDeployment",
        "spec: {template: {}, strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: some}}}",
        "FieldValueInvalid spec.strategy.rollingUpdate.maxSurge");
}

void TestMachineKinds::managedMachineKindsAreChecked()
{
    QFETCH(const std::string, kind);
    QFETCH(const std::string, fields);
    Lab lab;
    const std::string plural = kind == "MachineClass" ? "machineclasses"
        : kind == "MachineSet"                        ? "machinesets"
        : kind == "MachineDeployment"                 ? "machinedeployments"
                                                      : "machines";
    const Response refused = lab.post("/apis/machine.sapcloud.io/v1alpha1/namespaces/default/" + plural,
        "{apiVersion: machine.sapcloud.io/v1alpha1, kind: " + kind + ", metadata: {name: x}, " + fields
            + "}");
    QTEST(cause(refused), "expected");
}

void TestMachineKinds::hooksOfADeletedMachine_data()
{
    QTest::addColumn<std::string>("hooks");
    QTest::addColumn<std::string>("expected");
    QTest::newRow("4.1 one is taken away")
        << std::string("{preDrain: [{name: First, owner: backup}]}") << std::string();
    QTest::newRow("4.1 all are taken away") << std::string("null") << std::string();
    QTest::newRow("4.1 one is added") << std::string("{preTerminate: [{name: New, owner: backup}]}")
                                      << std::string("FieldValueForbidden spec.lifecycleHooks.preTerminate");
    QTest::newRow("4.1 one is changed")
        << std::string("{preDrain: [{name: First, owner: other}, {name: Second, owner: backup}]}")
        << std::string("FieldValueForbidden spec.lifecycleHooks.preDrain");
}

void TestMachineKinds::hooksOfADeletedMachine()
{
    QFETCH(const std::string, hooks);
    Lab lab;
    const std::string machines = "/apis/machine.openshift.io/v1beta1/namespaces/default/machines";
    const Response made = lab.post(machines,
        "{apiVersion: machine.openshift.io/v1beta1, kind: Machine, metadata: {name: m, finalizers: [a.b/c]}, "
        "spec: {lifecycleHooks: {preDrain: [{name: First, owner: backup}, {name: Second, owner: backup}]}}}");
    QCOMPARE(made.code, 201);
    const auto patch = [&](const std::string &value) {
        return lab.patch(machines + "/m", "{spec: {lifecycleHooks: " + value + "}}");
    };
    QCOMPARE(patch("{preTerminate: [{name: Early, owner: backup}]}").code, 200); // while it lives
    QCOMPARE(patch("{preTerminate: null}").code, 200);
    QCOMPARE(lab.remove(machines + "/m").code, 200);
    const Response answer = patch(hooks);
    QTEST(answer.code == 200 ? std::string() : cause(answer), "expected");
}

void TestMachineKinds::machineHealthChecks_data()
{
    QTest::addColumn<std::string>("spec");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, const std::string &spec, const std::string &expected) {
        QTest::newRow(name) << spec << expected;
    };
    const std::string conditions = "unhealthyConditions: [{type: Ready, status: 'False', timeout: 300s}]";
    row("7.2 the defaults", "selector: {}, " + conditions, "");
    row("7.2 a number", "selector: {}, maxUnhealthy: 2, " + conditions, "");
    row("7.2 a percentage", "selector: {}, maxUnhealthy: 40%, " + conditions, "");
    row("7.2 more than a hundred percent", "selector: {}, maxUnhealthy: 140%, " + conditions,
        "FieldValueInvalid spec.maxUnhealthy");
    row("7.2 not a percentage", "selector: {}, maxUnhealthy: some, " + conditions,
        "FieldValueInvalid spec.maxUnhealthy");
    row("7.2 the startup timeout off", "selector: {}, nodeStartupTimeout: '0', " + conditions, "");
    row("7.2 a startup timeout without a unit", "selector: {}, nodeStartupTimeout: '5', " + conditions,
        "FieldValueInvalid spec.nodeStartupTimeout");
    row("7.2 no selector", conditions, "FieldValueRequired spec.selector");
    row("7.2 no conditions", "selector: {}, unhealthyConditions: []",
        "FieldValueInvalid spec.unhealthyConditions");
    row("7.2 an empty type", "selector: {}, unhealthyConditions: [{type: '', status: x, timeout: 1s}]",
        "FieldValueInvalid spec.unhealthyConditions[0].type");
    row("7.2 a timeout in the wrong words",
        "selector: {}, unhealthyConditions: [{type: x, status: x, timeout: soon}]",
        "FieldValueInvalid spec.unhealthyConditions[0].timeout");
}

void TestMachineKinds::machineHealthChecks()
{
    QFETCH(const std::string, spec);
    QFETCH(const std::string, expected);
    Lab lab;
    const Response response = lab.post(
        "/apis/machine.openshift.io/v1beta1/namespaces/default/machinehealthchecks",
        "{apiVersion: machine.openshift.io/v1beta1, kind: MachineHealthCheck, metadata: {name: h}, spec: {"
            + spec + "}}");
    QCOMPARE(cause(response), expected);
    if (expected.empty())
        QVERIFY(at(response, {"spec", "maxUnhealthy"}) != "(none)"
            && at(response, {"spec", "nodeStartupTimeout"}) != "(none)");
}

QTEST_GUILESS_MAIN(TestMachineKinds)
#include "tst_machinekinds.moc"
