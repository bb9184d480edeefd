// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is there to be asked for, besides objects: groups, resources, version, health (api-server.md J).

#include "core/lab/route.h"

namespace core::lab {

/// A GET of a path that names no resource. Trouble is what keeps the lab from being ready; empty when nothing
/// does.
api::Response answerDiscovery(
    const api::Request &request, const Route &route, const Registry &registry, std::string_view trouble);

} // namespace core::lab
