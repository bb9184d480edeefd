// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Makes the controllers (core/engine/controllers.h) and hands them to the manager: the wiring, and nothing
// else.

#include "core/engine/controllers.h"
#include "core/runtime/manager.h"

#include <set>

namespace core::engine {

struct AssemblyParts {
    AssemblyContext::Options context;
    runtime::Manager &manager;
    std::set<std::string, std::less<>> wanted; ///< names switched on from the start
    /// A unit's number says how many plans of each of its controllers may be under way; the usual number for
    /// the others.
    std::map<std::string, std::size_t, std::less<>> concurrentSyncs;
};

class Assembly
{
public:
    /// Adds indexes to the informers and units to the manager: make it before they start. On an external
    /// cluster the stand-ins for the cluster's own control plane are left out.
    explicit Assembly(const AssemblyParts &parts);

    /// Every controller, those of one unit together.
    const std::vector<runtime::Controller *> &controllers() const { return m_all; }
    /// Those that decide about machines, their sets, deployments and health checks.
    const std::vector<runtime::Controller *> &machineControllers() const { return m_machineControllers; }

    /// Machines of machine.sapcloud.io are left alone: the API server is or was away (docs/machines.md §9.9).
    bool mcmFrozen() const { return m_context.safety.outage().holdsMachines(); }

private:
    void add(const AssemblyParts &parts, const ControllerDescriptor &descriptor);

    AssemblyContext m_context;
    std::vector<ControllerUnit> m_units;
    std::vector<runtime::Controller *> m_all;
    std::vector<runtime::Controller *> m_machineControllers;
};

} // namespace core::engine
