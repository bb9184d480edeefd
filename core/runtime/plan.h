// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The two halves of a controller meet here: a Reconciler decides and returns a Plan, the EffectRunner carries
// it out.

#include "core/api/effect.h"

#include <string_view>

namespace core::runtime {

/// What to do about one object, and why. Effects run in order; the first failure stops the plan.
struct Plan {
    std::vector<api::Effect> effects;
    /// Why this, or why not yet; at least one, unless the object is not there.
    std::vector<api::Reason> reasons;
    std::optional<base::Duration> checkAgainAfter; ///< besides any change that is watched

    bool operator==(const Plan &) const = default;
};

/// To check again without waiting until the changes of this pass are gathered.
inline constexpr base::Duration atOnce {};

class Reconciler
{
public:
    virtual ~Reconciler() = default;
    /// Short and stable: the name in logs, metrics, events and the --controllers option.
    virtual std::string_view name() const = 0;
    /// Compares what the stores show with what the spec asks for. Reads only; may be called at any time.
    virtual Plan reconcile(const api::ObjectKey &key) const = 0;
    /// What to write and tell after a plan failed with an error that trying again may not cure. Mostly
    /// nothing; what is returned may itself fail, which changes nothing. failed is the first effect that did,
    /// with its target; its body has been sent away.
    virtual std::vector<api::Effect> recordFailure(
        const api::ObjectKey &, const base::Error &, const api::Effect &) const
    {
        return {};
    }
};

} // namespace core::runtime
