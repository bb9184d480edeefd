// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The driver of the machine-controller-manager: presents a machine and its class to the actuator that works
// for the other family too, and brings facts and failures back as this family knows them (docs/machines.md
// §9.5, §9.11). What the actuator wants remembered is kept in status.lastKnownState.

#include "core/actuator/actuator.h"
#include "core/api/mcm.h"

namespace core::controllers::mcm {

/// MachineClass.provider of the machines that this driver makes; a class that names none is taken too.
inline constexpr std::string_view providerName = "kubemark";

enum class Operation { Create, Delete };
/// "create_machine", "delete_machine", as metrics name them.
std::string_view nameOf(Operation operation);

/// An operation that ended so is tried again after that long (§9.11); nothing when it need not be.
std::optional<base::Duration> retryAfter(Operation operation, api::mcm::ErrorCode code);
/// What a refused or lost request means to a driver (§9.11).
api::mcm::ErrorCode errorCodeOf(const base::Error &error);

/// What a Machine should say about its instance.
struct DriverFacts {
    std::string providerID;
    std::vector<api::NodeAddress> addresses;
    std::string lastKnownState;

    bool operator==(const DriverFacts &) const = default;
};

struct DriverPlan {
    api::mcm::ErrorCode code = api::mcm::ErrorCode::Ok; ///< other than Ok: nothing can be asked for, and why
    std::string problem; ///< for people; empty with Ok
    std::vector<api::Effect> effects;
    std::vector<api::EmitEvent> events; ///< for when effects and writes have succeeded
    std::vector<api::Reason> reasons; ///< at least one
    std::optional<base::Duration> checkAgainAfter;
    std::optional<DriverFacts> facts; ///< unset: what the Machine says already stands
    bool done = false; ///< of remove(): nothing of the instance is left once the effects are through
};

class Driver
{
public:
    /// The actuator outlives the driver.
    explicit Driver(const actuator::Actuator &actuator) : m_actuator(actuator) { }

    /// The pod that create() would make; an observed instance includes it.
    api::ObjectKey newPodKey(const api::mcm::Machine &machine) const;
    /// The Node that belongs to the instance, existing or not; an observed instance includes it.
    std::string nodeName(const api::mcm::Machine &machine, const actuator::ObservedInstance &seen) const;
    /// Whether a Node of that name is the machine's own: made of its uid, or its pod's, which bears its uid.
    bool ownsNode(const api::mcm::Machine &machine, const std::string &node,
        const actuator::ObservedInstance &seen) const;
    /// How many instances the machine and its siblings may have: those of the same controller or, without
    /// one, of the namespace. Nothing: any number.
    std::optional<std::size_t> quota(
        const api::mcm::Machine &machine, const api::mcm::MachineClass &machineClass) const;
    /// GetMachineStatus: the instance, terminating ones included; nothing is NotFound.
    std::optional<actuator::Instance> find(
        const api::mcm::Machine &machine, const actuator::ObservedInstance &seen) const;
    /// CreateMachine, for when find() found nothing.
    DriverPlan create(const api::mcm::Machine &machine, const api::mcm::MachineClass &machineClass,
        const actuator::ObservedInstance &seen, base::Time now) const;
    /// What there is to record of an instance that find() found. The class may be absent.
    DriverPlan record(const api::mcm::Machine &machine, const api::mcm::MachineClass *machineClass,
        const actuator::ObservedInstance &seen, base::Time now) const;
    /// DeleteMachine, until it reports done. The class may be absent.
    DriverPlan remove(const api::mcm::Machine &machine, const api::mcm::MachineClass *machineClass,
        const actuator::ObservedInstance &seen, base::Time now) const;
    /// What to record, and to tell, when a request of create() failed.
    DriverPlan createFailed(const api::mcm::Machine &machine, const base::Error &error, base::Time now) const;
    /// Whether an instance that has vanished is to be made anew (§2.8, lost pod policy).
    bool recreatesLost(const api::mcm::Machine &machine) const;

private:
    const actuator::Actuator &m_actuator;
};

/// Whether the machine stands for a Node that was there before and stays (§2.1).
bool isStatic(const api::mcm::Machine &machine);

} // namespace core::controllers::mcm
