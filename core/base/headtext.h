// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Small steps through what stands in the head of a request: paths, queries, fields.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::base {

/// The result has no spaces and tabs at its ends.
std::string_view trimmed(std::string_view text);
/// Cuts the text up to the separator off its front.
std::string_view takeUntil(std::string_view &text, char separator);
/// Ignores the case of ASCII letters alone.
bool equalIgnoringCase(std::string_view a, std::string_view b);
/// What an Accept field offers, its weights included: what weighs more comes first, and of what weighs the
/// same a type before what stands for any. A weight that is none counts as 1, as does none.
std::vector<std::string_view> offersIn(std::string_view accept);
/// The result has "/" for "%2F"; nothing when such an escape is broken, or what comes of it is not UTF-8.
std::optional<std::string> percentDecoded(std::string_view text);

} // namespace core::base
