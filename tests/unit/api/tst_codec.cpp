// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/event.h"
#include "core/api/mcm.h"
#include "core/api/node.h"
#include "core/api/pod.h"
#include "core/api/secret.h"
#include "tests/unit/printing.h"

#include <functional>

using namespace core::api;

namespace {

using Reencode = std::function<core::base::Result<Json>(const Json &)>;

template<typename T>
Reencode throughKind()
{
    return [](const Json &json) -> core::base::Result<Json> {
        auto object = decode<T>(json);
        if (!object)
            return tl::unexpected(object.error());
        if (decode<T>(encodeObject(*object)) != object)
            return core::base::fail(core::base::ErrorKind::Transient, "what was written reads differently");
        return encodeObject(*object);
    };
}

const char *const metadata =
    "'metadata':{'name':'n','generateName':'n-','namespace':'ns','uid':'u-1',"
    "'resourceVersion':'17','generation':3,'creationTimestamp':'2026-11-20T10:00:00Z',"
    "'deletionTimestamp':'2026-11-20T10:00:30Z','deletionGracePeriodSeconds':30,"
    "'labels':{'a':'1','b.io/c':''},'annotations':{'d':'{}'},'finalizers':['f.io/x'],"
    "'ownerReferences':[{'apiVersion':'v1','kind':'K','name':'o','uid':'u-2',"
    "'controller':true,'blockOwnerDeletion':false}]}";

Json document(const std::string &rest)
{
    std::string text = rest;
    if (const std::size_t at = text.find("METADATA"); at != std::string::npos)
        text.replace(at, 8, metadata);
    return json(text);
}

const char *const machineSpec =
    "{'metadata':{'name':'x','generateName':'x-','namespace':'y','labels':{'l':'1'},"
    "'annotations':{'m':'2'}},'taints':[{'key':'k','value':'v','effect':'NoSchedule',"
    "'timeAdded':'2026-11-20T10:00:00Z'}],'providerSpec':{'value':{'any':['thing',1,"
    "null]}},'providerID':'kubemark://p','lifecycleHooks':{'preDrain':[{'name':'d',"
    "'owner':'o'}],'preTerminate':[{'name':'t','owner':'o'}]}}";

const char *const condition =
    "{'type':'Drained','status':'False','severity':'Warning','reason':'R','message':'m',"
    "'lastTransitionTime':'2026-11-20T10:00:00Z'}";

const char *const managedSpec =
    "{'class':{'apiGroup':'machine.sapcloud.io','kind':'MachineClass','name':'c'},'providerID':'kubemark://"
    "p',"
    "'nodeTemplate':{'metadata':{'labels':{'l':'1'},'annotations':{'m':'2'}},'spec':{'taints':[{'key':'k',"
    "'value':'v','effect':'NoSchedule'}]}},'drainTimeout':'2h0m0s','healthTimeout':'10m0s',"
    "'creationTimeout':'20m0s','inPlaceUpdateTimeout':'20m0s','machinePreserveTimeout':'96h0m0s',"
    "'disableHealthTimeout':false,'maxEvictRetries':360,'nodeConditions':'KernelDeadlock,DiskPressure'}";

const char *const lastOperation =
    "{'description':'d','errorCode':'ResourceExhausted','lastUpdateTime':'2026-11-20T10:00:00Z',"
    "'state':'Failed','type':'Delete','step':4}";

const std::string managedSummary =
    std::string("{'name':'m','providerID':'p','ownerRef':'s','lastOperation':") + lastOperation + "}";

} // namespace

