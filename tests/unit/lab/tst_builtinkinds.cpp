// SPDX-License-Identifier: GPL-3.0-or-later
// Values that make no sense in objects of the built-in kinds (docs/api-semantics.md B13), and what a kind
// fills in by itself.
#include "labfixture.h"

#include <algorithm>

using namespace labtest;

class TestBuiltInKinds : public QObject
{
    Q_OBJECT

private slots:
    void refusals_data();
    void refusals();
    void severalErrorsAreTold();
    void countsOfAStatus();
    void selectorsOfJobs_data();
    void selectorsOfJobs();
    void labelsOfJobs();
};

namespace {

constexpr std::string_view services = "/api/v1/namespaces/default/services";
constexpr std::string_view secrets = "/api/v1/namespaces/default/secrets";
constexpr std::string_view deployments = "/apis/apps/v1/namespaces/default/deployments";

} // namespace

void TestBuiltInKinds::refusals_data()
{
    QTest::addColumn<std::string>("path");
    QTest::addColumn<std::string>("body");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, std::string_view path, const std::string &body,
                         const std::string &expected) {
        QTest::newRow(name) << std::string(path) << body << expected;
    };
    const auto podWith = [](const std::string &container, const std::string &spec = {}) {
        return "{metadata: {name: p}, spec: {" + spec + "containers: [{name: c, image: i" + container
            + "}]}}";
    };
    const auto deploymentWith = [](const std::string &spec) {
        return "{metadata: {name: d}, spec: {" + spec
            + "selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: "
              "[{name: "
              "c, image: i}]}}}}";
    };
    row("a port", pods, podWith(", ports: [{containerPort: 99999}]"),
        "FieldValueInvalid spec.containers[0].ports[0].containerPort");
    row("a mount without its volume", pods, podWith(", volumeMounts: [{name: v, mountPath: /v}]"),
        "FieldValueNotFound spec.containers[0].volumeMounts[0].name");
    row("a mount with its volume", pods,
        podWith(", volumeMounts: [{name: v, mountPath: /v}]", "volumes: [{name: v, emptyDir: {}}], "), "");
    row("a quantity", pods, podWith(", resources: {requests: {cpu: many}}"), "400");
    row("a quantity of nothing", pods, podWith(", resources: {requests: {cpu: ''}}"), "400");
    row("the smallest quantity", pods, podWith(", resources: {requests: {cpu: 1n}}"), "");
    row("a quantity beyond all", pods, podWith(", resources: {limits: {memory: 100Ei}}"), "");
    row("a number as name", configMaps, "{metadata: {name: 7}}", "400");
    row("a list as prefix of a name", configMaps, "{metadata: {generateName: [a]}}", "400");
    row("no name", configMaps, "{metadata: {name: null, generateName: a-}}", "");
    row("a number beyond 32 bits", deployments, deploymentWith("replicas: 9999999999, "), "400");
    const auto rolling = [&](const std::string &portions) {
        return deploymentWith("strategy: {rollingUpdate: {" + portions + "}}, ");
    };
    const std::string unavailable = "FieldValueInvalid spec.strategy.rollingUpdate.maxUnavailable";
    row("B13 a key twice", configMaps, "{metadata: {name: a}, data: {k: v}, binaryData: {k: dg==}}",
        "FieldValueInvalid data[k]");
    row("B13 a strategy", deployments, deploymentWith("strategy: {type: Canary}, "),
        "FieldValueNotSupported spec.strategy");
    row("B13 a strategy that rolls nothing", deployments,
        deploymentWith("strategy: {type: Recreate, rollingUpdate: {maxSurge: 1}}, "),
        "FieldValueForbidden spec.strategy.rollingUpdate");
    row("B13 Recreate", deployments, deploymentWith("strategy: {type: Recreate}, "), "");
    row("B13 neither more nor less pods", deployments, rolling("maxSurge: 0, maxUnavailable: 0%"),
        unavailable);
    row("B13 less pods", deployments, rolling("maxSurge: 0, maxUnavailable: 1"), "");
    row("B13 more than all pods less", deployments, rolling("maxUnavailable: 101%"), unavailable);
    row("B13 twice as many pods and more", deployments, rolling("maxSurge: 150%, maxUnavailable: 0"), "");
    row("B13 a number that is a text", deployments, rolling("maxUnavailable: '1'"), unavailable);
    row("B13 a share that is none", deployments, rolling("maxSurge: few"),
        "FieldValueInvalid spec.strategy.rollingUpdate.maxSurge");
    row("B13 less than no pod", deployments, rolling("maxSurge: -1"),
        "FieldValueInvalid spec.strategy.rollingUpdate.maxSurge");
    row("B13 a portion that is null", deployments, rolling("maxSurge: 0, maxUnavailable: null"), "");
    const auto setWith = [&](const std::string &strategy) {
        return deploymentWith("updateStrategy: {" + strategy + "}, ");
    };
    constexpr std::string_view daemonSets = "/apis/apps/v1/namespaces/default/daemonsets";
    row("B13 daemons, none less", daemonSets, setWith("rollingUpdate: {maxUnavailable: 0}"),
        "FieldValueRequired spec.updateStrategy.rollingUpdate.maxUnavailable");
    row("B13 daemons, more and less", daemonSets, setWith("rollingUpdate: {maxSurge: 1, maxUnavailable: 1}"),
        "FieldValueInvalid spec.updateStrategy.rollingUpdate.maxSurge");
    row("B13 daemons, more", daemonSets, setWith("rollingUpdate: {maxSurge: 1, maxUnavailable: 0}"), "");
    row("B13 daemons by hand", daemonSets, setWith("type: OnDelete"), "");
    constexpr std::string_view statefulSets = "/apis/apps/v1/namespaces/default/statefulsets";
    row("B13 pods of a StatefulSet by hand", statefulSets, setWith("type: OnDelete"), "");
    row("B13 pods of a StatefulSet by hand and by itself", statefulSets,
        setWith("type: OnDelete, rollingUpdate: {partition: 1}"),
        "FieldValueInvalid spec.updateStrategy.rollingUpdate");
    row("B13 no pod of a StatefulSet at a time", statefulSets, setWith("rollingUpdate: {maxUnavailable: 0}"),
        "FieldValueInvalid spec.updateStrategy.rollingUpdate.maxUnavailable");
    const std::string mounting =
        "template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: i, "
        "volumeMounts: [{name: data, mountPath: /d}]}]}}";
    row("B13 a mount of a claim that each pod gets", statefulSets,
        "{metadata: {name: s}, spec: {selector: {matchLabels: {a: b}}, volumeClaimTemplates: [{metadata: "
        "{name: data}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}], "
            + mounting + "}}",
        "");
    row("B13 a mount of no claim", statefulSets,
        "{metadata: {name: s}, spec: {selector: {matchLabels: {a: b}}, " + mounting + "}}",
        "FieldValueNotFound spec.template.spec.containers[0].volumeMounts[0].name");
    constexpr std::string_view controllers = "/api/v1/namespaces/default/replicationcontrollers";
    const auto controllerWith = [](const std::string &labels, const std::string &more = {}) {
        return "{metadata: {name: r}, spec: {" + more + "template: {metadata: {labels: {" + labels
            + "}}, spec: {containers: [{name: c, image: i}]}}}}";
    };
    row("B13 a ReplicationController", controllers, controllerWith("a: b"), "");
    row("B13 a ReplicationController without a template", controllers, "{metadata: {name: r}, spec: {}}",
        "FieldValueRequired spec.template");
    row("B13 a ReplicaSet without a template", "/apis/apps/v1/namespaces/default/replicasets",
        "{metadata: {name: r}, spec: {selector: {matchLabels: {a: b}}}}", "FieldValueRequired spec.template");
    row("B13 a ReplicationController without labels", controllers, controllerWith(""),
        "FieldValueRequired spec.selector");
    row("B13 a ReplicationController of other pods", controllers,
        controllerWith("a: b", "selector: {a: c}, "), "FieldValueInvalid spec.template.metadata.labels");
    row("a number of 64 bits", pods, podWith("", "terminationGracePeriodSeconds: 9999999999, "), "");
    row("a container's name", pods, "{metadata: {name: p}, spec: {containers: [{name: C_, image: i}]}}",
        "FieldValueInvalid spec.containers[0].name");
    row("a volume's name", pods, podWith("", "volumes: [{name: V, emptyDir: {}}], "),
        "FieldValueInvalid spec.volumes[0].name");
    row("a policy of names", pods, podWith("", "dnsPolicy: Mine, "), "FieldValueNotSupported spec.dnsPolicy");
    row("a protocol", pods, podWith(", ports: [{containerPort: 80, protocol: ICMP}]"),
        "FieldValueNotSupported spec.containers[0].ports[0].protocol");
    row("a deadline that is past", pods, podWith("", "activeDeadlineSeconds: 0, "),
        "FieldValueInvalid spec.activeDeadlineSeconds");
    row("a quantity that is a number", pods, podWith(", resources: {requests: {cpu: 0.5, memory: 1}}"), "");
    row("a quantity that is a list", pods, podWith(", resources: {requests: {cpu: []}}"), "400");
    row("a request above its limit", pods, podWith(", resources: {requests: {cpu: 2}, limits: {cpu: 1500m}}"),
        "FieldValueInvalid spec.containers[0].resources.requests");
    row("a request at its limit", pods, podWith(", resources: {requests: {cpu: 2}, limits: {cpu: 2000m}}"),
        "");
    row("a toleration of any value", pods, podWith("", "tolerations: [{operator: Exists, value: x}], "),
        "FieldValueInvalid spec.tolerations[0].operator");
    row("a Service's name", services, "{metadata: {name: 1a}, spec: {ports: [{port: 80}]}}",
        "FieldValueInvalid metadata.name");
    row("no port", services, "{metadata: {name: s}, spec: {}}", "FieldValueRequired spec.ports");
    row("no port and no address", services, "{metadata: {name: s}, spec: {clusterIP: None}}", "");
    row("a Service's port", services, "{metadata: {name: s}, spec: {ports: [{port: 0}]}}",
        "FieldValueInvalid spec.ports[0].port");
    row("ports without names", services,
        "{metadata: {name: s}, spec: {ports: [{port: 1}, {port: 2, name: b}]}}",
        "FieldValueRequired spec.ports[0].name");
    row("a Service's type", services, "{metadata: {name: s}, spec: {type: Other, ports: [{port: 80}]}}",
        "FieldValueNotSupported spec.type");
    const auto serviceWith = [](const std::string &spec) {
        return "{metadata: {name: s}, spec: {" + spec + "}}";
    };
    row("B13 a name of two ports", services, serviceWith("ports: [{port: 1, name: a}, {port: 2, name: a}]"),
        "FieldValueDuplicate spec.ports[1].name");
    row("B13 a port twice", services, serviceWith("ports: [{port: 1, name: a}, {port: 1, name: b}]"),
        "FieldValueDuplicate spec.ports[1]");
    row("B13 a port in two protocols", services,
        serviceWith("ports: [{port: 1, name: a}, {port: 1, name: b, protocol: UDP}]"), "");
    row("B13 a protocol of a Service", services, serviceWith("ports: [{port: 1, protocol: ICMP}]"),
        "FieldValueNotSupported spec.ports[0].protocol");
    row("B13 a name of a pod's port", services, serviceWith("ports: [{port: 1, targetPort: a_b}]"),
        "FieldValueInvalid spec.ports[0].targetPort");
    row("B13 an address that is none", services, serviceWith("clusterIP: here, ports: [{port: 1}]"),
        "FieldValueInvalid spec.clusterIPs[0]");
    row("B13 a port of the nodes without an address", services,
        serviceWith("clusterIP: None, type: NodePort, ports: [{port: 1}]"),
        "FieldValueInvalid spec.clusterIPs[0]");
    row("B13 an address outside that is none", services, serviceWith("externalIPs: [x], ports: [{port: 1}]"),
        "FieldValueInvalid spec.externalIPs[0]");
    for (const std::string address :
        {"127.0.0.1", "'::1'", "0.0.0.0", "'::'", "169.254.1.1", "'fe80::1'", "224.0.0.5"})
        row(("B13 an address outside that is of a host " + address).c_str(), services,
            serviceWith("externalIPs: [" + address + "], ports: [{port: 1}]"),
            "FieldValueInvalid spec.externalIPs[0]");
    const std::string healthPort = "FieldValueInvalid spec.healthCheckNodePort";
    row("B13 a health check of what is not balanced", services,
        serviceWith("healthCheckNodePort: 30010, ports: [{port: 1}]"), healthPort);
    row("B13 a health check of all nodes", services,
        serviceWith("type: LoadBalancer, healthCheckNodePort: 30010, ports: [{port: 1}]"), healthPort);
    row("B13 a health check of the nodes' ports", services,
        serviceWith("type: NodePort, externalTrafficPolicy: Local, healthCheckNodePort: 30010, ports: "
                    "[{port: 1}]"),
        healthPort);
    row("B13 a health check below zero", services, serviceWith("healthCheckNodePort: -1, ports: [{port: 1}]"),
        healthPort);
    row("B13 no health check", services, serviceWith("healthCheckNodePort: 0, ports: [{port: 1}]"), "");
    row("B13 a health check", services,
        serviceWith("type: LoadBalancer, externalTrafficPolicy: Local, healthCheckNodePort: 30010, ports: "
                    "[{port: 1}]"),
        "");
    const auto nodeWith = [](const std::string &spec) {
        return "{metadata: {name: n}, spec: {" + spec + "}}";
    };
    row("B13 a node's network of pods", nodes, nodeWith("podCIDR: 10.1.0.0/24"), "");
    row("B13 a node's networks of pods", nodes,
        nodeWith("podCIDR: 10.1.0.0/24, podCIDRs: [10.1.0.0/24, '2001:db8::/64']"), "");
    row("B13 a node's network that is none", nodes, nodeWith("podCIDR: 10.1.0.0"),
        "FieldValueInvalid spec.podCIDRs[0]");
    row("B13 a node's second network that is none", nodes, nodeWith("podCIDRs: [10.1.0.0/24, x]"),
        "FieldValueInvalid spec.podCIDRs[1]");
    row("B13 another name without one", services, serviceWith("type: ExternalName"),
        "FieldValueRequired spec.externalName");
    row("B13 another name to its end", services, serviceWith("type: ExternalName, externalName: a.b."), "");
    row("B13 traffic from nowhere", services, serviceWith("externalTrafficPolicy: Local, ports: [{port: 1}]"),
        "FieldValueInvalid spec.externalTrafficPolicy");
    row("B13 how long a client stays", services,
        serviceWith(
            "sessionAffinity: ClientIP, sessionAffinityConfig: {clientIP: {timeoutSeconds: 0}}, ports: "
            "[{port: 1}]"),
        "FieldValueInvalid spec.sessionAffinityConfig.clientIP.timeoutSeconds");
    row("B13 a label that is none", services, serviceWith("selector: {'a b': c}, ports: [{port: 1}]"),
        "FieldValueInvalid spec.selector");
    row("B13 who may come", services,
        serviceWith("type: LoadBalancer, loadBalancerSourceRanges: [10.0.0.0/8], ports: [{port: 1}]"), "");
    row("B13 who may come, from nowhere", services,
        serviceWith("type: LoadBalancer, loadBalancerSourceRanges: [x, y], ports: [{port: 1}]"),
        "FieldValueInvalid spec.LoadBalancerSourceRanges");
    row("B13 who may come to what is not balanced", services,
        serviceWith("loadBalancerSourceRanges: [10.0.0.0/8], ports: [{port: 1}]"),
        "FieldValueForbidden spec.LoadBalancerSourceRanges");
    row("B13 whom a client stays with", services, serviceWith("sessionAffinity: Me, ports: [{port: 1}]"),
        "FieldValueNotSupported spec.sessionAffinity");
    const std::string_view ofVolumes = "/api/v1/persistentvolumes";
    const auto volumeWith = [](const std::string &spec) {
        return "{metadata: {name: v}, spec: {" + spec + "}}";
    };
    row("B13 a volume", ofVolumes,
        volumeWith("accessModes: [ReadWriteOncePod], capacity: {storage: 1Gi}, hostPath: {path: /x}"), "");
    row("B13 a volume of no size", ofVolumes,
        volumeWith("accessModes: [ReadWriteOnce], hostPath: {path: /x}"), "FieldValueRequired spec.capacity");
    row("B13 a volume of another size besides", ofVolumes,
        volumeWith("accessModes: [ReadWriteOnce], capacity: {storage: 1Gi, iops: 3}, hostPath: {path: /x}"),
        "FieldValueNotSupported spec.capacity");
    row("B13 a volume of another size alone", ofVolumes,
        volumeWith("accessModes: [ReadWriteOnce], capacity: {iops: 3}, hostPath: {path: /x}"),
        "FieldValueNotSupported spec.capacity");
    row("B13 a volume that is nowhere", ofVolumes,
        volumeWith("accessModes: [ReadWriteOnce], capacity: {storage: 1Gi}"), "FieldValueRequired spec");
    row("B13 a volume in two places", ofVolumes,
        volumeWith("accessModes: [ReadWriteOnce], capacity: {storage: 1Gi}, hostPath: {path: /x}, nfs: "
                   "{server: s, path: /y}"),
        "FieldValueForbidden spec.nfs");
    row("B13 a claim of nothing", "/api/v1/namespaces/default/persistentvolumeclaims",
        volumeWith("accessModes: [ReadWriteOnce], resources: {requests: {storage: 0}}"),
        "FieldValueInvalid spec.resources[storage]");
    row("B13 a claim in no known way", "/api/v1/namespaces/default/persistentvolumeclaims",
        volumeWith("accessModes: [Write], resources: {requests: {storage: 1}}"),
        "FieldValueNotSupported spec.accessModes");
    const std::string_view ofIngresses = "/apis/networking.k8s.io/v1/namespaces/default/ingresses";
    const auto ingressTo = [](const std::string &path) {
        return "{metadata: {name: i}, spec: {rules: [{host: '*.a.b', http: {paths: [{" + path + "}]}}]}}";
    };
    const std::string pathOfIngress = "spec.rules[0].http.paths[0].";
    row("B13 an Ingress", ofIngresses,
        ingressTo("path: /, pathType: Prefix, backend: {service: {name: s, port: {name: web}}}"), "");
    row("B13 an Ingress to nowhere", ofIngresses, "{metadata: {name: i}, spec: {}}",
        "FieldValueInvalid spec");
    row("B13 an Ingress to two ports", ofIngresses,
        ingressTo("pathType: ImplementationSpecific, backend: {service: {name: s, port: {name: web, number: "
                  "1}}}"),
        "FieldValueInvalid " + pathOfIngress + "backend");
    row("B13 an Ingress to no port", ofIngresses,
        ingressTo("path: /, pathType: Exact, backend: {service: {name: s}}"),
        "FieldValueRequired " + pathOfIngress + "backend");
    row("B13 a path that is none", ofIngresses,
        ingressTo("path: x, pathType: Exact, backend: {service: {name: s, port: {number: 1}}}"),
        "FieldValueInvalid " + pathOfIngress + "path");
    row("B13 no paths", ofIngresses, "{metadata: {name: i}, spec: {rules: [{http: {paths: []}}]}}",
        "FieldValueRequired spec.rules[0].http.paths");
    row("B13 an address as a host", ofIngresses, "{metadata: {name: i}, spec: {rules: [{host: 10.0.0.1}]}}",
        "FieldValueInvalid spec.rules[0].host");
    const auto ingressWithTls = [](const std::string &tls) {
        return "{metadata: {name: i}, spec: {defaultBackend: {service: {name: s, port: {number: 1}}}, tls: [{"
            + tls + "}]}}";
    };
    row("B13 hosts of a certificate", ofIngresses,
        ingressWithTls("hosts: [a.b, '*.a.b', 10.0.0.1], secretName: s"), "");
    for (const std::string host : {"A_b", "'*'", "a.*.b", "'*.A_'", "''"}) {
        row(("B13 a host of a certificate " + host).c_str(), ofIngresses,
            ingressWithTls("hosts: [a.b, " + host + "]"), "FieldValueInvalid spec.tls[0].hosts[1]");
    }
    row("B13 a certificate's Secret", ofIngresses, ingressWithTls("secretName: A_"),
        "FieldValueInvalid spec.tls[0].secretName");
    const std::string_view ofPolicies = "/apis/networking.k8s.io/v1/namespaces/default/networkpolicies";
    const auto policyFrom = [](const std::string &peer) {
        return "{metadata: {name: n}, spec: {podSelector: {}, ingress: [{from: [" + peer + "]}]}}";
    };
    row("B13 a policy", ofPolicies, policyFrom("{ipBlock: {cidr: 10.0.0.0/8, except: ['10.1.0.0/16']}}"), "");
    row("B13 a policy for nobody", ofPolicies, policyFrom("{}"),
        "FieldValueRequired spec.ingress[0].from[0]");
    row("B13 a policy for what has no such label", ofPolicies,
        "{metadata: {name: n}, spec: {podSelector: {matchLabels: {a: b c}}}}",
        "FieldValueInvalid spec.podSelector.matchLabels");
    row("B13 a policy from what has no such label", ofPolicies,
        policyFrom("{namespaceSelector: {matchExpressions: [{key: a b, operator: Exists}]}}"),
        "FieldValueInvalid spec.ingress[0].from[0].namespaceSelector.matchExpressions[0].key");
    row("B13 a budget of what has no such label", "/apis/policy/v1/namespaces/default/poddisruptionbudgets",
        "{metadata: {name: x}, spec: {selector: {matchLabels: {a: b c}}}}",
        "FieldValueInvalid spec.selector.matchLabels");
    row("B13 a claim of what has no such label", "/api/v1/namespaces/default/persistentvolumeclaims",
        "{metadata: {name: x}, spec: {accessModes: [ReadWriteOnce], selector: {matchLabels: {a: b c}}, "
        "resources: {requests: {storage: 1Gi}}}}",
        "FieldValueInvalid spec.selector.matchLabels");
    row("B13 a taint's key", "/api/v1/nodes",
        "{metadata: {name: x}, spec: {taints: [{key: a b, effect: NoSchedule}]}}",
        "FieldValueInvalid metadata.taints[0].key");
    row("B13 a taint's value", "/api/v1/nodes",
        "{metadata: {name: x}, spec: {taints: [{key: a, value: b c, effect: NoSchedule}]}}",
        "FieldValueInvalid metadata.taints[0].value");
    row("B13 an exception elsewhere", ofPolicies,
        policyFrom("{ipBlock: {cidr: 10.0.0.0/8, except: ['10.1.0.0/16', '11.0.0.0/16']}}"),
        "FieldValueInvalid spec.ingress[0].from[0].ipBlock.except[1]");
    row("B13 an exception of all", ofPolicies,
        policyFrom("{ipBlock: {cidr: 10.0.0.0/8, except: ['10.0.0.0/8']}}"),
        "FieldValueInvalid spec.ingress[0].from[0].ipBlock.except[0]");
    row("B13 an exception of another family", ofPolicies,
        policyFrom("{ipBlock: {cidr: 0.0.0.0/0, except: ['2001:db8::/64']}}"),
        "FieldValueInvalid spec.ingress[0].from[0].ipBlock.except[0]");
    row("B13 exceptions of IPv6", ofPolicies,
        policyFrom("{ipBlock: {cidr: '2001:db8::/64', except: ['2001:db8::/96']}}"), "");
    const auto policyOfPort = [](const std::string &port) {
        return "{metadata: {name: x}, spec: {podSelector: {}, egress: [{ports: [{" + port + "}]}]}}";
    };
    row("B13 ports", ofPolicies, policyOfPort("port: 80, endPort: 90"), "");
    row("B13 a port by name", ofPolicies, policyOfPort("port: web"), "");
    row("B13 a port by a name that is none", ofPolicies, policyOfPort("port: Web"),
        "FieldValueInvalid spec.egress[0].ports[0].port");
    for (const std::string ports :
        {"port: 80, endPort: 79", "port: 80, endPort: 70000", "port: web, endPort: 90", "endPort: 90"})
        row(("B13 ports " + ports).c_str(), ofPolicies, policyOfPort(ports),
            "FieldValueInvalid spec.egress[0].ports[0].endPort");
    const std::string_view ofRuntimes = "/apis/node.k8s.io/v1/runtimeclasses";
    row("B13 a revision without data", "/apis/apps/v1/namespaces/default/controllerrevisions",
        "{metadata: {name: x}, revision: 1}", "FieldValueRequired data");
    row("B13 a runtime without a handler", ofRuntimes, "{metadata: {name: x}}", "FieldValueInvalid handler");
    row("B13 a runtime's handler", ofRuntimes, "{metadata: {name: x}, handler: A_b}",
        "FieldValueInvalid handler");
    row("B13 a runtime that costs less than nothing", ofRuntimes,
        "{metadata: {name: x}, handler: a, overhead: {podFixed: {cpu: '-1'}}}",
        "FieldValueInvalid overhead.limits[cpu]");
    row("B13 a runtime that costs something", ofRuntimes,
        "{metadata: {name: x}, handler: a, overhead: {podFixed: {cpu: 250m}}}", "");
    row("B13 a runtime of no nodes", ofRuntimes,
        "{metadata: {name: x}, handler: a, scheduling: {nodeSelector: {a b: c}}}",
        "FieldValueInvalid scheduling.nodeSelector");
    const std::string_view ofIngressClasses = "/apis/networking.k8s.io/v1/ingressclasses";
    const auto ingressClassOf = [](const std::string &controller, const std::string &parameters = {}) {
        return "{metadata: {name: x}, spec: {controller: '" + controller + "'"
            + (parameters.empty() ? "" : ", parameters: {" + parameters + "}") + "}}";
    };
    row("B13 an IngressClass", ofIngressClasses, ingressClassOf("a.b/c/d", "kind: P, name: p"), "");
    row("B13 an IngressClass of nobody", ofIngressClasses, "{metadata: {name: x}}",
        "FieldValueRequired spec.controller");
    for (const std::string controller : {"nginx", "a.b/", "/x", "A_b/c", "a.b/c d"})
        row(("B13 an IngressClass of " + controller).c_str(), ofIngressClasses, ingressClassOf(controller),
            "FieldValueInvalid spec.controller");
    row("B13 an IngressClass of a long controller", ofIngressClasses,
        ingressClassOf("a.b/" + std::string(250, 'c')), "FieldValueTooLong spec.controller");
    row("B13 parameters of no kind", ofIngressClasses, ingressClassOf("a.b/c", "name: p"),
        "FieldValueRequired spec.parameters.kind");
    row("B13 parameters with a slash", ofIngressClasses, ingressClassOf("a.b/c", "kind: P, name: p/q"),
        "FieldValueInvalid spec.parameters.name");
    row("B13 parameters of no group", ofIngressClasses,
        ingressClassOf("a.b/c", "apiGroup: A_, kind: P, name: p"),
        "FieldValueInvalid spec.parameters.apiGroup");
    row("B13 parameters in a namespace", ofIngressClasses,
        ingressClassOf("a.b/c", "kind: P, name: p, scope: Namespace, namespace: n"), "");
    row("B13 parameters in which namespace", ofIngressClasses,
        ingressClassOf("a.b/c", "kind: P, name: p, scope: Namespace"),
        "FieldValueRequired spec.parameters.namespace");
    row("B13 parameters of the cluster in a namespace", ofIngressClasses,
        ingressClassOf("a.b/c", "kind: P, name: p, namespace: n"),
        "FieldValueForbidden spec.parameters.namespace");
    const std::string ofStorage = "/apis/storage.k8s.io/v1/";
    row("B13 modes of a CSIDriver", ofStorage + "csidrivers",
        "{metadata: {name: x}, spec: {volumeLifecycleModes: [Persistent, Both]}}",
        "FieldValueNotSupported spec.volumeLifecycleModes");
    row("B13 the group's policy of a CSIDriver", ofStorage + "csidrivers",
        "{metadata: {name: x}, spec: {fsGroupPolicy: All}}", "FieldValueNotSupported spec.fsGroupPolicy");
    const auto nodeOfDrivers = [](const std::string &drivers) {
        return "{metadata: {name: x}, spec: {drivers: [" + drivers + "]}}";
    };
    row("B13 a CSINode", ofStorage + "csinodes",
        nodeOfDrivers("{name: a.b, nodeID: x, topologyKeys: [a/b], allocatable: {count: 0}}"), "");
    row("B13 a driver without a name", ofStorage + "csinodes", nodeOfDrivers("{nodeID: x}"),
        "FieldValueRequired spec.drivers[0].name");
    row("B13 a driver's name", ofStorage + "csinodes", nodeOfDrivers("{name: A_b, nodeID: x}"),
        "FieldValueInvalid spec.drivers[0].name");
    row("B13 a driver's node", ofStorage + "csinodes", nodeOfDrivers("{name: a.b}"),
        "FieldValueRequired spec.drivers[0].nodeID");
    row("B13 a driver twice", ofStorage + "csinodes",
        nodeOfDrivers("{name: a.b, nodeID: x}, {name: a.b, nodeID: y}"),
        "FieldValueDuplicate spec.drivers[1].name");
    row("B13 a driver of less than no volume", ofStorage + "csinodes",
        nodeOfDrivers("{name: a.b, nodeID: x, allocatable: {count: -1}}"),
        "FieldValueInvalid spec.drivers[0].allocatable.count");
    row("B13 a driver's key twice", ofStorage + "csinodes",
        nodeOfDrivers("{name: a.b, nodeID: x, topologyKeys: [a, a]}"), "FieldValueDuplicate spec.drivers[0]");
    row("B13 a network that is none", ofPolicies, policyFrom("{ipBlock: {cidr: 10.0.0.0/33}}"),
        "FieldValueInvalid spec.ingress[0].from[0].ipBlock.cidr");
    row("B13 a network and its pods", ofPolicies,
        policyFrom("{ipBlock: {cidr: 10.0.0.0/8}, podSelector: {}}"),
        "FieldValueForbidden spec.ingress[0].from[0]");
    row("B13 a policy of another type", ofPolicies, "{metadata: {name: n}, spec: {policyTypes: [Sideways]}}",
        "FieldValueNotSupported spec.policyTypes[0]");
    const std::string_view ofEndpoints = "/api/v1/namespaces/default/endpoints";
    row("B13 endpoints nowhere", ofEndpoints, "{metadata: {name: e}, subsets: [{ports: [{port: 1}]}]}",
        "FieldValueRequired subsets[0]");
    row("B13 endpoints' ports without names", ofEndpoints,
        "{metadata: {name: e}, subsets: [{addresses: [{ip: 10.0.0.1}], ports: [{port: 1}, {port: 2, name: "
        "b}]}]}",
        "FieldValueRequired subsets[0].ports[0].name");
    row("B13 endpoints at no address", ofEndpoints,
        "{metadata: {name: e}, subsets: [{addresses: [{ip: x}]}]}",
        "FieldValueInvalid subsets[0].addresses[0].ip");
    row("a key of data", configMaps, "{metadata: {name: a}, data: {'bad key': x}}",
        "FieldValueInvalid data[bad key]");
    row("binary data", configMaps, "{metadata: {name: a}, binaryData: {k: '***'}}", "400");
    row("a Secret's data", secrets, "{metadata: {name: a}, data: {k: '***'}}", "400");
    row("B13 a Secret's data in lines", secrets, R"({metadata: {name: a}, data: {k: "aGVs\r\nbG8=\n"}})", "");
    row("a Secret's data in base64", secrets, "{metadata: {name: a}, data: {k: aGVsbG8=}}", "");
    row("a certificate without its key", secrets,
        "{metadata: {name: a}, type: kubernetes.io/tls, data: {tls.crt: ''}}",
        "FieldValueRequired data[tls.key]");
    row("B13 logins that are none", secrets,
        "{metadata: {name: a}, type: kubernetes.io/dockerconfigjson, data: {.dockerconfigjson: eA==}}",
        "FieldValueInvalid data[.dockerconfigjson]");
    row("B13 logins", secrets,
        "{metadata: {name: a}, type: kubernetes.io/dockerconfigjson, data: {.dockerconfigjson: e30=}}", "");
    row("B13 a login without a word", secrets,
        "{metadata: {name: a}, type: kubernetes.io/basic-auth, data: {other: eA==}}",
        "FieldValueRequired data[username]");
    row("B13 a password alone", secrets,
        "{metadata: {name: a}, type: kubernetes.io/basic-auth, data: {password: eA==}}", "");
    row("B13 a token of nobody", secrets, "{metadata: {name: a}, type: kubernetes.io/service-account-token}",
        "FieldValueRequired metadata.annotations[kubernetes.io/service-account.name]");
    const std::string_view ofQuotas = "/api/v1/namespaces/default/resourcequotas";
    row("B13 a quota of less than nothing", ofQuotas, "{metadata: {name: q}, spec: {hard: {cpu: '-1'}}}",
        "FieldValueInvalid spec.hard[cpu]");
    row("B13 a quota for some and the others", ofQuotas,
        "{metadata: {name: q}, spec: {scopes: [Terminating, NotTerminating]}}",
        "FieldValueInvalid spec.scopes");
    row("B13 a quota of nobody knows what", ofQuotas, "{metadata: {name: q}, spec: {hard: {tea: 1}}}",
        "FieldValueInvalid spec.hard[tea]");
    row("B13 a quota of no kind", ofQuotas, "{metadata: {name: q}, spec: {hard: {count/: 1}}}",
        "FieldValueInvalid spec.hard[count/]");
    row("B13 a quota of half a pod", ofQuotas, "{metadata: {name: q}, spec: {hard: {pods: 1500m}}}",
        "FieldValueInvalid spec.hard[pods]");
    row("B13 a quota of all sorts", ofQuotas,
        "{metadata: {name: q}, spec: {hard: {cpu: 500m, limits.memory: 1Gi, count/jobs.batch: 1, "
        "requests.example.com/gpu: 1, hugepages-2Mi: 2Mi, pods: 2000m}}}",
        "");
    for (const std::string whole : {"example.com/gpu", "count/jobs.batch"})
        row(("B13 a quota of half a " + whole).c_str(), ofQuotas,
            "{metadata: {name: q}, spec: {hard: {" + whole + ": 1500m}}}",
            "FieldValueInvalid spec.hard[" + whole + "]");
    const auto scoped = [](const std::string &scope, const std::string &resource) {
        return "{metadata: {name: q}, spec: {scopes: [" + scope + "], hard: {" + resource + ": 1}}}";
    };
    for (const std::string resource : {"services", "requests.storage", "limits.ephemeral-storage", "cpu"})
        row(("B13 a scope without " + resource).c_str(), ofQuotas, scoped("BestEffort", resource),
            "FieldValueInvalid spec.scopes");
    row("B13 a scope of pods alone", ofQuotas, scoped("PriorityClass", "services"),
        "FieldValueInvalid spec.scopes");
    for (const std::string resource : {"pods", "cpu", "limits.memory", "count/pods", "requests.a.b/c"})
        row(("B13 a scope with " + resource).c_str(), ofQuotas, scoped("Terminating", resource), "");
    row("B13 a scope that is selected", ofQuotas,
        "{metadata: {name: q}, spec: {scopeSelector: {matchExpressions: [{scopeName: BestEffort, operator: "
        "Exists}]}, hard: {cpu: 1}}}",
        "FieldValueInvalid spec.scopeSelector.matchExpressions");
    row("B13 a quota for whom", ofQuotas, "{metadata: {name: q}, spec: {scopes: [Mine]}}",
        "FieldValueNotSupported spec.scopes[0]");
    const std::string pod = "spec: {containers: [{name: c, image: i}]}";
    row("pods of a Deployment that end", deployments,
        "{metadata: {name: d}, spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: "
        "b}}, "
        "spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}}",
        "FieldValueNotSupported spec.template.spec.restartPolicy");
    const std::string autoscalers = "/apis/autoscaling/v2beta2/namespaces/default/horizontalpodautoscalers";
    const auto autoscaler = [](const std::string &more) {
        return "{metadata: {name: h}, spec: {scaleTargetRef: {kind: Deployment, name: d}, " + more + "}}";
    };
    row("an autoscaler", autoscalers, autoscaler("minReplicas: 2, maxReplicas: 2"), "");
    row("an autoscaler that may have less than it must", autoscalers,
        autoscaler("minReplicas: 3, maxReplicas: 2"), "FieldValueInvalid spec.maxReplicas");
    row("B13 an autoscaler of nothing", autoscalers,
        "{metadata: {name: h}, spec: {maxReplicas: 2, scaleTargetRef: {kind: '', name: d}}}",
        "FieldValueRequired spec.scaleTargetRef.kind");
    row("B13 an autoscaler of what is none", autoscalers,
        "{metadata: {name: h}, spec: {maxReplicas: 2, scaleTargetRef: {kind: Deployment, name: a/b}}}",
        "FieldValueInvalid spec.scaleTargetRef.name");
    row("B13 an autoscaler for no use", autoscalers,
        autoscaler("maxReplicas: 2, metrics: [{type: Resource, resource: {name: cpu, target: {type: "
                   "Utilization, averageUtilization: 0}}}]"),
        "FieldValueInvalid spec.metrics[0].resource.target.averageUtilization");
    row("B13 a provisioner that is none", "/apis/storage.k8s.io/v1/storageclasses",
        "{metadata: {name: c}, provisioner: a b}", "FieldValueInvalid provisioner");
    row("B13 a class of volumes that is none", "/api/v1/namespaces/default/persistentvolumeclaims",
        "{metadata: {name: c}, spec: {accessModes: [ReadWriteOnce], storageClassName: A_, resources: "
        "{requests: "
        "{storage: 1}}}}",
        "FieldValueInvalid spec.storageClassName");
    row("B13 a PodTemplate of no containers", "/api/v1/namespaces/default/podtemplates",
        "{metadata: {name: t}, template: {spec: {containers: []}}}",
        "FieldValueRequired template.spec.containers");
    row("a selector that chooses other pods", deployments,
        "{metadata: {name: d}, spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: "
        "c}}, "
            + pod + "}}}",
        "FieldValueInvalid spec.template.metadata.labels");
    row("a selector that chooses everything", deployments,
        "{metadata: {name: d}, spec: {selector: {}, template: {metadata: {labels: {a: c}}, " + pod + "}}}",
        "FieldValueInvalid spec.selector");
    row("a schedule", "/apis/batch/v1/namespaces/default/cronjobs",
        "{metadata: {name: c}, spec: {schedule: often, jobTemplate: {spec: {template: {" + pod + "}}}}}",
        "FieldValueInvalid spec.schedule");
    row("a schedule by name", "/apis/batch/v1/namespaces/default/cronjobs",
        "{metadata: {name: c}, spec: {schedule: '@daily', jobTemplate: {spec: {template: {spec: "
        "{restartPolicy: "
        "OnFailure, containers: [{name: c, image: i}]}}}}}}",
        "");
    const auto named = [](std::size_t characters) {
        return "{metadata: {name: " + std::string(characters, 'c')
            + "}, spec: {schedule: '@daily', jobTemplate: {spec: {template: {spec: {restartPolicy: Never, "
              "containers: [{name: c, image: i}]}}}}}}";
    };
    row("B13 a schedule's name", "/apis/batch/v1/namespaces/default/cronjobs", named(52), "");
    row("B13 a schedule's long name", "/apis/batch/v1/namespaces/default/cronjobs", named(53),
        "FieldValueInvalid metadata.name");
    row("a schedule of pods that never end", "/apis/batch/v1/namespaces/default/cronjobs",
        "{metadata: {name: c}, spec: {schedule: '@daily', jobTemplate: {spec: {template: {" + pod + "}}}}}",
        "FieldValueRequired spec.jobTemplate.spec.template.spec.restartPolicy");
    const auto jobWith = [](const std::string &spec, const std::string &labels) {
        return "{metadata: {name: j}, spec: {" + spec + "template: {metadata: {labels: {" + labels
            + "}}, spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}}";
    };
    const std::string_view ofJobs = "/apis/batch/v1/namespaces/default/jobs";
    row("B13 a job", ofJobs, jobWith("", "a: b"), "");
    row("B13 a job that chooses its pods unasked", ofJobs,
        jobWith("selector: {matchLabels: {a: b}}, ", "a: b"), "FieldValueInvalid spec.selector");
    row("B13 a job that may choose its pods", ofJobs,
        jobWith("manualSelector: true, selector: {matchLabels: {a: b}}, ", "a: b"), "");
    row("B13 a job that chooses every pod", ofJobs, jobWith("manualSelector: true, selector: {}, ", "a: b"),
        "");
    row("B13 a job that does not", ofJobs, jobWith("manualSelector: true, ", "a: b"),
        "FieldValueRequired spec.selector");
    row("B13 a job that chooses others", ofJobs,
        jobWith("manualSelector: true, selector: {matchLabels: {a: c}}, ", "a: b"),
        "FieldValueInvalid spec.template.metadata.labels");
    row("B13 less patience than a pod needs", deployments,
        deploymentWith("progressDeadlineSeconds: 5, minReadySeconds: 10, "),
        "FieldValueInvalid spec.progressDeadlineSeconds");
    row("B13 a history of less than nothing", deployments, deploymentWith("revisionHistoryLimit: -1, "),
        "FieldValueInvalid spec.revisionHistoryLimit");
    const auto chosenBy = [](const std::string &selector, const std::string &label) {
        return "{metadata: {name: d}, spec: {selector: {" + selector
            + "}, template: {metadata: {labels: {a: '" + label
            + "'}}, spec: {containers: [{name: c, image: i}]}}}}";
    };
    row("B13 among no values", deployments, chosenBy("matchExpressions: [{key: a, operator: In}]", "b"),
        "FieldValueRequired spec.selector.matchExpressions[0].values");
    row("B13 with values that do not matter", deployments,
        chosenBy("matchExpressions: [{key: a, operator: Exists, values: [b]}]", "b"),
        "FieldValueForbidden spec.selector.matchExpressions[0].values");
    row("B13 a label that is none", deployments, chosenBy("matchLabels: {a: 'b c'}", "b c"),
        "FieldValueInvalid spec.template.labels");
    row("B13 pods of a Deployment with a deadline", deployments,
        "{metadata: {name: d}, spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: "
        "b}}, spec: {activeDeadlineSeconds: 1, containers: [{name: c, image: i}]}}}}",
        "FieldValueForbidden spec.template.spec.activeDeadlineSeconds");
    row("indexes without an end", "/apis/batch/v1/namespaces/default/jobs",
        "{metadata: {name: j}, spec: {completionMode: Indexed, parallelism: 2, template: {spec: "
        "{restartPolicy: Never, containers: [{name: c, image: i}]}}}}",
        "FieldValueRequired spec.completions");
    const auto indexed = [](const std::string &more) {
        return "{metadata: {name: j}, spec: {completionMode: Indexed, completions: 3, " + more
            + ", template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}}";
    };
    const char *jobs = "/apis/batch/v1/namespaces/default/jobs";
    const auto failing = [&](const std::string &rule) {
        return indexed("podFailurePolicy: {rules: [" + rule + "]}");
    };
    const std::string failureRule = "spec.podFailurePolicy.rules[0]";
    const std::string successRule = "spec.successPolicy.rules[0]";
    row("limits of indexes", jobs, indexed("backoffLimitPerIndex: 1, maxFailedIndexes: 3"), "");
    row("limits of no indexes", jobs,
        "{metadata: {name: j}, spec: {backoffLimitPerIndex: 1, template: {spec: {restartPolicy: Never, "
        "containers: [{name: c, image: i}]}}}}",
        "FieldValueInvalid spec.backoffLimitPerIndex");
    row("more failed indexes than there are", jobs, indexed("backoffLimitPerIndex: 1, maxFailedIndexes: 4"),
        "FieldValueInvalid spec.maxFailedIndexes");
    row("failed indexes without a limit", jobs, indexed("maxFailedIndexes: 1"),
        "FieldValueRequired spec.backoffLimitPerIndex");
    row("a failure policy", jobs,
        failing("{action: FailJob, onExitCodes: {containerName: c, operator: In, values: [3, 42]}}, "
                "{action: Ignore, onPodConditions: [{type: DisruptionTarget}]}"),
        "");
    row("a failure policy for nothing", jobs, failing("{action: Count}"), "FieldValueInvalid " + failureRule);
    row("a failure policy for both", jobs,
        failing("{action: Count, onExitCodes: {operator: NotIn, values: [0]}, onPodConditions: [{type: T}]}"),
        "FieldValueInvalid " + failureRule);
    row("a failure that fails no index", jobs, failing("{action: FailIndex, onPodConditions: [{type: T}]}"),
        "FieldValueInvalid " + failureRule + ".action");
    row("success as a failure", jobs, failing("{action: Count, onExitCodes: {operator: In, values: [0]}}"),
        "FieldValueInvalid " + failureRule + ".onExitCodes.values[0]");
    row("exit codes in no order", jobs,
        failing("{action: Count, onExitCodes: {operator: In, values: [2, 1]}}"),
        "FieldValueInvalid " + failureRule + ".onExitCodes.values");
    row("exit codes of nobody", jobs,
        failing("{action: Count, onExitCodes: {containerName: d, operator: In, values: [1]}}"),
        "FieldValueInvalid " + failureRule + ".onExitCodes.containerName");
    row("a success policy", jobs,
        indexed("successPolicy: {rules: [{succeededIndexes: '0,2', succeededCount: 1}]}"), "");
    row("a success policy without rules", jobs, indexed("successPolicy: {rules: []}"),
        "FieldValueRequired spec.successPolicy.rules");
    row("success of nothing", jobs, indexed("successPolicy: {rules: [{}]}"),
        "FieldValueRequired " + successRule);
    row("success of indexes that are not there", jobs,
        indexed("successPolicy: {rules: [{succeededIndexes: '1-3'}]}"),
        "FieldValueInvalid " + successRule + ".succeededIndexes");
    row("success of more than there are", jobs,
        indexed("successPolicy: {rules: [{succeededIndexes: '0-1', succeededCount: 3}]}"),
        "FieldValueInvalid " + successRule + ".succeededCount");
    row("a schedule whose jobs' names would be too long", "/apis/batch/v1/namespaces/default/cronjobs",
        "{metadata: {name: " + std::string(53, 'c')
            + "}, spec: {schedule: '@daily', jobTemplate: {spec: {template: {spec: {restartPolicy: Never, "
              "containers: [{name: c, image: i}]}}}}}}",
        "FieldValueInvalid metadata.name");
    row("a claim without access modes", "/api/v1/namespaces/default/persistentvolumeclaims",
        "{metadata: {name: c}, spec: {resources: {requests: {storage: 1Gi}}}}",
        "FieldValueRequired spec.accessModes");
    row("a name that is the system's", "/apis/scheduling.k8s.io/v1/priorityclasses",
        "{metadata: {name: system-mine}, value: 7}", "FieldValueForbidden metadata.name");
}

