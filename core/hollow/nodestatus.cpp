// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hollow/nodestatus.h"

#include "core/api/nodeconditions.h"

#include <algorithm>

namespace core::hollow {

using base::Time;

namespace {

/// Ready has its own cause and words.
bool isReadiness(const api::NodeConditionKind &kind)
{
    return kind.fault == api::FaultKind::NotReady;
}

constexpr std::string_view ownMark = ", on request ("; // in messages of conditions that others report too

/// Whether a fault of ours made it True: what others report is theirs to take back.
bool isOurs(const api::NodeCondition *held)
{
    return held && held->status == "True" && held->message.find(ownMark) != std::string::npos;
}

api::NodeCondition conditionOf(const api::NodeConditionKind &kind, const Disruption &disruption)
{
    const bool isBad = disruption.condition == kind.fault;
    const auto &wording = isBad ? kind.whenBad : kind.whenGood;
    std::string message(wording.message);
    if (isBad && !kind.isKubelets())
        message += ", " + disruption.message;
    return {std::string(kind.type), isBad ? "True" : "False", {}, {}, std::string(wording.reason),
        std::move(message)};
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
    capacity.try_emplace(
        "cpu", api::Quantity {std::to_string(config.provided.numCores.value_or(api::defaultCores))});
    capacity.try_emplace("memory",
        api::Quantity {std::to_string(config.provided.memoryCapacity.value_or(api::defaultMemory))});
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

/// Quantities are compared by amount: servers write them in a canonical form of their own.
bool saysTheSame(const api::ResourceList &left, const api::ResourceList &right)
{
    return std::ranges::equal(left, right, [](const auto &one, const auto &other) {
        return one.first == other.first
            && (one.second == other.second || one.second.milli() == other.second.milli());
    });
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
    for (const api::NodeConditionKind &kind : api::nodeConditionKinds) {
        // Those of others are reported by others on a real node; here they appear with their fault.
        const bool isReported =
            kind.isKubelets() || disruption.condition == kind.fault || isOurs(conditionIn(before, kind.type));
        if (isReported && !isReadiness(kind))
            report(status.conditions, conditionOf(kind, disruption), second);
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
    for (const api::NodeConditionKind &kind : api::nodeConditionKinds) {
        const api::NodeCondition *old = conditionIn(before, kind.type);
        const api::NodeCondition *now = conditionIn(after, kind.type);
        const bool isBad = now && now->status == "True";
        if (isReadiness(kind) || isBad == (old && old->status == "True"))
            continue;
        if (kind.isKubelets())
            tellStatus(isBad ? kind.whenBad.event : kind.whenGood.event);
        else
            tell(isBad ? "Warning" : "Normal", now->reason,
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
        && sameButHeartbeats(left.conditions, right.conditions);
}

} // namespace core::hollow
