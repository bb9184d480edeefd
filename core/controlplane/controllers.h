// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The loops that a real cluster brings itself, for the lab: node lifecycle, eviction, garbage collection,
// scheduling, pod clean-up. Each factory adds the indexes it needs, so call it before the informers start.

#include "core/runtime/controller.h"

namespace core::controlplane {

/// One unit of the control plane: controllers that are switched on and off together.
using Controllers = std::vector<std::unique_ptr<runtime::Controller>>;

inline void startAll(const Controllers &controllers)
{
    for (const auto &controller : controllers)
        controller->start();
}

inline void stopAll(const Controllers &controllers)
{
    for (const auto &controller : controllers)
        controller->stop();
}

} // namespace core::controlplane
