// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The rules on metadata that hold for every kind (docs/api-semantics.md A12, A14). What is special to a
// kind stands in kinds/.

#include "core/lab/status.h"

namespace core::lab {

enum class NameRule { Subdomain, Label, OldLabel, PathSegment }; ///< OldLabel begins with a letter

/// What keeps the text from being of that format ("dns1123Label"), in Kubernetes' words.
void complain(std::string_view format, const std::string &path, std::string_view text, FieldErrors &errors);
/// The text may stand between two slashes of a path.
void checkPathSegment(std::string_view text, const std::string &path, FieldErrors &errors);
/// Keys and values of labels, which the path names; null: there are none.
void checkLabels(const api::Json *labels, const std::string &path, FieldErrors &errors);
/// A selector that the path names; false: it can choose nothing as it is.
bool checkLabelSelector(const api::Json &selector, const std::string &path, FieldErrors &errors);
/// What is not of its type among that which the server sets, whatever the client sends (B1).
FieldErrors checkServerFields(const api::Json &object);
FieldErrors checkMetadata(const api::Json &object, NameRule rule);
/// What may not change from one version to the next; no new finalizers while deleting (G3).
FieldErrors checkMetadataUpdate(const api::Json &object, const api::Json &old);

} // namespace core::lab
