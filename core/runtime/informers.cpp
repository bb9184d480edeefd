// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/informerset.h"

#include "core/api/cluster.h"
#include "core/api/configmap.h"
#include "core/api/controllerrevision.h"
#include "core/api/cronjob.h"
#include "core/api/daemonset.h"
#include "core/api/event.h"
#include "core/api/healthcheckv1alpha1.h"
#include "core/api/machine.h"
#include "core/api/machinedeployment.h"
#include "core/api/machinedisruptionbudget.h"
#include "core/api/mcm.h"
#include "core/api/node.h"
#include "core/api/pod.h"
#include "core/api/podautoscaler.h"
#include "core/api/secret.h"
#include "core/api/service.h"
#include "core/api/serviceaccount.h"
#include "core/api/statefulset.h"
#include "core/api/volume.h"
#include "core/api/workload.h"

namespace core::runtime {

template<typename T>
std::unique_ptr<InformerBase> makeInformer(
    client::Client &client, base::Clock &clock, const base::Chance &chance, InformerOptions options)
{
    return std::make_unique<Informer<T>>(client, clock, chance, std::move(options));
}

#define HOLLOWLAB_INFORMER(T)                                                                                \
    template std::unique_ptr<InformerBase> makeInformer<api::T>(                                             \
        client::Client &, base::Clock &, const base::Chance &, InformerOptions);

HOLLOWLAB_INFORMER(Cluster)
HOLLOWLAB_INFORMER(ConfigMap)
HOLLOWLAB_INFORMER(ControllerRevision)
HOLLOWLAB_INFORMER(CronJob)
HOLLOWLAB_INFORMER(DaemonSet)
HOLLOWLAB_INFORMER(Deployment)
HOLLOWLAB_INFORMER(Endpoints)
HOLLOWLAB_INFORMER(EndpointSlice)
HOLLOWLAB_INFORMER(Event)
HOLLOWLAB_INFORMER(HealthCheckV1alpha1)
HOLLOWLAB_INFORMER(HorizontalPodAutoscaler)
HOLLOWLAB_INFORMER(Job)
HOLLOWLAB_INFORMER(Lease)
HOLLOWLAB_INFORMER(Machine)
HOLLOWLAB_INFORMER(MachineDeployment)
HOLLOWLAB_INFORMER(MachineDisruptionBudget)
HOLLOWLAB_INFORMER(MachineHealthCheck)
HOLLOWLAB_INFORMER(MachineSet)
HOLLOWLAB_INFORMER(Namespace)
HOLLOWLAB_INFORMER(Node)
HOLLOWLAB_INFORMER(PersistentVolume)
HOLLOWLAB_INFORMER(PersistentVolumeClaim)
HOLLOWLAB_INFORMER(Pod)
HOLLOWLAB_INFORMER(PodDisruptionBudget)
HOLLOWLAB_INFORMER(ReplicaSet)
HOLLOWLAB_INFORMER(ReplicationController)
HOLLOWLAB_INFORMER(Secret)
HOLLOWLAB_INFORMER(Service)
HOLLOWLAB_INFORMER(ServiceAccount)
HOLLOWLAB_INFORMER(StatefulSet)
HOLLOWLAB_INFORMER(StorageClass)
HOLLOWLAB_INFORMER(mcm::Machine)
HOLLOWLAB_INFORMER(mcm::MachineClass)
HOLLOWLAB_INFORMER(mcm::MachineDeployment)
HOLLOWLAB_INFORMER(mcm::MachineSet)

#undef HOLLOWLAB_INFORMER

} // namespace core::runtime
