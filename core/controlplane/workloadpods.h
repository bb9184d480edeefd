// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What Jobs, ReplicaSets and Deployments have in common: pods made of a template, their names, and how one
// finds them again.

#include "core/api/podfit.h"
#include "core/api/workload.h"
#include "core/controlplane/controllers.h"

#include <functional>

namespace core::controlplane {

using PodPointer = std::shared_ptr<const api::Pod>;

/// At most this many pods are created, or deleted, in one pass.
inline constexpr std::size_t mostPodsPerPass = 100;

/// Objects by the uid of their controller.
inline constexpr std::string_view byController = "controllerUid";
std::vector<std::string> controllerUidOf(const api::ObjectMeta &meta);
/// Pods of a workload by "<kind> <namespace>/<name>" of their controller, so that they are found also when it
/// is gone.
inline constexpr std::string_view podsByControllerName = "controllerName";
std::vector<std::string> controllerNameOf(const api::Pod &pod);
std::string controllerName(std::string_view kind, const api::ObjectKey &key);
/// The controller, if it is of that kind: whom a change of the object wakes.
std::vector<api::ObjectKey> ownerKeys(const api::ObjectMeta &meta, std::string_view kind);

/// Names for new dependents: the first ones, not taken, of the sequence that this version of the owner has;
/// so a repeated creation meets the first one instead of making a second.
std::vector<std::string> newNames(const api::ObjectMeta &owner, std::size_t count, const base::Chance &chance,
    const std::function<bool(const std::string &)> &nameTaken);

api::OwnerReference controllerReference(const api::Resource &resource, const api::ObjectMeta &owner);

/// The pod of the template in the owner's namespace, with that name.
api::ObjectMeta podMeta(
    const api::PodTemplate &podTemplate, const api::Resource &resource, const api::ObjectMeta &owner);
api::CreateObject createPod(const api::ObjectMeta &meta, const api::PodTemplate &podTemplate);

/// What is told of a creation that is refused for good.
template<typename Owner>
std::vector<api::Effect> failedCreation(const runtime::Store<Owner> &owners, const api::ObjectKey &key,
    const base::Error &error, const api::Effect &failed)
{
    const auto owner = owners.find(key);
    if (!owner || !std::holds_alternative<api::CreateObject>(failed))
        return {};
    return {api::EmitEvent {
        api::referenceTo(*owner), "Warning", "FailedCreate", "Error creating: " + error.message}};
}

bool isReady(const api::Pod &pod);
/// Those that should go first, at the front: not bound, not running, not ready, then the youngest.
void sortForDeletion(std::vector<PodPointer> &pods);

/// The condition of that type, or nullptr.
const api::WorkloadCondition *findCondition(
    const std::vector<api::WorkloadCondition> &conditions, std::string_view type);

} // namespace core::controlplane