class TestCodec : public QObject
{
    Q_OBJECT

private slots:
    void everyFieldOfEveryKindSurvives_data()
    {
        QTest::addColumn<Reencode>("reencode");
        QTest::addColumn<Json>("json");
        const std::string machines = "{'apiVersion':'machine.openshift.io/v1beta1','kind':";
        QTest::newRow("Machine")
            << throughKind<Machine>()
            << document(machines + "'Machine',METADATA,'spec':" + machineSpec
                   + ",'status':{'nodeRef':{'apiVersion':'v1','kind':'Node','name':'p','namespace':'',"
                     "'uid':'u','resourceVersion':'5','fieldPath':'spec'},"
                     "'lastUpdated':'2026-11-20T10:00:00Z','errorReason':'InvalidConfiguration',"
                     "'errorMessage':'e','failureMessage':'e','providerStatus':{'instanceId':'a/b'},"
                     "'addresses':[{'type':'InternalIP','address':'10.0.0.1'}],'phase':'Failed',"
                     "'conditions':["
                   + condition + "]}}");
        QTest::newRow("MachineSet")
            << throughKind<MachineSet>()
            << document(machines
                   + "'MachineSet',METADATA,'spec':{'replicas':3,'minReadySeconds':5,"
                     "'deletePolicy':'Oldest','selector':{'matchLabels':{'a':'1'},"
                     "'matchExpressions':[{'key':'k','operator':'In','values':['v']},{'key':'e',"
                     "'operator':'Exists'}]},'template':{'metadata':{'labels':{'a':'1'}},'spec':"
                   + machineSpec
                   + "}},'status':{'replicas':3,'fullyLabeledReplicas':3,'readyReplicas':2,"
                     "'availableReplicas':1,'observedGeneration':3,'errorReason':'r','errorMessage':'m',"
                     "'labelSelector':'a=1'}}");
        QTest::newRow("MachineHealthCheck")
            << throughKind<MachineHealthCheck>()
            << document(machines
                   + "'MachineHealthCheck',METADATA,'spec':{'selector':{'matchLabels':{'a':'1'}},"
                     "'unhealthyConditions':[{'type':'Ready','status':'False','timeout':'5m0s'}],"
                     "'maxUnhealthy':'40%','nodeStartupTimeout':'10m',"
                     "'remediationTemplate':{'apiVersion':'m/v1','kind':'T','name':'t'}},"
                     "'status':{'expectedMachines':3,'currentHealthy':2,'remediationsAllowed':1,"
                     "'conditions':["
                   + condition + "]}}");
        const std::string managed = "{'apiVersion':'machine.sapcloud.io/v1alpha1','kind':";
        QTest::newRow("mcm::Machine")
            << throughKind<mcm::Machine>()
            << document(managed + "'Machine',METADATA,'spec':" + managedSpec
                   + ",'status':{'addresses':[{'type':'InternalIP','address':'10.0.0.1'}],"
                     "'conditions':[{'type':'Ready','status':'True',"
                     "'lastHeartbeatTime':'2026-11-20T10:00:00Z',"
                     "'lastTransitionTime':'2026-11-20T10:00:00Z','reason':'r','message':'m'}],"
                     "'lastOperation':"
                   + lastOperation
                   + ",'currentStatus':{'phase':'Unknown','timeoutActive':true,"
                     "'lastUpdateTime':'2026-11-20T10:00:00Z',"
                     "'preserveExpiryTime':'2026-11-20T10:00:00Z'},'lastKnownState':'k'}}");
        const std::string managedTemplate = std::string("'selector':{'matchLabels':{'a':'1'}},"
                                                        "'template':{'metadata':{'labels':{'a':'1'}},'spec':")
            + managedSpec + "}";
        QTest::newRow("mcm::MachineSet")
            << throughKind<mcm::MachineSet>()
            << document(managed
                   + "'MachineSet',METADATA,'spec':{'replicas':3,'machineClass':{'kind':'MachineClass',"
                     "'name':'c'},'minReadySeconds':5,'autoPreserveFailedMachineMax':1,"
                   + managedTemplate
                   + "},'status':{'replicas':3,'fullyLabeledReplicas':3,'readyReplicas':2,"
                     "'availableReplicas':1,'observedGeneration':3,'machineSetCondition':["
                   + condition + "],'lastOperation':" + lastOperation + ",'failedMachines':[" + managedSummary
                   + "],'autoPreserveFailedMachineCount':1,'labelSelector':'a=1'}}");
        QTest::newRow("mcm::MachineDeployment")
            << throughKind<mcm::MachineDeployment>()
            << document(managed + "'MachineDeployment',METADATA,'spec':{'replicas':3," + managedTemplate
                   + ",'strategy':{'type':'InPlaceUpdate','rollingUpdate':{'maxSurge':1,"
                     "'maxUnavailable':'10%'},'inPlaceUpdate':{'maxSurge':0,'maxUnavailable':1,"
                     "'orchestrationType':'Manual'}},'minReadySeconds':5,'revisionHistoryLimit':2,"
                     "'paused':true,'rollbackTo':{'revision':7},'progressDeadlineSeconds':600,"
                     "'autoPreserveFailedMachineMax':1},'status':{'observedGeneration':3,'replicas':3,"
                     "'updatedReplicas':3,'readyReplicas':2,'availableReplicas':1,"
                     "'unavailableReplicas':2,'conditions':[{'type':'Frozen','status':'True','reason':'r',"
                     "'message':'m','lastUpdateTime':'2026-11-20T10:00:00Z',"
                     "'lastTransitionTime':'2026-11-20T10:00:00Z'}],'collisionCount':1,"
                     "'failedMachines':["
                   + managedSummary + "],'labelSelector':'a=1'}}");
        QTest::newRow("mcm::MachineClass")
            << throughKind<mcm::MachineClass>()
            << document(managed
                   + "'MachineClass',METADATA,'provider':'kubemark','providerSpec':{'any':['thing',1]},"
                     "'secretRef':{'name':'s','namespace':'x'},'credentialsSecretRef':{'name':'c',"
                     "'namespace':'x'},'nodeTemplate':{'capacity':{'cpu':'2','gpu':'0','memory':'4Gi'},"
                     "'virtualCapacity':{'v.io/x':'1'},'instanceType':'i','region':'r','zone':'z',"
                     "'architecture':'amd64'}}");
        QTest::newRow("Secret") << throughKind<Secret>()
                                << document("{'apiVersion':'v1','kind':'Secret',METADATA,'type':'Opaque',"
                                            "'data':{'userData':'eA=='}}");
        QTest::newRow("Node")
            << throughKind<Node>()
            << document("{'apiVersion':'v1','kind':'Node',METADATA,'spec':{'providerID':'kubemark://p',"
                        "'taints':[{'key':'kubemark','value':'true','effect':'NoSchedule'}],"
                        "'unschedulable':true},'status':{'capacity':{'cpu':'1','memory':'4026531840'},"
                        "'allocatable':{'cpu':'500m','pods':'110'},'conditions':[{'type':'Ready',"
                        "'status':'True','lastHeartbeatTime':'2026-11-20T10:00:00Z',"
                        "'lastTransitionTime':'2026-11-20T10:00:00Z','reason':'KubeletReady','message':'m'}],"
                        "'addresses':[{'type':'Hostname','address':'p'}],"
                        "'daemonEndpoints':{'kubeletEndpoint':{'Port':10250}},'nodeInfo':{'machineID':'1',"
                        "'systemUUID':'2','bootID':'3','kernelVersion':'4','osImage':'5',"
                        "'containerRuntimeVersion':'6','kubeletVersion':'7','kubeProxyVersion':'8',"
                        "'operatingSystem':'linux','architecture':'amd64'}}}");
        QTest::newRow("Lease") << throughKind<Lease>()
                               << document(
                                      "{'apiVersion':'coordination.k8s.io/v1','kind':'Lease',METADATA,"
                                      "'spec':{'holderIdentity':'h','leaseDurationSeconds':40,"
                                      "'acquireTime':'2026-11-20T10:00:00.000001Z',"
                                      "'renewTime':'2026-11-20T10:00:00.123456Z','leaseTransitions':0}}");
        QTest::newRow("Pod")
            << throughKind<Pod>()
            << document(
                   "{'apiVersion':'v1','kind':'Pod',METADATA,'spec':{'nodeName':'n',"
                   "'nodeSelector':{'a':'1'},'schedulerName':'s','serviceAccountName':'kubemark',"
                   "'restartPolicy':'Always','terminationGracePeriodSeconds':30,'volumes':[{'name':'v',"
                   "'emptyDir':{}}],'initContainers':[{'name':'i','image':'busybox','command':['a'],"
                   "'securityContext':{'privileged':true}}],'containers':[{'name':'c','image':'m',"
                   "'command':['a','b'],'args':['x'],'ports':[{'containerPort':1}],'env':[{'name':'N',"
                   "'valueFrom':{'fieldRef':{'fieldPath':'metadata.name'}}}],"
                   "'resources':{'requests':{'cpu':'40m'},'limits':{'memory':'1Gi'}}}],"
                   "'tolerations':[{'key':'k','operator':'Exists','value':'v','effect':'NoExecute',"
                   "'tolerationSeconds':300}]},'status':{'phase':'Running','reason':'r','message':'m',"
                   "'hostIP':'1.2.3.4','podIP':'5.6.7.8','startTime':'2026-11-20T10:00:00Z',"
                   "'conditions':[{'type':'Ready','status':'True',"
                   "'lastTransitionTime':'2026-11-20T10:00:00Z','reason':'r','message':'m'}],"
                   "'initContainerStatuses':[{'ready':true}],'containerStatuses':[{'restartCount':2}]}}");
        QTest::newRow("Event")
            << throughKind<Event>()
            << document("{'apiVersion':'v1','kind':'Event',METADATA,'involvedObject':{'apiVersion':'v1',"
                        "'kind':'Pod','name':'p','namespace':'ns','uid':'u'},'type':'Warning','reason':'r',"
                        "'message':'m','source':{'component':'c','host':'h'},"
                        "'firstTimestamp':'2026-11-20T10:00:00Z','lastTimestamp':'2026-11-20T10:00:01Z',"
                        "'count':2,'reportingComponent':'c'}");
        QTest::newRow("Namespace") << throughKind<Namespace>()
                                   << document("{'apiVersion':'v1','kind':'Namespace',METADATA}");
    }
    void everyFieldOfEveryKindSurvives()
    {
        QFETCH(Reencode, reencode);
        QFETCH(Json, json);
        const auto again = reencode(json);
        QVERIFY_RESULT(again);
        if (Json *ref = json.as_object().contains("status")
                ? json.at("status").as_object().if_contains("nodeRef")
                : nullptr)
            ref->as_object().erase("namespace"); // was empty
        QCOMPARE(QByteArray::fromStdString(writeCanonicalJson(*again)),
            QByteArray::fromStdString(writeCanonicalJson(json)));
        QVERIFY(again->as_object().begin()->key() == "apiVersion");
        QVERIFY((again->as_object().begin() + 1)->key() == "kind");
    }

