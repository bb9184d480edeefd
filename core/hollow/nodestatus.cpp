// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hollow/nodestatus.h"

#include <algorithm>

namespace core::hollow {

using base::Time;

namespace {

struct PressureCondition {
    std::string_view type;
    std::string_view reason;
    std::string_view message;
};

constexpr PressureCondition pressures[] = {
    {"MemoryPressure", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"},
    {"DiskPressure", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"},
    {"PIDPressure", "KubeletHasSufficientPID", "kubelet has sufficient PID available"},
};

api::NodeCondition readyCondition(const Disruption &disruption, std::string_view remark)
{
    if (disruption.health == Health::NotReady)
        return {"Ready", "False", {}, {}, "KubeletNotReady",
            "RuntimeDisrupter is not healthy: " + disruption.message};
    return {"Ready", "True", {}, {}, "KubeletReady", "kubelet is posting ready status" + std::string(remark)};
}

void report(std::vector<api::NodeCondition> &conditions, api::NodeCondition condition, Time now)
{
    condition.lastHeartbeatTime = now;
    const auto held = std::ranges::find(conditions, condition.type, &api::NodeCondition::type);
    if (held == conditions.end()) {
        condition.lastTransitionTime = now;
        conditions.push_back(std::move(condition));
        return;
    }
    condition.lastTransitionTime = held->status == condition.status ? held->lastTransitionTime : now;
    *held = std::move(condition);
}

api::ResourceList capacityOf(const HollowKubeletConfig &config)
{
    api::ResourceList capacity = config.extendedResources;
    capacity.try_emplace("cpu", api::Quantity {std::to_string(config.numCores)});
    capacity.try_emplace("memory", api::Quantity {std::to_string(config.memoryCapacity)});
    capacity.try_emplace("pods", api::Quantity {std::to_string(config.maxPods)});
    capacity.try_emplace("ephemeral-storage", api::Quantity {"0"});
    return capacity;
}

api::NodeSystemInfo systemInfo(const KubeletIdentity &identity, const base::Chance &chance)
{
    api::NodeSystemInfo info;
    info.machineID = chance.uuid(identity.nodeName, "machine-id");
    info.systemUUID = info.machineID;
    info.bootID = chance.uuid(identity.instance, "boot-id");
    info.kernelVersion = "3.16.0-0.bpo.4-amd64";
    info.osImage = "Debian GNU/Linux 7 (wheezy)";
    info.containerRuntimeVersion = "fakeRuntime://0.1.0";
    info.kubeletVersion = kubeletVersion;
    info.kubeProxyVersion = kubeletVersion;
    info.operatingSystem = "linux";
    info.architecture = "amd64";
    return info;
}

/// By amount: servers write quantities in a canonical form of their own.
bool saysTheSame(const api::ResourceList &left, const api::ResourceList &right)
{
    return std::ranges::equal(left, right, [](const auto &one, const auto &other) {
        return one.first == other.first && one.second.milli() == other.second.milli();
    });
}

bool saysTheSame(const api::NodeCondition &left, const api::NodeCondition &right)
{
    return left.type == right.type && left.status == right.status && left.reason == right.reason
        && left.message == right.message && left.lastTransitionTime == right.lastTransitionTime;
}

} // namespace

api::Node registeredNode(const KubeletIdentity &identity, const HollowKubeletConfig &config)
{
    api::Node node;
    node.metadata.name = identity.nodeName;
    node.metadata.labels = config.nodeLabels;
    node = withDefaultLabels(std::move(node));
    node.spec.providerID = "kubemark://" + identity.nodeName;
    if (config.noSchedule)
        node.spec.taints.push_back({"kubemark", "true", "NoSchedule", {}});
    node.spec.taints.insert(node.spec.taints.end(), config.taints.begin(), config.taints.end());
    return node;
}

api::Node withDefaultLabels(api::Node node)
{
    api::Labels &labels = node.metadata.labels;
    labels["kubernetes.io/hostname"] = node.metadata.name;
    for (const std::string prefix : {"kubernetes.io/", "beta.kubernetes.io/"}) {
        labels[prefix + "os"] = "linux";
        labels[prefix + "arch"] = "amd64";
    }
    return node;
}

api::NodeStatus reportedStatus(const api::NodeStatus &before, const KubeletIdentity &identity,
    const HollowKubeletConfig &config, const base::Chance &chance, const Disruption &disruption,
    std::string_view remark, Time now)
{
    api::NodeStatus status = before;
    const Time second = api::truncatedToSeconds(now);
    status.capacity = capacityOf(config);
    status.allocatable = status.capacity;
    status.addresses = {{"InternalIP", identity.address}, {"Hostname", identity.nodeName}};
    status.daemonEndpoints = api::JsonObject {{"kubeletEndpoint", api::JsonObject {{"Port", 10250}}}};
    status.nodeInfo = systemInfo(identity, chance);
    for (const PressureCondition &pressure : pressures)
        report(status.conditions,
            {std::string(pressure.type), "False", {}, {}, std::string(pressure.reason),
                std::string(pressure.message)},
            second);
    report(status.conditions, readyCondition(disruption, remark), second);
    return status;
}

Time nextReport(const api::NodeStatus &status)
{
    const auto ready = std::ranges::find(status.conditions, "Ready", &api::NodeCondition::type);
    if (ready == status.conditions.end() || !ready->lastHeartbeatTime)
        return {};
    return *ready->lastHeartbeatTime + statusReportFrequency;
}

bool saysTheSame(const api::NodeStatus &left, const api::NodeStatus &right)
{
    return saysTheSame(left.capacity, right.capacity) && saysTheSame(left.allocatable, right.allocatable)
        && left.addresses == right.addresses && left.nodeInfo == right.nodeInfo
        && left.daemonEndpoints == right.daemonEndpoints
        && std::ranges::equal(left.conditions, right.conditions,
            [](const auto &one, const auto &other) { return saysTheSame(one, other); });
}

} // namespace core::hollow
