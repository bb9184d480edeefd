// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/labharness.h"

#include "core/actuator/hollowpod.h"
#include "core/api/mcm.h"
#include "core/api/yaml.h"

namespace tests {

using namespace std::chrono_literals;
using core::api::Method;

core::api::Response ask(core::lab::ApiServer &lab, Method method, std::string path, core::api::Json body,
    std::string_view contentType)
{
    core::api::Request request;
    request.method = method;
    request.path = std::move(path);
    if (contentType.empty())
        contentType =
            method == Method::Patch ? core::api::contentTypes::mergePatch : core::api::contentTypes::json;
    request.contentType = contentType;
    if (!body.is_null())
        request.body = core::api::share(std::move(body));
    return lab.answer(request);
}

LabHarness::LabHarness(std::string database, std::uint64_t seed)
    : m_database(std::move(database))
    , m_seed(seed)
    , m_clock(core::api::parseTime("2026-11-20T10:00:00Z").value())
{
    enter();
}

void LabHarness::enter()
{
    auto lab = core::lab::ApiServer::create({m_clock, m_seed, m_database});
    if (!lab)
        qFatal("%s", lab.error().message.c_str());
    m_lab = std::move(*lab);
    m_transport = std::make_unique<FaultyTransport>(m_clock, *m_lab);
    startEngine();
}

void LabHarness::startEngine()
{
    core::engine::EngineOptions options {.clock = m_clock, .transport = *m_transport};
    options.controllers = core::engine::Engine::allControllers();
    options.serverAuthority = "the lab's authority";
    options.seed = m_seed;
    options.lostOwners = m_lab->lostOwners();
    options.mostMachines = m_mostMachines;
    m_engine = std::make_unique<core::engine::Engine>(std::move(options));
    m_engine->start();
}

void LabHarness::leave()
{
    if (!m_engine)
        return;
    stopEngine();
    m_clock.advance(1ms); // the last answers and events arrive
    m_transport.reset();
    m_lab->close();
    m_lab.reset();
}

/// docs/design.md D2: every outcome of every controller says why.
void LabHarness::checkReasons()
{
    core::api::Request request;
    request.path = "/debug/queues";
    const auto queues = m_engine->answer(request);
    for (const core::api::Json &one : queues->body->at("controllers").get_array()) {
        if (core::api::integerAt(one, {"unexplained"}) != 0)
            QTest::qFail(core::api::writeJson(one).c_str(), __FILE__, __LINE__);
    }
}

void LabHarness::stopEngine()
{
    checkReasons();
    bool stopped = false;
    m_engine->stop([&] { stopped = true; });
    until([&] { return stopped; }, 3s);
    m_engine.reset();
}

void LabHarness::crash()
{
    checkReasons();
    m_engine.reset();
    m_transport->revive();
    startEngine();
}

void LabHarness::restartEngine()
{
    stopEngine();
    m_transport->revive();
    startEngine();
}

void LabHarness::limitMachines(std::size_t most)
{
    m_mostMachines = most;
    restartEngine();
}

bool LabHarness::advanceWithin(core::base::Duration duration, std::size_t tasks)
{
    const core::base::Time end = m_clock.now() + duration;
    while (m_clock.runNext(end)) {
        if (tasks-- == 0)
            return false;
    }
    m_clock.moveTo(end);
    return true;
}

void LabHarness::restart()
{
    leave();
    enter();
}

bool LabHarness::until(const std::function<bool()> &condition, core::base::Duration limit)
{
    const core::base::Time end = m_clock.now() + limit;
    while (!condition()) {
        if (m_clock.now() >= end)
            return false;
        m_clock.advance(50ms);
    }
    return true;
}

core::api::Response LabHarness::request(
    Method method, std::string path, core::api::Json body, std::string_view contentType)
{
    return ask(*m_lab, method, std::move(path), std::move(body), contentType);
}

void LabHarness::create(std::string_view yaml)
{
    const auto documents = core::api::parseYamlDocuments(yaml);
    if (!documents)
        qFatal("%s", documents.error().message.c_str());
    for (const core::api::Json &document : *documents) {
        const std::string kind(core::api::textAt(document, {"kind"}));
        std::string plural = kind;
        std::ranges::transform(
            plural, plural.begin(), [](char c) { return static_cast<char>(std::tolower(c)); });
        const std::string apiVersion(core::api::textAt(document, {"apiVersion"}));
        const std::string root = apiVersion.find('/') == std::string::npos ? "/api/" : "/apis/";
        const bool clusterScoped = kind == "Node" || kind == "CustomResourceDefinition";
        const std::string ns = clusterScoped ? "" : "/namespaces/default";
        const auto response = request(Method::Post,
            root + apiVersion + ns + "/" + plural + (plural.ends_with('s') ? "es" : "s"), document);
        if (response.code != 201)
            qFatal("%s", core::api::writeJson(*response.body).c_str());
    }
}

core::api::Response LabHarness::patch(const std::string &path, const std::string &json)
{
    return request(Method::Patch, path, *core::api::parseJson(json), core::api::contentTypes::mergePatch);
}

void LabHarness::scale(const std::string &set, int replicas)
{
    const auto response =
        patch("/apis/machine.openshift.io/v1beta1/namespaces/default/machinesets/" + set + "/scale",
            R"({"spec":{"replicas":)" + std::to_string(replicas) + "}}");
    QCOMPARE(response.code, 200);
}

void LabHarness::breakNode(const std::string &node, const std::string &fault)
{
    const auto response = patch(
        "/api/v1/nodes/" + node, R"({"metadata":{"annotations":{"hollowlab.io/fault":")" + fault + R"("}}})");
    QCOMPARE(response.code, 200);
}

std::vector<core::api::Node> LabHarness::hollowNodes()
{
    auto nodes = list<core::api::Node>();
    std::erase_if(nodes, [](const auto &node) { return node.metadata.name.starts_with("hollow-host-"); });
    return nodes;
}

std::vector<core::api::Pod> LabHarness::hollowPods()
{
    auto pods = list<core::api::Pod>();
    std::erase_if(pods, [](const auto &pod) { return pod.metadata.ns != core::actuator::podNamespace; });
    return pods;
}

int LabHarness::readyNodes()
{
    const auto nodes = hollowNodes();
    return static_cast<int>(std::ranges::count_if(nodes, [](const auto &node) { return node.isReady(); }));
}

bool LabHarness::settled(int replicas)
{
    const auto all = machines();
    const auto ofMcm = list<core::api::mcm::Machine>();
    const auto nodes = hollowNodes();
    const auto count = static_cast<std::size_t>(replicas);
    if (all.size() + ofMcm.size() != count || nodes.size() != count || hollowPods().size() != count
        || readyNodes() != replicas)
        return false;
    const auto isRunning = [&](const core::api::Machine &machine) {
        return machine.status.phase == core::api::phases::running && machine.status.nodeRef
            && std::ranges::any_of(
                nodes, [&](const auto &node) { return node.metadata.uid == machine.status.nodeRef->uid; });
    };
    const auto isRunningOfMcm = [&](const core::api::mcm::Machine &machine) {
        return machine.phase() == core::api::mcm::phases::running
            && std::ranges::any_of(nodes, [&](const auto &node) {
                   return node.metadata.name == machine.metadata.label(core::api::mcm::keys::nodeLabel);
               });
    };
    return std::ranges::all_of(all, isRunning) && std::ranges::all_of(ofMcm, isRunningOfMcm);
}

std::string Databases::next()
{
    const QString name = QString::number(++m_count);
    QDir(m_directory.path()).mkdir(name);
    return m_directory.filePath(name).toStdString() + "/lab.db";
}

void withAndWithoutRestart()
{
    QTest::addColumn<bool>("restart");
    QTest::newRow("undisturbed") << false;
    QTest::newRow("with a restart in the middle") << true;
}

std::string workersYaml(int replicas, const std::string &config, const std::string &check)
{
    return R"(apiVersion: machine.openshift.io/v1beta1
kind: MachineSet
metadata:
  name: workers
spec:
  replicas: )"
        + std::to_string(replicas) + R"(
  selector:
    matchLabels: {set: workers}
  template:
    metadata:
      labels: {set: workers, machine.openshift.io/cluster-api-cluster: lab}
    spec:
      providerSpec:
        value:
          apiVersion: kubemarkproviderconfig.k8s.io/v1alpha1
          kind: KubemarkMachineProviderConfig
          image: docker.io/gofed/kubemark:v1.14.3-beta.0-2
)" + config
        + R"(---
apiVersion: machine.openshift.io/v1beta1
kind: MachineHealthCheck
metadata:
  name: workers
spec:
  selector:
    matchLabels: {set: workers}
  maxUnhealthy: 40%
  unhealthyConditions:
  - {type: Ready, status: "False", timeout: 15s}
  - {type: Ready, status: Unknown, timeout: 15s}
)" + check;
}

} // namespace tests
