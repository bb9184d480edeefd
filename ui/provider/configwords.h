// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a provider config means, in words (docs/machines.md §1.4).

#include "core/api/providerconfig.h"

#include <QString>

namespace ui {

/// "healthy 40 s, unhealthy 5 s, in turn", "unhealthy once after 40 s", "never unhealthy by itself".
QString disruptionWords(const core::api::KubemarkProviderConfig &config);
/// "2 cores, 4 GiB"; the defaults of the hollow node where nothing is set (§1.2).
QString capacityWords(const core::api::KubemarkProviderConfig &config);
/// The words say when the pod goes: "at once when asked for", "30 s after it was asked for".
QString deletionWords(const core::api::KubemarkProviderConfig &config);

} // namespace ui
