// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A cluster that runs plans to their fixed point: PlanLab, the garbage collector, every reconciler of
// core/controllers, looked at by hand, and a stand-in for the hollow host.

#include "core/actuator/kubemarkactuator.h"
#include "core/api/mcm.h"
#include "core/controllers/healthcheck/healthcheck.h"
#include "core/controllers/machinedeployment/machinedeployment.h"
#include "core/controllers/machineset/machinesetreconciler.h"
#include "core/controlplane/garbagecollector.h"
#include "core/runtime/effectrunner.h"
#include "core/runtime/eventrecorder.h"
#include "tests/support/planlab.h"

#include <QByteArray>

namespace support {

class World : public PlanLab
{
public:
    World();

    const core::controllers::Stores stores;
    const runtime::Store<api::MachineDeployment> &deployments;
    const runtime::Store<api::MachineSet> &machineSets {stores.machineSets};
    const runtime::Store<api::Machine> &machines {stores.machines};
    const runtime::Store<api::MachineHealthCheck> &healthChecks {stores.healthChecks};
    const runtime::Store<api::Node> &nodes {stores.nodes};
    const runtime::Store<api::Pod> &pods {stores.pods};
    core::controllers::SteadyMachinesOfSets steadyOfSets {
        stores, core::controllers::steadyRulesOfSets(clock)};
    core::controllers::SteadyMachinesOfHealthChecks steadyOfHealthChecks {
        stores, core::controllers::steadyRulesOfHealthChecks(stores, clock)};
    const core::actuator::KubemarkActuator actuator {{"hollow-host-test"}};

    /// What the hollow host stand-in does: starts pods and registers their nodes, ends pods that were told to
    /// go.
    bool hostStartsPods = true;
    bool hostEndsPods = true;
    /// The plan at hand is cut off after that many more effects, once: a crash, or a lost response. 0: never.
    int cutOffAfter = 0;

    std::vector<QByteArray> problems; ///< broken invariants; empty when all is well
    int effects = 0; ///< carried out so far

    /// Sets the Ready condition of a node, transition time now.
    void setReady(const std::string &node, const char *status);

    /// One pass of every reconciler over every object, carried out; the host not. Returns whether anything
    /// was wanted.
    bool runOnce();
    /// Runs every reconciler over every object, and the host, until nothing is written any more. Returns
    /// false, with a problem noted, when that takes more than 300 rounds.
    bool settle();
    /// Settles, and again whenever a plan asked to be looked at.
    void advance(base::Duration duration);
    /// One pass of every reconciler over every object, nothing carried out: the effects wanted, as text.
    QByteArray wantedEffects() const;
    runtime::Plan planOf(std::string_view reconciler, const api::ObjectKey &key) const;
    /// "reason ×count, …" of the events told about any object, in alphabetical order.
    QByteArray eventSummary() const;

    std::vector<std::shared_ptr<const api::Machine>> livingMachines() const;
    std::string nodeOf(const api::ObjectKey &machine) const;

private:
    struct Runner {
        std::unique_ptr<runtime::Reconciler> reconciler;
        std::function<std::vector<api::ObjectKey>()> keys;
    };

    void startInformers();
    void carryOut(const runtime::Plan &plan);
    bool runHost();
    void registerNode(const api::Pod &pod);
    void checkInvariants();

    runtime::EventRecorder m_recorder {m_client, clock};
    runtime::EffectRunner m_runner {m_client, informers, m_recorder};
    core::controlplane::GarbageCollection m_garbageCollection {
        {informers, clock, m_runner, chance}, m_client};
    base::Subscriptions m_viewsOfSets;
    base::Subscriptions m_viewsOfHealthChecks;
    std::vector<Runner> m_runners;
    std::optional<base::Time> m_nextLook;
};

} // namespace support
