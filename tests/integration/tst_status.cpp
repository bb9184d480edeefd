// SPDX-License-Identifier: GPL-3.0-or-later
// What a lab tells about itself: metrics, queues, and why each controller does what it does.

#include "core/actuator/hollowpod.h"
#include "core/api/health.h"
#include "core/controllers/healthcheck/healthcheck.h"
#include "tests/integration/mcmfleet.h"
#include "tests/support/promtext.h"
#include "tests/unit/printing.h"

using namespace std::chrono_literals;
using namespace core;
using tests::LabHarness;
using tests::PromText;
using tests::workersYaml;
using namespace tests::mcm;

namespace {

std::string firstMachine(LabHarness &lab)
{
    return lab.machines().front().metadata.name;
}

api::Response ask(
    LabHarness &lab, const std::string &path, std::vector<std::pair<std::string, std::string>> query = {})
{
    api::Request request;
    request.path = path;
    request.query = std::move(query);
    return lab.engine().answer(request).value_or(api::textResponse(404, "no such page"));
}

PromText metrics(LabHarness &lab)
{
    return PromText::read(QByteArray::fromStdString(ask(lab, "/metrics").text));
}

} // namespace

class TestStatus : public QObject
{
    Q_OBJECT

private slots:
    void metricsHaveTheNamesOfTheField_data();
    void metricsHaveTheNamesOfTheField();
    void metricsTellWhatIs();
    void metricsCountWhatWasDone();
    void remediationsAreThoseOfTheCheck();
    void failedCreationsAreCounted();
    void mcmMachinesAreTimed_data();
    void mcmMachinesAreTimed();
    void mcmDriverRequestsAreCounted();
    void mcmFailuresToJoinAreCounted();
    void mcmStaleNodesAreCounted();
    void mcmFreezeIsShown();
    void queuesAreShown();
    void explainsEveryObject();
    void explainsWaiting();
    void explainsWhoWillReplaceIt_data();
    void explainsWhoWillReplaceIt();
    void explainRefuses_data();
    void explainRefuses();
    void health();
    void theTimelineTellsWhyOnceForEachChange();
};

void TestStatus::metricsHaveTheNamesOfTheField_data()
{
    QTest::addColumn<QByteArray>("type");
    const auto rows = [](const char *type, const std::vector<const char *> &names) {
        for (const char *name : names)
            QTest::newRow(name) << QByteArray(type);
    };
    // docs/machines.md §10.5
    rows("counter",
        {"controller_runtime_reconcile_total", "controller_runtime_reconcile_errors_total",
            "controller_runtime_terminal_reconcile_errors_total", "controller_runtime_reconcile_panics_total",
            "controller_runtime_reconcile_timeouts_total", "rest_client_requests_total",
            "workqueue_adds_total", "workqueue_retries_total"});
    rows("gauge",
        {"controller_runtime_max_concurrent_reconciles", "controller_runtime_active_workers",
            "leader_election_master_status", "workqueue_depth", "workqueue_unfinished_work_seconds",
            "workqueue_longest_running_processor_seconds"});
    rows("histogram",
        {"controller_runtime_reconcile_time_seconds", "workqueue_queue_duration_seconds",
            "workqueue_work_duration_seconds"});
    // §5.6
    rows("gauge",
        {"mapi_machine_items", "mapi_machineset_items", "mapi_machine_created_timestamp_seconds",
            "mapi_machineset_created_timestamp_seconds", "mapi_machine_set_status_replicas",
            "mapi_machine_set_status_replicas_available", "mapi_machine_set_status_replicas_ready",
            "mapi_mao_collector_up", "mapi_machinehealthcheck_nodes_covered",
            "mapi_machinehealthcheck_short_circuit"});
    rows("counter",
        {"mapi_instance_create_failed", "mapi_instance_update_failed", "mapi_instance_delete_failed",
            "mapi_machinehealthcheck_remediation_success_total"});
    rows("histogram", {"mapi_machine_phase_transition_seconds"});
    // §9.12: what only the controllers can count
    rows("gauge", {"mcm_machine_controller_frozen"});
    rows("counter",
        {"mcm_machine_num_failed_join", "mcm_machine_stale_machines_total", "mcm_cloud_api_requests_total",
            "mcm_cloud_api_requests_failed_total", "mcm_cloud_api_driver_requests_failed_total",
            "mcm_misc_scrape_failure_total"});
    rows("histogram",
        {"mcm_machine_create_duration_seconds", "mcm_machine_initialize_duration_seconds",
            "mcm_machine_join_duration_seconds", "mcm_machine_drain_duration_seconds",
            "mcm_machine_delete_duration_seconds", "mcm_cloud_api_api_request_duration_seconds",
            "mcm_cloud_api_driver_request_duration_seconds"});
}

