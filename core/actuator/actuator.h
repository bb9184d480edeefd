// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Translates what is wanted of one machine into operations on its instance, as values (docs/design.md D3):
// the machine and what was seen of it go in, effects and facts come out. Knows nothing of stores and
// requests.

#include "core/api/effect.h"
#include "core/api/machine.h"
#include "core/api/pod.h"
#include "core/api/providererrors.h"

#include <memory>

namespace core::actuator {

/// What the cluster shows of one machine's instance.
struct ObservedInstance {
    /// Pods whose labels name the machine, whoever made them, and the pod at newPodKey().
    std::vector<std::shared_ptr<const api::Pod>> pods;
    /// The Node called nodeName(), null when there is none or when it is not the machine's.
    std::shared_ptr<const api::Node> node;
    std::string nodeOwner; ///< whose that Node is instead: "machine default/a"; empty: nobody else's
    /// How many siblings have an instance, or get one before it, the older ones first, when the machine has
    /// none and a quota().
    std::size_t siblingsAhead = 0;
};

struct Instance {
    std::string id; ///< "<namespace>/<pod>"
    std::string state; ///< the pod's phase, empty while it has none
    bool terminating = false;

    bool operator==(const Instance &) const = default;
};

/// What a Machine should say about its instance.
struct InstanceFacts {
    std::string providerID;
    api::SharedJson providerStatus;
    std::vector<api::NodeAddress> addresses;

    bool operator==(const InstanceFacts &) const = default;
};

/// What the provider answered instead of carrying out an operation.
struct ProviderError {
    api::ProviderErrorKind kind = api::ProviderErrorKind::Unavailable;
    std::string message;

    bool operator==(const ProviderError &) const = default;
};

struct ActuatorPlan {
    std::vector<api::Effect> effects;
    std::vector<api::EmitEvent> events; ///< for when the effects and the writes to the Machine have succeeded
    std::vector<api::Reason> reasons; ///< at least one
    std::optional<base::Duration> checkAgainAfter;
    std::optional<InstanceFacts> facts; ///< unset: what the Machine says already stands
    std::string invalid; ///< the configuration can't work until somebody changes it: why; empty when it can
    std::optional<ProviderError>
        refused; ///< by the provider; trying again, as checkAgainAfter says, may help
    bool done = false; ///< of planDelete: nothing of the instance is left once the effects are through

    bool operator==(const ActuatorPlan &) const = default;
};

class Actuator
{
public:
    virtual ~Actuator() = default;

    /// The pod that planCreate() would make; an observed instance includes it.
    virtual api::ObjectKey newPodKey(const api::Machine &machine) const = 0;
    /// The Node that should belong to the instance, existing or not; an observed instance
    /// includes it if it does.
    virtual std::string nodeName(const api::Machine &machine, const ObservedInstance &seen) const = 0;

    /// How many instances the machine and its siblings may have: those of the same controller or, without
    /// one, of the namespace. Nothing: any number.
    virtual std::optional<std::size_t> quota(const api::Machine &machine) const = 0;

    /// The instance, terminating ones included; nothing when there is none.
    virtual std::optional<Instance> find(const api::Machine &machine, const ObservedInstance &seen) const = 0;
    /// The plan is for when find() found nothing.
    virtual ActuatorPlan planCreate(
        const api::Machine &machine, const ObservedInstance &seen, base::Time now) const = 0;
    /// The plan is for when find() found something.
    virtual ActuatorPlan planUpdate(
        const api::Machine &machine, const ObservedInstance &seen, base::Time now) const = 0;
    /// It is asked for until it reports done.
    virtual ActuatorPlan planDelete(
        const api::Machine &machine, const ObservedInstance &seen, base::Time now) const = 0;
    /// What to record when an instance that was there has vanished for good.
    virtual InstanceFacts lostFacts(const api::Machine &machine) const = 0;
    /// What to record, and to tell, when a request of planCreate() failed.
    virtual ActuatorPlan planCreateFailed(
        const api::Machine &machine, const base::Error &error, base::Time now) const = 0;
    /// Whether an instance that has vanished is to be made anew (docs/machines.md §2.8, lost pod policy).
    virtual bool recreatesLost(const api::Machine &machine) const = 0;
};

} // namespace core::actuator
