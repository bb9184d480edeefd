// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/controllers.h"

#include "core/actuator/kubemarkactuator.h"
#include "core/actuator/kubemarkreasons.h"
#include "core/controllers/autoscaler/autoscalercontroller.h"
#include "core/controllers/autoscaler/autoscalerreasons.h"
#include "core/controllers/healthcheck/healthcheckcontrollers.h"
#include "core/controllers/healthcheck/healthcheckreasons.h"
#include "core/controllers/machine/machinecontroller.h"
#include "core/controllers/machine/machinereasons.h"
#include "core/controllers/machinedeployment/machinedeploymentcontroller.h"
#include "core/controllers/machinedisruption/machinedisruptioncontroller.h"
#include "core/controllers/machinedisruption/machinedisruptionreasons.h"
#include "core/controllers/machineset/machinesetcontroller.h"
#include "core/controllers/machineset/machinesetreasons.h"
#include "core/controllers/mcm/machine/machinecontrollers.h"
#include "core/controllers/mcm/machine/machinereasons.h"
#include "core/controllers/mcm/machineclass/machineclassreasons.h"
#include "core/controllers/mcm/machinedeployment/machinedeploymentcontrollers.h"
#include "core/controllers/mcm/machinedeployment/machinedeploymentreasons.h"
#include "core/controllers/mcm/machineset/machinesetcontrollers.h"
#include "core/controllers/mcm/machineset/machinesetreasons.h"
#include "core/controllers/mcm/nodeupdate/nodeupdatereasons.h"
#include "core/controllers/mcm/orphannode/orphannodereasons.h"
#include "core/controllers/mcm/safety/safetyreasons.h"
#include "core/controllers/nodelink/nodelinkcontroller.h"
#include "core/controllers/nodelink/nodelinkreasons.h"
#include "core/controllers/orphansweep/orphansweepcontroller.h"
#include "core/controllers/orphansweep/orphansweepreasons.h"
#include "core/controlplane/cronjob.h"
#include "core/controlplane/daemonset.h"
#include "core/controlplane/deployment.h"
#include "core/controlplane/disruption.h"
#include "core/controlplane/endpoints.h"
#include "core/controlplane/garbagecollector.h"
#include "core/controlplane/job.h"
#include "core/controlplane/namespacecontent.h"
#include "core/controlplane/namespaces.h"
#include "core/controlplane/nodeeviction.h"
#include "core/controlplane/nodelifecycle.h"
#include "core/controlplane/podautoscaler.h"
#include "core/controlplane/podgc.h"
#include "core/controlplane/replicaset.h"
#include "core/controlplane/scheduler.h"
#include "core/controlplane/statefulset.h"
#include "core/controlplane/tainteviction.h"
#include "core/controlplane/volumes.h"
#include "core/engine/machineunits.h"
#include "core/hollow/reasons.h"
#include "core/rollout/rolloutreasons.h"

#include <QString>
#include <QSysInfo>

#include <algorithm>

