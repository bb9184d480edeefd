// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reads the openAPIV3Schema of a CustomResourceDefinition (apiextensions.k8s.io/v1: it must be structural).
// What the lab does not support is named and refused, never ignored (docs/api-semantics.md L1); rules in CEL
// are read by others (validationrules.h).

#include "core/lab/schema.h"

namespace core::lab {

/// The result is null when there are errors.
SchemaPtr readSchema(const api::Json &json, const std::string &path, FieldErrors &errors);

} // namespace core::lab
