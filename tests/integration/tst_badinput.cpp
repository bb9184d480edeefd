// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever is wrong with an object, people learn which field of which object it is, from an event and from
// the object itself; nothing else in the cluster suffers, and nobody writes the same thing again and again.
// First what passes the API server's schema, then what only a server with an older or no schema lets through.
//
// Where it is told: Machines and MachineDeployments have conditions, health checks of both generations the
// condition RemediationAllowed; a MachineSet has errorReason and errorMessage (docs/machines.md §5.2), as its
// API knows conditions only for migration. Of machine.sapcloud.io a Machine has its lastOperation, the others
// have conditions; a MachineClass has nothing, and its machines tell (§9.2).
#include "core/api/event.h"
#include "core/api/healthcheckv1alpha1.h"
#include "core/api/yaml.h"
#include "tests/integration/mcmfleet.h"

using namespace std::chrono_literals;
using core::api::Event;
using core::api::Json;
using core::api::Machine;
using core::api::Method;
using tests::LabHarness;

namespace {

const char *const machine = R"(
apiVersion: machine.openshift.io/v1beta1
kind: Machine
metadata: {name: bad}
spec: {providerSpec: {value: {apiVersion: kubemarkproviderconfig.k8s.io/v1alpha1,
  kind: KubemarkMachineProviderConfig, image: i}}}
)";
const char *const machineSet = R"(
apiVersion: machine.openshift.io/v1beta1
kind: MachineSet
metadata: {name: bad}
spec:
  replicas: 1
  selector: {matchLabels: {set: bad}}
  template:
    metadata: {labels: {set: bad}}
    spec: {providerSpec: {value: {apiVersion: kubemarkproviderconfig.k8s.io/v1alpha1,
      kind: KubemarkMachineProviderConfig, image: i}}}
)";
const char *const deployment = R"(
apiVersion: machine.openshift.io/v1beta1
kind: MachineDeployment
metadata: {name: bad}
spec:
  replicas: 1
  selector: {matchLabels: {set: bad}}
  template:
    metadata: {labels: {set: bad}}
    spec: {providerSpec: {value: {apiVersion: kubemarkproviderconfig.k8s.io/v1alpha1,
      kind: KubemarkMachineProviderConfig, image: i}}}
)";
const char *const check = R"(
apiVersion: machine.openshift.io/v1beta1
kind: MachineHealthCheck
metadata: {name: bad}
spec:
  selector: {matchLabels: {set: workers}}
  unhealthyConditions: [{type: Ready, status: 'False', timeout: 1s}]
)";
const char *const oldCheck = R"(
apiVersion: healthchecking.openshift.io/v1alpha1
kind: MachineHealthCheck
metadata: {name: bad}
spec: {selector: {matchLabels: {set: workers}}}
)";

const char *const mcmMachine = R"(
apiVersion: machine.sapcloud.io/v1alpha1
kind: Machine
metadata: {name: bad}
spec: {class: {kind: MachineClass, name: small}}
)";
const char *const mcmSet = R"(
apiVersion: machine.sapcloud.io/v1alpha1
kind: MachineSet
metadata: {name: bad}
spec:
  replicas: 1
  selector: {matchLabels: {set: bad}}
  template:
    metadata: {labels: {set: bad}}
    spec: {class: {kind: MachineClass, name: small}}
)";
const char *const mcmDeployment = R"(
apiVersion: machine.sapcloud.io/v1alpha1
kind: MachineDeployment
metadata: {name: bad}
spec:
  replicas: 1
  selector: {matchLabels: {set: bad}}
  strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}
  template:
    metadata: {labels: {set: bad}}
    spec: {class: {kind: MachineClass, name: small}}
)";

/// The object of the YAML text with a patch, also in YAML, laid over it.
Json patched(const char *yaml, const QByteArray &patch)
{
    Json object = core::api::parseYaml(yaml).value();
    core::api::applyMergePatch(object, core::api::parseYaml(patch.toStdString()).value());
    return object;
}

