// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What stays as it was made (docs/api-semantics.md D14).

#include "core/lab/status.h"

namespace core::lab::kinds {

using Path = std::initializer_list<std::string_view>;

/// Whether the values there differ; one alone differs from none.
bool differ(const api::Json &object, const api::Json &old, Path path);
/// "field is immutable" where they differ.
void checkFixed(const api::Json &object, const api::Json &old, Path path, FieldErrors &errors);
/// Forbidden, in the original's own words, where they differ.
void checkFixed(
    const api::Json &object, const api::Json &old, Path path, std::string_view why, FieldErrors &errors);
/// The spec without these members.
api::Json specWithout(const api::Json &object, Path members);

} // namespace core::lab::kinds
