// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the colour of a machine's tile tells (docs/window.md W19): its state, how often its node has failed in
// the last 10 minutes, or how new the machine is.

#include "ui/clusterview.h"
#include "ui/theme.h"

namespace ui {

enum class ColorBy { State, Interruptions, Age };

struct Shade {
    QColor color;
    QString words; ///< what it stands for
};

/// base: what tiles are painted on.
std::vector<Shade> shadesOf(ColorBy colorBy, const Theme &theme, const QColor &base);
/// The machine's place in these.
int shadeOf(ColorBy colorBy, const ClusterView &cluster, const ObjectRef &machine, State state);

} // namespace ui
