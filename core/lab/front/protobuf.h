// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reads what clients send as application/vnd.kubernetes.protobuf: kubectl from 1.32 on, and most controllers
// written in Go (docs/api-semantics.md P). Answers are always JSON, which all of them take.

#include "core/api/json.h"

namespace core::lab::front {

/// The object in its JSON form. Unsupported for a kind that the lab does not know in this encoding, Invalid
/// for bytes that are no such object. Fields newer than resources/protobuf.txt are left out.
base::Result<api::Json> parseProtobuf(std::string_view bytes);

} // namespace core::lab::front
