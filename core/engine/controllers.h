// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Every controller there is, a row each: its name, what it does, says and needs, which programs elsewhere do
// the same, and how it is made. The command line, the window, the status pages, the catalogue of reasons and
// the watch for foreign controllers read these rows; a new controller is a row here and a folder or file of
// its own.

#include "core/actuator/actuator.h"
#include "core/controllers/mcm/safety/safetycontroller.h"
#include "core/controllers/mcm/setup.h"
#include "core/engine/reasons.h"
#include "core/engine/timing.h"
#include "core/engine/values.h"
#include "core/hollow/hollowhost.h"

namespace core::engine {

/// What controllers are made from, and what several of them share. It outlives them.
class AssemblyContext
{
public:
    struct Options {
        base::Clock &clock;
        const base::Chance &chance;
        client::Client &client;
        runtime::InformerSet &informers;
        runtime::EffectRunner &runner;
        Mode mode = Mode::Lab;
        const Timing &timing = usualTiming();
        std::string serverAuthority = {}; ///< see EngineOptions
        std::vector<std::string> lostOwners = {}; ///< likewise
    };

    /// Adds indexes to the informers: make it before they start.
    explicit AssemblyContext(const Options &options);

    const Options options;
    const controllers::mcm::Secrets secrets;
    hollow::HollowHost hollowHost;
    const std::unique_ptr<const actuator::Actuator> actuator;
    controllers::RemediationObjects remediationObjects;
    const controllers::MachineControllerContext controllerContext;
    controllers::mcm::SafetyController safety;
};

/// A controller that was made: what starts and stops together under one name.
struct ControllerUnit {
    std::vector<runtime::Controller *> controllers;
    std::function<void()> start;
    std::function<void()> stop;
    std::shared_ptr<void> owner; ///< of the above, unless the context is
};

struct ControllerDescriptor {
    std::string_view name; ///< as in --controllers, leases and metrics
    ControllerGroup group;
    std::string_view sentence; ///< what it does
    /// What its reconcilers say; what several controllers say stands with the first.
    std::vector<ReasonFamily> reasons;
    ControllerUnit (*make)(AssemblyContext &context);
    bool isLabOnly = false; ///< a real cluster has one of its own
    /// The machine kinds without which it can't do its work, or would do harm.
    std::vector<const api::Resource *> needs = {};
    /// Whether the holder of the lease of that name does the same; unset where nobody does.
    bool (*isForeignLease)(std::string_view lease) = nullptr;
    bool isNeededByMachines = false; ///< of its own family, or of either
};

/// The controllers of one of the two machine systems.
inline bool isMachineSystem(ControllerGroup group)
{
    return group == ControllerGroup::MachineApi || group == ControllerGroup::Mcm;
}

/// The rows are in the order of starting.
const std::vector<ControllerDescriptor> &controllerDescriptors();
/// The row of a known name.
const ControllerDescriptor &descriptorOf(std::string_view name);

} // namespace core::engine
