// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A cluster that runs plans to their fixed point: the lab's API server and garbage collector, informers that
// fill the stores, every reconciler of core/controllers, looked at by hand, and a stand-in for the hollow host.

#include "core/actuator/kubemarkactuator.h"
#include "core/api/mcm.h"
#include "core/base/chance.h"
#include "core/base/clock.h"
#include "core/client/client.h"
#include "core/client/localtransport.h"
#include "core/controllers/healthcheck/healthcheck.h"
#include "core/controllers/machinedeployment/machinedeployment.h"
#include "core/controllers/machineset/machinesetreconciler.h"
#include "core/controlplane/garbagecollector.h"
#include "core/lab/apiserver.h"
#include "core/runtime/effectrunner.h"
#include "core/runtime/eventrecorder.h"
#include "core/runtime/informerset.h"
#include "core/runtime/plan.h"

#include <QByteArray>

#include <set>

namespace support {

namespace api = core::api;
namespace base = core::base;
namespace client = core::client;
namespace runtime = core::runtime;

class World
{
    /// Answers before anything else happens: no watch event comes in between.
    class Counter : public client::Transport
    {
    public:
        explicit Counter(core::lab::ApiServer &lab) : m_lab(lab) { }
        void send(api::RequestPtr request, client::ResponseCallback callback) override;
        std::unique_ptr<api::Watch> watch(api::Request request, api::WatchSink sink) override;
        void deliver();

    private:
        core::lab::ApiServer &m_lab;
        std::function<void()> m_answer;
    };

public:
    World();
    World(const World &) = delete;
    World &operator=(const World &) = delete;

    base::Clock clock;
    base::Chance chance {7};

private:
    const std::unique_ptr<core::lab::ApiServer> m_lab;
    Counter m_counter {*m_lab};
    client::Client m_writer {m_counter};
    client::LocalTransport m_transport {clock, m_lab->localServer()};
    client::Client m_client {m_transport};
    /// Their watches never end: settle() does not wait for the next one.
    runtime::InformerSet m_informers {m_client, clock, chance, {{}, std::chrono::hours(10000)}};

public:
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
    /// While set, writes reach the API but no store: what a lagging watch looks like. refresh() catches up.
    bool storesLag = false;

    /// The next creation of that kind succeeds, but its maker is told of a failure and the stores lag.
    std::string losesResponse;
    /// After that many more effects the plan at hand is cut off, once: a crash, or a lost response. 0: never.
    int cutOffAfter = 0;

    std::function<void()> onWrite; ///< called after every write, also those that no store shows yet
    std::vector<api::EmitEvent> events; ///< in the order of telling
    std::vector<QByteArray> problems; ///< broken invariants; empty when all is well
    int effects = 0; ///< carried out so far

    /// Creates every object of a YAML text.
    void create(const char *yaml);
    template<typename T>
    void create(const T &object)
    {
        perform(api::createEffect(object));
    }
    /// Merge patch in YAML, as an outsider would send it. Subresource empty or "status".
    template<typename T>
    void patch(const api::ObjectKey &key, const char *yaml, const char *subresource = "")
    {
        patchYaml({&api::resourceOf<T>(), key}, yaml, subresource);
    }
    template<typename T>
    void remove(const api::ObjectKey &key)
    {
        perform(api::DeleteObject {{&api::resourceOf<T>(), key}, {}, {}, {}});
    }
    /// Sets the Ready condition of a node, transition time now.
    void setReady(const std::string &node, const char *status);
    base::Result<> perform(const api::Effect &effect);
    void refresh();

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
    void patchYaml(const api::ResourceRef &target, const char *yaml, const char *subresource);
    base::Result<> ask(const api::Effect &effect);
    void carryOut(const runtime::Plan &plan);
    bool runHost();
    void registerNode(const api::Pod &pod);
    void checkInvariants();

    runtime::EventRecorder m_recorder {m_client, clock};
    runtime::EffectRunner m_runner {m_client, m_informers, m_recorder};
    core::controlplane::GarbageCollection m_garbageCollection {
        {m_informers, clock, m_runner, chance}, m_client};
    base::Subscriptions m_viewsOfSets;
    base::Subscriptions m_viewsOfHealthChecks;
    std::vector<Runner> m_runners;
    std::optional<base::Time> m_nextLook;
};

} // namespace support
