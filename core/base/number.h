// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The one way from text to a number.

#include <charconv>
#include <optional>
#include <string_view>

namespace core::base {

/// The decimal number that the whole text is; nothing when anything else stands in it (blanks and "+" too) or
/// when the type can't hold it. Never throws.
template<typename Number>
std::optional<Number> parseNumber(std::string_view text)
{
    Number number {};
    const char *end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

} // namespace core::base
