// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/workloadpods.h"

#include "core/api/timerange.h"

#include <algorithm>
#include <tuple>

namespace core::controlplane {

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

api::CreateObject createPod(const api::ObjectMeta &meta, const api::PodTemplate &podTemplate)
{
    const api::Resource &pods = api::resourceOf<api::Pod>();
    return {&pods,
        api::JsonObject {{"apiVersion", pods.apiVersion()}, {"kind", pods.kind},
            {"metadata", api::encode(meta)}, {"spec", podTemplate.spec.get()}}};
}

std::string_view failureReason(const api::Effect &failed)
{
    return std::holds_alternative<api::CreateObject>(failed) ? "FailedCreate"
        : std::holds_alternative<api::DeleteObject>(failed)  ? "FailedDelete"
                                                             : "";
}

std::optional<api::PatchObject> disruptionNote(
    const api::Pod &pod, std::string reason, std::string message, base::Time now, std::string_view phase)
{
    constexpr const char *type = "DisruptionTarget";
    if (!pod.metadata.hasFinalizer(api::keys::jobFinalizer) || api::podCondition(pod, type))
        return std::nullopt;
    api::Pod after = pod;
    after.status.conditions.push_back(
        {type, "True", api::truncatedToSeconds(now), std::move(reason), std::move(message)});
    if (!phase.empty() && !api::isFinished(pod))
        after.status.phase = phase;
    return api::patchEffect(pod, after, "status", api::Precondition::Uid);
}

bool isReady(const api::Pod &pod)
{
    const api::PodCondition *ready = api::podCondition(pod, "Ready");
    return ready && ready->status == "True";
}

std::optional<base::Time> availableFrom(const api::Pod &pod, std::int64_t minReadySeconds)
{
    if (!isReady(pod))
        return std::nullopt;
    return api::podCondition(pod, "Ready")->lastTransitionTime.value_or(base::Time())
        + api::heldSeconds(minReadySeconds);
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

} // namespace core::controlplane
