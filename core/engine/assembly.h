// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which controllers there are, what each watches, and in which order they start: the wiring, and nothing else.

#include "core/actuator/kubemarkactuator.h"
#include "core/controllers/stores.h"
#include "core/engine/values.h"
#include "core/hollow/hollowhost.h"
#include "core/runtime/controller.h"
#include "core/runtime/manager.h"

#include <set>

namespace core::engine {

struct AssemblyParts {
    base::Clock &clock;
    const base::Chance &chance;
    client::Client &client;
    runtime::InformerSet &informers;
    runtime::EffectRunner &runner;
    runtime::Manager &manager;
    Mode mode = Mode::Lab;
    std::set<std::string, std::less<>> wanted; ///< names switched on from the start
};

class Assembly
{
public:
    /// Adds indexes to the informers and units to the manager: make it before they start.
    explicit Assembly(const AssemblyParts &parts);

    /// Name and description of every unit, in the order of starting; on an external cluster the stand-ins for the
    /// cluster's own control plane are left out.
    static std::vector<std::pair<std::string, std::string>> known();

private:
    runtime::Controller &make(const AssemblyParts &parts, std::unique_ptr<runtime::Reconciler> reconciler);
    void add(const AssemblyParts &parts, runtime::Controller &controller);
    void addUnit(const AssemblyParts &parts, std::string_view name, std::function<void()> start,
        std::function<void()> stop);
    void addControlPlane(const AssemblyParts &parts);
    void addHollowHost(const AssemblyParts &parts);
    void addMachineControllers(const AssemblyParts &parts);

    std::unique_ptr<hollow::HollowHost> m_hollowHost;
    std::unique_ptr<actuator::Actuator> m_actuator;
    std::vector<std::unique_ptr<runtime::Controller>> m_controllers;
};

} // namespace core::engine
