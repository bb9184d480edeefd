// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The fields of a pod, which workloads have in their templates too.

#include "core/lab/schema.h"

namespace core::lab::kinds {

SchemaPtr podSpec();
/// Says of each container when its image is pulled, unless it does so itself.
void fillInPullPolicies(api::JsonObject &podSpec);
/// Metadata and spec of the pods that a workload makes.
SchemaPtr podTemplate();

} // namespace core::lab::kinds
