// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md B13: what the spec of a pod may say.
#include "labfixture.h"

using namespace labtest;

class TestPodChecks : public QObject
{
    Q_OBJECT

private slots:
    void containers_data();
    void containers();
    void specs_data();
    void specs();
    void theirRuntimeIsThere();
    void takeWhatTheirRuntimeSays();
    void ofTemplatesToo();
};

namespace {

/// What is wrong with a new pod: "" or the first cause and its message.
std::string faultOf(const std::string &spec)
{
    Lab lab;
    const Response made = lab.post(pods, "{metadata: {name: p}, spec: {" + spec + "}}");
    if (made.code == 201)
        return {};
    const Json *causes = api::find(*made.body, {"details", "causes"});
    return cause(made) + ": "
        + std::string(causes ? api::textAt(causes->get_array().front(), {"message"}) : message(made));
}

} // namespace

void TestPodChecks::containers_data()
{
    QTest::addColumn<std::string>("container");
    QTest::addColumn<std::string>("fault");
    const auto row = [](const char *name, const std::string &container, const std::string &fault = {}) {
        QTest::newRow(name) << container << (fault.empty() ? fault : "FieldValue" + fault);
    };
    const std::string c = "spec.containers[0].";
    row("an image in blanks", "image: ' i '",
        "Invalid " + c + "image: Invalid value: \" i \": must not have leading or trailing whitespace");
    row("a long name of a port", "image: i, ports: [{containerPort: 1, name: toolongportname1}]",
        "Invalid " + c
            + "ports[0].name: Invalid value: \"toolongportname1\": must be no more than 15 characters");
    row("a name of a port in capitals", "image: i, ports: [{containerPort: 1, name: Web}]",
        "Invalid " + c
            + "ports[0].name: Invalid value: \"Web\": must contain only alpha-numeric characters (a-z, 0-9), "
              "and hyphens (-)");
    row("a port's name twice", "image: i, ports: [{containerPort: 1, name: a}, {containerPort: 2, name: a}]",
        "Duplicate " + c + "ports[1].name: Duplicate value: \"a\"");
    row("a port of the host twice",
        "image: i, ports: [{containerPort: 1, hostPort: 5}, {containerPort: 2, hostPort: 5}]",
        "Duplicate " + c + "ports[1].hostPort: Duplicate value: \"TCP//5\"");
    row("a port of the host in two protocols",
        "image: i, ports: [{containerPort: 1, hostPort: 5}, {containerPort: 1, hostPort: 5, protocol: UDP}]");
    row("a variable with two values",
        "image: i, env: [{name: A, value: x, valueFrom: {fieldRef: {fieldPath: "
        "metadata.name}}}]",
        "Invalid " + c
            + "env[0].valueFrom: Invalid value: \"\": may not be specified when `value` is not empty");
    row("a variable from nowhere", "image: i, env: [{name: A, valueFrom: {}}]",
        "Invalid " + c
            + "env[0].valueFrom: Invalid value: \"\": must specify one of: `fieldRef`, `resourceFieldRef`, "
              "`configMapKeyRef` or `secretKeyRef`");
    row("a variable from two places",
        "image: i, env: [{name: A, valueFrom: {fieldRef: {fieldPath: metadata.name}, secretKeyRef: {name: s, "
        "key: k}}}]",
        "Invalid " + c
            + "env[0].valueFrom: Invalid value: \"\": may not have more than one field specified at a time");
    row("a variable from a label",
        "image: i, env: [{name: A, valueFrom: {fieldRef: {fieldPath: \"metadata.labels['a']\"}}}]");
    row("a variable from a field that a pod does not tell",
        "image: i, env: [{name: A, valueFrom: {fieldRef: {fieldPath: spec.foo}}}]",
        "Invalid " + c
            + "env[0].valueFrom.fieldRef.fieldPath: Invalid value: \"spec.foo\": error converting fieldPath: "
              "field label not supported: spec.foo");
    row("a variable without a name", "image: i, env: [{name: '', value: x}]",
        "Required " + c + "env[0].name: Required value");
    row("variables from nowhere", "image: i, envFrom: [{prefix: A}]",
        "Invalid " + c + "envFrom: Invalid value: \"\": must specify one of: `configMapRef` or `secretRef`");
    row("variables from two places", "image: i, envFrom: [{configMapRef: {name: a}, secretRef: {name: b}}]",
        "Invalid " + c
            + "envFrom: Invalid value: \"\": may not have more than one field specified at a time");
    row("variables from a map without a name", "image: i, envFrom: [{configMapRef: {}}]",
        "Required " + c + "envFrom[0].configMapRef.name: Required value");
    row("variables from a map", "image: i, envFrom: [{configMapRef: {name: a}}]");
    row("a device without a limit", "image: i, resources: {requests: {example.com/gpu: 1}}",
        "Required " + c
            + "resources.limits: Required value: Limit must be set for non overcommitable resources");
    row("a part of a device", "image: i, resources: {limits: {example.com/gpu: 1500m}}",
        "Invalid " + c + "resources.limits[example.com/gpu]: Invalid value: \"1500m\": must be an integer");
    row("less of a device than its limit",
        "image: i, resources: {requests: {example.com/gpu: 1}, limits: {example.com/gpu: 2}}",
        "Invalid " + c
            + "resources.requests: Invalid value: \"1\": must be equal to example.com/gpu limit of 2");
    row("fewer pages than their limit",
        "image: i, resources: {requests: {hugepages-2Mi: 2Mi}, limits: {cpu: 1, hugepages-2Mi: 4Mi}}",
        "Invalid " + c
            + "resources.requests: Invalid value: \"2Mi\": must be equal to hugepages-2Mi limit of 4Mi");
    row("pages without a limit", "image: i, resources: {requests: {hugepages-2Mi: 2Mi}}",
        "Required " + c
            + "resources.limits: Required value: Limit must be set for non overcommitable resources");
    row("a probe of no command", "image: i, livenessProbe: {exec: {command: []}}",
        "Required " + c + "livenessProbe.exec.command: Required value");
    row("a hook of no command", "image: i, lifecycle: {preStop: {exec: {}}}",
        "Required " + c + "lifecycle.preStop.exec.command: Required value");
    row("less than nothing", "image: i, resources: {requests: {cpu: -1}}",
        "Invalid " + c
            + "resources.requests[cpu]: Invalid value: \"-1\": must be greater than or equal to 0");
    row("an unknown resource", "image: i, resources: {limits: {gpu: 1}}",
        "Invalid " + c
            + "resources.limits[gpu]: Invalid value: \"gpu\": must be a standard resource for containers");
    row("a resource of a domain", "image: i, resources: {limits: {example.com/gpu: 1, hugepages-2Mi: 2Mi}}");
    row("a probe of nothing", "image: i, livenessProbe: {periodSeconds: 1}",
        "Required " + c + "livenessProbe: Required value: must specify a handler type");
    row("a probe of two kinds", "image: i, readinessProbe: {exec: {command: [x]}, tcpSocket: {port: 1}}",
        "Forbidden " + c + "readinessProbe.tcpSocket: Forbidden: may not specify more than 1 handler type");
    row("a probe of a port that is none", "image: i, startupProbe: {tcpSocket: {port: 70000}}",
        "Invalid " + c
            + "startupProbe.tcpSocket.port: Invalid value: 70000: must be between 1 and 65535, inclusive");
    row("a probe that succeeds twice", "image: i, livenessProbe: {exec: {command: [x]}, successThreshold: 2}",
        "Invalid " + c + "livenessProbe.successThreshold: Invalid value: 2: must be 1");
    row("a probe that is ready twice", "image: i, readinessProbe: {grpc: {port: 1}, successThreshold: 2}");
    row("a hook of nothing", "image: i, lifecycle: {postStart: {}}",
        "Required " + c + "lifecycle.postStart: Required value: must specify a handler type");
    row("a hook that waits", "image: i, lifecycle: {preStop: {sleep: {seconds: 1}}}");
    row("a negative user", "image: i, securityContext: {runAsUser: -1}",
        "Invalid " + c
            + "securityContext.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive");
}