std::string collectionOf(const Json &object)
{
    std::string kind(core::api::textAt(object, {"kind"}));
    std::ranges::transform(kind, kind.begin(), [](char c) { return static_cast<char>(std::tolower(c)); });
    return "/apis/" + std::string(core::api::textAt(object, {"apiVersion"})) + "/namespaces/default/" + kind
        + "s";
}

/// An older definition of the kinds: every field may hold anything.
void dropSchemas(LabHarness &lab)
{
    const std::string path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    const auto all = lab.request(Method::Get, path);
    for (const auto &definition : all.list->items) {
        Json open = *definition;
        for (Json &version : open.at_pointer("/spec/versions").get_array())
            version.get_object()["schema"] = core::api::parseJson(
                R"({"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}})")
                                                 .value();
        const std::string name(core::api::textAt(open, {"metadata", "name"}));
        const auto response = lab.request(Method::Put, path + "/" + name, open);
        QVERIFY2(response.code == 200, core::api::writeJson(*response.body).c_str());
    }
}

/// About objects whose name begins so: a deployment's trouble may be its machine set's.
std::vector<Event> warningsAbout(LabHarness &lab, const std::string &name)
{
    auto events = lab.list<Event>();
    std::erase_if(events,
        [&](const Event &event) { return event.type != "Warning" || event.involvedObject.name != name; });
    return events;
}

/// The messages of whatever says that something is wrong.
std::string complaints(const Json &object)
{
    std::string text(core::api::textAt(object, {"status", "errorMessage"}));
    if (core::api::textAt(object, {"status", "lastOperation", "state"}) == "Failed")
        text += core::api::textAt(object, {"status", "lastOperation", "description"});
    const auto add = [&](const Json *conditions) {
        for (const Json &condition : conditions ? conditions->get_array() : core::api::JsonArray()) {
            const bool isFailure = core::api::textAt(condition, {"type"}) == "ReplicaFailure";
            if (isFailure == (core::api::textAt(condition, {"status"}) == "True"))
                text += "\n" + std::string(core::api::textAt(condition, {"message"}));
        }
    };
    add(core::api::find(object, {"status", "conditions"}));
    add(core::api::find(object, {"status", "providerStatus", "conditions"})); // of a Machine
    add(core::api::find(object, {"status", "machineSetCondition"})); // of machine.sapcloud.io
    return text;
}

/// The neighbours: all of the set "workers" and nothing but them is well.
bool workersAreWell(LabHarness &lab, int replicas)
{
    int running = 0;
    const auto machines =
        lab.request(Method::Get, core::api::collectionPath(core::api::resourceOf<Machine>(), ""));
    for (const auto &item : machines.list->items) { // some can't be decoded
        if (core::api::textAt(*item, {"metadata", "labels", "set"}) == "workers")
            running += core::api::textAt(*item, {"status", "phase"}) == "Running" ? 1 : replicas + 1;
    }
    return running == replicas && lab.readyNodes() == replicas;
}

std::string versionOf(const Json &object)
{
    return std::string(core::api::textAt(object, {"metadata", "resourceVersion"}));
}

/// What the same lab without anything bad in it writes in that time: heartbeats.
std::uint64_t usualWrites(core::base::Duration duration)
{
    LabHarness lab;
    lab.create(tests::workersYaml(3));
    lab.until([&] { return workersAreWell(lab, 3); }, 30s);
    lab.advance(60s);
    lab.transport().countFromHere();
    lab.advance(duration);
    return lab.transport().writes();
}

} // namespace

class TestBadInput : public QObject
{
    Q_OBJECT

private slots:
    void passesTheSchema_data();
    void passesTheSchema() { isToldAndHurtsNobody(false); }
    void passesNoSchema_data();
    void passesNoSchema() { isToldAndHurtsNobody(true); }
    void badConfigMap();
    void badTemplateFailsItsMachines();
    void whatIsMendedGoesOn();
    void unreadableClassIsToldByItsMachines();
    void unreadableMachineStaysAsItIs();

private:
    static void columns()
    {
        QTest::addColumn<QByteArray>("base");
        QTest::addColumn<QByteArray>("patch");
        QTest::addColumn<QByteArray>("field");
    }
    static void row(const char *name, const char *base, const char *patch, const char *field)
    {
        QTest::newRow(name) << QByteArray(base) << QByteArray(patch) << QByteArray(field);
    }
    void isToldAndHurtsNobody(bool withoutSchema);
};

