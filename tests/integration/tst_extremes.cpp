// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers that nobody means, in every field that takes one: virtual time goes on, memory stays, and all else
// works as ever.
#include "core/api/event.h"
#include "core/api/workload.h"
#include "core/api/yaml.h"
#include "tests/integration/mcmfleet.h"

using namespace std::chrono_literals;
using core::api::Event;
using core::api::Json;
using core::api::Method;
using tests::LabHarness;

namespace {

const std::string openShift = "/apis/machine.openshift.io/v1beta1/namespaces/default/";

/// The text with the value in the place of every @.
std::string filled(std::string text, const std::string &value)
{
    for (auto at = text.find('@'); at != std::string::npos; at = text.find('@', at + value.size()))
        text.replace(at, 1, value);
    return text;
}

std::string setYaml(const std::string &config, const std::string &spec = {})
{
    return "apiVersion: machine.openshift.io/v1beta1\nkind: MachineSet\nmetadata: {name: bad}\nspec:\n"
           "  replicas: 1\n"
        + spec
        + "  selector: {matchLabels: {set: bad}}\n  template:\n    metadata: {labels: {set: bad}}\n"
          "    spec: {providerSpec: {value: {apiVersion: kubemarkproviderconfig.k8s.io/v1alpha1,\n"
          "      kind: KubemarkMachineProviderConfig, image: i, "
        + config + "}}}\n";
}

std::string workload(const std::string &kind, const std::string &spec, const std::string &podSpec = {})
{
    const bool isJob = kind == "Job";
    return "apiVersion: " + std::string(isJob ? "batch/v1" : "apps/v1") + "\nkind: " + kind
        + "\nmetadata: {name: bad}\nspec:\n  " + spec + "\n"
        + (isJob ? "" : "  selector: {matchLabels: {app: bad}}\n")
        + "  template:\n    metadata: {labels: {app: bad}}\n    spec: {restartPolicy: "
        + (isJob ? "Never" : "Always") + ", tolerations: [{operator: Exists" + podSpec
        + "}], containers: [{name: c, image: i}]}\n";
}

/// Created, or refused with a sentence; both are fine.
bool sent(LabHarness &lab, const std::string &yaml)
{
    const auto documents = core::api::parseYamlDocuments(yaml);
    if (!documents)
        return false;
    for (const Json &document : *documents) {
        std::string plural(core::api::textAt(document, {"kind"}));
        std::ranges::transform(
            plural, plural.begin(), [](char c) { return static_cast<char>(std::tolower(c)); });
        const std::string apiVersion(core::api::textAt(document, {"apiVersion"}));
        const std::string root = apiVersion.find('/') == std::string::npos ? "/api/" : "/apis/";
        const std::string ns = plural == "node" ? "" : "/namespaces/default";
        const int code =
            lab.request(Method::Post,
                   root + apiVersion + ns + "/" + plural + (plural.ends_with('s') ? "es" : "s"), document)
                .code;
        if (code != 201 && code != 400 && code != 422)
            return false;
    }
    return true;
}

std::string messageAbout(LabHarness &lab, const std::string &kind, const std::string &name)
{
    for (const Event &event : lab.list<Event>()) {
        if (event.involvedObject.kind == kind && event.involvedObject.name == name && event.type == "Warning"
            && event.reason == "FailedCreate")
            return event.message;
    }
    return {};
}

template<typename T>
std::ptrdiff_t countNamed(LabHarness &lab, const std::string &prefix)
{
    const auto all = lab.list<T>();
    return std::ranges::count_if(all, [&](const T &one) { return one.metadata.name.starts_with(prefix); });
}

} // namespace

class TestExtremes : public QObject
{
    Q_OBJECT

private slots:
    void timeGoesOn_data();
    void timeGoesOn();
    void outOfRangeIsToldWithTheField();
    void endlessSets_data();
    void endlessSets();
    void theLimitHoldsForAllTogether();
    void numbersThatAreNoIntegers();
};

