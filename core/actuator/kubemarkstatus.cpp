// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/actuator/kubemarkstatus.h"

#include "core/api/conditions.h"

#include <algorithm>

namespace core::actuator {

namespace {
constexpr std::string_view creationType = "MachineCreation";
}

api::KubemarkProviderStatus providerStatusOf(const api::Machine &machine)
{
    return api::decode<api::KubemarkProviderStatus>(machine.status.providerStatus)
        .value_or(api::KubemarkProviderStatus {});
}

InstanceFacts recordedFacts(const api::Machine &machine)
{
    return {machine.spec.providerID, machine.status.providerStatus, machine.status.addresses};
}

const api::ProviderCondition *creationCondition(const api::KubemarkProviderStatus &status)
{
    return api::findCondition(status.conditions, creationType);
}

/// The list keeps its order, unlike with api::setCondition(), and the transition is that of the status.
void setCreationCondition(
    api::KubemarkProviderStatus &status, bool succeeded, std::string message, base::Time now)
{
    const api::Time second = api::truncatedToSeconds(now);
    api::ProviderCondition wanted {std::string(creationType), succeeded ? "True" : "False", second, second,
        succeeded ? "MachineCreationSucceeded" : "MachineCreationFailed", std::move(message)};
    const auto found = std::ranges::find(status.conditions, creationType, &api::ProviderCondition::type);
    if (found == status.conditions.end()) {
        status.conditions.push_back(std::move(wanted));
        return;
    }
    const bool sameStatus = found->status == wanted.status;
    if (sameStatus && found->reason == wanted.reason && found->message == wanted.message)
        return;
    if (sameStatus)
        wanted.lastTransitionTime = found->lastTransitionTime;
    *found = std::move(wanted);
}

api::Json writeProviderStatus(const api::Machine &machine, api::KubemarkProviderStatus status)
{
    status.apiVersion = "kubemarkproviderconfig.k8s.io/v1alpha1";
    status.kind = "KubemarkMachineProviderStatus";
    const api::KubemarkProviderStatus recorded = providerStatusOf(machine);
    api::Json document = machine.status.providerStatus;
    if (status != recorded)
        api::applyMergePatch(document, api::mergePatchBetween(api::encode(recorded), api::encode(status)));
    return document;
}

} // namespace core::actuator
