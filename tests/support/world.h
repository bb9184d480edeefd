// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A whole cluster in a few hundred lines, without sockets, queues and callbacks: objects as JSON with the
// API's manners (uids, versions, preconditions, finalizers, owner references), stores filled from them, every
// reconciler of core/controllers, and a stand-in for the hollow host. For running plans to their fixed point.

#include "core/actuator/kubemarkactuator.h"
#include "core/api/mcm.h"
#include "core/base/chance.h"
#include "core/base/clock.h"
#include "core/controllers/healthcheck.h"
#include "core/controllers/machinedeployment.h"
#include "core/controllers/machinesetreconciler.h"
#include "core/runtime/plan.h"

#include <QByteArray>

#include <set>

namespace support {

namespace api = core::api;
namespace base = core::base;
namespace runtime = core::runtime;

class World
{
public:
    World();
    World(const World &) = delete;
    World &operator=(const World &) = delete;

    base::Clock clock;
    base::Chance chance {7};

    runtime::Store<api::MachineDeployment> deployments;
    runtime::Store<api::MachineSet> machineSets;
    runtime::Store<api::Machine> machines;
    runtime::Store<api::MachineHealthCheck> healthChecks;
    runtime::Store<api::Node> nodes;
    runtime::Store<api::Pod> pods;
    runtime::Store<api::mcm::Machine> managed; ///< of the other family; stays empty
    runtime::Store<api::HealthCheckV1alpha1> healthChecksV1alpha1;
    runtime::Store<api::ConfigMap> configMaps;
    runtime::Store<api::Cluster> clusters;
    const core::controllers::Stores stores {
        machineSets, machines, healthChecks, nodes, pods, healthChecksV1alpha1, configMaps, clusters};
    core::controllers::SteadyMachinesOfSets steadyOfSets {
        stores, core::controllers::steadyRulesOfSets(clock)};
    core::controllers::SteadyMachinesOfHealthChecks steadyOfHealthChecks {
        stores, core::controllers::steadyRulesOfHealthChecks(stores, clock)};
    const core::actuator::KubemarkActuator actuator {{"hollow-host-test"}};

    /// What the hollow host stand-in does: starts pods and registers their nodes, ends pods that were told to
    /// go.
    bool hostStartsPods = true;
    bool hostEndsPods = true;
    std::set<api::ObjectKey> protectedPods; ///< whose eviction a disruption budget refuses
    /// While set, writes reach the API but no store: what a lagging watch looks like. refresh() catches up.
    bool storesLag = false;

    /// The next creation of that kind succeeds, but its maker is told of a failure and sees nothing until
    /// refresh().
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
    using Objects = std::map<api::ObjectKey, api::Json>;

    void patchYaml(const api::ResourceRef &target, const char *yaml, const char *subresource);
    base::Result<> createObject(const api::CreateObject &effect);
    base::Result<> patchObject(const api::PatchObject &effect);
    base::Result<> deleteObject(const api::DeleteObject &effect);
    base::Result<> evict(const api::EvictPod &effect);
    void write(const api::Resource &resource, const api::ObjectKey &key, api::Json object);
    void erase(const api::Resource &resource, const api::ObjectKey &key);
    void collectDependents(const std::string &ownerUid);
    void show(const std::string &kind, const api::ObjectKey &key);
    template<typename T>
    void showIn(runtime::Store<T> &store, const std::string &kind, const api::ObjectKey &key);
    template<typename T>
    void put(runtime::Store<T> &store, const api::ObjectKey &key, std::shared_ptr<const T> object);

    void carryOut(const runtime::Plan &plan);
    bool runHost();
    void registerNode(const api::Pod &pod);
    void checkInvariants();

    std::vector<Runner> m_runners;
    std::map<std::string, Objects> m_objects; ///< by kind
    std::map<std::string, const api::Resource *> m_resources;
    std::vector<std::pair<std::string, api::ObjectKey>> m_unseen;
    std::uint64_t m_revision = 0;
    std::optional<base::Time> m_nextLook;
};

} // namespace support
