// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the kinds that make pods from a template have in common.

#include "core/lab/kinds/schemas.h"
#include "core/lab/registry.h"

namespace core::lab::kinds {

/// The spec's members besides selector and template, and the status's besides those that all have.
SchemaPtr workload(Members specMembers, std::vector<std::string> required, Members statusMembers = {});
/// Fills in what depends on other fields of the template, as fillInPod() does; leaves alone what the schema
/// will refuse.
void fillInTemplate(api::Json &workload);
/// A number of pods, or a share of them, at that member of the object at that path.
void checkPortion(const api::Json &in, std::string_view member, const std::string &path,
    bool mayBeMoreThanAll, FieldErrors &errors);
/// The number, of a share its percents; 0 where there is none that makes sense.
std::int64_t portionAt(const api::Json &in, std::string_view member);
/// The pods of the template make sense, and never end.
void checkTemplate(const api::Json &workload, FieldErrors &errors);
/// The selector makes sense, and chooses what the template makes.
void checkSelection(const api::Json &workload, FieldErrors &errors);
/// The selector chooses what the template makes, which makes sense.
void checkWorkload(const api::Json &workload, FieldErrors &errors);
/// The pods of a job's spec at that path make sense, and end.
void checkJobTemplate(const api::Json &jobSpec, const std::string &path, FieldErrors &errors);
/// The counts of a new status fit together.
void checkNewCounts(const api::Json &workload, const api::Json &old, FieldErrors &errors);
/// They do, and the selector stays.
void checkWorkloadUpdate(const api::Json &workload, const api::Json &old, FieldErrors &errors);
/// spec.replicas and status.replicas. The group is that of a missing scale.
ScalePaths replicasScale(std::string missingGroup = {});

} // namespace core::lab::kinds