void TestPodChecks::containers()
{
    QFETCH(const std::string, container);
    const std::string found = faultOf("containers: [{name: c, " + container + "}]");
    QTEST(found, "fault");
}

void TestPodChecks::specs_data()
{
    QTest::addColumn<std::string>("spec");
    QTest::addColumn<std::string>("fault");
    const auto row = [](const char *name, const std::string &spec, const std::string &fault = {}) {
        QTest::newRow(name) << spec << (fault.empty() ? fault : "FieldValue" + fault);
    };
    row("a name of two containers", "initContainers: [{name: c, image: i}]",
        "Duplicate spec.initContainers[0].name: Duplicate value: \"c\"");
    const std::string onHost = "image: i, ports: [{containerPort: 5, hostPort: 5}]}";
    row("a port of the host one after the other",
        "initContainers: [{name: a, " + onHost + ", {name: b, " + onHost + "]");
    row("a volume of two kinds", "volumes: [{name: v, emptyDir: {}, hostPath: {path: /x}}]",
        "Forbidden spec.volumes[0].hostPath: Forbidden: may not specify more than 1 volume type");
    row("a volume twice", "volumes: [{name: v}, {name: v}]",
        "Duplicate spec.volumes[1].name: Duplicate value: \"v\"");
    row("a Secret without a name", "volumes: [{name: v, secret: {}}]",
        "Required spec.volumes[0].secret.secretName: Required value");
    row("a ConfigMap without a name", "volumes: [{name: v, configMap: {optional: true}}]",
        "Required spec.volumes[0].configMap.name: Required value");
    row("a claim without a name", "volumes: [{name: v, persistentVolumeClaim: {}}]",
        "Required spec.volumes[0].persistentVolumeClaim.claimName: Required value");
    row("whom files are for", "volumes: [{name: v, secret: {secretName: s, defaultMode: 512}}]",
        "Invalid spec.volumes[0].secret.defaultMode: Invalid value: 512: must be a number between 0 and 0777 "
        "(octal), both inclusive");
    row("a file without a name", "volumes: [{name: v, configMap: {name: m, items: [{key: k, path: ''}]}}]",
        "Required spec.volumes[0].configMap.items[0].path: Required value");
    row("a file without data", "volumes: [{name: v, configMap: {name: m, items: [{key: '', path: p}]}}]",
        "Required spec.volumes[0].configMap.items[0].key: Required value");
    row("a file that is elsewhere",
        "volumes: [{name: v, configMap: {name: m, items: [{key: k, path: a/../../b}]}}]",
        "Invalid spec.volumes[0].configMap.items[0].path: Invalid value: \"a/../../b\": must not contain "
        "'..'");
    row("a file at the root", "volumes: [{name: v, secret: {secretName: s, items: [{key: k, path: /b}]}}]",
        "Invalid spec.volumes[0].secret.items[0].path: Invalid value: \"/b\": must be a relative path");
    row("a field as a file",
        "volumes: [{name: v, downwardAPI: {items: [{path: a..b, fieldRef: {fieldPath: "
        "metadata.name}}]}}]");
    row("a place on the host", "volumes: [{name: v, hostPath: {path: /a, type: Directory}}]");
    row("no place on the host", "volumes: [{name: v, hostPath: {path: ''}}]",
        "Required spec.volumes[0].hostPath.path: Required value");
    row("a place on the host that leads up", "volumes: [{name: v, hostPath: {path: ../a}}]",
        "Invalid spec.volumes[0].hostPath.path: Invalid value: \"../a\": must not contain '..'");
    row("what there is on the host", "volumes: [{name: v, hostPath: {path: /a, type: Door}}]",
        "NotSupported spec.volumes[0].hostPath.type: Unsupported value: \"Door\": supported values: \"\", "
        "\"BlockDevice\", \"CharDevice\", \"Directory\", \"DirectoryOrCreate\", \"File\", "
        "\"FileOrCreate\", \"Socket\"");
    row("a server of names", "dnsConfig: {nameservers: [x]}",
        "Invalid spec.dnsConfig.nameservers[0]: Invalid value: \"x\": must be valid IP address");
    row("what a pod waits for", "readinessGates: [{conditionType: example.com/ready}]");
    row("a toleration of every key", "tolerations: [{operator: Exists}]");
    row("a toleration of one value of every key", "tolerations: [{value: x}]",
        "Invalid spec.tolerations[0].operator: Invalid value: \"\": operator must be Exists when `key` is "
        "empty, which means \"match all values and all keys\"");
    row("a toleration for a time", "tolerations: [{key: a, effect: NoSchedule, tolerationSeconds: 1}]",
        "Invalid spec.tolerations[0].effect: Invalid value: \"NoSchedule\": effect must be 'NoExecute' when "
        "`tolerationSeconds` is set");
    row("a node's label that is none", "nodeSelector: {a: 'b c'}",
        "Invalid spec.nodeSelector: Invalid value: \"b c\": a valid label must be an empty string or consist "
        "of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character "
        "(e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is "
        "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')");
    const std::string nodes = "affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution";
    const auto affinity = [](const std::string &rule) {
        return "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
               "{nodeSelectorTerms: ["
            + rule + "]}}}";
    };
    row("no node at all", affinity(""),
        "Required spec." + nodes
            + ".nodeSelectorTerms: Required value: must have at least one node selector term");
    const std::string expression = nodes + ".nodeSelectorTerms[0].matchExpressions[0].";
    row("an operator of nodes", affinity("{matchExpressions: [{key: a, operator: Like}]}"),
        "Invalid spec." + expression + "operator: Invalid value: \"Like\": not a valid selector operator");
    row("among no values", affinity("{matchExpressions: [{key: a, operator: In}]}"),
        "Required spec." + expression
            + "values: Required value: must be specified when `operator` is 'In' or 'NotIn'");
    row("more than a value", affinity("{matchExpressions: [{key: a, operator: Gt, values: ['1']}]}"));
    row("a weight of nothing",
        "affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 0, preference: "
        "{}}]}}",
        "Invalid spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight: "
        "Invalid value: 0: must be in the range 1-100");
    row("near nobody knows what",
        "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: '', "
        "labelSelector: {}}]}}",
        "Required spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]."
        "topologyKey: Required value: can not be empty");
    row("near nobody at all",
        "affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: z, "
        "labelSelector: {matchExpressions: [{key: a, operator: In}]}}]}}",
        "Required spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector."
        "matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'");
    row("a spread of nothing",
        "topologySpreadConstraints: [{maxSkew: 0, topologyKey: z, whenUnsatisfiable: DoNotSchedule}]",
        "Invalid spec.topologySpreadConstraints[0].maxSkew: Invalid value: 0: must be greater than zero");
    row("a spread that does what",
        "topologySpreadConstraints: [{maxSkew: 1, topologyKey: z, "
        "whenUnsatisfiable: Wait}]",
        "NotSupported spec.topologySpreadConstraints[0].whenUnsatisfiable: Unsupported value: \"Wait\": "
        "supported values: \"DoNotSchedule\", \"ScheduleAnyway\"");
    row("no names are resolved", "dnsPolicy: None",
        "Required spec.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None");
    row("no containers are added", "ephemeralContainers: []");
    row("a host's name", "hostname: a-b, subdomain: c");
    row("names of hosts", "hostAliases: [{ip: '::1', hostnames: [a.b]}, {ip: 1.2.3.4}]");
    row("a host without an address", "hostAliases: [{hostnames: [a]}]",
        "Invalid spec.hostAliases.ip: Invalid value: \"\": must be valid IP address");
    row("an address that is none", "hostAliases: [{ip: 01.2.3.4}]",
        "Invalid spec.hostAliases.ip: Invalid value: \"01.2.3.4\": must be valid IP address");
    row("kernel parameters",
        "securityContext: {sysctls: [{name: kernel.shm_rmid_forced, value: '1'}, {name: net/ipv4/x-y}]}");
    row("a kernel parameter without a name", "securityContext: {sysctls: [{value: '1'}]}",
        "Required spec.securityContext.sysctls[0].name: Required value");
    row("a kernel parameter that is none", "securityContext: {sysctls: [{name: A}]}",
        "Invalid spec.securityContext.sysctls[0].name: Invalid value: \"A\": must have at most 253 "
        "characters "
        "and match regex ([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?");
    row("a kernel parameter twice", "securityContext: {sysctls: [{name: a.b}, {name: a.b}]}",
        "Duplicate spec.securityContext.sysctls[1].name: Duplicate value: \"a.b\"");
    row("a node's name", "nodeName: a.b");
}