void TestBadInput::passesTheSchema_data()
{
    columns();
    const auto config = [](const char *name, const char *value, const char *field) {
        row(name, machine,
            qPrintable(QStringLiteral("spec: {providerSpec: {value: {%1}}}").arg(QLatin1String(value))),
            field);
    };
    row("Machine without a config", machine, "spec: {providerSpec: null}", "spec.providerSpec.value");
    config("Machine: config of a foreign kind", "kind: AWSMachineProviderConfig", "providerSpec.value.kind");
    config("Machine: config of a foreign version", "apiVersion: aws.example/v1",
        "providerSpec.value.apiVersion");
    config("Machine: no image", "image: ''", "image");
    config("Machine: image that is a number", "image: 7", "providerSpec.value.image");
    config("Machine: duration without a unit", "healthyDuration: '40'", "providerSpec.value.healthyDuration");
    config("Machine: duration that is a number", "unhealthyDuration: 40", "value.unhealthyDuration");
    config("Machine: negative duration", "healthyDuration: -5s", "healthyDuration");
    config("Machine: negative deletion timeout", "deletionTimeout: -1s", "deletionTimeout");
    config("Machine: both disruptions",
        "turnUnhealthyAfter: true, turnUnhealthyPeriodically: true, healthyDuration: 1s, unhealthyDuration: "
        "1s",
        "turnUnhealthyPeriodically");
    config("Machine: periods of no length", "turnUnhealthyPeriodically: true", "healthyDuration");
    config("Machine: no cores", "numCores: 0", "numCores");
    config("Machine: cores that are a text", "numCores: many", "providerSpec.value.numCores");
    config("Machine: hardly any memory", "memoryCapacity: 1024", "memoryCapacity");
    row("Machine: Cluster that is missing", machine,
        "metadata: {labels: {cluster.k8s.io/cluster-name: blue}}", "cluster.k8s.io/cluster-name");
    row("Machine: node that is missing", machine,
        "metadata: {annotations: {machine.openshift.io/static-machine: nowhere}}", "nowhere");

    row("MachineSet: empty selector", machineSet, "spec: {selector: {matchLabels: null}}", "spec.selector");
    row("MachineSet: selector of others", machineSet, "spec: {selector: {matchLabels: {set: other}}}",
        "spec.selector");
    row("MachineSet: unknown operator", machineSet,
        "spec: {selector: {matchExpressions: [{key: set, operator: Like, values: [bad]}]}}", "spec.selector");
    row("MachineSet: operator without values", machineSet,
        "spec: {selector: {matchExpressions: [{key: set, operator: In}]}}", "spec.selector");
    row("MachineSet: label that is none", machineSet,
        "spec: {template: {metadata: {labels: {team: 'no label!'}}}}", "metadata.labels");

    row("MachineDeployment: empty selector", deployment, "spec: {selector: {matchLabels: null}}",
        "spec.selector");
    row("MachineDeployment: selector of others", deployment, "spec: {selector: {matchLabels: {set: other}}}",
        "spec.selector");
    row("MachineDeployment: label that is none", deployment,
        "spec: {template: {metadata: {labels: {team: 'no label!'}}}}", "labels");

    row("MachineHealthCheck: unknown operator", check,
        "spec: {selector: {matchExpressions: [{key: set, operator: Like}]}}", "spec.selector");
    row("MachineHealthCheck: timeout beyond all time", check,
        "spec: {unhealthyConditions: [{type: Ready, status: 'False', timeout: 9999999999h}]}",
        "spec.unhealthyConditions[0].timeout");
    row("MachineHealthCheck: startup timeout beyond all time", check,
        "spec: {nodeStartupTimeout: 9999999999h}", "spec.nodeStartupTimeout");
    row("MachineHealthCheck: template without a name", check,
        "spec: {remediationTemplate: {apiVersion: a.example/v1, kind: RebootTemplate}}",
        "spec.remediationTemplate");
    row("MachineHealthCheck: unknown strategy", check,
        "metadata: {annotations: {machine.openshift.io/remediation-strategy: pray}}",
        "machine.openshift.io/remediation-strategy");

    row("MCM Machine: no class", mcmMachine, "spec: {class: null}", "spec.class.name");
    row("MCM Machine: class of a foreign kind", mcmMachine, "spec: {class: {kind: AWSMachineClass}}",
        "spec.class.kind");
    row("MCM Machine: class that is missing", mcmMachine, "{}", "spec.class");
    row("MCM Machine: timeout that is none", mcmMachine,
        "metadata: {annotations: {node.machine.sapcloud.io/effective-creation-timeout: soon}}",
        "node.machine.sapcloud.io/effective-creation-timeout");
    row("MCM MachineSet: empty selector", mcmSet, "spec: {selector: {matchLabels: null}}", "spec.selector");
    row("MCM MachineSet: selector of others", mcmSet, "spec: {selector: {matchLabels: {set: other}}}",
        "spec.selector");
    row("MCM MachineSet: no class", mcmSet, "spec: {template: {spec: {class: {name: ''}}}}",
        "spec.template.spec.class");
    row("MCM MachineDeployment: selector of others", mcmDeployment,
        "spec: {selector: {matchLabels: {set: other}}}", "spec.selector");
    row("MCM MachineDeployment: no limits", mcmDeployment, "spec: {strategy: {rollingUpdate: null}}",
        "spec.strategy.rollingUpdate");

    row("MachineHealthCheck v1alpha1: unknown operator", oldCheck,
        "spec: {selector: {matchExpressions: [{key: set, operator: Like}]}}", "spec.selector");
    row("MachineHealthCheck v1alpha1: unknown strategy", oldCheck,
        "metadata: {annotations: {healthchecking.openshift.io/strategy: pray}}",
        "healthchecking.openshift.io/strategy");
}

