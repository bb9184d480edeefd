// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the kinds that make pods from a template have in common.

#include "core/lab/kinds/schemas.h"
#include "core/lab/registry.h"

namespace core::lab::kinds {

/// The spec's members besides selector and template.
SchemaPtr workload(Members specMembers, std::vector<std::string> required);
/// spec.replicas and status.replicas.
ScalePaths replicasScale();

} // namespace core::lab::kinds
