// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/machine.h"

#include "core/api/codec_impl.h"
#include "core/api/conditions.h"

namespace core::api {

bool isHeldBack(const MachineHealthCheckStatus &status)
{
    const Condition *allowed = findCondition(status.conditions, remediationAllowedCondition);
    return allowed && allowed->status == "False";
}

} // namespace core::api

using core::api::Machine;
using core::api::MachineHealthCheck;
using core::api::MachineSet;
HOLLOWLAB_KIND(Machine, "machine.openshift.io", "v1beta1", "machines", true)
HOLLOWLAB_KIND(MachineSet, "machine.openshift.io", "v1beta1", "machinesets", true)
HOLLOWLAB_KIND(MachineHealthCheck, "machine.openshift.io", "v1beta1", "machinehealthchecks", true)
HOLLOWLAB_CODEC(core::api::LabelSelector)
HOLLOWLAB_CODEC(core::api::MachineSpec)
HOLLOWLAB_CODEC(core::api::MachineSetSpec)
HOLLOWLAB_CODEC(core::api::MachineHealthCheckSpec)
HOLLOWLAB_CODEC(core::api::MachineStatus)
HOLLOWLAB_CODEC(core::api::MachineSetStatus)
HOLLOWLAB_CODEC(core::api::MachineHealthCheckStatus)
HOLLOWLAB_CODEC(core::api::MachineTemplate)
HOLLOWLAB_CODEC(core::api::ObjectMeta)
HOLLOWLAB_CODEC(core::api::ObjectReference)
HOLLOWLAB_CODEC(core::api::Condition)
HOLLOWLAB_CODEC(core::api::Taint)
