// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The fields of a pod, which workloads have in their templates too, and what they may say
// (docs/api-semantics.md B13).

#include "core/lab/schema.h"
#include "core/lab/status.h"

#include <initializer_list>
#include <set>
#include <string_view>

namespace core::lab::kinds {

SchemaPtr podSpec();
/// Says of each container when its image is pulled, unless it does so itself; a volume that is nowhere is an
/// empty directory.
void fillInPodSpec(api::JsonObject &podSpec);
/// The same, of the pods that are described at that path; leaves alone what the schema will refuse.
void fillInPodSpecAt(api::Json &object, std::initializer_list<std::string_view> path);
/// What the schema does not say: ports, quantities, mounts. The path is that of the spec; volumes are those
/// beside its own.
void checkPodSpec(const api::Json &podSpec, const std::string &path, FieldErrors &errors,
    std::set<std::string_view> volumes = {});
/// The same of the pods that a template makes.
void checkTemplateSpec(const api::Json &podSpec, const std::string &path, FieldErrors &errors,
    std::set<std::string_view> volumes = {});
/// The amounts, which the path names, are of resources of containers, none below zero; null: there are none.
void checkAmounts(const api::Json *amounts, const std::string &path, FieldErrors &errors);
/// A port, which the path names, is of 1 to 65535.
void checkPort(const api::Json *port, const std::string &path, FieldErrors &errors);
/// A port's name is one of services (RFC 6335).
void checkPortName(std::string_view name, const std::string &path, FieldErrors &errors);
/// Metadata and spec of the pods that a workload makes.
SchemaPtr podTemplate();

} // namespace core::lab::kinds
