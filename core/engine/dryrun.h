// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Works out the verdicts of the one health check that the window shows, or those on the one machine,
// node, set or deployment.
// Costs nothing while none is shown; else a look at the check's machines (some milliseconds for ten thousand)
// whenever something has changed and is asked for.

#include "core/api/machinedeployment.h"
#include "core/api/mcm.h"
#include "core/base/clock.h"
#include "core/controllers/stores.h"
#include "core/engine/verdicts.h"
#include "core/runtime/informerset.h"

#include <functional>

namespace core::engine {

/// The machine that the object is, or whose node it is; nothing when there is none, or are several.
std::optional<api::ResourceRef> machineBehind(
    const api::ResourceRef &object, runtime::InformerSet &informers);
/// The stores have the indexes machinesByNode of their families.
std::optional<api::ResourceRef> machineBehind(const api::ResourceRef &object,
    const runtime::Store<api::Machine> &machines, const runtime::Store<api::mcm::Machine> &others);
/// What the health check thinks of each of its machines, or of one alone.
HealthCheckVerdicts verdictsOf(const api::ResourceRef &check, const controllers::Stores &stores,
    base::Time now, bool isCarriedOut, const api::ObjectKey *only = nullptr);
using Judge = std::function<HealthCheckVerdicts(const api::ResourceRef &check, const api::ObjectKey *only)>;
/// Judges by the stores, as long as they are there.
Judge judgeBy(const controllers::Stores &stores, base::Time now, bool areCarriedOut);

/// What each health check that selects the machine thinks of it, and of no other.
std::vector<HealthCheckVerdicts> checksOn(
    const api::ResourceRef &machine, const controllers::Stores &stores, const Judge &judge);

/// What health checks think that has to do with one object.
struct Judgement {
    std::optional<HealthCheckVerdicts> verdicts; ///< of the check that it is
    /// Those that select the machine, each with its verdict on it alone; those that select machines of the
    /// set or deployment of machine.openshift.io, with their counts alone.
    std::vector<HealthCheckVerdicts> checks;
    std::optional<api::Time> nextCheck; ///< when it may change by time alone
};
/// Of a check, a machine or its node, a set or a deployment; machine is the one that it is, or whose node.
Judgement judgementOn(const api::ResourceRef &object, const std::optional<api::ResourceRef> &machine,
    const controllers::Stores &stores, const runtime::Store<api::MachineDeployment> &deployments,
    const Judge &judge);

/// The name is as in --controllers.
inline constexpr std::string_view healthCheckUnit = "healthcheck";

class DryRun
{
public:
    /// Follows the informers, which must not have started. runs: whether our controller of health checks
    /// does.
    DryRun(runtime::InformerSet &informers, const base::Clock &clock, std::function<bool()> runs);

    /// Gathers news of that object from now on, or of none; the first come at once.
    void watch(std::optional<api::ResourceRef> object);
    /// Whether there are verdicts of a check other than those taken last. Looks only if something may have
    /// changed.
    bool hasNews();
    /// The news, once.
    std::optional<HealthCheckVerdicts> takeNews();
    /// What the health checks thought of the machine or node at the last look; of a set or deployment their
    /// counts alone.
    const std::vector<HealthCheckVerdicts> &checks() const { return m_checks; }

private:
    template<typename T>
    void follow(runtime::Informer<T> &informer);
    void look();

    runtime::InformerSet &m_informers;
    const controllers::Stores m_stores;
    const base::Clock &m_clock;
    const std::function<bool()> m_runs;
    std::optional<api::ResourceRef> m_object;
    std::vector<HealthCheckVerdicts> m_checks;
    bool m_ran = false; ///< at the last look
    bool m_stale = false; ///< something has changed since the last look
    std::optional<base::Time> m_nextLook; ///< when a verdict may change by time alone
    std::optional<HealthCheckVerdicts> m_last; ///< as taken, or as waiting to be
    bool m_isNew = false; ///< m_last has not been taken
    base::Subscriptions m_subscriptions;
};

} // namespace core::engine
