// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// All groups with their resources in one answer, which newer clients ask for (docs/api-semantics.md J2).

#include "core/lab/registry.h"

namespace core::lab {

/// The version of the aggregated form that the client would rather have than the old lists; empty for none.
std::string_view aggregatedVersion(std::string_view accept);
/// The groups of that order as an APIGroupDiscoveryList; the core group is the empty one.
api::Response aggregatedDiscovery(
    const Registry &registry, const std::vector<std::string> &groups, std::string_view version);

} // namespace core::lab
