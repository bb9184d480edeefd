// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What workloads have in common: pods made of a template, and how one finds again what one has made.

#include "core/api/emit.h"
#include "core/api/ownership.h"
#include "core/api/podfit.h"
#include "core/api/workload.h"
#include "core/controlplane/controllers.h"

#include <functional>

namespace core::controlplane {

using PodPointer = std::shared_ptr<const api::Pod>;

/// What a workload has made, by "<kind> <namespace>/<name>" of it, so that it is found also when that is
/// gone.
inline constexpr std::string_view byControllerName = "controllerName";
std::string controllerName(std::string_view kind, const api::ObjectKey &key);
template<typename Made>
runtime::IndexValues controllerNameOf(const Made &made)
{
    const api::OwnerReference *owner = made.metadata.controller();
    if (!owner)
        return {};
    return {controllerName(owner->kind, {made.metadata.ns, owner->name})};
}
/// What the owner, of that kind, has made itself: nothing of an earlier one of its name. The store has the
/// index byControllerName.
template<typename Made>
std::vector<std::shared_ptr<const Made>> madeBy(
    const api::ObjectMeta &owner, std::string_view kind, const runtime::Store<Made> &store)
{
    auto made = store.listBy(byControllerName, controllerName(kind, owner.key()));
    std::erase_if(
        made, [&](const auto &object) { return !api::isControlledBy(object->metadata, owner.uid); });
    return made;
}
/// What nobody controls, by its namespace.
inline constexpr std::string_view uncontrolled = "uncontrolled";
template<typename Made>
runtime::IndexValues uncontrolledIn(const Made &made)
{
    return made.metadata.controller() ? runtime::IndexValues() : runtime::IndexValues {made.metadata.ns};
}
/// The controller, if it is of that kind: whom a change of the object wakes.
std::vector<api::ObjectKey> ownerKeys(const api::ObjectMeta &meta, std::string_view kind);

/// What a pod of the template has in the owner's namespace, but for its name.
template<typename Owner>
api::ObjectMeta podMeta(const api::PodTemplate &podTemplate, const Owner &owner)
{
    api::ObjectMeta meta;
    meta.ns = owner.metadata.ns;
    meta.labels = podTemplate.metadata.labels;
    meta.annotations = podTemplate.metadata.annotations;
    meta.ownerReferences = {api::controllerReference(owner)};
    return meta;
}
api::CreateObject createPod(const api::ObjectMeta &meta, const api::PodTemplate &podTemplate);

/// FailedCreate or FailedDelete; empty for other effects.
std::string_view failureReason(const api::Effect &failed);

/// What is told of a creation or a deletion that is refused for good.
template<typename Owner>
std::vector<api::Effect> tellRefusal(const runtime::Store<Owner> &owners, const api::ObjectKey &key,
    const base::Error &error, const api::Effect &failed)
{
    const auto owner = owners.find(key);
    const std::string_view reason = failureReason(failed);
    if (!owner || reason.empty())
        return {};
    const bool creates = std::holds_alternative<api::CreateObject>(failed);
    return {api::warningEvent(
        *owner, std::string(reason), (creates ? "Error creating: " : "Error deleting: ") + error.message)};
}

/// Says of a pod that a Job holds why it goes: not by its own fault. Nothing of other pods, which nobody
/// asks. With a phase it has ended.
std::optional<api::PatchObject> disruptionNote(const api::Pod &pod, std::string reason, std::string message,
    base::Time now, std::string_view phase = {});

bool isReady(const api::Pod &pod);
/// The time is when the pod was ready long enough; nothing when it is not ready.
std::optional<base::Time> availableFrom(const api::Pod &pod, std::int64_t minReadySeconds);
/// Those that should go first, at the front: not bound, not running, not ready, then the youngest.
void sortForDeletion(std::vector<PodPointer> &pods);

} // namespace core::controlplane
