// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/workloadpods.h"

#include <algorithm>
#include <tuple>

namespace core::controlplane {

std::vector<std::string> controllerUidOf(const api::ObjectMeta &meta)
{
    const api::OwnerReference *owner = meta.controller();
    return owner ? std::vector {owner->uid} : std::vector<std::string>();
}

std::vector<api::ObjectKey> ownerKeys(const api::ObjectMeta &meta, std::string_view kind)
{
    const api::OwnerReference *owner = meta.controller();
    if (!owner || owner->kind != kind)
        return {};
    return {{meta.ns, owner->name}};
}

std::string controllerName(std::string_view kind, const api::ObjectKey &key)
{
    return std::string(kind) + " " + key.text();
}

std::vector<std::string> controllerNameOf(const api::Pod &pod)
{
    const api::OwnerReference *owner = pod.metadata.controller();
    if (!owner)
        return {};
    return {controllerName(owner->kind, {pod.metadata.ns, owner->name})};
}

std::vector<std::string> newNames(const api::ObjectMeta &owner, std::size_t count, const base::Chance &chance,
    const std::function<bool(const std::string &)> &nameTaken)
{
    const std::string sequence = owner.uid + "@" + owner.resourceVersion;
    std::vector<std::string> names;
    for (std::uint64_t ordinal = 0; names.size() < count; ++ordinal) {
        std::string name = owner.name + "-" + chance.suffix(sequence, "pod name", ordinal);
        if (!nameTaken(name) && std::ranges::find(names, name) == names.end())
            names.push_back(std::move(name));
    }
    return names;
}

api::OwnerReference controllerReference(const api::Resource &resource, const api::ObjectMeta &owner)
{
    return {resource.apiVersion(), resource.kind, owner.name, owner.uid, true, true};
}

api::ObjectMeta podMeta(
    const api::PodTemplate &podTemplate, const api::Resource &resource, const api::ObjectMeta &owner)
{
    api::ObjectMeta meta;
    meta.ns = owner.ns;
    meta.labels = podTemplate.metadata.labels;
    meta.annotations = podTemplate.metadata.annotations;
    meta.ownerReferences = {controllerReference(resource, owner)};
    return meta;
}

api::CreateObject createPod(const api::ObjectMeta &meta, const api::PodTemplate &podTemplate)
{
    const api::Resource &pods = api::resourceOf<api::Pod>();
    return {&pods,
        api::JsonObject {{"apiVersion", pods.apiVersion()}, {"kind", pods.kind},
            {"metadata", api::encode(meta)}, {"spec", podTemplate.spec.get()}}};
}

bool isReady(const api::Pod &pod)
{
    const api::PodCondition *ready = api::podCondition(pod, "Ready");
    return ready && ready->status == "True";
}

void sortForDeletion(std::vector<PodPointer> &pods)
{
    const auto rank = [](const PodPointer &pod) {
        return std::tuple(!pod->spec.nodeName.empty(), pod->status.phase == "Running", isReady(*pod),
            -pod->metadata.creationTimestamp.value_or(base::Time()).time_since_epoch().count(),
            pod->metadata.name);
    };
    std::ranges::sort(pods, {}, rank);
}

const api::WorkloadCondition *findCondition(
    const std::vector<api::WorkloadCondition> &conditions, std::string_view type)
{
    const auto found = std::ranges::find(conditions, type, &api::WorkloadCondition::type);
    return found == conditions.end() ? nullptr : &*found;
}

} // namespace core::controlplane