namespace core::engine {

namespace {

using Controllers = std::vector<std::unique_ptr<runtime::Controller>>;
using enum ControllerGroup;

/// A DNS label made of the computer's name.
std::string hostLabel()
{
    std::string label;
    for (const char c : QSysInfo::machineHostName().toLower().toStdString())
        label += (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ? c : '-';
    label = label.substr(0, 40);
    while (label.ends_with('-'))
        label.pop_back();
    return label.empty() || label.starts_with('-') ? "local" + label : label;
}

hollow::HollowHostOptions hostOptions(Mode mode, const Timing &timing)
{
    hollow::HollowHostOptions options;
    options.hostName = mode == Mode::Lab ? "lab" : hostLabel();
    options.boot = timing.boot;
    options.heartbeat = timing.heartbeat;
    return options;
}

ControllerUnit unitOf(Controllers made)
{
    const auto owned = std::make_shared<Controllers>(std::move(made));
    ControllerUnit unit;
    for (const auto &controller : *owned)
        unit.controllers.push_back(controller.get());
    unit.start = [all = unit.controllers] { std::ranges::for_each(all, &runtime::Controller::start); };
    unit.stop = [all = unit.controllers] { std::ranges::for_each(all, &runtime::Controller::stop); };
    unit.owner = owned;
    return unit;
}

ControllerUnit unitOf(std::unique_ptr<runtime::Controller> made)
{
    Controllers one;
    one.push_back(std::move(made));
    return unitOf(std::move(one));
}

/// A unit of something that starts and stops by itself.
template<typename Runnable>
ControllerUnit unitAround(Runnable &runnable, std::vector<runtime::Controller *> controllers = {})
{
    return {std::move(controllers), [&runnable] { runnable.start(); }, [&runnable] { runnable.stop(); }, {}};
}

template<typename Runnable>
ControllerUnit unitOwning(std::shared_ptr<Runnable> runnable, std::vector<runtime::Controller *> controllers)
{
    ControllerUnit unit = unitAround(*runnable, std::move(controllers));
    unit.owner = std::move(runnable);
    return unit;
}

template<auto make, typename... Options>
ControllerUnit controlPlane(AssemblyContext &context)
{
    return unitOf(make(context.controllerContext, Options {}...));
}

template<auto make>
ControllerUnit fromContext(AssemblyContext &context)
{
    return unitOf(make(context.controllerContext));
}

ControllerUnit makeNodeLifecycleUnit(AssemblyContext &context)
{
    const Timing &timing = context.options.timing;
    controlplane::NodeLifecycleOptions options;
    options.monitorPeriod = timing.nodeMonitor;
    options.gracePeriod = timing.nodeGrace;
    return unitOf(controlplane::makeNodeLifecycle(context.controllerContext, options));
}

ControllerUnit makeGarbageCollector(AssemblyContext &context)
{
    auto collection =
        std::make_shared<controlplane::GarbageCollection>(context.controllerContext, context.options.client,
            controlplane::LostOwners(context.options.lostOwners.begin(), context.options.lostOwners.end()));
    std::vector<runtime::Controller *> controllers;
    for (const auto &controller : collection->controllers())
        controllers.push_back(controller.get());
    return unitOwning(std::move(collection), std::move(controllers));
}

ControllerUnit makeNamespaces(AssemblyContext &context)
{
    const AssemblyContext::Options &options = context.options;
    return unitOwning(std::make_shared<controlplane::Namespaces>(
                          options.informers.of<api::Namespace>(), options.client, options.clock),
        {});
}

ControllerUnit makeRootCaUnit(AssemblyContext &context)
{
    return unitOf(controlplane::makeRootCa(context.controllerContext, context.options.serverAuthority));
}

ControllerUnit makeHollowHost(AssemblyContext &context)
{
    return unitAround(context.hollowHost, context.hollowHost.controllers());
}

/// Both generations of health checks, and the budgets that hold the first one back.
ControllerUnit makeHealthChecks(AssemblyContext &context)
{
    Controllers all;
    all.push_back(controllers::makeHealthCheckController(context.controllerContext));
    all.push_back(controllers::makeHealthCheckV1alpha1Controller(context.controllerContext));
    all.push_back(controllers::makeMachineDisruptionController(context.controllerContext));
    return unitOf(std::move(all));
}

ControllerUnit makeMcmMachines(AssemblyContext &context)
{
    controllers::mcm::MachineControllerOptions options;
    options.isFrozen = [&safety = context.safety] { return safety.outage().holdsMachines(); };
    ControllerUnit unit =
        unitOf(controllers::mcm::makeMachineControllers(context.controllerContext, context.secrets, options));
    const auto &machines = context.options.informers.of<api::mcm::Machine>().store();
    unit.controllers.front()->keep(context.safety.onHold([all = unit.controllers, &machines] {
        for (runtime::Controller *controller : all) {
            for (const auto &machine : machines.list()) {
                if (controller->knows(machine->key()))
                    controller->enqueue(machine->key());
            }
        }
    }));
    return unit;
}

ControllerUnit makeMcmSafety(AssemblyContext &context)
{
    return unitAround(context.safety, {&context.safety.controller()});
}

// The leases of the originals (docs/machines.md §10.1).

constexpr std::string_view healthCheckLease = "cluster-api-provider-healthcheck-leader";
constexpr std::string_view nodeLinkLease = "cluster-api-provider-nodelink-leader";

/// The lease is that of the machine controller of any provider; it runs beside the one of machine sets.
bool isProviders(std::string_view lease)
{
    return lease.starts_with("cluster-api-provider-") && lease.ends_with("-leader")
        && lease != healthCheckLease && lease != nodeLinkLease;
}

bool isMachineSets(std::string_view lease)
{
    return lease == "cluster-api-provider-machineset-leader";
}

bool isNodeLinks(std::string_view lease)
{
    return lease == nodeLinkLease;
}

bool isHealthChecks(std::string_view lease)
{
    return lease == healthCheckLease;
}

bool isMcmMachines(std::string_view lease)
{
    return lease == "machine-controller";
}

bool isMcmSets(std::string_view lease)
{
    return lease == "machine-controller-manager";
}

bool isMcm(std::string_view lease)
{
    return isMcmMachines(lease) || isMcmSets(lease);
}

template<typename... Kind>
std::vector<const api::Resource *> kinds()
{
    return {&api::resourceOf<Kind>()...};
}

std::vector<ControllerDescriptor> describeAll()
{
    using namespace controlplane;
    using namespace controllers;
    namespace mcmApi = api::mcm;
    return {
        {"nodelifecycle", ControlPlane, "Turns silent nodes Unknown and taints unhealthy ones",
            {{{"nodelifecycle"}, nodeLifecycleReasons}}, makeNodeLifecycleUnit, true},
        {"nodeeviction", ControlPlane, "Taints unhealthy nodes NoExecute, zone by zone and at a limited rate",
            {{{"nodeeviction"}, nodeEvictionReasons}}, controlPlane<makeNodeEviction, NodeEvictionOptions>,
            true},
        {"tainteviction", ControlPlane, "Removes pods that do not tolerate their node's taints",
            {{{"tainteviction"}, taintEvictionReasons}}, controlPlane<makeTaintEviction>, true},
        {"garbagecollector", ControlPlane, "Deletes what has lost its owner",
            {{{"garbagecollector"}, garbageCollectorReasons}}, makeGarbageCollector, true},
        {"scheduler", ControlPlane, "Binds pods that name no node", {{{"scheduler"}, schedulerReasons}},
            controlPlane<makeScheduler>, true},
        {"podgc", ControlPlane, "Removes pods whose node is gone", {{{"podgc"}, podGcReasons}},
            controlPlane<makePodGc, PodGcOptions>, true},
        {"replicaset", ControlPlane, "Keeps as many pods as each ReplicaSet and ReplicationController wants",
            {{{"replicaset", "replicationcontroller"}, replicaSetReasons},
                {{"machineset", "mcm-machineset", "replicaset", "replicationcontroller", "daemonset",
                     "statefulset", "job"},
                    rollout::setOwnershipReasons}},
            controlPlane<makeReplicaSets>, true},
        {"daemonset", ControlPlane, "Keeps a pod of each DaemonSet on every node that it is for",
            {{{"daemonset"}, daemonSetReasons}}, controlPlane<makeDaemonSets>, true},
        {"statefulset", ControlPlane, "Keeps the numbered pods of each StatefulSet, and makes their claims",
            {{{"statefulset"}, statefulSetReasons}}, controlPlane<makeStatefulSets>, true},
        {"deployment", ControlPlane, "Rolls out changes of each Deployment through its ReplicaSets",
            {{{"deployment"}, rollout::podRolloutReasons},
                {{"machinedeployment", "deployment"}, rollout::replacingRolloutReasons}},
            controlPlane<makeDeployments>, true},
        {"job", ControlPlane, "Runs the pods of each Job until enough of them succeed",
            {{{"job"}, jobReasons}}, controlPlane<makeJobs>, true},
        {"cronjob", ControlPlane, "Makes the Jobs of each CronJob when they are due",
            {{{"cronjob"}, cronJobReasons}}, controlPlane<makeCronJobs>, true},
        {"podautoscaler", ControlPlane,
            "Gives workloads as many pods as their use of CPU and memory asks for",
            {{{"podautoscaler"}, podAutoscalerReasons}}, controlPlane<makePodAutoscalers>, true},
        {"disruption", ControlPlane, "Keeps count of how many pods of each disruption budget may go",
            {{{"disruption"}, disruptionReasons}}, controlPlane<makeDisruption>, true},
        {"endpoints", ControlPlane, "Tells which pods answer for each Service",
            {{{"endpoints"}, endpointsReasons}}, controlPlane<makeEndpoints>, true},
        {"volumes", ControlPlane, "Binds claims to volumes, and makes hollow ones for them",
            {{{"volumeclaim", "volume"}, volumeReasons}}, controlPlane<makeVolumes>, true},
        {"namespaces", ControlPlane, "Empties namespaces that are being deleted", {}, makeNamespaces, true},
        {"serviceaccount", ControlPlane, "Keeps the ServiceAccount default in every namespace",
            {{{"serviceaccount", "rootca"}, namespaceContentReasons}}, controlPlane<makeServiceAccounts>,
            true},
        {"rootca", ControlPlane, "Publishes the server's certificate authority in every namespace", {},
            makeRootCaUnit, true},
        {"hollow-host", HollowNodes,
            "Runs hollow-node pods: each becomes a node that heartbeats and fails on command",
            {{{"kubelet"}, hollow::kubeletReasons}, {{"hollow-host"}, hollow::hollowHostReasons}},
            makeHollowHost, false, {}, nullptr, true},
        {"machine", MachineApi, "Makes, watches and removes the instance of each Machine",
            {{{"machine"}, machineReasons}, {{"machine", "mcm-machine"}, actuator::kubemarkReasons}},
            fromContext<makeMachineController>, false, kinds<api::Machine>(), isProviders, true},
        {"machineset", MachineApi, "Keeps as many Machines as each MachineSet wants",
            {{{"machineset"}, machineSetReasons}}, fromContext<makeMachineSetController>, false,
            kinds<api::Machine, api::MachineSet>(), isMachineSets, true},
        {"machinedeployment", MachineApi,
            "Rolls out changes of each MachineDeployment through its MachineSets",
            {{{"machinedeployment", "mcm-machinedeployment"}, rollout::machineRolloutReasons}},
            fromContext<makeMachineDeploymentController>, false,
            kinds<api::MachineSet, api::MachineDeployment>(), isMachineSets},
        {"nodelink", MachineApi, "Links Machines and Nodes, and copies labels and taints",
            {{{"nodelink"}, nodeLinkReasons}}, fromContext<makeNodeLinkController>, false,
            kinds<api::Machine>(), isNodeLinks, true},
        {"healthcheck", MachineApi, "Replaces Machines whose nodes are unhealthy for too long",
            {{{"healthcheck", "healthcheck-v1alpha1"}, healthCheckReasons},
                {{"healthcheck", "healthcheck-v1alpha1"}, findings, findingReasons},
                {{"healthcheck", "healthcheck-v1alpha1"}, machineBudgetRefusals, heldMachineReasons},
                {{"machinedisruption"}, machineDisruptionReasons}},
            makeHealthChecks, false, kinds<api::Machine>(), // and one of two generations of checks
            isHealthChecks, true},
        {"orphansweep", MachineApi, "Removes hollow-node pods whose Machine is gone",
            {{{"orphansweep"}, orphanSweepReasons}}, fromContext<makeOrphanSweepController>, false,
            // a pod whose machine can't be seen is no orphan (docs/faults-and-threats.md T18)
            kinds<api::Machine, mcmApi::Machine>(), isProviders},
        {"autoscaler", MachineApi, "Grows and shrinks annotated MachineSets as pods need nodes",
            {{{"autoscaler"}, autoscalerReasons}}, fromContext<makeAutoscalerController>, true},
        {"mcm-machine", Mcm, "Makes, watches and removes the instance of each Machine of machine.sapcloud.io",
            {{{"mcm-machine"}, mcm::machineReasons},
                {{"mcm-machineclass", "mcm-secret"}, mcm::machineClassReasons},
                {{"mcm-node"}, mcm::orphanNodeReasons}},
            makeMcmMachines, false, kinds<mcmApi::Machine, mcmApi::MachineClass>(), isMcmMachines, true},
        {"mcm-machineset", Mcm, "Keeps as many Machines as each MachineSet of machine.sapcloud.io wants",
            {{{"mcm-machineset"}, mcm::machineSetReasons}}, fromContext<mcm::makeMachineSetControllers>,
            false, kinds<mcmApi::Machine, mcmApi::MachineSet>(), isMcmSets, true},
        {"mcm-machinedeployment", Mcm,
            "Rolls out changes of each MachineDeployment of machine.sapcloud.io, also in place",
            {{{"mcm-machinedeployment"}, mcm::machineDeploymentReasons},
                {{"mcm-nodeupdate"}, mcm::nodeUpdateReasons}},
            fromContext<mcm::makeMachineDeploymentControllers>, false,
            kinds<mcmApi::MachineSet, mcmApi::MachineDeployment>(), isMcmSets, true},
        {"mcm-safety", Mcm,
            "Freezes sets of machine.sapcloud.io that overshoot, and machines while the API server is away",
            {{{"mcm-safety"}, mcm::safetyReasons}}, makeMcmSafety, false,
            kinds<mcmApi::Machine, mcmApi::MachineSet, mcmApi::MachineDeployment>(), isMcm, true},
    };
}

/// The indexes, before anything reads them.
runtime::InformerSet &indexed(runtime::InformerSet &informers, Mode mode, controllers::mcm::Secrets secrets)
{
    if (mode == Mode::Lab)
        informers.of<api::ConfigMap>(); // of all namespaces: on the user's own cluster one will do
    controllers::addIndexes(informers);
    controllers::mcm::addIndexes(informers, secrets);
    controllers::mcm::addRolloutIndexes(informers);
    return informers;
}

} // namespace

AssemblyContext::AssemblyContext(const Options &given)
    : options(given)
    // The driver needs no secret, so those of the user's own cluster are none of our business.
    , secrets(given.mode == Mode::Lab ? controllers::mcm::Secrets::Read : controllers::mcm::Secrets::NotRead)
    , hollowHost(hostOptions(given.mode, given.timing), given.informers, given.client, given.clock,
          given.runner, given.chance)
    , actuator(std::make_unique<actuator::KubemarkActuator>(
          actuator::KubemarkOptions {hollowHost.nodeName(), given.mode == Mode::External, given.chance}))
    , remediationObjects(
          given.client, indexed(given.informers, given.mode, secrets), given.clock, given.chance)
    , controllerContext {{given.informers, given.clock, given.runner, given.chance}, *actuator,
          &remediationObjects}
    , safety(controllerContext)
{
}

const std::vector<ControllerDescriptor> &controllerDescriptors()
{
    static const std::vector<ControllerDescriptor> all = describeAll();
    return all;
}

const ControllerDescriptor &descriptorOf(std::string_view name)
{
    const auto found = std::ranges::find(controllerDescriptors(), name, &ControllerDescriptor::name);
    Q_ASSERT(found != controllerDescriptors().end());
    return *found;
}

std::vector<std::string> unitsThatMachinesNeed(ControllerGroup family)
{
    std::vector<std::string> names;
    for (const ControllerDescriptor &descriptor : controllerDescriptors()) {
        const bool isOfIt = descriptor.group == family || descriptor.group == ControllerGroup::HollowNodes;
        if (isOfIt && descriptor.isNeededByMachines)
            names.emplace_back(descriptor.name);
    }
    return names;
}

} // namespace core::engine