void TestPodChecks::specs()
{
    QFETCH(const std::string, spec);
    const std::string found = faultOf("containers: [{name: c, image: i}], " + spec);
    QTEST(found, "fault");
}

void TestPodChecks::theirRuntimeIsThere()
{
    Lab lab;
    const std::string runsIn =
        "{metadata: {name: p}, spec: {runtimeClassName: sandboxed, containers: [{name: "
        "c, image: i}]}}";
    const Response refused = lab.post(pods, runsIn);
    QCOMPARE(refused.code, 403);
    COMPARE_TEXT(
        message(refused), "pods \"p\" is forbidden: pod rejected: RuntimeClass \"sandboxed\" not found");
    QCOMPARE(
        lab.post("/apis/node.k8s.io/v1/runtimeclasses", "{metadata: {name: sandboxed}, handler: h}").code,
        201);
    QCOMPARE(lab.post(pods, runsIn).code, 201);
    QCOMPARE(lab.remove("/apis/node.k8s.io/v1/runtimeclasses/sandboxed").code, 200);
    COMPARE_TEXT(verdict(lab.put(pods / "p", *lab.get(pods / "p").body)), "200"); // of a new pod alone
    COMPARE_TEXT(cause(lab.post("/apis/apps/v1/namespaces/default/deployments",
                     "{metadata: {name: d}, spec: {selector: {matchLabels: {a: b}}, template: {metadata: "
                     "{labels: {a: b}}, spec: {runtimeClassName: A_, containers: [{name: c, image: i}]}}}}")),
        "FieldValueInvalid spec.template.spec.runtimeClassName");
}

