// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the parameter fieldValidation makes of members that a body has twice or that its kind doesn't know
// (docs/api-semantics.md P2).

#include "core/lab/schema.h"

namespace core::lab {

/// What a body is to be.
struct BodyKind {
    std::string_view kind;
    std::string_view version;
    const Schema *schema = nullptr; ///< null: nothing is known of its members
};

/// "PatchOptions": what the parameters of a write are called.
std::string_view optionsKind(api::Method method);
/// 400: what was sent is no object of the kind.
api::Response cannotBeHandled(std::string_view kind, std::string_view version, std::string_view why);

/// Refused, or a warning for each, or nothing; who asks from inside the process is not warned.
Answer<std::vector<std::string>> validateFields(
    const api::Request &request, bool isFromOutside, const BodyKind &kind, const api::Json &object);
/// Validates a body that is not stored: members of the wrong type answer 400.
Answer<std::vector<std::string>> validateBody(
    const api::Request &request, bool isFromOutside, const BodyKind &kind);

} // namespace core::lab