void TestBadInput::passesNoSchema_data()
{
    columns();
    row("Machine: taints that are a text", machine, "spec: {taints: all of them}", "spec.taints");
    row("Machine: config that is a text", machine, "spec: {providerSpec: {value: text}}",
        "providerSpec.value");
    row("Machine: hook that is a text", machine, "spec: {lifecycleHooks: {preDrain: [wait]}}",
        "spec.lifecycleHooks.preDrain[0]");
    row("MachineSet: negative replicas", machineSet, "spec: {replicas: -1}", "spec.replicas");
    row("MachineSet: replicas in words", machineSet, "spec: {replicas: three}", "spec.replicas");
    row("MachineSet: negative minReadySeconds", machineSet, "spec: {minReadySeconds: -1}",
        "spec.minReadySeconds");
    row("MachineSet: unknown delete policy", machineSet, "spec: {deletePolicy: Fattest}",
        "spec.deletePolicy");
    row("MachineSet: selector that is a text", machineSet, "spec: {selector: all}", "spec.selector");
    row("MachineDeployment: negative replicas", deployment, "spec: {replicas: -1}", "spec.replicas");
    row("MachineDeployment: unknown strategy", deployment, "spec: {strategy: {type: BlueGreen}}",
        "spec.strategy.type");
    row("MachineDeployment: strategy that is a text", deployment, "spec: {strategy: quick}", "spec.strategy");
    row("MachineDeployment: surge in words", deployment,
        "spec: {strategy: {rollingUpdate: {maxSurge: some}}}", "spec.strategy.rollingUpdate.maxSurge");
    row("MachineDeployment: negative unavailable", deployment,
        "spec: {strategy: {rollingUpdate: {maxUnavailable: -10%}}}",
        "spec.strategy.rollingUpdate.maxUnavailable");
    row("MachineDeployment: negative deadline", deployment, "spec: {progressDeadlineSeconds: -1}",
        "spec.progressDeadlineSeconds");
    row("MachineDeployment: negative history", deployment, "spec: {revisionHistoryLimit: -1}",
        "spec.revisionHistoryLimit");
    row("MachineHealthCheck: no conditions", check, "spec: {unhealthyConditions: null}",
        "spec.unhealthyConditions");
    row("MachineHealthCheck: timeout that is none", check,
        "spec: {unhealthyConditions: [{type: Ready, status: 'False', timeout: soon}]}",
        "spec.unhealthyConditions[0].timeout");
    row("MachineHealthCheck: negative timeout", check,
        "spec: {unhealthyConditions: [{type: Ready, status: 'False', timeout: -1s}]}",
        "spec.unhealthyConditions[0].timeout");
    row("MachineHealthCheck: condition without a type", check,
        "spec: {unhealthyConditions: [{status: 'False', timeout: 1s}]}", "spec.unhealthyConditions[0].type");
    row("MachineHealthCheck: maxUnhealthy in words", check, "spec: {maxUnhealthy: some}",
        "spec.maxUnhealthy");
    row("MachineHealthCheck: startup timeout that is none", check, "spec: {nodeStartupTimeout: soon}",
        "spec.nodeStartupTimeout");
    row("MachineHealthCheck v1alpha1: selector that is a text", oldCheck, "spec: {selector: all}",
        "spec.selector");
    row("MCM Machine: class that is a text", mcmMachine, "spec: {class: small}", "spec.class");
    row("MCM Machine: timeout without a unit", mcmMachine, "spec: {healthTimeout: '5'}",
        "spec.healthTimeout");
    row("MCM Machine: retries in words", mcmMachine, "spec: {maxEvictRetries: many}", "spec.maxEvictRetries");
    row("MCM Machine: template that is a text", mcmMachine, "spec: {nodeTemplate: none}",
        "spec.nodeTemplate");
    row("MCM MachineSet: negative replicas", mcmSet, "spec: {replicas: -1}", "spec.replicas");
    row("MCM MachineSet: replicas in words", mcmSet, "spec: {replicas: three}", "spec.replicas");
    row("MCM MachineSet: template that is a list", mcmSet, "spec: {template: []}", "spec.template");
    row("MCM MachineDeployment: unknown strategy", mcmDeployment, "spec: {strategy: {type: BlueGreen}}",
        "spec.strategy.type");
    row("MCM MachineDeployment: strategy that is a text", mcmDeployment, "spec: {strategy: quick}",
        "spec.strategy");
    row("MCM MachineDeployment: pause in words", mcmDeployment, "spec: {paused: please}", "spec.paused");
    row("MCM MachineDeployment: rollback that is a number", mcmDeployment, "spec: {rollbackTo: 1}",
        "spec.rollbackTo");
    row("MCM MachineDeployment: surge in words", mcmDeployment,
        "spec: {strategy: {rollingUpdate: {maxSurge: some}}}", "spec.strategy.rollingUpdate.maxSurge");
}