void TestExtremes::timeGoesOn_data()
{
    using Values = std::vector<const char *>;
    QTest::addColumn<std::string>("yaml");
    const Values durations {"2069000h", "2562047h47m16.854775807s", "876600h", "876599h59m59s", "438300h",
        "-2562047h47m16s", "-1s", "1ns", "0s"};
    const auto seconds = {
        "9223372036854775807", "-9223372036854775808", "2147483647", "9223372036", "-1", "0"};
    const Values times {"'0001-01-01T00:00:00Z'", "'1677-09-21T00:12:44Z'", "'1969-12-31T23:59:59Z'",
        "'2262-04-11T23:47:16Z'", "'9999-12-31T23:59:59Z'"};
    const auto rows = [](const char *field, const std::string &yaml, const Values &values) {
        for (const char *value : values)
            QTest::addRow("%s %s", field, value) << filled(yaml, value);
    };
    rows("unhealthy after", setYaml("turnUnhealthyAfter: true, healthyDuration: @"), durations);
    rows("unhealthy periodically, healthy",
        setYaml("turnUnhealthyPeriodically: true, healthyDuration: @, unhealthyDuration: 10s"), durations);
    rows("unhealthy periodically, unhealthy",
        setYaml("turnUnhealthyPeriodically: true, healthyDuration: 1s, unhealthyDuration: @"), durations);
    rows("unhealthy periodically, both",
        setYaml("turnUnhealthyPeriodically: true, healthyDuration: @, unhealthyDuration: @"), durations);
    rows("deletionTimeout", setYaml("deletionTimeout: @"), durations);
    rows("recipe", setYaml("metadata: {annotations: {hollowlab.io/recipe: silent after @ for @}}"),
        {"87600h", "87601h", "1s..87600h", "2562047h", "-1s"});
    rows("recipe, in turns",
        setYaml("metadata: {annotations: {hollowlab.io/recipe: 'not-ready,silent in turn every @ from "
                "1677-09-22T00:00:00Z'}}"),
        {"87600h", "1s..87600h", "1s"});
    rows("recipe from",
        setYaml("metadata: {annotations: {hollowlab.io/recipe: flapping 10s up 5s down from @}}"),
        {"0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2262-04-11T23:47:16Z"});
    rows("recipe until", setYaml("metadata: {annotations: {hollowlab.io/recipe: reboot until @}}"),
        {"0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2262-04-11T23:47:16Z"});
    rows("boot", setYaml("metadata: {annotations: {hollowlab.io/boot: @}}"),
        {"87600h", "2562047h", "-1s", "0s"});
    rows("minReadySeconds", setYaml("numCores: 1", "  minReadySeconds: @\n"), seconds);
    rows("health check",
        "apiVersion: machine.openshift.io/v1beta1\nkind: MachineHealthCheck\nmetadata: {name: bad}\nspec: "
        "{selector: {matchLabels: {set: workers}}, nodeStartupTimeout: @, unhealthyConditions: [{type: "
        "Ready, "
        "status: 'False', timeout: @}]}\n",
        durations);
    rows("deployment of machines",
        "apiVersion: machine.openshift.io/v1beta1\nkind: MachineDeployment\nmetadata: {name: bad}\nspec: "
        "{replicas: 1, minReadySeconds: @, progressDeadlineSeconds: @, selector: {matchLabels: {set: bad}}, "
        "template: {metadata: {labels: {set: bad}}, spec: {providerSpec: {value: {apiVersion: "
        "kubemarkproviderconfig.k8s.io/v1alpha1, kind: KubemarkMachineProviderConfig, image: i}}}}}\n",
        seconds);
    rows("machine of the other family",
        tests::mcm::classYaml("small", 1)
            + "---\napiVersion: machine.sapcloud.io/v1alpha1\nkind: Machine\nmetadata: {name: bad}\nspec: "
              "{class: {kind: MachineClass, name: small}, creationTimeout: @, healthTimeout: @, "
              "drainTimeout: "
              "@, inPlaceUpdateTimeout: @}\n",
        durations);
    rows("job", workload("Job", "activeDeadlineSeconds: @\n  ttlSecondsAfterFinished: @"), seconds);
    rows("pods tolerate", workload("Job", "parallelism: 1", ", effect: NoExecute, tolerationSeconds: @"),
        seconds);
    rows("replica set", workload("ReplicaSet", "minReadySeconds: @"), seconds);
    rows("deployment", workload("Deployment", "progressDeadlineSeconds: @"), seconds);
    rows("lease",
        "apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata: {name: bad}\nspec: {holderIdentity: x, "
        "leaseDurationSeconds: @}\n",
        seconds);
    rows("node",
        "apiVersion: v1\nkind: Node\nmetadata: {name: bad}\nspec: {taints: [{key: k, effect: NoExecute, "
        "timeAdded: @}]}\nstatus: {conditions: [{type: Ready, status: 'True', lastHeartbeatTime: @, "
        "lastTransitionTime: @}]}\n",
        times);
    rows("autoscaler",
        "apiVersion: machine.openshift.io/v1beta1\nkind: MachineSet\nmetadata: {name: bad, annotations: "
        "{machine.openshift.io/cluster-api-autoscaler-node-group-min-size: '0', "
        "machine.openshift.io/cluster-api-autoscaler-node-group-max-size: '3', "
        "machine.openshift.io/autoscaling-options-scaledownunneededtime: '@', "
        "machine.openshift.io/autoscaling-options-maxnodeprovisiontime: '@', "
        "machine.openshift.io/autoscaling-options-scaledowndelayafteradd: '@'}}\nspec: {replicas: 1, "
        "selector: {matchLabels: {set: bad}}, template: {metadata: {labels: {set: bad}}, spec: "
        "{providerSpec: "
        "{value: {apiVersion: kubemarkproviderconfig.k8s.io/v1alpha1, kind: KubemarkMachineProviderConfig, "
        "image: i}}}}}\n",
        durations);
}