void TestPodChecks::takeWhatTheirRuntimeSays()
{
    Lab lab;
    const auto spec = [](const std::string &more) {
        return "{metadata: {name: p}, spec: {containers: [{name: c, image: i}]" + more + "}}";
    };
    QCOMPARE(lab.post("/apis/node.k8s.io/v1/runtimeclasses",
                    "{metadata: {name: heavy}, handler: h, overhead: {podFixed: {cpu: 250m}}, scheduling: "
                    "{nodeSelector: {a: b}, tolerations: [{key: k, operator: Exists}]}}")
                 .code,
        201);
    const Response made = lab.post(pods, spec(", runtimeClassName: heavy, overhead: {cpu: '0.25'}"));
    QCOMPARE(made.code, 201);
    const api::Json &given = made.body->at("spec");
    COMPARE_TEXT(api::writeJson(given.at("overhead")), R"({"cpu":"250m"})");
    COMPARE_TEXT(api::writeJson(given.at("nodeSelector")), R"({"a":"b"})");
    COMPARE_TEXT(api::textAt(given.at("tolerations").at(2), {"key"}), "k");
    QCOMPARE(lab.remove(pods / "p").code, 200);
    COMPARE_TEXT(message(lab.post(pods, spec(", runtimeClassName: heavy, overhead: {cpu: 1}"))),
        "pods \"p\" is forbidden: pod rejected: Pod's Overhead doesn't match RuntimeClass's defined "
        "Overhead");
    COMPARE_TEXT(message(lab.post(pods, spec(", runtimeClassName: heavy, nodeSelector: {a: c}"))),
        "pods \"p\" is forbidden: conflict: runtimeClass.scheduling.nodeSelector[a] = b; "
        "pod.spec.nodeSelector[a] = c");
    COMPARE_TEXT(message(lab.post(pods, spec(", overhead: {cpu: 1}"))),
        "pods \"p\" is forbidden: pod rejected: Pod Overhead set without corresponding RuntimeClass defined "
        "Overhead");
}

void TestPodChecks::ofTemplatesToo()
{
    Lab lab;
    const Response made = lab.post("/apis/apps/v1/namespaces/default/deployments",
        "{metadata: {name: d}, spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: "
        "b}}, "
        "spec: {containers: [{name: c, image: i, livenessProbe: {}}]}}}}");
    COMPARE_TEXT(cause(made), "FieldValueRequired spec.template.spec.containers[0].livenessProbe");
}

QTEST_GUILESS_MAIN(TestPodChecks)
#include "tst_podchecks.moc"
