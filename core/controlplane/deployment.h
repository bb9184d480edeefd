// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rolls out changes of a Deployment through its ReplicaSets: RollingUpdate with surge and unavailable pods,
// and Recreate; proportional scaling, pause, revisions and the history limit, by the rules of rolloutsizes.h.
// Not carried out: the progress deadline, and adoption of sets that nobody controls.
//
// At most one kind of step is taken in a pass; the change that it makes brings the next. Keys are
// Deployments. Reads them by key, and ReplicaSets by byController.

#include "core/api/rolloutsizes.h"
#include "core/controlplane/workloadpods.h"

namespace core::controlplane {

using ReplicaSetPointer = std::shared_ptr<const api::ReplicaSet>;

/// The bounds of a rollout: a quarter of the pods each, unless the spec says otherwise.
api::RolloutLimits limitsOf(const api::Deployment &deployment);

runtime::Plan planDeployment(
    const api::Deployment &deployment, std::vector<ReplicaSetPointer> sets, base::Time now);

/// The controller "deployment".
Controllers makeDeployments(const runtime::ControllerContext &context);

} // namespace core::controlplane
