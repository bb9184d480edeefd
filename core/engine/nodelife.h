// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a provider config lets its nodes go through, for people who are about to use it. By the rules of the
// hollow kubelet itself (core/hollow/disruption.h), so that it can't differ from what will be.

#include "core/api/providerconfig.h"
#include "core/api/recipe.h"

#include <vector>

namespace core::engine {

struct LifePhase {
    enum class Kind { Booting, Healthy, Failing };

    Kind kind = Kind::Healthy;
    std::optional<api::FaultKind> fault; ///< of a failing one; silence that a reboot makes is Silent
    base::Duration begin {}; ///< since the pod was created
    std::optional<base::Duration> end; ///< unset: it lasts

    bool operator==(const LifePhase &) const = default;
};

/// The first phases, at most so many; the last one lasts only when it has no end. Lengths that the config
/// leaves open are drawn for an example. A recipe or boot that can't be read counts as none.
std::vector<LifePhase> lifeOf(const api::KubemarkProviderConfig &config, std::size_t most);

} // namespace core::engine
