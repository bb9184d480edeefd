// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What volumes and the claims to them have in common.

#include "core/lab/schema.h"
#include "core/lab/status.h"
#include "core/lab/tables.h"

namespace core::lab::kinds {

/// The volume with those places of which the server fills something in, wherever it is: in a pod, or of the
/// cluster.
SchemaPtr withSources(const SchemaPtr &volume);

/// A new object is held by the finalizer, whatever it says.
void holdWith(api::Json &object, std::string_view finalizer);

/// What kubectl tells of a claim or volume: its phase, or that it is being deleted.
std::string volumePhaseCell(const api::Json &object);

/// Adds an error where spec.accessModes is missing or empty, and for each entry that is no access mode.
void checkAccessModes(const api::Json &object, std::string_view detail, FieldErrors &errors);

/// The column shows the access modes at the path in kubectl's short form: "RWO,ROX".
Column accessModesColumn(std::vector<std::string> path);

} // namespace core::lab::kinds