void TestBadInput::isToldAndHurtsNobody(bool withoutSchema)
{
    QFETCH(const QByteArray, base);
    QFETCH(const QByteArray, patch);
    QFETCH(const QByteArray, field);
    LabHarness lab;
    if (withoutSchema)
        dropSchemas(lab);
    lab.create(tests::workersYaml(2));
    QVERIFY(lab.until([&] { return workersAreWell(lab, 2); }, 30s));

    const Json bad = patched(base.constData(), patch);
    const std::string collection = collectionOf(bad);
    const auto created = lab.request(Method::Post, collection, bad);
    QVERIFY2(created.code == 201, core::api::writeJson(*created.body).c_str());
    lab.advance(10s);
    const auto shown = [&] { return *lab.request(Method::Get, collection + "/bad").body; };

    const auto warnings = warningsAbout(lab, "bad");
    QVERIFY2(
        std::ranges::any_of(warnings,
            [&](const Event &event) { return event.message.find(field.constData()) != std::string::npos; }),
        warnings.empty() ? "no event" : warnings.front().message.c_str());
    const std::string complaint = complaints(shown());
    QVERIFY2(complaint.find(field.constData()) != std::string::npos, core::api::writeJson(shown()).c_str());

    lab.scale("workers", 3); // the neighbours scale …
    QVERIFY(lab.until([&] { return workersAreWell(lab, 3); }, 30s));
    const auto nodes = lab.hollowNodes();
    lab.breakNode(nodes.front().metadata.name, "not-ready"); // … and heal
    QVERIFY(lab.until([&] { return lab.readyNodes() < 3; }, 30s));
    QVERIFY(lab.until([&] { return workersAreWell(lab, 3); }, 60s));
    lab.advance(60s);

    static const std::uint64_t usual = usualWrites(120s);
    const std::string version = versionOf(shown());
    lab.transport().countFromHere();
    lab.advance(120s);
    QCOMPARE(versionOf(shown()), version);
    const std::uint64_t writes = lab.transport().writes();
    QVERIFY2(writes <= usual + 8, qPrintable(QStringLiteral("%1 writes, usually %2").arg(writes).arg(usual)));
    int told = 0;
    for (const Event &event : warningsAbout(lab, "bad"))
        told += event.count.value_or(1);
    QVERIFY2(told <= 3, qPrintable(QString::number(told)));
}

