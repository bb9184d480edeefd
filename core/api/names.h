// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How Kubernetes spells names (docs/api-semantics.md A14).

#include <string_view>

namespace core::api {

bool isDnsLabel(std::string_view text); ///< at most 63 of a-z, 0-9, '-'
bool isDnsSubdomain(std::string_view text); ///< labels joined by '.', at most 253
bool isSysctlName(std::string_view text); ///< words joined by '.' or '/', at most 253
bool isQualifiedName(std::string_view text); ///< "name" or "domain/name"
/// Empty, or at most 63 letters, digits, '-', '_', '.', the first and the last a letter or digit.
bool isLabelValue(std::string_view text);

} // namespace core::api
