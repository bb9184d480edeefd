// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What happens next to many machines at once: those of a set, of a deployment, or of a health check
// (docs/window.md W21).

#include "ui/clusterview.h"
#include "ui/theme.h"

namespace ui {

constexpr bool isHealthCheck(Kind kind)
{
    return kind == Kind::HealthCheck || kind == Kind::HealthCheckV1alpha1;
}
constexpr bool isGroup(Kind kind)
{
    return isSet(kind) || isDeployment(kind) || isHealthCheck(kind);
}

/// The text is empty for an object that is not there, and for a health check without verdicts.
QString nextOfGroupHtml(const ClusterView &cluster, const Theme &theme, const ObjectRef &object);

} // namespace ui
