// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/machinedisruptionbudget.h"

#include "core/api/codec_impl.h"

using core::api::MachineDisruptionBudget;
HOLLOWLAB_KIND(
    MachineDisruptionBudget, "healthchecking.openshift.io", "v1alpha1", "machinedisruptionbudgets", true)
HOLLOWLAB_CODEC(core::api::MachineDisruptionBudgetSpec)
HOLLOWLAB_CODEC(core::api::MachineDisruptionBudgetStatus)
