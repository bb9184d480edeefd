// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How an API server spells what is in paths, addresses and versions; core/api/names.h has the names of
// objects and labels.

#include <string>
#include <string_view>

namespace core::lab {

bool isIpAddress(std::string_view text); ///< of version 4 or 6

/// Whether a goes before b: v2 goes before v1, that before v1beta1, that before v1alpha2, and what is named
/// in no such way comes last, in order of the alphabet (docs/api-semantics.md L10).
bool isPreferredVersion(std::string_view a, std::string_view b);

std::string lowerCase(std::string text); ///< of ASCII letters

} // namespace core::lab