    void unknownFieldsAndNullsAreIgnored_data()
    {
        QTest::addColumn<Reencode>("reencode");
        QTest::addColumn<std::string>("json");
        QTest::addColumn<std::string>("expected");
        QTest::newRow("Machine") << throughKind<Machine>()
                                 << jsonText("{'x':1,'metadata':{'managedFields':[{'a':1}],'labels':null,"
                                             "'creationTimestamp':null},'spec':null,'status':{'y':{}}}")
                                 << jsonText(
                                        "{'apiVersion':'machine.openshift.io/v1beta1','kind':'Machine'}");
        QTest::newRow("MachineSet: numbers are always written")
            << throughKind<MachineSet>() << std::string("{}")
            << jsonText("{'apiVersion':'machine.openshift.io/v1beta1','kind':'MachineSet',"
                        "'spec':{'minReadySeconds':0},'status':{'replicas':0}}");
        QTest::newRow("MachineHealthCheck: so are durations")
            << throughKind<MachineHealthCheck>() << jsonText("{'spec':{'unhealthyConditions':[{}]}}")
            << jsonText("{'apiVersion':'machine.openshift.io/v1beta1','kind':'MachineHealthCheck',"
                        "'spec':{'unhealthyConditions':[{'timeout':'0s'}]}}");
        QTest::newRow("mcm::Machine: so is whether a timeout runs")
            << throughKind<mcm::Machine>() << std::string("{}")
            << jsonText("{'apiVersion':'machine.sapcloud.io/v1alpha1','kind':'Machine',"
                        "'status':{'currentStatus':{'timeoutActive':false}}}");
        QTest::newRow("Node: empty text, list, map and struct are left out")
            << throughKind<Node>()
            << jsonText("{'metadata':{'name':'','labels':{},'finalizers':[]},'spec':{'taints':[]},"
                        "'status':{'nodeInfo':{'bootID':''},'capacity':{},'daemonEndpoints':null}}")
            << jsonText("{'apiVersion':'v1','kind':'Node'}");
        QTest::newRow("Pod: an empty text in a list is kept")
            << throughKind<Pod>() << jsonText("{'spec':{'containers':[{'command':['a','']}]}}")
            << jsonText("{'apiVersion':'v1','kind':'Pod','spec':{'containers':[{'command':['a','']}]}}");
        QTest::newRow("Lease: set optionals are written, also zero")
            << throughKind<Lease>() << jsonText("{'spec':{'leaseTransitions':0}}")
            << jsonText(
                   "{'apiVersion':'coordination.k8s.io/v1','kind':'Lease','spec':{'leaseTransitions':0}}");
    }
    void unknownFieldsAndNullsAreIgnored()
    {
        QFETCH(Reencode, reencode);
        QFETCH(std::string, json);
        const auto again = reencode(parseJson(json).value());
        QVERIFY_RESULT(again);
        QTEST(writeJson(*again), "expected");
    }

