// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What happens next to an object: who does what and when, within which budget; what led to it; and how it
// goes on from there, as far as the past allows to say (docs/window.md W21).

#include "ui/clusterview.h"
#include "ui/theme.h"

namespace ui {

/// The text is empty for an object of which nothing is foretold: an event, a class, a node that is no
/// machine's.
QString nextHtml(const ClusterView &cluster, const Theme &theme, const ObjectRef &object);

} // namespace ui
