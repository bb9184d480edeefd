// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How Kubernetes spells names (docs/api-semantics.md A14).

#include <string>
#include <string_view>

namespace core::lab {

bool isDnsLabel(std::string_view text); ///< at most 63 of a-z, 0-9, '-'
bool isDnsSubdomain(std::string_view text); ///< labels joined by '.', at most 253
bool isPathSegment(std::string_view text); ///< whatever may stand between two slashes
bool isQualifiedName(std::string_view text); ///< "name" or "domain/name"
bool isLabelValue(std::string_view text); ///< empty, or at most 63 of letters, digits, '-', '_', '.'

std::string lowerCase(std::string text); ///< of ASCII letters

} // namespace core::lab