/// §7.1: the check says which ConfigMap, key and item; checks of the next generation go on.
void TestBadInput::badConfigMap()
{
    LabHarness lab;
    lab.create(tests::workersYaml(3));
    lab.create(oldCheck);
    QVERIFY(lab.until([&] { return workersAreWell(lab, 3); }, 30s));
    const auto posted = lab.request(Method::Post, "/api/v1/namespaces/openshift-machine-api/configmaps",
        *core::api::parseJson(
            R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"node-unhealthy-conditions"},)"
            R"("data":{"conditions":"items: [{name: Ready, timeout: 5, status: \"False\"}]"}})"));
    QCOMPARE(posted.code, 201);
    lab.advance(5s);
    const auto warnings = warningsAbout(lab, "bad");
    QCOMPARE(warnings.size(), std::size_t(1));
    QVERIFY(warnings.front().message.find("openshift-machine-api/node-unhealthy-conditions, key conditions: "
                                          "items[0].timeout")
        != std::string::npos);
    const auto alpha = lab.list<core::api::HealthCheckV1alpha1>().front();
    QCOMPARE(alpha.status.conditions.front().reason, std::string("InvalidConfiguration"));
    const auto before = lab.hollowNodes();
    lab.breakNode(before.front().metadata.name, "not-ready");
    lab.advance(12s); // longer than the 5 that have no unit
    QCOMPARE(lab.hollowNodes().size(), std::size_t(3));
    QVERIFY(lab.until([&] { return workersAreWell(lab, 3); }, 60s)); // the other check's doing
}

/// The machines of a set with a bad config tell of it, each once; without a health check nothing replaces
/// them.
void TestBadInput::badTemplateFailsItsMachines()
{
    LabHarness lab;
    const Json bad = patched(machineSet,
        "spec: {replicas: 3, template: {spec: {providerSpec: {value: {healthyDuration: soon}}}}}");
    QCOMPARE(lab.request(Method::Post, collectionOf(bad), bad).code, 201);
    lab.advance(30s);
    const auto machines = lab.machines();
    QCOMPARE(machines.size(), std::size_t(3));
    for (const Machine &one : machines) {
        QCOMPARE(one.status.phase, std::string("Failed"));
        QCOMPARE(one.status.errorReason, std::string("InvalidConfiguration"));
        QVERIFY(one.status.failureMessage.find("healthyDuration") != std::string::npos); // §12 row 32
        QCOMPARE(warningsAbout(lab, one.metadata.name).size(), std::size_t(1));
    }
    lab.transport().countFromHere();
    lab.advance(120s);
    QCOMPARE(lab.machines(), machines);
    QVERIFY(lab.transport().writes() <= 30); // the hollow host's heartbeats
}

