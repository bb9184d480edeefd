// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/reasons.h"

#include "core/actuator/kubemarkreasons.h"
#include "core/controllers/autoscaler/autoscalerreasons.h"
#include "core/controllers/healthcheck/healthcheckreasons.h"
#include "core/controllers/machine/machinereasons.h"
#include "core/controllers/machinedisruption/machinedisruptionreasons.h"
#include "core/controllers/machineset/machinesetreasons.h"
#include "core/controllers/mcm/machine/machinereasons.h"
#include "core/controllers/mcm/machineclass/machineclassreasons.h"
#include "core/controllers/mcm/machinedeployment/machinedeploymentreasons.h"
#include "core/controllers/mcm/machineset/machinesetreasons.h"
#include "core/controllers/mcm/nodeupdate/nodeupdatereasons.h"
#include "core/controllers/mcm/orphannode/orphannodereasons.h"
#include "core/controllers/mcm/safety/safetyreasons.h"
#include "core/controllers/nodelink/nodelinkreasons.h"
#include "core/controllers/orphansweep/orphansweepreasons.h"
#include "core/controlplane/reasons.h"
#include "core/hollow/reasons.h"
#include "core/rollout/rolloutreasons.h"
#include "core/runtime/reasons.h"

namespace core::engine {

const std::vector<ReasonFamily> &reasonCatalogue()
{
    using namespace controllers;
    using namespace controlplane;
    using namespace hollow;
    static const std::vector<ReasonFamily> catalogue {
        {{}, runtime::controllerReasons},
        {{"machine"}, machineReasons},
        {{"machine", "mcm-machine"}, actuator::kubemarkReasons},
        {{"machineset"}, machineSetReasons},
        {{"machineset", "mcm-machineset", "replicaset"}, rollout::setOwnershipReasons},
        {{"machinedeployment", "mcm-machinedeployment"}, rollout::machineRolloutReasons},
        {{"machinedeployment", "deployment"}, rollout::replacingRolloutReasons},
        {{"nodelink"}, nodeLinkReasons},
        {{"healthcheck", "healthcheck-v1alpha1"}, healthCheckReasons},
        {{"healthcheck", "healthcheck-v1alpha1"}, findings, findingSentence},
        {{"machinedisruption"}, machineDisruptionReasons},
        {{"orphansweep"}, orphanSweepReasons},
        {{"autoscaler"}, autoscalerReasons},
        {{"mcm-machine"}, mcm::machineReasons},
        {{"mcm-machineset"}, mcm::machineSetReasons},
        {{"mcm-machinedeployment"}, mcm::machineDeploymentReasons},
        {{"mcm-machineclass", "mcm-secret"}, mcm::machineClassReasons},
        {{"mcm-node"}, mcm::orphanNodeReasons},
        {{"mcm-nodeupdate"}, mcm::nodeUpdateReasons},
        {{"mcm-safety"}, mcm::safetyReasons},
        {{"kubelet"}, kubeletReasons},
        {{"hollow-host"}, hollowHostReasons},
        {{"nodelifecycle"}, nodeLifecycleReasons},
        {{"nodeeviction"}, nodeEvictionReasons},
        {{"tainteviction"}, taintEvictionReasons},
        {{"garbagecollector"}, garbageCollectorReasons},
        {{"scheduler"}, schedulerReasons},
        {{"podgc"}, podGcReasons},
        {{"replicaset"}, replicaSetReasons},
        {{"daemonset"}, daemonSetReasons},
        {{"statefulset"}, statefulSetReasons},
        {{"deployment"}, rollout::podRolloutReasons},
        {{"job"}, jobReasons},
        {{"cronjob"}, cronJobReasons},
        {{"podautoscaler"}, podAutoscalerReasons},
        {{"disruption"}, disruptionReasons},
        {{"endpoints"}, endpointsReasons},
        {{"serviceaccount", "rootca"}, namespaceContentReasons},
    };
    return catalogue;
}

} // namespace core::engine
