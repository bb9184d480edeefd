// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The schema of a built-in kind names the fields that the lab or its clients rely on. Which others there are,
// and of which type, the kind's message knows (api::messageForms).

#include "core/lab/schema.h"

namespace core::lab::kinds {

/// The schema with every field of the message, and with no other (docs/api-semantics.md P2); as it is when
/// there is no such message.
SchemaPtr completed(const SchemaPtr &schema, const std::string &message);

} // namespace core::lab::kinds
