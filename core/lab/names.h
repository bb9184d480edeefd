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
bool isIpAddress(std::string_view text); ///< of version 4 or 6

/// Whether a goes before b: v2 goes before v1, that before v1beta1, that before v1alpha2, and what is named
/// in no such way comes last, in order of the alphabet (docs/api-semantics.md L10).
bool isPreferredVersion(std::string_view a, std::string_view b);

std::string lowerCase(std::string text); ///< of ASCII letters

} // namespace core::lab
