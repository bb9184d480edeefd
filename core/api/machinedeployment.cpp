// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/machinedeployment.h"

#include "core/api/codec_impl.h"

using core::api::MachineDeployment;
HOLLOWLAB_KIND(MachineDeployment, "machine.openshift.io", "v1beta1", "machinedeployments", true)
HOLLOWLAB_CODEC(core::api::MachineDeploymentSpec)
HOLLOWLAB_CODEC(core::api::MachineDeploymentStatus)
