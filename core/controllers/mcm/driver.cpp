// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/mcm/driver.h"

#include "core/actuator/hollowpod.h"
#include "core/controllers/mcm/settings.h"

#include <algorithm>

namespace core::controllers::mcm {

namespace {

using actuator::ActuatorPlan;
using api::mcm::ErrorCode;
using base::ErrorKind;

/// When an operation is tried again is this family's own affair (§9.11): for the actuator it is always due.
void makeDue(api::Json &providerStatus)
{
    auto *status = providerStatus.if_object();
    auto *failure = status ? status->if_contains("failure") : nullptr;
    if (failure && failure->is_object())
        failure->get_object().erase("lastAttempt");
}

/// The machine as the actuator knows machines.
api::Machine presented(const api::mcm::Machine &machine, const api::mcm::MachineClass *machineClass)
{
    api::Machine shown;
    shown.metadata = machine.metadata;
    if (machineClass)
        shown.spec.providerSpec.value = machineClass->providerSpec;
    shown.spec.providerID = machine.spec.providerID;
    shown.status.addresses = machine.status.addresses;
    if (auto state = api::parseJson(machine.status.lastKnownState)) {
        makeDue(*state);
        shown.status.providerStatus = std::move(*state);
    }
    return shown;
}

api::EmitEvent told(api::EmitEvent event, const api::mcm::Machine &machine)
{
    event.about = api::referenceTo(machine);
    return event;
}

/// The actuator writes to the machine it was shown; here that is one of the other family.
api::Effect redirected(api::Effect effect)
{
    auto *patch = std::get_if<api::PatchObject>(&effect);
    if (patch && patch->target.resource == &api::resourceOf<api::Machine>())
        patch->target.resource = &api::resourceOf<api::mcm::Machine>();
    return effect;
}

DriverPlan translated(ActuatorPlan acting, const api::mcm::Machine &machine)
{
    DriverPlan plan;
    if (!acting.invalid.empty()) {
        plan.code = ErrorCode::InvalidArgument;
        plan.problem = std::move(acting.invalid);
    } else if (acting.refused) {
        plan.code = static_cast<ErrorCode>(api::driverCode(acting.refused->kind));
        plan.problem = acting.refused->message;
    }
    for (api::Effect &effect : acting.effects)
        plan.effects.push_back(redirected(std::move(effect)));
    for (api::EmitEvent &event : acting.events)
        plan.events.push_back(told(std::move(event), machine));
    plan.reasons = std::move(acting.reasons);
    plan.checkAgainAfter = acting.checkAgainAfter;
    if (acting.facts)
        plan.facts = DriverFacts {acting.facts->providerID, acting.facts->addresses,
            acting.facts->providerStatus.is_null() ? std::string()
                                                   : api::writeCanonicalJson(acting.facts->providerStatus)};
    plan.done = acting.done;
    return plan;
}

bool mentions(const base::Error &error, std::string_view words)
{
    return error.message.find(words) != std::string::npos;
}

} // namespace

std::string_view nameOf(Operation operation)
{
    return operation == Operation::Create ? "create_machine" : "delete_machine";
}

std::optional<base::Duration> retryAfter(Operation operation, ErrorCode code)
{
    switch (code) {
    case ErrorCode::Ok:
        return std::nullopt;
    case ErrorCode::Unknown:
    case ErrorCode::DeadlineExceeded:
    case ErrorCode::Aborted:
    case ErrorCode::Unavailable:
        return retries::shortly;
    case ErrorCode::ResourceExhausted:
        return retries::late;
    case ErrorCode::NotFound:
        return operation == Operation::Create ? std::optional(retries::medium) : std::nullopt;
    default:
        return operation == Operation::Create ? retries::medium : retries::late;
    }
}

ErrorCode errorCodeOf(const base::Error &error)
{
    switch (error.kind) {
    case ErrorKind::NotFound:
        return ErrorCode::NotFound;
    case ErrorKind::AlreadyExists:
        return ErrorCode::AlreadyExists;
    case ErrorKind::Conflict:
    case ErrorKind::Gone:
        return ErrorCode::Aborted;
    case ErrorKind::Unauthorized:
        return ErrorCode::Unauthenticated;
    case ErrorKind::Forbidden: // the API server refuses with 403 what a quota or limit range does not allow
        return mentions(error, "exceeded quota") || mentions(error, "usage per")
            ? ErrorCode::ResourceExhausted
            : ErrorCode::PermissionDenied;
    case ErrorKind::Invalid:
        return ErrorCode::InvalidArgument;
    case ErrorKind::Unsupported:
        return ErrorCode::Unimplemented;
    case ErrorKind::TooManyRequests:
        return ErrorCode::Unavailable;
    case ErrorKind::Transient:
        return mentions(error, "timed out") || mentions(error, "Timeout") || mentions(error, "time-out")
                || mentions(error, "sends nothing")
            ? ErrorCode::DeadlineExceeded
            : ErrorCode::Unavailable;
    }
    return ErrorCode::Unknown;
}

api::ObjectKey Driver::newPodKey(const api::mcm::Machine &machine) const
{
    return m_actuator.newPodKey(presented(machine, nullptr));
}

std::string Driver::nodeName(const api::mcm::Machine &machine, const actuator::ObservedInstance &seen) const
{
    return m_actuator.nodeName(presented(machine, nullptr), seen);
}

bool Driver::ownsNode(
    const api::mcm::Machine &machine, const std::string &node, const actuator::ObservedInstance &seen) const
{
    return actuator::isNamedAfter(node, presented(machine, nullptr))
        || std::ranges::any_of(seen.pods, [&](const auto &pod) {
               return pod->metadata.name == node && actuator::isPodOf(*pod, machine.metadata);
           });
}

std::optional<std::size_t> Driver::quota(
    const api::mcm::Machine &machine, const api::mcm::MachineClass &machineClass) const
{
    return m_actuator.quota(presented(machine, &machineClass));
}

std::optional<actuator::Instance> Driver::find(
    const api::mcm::Machine &machine, const actuator::ObservedInstance &seen) const
{
    return m_actuator.find(presented(machine, nullptr), seen);
}

DriverPlan Driver::create(const api::mcm::Machine &machine, const api::mcm::MachineClass &machineClass,
    const actuator::ObservedInstance &seen, base::Time now) const
{
    DriverPlan plan =
        translated(m_actuator.planCreate(presented(machine, &machineClass), seen, now), machine);
    if (plan.code == ErrorCode::Ok && plan.effects.empty()) {
        plan.code = ErrorCode::AlreadyExists;
        plan.problem = plan.reasons.front().text;
    }
    return plan;
}

DriverPlan Driver::record(const api::mcm::Machine &machine, const api::mcm::MachineClass *machineClass,
    const actuator::ObservedInstance &seen, base::Time now) const
{
    return translated(m_actuator.planUpdate(presented(machine, machineClass), seen, now), machine);
}

DriverPlan Driver::remove(const api::mcm::Machine &machine, const api::mcm::MachineClass *machineClass,
    const actuator::ObservedInstance &seen, base::Time now) const
{
    return translated(m_actuator.planDelete(presented(machine, machineClass), seen, now), machine);
}

DriverPlan Driver::createFailed(
    const api::mcm::Machine &machine, const base::Error &error, base::Time now) const
{
    DriverPlan plan =
        translated(m_actuator.planCreateFailed(presented(machine, nullptr), error, now), machine);
    plan.code = errorCodeOf(error);
    plan.problem = error.message;
    return plan;
}

bool Driver::recreatesLost(const api::mcm::Machine &machine) const
{
    return m_actuator.recreatesLost(presented(machine, nullptr));
}

bool isStatic(const api::mcm::Machine &machine)
{
    return !machine.metadata.annotation(api::keys::staticMachine).empty();
}

} // namespace core::controllers::mcm