    void aWrongTypeNamesItsPath_data()
    {
        QTest::addColumn<Reencode>("reencode");
        QTest::addColumn<std::string>("json");
        QTest::addColumn<std::string>("message");
        const auto row = [](const char *name, const Reencode &reencode, std::string json,
                             const std::string &message) {
            QTest::newRow(name) << reencode << jsonText(std::move(json)) << message;
        };
        row("the whole", throughKind<Node>(), "[]", "expected an object, found a list");
        row("null for the whole", throughKind<Node>(), "null", "expected an object, found null");
        row("a struct", throughKind<Node>(), "{'spec':'x'}", "spec: expected an object, found a string");
        row("an integer", throughKind<MachineSet>(), "{'spec':{'replicas':'3'}}",
            "spec.replicas: expected an integer, found a string");
        row("a fraction", throughKind<MachineSet>(), "{'spec':{'replicas':1.5}}",
            "spec.replicas: expected an integer, found a number");
        row("an integer out of range", throughKind<Event>(), "{'count':4294967296}",
            "count: expected an integer, found a number");
        row("a boolean", throughKind<Node>(), "{'spec':{'unschedulable':'true'}}",
            "spec.unschedulable: expected a boolean, found a string");
        row("a text", throughKind<Node>(), "{'metadata':{'name':true}}",
            "metadata.name: expected a string, found a boolean");
        row("a namespace, by its name on the wire", throughKind<Node>(), "{'metadata':{'namespace':1}}",
            "metadata.namespace: expected a string, found a number");
        row("an operator, by its name on the wire", throughKind<Pod>(),
            "{'spec':{'tolerations':[{'operator':1}]}}",
            "spec.tolerations[0].operator: expected a string, found a number");
        row("a template, by its name on the wire", throughKind<MachineSet>(), "{'spec':{'template':[]}}",
            "spec.template: expected an object, found a list");
        row("a list", throughKind<Machine>(), "{'metadata':{'finalizers':'x'}}",
            "metadata.finalizers: expected a list, found a string");
        row("an item of a list", throughKind<Machine>(), "{'metadata':{'finalizers':['x',null]}}",
            "metadata.finalizers[1]: expected a string, found null");
        row("a field of an item", throughKind<Pod>(), "{'spec':{'containers':[{},{'name':{}}]}}",
            "spec.containers[1].name: expected a string, found an object");
        row("a map", throughKind<Node>(), "{'metadata':{'labels':[]}}",
            "metadata.labels: expected an object, found a list");
        row("a member of a map", throughKind<Node>(), "{'metadata':{'labels':{'a.b/c':1}}}",
            "metadata.labels.a.b/c: expected a string, found a number");
        row("a time", throughKind<Node>(), "{'metadata':{'creationTimestamp':'yesterday'}}",
            "metadata.creationTimestamp: \"yesterday\" is not an RFC 3339 time");
        row("a time as a number", throughKind<Node>(), "{'metadata':{'creationTimestamp':5}}",
            "metadata.creationTimestamp: expected a time, found a number");
        row("a micro time", throughKind<Lease>(), "{'spec':{'renewTime':'x'}}",
            "spec.renewTime: \"x\" is not an RFC 3339 time");
        row("a duration", throughKind<MachineHealthCheck>(),
            "{'spec':{'unhealthyConditions':[{'timeout':300}]}}",
            "spec.unhealthyConditions[0].timeout: expected a duration such as \"40s\","
            " found a number");
        row("a quantity", throughKind<Node>(), "{'status':{'capacity':{'cpu':'many'}}}",
            "status.capacity.cpu: \"many\" is not a quantity (write 2, 500m, 4Gi, 10737418240)");
        row("a quantity of another type", throughKind<Node>(), "{'status':{'capacity':{'cpu':[]}}}",
            "status.capacity.cpu: expected a quantity, found a list");
        row("an integer or text", throughKind<MachineHealthCheck>(), "{'spec':{'maxUnhealthy':true}}",
            "spec.maxUnhealthy: expected an integer or a string, found a boolean");
        row("the first of two", throughKind<Node>(), "{'metadata':{'name':1,'uid':2}}",
            "metadata.name: expected a string, found a number");
    }
    void aWrongTypeNamesItsPath()
    {
        QFETCH(Reencode, reencode);
        QFETCH(std::string, json);
        const auto again = reencode(parseJson(json).value());
        QVERIFY(!again);
        QVERIFY(again.error().kind == core::base::ErrorKind::Invalid);
        QTEST(again.error().message, "message");
    }

