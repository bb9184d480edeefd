// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The past of a node as a ribbon: calm while it was Ready, loud while it was not (docs/window.md W4).

#include "ui/theme.h"
#include "ui/timeline/healthrecord.h"

namespace ui {

/// What all ribbons have in common.
struct RibbonTime {
    core::api::Time begin; ///< at the left end
    core::api::Time end; ///< at the right end
    core::api::Time knownUntil;
    std::span<const Outage> outages;
};

/// Grey when dimmed; short failures never vanish.
void paintRibbon(QPainter &painter, const QRect &rect, std::span<const HealthChange> past,
    const RibbonTime &time, const Theme &theme, bool dimmed);

} // namespace ui
