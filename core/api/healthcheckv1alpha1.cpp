// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/healthcheckv1alpha1.h"

#include "core/api/codec_impl.h"

using core::api::HealthCheckV1alpha1;
HOLLOWLAB_KIND_NAMED(HealthCheckV1alpha1, "MachineHealthCheck", "healthchecking.openshift.io", "v1alpha1",
    "machinehealthchecks", true)
