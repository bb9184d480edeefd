// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The body of a request as JSON, whatever it was written in.

#include "core/lab/front/admission.h"

namespace core::lab::front {

/// The unexpected is the answer that rejects the request: 400 for what cannot be read
/// (docs/api-semantics.md A10), 415 for a kind that is not known in this encoding.
tl::expected<api::JsonPtr, api::Response> readBody(const std::string &body, Format format);
/// What fieldValidation tells of members that stand twice in a body (docs/api-semantics.md P2).
std::vector<std::string> duplicatesIn(const std::string &body, Format format, const api::Request &request);

} // namespace core::lab::front