void TestBuiltInKinds::refusals()
{
    QFETCH(const std::string, path);
    QFETCH(const std::string, body);
    QFETCH(const std::string, expected);
    Lab lab;
    const Response answer = lab.post(path, body);
    if (expected.empty())
        QVERIFY2(answer.code == 201, message(answer).c_str());
    else if (expected == "400")
        COMPARE_TEXT(verdict(answer), "400 BadRequest");
    else
        QVERIFY2(cause(answer) == expected, (cause(answer) + ": " + message(answer)).c_str());
    QVERIFY(message(answer).find("***") == std::string::npos); // secrets are not repeated
}

void TestBuiltInKinds::severalErrorsAreTold() // I4
{
    Lab lab;
    const auto causes = [](const Response &response) {
        std::vector<std::string> fields;
        for (const Json &one : response.body->at_pointer("/details/causes").get_array())
            fields.emplace_back(api::textAt(one, {"field"}));
        return fields;
    };
    const Response badPod = lab.post(pods,
        "{metadata: {name: P}, spec: {restartPolicy: x, dnsPolicy: y, containers: [{name: C_, image: i, "
        "imagePullPolicy: z}]}}");
    COMPARE_TEXT(verdict(badPod), "422 Invalid");
    std::vector<std::string> all = causes(badPod);
    std::ranges::sort(all);
    QCOMPARE(all,
        (std::vector<std::string> {"metadata.name", "spec.containers[0].imagePullPolicy",
            "spec.containers[0].name", "spec.dnsPolicy", "spec.restartPolicy"}));
    const Response unchosen = lab.post(deployments,
        "{metadata: {name: d}, spec: {template: {metadata: {labels: {a: c}}, spec: {containers: [{name: c, "
        "image: i}]}}}}");
    all = causes(unchosen);
    std::ranges::sort(all);
    QCOMPARE(all, (std::vector<std::string> {"spec.selector", "spec.template.metadata.labels"}));
}