void TestStatus::metricsHaveTheNamesOfTheField()
{
    QFETCH(QByteArray, type);
    LabHarness lab;
    const PromText read = metrics(lab);
    QCOMPARE(read.problem, QByteArray());
    QCOMPARE(read.types.value(QTest::currentDataTag()), type);
}

void TestStatus::metricsTellWhatIs()
{
    LabHarness lab;
    lab.create(workersYaml(3));
    QVERIFY(lab.until([&] { return lab.settled(3); }, 1min));
    const api::Machine machine = lab.machines().front();
    const PromText read = metrics(lab);
    QCOMPARE(read.problem, QByteArray());
    QCOMPARE(read.samples.value("mapi_machine_items"), 3.0);
    QCOMPARE(read.samples.value("mapi_machineset_items"), 1.0);
    QCOMPARE(
        read.samples.value("mapi_machine_set_status_replicas{name=\"workers\",namespace=\"default\"}"), 3.0);
    QCOMPARE(
        read.samples.value("mapi_machine_set_status_replicas_ready{name=\"workers\",namespace=\"default\"}"),
        3.0);
    QCOMPARE(
        read.samples.value("mapi_machinehealthcheck_nodes_covered{name=\"workers\",namespace=\"default\"}"),
        3.0);
    QCOMPARE(read.samples.value("mapi_mao_collector_up{kind=\"mapi_machine_items\"}"), 1.0);
    const QByteArray labels = "{name=\"" + QByteArray::fromStdString(machine.metadata.name)
        + "\",namespace=\"default\",spec_provider_id=\"" + QByteArray::fromStdString(machine.spec.providerID)
        + "\",node=\"" + QByteArray::fromStdString(machine.status.nodeRef->name)
        + "\",api_version=\"machine.openshift.io/v1beta1\",phase=\"Running\"}";
    QCOMPARE(read.samples.value("mapi_machine_created_timestamp_seconds" + labels),
        static_cast<double>(machine.metadata.creationTimestamp->time_since_epoch() / 1s));
    QCOMPARE(read.samples.value("mapi_machine_phase_transition_seconds_count{phase=\"Running\"}"), 3.0);
    QCOMPARE(
        read.samples.value("controller_runtime_max_concurrent_reconciles{controller=\"machine\"}"), 200.0);
    QCOMPARE(read.samples.value("controller_runtime_active_workers{controller=\"machine\"}"), 0.0);
}

void TestStatus::metricsCountWhatWasDone()
{
    LabHarness lab;
    lab.create(workersYaml(3));
    QVERIFY(lab.until([&] { return lab.settled(3); }, 1min));
    const QByteArray remediated =
        "mapi_machinehealthcheck_remediation_success_total{name=\"workers\",namespace=\"default\"}";
    const QByteArray successes =
        "controller_runtime_reconcile_total{controller=\"machine\",result=\"success\"}";
    PromText before = metrics(lab);
    QCOMPARE(before.samples.value(remediated), 0.0);
    QVERIFY(before.samples.value(successes) > 0);
    const std::string broken = firstMachine(lab);
    lab.breakNode(lab.machines().front().status.nodeRef->name, "not-ready");
    QVERIFY(lab.until([&] { return lab.settled(3) && firstMachine(lab) != broken; }, 5min));
    const PromText after = metrics(lab);
    QCOMPARE(after.problem, QByteArray());
    QCOMPARE(after.samples.value(remediated), 1.0);
    QVERIFY(after.samples.value(successes) > before.samples.value(successes));
    QVERIFY(after.sum("rest_client_requests_total{code=\"201\",host=\"\",method=\"POST\"}") > 0);
    QVERIFY(after.samples.value("workqueue_adds_total{controller=\"machine\",name=\"machine\"}")
        >= after.sum("controller_runtime_reconcile_total{controller=\"machine\""));
    for (auto it = before.samples.begin(); it != before.samples.end(); ++it) {
        const QByteArray family = it.key().left(it.key().indexOf('{'));
        if (before.types.value(family) == "counter")
            QVERIFY2(after.samples.value(it.key()) >= it.value(), it.key().constData());
    }
}