    void quantitiesMayBeNumbers()
    {
        const auto node =
            decode<Node>(json("{'status':{'capacity':{'a':2,'b':0.5,'c':18446744073709551615,'d':'1Gi'}}}"));
        QVERIFY_RESULT(node);
        const ResourceList &capacity = node->status.capacity;
        QCOMPARE(capacity.at("a").text, std::string("2"));
        QCOMPARE(capacity.at("b").text, std::string("0.5"));
        QCOMPARE(capacity.at("b").milli(), std::int64_t(500));
        QCOMPARE(capacity.at("c").text, std::string("18446744073709551615"));
        QCOMPARE(capacity.at("d").text, std::string("1Gi"));
    }

    void integersOrTexts()
    {
        const auto check = [](const char *text) {
            return decode<MachineHealthCheck>(json(text))->spec.maxUnhealthy.value();
        };
        QCOMPARE(check("{'spec':{'maxUnhealthy':3}}").text(), std::string("3"));
        QCOMPARE(check("{'spec':{'maxUnhealthy':'40%'}}").text(), std::string("40%"));
        QVERIFY(check("{'spec':{'maxUnhealthy':3}}") != check("{'spec':{'maxUnhealthy':'3'}}"));
    }

    void wholeNumbersMayBeWrittenAsDoubles()
    {
        const auto set = decode<MachineSet>(json("{'spec':{'replicas':3.0}}"));
        QVERIFY_RESULT(set);
        QVERIFY(set->spec.replicas == 3);
    }

