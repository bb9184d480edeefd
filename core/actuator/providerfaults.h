// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Provider errors by recipe (core/api/providererrors.h): whether the provider refuses an attempt at an
// instance. Pure: the dice are the machine's, one throw for each attempt, and the attempts are counted in
// status.providerStatus.failure, so that a restart of the program forgets none.

#include "core/actuator/actuator.h"
#include "core/api/providerconfig.h"
#include "core/base/chance.h"

namespace core::actuator {

enum class ProviderOperation { Create, Delete };

struct Refusal {
    ProviderError error;
    api::ProviderFailure record; ///< to be kept in the provider status
    base::Time nextAttempt; ///< never in the past
    bool isNew = false; ///< false: an earlier attempt was refused, and the next one is not due yet
};

/// One refused attempt is followed by another after 1 s, doubled with each, at most 1 min. attempts is at
/// least 1.
base::Duration providerBackOff(std::int64_t attempts);

/// Nothing when the attempt succeeds, or when no rule of the config is about the operation. Rivals are the
/// instances that count against the machine's quota, see ObservedInstance.
std::optional<Refusal> refusalOf(const api::Machine &machine, const api::KubemarkProviderConfig &config,
    ProviderOperation operation, std::size_t siblingsAhead, const base::Chance &chance, base::Time now);

/// The errors that the config asks for; none when it asks for none, or not readably.
api::ProviderErrors providerErrorsOf(const api::KubemarkProviderConfig &config);

} // namespace core::actuator
