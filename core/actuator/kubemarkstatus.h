// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Machine.status.providerStatus of a kubemark machine (docs/machines.md §1.5): small changes to what is
// recorded.

#include "core/actuator/actuator.h"
#include "core/api/providerconfig.h"

namespace core::actuator {

/// What the machine says today; empty when it says nothing, or nothing readable.
api::KubemarkProviderStatus providerStatusOf(const api::Machine &machine);
/// What the machine says today, for changing parts of it.
InstanceFacts recordedFacts(const api::Machine &machine);
/// The condition that names the outcome of the creation; nullptr when none is recorded.
const api::ProviderCondition *creationCondition(const api::KubemarkProviderStatus &status);
/// Sets the creation condition: times move only when something changes, the transition time only with the
/// status.
void setCreationCondition(
    api::KubemarkProviderStatus &status, bool succeeded, std::string message, base::Time now);
/// The document to store: the recorded one with the changes, members we do not know included.
api::Json writeProviderStatus(const api::Machine &machine, api::KubemarkProviderStatus status);

} // namespace core::actuator
