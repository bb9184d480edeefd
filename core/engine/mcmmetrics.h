// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The metrics of the machine-controller-manager about its objects (docs/machines.md §9.12), as far as the
// objects themselves tell them.

#include "core/engine/metricstext.h"
#include "core/runtime/informerset.h"

namespace core::engine {

/// Writes those of the kinds that are followed.
void writeMcmMetrics(MetricsText &text, const runtime::InformerSet &informers);

} // namespace core::engine