void TestExtremes::timeGoesOn()
{
    constexpr std::size_t tasks = 100'000; // an hour of some nodes takes about 5,000
    QFETCH(const std::string, yaml);
    LabHarness lab;
    lab.create(tests::workersYaml(1));
    QVERIFY(sent(lab, yaml));
    QVERIFY(lab.advanceWithin(10min, tasks));
    lab.scale("workers", 2);
    QVERIFY(lab.advanceWithin(10min, tasks));
    const auto machines = lab.machines();
    QCOMPARE(std::ranges::count_if(machines,
                 [](const auto &machine) {
                     return machine.metadata.name.starts_with("workers") && machine.status.nodeRef;
                 }),
        2);
    for (const auto &machine : machines) // what is being deleted counts, too
        lab.request(Method::Delete, openShift + "machines/" + machine.metadata.name);
    QVERIFY(lab.advanceWithin(10min, tasks));
    lab.crash();
    QVERIFY(lab.advanceWithin(10min, tasks));
}

void TestExtremes::outOfRangeIsToldWithTheField()
{
    LabHarness lab;
    lab.create(setYaml("turnUnhealthyPeriodically: true, healthyDuration: 2069000h, unhealthyDuration: 1s"));
    QVERIFY(lab.advanceWithin(1min, 100'000));
    bool told = false;
    for (const Event &event : lab.list<Event>())
        told = told || event.message.find("healthyDuration must be shorter than 876600h") != std::string::npos
            || event.message.find("healthyDuration: must be shorter than 876600h") != std::string::npos;
    QVERIFY(told);
    QCOMPARE(lab.readyNodes(), 0);
}

void TestExtremes::endlessSets_data()
{
    QTest::addColumn<std::string>("yaml");
    QTest::addColumn<std::string>("kind");
    std::string set = setYaml("numCores: 1");
    set.replace(set.find("replicas: 1"), 11, "replicas: 2147483647");
    QTest::newRow("machine set") << set << std::string("MachineSet");
    QTest::newRow("machine deployment") << std::string(
        "apiVersion: machine.openshift.io/v1beta1\nkind: MachineDeployment\nmetadata: {name: "
        "bad}\nspec: {replicas: 2147483647, selector: {matchLabels: {set: bad}}, template: "
        "{metadata: {labels: {set: bad}}, spec: {providerSpec: {value: {apiVersion: "
        "kubemarkproviderconfig.k8s.io/v1alpha1, kind: KubemarkMachineProviderConfig, image: "
        "i}}}}}\n") << std::string("MachineSet");
    QTest::newRow("machine set of the other family") << tests::mcm::classYaml("small", 1)
            + "---\napiVersion: machine.sapcloud.io/v1alpha1\nkind: MachineSet\nmetadata: {name: bad}\nspec: "
              "{replicas: 2147483647, selector: {matchLabels: {set: bad}}, template: {metadata: {labels: "
              "{set: bad}}, spec: {class: {kind: MachineClass, name: small}}}}\n"
                                                     << std::string("MachineSet");
    QTest::newRow("job") << workload("Job", "parallelism: 2147483647\n  completions: 2147483647")
                         << std::string("Job");
    QTest::newRow("replica set") << workload("ReplicaSet", "replicas: 2147483647")
                                 << std::string("ReplicaSet");
    QTest::newRow("deployment") << workload("Deployment", "replicas: 2147483647")
                                << std::string("ReplicaSet");
}

void TestExtremes::endlessSets()
{
    QFETCH(const std::string, yaml);
    QFETCH(const std::string, kind);
    LabHarness lab;
    lab.limitMachines(20);
    lab.create(tests::workersYaml(2));
    lab.create(yaml);
    QVERIFY(lab.advanceWithin(30min, 200'000));
    const auto made = countNamed<core::api::Machine>(lab, "bad")
        + countNamed<core::api::mcm::Machine>(lab, "bad") + countNamed<core::api::Pod>(lab, "bad");
    QCOMPARE(made, 0);
    std::string told;
    for (const Event &event : lab.list<Event>()) {
        if (event.involvedObject.kind == kind && event.involvedObject.name.starts_with("bad")
            && event.type == "Warning")
            told = event.message;
    }
    QVERIFY2(
        told.find("2147483647 ") != std::string::npos && told.find("--max-machines") != std::string::npos,
        told.c_str());
    if (kind == "MachineSet" && yaml.find("sapcloud") == std::string::npos) {
        const auto sets = lab.list<core::api::MachineSet>();
        QVERIFY(std::ranges::any_of(sets, [](const auto &set) {
            return set.metadata.name.starts_with("bad") && set.status.errorReason == "CreateError"
                && set.status.errorMessage.find("--max-machines") != std::string::npos;
        }));
    }
    lab.scale("workers", 5); // nothing else suffers
    QVERIFY(lab.until([&] { return lab.settled(5); }, 2min));
    lab.scale("workers", 1);
    QVERIFY(lab.until([&] { return lab.settled(1); }, 2min));
}

void TestExtremes::theLimitHoldsForAllTogether()
{
    constexpr std::size_t most = 10;
    constexpr std::size_t sentAtOnce = 2; // of a small set; what is under way is not counted yet
    LabHarness lab;
    lab.limitMachines(most);
    lab.create(tests::workersYaml(8));
    QVERIFY(lab.until([&] { return lab.settled(8); }, 2min));
    std::string other = setYaml("numCores: 1");
    other.replace(other.find("replicas: 1"), 11, "replicas: 8");
    lab.create(other);
    QVERIFY(lab.until([&] { return !messageAbout(lab, "MachineSet", "bad").empty(); }, 2min));
    QVERIFY(lab.advanceWithin(10min, 100'000));
    const std::size_t reached = lab.machines().size();
    QVERIFY(reached >= most && reached < most + sentAtOnce);
    QVERIFY(lab.settled(static_cast<int>(reached)));
    lab.scale("workers", 1); // makes room
    QVERIFY(lab.until([&] { return lab.settled(9); }, 30min));
    const auto sets = lab.list<core::api::MachineSet>();
    QVERIFY(std::ranges::all_of(sets, [](const auto &set) { return set.status.errorMessage.empty(); }));
}

void TestExtremes::numbersThatAreNoIntegers()
{
    LabHarness lab;
    for (const std::string &yaml : {setYaml("numCores: 1"), workload("Job", "parallelism: 1"),
             workload("ReplicaSet", "replicas: 1"), workload("Deployment", "replicas: 1")}) {
        Json object = core::api::parseYaml(yaml).value();
        const bool isJob = core::api::textAt(object, {"kind"}) == "Job";
        for (const Json &number : {Json(1e300), Json(-1e300), Json(0.5), Json(1e19), Json("3")}) {
            object.at("spec").get_object()[isJob ? "parallelism" : "replicas"] = number;
            const std::string apiVersion(core::api::textAt(object, {"apiVersion"}));
            std::string plural(core::api::textAt(object, {"kind"}));
            std::ranges::transform(
                plural, plural.begin(), [](char c) { return static_cast<char>(std::tolower(c)); });
            const int code = lab.request(Method::Post,
                                    "/apis/" + apiVersion + "/namespaces/default/" + plural + "s", object)
                                 .code;
            QVERIFY2(code == 422 || code == 400, (plural + core::api::writeJson(number)).c_str());
        }
    }
}

QTEST_GUILESS_MAIN(TestExtremes)
#include "tst_extremes.moc"