/// Another check of the name of one that is gone begins anew.
void TestStatus::remediationsAreThoseOfTheCheck()
{
    LabHarness lab;
    lab.create(workersYaml(3));
    QVERIFY(lab.until([&] { return lab.settled(3); }, 1min));
    const std::string broken = firstMachine(lab);
    lab.breakNode(lab.machines().front().status.nodeRef->name, "not-ready");
    QVERIFY(lab.until([&] { return lab.settled(3) && firstMachine(lab) != broken; }, 5min));
    const QByteArray remediated =
        "mapi_machinehealthcheck_remediation_success_total{name=\"workers\",namespace=\"default\"}";
    QCOMPARE(metrics(lab).samples.value(remediated), 1.0);

    const std::string path = "/apis/machine.openshift.io/v1beta1/namespaces/default/machinehealthchecks";
    api::Json check(*lab.request(api::Method::Get, path + "/workers").body, boost::json::storage_ptr());
    api::JsonObject &metadata = check.as_object()["metadata"].as_object();
    metadata.erase("resourceVersion");
    metadata.erase("uid");
    QCOMPARE(lab.request(api::Method::Delete, path + "/workers").code, 200);
    lab.advance(1s);
    QVERIFY(!metrics(lab).samples.contains(remediated));
    QCOMPARE(lab.request(api::Method::Post, path, check).code, 201);
    lab.advance(1s);
    QCOMPARE(metrics(lab).samples.value(remediated, -1), 0.0);
}

void TestStatus::failedCreationsAreCounted()
{
    LabHarness lab;
    lab.create(workersYaml(1, "          turnUnhealthyAfter: soon\n"));
    lab.advance(30s);
    const PromText read = metrics(lab);
    QCOMPARE(read.problem, QByteArray());
    QVERIFY(read.sum("mapi_instance_create_failed{name=\"workers-") > 0);
    QVERIFY(!lab.engine().explain({&api::resourceOf<api::Machine>(), lab.machines().front().key()}).empty());
}

/// docs/machines.md §9.12
void TestStatus::mcmMachinesAreTimed_data()
{
    QTest::addColumn<bool>("steps");
    QTest::newRow("where deletions have steps") << true;
    QTest::newRow("under the original's definition, which keeps none") << false;
}

void TestStatus::mcmMachinesAreTimed()
{
    QFETCH(const bool, steps);
    LabHarness lab;
    if (!steps) {
        const auto removal =
            api::parseJson(R"([{"op": "remove", "path": "/spec/versions/0/schema/openAPIV3Schema)"
                           R"(/properties/status/properties/lastOperation/properties/step"}])");
        QCOMPARE(
            lab.request(api::Method::Patch,
                   "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/machines.machine.sapcloud.io",
                   *removal, api::contentTypes::jsonPatch)
                .code,
            200);
    }
    lab.create(fleetYaml(2, oneMore));
    QVERIFY(lab.until([&] { return rolledOut(lab, 2, "small"); }, 1min));
    PromText read = metrics(lab);
    QCOMPARE(read.problem, QByteArray());
    QCOMPARE(read.samples.value("mcm_machine_create_duration_seconds_count"), 2.0);
    QCOMPARE(read.samples.value("mcm_machine_join_duration_seconds_count"), 2.0);
    const double joined = read.samples.value("mcm_machine_join_duration_seconds_sum");
    QVERIFY(joined >= read.samples.value("mcm_machine_create_duration_seconds_sum"));
    QVERIFY(joined < 60);
    QCOMPARE(read.samples.value("mcm_machine_delete_duration_seconds_count"), 0.0);
    const QByteArray pods = "{provider=\"kubemark\",service=\"pods\"}";
    QCOMPARE(read.samples.value("mcm_cloud_api_requests_total" + pods), 2.0);
    QCOMPARE(read.samples.value("mcm_cloud_api_requests_failed_total" + pods), 0.0);
    change(lab, R"("replicas":1)");
    QVERIFY(lab.until([&] { return rolledOut(lab, 1, "small"); }, 1min));
    read = metrics(lab);
    QCOMPARE(read.samples.value("mcm_machine_drain_duration_seconds_count"), 1.0);
    QCOMPARE(read.samples.value("mcm_machine_delete_duration_seconds_count"), 1.0);
    QVERIFY(read.samples.value("mcm_machine_delete_duration_seconds_sum")
        >= read.samples.value("mcm_machine_drain_duration_seconds_sum"));
    QCOMPARE(read.samples.value("mcm_cloud_api_requests_total" + pods), 3.0);
    QCOMPARE(read.samples.value("mcm_cloud_api_api_request_duration_seconds_count" + pods), 3.0);
    QCOMPARE(read.samples.value("mcm_cloud_api_driver_request_duration_seconds_count{provider=\"kubemark\","
                                "operation=\"delete_machine\"}"),
        1.0);
}

