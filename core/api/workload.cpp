// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/workload.h"

#include "core/api/codec_impl.h"
#include "core/api/pod.h"
#include "core/api/selector.h"

using core::api::Deployment;
using core::api::Job;
using core::api::PodDisruptionBudget;
using core::api::ReplicaSet;
using core::api::ReplicationController;
HOLLOWLAB_KIND(Job, "batch", "v1", "jobs", true)
HOLLOWLAB_KIND(ReplicaSet, "apps", "v1", "replicasets", true)
HOLLOWLAB_KIND(Deployment, "apps", "v1", "deployments", true)
HOLLOWLAB_KIND(PodDisruptionBudget, "policy", "v1", "poddisruptionbudgets", true)
HOLLOWLAB_KIND(ReplicationController, "", "v1", "replicationcontrollers", true)
HOLLOWLAB_CODEC(core::api::PodDisruptionBudgetSpec)
HOLLOWLAB_CODEC(core::api::PodDisruptionBudgetStatus)
HOLLOWLAB_CODEC(core::api::JobSpec)
HOLLOWLAB_CODEC(core::api::JobStatus)
HOLLOWLAB_CODEC(core::api::ReplicaSetSpec)
HOLLOWLAB_CODEC(core::api::ReplicaSetStatus)
HOLLOWLAB_CODEC(core::api::ReplicationControllerSpec)
HOLLOWLAB_CODEC(core::api::DeploymentSpec)
HOLLOWLAB_CODEC(core::api::DeploymentStatus)
HOLLOWLAB_CODEC(core::api::PodTemplate)

namespace core::api {

const Resource &olderPodBudgets()
{
    static const Resource older = [] {
        Resource resource = resourceOf<PodDisruptionBudget>();
        resource.version = "v1beta1";
        return resource;
    }();
    return older;
}

JsonPtr renewedPodBudget(const JsonPtr &older)
{
    const Json *selector = find(*older, {"spec", "selector"});
    if (!selector || *selector != Json(JsonObject()))
        return older;
    Json renewed = *older;
    renewed.at("spec").as_object().erase("selector");
    return share(std::move(renewed));
}

bool coversPod(const PodDisruptionBudget &budget, const Pod &pod)
{
    return budget.spec.selector && budget.metadata.ns == pod.metadata.ns
        && matches(*budget.spec.selector, pod.metadata.labels);
}

} // namespace core::api