    void partsThatNobodyLooksIntoAreSharedWithTheirDocument()
    {
        auto document = share(json("{'spec':{'providerSpec':{'value':{'image':'i'}}}}"));
        const Json *value = find(*document, {"spec", "providerSpec", "value"});
        const auto machine = decodeShared<Machine>(document);
        QVERIFY_RESULT(machine);
        QVERIFY(&(*machine)->spec.providerSpec.value.get() == value);
        const Machine copy = **machine;
        QVERIFY(&copy.spec.providerSpec.value.get() == value);
        const auto alone = decode<Machine>(*document);
        QVERIFY(&alone->spec.providerSpec.value.get() != value);
        QVERIFY(alone == copy); // equal by what they say
        document.reset();
        QCOMPARE(
            copy.spec.providerSpec.value.get(), json("{'image':'i'}")); // and it lives as long as they do
        QVERIFY(Machine().spec.providerSpec.value.is_null());
    }

    void aNullInAMapIsEmpty()
    {
        const auto node = decode<Node>(json("{'metadata':{'labels':{'a':null,'b':'c'}}}"));
        QVERIFY_RESULT(node);
        QVERIFY((node->metadata.labels == Labels {{"a", ""}, {"b", "c"}}));
    }

    void whatObjectsTellAboutThemselves()
    {
        ObjectMeta meta;
        meta.ns = "ns";
        meta.name = "n";
        QVERIFY((meta.key() == ObjectKey {"ns", "n"}));
        QVERIFY(!meta.controller() && !meta.isDeleting() && !meta.hasFinalizer("f"));
        QVERIFY(meta.label("a").empty() && meta.annotation("a").empty());
        meta.ownerReferences = {
            {"v1", "A", "a", "1", {}, {}}, {"v1", "B", "b", "2", false, {}}, {"v1", "C", "c", "3", true, {}}};
        meta.finalizers = {"f"};
        meta.labels = {{"a", "1"}};
        meta.annotations = {{"a", "2"}};
        QCOMPARE(meta.controller()->kind, std::string("C"));
        QVERIFY(meta.hasFinalizer("f") && !meta.hasFinalizer("g"));
        QVERIFY(meta.label("a") == "1" && meta.annotation("a") == "2");

        Node node;
        QVERIFY(node.readyStatus().empty() && !node.isReady() && node.address("InternalIP").empty());
        node.status.conditions = {
            {"DiskPressure", "False", {}, {}, "", ""}, {"Ready", "Unknown", {}, {}, "", ""}};
        node.status.addresses = {{"Hostname", "h"}, {"InternalIP", "1"}, {"InternalIP", "2"}};
        QVERIFY(node.readyStatus() == "Unknown" && !node.isReady());
        QVERIFY(node.address("InternalIP") == "1");
        QCOMPARE(MachineSet().wantedReplicas(), std::int64_t(1));
    }

