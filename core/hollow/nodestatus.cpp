// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hollow/nodestatus.h"

#include "core/api/nodeconditions.h"

#include <algorithm>

namespace core::hollow {

using base::Time;

namespace {

/// What is said of a condition besides Ready, in its two states.
struct ConditionRow {
    const api::NodeConditionKind &kind;
    std::string_view soundReason;
    std::string_view soundMessage;
    std::string_view faultyReason;
    std::string_view faultyMessage;
    std::string_view soundEvent; ///< of those that the kubelet itself reports, always (§3.3)
    std::string_view faultyEvent;

    /// Others are reported by others on a real node; here they appear with their fault.
    bool isKubelets() const { return kind.reporter == api::NodeConditionKind::Reporter::Kubelet; }
};

constexpr ConditionRow conditionRows[] = {
    {*api::conditionKindOf(api::FaultKind::MemoryPressure), "KubeletHasSufficientMemory",
        "kubelet has sufficient memory available", "KubeletHasInsufficientMemory",
        "kubelet has insufficient memory available", "NodeHasSufficientMemory", "NodeHasInsufficientMemory"},
    {*api::conditionKindOf(api::FaultKind::DiskPressure), "KubeletHasNoDiskPressure",
        "kubelet has no disk pressure", "KubeletHasDiskPressure", "kubelet has disk pressure",
        "NodeHasNoDiskPressure", "NodeHasDiskPressure"},
    {*api::conditionKindOf(api::FaultKind::PidPressure), "KubeletHasSufficientPID",
        "kubelet has sufficient PID available", "KubeletHasInsufficientPID",
        "kubelet has insufficient PID available", "NodeHasSufficientPID", "NodeHasInsufficientPID"},
    {*api::conditionKindOf(api::FaultKind::NetworkUnavailable), "RouteCreated",
        "RouteController created a route", "NoRouteCreated", "RouteController failed to create a route", {},
        {}},
    {*api::conditionKindOf(api::FaultKind::KernelDeadlock), "KernelHasNoDeadlock", "kernel has no deadlock",
        "DockerHung", "task docker blocked for more than 120 seconds", {}, {}},
    {*api::conditionKindOf(api::FaultKind::ReadonlyFilesystem), "FilesystemIsNotReadOnly",
        "Filesystem is not read-only", "FilesystemIsReadOnly", "Remounting filesystem read-only", {}, {}},
};

constexpr std::string_view ownMark = ", on request ("; // in messages of conditions that others report too

/// Whether a fault of ours made it True: what others report is theirs to take back.
bool isOurs(const api::NodeCondition *held)
{
    return held && held->status == "True" && held->message.find(ownMark) != std::string::npos;
}

api::NodeCondition conditionOf(const ConditionRow &row, const Disruption &disruption)
{
    if (disruption.condition != row.kind.fault)
        return {std::string(row.kind.type), "False", {}, {}, std::string(row.soundReason),
            std::string(row.soundMessage)};
    std::string message(row.faultyMessage);
    if (!row.isKubelets())
        message += ", " + disruption.message;
    return {std::string(row.kind.type), "True", {}, {}, std::string(row.faultyReason), std::move(message)};
}

const api::NodeCondition *conditionIn(const api::NodeStatus &status, std::string_view type)
{
    const auto held = std::ranges::find(status.conditions, type, &api::NodeCondition::type);
    return held == status.conditions.end() ? nullptr : &*held;
}

bool isReady(const api::NodeStatus &status)
{
    const api::NodeCondition *ready = conditionIn(status, "Ready");
    return ready && ready->status == "True";
}

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

/// Another one with each start of the kubelet and with each reboot that it has not reported yet.
std::string bootId(const api::NodeStatus &before, const KubeletIdentity &identity, const base::Chance &chance,
    const std::optional<Time> &bootedAt)
{
    const api::NodeCondition *ready = conditionIn(before, "Ready");
    const bool reported = ready && ready->lastHeartbeatTime && bootedAt <= ready->lastHeartbeatTime;
    const std::string &held = before.nodeInfo.bootID;
    if (!held.empty() && (!bootedAt || reported))
        return held;
    const Time boot = bootedAt.value_or(Time());
    return chance.uuid(identity.instance, "boot-id",
        static_cast<std::uint64_t>(boot.time_since_epoch() / std::chrono::seconds(1)));
}

api::NodeSystemInfo systemInfo(const KubeletIdentity &identity, const base::Chance &chance)
{
    api::NodeSystemInfo info;
    info.machineID = chance.uuid(identity.nodeName, "machine-id");
    info.systemUUID = info.machineID;
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
        return one.first == other.first
            && (one.second == other.second || one.second.milli() == other.second.milli());
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

api::ObjectReference kubeletReferenceTo(const api::Node &node)
{
    api::ObjectReference about = api::referenceTo(node);
    about.uid = node.metadata.name;
    return about;
}

api::NodeStatus reportedStatus(const api::NodeStatus &before, const KubeletIdentity &identity,
    const HollowKubeletConfig &config, const base::Chance &chance, const Disruption &disruption,
    std::string_view remark, Time now)
{
    static const api::SharedJson endpoints =
        api::JsonObject {{"kubeletEndpoint", api::JsonObject {{"Port", 10250}}}};
    const Time second = api::truncatedToSeconds(now);
    api::NodeStatus status;
    status.capacity = capacityOf(config);
    status.allocatable = status.capacity;
    status.conditions = before.conditions;
    status.addresses = {{"InternalIP", identity.address}, {"Hostname", identity.nodeName}};
    status.daemonEndpoints = endpoints;
    status.nodeInfo = systemInfo(identity, chance);
    status.nodeInfo.bootID = bootId(before, identity, chance, disruption.bootedAt);
    for (const ConditionRow &row : conditionRows) {
        if (row.isKubelets() || disruption.condition == row.kind.fault
            || isOurs(conditionIn(before, row.kind.type)))
            report(status.conditions, conditionOf(row, disruption), second);
    }
    report(status.conditions, readyCondition(disruption, remark), second);
    return status;
}

Time nextReport(const api::NodeStatus &status)
{
    const api::NodeCondition *ready = conditionIn(status, "Ready");
    if (!ready || !ready->lastHeartbeatTime)
        return {};
    return *ready->lastHeartbeatTime + statusReportFrequency;
}

std::vector<api::EmitEvent> statusEvents(const api::Node &node, const api::NodeStatus &after)
{
    std::vector<api::EmitEvent> events;
    const api::NodeStatus &before = node.status;
    const std::string &name = node.metadata.name;
    const auto tell = [&](std::string_view type, std::string_view reason, std::string message) {
        events.push_back(
            {kubeletReferenceTo(node), std::string(type), std::string(reason), std::move(message)});
    };
    const auto tellStatus = [&](std::string_view reason) {
        tell("Normal", reason, "Node " + name + " status is now: " + std::string(reason));
    };
    const std::string &boot = after.nodeInfo.bootID;
    if (!before.nodeInfo.bootID.empty() && before.nodeInfo.bootID != boot)
        tell("Warning", "Rebooted", "Node " + name + " has been rebooted, boot id: " + boot);
    for (const ConditionRow &row : conditionRows) {
        const api::NodeCondition *old = conditionIn(before, row.kind.type);
        const api::NodeCondition *now = conditionIn(after, row.kind.type);
        const bool faulty = now && now->status == "True";
        if (faulty == (old && old->status == "True"))
            continue;
        if (row.isKubelets())
            tellStatus(faulty ? row.faultyEvent : row.soundEvent);
        else
            tell(faulty ? "Warning" : "Normal", now->reason,
                "Node condition " + now->type + " is now: " + now->status + ", reason: " + now->reason
                    + ", message: " + now->message);
    }
    if (isReady(before) != isReady(after))
        tellStatus(isReady(after) ? "NodeReady" : "NodeNotReady");
    return events;
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