void TestStatus::mcmDriverRequestsAreCounted()
{
    LabHarness lab;
    const QByteArray refused = "mcm_cloud_api_driver_requests_failed_total{provider=\"kubemark\",";
    const QByteArray unavailable = refused + "operation=\"create_machine\",error_code=\"Unavailable\"}";
    const QByteArray quota = refused + "operation=\"delete_machine\",error_code=\"ResourceExhausted\"}";
    lab.create(classYaml("small", 1,
        "metadata: {annotations: {hollowlab.io/provider-errors: create 3 times unavailable; delete 1 times "
        "quota}}"));
    const std::string machine = R"(apiVersion: machine.sapcloud.io/v1alpha1
kind: Machine
metadata: {name: m}
spec: {class: {kind: MachineClass, name: small}}
)";
    lab.create(machine);
    QVERIFY(lab.until([&] { return lab.readyNodes() == 1; }, 1min));
    QCOMPARE(metrics(lab).samples.value(unavailable), 3.0);
    lab.request(api::Method::Delete, root + "machines/m");
    QVERIFY(lab.until([&] { return names(lab).empty(); }, 15min));
    QCOMPARE(metrics(lab).samples.value(quota), 1.0);

    const QByteArray failed = "mcm_cloud_api_requests_failed_total{provider=\"kubemark\",service=\"pods\"}";
    QCOMPARE(metrics(lab).samples.value(failed), 0.0);
    lab.create(classYaml("large", 4));
    lab.transport().countFromHere();
    for (std::uint64_t write = 3; write <= 6; ++write) // after the finalizers
        lab.transport().strikeAt(write, {tests::Fault::Kind::Refuse, 503});
    lab.create(QByteArray::fromStdString(machine).replace("small", "large").toStdString());
    lab.advance(1min);
    QVERIFY2(metrics(lab).samples.value(failed) > 0, lab.transport().history().c_str());
    QCOMPARE(lab.readyNodes(), 1);
}

void TestStatus::mcmFailuresToJoinAreCounted()
{
    LabHarness lab;
    lab.create(classYaml("small", 1, "metadata: {annotations: {hollowlab.io/boot: never}}"));
    lab.create(R"(apiVersion: machine.sapcloud.io/v1alpha1
kind: Machine
metadata: {name: m}
spec: {class: {kind: MachineClass, name: small}, creationTimeout: 2m}
)");
    lab.advance(1min);
    QCOMPARE(metrics(lab).samples.value("mcm_machine_num_failed_join"), 0.0);
    lab.advance(2min);
    QCOMPARE(metrics(lab).samples.value("mcm_machine_num_failed_join"), 1.0);
    QCOMPARE(metrics(lab).samples.value("mcm_machine_join_duration_seconds_count"), 0.0);
}

