// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/cluster.h"

#include "core/api/machine.h"
#include "core/api/pod.h"
#include "core/client/applier.h"
#include "core/client/httptransport.h"
#include "core/client/kubeconfig.h"

#include <QTest>

#include <algorithm>

namespace tests {

using core::api::Json;
using core::api::Method;
using core::api::Response;
using core::base::ErrorKind;
using core::base::Result;

namespace {

constexpr int patience = 30'000;

template<typename T>
T valueOf(Result<T> result)
{
    if (!result)
        qFatal("%s", result.error().message.c_str());
    return std::move(*result);
}

std::unique_ptr<core::client::Transport> transportTo(const QString &kubeconfig)
{
    const core::client::KubeconfigSource source {kubeconfig.toStdString(), {}, {}};
    const auto config = valueOf(core::client::Kubeconfig::load(source));
    return valueOf(core::client::HttpTransport::open(
        valueOf(config.access()), [](const core::base::Task &task) { task(); }));
}

/// Runs the event loop until the call that is begun has been answered.
template<typename T, typename Begin>
Result<T> answered(Begin begin)
{
    // Shared, since an answer may come after the patience is over.
    auto answer = std::make_shared<std::optional<Result<T>>>();
    begin([answer](Result<T> result) { *answer = std::move(result); });
    if (!QTest::qWaitFor([&] { return answer->has_value(); }, patience))
        return core::base::fail(ErrorKind::Transient, "no answer in 30 s");
    return std::move(**answer);
}

Result<Json> bodyOf(const Result<Response> &response)
{
    if (!response)
        return tl::unexpected(response.error());
    if (!response->body)
        return core::base::fail(ErrorKind::Invalid, "an answer without a body");
    return *response->body;
}

bool isHollowHost(const core::api::Node &node)
{
    return node.metadata.labels.contains(std::string(core::api::keys::hollowHost));
}

std::string machineUidOf(const core::api::Pod &pod)
{
    const auto label = pod.metadata.labels.find(std::string(core::api::keys::podMachineUid));
    return label == pod.metadata.labels.end() ? std::string() : label->second;
}

std::vector<core::api::Pod> hollowNodePods(Cluster &cluster)
{
    auto pods = cluster.list<core::api::Pod>();
    std::erase_if(pods, [](const auto &pod) { return machineUidOf(pod).empty(); });
    return pods;
}

std::vector<core::api::Node> machineNodes(Cluster &cluster)
{
    auto nodes = cluster.list<core::api::Node>();
    std::erase_if(nodes, isHollowHost);
    return nodes;
}

std::string problemOf(const core::api::Machine &machine, const std::vector<core::api::Pod> &pods,
    const std::vector<core::api::Node> &nodes)
{
    if (machine.status.phase != core::api::phases::running)
        return "is " + machine.status.phase;
    const auto own = std::ranges::count(pods, machine.metadata.uid, machineUidOf);
    if (own != 1)
        return "has " + std::to_string(own) + " pods";
    if (!machine.status.nodeRef)
        return "has no node";
    const auto node = std::ranges::find(
        nodes, machine.status.nodeRef->name, [](const auto &candidate) { return candidate.metadata.name; });
    if (node == nodes.end())
        return "has a node that is gone";
    return node->isReady() ? std::string() : "has a node that is not ready";
}

} // namespace

Cluster::Cluster(const QString &kubeconfig)
    : m_transport(transportTo(kubeconfig))
    , m_client(std::make_unique<core::client::Client>(*m_transport, "hollowlab-test"))
{
}

Cluster::~Cluster() = default;

Result<Response> Cluster::request(Method method, std::string path, Json body, std::string_view contentType)
{
    core::api::Request request;
    request.method = method;
    request.path = std::move(path);
    request.contentType = contentType;
    if (!body.is_null())
        request.body = core::api::share(std::move(body));
    return answered<Response>([&](auto callback) { m_client->send(std::move(request), callback); });
}

Result<Json> Cluster::get(std::string path)
{
    return bodyOf(request(Method::Get, std::move(path)));
}

Result<Json> Cluster::mergePatch(std::string path, std::string_view json)
{
    auto patch = core::api::parseJson(json);
    if (!patch)
        return patch;
    return bodyOf(
        request(Method::Patch, std::move(path), std::move(*patch), core::api::contentTypes::mergePatch));
}

Result<std::vector<std::string>> Cluster::apply(std::vector<Json> objects)
{
    core::client::Applier applier(*m_client);
    return answered<std::vector<std::string>>(
        [&](auto callback) { applier.apply(std::move(objects), "default", callback); });
}

Result<core::client::ListPage> Cluster::listPage(const core::api::Resource &resource)
{
    core::client::ListOptions everything;
    everything.limit = 0;
    return answered<core::client::ListPage>(
        [&](auto callback) { m_client->list(resource, everything, callback); });
}

Result<> Cluster::scale(const std::string &machineSet, int replicas)
{
    const auto scaled = mergePatch(
        "/apis/machine.openshift.io/v1beta1/namespaces/default/machinesets/" + machineSet + "/scale",
        R"({"spec":{"replicas":)" + std::to_string(replicas) + "}}");
    return scaled ? Result<>() : Result<>(tl::unexpected(scaled.error()));
}

Result<> Cluster::annotateNode(const std::string &node, const std::string &key, const std::string &value)
{
    const auto patched = mergePatch(
        "/api/v1/nodes/" + node, R"({"metadata":{"annotations":{")" + key + R"(":")" + value + R"("}}})");
    return patched ? Result<>() : Result<>(tl::unexpected(patched.error()));
}

std::string unsettled(Cluster &cluster, int machines)
{
    const auto all = cluster.list<core::api::Machine>();
    const auto pods = hollowNodePods(cluster);
    const auto nodes = machineNodes(cluster);
    const auto wanted = static_cast<std::size_t>(machines);
    if (all.size() != wanted || pods.size() != wanted || nodes.size() != wanted)
        return std::to_string(all.size()) + " machines, " + std::to_string(pods.size()) + " pods, "
            + std::to_string(nodes.size()) + " nodes; wanted are " + std::to_string(machines);
    for (const auto &machine : all) {
        if (const std::string problem = problemOf(machine, pods, nodes); !problem.empty())
            return "machine " + machine.metadata.name + " " + problem;
    }
    return {};
}

std::string doubled(Cluster &cluster)
{
    std::map<std::string, int> podsOfMachine;
    for (const auto &pod : hollowNodePods(cluster)) {
        if (++podsOfMachine[machineUidOf(pod)] > 1)
            return "two pods for the machine of " + pod.metadata.name;
    }
    std::map<std::string, int> nodesOfMachine;
    for (const auto &node : machineNodes(cluster)) {
        if (!node.spec.providerID.empty() && ++nodesOfMachine[node.spec.providerID] > 1)
            return "two nodes for " + node.spec.providerID;
    }
    return {};
}

} // namespace tests
