// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the lab knows of the built-in kinds: the types of the fields that it or its clients rely on, the
// defaults that the server fills in, and how lists merge. Fields that are not listed are kept as they are.

#include "core/lab/schema.h"

namespace core::lab {

/// Never null; of an unknown kind nothing but its metadata is known.
SchemaPtr builtInSchema(std::string_view kind);
/// Of every object's metadata.
SchemaPtr metadataSchema();

} // namespace core::lab
