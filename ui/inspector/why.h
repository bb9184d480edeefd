// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Why an object is as it is: what each controller last said about it, with the numbers and the time until it
// looks again; of a health check also what it thinks of each of its machines, of a machine or its node what
// its health checks are about to do. As rich text, made afresh each second while it is shown.

#include "ui/clusterview.h"
#include "ui/theme.h"

namespace ui {

/// The link that unfolds what is folded away, and folds it again.
inline constexpr QStringView foldLink = u"fold:";

/// What was to happen next to the object at the moment of the past that is shown, where that can be told, and
/// what controllers had decided about it: where the codes of
/// their reasons last changed, as the timeline's facts tell; folded away below what was to happen.
QString decisionsHtml(const ClusterView &cluster, const Theme &theme, const ObjectRef &object, bool unfolded);
/// unfolded: also what controllers said of a machine that went well.
QString whyHtml(const ClusterView &cluster, const Theme &theme, const ObjectRef &object, bool unfolded);

} // namespace ui