/// §9.5: a Node of the instance's name was there before it.
void TestStatus::mcmStaleNodesAreCounted()
{
    LabHarness lab;
    const auto old = lab.request(api::Method::Post, root + "machines",
        *api::parseJson(
            R"({"apiVersion":"machine.sapcloud.io/v1alpha1","kind":"Machine","metadata":{"name":"m"},)"
            R"("spec":{"class":{"kind":"MachineClass","name":"small"}}})"));
    api::Machine shown;
    shown.metadata = api::decode<api::mcm::Machine>(*old.body).value().metadata;
    lab.create("apiVersion: v1\nkind: Node\nmetadata: {name: " + actuator::hollowPodName(shown) + "}\n");
    lab.advance(2s);
    lab.create(classYaml("small", 1));
    QVERIFY(
        lab.until([&] { return metrics(lab).samples.value("mcm_machine_stale_machines_total") == 1; }, 1min));
    QCOMPARE(lab.list<api::mcm::Machine>().front().phase(), std::string_view("Failed"));
}

/// §9.9; and scrapes of a program that has not seen its objects yet have failed.
void TestStatus::mcmFreezeIsShown()
{
    LabHarness lab;
    lab.create(fleetYaml(1, oneMore));
    QVERIFY(lab.until([&] { return rolledOut(lab, 1, "small"); }, 1min));
    const auto frozen = [&] { return metrics(lab).samples.value("mcm_machine_controller_frozen"); };
    QCOMPARE(frozen(), 0.0);
    lab.transport().beginOutage(2min);
    lab.advance(20s);
    QCOMPARE(frozen(), 0.0);
    lab.advance(20s);
    QCOMPARE(frozen(), 1.0);
    QCOMPARE(metrics(lab).samples.value("mcm_misc_scrape_failure_total{kind=\"Machine\"}"), 0.0);
    lab.crash();
    lab.advance(1s);
    metrics(lab);
    QCOMPARE(metrics(lab).samples.value("mcm_misc_scrape_failure_total{kind=\"Machine\"}"), 2.0);
    QVERIFY(lab.until([&] { return rolledOut(lab, 1, "small"); }, 5min));
    lab.advance(2min);
    QCOMPARE(frozen(), 0.0);
}

void TestStatus::queuesAreShown()
{
    LabHarness lab;
    lab.create(workersYaml(2));
    QVERIFY(lab.until([&] { return lab.settled(2); }, 1min));
    const api::Response response = ask(lab, "/debug/queues");
    QCOMPARE(response.code, 200);
    std::set<std::string> names;
    for (const api::Json &one : response.body->at("controllers").get_array()) {
        QVERIFY2(names.emplace(api::textAt(one, {"controller"})).second, api::writeJson(one).c_str());
        QCOMPARE(*api::integerAt(one, {"waiting"}), 0);
        QCOMPARE(one.at("underway").get_array().size(), 0U);
    }
    QVERIFY(
        names.contains("machineset") && names.contains("garbagecollector-pods") && names.contains("kubelet"));
}

/// Whatever a controller decides about has an explanation by each controller of its kind that looks at it.
void TestStatus::explainsEveryObject()
{
    LabHarness lab;
    lab.create(workersYaml(3));
    QVERIFY(lab.until([&] { return lab.settled(3); }, 1min));
    const auto said = [&](const auto &object) {
        std::string names;
        for (const auto &one : lab.engine().explain(api::refTo(object))) {
            names += (names.empty() ? "" : " ") + one.controller;
            if (one.reasons.empty() || one.reasons.front().code.empty() || one.reasons.front().text.empty()
                || one.resource != &api::resourceOf<std::decay_t<decltype(object)>>())
                return one.controller + " says nothing";
        }
        return names;
    };
    for (const api::Machine &machine : lab.machines())
        QCOMPARE(said(machine), std::string("garbagecollector machine"));
    for (const api::Node &node : lab.hollowNodes())
        QCOMPARE(said(node), std::string("nodelifecycle garbagecollector nodelink mcm-node"));
    for (const auto &set : lab.list<api::MachineSet>())
        QCOMPARE(said(set), std::string("garbagecollector machineset"));
    for (const auto &check : lab.list<api::MachineHealthCheck>())
        QCOMPARE(said(check), std::string("healthcheck"));
    for (const auto &pod : lab.list<api::Pod>())
        QVERIFY(said(pod).ends_with("podgc kubelet"));
}