    void tolerations_data()
    {
        QTest::addColumn<Toleration>("toleration");
        QTest::addColumn<bool>("tolerated"); // the taint kubemark=true:NoSchedule
        QTest::newRow("key exists") << Toleration {"kubemark", "Exists", "", "", {}} << true;
        QTest::newRow("key and value") << Toleration {"kubemark", "", "true", "", {}} << true;
        QTest::newRow("Equal spelled out")
            << Toleration {"kubemark", "Equal", "true", "NoSchedule", {}} << true;
        QTest::newRow("other value") << Toleration {"kubemark", "", "false", "", {}} << false;
        QTest::newRow("other effect") << Toleration {"kubemark", "Exists", "", "NoExecute", {}} << false;
        QTest::newRow("other key") << Toleration {"k", "Exists", "", "", {}} << false;
        QTest::newRow("everything") << Toleration {"", "Exists", "", "", {}} << true;
        QTest::newRow("no key without Exists") << Toleration {"", "", "", "", {}} << false;
    }
    void tolerations()
    {
        QFETCH(Toleration, toleration);
        QTEST(toleration.tolerates({"kubemark", "true", "NoSchedule", {}}), "tolerated");
    }
};

QTEST_GUILESS_MAIN(TestCodec)
#include "tst_codec.moc"