void TestBuiltInKinds::countsOfAStatus() // D10
{
    Lab lab;
    const std::string path = deployments / "d";
    QCOMPARE(
        lab.post(deployments,
               "{metadata: {name: d}, spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: "
               "{a: b}}, spec: {containers: [{name: c, image: i}]}}}}")
            .code,
        201);
    QCOMPARE(
        lab.patch(path + "/status", "{status: {replicas: 2, readyReplicas: 2, availableReplicas: 1}}").code,
        200);
    COMPARE_TEXT(message(lab.patch(path + "/status", "{status: {replicas: 1}}")),
        "Deployment.apps \"d\" is invalid: status.readyReplicas: Invalid value: 2: cannot be greater than "
        "status.replicas");
    COMPARE_TEXT(message(lab.patch(path + "/status", "{status: {readyReplicas: 0}}")),
        "Deployment.apps \"d\" is invalid: status.availableReplicas: Invalid value: 1: cannot be greater "
        "than "
        "readyReplicas");
    QCOMPARE(lab.patch(path, "{spec: {replicas: 5}}").code, 200);
}

void TestBuiltInKinds::selectorsOfJobs_data() // B10
{
    QTest::addColumn<std::string>("selector");
    QTest::newRow("none") << std::string();
    QTest::newRow("null") << std::string("selector: null, ");
    QTest::newRow("empty") << std::string("selector: {}, ");
    QTest::newRow("without labels") << std::string("selector: {matchLabels: {}, matchExpressions: []}, ");
    QTest::newRow("empty, and not its own") << std::string("manualSelector: false, selector: {}, ");
}

