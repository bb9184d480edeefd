// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What rules in CEL see of a value that a schema describes (docs/api-semantics.md L8), and how large it may
// be (L9).

#include "core/cel/type.h"
#include "core/lab/schema.h"

namespace core::lab {

/// The type is null where rules see nothing of the value, since none is known. Of an object's metadata rules
/// see the name and generateName alone.
cel::TypePtr celTypeOf(const Schema &schema, bool isResource);

} // namespace core::lab
