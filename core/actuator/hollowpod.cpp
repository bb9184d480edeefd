// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/actuator/hollowpod.h"

#include "core/api/providerfields.h"
#include "core/api/recipe.h"

#include <QCryptographicHash>

namespace core::actuator {

namespace {

constexpr std::size_t longestPrefix = 54;
constexpr qsizetype hashDigits = 8;

std::string shortHash(std::string_view text)
{
    const QByteArrayView bytes(text.data(), static_cast<qsizetype>(text.size()));
    const QByteArray digest = QCryptographicHash::hash(bytes.toByteArray(), QCryptographicHash::Sha256);
    return digest.toHex().first(hashDigits).toStdString();
}

std::string labelFlag(const api::KubemarkProviderConfig &config)
{
    std::string labels;
    for (const auto &[annotation, label] : {std::pair(api::keys::region, api::keys::topologyRegion),
             std::pair(api::keys::zone, api::keys::topologyZone)}) {
        if (const std::string_view value = config.metadata.annotation(annotation); !value.empty())
            labels += (labels.empty() ? "" : ",") + std::string(label) + "=" + std::string(value);
    }
    return labels.empty() ? labels : " --node-labels=" + labels;
}

api::Json nodeNameVariable()
{
    const api::JsonObject source {{"fieldRef", api::JsonObject {{"fieldPath", "metadata.name"}}}};
    return api::JsonObject {{"name", "NODE_NAME"}, {"valueFrom", source}};
}

api::Container shellContainer(std::string name, const std::string &image, std::string line)
{
    api::Container container;
    container.name = std::move(name);
    container.image = image;
    container.command = {"/bin/sh", "-c", std::move(line)};
    container.env = {nodeNameVariable()};
    return container;
}

api::Container hollowKubelet(const api::KubemarkProviderConfig &config)
{
    api::Container container = shellContainer("hollow-kubelet", config.image, hollowKubeletLine(config));
    for (const int port : {4194, 10250, 10255})
        container.ports.emplace_back(api::JsonObject {{"containerPort", port}});
    container.resources.requests = {{"cpu", {"40m"}}, {"memory", {"100M"}}};
    container.securityContext = api::JsonObject {{"privileged", true}};
    return container;
}

api::Container hollowProxy(const api::KubemarkProviderConfig &config)
{
    api::Container container = shellContainer("hollow-proxy", config.image,
        "/kubemark --morph=proxy --name=$(NODE_NAME)"
        " --kube-api-content-type=application/vnd.kubernetes.protobuf --alsologtostderr");
    container.resources.requests = {{"cpu", {"40m"}}, {"memory", {"500Ki"}}};
    return container;
}

api::Container inotifyLimit()
{
    api::Container container;
    container.name = "init-inotify-limit";
    container.image = "busybox";
    container.command = {"sysctl", "-w", "fs.inotify.max_user_instances=1000"};
    container.securityContext = api::JsonObject {{"privileged", true}};
    return container;
}

} // namespace

std::string hollowPodName(const api::Machine &machine)
{
    std::string prefix = machine.metadata.name.substr(0, longestPrefix);
    while (prefix.ends_with('-') || prefix.ends_with('.'))
        prefix.pop_back();
    return prefix + "-" + shortHash(machine.metadata.uid);
}

bool isNamedAfter(std::string_view node, const api::Machine &machine)
{
    return node == hollowPodName(machine);
}

std::string hollowKubeletLine(const api::KubemarkProviderConfig &config)
{
    std::string line = "/kubemark --morph=kubelet --name=$(NODE_NAME)";
    for (const api::ProviderField &field : api::providerFields())
        line += field.flagFor(config);
    return line + labelFlag(config)
        + " --node-status-update-frequency=2s --no-schedule=true"
          " --kube-api-content-type=application/vnd.kubernetes.protobuf --alsologtostderr";
}

api::Pod hollowPod(
    const api::Machine &machine, const api::KubemarkProviderConfig &config, const std::string &hollowHost)
{
    api::Pod pod;
    pod.metadata.name = hollowPodName(machine);
    pod.metadata.ns = podNamespace;
    pod.metadata.labels.emplace(api::keys::podMachineName, machine.metadata.name);
    pod.metadata.labels.emplace(api::keys::podMachineNamespace, machine.metadata.ns);
    pod.metadata.labels.emplace(api::keys::podMachineUid, machine.metadata.uid);
    for (const std::string_view key : {api::keys::recipe, api::keys::boot}) {
        if (const std::string_view value = config.metadata.annotation(key); !value.empty())
            pod.metadata.annotations.emplace(key, value);
    }
    pod.spec.serviceAccountName = "kubemark";
    pod.spec.volumes = {api::JsonObject {
        {"name", "no-serviceaccount-access-to-real-master"}, {"emptyDir", api::JsonObject()}}};
    pod.spec.initContainers = {inotifyLimit()};
    pod.spec.containers = {hollowKubelet(config), hollowProxy(config)};
    if (hollowHost.empty())
        return pod;
    pod.spec.nodeName = hollowHost;
    // The second one: while the program is not running, the host is unreachable, and its nodes have to wait
    // for it.
    pod.spec.tolerations = {
        {std::string(api::keys::hollowHost), "Exists", {}, {}, {}}, {{}, "Exists", {}, "NoExecute", {}}};
    return pod;
}

bool isHollowPod(const api::Pod &pod)
{
    return !pod.metadata.label(api::keys::podMachineName).empty()
        && !pod.metadata.label(api::keys::podMachineNamespace).empty();
}

bool isPodOf(const api::Pod &pod, const api::ObjectMeta &machine)
{
    if (machineOfPod(pod) != machine.key())
        return false;
    const std::string_view uid = pod.metadata.label(api::keys::podMachineUid);
    if (!uid.empty())
        return uid == machine.uid;
    return pod.metadata.creationTimestamp >= machine.creationTimestamp;
}

api::ObjectKey machineOfPod(const api::Pod &pod)
{
    return {std::string(pod.metadata.label(api::keys::podMachineNamespace)),
        std::string(pod.metadata.label(api::keys::podMachineName))};
}

} // namespace core::actuator