void TestStatus::explainsWaiting()
{
    LabHarness lab;
    lab.create(workersYaml(3));
    QVERIFY(lab.until([&] { return lab.settled(3); }, 1min));
    lab.breakNode(lab.machines().front().status.nodeRef->name, "not-ready");
    lab.advance(5s);
    const api::Response response = ask(lab, "/debug/explain", {{"kind", "mhc"}, {"name", "workers"}});
    QCOMPARE(response.code, 200);
    const api::Json &answer = *response.body;
    QCOMPARE(std::string(api::textAt(answer, {"kind"})), std::string("MachineHealthCheck"));
    QCOMPARE(std::string(api::textAt(answer, {"namespace"})), std::string("default"));
    const api::Json &check = answer.at("explanations").get_array().at(0);
    const auto next = api::parseTime(api::textAt(check, {"nextCheck"}));
    QVERIFY2(
        next && *next > lab.clock().now() && *next <= lab.clock().now() + 15s, api::writeJson(check).c_str());
    QVERIFY(!check.at("reasons").get_array().empty());
    lab.engine().submit(1, engine::SwitchController {"healthcheck", false});
    const api::Response off =
        ask(lab, "/debug/explain", {{"kind", "MachineHealthCheck"}, {"name", "workers"}});
    QCOMPARE(off.body->at("explanations").get_array().size(), 0U);
    QCOMPARE(api::writeJson(off.body->at("off")), std::string(R"(["healthcheck"])"));
}

void TestStatus::explainsWhoWillReplaceIt_data()
{
    QTest::addColumn<bool>("asksForTheNode");
    QTest::newRow("a machine") << false;
    QTest::newRow("its node") << true;
}

/// Who, when, and within which budget.
void TestStatus::explainsWhoWillReplaceIt()
{
    QFETCH(bool, asksForTheNode);
    LabHarness lab;
    lab.create(workersYaml(3));
    QVERIFY(lab.until([&] { return lab.settled(3); }, 1min));
    const api::Machine victim = lab.machines().front();
    const std::string node = victim.status.nodeRef->name;
    const auto outlook = [&] {
        const api::Response response = ask(lab, "/debug/explain",
            {{"kind", asksForTheNode ? "node" : "machine"},
                {"name", asksForTheNode ? node : victim.metadata.name}});
        const auto &checks = response.body->at("healthChecks").get_array();
        return checks.size() == 1 ? checks.at(0) : api::Json();
    };
    QCOMPARE(std::string(api::textAt(outlook(), {"outlook"})), std::string("finds nothing wrong"));
    lab.breakNode(node, "not-ready");
    QVERIFY(
        lab.until([&] { return api::textAt(outlook(), {"outlook"}).starts_with("replaces it in "); }, 12s));
    const auto next = api::parseTime(api::textAt(outlook(), {"nextCheck"}));
    QVERIFY(next && *next > lab.clock().now() && *next <= lab.clock().now() + 16s);
    QCOMPARE(std::string(api::textAt(outlook(), {"name"})), std::string("workers"));
    QCOMPARE(std::string(api::textAt(outlook(), {"budget"})),
        std::string("1 of 3 machines is unhealthy, 1 may be (40%)."));
    lab.engine().submit(1, engine::SwitchController {"healthcheck", false});
    lab.advance(1s);
    QVERIFY(api::textAt(outlook(), {"outlook"}).starts_with("does nothing, its controller does not run"));
    lab.engine().submit(2, engine::SwitchController {"healthcheck", true});
    for (const api::Machine &machine : lab.machines())
        lab.breakNode(machine.status.nodeRef->name, "not-ready");
    QVERIFY(lab.until(
        [&] {
            return api::textAt(outlook(), {"outlook"}) == "does nothing: too many machines are unhealthy";
        },
        12s));
    QCOMPARE(std::string(api::textAt(outlook(), {"budget"})),
        std::string("3 of 3 machines are unhealthy, 1 may be (40%)."));
}

