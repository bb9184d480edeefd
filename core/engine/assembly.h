// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which controllers there are and in which order they start: the wiring, and nothing else.

#include "core/actuator/kubemarkactuator.h"
#include "core/controllers/mcm/rolloutsetup.h"
#include "core/controllers/remediationobjects.h"
#include "core/controlplane/garbagecollector.h"
#include "core/controlplane/namespaces.h"
#include "core/engine/values.h"
#include "core/hollow/hollowhost.h"
#include "core/runtime/controller.h"
#include "core/runtime/manager.h"

#include <set>
#include <span>

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
    /// By unit: how many plans of each of its controllers may be under way; the usual number for the others.
    std::map<std::string, std::size_t, std::less<>> concurrentSyncs;
};

class Assembly
{
public:
    /// Adds indexes to the informers and units to the manager: make it before they start. On an external
    /// cluster the stand-ins for the cluster's own control plane are left out.
    explicit Assembly(const AssemblyParts &parts);

    /// Name and description of every unit, in the order of starting.
    static std::vector<std::pair<std::string, std::string>> known();
    /// Of a known unit.
    static ControllerGroup groupOf(std::string_view name);
    /// The machine kinds without which the unit can't do its work, or would do harm.
    static std::vector<const api::Resource *> needsOf(std::string_view name);

    /// Every controller, those of one unit together.
    const std::vector<runtime::Controller *> &controllers() const { return m_all; }
    /// Of them those that decide about machines, their sets, deployments and health checks.
    std::span<runtime::Controller *const> machineControllers() const
    {
        return std::span(m_all).subspan(m_firstMachineController);
    }

    /// Machines of machine.sapcloud.io are left alone: the API server is or was away (machine-api.md §9.9).
    bool mcmFrozen() const;

private:
    using Controllers = std::vector<std::unique_ptr<runtime::Controller>>;

    void addControlPlane(const AssemblyParts &parts);
    void addHollowHost(const AssemblyParts &parts);
    void addMachineControllers(const AssemblyParts &parts);
    void add(const AssemblyParts &parts, std::string_view name, Controllers controllers);
    static void addUnit(const AssemblyParts &parts, std::string_view name, std::function<void()> start,
        std::function<void()> stop);
    void keep(const AssemblyParts &parts, std::string_view name, runtime::Controller &controller);

    std::unique_ptr<controlplane::GarbageCollection> m_garbageCollection;
    std::unique_ptr<controlplane::Namespaces> m_namespaces;
    std::unique_ptr<hollow::HollowHost> m_hollowHost;
    std::unique_ptr<actuator::Actuator> m_actuator;
    std::unique_ptr<controllers::RemediationObjects> m_remediationObjects;
    std::unique_ptr<controllers::mcm::Safety> m_safety;
    std::map<std::string, Controllers, std::less<>> m_controllers; ///< by unit
    std::vector<runtime::Controller *> m_all;
    std::size_t m_firstMachineController = 0;
};

} // namespace core::engine