void TestBuiltInKinds::selectorsOfJobs()
{
    QFETCH(const std::string, selector);
    Lab lab;
    const Response made = lab.post("/apis/batch/v1/namespaces/default/jobs",
        "{metadata: {name: j}, spec: {" + selector
            + "template: {metadata: {labels: {a: b}}, spec: {restartPolicy: Never, containers: [{name: c, "
              "image: i}]}}}}");
    QVERIFY2(made.code == 201, message(made).c_str());
    const std::string uid = at(made, {"metadata", "uid"});
    COMPARE_TEXT(at(made, {"spec", "selector"}),
        R"({"matchLabels":{"batch.kubernetes.io/controller-uid":")" + uid + R"("}})");
    COMPARE_TEXT(
        at(made, {"spec", "template", "metadata", "labels", "batch.kubernetes.io/controller-uid"}), uid);
    COMPARE_TEXT(at(made, {"spec", "template", "metadata", "labels", "a"}), "b");
}

void TestBuiltInKinds::labelsOfJobs() // B10
{
    constexpr std::string_view jobs = "/apis/batch/v1/namespaces/default/jobs";
    const auto job = [](const std::string &metadata, const std::string &more, const std::string &labels) {
        return "{metadata: {" + metadata + "}, spec: {" + more + "template: {metadata: {labels: {" + labels
            + "}}, spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}}";
    };
    Lab lab;
    const auto labelsOf = [&](const std::string &name) {
        return at(lab.get(jobs / name), {"metadata", "labels"});
    };
    QCOMPARE(lab.post(jobs, job("name: j", "", "a: b")).code, 201);
    const std::string ofPods = at(lab.get(jobs / "j"), {"spec", "template", "metadata", "labels"});
    COMPARE_TEXT(labelsOf("j"), ofPods);
    COMPARE_TEXT(at(lab.get(jobs / "j"), {"metadata", "labels", "job-name"}), "j");
    QCOMPARE(lab.patch(jobs / "j", "{metadata: {labels: null}}").code, 200);
    COMPARE_TEXT(labelsOf("j"), ofPods);
    QCOMPARE(lab.post(jobs, job("name: own, labels: {x: y}", "", "a: b")).code, 201);
    COMPARE_TEXT(labelsOf("own"), R"({"x":"y"})");
    QCOMPARE(lab.post(jobs, job("name: m", "manualSelector: true, selector: {matchLabels: {a: b}}, ", "a: b"))
                 .code,
        201);
    COMPARE_TEXT(labelsOf("m"), R"({"a":"b"})");
    COMPARE_TEXT(verdict(lab.patch(jobs / "m", "{metadata: {labels: [x]}}")), "422 Invalid");
}

QTEST_GUILESS_MAIN(TestBuiltInKinds)
#include "tst_builtinkinds.moc"