/// What has been told goes away with its cause.
void TestBadInput::whatIsMendedGoesOn()
{
    LabHarness lab;
    dropSchemas(lab);
    lab.create(tests::workersYaml(2));
    QVERIFY(lab.until([&] { return workersAreWell(lab, 2); }, 30s));
    const std::string path = "/apis/machine.openshift.io/v1beta1/namespaces/default/machinesets/workers";
    QCOMPARE(lab.patch(path, R"({"spec":{"replicas":"three"}})").code, 200);
    lab.advance(5s);
    const auto complaint = [&] { return complaints(*lab.request(Method::Get, path).body); };
    QVERIFY(complaint().find("spec.replicas") != std::string::npos);
    QVERIFY(workersAreWell(lab, 2)); // they stay as they are meanwhile
    QCOMPARE(lab.patch(path, R"({"spec":{"replicas":3}})").code, 200);
    QVERIFY(lab.until([&] { return workersAreWell(lab, 3); }, 30s));
    QCOMPARE(complaint(), std::string());
}

namespace mcm = tests::mcm;
using McmMachine = core::api::mcm::Machine;

Json shown(LabHarness &lab, const std::string &path)
{
    return *lab.request(Method::Get, path).body;
}

void TestBadInput::unreadableClassIsToldByItsMachines()
{
    LabHarness lab;
    dropSchemas(lab);
    lab.create(mcm::fleetYaml(1, mcm::oneMore));
    QVERIFY(lab.until([&] { return mcm::rolledOut(lab, 1, "small"); }, 1min));
    const std::string path = mcm::root + "machineclasses/large";
    QCOMPARE(lab.patch(path, R"({"secretRef":"user-data"})").code, 200);
    lab.advance(2s);
    QCOMPARE(warningsAbout(lab, "large").size(), std::size_t(1));
    QVERIFY(warningsAbout(lab, "large").front().message.find("secretRef") != std::string::npos);
    mcm::setClass(lab, "large");
    QVERIFY(lab.until([&] { return mcm::names(lab).size() == 2; }, 10s));
    lab.advance(1min);
    std::string problem;
    for (const McmMachine &one : lab.list<McmMachine>()) {
        if (one.spec.class_.name == "large")
            problem = one.status.lastOperation.description;
        else
            QCOMPARE(one.phase(), core::api::mcm::phases::running); // the one it has stays
    }
    QVERIFY2(problem.starts_with("MachineClass large: ") && problem.find("secretRef") != std::string::npos,
        problem.c_str());
    QCOMPARE(lab.patch(path, R"({"secretRef":null})").code, 200);
    QVERIFY(lab.until([&] { return mcm::rolledOut(lab, 1, "large"); }, 1min));
}

/// A machine that runs keeps running, its fellows are cared for, and what was told goes with its cause.
void TestBadInput::unreadableMachineStaysAsItIs()
{
    LabHarness lab;
    dropSchemas(lab);
    lab.create(mcm::fleetYaml(2, mcm::oneMore));
    QVERIFY(lab.until([&] { return mcm::rolledOut(lab, 2, "small"); }, 1min));
    const std::string name = *mcm::names(lab).begin();
    const std::string path = mcm::root + "machines/" + name;
    QCOMPARE(lab.patch(path, R"({"spec":{"healthTimeout":"soon"}})").code, 200);
    lab.advance(2s);
    QVERIFY(complaints(shown(lab, path)).find("spec.healthTimeout") != std::string::npos);
    QCOMPARE(
        std::string(core::api::textAt(shown(lab, path), {"status", "currentStatus", "phase"})), "Running");
    mcm::change(lab, R"("replicas":3)");
    QVERIFY(lab.until([&] { return lab.readyNodes() == 3; }, 30s));
    QCOMPARE(lab.patch(path, R"({"spec":{"healthTimeout":null}})").code, 200);
    lab.advance(1s);
    QVERIFY(complaints(shown(lab, path)).find("spec.healthTimeout") == std::string::npos);
    QVERIFY(lab.until([&] { return mcm::rolledOut(lab, 3, "small"); }, 30s));
    QVERIFY(mcm::names(lab).contains(name));
}

QTEST_GUILESS_MAIN(TestBadInput)
#include "tst_badinput.moc"
