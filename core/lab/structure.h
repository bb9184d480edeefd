// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What keeps the openAPIV3Schema of a CustomResourceDefinition from being structural, beside what no schema
// could be read from (docs/api-semantics.md L1). It is asked when a definition is written, and not when one
// that is stored is read.

#include "core/lab/schema.h"

namespace core::lab {

void checkStructure(const api::Json &schema, const std::string &path, FieldErrors &errors);
/// Defaults that hold what the schema, as it was read, does not know.
void checkDefaults(const api::Json &schema, const Schema &read, const std::string &path, FieldErrors &errors);

} // namespace core::lab