void TestStatus::explainRefuses_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("code");
    QTest::addColumn<std::string>("message");
    QTest::newRow("plural") << "machinesets"
                            << "workers" << 200 << std::string();
    QTest::newRow("kind") << "MachineSet"
                          << "workers" << 200 << std::string();
    QTest::newRow("kind and group") << "machineset.machine.openshift.io"
                                    << "workers" << 200 << std::string();
    QTest::newRow("another group") << "machineset.example.com"
                                   << "workers" << 404
                                   << std::string("no controller decides about \"machineset.example.com\"");
    QTest::newRow("unknown kind") << "wombat"
                                  << "workers" << 404 << std::string("known are ");
    QTest::newRow("object that is not there")
        << "machine"
        << "nobody" << 404 << std::string("there is no Machine default/nobody");
    QTest::newRow("cluster-scoped") << "node"
                                    << "nobody" << 404 << std::string("there is no Node nobody");
    QTest::newRow("no name") << "machine"
                             << "" << 400 << std::string("kind and name are needed");
}

void TestStatus::explainRefuses()
{
    QFETCH(QString, kind);
    QFETCH(QString, name);
    QFETCH(int, code);
    QFETCH(std::string, message);
    LabHarness lab;
    lab.create(workersYaml(1));
    lab.advance(10s);
    const api::Response response =
        ask(lab, "/debug/explain", {{"kind", kind.toStdString()}, {"name", name.toStdString()}});
    QCOMPARE(response.code, code);
    const std::string said(api::textAt(*response.body, {"message"}));
    QVERIFY2(said.find(message) != std::string::npos, said.c_str());
}

/// docs/machines.md §10.5
void TestStatus::health()
{
    LabHarness lab;
    lab.advance(1s);
    QCOMPARE(ask(lab, "/healthz").text, std::string("ok"));
    QCOMPARE(ask(lab, "/healthz/ping").text, std::string("ok"));
    QCOMPARE(ask(lab, "/healthz/wombat").code, 404);
    QCOMPARE(ask(lab, "/readyz", {{"verbose", ""}}).text,
        std::string("[+]ping ok\n[+]informer-sync ok\nreadyz check passed\n"));
    QCOMPARE(ask(lab, "/readyz/informer-sync").text, std::string("ok"));
    api::Request failing;
    failing.path = "/readyz";
    const api::Response failed = api::answerHealth(failing, {{"ping", true}, {"informer-sync", false}});
    QCOMPARE(failed.code, 500);
    QCOMPARE(failed.text,
        std::string("[+]ping ok\n[-]informer-sync failed: reason withheld\nreadyz check failed\n"));
    QCOMPARE(ask(lab, "/metricsx").code, 404);
}

void TestStatus::theTimelineTellsWhyOnceForEachChange()
{
    LabHarness lab;
    lab.create(workersYaml(3));
    QVERIFY(lab.until([&] { return lab.settled(3); }, 1min));
    lab.breakNode(lab.machines().front().status.nodeRef->name, "not-ready");
    QVERIFY(lab.until([&] { return !lab.settled(3); }, 1min));
    QVERIFY(lab.until([&] { return lab.settled(3); }, 5min));
    lab.advance(1h);
    std::map<std::pair<std::string, api::ObjectKey>, std::vector<std::string>> told;
    for (const timeline::Fact &fact : lab.engine().scenarioView().timeline.facts()) {
        if (fact.kind != timeline::FactKind::Decision)
            continue;
        QVERIFY(!fact.to.empty() && !fact.detail.empty());
        auto &codes = told[{fact.controller, fact.object}];
        QCOMPARE(fact.from, codes.empty() ? std::string() : codes.back());
        QVERIFY(fact.from != fact.to);
        codes.push_back(fact.to);
        QVERIFY2(codes.size() < 20, fact.to.c_str()); // an hour of rest adds nothing
    }
    const auto check = told.find({"healthcheck", {"default", "workers"}});
    QVERIFY(check != told.end());
    QVERIFY(std::ranges::any_of(check->second, [](const std::string &codes) {
        return codes.find(controllers::remediatingReason) != std::string::npos;
    }));
    QVERIFY(told.contains({"machineset", {"default", "workers"}}));
}

QTEST_GUILESS_MAIN(TestStatus)
#include "tst_status.moc"
